/* From what a unit sees to what it does. See decide.c. */
#ifndef SIDLE_DECIDE_H
#define SIDLE_DECIDE_H

#include "world/parts.h"

/* Lets dt pass for the units of a part, and makes those whose turn it is look and choose. */
SIDLE_INTERNAL void decide(const sidle_world *world, span part, float dt);

#endif
