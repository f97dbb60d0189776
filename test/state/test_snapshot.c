/* A world that was saved and loaded, or copied, goes on to the same bits as one that never stopped.
 */
#include "crowd.h"
#include "internals.h"
#include "recordings.h"
#include "saved.h"
#include "story.h"

/* A world anew, with other hooks, from the snapshot of the first one, which is no more. */
static sidle_world *through_a_snapshot(sidle_world *world, const sidle_world_def *def) {
    saved s = save(world);
    sidle_world_destroy(world);
    world = blank(def);
    assert_ok(sidle_world_load(world, s.bytes, s.size));
    saved again = save(world);
    assert_int_equal(again.size, s.size);
    assert_memory_equal(again.bytes, s.bytes, s.size);
    free(again.bytes);
    free(s.bytes);
    return world;
}

static void assert_same_units(const sidle_world *a, const sidle_world *b) {
    for (sidle_unit_id id = sidle_unit_next(a, NOBODY); id.slot; id = sidle_unit_next(a, id)) {
        sidle_unit_state of_a = state_of(a, id), of_b = state_of(b, id);
        assert_true(sidle_unit_hash(a, id) == sidle_unit_hash(b, id));
        assert_true(of_a.user == of_b.user && of_a.made_velocity.x == of_b.made_velocity.x);
        char why_a[200], why_b[200];
        sidle_why_text(a, id, why_a, sizeof why_a);
        sidle_why_text(b, id, why_b, sizeof why_b);
        assert_string_equal(why_a, why_b);
    }
}

/* The parts in another order than that of a single thread. */
static void run_backwards(void *context, sidle_task task, void *work, uint32_t parts) {
    (void)context;
    while (parts) task(work, --parts);
}

/* ---- going on ---- */

/* A world and a twin that is saved and loaded every so many ticks, under the same calls. */
static void assert_goes_on(uint32_t units, int ticks, int every, uint32_t calls, uint64_t seed) {
    sidle_world_def def = sidle_world_def_default(), other = def;
    other.hooks.run = run_backwards;
    sidle_world *a = crowd_make(def, units), *b = crowd_make(def, units);
    dice of_a = {seed}, of_b = {seed};
    uint64_t digest_a = 0, digest_b = 0;
    for (int k = 0; k < ticks; k++) {
        if (k % every == 0) b = through_a_snapshot(b, k % 2 ? &def : &other);
        for (uint32_t n = 0; n < calls; n++)
            assert_int_equal(story_call(a, &of_a), story_call(b, &of_b));
        if (k % every == every / 2) b = through_a_snapshot(b, &def);
        crowd_step(a);
        crowd_step(b);
        digest_a = crowd_digest(a, digest_a);
        digest_b = crowd_digest(b, digest_b);
        if (digest_a != digest_b) fail_where_they_differ(a, b, k);
        if (k % 50 == 0) assert_same_units(a, b);
    }
    assert_null(sidle_world_validate(b));
    assert_true(same_snapshot(a, b)); /* though their units lie in memory in another order */
    sidle_world_destroy(a);
    sidle_world_destroy(b);
}

/* A path leaves room for the next one, which a loaded world has not. */
TEST(paths_of_any_length_lead_a_loaded_world_on) {
    sidle_world_def def = sidle_world_def_default();
    dice d = {3};
    for (int round = 0; round < 20; round++) {
        sidle_world *a = open_world(64, 64), *b = blank(&def);
        sidle_unit_id id = unit_at(a, 4, 4);
        assert_ok(sidle_unit_go(a, id, (sidle_vec2){60, 60}));
        for (int path = 0; path < 4; path++) {
            sidle_vec2 points[8];
            uint32_t count = 1 + roll(&d, 8);
            for (uint32_t n = 0; n < count; n++)
                points[n] = (sidle_vec2){10 + 5 * (float)n, 10 + (float)roll(&d, 40)};
            if (path == 2) {
                saved s = save(a);
                assert_ok(sidle_world_load(b, s.bytes, s.size));
                free(s.bytes);
            }
            assert_ok(sidle_unit_set_path(a, id, points, count));
            if (path >= 2) assert_ok(sidle_unit_set_path(b, id, points, count));
            for (int k = 0; k < 30; k++) {
                assert_ok(sidle_world_step(a, TICK));
                if (path < 2) continue;
                assert_ok(sidle_world_step(b, TICK));
                assert_true(sidle_world_hash(a) == sidle_world_hash(b));
            }
        }
        sidle_world_destroy(a);
        sidle_world_destroy(b);
    }
}

TEST(a_loaded_world_goes_on_to_the_same_bits) {
    assert_goes_on(600, 300, 7, 0, 1);
    for (uint64_t seed = 1; seed <= 6; seed++) assert_goes_on(120, 400, 1, 3, seed);
}

/* Sixty units before a door, in which one stands. */
static sidle_world *blocked_door(void) {
    sidle_world *world = open_world(60, 40);
    assert_ok(sidle_world_set_cells(world, 30, 0, 2, 18, SIDLE_TERRAIN_TREES));
    assert_ok(sidle_world_set_cells(world, 30, 21, 2, 19, SIDLE_TERRAIN_TREES));
    assert_ok(sidle_unit_hold(world, unit_at(world, 31, 19.5f)));
    sidle_profile queues = sidle_profile_default();
    queues.queue = 1;
    sidle_profile_id profile = profile_in(world, &queues);
    const sidle_vec2 path[] = {{28.5f, 19.5f}, {33.5f, 19.5f}};
    for (int k = 0; k < 60; k++) {
        float x = 12 + 1.3f * (float)(k / 6), y = 16 + 1.3f * (float)(k % 6);
        sidle_unit_id id = unit_of(world, profile, x, y);
        assert_ok(sidle_unit_go(world, id, (sidle_vec2){50, 19.5f}));
        assert_ok(sidle_unit_set_path(world, id, path, 2));
    }
    return world;
}

/* One of those before the door dies, is taken off the map, or comes back. */
static void change_queue(sidle_world *world, dice *d) {
    sidle_unit_id id = sidle_unit_next(world, (sidle_unit_id){roll(d, 60), 0});
    uint32_t what = roll(d, 4);
    if (!id.slot) return;
    if (what < 2) sidle_unit_stow(world, id, SIDLE_PURSUERS_WAIT);
    if (what == 2) sidle_unit_unstow(world, id, (sidle_vec2){10, 19.5f});
    if (what == 3 && roll(d, 2)) sidle_unit_destroy(world, id);
}

/* Those behind a unit that is gone do not rely on what it has asked, nor on what memory held. */
TEST(a_queue_goes_on_when_some_are_gone) {
    sidle_world_def def = sidle_world_def_default();
    for (uint64_t seed = 1; seed <= 4; seed++) {
        sidle_world *a = blocked_door(), *b = through_a_snapshot(blocked_door(), &def);
        dice of_a = {seed}, of_b = {seed};
        uint32_t asked = 0, count;
        for (int k = 0; k < 600; k++) {
            if (k % 5 == 0) change_queue(a, &of_a), change_queue(b, &of_b);
            b = through_a_snapshot(b, &def);
            crowd_step(a);
            crowd_step(b);
            const sidle_event *events = sidle_world_events(a, &count);
            for (uint32_t n = 0; n < count; n++) asked += events[n].type == SIDLE_EVENT_PATH_WANTED;
            if (sidle_world_hash(a) != sidle_world_hash(b)) fail_where_they_differ(a, b, k);
        }
        assert_true(asked > 0);
        sidle_world_destroy(a);
        sidle_world_destroy(b);
    }
}

/* What was told in the last step is told again, and what was not told yet is not lost: a step tells
 * at most 256 events and one for every seven units. */
TEST(events_are_kept) {
    sidle_world *world = open_world(200, 200);
    for (int k = 0; k < 900; k++) {
        sidle_unit_id id = unit_at(world, 5 + 6 * (float)(k % 30), 5 + 6 * (float)(k / 30));
        assert_ok(sidle_unit_go(world, id, state_of(world, id).position));
    }
    uint32_t told = 0, count = 0;
    sidle_world_def def = sidle_world_def_default();
    for (int k = 0; k < 20; k++) {
        assert_ok(sidle_world_step(world, TICK));
        world = through_a_snapshot(world, &def);
        const sidle_event *events = sidle_world_events(world, &count);
        for (uint32_t n = 0; n < count; n++) told += events[n].type == SIDLE_EVENT_ARRIVED;
    }
    assert_int_equal(told, 900);
    sidle_world_destroy(world);
}

/* The next units get the same ids, and a stale id stays stale. */
TEST(ids_are_kept) {
    sidle_world *a = crowd_make(sidle_world_def_default(), 60);
    crowd_thin(a, 3);
    sidle_world *b = open_world(1, 1);
    saved s = save(a);
    assert_ok(sidle_world_load(b, s.bytes, s.size));
    for (uint32_t slot = 1; slot <= 60; slot++)
        for (uint32_t generation = 0; generation < 3; generation++) {
            sidle_unit_id id = {slot, generation};
            assert_int_equal(sidle_unit_valid(a, id), sidle_unit_valid(b, id));
        }
    for (int k = 0; k < 30; k++) {
        sidle_unit_id of_a = unit_at(a, 2, 2), of_b = unit_at(b, 2, 2);
        assert_int_equal(of_a.slot, of_b.slot);
        assert_int_equal(of_a.generation, of_b.generation);
        assert_int_equal(state_of(a, of_a).rank, state_of(b, of_b).rank);
    }
    free(s.bytes);
    sidle_world_destroy(a);
    sidle_world_destroy(b);
}

/* What a profile was before it was released is not kept, and is in no hash. */
TEST(a_released_profile_leaves_nothing) {
    sidle_world *a = open_world(9, 9), *b = open_world(1, 1);
    sidle_profile swift = sidle_profile_default();
    swift.top_speed = 4;
    swift.queue = 1;
    swift.priority = 3;
    swift.terrain_factor[SIDLE_TERRAIN_SWAMP] = 2;
    assert_ok(sidle_unit_go(a, unit_at(a, 3, 3), (sidle_vec2){6, 6}));
    assert_ok(sidle_profile_release(a, profile_in(a, &swift)));
    for (int k = 0; k < 20; k++) {
        saved s = save(a);
        assert_ok(sidle_world_load(b, s.bytes, s.size));
        if (sidle_world_hash(a) != sidle_world_hash(b)) fail_where_they_differ(a, b, k);
        free(s.bytes);
        crowd_step(a);
        crowd_step(b);
    }
    assert_true(sidle_world_hash(a) == sidle_world_hash(b));
    sidle_world_destroy(a);
    sidle_world_destroy(b);
}

/* ---- copying ---- */

TEST(a_copy_looks_ahead_and_leaves_the_world_alone) {
    sidle_world *world = crowd_make(sidle_world_def_default(), 200), *copy = open_world(3, 3);
    dice d = {5};
    for (int k = 0; k < 60; k++) {
        story_call(world, &d);
        assert_ok(sidle_world_copy(copy, world));
        assert_same_units(world, copy);
        uint64_t before = sidle_world_hash(world);
        assert_true(sidle_world_hash(copy) == before);
        for (int n = 0; n < 5; n++) crowd_step(copy);
        assert_true(sidle_world_hash(world) == before);
        if (k % 10 == 0) assert_null(sidle_world_validate(copy));
        crowd_step(world);
    }
    assert_int_equal(sidle_world_copy(world, world), SIDLE_ERROR_ARGUMENT);
    sidle_world_destroy(world);
    sidle_world_destroy(copy);
}

/* A unit that rests in range of a point gets its order again, also with other ranges. What it reads
 * of the order that is over must be in the copy. */
TEST(a_copy_takes_an_order_again_like_the_world) {
    const sidle_range ranges[] = {{4, 0, 0}, {5, 0, 0}, {2, 0, 0}, {6, 5, 0}};
    const bool stays[] = {true, true, false, false};
    const sidle_vec2 point = {20, 8};
    for (int k = 0; k < 4; k++) {
        sidle_world *a = open_world(32, 16), *b = open_world(1, 1);
        sidle_unit_id id = unit_at(a, 4, 8);
        assert_ok(sidle_unit_approach_point(a, id, point, &ranges[0]));
        await_event(a, SIDLE_EVENT_ARRIVED, id, 20);
        sidle_vec2 then = state_of(a, id).position;
        saved s = save(a);
        assert_ok(sidle_world_load(b, s.bytes, s.size));
        free(s.bytes);
        assert_ok(sidle_unit_approach_point(a, id, point, &ranges[k]));
        assert_ok(sidle_unit_approach_point(b, id, point, &ranges[k]));
        for (int n = 0; n < 90; n++) {
            crowd_step(a);
            crowd_step(b);
            if (sidle_world_hash(a) != sidle_world_hash(b)) fail_where_they_differ(a, b, n);
        }
        sidle_vec2 now = state_of(a, id).position;
        assert_int_equal(now.x == then.x && now.y == then.y, stays[k]);
        sidle_world_destroy(a);
        sidle_world_destroy(b);
    }
}

/* ---- what is in a snapshot ---- */

/* Each row of the table stands in docs/snapshot.md, in the order of the table, and no other. */
TEST(the_page_describes_each_field) {
    char *page = text_of(SIDLE_SOURCE_ROOT "/docs/snapshot.md");
    const char *at = page, *row;
    uint32_t rows = 0, described = 0;
    for (; (row = inside_field_row(rows)); rows++) {
        const char *found = strstr(at, row);
        if (!found) fail_msg("docs/snapshot.md lacks, or has elsewhere:%s", row);
        at = found + 1;
    }
    for (at = page; (at = strstr(at, " | yes | ")); at++) described++;
    for (at = page; (at = strstr(at, " | no | ")); at++) described++;
    assert_int_equal(described, rows);
    free(page);
}

/* A compact form: what is not used takes no room. */
TEST(ten_thousand_units_take_at_most_200_bytes_each) {
    sidle_world *world = crowd_make(sidle_world_def_default(), 10000);
    for (int k = 0; k < 5; k++) crowd_step(world);
    saved s = save(world);
    print_message("%.1f bytes a unit\n", (double)s.size / 10000);
    assert_true(s.size <= 200 * 10000);
    free(s.bytes);
    sidle_world_destroy(world);
}

/* Clearance is kept where the map is the same: of another size, with other cells or one other class
 * it is not, though it may begin with the same bytes. */
TEST(the_map_of_a_snapshot_is_taken_whatever_map_was_there) {
    static const struct {
        uint32_t width, height;
        float cell;
        bool tree; /* in the last cell */
    } MAPS[] = {{20, 10, 1, false}, {10, 20, 1, false}, {9, 9, 1, false},  {20, 10, 2, false},
                {20, 10, 1, true},  {30, 10, 1, false}, {20, 30, 1, false}};
    enum { COUNT = sizeof MAPS / sizeof *MAPS };
    for (int k = 0; k < COUNT * COUNT; k++) {
        sidle_world *two[2];
        for (int n = 0; n < 2; n++) {
            int map = n ? k % COUNT : k / COUNT;
            sidle_world_def def = sidle_world_def_default();
            def.width = MAPS[map].width;
            def.height = MAPS[map].height;
            def.cell_size = MAPS[map].cell;
            two[n] = world_from(&def);
            unit_at(two[n], 4, 4);
            if (MAPS[map].tree)
                assert_ok(sidle_world_set_cells(two[n], def.width - 1, def.height - 1, 1, 1,
                                                SIDLE_TERRAIN_TREES));
        }
        saved s = save(two[0]);
        assert_ok(sidle_world_load(two[1], s.bytes, s.size));
        free(s.bytes);
        assert_int_equal(sidle_world_hash(two[1]), sidle_world_hash(two[0]));
        for (int n = 0; n < 61 * 41; n++) {
            sidle_vec2 at = {(float)(n % 61), (float)(n / 61)};
            assert_int_equal(sidle_world_fits(two[1], (sidle_profile_id){0}, at),
                             sidle_world_fits(two[0], (sidle_profile_id){0}, at));
        }
        sidle_world_destroy(two[0]);
        sidle_world_destroy(two[1]);
    }
}

TESTS_OF(snapshot)
