/* The values that pass between a host and sidle.
 *
 * Lengths are in world units ("u"), time in seconds, angles in degrees. x grows to the right and y
 * downwards, as in a picture; cell (0,0) covers [0, cell_size) on both axes. Passability values are
 * integers: 0 is free, SIDLE_VALUE_UNIT the centre of a unit, SIDLE_VALUE_STATIC a static obstacle.
 *
 * Fill a definition with its ..._default() function first: one filled by hand is refused.
 */
#ifndef SIDLE_TYPES_H
#define SIDLE_TYPES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* SIDLE_SHARED: sidle is a shared library. Its own build says so, and on Windows a host may. */
#if defined(SIDLE_SHARED) && defined(_WIN32) && defined(SIDLE_BUILDING)
#define SIDLE_API __declspec(dllexport)
#elif defined(SIDLE_SHARED) && defined(_WIN32)
#define SIDLE_API __declspec(dllimport)
#elif defined(SIDLE_SHARED) && defined(__GNUC__)
#define SIDLE_API __attribute__((visibility("default")))
#else
#define SIDLE_API
#endif

/* What this header is of; sidle_version() tells what the library is of. */
#define SIDLE_VERSION       "0.3.0"
#define SIDLE_VERSION_MAJOR 0
#define SIDLE_VERSION_MINOR 3
#define SIDLE_VERSION_PATCH 0

/* One number for all three: 203 is 0.2.3. */
#define SIDLE_VERSION_NUMBER                                                                       \
    (SIDLE_VERSION_MAJOR * 10000u + SIDLE_VERSION_MINOR * 100u + SIDLE_VERSION_PATCH)

/* What a host has compiled of a definition: its size, and of which version. It goes into the
 * cookie, and a library that has compiled another one refuses the definition. */
#define SIDLE_LAYOUT(type)                                                                         \
    ((uint32_t)sizeof(type) | (uint32_t)SIDLE_VERSION_MINOR << 16 |                                \
     (uint32_t)SIDLE_VERSION_MAJOR << 24)

/* Largest radius of a unit, in cells: it bounds the cost of a look at the terrain. */
#define SIDLE_MAX_RADIUS_CELLS 4.0f
/* Smallest radius of a unit, in cells: so no unit of a world is over 1024 times as wide as another.
 */
#define SIDLE_MIN_RADIUS_CELLS (1 / 256.0f)
/* Smallest radius of a unit, as a share of the longer side of the world: positions keep 1/32 of it,
 * or better. */
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
/* Range of the factor of a unit's top speed, but for 0. */
#define SIDLE_MIN_SPEED_FACTOR 0.0078125f
#define SIDLE_MAX_SPEED_FACTOR 15.0f
/* Share of the smaller radius by which places to rest on may overlap: positions are rounded, and
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

/* Every call that can fail returns one of these, and on failure leaves the world as it was. */
#define SIDLE_RESULTS(X)                                                                           \
    X(OK, "done")                                                                                  \
    X(ERROR_ARGUMENT, "an argument is a null pointer or outside its range")                        \
    X(ERROR_NOT_FINITE, "a number is NaN or infinite")                                             \
    X(ERROR_DEFINITION,                                                                            \
      "a definition was not filled by its default function, or that of another version")           \
    X(ERROR_MEMORY, "the allocator returned no memory")                                            \
    X(ERROR_STALE, "the id names no living unit or no profile of this world")                      \
    X(ERROR_RANK, "another living unit has that rank")                                             \
    X(ERROR_LIMIT, "the world holds as many of these as it can")                                   \
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
    X(ERROR_DIFFERS, "the world went another way than the recorded one")                           \
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

/* Names a unit. All zeros is the null id. An id whose unit was destroyed is stale for good: the
 * slot's next unit has another generation. */
typedef struct sidle_unit_id {
    uint32_t slot; /* 1 .. SIDLE_MAX_UNITS; 0 in the null id */
    uint32_t generation;
} sidle_unit_id;

/* Names a profile of a world. All zeros is the built-in profile. An id that was released is stale
 * for good, until 65536 others have had its place. Without releases, ids count 0, 1, 2, ... */
typedef struct sidle_profile_id {
    uint32_t index;
} sidle_profile_id;

/* What a cell is made of: a class. The letters are those of Moving AI maps. The classes from
 * SIDLE_TERRAIN_HOST on are the host's, to name as it likes:
 *
 *     enum { ROAD = SIDLE_TERRAIN_HOST, RUBBLE, GATE_OF_RED };
 *
 * A gate that only one team passes is a class that only the profiles of that team may enter. */
typedef enum sidle_terrain {
    SIDLE_GROUND,       /* . G */
    SIDLE_SWAMP,        /* S */
    SIDLE_WATER,        /* W */
    SIDLE_TREES,        /* T */
    SIDLE_VOID,         /* @ O */
    SIDLE_TERRAIN_HOST, /* the first of the host's own classes */
    SIDLE_TERRAIN_COUNT = 16
} sidle_terrain;

/* A cell, and what to make of it. */
typedef struct sidle_cell {
    uint32_t x, y;
    sidle_terrain terrain;
} sidle_cell;

/* The bit of a class in a profile's mask of passable classes. */
#define SIDLE_PASS(terrain) (1u << (terrain))
#define SIDLE_PASS_ALL      ((1u << SIDLE_TERRAIN_COUNT) - 1u)

/* Memory comes from the host. allocate returns memory aligned for any type, or NULL; release gets
 * the size that was asked for. Neither is called in a step once the world has seen its largest
 * number of units. */
typedef struct sidle_allocator {
    void *context;
    void *(*allocate)(void *context, size_t size);
    void (*release)(void *context, void *memory, size_t size);
} sidle_allocator;

/* Part of the work of a step. The parts of one piece of work touch nothing in common that any of
 * them writes: they may run at once, on any threads, in any order. */
typedef void (*sidle_task)(void *work, uint32_t part);

/* What a step does, in this order. */
#define SIDLE_PHASES(X)                                                                            \
    X(SORT, "sort")       /* units by place */                                                     \
    X(TARGET, "target")   /* where each order steers its unit */                                   \
    X(LOOK, "look")       /* stamps, traces, decisions */                                          \
    X(MOVE, "move")       /* drive and push-apart */                                               \
    X(CONTACT, "contact") /* contacts between bodies */                                            \
    X(END, "end")         /* take the new places, arrive, tell events */

typedef enum sidle_phase {
#define SIDLE_PHASE_ID(name, text) SIDLE_PHASE_##name,
    SIDLE_PHASES(SIDLE_PHASE_ID)
#undef SIDLE_PHASE_ID
        SIDLE_PHASE_COUNT
} sidle_phase;

/* How the host takes part in a step; each may be NULL. The results are the same bits with any of
 * them, and with none. They are called by the thread that steps, and must not call the world. */
typedef struct sidle_hooks {
    void *context;
    /* Calls task(work, part) once for each part from 0 to parts - 1, and returns when all these
     * calls have returned. NULL: the step makes them itself, one after the other. */
    void (*run)(void *context, sidle_task task, void *work, uint32_t parts);
    /* A phase begins; SIDLE_PHASE_COUNT: the step is over. For measuring. */
    void (*phase)(void *context, sidle_phase phase);
} sidle_hooks;

typedef struct sidle_world_def {
    uint32_t cookie;       /* set by sidle_world_def_default */
    uint32_t width;        /* cells, 1 .. SIDLE_MAX_CELLS, at most SIDLE_MAX_EXTENT u; default 64 */
    uint32_t height;       /* the same */
    float cell_size;       /* u, SIDLE_MIN_CELL .. SIDLE_MAX_CELL; default 1 */
    const uint8_t *cells;  /* width * height classes, row by row, copied; NULL: all ground */
    uint32_t units;        /* room for so many from the beginning; it grows beyond; default 0 */
    sidle_allocator alloc; /* default malloc and free */
    sidle_hooks hooks;     /* default none */
} sidle_world_def;

/* One rung of the ladder that a unit climbs while its way stays blocked by units. */
typedef enum sidle_step {
    SIDLE_STEP_NONE,   /* the ladder ends here and starts again */
    SIDLE_STEP_REPLAN, /* ask the host for another path; wait answer_time for it */
    SIDLE_STEP_WAIT,   /* wait wait_time, hoping that the jam dissolves */
    SIDLE_STEP_PUSH,   /* push through for push_time, and on until clear of other bodies */
    SIDLE_STEP_COUNT
} sidle_step;

/* For whom a unit steps aside that rests without an order, or has arrived. It goes as far as it has
 * to, by its own drive, and returns when the other one has passed. For the host it is idle
 * meanwhile, and contact moves it like a unit under way: one that has no room itself is moved by
 * friends who make room. A unit that holds never does, nor one that rests under another order or in
 * range of an approach. */
typedef enum sidle_give_way {
    SIDLE_GIVE_WAY_NEVER,
    SIDLE_GIVE_WAY_FRIENDS, /* units of its own team and of allied ones */
    SIDLE_GIVE_WAY_ALL,
    SIDLE_GIVE_WAY_COUNT
} sidle_give_way;

/* How a kind of unit moves. Each number is described once, in the parameter table: sidle_params()
 * gives unit, range, default and a line of help for every one of them. */
typedef struct sidle_profile {
    uint32_t cookie;                    /* set by sidle_profile_default */
    float radius;                       /* u */
    float top_speed;                    /* u/s */
    float acceleration;                 /* u/s2 */
    float turn_rate;                    /* degrees/s */
    uint32_t passable;                  /* SIDLE_PASS(...) | ... */
    uint32_t layer;                     /* units see only their own layer */
    float view_distance;                /* u */
    float look_cell;                    /* u */
    float look_interval;                /* s */
    float side_reach;                   /* u */
    float threshold;                    /* passability, 0 .. 1 */
    float graze;                        /* passability, 0 .. 1 */
    float side_bias;                    /* u */
    float side_hysteresis;              /* passability, 0 .. 1 */
    float steering_lag;                 /* s */
    float headway;                      /* s */
    float push_radius;                  /* share of both radii */
    float push_coefficient;             /* share of the way of a tick, < 1 */
    uint32_t push_enemies;              /* 0 or 1 */
    uint32_t priority;                  /* right of way, 0 .. 255; see docs/right_of_way.md */
    uint8_t ladder[SIDLE_LADDER_STEPS]; /* sidle_step, in order; all NONE: the host answers */
    float answer_time;                  /* s */
    float patience;                     /* s */
    float wait_time;                    /* s */
    float push_time;                    /* s */
    float replan_backoff;               /* s */
    float replan_backoff_max;           /* s */
    float detour_max;                   /* multiple of the way that was left */
    float waypoint_radius;              /* u */
    float arrival_radius;               /* u */
    uint32_t queue;                     /* 0 or 1 */
    uint32_t give_way;                  /* sidle_give_way */
    float reverse;                      /* share of top speed */
    float foresight;                    /* s */
    float flee_distance;                /* u */
    float wander_pace;                  /* share of top speed */
    float wander_distance;              /* u */
    float wander_radius;                /* u */
    float wander_interval;              /* s */
    float follow_distance;              /* u */
    float follow_clear;                 /* u */
    /* Times top_speed (and the unit's own factor), while the unit's centre is on a cell of the
     * class; default 1 for all of them. Together SIDLE_MIN_SPEED_FACTOR to
     * SIDLE_MAX_SPEED_FACTOR. */
    float terrain_speed[SIDLE_TERRAIN_COUNT];
} sidle_profile;

typedef enum sidle_param_type {
    SIDLE_PARAM_FLOAT,   /* float */
    SIDLE_PARAM_WHOLE,   /* uint32_t */
    SIDLE_PARAM_SWITCH,  /* uint32_t, 0 or 1 */
    SIDLE_PARAM_TERRAIN, /* uint32_t, a mask of classes */
    SIDLE_PARAM_LADDER,  /* uint8_t[SIDLE_LADDER_STEPS] */
    SIDLE_PARAM_CLASSES  /* float[SIDLE_TERRAIN_COUNT]: a number for each class */
} sidle_param_type;

/* One row of the parameter table. */
typedef struct sidle_param {
    const char *name;
    sidle_param_type type;
    const char *unit;    /* "u", "u/s", "s", ... ; "" for a bare number */
    float min, max;      /* both allowed; for FLOAT, WHOLE and CLASSES */
    float default_value; /* TERRAIN: the mask; LADDER: two bits a step, the first lowest;
                            CLASSES: that of each class */
    const char *help;    /* one line */
    size_t offset;       /* of the field in sidle_profile */
} sidle_param;

typedef struct sidle_unit_def {
    uint32_t cookie; /* set by sidle_unit_def_default */
    sidle_profile_id profile;
    sidle_vec2 position; /* the disc must fit there; discs of units may overlap */
    sidle_vec2 heading;  /* any length but 0; default (1, 0) */
    uint32_t team;       /* any number; default 0 */
    /* Decides ties, the lower first, and staggers looks. 0 (default): one more than the highest
     * that was ever given. No two living units have the same. A host that gives each unit its own
     * rank gets the same results whatever order it creates them in. */
    uint32_t rank;
    uint64_t user; /* yours; never read */
} sidle_unit_def;

/* Which fields of a change are read; the others of the unit stay as they are. */
#define SIDLE_CHANGE_PROFILE 1u
#define SIDLE_CHANGE_TEAM    2u
#define SIDLE_CHANGE_HEADING 4u
#define SIDLE_CHANGE_RANK    8u
#define SIDLE_CHANGE_USER    16u
#define SIDLE_CHANGE_SPEED   32u
#define SIDLE_CHANGE_GHOST   64u
#define SIDLE_CHANGE_ALL     127u

/* What sidle_unit_change changes of a unit. */
typedef struct sidle_change {
    uint32_t cookie; /* set by sidle_change_default */
    uint32_t what;   /* SIDLE_CHANGE_... | ...; default 0 */
    sidle_profile_id profile;
    uint32_t team;
    sidle_vec2 heading; /* any length but 0; a unit that drives goes on at its speed, that way */
    uint32_t rank;      /* as in sidle_unit_def; its own rank changes nothing */
    uint64_t user;
    /* Times the profile's top speed, 0 .. SIDLE_MAX_SPEED_FACTOR; default 1. Less than
     * SIDLE_MIN_SPEED_FACTOR counts as 0. The unit drives, is predicted and looks ahead as one of
     * that top speed. At 0 it is stunned: it brakes and stands under its order, neither looks nor
     * asks, and others go round it. */
    float speed;
    /* The unit neither sees nor meets other units, nor they it: workers who mine pass through each
     * other. Terrain stops it. Once it is no ghost it comes clear of whom it stands in. */
    bool ghost;
} sidle_change;

/* What a unit was told to do. What each means stands with its function in world.h. */
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

/* What becomes of the orders that are about a unit when it is stowed. */
typedef enum sidle_pursuers {
    SIDLE_PURSUERS_LOSE, /* they are over: SIDLE_EVENT_TARGET_LOST, as if the unit were no more */
    SIDLE_PURSUERS_WAIT, /* those units stand, and go on when it is back */
    SIDLE_PURSUERS_COUNT
} sidle_pursuers;

/* Where an order to approach, or another one with a range (sidle_unit_set_range), wants the unit:
 * at a distance from the rim of its disc to the point, or to the rim of its target. {0, 0, 0}: it
 * touches. */
typedef struct sidle_range {
    float most;     /* u, 0 or more: no farther away */
    float least;    /* u, 0 .. most: no nearer. The band between is at least a tenth of its radius
                       wide, most counts for so much more */
    uint32_t sight; /* SIDLE_PASS(...) | ...: the classes through which it has to see the point,
                       along a line from its centre; 0: it need not see it */
} sidle_range;

/* What a unit decided at its last look (ALGORITHM: section 2 of the source, Habr 453506). */
typedef enum sidle_decision {
    SIDLE_IDLE,    /* stands: no order, or its order wants it to stand */
    SIDLE_FREE,    /* nothing in the way: to the waypoint */
    SIDLE_DETOUR,  /* the best point of the side traces is below the threshold: to that point */
    SIDLE_WAIT,    /* blocked by units: closes up and waits */
    SIDLE_REPLAN,  /* blocked by units: has asked for a path and waits for the answer */
    SIDLE_PUSH,    /* blocked by units: pushes through */
    SIDLE_BLOCKED, /* blocked by terrain: stands, has asked for a path */
    SIDLE_DECISION_COUNT
} sidle_decision;

/* Where a unit has come to rest. */
typedef enum sidle_arrival {
    SIDLE_ARRIVAL_AT_GOAL,   /* on its goal, within arrival_radius */
    SIDLE_ARRIVAL_NEAR_GOAL, /* on the nearest free place to it: others rest there */
    SIDLE_ARRIVAL_IN_RANGE,  /* in its range, or beside its target */
    SIDLE_ARRIVAL_NO_ROOM,   /* as near as it could get: there is no room, or no way */
    SIDLE_ARRIVAL_COUNT
} sidle_arrival;

typedef struct sidle_unit_state {
    sidle_profile_id profile;
    uint32_t team, rank;
    uint64_t user;
    float radius;                  /* u */
    float speed;                   /* factor of the profile's top speed; 1 unless changed */
    float terrain_speed;           /* the factor that its cell puts to that; stowed: 1 */
    sidle_vec2 position;           /* u */
    sidle_vec2 velocity;           /* u/s, of the drive, not of what bodies push it; 0 at rest */
    sidle_vec2 made_velocity;      /* u/s, how far it came in the last step, by its time; 0 after a
                                      teleport. What to extrapolate from in a jam */
    sidle_vec2 predicted_velocity; /* u/s, by which others reckon where this unit will be */
    sidle_vec2 heading;            /* of length 1; at rest the unit turns to the course on which it
                                      came, or to the target in its range, at its turn_rate */
    sidle_vec2 waypoint;  /* u, the point it drives to next; its position without an order */
    sidle_order order;    /* NONE once it is done */
    sidle_unit_id target; /* of its order: whom it pursues, follows, evades, approaches; or null */
    sidle_vec2 goal;      /* u, the end of its order, or of the last one; moves with the target */
    uint32_t waypoints;   /* left on its path, the goal not counted; 0 if it is guided */
    float path_left;  /* u, along the path to the goal. Of a guided unit: to its guide, and straight
                         on to the goal, which is no more than the way that is left. Straight
                         to the goal when the unit sees the target of its order */
    sidle_vec2 place; /* u, where it will come to rest, as it knows by now: the marker of its order.
                         At rest its position; of a unit that gives way the place to which it
                         returns */
    bool has_place;   /* it has that place, which no other unit takes */
    bool guided;      /* it goes by a guide, and not by a path */
    bool ghost;       /* it passes through other units */
    bool stowed;      /* it is off the map; position is where it was stowed */
    bool under_way;   /* its order wants it to be elsewhere */
    bool stuck;   /* under way, and for twice its patience no nearer to its goal. Time in a queue
                     does not count, nor does a goal that moves. A new order or path begins it
                     anew */
    bool arrived; /* rests on its place, or has fled */
    sidle_arrival arrival; /* where it rests when it has arrived */
    sidle_decision decision;
} sidle_unit_state;

typedef enum sidle_event_type {
    SIDLE_EVENT_WAYPOINT, /* passed a waypoint, or again one it went back to, or reached a
                             point of its patrol; point is it */
    SIDLE_EVENT_IN_RANGE, /* came into the range of its order, whichever that is: to where it shoots
                             or trades from. Without a range it tells that a unit came within a
                             quarter of its radius of whom it pursues. Again after it was out of it.
                             point is its goal, other the target of its order, or null */
    SIDLE_EVENT_ARRIVED,  /* rests where its order wants it, whichever order that is: on its place
                             for good, or until its target moves. arrival says where the place is,
                             point and other as above */
    SIDLE_EVENT_TARGET_LOST,   /* other, whom its order was about, is no more, or was stowed */
    SIDLE_EVENT_BLOCKED,       /* by a unit (other is set) or by terrain (null); value was found at
                                  point. Told once when a jam begins and again after each ladder */
    SIDLE_EVENT_REPLAN_WANTED, /* answer with sidle_unit_path. other and point as above, or as the
                                  unit saw them last when it is the goal that has moved. In a jam
                                  that flows hardly any unit asks: those in front ask for all. A
                                  guided unit never asks, nor does one that marches in a group */
    SIDLE_EVENT_PUSHING,       /* begins to push through other */
    SIDLE_EVENT_STUCK,   /* has given up hope for now (sidle_unit_state.stuck): it sees no way,
                            and none was given. It goes on trying. other and point as above */
    SIDLE_EVENT_GETS_ON, /* one that was stuck comes nearer to its goal again */
    SIDLE_EVENT_COUNT
} sidle_event_type;

typedef struct sidle_event {
    sidle_event_type type;
    sidle_unit_id unit;
    sidle_unit_id other;   /* the blocker, or null */
    sidle_vec2 point;      /* u */
    uint32_t value;        /* passability value found, 0 .. SIDLE_VALUE_STATIC */
    sidle_vec2 position;   /* u, of the unit as the step ended */
    uint64_t user;         /* of the unit's definition */
    sidle_arrival arrival; /* of SIDLE_EVENT_ARRIVED */
    uint32_t order_over;   /* 1: with this event the order is over, and the unit has none; else 0 */
} sidle_event;

#ifdef __cplusplus
}
#endif

#endif
