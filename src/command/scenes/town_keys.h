/* What the name of a town says: "@town,task=rally,seed=17". */
#ifndef SIDLE_COMMAND_TOWN_KEYS_H
#define SIDLE_COMMAND_TOWN_KEYS_H

#include "scene.h"
#include "terminal/complain.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The tasks, by name and what they are. */
#define TOWN_TASKS(X)                                                                              \
    X(RALLY, "rally", "all to one point")                                                          \
    X(SCATTER, "scatter", "each to a place of its own somewhere")                                  \
    X(SWAP, "swap", "two crowds change places")                                                    \
    X(GATHER, "gather", "each to a place of its own about one point")                              \
    X(MARCH, "march", "in formation, or each as far and in the same direction")                    \
    X(ATTACK, "attack", "into range of targets that hold")                                         \
    X(MELEE, "melee", "up to targets that hold, few to each")                                      \
    X(SURROUND, "surround", "more pursuers than have room about a target")                         \
    X(PATROL, "patrol", "for ever from one shared point to the next")                              \
    X(IDLE, "idle", "to places of their own through idle friends")                                 \
    X(CROSSING, "crossing", "two armies whose ways cross")                                         \
    X(FOLLOW, "follow", "a leader goes to a point and rests")                                      \
    X(OVERFULL, "overfull", "all to a point in a room that is too small for them")                 \
    X(UNREACHABLE, "unreachable", "goals in walls and in rooms without a door")                    \
    X(SECOND, "second", "another order for some of those that have arrived")                       \
    X(STOP, "stop", "all are stopped on their way")                                                \
    X(UNLOAD, "unload", "twenty come out of one point")                                            \
    X(BUILDING, "building", "a building goes up beside the point where all go")                    \
    X(DYING, "dying", "targets die one after the other")

typedef enum town_task {
#define TOWN_TASK_ID(id, name, help) TOWN_##id,
    TOWN_TASKS(TOWN_TASK_ID)
#undef TOWN_TASK_ID
        TOWN_TASK_COUNT
} town_task;

#define TOWN_MAPS(X)                                                                               \
    X(PLAIN, "plain")                                                                              \
    X(STREETS, "streets")                                                                          \
    X(ROOMS, "rooms")                                                                              \
    X(COURTYARDS, "courtyards")                                                                    \
    X(CAVES, "caves")                                                                              \
    X(FOREST, "forest")                                                                            \
    X(MAZE, "maze")                                                                                \
    X(ISLANDS, "islands")

typedef enum town_map {
#define TOWN_MAP_ID(id, name) TOWN_MAP_##id,
    TOWN_MAPS(TOWN_MAP_ID)
#undef TOWN_MAP_ID
        TOWN_MAP_COUNT
} town_map;

/* Most units that a name may ask for. */
enum { TOWN_MOST_UNITS = 1000 };

/* The range in which the top speed of the fastest kind of a town is drawn. */
typedef struct town_speeds {
    float low, high; /* u/s; 0: the seed chooses as it does without a range */
} town_speeds;

typedef struct town_keys {
    town_task task;
    town_map map;   /* TOWN_MAP_COUNT: the seed chooses */
    uint32_t units; /* 0: the seed chooses */
    uint32_t seed;
    bool own; /* each unit gets a place of its own, whatever the task is */
    town_speeds speeds;
} town_keys;

/* Reads the keys behind "@town", up to a '+' or the end; *end is what follows them. `name` is for
 * messages. A seed that is not given stays. False after a complaint. */
bool town_keys_read(town_keys *k, const char *text, const char **end, const char *name,
                    complaints *to);

/* Reads "LOW:HIGH", u/s. False, without a complaint, if it is no such range. */
bool town_speeds_read(town_speeds *speeds, const char *text, size_t length);

/* The task of that name; TOWN_TASK_COUNT: there is none. */
town_task town_task_named(const char *name, size_t length);
const char *town_task_name(town_task task);
const char *town_task_help(town_task task);

/* Makes the town. own: NULL, or a scene whose profiles are the kinds of units, and whose map, where
 * it has one, is the map. False: that map has no room for the task. */
bool town_make(const town_keys *keys, const scene *own, scene *into);

/* The name that a scene of these keys has. */
enum { TOWN_NAME = 128 };
void town_name(const town_keys *k, char name[TOWN_NAME]);

#endif
