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
#include "nearby.h"

static const float RADIANS = 0.01745329252f; /* per degree */
static const float PI = 3.14159265f;

/* A unit that makes less than this share of the way it drives is held up, and announces what it
 * makes rather than the velocity it would like to have. */
static const float HELD_UP = 0.5f;

/* Of the speed that contacts eat up, this share is lost; the rest presses on. Who is after another
 * unit presses nobody: a horde would be squeezed into one place at the next wall. */
static const float SPENT = 0.4f, SPENT_AFTER_TARGET = 1;

/* u; nearer to the point that it heads for a unit goes nowhere. */
static const float THERE = 1e-3f;

/* Share of top speed at which a unit that waits closes up. */
static const float CREEP = 0.45f;

/* ---- turning and speed ---- */

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

/* The speed from which the unit can still stop in the distance, given that this tick goes by first.
 */
static float braking_speed(float distance, float acceleration, float dt) {
    float step = acceleration * dt;
    return sqrtf(step * step + 2 * acceleration * distance) - step;
}

/* A target inside the turning circle is never reached at full speed: the arc that meets it at this
 * angle has the radius distance / (2 sin). Behind itself a unit turns on the spot. */
static float turning_speed(float speed, float turn_rate, float distance, float cosine, float sine) {
    if (cosine <= 0) return 0;
    float bound = sine > 1e-3f ? turn_rate * distance / (4 * sine) : speed;
    return min_float(speed * cosine, bound);
}

/* s, to turn by the angle whose cosine is given. Only to compare: the arc is taken from its chord,
 * which is too short by a third at most. */
static float turning_time(float cosine, const sidle_profile *p) {
    return sqrtf(2 * max_float(1 - cosine, 0)) / (p->turn_rate * RADIANS);
}

static bool stops_at_target(const unit *u) {
    return u->decision == SIDLE_BLOCKED || (u->decision == SIDLE_FREE && unit_on_last_leg(u));
}

/* The velocity that the unit wants: towards the point it heads for, no faster than it can stop
 * where it has to, and with the point if that moves. */
static sidle_vec2 desired_velocity(const unit *u, const sidle_profile *p, sidle_vec2 to,
                                   float distance, float dt) {
    float pace = unit_pace(p, u);
    sidle_vec2 direction = vec_direction_of(to, distance, vec(0, 0));
    if (!stops_at_target(u)) return vec_scale(direction, pace);
    bool wishes = u->wish.aim != AIM_PATH && u->decision == SIDLE_FREE;
    float left = wishes ? max_float(distance - u->wish.halt, 0) : distance;
    float speed = min_float(pace, braking_speed(left, p->acceleration, dt));
    /* The last tick lands on the point. */
    if (left <= 2 * p->acceleration * dt * dt) speed = min_float(left / dt, pace);
    sidle_vec2 desired = vec_scale(direction, speed);
    return wishes ? vec_truncate(vec_add(desired, u->wish.drift), pace) : desired;
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
static float turn_rate(const unit *u, const sidle_profile *p) {
    float most = p->turn_rate * RADIANS;
    if (u->order != SIDLE_ORDER_WANDER) return most;
    return min_float(most, 2 * unit_pace(p, u) / unit_wander_distance(p, u));
}

/* The drive of this tick: new heading and velocity. */
static motion drive(const unit *u, const sidle_profile *p, float dt) {
    motion m = {.position = u->position, .heading = u->heading};
    float wanted = 0, turn = turn_rate(u, p), distance = 0;
    sidle_vec2 desired = vec(0, 0);
    if (u->flags & UNIT_UNDER_WAY) {
        sidle_vec2 to = vec_sub(u->heads_for, u->position);
        distance = vec_length(to);
        desired = desired_velocity(u, p, to, distance, dt);
    }
    m.reverses = u->flags & UNIT_REVERSES;
    if (desired.x != 0 || desired.y != 0) {
        float desired_speed = vec_length(desired);
        sidle_vec2 direction = vec_direction_of(desired, desired_speed, u->heading);
        m.reverses = reverses(u, p, direction, distance);
        sidle_vec2 facing = vec_scale(direction, m.reverses ? -1 : 1);
        m.heading = turned(u->heading, facing, turn * dt);
        float cosine = vec_dot(m.heading, facing);
        float sine = fabsf(vec_dot(vec_right(m.heading), facing));
        wanted = turning_speed(unit_pace(p, u), turn, distance, cosine, sine);
        if (unit_waits(u)) wanted *= CREEP;
        wanted = min_float(wanted, desired_speed);
        if (m.reverses) wanted = min_float(wanted, p->reverse * p->top_speed);
    }
    float forwards = m.reverses ? -1 : 1, change = p->acceleration * dt;
    float speed = forwards * vec_dot(u->velocity, u->heading);
    speed = wanted > speed ? min_float(speed + change, wanted) : max_float(speed - change, wanted);
    m.velocity = vec_scale(m.heading, forwards * speed);
    return m;
}

/* ---- push-apart ---- */

/* Each of two moving units gives way by half, alone beside a standing one by all. */
static void add_push(const sidle_world *world, uint8_t force, const body *self, const body *other,
                     float radii, vec_sum *sum) {
    if (other->slot == self->slot || other->layer != self->layer) return;
    if (!contact_passes(world, force, self, other)) return;
    sidle_vec2 away = vec_sub(self->position, other->position);
    float reach = (self->radius + other->radius) * radii, distance2 = vec_dot(away, away);
    if (distance2 >= reach * reach) return;
    float depth = (reach - sqrtf(distance2)) * (other->standing ? 1 : 0.5f);
    vec_sum_add(sum, vec_scale(contact_parting(self, other), depth));
}

static sidle_vec2 push_apart(const sidle_world *world, const body *self, const sidle_profile *p,
                             uint8_t force, sidle_vec2 heading, float dt) {
    if (force == FORCE_NONE) return vec(0, 0);
    const crowd *c = &world->crowd;
    vec_sum sum = {0, 0};
    window w = nearby_window(c, self->position, (self->radius + c->largest) * p->push_radius);
    for (int32_t row = w.y0; row <= w.y1; row++)
        for (uint32_t k = nearby_first(c, w, row); k < nearby_end(c, w, row); k++)
            add_push(world, force, self, &c->bodies[k], p->push_radius, &sum);
    sidle_vec2 push = vec_truncate(vec_sum_total(sum), p->top_speed * p->push_coefficient * dt);
    float back = min_float(vec_dot(push, heading), 0);
    return vec_sub(push, vec_scale(heading, back));
}

/* ---- the whole ---- */

/* 1 while the unit drives along its heading, -1 while it drives backwards. */
static float sense_of(const motion *m) {
    return vec_dot(m->velocity, m->heading) < 0 ? -1 : 1;
}

/* By what others shall predict the unit: the velocity that it is about to have, unless something
 * holds it up. */
static sidle_vec2 announced(const unit *u, const sidle_profile *p, const motion *m, float sense,
                            float speed, float dt) {
    sidle_vec2 made = vec_scale(vec_sub(m->position, u->position), 1 / dt);
    if (vec_dot(made, m->heading) * sense < HELD_UP * speed) return made;
    if (u->decision != SIDLE_FREE && u->decision != SIDLE_DETOUR) return m->velocity;
    sidle_vec2 to = vec_sub(u->heads_for, m->position);
    float distance = vec_length(to);
    if (distance < THERE || (stops_at_target(u) && distance < p->top_speed)) return m->velocity;
    return vec_scale(vec_direction_of(to, distance, m->heading), unit_pace(p, u));
}

/* What contacts leave of the drive. */
static sidle_vec2 kept_velocity(const unit *u, const motion *m, float sense, float speed,
                                float dt) {
    float made = vec_dot(u->moved, m->heading) * sense / dt;
    if (u->decision == SIDLE_PUSH || made >= speed) return m->velocity;
    float spent = u->target.slot ? SPENT_AFTER_TARGET : SPENT;
    float kept = speed + spent * (max_float(made, 0) - speed);
    return vec_scale(m->heading, sense * kept);
}

void move_apply(const sidle_world *world, unit *u, const motion *m, float dt) {
    u->velocity = u->announced = m->velocity;
    u->moved = vec_sub(m->position, u->position);
    if (u->flags & UNIT_UNDER_WAY) {
        float sense = sense_of(m), speed = vec_length(m->velocity);
        u->announced = announced(u, profile_of(world, u), m, sense, speed, dt);
        u->velocity = kept_velocity(u, m, sense, speed, dt);
    }
    u->position = m->position;
    u->heading = m->heading;
    u->flags = m->reverses ? u->flags | UNIT_REVERSES : u->flags & ~(uint32_t)UNIT_REVERSES;
}

/* One that stands still goes on to, were it not for contacts. */
static motion rest(const unit *u, const sidle_profile *p, float dt) {
    return (motion){.position = u->position,
                    .heading = u->heading,
                    .limit = p->top_speed * dt,
                    .range = p->top_speed * dt,
                    .reverses = u->flags & UNIT_REVERSES};
}

motion move(const sidle_world *world, const body *self, const unit *u, float dt) {
    const sidle_profile *p = profile_of(world, u);
    bool stands = u->velocity.x == 0 && u->velocity.y == 0;
    if (stands && !(u->flags & UNIT_UNDER_WAY)) return rest(u, p, dt);
    motion m = drive(u, p, dt);
    m.force = contact_force(self, u, p);
    m.limit = p->top_speed * dt;
    sidle_vec2 push = vec(0, 0);
    if (u->flags & UNIT_UNDER_WAY) {
        push = push_apart(world, self, p, m.force, m.heading, dt);
        m.course = vec_direction(vec_sub(unit_waypoint(u), self->position), m.heading);
    }
    sidle_vec2 drive_step = vec_scale(m.velocity, dt);
    const terrain *t = &world->terrain;
    bool touched;
    m.position =
        terrain_slide(t, p->passable, u->position, vec_add(drive_step, push), p->radius, &touched);
    if (touched) {
        /* Along a wall, what pushes aside would push back. */
        m.position = terrain_slide(t, p->passable, u->position, drive_step, p->radius, &touched);
        /* A wall takes the speed that was driven into it. */
        sidle_vec2 made = vec_scale(vec_sub(m.position, u->position), 1 / dt);
        m.velocity =
            vec_truncate(m.velocity, max_float(vec_dot(made, m.heading) * sense_of(&m), 0));
    }
    m.range = max_float(m.limit, vec_distance(u->position, m.position));
    return m;
}
