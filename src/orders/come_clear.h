/* Units that come to rest inside others come clear of them. See rest.c. */
#ifndef SIDLE_REST_H
#define SIDLE_REST_H

#include "world/state.h"

/* Is it on its way to a place where it is clear? */
static inline bool rest_goes(const unit *u) {
    return u->flags & UNIT_CLEARS &&
           (u->heads_for.x != u->position.x || u->heads_for.y != u->position.y);
}

/* Have those that share its goal moved the unit since it was clear? */
static inline bool rest_is_jostled(const unit *u) {
    return u->flags & UNIT_ARRIVED && !(u->flags & UNIT_CLEARS) &&
           (u->heads_for.x != u->position.x || u->heads_for.y != u->position.y);
}

/* Is the unit clear? If not, it heads for the nearest place where it is. */
SIDLE_INTERNAL void rest_look(const sidle_world *world, unit *u);

/* Has it found no such place? The next search can wait. */
SIDLE_INTERNAL bool rest_searches(const unit *u);

/* u: the step of this tick towards that place. */
SIDLE_INTERNAL sidle_vec2 rest_step(const sidle_profile *p, const unit *u, float dt);

#endif
