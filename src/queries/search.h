/* Which bodies a query has to look at, in whatever state the spatial grid is. */
#ifndef SIDLE_SEARCH_H
#define SIDLE_SEARCH_H

#include "world/spatial_grid.h"

/* Does the grid hold the units, but for a few strays? Else a query looks at all units: it changes
 * nothing, so several threads may make queries at once. */
static inline bool search_by_grid(const sidle_world *world) {
    return world->bodies.stray_count <= STRAYS_MAX;
}

/* For calls that change the world: sorts the units into the grid where a query would have to look
 * at all of them. They may move in memory. */
SIDLE_INTERNAL void search_sort(sidle_world *world);

/* Does a disc overlap any unit that passes the filter, or its place when the filter is about
 * places, by more than places may overlap? */
SIDLE_INTERNAL bool search_overlaps(const sidle_world *world, const sidle_filter *filter,
                                    sidle_vec2 centre, float radius);

/* Is there no such part or motion, or are there no such numbers? NULL is a filter. */
SIDLE_INTERNAL sidle_result search_filter_refusal(const sidle_filter *f);

/* Does the unit pass the filter? Then its hit is complete. */
SIDLE_INTERNAL bool search_passes_filter(const sidle_world *world, const sidle_filter *f,
                                         const unit *u, float distance, sidle_hit *hit);

/* Are the points and the length finite, and within SIDLE_QUERY_EXTENT? */
SIDLE_INTERNAL sidle_result search_shape_refusal(sidle_vec2 a, sidle_vec2 b, float length);

/* Where a disc meets terrain on a straight way: sidle_query_terrain, unchecked. */
SIDLE_INTERNAL void search_wall(const sidle_world *world, sidle_vec2 from, sidle_vec2 to,
                                float radius, uint32_t passable, sidle_wall *wall);

static inline bool is_stray(const bodies *b, uint32_t k) {
    for (uint32_t n = 0; n < b->stray_count; n++)
        if (b->strays[n] == k) return true;
    return false;
}

/* The window for a box, which may lie outside the map and be of any size; empty: y0 > y1. */
static inline window search_window(const sidle_world *world, sidle_vec2 low, sidle_vec2 high) {
    const bodies *b = &world->bodies;
    float wide = (float)world->terrain.width * world->terrain.cell;
    float tall = (float)world->terrain.height * world->terrain.cell;
    if (low.x > wide || low.y > tall || high.x < 0 || high.y < 0) return (window){0, 0, -1, -1};
    low = vec(max_float(low.x, 0), max_float(low.y, 0));
    high = vec(min_float(high.x, wide), min_float(high.y, tall));
    window w = grid_window_of_box(b, low, high);
    return (window){min_int(w.x0, b->width - 1), min_int(w.y0, b->height - 1), w.x1, w.y1};
}

#endif
