/* The steering behaviours, one promise of the header after the other. Figures that decide are
 * printed, so that a change shows what it costs. */
#include "support.h"

#include <math.h>

static const int RATES[] = {20, 30, 60}; /* steps a second */
enum { RATE_COUNT = 3 };

/* Of every position, velocity and heading in ten seconds of each behaviour. */
#define GOLDEN UINT64_C(0x59b8660c76632b2e)

#define FOR_EVER 1e6f /* s, of foresight */

/* ---- what the scenes need ---- */

static sidle_vec2 at(float x, float y) {
    return (sidle_vec2){x, y};
}
static sidle_vec2 plus(sidle_vec2 a, sidle_vec2 b) {
    return at(a.x + b.x, a.y + b.y);
}
static sidle_vec2 minus(sidle_vec2 a, sidle_vec2 b) {
    return at(a.x - b.x, a.y - b.y);
}
static sidle_vec2 times(sidle_vec2 a, float s) {
    return at(a.x * s, a.y * s);
}
static float dot(sidle_vec2 a, sidle_vec2 b) {
    return a.x * b.x + a.y * b.y;
}
static float length(sidle_vec2 a) {
    return sqrtf(dot(a, a));
}
static float apart(sidle_vec2 a, sidle_vec2 b) {
    return length(minus(a, b));
}
static float larger(float a, float b) {
    return a > b ? a : b;
}

/* Two rolls never stand in one list of arguments: compilers differ in which comes first. */
static sidle_vec2 roll_point(dice *d, float low, float high) {
    float x = roll_between(d, low, high);
    return at(x, roll_between(d, low, high));
}

static sidle_vec2 roll_direction(dice *d) {
    for (;;) {
        sidle_vec2 v = roll_point(d, -1, 1);
        float size = length(v);
        if (size > 0.1f && size < 1) return times(v, 1 / size);
    }
}

static sidle_vec2 roll_vector(dice *d, float shortest, float longest) {
    sidle_vec2 direction = roll_direction(d);
    return times(direction, roll_between(d, shortest, longest));
}

static sidle_agent agent_at(float x, float y) {
    sidle_agent a = sidle_agent_default();
    a.position = at(x, y);
    return a;
}

static void set_velocity(sidle_agent *a, sidle_vec2 velocity) {
    a->velocity = velocity;
    float speed = length(velocity);
    if (speed > 0) a->heading = times(velocity, 1 / speed);
}

static void move(sidle_agent *a, sidle_vec2 force, float dt) {
    assert_ok(sidle_steer_move(a, force, dt));
}

static void assert_same(sidle_vec2 got, float x, float y) {
    if (got.x != x || got.y != y)
        fail_msg("(%.9g, %.9g) is not (%.9g, %.9g)", (double)got.x, (double)got.y, (double)x,
                 (double)y);
}

static void assert_near(sidle_vec2 got, float x, float y, float tolerance) {
    if (!(apart(got, at(x, y)) <= tolerance))
        fail_msg("(%.9g, %.9g) is not near (%.9g, %.9g)", (double)got.x, (double)got.y, (double)x,
                 (double)y);
}

/* ---- the agent ---- */

static void assert_refused(sidle_agent agent, sidle_vec2 force, float dt, sidle_result expected) {
    sidle_agent before = agent;
    assert_int_equal(sidle_steer_move(&agent, force, dt), expected);
    assert_memory_equal(&agent, &before, sizeof agent);
}

static void bad_input_is_refused_and_leaves_the_agent_as_it_was(void **state) {
    (void)state;
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

static void every_number_of_an_agent_is_checked(void **state) {
    (void)state;
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

static void force_mass_and_speed_are_truncated_exactly(void **state) {
    (void)state;
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

static void a_wrong_velocity_is_put_right_within_the_response_time(void **state) {
    (void)state;
    sidle_agent a = sidle_agent_default();
    a.max_force = 1000;
    assert_same(sidle_steer_towards(&a, at(1, 0), 0.05f), 1 / 0.1f, 0);
    a.response = 0;
    a.mass = 2;
    move(&a, sidle_steer_towards(&a, at(1, -0.5f), 0.05f), 0.05f);
    assert_near(a.velocity, 1, -0.5f, 1e-6f);
}

/* ---- towards and away from a point ---- */

static void seek_and_flee_are_opposites(void **state) {
    (void)state;
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

static void arrive_stops_at_the_point_and_never_passes_it(void **state) {
    (void)state;
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

static void seek_then_arrive_never_orbits(void **state) {
    (void)state;
    double most = 0, longest = 0;
    for (int k = 0; k < 300 * RATE_COUNT; k++) {
        dice d = {(uint64_t)(1000 + k / RATE_COUNT)};
        float dt = 1.0f / (float)RATES[k % RATE_COUNT];
        sidle_agent a = roll_agent(&d);
        float slowing_radius = roll_between(&d, 0.1f, 5), radius = widened(&a, slowing_radius, dt);
        a.position = roll_vector(&d, radius, radius + 30);
        set_velocity(&a, roll_vector(&d, 0, a.max_speed));
        float way = length(a.position), time = 0;
        double turns = 0;
        for (; length(a.position) > 0.05f && time < 1000; time += dt) {
            sidle_vec2 before = a.velocity, goal = at(0, 0);
            bool near = length(a.position) < 1.1f * radius;
            move(&a,
                 near ? sidle_steer_arrive(&a, goal, slowing_radius, 0.05f, dt)
                      : sidle_steer_seek(&a, goal, dt),
                 dt);
            turns += turned(before, a.velocity);
        }
        /* What a straight drive with the slow end takes, and the turn round before it. */
        double due =
            ((double)way + (double)radius * (4 + log((double)radius / 0.05))) / (double)a.max_speed;
        most = fmax(most, turns);
        longest = fmax(longest, (double)time / due);
    }
    print_message("seek, then arrive: %.2f turns, %.2f of the time due\n", most, longest);
    assert_true(most < 1);
    assert_true(longest < 1);
}

static void a_path_is_followed_to_its_last_node_without_orbits(void **state) {
    (void)state;
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

static void several_nodes_are_passed_at_once_and_none_is_jumped(void **state) {
    (void)state;
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

/* ---- a moving target ---- */

typedef enum chase { SEEK, ONE_SECOND, PURSUE } chase;

/* Seconds until the hunter is within 0.3 u of a prey that drives straight on. */
static float catch_time(chase way, sidle_agent hunter, sidle_agent prey) {
    float time = 0;
    for (; apart(hunter.position, prey.position) > 0.3f && time < 60; time += TICK) {
        sidle_vec2 force =
            way == SEEK ? sidle_steer_seek(&hunter, prey.position, TICK)
            : way == ONE_SECOND
                ? sidle_steer_seek(&hunter, plus(prey.position, prey.velocity), TICK)
                : sidle_steer_pursue(&hunter, prey.position, prey.velocity, FOR_EVER, TICK);
        move(&hunter, force, TICK);
        move(&prey, at(0, 0), TICK);
    }
    return time;
}

/* Mean catch times from random starts within `reach`; *as_good: in how many pursuit is not later.
 */
static void race(float reach, chase way, int count, double *other, double *pursuit, int *as_good) {
    dice d = {29};
    *other = *pursuit = *as_good = 0;
    for (int k = 0; k < count; k++) {
        sidle_agent hunter = agent_at(0, 0), prey = agent_at(0, 0);
        prey.position = roll_vector(&d, 0.4f * reach, reach);
        sidle_vec2 out = times(prey.position, 1 / length(prey.position));
        sidle_vec2 across = at(-out.y, out.x);
        float lean = roll_between(&d, -0.5f, 0.5f); /* of the way that leads away */
        set_velocity(&prey, times(plus(across, times(out, lean)), roll(&d, 2) ? 1.3f : -1.3f));
        float a = catch_time(way, hunter, prey), b = catch_time(PURSUE, hunter, prey);
        *other += (double)a / count;
        *pursuit += (double)b / count;
        *as_good += b <= a;
    }
}

static void pursuit_catches_a_crossing_target_sooner(void **state) {
    (void)state;
    double seek, ghost, far, near;
    int as_good_as_seek, as_good_as_ghost;
    race(15, SEEK, 300, &seek, &far, &as_good_as_seek);
    race(3, ONE_SECOND, 300, &ghost, &near, &as_good_as_ghost);
    print_message(
        "pursuit: from 6 to 15 u %.2f s, seek %.2f s, not later in %d of 300; from 1.2 to "
        "3 u %.2f s, constant T %.2f s, not later in %d\n",
        far, seek, as_good_as_seek, near, ghost, as_good_as_ghost);
    assert_true(far < 0.9 * seek);
    assert_true(as_good_as_seek >= 297);
    assert_true(near < 0.9 * ghost);
    assert_true(as_good_as_ghost >= 285);
}

static float survival(bool evades, sidle_agent hunter, sidle_agent prey) {
    float time = 0;
    for (; apart(hunter.position, prey.position) > 1 && time < 60; time += TICK) {
        sidle_vec2 escape =
            evades ? sidle_steer_evade(&prey, hunter.position, hunter.velocity, 1, TICK)
                   : sidle_steer_flee(&prey, hunter.position, TICK);
        sidle_vec2 pursue =
            sidle_steer_pursue(&hunter, prey.position, prey.velocity, FOR_EVER, TICK);
        move(&prey, escape, TICK);
        move(&hunter, pursue, TICK);
    }
    return time;
}

/* A nimble hunter ends straight behind its prey, where flee and evade are one; a heavy one can be
 * made to miss. */
static void evade_survives_longer_than_flee_before_a_faster_hunter(void **state) {
    (void)state;
    const float forces[] = {1, 2, 8};
    for (int f = 0; f < 3; f++) {
        dice d = {5};
        double flee = 0, evade = 0;
        int as_good = 0;
        for (int k = 0; k < 300; k++) {
            sidle_agent hunter = sidle_agent_default(), prey = sidle_agent_default();
            hunter.max_speed = 2.6f;
            hunter.max_force = forces[f];
            hunter.position = roll_vector(&d, 4, 14);
            set_velocity(&hunter, roll_vector(&d, 0, 2.6f));
            set_velocity(&prey, roll_vector(&d, 0, 2));
            float a = survival(false, hunter, prey), b = survival(true, hunter, prey);
            flee += (double)a / 300;
            evade += (double)b / 300;
            as_good += b >= a;
        }
        print_message("evade: hunter of force %g: %.3f s, flee %.3f s; at least as long in %d of "
                      "300\n",
                      (double)forces[f], evade, flee, as_good);
        assert_true(forces[f] < 4 ? evade > flee : evade > 0.999 * flee);
        assert_true(as_good >= (forces[f] < 4 ? 290 : 230));
    }
}

static void a_target_is_met_where_it_will_be(void **state) {
    (void)state;
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

/* ---- wander ---- */

static const sidle_wander WANDER = {.seed = 7, .distance = 3, .radius = 1, .interval = 0.7f};

static void the_wander_point_swings_smoothly_on_the_circle_ahead(void **state) {
    (void)state;
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

static void the_wander_point_depends_on_seed_and_time_alone(void **state) {
    (void)state;
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

/* ---- obstacles ---- */

#define SEE_AHEAD 4.0f /* u */
/* Seek pulls with up to 2 * mass * max_speed / response = 40 the other way. */
#define MAX_AVOID 40.0f

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

static void an_agent_drives_round_obstacles_and_reaches_its_goal(void **state) {
    (void)state;
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

static void who_stands_or_turns_on_the_spot_beside_an_obstacle_gets_nothing(void **state) {
    (void)state;
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

static void the_nearest_threat_pushes_and_others_do_not(void **state) {
    (void)state;
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

/* ---- among others ---- */

static void separation_parts_two_on_the_same_spot(void **state) {
    (void)state;
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

static void separation_adds_up_and_leaves_the_agent_itself_out(void **state) {
    (void)state;
    sidle_agent all[4] = {agent_at(0, 0), agent_at(1, 0), agent_at(0, 1.5f), agent_at(2, 2)};
    assert_same(sidle_steer_separation(&all[0], all, 4, 2, 10), -5, -2.5f);
    assert_same(sidle_steer_separation(&all[0], all + 1, 3, 2, 10), -5, -2.5f);
    assert_same(sidle_steer_separation(&all[0], all, 1, 2, 10), 0, 0);
    assert_same(sidle_steer_separation(&all[0], NULL, 0, 2, 10), 0, 0);
    for (int k = 1; k < 4; k++) all[k].position = at(0.1f * (float)k, 0);
    assert_near(sidle_steer_separation(&all[0], all, 4, 2, 10), -10, 0, 1e-5f); /* truncated */
}

static void queue_brakes_for_those_ahead_alone(void **state) {
    (void)state;
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

/* A room of 20 by 16 with a door 3 agents wide in the middle of its right wall. */
enum { PEOPLE = 60, ROOM_WIDTH = 20, ROOM_HEIGHT = 16 };

typedef struct door_rule {
    bool separation, queue;
    sidle_queue_way way;
} door_rule;

typedef struct door_result {
    double overlapped; /* share of all time */
    int inside;        /* that never got out */
    float time;        /* s, until the last is out */
} door_result;

static void fill_room(sidle_agent *all, dice *d) {
    for (int k = 0; k < PEOPLE; k++) {
        bool free;
        do {
            free = true;
            float x = roll_between(d, 1, ROOM_WIDTH - 1);
            all[k] = agent_at(x, roll_between(d, 1, ROOM_HEIGHT - 1));
            for (int other = 0; other < k; other++)
                free &= apart(all[k].position, all[other].position) > 1.02f;
        } while (!free);
    }
}

static float clamp(float value, float low, float high) {
    return value < low ? low : value > high ? high : value;
}

static void keep_within_walls(sidle_agent *a, sidle_vec2 was) {
    float r = a->radius, low = 0.5f * ROOM_HEIGHT - 1.5f + r, high = 0.5f * ROOM_HEIGHT + 1.5f - r;
    sidle_vec2 *p = &a->position;
    p->y = clamp(p->y, r, ROOM_HEIGHT - r);
    bool in_doorway = was.x > ROOM_WIDTH - r || (p->y >= low && p->y <= high);
    p->x = clamp(p->x, r, in_doorway ? 1e9f : ROOM_WIDTH - r);
    if (p->x > ROOM_WIDTH - r && p->x < ROOM_WIDTH + r) p->y = clamp(p->y, low, high);
}

static sidle_vec2 door_force(const sidle_agent *a, const sidle_agent *all, uint32_t count,
                             door_rule rule, float dt) {
    const sidle_vec2 door = {ROOM_WIDTH + 0.5f, 0.5f * ROOM_HEIGHT};
    sidle_vec2 target = a->position.x < ROOM_WIDTH + 0.2f ? door : plus(door, at(9, 0));
    sidle_vec2 sum = sidle_steer_seek(a, target, dt);
    if (rule.queue)
        sum = plus(sum, sidle_steer_queue(a, all, count, rule.way, 1.2f, 0.8f, sum, dt));
    if (rule.separation) sum = plus(sum, sidle_steer_separation(a, all, count, 1.8f, 60));
    return sum;
}

static int overlapping(const sidle_agent *all, uint32_t count) {
    int found = 0;
    for (uint32_t k = 0; k < count; k++) {
        bool overlaps = false;
        for (uint32_t other = 0; other < count; other++)
            overlaps |= other != k && apart(all[k].position, all[other].position) < 0.95f;
        found += overlaps;
    }
    return found;
}

static door_result leave_room(door_rule rule, uint64_t seed, float dt) {
    sidle_agent all[PEOPLE];
    sidle_vec2 forces[PEOPLE];
    dice d = {seed};
    fill_room(all, &d);
    uint32_t count = PEOPLE;
    double overlapped = 0, whole = 0;
    float time = 0;
    for (; count && time < 120; time += dt) {
        for (uint32_t k = 0; k < count; k++) forces[k] = door_force(&all[k], all, count, rule, dt);
        for (uint32_t k = 0; k < count; k++) {
            sidle_vec2 was = all[k].position;
            move(&all[k], forces[k], dt);
            keep_within_walls(&all[k], was);
        }
        uint32_t kept = 0; /* who is out is gone */
        for (uint32_t k = 0; k < count; k++)
            if (all[k].position.x < ROOM_WIDTH + 4) all[kept++] = all[k];
        count = kept;
        overlapped += overlapping(all, count);
        whole += count;
    }
    return (door_result){overlapped / whole, (int)count, time};
}

/* Means over five rooms at three rates. */
static door_result leave_rooms(const char *name, door_rule rule) {
    door_result mean = {0, 0, 0};
    double worst = 0;
    for (int k = 0; k < 5 * RATE_COUNT; k++) {
        door_result r =
            leave_room(rule, (uint64_t)(k / RATE_COUNT), 1.0f / (float)RATES[k % RATE_COUNT]);
        mean.overlapped += r.overlapped / (5 * RATE_COUNT);
        mean.inside += r.inside;
        mean.time += r.time / (5 * RATE_COUNT);
        worst = fmax(worst, r.overlapped);
    }
    print_message("door, %s: overlapped %.4f of the time (worst room %.4f), %d left inside, %.1f "
                  "s\n",
                  name, mean.overlapped, worst, mean.inside, (double)mean.time);
    assert_int_equal(mean.inside, 0);
    return mean;
}

static void a_queue_at_a_door_hardly_overlaps_and_all_get_out(void **state) {
    (void)state;
    door_result crush = leave_rooms("seek alone", (door_rule){false, false, SIDLE_QUEUE_BRAKE});
    door_result apart_only = leave_rooms("separation", (door_rule){true, false, SIDLE_QUEUE_BRAKE});
    door_result brake =
        leave_rooms("brake force and separation", (door_rule){true, true, SIDLE_QUEUE_BRAKE});
    door_result hard =
        leave_rooms("hard stop and separation", (door_rule){true, true, SIDLE_QUEUE_HARD_STOP});
    assert_true(crush.overlapped > 0.5);
    assert_true(brake.overlapped <= 0.2 * crush.overlapped);
    assert_true(brake.overlapped <= 0.2 * apart_only.overlapped);
    assert_true(hard.overlapped <= 0.2 * crush.overlapped);
    assert_true(hard.overlapped <= 0.6 * apart_only.overlapped);
}

/* ---- a leader ---- */

static void the_way_of_a_leader_is_the_strip_before_it(void **state) {
    (void)state;
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
}

enum { TEAM = 7 }; /* the leader is the first */
static const sidle_follow FOLLOW = {.behind = 2,
                                    .slowing_radius = 2,
                                    .tolerance = 0.05f,
                                    .ahead = 5,
                                    .width = 1.4f,
                                    .separation = 1.6f,
                                    .max_separation = 40};

static float closest_pair(const sidle_agent *all, int count, bool leader_only) {
    float least = 1e9f;
    for (int k = 0; k < count; k++)
        for (int other = k + 1; other < count; other++) {
            float room = apart(all[k].position, all[other].position);
            if ((k == 0 || !leader_only) && room < least) least = room;
        }
    return least;
}

/* The leader drives the path, the others follow; returns how near any came to the leader. */
static float lead(sidle_agent *all, int count, const sidle_vec2 *path, uint32_t nodes,
                  float seconds, float dt) {
    uint32_t node = 0;
    float nearest = 1e9f;
    sidle_vec2 forces[TEAM];
    for (float time = 0; time < seconds; time += dt) {
        forces[0] = sidle_steer_follow_path(&all[0], path, nodes, &node, 0.5f, 2, 0.05f, dt);
        for (int k = 1; k < count; k++)
            forces[k] =
                sidle_steer_follow_leader(&all[k], &all[0], all, (uint32_t)count, &FOLLOW, dt);
        for (int k = 0; k < count; k++) move(&all[k], forces[k], dt);
        float room = closest_pair(all, count, true);
        nearest = room < nearest ? room : nearest;
    }
    return nearest;
}

static void gather_team(sidle_agent *all, dice *d) {
    for (int k = 0; k < TEAM; k++) {
        all[k] = agent_at(0, 0);
        if (k) all[k].max_speed = 2.4f; /* who follows must be able to catch up */
        do {
            if (k) all[k].position = plus(at(-4, 0), roll_point(d, -2.5f, 2.5f));
        } while (k && closest_pair(all, k + 1, false) < 1.1f);
    }
}

typedef struct team_result {
    float settled;   /* u, between the two nearest once the leader stands */
    float speed;     /* u/s, of the fastest then */
    float farthest;  /* u, from the place that all seek */
    float out, home; /* u, the nearest that any came to the leader on its way out, and when it turns
                        round and drives through them */
} team_result;

static team_result play_team(uint64_t seed, float dt) {
    const sidle_vec2 out[] = {{5, 0}, {9, 2}, {11, 6}, {11, 10}, {8, 14}, {3, 15}};
    const sidle_vec2 home[] = {{8, 14}, {11, 10}, {11, 6}, {9, 2}, {5, 0}};
    dice d = {seed};
    sidle_agent all[TEAM];
    gather_team(all, &d);
    team_result r = {.out = lead(all, TEAM, out, 6, 40, dt)};
    r.settled = closest_pair(all, TEAM, false);
    sidle_vec2 place = sidle_steer_place_behind(all[0].position, all[0].heading, FOLLOW.behind);
    for (int k = 0; k < TEAM; k++) {
        r.speed = larger(r.speed, length(all[k].velocity));
        if (k) r.farthest = larger(r.farthest, apart(all[k].position, place));
    }
    r.home = lead(all, TEAM, home, 5, 12, dt);
    return r;
}

static void followers_settle_behind_the_leader_and_clear_its_way(void **state) {
    (void)state;
    team_result worst = {.settled = 1e9f, .out = 1e9f, .home = 1e9f};
    for (int k = 0; k < 30 * RATE_COUNT; k++) {
        team_result r = play_team((uint64_t)(k / RATE_COUNT), 1.0f / (float)RATES[k % RATE_COUNT]);
        worst.settled = fminf(worst.settled, r.settled);
        worst.speed = larger(worst.speed, r.speed);
        worst.farthest = larger(worst.farthest, r.farthest);
        worst.out = fminf(worst.out, r.out);
        worst.home = fminf(worst.home, r.home);
    }
    print_message("leader: settled %.3f u apart, at %.2g u/s, %.2f u from the place at most; on "
                  "the way never nearer to the leader than %.3f u, turning round %.3f u\n",
                  (double)worst.settled, (double)worst.speed, (double)worst.farthest,
                  (double)worst.out, (double)worst.home);
    assert_true(worst.settled >= 1);
    assert_true(worst.speed < 0.05f); /* the one at the place trembles by a thousandth of a u */
    assert_true(worst.farthest < 2.5f);
    assert_true(worst.out >= 1);
    assert_true(worst.home >= 1);
}

/* ---- the same at any rate ---- */

/* One scene for each behaviour: who stands where, and what drives each of them. */
enum { CAST = 8, SAMPLES = 100 }; /* of 0.1 s */

typedef struct stage {
    sidle_agent all[CAST];
    uint32_t count, node;
    float time;
} stage;

typedef struct play {
    const char *name;
    uint32_t count;
    void (*set)(stage *s); /* NULL: all in a row, turned to the right, at rest */
    sidle_vec2 (*force)(const stage *s, uint32_t who, uint32_t *node, float dt);
} play;

static const sidle_circle STONES[] = {{{5, 0.3f}, 1.5f}, {{10, -2}, 1}, {{13, 1}, 1.2f}};
static const sidle_vec2 ROUTE[] = {{3, 2}, {6, -2}, {8, 3}, {3, 5}, {0, 1}};

static void set_astray(stage *s) {
    set_velocity(&s->all[0], at(0.5f, 1.5f));
}

/* The second drives past, the first is after it or flees from it. */
static void set_chase(stage *s) {
    s->all[1] = agent_at(9, -6);
    set_velocity(&s->all[1], at(-0.4f, 1.1f));
}

static void set_cluster(stage *s) {
    for (uint32_t k = 0; k < s->count; k++)
        s->all[k].position = at(0.8f * (float)(k % 3), 0.7f * (float)(k / 3) + 0.1f * (float)k);
}

/* Two lines, each behind a slow one. */
static void set_lines(stage *s) {
    for (uint32_t k = 0; k < s->count; k++) {
        s->all[k] = agent_at(-1.3f * (float)(k / 2), 10 * (float)(k % 2));
        if (k < 2) s->all[k].max_speed = 0.8f;
    }
}

static void set_team(stage *s) {
    const sidle_vec2 places[] = {{0, 0}, {-2, 1}, {-2.2f, -1.3f}, {-4, 0.2f}};
    for (uint32_t k = 0; k < s->count; k++) s->all[k].position = places[k];
    s->all[0].max_speed = 1.5f;
}

static sidle_vec2 play_seek(const stage *s, uint32_t who, uint32_t *node, float dt) {
    (void)node;
    return sidle_steer_seek(&s->all[who], at(14, 3), dt);
}
static sidle_vec2 play_flee(const stage *s, uint32_t who, uint32_t *node, float dt) {
    (void)node;
    return sidle_steer_flee(&s->all[who], at(2, 1), dt);
}
static sidle_vec2 play_arrive(const stage *s, uint32_t who, uint32_t *node, float dt) {
    (void)node;
    return sidle_steer_arrive(&s->all[who], at(9, 3), 2, 0.05f, dt);
}
static sidle_vec2 play_pursue(const stage *s, uint32_t who, uint32_t *node, float dt) {
    (void)node;
    const sidle_agent *prey = &s->all[1];
    if (who) return at(0, 0);
    return sidle_steer_pursue(&s->all[0], prey->position, prey->velocity, FOR_EVER, dt);
}
static sidle_vec2 play_evade(const stage *s, uint32_t who, uint32_t *node, float dt) {
    (void)node;
    const sidle_agent *hunter = &s->all[1];
    if (who) return sidle_steer_seek(hunter, s->all[0].position, dt);
    return sidle_steer_evade(&s->all[0], hunter->position, hunter->velocity, FOR_EVER, dt);
}
static sidle_vec2 play_wander(const stage *s, uint32_t who, uint32_t *node, float dt) {
    (void)node;
    sidle_wander wander = WANDER;
    wander.seed += who;
    return sidle_steer_wander(&s->all[who], &wander, s->time, dt);
}
static sidle_vec2 play_avoid(const stage *s, uint32_t who, uint32_t *node, float dt) {
    (void)node;
    const sidle_agent *a = &s->all[who];
    return plus(sidle_steer_arrive(a, at(17, 0), 1, 0.05f, dt),
                sidle_steer_avoid(a, STONES, 3, SEE_AHEAD, MAX_AVOID));
}
static sidle_vec2 play_separation(const stage *s, uint32_t who, uint32_t *node, float dt) {
    (void)node;
    (void)dt;
    return sidle_steer_separation(&s->all[who], s->all, s->count, 2, 5);
}
static sidle_vec2 play_queue(const stage *s, uint32_t who, uint32_t *node, float dt) {
    (void)node;
    const sidle_agent *a = &s->all[who];
    sidle_queue_way way = who % 2 ? SIDLE_QUEUE_BRAKE : SIDLE_QUEUE_HARD_STOP;
    sidle_vec2 seek = sidle_steer_seek(a, at(1000, a->position.y), dt);
    sidle_vec2 queue = sidle_steer_queue(a, s->all, s->count, way, 1.2f, 0.8f, seek, dt);
    return plus(plus(seek, queue), sidle_steer_separation(a, s->all, s->count, 1.8f, 60));
}
static sidle_vec2 play_leader(const stage *s, uint32_t who, uint32_t *node, float dt) {
    if (!who) return sidle_steer_follow_path(&s->all[0], ROUTE, 5, node, 0.5f, 1, 0.05f, dt);
    return sidle_steer_follow_leader(&s->all[who], &s->all[0], s->all, s->count, &FOLLOW, dt);
}
static sidle_vec2 play_path(const stage *s, uint32_t who, uint32_t *node, float dt) {
    return sidle_steer_follow_path(&s->all[who], ROUTE, 5, node, 0.5f, 1, 0.05f, dt);
}

static const play PLAYS[] = {
    {"seek", 1, set_astray, play_seek},     {"flee", 1, set_astray, play_flee},
    {"arrive", 1, set_astray, play_arrive}, {"pursue", 2, set_chase, play_pursue},
    {"evade", 2, set_chase, play_evade},    {"wander", 8, NULL, play_wander},
    {"avoid", 1, NULL, play_avoid},         {"separation", 5, set_cluster, play_separation},
    {"queue", 8, set_lines, play_queue},    {"leader", 4, set_team, play_leader},
    {"path", 1, set_astray, play_path},
};
enum { PLAY_COUNT = sizeof PLAYS / sizeof PLAYS[0] };

static stage open_stage(const play *p) {
    stage s = {.count = p->count};
    for (uint32_t k = 0; k < p->count; k++) s.all[k] = agent_at(0, 3 * (float)k);
    if (p->set) p->set(&s);
    return s;
}

static void step_stage(stage *s, const play *p, float dt) {
    sidle_vec2 forces[CAST];
    for (uint32_t k = 0; k < s->count; k++) forces[k] = p->force(s, k, &s->node, dt);
    for (uint32_t k = 0; k < s->count; k++) move(&s->all[k], forces[k], dt);
    s->time += dt;
}

typedef sidle_vec2 track[CAST][SAMPLES];

/* Where everybody is every 0.1 s. */
static void record(const play *p, int rate, track places) {
    stage s = open_stage(p);
    for (int k = 0; k < SAMPLES; k++) {
        for (int step = 0; step < rate / 10; step++) step_stage(&s, p, 1.0f / (float)rate);
        for (uint32_t who = 0; who < s.count; who++) places[who][k] = s.all[who].position;
    }
}

static float way_of(const sidle_vec2 *places) {
    float way = 0;
    for (int k = 1; k < SAMPLES; k++) way += apart(places[k - 1], places[k]);
    return way;
}

/* The largest distance between two tracks at one time, as a share of the way of him who has it. */
static float largest_gap(const play *p, track a, track b) {
    float worst = 0;
    for (uint32_t who = 0; who < p->count; who++) {
        float gap = 0;
        for (int k = 0; k < SAMPLES; k++) gap = larger(gap, apart(a[who][k], b[who][k]));
        worst = larger(worst, gap / way_of(b[who]));
    }
    return worst;
}

static void every_behaviour_drives_the_same_way_at_20_30_and_60_steps_a_second(void **state) {
    (void)state;
    static track tracks[RATE_COUNT];
    float worst = 0;
    for (int k = 0; k < PLAY_COUNT; k++) {
        const play *p = &PLAYS[k];
        for (int rate = 0; rate < RATE_COUNT; rate++) record(p, RATES[rate], tracks[rate]);
        float gap = largest_gap(p, tracks[0], tracks[2]);
        gap = larger(gap, largest_gap(p, tracks[1], tracks[2]));
        gap = larger(gap, largest_gap(p, tracks[0], tracks[1]));
        print_message("%s: %.2f %% of the way\n", p->name, (double)gap * 100);
        worst = larger(worst, gap);
    }
    print_message("worst: %.2f %%\n", (double)worst * 100);
    assert_true(worst <= 0.02f);
}

/* ---- the same on any machine ---- */

static void feed(uint64_t *hash, float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    *hash = (*hash ^ bits) * 0x9e3779b97f4a7c15u;
    *hash ^= *hash >> 29;
}

static void all_behaviours_give_the_same_bits_on_every_machine(void **state) {
    (void)state;
    uint64_t hash = 0x57ee7;
    for (int k = 0; k < PLAY_COUNT; k++) {
        stage s = open_stage(&PLAYS[k]);
        for (int step = 0; step < 300; step++) {
            step_stage(&s, &PLAYS[k], TICK);
            for (uint32_t who = 0; who < s.count; who++) {
                const sidle_agent *a = &s.all[who];
                const float values[] = {a->position.x, a->position.y, a->velocity.x,
                                        a->velocity.y, a->heading.x,  a->heading.y};
                for (int n = 0; n < 6; n++) feed(&hash, values[n]);
            }
        }
    }
    if (hash != GOLDEN) fail_msg("the hash is 0x%016llx", (unsigned long long)hash);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bad_input_is_refused_and_leaves_the_agent_as_it_was),
        cmocka_unit_test(every_number_of_an_agent_is_checked),
        cmocka_unit_test(force_mass_and_speed_are_truncated_exactly),
        cmocka_unit_test(a_wrong_velocity_is_put_right_within_the_response_time),
        cmocka_unit_test(seek_and_flee_are_opposites),
        cmocka_unit_test(arrive_stops_at_the_point_and_never_passes_it),
        cmocka_unit_test(seek_then_arrive_never_orbits),
        cmocka_unit_test(a_path_is_followed_to_its_last_node_without_orbits),
        cmocka_unit_test(several_nodes_are_passed_at_once_and_none_is_jumped),
        cmocka_unit_test(pursuit_catches_a_crossing_target_sooner),
        cmocka_unit_test(evade_survives_longer_than_flee_before_a_faster_hunter),
        cmocka_unit_test(a_target_is_met_where_it_will_be),
        cmocka_unit_test(the_wander_point_swings_smoothly_on_the_circle_ahead),
        cmocka_unit_test(the_wander_point_depends_on_seed_and_time_alone),
        cmocka_unit_test(an_agent_drives_round_obstacles_and_reaches_its_goal),
        cmocka_unit_test(who_stands_or_turns_on_the_spot_beside_an_obstacle_gets_nothing),
        cmocka_unit_test(the_nearest_threat_pushes_and_others_do_not),
        cmocka_unit_test(separation_parts_two_on_the_same_spot),
        cmocka_unit_test(separation_adds_up_and_leaves_the_agent_itself_out),
        cmocka_unit_test(queue_brakes_for_those_ahead_alone),
        cmocka_unit_test(a_queue_at_a_door_hardly_overlaps_and_all_get_out),
        cmocka_unit_test(the_way_of_a_leader_is_the_strip_before_it),
        cmocka_unit_test(followers_settle_behind_the_leader_and_clear_its_way),
        cmocka_unit_test(every_behaviour_drives_the_same_way_at_20_30_and_60_steps_a_second),
        cmocka_unit_test(all_behaviours_give_the_same_bits_on_every_machine),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
