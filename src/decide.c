/* The decision of a look (source: Habr 453506). The way is free: to the waypoint. The best point is
 * below the threshold: to that point. From the threshold on, units block the way, and the unit
 * climbs its profile's ladder: ask for a path, wait, push through; after the last rung it begins
 * again. The maximum: terrain blocks the way, and only a new path helps.
 *
 * The ladder's clock runs only while the unit is blocked, and hardly at all while it stands in a
 * queue: pushing is for the one at its head. A jam is over when the way has stayed
 * free for a while; until then the unit goes on where it was on the ladder, or it would wait for
 * ever before a jam that flickers. */
#include "decide.h"

#include "arrival.h"
#include "line.h"
#include "look.h"
#include "nearby.h"
#include "rest.h"
#include "way.h"
#include "wish.h"

/* s, how long the way must stay free for a jam to be over. */
static const float CALM = 1.0f;

/* Radii that a unit must come nearer to its goal for it to be progress. */
static const float PROGRESS = 0.5f;

/* The same on a new path: the first steps prove nothing. */
static const float PROGRESS_ON_NEW_PATH = 8;

/* Radii: nearer than this to the place that it returns to, a unit is back. */
static const float RETURNED = 0.5f;

/* Of the radius: a line this wide to that place is enough, as the unit slides along walls. */
static const float SIGHT_WIDTH = 0.1f;

/* Radii that a unit goes before it asks anew whether its next point is in sight. */
static const float SIGHT_KEPT = 2;

/* Times the profile's patience without progress, after which a push beyond its time ends. */
static const float PUSHES_IN_VAIN = 3;

/* How many units that wait for each other one follows up. */
enum { CHAIN_SEEN = 32 };

/* The ladder's clock runs at this share of its speed for a unit that waits for one that waits. */
static const float IN_CHAIN = 0.02f;

/* ---- targets ---- */

static sidle_vec2 point_at(const unit *u, const sidle_profile *p, int32_t row, int32_t column) {
    const sight *s = &u->mind->seen;
    sidle_vec2 ahead = vec_scale(s->direction, (float)row * p->look_cell);
    sidle_vec2 across = vec_scale(vec_right(s->direction), (float)column * p->look_cell);
    return vec_add(u->mind->look_origin, vec_add(ahead, across));
}

static sidle_vec2 point_chosen(const unit *u, const sidle_profile *p) {
    return point_at(u, p, u->mind->seen.row, sight_at(&u->mind->seen));
}

/* The last free point before what was hit. */
static sidle_vec2 point_before_hit(const unit *u, const sidle_profile *p) {
    return point_at(u, p, u->mind->seen.hit - 1, 0);
}

static void stands_in_line(unit *u) {
    u->decision = SIDLE_WAIT;
    u->heads_for = u->position;
}

/* ---- the ladder ---- */

static void take_step(jam *j, sidle_step step, float time) {
    j->step = (uint8_t)step;
    j->left = time;
}

/* Not into enemies that are as solid as walls, but past them where friends stand in the way too. */
static bool may_push(const sidle_world *world, const unit *u, const sidle_profile *p) {
    const sight *s = &u->mind->seen;
    if (!s->blocker.slot || s->value < SIDLE_VALUE_UNIT) return true;
    uint32_t blocker = world->by_slot[s->blocker.slot - 1];
    return !body_spares(&world->crowd, p, body_of(world, u), blocker);
}

/* Tries to stand on the present rung; false when it leads nowhere now. */
static bool stand_on_rung(const sidle_world *world, unit *u, const sidle_profile *p) {
    jam *j = &u->mind->jam;
    switch (p->ladder[j->rung]) {
    case SIDLE_STEP_REPLAN:
        if (!way_ask(u, p)) return false;
        take_step(j, SIDLE_STEP_REPLAN, p->answer_time);
        return true;
    case SIDLE_STEP_WAIT: take_step(j, SIDLE_STEP_WAIT, p->wait_time); return true;
    case SIDLE_STEP_PUSH:
        if (!may_push(world, u, p)) return false;
        take_step(j, SIDLE_STEP_PUSH, p->push_time);
        unit_tell(u, SIDLE_EVENT_PUSHING);
        return true;
    default: return false;
    }
}

static bool ladder_ends(const sidle_profile *p, uint32_t rung) {
    return rung >= SIDLE_LADDER_STEPS || p->ladder[rung] == SIDLE_STEP_NONE;
}

/* Climbs from the present rung to the next one that leads somewhere, round the top at most once.
 * With none, the unit waits and the host hears of it again after the back-off. */
static void climb(const sidle_world *world, unit *u, const sidle_profile *p) {
    jam *j = &u->mind->jam;
    for (int tries = 0; tries <= SIDLE_LADDER_STEPS; tries++) {
        if (ladder_ends(p, j->rung)) {
            j->rung = 0;
            unit_tell(u, SIDLE_EVENT_BLOCKED);
            if (ladder_ends(p, 0)) break;
        }
        if (stand_on_rung(world, u, p)) return;
        j->rung++;
    }
    j->rung = 0;
    take_step(j, SIDLE_STEP_NONE, p->replan_backoff);
}

/* A unit that goes back to where it had arrived asks nobody for anything: blocked, it stays. */
static bool stays_where_it_is(unit *u) {
    if (u->flags & UNIT_COMES_BACK) way_settle(u, u->mind->settled);
    return u->flags & UNIT_COMES_BACK;
}

static void blocked_by_units(const sidle_world *world, unit *u, const sidle_profile *p) {
    if (stays_where_it_is(u)) return;
    jam *j = &u->mind->jam;
    j->calm = 0;
    if (!j->on) {
        j->on = true;
        j->rung = 0;
        unit_tell(u, SIDLE_EVENT_BLOCKED);
        climb(world, u, p);
    } else if (j->left <= 0 || j->refused) {
        if (j->step != SIDLE_STEP_NONE) j->rung++;
        climb(world, u, p);
    }
    j->refused = false;
    switch (j->step) {
    case SIDLE_STEP_REPLAN: u->decision = SIDLE_REPLAN; break;
    case SIDLE_STEP_PUSH: u->decision = SIDLE_PUSH; break;
    default: u->decision = SIDLE_WAIT; break;
    }
    u->heads_for = point_chosen(u, p);
    if (unit_waits(u) && line_join(world, u, true)) stands_in_line(u);
}

/* Who was pushed aside and has lost sight of the waypoint goes back to the one before. */
static bool falls_back(const sidle_world *world, unit *u, const sidle_profile *p) {
    if (u->flags & UNIT_GUIDED || u->mind->path->next == 0) return false;
    if (!terrain_line_fits(&world->terrain, p->passable, u->position,
                           u->mind->path->points[u->mind->path->next - 1], p->radius))
        return false;
    u->mind->path->next--;
    if (u->passed) u->passed--;
    u->flags |= UNIT_LOOK;
    return true;
}

/* Without a waypoint to go back to, the unit returns to the last place from which the next point of
 * its path was in sight. */
static bool returns(const sidle_world *world, unit *u, const sidle_profile *p) {
    sidle_vec2 place = u->mind->in_sight;
    if (u->aim != AIM_PATH || vec_distance(u->position, place) <= RETURNED * p->radius)
        return false;
    const terrain *t = &world->terrain;
    if (!terrain_line_fits(t, p->passable, place, unit_path_point(u), p->radius * LOOK_SLACK) ||
        !terrain_line_fits(t, p->passable, u->position, place, SIGHT_WIDTH * p->radius))
        return false;
    u->aim = AIM_BACK;
    u->flags |= UNIT_LOOK;
    return true;
}

/* Is the next point of its path in sight of the unit? */
static bool sees_next_point(const sidle_world *world, const unit *u, const sidle_profile *p) {
    return terrain_line_fits(&world->terrain, p->passable, u->position, unit_path_point(u),
                             p->radius * LOOK_SLACK);
}

/* A unit that returns goes on along its path once it is back, or sees the next point again. */
static void end_return(const sidle_world *world, unit *u, const sidle_profile *p) {
    if (u->aim != AIM_BACK) return;
    if (vec_distance(u->position, u->mind->in_sight) <= RETURNED * p->radius ||
        sees_next_point(world, u, p))
        u->aim = AIM_PATH;
}

/* Asked once in a while, as the next point may be far away. */
static void keep_in_sight(const sidle_world *world, unit *u, const sidle_profile *p) {
    if (u->aim != AIM_PATH || u->mind->seen.value == SIDLE_VALUE_STATIC) return;
    if (vec_distance(u->position, u->mind->in_sight) < SIGHT_KEPT * p->radius) return;
    if (sees_next_point(world, u, p)) u->mind->in_sight = u->position;
}

static void blocked_by_terrain(const sidle_world *world, unit *u, const sidle_profile *p) {
    if (stays_where_it_is(u)) return;
    if (falls_back(world, u, p) || returns(world, u, p)) {
        u->decision = SIDLE_FREE;
        u->heads_for = unit_waypoint(u);
        return;
    }
    if (u->decision != SIDLE_BLOCKED) unit_tell(u, SIDLE_EVENT_BLOCKED);
    way_ask(u, p);
    u->mind->jam.calm = 0;
    u->decision = SIDLE_BLOCKED;
    u->heads_for = u->mind->seen.hit ? point_before_hit(u, p) : u->position;
}

/* A point too near to a wall for the disc looks free up to the end. */
static bool cannot_reach_point(const sidle_world *world, const unit *u, const sidle_profile *p) {
    return u->mind->progress.stalled >= p->patience &&
           !terrain_fits(&world->terrain, p->passable, unit_waypoint(u), p->radius);
}

static void drives_on(unit *u, sidle_decision decision, sidle_vec2 target) {
    jam *j = &u->mind->jam;
    if (j->calm >= CALM) j->on = false;
    if (j->calm >= j->backoff) j->backoff = 0;
    u->decision = decision & 15u;
    u->heads_for = target;
}

/* Pushing goes on until its time is over and the unit is clear of bodies: one that gave up inside
 * another would stay there. But one that gets nowhere for so long has to try something else. */
static bool goes_on_pushing(const sidle_world *world, const unit *u, const sidle_profile *p) {
    if (!u->mind->jam.on || u->mind->jam.step != SIDLE_STEP_PUSH) return false;
    bool in_vain = u->mind->progress.stalled >= p->push_time + PUSHES_IN_VAIN * p->patience;
    if (in_vain && u->mind->jam.left <= 0) return false;
    bool entangled = look_entangled(world, u);
    return u->mind->seen.hit ? u->mind->jam.left > 0 || entangled : entangled;
}

/* Whatever the unit sees or does: when it gets no nearer for long, the host hears of it. */
static void tell_when_stuck(unit *u, const sidle_profile *p) {
    if (u->mind->progress.stalled >= STUCK * p->patience && !(u->flags & UNIT_COMES_BACK) &&
        way_ask(u, p))
        unit_tell(u, SIDLE_EVENT_BLOCKED);
}

/* Those that have gathered at the same goal, or fled from the same danger, are no jam: they make
 * room. */
static bool reaches_its_own(const sidle_world *world, const unit *u) {
    const sight *s = &u->mind->seen;
    return s->blocker.slot && s->blocker_stance == STANCE_ARRIVED &&
           share_goal(world, u, unit_of_slot(world, s->blocker.slot - 1));
}

/* Units that have gathered at the goal may stand on the waypoints before it too. A unit that meets
 * them, and sees its goal, needs no waypoint any more. */
static void skip_waypoints(const sidle_world *world, unit *u, const sidle_profile *p) {
    if (u->order != SIDLE_ORDER_GO || u->flags & UNIT_GUIDED || unit_on_last_leg(u)) return;
    if (u->aim != AIM_PATH || !reaches_its_own(world, u)) return;
    if (terrain_line_fits(&world->terrain, p->passable, u->position, u->goal, p->radius))
        way_skip(u);
}

/* The unit presses on until it counts as arrived. */
static void closes_up(unit *u, const sidle_profile *p) {
    tell_when_stuck(u, p);
    u->mind->jam.calm = 0;
    u->decision = SIDLE_WAIT;
    u->heads_for = u->goal;
}

/* Nobody goes by a line, nor round it. */
static void goes_on(const sidle_world *world, unit *u, const sidle_profile *p) {
    tell_when_stuck(u, p);
    if (line_meets(world, u))
        stands_in_line(u);
    else
        drives_on(u, SIDLE_FREE, unit_waypoint(u));
}

static void detours(const sidle_world *world, unit *u, const sidle_profile *p) {
    if (line_join(world, u, false))
        stands_in_line(u);
    else
        drives_on(u, SIDLE_DETOUR, point_chosen(u, p));
}

static void choose(const sidle_world *world, unit *u, const sidle_profile *p) {
    const sight *s = &u->mind->seen;
    int32_t threshold = (int32_t)(p->threshold * (float)SIDLE_VALUE_UNIT);
    if (line_holds(world, u)) {
        stands_in_line(u);
        return;
    }
    bool pushing = goes_on_pushing(world, u, p);
    if (pushing && s->value != SIDLE_VALUE_STATIC) {
        u->mind->jam.calm = 0;
        u->decision = SIDLE_PUSH;
        u->heads_for = s->hit ? point_chosen(u, p) : unit_waypoint(u);
    } else if (!s->hit && cannot_reach_point(world, u, p))
        blocked_by_terrain(world, u, p);
    else if (!s->hit)
        goes_on(world, u, p);
    else if (s->value == SIDLE_VALUE_STATIC)
        blocked_by_terrain(world, u, p);
    else if (s->value < threshold && u->mind->progress.stalled < p->patience)
        detours(world, u, p);
    else if (unit_flees(u) && reaches_its_own(world, u))
        drives_on(u, SIDLE_FREE, unit_waypoint(u));
    else if (unit_on_last_leg(u) && reaches_its_own(world, u))
        closes_up(u, p);
    else
        blocked_by_units(world, u, p);
    int32_t at = sight_at(s);
    if (u->decision == SIDLE_DETOUR && at != 0) u->mind->jam.side = at > 0 ? 1 : -1;
    if (u->decision == SIDLE_FREE && u->mind->jam.calm >= CALM) u->mind->jam.side = 0;
}

/* ---- who waits for whom ---- */

uint32_t decide_waits_for(const sidle_world *world, const unit *u) {
    if (!u->turn && !unit_waits(u)) return 0;
    uint32_t head = u->turn ? line_head(world, u) : 0;
    if (head) return head;
    bool queues = u->flags & UNIT_UNDER_WAY && unit_waits(u);
    return queues && u->mind->seen.blocker_stance == STANCE_UNDER_WAY ? u->mind->seen.blocker.slot
                                                                      : 0;
}

/* Reads only what the last tick left: `waits_for` of others is written when a tick ends.
 *
 * Is it this unit's part to do something about the jam? Not when the one it waits for waits itself,
 * or drives: then it stands in a queue. When they wait for each other in a circle, it is the part
 * of the one that wins ties. */
static bool heads_jam(const sidle_world *world, const unit *u) {
    uint32_t at = u->slot;
    bool first = true;
    for (int k = 0; k < CHAIN_SEEN; k++) {
        uint32_t next = unit_of_slot(world, at)->waits_for;
        if (!next) return at == u->slot;
        at = next - 1;
        if (at == u->slot) return first;
        if (unit_before(unit_of_slot(world, at), u)) first = false;
    }
    return false;
}

/* ---- a unit's turn ---- */

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
    if (!drives || u->mind->jam.on) return 1;
    if (!u->mind->seen.hit) return LOOKS_SAVED_MAX;
    float until = (float)u->mind->seen.hit * p->look_cell / p->top_speed;
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

/* Timers only matter to who looks. */
static void pass_time(const sidle_world *world, unit *u, const sidle_profile *p) {
    jam *j = &u->mind->jam;
    float dt = u->since;
    u->since = 0;
    bool climbing = unit_waits(u) || u->decision == SIDLE_PUSH;
    /* A unit without a ladder only tells, and the host may answer each of a chain. */
    bool runs = j->step == SIDLE_STEP_NONE || heads_jam(world, u);
    if (climbing && j->left > 0) j->left -= runs ? dt : dt * IN_CHAIN;
    if (j->backoff_left > 0) j->backoff_left -= dt;
    if (u->decision == SIDLE_FREE) j->calm += dt;

    line_pass_time(world, u, dt);
    progress *g = &u->mind->progress;
    if (way_goal_moves(u)) *g = (progress){.nearest = 0};
    if (way_goal_moves(u) || (u->turn != TURN_NONE && u->turn != TURN_GOES)) return;
    float left = way_left(u);
    float needed = u->flags & UNIT_NEW_PATH ? PROGRESS_ON_NEW_PATH : PROGRESS;
    if (g->nearest <= 0 || left < g->nearest - needed * p->radius) {
        *g = (progress){left, 0};
        unit_unmark(u, UNIT_NEW_PATH);
    } else
        g->stalled += dt;
}

static void look_and_choose(const sidle_world *world, unit *u) {
    const sidle_profile *p = profile_of(world, u);
    unit_unmark(u, UNIT_LOOK);
    pass_time(world, u, p);
    wish_aim(world, u);
    end_return(world, u, p);
    if (line_waits(world, u)) {
        stands_in_line(u);
        return;
    }
    u->mind->seen = look_around(world, u, u->mind->jam.on && u->mind->jam.step == SIDLE_STEP_PUSH);
    u->mind->look_origin = u->position;
    u->mind->look_tick = (uint32_t)world->tick;
    u->flags |= UNIT_LOOKED;
    skip_waypoints(world, u, p);
    choose(world, u, p);
    keep_in_sight(world, u, p);
    unit_unmark(u, UNIT_TIGHT);
    if ((float)u->mind->seen.value > p->graze * (float)SIDLE_VALUE_UNIT) u->flags |= UNIT_TIGHT;
    bool held = u->mind->seen.hit || u->mind->progress.stalled >= p->patience;
    if (!held || !unit_on_last_leg(u) || way_goal_moves(u)) return;
    sidle_unit_id behind = arrival_behind(world, u);
    if (behind.slot) way_settle(u, behind);
}

/* Whose turn it is; in the order of memory. */
static uint32_t list_lookers(const sidle_world *world, span part, float dt, uint32_t *list) {
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

/* What they have in mind lies all over the memory, and has to be sent for in time. */
static void send_for(const mind *m) {
    enum { LINE = 64 };
    for (size_t at = 0; at < sizeof *m; at += LINE) prefetch((const char *)m + at);
}

void decide(const sidle_world *world, span part, float dt) {
    enum { AHEAD = 3 };
    uint32_t list[ITEMS_A_PART], count = list_lookers(world, part, dt, list);
    for (uint32_t n = 0; n < count; n++) {
        unit *u = unit_at(world, list[n]);
        if (n + AHEAD < count) send_for(unit_at(world, list[n + AHEAD])->mind);
        if (u->flags & UNIT_UNDER_WAY)
            look_and_choose(world, u);
        else
            rest_look(world, u);
        take_next_turn(world, u, profile_of(world, u), dt);
        unit_keep_waypoint(u);
    }
}

bool decide_answer(const sidle_world *world, unit *u, sidle_step step) {
    const sidle_profile *p = profile_of(world, u);
    if (!unit_has_way(u) || (!u->mind->jam.on && !u->turn)) return false;
    u->mind->jam.on = true;
    take_step(&u->mind->jam, step, step == SIDLE_STEP_PUSH ? p->push_time : p->wait_time);
    if (step == SIDLE_STEP_PUSH) {
        line_give_up(world, u, p->push_time);
        unit_tell(u, SIDLE_EVENT_PUSHING);
    }
    u->flags |= UNIT_LOOK;
    return true;
}
