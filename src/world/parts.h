/* A pass over many items is cut into parts, which the host may run on several threads. What one
 * part writes, no other part reads or writes, so neither the cut nor the threads can change a
 * result. */
#ifndef SIDLE_PARTS_H
#define SIDLE_PARTS_H

#include "world/state.h"

/* The items first <= k < end. */
typedef struct span {
    uint32_t first, end;
} span;

static inline uint32_t parts_of(uint32_t items) {
    return (items + ITEMS_A_PART - 1) / ITEMS_A_PART;
}

static inline span part_span(uint32_t part, uint32_t items) {
    uint32_t first = part * ITEMS_A_PART, left = items - first;
    return (span){first, first + (left < ITEMS_A_PART ? left : ITEMS_A_PART)};
}

/* Runs task(work, part) for all parts: by the host, if it has a hook for that and there is
 * something to share. Returns when all are done. */
static inline void parts_run(const sidle_world *world, sidle_task task, void *work,
                             uint32_t items) {
    uint32_t parts = parts_of(items);
    if (world->hooks.run && parts > 1) {
        world->hooks.run(world->hooks.context, task, work, parts);
        return;
    }
    for (uint32_t part = 0; part < parts; part++) task(work, part);
}

#endif
