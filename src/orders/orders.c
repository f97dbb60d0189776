/* The host's words: orders, paths, guides and answers. An order replaces the one before it; what
 * was going on for that one is forgotten. */
#include "orders/path_following.h"
#include "world/spatial_grid.h"
#include "world/unit_store.h"

/* A path that is this much (u) longer is no detour: it goes around a body or two. */
static const float DETOUR_FREE = 2.0f;

static sidle_result bad_point(const sidle_world *world, sidle_vec2 point) {
    if (!vec_finite(point)) return SIDLE_ERROR_NOT_FINITE;
    return terrain_inside(&world->terrain, point) ? SIDLE_OK : SIDLE_ERROR_ARGUMENT;
}

/* What the old order led to is forgotten; the new one is not yet under way. */
static void begin_order(unit *u, sidle_order order, sidle_unit_id target) {
    const uint32_t old =
        UNIT_UNDER_WAY | UNIT_ARRIVED | UNIT_LOOKED | UNIT_TOUCHES | UNIT_COMES_BACK;
    path_forget(u);
    unit_unmark(u, old);
    u->order = (uint8_t)order;
    u->aim = AIM_PATH;
    order_state *e = unit_own_order_state(u);
    if (e)
        *e =
            (order_state){.target = target, .steer_target.point = u->position, .rounds = e->rounds};
    u->events = 0;
}

static void stand(sidle_world *world, unit *u) {
    path_stand(world, u);
    grid_body_changed(world, u);
}

static void go_on_to(sidle_world *world, unit *u, sidle_vec2 goal, enum aim aim) {
    u->goal = goal;
    u->aim = aim & 3u;
    u->flags |= UNIT_UNDER_WAY;
    path_start_afresh(u);
    path_set_out(world, u);
    grid_body_changed(world, u);
}

sidle_result sidle_unit_go(sidle_world *world, sidle_unit_id id, sidle_vec2 goal) {
    unit *u = unit_named(world, id);
    if (!u) return SIDLE_ERROR_STALE;
    sidle_result bad = bad_point(world, goal);
    if (bad) return bad;
    begin_order(u, SIDLE_ORDER_GO, (sidle_unit_id){0, 0});
    go_on_to(world, u, goal, AIM_PATH);
    return SIDLE_OK;
}

sidle_result sidle_unit_hold(sidle_world *world, sidle_unit_id id) {
    unit *u = unit_named(world, id);
    if (!u) return SIDLE_ERROR_STALE;
    begin_order(u, SIDLE_ORDER_HOLD, (sidle_unit_id){0, 0});
    u->goal = u->position;
    stand(world, u);
    return SIDLE_OK;
}

sidle_result sidle_unit_patrol(sidle_world *world, sidle_unit_id id, const sidle_vec2 *points,
                               uint32_t count) {
    unit *u = unit_named(world, id);
    if (!u) return SIDLE_ERROR_STALE;
    if (!points || count < 1 || count > SIDLE_MAX_WAYPOINTS) return SIDLE_ERROR_ARGUMENT;
    for (uint32_t k = 0; k < count; k++) {
        sidle_result bad = bad_point(world, points[k]);
        if (bad) return bad;
    }
    if (units_reserve_order_state(world, u)) return SIDLE_ERROR_MEMORY;
    route **rounds = &u->cold->order->rounds;
    if (!route_reserve(&world->alloc, rounds, count + 1)) return SIDLE_ERROR_MEMORY;
    route_fill(*rounds, points, count);
    if (count == 1) (*rounds)->points[(*rounds)->count++] = u->position;
    (*rounds)->next = (*rounds)->count - 1;
    begin_order(u, SIDLE_ORDER_PATROL, (sidle_unit_id){0, 0});
    path_next_patrol_point(world, u);
    grid_body_changed(world, u);
    return SIDLE_OK;
}

/* An order about another unit. */
static sidle_result target(sidle_world *world, sidle_unit_id id, sidle_order order,
                           sidle_unit_id other, unit **found) {
    unit *u = unit_named(world, id), *about = unit_named(world, other);
    if (!u || !about) return SIDLE_ERROR_STALE;
    if (u == about) return SIDLE_ERROR_ARGUMENT;
    if (units_reserve_order_state(world, u)) return SIDLE_ERROR_MEMORY;
    begin_order(u, order, other);
    u->goal = u->cold->order->goal_then = about->position;
    *found = u;
    return SIDLE_OK;
}

sidle_result sidle_unit_pursue(sidle_world *world, sidle_unit_id id, sidle_unit_id prey) {
    unit *u;
    sidle_result bad = target(world, id, SIDLE_ORDER_PURSUE, prey, &u);
    if (!bad) go_on_to(world, u, u->goal, AIM_GOAL);
    return bad;
}

sidle_result sidle_unit_follow(sidle_world *world, sidle_unit_id id, sidle_unit_id leader) {
    unit *u;
    sidle_result bad = target(world, id, SIDLE_ORDER_FOLLOW, leader, &u);
    if (!bad) go_on_to(world, u, u->goal, AIM_GOAL);
    return bad;
}

/* Whoever flees stands until the next tick tells how near the danger is. */
static void be_wary(sidle_world *world, unit *u, sidle_vec2 danger) {
    u->cold->order->about = danger;
    u->goal = u->position;
    stand(world, u);
}

sidle_result sidle_unit_evade(sidle_world *world, sidle_unit_id id, sidle_unit_id hunter) {
    unit *u;
    sidle_result bad = target(world, id, SIDLE_ORDER_EVADE, hunter, &u);
    if (!bad) be_wary(world, u, u->goal);
    return bad;
}

sidle_result sidle_unit_flee(sidle_world *world, sidle_unit_id id, sidle_vec2 danger) {
    unit *u = unit_named(world, id);
    if (!u) return SIDLE_ERROR_STALE;
    sidle_result bad = bad_point(world, danger);
    if (bad) return bad;
    if (units_reserve_order_state(world, u)) return SIDLE_ERROR_MEMORY;
    begin_order(u, SIDLE_ORDER_FLEE, (sidle_unit_id){0, 0});
    be_wary(world, u, danger);
    return SIDLE_OK;
}

sidle_result sidle_unit_wander(sidle_world *world, sidle_unit_id id, sidle_vec2 centre,
                               float radius) {
    unit *u = unit_named(world, id);
    if (!u) return SIDLE_ERROR_STALE;
    sidle_result bad = isfinite(radius) ? bad_point(world, centre) : SIDLE_ERROR_NOT_FINITE;
    if (!bad && radius <= 0) bad = SIDLE_ERROR_ARGUMENT;
    if (bad) return bad;
    if (units_reserve_order_state(world, u)) return SIDLE_ERROR_MEMORY;
    begin_order(u, SIDLE_ORDER_WANDER, (sidle_unit_id){0, 0});
    u->cold->order->about = centre;
    u->cold->order->range = radius;
    go_on_to(world, u, centre, AIM_PATH);
    return SIDLE_OK;
}

/* A unit in a escalation keeps its old path rather than go a much longer one, as long as the old
 * one still leads somewhere: terrain that has come up on it is no escalation. */
static bool too_long(const sidle_world *world, const unit *u, const sidle_vec2 *waypoints,
                     uint32_t count) {
    if (!u->cold->escalation.on || u->decision == SIDLE_BLOCKED) return false;
    float left = path_left_of(u), length = path_length(u->position, waypoints, count, u->goal);
    bool is_long = length > left * profile_of(world, u)->detour_max + DETOUR_FREE;
    return is_long && path_is_open(world, u);
}

sidle_result sidle_unit_path(sidle_world *world, sidle_unit_id id, const sidle_vec2 *waypoints,
                             uint32_t count) {
    unit *u = unit_named(world, id);
    if (!u) return SIDLE_ERROR_STALE;
    if (!unit_has_way(u)) return SIDLE_ERROR_NO_ORDER;
    if ((count && !waypoints) || count > SIDLE_MAX_WAYPOINTS) return SIDLE_ERROR_ARGUMENT;
    for (uint32_t k = 0; k < count; k++) {
        sidle_result bad = bad_point(world, waypoints[k]);
        if (bad) return bad;
    }
    if (too_long(world, u, waypoints, count)) {
        u->cold->escalation.refused = true;
        u->flags |= UNIT_LOOK;
        unit_tell(u, SIDLE_EVENT_PATH_REFUSED);
        return SIDLE_REFUSED_TOO_LONG;
    }
    if (!route_reserve(&world->alloc, &u->cold->path, count)) return SIDLE_ERROR_MEMORY;
    path_forget(u);
    route_fill(u->cold->path, waypoints, count);
    if (unit_own_order_state(u)) u->cold->order->goal_then = u->goal;
    path_replaced(u);
    path_set_out(world, u);
    grid_body_changed(world, u);
    return SIDLE_OK;
}

sidle_result sidle_unit_guide(sidle_world *world, sidle_unit_id id, sidle_vec2 waypoint) {
    unit *u = unit_named(world, id);
    if (!u) return SIDLE_ERROR_STALE;
    if (!unit_has_way(u)) return SIDLE_ERROR_NO_ORDER;
    sidle_result bad = bad_point(world, waypoint);
    if (bad) return bad;
    bool first = !(u->flags & UNIT_GUIDED);
    bool moved = unit_guide(u)->x != waypoint.x || unit_guide(u)->y != waypoint.y;
    if (!first && !moved) return SIDLE_OK;
    if (first) path_forget(u); /* a guide that only moves leaves a unit its place in line */
    u->flags |= UNIT_GUIDED;
    *unit_guide(u) = waypoint;
    /* A free unit turns at once; any other choice holds until the next look, so that a guide told
     * each tick does not make the unit look each tick. */
    if (u->decision == SIDLE_FREE) u->heads_for = waypoint;
    unit_keep_waypoint(u);
    if (first) {
        path_look_soon(u);
        path_set_out(world, u);
    }
    grid_body_changed(world, u);
    return SIDLE_OK;
}

sidle_result sidle_unit_stop(sidle_world *world, sidle_unit_id id) {
    unit *u = unit_named(world, id);
    if (!u) return SIDLE_ERROR_STALE;
    begin_order(u, SIDLE_ORDER_NONE, (sidle_unit_id){0, 0});
    stand(world, u);
    return SIDLE_OK;
}
