/* What no result depends on: the places of units in memory, and units far away. */
#include "measures.h"
#include "support.h"

enum { CROSSING = 40, FAR_AWAY = 1500 };

/* Fast units cross in one corner of a map; in another one many stand, or go slowly, or nobody is.
 */
static sidle_world *crossing_with_a_crowd_far_away(bool crowd, float speed,
                                                   sidle_unit_id ids[CROSSING]) {
    dice d = {29};
    sidle_world *world = open_world(130, 130);
    sidle_profile fast = sidle_profile_default(), slow = fast;
    fast.top_speed = 30;
    fast.acceleration = 300;
    slow.top_speed = speed;
    sidle_profile_id drives = profile_in(world, &fast), creeps = profile_in(world, &slow);
    for (int k = 0; k < CROSSING; k++) {
        sidle_vec2 from = {roll_between(&d, 95, 128), roll_between(&d, 95, 128)};
        ids[k] = unit_of(world, drives, from.x, from.y);
        assert_ok(sidle_unit_go(world, ids[k], (sidle_vec2){224 - from.x, 224 - from.y}));
    }
    for (int k = 0; k < FAR_AWAY && crowd; k++) {
        sidle_vec2 from = {2 + 2.5f * (float)(k % 50), 2 + 1.5f * (float)(k / 50)};
        sidle_unit_id id = unit_of(world, creeps, from.x, from.y);
        if (speed > 0) assert_ok(sidle_unit_go(world, id, (sidle_vec2){126 - from.x, from.y}));
    }
    return world;
}

TEST(far_units_change_nothing) {
    for (int moves = 0; moves < 2; moves++) {
        sidle_unit_id a[CROSSING], b[CROSSING];
        float speed = moves ? 0.5f : 0;
        sidle_world *alone = crossing_with_a_crowd_far_away(false, speed, a);
        sidle_world *beside = crossing_with_a_crowd_far_away(true, speed, b);
        for (int tick = 0; tick < 120; tick++) {
            assert_ok(sidle_world_step(alone, TICK));
            assert_ok(sidle_world_step(beside, TICK));
            for (int k = 0; k < CROSSING; k++) {
                sidle_vec2 p = state_of(alone, a[k]).position, q = state_of(beside, b[k]).position;
                assert_true(p.x == q.x && p.y == q.y);
            }
        }
        sidle_world_destroy(alone);
        sidle_world_destroy(beside);
    }
}

/* Units of many kinds, each alone on its part of a map. */
enum { KINDS = 10, WATCHED = 90 /* ticks */ };

static sidle_unit_id unit_of_kind(sidle_world *world, int kind) {
    sidle_profile p = sidle_profile_default();
    if (kind == 1) p.reverse = 0.5f, p.turn_rate = 60;
    if (kind == 2) p.terrain_factor[SIDLE_TERRAIN_SWAMP] = 0.5f;
    if (kind == 3) p.top_speed = 9, p.acceleration = 3;
    if (kind == 4) p.tuning.steering_lag = 1;
    sidle_unit_id id = unit_of(world, profile_in(world, &p), 60, 60);
    sidle_unit_id other = unit_at(world, 70, 57);
    sidle_vec2 goal = {kind == 1 ? 56 : 66, 62}, points[] = {{64, 63}, {61, 66}};
    switch (kind) {
    case 5: assert_ok(sidle_unit_pursue(world, id, other)); break;
    case 6: assert_ok(sidle_unit_wander(world, id, goal, 5)); break;
    case 7: assert_ok(sidle_unit_follow(world, id, other)); break;
    case 8: assert_ok(sidle_unit_patrol(world, id, points, 2)); break;
    default: assert_ok(sidle_unit_go(world, id, goal)); break;
    }
    if (kind == 9) assert_ok(sidle_unit_set_pace(world, id, 0.7f));
    return id;
}

/* Where a unit of the kind is in each tick; so many ordinary units drive far from it before it in
 * memory, and so many behind it. */
static void way_of_kind(int kind, int before, int behind, sidle_vec2 way[WATCHED]) {
    sidle_world *world = open_world(120, 120);
    assert_ok(sidle_world_set_cells(world, 63, 58, 2, 8, SIDLE_TERRAIN_SWAMP));
    sidle_unit_id id = unit_of_kind(world, kind);
    for (int k = 0; k < before + behind; k++) {
        float y = k < before ? 5 + 4 * (float)k : 115 - 4 * (float)(k - before);
        sidle_unit_id far = unit_at(world, 20, y);
        assert_ok(sidle_unit_go(world, far, (sidle_vec2){100, y}));
    }
    for (int tick = 0; tick < WATCHED; tick++) {
        assert_ok(sidle_world_step(world, TICK));
        way[tick] = state_of(world, id).position;
    }
    sidle_world_destroy(world);
}

/* Units are moved four at a time. */
TEST(a_unit_goes_the_same_way_beside_any_units_in_memory) {
    for (int kind = 0; kind < KINDS; kind++) {
        sidle_vec2 alone[WATCHED], beside[WATCHED];
        way_of_kind(kind, 0, 0, alone);
        assert_true(distance(alone[0], alone[WATCHED - 1]) > 1);
        for (int before = 0; before < 4; before++) {
            way_of_kind(kind, before, 7 - before, beside);
            assert_memory_equal(alone, beside, sizeof alone);
        }
    }
}

TESTS_OF(independence)
