/* Groups that were saved and loaded with their world go on to the same bits as groups that never
 * stopped; a damaged snapshot is refused, or is one of groups that hold together. */
#include "group_story.h"
#include "saved.h"

static saved save_groups(const sidle_groups *groups) {
    saved s = {NULL, 0};
    size_t again;
    assert_int_equal(sidle_groups_save(groups, NULL, 0, &s.size), SIDLE_ERROR_BUFFER);
    s.bytes = malloc(s.size);
    assert_ok(sidle_groups_save(groups, s.bytes, s.size, &again));
    assert_int_equal(again, s.size);
    return s;
}

/* ---- going on ---- */

/* A world and groups anew, from the snapshots of those before, which are no more. */
static void through_snapshots(troops *f) {
    saved world = save(f->world), groups = save_groups(f->groups);
    sidle_groups_destroy(f->groups);
    sidle_world_destroy(f->world);
    f->world = open_world(3, 3);
    assert_ok(sidle_world_load(f->world, world.bytes, world.size));
    assert_ok(sidle_groups_create(f->world, &f->groups));
    assert_ok(sidle_groups_load(f->groups, groups.bytes, groups.size));
    assert_null(sidle_groups_validate(f->groups));
    saved again = save_groups(f->groups);
    assert_int_equal(again.size, groups.size);
    assert_memory_equal(again.bytes, groups.bytes, again.size);
    free(world.bytes), free(groups.bytes), free(again.bytes);
}

static void assert_same_events(const troops *a, const troops *b) {
    uint32_t of_a, of_b;
    const sidle_group_event *x = sidle_groups_events(a->groups, &of_a);
    const sidle_group_event *y = sidle_groups_events(b->groups, &of_b);
    assert_int_equal(of_a, of_b);
    for (uint32_t k = 0; k < of_a; k++) {
        assert_int_equal(x[k].type, y[k].type);
        assert_int_equal(x[k].group.slot, y[k].group.slot);
        assert_int_equal(x[k].group.generation, y[k].group.generation);
        assert_memory_equal(&x[k].point, &y[k].point, sizeof x[k].point);
    }
}

TEST(they_go_on_to_the_same_bits) {
    uint32_t told = 0, count;
    for (uint32_t seed = 1; seed <= 6; seed++) {
        troops a = troops_make(40), b = troops_make(40);
        dice of_a = {seed}, of_b = {seed};
        for (int k = 0; k < 400; k++) {
            troops_call(&a, &of_a);
            troops_call(&b, &of_b);
            if (k % 3 == 0) through_snapshots(&b);
            for (int n = 0; n < 5; n++) {
                troops_step(&a);
                troops_step(&b);
                if (n == 1 && k % 5 == 0) through_snapshots(&b);
                assert_same_events(&a, &b);
                sidle_groups_events(a.groups, &count);
                told += count;
            }
            if (sidle_groups_hash(a.groups) != sidle_groups_hash(b.groups) ||
                sidle_world_hash(a.world) != sidle_world_hash(b.world))
                fail_msg("seed %u: they part after call %d", seed, k);
        }
        troops_end(&a), troops_end(&b);
    }
    assert_true(told > 500);
}

/* A path longer than the route has room for drops what lies behind the anchor, so the room counts.
 */
TEST(long_paths_go_on_to_the_same_bits) {
    troops a = troops_make(10), b = troops_make(10);
    troops *both[] = {&a, &b};
    for (int k = 0; k < 600; k++)
        for (int n = 0; n < 2; n++) {
            troops *f = both[n];
            sidle_group_id group = sidle_group_next(f->groups, (sidle_group_id){0, 0});
            if (k == 0) go_all(f, 60, 60);
            if (n && k % 7 == 0) through_snapshots(f);
            sidle_vec2 way[60];
            for (int p = 0; p < 60; p++)
                way[p] = (sidle_vec2){20 + 0.5f * (float)(p % 20), 5 + 0.8f * (float)p};
            if (k % 40 == 1) sidle_group_set_path(f->groups, group, way, 60);
            troops_step(f);
        }
    assert_true(sidle_groups_hash(a.groups) == sidle_groups_hash(b.groups));
    assert_true(sidle_world_hash(a.world) == sidle_world_hash(b.world));
    troops_end(&a), troops_end(&b);
}

TEST(ids_are_kept) {
    troops f = troops_make(20);
    sidle_group_id stale = go_some(&f, 0, 5, 60, 60), lives = go_some(&f, 5, 5, 60, 50);
    assert_ok(sidle_group_disband(f.groups, stale));
    through_snapshots(&f);
    assert_true(sidle_group_valid(f.groups, lives) && !sidle_group_valid(f.groups, stale));
    sidle_group_id next = go_some(&f, 0, 5, 60, 60);
    assert_int_equal(next.slot, stale.slot);
    assert_true(next.generation == stale.generation + 1);
    troops_end(&f);
}

TEST(where_they_part_is_told) {
    troops a = troops_make(20), b = troops_make(20);
    sidle_difference first;
    char text[200];
    assert_false(sidle_groups_differ(a.groups, b.groups, &first));
    assert_false(sidle_groups_differ(NULL, a.groups, &first));
    go_some(&a, 0, 5, 60, 60);
    assert_true(sidle_groups_differ(a.groups, NULL, NULL));
    assert_true(sidle_groups_differ(a.groups, b.groups, &first));
    sidle_difference_text(&first, text, sizeof text);
    assert_string_equal(text, "group 1 generation is 1 in the one and 0 in the other");
    go_some(&b, 0, 5, 60, 50);
    assert_true(sidle_groups_differ(a.groups, b.groups, &first));
    sidle_difference_text(&first, text, sizeof text);
    assert_string_equal(text, "group 1 goal is 60,60 in the one and 60,50 in the other");
    assert_int_equal(first.unit.slot, 0);
    troops_end(&b);
    b = troops_make(20);
    sidle_unit_set_speed_factor(b.world, b.ids[2], 0.5f);
    go_some(&b, 0, 5, 60, 60);
    troops_step(&a), troops_step(&b);
    assert_true(sidle_groups_differ(a.groups, b.groups, &first));
    sidle_difference_text(&first, text, sizeof text);
    print_message("%s\n", text);
    assert_non_null(strstr(text, "group 1 pace is "));
    troops_end(&a), troops_end(&b);
}

/* ---- what is refused ---- */

/* Few groups in which much is happening, so that each byte can be tried. */
static troops busy_troops(void) {
    troops f = troops_make(14);
    dice d = {7};
    sidle_formation formation = sidle_formation_default();
    const sidle_vec2 points[] = {{50, 10}, {50, 50}, {10, 50}};
    for (int k = 0; k < 60; k++) {
        troops_call(&f, &d);
        troops_step(&f);
    }
    sidle_result bad = SIDLE_ERROR_STOWED;
    for (uint32_t k = 0; k < 10 && bad; k++)
        bad = sidle_group_patrol(f.groups, f.ids + k, 4, points, 3, &formation, NULL);
    assert_ok(bad);
    for (int k = 0; k < 20; k++) troops_step(&f);
    return f;
}

static void assert_refused(const troops *f, const void *bytes, size_t size, sidle_result expected) {
    uint64_t before = sidle_groups_hash(f->groups);
    assert_int_equal(sidle_groups_load(f->groups, bytes, size), expected);
    assert_true(sidle_groups_hash(f->groups) == before);
}

TEST(a_damaged_snapshot_is_refused) {
    troops f = busy_troops();
    saved s = save_groups(f.groups);
    for (int k = 0; k < 5; k++) troops_step(&f);
    for (size_t size = 0; size < s.size; size++) {
        /* The bytes fill their block, so that a read beyond them is found. */
        uint8_t *cut = malloc(size + !size);
        memcpy(cut, s.bytes, size);
        assert_refused(&f, cut, size, SIDLE_ERROR_SNAPSHOT);
        free(cut);
    }
    for (size_t at = 0; at < s.size; at++)
        for (int bit = 0; bit < 8; bit++) {
            bool version = at >= 8 && at < 16;
            s.bytes[at] ^= (uint8_t)(1 << bit);
            assert_refused(&f, s.bytes, s.size,
                           version ? SIDLE_ERROR_VERSION : SIDLE_ERROR_SNAPSHOT);
            s.bytes[at] ^= (uint8_t)(1 << bit);
        }
    assert_int_equal(sidle_groups_load(NULL, s.bytes, s.size), SIDLE_ERROR_ARGUMENT);
    assert_int_equal(sidle_groups_load(f.groups, NULL, s.size), SIDLE_ERROR_ARGUMENT);
    assert_ok(sidle_groups_load(f.groups, s.bytes, s.size));
    free(s.bytes);
    troops_end(&f);
}

TEST(a_snapshot_needs_its_room) {
    troops f = busy_troops();
    saved s = save_groups(f.groups);
    for (size_t size = 0; size < s.size; size += size + 9 < s.size ? 3 : 1) {
        uint8_t *small = malloc(size + !size);
        size_t needed = 0;
        assert_int_equal(sidle_groups_save(f.groups, small, size, &needed), SIDLE_ERROR_BUFFER);
        assert_int_equal(needed, s.size);
        free(small);
    }
    size_t needed;
    assert_int_equal(sidle_groups_save(NULL, s.bytes, s.size, &needed), SIDLE_ERROR_ARGUMENT);
    assert_int_equal(sidle_groups_save(f.groups, NULL, 1, &needed), SIDLE_ERROR_ARGUMENT);
    assert_int_equal(sidle_groups_save(f.groups, s.bytes, s.size, NULL), SIDLE_ERROR_ARGUMENT);
    free(s.bytes);
    troops_end(&f);
}

/* The length and the sum of docs/groups.md, so that only the values can tell. */
static void seal(saved s) {
    uint64_t sum = 0xcbf29ce484222325u ^ (s.size - 32);
    for (size_t at = 32; at + 4 <= s.size; at += 4) {
        uint64_t word = s.bytes[at] | (uint64_t)s.bytes[at + 1] << 8 |
                        (uint64_t)s.bytes[at + 2] << 16 | (uint64_t)s.bytes[at + 3] << 24;
        sum = (sum ^ word) * 0x9e3779b97f4a7c15u;
        sum ^= sum >> 32;
    }
    for (int k = 0; k < 8; k++) {
        s.bytes[16 + k] = (uint8_t)((uint64_t)s.size >> 8 * k);
        s.bytes[24 + k] = (uint8_t)(sum >> 8 * k);
    }
}

/* What tells two tables apart has the fields that their hash has. */
static void assert_told_apart(const sidle_groups *a, const sidle_groups *b) {
    sidle_difference first;
    char text[200];
    bool same = sidle_groups_hash(a) == sidle_groups_hash(b);
    if (same == sidle_groups_differ(a, b, NULL))
        fail_msg("two tables %s, and their hashes are %s", same ? "differ" : "do not differ",
                 same ? "the same" : "not");
    if (same) return;
    assert_true(sidle_groups_differ(a, b, &first));
    sidle_difference_text(&first, text, sizeof text);
    assert_non_null(strstr(text, "group "));
    assert_non_null(strstr(text, " in the one and "));
}

/* True when it was taken. original: of the snapshot as it was. */
static bool try_forged(troops *f, saved s, const sidle_groups *original) {
    seal(s);
    sidle_result bad = sidle_groups_load(f->groups, s.bytes, s.size);
    if (!bad) assert_told_apart(original, f->groups);
    const char *fault = sidle_groups_validate(f->groups);
    if (fault) fail_msg("forged groups in which %s", fault);
    if (bad) {
        assert_true(bad == SIDLE_ERROR_SNAPSHOT || bad == SIDLE_ERROR_MEMORY);
        return false;
    }
    for (int k = 0; k < 4; k++) troops_step(f);
    fault = sidle_groups_validate(f->groups);
    if (fault) fail_msg("forged groups go on to groups in which %s", fault);
    assert_null(sidle_world_validate(f->world));
    return true;
}

/* The groups are loaded beside the same world each time. */
TEST(a_forged_snapshot_is_refused_or_holds_together) {
    troops f = busy_troops();
    saved world = save(f.world), s = save_groups(f.groups), forged = {malloc(s.size), s.size};
    uint32_t taken = 0, refused = 0;
    sidle_groups *original;
    assert_ok(sidle_groups_create(f.world, &original));
    assert_ok(sidle_groups_load(original, s.bytes, s.size));
    for (size_t at = 32; at < s.size; at++)
        for (int bit = 0; bit < 9; bit++) {
            memcpy(forged.bytes, s.bytes, s.size);
            forged.bytes[at] ^= (uint8_t)(bit == 8 ? 255 : 1 << bit);
            if (try_forged(&f, forged, original)) {
                taken++;
                assert_ok(sidle_world_load(f.world, world.bytes, world.size));
                assert_ok(sidle_groups_load(f.groups, s.bytes, s.size));
            } else {
                refused++;
            }
        }
    for (size_t size = 32; size < s.size; size++) {
        forged.size = size;
        memcpy(forged.bytes, s.bytes, s.size);
        assert_false(try_forged(&f, forged, original));
    }
    print_message("%u forged snapshots were refused, %u hold together\n", refused, taken);
    assert_true(taken > 100 && refused > 100);
    sidle_groups_destroy(original);
    free(world.bytes), free(s.bytes), free(forged.bytes);
    troops_end(&f);
}

TESTS_OF(groups_snapshot)
