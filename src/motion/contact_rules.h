/* The rules of contact: which body gives way to which, and by which share. See contact_rules.c. */
#ifndef SIDLE_CONTACT_RULES_H
#define SIDLE_CONTACT_RULES_H

#include "world/shown.h"

/* How a body gives way to another one. */
typedef struct contact {
    float share; /* 0 to 1, of the overlap that this body takes away */
    bool margin; /* contact begins at the sum of radii and ROOM_LEFT, not at touching */
    bool passes; /* contact begins only inside the other body, see the profile's threshold */
} contact;

/* Length 1: the direction in which the unit leaves the other one. */
SIDLE_INTERNAL sidle_vec2 contact_direction(const shown *self, const shown *other);

/* How body k gives way to the other one; false when it does not. The shares of both bodies add up
 * to 1, or to less where one of them stands or pushes through. */
SIDLE_INTERNAL bool gives_way(const sidle_world *world, uint32_t k, uint32_t other, contact *with);

#endif
