/* What the headers promise of bodies, checked around each step. */
#ifndef SIDLE_TEST_GAME_PROMISES_H
#define SIDLE_TEST_GAME_PROMISES_H

#include "story.h"

typedef enum promise {
    KEPT,
    SPEED,   /* no unit goes faster than its top speed there, or than it went before */
    GAIN,    /* its speed grows by no more than its acceleration allows */
    LOSS,    /* and falls by no more, unless a body or a wall is beside it */
    TURN,    /* its heading turns by no more than its turn rate allows */
    ENEMY,   /* no unit goes deeper into an enemy */
    STANDS,  /* nobody moves a unit that holds and is clear of others */
    WALL,    /* no unit goes into a wall */
    ARRIVED, /* a unit that was told that it arrived is at rest, and stays so until it is ordered */
    EVENT,   /* events are about units that live; no guided unit asks for a path */
    VALID,   /* the invariants of the library hold */
    REFUSED, /* a call that is refused changes nothing */
    SAME,    /* a copy that goes on with other threads has the same bits */
    HEEDED,  /* no unit waits for good under its order where there is a way and room for it */
    ENDS,    /* a unit that has a way home comes home */
    PROMISES
} promise;

const char *promise_text(promise p);

/* All units around a step; `id` is null for one that is not on the map. */
typedef struct game_moment {
    sidle_unit_id id[MOST_UNITS];
    sidle_unit_state state[MOST_UNITS];
    sidle_profile profile[MOST_UNITS];
} game_moment;

typedef struct broken {
    promise promise; /* KEPT: none */
    uint32_t tick, unit, other;
    double value, bound;
} broken;

game_moment moment_of(const sidle_world *world, const sidle_unit_id *ids, uint32_t count);

/* The first promise that the step has broken. `told`: who was told that it arrived, and has had no
 * order since. */
broken promises_broken(const sidle_world *world, const game_moment *before,
                       const game_moment *after, uint32_t count, float dt, const bool *told);

#endif
