/* A run at one tick: all that it takes to go on from there to the same bits. */
#ifndef SIDLE_COMMAND_MOMENT_H
#define SIDLE_COMMAND_MOMENT_H

#include "simulation.h"

typedef struct moment moment;

moment *moment_of(const sim *s, const scene *played);
void moment_free(moment *m);
size_t moment_bytes(const moment *m);

/* Makes the run and its scene what they were. It is a moment of this run. */
void moment_restore(const moment *m, sim *s, scene *played);

#endif
