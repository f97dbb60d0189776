/* A run that keeps time with the clock, and takes the values of files that were saved meanwhile. */
#ifndef SIDLE_COMMAND_LIVE_H
#define SIDLE_COMMAND_LIVE_H

#include "input/load.h"
#include "simulation/simulation.h"

typedef struct live live;

/* pace: seconds of the run that pass in a second. What was read, and what is wrong with it, is told
 * on standard error. All of it must outlive the run. */
live *live_make(scene *played, const load_options *load, double pace, double hz);
void live_free(live *l);

/* To be called between two ticks. */
void live_between(live *l, sim *s);

#endif
