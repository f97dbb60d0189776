/* A unit's way: how much is left, what is passed, when it arrives, sets out, begins afresh and asks
 * for a path. See way.c. */
#ifndef SIDLE_WAY_H
#define SIDLE_WAY_H

#include "world/state.h"

/* Times its profile's patience without progress, after which a unit is stuck. */
#define STUCK 2

/* u, along the points to the goal. */
SIDLE_INTERNAL float path_length(sidle_vec2 from, const sidle_vec2 *points, uint32_t count,
                                 sidle_vec2 goal);

/* u, from where the unit is along its path to the goal. */
SIDLE_INTERNAL float path_left_of(const unit *u);

/* Does terrain leave open what is left of the way? Of a guide's only the next point is known. */
SIDLE_INTERNAL bool path_is_open(const sidle_world *world, const unit *u);

/* Does the goal move, so that progress towards it proves nothing and nobody arrives? */
SIDLE_INTERNAL bool path_goal_moves(const unit *u);

/* By what velocity (u/s) others shall predict the unit. Nothing while they look: the end of the
 * tick says it in any case. */
SIDLE_INTERNAL void path_predict(const sidle_world *world, const unit *u, sidle_vec2 velocity);

/* The unit gets going: until its first look it predicts that it goes straight to its waypoint. */
SIDLE_INTERNAL void path_set_out(const sidle_world *world, unit *u);

/* It brakes and stands, without having arrived anywhere. */
SIDLE_INTERNAL void path_stand(const sidle_world *world, unit *u);

/* After a move: which waypoints are passed, and has the unit arrived? */
SIDLE_INTERNAL void path_advance(const sidle_world *world, unit *u, float dt);

/* The unit rests at its goal, or behind a unit that stands there. */
SIDLE_INTERNAL void path_arrive(const sidle_world *world, unit *u, sidle_unit_id behind);

/* The unit stops at once, so that it does not roll into the one it settles behind, and arrives when
 * the tick ends: until then others read its order. */
SIDLE_INTERNAL void path_settle(unit *u, sidle_unit_id behind);

/* All waypoints that are left count as passed. */
SIDLE_INTERNAL void path_skip(unit *u);

/* The host has put the unit elsewhere. */
SIDLE_INTERNAL void path_teleported(const sidle_world *world, unit *u);

/* Patrol: on to the point that is next. */
SIDLE_INTERNAL void path_next_patrol_point(const sidle_world *world, unit *u);

/* The path or guide is no longer good. */
SIDLE_INTERNAL void path_forget(unit *u);

/* What the old order led to is forgotten, and the unit looks in the next tick. */
SIDLE_INTERNAL void path_start_afresh(unit *u);

/* It looks in the next tick, but a escalation is still the same escalation. */
SIDLE_INTERNAL void path_look_soon(unit *u);

/* The same for a new path of the same order: progress is measured along it from now on. */
SIDLE_INTERNAL void path_replaced(unit *u);

/* Asks for a path because the way is blocked, unless it asked lately; each request in vain doubles
 * the pause. False: not now. */
SIDLE_INTERNAL bool path_ask(unit *u, const sidle_profile *p);

/* Asks for a path because the goal has moved, unless it asked lately. */
SIDLE_INTERNAL void path_ask_for_goal(unit *u, const sidle_profile *p);

#endif
