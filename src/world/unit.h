/* The record of one unit, and what can be said of it from that record alone.
 *
 * A unit is kept in three pieces, by how often a tick needs them. `struct unit` is the hot half:
 * every tick reads it, so it is small, and the units stand in memory sorted by position. `struct
 * cold` is the cold half: a unit needs it when it looks, reaches a waypoint or gets an order. An
 * `order_state` and a `route` are blocks of their own, which a unit gets with the first order or
 * path that needs one and keeps from then on.
 *
 * Where to drive is said in three steps. The path (or the host's guide) gives the path point; the
 * order may want another one; together they make the waypoint: see unit_waypoint(). The planner
 * then drives to the waypoint or to a point beside it, which is `drive_target`. */
#ifndef SIDLE_UNIT_H
#define SIDLE_UNIT_H

#include "base/measures.h"
#include "base/vec.h"
#include "world/activity.h"
#include "world/order_traits.h"
#include "world/route.h"

#include <sidle/sidle.h>

/* ---- what a unit sees and decides ---- */

/* Which point of the side traces a look chose. */
enum choice { CHOICE_AHEAD, CHOICE_RIGHT, CHOICE_LEFT };

/* The result of one look, in the grid of look cells that lies along the trace: rows count cells
 * ahead from 0 on, columns count cells across, positive to the right. */
typedef struct look_result {
    sidle_vec2 direction;  /* of the trace, length 1 */
    float reach;           /* u, length of the trace, >= 0 */
    sidle_unit_id blocker; /* the unit that owns the first hit, or null: terrain or a free way */
    uint16_t hit;          /* row of the first cell of the trace that is not free; 0: none is hit */
    uint16_t row;          /* row of the side traces; 0 when none were made */
    uint8_t hit_value;     /* passability, 0 (free) to 255, of that first cell */
    uint8_t ahead;         /* value straight ahead in the row of the side traces */
    uint8_t right, left;   /* smallest value on either side in that row */
    uint8_t value;         /* value of the point chosen */
    int8_t right_at, left_at;   /* columns of those smallest values: right > 0, left < 0 */
    uint8_t blocker_stance : 2; /* enum stance; standing for a unit that drives by itself */
    uint8_t choice : 2;         /* enum choice */
    uint8_t asks : 1;           /* units in the way are asked to make room: jam/jam.c */
    uint8_t held : 1;           /* it asks those that it touches, too */
    uint8_t drives : 2;         /* enum drives, as the look saw it */
} look_result;

/* u, of the disc for which a look finds a way. */
static inline float radius_with_room(float radius) {
    return radius * (1 + ROOM_LEFT);
}

/* Why a unit drives: by an order of the host; by itself, to step aside or to return to its place;
 * or by an order for which nobody makes way, as it has got no nearer for its patience, or stands on
 * its place. */
enum drives { DRIVES_BY_ORDER, DRIVES_ASIDE, DRIVES_BACK, DRIVES_IN_VAIN };

/* The column of the point that the look chose. */
static inline int32_t look_result_column(const look_result *s) {
    if (s->choice == CHOICE_AHEAD) return 0;
    return s->choice == CHOICE_RIGHT ? s->right_at : s->left_at;
}

/* u, on the map: a cell of a look that was made from there. */
static inline sidle_vec2 look_result_cell(const look_result *s, sidle_vec2 origin, float look_cell,
                                          int32_t row, int32_t column) {
    sidle_vec2 ahead = vec_scale(s->direction, (float)row * look_cell);
    sidle_vec2 across = vec_scale(vec_right(s->direction), (float)column * look_cell);
    return vec_add(origin, vec_add(ahead, across));
}

/* s: `stalled` grows no further. So the number of patiences in it fits into 31 bits: the shortest
 * patience is .1 s. */
#define MOST_STALL 1e8f

/* The progress of a unit along its path: a detour may lead away from the goal, but not for ever. */
typedef struct progress {
    float nearest; /* u, shortest remaining way so far; 0: not measured yet */
    float stalled; /* s, since `nearest` last became smaller */
} progress;

/* The state of a unit that climbs the ladder of its profile, because units block it. */
typedef struct escalation {
    float step_left;     /* s, what is left of the present step */
    float unblocked;     /* s, since the unit was last blocked */
    float backoff;       /* s, the present pause between two requests for a path; it doubles */
    float backoff_left;  /* s, until the next request is allowed */
    int8_t side;         /* side of the last detour: 1 right, -1 left, 0 none */
    uint8_t rung : 7;    /* index into the profile's ladder, 0 to SIDLE_LADDER_STEPS */
    uint8_t again : 1;   /* it has come to the end of the ladder, and climbs it again */
    uint8_t step;        /* sidle_step of that rung */
    bool active : 1;     /* the unit is on the ladder */
    bool relies : 1;     /* in the step REPLAN: another unit asks, and this one has not */
    bool seeks_way : 1;  /* in a tick: the unit asks for a way round, see places/way_round.c */
    bool no_way : 1;     /* it has asked for one, and there is none in view */
    bool went_round : 1; /* it has gone round since it passed its last waypoint */
    bool held : 1;       /* it goes round what holds it though its look finds nothing */
    bool no_path : 1;    /* the host has found no path */
    bool refused : 1;    /* nobody could make room when it asked last: jam/jam.c */
} escalation;

/* ---- orders ---- */

/* The bits that are left out here are those of the activity: activity.h. */
enum unit_flags {
    UNIT_ALIVE = 1,
    UNIT_GUIDED = 8,     /* the host steers the unit point by point: its path has no part in that */
    UNIT_LOOK = 16,      /* the unit looks in the next tick, before its interval is over */
    UNIT_LOOKED = 32,    /* `cold.look` belongs to the present order */
    UNIT_TOUCHES = 64,   /* the unit has caught its target */
    UNIT_REVERSES = 128, /* the unit drives backwards */
    UNIT_SEEKS = 256,    /* in a tick: the unit asks for a place to rest on, see place_want.c */
    UNIT_LAST_LEG = 512, /* copy of unit_on_last_leg() */
    UNIT_STEERS = 1024,  /* the waypoint is given by the order, not by the path, and may move */
    UNIT_TIGHT = 2048,   /* the detour leads between bodies that leave the unit too little room */
    UNIT_QUEUED = 4096,  /* the unit has queued since it passed its last waypoint */
    UNIT_GETS_ON = 8192, /* in a tick: the unit goes on with its order when the tick ends */
    UNIT_CLEARS = 32768  /* the unit rests, perhaps inside others, or drives out of them to its
                            place: place_want.c; transitions.c alone sets it */
};

/* The state of a unit in the queue, see queue.c: it stands in none; it waits in one; it is at the
 * head, but another waiting unit is still in its way; it has set out. */
enum queue_state { QUEUE_NONE, QUEUE_WAITS, QUEUE_TRIES, QUEUE_GOES };

/* Which point is the unit's waypoint: the next point of its path, the point that its order gives,
 * the goal, the corner on a way round to the next point of the path, the place that the unit
 * claims, or, as long as that is hidden, the corner on the way to it; or the point to which it
 * makes room for another unit. */
enum aim { AIM_PATH, AIM_STEER_TARGET, AIM_GOAL, AIM_ROUND, AIM_PLACE, AIM_CORNER, AIM_YIELD };

/* The point that an order gives, where the path alone does not say it. */
typedef struct steer_target {
    sidle_vec2 point;    /* u */
    sidle_vec2 velocity; /* u/s, velocity of the point, or of the goal that it stands for */
    float halt; /* u, distance before the point at which the unit comes to rest; < 0: no halt */
} steer_target;

/* What the orders need that are more than a place to go to (TRAIT_HAS_STATE). */
typedef struct order_state {
    sidle_unit_id target; /* the unit that the order is about, or null; other units may read it */
    sidle_vec2 centre;    /* u, the danger to flee from, the middle of the area to wander in, or the
                             point to approach; other units may read it */
    double clock; /* s, since the order was given, or since the unit has come to rest without the
                     place that its order wants */
    float area_radius;    /* u, radius of the area to wander in */
    sidle_vec2 goal_then; /* u, the goal when the unit came to rest, or was last led to it */
    steer_target steer_target;
    route *patrol;     /* the points of a patrol */
    sidle_range range; /* to come into */
    uint8_t ranged;    /* 0 or 1: the host has given an order its range that could do without */
} order_state;

/* A unit without an order state of its own points here. It is never written to. */
SIDLE_INTERNAL_DATA const order_state NO_ORDER_STATE;

/* ---- the unit ---- */

/* The cold half of a unit; it stays at the slot of the unit's id. */
typedef struct cold {
    order_state *order;     /* never NULL: &NO_ORDER_STATE for none */
    route *path;            /* the host's path without the goal; never NULL: &NO_ROUTE for none */
    sidle_vec2 yield_point; /* u, with AIM_YIELD: where it makes room for another unit */
    float yield_left;       /* s, with AIM_YIELD: for so long it stays there */
    union {
        sidle_vec2 corner;    /* u, with AIM_ROUND and AIM_CORNER: the corner ahead */
        sidle_vec2 turned_at; /* u, with AIM_PATH: where it turned to the next point of its path */
        sidle_vec2 towed;     /* u, with AIM_PLACE, and aside: the point that it tows behind itself,
                                 to face away from it: orders/facing.c */
    };
    union {
        sidle_vec2 place; /* u, with ASPECT_CLAIMS the place that the unit claims: it goes there, or
                             it has stepped aside from there and will return */
        float way_left;   /* u, with AIM_ROUND the way from the corner to the goal */
    };
    sidle_vec2 look_origin; /* u, where the unit stood at its last look */
    look_result look;
    progress progress;
    escalation escalation;
    uint32_t look_tick; /* low bits of the tick of the last look */
} cold;

/* The factors of the top speed of a unit; by slot, for those whose factors are not both 1. */
typedef struct speed_factors {
    float all; /* the host's times that of the terrain, see ground.c; other units may read it */
    float own; /* the host's part of it */
} speed_factors;

/* What a unit needs whose profile queues, see queue.c; by slot. */
typedef struct queue_entry {
    float held;    /* s, waited behind the same head; < 0: the unit does not queue until 0 */
    uint32_t head; /* slot of the queue's head plus 1; 0: nobody has to go first */
} queue_entry;

/* The record of a unit that belongs to another one: a type without fields, see shown.h. */
typedef struct shown shown;

/* The hot half of a unit. What every tick needs of it stands together, from the position to the
 * path point, as the records of a part do not fit into the first cache. */
typedef struct unit {
    /* Other units may read these, through shown.h alone. */
    sidle_vec2 goal;     /* u */
    uint32_t slot : 20;  /* of the id, less 1 */
    uint32_t pace : 12;  /* private: 1 more than the bound of its speed under this order, in
                            1 / PACE_ONE of its top speed; 0: there is none */
    uint32_t generation; /* of the id */
    uint32_t rank;       /* > 0, unique among the living */
    /* One word, of which looks read waits_for and aside of others. No look writes to it. */
    uint32_t waits_for : 21; /* slot + 1 of the unit that this one waited for as the last tick
                                ended; 0: none */
    uint32_t speed_kind : 2; /* enum speed_kind, of its speed factors */
    uint32_t arrival : 2;    /* sidle_arrival, or ARRIVAL_NONE: where the place is that the unit
                                claims, or claimed; private */
    uint32_t aside : 1;      /* of the activity */
    uint32_t stood : 1;      /* it has stood on the place that it claims, see places.c; private */
    uint32_t opens_lane : 1; /* it makes others back out of a lane: jam/jam.c; private */
    uint32_t goes_past : 1;  /* it goes to its place past its crowd at rest, see places.c;
                                private */
    uint32_t rest : 3;       /* of the word: always 0 */
    sidle_vec2 position;     /* u, inside the map; the disc fits the terrain */
    sidle_vec2 heading;      /* length 1 */
    uint16_t profile;        /* index */
    uint8_t order;           /* sidle_order, or one of those in order_traits.h */
    /* The rest is private to the unit. */
    uint8_t decision : 3;    /* sidle_decision */
    uint8_t queue_state : 2; /* enum queue_state */
    uint8_t aim : 3;         /* enum aim */
    uint16_t flags;          /* enum unit_flags, and most of the activity */
    uint16_t events : 13;    /* what the host has not been told of: a bit per sidle_event_type, and
                                EVENT_PASSED; the highest bit is always 0 */
    uint16_t ghost : 1;      /* the unit passes through others */
    uint16_t awaited : 1;    /* the unit is stowed, and those that pursue it wait for it: they may
                                read this */
    uint16_t awaits : 1;     /* of the activity */
    uint32_t look_next;      /* low bits of the tick in which the unit looks again */
    float elapsed;           /* s, >= 0, that the timers of the cold half have not counted yet: a
                                look makes them do so */
    sidle_vec2 velocity;     /* u/s */
    float brake;             /* u/s, >= 0: so much slower than its pace it drives behind others */
    float asked; /* s, > 0: for so long those behind it need not ask for a path, as it has asked
                    for them; < 0: for so long they are to ask too; see requests.c */
    union {
        sidle_vec2 drive_target; /* u, under way: the waypoint, or a point beside it */
        sidle_vec2 facing;       /* at rest: the direction, of length 1, to which it turns; or 0 */
    };
    sidle_vec2 path_point; /* u, the host's guide, which is kept here alone; without one a copy of
                              the next point of the path, or of the goal: see below */
    cold *cold;            /* the cold half, by slot */
} unit;

/* Of a place where the order of the unit does not end: it is as near as the unit gets for now. */
enum { ARRIVAL_NONE = SIDLE_ARRIVAL_NO_ROOM };

/* Beside the events, a copy: cold->path->passed is not 0. */
enum { EVENT_PASSED = 1 << 11, EVENT_BITS = (1 << 12) - 1 };

/* Are the factor of a unit's top speed and the host's part of it 1, is it 0, or neither? */
enum speed_kind { SPEED_FULL, SPEED_STUNNED, SPEED_CHANGED };

enum { SLOT_BITS = (1 << 21) - 1 };

/* Steps of a bound of the speed, as a share of the top speed: as many as the bits allow. */
enum { PACE_ONE = (1 << 12) - 2, PACE_BITS = (1 << 12) - 1, ID_SLOT_BITS = (1 << 20) - 1 };

_Static_assert(SIDLE_MAX_PROFILES <= 1 << 16 && 1 << SIDLE_EVENT_COUNT <= EVENT_PASSED &&
                   SIDLE_DECISION_COUNT <= 8 && SIDLE_MAX_UNITS <= SLOT_BITS &&
                   SIDLE_MAX_UNITS - 1 <= ID_SLOT_BITS,
               "they fit into a unit");

/* ---- ids ---- */

static inline sidle_unit_id id_of(const unit *u) {
    return (sidle_unit_id){u->slot + 1, u->generation};
}

static inline bool same_unit(sidle_unit_id a, sidle_unit_id b) {
    return a.slot == b.slot && a.generation == b.generation;
}

/* ---- changes ---- */

static inline void unit_unmark(unit *u, uint32_t flags) {
    u->flags = (uint16_t)(u->flags & ~flags);
}

/* Marks the event for the end of the tick, when all events are told. */
static inline void unit_tell(unit *u, sidle_event_type type) {
    u->events = (u->events | 1u << type) & EVENT_BITS;
}

/* ---- the activity: what the unit is doing ---- */

static inline bool unit_is_under_way(const unit *u) {
    return u->flags & ASPECT_UNDER_WAY;
}

/* Does the unit rest at the end of its order? */
static inline bool unit_has_arrived(const unit *u) {
    return u->flags & ASPECT_ARRIVED;
}

/* Is cold.place reserved for the unit? */
static inline bool unit_claims_place(const unit *u) {
    return u->flags & ASPECT_CLAIMS;
}

/* Does the unit ask for a place in this tick, or claim one already? */
static inline bool unit_asks_or_claims(const unit *u) {
    return u->flags & (UNIT_SEEKS | ASPECT_CLAIMS);
}

/* Does the unit rest, perhaps inside others, or drive out of them to its place? */
static inline bool unit_clears(const unit *u) {
    return u->flags & UNIT_CLEARS;
}

/* Does the unit wait for its stowed target? */
static inline bool unit_awaits(const unit *u) {
    return u->awaits;
}

/* Has the unit stepped aside for another one? */
static inline bool unit_is_aside(const unit *u) {
    return u->aside;
}

/* Does the unit make room for another one: jam/jam.c? */
static inline bool unit_yields(const unit *u) {
    return u->aim == AIM_YIELD;
}

/* Does the unit drive back to its place? */
static inline bool unit_drives_back(const unit *u) {
    return u->aside && !unit_yields(u);
}

/* All aspects of the activity: one of enum activity. */
static inline uint32_t unit_activity(const unit *u) {
    return (u->flags & (uint32_t)ASPECTS_OF_FLAGS) | u->awaits * (uint32_t)ASPECT_AWAITS |
           u->aside * (uint32_t)ASPECT_ASIDE;
}

/* ---- orders ---- */

/* Which of these traits (enum order_traits) the order of the unit has; 0: none of them. */
static inline uint32_t unit_has_trait(const unit *u, uint32_t traits) {
    return ORDER_TRAITS[u->order] & traits;
}

/* Does the unit run from a danger, or has it done so? */
static inline bool unit_flees(const unit *u) {
    return unit_has_trait(u, TRAIT_FLEES);
}

/* The order state for writing; NULL for a unit that has none of its own. */
static inline order_state *unit_own_order_state(const unit *u) {
    return u->cold->order == &NO_ORDER_STATE ? NULL : u->cold->order;
}

/* Is the order about another unit? */
static inline bool unit_has_target(const unit *u) {
    return unit_has_trait(u, TRAIT_HAS_TARGET);
}

/* The unit that the order is about, or null. */
static inline sidle_unit_id unit_target(const unit *u) {
    return unit_has_target(u) ? u->cold->order->target : (sidle_unit_id){0, 0};
}

/* Does the unit drive by itself, if it drives: it steps aside, returns to its place, or drives out
 * of others inside which it rests? It asks the host for nothing. One that flees claims no place but
 * for that, and one that waits for its target drives nowhere but for that. */
static inline bool unit_is_by_itself(const unit *u) {
    return unit_has_trait(u, TRAIT_STAYS | TRAIT_IS_OVER | TRAIT_IS_LATER) || unit_awaits(u) ||
           unit_is_aside(u) || (unit_flees(u) && unit_claims_place(u));
}

/* Does the unit rest under its order, as it gets no nearer: see orders/condition.c? */
static inline bool unit_is_kept(const unit *u) {
    return unit_has_trait(u, TRAIT_IS_LATER) ||
           (unit_has_arrived(u) && u->arrival == ARRIVAL_NONE && !unit_is_by_itself(u));
}

/* Is the unit under way by an order of the host, so that paths, guides and answers are for it? */
static inline bool unit_has_way(const unit *u) {
    return unit_is_under_way(u) && !unit_is_by_itself(u);
}

/* What the host reads as the decision: a unit that drives by itself is idle. */
static inline sidle_decision unit_decision(const unit *u) {
    return unit_is_by_itself(u) ? SIDLE_DECISION_IDLE : (sidle_decision)u->decision;
}

/* Does the unit stand still because units block it? */
static inline bool unit_waits(const unit *u) {
    return u->decision == SIDLE_DECISION_WAIT || u->decision == SIDLE_DECISION_REPLAN;
}

/* Is the factor of its top speed 0? */
static inline bool unit_is_stunned(const unit *u) {
    return u->speed_kind == SPEED_STUNNED;
}

/* u, from a wandering unit to the circle on which it aims; less in a small area, so that the
 * circle does not lie outside it. Half the radius of the area is a choice. */
static inline float unit_wander_distance(const sidle_profile *p, const unit *u) {
    return min_float(p->tuning.wander_distance, 0.5f * u->cold->order->area_radius);
}

/* ---- where to ---- */

/* The point to which the unit goes next: of its order, of its path, its place, the guide, or the
 * goal. */
static inline sidle_vec2 unit_waypoint(const unit *u) {
    switch (u->aim) {
    case AIM_STEER_TARGET: return u->cold->order->steer_target.point;
    case AIM_ROUND:
    case AIM_CORNER: return u->cold->corner;
    case AIM_PLACE: return u->cold->place;
    case AIM_YIELD: return u->cold->yield_point;
    case AIM_GOAL: return u->goal;
    default: return u->path_point;
    }
}

/* Is the waypoint the end of the order, so that the unit brakes for it? */
static inline bool unit_on_last_leg(const unit *u) {
    if (u->aim == AIM_PLACE || u->aim == AIM_YIELD) return true;
    if (u->aim == AIM_ROUND || u->aim == AIM_CORNER) return false;
    if (u->aim != AIM_PATH) return u->cold->order->steer_target.halt >= 0;
    if (u->flags & UNIT_GUIDED) {
        return u->path_point.x == u->goal.x && u->path_point.y == u->goal.y;
    }
    return u->cold->path->next >= u->cold->path->count;
}

/* u: how far before its waypoint the unit comes to rest. */
static inline float unit_halt(const unit *u) {
    bool before = u->aim == AIM_STEER_TARGET || u->aim == AIM_GOAL;
    return before ? u->cold->order->steer_target.halt : 0;
}

/* u/s: the velocity of the waypoint. */
static inline sidle_vec2 unit_waypoint_velocity(const unit *u) {
    bool moves = u->aim == AIM_STEER_TARGET || u->aim == AIM_GOAL;
    return moves ? u->cold->order->steer_target.velocity : vec(0, 0);
}

/* What the unit decides, and the point to which it drives for that. */
static inline void unit_decide(unit *u, sidle_decision decision, sidle_vec2 target) {
    u->decision = decision & 7u;
    u->drive_target = target;
}

/* The unit waits on the spot. */
static inline void unit_wait_here(unit *u) {
    unit_decide(u, SIDLE_DECISION_WAIT, u->position);
}

/* The unit, which rests, decides nothing. */
static inline void unit_be_idle(unit *u) {
    u->decision = SIDLE_DECISION_IDLE;
}

/* The unit drives to another point for the same decision. */
static inline void unit_drive_to(unit *u, sidle_vec2 target) {
    u->drive_target = target;
}

/* The waypoint has changed: a unit with a free way turns to it at once. Any other decision holds
 * until the next look. */
static inline void unit_follow_waypoint(unit *u) {
    if (u->decision == SIDLE_DECISION_FREE) unit_drive_to(u, unit_waypoint(u));
}

/* Does the unit look when its time has come, and no sooner? */
static inline bool unit_awaits_look(const unit *u) {
    return (unit_is_under_way(u) || unit_clears(u) || unit_is_kept(u)) && !(u->flags & UNIT_LOOK);
}

/* Is the host still to be told that the target is gone, whose order is over? */
static inline bool unit_has_lost_target(const unit *u) {
    return u->events & 1u << SIDLE_EVENT_TARGET_LOST;
}

/* Does anything read the order state? An order that is over may have left the aim to it. What
 * nothing reads is as an earlier order has left it. */
static inline bool unit_reads_order_state(const unit *u) {
    return unit_has_trait(u, TRAIT_HAS_STATE) || unit_has_lost_target(u) ||
           u->aim == AIM_STEER_TARGET || u->aim == AIM_GOAL;
}

/* What the path point of a unit without a guide is a copy of. */
static inline sidle_vec2 unit_path_point(const unit *u) {
    const route *path = u->cold->path;
    return path->next < path->count ? path->points[path->next] : u->goal;
}

/* Renews what the hot half says of the way: the path point of a unit that is not guided, and the
 * flags of the waypoint. Whatever changes the aim, the path, the guide, the goal or the steer
 * target calls this afterwards.
 *
 * The copies save the drive, and the passing of waypoints, a visit to the cold half of each unit in
 * each tick. Without them a crowd in the open (@scale1000) took 1.3 % more instructions and a fifth
 * more misses of the first cache; no bytes would be saved, as the guide needs a home in any case.
 */
static inline void unit_keep_waypoint(unit *u) {
    if (!(u->flags & UNIT_GUIDED)) u->path_point = unit_path_point(u);
    unit_unmark(u, UNIT_LAST_LEG | UNIT_STEERS);
    if (unit_on_last_leg(u)) u->flags |= UNIT_LAST_LEG;
    if (u->aim != AIM_PATH) u->flags |= UNIT_STEERS;
}

/* The unit goes to the next point of its path from where it is. */
static inline void unit_turn_to_path(unit *u) {
    u->aim = AIM_PATH;
    u->cold->turned_at = u->position;
}

#endif
