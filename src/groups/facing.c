/* Units that have come to their places turn on the spot to where the formation faces, by their own
 * turning rate. */
#include "groups/troop.h"

#include "base/measures.h"

static bool faces(sidle_vec2 heading, sidle_vec2 facing) {
    return vec_dot(heading, facing) > 0 &&
           fabsf(vec_dot(vec_right(heading), facing)) <= IMPERCEPTIBLE;
}

/* Where the units face in the end; false: each as it came. Those that approach face whom they
 * approach by themselves, and a formation as they stand does not turn. */
static bool faces_where(const troop *t, sidle_vec2 *facing) {
    bool says = t->formation.heading.x != 0 || t->formation.heading.y != 0;
    if (t->order != TROOP_GO || t->formation.shape == SIDLE_SHAPE_STANDING) return false;
    if (!says && route_length(t) < IMPERCEPTIBLE * troop_radius(t)) return false;
    *facing = march_facing(t);
    return true;
}

/* Does the unit, which is at rest, face the way? One that does not begins to turn. One that is
 * stunned cannot turn, and nobody waits for it. */
static bool turn_unit(sidle_groups *g, const trooper *u, sidle_vec2 facing) {
    sidle_unit_state s;
    if (u->top_speed <= 0 || sidle_unit_get(g->world, u->id, &s)) return true;
    if (s.place.x != s.position.x || s.place.y != s.position.y) return false; /* it gives way */
    if (faces(s.heading, facing)) return true;
    return sidle_unit_face(g->world, u->id, facing) != SIDLE_OK;
}

bool facing_turn(sidle_groups *g, const troop *t) {
    sidle_vec2 facing;
    bool all = true;
    if (!faces_where(t, &facing)) return true;
    for (uint32_t k = 0; k < t->count; k++) {
        if (t->units[k].member != SIDLE_MEMBER_RESTS) continue;
        all &= turn_unit(g, &t->units[k], facing);
    }
    return all;
}
