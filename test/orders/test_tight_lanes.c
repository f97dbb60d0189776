/* Units give way, and come to rest, where there is hardly room. */
#include "measures.h"
#include "support.h"

#include <math.h>

/* A unit that has arrived is arrived for the host all the while, and comes back to its place. */
static void one_that_has_arrived_steps_aside_in_a_lane(void **state) {
    (void)state;
    sidle_world *world = world_of("##########..########\n"
                                  "....................\n"
                                  "####################\n");
    sidle_unit_id rests = unit_at(world, 8.5f, 1.5f), comes = unit_at(world, 2.5f, 1.5f);
    assert_ok(sidle_unit_go(world, rests, (sidle_vec2){10.5f, 1.5f}));
    run(world, 4);
    sidle_vec2 place = state_of(world, rests).position;
    assert_true(state_of(world, rests).arrived);
    assert_ok(sidle_unit_go(world, comes, (sidle_vec2){17.5f, 1.5f}));
    float seconds = 0, farthest = 0;
    for (; seconds < 20 && !state_of(world, comes).arrived; seconds += TICK) {
        assert_ok(sidle_world_step(world, TICK));
        assert_true(state_of(world, rests).arrived && !state_of(world, rests).under_way);
        assert_null(event_of(world, SIDLE_EVENT_ARRIVED, rests));
        farthest = fmaxf(farthest, distance(state_of(world, rests).position, place));
    }
    assert_true(seconds < 14 && farthest > 0.5f);
    run(world, 6);
    assert_true(distance(state_of(world, rests).position, place) < 0.2f);
    sidle_world_destroy(world);
}

/* A wall on one side of the lane, a niche on the other: on whichever side the unit would try first,
 * which depends on its friend's age, it goes into the niche. */
static void one_in_the_middle_of_the_way_takes_the_side_that_has_room(void **state) {
    (void)state;
    static const char *const niches[] = {"##########..########\n"
                                         "##########..########\n"
                                         "....................\n"
                                         "####################\n"
                                         "####################\n",
                                         "####################\n"
                                         "####################\n"
                                         "....................\n"
                                         "##########..########\n"
                                         "##########..########\n"};
    for (int k = 0; k < 4; k++) {
        sidle_world *world = world_of(niches[k / 2]);
        sidle_vec2 at[] = {{11, 2.5f}, {5.5f, 2.5f}};
        sidle_unit_id ids[2];
        for (int n = 0; n < 2; n++) ids[n ^ k % 2] = unit_at(world, at[n ^ k % 2].x, 2.5f);
        sidle_unit_id rests = ids[0], comes = ids[1];
        assert_ok(sidle_unit_go(world, comes, (sidle_vec2){17.5f, 2.5f}));
        float seconds = 0, aside = 0;
        for (; seconds < 20 && !state_of(world, comes).arrived; seconds += TICK) {
            assert_ok(sidle_world_step(world, TICK));
            aside = fmaxf(aside, fabsf(state_of(world, rests).position.y - 2.5f));
        }
        assert_true(seconds < 8 && aside > 0.9f);
        sidle_world_destroy(world);
    }
}

/* In a lane one unit wide there is no room aside: the one at rest is led out of it, comes clear of
 * the other one behind the corner of the lane, and finds its way back in. */
static void a_unit_led_down_a_lane_finds_back(void **state) {
    (void)state;
    sidle_world *world = open_world(80, 7);
    assert_ok(sidle_world_set_cells(world, 5, 0, 70, 3, SIDLE_TERRAIN_TREES));
    assert_ok(sidle_world_set_cells(world, 5, 4, 70, 3, SIDLE_TERRAIN_TREES));
    sidle_unit_id rests = unit_at(world, 20.5f, 3.5f), goes = unit_at(world, 2, 3.5f);
    sidle_vec2 place = state_of(world, rests).position;
    float farthest = 0;
    assert_ok(sidle_unit_go(world, goes, (sidle_vec2){78, 3.5f}));
    for (int k = 0; k < 30 * 120; k++) {
        assert_ok(sidle_world_step(world, TICK));
        farthest = fmaxf(farthest, fabsf(state_of(world, rests).position.x - place.x));
    }
    assert_true(farthest > 1);
    assert_false(state_of(world, goes).under_way);
    assert_float_equal(state_of(world, rests).position.x, place.x, 0.05f);
    sidle_world_destroy(world);
}

static sidle_unit_id vehicle_at(sidle_world *world, float radius, float x, float y) {
    sidle_profile p = sidle_profile_default();
    p.radius = radius;
    p.turn_rate = 60;
    p.top_speed = 1.5f / radius;
    p.acceleration = 1.5f / radius;
    return unit_of(world, profile_in(world, &p), x, y);
}

/* Seconds until the unit has arrived, in ticks of that length; more than `most`: it has not. */
static float arrives_after(sidle_world *world, sidle_unit_id id, float tick, float most) {
    float passed = 0;
    for (; passed <= most && !state_of(world, id).arrived; passed += tick)
        assert_ok(sidle_world_step(world, tick));
    return passed;
}

/* The gap between the corner and a friend is too narrow for the body, but not for a look, which
 * cuts corners. There is no other way. The friend holds at first, so the unit is stuck when it may
 * ask. */
static void a_unit_held_between_a_corner_and_a_friend_asks_it(void **state) {
    (void)state;
    for (float tick = 1 / 60.0f; tick < 0.1f; tick *= 2)
        for (float x = 15.4f; x < 15.65f; x += 0.1f) {
            sidle_world *world = open_world(32, 32);
            assert_ok(sidle_world_set_cells(world, 0, 14, 12, 18, SIDLE_TERRAIN_TREES));
            assert_ok(sidle_world_set_cells(world, 18, 0, 14, 32, SIDLE_TERRAIN_TREES));
            sidle_unit_id friend = vehicle_at(world, 1, x, 12);
            sidle_unit_id goes = vehicle_at(world, 1.6f, 14.3f, 14.5f);
            sidle_vec2 place = state_of(world, friend).position, goal = {3, 2};
            assert_ok(sidle_unit_hold(world, friend));
            assert_ok(sidle_unit_go(world, goes, goal));
            (void)arrives_after(world, goes, tick, 6);
            assert_ok(sidle_unit_stop(world, friend));
            (void)arrives_after(world, goes, tick, 60);
            if (distance(state_of(world, goes).position, goal) > 0.2f)
                fail_msg("a friend at x %.2f, ticks of %.4f s: not there", (double)x, (double)tick);
            (void)arrives_after(world, friend, tick, 20);
            assert_true(distance(state_of(world, friend).position, place) < 0.2f);
            sidle_world_destroy(world);
        }
}

/* The lane is as wide as either. The friend in its mouth drives on along the walls of the lane,
 * though the unit that asks it comes from the side. */
static void one_in_the_mouth_of_a_lane_drives_on_along_its_walls(void **state) {
    (void)state;
    for (float x = 20; x < 31; x += 0.5f) {
        sidle_world *world = open_world(48, 48);
        assert_ok(sidle_world_set_cells(world, 26, 21, 5, 7, SIDLE_TERRAIN_TREES));
        assert_ok(sidle_world_set_cells(world, 22, 28, 2, 2, SIDLE_TERRAIN_TREES));
        sidle_unit_id friend = vehicle_at(world, 1, 25, 28), goes = vehicle_at(world, 1, x, 36);
        const sidle_vec2 way[] = {{25, 30}, {25, 21}};
        assert_ok(sidle_unit_go(world, goes, (sidle_vec2){24.5f, 12}));
        assert_ok(sidle_unit_set_path(world, goes, way, 2));
        if (arrives_after(world, goes, TICK, 60) > 60)
            fail_msg("from x %.2f: not there", (double)x);
        run(world, 20);
        assert_true(distance(state_of(world, friend).position, (sidle_vec2){25, 28}) < 0.2f);
        sidle_world_destroy(world);
    }
}

/* The lane is hardly wider than one. The one at rest is led down it, beyond the place of the other
 * one, and presses on it on its way back. The other one comes to rest all the same. */
static void a_unit_comes_to_rest_before_one_that_returns(void **state) {
    (void)state;
    for (float radius = 1.82f; radius < 1.87f; radius += 0.01f)
        for (float y = 16.4f; y < 16.75f; y += 0.1f) {
            sidle_world *world = open_world(20, 30);
            assert_ok(sidle_world_set_cells(world, 4, 2, 12, 16, SIDLE_TERRAIN_TREES));
            sidle_unit_id rests = vehicle_at(world, radius, 2, 12.5f);
            sidle_unit_id goes = vehicle_at(world, radius, 2, 5);
            assert_ok(sidle_unit_go(world, goes, (sidle_vec2){2, y}));
            if (arrives_after(world, goes, 1 / 60.0f, 120) > 120)
                fail_msg("radius %.2f, to y %.1f: not there", (double)radius, (double)y);
            run(world, 60);
            assert_true(state_of(world, goes).arrived);
            assert_true(distance(state_of(world, rests).position, (sidle_vec2){2, 12.5f}) < 0.2f);
            sidle_world_destroy(world);
        }
}

/* A unit squeezes between a wall and a unit that holds, and is sent back. It comes out again. The
 * wall does not turn it deeper into the other unit. */
static void a_unit_sent_back_out_of_a_gap_beside_a_wall_comes_out(void **state) {
    (void)state;
    for (float sent = 10.7f; sent > 10.05f; sent -= 0.1f) {
        sidle_world *world = open_world(24, 6);
        assert_ok(sidle_world_set_cells(world, 0, 0, 24, 2, SIDLE_TERRAIN_TREES));
        assert_ok(sidle_world_set_cells(world, 0, 4, 24, 2, SIDLE_TERRAIN_TREES));
        sidle_unit_id holds = unit_at(world, 10, 2.8f), goes = unit_at(world, 14, 3.5f);
        assert_ok(sidle_unit_hold(world, holds));
        assert_ok(sidle_unit_go(world, goes, (sidle_vec2){4, 3.5f}));
        for (float passed = 0; state_of(world, goes).position.x > sent; passed += TICK) {
            assert_true(passed < 30);
            assert_ok(sidle_world_step(world, TICK));
        }
        assert_ok(sidle_unit_go(world, goes, (sidle_vec2){14, 3.5f}));
        float deepest = sent, passed = 0;
        for (; passed < 6 && state_of(world, goes).position.x < 11; passed += TICK) {
            assert_ok(sidle_world_step(world, TICK));
            deepest = fminf(deepest, state_of(world, goes).position.x);
        }
        if (passed > 1 || sent - deepest > 0.1f)
            fail_msg("sent back at %.1f: %.2f s, %.2f u deeper", (double)sent, (double)passed,
                     (double)(sent - deepest));
        sidle_world_destroy(world);
    }
}

int tight_lanes_tests(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_unit_held_between_a_corner_and_a_friend_asks_it),
        cmocka_unit_test(one_in_the_mouth_of_a_lane_drives_on_along_its_walls),
        cmocka_unit_test(a_unit_comes_to_rest_before_one_that_returns),
        cmocka_unit_test(a_unit_led_down_a_lane_finds_back),
        cmocka_unit_test(a_unit_sent_back_out_of_a_gap_beside_a_wall_comes_out),
        cmocka_unit_test(one_that_has_arrived_steps_aside_in_a_lane),
        cmocka_unit_test(one_in_the_middle_of_the_way_takes_the_side_that_has_room),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
