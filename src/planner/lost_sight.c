/* Bodies may push a unit aside until terrain stands between it and the next point of its path. It
 * goes back to its last waypoint, or to the last place from which that point was in look_result. */
#include "planner/lost_sight.h"

#include "orders/path_following.h"
#include "world/terrain.h"

/* Radii: nearer than this to the place that it returns to, a unit is back. */
static const float RETURNED = 0.5f;

/* Of the radius: a line this wide to that place is enough, as the unit slides along walls. */
static const float SIGHT_WIDTH = 0.1f;

/* Radii that a unit goes before it asks anew whether its next point is in look_result. */
static const float SIGHT_KEPT = 2;

bool falls_back(const sidle_world *world, unit *u, const sidle_profile *p) {
    if (u->flags & UNIT_GUIDED || u->cold->path->next == 0) return false;
    if (!terrain_line_fits(&world->terrain, p->passable, u->position,
                           u->cold->path->points[u->cold->path->next - 1], p->radius))
        return false;
    u->cold->path->next--;
    if (u->passed) u->passed--;
    u->flags |= UNIT_LOOK;
    return true;
}

bool returns(const sidle_world *world, unit *u, const sidle_profile *p) {
    sidle_vec2 place = u->cold->in_sight;
    if (u->aim != AIM_PATH || vec_distance(u->position, place) <= RETURNED * p->radius)
        return false;
    const terrain *t = &world->terrain;
    if (!terrain_line_fits(t, p->passable, place, unit_path_point(u), p->radius * LOOK_SLACK) ||
        !terrain_line_fits(t, p->passable, u->position, place, SIGHT_WIDTH * p->radius))
        return false;
    u->aim = AIM_BACK;
    u->flags |= UNIT_LOOK;
    return true;
}

/* Is the next point of its path in look_result of the unit? */
static bool sees_next_point(const sidle_world *world, const unit *u, const sidle_profile *p) {
    return terrain_line_fits(&world->terrain, p->passable, u->position, unit_path_point(u),
                             p->radius * LOOK_SLACK);
}

void end_return(const sidle_world *world, unit *u, const sidle_profile *p) {
    if (u->aim != AIM_BACK) return;
    if (vec_distance(u->position, u->cold->in_sight) <= RETURNED * p->radius ||
        sees_next_point(world, u, p))
        u->aim = AIM_PATH;
}

void keep_in_sight(const sidle_world *world, unit *u, const sidle_profile *p) {
    if (u->aim != AIM_PATH || u->cold->look.value == SIDLE_VALUE_STATIC) return;
    if (vec_distance(u->position, u->cold->in_sight) < SIGHT_KEPT * p->radius) return;
    if (sees_next_point(world, u, p)) u->cold->in_sight = u->position;
}
