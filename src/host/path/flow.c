/* A field is Dijkstra's search from the goal, kept half done: costs are final for all nodes that
 * have left the heap, and the search goes on when somebody asks from farther away. */
#include "flow.h"

#include "heap.h"
#include "lattice.h"

#include <math.h>
#include <stb_ds.h>
#include <stdlib.h>

/* Nodes that a guide looks ahead: far enough for a smooth drive, near enough to see along. */
enum { LOOK_AHEAD = 8 };

/* Cells along the way, and radii across it, at which a unit is as good as at a node. */
static const float THERE_ALONG = 1, THERE_ACROSS = 0.25f;

typedef struct field {
    sidle_vec2 goal;
    size_t lattice;
    int32_t *cost;    /* by node; INT32_MAX: not reached */
    heap_entry *heap; /* stb_ds */
    int32_t settled;  /* all costs up to this one are final */
    bool goal_fits;
} field;

struct flow {
    const sidle_world *world;
    lattice *lattices; /* stb_ds */
    field *fields;     /* stb_ds */
    size_t last;       /* index of the field asked last: most questions come in runs */
};

/* ---- life ---- */

flow *flow_make(const sidle_world *world) {
    flow *f = calloc(1, sizeof *f);
    if (f) f->world = world;
    return f;
}

static void drop_fields(flow *f) {
    for (size_t k = 0; k < arrlenu(f->fields); k++) {
        free(f->fields[k].cost);
        arrfree(f->fields[k].heap);
    }
    arrfree(f->fields);
    f->last = 0;
}

void flow_free(flow *f) {
    if (!f) return;
    drop_fields(f);
    for (size_t k = 0; k < arrlenu(f->lattices); k++) lattice_free(&f->lattices[k]);
    arrfree(f->lattices);
    free(f);
}

void flow_terrain_changed(flow *f, uint32_t x, uint32_t y, uint32_t width, uint32_t height) {
    for (size_t k = 0; k < arrlenu(f->lattices); k++)
        lattice_terrain_changed(&f->lattices[k], x, y, width, height);
    drop_fields(f);
}

/* ---- fields ---- */

static bool lattice_for(flow *f, sidle_profile_id profile, size_t *index) {
    for (*index = 0; *index < arrlenu(f->lattices); (*index)++)
        if (lattice_serves(&f->lattices[*index], f->world, profile)) return true;
    lattice made;
    if (!lattice_make(&made, f->world, profile)) return false;
    arrput(f->lattices, made);
    return true;
}

static void offer(field *d, int32_t node, int32_t cost) {
    if (cost > COST_MOST || cost >= d->cost[node]) return;
    d->cost[node] = cost;
    heap_push(&d->heap, (heap_entry){cost, node});
}

static bool is_for(const field *d, size_t index, sidle_vec2 goal) {
    return d->lattice == index && d->goal.x == goal.x && d->goal.y == goal.y;
}

static field *field_for(flow *f, sidle_profile_id profile, sidle_vec2 goal) {
    size_t index;
    if (!lattice_for(f, profile, &index)) return NULL;
    if (f->last < arrlenu(f->fields) && is_for(&f->fields[f->last], index, goal))
        return &f->fields[f->last];
    for (f->last = 0; f->last < arrlenu(f->fields); f->last++)
        if (is_for(&f->fields[f->last], index, goal)) return &f->fields[f->last];
    lattice *l = &f->lattices[index];
    size_t nodes = (size_t)l->width * (size_t)l->height;
    field made = {.goal = goal, .lattice = index, .cost = malloc(nodes * sizeof *made.cost)};
    if (!made.cost) return NULL;
    for (size_t k = 0; k < nodes; k++) made.cost[k] = INT32_MAX;
    made.goal_fits = sidle_world_fits(f->world, profile, goal);
    int32_t doors[LATTICE_DOORS];
    int count = made.goal_fits ? lattice_doors(l, goal, doors) : 0;
    for (int k = 0; k < count; k++) offer(&made, doors[k], lattice_cost(l, goal, doors[k]));
    arrput(f->fields, made);
    return &arrlast(f->fields);
}

/* Goes on until the node's cost is final; false when the search ends before. */
static bool settle(flow *f, field *d, int32_t node) {
    lattice *l = &f->lattices[d->lattice];
    heap_entry entry;
    while (d->cost[node] > d->settled && heap_pop(&d->heap, &entry)) {
        if (entry.cost > d->cost[entry.node]) continue;
        d->settled = entry.cost;
        for (int way = 0; way < LATTICE_WAYS; way++) {
            int32_t cost, next = lattice_step(l, entry.node, way, &cost);
            if (next >= 0) offer(d, next, entry.cost + cost);
        }
    }
    return d->cost[node] != INT32_MAX;
}

/* The door by which the way from the point is shortest; -1: none. */
static int32_t best_door(flow *f, field *d, sidle_vec2 from, int32_t *total) {
    lattice *l = &f->lattices[d->lattice];
    int32_t doors[LATTICE_DOORS], best = -1;
    int count = lattice_doors(l, from, doors);
    *total = INT32_MAX;
    for (int k = 0; k < count; k++) {
        if (!settle(f, d, doors[k])) continue;
        int32_t cost = d->cost[doors[k]] + lattice_cost(l, from, doors[k]);
        if (cost < *total) *total = cost, best = doors[k];
    }
    return best;
}

static int32_t downhill(flow *f, const field *d, int32_t node) {
    int32_t best = node;
    for (int way = 0; way < LATTICE_WAYS; way++) {
        int32_t cost, next = lattice_step(&f->lattices[d->lattice], node, way, &cost);
        if (next >= 0 && d->cost[next] < d->cost[best]) best = next;
    }
    return best;
}

/* ---- questions ---- */

/* In a crowd nobody stands on a node to the bit, and from beside it a corridor as wide as the disc
 * is out of sight: who is near the line from the node to the next one drives on and slides in. */
static bool as_good_as_at(const lattice *l, sidle_vec2 from, sidle_vec2 node, sidle_vec2 next) {
    float dx = next.x - node.x, dy = next.y - node.y, length = hypotf(dx, dy);
    float px = from.x - node.x, py = from.y - node.y;
    if (length <= 0 || hypotf(px, py) > THERE_ALONG * l->cell) return false;
    return fabsf(px * dy - py * dx) / length <= THERE_ACROSS * l->radius;
}

bool flow_guide(flow *f, sidle_profile_id profile, sidle_vec2 goal, sidle_vec2 from,
                sidle_vec2 *waypoint) {
    *waypoint = goal;
    field *d = field_for(f, profile, goal);
    if (!d || !d->goal_fits) return false;
    if (sidle_world_line_fits(f->world, profile, from, goal)) return true;
    int32_t total, node = best_door(f, d, from, &total);
    if (node < 0) return false;
    const lattice *l = &f->lattices[d->lattice];
    *waypoint = lattice_point(l, node);
    for (int k = 0; k < LOOK_AHEAD; k++) {
        node = downhill(f, d, node);
        sidle_vec2 next = lattice_point(l, node);
        bool in_sight = sidle_world_line_fits(f->world, profile, from, next);
        if (!in_sight && (k > 0 || !as_good_as_at(l, from, *waypoint, next))) break;
        *waypoint = next;
        if (!in_sight) break;
    }
    return true;
}

float flow_length(flow *f, sidle_profile_id profile, sidle_vec2 goal, sidle_vec2 from) {
    field *d = field_for(f, profile, goal);
    if (!d || !d->goal_fits) return -1;
    if (sidle_world_line_fits(f->world, profile, from, goal))
        return hypotf(goal.x - from.x, goal.y - from.y);
    int32_t total;
    if (best_door(f, d, from, &total) < 0) return -1;
    return (float)total / COST_STRAIGHT * f->lattices[d->lattice].cell;
}
