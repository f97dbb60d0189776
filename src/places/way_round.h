/* A way round what bars the straight one to the next point of the path. See way_round.c. */
#ifndef SIDLE_PLACES_WAY_ROUND_H
#define SIDLE_PLACES_WAY_ROUND_H

#include "world/state.h"

/* In LOOK: the unit asks for a way round in this tick. False: it may not, or has asked in vain. */
SIDLE_INTERNAL bool way_round_ask(const sidle_world *world, unit *u);

/* Before a look: the unit goes straight on once it sees the next point of its path, and asks for
 * the next corner when it has come to this one. */
SIDLE_INTERNAL void way_round_follow(const sidle_world *world, unit *u);

/* After CONTACT, of a unit that has asked. */
SIDLE_INTERNAL void way_round_grant(const sidle_world *world, unit *u);

#endif
