/* The contact phase: no two solid bodies end a tick inside each other. See contact_solver.c for
 * how, and contact_rules.c for which body gives way to which. */
#ifndef SIDLE_CONTACT_H
#define SIDLE_CONTACT_H

#include "world/state.h"

/* Corrects the positions in world->motions, which the drive has made, by at most top speed * dt
 * from where each unit stands. dt in s. */
SIDLE_INTERNAL void contact_resolve(sidle_world *world, float dt);

#endif
