/* Units at rest step aside for others. See give_way.c. */
#ifndef SIDLE_GIVE_WAY_H
#define SIDLE_GIVE_WAY_H

#include "world/state.h"

/* Would the unit of body k, if it rests, step aside for that of the other body, as its order, its
 * speed and its profile say? */
SIDLE_INTERNAL bool gives_way_to(const sidle_world *world, uint32_t k, uint32_t other);

/* After a look of a unit under way: are units at rest in its way that would step aside? It asks
 * them to, and its look says so. */
SIDLE_INTERNAL void give_way_ask(const sidle_world *world, unit *u);

/* In place of a look: a unit that steps aside drives straight there, and asks those that it
 * touches. False for any other unit, and for one on its way back. */
SIDLE_INTERNAL bool give_way_decide(const sidle_world *world, unit *u);

/* After all looks: the units of the part that were asked, and those that have stepped aside, decide
 * where to go. Writes what belongs to these units alone. */
SIDLE_INTERNAL void give_way_part(sidle_world *world, uint32_t part, float dt);

#endif
