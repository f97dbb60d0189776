/* What a blocked unit does: the ladder of replan, wait and push through. See escalation.c. */
#ifndef SIDLE_ESCALATION_H
#define SIDLE_ESCALATION_H

#include "world/state.h"

/* The smallest value that the unit sees is at or above the threshold: the unit climbs its ladder
 * and waits, asks for a path or pushes through. */
SIDLE_INTERNAL void blocked_by_units(const sidle_world *world, unit *u, const sidle_profile *p);

/* The smallest value is the static one: the unit asks for a way round, or, when there is none,
 * reports SIDLE_EVENT_BLOCKED and waits for a new path. */
SIDLE_INTERNAL void blocked_by_terrain(const sidle_world *world, unit *u, const sidle_profile *p);

#endif
