/* Orders that need more than a goal: where such an order wants the unit in this tick. See
 * steer_target.c. */
#ifndef SIDLE_STEER_TARGET_H
#define SIDLE_STEER_TARGET_H

#include "world/state.h"

/* In each tick, before any unit decides: moves the goal, sets out again, or ends the order. */
SIDLE_INTERNAL void steer_target_update(const sidle_world *world, unit *u, float dt);

/* Before the unit looks: chooses between the straight line to the steer target, that to the goal,
 * and the path. */
SIDLE_INTERNAL void steer_target_aim(const sidle_world *world, unit *u);

/* The unit has a target and a way round what bars it. It stays on that way until its target has
 * moved off from where it is now; a path to where the target was is used up. */
SIDLE_INTERNAL void steer_target_goes_round(unit *u);

#endif
