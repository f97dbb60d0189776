/* Which units look in a tick. See look_schedule.c. */
#ifndef SIDLE_LOOK_SCHEDULE_H
#define SIDLE_LOOK_SCHEDULE_H

#include "world/state.h"

/* Lists the bodies of the part that look in this tick, in the order of memory, and returns their
 * number; `list` has room for ITEMS_A_PART. Lets dt pass for all units of the part. */
SIDLE_INTERNAL uint32_t look_schedule_list(const sidle_world *world, span part, float dt,
                                           uint32_t *list);

/* Sets the tick of the unit's next look. */
SIDLE_INTERNAL void look_schedule_next(const sidle_world *world, unit *u, const sidle_profile *p,
                                       float dt);

#endif
