/* What units want of the places on which they rest, and when they ask for one. See place_want.c. */
#ifndef SIDLE_PLACES_PLACE_WANT_H
#define SIDLE_PLACES_PLACE_WANT_H

#include "orders/want.h"

/* After a look of a unit under way, which has counted that time since its last one (s): does it ask
 * for a place, or for another one? */
SIDLE_INTERNAL void place_seek(const sidle_world *world, unit *u, const sidle_profile *p,
                               float passed);

/* Does the unit neither push nor squeeze through others? On the way to its place a unit that meets
 * its own crowd asks for another place. An attacker near its target waits until it has a place
 * there: with its pushes, lines of attackers overlap a quarter more. */
SIDLE_INTERNAL bool places_hold_back(const sidle_world *world, const unit *u);

/* Finds out whether the resting unit is clear. If it is not, it asks for the nearest place. */
SIDLE_INTERNAL void come_clear_look(const sidle_world *world, unit *u);

/* ---- for places.c ---- */

/* Does a unit with the same goal stand or drive in the way of the unit? */
SIDLE_INTERNAL bool meets_its_crowd(const sidle_world *world, const unit *u);

/* Does a body at rest stand in the way of the unit that goes on standing there? It is an enemy, or
 * a friend that rests about something else. */
SIDLE_INTERNAL bool meets_one_that_stays(const sidle_world *world, const unit *u);

/* Has the unit got no nearer for long, on the way to its place, or where nothing will change? */
SIDLE_INTERNAL bool has_given_up(const sidle_world *world, const unit *u, const sidle_profile *p);

/* Does the unit get no nearer to its place, or has it come to the corner before that? */
SIDLE_INTERNAL bool wants_another(const sidle_world *world, const unit *u, const sidle_profile *p);

/* The unit goes to the place that it claims, past the corner; that is the place itself, if it is in
 * sight. */
SIDLE_INTERNAL void go_to_place(const sidle_world *world, unit *u, sidle_vec2 corner);

/* Has a body come to rest on the place to which the unit drives by itself? */
SIDLE_INTERNAL bool has_lost_own_place(const sidle_world *world, const unit *u);

/* What the unit wants of a place now: by its order, the way back to a place that it has lent, or
 * the nearest place. */
SIDLE_INTERNAL place_want want_of(const sidle_world *world, const unit *u);

/* Do both want the same, so that one field serves for both? */
SIDLE_INTERNAL bool same_want(const place_want *a, const place_want *b);

#endif
