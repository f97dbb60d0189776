/* Units that come to rest inside others come clear of them. See come_clear.c. */
#ifndef SIDLE_COME_CLEAR_H
#define SIDLE_COME_CLEAR_H

#include "world/state.h"

/* Does the resting unit drive to a place where it is clear? */
static inline bool come_clear_drives(const unit *u) {
    return u->flags & UNIT_CLEARS &&
           (u->drive_target.x != u->position.x || u->drive_target.y != u->position.y);
}

/* Have contacts with units that share its goal moved the arrived unit since it was last clear? */
static inline bool come_clear_is_jostled(const unit *u) {
    return u->flags & UNIT_ARRIVED && !(u->flags & UNIT_CLEARS) &&
           (u->drive_target.x != u->position.x || u->drive_target.y != u->position.y);
}

/* Finds out whether the resting unit is clear. If it is not, the unit heads for the nearest place
 * where it is. */
SIDLE_INTERNAL void come_clear_look(const sidle_world *world, unit *u);

/* Has the unit found no such place? Its next search can wait. */
SIDLE_INTERNAL bool come_clear_searches(const unit *u);

/* u: the shift of this tick towards the place that the unit heads for. */
SIDLE_INTERNAL sidle_vec2 come_clear_shift(const sidle_profile *p, const unit *u, float dt);

#endif
