/* The invariants of the lasting state. See validate.c. */
#ifndef SIDLE_CHECKS_H
#define SIDLE_CHECKS_H

#include "world/state.h"

/* What is wrong with the slots and the units of a world, but for equal ranks, and values beyond the
 * most of their row; NULL when all is well. */
SIDLE_INTERNAL const char *state_fault(const sidle_world *world);

#endif
