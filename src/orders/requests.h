/* Requests for a path: which unit asks the host, and which leaves that to another. See requests.c.
 */
#ifndef SIDLE_REQUESTS_H
#define SIDLE_REQUESTS_H

#include "world/state.h"

/* Asks the host for a path because the way is blocked. Each request in vain doubles the back-off to
 * the next one; returns false when that has not passed yet. */
SIDLE_INTERNAL bool request_path(unit *u, const sidle_profile *p);

/* Asks the host for a path because the goal is not where the path leads, unless the back-off has
 * not passed yet. */
SIDLE_INTERNAL void request_path_to_goal(unit *u, const sidle_profile *p);

/* Units block the way. True: this unit leaves it to the one in its way to ask. */
SIDLE_INTERNAL bool request_is_left_to_other(const sidle_world *world, unit *u);

/* The unit has asked: if somebody stands in its way, or in that of the unit ahead, those behind ask
 * too. */
SIDLE_INTERNAL void request_pass_on(const sidle_world *world, unit *u);

/* The unit waits in a queue, whose head (slot + 1, or 0) is known: it asks when somebody stands in
 * the head's way, or in that of the unit ahead. */
SIDLE_INTERNAL void request_after_other(const sidle_world *world, unit *u, const sidle_profile *p,
                                        uint32_t head);

/* The time (s) since the request grows. */
SIDLE_INTERNAL void request_pass_time(unit *u, float dt);

#endif
