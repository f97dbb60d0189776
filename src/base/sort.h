/* Heap sort (J. W. J. Williams 1964) of a list of numbers: it needs no memory. No two numbers may
 * be equal in the order, so the result is the same whatever the list was. */
#ifndef SIDLE_SORT_H
#define SIDLE_SORT_H

#include <stdbool.h>
#include <stdint.h>

/* Does number a stand before number b? */
typedef bool sort_before(const void *context, uint32_t a, uint32_t b);

static inline void sort_sift(uint32_t *heap, uint32_t at, uint32_t count, sort_before *before,
                             const void *context) {
    for (uint32_t child; (child = 2 * at + 1) < count; at = child) {
        if (child + 1 < count && before(context, heap[child], heap[child + 1])) child++;
        if (!before(context, heap[at], heap[child])) return;
        uint32_t moved = heap[at];
        heap[at] = heap[child];
        heap[child] = moved;
    }
}

static inline void sort_numbers(uint32_t *list, uint32_t count, sort_before *before,
                                const void *context) {
    for (uint32_t at = count / 2; at-- > 0;) sort_sift(list, at, count, before, context);
    for (uint32_t last = count; last-- > 1;) {
        uint32_t moved = list[0];
        list[0] = list[last];
        list[last] = moved;
        sort_sift(list, 0, last, before, context);
    }
}

#endif
