/* Where a unit is on its way: along the host's path or by its guide to the goal of its order. The
 * order ends, or rests, in arrival; no jam drops it. */
#include "orders/path_following.h"

#include "orders/come_clear.h"
#include "orders/queue.h"

/* More than the rounding of squares. */
static const float SQUARE_MARGIN = 1.001f;

/* Radii, by which others may carry a unit away from its goal before it goes there again. */
static const float CARRIED = 1;

/* s, in which a unit that arrives can brake to a stop. */
static const float STOPS_WITHIN = 0.1334f;

/* Waypoints that one tick may pass: fast units on fine paths. */
enum { PASSES_A_TICK = 16 };

float way_length(sidle_vec2 from, const sidle_vec2 *points, uint32_t count, sidle_vec2 goal) {
    float length = 0;
    for (uint32_t k = 0; k < count; k++) {
        length += vec_distance(from, points[k]);
        from = points[k];
    }
    return length + vec_distance(from, goal);
}

float way_left(const unit *u) {
    if (u->aim == AIM_WISH || u->aim == AIM_GOAL) return vec_distance(u->position, u->goal);
    if (u->flags & UNIT_GUIDED)
        return vec_distance(u->position, unit_guide_point(u)) +
               vec_distance(unit_guide_point(u), u->goal);
    return way_length(u->position, u->mind->path->points + u->mind->path->next,
                      u->mind->path->count - u->mind->path->next, u->goal);
}

bool way_is_open(const sidle_world *world, const unit *u) {
    const sidle_profile *p = profile_of(world, u);
    const route *path = u->mind->path;
    float radius = p->radius * LOOK_SLACK;
    sidle_vec2 from = u->position;
    bool direct = u->aim == AIM_WISH || u->aim == AIM_GOAL || u->flags & UNIT_GUIDED;
    for (uint32_t k = path->next; k < path->count && !direct; k++) {
        if (!terrain_line_fits(&world->terrain, p->passable, from, path->points[k], radius))
            return false;
        from = path->points[k];
    }
    sidle_vec2 last = u->flags & UNIT_GUIDED ? unit_guide_point(u) : u->goal;
    return terrain_line_fits(&world->terrain, p->passable, from, last, radius);
}

bool way_goal_moves(const unit *u) {
    if (u->order == SIDLE_ORDER_PURSUE || u->order == SIDLE_ORDER_FOLLOW)
        return u->mind->errand->wish.halt < 0 || u->mind->errand->wish.drift.x != 0 ||
               u->mind->errand->wish.drift.y != 0;
    return u->order == SIDLE_ORDER_EVADE || u->order == SIDLE_ORDER_FLEE ||
           u->order == SIDLE_ORDER_WANDER;
}

/* ---- on the way ---- */

static sidle_vec2 point_after_waypoint(const unit *u) {
    return u->mind->path->next + 1 < u->mind->path->count
               ? u->mind->path->points[u->mind->path->next + 1]
               : u->goal;
}

/* Passed means near, with the next point in sight; or as good as there. */
static bool passes_waypoint(const sidle_world *world, const unit *u, float dt) {
    const sidle_profile *p = profile_of(world, u);
    float distance = vec_distance(u->position, u->mind->path->points[u->mind->path->next]);
    if (distance <= max_float(0.25f * p->radius, vec_length(u->velocity) * dt)) return true;
    return distance <= p->waypoint_radius &&
           terrain_line_fits(&world->terrain, p->passable, u->position, point_after_waypoint(u),
                             p->radius * LOOK_SLACK);
}

/* May the order end, or rest, at its goal? */
static bool ends_at_goal(const unit *u) {
    return u->order == SIDLE_ORDER_GO || u->order == SIDLE_ORDER_PATROL ||
           ((u->order == SIDLE_ORDER_PURSUE || u->order == SIDLE_ORDER_FOLLOW) &&
            !way_goal_moves(u));
}

void way_announce(const sidle_world *world, const unit *u, sidle_vec2 velocity) {
    if (!world->looking) body_announce(&world->crowd, body_of(world, u), velocity);
}

void way_arrive(const sidle_world *world, unit *u, sidle_unit_id behind) {
    bool on_patrol = u->order == SIDLE_ORDER_PATROL;
    unit_unmark(u, UNIT_UNDER_WAY | UNIT_SETTLES);
    u->flags |= UNIT_ARRIVED;
    u->velocity = vec(0, 0);
    way_announce(world, u, u->velocity);
    rest_begin(u);
    u->mind->in_sight = u->position;
    u->decision = SIDLE_IDLE;
    u->mind->settled = behind;
    if (unit_own_errand(u)) u->mind->errand->goal_then = u->goal;
    line_done(u);
    if (!(u->flags & UNIT_COMES_BACK))
        unit_tell(u, on_patrol ? SIDLE_EVENT_WAYPOINT : SIDLE_EVENT_ARRIVED);
    unit_unmark(u, UNIT_COMES_BACK);
    if (u->order == SIDLE_ORDER_GO) u->order = ORDER_ARRIVED;
}

void way_settle(unit *u, sidle_unit_id behind) {
    u->flags |= UNIT_SETTLES;
    u->mind->settled = behind;
    u->velocity = vec(0, 0);
    u->heads_for = u->position;
    u->decision = SIDLE_IDLE;
}

/* Is whatever could happen to a unit that goes by its path or guide too far away? Most are, and
 * then only what every tick asks is asked. */
static bool is_far_from_all(const sidle_profile *p, const unit *u, float dt) {
    if (u->flags & UNIT_WISHES) return false;
    sidle_vec2 to = vec_sub(u->waypoint, u->position);
    float reach = max_float(max_float(p->waypoint_radius, p->radius), p->arrival_radius);
    float step2 = vec_dot(u->velocity, u->velocity) * dt * dt;
    return vec_dot(to, to) > max_float(reach * reach, step2) * SQUARE_MARGIN;
}

/* Those that came after it have carried the unit away from where it arrived: it goes there again,
 * and nobody who has arrived ends in the next room, pressed through a door. */
static void come_back(const sidle_world *world, unit *u) {
    if (u->order != ORDER_ARRIVED) return;
    float arrived_at = vec_distance(u->mind->in_sight, u->goal);
    float most = arrived_at + CARRIED * profile_of(world, u)->radius;
    if (vec_distance(u->position, u->goal) <= most) return;
    u->order = SIDLE_ORDER_GO;
    u->flags |= UNIT_UNDER_WAY | UNIT_COMES_BACK;
    unit_unmark(u, UNIT_ARRIVED | UNIT_GUIDED);
    way_afresh(u);
    way_set_out(world, u);
}

/* Those that share its goal may have moved the unit. */
static void is_jostled(const sidle_world *world, unit *u) {
    sidle_vec2 moved = world->crowd.moved[body_of(world, u)];
    if (moved.x == 0 && moved.y == 0) return;
    if (u->flags & UNIT_CLEARS) { /* it has moved itself */
        u->mind->in_sight = u->position;
        return;
    }
    come_back(world, u);
}

void way_advance(const sidle_world *world, unit *u, float dt) {
    if (!(u->flags & UNIT_UNDER_WAY)) {
        if (u->flags & UNIT_ARRIVED) is_jostled(world, u);
        return;
    }
    if (u->flags & UNIT_SETTLES) {
        way_arrive(world, u, u->mind->settled);
        return;
    }
    if (is_far_from_all(profile_of(world, u), u, dt)) return;
    bool guided = u->flags & UNIT_GUIDED;
    for (int k = 0; k < PASSES_A_TICK && !guided && u->mind->path->next < u->mind->path->count;
         k++) {
        if (!passes_waypoint(world, u, dt)) break;
        u->mind->path->next++;
        if (u->passed < UINT16_MAX) u->passed++;
        line_done(u); /* what it waited for lies before the waypoint */
        u->flags |= UNIT_LOOK;
        unit_keep_waypoint(u);
    }
    if (!unit_on_last_leg(u) || !ends_at_goal(u)) return;
    const sidle_profile *p = profile_of(world, u);
    float distance = vec_distance(u->position, u->goal);
    bool slow = vec_length(u->velocity) <= p->acceleration * STOPS_WITHIN;
    if (u->order == SIDLE_ORDER_PATROL && distance <= max_float(p->radius, p->arrival_radius)) {
        unit_tell(u, SIDLE_EVENT_WAYPOINT);
        way_next_round(world, u);
        return;
    }
    float rounding = 2 * max_float(u->goal.x, u->goal.y) * LAST_PLACE;
    if (distance > p->arrival_radius || (distance > rounding && !slow)) return;
    way_arrive(world, u, (sidle_unit_id){0, 0});
}

void way_skip(unit *u) {
    route *path = u->mind->path;
    uint32_t left = path->count - path->next;
    u->passed = (uint16_t)(left < (uint32_t)UINT16_MAX - u->passed ? u->passed + left : UINT16_MAX);
    path->next = path->count;
    line_done(u);
    u->flags |= UNIT_LOOK;
    unit_keep_waypoint(u);
}

void way_set_out(const sidle_world *world, unit *u) {
    unit_unmark(u, UNIT_CLEARS);
    unit_keep_waypoint(u);
    u->heads_for = u->waypoint;
    u->decision = SIDLE_FREE;
    if (u->velocity.x != 0 || u->velocity.y != 0) return;
    sidle_vec2 way = vec_direction(vec_sub(u->heads_for, u->position), vec(0, 0));
    way_announce(world, u, vec_scale(way, unit_pace(profile_of(world, u), u)));
}

void way_stand(const sidle_world *world, unit *u) {
    unit_unmark(u, UNIT_UNDER_WAY | UNIT_ARRIVED | UNIT_LOOKED);
    rest_begin(u);
    u->decision = SIDLE_IDLE;
    way_announce(world, u, u->velocity);
}

void way_forget(unit *u) {
    line_done(u);
    route_clear(u->mind->path);
    if (u->aim == AIM_BACK) u->aim = AIM_PATH;
    u->mind->in_sight = u->position;
    u->passed = 0;
    unit_unmark(u, UNIT_GUIDED);
}

void way_placed(const sidle_world *world, unit *u) {
    line_done(u);
    if (u->aim == AIM_BACK) u->aim = AIM_PATH;
    u->mind->in_sight = u->position;
    rest_begin(u);
    unit_unmark(u, UNIT_ARRIVED);
    if (u->order == SIDLE_ORDER_PURSUE || u->order == SIDLE_ORDER_FOLLOW)
        u->flags |= UNIT_UNDER_WAY;
    if (!(u->flags & UNIT_UNDER_WAY)) return;
    way_afresh(u);
    way_set_out(world, u);
}

void way_next_round(const sidle_world *world, unit *u) {
    const sidle_profile *p = profile_of(world, u);
    way_forget(u);
    u->mind->errand->goal_then = u->goal;
    u->mind->errand->rounds->next =
        (u->mind->errand->rounds->next + 1) % u->mind->errand->rounds->count;
    u->goal = u->mind->errand->rounds->points[u->mind->errand->rounds->next];
    u->flags |= UNIT_UNDER_WAY;
    unit_unmark(u, UNIT_ARRIVED);
    way_afresh(u);
    way_set_out(world, u);
    if (!terrain_line_fits(&world->terrain, p->passable, u->position, u->goal, p->radius))
        way_ask_for_goal(u, p);
}

/* ---- beginning again ---- */

void way_afresh(unit *u) {
    u->mind->jam = (jam){.on = false};
    u->mind->progress = (progress){.nearest = 0};
    u->since = 0;
    way_soon(u);
}

void way_on_new_path(unit *u) {
    u->mind->progress.nearest = way_left(u);
    u->flags |= UNIT_NEW_PATH;
    way_soon(u);
}

void way_soon(unit *u) {
    u->mind->jam.left = 0; /* the answer to a request ends the wait for it */
    u->mind->jam.refused = false;
    u->flags |= UNIT_LOOK;
    unit_unmark(u, UNIT_LOOKED);
}

/* ---- asking the host ---- */

bool way_ask(unit *u, const sidle_profile *p) {
    jam *j = &u->mind->jam;
    if (j->backoff_left > 0 || unit_flees(u)) return false;
    unit_tell(u, SIDLE_EVENT_REPLAN_WANTED);
    j->backoff =
        j->backoff > 0 ? min_float(2 * j->backoff, p->replan_backoff_max) : p->replan_backoff;
    j->backoff_left = j->backoff;
    return true;
}

void way_ask_for_goal(unit *u, const sidle_profile *p) {
    if (u->mind->jam.backoff_left > 0) return;
    unit_tell(u, SIDLE_EVENT_REPLAN_WANTED);
    u->mind->jam.backoff_left = p->replan_backoff;
}
