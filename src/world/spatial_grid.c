/* Now and then all living units are sorted into square buckets, row by row, so that the neighbours
 * of a point are a few contiguous runs of one array. Until somebody may be a good part of a bucket
 * away from where it was then, searches look that much farther instead. Within a bucket they stand
 * in any order; nothing may depend on that. */
#include "world/spatial_grid.h"

#include "base/memory.h"
#include "world/parts.h"

/* A bucket about two diameters wide holds a handful of units in a bodies; this bounds their number
 * on large maps. */
enum { BUCKETS_ACROSS_MAX = 1024 };

/* Of a bucket's width: from there on it is cheaper to sort than to search farther. */
static const float DRIFT_MAX = 0.15f;

/* More than the rounding of ways. */
static const float DRIFT_MARGIN = 1.001f;

static float extent(int32_t cells, float cell) {
    return (float)cells * cell;
}

static sidle_result refit(sidle_world *world) {
    bodies *c = &world->bodies;
    float smallest = 1e30f, largest = 0;
    for (uint32_t k = 0; k < world->living; k++) {
        const unit *u = unit_at(world, k);
        float radius = profile_of(world, u)->radius;
        smallest = min_float(smallest, radius);
        largest = max_float(largest, radius);
    }
    float wide = extent(world->terrain.width, world->terrain.cell);
    float high = extent(world->terrain.height, world->terrain.cell);
    float bucket = max_float(4 * smallest, max_float(wide, high) / BUCKETS_ACROSS_MAX);
    bucket = min_float(bucket, max_float(wide, high));
    int32_t columns = 1 + (int32_t)(wide / bucket), rows = 1 + (int32_t)(high / bucket);
    size_t room = ((size_t)columns * (size_t)rows + 2) * sizeof *c->starts;
    if (room > c->starts_room) {
        void *starts = c->starts;
        if (!reallocate(&world->alloc, &starts, c->starts_room, 0, room)) return SIDLE_ERROR_MEMORY;
        c->starts = starts;
        c->starts_room = room;
    }
    c->width = columns;
    c->height = rows;
    c->bucket = bucket;
    c->per_bucket = 1.0f / bucket;
    c->largest = largest;
    c->refit = false;
    return SIDLE_OK;
}

static uint32_t bucket_of(const bodies *c, sidle_vec2 p) {
    int32_t x = min_int((int32_t)(p.x * c->per_bucket), c->width - 1);
    int32_t y = min_int((int32_t)(p.y * c->per_bucket), c->height - 1);
    return (uint32_t)(y * c->width + x);
}

static bool same_bits(sidle_vec2 a, sidle_vec2 b) {
    return memcmp(&a, &b, sizeof a) == 0;
}

/* Whoever stands and has nothing to do costs no more than its place in the sort.
 *
 * Does the unit stand so that a tick would leave all of it as it is, but for its clock? Its
 * velocity then is the nothing along its heading that move() gives. */
static bool stays(const bodies *c, const unit *u, uint32_t k) {
    if (u->flags & (UNIT_UNDER_WAY | UNIT_ARRIVED | UNIT_CLEARS)) return false;
    if (u->order != SIDLE_ORDER_NONE && u->order != SIDLE_ORDER_HOLD) return false;
    if (u->decision != SIDLE_IDLE || u->queue_state || u->waits_for || u->events || u->passed)
        return false;
    sidle_vec2 nothing = vec_scale(u->heading, u->flags & UNIT_REVERSES ? -0.0f : 0);
    return same_bits(u->velocity, nothing) && same_bits(body_predicted(c, k), nothing) &&
           same_bits(c->moved[k], vec(0, 0));
}

static enum stance stance_of(const bodies *c, const unit *u, uint32_t k) {
    if (u->flags & UNIT_UNDER_WAY) return STANCE_UNDER_WAY;
    if (u->flags & UNIT_ARRIVED) return STANCE_ARRIVED;
    return stays(c, u, k) ? STANCE_STILL : STANCE_STANDING;
}

/* Where each unit has to come from, in the room of motions that are not yet made. */
static uint32_t *from_of(const sidle_world *world) {
    return (uint32_t *)(void *)world->motions;
}

static void order_by_bucket(const sidle_world *world) {
    const bodies *c = &world->bodies;
    size_t buckets = (size_t)c->width * (size_t)c->height;
    uint32_t *from = from_of(world), *starts = c->starts;
    memset(starts, 0, (buckets + 2) * sizeof *starts);
    for (uint32_t k = 0; k < world->living; k++)
        starts[bucket_of(c, unit_at(world, k)->position) + 2]++;
    for (size_t b = 2; b < buckets; b++) starts[b + 1] += starts[b];
    /* The start of each bucket stands one farther on, and grows to its end, which is the start of
     * the next. */
    for (uint32_t k = 0; k < world->living; k++)
        from[starts[bucket_of(c, unit_at(world, k)->position) + 1]++] = k;
}

/* Applies the permutation in place, cycle by cycle, so that it needs no second array of units. */
static void take_order(const sidle_world *world) {
    uint32_t *from = from_of(world);
    for (uint32_t k = 0; k < world->living; k++) {
        if (from[k] == k) continue;
        unit_with_body first = unit_lift(world, k);
        uint32_t to = k;
        for (uint32_t next = from[k]; next != k; next = from[to]) {
            assert(next > k && next < world->living);
            unit_with_body moving = unit_lift(world, next);
            unit_put(world, to, &moving);
            from[to] = to;
            to = next;
        }
        unit_put(world, to, &first);
        from[to] = to;
    }
}

void grid_copy_body(sidle_world *world, uint32_t k) {
    bodies *c = &world->bodies;
    const unit *u = unit_at(world, k);
    const sidle_profile *p = profile_of(world, u);
    c->x[k] = u->position.x;
    c->y[k] = u->position.y;
    c->radius[k] = p->radius;
    c->filter_bits[k] =
        filter_bits_of(p->layer, stance_of(c, u, k), u->queue_state, u->flags & UNIT_CLEARS);
    if (world->queue_entries)
        world->queue_entries[u->slot].waypoint =
            u->flags & UNIT_STEERS ? unit_path_point(u) : u->waypoint;
}

void grid_body_changed(sidle_world *world, const unit *u) {
    bodies *c = &world->bodies;
    if (c->stale) return;
    uint32_t k = body_of(world, u);
    grid_copy_body(world, k);
    world->sums[k / ITEMS_A_PART].still = false;
    world->sums[k / ITEMS_A_PART].steers = true;
    c->fastest = max_float(c->fastest, vec_length(body_predicted(c, k)));
}

void grid_moved(sidle_world *world) {
    bodies *c = &world->bodies;
    float fastest2 = 0, farthest = 0;
    for (uint32_t part = 0; part < parts_of(world->living); part++) {
        fastest2 = max_float(fastest2, world->sums[part].fastest2);
        farthest = max_float(farthest, world->sums[part].farthest);
    }
    c->fastest = sqrtf(fastest2);
    c->drift += farthest * DRIFT_MARGIN;
    if (c->drift > DRIFT_MAX * c->bucket) c->stale = true;
}

sidle_result grid_sort(sidle_world *world) {
    bodies *c = &world->bodies;
    if (!c->stale) return SIDLE_OK;
    if (c->refit) {
        sidle_result result = refit(world);
        if (result) return result;
    }
    order_by_bucket(world);
    take_order(world);
    float fastest2 = 0;
    for (uint32_t k = 0; k < world->living; k++) {
        grid_copy_body(world, k);
        sidle_vec2 predicted = body_predicted(c, k);
        fastest2 = max_float(fastest2, vec_dot(predicted, predicted));
    }
    for (uint32_t part = 0; part < parts_of(world->living); part++)
        world->sums[part] = (part_sum){.steers = true};
    c->fastest = sqrtf(fastest2);
    c->drift = 0;
    world->lists.stale = true;
    c->stale = false;
    return SIDLE_OK;
}
