/* What a blocked unit does: the ladder of wait, replan and push through. See escalation.c. */
#ifndef SIDLE_ESCALATION_H
#define SIDLE_ESCALATION_H

#include "world/state.h"

SIDLE_INTERNAL sidle_vec2 point_chosen(const unit *u, const sidle_profile *p);

SIDLE_INTERNAL void stands_in_queue(unit *u);

SIDLE_INTERNAL void blocked_by_units(const sidle_world *world, unit *u, const sidle_profile *p);

SIDLE_INTERNAL void blocked_by_terrain(const sidle_world *world, unit *u, const sidle_profile *p);

/* Pushing goes on until its time is over and the unit is clear of bodies: one that gave up inside
 * another would stay there. But one that gets nowhere for so long has to try something else. */
SIDLE_INTERNAL bool goes_on_pushing(const sidle_world *world, const unit *u,
                                    const sidle_profile *p);

/* Whatever the unit sees or does: when it gets no nearer for long, the host hears of it. */
SIDLE_INTERNAL void tell_when_stuck(unit *u, const sidle_profile *p);

#endif
