/* Bodies are solid. The places that moving gave are corrected before anybody takes them, in a few
 * rounds; each reads the places of the round before, and what the neighbours contribute is summed
 * in whole numbers, so neither the order of units nor that of neighbours matters. Who may touch
 * whom, and how they share what they have to part by, is the same in all rounds: it is listed once.
 *
 * Who gives way to whom is share_of(): by half among units under orders, by all to one that pushes
 * through, not at all while one stands. Three things make a crowd of solid bodies flow:
 *
 * Slip. Two that want to go different ways do not only part along the line between them, they also
 * slide round each other, each to the side that it is on already, and to the profile's side when
 * they meet head on. Without it fronts that meet stand still, with it they comb into lanes.
 *
 * Skin. Contact between moving units keeps a little more than touching, and what pressure is left
 * eats the skin first. Beside one that stands it is exact, or a close formation would keep out the
 * last of its own.
 *
 * No way back at once. A unit that was carried one way is not carried the other way in the next
 * tick, but stops or goes aside: pressure from two sides would shake it otherwise. */
#include "contact.h"

#include "nearby.h"
#include "terrain.h"

enum { ROUNDS = 6 };

/* In place of the number of contacts: there was no room to list them. */
#define FULL UINT32_MAX

/* Of the sum of both radii, kept beyond touching. */
static const float SKIN = 0.05f;

/* Several bodies at once ask for about the same correction: their sum is divided by their number,
 * and multiplied by this lest a crowd gives way too slowly. */
static const float CROWDED = 4;

/* Cosine of the angle between two ways from which on they are the same: no slip. */
static const float SAME_WAY = 0.9f;

/* Sine of the angle to a body ahead, up to which neither side of it is the nearer one. */
static const float HEAD_ON = 0.1f;

/* Who has arrived makes room for those who share its goal: its share. */
static const float MAKES_ROOM = 0.82f;

/* Of its radius: an arrived unit does not stir for less. */
static const float RESTS = 0.006f;

/* Share of top speed below which it does not count as being carried back. */
static const float SLOW = 0.004f;

/* u; nearer than this there is no direction from one body to the other. */
static const float SAME_SPOT = 1e-4f;

sidle_vec2 contact_parting(const body *self, const body *other) {
    static const sidle_vec2 WAYS[4] = {
        {1, 0}, {0.70710678f, 0.70710678f}, {0, 1}, {-0.70710678f, 0.70710678f}};
    sidle_vec2 away = vec_sub(self->position, other->position);
    float distance = vec_length(away);
    if (distance > SAME_SPOT) return vec_scale(away, 1 / distance);
    /* On the same spot they part in opposite directions, given by their ranks. */
    sidle_vec2 way = WAYS[(self->rank ^ other->rank) & 3u];
    return body_before(self, other) ? way : vec_scale(way, -1);
}

/* ---- who gives way ---- */

/* A detour below the threshold may lead between bodies that leave less room than the unit needs. */
uint8_t contact_force(const body *self, const unit *u, const sidle_profile *p) {
    if (self->standing) return FORCE_NONE;
    if (u->decision == SIDLE_PUSH) return FORCE_PUSHES;
    bool tight = (float)u->seen.value > p->graze * (float)SIDLE_VALUE_UNIT;
    return u->decision == SIDLE_DETOUR && tight ? FORCE_SQUEEZES : FORCE_NONE;
}

/* Has one of the two arrived where both want to be? */
static bool gather(const sidle_world *world, const body *a, const body *b) {
    if (a->standing == STANCE_STANDING || b->standing == STANCE_STANDING) return false;
    if (!a->standing && !b->standing) return false;
    return share_goal(world, unit_of_slot(world, a->slot), unit_of_slot(world, b->slot));
}

bool contact_passes(const sidle_world *world, uint8_t force, const body *self, const body *other) {
    if (force == FORCE_NONE || gather(world, self, other)) return false;
    return force == FORCE_PUSHES || other->standing;
}

/* What the body does of what the two have to part by. Both shares make 1, or 0 where neither
 * moves; one that pushes through a standing one makes nothing of it. */
static float share_of(const sidle_world *world, uint32_t k, uint32_t other) {
    const body *self = &world->crowd.bodies[k], *o = &world->crowd.bodies[other];
    if (gather(world, self, o)) {
        if (self->standing && o->standing) return 0.5f;
        return self->standing ? MAKES_ROOM : 1 - MAKES_ROOM;
    }
    if (self->standing || world->motions[k].force == FORCE_PUSHES) return 0;
    return o->standing || world->motions[other].force == FORCE_PUSHES ? 1 : 0.5f;
}

/* u, at which contact begins. */
static float reach_of(const sidle_world *world, uint32_t k, const body *other) {
    const body *self = &world->crowd.bodies[k];
    float touching = self->radius + other->radius;
    if (contact_passes(world, world->motions[k].force, self, other))
        return touching * (1 - profile_of(world, unit_at(world, k))->threshold);
    bool both_move =
        gather(world, self, other) ? !self->standing || !other->standing : !other->standing;
    return both_move ? touching * (1 + SKIN) : touching;
}

/* ---- corrections ---- */

typedef struct pressure {
    vec_sum push; /* u */
    int32_t bodies;
} pressure;

/* The way out of the other, turned by up to half a right angle towards the way past it. */
static sidle_vec2 way_out(const sidle_world *world, uint32_t k, uint32_t other, sidle_vec2 out) {
    sidle_vec2 mine = world->motions[k].course, its = world->motions[other].course;
    sidle_vec2 past = vec_sub(mine, its);
    if (vec_dot(mine, its) > SAME_WAY || vec_dot(past, out) >= 0) return out;
    sidle_vec2 right = vec_right(out);
    float side = vec_dot(right, past);
    if (fabsf(side) < HEAD_ON * vec_length(past)) {
        const unit *u = unit_at(world, k);
        side = vec_dot(right, vec_right(past));
        if (profile_of(world, u)->side_bias < 0) side = -side;
    }
    return vec_add(out, side < 0 ? vec_scale(right, -1) : right);
}

static bool is_at_place(const sidle_world *world, uint32_t k) {
    sidle_vec2 at = world->motions[k].position, place = world->crowd.bodies[k].position;
    return at.x == place.x && at.y == place.y;
}

static void press(const sidle_world *world, uint32_t k, const contact *with, pressure *sum) {
    sidle_vec2 away = vec_sub(world->motions[k].position, world->motions[with->other].position);
    float distance2 = vec_dot(away, away);
    if (distance2 >= with->reach * with->reach) return;
    if (with->when_pressed && is_at_place(world, k)) return;
    const body *bodies = world->crowd.bodies;
    float distance = sqrtf(distance2);
    sidle_vec2 out = distance > SAME_SPOT ? vec_scale(away, 1 / distance)
                                          : contact_parting(&bodies[k], &bodies[with->other]);
    out = way_out(world, k, with->other, out);
    vec_sum_add(&sum->push, vec_scale(out, with->share * (with->reach - distance)));
    sum->bodies++;
}

/* The step without what leads back along the last one. It keeps a trace of the old direction: at a
 * right angle rounding would say back or forth. */
static sidle_vec2 not_back(sidle_vec2 step, sidle_vec2 last) {
    float back = vec_dot(step, last), length2 = vec_dot(last, last);
    if (back >= 0) return step;
    sidle_vec2 aside = vec_sub(step, vec_scale(last, back / length2));
    return vec_add(aside, vec_scale(last, 0.02f * sqrtf(vec_dot(aside, aside) / length2)));
}

/* ---- who may touch whom ---- */

/* Some way more than the rounding of ways and distances. */
static const float SPARE = 1.001f;

/* u, who has nobody so near needs no round; else it looks for others in the buckets so near. */
static float near_of(const sidle_world *world, uint32_t k) {
    float radius = world->crowd.bodies[k].radius;
    return (radius + world->crowd.largest) * (1 + SKIN) +
           min_float(2 * world->motions[k].limit, radius);
}

/* Can the two come so near in this tick that the first has to give way? No correction takes a body
 * farther from its place than its range. */
static bool may_touch(const sidle_world *world, uint32_t k, uint32_t other, contact *with) {
    const body *self = &world->crowd.bodies[k], *o = &world->crowd.bodies[other];
    if (other == k || o->layer != self->layer) return false;
    sidle_vec2 apart = vec_sub(o->position, self->position);
    float near = (self->radius + o->radius) * (1 + SKIN) + world->motions[k].range +
                 world->motions[other].range;
    if (vec_dot(apart, apart) > near * near * SPARE) return false;
    /* Its own may press who has arrived, but not into one that does not move. */
    bool kept_out = self->standing == STANCE_ARRIVED && o->standing == STANCE_STANDING;
    *with = (contact){other, kept_out ? 1 : share_of(world, k, other), 0, kept_out};
    if (with->share <= 0) return false;
    with->reach = reach_of(world, k, o);
    return true;
}

/* All that the body may touch, in the room that is left for them; FULL when that is too little. */
static uint32_t list_contacts(const sidle_world *world, uint32_t k, float farthest, contact *list,
                              uint32_t room) {
    const crowd *c = &world->crowd;
    const body *self = &c->bodies[k];
    float near = near_of(world, k), near2 = near * near;
    float reach = (self->radius + c->largest) * (1 + SKIN) + world->motions[k].range + farthest;
    float reach2 = max_float(reach * reach * SPARE, near2);
    uint32_t *found = world->ahead;
    uint32_t found_count =
        nearby_within(c, nearby_window(c, self->position, near), self->position, reach2, found);
    bool alone = true;
    uint32_t count = 0;
    for (uint32_t n = 0; n < found_count; n++) {
        uint32_t other = found[n];
        if (other == k) continue;
        sidle_vec2 apart = vec_sub(vec(c->x[other], c->y[other]), self->position);
        if (vec_dot(apart, apart) < near2) alone = false;
        contact with;
        if (count == FULL || !may_touch(world, k, other, &with)) continue;
        if (count < room)
            list[count++] = with;
        else
            count = FULL;
    }
    return alone ? 0 : count;
}

/* Those that may touch somebody, each with the list of whom, as far as there is room. */
static uint32_t list_crowded(const sidle_world *world) {
    const crowd *c = &world->crowd;
    float farthest = 0;
    uint32_t used = 0, room = CONTACTS_A_UNIT * world->room, count = 0;
    for (uint32_t k = 0; k < c->count; k++) farthest = max_float(farthest, world->motions[k].range);
    for (uint32_t k = 0; k < c->count; k++) {
        if (c->bodies[k].standing == STANCE_STANDING) continue;
        uint32_t found = list_contacts(world, k, farthest, world->contacts + used, room - used);
        if (!found) continue;
        world->crowded[count++] = (crowded){.body = k, .first = used, .count = found};
        if (found != FULL) used += found;
    }
    return count;
}

/* ---- rounds ---- */

/* Without a list everybody near is looked at anew. */
static pressure pressure_in_window(const sidle_world *world, uint32_t k) {
    const crowd *c = &world->crowd;
    pressure sum = {{0, 0}, 0};
    window w = nearby_window(c, c->bodies[k].position, near_of(world, k));
    contact with;
    for (int32_t y = w.y0; y <= w.y1; y++)
        for (uint32_t other = nearby_first(c, w, y); other < nearby_end(c, w, y); other++)
            if (may_touch(world, k, other, &with)) press(world, k, &with, &sum);
    return sum;
}

static pressure pressure_on(const sidle_world *world, const crowded *one) {
    if (one->count == FULL) return pressure_in_window(world, one->body);
    pressure sum = {{0, 0}, 0};
    for (uint32_t k = 0; k < one->count; k++)
        press(world, one->body, &world->contacts[one->first + k], &sum);
    return sum;
}

static sidle_vec2 corrected(const sidle_world *world, const crowded *one) {
    const body *self = &world->crowd.bodies[one->body];
    sidle_vec2 at = world->motions[one->body].position;
    pressure sum = pressure_on(world, one);
    if (!sum.bodies) return at;
    const unit *u = unit_at(world, one->body);
    const sidle_profile *p = profile_of(world, u);
    float scale = min_float(CROWDED / (float)sum.bodies, 1),
          limit = world->motions[one->body].limit;
    sidle_vec2 correction = vec_scale(vec_sum_total(sum.push), scale);
    if (self->standing && vec_length(correction) < RESTS * self->radius) return at;
    sidle_vec2 step = vec_sub(vec_add(at, correction), self->position);
    if (vec_length(u->moved) > SLOW * limit) step = not_back(step, u->moved);
    bool touched;
    return terrain_slide(&world->terrain, p->passable, self->position, vec_truncate(step, limit),
                         p->radius, &touched);
}

/* Did the last round move the body or one that it may touch? If not, this one gives the same. */
static bool is_stirred(const sidle_world *world, const crowded *one) {
    if (one->count == FULL || world->motions[one->body].stirred) return true;
    for (uint32_t k = 0; k < one->count; k++)
        if (world->motions[world->contacts[one->first + k].other].stirred) return true;
    return false;
}

/* Takes the new places; false when nothing has changed. */
static bool take_places(sidle_world *world, uint32_t count) {
    bool any = false;
    for (uint32_t k = 0; k < count; k++) {
        motion *m = &world->motions[world->crowded[k].body];
        sidle_vec2 next = world->crowded[k].next;
        m->stirred = next.x != m->position.x || next.y != m->position.y;
        m->position = next;
        any = any || m->stirred;
    }
    return any;
}

void contact_resolve(sidle_world *world) {
    uint32_t count = list_crowded(world);
    bool stirred = true;
    for (int round = 0; round < ROUNDS && stirred; round++) {
        for (uint32_t k = 0; k < count; k++) {
            crowded *one = &world->crowded[k];
            if (round == 0 || is_stirred(world, one)) one->next = corrected(world, one);
        }
        stirred = take_places(world, count);
    }
}
