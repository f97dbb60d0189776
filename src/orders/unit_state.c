/* What the host reads of a unit, and how it teleports one, or takes it off the map and puts it
 * back. All of it runs between ticks.
 *
 * What the host reads is simpler than what the unit keeps. A unit that steps aside for another one,
 * or comes clear, drives, but its order is over: for the host it is idle, and arrived if it was.
 * Orders that end in a state of their own, see ORDER_FLED, are shown as no order. */
#include "orders/condition.h"
#include "orders/path_following.h"
#include "orders/queue.h"
#include "world/ground.h"
#include "world/place.h"
#include "world/recording.h"
#include "world/spatial_grid.h"
#include "world/terrain.h"
#include "world/unit_store.h"

/* The order as the host knows it. */
static sidle_order order_of(const unit *u) {
    if (unit_has_trait(u, TRAIT_IS_OVER)) return SIDLE_ORDER_NONE;
    if (unit_has_trait(u, TRAIT_IS_LATER)) return SIDLE_ORDER_GO;
    return u->order == ORDER_PURSUE_WITHIN ? SIDLE_ORDER_PURSUE : (sidle_order)u->order;
}

static bool has_arrived(const unit *u) {
    return (unit_has_arrived(u) || unit_has_trait(u, TRAIT_IS_OVER)) && !unit_is_kept(u);
}

/* A unit that steps aside keeps the arrival that the host was told. */
static sidle_arrival arrival_of(const unit *u) {
    return has_arrived(u) ? (sidle_arrival)u->arrival : SIDLE_ARRIVAL_AT_GOAL;
}

sidle_result sidle_unit_get(const sidle_world *world, sidle_unit_id id, sidle_unit_state *state) {
    if (!state) return SIDLE_ERROR_ARGUMENT;
    const unit *u = unit_named_anywhere(world, id);
    if (!u) return SIDLE_ERROR_STALE;
    bool under_way = unit_has_way(u) || unit_is_kept(u);
    *state = (sidle_unit_state){
        .profile = profile_id(world, u->profile),
        .team = world->bodies.team[body_of(world, u)],
        .rank = u->rank,
        .user = user_of(world, u->slot),
        .radius = profile_of(world, u)->radius,
        .speed_factor = speed_factors_of(world, u).own,
        .terrain_factor = ground_speed(world, u),
        .position = u->position,
        .velocity = u->velocity,
        .made_velocity = made_velocity(world, body_of(world, u)),
        .predicted_velocity = body_predicted(&world->bodies, body_of(world, u)),
        .heading = u->heading,
        .waypoint = under_way ? unit_waypoint(u) : u->position,
        .order = order_of(u),
        .target = unit_target(u),
        .goal = u->goal,
        .waypoints = under_way ? u->cold->path->count - u->cold->path->next : 0,
        .path_left = under_way ? path_left_of(u) : 0,
        .guided = under_way && u->flags & UNIT_GUIDED,
        .ghost = u->ghost,
        .stowed = unit_is_stowed(world, u),
        .under_way = under_way,
        .stuck = condition_of(world, u) != SIDLE_CONDITION_NONE,
        .condition = condition_of(world, u),
        .arrived = has_arrived(u),
        .arrival = arrival_of(u),
        .place = unit_place(u),
        .has_place = unit_has_place(u),
        .decision = unit_is_kept(u) ? condition_decision(world, u) : unit_decision(u),
    };
    return SIDLE_OK;
}

sidle_result sidle_unit_path_left(const sidle_world *world, sidle_unit_id id, sidle_vec2 *waypoints,
                                  uint32_t capacity, uint32_t *count) {
    if (!count || (!waypoints && capacity)) return SIDLE_ERROR_ARGUMENT;
    const unit *u = unit_named(world, id);
    if (!u) return unit_refusal(world, id);
    const route *path = u->cold->path;
    const sidle_vec2 *points = path->points + path->next;
    *count = unit_has_way(u) ? path->count - path->next : 0;
    if (unit_has_way(u) && u->flags & UNIT_GUIDED) {
        points = &u->path_point;
        *count = points->x != u->goal.x || points->y != u->goal.y;
    }
    uint32_t given = *count < capacity ? *count : capacity;
    if (given) memcpy(waypoints, points, given * sizeof *waypoints);
    return SIDLE_OK;
}

/* Can the unit stand there? */
static sidle_result position_refusal(const sidle_world *world, const unit *u, sidle_vec2 position) {
    if (!vec_finite(position)) return SIDLE_ERROR_NOT_FINITE;
    const sidle_profile *p = profile_of(world, u);
    bool fits = disc_fits(world, p, position);
    return fits ? SIDLE_OK : SIDLE_ERROR_NO_ROOM;
}

static void bring_to_rest(const sidle_world *world, unit *u) {
    u->velocity = world->bodies.moved[body_of(world, u)] = vec(0, 0);
    world->bodies.carry[body_of(world, u)] = (fraction){0, 0};
    path_predict(world, u, vec(0, 0));
}

/* The unit stands at the position, and sets out from there if its order wants that. */
static void put_down(sidle_world *world, unit *u, sidle_vec2 position) {
    u->position = position;
    ground_renew(world, u);
    bring_to_rest(world, u);
    path_teleported(world, u);
    grid_stray(world, body_of(world, u));
}

sidle_result sidle_unit_teleport(sidle_world *world, sidle_unit_id id, sidle_vec2 position) {
    unit *u = unit_named(world, id);
    if (!u) return unit_refusal(world, id);
    sidle_result bad = position_refusal(world, u, position);
    if (bad) return bad;
    put_down(world, u, position);
    RECORD(world, CALL_TELEPORT, WORDS_OF_UNIT(id), WORDS_OF_POINT(position));
    return SIDLE_OK;
}

sidle_result sidle_unit_stow(sidle_world *world, sidle_unit_id id, sidle_pursuers pursuers) {
    if (!world || (uint32_t)pursuers >= SIDLE_PURSUERS_COUNT) return SIDLE_ERROR_ARGUMENT;
    unit *u = unit_named(world, id);
    if (!u) return unit_refusal(world, id);
    bring_to_rest(world, u);
    queue_done(u);
    u->waits_for = 0;
    unit_be_idle(u);
    u->awaited = pursuers == SIDLE_PURSUERS_WAIT;
    units_stow(world, u);
    RECORD(world, CALL_STOW, WORDS_OF_UNIT(id), (uint32_t)pursuers);
    return SIDLE_OK;
}

sidle_result sidle_unit_unstow(sidle_world *world, sidle_unit_id id, sidle_vec2 position) {
    unit *u = unit_named_anywhere(world, id);
    if (!u) return SIDLE_ERROR_STALE;
    if (!unit_is_stowed(world, u)) return SIDLE_ERROR_ARGUMENT;
    sidle_result bad = position_refusal(world, u, position);
    if (bad) return bad;
    u->awaited = false;
    put_down(world, units_unstow(world, u), position);
    RECORD(world, CALL_UNSTOW, WORDS_OF_UNIT(id), WORDS_OF_POINT(position));
    return SIDLE_OK;
}
