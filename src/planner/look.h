/* One look around: stamps, trace, side traces. See look.c. */
#ifndef SIDLE_LOOK_H
#define SIDLE_LOOK_H

#include "world/state.h"

/* What the unit sees from where it is. `pushes`: the unit pushes through, so its side traces reach
 * no farther than its radius. */
SIDLE_INTERNAL look_result look_around(const sidle_world *world, const unit *u, bool pushes);

/* u, on the map: the point of the side traces that the unit's last look chose. */
SIDLE_INTERNAL sidle_vec2 look_point_chosen(const unit *u, const sidle_profile *p);

/* u, on the map: the last free point of the trace; the last look must have hit something. */
SIDLE_INTERNAL sidle_vec2 look_point_before_hit(const unit *u, const sidle_profile *p);

#endif
