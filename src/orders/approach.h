/* Coming into the range of a point or of a unit. See approach.c. */
#ifndef SIDLE_APPROACH_H
#define SIDLE_APPROACH_H

#include "world/state.h"

/* Does the unit back off from a point that is too near? Else it comes to rest before that. */
static inline bool approach_backs_off(const unit *u) {
    return u->cold->order->steer_target.halt == 0;
}

/* u: the farther end of the band, for a unit of that profile. */
SIDLE_INTERNAL float approach_most(const sidle_profile *p, const sidle_range *range);

/* Is the point within the most of the unit's range, and in sight? */
SIDLE_INTERNAL bool approach_is_within(const sidle_world *world, const unit *u, sidle_vec2 point);

/* In each tick, before any unit decides: is the unit in range, and where is it to go? `target` is
 * NULL for a point. */
SIDLE_INTERNAL void approach_update(const sidle_world *world, const shown *target, unit *u);

/* Before a look: the place to which a unit that is too near backs off. False: it aims at its target
 * as any other unit does. */
SIDLE_INTERNAL bool approach_aim(const sidle_world *world, unit *u);

#endif
