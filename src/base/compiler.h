/* What compilers and machines differ in: nothing else in the core asks which one it is. A C11
 * compiler that is not known here gets the plain forms. */
#ifndef SIDLE_COMPILER_H
#define SIDLE_COMPILER_H

#include <float.h>
#include <stdbool.h>
#include <stdint.h>

/* ---- the same bits on every machine ---- */

/* A compiler may be told to take sums and products for those of schoolbooks. Where a macro tells,
 * the unit does not compile; where a compiler can be told otherwise in the source, it is; and
 * arithmetic.c finds what is left, as its test does in a build with SIDLE_UNGUARDED. */
#ifndef SIDLE_UNGUARDED

#if defined(__FAST_MATH__) || defined(_M_FP_FAST) || defined(__ASSOCIATIVE_MATH__) ||              \
    defined(__RECIPROCAL_MATH__) || (defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__)
#error "sidle gives the same bits everywhere: compile it without -ffast-math and its parts"
#endif

/* 16: as 0, but for a type that is not used here. */
#if defined(FLT_EVAL_METHOD) && FLT_EVAL_METHOD != 0 && FLT_EVAL_METHOD != 16
#error "sidle needs float arithmetic in float precision (32-bit x86: -msse2 -mfpmath=sse)"
#endif

#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#elif defined(__GNUC__)
#define SIDLE_POP_OPTIONS
#pragma GCC push_options
#pragma GCC optimize("fp-contract=off", "signed-zeros", "trapping-math", "no-associative-math",    \
                     "no-reciprocal-math")
#elif defined(_MSC_VER)
#pragma fp_contract(off)
#else
#pragma STDC FP_CONTRACT OFF
#endif

#endif

/* ---- units of compilation ---- */

/* What one file of the core offers to the others. Where all of them are one unit, it is nobody
 * else's: SIDLE_ONE_UNIT, as in sidle.c. A function that was first declared static stays so. */
#ifdef SIDLE_ONE_UNIT
#define SIDLE_INTERNAL      static
#define SIDLE_INTERNAL_DATA static
#else
#define SIDLE_INTERNAL
#define SIDLE_INTERNAL_DATA extern
#endif

/* ---- machines ---- */

/* Four lanes in one register; SIDLE_NO_SIMD builds the plain form anywhere. */
#if !defined(SIDLE_NO_SIMD) &&                                                                     \
    (defined(__SSE2__) || defined(_M_X64) || (defined(_M_IX86_FP) && _M_IX86_FP >= 2))
#define SIDLE_SSE2
#endif

/* The place will be read soon. */
static inline void prefetch(const void *place) {
#ifdef __GNUC__
    __builtin_prefetch(place);
#else
    (void)place;
#endif
}

/* The lowest bit that is set; there is one. */
static inline uint32_t lowest_bit(uint32_t bits) {
#ifdef __GNUC__
    return (uint32_t)__builtin_ctz(bits);
#else
    uint32_t at = 0;
    while (!(bits >> at & 1)) at++;
    return at;
#endif
}

/* The highest bit that is set; there is one. */
static inline uint32_t highest_bit(uint64_t bits) {
#ifdef __GNUC__
    return 63 - (uint32_t)__builtin_clzll(bits);
#else
    uint32_t at = 0;
    while (bits >>= 1) at++;
    return at;
#endif
}

/* Values that one thread writes while others write the same, or read: no order is asked for, only
 * that nobody sees half of it. A compiler without a word for that writes a byte whole in any case.
 */
static inline void store_shared(uint8_t *to, uint8_t value) {
#ifdef __GNUC__
    __atomic_store_n(to, value, __ATOMIC_RELAXED);
#else
    *(volatile uint8_t *)to = value;
#endif
}

static inline void store_shared_flag(bool *to, bool value) {
#ifdef __GNUC__
    __atomic_store_n(to, value, __ATOMIC_RELAXED);
#else
    *(volatile bool *)to = value;
#endif
}

static inline uint8_t load_shared(const uint8_t *from) {
#ifdef __GNUC__
    return __atomic_load_n(from, __ATOMIC_RELAXED);
#else
    return *(const volatile uint8_t *)from;
#endif
}

#endif
