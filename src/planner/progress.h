/* The timers of a unit that looks, and whether it gets on. See progress.c. */
#ifndef SIDLE_PROGRESS_H
#define SIDLE_PROGRESS_H

#include "world/state.h"

/* Lets the time since the unit's last look pass for its escalation, queue and progress. */
SIDLE_INTERNAL void progress_pass_time(const sidle_world *world, unit *u, const sidle_profile *p);

/* Reports SIDLE_EVENT_BLOCKED and asks for a path when the unit has got no nearer for STUCK times
 * its patience, whatever it sees or does; the back-off of requests limits how often. */
SIDLE_INTERNAL void progress_report_stuck(unit *u, const sidle_profile *p);

#endif
