/* Places: where units rest, and which unit gets which place. See places.c. */
#ifndef SIDLE_ORDERS_PLACES_H
#define SIDLE_ORDERS_PLACES_H

#include "world/state.h"

/* After contacts: finds out which units come to rest on their places (motion.settles), and gives
 * places to those that asked in this tick. */
SIDLE_INTERNAL void places_grant(sidle_world *world, float dt);

#endif
