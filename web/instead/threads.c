/* A WebAssembly instance has one thread: no pool has to share a step. */
#include "examples/thread_pool.h"

#include <stddef.h>

pool *pool_make(uint32_t threads) {
    (void)threads;
    return NULL;
}

void pool_free(pool *p) {
    (void)p;
}

sidle_hooks pool_hooks(pool *p) {
    (void)p;
    return (sidle_hooks){0};
}
