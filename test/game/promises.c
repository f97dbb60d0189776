#include "promises.h"

#include <math.h>

/* u/s: what rounding makes of a position on this map in a tick. Of both radii: what contacts leave.
 */
static const double ROUNDING = 2e-3, DEPTH = 0.01;

const char *promise_text(promise p) {
    static const char *const TEXTS[PROMISES] = {
        [KEPT] = "all promises are kept",
        [SPEED] = "a unit goes faster than its top speed",
        [GAIN] = "the speed of a unit grows by more than its acceleration",
        [LOSS] = "the speed of a unit falls by more than its acceleration with nothing beside it",
        [TURN] = "a unit turns faster than its turn rate",
        [ENEMY] = "a unit goes into an enemy",
        [STANDS] = "a unit that holds is moved",
        [WALL] = "a unit goes into a wall",
        [ARRIVED] = "a unit that was told that it arrived sets out without an order",
        [EVENT] = "an event is about a unit that is no more, or a guided unit asks for a path",
        [VALID] = "an invariant of the library does not hold",
        [REFUSED] = "a call that was refused changed the world",
        [SAME] = "a copy goes on to other bits",
        [HEEDED] = "a unit waits for good though there is a way and room for it",
        [ENDS] = "a unit that has a way home does not come home"};
    return TEXTS[p];
}

game_moment moment_of(const sidle_world *world, const sidle_unit_id *ids, uint32_t count) {
    game_moment m = {.id = {NOBODY}};
    for (uint32_t k = 0; k < count; k++) {
        if (!ids[k].slot || sidle_unit_get(world, ids[k], &m.state[k])) continue;
        if (m.state[k].stowed || sidle_profile_get(world, m.state[k].profile, &m.profile[k]))
            continue;
        m.id[k] = ids[k];
    }
    return m;
}

static double length(sidle_vec2 v) {
    return hypot((double)v.x, (double)v.y);
}

static double apart(sidle_vec2 a, sidle_vec2 b) {
    return hypot((double)a.x - (double)b.x, (double)a.y - (double)b.y);
}

static bool meet(const game_moment *m, uint32_t a, uint32_t b) {
    return a != b && m->id[b].slot && m->profile[a].layer == m->profile[b].layer;
}

static double depth_of(const game_moment *m, uint32_t a, uint32_t b) {
    return (double)m->state[a].radius + (double)m->state[b].radius -
           apart(m->state[a].position, m->state[b].position);
}

/* u, by which the disc is inside cells that it may not pass. */
static double depth_in_wall(const sidle_world *world, const game_moment *m, uint32_t k) {
    double deepest = 0, x = (double)m->state[k].position.x, y = (double)m->state[k].position.y;
    int reach = (int)ceilf(m->state[k].radius) + 1;
    for (int cy = (int)y - reach; cy <= (int)y + reach; cy++)
        for (int cx = (int)x - reach; cx <= (int)x + reach; cx++) {
            bool outside = cx < 0 || cy < 0 || cx >= SIDE || cy >= SIDE;
            uint32_t pass = SIDLE_PASS(sidle_world_cell(world, cx, cy));
            if (!outside && pass & m->profile[k].passable) continue;
            double nx = fmin(fmax(x, cx), cx + 1), ny = fmin(fmax(y, cy), cy + 1);
            deepest = fmax(deepest, (double)m->state[k].radius - hypot(x - nx, y - ny));
        }
    return deepest;
}

/* u, the farthest that the unit could go in the step by its own drive. */
static double reach_of(const game_moment *before, uint32_t k, float dt) {
    const sidle_unit_state *s = &before->state[k];
    double gain = (double)before->profile[k].acceleration * (double)dt;
    return (fmax(length(s->made_velocity), length(s->velocity)) + gain) * (double)dt;
}

/* Is a body or a wall so near that it may have stopped the unit? */
static bool is_beside_something(const sidle_world *world, const game_moment *before,
                                const game_moment *after, uint32_t k, uint32_t count, float dt) {
    double way = reach_of(before, k, dt);
    for (uint32_t n = 0; n < count; n++) {
        if (!meet(after, k, n) || !before->id[n].slot) continue;
        double reach = way + reach_of(before, n, dt) + 0.02 +
                       0.06 * (double)(after->state[k].radius + after->state[n].radius);
        if (depth_of(after, k, n) > -reach || depth_of(before, k, n) > -reach) return true;
    }
    game_moment wider = *after;
    wider.state[k].radius = 1.1f * wider.state[k].radius + (float)way;
    return depth_in_wall(world, &wider, k) > 0;
}

static double turned(sidle_vec2 a, sidle_vec2 b) {
    double cross = (double)a.x * (double)b.y - (double)a.y * (double)b.x;
    double dot = (double)a.x * (double)b.x + (double)a.y * (double)b.y;
    return fabs(atan2(cross, dot)) * 57.29577951;
}

static broken breaks(promise p, uint32_t unit, uint32_t other, double value, double bound) {
    return (broken){.promise = p, .unit = unit, .other = other, .value = value, .bound = bound};
}

/* How the body of one unit moves. */
static broken check_motion(const sidle_world *world, const game_moment *before,
                           const game_moment *after, uint32_t k, uint32_t count, float dt) {
    const sidle_unit_state *was = &before->state[k], *is = &after->state[k];
    const sidle_profile *p = &before->profile[k];
    double factor = (double)was->speed_factor * (double)was->terrain_factor;
    double top = (double)p->top_speed * factor;
    double made = apart(was->position, is->position) / (double)dt;
    double earlier = length(was->made_velocity), drives = length(was->velocity);
    double most = fmax(top, fmax(earlier, drives)), gain = (double)p->acceleration * (double)dt;
    double rounding = ROUNDING + 1e-5 / (double)dt, angle = turned(was->heading, is->heading);
    double most_angle = (double)p->turn_rate * (double)dt;
    if (made > most * 1.002 + rounding) return breaks(SPEED, k, k, made, most);
    if (made > earlier + gain * 1.002 + rounding) return breaks(GAIN, k, k, made, earlier + gain);
    if (angle > most_angle * 1.03 + 0.02) return breaks(TURN, k, k, angle, most_angle);
    bool driven = earlier <= drives * 1.001 + rounding; /* and not pushed */
    double least = fmin(earlier, drives) - gain;
    if (driven && made < least - gain * 0.002 - rounding &&
        !is_beside_something(world, before, after, k, count, dt))
        return breaks(LOSS, k, k, made, least);
    return breaks(KEPT, k, k, 0, 0);
}

static broken check_bodies(const sidle_world *world, const game_moment *before,
                           const game_moment *after, uint32_t k, uint32_t count) {
    bool clear = true;
    for (uint32_t n = 0; n < count; n++) {
        if (!meet(after, k, n) || !before->id[n].slot) continue;
        double deep = depth_of(after, k, n), was = depth_of(before, k, n);
        clear &= was <= 0;
        bool enemies = !sidle_world_are_friends(world, after->state[k].team, after->state[n].team);
        double least = DEPTH * (double)(after->state[k].radius + after->state[n].radius);
        if (enemies && deep > fmax(was, 0) + least) return breaks(ENEMY, k, n, deep, fmax(was, 0));
    }
    const sidle_unit_state *was = &before->state[k], *is = &after->state[k];
    bool stood = was->velocity.x == 0 && was->velocity.y == 0 && was->made_velocity.x == 0 &&
                 was->made_velocity.y == 0 && apart(was->position, was->place) == 0;
    bool holds = was->order == SIDLE_ORDER_HOLD && stood && clear && !was->under_way;
    double moved = apart(was->position, is->position);
    return holds && moved > 0 ? breaks(STANDS, k, k, moved, 0) : breaks(KEPT, k, k, 0, 0);
}

broken promises_broken(const sidle_world *world, const game_moment *before,
                       const game_moment *after, uint32_t count, float dt, const bool *told) {
    broken b = breaks(KEPT, 0, 0, 0, 0);
    for (uint32_t k = 0; k < count && !b.promise; k++) {
        if (!before->id[k].slot || !after->id[k].slot) continue;
        b = check_motion(world, before, after, k, count, dt);
        if (!b.promise) b = check_bodies(world, before, after, k, count);
        double in = depth_in_wall(world, after, k), was = depth_in_wall(world, before, k);
        if (!b.promise && in > fmax(was, 0) + 0.002) b = breaks(WALL, k, k, in, was);
        if (!b.promise && told[k] && (!after->state[k].arrived || after->state[k].under_way))
            b = breaks(ARRIVED, k, k, 0, 0);
    }
    return b;
}
