/* The condition of an order. An order ends when it is done, when the host ends it, or when its
 * target is gone. A unit that gets no nearer to its goal keeps its order: it tells the host why
 * (SIDLE_EVENT_STUCK), rests on a place of its own, as near as it gets, and goes on by itself.
 *
 * A unit that rests so looks again after its patience (planner/decide.c). When its way is free, or
 * a place nearer to its goal can be reached, it goes on, and has its patience to get nearer. A
 * path makes it go on at once; along a guide it looks first, and the same order changes nothing. */
#include "orders/condition.h"

#include "orders/path_following.h"
#include "world/patience.h"
#include "world/transitions.h"

/* In a range a place may come free in the next moment: a unit tries for one (steer_target.c) for
 * its patience before the host hears of it. */
static bool tries_for_room(const unit *u, const sidle_profile *p) {
    return unit_has_trait(u, TRAIT_KEEPS_RANGE) && u->cold->order->clock < (double)patience_of(p);
}

sidle_condition condition_of(const sidle_world *world, const unit *u) {
    const sidle_profile *p = profile_of(world, u);
    const look_result *s = &u->cold->look;
    if (unit_is_kept(u) ? tries_for_room(u, p) : !path_is_stuck(u, p)) return SIDLE_CONDITION_NONE;
    if (u->cold->escalation.no_path) return SIDLE_CONDITION_NO_WAY;
    if (u->flags & UNIT_LOOKED && s->hit && !s->blocker.slot) return SIDLE_CONDITION_NO_PATH;
    return is_content_within(u, p->view_distance) ? SIDLE_CONDITION_NO_ROOM
                                                  : SIDLE_CONDITION_SHUT_IN;
}

sidle_decision condition_decision(const sidle_world *world, const unit *u) {
    sidle_condition condition = condition_of(world, u);
    bool by_terrain = condition == SIDLE_CONDITION_NO_PATH || condition == SIDLE_CONDITION_NO_WAY;
    return by_terrain ? SIDLE_DECISION_BLOCKED : SIDLE_DECISION_WAIT;
}

void condition_rest(const sidle_world *world, unit *u) {
    const sidle_profile *p = profile_of(world, u);
    float *stalled = &u->cold->progress.stalled, stuck = time_until_stuck(p);
    if (tries_for_room(u, p)) return;
    if (*stalled < stuck) unit_tell(u, SIDLE_EVENT_STUCK);
    *stalled = max_float(*stalled, stuck);
    if (u->order == SIDLE_ORDER_GO) u->order = ORDER_GO_LATER;
}

void condition_met(unit *u, sidle_arrival arrival) {
    if (!unit_is_kept(u)) return;
    u->arrival = (uint32_t)arrival & 3u;
    u->cold->progress.stalled = 0;
    unit_tell(u, SIDLE_EVENT_ARRIVED);
    if (u->order == ORDER_GO_LATER) u->order = ORDER_ARRIVED;
    if (u->order == SIDLE_ORDER_APPROACH_POINT) store_shared(&u->order, ORDER_IN_RANGE);
}

void condition_go_on(const sidle_world *world, unit *u) {
    const sidle_profile *p = profile_of(world, u);
    path_resume(u);
    unit_turn_to_path(u);
    u->cold->progress.stalled = 2 * time_until_stuck(p) - patience_of(p);
    path_set_out(world, u);
    u->flags |= UNIT_LOOK;
}

/* The unit has moved on in its range and lost its place there: its order leads it to another one.
 */
static void go_on_elsewhere(const sidle_world *world, unit *u) {
    unit_stand(u);
    path_start_afresh(u);
    path_set_out(world, u);
}

void condition_update(const sidle_world *world, unit *u) {
    if (u->flags & UNIT_GETS_ON) {
        unit_unmark(u, UNIT_GETS_ON);
        if (unit_is_aside(u))
            go_on_elsewhere(world, u);
        else
            condition_go_on(world, u);
    } else if (u->arrival == ARRIVAL_NONE && unit_is_kept(u))
        condition_rest(world, u);
}
