/* Places: where units rest, and which unit gets which place. See places.c. */
#ifndef SIDLE_ORDERS_PLACES_H
#define SIDLE_ORDERS_PLACES_H

#include "world/state.h"

/* After contacts: lists the units of a part that ask for a place or claim one. */
SIDLE_INTERNAL void places_list_part(sidle_world *world, uint32_t part);

/* Then: finds out which units come to rest on their places (motion.settles), and gives
 * places to those that asked in this tick. */
SIDLE_INTERNAL void places_grant(sidle_world *world, float dt);

#endif
