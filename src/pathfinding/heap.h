/* A binary heap of nodes by cost. Equal costs come out by node, so that paths do not depend on the
 * order in which nodes were found. The cost of an entry cannot be lowered: the search pushes the
 * node again, and skips the old entry when it comes out. */
#ifndef SIDLE_PATHFINDING_HEAP_H
#define SIDLE_PATHFINDING_HEAP_H

#include <stdbool.h>
#include <stdint.h>

typedef struct heap_entry {
    int32_t cost; /* what the heap sorts by */
    int32_t node;
} heap_entry;

/* entries is an stb_ds array. heap_pop is false when it is empty. */
void heap_push(heap_entry **entries, heap_entry entry);
bool heap_pop(heap_entry **entries, heap_entry *entry);

#endif
