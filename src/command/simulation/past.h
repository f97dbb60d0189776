/* The way back in a run: moments of it are kept as it goes on, and a run that was taken back to one
 * goes on from there to the same bits. A moment has the world, the groups, the scene and all that
 * the player, the pathfinder and the figures know.
 *
 * A host keeps the moment before each tick, and goes back to the last one at or before a tick:
 *
 *     past_keep(p, run, &scene);
 *     sim_tick(run);
 *     ...
 *     if (past_nearest(p, wanted, &from)) past_go_back(p, run, &scene, from);
 *     while (sim_ticks(run) < wanted) ... */
#ifndef SIDLE_COMMAND_PAST_H
#define SIDLE_COMMAND_PAST_H

#include "simulation.h"

typedef struct past past;

/* bytes: about as much as the moments may take together. Where they come to more, every second one
 * is dropped; the first one never is. */
past *past_make(size_t bytes);
void past_free(past *p);

/* Keeps the run as it is now, if this tick is one to be kept. played: the scene of the run. */
void past_keep(past *p, const sim *s, const scene *played);

/* The last tick up to that one at which a moment was kept. False: there is none. */
bool past_nearest(const past *p, uint64_t tick, uint64_t *found);

/* Takes the run and its scene back to the moment of that tick, found by past_nearest. */
void past_go_back(past *p, sim *s, scene *played, uint64_t tick);

/* Drops the moments from that tick on: they are of another future, or of another run. */
void past_forget(past *p, uint64_t from);

#endif
