/* The spatial grid is a grid of square buckets. Now and then all living units are sorted by bucket,
 * row by row (counting sort), so the bodies near a point are a few contiguous runs of the arrays.
 *
 * Units move in every tick, but the sort is not repeated in every tick: `drift` bounds how far a
 * body may be from where it was sorted, and searches look that much farther. When the drift is a
 * good part of a bucket, the bodies are sorted again.
 *
 * Within a bucket, units stand in the order in which they stood before the sort, which depends on
 * the history; so no result may depend on the order in which a search meets them. */
#include "world/spatial_grid.h"

#include "base/memory.h"
#include "world/place.h"

/* A bucket two diameters of the smallest unit wide holds a handful of units in a crowd. The number
 * of buckets across is bounded, so that the starts of the buckets take 4 MB at most. A choice. */
enum { BUCKETS_ACROSS_MAX = 1024 };

/* Of a bucket's width: the drift at which bodies are sorted again when all of them are awake. Sorts
 * cost more below, the wider searches above. A choice. */
static const float DRIFT_MAX = 0.15f;

/* Chooses the size of a bucket for the units that live now, and makes room. Errors: MEMORY. */
static sidle_result refit(sidle_world *world) {
    bodies *b = &world->bodies;
    float smallest = 1e30f, largest = 0;
    for (uint32_t k = 0; k < world->living; k++) {
        const unit *u = unit_at(world, k);
        float radius = profile_of(world, u)->radius;
        smallest = min_float(smallest, radius);
        largest = max_float(largest, radius);
    }
    const terrain *t = &world->terrain;
    float wide = (float)t->width * t->cell, high = (float)t->height * t->cell;
    float bucket = max_float(4 * smallest, max_float(wide, high) / BUCKETS_ACROSS_MAX);
    bucket = min_float(bucket, max_float(wide, high));
    int32_t columns = 1 + (int32_t)(wide / bucket), rows = 1 + (int32_t)(high / bucket);
    size_t room = ((size_t)columns * (size_t)rows + 2) * sizeof *b->starts;
    if (room > b->starts_room) {
        void *starts = b->starts;
        if (!reallocate(&world->alloc, &starts, b->starts_room, 0, room)) return SIDLE_ERROR_MEMORY;
        b->starts = starts;
        b->starts_room = room;
    }
    b->width = columns;
    b->height = rows;
    b->bucket = bucket;
    b->per_bucket = 1.0f / bucket;
    b->largest = largest;
    b->refit = false;
    return SIDLE_OK;
}

static uint32_t bucket_of(const bodies *b, sidle_vec2 p) {
    int32_t x = min_int((int32_t)(p.x * b->per_bucket), b->width - 1);
    int32_t y = min_int((int32_t)(p.y * b->per_bucket), b->height - 1);
    return (uint32_t)(y * b->width + x);
}

static bool same_bits(sidle_vec2 a, sidle_vec2 b) {
    return memcmp(&a, &b, sizeof a) == 0;
}

/* Does the unit stand so that a tick would leave all of it as it is, but for events that have still
 * to be told? Such a unit is still, and costs no more than its share of the sort. Its velocity is
 * compared by bits, as the sign of a zero is part of the hash: the tick gives a unit that does not
 * move the zero without a sign. */
static bool would_stay_as_it_is(const bodies *b, const unit *u, uint32_t k) {
    if (unit_is_under_way(u) || unit_clears(u)) return false;
    if (!unit_has_trait(u, TRAIT_STAYS | TRAIT_IS_OVER)) return false;
    if (u->decision != SIDLE_DECISION_IDLE || u->queue_state || u->waits_for) return false;
    sidle_vec2 at_rest = vec(0, 0);
    return same_bits(u->velocity, at_rest) && same_bits(u->facing, at_rest) &&
           same_bits(body_predicted(b, k), at_rest) && same_bits(b->moved[k], at_rest);
}

/* A unit that was told to stop brakes, and counts as under way until it stands. */
static enum stance stance_of(const sidle_world *world, const unit *u, uint32_t k) {
    bool rolls = u->velocity.x != 0 || u->velocity.y != 0;
    /* A stunned unit stands for all others, so that they go round it and do not wait for it. */
    if (unit_is_under_way(u))
        return unit_is_stunned(u) && !rolls ? STANCE_STANDING : STANCE_UNDER_WAY;
    if (rolls && !is_nearly_standing(profile_of(world, u), u->velocity)) return STANCE_UNDER_WAY;
    return would_stay_as_it_is(&world->bodies, u, k) ? STANCE_STILL : STANCE_STANDING;
}

/* ---- sorting ---- */

/* The permutation of the sort: from[k] is the present index of the unit that belongs at index k. It
 * uses the memory of the motions, which hold nothing between two ticks. */
static uint32_t *permutation_of(const sidle_world *world) {
    return (uint32_t *)(void *)world->motions;
}

/* The bucket of each unit, by index, beside the permutation; NULL without units. */
static uint32_t *buckets_of(const sidle_world *world) {
    return world->living ? permutation_of(world) + world->living : NULL;
}

_Static_assert(sizeof(motion) >= 2 * sizeof(uint32_t), "both arrays have room among the motions");

/* Several threads find the buckets, as each unit is read for that. */
static void bucket_part(void *work, uint32_t part) {
    const sidle_world *world = work;
    uint32_t *buckets = buckets_of(world);
    span s = part_span(part, world->living);
    for (uint32_t k = s.first; k < s.end; k++)
        buckets[k] = bucket_of(&world->bodies, unit_at(world, k)->position);
}

/* A counting sort by bucket: fills the permutation and the starts of the buckets. */
static void order_by_bucket(sidle_world *world) {
    const bodies *b = &world->bodies;
    size_t count = (size_t)b->width * (size_t)b->height;
    uint32_t *from = permutation_of(world), *starts = b->starts;
    const uint32_t *buckets = buckets_of(world);
    memset(starts, 0, (count + 2) * sizeof *starts);
    parts_run(world, bucket_part, world, world->living);
    for (uint32_t k = 0; k < world->living; k++) starts[buckets[k] + 2]++;
    for (size_t n = 2; n < count; n++) starts[n + 1] += starts[n];
    /* starts[n + 1] is the start of bucket n for now. Each unit that is placed moves it on, until
     * it is the end of bucket n, which is the start of bucket n + 1 as it should be. */
    for (uint32_t k = 0; k < world->living; k++) from[starts[buckets[k] + 1]++] = k;
}

/* The permutation consists of cycles: each unit goes to where the one before it in its cycle was,
 * and the first of a cycle to where the last one was. The cycles are listed one after the other, in
 * the memory of the buckets. Threads apply parts of the list in place, so no second array of units
 * is needed. */
static const uint32_t LAST_OF_CYCLE = 1u << 31;

_Static_assert(SIDLE_MAX_UNITS <= 1u << 31, "the mark is no part of an index");

/* Units that a part of the list needs and another part overwrites. */
typedef struct cut_cycles {
    unit_with_body next;  /* the first of the next part, when a cycle goes on there */
    unit_with_body first; /* of the cycle that an earlier part begins and this part ends */
    uint32_t first_index; /* NO_INDEX: there is none */
} cut_cycles;

/* They use the memory of the lists, which hold nothing between two ticks. */
static cut_cycles *cut_cycles_of(const sidle_world *world, uint32_t part) {
    return (cut_cycles *)(void *)&world->lists_of_parts[part];
}

_Static_assert(sizeof(cut_cycles) <= sizeof(part_list) &&
                   _Alignof(part_list) % _Alignof(cut_cycles) == 0,
               "they have room among the lists");

/* Returns the length of the list. */
static uint32_t list_cycles(const sidle_world *world) {
    uint32_t *from = permutation_of(world), *list = buckets_of(world), count = 0;
    for (uint32_t k = 0; k < world->living; k++) {
        uint32_t begin = count;
        for (uint32_t to = k, next; (next = from[to]) != to; to = next) {
            assert(next < world->living);
            if (count % ITEMS_A_PART == 0)
                cut_cycles_of(world, count / ITEMS_A_PART)->first_index = NO_INDEX;
            list[count++] = to;
            from[to] = to;
        }
        if (count == begin) continue;
        uint32_t last = count - 1;
        list[last] |= LAST_OF_CYCLE;
        if (begin / ITEMS_A_PART < last / ITEMS_A_PART)
            cut_cycles_of(world, last / ITEMS_A_PART)->first_index = k;
    }
    return count;
}

typedef struct reordering {
    const sidle_world *world;
    const uint32_t *list;
    uint32_t count;
} reordering;

static uint32_t index_in(const reordering *r, uint32_t n) {
    return r->list[n] & ~LAST_OF_CYCLE;
}

static bool ends_cycle(const reordering *r, uint32_t n) {
    return (r->list[n] & LAST_OF_CYCLE) != 0;
}

static void save_cut_cycles(void *work, uint32_t part) {
    const reordering *r = work;
    cut_cycles *cut = cut_cycles_of(r->world, part);
    span s = part_span(part, r->count);
    if (!ends_cycle(r, s.end - 1)) cut->next = unit_lift(r->world, index_in(r, s.end));
    if (cut->first_index != NO_INDEX) cut->first = unit_lift(r->world, cut->first_index);
}

static void reorder_part(void *work, uint32_t part) {
    const reordering *r = work;
    const cut_cycles *cut = cut_cycles_of(r->world, part);
    span s = part_span(part, r->count);
    unit_with_body first = cut->first;
    for (uint32_t n = s.first; n < s.end; n++) {
        uint32_t to = index_in(r, n);
        if (!n || ends_cycle(r, n - 1)) first = unit_lift(r->world, to);
        if (ends_cycle(r, n))
            unit_put(r->world, to, &first);
        else if (n + 1 < s.end)
            unit_move(r->world, index_in(r, n + 1), to);
        else
            unit_put(r->world, to, &cut->next);
    }
}

static void take_order(sidle_world *world) {
    reordering r = {world, buckets_of(world), list_cycles(world)};
    parts_run(world, save_cut_cycles, &r, r.count);
    parts_run(world, reorder_part, &r, r.count);
}

uint16_t grid_filter_bits(const sidle_world *world, uint32_t k) {
    const unit *u = unit_at(world, k);
    uint32_t bits =
        filter_bits_of(profile_of(world, u)->layer, stance_of(world, u, k), u->queue_state,
                       u->decision == SIDLE_DECISION_PUSH, unit_clears(u));
    return (uint16_t)(bits | u->ghost * (uint32_t)FILTER_GHOST);
}

/* Copies into body k what others may know of its unit. */
static void copy_body(sidle_world *world, uint32_t k) {
    bodies *b = &world->bodies;
    const unit *u = unit_at(world, k);
    b->x[k] = u->position.x;
    b->y[k] = u->position.y;
    b->radius[k] = profile_of(world, u)->radius;
    b->filter_bits[k] = grid_filter_bits(world, k);
    /* MOVE makes the motion of a body anew, except in a part that is still. */
    if (world->queue_entries && !is_still(b, k)) {
        sidle_vec2 next = unit_claims_place(u) ? u->cold->place : u->path_point;
        world->motions[k].next_point_then = next;
        world->motions[k].asked_then = u->asked;
    }
}

void grid_body_changed(sidle_world *world, const unit *u) {
    bodies *b = &world->bodies;
    uint32_t k = body_of(world, u);
    if (b->stale || unit_is_stowed(world, u)) return;
    copy_body(world, k);
    world->sums[k / ITEMS_A_PART].awake = 1;
    world->sums[k / ITEMS_A_PART].steers = world->steers = true;
    world->sums[k / ITEMS_A_PART].claims = true;
    b->fastest = max_float(b->fastest, vec_length(body_predicted(b, k)));
}

void grid_stray(sidle_world *world, uint32_t k) {
    bodies *b = &world->bodies;
    b->stale = true;
    if (b->stray_count > STRAYS_MAX) return;
    for (uint32_t n = 0; n < b->stray_count; n++)
        if (b->strays[n] == k) return;
    if (b->stray_count < STRAYS_MAX) b->strays[b->stray_count] = k;
    b->stray_count++;
}

void grid_forget(sidle_world *world) {
    world->bodies.stale = true;
    world->bodies.stray_count = STRAYS_MAX + 1;
}

/* u. A sort costs by all units, and the wider searches cost by those that are awake. So the sum of
 * both is least at a drift in proportion to the root of the ratio; beyond a bucket the searches
 * cost more than that. */
static float drift_max(const bodies *b, uint32_t living, uint32_t awake) {
    float ratio = (float)living / (float)max_int((int32_t)awake, 1);
    return min_float(DRIFT_MAX * sqrtf(ratio), 1) * b->bucket;
}

/* Adds up the sums of the parts; returns the number of units that are awake, and in *farthest how
 * far the tick took any unit (u). */
static uint32_t take_sums(sidle_world *world, float *farthest) {
    float fastest2 = 0;
    uint32_t awake = 0;
    world->steers = false;
    for (uint32_t part = 0; part < parts_of(world->living); part++) {
        const part_sum *sum = &world->sums[part];
        fastest2 = max_float(fastest2, sum->fastest2);
        *farthest = max_float(*farthest, sum->farthest);
        awake += sum->awake;
        world->steers |= sum->steers;
    }
    world->bodies.fastest = sqrtf(fastest2);
    return awake;
}

void grid_moved(sidle_world *world) {
    bodies *b = &world->bodies;
    float farthest = 0;
    uint32_t awake = take_sums(world, &farthest);
    b->drift += farthest * ROUNDING_MARGIN;
    if (b->drift > drift_max(b, world->living, awake)) b->stale = true;
}

void grid_renew_body(sidle_world *world, uint32_t k, part_sum *sum) {
    const unit *u = unit_at(world, k);
    copy_body(world, k);
    sidle_vec2 predicted = body_predicted(&world->bodies, k);
    sum->fastest2 = max_float(sum->fastest2, vec_dot(predicted, predicted));
    sum->awake = (uint16_t)(sum->awake + !sleeps_on(world, k));
    sum->steers |= unit_has_trait(u, TRAIT_MOVES_GOAL) != 0;
    sum->yields |= unit_yields(u);
    sum->claims |= unit_claims_place(u);
}

/* Copies the bodies of a part. A part whose units are all still is skipped in the next tick, so its
 * motions are made here. */
static void copy_part(void *work, uint32_t part) {
    sidle_world *world = work;
    span s = part_span(part, world->living);
    part_sum sum = {.fastest2 = 0};
    for (uint32_t k = s.first; k < s.end; k++) grid_renew_body(world, k, &sum);
    for (uint32_t k = s.first; !sum.awake && k < s.end; k++) keep_still_motion(world, k);
    world->sums[part] = sum;
}

sidle_result grid_sort(sidle_world *world) {
    bodies *b = &world->bodies;
    if (!b->stale) return SIDLE_OK;
    if (b->refit) {
        sidle_result result = refit(world);
        if (result) return result;
    }
    order_by_bucket(world);
    take_order(world);
    parts_run(world, copy_part, world, world->living);
    float farthest = 0;
    take_sums(world, &farthest);
    assert(b->starts[(size_t)b->width * (size_t)b->height] == world->living);
    b->drift = 0;
    b->sorted = world->living;
    b->stray_count = 0;
    world->lists.stale = true; /* neighbour lists name bodies by their indices */
    b->stale = false;
    return SIDLE_OK;
}
