/* What a host may rely on between two steps: events that stay, hashes that
 * say whether the future is the same, and numbers that are what the headers say. */

#include "support.h"

#include <math.h>

/* ---- events ---- */

/* Memory that is given back is overwritten and kept to the end, so that whoever still reads it
 * reads nonsense and does no harm. */
enum { KEPT_MOST = 4096 };

typedef struct keeper {
    void *kept[KEPT_MOST];
    int count;
} keeper;

static void *keeper_allocate(void *context, size_t size) {
    (void)context;
    return malloc(size);
}

static void keeper_release(void *context, void *memory, size_t size) {
    keeper *k = context;
    memset(memory, 0xA5, size);
    assert_true(k->count < KEPT_MOST);
    k->kept[k->count++] = memory;
}

static void keeper_empty(keeper *k) {
    while (k->count) free(k->kept[--k->count]);
}

enum { TROOP = 48 };

/* Many arrive, some jam and ask for a path, some pass waypoints: a step with many events. */
static sidle_world *busy_world(sidle_allocator alloc, sidle_unit_id ids[TROOP]) {
    sidle_world_def def = sidle_world_def_default();
    def.alloc = alloc;
    def.width = def.height = 120;
    sidle_world *world = world_from(&def);
    for (int k = 0; k < TROOP; k++) {
        float x = 10 + 2 * (float)(k % 8), y = 10 + 2 * (float)(k / 8);
        ids[k] = unit_at(world, x, y);
        if (k % 3 == 0) assert_ok(sidle_unit_go(world, ids[k], (sidle_vec2){x, y}));
        if (k % 3 == 1) {
            const sidle_vec2 way[] = {{x, y}, {x + 0.01f, y}, {x + 1, y + 1}};
            assert_ok(sidle_unit_go(world, ids[k], (sidle_vec2){x + 40, y}));
            assert_ok(sidle_unit_set_path(world, ids[k], way, 3));
        }
        if (k % 3 == 2) {
            assert_ok(sidle_unit_pursue(world, ids[k], ids[k - 1]));
        }
    }
    return world;
}

/* What a host does with an event, and more. */
static void answer(sidle_world *world, const sidle_event *e, uint32_t k) {
    const sidle_vec2 way[] = {{20, 60}, {60, 60}, {60, 20}, {70, 20}, {80, 30}};
    for (int n = 0; n < 30; n++) unit_at(world, 2 + 3 * (float)n, 100 + 0.3f * (float)(k % 50));
    sidle_unit_set_path(world, e->unit, way, 5);
    if (k % 5 == 0) assert_ok(sidle_unit_go(world, e->unit, (sidle_vec2){50, 50}));
    if (k % 5 == 1) assert_ok(sidle_unit_hold(world, e->unit));
    if (k % 5 == 2) assert_ok(sidle_unit_stop(world, e->unit));
    if (k % 5 == 3) assert_ok(sidle_unit_patrol(world, e->unit, way, 5));
    if (k % 5 == 4) assert_ok(sidle_unit_destroy(world, e->unit));
    assert_ok(sidle_world_set_cells(world, 110, 2 + k % 80, 2, 1, SIDLE_TERRAIN_TREES));
    if (k == 3) {
        sidle_profile p = sidle_profile_default();
        p.queue = 1; /* this kind needs more memory */
        profile_in(world, &p);
    }
}

TEST(events_stay_until_the_next_step_whatever_the_host_does) {
    static keeper k;
    sidle_unit_id ids[TROOP];
    sidle_world *world = busy_world((sidle_allocator){&k, keeper_allocate, keeper_release}, ids);
    uint32_t count = 0;
    const sidle_event *events = NULL;
    while (count < 10 && sidle_world_tick(world) < 60) {
        assert_ok(sidle_world_step(world, TICK));
        events = sidle_world_events(world, &count);
    }
    assert_true(count >= 10);
    sidle_event *copy = malloc(count * sizeof *copy);
    memcpy(copy, events, count * sizeof *copy);
    for (uint32_t n = 0; n < count; n++) {
        if (!sidle_unit_valid(world, copy[n].unit)) continue;
        answer(world, &copy[n], n);
        for (uint32_t e = 0; e < count; e++)
            if (memcmp(&events[e], &copy[e], sizeof *copy))
                fail_msg("event %u is another after the answer to event %u", e, n);
        uint32_t again;
        const sidle_event *now = sidle_world_events(world, &again);
        assert_int_equal(again, count);
        assert_memory_equal(now, copy, count * sizeof *copy);
    }
    assert_true(sidle_unit_count(world) > 300);
    run(world, 1);
    free(copy);
    sidle_world_destroy(world);
    keeper_empty(&k);
}

/* ---- a world without units ---- */

/* For the eyes of UndefinedBehaviorSanitizer. */
TEST(a_world_that_never_had_a_unit_steps) {
    sidle_world *world = open_world(20, 20);
    for (int k = 0; k < 3; k++) assert_ok(sidle_world_step(world, TICK));
    uint32_t count = 7;
    sidle_world_events(world, &count);
    assert_int_equal(count, 0);
    assert_int_equal(sidle_world_tick(world), 3);
    sidle_profile queues = sidle_profile_default();
    queues.queue = 1;
    profile_in(world, &queues);
    assert_ok(sidle_world_step(world, TICK));
    assert_ok(sidle_world_set_cells(world, 2, 2, 4, 4, SIDLE_TERRAIN_TREES));
    assert_int_equal(sidle_unit_next(world, NOBODY).slot, 0);
    assert_true(sidle_world_hash(world) != 0);
    sidle_world_destroy(world);
}

/* ---- hashes ---- */

static void steps(sidle_world *world, int count, float dt) {
    for (int k = 0; k < count; k++) assert_ok(sidle_world_step(world, dt));
}

/* It keeps its order, and sets out from a stand. */
TEST(a_teleported_unit_comes_to_rest) {
    sidle_world *world = open_world(40, 40);
    sidle_unit_id id = unit_at(world, 5, 5);
    assert_ok(sidle_unit_go(world, id, (sidle_vec2){35, 5}));
    steps(world, 60, TICK);
    assert_true(state_of(world, id).velocity.x > 1.9f);
    assert_ok(sidle_unit_teleport(world, id, (sidle_vec2){20, 20}));
    sidle_unit_state s = state_of(world, id);
    assert_true(s.under_way && s.velocity.x == 0 && s.velocity.y == 0);
    assert_true(s.made_velocity.x == 0 && s.made_velocity.y == 0);
    steps(world, 1, TICK);
    s = state_of(world, id);
    assert_true(hypotf(s.velocity.x, s.velocity.y) < sidle_profile_default().acceleration * 0.034f);
    sidle_world_destroy(world);
}

/* One arrives, one rests beside its prey; then the prey goes on, with the same tick in both. */
TEST(units_that_rested_for_longer_go_on_in_the_same_way) {
    sidle_world *a = open_world(60, 40), *b = open_world(60, 40);
    sidle_world *both[] = {a, b};
    sidle_unit_id prey, hunter, goes;
    for (int k = 0; k < 2; k++) {
        prey = unit_at(both[k], 20, 20);
        hunter = unit_at(both[k], 12, 20);
        goes = unit_at(both[k], 12, 30);
        assert_ok(sidle_unit_pursue(both[k], hunter, prey));
        assert_ok(sidle_unit_go(both[k], goes, (sidle_vec2){20, 30}));
        run(both[k], 12);
    }
    assert_true(state_of(a, hunter).arrived && state_of(a, goes).arrived);
    assert_true(sidle_world_hash(a) == sidle_world_hash(b));
    steps(a, 30, 0.1f);
    steps(b, 30, 0.02f);
    sidle_difference differs;
    char said[200];
    if (sidle_world_differs(a, b, &differs)) {
        sidle_difference_text(&differs, said, sizeof said);
        fail_msg("%s", said);
    }
    assert_true(sidle_world_hash(a) == sidle_world_hash(b));
    for (int k = 0; k < 2; k++) {
        assert_ok(sidle_unit_go(both[k], prey, (sidle_vec2){50, 30}));
        assert_ok(sidle_unit_go(both[k], goes, (sidle_vec2){50, 10}));
    }
    for (int tick = 0; tick < 900; tick++) {
        for (int k = 0; k < 2; k++) assert_ok(sidle_world_step(both[k], TICK));
        if (sidle_world_hash(a) != sidle_world_hash(b))
            fail_msg("the two worlds part %d ticks later", tick + 1);
    }
    for (int k = 0; k < 2; k++) sidle_world_destroy(both[k]);
}

/* ---- sizes of cells ---- */

static sidle_result make_world(uint32_t width, uint32_t height, float cell, sidle_world **world) {
    sidle_world_def def = sidle_world_def_default();
    def.width = width;
    def.height = height;
    def.cell_size = cell;
    return sidle_world_create(&def, world);
}

TEST(cells_are_as_small_as_the_header_says_and_no_smaller) {
    static const float BAD[] = {0, -1, 0.001f, 0.01f, 0.0124f, 0.012499f, SIDLE_MAX_CELL * 1.0001f};
    sidle_world *world;
    for (size_t k = 0; k < sizeof BAD / sizeof *BAD; k++) {
        assert_int_equal(make_world(16, 16, BAD[k], &world), SIDLE_ERROR_ARGUMENT);
        assert_null(world);
    }
    static const float GOOD[] = {SIDLE_MIN_CELL, 0.013f, 0.1f, 100, SIDLE_MAX_CELL};
    for (size_t k = 0; k < sizeof GOOD / sizeof *GOOD; k++) {
        assert_ok(make_world(16, 16, GOOD[k], &world));
        sidle_world_destroy(world);
    }
    assert_ok(make_world(800, 400, 0.0125f, &world));
    sidle_unit_id id = unit_at(world, 2, 2);
    /* The built-in profile has four cells as its radius here, and drives four radii a second. */
    assert_float_equal(state_of(world, id).radius, 0.05f, 1e-6f);
    assert_ok(sidle_unit_go(world, id, (sidle_vec2){2.8f, 2.4f}));
    await_event(world, SIDLE_EVENT_ARRIVED, id, 8);
    sidle_world_destroy(world);
}

/* u that a disc overlaps the cell, in double; below 0 when it is clear of it. */
static double overlap_of_cell(const sidle_unit_state *s, double cell, int64_t x, int64_t y) {
    double px = (double)s->position.x, py = (double)s->position.y;
    double nx = fmin(fmax(px, (double)x * cell), (double)(x + 1) * cell);
    double ny = fmin(fmax(py, (double)y * cell), (double)(y + 1) * cell);
    return (double)s->radius - hypot(px - nx, py - ny);
}

static double deepest_in_walls(const sidle_world *world, const sidle_unit_state *s) {
    double cell = (double)sidle_world_cell_size(world), deepest = -1;
    int64_t reach = (int64_t)((double)s->radius / cell) + 2;
    int64_t cx = (int64_t)((double)s->position.x / cell),
            cy = (int64_t)((double)s->position.y / cell);
    for (int64_t y = cy - reach; y <= cy + reach; y++)
        for (int64_t x = cx - reach; x <= cx + reach; x++)
            if (sidle_world_cell(world, (int32_t)x, (int32_t)y) >= SIDLE_TERRAIN_WATER)
                deepest = fmax(deepest, overlap_of_cell(s, cell, x, y));
    return deepest;
}

/* A crowd among pillars at the far end of a strip of 8192 cells, which floats can't hold. */
static double deepest_among_pillars(uint32_t width, uint32_t height, float cell) {
    enum { MANY = 60 };
    sidle_world *world;
    assert_ok(make_world(width, height, cell, &world));
    bool wide = width > height;
    uint32_t x0 = wide ? width - 200 : 0, y0 = wide ? 0 : height - 200;
    for (uint32_t k = 0; k < 12; k++)
        assert_ok(sidle_world_set_cells(world, x0 + (wide ? 13 * k + 7 : 5 + 9 * (k % 2)),
                                        y0 + (wide ? 5 + 9 * (k % 2) : 13 * k + 7), 7, 6,
                                        SIDLE_TERRAIN_TREES));
    sidle_unit_id ids[MANY];
    int count = 0;
    dice d = {3};
    for (int tries = 0; count < MANY && tries < 4000; tries++) {
        float along = roll_between(&d, 8192 - 195, 8192 - 5) * cell;
        float across = roll_between(&d, 2, 22) * cell;
        sidle_vec2 at = wide ? (sidle_vec2){along, across} : (sidle_vec2){across, along};
        if (!sidle_world_fits(world, (sidle_profile_id){0}, at)) continue;
        ids[count++] = unit_at(world, at.x, at.y);
    }
    assert_int_equal(count, MANY);
    double deepest = -1;
    for (int tick = 0; tick < 600; tick++) {
        for (int k = 0; tick % 60 == 0 && k < MANY; k++) {
            float along = roll_between(&d, 8192 - 199, 8192) * cell,
                  across = roll_between(&d, 0, 24) * cell;
            sidle_vec2 to = wide ? (sidle_vec2){along, across} : (sidle_vec2){across, along};
            assert_ok(sidle_unit_go(world, ids[k], to));
        }
        assert_ok(sidle_world_step(world, TICK));
        for (int k = 0; k < MANY; k++) {
            sidle_unit_state s = state_of(world, ids[k]);
            deepest = fmax(deepest, deepest_in_walls(world, &s));
        }
    }
    sidle_world_destroy(world);
    return deepest;
}

TEST(walls_hold_where_floats_are_coarse) {
    static const float CELLS[] = {0.37f, 1.1f, 2};
    for (size_t k = 0; k < sizeof CELLS / sizeof *CELLS; k++)
        for (int wide = 0; wide < 2; wide++) {
            double cell = (double)CELLS[k], extent = 8192 * cell;
            double allowed = cell / 25000 + ldexp(extent, -22);
            double deepest = deepest_among_pillars(wide ? 8192 : 24, wide ? 24 : 8192, CELLS[k]);
            print_message("8192 cells of %g u: %.7f u deep at most, %.7f allowed\n", cell, deepest,
                          allowed);
            assert_true(deepest > -0.1); /* they do touch walls */
            assert_true(deepest <= allowed);
        }
}

/* ---- the wander clock ---- */

/* Each has a world to itself, and whims of its own: they go by the rank. */
enum { WANDERERS = 6 };

/* How much the turning of wanderers changes: degrees a second, every second, on the average of 40 s
 * with this tick. One whose clock stands still goes in a circle. */
static float whims(sidle_world *const *worlds, float dt) {
    enum { SECONDS = 40, SAMPLES = 10 };
    float changed = 0;
    for (int k = 0; k < WANDERERS; k++) {
        sidle_unit_id id = sidle_unit_next(worlds[k], NOBODY);
        sidle_vec2 then = state_of(worlds[k], id).heading;
        float before = 0;
        for (int n = 0; n < SECONDS * SAMPLES; n++) {
            steps(worlds[k], (int)(1 / (dt * SAMPLES) + 0.5f), dt);
            sidle_vec2 now = state_of(worlds[k], id).heading;
            float turned =
                SAMPLES * atan2f(then.x * now.y - then.y * now.x, then.x * now.x + then.y * now.y);
            if (n) changed += fabsf(turned - before);
            before = turned;
            then = now;
        }
    }
    return changed * 57.29578f / (SECONDS * WANDERERS);
}

static sidle_world *world_of_wanderer(uint32_t rank) {
    sidle_world *world = world_of_cells(10, 200, 200);
    /* Large bodies are sorted into few buckets: hours pass sooner. */
    sidle_unit_id id = unit_ranked(world, profile_of_radius(world, 15), 1000, 1000, rank);
    assert_ok(sidle_unit_wander(world, id, (sidle_vec2){1000, 1000}, 900));
    return world;
}

TEST(a_wanderer_changes_its_direction_at_any_tick_for_hours) {
    static const int LATER[] = {20000, 40000, 100000}; /* s */
    sidle_world *worlds[WANDERERS];
    for (uint32_t k = 0; k < WANDERERS; k++) worlds[k] = world_of_wanderer(k + 1);
    float fresh = whims(worlds, 0.001f);
    int time = 40;
    print_message("at first their turning changes by %.1f degrees/s2\n", (double)fresh);
    bool whimsical = true;
    for (size_t n = 0; n < sizeof LATER / sizeof *LATER; n++) {
        for (int k = 0; k < WANDERERS; k++) steps(worlds[k], (LATER[n] - time) * 4, 0.25f);
        float now = whims(worlds, 0.001f);
        time = LATER[n] + 40;
        print_message("after %d s it changes by %.1f degrees/s2\n", LATER[n], (double)now);
        whimsical = whimsical && now > 0.7f * fresh && now < 1.4f * fresh;
    }
    for (int k = 0; k < WANDERERS; k++) sidle_world_destroy(worlds[k]);
    assert_true(whimsical);
}

TESTS_OF(host_calls)
