/* The spatial grid: bodies sorted by position, and windows of buckets to search. See
 * spatial_grid.c.
 */
#ifndef SIDLE_SPATIAL_GRID_H
#define SIDLE_SPATIAL_GRID_H

#include "base/vec.h"
#include "world/state.h"

/* Makes world->bodies ready for searches: sorts units and bodies if that is due, and copies what
 * bodies show of their units. Errors: MEMORY, only after units were created. */
SIDLE_INTERNAL sidle_result grid_sort(sidle_world *world);

/* What searches and contacts filter body k by, as its unit is now: see bodies.filter_bits. */
SIDLE_INTERNAL uint16_t grid_filter_bits(const sidle_world *world, uint32_t k);

/* Copies into body k what others may know of its unit, which has changed, and adds to the sum of
 * its part what the next tick has to know of it. */
SIDLE_INTERNAL void grid_renew_body(sidle_world *world, uint32_t k, part_sum *sum);

/* The host has changed a unit, but not its position. */
SIDLE_INTERNAL void grid_body_changed(sidle_world *world, const unit *u);

/* Unit k is no longer where the last sort has put it: it is new, it has taken the index of a unit
 * that was destroyed, or the host has teleported it. */
SIDLE_INTERNAL void grid_stray(sidle_world *world, uint32_t k);

/* Since the last sort the arrays of the bodies have lost what they hold. */
SIDLE_INTERNAL void grid_forget(sidle_world *world);

/* The units of a tick have moved: adds to the drift of the bodies what world->sums says. */
SIDLE_INTERNAL void grid_moved(sidle_world *world);

/* A rectangle of buckets, both ends included. */
typedef struct window {
    int32_t x0, y0, x1, y1;
} window;

/* The buckets that hold every body whose centre is in the box; none of a row for a box that lies
 * beside the map. */
static inline window grid_window_of_box(const bodies *b, sidle_vec2 low, sidle_vec2 high) {
    float scale = b->per_bucket, more = b->drift;
    return (window){min_int(max_int((int32_t)((low.x - more) * scale), 0), b->width),
                    max_int((int32_t)((low.y - more) * scale), 0),
                    min_int((int32_t)((high.x + more) * scale), b->width - 1),
                    min_int((int32_t)((high.y + more) * scale), b->height - 1)};
}

/* The buckets that hold every body whose centre is within `distance` (u) of the point. */
static inline window grid_window(const bodies *b, sidle_vec2 point, float distance) {
    return grid_window_of_box(b, vec(point.x - distance, point.y - distance),
                              vec(point.x + distance, point.y + distance));
}

/* The buckets that lie in both windows. */
static inline window window_common(window a, window b) {
    return (window){max_int(a.x0, b.x0), max_int(a.y0, b.y0), min_int(a.x1, b.x1),
                    min_int(a.y1, b.y1)};
}

/* The bodies of one row of buckets stand in one run: the first one, and the one after the last. */
static inline uint32_t grid_run_first(const bodies *b, window w, int32_t y) {
    return b->starts[y * b->width + w.x0];
}
static inline uint32_t grid_run_end(const bodies *b, window w, int32_t y) {
    return b->starts[y * b->width + w.x1 + 1];
}

/* Visits each body k in the buckets of a window, bucket row by bucket row. `break` leaves one row
 * only.
 */
#define FOR_EACH_BODY(b, w, k)                                                                     \
    for (int32_t k##_row = (w).y0; k##_row <= (w).y1; k##_row++)                                   \
        for (uint32_t k = grid_run_first(b, w, k##_row), k##_end = grid_run_end(b, w, k##_row);    \
             k < k##_end; k++)

#endif
