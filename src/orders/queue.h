/* Queues of units before a door or another narrow place. See queue.c. */
#ifndef SIDLE_QUEUE_H
#define SIDLE_QUEUE_H

#include "world/state.h"

/* Is the next waypoint a narrow place, before which units queue? */
SIDLE_INTERNAL bool queue_is_for_waypoint(const sidle_world *world, const unit *u);

/* A unit is in the way. When this unit queues, and the other one goes the same way, this one stands
 * in the queue where it is. `begins`: it would wait in any case, so it may begin a queue behind a
 * unit that is in none. Returns true when the unit now stands in the queue. */
SIDLE_INTERNAL bool queue_join(const sidle_world *world, unit *u, bool begins);

/* The way is free, but it leads past units that wait. True when the unit now stands in the queue
 * behind them. */
SIDLE_INTERNAL bool queue_join_passed(const sidle_world *world, unit *u);

/* Before the unit looks: true while other units have to go first, and it need not look. */
SIDLE_INTERNAL bool queue_waits_before_look(const sidle_world *world, unit *u);

/* After the unit has looked: true when it still has to wait. */
SIDLE_INTERNAL bool queue_waits_after_look(const sidle_world *world, unit *u);

/* Once a tick: the time (s) behind the same head grows, or that without queueing runs down. */
SIDLE_INTERNAL void queue_pass_time(const sidle_world *world, const unit *u, float dt);

/* The unit leaves the queue. */
SIDLE_INTERNAL void queue_leave(unit *u);

/* The unit leaves the queue and does not queue for the time (s). */
SIDLE_INTERNAL void queue_give_up(const sidle_world *world, unit *u, float time);

/* Slot, from 1 on, of the unit that has to go before this one, which stands in a queue; 0 when it
 * is this unit's turn. */
SIDLE_INTERNAL uint32_t queue_head(const sidle_world *world, const unit *u);

/* The unit leaves the queue for good: what it waited for lies behind it, or its order is over. */
SIDLE_INTERNAL void queue_done(unit *u);

#endif
