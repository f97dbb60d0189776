/* Orders that are more than a place to go to. Each gives a steer_target: a point to make for, how
 * that point moves, and where before it to come to rest. The planner and push-apart still decide
 * how to get there, so whatever holds for a unit that goes to a goal holds for all of them. The
 * points are those of the steering behaviours (steering.h).
 *
 * A unit makes for its steer_target in a straight line where terrain allows that. Where it does
 * not, the unit goes by the host's path or guide to the goal, and asks for a path when it has none
 * or when the goal has moved away from where the path leads. */
#include "orders/steer_target.h"

#include "orders/path_following.h"

#include <sidle/steering.h>

/* Radii by which a goal must move for a unit that rests there to set out again. */
static const float STIRS = 1;

/* Share of the distance to the goal by which the end of a path may be off. */
static const float PATH_OFF = 0.25f;

/* Radii, beyond touching, that count as having caught somebody; and as having lost it again. */
static const float CAUGHT = 0.25f, LOST = 1;

/* Radii, beyond touching, at which a hunter rests beside its prey. */
static const float BESIDE = 0.1f;

/* u/s, below which a target stands. */
static const float STANDS = 1e-3f;

/* Danger is over at this multiple of the distance at which it was fled. */
static const float SAFE = 1.25f;

/* Radii, beyond touching, to each side of a leader's way that is kept clear. */
static const float WAY_MARGIN = 0.5f;

/* Places tried from the one behind a leader towards it. */
enum { PLACES = 4 };

/* The candidates for a way out: turns of the wanted direction by sixteenths, the smaller first. */
enum { TURNS = 16 };
static const sidle_vec2 TURN[TURNS] = {
    {1, 0},
    {0.92387953f, 0.38268343f},
    {0.92387953f, -0.38268343f},
    {0.70710678f, 0.70710678f},
    {0.70710678f, -0.70710678f},
    {0.38268343f, 0.92387953f},
    {0.38268343f, -0.92387953f},
    {0, 1},
    {0, -1},
    {-0.38268343f, 0.92387953f},
    {-0.38268343f, -0.92387953f},
    {-0.70710678f, 0.70710678f},
    {-0.70710678f, -0.70710678f},
    {-0.92387953f, 0.38268343f},
    {-0.92387953f, -0.38268343f},
    {-1, 0},
};

/* Another way out must be better by this share to be taken instead of the present one. */
static const float BETTER = 0.1f;

/* ---- going and resting ---- */

static void set_out(const sidle_world *world, unit *u) {
    if (u->flags & UNIT_UNDER_WAY) return;
    u->flags |= UNIT_UNDER_WAY;
    unit_unmark(u, UNIT_ARRIVED);
    path_start_afresh(u);
    path_set_out(world, u);
}

/* Whom the order is about; NULL once it is gone. */
static const unit *target_of(const sidle_world *world, const unit *u) {
    return unit_named(world, unit_target(u));
}

/* u/s, as the tick began: who sets out in this one predicts something else. */
static sidle_vec2 predicted_of(const sidle_world *world, const unit *u) {
    return body_predicted(&world->bodies, body_of(world, u));
}

static void lose_target(const sidle_world *world, unit *u) {
    path_stand(world, u);
    u->cold->settled = unit_target(u);
    store_shared(&u->order, SIDLE_ORDER_NONE); /* see hunts_back() */
    u->goal = u->position;
    unit_tell(u, SIDLE_EVENT_TARGET_LOST);
}

/* Has the goal moved since the unit came to rest? */
static bool is_called(const sidle_world *world, const unit *u) {
    return vec_distance(u->goal, u->cold->order->goal_then) > STIRS * profile_of(world, u)->radius;
}

static bool stands(const sidle_world *world, const unit *target) {
    return vec_length(predicted_of(world, target)) < STANDS;
}

static bool fits_until(const sidle_world *world, const unit *u, sidle_vec2 point) {
    const sidle_profile *p = profile_of(world, u);
    return terrain_line_fits(&world->terrain, p->passable, u->position, point, p->radius);
}

/* ---- pursue ---- */

/* Two that are after each other have met when they touch; else each would be shoved along for ever.
 * Whom a unit is after changes in this phase only for those whose target is gone. */
static bool hunts_back(const unit *it, const unit *u) {
    /* It may be losing its target right now, on another thread; but not when that is this unit. */
    uint8_t order = load_shared(&it->order);
    return order == SIDLE_ORDER_PURSUE && same_unit(it->cold->order->target, id_of(u));
}

static void pursue(const sidle_world *world, const unit *target, unit *u) {
    const sidle_profile *p = profile_of(world, u);
    float radius = p->radius, reach = radius + profile_of(world, target)->radius;
    float apart = vec_distance(u->position, target->position) - reach;
    sidle_vec2 predicted = predicted_of(world, target);
    u->goal = target->position;
    u->cold->order->steer_target.drift = vec(0, 0);
    bool meets = hunts_back(target, u);
    u->cold->order->steer_target.halt = stands(world, target) ? reach : meets ? 0.5f * reach : -1;
    /* What comes towards the unit it meets sooner: else it would make for its own place. */
    sidle_vec2 to = vec_direction(vec_sub(target->position, u->position), vec(0, 0));
    float closing = max_float(-vec_dot(predicted, to), 0);
    u->cold->order->steer_target.point = sidle_steer_intercept(
        u->position, p->top_speed + closing, target->position, predicted, p->foresight);
    if (apart > LOST * radius) unit_unmark(u, UNIT_TOUCHES);
    if (apart <= CAUGHT * radius && !(u->flags & UNIT_TOUCHES)) {
        u->flags |= UNIT_TOUCHES;
        unit_tell(u, SIDLE_EVENT_CAUGHT);
    }
    if (!(u->flags & UNIT_UNDER_WAY)) {
        if (is_called(world, u)) set_out(world, u);
    } else if (!path_goal_moves(u) && apart <= (meets ? CAUGHT : BESIDE) * radius)
        path_arrive(world, u, unit_target(u));
}

/* ---- follow ---- */

/* Where the leader drives, of length 1: its heading, or backwards when it reverses. */
static sidle_vec2 leader_course(const sidle_world *world, const unit *leader) {
    sidle_vec2 heading = leader->heading;
    bool reverses = vec_dot(predicted_of(world, leader), heading) < 0;
    return reverses ? vec_scale(heading, -1) : heading;
}

/* In the leader's way the unit wants to be beside it, on the side where it is, or else where it
 * fits. */
static bool clears_way(const sidle_world *world, const unit *leader, unit *u) {
    sidle_vec2 aside, course = leader_course(world, leader);
    const sidle_profile *p = profile_of(world, u);
    float width = profile_of(world, leader)->radius + (1 + WAY_MARGIN) * p->radius;
    if (!sidle_steer_in_the_way(u->position, leader->position, predicted_of(world, leader), course,
                                p->follow_clear, width, &aside))
        return false;
    for (float side = 2; side >= -2; side -= 4) {
        sidle_vec2 point = vec_add(u->position, vec_scale(aside, side * width));
        if (!fits_until(world, u, point)) continue;
        u->cold->order->steer_target = (steer_target){.point = point, .halt = -1};
        u->aim = AIM_STEER_TARGET;
        return true;
    }
    return false;
}

/* The place behind the leader, or as much nearer to it as terrain calls for. */
static sidle_vec2 place_behind(const sidle_world *world, const unit *leader, const unit *u) {
    const sidle_profile *p = profile_of(world, u);
    sidle_vec2 course = leader_course(world, leader), place = leader->position;
    for (int k = PLACES; k > 0; k--) {
        float behind = p->follow_distance * (float)k / PLACES;
        place = sidle_steer_place_behind(leader->position, course, behind);
        if (terrain_fits(&world->terrain, p->passable, place, p->radius)) return place;
    }
    return leader->position;
}

static void follow(const sidle_world *world, const unit *leader, unit *u) {
    bool cleared = u->cold->order->steer_target.halt < 0;
    u->goal = place_behind(world, leader, u);
    bool clears = clears_way(world, leader, u);
    if (!clears) {
        u->cold->order->steer_target.point = u->goal;
        u->cold->order->steer_target.drift =
            stands(world, leader) ? vec(0, 0) : predicted_of(world, leader);
        u->cold->order->steer_target.halt = 0;
    }
    if (clears != cleared) u->flags |= UNIT_LOOK;
    if (clears || is_called(world, u)) set_out(world, u);
}

/* ---- flee ---- */

/* Where a hunter and the unit would meet: they close in on each other by both speeds; or the point
 * that it flees. */
static sidle_vec2 danger_to(const sidle_world *world, const unit *u) {
    if (u->order == SIDLE_ORDER_FLEE) return u->cold->order->about;
    const sidle_profile *p = profile_of(world, u);
    const unit *hunter = target_of(world, u);
    sidle_vec2 predicted = predicted_of(world, hunter);
    float closing = p->top_speed + vec_length(predicted);
    return sidle_steer_intercept(u->position, closing, hunter->position, predicted, p->foresight);
}

/* Shares of the view: the least that is worth running, and how much alike two ways are the same. */
static const float SHORTEST = 0.1f, ALIKE = 0.9f;

/* The point in look_result that is farthest from the danger, or where the unit is when none is
 * clearly farther. */
static sidle_vec2 refuge(const sidle_world *world, const unit *u) {
    sidle_vec2 danger = danger_to(world, u);
    float in_view = profile_of(world, u)->view_distance;
    float best_score = vec_distance(u->position, danger) * (1 + BETTER);
    sidle_vec2 away = vec_direction(vec_sub(u->position, danger), u->heading), best = u->position;
    sidle_vec2 now =
        vec_direction(vec_sub(u->cold->order->steer_target.point, u->position), vec(0, 0));
    for (int k = 0; k < TURNS; k++) {
        sidle_vec2 way = vec_turned(away, TURN[k]);
        float far = in_view;
        while (far > SHORTEST * in_view &&
               !fits_until(world, u, vec_add(u->position, vec_scale(way, far))))
            far *= 0.5f;
        if (far <= SHORTEST * in_view) continue;
        sidle_vec2 point = vec_add(u->position, vec_scale(way, far));
        float score = vec_distance(point, danger);
        if (vec_dot(way, now) > ALIKE) score *= 1 + BETTER;
        if (score > best_score) best_score = score, best = point;
    }
    return best;
}

static void flee(const sidle_world *world, unit *u) {
    float away = vec_distance(u->position, u->cold->order->about);
    float enough = profile_of(world, u)->flee_distance;
    bool runs = u->flags & UNIT_UNDER_WAY;
    u->cold->order->steer_target.halt = -1;
    if (runs) u->goal = u->cold->order->steer_target.point;
    if (away <= enough)
        set_out(world, u);
    else if (runs && away > enough * SAFE) {
        path_stand(world, u);
        u->goal = u->position;
        u->flags |= UNIT_ARRIVED; /* it makes room for those that still run from the same */
    }
    if (u->order != SIDLE_ORDER_FLEE || u->flags & UNIT_UNDER_WAY) return;
    store_shared(&u->order, ORDER_FLED); /* see hunts_back() */
    u->flags |= UNIT_ARRIVED;
    u->cold->settled = (sidle_unit_id){0, 0};
    unit_tell(u, SIDLE_EVENT_ARRIVED);
}

static void evade(const sidle_world *world, const unit *hunter, unit *u) {
    u->cold->order->about = hunter->position;
    flee(world, u);
}

/* ---- wander ---- */

/* The farther out, the more the unit bends inwards. In a small area it aims less far. */
static sidle_vec2 wander_direction(const sidle_profile *p, const unit *u, float distance) {
    float scale = distance / p->wander_distance;
    sidle_wander w = {u->rank * 2654435761u, distance, p->wander_radius * scale,
                      p->wander_interval};
    sidle_vec2 point = sidle_steer_wander_point(u->position, u->heading, &w, u->cold->order->clock);
    sidle_vec2 onward = vec_direction(vec_sub(point, u->position), u->heading);
    sidle_vec2 inward = vec_direction(vec_sub(u->cold->order->about, u->position), u->heading);
    float out =
        vec_distance(u->position, u->cold->order->about) - (u->cold->order->range - distance);
    float pull = min_float(max_float(out / distance, 0), 1);
    sidle_vec2 sum = vec_add(vec_scale(onward, 1 - pull), vec_scale(inward, pull));
    return vec_direction(sum, inward);
}

static void aim_wandering(const sidle_world *world, unit *u) {
    const sidle_profile *p = profile_of(world, u);
    float distance = unit_wander_distance(p, u);
    sidle_vec2 onward = wander_direction(p, u, distance);
    u->aim = AIM_STEER_TARGET;
    for (int k = 0; k < TURNS; k++) {
        sidle_vec2 way = vec_scale(vec_turned(onward, TURN[k]), distance);
        u->cold->order->steer_target.point = vec_add(u->position, way);
        if (fits_until(world, u, u->cold->order->steer_target.point)) return;
    }
    u->cold->order->steer_target.point = u->position;
}

/* ---- where to ---- */

void steer_target_update(const sidle_world *world, unit *u, float dt) {
    if (!steer_target_is_needed(u)) return;
    const unit *target = target_of(world, u);
    u->cold->order->clock += dt;
    if (unit_has_target(u) && !target) {
        lose_target(world, u);
        return;
    }
    switch (u->order) {
    case SIDLE_ORDER_PATROL:
        if (!(u->flags & UNIT_UNDER_WAY)) path_next_patrol_point(world, u);
        break;
    case SIDLE_ORDER_PURSUE: pursue(world, target, u); break;
    case SIDLE_ORDER_FOLLOW: follow(world, target, u); break;
    case SIDLE_ORDER_EVADE: evade(world, target, u); break;
    case SIDLE_ORDER_FLEE: flee(world, u); break;
    case SIDLE_ORDER_WANDER: u->cold->order->steer_target.halt = -1; break;
    default: break;
    }
    /* A point that moves is followed between looks too. */
    if (target && u->decision == SIDLE_FREE) u->heads_for = unit_waypoint(u);
    unit_keep_waypoint(u);
}

/* Does the path lead where the goal was rather than where it is? */
static bool path_is_old(const unit *u) {
    if (u->flags & UNIT_GUIDED) return false;
    if (u->cold->path->next >= u->cold->path->count) return true;
    float off = vec_distance(u->goal, u->cold->order->goal_then);
    return off > PATH_OFF * vec_distance(u->goal, u->position);
}

/* Straight to the point, else straight to the goal that it stands for, else by a path. */
static void aim_straight(const sidle_world *world, unit *u) {
    sidle_vec2 to = vec_sub(u->cold->order->steer_target.point, u->position);
    float distance = vec_length(to), halt = max_float(u->cold->order->steer_target.halt, 0);
    float share = distance > halt ? (distance - halt) / distance : 0;
    u->aim = AIM_STEER_TARGET;
    if (fits_until(world, u, vec_add(u->position, vec_scale(to, share)))) return;
    u->aim = AIM_GOAL;
    if (fits_until(world, u, u->goal)) return;
    u->aim = AIM_PATH;
    if (path_is_old(u)) path_ask_for_goal(u, profile_of(world, u));
}

void steer_target_aim(const sidle_world *world, unit *u) {
    bool inside = vec_distance(u->position, u->cold->order->about) <= u->cold->order->range;
    switch (u->order) {
    case SIDLE_ORDER_PURSUE:
    case SIDLE_ORDER_FOLLOW: aim_straight(world, u); break;
    case SIDLE_ORDER_EVADE:
    case SIDLE_ORDER_FLEE:
        u->cold->order->steer_target.point = refuge(world, u);
        u->aim = AIM_STEER_TARGET;
        break;
    case SIDLE_ORDER_WANDER:
        u->cold->order->steer_target.point = u->cold->order->about;
        inside ? aim_wandering(world, u) : aim_straight(world, u);
        break;
    default: break;
    }
}
