/* Memory of units. See unit_store.c. */
#ifndef SIDLE_UNIT_STORE_H
#define SIDLE_UNIT_STORE_H

#include "world/state.h"

/* Makes room for at least so many units. Errors: MEMORY. */
SIDLE_INTERNAL sidle_result units_reserve(sidle_world *world, uint32_t units);

/* Makes room for the events of as many units as there is room for. The events of the last step are
 * gone when the room grows. Errors: MEMORY. */
SIDLE_INTERNAL sidle_result units_reserve_events(sidle_world *world);

/* Makes the queue entries, which a world needs from its first profile that queues on. Errors:
 * MEMORY. */
SIDLE_INTERNAL sidle_result units_reserve_queue(sidle_world *world);

/* Makes the speed factors, which a world needs from the first unit whose speed may change. Errors:
 * MEMORY. */
SIDLE_INTERNAL sidle_result units_reserve_speeds(sidle_world *world);

/* Makes the array of what the host keeps with units, which a world needs from the first value that
 * is not 0. Errors: MEMORY. */
SIDLE_INTERNAL sidle_result units_reserve_users(sidle_world *world, uint64_t user);

/* Makes sure that the unit has an order state of its own. Errors: MEMORY. */
SIDLE_INTERNAL sidle_result units_reserve_order_state(sidle_world *world, const unit *u);

/* Begins to restore the slots of a world without units that has room for them: as many as the other
 * one says, with NO_INDEX. The second function restores a slot: all 0 but the slot, and at the
 * index. */
SIDLE_INTERNAL void units_restore_begin(sidle_world *world, const sidle_world *head);
SIDLE_INTERNAL unit *units_restore(sidle_world *world, uint32_t slot, uint32_t index);

/* Copies all units into a world without units that has the same room, without the blocks of their
 * own, and the events. */
SIDLE_INTERNAL void units_copy(sidle_world *to, const sidle_world *from);

SIDLE_INTERNAL void units_free(sidle_world *world);

/* Takes the unit off the map, or puts it back; returns it, as it moves in memory. */
SIDLE_INTERNAL unit *units_stow(sidle_world *world, unit *u);
SIDLE_INTERNAL unit *units_unstow(sidle_world *world, unit *u);

#endif
