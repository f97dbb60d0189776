/* The agent: what is refused, and what limits a force. */
#include "steering.h"

static void assert_refused(sidle_agent agent, sidle_vec2 force, float dt, sidle_result expected) {
    sidle_agent before = agent;
    assert_int_equal(sidle_steer_move(&agent, force, dt), expected);
    assert_memory_equal(&agent, &before, sizeof agent);
}

TEST(bad_input_is_refused_and_leaves_the_agent_as_it_was) {
    const sidle_vec2 none = {0, 0};
    sidle_agent good = agent_at(3, 4);
    set_velocity(&good, at(1, 0));
    assert_int_equal(sidle_steer_move(NULL, none, TICK), SIDLE_ERROR_ARGUMENT);
    assert_refused(good, none, 0, SIDLE_ERROR_ARGUMENT);
    assert_refused(good, none, -1, SIDLE_ERROR_ARGUMENT);
    assert_refused(good, none, NAN, SIDLE_ERROR_NOT_FINITE);
    assert_refused(good, at(NAN, 0), TICK, SIDLE_ERROR_NOT_FINITE);
    assert_refused(good, at(0, -INFINITY), TICK, SIDLE_ERROR_NOT_FINITE);
    sidle_agent bad = good;
    bad.mass = 0;
    assert_refused(bad, none, TICK, SIDLE_ERROR_ARGUMENT);
    bad = good;
    bad.max_speed = 3e38f; /* the way of this step would leave the range of a float */
    assert_refused(bad, at(8, 0), 1e38f, SIDLE_ERROR_NOT_FINITE);
    assert_ok(sidle_steer_move(&good, none, TICK));
}

TEST(every_number_of_an_agent_is_checked) {
    sidle_agent a = agent_at(3, 4);
    const sidle_agent good = a;
    float *const numbers[] = {&a.position.x, &a.position.y, &a.velocity.x, &a.velocity.y,
                              &a.heading.x,  &a.heading.y,  &a.radius,     &a.mass,
                              &a.max_speed,  &a.max_force,  &a.response};
    for (size_t k = 0; k < sizeof numbers / sizeof numbers[0]; k++) {
        *numbers[k] = NAN;
        assert_refused(a, at(0, 0), TICK, SIDLE_ERROR_NOT_FINITE);
        *numbers[k] = -1; /* allowed in what has a direction */
        if (k < 6)
            assert_ok(sidle_steer_move(&a, at(0, 0), TICK));
        else
            assert_refused(a, at(0, 0), TICK, SIDLE_ERROR_ARGUMENT);
        a = good;
    }
}

TEST(force_mass_and_speed_are_truncated_exactly) {
    sidle_agent a = sidle_agent_default();
    a.mass = 4;
    move(&a, at(0, 4), 0.5f); /* 4 / 4 * 0.5 */
    assert_same(a.velocity, 0, 0.5f);
    assert_same(a.position, 0, 0.25f);
    assert_same(a.heading, 0, 1);
    move(&a, at(0, 100), 0.5f); /* 8 / 4 * 0.5 more */
    assert_same(a.velocity, 0, 1.5f);
    move(&a, at(0, 100), 0.5f); /* would be 2.5 */
    assert_same(a.velocity, 0, 2);
    assert_same(a.position, 0, 2);
    a = sidle_agent_default();
    move(&a, at(3e30f, 4e30f), 0.125f); /* a force whose square overflows still counts */
    assert_near(a.velocity, 0.6f, 0.8f, 1e-6f);
    move(&a, at(0, 0), 0.125f);
    assert_near(a.velocity, 0.6f, 0.8f, 1e-6f); /* nothing slows it by itself */
    a.max_speed = 0;
    sidle_vec2 heading = a.heading, position = a.position;
    move(&a, at(1, 0), 0.125f);
    assert_same(a.velocity, 0, 0);
    assert_same(a.position, position.x, position.y);
    assert_same(a.heading, heading.x, heading.y); /* kept at rest */
}

TEST(a_wrong_velocity_is_put_right_within_the_response_time) {
    sidle_agent a = sidle_agent_default();
    a.max_force = 1000;
    assert_same(sidle_steer_towards(&a, at(1, 0), 0.05f), 1 / 0.1f, 0);
    a.response = 0;
    a.mass = 2;
    move(&a, sidle_steer_towards(&a, at(1, -0.5f), 0.05f), 0.05f);
    assert_near(a.velocity, 1, -0.5f, 1e-6f);
}

TESTS_OF(agent)
