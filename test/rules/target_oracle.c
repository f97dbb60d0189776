/* Orders that move their goal, as their rules are written down. */
#include "target_oracle.h"

#include "plain_vec.h"

#include <math.h>

static sidle_vec2 unit_vector(sidle_vec2 v, sidle_vec2 otherwise) {
    double length = size(v);
    if (length < 1e-6) return otherwise;
    return (sidle_vec2){(float)((double)v.x / length), (float)((double)v.y / length)};
}

static const sidle_vec2 NOTHING = {0, 0};

/* ---- the rules ---- */

static bool stands(const inside_aim *u) {
    return size(u->predicted) <= 2e-3 * (double)u->top_speed;
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

static void pursue(const target_scene *w, int k, inside_aim *u, target_tally *t) {
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
static sidle_vec2 place_behind(const target_scene *w, int k, const inside_aim *u,
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
static bool clears_lane(const target_scene *w, int k, inside_aim *u, const inside_aim *leader,
                        sidle_vec2 course) {
    double width = leader->radius + 2 * u->radius;
    sidle_vec2 aside;
    if (dot(leader->predicted, course) <= 2e-3 * (double)leader->top_speed) return false;
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

static void follow(const target_scene *w, int k, inside_aim *u, target_tally *t) {
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

static void flee(const target_scene *w, inside_aim *u, target_tally *t) {
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

static band band_of(const target_scene *w, int k, const inside_aim *u) {
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
static void back_off(const target_scene *w, inside_aim *u, const band *b, target_tally *t) {
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

static void drive_on(const target_scene *w, inside_aim *u, const band *b, sidle_vec2 with,
                     target_tally *t) {
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

static void approach(const target_scene *w, int k, inside_aim *u, target_tally *t) {
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
static void try_for_room(const target_scene *w, inside_aim *u, target_tally *t) {
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

static double off_band(const inside_aim *u, sidle_vec2 goal, double least, double most) {
    double away = size(minus(u->place, goal));
    return fmax(fmax(away - most, least - away), 0);
}

/* Does the target stand worse for the place than as the unit claimed it? It moves, for that, only
 * when it drives too near. */
static bool place_got_worse(const target_scene *w, const inside_aim *u, bool *moves) {
    double radii = u->radius + (u->target >= 0 ? w->before[u->target].radius : 0);
    double far = fmax(u->range.most, u->range.least + 0.1 * u->radius);
    double in = fmin(SIDLE_PLACES_TOUCH * u->radius, 0.5 * (far - u->range.least));
    double least = radii + u->range.least + in, most = radii + far - in;
    *moves = *moves && size(minus(u->place, u->goal)) < least;
    return off_band(u, u->goal, least, most) > off_band(u, u->goal_then, least, most);
}

/* A place is of no use when its target moves, or has moved from there. A place by a range is left
 * only when that has made it worse. A unit that has fled moves clear of others to
 * its own place. */
static void leave_place(const target_scene *w, inside_aim *u, target_tally *t) {
    bool rests_by = u->order == SIDLE_ORDER_PURSUE || u->order == SIDLE_ORDER_FOLLOW ||
                    u->order == SIDLE_ORDER_APPROACH;
    bool flees = u->order == SIDLE_ORDER_EVADE || u->order == SIDLE_ORDER_FLEE;
    bool moves = rests_by && (u->halt < 0 || size(u->steer_velocity) > 0);
    bool ranged = u->order == SIDLE_ORDER_APPROACH || u->leads;
    if (ranged && !place_got_worse(w, u, &moves)) return;
    if (flees || !u->claims || !u->under_way || (!moves && !goal_has_moved(u))) return;
    u->claims = false;
    u->wants_look = true;
    t->leaves++;
}

void target_oracle(const target_scene *w, int k, inside_aim *u, target_tally *t) {
    sidle_order order = u->order;
    bool leads = u->leads;
    if (order == SIDLE_ORDER_PURSUE && !leads) pursue(w, k, u, t);
    if (order == SIDLE_ORDER_FOLLOW) follow(w, k, u, t);
    if (order == SIDLE_ORDER_EVADE || order == SIDLE_ORDER_FLEE) flee(w, u, t);
    if (order == SIDLE_ORDER_APPROACH || order == SIDLE_ORDER_APPROACH_POINT || leads)
        approach(w, k, u, t);
    leave_place(w, u, t);
    try_for_room(w, u, t);
}

/* ---- where to when it looks ---- */

/* The nth of sixteen directions: the wanted one, then turned to both sides by more and more. */
static sidle_vec2 candidate(sidle_vec2 wanted, int n) {
    double angle = (n % 2 ? 1 : -1) * (n + 1) / 2 * 0.39269908169872;
    return (sidle_vec2){(float)((double)wanted.x * cos(angle) - (double)wanted.y * sin(angle)),
                        (float)((double)wanted.x * sin(angle) + (double)wanted.y * cos(angle))};
}

/* The place given, or where the hunter would meet the unit soonest, at the sum of both speeds. */
static sidle_vec2 danger_to(const target_scene *w, const inside_aim *u) {
    if (u->target < 0) return u->centre;
    const inside_aim *hunter = &w->before[u->target];
    float closing = (float)(u->top_speed + size(hunter->predicted));
    return sidle_steer_intercept(u->position, closing, hunter->position, hunter->predicted,
                                 u->profile.foresight);
}

/* How far a point is from the danger; in the present direction that counts for a tenth more. */
static double score_of(const target_scene *w, const inside_aim *u, sidle_vec2 point) {
    sidle_vec2 now = unit_vector(minus(u->point, u->position), NOTHING);
    sidle_vec2 direction = unit_vector(minus(point, u->position), NOTHING);
    return apart(point, danger_to(w, u)) * (dot(direction, now) > 0.9 ? 1.1 : 1);
}

bool target_oracle_is_refuge(const target_scene *w, int k, const inside_aim *u, sidle_vec2 found) {
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
            is_candidate = is_candidate || !target_is_off(point, found);
            break;
        }
    return !target_is_off(place, found) ||
           (is_candidate && fabs(score_of(w, u, found) - best) < 1e-4);
}

sidle_vec2 target_oracle_back(const target_scene *w, int k, const inside_aim *u) {
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
