/* The drive: a unit turns towards the point to which it drives, and drives along its heading,
 * within its turn rate and its acceleration. It slows down where it has to stop and where its
 * turning circle is too wide, and drives backwards to a near point behind it. Four units are
 * computed at a time; the rare cases (a long turn, the choice of a gear) are computed one by one.
 */
#include "motion/drive.h"

#include "base/measures.h"

/* Mathematics: a degree in radians. */
static const float RADIANS = 0.01745329252f;

/* Mathematics: half a turn. */
static const float PI = 3.14159265f;

/* Mathematics: dt / lag from which on the series of eased() falls again: its value there is
 * 0.93. */
#define DECAYED 3.4641016f

/* tan of half the angle gives a rotation with + - * / alone. The series is good to 1e-3 up to a
 * quarter turn; the heading is brought back to length 1 in any case. */
static sidle_vec2 rotated(sidle_vec2 heading, float angle) {
    float half = 0.5f * angle, t = half * (1 + half * half * (1.0f / 3 + half * half * 2 / 15));
    float scale = 1 / (1 + t * t), cosine = (1 - t * t) * scale, sine = 2 * t * scale;
    return vec(heading.x * cosine - heading.y * sine, heading.x * sine + heading.y * cosine);
}

/* Turns by at most `angle`; from straight back it turns right. */
static sidle_vec2 turned(sidle_vec2 heading, sidle_vec2 wanted, float angle) {
    if (angle >= PI) return wanted;
    int32_t steps = angle > 0.5f * PI ? 2 : 1; /* the series is poor beyond a quarter turn */
    for (int32_t k = 0; k < steps; k++) {
        float side = vec_dot(vec_right(heading), wanted);
        /* Most turns are far smaller than the angle that is allowed. */
        if (fabsf(side) < 0.5f * angle && angle < 1 && vec_dot(heading, wanted) > 0) return wanted;
        sidle_vec2 next = rotated(heading, (side < 0 ? -angle : angle) / (float)steps);
        bool past = side == 0 || (side < 0) != (vec_dot(vec_right(next), wanted) < 0);
        if (past && vec_dot(next, wanted) > 0) return wanted;
        heading = vec_direction(next, heading);
    }
    return heading;
}

void turn_at_rest(const sidle_profile *p, unit *u, float dt) {
    sidle_vec2 facing = u->facing;
    if ((facing.x == 0 && facing.y == 0) || unit_is_stunned(u)) return;
    u->heading = turned(u->heading, facing, p->turn_rate * RADIANS * dt);
    if (u->heading.x == facing.x && u->heading.y == facing.y) u->facing = vec(0, 0);
}

/* s, to turn by the angle whose cosine is given. Only to compare: the arc is taken from its chord,
 * which is too short by a third at most. */
static float turning_time(float cosine, const sidle_profile *p) {
    return sqrtf(2 * max_float(1 - cosine, 0)) / (p->turn_rate * RADIANS);
}

/* True when driving backwards is sooner than turning round, as for a near point behind. A unit that
 * drives backwards already goes on until forwards is clearly better. */
static bool reverses(const sidle_world *world, const unit *u, sidle_vec2 direction,
                     float distance) {
    const sidle_profile *p = profile_of(world, u);
    if (p->reverse <= 0) return false;
    float cosine = vec_dot(u->heading, direction), top_speed = unit_top_speed(world, u);
    float forwards = distance + turning_time(cosine, p) * top_speed;
    float backwards = distance / p->reverse + turning_time(-cosine, p) * top_speed;
    return backwards < forwards * (u->flags & UNIT_REVERSES ? 1 + CLEARLY_BETTER : 1);
}

/* rad/s. A unit that wanders turns no faster than on an arc through the point ahead of it: that
 * point turns with the unit, which would spin otherwise. */
static float turn_rate(const sidle_world *world, const unit *u) {
    const sidle_profile *p = profile_of(world, u);
    float most = p->turn_rate * RADIANS;
    if (!unit_has_trait(u, TRAIT_WANDERS)) return most;
    return min_float(most, 2 * unit_pace(world, u) / unit_wander_distance(p, u));
}

_Static_assert(HUNTS / TRAIT_HAS_TARGET == WANDERS / TRAIT_WANDERS, "one factor makes both bits");
_Static_assert((int)STOPS / (int)UNIT_LAST_LEG == (int)STEERS / (int)UNIT_STEERS, "here, too");

uint32_t drive_bits_of(const unit *u) {
    static const uint32_t OF_DECISION[] = {
        [SIDLE_DECISION_IDLE] = 0,        [SIDLE_DECISION_FREE] = DRIVES,
        [SIDLE_DECISION_DETOUR] = DRIVES, [SIDLE_DECISION_WAIT] = 0,
        [SIDLE_DECISION_REPLAN] = 0,      [SIDLE_DECISION_PUSH] = PUSHES,
        [SIDLE_DECISION_BLOCKED] = STOPS};
    uint32_t bits = u->flags | OF_DECISION[u->decision];
    bits |= unit_has_trait(u, TRAIT_HAS_TARGET | TRAIT_WANDERS) * (HUNTS / TRAIT_HAS_TARGET);
    /* A table in place of a branch: a free way is random to the branch predictor. */
    static const uint16_t OF_WAY[SIDLE_DECISION_COUNT] = {[SIDLE_DECISION_FREE] =
                                                              UNIT_LAST_LEG | UNIT_STEERS};
    bits |= (uint32_t)(u->flags & OF_WAY[u->decision]) * (STOPS / UNIT_LAST_LEG);
    bits |= (uint32_t)((u->speed_kind != SPEED_FULL) | (u->pace != 0)) * PACED;
    return bits;
}

static bool any(const group *g, uint32_t bits) {
    return (g->bits[0] | g->bits[1] | g->bits[2] | g->bits[3]) & bits;
}

lanes top_speed_of(const group *g) {
    return any(g, PACED) ? FOR_EACH(unit_top_speed) : OF_PROFILES(top_speed);
}

lanes pace_of(const group *g) {
    return any(g, WANDERS | PACED) ? FOR_EACH(unit_pace) : OF_PROFILES(top_speed);
}

static lanes turn_of(const group *g) {
    if (any(g, WANDERS)) return FOR_EACH(turn_rate);
    return lanes_mul(OF_PROFILES(turn_rate), lanes_all(RADIANS));
}

/* The speed from which a unit can still stop in the distance, given that this tick goes by first;
 * the last tick lands on the point. */
static lanes braking_speed(lanes distance, lanes acceleration, lanes pace, float dt) {
    lanes change = lanes_mul(acceleration, lanes_all(dt)),
          twice = lanes_mul(lanes_all(2), acceleration);
    lanes square = lanes_add(lanes_mul(change, change), lanes_mul(twice, distance));
    lanes speed = lanes_min(pace, lanes_sub(lanes_sqrt(square), change));
    lanes last = lanes_mul(change, lanes_all(dt));
    lanes landing = lanes_div(distance, lanes_all(dt));
    lanes_mask lands = lanes_both(lanes_at_most(distance, last), lanes_at_most(landing, pace));
    return lanes_choose(lands, landing, speed);
}

/* Mathematics: a chord is so many times the radius and the sine of its angle to the tangent. */
#define CHORD 2

/* The unit drives half as fast as its turn rate allows on the arc to its target, so it has twice
 * the room to turn. At the full speed maps/doorway takes 32 s instead of 30 s, and five of its
 * units set out again after arrival. */
#define ON_ARC (2 * CHORD)

/* A target inside the turning circle is never reached at full speed: the arc that meets it at this
 * angle has the radius distance / (2 sin). Behind itself a unit turns on the spot. */
static lanes turning_speed(lanes pace, lanes turn, lanes distance, lanes cosine, lanes sine) {
    lanes arc = lanes_div(lanes_mul(turn, distance), lanes_mul(lanes_all(ON_ARC), sine));
    lanes bound = lanes_choose(lanes_less(lanes_all(1e-3f), sine), arc, pace);
    lanes speed = lanes_min(lanes_mul(pace, cosine), bound);
    return lanes_choose(lanes_at_most(cosine, lanes_all(0)), lanes_all(0), speed);
}

/* u/s: the desired velocity leads towards the point to which the unit drives. It is no faster than
 * the unit can stop where it has to, and the velocity of a moving point is added. */
static lanes2 desired_velocity(const group *g, lanes pace, lanes2 to, lanes distance, float dt) {
    lanes2 nothing = {lanes_all(0), lanes_all(0)};
    lanes2 direction = lanes2_direction_of(to, distance, nothing);
    lanes_mask stops = lanes_where(g->bits, STOPS);
    lanes left = distance;
    bool some = any(g, STEERS);
    lanes_mask steers = lanes_both(stops, lanes_where(g->bits, STEERS));
    if (some) {
        lanes before = lanes_of(unit_halt(g->u[0]), unit_halt(g->u[1]), unit_halt(g->u[2]),
                                unit_halt(g->u[3]));
        lanes halt = lanes_max(lanes_sub(distance, before), lanes_all(0));
        left = lanes_choose(steers, halt, distance);
    }
    lanes speed = braking_speed(left, OF_PROFILES(acceleration), pace, dt);
    lanes2 desired = lanes2_scale(direction, lanes_choose(stops, speed, pace));
    if (some) {
        sidle_vec2 v[LANES];
        for (int n = 0; n < LANES; n++) v[n] = unit_waypoint_velocity(g->u[n]);
        lanes2 moves = lanes2_from(&v[0], &v[1], &v[2], &v[3]);
        lanes2 with_target = lanes2_truncate(lanes2_add(desired, moves), pace);
        desired = lanes2_choose(steers, with_target, desired);
    }
    return lanes2_choose(lanes_where(g->bits, ASPECT_UNDER_WAY), desired, nothing);
}

/* Marks the units that drive backwards from now on. */
static lanes_mask choose_gear(const group *g, lanes2 direction, lanes distance) {
    float x[LANES], y[LANES], far[LANES];
    uint32_t back[LANES];
    lanes_store(x, direction.x);
    lanes_store(y, direction.y);
    lanes_store(far, distance);
    for (int k = 0; k < LANES; k++) back[k] = reverses(g->world, g->u[k], vec(x[k], y[k]), far[k]);
    return lanes_where(back, 1);
}

/* The new headings. Most turns are far smaller than the angle that is allowed; the others are
 * computed one by one. */
static lanes2 turn_to(const group *g, lanes2 heading, lanes2 facing, lanes angle,
                      lanes_mask moving) {
    lanes side = lanes_abs(lanes2_side(heading, facing));
    lanes_mask near = lanes_both(lanes_less(side, lanes_mul(lanes_all(0.5f), angle)),
                                 lanes_less(angle, lanes_all(1)));
    near = lanes_both(near, lanes_less(lanes_all(0), lanes2_dot(heading, facing)));
    lanes2 next = lanes2_choose(lanes_both(moving, near), facing, heading);
    uint32_t far = lanes_bits(moving) & ~lanes_bits(near);
    if (!far) return next;
    float most[LANES];
    sidle_vec2 to[LANES], now[LANES];
    lanes_store(most, angle);
    lanes2_to(&to[0], &to[1], &to[2], &to[3], facing);
    lanes2_to(&now[0], &now[1], &now[2], &now[3], next);
    for (; far; far &= far - 1) {
        uint32_t k = lowest_bit(far);
        now[k] = turned(g->u[k]->heading, to[k], most[k]);
    }
    return lanes2_from(&now[0], &now[1], &now[2], &now[3]);
}

/* A unit turns at once within a diameter of the point to which it drives, and within the way that
 * it makes in its lag: it could not hit the point otherwise. At two diameters door200 turns at .33
 * rad/s instead of .26. Elsewhere it takes a new course with a lag of the first order, so that
 * looks that differ a little do not shake it. A plain turn of over a quarter of a circle is not
 * delayed. Found on the crowd rows: with a lag of .15 s blocks 2x100 turn at half the rate of none,
 * and circle 100 is faster by 4 %; from .3 s on units see too late to what comes (door200 overlaps
 * twice as long). */
static lanes2 eased(const group *g, lanes2 facing, lanes2 old, lanes distance, float dt) {
    lanes lag = OF_PROFILES(tuning.steering_lag), half = lanes_all(0.5f), one = lanes_all(1);
    lanes x =
        lanes_min(lanes_div(lanes_all(dt), lanes_max(lag, lanes_all(1e-6f))), lanes_all(DECAYED));
    lanes even = lanes_add(one, lanes_mul(lanes_mul(x, x), lanes_all(1.0f / 12)));
    lanes share = lanes_div(x, lanes_add(even, lanes_mul(half, x)));
    lanes2 course =
        lanes2_add(lanes2_scale(facing, share), lanes2_scale(old, lanes_sub(one, share)));
    course = lanes2_direction_of(course, lanes2_length(course), facing);
    lanes near = lanes_mul(OF_PROFILES(radius), lanes_all(2));
    near = lanes_max(near, lanes_mul(lag, lanes2_length(OF_UNITS2(velocity))));
    lanes_mask eases = lanes_both(lanes_less(near, distance), lanes_less(lanes_all(0), lag));
    eases = lanes_both(eases, lanes_less(lanes_all(0), lanes2_dot(facing, old)));
    return lanes2_choose(eases, course, facing);
}

/* u/s: the speed that the units ahead leave. */
lanes road_speed(const group *g, lanes pace) {
    return lanes_max(lanes_sub(pace, OF_UNITS(brake)), lanes_all(0));
}

driven drive(const group *g, float dt) {
    lanes pace = pace_of(g), turn = turn_of(g), zero = lanes_all(0);
    lanes2 to = lanes2_sub(OF_UNITS2(drive_target), OF_UNITS2(position));
    lanes distance = lanes2_length(to);
    lanes2 desired = desired_velocity(g, pace, to, distance, dt), old = OF_UNITS2(heading);
    lanes desired_speed = lanes2_length(desired);
    lanes2 direction = lanes2_direction_of(desired, desired_speed, old);
    lanes_mask moving = lanes_either(lanes_less(zero, lanes_abs(desired.x)),
                                     lanes_less(zero, lanes_abs(desired.y)));
    lanes_mask backwards = lanes_where(g->bits, UNIT_REVERSES);
    lanes gears = OF_PROFILES(reverse), forwards = lanes_all(1), change;
    lanes_mask has_gear = lanes_less(zero, gears);
    if (lanes_bits(lanes_either(backwards, has_gear))) {
        lanes_mask chosen = lanes_both(has_gear, choose_gear(g, direction, distance));
        backwards = lanes_either(lanes_both(moving, chosen), lanes_but(backwards, moving));
        forwards = lanes_choose(backwards, lanes_all(-1), forwards);
    }
    lanes2 facing = lanes2_scale(direction, forwards);
    driven d = {.backwards = backwards};
    d.heading = turn_to(g, old, eased(g, facing, old, distance, dt), lanes_mul(turn, lanes_all(dt)),
                        moving);
    lanes cosine = lanes2_dot(d.heading, facing), sine = lanes_abs(lanes2_side(d.heading, facing));
    lanes wanted = turning_speed(pace, turn, distance, cosine, sine);
    wanted = lanes_min(lanes_min(wanted, desired_speed), road_speed(g, pace));
    lanes most_back = lanes_mul(gears, top_speed_of(g));
    wanted = lanes_choose(backwards, lanes_min(wanted, most_back), wanted);
    wanted = lanes_choose(moving, wanted, zero);
    change = lanes_mul(OF_PROFILES(acceleration), lanes_all(dt));
    lanes speed = lanes_mul(forwards, lanes2_dot(OF_UNITS2(velocity), old));
    speed = lanes_choose(lanes_less(speed, wanted), lanes_min(lanes_add(speed, change), wanted),
                         lanes_max(lanes_sub(speed, change), wanted));
    d.velocity = lanes2_scale(d.heading, lanes_mul(forwards, speed));
    return d;
}
