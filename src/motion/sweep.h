/* How far a fast unit may go before it touches a body. See sweep.c. */
#ifndef SIDLE_SWEEP_H
#define SIDLE_SWEEP_H

#include "world/state.h"

/* u: the longest way that the body may go in this tick, its top speed aside: as fast as in the last
 * one and what its acceleration adds. */
SIDLE_INTERNAL float reach_in_tick(const sidle_world *world, uint32_t k, const sidle_profile *p,
                                   float dt);

/* u: how much of the shift of body k is free of bodies that it may not enter; at most its length.
 */
SIDLE_INTERNAL float sweep_bodies(const sidle_world *world, uint32_t k, sidle_vec2 shift, float dt);

#endif
