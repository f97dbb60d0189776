/* A damaged snapshot is refused and changes nothing, or is one of another world that holds
 * together. */
#include "crowd.h"
#include "internals.h"
#include "purse.h"
#include "saved.h"
#include "story.h"

/* A small world in which much is happening. */
static sidle_world *busy_world(void) {
    sidle_world *world = crowd_make(sidle_world_def_default(), 24);
    dice d = {11};
    for (int k = 0; k < 90; k++) {
        if (k % 2) story_call(world, &d);
        crowd_step(world);
    }
    sidle_unit_id id = sidle_unit_next(world, NOBODY);
    assert_ok(sidle_unit_destroy(world, id));
    sidle_profile profile = sidle_profile_default();
    assert_ok(sidle_profile_release(world, profile_in(world, &profile)));
    return world;
}

static void assert_refused(sidle_world *world, const void *bytes, size_t size,
                           sidle_result expected) {
    uint64_t before = sidle_world_hash(world);
    assert_int_equal(sidle_world_load(world, bytes, size), expected);
    assert_true(sidle_world_hash(world) == before);
}

TEST(a_damaged_snapshot_is_refused) {
    sidle_world *world = busy_world(), *other = open_world(3, 3);
    saved s = save(world);
    for (size_t size = 0; size < s.size; size++) {
        /* The bytes stand at the end of their block, so that a read beyond them is found. */
        uint8_t *cut = malloc(size + 1);
        memcpy(cut, s.bytes, size);
        assert_refused(other, cut, size, SIDLE_ERROR_SNAPSHOT);
        free(cut);
    }
    for (size_t at = 0; at < s.size; at++)
        for (int bit = 0; bit < 8; bit++) {
            s.bytes[at] ^= (uint8_t)(1 << bit);
            bool version = at >= 8 && at < 16;
            assert_refused(other, s.bytes, s.size,
                           version ? SIDLE_ERROR_VERSION : SIDLE_ERROR_SNAPSHOT);
            s.bytes[at] ^= (uint8_t)(1 << bit);
        }
    assert_int_equal(sidle_world_load(NULL, s.bytes, s.size), SIDLE_ERROR_ARGUMENT);
    assert_int_equal(sidle_world_load(other, NULL, s.size), SIDLE_ERROR_ARGUMENT);
    assert_ok(sidle_world_load(other, s.bytes, s.size));
    free(s.bytes);
    sidle_world_destroy(world);
    sidle_world_destroy(other);
}

TEST(a_snapshot_needs_its_room) {
    sidle_world *world = busy_world();
    saved s = save(world);
    for (size_t size = 0; size < s.size; size += size < s.size - 40 ? 13 : 1) {
        uint8_t *small = malloc(size + 1);
        size_t needed = 0;
        assert_int_equal(sidle_world_save(world, small, size, &needed), SIDLE_ERROR_BUFFER);
        assert_int_equal(needed, s.size);
        free(small);
    }
    size_t needed;
    assert_int_equal(sidle_world_save(NULL, s.bytes, s.size, &needed), SIDLE_ERROR_ARGUMENT);
    assert_int_equal(sidle_world_save(world, NULL, 1, &needed), SIDLE_ERROR_ARGUMENT);
    assert_int_equal(sidle_world_save(world, s.bytes, s.size, NULL), SIDLE_ERROR_ARGUMENT);
    free(s.bytes);
    sidle_world_destroy(world);
}

/* With a sum that fits, so that only the values can tell. True when it was taken. */
static bool try_forged(sidle_world *into, saved s) {
    inside_seal_snapshot(s.bytes, s.size);
    sidle_result result = sidle_world_load(into, s.bytes, s.size);
    const char *fault = sidle_world_validate(into);
    if (fault) fail_msg("a forged snapshot makes a world in which %s", fault);
    if (result) {
        assert_true(result == SIDLE_ERROR_SNAPSHOT || result == SIDLE_ERROR_MEMORY);
        return false;
    }
    for (int k = 0; k < 12; k++) {
        crowd_step(into);
        fault = sidle_world_validate(into);
        if (fault) fail_msg("a forged snapshot goes on to a world in which %s", fault);
    }
    return true;
}

/* Each number in turn goes on with these bytes. */
static void assert_refused_with_more(const uint8_t *more, size_t count) {
    sidle_world *world = busy_world(), *into = open_world(4, 4);
    saved s = save(world), longer = {malloc(s.size + count), s.size + count};
    for (size_t at = 32; at < s.size; at++) {
        if (s.bytes[at] & 128) continue;
        memcpy(longer.bytes, s.bytes, at);
        longer.bytes[at] = s.bytes[at] | 128;
        memcpy(longer.bytes + at + 1, more, count);
        memcpy(longer.bytes + at + 1 + count, s.bytes + at + 1, s.size - at - 1);
        assert_false(try_forged(into, longer));
    }
    free(longer.bytes);
    free(s.bytes);
    sidle_world_destroy(world);
    sidle_world_destroy(into);
}

/* A number has one form: one with a last byte that says nothing is refused, so that a world has one
 * snapshot. */
TEST(a_number_that_is_longer_than_it_has_to_be_is_refused) {
    const uint8_t nothing[] = {0};
    assert_refused_with_more(nothing, sizeof nothing);
}

/* The low 32 bits of such a number are those of the right one. */
TEST(a_number_that_does_not_fit_32_bits_is_refused) {
    const uint8_t bit_32[] = {128, 128, 128, 16}, bit_34[] = {128, 128, 128, 64},
                  goes_on[] = {128, 128, 128, 128};
    assert_refused_with_more(bit_32, sizeof bit_32);
    assert_refused_with_more(bit_34, sizeof bit_34);
    assert_refused_with_more(goes_on, sizeof goes_on);
}

/* A host's bound: a block of more bytes than the context says is refused. */
static void *allocate_up_to(void *context, size_t size) {
    return size > *(const size_t *)context ? NULL : malloc(size);
}

static sidle_world_def bounded(size_t *most) {
    sidle_world_def def = sidle_world_def_default();
    def.alloc = (sidle_allocator){most, allocate_up_to, take_out};
    return def;
}

static size_t little = 1 << 22; /* bytes of a block */

/* Tests of each byte or value take one in so many, unless they may take long: a number that shares
 * no factor with those of a byte's bits, and of a row's values and rows. */
static size_t stride(size_t usual) {
    return getenv("SIDLE_LONG") ? 1 : usual;
}

TEST(a_forged_snapshot_is_refused_or_holds_together) {
    sidle_world *world = busy_world();
    sidle_world_def def = bounded(&little);
    saved s = save(world), forged = {malloc(s.size), s.size};
    uint32_t taken = 0, refused = 0;
    for (size_t n = 0; n < 9 * (s.size - 32); n += stride(2)) {
        memcpy(forged.bytes, s.bytes, s.size);
        forged.bytes[32 + n / 9] ^= (uint8_t)(n % 9 == 8 ? 255 : 1 << n % 9);
        sidle_world *into = blank(&def);
        *(try_forged(into, forged) ? &taken : &refused) += 1;
        sidle_world_destroy(into);
    }
    for (size_t size = 32; size < s.size; size += stride(4)) {
        memcpy(forged.bytes, s.bytes, s.size);
        forged.size = size;
        sidle_world *into = blank(&def);
        assert_false(try_forged(into, forged));
        sidle_world_destroy(into);
    }
    print_message("%u forged snapshots were refused, %u hold together\n", refused, taken);
    assert_true(taken > 100 && refused > 100);
    free(forged.bytes);
    free(s.bytes);
    sidle_world_destroy(world);
}

/* A world that was taken is as good as any other: it can be saved and loaded in its turn. */
static void assert_saved_again(const sidle_world *world) {
    sidle_world *again = open_world(1, 1);
    saved s = save(world);
    assert_ok(sidle_world_load(again, s.bytes, s.size));
    if (sidle_world_hash(again) != sidle_world_hash(world)) fail_where_they_differ(world, again, 0);
    free(s.bytes);
    sidle_world_destroy(again);
}

/* A world in which the profile whose speed depends on the ground can go when the others still have
 * speeds of their own; a unit is stowed and one flees. */
static sidle_world *busy_world_with(sidle_profile_id *slow) {
    sidle_world *world = busy_world();
    sidle_profile p = sidle_profile_default();
    p.terrain_factor[SIDLE_TERRAIN_GROUND] = 0.5f;
    *slow = profile_in(world, &p);
    sidle_unit_id id = sidle_unit_next(world, NOBODY);
    (void)sidle_unit_stow(world, id, SIDLE_PURSUERS_LOSE);
    assert_true(state_of(world, id).stowed);
    sidle_unit_id flees = unit_at(world, 2, 2);
    assert_ok(sidle_unit_flee(world, flees, (sidle_vec2){1, 1}));
    for (int k = 0; k < 5; k++) crowd_step(world);
    assert_true(state_of(world, flees).under_way);
    return world;
}

/* Loads the snapshot of a world whose fields were changed. True: it was taken, and holds together.
 */
static bool try_changed(const sidle_world *changed, sidle_profile_id released) {
    sidle_world_def def = bounded(&little);
    saved s = save(changed);
    sidle_world *into = blank(&def);
    bool whole = try_forged(into, s);
    if (whole) (void)sidle_profile_release(into, released);
    if (whole) assert_saved_again(into);
    sidle_world_destroy(into);
    free(s.bytes);
    return whole;
}

/* The generation is a field too, so an id does not outlast a change. */
static sidle_unit_id nth_unit(const sidle_world *world, uint32_t n) {
    sidle_unit_id id = sidle_unit_next(world, NOBODY);
    for (; n && sidle_unit_next(world, id).slot; n--) id = sidle_unit_next(world, id);
    return id;
}

static const uint64_t VALUES[] = {0, 1, 3, 132, UINT64_C(0x3f800000bf800000), 0xc9742400};

enum { VALUE_COUNT = sizeof VALUES / sizeof *VALUES };

/* Each field of a unit in turn, well formed but for what does not fit together: what a byte that is
 * changed seldom reaches, as it moves all that follows. */
TEST(any_value_of_a_unit_is_refused_or_holds_together) {
    sidle_profile_id slow;
    sidle_world *world = busy_world_with(&slow), *forged = open_world(1, 1);
    uint32_t taken = 0, refused = 0;
    size_t each = (size_t)INSIDE_UNIT_ROWS * VALUE_COUNT, all = each * sidle_unit_count(world);
    for (size_t n = 0; n < all; n += stride(7)) {
        sidle_unit_id id = nth_unit(world, (uint32_t)(n / each));
        assert_ok(sidle_world_copy(forged, world));
        uint32_t row = (uint32_t)(n % each / VALUE_COUNT);
        if (!inside_set_field(forged, id, row, VALUES[n % VALUE_COUNT])) continue;
        *(try_changed(forged, slow) ? &taken : &refused) += 1;
    }
    print_message("%u snapshots with another value were refused, %u hold together\n", refused,
                  taken);
    assert_true(taken > 50 && refused > 50);
    sidle_world_destroy(forged);
    sidle_world_destroy(world);
}

/* A step of no length would be divided by. */
TEST(a_last_step_that_was_none_is_refused) {
    static const float TIMES[] = {1e-40f, 1e-6f, -1, 0, TICK};
    sidle_profile_id slow;
    sidle_world *world = busy_world_with(&slow);
    for (int k = 0; k < 5; k++) {
        inside_set_last_dt(world, TIMES[k]);
        assert_int_equal(try_changed(world, slow), k > 2);
    }
    sidle_world_destroy(world);
}

/* Two and three fields at once. */
TEST(values_that_contradict_each_other_are_refused_or_hold_together) {
    sidle_profile_id slow;
    sidle_world *world = busy_world_with(&slow), *forged = open_world(1, 1);
    int runs = getenv("SIDLE_LONG") ? 1000000 : 2000;
    dice d = {29};
    uint32_t taken = 0, refused = 0;
    for (int k = 0; k < runs; k++) {
        assert_ok(sidle_world_copy(forged, world));
        uint32_t nth = roll(&d, 12), fields = 2 + roll(&d, 2);
        for (uint32_t n = 0; n < fields; n++) {
            uint64_t value = roll(&d, 3) ? roll(&d, 6) : VALUES[roll(&d, VALUE_COUNT)];
            (void)inside_set_field(forged, nth_unit(forged, nth), roll(&d, INSIDE_UNIT_ROWS),
                                   value);
        }
        *(try_changed(forged, slow) ? &taken : &refused) += 1;
    }
    print_message("%u snapshots with other values were refused, %u hold together\n", refused,
                  taken);
    assert_true(taken > 100 && refused > 100);
    sidle_world_destroy(forged);
    sidle_world_destroy(world);
}

/* A few hundred bytes make the largest map. SECURITY.md says what a host does about that. */
TEST(the_allocator_bounds_what_a_small_snapshot_asks_for) {
    sidle_world *huge = open_world(SIDLE_MAX_CELLS, SIDLE_MAX_CELLS);
    saved s = save(huge);
    assert_true(s.size < 400);
    size_t most = 16 << 20;
    sidle_world_def def = bounded(&most);
    sidle_world *into = world_from(&def);
    assert_refused(into, s.bytes, s.size, SIDLE_ERROR_MEMORY);
    purse p = {0};
    sidle_world_def counted = def_with(&p);
    sidle_world_destroy(into);
    into = world_from(&counted);
    assert_ok(sidle_world_load(into, s.bytes, s.size));
    print_message("%zu bytes make a world of %zu MB\n", s.size, p.in_use >> 20);
    assert_true(p.in_use > 64 << 20);
    free(s.bytes);
    sidle_world_destroy(into);
    sidle_world_destroy(huge);
}

TESTS_OF(snapshot_damage)
