/* A scene is everything that a run needs: the map, the profiles, where units start and which orders
 * they get, and what changes during the run. Fixtures, Moving AI scenarios and generated scenes all
 * become one; what comes after does not ask which of them it was.
 *
 * Arrays are stb_ds arrays owned by the scene; scene_free gives them back. */
#ifndef SIDLE_COMMAND_SCENE_H
#define SIDLE_COMMAND_SCENE_H

#include <sidle/sidle.h>

/* Most profiles of a scene, with the default. A choice: they are found by comparing names. */
enum { SCENE_PROFILES_MAX = 1024 };

/* A profile by its name; number 0 is always "default". */
typedef struct scene_profile {
    char *name;
    sidle_profile values;
    uint64_t given; /* bits of the rows of sidle_params: they do not follow from radius and speed */
} scene_profile;

/* In place of a time to die at: the unit dies when a hunter touches it. */
#define DIES_CAUGHT (-1.0f)

typedef struct scene_unit {
    sidle_vec2 position; /* u */
    uint32_t profile;    /* index into scene.profiles */
    uint32_t team;
    uint32_t group;     /* number of the fixture's group, from 1; 0: none */
    char letter;        /* of that group; 0: none */
    uint32_t troop;     /* number of the troop in which it marches, from 1; 0: by itself */
    sidle_order order;  /* NONE: stands for the whole run */
    float start;        /* s, when the order is given */
    float dies;         /* s, when the unit is destroyed, or DIES_CAUGHT; 0: never */
    float unloads;      /* s, until when the unit is stowed; 0: it is on the map from the start */
    sidle_vec2 goal;    /* u: of GO; the danger of FLEE; the middle of WANDER; APPROACH_POINT's */
    float range;        /* u, radius of WANDER's area; how near to APPROACH */
    sidle_vec2 *via;    /* u, waypoints of GO; NULL: the pathfinder gives them */
    sidle_vec2 *patrol; /* u, the points of PATROL */
    uint32_t target_group; /* of PURSUE, FOLLOW, EVADE and APPROACH, else 0: its nearest unit is the
                              target */
    int line, column;      /* of the file that placed it, for messages; 0: no file did */
} scene_unit;

/* Units that get one order as a group: those with its number. */
typedef struct scene_troop {
    sidle_formation formation;
} scene_troop;

/* A rectangle of cells that changes its class during the run. */
typedef struct scene_edit {
    float time; /* s */
    uint32_t x, y, width, height;
    sidle_terrain terrain;
} scene_edit;

/* An order that a unit gets after its first one. */
typedef struct scene_later {
    float time; /* s */
    uint32_t unit;
    sidle_order order; /* GO; NONE: it stops */
    sidle_vec2 goal;   /* u, of GO */
} scene_later;

/* A bound on a figure, by its name in the JSON ("arrived", "decisions.push"). */
typedef enum expect_relation { EXPECT_EQUAL, EXPECT_AT_MOST, EXPECT_AT_LEAST } expect_relation;

extern const char *const EXPECT_SIGNS[]; /* by relation */

typedef struct scene_expect {
    char *metric;
    expect_relation relation;
    double bound;
    int line; /* of the fixture, for the message */
} scene_expect;

typedef struct scene {
    char *name;             /* file name or generated scene's name, as the user wrote it */
    uint32_t width, height; /* cells */
    float cell_size;        /* u; default 1 */
    uint8_t *cells;         /* malloc'd, width * height sidle_terrain */
    scene_profile *profiles;
    scene_unit *units;
    scene_troop *troops;
    scene_edit *edits;  /* by ascending time */
    scene_later *later; /* the same */
    scene_expect *expects;
    uint32_t skipped; /* problems of a scenario that start or end where the profile cannot be */
    float seconds;    /* s, the time limit that the scene suggests; default 120 */
    float hz;         /* ticks per second that the scene suggests; default 30 */
    bool roam;        /* a unit that arrives gets another random goal: a steady load for timing */
    float
        roam_reach;  /* u, along each axis: that goal is no farther; 0: it is anywhere on the map */
    bool congestion; /* the pathfinder leads units round jams */
    bool straight;   /* units go in straight lines or by `via`, without a pathfinder */
} scene;

/* An empty scene with the built-in profile. */
scene scene_make(const char *name);
void scene_free(scene *s);

/* The same scene in memory of its own. */
scene scene_copy(const scene *s);

/* A world with the map of the scene, to be created. */
sidle_world_def scene_world_def(const scene *s);

/* Index of the profile of that name; -1: there is none. */
int scene_profile_find(const scene *s, const char *name, size_t length);

/* Adds a profile, a copy of the default as it is now, and returns its index. -1: the scene holds as
 * many as a world can. */
int scene_profile_add(scene *s, const char *name, size_t length);

/* Has some unit this profile? */
bool scene_uses_profile(const scene *s, size_t profile);

/* s: the latest time of all that happens to the scene by itself. */
float scene_last_change(const scene *s);

/* The values, and which of them are given; the name stays. */
void scene_profile_copy(scene_profile *to, const scene_profile *from);

/* Tells the profile that this value of it was set: what follows from it, and is not given, is
 * renewed. */
void scene_profile_give(scene_profile *p, const sidle_param *row);

/* Does the unit stay where it is for the whole run? It has no order, or holds its place. */
bool scene_unit_stands(const scene_unit *u);

/* Has it carried out an order, and does it rest now? A unit without an order has not arrived. */
bool scene_unit_has_arrived(const scene_unit *u, const sidle_unit_state *state);

/* May a unit that stands step aside for others all the same? */
bool scene_unit_gives_way(const scene *s, const scene_unit *u);

/* u: one coordinate of a random goal on ground so wide, at least the margin from its ends and at
 * most `reach` from there (0: anywhere). */
float scene_goal_along(float from, float wide, float margin, float reach, uint64_t *random);

/* Where a unit that roams goes next from there. */
sidle_vec2 scene_roam_goal(const scene *s, size_t unit, sidle_vec2 from, uint64_t *random);

/* Has the map cells that some moving unit may not enter, now or after an edit, or a unit cells on
 * which it is slow? If not, straight lines do for paths. */
bool scene_needs_paths(const scene *s);

#endif
