/* Units that have come to their places turn on the spot to where the formation faces, by their own
 * turning rate. */
#include "groups/troop.h"

/* Radians a degree. */
static const float RADIAN = 0.01745329252f;

static const float HALF_TURN = 3.14159265f; /* rad */

/* The turn of an update is made in so many steps, for the series below: in two it is half a degree
 * short where the turn is large. */
enum { TURN_STEPS = 4 };

/* Sine of the angle from which on a unit does not face the way: more than rounding makes of a
 * heading, and less than is seen. */
static const float FACES = 1e-4f;

/* u: a way that is shorter has no direction for anybody to face. */
static const float NO_WAY = 0.1f;

/* Are the directions no farther apart than the angle, at most a quarter of a turn, of which this is
 * the sine? */
static bool is_within(sidle_vec2 heading, sidle_vec2 facing, float sine) {
    return pt_dot(heading, facing) > 0 && fabsf(pt_dot(pt_right(heading), facing)) <= sine;
}

/* Turns by at most the angle, 0 to a quarter of a turn; from straight back it turns right. The
 * series is that of the tangent of half the angle. */
static sidle_vec2 turned_by_step(sidle_vec2 heading, sidle_vec2 facing, float angle) {
    float half = 0.5f * angle, square = half * half;
    float t = half * (1 + square * (1.0f / 3 + square * 2 / 15));
    float scale = 1 / (1 + t * t), cosine = (1 - t * t) * scale, sine = 2 * t * scale;
    if (is_within(heading, facing, sine)) return facing;
    if (pt_dot(pt_right(heading), facing) < 0) sine = -sine;
    sidle_vec2 next = pt_add(pt_scale(heading, cosine), pt_scale(pt_right(heading), sine));
    return pt_direction(next, heading);
}

/* Turns by at most the angle, >= 0. */
static sidle_vec2 turned_towards(sidle_vec2 heading, sidle_vec2 facing, float angle) {
    if (angle >= HALF_TURN) return facing;
    for (int k = 0; k < TURN_STEPS; k++)
        heading = turned_by_step(heading, facing, angle / TURN_STEPS);
    return heading;
}

/* Where the units face in the end; false: each as it came. Those that approach face whom they
 * approach by themselves, and a formation as they stand does not turn. */
static bool faces_where(const troop *t, sidle_vec2 *facing) {
    bool says = t->formation.heading.x != 0 || t->formation.heading.y != 0;
    if (t->order != TROOP_GO || t->formation.shape == SIDLE_SHAPE_STANDING) return false;
    if (!says && route_length(t) < NO_WAY) return false;
    *facing = march_facing(t);
    return true;
}

/* Does the unit, which is at rest, face the way after its turn of this update? One that is stunned
 * cannot turn, and nobody waits for it. */
static bool turn_unit(sidle_groups *g, const trooper *u, sidle_vec2 facing, float dt) {
    sidle_unit_state s;
    sidle_profile p;
    if (u->top_speed <= 0 || sidle_unit_get(g->world, u->id, &s)) return true;
    if (s.place.x != s.position.x || s.place.y != s.position.y) return false; /* it gives way */
    if (is_within(s.heading, facing, FACES)) return true;
    if (sidle_profile_get(g->world, s.profile, &p)) return true;
    sidle_vec2 heading = turned_towards(s.heading, facing, p.turn_rate * RADIAN * dt);
    sidle_unit_set_heading(g->world, u->id, heading);
    return is_within(heading, facing, FACES);
}

bool facing_turn(sidle_groups *g, const troop *t, float dt) {
    sidle_vec2 facing;
    bool all = true;
    if (!faces_where(t, &facing)) return true;
    for (uint32_t k = 0; k < t->count; k++) {
        if (t->units[k].member != SIDLE_MEMBER_RESTS) continue;
        all &= turn_unit(g, &t->units[k], facing, dt);
    }
    return all;
}
