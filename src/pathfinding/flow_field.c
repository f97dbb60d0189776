/* A field is Dijkstra's search from the goal, kept half done: costs are final for all nodes that
 * have left the heap, and the search goes on when somebody asks from farther away.
 *
 * Those who are after a target that moves share two fields. The far one leads the many to about
 * where it is, and is grown anew when the target has gone some cells; the near one is grown anew
 * when it has gone one, but only as far as the few ask who are close. */
#include "flow_field.h"

#include "heap.h"
#include "lattice.h"
#include "support/checked_memory.h"

#include <math.h>
#include <stb_ds.h>
#include <stdlib.h>

/* Nodes that a guide looks ahead: far enough for a smooth drive, near enough to see along. */
enum { LOOK_AHEAD = 8 };

/* Cells along the way, and radii across it, at which a unit is as good as at a node. */
static const float THERE_ALONG = 1, THERE_ACROSS = 0.25f;

/* Cells that a target may be off the goal of its far and of its near field. */
static const float FAR_OFF = 8, NEAR_OFF = 1;

/* Cells of way to the far field's goal within which the near field leads. */
static const float NEAR = 24;

/* Share of its own distance to the near field's goal that one may be led astray. */
static const float ASTRAY = 0.25f;

/* Ticks after which something unasked for is forgotten. */
enum { FORGOTTEN = 150 };

typedef struct field {
    sidle_vec2 goal;
    size_t lattice;
    int32_t *cost;    /* by node; INT32_MAX: not reached */
    heap_entry *heap; /* stb_ds */
    int32_t settled;  /* all costs up to this one are final */
    bool goal_fits;
    uint64_t asked; /* tick of the last question */
} field;

/* The fields of a moving target; without costs they are yet to be grown. */
typedef struct chase {
    uint32_t target;
    size_t lattice;
    field far, near;
    uint64_t asked;
} chase;

struct flow {
    const sidle_world *world;
    lattice *lattices; /* stb_ds */
    field *fields;     /* stb_ds */
    chase *chases;     /* stb_ds */
    size_t last;       /* index of the field asked last: most questions come in runs */
    uint64_t tick;
};

/* ---- life ---- */

flow *flow_make(const sidle_world *world) {
    flow *f = checked_calloc(1, sizeof *f);
    f->world = world;
    return f;
}

static void drop_field(field *d) {
    free(d->cost);
    arrfree(d->heap);
}

static void drop_chase(chase *c) {
    drop_field(&c->far);
    drop_field(&c->near);
}

static void drop_all(flow *f) {
    for (size_t k = 0; k < arrlenu(f->fields); k++) drop_field(&f->fields[k]);
    for (size_t k = 0; k < arrlenu(f->chases); k++) drop_chase(&f->chases[k]);
    arrfree(f->fields);
    arrfree(f->chases);
    f->last = 0;
}

void flow_free(flow *f) {
    if (!f) return;
    drop_all(f);
    for (size_t k = 0; k < arrlenu(f->lattices); k++) lattice_free(&f->lattices[k]);
    arrfree(f->lattices);
    free(f);
}

void flow_forget(flow *f) {
    f->tick++;
    for (size_t k = arrlenu(f->fields); k-- > 0;) {
        if (f->tick - f->fields[k].asked <= FORGOTTEN) continue;
        drop_field(&f->fields[k]);
        arrdelswap(f->fields, k);
    }
    for (size_t k = arrlenu(f->chases); k-- > 0;) {
        if (f->tick - f->chases[k].asked <= FORGOTTEN) continue;
        drop_chase(&f->chases[k]);
        arrdelswap(f->chases, k);
    }
}

void flow_terrain_changed(flow *f, uint32_t x, uint32_t y, uint32_t width, uint32_t height) {
    for (size_t k = 0; k < arrlenu(f->lattices); k++)
        lattice_terrain_changed(&f->lattices[k], x, y, width, height);
    drop_all(f);
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

/* Begins anew at the place. */
static void plant(lattice *l, field *d, sidle_vec2 place) {
    size_t nodes = (size_t)l->width * (size_t)l->height;
    for (size_t k = 0; k < nodes; k++) d->cost[k] = INT32_MAX;
    arrsetlen(d->heap, 0);
    d->settled = 0;
    d->goal_fits = sidle_world_fits(l->world, l->profile, place);
    int32_t doors[LATTICE_DOORS];
    int count = d->goal_fits ? lattice_doors(l, place, doors) : 0;
    for (int k = 0; k < count; k++) offer(d, doors[k], lattice_cost(l, place, doors[k]));
}

static field make_field(const lattice *l, size_t index) {
    size_t nodes = (size_t)l->width * (size_t)l->height;
    return (field){.lattice = index, .cost = checked_malloc(nodes * sizeof(int32_t))};
}

static bool is_for(const field *d, size_t index, sidle_vec2 goal) {
    return d->lattice == index && d->goal.x == goal.x && d->goal.y == goal.y;
}

static field *find_field(flow *f, size_t index, sidle_vec2 goal) {
    if (f->last < arrlenu(f->fields) && is_for(&f->fields[f->last], index, goal))
        return &f->fields[f->last];
    for (f->last = 0; f->last < arrlenu(f->fields); f->last++)
        if (is_for(&f->fields[f->last], index, goal)) return &f->fields[f->last];
    return NULL;
}

static field *field_for(flow *f, sidle_profile_id profile, sidle_vec2 goal) {
    size_t index;
    if (!lattice_for(f, profile, &index)) return NULL;
    field *found = find_field(f, index, goal);
    if (!found) {
        field made = make_field(&f->lattices[index], index);
        made.goal = goal;
        plant(&f->lattices[index], &made, goal);
        arrput(f->fields, made);
        found = &arrlast(f->fields);
    }
    found->asked = f->tick;
    return found;
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

/* From the node down the field as far as one sees. */
static sidle_vec2 point_ahead(flow *f, const field *d, sidle_vec2 from, int32_t node) {
    const lattice *l = &f->lattices[d->lattice];
    sidle_vec2 ahead = lattice_point(l, node);
    for (int k = 0; k < LOOK_AHEAD; k++) {
        node = downhill(f, d, node);
        sidle_vec2 next = lattice_point(l, node);
        bool in_sight = sidle_world_line_fits(f->world, l->profile, from, next);
        if (!in_sight && (k > 0 || !as_good_as_at(l, from, ahead, next))) break;
        ahead = next;
        if (!in_sight) break;
    }
    return ahead;
}

bool flow_guide(flow *f, sidle_profile_id profile, sidle_vec2 goal, sidle_vec2 from,
                sidle_vec2 *waypoint) {
    *waypoint = goal;
    field *d = field_for(f, profile, goal);
    if (!d || !d->goal_fits) return false;
    if (sidle_world_line_fits(f->world, profile, from, goal)) return true;
    int32_t total, node = best_door(f, d, from, &total);
    if (node < 0) return false;
    *waypoint = point_ahead(f, d, from, node);
    return true;
}

/* ---- moving targets ---- */

static chase *chase_for(flow *f, sidle_profile_id profile, uint32_t target) {
    size_t index;
    if (!lattice_for(f, profile, &index)) return NULL;
    for (size_t k = 0; k < arrlenu(f->chases); k++)
        if (f->chases[k].target == target && f->chases[k].lattice == index) return &f->chases[k];
    chase made = {.target = target,
                  .lattice = index,
                  .far = make_field(&f->lattices[index], index),
                  .near = make_field(&f->lattices[index], index)};
    made.far.goal.x = made.near.goal.x = INFINITY; /* not planted yet */
    arrput(f->chases, made);
    return &arrlast(f->chases);
}

/* Plants the field anew when the target has left its goal by more than so much, u. */
static void keep_up(flow *f, field *d, sidle_vec2 place, float off) {
    if (hypotf(place.x - d->goal.x, place.y - d->goal.y) <= off) return;
    lattice *l = &f->lattices[d->lattice];
    d->goal = place;
    bool fits = sidle_world_fits(f->world, l->profile, place);
    int32_t nearest = fits ? -1 : lattice_nearest(l, place);
    plant(l, d, nearest < 0 ? place : lattice_point(l, nearest));
}

bool flow_guide_to_target(flow *f, sidle_profile_id profile, uint32_t target, sidle_vec2 place,
                          sidle_vec2 from, sidle_vec2 *waypoint) {
    *waypoint = place;
    if (sidle_world_line_fits(f->world, profile, from, place)) return true;
    chase *c = chase_for(f, profile, target);
    if (!c) return false;
    c->asked = f->tick;
    float cell = f->lattices[c->lattice].cell;
    keep_up(f, &c->far, place, FAR_OFF * cell);
    field *d = &c->far;
    int32_t total, node = best_door(f, d, from, &total);
    if (node < 0 || (float)total <= NEAR * COST_STRAIGHT) {
        d = &c->near;
        float left = hypotf(from.x - d->goal.x, from.y - d->goal.y);
        keep_up(f, d, place, fminf(NEAR_OFF * cell, ASTRAY * left));
        node = best_door(f, d, from, &total);
    }
    if (node < 0) return false;
    *waypoint = point_ahead(f, d, from, node);
    return true;
}

/* ---- lengths ---- */

float flow_length(flow *f, sidle_profile_id profile, sidle_vec2 goal, sidle_vec2 from) {
    field *d = field_for(f, profile, goal);
    if (!d || !d->goal_fits) return -1;
    if (sidle_world_line_fits(f->world, profile, from, goal))
        return hypotf(goal.x - from.x, goal.y - from.y);
    int32_t total;
    if (best_door(f, d, from, &total) < 0) return -1;
    return (float)total / COST_STRAIGHT * f->lattices[d->lattice].cell;
}
