/* Buildings: which units are in the way of one, and the call that sends them out of it. */
#include "base/memory.h"
#include "queries/places.h"
#include "queries/pockets.h"
#include "queries/search.h"
#include "world/place.h"
#include "world/world.h"

/* A rectangle of cells that is to become impassable for some. */
typedef struct site {
    const sidle_world *world;
    sidle_vec2 low, high; /* u */
    sidle_terrain class;
    const sidle_filter *filter; /* the host's, or NULL */
} site;

static site site_of(const sidle_world *world, uint32_t x, uint32_t y, uint32_t width,
                    uint32_t height, sidle_terrain class) {
    float cell = world->terrain.cell;
    return (site){.world = world,
                  .low = {(float)x * cell, (float)y * cell},
                  .high = {(float)(x + width) * cell, (float)(y + height) * cell},
                  .class = class};
}

static bool is_in_the_way(const site *s, sidle_unit_id id) {
    return unit_forbids(s->world, unit_named(s->world, id), s->low, s->high, s->class);
}

/* The last line of the filter with which a site is searched. */
static bool accept_in_site(void *context, const sidle_hit *hit) {
    const site *s = context;
    if (!is_in_the_way(s, hit->unit)) return false;
    return !s->filter || !s->filter->accept || s->filter->accept(s->filter->context, hit);
}

static sidle_result find_in_site(site *s, sidle_hit *hits, uint32_t capacity, uint32_t *count) {
    sidle_filter f = s->filter ? *s->filter : (sidle_filter){.teams = 0};
    sidle_result bad = search_filter_refusal(s->filter);
    if (bad) return bad;
    f.part = SIDLE_PART_DISC;
    f.accept = accept_in_site;
    f.context = s;
    return sidle_query_box(s->world, s->low, s->high, &f, hits, capacity, count);
}

sidle_result sidle_query_cells(const sidle_world *world, uint32_t x, uint32_t y, uint32_t width,
                               uint32_t height, sidle_terrain class, const sidle_filter *filter,
                               sidle_hit *hits, uint32_t capacity, uint32_t *count) {
    sidle_result bad = edit_refusal(world, x, y, width, height, class);
    if (bad) return bad;
    site s = site_of(world, x, y, width, height, class);
    s.filter = filter;
    return find_in_site(&s, hits, capacity, count);
}

/* ---- leaving ---- */

/* Would the unit stand in the site on its place, or at its goal while it has none? */
static bool will_stand_in(const site *s, const unit *u) {
    unit there = *u;
    there.position = unit_place(u);
    return unit_forbids(s->world, &there, s->low, s->high, s->class);
}

/* Whose place is no place to go to: those of all units but of those that leave the site, too. */
static bool accept_who_stays(void *context, const sidle_hit *hit) {
    const site *s = context;
    return !will_stand_in(s, unit_named(s->world, hit->unit));
}

/* Has the unit to be sent out: does it rest in the site, or would it come to rest there? */
static bool stays_in_site(const site *s, const unit *u) {
    if (!unit_has_way(u)) return true;
    return u->order == SIDLE_ORDER_GO && will_stand_in(s, u);
}

/* The nearest place from which the site leaves a way out, rather in sight than not; where there is
 * none, the nearest place. */
static bool find_way_out(place_search *search, sidle_vec2 from, const pockets *about,
                         sidle_vec2 *place) {
    bool is_open = about->count < 2; /* all places lie in one region */
    for (int out = is_open; out < 2; out++)
        for (int unseen = 0; unseen < 2; unseen++) {
            search->pockets = out ? NULL : about;
            search->sight = unseen ? NULL : &from;
            if (place_find(search, place)) return true;
        }
    return false;
}

/* Finds where a unit shall go, and writes that into its hit. Those before it have got a place. */
static bool find_place_of(site *s, float reach, sidle_hit *hits, uint32_t k, const pockets *about) {
    const unit *u = unit_named(s->world, hits[k].unit);
    const sidle_profile *p = profile_of(s->world, u);
    sidle_filter stays = {.part = SIDLE_PART_PLACE,
                          .layers = 1u << p->layer,
                          .except = hits[k].unit,
                          .accept = accept_who_stays,
                          .context = s};
    place_search search = {.world = s->world,
                           .profile = p,
                           .point = unit_has_way(u) ? u->goal : u->position,
                           .reach = reach,
                           .filter = &stays,
                           .low = s->low,
                           .high = s->high,
                           .taken = hits,
                           .taken_count = k};
    return find_way_out(&search, u->position, about, &hits[k].position);
}

/* Finds where each unit shall go. A unit that need not be sent has its own goal. The pockets are
 * found once for units of one profile that follow each other. */
static sidle_result find_ways_out(site *s, float reach, sidle_hit *hits, uint32_t count) {
    pockets about = {.world = s->world};
    sidle_result bad = SIDLE_OK;
    for (uint32_t k = 0; k < count && !bad; k++) {
        const unit *u = unit_named(s->world, hits[k].unit);
        const sidle_profile *p = profile_of(s->world, u);
        hits[k].position = u->goal;
        if (!stays_in_site(s, u)) continue;
        if (p != about.profile) {
            pockets_release(&about);
            bad = pockets_find(&about, s->world, p, s->low, s->high, reach);
        }
        if (!bad && !find_place_of(s, reach, hits, k, &about)) bad = SIDLE_ERROR_NO_ROOM;
    }
    pockets_release(&about);
    return bad;
}

static sidle_result send_out(sidle_world *world, site *s, float reach, sidle_hit *hits,
                             uint32_t count) {
    uint32_t again;
    sidle_result bad = find_in_site(s, hits, count, &again);
    assert(!bad && again == count);
    bad = find_ways_out(s, reach, hits, count);
    for (uint32_t k = 0; k < count && !bad; k++) {
        const unit *u = unit_named(world, hits[k].unit);
        if (stays_in_site(s, u)) bad = sidle_unit_go(world, hits[k].unit, hits[k].position);
        assert(!bad);
    }
    return bad;
}

sidle_result sidle_world_vacate(sidle_world *world, uint32_t x, uint32_t y, uint32_t width,
                                uint32_t height, sidle_terrain class, float reach,
                                uint32_t *count) {
    sidle_result bad = edit_refusal(world, x, y, width, height, class);
    if (!bad) bad = search_shape_refusal(vec(0, 0), vec(0, 0), reach);
    if (!bad && !count) bad = SIDLE_ERROR_ARGUMENT;
    if (bad) return bad;
    search_sort(world);
    site s = site_of(world, x, y, width, height, class);
    uint32_t found;
    bad = find_in_site(&s, NULL, 0, &found);
    if (!bad && found) {
        sidle_hit *hits = allocate(&world->alloc, found * sizeof *hits);
        bad = hits ? send_out(world, &s, reach, hits, found) : SIDLE_ERROR_MEMORY;
        release(&world->alloc, hits, found * sizeof *hits);
    }
    if (!bad) *count = found;
    return bad;
}
