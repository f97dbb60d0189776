/* Crowded points: a point on the way is passed, not occupied, so many units may share one. The
 * first of a crowd stands on it, and the others cannot. A unit has passed the point as well when it
 * is as near to it as the crowd lets it come: other bodies take every place for the unit on the
 * straight line from the point to where it is. A touch of the unit that is on the point is the
 * smallest such crowd.
 *
 * The search goes along the line from the point on, from body to body. A body takes a place that is
 * nearer than the sum R of both radii. Of the places on the line these are the ones up to a + h
 * from the point, where a is how far the body lies from the point along the line, c how far it lies
 * aside, and h^2 = R^2 - c^2. A gap of less than one radius counts as taken: so near a unit passes
 * a point that is free. */
#include "orders/crowded_point.h"

#include "world/shown.h"
#include "world/spatial_grid.h"
#include "world/terrain.h"

typedef struct line_of_places {
    const sidle_world *world;
    const unit *u;
    sidle_vec2 point, direction; /* direction: of length 1, from the point to the unit */
} line_of_places;

/* u from the point: how far the places are taken by the bodies that take the place at `at` (u); 0:
 * it is free. */
static float taken_up_to(const line_of_places *l, float at) {
    const bodies *c = &l->world->bodies;
    uint32_t self = body_of(l->world, l->u);
    float radius = profile_of(l->world, l->u)->radius, end = 0;
    sidle_vec2 place = vec_add(l->point, vec_scale(l->direction, at));
    window w = grid_window(c, place, radius + c->largest);
    FOR_EACH_BODY (c, w, k) {
        if (k == self || !on_one_layer(c, k, self)) continue;
        sidle_vec2 to = vec_sub(body_position(c, k), place);
        float radii_sum = radius + c->radius[k], radii_sum2 = radii_sum * radii_sum;
        if (vec_dot(to, to) >= radii_sum2) continue;
        float aside = vec_dot(to, vec_right(l->direction));
        float half = sqrtf(max_float(radii_sum2 - aside * aside, 0));
        end = max_float(end, at + vec_dot(to, l->direction) + half);
    }
    return end;
}

bool point_is_crowded_up_to(const sidle_world *world, const unit *u, sidle_vec2 point) {
    const sidle_profile *p = profile_of(world, u);
    sidle_vec2 from = vec_sub(u->position, point);
    float length = vec_length(from);
    if (length > p->view_distance) return false;
    line_of_places l = {world, u, point, vec_direction_of(from, length, u->heading)};
    for (float at = p->radius; at < length;) {
        float end = taken_up_to(&l, at);
        if (end <= at) return false;
        at = end + p->radius;
    }
    return disc_fits_along(world, p, u->position, point, LOOK_SLACK);
}
