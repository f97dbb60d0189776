/* Who asks for a place to rest on, and what it wants of that place.
 *
 * A unit asks when what is left of its way lies within its view, or when it sees the places of
 * others with the same goal. It wants another place when a body has come to rest on its own, when
 * it cannot get there, or when it has come to the corner before it.
 *
 * No room. A unit that has got no nearer for twice the time that makes it stuck wants the nearest
 * place that it can reach, and its arrival says so. */
#include "places/place_want.h"

#include "base/measures.h"
#include "orders/facing.h"
#include "orders/path_following.h"
#include "orders/waits_for.h"
#include "places/claims.h"
#include "world/patience.h"
#include "world/place.h"
#include "world/shown.h"
#include "world/spatial_grid.h"
#include "world/transitions.h"

#include <assert.h>

/* ---- asking ---- */

/* Can the order of the unit end in rest where it leads now? */
static bool may_end(const unit *u) {
    if (u->order == SIDLE_ORDER_PATROL || unit_is_by_itself(u)) return false;
    return unit_has_trait(u, TRAIT_ENDS_AT_GOAL | TRAIT_RESTS_BY_TARGET | TRAIT_KEEPS_RANGE) &&
           !path_goal_moves(u);
}

/* Does the unit drive to a place without an order of the host: back to its own place after it gave
 * way, or out of other units? */
static bool returns_or_clears(const unit *u) {
    return unit_is_by_itself(u) && unit_claims_place(u) && !unit_yields(u);
}

bool meets_its_crowd(const sidle_world *world, const unit *u) {
    const look_result *s = &u->cold->look;
    if (!(u->flags & UNIT_LOOKED) || !s->hit || !s->blocker.slot) return false;
    return are_one_crowd(world, shown_of(u), shown_of_slot(world, s->blocker.slot - 1));
}

bool meets_one_that_stays(const sidle_world *world, const unit *u) {
    const look_result *s = &u->cold->look;
    if (!(u->flags & UNIT_LOOKED) || !s->hit || !s->blocker.slot || !s->blocker_stance)
        return false;
    return meets_spared_enemy(world, u) ||
           !share_goal(world, shown_of(u), shown_of_slot(world, s->blocker.slot - 1));
}

bool places_hold_back(const sidle_world *world, const unit *u) {
    if (unit_claims_place(u)) return meets_its_crowd(world, u);
    return unit_has_trait(u, TRAIT_HUNTS) &&
           is_content_within(u, path_view(profile_of(world, u), u, world->last_dt));
}

/* Does what stands in the way of the unit stay there? Terrain; or an enemy that is as solid, and
 * rests or drives by itself, past which the host has found no path so far; or a body that rests
 * for the same order; or what holds the unit although its look finds nothing. Behind others it
 * waits, or pushes through. */
static bool is_shut_out(const sidle_world *world, const unit *u, const sidle_profile *p) {
    const look_result *s = &u->cold->look;
    /* The back-off has doubled twice: the unit has asked three times in vain. */
    bool in_vain = u->cold->escalation.backoff > 2 * p->tuning.replan_backoff;
    if (u->decision == SIDLE_DECISION_BLOCKED) return in_vain;
    if (!s->blocker.slot) return path_is_held(world, u);
    if (s->blocker_stance == STANCE_UNDER_WAY) return false;
    return meets_its_crowd(world, u) ||
           (meets_spared_enemy(world, u) && (in_vain || unit_has_target(u)));
}

/* A unit that waits for others, which go elsewhere, leaves it to the first of them. One with a
 * target does not: in a battle those before it may stay where they are. */
bool has_given_up(const sidle_world *world, const unit *u, const sidle_profile *p) {
    if (u->cold->escalation.no_path) return true;
    if (!is_long_stalled(u, p)) return false;
    if (!unit_claims_place(u)) return is_shut_out(world, u, p);
    return unit_has_target(u) || meets_its_crowd(world, u) || waits_at_head(world, u);
}

bool wants_another(const sidle_world *world, const unit *u, const sidle_profile *p) {
    if (world->motions[body_of(world, u)].impatient) return true;
    return u->aim == AIM_CORNER && vec_distance(u->position, u->cold->corner) <= p->radius;
}

void go_to_place(const sidle_world *world, unit *u, sidle_vec2 corner) {
    bool hidden = corner.x != u->cold->place.x || corner.y != u->cold->place.y;
    bool goes_on = u->aim == AIM_PLACE || u->aim == AIM_CORNER;
    float before = goes_on ? path_left_of(u) : 0;
    if (hidden)
        u->cold->corner = corner;
    else if (u->aim != AIM_PLACE && !unit_is_aside(u))
        facing_begin_trail(world, u);
    u->aim = hidden ? AIM_CORNER : AIM_PLACE;
    /* From corner to corner, and from there straight to the place, the way turns out to be longer
     * or shorter than it looked: that is neither a step back nor one ahead. */
    float *nearest = &u->cold->progress.nearest, left = path_left_of(u);
    if (*nearest <= 0) return;
    if (goes_on)
        *nearest = max_float(*nearest + left - before, 0);
    else if (hidden)
        *nearest = max_float(*nearest, left);
}

void place_seek(const sidle_world *world, unit *u, const sidle_profile *p, float passed) {
    if (unit_claims_place(u)) {
        bool lost = has_lost_place(world, u);
        bool hidden = u->aim == AIM_CORNER && leads_straight_to(world, u, u->cold->place);
        if (hidden) {
            go_to_place(world, u, u->cold->place);
            unit_keep_waypoint(u);
        }
        if (lost && !unit_is_by_itself(u)) unit_lose_place(u);
        bool moved_on = unit_is_aside(u) && unit_has_trait(u, TRAIT_KEEPS_RANGE);
        if (lost && moved_on) u->flags |= UNIT_GETS_ON;
    }
    if (!may_end(u) && !returns_or_clears(u)) return;
    bool led =
        u->flags & UNIT_GUIDED && (u->path_point.x != u->goal.x || u->path_point.y != u->goal.y);
    if (led && !unit_claims_place(u)) return; /* the host leads it point by point */
    bool near = unit_claims_place(u) || is_content_within(u, path_view(p, u, world->last_dt));
    if (!near && !meets_its_crowd(world, u) && !has_given_up(world, u, p)) return;
    place_ask(world, u);
    world->motions[body_of(world, u)].impatient = loses_patience(u, p, passed);
}

/* ---- coming clear ---- */

/* A unit that comes to rest inside others, or is put there by the host, comes clear of them: it
 * asks for the nearest place where it overlaps nobody, and drives there by itself, through the
 * bodies inside which it stood.
 *
 * A body that was clear when it came to rest keeps its place. Of two bodies that were not, the one
 * that wins ties keeps its place, so a heap comes apart from its first unit outwards. */

/* Is the unit clear of all bodies that keep their places? */
static bool is_clear(const sidle_world *world, const unit *u) {
    const bodies *c = &world->bodies;
    uint32_t k = body_of(world, u);
    float radius = c->radius[k];
    window w = grid_window(c, u->position, radius + c->largest);
    FOR_EACH_BODY (c, w, other)
        if (overlap_at_rest(c, k, u->position, other, body_position(c, other)) &&
            gives_up_place(world, k, other))
            return false;
    return true;
}

void come_clear_look(const sidle_world *world, unit *u) {
    assert(!unit_is_under_way(u));
    bool rolls = u->velocity.x != 0 || u->velocity.y != 0; /* it was told to stop */
    if (rolls || !body_stance(&world->bodies, body_of(world, u))) {
        u->flags |= UNIT_LOOK; /* as the tick began, it was still under way */
        return;
    }
    unit_unmark(u, UNIT_LOOK);
    if (is_clear(world, u))
        unit_mark_clear(u);
    else
        place_ask(world, u);
}

/* ---- what a unit wants ---- */

bool has_lost_own_place(const sidle_world *world, const unit *u) {
    return returns_or_clears(u) &&
           (has_lost_place(world, u) || claim_is_anothers(world, u, u->cold->place));
}

/* Its own place again, through all others when it is stuck. When it has lost that place: the point
 * beside the unit that rests there, or else the nearest place. */
static place_want want_of_returning(const sidle_world *world, const unit *u) {
    const sidle_profile *p = profile_of(world, u);
    bool lost = has_lost_own_place(world, u);
    sidle_vec2 place = u->cold->place;
    if (lost) place = place_beside_neighbours(world, u, place);
    return (place_want){.kind = WANT_RETURN,
                        .centre = place,
                        .exact = !lost ||
                                 (disc_fits(world, p, place) && places_are_clear(world, u, place)),
                        .through = is_out_of_patience(u, p),
                        .anew = lost};
}

/* A unit that has moved on in its range, and does not get to its place there, takes any other place
 * in the range. */
static bool moves_on_again(const sidle_world *world, const unit *u) {
    return unit_has_trait(u, TRAIT_KEEPS_RANGE) && is_out_of_patience(u, profile_of(world, u));
}

place_want want_of(const sidle_world *world, const unit *u) {
    const sidle_profile *p = profile_of(world, u);
    bool found_none = world->motions[body_of(world, u)].finds_none, clears = unit_clears(u);
    if (unit_is_aside(u) && !found_none && !moves_on_again(world, u))
        return want_of_returning(world, u);
    /* A unit that rests under its order asks for what the order wants. */
    bool gives_up = unit_is_under_way(u) && (found_none || has_given_up(world, u, p));
    if (clears || gives_up)
        return (place_want){.kind = WANT_NEAREST,
                            .centre = u->position,
                            .through = true,
                            .anew = has_lost_own_place(world, u)};
    place_want want = want_of_order(world, u);
    want.whole = is_stalled(u, p);
    want.anew = unit_is_aside(u) && !found_none;
    want.past = unit_has_way(u) ? u->goes_past : unit_is_kept(u) && found_none;
    return want;
}

bool same_want(const place_want *a, const place_want *b) {
    return a->kind == b->kind && a->kind != WANT_NEAREST && a->centre.x == b->centre.x &&
           a->centre.y == b->centre.y && a->least == b->least && a->most == b->most &&
           a->sight == b->sight && a->through == b->through && a->exact == b->exact &&
           a->anew == b->anew && a->past == b->past && a->whole == b->whole;
}
