/* The random numbers of the hosts: generated scenes and goals of roaming units. A linear
 * congruential generator with the constants of Knuth's MMIX. It is in whole numbers, so that each
 * machine gives the same scene for the same seed. */
#ifndef SIDLE_SUPPORT_RANDOM_H
#define SIDLE_SUPPORT_RANDOM_H

#include <stdint.h>

/* The next number from 0 to below 1. It is made of the upper 24 bits: the lower bits of such a
 * generator repeat early, and 24 bits fit into a float exactly. */
static inline float random_share(uint64_t *state) {
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (float)(*state >> 40) / 16777216.0f;
}

#endif
