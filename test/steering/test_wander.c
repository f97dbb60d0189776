/* Wandering. */
#include "steering.h"

TEST(the_wander_point_swings_smoothly_on_the_circle_ahead) {
    const sidle_vec2 heading = {0.6f, 0.8f}, position = {5, -2}, right = {-0.8f, 0.6f};
    float least = 9, most = -9, step = 0;
    double mean = 0;
    sidle_vec2 last = sidle_steer_wander_point(position, heading, &WANDER, 0);
    for (int k = 0; k < 20000; k++) {
        sidle_vec2 p = sidle_steer_wander_point(position, heading, &WANDER, (float)k * 0.01f);
        sidle_vec2 from = minus(p, plus(position, times(heading, WANDER.distance)));
        assert_true(fabsf(length(from) - WANDER.radius) < 1e-4f);
        assert_true(dot(from, heading) > -1e-4f);
        float side = dot(from, right);
        least = side < least ? side : least;
        most = larger(most, side);
        mean += (double)side / 20000;
        step = larger(step, apart(p, last));
        last = p;
    }
    /* It uses the half circle on both sides alike. */
    assert_true(least < -0.93f * WANDER.radius && most > 0.93f * WANDER.radius);
    assert_true(fabs(mean) < 0.1);
    /* At most 2 of noise in 0.7 s, 1.5 times that in the middle, 2 * radius a unit of noise. */
    assert_true(step < 2 / WANDER.interval * 1.5f * 2 * WANDER.radius * 0.01f * 1.01f);
    assert_true(step > 0.01f);
}

TEST(the_wander_point_depends_on_seed_and_time_alone) {
    sidle_wander other = WANDER;
    other.seed = 8;
    int alike = 0;
    for (int k = 0; k < 500; k++) {
        float time = (float)(499 - k) * 0.31f; /* backwards: what was asked before is nothing */
        sidle_vec2 a = sidle_steer_wander_point(at(0, 0), at(1, 0), &WANDER, time);
        sidle_vec2 b = sidle_steer_wander_point(at(0, 0), at(1, 0), &WANDER, time);
        sidle_vec2 c = sidle_steer_wander_point(at(0, 0), at(1, 0), &other, time);
        assert_same(a, b.x, b.y);
        alike += apart(a, c) < 0.1f;
    }
    assert_true(alike < 100);
    /* Times that no clock shows must not leave the range of the counter. */
    sidle_vec2 late = sidle_steer_wander_point(at(0, 0), at(1, 0), &WANDER, 1e30f);
    sidle_vec2 early = sidle_steer_wander_point(at(0, 0), at(1, 0), &WANDER, -5);
    assert_true(isfinite(late.x) && isfinite(early.x));
}

TESTS_OF(wander)
