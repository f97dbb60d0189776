/* Queries: which units are where, and where there is room for one.
 *
 * A query uses the spatial grid of the world, so its cost depends on the units nearby, not on all
 * of them. It may be made at any time between two steps, and sees units that the host has just
 * created, destroyed or teleported; after more than 64 of these, and until the next step, it looks
 * at all units. Several threads may make queries at once while no call changes the world.
 */
#ifndef SIDLE_QUERY_H
#define SIDLE_QUERY_H

#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- which units ---- */

/* The part of a unit that must lie inside the shape. */
typedef enum sidle_part {
    SIDLE_PART_CENTRE, /* its position */
    SIDLE_PART_DISC,   /* any part of its disc; touching is enough */
    SIDLE_PART_PLACE,  /* any part of its disc when it stands on its place (sidle_unit_state.place).
                          A unit without a place is not found */
    SIDLE_PART_COUNT
} sidle_part;

/* Units at rest, or under way: a unit is under way while its order requires it to be elsewhere. */
typedef enum sidle_motion_kind {
    SIDLE_MOTION_ANY,
    SIDLE_MOTION_RESTS,
    SIDLE_MOTION_UNDER_WAY,
    SIDLE_MOTION_COUNT
} sidle_motion_kind;

/* A unit that a query has found. */
typedef struct sidle_hit {
    sidle_unit_id unit;
    uint64_t user;       /* of the unit's definition */
    sidle_vec2 position; /* u */
    float distance;      /* u, 0 or more; each query says what it measures */
    float radius;        /* u, of the unit's disc */
    uint32_t team, rank;
} sidle_hit;

/* A filter: a query finds the units that pass every field. All zeros, or NULL in place of a filter,
 * pass all units. */
typedef struct sidle_filter {
    uint64_t teams;       /* SIDLE_TEAM(...) | ...; 0: all */
    uint32_t layers;      /* 1u << layer | ...; 0: all */
    uint32_t part;        /* sidle_part */
    uint32_t motion;      /* sidle_motion_kind */
    uint32_t through;     /* SIDLE_PASS(...) | ...: a ray ends at a cell of another class; 0: a ray
                             ignores terrain. Other queries ignore this field */
    sidle_unit_id except; /* leaves this unit out, such as the shooter; null: leaves none out */
    /* Called last, in no particular order, perhaps twice for one unit; NULL: all pass. It may read
     * the world, but not change it. */
    bool (*accept)(void *context, const sidle_hit *hit);
    void *context;
} sidle_filter;

/* Largest absolute coordinate, and largest length, in a query, u: more than any world. */
#define SIDLE_QUERY_EXTENT (8 * SIDLE_MAX_EXTENT)

/* The queries below write at most `capacity` hits to the host's array (which may be NULL when
 * capacity is 0): the first ones by distance, then by rank, both ascending. *count becomes the
 * number of units found, which may exceed the capacity. Points may lie outside the map. Errors:
 * ARGUMENT (a null pointer, a negative length, a number beyond SIDLE_QUERY_EXTENT, a filter with an
 * unknown part, motion or class), NOT_FINITE; then nothing is written. */

/* Units in a disc. distance: from the centre to the unit's centre; with SIDLE_PART_DISC and
 * SIDLE_PART_PLACE to the rim of its disc (0 inside). */
SIDLE_API sidle_result sidle_query_disc(const sidle_world *world, sidle_vec2 centre, float radius,
                                        const sidle_filter *filter, sidle_hit *hits,
                                        uint32_t capacity, uint32_t *count);

/* Units in the box from the corner `low` (smaller x and y) to `high`. distance is 0: the hits are
 * ordered by rank. Errors also: ARGUMENT (low beyond high). */
SIDLE_API sidle_result sidle_query_box(const sidle_world *world, sidle_vec2 low, sidle_vec2 high,
                                       const sidle_filter *filter, sidle_hit *hits,
                                       uint32_t capacity, uint32_t *count);

/* Units that a disc of this radius (0: a point) touches on its way from one point to the other; it
 * ends at terrain if filter.through is set. filter.part is ignored. distance: along the way to the
 * first touch (0: at the start). */
SIDLE_API sidle_result sidle_query_ray(const sidle_world *world, sidle_vec2 from, sidle_vec2 to,
                                       float radius, const sidle_filter *filter, sidle_hit *hits,
                                       uint32_t capacity, uint32_t *count);

/* Obstacles for a pathfinder beside terrain: units at rest in the disc that make no room for this
 * unit. They are enemies, units that hold or are stunned, and units whose give_way leaves this one
 * out. distance: from the centre to the rim of the unit's disc. Close the cells where the disc of
 * this unit would overlap an obstacle. The unit may still push through obstacles that its profile
 * allows. Errors also: STALE, STOWED. */
SIDLE_API sidle_result sidle_query_obstacles(const sidle_world *world, sidle_unit_id id,
                                             sidle_vec2 centre, float radius, sidle_hit *hits,
                                             uint32_t capacity, uint32_t *count);

/* Where a disc meets terrain. */
typedef struct sidle_wall {
    bool hit;          /* it meets a cell; else the fields describe the end of the way */
    float distance;    /* u, along the way */
    float share;       /* of the way, 0 .. 1 */
    sidle_vec2 point;  /* u, the centre of the disc where it meets the cell */
    sidle_vec2 normal; /* of length 1, from the cell to the disc; 0 if the way begins outside the
                          map, or without a hit */
    int32_t x, y;      /* the cell; outside the map -1, or the map's width or height */
    sidle_terrain terrain; /* its class; SIDLE_TERRAIN_VOID outside the map, or without a hit */
} sidle_wall;

/* Raycast on terrain, for a line of sight or a projectile: the first cell that a disc of this
 * radius (0: a point) meets on its way from one point to the other, and whose class is not in
 * `passable` (SIDLE_PASS(...) | ...). Everything outside the map is such a cell. A touch is not a
 * hit: a point may move along the side of a wall, or between two cells that touch at a corner. The
 * cost grows with the length and the radius. Errors: ARGUMENT (a null pointer, unknown classes, a
 * negative radius, a number beyond SIDLE_QUERY_EXTENT), NOT_FINITE; then *wall is unchanged. */
SIDLE_API sidle_result sidle_query_terrain(const sidle_world *world, sidle_vec2 from, sidle_vec2 to,
                                           float radius, uint32_t passable, sidle_wall *wall);

/* The units nearest to the point, at most `capacity` of them and at most `reach` (u) away. distance
 * as for sidle_query_disc. *count is the number of hits written. If no unit nearby passes the
 * filter, the cost grows with the number of units within reach. */
SIDLE_API sidle_result sidle_query_nearest(const sidle_world *world, sidle_vec2 point, float reach,
                                           const sidle_filter *filter, sidle_hit *hits,
                                           uint32_t capacity, uint32_t *count);

/* ---- free places ---- */

/* The point nearest to this one, at most `reach` (u) away, where a disc of the profile fits on the
 * terrain and overlaps no unit of its layer that passes the filter (NULL: units are ignored). With
 * SIDLE_PART_PLACE it overlaps none of their places, either: it is free to rest on. Touching is
 * allowed (SIDLE_PLACES_TOUCH). With a reach of 0 the call tells whether the point itself is free.
 * In a corner, or among units, the result may be up to half a cell farther than the nearest point
 * there is. The cost grows with the number of cells up to the result. Errors: ARGUMENT (a null
 * pointer, a negative reach, a number beyond SIDLE_QUERY_EXTENT, a wrong filter), NOT_FINITE, STALE
 * (profile), NO_ROOM (nothing is free within reach). Then *place is unchanged. */
SIDLE_API sidle_result sidle_world_nearest_fit(const sidle_world *world, sidle_profile_id profile,
                                               sidle_vec2 point, float reach,
                                               const sidle_filter *clear_of, sidle_vec2 *place);

/* sidle_unit_go and sidle_unit_set_path for a goal where the unit may not be able to stand. The
 * unit goes to the point nearest to the goal, at most `reach` (u) from it, that is free as for
 * sidle_world_nearest_fit and that it can reach in a straight line from the last waypoint (without
 * waypoints: from its position). *place, which may be NULL, becomes that point, and so does the
 * goal of the unit. Errors: those of sidle_unit_go, sidle_unit_set_path and
 * sidle_world_nearest_fit; NO_ROOM: there is no such point. */
SIDLE_API sidle_result sidle_unit_go_near(sidle_world *world, sidle_unit_id id, sidle_vec2 goal,
                                          const sidle_vec2 *waypoints, uint32_t count, float reach,
                                          const sidle_filter *clear_of, sidle_vec2 *place);

/* sidle_unit_teleport and sidle_unit_unstow to the free point nearest to the position, as for
 * sidle_world_nearest_fit: with a filter of all zeros it is free of units. It may lie behind a
 * wall. *place, which may be NULL, becomes that point. Errors: those of sidle_unit_teleport,
 * sidle_unit_unstow and sidle_world_nearest_fit; NO_ROOM: there is no such point. */
SIDLE_API sidle_result sidle_unit_teleport_near(sidle_world *world, sidle_unit_id id,
                                                sidle_vec2 position, float reach,
                                                const sidle_filter *clear_of, sidle_vec2 *place);
SIDLE_API sidle_result sidle_unit_unstow_near(sidle_world *world, sidle_unit_id id,
                                              sidle_vec2 position, float reach,
                                              const sidle_filter *clear_of, sidle_vec2 *place);

/* ---- buildings ---- */

/* The units for which sidle_world_set_cells returns NO_ROOM: those in the rectangle that cannot
 * pass the class. distance is 0: the hits are ordered by rank. filter.part is ignored. Errors:
 * those of sidle_world_set_cells and sidle_query_disc. */
SIDLE_API sidle_result sidle_query_cells(const sidle_world *world, uint32_t x, uint32_t y,
                                         uint32_t width, uint32_t height, sidle_terrain terrain,
                                         const sidle_filter *filter, sidle_hit *hits,
                                         uint32_t capacity, uint32_t *count);

/* Orders the units in the rectangle to leave it. A unit at rest, even one that holds, goes to the
 * nearest free place beside the rectangle, at most `reach` (u) away; a place in its sight is
 * preferred. A unit whose goal lies in the rectangle goes to the free place nearest to that goal.
 * A unit goes into a pocket that the rectangle will close only if there is no other place: into a
 * region that then ends within about `reach` of it; if all regions do, the largest one is no
 * pocket. All other units keep their orders. *count becomes the number of units that are in the
 * rectangle now. Call this each second or so until the count is 0, then set the cells at once.
 * Errors: those of sidle_query_cells; MEMORY; NO_ROOM when there is no free place for one of the
 * units: then no order is given. */
SIDLE_API sidle_result sidle_world_vacate(sidle_world *world, uint32_t x, uint32_t y,
                                          uint32_t width, uint32_t height, sidle_terrain terrain,
                                          float reach, uint32_t *count);

/* ---- congestion ---- */

/* The traffic in one cell of a coarse grid over the map, for the costs of a pathfinder. */
typedef struct sidle_congestion {
    uint32_t units;    /* number of units whose centre lies in the cell */
    uint32_t resting;  /* number of these at rest */
    uint32_t held;     /* number of these under way at up to a quarter of their top speed */
    sidle_vec2 flow;   /* u/s, mean made velocity of those under way */
    sidle_vec2 wanted; /* u/s, mean velocity of those under way if nobody were in their way: top
                          speed towards their next point */
} sidle_congestion;

/* Sums up the units that pass the filter (filter.part is ignored) in square cells of this side, at
 * least one cell of the map: row by row, the first cell at the corner 0,0. *columns and *rows
 * become the size of the grid; with the capacity 0 nothing else is written. The result is the same
 * bits on every machine: velocities are rounded (where 300 units share a cell, to 1/16384 of the
 * speed of the fastest unit). The cost grows with the units and the cells: call it each second or
 * so, not each tick. Errors: ARGUMENT (a null pointer, a side below a cell of the map, a capacity
 * above 0 and below columns * rows, a wrong filter), NOT_FINITE; then nothing is written. */
SIDLE_API sidle_result sidle_query_congestion(const sidle_world *world, float side,
                                              const sidle_filter *filter, sidle_congestion *cells,
                                              size_t capacity, uint32_t *columns, uint32_t *rows);

#ifdef __cplusplus
}
#endif

#endif
