/* Four floats at a time (SIMD). A function here exists twice: with SSE2 intrinsics, and as a plain
 * loop over the lanes. Each lane does what the same operation does on one float, bit for bit, so a
 * machine with vector registers and one without come to the same results. test_lanes.c compares the
 * two forms; SIDLE_NO_SIMD builds the plain one on any machine.
 *
 * A mask comes from a comparison and says for each lane yes or no. Code without branches computes
 * both cases for all lanes and lets lanes_choose() pick. */
#ifndef SIDLE_LANES_H
#define SIDLE_LANES_H

#include "base/vec.h"

#include <string.h>

enum { LANES = 4 };

#ifdef SIDLE_SSE2
#include <emmintrin.h>

typedef __m128 lanes;
typedef __m128 lanes_mask; /* each lane is all ones for yes, all zeros for no */

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
/* The same choice as min_float and max_float: b where neither is less, so also with NaN. */
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
static inline lanes_mask lanes_but(lanes_mask a, lanes_mask not_b) {
    return _mm_andnot_ps(not_b, a);
}
static inline lanes lanes_choose(lanes_mask when, lanes a, lanes otherwise) {
    return _mm_or_ps(_mm_and_ps(when, a), _mm_andnot_ps(when, otherwise));
}
/* The value where the mask says yes, else +0. */
static inline lanes lanes_only(lanes_mask when, lanes a) {
    return _mm_and_ps(when, a);
}
/* Truncates the values, which are in [0, 256), and stores them as bytes. */
static inline void lanes_store_bytes(uint8_t *to, lanes a) {
    __m128i words = _mm_packs_epi32(_mm_cvttps_epi32(a), _mm_setzero_si128());
    int32_t bytes = _mm_cvtsi128_si32(_mm_packus_epi16(words, words));
    memcpy(to, &bytes, LANES);
}
/* The mask as an integer: bit k is lane k. */
static inline uint32_t lanes_bits(lanes_mask a) {
    return (uint32_t)_mm_movemask_ps(a);
}
/* Truncates towards 0. */
static inline void lanes_whole(int32_t *to, lanes a) {
    _mm_storeu_si128((__m128i *)(void *)to, _mm_cvttps_epi32(a));
}
/* Yes in the lanes whose word has at least one of the bits. */
static inline lanes_mask lanes_where(const uint32_t *words, uint32_t bits) {
    __m128i some = _mm_and_si128(_mm_loadu_si128((const __m128i *)(const void *)words),
                                 _mm_set1_epi32((int32_t)bits));
    __m128i none = _mm_cmpeq_epi32(some, _mm_setzero_si128());
    return _mm_castsi128_ps(_mm_xor_si128(none, _mm_set1_epi32(-1)));
}

/* Four plane vectors. */
typedef struct lanes2 {
    lanes x, y;
} lanes2;

/* Transposes four vectors in memory to one register of x and one of y. */
static inline lanes2 lanes2_from(const sidle_vec2 *a, const sidle_vec2 *b, const sidle_vec2 *c,
                                 const sidle_vec2 *d) {
    lanes zero = _mm_setzero_ps();
    lanes ab = _mm_loadh_pi(_mm_loadl_pi(zero, (const __m64 *)(const void *)a),
                            (const __m64 *)(const void *)b);
    lanes cd = _mm_loadh_pi(_mm_loadl_pi(zero, (const __m64 *)(const void *)c),
                            (const __m64 *)(const void *)d);
    return (lanes2){_mm_shuffle_ps(ab, cd, 0x88), _mm_shuffle_ps(ab, cd, 0xdd)};
}
static inline void lanes2_to(sidle_vec2 *a, sidle_vec2 *b, sidle_vec2 *c, sidle_vec2 *d,
                             lanes2 from) {
    lanes ab = _mm_unpacklo_ps(from.x, from.y), cd = _mm_unpackhi_ps(from.x, from.y);
    _mm_storel_pi((__m64 *)(void *)a, ab), _mm_storeh_pi((__m64 *)(void *)b, ab);
    _mm_storel_pi((__m64 *)(void *)c, cd), _mm_storeh_pi((__m64 *)(void *)d, cd);
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
static inline lanes_mask lanes_but(lanes_mask a, lanes_mask not_b) {
    LANES_EACH(lanes_mask, a.lane[k] && !not_b.lane[k]);
}
static inline lanes lanes_choose(lanes_mask when, lanes a, lanes otherwise) {
    LANES_EACH(lanes, when.lane[k] ? a.lane[k] : otherwise.lane[k]);
}
static inline lanes lanes_only(lanes_mask when, lanes a) {
    LANES_EACH(lanes, when.lane[k] ? a.lane[k] : 0);
}
static inline void lanes_store_bytes(uint8_t *to, lanes a) {
    for (int k = 0; k < LANES; k++) to[k] = (uint8_t)a.lane[k];
}
static inline uint32_t lanes_bits(lanes_mask a) {
    uint32_t bits = 0;
    for (int k = 0; k < LANES; k++) bits |= (uint32_t)a.lane[k] << k;
    return bits;
}
static inline void lanes_whole(int32_t *to, lanes a) {
    for (int k = 0; k < LANES; k++) to[k] = (int32_t)a.lane[k];
}
static inline lanes_mask lanes_where(const uint32_t *words, uint32_t bits) {
    LANES_EACH(lanes_mask, (words[k] & bits) != 0);
}

typedef struct lanes2 {
    lanes x, y;
} lanes2;

static inline lanes2 lanes2_from(const sidle_vec2 *a, const sidle_vec2 *b, const sidle_vec2 *c,
                                 const sidle_vec2 *d) {
    return (lanes2){lanes_of(a->x, b->x, c->x, d->x), lanes_of(a->y, b->y, c->y, d->y)};
}
static inline void lanes2_to(sidle_vec2 *a, sidle_vec2 *b, sidle_vec2 *c, sidle_vec2 *d,
                             lanes2 from) {
    sidle_vec2 *to[LANES] = {a, b, c, d};
    for (int k = 0; k < LANES; k++) *to[k] = vec(from.x.lane[k], from.y.lane[k]);
}
#undef LANES_EACH

#endif

/* ---- plane vectors: each function is the one of the same name in vec.h ---- */

static inline lanes2 lanes2_add(lanes2 a, lanes2 b) {
    return (lanes2){lanes_add(a.x, b.x), lanes_add(a.y, b.y)};
}
static inline lanes2 lanes2_sub(lanes2 a, lanes2 b) {
    return (lanes2){lanes_sub(a.x, b.x), lanes_sub(a.y, b.y)};
}
static inline lanes2 lanes2_scale(lanes2 a, lanes s) {
    return (lanes2){lanes_mul(a.x, s), lanes_mul(a.y, s)};
}
static inline lanes lanes2_dot(lanes2 a, lanes2 b) {
    return lanes_add(lanes_mul(a.x, b.x), lanes_mul(a.y, b.y));
}
static inline lanes lanes2_length(lanes2 a) {
    return lanes_sqrt(lanes2_dot(a, a));
}
/* vec_dot(vec_right(a), b): > 0 where b points to the right of a. */
static inline lanes lanes2_side(lanes2 a, lanes2 b) {
    return lanes_add(lanes_mul(lanes_sub(lanes_all(0), a.y), b.x), lanes_mul(a.x, b.y));
}
static inline lanes2 lanes2_choose(lanes_mask when, lanes2 a, lanes2 otherwise) {
    return (lanes2){lanes_choose(when, a.x, otherwise.x), lanes_choose(when, a.y, otherwise.y)};
}
static inline lanes2 lanes2_direction_of(lanes2 a, lanes length, lanes2 otherwise) {
    lanes_mask has = lanes_less(lanes_all(SHORTEST_WAY), length);
    return lanes2_choose(has, lanes2_scale(a, lanes_div(lanes_all(1), length)), otherwise);
}
static inline lanes2 lanes2_truncate(lanes2 a, lanes limit) {
    lanes length = lanes2_length(a);
    lanes2 cut = lanes2_scale(a, lanes_div(limit, length));
    return lanes2_choose(lanes_less(limit, length), cut, a);
}
/* Bits of the lanes in use, in a group that begins `left` items before the end of an array. */
static inline uint32_t lanes_in_use(uint32_t left) {
    return left < LANES ? (1u << left) - 1 : (1u << LANES) - 1;
}

#endif
