/* An order is a goal; a path or a guide is the way there as the host sees it. The order ends in
 * arrival, by the host's word, or never: no jam drops it. */
#include "orders.h"

#include "decide.h"
#include "line.h"
#include "look.h"
#include "vec.h"
#include "wish.h"

/* Waypoints that one tick may pass: fast units on fine paths. */
enum { PASSES_A_TICK = 16 };

/* A path that is this much (u) longer is no detour: it goes around a body or two. */
static const float DETOUR_FREE = 2.0f;

static float path_length(sidle_vec2 from, const sidle_vec2 *points, uint32_t count,
                         sidle_vec2 goal) {
    float length = 0;
    for (uint32_t k = 0; k < count; k++) {
        length += vec_distance(from, points[k]);
        from = points[k];
    }
    return length + vec_distance(from, goal);
}

float orders_path_left(const unit *u) {
    if (u->wish.aim != AIM_PATH) return vec_distance(u->position, u->goal);
    if (u->flags & UNIT_GUIDED)
        return vec_distance(u->position, u->guide) + vec_distance(u->guide, u->goal);
    return path_length(u->position, u->path.points + u->path.next, u->path.count - u->path.next,
                       u->goal);
}

/* ---- on the way ---- */

static sidle_vec2 point_after_waypoint(const unit *u) {
    return u->path.next + 1 < u->path.count ? u->path.points[u->path.next + 1] : u->goal;
}

/* Passed means near, with the next point in sight; or as good as there. */
static bool passes(const sidle_world *world, const unit *u, float dt) {
    const sidle_profile *p = profile_of(world, u);
    float distance = vec_distance(u->position, u->path.points[u->path.next]);
    if (distance <= max_float(0.25f * p->radius, vec_length(u->velocity) * dt)) return true;
    return distance <= p->waypoint_radius &&
           terrain_line_fits(&world->terrain, p->passable, u->position, point_after_waypoint(u),
                             p->radius * LOOK_SLACK);
}

/* May the order end, or rest, at its goal? */
static bool ends_at_goal(const unit *u) {
    return u->order == SIDLE_ORDER_GO || u->order == SIDLE_ORDER_PATROL ||
           ((u->order == SIDLE_ORDER_PURSUE || u->order == SIDLE_ORDER_FOLLOW) && !wish_moves(u));
}

void orders_arrive(unit *u, sidle_unit_id behind) {
    bool on_patrol = u->order == SIDLE_ORDER_PATROL;
    u->flags = (u->flags & ~(uint32_t)UNIT_UNDER_WAY) | UNIT_ARRIVED;
    u->velocity = u->announced = vec(0, 0);
    u->decision = SIDLE_IDLE;
    u->settled = behind;
    u->goal_then = u->goal;
    line_leave(u);
    u->events |= 1u << (on_patrol ? SIDLE_EVENT_WAYPOINT : SIDLE_EVENT_ARRIVED);
    if (u->order == SIDLE_ORDER_GO) u->order = SIDLE_ORDER_NONE;
}

void orders_advance(const sidle_world *world, unit *u, float dt) {
    if (!(u->flags & UNIT_UNDER_WAY)) return;
    bool guided = u->flags & UNIT_GUIDED;
    for (int k = 0; k < PASSES_A_TICK && !guided && u->path.next < u->path.count; k++) {
        if (!passes(world, u, dt)) break;
        u->path.next++;
        u->passed++;
        line_done(u); /* what it waited for lies before the waypoint */
        u->flags |= UNIT_LOOK;
    }
    if (!unit_on_last_leg(u) || !ends_at_goal(u)) return;
    const sidle_profile *p = profile_of(world, u);
    float distance = vec_distance(u->position, u->goal);
    bool slow = vec_length(u->velocity) <= 4 * p->acceleration * dt;
    if (u->order == SIDLE_ORDER_PATROL && distance <= max_float(p->radius, p->arrival_radius)) {
        orders_arrive(u, (sidle_unit_id){0, 0});
        return;
    }
    if (distance > p->arrival_radius || (distance > 0 && !slow)) return;
    orders_arrive(u, (sidle_unit_id){0, 0});
}

void orders_set_out(const sidle_world *world, unit *u) {
    u->heads_for = unit_waypoint(u);
    u->decision = SIDLE_FREE;
    if (u->velocity.x != 0 || u->velocity.y != 0) return;
    sidle_vec2 way = vec_direction(vec_sub(u->heads_for, u->position), vec(0, 0));
    u->announced = vec_scale(way, unit_pace(profile_of(world, u), u));
}

static void forget_path(unit *u) {
    u->path.count = u->path.next = u->passed = 0;
    u->flags &= ~(uint32_t)UNIT_GUIDED;
}

void orders_next_round(const sidle_world *world, unit *u) {
    const sidle_profile *p = profile_of(world, u);
    forget_path(u);
    u->goal = u->rounds.points[u->rounds.next];
    u->flags = (u->flags | UNIT_UNDER_WAY) & ~(uint32_t)UNIT_ARRIVED;
    decide_afresh(u);
    orders_set_out(world, u);
    if (!terrain_line_fits(&world->terrain, p->passable, u->position, u->goal, p->radius))
        decide_ask(u, p);
}

void orders_placed(const sidle_world *world, unit *u) {
    bool rests = u->order == SIDLE_ORDER_PURSUE || u->order == SIDLE_ORDER_FOLLOW;
    line_leave(u);
    u->heads_for = u->position;
    if (rests) u->flags = (u->flags | UNIT_UNDER_WAY) & ~(uint32_t)UNIT_ARRIVED;
    if (!(u->flags & UNIT_UNDER_WAY)) return;
    decide_afresh(u);
    orders_set_out(world, u);
}

/* ---- the host's words ---- */

static sidle_result bad_point(const sidle_world *world, sidle_vec2 point) {
    if (!vec_finite(point)) return SIDLE_ERROR_NOT_FINITE;
    return terrain_inside(&world->terrain, point) ? SIDLE_OK : SIDLE_ERROR_ARGUMENT;
}

/* What the old order led to is forgotten; the new one is not yet under way. */
static void begin(sidle_world *world, unit *u, sidle_order order, sidle_unit_id target) {
    const uint32_t old = UNIT_UNDER_WAY | UNIT_ARRIVED | UNIT_LOOKED | UNIT_TOUCHES;
    forget_path(u);
    u->flags &= ~old;
    u->order = (uint8_t)order;
    u->target = target;
    u->clock = 0;
    u->wish = (wish){.point = u->position};
    line_done(u);
    u->events = 0;
    world->crowd.stale = true;
}

static void go_on_to(const sidle_world *world, unit *u, sidle_vec2 goal, enum aim aim) {
    u->goal = goal;
    u->wish.aim = (uint8_t)aim;
    u->flags |= UNIT_UNDER_WAY;
    decide_afresh(u);
    orders_set_out(world, u);
}

/* Stands from now on, braking. */
static void stand(unit *u) {
    u->decision = SIDLE_IDLE;
    u->announced = u->velocity;
}

sidle_result sidle_unit_go(sidle_world *world, sidle_unit_id id, sidle_vec2 goal) {
    unit *u = unit_named(world, id);
    if (!u) return SIDLE_ERROR_STALE;
    sidle_result bad = bad_point(world, goal);
    if (bad) return bad;
    begin(world, u, SIDLE_ORDER_GO, (sidle_unit_id){0, 0});
    go_on_to(world, u, goal, AIM_PATH);
    return SIDLE_OK;
}

sidle_result sidle_unit_hold(sidle_world *world, sidle_unit_id id) {
    unit *u = unit_named(world, id);
    if (!u) return SIDLE_ERROR_STALE;
    begin(world, u, SIDLE_ORDER_HOLD, (sidle_unit_id){0, 0});
    u->goal = u->position;
    stand(u);
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
    u->rounds.count = 0;
    if (!route_reserve(&world->alloc, &u->rounds, count + 1)) return SIDLE_ERROR_MEMORY;
    route_fill(&u->rounds, points, count);
    if (count == 1) u->rounds.points[u->rounds.count++] = u->position;
    begin(world, u, SIDLE_ORDER_PATROL, (sidle_unit_id){0, 0});
    orders_next_round(world, u);
    return SIDLE_OK;
}

/* An order about another unit. */
static sidle_result target(sidle_world *world, sidle_unit_id id, sidle_order order,
                           sidle_unit_id other, unit **found) {
    unit *u = unit_named(world, id), *about = unit_named(world, other);
    if (!u || !about) return SIDLE_ERROR_STALE;
    if (u == about) return SIDLE_ERROR_ARGUMENT;
    begin(world, u, order, other);
    u->goal = u->goal_then = about->position;
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
static void be_wary(unit *u, sidle_vec2 danger) {
    u->goal = u->about = u->danger = danger;
    stand(u);
}

sidle_result sidle_unit_evade(sidle_world *world, sidle_unit_id id, sidle_unit_id hunter) {
    unit *u;
    sidle_result bad = target(world, id, SIDLE_ORDER_EVADE, hunter, &u);
    if (!bad) be_wary(u, u->goal);
    return bad;
}

sidle_result sidle_unit_flee(sidle_world *world, sidle_unit_id id, sidle_vec2 danger) {
    unit *u = unit_named(world, id);
    if (!u) return SIDLE_ERROR_STALE;
    sidle_result bad = bad_point(world, danger);
    if (bad) return bad;
    begin(world, u, SIDLE_ORDER_FLEE, (sidle_unit_id){0, 0});
    be_wary(u, danger);
    return SIDLE_OK;
}

sidle_result sidle_unit_wander(sidle_world *world, sidle_unit_id id, sidle_vec2 centre,
                               float radius) {
    unit *u = unit_named(world, id);
    if (!u) return SIDLE_ERROR_STALE;
    sidle_result bad = isfinite(radius) ? bad_point(world, centre) : SIDLE_ERROR_NOT_FINITE;
    if (!bad && radius <= 0) bad = SIDLE_ERROR_ARGUMENT;
    if (bad) return bad;
    begin(world, u, SIDLE_ORDER_WANDER, (sidle_unit_id){0, 0});
    u->about = centre;
    u->range = radius;
    go_on_to(world, u, centre, AIM_PATH);
    return SIDLE_OK;
}

static bool too_long(const sidle_world *world, const unit *u, const sidle_vec2 *waypoints,
                     uint32_t count) {
    if (!u->jam.on) return false;
    float left = orders_path_left(u), length = path_length(u->position, waypoints, count, u->goal);
    return length > left * profile_of(world, u)->detour_max + DETOUR_FREE;
}

sidle_result sidle_unit_path(sidle_world *world, sidle_unit_id id, const sidle_vec2 *waypoints,
                             uint32_t count) {
    unit *u = unit_named(world, id);
    if (!u) return SIDLE_ERROR_STALE;
    if (!(u->flags & UNIT_UNDER_WAY)) return SIDLE_ERROR_NO_ORDER;
    if ((count && !waypoints) || count > SIDLE_MAX_WAYPOINTS) return SIDLE_ERROR_ARGUMENT;
    for (uint32_t k = 0; k < count; k++) {
        sidle_result bad = bad_point(world, waypoints[k]);
        if (bad) return bad;
    }
    if (too_long(world, u, waypoints, count)) {
        u->jam.refused = true;
        u->flags |= UNIT_LOOK;
        u->events |= 1u << SIDLE_EVENT_PATH_REFUSED;
        return SIDLE_REFUSED_TOO_LONG;
    }
    if (!route_reserve(&world->alloc, &u->path, count)) return SIDLE_ERROR_MEMORY;
    line_leave(u);
    forget_path(u);
    route_fill(&u->path, waypoints, count);
    u->goal_then = u->goal;
    decide_on_path(world, u);
    orders_set_out(world, u);
    world->crowd.stale = true;
    return SIDLE_OK;
}

sidle_result sidle_unit_guide(sidle_world *world, sidle_unit_id id, sidle_vec2 waypoint) {
    unit *u = unit_named(world, id);
    if (!u) return SIDLE_ERROR_STALE;
    if (!(u->flags & UNIT_UNDER_WAY)) return SIDLE_ERROR_NO_ORDER;
    sidle_result bad = bad_point(world, waypoint);
    if (bad) return bad;
    bool first = !(u->flags & UNIT_GUIDED);
    bool moved = u->guide.x != waypoint.x || u->guide.y != waypoint.y;
    if (!first && !moved) return SIDLE_OK;
    forget_path(u);
    u->flags |= UNIT_GUIDED;
    u->guide = waypoint;
    /* A free unit turns at once; any other choice holds until the next look, so that a guide told
     * each tick does not make the unit look each tick. */
    if (u->decision == SIDLE_FREE) u->heads_for = waypoint;
    if (first) {
        decide_soon(u);
        orders_set_out(world, u);
    }
    world->crowd.stale = true;
    return SIDLE_OK;
}

sidle_result sidle_unit_stop(sidle_world *world, sidle_unit_id id) {
    unit *u = unit_named(world, id);
    if (!u) return SIDLE_ERROR_STALE;
    begin(world, u, SIDLE_ORDER_NONE, (sidle_unit_id){0, 0});
    stand(u);
    return SIDLE_OK;
}

sidle_result sidle_unit_answer(sidle_world *world, sidle_unit_id id, sidle_step step) {
    unit *u = unit_named(world, id);
    if (!u) return SIDLE_ERROR_STALE;
    if (step != SIDLE_STEP_WAIT && step != SIDLE_STEP_PUSH) return SIDLE_ERROR_ARGUMENT;
    return decide_answer(world, u, step) ? SIDLE_OK : SIDLE_ERROR_NO_ORDER;
}
