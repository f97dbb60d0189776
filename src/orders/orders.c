/* What the host tells a unit: orders, paths and guides. The functions here belong to the public
 * header and run between ticks.
 *
 * Each function checks all its arguments before it writes anything, so a refused call leaves the
 * unit as it was. A new order replaces the one before it, and all that belonged to the old one is
 * forgotten: its path, its place in a queue, its progress and its escalation. A new path of the
 * same order keeps the escalation, since a jam is not over because the host answered.
 *
 * Orders that need more than a goal keep it in an order state, which a unit gets from the allocator
 * with its first such order; steer_target.c reads it in every tick. */
#include "base/measures.h"
#include "orders/approach.h"
#include "orders/condition.h"
#include "orders/path_following.h"
#include "orders/requests.h"
#include "world/patience.h"
#include "world/recording.h"
#include "world/spatial_grid.h"
#include "world/transitions.h"
#include "world/unit_store.h"

#include <assert.h>

/* SIDLE_OK for a finite point on the map, else the error. */
static sidle_result check_point(const sidle_world *world, sidle_vec2 point) {
    return terrain_points_refusal(&world->terrain, &point, 1);
}

/* Replaces the order and forgets what the old one led to. The unit does not set out yet. The patrol
 * route stays: its memory is reused, and a new patrol has already filled it. */
static void begin_order(unit *u, sidle_order order, sidle_unit_id target) {
    if (unit_awaits(u)) unit_end_wait(u);
    unit_stand(u);
    path_forget(u);
    assert(!(ORDER_TRAITS[order] & TRAIT_HAS_STATE) || unit_own_order_state(u));
    unit_unmark(u, UNIT_LOOKED | UNIT_TOUCHES);
    u->order = (uint8_t)order;
    u->aim = AIM_PATH;
    u->arrival = SIDLE_ARRIVAL_AT_GOAL; /* it no longer waits as under the order before */
    order_state *e = unit_own_order_state(u);
    if (e)
        *e =
            (order_state){.target = target, .steer_target.point = u->position, .patrol = e->patrol};
    u->events = 0;
    u->pace = 0;
    u->goes_past = false;
}

/* The unit brakes to a stand. */
static void stop_under_way(sidle_world *world, unit *u) {
    path_stand(world, u);
    grid_body_changed(world, u);
}

/* The unit sets out to the goal. */
static void begin_drive(sidle_world *world, unit *u, sidle_vec2 goal, enum aim aim) {
    u->goal = goal;
    u->aim = aim & 7u;
    path_start_afresh(u);
    path_set_out(world, u);
    grid_body_changed(world, u);
}

/* Is the unit on its place? It has arrived there; or it got its order again in this tick, and will
 * arrive in the next one. */
static bool is_on_place(const unit *u) {
    bool claims_it = unit_claims_place(u) && u->aim == AIM_PLACE &&
                     u->cold->place.x == u->position.x && u->cold->place.y == u->position.y;
    return (unit_has_arrived(u) || claims_it) && u->arrival != ARRIVAL_NONE;
}

/* Does the unit rest at this goal, under the same order? `over` is what the order became when the
 * unit arrived. */
static bool rests_at(const sidle_world *world, const unit *u, sidle_order order, uint8_t over,
                     sidle_vec2 goal) {
    return is_on_place(u) && (u->order == order || u->order == over) &&
           vec_distance(u->goal, goal) < profile_of(world, u)->radius;
}

/* The unit claims the place where it is: it has arrived at once, unless a much better one is free
 * by now. */
static void keep_place(unit *u, sidle_arrival arrival) {
    u->cold->place = u->position;
    u->arrival = (uint32_t)arrival & 3u;
    unit_take_place(u, false);
    u->aim = AIM_PLACE;
    unit_keep_waypoint(u);
    unit_drive_to(u, u->position);
}

/* Does the unit go there already, or nearly there? */
static bool goes_there(const sidle_world *world, const unit *u, sidle_vec2 goal) {
    bool goes = u->order == SIDLE_ORDER_GO && unit_has_way(u);
    return (goes || unit_has_trait(u, TRAIT_IS_LATER)) &&
           vec_distance(u->goal, goal) < profile_of(world, u)->radius;
}

/* The same order again ends the guide and the pace of the unit, and else changes nothing but a goal
 * that is a little off. A unit that rests under the order rests on, and looks as often as before,
 * even if it was told that there is no path. */
static void go_there_still(sidle_world *world, unit *u, sidle_vec2 goal) {
    bool moved = u->goal.x != goal.x || u->goal.y != goal.y || u->flags & UNIT_GUIDED;
    u->goal = goal;
    u->pace = 0;
    unit_unmark(u, UNIT_GUIDED);
    u->cold->escalation.no_path = false;
    if (moved) {
        unit_lose_place(u);
        unit_keep_waypoint(u);
        unit_follow_waypoint(u);
        u->flags |= UNIT_LOOK;
    }
    grid_body_changed(world, u);
}

sidle_result sidle_unit_go(sidle_world *world, sidle_unit_id id, sidle_vec2 goal) {
    unit *u = unit_named(world, id);
    if (!u) return unit_refusal(world, id);
    sidle_result bad = check_point(world, goal);
    if (bad) return bad;
    if (goes_there(world, u, goal)) {
        go_there_still(world, u, goal);
        RECORD(world, CALL_GO, WORDS_OF_UNIT(id), WORDS_OF_POINT(goal));
        return SIDLE_OK;
    }
    bool again = rests_at(world, u, SIDLE_ORDER_GO, ORDER_ARRIVED, goal);
    sidle_arrival arrival = (sidle_arrival)u->arrival;
    begin_order(u, SIDLE_ORDER_GO, (sidle_unit_id){0, 0});
    begin_drive(world, u, goal, AIM_PATH);
    if (again) keep_place(u, arrival);
    RECORD(world, CALL_GO, WORDS_OF_UNIT(id), WORDS_OF_POINT(goal));
    return SIDLE_OK;
}

sidle_result sidle_unit_hold(sidle_world *world, sidle_unit_id id) {
    unit *u = unit_named(world, id);
    if (!u) return unit_refusal(world, id);
    begin_order(u, SIDLE_ORDER_HOLD, (sidle_unit_id){0, 0});
    u->goal = u->position;
    stop_under_way(world, u);
    RECORD(world, CALL_HOLD, WORDS_OF_UNIT(id));
    return SIDLE_OK;
}

sidle_result sidle_unit_patrol(sidle_world *world, sidle_unit_id id, const sidle_vec2 *points,
                               uint32_t count) {
    unit *u = unit_named(world, id);
    if (!u) return unit_refusal(world, id);
    if (!points || count < 1 || count > SIDLE_MAX_WAYPOINTS) return SIDLE_ERROR_ARGUMENT;
    sidle_result bad = terrain_points_refusal(&world->terrain, points, count);
    if (bad) return bad;
    if (units_reserve_order_state(world, u)) return SIDLE_ERROR_MEMORY;
    route **patrol = &u->cold->order->patrol;
    if (!route_reserve(&world->alloc, patrol, count + 1)) return SIDLE_ERROR_MEMORY;
    /* A patrol to one point goes between that point and where the unit is now. (Assigned one by
     * one, as tcc refuses a list of structs.) */
    sidle_vec2 both[2];
    both[0] = points[0];
    both[1] = u->position;
    route_fill(*patrol, count == 1 ? both : points, count == 1 ? 2 : count);
    (*patrol)->next = (*patrol)->count - 1; /* so that the first point is the next one */
    begin_order(u, SIDLE_ORDER_PATROL, (sidle_unit_id){0, 0});
    path_next_patrol_point(world, u);
    grid_body_changed(world, u);
    RECORD_LIST(world, CALL_PATROL, points, count, WORDS_OF_UNIT(id));
    return SIDLE_OK;
}

/* Begins an order that has another unit as its target; its goal is where the target is now. */
static sidle_result begin_target_order(sidle_world *world, sidle_unit_id id, sidle_order order,
                                       sidle_unit_id target_id, unit **found) {
    unit *u = unit_named(world, id), *target = unit_named(world, target_id);
    if (!u || !target) return unit_refusal(world, u ? target_id : id);
    if (u == target) return SIDLE_ERROR_ARGUMENT;
    if (units_reserve_order_state(world, u)) return SIDLE_ERROR_MEMORY;
    begin_order(u, order, target_id);
    u->goal = u->cold->order->goal_then = target->position;
    *found = u;
    return SIDLE_OK;
}

/* Are the numbers of the range good? Makes the clearance that its line of sight needs. */
static sidle_result check_range(sidle_world *world, const sidle_range *range) {
    if (!range) return SIDLE_ERROR_ARGUMENT;
    if (!isfinite(range->most) || !isfinite(range->least)) return SIDLE_ERROR_NOT_FINITE;
    if (range->least < 0 || range->most < range->least || range->most > SIDLE_MAX_EXTENT)
        return SIDLE_ERROR_ARGUMENT;
    if (range->sight & ~SIDLE_PASS_ALL) return SIDLE_ERROR_ARGUMENT;
    return range->sight ? terrain_use(&world->terrain, &world->alloc, range->sight) : SIDLE_OK;
}

static bool same_range(const sidle_range *a, const sidle_range *b) {
    return a->least == b->least && a->most == b->most && a->sight == b->sight;
}

/* Does the unit rest by this target, under the same order? An order with a range must have the same
 * range; one without must have got none since. */
static bool rests_by(const unit *u, uint8_t order, sidle_unit_id target, const sidle_range *range) {
    const order_state *o = u->cold->order;
    return is_on_place(u) && u->order == order && same_unit(o->target, target) &&
           (range ? same_range(range, &o->range) : !o->ranged);
}

/* Begins an order about a target, and the unit sets out. A unit that already rests by this target
 * keeps its place; the next tick checks whether the target has moved. */
static sidle_result set_out_for_target(sidle_world *world, sidle_unit_id id, sidle_order order,
                                       sidle_unit_id target_id, const sidle_range *range) {
    unit *u = unit_named(world, id);
    bool again = u && rests_by(u, (uint8_t)order, target_id, range);
    sidle_vec2 goal = again ? u->goal : vec(0, 0);
    sidle_vec2 then = again ? u->cold->order->goal_then : vec(0, 0);
    sidle_arrival arrival = again ? (sidle_arrival)u->arrival : SIDLE_ARRIVAL_AT_GOAL;
    sidle_result bad = begin_target_order(world, id, order, target_id, &u);
    if (bad) return bad;
    if (range) u->cold->order->range = *range;
    if (again) u->cold->order->goal_then = then;
    begin_drive(world, u, again ? goal : u->goal, AIM_GOAL);
    if (again) keep_place(u, arrival);
    return SIDLE_OK;
}

sidle_result sidle_unit_pursue(sidle_world *world, sidle_unit_id id, sidle_unit_id prey) {
    sidle_result bad = set_out_for_target(world, id, SIDLE_ORDER_PURSUE, prey, NULL);
    if (!bad) RECORD(world, CALL_PURSUE, WORDS_OF_UNIT(id), WORDS_OF_UNIT(prey));
    return bad;
}

sidle_result sidle_unit_follow(sidle_world *world, sidle_unit_id id, sidle_unit_id leader) {
    sidle_result bad = set_out_for_target(world, id, SIDLE_ORDER_FOLLOW, leader, NULL);
    if (!bad) RECORD(world, CALL_FOLLOW, WORDS_OF_UNIT(id), WORDS_OF_UNIT(leader));
    return bad;
}

sidle_result sidle_unit_approach(sidle_world *world, sidle_unit_id id, sidle_unit_id target,
                                 const sidle_range *range) {
    if (!unit_named(world, id)) return unit_refusal(world, id);
    sidle_result bad = check_range(world, range);
    if (!bad) bad = set_out_for_target(world, id, SIDLE_ORDER_APPROACH, target, range);
    if (!bad)
        RECORD(world, CALL_APPROACH, WORDS_OF_UNIT(id), WORDS_OF_UNIT(target),
               WORDS_OF_RANGE(range));
    return bad;
}

sidle_result sidle_unit_approach_point(sidle_world *world, sidle_unit_id id, sidle_vec2 point,
                                       const sidle_range *range) {
    unit *u = unit_named(world, id);
    if (!u) return unit_refusal(world, id);
    sidle_result bad = check_point(world, point);
    if (!bad) bad = check_range(world, range);
    if (bad) return bad;
    if (units_reserve_order_state(world, u)) return SIDLE_ERROR_MEMORY;
    bool rests = rests_at(world, u, SIDLE_ORDER_APPROACH_POINT, ORDER_IN_RANGE, point);
    begin_order(u, SIDLE_ORDER_APPROACH_POINT, (sidle_unit_id){0, 0});
    u->cold->order->centre = u->cold->order->goal_then = point;
    u->cold->order->range = *range;
    begin_drive(world, u, point, AIM_PATH);
    if (rests && approach_point_is_in_range(world, u)) keep_place(u, SIDLE_ARRIVAL_IN_RANGE);
    RECORD(world, CALL_APPROACH_POINT, WORDS_OF_UNIT(id), WORDS_OF_POINT(point),
           WORDS_OF_RANGE(range));
    return SIDLE_OK;
}

/* ---- a range for the present order ---- */

/* May the order of the unit have this range? */
static sidle_result range_refusal(const unit *u, const sidle_range *range) {
    switch (u->order) {
    case SIDLE_ORDER_GO:
    case SIDLE_ORDER_PURSUE:
    case ORDER_PURSUE_WITHIN:
    case SIDLE_ORDER_APPROACH:
    case SIDLE_ORDER_APPROACH_POINT: return SIDLE_OK;
    case SIDLE_ORDER_PATROL: return range->least > 0 ? SIDLE_ERROR_ARGUMENT : SIDLE_OK;
    case SIDLE_ORDER_FOLLOW:
    case SIDLE_ORDER_EVADE:
    case SIDLE_ORDER_FLEE: return range->sight ? SIDLE_ERROR_ARGUMENT : SIDLE_OK;
    default: return SIDLE_ERROR_NO_ORDER;
    }
}

/* The unit goes on as one that approaches its goal, by the path or the guide that it has. */
static void approach_goal(unit *u) {
    order_state *o = u->cold->order;
    u->order = SIDLE_ORDER_APPROACH_POINT;
    *o = (order_state){.centre = u->goal,
                       .goal_then = u->goal,
                       .steer_target.point = u->position,
                       .patrol = o->patrol};
}

sidle_result sidle_unit_set_range(sidle_world *world, sidle_unit_id id, const sidle_range *range) {
    unit *u = unit_named(world, id);
    if (!u) return unit_refusal(world, id);
    sidle_result bad = check_range(world, range);
    if (!bad) bad = range_refusal(u, range);
    if (!bad && units_reserve_order_state(world, u)) bad = SIDLE_ERROR_MEMORY;
    if (bad) return bad;
    if (u->order == SIDLE_ORDER_GO) approach_goal(u);
    if (u->order == SIDLE_ORDER_PURSUE) u->order = ORDER_PURSUE_WITHIN;
    u->cold->order->range = *range;
    u->cold->order->ranged = true;
    unit_unmark(u, UNIT_TOUCHES);
    unit_rest_here(u);
    unit_lose_place(u);
    u->flags |= UNIT_LOOK;
    grid_body_changed(world, u);
    RECORD(world, CALL_SET_RANGE, WORDS_OF_UNIT(id), WORDS_OF_RANGE(range));
    return SIDLE_OK;
}

sidle_result sidle_unit_reserve(sidle_world *world, sidle_unit_id id, uint32_t sight) {
    unit *u = unit_named(world, id);
    if (!u) return unit_refusal(world, id);
    if (sight & ~SIDLE_PASS_ALL) return SIDLE_ERROR_ARGUMENT;
    sidle_result bad = units_reserve_order_state(world, u);
    return bad || !sight ? bad : terrain_use(&world->terrain, &world->alloc, sight);
}

/* A unit that flees stands until the next tick finds out how near the danger is. */
static void stand_and_watch(sidle_world *world, unit *u, sidle_vec2 danger) {
    u->cold->order->centre = danger;
    u->goal = u->position;
    stop_under_way(world, u);
}

sidle_result sidle_unit_evade(sidle_world *world, sidle_unit_id id, sidle_unit_id hunter) {
    unit *u;
    sidle_result bad = begin_target_order(world, id, SIDLE_ORDER_EVADE, hunter, &u);
    if (bad) return bad;
    stand_and_watch(world, u, u->goal);
    RECORD(world, CALL_EVADE, WORDS_OF_UNIT(id), WORDS_OF_UNIT(hunter));
    return SIDLE_OK;
}

sidle_result sidle_unit_flee(sidle_world *world, sidle_unit_id id, sidle_vec2 danger) {
    unit *u = unit_named(world, id);
    if (!u) return unit_refusal(world, id);
    sidle_result bad = check_point(world, danger);
    if (bad) return bad;
    if (units_reserve_order_state(world, u)) return SIDLE_ERROR_MEMORY;
    begin_order(u, SIDLE_ORDER_FLEE, (sidle_unit_id){0, 0});
    stand_and_watch(world, u, danger);
    RECORD(world, CALL_FLEE, WORDS_OF_UNIT(id), WORDS_OF_POINT(danger));
    return SIDLE_OK;
}

sidle_result sidle_unit_wander(sidle_world *world, sidle_unit_id id, sidle_vec2 centre,
                               float radius) {
    unit *u = unit_named(world, id);
    if (!u) return unit_refusal(world, id);
    sidle_result bad = isfinite(radius) ? check_point(world, centre) : SIDLE_ERROR_NOT_FINITE;
    if (!bad && radius <= 0) bad = SIDLE_ERROR_ARGUMENT;
    if (bad) return bad;
    if (units_reserve_order_state(world, u)) return SIDLE_ERROR_MEMORY;
    begin_order(u, SIDLE_ORDER_WANDER, (sidle_unit_id){0, 0});
    u->cold->order->centre = centre;
    u->cold->order->area_radius = radius;
    begin_drive(world, u, centre, AIM_PATH);
    RECORD(world, CALL_WANDER, WORDS_OF_UNIT(id), WORDS_OF_POINT(centre), word_of_float(radius));
    return SIDLE_OK;
}

/* Does the unit see no other way than through enemies that rest and are as solid as walls? */
static bool is_walled_by_enemy(const sidle_world *world, const unit *u) {
    const look_result *s = &u->cold->look;
    if (!(u->flags & UNIT_LOOKED) || !s->hit || s->value < SIDLE_VALUE_UNIT) return false;
    if (!s->blocker.slot) return true; /* terrain is ahead, and the enemies are beside it */
    const unit *blocker = unit_named(world, s->blocker);
    if (!blocker || unit_is_under_way(blocker)) return false;
    return is_spared_enemy(&world->bodies, profile_of(world, u), body_of(world, u),
                           body_of(world, blocker));
}

/* A unit in a jam keeps its path rather than take a much longer one: jams pass, and the classic
 * failure is the unit that leaves for the far side of the map because a bridge was busy for a
 * second. The old path must still lead somewhere: terrain that has come up on it is no jam, and
 * neither is an enemy at rest. */
static bool path_is_too_long(const sidle_world *world, const unit *u, const sidle_vec2 *waypoints,
                             uint32_t count) {
    if (!u->cold->escalation.active || u->decision == SIDLE_DECISION_BLOCKED) return false;
    if (is_walled_by_enemy(world, u)) return false;
    float left = path_left_of(u), length = path_length(u->position, waypoints, count, u->goal);
    const sidle_profile *p = profile_of(world, u);
    bool is_long = length > left * p->tuning.detour_max + ROUND_A_BODY * p->radius;
    return is_long && path_is_open(world, u);
}

/* u: how far off the line between the points it is, if it is beside that, and not before it. */
static float off_leg(sidle_vec2 at, sidle_vec2 from, sidle_vec2 to) {
    sidle_vec2 leg = vec_sub(to, from), off = vec_sub(at, from);
    float length2 = vec_dot(leg, leg), along = vec_dot(off, leg);
    if (!(along > 0) || along > length2) return INFINITY;
    return vec_length(vec_sub(off, vec_scale(leg, along / length2)));
}

/* How many waypoints the unit has behind it, as the path comes late? It stands on a leg after them,
 * within its radius, and gets on from there. Within its patience it could have come so far; a tour
 * that leads back to where it begins is longer. */
static uint32_t points_behind(const sidle_world *world, const unit *u, const sidle_vec2 *waypoints,
                              uint32_t count) {
    const sidle_profile *p = profile_of(world, u);
    float way = 0, most = unit_pace(world, u) * patience_of(p);
    uint32_t behind = 0;
    for (uint32_t k = 0; k < count && way <= most; k++) {
        sidle_vec2 next = k + 1 < count ? waypoints[k + 1] : u->goal;
        if (off_leg(u->position, waypoints[k], next) <= p->radius &&
            disc_fits_along(world, p, u->position, next, 1))
            behind = k + 1;
        way += vec_distance(waypoints[k], next);
    }
    return behind;
}

sidle_result sidle_unit_set_path(sidle_world *world, sidle_unit_id id, const sidle_vec2 *waypoints,
                                 uint32_t count) {
    unit *u = unit_named(world, id);
    if (!u) return unit_refusal(world, id);
    if (!unit_has_way(u) && !unit_is_kept(u)) return SIDLE_ERROR_NO_ORDER;
    if ((count && !waypoints) || count > SIDLE_MAX_WAYPOINTS) return SIDLE_ERROR_ARGUMENT;
    sidle_result bad = terrain_points_refusal(&world->terrain, waypoints, count);
    if (bad) return bad;
    if (path_is_too_long(world, u, waypoints, count)) {
        RECORD_LIST(world, CALL_PATH, waypoints, count, WORDS_OF_UNIT(id), SIDLE_REFUSED_TOO_LONG);
        return SIDLE_REFUSED_TOO_LONG;
    }
    if (!route_reserve(&world->alloc, &u->cold->path, count)) return SIDLE_ERROR_MEMORY;
    if (unit_is_kept(u)) condition_go_on(world, u);
    float left = path_left_of(u);
    uint32_t behind = points_behind(world, u, waypoints, count);
    path_clear(u); /* it stays in its queue: a host may refresh each path each second */
    if (u->aim == AIM_STEER_TARGET || u->aim == AIM_GOAL) u->aim = AIM_PATH;
    const sidle_vec2 *ahead = behind ? waypoints + behind : waypoints; /* NULL: no offset */
    route_fill(u->cold->path, ahead, count - behind);
    path_move_to_fit(world, u);
    if (unit_own_order_state(u)) u->cold->order->goal_then = u->goal;
    path_replaced(u, left);
    path_set_out(world, u);
    grid_body_changed(world, u);
    RECORD_LIST(world, CALL_PATH, waypoints, count, WORDS_OF_UNIT(id), SIDLE_OK);
    return SIDLE_OK;
}

sidle_result sidle_unit_set_guide(sidle_world *world, sidle_unit_id id, sidle_vec2 waypoint) {
    unit *u = unit_named(world, id);
    if (!u) return unit_refusal(world, id);
    if (!unit_has_way(u) && !unit_is_kept(u)) return SIDLE_ERROR_NO_ORDER;
    sidle_result bad = check_point(world, waypoint);
    if (bad) return bad;
    bool first = !(u->flags & UNIT_GUIDED);
    bool moved = u->path_point.x != waypoint.x || u->path_point.y != waypoint.y;
    if (!first && !moved) return SIDLE_OK;
    if (first) path_forget(u); /* a guide that only moves leaves the unit its place in the queue */
    u->flags |= UNIT_GUIDED;
    u->cold->escalation.no_path = false;
    u->path_point = waypoint;
    /* A unit with a free way turns at once. Any other decision holds until the next look, so that a
     * guide given in each tick does not cost a look in each tick. */
    if (u->decision == SIDLE_DECISION_FREE) unit_drive_to(u, waypoint);
    unit_keep_waypoint(u);
    /* A unit that rests under its order waits for its next look: a host that guides it in each tick
     * would keep it from resting. */
    if (first && !unit_is_kept(u)) {
        path_look_soon(u);
        path_set_out(world, u);
    }
    grid_body_changed(world, u);
    RECORD(world, CALL_GUIDE, WORDS_OF_UNIT(id), WORDS_OF_POINT(waypoint));
    return SIDLE_OK;
}

sidle_result sidle_unit_set_pace(sidle_world *world, sidle_unit_id id, float speed) {
    unit *u = unit_named(world, id);
    if (!u) return unit_refusal(world, id);
    if (!unit_has_way(u)) return SIDLE_ERROR_NO_ORDER;
    if (!isfinite(speed)) return SIDLE_ERROR_NOT_FINITE;
    if (speed < 0) return SIDLE_ERROR_ARGUMENT;
    float top_speed = unit_top_speed(world, u);
    float share = speed < top_speed ? speed / top_speed : 1;
    u->pace = (1 + (uint32_t)(share * PACE_ONE + 0.5f)) & PACE_BITS;
    RECORD(world, CALL_PACE, WORDS_OF_UNIT(id), word_of_float(speed));
    return SIDLE_OK;
}

sidle_result sidle_unit_stop(sidle_world *world, sidle_unit_id id) {
    unit *u = unit_named(world, id);
    if (!u) return unit_refusal(world, id);
    begin_order(u, SIDLE_ORDER_NONE, (sidle_unit_id){0, 0});
    stop_under_way(world, u);
    RECORD(world, CALL_STOP, WORDS_OF_UNIT(id));
    return SIDLE_OK;
}
