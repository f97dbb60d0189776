/* What a world is made of before it has units. See world.c. */
#ifndef SIDLE_WORLDS_H
#define SIDLE_WORLDS_H

#include "world/state.h"

/* SIDLE_OK for a definition of which a world can be made. */
SIDLE_INTERNAL sidle_result world_def_refusal(const sidle_world_def *def);

/* A world without terrain, profiles and units; NULL: no memory. */
SIDLE_INTERNAL sidle_world *world_begin(const sidle_allocator *alloc, const sidle_hooks *hooks);

/* Puts a profile behind those that there are, with its history. Errors: those of
 * sidle_profile_add. */
SIDLE_INTERNAL sidle_result profile_restore(sidle_world *world, const kept_profile *profile);

#endif
