/* What a unit thinks, for the host's eyes: sidle_unit_why() gives the last look and decision as
 * numbers, sidle_world_draw() draws them by the host's callbacks. Both read what decide.c left in
 * the unit and compute nothing anew, so what is shown is what the unit acted on. */
#include "base/vec.h"
#include "world/state.h"

sidle_result sidle_unit_why(const sidle_world *world, sidle_unit_id id, sidle_why *why) {
    if (!why) return SIDLE_ERROR_ARGUMENT;
    const unit *u = unit_named(world, id);
    if (!u) return unit_refusal(world, id);
    if (!(u->flags & UNIT_LOOKED)) return SIDLE_ERROR_NO_ORDER;
    const look_result *s = &u->cold->look;
    float cell = profile_of(world, u)->tuning.look_cell;
    bool escalates = u->cold->escalation.active &&
                     (u->decision == SIDLE_DECISION_WAIT || u->decision == SIDLE_DECISION_REPLAN ||
                      u->decision == SIDLE_DECISION_PUSH);
    *why = (sidle_why){
        .decision = (sidle_decision)u->decision,
        /* The unit keeps the low half of the tick. */
        .tick = world->tick - (uint32_t)((uint32_t)world->tick - u->cold->look_tick),
        .origin = u->cold->look_origin,
        .direction = s->direction,
        .reach = s->drives == DRIVES_ASIDE ? 0 : s->reach,
        .hit = s->hit ? (float)s->hit * cell : -1,
        .hit_value = s->hit_value,
        .row = (float)s->row * cell,
        .value_ahead = s->ahead,
        .value_right = s->right,
        .offset_right = (float)s->right_at * cell,
        .value_left = s->left,
        .offset_left = (float)s->left_at * cell,
        .value = s->value,
        .offset = (float)look_result_column(s) * cell,
        .target = unit_is_under_way(u) ? u->drive_target : u->position,
        .blocker = s->blocker,
        .step = escalates ? (sidle_step)u->cold->escalation.step : SIDLE_STEP_NONE,
        .step_left = escalates ? max_float(u->cold->escalation.step_left, 0) : 0,
    };
    return SIDLE_OK;
}

static void draw_line(const sidle_draw *draw, const unit *u, sidle_role role, sidle_vec2 from,
                      sidle_vec2 to) {
    if (draw->line) draw->line(draw->context, id_of(u), role, from, to);
}

/* The path that is left, or the one line to what the unit makes for instead of it. */
static void draw_path(const unit *u, const sidle_draw *draw) {
    sidle_vec2 from = u->position;
    if (u->aim != AIM_PATH || u->flags & UNIT_GUIDED) {
        draw_line(draw, u, SIDLE_ROLE_PATH, from, unit_waypoint(u));
        return;
    }
    for (uint32_t k = u->cold->path->next; k < u->cold->path->count; k++) {
        draw_line(draw, u, SIDLE_ROLE_PATH, from, u->cold->path->points[k]);
        from = u->cold->path->points[k];
    }
    draw_line(draw, u, SIDLE_ROLE_PATH, from, u->goal);
}

/* The trace up to the hit, the side traces, the chosen point and the blocker. */
static void draw_look(const sidle_world *world, const unit *u, const sidle_draw *draw) {
    const look_result *s = &u->cold->look;
    float cell = profile_of(world, u)->tuning.look_cell;
    sidle_vec2 right = vec_right(s->direction), from = u->cold->look_origin;
    float seen = s->hit ? (float)s->hit * cell : s->reach;
    draw_line(draw, u, SIDLE_ROLE_TRACE, from, vec_add(from, vec_scale(s->direction, seen)));
    if (!s->hit) return;
    sidle_vec2 row = vec_add(from, vec_scale(s->direction, (float)s->row * cell));
    draw_line(draw, u, SIDLE_ROLE_SIDE, vec_add(row, vec_scale(right, (float)s->left_at * cell)),
              vec_add(row, vec_scale(right, (float)s->right_at * cell)));
    if (draw->disc && unit_is_under_way(u))
        draw->disc(draw->context, id_of(u), SIDLE_ROLE_TARGET, u->drive_target, 0.5f * cell,
                   s->value);
    const unit *blocker = unit_named(world, s->blocker);
    if (blocker) draw_line(draw, u, SIDLE_ROLE_BLOCKER, u->position, blocker->position);
}

sidle_result sidle_world_draw(const sidle_world *world, const sidle_draw *draw) {
    if (!world || !draw) return SIDLE_ERROR_ARGUMENT;
    for (uint32_t k = 0; k < world->slots; k++) {
        const unit *u = unit_of_slot(world, k);
        if (body_of(world, u) >= world->living) continue; /* stowed, or none */
        float radius = profile_of(world, u)->radius;
        if (unit_is_under_way(u)) draw_path(u, draw);
        if (unit_is_under_way(u) && u->flags & UNIT_LOOKED) draw_look(world, u, draw);
        if (draw->disc && unit_claims_place(u))
            draw->disc(draw->context, id_of(u), SIDLE_ROLE_PLACE, u->cold->place, radius, 0);
        if (draw->disc)
            draw->disc(draw->context, id_of(u), SIDLE_ROLE_UNIT, u->position, radius, u->decision);
        draw_line(draw, u, SIDLE_ROLE_HEADING, u->position,
                  vec_add(u->position, vec_scale(u->heading, radius)));
    }
    return SIDLE_OK;
}
