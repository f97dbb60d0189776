/* Scenes of the scoreboard, and towns, with all lengths or all times some powers of two as large,
 * under the pathfinder. The units are at the same places but for the scale, to the last bit. */
#include "fixtures.h"
#include "scale.h"
#include "scenes/town_keys.h"

#include <stb_ds.h>

static sidle_vec2 scaled(sidle_vec2 p, float by) {
    return (sidle_vec2){p.x * by, p.y * by};
}

static void scale_points(sidle_vec2 *points, float by) {
    for (ptrdiff_t k = 0; k < arrlen(points); k++) points[k] = scaled(points[k], by);
}

static void scale_unit(scene_unit *u, scale by) {
    u->position = scaled(u->position, by.length);
    u->goal = scaled(u->goal, by.length);
    u->range *= by.length;
    u->start *= by.time;
    u->unloads *= by.time;
    if (u->dies > 0) u->dies *= by.time;
    scale_points(u->via, by.length);
    scale_points(u->patrol, by.length);
}

static scene scaled_scene(const scene *from, scale by) {
    scene s = scene_copy(from);
    s.cell_size *= by.length;
    s.seconds *= by.time;
    s.hz /= by.time;
    for (ptrdiff_t k = 0; k < arrlen(s.profiles); k++) scale_profile(&s.profiles[k].values, by);
    for (ptrdiff_t k = 0; k < arrlen(s.units); k++) scale_unit(&s.units[k], by);
    for (ptrdiff_t k = 0; k < arrlen(s.troops); k++) s.troops[k].formation.gap *= by.length;
    for (ptrdiff_t k = 0; k < arrlen(s.edits); k++) s.edits[k].time *= by.time;
    for (ptrdiff_t k = 0; k < arrlen(s.later); k++) {
        s.later[k].time *= by.time;
        s.later[k].goal = scaled(s.later[k].goal, by.length);
    }
    return s;
}

static void assert_same(const char *name, const sim *a, const sim *b, size_t units, scale by) {
    for (size_t k = 0; k < units; k++) {
        sidle_unit_state p, q;
        sidle_result there = sidle_unit_get(sim_world(a), sim_unit(a, k), &p);
        assert_int_equal(there, sidle_unit_get(sim_world(b), sim_unit(b, k), &q));
        if (there || (p.position.x * by.length == q.position.x &&
                      p.position.y * by.length == q.position.y && p.decision == q.decision))
            continue;
        fail_msg(
            "%s, lengths x %g, times x %g, tick %llu, unit %zu: at %.7g,%.7g and not %.7g,%.7g",
            name, (double)by.length, (double)by.time, (unsigned long long)sim_ticks(a), k,
            (double)(q.position.x / by.length), (double)(q.position.y / by.length),
            (double)p.position.x, (double)p.position.y);
    }
}

static void play_beside(const char *name, const scene *played, scale by, int ticks) {
    scene other = scaled_scene(played, by);
    complaints to = {.out = stderr};
    const sim_options options = {.pathfinder = SIM_ASTAR, .hz = played->hz},
                      of_other = {.pathfinder = SIM_ASTAR, .hz = other.hz};
    sim *a = sim_open(played, &options, &to), *b = sim_open(&other, &of_other, &to);
    assert_non_null(a);
    assert_non_null(b);
    for (int tick = 0; tick < ticks && !sim_is_over(a); tick++) {
        assert_true(sim_tick(a) && sim_tick(b));
        if (tick % 8 == 0) assert_same(name, a, b, (size_t)arrlen(played->units), by);
    }
    sim_close(a);
    sim_close(b);
    scene_free(&other);
}

static void assert_same_at(const char *name, uint32_t seed, const scale *scales, size_t count,
                           int ticks) {
    scene s = generated(name, seed);
    for (size_t k = 0; k < count; k++) play_beside(name, &s, scales[k], ticks);
    scene_free(&s);
}

TEST(rows_of_the_scoreboard) {
    static const scale SCALES[] = {{0.0625f, 1}, {16, 1}, {1, 0.25f}, {1, 4}};
    static const char *const ROWS[] = {
        "circle100",  "blocks100",      "door200",   "door_two_way100", "point200",
        "through0.6", "idle0.6",        "overtake",  "four_way",        "squeeze3",
        "merge",      "surround",       "ambulance", "mixed",           "march",
        "march_gap",  "four_groups",    "corner",    "single_file1",    "hallway_four_way100",
        "forest500",  "circle100+rot45"};
    for (size_t k = 0; k < sizeof ROWS / sizeof *ROWS; k++)
        assert_same_at(ROWS[k], 1, SCALES, sizeof SCALES / sizeof *SCALES, 600);
}

/* Ticks of towns leave no room for longer times. SIDLE_LONG: so many seeds. */
TEST(towns_of_every_task) {
    static const scale SCALES[] = {{0.0625f, 1}, {16, 1}, {1, 0.25f}};
    const char *asked = getenv("SIDLE_LONG");
    unsigned seeds = asked ? (unsigned)strtoul(asked, NULL, 10) : 1;
    for (int task = 0; task < TOWN_TASK_COUNT; task++)
        for (unsigned seed = 1; seed <= seeds; seed++) {
            char name[64];
            snprintf(name, sizeof name, "town,task=%s,seed=%u", town_task_name((town_task)task),
                     seed);
            assert_same_at(name, 1, SCALES, sizeof SCALES / sizeof *SCALES, 1500);
        }
}

TESTS_OF(scenes_scaling)
