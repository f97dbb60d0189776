/* Plane vectors, and the few float operations that the core allows itself: + - * / and sqrtf, which
 * IEEE 754 rounds the same way on every machine; see compiler.h and arithmetic.c. */
#ifndef SIDLE_VEC_H
#define SIDLE_VEC_H

#include "base/compiler.h"

#include <math.h>
#include <sidle/types.h>

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

/* To the right of a, where y grows downwards. */
static inline sidle_vec2 vec_right(sidle_vec2 a) {
    return vec(-a.y, a.x);
}

/* Turned by the angle that the unit vector `by` has to (1, 0). */
static inline sidle_vec2 vec_turned(sidle_vec2 a, sidle_vec2 by) {
    return vec(a.x * by.x - a.y * by.y, a.x * by.y + a.y * by.x);
}

/* u; what is no longer has no direction. */
#define SHORTEST_WAY 1e-6f

/* Of length 1, or `otherwise` when a is too short to have a direction. */
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

/* Of a coordinate: its last place. */
#define LAST_PLACE 1.1920929e-7f

/* A sum that is the same in whatever order its terms come: they are rounded to whole fractions
 * first.
 */
typedef struct vec_sum {
    int64_t x, y;
} vec_sum;

#define SUM_GRAIN 65536.0f /* fractions of a u, or of a u2 */

static inline int64_t whole_part(float value) {
    return (int64_t)(value * SUM_GRAIN);
}

static inline void vec_sum_add(vec_sum *sum, sidle_vec2 term) {
    sum->x += whole_part(term.x);
    sum->y += whole_part(term.y);
}

static inline sidle_vec2 vec_sum_total(vec_sum sum) {
    return vec((float)sum.x / SUM_GRAIN, (float)sum.y / SUM_GRAIN);
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
