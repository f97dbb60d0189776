/* How fast a unit is on the terrain below it. See ground.c. */
#ifndef SIDLE_GROUND_H
#define SIDLE_GROUND_H

#include "world/state.h"

/* Are units of this profile not of one speed on all terrain? */
SIDLE_INTERNAL bool ground_varies(const sidle_profile *p);

/* The factor that the terrain below the unit puts to its speed; 1 for a stowed one. */
SIDLE_INTERNAL float ground_speed(const sidle_world *world, const unit *u);

/* The factor of the top speed that the unit's record should hold. */
SIDLE_INTERNAL float ground_speed_due(const sidle_world *world, const unit *u);

/* What the hot half knows of the factors. */
static inline enum speed_kind ground_speed_kind(speed_factors s) {
    if (s.all == 0) return SPEED_STUNNED;
    return s.all == 1 && s.own == 1 ? SPEED_FULL : SPEED_CHANGED;
}

/* Sets both factors; the world has speed factors, or they are 1. */
SIDLE_INTERNAL void ground_set_speed(const sidle_world *world, unit *u, speed_factors factors);

/* Renews the speed of a unit whose position, profile or terrain has changed. */
SIDLE_INTERNAL void ground_renew(const sidle_world *world, unit *u);

/* The same for all units of the profile, on the map or stowed. */
SIDLE_INTERNAL void ground_renew_profile(const sidle_world *world, uint32_t index);

/* The same for all units whose centre is in the box (u), and perhaps for more. */
SIDLE_INTERNAL void ground_renew_box(const sidle_world *world, sidle_vec2 low, sidle_vec2 high);

/* Sets the host's factor of the unit's speed; the world has speed factors, or it is 1. */
SIDLE_INTERNAL void ground_set_own_speed(const sidle_world *world, unit *u, float factor);

#endif
