/* Plane vectors. The y axis points down the map, so a turn from x to y is a turn to the right.
 *
 * The core uses the float operations + - * / and sqrtf alone. IEEE 754 says how each of them
 * rounds, so they give the same bits on every machine; sinf or powf do not. See also compiler.h and
 * arithmetic.c. */
#ifndef SIDLE_VEC_H
#define SIDLE_VEC_H

#include "base/compiler.h"

#include <math.h>
#include <sidle/types.h>
#include <string.h>

static inline sidle_vec2 vec(float x, float y) {
    return (sidle_vec2){x, y};
}
static inline sidle_vec2 vec_add(sidle_vec2 a, sidle_vec2 b) {
    return vec(a.x + b.x, a.y + b.y);
}
static inline sidle_vec2 vec_sub(sidle_vec2 a, sidle_vec2 b) {
    return vec(a.x - b.x, a.y - b.y);
}
static inline sidle_vec2 vec_scale(sidle_vec2 a, float s) {
    return vec(a.x * s, a.y * s);
}
static inline float vec_dot(sidle_vec2 a, sidle_vec2 b) {
    return a.x * b.x + a.y * b.y;
}
static inline float vec_length(sidle_vec2 a) {
    return sqrtf(vec_dot(a, a));
}
static inline float vec_distance(sidle_vec2 a, sidle_vec2 b) {
    return vec_length(vec_sub(b, a));
}

/* The least power of two that is no smaller than the number, which is above 0 and no denormal. */
static inline float power_of_two(float number) {
    uint32_t bits;
    memcpy(&bits, &number, sizeof bits);
    bits = (bits + 0x7fffffu) & 0x7f800000u;
    memcpy(&number, &bits, sizeof bits);
    return number;
}

/* The vector a, turned right by a quarter. */
static inline sidle_vec2 vec_right(sidle_vec2 a) {
    return vec(-a.y, a.x);
}

/* The vector a, turned by the angle of the unit vector `by`: the product of complex numbers. */
static inline sidle_vec2 vec_turned(sidle_vec2 a, sidle_vec2 by) {
    return vec(a.x * by.x - a.y * by.y, a.x * by.y + a.y * by.x);
}

/* u, or u/s: a vector no longer than this has no direction. A choice: far below any distance that
 * matters, and far above the square root of the smallest float, where the length itself gets lost.
 */
#define SHORTEST_WAY 1e-12f

/* The direction of a vector of known length; `otherwise` when it is too short to have one. */
static inline sidle_vec2 vec_direction_of(sidle_vec2 a, float length, sidle_vec2 otherwise) {
    return length > SHORTEST_WAY ? vec_scale(a, 1.0f / length) : otherwise;
}

static inline sidle_vec2 vec_direction(sidle_vec2 a, sidle_vec2 otherwise) {
    return vec_direction_of(a, vec_length(a), otherwise);
}

static inline sidle_vec2 vec_truncate(sidle_vec2 a, float limit) {
    float length = vec_length(a);
    return length > limit ? vec_scale(a, limit / length) : a;
}

/* The last place of a float, as a share of its value: 2^-23. */
#define LAST_PLACE 1.1920929e-7f

/* A filter takes in so much more than the exact test behind it, and a bound allows so much more
 * than what it bounds, so that rounding never drops a body. Far above the rounding of a few
 * products; a larger one only costs time. */
#define ROUNDING_MARGIN 1.001f

/* A sum that does not depend on the order of its terms. Sums of floats do, so each term is first
 * truncated to a whole number of 1 / FIXED_POINT (fixed point), and whole numbers are summed. */
typedef struct vec_sum {
    int64_t x, y;
} vec_sum;

/* 2^15 steps in the radius of the unit whose sum it is. A choice: a step is well below the 0.001
 * radii for which an arrived unit stirs. */
#define FIXED_POINT 32768.0f

static inline void vec_sum_add(vec_sum *sum, sidle_vec2 term, float radius) {
    float steps = FIXED_POINT / radius;
    sum->x += (int64_t)(term.x * steps);
    sum->y += (int64_t)(term.y * steps);
}

static inline sidle_vec2 vec_sum_total(vec_sum sum, float radius) {
    float step = radius / FIXED_POINT;
    return vec((float)sum.x * step, (float)sum.y * step);
}

static inline bool vec_finite(sidle_vec2 a) {
    return isfinite(a.x) && isfinite(a.y);
}
static inline float min_float(float a, float b) {
    return a < b ? a : b;
}
static inline float max_float(float a, float b) {
    return a > b ? a : b;
}
static inline int32_t min_int(int32_t a, int32_t b) {
    return a < b ? a : b;
}
static inline int32_t max_int(int32_t a, int32_t b) {
    return a > b ? a : b;
}

#endif
