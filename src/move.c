/* A unit turns towards its target and drives along its heading, within its turn rate and its
 * acceleration. Push-apart is added to the drive, and both together slide along terrain.
 *
 * Push-apart (source: Habr 453506) is one-way and slower than the drive: a unit moves only itself,
 * by at most top speed * coefficient * dt, out of the bodies that it passes through; one that
 * stands is never moved. It leads aside and never back, or who squeezes through would never get in.
 * What the neighbours contribute is summed in whole numbers, so the sum does not depend on the
 * order in which they are met. */
#include "move.h"

#include "contact.h"
#include "lanes.h"
#include "nearby.h"
#include "rest.h"

static const float RADIANS = 0.01745329252f; /* per degree */
static const float PI = 3.14159265f;

/* A unit that makes less than this share of the way it drives is held up, and announces what it
 * makes rather than the velocity it would like to have. */
static const float HELD_UP = 0.5f;

/* 1/s: the speed that a wall eats up is lost at this rate, nearly all in a thirtieth of a second.
 */
static const float WALL_RATE = 100;

/* 1/s: the speed that contacts eat up is lost at this rate, 0.4 of it in a thirtieth of a second;
 * the rest presses on. A unit that is after another one loses all of it at once: a horde would be
 * squeezed into one place at the next wall. */
static const float SPENT_RATE = 15.3266f, SPENT_AFTER_TARGET = 1;

/* u; nearer to the point that it heads for a unit goes nowhere. */
static const float THERE = 1e-3f;

/* Share of top speed at which a unit that waits closes up. */
static const float CREEP = 0.45f;

/* ---- turning and speed ---- */

/* The share that is lost within the time at a rate of decay; 1 - exp(-rate * time), to 1 % at the
 * longest tick. */
static float share_lost(float rate, float time) {
    float x = rate * time, even = 1 + x * x / 12;
    return x / (even + 0.5f * x);
}

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
        /* By far within reach, as most turns are. */
        if (fabsf(side) < 0.5f * angle && angle < 1 && vec_dot(heading, wanted) > 0) return wanted;
        sidle_vec2 next = rotated(heading, (side < 0 ? -angle : angle) / (float)steps);
        bool past = side == 0 || (side < 0) != (vec_dot(vec_right(next), wanted) < 0);
        if (past && vec_dot(next, wanted) > 0) return wanted;
        heading = vec_direction(next, heading);
    }
    return heading;
}

/* s, to turn by the angle whose cosine is given. Only to compare: the arc is taken from its chord,
 * which is too short by a third at most. */
static float turning_time(float cosine, const sidle_profile *p) {
    return sqrtf(2 * max_float(1 - cosine, 0)) / (p->turn_rate * RADIANS);
}

/* Backwards when that is sooner than to turn round: what is behind and near. One that drives
 * backwards goes on until forwards is clearly sooner. */
static bool reverses(const unit *u, const sidle_profile *p, sidle_vec2 direction, float distance) {
    if (p->reverse <= 0) return false;
    float cosine = vec_dot(u->heading, direction);
    float forwards = distance + turning_time(cosine, p) * p->top_speed;
    float backwards = distance / p->reverse + turning_time(-cosine, p) * p->top_speed;
    return backwards < forwards * (u->flags & UNIT_REVERSES ? 1.2f : 1);
}

/* rad/s. Who wanders turns no faster than on an arc through the point ahead, or the aim, which
 * turns with it, would have it spin. */
static float turn_rate(const sidle_profile *p, const unit *u) {
    float most = p->turn_rate * RADIANS;
    if (u->order != SIDLE_ORDER_WANDER) return most;
    return min_float(most, 2 * unit_pace(p, u) / unit_wander_distance(p, u));
}

/* ---- four at a time ---- */

/* What matters of a unit while it moves, beside its flags (enum unit_flags). */
enum traits {
    STOPS = 1u << 16,  /* at the point that it heads for */
    WISHES = 1u << 17, /* that point is one that its order gives, and may move */
    DRIVES = 1u << 18, /* to a point, unless it waits or pushes */
    WAITS = 1u << 19,
    PUSHES = 1u << 20,
    HUNTS = 1u << 21, /* another unit, or follows it or flees it */
    WANDERS = 1u << 22
};

static uint32_t traits_of(const unit *u) {
    static const uint32_t OF_DECISION[] = {
        [SIDLE_IDLE] = 0,       [SIDLE_FREE] = DRIVES,  [SIDLE_DETOUR] = DRIVES,
        [SIDLE_WAIT] = WAITS,   [SIDLE_REPLAN] = WAITS, [SIDLE_PUSH] = PUSHES,
        [SIDLE_BLOCKED] = STOPS};
    uint32_t traits = u->flags | OF_DECISION[u->decision];
    if (unit_has_target(u)) traits |= HUNTS;
    if (u->order == SIDLE_ORDER_WANDER) traits |= WANDERS;
    /* Free or not is a toss-up, so it is asked without a branch. */
    uint32_t free = u->decision == SIDLE_FREE;
    traits |= (free & (u->flags / UNIT_LAST_LEG)) * STOPS;
    traits |= (free & (u->flags / UNIT_WISHES)) * WISHES;
    return traits;
}

/* Units that drive; when there are fewer than lanes, the last one fills them. */
typedef struct group {
    uint32_t k[LANES], traits[LANES];
    unit *u[LANES];
    const sidle_profile *p[LANES];
} group;

#define OF_UNITS(field) lanes_of(g->u[0]->field, g->u[1]->field, g->u[2]->field, g->u[3]->field)
#define OF_UNITS2(field)                                                                           \
    lanes2_from(&g->u[0]->field, &g->u[1]->field, &g->u[2]->field, &g->u[3]->field)
#define OF_PROFILES(field) lanes_of(g->p[0]->field, g->p[1]->field, g->p[2]->field, g->p[3]->field)
#define FOR_EACH(function)                                                                         \
    lanes_of(function(g->p[0], g->u[0]), function(g->p[1], g->u[1]), function(g->p[2], g->u[2]),   \
             function(g->p[3], g->u[3]))

static bool any(const group *g, uint32_t traits) {
    return (g->traits[0] | g->traits[1] | g->traits[2] | g->traits[3]) & traits;
}

/* u/s, on a free way. */
static lanes pace_of(const group *g) {
    return any(g, WANDERS) ? FOR_EACH(unit_pace) : OF_PROFILES(top_speed);
}

static lanes turn_of(const group *g) {
    if (any(g, WANDERS)) return FOR_EACH(turn_rate);
    return lanes_mul(OF_PROFILES(turn_rate), lanes_all(RADIANS));
}

/* What driving makes of a group. */
typedef struct driven {
    lanes2 heading, velocity;
    lanes_mask backwards;
} driven;

/* The speed from which a unit can still stop in the distance, given that this tick goes by first;
 * the last tick lands on the point. */
static lanes braking_speed(lanes distance, lanes acceleration, lanes pace, float dt) {
    lanes step = lanes_mul(acceleration, lanes_all(dt)),
          twice = lanes_mul(lanes_all(2), acceleration);
    lanes square = lanes_add(lanes_mul(step, step), lanes_mul(twice, distance));
    lanes speed = lanes_min(pace, lanes_sub(lanes_sqrt(square), step));
    lanes last = lanes_mul(lanes_mul(twice, lanes_all(dt)), lanes_all(dt));
    lanes landing = lanes_div(distance, lanes_all(dt));
    lanes_mask lands = lanes_both(lanes_at_most(distance, last), lanes_at_most(landing, pace));
    return lanes_choose(lands, landing, speed);
}

/* A target inside the turning circle is never reached at full speed: the arc that meets it at this
 * angle has the radius distance / (2 sin). Behind itself a unit turns on the spot. */
static lanes turning_speed(lanes pace, lanes turn, lanes distance, lanes cosine, lanes sine) {
    lanes arc = lanes_div(lanes_mul(turn, distance), lanes_mul(lanes_all(4), sine));
    lanes bound = lanes_choose(lanes_less(lanes_all(1e-3f), sine), arc, pace);
    lanes speed = lanes_min(lanes_mul(pace, cosine), bound);
    return lanes_choose(lanes_at_most(cosine, lanes_all(0)), lanes_all(0), speed);
}

/* The velocity that a unit wants: towards the point it heads for, no faster than it can stop where
 * it has to, and with the point if that moves. */
static lanes2 desired_velocity(const group *g, lanes pace, lanes2 to, lanes distance, float dt) {
    lanes2 nothing = {lanes_all(0), lanes_all(0)};
    lanes2 direction = lanes2_direction_of(to, distance, nothing);
    lanes_mask stops = lanes_where(g->traits, STOPS);
    lanes left = distance;
    bool some = any(g, WISHES);
    lanes_mask wishes = lanes_both(stops, lanes_where(g->traits, WISHES));
    if (some) {
        lanes halt =
            lanes_max(lanes_sub(distance, OF_UNITS(mind->errand->wish.halt)), lanes_all(0));
        left = lanes_choose(wishes, halt, distance);
    }
    lanes speed = braking_speed(left, OF_PROFILES(acceleration), pace, dt);
    lanes2 desired = lanes2_scale(direction, lanes_choose(stops, speed, pace));
    if (some) {
        lanes2 drifting =
            lanes2_truncate(lanes2_add(desired, OF_UNITS2(mind->errand->wish.drift)), pace);
        desired = lanes2_choose(wishes, drifting, desired);
    }
    return lanes2_choose(lanes_where(g->traits, UNIT_UNDER_WAY), desired, nothing);
}

static lanes_mask choose_gear(const group *g, lanes2 direction, lanes distance) {
    float x[LANES], y[LANES], far[LANES];
    uint32_t back[LANES];
    lanes_store(x, direction.x);
    lanes_store(y, direction.y);
    lanes_store(far, distance);
    for (int k = 0; k < LANES; k++) back[k] = reverses(g->u[k], g->p[k], vec(x[k], y[k]), far[k]);
    return lanes_where(back, 1);
}

/* By far within reach, as most turns are; the others are made one by one. */
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
        uint32_t k = lanes_first(far);
        now[k] = turned(g->u[k]->heading, to[k], most[k]);
    }
    return lanes2_from(&now[0], &now[1], &now[2], &now[3]);
}

/* The drive of this tick: new heading and velocity. */
static driven drive(const group *g, float dt) {
    lanes pace = pace_of(g), turn = turn_of(g), zero = lanes_all(0);
    lanes2 to = lanes2_sub(OF_UNITS2(heads_for), OF_UNITS2(position));
    lanes distance = lanes2_length(to);
    lanes2 desired = desired_velocity(g, pace, to, distance, dt), old = OF_UNITS2(heading);
    lanes desired_speed = lanes2_length(desired);
    lanes2 direction = lanes2_direction_of(desired, desired_speed, old);
    lanes_mask moving = lanes_either(lanes_less(zero, lanes_abs(desired.x)),
                                     lanes_less(zero, lanes_abs(desired.y)));
    lanes_mask backwards = lanes_where(g->traits, UNIT_REVERSES);
    lanes gears = OF_PROFILES(reverse), forwards = lanes_all(1), change;
    lanes_mask has_gear = lanes_less(zero, gears);
    if (lanes_bits(lanes_either(backwards, has_gear))) {
        lanes_mask chosen = lanes_both(has_gear, choose_gear(g, direction, distance));
        backwards = lanes_either(lanes_both(moving, chosen), lanes_but(backwards, moving));
        forwards = lanes_choose(backwards, lanes_all(-1), forwards);
    }
    lanes2 facing = lanes2_scale(direction, forwards);
    driven d = {.backwards = backwards};
    d.heading = turn_to(g, old, facing, lanes_mul(turn, lanes_all(dt)), moving);
    lanes cosine = lanes2_dot(d.heading, facing), sine = lanes_abs(lanes2_side(d.heading, facing));
    lanes wanted = turning_speed(pace, turn, distance, cosine, sine);
    lanes creep = lanes_mul(wanted, lanes_all(CREEP));
    wanted = lanes_choose(lanes_where(g->traits, WAITS), creep, wanted);
    wanted = lanes_min(wanted, desired_speed);
    lanes most_back = lanes_mul(gears, OF_PROFILES(top_speed));
    wanted = lanes_choose(backwards, lanes_min(wanted, most_back), wanted);
    wanted = lanes_choose(moving, wanted, zero);
    change = lanes_mul(OF_PROFILES(acceleration), lanes_all(dt));
    lanes speed = lanes_mul(forwards, lanes2_dot(OF_UNITS2(velocity), old));
    speed = lanes_choose(lanes_less(speed, wanted), lanes_min(lanes_add(speed, change), wanted),
                         lanes_max(lanes_sub(speed, change), wanted));
    d.velocity = lanes2_scale(d.heading, lanes_mul(forwards, speed));
    return d;
}

/* ---- push-apart ---- */

/* Each of two moving units gives way by half, alone beside a standing one by all. */
static void add_push(const sidle_world *world, uint8_t force, uint32_t k, uint32_t other,
                     float radii, vec_sum *sum) {
    const crowd *c = &world->crowd;
    if (other == k || !on_one_layer(c, k, other)) return;
    sidle_vec2 away = vec_sub(body_place(c, k), body_place(c, other));
    float reach = (c->radius[k] + c->radius[other]) * radii, distance2 = vec_dot(away, away);
    if (distance2 >= reach * reach || !contact_passes(world, force, k, other)) return;
    float depth = (reach - sqrtf(distance2)) * (body_stance(c, other) ? 1 : 0.5f);
    sidle_vec2 way = contact_parting(unit_at(world, k), unit_at(world, other));
    vec_sum_add(sum, vec_scale(way, depth));
}

static sidle_vec2 push_apart(const sidle_world *world, uint32_t k, const sidle_profile *p,
                             uint8_t force, sidle_vec2 heading, float dt) {
    if (force == FORCE_NONE) return vec(0, 0);
    const crowd *c = &world->crowd;
    vec_sum sum = {0, 0};
    window w = nearby_window(c, body_place(c, k), (c->radius[k] + c->largest) * p->push_radius);
    for (int32_t row = w.y0; row <= w.y1; row++)
        for (uint32_t n = nearby_first(c, w, row); n < nearby_end(c, w, row); n++)
            add_push(world, force, k, n, p->push_radius, &sum);
    sidle_vec2 push = vec_truncate(vec_sum_total(sum), p->top_speed * p->push_coefficient * dt);
    float back = min_float(vec_dot(push, heading), 0);
    return vec_sub(push, vec_scale(heading, back));
}

/* ---- the whole ---- */

/* Along a wall, what pushes aside would push back; and a wall takes the speed that was driven into
 * it. */
static void slide(const sidle_world *world, const sidle_profile *p, unit *u, sidle_vec2 step,
                  sidle_vec2 push, motion *m, float dt) {
    const terrain *t = &world->terrain;
    bool touched;
    sidle_vec2 from = u->position, both = vec_add(step, push);
    m->position = terrain_slide(t, p->passable, from, both, p->radius, &touched);
    if (!touched) return;
    m->position = terrain_slide(t, p->passable, from, step, p->radius, &touched);
    sidle_vec2 made = vec_scale(vec_sub(m->position, from), 1 / dt);
    float sense = vec_dot(u->velocity, u->heading) < 0 ? -1 : 1;
    float rounding = max_float(from.x, from.y) * LAST_PLACE / dt;
    float along = max_float(vec_dot(made, u->heading) * sense, 0) + rounding;
    float speed = vec_length(u->velocity);
    if (along >= speed) return;
    u->velocity = vec_truncate(u->velocity, speed - (speed - along) * share_lost(WALL_RATE, dt));
}

/* Those that are so far from all walls that a short way is free. */
static uint32_t in_the_open(const terrain *t, const group *g, lanes2 from) {
    int32_t x[LANES], y[LANES];
    lanes_whole(x, lanes_div(from.x, lanes_all(t->cell)));
    lanes_whole(y, lanes_div(from.y, lanes_all(t->cell)));
    uint32_t open = 0;
    for (uint32_t n = 0; n < LANES; n++) {
        const sidle_profile *p = g->p[n];
        bool is_open = terrain_clear_at(t, p->passable, x[n], y[n]) >= p->radius + t->cell;
        open |= (uint32_t)is_open << n;
    }
    return open;
}

static lanes2 course_to_waypoint(const group *g, lanes2 heading) {
    lanes2 on = lanes2_sub(OF_UNITS2(waypoint), OF_UNITS2(position));
    lanes2 course = lanes2_direction_of(on, lanes2_length(on), heading);
    lanes2 nothing = {lanes_all(0), lanes_all(0)};
    return lanes2_choose(lanes_where(g->traits, UNIT_UNDER_WAY), course, nothing);
}

/* What rounding has not given yet of the ways that a group goes. */
static lanes2 carry_of(const crowd *c, const group *g) {
    const fraction *f[LANES];
    for (int n = 0; n < LANES; n++) f[n] = &c->carry[g->k[n]];
    lanes2 carry = {lanes_of((float)f[0]->x, (float)f[1]->x, (float)f[2]->x, (float)f[3]->x),
                    lanes_of((float)f[0]->y, (float)f[1]->y, (float)f[2]->y, (float)f[3]->y)};
    return lanes2_scale(carry, lanes_all(1 / FRACTIONS));
}

static void keep_carry(const crowd *c, const group *g, lanes2 carry) {
    const lanes most = lanes_all(INT16_MAX), least = lanes_all(-INT16_MAX);
    lanes2 scaled = lanes2_scale(carry, lanes_all(FRACTIONS));
    int32_t x[LANES], y[LANES];
    lanes_whole(x, lanes_max(lanes_min(scaled.x, most), least));
    lanes_whole(y, lanes_max(lanes_min(scaled.y, most), least));
    for (uint32_t n = 0; n < LANES; n++)
        c->carry[g->k[n]] = (fraction){(int16_t)x[n], (int16_t)y[n]};
}

static fraction fraction_of(sidle_vec2 scaled) {
    const float most = INT16_MAX;
    return (fraction){(int16_t)max_float(min_float(scaled.x, most), -most),
                      (int16_t)max_float(min_float(scaled.y, most), -most)};
}

static bool same_place(sidle_vec2 a, sidle_vec2 b) {
    return a.x == b.x && a.y == b.y;
}

/* One of a group, where its neighbours or the terrain have a say in where it gets. */
static void move_one(const sidle_world *world, const group *g, uint32_t n, sidle_vec2 step,
                     float dt) {
    uint32_t k = g->k[n];
    motion *m = &world->motions[k];
    sidle_vec2 push = vec(0, 0), from = g->u[n]->position, driven_to = m->position;
    if (m->force != FORCE_NONE && g->traits[n] & UNIT_UNDER_WAY)
        push = push_apart(world, k, g->p[n], m->force, g->u[n]->heading, dt);
    slide(world, g->p[n], g->u[n], step, push, m, dt);
    m->range = max_float(g->p[n]->top_speed * dt, vec_distance(from, m->position));
    m->as_driven = same_place(m->position, driven_to);
    if (!m->as_driven && !same_place(m->position, from)) world->crowd.carry[k] = (fraction){0, 0};
}

static void move_group(const sidle_world *world, const group *g, uint32_t count, float dt) {
    const terrain *t = &world->terrain;
    driven d = drive(g, dt);
    lanes2 course = course_to_waypoint(g, d.heading),
           step = lanes2_scale(d.velocity, lanes_all(dt));
    step = lanes2_add(step, carry_of(&world->crowd, g));
    lanes2 from = OF_UNITS2(position), to = lanes2_add(from, step);
    keep_carry(&world->crowd, g, lanes2_sub(step, lanes2_sub(to, from)));
    lanes limit = lanes_mul(OF_PROFILES(top_speed), lanes_all(dt));
    lanes range = lanes_max(limit, lanes2_length(lanes2_sub(to, from)));
    uint32_t open = in_the_open(t, g, from), backwards = lanes_bits(d.backwards);
    float longest = TERRAIN_SHORT * t->cell;
    uint32_t quick = lanes_bits(lanes_less(lanes2_dot(step, step), lanes_all(longest * longest)));
    quick &= open;
    float ranges[LANES];
    sidle_vec2 steps[LANES];
    motion *m[LANES];
    for (uint32_t n = 0; n < LANES; n++) m[n] = &world->motions[g->k[n]];
    lanes2_to(&m[0]->position, &m[1]->position, &m[2]->position, &m[3]->position, to);
    unit *const *u = g->u;
    lanes2_to(&u[0]->velocity, &u[1]->velocity, &u[2]->velocity, &u[3]->velocity, d.velocity);
    lanes2_to(&u[0]->heading, &u[1]->heading, &u[2]->heading, &u[3]->heading, d.heading);
    lanes2_to(&m[0]->course, &m[1]->course, &m[2]->course, &m[3]->course, course);
    lanes2_to(&steps[0], &steps[1], &steps[2], &steps[3], step);
    lanes_store(ranges, range);
    for (uint32_t n = 0; n < LANES && n < count; n++) {
        m[n]->backwards = backwards >> n & 1u;
        m[n]->standing = (uint8_t)body_stance(&world->crowd, g->k[n]);
        m[n]->passes_left = g->p[n]->side_bias < 0;
        m[n]->range = ranges[n];
        m[n]->force = contact_force(body_stance(&world->crowd, g->k[n]), u[n]);
        m[n]->open = open >> n & 1u;
        m[n]->as_driven = true;
        m[n]->hunts = u[n]->order == SIDLE_ORDER_PURSUE;
        if (m[n]->force != FORCE_NONE || !(quick >> n & 1u)) move_one(world, g, n, steps[n], dt);
    }
}

/* One that stands still goes on to, were it not for contacts. */
static motion rest(const unit *u, const sidle_profile *p, float dt) {
    return (motion){.position = u->position,
                    .passes_left = p->side_bias < 0,
                    .range = p->top_speed * dt,
                    .backwards = u->flags & UNIT_REVERSES};
}

/* The next ones of a list; how many. */
static uint32_t next_group(const sidle_world *world, const uint32_t *list, uint32_t left,
                           bool again, group *g) {
    uint32_t count = left < LANES ? left : LANES;
    for (uint32_t n = 0; n < LANES; n++) {
        g->k[n] = list[n < count ? n : count - 1];
        g->u[n] = unit_at(world, g->k[n]);
        g->p[n] = profile_of(world, g->u[n]);
        g->traits[n] = traits_of(g->u[n]);
        if (!again) continue;
        g->traits[n] &= ~(uint32_t)UNIT_REVERSES;
        if (world->motions[g->k[n]].backwards) g->traits[n] |= UNIT_REVERSES;
    }
    return count;
}

/* The step of a unit at rest that comes clear of others. */
static void clear_one(const sidle_world *world, uint32_t k, motion *m, float dt) {
    const unit *u = unit_at(world, k);
    const sidle_profile *p = profile_of(world, u);
    fraction *carry = &world->crowd.carry[k];
    sidle_vec2 step = rest_step(p, u, dt), from = u->position;
    step = vec_add(step, vec_scale(vec((float)carry->x, (float)carry->y), 1 / FRACTIONS));
    bool touched;
    m->position = terrain_slide(&world->terrain, p->passable, from, step, p->radius, &touched);
    sidle_vec2 left = vec_scale(vec_sub(step, vec_sub(m->position, from)), FRACTIONS);
    bool keeps = !touched || same_place(m->position, from);
    *carry = keeps ? fraction_of(left) : (fraction){0, 0};
    m->standing = STANCE_STANDING; /* contact has no say in it */
}

void move_all(const sidle_world *world, span part, float dt) {
    uint32_t list[ITEMS_A_PART], count = 0;
    for (uint32_t k = part.first; k < part.end; k++) {
        unit *u = unit_at(world, k);
        bool moves = u->velocity.x != 0 || u->velocity.y != 0 || u->flags & UNIT_UNDER_WAY;
        if (moves) {
            list[count++] = k;
            continue;
        }
        world->motions[k] = is_still(&world->crowd, k) ? (motion){.position = u->position}
                                                       : rest(u, profile_of(world, u), dt);
        world->motions[k].standing = (uint8_t)body_contact_stance(&world->crowd, k);
        if (rest_goes(u)) clear_one(world, k, &world->motions[k], dt);
        if (!is_still(&world->crowd, k)) u->velocity = vec(0, 0);
    }
    group g;
    for (uint32_t n = 0; n < count; n += LANES) {
        uint32_t used = next_group(world, list + n, count - n, false, &g);
        move_group(world, &g, used, dt);
    }
    float farthest = 0;
    for (uint32_t k = part.first; k < part.end; k++)
        farthest = max_float(farthest, world->motions[k].range);
    world->sums[part.first / ITEMS_A_PART].farthest = farthest;
}

/* ---- taking the new place ---- */

/* The motions of a group, with what contacts have left of them. */
typedef struct moved_group {
    lanes2 position, heading, velocity, moved;
    lanes sense, speed; /* 1 for who drives along its heading, -1 backwards; u/s */
    lanes rounding;     /* u, by which a position may be off */
} moved_group;

/* The way of a unit that went as it drove is that of the drive: positions are rounded. */
static moved_group group_moved(const sidle_world *world, const group *g, float dt) {
    const motion *m[LANES];
    uint32_t as_driven[LANES];
    for (int n = 0; n < LANES; n++) m[n] = &world->motions[g->k[n]];
    for (int n = 0; n < LANES; n++) as_driven[n] = m[n]->as_driven;
    moved_group d = {
        .position = lanes2_from(&m[0]->position, &m[1]->position, &m[2]->position, &m[3]->position),
        .heading = OF_UNITS2(heading),
        .velocity = OF_UNITS2(velocity)};
    lanes_mask back = lanes_less(lanes2_dot(d.velocity, d.heading), lanes_all(0));
    d.moved = lanes2_sub(d.position, OF_UNITS2(position));
    d.moved =
        lanes2_choose(lanes_where(as_driven, 1), lanes2_scale(d.velocity, lanes_all(dt)), d.moved);
    d.rounding = lanes_mul(lanes_max(d.position.x, d.position.y), lanes_all(LAST_PLACE));
    d.sense = lanes_choose(back, lanes_all(-1), lanes_all(1));
    d.speed = lanes2_length(d.velocity);
    return d;
}

/* By what others shall predict a unit: the velocity that it is about to have, unless something
 * holds it up. */
static lanes2 announced(const group *g, const moved_group *d, float dt) {
    lanes2 really = lanes2_scale(d->moved, lanes_all(1 / dt));
    lanes along = lanes_mul(lanes2_dot(really, d->heading), d->sense);
    lanes_mask held_up = lanes_less(along, lanes_mul(lanes_all(HELD_UP), d->speed));
    lanes2 to = lanes2_sub(OF_UNITS2(heads_for), d->position);
    lanes distance = lanes2_length(to);
    lanes_mask there = lanes_less(distance, lanes_all(THERE));
    lanes_mask comes = lanes_less(distance, OF_PROFILES(top_speed));
    there = lanes_either(there, lanes_both(comes, lanes_where(g->traits, STOPS)));
    lanes2 on = lanes2_direction_of(to, distance, d->heading);
    on = lanes2_scale(on, pace_of(g));
    lanes_mask drives = lanes_but(lanes_where(g->traits, DRIVES), there);
    return lanes2_choose(held_up, really, lanes2_choose(drives, on, d->velocity));
}

/* What contacts leave of the drive. */
static lanes2 kept_velocity(const group *g, const moved_group *d, float spent_now, float dt) {
    lanes along = lanes_mul(lanes2_dot(d->moved, d->heading), d->sense);
    along = lanes_add(along, d->rounding);
    lanes rate = lanes_div(along, lanes_all(dt));
    lanes_mask all = lanes_either(lanes_at_most(d->speed, rate), lanes_where(g->traits, PUSHES));
    lanes lost = lanes_sub(lanes_max(rate, lanes_all(0)), d->speed);
    lanes_mask hunts = lanes_where(g->traits, HUNTS);
    lanes spent = lanes_choose(hunts, lanes_all(SPENT_AFTER_TARGET), lanes_all(spent_now));
    lanes kept = lanes_add(d->speed, lanes_mul(spent, lost));
    return lanes2_choose(all, d->velocity, lanes2_scale(d->heading, lanes_mul(d->sense, kept)));
}

static void apply_group(const sidle_world *world, const group *g, float spent, float dt) {
    moved_group d = group_moved(world, g, dt);
    lanes_mask under_way = lanes_where(g->traits, UNIT_UNDER_WAY);
    lanes2 tells = lanes2_choose(under_way, announced(g, &d, dt), d.velocity);
    lanes2 keeps = lanes2_choose(under_way, kept_velocity(g, &d, spent, dt), d.velocity);
    unit *const *u = g->u;
    sidle_vec2 *moved = world->crowd.moved;
    lanes2_to(&moved[g->k[0]], &moved[g->k[1]], &moved[g->k[2]], &moved[g->k[3]], d.moved);
    lanes2_to(&u[0]->position, &u[1]->position, &u[2]->position, &u[3]->position, d.position);
    lanes2_to(&u[0]->velocity, &u[1]->velocity, &u[2]->velocity, &u[3]->velocity, keeps);
    sidle_vec2 told[LANES];
    lanes2_to(&told[0], &told[1], &told[2], &told[3], tells);
    for (uint32_t n = 0; n < LANES; n++) {
        uint32_t kept = u[n]->flags & ~(uint32_t)UNIT_REVERSES;
        u[n]->flags = (uint16_t)(kept | (g->traits[n] & UNIT_REVERSES));
        body_announce(&world->crowd, g->k[n], told[n]);
    }
}

void move_apply(const sidle_world *world, span part, float dt) {
    uint32_t list[ITEMS_A_PART], count = 0;
    for (uint32_t k = part.first; k < part.end; k++) {
        list[count] = k;
        count += !is_still(&world->crowd, k);
    }
    group g;
    float spent = share_lost(SPENT_RATE, dt);
    for (uint32_t n = 0; n < count; n += LANES) {
        next_group(world, list + n, count - n, true, &g);
        apply_group(world, &g, spent, dt);
    }
}
