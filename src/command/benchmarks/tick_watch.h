/* Watches a world through its hooks: the time that each phase of a step takes, and the memory that
 * the world holds. */
#ifndef SIDLE_COMMAND_TICK_WATCH_H
#define SIDLE_COMMAND_TICK_WATCH_H

#include "examples/thread_pool.h"

#include <sidle/sidle.h>

typedef struct tick_watch {
    pool *pool;           /* runs the parts of a step; NULL: one thread */
    size_t bytes;         /* that the world holds */
    uint64_t allocations; /* during steps */
    /* ns, of the last step, by phase: all; outside the parts, where one thread works; and that a
     * thread on average waits for the other ones to end their parts. */
    double spent[SIDLE_PHASE_COUNT], alone[SIDLE_PHASE_COUNT], waited[SIDLE_PHASE_COUNT];
    uint32_t threads;
    bool stepping;
    sidle_phase phase;     /* the present one, while stepping */
    double begin;          /* ns, when it began */
    double in_parts, busy; /* ns, of the present phase: in its parts; in them, of all threads */
} tick_watch;

/* The definition of a world that is watched; with more than one thread the pool runs the parts of
 * its steps. The watch must outlive the world. */
sidle_world_def tick_watch_def(tick_watch *w, uint32_t threads);

/* ns since some moment in the past: the processor time of the thread, which other load on the
 * machine hardly lengthens, or the time that passes. */
double nanoseconds(bool of_thread);

#endif
