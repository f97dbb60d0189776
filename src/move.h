/* Limits of the unit, push-apart, and motion that terrain stops. See move.c. */
#ifndef SIDLE_MOVE_H
#define SIDLE_MOVE_H

#include "state.h"

/* Where the unit's target, its limits, its neighbours and the terrain bring it within dt. */
motion move(const sidle_world *world, const body *self, const unit *u, float dt);

/* Gives the unit the motion, with what contacts have left of it. */
void move_apply(const sidle_world *world, unit *u, const motion *m, float dt);

#endif
