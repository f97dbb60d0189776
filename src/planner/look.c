/* One look of the grid local planner (source: Habr 453506): the trace to the waypoint, and where
 * the trace hits something, the side traces. What a look finds is a look_result; what the unit
 * makes of it is decided in decide.c. Looks change nothing, so the looks of all units may run side
 * by side. */
#include "planner/look.h"

#include "planner/side_traces.h"
#include "planner/trace.h"

#include <assert.h>

/* Radii: the side traces run no nearer than this ahead of the unit. At less than 2 a unit slides
 * sideways along what blocks it: in the first sketch of this planner arrivals fell to 0.19 (row
 * "through 0.6"). At 2 the unit turns more sharply than it needs to (blocks 2x100 at .39 rad/s, at
 * 3 at .32); at 4 it turns no less, and the two-way door takes a tenth longer. */
static const float NEAREST_ROW = 3;

/* u: how far the side traces reach. A unit that pushes through goes between bodies, not round them,
 * so one radius is enough; terrain can only be gone round. */
static float side_reach_of(const sidle_profile *p, const look_result *found, bool pushes) {
    return pushes && found->blocker.slot ? p->radius : p->tuning.side_reach;
}

/* Mathematics: rounds up to a whole row, less what the arithmetic adds to a whole one. */
static const float ROUNDS_UP = .99f;

/* The first row that is no nearer than that, at any size of a look cell. */
static int32_t nearest_row(const sidle_profile *p) {
    return (int32_t)(NEAREST_ROW * p->radius / p->tuning.look_cell + ROUNDS_UP);
}

look_result look_around(const sidle_world *world, const unit *u, bool pushes) {
    const sidle_profile *p = profile_of(world, u);
    view v = view_of(world, u);
    look_result found = {.direction = v.direction, .reach = v.reach};
    candidates in_view;
    candidates_begin(&in_view, &world->bodies, window_in_view(&v));
    trace_units(&v, &in_view, &found);
    trace_terrain(&v, &found);
    if (!found.hit) return found;
    v.columns = max_int((int32_t)(side_reach_of(p, &found, pushes) / p->tuning.look_cell), 1);
    found.row = (uint16_t)min_int(max_int(found.hit, nearest_row(p)), v.rows);
    trace_sides(&v, &in_view, u, &found);
    return found;
}

static sidle_vec2 look_point(const unit *u, const sidle_profile *p, int32_t row, int32_t column) {
    return look_result_cell(&u->cold->look, u->cold->look_origin, p->tuning.look_cell, row, column);
}

sidle_vec2 look_point_chosen(const unit *u, const sidle_profile *p) {
    return look_point(u, p, u->cold->look.row, look_result_column(&u->cold->look));
}

sidle_vec2 look_point_before_hit(const unit *u, const sidle_profile *p) {
    assert(u->cold->look.hit > 0);
    return look_point(u, p, u->cold->look.hit - 1, 0);
}
