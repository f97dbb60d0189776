/* Random towns come to rest in order, task by task: at least the share that the table below says is
 * clean. The seeds are those that nobody chose: each task begins where the last one ended.
 * SIDLE_LONG=N plays N towns of each task, of all sizes.
 *
 * And what a town promises before anybody moves: units stand apart and on ground, and its goals fit
 * and can be reached. */
#include "benchmarks/town_bench.h"
#include "input/drawing_of.h"
#include "input/fixture.h"
#include "scenes/generate.h"
#include "simulation/simulation.h"

#include "support.h"

#include <math.h>
#include <stb_ds.h>

/* Small towns in CI. */
enum { SCENES = 12, UNITS = 30, MOST_SCENES = 100000, FIRST_SEED = 5000000, PER_TASK = 100000 };

/* Share of the towns of each task that have to be clean: a little less than the worst task has. */
static const double LEAST_CLEAN = 0.75;

/* Of each task with so many seeds: towns are made, but not played. */
enum { PROMISED = 40 };

static uint32_t scenes(void) {
    const char *wanted = getenv("SIDLE_LONG");
    unsigned long count = wanted ? strtoul(wanted, NULL, 10) : SCENES;
    if (wanted && count <= 1) count = 100; /* as other tests have it: SIDLE_LONG=1 */
    return (uint32_t)(count < MOST_SCENES ? count : MOST_SCENES);
}

static uint32_t seed_of(town_task task) {
    return FIRST_SEED + (uint32_t)task * PER_TASK;
}

static void towns_are_clean(void **state) {
    town_task task = (town_task)(uintptr_t)*state;
    town_bench_options o = {.scenes = scenes(), .seed = seed_of(task), .jobs = 2};
    o.units = getenv("SIDLE_LONG") ? 0 : UNITS;
    town_verdict *verdicts = calloc(o.scenes, sizeof *verdicts);
    complaints to = {.out = stderr};
    assert_true(town_bench_task(task, &o, verdicts, &to));
    uint32_t clean = 0;
    for (uint32_t k = 0; k < o.scenes; k++) {
        char name[TOWN_NAME], words[TOWN_WORDS];
        town_keys keys = town_bench_keys(task, &o, k);
        town_name(&keys, name);
        town_verdict_words(&verdicts[k], words);
        if (!verdicts[k].clean) print_message("sidle run %s  # %s\n", name, words);
        clean += verdicts[k].clean;
        assert_int_equal(verdicts[k].faults[TOWN_IN_WALLS], 0);
    }
    print_message("%s: %u of %u are clean\n", town_task_name(task), clean, o.scenes);
    assert_true((double)clean >= LEAST_CLEAN * (double)o.scenes);
    free(verdicts);
}

/* Towns in which units once stood for ever, or at the wrong place. */
static void towns_of_old_locks_are_clean(void **state) {
    (void)state;
    static const struct {
        town_task task;
        uint32_t seed;
        float cut_corners; /* cells */
    } LOCKS[] = {
        {TOWN_CROSSING, 990119,
         0}, /* in a queue behind a friend that returned to where the queue was */
        {TOWN_CROSSING, 9400001, 0},    /* before an enemy that returned to its place */
        {TOWN_MARCH, 9996013, 0},       /* behind units that waited for the others */
        {TOWN_MARCH, 9994003, 1},       /* between two walls, on a detour too tight for its body */
        {TOWN_SECOND, 990145, 0},       /* beyond the window of the field of places */
        {TOWN_SCATTER, 990109, 0},      /* at a corner of a lane that a coarse lattice cut */
        {TOWN_UNREACHABLE, 1740017, 0}, /* in a corner, as another one had taken its place */
        {TOWN_SWAP, 9400002, 1},        /* in a pocket, as it had passed a waypoint from afar */
        {TOWN_UNLOAD, 9997001, 1},      /* it turned on the spot, as its place lay behind it */
        {TOWN_SECOND, 9965001, 1},      /* off its place, as a neighbour stood a little inside */
        {TOWN_SECOND, 4440004, 0},      /* just off the place to which it returned */
        {TOWN_SECOND, 9966006, 1},      /* pushed off a friend that made room for it */
        {TOWN_UNREACHABLE, 9966011, 1}, /* inside another one, moved by contact after its arrival */
        {TOWN_BUILDING, 9101013, 0},    /* waited behind a unit that came clear */
        {TOWN_OVERFULL, 9951004, 1},    /* waited behind a unit on its place */
    };
    for (size_t n = 0; n < sizeof LOCKS / sizeof *LOCKS; n++) {
        town_bench_options o = {.scenes = 1, .seed = LOCKS[n].seed, .jobs = 1};
        o.with.cut_corners = LOCKS[n].cut_corners;
        town_verdict verdict;
        complaints to = {.out = stderr};
        char words[TOWN_WORDS];
        assert_true(town_bench_task(LOCKS[n].task, &o, &verdict, &to));
        town_verdict_words(&verdict, words);
        if (!verdict.clean) fail_msg("%s %u: %s", town_task_name(LOCKS[n].task), o.seed, words);
    }
}

/* ---- what a town promises ---- */

static scene town_of(town_task task, uint32_t seed) {
    char name[TOWN_NAME];
    complaints to = {.out = stderr};
    town_name(&(town_keys){.task = task, .map = TOWN_MAP_COUNT, .seed = seed}, name);
    scene s = scene_make(name);
    assert_true(scene_generate(name, 0, &s, &to));
    return s;
}

static float apart(const scene *s, sidle_vec2 a, uint32_t of_a, sidle_vec2 b, uint32_t of_b) {
    return hypotf(a.x - b.x, a.y - b.y) - s->profiles[of_a].values.radius -
           s->profiles[of_b].values.radius;
}

/* Units that are unloaded stand in one point. */
static void check_starts(const scene *s) {
    for (size_t a = 0; a < arrlenu(s->units); a++)
        for (size_t b = a + 1; b < arrlenu(s->units); b++) {
            const scene_unit *one = &s->units[a], *other = &s->units[b];
            if (one->unloads > 0 && other->unloads > 0) continue;
            assert_true(apart(s, one->position, one->profile, other->position, other->profile) > 0);
        }
}

static void check_own_goals(const scene *s) {
    for (size_t a = 0; a < arrlenu(s->units); a++)
        for (size_t b = a + 1; b < arrlenu(s->units); b++) {
            const scene_unit *one = &s->units[a], *other = &s->units[b];
            if (one->order != SIDLE_ORDER_GO || other->order != SIDLE_ORDER_GO) continue;
            assert_true(apart(s, one->goal, one->profile, other->goal, other->profile) > 0);
        }
}

/* Every order that goes to a point gets a path to it in the first tick. */
static void check_ways(const scene *s) {
    sim_options options = {.hz = s->hz, .threads = 1};
    complaints to = {.out = stderr};
    sim *run = sim_open(s, &options, &to);
    outcome o;
    assert_non_null(run);
    assert_true(sim_tick(run));
    sim_outcome(run, &o);
    assert_int_equal(o.unreachable, 0);
    sim_close(run);
}

static void check_town(const scene *s, int task, bool with_ways) {
    bool own = task == TOWN_SCATTER || task == TOWN_SWAP || task == TOWN_GATHER ||
               task == TOWN_IDLE || task == TOWN_CROSSING;
    assert_true(arrlenu(s->units) >= 2);
    check_starts(s);
    if (own) check_own_goals(s);
    if (task != TOWN_UNREACHABLE && with_ways) check_ways(s);
}

static void towns_are_possible(void **state) {
    (void)state;
    for (int task = 0; task < TOWN_TASK_COUNT; task++)
        for (uint32_t seed = 0; seed < PROMISED; seed++) {
            scene s = town_of((town_task)task, seed_of((town_task)task) + seed);
            check_town(&s, task, seed < PROMISED / 8);
            scene_free(&s);
        }
}

/* A map that is no square, and kinds of which the largest stands last. */
static void towns_on_a_map_and_with_kinds_that_are_brought_are_possible(void **state) {
    (void)state;
    complaints to = {.out = stderr};
    scene own = scene_make("own");
    assert_true(fixture_read(SIDLE_SOURCE_ROOT "/maps/two_bridges.map", &own, &to));
    own.profiles[scene_profile_add(&own, "tank", 4)].values.radius = 1;
    for (int task = 0; task < TOWN_TASK_COUNT; task++)
        for (uint32_t seed = 0; seed < PROMISED / 8; seed++) {
            const town_keys keys = {
                .task = (town_task)task, .map = TOWN_MAP_COUNT, .units = 80, .seed = seed};
            scene s = scene_make("town");
            assert_true(town_make(&keys, &own, &s));
            assert_int_equal(s.width, own.width);
            assert_int_equal(s.height, own.height);
            assert_int_equal(arrlenu(s.profiles), arrlenu(own.profiles));
            assert_float_equal(s.profiles[0].values.radius, 1, 0);
            bool drawn = task == TOWN_OVERFULL || task == TOWN_UNREACHABLE;
            size_t cells = (size_t)s.width * s.height;
            if (!drawn) assert_memory_equal(s.cells, own.cells, cells);
            check_town(&s, task, seed == 0);
            scene_free(&s);
        }
    scene_free(&own);
}

static void check_same_units(const scene *a, const scene *b) {
    assert_int_equal(arrlenu(a->units), arrlenu(b->units));
    for (size_t k = 0; k < arrlenu(a->units); k++) {
        const scene_unit *one = &a->units[k], *other = &b->units[k];
        assert_memory_equal(&one->position, &other->position, sizeof one->position);
        assert_int_equal(one->profile, other->profile);
        assert_int_equal(one->order, other->order);
        assert_float_equal(one->dies, other->dies, 0);
        assert_float_equal(one->unloads, other->unloads, 0);
        if (one->order != SIDLE_ORDER_GO) continue;
        assert_memory_equal(&one->goal, &other->goal, sizeof one->goal);
    }
}

static void the_same_seed_makes_the_same_town(void **state) {
    (void)state;
    scene a = town_of(TOWN_DYING, 7), b = town_of(TOWN_DYING, 7);
    assert_int_equal(a.width, b.width);
    assert_memory_equal(a.cells, b.cells, (size_t)a.width * a.height);
    check_same_units(&a, &b);
    scene_free(&a);
    scene_free(&b);
}

/* `sidle convert` keeps a town as a fixture. */
static void a_town_survives_as_a_fixture(void **state) {
    (void)state;
    static const town_task KEPT[] = {TOWN_SCATTER, TOWN_SECOND,   TOWN_STOP,
                                     TOWN_UNLOAD,  TOWN_BUILDING, TOWN_DYING};
    for (size_t n = 0; n < sizeof KEPT / sizeof *KEPT; n++) {
        scene a = town_of(KEPT[n], 3), b = scene_make("kept");
        a.congestion = n % 2;
        complaints to = {.out = stderr};
        drawing d;
        assert_true(drawing_of(&a, &d, &to));
        char *text = drawing_text(&d);
        assert_true(fixture_read_text("kept", text, &b, &to));
        assert_float_equal(a.hz, b.hz, 0);
        assert_int_equal(a.congestion, b.congestion);
        assert_int_equal(arrlenu(a.later), arrlenu(b.later));
        for (size_t k = 0; k < arrlenu(a.later); k++) {
            assert_float_equal(a.later[k].time, b.later[k].time, 0);
            assert_int_equal(a.later[k].order, b.later[k].order);
            if (a.later[k].order) assert_float_equal(a.later[k].goal.x, b.later[k].goal.x, 0);
        }
        check_same_units(&a, &b);
        free(text);
        drawing_free(&d);
        scene_free(&a);
        scene_free(&b);
    }
}

/* ---- slow units, and paths that ignore the radius ---- */

static const town_speeds SLOW = {0.3f, 1.3f};

static void a_slow_town_is_the_same_town_at_another_speed(void **state) {
    (void)state;
    for (uint32_t seed = 0; seed < PROMISED; seed++) {
        town_keys keys = {.map = TOWN_MAP_COUNT, .seed = seed, .speeds = SLOW};
        char name[TOWN_NAME];
        complaints to = {.out = stderr};
        town_name(&keys, name);
        scene usual = town_of(TOWN_RALLY, seed), slow = scene_make(name);
        assert_true(scene_generate(name, 0, &slow, &to));
        for (size_t k = 0; k < arrlenu(slow.profiles); k++) {
            const sidle_profile *p = &slow.profiles[k].values, *q = &usual.profiles[k].values;
            assert_true(p->top_speed >= SLOW.low - 0.01f && p->top_speed <= SLOW.high + 0.01f);
            float seconds = q->top_speed / q->acceleration;
            assert_float_equal(p->top_speed / p->acceleration, seconds, 1e-4f * seconds);
        }
        check_same_units(&usual, &slow);
        if (usual.profiles[0].values.top_speed > 2 * SLOW.high)
            assert_true(slow.seconds > usual.seconds);
        scene_free(&usual);
        scene_free(&slow);
    }
}

/* Adds the waypoints of the first paths of that town to the list. */
static void add_waypoints(uint32_t seed, float cut_corners, sidle_vec2 **list) {
    enum { MOST = 64 };
    scene s = town_of(TOWN_GATHER, seed);
    sim_options options = {.hz = s.hz, .threads = 1, .cut_corners = cut_corners};
    complaints to = {.out = stderr};
    sim *run = sim_open(&s, &options, &to);
    assert_non_null(run);
    assert_true(sim_tick(run));
    for (size_t k = 0; k < arrlenu(s.units); k++) {
        sidle_vec2 points[MOST];
        uint32_t count = 0;
        sidle_unit_path_left(sim_world(run), sim_unit(run, k), points, MOST, &count);
        for (uint32_t n = 0; n < count && n < MOST; n++) arrput(*list, points[n]);
    }
    sim_close(run);
    scene_free(&s);
}

/* The library moves the waypoints that do not fit, so they are compared with those that do. */
static void paths_ignore_the_radius_when_they_cut_corners(void **state) {
    (void)state;
    sidle_vec2 *usual = NULL, *cut = NULL;
    size_t moved = 0;
    for (uint32_t seed = 0; seed < 8; seed++) {
        add_waypoints(seed, 0, &usual);
        add_waypoints(seed, 1, &cut);
    }
    assert_int_equal(arrlenu(usual), arrlenu(cut));
    for (size_t k = 0; k < arrlenu(usual); k++)
        moved += usual[k].x != cut[k].x || usual[k].y != cut[k].y;
    assert_true(moved > arrlenu(usual) / 2 && moved > 100);
    arrfree(usual);
    arrfree(cut);
}

/* Everybody arrives by such paths, at any speed. */
static void slow_units_arrive_on_paths_that_cut_corners(void **state) {
    (void)state;
    static const town_task TASKS[] = {TOWN_RALLY, TOWN_GATHER, TOWN_SECOND};
    for (size_t n = 0; n < sizeof TASKS / sizeof *TASKS; n++) {
        town_bench_options o = {.scenes = 4, .seed = seed_of(TASKS[n]), .jobs = 2, .units = UNITS};
        town_verdict verdicts[4];
        complaints to = {.out = stderr};
        o.speeds = SLOW;
        o.with.cut_corners = 1;
        assert_true(town_bench_task(TASKS[n], &o, verdicts, &to));
        for (uint32_t k = 0; k < o.scenes; k++) {
            char words[TOWN_WORDS];
            town_verdict_words(&verdicts[k], words);
            if (verdicts[k].done < 0)
                fail_msg("%s %u: %s", town_task_name(TASKS[n]), o.seed + k, words);
        }
    }
}

static void wrong_keys_are_refused(void **state) {
    (void)state;
    static const char *const WRONG[] = {"@town,task=raly", "@town,seed=x", "@town,units=1",
                                        "@town,map=sea",   "@town7",       "@town,colour=red",
                                        "@town+cell0.5",   "@town,seed=",  "@town,top_speed=2:1"};
    for (size_t k = 0; k < sizeof WRONG / sizeof *WRONG; k++) {
        complaints to = {0};
        scene s = scene_make(WRONG[k]);
        assert_false(scene_generate(WRONG[k], 1, &s, &to));
        assert_int_equal(to.count, 1);
        scene_free(&s);
    }
}

int main(void) {
    enum { OTHERS = 9 };
    struct CMUnitTest tests[TOWN_TASK_COUNT + OTHERS] = {
        cmocka_unit_test(towns_of_old_locks_are_clean),
        cmocka_unit_test(towns_are_possible),
        cmocka_unit_test(towns_on_a_map_and_with_kinds_that_are_brought_are_possible),
        cmocka_unit_test(a_slow_town_is_the_same_town_at_another_speed),
        cmocka_unit_test(paths_ignore_the_radius_when_they_cut_corners),
        cmocka_unit_test(slow_units_arrive_on_paths_that_cut_corners),
        cmocka_unit_test(the_same_seed_makes_the_same_town),
        cmocka_unit_test(wrong_keys_are_refused),
        cmocka_unit_test(a_town_survives_as_a_fixture)};
    for (int k = 0; k < TOWN_TASK_COUNT; k++)
        tests[k + OTHERS] = (struct CMUnitTest){town_task_name((town_task)k), towns_are_clean, NULL,
                                                NULL, (void *)(uintptr_t)k};
    return _cmocka_run_group_tests("towns", tests, TOWN_TASK_COUNT + OTHERS, NULL, NULL);
}
