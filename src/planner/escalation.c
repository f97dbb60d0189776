/* From the threshold on, units block the way, and the unit climbs its profile's ladder: ask for a
 * path (replan), wait, push through; after the last rung it begins again (source: Habr 453506). The
 * maximum: terrain blocks the way, and only a new path helps.
 *
 * The ladder's clock runs only while the unit is blocked, and hardly at all while it stands in a
 * queue: pushing is for the one at its head. A escalation is over when the way has stayed free for
 * a while; until then the unit goes on where it was on the ladder, or it would wait for ever before
 * a escalation that flickers. */
#include "planner/escalation.h"

#include "orders/path_following.h"
#include "orders/queue.h"
#include "planner/look.h"
#include "planner/lost_sight.h"
#include "world/spatial_grid.h"

static sidle_vec2 point_at(const unit *u, const sidle_profile *p, int32_t row, int32_t column) {
    const look_result *s = &u->cold->look;
    sidle_vec2 ahead = vec_scale(s->direction, (float)row * p->look_cell);
    sidle_vec2 across = vec_scale(vec_right(s->direction), (float)column * p->look_cell);
    return vec_add(u->cold->look_origin, vec_add(ahead, across));
}

sidle_vec2 point_chosen(const unit *u, const sidle_profile *p) {
    return point_at(u, p, u->cold->look.row, look_result_column(&u->cold->look));
}

/* The last free point before what was hit. */
static sidle_vec2 point_before_hit(const unit *u, const sidle_profile *p) {
    return point_at(u, p, u->cold->look.hit - 1, 0);
}

void stands_in_queue(unit *u) {
    u->decision = SIDLE_WAIT;
    u->heads_for = u->position;
}

static void take_step(escalation *j, sidle_step step, float time) {
    j->step = (uint8_t)step;
    j->left = time;
}

/* Not into enemies that are as solid as walls, but past them where friends stand in the way too. */
static bool may_push(const sidle_world *world, const unit *u, const sidle_profile *p) {
    const look_result *s = &u->cold->look;
    if (!s->blocker.slot || s->value < SIDLE_VALUE_UNIT) return true;
    uint32_t blocker = world->by_slot[s->blocker.slot - 1];
    return !body_spares(&world->bodies, p, body_of(world, u), blocker);
}

/* Tries to stand on the present rung; false when it leads nowhere now. */
static bool stand_on_rung(const sidle_world *world, unit *u, const sidle_profile *p) {
    escalation *j = &u->cold->escalation;
    switch (p->ladder[j->rung]) {
    case SIDLE_STEP_REPLAN:
        if (!path_ask(u, p)) return false;
        take_step(j, SIDLE_STEP_REPLAN, p->answer_time);
        return true;
    case SIDLE_STEP_WAIT: take_step(j, SIDLE_STEP_WAIT, p->wait_time); return true;
    case SIDLE_STEP_PUSH:
        if (!may_push(world, u, p)) return false;
        take_step(j, SIDLE_STEP_PUSH, p->push_time);
        unit_tell(u, SIDLE_EVENT_PUSHING);
        return true;
    default: return false;
    }
}

static bool ladder_ends(const sidle_profile *p, uint32_t rung) {
    return rung >= SIDLE_LADDER_STEPS || p->ladder[rung] == SIDLE_STEP_NONE;
}

/* Climbs from the present rung to the next one that leads somewhere, round the top at most once.
 * With none, the unit waits and the host hears of it again after the back-off. */
static void escalate(const sidle_world *world, unit *u, const sidle_profile *p) {
    escalation *j = &u->cold->escalation;
    for (int tries = 0; tries <= SIDLE_LADDER_STEPS; tries++) {
        if (ladder_ends(p, j->rung)) {
            j->rung = 0;
            unit_tell(u, SIDLE_EVENT_BLOCKED);
            if (ladder_ends(p, 0)) break;
        }
        if (stand_on_rung(world, u, p)) return;
        j->rung++;
    }
    j->rung = 0;
    take_step(j, SIDLE_STEP_NONE, p->replan_backoff);
}

/* A unit that goes back to where it had arrived asks nobody for anything: blocked, it stays. */
static bool stays_where_it_is(unit *u) {
    if (u->flags & UNIT_COMES_BACK) path_settle(u, u->cold->settled);
    return u->flags & UNIT_COMES_BACK;
}

void blocked_by_units(const sidle_world *world, unit *u, const sidle_profile *p) {
    if (stays_where_it_is(u)) return;
    escalation *j = &u->cold->escalation;
    j->calm = 0;
    if (!j->on) {
        j->on = true;
        j->rung = 0;
        unit_tell(u, SIDLE_EVENT_BLOCKED);
        escalate(world, u, p);
    } else if (j->left <= 0 || j->refused) {
        if (j->step != SIDLE_STEP_NONE) j->rung++;
        escalate(world, u, p);
    }
    j->refused = false;
    switch (j->step) {
    case SIDLE_STEP_REPLAN: u->decision = SIDLE_REPLAN; break;
    case SIDLE_STEP_PUSH: u->decision = SIDLE_PUSH; break;
    default: u->decision = SIDLE_WAIT; break;
    }
    u->heads_for = point_chosen(u, p);
    if (unit_waits(u) && queue_join(world, u, true)) stands_in_queue(u);
}

void blocked_by_terrain(const sidle_world *world, unit *u, const sidle_profile *p) {
    if (stays_where_it_is(u)) return;
    if (falls_back(world, u, p) || returns(world, u, p)) {
        u->decision = SIDLE_FREE;
        u->heads_for = unit_waypoint(u);
        return;
    }
    if (u->decision != SIDLE_BLOCKED) unit_tell(u, SIDLE_EVENT_BLOCKED);
    path_ask(u, p);
    u->cold->escalation.calm = 0;
    u->decision = SIDLE_BLOCKED;
    u->heads_for = u->cold->look.hit ? point_before_hit(u, p) : u->position;
}

/* Times the profile's patience without progress, after which a push beyond its time ends. */
static const float PUSHES_IN_VAIN = 3;

bool goes_on_pushing(const sidle_world *world, const unit *u, const sidle_profile *p) {
    if (!u->cold->escalation.on || u->cold->escalation.step != SIDLE_STEP_PUSH) return false;
    bool in_vain = u->cold->progress.stalled >= p->push_time + PUSHES_IN_VAIN * p->patience;
    if (in_vain && u->cold->escalation.left <= 0) return false;
    bool entangled = look_entangled(world, u);
    return u->cold->look.hit ? u->cold->escalation.left > 0 || entangled : entangled;
}

void tell_when_stuck(unit *u, const sidle_profile *p) {
    if (u->cold->progress.stalled >= STUCK * p->patience && !(u->flags & UNIT_COMES_BACK) &&
        path_ask(u, p))
        unit_tell(u, SIDLE_EVENT_BLOCKED);
}

static bool answer(const sidle_world *world, unit *u, sidle_step step) {
    const sidle_profile *p = profile_of(world, u);
    if (!unit_has_way(u) || (!u->cold->escalation.on && !u->queue_state)) return false;
    u->cold->escalation.on = true;
    take_step(&u->cold->escalation, step, step == SIDLE_STEP_PUSH ? p->push_time : p->wait_time);
    if (step == SIDLE_STEP_PUSH) {
        queue_give_up(world, u, p->push_time);
        unit_tell(u, SIDLE_EVENT_PUSHING);
    }
    u->flags |= UNIT_LOOK;
    return true;
}

sidle_result sidle_unit_answer(sidle_world *world, sidle_unit_id id, sidle_step step) {
    unit *u = unit_named(world, id);
    if (!u) return SIDLE_ERROR_STALE;
    if (step != SIDLE_STEP_WAIT && step != SIDLE_STEP_PUSH) return SIDLE_ERROR_ARGUMENT;
    if (!answer(world, u, step)) return SIDLE_ERROR_NO_ORDER;
    grid_body_changed(world, u);
    return SIDLE_OK;
}
