/* The ranks of living units, which are unique. See ranks.c. */
#ifndef SIDLE_RANKS_H
#define SIDLE_RANKS_H

#include "world/state.h"

/* Takes a rank for a new unit: the one asked for, or for 0 the next one that is free. Errors: RANK
 * when a living unit has it; MEMORY. */
SIDLE_INTERNAL sidle_result ranks_take(sidle_world *world, uint32_t asked, uint32_t *rank);

/* Gives back the rank of a unit that is destroyed. */
SIDLE_INTERNAL void ranks_give(sidle_world *world, uint32_t rank);

/* Has each living unit a rank of its own? Errors: MEMORY. */
SIDLE_INTERNAL sidle_result ranks_check(sidle_world *world, bool *unique);

SIDLE_INTERNAL void ranks_free(sidle_world *world);

#endif
