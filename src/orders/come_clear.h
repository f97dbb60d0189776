/* Units that come to rest inside others come clear of them. See come_clear.c. */
#ifndef SIDLE_COME_CLEAR_H
#define SIDLE_COME_CLEAR_H

#include "world/state.h"

/* Finds out whether the resting unit is clear. If it is not, it asks for the nearest place. */
SIDLE_INTERNAL void come_clear_look(const sidle_world *world, unit *u);

#endif
