/* An order that units get again. Those who have it already stay the group that they are, and go on
 * as they march: a player who clicks at one point, or near it, does not make them fall in anew. */
#include "groups/troop.h"

#include "base/measures.h"

static bool same_point(sidle_vec2 a, sidle_vec2 b) {
    return a.x == b.x && a.y == b.y;
}

/* Where the formation faces at the end makes it no other one. */
static bool same_formation(const sidle_formation *a, const sidle_formation *b) {
    return a->shape == b->shape && a->columns == b->columns && a->gap == b->gap &&
           a->march == b->march && a->keep_places == b->keep_places;
}

/* Has the shape of the host this offset, for such a unit or for this one? */
static bool has_offset(const troop *t, const trooper *mine, const trooper *u) {
    if (t->formation.shape != SIDLE_SHAPE_OFFSETS) return true;
    if (t->formation.keep_places) return same_point(mine->own, u->own);
    for (uint32_t k = 0; k < t->count; k++)
        if (same_point(t->units[k].own, u->own)) return t->units[k].radius == u->radius;
    return false;
}

/* The unit of the troop that the draft names, and that still obeys; NULL: it is another one. */
static trooper *unit_again(const sidle_groups *g, troop *t, const trooper *u) {
    uint32_t k = 0;
    sidle_unit_state s;
    if (troop_of_unit(g, u->id, &k) != t || sidle_unit_get(g->world, u->id, &s)) return NULL;
    trooper *mine = &t->units[k];
    bool obeys = mine->member != SIDLE_MEMBER_STOWED && troop_is_obeyed(t, mine, &s);
    return obeys && has_offset(t, mine, u) ? mine : NULL;
}

troop *again_find(sidle_groups *g, const troop *draft) {
    uint32_t k;
    troop *t = troop_of_unit(g, draft->units[0].id, &k);
    if (!t || t->count != draft->count || t->order != draft->order) return NULL;
    if (t->patrol_count != draft->patrol_count) return NULL;
    if (!same_formation(&t->formation, &draft->formation)) return NULL;
    for (k = 0; k < draft->count; k++)
        if (!unit_again(g, t, &draft->units[k])) return NULL;
    return t;
}

bool again_is_same(const troop *t, const troop *draft, const sidle_vec2 *patrol) {
    bool same = same_point(t->formation.heading, draft->formation.heading) &&
                same_id(t->target, draft->target) && t->range.most == draft->range.most &&
                t->range.least == draft->range.least && t->range.sight == draft->range.sight;
    for (uint32_t k = 0; k < t->patrol_count; k++) same &= same_point(t->patrol[k], patrol[k]);
    return same && (t->order == TROOP_APPROACH || same_point(t->goal, draft->goal));
}

/* Does the group need no other layout on its way to this goal? */
static bool lies_on_its_way(const troop *t, sidle_vec2 goal) {
    if (t->stage == TROOP_ENDS)
        return t->order == TROOP_GO && vec_distance(t->goal, goal) <= NEARBY * troop_radius(t);
    sidle_vec2 anchor = route_point(t, t->s);
    sidle_vec2 now = direction_of(vec_sub(t->goal, anchor), t->heading);
    sidle_vec2 then = direction_of(vec_sub(goal, anchor), t->heading);
    return t->s > 0 && vec_dot(now, then) > COS_ONE_COURSE;
}

bool again_goes_on(sidle_groups *g, troop *t, const troop *draft, const sidle_vec2 *patrol) {
    if (!lies_on_its_way(t, draft->goal)) return false;
    bool ends = t->stage == TROOP_ENDS;
    if (t->patrol_count) memcpy(t->patrol, patrol, t->patrol_count * sizeof *patrol);
    t->patrol_next = 0;
    t->formation = draft->formation;
    t->target = draft->target;
    t->range = draft->range;
    for (uint32_t k = 0; k < draft->count; k++) {
        trooper *u = unit_again(g, t, &draft->units[k]);
        u->goal = draft->units[k].goal;
        if (ends) u->member = SIDLE_MEMBER_MARCHES;
        sidle_unit_go(g->world, u->id, u->goal);
    }
    march_aim(g, t, draft->goal);
    if (ends) march_end(g, t);
    return true;
}
