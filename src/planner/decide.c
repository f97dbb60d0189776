/* The decision (source: Habr 453506, step 4). A look gives the smallest value of its side traces:
 *
 *   the trace hits nothing       the way is free: drive to the waypoint;
 *   below the threshold          a detour: drive to the point of that value;
 *   from the threshold on        blocked by units: see escalation.c;
 *   SIDLE_VALUE_STATIC           blocked by terrain: see escalation.c.
 *
 * The rules for these four cases and for the exceptions stand in one table, RULES, in the order in
 * which they are asked. The first rule that applies decides.
 *
 * A decision is the pair `decision` and `drive_target`, the point that the drive makes for. */
#include "planner/decide.h"

#include "jam/jam.h"
#include "orders/path_following.h"
#include "orders/queue.h"
#include "orders/requests.h"
#include "orders/steer_target.h"
#include "places/claims.h"
#include "places/place_want.h"
#include "places/way_round.h"
#include "planner/escalation.h"
#include "planner/headway.h"
#include "planner/look.h"
#include "planner/look_schedule.h"
#include "planner/oncoming.h"
#include "planner/progress.h"
#include "planner/push_through.h"
#include "world/patience.h"
#include "world/shown.h"
#include "world/transitions.h"

/* Do bodies leave the unit too little room even where the look has found the most? */
static bool is_tight(const look_result *s, const sidle_profile *p) {
    return (float)s->value > p->tuning.graze * (float)SIDLE_VALUE_UNIT;
}

static bool below_threshold(const look_result *s, const sidle_profile *p) {
    return s->value < (int32_t)(p->tuning.threshold * (float)SIDLE_VALUE_UNIT);
}

/* Has the unit come near to a point on its way that is too near to a wall for its disc? It passes
 * it there: places/way_round.c. */
static bool meets_tight_point(const sidle_world *world, const unit *u, const sidle_profile *p) {
    float near = p->tuning.waypoint_radius + p->radius;
    return u->aim == AIM_PATH && path_passes_point(u) &&
           vec_distance(u->position, u->path_point) <= near && !disc_fits(world, p, u->path_point);
}

/* Has the way stayed free for a moment? An escalation ends then, and the side of the last detour is
 * forgotten. */
static bool is_calm(const unit *u, const sidle_profile *p) {
    return u->cold->escalation.unblocked >= moment_of(p);
}

static void drive_to(unit *u, const sidle_profile *p, sidle_decision decision, sidle_vec2 target) {
    escalation *e = &u->cold->escalation;
    if (is_calm(u, p)) e->active = false;
    if (e->unblocked >= e->backoff) e->backoff = 0;
    unit_decide(u, decision, target);
}

/* ---- rules ---- */

static bool is_walled_in(const unit *u) {
    return u->cold->look.value == SIDLE_VALUE_STATIC;
}

/* A unit that drives by itself does not squeeze through others, nor does it push. */
static bool waits_by_itself_for_room(const unit *u, const sidle_profile *p) {
    const look_result *s = &u->cold->look;
    bool by_units = s->hit && s->value < SIDLE_VALUE_STATIC;
    return unit_is_by_itself(u) && by_units &&
           (float)s->value > p->tuning.graze * (float)SIDLE_VALUE_UNIT;
}

/* The unit closes up to them, but not in a lane, and neither squeezes through nor escalates
 * meanwhile. */
static bool waits_for_room(const sidle_world *world, unit *u, const sidle_profile *p) {
    const look_result *s = &u->cold->look;
    bool asks = s->asks && (s->held || !below_threshold(s, p)) && !u->cold->escalation.refused;
    if (!asks && !waits_by_itself_for_room(u, p)) return false;
    bool stands = unit_is_by_itself(u) || oncoming_finds_lane(world, u, p);
    u->cold->escalation.unblocked = 0;
    unit_decide(u, SIDLE_DECISION_WAIT, stands ? u->position : look_point_chosen(u, p));
    return true;
}

static bool waits_in_queue(const sidle_world *world, unit *u, const sidle_profile *p) {
    (void)p;
    if (!queue_waits_after_look(world, u)) return false;
    unit_wait_here(u);
    return true;
}

static bool goes_round(const sidle_world *world, unit *u, const sidle_profile *p) {
    bool by_units = u->cold->look.blocker.slot || is_walled_in(u);
    bool held = u->aim == AIM_PATH && !by_units && path_is_held(world, u);
    if (!held && !meets_tight_point(world, u, p)) return false;
    if (!way_round_ask(world, u)) return false;
    unit_drive_to(u, unit_waypoint(u));
    return true;
}

static bool goes_on_pushing(const sidle_world *world, unit *u, const sidle_profile *p) {
    if (is_walled_in(u) || !push_through_continues(world, u, p)) return false;
    u->cold->escalation.unblocked = 0;
    unit_decide(u, SIDLE_DECISION_PUSH,
                u->cold->look.hit ? look_point_chosen(u, p) : unit_waypoint(u));
    return true;
}

/* A unit does not drive past others that queue for the same point. */
static bool drives_freely(const sidle_world *world, unit *u, const sidle_profile *p) {
    if (u->cold->look.hit) return false;
    progress_ask_when_stuck(u, p);
    if (queue_join_passed(world, u))
        unit_wait_here(u);
    else
        drive_to(u, p, SIDLE_DECISION_FREE, unit_waypoint(u));
    return true;
}

static bool is_blocked_by_terrain(const sidle_world *world, unit *u, const sidle_profile *p) {
    if (!is_walled_in(u)) return false;
    blocked_by_terrain(world, u, p);
    return true;
}

/* A unit that queues does not drive round the others of its queue. */
static bool takes_detour(const sidle_world *world, unit *u, const sidle_profile *p) {
    if (!below_threshold(&u->cold->look, p) || is_out_of_patience(u, p)) return false;
    if (queue_join(world, u, false))
        unit_wait_here(u);
    else
        drive_to(u, p, SIDLE_DECISION_DETOUR, look_point_chosen(u, p));
    return true;
}

static bool is_blocked_by_units(const sidle_world *world, unit *u, const sidle_profile *p) {
    blocked_by_units(world, u, p);
    return true;
}

/* A rule decides for the unit and returns true, or leaves it to the next one. */
typedef bool (*decision_rule)(const sidle_world *world, unit *u, const sidle_profile *p);

static const decision_rule RULES[] = {
    waits_for_room,        /* units in its way are asked to make room, and one of them can */
    waits_in_queue,        /* its turn has not come */
    goes_round,            /* no unit is in its way and yet it is held, or a point is too tight */
    goes_on_pushing,       /* it pushes through, and is not clear yet */
    drives_freely,         /* the trace hits nothing */
    is_blocked_by_terrain, /* no way past terrain */
    takes_detour,          /* a point beside is below the threshold, and it gets on */
    is_blocked_by_units,   /* all else: the ladder of its profile */
};

static void decide_by_look(const sidle_world *world, unit *u, const sidle_profile *p) {
    const decision_rule *rule = RULES;
    while (!(*rule)(world, u, p)) rule++;
}

/* The side traces keep the side that was chosen last (side_traces.c). */
static void remember_side(unit *u, const sidle_profile *p) {
    escalation *e = &u->cold->escalation;
    int32_t column = look_result_column(&u->cold->look);
    if (u->decision == SIDLE_DECISION_DETOUR && column != 0) e->side = column > 0 ? 1 : -1;
    if (u->decision == SIDLE_DECISION_FREE && is_calm(u, p)) e->side = 0;
}

/* A unit that the host has stunned has nothing to decide, and its clocks stand still. */
static void stand_stunned(unit *u) {
    unit_unmark(u, UNIT_LOOK);
    u->elapsed = 0;
    queue_leave(u);
    unit_wait_here(u);
}

/* The unit drove out of others to a place, and another unit has taken that place. If it asks for no
 * new one, it goes on with its order, and looks at what is ahead again. */
static bool has_no_place_to_clear_to(const unit *u) {
    return unit_has_way(u) && !unit_claims_place(u) && !(u->flags & UNIT_SEEKS);
}

static void look_and_decide(const sidle_world *world, unit *u) {
    const sidle_profile *p = profile_of(world, u);
    cold *m = u->cold;
    float passed = u->elapsed;
    unit_unmark(u, UNIT_LOOK);
    progress_pass_time(world, u);
    if (jam_decide(world, u)) return;
    if (unit_clears(u)) { /* it drives out of others, whatever is ahead */
        u->brake = 0;
        queue_leave(u); /* nobody is to wait for its turn */
        place_seek(world, u, p, passed);
        if (unit_is_under_way(u)) drive_to(u, p, SIDLE_DECISION_FREE, unit_waypoint(u));
        if (has_no_place_to_clear_to(u)) unit_mark_clear(u);
        return;
    }
    steer_target_aim(world, u);
    way_round_follow(world, u);
    u->brake = 0;
    if (queue_waits_before_look(world, u)) {
        unit_wait_here(u);
        return;
    }
    m->look = look_around(world, u, m->escalation.active && m->escalation.step == SIDLE_STEP_PUSH);
    m->look_origin = u->position;
    m->look_tick = (uint32_t)world->tick;
    u->flags |= UNIT_LOOKED;
    jam_ask(world, u);
    decide_by_look(world, u, p);
    remember_side(u, p);
    unit_unmark(u, UNIT_TIGHT);
    if (is_tight(&m->look, p) && !(unit_has_trait(u, TRAIT_HUNTS) && places_hold_back(world, u)))
        u->flags |= UNIT_TIGHT;
    place_seek(world, u, p, passed);
    if (unit_is_under_way(u)) headway_keep(world, u, p);
    path_pass_among_others(world, u);
}

/* A unit that rests under its order looks whether it gets on again: near its goal whether it can
 * reach a place there (with a range, see steer_target.c), else whether its way is free. Where
 * terrain bars it, it asks for a path as before. */
static void look_while_kept(const sidle_world *world, unit *u) {
    const sidle_profile *p = profile_of(world, u);
    cold *m = u->cold;
    unit_unmark(u, UNIT_LOOK);
    m->escalation.backoff_left -= patience_of(p);
    if (m->escalation.no_path) return;
    bool ranged = unit_has_trait(u, TRAIT_KEEPS_RANGE);
    bool near = unit_has_target(u) ? vec_distance(u->position, u->goal) <= p->view_distance
                                   : is_content_within(u, p->view_distance);
    if (near ? !ranged : unit_has_trait(u, TRAIT_IS_LATER)) place_ask(world, u);
    if (!ranged && joins_its_crowd(world, u, u->position, false)) return;
    steer_target_aim(world, u);
    m->look = look_around(world, u, false);
    m->look_origin = u->position;
    m->look_tick = (uint32_t)world->tick;
    u->flags |= UNIT_LOOKED;
    jam_ask(world, u);
    if (near) return;
    bool stays = meets_one_that_stays(world, u);
    bool asks = (stays || is_walled_in(u)) && request_path(u, p);
    if (stays && asks) u->flags |= UNIT_GETS_ON; /* it may see a way round from there, or get one */
    bool held_back = is_tight(&m->look, p) || (!ranged && meets_its_crowd(world, u));
    if (!m->look.hit || !held_back) u->flags |= UNIT_GETS_ON;
}

/* Prefetch: the cold halves of units lie all over the memory, so that of the next unit is asked for
 * before it is needed: looks of 50,000 units take 88 ns instead of 95 ns. Its parts that each look
 * needs lie in all lines of the cache that it takes. */
static void prefetch_cold(const cold *m) {
    prefetch(m);
    prefetch(&m->look);
    prefetch(&m->escalation);
    prefetch(&m->look_tick);
}

void decide(const sidle_world *world, span part, float dt) {
    uint32_t list[ITEMS_A_PART], count = look_schedule_list(world, part, dt, list);
    for (uint32_t n = 0; n < count; n++) {
        unit *u = unit_at(world, list[n]);
        if (n + 1 < count) prefetch_cold(unit_at(world, list[n + 1])->cold);
        if (!unit_is_under_way(u) && (unit_clears(u) || !unit_is_kept(u)))
            come_clear_look(world, u);
        else if (!unit_is_under_way(u))
            look_while_kept(world, u);
        else if (!unit_is_stunned(u))
            look_and_decide(world, u);
        else
            stand_stunned(u);
        look_schedule_next(world, u, profile_of(world, u), dt);
        unit_keep_waypoint(u);
    }
}
