/* Places: where units rest, and which unit gets which place. See places.c. */
#ifndef SIDLE_PLACES_PLACES_H
#define SIDLE_PLACES_PLACES_H

#include "world/state.h"

/* After contacts: lists the units of a part that ask for a place or claim one. */
SIDLE_INTERNAL void places_list_part(sidle_world *world, uint32_t part);

/* Then: makes the lists of claims by place. Returns how many units ask or claim. */
SIDLE_INTERNAL uint32_t places_begin(sidle_world *world);

/* Then, after units in each other's way have made room (jam.c): finds out which of the `count`
 * listed units come to rest on their places (motion.settles), and gives a place to each unit that
 * asked in this tick. */
SIDLE_INTERNAL void places_grant(sidle_world *world, uint32_t count, float dt);

/* Is the unit on its place, or has it been pushed off that by less than its radius? */
SIDLE_INTERNAL bool is_about_its_place(const sidle_world *world, const unit *u);

/* Does the unit, on the way to its place, exchange places with body k? It does so with units that
 * rest under their orders for the same goal. A unit that has arrived steps aside and returns. */
SIDLE_INTERNAL bool hands_on_to(const sidle_world *world, const unit *u, uint32_t k);

/* Of such two, or when the other one waits on its place until its crowd rests: the unit does so.
 * False: it does not, as they do not fit there, or as the other one stands no nearer to that
 * place. */
SIDLE_INTERNAL bool place_hand_on(sidle_world *world, unit *u, unit *other);

#endif
