/* Units that come to rest inside others come clear of them. See come_clear.c. */
#ifndef SIDLE_COME_CLEAR_H
#define SIDLE_COME_CLEAR_H

#include "world/state.h"

/* Both bodies rest, and the other one, which may come clear as well, keeps its place: has the unit
 * of body k to come clear of it? */
SIDLE_INTERNAL bool come_clear_of(const sidle_world *world, uint32_t k, uint32_t other);

/* Would body k at the position (u) overlap the other body, which is at its own one, by more than
 * touching? */
SIDLE_INTERNAL bool come_clear_overlap(const bodies *c, uint32_t k, sidle_vec2 at, uint32_t other,
                                       sidle_vec2 its);

/* Finds out whether the resting unit is clear. If it is not, it asks for the nearest place. */
SIDLE_INTERNAL void come_clear_look(const sidle_world *world, unit *u);

#endif
