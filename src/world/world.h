/* What a world is made of before it has units, and which units are in the way of an edit of its
 * terrain. See world.c. */
#ifndef SIDLE_CORE_WORLD_H
#define SIDLE_CORE_WORLD_H

#include "world/state.h"

/* SIDLE_OK for a definition of which a world can be made. */
SIDLE_INTERNAL sidle_result world_def_refusal(const sidle_world_def *def);

/* A world without terrain, profiles and units; NULL: no memory. */
SIDLE_INTERNAL sidle_world *world_begin(const sidle_allocator *alloc, const sidle_hooks *hooks);

/* Puts a profile behind those that there are, with its history. Errors: those of
 * sidle_profile_add. */
SIDLE_INTERNAL sidle_result profile_restore(sidle_world *world, const kept_profile *profile);

/* Would the disc of the unit overlap the rectangle (u), if its cells were of a class that the unit
 * cannot pass? */
SIDLE_INTERNAL bool unit_forbids(const sidle_world *world, const unit *u, sidle_vec2 low,
                                 sidle_vec2 high, sidle_terrain class);

/* SIDLE_OK for a rectangle of cells on the map, of one or more, and for a class that there is. */
SIDLE_INTERNAL sidle_result edit_refusal(const sidle_world *world, uint32_t x, uint32_t y,
                                         uint32_t width, uint32_t height, sidle_terrain class);

#endif
