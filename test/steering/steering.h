/* What the tests of the pure steering behaviours share: vectors, agents, and the behaviours'
 * numbers. Figures that decide are printed, so that a change shows what it costs. */
#ifndef SIDLE_TEST_STEERING_H
#define SIDLE_TEST_STEERING_H

#include "../support/float_vec.h"
#include "../support/support.h"

static const int RATES[] = {20, 30, 60}; /* steps a second */
enum { RATE_COUNT = 3 };

#define FOR_EVER 1e6f /* s, of foresight */

#define SEE_AHEAD 4.0f /* u */
/* Seek pulls with up to 2 * mass * max_speed / response = 40 the other way. */
#define MAX_AVOID 40.0f

static const sidle_wander WANDER = {.seed = 7, .distance = 3, .radius = 1, .interval = 0.7f};

static const sidle_follow FOLLOW = {.behind = 2,
                                    .slowing_radius = 2,
                                    .tolerance = 0.05f,
                                    .ahead = 5,
                                    .width = 1.4f,
                                    .separation = 1.6f,
                                    .max_separation = 40};

static inline float apart(sidle_vec2 a, sidle_vec2 b) {
    return length(minus(a, b));
}
static inline float larger(float a, float b) {
    return a > b ? a : b;
}

/* Two rolls never stand in one list of arguments: compilers differ in which comes first. */
static inline sidle_vec2 roll_point(dice *d, float low, float high) {
    float x = roll_between(d, low, high);
    return at(x, roll_between(d, low, high));
}

static inline sidle_vec2 roll_direction(dice *d) {
    for (;;) {
        sidle_vec2 v = roll_point(d, -1, 1);
        float size = length(v);
        if (size > 0.1f && size < 1) return times(v, 1 / size);
    }
}

static inline sidle_vec2 roll_vector(dice *d, float shortest, float longest) {
    sidle_vec2 direction = roll_direction(d);
    return times(direction, roll_between(d, shortest, longest));
}

static inline sidle_agent agent_at(float x, float y) {
    sidle_agent a = sidle_agent_default();
    a.position = at(x, y);
    return a;
}

static inline void set_velocity(sidle_agent *a, sidle_vec2 velocity) {
    a->velocity = velocity;
    float speed = length(velocity);
    if (speed > 0) a->heading = times(velocity, 1 / speed);
}

static inline void move(sidle_agent *a, sidle_vec2 force, float dt) {
    assert_ok(sidle_steer_move(a, force, dt));
}

static inline void assert_same(sidle_vec2 got, float x, float y) {
    if (got.x != x || got.y != y)
        fail_msg("(%.9g, %.9g) is not (%.9g, %.9g)", (double)got.x, (double)got.y, (double)x,
                 (double)y);
}

static inline void assert_near(sidle_vec2 got, float x, float y, float tolerance) {
    if (!(apart(got, at(x, y)) <= tolerance))
        fail_msg("(%.9g, %.9g) is not near (%.9g, %.9g)", (double)got.x, (double)got.y, (double)x,
                 (double)y);
}

#endif
