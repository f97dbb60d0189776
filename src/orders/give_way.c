/* Giving way: a unit that rests without an order, or has arrived, steps aside for a friend who
 * could get on only by squeezing through it, and returns to its place when the friend has passed.
 * A unit that holds is never asked, and nobody moves who was not asked.
 *
 * The way of a unit under way is the strip from its body to the point that its last look chose,
 * between bodies if no way is free. A look without a free way marks all those in this strip that
 * may step aside (give_way_ask), so they go no farther than the gap lacks. A unit that is held
 * though its look is free, between the corner of a wall and a friend, marks those beside it, too,
 * if there is no way round (way_round.c).
 *
 * The marked ones decide when all units have looked (give_way_part): each drives straight aside
 * until it has left the strip or terrain stops it, or on ahead in a lane too narrow for both, but
 * no farther from its place than it sees. The unit that asks drives on through the gap if it may
 * squeeze through it. A unit that is aside yields to friends under way in contact. Looks of others
 * take it to stay where it is: at its velocity it would seem to cross the next gap. The units that
 * it touches are asked in turn (give_way_decide): they let themselves be moved, so a second row
 * makes room for the first one. When no strip leads over its place any more, a unit drives back.
 *
 * Units that are aside must not keep each other in motion when the friend is by. So what is handed
 * on is a time: a unit in a strip lets itself be moved, and asks those that it touches, for
 * LETS_BE_MOVED; one that is asked by touch for one look interval less than the one that touches
 * it. The largest such time shrinks as soon as nobody asks, so all of them end. A unit keeps the
 * claim to the place that it has left (places.c), so it finds that free. Only for an enemy that
 * stands on its place it makes room, as for a friend.
 *
 * A unit on its way back drives round others or waits for them. After its patience it asks them to
 * make room: in a block of units at rest there is no other way in. Two rules keep such units from
 * asking each other for ever. A unit that stepped aside for an order ignores units on their way
 * back. A unit that stepped aside only for units on their way back never asks.
 *
 * A unit does not ask if it can go round. It does not ask a unit at rest that covers its goal or
 * shares it, as nothing would be gained. A unit that has asked in vain for its patience goes on as
 * if nobody gave way. Units aside then stop waiting for it to pass, as it may be waiting for them.
 *
 * Of others a unit reads their bodies, and their looks, which nobody writes at that time. A mark
 * lives from the looks of a tick to the end of the same tick. Without one, a crowd at rest costs
 * nothing. */
#include "orders/give_way.h"

#include "base/measures.h"
#include "orders/facing.h"
#include "orders/path_following.h"
#include "orders/steer_target.h"
#include "world/patience.h"
#include "world/place.h"
#include "world/shown.h"
#include "world/spatial_grid.h"
#include "world/terrain.h"
#include "world/transitions.h"

#include <assert.h>

/* Times the patience: a unit asks in vain for its patience, and again after twice the time until it
 * is stuck, as others may have left by then. */
#define ASKS_AGAIN (2 * STUCK)

/* Radii of the unit that asks: it asks units up to so far ahead, as far as it sees by default. At 6
 * 43 units of maps/doorway_two_way set out again after arrival. */
#define ASKS_AHEAD 10

/* A unit that has stepped aside does not return while its place is within so much of the way
 * ahead. */
#define FAR_AHEAD (2 * ASKS_AHEAD)

/* Of both radii: a unit that is moved asks those that are nearer. */
#define IN_TOUCH (1 + 2 * ROOM_LEFT)

/* Moments (moment_of()): a unit that was asked lets others move it for so long, and asks each unit
 * that it touches for one look interval less. So as many rows make room as look intervals pass in
 * this time. At 1 31 units of maps/doorway_two_way set out again after arrival. */
static const float LETS_BE_MOVED = 0.75f;

/* The strip in which a unit under way is about to drive. */
typedef struct strip {
    const shown *whose;
    sidle_vec2 from, direction; /* u; length 1 */
    float length, radius;       /* u, >= 0; u, of the unit */
    float share;                /* of both radii: half its width */
    float far;                  /* u, >= length: how far ahead nobody is to return */
} strip;

/* What a unit has to know of the strips near it. */
typedef struct nearby {
    bool asked;      /* it stands on the strip of a unit that asks */
    strip asker;     /* that of the nearest such unit; of equals, of the one that wins ties */
    bool back_taken; /* a strip leads over its place, or over the way back to there */
    float touched;   /* s, the longest for which one that has stepped aside asks it by touch */
    bool for_order;  /* one of them asks for a unit that drives by an order */
} nearby;

/* ---- ways ---- */

/* Share of both radii: a strip is as wide as what a look finds free, as it takes an overlap below
 * the profile's `graze` for none. The strip is wider than that by what cannot be seen, so that a
 * unit that has just left it does not seem to lie in it by rounding. */
static float share_of_strip(const look_result *look, const sidle_profile *p) {
    bool held = look->asks && !look->hit;
    return held ? IN_TOUCH : 1 + 2 * IMPERCEPTIBLE - p->tuning.graze;
}

/* u: half the width of the strip that a disc has to leave. */
static float strip_width(const strip *w, float radius) {
    return (radius_with_room(w->radius) + radius) * w->share;
}

/* Does a disc overlap the way? */
static bool lies_within(const strip *w, float length, sidle_vec2 point, float radius) {
    sidle_vec2 to = vec_sub(point, w->from);
    float along = min_float(max_float(vec_dot(to, w->direction), 0), length);
    sidle_vec2 off = vec_sub(to, vec_scale(w->direction, along));
    float width = strip_width(w, radius);
    return vec_dot(off, off) < width * width;
}

static bool lies_on(const strip *w, sidle_vec2 point, float radius) {
    return lies_within(w, w->length, point, radius);
}

/* The way from the point along a look: straight to the point that the look chose, or to the end of
 * a free trace. */
static strip strip_along(sidle_vec2 from, sidle_vec2 origin, const look_result *look,
                         const sidle_profile *p) {
    float radius = p->radius;
    sidle_vec2 end = vec_add(origin, vec_scale(look->direction, look->reach));
    if (look->hit)
        end = look_result_cell(look, origin, p->tuning.look_cell, look->row,
                               look_result_column(look));
    sidle_vec2 to = vec_sub(end, from), direction = look->direction;
    if (look->hit) direction = vec_direction(to, direction);
    float ahead = max_float(vec_dot(to, direction), 0);
    float asked = min_float(ahead, ASKS_AHEAD * radius), most = FAR_AHEAD * radius;
    return (strip){.from = from,
                   .direction = direction,
                   .length = asked,
                   .far = look->asks && ahead > asked ? most : min_float(ahead, most),
                   .radius = radius,
                   .share = share_of_strip(look, p)};
}

/* Does the other body stand on the place that the unit of body k has lent? */
static bool stands_on_lent_place(const sidle_world *world, uint32_t k, uint32_t other) {
    const bodies *c = &world->bodies;
    const shown *s = shown_at(world, k);
    return shown_is_aside(s) &&
           places_overlap(shown_place(s), c->radius[k], body_position(c, other), c->radius[other]);
}

/* Does the unit of body k give way to that of the other body? By its profile; and a unit that has
 * stepped aside gives way to an enemy on its place, too, as it cannot return before that one has
 * left. */
static bool is_for(const sidle_world *world, uint32_t k, uint32_t other) {
    uint32_t whom = shown_profile(world, shown_at(world, k))->give_way;
    if (whom == SIDLE_GIVE_WAY_NEVER) return false;
    return whom == SIDLE_GIVE_WAY_ALL || are_friends(&world->bodies, k, other) ||
           stands_on_lent_place(world, k, other);
}

bool gives_way_to(const sidle_world *world, uint32_t k, uint32_t other) {
    const shown *s = shown_at(world, k);
    return is_for(world, k, other) && shown_has_trait(s, TRAIT_GIVES_WAY) &&
           shown_top_speed(world, s) > 0;
}

/* Does the strip lead over the place to which the unit returns, or over its way there? */
static bool crosses_way_back(const strip *w, const unit *u, sidle_vec2 own, float radius) {
    sidle_vec2 back = vec_sub(own, u->position);
    for (int n = 0; n <= PLACES_TRIED; n++) {
        sidle_vec2 point = vec_add(u->position, vec_scale(back, (float)n / PLACES_TRIED));
        if (lies_within(w, w->far, point, radius)) return true;
    }
    return false;
}

static bool is_nearer_asker(const strip *w, const strip *than, sidle_vec2 point) {
    float near = vec_distance(w->from, point), far = vec_distance(than->from, point);
    return near < far || (near == far && unit_before(w->whose, than->whose));
}

/* Adds what the strip of the other body means to the unit of body k, whose own place is at `own`.
 */
static void meet_strip(const sidle_world *world, uint32_t k, uint32_t other, sidle_vec2 own,
                       nearby *n) {
    const bodies *c = &world->bodies;
    const unit *u = unit_at(world, k);
    const shown *whose = shown_at(world, other);
    const look_result *look = shown_look(whose);
    strip its = strip_along(body_position(c, other), shown_look_origin(whose), look,
                            shown_profile(world, whose));
    its.whose = whose;
    n->back_taken = n->back_taken || crosses_way_back(&its, u, own, c->radius[k]);
    if (!look->asks || !lies_on(&its, u->position, c->radius[k])) return;
    if (!n->asked || is_nearer_asker(&its, &n->asker, u->position)) n->asker = its;
    n->asked = true;
    n->for_order |= !look->for_return;
}

static bool touches(const bodies *c, uint32_t k, uint32_t other) {
    float touching = (c->radius[k] + c->radius[other]) * IN_TOUCH;
    sidle_vec2 apart = vec_sub(body_position(c, k), body_position(c, other));
    return vec_dot(apart, apart) < touching * touching;
}

static bool ignores_returning(const unit *u) {
    return unit_is_aside(u) && !u->for_return;
}

/* Does such a look of another unit mean nothing to this one? */
static bool is_no_matter(const unit *u, const look_result *look) {
    if (look->drives == DRIVES_IN_VAIN) return true;
    if (look->for_return && ignores_returning(u)) return true;
    return look->drives == DRIVES_BACK && !look->asks;
}

/* What all units under way for whom the unit of body k gives way mean to it. */
static nearby nearby_of(const sidle_world *world, uint32_t k, sidle_vec2 own) {
    const bodies *c = &world->bodies;
    const unit *u = unit_at(world, k);
    nearby n = {.asked = false};
    float back = vec_distance(own, u->position);
    window w = grid_window(c, u->position, (FAR_AHEAD + 2) * c->largest + c->radius[k] + back);
    FOR_EACH_BODY (c, w, other) {
        if (other == k || body_stance(c, other) != STANCE_UNDER_WAY) continue;
        const look_result *look = shown_look(shown_at(world, other));
        if (is_no_matter(u, look)) continue;
        if (!on_one_layer(c, k, other) || !is_for(world, k, other)) continue;
        if (look->drives != DRIVES_ASIDE) {
            meet_strip(world, k, other, own, &n);
        } else if (look->asks_for > 0 && touches(c, k, other)) {
            n.touched = max_float(n.touched, look->asks_for);
            n.for_order |= !look->for_return;
        }
    }
    return n;
}

/* ---- asking ---- */

/* Would nothing be gained if the unit of body k stepped aside: is the order of this unit about it,
 * does it rest at the goal of this unit, or do both share it? */
static bool is_at_goal_of(const sidle_world *world, const unit *u, uint32_t k) {
    const bodies *c = &world->bodies;
    float radii = profile_of(world, u)->radius + c->radius[k];
    if (unit_is_aside(u)) return false;
    if (unit_has_target(u) && same_unit(unit_target(u), shown_id(shown_at(world, k)))) return true;
    if (unit_on_last_leg(u) && vec_distance(body_position(c, k), unit_waypoint(u)) < radii)
        return true;
    return share_goal(world, shown_of(u), shown_at(world, k));
}

/* May the unit of body k be asked by this one to step aside? */
static bool may_be_asked(const sidle_world *world, const unit *u, uint32_t k) {
    const bodies *c = &world->bodies;
    uint32_t own = body_of(world, u);
    if (body_stance(c, k) == STANCE_UNDER_WAY || !on_one_layer(c, k, own)) return false;
    return gives_way_to(world, k, own) && !body_clears(c, k) && !is_at_goal_of(world, u, k);
}

/* Is the unit of body k on its way aside or back, and will it be out of the way by itself? */
static bool is_leaving(const sidle_world *world, const unit *u, uint32_t k) {
    uint32_t own = body_of(world, u);
    return body_stance(&world->bodies, k) == STANCE_UNDER_WAY &&
           on_one_layer(&world->bodies, k, own) && shown_is_by_itself(shown_at(world, k)) &&
           is_for(world, k, own);
}

/* Several threads may mark one body: all of them write the same value. */
static void mark(const sidle_world *world, uint32_t k) {
    store_shared(&world->asked[k], 1);
    store_shared(&world->sums[k / ITEMS_A_PART].asked, true);
}

/* Asks all on the way that may step aside; of a unit that is held, those beside it, too. Are there
 * any? */
static bool mark_all(const sidle_world *world, const unit *u, const sidle_profile *p, bool held) {
    const bodies *c = &world->bodies;
    strip own = strip_along(u->position, u->position, &u->cold->look, p);
    if (held) own.share = IN_TOUCH;
    window w = grid_window(c, u->position, own.length + strip_width(&own, c->largest));
    bool any = false;
    FOR_EACH_BODY (c, w, k) {
        if (body_stance(c, k) == STANCE_UNDER_WAY) continue;
        sidle_vec2 to = vec_sub(body_position(c, k), u->position);
        if (!held && vec_dot(to, own.direction) <= 0) continue;
        if (!lies_on(&own, body_position(c, k), c->radius[k]) || !may_be_asked(world, u, k))
            continue;
        mark(world, k);
        any = true;
    }
    return any;
}

/* A unit on its place asks nobody to step aside. A friend that has stepped aside there would be
 * asked in each look, and could not go back to its own place. */
static bool is_on_its_place(const unit *u, const sidle_profile *p) {
    float reach = ON_PLACE * p->radius;
    return unit_claims_place(u) && vec_distance(u->position, u->cold->place) <= reach;
}

/* Does the unit stand though its look is free, and has it found no way round? */
static bool is_held_in_vain(const sidle_world *world, const unit *u) {
    return !u->cold->look.hit && u->cold->escalation.no_way && path_is_held(world, u);
}

/* May the unit ask now? A unit asks in the first round. A unit that is held asks in the second one,
 * as it counts as held only after its patience. So does a unit on its way back: others may clear
 * its way in the first round. */
static bool may_ask(const unit *u, const sidle_profile *p, bool held) {
    bool returns = unit_is_aside(u);
    if (unit_is_by_itself(u) && (!returns || u->for_return)) return false;
    int32_t round = (int32_t)patiences_stalled(u, p) % ASKS_AGAIN;
    return round == (held || returns) && !is_on_its_place(u, p);
}

void give_way_ask(const sidle_world *world, unit *u) {
    look_result *s = &u->cold->look;
    const sidle_profile *p = profile_of(world, u);
    bool held = is_held_in_vain(world, u), asks = may_ask(u, p, held);
    s->asks = false;
    s->for_return = unit_is_aside(u);
    s->drives = unit_is_by_itself(u) ? DRIVES_BACK : asks ? DRIVES_BY_ORDER : DRIVES_IN_VAIN;
    if (!asks) return;
    if (held) s->asks = mark_all(world, u, p, true);
    if (!s->hit || !s->blocker.slot) return;
    if ((float)s->value <= p->tuning.graze * (float)SIDLE_VALUE_UNIT)
        return; /* there is a way round */
    uint32_t blocker = world->by_slot[s->blocker.slot - 1];
    bool leaves = is_leaving(world, u, blocker);
    s->asks = mark_all(world, u, p, false) || leaves;
}

/* ---- stepping aside ---- */

/* u: where the unit rested, and will again. */
static sidle_vec2 own_place(const unit *u) {
    return unit_is_aside(u) ? u->cold->place : u->position;
}

static bool is_clearly_shorter(float way, float than) {
    return way < (1 - CLEARLY_BETTER) * than;
}

/* Length 1: straight away from the middle of the strip, which is so wide (u). Where no way out is
 * clearly shorter than the other all go to one side, so that the unit that asks need not wind its
 * way between them. */
static sidle_vec2 aside_of(const strip *w, const unit *u, float width) {
    sidle_vec2 right = vec_right(w->direction);
    float side = vec_dot(vec_sub(own_place(u), w->from), right);
    bool to_right = is_clearly_shorter(width - side, width + side),
         to_left = is_clearly_shorter(width + side, width - side);
    if (!to_right && !to_left) to_right = shown_rank(w->whose) % 2;
    return to_right ? right : vec_scale(right, -1);
}

/* As far that way (u) as terrain lets a disc of that share of the radius, and no farther from its
 * own place than the unit sees: it is to find back. *place is left alone when that is nowhere. With
 * one try, all the way or not at all. */
static bool find_room(const sidle_world *world, const unit *u, sidle_vec2 way, float share,
                      int tries, sidle_vec2 *place) {
    const sidle_profile *p = profile_of(world, u);
    for (int n = 0; n < tries; n++, way = vec_scale(way, 0.5f)) {
        sidle_vec2 there = vec_add(u->position, way);
        if (vec_distance(there, own_place(u)) > p->view_distance) continue;
        if (!disc_fits(world, p, there)) continue;
        if (!disc_fits_along(world, p, u->position, there, share)) continue;
        *place = there;
        return true;
    }
    return false;
}

/* Would the unit that asks fit beside this one, where the strip is? */
static bool fits_beside(const sidle_world *world, const unit *u, const strip *w, sidle_vec2 aside) {
    float radii = w->radius + profile_of(world, u)->radius;
    sidle_vec2 beside = vec_sub(u->position, vec_scale(aside, radii));
    return disc_fits(world, shown_profile(world, w->whose), beside);
}

/* The place straight aside of the strip, on the other side of it when there is no room on this one
 * and the way is not clearly longer; in a lane too narrow for both, on ahead along its walls. Other
 * bodies are no matter: they are asked in turn. False when there is none: a unit that terrain lets
 * no farther aside stays there where the other one fits beside it. On ahead it would come behind
 * friends at rest, and could return to its place only through them. */
static bool place_aside(const sidle_world *world, const unit *u, const strip *w,
                        sidle_vec2 *place) {
    float radius = profile_of(world, u)->radius, width = strip_width(w, radius);
    sidle_vec2 aside = aside_of(w, u, width);
    float off = vec_dot(vec_sub(u->position, w->from), aside);
    sidle_vec2 out = vec_scale(aside, width - off), across = vec_scale(aside, -width - off);
    if (find_room(world, u, out, 1, 1, place)) return true;
    bool alike = !is_clearly_shorter(width - off, width + off);
    if (alike && find_room(world, u, across, 1, 1, place)) return true;
    if (find_room(world, u, out, 1, PLACES_TRIED, place)) return true;
    if (fits_beside(world, u, w, aside)) return false;
    sidle_vec2 on = vec_scale(w->direction, ROUND_A_BODY * radius);
    return find_room(world, u, on, LOOK_SLACK, PLACES_TRIED, place);
}

/* The unit, which is aside, drives there; to its own place in the manner of one that arrives. */
static void drive_aside(const sidle_world *world, unit *u, sidle_vec2 to) {
    bool drives = unit_is_under_way(u);
    if (drives && u->aim == AIM_PATH && u->path_point.x == to.x && u->path_point.y == to.y) return;
    unit_step_aside(u);
    u->path_point = to;
    u->flags |= UNIT_GUIDED | UNIT_LOOK;
    u->cold->progress = (progress){.nearest = 0};
    if (drives) {
        unit_keep_waypoint(u);
        return;
    }
    path_start_afresh(u);
    path_set_out(world, u);
}

static void drive_back(unit *u) {
    if (u->aim != AIM_PATH) return;
    unit_turn_back(u);
    u->cold->progress = (progress){.nearest = 0};
    unit_unmark(u, UNIT_GUIDED);
    u->flags |= UNIT_LOOK;
    unit_keep_waypoint(u);
}

/* Leaves the place, and keeps the claim to it. */
static void lend_place(const sidle_world *world, unit *u) {
    uint32_t k = body_of(world, u);
    u->cold->place = u->position;
    facing_keep(world, u);
    world->motions[k].asks_or_claims = true;
    world->sums[k / ITEMS_A_PART].claims = true;
}

/* s: for so long the unit lets itself be moved, as others ask it now; 0: nobody does. */
static float asked_for(const nearby *n, bool marked, const sidle_profile *p) {
    if (n->asked) return LETS_BE_MOVED * moment_of(p);
    return marked ? max_float(n->touched - p->tuning.look_interval, 0) : 0;
}

/* The unit leaves the way of one that asks; else it lets itself be moved by others who do; else it
 * returns. */
static void go_aside(const sidle_world *world, unit *u, bool marked) {
    sidle_vec2 aside = u->position;
    nearby n = nearby_of(world, body_of(world, u), own_place(u));
    n.asked = n.asked && place_aside(world, u, &n.asker, &aside);
    float asked = asked_for(&n, marked, profile_of(world, u));
    /* A unit that is aside asks the host for no path, so the clock of such requests is free. */
    float *left = &u->cold->escalation.backoff_left;
    if (!unit_is_aside(u) && asked <= 0) return;
    u->for_return = !n.for_order && !ignores_returning(u);
    if (!unit_is_aside(u)) lend_place(world, u);
    if (n.asked)
        drive_aside(world, u, aside);
    else if (asked > 0 || n.back_taken || *left > 0)
        drive_aside(world, u, u->position);
    else
        drive_back(u);
    *left = max_float(*left, asked);
}

static bool has_its_turn(const sidle_world *world, const unit *u, float dt) {
    float ticks = min_float(profile_of(world, u)->tuning.look_interval / dt, 1e6f);
    uint64_t every = (uint64_t)max_float(ticks + 0.5f, 1);
    return (world->tick + u->rank) % every == 0;
}

void give_way_part(sidle_world *world, uint32_t part, float dt) {
    part_sum *sum = &world->sums[part];
    if (!sum->asked && !sum->aside) return;
    span s = part_span(part, world->living);
    bool any = false;
    for (uint32_t k = s.first; k < s.end; k++) {
        if (!world->asked[k] && is_still(&world->bodies, k)) continue;
        unit *u = unit_at(world, k);
        bool asked = world->asked[k], aside = unit_is_aside(u);
        world->asked[k] = 0;
        if (!asked && !(aside && has_its_turn(world, u, dt))) continue;
        if (unit_is_stunned(u) || unit_clears(u)) continue;
        go_aside(world, u, asked);
        any |= unit_is_aside(u) != 0;
    }
    sum->asked = false;
    if (any) sum->aside = true, sum->awake = 1;
}

/* Does the unit need room: has it been moved in the last tick, by its drive or by others, or does
 * it want to be elsewhere? */
static bool needs_room(const sidle_world *world, const unit *u) {
    float there = 2 * ROOM_LEFT * profile_of(world, u)->radius;
    return vec_distance(u->position, u->path_point) > there || !stands_still(world, u);
}

bool give_way_decide(const sidle_world *world, unit *u) {
    if (!unit_is_aside(u) || unit_drives_back(u)) return false;
    const bodies *c = &world->bodies;
    const sidle_profile *p = profile_of(world, u);
    unit_decide(u, SIDLE_DECISION_FREE, u->path_point);
    u->cold->look.asks = false;
    u->cold->look.asks_for = max_float(u->cold->escalation.backoff_left, 0);
    u->cold->look.hit = 0;
    u->cold->look_origin = u->position;
    u->cold->look.drives = DRIVES_ASIDE;
    u->cold->look.for_return = u->for_return;
    u->brake = 0;
    unit_unmark(u, UNIT_LOOK | UNIT_TIGHT);
    if (u->cold->look.asks_for <= p->tuning.look_interval || !needs_room(world, u)) return true;
    uint32_t self = body_of(world, u);
    window w = grid_window(c, u->position, (p->radius + c->largest) * IN_TOUCH);
    FOR_EACH_BODY (c, w, k) {
        if (!touches(c, self, k)) continue;
        if (may_be_asked(world, u, k) || is_leaving(world, u, k)) mark(world, k);
    }
    return true;
}
