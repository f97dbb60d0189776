/* An order to go, its path and its guide: what is told on the way, and how bodies meet. */
#include "measures.h"

/* ---- waypoints and guides ---- */

TEST(waypoints_are_passed_in_order_and_told) {
    sidle_world *world = open_world(40, 40);
    sidle_unit_id id = unit_at(world, 5, 5);
    const sidle_vec2 path[] = {{15, 5}, {15, 15}};
    assert_ok(sidle_unit_go(world, id, (sidle_vec2){25, 15}));
    assert_ok(sidle_unit_set_path(world, id, path, 2));
    assert_float_equal(state_of(world, id).path_left, 30, 1e-3f);
    sidle_event first = await_event(world, SIDLE_EVENT_WAYPOINT, id, 10);
    assert_true(first.point.x == 15 && first.point.y == 5);
    assert_true(field_bits(world, id, "events") == 0); /* nothing is still to be told */
    sidle_event second = await_event(world, SIDLE_EVENT_WAYPOINT, id, 10);
    assert_true(second.point.x == 15 && second.point.y == 15);
    await_event(world, SIDLE_EVENT_ARRIVED, id, 10);
    sidle_world_destroy(world);
}

/* The goal is walled in, so it is in sight from nowhere: the unit passes the waypoint when it is on
 * it, to a quarter of its radius. */
TEST(a_waypoint_before_a_point_out_of_sight_is_passed_on_the_spot) {
    sidle_world *world = open_world(24, 8);
    assert_ok(sidle_world_set_cells(world, 15, 2, 7, 4, SIDLE_TERRAIN_VOID));
    assert_ok(sidle_world_set_cells(world, 16, 3, 5, 2, SIDLE_TERRAIN_GROUND));
    sidle_unit_id id = unit_at(world, 4, 4);
    const sidle_vec2 waypoint = {6, 4};
    assert_ok(sidle_unit_go(world, id, (sidle_vec2){18, 4}));
    assert_ok(sidle_unit_set_path(world, id, &waypoint, 1));
    assert_ok(sidle_unit_set_pace(world, id, 0.3f)); /* .01 u a tick */
    sidle_event passed = await_event(world, SIDLE_EVENT_WAYPOINT, id, 10);
    float off = distance(passed.position, waypoint);
    assert_true(off > 0.11f && off < 0.126f);
    sidle_world_destroy(world);
}

/* u, from the waypoint, where a unit passes it that goes straight on. */
static float passed_at(sidle_world *world) {
    sidle_unit_id id = unit_at(world, 5, 20.5f);
    const sidle_vec2 waypoint = {20.5f, 20.5f};
    assert_ok(sidle_unit_go(world, id, (sidle_vec2){35, 20.5f}));
    assert_ok(sidle_unit_set_path(world, id, &waypoint, 1));
    sidle_event passed = await_event(world, SIDLE_EVENT_WAYPOINT, id, 10);
    sidle_world_destroy(world);
    return distance(passed.position, waypoint);
}

TEST(on_wide_ground_a_waypoint_is_passed_farther_off) {
    float reach = sidle_profile_default().tuning.waypoint_radius;
    float wide = passed_at(open_world(40, 40));
    assert_true(wide > 2.1f * reach && wide <= 2.2f * reach);
    sidle_world *narrow = open_world(40, 40);
    assert_ok(sidle_world_set_cells(narrow, 0, 18, 40, 2, SIDLE_TERRAIN_VOID));
    assert_ok(sidle_world_set_cells(narrow, 0, 21, 40, 2, SIDLE_TERRAIN_VOID));
    float close = passed_at(narrow);
    assert_true(close > 0.9f * reach && close <= reach);
}

TEST(a_stopped_unit_brakes_and_stands) {
    sidle_world *world = open_world(40, 40);
    sidle_unit_id id = unit_at(world, 5, 5);
    assert_ok(sidle_unit_go(world, id, (sidle_vec2){35, 5}));
    run(world, 2);
    assert_ok(sidle_unit_stop(world, id));
    run(world, 1);
    sidle_unit_state s = state_of(world, id);
    assert_true(s.velocity.x == 0 && s.velocity.y == 0 && !s.under_way && !s.arrived);
    assert_int_equal(s.decision, SIDLE_DECISION_IDLE);
    sidle_world_destroy(world);
}

TEST(a_guide_is_followed_to_the_goal) {
    sidle_world *world = open_world(40, 40);
    sidle_unit_id id = unit_at(world, 5, 5);
    sidle_vec2 goal = {25, 25};
    assert_ok(sidle_unit_go(world, id, goal));
    bool arrived = false;
    for (int k = 0; k < 900 && !arrived; k++) {
        sidle_vec2 at = state_of(world, id).position; /* first right, then down */
        sidle_vec2 point = at.x < 23 ? (sidle_vec2){at.x + 3, at.y} : goal;
        assert_ok(sidle_unit_set_guide(world, id, point));
        assert_ok(sidle_world_step(world, TICK));
        arrived = event_of(world, SIDLE_EVENT_ARRIVED, id) != NULL;
    }
    assert_true(arrived);
    assert_true(distance(state_of(world, id).position, goal) < 0.06f);
    sidle_world_destroy(world);
}

/* It brakes for its goal from then on, though its next look is seconds away. */
TEST(a_guide_that_moves_to_the_goal_is_braked_for_at_once) {
    sidle_world *world = open_world(40, 40);
    sidle_profile p = sidle_profile_default();
    p.tuning.look_interval = 10;
    p.acceleration = 1;
    p.top_speed = 3;
    sidle_unit_id id = unit_of(world, profile_in(world, &p), 5, 5);
    assert_ok(sidle_unit_go(world, id, (sidle_vec2){25, 5}));
    assert_ok(sidle_unit_set_guide(world, id, (sidle_vec2){30, 5}));
    run(world, 5);
    assert_true(state_of(world, id).velocity.x > 2.9f);
    assert_ok(sidle_unit_set_guide(world, id, (sidle_vec2){25, 5}));
    for (int k = 0; k < 300 && state_of(world, id).under_way; k++) {
        assert_ok(sidle_world_step(world, TICK));
        assert_true(state_of(world, id).position.x < 25.06f);
    }
    assert_true(state_of(world, id).velocity.x == 0 && state_of(world, id).position.x > 24.9f);
    sidle_world_destroy(world);
}

/* A host with a flow field moves the guide in each tick: on a free way the unit turns with it, and
 * not at its next look. */
TEST(a_unit_on_a_free_way_turns_with_its_guide) {
    sidle_world *world = open_world(40, 40);
    sidle_profile p = sidle_profile_default();
    p.tuning.look_interval = 2;
    sidle_unit_id id = unit_of(world, profile_in(world, &p), 10, 20);
    assert_ok(sidle_unit_go(world, id, (sidle_vec2){35, 20}));
    assert_ok(sidle_unit_set_guide(world, id, (sidle_vec2){30, 20}));
    run(world, 1);
    sidle_unit_state s = state_of(world, id);
    assert_int_equal(s.decision, SIDLE_DECISION_FREE);
    assert_true(s.heading.x > 0.99f);
    assert_ok(sidle_unit_set_guide(world, id, (sidle_vec2){s.position.x, 35}));
    for (int k = 0; k < 10; k++) assert_ok(sidle_world_step(world, TICK));
    assert_true(state_of(world, id).heading.y > 0.5f);
    sidle_world_destroy(world);
}

/* Each answer of the host is a new path, on which a unit has to make more progress than it can
 * within its patience. */
TEST(a_slow_unit_whose_path_is_renewed_does_not_give_up_on_a_free_way) {
    static const float SPEEDS[] = {0.5f, 0.2f, 0.05f};
    for (int n = 0; n < 3; n++) {
        sidle_world *world = open_world(40, 20);
        const sidle_vec2 goal = {20, 10}, half = {16, 10};
        sidle_profile p = sidle_profile_default();
        p.top_speed = SPEEDS[n];
        sidle_unit_id id = unit_of(world, profile_in(world, &p), 20 - 30 * p.top_speed, 10);
        assert_ok(sidle_unit_go(world, id, goal));
        assert_ok(sidle_unit_set_path(world, id, &half, p.top_speed > 0.4f));
        for (int tick = 0; tick < 30 * 90 && state_of(world, id).under_way; tick++) {
            assert_ok(sidle_world_step(world, TICK));
            if (event_of(world, SIDLE_EVENT_PATH_WANTED, id))
                assert_ok(sidle_unit_set_path(world, id, &half, p.top_speed > 0.4f));
        }
        assert_true(state_of(world, id).arrived);
        assert_true(distance(state_of(world, id).position, goal) < 0.1f);
        sidle_world_destroy(world);
    }
}

/* ---- layers, standing units, the same spot ---- */

/* It passes a row of them, and shares its place with one. */
TEST(air_and_ground_do_not_see_each_other) {
    sidle_world *world = open_world(40, 20);
    sidle_profile air = sidle_profile_default();
    air.layer = 1;
    const sidle_vec2 goal = {35, 10};
    sidle_unit_id flies = unit_of(world, profile_in(world, &air), 5, 10);
    sidle_unit_id walks = unit_at(world, 30, 13);
    for (int k = 0; k < 15; k++) unit_at(world, 20, 3 + (float)k);
    assert_ok(sidle_unit_go(world, flies, goal));
    assert_ok(sidle_unit_go(world, walks, goal));
    for (int k = 0; k < 600; k++) {
        assert_ok(sidle_world_step(world, TICK));
        assert_float_equal(state_of(world, flies).position.y, 10, 1e-4f);
    }
    assert_int_equal(state_of(world, flies).arrival, SIDLE_ARRIVAL_AT_GOAL);
    assert_true(distance(state_of(world, flies).position, goal) < 0.05f);
    assert_true(distance(state_of(world, walks).position, goal) < 0.05f);
    sidle_world_destroy(world);
}

TEST(two_units_on_one_spot_part_when_they_are_sent_off) {
    sidle_world *world = open_world(40, 20);
    sidle_unit_id a = unit_at(world, 10, 10), b = unit_at(world, 10, 10);
    assert_ok(sidle_unit_go(world, a, (sidle_vec2){30, 10}));
    assert_ok(sidle_unit_go(world, b, (sidle_vec2){30, 10}));
    run(world, 5);
    assert_true(distance(state_of(world, a).position, state_of(world, b).position) > 0.9f);
    sidle_world_destroy(world);
}

/* Contact alone moves the two in their first tick, as they face away from their goal and turn
 * slowly; it parts them at once, as they speed up fast. The middle between them stays on the spot,
 * whatever their ranks and courses are. */
TEST(two_units_on_one_spot_part_equally_far) {
    const sidle_vec2 spot = {20, 20};
    const uint32_t ranks[][2] = {{1, 5}, {1, 4}, {1, 3}, {1, 2}, {5, 2}, {3, 1}};
    const sidle_vec2 ways[] = {{15, 0}, {0, 15}, {-12, 9}, {4, -14}};
    for (int n = 0; n < 6 * 4; n++) {
        sidle_world *world = open_world(40, 40);
        sidle_profile p = sidle_profile_of(0.25f, 60);
        p.acceleration = 1800;
        p.turn_rate = 1;
        sidle_profile_id kind = profile_in(world, &p);
        sidle_unit_id ids[2];
        for (int k = 0; k < 2; k++) {
            ids[k] = unit_ranked(world, kind, spot.x, spot.y, ranks[n / 4][k]);
            assert_ok(sidle_unit_set_heading(world, ids[k], ways[n % 4]));
            sidle_vec2 goal = {spot.x - ways[n % 4].x, spot.y - ways[n % 4].y};
            assert_ok(sidle_unit_go(world, ids[k], goal));
        }
        assert_ok(sidle_world_step(world, TICK));
        sidle_vec2 a = state_of(world, ids[0]).position, b = state_of(world, ids[1]).position;
        assert_true(distance(a, b) > 0.49f);
        assert_true(distance((sidle_vec2){0.5f * (a.x + b.x), 0.5f * (a.y + b.y)}, spot) < 0.001f);
        sidle_world_destroy(world);
    }
}

/* Sixteen on a circle, each sent to the opposite point; all meet in the middle. */
TEST(bodies_are_solid_to_who_does_not_push) {
    enum { RING = 16 };
    sidle_world *world = open_world(40, 40);
    sidle_unit_id ids[RING];
    for (int k = 0; k < RING; k++) {
        float x = 12 * cosf((float)k * 0.392699f), y = 12 * sinf((float)k * 0.392699f);
        ids[k] = unit_at(world, 20 + x, 20 + y);
        assert_ok(sidle_unit_go(world, ids[k], (sidle_vec2){20 - x, 20 - y}));
    }
    for (int tick = 0; tick < 900; tick++) {
        assert_ok(sidle_world_step(world, TICK));
        for (int a = 0; a < RING; a++)
            for (int b = 0; b < a; b++) {
                sidle_unit_state s = state_of(world, ids[a]), t = state_of(world, ids[b]);
                assert_true(distance(s.position, t.position) > 0.96f);
            }
    }
    for (int k = 0; k < RING; k++) assert_true(state_of(world, ids[k]).arrived);
    sidle_world_destroy(world);
}

TEST(a_slow_turner_reaches_a_point_inside_its_turning_circle) {
    for (int k = 0; k < 16; k++) {
        sidle_world *world = open_world(60, 60);
        sidle_profile tank = sidle_profile_default();
        tank.turn_rate = 40; /* at 4 u/s a circle of 5.7 u */
        tank.top_speed = 4;
        sidle_unit_id id = unit_of(world, profile_in(world, &tank), 30, 30);
        assert_ok(sidle_unit_go(world, id, (sidle_vec2){50, 30}));
        run(world, 2);
        sidle_vec2 at = state_of(world, id).position;
        sidle_vec2 near = {at.x + 3 * cosf((float)k * 0.3927f),
                           at.y + 3 * sinf((float)k * 0.3927f)};
        assert_ok(sidle_unit_go(world, id, near));
        await_event(world, SIDLE_EVENT_ARRIVED, id, 15);
        sidle_world_destroy(world);
    }
}

TEST(a_pace_bounds_the_speed_of_one_order) {
    sidle_world *world = open_world(64, 32);
    sidle_unit_id unit = unit_at(world, 4, 16);
    assert_int_equal(sidle_unit_set_pace(world, unit, 1), SIDLE_ERROR_NO_ORDER);
    assert_ok(sidle_unit_go(world, unit, (sidle_vec2){60, 16}));
    assert_int_equal(sidle_unit_set_pace(world, unit, -1), SIDLE_ERROR_ARGUMENT);
    assert_int_equal(sidle_unit_set_pace(world, unit, NAN), SIDLE_ERROR_NOT_FINITE);
    assert_int_equal(sidle_unit_set_pace(world, NOBODY, 1), SIDLE_ERROR_STALE);
    uint64_t before = sidle_world_hash(world);
    assert_ok(sidle_unit_set_pace(world, unit, 0.5f));
    assert_true(sidle_world_hash(world) != before);
    run(world, 2);
    assert_true(fabsf(state_of(world, unit).velocity.x - 0.5f) < 0.01f);
    assert_ok(sidle_unit_set_pace(world, unit, 0));
    run(world, 1);
    assert_true(state_of(world, unit).velocity.x == 0 && state_of(world, unit).under_way);
    assert_ok(sidle_unit_set_pace(world, unit, 100));
    run(world, 1);
    assert_true(fabsf(state_of(world, unit).velocity.x - 2) < 0.01f);
    assert_ok(sidle_unit_set_pace(world, unit, 0.5f));
    assert_ok(sidle_unit_go(world, unit, (sidle_vec2){60, 16}));
    run(world, 1);
    assert_true(fabsf(state_of(world, unit).velocity.x - 2) < 0.01f);
    sidle_world_destroy(world);
}

TESTS_OF(go)
