/* A list of points that a unit goes along, in memory of the host's allocator that is kept for the
 * next one. */
#ifndef SIDLE_ROUTE_H
#define SIDLE_ROUTE_H

#include "memory.h"
#include "vec.h"

typedef struct route {
    sidle_vec2 *points;
    uint32_t count, room, next;
} route;

/* Room for so many points; the present ones are kept. False: no memory, nothing changed. */
static inline bool route_reserve(const sidle_allocator *alloc, route *r, uint32_t count) {
    if (count <= r->room) return true;
    void *points = r->points;
    if (!memory_grow(alloc, &points, r->room * sizeof *r->points, r->count * sizeof *r->points,
                     count * sizeof *r->points))
        return false;
    r->points = points;
    r->room = count;
    return true;
}

/* Copies the points; there is room for them. */
static inline void route_fill(route *r, const sidle_vec2 *points, uint32_t count) {
    if (count) memcpy(r->points, points, count * sizeof *points);
    r->count = count;
    r->next = 0;
}

static inline void route_free(const sidle_allocator *alloc, const route *r) {
    memory_give(alloc, r->points, r->room * sizeof *r->points);
}

#endif
