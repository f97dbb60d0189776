/* Places: discs on which units rest. When two of them overlap, for all that seek, give and check
 * places. */
#ifndef SIDLE_PLACE_H
#define SIDLE_PLACE_H

#include "world/unit.h"

/* Share of the own radius: a unit that is nearer to its place is there. It cannot be seen, and two
 * units that are so far off places that touch have used up what places may overlap. */
#define ON_PLACE (0.5f * SIDLE_PLACES_TOUCH)

/* u: two places of these radii are at least so far apart. */
static inline float places_apart(float a, float b) {
    return a + b - SIDLE_PLACES_TOUCH * min_float(a, b);
}

static inline bool places_overlap(sidle_vec2 a, float radius_a, sidle_vec2 b, float radius_b) {
    sidle_vec2 apart = vec_sub(a, b);
    float least = places_apart(radius_a, radius_b);
    return vec_dot(apart, apart) < least * least;
}

/* Does a unit of that velocity (u/s) come to a stand on a way that is nothing to its place? */
static inline bool is_nearly_standing(const sidle_profile *p, sidle_vec2 velocity) {
    return vec_dot(velocity, velocity) <= 2 * p->acceleration * ON_PLACE * p->radius;
}

/* Has the unit a place: does it claim one, or rest on one? */
static inline bool unit_has_place(const unit *u) {
    return unit_claims_place(u) || !unit_is_under_way(u);
}

/* u: where the unit will come to rest, as it knows by now. */
static inline sidle_vec2 unit_place(const unit *u) {
    if (unit_claims_place(u)) return u->cold->place;
    return unit_is_under_way(u) ? u->goal : u->position;
}

#endif
