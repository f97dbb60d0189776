/* Escalation: what a unit does whose way is blocked (source: Habr 453506).
 *
 * From the threshold on, units block the way, and the unit climbs its profile's ladder, a list of
 * up to SIDLE_LADDER_STEPS rungs. Each rung is one of three steps:
 *   replan        the host is asked for a path, and the unit waits answer_time for it;
 *   wait          the unit waits wait_time, and hopes that the jam dissolves;
 *   push through  the unit drives on for push_time, see push_through.c.
 * After the last rung the ladder begins again. The host may answer with a step of its own
 * (sidle_unit_answer), or with a path.
 *
 * At SIDLE_VALUE_STATIC, terrain blocks the way. No step of the ladder helps there: the unit
 * reports it, asks for a path and waits for it.
 *
 * The clock of a step runs only while the unit is blocked, and hardly at all while the unit waits
 * for another one that waits (see progress.c): pushing is for the unit at the head of the jam, and
 * for one at which an oncoming unit pushes (oncoming.c). An escalation ends when the way has stayed
 * free for a while (decide.c). Until then the unit keeps its rung, or it would begin anew, and wait
 * for ever, before a blocker that comes and goes. */
#include "planner/escalation.h"

#include "orders/path_following.h"
#include "orders/queue.h"
#include "orders/requests.h"
#include "places/place_want.h"
#include "places/way_round.h"
#include "planner/look.h"
#include "planner/oncoming.h"
#include "planner/push_through.h"
#include "world/patience.h"
#include "world/recording.h"
#include "world/shown.h"
#include "world/spatial_grid.h"

#include <assert.h>

static void begin_step(escalation *e, sidle_step step, float time) {
    e->step = (uint8_t)step;
    e->step_left = time;
    e->relies = false;
}

/* A request for a path may be refused by its back-off (request_path): then the rung leads nowhere.
 */
static bool try_replan(const sidle_world *world, unit *u, const sidle_profile *p) {
    bool relies = request_is_left_to_other(world, u);
    if (!relies && !request_path(u, p)) return false;
    begin_step(&u->cold->escalation, SIDLE_STEP_REPLAN, p->tuning.answer_time);
    u->cold->escalation.relies = relies;
    if (!relies) request_pass_on(world, u);
    return true;
}

static bool try_wait(unit *u, const sidle_profile *p) {
    begin_step(&u->cold->escalation, SIDLE_STEP_WAIT, time_of_step(p, SIDLE_STEP_WAIT));
    return true;
}

static bool try_push_through(const sidle_world *world, unit *u, const sidle_profile *p) {
    if (places_hold_back(world, u) || !push_through_allowed(world, u, p)) return false;
    begin_step(&u->cold->escalation, SIDLE_STEP_PUSH, time_of_step(p, SIDLE_STEP_PUSH));
    unit_tell(u, SIDLE_EVENT_PUSHING);
    return true;
}

/* False when the step of the present rung leads nowhere now. */
static bool try_rung(const sidle_world *world, unit *u, const sidle_profile *p) {
    assert(u->cold->escalation.rung < SIDLE_LADDER_STEPS);
    switch (p->ladder[u->cold->escalation.rung]) {
    case SIDLE_STEP_REPLAN: return try_replan(world, u, p);
    case SIDLE_STEP_WAIT: return try_wait(u, p);
    case SIDLE_STEP_PUSH: return try_push_through(world, u, p);
    default: return false;
    }
}

static bool ladder_ends(const sidle_profile *p, uint32_t rung) {
    return rung >= SIDLE_LADDER_STEPS || p->ladder[rung] == SIDLE_STEP_NONE;
}

/* Climbs from the present rung to the next one that leads somewhere, round the top at most once.
 * Without such a rung the unit waits, and climbs again when the back-off has passed. */
static void climb_ladder(const sidle_world *world, unit *u, const sidle_profile *p) {
    escalation *e = &u->cold->escalation;
    for (int tries = 0; tries <= SIDLE_LADDER_STEPS; tries++) {
        if (ladder_ends(p, e->rung)) {
            e->rung = 0;
            e->again = true;
            unit_tell(u, SIDLE_EVENT_BLOCKED);
            if (ladder_ends(p, 0)) break;
        }
        if (try_rung(world, u, p)) return;
        e->rung++;
    }
    e->rung = 0;
    begin_step(e, SIDLE_STEP_NONE, p->tuning.replan_backoff);
}

/* Pushing through needs a rung of its own, but not its turn. */
static void answer_push(const sidle_world *world, unit *u, const sidle_profile *p) {
    if (u->cold->escalation.step == SIDLE_STEP_PUSH || !oncoming_pushes(world, u, p)) return;
    for (uint32_t rung = 0; !ladder_ends(p, rung); rung++)
        if (p->ladder[rung] == SIDLE_STEP_PUSH) {
            try_push_through(world, u, p);
            return;
        }
}

/* Begins the escalation, or climbs on when the time of the present step is over. */
static void escalate(const sidle_world *world, unit *u, const sidle_profile *p) {
    escalation *e = &u->cold->escalation;
    e->unblocked = 0;
    if (!e->active) {
        e->active = true;
        e->again = false;
        e->rung = 0;
        unit_tell(u, SIDLE_EVENT_BLOCKED);
        climb_ladder(world, u, p);
    } else if (e->relies && !request_is_left_to_other(world, u)) {
        climb_ladder(world, u, p);
    } else if (e->step_left <= 0) {
        if (e->step != SIDLE_STEP_NONE) e->rung++;
        climb_ladder(world, u, p);
    }
    answer_push(world, u, p);
}

static sidle_decision decision_of_step(uint8_t step) {
    switch (step) {
    case SIDLE_STEP_REPLAN: return SIDLE_DECISION_REPLAN;
    case SIDLE_STEP_PUSH: return SIDLE_DECISION_PUSH;
    default: return SIDLE_DECISION_WAIT;
    }
}

/* A unit that drives by itself asks the host for nothing: it waits. */
static bool waits_by_itself(unit *u) {
    if (!unit_is_by_itself(u)) return false;
    unit_wait_here(u);
    return true;
}

void blocked_by_units(const sidle_world *world, unit *u, const sidle_profile *p) {
    if (waits_by_itself(u)) return;
    bool stays = meets_one_that_stays(world, u), solid = stays && meets_spared_enemy(world, u);
    /* A friend that fights there may stay for good, and a unit does not push near its target. */
    bool soft = stays && !solid && is_out_of_patience(u, p);
    if ((solid || soft) && way_round_ask(world, u)) {
        u->cold->escalation.held |= soft;
        unit_drive_to(u, look_point_before_hit(u, p));
        return;
    }
    escalate(world, u, p);
    unit_decide(u, decision_of_step(u->cold->escalation.step), look_point_chosen(u, p));
    if (!unit_waits(u)) return;
    if (queue_join(world, u, true))
        unit_wait_here(u);
    else if (oncoming_finds_lane(world, u, p))
        unit_drive_to(u, u->position);
}

void blocked_by_terrain(const sidle_world *world, unit *u, const sidle_profile *p) {
    unit_drive_to(u, u->cold->look.hit ? look_point_before_hit(u, p) : u->position);
    if (way_round_ask(world, u) || waits_by_itself(u)) return;
    if (u->decision != SIDLE_DECISION_BLOCKED) unit_tell(u, SIDLE_EVENT_BLOCKED);
    request_path(u, p);
    u->cold->escalation.unblocked = 0;
    unit_decide(u, SIDLE_DECISION_BLOCKED, u->drive_target);
}

/* False when the unit has no use for an answer: it is neither blocked nor in a queue. */
static bool take_answer(const sidle_world *world, unit *u, sidle_step step) {
    const sidle_profile *p = profile_of(world, u);
    if (!unit_has_way(u) || (!u->cold->escalation.active && !u->queue_state)) return false;
    u->cold->escalation.active = true;
    begin_step(&u->cold->escalation, step, time_of_step(p, step));
    if (step == SIDLE_STEP_PUSH) {
        queue_give_up(world, u, time_of_step(p, step));
        unit_tell(u, SIDLE_EVENT_PUSHING);
    }
    u->flags |= UNIT_LOOK;
    return true;
}

/* There is no path: the unit rests (orders/condition.c). */
static bool take_no_path(unit *u) {
    if (!unit_has_way(u) && !unit_is_kept(u)) return false;
    u->cold->escalation.no_path = true;
    u->flags |= UNIT_LOOK;
    return true;
}

sidle_result sidle_unit_answer(sidle_world *world, sidle_unit_id id, sidle_step step) {
    unit *u = unit_named(world, id);
    if (!u) return unit_refusal(world, id);
    if ((uint32_t)step >= SIDLE_STEP_COUNT || step == SIDLE_STEP_REPLAN)
        return SIDLE_ERROR_ARGUMENT;
    bool taken = step == SIDLE_STEP_NONE ? take_no_path(u) : take_answer(world, u, step);
    if (!taken) return SIDLE_ERROR_NO_ORDER;
    grid_body_changed(world, u);
    RECORD(world, CALL_ANSWER, WORDS_OF_UNIT(id), (uint32_t)step);
    return SIDLE_OK;
}
