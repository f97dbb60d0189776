/* Units that meet in a lane: which of two has to back out. See lane.c. */
#ifndef SIDLE_LANE_H
#define SIDLE_LANE_H

#include "world/state.h"

/* Units: at most so many make room for one unit. Chains in rooms full of attackers are shorter; the
 * number bounds the cost of a tick. */
enum { MOST_ASKED = 24 };

/* In LOOK: does the unit stand before that of body k, both under way by an order, where no two of
 * their size can pass? */
SIDLE_INTERNAL bool lane_is_blocked(const sidle_world *world, const unit *u, uint32_t k);

/* On one thread, after LOOK: is it the unit of body k that backs out, and not the other one? */
SIDLE_INTERNAL bool lane_is_left_by(const sidle_world *world, const unit *u, uint32_t k);

#endif
