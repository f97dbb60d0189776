/* Orders that need more than a goal: patrol, pursue, follow, evade, flee and wander; how a unit
 * comes into a range is in approach.c. All but patrol
 * give the unit a steer target: a point to drive to, the velocity of that point, and how far before
 * it to come to rest. The points are those of the steering behaviours (sidle/steering.h; source:
 * F. Bevilacqua, after C. Reynolds), as points and not as forces. How the unit gets there is still
 * decided by the planner and push-apart, so all that holds for a unit with a goal holds for these
 * orders too.
 *
 * The work is done in two steps. steer_target_update runs for each such unit in each tick, before
 * any unit decides: it moves the goal and ends or resumes the order. steer_target_aim runs only
 * before a look, as it tests long lines of terrain: the unit drives straight to its steer target
 * where terrain allows that, else straight to its goal, else along the host's path or guide. It
 * asks for a path when it has none, or when the goal has moved away from where the path leads. */
#include "orders/steer_target.h"

#include "base/measures.h"
#include "orders/approach.h"
#include "orders/condition.h"
#include "orders/facing.h"
#include "orders/path_following.h"
#include "orders/requests.h"
#include "orders/target.h"
#include "orders/want.h"
#include "world/patience.h"
#include "world/shown.h"
#include "world/spatial_grid.h"
#include "world/transitions.h"

#include <assert.h>
#include <sidle/steering.h>

/* Times flee_distance: beyond it a unit that runs stops. At 1 it would set out and stop by turns at
 * the rim. On maps/flee the crowd rests after 11.2 s at 1.1, 15.5 s at 1.5 and 12.6 s at 1.25, and
 * overlaps .0011 at 1.1 instead of .0003. */
static const float SAFE_DISTANCE = 1.25f;

/* ---- setting out and resting ---- */

/* The target of the unit's order; NULL when there is none, or when it is gone. */
static const shown *target_of(const sidle_world *world, const unit *u) {
    return shown_named(world, unit_target(u));
}

static void lose_target(const sidle_world *world, unit *u) {
    if (unit_awaits(u)) unit_end_wait(u);
    path_stand(world, u);
    store_shared(&u->order, SIDLE_ORDER_NONE); /* see shown_pursues() */
    u->goal = u->position;
    unit_tell(u, SIDLE_EVENT_TARGET_LOST);
}

/* The target is stowed, and the host wants others to wait for it; or it is gone. */
static void miss_target(const sidle_world *world, unit *u) {
    if (!shown_is_awaited(world, unit_target(u))) {
        lose_target(world, u);
    } else if (!unit_awaits(u)) {
        path_stand(world, u);
        unit_await_target(u);
    }
}

/* The target is back, wherever that is. */
static void end_wait(const sidle_world *world, unit *u) {
    unit_end_wait(u);
    if (unit_has_trait(u, TRAIT_RESTS_BY_TARGET)) set_out(world, u);
}

/* A unit that rests without the place that its order wants tries for one once in that time (s). Is
 * it its turn? */
static bool tries_again(const sidle_world *world, const unit *u, float every_s) {
    if (world->last_dt <= 0) return false;
    float ticks = min_float(every_s / world->last_dt, 1e6f);
    uint64_t every = (uint64_t)ticks + 1;
    return (world->tick + u->rank) % every == 0;
}

/* ---- pursue ---- */

static void pursue(const sidle_world *world, const shown *target, unit *u) {
    const sidle_profile *p = profile_of(world, u);
    steer_target *t = &u->cold->order->steer_target;
    float radius = p->radius, radii_sum = radius + shown_profile(world, target)->radius;
    float gap = vec_distance(u->position, shown_position(target)) - radii_sum;
    u->goal = shown_position(target);
    /* Two units that pursue each other have met when they touch; else each would push the other
     * along for ever. */
    bool mutual = shown_pursues(target, id_of(u));
    bool stands = target_stands(world, target);
    t->velocity = vec(0, 0);
    t->halt = stands ? radii_sum : mutual ? 0.5f * radii_sum : -1;
    t->point = intercept_point(world, target, u);
    /* The target has to get away by a radius before it is caught again: one event an encounter. */
    if (gap > radius) unit_unmark(u, UNIT_TOUCHES);
    if (gap <= AT_POINT * radius && !(u->flags & UNIT_TOUCHES)) {
        u->flags |= UNIT_TOUCHES;
        unit_tell(u, SIDLE_EVENT_IN_RANGE);
    }
    if (unit_is_under_way(u)) {
        if (!mutual || gap > AT_POINT * radius) return;
        u->arrival = SIDLE_ARRIVAL_IN_RANGE;
        path_arrive(world, u);
        unit_settle(u); /* they meet wherever they are */
    } else if (goal_has_moved(world, u))
        set_out(world, u);
}

/* ---- follow ---- */

/* The direction (of length 1) in which the leader drives: its heading, or the opposite when it
 * reverses. */
static sidle_vec2 leader_course(const sidle_world *world, const shown *leader) {
    sidle_vec2 heading = shown_heading(leader);
    bool reverses = vec_dot(predicted_of(world, leader), heading) < 0;
    return reverses ? vec_scale(heading, -1) : heading;
}

/* A unit in the lane ahead of its leader drives aside: to the side of the lane where it already is,
 * or, where terrain does not allow that, to the other one. True when it does. */
static bool clears_lane(const sidle_world *world, const shown *leader, unit *u) {
    sidle_vec2 aside, course = leader_course(world, leader);
    const sidle_profile *p = profile_of(world, u);
    /* Half of the lane: the leader, and beside it the whole body of the unit. */
    float width = shown_profile(world, leader)->radius + 2 * p->radius;
    float creeps = IMPERCEPTIBLE * shown_top_speed(world, leader);
    if (!(vec_dot(predicted_of(world, leader), course) > creeps)) return false;
    if (!sidle_steer_in_the_way(u->position, shown_position(leader), predicted_of(world, leader),
                                course, p->follow_clear, width, &aside))
        return false;
    for (float side = 2; side >= -2; side -= 4) {
        sidle_vec2 point = vec_add(u->position, vec_scale(aside, side * width));
        if (!fits_on_line_to(world, u, point)) continue;
        u->cold->order->steer_target = (steer_target){.point = point, .halt = -1};
        u->aim = AIM_STEER_TARGET;
        return true;
    }
    return false;
}

/* The place at follow_distance behind the leader, or nearer to it where terrain leaves no room;
 * with a range at the most of it, and no nearer than the least. */
static sidle_vec2 place_behind(const sidle_world *world, const shown *leader, const unit *u) {
    const sidle_profile *p = profile_of(world, u);
    const order_state *o = u->cold->order;
    sidle_vec2 course = leader_course(world, leader), place = shown_position(leader);
    float radii_sum = p->radius + shown_profile(world, leader)->radius;
    float far = o->ranged ? radii_sum + o->range.most : p->follow_distance;
    float near = o->ranged ? radii_sum + o->range.least : 0;
    for (int k = PLACES_TRIED; k >= (o->ranged ? 0 : 1); k--) {
        float behind = near + (far - near) * (float)k / PLACES_TRIED;
        place = sidle_steer_place_behind(shown_position(leader), course, behind);
        if (disc_fits(world, p, place)) return place;
    }
    return o->ranged ? u->position : shown_position(leader);
}

static void follow(const sidle_world *world, const shown *leader, unit *u) {
    steer_target *t = &u->cold->order->steer_target;
    bool cleared = t->halt < 0;
    u->goal = place_behind(world, leader, u);
    bool clears = clears_lane(world, leader, u);
    if (!clears) {
        t->point = u->goal;
        t->velocity = target_stands(world, leader) ? vec(0, 0) : predicted_of(world, leader);
        t->halt = 0;
    }
    if (clears != cleared) u->flags |= UNIT_LOOK;
    if (clears || goal_has_moved(world, u)) set_out(world, u);
}

/* ---- flee ---- */

/* The point that the unit runs from: the one that the host gave; or, of a unit that evades, where
 * the hunter would meet it soonest, which is at the sum of both speeds. */
static sidle_vec2 danger_to(const sidle_world *world, const unit *u) {
    if (u->order == SIDLE_ORDER_FLEE) return u->cold->order->centre;
    const sidle_profile *p = profile_of(world, u);
    const shown *hunter = target_of(world, u);
    sidle_vec2 predicted = predicted_of(world, hunter);
    float closing = unit_top_speed(world, u) + vec_length(predicted);
    return sidle_steer_intercept(u->position, closing, shown_position(hunter), predicted,
                                 p->foresight);
}

/* The point within the view distance, and in sight, that is farthest from the danger; the place of
 * the unit when none is clearly farther than that. */
static sidle_vec2 refuge(const sidle_world *world, const unit *u) {
    sidle_vec2 danger = danger_to(world, u);
    float in_view = profile_of(world, u)->view_distance;
    float best_score = vec_distance(u->position, danger) * (1 + CLEARLY_BETTER);
    sidle_vec2 away = vec_direction(vec_sub(u->position, danger), u->heading), best = u->position;
    sidle_vec2 now =
        vec_direction(vec_sub(u->cold->order->steer_target.point, u->position), vec(0, 0));
    for (int k = 0; k < TURNS; k++) {
        sidle_vec2 direction = vec_turned(away, TURN[k]);
        sidle_vec2 way = vec_scale(direction, in_view), point;
        int tries = PLACES_TRIED;
        while (!fits_on_line_to(world, u, vec_add(u->position, way)) && --tries > 0)
            way = vec_scale(way, 0.5f);
        if (!tries) continue;
        point = vec_add(u->position, way);
        float score = vec_distance(point, danger);
        if (vec_dot(direction, now) > COS_SAME) score *= 1 + CLEARLY_BETTER;
        if (score > best_score) best_score = score, best = point;
    }
    return best;
}

/* u, between the centres: a danger that is nearer than `enough` is fled, one farther than `safe` no
 * more. */
typedef struct flight {
    float enough, safe;
} flight;

static flight flight_of(const sidle_world *world, const unit *u) {
    const sidle_profile *p = profile_of(world, u);
    const sidle_range *range = &u->cold->order->range;
    if (!u->cold->order->ranged)
        return (flight){p->flee_distance, p->flee_distance * SAFE_DISTANCE};
    const shown *hunter = target_of(world, u);
    float radii_sum = p->radius + (hunter ? shown_profile(world, hunter)->radius : 0);
    return (flight){radii_sum + range->least, radii_sum + range_most(p, range)};
}

static void flee(const sidle_world *world, unit *u) {
    float away = vec_distance(u->position, u->cold->order->centre);
    flight f = flight_of(world, u);
    bool runs = unit_has_way(u);
    steer_target *t = &u->cold->order->steer_target;
    t->halt = -1;
    if (runs) u->goal = t->point;
    if (away <= f.enough) {
        unit_rest_here(u);
        set_out(world, u);
    } else if (runs && away > f.safe) {
        path_stand(world, u);
        u->goal = u->position;
        unit_end_order(u);
    }
    if (u->order != SIDLE_ORDER_FLEE || unit_is_under_way(u)) return;
    store_shared(&u->order, ORDER_FLED); /* see shown_pursues() */
    unit_end_order(u);
    u->arrival = SIDLE_ARRIVAL_AT_GOAL;
    unit_tell(u, SIDLE_EVENT_ARRIVED);
}

/* ---- patrol ---- */

/* Is the unit nearer to the point of its round than to the one before? A point that comes twice in
 * a row is passed twice at once. */
static bool is_past_half_way(const unit *u) {
    const route *patrol = u->cold->order->patrol;
    sidle_vec2 last = patrol->points[(patrol->next + patrol->count - 1) % patrol->count];
    if (last.x == u->goal.x && last.y == u->goal.y) return true;
    return vec_distance(u->position, u->goal) < vec_distance(u->position, last);
}

/* Has the unit passed the point of its round, as far as others let it? Only a look that has just
 * met a body on the way there makes it ask. (It passes a point that is free as it gets there, in
 * path_advance.) A crowd may cover both points of a leg: the half way keeps the unit from passing
 * them in turn where it stands. */
static bool passes_point_among_others(const sidle_world *world, const unit *u) {
    const cold *m = u->cold;
    if (m->order->ranged) return approach_is_within(world, u, u->goal);
    bool looked = u->flags & UNIT_LOOKED && (uint32_t)world->tick - m->look_tick == 1;
    return looked && m->look.blocker.slot && unit_on_last_leg(u) && is_past_half_way(u) &&
           point_is_crowded_up_to(world, u, u->goal);
}

/* The unit goes on to the next point of its round where it arrived at one, or is in range of it. */
static void patrol(const sidle_world *world, unit *u) {
    if (unit_is_under_way(u)) {
        if (!passes_point_among_others(world, u)) return;
        unit_tell(u, SIDLE_EVENT_WAYPOINT);
    }
    path_next_patrol_point(world, u);
}

/* ---- wander ---- */

/* The direction of a wandering unit. The farther out in its area the unit is, the more the middle
 * of the area pulls it inwards. In a small area the wander circle is smaller too. 2654435761 is
 * 2^32 divided by the golden ratio (Knuth's multiplicative hash): it gives each rank a seed of its
 * own. */
static sidle_vec2 wander_direction(const sidle_profile *p, const unit *u, float distance) {
    float scale = distance / p->tuning.wander_distance;
    const order_state *o = u->cold->order;
    sidle_wander w = {u->rank * 2654435761u, distance, p->tuning.wander_radius * scale,
                      p->tuning.wander_interval};
    sidle_vec2 point = sidle_steer_wander_point(u->position, u->heading, &w, o->clock);
    sidle_vec2 onward = vec_direction(vec_sub(point, u->position), u->heading);
    sidle_vec2 inward = vec_direction(vec_sub(o->centre, u->position), u->heading);
    float out = vec_distance(u->position, o->centre) - (o->area_radius - distance);
    float pull = min_float(max_float(out / distance, 0), 1);
    sidle_vec2 sum = vec_add(vec_scale(onward, 1 - pull), vec_scale(inward, pull));
    return vec_direction(sum, inward);
}

static void aim_wandering(const sidle_world *world, unit *u) {
    const sidle_profile *p = profile_of(world, u);
    float distance = unit_wander_distance(p, u);
    sidle_vec2 onward = wander_direction(p, u, distance);
    sidle_vec2 *point = &u->cold->order->steer_target.point;
    u->aim = AIM_STEER_TARGET;
    for (int k = 0; k < TURNS; k++) {
        *point = vec_add(u->position, vec_scale(vec_turned(onward, TURN[k]), distance));
        if (fits_on_line_to(world, u, *point)) return;
    }
    *point = u->position;
}

/* ---- every tick, and before a look ---- */

/* A unit that rests without the place that its order wants tries for one in each moment. When it
 * has done so for its patience, it tells the host that there is no room, and tries less often. */
static void try_for_room(const sidle_world *world, unit *u, float dt) {
    if (!unit_is_kept(u) || unit_clears(u) || !unit_has_trait(u, TRAIT_KEEPS_RANGE)) return;
    const sidle_profile *p = profile_of(world, u);
    double *clock = &u->cold->order->clock, ends = (double)patience_of(p);
    bool told = *clock >= ends;
    *clock = *clock + (double)dt < ends ? *clock + (double)dt : ends;
    if (!told && *clock >= ends) condition_rest(world, u);
    if (tries_again(world, u, told ? patience_of(p) : moment_of(p))) place_ask(world, u);
}

/* Has the target moved so that the place by its range is worse than when the unit claimed it?
 * Others push a target about, and it looks for a place of its own: a unit that left its place each
 * time would find another one, and two armies would never come to rest. A target that drives too
 * near to the place counts at once, any other one when it has moved by a radius of the unit. */
static bool place_in_range_is_left(const sidle_world *world, const unit *u) {
    place_want now = want_of_order(world, u), then = now;
    then.centre = u->cold->order->goal_then;
    sidle_vec2 place = u->cold->place;
    if (off_range(&now, place) <= off_range(&then, place)) return false;
    bool too_near = vec_distance(place, now.centre) < now.least;
    return (too_near && path_goal_moves(u)) || goal_has_moved(world, u);
}

/* The goal has moved away from the place that the unit claims, or drives away. */
static void leave_place_behind(const sidle_world *world, unit *u) {
    if (!unit_has_way(u) || !unit_claims_place(u)) return;
    bool left = unit_has_trait(u, TRAIT_KEEPS_RANGE)
                    ? place_in_range_is_left(world, u)
                    : path_goal_moves(u) || goal_has_moved(world, u);
    if (!left) return;
    unit_lose_place(u);
    unit_mark_clear(u);
    u->flags |= UNIT_LOOK;
}

void steer_target_update(const sidle_world *world, unit *u, float dt) {
    if (!unit_has_trait(u, TRAIT_MOVES_GOAL)) return;
    const shown *target = target_of(world, u);
    assert(unit_own_order_state(u));
    if (u->order == SIDLE_ORDER_WANDER) u->cold->order->clock += dt;
    if (unit_has_target(u) && !target) {
        miss_target(world, u);
        return;
    }
    if (unit_awaits(u)) end_wait(world, u);
    switch (u->order) {
    case SIDLE_ORDER_PATROL: patrol(world, u); break;
    case SIDLE_ORDER_PURSUE: pursue(world, target, u); break;
    case SIDLE_ORDER_FOLLOW: follow(world, target, u); break;
    case SIDLE_ORDER_EVADE:
        u->cold->order->centre = shown_position(target);
        flee(world, u);
        break;
    case SIDLE_ORDER_FLEE: flee(world, u); break;
    case SIDLE_ORDER_WANDER: u->cold->order->steer_target.halt = -1; break;
    case SIDLE_ORDER_APPROACH:
    case SIDLE_ORDER_APPROACH_POINT:
    case ORDER_PURSUE_WITHIN: approach_update(world, target, u); break;
    default: break;
    }
    leave_place_behind(world, u);
    try_for_room(world, u, dt);
    facing_follow_target(u);
    /* A unit with a free way follows a moving point between looks too. */
    unit_keep_waypoint(u);
    if (target) unit_follow_waypoint(u);
}

/* Since the unit asked for its path, has the goal moved by more than half the distance from the
 * unit to it? So a goal far off may move farther than a near one. */
static bool goal_has_moved_off(const unit *u) {
    float off = vec_distance(u->goal, u->cold->order->goal_then);
    return off > 0.5f * vec_distance(u->goal, u->position);
}

/* Is the path used up, or does it lead to where the goal was rather than to where it is? */
static bool path_is_outdated(const unit *u) {
    if (u->flags & UNIT_GUIDED) return false;
    return u->cold->path->next >= u->cold->path->count || goal_has_moved_off(u);
}

void steer_target_goes_round(unit *u) {
    route *path = u->cold->path;
    if (u->flags & UNIT_GUIDED || !path_is_outdated(u)) return;
    if (path->next < path->count) route_go_to(path, path->count);
    u->cold->order->goal_then = u->goal;
}

/* Do bodies at rest bar the way (u) straight from the unit? One does not that the disc would meet
 * by less than half of both radii: a look gets past it by its side traces, if there is room on
 * the other side. */
static bool is_barred(const sidle_world *world, const unit *u, sidle_vec2 way) {
    const bodies *c = &world->bodies;
    uint32_t self = body_of(world, u);
    float length = vec_length(way), reach = c->radius[self] + c->largest;
    sidle_vec2 ahead = vec_direction_of(way, length, u->heading), right = vec_right(ahead);
    sidle_vec2 middle = vec_add(u->position, vec_scale(way, 0.5f));
    float room[2] = {FLT_MAX, FLT_MAX}; /* u, between its disc and the bodies left, right of it */
    window w = grid_window(c, middle, 0.5f * length + reach);
    FOR_EACH_BODY (c, w, k) {
        if (k == self || !body_stance(c, k) || !on_one_layer(c, k, self)) continue;
        sidle_vec2 to = vec_sub(body_position(c, k), u->position);
        float along = vec_dot(to, ahead), aside = vec_dot(to, right);
        float radii = PRESSED * (c->radius[self] + c->radius[k]);
        float beside = (aside < 0 ? -aside : aside) - radii, half = 0.5f * radii;
        if (along <= 0 || along >= length + radii || beside >= half) continue;
        if (beside < -half) return true;
        room[aside > 0] = min_float(room[aside > 0], beside);
    }
    return min_float(room[0], room[1]) < 0 && room[0] + room[1] < 0;
}

/* Is the unit on the path that the host has sent, and does that lead it round bodies at rest on the
 * straight line to its goal? Bodies that may touch the target itself do not count. */
static bool leads_round_bodies(const sidle_world *world, const unit *u) {
    const sidle_profile *p = profile_of(world, u);
    if (u->aim != AIM_PATH || u->flags & UNIT_GUIDED || path_is_outdated(u)) return false;
    sidle_vec2 to = vec_sub(u->goal, u->position);
    float before = vec_length(to) - 2 * (p->radius + world->bodies.largest);
    return before > 0 && is_barred(world, u, vec_truncate(to, min_float(p->view_distance, before)));
}

/* The unit goes straight, and its path is used up: it leads back to where the unit came from. */
static bool goes_straight(const sidle_world *world, unit *u, enum aim aim, sidle_vec2 to) {
    if (!fits_on_line_to(world, u, to)) return false;
    route *path = u->cold->path;
    if (path->next < path->count) route_go_to(path, path->count);
    u->aim = aim & 7u;
    unit_keep_waypoint(u);
    return true;
}

/* Straight to the steer target, else straight to the goal that it stands for, else by a path, and
 * round what bars that. Bodies at rest bar it, too, for a unit on a path. On the way round to a
 * point that stays a unit goes on until it sees that point past the bodies, too:
 * way_round_follow(). The straight line would lead it back to them. */
static void aim_straight(const sidle_world *world, unit *u) {
    bool round = u->aim == AIM_ROUND;
    if (round && !(unit_has_target(u) && goal_has_moved_off(u))) return;
    const steer_target *t = &u->cold->order->steer_target;
    sidle_vec2 to = vec_sub(t->point, u->position);
    float distance = vec_length(to), halt = max_float(t->halt, 0);
    float share = distance > halt ? (distance - halt) / distance : 0;
    to = vec_add(u->position, vec_scale(to, share));
    if (!leads_round_bodies(world, u) && (goes_straight(world, u, AIM_STEER_TARGET, to) ||
                                          goes_straight(world, u, AIM_GOAL, u->goal)))
        return;
    u->aim = round ? AIM_ROUND : AIM_PATH;
    if (path_is_outdated(u)) request_path_to_goal(u, profile_of(world, u));
}

void steer_target_aim(const sidle_world *world, unit *u) {
    order_state *o = u->cold->order;
    if (unit_claims_place(u)) return;
    switch (u->order) {
    case SIDLE_ORDER_PURSUE:
    case SIDLE_ORDER_FOLLOW: aim_straight(world, u); break;
    case SIDLE_ORDER_APPROACH:
    case SIDLE_ORDER_APPROACH_POINT:
    case ORDER_PURSUE_WITHIN:
        if (!approach_aim_back(world, u)) aim_straight(world, u);
        break;
    case SIDLE_ORDER_EVADE:
    case SIDLE_ORDER_FLEE:
        o->steer_target.point = refuge(world, u);
        u->aim = AIM_STEER_TARGET;
        break;
    case SIDLE_ORDER_WANDER:
        /* A unit outside its area goes back to the middle first. */
        o->steer_target.point = o->centre;
        if (vec_distance(u->position, o->centre) <= o->area_radius)
            aim_wandering(world, u);
        else
            aim_straight(world, u);
        break;
    default: break;
    }
}
