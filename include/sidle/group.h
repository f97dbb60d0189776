/* Groups: one order for many units, a place for each, and a march in formation.
 *
 * Groups are built on the other public headers. src/groups calls only what a host can call, so it
 * is an example for formations of your own; it is special only in that a recorder records its
 * calls. The host updates a table of groups before each step of its world:
 *
 *     sidle_group_go(groups, ids, count, goal, &formation, &group);
 *     ...
 *     sidle_groups_update(groups, dt);
 *     sidle_world_step(world, dt);
 *
 * The places of a formation are relative to the anchor of the group: x is ahead, y to the right. On
 * a march the anchor moves along the path at the speed of the slowest unit, slows down while units
 * fall in, and waits for units that are held up. Each unit drives to its place, which moves with
 * the anchor (sidle_unit_set_guide, sidle_unit_set_pace). Before a gap that is too narrow the group
 * becomes a box with fewer units abreast, and it forms again behind the gap. At the end of the path
 * each unit goes to its own goal (sidle_unit_go), timed so that all arrive together.
 *
 * A unit belongs to one group at most. It leaves the group when it gets another order or is
 * destroyed; a stowed unit stays in its group, and catches up when it is back. The same calls give
 * the same bits on every machine. */
#ifndef SIDLE_GROUP_H
#define SIDLE_GROUP_H

#include "bulk.h"
#include "debug.h"
#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Largest number of units in a group, and of groups beside a world. */
#define SIDLE_MAX_GROUP_UNITS 16384
#define SIDLE_MAX_GROUPS      65536
/* Largest gap of a formation, and largest coordinate of SIDLE_SHAPE_OFFSETS, u. */
#define SIDLE_MAX_FORMATION_GAP    4096.0f
#define SIDLE_MAX_FORMATION_EXTENT 1024.0f
/* Up to this number of units the assignment to places is exact. */
#define SIDLE_EXACT_ASSIGNMENT 100

typedef struct sidle_groups sidle_groups;

/* Names a group. All zeros is the null id. When a group is over its id becomes stale and stays so.
 */
typedef struct sidle_group_id {
    uint32_t slot; /* 1 .. SIDLE_MAX_GROUPS; 0 in the null id */
    uint32_t generation;
} sidle_group_id;

typedef enum sidle_shape {
    SIDLE_SHAPE_BOX,      /* rows of `columns` units; default a square */
    SIDLE_SHAPE_LINE,     /* one row */
    SIDLE_SHAPE_COLUMN,   /* rows of `columns` units; default 2 */
    SIDLE_SHAPE_WEDGE,    /* rows of 1, 2, 3 ... units */
    SIDLE_SHAPE_DISC,     /* a round crowd */
    SIDLE_SHAPE_STANDING, /* as the units stand now; the formation does not turn */
    SIDLE_SHAPE_OFFSETS,  /* the host's own */
    SIDLE_SHAPE_COUNT
} sidle_shape;

/* In all shapes but the last two the largest units stand in front, or in the middle of a disc. */
typedef struct sidle_formation {
    uint32_t cookie;   /* set by sidle_formation_default */
    sidle_shape shape; /* default SIDLE_SHAPE_BOX */
    uint32_t columns;  /* units abreast, for BOX and COLUMN, 0 .. SIDLE_MAX_GROUP_UNITS; default 0:
                          the default of the shape */
    float gap;         /* u between discs, 0 .. SIDLE_MAX_FORMATION_GAP; default 0.5. Ignored by the
                          last two shapes */
    sidle_vec2 heading; /* of the formation at the goal, any length; default {0,0}: along the way */
    bool march;         /* default true; false: each unit goes to its place at its own speed */
    bool keep_places;   /* OFFSETS: unit k gets offset k; default false: the nearest one */
    const sidle_vec2 *offsets; /* OFFSETS: u, one a unit, x ahead, y to the right; copied */
} sidle_formation;

/* What the default function calls: see sidle_world_def_fill. */
SIDLE_API void sidle_formation_fill(sidle_formation *formation, uint32_t layout);

static inline sidle_formation sidle_formation_default(void) {
    sidle_formation formation;
    sidle_formation_fill(&formation, SIDLE_LAYOUT(sidle_formation));
    return formation;
}

/* ---- the table of groups ---- */

/* Creates a table of groups for a world. The world must outlive it. Memory comes from the world's
 * allocator. Errors: ARGUMENT, MEMORY; then *groups is NULL. */
SIDLE_API sidle_result sidle_groups_create(sidle_world *world, sidle_groups **groups);

/* Destroys the table and frees its memory. Units keep their orders. NULL is allowed. */
SIDLE_API void sidle_groups_destroy(sidle_groups *groups);

/* Moves the formations on: call it before each step, with its dt. It allocates no memory. Errors:
 * ARGUMENT, NOT_FINITE. */
SIDLE_API sidle_result sidle_groups_update(sidle_groups *groups, float dt);

/* A 64-bit hash of all state of the groups on which the future depends: the same on every machine.
 */
SIDLE_API uint64_t sidle_groups_hash(const sidle_groups *groups);

/* Writes the state of the groups into the host's buffer, as sidle_world_save does for the world.
 * *needed becomes the number of bytes; a call with size 0 only asks for it. The bytes are the same
 * on every machine; docs/groups.md describes them. Errors: ARGUMENT; BUFFER (size is less than
 * *needed; the content of the buffer is undefined). */
SIDLE_API sidle_result sidle_groups_save(const sidle_groups *groups, void *buffer, size_t size,
                                         size_t *needed);

/* Replaces the state of the groups by the saved one. Load their world first: both go on to the same
 * bits as the saved ones, ids included. Units that this world does not have leave in the next
 * update. Pointers to events become invalid. Errors: ARGUMENT; SNAPSHOT (no snapshot, or a damaged
 * or cut one); VERSION (saved by another version of the library); MEMORY. Then the groups are
 * unchanged. */
SIDLE_API sidle_result sidle_groups_load(sidle_groups *groups, const void *buffer, size_t size);

/* Do two tables differ in anything on which the future depends? As sidle_world_differs, by
 * ascending slot. The index of a field is the slot of its group; its unit is null, or the unit of
 * the group that it belongs to. A null pointer counts as a table without groups. */
SIDLE_API bool sidle_groups_differ(const sidle_groups *a, const sidle_groups *b,
                                   sidle_difference *first);

/* NULL, or one sentence about an invariant that does not hold; for tests, as sidle_world_validate.
 */
SIDLE_API const char *sidle_groups_validate(const sidle_groups *groups);

/* ---- places ---- */

/* Computes a place for each unit: places[k] is that of ids[k]. No order is given. The formation is
 * centred on the goal. It faces formation->heading, or else from the middle of the units to the
 * goal. A place that is not free is moved to the nearest free point: on terrain where the unit
 * fits, in sight of the goal or of another place (if the unit does not fit at the goal, of the
 * nearest point where it does), and clear of all other places, also those of units that are not in
 * the list. Where the formation reaches far out of the map, or behind walls, its places are moved
 * to the points nearest to the goal. Units of the same radius and classes are assigned to places so
 * that the sum of their squared ways is the smallest: exactly up to SIDLE_EXACT_ASSIGNMENT units,
 * nearly beyond. So straight ways at a common speed do not collide. Errors: ARGUMENT (a null
 * pointer, count not 1 .. SIDLE_MAX_GROUP_UNITS, a unit twice in the list, a goal outside the map,
 * numbers outside their range, an unknown shape, own offsets nearer to each other than both radii),
 * NOT_FINITE, DEFINITION, STALE, STOWED, MEMORY, NO_ROOM (there is no place for one of them). Then
 * nothing is written. */
SIDLE_API sidle_result sidle_group_places(sidle_groups *groups, const sidle_unit_id *ids,
                                          uint32_t count, sidle_vec2 goal,
                                          const sidle_formation *formation, sidle_vec2 *places);

/* ---- orders ---- */

/* The calls below make the units a group and give it an order. The units leave their former groups.
 * *group, which may be NULL, becomes its id. The group goes straight to its goal until the host
 * gives it a path. Units that are a group already, and get the same kind of order in the same
 * shape, stay this group: the same order again changes nothing, and with a goal on about the same
 * course, or near their places at the end, they go on as they are. Errors: those of
 * sidle_group_places; LIMIT. Then nothing changes. */

/* Go to the goal. Units that have arrived turn to the heading of the formation, except in
 * SIDLE_SHAPE_STANDING. The group is over when all units have arrived and have turned. */
SIDLE_API sidle_result sidle_group_go(sidle_groups *groups, const sidle_unit_id *ids,
                                      uint32_t count, sidle_vec2 goal,
                                      const sidle_formation *formation, sidle_group_id *group);

/* Patrol: go to the points in turn, from the last one to the first one again, for ever; with one
 * point, to and fro between it and the middle of the units. SIDLE_GROUP_EVENT_WAYPOINT is sent at
 * each point. Errors also: ARGUMENT (point_count not 1 .. SIDLE_MAX_WAYPOINTS). */
SIDLE_API sidle_result sidle_group_patrol(sidle_groups *groups, const sidle_unit_id *ids,
                                          uint32_t count, const sidle_vec2 *points,
                                          uint32_t point_count, const sidle_formation *formation,
                                          sidle_group_id *group);

/* March towards the target until the anchor is in range; then each unit approaches by itself
 * (sidle_unit_approach). SIDLE_GROUP_EVENT_ARRIVED is sent when all rest; the order stays. Errors
 * also: those of sidle_unit_approach. */
SIDLE_API sidle_result sidle_group_approach(sidle_groups *groups, const sidle_unit_id *ids,
                                            uint32_t count, sidle_unit_id target,
                                            const sidle_range *range,
                                            const sidle_formation *formation,
                                            sidle_group_id *group);

/* The same with a point; the group is over when all rest in range. */
SIDLE_API sidle_result sidle_group_approach_point(sidle_groups *groups, const sidle_unit_id *ids,
                                                  uint32_t count, sidle_vec2 point,
                                                  const sidle_range *range,
                                                  const sidle_formation *formation,
                                                  sidle_group_id *group);

/* Sets the path of the anchor to the present goal, as sidle_unit_set_path does for a unit. Plan it
 * for the largest unit, from sidle_group_state.start, with sidle_group_state.profile. Errors:
 * ARGUMENT (a null pointer, a point outside the map, more than SIDLE_MAX_WAYPOINTS), NOT_FINITE,
 * STALE, MEMORY, NO_ORDER (the group is not on a march). */
SIDLE_API sidle_result sidle_group_set_path(sidle_groups *groups, sidle_group_id group,
                                            const sidle_vec2 *waypoints, uint32_t count);

/* The same with a flow field to the goal. Errors: those of sidle_group_set_path; ARGUMENT also when
 * a cell on the way leads nowhere. */
SIDLE_API sidle_result sidle_group_set_flow(sidle_groups *groups, sidle_group_id group,
                                            const sidle_flow *flow);

/* ---- members ---- */

/* Adds units to a group, as reinforcements. They leave their former groups. Errors: ARGUMENT (a
 * null pointer, a unit twice in the list), STALE, STOWED, MEMORY, LIMIT, NO_ORDER (the march is
 * over: each unit goes to its own place), NO_ROOM. */
SIDLE_API sidle_result sidle_group_join(sidle_groups *groups, sidle_group_id group,
                                        const sidle_unit_id *ids, uint32_t count);

/* Takes the unit out of its group. It goes on to its place by itself, at its own speed. To split a
 * group, give a part of it a new order. Errors: STALE (the unit), NO_ORDER (it is in no group),
 * ARGUMENT. */
SIDLE_API sidle_result sidle_group_leave(sidle_groups *groups, sidle_unit_id unit);

/* Takes all units out of the group, which is over then. Errors: ARGUMENT, STALE. */
SIDLE_API sidle_result sidle_group_disband(sidle_groups *groups, sidle_group_id group);

SIDLE_API bool sidle_group_valid(const sidle_groups *groups, sidle_group_id group);

/* Iterates over the groups by slot: returns the one after `after`, the first one for the null id,
 * and the null id at the end. */
SIDLE_API sidle_group_id sidle_group_next(const sidle_groups *groups, sidle_group_id after);

/* Writes at most `capacity` ids; *count becomes the number of units in the group. Errors: ARGUMENT,
 * STALE; then nothing is written. */
SIDLE_API sidle_result sidle_group_units(const sidle_groups *groups, sidle_group_id group,
                                         sidle_unit_id *ids, uint32_t capacity, uint32_t *count);

typedef enum sidle_member {
    SIDLE_MEMBER_MARCHES, /* marches in formation: it asks for no path */
    SIDLE_MEMBER_FOLLOWS, /* is cut off, and goes to its goal by itself: answer its requests */
    SIDLE_MEMBER_STOWED,
    SIDLE_MEMBER_ENDS,  /* goes to its own place at the goal: answer its requests */
    SIDLE_MEMBER_RESTS, /* has arrived there, and turns to the heading of the formation */
    SIDLE_MEMBER_COUNT
} sidle_member;

typedef struct sidle_member_state {
    sidle_group_id group;
    sidle_member member;
    sidle_vec2 place; /* u, in the formation now */
    sidle_vec2 goal;  /* u, its place at the end of the order */
    float off;        /* u, from its place */
} sidle_member_state;

/* Reads the state of a unit in its group. Errors: ARGUMENT, STALE, NO_ORDER (it is in no group). */
SIDLE_API sidle_result sidle_group_member(const sidle_groups *groups, sidle_unit_id unit,
                                          sidle_member_state *state);

typedef struct sidle_group_state {
    uint32_t count;           /* units */
    uint32_t following;       /* of these: cut off */
    uint32_t abreast;         /* units abreast before and in a gap; 0 in its own shape */
    bool marching;            /* false: each unit goes to its own place */
    bool formed;              /* all units that march are in their places */
    sidle_vec2 anchor;        /* u */
    sidle_vec2 heading;       /* of length 1 */
    sidle_vec2 goal;          /* u */
    sidle_profile_id profile; /* of its largest unit: plan the path of the group for it */
    sidle_vec2 start; /* u, plan from here: the point nearest to the anchor where that profile fits;
                         the anchor itself may be too near to a wall */
    float path_left;  /* u, from the anchor to the goal */
    float speed;      /* u/s, of the anchor */
    float off_mean;   /* u, mean distance of marching units from their places */
    float off_most;   /* u, largest one */
} sidle_group_state;

/* Errors: ARGUMENT, STALE. */
SIDLE_API sidle_result sidle_group_get(const sidle_groups *groups, sidle_group_id group,
                                       sidle_group_state *state);

/* ---- events ---- */

typedef enum sidle_group_event_type {
    SIDLE_GROUP_EVENT_FORMED, /* it has its own shape, and all units are in their places */
    SIDLE_GROUP_EVENT_BROKEN, /* it is formed no more: it narrows before a gap, or units are held up
                               */
    SIDLE_GROUP_EVENT_WAYPOINT, /* it reached a point of its patrol */
    SIDLE_GROUP_EVENT_ARRIVED,  /* all units rest in their places and have turned, or rest in range
                                 */
    SIDLE_GROUP_EVENT_PATH_WANTED, /* terrain is in its way: answer with sidle_group_set_path */
    SIDLE_GROUP_EVENT_TARGET_LOST, /* its target was destroyed; the group is over */
    SIDLE_GROUP_EVENT_EMPTY,       /* its last unit left or was destroyed; the group is over */
    SIDLE_GROUP_EVENT_COUNT
} sidle_group_event_type;

typedef struct sidle_group_event {
    sidle_group_event_type type;
    sidle_group_id group; /* stale if the group is over */
    sidle_vec2 point;     /* u: the anchor, the goal, or where terrain is in the way */
} sidle_group_event;

/* The events of the last update, by ascending slot; valid until the next one. */
SIDLE_API const sidle_group_event *sidle_groups_events(const sidle_groups *groups, uint32_t *count);

#ifdef __cplusplus
}
#endif

#endif
