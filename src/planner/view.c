/* The passability grid of a look has a frame of its own: rows count look cells from the unit
 * towards its waypoint, columns count look cells to the right of that line. In this frame the trace
 * is one column and the two side traces are one row (source: Habr 453506). A decision therefore
 * does not depend on how the map is turned, or on where its cell borders lie.
 *
 * The grid itself is never stored. A view holds the frame, the limits of what can matter, and what
 * the trace and the side traces would otherwise compute again for each body. */
#include "planner/view.h"

#include <assert.h>

/* The body that is no obstacle: a pursuer may run into its target, and an evader has its
 * danger behind it. That of the unit itself when its order names no such unit. */
static uint32_t ignored_by(const sidle_world *world, const unit *u) {
    bool ignores = unit_has_trait(u, TRAIT_MEETS_TARGET);
    return ignores ? world->by_slot[unit_target(u).slot - 1] : body_of(world, u);
}

view view_of(const sidle_world *world, const unit *u) {
    const sidle_profile *p = profile_of(world, u);
    view v = {.world = world,
              .profile = p,
              .self = body_of(world, u),
              .position = u->position,
              .radius = radius_with_room(p->radius),
              .top_speed = u->pace ? unit_pace(world, u) : unit_top_speed(world, u),
              .ignored = ignored_by(world, u)};
    sidle_vec2 to = vec_sub(unit_waypoint(u), u->position);
    v.direction = vec_direction(to, u->heading);
    v.right = vec_right(v.direction);
    v.time_a_u = v.top_speed > 0 ? 1 / v.top_speed : 0;
    v.row_time = v.top_speed > 0 ? p->tuning.look_cell / v.top_speed : 0;
    v.reach = min_float(p->view_distance, vec_length(to));
    v.rows = (int32_t)(v.reach / p->tuning.look_cell);
    v.room = terrain_room(&world->terrain, p->passable, u->position);
    v.radii_sum_max = (v.radius + world->bodies.largest) * ROUNDING_MARGIN;
    v.layer = layer_met_by(&world->bodies, v.self);
    v.view_radius = (p->view_distance + v.radii_sum_max) * ROUNDING_MARGIN;
    v.graze_within2 = (1 - p->tuning.graze) * (1 - p->tuning.graze) * ROUNDING_MARGIN;
    assert(v.rows >= 0 && v.rows <= LOOK_ROWS_MAX);
    assert(v.self < world->living);
    return v;
}

sidle_vec2 cell_centre(const view *v, int32_t row, int32_t column) {
    sidle_vec2 ahead = vec_scale(v->direction, (float)row * v->profile->tuning.look_cell);
    sidle_vec2 across = vec_scale(v->right, (float)column * v->profile->tuning.look_cell);
    return vec_add(v->position, vec_add(ahead, across));
}
