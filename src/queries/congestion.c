/* Congestion: how many units are in each cell of a coarse grid, how many of them stand, and which
 * way the others flow.
 *
 * It is summed up when the host asks, in two passes over the units: 245 instructions a unit, with
 * 5,000 of them 13 % of a tick. Kept up to date in each tick it would cost that in each, whether
 * somebody asks or not; a pathfinder asks once a second, which is 0.4 %.
 *
 * The order of units in memory is not the same in all worlds with the same units, and sums of
 * floats depend on their order. So velocities are rounded to parts of the fastest one, in whole
 * numbers small enough that a float holds each sum of them exactly. */
#include "queries/search.h"

/* Whole numbers up to this are exact as floats. */
static const float EXACT_MOST = 16777216;

/* Share of its top speed up to which a unit under way counts as held up. A choice: the same as for
 * the obstacles of the reference pathfinders. */
static const float HELD_SPEED = 0.25f;

typedef struct coarse {
    uint32_t columns, rows;
    float side; /* u */
} coarse;

static uint32_t cells_along(float length, float side) {
    uint32_t count = (uint32_t)(length / side);
    return count == 0 || (float)count * side < length ? count + 1 : count;
}

static coarse coarse_of(const sidle_world *world, float side) {
    const terrain *t = &world->terrain;
    return (coarse){.columns = cells_along((float)t->width * t->cell, side),
                    .rows = cells_along((float)t->height * t->cell, side),
                    .side = side};
}

static sidle_congestion *cell_at(const coarse *c, sidle_congestion *cells, sidle_vec2 position) {
    uint32_t column = (uint32_t)(position.x / c->side), row = (uint32_t)(position.y / c->side);
    if (column >= c->columns) column = c->columns - 1;
    if (row >= c->rows) row = c->rows - 1;
    return &cells[(size_t)row * c->columns + column];
}

/* Returns its speed, and no less than its top speed, in u/s; 0 at rest. */
static float count_unit(const sidle_world *world, const unit *u, sidle_congestion *cell) {
    cell->units++;
    if (!unit_has_way(u)) {
        cell->resting++;
        return 0;
    }
    float made = vec_length(made_velocity(world, body_of(world, u)));
    float top = unit_top_speed(world, u);
    if (made <= HELD_SPEED * top) cell->held++;
    return max_float(made, top);
}

/* In how many parts each u/s is cut: the fewer units a cell has, the finer. `fastest` (u/s) is a
 * power of two. */
static float parts_a_speed(uint32_t units, float fastest) {
    float parts = EXACT_MOST / fastest;
    for (uint32_t most = 1; most < units; most *= 2) parts *= 0.5f;
    return parts;
}

static float whole_parts(float speed, float parts) {
    speed *= parts;
    return (float)(int32_t)(speed < 0 ? speed - 0.5f : speed + 0.5f);
}

static void add_velocity(sidle_vec2 *sum, sidle_vec2 velocity, float parts) {
    sum->x += whole_parts(velocity.x, parts);
    sum->y += whole_parts(velocity.y, parts);
}

static void add_velocities(const sidle_world *world, const unit *u, float fastest,
                           sidle_congestion *cell) {
    if (!unit_has_way(u)) return;
    float parts = parts_a_speed(cell->units, fastest);
    float top = unit_top_speed(world, u);
    sidle_vec2 way = vec_sub(unit_waypoint(u), u->position);
    sidle_vec2 direction = vec_direction_of(way, vec_length(way), vec(0, 0));
    add_velocity(&cell->flow, made_velocity(world, body_of(world, u)), parts);
    add_velocity(&cell->wanted, vec_scale(direction, top), parts);
}

static void take_means(sidle_congestion *cell, float fastest) {
    uint32_t under_way = cell->units - cell->resting;
    if (!under_way) return;
    float share = 1.0f / ((float)under_way * parts_a_speed(cell->units, fastest));
    cell->flow = vec_scale(cell->flow, share);
    cell->wanted = vec_scale(cell->wanted, share);
}

static void sum_up(const sidle_world *world, const sidle_filter *f, const coarse *c,
                   sidle_congestion *cells) {
    size_t count = (size_t)c->columns * c->rows;
    sidle_hit hit;
    float fastest = 0;
    for (size_t k = 0; k < count; k++) cells[k] = (sidle_congestion){.units = 0};
    for (uint32_t k = 0; k < world->living; k++) {
        const unit *u = unit_at(world, k);
        if (f && !search_passes_filter(world, f, u, 0, &hit)) continue;
        fastest = max_float(fastest, count_unit(world, u, cell_at(c, cells, u->position)));
    }
    if (fastest <= SHORTEST_WAY) return; /* nobody moves, nor would */
    fastest = power_of_two(fastest);
    for (uint32_t k = 0; k < world->living; k++) {
        const unit *u = unit_at(world, k);
        if (f && !search_passes_filter(world, f, u, 0, &hit)) continue;
        add_velocities(world, u, fastest, cell_at(c, cells, u->position));
    }
    for (size_t k = 0; k < count; k++) take_means(&cells[k], fastest);
}

sidle_result sidle_query_congestion(const sidle_world *world, float side,
                                    const sidle_filter *filter, sidle_congestion *cells,
                                    size_t capacity, uint32_t *columns, uint32_t *rows) {
    if (!world || !columns || !rows || (!cells && capacity)) return SIDLE_ERROR_ARGUMENT;
    if (!isfinite(side)) return SIDLE_ERROR_NOT_FINITE;
    if (!(side >= world->terrain.cell)) return SIDLE_ERROR_ARGUMENT;
    sidle_result bad = search_filter_refusal(filter);
    if (bad) return bad;
    coarse c = coarse_of(world, side);
    if (capacity && capacity < (size_t)c.columns * c.rows) return SIDLE_ERROR_ARGUMENT;
    *columns = c.columns;
    *rows = c.rows;
    if (capacity) sum_up(world, filter, &c, cells);
    return SIDLE_OK;
}
