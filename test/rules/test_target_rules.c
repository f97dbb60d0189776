/* Orders that move their goal against their plain rules: where a unit that pursues, follows,
 * evades, flees or approaches goes in each tick, when it rests, sets out again, and tells of it. */
#include "internals.h"
#include "plain_vec.h"
#include "support.h"

#include <math.h>

enum { SCENES = 32, UNITS = 40, SIZE = 30, TICKS = 360, PROFILES = 4 };

typedef struct tally {
    uint32_t pursues, rests, sets_out, caught, mutual, follows, clears, flees, safe, approaches,
        backs_off, keeps_up, waits, asks, leads, refuges, back_ways, leaves, no_room;
} tally;

typedef struct witness {
    sidle_world *world;
    int count;
    uint32_t scene;
    float dt;                              /* s */
    inside_aim before[UNITS], then[UNITS]; /* before and after TARGET */
    tally t;
} witness;

static sidle_vec2 unit_vector(sidle_vec2 v, sidle_vec2 otherwise) {
    double length = size(v);
    if (length < 1e-6) return otherwise;
    return (sidle_vec2){(float)((double)v.x / length), (float)((double)v.y / length)};
}

static bool is_off(sidle_vec2 a, sidle_vec2 b) {
    return apart(a, b) > 1e-3;
}

static const sidle_vec2 NOTHING = {0, 0};

/* ---- the rules ---- */

static bool stands(const inside_aim *u) {
    return size(u->predicted) <= 5e-4 * (double)u->profile.top_speed;
}

static bool goal_has_moved(const inside_aim *u) {
    return apart(u->goal, u->goal_then) > u->radius;
}

static void set_out(inside_aim *u) {
    u->stalled = u->under_way ? u->stalled : 0;
    u->wants_look |= !u->under_way;
    u->under_way = true;
    u->arrived = false;
}

static void arrive(inside_aim *u) {
    u->under_way = u->claims = false;
    u->arrived = true;
    u->goal_then = u->goal;
    u->velocity = NOTHING;
    u->told |= 1u << SIDLE_EVENT_ARRIVED;
}

/* Where it meets its target soonest; that comes towards it as fast as it does. */
static sidle_vec2 meeting_point(const inside_aim *u, const inside_aim *target) {
    sidle_vec2 to = unit_vector(minus(target->position, u->position), NOTHING);
    float closing = (float)fmax(-dot(target->predicted, to), 0);
    return sidle_steer_intercept(u->position, (float)u->top_speed + closing, target->position,
                                 target->predicted, u->profile.foresight);
}

static void pursue(const witness *w, int k, inside_aim *u, tally *t) {
    const inside_aim *target = &w->before[u->target];
    double radii = u->radius + target->radius;
    double gap = apart(u->position, target->position) - radii;
    bool mutual = target->order == SIDLE_ORDER_PURSUE && !target->leads && target->target == k;
    u->goal = target->position;
    u->steer_velocity = NOTHING;
    u->halt = stands(target) ? radii : mutual ? 0.5 * radii : -1;
    u->point = meeting_point(u, target);
    if (gap > u->radius) u->touches = false;
    if (gap <= 0.25 * u->radius && !u->touches) {
        u->touches = true;
        u->told |= 1u << SIDLE_EVENT_IN_RANGE;
        t->caught++;
    }
    t->pursues++;
    t->mutual += mutual;
    if (u->under_way) {
        if (!mutual || gap > 0.25 * u->radius) return;
        arrive(u);
        t->rests++;
    } else if (goal_has_moved(u)) {
        set_out(u);
        t->sets_out++;
    }
}

/* u: the gap from rim to rim at the place behind the leader, or to its centre without a range. */
static sidle_vec2 place_behind(const witness *w, int k, const inside_aim *u,
                               const inside_aim *leader, sidle_vec2 course) {
    double radii = u->radius + leader->radius;
    double far = u->ranged ? radii + (double)u->range.most : (double)u->profile.follow_distance;
    double near = u->ranged ? radii + (double)u->range.least : 0;
    for (int n = 4; n >= (u->ranged ? 0 : 1); n--) {
        sidle_vec2 place = onwards(leader->position, course, -(near + (far - near) * n / 4));
        if (inside_fits(w->world, (uint32_t)k, place)) return place;
    }
    return u->ranged ? u->position : leader->position;
}

/* Out of the lane before its leader: to its own side of it, else to the other one. */
static bool clears_lane(const witness *w, int k, inside_aim *u, const inside_aim *leader,
                        sidle_vec2 course) {
    double width = leader->radius + 1.5 * u->radius;
    sidle_vec2 aside;
    if (dot(leader->predicted, course) <= 5e-3 * (double)leader->profile.top_speed) return false;
    if (!sidle_steer_in_the_way(u->position, leader->position, leader->predicted, course,
                                u->profile.follow_clear, (float)width, &aside))
        return false;
    for (int side = 2; side >= -2; side -= 4) {
        sidle_vec2 point = onwards(u->position, aside, side * width);
        if (!inside_line_fits(w->world, (uint32_t)k, point)) continue;
        u->point = point;
        u->halt = -1;
        u->steer_velocity = NOTHING;
        return true;
    }
    return false;
}

static void follow(const witness *w, int k, inside_aim *u, tally *t) {
    const inside_aim *leader = &w->before[u->target];
    sidle_vec2 course = leader->heading;
    if (dot(leader->predicted, course) < 0) course = (sidle_vec2){-course.x, -course.y};
    bool cleared = u->halt < 0;
    u->goal = place_behind(w, k, u, leader, course);
    bool clears = clears_lane(w, k, u, leader, course);
    if (!clears) {
        u->point = u->goal;
        u->halt = 0;
        u->steer_velocity = stands(leader) ? NOTHING : leader->predicted;
    }
    t->follows++;
    t->clears += clears;
    u->wants_look |= clears != cleared; /* what it drives to has changed */
    if (clears || goal_has_moved(u)) set_out(u);
}

static double most_of(const inside_aim *u) {
    return fmax((double)u->range.most, (double)u->range.least + 0.1 * u->radius);
}

static void flee(const witness *w, inside_aim *u, tally *t) {
    double near = (double)u->profile.flee_distance, far = 1.25 * near, radii = u->radius;
    if (u->order == SIDLE_ORDER_EVADE) {
        u->centre = w->before[u->target].position;
        radii += w->before[u->target].radius;
    }
    if (u->ranged) near = radii + (double)u->range.least, far = radii + most_of(u);
    double away = apart(u->position, u->centre);
    bool runs = u->under_way && !u->claims; /* with a claim it comes clear of others */
    u->halt = -1;
    if (runs) u->goal = u->point;
    t->flees += runs;
    if (away <= near) {
        u->under_way = u->under_way && !u->claims;
        u->claims = false;
        set_out(u);
    }
    if (away > near && runs && away > far) {
        u->under_way = u->claims = false;
        u->arrived = true;
        u->goal = u->position;
        t->safe++;
    }
    if (u->order != SIDLE_ORDER_FLEE || u->under_way) return;
    u->order = SIDLE_ORDER_NONE;
    u->has_fled = u->arrived = true;
    u->told |= 1u << SIDLE_EVENT_ARRIVED;
}

/* ---- the rule of ranges ---- */

typedef struct band {
    sidle_vec2 where;
    double away, radii, least, most; /* u */
    bool too_near, hidden, in;
} band;

static band band_of(const witness *w, int k, const inside_aim *u) {
    const inside_aim *target = u->target >= 0 ? &w->before[u->target] : NULL;
    band b = {.where = target ? target->position : u->centre,
              .radii = u->radius + (target ? target->radius : 0),
              .least = (double)u->range.least,
              .most = most_of(u)};
    b.away = apart(u->position, b.where);
    b.too_near = b.away < b.radii + b.least;
    bool within = !b.too_near && b.away <= b.radii + b.most;
    b.in = within && inside_sees_target(w->world, (uint32_t)k, b.where);
    b.hidden = within && !b.in;
    return b;
}

static double depth_of(const inside_aim *u, const band *b, double radii) {
    return fmin(radii * u->radius, 0.5 * (b->most - b->least));
}

static void tell_of_range(inside_aim *u, const band *b) {
    double gap = b->away - b->radii, margin = depth_of(u, b, 0.05);
    if (b->hidden || gap > b->most + margin || gap < b->least - margin) u->touches = false;
    if (!b->in || u->touches) return;
    u->touches = true;
    u->told |= 1u << SIDLE_EVENT_IN_RANGE;
}

/* Straight back to the range; farther, and at its velocity, before a target that moves. One that is
 * cornered waits for its next look. */
static void back_off(const witness *w, inside_aim *u, const band *b, tally *t) {
    const inside_aim *target = u->target >= 0 ? &w->before[u->target] : NULL;
    bool chased = target && !stands(target), began = u->halt == 0;
    t->backs_off++;
    if (began && u->point.x == u->position.x && u->point.y == u->position.y) return;
    sidle_vec2 back = {-u->heading.x, -u->heading.y};
    sidle_vec2 away = unit_vector(minus(began ? u->point : u->position, b->where), back);
    u->point = onwards(b->where, away, b->radii + b->least + depth_of(u, b, chased ? 1 : 0.05));
    u->steer_velocity = chased ? target->predicted : NOTHING;
    u->halt = 0;
}

static void drive_on(const witness *w, inside_aim *u, const band *b, sidle_vec2 with, tally *t) {
    bool moves = with.x != 0 || with.y != 0;
    double depth = depth_of(u, b, moves ? 1 : 0.05);
    u->point = b->where;
    u->steer_velocity = with;
    u->halt = b->radii + (b->hidden ? b->least + depth : b->most - depth);
    t->keeps_up += moves;
    if (!u->leads || b->in || b->hidden) return;
    double left = b->away - u->halt;
    u->point = meeting_point(u, &w->before[u->target]);
    u->halt = apart(u->position, u->point) - left;
    if (u->halt <= 0) u->halt = -1;
    t->leads++;
}

static void approach(const witness *w, int k, inside_aim *u, tally *t) {
    band b = band_of(w, k, u);
    u->goal = b.where;
    tell_of_range(u, &b);
    t->approaches++;
    if (!u->under_way) {
        bool waits = u->no_room && !b.too_near && !goal_has_moved(u);
        t->waits += waits && !b.in;
        if (b.in || waits) return;
        set_out(u);
    }
    if (b.too_near) {
        back_off(w, u, &b, t);
        return;
    }
    const inside_aim *target = u->target >= 0 ? &w->before[u->target] : NULL;
    sidle_vec2 with = NOTHING;
    if (target && !stands(target) && dot(target->predicted, minus(b.where, u->position)) > 0)
        with = target->predicted;
    drive_on(w, u, &b, with, t);
}

/* One that rests without the range that its order wants asks for one each second. After its
 * patience it tells that there is no room, and stays. */
static void try_for_room(const witness *w, inside_aim *u, tally *t) {
    bool ranges = u->order == SIDLE_ORDER_APPROACH || u->order == SIDLE_ORDER_APPROACH_POINT;
    if (u->under_way || u->clears || !u->arrived || !u->no_room || !(ranges || u->leads)) return;
    double patience = (double)u->profile.patience, before = u->clock;
    if (before >= patience) return;
    u->clock = fmin(before + (double)w->dt, patience);
    if (u->clock >= patience) {
        u->told |= 1u << SIDLE_EVENT_ARRIVED;
        if (u->order == SIDLE_ORDER_APPROACH_POINT) u->order = SIDLE_ORDER_NONE;
        t->no_room++;
        return;
    }
    uint64_t every = (uint64_t)(u->profile.patience / 3 / w->dt) + 1,
             tick = sidle_world_tick(w->world);
    if (!tick || (tick + u->rank) % every) return;
    u->seeks = true;
    t->asks++;
}

/* A place is of no use when its target moves, or has moved from there. One that has fled comes
 * clear of others to its own. */
static void leave_place(inside_aim *u, tally *t) {
    bool rests_by = u->order == SIDLE_ORDER_PURSUE || u->order == SIDLE_ORDER_FOLLOW ||
                    u->order == SIDLE_ORDER_APPROACH;
    bool flees = u->order == SIDLE_ORDER_EVADE || u->order == SIDLE_ORDER_FLEE;
    bool moves = rests_by && (u->halt < 0 || size(u->steer_velocity) > 0);
    if (flees || !u->claims || !u->under_way || (!moves && !goal_has_moved(u))) return;
    u->claims = false;
    u->wants_look = true;
    t->leaves++;
}

/* ---- where to when it looks ---- */

/* The nth of sixteen directions: the wanted one, then turned to both sides by more and more. */
static sidle_vec2 candidate(sidle_vec2 wanted, int n) {
    double angle = (n % 2 ? 1 : -1) * (n + 1) / 2 * 0.39269908169872;
    return (sidle_vec2){(float)((double)wanted.x * cos(angle) - (double)wanted.y * sin(angle)),
                        (float)((double)wanted.x * sin(angle) + (double)wanted.y * cos(angle))};
}

/* The place given, or where the hunter would meet the unit soonest, at the sum of both speeds. */
static sidle_vec2 danger_to(const witness *w, const inside_aim *u) {
    if (u->target < 0) return u->centre;
    const inside_aim *hunter = &w->before[u->target];
    float closing = (float)(u->top_speed + size(hunter->predicted));
    return sidle_steer_intercept(u->position, closing, hunter->position, hunter->predicted,
                                 u->profile.foresight);
}

/* How far a point is from the danger; in the present direction that counts for a tenth more. */
static double score_of(const witness *w, const inside_aim *u, sidle_vec2 point) {
    sidle_vec2 now = unit_vector(minus(u->point, u->position), NOTHING);
    sidle_vec2 direction = unit_vector(minus(point, u->position), NOTHING);
    return apart(point, danger_to(w, u)) * (dot(direction, now) > 0.9 ? 1.1 : 1);
}

/* The point in view with the highest score, a tenth more than that of the present place at least.
 * Of two that are alike rounding may take either. */
static bool is_refuge(const witness *w, int k, const inside_aim *u, sidle_vec2 found) {
    double best = 1.1 * score_of(w, u, u->position), view = (double)u->profile.view_distance;
    sidle_vec2 away = unit_vector(minus(u->position, danger_to(w, u)), u->heading);
    sidle_vec2 place = u->position;
    bool is_candidate = false;
    for (int n = 0; n < 16; n++)
        for (double far = view; far > 0.1 * view; far /= 2) {
            sidle_vec2 point = onwards(u->position, candidate(away, n), far);
            if (!inside_line_fits(w->world, (uint32_t)k, point)) continue;
            double score = score_of(w, u, point);
            if (score > best) best = score, place = point;
            is_candidate = is_candidate || !is_off(point, found);
            break;
        }
    return !is_off(place, found) || (is_candidate && fabs(score_of(w, u, found) - best) < 1e-4);
}

/* The first of the sixteen points just inside the range, from the one straight back on, to which it
 * can drive; where it is if there is none. */
static sidle_vec2 way_back(const witness *w, int k, const inside_aim *u) {
    band b = band_of(w, k, u);
    sidle_vec2 back = {-u->heading.x, -u->heading.y};
    sidle_vec2 away = unit_vector(minus(u->position, b.where), back);
    for (int n = 0; n < 16; n++) {
        double far = b.radii + b.least + depth_of(u, &b, 0.05);
        sidle_vec2 point = onwards(b.where, candidate(away, n), far);
        if (inside_line_fits(w->world, (uint32_t)k, point)) return point;
    }
    return u->position;
}

/* ---- the comparison ---- */

static void fault(const witness *w, int k, const inside_aim *u, const char *what, double is,
                  double expected) {
    fail_msg("scene %u, tick %llu, unit %d, order %d: %s is %g and not %g", w->scene,
             (unsigned long long)sidle_world_tick(w->world), k, u->order, what, is, expected);
}

static void same_point(const witness *w, int k, const inside_aim *u, const char *what,
                       sidle_vec2 is, sidle_vec2 expected) {
    if (!is_off(is, expected)) return;
    fault(w, k, u, what, (double)is.x, (double)expected.x);
    fault(w, k, u, what, (double)is.y, (double)expected.y);
}

static bool has_goal_that_moves(const inside_aim *u) {
    return u->order >= SIDLE_ORDER_PURSUE && u->order != SIDLE_ORDER_WANDER;
}

static void compare_target(witness *w, int k) {
    inside_aim was = w->before[k], o = was, *is = &w->then[k];
    bool needs_target = was.order != SIDLE_ORDER_FLEE && was.order != SIDLE_ORDER_APPROACH_POINT;
    if (!has_goal_that_moves(&was) || (needs_target && was.target < 0)) return;
    if (was.order == SIDLE_ORDER_PURSUE && !was.leads) pursue(w, k, &o, &w->t);
    if (was.order == SIDLE_ORDER_FOLLOW) follow(w, k, &o, &w->t);
    if (was.order == SIDLE_ORDER_EVADE || was.order == SIDLE_ORDER_FLEE) flee(w, &o, &w->t);
    if (was.order == SIDLE_ORDER_APPROACH || was.order == SIDLE_ORDER_APPROACH_POINT || was.leads)
        approach(w, k, &o, &w->t);
    leave_place(&o, &w->t);
    try_for_room(w, &o, &w->t);
    if (is->order != o.order) fault(w, k, &was, "the order", is->order, o.order);
    if (is->under_way != o.under_way) fault(w, k, &was, "under way", is->under_way, o.under_way);
    if (is->arrived != o.arrived) fault(w, k, &was, "arrived", is->arrived, o.arrived);
    if (is->claims != o.claims) fault(w, k, &was, "claims a place", is->claims, o.claims);
    if (is->seeks != o.seeks) fault(w, k, &was, "asks for a place", is->seeks, o.seeks);
    if (is->touches != o.touches) fault(w, k, &was, "has caught", is->touches, o.touches);
    if (is->told != o.told) fault(w, k, &was, "what is told", is->told, o.told);
    if (is->has_fled != o.has_fled) fault(w, k, &was, "has fled", is->has_fled, o.has_fled);
    if (was.order == SIDLE_ORDER_FOLLOW && is->wants_look != o.wants_look)
        fault(w, k, &was, "a look before its time", is->wants_look, o.wants_look);
    if (fabs(is->halt - o.halt) > 1e-3) fault(w, k, &was, "the halt", is->halt, o.halt);
    same_point(w, k, &was, "the goal", is->goal, o.goal);
    same_point(w, k, &was, "the point", is->point, o.point);
    same_point(w, k, &was, "its velocity", is->steer_velocity, o.steer_velocity);
    same_point(w, k, &was, "the goal then", is->goal_then, o.goal_then);
}

static void compare_look(witness *w, int k) {
    inside_aim is = inside_aim_of(w->world, (uint32_t)k), *was = &w->then[k];
    if (!is.looked || !was->under_way) return;
    bool flees = was->order == SIDLE_ORDER_EVADE || was->order == SIDLE_ORDER_FLEE;
    bool ranges = was->order == SIDLE_ORDER_APPROACH || was->order == SIDLE_ORDER_APPROACH_POINT;
    bool missing = was->target < 0 && was->order != SIDLE_ORDER_APPROACH_POINT;
    if ((ranges || was->leads) && !missing && was->halt == 0 && !was->claims && !was->clears) {
        same_point(w, k, was, "the way back", is.point, way_back(w, k, was));
        w->t.back_ways++;
    }
    if (flees && !was->claims && (was->order == SIDLE_ORDER_FLEE || was->target >= 0)) {
        if (!is_refuge(w, k, was, is.point))
            fault(w, k, was, "the refuge", (double)is.point.x, (double)was->position.x);
        w->t.refuges++;
    }
}

static void watch(void *context, sidle_phase phase) {
    witness *w = context;
    w->count = (int)inside_body_count(w->world);
    for (int k = 0; k < w->count; k++) {
        if (phase == inside_target_begin) w->before[k] = inside_aim_of(w->world, (uint32_t)k);
        if (phase == inside_look_begin) w->then[k] = inside_aim_of(w->world, (uint32_t)k);
    }
    for (int k = 0; k < w->count && phase == inside_look_begin; k++) compare_target(w, k);
    for (int k = 0; k < w->count && phase == inside_look_end; k++) compare_look(w, k);
}

/* ---- scenes ---- */

static sidle_profile random_profile(dice *d) {
    sidle_profile p = sidle_profile_default();
    p.radius = roll_between(d, 0.25f, 0.9f);
    p.top_speed = roll_between(d, 0.8f, 5);
    p.foresight = roll_between(d, 0, 6);
    p.flee_distance = roll_between(d, 2, 8);
    p.follow_distance = roll_between(d, 1, 5);
    p.follow_clear = roll_between(d, 0, 6);
    p.patience = roll_between(d, 0.2f, 4);
    return p;
}

static sidle_vec2 somewhere(dice *d) {
    return (sidle_vec2){roll_between(d, 1, SIZE - 1), roll_between(d, 1, SIZE - 1)};
}

static void random_order(sidle_world *world, dice *d, sidle_unit_id id, sidle_unit_id other) {
    sidle_range range = {.least = roll(d, 2) ? 0 : roll_between(d, 0, 4)};
    range.most = range.least + roll_between(d, 0, 5);
    if (roll(d, 2)) range.sight = SIDLE_PASS_ALL & ~SIDLE_PASS(SIDLE_TERRAIN_TREES);
    uint32_t kind = roll(d, 9);
    sidle_vec2 point = somewhere(d);
    if (other.slot == id.slot) kind = 8;
    switch (kind) {
    case 0:
    case 1: assert_ok(sidle_unit_pursue(world, id, other)); break;
    case 2: assert_ok(sidle_unit_follow(world, id, other)); break;
    case 3: assert_ok(sidle_unit_evade(world, id, other)); break;
    case 4: assert_ok(sidle_unit_flee(world, id, point)); break;
    case 5: assert_ok(sidle_unit_approach(world, id, other, &range)); return;
    case 6: assert_ok(sidle_unit_approach_point(world, id, point, &range)); return;
    default: assert_ok(sidle_unit_go(world, id, point)); return;
    }
    range.sight = 0;
    if (kind && roll(d, 2)) (void)sidle_unit_set_range(world, id, &range);
}

/* All about a few that stand; these go elsewhere later. */
static void surround_few(sidle_world *world, dice *d, const sidle_unit_id *units, uint32_t count,
                         int tick) {
    for (uint32_t k = 0; k < 3 && tick == 280; k++)
        assert_ok(sidle_unit_go(world, units[k], somewhere(d)));
    for (uint32_t k = 3; k < count && tick == 0; k++) {
        const sidle_range range = {0.3f, 0, 0};
        if (roll(d, 4) == 0)
            assert_ok(sidle_unit_pursue(world, units[k], units[k % 3]));
        else
            assert_ok(sidle_unit_approach(world, units[k], units[k % 3], &range));
    }
}

static void give_orders(sidle_world *world, dice *d, const sidle_unit_id *units, uint32_t count,
                        uint32_t scene, int tick) {
    if (scene % 4 == 0) {
        surround_few(world, d, units, count, tick);
        return;
    }
    /* Few targets: hunters meet before them. */
    for (uint32_t k = 0; tick % 80 == 0 && k < count; k++)
        if (k > 5 || roll(d, 2))
            random_order(world, d, units[k], units[roll(d, scene % 2 ? 6 : count)]);
    for (uint32_t k = 6; tick % 80 == 0 && scene % 4 == 1 && k + 1 < count; k += 2) {
        assert_ok(sidle_unit_pursue(world, units[k], units[k + 1]));
        assert_ok(sidle_unit_pursue(world, units[k + 1], units[k]));
    }
}

static void play(uint32_t scene, witness *w) {
    dice d = {scene};
    sidle_world *world = watched_walls(&d, SIZE, roll(&d, 9), watch, w);
    w->world = world;
    sidle_profile_id profiles[PROFILES];
    sidle_unit_id units[UNITS];
    uint32_t count = 0;
    for (int k = 0; k < PROFILES; k++) {
        sidle_profile p = random_profile(&d);
        profiles[k] = profile_in(world, &p);
    }
    for (int k = 0; k < 4 * UNITS && count < UNITS; k++) {
        sidle_unit_def def = sidle_unit_def_default();
        def.profile = profiles[roll(&d, PROFILES)];
        def.position = somewhere(&d);
        if (!sidle_unit_create(world, &def, &units[count])) count++;
    }
    w->scene = scene;
    w->dt = scene % 3 ? TICK : 1 / 60.0f;
    for (int tick = 0; tick < TICKS; tick++) {
        give_orders(world, &d, units, count, scene, tick);
        assert_ok(sidle_world_step(world, w->dt));
        const char *broken = sidle_world_validate(world);
        if (broken) fail_msg("scene %u, tick %d: %s", scene, tick, broken);
    }
    sidle_world_destroy(world);
}

static void units_go_where_their_orders_say(void **state) {
    (void)state;
    static witness w;
    for (uint32_t scene = 0; scene < SCENES; scene++) play(scene, &w);
    const tally *t = &w.t;
    print_message(
        "%u pursue: %u come to rest, %u set out again, %u catch, %u each other; %u follow, "
        "%u clear the way; %u flee, %u are safe, %u look for a refuge; %u approach: %u back "
        "off, %u look for a way back, %u keep up, %u wait, %u ask again, %u lead; %u leave "
        "their places, %u tell that there is no room\n",
        t->pursues, t->rests, t->sets_out, t->caught, t->mutual, t->follows, t->clears, t->flees,
        t->safe, t->refuges, t->approaches, t->backs_off, t->back_ways, t->keeps_up, t->waits,
        t->asks, t->leads, t->leaves, t->no_room);
    const uint32_t often[] = {t->pursues, t->rests,      t->sets_out,  t->caught,   t->mutual,
                              t->follows, t->clears,     t->flees,     t->safe,     t->refuges,
                              t->leaves,  t->approaches, t->backs_off, t->keeps_up, t->waits,
                              t->asks,    t->leads,      t->back_ways};
    for (size_t k = 0; k < sizeof often / sizeof *often; k++) assert_true(often[k] > 20);
    assert_true(t->no_room > 5);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(units_go_where_their_orders_say),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
