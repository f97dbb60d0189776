/* What the host reads of a unit, and how it teleports one. Both run between ticks.
 *
 * What the host reads is simpler than what the unit keeps. An arrived unit that others have carried
 * away from its goal drives back to it, but its order is over: for the host it is idle and arrived
 * all the while. Orders that end in a state of their own, see ORDER_FLED, are shown as no order. */
#include "orders/path_following.h"

#include "world/terrain.h"

sidle_result sidle_unit_get(const sidle_world *world, sidle_unit_id id, sidle_unit_state *state) {
    if (!state) return SIDLE_ERROR_ARGUMENT;
    const unit *u = unit_named(world, id);
    if (!u) return SIDLE_ERROR_STALE;
    bool comes_back = u->flags & UNIT_COMES_BACK;
    bool under_way = u->flags & UNIT_UNDER_WAY && !comes_back;
    bool order_is_over = comes_back || unit_has_trait(u, TRAIT_IS_OVER);
    *state = (sidle_unit_state){
        .profile = profile_id(world, u->profile),
        .team = world->bodies.team[body_of(world, u)],
        .rank = u->rank,
        .user = u->cold->user,
        .radius = profile_of(world, u)->radius,
        .speed = (float)u->speed / SPEED_ONE,
        .position = u->position,
        .velocity = u->velocity,
        .predicted_velocity = body_predicted(&world->bodies, body_of(world, u)),
        .heading = u->heading,
        .waypoint = under_way ? unit_waypoint(u) : u->position,
        .order = order_is_over ? SIDLE_ORDER_NONE : (sidle_order)u->order,
        .target = unit_target(u),
        .goal = u->goal,
        .waypoints = under_way ? u->cold->path->count - u->cold->path->next : 0,
        .path_left = under_way ? path_left_of(u) : 0,
        .under_way = under_way,
        .arrived = comes_back || u->flags & UNIT_ARRIVED,
        .decision = comes_back ? SIDLE_IDLE : (sidle_decision)u->decision,
    };
    return SIDLE_OK;
}

sidle_result sidle_unit_teleport(sidle_world *world, sidle_unit_id id, sidle_vec2 position) {
    unit *u = unit_named(world, id);
    if (!u) return SIDLE_ERROR_STALE;
    if (!vec_finite(position)) return SIDLE_ERROR_NOT_FINITE;
    const sidle_profile *p = profile_of(world, u);
    if (!terrain_fits(&world->terrain, p->passable, position, p->radius))
        return SIDLE_ERROR_NO_ROOM;
    u->position = position;
    u->velocity = world->bodies.moved[body_of(world, u)] = vec(0, 0);
    world->bodies.carry[body_of(world, u)] = (fraction){0, 0};
    path_predict(world, u, vec(0, 0));
    path_teleported(world, u);
    /* The grid is sorted by position before its next search. */
    world->bodies.stale = true;
    return SIDLE_OK;
}
