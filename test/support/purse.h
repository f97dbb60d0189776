/* Memory that a test gives to a world, counts, and withholds. */
#ifndef SIDLE_TEST_PURSE_H
#define SIDLE_TEST_PURSE_H

#include "support.h"

#include <stdlib.h>

typedef struct purse {
    size_t calls, blocks, in_use; /* requests so far; what is out now, and its bytes */
    bool limited;                 /* all requests are refused */
} purse;

static inline void *purse_allocate(void *context, size_t size) {
    purse *p = context;
    p->calls++;
    if (p->limited) return NULL;
    p->blocks++;
    p->in_use += size;
    return malloc(size);
}

static inline void purse_release(void *context, void *memory, size_t size) {
    purse *p = context;
    p->blocks--;
    p->in_use -= size;
    free(memory);
}

static inline sidle_world_def def_with(purse *p) {
    sidle_world_def def = sidle_world_def_default();
    def.alloc = (sidle_allocator){p, purse_allocate, purse_release};
    return def;
}

#endif
