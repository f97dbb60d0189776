/* What a host may count on beside behaviour: time for edits and loading, memory, calls of hooks. */
#include "crowd.h"
#include "purse.h"
#include "support.h"

#include <math.h>
#include <time.h>

/* Sanitizers and builds that do not optimize keep ratios, not times. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || !defined(__OPTIMIZE__)
static const double SLOWER = 20;
#else
static const double SLOWER = 1;
#endif

enum { LARGE = 1024, SMALL = 128 }; /* cells, sides of maps */

/* ---- measuring ---- */

/* us of this thread alone: what else the machine does is not counted. */
static double clock_us(void) {
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec * 1e6 + (double)now.tv_nsec * 1e-3;
}

static double least(double a, double b) {
    return a < b ? a : b;
}

static int by_size(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *times, size_t count) {
    qsort(times, count, sizeof *times, by_size);
    return times[count / 2];
}

/* ---- buildings ---- */

enum { EDITS = 100, BUILDING = 4 /* cells, a side */, TOWN = 1000 /* units */ };

static const double EDIT_MOST = 100, MORE_FOR_THE_MAP = 3; /* us; times */

/* A square of units in the upper left, of which half are under way within it. */
static sidle_world *town(uint32_t side) {
    sidle_world *world = open_world(side, side);
    uint32_t row = (uint32_t)ceilf(sqrtf(TOWN));
    for (uint32_t k = 0; k < TOWN; k++) {
        float x = 2 + 3 * (float)(k % row), y = 2 + 3 * (float)(k / row);
        sidle_unit_id id = unit_at(world, x, y);
        if (k % 2) assert_ok(sidle_unit_go(world, id, (sidle_vec2){y, x}));
    }
    run(world, 1);
    return world;
}

/* us for a building beside the units that goes up, or down again. */
static double build(sidle_world *world, bool up) {
    double start = clock_us();
    assert_ok(sidle_world_set_cells(world, 110, 50, BUILDING, BUILDING,
                                    up ? SIDLE_TERRAIN_TREES : SIDLE_TERRAIN_GROUND));
    return clock_us() - start;
}

static void leave_alone(sidle_world *world) {
    (void)world;
}

static void step_once(sidle_world *world) {
    assert_ok(sidle_world_step(world, TICK));
}

/* Somebody stands elsewhere than when units were sorted by place. */
static void move_one(sidle_world *world) {
    sidle_unit_id first = sidle_unit_next(world, NOBODY);
    assert_ok(sidle_unit_teleport(world, first, state_of(world, first).position));
}

/* Median over buildings that go up and down, each after something has been done to the world. */
static double edits(sidle_world *world, void (*before)(sidle_world *)) {
    double times[EDITS];
    for (int k = 0; k < EDITS; k++) {
        before(world);
        times[k] = build(world, k % 2 == 0);
    }
    return median(times, EDITS);
}

static double edit_time(uint32_t side, void (*before)(sidle_world *)) {
    sidle_world *world = town(side);
    double best = INFINITY;
    build(world, false);
    for (int k = 0; k < 3; k++) best = least(best, edits(world, before));
    sidle_world_destroy(world);
    return best;
}

/* Whatever the map, while units move, and when the next step sorts all of them, now and then or as
 * the host has moved a unit: that is nothing that a building has to wait for. */
TEST(a_building_takes_little_time) {
    static void (*const BEFORE[])(sidle_world *) = {leave_alone, step_once, move_one};
    for (int k = 0; k < 3; k++) {
        double small = edit_time(SMALL, BEFORE[k]), large = edit_time(LARGE, BEFORE[k]);
        print_message("%.1f us on a map of %d cells a side, %.1f us of %d\n", small, SMALL, large,
                      LARGE);
        assert_true(large < EDIT_MOST * SLOWER);
        assert_true(large < MORE_FOR_THE_MAP * small);
    }
}

/* ---- loading ---- */

enum { LOADS = 5 };

static const double LOAD_MOST = 50000; /* us */

/* Single cells and walls in both directions, on a third of the map. */
static uint8_t *random_walls(uint32_t side) {
    uint8_t *cells = calloc(side, side);
    dice d = {7};
    for (uint32_t wall = 0; wall < side * side / 30; wall++) {
        uint32_t x = roll(&d, side), y = roll(&d, side), length = 1 + roll(&d, 20);
        bool across = roll(&d, 2);
        for (uint32_t k = 0; k < length; k++) {
            if (x >= side || y >= side) break;
            cells[y * side + x] = (uint8_t)(wall % 2 ? SIDLE_TERRAIN_TREES : SIDLE_TERRAIN_WATER);
            across ? x++ : y++;
        }
    }
    return cells;
}

TEST(a_large_map_is_loaded_at_once) {
    sidle_world_def def = sidle_world_def_default();
    uint8_t *cells = random_walls(LARGE);
    sidle_profile swimmer = sidle_profile_default();
    double create = INFINITY, add = INFINITY;
    def.width = def.height = LARGE;
    def.cells = cells;
    swimmer.passable = SIDLE_PASS(SIDLE_TERRAIN_WATER);
    for (int k = 0; k < LOADS; k++) {
        double start = clock_us();
        sidle_world *world = world_from(&def);
        double created = clock_us();
        profile_in(world, &swimmer);
        add = least(add, clock_us() - created);
        create = least(create, created - start);
        sidle_world_destroy(world);
    }
    free(cells);
    print_message("%.1f ms for a world, %.1f ms for another mask\n", create / 1000, add / 1000);
    assert_true(create < LOAD_MOST * SLOWER);
    assert_true(add < LOAD_MOST * SLOWER);
}

/* ---- memory ---- */

TEST(a_steady_tick_takes_no_memory_whatever_the_orders) {
    purse b = {0};
    sidle_world *world = crowd_make(def_with(&b), 2000);
    crowd_step(world);
    size_t calls = b.calls, in_use = b.in_use;
    for (int tick = 0; tick < 300; tick++) {
        if (tick == 150) crowd_thin(world, 10);
        crowd_step(world);
        assert_int_equal(b.calls, calls);
        assert_int_equal(b.in_use, in_use);
    }
    sidle_world_destroy(world);
    assert_int_equal(b.in_use, 0);
}

/* A large map with two masks in use, and so many units under way. One step, for what is taken only
 * then: the buckets by which units are sorted, whose number is the map's and not theirs. */
static sidle_world *populated(purse *b, uint32_t units) {
    sidle_world_def def = def_with(b);
    sidle_profile swimmer = sidle_profile_default();
    swimmer.passable |= SIDLE_PASS(SIDLE_TERRAIN_WATER);
    def.width = def.height = LARGE;
    def.units = units;
    sidle_world *world = world_from(&def);
    profile_in(world, &swimmer);
    for (uint32_t k = 0; k < units; k++) {
        float x = 2 + 3 * (float)(k % 330), y = 2 + 3 * (float)(k / 330);
        assert_ok(sidle_unit_go(world, unit_at(world, x, y), (sidle_vec2){y, x}));
    }
    step_once(world);
    return world;
}

/* Bytes. Units take more than the 256 that are asked of them, and cells leave a part of that: a
 * large world keeps within 8 for a cell and 293 for a unit. Of a unit's, 20 are for its place in a
 * queue; a world none of whose profiles queues does without them. */
static const double CELL_ASKED = 8, UNIT_ASKED = 293, UNIT_MOST = 334;

TEST(a_large_world_fits_into_its_memory) {
    enum { MANY = 100000 };
    purse one = {0}, many = {0};
    sidle_world *empty = populated(&one, 1), *full = populated(&many, MANY);
    double for_a_cell = (double)one.in_use / LARGE / LARGE;
    double for_a_unit = (double)(many.in_use - one.in_use) / (MANY - 1);
    print_message("%.2f bytes for a cell, %.1f for a unit\n", for_a_cell, for_a_unit);
    assert_true((double)many.in_use <= CELL_ASKED * LARGE * LARGE + UNIT_ASKED * MANY);
    assert_true(for_a_cell <= CELL_ASKED);
    assert_true(for_a_unit <= UNIT_MOST);
    sidle_world_destroy(empty);
    sidle_world_destroy(full);
}

TEST(units_that_were_announced_need_no_more_memory) {
    purse b = {0};
    sidle_world_def def = def_with(&b);
    def.units = 1000;
    sidle_world *world = world_from(&def);
    size_t calls = b.calls;
    for (uint32_t k = 0; k < def.units; k++)
        unit_at(world, 2 + (float)(k % 40) * 1.5f, 2 + (float)(k / 40) * 1.5f);
    assert_int_equal(b.calls, calls);
    unit_at(world, 62, 62); /* one more than that */
    assert_true(b.calls > calls);
    sidle_world_destroy(world);
    assert_int_equal(b.in_use, 0);
}

TEST(more_units_than_a_world_may_hold_are_refused) {
    purse b = {0};
    sidle_world_def def = def_with(&b);
    sidle_world *world;
    def.units = SIDLE_MAX_UNITS + 1;
    assert_int_equal(sidle_world_create(&def, &world), SIDLE_ERROR_LIMIT);
    assert_null(world);
    def.units = UINT32_MAX;
    assert_int_equal(sidle_world_create(&def, &world), SIDLE_ERROR_LIMIT);
    assert_int_equal(b.calls, 0);
}

/* ---- phases ---- */

typedef struct diary {
    uint32_t calls;
    sidle_phase phases[2 * (SIDLE_PHASE_COUNT + 1)];
} diary;

static void write_down(void *context, sidle_phase phase) {
    diary *d = context;
    assert_true(d->calls < sizeof d->phases / sizeof *d->phases);
    d->phases[d->calls++] = phase;
}

static void assert_phases_of_a_step(sidle_world *world, diary *d) {
    d->calls = 0;
    assert_ok(sidle_world_step(world, TICK));
    assert_int_equal(d->calls, SIDLE_PHASE_COUNT + 1);
    for (uint32_t k = 0; k < d->calls; k++) assert_int_equal(d->phases[k], k);
}

TEST(the_phases_of_a_step_are_told_in_order) {
    static const sidle_phase DOCUMENTED[] = {
        SIDLE_PHASE_SORT,    SIDLE_PHASE_TARGET, SIDLE_PHASE_LOOK, SIDLE_PHASE_MOVE,
        SIDLE_PHASE_CONTACT, SIDLE_PHASE_END,    SIDLE_PHASE_COUNT};
    for (uint32_t k = 0; k <= SIDLE_PHASE_COUNT; k++) assert_int_equal(DOCUMENTED[k], k);
    diary d = {0};
    sidle_world_def def = sidle_world_def_default();
    def.hooks = (sidle_hooks){.context = &d, .phase = write_down};
    sidle_world *world = world_from(&def);
    assert_phases_of_a_step(world, &d); /* of nobody */
    sidle_unit_id id = unit_at(world, 10, 10);
    assert_ok(sidle_unit_go(world, id, (sidle_vec2){20, 20}));
    for (int k = 0; k < 30; k++) assert_phases_of_a_step(world, &d);
    for (int k = 0; k < 300; k++) unit_at(world, 2 + (float)(k % 30) * 2, 30 + (float)(k / 30) * 2);
    assert_phases_of_a_step(world, &d);
    assert_ok(sidle_unit_destroy(world, id));
    assert_phases_of_a_step(world, &d);
    sidle_world_destroy(world);
}

TESTS_OF(promises)
