/* One look around: stamps, trace, side traces. See look.c. */
#ifndef SIDLE_LOOK_H
#define SIDLE_LOOK_H

#include "world/state.h"

/* What the unit sees from its place. squeezing narrows the side traces to one radius: who
 * pushes through goes between bodies, not round them. */
SIDLE_INTERNAL look_result look_around(const sidle_world *world, const unit *u, bool squeezing);

/* Does the unit touch or overlap another one right now? */
SIDLE_INTERNAL bool look_entangled(const sidle_world *world, const unit *u);

#endif
