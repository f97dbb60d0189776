/* A unit that was pushed out of sight of its next path point goes back. See lost_sight.c. */
#ifndef SIDLE_LOST_SIGHT_H
#define SIDLE_LOST_SIGHT_H

#include "world/state.h"

/* Makes the last waypoint passed the next one again, if the unit can drive there straight. False:
 * there is none, or terrain stands between. */
SIDLE_INTERNAL bool return_to_last_waypoint(const sidle_world *world, unit *u,
                                            const sidle_profile *p);

/* Makes the unit drive to the last place from which it saw the next point of its path. False: the
 * unit is there already, or neither that place nor the point can be seen. */
SIDLE_INTERNAL bool return_to_last_sight(const sidle_world *world, unit *u, const sidle_profile *p);

/* Ends such a drive once the unit is back, or sees the next point again. Called before a look. */
SIDLE_INTERNAL void end_return(const sidle_world *world, unit *u, const sidle_profile *p);

/* Remembers where the unit is if it sees the next point from there. Called after a look. */
SIDLE_INTERNAL void remember_sight(const sidle_world *world, unit *u, const sidle_profile *p);

#endif
