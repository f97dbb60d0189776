/* The values that pass between a host and sidle.
 *
 * Lengths are in world units ("u"), time in seconds, angles in degrees. x grows to the right and y
 * downwards, as in a picture; cell (0,0) covers [0, cell_size) on both axes. Passability values are
 * integers: 0 is free, SIDLE_VALUE_UNIT the centre of a unit, SIDLE_VALUE_STATIC a static obstacle.
 *
 * Fill a definition with its ..._default() function first. The library refuses one that is filled
 * by hand.
 */
#ifndef SIDLE_TYPES_H
#define SIDLE_TYPES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* SIDLE_SHARED: sidle is a shared library. Its own build defines this; on Windows a host that links
 * the shared library may define it, too. */
#if defined(SIDLE_SHARED) && defined(_WIN32) && defined(SIDLE_BUILDING)
#define SIDLE_API __declspec(dllexport)
#elif defined(SIDLE_SHARED) && defined(_WIN32)
#define SIDLE_API __declspec(dllimport)
#elif defined(SIDLE_SHARED) && defined(__GNUC__)
#define SIDLE_API __attribute__((visibility("default")))
#else
#define SIDLE_API
#endif

/* Version of this header; sidle_version() returns the version of the library. */
#define SIDLE_VERSION       "0.3.0"
#define SIDLE_VERSION_MAJOR 0
#define SIDLE_VERSION_MINOR 3
#define SIDLE_VERSION_PATCH 0

/* One number for all three: 203 is 0.2.3. */
#define SIDLE_VERSION_NUMBER                                                                       \
    (SIDLE_VERSION_MAJOR * 10000u + SIDLE_VERSION_MINOR * 100u + SIDLE_VERSION_PATCH)

/* Size and version of the struct that the host was compiled with. It is part of the cookie of a
 * definition; a library compiled with another layout refuses the definition. */
#define SIDLE_LAYOUT(type)                                                                         \
    ((uint32_t)sizeof(type) | (uint32_t)SIDLE_VERSION_MINOR << 16 |                                \
     (uint32_t)SIDLE_VERSION_MAJOR << 24)

/* Radius (u) and top speed (u/s) of the built-in profile. */
#define SIDLE_DEFAULT_RADIUS    0.5f
#define SIDLE_DEFAULT_TOP_SPEED 2.0f

/* Largest radius of a unit, in cells. It bounds the cost of looking at terrain. */
#define SIDLE_MAX_RADIUS_CELLS 4.0f
/* Smallest radius of a unit, in cells. The largest unit of a world is at most 1024 times as wide as
 * the smallest. */
#define SIDLE_MIN_RADIUS_CELLS (1 / 256.0f)
/* Smallest radius of a unit, as a share of the longer side of the world. Positions are exact to
 * 1/32 of the radius or better. */
#define SIDLE_MIN_RADIUS_SHARE (1 / 524288.0f)
/* Largest width and height of a world, in cells. */
#define SIDLE_MAX_CELLS 8192
/* Largest width and height of a world, in u. */
#define SIDLE_MAX_EXTENT 1048576.0f
/* Smallest and largest size of a cell, in u. */
#define SIDLE_MIN_CELL 0.0125f
#define SIDLE_MAX_CELL 6400.0f
/* Teams 0 to 62 can be allied. */
#define SIDLE_ALLIED_TEAMS 63
/* The bit of a team in a mask. Teams from 63 on share the last bit. */
#define SIDLE_TEAM(team) ((uint64_t)1 << ((team) < 63 ? (team) : 63))
/* Largest number of units in one world. */
#define SIDLE_MAX_UNITS (1u << 20)
/* Largest number of profiles in one world, the built-in one included. */
#define SIDLE_MAX_PROFILES 65536
/* Range of the speed factor of a unit; 0 is allowed, too. */
#define SIDLE_MIN_SPEED_FACTOR 0.0078125f
#define SIDLE_MAX_SPEED_FACTOR 15.0f
/* Two places to rest on may overlap by this share of the smaller radius: positions are rounded, and
 * the places of a close formation touch. */
#define SIDLE_PLACES_TOUCH 0.005f
/* Largest number of waypoints of one path. */
#define SIDLE_MAX_WAYPOINTS 65536
/* Smallest and largest dt of a step, in seconds. */
#define SIDLE_MIN_DT 0.001f
#define SIDLE_MAX_DT 0.25f
/* The value at the centre of a unit's stamp, and of a static obstacle. */
#define SIDLE_VALUE_UNIT   254
#define SIDLE_VALUE_STATIC 255
/* Steps in an escalation ladder. */
#define SIDLE_LADDER_STEPS 4

/* Every call that can fail returns one of these. A call that fails leaves the world unchanged. */
#define SIDLE_RESULTS(X)                                                                           \
    X(OK, "done")                                                                                  \
    X(ERROR_ARGUMENT, "an argument is a null pointer or outside its range")                        \
    X(ERROR_NOT_FINITE, "a number is NaN or infinite")                                             \
    X(ERROR_DEFINITION,                                                                            \
      "a definition was not filled by its default function, or that of another version")           \
    X(ERROR_MEMORY, "the allocator returned no memory")                                            \
    X(ERROR_STALE, "the id names no living unit or no profile of this world")                      \
    X(ERROR_RANK, "another living unit has that rank")                                             \
    X(ERROR_LIMIT, "the world is full: it holds no more of these")                                 \
    X(ERROR_NO_ROOM, "a unit's disc would overlap an impassable cell or leave the map")            \
    X(ERROR_NO_ORDER, "the unit is not under way, so it has no path and asks nothing")             \
    X(REFUSED_TOO_LONG, "the path is longer than the profile's longest detour; the old one stays") \
    X(ERROR_IN_USE, "a living unit has the profile, or it is the world's own")                     \
    X(ERROR_STOWED, "the unit is stowed: it is not on the map")                                    \
    X(ERROR_ARITHMETIC, "floats are not rounded as IEEE 754 says: see how the library was "        \
                        "compiled")                                                                \
    X(ERROR_BUFFER, "the buffer is too small")                                                     \
    X(ERROR_SNAPSHOT, "the bytes are no snapshot, or a damaged one")                               \
    X(ERROR_VERSION, "the bytes were written by another version of the library")                   \
    X(ERROR_RECORDING, "the bytes are no recording, or a damaged or cut one")                      \
    X(ERROR_DIFFERS, "the replay diverged from the recording")                                     \
    X(ERROR_WRITE, "the host could not take the bytes of the recording")

typedef enum sidle_result {
#define SIDLE_RESULT_ID(name, text) SIDLE_##name,
    SIDLE_RESULTS(SIDLE_RESULT_ID)
#undef SIDLE_RESULT_ID
        SIDLE_RESULT_COUNT
} sidle_result;

typedef struct sidle_world sidle_world;

typedef struct sidle_vec2 {
    float x, y; /* u */
} sidle_vec2;

/* Names a unit. All zeros is the null id. When a unit is destroyed its id becomes stale and stays
 * so: the next unit in the slot has another generation. */
typedef struct sidle_unit_id {
    uint32_t slot; /* 1 .. SIDLE_MAX_UNITS; 0 in the null id */
    uint32_t generation;
} sidle_unit_id;

/* Names a profile of a world. All zeros is the built-in profile. The id of a released profile is
 * stale, until its index has been used 65536 times more. Without releases, ids count 0, 1, 2, ...
 */
typedef struct sidle_profile_id {
    uint32_t index;
} sidle_profile_id;

/* The class of a cell. The letters are those of Moving AI maps. The host may use the classes from
 * SIDLE_TERRAIN_HOST on as it likes:
 *
 *     enum { ROAD = SIDLE_TERRAIN_HOST, RUBBLE, GATE_OF_RED };
 *
 * A gate that only one team passes is a class that only the profiles of that team may enter. */
typedef enum sidle_terrain {
    SIDLE_TERRAIN_GROUND, /* . G */
    SIDLE_TERRAIN_SWAMP,  /* S */
    SIDLE_TERRAIN_WATER,  /* W */
    SIDLE_TERRAIN_TREES,  /* T */
    SIDLE_TERRAIN_VOID,   /* @ O */
    SIDLE_TERRAIN_HOST,   /* the first of the host's own classes */
    SIDLE_TERRAIN_COUNT = 16
} sidle_terrain;

/* A cell and its new class. */
typedef struct sidle_cell {
    uint32_t x, y;
    sidle_terrain terrain;
} sidle_cell;

/* The bit of a class in a profile's mask of passable classes. */
#define SIDLE_PASS(terrain) (1u << (terrain))
#define SIDLE_PASS_ALL      ((1u << SIDLE_TERRAIN_COUNT) - 1u)

/* The host's allocator. allocate returns memory aligned for any type, or NULL; release gets the
 * size that was asked for. A step calls neither once the world has had its largest number of units.
 */
typedef struct sidle_allocator {
    void *context;
    void *(*allocate)(void *context, size_t size);
    void (*release)(void *context, void *memory, size_t size);
} sidle_allocator;

/* Part of the work of a step. No part writes what another part of the same work reads or writes, so
 * they may run at the same time, on any threads, in any order. */
typedef void (*sidle_task)(void *work, uint32_t part);

/* The phases of a step, in order. */
#define SIDLE_PHASES(X)                                                                            \
    X(SORT, "sort")       /* units by place */                                                     \
    X(TARGET, "target")   /* the point to which each order steers */                               \
    X(LOOK, "look")       /* stamps, traces, decisions */                                          \
    X(MOVE, "move")       /* drive and push-apart */                                               \
    X(CONTACT, "contact") /* contacts between bodies */                                            \
    X(END, "end")         /* new positions, arrivals, events */

typedef enum sidle_phase {
#define SIDLE_PHASE_ID(name, text) SIDLE_PHASE_##name,
    SIDLE_PHASES(SIDLE_PHASE_ID)
#undef SIDLE_PHASE_ID
        SIDLE_PHASE_COUNT
} sidle_phase;

/* Callbacks of the host during a step; each may be NULL. They change no bit of the result. The
 * thread that steps calls them. They must not call the world. */
typedef struct sidle_hooks {
    void *context;
    /* Calls task(work, part) once for each part from 0 to parts - 1, and returns when all calls
     * have returned. NULL: the step makes the calls itself, one after the other. */
    void (*run)(void *context, sidle_task task, void *work, uint32_t parts);
    /* A phase begins; SIDLE_PHASE_COUNT: the step is over. For profiling. */
    void (*phase)(void *context, sidle_phase phase);
} sidle_hooks;

typedef struct sidle_world_def {
    uint32_t cookie;       /* set by sidle_world_def_default */
    uint32_t width;        /* cells, 1 .. SIDLE_MAX_CELLS, at most SIDLE_MAX_EXTENT u; default 64 */
    uint32_t height;       /* the same */
    float cell_size;       /* u, SIDLE_MIN_CELL .. SIDLE_MAX_CELL; default 1 */
    const uint8_t *cells;  /* width * height classes, row by row, copied; NULL: all ground */
    uint32_t units;        /* room for this many units at once; it grows when needed; default 0 */
    sidle_allocator alloc; /* default malloc and free */
    sidle_hooks hooks;     /* default none */
} sidle_world_def;

/* One step of the escalation ladder of a unit that other units block. */
typedef enum sidle_step {
    SIDLE_STEP_NONE,   /* the end: the ladder starts again */
    SIDLE_STEP_REPLAN, /* ask the host for another path, and wait answer_time for it */
    SIDLE_STEP_WAIT,   /* wait wait_time */
    SIDLE_STEP_PUSH,   /* push through for push_time, and longer while inside another body */
    SIDLE_STEP_COUNT
} sidle_step;

/* Units for which a unit at rest makes room: one that is idle, has arrived, rests in the range of an
 * approach, or rests under its order for a condition. It drives off the way of the other unit, may
 * ask others in turn, and returns when the other unit has passed. In a range that is at least its
 * radius wide it moves on to another place in that range, and stays there. Meanwhile its decision is
 * IDLE, and contacts move it like a unit under way. A unit that holds never makes room, nor does one
 * that rests beside the target of a pursuit or behind a leader. */
typedef enum sidle_give_way {
    SIDLE_GIVE_WAY_NEVER,
    /* Units of its own team and of allied ones; while it is aside, an enemy on its place, too. */
    SIDLE_GIVE_WAY_FRIENDS,
    SIDLE_GIVE_WAY_ALL,
    SIDLE_GIVE_WAY_COUNT
} sidle_give_way;

/* How the planner of a kind of unit works. The defaults follow from the unit's radius, or hold for
 * any unit; few games change them. */
typedef struct sidle_tuning {
    float look_cell;          /* u */
    float look_interval;      /* s */
    float side_reach;         /* u */
    float threshold;          /* passability, 0 .. 1 */
    float graze;              /* passability, 0 .. 1 */
    float side_bias;          /* u */
    float side_hysteresis;    /* passability, 0 .. 1 */
    float steering_lag;       /* s */
    float push_radius;        /* share of both radii */
    float push_coefficient;   /* share of the way of a tick, < 1 */
    float answer_time;        /* s */
    float replan_backoff;     /* s */
    float replan_backoff_max; /* s */
    float detour_max;         /* multiple of the length of the old path */
    float waypoint_radius;    /* u */
    float arrival_radius;     /* u */
    float wander_pace;        /* share of top speed */
    float wander_distance;    /* u */
    float wander_radius;      /* u */
    float wander_interval;    /* s */
} sidle_tuning;

/* How a kind of unit moves: what a level designer decides, and the tuning beneath. The parameter
 * table describes each number: sidle_params() returns its unit, range, default and a line of help.
 */
typedef struct sidle_profile {
    uint32_t cookie;                    /* set by sidle_profile_of and sidle_profile_default */
    float radius;                       /* u */
    float top_speed;                    /* u/s */
    float acceleration;                 /* u/s2 */
    float turn_rate;                    /* degrees/s */
    uint32_t passable;                  /* SIDLE_PASS(...) | ... */
    uint32_t layer;                     /* units see only their own layer */
    float view_distance;                /* u */
    float headway;                      /* s */
    uint32_t push_enemies;              /* 0 or 1 */
    uint32_t priority;                  /* right of way, 0 .. 255; see docs/right_of_way.md */
    uint8_t ladder[SIDLE_LADDER_STEPS]; /* sidle_step, in order; all NONE: the host answers */
    float patience;                     /* s */
    float wait_time;                    /* s */
    float push_time;                    /* s */
    uint32_t queue;                     /* 0 or 1 */
    uint32_t give_way;                  /* sidle_give_way */
    float reverse;                      /* share of top speed */
    float foresight;                    /* s */
    float flee_distance;                /* u */
    float follow_distance;              /* u */
    float follow_clear;                 /* u */
    /* Factor of the speed while the unit's centre is on a cell of the class; default 1. Its product
     * with the unit's own speed factor is kept within SIDLE_MIN_SPEED_FACTOR and
     * SIDLE_MAX_SPEED_FACTOR. */
    float terrain_factor[SIDLE_TERRAIN_COUNT];
    sidle_tuning tuning;
} sidle_profile;

typedef enum sidle_param_type {
    SIDLE_PARAM_FLOAT,   /* float */
    SIDLE_PARAM_WHOLE,   /* uint32_t */
    SIDLE_PARAM_SWITCH,  /* uint32_t, 0 or 1 */
    SIDLE_PARAM_TERRAIN, /* uint32_t, a mask of classes */
    SIDLE_PARAM_LADDER,  /* uint8_t[SIDLE_LADDER_STEPS] */
    SIDLE_PARAM_CLASSES  /* float[SIDLE_TERRAIN_COUNT]: a number for each class */
} sidle_param_type;

/* What the default of a parameter is proportional to. The default_value of its row is the one for
 * SIDLE_DEFAULT_RADIUS and SIDLE_DEFAULT_TOP_SPEED. */
typedef enum sidle_follows {
    SIDLE_FOLLOWS_NOTHING,
    SIDLE_FOLLOWS_RADIUS,
    SIDLE_FOLLOWS_TOP_SPEED
} sidle_follows;

/* One row of the parameter table. */
typedef struct sidle_param {
    const char *name;
    sidle_param_type type;
    const char *unit;    /* "u", "u/s", "s", ... ; "" for a bare number */
    float min, max;      /* both allowed; for FLOAT, WHOLE and CLASSES */
    float default_value; /* TERRAIN: the mask; LADDER: two bits a step, the first lowest;
                            CLASSES: that of each class */
    sidle_follows follows;
    const char *help; /* one line */
    size_t offset;    /* of the field in sidle_profile */
} sidle_param;

typedef struct sidle_unit_def {
    uint32_t cookie; /* set by sidle_unit_def_default */
    sidle_profile_id profile;
    sidle_vec2 position; /* the disc must fit there; discs of units may overlap */
    sidle_vec2 heading;  /* any length but 0; default (1, 0) */
    uint32_t team;       /* any number; default 0 */
    /* Decides ties, the lower rank first, and staggers looks. 0 (default): one more than the
     * highest rank so far. No two living units have the same rank. A host that sets the ranks
     * itself gets the same results in whatever order it creates the units. */
    uint32_t rank;
    uint64_t user; /* for the host; the library never reads it */
} sidle_unit_def;

/* The order of a unit. The functions in world.h say what each order means. */
typedef enum sidle_order {
    SIDLE_ORDER_NONE,
    SIDLE_ORDER_GO,
    SIDLE_ORDER_HOLD,
    SIDLE_ORDER_PATROL,
    SIDLE_ORDER_PURSUE,
    SIDLE_ORDER_FOLLOW,
    SIDLE_ORDER_EVADE,
    SIDLE_ORDER_FLEE,
    SIDLE_ORDER_WANDER,
    SIDLE_ORDER_APPROACH,
    SIDLE_ORDER_APPROACH_POINT,
    SIDLE_ORDER_COUNT
} sidle_order;

/* What happens to the orders of other units about a unit that is stowed. */
typedef enum sidle_pursuers {
    SIDLE_PURSUERS_LOSE, /* they end with SIDLE_EVENT_TARGET_LOST, as if the unit were destroyed */
    SIDLE_PURSUERS_WAIT, /* those units stand, and go on when the unit is back */
    SIDLE_PURSUERS_COUNT
} sidle_pursuers;

/* The range of an order (sidle_unit_approach, sidle_unit_set_range): the distance from the rim of
 * the unit's disc to the point, or to the rim of its target. {0, 0, 0}: they touch. */
typedef struct sidle_range {
    float most;     /* u, 0 or more: the largest distance */
    float least;    /* u, 0 .. most: the smallest distance. If most is less than a tenth of the
                       radius above it, most counts as least plus a tenth of the radius */
    uint32_t sight; /* SIDLE_PASS(...) | ...: the classes through which the unit can see the point,
                       along a line from its centre; 0: sight is not required */
} sidle_range;

/* What a unit decided at its last look (ALGORITHM: section 2 of the source, Habr 453506). */
typedef enum sidle_decision {
    SIDLE_DECISION_IDLE,    /* stands: it has no order, or its order is to stand */
    SIDLE_DECISION_FREE,    /* drives to the waypoint: the way is free */
    SIDLE_DECISION_DETOUR,  /* drives to the best point of the side traces, which is below the
                               threshold */
    SIDLE_DECISION_WAIT,    /* blocked by units: closes up and waits */
    SIDLE_DECISION_REPLAN,  /* blocked by units: has asked for a path and waits for it */
    SIDLE_DECISION_PUSH,    /* blocked by units: pushes through */
    SIDLE_DECISION_BLOCKED, /* blocked by terrain: stands and has asked for a path */
    SIDLE_DECISION_COUNT
} sidle_decision;

/* Where a unit has come to rest. */
typedef enum sidle_arrival {
    SIDLE_ARRIVAL_AT_GOAL,   /* on its goal, within arrival_radius */
    SIDLE_ARRIVAL_NEAR_GOAL, /* on the free place nearest to its goal: other units rest there */
    SIDLE_ARRIVAL_IN_RANGE,  /* in its range, or beside its target */
    SIDLE_ARRIVAL_NO_ROOM,   /* no unit arrives so: its order goes on, see sidle_condition */
    SIDLE_ARRIVAL_COUNT
} sidle_arrival;

/* Why a unit gets no nearer to the goal of its order. The order goes on: the unit tries again by
 * itself, and at once when it gets a path. It rests meanwhile where nothing is to be gained by
 * standing before the obstacle. */
typedef enum sidle_condition {
    SIDLE_CONDITION_NONE,    /* it gets on, or has no order to go anywhere */
    SIDLE_CONDITION_NO_PATH, /* terrain bars its way, and it has got no path round that */
    SIDLE_CONDITION_NO_WAY,  /* the host has found no path: sidle_unit_answer */
    SIDLE_CONDITION_NO_ROOM, /* it sees its goal or range, and no place there is free */
    SIDLE_CONDITION_SHUT_IN, /* units that do not make room bar its way */
    SIDLE_CONDITION_COUNT
} sidle_condition;

typedef struct sidle_unit_state {
    sidle_profile_id profile;
    uint32_t team, rank;
    uint64_t user;
    float radius;             /* u */
    float speed_factor;       /* factor of the profile's top speed; 1 unless changed */
    float terrain_factor;     /* further factor, of its cell; stowed: 1 */
    sidle_vec2 position;      /* u */
    sidle_vec2 velocity;      /* u/s, of the drive, without pushes by bodies; 0 at rest */
    sidle_vec2 made_velocity; /* u/s, the move of the last step over its dt; 0 after a teleport.
                                 Extrapolate with this one */
    sidle_vec2 predicted_velocity; /* u/s, with which other units predict this one */
    sidle_vec2 heading;            /* of length 1; at rest the unit turns, at its turn_rate, to the
                                      course on which it came, or to the target in its range */
    sidle_vec2 waypoint;  /* u, the point it drives to next; its position without an order */
    sidle_order order;    /* NONE once it is done */
    sidle_unit_id target; /* of an order to pursue, follow, evade or approach; or null */
    sidle_vec2 goal;      /* u, of its order, or of the last one; moves with the target */
    uint32_t waypoints;   /* left on its path, the goal not counted; 0 if it is guided */
    float path_left;  /* u, along the path to the goal. Of a guided unit: to its guide and straight
                         on to the goal, a lower bound. Straight to the goal when the unit sees the
                         target of its order */
    sidle_vec2 place; /* u, where it will come to rest, as far as it is known: draw the marker of
                         the order here. At rest its position; while it gives way the place to which
                         it returns */
    bool has_place;   /* the place is reserved: no other unit takes it */
    bool guided;      /* it follows a guide instead of a path */
    bool ghost;       /* it passes through other units */
    bool stowed;      /* it is off the map; position is where it was stowed */
    bool under_way;   /* its order requires it to be elsewhere */
    bool stuck;   /* no nearer to its goal for twice its patience: its order goes on, see condition.
                     Time in a queue does not count, nor does a goal that moves */
    bool arrived; /* it rests on its place, or has fled */
    sidle_condition condition; /* why it is stuck; NONE if it is not */
    sidle_arrival arrival;     /* kind of that place, once it has arrived */
    sidle_decision decision;
} sidle_unit_state;

typedef enum sidle_event_type {
    SIDLE_EVENT_WAYPOINT, /* the unit passed the waypoint, or point of its patrol, at `point` */
    SIDLE_EVENT_IN_RANGE, /* the unit came into the range of its order, and may shoot or trade. An
                             order to pursue without a range: it came within a quarter of its radius
                             of the target. Sent again each time that it comes back into range.
                             point is its goal, other the target of its order, or null */
    SIDLE_EVENT_ARRIVED,  /* the unit rests on its place: for good, or until its target moves.
                             arrival says where the place is; point and other as above */
    SIDLE_EVENT_TARGET_LOST, /* the target of its order (other) was destroyed or stowed */
    SIDLE_EVENT_BLOCKED,     /* blocked by a unit (other) or by terrain (other is null), with this
                                value at point. Sent when a jam begins and after each ladder */
    SIDLE_EVENT_PATH_WANTED, /* answer with sidle_unit_set_path. other and point as above, or as
                                last seen if the goal has moved. In a jam that flows the units in
                                front ask, and the others wait. Guided units never ask, nor do units
                                  that march in a group */
    SIDLE_EVENT_PUSHING,     /* the unit begins to push through other */
    SIDLE_EVENT_STUCK, /* the unit gets no nearer to its goal; condition says why. Sent once, until
                          it gets on: its order goes on. other and point as above */
    SIDLE_EVENT_GETS_ON, /* a stuck unit comes nearer to its goal again. One that arrives at once is
                            told so alone */
    SIDLE_EVENT_COUNT
} sidle_event_type;

typedef struct sidle_event {
    sidle_event_type type;
    sidle_unit_id unit;
    sidle_unit_id other;       /* the blocker, or null */
    sidle_vec2 point;          /* u */
    uint32_t value;            /* passability value, 0 .. SIDLE_VALUE_STATIC */
    sidle_vec2 position;       /* u, of the unit at the end of the step */
    uint64_t user;             /* of the unit's definition */
    sidle_arrival arrival;     /* of SIDLE_EVENT_ARRIVED */
    uint32_t order_over;       /* 1: this event ends the order, the unit has none now; else 0 */
    sidle_condition condition; /* of SIDLE_EVENT_STUCK */
} sidle_event;

#ifdef __cplusplus
}
#endif

#endif
