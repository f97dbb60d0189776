/* Headway: how fast a unit drives behind others. See headway.c. */
#ifndef SIDLE_HEADWAY_H
#define SIDLE_HEADWAY_H

#include "world/state.h"

/* Sets the unit's brake for what lies before it on the way to its drive target. */
SIDLE_INTERNAL void headway_keep(const sidle_world *world, unit *u, const sidle_profile *p);

#endif
