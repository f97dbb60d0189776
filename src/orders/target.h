/* What orders about a target share. See target.c. */
#ifndef SIDLE_ORDERS_TARGET_H
#define SIDLE_ORDERS_TARGET_H

#include "world/state.h"

/* Sixteenths of a circle: the candidates for a direction are the wanted one turned by them, the
 * smaller turns first. With eighths maps/flee turns at 1.00 rad/s instead of .68. */
enum { TURNS = 16 };
SIDLE_INTERNAL_DATA const sidle_vec2 TURN[TURNS];

/* u/s: the predicted velocity as it was when the tick began. A unit that sets out in this tick has
 * another one from then on. */
SIDLE_INTERNAL sidle_vec2 predicted_of(const sidle_world *world, const shown *s);

/* Does the target stand, as far as others can tell? */
SIDLE_INTERNAL bool target_stands(const sidle_world *world, const shown *target);

/* u: where the unit meets the target soonest, at most foresight ahead. */
SIDLE_INTERNAL sidle_vec2 intercept_point(const sidle_world *world, const shown *target,
                                          const unit *u);

/* A unit that rests sets out to its goal. */
SIDLE_INTERNAL void set_out(const sidle_world *world, unit *u);

/* Has the goal moved away from where it was when the unit came to rest? */
SIDLE_INTERNAL bool goal_has_moved(const sidle_world *world, const unit *u);

#endif
