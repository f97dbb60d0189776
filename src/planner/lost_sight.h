/* A unit that was pushed out of look_result of its next point goes back. See lost_sight.c. */
#ifndef SIDLE_LOST_SIGHT_H
#define SIDLE_LOST_SIGHT_H

#include "world/state.h"

/* Who was pushed aside and has lost look_result of the waypoint goes back to the one before. */
SIDLE_INTERNAL bool falls_back(const sidle_world *world, unit *u, const sidle_profile *p);

/* Without a waypoint to go back to, the unit returns to the last place from which the next point of
 * its path was in look_result. */
SIDLE_INTERNAL bool returns(const sidle_world *world, unit *u, const sidle_profile *p);

/* A unit that returns goes on along its path once it is back, or sees the next point again. */
SIDLE_INTERNAL void end_return(const sidle_world *world, unit *u, const sidle_profile *p);

/* Asked once in a while, as the next point may be far away. */
SIDLE_INTERNAL void keep_in_sight(const sidle_world *world, unit *u, const sidle_profile *p);

#endif
