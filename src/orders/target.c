/* What orders about a target share: where it will be, whether it stands, and when a unit at rest
 * sets out after it. */
#include "orders/target.h"

#include "base/measures.h"
#include "orders/path_following.h"
#include "world/shown.h"

#include <sidle/steering.h>

SIDLE_INTERNAL const sidle_vec2 TURN[TURNS] = {
    {1, 0},
    {0.92387953f, 0.38268343f},
    {0.92387953f, -0.38268343f},
    {0.70710678f, 0.70710678f},
    {0.70710678f, -0.70710678f},
    {0.38268343f, 0.92387953f},
    {0.38268343f, -0.92387953f},
    {0, 1},
    {0, -1},
    {-0.38268343f, 0.92387953f},
    {-0.38268343f, -0.92387953f},
    {-0.70710678f, 0.70710678f},
    {-0.70710678f, -0.70710678f},
    {-0.92387953f, 0.38268343f},
    {-0.92387953f, -0.38268343f},
    {-1, 0},
};

void set_out(const sidle_world *world, unit *u) {
    if (unit_is_under_way(u)) return;
    path_start_afresh(u);
    path_set_out(world, u);
}

bool goal_has_moved(const sidle_world *world, const unit *u) {
    return vec_distance(u->goal, u->cold->order->goal_then) > profile_of(world, u)->radius;
}

sidle_vec2 predicted_of(const sidle_world *world, const shown *s) {
    return body_predicted(&world->bodies, shown_body(world, s));
}

bool target_stands(const sidle_world *world, const shown *target) {
    float slow = IMPERCEPTIBLE * shown_top_speed(world, target);
    return vec_length(predicted_of(world, target)) <= slow;
}

/* The unit meets a target that comes towards it sooner. Without that, the intercept point of a fast
 * target would lie at the unit itself, or behind it. */
sidle_vec2 intercept_point(const sidle_world *world, const shown *target, const unit *u) {
    const sidle_profile *p = profile_of(world, u);
    sidle_vec2 predicted = predicted_of(world, target), place = shown_position(target);
    sidle_vec2 to = vec_direction(vec_sub(place, u->position), vec(0, 0));
    float closing = max_float(-vec_dot(predicted, to), 0);
    return sidle_steer_intercept(u->position, unit_top_speed(world, u) + closing, place, predicted,
                                 p->foresight);
}
