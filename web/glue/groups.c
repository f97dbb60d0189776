/* Groups for JavaScript: one order for many units, in formation. The id of a group is one number,
 * as that of a unit. */
#include "glue.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static double number_of_group(sidle_group_id id) {
    return number_of_id((sidle_unit_id){id.slot, id.generation});
}

static sidle_group_id group_of_number(double number) {
    sidle_unit_id id = id_of_number(number);
    return (sidle_group_id){id.slot, id.generation};
}

bool formation_of_numbers(const float *numbers, sidle_formation *f) {
    *f = sidle_formation_default();
    for (int k = 0; k < 5; k++)
        if (!isfinite(numbers[k])) return false;
    float columns = numbers[1];
    if (numbers[0] < 0 || numbers[0] > SIDLE_SHAPE_STANDING || columns != floorf(columns) ||
        columns < 0 || columns > SIDLE_MAX_GROUP_UNITS)
        return false;
    f->shape = (sidle_shape)numbers[0];
    f->columns = (uint32_t)columns;
    f->gap = numbers[2];
    f->heading = point(numbers[3], numbers[4]);
    return true;
}

/* The ids of a list of numbers; to be freed. NULL: there is no memory. */
static sidle_unit_id *ids_of(const double *numbers, uint32_t count) {
    sidle_unit_id *ids = malloc(((size_t)count + 1) * sizeof *ids);
    for (uint32_t k = 0; ids && k < count; k++) ids[k] = id_of_number(numbers[k]);
    return ids;
}

EXPORT(groups_create) int32_t groups_create(sidle_world *w, sidle_groups **out) {
    return sidle_groups_create(w, out);
}

EXPORT(groups_destroy) void groups_destroy(sidle_groups *g) {
    sidle_groups_destroy(g);
}

EXPORT(groups_update) int32_t groups_update(sidle_groups *g, float dt) {
    return sidle_groups_update(g, dt);
}

EXPORT(groups_hash) uint64_t groups_hash(const sidle_groups *g) {
    return sidle_groups_hash(g);
}

EXPORT(groups_places)
int32_t groups_places(sidle_groups *g, const double *units, uint32_t count, float x, float y,
                      const float *formation, sidle_vec2 *places) {
    sidle_formation f;
    if (!formation_of_numbers(formation, &f)) return SIDLE_ERROR_ARGUMENT;
    sidle_unit_id *ids = ids_of(units, count);
    sidle_result result =
        ids ? sidle_group_places(g, ids, count, point(x, y), &f, places) : SIDLE_ERROR_MEMORY;
    free(ids);
    return result;
}

/* GO to the first point, or PATROL along all of them. */
EXPORT(groups_march)
int32_t groups_march(sidle_groups *g, const double *units, uint32_t count, uint32_t order,
                     const sidle_vec2 *points, uint32_t point_count, const float *formation,
                     double *out) {
    sidle_formation f;
    sidle_group_id group = {0, 0};
    if (!formation_of_numbers(formation, &f)) return SIDLE_ERROR_ARGUMENT;
    sidle_unit_id *ids = ids_of(units, count);
    sidle_result result = SIDLE_ERROR_MEMORY;
    if (ids && order == SIDLE_ORDER_PATROL)
        result = sidle_group_patrol(g, ids, count, points, point_count, &f, &group);
    else if (ids)
        result = sidle_group_go(g, ids, count, points[0], &f, &group);
    free(ids);
    *out = number_of_group(group);
    return result;
}

/* Towards the unit, or towards the point when the unit is 0. */
EXPORT(groups_approach)
int32_t groups_approach(sidle_groups *g, const double *units, uint32_t count, double target,
                        float x, float y, float most, float least, uint32_t sight,
                        const float *formation, double *out) {
    sidle_formation f;
    sidle_group_id group = {0, 0};
    const sidle_range range = {most, least, sight};
    if (!formation_of_numbers(formation, &f)) return SIDLE_ERROR_ARGUMENT;
    sidle_unit_id *ids = ids_of(units, count);
    sidle_result result = SIDLE_ERROR_MEMORY;
    if (ids && target > 0)
        result = sidle_group_approach(g, ids, count, id_of_number(target), &range, &f, &group);
    else if (ids)
        result = sidle_group_approach_point(g, ids, count, point(x, y), &range, &f, &group);
    free(ids);
    *out = number_of_group(group);
    return result;
}

EXPORT(group_path)
int32_t group_path(sidle_groups *g, double group, const sidle_vec2 *points, uint32_t count) {
    return sidle_group_set_path(g, group_of_number(group), points, count);
}

EXPORT(group_join)
int32_t group_join(sidle_groups *g, double group, const double *units, uint32_t count) {
    sidle_unit_id *ids = ids_of(units, count);
    sidle_result result =
        ids ? sidle_group_join(g, group_of_number(group), ids, count) : SIDLE_ERROR_MEMORY;
    free(ids);
    return result;
}

EXPORT(group_leave) int32_t group_leave(sidle_groups *g, double unit) {
    return sidle_group_leave(g, id_of_number(unit));
}

EXPORT(group_disband) int32_t group_disband(sidle_groups *g, double group) {
    return sidle_group_disband(g, group_of_number(group));
}

EXPORT(group_valid) uint32_t group_valid(const sidle_groups *g, double group) {
    return sidle_group_valid(g, group_of_number(group));
}

/* The units of the group as numbers, at most `capacity` of them. */
EXPORT(group_units)
int32_t group_units(const sidle_groups *g, double group, double *units, uint32_t capacity,
                    uint32_t *count) {
    sidle_unit_id *ids = malloc(((size_t)capacity + 1) * sizeof *ids);
    if (!ids) return SIDLE_ERROR_MEMORY;
    sidle_result result = sidle_group_units(g, group_of_number(group), ids, capacity, count);
    for (uint32_t k = 0; !result && k < *count && k < capacity; k++)
        units[k] = number_of_id(ids[k]);
    free(ids);
    return result;
}

/* In the order that groups.js names. */
EXPORT(group_state) int32_t group_state(const sidle_groups *g, double group, double *out) {
    sidle_group_state s;
    sidle_result result = sidle_group_get(g, group_of_number(group), &s);
    if (result) return result;
    double numbers[] = {s.count,
                        s.following,
                        s.abreast,
                        s.marching,
                        s.formed,
                        (double)s.anchor.x,
                        (double)s.anchor.y,
                        (double)s.heading.x,
                        (double)s.heading.y,
                        (double)s.goal.x,
                        (double)s.goal.y,
                        s.profile.index,
                        (double)s.start.x,
                        (double)s.start.y,
                        (double)s.path_left,
                        (double)s.speed,
                        (double)s.off_mean,
                        (double)s.off_most};
    memcpy(out, numbers, sizeof numbers);
    return SIDLE_OK;
}

/* Type, group, x and y of each event of the last update, at most `capacity` of them; returns how
 * many there are. */
EXPORT(groups_events)
uint32_t groups_events(const sidle_groups *g, uint32_t capacity, double *out) {
    uint32_t count;
    const sidle_group_event *events = sidle_groups_events(g, &count);
    for (uint32_t k = 0; k < count && k < capacity; k++) {
        double row[] = {events[k].type, number_of_group(events[k].group), (double)events[k].point.x,
                        (double)events[k].point.y};
        memcpy(out + 4 * k, row, sizeof row);
    }
    return count;
}
