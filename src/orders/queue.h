/* Standing in line. See line.c. */
#ifndef SIDLE_LINE_H
#define SIDLE_LINE_H

#include "world/state.h"

/* Somebody is in the way: the unit stands in line where it is, if it queues and that one goes the
 * same way. `waits`: it would wait even if there were no line, and may begin one. */
SIDLE_INTERNAL bool queue_join(const sidle_world *world, unit *u, bool waits);

/* Its way is free, but it would go by others that wait: true when it stands in line behind them. */
SIDLE_INTERNAL bool queue_meets(const sidle_world *world, unit *u);

/* Before the unit looks: true while it waits for its turn, and need not look. */
SIDLE_INTERNAL bool queue_waits(const sidle_world *world, unit *u);

/* After it has looked: true when it still has to wait. */
SIDLE_INTERNAL bool queue_holds(const sidle_world *world, unit *u);

/* Once a tick. */
SIDLE_INTERNAL void queue_pass_time(const sidle_world *world, const unit *u, float dt);

SIDLE_INTERNAL void queue_leave(unit *u);

/* It does not queue for so long (s). */
SIDLE_INTERNAL void queue_give_up(const sidle_world *world, unit *u, float time);

/* Slot of the unit that has to go before this one, which stands in line; 0: it is its turn. */
SIDLE_INTERNAL uint32_t queue_head(const sidle_world *world, const unit *u);

/* What it waited for lies behind it. */
SIDLE_INTERNAL void queue_done(unit *u);

#endif
