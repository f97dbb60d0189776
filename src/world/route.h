/* A route is the list of points of a path or of a patrol, in one block of memory. The block is kept
 * for the next route of the same unit, so that new paths seldom allocate. */
#ifndef SIDLE_ROUTE_H
#define SIDLE_ROUTE_H

#include "base/memory.h"
#include "base/vec.h"

#include <assert.h>

typedef struct route {
    uint64_t sum;        /* of the points, for the hash; 0: there are none */
    int64_t ahead;       /* last places: the way from the next point to the last one */
    float last_place;    /* u, of the largest coordinate; a power of two */
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

/* Makes room for so many points, and keeps the old points. No decision may depend on the room: a
 * loaded route has just enough. False: no memory, and nothing has changed. */
static inline bool route_reserve(const sidle_allocator *alloc, route **r, uint32_t count) {
    if (count <= (*r)->room) return true;
    route *grown = allocate(alloc, route_bytes(count));
    if (!grown) return false;
    memcpy(grown, *r, route_bytes((*r)->count));
    grown->room = count;
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

/* Mathematics: last places in the power of two that is no smaller than a coordinate. */
#define LAST_PLACES 16777216.0f

/* Ways along a route are summed in whole numbers, of the last place of its largest coordinate. What
 * is left of such a sum is the sum of what is left, to the last bit, so a route that was loaded has
 * the same one, and so has a route in a world of another scale. */
static inline void route_measure(route *r) {
    float largest = 0;
    for (uint32_t n = 0; n < r->count; n++)
        largest = max_float(largest, max_float(r->points[n].x, r->points[n].y));
    /* A last place below FLT_MIN would be 0, or lose its own last places. */
    r->last_place = power_of_two(max_float(largest, FLT_MIN * LAST_PLACES)) / LAST_PLACES;
}

/* The way from a point to the next one; from the last point on it is 0. */
static inline int64_t route_leg(const route *r, uint32_t n) {
    if (n + 1 >= r->count) return 0;
    return (int64_t)(vec_distance(r->points[n], r->points[n + 1]) / r->last_place);
}

/* The unit goes to that point next, which is at most `count`. */
static inline void route_go_to(route *r, uint32_t next) {
    r->next = next;
    r->ahead = 0;
    for (uint32_t n = next; n < r->count; n++) r->ahead += route_leg(r, n);
}

/* The unit has passed the next point. */
static inline void route_pass(route *r) {
    r->ahead -= route_leg(r, r->next);
    r->next++;
}

/* u: the way from the next point to the last one. */
static inline float route_ahead(const route *r) {
    return (float)r->ahead * r->last_place;
}

/* The points were written. No other function writes them afterwards. */
static inline void route_filled(route *r, uint32_t count) {
    assert(count <= r->room);
    r->count = count;
    r->passed = 0;
    r->sum = route_sum(r);
    route_measure(r);
    route_go_to(r, 0);
}

/* Sets the points, for which there is room. */
static inline void route_fill(route *r, const sidle_vec2 *points, uint32_t count) {
    if (!r->room) return;
    if (count) memcpy(r->points, points, count * sizeof *points);
    route_filled(r, count);
}

static inline void route_clear(route *r) {
    if (!r->room) return;
    r->count = r->passed = 0;
    r->sum = 0;
    route_go_to(r, 0);
}

#endif
