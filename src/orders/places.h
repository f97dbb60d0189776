/* Places: where units rest, and which unit claims which place. See places.c. */
#ifndef SIDLE_ORDERS_PLACES_H
#define SIDLE_ORDERS_PLACES_H

#include "world/state.h"

/* Cells: half the width of a line of sight to the point of a range. It may touch a corner. */
#define SIGHT_RADIUS 0.05f

/* Own radii beyond touching at which a pursuer comes to rest beside its target: so near that it has
 * caught it, and so far that contacts let it stand there. */
#define BESIDE_TARGET 0.1f

/* Multiple of the profile's patience. A unit that gets no nearer for so long takes the nearest
 * place that it can reach. It is longer than the whole ladder takes by default, so a jam that
 * pushing dissolves is not given up. */
#define GIVES_UP 4

/* Would a disc of the unit at the position overlap neither a body at rest nor a claimed place? For
 * work between CONTACT and END. */
SIDLE_INTERNAL bool places_are_clear(const sidle_world *world, const unit *u, sidle_vec2 at);

/* The direction from the centre (length 1) near `out`, on the ring of that distance (u), at which
 * the unit touches the nearest place, when the gap between them is too narrow for another unit, or
 * they overlap. False: there is no such place. */
SIDLE_INTERNAL bool places_beside(const sidle_world *world, const unit *u, sidle_vec2 centre,
                                  float distance, sidle_vec2 out, sidle_vec2 *direction);

/* After a look of a unit under way, which has counted that time since its last one (s): does it ask
 * for a place, or for another one? */
SIDLE_INTERNAL void place_seek(const sidle_world *world, unit *u, const sidle_profile *p,
                               float passed);

/* Is the unit on the way to its place, and is what it meets its own crowd? It asks for another
 * place then, and does not push. */
SIDLE_INTERNAL bool places_hold_back(const sidle_world *world, const unit *u);

/* The unit asks for a place in this tick. */
SIDLE_INTERNAL void place_ask(const sidle_world *world, unit *u);

/* After contacts: finds out which units come to rest on their places (motion.settles), and gives
 * places to those that asked in this tick. */
SIDLE_INTERNAL void places_grant(sidle_world *world);

#endif
