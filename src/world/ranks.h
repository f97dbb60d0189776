/* The ranks of living units: no two have the same. See ranks.c. */
#ifndef SIDLE_RANKS_H
#define SIDLE_RANKS_H

#include "world/state.h"

/* The rank for a new unit: the one that is asked for, or the next one for 0. Errors: RANK when a
 * living unit has it; MEMORY. */
SIDLE_INTERNAL sidle_result ranks_take(sidle_world *world, uint32_t asked, uint32_t *rank);

/* The unit that has the rank is no more. */
SIDLE_INTERNAL void ranks_give(sidle_world *world, uint32_t rank);

SIDLE_INTERNAL void ranks_free(sidle_world *world);

#endif
