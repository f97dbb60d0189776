/* The cells of the map, clearance, and where a disc fits or slides. See terrain.c. */
#ifndef SIDLE_TERRAIN_H
#define SIDLE_TERRAIN_H

#include "base/compiler.h"
#include "base/measures.h"

#include <sidle/types.h>

/* Masks of passable classes are kept in pages, as few of the many are in use. */
enum { MASKS_A_PAGE = 256, MASK_PAGES = (1 << SIDLE_TERRAIN_COUNT) / MASKS_A_PAGE };

/* Cells across a block. A choice: the clearance of blocks takes a 64th of that of cells, and tells
 * as much of cells of a quarter of a u as that of cells does of those of 2 u. */
enum { BLOCK = 8 };

typedef struct terrain {
    int32_t width, height; /* cells */
    float cell;            /* u */
    uint8_t *classes;      /* sidle_terrain by cell, row by row */
    uint64_t sum;          /* of all classes, for the hash: an edit changes its own cells' share */
    /* A clearance grid for each mask of passable classes in use, else NULL. By cell: the distance
     * in king's moves (Chebyshev) to the nearest impassable cell or to the map's edge, 0 on an
     * impassable cell, at most CLEARANCE_CAP. Behind it stands the same by block, where a block is
     * impassable that has an impassable cell or is not all on the map. A page without masks in use
     * is NULL. */
    uint8_t **clearance[MASK_PAGES];
} terrain;

SIDLE_INTERNAL sidle_result terrain_make(terrain *t, const sidle_world_def *def);
SIDLE_INTERNAL void terrain_free(terrain *t, const sidle_allocator *alloc);

/* A terrain with the same cells; clearance is made when it is asked for. Errors: MEMORY. */
SIDLE_INTERNAL sidle_result terrain_copy(terrain *t, const terrain *from,
                                         const sidle_allocator *alloc);

/* u: the longer side. */
SIDLE_INTERNAL float terrain_extent(const terrain *t);

/* How many fractions of a shift are a u. Half the last place of the largest coordinate is as many
 * as an int16_t can hold: of more it would overflow, of fewer it would lose more. */
SIDLE_INTERNAL float terrain_fractions(const terrain *t);

/* Makes the clearance of all masks that are in use in the other terrain. Errors: MEMORY. */
SIDLE_INTERNAL sidle_result terrain_use_all(terrain *t, const terrain *from,
                                            const sidle_allocator *alloc);

/* Are all cells the same? */
SIDLE_INTERNAL bool terrain_same(const terrain *a, const terrain *b);

/* What `sum` has to be. */
SIDLE_INTERNAL uint64_t terrain_sum(const terrain *t);

/* Makes the clearance grid of the mask, if there is none yet. Errors: MEMORY. */
SIDLE_INTERNAL sidle_result terrain_use(terrain *t, const sidle_allocator *alloc, uint32_t mask);

/* Sets all cells of a rectangle (cells), which lies on the map, and renews the clearance about it.
 */
SIDLE_INTERNAL void terrain_set(terrain *t, int32_t x, int32_t y, int32_t width, int32_t height,
                                uint8_t class);

/* Sets single cells, which lie on the map, the last ones last. */
SIDLE_INTERNAL void terrain_set_list(terrain *t, const sidle_cell *cells, uint32_t count);

/* The class of the cell at a point of the map; a point on the far edge is in the last one. */
static inline uint8_t terrain_class_at(const terrain *t, sidle_vec2 p) {
    int32_t x = (int32_t)(p.x / t->cell), y = (int32_t)(p.y / t->cell);
    x = x < t->width ? x : t->width - 1;
    y = y < t->height ? y : t->height - 1;
    return t->classes[(size_t)y * (size_t)t->width + (size_t)x];
}

/* May a unit of that mask enter the cell? None beyond the map. */
static inline bool terrain_passable(const terrain *t, uint32_t mask, int32_t x, int32_t y) {
    if (x < 0 || y < 0 || x >= t->width || y >= t->height) return false;
    return mask >> t->classes[(size_t)y * (size_t)t->width + (size_t)x] & 1u;
}

/* Is the point on the map, its edge included? */
SIDLE_INTERNAL bool terrain_inside(const terrain *t, sidle_vec2 point);
/* SIDLE_OK for finite points on the map, else the error of the first that is none. */
SIDLE_INTERNAL sidle_result terrain_points_refusal(const terrain *t, const sidle_vec2 *points,
                                                   uint32_t count);
/* Does a disc at the point overlap neither impassable cells nor the outside of the map? */
SIDLE_INTERNAL bool terrain_fits(const terrain *t, uint32_t mask, sidle_vec2 point, float radius);
/* Can a disc move straight from one point to the other? */
SIDLE_INTERNAL bool terrain_line_fits(const terrain *t, uint32_t mask, sidle_vec2 from,
                                      sidle_vec2 to, float radius);

/* Moves a disc that fits by an offset; it slides along walls. The disc fits at the result.
 * *touched: a wall has changed the move. */
SIDLE_INTERNAL sidle_vec2 terrain_slide(const terrain *t, uint32_t mask, sidle_vec2 from,
                                        sidle_vec2 by, float radius, bool *touched);

/* Cells: a disc whose clearance is at least its radius and a cell moves freely by less than this.
 * It must be below 1; the rest is room for rounding. */
#define TERRAIN_SHORT 0.9f

/* The clearance grid of a mask in use. */
static inline uint8_t *terrain_clearance_grid(const terrain *t, uint32_t mask) {
    return t->clearance[mask / MASKS_A_PAGE][mask % MASKS_A_PAGE];
}

/* u, a quick lower bound of the distance from the point to the nearest impassable cell; < 0 on an
 * impassable cell. Rules are made with it: it sees no farther than terrain_clearance_max(). */
SIDLE_INTERNAL float terrain_clearance(const terrain *t, uint32_t mask, sidle_vec2 point);

/* u, the most that terrain_clearance() tells: it does not look farther than this. */
SIDLE_INTERNAL float terrain_clearance_max(const terrain *t);

/* The same as terrain_clearance() for all points of a cell of the map. */
static inline float terrain_clearance_at(const terrain *t, uint32_t mask, int32_t x, int32_t y) {
    int32_t cells = terrain_clearance_grid(t, mask)[(size_t)y * (size_t)t->width + (size_t)x];
    return (float)(cells - 1) * t->cell;
}

/* Blocks from one side of the map to the other, also where the last one is not all on the map. */
static inline int32_t terrain_blocks(int32_t cells) {
    return (cells + BLOCK - 1) / BLOCK;
}

/* u, the same as terrain_clearance_at(), but it sees several blocks far. For work that a wall
 * nearby only makes dearer: so fine cells cost no more than coarse ones. `grid` is that of a mask,
 * for those who ask for several cells. */
static inline float terrain_room_at(const terrain *t, const uint8_t *grid, uint32_t x, uint32_t y) {
    size_t wide = (size_t)t->width, columns = (size_t)terrain_blocks(t->width);
    const uint8_t *by_block = grid + wide * (size_t)t->height;
    int32_t blocks = by_block[(y / BLOCK) * columns + x / BLOCK];
    int32_t cells = blocks > 1 ? (blocks - 1) * BLOCK : (int32_t)grid[y * wide + x] - 1;
    return (float)cells * t->cell;
}

/* The same for a point, which may lie off the map. */
SIDLE_INTERNAL float terrain_room(const terrain *t, uint32_t mask, sidle_vec2 point);

#endif
