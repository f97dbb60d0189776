/* What a host reads of a world, as numbers: the same on every machine, too. Members are mixed one
 * by one, as the bytes between them are nobody's. */
#ifndef SIDLE_TEST_BITS_READS_H
#define SIDLE_TEST_BITS_READS_H

#include <sidle/sidle.h>
#include <stdint.h>
#include <string.h>

static inline void reads_mix(uint64_t *sum, uint64_t number) {
    *sum = (*sum ^ number) * 0x9e3779b97f4a7c15u;
    *sum ^= *sum >> 29;
}

static inline void reads_mix_float(uint64_t *sum, float number) {
    uint32_t bits;
    memcpy(&bits, &number, sizeof bits);
    reads_mix(sum, bits);
}

static inline void reads_mix_point(uint64_t *sum, sidle_vec2 point) {
    reads_mix_float(sum, point.x);
    reads_mix_float(sum, point.y);
}

static inline void reads_mix_state(uint64_t *sum, const sidle_unit_state *s) {
    const float floats[] = {s->radius, s->speed_factor, s->terrain_factor, s->path_left};
    const sidle_vec2 points[] = {s->position, s->velocity, s->made_velocity, s->predicted_velocity,
                                 s->heading,  s->waypoint, s->goal,          s->place};
    const bool bits[] = {s->has_place, s->guided, s->ghost,  s->stowed,
                         s->under_way, s->stuck,  s->arrived};
    const uint32_t words[] = {s->profile.index, s->team,      s->rank,    (uint32_t)s->order,
                              s->target.slot,   s->waypoints, s->arrival, s->decision};
    for (size_t k = 0; k < sizeof floats / sizeof *floats; k++) reads_mix_float(sum, floats[k]);
    for (size_t k = 0; k < sizeof points / sizeof *points; k++) reads_mix_point(sum, points[k]);
    for (size_t k = 0; k < sizeof bits / sizeof *bits; k++) reads_mix(sum, bits[k]);
    for (size_t k = 0; k < sizeof words / sizeof *words; k++) reads_mix(sum, words[k]);
}

static inline void reads_mix_why(uint64_t *sum, const sidle_why *w) {
    const float floats[] = {w->reach,       w->hit,    w->row,      w->offset_right,
                            w->offset_left, w->offset, w->step_left};
    const uint32_t words[] = {
        (uint32_t)w->decision, (uint32_t)w->tick, w->hit_value,    w->value_ahead,   w->value_right,
        w->value_left,         w->value,          w->blocker.slot, (uint32_t)w->step};
    for (size_t k = 0; k < sizeof floats / sizeof *floats; k++) reads_mix_float(sum, floats[k]);
    for (size_t k = 0; k < sizeof words / sizeof *words; k++) reads_mix(sum, words[k]);
    reads_mix_point(sum, w->origin);
    reads_mix_point(sum, w->direction);
    reads_mix_point(sum, w->target);
}

static inline void reads_mix_unit(uint64_t *sum, const sidle_world *world, sidle_unit_id id) {
    enum { MOST = 256 };
    static sidle_field fields[MOST];
    sidle_unit_state state;
    sidle_why why;
    if (sidle_unit_get(world, id, &state) == SIDLE_OK) reads_mix_state(sum, &state);
    if (sidle_unit_why(world, id, &why) == SIDLE_OK) reads_mix_why(sum, &why);
    uint32_t count = sidle_unit_fields(world, id, fields, MOST);
    for (uint32_t k = 0; k < count && k < MOST; k++) reads_mix(sum, fields[k].bits);
}

static inline void reads_mix_group(uint64_t *sum, const sidle_groups *groups, sidle_group_id id) {
    sidle_group_state g;
    if (sidle_group_get(groups, id, &g) != SIDLE_OK) return;
    const float floats[] = {g.path_left, g.speed, g.off_mean, g.off_most};
    const sidle_vec2 points[] = {g.anchor, g.heading, g.goal, g.start};
    const uint32_t words[] = {g.count,    g.following, g.abreast,
                              g.marching, g.formed,    g.profile.index};
    for (size_t k = 0; k < sizeof floats / sizeof *floats; k++) reads_mix_float(sum, floats[k]);
    for (size_t k = 0; k < sizeof points / sizeof *points; k++) reads_mix_point(sum, points[k]);
    for (size_t k = 0; k < sizeof words / sizeof *words; k++) reads_mix(sum, words[k]);
}

/* All units and groups; groups: NULL, or those of the world. */
static inline uint64_t reads_of(const sidle_world *world, const sidle_groups *groups) {
    uint64_t sum = 0;
    const sidle_unit_id nobody = {0, 0};
    for (sidle_unit_id id = sidle_unit_next(world, nobody); id.slot;
         id = sidle_unit_next(world, id)) {
        sidle_member_state m;
        reads_mix_unit(&sum, world, id);
        if (!groups || sidle_group_member(groups, id, &m) != SIDLE_OK) continue;
        reads_mix(&sum, (uint64_t)m.group.slot << 8 | (uint64_t)m.member);
        reads_mix_point(&sum, m.place);
        reads_mix_point(&sum, m.goal);
        reads_mix_float(&sum, m.off);
    }
    sidle_group_id group = {0, 0};
    while (groups && (group = sidle_group_next(groups, group)).slot)
        reads_mix_group(&sum, groups, group);
    return sum;
}

#endif
