/* Distances, gaps and speeds of units, as tests measure them. */
#ifndef SIDLE_TEST_MEASURES_H
#define SIDLE_TEST_MEASURES_H

#include "support.h"

static inline float distance(sidle_vec2 a, sidle_vec2 b) {
    return hypotf(a.x - b.x, a.y - b.y);
}

/* From centre to centre. */
static inline float apart(const sidle_world *world, sidle_unit_id a, sidle_unit_id b) {
    return distance(state_of(world, a).position, state_of(world, b).position);
}

/* Between the bodies of two units. */
static inline float gap(const sidle_world *world, sidle_unit_id a, sidle_unit_id b) {
    return apart(world, a, b) - state_of(world, a).radius - state_of(world, b).radius;
}

/* Between the body of a unit and a point. */
static inline float gap_to(const sidle_world *world, sidle_unit_id id, sidle_vec2 point) {
    sidle_unit_state s = state_of(world, id);
    return distance(s.position, point) - s.radius;
}

static inline float speed_of(const sidle_world *world, sidle_unit_id id) {
    sidle_vec2 v = state_of(world, id).velocity;
    return hypotf(v.x, v.y);
}

/* The bits of a field of a unit. */
static inline uint64_t field_bits(const sidle_world *world, sidle_unit_id id, const char *name) {
    sidle_field fields[200];
    uint32_t count = sidle_unit_fields(world, id, fields, 200);
    for (uint32_t k = 0; k < count && k < 200; k++)
        if (!strcmp(fields[k].name, name)) return fields[k].bits;
    fail_msg("no field of %s among %u", name, count);
    return 0;
}

#endif
