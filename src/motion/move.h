/* Limits of the unit, push-apart, and motion that terrain stops. See move.c. */
#ifndef SIDLE_MOVE_H
#define SIDLE_MOVE_H

#include "world/parts.h"

/* Where their targets, their limits, their neighbours and the terrain bring the units of a part
 * within dt: into world->motions. */
SIDLE_INTERNAL void move_all(const sidle_world *world, span part, float dt);

/* Gives the units of a part their motions, with what contacts have left of them. */
SIDLE_INTERNAL void move_apply(const sidle_world *world, span part, float dt);

#endif
