/* One look of the grid local planner (source: Habr 453506): the trace to the waypoint, and where it
 * hits something the side traces. */
#include "planner/look.h"

#include "planner/side_traces.h"
#include "planner/trace.h"

look_result look_around(const sidle_world *world, const unit *u, bool squeezing) {
    const sidle_profile *p = profile_of(world, u);
    view v = view_of(world, u);
    look_result s = {.direction = v.direction, .reach = v.reach};
    candidates in_view;
    candidates_begin(&in_view, &world->bodies, window_in_view(&v));
    trace_units(&v, &in_view, &s);
    trace_terrain(&v, &s);
    if (!s.hit) return s;
    /* Between bodies, not round them; terrain can only be gone round. */
    float aside = squeezing && s.blocker.slot ? p->radius : p->side_reach;
    v.columns = max_int((int32_t)(aside / p->look_cell), 1);
    /* Side traces nearer than a diameter would make the unit slide along what blocks it. */
    int32_t diameter = (int32_t)(2 * p->radius / p->look_cell);
    s.row = (uint16_t)min_int(max_int(s.hit, diameter), v.rows);
    trace_sides(&v, &in_view, u, &s);
    return s;
}

bool look_entangled(const sidle_world *world, const unit *u) {
    const bodies *c = &world->bodies;
    uint32_t self = body_of(world, u);
    const sidle_profile *p = profile_of(world, u);
    float radius = p->radius;
    window w = grid_window(c, u->position, radius + c->largest);
    for (int32_t y = w.y0; y <= w.y1; y++)
        for (uint32_t k = grid_row_first(c, w, y); k < grid_row_end(c, w, y); k++) {
            if (k == self || !on_one_layer(c, k, self) || body_spares(c, p, self, k)) continue;
            sidle_vec2 apart = vec_sub(body_place(c, k), u->position);
            float reach = radius + c->radius[k];
            if (vec_dot(apart, apart) < reach * reach) return true;
        }
    return false;
}
