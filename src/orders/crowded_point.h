/* A point on the way that a crowd takes up: see crowded_point.c. */
#ifndef SIDLE_CROWDED_POINT_H
#define SIDLE_CROWDED_POINT_H

#include "world/state.h"

/* In TARGET and LOOK: is the unit as near to the point as the bodies on its way there let it come?
 * The point is in view and in sight. */
SIDLE_INTERNAL bool point_is_crowded_up_to(const sidle_world *world, const unit *u,
                                           sidle_vec2 point);

#endif
