/* What the invariants read of units, and those about units that rest. All is reckoned in double
 * with arithmetic of our own. */
#ifndef SIDLE_FUZZ_INVARIANTS_H
#define SIDLE_FUZZ_INVARIANTS_H

#include "story.h"

#include <float.h>
#include <math.h>

/* Profiles slower than this (radii a second) may take for ever to come clear. */
static const float SLUGGISH = 0.1f;

static inline double distance(sidle_vec2 a, sidle_vec2 b) {
    double dx = (double)a.x - (double)b.x, dy = (double)a.y - (double)b.y;
    return sqrt(dx * dx + dy * dy);
}

static inline double length(sidle_vec2 v) {
    return hypot((double)v.x, (double)v.y);
}

/* u, by which floats round positions on this map. */
static inline double rounding(const story *s) {
    return (double)fmaxf(s->width, s->height) * FLT_EPSILON;
}

static inline bool rests(const sidle_unit_state *u) {
    return !u->under_way && u->velocity.x == 0 && u->velocity.y == 0;
}

static inline bool told(const figure *f, sidle_event_type type) {
    return f->told >> type & 1u;
}

/* May the two meet? */
static inline bool one_layer(const figure *a, const figure *b) {
    bool meets_nobody = a->now.ghost || b->now.ghost || a->now.stowed || b->now.stowed;
    return a->profile.layer == b->profile.layer && !meets_nobody;
}

/* u/s, on the ground where it is. */
static inline float top_speed(const figure *f) {
    float factor = fminf(f->now.speed_factor * f->now.terrain_factor, SIDLE_MAX_SPEED_FACTOR);
    return f->profile.top_speed * factor;
}

/* u/s, on the ground where it was or is. */
static inline float highest_speed(const figure *f) {
    float ground = fmaxf(f->now.terrain_factor, f->was_known ? f->was.terrain_factor : 0);
    float own = fmaxf(f->now.speed_factor, f->was_known ? f->was.speed_factor : 0);
    return f->profile.top_speed * fminf(own * ground, SIDLE_MAX_SPEED_FACTOR);
}

/* u, > 0: so deep are two inside each other. */
static inline double depth_of(const sidle_unit_state *a, const sidle_unit_state *b) {
    return (double)a->radius + (double)b->radius - distance(a->position, b->position);
}

static inline double smaller(const figure *a, const figure *b) {
    return (double)fminf(a->now.radius, b->now.radius);
}

static inline bool friends(const story *s, const figure *f, const figure *o) {
    return sidle_world_are_friends(s->world, f->now.team, o->now.team);
}

/* ---- invariants_rest.c ---- */

/* No unit at rest moves, unless it steps aside, returns or comes clear of others. */
void rest_check(const story *s, uint32_t who, float dt);
/* Keeps the time for which a unit may step aside and return. */
void rest_watch_aside(const story *s, figure *f, uint32_t who, float dt);
/* Keeps whether a unit rests clear of all others. */
void rest_watch(story *s, uint32_t who, float dt);
bool rest_is_clear(const story *s, uint32_t who);
/* Two units do not rest inside each other for long. */
void rest_check_overlap(story *s, uint32_t a, uint32_t b, float dt);

#endif
