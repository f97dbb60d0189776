/* A route is the list of points of a path or of a patrol, in one block of memory. The block is kept
 * for the next route of the same unit, so that new paths seldom allocate. */
#ifndef SIDLE_ROUTE_H
#define SIDLE_ROUTE_H

#include "base/memory.h"
#include "base/vec.h"

#include <assert.h>

typedef struct route {
    uint32_t count;      /* points, <= room */
    uint32_t room;       /* points for which there is memory; 0 only in NO_ROUTE */
    uint32_t next;       /* index of the point to go to, <= count */
    uint32_t passed;     /* points passed that the host has not been told of, <= next */
    sidle_vec2 points[]; /* u */
} route;

/* A unit without a route points here. It is never written to. */
SIDLE_INTERNAL_DATA const route NO_ROUTE;

static inline size_t route_bytes(uint32_t room) {
    return sizeof(route) + room * sizeof(sidle_vec2);
}

static inline void route_free(const sidle_allocator *alloc, route *r) {
    if (r->room) release(alloc, r, route_bytes(r->room));
}

/* Makes room for so many points; a route that has to grow for that is empty then. False: no memory,
 * and nothing has changed. */
static inline bool route_reserve(const sidle_allocator *alloc, route **r, uint32_t count) {
    if (count <= (*r)->room) return true;
    route *grown = allocate(alloc, route_bytes(count));
    if (!grown) return false;
    *grown = (route){.room = count};
    route_free(alloc, *r);
    *r = grown;
    return true;
}

/* Sets the points, for which there is room. */
static inline void route_fill(route *r, const sidle_vec2 *points, uint32_t count) {
    assert(count <= r->room);
    if (!r->room) return;
    if (count) memcpy(r->points, points, count * sizeof *points);
    r->count = count;
    r->next = r->passed = 0;
}

static inline void route_clear(route *r) {
    if (r->room) r->count = r->next = r->passed = 0;
}

#endif
