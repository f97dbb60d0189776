/* Cells, clearance, and where a disc fits. See terrain.c. */
#ifndef SIDLE_TERRAIN_H
#define SIDLE_TERRAIN_H

#include "base/compiler.h"

#include <sidle/types.h>

enum { TERRAIN_LAYERS = 1 << SIDLE_TERRAIN_COUNT };

typedef struct terrain {
    int32_t width, height; /* cells */
    float cell;            /* u */
    uint8_t *classes;      /* width * height */
    /* One byte a cell for each mask of passable classes in use: the distance in cells, measured as
     * a king walks, to the nearest impassable cell or the map's edge, up to CLEARANCE_CAP. */
    uint8_t *clearance[TERRAIN_LAYERS];
} terrain;

SIDLE_INTERNAL sidle_result terrain_make(terrain *t, const sidle_world_def *def);
SIDLE_INTERNAL void terrain_free(terrain *t, const sidle_allocator *alloc);

/* Makes sure that the mask has its clearance. Errors: MEMORY. */
SIDLE_INTERNAL sidle_result terrain_use(terrain *t, const sidle_allocator *alloc, uint32_t mask);

/* The rectangle must lie on the map. */
SIDLE_INTERNAL void terrain_set(terrain *t, int32_t x, int32_t y, int32_t width, int32_t height,
                                uint8_t class);

SIDLE_INTERNAL bool terrain_inside(const terrain *t, sidle_vec2 point);
SIDLE_INTERNAL bool terrain_fits(const terrain *t, uint32_t mask, sidle_vec2 point, float radius);
SIDLE_INTERNAL bool terrain_line_fits(const terrain *t, uint32_t mask, sidle_vec2 from,
                                      sidle_vec2 to, float radius);

/* u, up to `most`: how far a line from the point leads before it meets an impassable cell. */
SIDLE_INTERNAL float terrain_line_length(const terrain *t, uint32_t mask, sidle_vec2 from,
                                         sidle_vec2 direction, float most);

/* Terrain is looked at with a smaller disc, this share of the radius: what a unit may scrape along
 * or slide round is no reason to stop. Motion itself knows only the whole disc. */
#define LOOK_SLACK 0.75f

/* Moves a disc that fits by an offset, sliding along what it meets. The result fits. */
SIDLE_INTERNAL sidle_vec2 terrain_slide(const terrain *t, uint32_t mask, sidle_vec2 from,
                                        sidle_vec2 by, float radius, bool *touched);

/* Cells; a way shorter than this, from a disc that is a cell farther from all walls than it needs,
 * is free. */
#define TERRAIN_SHORT 0.9f

/* No impassable cell is nearer to the point than this many u: a quick lower bound. */
SIDLE_INTERNAL float terrain_clearance(const terrain *t, uint32_t mask, sidle_vec2 point);

/* The same from anywhere in a cell of the map. */
static inline float terrain_clearance_at(const terrain *t, uint32_t mask, int32_t x, int32_t y) {
    int32_t steps = t->clearance[mask][(size_t)y * (size_t)t->width + (size_t)x];
    return (float)(steps - 1) * t->cell;
}

#endif
