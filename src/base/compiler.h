/* The differences between compilers and between machines. No other file of the core asks which
 * compiler or machine it is. A C11 compiler that is not known here gets the plain forms.
 *
 * The first part makes sure that float arithmetic has the same bits everywhere, the second says
 * which functions are visible outside their file, the third has the few builtins that the core
 * uses: prefetch, bit scans, relaxed atomic bytes. */
#ifndef SIDLE_COMPILER_H
#define SIDLE_COMPILER_H

#include <assert.h>
#include <float.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* ---- the same bits on every machine ---- */

/* Flags such as -ffast-math let a compiler reorder sums or fuse a product and a sum. Where a macro
 * gives such a flag away, compilation stops here. Where a pragma can take the flag back, it does.
 * What neither finds is found by arithmetic.c when the host makes a world. SIDLE_UNGUARDED leaves
 * the guards out, so that the tests can show that arithmetic.c works. */
#ifndef SIDLE_UNGUARDED

#if defined(__FAST_MATH__) || defined(_M_FP_FAST) || defined(__ASSOCIATIVE_MATH__) ||              \
    defined(__RECIPROCAL_MATH__) || (defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__)
#error "sidle gives the same bits everywhere: compile it without -ffast-math and its parts"
#endif

/* 0: each operation in the precision of its type. 16: the same, but for _Float16, which the core
 * does not use. Any other value rounds at the wrong moment, as the x87 does. */
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

/* ---- translation units ---- */

/* Marks what one file of the core offers to the others. With SIDLE_ONE_UNIT, as in sidle.c, all
 * files are one translation unit, and the marked names become static: a host may use the same
 * names. The definitions need no mark, as C keeps a function static that was first declared so. */
#ifdef SIDLE_ONE_UNIT
#define SIDLE_INTERNAL      static
#define SIDLE_INTERNAL_DATA static
#else
#define SIDLE_INTERNAL
#define SIDLE_INTERNAL_DATA extern
#endif

/* Inlined however long the caller becomes: for what is unrolled from a table. */
#ifdef __GNUC__
#define SIDLE_UNROLLED static inline __attribute__((always_inline))
#else
#define SIDLE_UNROLLED static inline
#endif

/* Kept out of its callers, which call it seldom: the registers are for what they do else. */
#ifdef __GNUC__
#define SIDLE_SELDOM static __attribute__((cold, noinline))
#else
#define SIDLE_SELDOM static
#endif

/* ---- machines ---- */

/* Selects SSE2 for lanes.h; SIDLE_NO_SIMD selects the plain form on any machine. */
#if !defined(SIDLE_NO_SIMD) &&                                                                     \
    (defined(__SSE2__) || defined(_M_X64) || (defined(_M_IX86_FP) && _M_IX86_FP >= 2))
#define SIDLE_SSE2
#endif

/* Two words of 32 bits that lie side by side, the first one in the low half: one load where the
 * machine keeps low halves first. */
static inline uint64_t load_pair(const void *pair) {
#if defined(__BYTE_ORDER__) && defined(__ORDER_LITTLE_ENDIAN__) &&                                 \
    __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    uint64_t both;
    memcpy(&both, pair, sizeof both);
    return both;
#else
    uint32_t words[2];
    memcpy(words, pair, sizeof words);
    return words[0] | (uint64_t)words[1] << 32;
#endif
}

/* The fields of a record that make up 64 bits, the one that was declared first in the lowest bits.
 * They lie in memory like that where the machine keeps low halves first: one load then takes the
 * place of all that makes up `composed`. There is no padding among them. */
static inline uint64_t load_fields(const void *place, uint64_t composed) {
#if defined(__GNUC__) && defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    uint64_t word;
    memcpy(&word, place, sizeof word);
#ifdef SIDLE_CHECKED
    assert(word == composed);
#else
    (void)composed;
#endif
    return word;
#else
    (void)place;
    return composed;
#endif
}

/* Asks the processor to load the cache line of `place`, which will be read soon. */
static inline void prefetch(const void *place) {
#ifdef __GNUC__
    __builtin_prefetch(place);
#else
    (void)place;
#endif
}

/* Index of the lowest bit that is set. `bits` is not 0. */
static inline uint32_t lowest_bit(uint64_t bits) {
#ifdef __GNUC__
    return (uint32_t)__builtin_ctzll(bits);
#else
    uint32_t at = 0;
    while (!(bits >> at & 1)) at++;
    return at;
#endif
}

/* Relaxed atomic access to one byte, for bytes that several threads write with the same value, or
 * that one thread writes while others read a value that cannot change their result. No order among
 * bytes is asked for. An unknown compiler gets volatile access, which machines make whole. */
static inline void store_shared(uint8_t *to, uint8_t value) {
#ifdef __GNUC__
    __atomic_store_n(to, value, __ATOMIC_RELAXED);
#else
    *(volatile uint8_t *)to = value;
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
