/* Coming into the range of a point or of a unit. See approach.c. */
#ifndef SIDLE_APPROACH_H
#define SIDLE_APPROACH_H

#include "world/state.h"

/* Is the point within the most of the unit's range, and in sight? */
SIDLE_INTERNAL bool approach_is_within(const sidle_world *world, const unit *u, sidle_vec2 point);

/* Is the unit within the range of the point that it approaches, and in sight of it? */
SIDLE_INTERNAL bool approach_point_is_in_range(const sidle_world *world, const unit *u);

/* In each tick, before any unit decides: is the unit in range, and where is it to go? `target` is
 * NULL for a point. */
SIDLE_INTERNAL void approach_update(const sidle_world *world, const shown *target, unit *u);

/* Before a look: a unit that is too near finds a direction in which terrain lets it back off.
 * False: it does not back off. */
SIDLE_INTERNAL bool approach_aim_back(const sidle_world *world, unit *u);

#endif
