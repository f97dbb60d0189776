/* Which unit waits for which. See waits_for.c. */
#ifndef SIDLE_WAITS_FOR_H
#define SIDLE_WAITS_FOR_H

#include "world/state.h"

/* The id slot (slot + 1) of the unit under way that this one waits for; 0 when there is none. The
 * END phase stores it in unit.waits_for. */
SIDLE_INTERNAL uint32_t waits_for_unit(const sidle_world *world, const unit *u);

/* Is the unit the one of its jam that has to act? It is when it waits for no unit that waits, or
 * drives, itself; in a circle of waiting units it is the one that wins ties. Reads unit.waits_for
 * of other units, which only the END phase writes: the answer is that of the last tick. */
SIDLE_INTERNAL bool waits_at_head(const sidle_world *world, const unit *u);

#endif
