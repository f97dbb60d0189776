/* Separation, queues, and the way of a leader. */
#include "steering.h"

TEST(separation_parts_two_on_the_same_spot) {
    sidle_agent pair[2] = {agent_at(3, 3), agent_at(3, 3)};
    assert_same(sidle_steer_separation(&pair[0], pair, 2, 2, 10), -10, 0);
    assert_same(sidle_steer_separation(&pair[1], pair, 2, 2, 10), 10, 0);
    for (int k = 0; k < 60; k++) {
        sidle_vec2 forces[2];
        for (int i = 0; i < 2; i++) forces[i] = sidle_steer_separation(&pair[i], pair, 2, 2, 10);
        for (int i = 0; i < 2; i++) move(&pair[i], forces[i], TICK);
    }
    assert_true(pair[1].position.x - pair[0].position.x > 2);
}

TEST(separation_adds_up_and_leaves_the_agent_itself_out) {
    sidle_agent all[4] = {agent_at(0, 0), agent_at(1, 0), agent_at(0, 1.5f), agent_at(2, 2)};
    assert_same(sidle_steer_separation(&all[0], all, 4, 2, 10), -5, -2.5f);
    assert_same(sidle_steer_separation(&all[0], all + 1, 3, 2, 10), -5, -2.5f);
    assert_same(sidle_steer_separation(&all[0], all, 1, 2, 10), 0, 0);
    assert_same(sidle_steer_separation(&all[0], NULL, 0, 2, 10), 0, 0);
    for (int k = 1; k < 4; k++) all[k].position = at(0.1f * (float)k, 0);
    assert_near(sidle_steer_separation(&all[0], all, 4, 2, 10), -10, 0, 1e-5f); /* truncated */
}

TEST(queue_brakes_for_those_ahead_alone) {
    const sidle_vec2 sum = {10, 5};
    sidle_agent all[3] = {agent_at(0, 0), agent_at(-1.2f, 0), agent_at(0, 9)};
    set_velocity(&all[0], at(1, 0));
    assert_false(sidle_steer_someone_ahead(&all[0], all, 3, 1.2f, 0.8f));
    for (int way = 0; way < 2; way++)
        assert_same(sidle_steer_queue(&all[0], all, 3, (sidle_queue_way)way, 1.2f, 0.8f, sum, TICK),
                    0, 0);
    assert_false(sidle_steer_someone_ahead(&all[0], NULL, 0, 1.2f, 0.8f));
    assert_false(sidle_steer_someone_ahead(&all[0], all, 1, 0.1f, 0.8f)); /* not itself */
    all[1].position = at(1.3f, 0.3f);
    assert_true(sidle_steer_someone_ahead(&all[0], all, 3, 1.2f, 0.8f));
    /* -0.8 * sum, and 1 u/s in 0.1 s */
    assert_near(sidle_steer_queue(&all[0], all, 3, SIDLE_QUEUE_BRAKE, 1.2f, 0.8f, sum, TICK), -18,
                -4, 1e-4f);
    /* two thirds of the velocity in 1/30 s */
    assert_near(sidle_steer_queue(&all[0], all, 3, SIDLE_QUEUE_HARD_STOP, 1.2f, 0.8f, sum, TICK),
                -20, 0, 1e-4f);
    all[2].position = at(0, 0.5f); /* so near that brake stops as hard */
    assert_near(sidle_steer_queue(&all[0], all, 3, SIDLE_QUEUE_BRAKE, 1.2f, 0.8f, sum, TICK), -28,
                -4, 1e-4f);
}

TEST(the_way_of_a_leader_is_the_strip_before_it) {
    const sidle_vec2 leader = {1, 1}, velocity = {0, 2}, heading = {0, 1};
    sidle_vec2 aside = {9, 9};
    assert_same(sidle_steer_place_behind(leader, heading, 2), 1, -1);
    assert_true(sidle_steer_in_the_way(at(1.5f, 4), leader, velocity, heading, 5, 1, &aside));
    assert_same(aside, 1, 0);
    assert_true(sidle_steer_in_the_way(at(0.5f, 4), leader, velocity, heading, 5, 1, &aside));
    assert_same(aside, -1, 0);
    assert_true(sidle_steer_in_the_way(at(1, 4), leader, velocity, heading, 5, 1, &aside));
    assert_same(aside, -1, 0); /* from the very line to the right, which is left of the page */
    aside = at(9, 9);
    assert_false(sidle_steer_in_the_way(at(2.5f, 4), leader, velocity, heading, 5, 1, &aside));
    assert_false(sidle_steer_in_the_way(at(1, 8), leader, velocity, heading, 5, 1, &aside));
    assert_false(sidle_steer_in_the_way(at(1, -1), leader, velocity, heading, 5, 1, &aside));
    assert_false(sidle_steer_in_the_way(at(1, 4), leader, at(0, 0), heading, 5, 1, &aside));
    assert_same(aside, 9, 9);
    /* Who follows and is in the way goes aside at its top speed: 2 u/s in 0.1 s. */
    sidle_agent first = agent_at(1, 1), follows = agent_at(1.2f, 4);
    set_velocity(&first, velocity);
    assert_near(sidle_steer_follow_leader(&follows, &first, NULL, 0, &FOLLOW, TICK), 20, 0, 1e-4f);
}

TESTS_OF(neighbours)
