/* The timers of a unit that looks, and whether it gets on. See progress.c. */
#ifndef SIDLE_PROGRESS_H
#define SIDLE_PROGRESS_H

#include "world/state.h"

/* Lets the time since the unit's last look pass for its escalation, queue and progress. */
SIDLE_INTERNAL void progress_pass_time(const sidle_world *world, unit *u);

/* Asks for a path, and reports SIDLE_EVENT_BLOCKED with it, when the unit has got no nearer for
 * the time that makes it stuck though nothing blocks it; the back-off of requests limits how often.
 */
SIDLE_INTERNAL void progress_ask_when_stuck(unit *u, const sidle_profile *p);

#endif
