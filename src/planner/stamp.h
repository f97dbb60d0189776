/* The stamp: the circle of passability values that another unit writes into the grid of a look
 * (source: Habr 453506). The passability is 1 at the centre of the circle and falls evenly to 0
 * where the two discs would only touch, so the circle's radius is the sum of both radii; where
 * stamps overlap the larger value stays. The gradient lets a unit that pushes through go between
 * bodies and not through their centres. A value is the passability in bytes: 0 .. SIDLE_VALUE_UNIT.
 *
 * The circle is not drawn around where the body is, but around where the body will be when the
 * trace gets to the row, if the body keeps its predicted velocity. So crossing traffic is met where
 * it will be, and traffic of the same direction and speed is no obstacle (source: the T of
 * pursuit).
 *
 * Four exceptions, each tested in stamp_make() and, for four bodies at a time, in side_traces.c:
 * - A body that already touches the unit counts only where it would be nearer than now, or a unit
 *   between others could never leave.
 * - An overlap below the profile's `graze` counts as none.
 * - An enemy that is as solid as a wall has the passability 1 all over its circle: no point inside
 *   is a detour.
 * - A unit under way over which this one has the right of way counts as none: it yields.
 *
 * Layers and view distance decide which bodies stamp at all. The plain planner in
 * test/rules/oracle.c states the same rules without any shortcut. */
#ifndef SIDLE_STAMP_H
#define SIDLE_STAMP_H

#include "base/measures.h"
#include "planner/view.h"
#include "world/shown.h"

/* The stamp of one body, as one look sees it. */
typedef struct stamp {
    uint32_t body;
    sidle_vec2 position;  /* u, of the body, as the tick began */
    sidle_vec2 predicted; /* u/s, velocity of the body */
    float radii_sum;      /* u, own radius and the body's: radius of the circle */
    float radii_sum2;     /* u2, its square */
    float counts_within2; /* u2, square of the distance from the centre within which it counts */
    float solid;          /* least passability inside: 1 for an enemy as solid as a wall, else 0 */
} stamp;

/* Does the body stamp, if it is in view? */
static inline bool has_stamp(const view *v, uint32_t body) {
    const bodies *c = &v->world->bodies;
    return body != v->self && body != v->ignored && is_on_layer(c, body, v->layer) &&
           (!has_way_over(v->world, v->self, body) || body_stance(c, body));
}

/* False when the body has no stamp in this look; *s is then not to be used. */
static inline bool stamp_make(const view *v, uint32_t body, stamp *s) {
    const bodies *c = &v->world->bodies;
    if (!has_stamp(v, body)) return false;
    s->position = body_position(c, body);
    s->predicted = body_predicted(c, body);
    sidle_vec2 apart = vec_sub(s->position, v->position);
    float distance2 = vec_dot(apart, apart), radii_sum = v->radius + c->radius[body];
    float radii_sum2 = radii_sum * radii_sum, farthest = v->profile->view_distance + radii_sum;
    s->body = body;
    s->radii_sum = radii_sum;
    s->radii_sum2 = radii_sum2;
    s->counts_within2 = distance2 < radii_sum2 ? distance2 * PRESSED * PRESSED : radii_sum2;
    s->counts_within2 = min_float(s->counts_within2, radii_sum2 * v->graze_within2);
    s->solid = is_spared_enemy(c, v->profile, v->self, body) ? 1 : 0;
    return distance2 <= farthest * farthest;
}

/* The value of the stamp at a squared distance (u2) from its centre: 0 .. SIDLE_VALUE_UNIT. */
static inline uint8_t stamp_value(const view *v, const stamp *s, float distance2) {
    float passability = 1 - sqrtf(distance2) / s->radii_sum;
    if (passability <= v->profile->tuning.graze) return 0;
    return (uint8_t)((float)SIDLE_VALUE_UNIT * max_float(passability, s->solid));
}

#endif
