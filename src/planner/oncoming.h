/* Units that meet head-on in a passage. See oncoming.c. */
#ifndef SIDLE_ONCOMING_H
#define SIDLE_ONCOMING_H

#include "world/state.h"

/* In a passage: does the oncoming unit in the way push through towards this one? */
SIDLE_INTERNAL bool oncoming_pushes(const sidle_world *world, const unit *u,
                                    const sidle_profile *p);

/* Does this unit meet an oncoming one where there is room for one of them only? */
SIDLE_INTERNAL bool oncoming_in_lane(const sidle_world *world, const unit *u,
                                     const sidle_profile *p);

#endif
