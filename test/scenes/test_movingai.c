/* Two hundred units cross each of five real maps, under either pathfinder; and a horde of two
 * thousand is after one that moves. Skipped where the maps are not at hand. The short form takes
 * some of the maps; SIDLE_LONG takes all, for longer. */
#include "fixtures.h"
#include "input/scenario.h"
#include "movingai.h"

#include <stb_ds.h>
#include <time.h>

static const struct crossing {
    const char *name, *map;
    sim_pathfinder pathfinder;
    bool always; /* else in the long run alone */
} CROSSINGS[] = {
    {"arena2_under_astar", "arena2.map", SIM_ASTAR, true},
    {"arena2_under_flow_fields", "arena2.map", SIM_FLOW, true},
    {"BigGameHunters_under_astar", "BigGameHunters.map", SIM_ASTAR, true},
    {"BigGameHunters_under_flow_fields", "BigGameHunters.map", SIM_FLOW, true},
    {"brc202d_under_astar", "brc202d.map", SIM_ASTAR, false},
    {"brc202d_under_flow_fields", "brc202d.map", SIM_FLOW, false},
    {"Aftershock_under_astar", "Aftershock.map", SIM_ASTAR, false},
    {"Aftershock_under_flow_fields", "Aftershock.map", SIM_FLOW, false},
    {"RiverLethe_under_astar", "RiverLethe.map", SIM_ASTAR, false},
    {"RiverLethe_under_flow_fields", "RiverLethe.map", SIM_FLOW, false},
};

static void long_run_only(void) {
    if (getenv("SIDLE_LONG")) return;
    print_message("skipped: part of the long run (SIDLE_LONG=1)\n");
    skip();
}

static void everybody_arrives(void **state) {
    const struct crossing *c = *state;
    char name[64], map_file[512], scen_file[512];
    if (!c->always) long_run_only();
    snprintf(name, sizeof name, "%s.scen", c->map);
    if (!movingai_file(c->map, map_file) || !movingai_file(name, scen_file)) skip();
    scene s = scene_make(name);
    complaints to = {.out = stderr};
    s.profiles[0].values.radius = 0.4f;
    assert_true(scen_read(scen_file, map_file, 200, &s, &to));
    outcome o = run_with(&s, &(sim_options){.hz = 30, .seconds = 900, .pathfinder = c->pathfinder});
    assert_float_equal(o.movers, 200, 0);
    assert_float_equal(o.arrived, 1, 0);
    assert_float_equal(o.static_overlaps, 0, 0);
    assert_float_equal(o.unreachable, 0, 0);
    scene_free(&s);
}

/* ---- a horde ---- */

enum { HORDE = 2000, STANDERS = 50 };

/* Ground that hangs together with the cell, nearest first by the way on foot; stb_ds. */
static uint32_t *ground_from(const scene *s, uint32_t cell) {
    uint32_t *found = NULL;
    bool *known = calloc((size_t)s->width * s->height, sizeof *known);
    known[cell] = true;
    arrput(found, cell);
    for (size_t k = 0; k < arrlenu(found); k++) {
        uint32_t x = found[k] % s->width, y = found[k] / s->width;
        const uint32_t next[4][2] = {{x + 1, y}, {x - 1, y}, {x, y + 1}, {x, y - 1}};
        for (int way = 0; way < 4; way++) {
            uint32_t other = next[way][1] * s->width + next[way][0];
            if (next[way][0] >= s->width || next[way][1] >= s->height || known[other] ||
                s->cells[other] != SIDLE_TERRAIN_GROUND)
                continue;
            known[other] = true;
            arrput(found, other);
        }
    }
    free(known);
    return found;
}

/* From the first cell of the largest piece of ground that hangs together. */
static uint32_t *largest_ground(const scene *s) {
    uint32_t *best = NULL, cells = s->width * s->height;
    for (uint32_t cell = 0; cell < cells && arrlenu(best) * 2 < cells; cell += 97) {
        if (s->cells[cell] != SIDLE_TERRAIN_GROUND) continue;
        uint32_t *found = ground_from(s, cell);
        if (arrlenu(found) > arrlenu(best)) {
            uint32_t *smaller = best;
            best = found;
            found = smaller;
        }
        arrfree(found);
    }
    return best;
}

static sidle_vec2 middle_of(const scene *s, uint32_t cell) {
    return (sidle_vec2){(float)(cell % s->width) + 0.5f, (float)(cell / s->width) + 0.5f};
}

/* The horde fills the ground about one place, with some among it who only stand; its target, which
 * is faster, goes from beyond to farther off, then through the midst of the horde, and so on. */
static scene horde_on(const char *map_file) {
    scene s = scene_make(map_file);
    complaints to = {.out = stderr};
    s.profiles[0].values.radius = 0.4f;
    assert_true(fixture_read(map_file, &s, &to));
    uint32_t *ground = largest_ground(&s);
    assert_true(arrlenu(ground) > 9000);
    uint32_t swift = (uint32_t)scene_profile_add(&s, "swift", 5);
    s.profiles[swift].values.top_speed = 3;
    for (int k = 0; k < HORDE + STANDERS; k++) {
        bool stands = k % ((HORDE + STANDERS) / STANDERS) == 0;
        scene_unit u = {.position = middle_of(&s, ground[k]),
                        .group = stands ? 3 : 1,
                        .order = stands ? SIDLE_ORDER_NONE : SIDLE_ORDER_PURSUE,
                        .target_group = 2};
        arrput(s.units, u);
    }
    scene_unit target = {.position = middle_of(&s, ground[5000]),
                         .profile = swift,
                         .group = 2,
                         .order = SIDLE_ORDER_PATROL};
    arrput(target.patrol, middle_of(&s, ground[9000]));
    arrput(target.patrol, middle_of(&s, ground[HORDE / 2]));
    arrput(s.units, target);
    arrfree(ground);
    return s;
}

static outcome run_horde(const scene *s, float seconds) {
    return run_with(s, &(sim_options){.hz = 30, .seconds = seconds, .pathfinder = SIM_FLOW});
}

/* What is asked here the metrics ask after every tick; a position that is no number they count as
 * one in a wall. */
static void horde_keeps_invariants(const char *map, float seconds) {
    char map_file[512];
    if (!movingai_file(map, map_file)) skip();
    scene s = horde_on(map_file);
    clock_t begin = clock();
    outcome o = run_horde(&s, seconds);
    double ticks_ms = (double)(clock() - begin) * 1e3 / CLOCKS_PER_SEC / o.ticks;
    print_message(
        "%s: %.2f ms a tick in all, %.2f ms of it in steps; touched after %.1f s, overlap "
        "%.1f %%, at most %.2f u deep\n",
        map, ticks_ms, o.us_per_unit_tick * o.units / 1e3, o.caught_first, 100 * o.overlap,
        o.max_penetration);
    assert_float_equal(o.units, HORDE + STANDERS + 1, 0);
    assert_float_equal(o.seconds, (double)seconds, 0.1);
    assert_float_equal(o.static_overlaps, 0, 0);
    assert_float_equal(o.displaced_max, 0, 0);
    assert_float_equal(o.unreachable, 0, 0);
    assert_float_equal(o.caught, 1, 0);
    scene_free(&s);
}

TEST(a_horde_of_2000_that_pursues_a_moving_target_keeps_every_invariant) {
    horde_keeps_invariants("BigGameHunters.map", 60);
}

TEST(a_horde_of_2000_does_so_for_long_on_every_map) {
    static const char *const MAPS[] = {"arena2.map", "BigGameHunters.map", "brc202d.map",
                                       "Aftershock.map", "RiverLethe.map"};
    long_run_only();
    for (int k = 0; k < 5; k++) horde_keeps_invariants(MAPS[k], 300);
}

int movingai_tests(void) {
    for (size_t k = 0; k < sizeof CROSSINGS / sizeof *CROSSINGS; k++)
        list_test(CROSSINGS[k].name, everybody_arrives, &CROSSINGS[k]);
    return run_listed("movingai");
}
