/* Memory from the host's allocator. The host is told the size of each block when it gets the block
 * back, so an allocator needs no headers of its own. */
#ifndef SIDLE_MEMORY_H
#define SIDLE_MEMORY_H

#include <assert.h>
#include <sidle/types.h>
#include <stdlib.h>
#include <string.h>

static inline void *allocate(const sidle_allocator *from, size_t size) {
    return from->allocate(from->context, size);
}

static inline void release(const sidle_allocator *to, void *memory, size_t size) {
    if (memory) to->release(to->context, memory, size);
}

/* Moves the first `used` bytes of a block into a new block of `size` bytes. False: no memory, and
 * the old block stays as it is. */
static inline bool reallocate(const sidle_allocator *from, void **memory, size_t old_size,
                              size_t used, size_t size) {
    assert(used <= old_size && used <= size);
    void *grown = allocate(from, size);
    if (!grown) return false;
    if (used) memcpy(grown, *memory, used);
    release(from, *memory, old_size);
    *memory = grown;
    return true;
}

#endif
