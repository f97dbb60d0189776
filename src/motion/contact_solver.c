/* Bodies are solid. The places that moving gave are corrected before anybody takes them, in a few
 * rounds; each reads the places of the round before, and what the neighbours contribute is summed
 * in whole numbers, so neither the order of units nor that of neighbours matters. Who may touch
 * whom is listed for a few ticks at once. The first round finds the pairs that do among those
 * lists; each further one sees only to bodies near which the one before has changed something.
 *
 * Each part of the bodies keeps its lists in its own stretch of the shared arrays, and a round is
 * two passes, one that reads places and one that takes the new ones, so parts may go side by side.
 *
 * Who gives way to whom is gives_way(): by half among units under orders, by all to one that pushes
 * through, not at all while one stands. Three things make a bodies of solid bodies flow:
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
#include "motion/contact.h"

#include "base/lanes.h"
#include "motion/contact_rules.h"
#include "motion/enemies.h"
#include "motion/neighbour_lists.h"
#include "motion/push_through.h"
#include "world/parts.h"
#include "world/terrain.h"

enum { ITERATIONS = 6 };

/* Several bodies at once ask for about the same correction: their sum is divided by their number,
 * and multiplied by this lest a bodies gives way too slowly. */
static const float CROWDED = 4;

/* Cosine of the angle between two ways from which on they are the same: no slip. */
static const float NO_SLIP = 0.9f;

/* Sine of the angle to a body ahead, up to which neither side of it is the nearer one. */
static const float HEAD_ON = 0.1f;

/* Of both radii: two that have arrived where both want to be leave so much of an overlap, lest a
 * bodies that is packed well would never come to rest. */
static const float AT_REST = 0.004f;

/* Of its radius: an arrived unit does not stir for less. */
static const float RESTS = 0.001f;

/* Of its radius: less is no correction, or the last rounds would only polish. */
static const float NEGLIGIBLE = 0.0015f;

/* Share of top speed below which it does not count as being carried back. */
static const float BARELY_CARRIED = 0.004f;

/* What the bodies of a part press on each other is found body by body, and reckoned four pairs at a
 * time. */
enum { PAIRS = 256 };

typedef struct pair {
    uint32_t self, other;
    uint32_t sum; /* of the one that is pressed */
} pair;

/* A body that others press. */
typedef struct pressed {
    uint32_t body;
    uint32_t others;
    vec_sum push; /* u */
} pressed;

typedef struct batch {
    const contact_pass *pass;
    uint32_t pairs, bodies;
    pair pair[PAIRS + LANES];
    pressed pressed[ITEMS_A_PART + LANES];
} batch;

#define OF_PAIRS(who, field)                                                                       \
    lanes2_from(&m[p[0].who].field, &m[p[1].who].field, &m[p[2].who].field, &m[p[3].who].field)
#define EACH(items, field) lanes_of(items[0].field, items[1].field, items[2].field, items[3].field)

/* Of length 1: where each body of the pairs leaves the other. */
static lanes2 ways_apart(const sidle_world *world, const pair *p, lanes2 away, lanes distance) {
    lanes2 out = lanes2_scale(away, lanes_div(lanes_all(1), distance));
    uint32_t same = lanes_bits(lanes_at_most(distance, lanes_all(SAME_SPOT)));
    if (!same) return out;
    sidle_vec2 to[LANES];
    lanes2_to(&to[0], &to[1], &to[2], &to[3], out);
    for (; same; same &= same - 1) {
        const pair *one = &p[lanes_first(same)];
        to[one - p] = contact_direction(unit_at(world, one->self), unit_at(world, one->other));
    }
    return lanes2_from(&to[0], &to[1], &to[2], &to[3]);
}

/* The way out of the other, turned by up to half a right angle towards the way past it. */
static lanes2 slipping(const motion *m, const pair *p, lanes2 out) {
    lanes2 mine = OF_PAIRS(self, course), its = OF_PAIRS(other, course);
    lanes2 past = lanes2_sub(mine, its);
    lanes zero = lanes_all(0);
    lanes_mask same_way = lanes_less(lanes_all(NO_SLIP), lanes2_dot(mine, its));
    lanes_mask part = lanes_at_most(zero, lanes2_dot(past, out));
    uint32_t rests[LANES];
    for (int n = 0; n < LANES; n++) rests[n] = m[p[n].self].standing;
    lanes_mask straight =
        lanes_either(lanes_either(same_way, part), lanes_where(rests, UINT32_MAX));
    if (lanes_bits(straight) == lanes_in_use(LANES)) return out;
    lanes side = lanes2_side(out, past), ahead = lanes2_dot(out, past);
    lanes length = lanes2_length(past);
    uint32_t left[LANES];
    for (int n = 0; n < LANES; n++) left[n] = m[p[n].self].passes_left;
    ahead = lanes_choose(lanes_where(left, 1), lanes_sub(zero, ahead), ahead);
    lanes_mask head_on = lanes_less(lanes_abs(side), lanes_mul(lanes_all(HEAD_ON), length));
    side = lanes_choose(head_on, ahead, side);
    lanes sign = lanes_choose(lanes_less(side, zero), lanes_all(-1), lanes_all(1));
    lanes2 right = {lanes_mul(lanes_sub(zero, out.y), sign), lanes_mul(out.x, sign)};
    return lanes2_choose(straight, out, lanes2_add(out, right));
}

static bool is_at_place(const sidle_world *world, uint32_t k) {
    sidle_vec2 at = world->motions[k].position;
    return at.x == world->bodies.x[k] && at.y == world->bodies.y[k];
}

/* u, at which the contact of a pair begins, and what the body does of it; 0 where there is none. */
static float reach_of(const sidle_world *world, const pair *p, float *share) {
    const float *radius = world->bodies.radius;
    float reach = radius[p->self] + radius[p->other];
    contact with;
    bool is_one = gives_way(world, p->self, p->other, &with);
    if (!is_one || (with.when_pressed && is_at_place(world, p->self))) return *share = 0;
    if (with.passes) reach *= 1 - profile_of(world, unit_at(world, p->self))->threshold;
    *share = with.share;
    if (with.at_rest) return reach * (1 - AT_REST);
    return with.skin ? reach * (1 + SKIN) : reach;
}

/* Adds up what four pairs press. */
static void press_four(batch *b, const pair *p, uint32_t count) {
    const sidle_world *world = b->pass->world;
    const motion *m = world->motions;
    float shares[LANES], reaches[LANES];
    for (int n = 0; n < LANES; n++) reaches[n] = reach_of(world, &p[n], &shares[n]);
    lanes2 away = lanes2_sub(OF_PAIRS(self, position), OF_PAIRS(other, position));
    lanes distance2 = lanes2_dot(away, away), distance = lanes_sqrt(distance2);
    lanes reach = lanes_load(reaches);
    lanes_mask touch = lanes_less(distance2, lanes_mul(reach, reach));
    lanes2 out = slipping(m, p, ways_apart(world, p, away, distance));
    lanes depth = lanes_mul(lanes_load(shares), lanes_sub(reach, distance));
    lanes2 push = lanes2_scale(lanes2_scale(out, depth), lanes_all(SUM_GRAIN));
    int32_t x[LANES], y[LANES];
    lanes_whole(x, lanes_only(touch, push.x));
    lanes_whole(y, lanes_only(touch, push.y));
    uint32_t touching = lanes_bits(touch);
    for (uint32_t n = 0; n < count; n++) {
        pressed *on = &b->pressed[p[n].sum];
        on->push.x += x[n];
        on->push.y += y[n];
        on->others += touching >> n & 1u;
    }
}

static void press_pairs(batch *b) {
    if (!b->pairs) return;
    for (uint32_t n = 0; n < LANES - 1; n++) b->pair[b->pairs + n] = b->pair[0];
    for (uint32_t n = 0; n < b->pairs; n += LANES)
        press_four(b, &b->pair[n], b->pairs - n < LANES ? b->pairs - n : LANES);
    b->pairs = 0;
}

/* Most of those who are listed are too far away; which ones, nobody can foretell, so it is asked
 * without a branch. */
static void find_listed(batch *b, uint32_t k) {
    const sidle_world *world = b->pass->world;
    const motion *mine = &world->motions[k];
    const float *radius = &world->bodies.radius[k];
    const int16_t *list = neighbours_of(world, k);
    const sidle_vec2 at = mine->position;
    const float own = *radius;
    uint32_t pairs = b->pairs;
    for (uint32_t n = 0, end = world->neighbour_lists[k].count; n < end; n++) {
        int32_t off = list[n];
        sidle_vec2 away = vec_sub(at, mine[off].position);
        float farthest = (own + radius[off]) * (1 + SKIN);
        b->pair[pairs] = (pair){k, listed(k, off), b->bodies};
        pairs += vec_dot(away, away) < farthest * farthest;
    }
    b->pairs = pairs;
}

/* Without a list everybody near is looked at anew. */
static void find_in_window(batch *b, uint32_t k) {
    const bodies *c = &b->pass->world->bodies;
    window w = neighbour_window(b->pass, k);
    for (int32_t y = w.y0; y <= w.y1; y++)
        for (uint32_t other = grid_row_first(c, w, y); other < grid_row_end(c, w, y); other++) {
            if (other == k || !on_one_layer(c, k, other)) continue;
            if (b->pairs == PAIRS) press_pairs(b);
            b->pair[b->pairs++] = (pair){k, other, b->bodies};
        }
}

/* One that stood when the lists were made, and no longer does, goes without. */
static void find_pairs(batch *b, uint32_t k) {
    const sidle_world *world = b->pass->world;
    neighbour_list *v = &world->neighbour_lists[k];
    if (v->count == STOOD && world->motions[k].standing != STANCE_STANDING) v->count = UNLISTED;
    if (v->count == STOOD) return;
    b->pressed[b->bodies] = (pressed){.body = k};
    if (b->pairs > PAIRS - LISTED_MAX) press_pairs(b);
    uint32_t pairs = b->pairs;
    if (v->count == UNLISTED)
        find_in_window(b, k);
    else
        find_listed(b, k);
    b->bodies += v->count == UNLISTED || b->pairs != pairs;
}

/* The first round sees to all that may have come near each other, the others to those that the one
 * before it has changed something for. */
static void find_due(batch *b, span s) {
    const sidle_world *world = b->pass->world;
    if (b->pass->round == 1) {
        for (uint32_t k = s.first; k < s.end; k++)
            if (!touches_nobody(b->pass, k)) find_pairs(b, k);
        memset(world->due + s.first, 0, s.end - s.first);
    } else if (world->sums[s.first / ITEMS_A_PART].due) {
        const uint8_t *at = world->due + s.first, *end = world->due + s.end;
        while ((at = memchr(at, b->pass->round, (size_t)(end - at))))
            find_pairs(b, (uint32_t)(at++ - world->due));
    }
}

/* The steps without what leads back along the last ones. They keep a trace of the old direction: at
 * a right angle rounding would say back or forth. */
static lanes2 not_back(lanes2 step, lanes2 last, lanes limit) {
    lanes back = lanes2_dot(step, last), length2 = lanes2_dot(last, last);
    lanes_mask carried =
        lanes_less(lanes_mul(lanes_all(BARELY_CARRIED), limit), lanes_sqrt(length2));
    lanes_mask turns = lanes_both(carried, lanes_less(back, lanes_all(0)));
    if (!lanes_bits(turns)) return step;
    lanes2 aside = lanes2_sub(step, lanes2_scale(last, lanes_div(back, length2)));
    lanes trace = lanes_sqrt(lanes_div(lanes2_dot(aside, aside), length2));
    aside = lanes2_add(aside, lanes2_scale(last, lanes_mul(lanes_all(0.02f), trace)));
    return lanes2_choose(turns, aside, step);
}

/* Where pressure brings bodies that are near a wall. */
static void slide_along_walls(const sidle_world *world, const pressed *b, uint32_t walled,
                              const sidle_vec2 *place, const sidle_vec2 *step, sidle_vec2 *next) {
    for (; walled; walled &= walled - 1) {
        uint32_t n = lanes_first(walled), k = b[n].body;
        const sidle_profile *p = profile_of(world, unit_at(world, k));
        bool touched;
        next[n] =
            terrain_slide(&world->terrain, p->passable, place[n], step[n], p->radius, &touched);
    }
}

/* Is one of those that may come to touch the body an enemy that it does not pass through? */
static bool has_enemies_near(const sidle_world *world, uint32_t k) {
    const int16_t *list = neighbours_of(world, k);
    uint32_t count = world->neighbour_lists[k].count;
    if (count >= STOOD) return true;
    for (uint32_t n = 0; n < count; n++)
        if (is_solid_enemy(world, k, listed(k, list[n]))) return true;
    return false;
}

/* A wall may turn a step into an enemy that was clear of it; then the body stays. */
static void hold_before_enemies(const sidle_world *world, const pressed *b, uint32_t count,
                                const sidle_vec2 *place, sidle_vec2 *next) {
    for (uint32_t n = 0; n < count; n++) {
        if (b[n].others == 0 || !has_enemies_near(world, b[n].body)) continue;
        uint32_t k = b[n].body;
        const sidle_profile *p = profile_of(world, unit_at(world, k));
        bool touched;
        sidle_vec2 step = enemies_hold(world, k, vec_sub(next[n], place[n]));
        next[n] = terrain_slide(&world->terrain, p->passable, place[n], step, p->radius, &touched);
        if (!touched) continue;
        sidle_vec2 left = vec_sub(next[n], place[n]), held = enemies_hold(world, k, left);
        if (held.x != left.x || held.y != left.y) next[n] = place[n];
    }
}

/* What pressure asks of four bodies; who has arrived does not stir for little. */
static lanes2 corrections(const bodies *c, const motion *const *m, const pressed *b,
                          lanes_mask *rest) {
    sidle_vec2 sum[LANES];
    uint32_t standing[LANES];
    for (int n = 0; n < LANES; n++) {
        sum[n] = vec_sum_total(b[n].push);
        standing[n] = m[n]->standing;
    }
    lanes others =
        lanes_of((float)b[0].others, (float)b[1].others, (float)b[2].others, (float)b[3].others);
    lanes scale = lanes_min(lanes_div(lanes_all(CROWDED), others), lanes_all(1));
    lanes2 push = lanes2_scale(lanes2_from(&sum[0], &sum[1], &sum[2], &sum[3]), scale);
    lanes radius = lanes_of(c->radius[b[0].body], c->radius[b[1].body], c->radius[b[2].body],
                            c->radius[b[3].body]);
    lanes_mask little = lanes_less(lanes2_length(push), lanes_mul(lanes_all(RESTS), radius));
    *rest = lanes_both(little, lanes_where(standing, UINT32_MAX));
    return push;
}

/* The places that the round gives to four bodies, if they are others than before, go after those of
 * the part's other shoves; how many these are then. */
static uint32_t shove_four(const contact_pass *in, const pressed *b, uint32_t count,
                           uint32_t shoves) {
    const sidle_world *world = in->world;
    const bodies *c = &world->bodies;
    uint32_t part = b->body / ITEMS_A_PART, first = part * ITEMS_A_PART;
    part_sum *sum = &world->sums[part];
    const motion *m[LANES];
    const sidle_profile *p[LANES];
    sidle_vec2 place[LANES], steps[LANES], next[LANES];
    uint32_t walled = 0;
    for (uint32_t n = 0; n < LANES; n++) {
        m[n] = &world->motions[b[n].body];
        place[n] = vec(c->x[b[n].body], c->y[b[n].body]);
        p[n] = profile_of(world, unit_at(world, b[n].body));
        walled |= (uint32_t)!m[n]->open << n;
    }
    lanes_mask rest;
    lanes2 at = lanes2_from(&m[0]->position, &m[1]->position, &m[2]->position, &m[3]->position);
    lanes2 from = lanes2_from(&place[0], &place[1], &place[2], &place[3]);
    lanes2 last = lanes2_from(&c->moved[b[0].body], &c->moved[b[1].body], &c->moved[b[2].body],
                              &c->moved[b[3].body]);
    lanes speed = lanes_of(p[0]->top_speed, p[1]->top_speed, p[2]->top_speed, p[3]->top_speed);
    lanes limit = lanes_mul(speed, lanes_all(in->dt));
    walled |= lanes_bits(lanes_less(lanes_all(0.5f * world->terrain.cell), limit));
    lanes2 step = lanes2_sub(lanes2_add(at, corrections(c, m, b, &rest)), from);
    step = lanes2_truncate(not_back(step, last, limit), limit);
    lanes2_to(&steps[0], &steps[1], &steps[2], &steps[3], step);
    lanes2_to(&next[0], &next[1], &next[2], &next[3], lanes2_add(from, step));
    slide_along_walls(world, b, walled, place, steps, next);
    if (c->teams) hold_before_enemies(world, b, count, place, next);
    uint32_t resting = lanes_bits(rest);
    for (uint32_t n = 0; n < count; n++) {
        sidle_vec2 way = vec_sub(next[n], m[n]->position);
        float least = NEGLIGIBLE * c->radius[b[n].body];
        shoves_of(world)[first + shoves] = next[n];
        sum->shoved[shoves] = (uint8_t)(b[n].body - first);
        shoves += (vec_dot(way, way) > least * least) & !(resting >> n & 1u) & (b[n].others > 0);
    }
    return shoves;
}

static void shove_part(void *work, uint32_t part) {
    batch b;
    b.pass = work;
    b.pairs = b.bodies = 0;
    const sidle_world *world = b.pass->world;
    if (world->sums[part].still) return;
    span s = part_span(part, world->living);
    find_due(&b, s);
    press_pairs(&b);
    uint32_t shoves = 0;
    for (uint32_t n = 0; n < LANES - 1; n++) b.pressed[b.bodies + n] = b.pressed[0];
    for (uint32_t n = 0; n < b.bodies; n += LANES) {
        uint32_t left = b.bodies - n;
        shoves = shove_four(b.pass, &b.pressed[n], left < LANES ? left : LANES, shoves);
    }
    world->sums[part].shoves = (uint16_t)shoves;
}

/* The next round sees to the body; several parts may say so at once. */
static void make_due(const sidle_world *world, uint32_t k, int round) {
    store_shared(&world->due[k], (uint8_t)round);
    store_shared_flag(&world->sums[k / ITEMS_A_PART].due, true);
}

static void make_window_due(const contact_pass *p, uint32_t k) {
    const bodies *c = &p->world->bodies;
    window w = neighbour_window(p, k);
    for (int32_t y = w.y0; y <= w.y1; y++)
        for (uint32_t other = grid_row_first(c, w, y); other < grid_row_end(c, w, y); other++)
            make_due(p->world, other, p->round + 1);
}

/* Takes the new places: now those that were shoved, and those near them, have to be seen to. */
static void take_part(void *work, uint32_t part) {
    const contact_pass *p = work;
    const sidle_world *world = p->world;
    const part_sum *sum = &world->sums[part];
    uint32_t first = part * ITEMS_A_PART;
    for (uint32_t at = 0; at < sum->shoves; at++) {
        uint32_t k = first + sum->shoved[at], count = world->neighbour_lists[k].count;
        const int16_t *list = neighbours_of(world, k);
        world->motions[k].position = shoves_of(world)[first + at];
        world->motions[k].as_driven = false;
        make_due(world, k, p->round + 1);
        if (count == UNLISTED) make_window_due(p, k);
        for (uint32_t n = 0; n < count && count != UNLISTED; n++)
            make_due(world, listed(k, list[n]), p->round + 1);
    }
}

void contact_resolve(sidle_world *world, float dt) {
    uint32_t count = world->living;
    contact_pass p = {.world = world, .dt = dt};
    lists_update(&p);
    bool any = true;
    for (p.round = 1; p.round <= ITERATIONS && any; p.round++) {
        any = false;
        parts_run(world, shove_part, &p, count);
        for (uint32_t part = 0; part < parts_of(count); part++) world->sums[part].due = false;
        parts_run(world, take_part, &p, count);
        for (uint32_t part = 0; part < parts_of(count); part++) any |= world->sums[part].due;
    }
}
