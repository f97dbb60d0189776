/* Dijkstra's search from a goal, and the drive down its costs. */
#include "cost_field.h"

#include "support/checked_memory.h"
#include "support/copy_array.h"

#include <math.h>
#include <stb_ds.h>
#include <stdlib.h>

/* Nodes that a unit looks ahead down the field. Tried on seventeen walled scenes: with 1 a unit
 * more of a thousand does not arrive, from 3 to 24 nothing differs; each node costs a test of
 * sight. */
enum { LOOK_AHEAD = 8 };

/* Within so many cells along its path, and radii across it, a unit counts as at a node. With none,
 * 11 of a thousand units on the same scenes never get into a corridor that fits them, and 0.05
 * radii across leave single units of test_led_units outside; with a whole radius they drive against
 * corners. */
static const float ALMOST_ALONG = 1, ALMOST_ACROSS = 0.25f;

cost_field cost_field_make(const lattice *l, size_t index) {
    size_t nodes = (size_t)l->width * (size_t)l->height;
    return (cost_field){.lattice = index, .cost = checked_malloc(nodes * sizeof(int32_t))};
}

void cost_field_free(cost_field *d) {
    free(d->cost);
    arrfree(d->heap);
}

cost_field cost_field_copy(const cost_field *d, const lattice *l) {
    cost_field copy = *d;
    size_t nodes = (size_t)l->width * (size_t)l->height;
    copy.cost = checked_copy(d->cost, nodes * sizeof *d->cost);
    copy.heap = NULL;
    copy_array(copy.heap, d->heap);
    return copy;
}

/* ---- the search ---- */

static void offer(cost_field *d, int32_t node, int32_t cost) {
    if (cost > COST_MOST || cost >= d->cost[node]) return;
    d->cost[node] = cost;
    heap_push(&d->heap, (heap_entry){cost, node});
}

void cost_field_start(cost_field *d, lattice *l, sidle_vec2 place) {
    size_t nodes = (size_t)l->width * (size_t)l->height;
    for (size_t k = 0; k < nodes; k++) d->cost[k] = INT32_MAX;
    arrsetlen(d->heap, 0);
    d->settled = 0;
    d->goal_fits = sidle_world_fits(l->world, l->profile, place);
    int32_t access[LATTICE_ACCESS_NODES];
    int count = d->goal_fits ? lattice_access_nodes(l, place, access) : 0;
    for (int k = 0; k < count; k++) offer(d, access[k], lattice_cost(l, place, access[k]));
}

/* What the unit pays that goes from b to a; the search goes from a to b in the direction. */
static int32_t price_of(const cost_field *d, const lattice *l, int32_t a, int direction,
                        int32_t cost) {
    if (!d->prices) return cost;
    int back = (direction + LATTICE_DIRECTIONS / 2) % LATTICE_DIRECTIONS;
    return cost + congestion_price(d->prices, lattice_point(l, a), back, cost);
}

/* Goes on with the search until the node's cost is final; false when the search ends before. */
static bool settle(cost_field *d, lattice *l, int32_t node) {
    heap_entry entry;
    while (d->cost[node] > d->settled && heap_pop(&d->heap, &entry)) {
        if (entry.cost > d->cost[entry.node]) continue;
        d->settled = entry.cost;
        for (int direction = 0; direction < LATTICE_DIRECTIONS; direction++) {
            int32_t cost, next = lattice_step(l, entry.node, direction, &cost);
            if (next < 0) continue;
            offer(d, next, entry.cost + price_of(d, l, entry.node, direction, cost));
        }
    }
    return d->cost[node] != INT32_MAX;
}

int32_t cost_field_access(cost_field *d, lattice *l, sidle_vec2 from, int32_t *total) {
    int32_t access[LATTICE_ACCESS_NODES], best = -1;
    int count = lattice_access_nodes(l, from, access);
    *total = INT32_MAX;
    for (int k = 0; k < count; k++) {
        if (!settle(d, l, access[k])) continue;
        int32_t cost = d->cost[access[k]] + lattice_cost(l, from, access[k]);
        if (cost < *total) *total = cost, best = access[k];
    }
    return best;
}

/* ---- down the field ---- */

/* The neighbour with the lowest cost, or the node itself. Where cells are weighed the step counts
 * as well: a cell of low cost may be slow to get through. */
static int32_t downhill(const cost_field *d, lattice *l, int32_t node) {
    int32_t best = node, least = d->cost[node];
    for (int direction = 0; direction < LATTICE_DIRECTIONS; direction++) {
        int32_t cost, next = lattice_step(l, node, direction, &cost);
        if (next < 0 || d->cost[next] >= d->cost[node]) continue;
        int32_t total = l->weighs ? d->cost[next] + cost : d->cost[next];
        if (total < least || (l->weighs && best == node)) best = next, least = total;
    }
    return best;
}

/* In a crowd no unit stands on a node to the bit, and from beside the node a corridor as wide as
 * the disc is out of sight. So a unit near the line from the node to the next one drives on, and
 * slides along the walls into the corridor. */
static bool is_almost_at(const lattice *l, sidle_vec2 from, sidle_vec2 node, sidle_vec2 next) {
    float dx = next.x - node.x, dy = next.y - node.y, length = hypotf(dx, dy);
    float px = from.x - node.x, py = from.y - node.y;
    if (length <= 0 || hypotf(px, py) > ALMOST_ALONG * l->cell) return false;
    return fabsf(px * dy - py * dx) / length <= ALMOST_ACROSS * l->radius;
}

sidle_vec2 cost_field_point_ahead(const cost_field *d, lattice *l, sidle_vec2 from, int32_t node) {
    sidle_vec2 ahead = lattice_point(l, node);
    int32_t start = node, to_start = l->weighs ? lattice_cost(l, from, node) : 0;
    for (int k = 0; k < LOOK_AHEAD; k++) {
        node = downhill(d, l, node);
        sidle_vec2 next = lattice_point(l, node);
        int32_t by_field = l->weighs ? d->cost[start] - d->cost[node] + to_start : 0;
        bool in_sight = lattice_line_serves(l, from, next, by_field);
        if (!in_sight && (k > 0 || !is_almost_at(l, from, ahead, next))) break;
        ahead = next;
        if (!in_sight) break;
    }
    return ahead;
}

/* ---- a whole way ---- */

static bool may_pull(const cost_field *d, const lattice *l, const sidle_vec2 *trail, size_t from,
                     size_t next) {
    if (!sidle_world_line_fits(l->world, l->profile, trail[from], trail[next])) return false;
    if (!d->prices) return true;
    const congestion_way along = {trail[from], trail + from + 1, next - from - 1, trail[next]};
    const congestion_way straight = {trail[from], NULL, 0, trail[next]};
    return congestion_no_dearer(d->prices, &straight, &along);
}

/* A point of the trail to which the way is pulled straight: the last one in sight, as far as steps
 * tell that double until one leads out of sight, and halve from there on. */
static size_t pulled_from(const cost_field *d, const lattice *l, const sidle_vec2 *trail, size_t at,
                          size_t last) {
    size_t seen = at + 1;
    bool doubles = true;
    for (size_t step = 1; step; step = doubles ? 2 * step : step / 2) {
        size_t next = seen + step;
        bool sees = next <= last && may_pull(d, l, trail, at, next);
        if (sees) seen = next;
        doubles &= sees;
    }
    return seen;
}

void cost_field_way(const cost_field *d, lattice *l, sidle_vec2 from, int32_t node,
                    sidle_vec2 **waypoints) {
    sidle_vec2 *trail = NULL;
    arrsetlen(*waypoints, 0);
    arrput(trail, from);
    for (int32_t next = node, at = -1; next != at; next = downhill(d, l, at)) {
        at = next;
        sidle_vec2 point = lattice_point(l, at);
        arrput(trail, point);
    }
    arrput(trail, d->goal);
    size_t last = arrlenu(trail) - 1;
    for (size_t at = pulled_from(d, l, trail, 0, last); at < last;
         at = pulled_from(d, l, trail, at, last))
        arrput(*waypoints, trail[at]);
    arrfree(trail);
}
