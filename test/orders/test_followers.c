/* Units that follow a leader settle behind it and stay out of its way. */
#include "bodies.h"
#include "measures.h"

enum { FOLLOWERS = 8 };

TEST(followers_settle_behind_and_clear_the_way) {
    sidle_world *world = open_world(60, 40);
    sidle_unit_id leader = unit_at(world, 12, 20), ids[FOLLOWERS];
    for (int k = 0; k < FOLLOWERS; k++) {
        ids[k] = unit_at(world, 5 + 1.4f * (float)(k % 4), 18 + 1.4f * (float)(k / 4));
        assert_ok(sidle_unit_follow(world, ids[k], leader));
    }
    assert_ok(sidle_unit_go(world, leader, (sidle_vec2){45, 20}));
    run(world, 30);
    for (int k = 0; k < FOLLOWERS; k++) {
        sidle_unit_state s = state_of(world, ids[k]);
        assert_true(s.arrived && speed_of(world, ids[k]) == 0);
        assert_true(s.position.x < 44.6f && apart(world, ids[k], leader) < 6);
    }
    assert_clear(world, "behind the leader");
    /* Back through them. */
    assert_ok(sidle_unit_go(world, leader, (sidle_vec2){10, 20}));
    float nearest = 100, time = 0;
    while (!state_of(world, leader).arrived && time < 60) {
        assert_ok(sidle_world_step(world, TICK));
        time += TICK;
        for (int k = 0; k < FOLLOWERS; k++) nearest = fminf(nearest, apart(world, ids[k], leader));
    }
    print_message("the leader came through in %.1f s, %.3f u from the nearest\n", (double)time,
                  (double)nearest);
    assert_true(time < 20.5f && nearest > 0.95f);
    run(world, 20);
    for (int k = 0; k < FOLLOWERS; k++) assert_true(state_of(world, ids[k]).arrived);
    assert_clear(world, "behind it again");
    sidle_world_destroy(world);
}

/* A leader so slow that its follower could stop at any time: the place behind it moves all the
 * same, and along an axis of the map no less than across. */
TEST(a_follower_is_under_way_for_as_long_as_its_leader_drives) {
    static const sidle_vec2 ways[] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}};
    for (int k = 0; k < 5; k++) {
        sidle_world *world = open_world(40, 40);
        sidle_unit_id id = unit_at(world, 20 - 4 * ways[k].x, 20 - 4 * ways[k].y);
        sidle_unit_id leader =
            unit_facing(world, (sidle_profile_id){0}, (sidle_vec2){20, 20}, ways[k]);
        sidle_vec2 goal = {20 + 15 * ways[k].x, 20 + 15 * ways[k].y};
        assert_ok(sidle_unit_go(world, leader, goal));
        assert_ok(sidle_unit_set_pace(world, leader, 0.25f));
        assert_ok(sidle_unit_follow(world, id, leader));
        for (int tick = 0; tick < 300; tick++) {
            assert_ok(sidle_world_step(world, TICK));
            assert_null(event_of(world, SIDLE_EVENT_ARRIVED, id));
            assert_true(state_of(world, id).under_way);
        }
        assert_ok(sidle_unit_stop(world, leader));
        (void)await_event(world, SIDLE_EVENT_ARRIVED, id, 5);
        sidle_world_destroy(world);
    }
}

TEST(followers_of_a_leader_with_its_back_to_a_wall_settle_before_it) {
    sidle_world *world = open_world(40, 40);
    sidle_unit_id leader = unit_at(world, 1, 20), ids[6];
    for (int k = 0; k < 6; k++) {
        ids[k] = unit_at(world, 12, 16 + 1.5f * (float)k);
        assert_ok(sidle_unit_follow(world, ids[k], leader));
    }
    run(world, 30);
    for (int k = 0; k < 6; k++) {
        assert_true(state_of(world, ids[k]).arrived && speed_of(world, ids[k]) == 0);
        assert_true(apart(world, ids[k], leader) < 5);
    }
    assert_clear(world, "before the leader");
    sidle_world_destroy(world);
}

TEST(a_leader_that_reverses_is_not_blocked_by_its_own) {
    float seconds[2];
    for (int followers = 0; followers <= 1; followers++) {
        sidle_world *world = open_world(60, 40);
        sidle_profile p = sidle_profile_default();
        p.reverse = 0.5f;
        p.turn_rate = 30;
        sidle_unit_id leader = unit_of(world, profile_in(world, &p), 30, 20);
        for (int k = 0; k < 5 * followers; k++)
            assert_ok(sidle_unit_follow(world, unit_at(world, 22, 17 + 1.5f * (float)k), leader));
        run(world, 8);
        assert_ok(sidle_unit_go(world, leader, (sidle_vec2){25, 20}));
        seconds[followers] = 0;
        while (!state_of(world, leader).arrived) {
            assert_ok(sidle_world_step(world, TICK));
            seconds[followers] += TICK;
            assert_true(seconds[followers] < 60);
        }
        assert_true(followers || state_of(world, leader).heading.x > 0.9f);
        sidle_world_destroy(world);
    }
    print_message("backwards alone %.1f s, with followers behind %.1f s\n", (double)seconds[0],
                  (double)seconds[1]);
    assert_true(seconds[1] < 1.5f * seconds[0]);
}

TESTS_OF(followers)
