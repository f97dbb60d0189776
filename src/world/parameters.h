/* The table of parameters, and the limits that it does not show. See parameters.c. */
#ifndef SIDLE_PARAMETERS_H
#define SIDLE_PARAMETERS_H

#include "base/compiler.h"

#include <sidle/sidle.h>
#include <string.h>

/* The largest grid of look cells: rows ahead, columns to each side. A choice: a row of
 * cells fits on the stack, columns fit into an int8_t, and a larger grid would make one look of one
 * unit cost more than a tick of a crowd. sidle_profile_check holds profiles to it. */
enum { LOOK_ROWS_MAX = 256, LOOK_COLUMNS_MAX = 64 };

/* So that a host can tell single kinds of units to yield as well as to go first. */
enum { DEFAULT_PRIORITY = 100 };

/* A profile as words of 32 bits, row by row: so many of a row. */
static inline uint32_t param_words(const sidle_param *row) {
    return row->type == SIDLE_PARAM_CLASSES ? SIDLE_TERRAIN_COUNT : 1;
}

/* One word of a row; a ladder is its four bytes, the lowest first, on every machine. */
static inline uint32_t param_word(const sidle_profile *p, const sidle_param *row, uint32_t n) {
    const uint8_t *from = (const uint8_t *)p + row->offset + n * sizeof(uint32_t);
    uint32_t word;
    memcpy(&word, from, sizeof word);
    if (row->type == SIDLE_PARAM_LADDER)
        word = from[0] | (uint32_t)from[1] << 8 | (uint32_t)from[2] << 16 | (uint32_t)from[3] << 24;
    return word;
}

static inline void param_set_word(sidle_profile *p, const sidle_param *row, uint32_t n,
                                  uint32_t word) {
    const uint8_t ladder[] = {(uint8_t)word, (uint8_t)(word >> 8), (uint8_t)(word >> 16),
                              (uint8_t)(word >> 24)};
    memcpy((uint8_t *)p + row->offset + n * sizeof word,
           row->type == SIDLE_PARAM_LADDER ? (const void *)ladder : &word, sizeof word);
}

#endif
