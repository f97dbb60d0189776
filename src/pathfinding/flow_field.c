/* Which cost fields are kept, and the guides that are read from them.
 *
 * Units that are after the same moving target share two fields. The far one leads most of them to
 * about where the target is, and is started anew when the target has gone some cells. The near one
 * is started anew when the target has gone one cell, but grows only as far as the few units ask
 * that are close. */
#include "flow_field.h"

#include "cost_field.h"
#include "lattice.h"
#include "support/checked_memory.h"

#include <math.h>
#include <stb_ds.h>
#include <stdlib.h>

/* Cells that a target may be away from the goal of its far and of its near field before the field
 * is started anew. Choices: 1 and 40 for FAR_OFF lead the same on our scenes, but the smaller it
 * is, the more often all of a large field is made again. */
static const float FAR_OFF = 8, NEAR_OFF = 1;

/* Cells of path to the far field's goal within which the near field leads: three times FAR_OFF.
 * Below FAR_OFF units are led to where the target was (4 fails a test); with more, the near field,
 * which is started more often, has to grow farther. */
static const float NEAR = 24;

/* The near field is started anew, too, when the target is off its goal by more than this share of
 * the unit's own distance, so that a unit close by is not led past it. A choice: 0.01 to 2 lead the
 * same on our scenes. */
static const float ASTRAY = 0.25f;

/* Ticks after which a field that no unit has asked for is freed: 5 s at 30 ticks a second. A
 * choice. */
enum { FORGOTTEN = 150 };

/* The two fields of a moving target. */
typedef struct target_fields {
    uint32_t target;
    size_t lattice;
    cost_field far, near;
    uint64_t asked;
} target_fields;

struct flow {
    const sidle_world *world;
    lattice *lattices;      /* stb_ds */
    cost_field *fields;     /* stb_ds */
    cost_field *priced;     /* stb_ds: those that pay the prices */
    target_fields *targets; /* stb_ds */
    size_t last;            /* index of the field asked last, which is often asked next, too */
    uint64_t tick;
    const congestion *prices; /* NULL: none */
};

/* ---- life ---- */

flow *flow_make(const sidle_world *world) {
    flow *f = checked_calloc(1, sizeof *f);
    f->world = world;
    return f;
}

static void drop_target(target_fields *c) {
    cost_field_free(&c->far);
    cost_field_free(&c->near);
}

static void drop_all(flow *f) {
    for (size_t k = 0; k < arrlenu(f->fields); k++) cost_field_free(&f->fields[k]);
    for (size_t k = 0; k < arrlenu(f->targets); k++) drop_target(&f->targets[k]);
    for (size_t k = 0; k < arrlenu(f->priced); k++) cost_field_free(&f->priced[k]);
    arrfree(f->fields);
    arrfree(f->priced);
    arrfree(f->targets);
    f->last = 0;
}

void flow_free(flow *f) {
    if (!f) return;
    drop_all(f);
    lattices_free(&f->lattices);
    free(f);
}

static cost_field copy_field(const flow *f, const cost_field *d) {
    cost_field copy = cost_field_copy(d, &f->lattices[d->lattice]);
    if (copy.prices) copy.prices = f->prices;
    return copy;
}

flow *flow_copy(const flow *from, const congestion *prices) {
    flow *f = checked_copy(from, sizeof *from);
    f->prices = prices;
    f->lattices = lattices_copy(from->lattices);
    f->fields = f->priced = NULL;
    f->targets = NULL;
    for (size_t k = 0; k < arrlenu(from->fields); k++)
        arrput(f->fields, copy_field(f, &from->fields[k]));
    for (size_t k = 0; k < arrlenu(from->priced); k++)
        arrput(f->priced, copy_field(f, &from->priced[k]));
    for (size_t k = 0; k < arrlenu(from->targets); k++) {
        target_fields target = from->targets[k];
        target.far = copy_field(f, &from->targets[k].far);
        target.near = copy_field(f, &from->targets[k].near);
        arrput(f->targets, target);
    }
    return f;
}

size_t flow_bytes(const flow *f) {
    size_t bytes = sizeof *f, fields = arrlenu(f->fields) + arrlenu(f->priced);
    for (size_t k = 0; k < arrlenu(f->lattices); k++) {
        size_t nodes = (size_t)f->lattices[k].width * (size_t)f->lattices[k].height;
        bytes += nodes;
        if (k == 0) bytes += nodes * sizeof(int32_t) * (fields + 2 * arrlenu(f->targets));
    }
    return bytes;
}

static void forget_fields(cost_field **fields, uint64_t tick) {
    for (size_t k = arrlenu(*fields); k-- > 0;) {
        if (tick - (*fields)[k].asked <= FORGOTTEN) continue;
        cost_field_free(&(*fields)[k]);
        arrdelswap(*fields, k);
    }
}

void flow_forget(flow *f) {
    f->tick++;
    forget_fields(&f->fields, f->tick);
    forget_fields(&f->priced, f->tick);
    for (size_t k = arrlenu(f->targets); k-- > 0;) {
        if (f->tick - f->targets[k].asked <= FORGOTTEN) continue;
        drop_target(&f->targets[k]);
        arrdelswap(f->targets, k);
    }
}

void flow_terrain_changed(flow *f, uint32_t x, uint32_t y, uint32_t width, uint32_t height) {
    lattices_terrain_changed(f->lattices, x, y, width, height);
    drop_all(f);
}

/* ---- fields ---- */

static bool lattice_for(flow *f, sidle_profile_id profile, size_t *index) {
    return lattices_find(&f->lattices, f->world, profile, index);
}

static bool is_for(const cost_field *d, size_t index, sidle_vec2 goal) {
    return d->lattice == index && d->goal.x == goal.x && d->goal.y == goal.y;
}

static cost_field *find_field(flow *f, size_t index, sidle_vec2 goal) {
    if (f->last < arrlenu(f->fields) && is_for(&f->fields[f->last], index, goal))
        return &f->fields[f->last];
    for (f->last = 0; f->last < arrlenu(f->fields); f->last++)
        if (is_for(&f->fields[f->last], index, goal)) return &f->fields[f->last];
    return NULL;
}

static cost_field *field_for(flow *f, sidle_profile_id profile, sidle_vec2 goal) {
    size_t index;
    if (!lattice_for(f, profile, &index)) return NULL;
    cost_field *found = find_field(f, index, goal);
    if (!found) {
        cost_field made = cost_field_make(&f->lattices[index], index);
        made.goal = goal;
        cost_field_start(&made, &f->lattices[index], goal);
        arrput(f->fields, made);
        found = &arrlast(f->fields);
    }
    found->asked = f->tick;
    return found;
}

void flow_set_prices(flow *f, const congestion *prices) {
    f->prices = prices;
}

static cost_field *priced_field_for(flow *f, sidle_profile_id profile, sidle_vec2 goal) {
    size_t index, at = 0;
    if (!lattice_for(f, profile, &index)) return NULL;
    while (at < arrlenu(f->priced) && !is_for(&f->priced[at], index, goal)) at++;
    lattice *l = &f->lattices[index];
    if (at == arrlenu(f->priced)) {
        cost_field made = cost_field_make(l, index);
        made.goal = goal;
        arrput(f->priced, made);
    }
    cost_field *d = &f->priced[at];
    if (d->prices != f->prices || d->age != congestion_age(f->prices)) {
        d->prices = f->prices;
        d->age = congestion_age(f->prices);
        cost_field_start(d, l, goal);
    }
    d->asked = f->tick;
    return d;
}

/* ---- guides ---- */

static int32_t access_of(flow *f, cost_field *d, sidle_vec2 from, int32_t *total) {
    return cost_field_access(d, &f->lattices[d->lattice], from, total);
}

bool flow_guide(flow *f, sidle_profile_id profile, sidle_vec2 goal, sidle_vec2 from,
                sidle_vec2 *waypoint) {
    *waypoint = goal;
    cost_field *d = field_for(f, profile, goal);
    if (!d || !d->goal_fits) return false;
    const lattice *l = &f->lattices[d->lattice];
    if (!l->weighs && sidle_world_line_fits(f->world, profile, from, goal)) return true;
    int32_t total, node = access_of(f, d, from, &total);
    if (node < 0) return false;
    if (l->weighs && lattice_line_serves(l, from, goal, total)) return true;
    *waypoint = cost_field_point_ahead(d, &f->lattices[d->lattice], from, node);
    return true;
}

bool flow_way(flow *f, sidle_profile_id profile, sidle_vec2 goal, sidle_vec2 from, bool priced,
              sidle_vec2 **waypoints) {
    arrsetlen(*waypoints, 0);
    cost_field *d =
        priced && f->prices ? priced_field_for(f, profile, goal) : field_for(f, profile, goal);
    if (!d || !d->goal_fits) return false;
    if (!d->prices && sidle_world_line_fits(f->world, profile, from, goal)) return true;
    int32_t total, node = access_of(f, d, from, &total);
    if (node < 0) return false;
    cost_field_way(d, &f->lattices[d->lattice], from, node, waypoints);
    return true;
}

/* ---- moving targets ---- */

static target_fields *target_fields_of(flow *f, sidle_profile_id profile, uint32_t target) {
    size_t index;
    if (!lattice_for(f, profile, &index)) return NULL;
    for (size_t k = 0; k < arrlenu(f->targets); k++)
        if (f->targets[k].target == target && f->targets[k].lattice == index) return &f->targets[k];
    target_fields made = {.target = target,
                          .lattice = index,
                          .far = cost_field_make(&f->lattices[index], index),
                          .near = cost_field_make(&f->lattices[index], index)};
    made.far.goal.x = made.near.goal.x = INFINITY; /* not started: the target is off any goal */
    arrput(f->targets, made);
    return &arrlast(f->targets);
}

/* Starts the field anew when the target has left its goal by more than so much, u. */
static void keep_up(flow *f, cost_field *d, sidle_vec2 place, float off) {
    if (hypotf(place.x - d->goal.x, place.y - d->goal.y) <= off) return;
    lattice *l = &f->lattices[d->lattice];
    d->goal = place;
    bool fits = sidle_world_fits(f->world, l->profile, place);
    int32_t nearest = fits ? -1 : lattice_nearest(l, place);
    cost_field_start(d, l, nearest < 0 ? place : lattice_point(l, nearest));
}

bool flow_guide_to_target(flow *f, sidle_profile_id profile, uint32_t target, sidle_vec2 place,
                          sidle_vec2 from, sidle_vec2 *waypoint) {
    *waypoint = place;
    if (sidle_world_line_fits(f->world, profile, from, place)) return true;
    target_fields *c = target_fields_of(f, profile, target);
    if (!c) return false;
    c->asked = f->tick;
    float cell = f->lattices[c->lattice].cell;
    keep_up(f, &c->far, place, FAR_OFF * cell);
    cost_field *d = &c->far;
    int32_t total, node = access_of(f, d, from, &total);
    if (node < 0 || (float)total <= NEAR * COST_STRAIGHT) {
        d = &c->near;
        float left = hypotf(from.x - d->goal.x, from.y - d->goal.y);
        keep_up(f, d, place, fminf(NEAR_OFF * cell, ASTRAY * left));
        node = access_of(f, d, from, &total);
    }
    if (node < 0) return false;
    *waypoint = cost_field_point_ahead(d, &f->lattices[d->lattice], from, node);
    return true;
}

/* ---- lengths ---- */

float flow_length(flow *f, sidle_profile_id profile, sidle_vec2 goal, sidle_vec2 from) {
    cost_field *d = field_for(f, profile, goal);
    if (!d || !d->goal_fits) return -1;
    const lattice *l = &f->lattices[d->lattice];
    if (!l->weighs && sidle_world_line_fits(f->world, profile, from, goal))
        return hypotf(goal.x - from.x, goal.y - from.y) / l->fastest;
    int32_t total;
    if (access_of(f, d, from, &total) < 0) return -1;
    return lattice_length(l, total);
}
