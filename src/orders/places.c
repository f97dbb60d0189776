/* Places. A place is a disc on which one unit rests. A unit at rest owns the one under it. A unit
 * under way claims one when it comes near the end of its order: `cold.place`, with UNIT_CLAIMS. No
 * two places overlap, so units that have come to rest never do.
 *
 * When. A unit gets a place when what is left of its way lies within its view, or when it sees the
 * places of others with the same goal. It changes its claim when a body has
 * come to rest on it, when it cannot get there, or when another place is clearly better.
 *
 * Which. The order says what a place costs: place_field.c finds the least costly one that the unit
 * can reach.
 *
 * Who first. Units ask in LOOK, from the state as the tick began. The places are given after
 * contacts, by one thread, in the order of rank. Units that want the same share one field.
 *
 * A unit that steps aside lends its place: it keeps the claim, and returns there (give_way.c). One
 * that came to rest inside others (come_clear.c) gets the nearest place.
 *
 * No room. A unit that has got no nearer for GIVES_UP times its patience takes the nearest place
 * that it can reach, and its arrival says so. */
#include "orders/places.h"

#include "orders/approach.h"
#include "orders/come_clear.h"
#include "orders/path_following.h"
#include "orders/place_field.h"
#include "orders/steer_target.h"
#include "world/parts.h"
#include "world/shown.h"
#include "world/spatial_grid.h"
#include "world/terrain.h"

#include <assert.h>

/* Share of both radii: places may overlap by as much as rounding does. */
static const float TOUCH_SHARE = 1e-3f;

/* Share of the own radius: a unit that is nearer to its place is there. It cannot be seen. */
static const float ON_PLACE = 0.01f;

/* Back-offs: a unit that has asked for a path so much longer has asked three times in vain. */
static const float ASKED_IN_VAIN = 4;

/* s: a unit whose profile looks in each tick counts so much from look to look. */
static const float SHORTEST_LOOK = 0.05f;

/* Looks from one to the next in which a unit asks for a place by its target. */
enum { ASKS_EVERY = 3 };

/* Own radii: from a place to those about it, which are two rows of a crowd. */
static const float LETS_IN = 4.5f;

/* Times the patience. */
static const float LETS_IN_FOR = 2;

/* s: a unit that can brake to a stand within this time is slow enough to come to rest. Four ticks
 * at 30 Hz and a hair; a time and not a number of ticks, so that short ticks arrive alike. */
static const float STOPS_WITHIN = 0.1334f;

/* Fields made in a tick. It bounds the tick in which thousands ask for places of their own; those
 * that are left over ask again. */
enum { FIELDS_A_TICK = 32 };

/* ---- what is free ---- */

/* Does the body rest so that its place counts for the unit of body k? For one that comes clear of a
 * heap only those count that keep their places. */
static bool owns_place(const sidle_world *world, uint32_t k, uint32_t other) {
    const bodies *c = &world->bodies;
    if (other == k || !on_one_layer(c, k, other) || !body_stance(c, other)) return false;
    return !body_clears(c, k) || come_clear_of(world, k, other);
}

static bool discs_overlap(sidle_vec2 a, sidle_vec2 b, float radii) {
    sidle_vec2 apart = vec_sub(a, b);
    float least = radii * (1 - TOUCH_SHARE);
    return vec_dot(apart, apart) < least * least;
}

/* Does a body at rest overlap a disc of the unit there? */
static bool is_rested_on(const sidle_world *world, const unit *u, sidle_vec2 at) {
    const bodies *c = &world->bodies;
    uint32_t k = body_of(world, u);
    float radius = profile_of(world, u)->radius;
    window w = grid_window(c, at, radius + c->largest);
    FOR_EACH_BODY (c, w, other)
        if (discs_overlap(body_position(c, other), at, radius + c->radius[other]) &&
            owns_place(world, k, other))
            return true;
    return false;
}

/* The units that claim places while these are given. */
static uint32_t *claimants(const sidle_world *world) {
    return (uint32_t *)(void *)world->events + world->room;
}

/* The units that ask. */
static uint32_t *seekers(const sidle_world *world) {
    return (uint32_t *)(void *)world->events;
}

static bool claims_against(const sidle_world *world, const unit *u, const unit *other) {
    return other != u && other->flags & UNIT_CLAIMS &&
           on_one_layer(&world->bodies, body_of(world, u), body_of(world, other));
}

bool places_are_clear(const sidle_world *world, const unit *u, sidle_vec2 at) {
    float radius = profile_of(world, u)->radius;
    const uint32_t *list = claimants(world);
    for (uint32_t n = 0; n < world->claim_count; n++) {
        const unit *other = unit_at(world, list[n]);
        float radii = radius + profile_of(world, other)->radius;
        if (discs_overlap(other->cold->place, at, radii) && claims_against(world, u, other)) return false;
    }
    return !is_rested_on(world, u, at);
}

/* ---- side by side on a ring ---- */

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
    float radius = profile_of(world, u)->radius;
    ring_neighbour nearest = {.unit = NULL};
    window w = grid_window(c, at, 3 * radius + c->largest);
    FOR_EACH_BODY (c, w, k)
        if (owns_place(world, own, k) && !same_unit(unit_target(u), id_of(unit_at(world, k))))
            meet_neighbour(world, u, at, k, body_position(c, k), &nearest);
    for (uint32_t n = 0; n < world->claim_count; n++) {
        uint32_t k = claimants(world)[n];
        if (claims_against(world, u, unit_at(world, k)))
            meet_neighbour(world, u, at, k, unit_at(world, k)->cold->place, &nearest);
    }
    return nearest;
}

bool places_beside(const sidle_world *world, const unit *u, sidle_vec2 centre, float distance,
                   sidle_vec2 out, sidle_vec2 *direction) {
    sidle_vec2 at = vec_add(centre, vec_scale(out, distance));
    ring_neighbour n = neighbour_on_ring(world, u, at);
    if (!n.unit || n.gap >= 2 * profile_of(world, u)->radius) return false;
    sidle_vec2 to = vec_sub(n.place, centre);
    float away = vec_length(to), apart = n.radii * (1 + TOUCH_SHARE);
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

/* ---- asking ---- */

/* Can the order of the unit end in rest where it leads now? */
static bool may_end(const unit *u) {
    if (u->order == SIDLE_ORDER_PATROL || unit_is_by_itself(u)) return false;
    return unit_has_trait(u, TRAIT_ENDS_AT_GOAL | TRAIT_RESTS_BY_TARGET | TRAIT_KEEPS_RANGE) &&
           !path_goal_moves(u);
}

/* Does the unit drive back to the place that it has lent? */
static bool returns_to_place(const unit *u) {
    return unit_is_aside(u) && u->aim != AIM_PATH;
}

/* u: from the unit to where its order is content. */
static float way_to_content(const unit *u) {
    float straight = vec_distance(u->position, u->goal);
    float most = unit_has_trait(u, TRAIT_KEEPS_RANGE) ? u->cold->order->range.most : 0;
    return max_float(straight, path_left_of(u)) - most;
}

/* Does a unit with the same goal stand or drive in the way of the unit? */
static bool meets_its_crowd(const sidle_world *world, const unit *u) {
    const look_result *s = &u->cold->look;
    if (!(u->flags & UNIT_LOOKED) || !s->hit || !s->blocker.slot) return false;
    return share_goal(world, shown_of(u), shown_of_slot(world, s->blocker.slot - 1));
}

bool places_hold_back(const sidle_world *world, const unit *u) {
    return u->flags & UNIT_CLAIMS && meets_its_crowd(world, u);
}

/* Does what stands in the way of the unit stay there: terrain, past which the host has found no path
 * so far, or a body that rests for the same order? Behind others it waits, or pushes through. */
static bool is_shut_out(const sidle_world *world, const unit *u, const sidle_profile *p) {
    const look_result *s = &u->cold->look;
    if (u->decision == SIDLE_BLOCKED)
        return u->cold->escalation.backoff >= ASKED_IN_VAIN * p->replan_backoff;
    return s->hit && s->blocker.slot && s->blocker_stance && meets_its_crowd(world, u);
}

/* Has the unit got no nearer for long, on the way to its place, or where nothing will change? */
static bool has_given_up(const sidle_world *world, const unit *u, const sidle_profile *p) {
    if (u->cold->progress.stalled < GIVES_UP * p->patience) return false;
    return u->flags & UNIT_CLAIMS || is_shut_out(world, u, p);
}

/* Does the unit get no nearer to its place, or has it come to the corner before that? */
static bool wants_another(const unit *u, const sidle_profile *p) {
    /* Once each time that its patience is over: a look counts several ticks. */
    float now = u->cold->progress.stalled, before = now - max_float(p->look_interval, SHORTEST_LOOK);
    if ((int32_t)(now / p->patience) != (int32_t)(max_float(before, 0) / p->patience)) return true;
    return u->aim == AIM_CORNER && vec_distance(u->position, u->cold->return_point) <= p->radius;
}

void place_ask(const sidle_world *world, unit *u) {
    u->flags |= UNIT_SEEKS;
    world->sums[body_of(world, u) / ITEMS_A_PART].seeks = true;
}

/* A unit about whose target there is no room asks in vain, so it asks in one look of a few. */
static bool has_its_turn_to_ask(const sidle_world *world, const unit *u, const sidle_profile *p) {
    if (!unit_has_trait(u, TRAIT_KEEPS_RANGE | TRAIT_HUNTS) || world->last_dt <= 0) return true;
    uint64_t every = (uint64_t)(p->look_interval / world->last_dt) + 1;
    return ((world->tick + u->rank) / every) % ASKS_EVERY == 0;
}

void place_seek(const sidle_world *world, unit *u, const sidle_profile *p) {
    if (u->flags & UNIT_CLAIMS) {
        bool lost = is_rested_on(world, u, u->cold->place);
        bool hidden = u->aim == AIM_CORNER && fits_on_line_to(world, u, u->cold->place);
        if (hidden) u->aim = AIM_PLACE;
        if (lost) unit_release_place(u);
    }
    if (returns_to_place(u) && u->cold->progress.stalled >= p->patience) {
        u->flags |= UNIT_CLEARS; /* nobody else may stand there, so it passes through others */
        if (fits_on_line_to(world, u, u->cold->place)) u->aim = AIM_PLACE;
        return;
    }
    if (!may_end(u) && !returns_to_place(u)) return;
    bool led = u->flags & UNIT_GUIDED && (u->path_point.x != u->goal.x || u->path_point.y != u->goal.y);
    if (led && !(u->flags & UNIT_CLAIMS)) return; /* the host leads it point by point */
    if (!(u->flags & UNIT_CLAIMS) && !has_its_turn_to_ask(world, u, p)) return;
    bool near = u->flags & UNIT_CLAIMS || way_to_content(u) <= p->view_distance;
    if (near || meets_its_crowd(world, u) || has_given_up(world, u, p)) place_ask(world, u);
}

/* ---- what an order wants ---- */

/* A place that keeps off both ends of a range by a little, as the unit stops within that. */
static place_want want_of_range(const sidle_world *world, const unit *u) {
    const sidle_range *range = &u->cold->order->range;
    const sidle_profile *p = profile_of(world, u);
    const unit *target = unit_named(world, unit_target(u));
    float radii = p->radius + (target ? profile_of(world, target)->radius : 0);
    float most = approach_most(p, range);
    float inside = min_float(ON_PLACE * 4 * p->radius, 0.5f * (most - range->least));
    return (place_want){.centre = u->goal,
                        .least = radii + range->least + inside,
                        .most = radii + most - inside,
                        .beside = most - range->least < p->radius,
                        .sight = range->sight};
}

static place_want want_of(const sidle_world *world, const unit *u) {
    const sidle_profile *p = profile_of(world, u);
    bool squeezed = world->motions[body_of(world, u)].finds_none || has_given_up(world, u, p);
    if (u->flags & UNIT_CLEARS || squeezed)
        return (place_want){.centre = u->position, .nearest = true, .through = true};
    if (unit_is_aside(u)) return (place_want){.centre = u->cold->place, .by_way = true};
    if (unit_has_trait(u, TRAIT_KEEPS_RANGE)) return want_of_range(world, u);
    if (u->order != SIDLE_ORDER_PURSUE) return (place_want){.centre = u->goal, .by_way = true};
    const unit *target = unit_named(world, unit_target(u));
    float ring = p->radius * (1 + 0.5f * BESIDE_TARGET);
    if (target) ring += profile_of(world, target)->radius;
    return (place_want){.centre = u->goal, .least = ring, .most = ring, .beside = true};
}

static bool same_want(const place_want *a, const place_want *b) {
    return !a->nearest && !b->nearest && a->centre.x == b->centre.x && a->centre.y == b->centre.y &&
           a->least == b->least && a->most == b->most && a->sight == b->sight &&
           a->by_way == b->by_way;
}

/* ---- giving ---- */

/* The units with the same goal. */
typedef struct crowd {
    float reach;  /* u, from the goal to the farthest of their places */
    bool settles; /* some of them are still on the way to theirs */
} crowd;

static void meet_crowd(const sidle_world *world, const unit *u, const unit *other, sidle_vec2 place,
                       crowd *c) {
    if (other == u || !share_goal(world, shown_of(u), shown_of(other))) return;
    c->reach = max_float(c->reach, vec_distance(place, u->goal));
    c->settles = c->settles || other->flags & UNIT_CLAIMS;
}

/* Marks the places of others in the field. */
static crowd take_places(place_field *f) {
    const sidle_world *world = f->world;
    const bodies *c = &world->bodies;
    uint32_t self = body_of(world, f->u);
    float across = FIELD_SIDE * f->step;
    window w = grid_window_of_box(c, f->origin, vec(f->origin.x + across, f->origin.y + across));
    crowd met = {.reach = 0};
    FOR_EACH_BODY (c, w, k) {
        if (!owns_place(world, self, k)) continue;
        field_take(f, body_position(c, k), c->radius[k], true);
        meet_crowd(world, f->u, unit_at(world, k), body_position(c, k), &met);
    }
    for (uint32_t n = 0; n < world->claim_count; n++) {
        const unit *other = unit_at(world, claimants(world)[n]);
        if (!claims_against(world, f->u, other)) continue;
        field_take(f, other->cold->place, profile_of(world, other)->radius, false);
        meet_crowd(world, f->u, other, other->cold->place, &met);
    }
    return met;
}

/* u: where the unit would come to a stand. */
static sidle_vec2 stopping_point(const sidle_world *world, const unit *u) {
    const sidle_profile *p = profile_of(world, u);
    float speed = vec_length(u->velocity);
    sidle_vec2 at = vec_add(u->position, vec_scale(u->velocity, 0.5f * speed / p->acceleration));
    return fits_on_line_to(world, u, at) ? at : u->position;
}

static sidle_arrival arrival_at(const sidle_world *world, const unit *u, const place_want *want,
                                const found_place *found) {
    const sidle_profile *p = profile_of(world, u);
    if (want->nearest) return SIDLE_ARRIVAL_NO_ROOM;
    if (!want->by_way) return found->cost > 0 ? SIDLE_ARRIVAL_NO_ROOM : SIDLE_ARRIVAL_IN_RANGE;
    bool at_goal = vec_distance(found->place, u->goal) <= p->arrival_radius;
    return at_goal ? SIDLE_ARRIVAL_AT_GOAL : SIDLE_ARRIVAL_NEAR_GOAL;
}

/* The unit goes to the place from now on. */
static void take_claim(sidle_world *world, unit *u, const place_want *want,
                       const found_place *found) {
    uint32_t k = body_of(world, u);
    bool same = u->flags & UNIT_CLAIMS && u->cold->place.x == found->place.x &&
                u->cold->place.y == found->place.y;
    if (same && u->cold->return_point.x == found->corner.x &&
        u->cold->return_point.y == found->corner.y)
        return;
    if (!same) world->motions[k].settles = false;
    if (!(u->flags & UNIT_CLAIMS)) claimants(world)[world->claim_count++] = k;
    u->flags |= UNIT_CLAIMS | UNIT_LOOK;
    u->cold->place = found->place;
    u->cold->return_point = found->corner;
    bool hidden = found->corner.x != found->place.x || found->corner.y != found->place.y;
    u->aim = hidden ? AIM_CORNER : AIM_PLACE;
    bool comes_clear = u->flags & UNIT_CLEARS;
    if (unit_own_order_state(u)) u->cold->order->goal_then = u->goal;
    if (!comes_clear && !unit_is_aside(u)) u->cold->arrival = (uint32_t)arrival_at(world, u, want, found) & 3u;
    if (want->through) u->flags |= UNIT_CLEARS;
    if (!(u->flags & UNIT_UNDER_WAY)) {
        u->flags |= UNIT_UNDER_WAY;
        unit_unmark(u, UNIT_ARRIVED);
        path_start_afresh(u);
    }
    unit_keep_waypoint(u);
    if (u->decision == SIDLE_FREE || u->decision == SIDLE_IDLE) {
        u->decision = SIDLE_FREE;
        u->drive_target = unit_waypoint(u);
    }
    world->sums[k / ITEMS_A_PART].claims = true;
    world->sums[k / ITEMS_A_PART].still = false;
}

/* The place in the range straight before the unit: it needs no better one. */
static bool finds_range(const place_field *f, const unit *u, sidle_vec2 from, found_place *found) {
    const place_want *w = &f->want;
    if (w->by_way || w->nearest || u->flags & UNIT_CLAIMS) return false;
    sidle_vec2 off = vec_sub(from, w->centre), beside;
    float away = vec_length(off), distance = min_float(max_float(away, w->least), w->most);
    off = vec_direction(off, u->heading);
    if (w->beside && places_beside(f->world, u, w->centre, distance, off, &beside)) off = beside;
    sidle_vec2 at = vec_add(w->centre, vec_scale(off, distance));
    if (!places_are_clear(f->world, u, at) || !fits_on_line_to(f->world, u, at)) return false;
    *found = (found_place){at, at, 0};
    return field_sees_centre(f, at);
}

/* ---- exchanging ---- */

static float square_of_way(const unit *u, sidle_vec2 place) {
    sidle_vec2 way = vec_sub(place, u->position);
    return vec_dot(way, way);
}

/* Would both units have a shorter way, or one much shorter than the other longer, if they exchanged
 * their places? Squares: of two ways that cross, the longer one counts more. */
static bool should_exchange(const sidle_world *world, const unit *a, const unit *b) {
    if (a->profile != b->profile) return false;
    if (unit_is_by_itself(a) || unit_is_by_itself(b)) return false;
    sidle_vec2 of_a = a->cold->place, of_b = b->cold->place;
    float now = square_of_way(a, of_a) + square_of_way(b, of_b);
    float then = square_of_way(a, of_b) + square_of_way(b, of_a);
    return then < now && fits_on_line_to(world, a, of_b) && fits_on_line_to(world, b, of_a);
}

/* The unit goes to its place, which has changed. */
static void go_to_new_place(const sidle_world *world, unit *u, sidle_vec2 place,
                            uint32_t arrival) {
    world->motions[body_of(world, u)].settles = false;
    u->cold->place = u->cold->return_point = place;
    u->cold->arrival = arrival & 3u;
    u->aim = AIM_PLACE;
    u->flags |= UNIT_LOOK;
    u->cold->progress.nearest = path_left_of(u);
    unit_keep_waypoint(u);
    if (u->decision == SIDLE_FREE) u->drive_target = place;
}

static void exchange_claims(const sidle_world *world, unit *a, unit *b) {
    sidle_vec2 place = a->cold->place;
    uint32_t arrival = a->cold->arrival;
    go_to_new_place(world, a, b->cold->place, b->cold->arrival);
    go_to_new_place(world, b, place, arrival);
}

/* The unit exchanges its place for that of another one with the same goal, where that shortens their
 * ways the most. */
static bool exchange_for_shortest(sidle_world *world, unit *u) {
    unit *best = NULL;
    float most = 0;
    for (uint32_t n = 0; n < world->claim_count && u->flags & UNIT_CLAIMS; n++) {
        unit *other = unit_at(world, claimants(world)[n]);
        float gain = square_of_way(u, u->cold->place) + square_of_way(other, other->cold->place) -
                     square_of_way(u, other->cold->place) - square_of_way(other, u->cold->place);
        if (gain < most || (gain == most && (!best || other->rank > best->rank))) continue;
        if (!claims_against(world, u, other)) continue;
        if (!share_goal(world, shown_of(u), shown_of(other))) continue;
        if (!should_exchange(world, u, other)) continue;
        best = other;
        most = gain;
    }
    if (best) exchange_claims(world, u, best);
    return best;
}

/* The goal itself, when it is free and in sight: nothing is better. */
static bool finds_goal(const sidle_world *world, const unit *u, const place_want *want,
                       found_place *found) {
    if (!want->by_way || u->flags & UNIT_CLAIMS) return false;
    if (!fits_on_line_to(world, u, want->centre)) return false;
    if (!places_are_clear(world, u, want->centre)) return false;
    *found = (found_place){want->centre, want->centre, 0};
    return true;
}

/* The same for a unit near its goal, which needs no field then. */
static bool gets_goal(sidle_world *world, unit *u) {
    place_want want = want_of(world, u);
    found_place found;
    if (way_to_content(u) > profile_of(world, u)->view_distance) return false;
    if (!finds_goal(world, u, &want, &found)) return false;
    take_claim(world, u, &want, &found);
    exchange_for_shortest(world, u);
    return true;
}

/* Has the unit got no nearer for a while? Before that, a way may open. */
static bool has_tried(const unit *u, const sidle_profile *p) {
    return u->cold->progress.stalled >= p->patience;
}

static void give_place(sidle_world *world, place_field *f, const crowd *others, unit *u) {
    found_place found;
    motion *m = &world->motions[body_of(world, u)];
    bool rests = !(u->flags & (UNIT_UNDER_WAY | UNIT_CLEARS));
    /* Nothing off its range is any better for a unit at rest, nor as long as a place may be left. */
    f->want.exact = rests || (!f->want.by_way && (others->settles || !has_tried(u, f->profile)));
    sidle_vec2 from = stopping_point(world, u);
    if (!finds_goal(world, u, &f->want, &found) && !finds_range(f, u, from, &found) &&
        !field_find(f, u, from, &found)) {
        bool ends = m->finds_none || rests || !has_tried(u, f->profile);
        if (ends) unit_unmark(u, UNIT_SEEKS);
        m->finds_none = true;
        return;
    }
    unit_unmark(u, UNIT_SEEKS);
    take_claim(world, u, &f->want, &found);
    exchange_for_shortest(world, u);
    field_take(f, found.place, f->profile->radius, false);
}

/* Has the unit a claim already, or come so near that it sees the crowd, which reaches so far (u)? */
static bool is_in_view(const sidle_world *world, const unit *u, float reach) {
    return u->flags & UNIT_CLAIMS || !(u->flags & UNIT_UNDER_WAY) ||
           way_to_content(u) <= reach + profile_of(world, u)->view_distance;
}

/* Makes the field of the first unit of a list, and gives places to all units of it that want the
 * same. */
static void give_places_of_one_want(sidle_world *world, uint32_t *list, uint32_t count) {
    const unit *first = unit_at(world, list[0]);
    place_want want = want_of(world, first);
    place_field f;
    field_begin(&f, world, first, &want);
    crowd others = take_places(&f);
    for (uint32_t n = 0; n < count; n++) {
        unit *u = unit_at(world, list[n]);
        if (!(u->flags & UNIT_SEEKS)) continue;
        place_want its = want_of(world, u);
        bool same = u->profile == first->profile && u->ghost == first->ghost &&
                    same_want(&want, &its);
        if (u != first && !same) continue;
        if (want.nearest || is_in_view(world, u, others.reach))
            give_place(world, &f, &others, u);
        else
            unit_unmark(u, UNIT_SEEKS);
    }
}

/* ---- reaching ---- */

/* Does a body at rest overlap the unit there by more than touching? */
static bool rests_inside_another(const sidle_world *world, uint32_t k, sidle_vec2 at) {
    const bodies *c = &world->bodies;
    window w = grid_window(c, at, c->radius[k] + c->largest);
    FOR_EACH_BODY (c, w, other) {
        if (other == k || !on_one_layer(c, k, other) || !body_stance(c, other)) continue;
        if (come_clear_overlap(c, k, at, other)) return true;
    }
    return false;
}

/* Has the unit come to its place in this tick, or as near as others let it? */
static bool is_reached(const sidle_world *world, const unit *u, sidle_vec2 at) {
    const sidle_profile *p = profile_of(world, u);
    float distance = vec_distance(at, u->cold->place);
    float rounding = 2 * max_float(u->cold->place.x, u->cold->place.y) * LAST_PLACE;
    if (distance > max_float(p->arrival_radius, rounding)) return false;
    if (distance > rounding) {
        if (unit_is_aside(u) && distance > ON_PLACE * p->radius) return false;
        if (vec_length(u->velocity) > p->acceleration * STOPS_WITHIN) return false;
        sidle_vec2 moved = vec_sub(at, u->position), to = vec_sub(u->cold->place, at);
        bool near = distance <= ON_PLACE * p->radius && !unit_is_aside(u);
        if (!near && vec_dot(moved, to) > 0) return false;
    }
    return !rests_inside_another(world, body_of(world, u), at);
}

/* Another unit has still to come past this one, to a place of the same goal that is nearer to that:
 * this one stays ready to exchange places with it, for as long as its patience lasts. So a crowd
 * comes to rest from the inside out, and leaves no holes. */
static bool lets_others_in(const sidle_world *world, const unit *u) {
    float radius = profile_of(world, u)->radius, own = vec_distance(u->cold->place, u->goal);
    if (u->cold->progress.stalled >= LETS_IN_FOR * profile_of(world, u)->patience) return false;
    for (uint32_t n = 0; n < world->claim_count; n++) {
        uint32_t k = claimants(world)[n];
        const unit *other = unit_at(world, k);
        if (other == u || world->motions[k].settles) continue;
        if (vec_distance(other->cold->place, u->cold->place) > LETS_IN * radius) continue;
        if (vec_distance(other->cold->place, u->goal) >= own) continue;
        if (!unit_is_by_itself(other) && share_goal(world, shown_of(u), shown_of(other))) return true;
    }
    return false;
}

/* Which units come to rest on their places in this tick. */
static void settle(const sidle_world *world) {
    const uint32_t *list = claimants(world);
    for (uint32_t n = 0; n < world->claim_count; n++) {
        const unit *u = unit_at(world, list[n]);
        motion *m = &world->motions[list[n]];
        m->settles = u->aim == AIM_PLACE && is_reached(world, u, m->position);
    }
    for (uint32_t n = 0; n < world->claim_count; n++) {
        const unit *u = unit_at(world, list[n]);
        motion *m = &world->motions[list[n]];
        bool soft = m->settles && !unit_is_by_itself(u) && lets_others_in(world, u);
        m->waits_on_place = soft;
    }
}

/* ---- by rank ---- */

/* Heap sort (J. W. J. Williams 1964): it needs no memory. */
static void sift_by_rank(const sidle_world *world, uint32_t *list, uint32_t at, uint32_t count) {
    for (uint32_t child; (child = 2 * at + 1) < count; at = child) {
        bool second = child + 1 < count && unit_at(world, list[child])->rank <
                                               unit_at(world, list[child + 1])->rank;
        child += second;
        if (unit_at(world, list[at])->rank >= unit_at(world, list[child])->rank) return;
        uint32_t moved = list[at];
        list[at] = list[child];
        list[child] = moved;
    }
}

static void sort_by_rank(const sidle_world *world, uint32_t *list, uint32_t count) {
    for (uint32_t at = count / 2; at-- > 0;) sift_by_rank(world, list, at, count);
    for (uint32_t last = count; last-- > 1;) {
        uint32_t moved = list[0];
        list[0] = list[last];
        list[last] = moved;
        sift_by_rank(world, list, 0, last);
    }
}

/* Collects those that ask, and all that claim a place. */
static uint32_t collect(sidle_world *world) {
    uint32_t asking = 0;
    world->claim_count = 0;
    for (uint32_t part = 0; part < parts_of(world->living); part++) {
        span s = part_span(part, world->living);
        for (uint32_t k = s.first; k < s.end && world->sums[part].seeks; k++) {
            if (!(unit_at(world, k)->flags & UNIT_SEEKS)) continue;
            seekers(world)[asking++] = k;
            world->motions[k].finds_none = false;
        }
        world->sums[part].seeks = false;
    }
    for (uint32_t part = 0; part < parts_of(world->living); part++) {
        span s = part_span(part, world->living);
        for (uint32_t k = s.first; k < s.end && world->sums[part].claims; k++)
            if (unit_at(world, k)->flags & UNIT_CLAIMS)
                claimants(world)[world->claim_count++] = k;
    }
    return asking;
}

void places_grant(sidle_world *world) {
    uint32_t count = collect(world), fields = 0, *list = seekers(world);
    settle(world);
    sort_by_rank(world, list, count);
    for (uint32_t n = 0; n < count; n++) {
        unit *u = unit_at(world, list[n]);
        bool goes_on = u->flags & UNIT_CLAIMS && !wants_another(u, profile_of(world, u));
        if (u->flags & UNIT_SEEKS && (exchange_for_shortest(world, u) || goes_on || gets_goal(world, u)))
            unit_unmark(u, UNIT_SEEKS);
        for (; u->flags & UNIT_SEEKS && fields < FIELDS_A_TICK; fields++)
            give_places_of_one_want(world, list + n, count - n);
        if (u->flags & UNIT_SEEKS) u->flags |= UNIT_LOOK; /* it asks again */
        unit_unmark(u, UNIT_SEEKS);
    }
}
