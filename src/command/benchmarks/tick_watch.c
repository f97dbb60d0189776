/* The allocator and the hooks of a watched world. */
#include "tick_watch.h"

#include <stdlib.h>
#include <time.h>

double nanoseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
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

static void run_parts(void *context, sidle_task task, void *work, uint32_t parts) {
    pool_run(((tick_watch *)context)->pool, task, work, parts);
}

static void enter_phase(void *context, sidle_phase phase) {
    tick_watch *w = context;
    double now = nanoseconds();
    if (w->stepping) w->spent[w->phase] = now - w->begin;
    w->stepping = phase != SIDLE_PHASE_COUNT;
    w->phase = phase;
    w->begin = now;
}

sidle_world_def tick_watch_def(tick_watch *w, bool threads) {
    sidle_world_def def = sidle_world_def_default();
    def.alloc = (sidle_allocator){w, allocate, release};
    def.hooks = (sidle_hooks){w, threads ? run_parts : NULL, enter_phase};
    return def;
}
