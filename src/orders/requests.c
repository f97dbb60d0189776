/* Requests for a path: which unit asks the host, and which leaves that to another.
 *
 * A jam has many units and one question: is there another way? While a jam flows, the unit in front
 * asks it, if anybody. Those whose way is blocked by a unit that goes to the same side, or that
 * moves, leave it at that, until they have stalled for their patience. A unit that asks then speaks
 * for those behind it for as long as the longest back-off.
 *
 * A jam does not flow where somebody stands in the way. Then there may be another way for each, and
 * each asks: the unit before the one that stands, and from look to look those behind it.
 *
 * Requests of one unit are limited by a back-off, so that stuck units do not burn the pathfinder.
 *
 * What other units read of this stands in the queue entry, as it was when the tick began. A world
 * in which no profile queues has no entries, and each unit asks for itself. */
#include "orders/requests.h"

#include "base/measures.h"
#include "world/patience.h"
#include "world/shown.h"

/* The host of a guided unit finds its way point by point, and has no path to give. */
static void ask(unit *u) {
    if (!(u->flags & UNIT_GUIDED)) unit_tell(u, SIDLE_EVENT_PATH_WANTED);
}

bool request_path(unit *u, const sidle_profile *p) {
    escalation *e = &u->cold->escalation;
    if (e->backoff_left > 0 || unit_flees(u)) return false;
    ask(u);
    u->asked = p->tuning.replan_backoff_max;
    e->backoff = e->backoff > 0 ? min_float(2 * e->backoff, p->tuning.replan_backoff_max)
                                : p->tuning.replan_backoff;
    e->backoff_left = e->backoff;
    e->no_way = false;
    return true;
}

void request_path_to_goal(unit *u, const sidle_profile *p) {
    if (u->cold->escalation.backoff_left > 0) return;
    ask(u);
    u->cold->escalation.backoff_left = p->tuning.replan_backoff;
}

/* s, unit.asked of the unit in that slot + 1, as the tick began; 0 without one. */
static float asked_by(const sidle_world *world, uint32_t slot) {
    return slot && world->queue_entries ? shown_asked(world, slot - 1) : 0;
}

/* Is the other unit under way to the same side as this one, or does it move? */
static bool goes_on(const sidle_world *world, const unit *u, const shown *other) {
    sidle_vec2 to_goal = vec_sub(u->goal, u->position);
    sidle_vec2 its_to_goal = vec_sub(shown_goal(other), shown_position(other));
    if (vec_dot(to_goal, its_to_goal) > 0) return true;
    sidle_vec2 velocity = body_predicted(&world->bodies, shown_body(world, other));
    if (vec_dot(velocity, to_goal) < 0) return false;
    return vec_length(velocity) > HELD_UP_SPEED * shown_top_speed(world, other);
}

void request_pass_on(const sidle_world *world, unit *u) {
    const look_result *look = &u->cold->look;
    bool held = look->blocker.slot && look->blocker_stance != STANCE_UNDER_WAY;
    if (held) u->asked = -patience_of(profile_of(world, u));
    float asked = asked_by(world, look->blocker.slot);
    if (asked < 0) u->asked = min_float(u->asked, asked);
}

bool request_is_left_to_other(const sidle_world *world, unit *u) {
    const look_result *look = &u->cold->look;
    if (!look->blocker.slot || look->blocker_stance != STANCE_UNDER_WAY || !world->queue_entries)
        return false;
    if (!goes_on(world, u, shown_of_slot(world, look->blocker.slot - 1))) return false;
    float asked = asked_by(world, look->blocker.slot);
    if (asked > 0) u->asked = max_float(u->asked, asked);
    return asked > 0 || (asked == 0 && !is_out_of_patience(u, profile_of(world, u)));
}

void request_after_other(const sidle_world *world, unit *u, const sidle_profile *p, uint32_t head) {
    if (asked_by(world, head) < 0 || asked_by(world, u->cold->look.blocker.slot) < 0)
        if (request_path(u, p)) request_pass_on(world, u);
}

void request_pass_time(unit *u, float dt) {
    u->asked = u->asked > 0 ? max_float(u->asked - dt, 0) : min_float(u->asked + dt, 0);
}
