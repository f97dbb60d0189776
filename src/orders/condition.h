/* The condition of an order under which the unit gets no nearer to its goal. See condition.c. */
#ifndef SIDLE_CONDITION_H
#define SIDLE_CONDITION_H

#include "world/state.h"

/* Why the unit is stuck; NONE if it is not. */
SIDLE_INTERNAL sidle_condition condition_of(const sidle_world *world, const unit *u);

/* What the host reads as the decision of a unit that rests for such a condition. */
SIDLE_INTERNAL sidle_decision condition_decision(const sidle_world *world, const unit *u);

/* The unit, which has come to rest with ARRIVAL_NONE, keeps its order and tells the host. */
SIDLE_INTERNAL void condition_rest(const sidle_world *world, unit *u);

/* The unit is where its order wants it, after all. If it rests there for a condition, its order is
 * done. */
SIDLE_INTERNAL void condition_met(unit *u, sidle_arrival arrival);

/* A unit that rests for a condition goes on with its order; nothing of any other unit. */
SIDLE_INTERNAL void condition_go_on(const sidle_world *world, unit *u);

/* At the end of the tick: a unit that has come to rest for a condition keeps its order, and one
 * whose way is free again goes on. */
SIDLE_INTERNAL void condition_update(const sidle_world *world, unit *u);

#endif
