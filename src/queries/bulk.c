/* Many units in one call. The host's rows are in the order of the slots, or of a list, and the
 * units in that of the map, so each row is a jump in memory: the units of later rows are
 * prefetched. */
#include "world/place.h"
#include "world/state.h"

#include <string.h>

/* ---- reading ---- */

/* Rows by which a unit is prefetched before it is used. Found with 100,000 units: fewer than 12
 * wait for memory, and up to 48 gain nothing. */
enum { ROWS_AHEAD = 16 };

/* Where rows are read from. A row is written through pointers that may lead anywhere, so the
 * compiler has to be shown that none of this changes meanwhile: it is copied, and passed by value.
 */
typedef struct reading {
    const unit *units;
    const uint32_t *by_slot;
    const float *x, *y; /* of the bodies, as is what they moved */
    const sidle_vec2 *moved;
    const uint64_t *users;
    float per_second; /* 1/s, of the last step; 0: there was none */
    uint32_t slots, living;
    bool records; /* something is read of the units' records */
} reading;

static reading reading_of(const sidle_world *world, const sidle_columns *to) {
    bool by_body = !world->bodies.stray_count;
    return (reading){.units = world->units,
                     .by_slot = world->by_slot,
                     .x = world->bodies.x,
                     .y = world->bodies.y,
                     .moved = world->bodies.moved,
                     .users = world->users,
                     .per_second = world->last_dt > 0 ? 1.0f / world->last_dt : 0,
                     .slots = world->slots,
                     .living = world->living,
                     .records = to->ids.to || to->headings.to || to->velocities.to ||
                                to->decisions.to || to->places.to ||
                                (to->positions.to && !by_body)};
}

/* The same columns with their strides in bytes. */
static sidle_columns strided(const sidle_columns *to) {
    sidle_columns c = *to;
    if (!c.ids.stride) c.ids.stride = sizeof(sidle_unit_id);
    if (!c.positions.stride) c.positions.stride = sizeof(sidle_vec2);
    if (!c.headings.stride) c.headings.stride = sizeof(sidle_vec2);
    if (!c.velocities.stride) c.velocities.stride = sizeof(sidle_vec2);
    if (!c.made.stride) c.made.stride = sizeof(sidle_vec2);
    if (!c.decisions.stride) c.decisions.stride = sizeof(uint8_t);
    if (!c.places.stride) c.places.stride = sizeof(sidle_vec2);
    if (!c.users.stride) c.users.stride = sizeof(uint64_t);
    return c;
}

static inline void put(sidle_column c, uint32_t row, const void *value, size_t size) {
    if (c.to) memcpy((char *)c.to + row * c.stride, value, size);
}

static inline void put_id(sidle_column c, uint32_t row, sidle_unit_id id) {
    put(c, row, &id, sizeof id);
}

static inline void put_vec(sidle_column c, uint32_t row, sidle_vec2 v) {
    put(c, row, &v, sizeof v);
}

/* What is read of a record lies from the id to the velocity: in two cache lines, mostly. */
static inline void prefetch_record(reading r, sidle_columns c, uint32_t slot) {
    uint32_t k = r.by_slot[slot];
    if (k >= r.living) return;
    prefetch(&r.units[k].generation);
    prefetch(&r.units[k].velocity);
    if (c.made.to) prefetch(&r.moved[k]);
}

static inline void put_record(sidle_columns c, uint32_t row, const unit *u) {
    uint8_t decision = (uint8_t)unit_decision(u);
    put_id(c.ids, row, id_of(u));
    put_vec(c.positions, row, u->position);
    put_vec(c.headings, row, u->heading);
    put_vec(c.velocities, row, u->velocity);
    put(c.decisions, row, &decision, sizeof decision);
    if (c.places.to) put_vec(c.places, row, unit_place(u));
}

/* What stands in the arrays of the bodies, and of the slots. */
static inline void put_arrays(reading r, sidle_columns c, uint32_t row, uint32_t slot) {
    uint32_t k = r.by_slot[slot];
    if (c.positions.to && !r.records) put_vec(c.positions, row, vec(r.x[k], r.y[k]));
    if (c.made.to) put_vec(c.made, row, vec_scale(r.moved[k], r.per_second));
    if (!c.users.to) return;
    uint64_t user = r.users ? r.users[slot] : 0;
    put(c.users, row, &user, sizeof user);
}

/* Of a row without a unit on the map only the id is written. */
static inline void put_row(reading r, sidle_columns c, uint32_t row, uint32_t slot) {
    uint32_t k = r.by_slot[slot];
    if (k >= r.living) {
        put_id(c.ids, row, (sidle_unit_id){0, 0});
        return;
    }
    if (r.records) put_record(c, row, &r.units[k]);
    put_arrays(r, c, row, slot);
}

/* In the order of the rows: it jumps where it reads, but what is read can be prefetched, and each
 * line of the host's memory is written at once. In the order of the units it jumped in up to five
 * columns, and took two thirds longer. */
static void read_records(reading r, sidle_columns c, uint32_t rows) {
    for (uint32_t row = 0; row < rows; row++) {
        prefetch_record(r, c, row + ROWS_AHEAD < rows ? row + ROWS_AHEAD : row);
        put_row(r, c, row, row);
    }
}

/* Where no record is read the arrays stay in the caches: prefetching them doubles the time. */
static void read_arrays(reading r, sidle_columns c, uint32_t rows) {
    for (uint32_t row = 0; row < rows; row++)
        if (r.by_slot[row] < r.living) put_arrays(r, c, row, row);
}

sidle_result sidle_world_read(const sidle_world *world, const sidle_columns *to, uint32_t capacity,
                              uint32_t *rows) {
    if (!world || !to || !rows) return SIDLE_ERROR_ARGUMENT;
    const reading r = reading_of(world, to);
    const sidle_columns c = strided(to);
    uint32_t count = capacity < r.slots ? capacity : r.slots;
    if (r.records)
        read_records(r, c, count);
    else
        read_arrays(r, c, count);
    *rows = r.slots;
    return SIDLE_OK;
}

sidle_result sidle_units_read(const sidle_world *world, const sidle_unit_id *ids, uint32_t count,
                              const sidle_columns *to) {
    if (!world || !to || (count && !ids)) return SIDLE_ERROR_ARGUMENT;
    const reading r = reading_of(world, to);
    const sidle_columns c = strided(to);
    for (uint32_t row = 0; row < count; row++) {
        uint32_t later = row + ROWS_AHEAD < count ? row + ROWS_AHEAD : row;
        if (ids[later].slot - 1 < r.slots) prefetch_record(r, c, ids[later].slot - 1);
        if (unit_named(world, ids[row]))
            put_row(r, c, row, ids[row].slot - 1);
        else
            put_id(c.ids, row, (sidle_unit_id){0, 0});
    }
    return SIDLE_OK;
}

/* ---- orders ---- */

/* Gives one unit the order of an entry, which may lie anywhere in memory. */
typedef sidle_result order_unit(sidle_world *world, sidle_unit_id id, const void *entry);

/* Gives each unit the order of its entry, and returns the first result that is not SIDLE_OK. */
static sidle_result order_units(sidle_world *world, const sidle_unit_id *ids, uint32_t count,
                                const void *entries, size_t stride, sidle_result *results,
                                order_unit *order) {
    sidle_result first = SIDLE_OK;
    if (!world || (count && (!ids || !entries))) return SIDLE_ERROR_ARGUMENT;
    for (uint32_t k = 0; k < count; k++) {
        sidle_result result = order(world, ids[k], (const char *)entries + stride * k);
        if (results) results[k] = result;
        if (!first) first = result;
    }
    return first;
}

static sidle_result go_to_entry(sidle_world *world, sidle_unit_id id, const void *entry) {
    sidle_vec2 goal;
    memcpy(&goal, entry, sizeof goal);
    return sidle_unit_go(world, id, goal);
}

sidle_result sidle_units_go(sidle_world *world, const sidle_unit_id *ids, uint32_t count,
                            const sidle_vec2 *goals, size_t stride, sidle_result *results) {
    return order_units(world, ids, count, goals, stride, results, go_to_entry);
}

static sidle_result set_path_of_entry(sidle_world *world, sidle_unit_id id, const void *entry) {
    sidle_path path;
    memcpy(&path, entry, sizeof path);
    return sidle_unit_set_path(world, id, path.waypoints, path.count);
}

sidle_result sidle_units_set_path(sidle_world *world, const sidle_unit_id *ids, uint32_t count,
                                  const sidle_path *paths, size_t stride, sidle_result *results) {
    return order_units(world, ids, count, paths, stride, results, set_path_of_entry);
}

static sidle_result guide_to_entry(sidle_world *world, sidle_unit_id id, const void *entry) {
    sidle_vec2 point;
    memcpy(&point, entry, sizeof point);
    return sidle_unit_set_guide(world, id, point);
}

sidle_result sidle_units_set_guide(sidle_world *world, const sidle_unit_id *ids, uint32_t count,
                                   const sidle_vec2 *points, size_t stride, sidle_result *results) {
    return order_units(world, ids, count, points, stride, results, guide_to_entry);
}

static sidle_result set_range_of_entry(sidle_world *world, sidle_unit_id id, const void *entry) {
    sidle_range range;
    memcpy(&range, entry, sizeof range);
    return sidle_unit_set_range(world, id, &range);
}

sidle_result sidle_units_set_range(sidle_world *world, const sidle_unit_id *ids, uint32_t count,
                                   const sidle_range *ranges, size_t stride,
                                   sidle_result *results) {
    return order_units(world, ids, count, ranges, stride, results, set_range_of_entry);
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

/* Of a list of units with one field, which is the entry of all. */
static sidle_result guide_by_flow(sidle_world *world, sidle_unit_id id, const void *flow) {
    const terrain *t = &world->terrain;
    const unit *u = unit_named(world, id);
    if (!u) return unit_refusal(world, id);
    if (!unit_has_way(u)) return SIDLE_ERROR_NO_ORDER;
    sidle_vec2 ahead[SIDLE_FLOW_AHEAD];
    uint32_t count = points_ahead(t, flow, u, ahead);
    if (!count) return SIDLE_ERROR_ARGUMENT;
    const sidle_profile *p = profile_of(world, u);
    while (count > 1 && !disc_fits_along(world, p, u->position, ahead[count - 1], 1)) count--;
    return sidle_unit_set_guide(world, id, ahead[count - 1]);
}

sidle_result sidle_units_set_flow(sidle_world *world, const sidle_unit_id *ids, uint32_t count,
                                  const sidle_flow *flow, sidle_result *results) {
    if (!flow || !flow->next || flow->ahead < 1 || flow->ahead > SIDLE_FLOW_AHEAD)
        return SIDLE_ERROR_ARGUMENT;
    return order_units(world, ids, count, flow, 0, results, guide_by_flow);
}
