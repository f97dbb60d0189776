/* Whole numbers as bytes, the lowest byte first on every machine. */
#ifndef SIDLE_BYTES_H
#define SIDLE_BYTES_H

#include "base/compiler.h"

/* Writes all eight bytes, of which the caller keeps as many as it wants. */
static inline void bytes_put(uint8_t to[8], uint64_t value) {
    uint32_t low = (uint32_t)value, high = (uint32_t)(value >> 32);
    const uint8_t bytes[8] = {(uint8_t)low,          (uint8_t)(low >> 8),  (uint8_t)(low >> 16),
                              (uint8_t)(low >> 24),  (uint8_t)high,        (uint8_t)(high >> 8),
                              (uint8_t)(high >> 16), (uint8_t)(high >> 24)};
    memcpy(to, bytes, sizeof bytes);
}

/* The number in `count` bytes, 0 to 8; all eight can be read. */
static inline uint64_t bytes_get(const uint8_t from[8], uint32_t count) {
    uint32_t low =
        from[0] | (uint32_t)from[1] << 8 | (uint32_t)from[2] << 16 | (uint32_t)from[3] << 24;
    uint32_t high =
        from[4] | (uint32_t)from[5] << 8 | (uint32_t)from[6] << 16 | (uint32_t)from[7] << 24;
    uint64_t value = low | (uint64_t)high << 32;
    return count < 8 ? value & ~(~(uint64_t)0 << 8 * count) : value;
}

#endif
