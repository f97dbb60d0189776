/* Storage of units. See units.c. */
#ifndef SIDLE_UNITS_H
#define SIDLE_UNITS_H

#include "world/state.h"

/* Room for so many units at least. Errors: MEMORY. */
SIDLE_INTERNAL sidle_result units_reserve(sidle_world *world, uint32_t units);

/* Room for the events of as many units as there is room for; those of the last step are gone then.
 * Errors: MEMORY. */
SIDLE_INTERNAL sidle_result units_reserve_events(sidle_world *world);

/* Room for what those need that stand in line. Errors: MEMORY. */
SIDLE_INTERNAL sidle_result units_reserve_queue(sidle_world *world);

/* Makes sure that the unit has an order_state of its own. Errors: MEMORY. */
SIDLE_INTERNAL sidle_result units_reserve_order_state(sidle_world *world, const unit *u);

SIDLE_INTERNAL void units_free(sidle_world *world);

#endif
