/* A troop is a group of units that stands beside a world: its units with their places in the
 * formation, the route of its anchor, and how far it has come. The files of this room call the
 * public headers alone, as any host could.
 *
 * Two frames are used. A layout is in the frame of the anchor: x ahead, y to the right. On a march
 * it is bent along the route: the place with the offset (x,y) lies at the arc length `s + x` of the
 * route, y to the right of it. So a column follows its route round corners, and the rows of a box
 * wheel. A troop that goes as it stands is not bent and does not turn.
 *
 * All state is in plain fields; sidle_groups_hash() feeds each of them. */
#ifndef SIDLE_TROOP_H
#define SIDLE_TROOP_H

#include "base/memory.h"
#include "base/vec.h"
#include "world/recording.h"

#include <float.h>
#include <sidle/sidle.h>

/* ---- directions ---- */

/* Of length 1; `otherwise` where a has no direction. */
static inline sidle_vec2 direction_of(sidle_vec2 a, sidle_vec2 otherwise) {
    float most = fabsf(a.x) > fabsf(a.y) ? fabsf(a.x) : fabsf(a.y);
    if (most < 1e-20f) return otherwise;
    a = vec_scale(a, 1 / most);
    return vec_scale(a, 1 / vec_length(a));
}

static inline float clamped(float low, float x, float high) {
    return x < low ? low : x > high ? high : x;
}

static inline bool same_id(sidle_unit_id a, sidle_unit_id b) {
    return a.slot == b.slot && a.generation == b.generation;
}

/* ---- state ---- */

/* A unit of a troop. */
typedef struct trooper {
    sidle_unit_id id;
    sidle_profile_id profile;
    float radius;                /* u */
    float profile_speed, factor; /* u/s, of its profile; its own factor of that */
    float top_speed;             /* u/s, the product */
    uint32_t passable;           /* classes */
    sidle_vec2 own;              /* u, its offset in the shape of the host */
    sidle_vec2 offset;           /* u, the same in the present layout */
    sidle_vec2 goal;             /* u, its place at the end of the order */
    sidle_vec2 at;               /* u, where it was at the last update */
    sidle_vec2 place;            /* u, where the formation wanted it then */
    float along;                 /* u, arc length of the route where it is */
    float held;                  /* s, that it has been held up */
    uint32_t number;             /* where it stood in the list of the order */
    bool stands;                 /* it did not drive at the last update; derived */
    uint8_t order;               /* sidle_order that the troop gave it */
    uint8_t member;              /* sidle_member */
} trooper;

/* What a layout takes up, in its own frame, u. */
typedef struct layout_extent {
    float front, rear, left, right; /* rear and left are 0 or less */
} layout_extent;

typedef enum troop_order { TROOP_GO, TROOP_PATROL, TROOP_APPROACH, TROOP_POINT } troop_order;

typedef enum troop_stage {
    TROOP_FREE,    /* the slot is free */
    TROOP_MARCHES, /* the anchor is under way */
    TROOP_ENDS     /* each unit goes by itself */
} troop_stage;

typedef struct troop {
    uint32_t generation;
    uint8_t stage, order; /* troop_stage, troop_order */
    bool formed;          /* the last event about that was FORMED */
    bool arrived;         /* ARRIVED was told */
    bool changed;         /* units have come or gone since the last layout */
    uint32_t events;      /* bits by sidle_group_event_type, of this update */
    sidle_formation formation;
    trooper *units; /* largest radius first */
    uint32_t count, room;
    float beat;        /* s, in which its slowest unit drives a radius of its largest; derived */
    sidle_vec2 *route; /* from where the anchor set out to the goal */
    float *arc;        /* u, arc length up to each point */
    uint32_t points, route_room, arc_room;
    sidle_vec2 *patrol;
    uint32_t patrol_count, patrol_next;
    sidle_vec2 goal;      /* u, of the present leg */
    sidle_vec2 heading;   /* of length 1: of the first leg, for a troop that does not turn */
    sidle_vec2 told;      /* u, the point of a PATH_WANTED */
    sidle_unit_id target; /* whom it approaches */
    sidle_range range;
    layout_extent own, now; /* of the shape of the host, and of the present layout */
    uint32_t abreast;       /* of the layout in a gap; 0: the shape of the host */
    float s;                /* u, arc length of the anchor */
    float speed;            /* u/s, of the anchor */
    float shift;            /* u, to the right: the layout makes room for a wall beside the route */
    float shift_to;         /* u, where the shift goes to */
    float scan_in;          /* s, until terrain is looked at again */
    float ask_in;           /* s, until a path may be wanted again */
    float waited;           /* s, that the anchor has waited */
    float pace;             /* u/s, of the slowest unit */
    float share;            /* of the pace, that other groups leave it */
    float yielded;          /* s, that it has slowed down for others; < 0: it does not until 0 */
    float ends_in;          /* s,until the units need not keep together at the end */
    float off_mean, off_most;
} troop;

/* What a calculation needs besides, for the largest group so far. */
typedef struct workspace {
    uint32_t room;
    sidle_vec2 *slots;                  /* places or offsets to be assigned, by unit */
    sidle_vec2 *from;                   /* where each unit is, in the same frame */
    int64_t *of_unit, *of_slot, *least; /* potentials of the exact assignment, and least costs */
    uint32_t *matched, *way, *taken;    /* by slot: unit + 1, slot before; a permutation */
    uint8_t *used;
    float steps;    /* in a u, of the costs of the assignment */
    trooper *units; /* of an order that is not given yet */
} workspace;

struct sidle_groups {
    record_layer layer; /* that its world is recorded with */
    sidle_world *world;
    sidle_allocator alloc;
    troop *list;
    uint32_t count, room; /* slots in use so far */
    uint32_t *group_of;   /* by slot of the unit: slot of its group + 1; 0: none */
    uint32_t group_of_room;
    workspace scratch;
    sidle_group_event *events;
    uint32_t event_count, event_room;
};

/* ---- recorded.c ---- */

/* A call that changes groups begins; see record_enter. */
SIDLE_INTERNAL sidle_recorder *groups_enter(const sidle_groups *g);

/* An order is given to a group, as the host gave it; range, points: of those that have them. */
typedef struct group_order {
    enum call_kind kind;
    const sidle_unit_id *ids;
    uint32_t count;
    const sidle_formation *formation;
    sidle_vec2 point;
    sidle_unit_id target;
    const sidle_range *range;
    const sidle_vec2 *points;
    uint32_t point_count;
    sidle_group_id group; /* that came of it */
} group_order;

SIDLE_INTERNAL void groups_leave_order(sidle_recorder *r, sidle_result result,
                                       const group_order *order);

/* A call that is about a group or a unit, which ids name alike, with a list of pairs of words. */
SIDLE_INTERNAL void groups_leave_call(sidle_recorder *r, sidle_result result, enum call_kind kind,
                                      uint32_t slot, uint32_t generation, const void *pairs,
                                      uint32_t count);

/* ---- measures ---- */

/* Lengths on the march are counted in radii of the largest unit, times in the time that the slowest
 * one takes to drive such a radius: so a march is the same at any scale. */

/* Radii: a unit that is no farther off is in its place. The anchor waits the more, the farther a
 * unit is behind, from here to BROKEN_BEYOND. At .3 four_groups take 54 s instead of 50 s; at 1.2
 * they take 48 s, but a unit more than its radius off is not in its place. */
#define IN_PLACE 0.6f

/* Beats: a march waits so long in vain before it does something else: the anchor goes on slowly, so
 * two troops that wait for each other do not lock, a path is wanted again, and after twice that
 * time a unit that stays behind is cut off. At 30 towns of march take 44 s instead of 39 s; at 7.5
 * maps/march_patrol has 2.6 hard stops a unit instead of 2.2. */
#define WAITS_MOST 15

/* u */
static inline float troop_radius(const troop *t) {
    return t->units[0].radius;
}

/* Sets troop.beat; 1 s when no unit can drive. A unit that the host has slowed down counts with its
 * own speed. */
SIDLE_INTERNAL void troop_take_beat(troop *t);

/* ---- shapes.c ---- */

/* Radii: between discs in a gap, at most. A column as loose as a wide formation takes twice as long
 * to come through. With less units brake behind each other, as their headway says. At .4 march_gap
 * takes 63 s instead of 54 s; at 1.6 50 s. */
#define NARROW_GAP 0.8f

/* Lays the units out in the shape, or, with abreast above 0, in rows of so many with the front row
 * where the shape has its. Writes the offsets to slots. */
SIDLE_INTERNAL void shape_lay(const troop *t, uint32_t abreast, sidle_vec2 *slots);
/* turned: the layout may lie to the route in any way. */
SIDLE_INTERNAL layout_extent shape_extent(const sidle_vec2 *slots, uint32_t count, bool turned);

/* ---- assignment.c ---- */

/* Permutes scratch.slots among units of one kind, so that the sum of the squares of the ways from
 * scratch.from is the least. */
SIDLE_INTERNAL void assign_slots(workspace *s, const trooper *units, uint32_t count);

/* ---- goal_places.c ---- */

/* Moves the wanted places in scratch.slots to where the units can stand. */
SIDLE_INTERNAL sidle_result goal_places_find(sidle_groups *g, const trooper *units, uint32_t count,
                                             sidle_vec2 goal);

/* ---- route.c ---- */

/* Size: points that a route has room for at most: a path, what was left of the one before it, and
 * what is kept behind the anchor. */
#define GROUP_ROUTE_MOST (4 * SIDLE_MAX_WAYPOINTS)

/* Room for so many points, the anchor's and the goal included. */
SIDLE_INTERNAL sidle_result route_make_room(sidle_groups *g, troop *t, uint32_t points);
SIDLE_INTERNAL void route_set(troop *t, sidle_vec2 from);
/* Another way from the anchor to the goal, as far as the room goes. */
SIDLE_INTERNAL void route_replace(troop *t, const sidle_vec2 *waypoints, uint32_t count);
SIDLE_INTERNAL sidle_vec2 route_point(const troop *t, float arc);
/* Of length 1, at the arc length, over so wide a stretch. */
SIDLE_INTERNAL sidle_vec2 route_course(const troop *t, float arc, float over);
/* The arc length of the point of the route that is nearest to p, near `about`. */
SIDLE_INTERNAL float route_nearest(const troop *t, sidle_vec2 p, float about);
SIDLE_INTERNAL float route_length(const troop *t);
/* Where an offset is when the anchor is at s. */
SIDLE_INTERNAL sidle_vec2 route_place(const troop *t, sidle_vec2 offset, float s);

/* ---- layout.c ---- */

/* Lays the units out about the anchor: in a box with so many abreast, or (0) in their own shape. */
SIDLE_INTERNAL void layout_lay(sidle_groups *g, troop *t, uint32_t abreast);

/* ---- gaps.c ---- */

/* Now and then: does the layout pass, and is the route open? */
SIDLE_INTERNAL void gaps_scan(sidle_groups *g, troop *t, float dt);

/* ---- traffic.c ---- */

/* Share of the way: a layout shifts aside by so much of what it drives. At .15 four_groups take 52
 * s instead of 50 s; at .6 55 s, as the slowest units fall behind. */
#define GROUP_SHIFTS_AT 0.3f

/* Mathematics: a distance that touches, less what rounding takes off it. */
#define GROUP_ROUNDING 0.999f

/* With each scan: what other groups mean to this one, which may shift so far to the right. */
SIDLE_INTERNAL void traffic_scan(const sidle_groups *g, troop *t, float most_right);
SIDLE_INTERNAL void traffic_pass_time(troop *t, float dt);

/* ---- march.c ---- */

SIDLE_INTERNAL void march_begin_leg(sidle_groups *g, troop *t, sidle_vec2 from, sidle_vec2 goal);
SIDLE_INTERNAL void march_turn(sidle_groups *g, troop *t);
SIDLE_INTERNAL void march_update(sidle_groups *g, troop *t, float dt);
/* Of length 1: where the shape faces in the end, as the host says, or along the route. */
SIDLE_INTERNAL sidle_vec2 march_facing(const troop *t);
/* The places of the end, into scratch.slots: the shape about the goal, facing as the host says, or
 * along the direction. */
SIDLE_INTERNAL void march_want_places(sidle_groups *g, const troop *t, sidle_vec2 along);
SIDLE_INTERNAL void march_end(sidle_groups *g, troop *t);
SIDLE_INTERNAL void march_aim(const sidle_groups *g, troop *t, sidle_vec2 goal);

/* ---- again.c ---- */

/* The group that has all the units of the draft and no others, in the same formation and with the
 * same kind of order; NULL: there is none. */
SIDLE_INTERNAL troop *again_find(sidle_groups *g, const troop *draft);
/* Is the draft the order that the group has? */
SIDLE_INTERNAL bool again_is_same(const troop *t, const troop *draft, const sidle_vec2 *patrol);
/* The group goes on to the goal of the draft as it is; false: it has to fall in anew. */
SIDLE_INTERNAL bool again_goes_on(sidle_groups *g, troop *t, const troop *draft,
                                  const sidle_vec2 *patrol);

/* ---- facing.c ---- */

/* Turns those that rest at the end to where the formation faces. True: all of them do. */
SIDLE_INTERNAL bool facing_turn(sidle_groups *g, const troop *t);

/* ---- troop.c ---- */

SIDLE_INTERNAL sidle_vec2 troop_middle(const trooper *units, uint32_t count);
/* The largest first, and units of one kind side by side. */
SIDLE_INTERNAL void troop_sort(trooper *units, uint32_t count);
SIDLE_INTERNAL bool troop_sorts_before(const trooper *a, const trooper *b);
/* Reads a unit that is to have an order. Errors: STALE, STOWED. */
SIDLE_INTERNAL sidle_result troop_read_unit(const sidle_groups *g, sidle_unit_id id, trooper *u);
/* Reads all units anew, and takes those out that are dead or have another order. */
SIDLE_INTERNAL void troop_muster(sidle_groups *g, troop *t);
SIDLE_INTERNAL void troop_take_out(sidle_groups *g, troop *t, uint32_t unit);
/* Frees the slot. */
SIDLE_INTERNAL void troop_clear(sidle_groups *g, troop *t);
/* Does the unit still have the order of its troop? */
SIDLE_INTERNAL bool troop_is_obeyed(const troop *t, const trooper *u, const sidle_unit_state *s);
/* The group of the unit; NULL: it is in none. */
SIDLE_INTERNAL troop *troop_of_unit(const sidle_groups *g, sidle_unit_id id, uint32_t *unit);

/* ---- memory.c ---- */

/* A table without groups, which is not recorded. */
SIDLE_INTERNAL sidle_result groups_make(sidle_world *world, sidle_groups **groups);
/* Frees the memory of the table. */
SIDLE_INTERNAL void groups_free(sidle_groups *g);

SIDLE_INTERNAL sidle_group_id troop_id(const sidle_groups *g, const troop *t);
SIDLE_INTERNAL troop *troop_named(const sidle_groups *g, sidle_group_id id);

/* Room for a calculation with so many units. */
SIDLE_INTERNAL sidle_result scratch_reserve(sidle_groups *g, uint32_t count);
SIDLE_INTERNAL void scratch_free(sidle_groups *g);
/* Room for the membership of units with slots up to this. */
SIDLE_INTERNAL sidle_result membership_reserve(sidle_groups *g, uint32_t slot);

/* ---- groups.c ---- */

SIDLE_INTERNAL void troop_tell(troop *t, sidle_group_event_type type);

#endif
