/* Groups that move like troops: one order for many units, a place for each, and a march in
 * formation.
 *
 * Groups stand beside a world, on top of the other public headers: src/groups calls nothing that a
 * host could not call, and shows how, if you want formations of your own; its calls alone report
 * themselves to the recorder of their world. A table of groups is updated before each step of its
 * world:
 *
 *     sidle_group_go(groups, ids, count, goal, &formation, &group);
 *     ...
 *     sidle_groups_update(groups, dt);
 *     sidle_world_step(world, dt);
 *
 * Places are laid out in a frame of the group: x is ahead, y to the right, (0,0) the anchor. On a
 * march the anchor drives along the path of the group at the pace of the slowest unit, and waits
 * for those that are held up. Each unit is guided (sidle_unit_guide) and paced (sidle_unit_pace) to
 * the place that moves with the anchor. Where terrain leaves too little room the group falls into a
 * box with as many units abreast as pass, and forms again behind the gap. At the end of the path
 * each unit goes to a place of its own (sidle_unit_go), so that all arrive at about the same time.
 *
 * A unit belongs to one group at most: its last order counts, be it of a group or of its own. Units
 * that die, or get another order, leave their group; stowed ones stay in it and come after when
 * they are back. The same calls give the same bits on every machine. */
#ifndef SIDLE_GROUP_H
#define SIDLE_GROUP_H

#include "bulk.h"
#include "save.h"
#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Largest number of units in a group, and of groups beside a world. */
#define SIDLE_MAX_GROUP_UNITS 16384
#define SIDLE_MAX_GROUPS      65536
/* Largest gap of a formation, and largest coordinate of the host's own offsets, u. */
#define SIDLE_MAX_FORMATION_GAP    4096.0f
#define SIDLE_MAX_FORMATION_EXTENT 1024.0f
/* Up to so many units the assignment to places is exact. */
#define SIDLE_EXACT_ASSIGNMENT 100

typedef struct sidle_groups sidle_groups;

/* Names a group. All zeros is the null id. The id of a group that is over is stale for good. */
typedef struct sidle_group_id {
    uint32_t slot; /* 1 .. SIDLE_MAX_GROUPS; 0 in the null id */
    uint32_t generation;
} sidle_group_id;

typedef enum sidle_shape {
    SIDLE_SHAPE_BOX,      /* rows of `columns` units; default as deep as it is wide */
    SIDLE_SHAPE_LINE,     /* one row */
    SIDLE_SHAPE_COLUMN,   /* rows of `columns` units; default 2 */
    SIDLE_SHAPE_WEDGE,    /* rows of 1, 2, 3 ... units */
    SIDLE_SHAPE_DISC,     /* about the middle, as near as discs and gap allow */
    SIDLE_SHAPE_STANDING, /* as they stand; does not turn */
    SIDLE_SHAPE_OFFSETS,  /* the host's own */
    SIDLE_SHAPE_COUNT
} sidle_shape;

/* In all shapes but the last two the largest units stand in front, or in the middle of a disc. */
typedef struct sidle_formation {
    uint32_t cookie;    /* set by sidle_formation_default */
    sidle_shape shape;  /* default SIDLE_SHAPE_BOX */
    uint32_t columns;   /* abreast, of BOX and COLUMN; 0 .. SIDLE_MAX_GROUP_UNITS, 0: see there */
    float gap;          /* u between discs, 0 .. SIDLE_MAX_FORMATION_GAP; default 0.5. Not of the
                           last two shapes */
    sidle_vec2 heading; /* where it faces at the goal, any length; default {0,0}: along the way */
    bool march;       /* default true; false: each unit goes to its place by itself, at its speed */
    bool keep_places; /* OFFSETS: unit k has offset k; default false: any unit, any offset */
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

/* Makes a table of groups for the world, which must outlive it; memory comes from the world's
 * allocator. Errors: ARGUMENT, MEMORY; then *groups is NULL. */
SIDLE_API sidle_result sidle_groups_create(sidle_world *world, sidle_groups **groups);

/* Gives all memory back; units keep the orders that they have. NULL is allowed. */
SIDLE_API void sidle_groups_destroy(sidle_groups *groups);

/* To be called before each step, with its dt: guides and paces the units, and tells events. Takes
 * no memory. Errors: ARGUMENT, NOT_FINITE. */
SIDLE_API sidle_result sidle_groups_update(sidle_groups *groups, float dt);

/* A 64-bit hash of all that decides the future of the groups: the same on every machine. */
SIDLE_API uint64_t sidle_groups_hash(const sidle_groups *groups);

/* Writes all that the groups keep into the host's buffer, events of the last update included, as
 * sidle_world_save does for their world. *needed becomes the number of bytes; a call with size 0
 * only asks for it. The bytes are the same on every machine; docs/groups.md describes them. Errors:
 * ARGUMENT; BUFFER (size is less than *needed; what the buffer holds then means nothing). */
SIDLE_API sidle_result sidle_groups_save(const sidle_groups *groups, void *buffer, size_t size,
                                         size_t *needed);

/* Makes the groups what they were when the bytes were saved: with their world, which is to be
 * loaded first, they go on to the same bits as if they had never stopped, ids included. Units that
 * this world does not have leave in the next update. Pointers to events are stale. Errors:
 * ARGUMENT; SNAPSHOT (other bytes, damaged, or cut); VERSION (another version of the library keeps
 * other fields); MEMORY. Then the groups are as they were. */
SIDLE_API sidle_result sidle_groups_load(sidle_groups *groups, const void *buffer, size_t size);

/* Do two tables differ in anything that decides the future? As sidle_world_differs, by ascending
 * slot; the index of a field is the slot of its group, and its unit is null or that of the group
 * whose field it is. A null pointer is a table without groups. */
SIDLE_API bool sidle_groups_differ(const sidle_groups *a, const sidle_groups *b,
                                   sidle_difference *first);

/* NULL, or words about an invariant that does not hold: for tests, as sidle_world_validate. */
SIDLE_API const char *sidle_groups_validate(const sidle_groups *groups);

/* ---- places ---- */

/* A place for each unit: places[k] is that of ids[k]. The formation stands about the goal, and
 * faces `heading` of the formation, or else from the middle of the units to the goal. A place is on
 * terrain where that unit fits, in sight of the goal or of another place (of the place nearest to
 * the goal where the unit fits), clear of the other places and of those of units that are not in
 * the list. A place that breaks one of these rules is moved to the nearest point that breaks none.
 * Units of the same radius and classes are assigned to places so that the sum of the squares of
 * their ways is the least, when all move at once: exactly up to SIDLE_EXACT_ASSIGNMENT units,
 * nearly beyond; two that go straight at a common pace do not meet. No order is given. Errors:
 * ARGUMENT (a null pointer, count not 1 .. SIDLE_MAX_GROUP_UNITS, a unit twice in the list, a goal
 * outside the map, numbers outside their range, an unknown shape, own offsets nearer to each other
 * than both radii), NOT_FINITE, DEFINITION, STALE, STOWED, MEMORY, NO_ROOM (there is no place for
 * one of them). Then nothing is written. */
SIDLE_API sidle_result sidle_group_places(sidle_groups *groups, const sidle_unit_id *ids,
                                          uint32_t count, sidle_vec2 goal,
                                          const sidle_formation *formation, sidle_vec2 *places);

/* ---- orders ---- */

/* The calls below make a group of the units and give it an order. They leave the groups in which
 * they were. *group, which may be NULL, becomes its id. The group goes straight to its goal until
 * the host gives it a path. Errors: those of sidle_group_places; LIMIT. Then all stays as it was.
 */

/* Go to the goal. Those that have arrived turn on the spot to where the formation faces, by their
 * own turn_rate, but not in the shape STANDING. The group is over when all have arrived and face
 * there. */
SIDLE_API sidle_result sidle_group_go(sidle_groups *groups, const sidle_unit_id *ids,
                                      uint32_t count, sidle_vec2 goal,
                                      const sidle_formation *formation, sidle_group_id *group);

/* Go to the points one after the other, then from the last to the first, for ever; with one point,
 * to and fro between it and the middle of the units. SIDLE_GROUP_WAYPOINT tells each point. Errors
 * also: ARGUMENT (points not 1 .. SIDLE_MAX_WAYPOINTS). */
SIDLE_API sidle_result sidle_group_patrol(sidle_groups *groups, const sidle_unit_id *ids,
                                          uint32_t count, const sidle_vec2 *points,
                                          uint32_t point_count, const sidle_formation *formation,
                                          sidle_group_id *group);

/* March towards the target until the anchor is in range, then each unit approaches by itself
 * (sidle_unit_approach). SIDLE_GROUP_ARRIVED tells when all rest; the order stays. Errors also:
 * those of sidle_unit_approach. */
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

/* The way of the group from where its anchor is to its present goal, as sidle_unit_path: best one
 * for its largest unit, see `profile` and `start` of sidle_group_state. Errors: ARGUMENT (a null
 * pointer, a point outside the map, more than SIDLE_MAX_WAYPOINTS), NOT_FINITE, STALE, MEMORY,
 * NO_ORDER (it is not on a march). */
SIDLE_API sidle_result sidle_group_path(sidle_groups *groups, sidle_group_id group,
                                        const sidle_vec2 *waypoints, uint32_t count);

/* The same by a flow field to the goal. Errors: those of sidle_group_path; ARGUMENT also when no
 * way leads on from a cell. */
SIDLE_API sidle_result sidle_group_flow(sidle_groups *groups, sidle_group_id group,
                                        const sidle_flow *flow);

/* ---- who is in it ---- */

/* Units join a group and its order: reinforcements. They leave other groups. Errors: ARGUMENT (a
 * null pointer, a unit twice in the list), STALE, STOWED, MEMORY, LIMIT, NO_ORDER (its units go
 * each to its own place already), NO_ROOM. */
SIDLE_API sidle_result sidle_group_join(sidle_groups *groups, sidle_group_id group,
                                        const sidle_unit_id *ids, uint32_t count);

/* The unit leaves its group, and keeps its order to go to its place there, without a bound of its
 * speed. To split a group, order a part of it anew. Errors: STALE (the unit), NO_ORDER (it is in no
 * group), ARGUMENT. */
SIDLE_API sidle_result sidle_group_leave(sidle_groups *groups, sidle_unit_id unit);

/* All units leave. Errors: ARGUMENT, STALE. */
SIDLE_API sidle_result sidle_group_disband(sidle_groups *groups, sidle_group_id group);

SIDLE_API bool sidle_group_valid(const sidle_groups *groups, sidle_group_id group);

/* The group that follows `after` by slot, the first for the null id; null at the end. */
SIDLE_API sidle_group_id sidle_group_next(const sidle_groups *groups, sidle_group_id after);

/* Writes at most `capacity` ids; *count becomes the number of units in the group. Errors: ARGUMENT,
 * STALE; then nothing is written. */
SIDLE_API sidle_result sidle_group_units(const sidle_groups *groups, sidle_group_id group,
                                         sidle_unit_id *ids, uint32_t capacity, uint32_t *count);

typedef enum sidle_member {
    SIDLE_MEMBER_MARCHES, /* the group guides it: it asks for no path */
    SIDLE_MEMBER_FOLLOWS, /* is cut off, and goes to its goal by itself: answer its requests */
    SIDLE_MEMBER_STOWED,
    SIDLE_MEMBER_ENDS,  /* goes to its own place: answer its requests */
    SIDLE_MEMBER_RESTS, /* has arrived there, and turns to where the formation faces */
    SIDLE_MEMBER_COUNT
} sidle_member;

typedef struct sidle_member_state {
    sidle_group_id group;
    sidle_member member;
    sidle_vec2 place; /* u, where the formation wants it now */
    sidle_vec2 goal;  /* u, its place at the end of the order */
    float off;        /* u, from its place */
} sidle_member_state;

/* What the unit is to its group. Errors: ARGUMENT, STALE, NO_ORDER (it is in no group). */
SIDLE_API sidle_result sidle_group_member(const sidle_groups *groups, sidle_unit_id unit,
                                          sidle_member_state *state);

typedef struct sidle_group_state {
    uint32_t count;           /* units */
    uint32_t following;       /* of them are cut off */
    uint32_t abreast;         /* units abreast in a gap; 0 in its own shape */
    bool marching;            /* false: each unit goes to its own place */
    bool formed;              /* all that march are in their places */
    sidle_vec2 anchor;        /* u */
    sidle_vec2 heading;       /* of length 1 */
    sidle_vec2 goal;          /* u */
    sidle_profile_id profile; /* of its largest unit: plan the way of the group for that */
    sidle_vec2 start; /* u, plan from here: the place nearest to the anchor where a disc of that
                         profile fits. The anchor itself may come too near to a wall */
    float path_left;  /* u, from the anchor to the goal */
    float speed;      /* u/s, of the anchor */
    float off_mean;   /* u, of those that march, from their places */
    float off_most;
} sidle_group_state;

/* Errors: ARGUMENT, STALE. */
SIDLE_API sidle_result sidle_group_get(const sidle_groups *groups, sidle_group_id group,
                                       sidle_group_state *state);

/* ---- events ---- */

typedef enum sidle_group_event_type {
    SIDLE_GROUP_FORMED,      /* in its own shape, and each unit of the march in its place */
    SIDLE_GROUP_BROKEN,      /* no longer: it narrows before a gap, or units are held up */
    SIDLE_GROUP_WAYPOINT,    /* a point of its patrol */
    SIDLE_GROUP_ARRIVED,     /* all rest in their places and face its way, or rest in range */
    SIDLE_GROUP_PATH_WANTED, /* terrain is in its way: answer with sidle_group_path */
    SIDLE_GROUP_TARGET_LOST, /* whom it approaches is no more; the group is over */
    SIDLE_GROUP_EMPTY,       /* its last unit has left it or died; the group is over */
    SIDLE_GROUP_EVENT_COUNT
} sidle_group_event_type;

typedef struct sidle_group_event {
    sidle_group_event_type type;
    sidle_group_id group; /* stale, where the group is over */
    sidle_vec2 point;     /* u: the anchor, the goal, or where terrain is in the way */
} sidle_group_event;

/* What happened in the last update, by ascending slot; good until the next one. */
SIDLE_API const sidle_group_event *sidle_group_events(const sidle_groups *groups, uint32_t *count);

#ifdef __cplusplus
}
#endif

#endif
