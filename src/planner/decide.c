/* The decision of a look (source: Habr 453506). The way is free: to the waypoint. The best point is
 * below the threshold: to that point, a detour. From the threshold on the way is blocked: see
 * escalation.c. */
#include "planner/decide.h"

#include "orders/arrival.h"
#include "orders/come_clear.h"
#include "orders/path_following.h"
#include "orders/queue.h"
#include "orders/steer_target.h"
#include "planner/escalation.h"
#include "planner/look.h"
#include "planner/lost_sight.h"
#include "planner/waits_for.h"
#include "world/spatial_grid.h"

/* s, how long the way must stay free for a escalation to be over. */
static const float CALM = 1.0f;

/* Radii that a unit must come nearer to its goal for it to be progress. */
static const float PROGRESS = 0.5f;

/* The same on a new path: the first steps prove nothing. */
static const float PROGRESS_ON_NEW_PATH = 8;

/* The ladder's clock runs at this share of its speed for a unit that waits for one that waits. */
static const float IN_CHAIN = 0.02f;

/* A point too near to a wall for the disc looks free up to the end. */
static bool cannot_reach_point(const sidle_world *world, const unit *u, const sidle_profile *p) {
    return u->cold->progress.stalled >= p->patience &&
           !terrain_fits(&world->terrain, p->passable, unit_waypoint(u), p->radius);
}

static void drives_on(unit *u, sidle_decision decision, sidle_vec2 target) {
    escalation *j = &u->cold->escalation;
    if (j->calm >= CALM) j->on = false;
    if (j->calm >= j->backoff) j->backoff = 0;
    u->decision = decision & 15u;
    u->heads_for = target;
}

/* Those that have gathered at the same goal, or fled from the same danger, are no escalation: they
 * make room. */
static bool reaches_its_own(const sidle_world *world, const unit *u) {
    const look_result *s = &u->cold->look;
    return s->blocker.slot && s->blocker_stance == STANCE_ARRIVED &&
           share_goal(world, u, unit_of_slot(world, s->blocker.slot - 1));
}

/* Units that have gathered at the goal may stand on the waypoints before it too. A unit that meets
 * them, and sees its goal, needs no waypoint any more. */
static void skip_waypoints(const sidle_world *world, unit *u, const sidle_profile *p) {
    if (u->order != SIDLE_ORDER_GO || u->flags & UNIT_GUIDED || unit_on_last_leg(u)) return;
    if (u->aim != AIM_PATH || !reaches_its_own(world, u)) return;
    if (terrain_line_fits(&world->terrain, p->passable, u->position, u->goal, p->radius))
        path_skip(u);
}

/* The unit presses on until it counts as arrived. */
static void closes_up(unit *u, const sidle_profile *p) {
    tell_when_stuck(u, p);
    u->cold->escalation.calm = 0;
    u->decision = SIDLE_WAIT;
    u->heads_for = u->goal;
}

/* Nobody goes by a line, nor round it. */
static void goes_on(const sidle_world *world, unit *u, const sidle_profile *p) {
    tell_when_stuck(u, p);
    if (queue_join_passed(world, u))
        stands_in_queue(u);
    else
        drives_on(u, SIDLE_FREE, unit_waypoint(u));
}

static void detours(const sidle_world *world, unit *u, const sidle_profile *p) {
    if (queue_join(world, u, false))
        stands_in_queue(u);
    else
        drives_on(u, SIDLE_DETOUR, point_chosen(u, p));
}

static void choose(const sidle_world *world, unit *u, const sidle_profile *p) {
    const look_result *s = &u->cold->look;
    int32_t threshold = (int32_t)(p->threshold * (float)SIDLE_VALUE_UNIT);
    if (queue_waits_after_look(world, u)) {
        stands_in_queue(u);
        return;
    }
    bool pushing = goes_on_pushing(world, u, p);
    if (pushing && s->value != SIDLE_VALUE_STATIC) {
        u->cold->escalation.calm = 0;
        u->decision = SIDLE_PUSH;
        u->heads_for = s->hit ? point_chosen(u, p) : unit_waypoint(u);
    } else if (!s->hit && cannot_reach_point(world, u, p))
        blocked_by_terrain(world, u, p);
    else if (!s->hit)
        goes_on(world, u, p);
    else if (s->value == SIDLE_VALUE_STATIC)
        blocked_by_terrain(world, u, p);
    else if (s->value < threshold && u->cold->progress.stalled < p->patience)
        detours(world, u, p);
    else if (unit_flees(u) && reaches_its_own(world, u))
        drives_on(u, SIDLE_FREE, unit_waypoint(u));
    else if (unit_on_last_leg(u) && reaches_its_own(world, u))
        closes_up(u, p);
    else
        blocked_by_units(world, u, p);
    int32_t at = look_result_column(s);
    if (u->decision == SIDLE_DETOUR && at != 0) u->cold->escalation.side = at > 0 ? 1 : -1;
    if (u->decision == SIDLE_FREE && u->cold->escalation.calm >= CALM) u->cold->escalation.side = 0;
}

/* Looks that a look may stand for. */
enum { LOOKS_SAVED_MAX = 3, LOOKS_SAVED_IN_QUEUE = 2, LOOKS_SAVED_SEARCHING = 10 };

/* Ticks, after which a unit that has arrived sees whether its own have pressed it into others. */
enum { JOSTLED_EVERY = 32 };

/* Intervals until what a look has found on the way is met, for each look that it stands for. */
static const float AHEAD_A_LOOK = 6;

/* What is far off needs no second look so soon, nor does the one who waits ahead in a queue; but
 * who is at its head looks as often as it may. */
static uint64_t looks_it_stands_for(const unit *u, const sidle_profile *p) {
    if (!(u->flags & UNIT_UNDER_WAY)) return rest_searches(u) ? LOOKS_SAVED_SEARCHING : 1;
    bool goes = u->order == SIDLE_ORDER_GO || u->order == SIDLE_ORDER_PATROL;
    if (!goes || p->queue || p->look_interval <= 0 || p->top_speed <= 0) return 1;
    if (unit_waits(u) && u->waits_for) return LOOKS_SAVED_IN_QUEUE;
    bool drives = u->decision == SIDLE_FREE || u->decision == SIDLE_DETOUR;
    if (!drives || u->cold->escalation.on) return 1;
    if (!u->cold->look.hit) return LOOKS_SAVED_MAX;
    float until = (float)u->cold->look.hit * p->look_cell / p->top_speed;
    float looks = 1 + until / (AHEAD_A_LOOK * p->look_interval);
    return looks < LOOKS_SAVED_MAX ? (uint64_t)looks : LOOKS_SAVED_MAX;
}

/* The turns of units are spread over the ticks by their ranks. */
static void take_next_turn(const sidle_world *world, unit *u, const sidle_profile *p, float dt) {
    float ticks = min_float(p->look_interval / dt, 1e6f);
    uint64_t every = ticks < 1.5f ? 1 : (uint64_t)(ticks + 0.5f);
    every *= looks_it_stands_for(u, p);
    u->look_next = (uint32_t)(world->tick + every - (world->tick + u->rank) % every);
}

/* Also a unit in a chain of waiting ones, which leaves the jam to its head, tells now and then. */
static void tell_of_stall(unit *u, const sidle_profile *p, float dt) {
    float every = max_float(p->replan_backoff_max, STUCK * p->patience);
    float now = u->cold->progress.stalled / every,
          before = (u->cold->progress.stalled - dt) / every;
    if (u->flags & UNIT_COMES_BACK || (int32_t)now == (int32_t)before) return;
    unit_tell(u, SIDLE_EVENT_BLOCKED);
}

/* Timers only matter to who looks. */
static void pass_time(const sidle_world *world, unit *u, const sidle_profile *p) {
    escalation *j = &u->cold->escalation;
    float dt = u->since;
    u->since = 0;
    bool climbing = unit_waits(u) || u->decision == SIDLE_PUSH;
    /* A unit without a ladder only tells, and the host may answer each of a chain. */
    bool runs = j->step == SIDLE_STEP_NONE || heads_jam(world, u);
    if (climbing && j->left > 0) j->left -= runs ? dt : dt * IN_CHAIN;
    if (j->backoff_left > 0) j->backoff_left -= dt;
    if (u->decision == SIDLE_FREE) j->calm += dt;

    queue_pass_time(world, u, dt);
    progress *g = &u->cold->progress;
    if (path_goal_moves(u)) *g = (progress){.nearest = 0};
    if (path_goal_moves(u) || (u->queue_state != QUEUE_NONE && u->queue_state != QUEUE_GOES))
        return;
    float left = path_left_of(u);
    float needed = u->flags & UNIT_NEW_PATH ? PROGRESS_ON_NEW_PATH : PROGRESS;
    if (g->nearest <= 0 || left < g->nearest - needed * p->radius) {
        *g = (progress){left, 0};
        unit_unmark(u, UNIT_NEW_PATH);
    } else {
        g->stalled += dt;
        tell_of_stall(u, p, dt);
    }
}

static void look_and_choose(const sidle_world *world, unit *u) {
    const sidle_profile *p = profile_of(world, u);
    unit_unmark(u, UNIT_LOOK);
    pass_time(world, u, p);
    steer_target_aim(world, u);
    end_return(world, u, p);
    if (queue_waits_before_look(world, u)) {
        stands_in_queue(u);
        return;
    }
    u->cold->look = look_around(
        world, u, u->cold->escalation.on && u->cold->escalation.step == SIDLE_STEP_PUSH);
    u->cold->look_origin = u->position;
    u->cold->look_tick = (uint32_t)world->tick;
    u->flags |= UNIT_LOOKED;
    skip_waypoints(world, u, p);
    choose(world, u, p);
    keep_in_sight(world, u, p);
    unit_unmark(u, UNIT_TIGHT);
    if ((float)u->cold->look.value > p->graze * (float)SIDLE_VALUE_UNIT) u->flags |= UNIT_TIGHT;
    bool held = u->cold->look.hit || u->cold->progress.stalled >= p->patience;
    if (!held || !unit_on_last_leg(u) || path_goal_moves(u)) return;
    sidle_unit_id behind = arrival_behind(world, u);
    if (behind.slot) path_settle(u, behind);
}

/* Whose turn it is; in the order of memory. */
static uint32_t list_looking(const sidle_world *world, span part, float dt, uint32_t *list) {
    uint32_t count = 0;
    for (uint32_t k = part.first; k < part.end; k++) {
        unit *u = unit_at(world, k);
        bool turn = (int32_t)((uint32_t)world->tick - u->look_next) >= 0;
        bool looks = turn | (u->flags / UNIT_LOOK & 1u);
        bool jostled = rest_is_jostled(u) && (world->tick + u->rank) % JOSTLED_EVERY == 0;
        u->since = u->flags & UNIT_UNDER_WAY ? u->since + dt : 0;
        list[count] = k;
        count += (looks & ((u->flags & (UNIT_UNDER_WAY | UNIT_CLEARS)) != 0)) | jostled;
        if (!(u->flags & UNIT_UNDER_WAY)) u->decision = SIDLE_IDLE;
    }
    return count;
}

/* What they have in cold lies all over the memory, and has to be sent for in time. */
static void prefetch_cold(const cold *m) {
    enum { LINE = 64 };
    for (size_t at = 0; at < sizeof *m; at += LINE) prefetch((const char *)m + at);
}

void decide(const sidle_world *world, span part, float dt) {
    enum { AHEAD = 3 };
    uint32_t list[ITEMS_A_PART], count = list_looking(world, part, dt, list);
    for (uint32_t n = 0; n < count; n++) {
        unit *u = unit_at(world, list[n]);
        if (n + AHEAD < count) prefetch_cold(unit_at(world, list[n + AHEAD])->cold);
        if (u->flags & UNIT_UNDER_WAY)
            look_and_choose(world, u);
        else
            rest_look(world, u);
        take_next_turn(world, u, profile_of(world, u), dt);
        unit_keep_waypoint(u);
    }
}
