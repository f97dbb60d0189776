/* A world that was saved and loaded goes on to the same bits as one that never stopped; a damaged
 * snapshot is refused, or is one of another world that holds together. */
#include "crowd.h"
#include "internals.h"
#include "purse.h"
#include "story.h"

/* ---- saving ---- */

typedef struct saved {
    uint8_t *bytes;
    size_t size;
} saved;

static saved save(const sidle_world *world) {
    saved s = {NULL, 0};
    assert_int_equal(sidle_world_save(world, NULL, 0, &s.size), SIDLE_ERROR_BUFFER);
    s.bytes = malloc(s.size);
    size_t again;
    assert_ok(sidle_world_save(world, s.bytes, s.size, &again));
    assert_int_equal(again, s.size);
    return s;
}

static void *rubbish(void *context, size_t size) {
    (void)context;
    void *memory = malloc(size);
    return memory ? memset(memory, 0xbe, size) : NULL; /* as a float -.37 */
}

static void take_out(void *context, void *memory, size_t size) {
    (void)context;
    (void)size;
    free(memory);
}

/* A world in memory that holds rubbish: what is not written shows. */
static sidle_world *blank(const sidle_world_def *def) {
    sidle_world_def in_rubbish = *def;
    in_rubbish.alloc = (sidle_allocator){NULL, rubbish, take_out};
    sidle_world *world;
    assert_ok(sidle_world_create(&in_rubbish, &world));
    return world;
}

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

/* What two worlds are to have in common. */
static void fail_where_they_differ(const sidle_world *a, const sidle_world *b, int tick) {
    sidle_difference d;
    char text[200] = "in the events alone";
    if (sidle_world_differs(a, b, &d)) sidle_difference_text(&d, text, sizeof text);
    fail_msg("the worlds part in tick %d: %s", tick, text);
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
    sidle_world_destroy(a);
    sidle_world_destroy(b);
}

static void a_loaded_crowd_goes_on_to_the_same_bits(void **state) {
    (void)state;
    assert_goes_on(600, 300, 7, 0, 1);
}

static void it_does_so_at_any_tick_after_any_calls(void **state) {
    (void)state;
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
static void a_queue_goes_on_when_some_are_gone(void **state) {
    (void)state;
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
static void events_are_kept(void **state) {
    (void)state;
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
static void ids_are_kept(void **state) {
    (void)state;
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
static void a_released_profile_leaves_nothing(void **state) {
    (void)state;
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

/* The order of units in memory depends on history; a snapshot does not. */
static void the_bytes_do_not_depend_on_the_order_in_memory(void **state) {
    (void)state;
    sidle_world *a = crowd_make(sidle_world_def_default(), 300), *b = open_world(9, 9);
    for (int k = 0; k < 40; k++) crowd_step(a);
    assert_ok(sidle_world_copy(b, a));
    for (int k = 0; k < 40; k++) crowd_step(a), crowd_step(b);
    saved of_a = save(a), of_b = save(b);
    assert_int_equal(of_a.size, of_b.size);
    assert_memory_equal(of_a.bytes, of_b.bytes, of_a.size);
    free(of_a.bytes);
    free(of_b.bytes);
    sidle_world_destroy(a);
    sidle_world_destroy(b);
}

/* ---- copying ---- */

static void a_copy_looks_ahead_and_leaves_the_world_alone(void **state) {
    (void)state;
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
        sidle_world *twin = open_world(2, 2);
        assert_ok(sidle_world_copy(twin, world));
        for (int n = 0; n < 5; n++) crowd_step(twin);
        assert_true(sidle_world_hash(twin) == sidle_world_hash(copy));
        sidle_world_destroy(twin);
        crowd_step(world);
    }
    assert_int_equal(sidle_world_copy(world, world), SIDLE_ERROR_ARGUMENT);
    sidle_world_destroy(world);
    sidle_world_destroy(copy);
}

/* A unit that rests in range of a point gets its order again, also with other ranges. What it reads
 * of the order that is over must be in the copy. */
static void a_copy_takes_an_order_again_like_the_world(void **state) {
    (void)state;
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

/* ---- what is refused ---- */

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

static void a_damaged_snapshot_is_refused(void **state) {
    (void)state;
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

static void a_snapshot_needs_its_room(void **state) {
    (void)state;
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

/* A number has one form: one with a last byte that says nothing is refused, so that a world has one
 * snapshot. */
static void a_number_that_is_longer_than_it_has_to_be_is_refused(void **state) {
    (void)state;
    sidle_world *world = busy_world(), *into = open_world(4, 4);
    saved s = save(world), longer = {malloc(s.size + 1), s.size + 1};
    for (size_t at = 32; at < s.size; at++) {
        if (s.bytes[at] & 128) continue;
        memcpy(longer.bytes, s.bytes, at);
        longer.bytes[at] = s.bytes[at] | 128;
        longer.bytes[at + 1] = 0;
        memcpy(longer.bytes + at + 2, s.bytes + at + 1, s.size - at - 1);
        assert_false(try_forged(into, longer));
    }
    free(longer.bytes);
    free(s.bytes);
    sidle_world_destroy(world);
    sidle_world_destroy(into);
}

/* The host's own allocator has no more than this for one block. */
static void *allocate_little(void *context, size_t size) {
    (void)context;
    return size > 1u << 22 ? NULL : malloc(size);
}

static void release_any(void *context, void *memory, size_t size) {
    (void)context, (void)size;
    free(memory);
}

static void a_forged_snapshot_is_refused_or_holds_together(void **state) {
    (void)state;
    sidle_world *world = busy_world();
    sidle_world_def def = sidle_world_def_default();
    def.alloc = (sidle_allocator){NULL, allocate_little, release_any};
    saved s = save(world), forged = {malloc(s.size), s.size};
    uint32_t taken = 0, refused = 0;
    for (size_t at = 32; at < s.size; at++)
        for (int bit = 0; bit < 9; bit++) {
            memcpy(forged.bytes, s.bytes, s.size);
            forged.bytes[at] ^= (uint8_t)(bit == 8 ? 255 : 1 << bit);
            sidle_world *into = blank(&def);
            *(try_forged(into, forged) ? &taken : &refused) += 1;
            sidle_world_destroy(into);
        }
    for (size_t size = 32; size < s.size; size++) {
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
    sidle_world_def def = sidle_world_def_default();
    def.alloc = (sidle_allocator){NULL, allocate_little, release_any};
    saved s = save(changed);
    sidle_world *into = blank(&def);
    bool whole = try_forged(into, s);
    if (whole) (void)sidle_profile_release(into, released);
    if (whole) assert_saved_again(into);
    sidle_world_destroy(into);
    free(s.bytes);
    return whole;
}

static const uint64_t VALUES[] = {0, 1, 3, 132, UINT64_C(0x3f800000bf800000), 0xc9742400};
enum { VALUE_COUNT = sizeof VALUES / sizeof *VALUES };

/* Each field of a unit in turn, well formed but for what does not fit together: what a byte that is
 * changed seldom reaches, as it moves all that follows. */
static void any_value_of_a_unit_is_refused_or_holds_together(void **state) {
    (void)state;
    sidle_profile_id slow;
    sidle_world *world = busy_world_with(&slow), *forged = open_world(1, 1);
    uint32_t taken = 0, refused = 0;
    for (sidle_unit_id id = sidle_unit_next(world, NOBODY); id.slot;
         id = sidle_unit_next(world, id))
        for (uint32_t row = 0; row < INSIDE_UNIT_ROWS; row++)
            for (size_t n = 0; n < VALUE_COUNT; n++) {
                assert_ok(sidle_world_copy(forged, world));
                if (!inside_set_field(forged, id, row, VALUES[n])) continue;
                *(try_changed(forged, slow) ? &taken : &refused) += 1;
            }
    print_message("%u snapshots with another value were refused, %u hold together\n", refused,
                  taken);
    assert_true(taken > 100 && refused > 100);
    sidle_world_destroy(forged);
    sidle_world_destroy(world);
}

/* A step of no length would be divided by. */
static void a_last_step_that_was_none_is_refused(void **state) {
    (void)state;
    static const float TIMES[] = {1e-40f, 1e-6f, -1, 0, TICK};
    sidle_profile_id slow;
    sidle_world *world = busy_world_with(&slow);
    for (int k = 0; k < 5; k++) {
        inside_set_last_dt(world, TIMES[k]);
        assert_int_equal(try_changed(world, slow), k > 2);
    }
    sidle_world_destroy(world);
}

/* The generation is a field too, so an id does not outlast a change. */
static sidle_unit_id nth_unit(const sidle_world *world, uint32_t n) {
    sidle_unit_id id = sidle_unit_next(world, NOBODY);
    for (; n && sidle_unit_next(world, id).slot; n--) id = sidle_unit_next(world, id);
    return id;
}

/* Two and three fields at once. */
static void values_that_contradict_each_other_are_refused_or_hold_together(void **state) {
    (void)state;
    sidle_profile_id slow;
    sidle_world *world = busy_world_with(&slow), *forged = open_world(1, 1);
    int runs = getenv("SIDLE_LONG") ? 1000000 : 10000;
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

/* ---- memory ---- */

/* Each block in turn is refused: the call says so, and the world is as it was. */
static void loading_and_copying_survive_without_memory(void **state) {
    (void)state;
    purse m = {0};
    sidle_world_def def = def_with(&m);
    sidle_world *world = busy_world();
    saved s = save(world);
    for (int copies = 0; copies < 2; copies++) {
        sidle_world *into = crowd_make(def, 30);
        uint64_t before = sidle_world_hash(into);
        sidle_result result = SIDLE_ERROR_MEMORY;
        for (size_t given = 0; result; given++) {
            size_t blocks = m.blocks;
            m.limited = true, m.left = given;
            result =
                copies ? sidle_world_copy(into, world) : sidle_world_load(into, s.bytes, s.size);
            m.limited = false;
            if (!result) break;
            assert_int_equal(result, SIDLE_ERROR_MEMORY);
            assert_true(m.blocks <= blocks + 2); /* clearance that the map will want again */
            assert_true(sidle_world_hash(into) == before);
        }
        assert_true(sidle_world_hash(into) == sidle_world_hash(world));
        crowd_step(into);
        sidle_world_destroy(into);
        assert_int_equal(m.blocks, 0);
    }
    free(s.bytes);
    sidle_world_destroy(world);
}

/* ---- the quick hash ---- */

static void set_tick(sidle_world *world, uint64_t tick) {
    inside_block blocks[INSIDE_BLOCKS];
    inside_blocks_of_world(world, blocks);
    assert_string_equal(blocks[0].name, "tick");
    memcpy(blocks[0].bytes, &tick, sizeof tick);
}

/* In how many of the turns the two have different ones. */
static int turns_that_differ(sidle_world *a, sidle_world *b) {
    int differ = 0;
    for (uint64_t turn = 0; turn < SIDLE_QUICK_TURNS; turn++) {
        set_tick(a, 100 + turn);
        set_tick(b, 100 + turn);
        differ += sidle_world_quick_hash(a) != sidle_world_quick_hash(b);
    }
    return differ;
}

/* A change that moves nobody yet is seen in one turn, one that moves somebody in all of them. */
static void the_quick_hash_sees_all_by_turns(void **state) {
    (void)state;
    sidle_world *a = busy_world(), *b = open_world(3, 3);
    assert_ok(sidle_world_copy(b, a));
    assert_int_equal(turns_that_differ(a, b), 0);
    for (sidle_unit_id id = sidle_unit_next(a, NOBODY); id.slot; id = sidle_unit_next(a, id)) {
        float speed = state_of(a, id).speed_factor;
        assert_ok(sidle_unit_set_speed_factor(b, id, speed + 1));
        assert_int_equal(turns_that_differ(a, b), 1);
        assert_ok(sidle_world_copy(b, a));
        sidle_vec2 at = state_of(a, id).position, aside = {at.x + 0.0625f, at.y};
        if (sidle_unit_teleport(b, id, aside)) continue;
        assert_int_equal(turns_that_differ(a, b), SIDLE_QUICK_TURNS);
        assert_ok(sidle_world_copy(b, a));
    }
    sidle_world_destroy(a);
    sidle_world_destroy(b);
}

/* ---- the page ---- */

/* Each row of the table stands in docs/snapshot.md, in the order of the table, and no other. */
static void the_page_describes_each_field(void **state) {
    (void)state;
    static char page[1 << 16];
    FILE *file = fopen(SIDLE_SOURCE_ROOT "/docs/snapshot.md", "rb");
    assert_non_null(file);
    assert_true(fread(page, 1, sizeof page - 1, file) > 1000);
    fclose(file);
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
}

/* A compact form: what is not used takes no room. */
static void ten_thousand_units_take_at_most_200_bytes_each(void **state) {
    (void)state;
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
static void the_map_of_a_snapshot_is_taken_whatever_map_was_there(void **state) {
    (void)state;
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
            assert_ok(sidle_world_create(&def, &two[n]));
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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_loaded_crowd_goes_on_to_the_same_bits),
        cmocka_unit_test(it_does_so_at_any_tick_after_any_calls),
        cmocka_unit_test(a_queue_goes_on_when_some_are_gone),
        cmocka_unit_test(events_are_kept),
        cmocka_unit_test(ids_are_kept),
        cmocka_unit_test(a_released_profile_leaves_nothing),
        cmocka_unit_test(the_bytes_do_not_depend_on_the_order_in_memory),
        cmocka_unit_test(a_copy_looks_ahead_and_leaves_the_world_alone),
        cmocka_unit_test(a_copy_takes_an_order_again_like_the_world),
        cmocka_unit_test(a_damaged_snapshot_is_refused),
        cmocka_unit_test(a_snapshot_needs_its_room),
        cmocka_unit_test(the_quick_hash_sees_all_by_turns),
        cmocka_unit_test(the_page_describes_each_field),
        cmocka_unit_test(ten_thousand_units_take_at_most_200_bytes_each),
        cmocka_unit_test(a_number_that_is_longer_than_it_has_to_be_is_refused),
        cmocka_unit_test(the_map_of_a_snapshot_is_taken_whatever_map_was_there),
        cmocka_unit_test(a_forged_snapshot_is_refused_or_holds_together),
        cmocka_unit_test(any_value_of_a_unit_is_refused_or_holds_together),
        cmocka_unit_test(a_last_step_that_was_none_is_refused),
        cmocka_unit_test(values_that_contradict_each_other_are_refused_or_hold_together),
        cmocka_unit_test(loading_and_copying_survive_without_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
