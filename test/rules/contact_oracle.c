#include "contact_oracle.h"

#include "float_vec.h"

#include <stdlib.h>

enum { ROUNDS = 6, HOLDS = 4 };

/* The numbers of the rules; those of the core are to be the same. */
static const float MARGIN = 0.05f;       /* of the sum of radii, kept beyond touching */
static const float CROWDED = 4;          /* corrections beyond so many are averaged */
static const float SAME_WAY = 0.9f;      /* cosine from which two go the same way */
static const float HEAD_ON = 0.1f;       /* sine up to which a body is straight ahead */
static const float NEGLIGIBLE = 0.0015f; /* of its radius: least correction */
static const float CARRIED = 0.004f;     /* of its way in a tick: less is no way back */
static const float TRACE = 0.02f;        /* of the old way, kept by one that turns aside */
static const float SAME_SPOT = 1e-12f;   /* u */
static const float OFFENCE = 1e-4f;      /* of the sum of radii */
static const float WHOLE = 32768;        /* its radius in the whole numbers that are summed */

static bool same_id(sidle_unit_id a, sidle_unit_id b) {
    return a.slot == b.slot && a.generation == b.generation;
}

/* Which of two wins a tie. */
static bool before(const contact_body *a, const contact_body *b) {
    return a->rank < b->rank || (a->rank == b->rank && a->id.slot < b->id.slot);
}

/* ---- the direction of a correction ---- */

/* As the tick began. */
static sidle_vec2 apart_at_start(const contact_body *self, const contact_body *other) {
    sidle_vec2 away = minus(self->place, other->place);
    float distance = length(away);
    if (distance > SAME_SPOT) return times(away, 1 / distance);
    static const sidle_vec2 WAYS[] = {
        {1, 0}, {0.70710678f, 0.70710678f}, {0, 1}, {-0.70710678f, 0.70710678f}};
    sidle_vec2 way = WAYS[(self->rank ^ other->rank) % 4];
    return before(self, other) ? way : times(way, -1);
}

static sidle_vec2 apart(const contact_body *self, const contact_body *other, contact_tally *t) {
    sidle_vec2 away = minus(self->position, other->position);
    float distance = length(away);
    if (distance > SAME_SPOT) return times(away, 1 / distance);
    t->same_spots++;
    return apart_at_start(self, other);
}

/* ---- the rules: how one body meets another ---- */

typedef struct rule {
    float reach; /* u between the centres, at which contact begins; 0: none */
    float share; /* of the overlap, that the first body takes away */
} rule;

/* Is the other body as solid as a wall to this one? */
static bool is_wall(const contact_body *self, const contact_body *other) {
    return !self->push_enemies && self->team != other->team;
}

/* Does it squeeze through a gap beside a friend that has stepped aside? It may touch that one. */
static bool in_gap(const contact_body *self, const contact_body *other) {
    return self->mode == CONTACT_SQUEEZES && other->aside && self->team == other->team;
}

/* Is there a wall on the side of the first body on which it leaves the other one? */
static bool has_wall_behind(const contact_scene *s, uint32_t a, uint32_t b) {
    const contact_body *self = &s->bodies[a];
    sidle_vec2 away = apart_at_start(self, &s->bodies[b]);
    return !s->fits(s->context, a, plus(self->place, times(away, self->radius)), 0.75f);
}

static rule under_way(const contact_scene *s, uint32_t a, uint32_t b, enum contact_mode mode,
                      float radii, contact_tally *t) {
    const contact_body *self = &s->bodies[a], *other = &s->bodies[b];
    bool friends = self->team == other->team && self->aside != other->aside;
    bool held = friends && (self->aside ? has_wall_behind(s, a, b) : has_wall_behind(s, b, a));
    bool first = friends && !held && other->aside, yields = friends && !held && self->aside;
    t->by_wall += held;
    if (mode == CONTACT_PUSHES && !yields) return (rule){0, 0};
    bool closely = self->lands || other->lands || in_gap(self, other) || in_gap(other, self);
    rule r = {closely ? radii : radii * (1 + MARGIN), 0.5f};
    if (first) r.share = 1 - 0.9f;
    if (yields) r.share = 0.9f;
    t->yields += yields;
    if (other->mode == CONTACT_PUSHES && !first && !is_wall(other, self)) r.share = 1;
    bool hunts = same_id(self->hunted, other->id), hunted = same_id(other->hunted, self->id);
    if (hunts != hunted) {
        r.share = hunts ? 1 : 0;
        t->hunts++;
    }
    return r;
}

/* A body at rest is never moved. One under way goes round it, and begins that when they touch. */
static rule rule_of(const contact_scene *s, uint32_t a, uint32_t b, contact_tally *t) {
    const contact_body *self = &s->bodies[a], *other = &s->bodies[b];
    float radii = self->radius + other->radius;
    enum contact_mode mode = is_wall(self, other) ? CONTACT_SOLID : self->mode;
    if (self->stance == CONTACT_STANDS) return (rule){0, 0};
    if (other->stance == CONTACT_UNDER_WAY) return under_way(s, a, b, mode, radii, t);
    if (mode == CONTACT_PUSHES) return (rule){0, 0};
    if (mode == CONTACT_SQUEEZES && other->rested) {
        t->passes++;
        return (rule){radii * (1 - self->threshold), 1};
    }
    t->goes_round++;
    return (rule){radii, 1};
}

/* ---- slip ---- */

/* Two with different courses that come nearer slide round each other. */
static sidle_vec2 slipping(const contact_body *self, const contact_body *other, sidle_vec2 out,
                           contact_tally *t) {
    sidle_vec2 past = minus(self->course, other->course);
    bool straight = dot(self->course, other->course) > SAME_WAY || dot(past, out) >= 0;
    if (straight) return out;
    t->slips++;
    sidle_vec2 right = at(0 - out.y, out.x);
    float side = dot(right, past), ahead = dot(out, past);
    if (fabsf(side) < HEAD_ON * length(past)) side = self->passes_left ? 0 - ahead : ahead;
    return plus(out, times(right, side < 0 ? -1.0f : 1.0f));
}

/* ---- enemies ---- */

/* u, of the step beyond what it may come nearer to the enemy: all of the room before one that
 * stands, half of it before one under way. */
static float offence(const contact_body *self, const contact_body *enemy, sidle_vec2 step,
                     sidle_vec2 *towards) {
    sidle_vec2 to = minus(enemy->place, self->place);
    float distance = length(to), radii = self->radius + enemy->radius;
    if (distance <= OFFENCE * radii) return 0;
    float room = distance - radii > 0 ? distance - radii : 0;
    bool stands = enemy->stance == CONTACT_STANDS;
    if (!stands) room *= 0.5f;
    *towards = times(to, 1 / distance);
    float depth = dot(step, *towards) - room;
    float across = step.x * to.y - step.y * to.x; /* it may lead past one that stands */
    if (stands && across * across >= radii * radii * dot(step, step)) return 0;
    return depth > OFFENCE * radii ? depth : 0;
}

static float worst_offence(const contact_scene *s, uint32_t k, sidle_vec2 step,
                           sidle_vec2 *towards) {
    const contact_body *self = &s->bodies[k], *worst = NULL;
    float deepest = 0;
    for (uint32_t n = 0; n < s->count; n++) {
        const contact_body *other = &s->bodies[n];
        if (n == k || other->layer != self->layer || !is_wall(self, other)) continue;
        sidle_vec2 to;
        float depth = offence(self, other, step, &to);
        if (depth == 0 || depth < deepest) continue;
        if (depth == deepest && worst && !before(other, worst)) continue;
        deepest = depth;
        worst = other;
        *towards = to;
    }
    return deepest;
}

static sidle_vec2 held(const contact_scene *s, uint32_t k, sidle_vec2 step) {
    sidle_vec2 towards = {0, 0};
    for (int taken = 0; taken < HOLDS; taken++) {
        float depth = worst_offence(s, k, step, &towards);
        if (depth == 0) return step;
        step = minus(step, times(towards, depth));
    }
    return worst_offence(s, k, step, &towards) == 0 ? step : at(0, 0);
}

static sidle_vec2 before_enemies(const contact_scene *s, uint32_t k, sidle_vec2 next,
                                 contact_tally *t) {
    sidle_vec2 place = s->bodies[k].place, step = minus(next, place), kept = held(s, k, step);
    if (kept.x == step.x && kept.y == step.y) return next;
    t->held++;
    bool touched;
    next = s->slide(s->context, k, kept, &touched);
    if (!touched) return next;
    step = minus(next, place);
    kept = held(s, k, step);
    return kept.x == step.x && kept.y == step.y ? next : place;
}

/* ---- a round ---- */

typedef struct pressure {
    int64_t x, y;
    uint32_t touches;
} pressure;

static pressure pressure_on(const contact_scene *s, uint32_t k, contact_tally *t) {
    const contact_body *self = &s->bodies[k];
    pressure sum = {0, 0, 0};
    for (uint32_t n = 0; n < s->count; n++) {
        const contact_body *other = &s->bodies[n];
        if (n == k || other->layer != self->layer) continue;
        sidle_vec2 away = minus(self->position, other->position);
        float farthest = (self->radius + other->radius) * (1 + MARGIN);
        if (dot(away, away) >= farthest * farthest) continue;
        rule r = rule_of(s, k, n, t);
        if (dot(away, away) >= r.reach * r.reach) continue;
        sidle_vec2 out = slipping(self, other, apart(self, other, t), t);
        sidle_vec2 push = times(out, r.share * (r.reach - length(away)));
        sum.x += (int64_t)(push.x * (WHOLE / self->radius));
        sum.y += (int64_t)(push.y * (WHOLE / self->radius));
        sum.touches++;
    }
    t->touches += sum.touches;
    return sum;
}

/* A step against the way of the last tick goes aside, but for a trace. */
static sidle_vec2 not_back(sidle_vec2 step, sidle_vec2 last, float most, contact_tally *t) {
    if (!(dot(step, last) < 0) || length(last) <= CARRIED * most) return step;
    t->turns++;
    float square = dot(last, last);
    sidle_vec2 aside = minus(step, times(last, dot(step, last) / square));
    float trace = sqrtf(dot(aside, aside) / square);
    return plus(aside, times(last, TRACE * trace));
}

static sidle_vec2 bounded(sidle_vec2 step, float most) {
    return length(step) > most ? times(step, most / length(step)) : step;
}

/* The wall takes its part of a step before the range of the body bounds it. What is left must not
 * lead against the step that was wanted. */
static sidle_vec2 end_of_step(const contact_scene *s, uint32_t k, sidle_vec2 wanted,
                              sidle_vec2 step) {
    const contact_body *self = &s->bodies[k];
    bool touched;
    if (self->walled) {
        sidle_vec2 next = s->slide(s->context, k, step, &touched);
        step = minus(next, self->place);
        if (dot(step, wanted) < 0) return self->place;
        if (length(step) <= self->range) return next;
    }
    return s->slide(s->context, k, bounded(step, self->range), &touched);
}

/* Where the round brings the body; it stays for little. */
static sidle_vec2 next_position(const contact_scene *s, uint32_t k, contact_tally *t) {
    const contact_body *self = &s->bodies[k];
    if (self->stance == CONTACT_STANDS) return self->position;
    pressure sum = pressure_on(s, k, t);
    if (!sum.touches) return self->position;
    float scale = fminf(CROWDED / (float)sum.touches, 1);
    float part = self->radius / WHOLE;
    sidle_vec2 push = times(at((float)sum.x * part, (float)sum.y * part), scale);
    float most = self->top_speed * s->dt;
    sidle_vec2 step = minus(plus(self->position, push), self->place);
    sidle_vec2 end = end_of_step(s, k, step, not_back(step, self->last, most, t));
    sidle_vec2 next = before_enemies(s, k, end, t);
    sidle_vec2 way = minus(next, self->position);
    float least = NEGLIGIBLE * self->radius;
    return dot(way, way) > least * least ? next : self->position;
}

void contact_oracle(contact_scene *scene, contact_tally *tally) {
    sidle_vec2 *next = malloc((scene->count + 1) * sizeof *next);
    if (!next) abort();
    for (int round = 0; round < ROUNDS; round++) {
        for (uint32_t k = 0; k < scene->count; k++) next[k] = next_position(scene, k, tally);
        for (uint32_t k = 0; k < scene->count; k++) scene->bodies[k].position = next[k];
    }
    free(next);
}
