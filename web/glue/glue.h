/* What the module gives to JavaScript. Each function is flat: numbers in, numbers out, and places
 * in the module's memory for the rest. A unit's id is one number, 0 for none. */
#ifndef SIDLE_WEB_GLUE_H
#define SIDLE_WEB_GLUE_H

#include <sidle/sidle.h>

#define EXPORT(name) __attribute__((export_name(#name)))

/* A slot has 21 bits, a generation 32: together they are a whole number that a double holds. */
static const double GENERATION = 2097152;

static inline double number_of_id(sidle_unit_id id) {
    return id.slot + id.generation * GENERATION;
}

static inline sidle_unit_id id_of_number(double number) {
    uint32_t generation = (uint32_t)(number / GENERATION);
    return (sidle_unit_id){(uint32_t)(number - generation * GENERATION), generation};
}

static inline sidle_vec2 point(float x, float y) {
    return (sidle_vec2){x, y};
}

/* Times the phases of the steps of one world. */
typedef struct phase_clock {
    double ms[SIDLE_PHASE_COUNT]; /* since it was last read */
    double began;                 /* ms, the present phase */
    sidle_phase now;
} phase_clock;

sidle_hooks phase_hooks(phase_clock *clock);

/* Writes the times of the phases and begins anew. */
void phase_take(phase_clock *clock, double *ms);

/* As sidle_unit_why, in the order that sidle.js names. */
sidle_result why_numbers(const sidle_world *world, sidle_unit_id id, double *out);

/* As sidle_unit_get. */
sidle_result state_numbers(const sidle_world *world, sidle_unit_id id, double *out);

/* Five numbers: shape, columns, gap, heading x and y. False: no formation has them. */
bool formation_of_numbers(const float *numbers, sidle_formation *f);

#endif
