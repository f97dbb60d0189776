/* Every other unit of the same layer in view stamps a circle around the place where it will be when
 * the trace gets to the row, if it keeps its predicted velocity: SIDLE_VALUE_UNIT at the centre,
 * down to 0 where the two discs would only touch; the larger value stays (source: Habr 453506). A
 * body that already touches counts only where it would be nearer than now: a unit that is entangled
 * must be free to leave. */
#ifndef SIDLE_STAMP_H
#define SIDLE_STAMP_H

#include "planner/view.h"

/* Another unit as one look sees it. */
typedef struct stamp {
    uint32_t other; /* body */
    sidle_vec2 place, predicted;
    float reach;   /* u, both radii */
    float reach2;  /* u2 */
    float within2; /* u2, it counts only nearer than this */
    float least;   /* 1 for an enemy that is as solid as a wall: no point inside it is a detour */
} stamp;

/* A touching body counts again once it would be nearer than this share of the present distance. */
static const float NEARER = 0.98f;

static inline bool stamp_of(const view *v, uint32_t other, stamp *s) {
    const bodies *c = &v->world->bodies;
    if (other == v->self) return false;
    s->place = body_place(c, other);
    s->predicted = body_predicted(c, other);
    sidle_vec2 apart = vec_sub(s->place, v->position);
    float distance2 = vec_dot(apart, apart), reach = v->radius + c->radius[other];
    float reach2 = reach * reach, far = v->profile->view_distance + reach;
    s->other = other;
    s->reach = reach;
    s->reach2 = reach2;
    s->within2 = distance2 < reach2 ? distance2 * NEARER * NEARER : reach2;
    s->within2 = min_float(s->within2, reach2 * v->graze2);
    s->least = body_spares(c, v->profile, v->self, other) ? 1 : 0;
    return distance2 <= far * far && on_one_layer(c, v->self, other) && other != v->unseen;
}

/* Where the other will be when the trace gets to the row. */
static inline sidle_vec2 place_then(const view *v, const stamp *s, int32_t row) {
    return vec_add(s->place, vec_scale(s->predicted, (float)row * v->pace));
}

/* From 1 at the centre of the stamp down to 0 where the discs touch. */
static inline float share_at(const stamp *s, float distance2) {
    return 1 - sqrtf(distance2) / s->reach;
}

static inline uint8_t value_for(const view *v, const stamp *s, float distance2) {
    float share = share_at(s, distance2);
    if (share <= v->profile->graze) return 0;
    return (uint8_t)((float)SIDLE_VALUE_UNIT * max_float(share, s->least));
}

#endif
