/* Units that meet head-on in a lane. See oncoming.c. */
#ifndef SIDLE_ONCOMING_H
#define SIDLE_ONCOMING_H

#include "world/state.h"

/* Is the unit in a lane, and does it meet another one there head on? */
SIDLE_INTERNAL bool oncoming_in_lane(const sidle_world *world, const unit *u,
                                     const sidle_profile *p);

/* The same, and does that one push through towards this one? */
SIDLE_INTERNAL bool oncoming_pushes(const sidle_world *world, const unit *u,
                                    const sidle_profile *p);

#endif
