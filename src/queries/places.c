/* Where there is room for a disc: the nearest place that fits.
 *
 * Cells are visited in rings about the point, and each cell offers the points of a lattice. A point
 * that fits is moved towards the wanted point, along walls, as a unit would move; so before a
 * straight wall the place is exact, though the lattice is coarse. The rings end where no cell can
 * hold a nearer place. */
#include "queries/places.h"

#include "base/rings.h"
#include "queries/search.h"
#include "world/place.h"

/* Points of the lattice in a cell, across and down. A choice: even, so that a disc as wide as a
 * corridor of whole cells finds its middle line. */
enum { POINTS_A_CELL = 4 };

/* Cells: how much nearer a point of the lattice may get by moving to the wanted point. The diagonal
 * of the lattice is 0.354. */
static const float NEARER_BY = 0.36f;

static bool is_clear_of_box(const place_search *s, sidle_vec2 at) {
    if (s->low.x > s->high.x) return true;
    float dx = max_float(max_float(s->low.x - at.x, at.x - s->high.x), 0);
    float dy = max_float(max_float(s->low.y - at.y, at.y - s->high.y), 0);
    float apart = s->profile->radius * (1 + ON_PLACE) + s->profile->tuning.arrival_radius;
    return dx * dx + dy * dy >= apart * apart;
}

static bool is_promised(const place_search *s, sidle_vec2 at) {
    for (uint32_t k = 0; k < s->taken_count; k++)
        if (places_overlap(s->taken[k].position, s->taken[k].radius, at, s->profile->radius))
            return true;
    return false;
}

/* Is the place as it has to be? The cheap tests come first. */
static bool is_good(const place_search *s, sidle_vec2 at) {
    const sidle_profile *p = s->profile;
    if (!is_clear_of_box(s, at) || is_promised(s, at)) return false;
    if (!disc_fits(s->world, p, at)) return false;
    if (s->pockets && pockets_hold(s->pockets, at)) return false;
    return !s->filter || !search_overlaps(s->world, s->filter, at, p->radius);
}

static bool is_in_sight(const place_search *s, sidle_vec2 at) {
    const sidle_profile *p = s->profile;
    if (!s->sight) return true;
    /* Of a waypoint that is too tight for the disc the place is in sight as units look at it. */
    bool tight = !disc_fits(s->world, p, *s->sight);
    return disc_fits_along(s->world, p, *s->sight, at, tight ? LOOK_SLACK : 1);
}

/* What is found so far. */
typedef struct place_found {
    sidle_vec2 place; /* u */
    float distance;   /* u, from the wanted point; more than the reach: nothing is found */
    uint32_t unseen;  /* points of the present cell that are good, but not in sight */
} place_found;

/* Takes the place if it is nearer than the best and as it has to be. */
static void offer(const place_search *s, sidle_vec2 at, place_found *best) {
    float distance = vec_distance(at, s->point);
    if (distance >= best->distance || !is_good(s, at)) return;
    if (is_in_sight(s, at))
        best->place = at, best->distance = distance;
    else
        best->unseen++;
}

/* A point of the lattice: it counts itself, and the points on its way to the wanted point. */
static void try_point(const place_search *s, sidle_vec2 at, place_found *best) {
    enum { STEPS = 4 }; /* to try on the way, the farthest first; a choice */
    const terrain *t = &s->world->terrain;
    uint32_t mask = s->profile->passable;
    if (vec_distance(at, s->point) >= best->distance + NEARER_BY * t->cell) return;
    if (!is_good(s, at)) return;
    offer(s, at, best);
    sidle_vec2 by = vec_truncate(vec_sub(s->point, at), t->cell);
    bool touched;
    sidle_vec2 way = vec_sub(terrain_slide(t, mask, at, by, s->profile->radius, &touched), at);
    float before = best->distance;
    offer(s, vec_add(at, way), best);
    for (int k = STEPS - 1; k > 0 && best->distance >= before && s->filter; k--)
        offer(s, vec_add(at, vec_scale(way, (float)k / STEPS)), best);
}

/* The coordinate in a cell that begins at `first` (cells): of the lattice, or after those the one
 * nearest to the wanted point, as the nearest place before a wall lies straight before it. */
static float lattice_coordinate(int32_t first, int32_t number, float wanted, float cell) {
    if (number < POINTS_A_CELL) return ((float)first + (float)number / POINTS_A_CELL) * cell;
    return min_float(max_float(wanted, (float)first * cell), (float)(first + 1) * cell);
}

static void try_cell(const place_search *s, int32_t x, int32_t y, place_found *best) {
    enum { UNSEEN = 2 }; /* points out of sight after which a cell is left; a choice */
    const terrain *t = &s->world->terrain;
    if (x < 0 || y < 0 || x >= t->width || y >= t->height) return;
    /* An impassable cell lies so many king's moves away, so a corner of it is no farther from any
     * point of the cell than those moves along the diagonal, 1.415 cells each. */
    float moves = terrain_clearance_at(t, s->profile->passable, x, y) + t->cell;
    if (1.415f * moves < s->profile->radius) return;
    best->unseen = 0;
    for (int32_t row = 0; row <= POINTS_A_CELL; row++)
        for (int32_t column = 0; column <= POINTS_A_CELL && best->unseen < UNSEEN; column++)
            try_point(s,
                      vec(lattice_coordinate(x, column, s->point.x, t->cell),
                          lattice_coordinate(y, row, s->point.y, t->cell)),
                      best);
}

/* The cells that are `ring` king's moves from the cell (x,y): first those straight up, down and to
 * the sides, as what they hold saves most of the others, then row by row. */
static void try_ring(const place_search *s, int32_t x, int32_t y, int32_t ring, place_found *best) {
    for (int32_t side = -ring; side <= ring && ring; side += 2 * ring) {
        try_cell(s, x + side, y, best);
        try_cell(s, x, y + side, best);
    }
    FOR_EACH_ON_RING (ring, column, row) try_cell(s, x + column, y + row, best);
}

bool place_find(const place_search *s, sidle_vec2 *place) {
    const terrain *t = &s->world->terrain;
    /* A place as far as the reach counts. */
    place_found best = {s->point, s->reach + SHORTEST_WAY + s->reach * LAST_PLACE, 0};
    float none = best.distance;
    offer(s, s->point, &best);
    float across = s->point.x / t->cell, down = s->point.y / t->cell;
    int32_t x = (int32_t)min_float(max_float(across, 0), (float)(t->width - 1));
    int32_t y = (int32_t)min_float(max_float(down, 0), (float)(t->height - 1));
    int32_t last = max_int(max_int(x, t->width - 1 - x), max_int(y, t->height - 1 - y));
    for (int32_t ring = 0; ring <= last && best.distance > 0 && s->reach > 0; ring++) {
        /* The lattice points of a ring may come nearer by one more cell. */
        if ((float)(ring - 2) * t->cell > best.distance) break;
        try_ring(s, x, y, ring, &best);
    }
    if (best.distance >= none) return false;
    *place = best.place;
    return true;
}

/* ---- what the host asks ---- */

/* The filter of a place: the units on the layer of the profile, if the host names no layers. */
static sidle_filter filter_on_layer(const sidle_profile *p, const sidle_filter *f) {
    sidle_filter on_layer = f ? *f : (sidle_filter){.teams = 0};
    if (!on_layer.layers) on_layer.layers = 1u << p->layer;
    return on_layer;
}

sidle_result sidle_world_nearest_fit(const sidle_world *world, sidle_profile_id profile,
                                     sidle_vec2 point, float reach, const sidle_filter *clear_of,
                                     sidle_vec2 *place) {
    if (!world || !place) return SIDLE_ERROR_ARGUMENT;
    const sidle_profile *p = profile_named(world, profile);
    if (!p) return SIDLE_ERROR_STALE;
    sidle_result bad = search_filter_refusal(clear_of);
    if (!bad) bad = search_shape_refusal(point, point, reach);
    if (bad) return bad;
    sidle_filter filter = filter_on_layer(p, clear_of);
    place_search s = {.world = world,
                      .profile = p,
                      .point = point,
                      .reach = reach,
                      .filter = clear_of ? &filter : NULL,
                      .low = {1, 1}};
    return place_find(&s, place) ? SIDLE_OK : SIDLE_ERROR_NO_ROOM;
}

sidle_result sidle_unit_teleport_near(sidle_world *world, sidle_unit_id id, sidle_vec2 position,
                                      float reach, const sidle_filter *clear_of,
                                      sidle_vec2 *place) {
    search_sort(world);
    const unit *u = unit_named(world, id);
    if (!u) return unit_refusal(world, id);
    sidle_vec2 found;
    sidle_result bad = sidle_world_nearest_fit(world, profile_id(world, u->profile), position,
                                               reach, clear_of, &found);
    if (!bad) bad = sidle_unit_teleport(world, id, found);
    if (!bad && place) *place = found;
    return bad;
}

sidle_result sidle_unit_unstow_near(sidle_world *world, sidle_unit_id id, sidle_vec2 position,
                                    float reach, const sidle_filter *clear_of, sidle_vec2 *place) {
    search_sort(world);
    const unit *u = unit_named_anywhere(world, id);
    if (!u) return SIDLE_ERROR_STALE;
    if (!unit_is_stowed(world, u)) return SIDLE_ERROR_ARGUMENT;
    sidle_vec2 found;
    sidle_result bad = sidle_world_nearest_fit(world, profile_id(world, u->profile), position,
                                               reach, clear_of, &found);
    if (!bad) bad = sidle_unit_unstow(world, id, found);
    if (!bad && place) *place = found;
    return bad;
}

sidle_result sidle_unit_go_near(sidle_world *world, sidle_unit_id id, sidle_vec2 goal,
                                const sidle_vec2 *waypoints, uint32_t count, float reach,
                                const sidle_filter *clear_of, sidle_vec2 *place) {
    search_sort(world);
    unit *u = unit_named(world, id);
    if (!u) return unit_refusal(world, id);
    sidle_result bad = terrain_points_refusal(&world->terrain, &goal, 1);
    if (!bad && ((count && !waypoints) || count > SIDLE_MAX_WAYPOINTS)) bad = SIDLE_ERROR_ARGUMENT;
    if (!bad) bad = terrain_points_refusal(&world->terrain, waypoints, count);
    if (!bad) bad = search_filter_refusal(clear_of);
    if (!bad) bad = search_shape_refusal(goal, goal, reach);
    if (bad) return bad;
    const sidle_profile *p = profile_of(world, u);
    sidle_filter filter = filter_on_layer(p, clear_of);
    sidle_vec2 last = count ? waypoints[count - 1] : u->position, found;
    place_search s = {.world = world,
                      .profile = p,
                      .point = goal,
                      .reach = reach,
                      .filter = clear_of ? &filter : NULL,
                      .sight = &last,
                      .low = {1, 1}};
    if (!place_find(&s, &found)) return SIDLE_ERROR_NO_ROOM;
    if (!route_reserve(&world->alloc, &u->cold->path, count)) return SIDLE_ERROR_MEMORY;
    bad = sidle_unit_go(world, id, found);
    if (!bad) bad = sidle_unit_set_path(world, id, waypoints, count);
    assert(!bad);
    if (place) *place = found;
    return bad;
}
