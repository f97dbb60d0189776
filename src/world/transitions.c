/* The transitions of the activity of a unit, as one table: from which activity a transition leads
 * to which other one. src/README.md has a drawing of it.
 *
 * A transition that leads from an activity back to it stands here too, so that all others can be
 * refused. */
#include "world/transitions.h"

#include <assert.h>

enum transition {
    SETS_OUT,
    STANDS,
    ENDS_ORDER,
    ARRIVES,
    RESTS_AGAIN,
    TAKES_PLACE,
    LOSES_PLACE,
    STEPS_ASIDE,
    AWAITS_TARGET,
    ENDS_WAIT
};

/* The bits of an activity without the gap between them, and the activity again. */
#define INDEX(activity)    (((activity) >> 1 & 3) | ((activity) >> 12 & 0x34))
#define ACTIVITY_OF(index) (((index)&3u) << 1 | ((index)&0x34u) << 12)

/* TRANSITIONS[transition][INDEX(from)] is the index of the next activity plus 1, or 0 if there is
 * no such transition. */
#define LEADS(from, transition, to) [transition][INDEX(ACTIVITY_##from)] = INDEX(ACTIVITY_##to) + 1

static const uint8_t TRANSITIONS[][64] = {
    LEADS(AT_REST, SETS_OUT, ON_ITS_WAY),
    LEADS(ARRIVED, SETS_OUT, ON_ITS_WAY),
    LEADS(ON_ITS_WAY, SETS_OUT, ON_ITS_WAY),
    LEADS(TO_PLACE, SETS_OUT, TO_PLACE),
    LEADS(ASIDE, SETS_OUT, ASIDE),
    LEADS(AT_REST, STANDS, AT_REST),
    LEADS(ARRIVED, STANDS, AT_REST),
    LEADS(AWAITS, STANDS, AWAITS),
    LEADS(AWAITS_CLEARING, STANDS, AWAITS),
    LEADS(ON_ITS_WAY, STANDS, AT_REST),
    LEADS(TO_PLACE, STANDS, AT_REST),
    LEADS(ASIDE, STANDS, AT_REST),
    LEADS(AT_REST, ENDS_ORDER, ARRIVED),
    LEADS(ARRIVED, ENDS_ORDER, ARRIVED),
    LEADS(ON_ITS_WAY, ARRIVES, ARRIVED),
    LEADS(TO_PLACE, ARRIVES, ARRIVED),
    LEADS(ASIDE, ARRIVES, ARRIVED),
    LEADS(TO_PLACE, RESTS_AGAIN, AT_REST),
    LEADS(ASIDE, RESTS_AGAIN, AT_REST),
    LEADS(AWAITS_CLEARING, RESTS_AGAIN, AWAITS),
    LEADS(AT_REST, TAKES_PLACE, TO_PLACE),
    LEADS(ARRIVED, TAKES_PLACE, TO_PLACE),
    LEADS(AWAITS, TAKES_PLACE, AWAITS_CLEARING),
    LEADS(AWAITS_CLEARING, TAKES_PLACE, AWAITS_CLEARING),
    LEADS(ON_ITS_WAY, TAKES_PLACE, TO_PLACE),
    LEADS(TO_PLACE, TAKES_PLACE, TO_PLACE),
    LEADS(ASIDE, TAKES_PLACE, ASIDE),
    LEADS(TO_PLACE, LOSES_PLACE, ON_ITS_WAY),
    LEADS(AT_REST, STEPS_ASIDE, ASIDE),
    LEADS(ARRIVED, STEPS_ASIDE, ASIDE),
    LEADS(ASIDE, STEPS_ASIDE, ASIDE),
    LEADS(AT_REST, AWAITS_TARGET, AWAITS),
    LEADS(AWAITS, ENDS_WAIT, AT_REST),
    LEADS(AWAITS_CLEARING, ENDS_WAIT, TO_PLACE),
};

#undef LEADS

static const enum activity ACTIVITIES[] = {
    ACTIVITY_AT_REST,         ACTIVITY_ARRIVED,    ACTIVITY_AWAITS,
    ACTIVITY_AWAITS_CLEARING, ACTIVITY_ON_ITS_WAY, ACTIVITY_TO_PLACE,
    ACTIVITY_ASIDE,
};

/* May a unit with that activity stand inside others, or drive out of them? */
static bool may_clear(const unit *u) {
    return !unit_is_aside(u) || unit_drives_back(u);
}

/* Must it? Without an order of the host a unit drives out of others, and nowhere else. */
static bool must_clear(const unit *u) {
    return unit_is_under_way(u) && unit_is_by_itself(u) && !unit_is_aside(u);
}

const char *activity_fault(const unit *u) {
    uint32_t activity = unit_activity(u);
    size_t k = 0, count = sizeof ACTIVITIES / sizeof *ACTIVITIES;
    while (k < count && ACTIVITIES[k] != activity) k++;
    if (k == count) return "the activity of a unit is none of those that there are";
    if (unit_clears(u) ? !may_clear(u) : must_clear(u))
        return "the order of a unit does not go with its activity";
    if (activity & ASPECT_ASIDE && !unit_has_trait(u, TRAIT_GIVES_WAY | TRAIT_KEEPS_RANGE))
        return "a unit whose order does not let it has left its place";
    if (activity & ASPECT_ASIDE && u->aim < AIM_PLACE) return "a unit drives back to no place";
    return unit_awaits(u) && !unit_has_target(u) ? "a unit waits for no target" : NULL;
}

/* In a build without asserts a transition that is not in the table changes nothing. */
static uint32_t activity_after(uint32_t from, enum transition transition) {
    uint32_t next = TRANSITIONS[transition][INDEX(from)];
    assert(next);
    return next ? ACTIVITY_OF(next - 1) : from;
}

/* The two bits outside the flags share words with what other threads read, so each is written only
 * when it changes. */
static void take(unit *u, enum transition transition) {
    uint32_t from = unit_activity(u), to = activity_after(from, transition);
    u->flags = (uint16_t)(u->flags ^ ((from ^ to) & ASPECTS_OF_FLAGS));
    if ((from ^ to) & ASPECT_AWAITS) u->awaits = (to & ASPECT_AWAITS) != 0;
    if ((from ^ to) & ASPECT_ASIDE) u->aside = (to & ASPECT_ASIDE) != 0;
}

/* Without its place the unit goes on by its path. */
static void turn_from_place(unit *u) {
    if (u->aim >= AIM_PLACE) unit_turn_to_path(u);
    unit_keep_waypoint(u);
}

/* Nor is there a way round for a unit at rest. */
static void turn_from_way(unit *u) {
    if (u->aim == AIM_ROUND) unit_turn_to_path(u);
    turn_from_place(u);
}

/* The unit may stand inside others, and is to find out. */
static void look_for_others(unit *u) {
    u->flags |= UNIT_LOOK | UNIT_CLEARS;
    u->facing = vec(0, 0);
}

void unit_set_out(unit *u) {
    take(u, SETS_OUT);
    unit_unmark(u, UNIT_CLEARS);
}

void unit_stand(unit *u) {
    if (unit_is_under_way(u)) look_for_others(u);
    take(u, STANDS);
    turn_from_way(u);
}

void unit_rest_here(unit *u) {
    if (!unit_is_under_way(u) || !unit_is_by_itself(u)) return;
    unit_stand(u);
    unit_unmark(u, UNIT_GUIDED);
    if (unit_has_trait(u, TRAIT_IS_OVER | TRAIT_IS_LATER | TRAIT_FLEES) && !unit_awaits(u))
        unit_end_order(u);
    unit_be_idle(u);
    unit_keep_waypoint(u);
}

void unit_end_order(unit *u) {
    take(u, ENDS_ORDER);
}

void unit_arrive(unit *u) {
    bool again = unit_is_by_itself(u) && (unit_has_trait(u, TRAIT_STAYS) || unit_awaits(u));
    take(u, again ? RESTS_AGAIN : ARRIVES);
    unit_unmark(u, UNIT_GUIDED | UNIT_CLEARS);
    turn_from_way(u);
}

void unit_settle(unit *u) {
    assert(!unit_is_under_way(u));
    look_for_others(u);
}

void unit_change_profile(unit *u, const sidle_profile *old, const sidle_profile *now, bool on_map) {
    bool other_layer = now->layer != old->layer,
         other_body = now->radius != old->radius || other_layer;
    if (now->give_way == SIDLE_GIVE_WAY_NEVER || other_body) unit_rest_here(u);
    if (other_body) unit_lose_place(u);
    bool may_overlap = now->radius > old->radius || other_layer;
    if (may_overlap && on_map && !unit_is_under_way(u)) unit_settle(u);
}

void unit_mark_clear(unit *u) {
    assert(!unit_claims_place(u));
    unit_unmark(u, UNIT_CLEARS);
}

void unit_take_place(unit *u, bool through) {
    take(u, TAKES_PLACE);
    if (through) u->flags |= UNIT_CLEARS;
}

void unit_lose_place(unit *u) {
    if (unit_claims_place(u)) take(u, LOSES_PLACE);
    if (!unit_yields(u)) turn_from_place(u);
}

void unit_step_aside(unit *u) {
    u->aim = AIM_YIELD;
    take(u, STEPS_ASIDE);
}

void unit_await_target(unit *u) {
    take(u, AWAITS_TARGET);
}

void unit_end_wait(unit *u) {
    take(u, ENDS_WAIT);
}
