/* A list of points that a unit goes along, in memory of the host's allocator that is kept for the
 * next one. */
#ifndef SIDLE_ROUTE_H
#define SIDLE_ROUTE_H

#include "base/memory.h"
#include "base/vec.h"

typedef struct route {
    uint32_t count, room, next;
    sidle_vec2 points[];
} route;

/* The route of who has none: nobody writes to it. */
SIDLE_INTERNAL_DATA const route NO_ROUTE;

static inline size_t route_bytes(uint32_t room) {
    return sizeof(route) + room * sizeof(sidle_vec2);
}

static inline void route_free(const sidle_allocator *alloc, route *r) {
    if (r->room) release(alloc, r, route_bytes(r->room));
}

/* Makes the route one with room for so many points; where it has to grow for that, it is empty
 * then. False: no memory, nothing changed. */
static inline bool route_reserve(const sidle_allocator *alloc, route **r, uint32_t count) {
    if (count <= (*r)->room) return true;
    route *grown = allocate(alloc, route_bytes(count));
    if (!grown) return false;
    *grown = (route){.room = count};
    route_free(alloc, *r);
    *r = grown;
    return true;
}

/* Copies the points; there is room for them. */
static inline void route_fill(route *r, const sidle_vec2 *points, uint32_t count) {
    if (!r->room) return;
    if (count) memcpy(r->points, points, count * sizeof *points);
    r->count = count;
    r->next = 0;
}

static inline void route_clear(route *r) {
    if (r->room) r->count = r->next = 0;
}

#endif
