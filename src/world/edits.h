/* Which units are in the way of an edit of the terrain. See world.c. */
#ifndef SIDLE_EDITS_H
#define SIDLE_EDITS_H

#include "world/state.h"

/* Would the disc of the unit overlap the rectangle (u), if its cells were of a class that the unit
 * cannot pass? */
SIDLE_INTERNAL bool unit_forbids(const sidle_world *world, const unit *u, sidle_vec2 low,
                                 sidle_vec2 high, sidle_terrain class);

/* SIDLE_OK for a rectangle of cells on the map, of one or more, and for a class that there is. */
SIDLE_INTERNAL sidle_result edit_refusal(const sidle_world *world, uint32_t x, uint32_t y,
                                         uint32_t width, uint32_t height, sidle_terrain class);

#endif
