/* Push-apart. See push_apart.c. */
#ifndef SIDLE_PUSH_APART_H
#define SIDLE_PUSH_APART_H

#include "world/state.h"

/* u: the displacement by push-apart of body k, which has this profile and pass mode (enum
 * pass_mode), and drives to a point in the direction `ahead` (length 1). It is at most the push
 * coefficient times the range (u). */
SIDLE_INTERNAL sidle_vec2 push_apart(const sidle_world *world, uint32_t k, const sidle_profile *p,
                                     uint8_t pass_mode, sidle_vec2 ahead, float range);

#endif
