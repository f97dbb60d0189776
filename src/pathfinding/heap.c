/* The usual sift up and sift down; the moving entry is written once, at its place. */
#include "heap.h"

#include <stb_ds.h>

static bool before(heap_entry a, heap_entry b) {
    return a.cost < b.cost || (a.cost == b.cost && a.node < b.node);
}

void heap_push(heap_entry **entries, heap_entry entry) {
    arrput(*entries, entry);
    heap_entry *heap = *entries;
    size_t at = arrlenu(heap) - 1;
    while (at > 0 && before(entry, heap[(at - 1) / 2])) {
        heap[at] = heap[(at - 1) / 2];
        at = (at - 1) / 2;
    }
    heap[at] = entry;
}

bool heap_pop(heap_entry **entries, heap_entry *entry) {
    heap_entry *heap = *entries;
    if (!arrlenu(heap)) return false;
    *entry = heap[0];
    heap_entry last = arrpop(heap);
    size_t count = arrlenu(heap), at = 0;
    if (!count) return true;
    for (;;) {
        size_t child = 2 * at + 1;
        if (child >= count) break;
        if (child + 1 < count && before(heap[child + 1], heap[child])) child++;
        if (!before(heap[child], last)) break;
        heap[at] = heap[child];
        at = child;
    }
    heap[at] = last;
    return true;
}
