/* Random towns come to rest in order, as often as those of the published table, in
 * test/bench/README.md: the test fails when so many towns of one task, or of all tasks together,
 * are not clean as would happen by chance once in a hundred runs of this test. It plays a few small
 * towns of each task, always the same ones; SIDLE_LONG=N plays N others of each task, of all sizes,
 * with seeds from SIDLE_SEED on.
 *
 * And what a town promises before anybody moves: units stand apart and on ground, and its goals fit
 * and can be reached.
 *
 *   test_towns          all
 *   test_towns A/B      part A of B: every B-th test, for several processes side by side
 *   test_towns quick    one small town of each task, without a fault that is never right */
#include "benchmarks/chance.h"
#include "benchmarks/town_bench.h"
#include "input/drawing_of.h"

#include "fixtures.h"

#include <stb_ds.h>

/* Small towns by default. The published ones have 20 to 300 units; of small ones a little more are
 * clean: 757 of 760, with other seeds. */
enum { SCENES = 12, LONG_SCENES = 100, UNITS = 30, QUICK_UNITS = 20, MOST_SCENES = 100000 };

/* Each task has a range of seeds of its own. Nobody chose them; SIDLE_LONG plays others. */
enum { FIRST_SEED = 5000000, LONG_SEED = 20000000, PER_TASK = 100000 };

/* The chance of a false alarm of the whole test: half of it for all tasks together, as most towns
 * tell most, and the other half shared by the tasks. A choice: fewer false alarms take more towns
 * to see the same fall. */
static const double FALSE_ALARM = 0.01;

/* Of each task with so many seeds: towns are made, but not played. */
enum { PROMISED = 40 };

static uint32_t number_in(const char *name, uint32_t otherwise) {
    const char *text = getenv(name);
    return text ? (uint32_t)strtoul(text, NULL, 10) : otherwise;
}

static uint32_t scenes(void) {
    uint32_t wanted = number_in("SIDLE_LONG", SCENES);
    if (wanted <= 1) wanted = LONG_SCENES; /* as other tests have it: SIDLE_LONG=1 */
    return wanted < MOST_SCENES ? wanted : MOST_SCENES;
}

static uint32_t seed_of(town_task task) {
    return FIRST_SEED + (uint32_t)task * PER_TASK;
}

static uint32_t first_seed(town_task task) {
    if (!getenv("SIDLE_LONG")) return seed_of(task);
    return number_in("SIDLE_SEED", LONG_SEED) + (uint32_t)task * PER_TASK;
}

/* ---- the published table ---- */

enum { PAGE_LINE = 1024 };

typedef struct town_count {
    uint32_t unclean, scenes;
} town_count;

/* The number at the beginning of the text, with its commas. */
static uint32_t number_at(const char *text) {
    uint32_t number = 0;
    for (; *text && *text != ' '; text++)
        if (*text != ',') number = number * 10 + (uint32_t)(*text - '0');
    return number;
}

/* The text behind `begins` in the line of test/bench/README.md that begins so. */
static void read_published(const char *begins, char text[PAGE_LINE]) {
    FILE *page = fopen(SIDLE_SOURCE_ROOT "/test/bench/README.md", "r");
    char line[PAGE_LINE];
    assert_non_null(page);
    *text = '\0';
    while (!*text && fgets(line, sizeof line, page))
        if (!strncmp(line, begins, strlen(begins))) strcpy(text, line + strlen(begins));
    fclose(page);
    if (!*text) fail_msg("test/bench/README.md has no line '%s'", begins);
}

/* "Of 1,900 towns 1,882 are clean". */
static town_count all_published_towns(void) {
    char text[PAGE_LINE];
    read_published("Of ", text);
    const char *clean = strstr(text, " towns ");
    assert_non_null(clean);
    uint32_t count = number_at(text);
    return (town_count){count - number_at(clean + strlen(" towns ")), count};
}

/* "| rally | all to one point | 99.0 % |". */
static town_count published_of(town_task task) {
    char begins[PAGE_LINE], text[PAGE_LINE], *behind;
    uint32_t count = all_published_towns().scenes / TOWN_TASK_COUNT;
    snprintf(begins, sizeof begins, "| %s | %s | ", town_task_name(task), town_task_help(task));
    read_published(begins, text);
    double percent = strtod(text, &behind);
    assert_memory_equal(behind, " % |", 4);
    assert_true(count > 0 && percent >= 0 && percent <= 100);
    return (town_count){(uint32_t)lround((100 - percent) / 100 * count), count};
}

static void add(town_count *to, town_count more) {
    to->unclean += more.unclean;
    to->scenes += more.scenes;
}

/* Its tasks add up to the number that the page gives for all. */
TEST(the_published_table_is_whole) {
    town_count sum = {0, 0}, all = all_published_towns();
    for (int k = 0; k < TOWN_TASK_COUNT; k++) add(&sum, published_of((town_task)k));
    assert_int_equal(sum.scenes, all.scenes);
    assert_int_equal(sum.unclean, all.unclean);
}

/* Are these towns clean as often as the published ones, as far as so many can tell? */
static bool is_as_clean(const char *what, town_count published, town_count played,
                        double false_alarm) {
    double chance =
        chance_of_so_many(published.unclean, published.scenes, played.unclean, played.scenes);
    print_message("%s: %u of %u are clean, %u of %u as published: chance %.2g, at least %.2g\n",
                  what, played.scenes - played.unclean, played.scenes,
                  published.scenes - published.unclean, published.scenes, chance, false_alarm);
    return chance >= false_alarm;
}

TEST(many_towns_that_are_not_clean_are_no_chance) {
    /* By hand: 1 of 2 and none of 2, so the one is in the second sample in half of all cases. */
    assert_float_equal(chance_of_so_many(0, 2, 1, 2), 0.5, 1e-9);
    assert_float_equal(chance_of_so_many(0, 100, 2, 5), 10.0 / 5460, 1e-9);
    assert_float_equal(chance_of_so_many(5, 100, 0, 10), 1, 1e-9);
    /* Fisher's exact test of the table 1, 11; 9, 3. */
    assert_float_equal(chance_of_so_many(1, 12, 9, 12), 0.00137973, 1e-7);
    assert_true(is_as_clean("two of five", (town_count){0, 100}, (town_count){2, 5}, 0.001));
    assert_false(is_as_clean("three of five", (town_count){0, 100}, (town_count){3, 5}, 0.001));
}

/* ---- towns are clean ---- */

/* Of all tasks that this process has played. */
static town_count all_played, all_published;

static void play(town_task task, const town_bench_options *o, town_verdict *verdicts) {
    complaints to = {.out = stderr};
    assert_true(town_bench_task(task, o, verdicts, &to));
    for (uint32_t k = 0; k < o->scenes; k++) {
        char name[TOWN_NAME], words[TOWN_WORDS];
        town_keys keys = town_bench_keys(task, o, k);
        town_name(&keys, name);
        town_verdict_words(&verdicts[k], words);
        if (!verdicts[k].clean) print_message("sidle run %s  # %s\n", name, words);
    }
}

static void towns_are_clean(void **state) {
    town_task task = (town_task)(uintptr_t)*state;
    town_bench_options o = {.scenes = scenes(), .seed = first_seed(task), .jobs = 1};
    o.units = getenv("SIDLE_LONG") ? 0 : UNITS;
    town_verdict *verdicts = calloc(o.scenes, sizeof *verdicts);
    town_count played = {0, o.scenes}, published = published_of(task);
    play(task, &o, verdicts);
    for (uint32_t k = 0; k < o.scenes; k++) {
        played.unclean += !verdicts[k].clean;
        assert_int_equal(verdicts[k].faults[TOWN_IN_WALLS], 0);
    }
    add(&all_played, played);
    add(&all_published, published);
    free(verdicts);
    assert_true(
        is_as_clean(town_task_name(task), published, played, FALSE_ALARM / 2 / TOWN_TASK_COUNT));
}

/* parts: processes that share FALSE_ALARM. */
static void towns_of_all_tasks_are_clean(void **state) {
    uint32_t parts = (uint32_t)(uintptr_t)*state;
    assert_true(is_as_clean("all tasks", all_published, all_played, FALSE_ALARM / 2 / parts));
}

/* The fastest look: faults that no town may have, in one small town. */
static void a_small_town_comes_to_rest(void **state) {
    town_task task = (town_task)(uintptr_t)*state;
    town_bench_options o = {.scenes = 1, .seed = FIRST_SEED, .jobs = 1, .units = QUICK_UNITS};
    town_verdict verdict;
    play(task, &o, &verdict);
    assert_int_equal(verdict.faults[TOWN_IN_WALLS], 0);
    assert_int_equal(verdict.faults[SETTLING_OVERLAPS], 0);
    assert_true(verdict.done >= 0);
}

/* ---- what a town promises ---- */

static scene town_of(town_task task, uint32_t seed) {
    char name[TOWN_NAME];
    town_name(&(town_keys){.task = task, .map = TOWN_MAP_COUNT, .seed = seed}, name);
    return generated(name, 0);
}

static float radius_of(const scene *s, const scene_unit *unit) {
    return s->profiles[unit->profile].values.radius;
}

static float apart(const scene *s, const scene_unit *one, sidle_vec2 a, const scene_unit *other,
                   sidle_vec2 b) {
    return hypotf(a.x - b.x, a.y - b.y) - radius_of(s, one) - radius_of(s, other);
}

/* Units that are unloaded stand in one point. */
static void check_pairs(const scene *s, bool own_goals) {
    for (size_t a = 0; a < arrlenu(s->units); a++)
        for (size_t b = a + 1; b < arrlenu(s->units); b++) {
            const scene_unit *one = &s->units[a], *other = &s->units[b];
            bool go = one->order == SIDLE_ORDER_GO && other->order == SIDLE_ORDER_GO;
            if (one->unloads <= 0 || other->unloads <= 0)
                assert_true(apart(s, one, one->position, other, other->position) > 0);
            if (own_goals && go) assert_true(apart(s, one, one->goal, other, other->goal) > 0);
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
    check_pairs(s, own);
    if (task != TOWN_UNREACHABLE && with_ways) check_ways(s);
}

TEST(towns_are_possible) {
    for (int task = 0; task < TOWN_TASK_COUNT; task++)
        for (uint32_t seed = 0; seed < PROMISED; seed++) {
            scene s = town_of((town_task)task, seed_of((town_task)task) + seed);
            check_town(&s, task, seed < PROMISED / 8);
            scene_free(&s);
        }
}

/* A map that is no square, and kinds of which the largest stands last. */
TEST(towns_on_a_map_and_with_kinds_that_are_brought_are_possible) {
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

TEST(the_same_seed_makes_the_same_town) {
    scene a = town_of(TOWN_DYING, 7), b = town_of(TOWN_DYING, 7);
    assert_int_equal(a.width, b.width);
    assert_memory_equal(a.cells, b.cells, (size_t)a.width * a.height);
    check_same_units(&a, &b);
    scene_free(&a);
    scene_free(&b);
}

/* `sidle convert` keeps a town as a fixture. */
TEST(a_town_survives_as_a_fixture) {
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

TEST(a_slow_town_is_the_same_town_at_another_speed) {
    for (uint32_t seed = 0; seed < PROMISED; seed++) {
        town_keys keys = {.map = TOWN_MAP_COUNT, .seed = seed, .speeds = SLOW};
        char name[TOWN_NAME];
        town_name(&keys, name);
        scene usual = town_of(TOWN_RALLY, seed), slow = generated(name, 0);
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
TEST(paths_ignore_the_radius_when_they_cut_corners) {
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
TEST(slow_units_arrive_on_paths_that_cut_corners) {
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

/* Of towns, at most SCENES (seed 0: of the task): those with units that never rest or give up. */
static int towns_at_fault(town_task task, uint32_t seed, uint32_t count) {
    town_bench_options o = {.scenes = count, .seed = seed ? seed : seed_of(task), .jobs = 2};
    town_verdict verdicts[SCENES];
    int at_fault = 0;
    assert_true(town_bench_task(task, &o, verdicts, &(complaints){.out = stderr}));
    for (uint32_t k = 0; k < count; k++) {
        char words[TOWN_WORDS];
        town_verdict_words(&verdicts[k], words);
        if (verdicts[k].done >= 0 && !verdicts[k].faults[TOWN_GIVEN_UP]) continue;
        print_message("%s %u: %s\n", town_task_name(task), o.seed + k, words);
        at_fault++;
    }
    return at_fault;
}

/* Units in their range and in doors barred others for good. In one town of a hundred they do. */
TEST(crowds_do_not_keep_each_other_from_their_places) {
    assert_true(!towns_at_fault(TOWN_ATTACK, 9505, 1) && !towns_at_fault(TOWN_ATTACK, 9511, 1));
    assert_true(towns_at_fault(TOWN_ATTACK, 0, 8) + towns_at_fault(TOWN_BUILDING, 0, 8) <= 1);
}

/* Hosts that stopped crowds. A path each 2 s took a unit out of its queue each time, so that its
 * patience there never ended, and the same order five times a second let nobody rest. */
TEST(no_habit_of_a_host_stops_a_crowd) {
    enum { TOWNS = 6 };
    static const struct {
        town_task task;
        sim_habit habit;
    } ROWS[] = {{TOWN_SWAP, SIM_HABIT_REFRESH_SLOW},
                {TOWN_MARCH, SIM_HABIT_REFRESH_SLOW},
                {TOWN_OVERFULL, SIM_HABIT_REFRESH_SLOW},
                {TOWN_UNREACHABLE, SIM_HABIT_ORDERS}};
    for (size_t n = 0; n < sizeof ROWS / sizeof *ROWS; n++) {
        town_bench_options o = {.scenes = TOWNS, .seed = seed_of(ROWS[n].task), .jobs = 2};
        town_verdict verdicts[TOWNS];
        complaints to = {.out = stderr};
        o.with.habit = ROWS[n].habit;
        assert_true(town_bench_task(ROWS[n].task, &o, verdicts, &to));
        for (uint32_t k = 0; k < TOWNS; k++) {
            char words[TOWN_WORDS];
            town_verdict_words(&verdicts[k], words);
            if (verdicts[k].done < 0)
                fail_msg("%s %u, %s: %s", town_task_name(ROWS[n].task), o.seed + k,
                         sim_habit_name(ROWS[n].habit), words);
        }
    }
}

TEST(wrong_keys_are_refused) {
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

static void list_towns(CMUnitTestFunction test) {
    for (uintptr_t k = 0; k < TOWN_TASK_COUNT; k++)
        list_test(town_task_name((town_task)k), test, (const void *)k);
}

/* Leaves the tests of part `part` of `parts`, and then that of all its towns. */
static void choose_tests(size_t part, uintptr_t parts) {
    size_t kept = 0;
    list_towns(towns_are_clean);
    for (size_t k = part; k < tests_count; k += parts) tests_here[kept++] = tests_here[k];
    tests_count = kept;
    list_test("towns_of_all_tasks_are_clean", towns_of_all_tasks_are_clean, (const void *)parts);
}

int main(int argc, char **argv) {
    enum { MOST_PARTS = 4 };
    unsigned part = 1, parts = 1;
    bool quick = argc > 1 && !strcmp(argv[1], "quick");
    if (argc > 1 && !quick &&
        (sscanf(argv[1], "%u/%u", &part, &parts) != 2 || part < 1 || part > parts ||
         parts > MOST_PARTS)) {
        fprintf(stderr, "usage: test_towns [A/B|quick]\n");
        return 2;
    }
    if (quick) {
        tests_count = 0;
        list_towns(a_small_town_comes_to_rest);
    } else {
        choose_tests(part - 1, parts);
    }
    return run_listed("towns");
}
