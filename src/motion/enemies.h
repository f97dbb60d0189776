/* Enemies that a unit does not pass through are as solid as walls. See enemies.c. */
#ifndef SIDLE_ENEMIES_H
#define SIDLE_ENEMIES_H

#include "world/state.h"

/* What is left of a step (u) of the body, from its place as the tick began, before such enemies. */
SIDLE_INTERNAL sidle_vec2 enemies_hold(const sidle_world *world, uint32_t k, sidle_vec2 step);

#endif
