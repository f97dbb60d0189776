/* Units that meet head-on in a lane. See oncoming.c. */
#ifndef SIDLE_ONCOMING_H
#define SIDLE_ONCOMING_H

#include "world/state.h"

/* Is the unit in a lane, held up by one that is under way? There it is better to stand than to
 * press on. */
SIDLE_INTERNAL bool oncoming_finds_lane(const sidle_world *world, const unit *u,
                                        const sidle_profile *p);

/* In a lane: does the oncoming unit in the way push through towards this one? */
SIDLE_INTERNAL bool oncoming_pushes(const sidle_world *world, const unit *u,
                                    const sidle_profile *p);

#endif
