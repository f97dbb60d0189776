/* Which unit waits for which. See waits_for.c. */
#ifndef SIDLE_WAITS_FOR_H
#define SIDLE_WAITS_FOR_H

#include "world/state.h"

/* Reads only what the last tick left: `waits_for` of others is written when a tick ends.
 *
 * Is it this unit's part to do something about the escalation? Not when the one it waits for waits
 * itself, or drives: then it stands in a queue. When they wait for each other in a circle, it is
 * the part of the one that wins ties. */
SIDLE_INTERNAL bool heads_jam(const sidle_world *world, const unit *u);

/* The slot of the unit under orders that this one waits for, 0 when there is none. */
SIDLE_INTERNAL uint32_t decide_waits_for(const sidle_world *world, const unit *u);

#endif
