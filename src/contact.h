/* Bodies are solid to who does not push through. See contact.c. */
#ifndef SIDLE_CONTACT_H
#define SIDLE_CONTACT_H

#include "state.h"

/* Corrects world->motions so that units do not end the tick inside each other. */
void contact_resolve(sidle_world *world, float dt);

#endif
