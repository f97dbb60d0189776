/* Enemies that a unit does not pass through are as solid as walls. See enemies.c. */
#ifndef SIDLE_ENEMIES_H
#define SIDLE_ENEMIES_H

#include "world/state.h"

/* u: what the enemies leave of a shift of the body. The shift (u) is measured from the position at
 * which the tick began. */
SIDLE_INTERNAL sidle_vec2 enemies_hold(const sidle_world *world, uint32_t k, sidle_vec2 shift);

#endif
