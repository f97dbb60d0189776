/* Many units in one call. The host's rows are in the order of the slots, or of a list, and the
 * units in that of the map, so each row is a jump in memory: the units of later rows are
 * prefetched. */
#include "world/state.h"

#include <string.h>

/* ---- reading ---- */

static inline void put(sidle_column c, uint32_t row, const void *value, size_t size) {
    if (!c.to) return;
    memcpy((char *)c.to + row * (c.stride ? c.stride : size), value, size);
}

static void put_id(const sidle_columns *to, uint32_t row, sidle_unit_id id) {
    put(to->ids, row, &id, sizeof id);
}

/* Units by which a row, or a unit, is prefetched before it is used. Found with 100,000 units: fewer
 * than 8 wait for memory, more than 32 gain nothing. */
enum { UNITS_AHEAD = 16 };

/* What has to be fetched for a row of a list. */
typedef struct reading {
    const sidle_world *world;
    sidle_columns to;
    bool by_body; /* positions are those of the bodies: arrays that stay in the cache */
    bool hot;     /* something is read of the beginning of the unit */
} reading;

static reading reading_of(const sidle_world *world, const sidle_columns *to) {
    bool by_body = !world->bodies.stray_count;
    bool hot = to->ids.to || to->headings.to || to->velocities.to || (to->positions.to && !by_body);
    return (reading){world, *to, by_body, hot};
}

static inline void prefetch_unit(const reading *r, uint32_t slot) {
    const unit *u = &r->world->units[r->world->by_slot[slot]];
    if (r->hot) prefetch(u);
    if (r->to.decisions.to) prefetch(&u->flags);
    if (r->to.users.to) prefetch(&r->world->users[slot]);
}

/* What stands in the arrays of the bodies. */
static inline void put_body(const reading *r, uint32_t row, uint32_t k) {
    const sidle_columns *to = &r->to;
    if (to->positions.to && r->by_body) {
        sidle_vec2 at = body_position(&r->world->bodies, k);
        put(to->positions, row, &at, sizeof at);
    }
    if (to->made.to) {
        sidle_vec2 made = made_velocity(r->world, k);
        put(to->made, row, &made, sizeof made);
    }
}

/* What stands in the unit's record. */
static inline void put_unit(const reading *r, uint32_t row, uint32_t k) {
    const sidle_columns *to = &r->to;
    const unit *u = unit_at(r->world, k);
    if (!r->by_body) put(to->positions, row, &u->position, sizeof u->position);
    if (to->ids.to) put_id(to, row, id_of(u));
    put(to->headings, row, &u->heading, sizeof u->heading);
    put(to->velocities, row, &u->velocity, sizeof u->velocity);
    if (to->decisions.to) {
        uint8_t decision = (uint8_t)unit_decision(u);
        put(to->decisions, row, &decision, sizeof decision);
    }
}

static inline void put_user(const reading *r, uint32_t row, uint32_t slot) {
    put(r->to.users, row, &r->world->users[slot], sizeof r->world->users[slot]);
}

/* ---- all units ---- */

/* Of the records, which are too large for the caches: read as they stand in memory, so that the
 * reads run ahead by themselves, and the writes, which nobody waits for, jump. In the order of the
 * rows it took one and a half to three times as long, though units were prefetched. */
static void read_records(const reading *r, uint32_t rows) {
    const sidle_world *world = r->world;
    for (uint32_t k = 0; k < world->living; k++) {
        uint32_t row = world->units[k].slot;
        if (row < rows) put_unit(r, row, k);
    }
    for (uint32_t k = world->living; k < world->slots && r->to.ids.to; k++)
        if (world->units[k].slot < rows)
            put_id(&r->to, world->units[k].slot, (sidle_unit_id){0, 0});
}

/* Of the arrays, which stay in the caches: read in the order of the rows. */
static void read_arrays(const reading *r, uint32_t rows) {
    for (uint32_t row = 0; row < rows; row++) {
        uint32_t k = r->world->by_slot[row];
        if (k >= r->world->living) continue;
        put_body(r, row, k);
        put_user(r, row, row);
    }
}

sidle_result sidle_world_read(const sidle_world *world, const sidle_columns *to, uint32_t capacity,
                              uint32_t *rows) {
    if (!world || !to || !rows) return SIDLE_ERROR_ARGUMENT;
    const reading r = reading_of(world, to);
    uint32_t count = capacity < world->slots ? capacity : world->slots;
    if (r.hot || to->decisions.to) read_records(&r, count);
    if (to->positions.to || to->made.to || to->users.to) read_arrays(&r, count);
    *rows = world->slots;
    return SIDLE_OK;
}

/* ---- the units of a list ---- */

static void read_list(const reading *r, const sidle_unit_id *ids, uint32_t count) {
    const sidle_world *world = r->world;
    for (uint32_t row = 0; row < count; row++) {
        uint32_t later = row + UNITS_AHEAD < count ? row + UNITS_AHEAD : row;
        if (ids[later].slot - 1 < world->slots) prefetch_unit(r, ids[later].slot - 1);
        const unit *u = unit_named(world, ids[row]);
        if (!u) {
            put_id(&r->to, row, (sidle_unit_id){0, 0});
            continue;
        }
        put_unit(r, row, body_of(world, u));
        put_body(r, row, body_of(world, u));
        put_user(r, row, u->slot);
    }
}

sidle_result sidle_units_read(const sidle_world *world, const sidle_unit_id *ids, uint32_t count,
                              const sidle_columns *to) {
    if (!world || !to || (count && !ids)) return SIDLE_ERROR_ARGUMENT;
    const reading r = reading_of(world, to);
    read_list(&r, ids, count);
    return SIDLE_OK;
}

/* ---- orders ---- */

/* Notes the result of unit k, and returns the first of all that is not SIDLE_OK. */
static sidle_result note(sidle_result *results, uint32_t k, sidle_result result,
                         sidle_result first) {
    if (results) results[k] = result;
    return first ? first : result;
}

/* Entry k of the host's array. */
static const void *entry(const void *array, size_t stride, uint32_t k) {
    return (const char *)array + stride * k;
}

static sidle_vec2 point_of(const sidle_vec2 *points, size_t stride, uint32_t k) {
    sidle_vec2 point;
    memcpy(&point, entry(points, stride, k), sizeof point);
    return point;
}

static bool is_list(const sidle_world *world, const sidle_unit_id *ids, uint32_t count,
                    const void *entries) {
    return world && (!count || (ids && entries));
}

sidle_result sidle_units_go(sidle_world *world, const sidle_unit_id *ids, uint32_t count,
                            const sidle_vec2 *goals, size_t stride, sidle_result *results) {
    sidle_result first = SIDLE_OK;
    if (!is_list(world, ids, count, goals)) return SIDLE_ERROR_ARGUMENT;
    for (uint32_t k = 0; k < count; k++)
        first = note(results, k, sidle_unit_go(world, ids[k], point_of(goals, stride, k)), first);
    return first;
}

sidle_result sidle_units_path(sidle_world *world, const sidle_unit_id *ids, uint32_t count,
                              const sidle_path *paths, size_t stride, sidle_result *results) {
    sidle_result first = SIDLE_OK;
    if (!is_list(world, ids, count, paths)) return SIDLE_ERROR_ARGUMENT;
    for (uint32_t k = 0; k < count; k++) {
        sidle_path path;
        memcpy(&path, entry(paths, stride, k), sizeof path);
        sidle_result result = sidle_unit_path(world, ids[k], path.waypoints, path.count);
        first = note(results, k, result, first);
    }
    return first;
}

sidle_result sidle_units_guide(sidle_world *world, const sidle_unit_id *ids, uint32_t count,
                               const sidle_vec2 *points, size_t stride, sidle_result *results) {
    sidle_result first = SIDLE_OK;
    if (!is_list(world, ids, count, points)) return SIDLE_ERROR_ARGUMENT;
    for (uint32_t k = 0; k < count; k++)
        first =
            note(results, k, sidle_unit_guide(world, ids[k], point_of(points, stride, k)), first);
    return first;
}

sidle_result sidle_units_set_range(sidle_world *world, const sidle_unit_id *ids, uint32_t count,
                                   const sidle_range *ranges, size_t stride,
                                   sidle_result *results) {
    sidle_result first = SIDLE_OK;
    if (!is_list(world, ids, count, ranges)) return SIDLE_ERROR_ARGUMENT;
    for (uint32_t k = 0; k < count; k++) {
        sidle_range range;
        memcpy(&range, entry(ranges, stride, k), sizeof range);
        first = note(results, k, sidle_unit_set_range(world, ids[k], &range), first);
    }
    return first;
}

/* ---- flow fields ---- */

/* The number of the cell in which the unit is; a unit on the far edge of the map is in the last
 * one. */
static uint32_t cell_of_unit(const terrain *t, const unit *u) {
    int32_t x = min_int((int32_t)(u->position.x / t->cell), t->width - 1);
    int32_t y = min_int((int32_t)(u->position.y / t->cell), t->height - 1);
    return (uint32_t)y * (uint32_t)t->width + (uint32_t)x;
}

/* The points that lie ahead of the unit in the field, the nearest first; 0: there is no way. */
static uint32_t points_ahead(const terrain *t, const sidle_flow *flow, const unit *u,
                             sidle_vec2 ahead[SIDLE_FLOW_AHEAD]) {
    uint32_t cells = (uint32_t)t->width * (uint32_t)t->height, wide = (uint32_t)t->width;
    uint32_t cell = cell_of_unit(t, u), count = 0;
    while (count < flow->ahead) {
        uint32_t next = flow->next[cell];
        if (next >= cells) break;
        bool is_goal = next == cell || flow->next[next] == next;
        uint32_t x = next % wide, y = next / wide;
        sidle_vec2 centre = vec((float)x + 0.5f, (float)y + 0.5f);
        ahead[count++] = is_goal ? u->goal : vec_scale(centre, t->cell);
        if (is_goal) break;
        cell = next;
    }
    return count;
}

static sidle_result guide_by_flow(sidle_world *world, sidle_unit_id id, const sidle_flow *flow) {
    const terrain *t = &world->terrain;
    const unit *u = unit_named(world, id);
    if (!u) return unit_refusal(world, id);
    if (!unit_has_way(u)) return SIDLE_ERROR_NO_ORDER;
    sidle_vec2 ahead[SIDLE_FLOW_AHEAD];
    uint32_t count = points_ahead(t, flow, u, ahead);
    if (!count) return SIDLE_ERROR_ARGUMENT;
    const sidle_profile *p = profile_of(world, u);
    while (count > 1 &&
           !terrain_line_fits(t, p->passable, u->position, ahead[count - 1], p->radius))
        count--;
    return sidle_unit_guide(world, id, ahead[count - 1]);
}

sidle_result sidle_units_flow(sidle_world *world, const sidle_unit_id *ids, uint32_t count,
                              const sidle_flow *flow, sidle_result *results) {
    sidle_result first = SIDLE_OK;
    if (!is_list(world, ids, count, flow) || !flow || !flow->next || flow->ahead < 1 ||
        flow->ahead > SIDLE_FLOW_AHEAD)
        return SIDLE_ERROR_ARGUMENT;
    for (uint32_t k = 0; k < count; k++)
        first = note(results, k, guide_by_flow(world, ids[k], flow), first);
    return first;
}
