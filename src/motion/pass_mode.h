/* Which bodies a unit may enter, when it pushes through or squeezes through. See pass_mode.c. */
#ifndef SIDLE_PASS_MODE_H
#define SIDLE_PASS_MODE_H

#include "world/state.h"

/* Which bodies a unit passes through: none; those that stand, as it squeezes through a gap that is
 * too narrow for it; or all. */
enum pass_mode { PASS_NONE, PASS_SQUEEZES, PASS_PUSHES };

/* The enum pass_mode of a unit of this stance. */
SIDLE_INTERNAL uint8_t pass_mode_of(enum stance stance, const unit *u);

/* True when body k never passes through the other one, because that belongs to an enemy. */
SIDLE_INTERNAL bool is_solid_enemy(const sidle_world *world, uint32_t k, uint32_t other);

/* True when body k, in this mode, passes through the other one: contact lets it in, and push-apart
 * leads it out. */
SIDLE_INTERNAL bool passes_through(const sidle_world *world, uint8_t pass_mode, uint32_t k,
                                   uint32_t other);

#endif
