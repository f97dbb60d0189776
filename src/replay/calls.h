/* A call as it stands in a recording, and what its words are. */
#ifndef SIDLE_REPLAY_CALLS_H
#define SIDLE_REPLAY_CALLS_H

#include "base/memory.h"
#include "world/recording.h"

#include <sidle/group.h>

typedef struct made_call {
    uint32_t kind, words[CALL_WORDS_MOST];
    const uint8_t *list;
    uint32_t count;
} made_call;

static inline float float_of_word(uint32_t word) {
    float number;
    memcpy(&number, &word, sizeof number);
    return number;
}

static inline sidle_unit_id unit_in(const made_call *c, uint32_t at) {
    return (sidle_unit_id){c->words[at], c->words[at + 1]};
}

static inline sidle_vec2 point_in(const made_call *c, uint32_t at) {
    return (sidle_vec2){float_of_word(c->words[at]), float_of_word(c->words[at + 1])};
}

static inline sidle_range range_in(const made_call *c, uint32_t at) {
    return (sidle_range){float_of_word(c->words[at]), float_of_word(c->words[at + 1]),
                         c->words[at + 2]};
}

static inline uint64_t long_in(const made_call *c, uint32_t at) {
    return c->words[at] | (uint64_t)c->words[at + 1] << 32;
}

static inline uint32_t word_of_list(const made_call *c, size_t at) {
    return (uint32_t)bytes_get(c->list + 4 * at, 4);
}

static inline sidle_vec2 point_of_list(const made_call *c, size_t at) {
    return (sidle_vec2){float_of_word(word_of_list(c, at)), float_of_word(word_of_list(c, at + 1))};
}

/* ---- group_calls.c ---- */

/* Makes a call of groups; NULL: there are none. */
SIDLE_INTERNAL sidle_result make_group_call(sidle_groups *groups, const sidle_allocator *alloc,
                                            const made_call *c);

#endif
