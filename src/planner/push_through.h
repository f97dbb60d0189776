/* When a unit pushes through other units; which of them let it in: motion/contact_rules.h. See
 * push_through.c. */
#ifndef SIDLE_PUSH_THROUGH_H
#define SIDLE_PUSH_THROUGH_H

#include "world/state.h"

/* May the unit begin to push through what its last look has found? */
SIDLE_INTERNAL bool push_through_allowed(const sidle_world *world, const unit *u,
                                         const sidle_profile *p);

/* Does the unit push through already, and has it reason to go on? */
SIDLE_INTERNAL bool push_through_continues(const sidle_world *world, const unit *u,
                                           const sidle_profile *p);

#endif
