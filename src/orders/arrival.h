/* Arrival behind other units. See arrival.c. */
#ifndef SIDLE_ARRIVAL_H
#define SIDLE_ARRIVAL_H

#include "world/state.h"

/* The unit behind which this one counts as arrived, or null when it has to go on. */
SIDLE_INTERNAL sidle_unit_id arrival_behind(const sidle_world *world, const unit *u);

#endif
