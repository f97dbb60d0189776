/* Bodies are solid. The places that moving gave are corrected before anybody takes them, in a few
 * rounds; each reads the places of the round before, and what the neighbours contribute is summed
 * in whole numbers, so neither the order of units nor that of neighbours matters. Who may touch
 * whom, and how they share what they have to part by, is the same in all rounds: it is listed once.
 * Each part of the bodies keeps its lists in its own stretch of the shared arrays, and a round is
 * two passes, one that reads places and one that takes the new ones, so parts may go side by side.
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

#include "lanes.h"
#include "nearby.h"
#include "parts.h"
#include "terrain.h"

enum { ROUNDS = 6 };

/* In place of the number of contacts: there was no room to list them. */
enum { FULL = UINT16_MAX };

_Static_assert(ITEMS_A_PART <= 256, "crowded.body counts from the first of its part");
_Static_assert(ITEMS_A_PART *CONTACTS_A_UNIT < FULL, "a list of a whole part is no full one");
_Static_assert(SIDLE_MAX_UNITS <= 1u << 20, "contact.other has so many bits");

/* Of the sum of both radii, kept beyond touching. */
static const float SKIN = 0.05f;

/* Several bodies at once ask for about the same correction: their sum is divided by their number,
 * and multiplied by this lest a crowd gives way too slowly. */
static const float CROWDED = 4;

/* Cosine of the angle between two ways from which on they are the same: no slip. */
static const float SAME_WAY = 0.9f;

/* Sine of the angle to a body ahead, up to which neither side of it is the nearer one. */
static const float HEAD_ON = 0.1f;

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

/* What a body does of what the two have to part by. Who has arrived makes room for those who share
 * its goal. */
enum share { SHARE_HALF, SHARE_ALL, SHARE_MAKES_ROOM, SHARE_KEEPS_PLACE };
static const float SHARES[] = {0.5f, 1, 0.82f, 1 - 0.82f};

/* How the body meets the other; false when it does nothing to part from it. The shares of both make
 * 1, or 0 where neither moves; one that pushes through a standing one makes nothing of it. */
static inline bool meets(const sidle_world *world, uint32_t k, uint32_t other, contact *with) {
    const body *self = &world->crowd.bodies[k], *o = &world->crowd.bodies[other];
    uint8_t force = world->motions[k].force;
    bool its_push = world->motions[other].force == FORCE_PUSHES;
    *with = (contact){.other = other & (SIDLE_MAX_UNITS - 1)};
    if (!self->standing && !o->standing) { /* as most are */
        with->share = its_push ? SHARE_ALL : SHARE_HALF;
        with->skin = true;
        return force != FORCE_PUSHES;
    }
    bool gathers = gather(world, self, o);
    with->passes = contact_passes(world, force, self, o);
    with->skin = !with->passes && !o->standing;
    if (gathers) with->skin = !self->standing || !o->standing;
    /* Its own may press who has arrived, but not into one that does not move. */
    with->when_pressed = self->standing == STANCE_ARRIVED && o->standing == STANCE_STANDING;
    if (with->when_pressed) {
        with->share = SHARE_ALL;
        return true;
    }
    if (gathers) {
        with->share = self->standing ? SHARE_MAKES_ROOM : SHARE_KEEPS_PLACE;
        if (self->standing && o->standing) with->share = SHARE_HALF;
        return true;
    }
    with->share = o->standing || its_push ? SHARE_ALL : SHARE_HALF;
    return !self->standing && force != FORCE_PUSHES;
}

/* u, at which contact begins. */
static float reach_of(const sidle_world *world, uint32_t k, const contact *with) {
    const crowd *c = &world->crowd;
    float touching = c->radius[k] + c->radius[with->other];
    if (with->passes) touching *= 1 - profile_of(world, unit_at(world, k))->threshold;
    return with->skin ? touching * (1 + SKIN) : touching;
}

/* ---- corrections ---- */

typedef struct pressure {
    vec_sum push; /* u */
    int32_t bodies;
} pressure;

/* The way out of the other, turned by up to half a right angle towards the way past it. */
static inline sidle_vec2 way_out(const sidle_world *world, uint32_t k, uint32_t other, sidle_vec2 out) {
    sidle_vec2 mine = world->motions[k].course, its = world->motions[other].course;
    sidle_vec2 past = vec_sub(mine, its);
    if (vec_dot(mine, its) > SAME_WAY || vec_dot(past, out) >= 0) return out;
    sidle_vec2 right = vec_right(out);
    float side = vec_dot(right, past);
    if (fabsf(side) < HEAD_ON * vec_length(past)) {
        side = vec_dot(right, vec_right(past));
        if (profile_of(world, unit_at(world, k))->side_bias < 0) side = -side;
    }
    return vec_add(out, side < 0 ? vec_scale(right, -1) : right);
}

static bool is_at_place(const sidle_world *world, uint32_t k) {
    sidle_vec2 at = world->motions[k].position, place = world->crowd.bodies[k].position;
    return at.x == place.x && at.y == place.y;
}

static inline void press(const sidle_world *world, uint32_t k, const contact *with, pressure *sum) {
    sidle_vec2 away = vec_sub(world->motions[k].position, world->motions[with->other].position);
    float distance2 = vec_dot(away, away), reach = reach_of(world, k, with);
    if (distance2 >= reach * reach) return;
    if (with->when_pressed && is_at_place(world, k)) return;
    const body *bodies = world->crowd.bodies;
    float distance = sqrtf(distance2);
    sidle_vec2 out = distance > SAME_SPOT ? vec_scale(away, 1 / distance)
                                          : contact_parting(&bodies[k], &bodies[with->other]);
    out = way_out(world, k, with->other, out);
    vec_sum_add(&sum->push, vec_scale(out, SHARES[with->share] * (reach - distance)));
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

/* The same for several. */
static inline lanes near_of_lanes(lanes radius, float largest, lanes limit) {
    lanes touching = lanes_mul(lanes_add(radius, lanes_all(largest)), lanes_all(1 + SKIN));
    return lanes_add(touching, lanes_min(lanes_mul(lanes_all(2), limit), radius));
}

/* Can the two come so near in this tick that the first has to give way? No correction takes a body
 * farther from its place than its range. */
static inline bool may_touch(const sidle_world *world, uint32_t k, uint32_t other, contact *with) {
    const body *self = &world->crowd.bodies[k], *o = &world->crowd.bodies[other];
    if (o->layer != self->layer) return false;
    sidle_vec2 apart = vec_sub(o->position, self->position);
    float near = (self->radius + o->radius) * (1 + SKIN) + world->motions[k].range +
                 world->motions[other].range;
    if (vec_dot(apart, apart) > near * near * SPARE) return false;
    return meets(world, k, other, with);
}

/* ---- lists ---- */

/* A pass over the parts. */
typedef struct pass {
    const sidle_world *world;
    float farthest; /* u, the largest range of all bodies */
    int round;
} pass;

/* From the point to some bodies side by side, u2. */
static inline lanes apart2(const crowd *c, uint32_t first, lanes x, lanes y) {
    lanes dx = lanes_sub(lanes_load(c->x + first), x), dy = lanes_sub(lanes_load(c->y + first), y);
    return lanes_add(lanes_mul(dx, dx), lanes_mul(dy, dy));
}

/* All that the body may touch, in the room that is left for them; FULL when that is too little. */
static uint32_t list_contacts(const pass *p, uint32_t k, contact *list, uint32_t room) {
    const crowd *c = &p->world->crowd;
    float near = near_of(p->world, k);
    float reach =
        (c->radius[k] + c->largest) * (1 + SKIN) + p->world->motions[k].range + p->farthest;
    lanes x = lanes_all(c->x[k]), y = lanes_all(c->y[k]);
    lanes within2 = lanes_all(reach * reach * SPARE);
    window w = nearby_window(c, c->bodies[k].position, near);
    uint32_t count = 0;
    for (int32_t row = w.y0; row <= w.y1; row++) {
        uint32_t first = nearby_first(c, w, row), end = nearby_end(c, w, row);
        for (; first < end; first += LANES) {
            uint32_t in_reach = lanes_bits(lanes_at_most(apart2(c, first, x, y), within2)) &
                                lanes_in_use(end - first);
            for (; in_reach; in_reach &= in_reach - 1) {
                uint32_t other = first + lanes_first(in_reach);
                contact with;
                if (other == k || !may_touch(p->world, k, other, &with)) continue;
                if (count == room) return FULL;
                list[count++] = with;
            }
        }
    }
    return count;
}

/* Which of the bodies have anybody so near that they need rounds? For each, all in the window are
 * counted, without a branch on who is near; one of them is the body itself. */
static uint32_t not_alone(const crowd *c, window w, lanes x, lanes y, lanes near2) {
    lanes count = lanes_all(0), one = lanes_all(1);
    for (int32_t row = w.y0; row <= w.y1; row++)
        for (uint32_t k = nearby_first(c, w, row), end = nearby_end(c, w, row); k < end; k++) {
            lanes dx = lanes_sub(lanes_all(c->x[k]), x), dy = lanes_sub(lanes_all(c->y[k]), y);
            lanes apart2 = lanes_add(lanes_mul(dx, dx), lanes_mul(dy, dy));
            count = lanes_add(count, lanes_only(lanes_less(apart2, near2), one));
        }
    return lanes_bits(lanes_less(one, count));
}

/* The same of bodies that stand in the order of memory: mostly neighbours, and one window does for
 * all. */
static uint32_t not_alone_here(const sidle_world *world, uint32_t first, uint32_t bodies) {
    enum { WIDE = 16 /* buckets; where a row ends and the next one begins it is wider */ };
    const crowd *c = &world->crowd;
    const motion *m = &world->motions[first];
    lanes x = lanes_load(c->x + first), y = lanes_load(c->y + first);
    if (bodies == LANES) {
        lanes near = near_of_lanes(lanes_load(c->radius + first), c->largest,
                                   lanes_of(m[0].limit, m[1].limit, m[2].limit, m[3].limit));
        window w =
            nearby_box(c, vec(lanes_least(lanes_sub(x, near)), lanes_least(lanes_sub(y, near))),
                       vec(lanes_most(lanes_add(x, near)), lanes_most(lanes_add(y, near))));
        if (w.x1 - w.x0 < WIDE) return not_alone(c, w, x, y, lanes_mul(near, near));
    }
    uint32_t found = 0;
    for (uint32_t n = 0; n < bodies; n++) {
        float near = near_of(world, first + n);
        window w = nearby_window(c, c->bodies[first + n].position, near);
        found |= not_alone(c, w, x, y, lanes_all(near * near)) & 1u << n;
    }
    return found;
}

/* Those of the part that may touch somebody; returns their number. */
static uint32_t find_crowded(const sidle_world *world, span s) {
    uint32_t count = 0;
    for (uint32_t first = s.first; first < s.end; first += LANES) {
        uint32_t left = s.end - first, bodies = left < LANES ? left : LANES;
        uint32_t found = not_alone_here(world, first, bodies);
        for (; found; found &= found - 1) {
            uint32_t k = first + lanes_first(found);
            if (world->crowd.bodies[k].standing == STANCE_STANDING) continue;
            world->crowded[s.first + count++] = (crowded){.body = (uint8_t)(k - s.first)};
        }
    }
    return count;
}

/* Gives them their lists, as far as there is room. */
static void list_part(void *work, uint32_t part) {
    const pass *p = work;
    const sidle_world *world = p->world;
    span s = part_span(part, world->crowd.count);
    contact *list = world->contacts + (size_t)s.first * CONTACTS_A_UNIT;
    uint32_t room = (s.end - s.first) * CONTACTS_A_UNIT;
    crowded *one = world->crowded + s.first, *end = one + find_crowded(world, s), *kept = one;
    for (; one < end; one++) {
        uint32_t count = list_contacts(p, s.first + one->body, list, room);
        if (!count) continue;
        *kept = *one;
        kept++->count = (uint16_t)count;
        if (count == FULL) continue;
        list += count;
        room -= count;
    }
    world->throngs[part].crowded = (uint16_t)(kept - world->crowded - s.first);
}

static void range_part(void *work, uint32_t part) {
    const pass *p = work;
    span s = part_span(part, p->world->crowd.count);
    float range = 0;
    for (uint32_t k = s.first; k < s.end; k++) range = max_float(range, p->world->motions[k].range);
    p->world->throngs[part].range = range;
}

/* ---- rounds ---- */

/* Without a list everybody near is looked at anew. */
__attribute__((noinline)) /* it is rare, and takes the registers of the rest */
static pressure pressure_in_window(const sidle_world *world, uint32_t k) {
    const crowd *c = &world->crowd;
    pressure sum = {{0, 0}, 0};
    window w = nearby_window(c, c->bodies[k].position, near_of(world, k));
    contact with;
    for (int32_t y = w.y0; y <= w.y1; y++)
        for (uint32_t other = nearby_first(c, w, y); other < nearby_end(c, w, y); other++)
            if (other != k && may_touch(world, k, other, &with)) press(world, k, &with, &sum);
    return sum;
}

static pressure pressure_on(const sidle_world *world, uint32_t k, const contact *list,
                            uint32_t count) {
    if (count == FULL) return pressure_in_window(world, k);
    pressure sum = {{0, 0}, 0};
    for (uint32_t n = 0; n < count; n++) press(world, k, &list[n], &sum);
    return sum;
}

/* Is it so far from walls that contacts cannot take it there? */
static bool is_open(const sidle_world *world, const body *self, const sidle_profile *p,
                    float limit) {
    const terrain *t = &world->terrain;
    return 2 * limit <= t->cell &&
           terrain_clear(t, p->passable, self->position) >= self->radius + t->cell;
}

static sidle_vec2 corrected(const sidle_world *world, uint32_t k, pressure sum, crowded *one) {
    const body *self = &world->crowd.bodies[k];
    sidle_vec2 at = world->motions[k].position;
    if (!sum.bodies) return at;
    const unit *u = unit_at(world, k);
    float scale = min_float(CROWDED / (float)sum.bodies, 1), limit = world->motions[k].limit;
    sidle_vec2 correction = vec_scale(vec_sum_total(sum.push), scale);
    if (self->standing && vec_length(correction) < RESTS * self->radius) return at;
    sidle_vec2 step = vec_sub(vec_add(at, correction), self->position);
    if (vec_length(u->moved) > SLOW * limit) step = not_back(step, u->moved);
    step = vec_truncate(step, limit);
    const sidle_profile *p = profile_of(world, u);
    if (one->place == PLACE_UNKNOWN)
        one->place = is_open(world, self, p, limit) ? PLACE_OPEN : PLACE_BY_WALL;
    if (one->place == PLACE_OPEN) return vec_add(self->position, step);
    bool touched;
    return terrain_slide(&world->terrain, p->passable, self->position, step, self->radius,
                         &touched);
}

/* Did the last round move the body or one that it may touch? If not, this one gives the same. */
static inline bool is_stirred(const motion *motions, uint32_t k, const contact *list,
                              uint32_t count) {
    if (motions[k].stirred || count == FULL) return true;
    for (uint32_t n = 0; n < count; n++)
        if (motions[list[n].other].stirred) return true;
    return false;
}

/* The places that the round gives to the crowded of a part, where something changes. */
static void shove_part(void *work, uint32_t part) {
    const pass *p = work;
    const sidle_world *world = p->world;
    const motion *motions = world->motions;
    uint32_t first = part_span(part, world->crowd.count).first;
    const contact *list = world->contacts + (size_t)first * CONTACTS_A_UNIT;
    crowded *one = world->crowded + first, *end = one + world->throngs[part].crowded;
    shove *shoves = world->shoves + first;
    bool all = p->round == 0;
    for (; one < end; one++) {
        uint32_t k = first + one->body, count = one->count;
        if (all || is_stirred(motions, k, list, count)) {
            sidle_vec2 next = corrected(world, k, pressure_on(world, k, list, count), one);
            bool stirs = next.x != motions[k].position.x || next.y != motions[k].position.y;
            *shoves = (shove){next, k & INT32_MAX, stirs};
            shoves += stirs || motions[k].stirred;
        }
        if (count != FULL) list += count;
    }
    world->throngs[part].shoves = (uint16_t)(shoves - world->shoves - first);
}

/* Takes the new places. */
static void take_part(void *work, uint32_t part) {
    const sidle_world *world = ((const pass *)work)->world;
    throng *t = &world->throngs[part];
    const shove *s = world->shoves + part_span(part, world->crowd.count).first;
    t->stirred = false;
    for (const shove *end = s + t->shoves; s < end; s++) {
        motion *m = &world->motions[s->body];
        m->position = s->next;
        m->stirred = s->stirs;
        t->stirred = t->stirred || s->stirs;
    }
}

void contact_resolve(sidle_world *world) {
    uint32_t bodies = world->crowd.count, parts = parts_of(bodies);
    pass p = {.world = world};
    parts_run(world, range_part, &p, bodies);
    for (uint32_t k = 0; k < parts; k++)
        p.farthest = max_float(p.farthest, world->throngs[k].range);
    parts_run(world, list_part, &p, bodies);
    for (bool stirred = true; p.round < ROUNDS && stirred; p.round++) {
        parts_run(world, shove_part, &p, bodies);
        parts_run(world, take_part, &p, bodies);
        stirred = false;
        for (uint32_t k = 0; k < parts; k++) stirred = stirred || world->throngs[k].stirred;
    }
}
