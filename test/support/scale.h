/* A scene with all lengths and times so many times as large. */
#ifndef SIDLE_TEST_SCALE_H
#define SIDLE_TEST_SCALE_H

#include <sidle/sidle.h>
#include <string.h>

typedef struct scale {
    float length, time;
} scale;

/* Times as large is what is counted in this unit. */
static inline float factor_of(const char *unit, scale by) {
    if (!strcmp(unit, "u")) return by.length;
    if (!strcmp(unit, "s")) return by.time;
    if (!strcmp(unit, "u/s")) return by.length / by.time;
    if (!strcmp(unit, "u/s2")) return by.length / (by.time * by.time);
    return strcmp(unit, "deg/s") ? 1 : 1 / by.time;
}

static inline void scale_profile(sidle_profile *p, scale by) {
    uint32_t count;
    const sidle_param *params = sidle_params(&count);
    for (uint32_t k = 0; k < count; k++)
        if (params[k].type == SIDLE_PARAM_FLOAT)
            *(float *)(void *)((char *)p + params[k].offset) *= factor_of(params[k].unit, by);
}

#endif
