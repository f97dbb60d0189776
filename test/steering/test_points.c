/* Towards and away from a point or a target that moves, and along a path. */
#include "steering.h"

TEST(seek_and_flee_are_opposites) {
    sidle_agent a = agent_at(1, 1);
    sidle_vec2 seek = sidle_steer_seek(&a, at(4, 5), TICK);
    sidle_vec2 flee = sidle_steer_flee(&a, at(4, 5), TICK);
    assert_near(seek, 12, 16, 1e-4f); /* 2 u/s in 0.1 s */
    assert_near(flee, -12, -16, 1e-4f);
    a.heading = at(0, 1);
    assert_near(sidle_steer_flee(&a, a.position, TICK), 0, 20, 1e-4f);
    assert_same(sidle_steer_seek(&a, a.position, TICK), 0, 0);
}

static sidle_agent roll_agent(dice *d) {
    sidle_agent a = sidle_agent_default();
    a.max_speed = roll_between(d, 0.5f, 6);
    a.max_force = roll_between(d, 2, 30);
    a.mass = roll_between(d, 0.5f, 3);
    a.response = roll(d, 5) ? roll_between(d, 0, 0.3f) : 0;
    return a;
}

/* As the header words it. */
static float widened(const sidle_agent *a, float slowing_radius, float dt) {
    float radius = larger(slowing_radius, 4 * a->max_speed * larger(a->response, dt));
    return larger(radius, a->max_speed * a->max_speed * a->mass / a->max_force);
}

/* Who drives at a near point faster than arrive itself would there cannot but pass it: starts are
 * no faster than that. */
static void roll_start(dice *d, sidle_agent *a, float slowing_radius) {
    a->position = roll_vector(d, 0.2f, 30);
    float radius = widened(a, slowing_radius, 1.0f / 20);
    float share = length(a->position) / radius;
    float fastest = share < 1 ? a->max_speed * share : a->max_speed;
    set_velocity(a, roll_vector(d, 0, fastest));
}

typedef struct arrival {
    float passed, drifted; /* u, beyond the point, and away from it after it was reached */
    float left, speed;     /* u, u/s, at the end */
} arrival;

static arrival play_arrival(sidle_agent a, float slowing_radius, float dt) {
    const float tolerance = 0.05f;
    arrival result = {.passed = -1e9f};
    sidle_vec2 goal = at(0, 0), came_from = times(a.position, 1 / length(a.position));
    bool reached = false;
    for (float time = 0; time < 150; time += dt) {
        move(&a, sidle_steer_arrive(&a, goal, slowing_radius, tolerance, dt), dt);
        result.left = apart(a.position, goal);
        result.passed = larger(result.passed, -dot(a.position, came_from));
        reached |= result.left <= tolerance;
        if (reached) result.drifted = larger(result.drifted, result.left);
    }
    result.speed = length(a.velocity);
    return result;
}

TEST(arrive_stops_at_the_point_and_never_passes_it) {
    arrival worst = {-1e9f, 0, 0, 0};
    for (int rate = 0; rate < RATE_COUNT; rate++) {
        dice d = {17};
        for (int k = 0; k < 400; k++) {
            sidle_agent a = roll_agent(&d);
            float slowing_radius = roll_between(&d, 0.1f, 5);
            roll_start(&d, &a, slowing_radius);
            arrival r = play_arrival(a, slowing_radius, 1.0f / (float)RATES[rate]);
            worst.passed = larger(worst.passed, r.passed);
            worst.drifted = larger(worst.drifted, r.drifted);
            worst.left = larger(worst.left, r.left);
            worst.speed = larger(worst.speed, r.speed);
        }
    }
    print_message("arrive: passed by %.4f u, then off by %.4f u; at the end %.4f u, %.2g u/s\n",
                  (double)worst.passed, (double)worst.drifted, (double)worst.left,
                  (double)worst.speed);
    assert_true(worst.passed <= 0.05f);
    assert_true(worst.drifted <= 0.05f);
    assert_true(worst.left <= 0.05f);
    assert_true(worst.speed < 1e-4f);
}

/* How far the direction of motion turned in all, in whole turns. A creep has none. */
static double turned(sidle_vec2 before, sidle_vec2 after) {
    if (length(before) < 0.02f || length(after) < 0.02f) return 0;
    double cross = (double)before.x * (double)after.y - (double)before.y * (double)after.x;
    return fabs(atan2(cross, (double)dot(before, after))) / 6.283185307;
}

TEST(a_path_is_followed_to_its_last_node_without_orbits) {
    double most = 0;
    float worst_left = 0;
    for (int k = 0; k < 100 * RATE_COUNT; k++) {
        dice d = {(uint64_t)(2000 + k / RATE_COUNT)};
        float dt = 1.0f / (float)RATES[k % RATE_COUNT];
        sidle_agent a = roll_agent(&d);
        sidle_vec2 path[6];
        for (int n = 0; n < 6; n++) path[n] = roll_point(&d, -15, 15);
        uint32_t node = 0;
        double turns = 0;
        for (float time = 0; time < 400; time += dt) {
            sidle_vec2 before = a.velocity;
            move(&a, sidle_steer_follow_path(&a, path, 6, &node, 0.3f, 1, 0.05f, dt), dt);
            turns += turned(before, a.velocity);
        }
        most = fmax(most, turns);
        worst_left = larger(worst_left, apart(a.position, path[5]));
        assert_int_equal(node, 5);
    }
    print_message("path of 6 nodes: %.2f turns at most, ends %.4f u off\n", most,
                  (double)worst_left);
    assert_true(worst_left <= 0.05f);
    assert_true(most < 6); /* a turn at a node is at most one half: the rest are second tries */
}

TEST(several_nodes_are_passed_at_once_and_none_is_jumped) {
    const sidle_vec2 path[] = {{0, 0.1f}, {0.2f, 0}, {5, 0}, {9, 9}};
    sidle_agent a = agent_at(0, 0);
    uint32_t node = 0;
    sidle_vec2 force = sidle_steer_follow_path(&a, path, 4, &node, 0.3f, 1, 0.1f, TICK);
    assert_int_equal(node, 2);
    assert_near(force, 20, 0, 1e-4f);
    a.max_speed = 30;
    a.position = at(5.4f, 0); /* 1 u a step: the node lies between two of them */
    set_velocity(&a, at(30, 0));
    sidle_steer_follow_path(&a, path, 4, &node, 0.1f, 1, 0.1f, TICK);
    assert_int_equal(node, 3);
    node = 77;
    a = agent_at(9, 8.99f);
    assert_same(sidle_steer_follow_path(&a, path, 4, &node, 0.1f, 1, 0.1f, TICK), 0, 0);
    assert_int_equal(node, 3);
    set_velocity(&a, at(1, 0));
    assert_near(sidle_steer_follow_path(&a, NULL, 0, &node, 0.1f, 1, 0.1f, TICK), -10, 0, 1e-4f);
}

TEST(a_target_is_met_where_it_will_be) {
    /* 10 u off at 2 u/s: 5 s */
    assert_same(sidle_steer_intercept(at(0, 0), 2, at(10, 0), at(0, 1), 100), 10, 5);
    assert_same(sidle_steer_intercept(at(0, 0), 2, at(10, 0), at(0, 1), 3), 10, 3);
    assert_same(sidle_steer_intercept(at(0, 0), 2, at(10, 0), at(0, 1), 0), 10, 0);
    assert_same(sidle_steer_intercept(at(0, 0), 0, at(10, 0), at(0, 1), 3), 10, 3);
    /* A hunter twice as fast comes straight on: away from it, not past it. */
    sidle_agent prey = agent_at(0, 0);
    sidle_vec2 force = sidle_steer_evade(&prey, at(10, 0), at(-4, 0), FOR_EVER, TICK);
    assert_near(force, -20, 0, 1e-4f);
}

TESTS_OF(points)
