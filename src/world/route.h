/* A route is the list of points of a path or of a patrol, in one block of memory. The block is kept
 * for the next route of the same unit, so that new paths seldom allocate. */
#ifndef SIDLE_ROUTE_H
#define SIDLE_ROUTE_H

#include "base/memory.h"
#include "base/vec.h"

#include <assert.h>

typedef struct route {
    uint64_t sum;        /* of the points, for the hash; 0: there are none */
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

/* The sum that the points should have. */
static inline uint64_t route_sum(const route *r) {
    uint64_t sum = 0;
    for (uint32_t n = 0; n < r->count; n++)
        sum = ((sum << 23 | sum >> 41) + load_pair(&r->points[n])) * 0x9e3779b97f4a7c15u;
    return sum;
}

/* The points were written. No other function writes them afterwards. */
static inline void route_filled(route *r, uint32_t count) {
    assert(count <= r->room);
    r->count = count;
    r->next = r->passed = 0;
    r->sum = route_sum(r);
}

/* Sets the points, for which there is room. */
static inline void route_fill(route *r, const sidle_vec2 *points, uint32_t count) {
    if (!r->room) return;
    if (count) memcpy(r->points, points, count * sizeof *points);
    route_filled(r, count);
}

static inline void route_clear(route *r) {
    if (!r->room) return;
    r->count = r->next = r->passed = 0;
    r->sum = 0;
}

#endif
