/* Oncoming units: two lines meet head-on in a lane, and neither has a way round.
 *
 * In a lane in which no two can pass one line backs out (jam/lane.c). Where it cannot, they push
 * through each other, as that is the last rung of the ladder. When one of them pushes, the unit
 * that it meets pushes at once as well, and so on down its line. Both lines drive then, and are
 * past each other in a fraction of the time that one line takes through another that stands (13 s
 * instead of 28 s: test_oncoming.c). Where units can stand beside each other the lines comb into
 * each other instead.
 *
 * In a lane, where no unit can stand beside another, those that wait for an oncoming one stand, and
 * so do those behind one that waits. By pressing on they would only shove each other into the
 * oncoming ones (overlaps of 4.4 s instead of 1.9 s). Behind a slow one they press on, and push
 * through it in the end (maps/bridge_too_far). Anywhere else a unit that waits makes for the best
 * place that it sees, and so lets others slip past; crowds that stood everywhere took 48 s instead
 * of 37 s on circle100. */
#include "planner/oncoming.h"

#include "base/measures.h"
#include "world/shown.h"

/* Own radii: where the unit cannot drive so far aside it is in a lane. It is less than another unit
 * needs, as two squeeze past each other: with 2 units of radius .3 in a lane of 1 u push, and take
 * 14.8 s instead of 12.9 s (test_oncoming.c). */
static const float LANE_ROOM = 1.2f;

/* Is the unit in the way on its way to where this one comes from? */
static bool is_met_head_on(const sidle_world *world, const unit *u) {
    const look_result *look = &u->cold->look;
    if (!look->blocker.slot || look->blocker_stance != STANCE_UNDER_WAY) return false;
    const shown *other = shown_of_slot(world, look->blocker.slot - 1);
    return vec_dot(look->direction, shown_heading(other)) < -COS_ONE_COURSE;
}

bool oncoming_finds_lane(const sidle_world *world, const unit *u, const sidle_profile *p) {
    const look_result *look = &u->cold->look;
    if (!look->blocker.slot || look->blocker_stance != STANCE_UNDER_WAY) return false;
    bool waits = shown_waits_for(shown_of_slot(world, look->blocker.slot - 1));
    if (!waits && !is_met_head_on(world, u)) return false;
    sidle_vec2 beside = vec_scale(vec_right(look->direction), LANE_ROOM * p->radius);
    return !disc_fits(world, p, vec_add(u->position, beside)) &&
           !disc_fits(world, p, vec_sub(u->position, beside));
}

bool oncoming_pushes(const sidle_world *world, const unit *u, const sidle_profile *p) {
    return is_met_head_on(world, u) && oncoming_finds_lane(world, u, p) &&
           body_pushes(&world->bodies, world->by_slot[u->cold->look.blocker.slot - 1]);
}
