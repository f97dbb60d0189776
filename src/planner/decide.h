/* From what a unit sees to what it does. See decide.c. */
#ifndef SIDLE_DECIDE_H
#define SIDLE_DECIDE_H

#include "world/state.h"

/* The LOOK phase of a part: lets dt pass, and makes those units look and decide whose turn it is.
 * Writes only what belongs to the unit that decides. */
SIDLE_INTERNAL void decide(const sidle_world *world, span part, float dt);

#endif
