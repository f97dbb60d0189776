/* Crowded points: a point on the way is passed, not occupied, so many units may share one. The
 * first of a crowd stands on it, and the others cannot. A unit has passed the point as well when it
 * is as near to it as the crowd lets it come: other bodies take every place for the unit on the
 * straight line from the point to where it is. A touch of the unit that is on the point is the
 * smallest such crowd.
 *
 * On the line, let a be how far the centre of a body lies from the point along the line, and c how
 * far it lies aside. With the sum R of both radii it takes the places from a - h to a + h, where
 * h^2 = R^2 - c^2. The search goes along the line from the point on, from body to body, as far as
 * the places taken hang together. */
#include "orders/crowded_point.h"

#include "world/shown.h"
#include "world/spatial_grid.h"
#include "world/terrain.h"

/* The places on the line: from the point to the unit. */
typedef struct places_on_line {
    const sidle_world *world;
    uint32_t self;
    sidle_vec2 point, direction; /* direction: of length 1, from the point to the unit */
    float radius, length;        /* u, of the unit, and of the line */
    window near;
} places_on_line;

/* u from the point: the end of the places that the bodies take which take one of the first
 * `taken`. */
static float taken_beyond(const places_on_line *l, float taken) {
    const bodies *c = &l->world->bodies;
    float end = taken;
    FOR_EACH_BODY (c, l->near, k) {
        if (k == l->self || !on_one_layer(c, k, l->self)) continue;
        sidle_vec2 to = vec_sub(body_position(c, k), l->point);
        float along = vec_dot(to, l->direction), aside = vec_dot(to, vec_right(l->direction));
        float radii = l->radius + c->radius[k], half2 = radii * radii - aside * aside;
        if (half2 <= 0) continue;
        float half = sqrtf(half2);
        if (along - half <= taken) end = max_float(end, along + half);
    }
    return end;
}

bool point_is_crowded_up_to(const sidle_world *world, const unit *u, sidle_vec2 point) {
    const sidle_profile *p = profile_of(world, u);
    const bodies *c = &world->bodies;
    sidle_vec2 from = vec_sub(u->position, point);
    float length = vec_length(from), reach = 2 * p->radius + c->largest;
    if (length > p->view_distance) return false;
    places_on_line l = {.world = world,
                        .self = body_of(world, u),
                        .point = point,
                        .direction = vec_direction_of(from, length, u->heading),
                        .radius = p->radius,
                        .length = length};
    sidle_vec2 low = vec(min_float(point.x, u->position.x) - reach,
                         min_float(point.y, u->position.y) - reach);
    sidle_vec2 high = vec(max_float(point.x, u->position.x) + reach,
                          max_float(point.y, u->position.y) + reach);
    l.near = grid_window_of_box(c, low, high);
    /* A place within one radius of those taken counts as taken: so near a unit passes a point. */
    float taken = p->radius, before = 0;
    while (taken > before && taken < length) {
        before = taken;
        taken = taken_beyond(&l, taken);
        if (taken > before) taken += p->radius;
    }
    return taken >= length &&
           terrain_line_fits(&world->terrain, p->passable, u->position, point,
                             p->radius * LOOK_SLACK);
}
