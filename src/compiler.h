/* What compilers and machines differ in: nothing else in the core asks which one it is. A C11
 * compiler that is not known here gets the plain forms. */
#ifndef SIDLE_COMPILER_H
#define SIDLE_COMPILER_H

#include <stdbool.h>
#include <stdint.h>

/* What one file of the core offers to the others. Where all of them are one unit, it is nobody
 * else's: SIDLE_ONE_UNIT, as in sidle.c. A function that was first declared static stays so. */
#ifdef SIDLE_ONE_UNIT
#define SIDLE_INTERNAL      static
#define SIDLE_INTERNAL_DATA static
#else
#define SIDLE_INTERNAL
#define SIDLE_INTERNAL_DATA extern
#endif

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
