/* Calls of groups in a replay. */
#include "replay/calls.h"

/* The list of a call: units, and points behind them. */
typedef struct group_list {
    void *block;
    size_t size; /* bytes of the block */
    sidle_unit_id *ids;
    sidle_vec2 *points;
    uint32_t units, count; /* of points */
} group_list;

/* Takes so many units and points from this word of the list on. */
static sidle_result read_group_list(const sidle_allocator *alloc, const made_call *c, size_t at,
                                    uint32_t units, uint32_t count, group_list *l) {
    size_t points = units * sizeof *l->ids;
    *l = (group_list){.size = points + count * sizeof *l->points + 1, .units = units};
    l->count = count;
    l->block = allocate(alloc, l->size);
    if (!l->block) return SIDLE_ERROR_MEMORY;
    l->ids = l->block;
    l->points = (sidle_vec2 *)(void *)((uint8_t *)l->block + points);
    for (uint32_t k = 0; k < units; k++, at += 2)
        l->ids[k] = (sidle_unit_id){word_of_list(c, at), word_of_list(c, at + 1)};
    for (uint32_t k = 0; k < count; k++, at += 2) l->points[k] = point_of_list(c, at);
    return SIDLE_OK;
}

static sidle_formation formation_in(const made_call *c, const sidle_vec2 *offsets) {
    uint32_t bits = c->words[ORDER_SHAPE];
    sidle_formation f = sidle_formation_default();
    f.shape = (sidle_shape)(bits & UINT8_MAX);
    f.march = bits & ORDER_MARCHES;
    f.keep_places = bits & ORDER_KEEPS_PLACES;
    f.columns = c->words[ORDER_COLUMNS];
    f.gap = float_of_word(c->words[ORDER_GAP]);
    f.heading = point_in(c, ORDER_HEADING);
    f.offsets = offsets;
    return f;
}

/* points: of a patrol. */
static sidle_result give_recorded(sidle_groups *groups, const made_call *c, const group_list *l,
                                  const sidle_vec2 *points, sidle_group_id *id) {
    const sidle_formation f = formation_in(c, l->points);
    const sidle_range range = range_in(c, ORDER_RANGE);
    const sidle_vec2 point = point_in(c, ORDER_POINT);
    uint32_t count = l->count - (uint32_t)(points - l->points);
    switch (c->kind) {
    case CALL_GROUP_GO: return sidle_group_go(groups, l->ids, l->units, point, &f, id);
    case CALL_GROUP_PATROL:
        return sidle_group_patrol(groups, l->ids, l->units, points, count, &f, id);
    case CALL_GROUP_APPROACH:
        return sidle_group_approach(groups, l->ids, l->units, unit_in(c, ORDER_POINT), &range, &f,
                                    id);
    default: return sidle_group_approach_point(groups, l->ids, l->units, point, &range, &f, id);
    }
}

/* Of a shape of the host's own there is an offset for each unit, before the points of a patrol. */
static sidle_result make_group_order(sidle_groups *groups, const sidle_allocator *alloc,
                                     const made_call *c) {
    uint32_t units = c->count ? word_of_list(c, 0) : 0;
    bool own = (c->words[ORDER_SHAPE] & UINT8_MAX) == SIDLE_SHAPE_OFFSETS;
    if (units > SIDLE_MAX_GROUP_UNITS || c->count < 1 + 2 * units * (own ? 2 : 1))
        return SIDLE_ERROR_ARGUMENT;
    group_list l;
    sidle_group_id id;
    sidle_result result = read_group_list(alloc, c, 1, units, (c->count - 1) / 2 - units, &l);
    if (result) return result;
    result = give_recorded(groups, c, &l, l.points + (own ? units : 0), &id);
    release(alloc, l.block, l.size);
    if (!result && (id.slot != c->words[0] || id.generation != c->words[1]))
        return SIDLE_ERROR_DIFFERS;
    return result;
}

/* Of a path or of those who join. */
static sidle_result make_group_list(sidle_groups *groups, const sidle_allocator *alloc,
                                    const made_call *c) {
    const sidle_group_id id = {c->words[0], c->words[1]};
    bool joins = c->kind == CALL_GROUP_JOIN;
    if (c->count > (joins ? SIDLE_MAX_GROUP_UNITS : SIDLE_MAX_WAYPOINTS))
        return SIDLE_ERROR_ARGUMENT;
    group_list l;
    sidle_result result =
        read_group_list(alloc, c, 0, joins ? c->count : 0, joins ? 0 : c->count, &l);
    if (result) return result;
    result = joins ? sidle_group_join(groups, id, l.ids, l.units)
                   : sidle_group_set_path(groups, id, l.points, l.count);
    release(alloc, l.block, l.size);
    return result;
}

sidle_result make_group_call(sidle_groups *groups, const sidle_allocator *alloc,
                             const made_call *c) {
    switch (c->kind) {
    case CALL_GROUP_PATH:
    case CALL_GROUP_JOIN: return make_group_list(groups, alloc, c);
    case CALL_GROUP_LEAVE: return sidle_group_leave(groups, unit_in(c, 0));
    case CALL_GROUP_DISBAND:
        return sidle_group_disband(groups, (sidle_group_id){c->words[0], c->words[1]});
    case CALL_GROUPS_UPDATE: return sidle_groups_update(groups, float_of_word(c->words[0]));
    default: return make_group_order(groups, alloc, c);
    }
}
