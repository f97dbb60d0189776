/* Moves the units of a tick, in two passes. move_all() drives each unit, adds push-apart and slides
 * both along the terrain; the position that this gives stands in world->motions, where contact
 * corrects it. move_apply() then gives the unit its position and velocity, and the velocity by
 * which other units predict it. Units under way are computed four at a time.
 *
 * A position far from the origin rounds away a small shift. The part that is lost is carried over
 * to the next tick, or a slow unit in short ticks would never move. */
#include "motion/move.h"

#include "base/measures.h"
#include "motion/contact_rules.h"
#include "motion/drive.h"
#include "motion/push_apart.h"
#include "motion/sweep.h"
#include "world/patience.h"
#include "world/shown.h"
#include "world/spatial_grid.h"
#include "world/terrain.h"

#include <assert.h>

/* Share of its speed: a unit that gets on more slowly is held up, and others predict it by the way
 * that it makes, not by the velocity that it would like to have. At .25 maps/building
 * takes 39 s instead of 26 s. */
static const float HELD_UP = 0.6f;

/* The unit has been deflected by a wall on its way from there: it drives on along the wall, for as
 * far as the wall has taken from its shift, but at most twice as far as it came. A unit that lost
 * that way in each tick would hardly get round a corner, as it may speed up by its acceleration
 * alone. */
static sidle_vec2 drive_along_wall(const terrain *t, const sidle_profile *p, sidle_vec2 from,
                                   sidle_vec2 to, float shift) {
    bool touched;
    sidle_vec2 moved = vec_sub(to, from);
    float came = vec_length(moved), left = min_float(shift - came, came);
    if (!(came > 0) || !(left > 0)) return to;
    return terrain_slide(t, p->passable, to, vec_scale(moved, left / came), p->radius, &touched);
}

/* Moves one unit by its shift and by push-apart (both u), along the terrain. Beside a wall
 * push-apart is left out, as it would push back. */
static void slide(const sidle_world *world, const sidle_profile *p, unit *u, sidle_vec2 shift,
                  sidle_vec2 push, motion *m) {
    const terrain *t = &world->terrain;
    bool touched;
    sidle_vec2 from = u->position, both = vec_add(shift, push);
    m->position = terrain_slide(t, p->passable, from, both, p->radius, &touched);
    if (!touched) return;
    m->position = terrain_slide(t, p->passable, from, shift, p->radius, &touched);
    if (touched) m->position = drive_along_wall(t, p, from, m->position, vec_length(shift));
}

/* Bits of the lanes whose unit is so far from all walls that a short shift needs no sweep. */
static uint32_t in_the_open(const terrain *t, const group *g, lanes2 from) {
    int32_t x[LANES], y[LANES];
    lanes_whole(x, lanes_div(from.x, lanes_all(t->cell)));
    lanes_whole(y, lanes_div(from.y, lanes_all(t->cell)));
    uint32_t open = 0, mask = g->p[0]->passable;
    const uint8_t *grid = terrain_clearance_grid(t, mask);
    for (uint32_t n = 0; n < LANES; n++) {
        const sidle_profile *p = g->p[n];
        if (p->passable != mask) grid = terrain_clearance_grid(t, mask = p->passable);
        float room = terrain_room_at(t, grid, (uint32_t)x[n], (uint32_t)y[n]);
        open |= (uint32_t)(room >= p->radius + t->cell) << n;
    }
    return open;
}

/* u. Most waypoints are path points, which need no visit to the cold half. */
static lanes2 waypoints_of(const group *g) {
    if (!((g->bits[0] | g->bits[1] | g->bits[2] | g->bits[3]) & UNIT_STEERS))
        return OF_UNITS2(path_point);
    sidle_vec2 at[LANES];
    for (int n = 0; n < LANES; n++) at[n] = unit_waypoint(g->u[n]);
    return lanes2_from(&at[0], &at[1], &at[2], &at[3]);
}

/* Length 1, the direction to the waypoint; 0 for a unit that is not under way. */
static lanes2 course_to_waypoint(const group *g, lanes2 heading) {
    lanes2 to = lanes2_sub(waypoints_of(g), OF_UNITS2(position));
    lanes2 course = lanes2_direction_of(to, lanes2_length(to), heading);
    lanes2 nothing = {lanes_all(0), lanes_all(0)};
    return lanes2_choose(lanes_where(g->bits, ASPECT_UNDER_WAY), course, nothing);
}

/* u: the parts of the shifts of earlier ticks that rounding has taken away. */
static lanes2 carry_of(const bodies *c, const group *g, float fractions) {
    const fraction *f[LANES];
    for (int n = 0; n < LANES; n++) f[n] = &c->carry[g->k[n]];
    lanes2 carry = {lanes_of((float)f[0]->x, (float)f[1]->x, (float)f[2]->x, (float)f[3]->x),
                    lanes_of((float)f[0]->y, (float)f[1]->y, (float)f[2]->y, (float)f[3]->y)};
    return lanes2_scale(carry, lanes_all(1 / fractions));
}

static void keep_carry(const bodies *c, const group *g, float fractions, lanes2 carry) {
    const lanes most = lanes_all(INT16_MAX), least = lanes_all(-INT16_MAX);
    lanes2 scaled = lanes2_scale(carry, lanes_all(fractions));
    int32_t x[LANES], y[LANES];
    lanes_whole(x, lanes_max(lanes_min(scaled.x, most), least));
    lanes_whole(y, lanes_max(lanes_min(scaled.y, most), least));
    for (uint32_t n = 0; n < LANES; n++)
        c->carry[g->k[n]] = (fraction){(int16_t)x[n], (int16_t)y[n]};
}

static bool same_position(sidle_vec2 a, sidle_vec2 b) {
    return a.x == b.x && a.y == b.y;
}

/* u: push-apart is bounded by the push coefficient times this. For most units it is how far the
 * unit may go in this tick. A unit that sets out may go only a short way, and push-apart leaves
 * part of it to the drive. A unit that drives out of others is bounded by its top speed instead:
 * there push-apart and the drive have one aim. */
static float pushed_within(const group *g, uint32_t n, const motion *m, float dt) {
    return g->bits[n] & UNIT_CLEARS ? unit_top_speed(g->world, g->u[n]) * dt : m->range;
}

/* Moves unit n of a group that may meet terrain or passes through bodies. The drive has stored its
 * free position, which stands where neither terrain (`quick`) nor a body changes it. */
static void move_one(const sidle_world *world, const group *g, uint32_t n, sidle_vec2 shift,
                     bool quick, float dt) {
    uint32_t k = g->k[n];
    motion *m = &world->motions[k];
    sidle_vec2 push = vec(0, 0), from = g->u[n]->position, driven_to = m->position;
    if (m->pass_mode != PASS_NONE && g->bits[n] & ASPECT_UNDER_WAY) {
        sidle_vec2 ahead = vec_direction(vec_sub(g->u[n]->drive_target, from), g->u[n]->heading);
        push = push_apart(world, k, g->p[n], m->pass_mode, ahead, pushed_within(g, n, m, dt));
    }
    if (quick && push.x == 0 && push.y == 0) return;
    bool is_pushed = push.x != 0 || push.y != 0; /* else the carry alone is beyond the range */
    if (is_pushed) push = vec_sub(vec_truncate(vec_add(shift, push), m->range), shift);
    slide(world, g->p[n], g->u[n], shift, push, m);
    m->as_driven = same_position(m->position, driven_to);
    if (!m->as_driven && !same_position(m->position, from))
        world->bodies.carry[k] = (fraction){0, 0};
}

/* Does a unit that stood as the tick began drive in it, and not out of others? */
static bool sets_out(const unit *u) {
    return unit_is_under_way(u) && !unit_is_stunned(u) && !unit_clears(u);
}

/* Stores what contact has to know of unit n of a group. */
static void describe_motion(const sidle_world *world, const group *g, uint32_t n, motion *m) {
    enum stance stance = body_stance(&world->bodies, g->k[n]);
    const unit *u = g->u[n];
    if (stance && sets_out(u)) stance = STANCE_UNDER_WAY; /* the bodies do not know it yet */
    bool hunts = unit_has_trait(u, TRAIT_HUNTS), lands = u->aim == AIM_PLACE;
    m->stance = (uint8_t)stance;
    m->passes_left = g->p[n]->tuning.side_bias < 0;
    m->pass_mode = pass_mode_of(stance, u);
    m->as_driven = true;
    m->hunts = hunts;
    m->asks_or_claims = unit_asks_or_claims(u);
    m->plain = !stance & !hunts & !lands & !unit_is_aside(u) & (m->pass_mode != PASS_PUSHES);
}

/* The flag is the gear's only home: no other unit reads it, so the drive may write it. */
static void set_gear(unit *u, uint32_t backwards) {
    uint32_t kept = u->flags & ~(uint32_t)UNIT_REVERSES;
    u->flags = (uint16_t)(kept | backwards * UNIT_REVERSES);
}

/* u/s: the fastest that each unit may go in this tick, whoever moves it: the speed that it made in
 * the last one and what its acceleration adds, up to its top speed. One that has to slow down to
 * that speed may go as fast as it drives. A position rounds away a short way, so that much more
 * counts as made: a unit far from the origin could not get up speed in short ticks otherwise. */
static lanes fastest_of(const sidle_world *world, const group *g, lanes speed, float dt) {
    const sidle_vec2 *moved = world->bodies.moved;
    lanes2 last = lanes2_from(&moved[g->k[0]], &moved[g->k[1]], &moved[g->k[2]], &moved[g->k[3]]);
    lanes2 at = OF_UNITS2(position);
    lanes rounding = lanes_mul(lanes_max(at.x, at.y), lanes_all(LAST_PLACE));
    float before = world->last_dt > 0 ? 1 / world->last_dt : 0;
    lanes made = lanes_mul(lanes_add(lanes2_length(last), rounding), lanes_all(before));
    lanes faster = lanes_add(made, lanes_mul(OF_PROFILES(acceleration), lanes_all(dt)));
    return lanes_min(faster, lanes_max(top_speed_of(g), speed));
}

/* Share of its shift that each unit may make before it touches a body: 1 for a unit that goes no
 * farther than its own radius. */
static lanes free_shares(const sidle_world *world, const group *g, lanes2 shift, float dt) {
    lanes length = lanes2_length(shift);
    uint32_t fast = lanes_bits(lanes_less(OF_PROFILES(radius), length));
    if (!fast) return lanes_all(1);
    float share[LANES] = {1, 1, 1, 1}, whole[LANES];
    sidle_vec2 shifts[LANES];
    lanes_store(whole, length);
    lanes2_to(&shifts[0], &shifts[1], &shifts[2], &shifts[3], shift);
    for (; fast; fast &= fast - 1) {
        uint32_t n = lowest_bit(fast);
        share[n] = sweep_bodies(world, g->k[n], shifts[n], dt) / whole[n];
    }
    return lanes_load(share);
}

/* Drives a group of units, of which `count` are in use. */
static void move_group(const sidle_world *world, const group *g, uint32_t count, float fractions,
                       float dt) {
    const terrain *t = &world->terrain;
    driven d = drive(g, dt);
    lanes2 from = OF_UNITS2(position);
    uint32_t open = in_the_open(t, g, from), backwards = lanes_bits(d.backwards);
    lanes fastest = fastest_of(world, g, lanes2_length(d.velocity), dt);
    d.velocity = lanes2_truncate(d.velocity, fastest);
    lanes2 course = course_to_waypoint(g, d.heading),
           shift = lanes2_scale(d.velocity, lanes_all(dt));
    lanes free = free_shares(world, g, shift, dt);
    d.velocity = lanes2_scale(d.velocity, free);
    shift = lanes2_add(lanes2_scale(shift, free), carry_of(&world->bodies, g, fractions));
    lanes2 to = lanes2_add(from, shift);
    keep_carry(&world->bodies, g, fractions, lanes2_sub(shift, lanes2_sub(to, from)));
    float longest = TERRAIN_SHORT * t->cell;
    uint32_t quick = lanes_bits(lanes_less(lanes2_dot(shift, shift), lanes_all(longest * longest)));
    quick &= open;
    float ranges[LANES];
    sidle_vec2 shifts[LANES];
    motion *m[LANES];
    for (uint32_t n = 0; n < LANES; n++) m[n] = &world->motions[g->k[n]];
    lanes2_to(&m[0]->position, &m[1]->position, &m[2]->position, &m[3]->position, to);
    unit *const *u = g->u;
    lanes2_to(&u[0]->velocity, &u[1]->velocity, &u[2]->velocity, &u[3]->velocity, d.velocity);
    lanes2_to(&u[0]->heading, &u[1]->heading, &u[2]->heading, &u[3]->heading, d.heading);
    lanes2_to(&m[0]->course, &m[1]->course, &m[2]->course, &m[3]->course, course);
    lanes2_to(&shifts[0], &shifts[1], &shifts[2], &shifts[3], shift);
    lanes_store(ranges, lanes_mul(fastest, lanes_all(dt)));
    for (uint32_t n = 0; n < LANES && n < count; n++) {
        m[n]->range = ranges[n];
        m[n]->open = open >> n & 1u;
        set_gear(u[n], backwards >> n & 1u);
        describe_motion(world, g, n, m[n]);
        if (m[n]->pass_mode != PASS_NONE || !(quick >> n & 1u))
            move_one(world, g, n, shifts[n], quick >> n & 1u, dt);
    }
}

/* The motion of a unit that does not drive: it keeps its position unless contact moves it. */
static motion motion_at_rest(const sidle_world *world, uint32_t k, float dt) {
    const unit *u = unit_at(world, k);
    const sidle_profile *p = profile_of(world, u);
    float range = min_float(reach_in_tick(world, k, p, dt), unit_top_speed(world, u) * dt);
    motion m = {.position = u->position, .range = range};
    m.passes_left =
        p->tuning.side_bias < 0; /* tcc leaves the other bits undefined in an initializer */
    m.asks_or_claims = unit_asks_or_claims(u);
    return m;
}

/* Fills a group with the next units of a list of `left`; returns the number of lanes in use. The
 * last unit fills the others. */
static uint32_t next_group(const sidle_world *world, const uint32_t *list, uint32_t left,
                           group *g) {
    assert(left > 0);
    uint32_t count = left < LANES ? left : LANES;
    g->world = world;
    for (uint32_t n = 0; n < LANES; n++) {
        g->k[n] = list[n < count ? n : count - 1];
        g->u[n] = unit_at(world, g->k[n]);
        g->p[n] = profile_of(world, g->u[n]);
        g->bits[n] = drive_bits_of(g->u[n]);
    }
    return count;
}

void move_all(const sidle_world *world, span part, float dt) {
    uint32_t list[ITEMS_A_PART], count = 0;
    for (uint32_t k = part.first; k < part.end; k++) {
        if (is_still(&world->bodies, k)) {
            keep_still_motion(world, k);
            continue;
        }
        unit *u = unit_at(world, k);
        bool moves = u->velocity.x != 0 || u->velocity.y != 0 || unit_is_under_way(u);
        if (moves) {
            list[count++] = k;
            continue;
        }
        world->motions[k] = motion_at_rest(world, k, dt);
        world->motions[k].stance = (uint8_t)body_stance(&world->bodies, k);
        u->velocity = vec(0, 0);
        turn_at_rest(profile_of(world, u), u, dt);
    }
    group g;
    float fractions = terrain_fractions(&world->terrain);
    for (uint32_t n = 0; n < count; n += LANES) {
        uint32_t used = next_group(world, list + n, count - n, &g);
        move_group(world, &g, used, fractions, dt);
    }
    float farthest = 0;
    for (uint32_t k = part.first; k < part.end; k++)
        farthest = max_float(farthest, world->motions[k].range);
    world->sums[part.first / ITEMS_A_PART].farthest = farthest;
}

/* ---- after contact ---- */

/* The motions of a group after contact. */
typedef struct moved_group {
    lanes2 position, heading; /* u; length 1 */
    lanes2 velocity;          /* u/s, of the drive */
    lanes2 moved;             /* u, by the whole tick */
    lanes sense; /* 1 for a unit that drives forwards, -1 for one that drives backwards */
    lanes speed; /* u/s, >= 0, of the drive */
} moved_group;

/* A unit that contact and terrain left alone has moved by velocity * dt; the difference of its
 * positions is that way with rounding. */
static moved_group group_moved(const sidle_world *world, const group *g, float dt) {
    const motion *m[LANES];
    uint32_t as_driven[LANES];
    for (int n = 0; n < LANES; n++) m[n] = &world->motions[g->k[n]];
    for (int n = 0; n < LANES; n++) as_driven[n] = m[n]->as_driven;
    moved_group d = {
        .position = lanes2_from(&m[0]->position, &m[1]->position, &m[2]->position, &m[3]->position),
        .heading = OF_UNITS2(heading),
        .velocity = OF_UNITS2(velocity)};
    lanes_mask back = lanes_less(lanes2_dot(d.velocity, d.heading), lanes_all(0));
    d.moved = lanes2_sub(d.position, OF_UNITS2(position));
    d.moved =
        lanes2_choose(lanes_where(as_driven, 1), lanes2_scale(d.velocity, lanes_all(dt)), d.moved);
    d.sense = lanes_choose(back, lanes_all(-1), lanes_all(1));
    d.speed = lanes2_length(d.velocity);
    return d;
}

/* u/s: the velocity by which others predict a unit. A unit that drives is about to have its full
 * pace towards its point; one that is held up is predicted by the way that it made. */
static lanes2 predicted(const group *g, const moved_group *d, float dt) {
    lanes2 made = lanes2_scale(d->moved, lanes_all(1 / dt));
    lanes along = lanes_mul(lanes2_dot(made, d->heading), d->sense);
    lanes_mask held_up = lanes_less(along, lanes_mul(lanes_all(HELD_UP), d->speed));
    lanes2 to = lanes2_sub(OF_UNITS2(drive_target), d->position);
    lanes distance = lanes2_length(to);
    lanes_mask there =
        lanes_less(distance, lanes_mul(lanes_all(IMPERCEPTIBLE), OF_PROFILES(radius)));
    lanes moment =
        lanes_of(moment_of(g->p[0]), moment_of(g->p[1]), moment_of(g->p[2]), moment_of(g->p[3]));
    lanes_mask comes = lanes_less(distance, lanes_mul(top_speed_of(g), moment));
    there = lanes_either(there, lanes_both(comes, lanes_where(g->bits, STOPS)));
    lanes2 on = lanes2_direction_of(to, distance, d->heading);
    on = lanes2_scale(on, road_speed(g, pace_of(g)));
    lanes_mask drives = lanes_but(lanes_where(g->bits, DRIVES), there);
    return lanes2_choose(held_up, made, lanes2_choose(drives, on, d->velocity));
}

static void apply_group(const sidle_world *world, const group *g, float dt) {
    moved_group d = group_moved(world, g, dt);
    lanes_mask under_way = lanes_where(g->bits, ASPECT_UNDER_WAY);
    lanes2 tells = lanes2_choose(under_way, predicted(g, &d, dt), d.velocity);
    unit *const *u = g->u;
    sidle_vec2 *moved = world->bodies.moved;
    lanes2_to(&moved[g->k[0]], &moved[g->k[1]], &moved[g->k[2]], &moved[g->k[3]], d.moved);
    lanes2_to(&u[0]->position, &u[1]->position, &u[2]->position, &u[3]->position, d.position);
    sidle_vec2 told[LANES];
    lanes2_to(&told[0], &told[1], &told[2], &told[3], tells);
    for (uint32_t n = 0; n < LANES; n++) {
        bool stays = unit_is_aside(u[n]); /* near where it is: see jam.c */
        body_predict(&world->bodies, g->k[n], stays ? vec(0, 0) : told[n]);
    }
}

void move_apply(const sidle_world *world, span part, float dt) {
    uint32_t list[ITEMS_A_PART], count = 0;
    for (uint32_t k = part.first; k < part.end; k++) {
        list[count] = k;
        count += !is_still(&world->bodies, k);
    }
    group g;
    for (uint32_t n = 0; n < count; n += LANES) {
        next_group(world, list + n, count - n, &g);
        apply_group(world, &g, dt);
    }
}
