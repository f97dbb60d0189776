/* Which places are taken. A unit at rest owns the place under it. A unit under way claims one when
 * it comes near the end of its order: `cold.place`, with ASPECT_CLAIMS. No two places overlap, so
 * units that have come to rest never do. */
#include "places/claims.h"

#include "base/measures.h"
#include "orders/path_following.h"
#include "world/place.h"
#include "world/shown.h"
#include "world/spatial_grid.h"
#include "world/terrain.h"
#include "world/transitions.h"

/* Share of both radii: bodies at rest bar the way so near to their centres. It is less than both
 * radii, since the points of the lattice seldom lie in the middle of a gap. At .98 units
 * of a town travel 1.7 times their shortest way instead of 1.1 times. */
static const float BARS_WITHIN = 0.9f;

/* Share of the smaller radius: an overlap of less depth counts as touching. Two units rest up to
 * ON_PLACE off places that overlap as much as places may. */
static const float TOUCHING_DEPTH = SIDLE_PLACES_TOUCH + 2 * ON_PLACE;

/* ---- what is free ---- */

bool gives_up_place(const sidle_world *world, uint32_t k, uint32_t other) {
    const bodies *c = &world->bodies;
    if (other == k || !on_one_layer(c, k, other) || !body_stance(c, other)) return false;
    if (!body_clears(c, other)) return true;
    return body_clears(c, k) && unit_before(shown_at(world, other), shown_at(world, k));
}

bool overlap_at_rest(const bodies *c, uint32_t k, sidle_vec2 at, uint32_t other, sidle_vec2 its) {
    float depth = TOUCHING_DEPTH * min_float(c->radius[k], c->radius[other]);
    float least = c->radius[k] + c->radius[other] - depth;
    sidle_vec2 apart = vec_sub(at, its);
    return vec_dot(apart, apart) < least * least;
}

bool owns_place(const sidle_world *world, uint32_t k, uint32_t other) {
    const bodies *c = &world->bodies;
    if (other == k || !on_one_layer(c, k, other) || !body_stance(c, other)) return false;
    return !body_clears(c, k) || gives_up_place(world, k, other);
}

/* Does a body at rest, but for that of `leaves`, overlap a disc of the unit there? */
static bool is_rested_on(const sidle_world *world, const unit *u, sidle_vec2 at,
                         const unit *leaves) {
    const bodies *c = &world->bodies;
    uint32_t k = body_of(world, u);
    float radius = profile_of(world, u)->radius;
    window w = grid_window(c, at, radius + c->largest);
    FOR_EACH_BODY (c, w, other)
        if (places_overlap(at, radius, body_position(c, other), c->radius[other]) &&
            owns_place(world, k, other) && unit_at(world, other) != leaves)
            return true;
    return false;
}

bool is_inside_another(const sidle_world *world, const unit *u, bool solid) {
    const bodies *c = &world->bodies;
    uint32_t k = body_of(world, u);
    sidle_vec2 at = body_position(c, k);
    window w = grid_window(c, at, c->radius[k] + c->largest);
    FOR_EACH_BODY (c, w, other) {
        if (other == k || !on_one_layer(c, k, other)) continue;
        if (is_spared_enemy(c, profile_of(world, u), k, other) != solid) continue;
        sidle_vec2 its = body_position(c, other);
        float within = PRESSED * (c->radius[k] + c->radius[other]);
        if (solid ? overlap_at_rest(c, k, at, other, its) : vec_distance(at, its) < within)
            return true;
    }
    return false;
}

bool has_lost_place(const sidle_world *world, const unit *u) {
    const bodies *c = &world->bodies;
    uint32_t k = body_of(world, u);
    sidle_vec2 place = u->cold->place;
    if (!disc_fits(world, profile_of(world, u), place)) return true;
    window w = grid_window(c, place, c->radius[k] + c->largest);
    FOR_EACH_BODY (c, w, other)
        if (overlap_at_rest(c, k, place, other, body_position(c, other)) &&
            owns_place(world, k, other))
            return true;
    return false;
}

/* The body at rest that a disc of the unit there overlaps the most; the number of bodies: none. */
static uint32_t deepest_at(const sidle_world *world, const unit *u, sidle_vec2 at) {
    const bodies *c = &world->bodies;
    uint32_t k = body_of(world, u), deepest = world->living;
    float radius = profile_of(world, u)->radius, most = 0;
    window w = grid_window(c, at, radius + c->largest);
    FOR_EACH_BODY (c, w, other) {
        float depth = radius + c->radius[other] - vec_distance(at, body_position(c, other));
        if (depth <= most || !owns_place(world, k, other)) continue;
        most = depth;
        deepest = other;
    }
    return deepest;
}

sidle_vec2 place_beside_neighbours(const sidle_world *world, const unit *u, sidle_vec2 place) {
    /* Mathematics: as many discs of one size touch one of them. */
    enum { NEIGHBOURS = 6 };
    const bodies *c = &world->bodies;
    float radius = profile_of(world, u)->radius;
    sidle_vec2 at = place;
    for (int n = 0; n < NEIGHBOURS; n++) {
        uint32_t k = deepest_at(world, u, at);
        if (k == world->living) break;
        sidle_vec2 its = body_position(c, k), out = vec_direction(vec_sub(at, its), vec(1, 0));
        at = vec_add(its, vec_scale(out, radius + c->radius[k]));
        if (vec_distance(at, place) > profile_of(world, u)->tuning.arrival_radius) return place;
    }
    return at;
}

bool moves_on_in_range(const sidle_world *world, const unit *u) {
    if (!unit_has_trait(u, TRAIT_KEEPS_RANGE)) return false;
    const sidle_range *range = &u->cold->order->range;
    return range->most - range->least > 2 * profile_of(world, u)->radius;
}

float bars_within(const sidle_world *world, const unit *u, uint32_t other, bool owns, bool through,
                  bool past) {
    const bodies *c = &world->bodies;
    uint32_t k = body_of(world, u);
    bool solid = on_one_layer(c, k, other) && is_spared_enemy(c, profile_of(world, u), k, other);
    bool stays = owns || (through && !unit_is_aside(u));
    if (solid && stays) return PRESSED;
    bool alike = profile_of(world, u) == shown_profile(world, shown_at(world, other));
    bool asks = moves_on_in_range(world, u) || (past && (alike || !u->cold->escalation.refused));
    bool yields = shown_has_trait(shown_at(world, other), TRAIT_GIVES_WAY | TRAIT_KEEPS_RANGE);
    if (asks && yields) return 0; /* it makes room: jam.c */
    return owns && !through && are_one_crowd(world, shown_of(u), shown_at(world, other))
               ? BARS_WITHIN
               : 0;
}

float square_off_line(sidle_vec2 from, sidle_vec2 to, sidle_vec2 point) {
    sidle_vec2 way = vec_sub(to, from), off = vec_sub(point, from);
    float length2 = vec_dot(way, way), along = vec_dot(off, way);
    float share = length2 > 0 ? min_float(max_float(along / length2, 0), 1) : 0;
    off = vec_sub(off, vec_scale(way, share));
    return vec_dot(off, off);
}

/* The buckets with all bodies that touch a disc of that radius (u) on its way. */
static window window_along(const bodies *c, sidle_vec2 from, sidle_vec2 to, float radius) {
    float reach = radius + c->largest;
    sidle_vec2 low = vec(min_float(from.x, to.x) - reach, min_float(from.y, to.y) - reach);
    sidle_vec2 high = vec(max_float(from.x, to.x) + reach, max_float(from.y, to.y) + reach);
    return grid_window_of_box(c, low, high);
}

/* A rule for which bodies at rest bar a line: bars_line() or bars_way_round(). */
typedef float bar_rule(const sidle_world *world, const unit *u, uint32_t other, bool owns,
                       bool variant);

static bool is_clear_of_bodies(const sidle_world *world, const unit *u, sidle_vec2 from,
                               sidle_vec2 to, bar_rule *rule, bool variant) {
    const bodies *c = &world->bodies;
    float radius = profile_of(world, u)->radius;
    window w = window_along(c, from, to, radius);
    FOR_EACH_BODY (c, w, other) {
        float radii = radius + c->radius[other];
        float off2 = square_off_line(from, to, body_position(c, other));
        if (off2 >= radii * radii) continue;
        bool owns = owns_place(world, body_of(world, u), other);
        float within = radii * rule(world, u, other, owns, variant);
        if (off2 < within * within) return false;
    }
    return true;
}

/* A rule for the line to the unit's place. */
static float bars_line(const sidle_world *world, const unit *u, uint32_t other, bool owns,
                       bool past) {
    return bars_within(world, u, other, owns, false, past);
}

bool leads_straight_to(const sidle_world *world, const unit *u, sidle_vec2 to) {
    return fits_on_line_to(world, u, to) && is_clear_of_bodies(world, u, u->position, to, bars_line,
                                                               unit_has_way(u) && u->goes_past);
}

float bars_way_round(const sidle_world *world, const unit *u, uint32_t other, bool owns,
                     bool held) {
    uint32_t k = body_of(world, u);
    bool solid = held || is_spared_enemy(&world->bodies, profile_of(world, u), k, other);
    if (!solid || !owns) return 0;
    return same_unit(unit_target(u), id_of(unit_at(world, other))) ? 0 : PRESSED;
}

bool way_is_clear(const sidle_world *world, const unit *u, sidle_vec2 from, sidle_vec2 to,
                  float most, bool held) {
    const sidle_profile *p = profile_of(world, u);
    to = vec_add(from, vec_truncate(vec_sub(to, from), most));
    if (!disc_fits_along(world, p, from, to, held ? PRESSED : LOOK_SLACK)) return false;
    bool any = world->bodies.teams || held;
    return !any || is_clear_of_bodies(world, u, from, to, bars_way_round, held);
}

bool way_is_covered_at(const sidle_world *world, const unit *u, sidle_vec2 point, bool held) {
    return !is_clear_of_bodies(world, u, point, point, bars_way_round, held);
}

bool presses_on_enemy(const sidle_world *world, const unit *u, sidle_vec2 to) {
    const bodies *c = &world->bodies;
    const sidle_profile *p = profile_of(world, u);
    uint32_t k = body_of(world, u);
    sidle_vec2 from = u->position;
    if (!c->teams) return false;
    window w = window_along(c, from, to, p->radius);
    FOR_EACH_BODY (c, w, other) {
        bool stays = owns_place(world, k, other) || unit_is_aside(unit_at(world, other));
        if (!stays || other == k || !is_spared_enemy(c, p, k, other)) continue;
        if (!on_one_layer(c, k, other)) continue;
        sidle_vec2 at = body_position(c, other);
        float radii = p->radius + c->radius[other], now = vec_distance(from, at);
        if (now < PRESSED * radii) continue; /* the unit is inside it, and leaves it */
        float least = min_float(radii, now) - IMPERCEPTIBLE * radii;
        if (square_off_line(from, to, at) < least * least) return true;
    }
    return false;
}

/* ---- claims by their places ---- */

static uint32_t *claims_at(const sidle_world *world, sidle_vec2 place) {
    float scale = world->bodies.per_bucket;
    return claims_of_square(world, (int32_t)(place.x * scale), (int32_t)(place.y * scale));
}

static void claim_enter(const sidle_world *world, uint32_t k) {
    uint32_t *first = claims_at(world, claimed_place(world, k));
    world->motions[k].claim.next = *first;
    *first = k;
}

static void claim_begin(sidle_world *world, uint32_t k) {
    claim_enter(world, k);
    float moved = vec_distance(world->motions[k].position, body_position(&world->bodies, k));
    world->claims_moved = max_float(world->claims_moved, moved);
}

/* Removes the claim from the list of its square. */
static void claim_leave(const sidle_world *world, const unit *u) {
    uint32_t k = body_of(world, u), *at = claims_at(world, u->cold->place);
    while (*at != k) at = &world->motions[*at].claim.next;
    *at = world->motions[k].claim.next;
}

void claim_end(const sidle_world *world, unit *u) {
    if (unit_claims_place(u)) claim_leave(world, u);
    unit_lose_place(u);
}

void claim_change(sidle_world *world, unit *u, sidle_vec2 place) {
    uint32_t k = body_of(world, u);
    bool claims = unit_claims_place(u);
    if (claims) claim_leave(world, u);
    u->cold->place = world->motions[k].claim.place = place;
    u->stood = false;
    if (claims)
        claim_enter(world, k);
    else
        claim_begin(world, k);
}

window claim_window_of_box(const sidle_world *world, sidle_vec2 low, sidle_vec2 high) {
    float scale = world->bodies.per_bucket;
    window w = {max_int((int32_t)(low.x * scale), 0), max_int((int32_t)(low.y * scale), 0),
                max_int((int32_t)(high.x * scale), 0), max_int((int32_t)(high.y * scale), 0)};
    w.x1 = min_int(w.x1, w.x0 + (int32_t)world->claim_columns - 1);
    w.y1 = min_int(w.y1, w.y0 + (int32_t)world->claim_rows - 1);
    return w;
}

window claim_window(const sidle_world *world, sidle_vec2 at, float distance) {
    return claim_window_of_box(world, vec(at.x - distance, at.y - distance),
                               vec(at.x + distance, at.y + distance));
}

bool has_in_view(const sidle_world *world, const unit *u, uint32_t k) {
    sidle_vec2 to = vec_sub(body_position(&world->bodies, k), u->position);
    float view = profile_of(world, u)->view_distance;
    return vec_dot(to, to) <= view * view;
}

bool claims_against(const sidle_world *world, const unit *u, const unit *other) {
    return other != u && unit_claims_place(other) &&
           on_one_layer(&world->bodies, body_of(world, u), body_of(world, other));
}

/* Two places overlap: does the other unit keep its place? A unit that is aside rested on its place
 * first. If both are aside, the unit that wins ties keeps its place. */
static bool is_stronger_claim(const unit *other, const unit *u) {
    if (!unit_is_aside(other) || !unit_is_aside(u)) return unit_is_aside(other);
    return unit_before(shown_of(other), shown_of(u));
}

static bool overlaps_claim(const sidle_world *world, const unit *u, sidle_vec2 at,
                           const unit *leaves) {
    float radius = profile_of(world, u)->radius;
    window w = claim_window(world, at, radius + world->bodies.largest);
    FOR_EACH_CLAIM(world, w, k) {
        if (places_overlap(at, radius, claimed_place(world, k), world->bodies.radius[k]) &&
            claims_against(world, u, unit_at(world, k)) && unit_at(world, k) != leaves)
            return true;
    }
    return false;
}

bool claim_overlaps(const sidle_world *world, const unit *u, sidle_vec2 at) {
    return overlaps_claim(world, u, at, NULL);
}

/* Units that have left their places rested there, up to ON_PLACE off a place that touches others.
 */
bool claim_is_anothers(const sidle_world *world, const unit *u, sidle_vec2 at) {
    const bodies *c = &world->bodies;
    window w = claim_window(world, at, profile_of(world, u)->radius + c->largest);
    FOR_EACH_CLAIM(world, w, k) {
        const unit *other = unit_at(world, k);
        if (overlap_at_rest(c, body_of(world, u), at, k, claimed_place(world, k)) &&
            claims_against(world, u, other) && is_stronger_claim(other, u))
            return true;
    }
    return false;
}

bool places_are_clear(const sidle_world *world, const unit *u, sidle_vec2 at) {
    return places_are_clear_but_for(world, u, at, NULL);
}

bool places_are_clear_but_for(const sidle_world *world, const unit *u, sidle_vec2 at,
                              const unit *leaves) {
    return !is_rested_on(world, u, at, leaves) && !overlaps_claim(world, u, at, leaves);
}

/* Mathematics: radii, as wide as a disc. */
#define BETWEEN 2

bool joins_its_crowd(const sidle_world *world, const unit *u, sidle_vec2 at, bool inside) {
    const bodies *c = &world->bodies;
    const sidle_profile *p = profile_of(world, u);
    float reach = p->radius + BETWEEN * p->radius;
    float nearest = inside ? vec_distance(at, u->goal) : -1;
    window w = grid_window(c, at, reach + c->largest);
    FOR_EACH_BODY (c, w, k) {
        const shown *other = shown_at(world, k);
        if (k == body_of(world, u) || body_stance(c, k) == STANCE_UNDER_WAY) continue;
        if (vec_distance(at, body_position(c, k)) >= reach + c->radius[k]) continue;
        if (vec_distance(body_position(c, k), u->goal) <= nearest) continue;
        if (!shown_has_trait(other, TRAIT_IS_OVER) || !share_goal(world, shown_of(u), other))
            continue;
        if (disc_fits_along(world, p, at, body_position(c, k), 0)) return true;
    }
    return false;
}

/* ---- side by side on a ring ---- */

/* u: a wider gap between two places on a ring has room for one more unit. */
static float ring_gap(const sidle_profile *p) {
    return 2 * p->radius;
}

/* What is known of the place that is nearest to a point of a ring. */
typedef struct ring_neighbour {
    const unit *unit; /* NULL: none */
    sidle_vec2 place; /* u */
    float gap;        /* u, from rim to rim */
    float radii;      /* u */
} ring_neighbour;

static void meet_neighbour(const sidle_world *world, const unit *u, sidle_vec2 at, uint32_t k,
                           sidle_vec2 place, ring_neighbour *nearest) {
    const unit *other = unit_at(world, k);
    float radii = profile_of(world, u)->radius + profile_of(world, other)->radius;
    float gap = vec_distance(at, place) - radii;
    bool nearer = !nearest->unit || gap < nearest->gap ||
                  (gap == nearest->gap && other->rank < nearest->unit->rank);
    if (nearer) *nearest = (ring_neighbour){other, place, gap, radii};
}

static ring_neighbour neighbour_on_ring(const sidle_world *world, const unit *u, sidle_vec2 at) {
    const bodies *c = &world->bodies;
    uint32_t own = body_of(world, u);
    const sidle_profile *p = profile_of(world, u);
    ring_neighbour nearest = {.unit = NULL};
    window w = grid_window(c, at, ring_gap(p) + p->radius + c->largest);
    FOR_EACH_BODY (c, w, k)
        if (owns_place(world, own, k) && !same_unit(unit_target(u), id_of(unit_at(world, k))))
            meet_neighbour(world, u, at, k, body_position(c, k), &nearest);
    window squares = claim_window(world, at, ring_gap(p) + 2 * p->radius + c->largest);
    FOR_EACH_CLAIM(world, squares, k)
    if (claims_against(world, u, unit_at(world, k)))
        meet_neighbour(world, u, at, k, claimed_place(world, k), &nearest);
    return nearest;
}

bool places_beside(const sidle_world *world, const unit *u, sidle_vec2 centre, float distance,
                   sidle_vec2 out, sidle_vec2 *direction) {
    sidle_vec2 at = vec_add(centre, vec_scale(out, distance));
    ring_neighbour n = neighbour_on_ring(world, u, at);
    if (!n.unit || n.gap >= ring_gap(profile_of(world, u))) return false;
    sidle_vec2 to = vec_sub(n.place, centre);
    float away = vec_length(to), apart = n.radii * (1 + SIDLE_PLACES_TOUCH);
    if (away <= 0) return false;
    /* The law of cosines gives the angle between the two directions. */
    float cosine = (distance * distance + away * away - apart * apart) / (2 * distance * away);
    if (cosine < -1 || cosine > 1) return false;
    float sine = sqrtf(1 - cosine * cosine);
    to = vec_scale(to, 1 / away);
    if (vec_dot(vec_right(to), out) < 0) sine = -sine;
    *direction = vec_add(vec_scale(to, cosine), vec_scale(vec_right(to), sine));
    return true;
}

/* ---- a tick ---- */

/* There are up to two lists for each of the units, most of which claim a place, but no more than
 * units in the world: so many find room among the events. */
void claims_begin(sidle_world *world, const uint32_t *list, uint32_t count) {
    uint32_t most = count < world->room / 2 ? 2 * count : world->room, bits = 0;
    while (most >> (bits + 1)) bits++;
    world->claim_columns = 1u << (bits + 1) / 2;
    world->claim_rows = 1u << bits / 2;
    world->claims_moved = 0;
    memset(claim_lists(world), 0xff, sizeof(uint32_t) << bits);
    for (uint32_t n = 0; n < count; n++)
        if (unit_claims_place(unit_at(world, list[n]))) claim_begin(world, list[n]);
}
