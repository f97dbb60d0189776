/* An order is a goal; a path or a guide is the way there as the host sees it. The order ends in
 * arrival, by the host's word, or never: no jam drops it. */
#include "orders.h"

#include "decide.h"
#include "look.h"
#include "memory.h"
#include "vec.h"

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
    if (u->flags & UNIT_GUIDED)
        return vec_distance(u->position, u->guide) + vec_distance(u->guide, u->goal);
    return path_length(u->position, u->path + u->path_next, u->path_count - u->path_next, u->goal);
}

/* ---- on the way ---- */

static sidle_vec2 point_after_waypoint(const unit *u) {
    return u->path_next + 1 < u->path_count ? u->path[u->path_next + 1] : u->goal;
}

/* Passed means near, with the next point in sight; or as good as there. */
static bool passes(const sidle_world *world, const unit *u, float dt) {
    const sidle_profile *p = profile_of(world, u);
    float distance = vec_distance(u->position, u->path[u->path_next]);
    if (distance <= max_float(0.25f * p->radius, vec_length(u->velocity) * dt)) return true;
    return distance <= p->waypoint_radius &&
           terrain_line_fits(&world->terrain, p->passable, u->position, point_after_waypoint(u),
                             p->radius * LOOK_SLACK);
}

void orders_arrive(unit *u, sidle_unit_id behind) {
    u->flags = (u->flags & ~(uint32_t)UNIT_ORDERED) | UNIT_ARRIVED;
    u->velocity = u->announced = vec(0, 0);
    u->decision = SIDLE_IDLE;
    u->settled = behind;
    u->events |= 1u << SIDLE_EVENT_ARRIVED;
}

void orders_advance(const sidle_world *world, unit *u, float dt) {
    if (!(u->flags & UNIT_ORDERED)) return;
    bool guided = u->flags & UNIT_GUIDED;
    for (int k = 0; k < PASSES_A_TICK && !guided && u->path_next < u->path_count; k++) {
        if (!passes(world, u, dt)) break;
        u->path_next++;
        u->passed++;
        u->flags |= UNIT_LOOK;
    }
    if (!unit_on_last_leg(u)) return;
    const sidle_profile *p = profile_of(world, u);
    float distance = vec_distance(u->position, u->goal);
    bool slow = vec_length(u->velocity) <= 4 * p->acceleration * dt;
    if (distance > p->arrival_radius || (distance > 0 && !slow)) return;
    orders_arrive(u, (sidle_unit_id){0, 0});
}

/* ---- the host's words ---- */

static sidle_result bad_point(const sidle_world *world, sidle_vec2 point) {
    if (!vec_finite(point)) return SIDLE_ERROR_NOT_FINITE;
    return terrain_inside(&world->terrain, point) ? SIDLE_OK : SIDLE_ERROR_ARGUMENT;
}

/* Until its first look a unit announces that it goes straight to its waypoint. */
static void set_out(const sidle_world *world, unit *u) {
    u->target = unit_waypoint(u);
    u->decision = SIDLE_FREE;
    if (u->velocity.x != 0 || u->velocity.y != 0) return;
    sidle_vec2 way = vec_direction(vec_sub(u->target, u->position), vec(0, 0));
    u->announced = vec_scale(way, profile_of(world, u)->top_speed);
}

static void forget_path(unit *u) {
    u->path_count = u->path_next = u->passed = 0;
    u->flags &= ~(uint32_t)UNIT_GUIDED;
}

sidle_result sidle_unit_go(sidle_world *world, sidle_unit_id id, sidle_vec2 goal) {
    unit *u = unit_named(world, id);
    if (!u) return SIDLE_ERROR_STALE;
    sidle_result bad = bad_point(world, goal);
    if (bad) return bad;
    forget_path(u);
    u->goal = goal;
    u->flags = (u->flags | UNIT_ORDERED) & ~(uint32_t)UNIT_ARRIVED;
    u->events = 0;
    decide_afresh(u);
    set_out(world, u);
    world->crowd.stale = true;
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
    if (!(u->flags & UNIT_ORDERED)) return SIDLE_ERROR_NO_ORDER;
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
    if (count > u->path_room) {
        void *path = u->path;
        if (!memory_grow(&world->alloc, &path, u->path_room * sizeof *u->path, 0,
                         count * sizeof *u->path))
            return SIDLE_ERROR_MEMORY;
        u->path = path;
        u->path_room = count;
    }
    forget_path(u);
    if (count) memcpy(u->path, waypoints, count * sizeof *waypoints);
    u->path_count = count;
    decide_on_path(world, u);
    set_out(world, u);
    world->crowd.stale = true;
    return SIDLE_OK;
}

sidle_result sidle_unit_guide(sidle_world *world, sidle_unit_id id, sidle_vec2 waypoint) {
    unit *u = unit_named(world, id);
    if (!u) return SIDLE_ERROR_STALE;
    if (!(u->flags & UNIT_ORDERED)) return SIDLE_ERROR_NO_ORDER;
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
    if (u->decision == SIDLE_FREE) u->target = waypoint;
    if (first) {
        decide_soon(u);
        set_out(world, u);
    }
    world->crowd.stale = true;
    return SIDLE_OK;
}

sidle_result sidle_unit_stop(sidle_world *world, sidle_unit_id id) {
    unit *u = unit_named(world, id);
    if (!u) return SIDLE_ERROR_STALE;
    u->flags &= ~(uint32_t)(UNIT_ORDERED | UNIT_ARRIVED | UNIT_LOOKED);
    u->decision = SIDLE_IDLE;
    u->announced = u->velocity;
    u->events = 0;
    forget_path(u);
    world->crowd.stale = true;
    return SIDLE_OK;
}

sidle_result sidle_unit_answer(sidle_world *world, sidle_unit_id id, sidle_step step) {
    unit *u = unit_named(world, id);
    if (!u) return SIDLE_ERROR_STALE;
    if (step != SIDLE_STEP_WAIT && step != SIDLE_STEP_PUSH) return SIDLE_ERROR_ARGUMENT;
    return decide_answer(world, u, step) ? SIDLE_OK : SIDLE_ERROR_NO_ORDER;
}
