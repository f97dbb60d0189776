/* Arrival of a unit whose goal is occupied by other units. See arrival.c. */
#ifndef SIDLE_ARRIVAL_H
#define SIDLE_ARRIVAL_H

#include "world/state.h"

/* The resting unit behind which this unit counts as arrived; the null id when it has to go on. */
SIDLE_INTERNAL sidle_unit_id arrival_behind(const sidle_world *world, const unit *u);

#endif
