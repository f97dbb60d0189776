/* Progress: does the unit get nearer to its goal? A detour may lead away from the goal for a while,
 * but not for ever. Progress is measured along the path that is left, so a path that leads round a
 * lake is no step back, and a new path changes nothing; `stalled` counts the seconds since that
 * length last shrank by enough. A unit that has stalled for its profile's patience treats a detour
 * as blocked, and one that has stalled for longer is stuck. The host hears of that, so that no unit
 * stays away without a word. There are two reports. That of tell_of_stall() is due by the clock
 * alone, whatever the unit sees or decides, and asks for nothing. That of progress_ask_when_stuck()
 * comes with a request for a path, which only a unit makes whose way looks free, or that closes up
 * at its goal: any other unit asks by its escalation.
 *
 * The timers of the escalation run here too. Only a look reads any of these timers, so they are
 * kept in `elapsed` between looks and advanced when the unit looks. */
#include "planner/progress.h"

#include "base/measures.h"
#include "orders/path_following.h"
#include "orders/queue.h"
#include "orders/requests.h"
#include "orders/waits_for.h"
#include "world/patience.h"
#include "world/place.h"

/* Radii: the progress that counts. Half a radius is more than a unit wobbles before a jam. */
static const float COUNTS = 0.5f;

/* Speed of the clock of an escalation step: the clock of a unit whose blocker waits itself runs at
 * this speed. Found on all crowd rows of the scoreboard, with the queues of which it is a part: at
 * 1 every unit of a jam pushes after two seconds, and nearly all overlap came from that (blocks
 * 2x400: overlap .092, .006 since). At 0 a jam whose head never acts would stand for ever. */
static const float SLOW_CLOCK = 0.02f;

/* A unit whose ladder has no step for it only reports to the host, which may answer each unit of a
 * chain: its clock runs at full speed. */
static void advance_escalation(const sidle_world *world, unit *u, float dt) {
    escalation *e = &u->cold->escalation;
    bool blocked = unit_waits(u) || u->decision == SIDLE_DECISION_PUSH;
    bool full_speed = e->step == SIDLE_STEP_NONE || waits_at_head(world, u);
    if (blocked && e->step_left > 0) e->step_left -= full_speed ? dt : dt * SLOW_CLOCK;
    if (e->backoff_left > 0) e->backoff_left -= dt;
    if (u->decision == SIDLE_DECISION_FREE) e->unblocked += dt;
}

/* Tells the host of a unit that is stuck, and of one that has stalled each time the longest
 * back-off has passed: a unit in a chain leaves the jam to its head, but the host still hears of
 * it. `before` is the time for which it had stalled so far. */
static void tell_of_stall(unit *u, const sidle_profile *p, float before) {
    float stuck = time_until_stuck(p), every = max_float(p->tuning.replan_backoff_max, stuck);
    float now = u->cold->progress.stalled;
    if (unit_is_by_itself(u)) return;
    if (before < stuck && now >= stuck) unit_tell(u, SIDLE_EVENT_STUCK);
    if ((int32_t)(before / every) != (int32_t)(now / every)) unit_tell(u, SIDLE_EVENT_BLOCKED);
}

/* s: within that time the unit could turn round where it stands and make so much of its way (u). */
static float time_to_make(const sidle_world *world, const unit *u, float way) {
    const sidle_profile *p = profile_of(world, u);
    const float half_turn = 180;
    float pace = unit_pace(world, u), a = p->acceleration, fastest = sqrtf(2 * a * way);
    float drive = fastest <= pace ? fastest / a : way / pace + 0.5f * pace / a;
    return half_turn / p->turn_rate + drive;
}

/* s: so much of the time counts as lost. The clock of a unit whose limits let it make that way (u)
 * only in more than its patience runs slower, as a slow unit is no stuck one. */
static float time_lost(const sidle_world *world, const unit *u, float way, float dt) {
    float patience = patience_of(profile_of(world, u)), needed = time_to_make(world, u, way);
    return needed <= patience ? dt : dt * (patience / needed);
}

/* Does the goal of the unit drive away? A target that is held up itself only wavers. */
static bool goal_drives_away(const sidle_world *world, const unit *u) {
    const steer_target *t = &u->cold->order->steer_target;
    if (!path_goal_moves(u)) return false;
    if (!unit_has_trait(u, TRAIT_RESTS_BY_TARGET) || t->halt < 0) return true;
    return vec_length(t->velocity) > HELD_UP_SPEED * unit_pace(world, u);
}

/* Progress towards a goal that drives away proves nothing, and a unit that waits for its turn in a
 * queue is not stalled. */
static void measure_progress(const sidle_world *world, unit *u, float dt) {
    const sidle_profile *p = profile_of(world, u);
    progress *g = &u->cold->progress;
    if (unit_yields(u)) return;
    bool goal_moves = goal_drives_away(world, u);
    if (goal_moves) *g = (progress){.nearest = 0};
    if (goal_moves || (u->queue_state != QUEUE_NONE && u->queue_state != QUEUE_GOES)) return;
    float left = path_left_of(u);
    float needed = COUNTS * p->radius;
    /* A nearest of 0 means that nothing is measured yet. That is right for a unit on its place,
     * which waits for others to pass. A unit on its goal without a place is stalled, so its way is
     * never taken for 0. Nor is that of a unit that returns: contact may hold it just off its
     * place, and it must run out of patience there. */
    if (!unit_claims_place(u)) left = max_float(left, FLT_MIN);
    bool on_place = unit_claims_place(u) && left <= ON_PLACE * p->radius;
    if (on_place && !unit_drives_back(u)) left = 0;
    if (left <= 0 && u->arrival == ARRIVAL_NONE && unit_has_way(u))
        return; /* no end of its order */
    if (g->nearest <= 0 || left <= 0 || left < g->nearest - needed) {
        if (path_is_stuck(u, p)) unit_tell(u, SIDLE_EVENT_GETS_ON);
        *g = (progress){left, 0};
        u->cold->escalation.no_way = false;
    } else {
        float before = g->stalled;
        g->stalled = min_float(before + time_lost(world, u, needed, dt), MOST_STALL);
        tell_of_stall(u, p, before);
    }
}

void progress_pass_time(const sidle_world *world, unit *u) {
    float dt = u->elapsed;
    u->elapsed = 0;
    if (unit_yields(u)) u->cold->yield_left -= dt;
    advance_escalation(world, u, dt);
    request_pass_time(u, dt);
    queue_pass_time(world, u, dt);
    measure_progress(world, u, dt);
}

void progress_ask_when_stuck(unit *u, const sidle_profile *p) {
    if (path_is_stuck(u, p) && request_path(u, p)) unit_tell(u, SIDLE_EVENT_BLOCKED);
}
