/* How two bodies meet. See contact_rules.c. */
#ifndef SIDLE_CONTACT_RULES_H
#define SIDLE_CONTACT_RULES_H

#include "motion/contact.h"

/* u; nearer than this there is no direction from one body to the other. */
#define SAME_SPOT 1e-4f

/* How a body meets another one. */
typedef struct contact {
    float share;       /* of what they have to part by */
    bool skin;         /* more than touching is kept */
    bool passes;       /* it may come nearer than touching */
    bool rests;        /* both have arrived */
    bool when_pressed; /* counts only once others have moved the body */
} contact;

SIDLE_INTERNAL bool spares(const sidle_world *world, uint32_t k, uint32_t other);

/* False when the body does nothing to part from the other. The shares of both make 1, or 0 where
 * neither moves; one that pushes through a standing one makes nothing of it. */
SIDLE_INTERNAL bool meets(const sidle_world *world, uint32_t k, uint32_t other, contact *with);

#endif
