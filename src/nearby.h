/* Units sorted by place, and who is near. See nearby.c. */
#ifndef SIDLE_NEARBY_H
#define SIDLE_NEARBY_H

#include "state.h"
#include "vec.h"

/* Copies what units may know of each other into world->crowd. Errors: MEMORY, only after units were
 * created. */
sidle_result nearby_sort(sidle_world *world);

/* A rectangle of buckets, both ends included. */
typedef struct window {
    int32_t x0, y0, x1, y1;
} window;

/* The buckets that hold every body whose centre is within reach (u) of the point. */
static inline window nearby_window(const crowd *c, sidle_vec2 point, float reach) {
    float scale = 1.0f / c->bucket;
    return (window){max_int((int32_t)((point.x - reach) * scale), 0),
                    max_int((int32_t)((point.y - reach) * scale), 0),
                    min_int((int32_t)((point.x + reach) * scale), c->width - 1),
                    min_int((int32_t)((point.y + reach) * scale), c->height - 1)};
}

/* The bodies of one row of a window lie side by side. */
static inline uint32_t nearby_first(const crowd *c, window w, int32_t y) {
    return c->starts[y * c->width + w.x0];
}
static inline uint32_t nearby_end(const crowd *c, window w, int32_t y) {
    return c->starts[y * c->width + w.x1 + 1];
}

#endif
