/* Bodies are solid. The drive gives each body a position for this tick; the solver corrects these
 * positions in a few Jacobi iterations before the units take them. Each iteration reads the
 * positions of the one before, and the contributions of the neighbours are summed in whole numbers,
 * so neither the order of bodies nor that of neighbours changes a result. The first iteration
 * visits all bodies whose Verlet lists say that they may touch another one; each further iteration
 * visits only bodies near which the one before has changed something, as long as it has not moved
 * most bodies.
 *
 * The bodies are cut into parts that may run on several threads. An iteration is two passes: one
 * reads positions and stores the corrected ones in the part's own stretch of a shared array, and
 * one takes them over.
 *
 * Who gives way to whom is in contact_rules.c: two units under way share the overlap, a unit under
 * way makes all of the way round a standing one. Three more things make a crowd of solid bodies
 * flow:
 *
 * Slip. Two bodies that want to go different ways do not only part along the line between them,
 * they also slide round each other, each to the side on which it is already, and to the side of its
 * profile when they meet head on. Without slip, fronts that meet stand still; with it, they comb
 * into lanes.
 *
 * Margin. Contact between moving bodies begins a little before they touch. An overlap that the
 * iterations could not remove uses up this gap before the bodies really overlap. Beside a standing
 * body contact is exact, or a close formation would keep out its last units.
 *
 * No way back at once. A body that was carried one way in the last tick is not carried back in this
 * one, but stops or goes aside: pressure from two sides would make it shake. */
#include "motion/contact.h"

#include "base/lanes.h"
#include "base/measures.h"
#include "motion/contact_rules.h"
#include "motion/enemies.h"
#include "motion/neighbour_lists.h"
#include "world/shown.h"
#include "world/terrain.h"

#include <assert.h>

/* Jacobi iterations: in a tick, at most. Found on blocks400, circle1000, door200 and two-way of the
 * scoreboard: 3 were too weak to hold a crowd. More cost time in dense crowds. */
enum { ITERATIONS = 6 };

/* Neighbours: the corrections of so many are summed; with n neighbours beyond that, the sum is
 * multiplied by AVERAGED_FROM / n. Found with ITERATIONS on the same rows: 1.5 was too weak. A
 * plain sum overshoots in a packed crowd. */
static const float AVERAGED_FROM = 4;

/* Sine of the angle to a body ahead: below it the bodies meet head on, and the profile chooses the
 * side. At .002 maps/doorway_two_way overlaps .063 instead of .016. */
static const float HEAD_ON = 0.1f;

/* Of the radius: a smaller correction is dropped. Found on point200 and door200 over 20 seeds:
 * 0.003 cost overlap on point200; below, the last iterations only polish. */
static const float NEGLIGIBLE = 0.0015f;

/* Of the way at top speed in a tick: a body that moved less far than this in the last tick may be
 * pushed back. Found on the doors of the scoreboard, where it brought reversals down from 0.13 to
 * 0.03; above, slow shaking stays. */
#define REVERSAL_LEAST (2 * IMPERCEPTIBLE)

/* Share of the old direction: kept by a correction that is turned aside: at an exact right angle
 * rounding would decide between back and forth. At .002
 * maps/bridge_too_far reverses .013 times a second instead of never. */
static const float OLD_DIRECTION_KEPT = 0.02f;

/* Size: pairs are collected body by body and computed four at a time; a batch holds so many. */
enum { PAIRS = 256 };

_Static_assert((int)PAIRS >= (int)LISTED_MAX, "a batch holds a whole list");

/* Four pairs of bodies that may touch, side by side; only `self` is corrected by a pair. */
typedef struct four_pairs {
    const uint32_t *self, *other;
    const uint32_t *sum; /* index of self in batch.pressed */
} four_pairs;

/* What the neighbours of one body ask of it. */
typedef struct pressed {
    uint32_t body;
    uint32_t others; /* neighbours that touch it */
    vec_sum push;    /* u, the sum of their corrections */
} pressed;

/* The last of the sums; the others are those of the bodies of a part, and room for a group of lanes
 * beyond. */
enum { UNREAD_SUM = ITEMS_A_PART + LANES - 1 };

/* The pairs of one part. The arrays have room for a group of lanes beyond. */
typedef struct batch {
    const contact_pass *pass;
    uint32_t pairs, bodies;                                                 /* in use */
    uint32_t self[PAIRS + LANES], other[PAIRS + LANES], sum[PAIRS + LANES]; /* of four_pairs */
    pressed pressed[ITEMS_A_PART + LANES];
} batch;

/* A field of the motions of one side, self or other, of four pairs. */
#define OF_PAIRS(side, field)                                                                      \
    lanes2_from(&m[p.side[0]].field, &m[p.side[1]].field, &m[p.side[2]].field, &m[p.side[3]].field)

/* Length 1: the direction in which each body leaves the other one. */
static lanes2 directions_apart(const sidle_world *world, four_pairs p, lanes2 away,
                               lanes distance) {
    lanes2 out = lanes2_scale(away, lanes_div(lanes_all(1), distance));
    uint32_t same = lanes_bits(lanes_at_most(distance, lanes_all(SHORTEST_WAY)));
    if (!same) return out;
    sidle_vec2 to[LANES];
    lanes2_to(&to[0], &to[1], &to[2], &to[3], out);
    for (; same; same &= same - 1) {
        uint32_t n = lowest_bit(same);
        to[n] = contact_direction(shown_at(world, p.self[n]), shown_at(world, p.other[n]));
    }
    return lanes2_from(&to[0], &to[1], &to[2], &to[3]);
}

/* The sides to which bodies go that meet head on; < 0: left. `ahead` is the part of their courses
 * that leads out of each other. */
static lanes profile_sides(const motion *m, four_pairs p, lanes ahead) {
    uint32_t left[LANES];
    for (int n = 0; n < LANES; n++) left[n] = m[p.self[n]].passes_left;
    return lanes_choose(lanes_where(left, 1), lanes_sub(lanes_all(0), ahead), ahead);
}

/* Slip: the direction out of the other body, turned by 45 degrees towards the way past it. The
 * direction is not turned when both bodies drive the same way, or already move apart. */
static lanes2 slip_directions(const motion *m, four_pairs p, lanes2 out) {
    lanes2 mine = OF_PAIRS(self, course), its = OF_PAIRS(other, course);
    lanes2 past = lanes2_sub(mine, its);
    lanes zero = lanes_all(0);
    lanes_mask same_way = lanes_less(lanes_all(COS_SAME), lanes2_dot(mine, its));
    lanes_mask parting = lanes_at_most(zero, lanes2_dot(past, out));
    lanes_mask straight = lanes_either(same_way, parting);
    if (lanes_bits(straight) == lanes_in_use(LANES)) return out;
    lanes side = lanes2_side(out, past);
    lanes_mask head_on =
        lanes_less(lanes_abs(side), lanes_mul(lanes_all(HEAD_ON), lanes2_length(past)));
    if (lanes_bits(head_on))
        side = lanes_choose(head_on, profile_sides(m, p, lanes2_dot(out, past)), side);
    lanes sign = lanes_choose(lanes_less(side, zero), lanes_all(-1), lanes_all(1));
    lanes2 right = {lanes_mul(lanes_sub(zero, out.y), sign), lanes_mul(out.x, sign)};
    return lanes2_choose(straight, out, lanes2_add(out, right));
}

/* u: the distance of the centres at which contact begins, and the share of the overlap that the
 * body takes away; both 0 when it does not give way. */
static float contact_distance(const sidle_world *world, uint32_t k, uint32_t other, float *share) {
    const float *radius = world->bodies.radius;
    float radii = radius[k] + radius[other];
    contact with;
    if (!gives_way(world, k, other, &with)) return *share = 0;
    if (with.passes) radii *= 1 - profile_of(world, unit_at(world, k))->tuning.threshold;
    *share = with.share;
    return with.margin ? radii * (1 + ROOM_LEFT) : radii;
}

/* Bits of those of four pairs that do not meet as most do: the table of rules has to be asked. */
static uint32_t those_not_plain(const sidle_world *world, four_pairs p) {
    if (world->any_priority) return lanes_in_use(LANES);
    const motion *m = world->motions;
    uint32_t bits = 0;
    for (uint32_t n = 0; n < LANES; n++)
        bits |= (uint32_t) !(m[p.self[n]].plain & m[p.other[n]].plain) << n;
    return bits;
}

/* The same of four pairs. Two plain bodies share their overlap evenly. */
static lanes contact_distances(const sidle_world *world, four_pairs p, lanes *share) {
    const float *radius = world->bodies.radius;
    float begins[LANES], shares[LANES];
    for (int n = 0; n < LANES; n++) begins[n] = radius[p.self[n]] + radius[p.other[n]];
    lanes begin = lanes_mul(lanes_load(begins), lanes_all(1 + ROOM_LEFT));
    *share = lanes_all(0.5f);
    uint32_t bits = those_not_plain(world, p);
    if (!bits) return begin;
    lanes_store(begins, begin);
    lanes_store(shares, *share);
    for (; bits; bits &= bits - 1) {
        uint32_t n = lowest_bit(bits);
        begins[n] = contact_distance(world, p.self[n], p.other[n], &shares[n]);
    }
    *share = lanes_load(shares);
    return lanes_load(begins);
}

/* Adds the corrections of four pairs to the sums of their bodies. */
static void sum_four_pairs(batch *b, four_pairs p) {
    const sidle_world *world = b->pass->world;
    const motion *m = world->motions;
    lanes share, begin = contact_distances(world, p, &share);
    lanes2 away = lanes2_sub(OF_PAIRS(self, position), OF_PAIRS(other, position));
    lanes distance2 = lanes2_dot(away, away), distance = lanes_sqrt(distance2);
    lanes_mask touch = lanes_less(distance2, lanes_mul(begin, begin));
    lanes2 out = slip_directions(m, p, directions_apart(world, p, away, distance));
    lanes depth = lanes_mul(share, lanes_sub(begin, distance));
    const float *radius = world->bodies.radius;
    lanes own =
        lanes_of(radius[p.self[0]], radius[p.self[1]], radius[p.self[2]], radius[p.self[3]]);
    lanes steps = lanes_div(lanes_all(FIXED_POINT), own);
    lanes2 push = lanes2_scale(lanes2_scale(out, depth), steps);
    int32_t x[LANES], y[LANES];
    lanes_whole(x, lanes_only(touch, push.x));
    lanes_whole(y, lanes_only(touch, push.y));
    uint32_t touching = lanes_bits(touch);
    for (uint32_t n = 0; n < LANES; n++) {
        pressed *on = &b->pressed[p.sum[n]];
        on->push.x += x[n];
        on->push.y += y[n];
        on->others += touching >> n & 1u;
    }
}

/* Computes all pairs of the batch and empties it. The last group of lanes is filled with copies of
 * the first pair, whose sum nobody reads. */
static void sum_pairs(batch *b) {
    assert(b->pairs <= PAIRS);
    if (!b->pairs) return;
    for (uint32_t n = 0; n < LANES - 1; n++) {
        b->self[b->pairs + n] = b->self[0];
        b->other[b->pairs + n] = b->other[0];
        b->sum[b->pairs + n] = UNREAD_SUM;
    }
    for (uint32_t n = 0; n < b->pairs; n += LANES)
        sum_four_pairs(b, (four_pairs){&b->self[n], &b->other[n], &b->sum[n]});
    b->pairs = 0;
}

/* Which of the four bodies that are listed from `at` on, a bit each, are near enough to touch? */
static uint32_t those_near(const motion *m, const float *radius, const int16_t *at, lanes2 position,
                           lanes own_radius) {
    const motion *a = &m[at[0]], *b = &m[at[1]], *c = &m[at[2]], *d = &m[at[3]];
    lanes radii = lanes_of(radius[at[0]], radius[at[1]], radius[at[2]], radius[at[3]]);
    lanes2 its = lanes2_from(&a->position, &b->position, &c->position, &d->position);
    lanes2 away = lanes2_sub(position, its);
    lanes touching = lanes_mul(lanes_add(own_radius, radii), lanes_all(1 + ROOM_LEFT));
    return lanes_bits(lanes_less(lanes2_dot(away, away), lanes_mul(touching, touching)));
}

/* Collects the listed bodies that are near enough to touch. Each pair is written and only the count
 * depends on the bits: which bodies are near is hard to predict. */
static void find_pairs_in_list(batch *b, const sidle_world *world, uint32_t k) {
    uint32_t first = part_begin(k), count = world->neighbour_lists[k].count;
    const motion *m = &world->motions[first];
    const float *radius = &world->bodies.radius[first];
    const int16_t *list = neighbours_of(world, k);
    const sidle_vec2 at = world->motions[k].position;
    const lanes2 position = {lanes_all(at.x), lanes_all(at.y)};
    const lanes own_radius = lanes_all(world->bodies.radius[k]);
    const uint32_t sum = b->bodies;
    uint32_t pairs = b->pairs;
    uint64_t used = ((uint64_t)1 << count) - 1;
    for (; used; used >>= LANES, list += LANES) {
        uint32_t near = those_near(m, radius, list, position, own_radius) & (uint32_t)used;
        for (uint32_t n = 0; n < LANES; n++) b->self[pairs + n] = k, b->sum[pairs + n] = sum;
        for (uint32_t n = 0; n < LANES; n++, near >>= 1) {
            b->other[pairs] = listed(first, list[n]);
            pairs += near & 1u;
        }
    }
    b->pairs = pairs;
}

/* Collects all bodies of the buckets around a body that has no list. */
SIDLE_SELDOM void find_pairs_in_grid(batch *b, uint32_t k) {
    const bodies *c = &b->pass->world->bodies;
    window w = neighbour_window(b->pass, k);
    FOR_EACH_BODY (c, w, other) {
        if (other == k || !on_one_layer(c, k, other)) continue;
        if (b->pairs == PAIRS) sum_pairs(b);
        b->self[b->pairs] = k;
        b->other[b->pairs] = other;
        b->sum[b->pairs++] = b->bodies;
    }
}

/* Collects the pairs of one body. */
static void find_pairs(batch *b, const sidle_world *world, uint32_t k) {
    b->pressed[b->bodies] = (pressed){.body = k};
    if (b->pairs > PAIRS - LISTED_MAX) sum_pairs(b);
    uint32_t pairs = b->pairs;
    bool listed = world->neighbour_lists[k].count != UNLISTED;
    if (listed)
        find_pairs_in_list(b, world, k);
    else
        find_pairs_in_grid(b, k);
    b->bodies += !listed || b->pairs != pairs;
}

/* Lists the bodies that this iteration has to visit: all that may touch another body, or those that
 * the iteration before has marked. Returns their number. */
static uint32_t list_due(const contact_pass *p, span s, uint32_t *list) {
    const uint8_t *due = p->world->due, *end = due + s.end;
    uint32_t count = 0;
    if (p->visits_all) {
        for (uint32_t k = s.first; k < s.end; k++) {
            list[count] = k;
            count += !touches_nobody(p, k);
        }
        memset(p->world->due + s.first, 0, s.end - s.first);
    } else {
        for (const uint8_t *at = due + s.first; at < end; at++) {
            if (*at != p->iteration) at = memchr(at, p->iteration, (size_t)(end - at));
            if (!at) break;
            list[count++] = (uint32_t)(at - due);
        }
    }
    return count;
}

/* Collects the pairs of all bodies that this iteration has to visit. A body that stands gives way
 * to nobody. One that stood when the lists were made, and no longer does, has no list until they
 * are made anew. */
static void find_due_pairs(batch *b, span s) {
    const sidle_world *world = b->pass->world;
    uint32_t list[ITEMS_A_PART], count = list_due(b->pass, s, list);
    for (uint32_t n = 0; n < count; n++) {
        neighbour_list *v = &world->neighbour_lists[list[n]];
        if (v->count == STOOD && world->motions[list[n]].stance == STANCE_STANDING) continue;
        if (v->count == STOOD) v->count = UNLISTED;
        find_pairs(b, world, list[n]);
    }
}

/* u: a body that moved less far in the last tick may be led back. Only the bodies of `back` (bits)
 * have a value: it needs the unit's record, which an iteration reads of few bodies. */
static lanes reversal_least(const contact_pass *in, const pressed *b, uint32_t back) {
    float least[LANES] = {0};
    for (; back; back &= back - 1) {
        uint32_t n = lowest_bit(back);
        float top_speed = unit_top_speed(in->world, unit_at(in->world, b[n].body));
        least[n] = REVERSAL_LEAST * (top_speed * in->dt);
    }
    return lanes_load(least);
}

/* The shifts without the part that leads back along the last shifts (both u). */
static lanes2 without_reversal(const contact_pass *in, const pressed *b, lanes2 shift,
                               lanes2 last) {
    lanes back = lanes2_dot(shift, last), length2 = lanes2_dot(last, last);
    lanes_mask turns = lanes_less(back, lanes_all(0));
    if (!lanes_bits(turns)) return shift;
    lanes least = reversal_least(in, b, lanes_bits(turns));
    turns = lanes_both(turns, lanes_less(least, lanes_sqrt(length2)));
    if (!lanes_bits(turns)) return shift;
    lanes2 aside = lanes2_sub(shift, lanes2_scale(last, lanes_div(back, length2)));
    lanes trace = lanes_sqrt(lanes_div(lanes2_dot(aside, aside), length2));
    aside = lanes2_add(aside, lanes2_scale(last, lanes_mul(lanes_all(OLD_DIRECTION_KEPT), trace)));
    return lanes2_choose(turns, aside, shift);
}

/* Sweeps the shifts of the bodies near a wall (bits of `walled`) along the terrain. The wall takes
 * its part of a shift first and the range bounds what is left: two abreast in a lane press each
 * other against its walls, and would have nothing left of their way ahead otherwise. A body that
 * would be led against what its neighbours ask of it stops: the rule against reversals turned it
 * aside, into the wall, and what is left of the old direction would lead it deeper into another. */
static void slide_along_walls(const sidle_world *world, const pressed *b, uint32_t walled,
                              const sidle_vec2 *began_at, const sidle_vec2 *wanted,
                              const sidle_vec2 *shift, sidle_vec2 *next) {
    for (; walled; walled &= walled - 1) {
        uint32_t n = lowest_bit(walled), k = b[n].body;
        const sidle_profile *p = profile_of(world, unit_at(world, k));
        float range = world->motions[k].range;
        bool touched;
        next[n] =
            terrain_slide(&world->terrain, p->passable, began_at[n], shift[n], p->radius, &touched);
        sidle_vec2 slid = vec_sub(next[n], began_at[n]);
        if (vec_dot(slid, wanted[n]) < 0)
            next[n] = began_at[n];
        else if (vec_length(slid) > range)
            next[n] = terrain_slide(&world->terrain, p->passable, began_at[n],
                                    vec_truncate(slid, range), p->radius, &touched);
    }
}

/* True when a body that may come to touch this one is an enemy as solid as a wall; also true for a
 * body without a list, where that is not known. */
static bool has_enemies_near(const sidle_world *world, uint32_t k) {
    const int16_t *list = neighbours_of(world, k);
    uint32_t count = world->neighbour_lists[k].count;
    if (count >= STOOD) return true;
    for (uint32_t n = 0; n < count; n++)
        if (is_solid_enemy(world, k, listed(part_begin(k), list[n]))) return true;
    return false;
}

/* Cuts the shifts of four bodies before solid enemies. A wall may turn a shift that was cut back
 * into an enemy; then the body stays where it is. */
static void hold_before_enemies(const sidle_world *world, const pressed *b, uint32_t count,
                                const sidle_vec2 *began_at, sidle_vec2 *next) {
    for (uint32_t n = 0; n < count; n++) {
        if (b[n].others == 0 || !has_enemies_near(world, b[n].body)) continue;
        uint32_t k = b[n].body;
        const sidle_profile *p = profile_of(world, unit_at(world, k));
        bool touched;
        sidle_vec2 shift = enemies_hold(world, k, vec_sub(next[n], began_at[n]));
        next[n] =
            terrain_slide(&world->terrain, p->passable, began_at[n], shift, p->radius, &touched);
        if (!touched) continue;
        sidle_vec2 slid = vec_sub(next[n], began_at[n]), held = enemies_hold(world, k, slid);
        if (held.x != slid.x || held.y != slid.y) next[n] = began_at[n];
    }
}

/* What the neighbours of four bodies ask of them. */
typedef struct corrections {
    lanes2 push;      /* u */
    lanes least;      /* u: a body that is moved by no more than this stays where it is */
    lanes_mask stirs; /* it is touched */
} corrections;

static corrections mean_corrections(const bodies *c, const pressed *b) {
    sidle_vec2 sum[LANES];
    for (int n = 0; n < LANES; n++) sum[n] = vec_sum_total(b[n].push, c->radius[b[n].body]);
    lanes others =
        lanes_of((float)b[0].others, (float)b[1].others, (float)b[2].others, (float)b[3].others);
    lanes scale = lanes_min(lanes_div(lanes_all(AVERAGED_FROM), others), lanes_all(1));
    lanes2 push = lanes2_scale(lanes2_from(&sum[0], &sum[1], &sum[2], &sum[3]), scale);
    lanes radius = lanes_of(c->radius[b[0].body], c->radius[b[1].body], c->radius[b[2].body],
                            c->radius[b[3].body]);
    return (corrections){.push = push,
                         .least = lanes_mul(lanes_all(NEGLIGIBLE), radius),
                         .stirs = lanes_less(lanes_all(0), others)};
}

/* Appends the new positions of those of four bodies that are moved (bits) to those of their part;
 * returns the number of the part's positions. Each one is written and only the count depends on the
 * bits. */
static uint32_t keep_corrected(const sidle_world *world, const pressed *b, uint32_t moved,
                               const sidle_vec2 *next, uint32_t shoves) {
    uint32_t part = b->body / ITEMS_A_PART, first = part * ITEMS_A_PART;
    sidle_vec2 *shoved_to = shoves_of(world) + first;
    uint8_t *shoved = world->lists_of_parts[part].units;
    for (uint32_t n = 0; moved; n++, moved >>= 1) {
        shoved_to[shoves] = next[n];
        shoved[shoves] = (uint8_t)(b[n].body - first);
        shoves += moved & 1u;
    }
    return shoves;
}

/* Turns the corrections of four bodies, of which `count` are in use, into new positions. `shoves`
 * is the number of positions that the part has so far; the new number is returned. */
static uint32_t correct_four(const contact_pass *in, const pressed *b, uint32_t count,
                             uint32_t shoves) {
    const sidle_world *world = in->world;
    const bodies *c = &world->bodies;
    const motion *m[LANES];
    sidle_vec2 began_at[LANES], wanted[LANES], shifts[LANES], next[LANES];
    uint32_t walled = 0;
    for (uint32_t n = 0; n < LANES; n++) {
        m[n] = &world->motions[b[n].body];
        began_at[n] = vec(c->x[b[n].body], c->y[b[n].body]);
        walled |= (uint32_t)!m[n]->open << n;
    }
    const corrections asked = mean_corrections(c, b);
    lanes2 at = lanes2_from(&m[0]->position, &m[1]->position, &m[2]->position, &m[3]->position);
    lanes2 from = lanes2_from(&began_at[0], &began_at[1], &began_at[2], &began_at[3]);
    lanes2 last = lanes2_from(&c->moved[b[0].body], &c->moved[b[1].body], &c->moved[b[2].body],
                              &c->moved[b[3].body]);
    lanes range = lanes_of(m[0]->range, m[1]->range, m[2]->range, m[3]->range);
    walled |= lanes_bits(lanes_less(lanes_all(0.5f * world->terrain.cell), range));
    lanes2 shift = lanes2_sub(lanes2_add(at, asked.push), from);
    lanes2_to(&wanted[0], &wanted[1], &wanted[2], &wanted[3], shift);
    shift = without_reversal(in, b, shift, last);
    lanes2_to(&shifts[0], &shifts[1], &shifts[2], &shifts[3], shift);
    shift = lanes2_truncate(shift, range);
    lanes2_to(&next[0], &next[1], &next[2], &next[3], lanes2_add(from, shift));
    slide_along_walls(world, b, walled, began_at, wanted, shifts, next);
    if (c->teams) hold_before_enemies(world, b, count, began_at, next);
    lanes2 moved = lanes2_sub(lanes2_from(&next[0], &next[1], &next[2], &next[3]), at);
    lanes_mask far = lanes_less(lanes_mul(asked.least, asked.least), lanes2_dot(moved, moved));
    uint32_t bits = lanes_bits(lanes_both(far, asked.stirs)) & lanes_in_use(count);
    return keep_corrected(world, b, bits, next, shoves);
}

/* The first pass of an iteration: reads the positions of all bodies, writes those of the part's own
 * corrected bodies beside them. */
static void correct_part(void *work, uint32_t part) {
    batch b;
    b.pass = work;
    b.pairs = b.bodies = 0;
    b.pressed[UNREAD_SUM] = (pressed){.body = 0};
    const sidle_world *world = b.pass->world;
    if (!world->sums[part].awake) return;
    span s = part_span(part, world->living);
    find_due_pairs(&b, s);
    sum_pairs(&b);
    assert(b.bodies <= s.end - s.first);
    uint32_t shoves = 0;
    for (uint32_t n = 0; n < LANES - 1; n++) b.pressed[b.bodies + n] = b.pressed[0];
    for (uint32_t n = 0; n < b.bodies; n += LANES) {
        uint32_t left = b.bodies - n;
        shoves = correct_four(b.pass, &b.pressed[n], left < LANES ? left : LANES, shoves);
    }
    assert(shoves <= b.bodies);
    world->sums[part].listed = (uint16_t)shoves;
}

/* Marks a body for the next iteration. Several parts may mark the same body at once, so the byte is
 * atomic; all of them write the same value. */
static void make_due(const contact_pass *p, uint32_t k) {
    store_shared(&p->world->due[k], (uint8_t)(p->iteration + 1));
}

/* Marks the neighbours of a body: those of its list, or of the buckets around it if it has none. */
static void make_neighbours_due(const contact_pass *p, uint32_t k) {
    const bodies *c = &p->world->bodies;
    uint32_t first = part_begin(k), count = p->world->neighbour_lists[k].count;
    if (count == UNLISTED) {
        window w = neighbour_window(p, k);
        FOR_EACH_BODY (c, w, other) make_due(p, other);
        return;
    }
    const int16_t *list = neighbours_of(p->world, k);
    uint8_t *due = p->world->due, next = (uint8_t)(p->iteration + 1);
    for (uint32_t n = 0; n < count; n++) store_shared(&due[listed(first, list[n])], next);
}

/* The second pass of an iteration: the corrected bodies take their new positions, and they and
 * their neighbours are marked for the next iteration, unless that visits all in any case. */
static void take_positions(void *work, uint32_t part) {
    const contact_pass *p = work;
    const sidle_world *world = p->world;
    const uint8_t *list = world->lists_of_parts[part].units;
    uint32_t first = part * ITEMS_A_PART, count = world->sums[part].listed;
    for (uint32_t at = 0; at < count; at++) {
        uint32_t k = first + list[at];
        world->motions[k].position = shoves_of(world)[first + at];
        world->motions[k].as_driven = false;
        if (p->visits_all) continue;
        make_due(p, k);
        make_neighbours_due(p, k);
    }
}

/* Where most bodies have moved, nearly every body has a neighbour that has moved. Then a visit to
 * all bodies costs less than to mark them. */
void contact_resolve(sidle_world *world, float dt) {
    uint32_t count = world->living;
    contact_pass p = {.world = world, .dt = dt, .visits_all = true};
    lists_update(&p);
    uint32_t moved = count;
    for (p.iteration = 1; p.iteration <= ITERATIONS && moved; p.iteration++) {
        moved = 0;
        parts_run(world, correct_part, &p, count);
        for (uint32_t part = 0; part < parts_of(count); part++) moved += world->sums[part].listed;
        p.visits_all = moved > count / 2;
        parts_run(world, take_positions, &p, count);
    }
}
