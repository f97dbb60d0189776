/* The places at the goal: where the formation would have them, and for those that are no good there
 * the nearest point that is. Good is a place on terrain where the unit fits, clear of the places of
 * the others and of strangers, and in sight of the goal or of a good place beside it: so no
 * place lies behind a wall, which the goal is not. */
#include "groups/troop.h"

#include "base/measures.h"
#include "base/rings.h"

/* Radii: how far from where it was wanted a place may lie, and from the goal the point to which all
 * places must be connected. At 16 a group of 100 is refused for a room 12 u wide, in which it finds
 * places at 32; at 64 a search in vain takes 13 ms instead of 2.5 ms. */
static const float PLACE_OFF = 32;

typedef struct place_hunt {
    const sidle_groups *g;
    const trooper *units;
    uint32_t count, unit;
    sidle_vec2 from; /* the place nearest to the goal where the unit fits */
} place_hunt;

static bool is_stranger(void *context, const sidle_hit *hit) {
    const place_hunt *h = context;
    for (uint32_t k = 0; k < h->count; k++)
        if (same_id(h->units[k].id, hit->unit)) return false;
    return true;
}

/* Is the place free of units outside the group, and of the places that they claim? */
static bool is_free(const place_hunt *h, sidle_vec2 p) {
    place_hunt mine = *h; /* a context is not const */
    const sidle_filter strangers = {
        .part = SIDLE_PART_PLACE, .accept = is_stranger, .context = &mine};
    return !sidle_world_nearest_fit(h->g->world, h->units[h->unit].profile, p, 0, &strangers, &p);
}

static bool is_clear_of_places(const place_hunt *h, sidle_vec2 p) {
    const workspace *s = &h->g->scratch;
    float radius = h->units[h->unit].radius;
    for (uint32_t n = 0; n < h->count; n++) {
        float its = h->units[n].radius, less = its < radius ? its : radius;
        if (s->used[n] && vec_distance(s->slots[n], p) < its + radius - SIDLE_PLACES_TOUCH * less)
            return false;
    }
    return true;
}

static bool is_connected(const place_hunt *h, sidle_vec2 p) {
    const workspace *s = &h->g->scratch;
    const trooper *u = &h->units[h->unit];
    if (sidle_world_line_fits(h->g->world, u->profile, h->from, p)) return true;
    for (uint32_t n = 0; n < h->count; n++) {
        float near = h->units[n].radius + u->radius * (1 + NEARBY);
        if (s->used[n] && vec_distance(s->slots[n], p) < near &&
            sidle_world_line_fits(h->g->world, u->profile, s->slots[n], p))
            return true;
    }
    return false;
}

static bool is_good_place(const place_hunt *h, sidle_vec2 p) {
    return sidle_world_fits(h->g->world, h->units[h->unit].profile, p) &&
           is_clear_of_places(h, p) && is_connected(h, p) && is_free(h, p);
}

/* The good place nearest to the wanted one; false: there is none. */
static bool find_place(const place_hunt *h, sidle_vec2 wanted, sidle_vec2 *place) {
    float step = 0.5f * h->units[h->unit].radius, nearest = FLT_MAX;
    for (int32_t ring = 0; (float)ring <= 2 * PLACE_OFF && (float)ring * step < nearest; ring++)
        FOR_EACH_ON_RING (ring, column, row) {
            sidle_vec2 p = {wanted.x + (float)column * step, wanted.y + (float)row * step};
            float away = vec_distance(p, wanted);
            if (away >= nearest || !is_good_place(h, p)) continue;
            nearest = away;
            *place = p;
        }
    return nearest < FLT_MAX;
}

/* The wanted places that are good stay; then each other unit gets the nearest place. Once one is
 * not found near where it was wanted, as the formation reaches far behind a wall or out of the map,
 * the others are sought near the goal. */
sidle_result goal_places_find(sidle_groups *g, const trooper *units, uint32_t count,
                              sidle_vec2 goal) {
    workspace *s = &g->scratch;
    place_hunt h = {.g = g, .units = units, .count = count};
    bool reaches_out = false;
    memset(s->used, 0, count);
    for (int searches = 0; searches < 2; searches++)
        for (h.unit = 0; h.unit < count; h.unit++) {
            uint32_t k = h.unit;
            if (s->used[k]) continue;
            bool begins = !k || units[k].profile.index != units[k - 1].profile.index;
            if (begins || searches) {
                sidle_result bad = sidle_world_nearest_fit(
                    g->world, units[k].profile, goal, PLACE_OFF * units[k].radius, NULL, &h.from);
                if (bad) return bad;
            }
            if (!searches) {
                s->used[k] = is_good_place(&h, s->slots[k]);
                continue;
            }
            if (!reaches_out) reaches_out = !find_place(&h, s->slots[k], &s->slots[k]);
            if (reaches_out && !find_place(&h, h.from, &s->slots[k])) return SIDLE_ERROR_NO_ROOM;
            s->used[k] = 1;
        }
    return SIDLE_OK;
}
