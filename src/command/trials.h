/* One scene played many times, each time a little different: what a figure is worth shows in its
 * spread. Generated scenes take another seed; in other scenes each start is moved by up to 0.02 u.
 * A shift moves all starts together. */
#ifndef SIDLE_COMMAND_TRIALS_H
#define SIDLE_COMMAND_TRIALS_H

#include "examples/thread_pool.h"
#include "input/load.h"
#include "simulation/simulation.h"
#include "terminal/progress.h"

#include <jansson.h>

typedef struct trial {
    scene played;
    sim_options play;
    outcome result;
    bool good;  /* it was played to its end */
    bool known; /* its result is from a file: it is not played */
    progress *far;
} trial;

typedef struct trial_options {
    load_options load;
    sim_options play;
    uint32_t seeds, shifts; /* of each: seeds x shifts trials */
} trial_options;

/* Adds the trials of a scene to the stb_ds list. False after a complaint. */
bool trials_add(trial **list, const char *name, const trial_options *o, complaints *to);

/* What decides the outcomes of a scene's trials, of which `first` is one: the version, the bytes of
 * the files, how the first trial begins, and the options. A state is resumed only where its
 * questions are equal. Complains of a name that JSON cannot hold. */
json_t *trials_question(const char *name, const trial_options *o, const trial *first,
                        complaints *to);

/* Plays them all, several at once by the pool (NULL: one after the other), a step of the progress
 * each. False after a complaint, or without one when the user has stopped it. */
bool trials_play(trial *list, pool *p, progress *far, complaints *to);
void trials_free(trial *list);

/* Have all movers got to their goals, so that every jam was resolved? Scenes without goals: true.
 */
bool trial_resolved(const trial *t);

#endif
