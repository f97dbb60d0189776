/* Orders and the way along a path. See orders.c. */
#ifndef SIDLE_ORDERS_H
#define SIDLE_ORDERS_H

#include "state.h"

/* After a move: which waypoints are passed, and is the order done? */
void orders_advance(const sidle_world *world, unit *u, float dt);

/* u, from where the unit is along its path to the goal. */
float orders_path_left(const unit *u);

#endif
