/* Questions about where units are, and where there is room for one.
 *
 * Each question is answered from the order in which the world keeps its units anyway, so it costs
 * what lies near and not what lives. It may be asked at any time between two steps: units that the
 * host has just created, destroyed or teleported are seen as they are now. A question changes
 * nothing that can be seen of the world. It may sort units in memory, after the host has created,
 * destroyed or teleported some: then one thread alone may ask. Otherwise several threads may ask at
 * once, as long as none changes the world. */
#ifndef SIDLE_QUERY_H
#define SIDLE_QUERY_H

#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- which units ---- */

/* What of a unit has to lie inside the shape. */
typedef enum sidle_part {
    SIDLE_PART_CENTRE, /* its position */
    SIDLE_PART_DISC,   /* any part of its disc; touching is enough */
    SIDLE_PART_PLACE, /* any part of its disc on its place (sidle_unit_state.place): where it rests,
                         or will rest. A unit that has no place yet is in no shape */
    SIDLE_PART_COUNT
} sidle_part;

/* Units at rest, or units under way; a unit rests when it has no order that wants it elsewhere. */
typedef enum sidle_motion_kind {
    SIDLE_MOTION_ANY,
    SIDLE_MOTION_RESTS,
    SIDLE_MOTION_UNDER_WAY,
    SIDLE_MOTION_COUNT
} sidle_motion_kind;

/* A unit that a question has found. */
typedef struct sidle_hit {
    sidle_unit_id unit;
    uint64_t user;       /* of the unit's definition */
    sidle_vec2 position; /* u */
    float distance;      /* u, >= 0; from where to where stands with each question */
    float radius;        /* u, of the unit's disc */
    uint32_t team, rank;
} sidle_hit;

/* Which units a question is about: those that pass each line. All zeros, or NULL in place of a
 * filter, passes all units. */
typedef struct sidle_filter {
    uint64_t teams;   /* SIDLE_TEAM(...) | ...; 0: all */
    uint32_t layers;  /* 1u << layer | ...; 0: all */
    uint32_t part;    /* sidle_part */
    uint32_t motion;  /* sidle_motion_kind */
    uint32_t through; /* SIDLE_PASS(...) | ...: a ray ends where it meets a cell of another class;
                         0: terrain aside. Of other questions it says nothing */
    sidle_unit_id except; /* this unit is left out, such as the one that asks; null: none is */
    /* Asked last, in no particular order, perhaps twice for one unit; NULL: yes. It may read the
     * world, and must not change it. */
    bool (*accept)(void *context, const sidle_hit *hit);
    void *context;
} sidle_filter;

/* Largest coordinate, either way, and largest length in a question, in u: more than any world. */
#define SIDLE_QUERY_EXTENT (8 * SIDLE_MAX_EXTENT)

/* The questions below write at most `capacity` hits to the host's array (which may be NULL when
 * capacity is 0), by distance and then by rank, both ascending: if there are more, the first ones
 * in this order. *count becomes the number of units found, which may exceed the capacity.
 * Errors: ARGUMENT (a null pointer, a negative length, what is beyond SIDLE_QUERY_EXTENT, a filter
 * with an unknown part, motion or class), NOT_FINITE; then nothing is written. Points may lie
 * outside the map. */

/* Units in a disc. distance: from the centre to the unit's centre, or to the rim of its disc when
 * the filter is about discs or places (0 inside). */
SIDLE_API sidle_result sidle_query_disc(const sidle_world *world, sidle_vec2 centre, float radius,
                                        const sidle_filter *filter, sidle_hit *hits,
                                        uint32_t capacity, uint32_t *count);

/* Units in the box from the corner `low` (smaller x and y) to `high`. distance is 0, so that the
 * hits come by rank. Errors also: ARGUMENT (low beyond high). */
SIDLE_API sidle_result sidle_query_box(const sidle_world *world, sidle_vec2 low, sidle_vec2 high,
                                       const sidle_filter *filter, sidle_hit *hits,
                                       uint32_t capacity, uint32_t *count);

/* Units whose discs a disc of this radius (0: a point) would touch on its way from one point to the
 * other, as far as terrain lets it if the filter says through what. The part of the filter says
 * nothing here. distance: along the way, to where it first touches (0: it touches at the start). */
SIDLE_API sidle_result sidle_query_ray(const sidle_world *world, sidle_vec2 from, sidle_vec2 to,
                                       float radius, const sidle_filter *filter, sidle_hit *hits,
                                       uint32_t capacity, uint32_t *count);

/* What a pathfinder has to plan round beside terrain: the units at rest that make no room for this
 * unit, and whose discs meet the disc: enemies, those that hold or are stunned, and those whose
 * profile gives way to others alone. distance: from the centre to the rim of the disc. A cell is
 * closed where a disc of the unit would overlap one of them; the unit can still push through
 * those that its profile says. Errors also: STALE, STOWED. */
SIDLE_API sidle_result sidle_query_obstacles(const sidle_world *world, sidle_unit_id id,
                                             sidle_vec2 centre, float radius, sidle_hit *hits,
                                             uint32_t capacity, uint32_t *count);

/* Where a disc meets terrain. */
typedef struct sidle_wall {
    bool hit;          /* it meets a cell; else the rest is about the end of the way */
    float distance;    /* u, along the way */
    float share;       /* of the way, 0 .. 1 */
    sidle_vec2 point;  /* u, the centre of the disc where it meets the cell */
    sidle_vec2 normal; /* of length 1, from the cell to the disc; 0 if it begins outside the map, or
                          nothing is hit */
    int32_t x, y; /* the cell; beyond the map, or where nothing is hit, -1 or the map's width or
                     height */
    sidle_terrain terrain; /* its class; SIDLE_VOID beyond the map, or where nothing is hit */
} sidle_wall;

/* The first cell of no class of `passable` (SIDLE_PASS(...) | ...) that a disc of this radius (0: a
 * point) meets on its way from one point to the other: a shot, a line of sight, the way of a
 * projectile. What is beyond the map counts as such a cell. To touch is not to meet: a point that
 * moves along the side of a wall, or through the point where two cells touch at their corners,
 * passes. The cost grows with the length and the radius. Errors: ARGUMENT (a null pointer, unknown
 * classes, a negative radius, what is beyond SIDLE_QUERY_EXTENT), NOT_FINITE; then *wall stays as
 * it was. */
SIDLE_API sidle_result sidle_query_terrain(const sidle_world *world, sidle_vec2 from, sidle_vec2 to,
                                           float radius, uint32_t passable, sidle_wall *wall);

/* The `capacity` units nearest to the point, at most `reach` (u) away. distance as in a disc.
 * *count is the number of hits written. Without a hit nearby the cost grows with the number of
 * units within reach. */
SIDLE_API sidle_result sidle_query_nearest(const sidle_world *world, sidle_vec2 point, float reach,
                                           const sidle_filter *filter, sidle_hit *hits,
                                           uint32_t capacity, uint32_t *count);

/* ---- which place ---- */

/* The place nearest to the point, at most `reach` (u) away, where a disc of the profile fits: on
 * terrain, and clear of all units on its layer that pass the filter (NULL: of none), or of their
 * places when the filter is about places: so with SIDLE_PART_PLACE it is a place that is free.
 * Touching is fitting (SIDLE_PLACES_TOUCH). The point itself, if it fits; with a reach of 0 the
 * answer is whether it does. Before a straight wall the place is the nearest there is;
 * in a corner, or among units, one that is nearer by half a cell or less may be missed. Among
 * equal ones the terrain decides, and nothing else. The cost grows with the cells up to the place.
 * Errors: ARGUMENT (a null pointer, a negative reach, what is beyond SIDLE_QUERY_EXTENT, a wrong
 * filter), NOT_FINITE, STALE (profile), NO_ROOM (there is none within reach). Then *place stays as
 * it was. */
SIDLE_API sidle_result sidle_world_nearest_fit(const sidle_world *world, sidle_profile_id profile,
                                               sidle_vec2 point, float reach,
                                               const sidle_filter *clear_of, sidle_vec2 *place);

/* As sidle_unit_go with these waypoints, for a goal where the unit may not be able to stand: the
 * unit goes to the place nearest to the goal, at most `reach` (u) from it, that
 * sidle_world_nearest_fit would give and that it can reach straight from the last waypoint, or from
 * where it is without waypoints. *place, which may be NULL, tells where that is, and so does the
 * goal of the unit's state; it is the goal itself if the unit can stand there and reach it. Errors:
 * those of sidle_unit_go, sidle_unit_path and sidle_world_nearest_fit; NO_ROOM: no such place. */
SIDLE_API sidle_result sidle_unit_go_near(sidle_world *world, sidle_unit_id id, sidle_vec2 goal,
                                          const sidle_vec2 *waypoints, uint32_t count, float reach,
                                          const sidle_filter *clear_of, sidle_vec2 *place);

/* As sidle_unit_teleport and sidle_unit_unstow, to the place nearest to the position that
 * sidle_world_nearest_fit would give: with a filter of all zeros, one that is free of units. It may
 * be behind a wall. *place, which may be NULL, tells where that is. Errors: those of both calls;
 * NO_ROOM: no such place. */
SIDLE_API sidle_result sidle_unit_teleport_near(sidle_world *world, sidle_unit_id id,
                                                sidle_vec2 position, float reach,
                                                const sidle_filter *clear_of, sidle_vec2 *place);
SIDLE_API sidle_result sidle_unit_unstow_near(sidle_world *world, sidle_unit_id id,
                                              sidle_vec2 position, float reach,
                                              const sidle_filter *clear_of, sidle_vec2 *place);

/* ---- buildings ---- */

/* The units for which sidle_world_set_cells says NO_ROOM: those in the rectangle that cannot pass
 * the class. distance is 0, so that they come by rank; of the filter the part says nothing here.
 * Errors: those of sidle_world_set_cells and of the questions above. */
SIDLE_API sidle_result sidle_query_cells(const sidle_world *world, uint32_t x, uint32_t y,
                                         uint32_t width, uint32_t height, sidle_terrain terrain,
                                         const sidle_filter *filter, sidle_hit *hits,
                                         uint32_t capacity, uint32_t *count);

/* Asks these units to leave, each by its own drive. A unit at rest, also one that holds, goes to
 * the nearest place beside the rectangle that is clear of the places of other units and of those
 * given now, in its sight if there is one, at most `reach` (u) away. A unit that goes to a
 * goal and would come to stand in the rectangle goes to such a place nearest to the goal. All
 * others are on their way already and keep their orders. *count becomes the number of units that
 * are in the rectangle now; the host calls again each second or so until it is 0, and then sets the
 * cells at once. Errors: those of sidle_query_cells; MEMORY; NO_ROOM when there is no such place
 * for one of them, and then none is asked. */
SIDLE_API sidle_result sidle_world_vacate(sidle_world *world, uint32_t x, uint32_t y,
                                          uint32_t width, uint32_t height, sidle_terrain terrain,
                                          float reach, uint32_t *count);

/* ---- congestion ---- */

/* What goes on in one cell of a coarse grid over the map: where a jam is, and which way it moves,
 * for the costs of a pathfinder. */
typedef struct sidle_congestion {
    uint32_t units;    /* whose centre lies in the cell */
    uint32_t resting;  /* of these: at rest, no order wants them elsewhere */
    uint32_t held;     /* of these: under way, and made at most a quarter of their top speed in the
                          last step */
    sidle_vec2 flow;   /* u/s, mean velocity that those under way made in the last step */
    sidle_vec2 wanted; /* u/s, mean of what they would make with nobody in their way: their top
                          speed towards their next point */
} sidle_congestion;

/* The units that pass the filter (its part says nothing here), summed up in square cells of this
 * side, at least one cell of the map: row by row, the first cell at the corner 0,0. *columns and
 * *rows tell how many there are; with the capacity 0 they are all that is told. Whatever order the
 * units are in, the sums are the same bits: velocities are rounded (where 300 units share a cell,
 * to 1/16384 of the speed of the fastest unit). The cost grows with the units and the cells: ask
 * each second or so, not each tick. Errors: ARGUMENT (a null pointer, a side below a cell of the
 * map, a capacity above 0 and below columns * rows, a wrong filter), NOT_FINITE; then nothing is
 * written. */
SIDLE_API sidle_result sidle_query_congestion(const sidle_world *world, float side,
                                              const sidle_filter *filter, sidle_congestion *cells,
                                              size_t capacity, uint32_t *columns, uint32_t *rows);

#ifdef __cplusplus
}
#endif

#endif
