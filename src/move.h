/* Limits of the unit, push-apart, and motion that terrain stops. See move.c. */
#ifndef SIDLE_MOVE_H
#define SIDLE_MOVE_H

#include "state.h"

/* Where the unit's target, its limits, its neighbours and the terrain bring it within dt. */
motion move(const sidle_world *world, const body *self, const unit *u, float dt);

/* u/s, by what others shall predict the unit after this motion: the velocity it is about to have,
 * unless something holds it up. */
sidle_vec2 move_announced(const sidle_world *world, const unit *u, const motion *m, float dt);

/* u/s, what contacts leave of the drive; `moved` says how far the unit came. */
sidle_vec2 move_velocity(const unit *u, const motion *m, float dt);

#endif
