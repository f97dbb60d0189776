/* A small job system for sidle_world_def.hooks: threads that share the parts of a step with the
 * thread that steps. It needs POSIX threads and nothing else of this tree. */
#ifndef SIDLE_EXAMPLES_THREAD_POOL_H
#define SIDLE_EXAMPLES_THREAD_POOL_H

#include <sidle/types.h>

enum { POOL_MOST_THREADS = 64 };

typedef struct pool pool;

/* A pool of 1 to POOL_MOST_THREADS threads; the one that calls pool_run is among them. NULL when
 * the system gives no more memory or threads. */
pool *pool_make(uint32_t threads);

/* Must not be called while the pool runs a task. NULL is allowed. */
void pool_free(pool *p);

/* Calls task(work, part) once for each part below `parts`, and returns when all calls have
 * returned. Another caller in the meantime (a part of the task itself, another world) does all its
 * parts on its own thread, as with NULL. */
void pool_run(pool *p, sidle_task task, void *work, uint32_t parts);

/* The hooks for a world's definition; none for a pool of one thread, and for NULL. */
sidle_hooks pool_hooks(pool *p);

#endif
