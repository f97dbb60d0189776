/* A scene is everything a run needs: the map, the profiles, who starts where and goes where, and
 * what changes on the way. Fixtures, Moving AI scenarios and generated scenes all end up here, and
 * from here on nobody asks where it came from.
 *
 * Arrays are stb_ds arrays owned by the scene; scene_free gives them back. */
#ifndef SIDLE_COMMAND_SCENE_H
#define SIDLE_COMMAND_SCENE_H

#include <sidle/sidle.h>

/* A profile by its name; number 0 is always "default". */
typedef struct scene_profile {
    char *name;
    sidle_profile values;
} scene_profile;

/* In place of a time to die at. */
#define DIES_CAUGHT (-1.0f)

typedef struct scene_unit {
    sidle_vec2 position;
    uint32_t profile; /* index into scene.profiles */
    uint32_t team;
    uint32_t group;     /* number of the fixture's group, from 1; 0: of none */
    sidle_order order;  /* NONE: stands for the whole run */
    float start;        /* s, when the order is given */
    float dies;         /* s, when the unit is destroyed, or DIES_CAUGHT; 0: never */
    sidle_vec2 goal;    /* u: of GO; what FLEE is about; the middle of WANDER */
    float range;        /* u: how far from there WANDER goes */
    sidle_vec2 *via;    /* u: of GO, waypoints that the scene prescribes; NULL: the pathfinder's */
    sidle_vec2 *rounds; /* u: the points of PATROL */
    uint32_t others;    /* group whose nearest unit PURSUE, FOLLOW and EVADE are about */
    int line, column;   /* where the file placed it, for messages; 0 when no file did */
} scene_unit;

/* A rectangle of cells that changes class during the run. */
typedef struct scene_edit {
    float time; /* s */
    uint32_t x, y, width, height;
    sidle_terrain terrain;
} scene_edit;

/* A bound on a metric, by its name in the JSON output ("arrived", "decisions.push"). */
typedef enum expect_relation { EXPECT_EQUAL, EXPECT_AT_MOST, EXPECT_AT_LEAST } expect_relation;

typedef struct scene_expect {
    char *metric;
    expect_relation relation;
    double bound;
    int line; /* of the fixture, for the message */
} scene_expect;

typedef struct scene {
    char *name;             /* file name or generator name, as the user wrote it */
    uint32_t width, height; /* cells */
    float cell_size;        /* u; default 1 */
    uint8_t *cells;         /* malloc'd, width * height sidle_terrain */
    scene_profile *profiles;
    scene_unit *units;
    scene_edit *edits; /* by ascending time */
    scene_expect *expects;
    uint32_t skipped; /* problems of a scenario that start or end where the profile cannot be */
    float seconds;    /* s, the time limit that the scene suggests; default 120 */
    bool roam;        /* a mover that arrives gets another random goal: steady state for timing */
    bool open;        /* no pathfinder wanted: units go in a straight line or by via */
} scene;

/* An empty scene with the built-in profile. */
scene scene_make(const char *name);
void scene_free(scene *s);

/* Index of the profile of that name, -1 when there is none. */
int scene_profile_find(const scene *s, const char *name, size_t length);

/* A new profile, a copy of the default as it is now; returns its index. -1: the scene holds as many
 * as a world can. */
int scene_profile_add(scene *s, const char *name, size_t length);

/* Does the unit stay where it is, all the time? So does one that holds its place. */
bool scene_unit_stands(const scene_unit *u);

/* Is there terrain in some mover's way, or may there be? Else a straight line does as a path. */
bool scene_needs_paths(const scene *s);

#endif
