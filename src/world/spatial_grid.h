/* Units sorted by place, and who is near. See nearby.c. */
#ifndef SIDLE_NEARBY_H
#define SIDLE_NEARBY_H

#include "base/vec.h"
#include "world/state.h"

/* Makes world->bodies ready for searches: what units may know of each other, sorted by place.
 * Errors: MEMORY, only after units were created. */
SIDLE_INTERNAL sidle_result grid_sort(sidle_world *world);

/* Copies what others may know of the unit, which a tick has moved. */
SIDLE_INTERNAL void grid_copy_body(sidle_world *world, uint32_t k);

/* The host has changed a unit that stays where it is. */
SIDLE_INTERNAL void grid_body_changed(sidle_world *world, const unit *u);

/* All have moved; world->sums says how far. */
SIDLE_INTERNAL void grid_moved(sidle_world *world);

/* A rectangle of buckets, both ends included. */
typedef struct window {
    int32_t x0, y0, x1, y1;
} window;

/* The buckets that hold every body whose centre is in the box. */
static inline window grid_window_of_box(const bodies *c, sidle_vec2 low, sidle_vec2 high) {
    float scale = c->per_bucket, more = c->drift;
    return (window){max_int((int32_t)((low.x - more) * scale), 0),
                    max_int((int32_t)((low.y - more) * scale), 0),
                    min_int((int32_t)((high.x + more) * scale), c->width - 1),
                    min_int((int32_t)((high.y + more) * scale), c->height - 1)};
}

/* The same for every body whose centre is within reach (u) of the point. */
static inline window grid_window(const bodies *c, sidle_vec2 point, float reach) {
    return grid_window_of_box(c, vec(point.x - reach, point.y - reach),
                              vec(point.x + reach, point.y + reach));
}

/* The bodies of one row of a window lie side by side. */
static inline uint32_t grid_row_first(const bodies *c, window w, int32_t y) {
    return c->starts[y * c->width + w.x0];
}
static inline uint32_t grid_row_end(const bodies *c, window w, int32_t y) {
    return c->starts[y * c->width + w.x1 + 1];
}

#endif
