/* Lost sight: bodies may push a unit aside until terrain stands between it and the next point of
 * its path. A new path would help, but the unit knows the way itself: it goes back to the waypoint
 * that it passed last, or to the last place from which it saw the next point. */
#include "planner/lost_sight.h"

#include "orders/path_following.h"
#include "world/terrain.h"

/* Radii: a unit nearer than this to the place that it returns to is back. At .25 and at 1 door200
 * and the fixtures are the same, and hallway_four_way100 differs by no more than its seeds. */
static const float RETURNED = 0.5f;

/* Of the radius: half the width of the line that must be free to that place. Thin, as the unit
 * slides along walls on its way back; at 1 a unit pressed against a wall might never return. Half
 * and double of it give the same on door200, hallway_four_way100 and the fixtures. */
static const float SIGHT_WIDTH = 0.1f;

/* Radii that a unit drives before it tests anew whether it sees its next point. That point may be
 * far away and the test dear; the more radii, the longer the way back. At 1 and at 4 door200 is the
 * same, and hallway_four_way100 differs by hardly more than its seeds. */
static const float SIGHT_KEPT = 2;

bool return_to_last_waypoint(const sidle_world *world, unit *u, const sidle_profile *p) {
    if (u->flags & UNIT_GUIDED || u->cold->path->next == 0) return false;
    sidle_vec2 last = u->cold->path->points[u->cold->path->next - 1];
    if (vec_distance(u->position, last) <= RETURNED * p->radius) return false; /* it is there */
    if (!terrain_line_fits(&world->terrain, p->passable, u->position, last, p->radius))
        return false;
    u->cold->path->next--;
    if (u->cold->path->passed) u->cold->path->passed--;
    unit_keep_waypoint(u);
    u->flags |= UNIT_LOOK;
    return true;
}

/* Does the disc with which terrain is looked at fit all the way to the next point of the path? */
static bool sees_next_point(const sidle_world *world, const unit *u, const sidle_profile *p,
                            sidle_vec2 from) {
    return terrain_line_fits(&world->terrain, p->passable, from, u->path_point,
                             p->radius * LOOK_SLACK);
}

bool return_to_last_sight(const sidle_world *world, unit *u, const sidle_profile *p) {
    sidle_vec2 back = u->cold->return_point;
    if (u->aim != AIM_PATH || vec_distance(u->position, back) <= RETURNED * p->radius) return false;
    if (!sees_next_point(world, u, p, back) ||
        !terrain_line_fits(&world->terrain, p->passable, u->position, back,
                           SIGHT_WIDTH * p->radius))
        return false;
    u->aim = AIM_BACK;
    u->flags |= UNIT_LOOK;
    return true;
}

void end_return(const sidle_world *world, unit *u, const sidle_profile *p) {
    if (u->aim != AIM_BACK) return;
    if (vec_distance(u->position, u->cold->return_point) <= RETURNED * p->radius ||
        sees_next_point(world, u, p, u->position))
        u->aim = AIM_PATH;
}

void remember_sight(const sidle_world *world, unit *u, const sidle_profile *p) {
    if (u->aim != AIM_PATH || u->cold->look.value == SIDLE_VALUE_STATIC || unit_is_aside(u)) return;
    if (vec_distance(u->position, u->cold->return_point) < SIGHT_KEPT * p->radius) return;
    if (sees_next_point(world, u, p, u->position)) u->cold->return_point = u->position;
}
