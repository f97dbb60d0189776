/* Watches a world through its hooks: the time that each phase of a step takes, and the memory that
 * the world holds. */
#ifndef SIDLE_COMMAND_TICK_WATCH_H
#define SIDLE_COMMAND_TICK_WATCH_H

#include "examples/thread_pool.h"

#include <sidle/sidle.h>

typedef struct tick_watch {
    pool *pool;                      /* runs the parts of a step; NULL: one thread */
    size_t bytes;                    /* that the world holds */
    uint64_t allocations;            /* during steps */
    double spent[SIDLE_PHASE_COUNT]; /* ns, of the last step */
    bool stepping;
    sidle_phase phase; /* the present one, while stepping */
    double begin;      /* ns, when it began */
} tick_watch;

/* The definition of a world that is watched; threads: with the parts of its steps run by the pool.
 * The watch must outlive the world. */
sidle_world_def tick_watch_def(tick_watch *w, bool threads);

/* ns that have passed since some moment in the past. */
double nanoseconds(void);

#endif
