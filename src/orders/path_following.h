/* Path following: what is left of a unit's path, which waypoints are passed, when the unit sets
 * out, arrives, begins afresh, and asks the host for a path. See path_following.c. */
#ifndef SIDLE_PATH_FOLLOWING_H
#define SIDLE_PATH_FOLLOWING_H

#include "base/measures.h"
#include "world/patience.h"
#include "world/state.h"

static inline bool path_is_stuck(const unit *u, const sidle_profile *p) {
    return unit_has_way(u) && is_stalled(u, p);
}

/* Own radii: a unit has got to what it drives to when it is nearer than this to a point of its
 * path, or its rim to that of its target. At .5 29 units of maps/doorway_two_way set out again
 * after arrival, and the scoreboard sees one prey in six of maps/chase touched instead of all; at
 * .125 maps/chase takes 2 % longer. */
#define AT_POINT 0.25f

/* u: the length of the way from a point along the waypoints to the goal. */
SIDLE_INTERNAL float path_length(sidle_vec2 from, const sidle_vec2 *points, uint32_t count,
                                 sidle_vec2 goal);

/* u: the length of what is left of the unit's path to its goal. */
SIDLE_INTERNAL float path_left_of(const unit *u);

/* u: the length of the path from there to its goal, with the next point first. */
SIDLE_INTERNAL float path_left_from(const unit *u, sidle_vec2 at);

/* The unit goes straight to its next point from where it is, and may ask for a way round again. */
SIDLE_INTERNAL void path_go_straight(unit *u);

/* u: point k of the path; the goal follows the last one. */
SIDLE_INTERNAL sidle_vec2 path_point_at(const unit *u, uint32_t k);

/* Does terrain leave open what is left of the path? Of a guided way only the guide is known. */
SIDLE_INTERNAL bool path_is_open(const sidle_world *world, const unit *u);

/* Does the unit's disc fit all along the straight line to the point? */
SIDLE_INTERNAL bool fits_on_line_to(const sidle_world *world, const unit *u, sidle_vec2 point);

/* Has the unit hardly moved in the last tick, by its drive or by others? */
SIDLE_INTERNAL bool stands_still(const sidle_world *world, const unit *u);

/* Does the unit stand for its patience although no other unit is in its way? A corner holds its
 * body, or a body and a wall, between which a look sees a hair more room than there is. */
SIDLE_INTERNAL bool path_is_held(const sidle_world *world, const unit *u);

/* In TARGET and LOOK: is the unit as near to the point as the bodies on its way there let it come?
 * The point is in view and in sight. */
SIDLE_INTERNAL bool point_is_crowded_up_to(const sidle_world *world, const unit *u,
                                           sidle_vec2 point);

/* u: how near to its goal the unit knows which place there is free: its view, and what two ticks
 * add. So it has a place before it lands on the goal, where the last tick of its braking takes it.
 */
SIDLE_INTERNAL float path_view(const sidle_profile *p, const unit *u, float dt);

/* Does the goal move? Then the unit never arrives, and the way that is left says nothing about its
 * progress. */
SIDLE_INTERNAL bool path_goal_moves(const unit *u);

/* Sets the velocity (u/s) by which other units predict this one. Does nothing while units look, as
 * they read it then: the end of the tick sets it in any case. */
SIDLE_INTERNAL void path_predict(const sidle_world *world, const unit *u, sidle_vec2 velocity);

/* The unit sets out. Until its first look, others predict that it drives straight to its waypoint.
 */
SIDLE_INTERNAL void path_set_out(const sidle_world *world, unit *u);

/* The unit brakes and stands, without having arrived anywhere. */
SIDLE_INTERNAL void path_stand(const sidle_world *world, unit *u);

/* A unit that rests under its order (condition.c) is about to go on with it. */
SIDLE_INTERNAL void path_resume(unit *u);

/* At the end of the tick, when the unit has its new position: passes waypoints and arrives. */
SIDLE_INTERNAL void path_advance(const sidle_world *world, unit *u, float dt);

/* Does the unit pass its next point, as it is a waypoint or one of a patrol? */
static inline bool path_passes_point(const unit *u) {
    if (u->flags & UNIT_GUIDED || !unit_has_way(u)) return false;
    return u->cold->path->next < u->cold->path->count || u->order == SIDLE_ORDER_PATROL;
}

/* Is the unit at the point, as nearly as a tick of that time (s) can tell? */
SIDLE_INTERNAL bool path_is_at(const unit *u, const sidle_profile *p, sidle_vec2 point, float dt);

/* The next waypoint is behind the unit, and the host is to be told of it. */
SIDLE_INTERNAL void path_pass_waypoint(unit *u);

/* The unit was made to drive back, and may not see the next point of its path any more: it goes to
 * the last waypoint before that which it sees. Of a waypoint that it passes again the host hears
 * again. */
SIDLE_INTERNAL void path_lead_back(const sidle_world *world, unit *u);

/* In LOOK, after the look: passes the next waypoint as far as the crowd there lets the unit come.
 */
SIDLE_INTERNAL void path_pass_among_others(const sidle_world *world, unit *u);

/* The unit comes to rest where it is. An order of the host has ended there, or rests there. */
SIDLE_INTERNAL void path_arrive(const sidle_world *world, unit *u);

/* The host has teleported the unit: its path stays, what it did about a jam does not. */
SIDLE_INTERNAL void path_teleported(const sidle_world *world, unit *u);

/* The unit sets out to the next point of its patrol. */
SIDLE_INTERNAL void path_next_patrol_point(const sidle_world *world, unit *u);

/* The unit forgets its path or guide, as it is no longer good, and leaves the queue on it. */
SIDLE_INTERNAL void path_forget(unit *u);

/* The unit forgets its path or guide, and stays in its queue: another path follows. */
SIDLE_INTERNAL void path_clear(unit *u);

/* The unit forgets its escalation and its progress, and looks in the next tick. */
SIDLE_INTERNAL void path_start_afresh(unit *u);

/* Moves waypoints at which the disc does not fit, or that walls hide from the points beside them,
 * to where neither is so. */
SIDLE_INTERNAL void path_move_to_fit(const sidle_world *world, unit *u);

/* The unit looks in the next tick; a jam stays the same jam, with its escalation. */
SIDLE_INTERNAL void path_look_soon(unit *u);

/* The same for a new path of the same order. `left`: path_left_of() on the old one (u). What is
 * left on the new path is no progress, nor is it a step back: the unit has not moved by it. */
SIDLE_INTERNAL void path_replaced(unit *u, float left);

/* Is what is left of the unit's way, to where its order is content, no longer than that (u)? */
SIDLE_INTERNAL bool is_content_within(const unit *u, float distance);

#endif
