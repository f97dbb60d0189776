/* The rules of contact: which bodies a unit may enter, which body gives way to which, and by which
 * share. See contact_rules.c. */
#ifndef SIDLE_CONTACT_RULES_H
#define SIDLE_CONTACT_RULES_H

#include "world/shown.h"

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

/* How a body gives way to another one. */
typedef struct contact {
    float share; /* 0 to 1, of the overlap that this body takes away */
    bool margin; /* contact begins at the sum of radii and ROOM_LEFT, not at touching */
    bool passes; /* contact begins only inside the other body, see the profile's threshold */
} contact;

/* True when the other body belongs to a friend that has stepped aside, and makes room for body k. */
SIDLE_INTERNAL bool is_let_past(const sidle_world *world, uint32_t k, uint32_t other);

/* Length 1: the direction in which the unit leaves the other one. */
SIDLE_INTERNAL sidle_vec2 contact_direction(const shown *self, const shown *other);

/* How body k gives way to the other one; false when it does not. The shares of both bodies add up
 * to 1, or to less where one of them stands or pushes through. */
SIDLE_INTERNAL bool gives_way(const sidle_world *world, uint32_t k, uint32_t other, contact *with);

#endif
