/* Congestion: what the library tells of it, and what the reference pathfinders make of that. */
#include "fixtures.h"
#include "pathfinding/astar.h"
#include "pathfinding/congestion.h"
#include "pathfinding/flow_field.h"
#include "support.h"

#include <math.h>
#include <stb_ds.h>

/* ---- two bridges ---- */

static scene two_bridges(bool told) {
    scene s = fixture("two_bridges");
    s.congestion = told;
    return s;
}

/* s until the last of them is over, summed over starts a little farther east each: one crowd alone
 * can be lucky. To the first touch of the goal: how long a crowd takes to rest there is not about
 * bridges. */
static float crossed(sim_pathfinder pathfinder, bool told) {
    enum { STARTS = 10 };
    float sum = 0;
    for (int n = 0; n < STARTS; n++) {
        scene s = two_bridges(told);
        for (size_t k = 0; k < arrlenu(s.units); k++) s.units[k].position.x += 0.1f * (float)n;
        outcome o = run_by(&s, pathfinder);
        assert_true(o.arrived >= 0.99); /* one of them may still wait for room at the goal */
        sum += (float)o.reached_last;
        scene_free(&s);
    }
    return sum / STARTS;
}

TEST(two_bridges_are_over_a_quarter_sooner) {
    for (int pathfinder = SIM_ASTAR; pathfinder <= SIM_FLOW; pathfinder++) {
        float told = crossed((sim_pathfinder)pathfinder, true);
        float untold = crossed((sim_pathfinder)pathfinder, false);
        print_message("the last after %.1f s, without congestion %.1f s\n", (double)told,
                      (double)untold);
        assert_true(told <= 0.75f * untold);
    }
}

/* ---- where nothing is congested ---- */

TEST(without_a_jam_a_run_is_the_same_to_the_bit) {
    static const char *const SCENES[] = {"air_over_ground", "chase", "corner", "crossing",
                                         "leader",          "lost",  "meadow", "rally"};
    for (size_t k = 0; k < sizeof SCENES / sizeof *SCENES; k++)
        for (int pathfinder = SIM_ASTAR; pathfinder <= SIM_FLOW; pathfinder++) {
            scene s = fixture(SCENES[k]);
            uint64_t untold = run_by(&s, (sim_pathfinder)pathfinder).hash;
            s.congestion = true;
            if (run_by(&s, (sim_pathfinder)pathfinder).hash != untold) fail_msg("%s", SCENES[k]);
            scene_free(&s);
        }
}

/* A street round a block, east of it 20 units. */
static sidle_world *street(sidle_unit_id units[20]) {
    sidle_world *world = open_world(48, 32);
    assert_ok(sidle_world_set_cells(world, 16, 8, 8, 16, SIDLE_TERRAIN_VOID));
    for (int k = 0; k < 20; k++)
        units[k] = unit_at(world, 26.5f + (float)(k % 4), 3.5f + (float)(k / 4));
    return world;
}

static size_t corners(astar *finder, const congestion *prices, sidle_vec2 from, sidle_vec2 to,
                      sidle_vec2 **waypoints) {
    const sidle_profile_id any = {0};
    astar_set_prices(finder, prices);
    assert_true(astar_find(finder, any, from, to, NULL, 0, waypoints));
    return arrlenu(*waypoints);
}

/* The prices of the world after as many looks as it takes them to settle. */
static congestion *prices_of(const sidle_world *world, bool jams) {
    congestion *prices = congestion_make(world, 0.5f, 2);
    bool any = false;
    for (int look = 0; look < 20; look++) any = congestion_renew(prices);
    assert_int_equal(any, jams);
    return prices;
}

TEST(a_unit_that_goes_the_same_way_at_speed_changes_no_path) {
    sidle_unit_id units[20];
    sidle_world *world = street(units);
    const sidle_vec2 from = {4, 14}, to = {44, 14};
    sidle_vec2 *plain = NULL, *priced = NULL;
    for (int k = 0; k < 20; k++)
        assert_ok(sidle_unit_go(world, units[k],
                                (sidle_vec2){45.5f, state_of(world, units[k]).position.y}));
    run(world, 2);
    astar *finder = astar_make(world);
    congestion *prices = congestion_make(world, 0.5f, 2);
    for (int look = 0; look < 20; look++) congestion_renew(prices);
    size_t count = corners(finder, NULL, from, to, &plain);
    assert_int_equal(corners(finder, prices, from, to, &priced), count);
    assert_memory_equal(plain, priced, count * sizeof *plain);
    /* Whoever comes against them goes round them. */
    const sidle_vec2 east = {44, 5}, west = {4, 5};
    corners(finder, NULL, east, west, &plain);
    corners(finder, prices, east, west, &priced);
    const congestion_way straight = {east, plain, arrlenu(plain), west},
                         round = {east, priced, arrlenu(priced), west};
    assert_true(congestion_cost(prices, &round) < congestion_cost(prices, &straight) - 10);
    congestion_free(prices);
    astar_free(finder);
    arrfree(plain);
    arrfree(priced);
    sidle_world_destroy(world);
}

TEST(a_path_goes_round_those_who_stand) {
    sidle_unit_id units[20];
    sidle_world *world = street(units);
    const sidle_vec2 from = {4, 14}, to = {44, 14};
    const sidle_profile_id any = {0};
    sidle_vec2 *ways[4] = {NULL};
    astar *finder = astar_make(world);
    flow *field = flow_make(world);
    congestion *prices = prices_of(world, true);
    flow_set_prices(field, prices);
    corners(finder, NULL, from, to, &ways[0]);
    corners(finder, prices, from, to, &ways[1]);
    assert_true(flow_way(field, any, to, from, false, &ways[2]));
    assert_true(flow_way(field, any, to, from, true, &ways[3]));
    for (int k = 0; k < 4; k++) {
        const congestion_way way = {from, ways[k], arrlenu(ways[k]), to};
        float cost = congestion_cost(prices, &way);
        float length = path_length(from, ways[k], arrlenu(ways[k]), to);
        if (k % 2) assert_true(arrlast(ways[k]).y > 24);
        if (k % 2 == 0) assert_true(arrlast(ways[k]).y < 9);
        if (k % 2) assert_float_equal(cost, length, 0.1);
        if (k % 2 == 0) assert_true(cost > length + 10);
        arrfree(ways[k]);
    }
    /* Who rests about the goal is no jam on the way there. */
    const congestion_way there = {from, NULL, 0, {28, 5}};
    congestion_set_goal(prices, there.to);
    assert_float_equal(congestion_cost(prices, &there), path_length(from, NULL, 0, there.to), 0.1);
    congestion_free(prices);
    flow_free(field);
    astar_free(finder);
    sidle_world_destroy(world);
}

TEST(bookings_are_counted_where_most_go) {
    sidle_world *world = open_world(40, 40);
    congestion *prices = prices_of(world, false);
    const sidle_vec2 corner = {20, 2};
    const congestion_way a = {{2, 2}, &corner, 1, {20, 30}}, b = {{38, 2}, &corner, 1, {38, 30}},
                         c = {{2, 36}, NULL, 0, {38, 36}};
    congestion_book(prices, &a, 3);
    congestion_book(prices, &b, 2);
    assert_int_equal(congestion_booked(prices, &a), 5);
    assert_int_equal(congestion_booked(prices, &c), 0);
    congestion_book(prices, &b, -2);
    assert_int_equal(congestion_booked(prices, &b), 3);
    congestion_renew(prices);
    assert_int_equal(congestion_booked(prices, &a), 0);
    congestion_free(prices);
    sidle_world_destroy(world);
}

TESTS_OF(congestion)
