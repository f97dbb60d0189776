/* Threads that share the parts of a step with the thread that steps: a job system in the small, for
 * sidle_world_def.hooks. */
#ifndef SIDLE_EXAMPLES_THREAD_POOL_H
#define SIDLE_EXAMPLES_THREAD_POOL_H

#include <sidle/types.h>

enum { POOL_MOST_THREADS = 64 };

typedef struct pool pool;

/* Of so many threads, 1 to POOL_MOST_THREADS; the one that calls pool_run is among them. NULL when
 * the system gives no more memory or threads. */
pool *pool_make(uint32_t threads);

/* Not while it runs something. NULL is allowed. */
void pool_free(pool *p);

/* Calls task(work, part) once for each part below `parts` and returns when all have returned. While
 * it is at it, others who call it (a part of the task itself, another world) do all their parts
 * themselves. */
void pool_run(pool *p, sidle_task task, void *work, uint32_t parts);

/* For a world's definition: none for a pool of one thread, and for NULL. */
sidle_hooks pool_hooks(pool *p);

#endif
