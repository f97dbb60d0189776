/* Places. A place is a disc on which one unit rests (claims.c says which are taken). Units ask for
 * one in LOOK, from the state as the tick began (place_want.c says when, and what they want). After
 * contacts one thread gives the places, in the order of rank, and finds out who has come to rest.
 *
 * Which. The order says what a place costs, and a share of the unit's way there is added:
 * place_field.c finds the place of least cost that the unit can reach. One search field serves all
 * units that want the same. Two units of one goal exchange their places where that shortens both
 * ways.
 *
 * When. A unit on its place about a goal stays under way as long as it sees others of its crowd on
 * their way, or one of them has the place beside its own, nearer to the goal, and nobody rests
 * beside it. Then it looks once more whether a nearer place has come free, and comes to rest.
 *
 * Shut out. A crowd may shut a unit that rests under its order out of a good part of what is free.
 * Then the unit looks for a place past the crowd (goes_past). Those in its way make room, or take
 * that place and leave theirs to the unit (place_hand_on()).
 *
 * A unit that steps aside lends its place: it keeps the claim, and returns there (jam.c). One
 * that came to rest inside others (place_want.c) gets the nearest place. */
#include "places/places.h"

#include "base/measures.h"
#include "base/sort.h"
#include "orders/condition.h"
#include "orders/path_following.h"
#include "places/claims.h"
#include "places/place_field.h"
#include "places/way_round.h"
#include "world/patience.h"
#include "world/shown.h"
#include "world/spatial_grid.h"
#include "world/terrain.h"
#include "world/transitions.h"

#include <assert.h>

/* Fields: a tick makes no more in a world of up to 8192 units. It bounds the cost of a tick in
 * which thousands of units ask for places; the units that get none ask again. */
enum { FIELDS_A_TICK = 32 };

/* A larger world makes a field for each part of its units, or those of high ranks would never get
 * their turn. */
static uint32_t most_fields(const sidle_world *world) {
    uint32_t parts = parts_of(world->living);
    return parts > FIELDS_A_TICK ? parts : FIELDS_A_TICK;
}

/* The units that ask for a place or claim one; then those alone that ask. */
static uint32_t *place_list(const sidle_world *world) {
    return (uint32_t *)(void *)world->events;
}

/* ---- giving ---- */

static bool is_between(sidle_vec2 at, sidle_vec2 low, sidle_vec2 high) {
    return at.x >= low.x && at.y >= low.y && at.x <= high.x && at.y <= high.y;
}

/* Marks the places of all units but the one for which the field was made. */
static void mark_others(place_field *f, sidle_vec2 low, sidle_vec2 high) {
    const sidle_world *world = f->world;
    const bodies *c = &world->bodies;
    uint32_t self = body_of(world, f->u);
    bool leaves = f->want.wide && !unit_has_way(f->u); /* it was put down inside others */
    window w = grid_window_of_box(c, low, high), squares = claim_window_of_box(world, low, high);
    FOR_EACH_BODY (c, w, k) {
        sidle_vec2 at = body_position(c, k);
        if (!is_between(at, low, high)) continue;
        bool owns = owns_place(world, self, k);
        float within =
            leaves ? 0 : bars_within(world, f->u, k, owns, f->want.through, f->want.past);
        if (owns || within > 0) field_mark(f, at, c->radius[k], within);
    }
    FOR_EACH_CLAIM(world, squares, k) {
        sidle_vec2 place = claimed_place(world, k);
        if (is_between(place, low, high) && claims_against(world, f->u, unit_at(world, k)))
            field_mark(f, place, c->radius[k], 0);
    }
}

static bool is_of_crowd(const place_field *f, const unit *other) {
    return other != f->u && share_goal(f->world, shown_of(f->u), shown_of(other));
}

/* u: the distance from the goal to the farthest place in the field of a unit with the same goal;
 * < 0: there is none. With `any` the search ends at the first such place. */
static float reach_of_crowd(const place_field *f, bool any) {
    const sidle_world *world = f->world;
    const bodies *c = &world->bodies;
    uint32_t self = body_of(world, f->u);
    float reach = -1;
    sidle_vec2 low, high;
    field_corners(f, 0, 0, FIELD_SIDE, &low, &high);
    window w = grid_window_of_box(c, low, high), squares = claim_window_of_box(world, low, high);
    FOR_EACH_BODY (c, w, k) {
        sidle_vec2 at = body_position(c, k);
        if (!is_between(at, low, high) || !owns_place(world, self, k)) continue;
        if (!is_of_crowd(f, unit_at(world, k))) continue;
        reach = max_float(reach, vec_distance(at, f->u->goal));
        if (any) return reach;
    }
    FOR_EACH_CLAIM(world, squares, k) {
        const unit *other = unit_at(world, k);
        sidle_vec2 place = claimed_place(world, k);
        if (!is_between(place, low, high) || !is_of_crowd(f, other)) continue;
        if (!claims_against(world, f->u, other)) continue;
        reach = max_float(reach, vec_distance(place, f->u->goal));
        if (any) return reach;
    }
    return reach;
}

/* Makes the field of the unit. For one whose goal nobody shares the points lie closer, as its place
 * need not fit those of a crowd, and its whole disc has to get from one to the next: a gap a little
 * narrower than that would keep it from its goal for good. */
static void make_field(place_field *f, const sidle_world *world, const unit *u, place_want *want) {
    if (want_by_way(want)) {
        field_frame(f, world, u, want);
        want->alone = reach_of_crowd(f, true) < 0;
    }
    field_begin(f, world, u, want, mark_others);
}

/* u: where the unit would come to a stand. */
static sidle_vec2 stopping_point(const sidle_world *world, const unit *u) {
    const sidle_profile *p = profile_of(world, u);
    float speed = vec_length(u->velocity);
    sidle_vec2 at = vec_add(u->position, vec_scale(u->velocity, 0.5f * speed / p->acceleration));
    return fits_on_line_to(world, u, at) ? at : u->position;
}

/* Where a unit goes: to its place, round a corner if that is hidden. */
typedef struct way_to_place {
    sidle_vec2 place, corner; /* u; the corner is the place, if that is in sight */
    bool gave_up;             /* what is noted for the arrival */
} way_to_place;

static way_to_place way_of(const unit *u) {
    sidle_vec2 place = u->cold->place;
    bool gave_up = u->arrival == ARRIVAL_NONE;
    return (way_to_place){place, u->aim == AIM_CORNER ? u->cold->corner : place, gave_up};
}

/* The unit, which rested under its order and had stalled for so long (s), has got a place: where
 * its order ends, or a better one to rest on for now. */
static void gets_on(unit *u, float stalled, bool comes_clear) {
    if (comes_clear || u->arrival == ARRIVAL_NONE)
        u->cold->progress.stalled = stalled;
    else
        unit_tell(u, SIDLE_EVENT_GETS_ON);
}

/* What is noted of an order that wants no place by way: since when it tries. One that has given up
 * tries no more when it rests: steer_target.c. */
static void note_want(const sidle_world *world, unit *u, const place_want *want) {
    order_state *order = unit_own_order_state(u);
    const sidle_profile *p = profile_of(world, u);
    if (!order) return;
    order->goal_then = u->goal;
    if (!want_by_way(want)) order->clock = has_given_up(world, u, p) ? (double)patience_of(p) : 0;
}

static bool claims_that(const unit *u, sidle_vec2 place) {
    return unit_claims_place(u) && u->cold->place.x == place.x && u->cold->place.y == place.y;
}

/* The unit goes to the place from now on. */
static void take_claim(sidle_world *world, unit *u, const place_want *want,
                       const found_place *found) {
    uint32_t k = body_of(world, u);
    bool comes_clear = unit_clears(u);
    bool rested = !unit_is_under_way(u), kept = rested && unit_is_kept(u);
    float stalled = u->cold->progress.stalled;
    sidle_vec2 corner = way_of(u).corner;
    bool same = claims_that(u, found->place);
    bool goes_on = same && corner.x == found->corner.x && corner.y == found->corner.y;
    world->motions[k].keeps_place = same;
    if (goes_on && !want->through) return;
    if (!goes_on) claim_change(world, u, found->place);
    u->goes_past = want->past;
    if (kept && !comes_clear) path_resume(u);
    unit_take_place(u, want->through);
    if (goes_on) {
        unit_keep_waypoint(u);
        return;
    }
    u->flags |= UNIT_LOOK;
    unit_unmark(u, UNIT_GETS_ON);
    go_to_place(world, u, found->corner);
    float *nearest = &u->cold->progress.nearest; /* a place farther on is no step back */
    if (!same && *nearest > 0) *nearest = max_float(*nearest, path_left_of(u));
    note_want(world, u, want);
    if (!comes_clear && !unit_is_aside(u))
        u->arrival =
            want->kind == WANT_NEAREST || found->shut_out ? ARRIVAL_NONE : SIDLE_ARRIVAL_NEAR_GOAL;
    bool refused = u->cold->escalation.refused;
    if (rested) path_start_afresh(u);
    u->cold->escalation.refused = refused;
    if (kept) gets_on(u, stalled, comes_clear);
    unit_keep_waypoint(u);
    if (u->decision == SIDLE_DECISION_FREE || u->decision == SIDLE_DECISION_IDLE)
        unit_decide(u, SIDLE_DECISION_FREE, unit_waypoint(u));
    world->sums[k / ITEMS_A_PART].claims = true;
    world->sums[k / ITEMS_A_PART].awake = 1;
}

/* ---- exchanging ---- */

/* u^2, of the way there from the unit. Squares: of two ways that cross, the longer one counts more.
 */
static float square_of_way(const unit *u, const way_to_place *to) {
    float way = vec_distance(u->position, to->corner) + vec_distance(to->corner, to->place);
    return way * way;
}

/* u^2: by so much the sum of both ways becomes smaller when the units exchange their places; 0: it
 * does not become clearly smaller. */
static float gain_of_exchange(const unit *a, const unit *b) {
    way_to_place of_a = way_of(a), of_b = way_of(b);
    float now = square_of_way(a, &of_a) + square_of_way(b, &of_b);
    float exchanged = square_of_way(a, &of_b) + square_of_way(b, &of_a);
    return exchanged < (1 - CLEARLY_BETTER) * now ? now - exchanged : 0;
}

/* Do both units have the same order, and would they stand alike on each other's places? */
static bool are_alike(const sidle_world *world, const unit *a, const unit *b) {
    if (a->profile != b->profile || a->order != b->order) return false;
    if (unit_is_by_itself(a) || unit_is_by_itself(b)) return false;
    if (unit_clears(a) || unit_clears(b)) return false;
    return share_goal(world, shown_of(a), shown_of(b));
}

/* May two units that are alike take the place of each other? */
static bool may_exchange(const sidle_world *world, const unit *a, const unit *b) {
    place_want of_order_a = want_of_order(world, a), of_order_b = want_of_order(world, b);
    if (of_order_a.most != of_order_b.most || of_order_a.least != of_order_b.least) return false;
    return leads_straight_to(world, a, way_of(b).corner) &&
           leads_straight_to(world, b, way_of(a).corner);
}

/* The unit goes to its place, which has changed. */
static void go_to_new_place(sidle_world *world, unit *u, const way_to_place *to) {
    world->motions[body_of(world, u)].settles = false;
    claim_change(world, u, to->place);
    u->arrival = to->gave_up ? ARRIVAL_NONE : SIDLE_ARRIVAL_NEAR_GOAL;
    go_to_place(world, u, to->corner);
    u->flags |= UNIT_LOOK;
    u->cold->progress.nearest = path_left_of(u);
    unit_keep_waypoint(u);
    unit_follow_waypoint(u);
}

/* The unit exchanges its place for that of another one in view with the same goal, where that
 * shortens their ways the most. */
static bool exchange_for_shortest(sidle_world *world, unit *u) {
    const bodies *c = &world->bodies;
    unit *best = NULL;
    float most = 0;
    if (!unit_claims_place(u)) return false;
    window w = grid_window(c, u->position, profile_of(world, u)->view_distance);
    FOR_EACH_BODY (c, w, k) {
        unit *other = unit_at(world, k);
        if (!has_in_view(world, u, k) || !claims_against(world, u, other)) continue;
        if (!are_alike(world, u, other)) continue;
        float gain = gain_of_exchange(u, other);
        if (gain < most || (gain == most && (!best || other->rank > best->rank))) continue;
        if (!may_exchange(world, u, other)) continue;
        best = other;
        most = gain;
    }
    if (!best) return false;
    way_to_place of_u = way_of(u), of_best = way_of(best);
    go_to_new_place(world, u, &of_best);
    go_to_new_place(world, best, &of_u);
    return true;
}

/* ---- handing on ---- */

bool hands_on_to(const sidle_world *world, const unit *u, uint32_t k) {
    const bodies *c = &world->bodies;
    bool by_way = !unit_has_trait(u, TRAIT_KEEPS_RANGE | TRAIT_HUNTS);
    bool drives = by_way && unit_has_way(u) && unit_claims_place(u) && !unit_clears(u);
    bool waits = body_stance(c, k) != STANCE_UNDER_WAY && !body_clears(c, k) &&
                 shown_has_trait(shown_at(world, k), TRAIT_IS_LATER);
    return drives && waits && share_goal(world, shown_of(u), shown_at(world, k));
}

/* u: the way of a unit to the place from a position. */
static float way_from(sidle_vec2 from, const way_to_place *to) {
    return vec_distance(from, to->corner) + vec_distance(to->corner, to->place);
}

/* Would the unit fit there, when the other one has left its place? Two of one profile fit alike. */
static bool fits_instead(const sidle_world *world, const unit *u, sidle_vec2 at,
                         const unit *leaves) {
    return u->profile == leaves->profile || (disc_fits(world, profile_of(world, u), at) &&
                                             places_are_clear_but_for(world, u, at, leaves));
}

bool is_about_its_place(const sidle_world *world, const unit *u) {
    return u->aim == AIM_PLACE &&
           vec_distance(u->position, u->cold->place) < profile_of(world, u)->radius;
}

bool place_hand_on(sidle_world *world, unit *u, unit *other) {
    /* As of this tick it waits on its place, or rests under its order. */
    bool waits = unit_has_way(other) && is_about_its_place(world, other) && !unit_clears(other);
    way_to_place to = way_of(u), its = {other->position, other->position, true};
    if (waits) its = way_of(other);
    float nearer = way_from(u->position, &to) - way_from(other->position, &to);
    if (!waits && (unit_is_under_way(other) || !unit_is_kept(other))) return false;
    if (nearer <= profile_of(world, u)->radius) return false;
    if (!fits_instead(world, other, to.place, u)) return false;
    if (!fits_instead(world, u, its.place, other)) return false;
    go_to_new_place(world, u, &its);
    u->goes_past = false;
    if (waits) {
        go_to_new_place(world, other, &to);
        return true;
    }
    place_want want = want_of_order(world, other);
    want.past = true;
    take_claim(world, other, &want,
               &(found_place){.place = to.place, .corner = to.corner, .shut_out = to.gave_up});
    return true;
}

/* The point of the range straight before the unit. */
static sidle_vec2 point_in_range(const sidle_world *world, const unit *u, const place_want *w,
                                 sidle_vec2 from) {
    sidle_vec2 off = vec_sub(from, w->centre), beside;
    float distance = min_float(max_float(vec_length(off), w->least), w->most);
    off = vec_direction(off, u->heading);
    if (w->kind == WANT_RING && places_beside(world, u, w->centre, distance, off, &beside))
        off = beside;
    return vec_add(w->centre, vec_scale(off, distance));
}

/* The point that is better than any other one, if it is free: the goal itself, the range straight
 * before the unit, or, of the nearest places, the one where the unit comes to a stand. */
static sidle_vec2 best_point(const sidle_world *world, const unit *u, const place_want *w) {
    if (want_by_way(w)) return w->anew ? w->centre : place_beside_neighbours(world, u, w->centre);
    sidle_vec2 at = stopping_point(world, u);
    return w->kind == WANT_NEAREST ? at : point_in_range(world, u, w, at);
}

/* No field is needed when the best point is free and in sight. */
static bool finds_straight(const sidle_world *world, const unit *u, const place_want *w,
                           found_place *found) {
    if (unit_claims_place(u) && w->kind != WANT_NEAREST && !w->anew) return false;
    sidle_vec2 at = best_point(world, u, w);
    if (!places_are_clear(world, u, at) || !leads_straight_to(world, u, at)) return false;
    *found = (found_place){.place = at, .corner = at};
    return want_by_way(w) || w->kind == WANT_NEAREST || want_is_met(world, w, at);
}

static bool gets_straight(sidle_world *world, unit *u) {
    place_want want = want_of(world, u);
    found_place found;
    if (!is_content_within(u, path_view(profile_of(world, u), u, world->last_dt))) return false;
    if (!finds_straight(world, u, &want, &found)) return false;
    take_claim(world, u, &want, &found);
    exchange_for_shortest(world, u);
    return true;
}

/* A unit that would come to a stand in its range, where no other place is, stays there. A place
 * farther on, which was the nearest one when it was claimed, is left to others. */
static bool stays_in_range(sidle_world *world, unit *u) {
    if (!unit_claims_place(u) || !unit_has_way(u) || !unit_has_trait(u, TRAIT_KEEPS_RANGE))
        return false;
    place_want want = want_of(world, u);
    sidle_vec2 at = stopping_point(world, u);
    float on_way = vec_distance(at, u->cold->place);
    if (want.kind == WANT_NEAREST || on_way <= profile_of(world, u)->radius) return false;
    if (!want_is_met(world, &want, at) || !places_are_clear(world, u, at)) return false;
    take_claim(world, u, &want, &(found_place){.place = at, .corner = at});
    return true;
}

/* Is the unit shut out by others than its crowd, and for so short a time that they may let it
 * through? */
static bool may_get_through(const sidle_world *world, const unit *u, const place_want *want) {
    return want_by_way(want) && !meets_its_crowd(world, u) &&
           !has_given_up(world, u, profile_of(world, u));
}

/* The way of a unit alone may leave the window of its fine lattice, and the crowd inside which a
 * unit looks for the nearest place may fill it: they look on one as coarse as that of a crowd, too.
 */
static bool finds_farther(place_field *f, const unit *u, sidle_vec2 from, found_place *found) {
    place_want want = f->want;
    if (!want.alone && want.kind != WANT_NEAREST) return false;
    want.alone = false;
    want.wide = want.kind == WANT_NEAREST;
    field_begin(f, f->world, u, &want, mark_others);
    return field_find(f, u, from, found);
}

/* Can the unit brake to a stand within one tick, or on a way that is nothing to its place? */
static bool can_stop_here(const unit *u, const sidle_profile *p, float dt) {
    float in_tick = p->acceleration * dt * ROUNDING_MARGIN;
    return vec_length(u->velocity) <= in_tick || is_nearly_standing(p, u->velocity);
}

/* A unit that can reach no free place comes to rest where it is, unless it drives too fast to stop
 * there. On its goal it does so inside others, too, and moves out of them as soon as a place is
 * free. */
static void rest_without_place(const sidle_world *world, unit *u) {
    const sidle_profile *p = profile_of(world, u);
    float off = vec_distance(u->position, u->goal);
    if (!unit_has_way(u) || !can_stop_here(u, p, world->last_dt)) return;
    if (off > p->tuning.arrival_radius && is_inside_another(world, u, false)) return;
    claim_end(world, u);
    u->arrival = ARRIVAL_NONE;
    path_arrive(world, u);
}

/* A unit that enemies shut in does not get out of those inside which it was put down: under an
 * order it rests where it is, and tries again after its patience. */
static bool rests_inside_enemies(const sidle_world *world, unit *u) {
    bool by_order = unit_has_way(u);
    if (!unit_clears(u) || !unit_claims_place(u) || !(by_order || unit_is_kept(u))) return false;
    if (!is_long_stalled(u, profile_of(world, u)) || !is_inside_another(world, u, true))
        return false;
    claim_end(world, u);
    u->arrival = ARRIVAL_NONE;
    if (by_order) path_arrive(world, u);
    unit_rest_here(u);
    unit_mark_clear(u);
    return true;
}

/* `rests`: the unit rests under its order. */
static bool finds_place(place_field *f, const place_want *want, const unit *u, bool rests,
                        found_place *found) {
    const sidle_world *world = f->world;
    sidle_vec2 from = stopping_point(world, u);
    /* Nothing off its range is any better for a unit that rests off its range. */
    f->want.exact = want->exact || (rests ? !want_by_way(want) : may_get_through(world, u, want));
    if (finds_straight(world, u, &f->want, found) || field_find(f, u, from, found) ||
        finds_farther(f, u, from, found))
        return true;
    if (!f->want.exact || want->exact || u->aim != AIM_CORNER) return false;
    f->want.exact = false; /* it drives to a place off its range, and goes on round the corner */
    return field_find(f, u, from, found);
}

static void finds_none(sidle_world *world, place_field *f, unit *u, bool rests) {
    motion *m = &world->motions[body_of(world, u)];
    bool nearest = f->want.kind == WANT_NEAREST;
    bool tried = unit_is_aside(u) ? has_given_up(world, u, f->profile)
                                  : !f->want.exact && !rests && is_out_of_patience(u, f->profile);
    if (m->finds_none || nearest || !tried) unit_unmark(u, UNIT_SEEKS);
    m->finds_none = m->keeps_place = true;
    if (nearest && is_long_stalled(u, f->profile)) rest_without_place(world, u);
    if (unit_claims_place(u)) field_take(f, u->cold->place, f->profile->radius);
}

static void give_place(sidle_world *world, place_field *f, const place_want *want, unit *u) {
    found_place found = {.cost = 0};
    bool rests = !unit_is_under_way(u) && !unit_clears(u);
    bool finds = finds_place(f, want, u, rests, &found);
    motion *m = &world->motions[body_of(world, u)];
    if (rests && want_by_way(want) && !finds) {
        if (found.shut_out && !m->finds_none) { /* in this tick it looks for one past its crowd */
            m->finds_none = true;
            return;
        }
        unit_unmark(u, UNIT_SEEKS | UNIT_GETS_ON);
        if (joins_its_crowd(world, u, u->position, found.shut_out))
            condition_met(u, SIDLE_ARRIVAL_NEAR_GOAL);
        return;
    }
    if (!finds) {
        finds_none(world, f, u, rests);
        return;
    }
    unit_unmark(u, UNIT_SEEKS);
    /* The place that it leaves stays taken in this field, and so do the two that it exchanges. */
    if (unit_claims_place(u) && u != f->u) field_take(f, u->cold->place, f->profile->radius);
    take_claim(world, u, &f->want, &found);
    field_take(f, found.place, f->profile->radius);
    if (exchange_for_shortest(world, u)) field_take(f, u->cold->place, f->profile->radius);
}

/* Has the unit no claim yet, and is it so far away that it sees its goal only if its crowd reaches
 * out to it? */
static bool comes_from_afar(const sidle_world *world, const unit *u, float reach) {
    return !unit_claims_place(u) && unit_is_under_way(u) &&
           !is_content_within(u, reach + path_view(profile_of(world, u), u, world->last_dt));
}

/* By the hash of a goal: how many of the units that ask have such a goal; 255 also stands for more.
 * The memory is that of `due`, which is free between CONTACT and END. */
static uint8_t *askers_of(const sidle_world *world, sidle_vec2 goal) {
    uint64_t hash = load_pair(&goal) * 0x9e3779b97f4a7c15u; /* D. E. Knuth, by the golden ratio */
    return &world->due[(hash >> 32) % world->room];
}

static void count_askers(const sidle_world *world, const uint32_t *list, uint32_t count) {
    memset(world->due, 0, world->room);
    for (uint32_t n = 0; n < count; n++) {
        uint8_t *askers = askers_of(world, unit_at(world, list[n])->goal);
        *askers = (uint8_t)(*askers + (*askers < UINT8_MAX));
    }
}

/* May units beside the first one want the same? Nearly all goals are of one unit, and need no look
 * at what the others want. */
static bool others_may_want(const sidle_world *world, const unit *first, const place_want *want) {
    const uint8_t *askers = askers_of(world, want->centre);
    return want->kind != WANT_NEAREST && *askers > (askers == askers_of(world, first->goal));
}

/* Can the unit want the same, by what its record says? */
static bool may_want(const unit *u, const place_want *want) {
    return u->flags & UNIT_SEEKS && u->goal.x == want->centre.x && u->goal.y == want->centre.y;
}

/* Does the unit, which shares the goal, want the same of the same others as the first one? */
static bool wants_the_same(const sidle_world *world, const unit *u, const unit *first,
                           const place_want *want) {
    const uint32_t *team = world->bodies.team;
    place_want its = want_of(world, u);
    return u->profile == first->profile && u->ghost == first->ghost &&
           team[body_of(world, u)] == team[body_of(world, first)] && same_want(want, &its);
}

/* Does the unit, which asks in each of its looks, have a place to which it drives on? */
static bool goes_on_to_place(const sidle_world *world, const unit *u) {
    return unit_claims_place(u) && !wants_another(world, u, profile_of(world, u)) &&
           !has_lost_own_place(world, u);
}

/* Makes the field of the first unit of a list, and gives places to all units of it that want the
 * same. */
static void give_places_of_one_want(sidle_world *world, uint32_t *list, uint32_t count) {
    const unit *first = unit_at(world, list[0]);
    place_want want = want_of(world, first);
    place_field f;
    place_want made = want;
    make_field(&f, world, first, &made);
    if (!others_may_want(world, first, &want)) count = 1;
    bool afar = false;
    for (uint32_t n = 0; n < count && want.kind != WANT_NEAREST; n++) {
        const unit *u = unit_at(world, list[n]);
        afar |= (u == first || may_want(u, &want)) && comes_from_afar(world, u, 0);
    }
    float reach = afar ? max_float(reach_of_crowd(&f, false), 0) : 0;
    for (uint32_t n = 0; n < count; n++) {
        unit *u = unit_at(world, list[n]);
        if (u != first && !(may_want(u, &want) && wants_the_same(world, u, first, &want))) continue;
        if (want.kind == WANT_RING && u != first && goes_on_to_place(world, u)) continue;
        if (want.kind != WANT_NEAREST && comes_from_afar(world, u, reach))
            unit_unmark(u, UNIT_SEEKS);
        else
            give_place(world, &f, &want, u);
    }
}

/* ---- reaching ---- */

/* Is the unit, which claims a place, off it, and waits for others to pass or to rest, or is it on
 * its way back there? */
static bool is_off_place(const sidle_world *world, const unit *u) {
    const sidle_profile *p = profile_of(world, u);
    float reach = max_float(p->tuning.arrival_radius, ON_PLACE * p->radius);
    sidle_vec2 at = world->motions[body_of(world, u)].position;
    return (unit_waits(u) || unit_is_aside(u)) && vec_distance(at, u->cold->place) > reach;
}

/* Would the unit, if it came to rest there in this tick, overlap a unit that rests, a claimed
 * place, or the body of a unit that claims one? Of two units that come to rest in the same tick
 * each asks for the other one. A body that waits for this unit to rest does not count, nor does one
 * that returns to its own place: in a lane it would keep this unit from resting, and this unit it
 * from passing. */
static bool is_clear_at(const sidle_world *world, const unit *u, sidle_vec2 at) {
    const bodies *c = &world->bodies;
    uint32_t k = body_of(world, u);
    float reach = c->radius[k] + c->largest;
    window w = grid_window(c, at, reach + world->claims_moved);
    FOR_EACH_BODY (c, w, other) {
        const unit *its = unit_at(world, other);
        if (claims_against(world, u, its) && !is_off_place(world, its) &&
            overlap_at_rest(c, k, at, other, world->motions[other].position))
            return false;
        if (other != k && on_one_layer(c, k, other) && body_stance(c, other) &&
            overlap_at_rest(c, k, at, other, body_position(c, other)))
            return false;
    }
    window squares = claim_window(world, at, reach);
    FOR_EACH_CLAIM(world, squares, other)
    if (overlap_at_rest(c, k, at, other, claimed_place(world, other)) &&
        claims_against(world, u, unit_at(world, other)))
        return false;
    return true;
}

/* u: so far from its place a unit may come to rest when others let it no nearer. */
static float reach_of_place(const unit *u, const sidle_profile *p) {
    bool lands = tries_to_land(u, p) || unit_is_aside(u);
    return lands ? ON_PLACE * p->radius : p->tuning.arrival_radius;
}

/* Does the unit come nearer to its place? It may do so by less than a position can show. */
static bool comes_nearer(const sidle_world *world, const unit *u, sidle_vec2 at, float rounding) {
    sidle_vec2 moved = vec_sub(at, u->position), to = vec_sub(u->cold->place, at);
    bool hidden = vec_length(u->velocity) * world->last_dt < rounding;
    if (moved.x == 0 && moved.y == 0 && hidden) moved = u->velocity;
    return vec_dot(moved, to) > 0;
}

/* Mathematics: so many last places of a coordinate rounding makes of a distance at most. */
enum { ROUNDINGS = 4 };

/* Has the unit come to its place in this tick, or as near as others let it? One that has lent its
 * place returns to the very point, or it would drift from one time to the next. */
static bool is_reached(const sidle_world *world, const unit *u, sidle_vec2 at, float dt) {
    const sidle_profile *p = profile_of(world, u);
    float distance = vec_distance(at, u->cold->place);
    float rounding = ROUNDINGS * max_float(u->cold->place.x, u->cold->place.y) * LAST_PLACE;
    if (distance > max_float(reach_of_place(u, p), rounding)) return false;
    if (!can_stop_here(u, p, dt)) return false;
    float there = max_float(unit_is_aside(u) ? 0 : ON_PLACE * p->radius, rounding);
    if (distance > there && comes_nearer(world, u, at, rounding)) return false;
    return is_clear_at(world, u, at);
}

/* What the host is told of the unit that comes to rest there: units that gave up keep what was
 * noted with their claim. */
static sidle_arrival arrival_at(const sidle_world *world, const unit *u, sidle_vec2 at) {
    place_want want = want_of_order(world, u);
    if (!want_by_way(&want))
        return want_is_met(world, &want, at) ? SIDLE_ARRIVAL_IN_RANGE : ARRIVAL_NONE;
    bool at_goal = vec_distance(at, u->goal) <= profile_of(world, u)->tuning.arrival_radius;
    return at_goal ? SIDLE_ARRIVAL_AT_GOAL : (sidle_arrival)u->arrival;
}

/* Another unit in view, of the same goal, is still on its way: this one stays ready to make room
 * for it and to exchange places with it, until the other one would give up. So a crowd comes to
 * rest from its far end, leaves no holes, and shuts no unit in. A unit that has stood on its place
 * no longer counts, even if others push it off: a crowd through which a friend patrols would not
 * rest for minutes. With only those units whose way leads past this one, units that rest
 * close the way of others that they do not see, and point1000 takes 88 s instead of 64 s. */
static bool lets_others_pass(const sidle_world *world, const unit *u) {
    const bodies *c = &world->bodies;
    const sidle_profile *p = profile_of(world, u);
    window w = grid_window(c, u->position, p->view_distance);
    FOR_EACH_BODY (c, w, k) {
        const unit *other = unit_at(world, k);
        if (!has_in_view(world, u, k) || !claims_against(world, u, other)) continue;
        if (world->motions[k].settles) continue;
        if (unit_is_by_itself(other) || unit_clears(other)) continue;
        if (other->queue_state == QUEUE_WAITS || other->queue_state == QUEUE_TRIES) continue;
        if (is_long_stalled(other, profile_of(world, other))) continue;
        if (other->stood || other->arrival == ARRIVAL_NONE) continue;
        if (share_goal(world, shown_of(u), shown_of(other))) return true;
    }
    return false;
}

/* u: from a place to one beside it. The gap is smaller than the radius, so it has no room for one
 * more. */
static float reach_of_neighbour(float radius, float its) {
    return 2 * radius + its;
}

/* Does a body rest for good beside the place of the unit? */
static bool has_neighbour_at_rest(const sidle_world *world, const unit *u) {
    const bodies *c = &world->bodies;
    uint32_t k = body_of(world, u);
    sidle_vec2 place = u->cold->place;
    window w = grid_window(c, place, reach_of_neighbour(c->radius[k], c->largest));
    FOR_EACH_BODY (c, w, other) {
        if (other == k || !on_one_layer(c, k, other) || !body_stance(c, other)) continue;
        float reach = reach_of_neighbour(c->radius[k], c->radius[other]);
        if (vec_distance(body_position(c, other), place) < reach &&
            !unit_is_kept(unit_at(world, other)))
            return true;
    }
    return false;
}

/* Does a unit of its crowd, which is on its way, claim a place beside that of the unit, nearer to
 * their goal? As long as nobody rests beside it, the unit cannot know whether that one comes: it
 * may stand apart from its crowd in the end. */
static bool awaits_neighbour(const sidle_world *world, const unit *u) {
    const bodies *c = &world->bodies;
    uint32_t k = body_of(world, u);
    sidle_vec2 place = u->cold->place;
    float way = vec_distance(place, u->goal);
    window squares = claim_window(world, place, reach_of_neighbour(c->radius[k], c->largest));
    FOR_EACH_CLAIM(world, squares, other) {
        const unit *its = unit_at(world, other);
        sidle_vec2 beside = claimed_place(world, other);
        float reach = reach_of_neighbour(c->radius[k], c->radius[other]);
        if (vec_distance(beside, place) >= reach || vec_distance(beside, u->goal) >= way) continue;
        if (world->motions[other].settles || !claims_against(world, u, its)) continue;
        if (unit_is_by_itself(its)) continue;
        if (share_goal(world, shown_of(u), shown_of(its))) return !has_neighbour_at_rest(world, u);
    }
    return false;
}

/* Has nothing blocked the unit for its patience? Then a unit on its place has stood there for that
 * time, or it came there without a halt. */
static bool has_been_free(const sidle_world *world, const unit *u) {
    return u->cold->escalation.unblocked >= patience_of(profile_of(world, u));
}

/* The unit comes to rest under its order. One that has made room may rest off its range now, or in
 * it for the first time: the host is told so. */
static void note_arrival(const sidle_world *world, unit *u, sidle_vec2 at) {
    uint32_t arrival = (uint32_t)arrival_at(world, u, at) & 3u;
    bool was_off = u->arrival == ARRIVAL_NONE, is_off = arrival == ARRIVAL_NONE;
    u->arrival = arrival & 3u;
    if (!unit_is_aside(u) || was_off == is_off) return;
    unit_tell(u, is_off ? SIDLE_EVENT_STUCK : SIDLE_EVENT_ARRIVED);
    if (is_off) unit_own_order_state(u)->clock = (double)patience_of(profile_of(world, u));
}

/* Has the unit yet to look whether a place nearer to its goal is free, before it comes to rest?
 * Others have claimed places since it found its own, and some of them have gone elsewhere. */
static bool has_to_look_once_more(const sidle_world *world, const unit *u) {
    bool keeps = world->motions[body_of(world, u)].keeps_place;
    return !keeps && u->arrival == SIDLE_ARRIVAL_NEAR_GOAL && !unit_clears(u) &&
           !has_given_up(world, u, profile_of(world, u));
}

static void look_once_more(const sidle_world *world, unit *u) {
    place_ask(world, u);
    world->motions[body_of(world, u)].impatient = true;
}

/* Which of these units come to rest on their places in this tick. `asks`: places are yet to be
 * given in it. */
static void settle(const sidle_world *world, const uint32_t *list, uint32_t count, float dt,
                   bool asks) {
    for (uint32_t n = 0; n < count; n++) {
        unit *u = unit_at(world, list[n]);
        motion *m = &world->motions[list[n]];
        m->settles =
            unit_claims_place(u) && u->aim == AIM_PLACE && is_reached(world, u, m->position, dt);
        if (m->settles && has_been_free(world, u)) u->stood = true;
        bool moves_on = unit_is_aside(u) && unit_has_trait(u, TRAIT_KEEPS_RANGE);
        if (m->settles && (!unit_is_by_itself(u) || moves_on)) note_arrival(world, u, m->position);
    }
    for (uint32_t n = 0; n < count; n++) {
        unit *u = unit_at(world, list[n]);
        motion *m = &world->motions[list[n]];
        /* A unit that gets no nearer rests at once: condition.c lets it go on. */
        bool waits = !unit_is_by_itself(u) && u->arrival != ARRIVAL_NONE;
        /* A unit in its range still moves on for others at rest. Between a hunter and its prey
         * nobody passes. */
        waits &= !unit_has_trait(u, TRAIT_KEEPS_RANGE | TRAIT_HUNTS);
        bool soft =
            m->settles && waits && (lets_others_pass(world, u) || awaits_neighbour(world, u));
        bool looks = m->settles && waits && !soft && has_to_look_once_more(world, u);
        if (looks && asks) look_once_more(world, u);
        m->waits_on_place = soft || looks;
    }
}

/* Does the unit stand on its place, and has a unit that stepped aside a place that overlaps it? */
static bool is_on_place_of_one_aside(const sidle_world *world, const unit *u) {
    sidle_vec2 place = u->cold->place;
    float reach = ON_PLACE * profile_of(world, u)->radius;
    if (unit_is_by_itself(u) || vec_distance(u->position, place) > reach) return false;
    return claim_is_anothers(world, u, place);
}

/* A unit that has stepped aside comes back to its place. A unit that was to rest there loses its
 * claim and looks for another place, or both would wait for ever. */
static void clear_places_of_those_aside(const sidle_world *world, const uint32_t *list,
                                        uint32_t count) {
    for (uint32_t n = 0; n < count; n++) {
        unit *u = unit_at(world, list[n]);
        if (unit_claims_place(u) && !world->motions[list[n]].settles &&
            is_on_place_of_one_aside(world, u))
            claim_end(world, u);
    }
}

/* ---- by rank ---- */

static bool has_lower_rank(const void *world, uint32_t a, uint32_t b) {
    return unit_at(world, a)->rank < unit_at(world, b)->rank;
}

/* Several threads find the few units with which places_grant() works. Their motions are read for
 * that, which are a quarter as long as the units. */
void places_list_part(sidle_world *world, uint32_t part) {
    part_sum *sum = &world->sums[part];
    sum->listed = 0;
    if (!sum->seeks && !sum->claims) return;
    span s = part_span(part, world->living);
    for (uint32_t k = s.first; k < s.end; k++) {
        const unit *u = unit_at(world, k);
        motion *m = &world->motions[k];
#ifdef SIDLE_CHECKED
        assert(m->asks_or_claims || !unit_asks_or_claims(u));
#endif
        if (!m->asks_or_claims || !unit_asks_or_claims(u)) continue;
        world->lists_of_parts[part].units[sum->listed++] = (uint8_t)(k - s.first);
        if (unit_claims_place(u)) m->claim.place = u->cold->place;
    }
    sum->seeks = false;
}

/* Collects the units that ask for a place or claim one. Returns how many there are. */
static uint32_t collect(sidle_world *world, uint32_t *list) {
    uint32_t count = 0;
    for (uint32_t part = 0; part < parts_of(world->living); part++) {
        part_sum *sum = &world->sums[part];
        const uint8_t *units = world->lists_of_parts[part].units;
        for (uint32_t n = 0; n < sum->listed; n++) list[count++] = part * ITEMS_A_PART + units[n];
        sum->listed = 0;
    }
    return count;
}

/* Removes the units that do not ask from the list. Returns how many units are left. */
static uint32_t keep_seekers(const sidle_world *world, uint32_t *list, uint32_t count) {
    uint32_t asking = 0;
    for (uint32_t n = 0; n < count; n++) {
        if (!(unit_at(world, list[n])->flags & UNIT_SEEKS)) continue;
        world->motions[list[n]].finds_none = false;
        list[asking++] = list[n];
    }
    return asking;
}

/* Searches a way for each unit that asks for one. Returns how many fields that took; ways and
 * places together may take `most`. */
static uint32_t grant_ways(sidle_world *world, const uint32_t *list, uint32_t count,
                           uint32_t most) {
    uint32_t fields = 0;
    for (uint32_t n = 0; n < count; n++) {
        unit *u = unit_at(world, list[n]);
        if (!(u->flags & UNIT_SEEKS) || !u->cold->escalation.seeks_way) continue;
        unit_unmark(u, UNIT_SEEKS);
        u->flags |= UNIT_LOOK;
        if (fields++ < most) way_round_grant(world, u);
        u->cold->escalation.seeks_way = false;
    }
    return fields < most ? fields : most;
}

uint32_t places_begin(sidle_world *world) {
    uint32_t *list = place_list(world), count = world->living ? collect(world, list) : 0;
    if (world->living) claims_begin(world, list, count);
    return count;
}

void places_grant(sidle_world *world, uint32_t count, float dt) {
    uint32_t *list = place_list(world);
    for (uint32_t n = 0; n < count; n++) world->motions[list[n]].keeps_place = false;
    settle(world, list, count, dt, true);
    clear_places_of_those_aside(world, list, count);
    count = keep_seekers(world, list, count);
    sort_numbers(list, count, has_lower_rank, world);
    if (count) count_askers(world, list, count);
    uint32_t most = most_fields(world), fields = grant_ways(world, list, count, most);
    for (uint32_t n = 0; n < count; n++) {
        unit *u = unit_at(world, list[n]);
        if (u->flags & UNIT_SEEKS && rests_inside_enemies(world, u)) unit_unmark(u, UNIT_SEEKS);
        if (u->flags & UNIT_SEEKS && (stays_in_range(world, u) || exchange_for_shortest(world, u) ||
                                      goes_on_to_place(world, u) || gets_straight(world, u)))
            unit_unmark(u, UNIT_SEEKS);
        for (; u->flags & UNIT_SEEKS && fields < most; fields++)
            give_places_of_one_want(world, list + n, count - n);
        if (u->flags & UNIT_SEEKS) u->flags |= UNIT_LOOK; /* it asks again */
        unit_unmark(u, UNIT_SEEKS);
    }
    settle(world, list, count, dt, false); /* a fast unit may have got a place where it stands */
}
