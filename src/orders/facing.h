/* Where a unit faces at rest: whom it attacks, or on along the course on which it came. See
 * facing.c. */
#ifndef SIDLE_FACING_H
#define SIDLE_FACING_H

#include "world/state.h"

/* The unit goes straight to its place from now on. */
SIDLE_INTERNAL void facing_begin_trail(const sidle_world *world, unit *u);

/* In each tick, when units have moved. */
SIDLE_INTERNAL void facing_trail(const sidle_world *world, unit *u);

/* On its place the unit is to face as it does now, as when it is about to step aside. */
SIDLE_INTERNAL void facing_keep(const sidle_world *world, unit *u);

/* The direction, of length 1, that the unit is to face when it comes to rest now; 0: as it does. */
SIDLE_INTERNAL sidle_vec2 facing_at_rest(const sidle_world *world, const unit *u);

/* A unit at rest turns with the target that it attacks. */
SIDLE_INTERNAL void facing_follow_target(unit *u);

#endif
