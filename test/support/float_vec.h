/* Vectors of the plain rules and of the steering, in floats. */
#ifndef SIDLE_TEST_FLOAT_VEC_H
#define SIDLE_TEST_FLOAT_VEC_H

#include <sidle/types.h>

#include <math.h>

static inline sidle_vec2 at(float x, float y) {
    return (sidle_vec2){x, y};
}
static inline sidle_vec2 plus(sidle_vec2 a, sidle_vec2 b) {
    return at(a.x + b.x, a.y + b.y);
}
static inline sidle_vec2 minus(sidle_vec2 a, sidle_vec2 b) {
    return at(a.x - b.x, a.y - b.y);
}
static inline sidle_vec2 times(sidle_vec2 a, float s) {
    return at(a.x * s, a.y * s);
}
static inline float dot(sidle_vec2 a, sidle_vec2 b) {
    return a.x * b.x + a.y * b.y;
}
static inline float length(sidle_vec2 a) {
    return sqrtf(dot(a, a));
}

#endif
