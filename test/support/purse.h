/* Memory that a test gives to a world, counts, and withholds. Behind each block lie bytes that
 * nobody may write. */
#ifndef SIDLE_TEST_PURSE_H
#define SIDLE_TEST_PURSE_H

#include "support.h"

#include <stdlib.h>
#include <string.h>

typedef struct purse {
    size_t calls, blocks, in_use; /* requests so far; what is out now, and its bytes */
    bool limited;                 /* all requests are refused */
} purse;

enum { GUARD_BYTES = 16, GUARD = 0xa5 };

static inline void *purse_allocate(void *context, size_t size) {
    purse *p = context;
    p->calls++;
    if (p->limited) return NULL;
    p->blocks++;
    p->in_use += size;
    uint8_t *memory = malloc(size + GUARD_BYTES);
    if (memory) memset(memory + size, GUARD, GUARD_BYTES);
    return memory;
}

static inline void purse_release(void *context, void *memory, size_t size) {
    purse *p = context;
    p->blocks--;
    p->in_use -= size;
    for (size_t k = 0; memory && k < GUARD_BYTES; k++)
        assert_int_equal(((uint8_t *)memory)[size + k], GUARD);
    free(memory);
}

static inline sidle_world_def def_with(purse *p) {
    sidle_world_def def = sidle_world_def_default();
    def.alloc = (sidle_allocator){p, purse_allocate, purse_release};
    return def;
}

#endif
