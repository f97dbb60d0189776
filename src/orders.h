/* Orders and the way along a path. See orders.c. */
#ifndef SIDLE_ORDERS_H
#define SIDLE_ORDERS_H

#include "state.h"

/* After a move: which waypoints are passed, and is the order done? */
void orders_advance(const sidle_world *world, unit *u, float dt);

/* The order is done, at the goal itself or behind a unit that stands there; the unit stops at once,
 * so that it does not roll into those it settles behind. */
void orders_arrive(unit *u, sidle_unit_id behind);

/* The unit gets going: until its first look it announces that it goes straight to its waypoint. */
void orders_set_out(const sidle_world *world, unit *u);

/* A patrol goes on to the point that is next. */
void orders_next_round(const sidle_world *world, unit *u);

/* The host has put the unit elsewhere. */
void orders_placed(const sidle_world *world, unit *u);

/* u, from where the unit is along its path to the goal. */
float orders_path_left(const unit *u);

#endif
