/* What units want of the places on which they rest, and when they ask for one. See place_want.c. */
#ifndef SIDLE_ORDERS_PLACE_WANT_H
#define SIDLE_ORDERS_PLACE_WANT_H

#include "base/measures.h"
#include "world/state.h"

/* What a unit wants of its place, by its order. */
typedef struct place_want {
    sidle_vec2 centre; /* u: the goal, the centre of the target, or where the unit is */
    float least, most; /* u, the distances of a place from there that are as good as any */
    float slack;       /* u, by which a unit at rest may be off them */
    uint32_t sight;    /* classes through which the centre is to be seen from the place, or 0 */
    bool by_way;       /* the cost is the way from the centre; else how far it is off those two */
    bool beside;       /* the places lie side by side on the ring of the distance `most` */
    bool nearest;      /* the nearest place is the best one, whatever it costs */
    bool through;      /* friends at rest bar no way */
    bool exact;        /* no place off those distances will do */
    bool wide;         /* none was found near */
    bool alone;        /* no other unit has the same goal */
    bool around;       /* no place: a way round what stands before the unit, in its view */
    bool held;         /* around: what the unit does not see holds it, so all bodies at rest bar */
    bool anew;         /* the place that the unit claims counts no more */
    bool whole;        /* the whole disc has to get there: the unit may stand before a gap */
} place_want;

/* After a look of a unit under way, which has counted that time since its last one (s): does it ask
 * for a place, or for another one? */
SIDLE_INTERNAL void place_seek(const sidle_world *world, unit *u, const sidle_profile *p,
                               float passed);

/* Does the unit neither push nor squeeze through others? On the way to its place it does not, where
 * it meets its own crowd: it asks for another place. Nor does one that attacks, near its target,
 * before it has a place there: with the pushes, lines that attack overlap a quarter more. */
SIDLE_INTERNAL bool places_hold_back(const sidle_world *world, const unit *u);

/* The unit asks for a place in this tick. */
SIDLE_INTERNAL void place_ask(const sidle_world *world, unit *u);

/* Finds out whether the resting unit is clear. If it is not, it asks for the nearest place. */
SIDLE_INTERNAL void come_clear_look(const sidle_world *world, unit *u);

/* u: the farther end of the band of the range, for a unit of that profile. */
SIDLE_INTERNAL float range_most(const sidle_profile *p, const sidle_range *range);

/* ---- for places.c ---- */

/* Is what is left of the unit's way, to where its order is content, no longer than that (u)? */
SIDLE_INTERNAL bool is_content_within(const unit *u, float distance);

/* Does a unit with the same goal stand or drive in the way of the unit? */
SIDLE_INTERNAL bool meets_its_crowd(const sidle_world *world, const unit *u);

/* Cells: half the width of a line of sight to the point of a range. A line of sight is as thin as
 * it can be, so it may touch a corner; at 0 it passes between two walls that meet at a corner. */
#define SIGHT_RADIUS IMPERCEPTIBLE

/* Has the unit got no nearer for long, on the way to its place, or where nothing will change? */
SIDLE_INTERNAL bool has_given_up(const sidle_world *world, const unit *u, const sidle_profile *p);

/* Does the unit get no nearer to its place, or has it come to the corner before that? */
SIDLE_INTERNAL bool wants_another(const sidle_world *world, const unit *u, const sidle_profile *p);

/* The unit goes to the place that it claims, past the corner; that is the place itself, if it is in
 * sight. */
SIDLE_INTERNAL void go_to_place(const sidle_world *world, unit *u, sidle_vec2 corner);

/* Has a body come to rest on the place to which the unit drives by itself? */
SIDLE_INTERNAL bool has_lost_own_place(const sidle_world *world, const unit *u);

/* What the order of the unit wants of a place. */
SIDLE_INTERNAL place_want want_of_order(const sidle_world *world, const unit *u);

/* What the unit wants of a place now: by its order, the way back to a place that it has lent, or
 * the nearest place. */
SIDLE_INTERNAL place_want want_of(const sidle_world *world, const unit *u);

/* Do both want the same, so that one field serves for both? */
SIDLE_INTERNAL bool same_want(const place_want *a, const place_want *b);

#endif
