/* The drive and push-apart against plain forms of their rules, in double and with the angles that
 * the core does without: units of random profiles, seated in random states. */
#include "internals.h"
#include "support.h"

enum { WORLDS = 120, ROUNDS = 120, SIZE = 64 };

static const double PI = 3.14159265358979;

typedef struct vector {
    double x, y;
} vector;

static vector of(sidle_vec2 v) {
    return (vector){(double)v.x, (double)v.y};
}

static vector scaled(vector v, double by) {
    return (vector){v.x * by, v.y * by};
}

static vector sum(vector a, vector b) {
    return (vector){a.x + b.x, a.y + b.y};
}

static double dot(vector a, vector b) {
    return a.x * b.x + a.y * b.y;
}

static double cross(vector a, vector b) {
    return a.x * b.y - a.y * b.x;
}

static double length(vector v) {
    return sqrt(dot(v, v));
}

/* ---- the drive ---- */

typedef struct tally {
    uint32_t turns, at_once, reversing, braking, landing, steering, eased, moving;
} tally;

typedef struct car {
    sidle_profile p;
    double top, pace; /* u/s */
    bool wanders, hunts;
} car;

/* The velocity that leads to the point to which the unit drives. */
static vector desired_of(const car *c, const inside_driver *d, vector to, double dt, tally *t) {
    bool stops = d->decision == SIDLE_DECISION_BLOCKED ||
                 (d->decision == SIDLE_DECISION_FREE && d->last_leg);
    bool steers = stops && d->steers && d->decision == SIDLE_DECISION_FREE;
    double far = length(to), left = steers ? fmax(far - (double)d->halt, 0) : far;
    double a = (double)c->p.acceleration, speed = c->pace;
    if (!d->under_way || far == 0) return (vector){0, 0};
    if (stops) {
        /* It may go on for this tick, and brake from then on; the last ticks end on the point. */
        speed = fmin(speed, sqrt(a * dt * a * dt + 2 * a * left) - a * dt);
        bool lands = left <= a * dt * dt && left / dt <= c->pace;
        if (lands) speed = left / dt;
        t->landing += lands;
        t->braking += speed < c->pace;
    }
    vector desired = scaled(to, speed / far);
    if (!steers) return desired;
    t->steering++;
    desired = sum(desired, of(d->steer_velocity));
    double fast = length(desired);
    return fast > c->pace ? scaled(desired, c->pace / fast) : desired;
}

/* s, of the chord in place of the arc. */
static double turning_time(const car *c, double cosine) {
    return sqrt(2 * fmax(1 - cosine, 0)) / ((double)c->p.turn_rate * PI / 180);
}

static bool reverses(const car *c, const inside_driver *d, vector direction, double far) {
    double cosine = dot(of(d->heading), direction), reverse = (double)c->p.reverse;
    double forwards = far + turning_time(c, cosine) * c->top;
    double backwards = far / reverse + turning_time(c, -cosine) * c->top;
    return backwards < forwards * (d->reverses ? 1.1 : 1);
}

/* The new course is taken with a lag: as much of it in this tick as is lost at that rate. */
static vector eased(const car *c, const inside_driver *d, vector facing, double far, double dt,
                    tally *t) {
    vector old = of(d->heading);
    double lag = (double)c->p.tuning.steering_lag, x = fmin(dt / lag, sqrt(12));
    double near = fmax(2 * (double)c->p.radius, lag * length(of(d->velocity)));
    if (lag <= 0 || far <= near || dot(facing, old) <= 0) return facing;
    double share = x / (1 + x / 2 + x * x / 12);
    vector course = sum(scaled(facing, share), scaled(old, 1 - share));
    t->eased++;
    return scaled(course, 1 / length(course));
}

static vector turned(vector heading, vector to, double most, tally *t) {
    double angle = atan2(cross(heading, to), dot(heading, to));
    if (fabs(angle) <= most) return t->at_once++, to;
    t->turns++;
    double by = angle < 0 ? -most : most;
    return (vector){heading.x * cos(by) - heading.y * sin(by),
                    heading.x * sin(by) + heading.y * cos(by)};
}

static double turn_rate(const car *c, const inside_driver *d) {
    double most = (double)c->p.turn_rate * PI / 180;
    double ahead = fmin((double)c->p.tuning.wander_distance, (double)d->area_radius / 2);
    return c->wanders ? fmin(most, 2 * c->pace / ahead) : most;
}

/* u/s: no faster than its turning circle allows, and slow where it does not drive straight on. */
static double speed_in_turn(const car *c, double turn, double far, double cosine, double sine) {
    if (cosine <= 0) return 0;
    double arc = sine > 1e-3 ? turn * far / (4 * sine) : c->pace;
    return fmin(c->pace * cosine, arc);
}

static void plain_drive(const car *c, const inside_driver *d, double dt, vector *heading,
                        vector *velocity, bool *backwards, tally *t) {
    vector old = of(d->heading), to = sum(of(d->drive_target), scaled(of(d->position), -1));
    double far = length(to), turn = turn_rate(c, d), a = (double)c->p.acceleration * dt;
    vector desired = desired_of(c, d, to, dt, t);
    double fast = length(desired);
    vector direction = fast > 0 ? scaled(desired, 1 / fast) : old;
    *backwards = d->reverses;
    if (fast > 0) *backwards = c->p.reverse > 0 && reverses(c, d, direction, far);
    vector facing = scaled(direction, *backwards ? -1 : 1);
    *heading = old;
    if (fast > 0) *heading = turned(old, eased(c, d, facing, far, dt, t), turn * dt, t);
    double wanted =
        speed_in_turn(c, turn, far, dot(*heading, facing), fabs(cross(*heading, facing)));
    wanted = fmin(fmin(wanted, fast), fmax(c->pace - (double)d->brake, 0));
    if (*backwards) wanted = fmin(wanted, (double)c->p.reverse * c->top);
    double speed = dot(of(d->velocity), old) * (*backwards ? -1 : 1);
    speed = speed < wanted ? fmin(speed + a, wanted) : fmax(speed - a, wanted);
    *velocity = scaled(*heading, *backwards ? -speed : speed);
    t->moving += speed > 0;
    t->reversing += *backwards;
}

/* ---- units in random states ---- */

static sidle_profile random_profile(dice *d) {
    sidle_profile p = sidle_profile_default();
    p.radius = roll_between(d, 0.2f, 1.5f);
    p.top_speed = roll_between(d, 0.5f, 12);
    p.acceleration = roll_between(d, 1, 60);
    p.turn_rate = roll(d, 4) ? roll_between(d, 20, 400) : roll_between(d, 400, 4000);
    p.reverse = roll(d, 2) ? 0 : roll_between(d, 0.1f, 1);
    p.tuning.steering_lag = roll(d, 3) ? roll_between(d, 0.02f, 0.6f) : 0;
    p.tuning.wander_pace = roll_between(d, 0.2f, 1);
    p.tuning.wander_distance = roll_between(d, 1.3f, 6);
    return p;
}

static sidle_vec2 around(dice *d, sidle_vec2 point, float far) {
    return (sidle_vec2){point.x + roll_between(d, -far, far), point.y + roll_between(d, -far, far)};
}

static inside_driver random_driver(dice *d, const car *c) {
    const float reach[] = {0.05f, 0.5f, 3, 12};
    float angle = roll_between(d, 0, 6.2831853f), off = roll_between(d, -0.4f, 0.4f);
    inside_driver s = {.position = around(d, (sidle_vec2){SIZE / 2, SIZE / 2}, 16),
                       .heading = {cosf(angle), sinf(angle)},
                       .area_radius = roll_between(d, 2, 12),
                       .halt = roll_between(d, 0, 2),
                       .brake = roll(d, 2) ? 0 : roll_between(d, 0, 1.2f * (float)c->pace),
                       .decision = (sidle_decision)roll(d, SIDLE_DECISION_COUNT),
                       .under_way = roll(d, 8) != 0,
                       .last_leg = roll(d, 2),
                       .steers = c->hunts && roll(d, 2),
                       .reverses = c->p.reverse > 0 && roll(d, 2)};
    s.steer_velocity = around(d, (sidle_vec2){0, 0}, (float)c->pace);
    s.drive_target = around(d, s.position, reach[roll(d, 4)]);
    if (roll(d, 3) == 0) { /* nearly ahead */
        float far = roll_between(d, 0.1f, 9);
        s.drive_target.x = s.position.x + far * cosf(angle + off);
        s.drive_target.y = s.position.y + far * sinf(angle + off);
    }
    float speed = roll_between(d, 0, (float)c->top) * (s.reverses ? -1 : 1);
    if (roll(d, 4)) s.velocity = (sidle_vec2){speed * s.heading.x, speed * s.heading.y};
    return s;
}

static car random_car(sidle_world *world, dice *d, sidle_unit_id *id, sidle_unit_id other) {
    car c = {.p = random_profile(d)};
    float speed = roll(d, 2) ? 1 : 0.25f * (float)(1 + roll(d, 8)), share = 1;
    sidle_vec2 at = around(d, (sidle_vec2){SIZE / 2, SIZE / 2}, 16);
    *id = unit_of(world, profile_in(world, &c.p), at.x, at.y);
    uint32_t kind = roll(d, 4);
    c.wanders = kind == 0;
    c.hunts = kind == 1 && other.slot;
    if (c.wanders)
        assert_ok(sidle_unit_wander(world, *id, at, 6));
    else if (c.hunts)
        assert_ok(sidle_unit_pursue(world, *id, other));
    else
        assert_ok(sidle_unit_go(world, *id, around(d, at, 9)));
    assert_ok(sidle_unit_set_speed_factor(world, *id, speed));
    c.top = (double)c.p.top_speed * (double)speed;
    if (roll(d, 2)) {
        share = 0.25f * (float)(1 + roll(d, 3));
        assert_ok(sidle_unit_set_pace(world, *id, share * (float)c.top));
    }
    c.pace = c.top * (double)share * (c.wanders ? (double)c.p.tuning.wander_pace : 1);
    return c;
}

/* The core turns by a series that is good to 1/1000 for an eighth of a circle, to 1/35 for half a
 * circle in two steps, and keeps a bound of the speed to 1/4000. */
static void assert_near(const char *what, sidle_vec2 is, vector expected, double most) {
    if (hypot((double)is.x - expected.x, (double)is.y - expected.y) <= most) return;
    fail_msg("%s %.6f, %.6f and not %.6f, %.6f", what, (double)is.x, (double)is.y, expected.x,
             expected.y);
}

static void drive_four(sidle_world *world, dice *d, const sidle_unit_id *ids, const car *cars,
                       tally *t) {
    inside_driver before[INSIDE_DRIVEN], after[INSIDE_DRIVEN];
    float dt = roll(d, 2) ? TICK : roll_between(d, 0.005f, 0.2f);
    for (int n = 0; n < INSIDE_DRIVEN; n++) after[n] = before[n] = random_driver(d, &cars[n]);
    inside_drive(world, ids, after, dt);
    for (int n = 0; n < INSIDE_DRIVEN; n++) {
        vector heading, velocity;
        bool backwards;
        plain_drive(&cars[n], &before[n], (double)dt, &heading, &velocity, &backwards, t);
        assert_int_equal(after[n].reverses, backwards);
        double off = turn_rate(&cars[n], &before[n]) * (double)dt < 0.8 ? 0.0015 : 0.03;
        assert_near("the heading is", after[n].heading, heading, off);
        assert_near("the velocity is", after[n].velocity, velocity, 2 * off * cars[n].top + 0.001);
    }
}

TEST(units_drive_as_the_rules_say) {
    dice d = {5};
    tally t = {0};
    for (int n = 0; n < WORLDS; n++) {
        sidle_world *world = open_world(SIZE, SIZE);
        sidle_unit_id ids[INSIDE_DRIVEN];
        car cars[INSIDE_DRIVEN];
        for (int k = 0; k < INSIDE_DRIVEN; k++)
            cars[k] = random_car(world, &d, &ids[k], k ? ids[k - 1] : NOBODY);
        for (int k = 0; k < ROUNDS; k++) drive_four(world, &d, ids, cars, &t);
        sidle_world_destroy(world);
    }
    print_message("%u turn by as much as they can, %u to where they want; %u drive backwards, %u "
                  "brake, %u land, %u go with their target, %u are eased, %u move\n",
                  t.turns, t.at_once, t.reversing, t.braking, t.landing, t.steering, t.eased,
                  t.moving);
    const uint32_t often[] = {t.turns,   t.at_once,  t.reversing, t.braking,
                              t.landing, t.steering, t.eased,     t.moving};
    for (size_t k = 0; k < sizeof often / sizeof *often; k++) assert_true(often[k] > 200);
}

/* ---- push-apart ---- */

enum { PILE = 40 };

typedef struct push_tally {
    uint32_t pushed, by_many, bounded, kept_from_back;
} push_tally;

/* Out of each body that it passes through, by as much as it lies inside; of two under way each
 * does half. Never back, and no faster than its share of the range. */
static vector plain_push(const sidle_world *world, uint32_t k, const sidle_profile *p, bool pushes,
                         vector heading, double range, push_tally *t) {
    contact_body own = inside_body(world, k);
    vector out = {0, 0};
    uint32_t count = 0;
    for (uint32_t n = 0; n < inside_body_count(world); n++) {
        contact_body other = inside_body(world, n);
        bool rests = other.rested; /* push-apart sees bodies as the tick began */
        if (n == k || other.layer != own.layer || (!pushes && !rests)) continue;
        if (other.team != own.team && !own.push_enemies) continue;
        vector away = sum(of(own.place), scaled(of(other.place), -1));
        double near = (double)(own.radius + other.radius) * (double)p->tuning.push_radius;
        double depth = (near - length(away)) * (rests ? 1 : 0.5);
        if (depth <= 0) continue;
        out = sum(out, scaled(away, depth / length(away)));
        count++;
    }
    double most = range * (double)p->tuning.push_coefficient;
    t->by_many += count > 1;
    t->bounded += length(out) > most;
    if (length(out) > most) out = scaled(out, most / length(out));
    double back = fmin(dot(out, heading), 0);
    t->kept_from_back += back < 0;
    t->pushed += count > 0;
    return sum(out, scaled(heading, -back));
}

static void compare_pushes(sidle_world *world, const sidle_profile *profiles, dice *d,
                           push_tally *t) {
    for (uint32_t k = 0; k < inside_body_count(world); k++)
        for (int n = 0; n < 4; n++) {
            float angle = roll_between(d, 0, 6.2831853f),
                  range = roll_between(d, 0, n / 2 ? 1 : 0.1f);
            sidle_vec2 heading = {cosf(angle), sinf(angle)};
            sidle_unit_state s = state_of(world, inside_body(world, k).id);
            const sidle_profile *p = &profiles[s.profile.index];
            sidle_vec2 push = inside_push_apart(world, k, n % 2, heading, range);
            assert_near("the push is", push,
                        plain_push(world, k, p, n % 2, of(heading), (double)range, t), 4e-4);
        }
}

TEST(units_are_led_out_of_others_as_the_rules_say) {
    push_tally t = {0};
    for (uint64_t scene = 0; scene < 40; scene++) {
        dice d = {scene};
        sidle_world *world = open_world(SIZE, SIZE);
        sidle_profile profiles[4] = {sidle_profile_default()};
        for (int k = 1; k < 4; k++) {
            profiles[k] = random_profile(&d);
            profiles[k].tuning.push_radius = roll_between(&d, 0.3f, 2);
            profiles[k].tuning.push_coefficient = roll_between(&d, 0.2f, 0.95f);
            profiles[k].push_enemies = roll(&d, 2);
            profiles[k].layer = roll(&d, 6) == 0;
            assert_int_equal(profile_in(world, &profiles[k]).index, k);
        }
        float spread = scene % 2 ? 3 : 10;
        for (int k = 0; k < PILE; k++) {
            sidle_profile_id profile = {roll(&d, 4)};
            sidle_unit_def def =
                def_at(profile, around(&d, (sidle_vec2){SIZE / 2, SIZE / 2}, spread));
            def.team = scene % 3 == 0 && roll(&d, 2);
            sidle_unit_id id = unit_made(world, &def);
            sidle_vec2 goal = {roll_between(&d, 1, SIZE - 1), roll_between(&d, 1, SIZE - 1)};
            if (roll(&d, 2)) assert_ok(sidle_unit_go(world, id, goal));
        }
        assert_ok(sidle_world_step(world, TICK));
        compare_pushes(world, profiles, &d, &t);
        sidle_world_destroy(world);
    }
    print_message("%u are led out, %u of several, %u at their bound, %u not back\n", t.pushed,
                  t.by_many, t.bounded, t.kept_from_back);
    assert_true(t.pushed > 1000 && t.by_many > 500 && t.bounded > 200 && t.kept_from_back > 500);
    assert_true(t.pushed - t.bounded > 200);
}

TESTS_OF(drive)
