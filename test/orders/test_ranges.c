/* A range for the order that a unit has: where go ends, where a target is caught, how far behind a
 * leader, from where a point of a patrol counts, and gap which distances a danger is fled. */
#include "measures.h"
#include "support.h"

#include <math.h>

/* ---- go ---- */

static void go_is_done_in_range(void **state) {
    (void)state;
    const float most[] = {0, 1, 5};
    for (int k = 0; k < 3; k++) {
        sidle_world *world = open_world(32, 16);
        sidle_unit_id id = unit_at(world, 4, 8);
        sidle_vec2 goal = {24, 8};
        assert_ok(sidle_unit_go(world, id, goal));
        run_valid(world, 1);
        assert_ok(sidle_unit_set_range(world, id, &(sidle_range){.most = most[k]}));
        assert_int_equal(state_of(world, id).order, SIDLE_ORDER_APPROACH_POINT);
        await_event(world, SIDLE_EVENT_ARRIVED, id, 20);
        assert_int_equal(state_of(world, id).order, SIDLE_ORDER_NONE);
        assert_true(gap_to(world, id, goal) <= fmaxf(most[k], 0.05f));
        assert_true(gap_to(world, id, goal) >= most[k] - 0.12f);
        sidle_world_destroy(world);
    }
}

static const char *const WALL = "..........................\n"
                                "..........................\n"
                                "............##............\n"
                                "............##............\n"
                                "............##............\n"
                                "............##............\n"
                                "............##............\n"
                                "............##............\n";

static void go_with_a_range_keeps_its_path(void **state) {
    (void)state;
    sidle_world *world = world_of(WALL);
    sidle_unit_id id = unit_at(world, 4, 6);
    const sidle_vec2 way[2] = {{11, 1}, {15, 1}}, goal = {16, 6};
    assert_ok(sidle_unit_go(world, id, goal));
    assert_ok(sidle_unit_set_path(world, id, way, 2));
    run_valid(world, 1);
    assert_ok(
        sidle_unit_set_range(world, id, &(sidle_range){3, 0, SIDLE_PASS(SIDLE_TERRAIN_GROUND)}));
    assert_int_equal(state_of(world, id).waypoints, 2);
    bool above = false;
    for (int k = 0; k < 900 && state_of(world, id).under_way; k++) {
        step_valid(world);
        above |= state_of(world, id).position.y < 2;
    }
    assert_true(above);
    assert_false(state_of(world, id).under_way);
    assert_true(gap_to(world, id, goal) <= 3 && gap_to(world, id, goal) > 2.5f);
    sidle_world_destroy(world);
}

/* ---- pursue ---- */

static void a_target_is_caught_and_kept_in_range(void **state) {
    (void)state;
    sidle_world *world = open_world(64, 32);
    sidle_unit_id hunter = unit_at(world, 4, 16), prey = unit_at(world, 24, 16);
    const sidle_range range = {5, 3, 0};
    assert_ok(sidle_unit_pursue(world, hunter, prey));
    assert_ok(sidle_unit_set_range(world, hunter, &range));
    assert_int_equal(state_of(world, hunter).order, SIDLE_ORDER_PURSUE);
    sidle_event e = await_event(world, SIDLE_EVENT_IN_RANGE, hunter, 20);
    assert_int_equal(e.other.slot, prey.slot);
    assert_true(gap(world, hunter, prey) > 4.5f);
    run_valid(world, 3);
    assert_true(gap(world, hunter, prey) <= 5 && gap(world, hunter, prey) >= 3);
    assert_true(state_of(world, hunter).arrived);
    assert_int_equal(state_of(world, hunter).order, SIDLE_ORDER_PURSUE);
    /* The prey comes nearer than the least: the hunter backs off. */
    assert_ok(sidle_unit_go(world, prey, (sidle_vec2){20, 16}));
    run_valid(world, 6);
    assert_true(gap(world, hunter, prey) <= 5 && gap(world, hunter, prey) >= 3);
    /* It gets away: it is caught once more. */
    assert_ok(sidle_unit_teleport(world, prey, (sidle_vec2){50, 20}));
    await_event(world, SIDLE_EVENT_IN_RANGE, hunter, 30);
    sidle_world_destroy(world);
}

/* s until the unit is in range of one that crosses its way. */
static float time_to_catch(bool leads) {
    sidle_world *world = open_world(64, 64);
    sidle_unit_id hunter = unit_at(world, 10, 40), prey = unit_at(world, 30, 10);
    const sidle_range range = {1, 0, 0};
    assert_ok(sidle_unit_go(world, prey, (sidle_vec2){30, 60}));
    run(world, 1);
    if (leads) {
        assert_ok(sidle_unit_pursue(world, hunter, prey));
        assert_ok(sidle_unit_set_range(world, hunter, &range));
    } else
        assert_ok(sidle_unit_approach(world, hunter, prey, &range));
    int ticks = 0;
    for (; ticks < 1500 && !event_of(world, SIDLE_EVENT_IN_RANGE, hunter); ticks++)
        step_valid(world);
    sidle_world_destroy(world);
    return (float)ticks / 30;
}

static void a_pursuit_with_a_range_leads_its_target(void **state) {
    (void)state;
    float leads = time_to_catch(true), after = time_to_catch(false);
    assert_true(leads < 0.9f * after);
    assert_true(leads < 16);
}

static void two_that_pursue_each_other_stop_in_range(void **state) {
    (void)state;
    sidle_world *world = open_world(48, 16);
    sidle_unit_id a = unit_at(world, 6, 8), b = unit_at(world, 40, 8);
    assert_ok(sidle_unit_pursue(world, a, b));
    assert_ok(sidle_unit_pursue(world, b, a));
    assert_ok(sidle_unit_set_range(world, a, &(sidle_range){6, 0, 0}));
    assert_ok(sidle_unit_set_range(world, b, &(sidle_range){6, 0, 0}));
    run_valid(world, 20);
    assert_true(gap(world, a, b) <= 6 && gap(world, a, b) > 4);
    assert_true(state_of(world, a).arrived && state_of(world, b).arrived);
    sidle_world_destroy(world);
}

/* ---- follow ---- */

static void each_follower_keeps_its_own_distance(void **state) {
    (void)state;
    const float most[] = {0.5f, 2, 6};
    for (int k = 0; k < 3; k++) {
        sidle_world *world = open_world(64, 16);
        sidle_unit_id leader = unit_at(world, 12, 8), follower = unit_at(world, 4, 8);
        assert_ok(sidle_unit_follow(world, follower, leader));
        assert_ok(sidle_unit_set_range(world, follower, &(sidle_range){.most = most[k]}));
        assert_ok(sidle_unit_set_speed_factor(world, leader, 0.5f));
        assert_ok(sidle_unit_go(world, leader, (sidle_vec2){50, 8}));
        run_valid(world, 15);
        assert_true(fabsf(gap(world, follower, leader) - most[k]) < 0.5f);
        run_valid(world, 30);
        assert_int_equal(state_of(world, follower).order, SIDLE_ORDER_FOLLOW);
        assert_true(fabsf(gap(world, follower, leader) - most[k]) < 0.2f);
        sidle_world_destroy(world);
    }
}

/* Behind the leader is a wall: the follower comes no nearer than it may. */
static void a_follower_comes_no_nearer_than_the_least(void **state) {
    (void)state;
    sidle_world *world = open_world(32, 16);
    sidle_unit_id leader = unit_at(world, 1, 8), follower = unit_at(world, 12, 8);
    sidle_vec2 before = state_of(world, follower).position;
    assert_ok(sidle_unit_follow(world, follower, leader));
    assert_ok(sidle_unit_set_range(world, follower, &(sidle_range){6, 2, 0}));
    run_valid(world, 10);
    assert_true(gap(world, follower, leader) >= 2);
    assert_true(fabsf(state_of(world, follower).position.x - before.x) < 2);
    assert_ok(sidle_unit_set_range(world, follower, &(sidle_range){0, 0, 0}));
    assert_ok(sidle_unit_set_heading(world, leader, (sidle_vec2){-1, 0}));
    run_valid(world, 10);
    assert_true(gap(world, follower, leader) < 0.3f);
    sidle_world_destroy(world);
}

/* ---- patrol ---- */

static void points_of_a_patrol_count_from_afar(void **state) {
    (void)state;
    sidle_world *world = open_world(48, 16);
    sidle_unit_id id = unit_at(world, 20, 8);
    const sidle_vec2 points[] = {{40, 8}, {8, 8}};
    assert_ok(sidle_unit_patrol(world, id, points, 2));
    assert_ok(sidle_unit_set_range(world, id, &(sidle_range){.most = 6}));
    for (int round = 0; round < 4; round++) {
        sidle_event e = await_event(world, SIDLE_EVENT_WAYPOINT, id, 30);
        assert_true(e.point.x == points[round % 2].x);
        assert_true(fabsf(gap_to(world, id, e.point) - 6) < 0.2f);
        assert_int_equal(state_of(world, id).order, SIDLE_ORDER_PATROL);
    }
    sidle_world_destroy(world);
}

static void a_point_behind_a_wall_counts_once_it_is_seen(void **state) {
    (void)state;
    for (int sees = 0; sees < 2; sees++) {
        sidle_world *world = world_of(WALL);
        sidle_unit_id id = unit_at(world, 4, 6);
        const sidle_vec2 points[] = {{15, 6}, {4, 6}}, way[] = {{11, 1}, {15, 1}};
        assert_ok(sidle_unit_patrol(world, id, points, 2));
        assert_ok(sidle_unit_set_path(world, id, way, 2));
        sidle_range range = {7, 0, sees ? SIDLE_PASS(SIDLE_TERRAIN_GROUND) : 0};
        assert_ok(sidle_unit_set_range(world, id, &range));
        sidle_event e = {0};
        while (e.type != SIDLE_EVENT_WAYPOINT || e.point.x != 15 || e.point.y != 6)
            e = await_event(world, SIDLE_EVENT_WAYPOINT, id, 30);
        float x = state_of(world, id).position.x;
        assert_true(sees ? x > 12 : x < 12);
        sidle_world_destroy(world);
    }
}

/* ---- flee, evade ---- */

static void a_danger_is_fled_between_both_distances(void **state) {
    (void)state;
    for (int evades = 0; evades < 2; evades++) {
        sidle_world *world = open_world(64, 32);
        sidle_unit_id id = unit_at(world, 20, 16), hunter = unit_at(world, 4, 4);
        sidle_vec2 danger = {16, 16};
        assert_ok(sidle_unit_teleport(world, hunter, danger));
        if (evades)
            assert_ok(sidle_unit_evade(world, id, hunter));
        else
            assert_ok(sidle_unit_flee(world, id, danger));
        assert_ok(sidle_unit_set_range(world, id, &(sidle_range){12, 2, 0}));
        sidle_vec2 before = state_of(world, id).position;
        run_valid(world, 2);
        sidle_unit_state s = state_of(world, id);
        assert_memory_equal(&s.position, &before, sizeof before); /* 3.5 u away, or 3: far enough */
        assert_int_equal(s.order, evades ? SIDLE_ORDER_EVADE : SIDLE_ORDER_NONE);
        if (evades)
            assert_ok(sidle_unit_teleport(world, hunter, (sidle_vec2){17.5f, 16}));
        else
            assert_ok(sidle_unit_flee(world, id, (sidle_vec2){17.5f, 16}));
        assert_ok(sidle_unit_set_range(world, id, &(sidle_range){12, 2, 0}));
        run_valid(world, 15);
        float left = evades ? gap(world, id, hunter) : gap_to(world, id, (sidle_vec2){17.5f, 16});
        assert_true(left >= 12 && left < 13);
        assert_false(state_of(world, id).under_way);
        sidle_world_destroy(world);
    }
}

/* ---- what is refused, and what is forgotten ---- */

static void assert_refused(sidle_world *world, sidle_unit_id id, const sidle_range *range,
                           sidle_result result) {
    uint64_t before = sidle_world_hash(world);
    assert_int_equal(sidle_unit_set_range(world, id, range), result);
    assert_true(sidle_world_hash(world) == before);
}

static void a_range_that_does_not_suit_the_order_is_refused(void **state) {
    (void)state;
    sidle_world *world = open_world(32, 32);
    sidle_unit_id id = unit_at(world, 8, 8), other = unit_at(world, 20, 20);
    const sidle_vec2 point = {24, 8};
    const sidle_range good = {2, 0, 0}, band = {2, 1, 0}, sees = {2, 0, 1};
    assert_refused(world, id, &good, SIDLE_ERROR_NO_ORDER);
    assert_ok(sidle_unit_hold(world, id));
    assert_refused(world, id, &good, SIDLE_ERROR_NO_ORDER);
    assert_ok(sidle_unit_wander(world, id, point, 3));
    assert_refused(world, id, &good, SIDLE_ERROR_NO_ORDER);
    assert_ok(sidle_unit_patrol(world, id, &point, 1));
    assert_refused(world, id, &band, SIDLE_ERROR_ARGUMENT);
    assert_ok(sidle_unit_follow(world, id, other));
    assert_refused(world, id, &sees, SIDLE_ERROR_ARGUMENT);
    assert_ok(sidle_unit_evade(world, id, other));
    assert_refused(world, id, &sees, SIDLE_ERROR_ARGUMENT);
    assert_ok(sidle_unit_flee(world, id, point));
    assert_refused(world, id, &sees, SIDLE_ERROR_ARGUMENT);
    assert_ok(sidle_unit_go(world, id, point));
    assert_refused(world, id, NULL, SIDLE_ERROR_ARGUMENT);
    assert_refused(world, id, &(sidle_range){1, 2, 0}, SIDLE_ERROR_ARGUMENT);
    assert_refused(world, id, &(sidle_range){1, -1, 0}, SIDLE_ERROR_ARGUMENT);
    assert_refused(world, id, &(sidle_range){1, 0, SIDLE_PASS_ALL + 1}, SIDLE_ERROR_ARGUMENT);
    assert_refused(world, id, &(sidle_range){NAN, 0, 0}, SIDLE_ERROR_NOT_FINITE);
    assert_refused(world, NOBODY, &good, SIDLE_ERROR_STALE);
    assert_ok(sidle_unit_stow(world, id, SIDLE_PURSUERS_LOSE));
    assert_refused(world, id, &good, SIDLE_ERROR_STOWED);
    assert_ok(sidle_unit_unstow(world, id, (sidle_vec2){23, 8}));
    await_event(world, SIDLE_EVENT_ARRIVED, id, 10);
    assert_refused(world, id, &good, SIDLE_ERROR_NO_ORDER);
    sidle_world_destroy(world);
}

static void the_hash_holds_the_range_and_a_new_order_forgets_it(void **state) {
    (void)state;
    for (int kind = 0; kind < 5; kind++) {
        sidle_world *worlds[2];
        uint64_t hash[2];
        for (int k = 0; k < 2; k++) {
            sidle_world *world = worlds[k] = open_world(32, 32);
            sidle_unit_id id = unit_at(world, 8, 8), other = unit_at(world, 20, 20);
            for (int again = 0; again < 2; again++) {
                const sidle_vec2 point = {24, 8};
                if (kind == 0) assert_ok(sidle_unit_pursue(world, id, other));
                if (kind == 1) assert_ok(sidle_unit_follow(world, id, other));
                if (kind == 2) assert_ok(sidle_unit_evade(world, id, other));
                if (kind == 3) assert_ok(sidle_unit_flee(world, id, point));
                if (kind == 4) assert_ok(sidle_unit_patrol(world, id, &point, 1));
                if (again) break;
                sidle_range range = {k ? 3 : 2, 0, 0};
                assert_ok(sidle_unit_set_range(world, id, &range));
                hash[k] = sidle_world_hash(world);
            }
        }
        assert_true(hash[0] != hash[1]);
        assert_true(sidle_world_hash(worlds[0]) == sidle_world_hash(worlds[1]));
        sidle_world_destroy(worlds[0]);
        sidle_world_destroy(worlds[1]);
    }
}

int ranges_tests(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(go_is_done_in_range),
        cmocka_unit_test(go_with_a_range_keeps_its_path),
        cmocka_unit_test(a_target_is_caught_and_kept_in_range),
        cmocka_unit_test(a_pursuit_with_a_range_leads_its_target),
        cmocka_unit_test(two_that_pursue_each_other_stop_in_range),
        cmocka_unit_test(each_follower_keeps_its_own_distance),
        cmocka_unit_test(a_follower_comes_no_nearer_than_the_least),
        cmocka_unit_test(points_of_a_patrol_count_from_afar),
        cmocka_unit_test(a_point_behind_a_wall_counts_once_it_is_seen),
        cmocka_unit_test(a_danger_is_fled_between_both_distances),
        cmocka_unit_test(a_range_that_does_not_suit_the_order_is_refused),
        cmocka_unit_test(the_hash_holds_the_range_and_a_new_order_forgets_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
