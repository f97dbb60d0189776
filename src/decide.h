/* From what a unit sees to what it does. See decide.c. */
#ifndef SIDLE_DECIDE_H
#define SIDLE_DECIDE_H

#include "parts.h"

/* Lets dt pass for the units of a part, and makes those whose turn it is look and choose. */
SIDLE_INTERNAL void decide(const sidle_world *world, span part, float dt);

/* The slot of the unit under orders that this one waits for, 0 when there is none. */
SIDLE_INTERNAL uint32_t decide_waits_for(const sidle_world *world, const unit *u);

/* The host answers in place of the ladder. False: the unit is not blocked by units. */
SIDLE_INTERNAL bool decide_answer(const sidle_world *world, unit *u, sidle_step step);

#endif
