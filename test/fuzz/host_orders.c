/* Orders, changes of a unit, and what a host answers to it. */
#include "host.h"

#include <math.h>
#include <stdio.h>

/* ---- orders ---- */

void host_go(story *s, uint32_t who, sidle_vec2 goal) {
    host_call(s, "sidle_unit_go(w, u[%u], %s)", who, tell_point(goal));
    sidle_result result = sidle_unit_go(s->world, s->figures[who].id, goal);
    if (!host_done(s, result, host_for_points(s, who, &goal, 1))) return;
    host_ordered(s, who, SIDLE_ORDER_GO);
    const sidle_unit_state *now = &s->figures[who].now;
    if (now->order != SIDLE_ORDER_GO || !now->under_way || now->goal.x != goal.x ||
        now->goal.y != goal.y)
        story_fail(s, "call", "unit %u does not do as it is told", who);
}

void host_hold(story *s, uint32_t who) {
    host_call(s, "sidle_unit_hold(w, u[%u])", who);
    if (host_done(s, sidle_unit_hold(s->world, s->figures[who].id), host_for_unit(s, who)))
        host_ordered(s, who, SIDLE_ORDER_HOLD);
}

void host_stop(story *s, uint32_t who) {
    host_call(s, "sidle_unit_stop(w, u[%u])", who);
    if (host_done(s, sidle_unit_stop(s->world, s->figures[who].id), host_for_unit(s, who)))
        host_ordered(s, who, SIDLE_ORDER_NONE);
}

static const char *points_text(const sidle_vec2 *points, uint32_t count) {
    static char text[2600];
    size_t used = (size_t)snprintf(text, sizeof text, "(sidle_vec2[]){");
    for (uint32_t k = 0; k < count && used < sizeof text; k++)
        used += (size_t)snprintf(text + used, sizeof text - used, "{%s, %s},",
                                 tell_number(points[k].x), tell_number(points[k].y));
    if (used < sizeof text) snprintf(text + used, sizeof text - used, "}");
    return count ? text : "NULL";
}

void host_patrol(story *s, uint32_t who, const sidle_vec2 *points, uint32_t count) {
    uint32_t may = host_for_points(s, who, points, count);
    if (count == 0) may = (may & ~MAY(OK)) | MAY(ERROR_ARGUMENT);
    host_call(s, "sidle_unit_patrol(w, u[%u], %s, %u)", who, points_text(points, count), count);
    if (host_done(s, sidle_unit_patrol(s->world, s->figures[who].id, points, count), may))
        host_ordered(s, who, SIDLE_ORDER_PATROL);
}

void host_target(story *s, uint32_t who, sidle_order order, uint32_t other) {
    sidle_unit_id id = s->figures[who].id, about = s->figures[other].id;
    uint32_t may = host_for_unit(s, who) | host_for_unit(s, other);
    if (may & ~MAY(OK)) may &= ~MAY(OK);
    if (who == other && may & MAY(OK)) may = MAY(ERROR_ARGUMENT);
    bool hunts = order == SIDLE_ORDER_PURSUE, follows = order == SIDLE_ORDER_FOLLOW;
    host_call(s, "sidle_unit_%s(w, u[%u], u[%u])",
              hunts     ? "pursue"
              : follows ? "follow"
                        : "evade",
              who, other);
    sidle_result result = hunts     ? sidle_unit_pursue(s->world, id, about)
                          : follows ? sidle_unit_follow(s->world, id, about)
                                    : sidle_unit_evade(s->world, id, about);
    if (host_done(s, result, may)) host_ordered(s, who, order);
}

void host_flee(story *s, uint32_t who, sidle_vec2 danger) {
    host_call(s, "sidle_unit_flee(w, u[%u], %s)", who, tell_point(danger));
    sidle_result result = sidle_unit_flee(s->world, s->figures[who].id, danger);
    if (!host_done(s, result, host_for_points(s, who, &danger, 1))) return;
    s->figures[who].danger = danger;
    host_ordered(s, who, SIDLE_ORDER_FLEE);
}

void host_wander(story *s, uint32_t who, sidle_vec2 centre, float radius) {
    uint32_t may = host_for_points(s, who, &centre, 1);
    if (!isfinite(radius)) may = (may & ~MAY(OK)) | MAY(ERROR_NOT_FINITE);
    if (radius <= 0) may = (may & ~MAY(OK)) | MAY(ERROR_ARGUMENT);
    host_call(s, "sidle_unit_wander(w, u[%u], %s, %s)", who, tell_point(centre),
              tell_number(radius));
    if (host_done(s, sidle_unit_wander(s->world, s->figures[who].id, centre, radius), may))
        host_ordered(s, who, SIDLE_ORDER_WANDER);
}

/* What is wrong with it, if anything is. */
static uint32_t for_any_range(sidle_range r) {
    uint32_t may = 0;
    if (!isfinite(r.most) || !isfinite(r.least)) may |= MAY(ERROR_NOT_FINITE);
    if (r.least < 0 || r.most < r.least || r.most > SIDLE_MAX_EXTENT || r.sight & ~SIDLE_PASS_ALL)
        may |= MAY(ERROR_ARGUMENT);
    return may;
}

static void tell_range(sidle_range r) {
    story_tell("    {\n    sidle_range r = {%s, %s, %u};\n", tell_number(r.most),
               tell_number(r.least), r.sight);
}

void host_approach(story *s, uint32_t who, uint32_t other, sidle_vec2 point, sidle_range range) {
    sidle_unit_id id = s->figures[who].id, about = s->figures[other].id;
    bool to_point = who == other;
    uint32_t may = to_point ? host_for_points(s, who, &point, 1)
                            : host_for_unit(s, who) | host_for_unit(s, other);
    may |= for_any_range(range);
    if (may & ~MAY(OK)) may &= ~MAY(OK);
    tell_range(range);
    if (to_point)
        host_call(s, "sidle_unit_approach_point(w, u[%u], %s, &r)", who, tell_point(point));
    else
        host_call(s, "sidle_unit_approach(w, u[%u], u[%u], &r)", who, other);
    sidle_result result = to_point ? sidle_unit_approach_point(s->world, id, point, &range)
                                   : sidle_unit_approach(s->world, id, about, &range);
    bool accepted = host_done(s, result, may);
    story_tell("    }\n");
    if (accepted)
        host_ordered(s, who, to_point ? SIDLE_ORDER_APPROACH_POINT : SIDLE_ORDER_APPROACH);
}

static uint32_t for_range(const sidle_unit_state *now, const sidle_range *r) {
    switch (now->order) {
    case SIDLE_ORDER_GO:
    case SIDLE_ORDER_PURSUE:
    case SIDLE_ORDER_APPROACH:
    case SIDLE_ORDER_APPROACH_POINT: return 0;
    case SIDLE_ORDER_PATROL: return r->least > 0 ? MAY(ERROR_ARGUMENT) : 0;
    case SIDLE_ORDER_FOLLOW:
    case SIDLE_ORDER_EVADE:
    case SIDLE_ORDER_FLEE: return r->sight ? MAY(ERROR_ARGUMENT) : 0;
    default: return MAY(ERROR_NO_ORDER);
    }
}

void host_range(story *s, uint32_t who, sidle_range range) {
    const figure *f = &s->figures[who];
    uint32_t may = host_for_unit(s, who) & ~MAY(OK);
    may |= for_any_range(range);
    if (f->alive) may |= for_range(&f->now, &range);
    tell_range(range);
    host_call(s, "sidle_unit_set_range(w, u[%u], &r)", who);
    bool accepted =
        host_done(s, sidle_unit_set_range(s->world, f->id, &range), may ? may : MAY(OK));
    story_tell("    }\n");
    if (!accepted) return;
    s->figures[who].kind =
        f->now.order == SIDLE_ORDER_GO ? SIDLE_ORDER_APPROACH_POINT : f->now.order;
    host_changed(s, who);
}

/* ---- changes ---- */

static uint32_t for_setting(const story *s, uint32_t who, const setting *c) {
    const figure *f = &s->figures[who];
    uint32_t may = f->alive ? 0 : MAY(ERROR_STALE);
    if (may) return may;
    if (c->field == SET_HEADING && c->heading.x == 0 && c->heading.y == 0)
        may |= MAY(ERROR_ARGUMENT);
    if (c->field == SET_SPEED_FACTOR && !(c->factor >= 0 && c->factor <= SIDLE_MAX_SPEED_FACTOR))
        may |= isfinite(c->factor) ? MAY(ERROR_ARGUMENT) : MAY(ERROR_NOT_FINITE);
    if (c->field == SET_PROFILE && !host_is_profile(s, (sidle_profile_id){c->number}))
        may |= MAY(ERROR_STALE);
    else if (c->field == SET_PROFILE && !f->now.stowed &&
             !sidle_world_fits(s->world, (sidle_profile_id){c->number}, f->now.position))
        may |= MAY(ERROR_NO_ROOM);
    for (uint32_t k = 0; k < FIGURES && c->field == SET_RANK && c->number; k++)
        if (k != who && s->figures[k].alive && s->figures[k].now.rank == c->number)
            may |= MAY(ERROR_RANK);
    return may ? may : MAY(OK);
}

/* Writes the call into the story, and makes it. */
static sidle_result set_field(story *s, uint32_t who, const setting *c) {
    sidle_world *w = s->world;
    sidle_unit_id id = s->figures[who].id;
    switch (c->field) {
    case SET_PROFILE:
        host_call(s, "sidle_unit_set_profile(w, u[%u], (sidle_profile_id){%u})", who, c->number);
        return sidle_unit_set_profile(w, id, (sidle_profile_id){c->number});
    case SET_TEAM:
        host_call(s, "sidle_unit_set_team(w, u[%u], %u)", who, c->number);
        return sidle_unit_set_team(w, id, c->number);
    case SET_HEADING:
        host_call(s, "sidle_unit_set_heading(w, u[%u], %s)", who, tell_point(c->heading));
        return sidle_unit_set_heading(w, id, c->heading);
    case SET_RANK:
        host_call(s, "sidle_unit_set_rank(w, u[%u], %u)", who, c->number);
        return sidle_unit_set_rank(w, id, c->number);
    case SET_SPEED_FACTOR:
        host_call(s, "sidle_unit_set_speed_factor(w, u[%u], %s)", who, tell_number(c->factor));
        return sidle_unit_set_speed_factor(w, id, c->factor);
    default:
        host_call(s, "sidle_unit_set_ghost(w, u[%u], %u)", who, c->number & 1);
        return sidle_unit_set_ghost(w, id, c->number & 1);
    }
}

void host_set(story *s, uint32_t who, setting set) {
    if (set.field == SET_PROFILE) set.number = host_profile_id(s, set.number).index;
    uint32_t may = for_setting(s, who, &set);
    if (!host_done(s, set_field(s, who, &set), may)) return;
    host_changed(s, who);
    invariants_changed(s);
    invariants_state(s);
}

void host_stow(story *s, uint32_t who, sidle_pursuers pursuers) {
    uint32_t may = host_for_unit(s, who);
    if ((uint32_t)pursuers >= SIDLE_PURSUERS_COUNT) may = (may & ~MAY(OK)) | MAY(ERROR_ARGUMENT);
    host_call(s, "sidle_unit_stow(w, u[%u], (sidle_pursuers)%u)", who, (uint32_t)pursuers);
    if (!host_done(s, sidle_unit_stow(s->world, s->figures[who].id, pursuers), may)) return;
    host_changed(s, who);
    if (!s->figures[who].now.stowed) story_fail(s, "call", "unit %u is not stowed", who);
}

void host_unstow(story *s, uint32_t who, sidle_vec2 point) {
    const figure *f = &s->figures[who];
    uint32_t may = f->alive ? MAY(OK) : MAY(ERROR_STALE);
    if (f->alive && !f->now.stowed) may = MAY(ERROR_ARGUMENT);
    if (may & MAY(OK) && !is_finite(point)) may = MAY(ERROR_NOT_FINITE);
    if (may & MAY(OK) && !sidle_world_fits(s->world, f->now.profile, point))
        may = MAY(ERROR_NO_ROOM);
    host_call(s, "sidle_unit_unstow(w, u[%u], %s)", who, tell_point(point));
    if (!host_done(s, sidle_unit_unstow(s->world, f->id, point), may)) return;
    host_changed(s, who);
    invariants_state(s);
}

/* A unit that terrain has blocked for so long (s) has to take any path. */
static const float WALLED = 1;

void host_path(story *s, uint32_t who, const sidle_vec2 *points, uint32_t count) {
    figure *f = &s->figures[who];
    uint32_t may = host_for_order_to(s, who, host_for_points(s, who, points, count));
    float looks = 2 * f->profile.tuning.look_interval;
    if (may & MAY(OK) && f->walled < WALLED + looks) may |= MAY(REFUSED_TOO_LONG);
    host_call(s, "sidle_unit_set_path(w, u[%u], %s, %u)", who, points_text(points, count), count);
    f->wants_path = false;
    if (host_done(s, sidle_unit_set_path(s->world, f->id, count ? points : NULL, count), may)) {
        f->guided = false;
        host_changed(s, who);
    }
}

void host_guide(story *s, uint32_t who, sidle_vec2 point) {
    uint32_t may = host_for_order_to(s, who, host_for_points(s, who, &point, 1));
    host_call(s, "sidle_unit_set_guide(w, u[%u], %s)", who, tell_point(point));
    if (!host_done(s, sidle_unit_set_guide(s->world, s->figures[who].id, point), may)) return;
    s->figures[who].guided = true;
    host_changed(s, who);
}

void host_answer(story *s, uint32_t who, sidle_step step) {
    const figure *f = &s->figures[who];
    uint32_t may = host_for_unit(s, who);
    if (may & MAY(OK)) may |= MAY(ERROR_NO_ORDER);
    if (may & MAY(OK) && step != SIDLE_STEP_NONE && step != SIDLE_STEP_WAIT &&
        step != SIDLE_STEP_PUSH)
        may = MAY(ERROR_ARGUMENT);
    host_call(s, "sidle_unit_answer(w, u[%u], (sidle_step)%u)", who, (uint32_t)step);
    if (!host_done(s, sidle_unit_answer(s->world, f->id, step), may)) return;
    host_changed(s, who);
}
