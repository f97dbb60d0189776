/* What the order of a unit wants of the place on which it rests. See want.c. */
#ifndef SIDLE_WANT_H
#define SIDLE_WANT_H

#include "base/measures.h"
#include "world/state.h"

/* What a place is for: the end of a way to a goal; the way back to a place that the unit has left;
 * the range of an order; the ring about a target, on which places lie side by side; the nearest
 * place, whatever it costs; or no place, but a way round what stands before the unit, in its view.
 */
enum want_kind { WANT_GOAL, WANT_RETURN, WANT_RANGE, WANT_RING, WANT_NEAREST, WANT_CORNER };

/* What a unit wants of its place, by its order. */
typedef struct place_want {
    enum want_kind kind;
    sidle_vec2 centre; /* u: the goal, the centre of the target, or where the unit is */
    float least, most; /* u, the distances of a place from there that are as good as any */
    float slack;       /* u, by which a unit at rest may be off them */
    uint32_t sight;    /* classes through which the centre is to be seen from the place, or 0 */
    bool through;      /* friends at rest bar no way */
    bool exact;        /* no place off those distances will do */
    bool wide;         /* none was found near */
    bool alone;        /* no other unit has the same goal */
    bool held;         /* what the unit does not see holds it, so all bodies at rest bar */
    bool past;         /* the crowd at rest makes room: it bars no way */
    bool anew;         /* the place that the unit claims counts no more */
    bool whole;        /* the whole disc has to get there: the unit may stand before a gap */
} place_want;

/* Is the cost of a place the way from the centre? Else it is how far it is off the distances. */
static inline bool want_by_way(const place_want *w) {
    return w->kind == WANT_GOAL || w->kind == WANT_RETURN;
}

/* What the order of the unit wants of a place. */
SIDLE_INTERNAL place_want want_of_order(const sidle_world *world, const unit *u);

/* Is the centre to be seen from there, if the order wants that? */
SIDLE_INTERNAL bool want_sees_centre(const sidle_world *world, const place_want *w, sidle_vec2 at);

/* Is the place within the distances that the order allows, and in sight of the centre where the
 * order wants that? Not for a want by way. */
SIDLE_INTERNAL bool want_is_met(const sidle_world *world, const place_want *w, sidle_vec2 at);

/* u: how far a position is off the distances that the order allows. */
SIDLE_INTERNAL float off_range(const place_want *w, sidle_vec2 at);

/* u: the farther end of the band of the range, for a unit of that profile. */
SIDLE_INTERNAL float range_most(const sidle_profile *p, const sidle_range *range);

/* The unit asks for a place in this tick. */
SIDLE_INTERNAL void place_ask(const sidle_world *world, unit *u);

/* Cells: half the width of a line of sight to the point of a range. A line of sight is as thin as
 * it can be, so it may touch a corner; at 0 it passes between two walls that meet at a corner. */
#define SIGHT_RADIUS IMPERCEPTIBLE

#endif
