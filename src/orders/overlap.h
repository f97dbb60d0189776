/* Bodies at rest that overlap. See overlap.c. */
#ifndef SIDLE_ORDERS_OVERLAP_H
#define SIDLE_ORDERS_OVERLAP_H

#include "world/state.h"

/* Do both bodies rest, and is it the unit of body k that has to leave the other one, if they
 * overlap? */
SIDLE_INTERNAL bool gives_up_place(const sidle_world *world, uint32_t k, uint32_t other);

/* Would body k at the position (u) overlap the other body, which is at its own one, by more than
 * touching? */
SIDLE_INTERNAL bool overlap_at_rest(const bodies *c, uint32_t k, sidle_vec2 at, uint32_t other,
                                    sidle_vec2 its);

#endif
