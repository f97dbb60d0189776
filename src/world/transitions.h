/* How the activity of a unit changes. Each function is one transition of the table in
 * transitions.c, and does what belongs to it at the unit itself; in a checked build a transition
 * that is not in the table stops. */
#ifndef SIDLE_TRANSITIONS_H
#define SIDLE_TRANSITIONS_H

#include "base/compiler.h"
#include "world/unit.h"

/* The unit drives where its order leads, and out of no others on its way. */
SIDLE_INTERNAL void unit_set_out(unit *u);

/* The unit stops, and gives up its place. Where it drove, it looks whether it is inside others. */
SIDLE_INTERNAL void unit_stand(unit *u);

/* A unit that drives by itself stops where it is. Any other unit is left as it was. */
SIDLE_INTERNAL void unit_rest_here(unit *u);

/* The order of the unit, which rests, has led here. */
SIDLE_INTERNAL void unit_end_order(unit *u);

/* The unit has come to its place, or as near as it can, and rests. */
SIDLE_INTERNAL void unit_arrive(unit *u);

/* The unit has come to rest, or its body has changed while it rests: it looks whether it is inside
 * others, and comes clear of them if so. */
SIDLE_INTERNAL void unit_settle(unit *u);

/* The profile of the unit is another one from now on. A unit at rest on the map looks whether it
 * rests inside others now. */
SIDLE_INTERNAL void unit_change_profile(unit *u, const sidle_profile *old, const sidle_profile *now,
                                        bool on_map);

/* The unit is clear of others, or gives up coming clear of them. */
SIDLE_INTERNAL void unit_mark_clear(unit *u);

/* The unit goes to cold.place, which is reserved for it; `through` others where it must. */
SIDLE_INTERNAL void unit_take_place(unit *u, bool through);

/* The unit goes on where its order leads, without a place. One without a place is left as it was.
 */
SIDLE_INTERNAL void unit_lose_place(unit *u);

/* The unit leaves its place for another unit, and keeps the claim to it. */
SIDLE_INTERNAL void unit_step_aside(unit *u);

/* The target of the unit, which stands, is stowed; and it is back, or gone. */
SIDLE_INTERNAL void unit_await_target(unit *u);
SIDLE_INTERNAL void unit_end_wait(unit *u);

/* NULL, or what is wrong with the activity, in one sentence. */
SIDLE_INTERNAL const char *activity_fault(const unit *u);

#endif
