/* Points on the way that a crowd shares: they are passed, not occupied. */
#include "measures.h"

enum { CROWD = 100 };

static const sidle_vec2 NEAR = {30, 30}, FAR = {70, 30};

/* ---- patrols ---- */

/* Nobody stands on the point, so the second of two gets there as well as the first. */
TEST(one_behind_another_gets_to_the_point) {
    sidle_world *world = open_world(100, 60);
    const sidle_vec2 points[] = {FAR, NEAR};
    sidle_unit_id ids[2] = {unit_at(world, 62, 30), unit_at(world, 58, 30)};
    for (int k = 0; k < 2; k++) assert_ok(sidle_unit_patrol(world, ids[k], points, 2));
    float nearest = INFINITY;
    for (int tick = 0; tick < 15 * 30; tick++) {
        assert_ok(sidle_world_step(world, TICK));
        nearest = fminf(nearest, distance(state_of(world, ids[1]).position, FAR));
    }
    print_message("the second comes within %.2f u of the point\n", (double)nearest);
    assert_true(nearest < 1.1f);
    sidle_world_destroy(world);
}

/* One that holds takes the point up: a patrol turns where it touches it. The second of two equal
 * points is no nearer than the one before, and is passed there, too. */
TEST(a_point_that_is_taken_for_good_is_passed_at_a_touch) {
    for (uint32_t twice = 0; twice < 2; twice++) {
        sidle_world *world = open_world(100, 60);
        const sidle_vec2 points[] = {FAR, twice ? FAR : NEAR, NEAR};
        sidle_unit_id guard = unit_at(world, FAR.x, FAR.y), id = unit_at(world, 60, 30);
        assert_ok(sidle_unit_hold(world, guard));
        assert_ok(sidle_unit_patrol(world, id, points, 2 + twice));
        int ticks = 0;
        for (; state_of(world, id).goal.x == FAR.x; ticks++) {
            assert_ok(sidle_world_step(world, TICK));
            assert_true(ticks < 10 * 30);
        }
        float gap = FAR.x - state_of(world, id).position.x - 1;
        print_message("%.2f u from the guard after %.1f s\n", (double)gap, ticks / 30.0);
        assert_true(gap > -0.1f && gap < 0.6f);
        sidle_world_destroy(world);
    }
}

/* A row of units that hold covers both points and the way between them: the unit passes each point
 * on that point's side of the middle, and not both where it stands. */
TEST(points_under_one_crowd_are_passed_on_their_own_sides) {
    sidle_world *world = open_world(100, 60);
    const sidle_vec2 points[] = {{50, 30}, {53.6f, 30}};
    for (int k = 0; k < 4; k++)
        assert_ok(sidle_unit_hold(world, unit_at(world, 50 + 1.2f * (float)k, 30)));
    sidle_unit_id id = unit_at(world, 48.5f, 30);
    assert_ok(sidle_unit_patrol(world, id, points, 2));
    int passed = 0;
    for (int tick = 0; tick < 30 * 30; tick++) {
        assert_ok(sidle_world_step(world, TICK));
        const sidle_event *e = event_of(world, SIDLE_EVENT_WAYPOINT, id);
        if (!e) continue;
        float at = state_of(world, id).position.x, middle = 0.5f * (points[0].x + points[1].x);
        assert_true(e->point.x < middle ? at < middle : at > middle);
        passed++;
    }
    print_message("%d points passed in 30 s\n", passed);
    assert_true(passed >= 4);
    sidle_world_destroy(world);
}

/* The point lies in view, but behind a wall, and a unit holds on it. */
TEST(a_point_behind_a_wall_is_not_passed) {
    sidle_world *world = open_world(60, 60);
    assert_ok(sidle_world_set_cells(world, 30, 10, 1, 40, SIDLE_TERRAIN_VOID));
    const sidle_vec2 points[] = {{31.6f, 30}, {10, 30}};
    sidle_unit_id guard = unit_at(world, points[0].x, points[0].y), id = unit_at(world, 28, 30);
    assert_ok(sidle_unit_hold(world, guard));
    assert_ok(sidle_unit_patrol(world, id, points, 2));
    for (int tick = 0; tick < 20 * 30; tick++) {
        assert_ok(sidle_world_step(world, TICK));
        assert_true(state_of(world, id).goal.x == points[0].x);
    }
    sidle_world_destroy(world);
}

/* ---- waypoints ---- */

/* s until all of a crowd are back where they started, past one waypoint 25 u ahead that each has to
 * touch when it is free. */
static float there_and_back(uint32_t units) {
    sidle_world *world = open_world(100, 60);
    sidle_profile p = sidle_profile_default();
    p.tuning.waypoint_radius = p.radius;
    sidle_profile_id profile = profile_in(world, &p);
    uint32_t arrived = 0;
    for (uint32_t k = 0; k < units; k++) {
        sidle_vec2 home = {38 + 1.5f * (float)(k % 10), 23 + 1.5f * (float)(k / 10)};
        sidle_unit_id id = unit_of(world, profile, home.x, home.y);
        assert_ok(sidle_unit_go(world, id, home));
        assert_ok(sidle_unit_set_path(world, id, &FAR, 1));
    }
    int ticks = 0;
    for (; arrived < units && ticks < 240 * 30; ticks++) {
        assert_ok(sidle_world_step(world, TICK));
        arrived += events_of(world, SIDLE_EVENT_ARRIVED);
    }
    assert_int_equal(arrived, units);
    sidle_world_destroy(world);
    return (float)ticks / 30;
}

/* Measured: 32 s alone, 39 s in the crowd; 50 s when each had to get to the waypoint. */
TEST(a_crowd_turns_at_a_waypoint_about_as_fast_as_one) {
    float alone = there_and_back(1), crowd = there_and_back(CROWD);
    print_message("alone %.1f s, all of a crowd %.1f s\n", (double)alone, (double)crowd);
    assert_true(crowd < 1.4f * alone);
}

TESTS_OF(crowded_points)
