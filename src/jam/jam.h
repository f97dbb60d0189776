/* Units in each other's way make room. See jam.c. */
#ifndef SIDLE_JAM_H
#define SIDLE_JAM_H

#include "world/state.h"

/* Would the unit of body k, if it rests, make room for that of the other body, as its order, its
 * speed and its profile say? */
SIDLE_INTERNAL bool gives_way_to(const sidle_world *world, uint32_t k, uint32_t other);

/* After a look of a unit under way: do others bar its way that can make room? Its look says so. */
SIDLE_INTERNAL void jam_ask(const sidle_world *world, unit *u);

/* In place of a look: a unit that makes room drives straight to where it does. False for any other
 * unit. */
SIDLE_INTERNAL bool jam_decide(const sidle_world *world, unit *u);

/* After CONTACT, by one thread: the units whose looks ask get room, by priority. */
SIDLE_INTERNAL void jam_resolve(sidle_world *world);

#endif
