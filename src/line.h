/* Standing in line. See line.c. */
#ifndef SIDLE_LINE_H
#define SIDLE_LINE_H

#include "state.h"

/* Somebody is in the way: the unit stands in line where it is, if it queues and that one goes the
 * same way. `waits`: it would wait even if there were no line, and may begin one. */
bool line_join(const sidle_world *world, const body *self, unit *u, bool waits);

/* Before the unit looks: true while it waits for its turn, and need not look. */
bool line_waits(const sidle_world *world, const body *self, unit *u);

/* After it has looked: true when it still has to wait. */
bool line_holds(const sidle_world *world, const body *self, unit *u);

void line_leave(unit *u);

#endif
