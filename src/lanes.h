/* Four floats at a time. Each lane does what the same operation on one float does, bit for bit, so
 * a machine with vector registers and one without come to the same results; SIDLE_NO_SIMD builds
 * the plain form anywhere. */
#ifndef SIDLE_LANES_H
#define SIDLE_LANES_H

#include "vec.h"

#include <string.h>

enum { LANES = 4 };

#if defined(__SSE2__) && !defined(SIDLE_NO_SIMD)
#include <emmintrin.h>

typedef __m128 lanes;
typedef __m128 lanes_mask; /* each lane all ones, or zero */

static inline lanes lanes_load(const float *from) {
    return _mm_loadu_ps(from);
}
static inline void lanes_store(float *to, lanes a) {
    _mm_storeu_ps(to, a);
}
static inline lanes lanes_all(float a) {
    return _mm_set1_ps(a);
}
static inline lanes lanes_of(float a, float b, float c, float d) {
    return _mm_setr_ps(a, b, c, d);
}
static inline lanes lanes_add(lanes a, lanes b) {
    return _mm_add_ps(a, b);
}
static inline lanes lanes_sub(lanes a, lanes b) {
    return _mm_sub_ps(a, b);
}
static inline lanes lanes_mul(lanes a, lanes b) {
    return _mm_mul_ps(a, b);
}
static inline lanes lanes_div(lanes a, lanes b) {
    return _mm_div_ps(a, b);
}
static inline lanes lanes_sqrt(lanes a) {
    return _mm_sqrt_ps(a);
}
/* As min_float and max_float choose. */
static inline lanes lanes_min(lanes a, lanes b) {
    return _mm_min_ps(a, b);
}
static inline lanes lanes_max(lanes a, lanes b) {
    return _mm_max_ps(a, b);
}
static inline lanes lanes_abs(lanes a) {
    return _mm_andnot_ps(_mm_set1_ps(-0.0f), a);
}
static inline lanes_mask lanes_less(lanes a, lanes b) {
    return _mm_cmplt_ps(a, b);
}
static inline lanes_mask lanes_at_most(lanes a, lanes b) {
    return _mm_cmple_ps(a, b);
}
static inline lanes_mask lanes_both(lanes_mask a, lanes_mask b) {
    return _mm_and_ps(a, b);
}
static inline lanes_mask lanes_either(lanes_mask a, lanes_mask b) {
    return _mm_or_ps(a, b);
}
static inline lanes lanes_choose(lanes_mask when, lanes a, lanes otherwise) {
    return _mm_or_ps(_mm_and_ps(when, a), _mm_andnot_ps(when, otherwise));
}
/* Without their fractions; they are less than 256, and none is less than 0. */
static inline void lanes_store_bytes(uint8_t *to, lanes a) {
    __m128i words = _mm_packs_epi32(_mm_cvttps_epi32(a), _mm_setzero_si128());
    int32_t bytes = _mm_cvtsi128_si32(_mm_packus_epi16(words, words));
    memcpy(to, &bytes, LANES);
}
/* Bit k for lane k. */
static inline uint32_t lanes_bits(lanes_mask a) {
    return (uint32_t)_mm_movemask_ps(a);
}

#else

typedef struct lanes {
    float lane[LANES];
} lanes;
typedef struct lanes_mask {
    bool lane[LANES];
} lanes_mask;

#define LANES_EACH(type, value)                                                                    \
    type result;                                                                                   \
    for (int k = 0; k < LANES; k++) result.lane[k] = value;                                        \
    return result

static inline lanes lanes_load(const float *from) {
    LANES_EACH(lanes, from[k]);
}
static inline void lanes_store(float *to, lanes a) {
    for (int k = 0; k < LANES; k++) to[k] = a.lane[k];
}
static inline lanes lanes_all(float a) {
    LANES_EACH(lanes, a);
}
static inline lanes lanes_of(float a, float b, float c, float d) {
    return (lanes){{a, b, c, d}};
}
static inline lanes lanes_add(lanes a, lanes b) {
    LANES_EACH(lanes, a.lane[k] + b.lane[k]);
}
static inline lanes lanes_sub(lanes a, lanes b) {
    LANES_EACH(lanes, a.lane[k] - b.lane[k]);
}
static inline lanes lanes_mul(lanes a, lanes b) {
    LANES_EACH(lanes, a.lane[k] * b.lane[k]);
}
static inline lanes lanes_div(lanes a, lanes b) {
    LANES_EACH(lanes, a.lane[k] / b.lane[k]);
}
static inline lanes lanes_sqrt(lanes a) {
    LANES_EACH(lanes, sqrtf(a.lane[k]));
}
static inline lanes lanes_min(lanes a, lanes b) {
    LANES_EACH(lanes, min_float(a.lane[k], b.lane[k]));
}
static inline lanes lanes_max(lanes a, lanes b) {
    LANES_EACH(lanes, max_float(a.lane[k], b.lane[k]));
}
static inline lanes lanes_abs(lanes a) {
    LANES_EACH(lanes, fabsf(a.lane[k]));
}
static inline lanes_mask lanes_less(lanes a, lanes b) {
    LANES_EACH(lanes_mask, a.lane[k] < b.lane[k]);
}
static inline lanes_mask lanes_at_most(lanes a, lanes b) {
    LANES_EACH(lanes_mask, a.lane[k] <= b.lane[k]);
}
static inline lanes_mask lanes_both(lanes_mask a, lanes_mask b) {
    LANES_EACH(lanes_mask, a.lane[k] && b.lane[k]);
}
static inline lanes_mask lanes_either(lanes_mask a, lanes_mask b) {
    LANES_EACH(lanes_mask, a.lane[k] || b.lane[k]);
}
static inline lanes lanes_choose(lanes_mask when, lanes a, lanes otherwise) {
    LANES_EACH(lanes, when.lane[k] ? a.lane[k] : otherwise.lane[k]);
}
static inline void lanes_store_bytes(uint8_t *to, lanes a) {
    for (int k = 0; k < LANES; k++) to[k] = (uint8_t)a.lane[k];
}
static inline uint32_t lanes_bits(lanes_mask a) {
    uint32_t bits = 0;
    for (int k = 0; k < LANES; k++) bits |= (uint32_t)a.lane[k] << k;
    return bits;
}
#undef LANES_EACH

#endif

/* The lanes of a group that begins `left` items before the end: the first ones are in use. */
static inline uint32_t lanes_in_use(uint32_t left) {
    return left < LANES ? (1u << left) - 1 : (1u << LANES) - 1;
}

/* The lowest bit's lane; there is one. */
static inline uint32_t lanes_first(uint32_t bits) {
    return (uint32_t)__builtin_ctz(bits);
}

#endif
