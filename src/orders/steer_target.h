/* What an order wants in this tick. See steer_target.c. */
#ifndef SIDLE_WISH_H
#define SIDLE_WISH_H

#include "world/state.h"

/* Is its order more than a place to go to? */
static inline bool steer_target_is_needed(const unit *u) {
    return u->order > SIDLE_ORDER_HOLD && u->order < SIDLE_ORDER_COUNT;
}

/* Before anybody decides: where the goal is now, whether the unit sets out, and whether its order
 * is over. */
SIDLE_INTERNAL void steer_target_update(const sidle_world *world, unit *u, float dt);

/* Before the unit looks: can it go straight to where its order wants it, or does it need a path? */
SIDLE_INTERNAL void steer_target_aim(const sidle_world *world, unit *u);

#endif
