/* What no result depends on: the order of creation, the places of units in memory, units far away.
 */
#include "measures.h"
#include "support.h"

enum { CROWD = 120 };

/* Two crowds cross, or all go to one point; unit number order[k] is created k-th. */
typedef enum plan { PLAN_CROSS, PLAN_RALLY } plan;

static sidle_world *two_crowds(plan of, const int order[CROWD], sidle_unit_id ids[CROWD]) {
    sidle_world *world = open_world(60, 40);
    sidle_profile_id profiles[3] = {{0}};
    for (int k = 1; k < 3; k++) {
        sidle_profile p = sidle_profile_default();
        p.radius = k == 1 ? 0.43f : 0.37f;
        if (of == PLAN_RALLY) profiles[k] = profile_in(world, &p);
    }
    for (int k = 0; k < CROWD; k++) {
        int n = order[k];
        bool left = n < CROWD / 2;
        float row = (float)(n % 10), column = (float)(n % (CROWD / 2) / 10);
        sidle_vec2 at = {left ? 5 + column : 55 - column, 12 + row * 1.2f};
        ids[n] = unit_ranked(world, profiles[n % 3], at.x, at.y, (uint32_t)n + 1);
        sidle_vec2 goal = {60 - at.x, at.y};
        if (of == PLAN_RALLY) goal = (sidle_vec2){31.3f, 18.7f};
        assert_ok(sidle_unit_go(world, ids[n], goal));
    }
    return world;
}

static void same_places_in_any_order(plan of) {
    int straight[CROWD], shuffled[CROWD];
    dice d = {9};
    for (int k = 0; k < CROWD; k++) straight[k] = shuffled[k] = k;
    for (int k = CROWD - 1; k > 0; k--) {
        int other = (int)roll(&d, (uint32_t)k + 1), kept = shuffled[k];
        shuffled[k] = shuffled[other];
        shuffled[other] = kept;
    }
    sidle_unit_id a[CROWD], b[CROWD];
    sidle_world *first = two_crowds(of, straight, a), *second = two_crowds(of, shuffled, b);
    for (int tick = 0; tick < 900; tick++) {
        assert_ok(sidle_world_step(first, TICK));
        assert_ok(sidle_world_step(second, TICK));
        for (int k = 0; k < CROWD; k++) {
            sidle_vec2 p = state_of(first, a[k]).position, q = state_of(second, b[k]).position;
            assert_memory_equal(&p, &q, sizeof p);
            const sidle_event *e = event_of(first, SIDLE_EVENT_ARRIVED, a[k]);
            const sidle_event *f = event_of(second, SIDLE_EVENT_ARRIVED, b[k]);
            assert_int_equal(e != NULL, f != NULL);
            if (!e || !e->other.slot) continue; /* behind the same one */
            assert_int_equal(state_of(first, e->other).rank, state_of(second, f->other).rank);
        }
    }
    sidle_world_destroy(first);
    sidle_world_destroy(second);
}

static void results_do_not_depend_on_the_order_of_creation(void **state) {
    (void)state;
    same_places_in_any_order(PLAN_CROSS);
}

static void the_order_of_settling_does_not_depend_on_the_order_of_creation(void **state) {
    (void)state;
    same_places_in_any_order(PLAN_RALLY);
}

/* Eight hundred that stand shoulder to shoulder; now and then one is sent on its way, or stopped.
 */
enum { STANDING_CROWD = 784, CROWD_SIDE = 28 };

static void stand_crowded(sidle_world *world, bool backwards, sidle_unit_id *ids) {
    for (int n = 0; n < STANDING_CROWD; n++) {
        int k = backwards ? STANDING_CROWD - 1 - n : n;
        float x = 2 + 1.12f * (float)(k % CROWD_SIDE), y = 2 + 1.12f * (float)(k / CROWD_SIDE);
        ids[k] = unit_ranked(world, (sidle_profile_id){0}, x, y, (uint32_t)k + 1);
    }
}

static void the_order_of_creation_does_not_matter_where_most_stand(void **state) {
    (void)state;
    sidle_world *worlds[2];
    sidle_unit_id ids[2][STANDING_CROWD];
    uint32_t random = 1;
    for (int n = 0; n < 2; n++) {
        worlds[n] = open_world(36, 36);
        stand_crowded(worlds[n], n == 1, ids[n]);
    }
    for (int tick = 0; tick < 400; tick++) {
        random = random * 1664525u + 1013904223u;
        int k = (int)((random >> 8) % STANDING_CROWD);
        sidle_vec2 goal = {2 + (float)(random >> 20 & 31), 2 + (float)(random >> 27)};
        for (int n = 0; n < 2; n++) {
            if (tick % 3 == 2) assert_ok(sidle_unit_stop(worlds[n], ids[n][k]));
            if (tick % 3 == 0) assert_ok(sidle_unit_go(worlds[n], ids[n][k], goal));
            assert_ok(sidle_world_step(worlds[n], TICK));
        }
        for (k = 0; k < STANDING_CROWD; k++) {
            sidle_vec2 a = state_of(worlds[0], ids[0][k]).position;
            sidle_vec2 b = state_of(worlds[1], ids[1][k]).position;
            assert_memory_equal(&a, &b, sizeof a);
        }
    }
    sidle_world_destroy(worlds[0]);
    sidle_world_destroy(worlds[1]);
}

/* The committed hash holds on every machine and compiler. A change of behaviour changes it: put the
 * new one here, knowingly. */
static void a_crossing_ends_in_the_committed_hash(void **state) {
    (void)state;
    int order[CROWD];
    for (int k = 0; k < CROWD; k++) order[k] = k;
    sidle_unit_id ids[CROWD];
    sidle_world *world = two_crowds(PLAN_CROSS, order, ids);
    run(world, 20);
    char hash[17];
    snprintf(hash, sizeof hash, "%016llx", (unsigned long long)sidle_world_hash(world));
    assert_string_equal(hash, "ddb90d84fa06964f");
    sidle_world_destroy(world);
}

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

static void far_units_change_nothing(void **state) {
    (void)state;
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
static void a_unit_goes_the_same_way_beside_any_units_in_memory(void **state) {
    (void)state;
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

/* A knot of units that are in contact: half of them steer, half of them follow paths. */
enum { KNOT = 8 };

static void knot_in(sidle_world *world, sidle_unit_id ids[KNOT]) {
    sidle_vec2 path[] = {{60, 63}};
    for (int k = 0; k < KNOT; k++)
        ids[k] = unit_at(world, 58 + 1.02f * (float)(k % 4), 60 + 1.02f * (float)(k / 4));
    sidle_unit_id prey = unit_at(world, 70, 57);
    assert_ok(sidle_unit_go(world, prey, (sidle_vec2){50, 57}));
    for (int k = 0; k < KNOT; k++) {
        float x = 66 - 3 * (float)k;
        if (k % 2) {
            assert_ok(sidle_unit_go(world, ids[k], (sidle_vec2){x, 70}));
            assert_ok(sidle_unit_set_path(world, ids[k], path, 1));
        } else if (k % 4)
            assert_ok(sidle_unit_wander(world, ids[k], (sidle_vec2){60, 62}, 3));
        else
            assert_ok(sidle_unit_pursue(world, ids[k], prey));
    }
}

static void way_of_knot(uint32_t before, sidle_vec2 way[WATCHED][KNOT]) {
    sidle_world *world = open_world(120, 120);
    sidle_unit_id ids[KNOT];
    knot_in(world, ids);
    for (uint32_t k = 0; k < before; k++) {
        sidle_unit_id far = unit_at(world, 20, 5 + 4 * (float)k);
        assert_ok(sidle_unit_go(world, far, (sidle_vec2){100, 5 + 4 * (float)k}));
    }
    for (int tick = 0; tick < WATCHED; tick++) {
        assert_ok(sidle_world_step(world, TICK));
        for (int k = 0; k < KNOT; k++) way[tick][k] = state_of(world, ids[k]).position;
    }
    sidle_world_destroy(world);
}

static void units_in_contact_go_the_same_way_beside_any_units_in_memory(void **state) {
    (void)state;
    sidle_vec2 alone[WATCHED][KNOT], beside[WATCHED][KNOT];
    way_of_knot(0, alone);
    for (uint32_t before = 1; before < 4; before++) {
        way_of_knot(before, beside);
        assert_memory_equal(alone, beside, sizeof alone);
    }
}

int independence_tests(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(results_do_not_depend_on_the_order_of_creation),
        cmocka_unit_test(the_order_of_settling_does_not_depend_on_the_order_of_creation),
        cmocka_unit_test(the_order_of_creation_does_not_matter_where_most_stand),
        cmocka_unit_test(far_units_change_nothing),
        cmocka_unit_test(a_unit_goes_the_same_way_beside_any_units_in_memory),
        cmocka_unit_test(units_in_contact_go_the_same_way_beside_any_units_in_memory),
        cmocka_unit_test(a_crossing_ends_in_the_committed_hash),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
