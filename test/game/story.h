/* A game that is known before it is played: a map, units, and what the host calls in which tick,
 * all from a seed. Nothing of it depends on what the units do. So a call or a unit can be left out
 * and the rest stays as it was, which is how a failure is made small (shrink.c). */
#ifndef SIDLE_TEST_GAME_STORY_H
#define SIDLE_TEST_GAME_STORY_H

#include "../support/support.h"

enum { KINDS = 5, TEAMS = 3, MOST_UNITS = 48, MOST_CALLS = 512, MOST_WALLS = 10, SIDE = 64 };

typedef enum call_kind {
    CALL_GO,
    CALL_HOLD,
    CALL_STOP,
    CALL_PATROL,
    CALL_PURSUE,
    CALL_FOLLOW,
    CALL_APPROACH,
    CALL_APPROACH_POINT,
    CALL_EVADE,
    CALL_FLEE,
    CALL_WANDER,
    CALL_FACE,
    CALL_GROUP_GO,
    CALL_GROUP_APPROACH,
    CALL_DIE,
    CALL_BOARD,
    CALL_UNLOAD,
    CALL_TELEPORT,
    CALL_BUILD,
    CALL_RAZE,
    CALL_UPGRADE,
    CALL_SPEED,
    CALL_TEAM,
    CALL_ALLIES,
    CALL_MISTAKE, /* one that is refused */
    CALL_KINDS
} call_kind;

/* What the host does beside answering requests for a path. */
typedef enum game_habit {
    HABIT_NONE,
    HABIT_REFRESH, /* sends each unit that goes somewhere the best path each second */
    HABIT_HASTY,   /* the same five times a second */
    HABIT_SPAM,    /* repeats the order of each of these units five times a second */
    HABITS
} game_habit;

typedef struct game_call {
    uint32_t tick;
    call_kind kind;
    uint32_t who, other; /* indices of units */
    uint32_t number;
    sidle_vec2 point;
    bool left_out;
} game_call;

typedef struct game_unit {
    uint32_t kind, team;
    sidle_vec2 position;
    bool left_out;
} game_unit;

typedef struct game_wall {
    uint32_t x, y, width, height; /* cells */
} game_wall;

typedef struct game_story {
    uint64_t seed;
    game_habit habit;
    float dt;
    uint32_t ticks; /* until all are sent home */
    sidle_profile kinds[KINDS];
    game_wall walls[MOST_WALLS];
    uint32_t wall_count, unit_count, call_count;
    game_unit units[MOST_UNITS];
    game_call calls[MOST_CALLS]; /* by tick */
} game_story;

game_story story_of_seed(uint64_t seed);

/* What is left of the story, for a person who looks for the fault. */
void story_print(const game_story *s, FILE *out);

#endif
