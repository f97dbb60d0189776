/* Oncoming units: two lines meet head-on in a door or a lane, and neither has a way round.
 *
 * In a lane in which no two can pass one line backs out (jam/lane.c). Where it cannot, or in a
 * door, they push through each other, as that is the last rung of the ladder. When one of them
 * pushes, the unit that it meets pushes at once as well, and so on down its line. Both lines drive
 * then, and are past each other in a fraction of the time that one line takes through another that
 * stands: door_two_way100 takes 83 s instead of 110 s and turns at .87 rad/s instead of .96.
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
#include "world/terrain.h"

/* Own radii: a unit with less clearance is in a passage and answers a push. The farther before the
 * door, the faster and the closer: at 2 door_two_way100 takes 99 s and overlaps .011, at 3 81 s and
 * .016, at 4 74 s and .023, at 5 71 s and .027, and with pushes answered in the open too 66 s and
 * .037; then hallway_four_way100, where there is a way round, overlaps .074 instead of .042. */
static const float PASSAGE = 3;

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

bool oncoming_pushes(const sidle_world *world, const unit *u, const sidle_profile *p) {
    return is_met_head_on(world, u) &&
           body_pushes(&world->bodies, world->by_slot[u->cold->look.blocker.slot - 1]) &&
           terrain_clearance(&world->terrain, p->passable, u->position) < PASSAGE * p->radius;
}

bool oncoming_keeps_line(const sidle_world *world, const unit *u, const sidle_profile *p) {
    if (!oncoming_finds_lane(world, u, p)) return false;
    const shown *other = shown_of_slot(world, u->cold->look.blocker.slot - 1);
    sidle_vec2 its_way = vec_sub(shown_next_point(world, other), shown_position(other));
    return vec_dot(u->cold->look.direction, its_way) > 0;
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
