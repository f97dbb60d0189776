/* Two hundred units cross each of five real maps, under either pathfinder. Skipped where the maps
 * are not at hand. The short form takes the two smaller maps; SIDLE_LONG takes all. */
#include "movingai.h"
#include "scen.h"
#include "sim.h"

static void everybody_arrives(const char *map, sim_pathfinder pathfinder) {
    char name[64], map_file[512], scen_file[512];
    snprintf(name, sizeof name, "%s.scen", map);
    if (!movingai_file(map, map_file) || !movingai_file(name, scen_file)) skip();
    scene s = scene_make(name);
    complaints to = {.out = stderr};
    s.profiles[0].values.radius = 0.4f;
    assert_true(scen_read(scen_file, map_file, 200, &s, &to));
    sim_options options = {.hz = 30, .seconds = 900, .pathfinder = pathfinder};
    outcome o = {0};
    assert_true(sim_run(&s, &options, NULL, NULL, &o, &to));
    assert_float_equal(o.movers, 200, 0);
    assert_float_equal(o.arrived, 1, 0);
    assert_float_equal(o.static_overlaps, 0, 0);
    assert_float_equal(o.unreachable, 0, 0);
    scene_free(&s);
}

static void long_run_only(void) {
    if (getenv("SIDLE_LONG")) return;
    print_message("skipped: part of the long run (SIDLE_LONG=1)\n");
    skip();
}

#define CROSSING(map)                                                                              \
    static void map##_under_astar(void **state) {                                                  \
        (void)state;                                                                               \
        everybody_arrives(#map ".map", SIM_ASTAR);                                                 \
    }                                                                                              \
    static void map##_under_flow_fields(void **state) {                                            \
        (void)state;                                                                               \
        everybody_arrives(#map ".map", SIM_FLOW);                                                  \
    }
#define LONG_CROSSING(map)                                                                         \
    static void map##_under_astar(void **state) {                                                  \
        (void)state;                                                                               \
        long_run_only();                                                                           \
        everybody_arrives(#map ".map", SIM_ASTAR);                                                 \
    }                                                                                              \
    static void map##_under_flow_fields(void **state) {                                            \
        (void)state;                                                                               \
        long_run_only();                                                                           \
        everybody_arrives(#map ".map", SIM_FLOW);                                                  \
    }

CROSSING(arena2)
CROSSING(BigGameHunters)
LONG_CROSSING(brc202d)
LONG_CROSSING(Aftershock)
LONG_CROSSING(RiverLethe)

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arena2_under_astar),
        cmocka_unit_test(arena2_under_flow_fields),
        cmocka_unit_test(BigGameHunters_under_astar),
        cmocka_unit_test(BigGameHunters_under_flow_fields),
        cmocka_unit_test(brc202d_under_astar),
        cmocka_unit_test(brc202d_under_flow_fields),
        cmocka_unit_test(Aftershock_under_astar),
        cmocka_unit_test(Aftershock_under_flow_fields),
        cmocka_unit_test(RiverLethe_under_astar),
        cmocka_unit_test(RiverLethe_under_flow_fields),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
