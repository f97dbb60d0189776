/* A* with the octile distance as its estimate. The records of nodes stay between searches, and each
 * has the number of the search that wrote it: so a search costs what it visits, not the size of the
 * map. */
#include "astar.h"

#include "heap.h"
#include "lattice.h"
#include "support/checked_memory.h"

#include <math.h>
#include <stb_ds.h>
#include <stdlib.h>

/* The extra cost of a node beneath an obstacle: a path goes eight cells round to avoid one. With
 * one cell the path of test_path stays on a jammed bridge; with 64 units walk farther for jams that
 * dissolve (1 % more stretch on seventeen walled scenes). */
enum { COST_OBSTACLE = 8 * COST_STRAIGHT };

/* The same beneath a solid one: more than the longest way on most maps. A choice. */
enum { COST_SOLID = 4096 * COST_STRAIGHT };

/* How many nodes ahead pull_straight looks for one in sight. Real maps have few straight stretches
 * of more cells. Paths hardly differ from 8 to 1024 (1 % of stretch), but at 1024 the searches of
 * test_path take twice as long. */
enum { PULL_AHEAD = 64 };

/* Share of a length that sums of its pieces may differ from it. */
static const float PRICE_ROUNDING = 1e-3f;

typedef struct node {
    uint32_t search;  /* number of the search that the other fields belong to */
    int32_t cost;     /* from the start */
    int32_t parent;   /* node before it; -1: the start of the path */
    int32_t obstacle; /* extra cost of entering it */
    bool closed;
} node;

struct astar {
    const sidle_world *world;
    lattice *lattices; /* stb_ds */
    node *nodes;
    size_t node_count;
    uint32_t search;
    heap_entry *heap;  /* stb_ds */
    sidle_vec2 *trail; /* stb_ds: the path by nodes, from the start to the goal */
    float length;
    const congestion *prices; /* NULL: none */
};

/* ---- life ---- */

astar *astar_make(const sidle_world *world) {
    astar *a = checked_calloc(1, sizeof *a);
    a->world = world;
    a->node_count = ((size_t)sidle_world_width(world) + 1) * (sidle_world_height(world) + 1);
    a->nodes = checked_calloc(a->node_count, sizeof *a->nodes);
    return a;
}

void astar_free(astar *a) {
    if (!a) return;
    lattices_free(&a->lattices);
    arrfree(a->heap);
    arrfree(a->trail);
    free(a->nodes);
    free(a);
}

void astar_terrain_changed(astar *a, uint32_t x, uint32_t y, uint32_t width, uint32_t height) {
    lattices_terrain_changed(a->lattices, x, y, width, height);
}

void astar_set_prices(astar *a, const congestion *prices) {
    a->prices = prices;
}

static lattice *lattice_for(astar *a, sidle_profile_id profile) {
    size_t index;
    return lattices_find(&a->lattices, a->world, profile, &index) ? &a->lattices[index] : NULL;
}

/* ---- the search ---- */

static node *node_at(astar *a, int32_t index) {
    node *n = &a->nodes[index];
    if (n->search != a->search) *n = (node){.search = a->search, .cost = INT32_MAX, .parent = -1};
    return n;
}

static void mark_obstacle(astar *a, const lattice *l, path_obstacle obstacle) {
    float reach = (obstacle.radius + l->radius) / l->cell;
    float x = (obstacle.position.x - l->origin) / l->cell,
          y = (obstacle.position.y - l->origin) / l->cell;
    for (int32_t row = (int32_t)ceilf(y - reach); (float)row <= y + reach; row++)
        for (int32_t column = (int32_t)ceilf(x - reach); (float)column <= x + reach; column++) {
            if (row < 0 || column < 0 || row >= l->height || column >= l->width) continue;
            float dx = (float)column - x, dy = (float)row - y;
            if (dx * dx + dy * dy < reach * reach)
                node_at(a, row * l->width + column)->obstacle =
                    obstacle.solid ? COST_SOLID : COST_OBSTACLE;
        }
}

static int32_t estimate(const lattice *l, int32_t from, sidle_vec2 to) {
    sidle_vec2 at = lattice_point(l, from);
    float dx = fabsf(to.x - at.x) / l->cell, dy = fabsf(to.y - at.y) / l->cell;
    float diagonal = fminf(dx, dy), straight = fmaxf(dx, dy) - diagonal;
    return (int32_t)(diagonal * COST_DIAGONAL + straight * COST_STRAIGHT);
}

static void reach(astar *a, const lattice *l, int32_t index, int32_t cost, int32_t parent,
                  sidle_vec2 to) {
    node *n = node_at(a, index);
    cost += n->obstacle;
    if (n->closed || cost > COST_MOST || cost >= n->cost) return;
    n->cost = cost;
    n->parent = parent;
    heap_push(&a->heap, (heap_entry){cost + estimate(l, index, to), index});
}

/* Returns the access node of the goal that the cheapest path ends at; -1: there is no path. */
static int32_t search(astar *a, lattice *l, sidle_vec2 from, sidle_vec2 to) {
    int32_t starts[LATTICE_ACCESS_NODES], ends[LATTICE_ACCESS_NODES], best = -1,
                                                                      best_cost = INT32_MAX;
    int start_count = lattice_access_nodes(l, from, starts),
        end_count = lattice_access_nodes(l, to, ends);
    arrsetlen(a->heap, 0);
    for (int k = 0; k < start_count; k++)
        reach(a, l, starts[k], lattice_cost(l, from, starts[k]), -1, to);
    heap_entry entry;
    while (end_count && heap_pop(&a->heap, &entry) && entry.cost < best_cost) {
        node *n = node_at(a, entry.node);
        if (n->closed) continue;
        n->closed = true;
        for (int k = 0; k < end_count; k++) {
            if (ends[k] != entry.node) continue;
            int32_t total = n->cost + lattice_cost(l, to, entry.node);
            if (total < best_cost) best_cost = total, best = entry.node;
        }
        for (int direction = 0; direction < LATTICE_DIRECTIONS; direction++) {
            int32_t cost, next = lattice_step(l, entry.node, direction, &cost);
            if (next < 0) continue;
            if (a->prices)
                cost += congestion_price(a->prices, lattice_point(l, next), direction, cost);
            reach(a, l, next, n->cost + cost, entry.node, to);
        }
    }
    a->length = lattice_length(l, best_cost);
    return best;
}

/* ---- the path ---- */

static void lay_trail(astar *a, const lattice *l, sidle_vec2 from, sidle_vec2 to, int32_t last) {
    arrsetlen(a->trail, 0);
    arrput(a->trail, to);
    for (int32_t k = last; k >= 0; k = node_at(a, k)->parent) {
        sidle_vec2 at = lattice_point(l, k);
        arrput(a->trail, at);
    }
    arrput(a->trail, from);
    for (size_t low = 0, high = arrlenu(a->trail) - 1; low < high; low++, high--) {
        sidle_vec2 kept = a->trail[low];
        a->trail[low] = a->trail[high];
        a->trail[high] = kept;
    }
}

/* Does the straight line from a to b run through an obstacle? A path that the search led around one
 * must not be pulled straight through it. */
static bool is_obstructed(const path_obstacle *obstacles, size_t count, float radius, sidle_vec2 a,
                          sidle_vec2 b) {
    float dx = b.x - a.x, dy = b.y - a.y, length2 = dx * dx + dy * dy;
    for (size_t k = 0; k < count; k++) {
        float px = obstacles[k].position.x - a.x, py = obstacles[k].position.y - a.y;
        float share = length2 > 0 ? (px * dx + py * dy) / length2 : 0;
        share = fminf(fmaxf(share, 0), 1);
        float qx = px - share * dx, qy = py - share * dy, reach = radius + obstacles[k].radius;
        if (qx * qx + qy * qy < reach * reach) return true;
    }
    return false;
}

static int32_t trail_cost(const astar *a, const lattice *l, size_t from, size_t to) {
    int64_t sum = 0;
    for (size_t k = from; k < to; k++) sum += lattice_line_cost(l, a->trail[k], a->trail[k + 1]);
    return sum < COST_MOST ? (int32_t)sum : COST_MOST;
}

/* May the path leave the trail between these two points for the straight line? Not where that is in
 * a jam round which the trail leads. */
static bool is_cheap(const astar *a, size_t from, size_t next) {
    if (!a->prices) return true;
    const congestion_way trail = {a->trail[from], a->trail + from + 1, next - from - 1,
                                  a->trail[next]};
    const congestion_way straight = {a->trail[from], NULL, 0, a->trail[next]};
    return congestion_no_dearer(a->prices, &straight, &trail);
}

/* Is the straight line to the goal free of what a path would be led round? */
static bool is_free(const astar *a, sidle_vec2 from, sidle_vec2 to) {
    if (!a->prices) return true;
    const congestion_way straight = {from, NULL, 0, to};
    float length = path_length(from, NULL, 0, to);
    return congestion_cost(a->prices, &straight) <= length + PRICE_ROUNDING * length;
}

/* From one point of the trail the farthest one in sight, at most PULL_AHEAD points ahead. */
static size_t farthest_in_sight(astar *a, const lattice *l, size_t from,
                                const path_obstacle *obstacles, size_t obstacle_count) {
    size_t last = arrlenu(a->trail) - 1, limit = from + PULL_AHEAD, good = from + 1;
    if (limit > last) limit = last;
    for (size_t next = limit; next > good; next--) {
        int32_t by_trail = l->weighs ? trail_cost(a, l, from, next) : 0;
        bool fits = lattice_line_serves(l, a->trail[from], a->trail[next], by_trail);
        if (fits && is_cheap(a, from, next) &&
            !is_obstructed(obstacles, obstacle_count, l->radius, a->trail[from], a->trail[next]))
            good = next;
    }
    return good;
}

static void pull_straight(astar *a, const lattice *l, const path_obstacle *obstacles,
                          size_t obstacle_count, sidle_vec2 **waypoints) {
    size_t last = arrlenu(a->trail) - 1;
    for (size_t at = 0; at < last;) {
        at = farthest_in_sight(a, l, at, obstacles, obstacle_count);
        if (at < last) arrput(*waypoints, a->trail[at]);
    }
}

/* What a straight line costs on the ground on which the unit is fastest: no way is cheaper. */
static int32_t straight_cost(const lattice *l, sidle_vec2 from, sidle_vec2 to) {
    float dx = to.x - from.x, dy = to.y - from.y;
    return (int32_t)(sqrtf(dx * dx + dy * dy) / l->cell * COST_STRAIGHT);
}

bool astar_find(astar *a, sidle_profile_id profile, sidle_vec2 from, sidle_vec2 to,
                const path_obstacle *obstacles, size_t obstacle_count, sidle_vec2 **waypoints) {
    arrsetlen(*waypoints, 0);
    if (!sidle_world_fits(a->world, profile, from) || !sidle_world_fits(a->world, profile, to))
        return false;
    lattice *l = lattice_for(a, profile);
    if (!l) return false;
    float dx = fabsf(to.x - from.x), dy = fabsf(to.y - from.y);
    a->length = (fmaxf(dx, dy) + 0.41421356f * fminf(dx, dy)) / l->fastest;
    bool straight =
        is_free(a, from, to) && lattice_line_serves(l, from, to, straight_cost(l, from, to));
    if (straight && !is_obstructed(obstacles, obstacle_count, l->radius, from, to)) return true;
    if (++a->search == 0) return false; /* after 2^32 - 1 searches the numbers are used up */
    for (size_t k = 0; k < obstacle_count; k++)
        if (!obstacles[k].solid) mark_obstacle(a, l, obstacles[k]);
    for (size_t k = 0; k < obstacle_count; k++)
        if (obstacles[k].solid) mark_obstacle(a, l, obstacles[k]);
    int32_t last = search(a, l, from, to);
    if (last < 0) return false;
    lay_trail(a, l, from, to, last);
    pull_straight(a, l, obstacles, obstacle_count, waypoints);
    return true;
}

bool astar_nearest(astar *a, sidle_profile_id profile, sidle_vec2 point, sidle_vec2 *place) {
    *place = point;
    if (sidle_world_fits(a->world, profile, point)) return true;
    lattice *l = lattice_for(a, profile);
    int32_t nearest = l ? lattice_nearest(l, point) : -1;
    if (nearest >= 0) *place = lattice_point(l, nearest);
    return nearest >= 0;
}

float astar_length(const astar *a) {
    return a->length;
}

float path_length(sidle_vec2 from, const sidle_vec2 *waypoints, size_t count, sidle_vec2 to) {
    float length = 0;
    for (size_t k = 0; k <= count; k++) {
        sidle_vec2 next = k < count ? waypoints[k] : to;
        length +=
            sqrtf((next.x - from.x) * (next.x - from.x) + (next.y - from.y) * (next.y - from.y));
        from = next;
    }
    return length;
}
