/* Moves the units of a tick. See move.c. */
#ifndef SIDLE_MOVE_H
#define SIDLE_MOVE_H

#include "world/state.h"

/* Drives the units of a part for dt (s), with push-apart and along the terrain, and stores where
 * they get in world->motions. */
SIDLE_INTERNAL void move_all(const sidle_world *world, span part, float dt);

/* Gives the units of a part the positions and velocities that contact has left them. */
SIDLE_INTERNAL void move_apply(const sidle_world *world, span part, float dt);

#endif
