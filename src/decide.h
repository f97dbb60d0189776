/* From what a unit sees to what it does. See decide.c. */
#ifndef SIDLE_DECIDE_H
#define SIDLE_DECIDE_H

#include "state.h"

/* Lets dt pass for the unit's timers and, when it is its turn, makes it look and choose. */
void decide(const sidle_world *world, const body *self, unit *u, float dt);

/* Asks the host for a path because the goal has moved, unless the unit asked lately. */
void decide_ask(unit *u, const sidle_profile *p);

/* A new order: what the old one led to is forgotten, and the unit looks in the next tick. */
void decide_afresh(unit *u);

/* The unit looks in the next tick, but a jam is still the same jam. */
void decide_soon(unit *u);

/* The same for a new path of the same order: progress is measured along it from now on. */
void decide_on_path(const sidle_world *world, unit *u);

/* The slot of the unit under orders that this one waits for, 0 when there is none. */
uint32_t decide_waits_for(const unit *u);

/* The host answers in place of the ladder. False: the unit is not blocked by units. */
bool decide_answer(const sidle_world *world, unit *u, sidle_step step);

#endif
