/* The grid that a unit sees has its own frame: rows count look cells from the unit towards its
 * waypoint, columns to the right of that line. So the traces are one column and one row, and what a
 * unit decides does not depend on how the map is turned or shifted. */
#include "planner/view.h"

/* Whom a unit hunts is no obstacle to it, and what it runs from is not in its way but behind. */
static const unit *unseen_by(const sidle_world *world, const unit *u) {
    bool about_it = u->order == SIDLE_ORDER_PURSUE || u->order == SIDLE_ORDER_EVADE;
    return about_it ? unit_of_slot(world, unit_target(u).slot - 1) : u;
}

view view_of(const sidle_world *world, const unit *u) {
    const sidle_profile *p = profile_of(world, u);
    view v = {.world = world,
              .profile = p,
              .self = body_of(world, u),
              .position = u->position,
              .radius = p->radius,
              .unseen = body_of(world, unseen_by(world, u))};
    sidle_vec2 to = vec_sub(unit_waypoint(u), u->position);
    v.direction = vec_direction(to, u->heading);
    v.right = vec_right(v.direction);
    v.pace = p->top_speed > 0 ? p->look_cell / p->top_speed : 0;
    v.reach = min_float(p->view_distance, vec_length(to));
    v.rows = (int32_t)(v.reach / p->look_cell);
    v.clear = terrain_clearance(&world->terrain, p->passable, u->position);
    v.largest = (p->radius + world->bodies.largest) * LOOK_MARGIN;
    v.far = (p->view_distance + v.largest) * LOOK_MARGIN;
    v.graze2 = (1 - p->graze) * (1 - p->graze) * 1.001f;
    return v;
}

sidle_vec2 cell_centre(const view *v, int32_t row, int32_t column) {
    sidle_vec2 ahead = vec_scale(v->direction, (float)row * v->profile->look_cell);
    sidle_vec2 across = vec_scale(v->right, (float)column * v->profile->look_cell);
    return vec_add(v->position, vec_add(ahead, across));
}
