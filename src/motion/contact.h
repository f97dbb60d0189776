/* Bodies are solid, but to who pushes through or squeezes past. See contact.c. */
#ifndef SIDLE_CONTACT_H
#define SIDLE_CONTACT_H

#include "world/state.h"

/* Corrects world->motions so that units do not end the tick inside each other. */
SIDLE_INTERNAL void contact_resolve(sidle_world *world, float dt);

/* Through whom it passes. */
enum pass_mode { PASS_NONE, PASS_SQUEEZES /* past who stands */, PASS_PUSHES /* through all */ };

SIDLE_INTERNAL uint8_t pass_mode_of(enum stance stance, const unit *u);

/* Does the body pass through the other, so that contact lets it in and push-apart leads it out? */
SIDLE_INTERNAL bool contact_passes(const sidle_world *world, uint8_t pass_mode, uint32_t k,
                                   uint32_t other);

/* Of length 1: in which direction the unit leaves the other. */
SIDLE_INTERNAL sidle_vec2 contact_parting(const unit *self, const unit *other);

#endif
