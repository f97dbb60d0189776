/* The allocator and the hooks of a watched world. */
#include "tick_watch.h"

#include <stdlib.h>
#include <time.h>

double nanoseconds(bool of_thread) {
    struct timespec now;
    clock_gettime(of_thread ? CLOCK_THREAD_CPUTIME_ID : CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

static void *allocate(void *context, size_t size) {
    tick_watch *w = context;
    void *memory = malloc(size);
    if (memory) w->bytes += size;
    w->allocations += w->stepping;
    return memory;
}

static void release(void *context, void *memory, size_t size) {
    tick_watch *w = context;
    w->bytes -= size;
    free(memory);
}

/* ---- parts ---- */

/* The parts of one pass, timed one by one. */
typedef struct timed_parts {
    sidle_task task;
    void *work;
    _Atomic uint64_t busy; /* ns, of all threads */
} timed_parts;

static void run_timed(void *of, uint32_t part) {
    timed_parts *t = of;
    double begin = nanoseconds(false);
    t->task(t->work, part);
    t->busy += (uint64_t)(nanoseconds(false) - begin);
}

static void run_parts(void *context, sidle_task task, void *work, uint32_t parts) {
    tick_watch *w = context;
    timed_parts t = {.task = task, .work = work};
    double begin = nanoseconds(false);
    pool_run(w->pool, run_timed, &t, parts);
    w->in_parts += nanoseconds(false) - begin;
    w->busy += (double)t.busy;
}

/* ---- phases ---- */

static void enter_phase(void *context, sidle_phase phase) {
    tick_watch *w = context;
    double now = nanoseconds(w->threads == 1);
    if (w->stepping) {
        w->spent[w->phase] = now - w->begin;
        w->alone[w->phase] = w->spent[w->phase] - w->in_parts;
        w->waited[w->phase] = w->in_parts - w->busy / w->threads;
    }
    w->in_parts = w->busy = 0;
    w->stepping = phase != SIDLE_PHASE_COUNT;
    w->phase = phase;
    w->begin = now;
}

sidle_world_def tick_watch_def(tick_watch *w, uint32_t threads) {
    sidle_world_def def = sidle_world_def_default();
    w->threads = threads;
    def.alloc = (sidle_allocator){w, allocate, release};
    def.hooks = (sidle_hooks){w, threads > 1 ? run_parts : NULL, enter_phase};
    return def;
}
