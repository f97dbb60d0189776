/* Snapshots of worlds, as tests keep them. */
#ifndef SIDLE_TEST_SAVED_H
#define SIDLE_TEST_SAVED_H

#include "support.h"

typedef struct saved {
    uint8_t *bytes;
    size_t size;
} saved;

static inline saved save(const sidle_world *world) {
    saved s = {NULL, 0};
    assert_int_equal(sidle_world_save(world, NULL, 0, &s.size), SIDLE_ERROR_BUFFER);
    s.bytes = malloc(s.size);
    size_t again;
    assert_ok(sidle_world_save(world, s.bytes, s.size, &again));
    assert_int_equal(again, s.size);
    return s;
}

static inline void *rubbish(void *context, size_t size) {
    (void)context;
    void *memory = malloc(size);
    return memory ? memset(memory, 0xbe, size) : NULL; /* as a float -.37 */
}

static inline void take_out(void *context, void *memory, size_t size) {
    (void)context;
    (void)size;
    free(memory);
}

/* A world in memory that holds rubbish: what is not written shows. */
static inline sidle_world *blank(const sidle_world_def *def) {
    sidle_world_def in_rubbish = *def;
    in_rubbish.alloc = (sidle_allocator){NULL, rubbish, take_out};
    return world_from(&in_rubbish);
}

/* What two worlds are to have in common. */
static inline void fail_where_they_differ(const sidle_world *a, const sidle_world *b, int tick) {
    sidle_difference d;
    char text[200] = "in the events alone";
    if (sidle_world_differs(a, b, &d)) sidle_difference_text(&d, text, sizeof text);
    fail_msg("the worlds part in tick %d: %s", tick, text);
}

#endif
