/* Vectors of the plain rules in the tests: lengths and products are taken in double. */
#ifndef SIDLE_TEST_PLAIN_VEC_H
#define SIDLE_TEST_PLAIN_VEC_H

#include <sidle/types.h>

#include <math.h>

static inline double dot(sidle_vec2 a, sidle_vec2 b) {
    return (double)a.x * (double)b.x + (double)a.y * (double)b.y;
}

static inline sidle_vec2 minus(sidle_vec2 a, sidle_vec2 b) {
    return (sidle_vec2){a.x - b.x, a.y - b.y};
}

static inline sidle_vec2 onwards(sidle_vec2 from, sidle_vec2 direction, double by) {
    return (sidle_vec2){from.x + direction.x * (float)by, from.y + direction.y * (float)by};
}

static inline double size(sidle_vec2 v) {
    return hypot((double)v.x, (double)v.y);
}

static inline double apart(sidle_vec2 a, sidle_vec2 b) {
    return hypot((double)a.x - (double)b.x, (double)a.y - (double)b.y);
}

#endif
