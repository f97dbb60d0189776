/* The hash of a world: a fingerprint of everything that decides its future. Two worlds with the
 * same hash go on in the same way under the same calls; a replay or a lockstep game compares them.
 * Fields are fed as numbers and not as memory, so padding, pointers and byte order stay out of it.
 * Copies that are made anew from other fields are left out, and so is what the present order cannot
 * read. */
#include "world/state.h"

#include <string.h>

/* A multiplicative step and a shift, which spreads each bit over all (2^64 / the golden ratio). */
static void feed(uint64_t *hash, uint64_t value) {
    *hash = (*hash ^ value) * 0x9e3779b97f4a7c15u;
    *hash ^= *hash >> 29;
}

static void feed_float(uint64_t *hash, float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    feed(hash, bits);
}

static void feed_double(uint64_t *hash, double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    feed(hash, bits);
}

static void feed_vec(uint64_t *hash, sidle_vec2 value) {
    feed_float(hash, value.x);
    feed_float(hash, value.y);
}

static void feed_look(uint64_t *hash, const look_result *s) {
    feed_vec(hash, s->direction);
    feed_float(hash, s->reach);
    feed(hash, (uint64_t)s->hit << 16 | s->row);
    feed(hash, (uint64_t)s->blocker.generation << 32 | s->blocker.slot);
    feed(hash, (uint64_t)s->drives << 3 | (uint64_t)s->asks << 2 | s->blocker_stance);
    feed(hash, (uint64_t)s->hit_value << 32 | (uint64_t)s->ahead << 24 | (uint64_t)s->right << 16 |
                   (uint64_t)s->left << 8 | s->value);
    feed(hash, (uint64_t)(uint8_t)s->right_at << 16 | (uint64_t)(uint8_t)s->left_at << 8 |
                   (uint8_t)look_result_column(s));
}

static void feed_escalation(uint64_t *hash, const escalation *e) {
    feed(hash,
         (uint64_t)e->active << 24 | (uint64_t)e->refused << 16 | (uint64_t)e->rung << 8 | e->step);
    feed_float(hash, e->step_left);
    feed_float(hash, e->unblocked);
    feed_float(hash, e->backoff);
    feed_float(hash, e->backoff_left);
}

static void feed_order(uint64_t *hash, const unit *u) {
    const order_state *e = unit_uses_order_state(u) ? u->cold->order : &NO_ORDER_STATE;
    const route *patrol = u->order == SIDLE_ORDER_PATROL ? e->patrol : &NO_ROUTE;
    sidle_unit_id target = unit_target(u);
    feed(hash, u->order);
    feed(hash, (uint64_t)target.generation << 32 | target.slot);
    feed_vec(hash, u->goal);
    feed_vec(hash, e->goal_then);
    feed_vec(hash, e->centre);
    feed_float(hash, e->area_radius);
    feed_double(hash, u->order == SIDLE_ORDER_WANDER ? e->clock : 0);
    feed(hash, patrol->next);
    for (uint32_t k = 0; k < patrol->count; k++) feed_vec(hash, patrol->points[k]);
    feed_vec(hash, e->steer_target.point);
    feed_vec(hash, e->steer_target.velocity);
    feed_float(hash, e->steer_target.halt);
    feed(hash, u->aim);
    if (!unit_has_trait(u, TRAIT_KEEPS_RANGE)) return;
    feed_float(hash, e->range.most);
    feed_float(hash, e->range.least);
    feed(hash, e->range.sight);
}

static void feed_unit(uint64_t *hash, const sidle_world *world, const unit *u) {
    const queue_entry entry =
        world->queue_entries ? world->queue_entries[u->slot] : (queue_entry){.held = 0};
    feed(hash, (uint64_t)u->generation << 32 | u->flags);
    feed(hash, (uint64_t)u->cold->path->next << 32 | u->cold->path->count);
    if (!(u->flags & UNIT_ALIVE)) return;
    feed(hash, (uint64_t)u->rank << 32 | world->bodies.team[body_of(world, u)]);
    uint32_t bits = (uint32_t)(unit_is_stowed(world, u) << 4 | u->ghost << 3 | u->awaited << 2 |
                               u->awaits << 1 | u->in_range);
    feed(hash, (uint64_t)u->profile << 32 | (uint64_t)bits << 16 | (uint64_t)u->decision << 8 |
                   (uint8_t)u->cold->escalation.side);
    feed_vec(hash, u->position);
    feed_vec(hash, u->velocity);
    feed_vec(hash, body_predicted(&world->bodies, body_of(world, u)));
    feed_vec(hash, u->heading);
    feed_vec(hash, world->bodies.moved[body_of(world, u)]);
    fraction carry = world->bodies.carry[body_of(world, u)];
    feed(hash, (uint64_t)(uint16_t)carry.x << 16 | (uint16_t)carry.y);
    feed_order(hash, u);
    bool guided = u->flags & UNIT_GUIDED && u->flags & UNIT_UNDER_WAY;
    feed_vec(hash, guided ? u->path_point : vec(0, 0));
    feed_vec(hash, u->drive_target);
    feed_float(hash, u->brake);
    feed_vec(hash, u->cold->look_origin);
    bool has_sight = u->flags & (UNIT_UNDER_WAY | UNIT_ARRIVED) || unit_is_aside(u);
    feed_vec(hash, has_sight ? u->cold->return_point : vec(0, 0));
    bool looks = u->flags & (UNIT_UNDER_WAY | UNIT_CLEARS);
    feed(hash, looks ? u->look_next : 0);
    feed_float(hash, u->elapsed);
    for (uint32_t k = 0; k < u->cold->path->count; k++) feed_vec(hash, u->cold->path->points[k]);
    feed_look(hash, &u->cold->look);
    feed_float(hash, u->cold->progress.nearest);
    feed_float(hash, u->cold->progress.stalled);
    feed_escalation(hash, &u->cold->escalation);
    feed(hash, (uint64_t)u->queue_state << 32 | entry.head);
    feed_float(hash, entry.held);
    feed(hash, (uint64_t)(u->speed ^ SPEED_ONE) << 32 | u->waits_for);
    feed(hash, (uint64_t)(u->events & ~EVENT_PASSED) << 32 | u->cold->path->passed);
    feed(hash, (uint64_t)u->cold->ended_by.generation << 32 | u->cold->ended_by.slot);
}

static void feed_profile(uint64_t *hash, const sidle_profile *p) {
    uint32_t count;
    const sidle_param *rows = sidle_params(&count);
    for (uint32_t k = 0; k < count; k++) {
        const void *field = (const char *)p + rows[k].offset;
        if (rows[k].type == SIDLE_PARAM_FLOAT)
            feed_float(hash, *(const float *)field);
        else if (rows[k].type == SIDLE_PARAM_LADDER)
            for (int step = 0; step < SIDLE_LADDER_STEPS; step++)
                feed(hash, ((const uint8_t *)field)[step]);
        else
            feed(hash, *(const uint32_t *)field);
    }
}

/* A profile in whose place none was released yet is its values alone. */
static void feed_kept(uint64_t *hash, const kept_profile *k) {
    uint32_t history = (uint32_t)k->generation << 1 | (k->released != 0);
    if (history) feed(hash, history);
    if (!k->released) feed_profile(hash, &k->values);
}

uint64_t sidle_world_hash(const sidle_world *world) {
    if (!world) return 0;
    const terrain *t = &world->terrain;
    uint64_t hash = 0x51d1e;
    feed(&hash, world->tick);
    feed(&hash, (uint64_t)t->width << 32 | (uint64_t)t->height);
    feed_float(&hash, t->cell);
    for (size_t k = 0; k < (size_t)t->width * (size_t)t->height; k++) feed(&hash, t->classes[k]);
    for (uint32_t k = 0; k < world->profile_count; k++) feed_kept(&hash, &world->profiles[k]);
    for (uint32_t k = 0; k < world->slots; k++) feed_unit(&hash, world, unit_of_slot(world, k));
    for (uint32_t k = world->living + world->stowed; k < world->slots; k++)
        feed(&hash, world->units[k].slot);
    feed(&hash, world->next_rank);
    return hash;
}
