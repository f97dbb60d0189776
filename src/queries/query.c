/* Queries: which units are in a disc, in a box, along a ray, or nearest to a point.
 *
 * A query reads the bodies in a window of the spatial grid. Their positions are those of the units
 * whenever the host may ask: the last phase of a step renews them, and units whose index or
 * position the host has changed since then are strays, which a query looks at one by one. When
 * there are too many strays it looks at all units. A query changes nothing, so several threads may
 * make queries at once.
 *
 * The hits are kept in the host's array as a binary heap with the last hit on top, so that an array
 * of any capacity ends up with the first hits of the order; at the end the heap is sorted (Williams
 * 1964). Distance and rank decide, so the order in memory does not matter. */
#include "queries/search.h"

#include "jam/jam.h"
#include "world/place.h"
#include "world/state.h"

/* ---- shapes ---- */

enum shape_kind {
    SHAPE_DISC,
    SHAPE_BOX,
    SHAPE_RAY,
    SHAPE_PLACE /* a disc that may overlap others as places may */
};

typedef struct shape {
    enum shape_kind kind;
    bool by_disc;         /* any part of the unit's disc counts, not its centre alone */
    bool by_place;        /* it is where the unit rests, or will rest */
    sidle_vec2 low, high; /* u, the box; of a disc and a ray the box about it */
    sidle_vec2 from;      /* u, of a ray; the centre of a disc */
    sidle_vec2 direction; /* of a ray, length 1, or 0 for a ray without length */
    float length;         /* u, of a ray */
    float radius;         /* u, of a disc; half the width of a ray */
} shape;

static bool disc_meets(const shape *s, sidle_vec2 position, float radius, float *distance) {
    sidle_vec2 apart = vec_sub(position, s->from);
    float apart2 = vec_dot(apart, apart), share = s->by_disc ? radius : 0;
    if (!(apart2 <= (s->radius + share) * (s->radius + share))) return false;
    *distance = max_float(sqrtf(apart2) - share, 0);
    return true;
}

static bool box_meets(const shape *s, sidle_vec2 position, float radius, float *distance) {
    float dx = max_float(max_float(s->low.x - position.x, position.x - s->high.x), 0);
    float dy = max_float(max_float(s->low.y - position.y, position.y - s->high.y), 0);
    float share = s->by_disc ? radius : 0;
    *distance = 0;
    return dx * dx + dy * dy <= share * share;
}

/* A disc that moves along the ray touches where its centre is as far from the unit as both radii
 * say: Pythagoras. */
static bool ray_meets(const shape *s, sidle_vec2 position, float radius, float *distance) {
    sidle_vec2 apart = vec_sub(position, s->from);
    float touch = radius + s->radius, touch2 = touch * touch;
    *distance = 0;
    if (vec_dot(apart, apart) <= touch2) return true;
    float along = vec_dot(apart, s->direction);
    float across = vec_dot(apart, vec_right(s->direction));
    if (!(along > 0) || !(across * across <= touch2)) return false;
    *distance = along - sqrtf(touch2 - across * across);
    return *distance <= s->length;
}

static inline bool shape_meets(const shape *s, sidle_vec2 position, float radius, float *distance) {
    if (s->kind == SHAPE_DISC) return disc_meets(s, position, radius, distance);
    if (s->kind == SHAPE_BOX) return box_meets(s, position, radius, distance);
    if (s->kind == SHAPE_PLACE) {
        *distance = 0;
        return places_overlap(s->from, s->radius, position, radius);
    }
    return ray_meets(s, position, radius, distance);
}

/* ---- hits ---- */

typedef struct hits {
    sidle_hit *array;  /* the host's; a heap of `kept` entries */
    uint32_t capacity; /* entries */
    uint32_t kept;     /* entries, <= capacity */
    uint32_t count;    /* hits found */
    uint32_t enough;   /* the search may end at so many hits */
} hits;

static bool hit_before(const sidle_hit *a, const sidle_hit *b) {
    if (a->distance != b->distance) return a->distance < b->distance;
    return a->rank < b->rank;
}

/* Puts the hit where it belongs on the way down from `at` in a heap of so many entries. */
static void sink(sidle_hit *heap, uint32_t count, uint32_t at, sidle_hit hit) {
    for (uint32_t child; (child = 2 * at + 1) < count; at = child) {
        if (child + 1 < count && hit_before(&heap[child], &heap[child + 1])) child++;
        if (!hit_before(&hit, &heap[child])) break;
        heap[at] = heap[child];
    }
    heap[at] = hit;
}

static bool has_enough(const hits *h) {
    return h->count >= h->enough;
}

static void keep_hit(hits *h, const sidle_hit *hit) {
    h->count++;
    if (h->kept < h->capacity) {
        uint32_t at = h->kept++;
        for (; at && hit_before(&h->array[(at - 1) / 2], hit); at = (at - 1) / 2)
            h->array[at] = h->array[(at - 1) / 2];
        h->array[at] = *hit;
    } else if (h->kept && hit_before(hit, &h->array[0]))
        sink(h->array, h->kept, 0, *hit);
}

static void sort_hits(hits *h) {
    for (uint32_t left = h->kept; left > 1; left--) {
        sidle_hit last = h->array[left - 1];
        h->array[left - 1] = h->array[0];
        sink(h->array, left - 1, 0, last);
    }
}

/* ---- the search ---- */

static const sidle_filter ALL = {.teams = 0};

static void take_unit(const sidle_world *world, const sidle_filter *f, const unit *u,
                      float distance, hits *h) {
    sidle_hit hit;
    if (search_passes_filter(world, f, u, distance, &hit)) keep_hit(h, &hit);
}

/* Is the unit for this shape where its body is? One that claims a place is there when the shape is
 * about places, and one that has no place is nowhere. */
static bool is_at_its_body(const shape *s, const unit *u) {
    return !s->by_place || !(unit_claims_place(u) || unit_is_under_way(u));
}

/* Looks at the places that units claim. They are anywhere, and no grid holds them. */
static void search_claims(const sidle_world *world, const shape *s, const sidle_filter *f,
                          hits *h) {
    for (uint32_t part = 0; part < parts_of(world->living); part++) {
        span parts = part_span(part, world->living);
        bool is_known = !world->bodies.stale; /* else units were created since the last sort */
        if (is_known && !world->sums[part].claims) continue;
        for (uint32_t k = parts.first; k < parts.end && !has_enough(h); k++) {
            const unit *u = unit_at(world, k);
            float distance;
            if (unit_claims_place(u) &&
                shape_meets(s, u->cold->place, profile_of(world, u)->radius, &distance))
                take_unit(world, f, u, distance, h);
        }
    }
}

/* Looks at units by their own records: strays, or all there are. */
static void search_unit(const sidle_world *world, const shape *s, const sidle_filter *f, uint32_t k,
                        hits *h) {
    const unit *u = unit_at(world, k);
    float distance;
    if (is_at_its_body(s, u) &&
        shape_meets(s, u->position, profile_of(world, u)->radius, &distance))
        take_unit(world, f, u, distance, h);
}

/* Looks at the bodies of one run of the grid. */
static void search_run(const sidle_world *world, const shape *s, const sidle_filter *f,
                       uint32_t first, uint32_t end, hits *h) {
    const bodies *b = &world->bodies;
    end = end < world->living ? end : world->living;
    for (uint32_t k = first; k < end && !has_enough(h); k++) {
        float distance;
        if (shape_meets(s, body_position(b, k), b->radius[k], &distance) && !is_stray(b, k) &&
            is_at_its_body(s, unit_at(world, k)))
            take_unit(world, f, unit_at(world, k), distance, h);
    }
}

/* Narrows the window to the buckets of one row that a ray comes near: the part of the ray between
 * the upper and the lower edge of the row, and `more` (u) on all sides. */
static window row_window(const sidle_world *world, const shape *s, window w, int32_t y,
                         float more) {
    const bodies *b = &world->bodies;
    if (s->kind != SHAPE_RAY || !(fabsf(s->direction.y) > SHORTEST_WAY)) return w;
    float upper = (float)y * b->bucket - more, lower = (float)(y + 1) * b->bucket + more;
    float enters = (upper - s->from.y) / s->direction.y;
    float leaves = (lower - s->from.y) / s->direction.y;
    float near = max_float(min_float(enters, leaves), 0);
    float far = min_float(max_float(enters, leaves), s->length);
    if (near > far) return (window){0, y, -1, y};
    float a = s->from.x + near * s->direction.x, c = s->from.x + far * s->direction.x;
    window row = search_window(world, vec(min_float(a, c) - more, s->low.y),
                               vec(max_float(a, c) + more, s->high.y));
    return (window){max_int(w.x0, row.x0), y, min_int(w.x1, row.x1), y};
}

/* u: the margin of the window beyond what the shape says, far above the rounding of positions. */
static const float WINDOW_MARGIN = 0.01f;

static void search(const sidle_world *world, const shape *s, const sidle_filter *f, hits *h) {
    const bodies *b = &world->bodies;
    h->kept = h->count = 0;
    if (!world->living) return;
    if (s->by_place) search_claims(world, s, f, h);
    if (!search_by_grid(world)) {
        for (uint32_t k = 0; k < world->living; k++) search_unit(world, s, f, k, h);
        return;
    }
    float more = (s->by_disc ? b->largest : 0) + WINDOW_MARGIN;
    window w =
        search_window(world, vec_sub(s->low, vec(more, more)), vec_add(s->high, vec(more, more)));
    for (int32_t y = w.y0; y <= w.y1 && !has_enough(h); y++) {
        window row = row_window(world, s, w, y, more + s->radius + b->drift);
        if (row.x0 > row.x1) continue;
        search_run(world, s, f, grid_run_first(b, row, y), grid_run_end(b, row, y), h);
    }
    for (uint32_t n = 0; n < b->stray_count; n++)
        if (b->strays[n] < world->living) search_unit(world, s, f, b->strays[n], h);
}

/* ---- what the host asks ---- */

static shape disc_shape(sidle_vec2 centre, float radius, const sidle_filter *f) {
    sidle_vec2 half = vec(radius, radius);
    return (shape){.kind = SHAPE_DISC,
                   .by_disc = f->part != SIDLE_PART_CENTRE,
                   .by_place = f->part == SIDLE_PART_PLACE,
                   .low = vec_sub(centre, half),
                   .high = vec_add(centre, half),
                   .from = centre,
                   .radius = radius};
}

bool search_overlaps(const sidle_world *world, const sidle_filter *filter, sidle_vec2 centre,
                     float radius) {
    shape s = disc_shape(centre, radius, filter);
    hits h = {.enough = 1};
    s.kind = SHAPE_PLACE;
    s.by_disc = true;
    search(world, &s, filter, &h);
    return h.count > 0;
}

/* What all questions refuse. */
static sidle_result refusal(const sidle_world *world, const sidle_filter *f, const sidle_hit *array,
                            uint32_t capacity, const uint32_t *count) {
    if (!world || !count || (!array && capacity)) return SIDLE_ERROR_ARGUMENT;
    return search_filter_refusal(f);
}

static sidle_result answer(const sidle_world *world, const shape *s, const sidle_filter *f,
                           sidle_hit *array, uint32_t capacity, uint32_t *count) {
    hits h = {.array = array, .capacity = capacity, .enough = UINT32_MAX};
    search(world, s, f, &h);
    sort_hits(&h);
    *count = h.count;
    return SIDLE_OK;
}

sidle_result sidle_query_disc(const sidle_world *world, sidle_vec2 centre, float radius,
                              const sidle_filter *filter, sidle_hit *array, uint32_t capacity,
                              uint32_t *count) {
    sidle_result bad = refusal(world, filter, array, capacity, count);
    if (!bad) bad = search_shape_refusal(centre, centre, radius);
    if (bad) return bad;
    const sidle_filter *f = filter ? filter : &ALL;
    shape s = disc_shape(centre, radius, f);
    return answer(world, &s, f, array, capacity, count);
}

sidle_result sidle_query_box(const sidle_world *world, sidle_vec2 low, sidle_vec2 high,
                             const sidle_filter *filter, sidle_hit *array, uint32_t capacity,
                             uint32_t *count) {
    sidle_result bad = refusal(world, filter, array, capacity, count);
    if (!bad) bad = search_shape_refusal(low, high, 0);
    if (!bad && (low.x > high.x || low.y > high.y)) bad = SIDLE_ERROR_ARGUMENT;
    if (bad) return bad;
    const sidle_filter *f = filter ? filter : &ALL;
    shape s = {.kind = SHAPE_BOX,
               .by_disc = f->part != SIDLE_PART_CENTRE,
               .by_place = f->part == SIDLE_PART_PLACE,
               .low = low,
               .high = high};
    return answer(world, &s, f, array, capacity, count);
}

sidle_result sidle_query_ray(const sidle_world *world, sidle_vec2 from, sidle_vec2 to, float radius,
                             const sidle_filter *filter, sidle_hit *array, uint32_t capacity,
                             uint32_t *count) {
    sidle_result bad = refusal(world, filter, array, capacity, count);
    if (!bad) bad = search_shape_refusal(from, to, radius);
    if (bad) return bad;
    const sidle_filter *f = filter ? filter : &ALL;
    sidle_wall wall = {.point = to, .distance = vec_distance(from, to)};
    sidle_vec2 direction = vec_direction_of(vec_sub(to, from), wall.distance, vec(0, 0));
    if (f->through) search_wall(world, from, to, radius, f->through, &wall);
    to = wall.point;
    shape s = {.kind = SHAPE_RAY,
               .by_disc = true,
               .low = vec(min_float(from.x, to.x) - radius, min_float(from.y, to.y) - radius),
               .high = vec(max_float(from.x, to.x) + radius, max_float(from.y, to.y) + radius),
               .from = from,
               .direction = direction,
               .length = wall.distance,
               .radius = radius};
    return answer(world, &s, f, array, capacity, count);
}

typedef struct asking {
    const sidle_world *world;
    const unit *u;
} asking;

/* Would the unit of the hit, which rests, stay in the way of the one that asks? */
static bool stays_in_way(void *context, const sidle_hit *hit) {
    const asking *of = context;
    const unit *other = unit_named(of->world, hit->unit);
    if (other->ghost || same_unit(unit_target(of->u), hit->unit)) return false;
    return !gives_way_to(of->world, body_of(of->world, other), body_of(of->world, of->u));
}

sidle_result sidle_query_obstacles(const sidle_world *world, sidle_unit_id id, sidle_vec2 centre,
                                   float radius, sidle_hit *array, uint32_t capacity,
                                   uint32_t *count) {
    sidle_result bad = refusal(world, NULL, array, capacity, count);
    if (bad) return bad;
    if (!unit_named(world, id)) return unit_refusal(world, id);
    bad = search_shape_refusal(centre, centre, radius);
    if (bad) return bad;
    asking of = {world, unit_named(world, id)};
    *count = 0;
    if (of.u->ghost) return SIDLE_OK;
    sidle_filter f = {.layers = 1u << profile_of(world, of.u)->layer,
                      .part = SIDLE_PART_DISC,
                      .motion = SIDLE_MOTION_RESTS,
                      .except = id,
                      .accept = stays_in_way,
                      .context = &of};
    shape s = disc_shape(centre, radius, &f);
    return answer(world, &s, &f, array, capacity, count);
}

/* u: no unit of the world is farther from the point. */
static float farthest(const sidle_world *world, sidle_vec2 point) {
    float wide = (float)world->terrain.width * world->terrain.cell;
    float tall = (float)world->terrain.height * world->terrain.cell;
    float x = max_float(fabsf(point.x), fabsf(wide - point.x));
    float y = max_float(fabsf(point.y), fabsf(tall - point.y));
    return x + y;
}

/* Discs about the point, each twice as wide as the one before, until one holds enough units: the
 * last one decides the cost. */
sidle_result sidle_query_nearest(const sidle_world *world, sidle_vec2 point, float reach,
                                 const sidle_filter *filter, sidle_hit *array, uint32_t capacity,
                                 uint32_t *count) {
    sidle_result bad = refusal(world, filter, array, capacity, count);
    if (!bad) bad = search_shape_refusal(point, point, reach);
    if (bad) return bad;
    const sidle_filter *f = filter ? filter : &ALL;
    hits h = {.array = array, .capacity = capacity, .enough = UINT32_MAX};
    float last = min_float(reach, farthest(world, point));
    float radius = last;
    if (world->living && search_by_grid(world))
        radius = min_float(0.5f * world->bodies.bucket * (1 + sqrtf((float)capacity)), last);
    for (bool done = !capacity; !done; radius = min_float(2 * radius, last)) {
        shape s = disc_shape(point, radius, f);
        search(world, &s, f, &h);
        done = h.count >= capacity || radius >= last;
    }
    sort_hits(&h);
    *count = h.kept;
    return SIDLE_OK;
}
