/* What the host reads of a unit, and where it puts one. */
#include "orders/path_following.h"

#include "world/terrain.h"

sidle_result sidle_unit_get(const sidle_world *world, sidle_unit_id id, sidle_unit_state *state) {
    if (!state) return SIDLE_ERROR_ARGUMENT;
    const unit *u = unit_named(world, id);
    if (!u) return SIDLE_ERROR_STALE;
    bool comes_back = u->flags & UNIT_COMES_BACK;
    bool under_way = u->flags & UNIT_UNDER_WAY && !comes_back;
    bool is_done = comes_back || u->order >= SIDLE_ORDER_COUNT;
    *state = (sidle_unit_state){
        .profile = {u->profile},
        .team = world->crowd.team[body_of(world, u)],
        .rank = u->rank,
        .user = u->mind->user,
        .radius = profile_of(world, u)->radius,
        .position = u->position,
        .velocity = u->velocity,
        .announced = body_announced(&world->crowd, body_of(world, u)),
        .heading = u->heading,
        .waypoint = under_way ? unit_waypoint(u) : u->position,
        .order = is_done ? SIDLE_ORDER_NONE : (sidle_order)u->order,
        .target = unit_target(u),
        .goal = u->goal,
        .waypoints = under_way ? u->mind->path->count - u->mind->path->next : 0,
        .path_left = under_way ? way_left(u) : 0,
        .under_way = under_way,
        .arrived = comes_back || u->flags & UNIT_ARRIVED,
        .decision = comes_back ? SIDLE_IDLE : (sidle_decision)u->decision,
    };
    return SIDLE_OK;
}

sidle_result sidle_unit_place(sidle_world *world, sidle_unit_id id, sidle_vec2 position) {
    unit *u = unit_named(world, id);
    if (!u) return SIDLE_ERROR_STALE;
    if (!vec_finite(position)) return SIDLE_ERROR_NOT_FINITE;
    const sidle_profile *p = profile_of(world, u);
    if (!terrain_fits(&world->terrain, p->passable, position, p->radius))
        return SIDLE_ERROR_NO_ROOM;
    u->position = position;
    u->velocity = world->crowd.moved[body_of(world, u)] = vec(0, 0);
    world->crowd.carry[body_of(world, u)] = (fraction){0, 0};
    way_announce(world, u, vec(0, 0));
    way_placed(world, u);
    world->crowd.stale = true;
    return SIDLE_OK;
}
