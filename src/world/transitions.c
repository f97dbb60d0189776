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
    SETTLES,
    IS_CLEAR,
    TAKES_PLACE,
    TAKES_PLACE_THROUGH,
    LOSES_PLACE,
    STEPS_ASIDE,
    TURNS_BACK,
    AWAITS_TARGET,
    ENDS_WAIT
};

/* The bits of an activity without the gap between them, and the activity again. */
#define INDEX(activity)    (((activity) >> 1 & 3) | ((activity) >> 12 & 0x7c))
#define ACTIVITY_OF(index) (((index)&3u) << 1 | ((index)&0x7cu) << 12)

/* TRANSITIONS[transition][INDEX(from)] is the index of the next activity plus 1, or 0 if there is
 * no such transition. */
#define LEADS(from, transition, to) [transition][INDEX(ACTIVITY_##from)] = INDEX(ACTIVITY_##to) + 1

static const uint8_t TRANSITIONS[][128] = {
    LEADS(AT_REST, SETS_OUT, ON_ITS_WAY),
    LEADS(AT_REST_INSIDE, SETS_OUT, ON_ITS_WAY),
    LEADS(ARRIVED, SETS_OUT, ON_ITS_WAY),
    LEADS(ARRIVED_INSIDE, SETS_OUT, ON_ITS_WAY),
    LEADS(ON_ITS_WAY, SETS_OUT, ON_ITS_WAY),
    LEADS(CLEARS_NOWHERE, SETS_OUT, ON_ITS_WAY),
    LEADS(TO_PLACE, SETS_OUT, TO_PLACE),
    LEADS(COMES_CLEAR, SETS_OUT, TO_PLACE),
    LEADS(ASIDE, SETS_OUT, ASIDE),
    LEADS(AT_REST, STANDS, AT_REST),
    LEADS(AT_REST_INSIDE, STANDS, AT_REST_INSIDE),
    LEADS(ARRIVED, STANDS, AT_REST),
    LEADS(ARRIVED_INSIDE, STANDS, AT_REST_INSIDE),
    LEADS(AWAITS, STANDS, AWAITS),
    LEADS(AWAITS_INSIDE, STANDS, AWAITS_INSIDE),
    LEADS(AWAITS_CLEARING, STANDS, AWAITS_INSIDE),
    LEADS(ON_ITS_WAY, STANDS, AT_REST_INSIDE),
    LEADS(TO_PLACE, STANDS, AT_REST_INSIDE),
    LEADS(COMES_CLEAR, STANDS, AT_REST_INSIDE),
    LEADS(CLEARS_NOWHERE, STANDS, AT_REST_INSIDE),
    LEADS(ASIDE, STANDS, AT_REST_INSIDE),
    LEADS(COMES_BACK, STANDS, AT_REST_INSIDE),
    LEADS(BACK_THROUGH, STANDS, AT_REST_INSIDE),
    LEADS(AT_REST, ENDS_ORDER, ARRIVED),
    LEADS(AT_REST_INSIDE, ENDS_ORDER, ARRIVED_INSIDE),
    LEADS(ARRIVED, ENDS_ORDER, ARRIVED),
    LEADS(ARRIVED_INSIDE, ENDS_ORDER, ARRIVED_INSIDE),
    LEADS(ON_ITS_WAY, ARRIVES, ARRIVED),
    LEADS(TO_PLACE, ARRIVES, ARRIVED),
    LEADS(COMES_CLEAR, ARRIVES, ARRIVED),
    LEADS(CLEARS_NOWHERE, ARRIVES, ARRIVED),
    LEADS(COMES_BACK, ARRIVES, ARRIVED),
    LEADS(BACK_THROUGH, ARRIVES, ARRIVED),
    LEADS(COMES_CLEAR, RESTS_AGAIN, AT_REST),
    LEADS(COMES_BACK, RESTS_AGAIN, AT_REST),
    LEADS(BACK_THROUGH, RESTS_AGAIN, AT_REST),
    LEADS(AWAITS_CLEARING, RESTS_AGAIN, AWAITS),
    LEADS(AT_REST, SETTLES, AT_REST_INSIDE),
    LEADS(AT_REST_INSIDE, SETTLES, AT_REST_INSIDE),
    LEADS(ARRIVED, SETTLES, ARRIVED_INSIDE),
    LEADS(ARRIVED_INSIDE, SETTLES, ARRIVED_INSIDE),
    LEADS(AWAITS, SETTLES, AWAITS_INSIDE),
    LEADS(AWAITS_INSIDE, SETTLES, AWAITS_INSIDE),
    LEADS(AT_REST_INSIDE, IS_CLEAR, AT_REST),
    LEADS(ARRIVED_INSIDE, IS_CLEAR, ARRIVED),
    LEADS(AWAITS_INSIDE, IS_CLEAR, AWAITS),
    LEADS(ON_ITS_WAY, IS_CLEAR, ON_ITS_WAY),
    LEADS(CLEARS_NOWHERE, IS_CLEAR, ON_ITS_WAY),
    LEADS(ARRIVED, TAKES_PLACE, TO_PLACE),
    LEADS(ON_ITS_WAY, TAKES_PLACE, TO_PLACE),
    LEADS(TO_PLACE, TAKES_PLACE, TO_PLACE),
    LEADS(COMES_BACK, TAKES_PLACE, COMES_BACK),
    LEADS(BACK_THROUGH, TAKES_PLACE, BACK_THROUGH),
    LEADS(AT_REST_INSIDE, TAKES_PLACE_THROUGH, COMES_CLEAR),
    LEADS(ARRIVED_INSIDE, TAKES_PLACE_THROUGH, COMES_CLEAR),
    LEADS(ON_ITS_WAY, TAKES_PLACE_THROUGH, COMES_CLEAR),
    LEADS(TO_PLACE, TAKES_PLACE_THROUGH, COMES_CLEAR),
    LEADS(COMES_CLEAR, TAKES_PLACE_THROUGH, COMES_CLEAR),
    LEADS(CLEARS_NOWHERE, TAKES_PLACE_THROUGH, COMES_CLEAR),
    LEADS(AWAITS_INSIDE, TAKES_PLACE_THROUGH, AWAITS_CLEARING),
    LEADS(AWAITS_CLEARING, TAKES_PLACE_THROUGH, AWAITS_CLEARING),
    LEADS(COMES_BACK, TAKES_PLACE_THROUGH, BACK_THROUGH),
    LEADS(BACK_THROUGH, TAKES_PLACE_THROUGH, BACK_THROUGH),
    LEADS(TO_PLACE, LOSES_PLACE, ON_ITS_WAY),
    LEADS(COMES_CLEAR, LOSES_PLACE, CLEARS_NOWHERE),
    LEADS(AT_REST, STEPS_ASIDE, ASIDE),
    LEADS(ARRIVED, STEPS_ASIDE, ASIDE),
    LEADS(ASIDE, STEPS_ASIDE, ASIDE),
    LEADS(COMES_BACK, STEPS_ASIDE, ASIDE),
    LEADS(ASIDE, TURNS_BACK, COMES_BACK),
    LEADS(AT_REST, AWAITS_TARGET, AWAITS),
    LEADS(AT_REST_INSIDE, AWAITS_TARGET, AWAITS_INSIDE),
    LEADS(AWAITS, ENDS_WAIT, AT_REST),
    LEADS(AWAITS_INSIDE, ENDS_WAIT, AT_REST_INSIDE),
    LEADS(AWAITS_CLEARING, ENDS_WAIT, COMES_CLEAR),
};

#undef LEADS

/* Who wants a unit of that activity to drive: nobody, as it rests; the host by its order; the unit
 * itself, see unit_is_by_itself(); or either. */
enum driven_by { BY_NOBODY, BY_ORDER, BY_ITSELF, BY_EITHER };

static const struct {
    enum activity activity;
    enum driven_by driven_by;
} ACTIVITIES[] = {
    {ACTIVITY_AT_REST, BY_NOBODY},         {ACTIVITY_AT_REST_INSIDE, BY_NOBODY},
    {ACTIVITY_ARRIVED, BY_NOBODY},         {ACTIVITY_ARRIVED_INSIDE, BY_NOBODY},
    {ACTIVITY_AWAITS, BY_NOBODY},          {ACTIVITY_AWAITS_INSIDE, BY_NOBODY},
    {ACTIVITY_AWAITS_CLEARING, BY_ITSELF}, {ACTIVITY_ON_ITS_WAY, BY_ORDER},
    {ACTIVITY_TO_PLACE, BY_ORDER},         {ACTIVITY_COMES_CLEAR, BY_EITHER},
    {ACTIVITY_CLEARS_NOWHERE, BY_ORDER},   {ACTIVITY_ASIDE, BY_ITSELF},
    {ACTIVITY_COMES_BACK, BY_ITSELF},      {ACTIVITY_BACK_THROUGH, BY_ITSELF},
};

const char *activity_fault(const unit *u) {
    uint32_t activity = unit_activity(u);
    size_t k = 0, count = sizeof ACTIVITIES / sizeof *ACTIVITIES;
    while (k < count && ACTIVITIES[k].activity != activity) k++;
    if (k == count) return "the activity of a unit is none of those that there are";
    if (ACTIVITIES[k].driven_by == (unit_is_by_itself(u) ? BY_ORDER : BY_ITSELF))
        return "the order of a unit does not go with its activity";
    if (activity & ASPECT_ASIDE && !unit_has_trait(u, TRAIT_GIVES_WAY | TRAIT_KEEPS_RANGE))
        return "a unit whose order does not let it has left its place";
    if (activity & ASPECT_BACK && u->aim < AIM_PLACE) return "a unit drives back to no place";
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

static void look_for_others(unit *u) {
    u->flags |= UNIT_LOOK;
    u->facing = vec(0, 0);
}

void unit_set_out(unit *u) {
    take(u, SETS_OUT);
}

void unit_stand(unit *u) {
    if (unit_is_under_way(u)) look_for_others(u);
    take(u, STANDS);
    turn_from_place(u);
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
    unit_unmark(u, UNIT_GUIDED);
    turn_from_place(u);
}

void unit_settle(unit *u) {
    take(u, SETTLES);
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
    take(u, IS_CLEAR);
}

void unit_take_place(unit *u, bool through) {
    take(u, through ? TAKES_PLACE_THROUGH : TAKES_PLACE);
}

void unit_lose_place(unit *u) {
    if (unit_claims_place(u)) take(u, LOSES_PLACE);
    if (!unit_yields(u)) turn_from_place(u);
}

void unit_step_aside(unit *u) {
    u->aim = AIM_YIELD;
    take(u, STEPS_ASIDE);
}

void unit_turn_back(unit *u) {
    take(u, TURNS_BACK);
    u->aim = AIM_PLACE;
}

void unit_await_target(unit *u) {
    take(u, AWAITS_TARGET);
}

void unit_end_wait(unit *u) {
    take(u, ENDS_WAIT);
}
