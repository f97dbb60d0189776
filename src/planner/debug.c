/* What a unit thinks, for the host's eyes: sidle_unit_why() gives the last look and decision as
 * numbers, sidle_world_draw() draws them by the host's callbacks, and
 * sidle_why_text() says them in words. All read what decide.c left in
 * the unit and compute nothing anew, so what is shown is what the unit acted on. */
#include "base/text.h"
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
        .reach = s->reach,
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

/* ---- in words ---- */

/* A number of u or s with one decimal. Numbers here are below 2^20 and not negative, but for the
 * rounding of places on the edge of the map. */
static void write_tenths(text *t, float number) {
    uint32_t tenths = number > 0 ? (uint32_t)(number * 10 + 0.5f) : 0;
    write_whole(t, tenths / 10);
    write_words(t, ".");
    write_whole(t, tenths % 10);
}

static void write_point(text *t, sidle_vec2 point) {
    write_tenths(t, point.x);
    write_words(t, ",");
    write_tenths(t, point.y);
}

/* A passability: 0 to 1, and "terrain" for what is no unit's. */
static void write_value(text *t, uint32_t value) {
    if (value >= SIDLE_VALUE_STATIC) {
        write_words(t, "terrain");
        return;
    }
    uint32_t hundredths = (value * 100 + SIDLE_VALUE_UNIT / 2) / SIDLE_VALUE_UNIT;
    write_whole(t, hundredths / 100);
    write_words(t, hundredths % 100 < 10 ? ".0" : ".");
    write_whole(t, hundredths % 100);
}

static void write_seconds(text *t, const char *before, float seconds, const char *after) {
    write_words(t, before);
    write_tenths(t, seconds);
    write_words(t, after);
}

static const char *words_of_arrival(const unit *u) {
    switch (u->arrival) {
    case SIDLE_ARRIVAL_NEAR_GOAL: return "stands near its goal, which others cover";
    case SIDLE_ARRIVAL_IN_RANGE: return "stands in its range";
    case ARRIVAL_NONE: return "stands as near to its goal as it gets for now";
    default: return "stands where it has arrived";
    }
}

static void write_rest(text *t, const unit *u) {
    if (unit_is_aside(u))
        write_words(t, "has stepped aside for another unit");
    else if (unit_has_arrived(u))
        write_words(t, words_of_arrival(u));
    else if (u->order == SIDLE_ORDER_HOLD)
        write_words(t, "holds");
    else if (unit_flees(u))
        write_words(t, "stands, as the danger is far");
    else
        write_words(t, "stands without an order");
}

static void write_detour(text *t, const sidle_why *why) {
    write_words(t, why->offset < 0   ? "detours left to "
                   : why->offset > 0 ? "detours right to "
                                     : "drives on to ");
    write_point(t, why->target);
    write_words(t, ": ");
    write_value(t, why->value);
    write_words(t, " there, ");
    write_value(t, why->offset == 0 ? why->hit_value : why->value_ahead);
    write_words(t, why->offset == 0 ? " beyond" : " ahead");
}

/* What stands in the way of a unit that units block. */
static void write_jam(text *t, const sidle_why *why) {
    write_value(t, why->row > 0 ? why->value_ahead : why->hit_value);
    write_words(t, " ahead");
    if (!(why->row > 0)) return;
    write_words(t, ", ");
    write_value(t, why->value_left);
    write_words(t, " left, ");
    write_value(t, why->value_right);
    write_words(t, " right");
}

static void write_decision(text *t, const sidle_why *why) {
    switch (why->decision) {
    case SIDLE_DECISION_FREE:
        write_words(t, "drives to ");
        write_point(t, why->target);
        write_words(t, ": the way is free");
        return;
    case SIDLE_DECISION_DETOUR: write_detour(t, why); return;
    case SIDLE_DECISION_WAIT: write_seconds(t, "waits up to ", why->step_left, " s: "); break;
    case SIDLE_DECISION_REPLAN:
        write_seconds(t, "waits up to ", why->step_left, " s for a path: ");
        break;
    case SIDLE_DECISION_PUSH:
        write_seconds(t, "pushes through for ", why->step_left, " s: ");
        break;
    default: write_words(t, "stands before a wall, and has asked for a path: "); break;
    }
    write_jam(t, why);
}

/* Who is in the way, and what that one does. */
static void write_blocker(text *t, const sidle_world *world, sidle_unit_id id) {
    const unit *blocker = unit_named(world, id);
    if (!blocker) return;
    write_words(t, "; blocked by ");
    write_whole(t, id.slot);
    const unit *next = unit_named(world, blocker->cold->look.blocker);
    if (!unit_has_way(blocker))
        write_words(t, ", which rests");
    else if (!unit_waits(blocker))
        write_words(t, ", which is under way");
    else {
        write_words(t, next ? ", which waits for " : ", which waits");
        if (next) write_whole(t, id_of(next).slot);
    }
}

size_t sidle_why_text(const sidle_world *world, sidle_unit_id id, char *buffer, size_t size) {
    const unit *u = unit_named(world, id);
    if (buffer && size) buffer[0] = 0;
    if (!u || (!buffer && size)) return 0;
    text t = {.to = buffer, .room = size ? size - 1 : 0};
    sidle_why why;
    if (!unit_has_way(u))
        write_rest(&t, u);
    else if (u->decision == SIDLE_DECISION_IDLE || sidle_unit_why(world, id, &why))
        write_words(&t, "has an order, and looks in the next step");
    else {
        write_decision(&t, &why);
        write_blocker(&t, world, why.blocker);
    }
    return end_text(&t, buffer, size);
}
