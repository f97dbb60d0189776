/* Round circles that stand in the way. */
#include "steering.h"

enum { CIRCLES = 40, SIDE = 30 };

typedef struct yard {
    sidle_circle circles[CIRCLES];
    uint32_t count;
    sidle_vec2 start, goal;
} yard;

/* u, from the rim of the nearest circle; below 0 inside. */
static float room_at(const yard *y, sidle_vec2 p) {
    float least = 1e9f;
    for (uint32_t k = 0; k < y->count; k++) {
        float room = apart(p, y->circles[k].centre) - y->circles[k].radius;
        least = room < least ? room : least;
    }
    return least;
}

/* Circles leave gaps of 3 agents or more. Every fourth start touches a circle. */
static yard roll_yard(dice *d, bool touching) {
    yard y = {.count = 0};
    for (int k = 0; k < 400 && y.count < CIRCLES; k++) {
        sidle_circle c = {.centre = roll_point(d, 0, SIDE)};
        c.radius = roll_between(d, 0.3f, 3);
        if (room_at(&y, c.centre) >= c.radius + 3) y.circles[y.count++] = c;
    }
    do {
        const sidle_circle *c = &y.circles[roll(d, y.count)];
        y.start = touching ? plus(c->centre, times(roll_direction(d), c->radius + 0.5f))
                           : roll_point(d, -3, SIDE + 3);
        y.goal = roll_point(d, -3, SIDE + 3);
    } while (room_at(&y, y.start) < 0.4999f || room_at(&y, y.goal) < 1 ||
             apart(y.start, y.goal) < 5);
    return y;
}

/* How deep the agent ever was in a circle, in u; *reached: did it come to the goal in a minute? */
static float cross_yard(const yard *y, float max_avoid_force, float dt, bool *reached) {
    sidle_agent a = agent_at(y->start.x, y->start.y);
    float deepest = 0;
    *reached = false;
    for (float time = 0; time < 60 && !*reached; time += dt) {
        float left = apart(a.position, y->goal);
        /* What lies beyond the goal is of no concern. */
        float see_ahead = left < SEE_AHEAD ? left : SEE_AHEAD;
        sidle_vec2 arrive = sidle_steer_arrive(&a, y->goal, 1, 0.05f, dt);
        sidle_vec2 avoid = sidle_steer_avoid(&a, y->circles, y->count, see_ahead, max_avoid_force);
        move(&a, plus(arrive, avoid), dt);
        deepest = larger(deepest, a.radius - room_at(y, a.position));
        *reached = left <= 0.1f;
    }
    return deepest;
}

TEST(an_agent_drives_round_obstacles_and_reaches_its_goal) {
    for (int rate = 0; rate < RATE_COUNT; rate++) {
        dice d = {7};
        int reached = 0, scenes = RATES[rate] == 30 ? 1000 : 300, blind_hits = 0;
        float deepest = 0, dt = 1.0f / (float)RATES[rate];
        for (int k = 0; k < scenes; k++) {
            yard y = roll_yard(&d, k % 4 == 0);
            bool there;
            deepest = larger(deepest, cross_yard(&y, MAX_AVOID, dt, &there));
            reached += there;
            blind_hits += cross_yard(&y, 0, dt, &there) > 0.025f;
        }
        print_message("avoid at %d Hz: %d of %d reach the goal, %.4f u deep at most; without it %d "
                      "scenes are hit\n",
                      RATES[rate], reached, scenes, (double)deepest, blind_hits);
        assert_int_equal(reached, scenes);
        assert_true(deepest <= 0.025f);
        assert_true(blind_hits > scenes / 2); /* the scenes ask for something */
    }
}

TEST(a_unit_that_stands_or_turns_on_the_spot_beside_an_obstacle_gets_no_steering) {
    const sidle_circle circle = {{1.2f, 0}, 1};
    sidle_agent a = agent_at(0, 0);
    const sidle_vec2 headings[] = {{1, 0}, {0.6f, 0.8f}, {-1, 0}, {0, -1}};
    for (int k = 0; k < 4; k++) {
        a.heading = headings[k];
        assert_same(sidle_steer_avoid(&a, &circle, 1, SEE_AHEAD, MAX_AVOID), 0, 0);
    }
    a.velocity = at(0.01f, 0); /* the same one, moving, is pushed out */
    assert_same(sidle_steer_avoid(&a, &circle, 1, SEE_AHEAD, MAX_AVOID), -MAX_AVOID, 0);
}

TEST(the_nearest_threat_pushes_and_others_do_not) {
    sidle_agent a = agent_at(0, 0);
    set_velocity(&a, at(2, 0));
    const sidle_circle circles[] = {
        {{4, 1}, 0.7f},       /* touches the way at its far end */
        {{3, -1.2f}, 1.5f},   /* a larger one whose rim is nearer */
        {{1.5f, 1.2f}, 0.5f}, /* nearest of all, beside the way */
        {{-1, 0}, 0.4f},      /* behind */
    };
    sidle_vec2 force = sidle_steer_avoid(&a, circles, 4, SEE_AHEAD, 10);
    assert_near(force, 0, 10, 1e-4f);
    assert_near(sidle_steer_avoid(&a, circles, 1, SEE_AHEAD, 10), 0, -10, 1e-4f);
    assert_same(sidle_steer_avoid(&a, circles + 2, 2, SEE_AHEAD, 10), 0, 0);
    assert_same(sidle_steer_avoid(&a, NULL, 0, SEE_AHEAD, 10), 0, 0);
    set_velocity(&a, at(1, 0)); /* half as fast sees half as far */
    assert_same(sidle_steer_avoid(&a, circles, 1, SEE_AHEAD, 10), 0, 0);
    const sidle_circle before = {{2, 0}, 0.2f}; /* straight before it: to the right */
    assert_same(sidle_steer_avoid(&a, &before, 1, SEE_AHEAD, 10), 0, 10);
    const sidle_circle around = {{0, 0}, 1};
    assert_same(sidle_steer_avoid(&a, &around, 1, SEE_AHEAD, 10), 0, 10);
}

TESTS_OF(obstacles)
