#include "play.h"

#include "examples/thread_pool.h"
#include "metrics/observer.h"
#include "pathfinding/astar.h"

#include <math.h>
#include <stb_ds.h>

/* Ticks from one copy to the next, and for how long it is played. */
enum { COPY_EVERY = 61, COPY_FOR = 20, VALIDATE_EVERY = 16, COPY_THREADS = 4 };

/* Times the way alone at top speed, and s beside it: so long a unit may take to come home. */
static const double HOME_TIMES = 6, HOME_MORE = 120;

/* s, that all are left alone after the calls of the host, and that a unit has waited without a move
 * by then: it has asked several times again. */
static const float LEFT_ALONE = 45, WAITED = 20;

/* A world with its groups and pathfinder: the game, or its copy. */
typedef struct board {
    sidle_world *world;
    sidle_groups *groups;
    astar *finder;
} board;

/* u, of the orders to approach. */
#define APPROACH_MOST  3.0f
#define APPROACH_LEAST 1.0f

typedef struct game {
    const game_story *story;
    board main, copy;
    pool *threads;
    bool copied; /* the copy is played, too */
    uint32_t copied_at;
    sidle_unit_id ids[MOST_UNITS];
    sidle_profile_id kinds[KINDS];
    bool told[MOST_UNITS];
    float waited[MOST_UNITS]; /* s, since when it waits under its order and does not move */
    bool refused_changed;
} game;

static board open_board(sidle_hooks hooks) {
    board b = {NULL, NULL, NULL};
    sidle_world_def def = sidle_world_def_default();
    def.width = def.height = SIDE;
    def.hooks = hooks;
    assert_ok(sidle_world_create(&def, &b.world));
    assert_ok(sidle_groups_create(b.world, &b.groups));
    b.finder = astar_make(b.world);
    return b;
}

static void close_board(board *b) {
    astar_free(b->finder);
    sidle_groups_destroy(b->groups);
    sidle_world_destroy(b->world);
}

/* ---- the host's calls ---- */

static sidle_terrain wall_class(uint32_t number) {
    return number % 3 ? SIDLE_TERRAIN_TREES : SIDLE_TERRAIN_SWAMP;
}

static void set_cells(board *b, const game_wall *w, sidle_terrain class) {
    sidle_world_set_cells(b->world, w->x, w->y, w->width, w->height, class);
    astar_terrain_changed(b->finder, w->x, w->y, w->width, w->height);
}

/* A building goes up only where nobody stands. */
static void build(board *b, const game_call *c) {
    game_wall w = {(uint32_t)c->point.x, (uint32_t)c->point.y, 1 + c->number % 3,
                   1 + c->number % 2};
    uint32_t standing = 0;
    if (w.x + w.width >= SIDE || w.y + w.height >= SIDE) return;
    if (sidle_world_vacate(b->world, w.x, w.y, w.width, w.height, SIDLE_TERRAIN_TREES, 12,
                           &standing))
        return;
    if (!standing) set_cells(b, &w, wall_class(c->number));
}

static void raze(board *b, const game_call *c) {
    game_wall w = {(uint32_t)c->point.x, (uint32_t)c->point.y, 3, 3};
    if (w.x + w.width < SIDE && w.y + w.height < SIDE) set_cells(b, &w, SIDLE_TERRAIN_GROUND);
}

/* The units from this one on that are of its team and live, as a group. */
static uint32_t members(const board *b, const game *g, const game_call *c, sidle_unit_id *ids) {
    sidle_unit_state first, s;
    uint32_t count = 0, units = g->story->unit_count;
    if (sidle_unit_get(b->world, g->ids[c->who], &first)) return 0;
    for (uint32_t k = 0; k < units && count < 3 + c->number % 12; k++) {
        sidle_unit_id id = g->ids[(c->who + k) % units];
        if (sidle_unit_get(b->world, id, &s) || s.stowed || s.team != first.team) continue;
        ids[count++] = id;
    }
    return count;
}

static sidle_result order_group(board *b, const game *g, const game_call *c) {
    sidle_unit_id ids[MOST_UNITS];
    uint32_t count = members(b, g, c, ids);
    sidle_formation f = sidle_formation_default();
    f.shape = (sidle_shape)(c->number % SIDLE_SHAPE_OFFSETS);
    if (c->number % 2) f.heading = (sidle_vec2){1, (float)(c->number % 7) - 3};
    const sidle_range range = {4, 1, SIDLE_PASS_ALL};
    if (c->kind == CALL_GROUP_GO) return sidle_group_go(b->groups, ids, count, c->point, &f, NULL);
    return sidle_group_approach(b->groups, ids, count, g->ids[c->other], &range, &f, NULL);
}

/* What is refused, whatever the world is like; false: it was not. */
static bool make_mistake(board *b, const game *g, const game_call *c) {
    const sidle_vec2 outside = {-5, 3}, endless = {NAN, 0};
    sidle_unit_id id = g->ids[c->who];
    switch (c->number % 5) {
    case 0: return sidle_unit_go(b->world, id, outside) != SIDLE_OK;
    case 1: return sidle_unit_go(b->world, id, endless) != SIDLE_OK;
    case 2: return sidle_unit_pursue(b->world, id, id) != SIDLE_OK;
    case 3: return sidle_unit_set_speed_factor(b->world, id, -1) != SIDLE_OK;
    default: return sidle_unit_teleport(b->world, id, outside) != SIDLE_OK;
    }
}

static sidle_result order_unit(board *b, const game *g, const game_call *c) {
    sidle_world *w = b->world;
    const sidle_unit_id who = g->ids[c->who], other = g->ids[c->other];
    const sidle_vec2 more[2] = {c->point, {c->point.y, c->point.x}};
    const sidle_range range = {APPROACH_MOST, APPROACH_LEAST, SIDLE_PASS_ALL};
    switch (c->kind) {
    case CALL_GO: return sidle_unit_go(w, who, c->point);
    case CALL_HOLD: return sidle_unit_hold(w, who);
    case CALL_STOP: return sidle_unit_stop(w, who);
    case CALL_PATROL: return sidle_unit_patrol(w, who, more, 1 + c->number % 2);
    case CALL_PURSUE: return sidle_unit_pursue(w, who, other);
    case CALL_FOLLOW: return sidle_unit_follow(w, who, other);
    case CALL_APPROACH: return sidle_unit_approach(w, who, other, &range);
    case CALL_APPROACH_POINT: return sidle_unit_approach_point(w, who, c->point, &range);
    case CALL_EVADE: return sidle_unit_evade(w, who, other);
    case CALL_FLEE: return sidle_unit_flee(w, who, c->point);
    case CALL_WANDER: return sidle_unit_wander(w, who, c->point, 4);
    case CALL_DIE: return sidle_unit_destroy(w, who);
    case CALL_BOARD: return sidle_unit_stow(w, who, (sidle_pursuers)(c->number % 2));
    case CALL_UNLOAD: return sidle_unit_unstow(w, who, c->point);
    case CALL_TELEPORT: return sidle_unit_teleport(w, who, c->point);
    case CALL_UPGRADE: return sidle_unit_set_profile(w, who, g->kinds[c->number % KINDS]);
    case CALL_SPEED: return sidle_unit_set_speed_factor(w, who, 0.25f * (float)(c->number % 9));
    case CALL_TEAM: return sidle_unit_set_team(w, who, c->number % TEAMS);
    case CALL_ALLIES: return sidle_world_set_allies(w, c->number % TEAMS, c->number / TEAMS % 8);
    default: return SIDLE_OK;
    }
}

static void make_call(game *g, board *b, const game_call *c) {
    switch (c->kind) {
    case CALL_BUILD: build(b, c); return;
    case CALL_RAZE: raze(b, c); return;
    case CALL_GROUP_GO:
    case CALL_GROUP_APPROACH: order_group(b, g, c); return;
    case CALL_FACE: sidle_unit_face(b->world, g->ids[c->who], c->point); return;
    case CALL_MISTAKE: {
        uint64_t hash = sidle_world_hash(b->world);
        if (make_mistake(b, g, c) && sidle_world_hash(b->world) != hash) g->refused_changed = true;
        return;
    }
    default: order_unit(b, g, c);
    }
}

/* ---- the host's pathfinder ---- */

/* The waypoints to the goal, or to the nearest place to it where the disc fits. False: no path. */
static bool finds_way(board *b, sidle_profile_id profile, sidle_vec2 from, sidle_vec2 goal,
                      sidle_vec2 **way) {
    sidle_vec2 to;
    if (!astar_nearest(b->finder, profile, goal, &to)) return false;
    if (!astar_find(b->finder, profile, from, to, NULL, 0, way)) return false;
    if (to.x != goal.x || to.y != goal.y) arrput(*way, to);
    return true;
}

static void answer_unit(board *b, sidle_unit_id id) {
    sidle_unit_state s;
    sidle_vec2 *way = NULL;
    if (sidle_unit_get(b->world, id, &s) || s.stowed) return;
    if (finds_way(b, s.profile, s.position, s.goal, &way))
        sidle_unit_set_path(b->world, id, way, (uint32_t)arrlenu(way));
    arrfree(way);
}

static void answer_group(board *b, sidle_group_id group) {
    sidle_group_state g;
    sidle_vec2 *way = NULL;
    if (sidle_group_get(b->groups, group, &g)) return;
    if (finds_way(b, g.profile, g.start, g.goal, &way))
        sidle_group_set_path(b->groups, group, way, (uint32_t)arrlenu(way));
    arrfree(way);
}

/* Ticks from one act of the host's habit to the next; 0: it has none. */
static uint32_t habit_period(const game_story *s) {
    if (s->habit == HABIT_NONE) return 0;
    return (uint32_t)fmaxf(1, (s->habit == HABIT_REFRESH ? 1 : 0.2f) / s->dt);
}

/* Of units that go to a point by themselves. */
static void act_by_habit(board *b, const game *g) {
    uint32_t period = habit_period(g->story);
    if (!period || sidle_world_tick(b->world) % period) return;
    for (uint32_t k = 0; k < g->story->unit_count; k++) {
        sidle_unit_state s;
        sidle_member_state m;
        if (sidle_unit_get(b->world, g->ids[k], &s) || s.stowed || s.order != SIDLE_ORDER_GO)
            continue;
        if (sidle_group_member(b->groups, g->ids[k], &m) == SIDLE_OK) continue;
        if (g->story->habit == HABIT_SPAM)
            sidle_unit_go(b->world, g->ids[k], s.goal);
        else
            answer_unit(b, g->ids[k]);
    }
}

static void answer(board *b, const game *g) {
    uint32_t count;
    const sidle_event *events = sidle_world_events(b->world, &count);
    for (uint32_t k = 0; k < count; k++)
        if (events[k].type == SIDLE_EVENT_PATH_WANTED) answer_unit(b, events[k].unit);
    const sidle_group_event *of_groups = sidle_groups_events(b->groups, &count);
    for (uint32_t k = 0; k < count; k++)
        if (of_groups[k].type == SIDLE_GROUP_EVENT_PATH_WANTED) answer_group(b, of_groups[k].group);
    act_by_habit(b, g);
}

/* ---- the copy ---- */

static void copy_game(game *g) {
    size_t size, of_groups;
    assert_int_equal(sidle_world_save(g->main.world, NULL, 0, &size), SIDLE_ERROR_BUFFER);
    assert_int_equal(sidle_groups_save(g->main.groups, NULL, 0, &of_groups), SIDLE_ERROR_BUFFER);
    void *bytes = malloc(size), *groups = malloc(of_groups);
    assert_ok(sidle_world_save(g->main.world, bytes, size, &size));
    assert_ok(sidle_groups_save(g->main.groups, groups, of_groups, &of_groups));
    assert_ok(sidle_world_load(g->copy.world, bytes, size));
    assert_ok(sidle_groups_load(g->copy.groups, groups, of_groups));
    astar_terrain_changed(g->copy.finder, 0, 0, SIDE, SIDE);
    free(bytes);
    free(groups);
}

static void step(board *b, const game *g) {
    float dt = g->story->dt;
    answer(b, g);
    assert_ok(sidle_groups_update(b->groups, dt));
    assert_ok(sidle_world_step(b->world, dt));
}

/* ---- a tick ---- */

static uint32_t index_of(const game *g, sidle_unit_id id) {
    for (uint32_t k = 0; k < g->story->unit_count; k++)
        if (g->ids[k].slot == id.slot && g->ids[k].generation == id.generation) return k;
    return MOST_UNITS;
}

/* An order, or whatever else may set a unit in motion. */
static void forget_told(game *g, const game_call *c) {
    if (c->kind == CALL_FACE || c->kind == CALL_RAZE || c->kind == CALL_MISTAKE) return;
    if (c->kind < CALL_GROUP_GO || c->kind == CALL_TELEPORT || c->kind == CALL_UNLOAD)
        g->told[c->who] = false;
    else
        memset(g->told, 0, sizeof g->told);
}

static broken check_events(game *g) {
    uint32_t count;
    const sidle_event *events = sidle_world_events(g->main.world, &count);
    for (uint32_t k = 0; k < count; k++) {
        uint32_t who = index_of(g, events[k].unit);
        if (who == MOST_UNITS || !sidle_unit_valid(g->main.world, events[k].unit))
            return (broken){.promise = EVENT, .unit = who};
        sidle_unit_state s = state_of(g->main.world, events[k].unit);
        if (events[k].type == SIDLE_EVENT_PATH_WANTED && s.guided)
            return (broken){.promise = EVENT, .unit = who};
        sidle_member_state m; /* its group may still give orders to a member */
        if (sidle_group_member(g->main.groups, events[k].unit, &m) == SIDLE_OK) continue;
        g->told[who] |= events[k].type == SIDLE_EVENT_ARRIVED && s.order == SIDLE_ORDER_NONE;
    }
    return (broken){.promise = KEPT};
}

static broken check_invariants(const game *g) {
    const char *of_world = sidle_world_validate(g->main.world);
    const char *of_groups = sidle_groups_validate(g->main.groups);
    return (broken){.promise = of_world || of_groups ? VALID : KEPT};
}

static void count_waits(game *g, const game_moment *before, const game_moment *after) {
    for (uint32_t k = 0; k < g->story->unit_count; k++) {
        const sidle_unit_state *was = &before->state[k], *is = &after->state[k];
        bool waits = before->id[k].slot && after->id[k].slot && is->stuck && is->under_way &&
                     was->position.x == is->position.x && was->position.y == is->position.y;
        g->waited[k] = waits ? g->waited[k] + g->story->dt : 0;
    }
}

/* Plays one tick on both boards; the calls of the tick have been made. */
static broken play_tick(game *g, uint32_t tick) {
    const game_story *s = g->story;
    answer(&g->main, g);
    assert_ok(sidle_groups_update(g->main.groups, s->dt));
    game_moment before = moment_of(g->main.world, g->ids, s->unit_count);
    assert_ok(sidle_world_step(g->main.world, s->dt));
    game_moment after = moment_of(g->main.world, g->ids, s->unit_count);
    broken b = promises_broken(g->main.world, &before, &after, s->unit_count, s->dt, g->told);
    count_waits(g, &before, &after);
    if (!b.promise) b = check_events(g);
    if (!b.promise && tick % VALIDATE_EVERY == 0) b = check_invariants(g);
    if (!b.promise && g->refused_changed) b.promise = REFUSED;
    if (g->copied) {
        step(&g->copy, g);
        bool same = sidle_world_hash(g->copy.world) == sidle_world_hash(g->main.world) &&
                    sidle_groups_hash(g->copy.groups) == sidle_groups_hash(g->main.groups);
        if (!b.promise && !same) b.promise = SAME;
        g->copied = tick < g->copied_at + COPY_FOR;
    }
    b.tick = tick;
    return b;
}

/* ---- a game ---- */

static void set_up(game *g) {
    const game_story *s = g->story;
    for (uint32_t k = 0; k < s->wall_count; k++) set_cells(&g->main, &s->walls[k], wall_class(k));
    for (int k = 0; k < KINDS; k++)
        assert_ok(sidle_profile_add(g->main.world, &s->kinds[k], &g->kinds[k]));
    for (uint32_t k = 0; k < s->unit_count; k++) {
        const game_unit *u = &s->units[k];
        sidle_unit_def def = sidle_unit_def_default();
        def.profile = g->kinds[u->kind];
        def.position = u->position;
        def.team = u->team;
        if (u->left_out || sidle_unit_create(g->main.world, &def, &g->ids[k]))
            g->ids[k] = NOBODY; /* in a wall */
    }
}

/* Peace, top speed, and a place of its own for each that has a way there; s, when the last one has
 * to be there. */
static double send_home(game *g, bool *goes) {
    double most = 0;
    sidle_world *w = g->main.world;
    bool allied = g->story->seed % 2; /* else all are of one team */
    for (uint32_t team = 0; allied && team < TEAMS; team++)
        sidle_world_set_allies(w, team, (1u << TEAMS) - 1);
    for (uint32_t k = 0; k < g->story->unit_count; k++) {
        sidle_unit_state s;
        sidle_vec2 *way = NULL, home = {3.5f + 7 * (float)(k % 8), 4 + 8 * (float)(k / 8)};
        goes[k] = false;
        if (!g->ids[k].slot || sidle_unit_get(w, g->ids[k], &s) || s.stowed) continue;
        if (!allied) sidle_unit_set_team(w, g->ids[k], 0);
        sidle_unit_set_speed_factor(w, g->ids[k], 1);
        if (!astar_nearest(g->main.finder, s.profile, home, &home)) continue;
        goes[k] = astar_find(g->main.finder, s.profile, s.position, home, NULL, 0, &way);
        if (goes[k] && !sidle_unit_go(w, g->ids[k], home)) {
            sidle_unit_set_path(w, g->ids[k], way, (uint32_t)arrlenu(way));
            sidle_profile p;
            assert_ok(sidle_profile_get(w, s.profile, &p));
            double length = (double)path_length(s.position, way, arrlenu(way), home);
            most = fmax(most, HOME_MORE + HOME_TIMES * length / (double)p.top_speed);
        } else if (!goes[k])
            sidle_unit_stop(w, g->ids[k]);
        arrfree(way);
    }
    return most;
}

static broken play_home(game *g) {
    bool goes[MOST_UNITS];
    memset(g->told, 0, sizeof g->told);
    uint32_t ticks = (uint32_t)(send_home(g, goes) / (double)g->story->dt);
    uint32_t alone = (uint32_t)(LEFT_ALONE / g->story->dt);
    for (uint32_t tick = 0; tick < ticks; tick++) {
        broken b = play_tick(g, g->story->ticks + alone + tick);
        if (b.promise) return b;
        bool all = true;
        for (uint32_t k = 0; k < g->story->unit_count; k++) all &= !goes[k] || g->told[k];
        if (all) return b;
    }
    for (uint32_t k = 0; k < g->story->unit_count; k++)
        if (goes[k] && !g->told[k])
            return (broken){.promise = ENDS, .unit = k, .tick = g->story->ticks + alone + ticks};
    return (broken){.promise = KEPT};
}

static broken play_calls(game *g) {
    const game_story *s = g->story;
    uint32_t next = 0;
    for (uint32_t tick = 0; tick < s->ticks; tick++) {
        if (tick % COPY_EVERY == COPY_EVERY - 1) {
            copy_game(g);
            g->copied = true;
            g->copied_at = tick;
        }
        for (; next < s->call_count && s->calls[next].tick <= tick; next++) {
            if (s->calls[next].left_out) continue;
            forget_told(g, &s->calls[next]);
            if (g->copied) make_call(g, &g->copy, &s->calls[next]);
            make_call(g, &g->main, &s->calls[next]);
        }
        broken b = play_tick(g, tick);
        if (b.promise) return b;
    }
    return (broken){.promise = KEPT};
}

/* Of the orders to go, to pursue and to approach; members of a group wait for each other. */
static bool may_be_given_up(const game *g, uint32_t k) {
    sidle_unit_state s;
    sidle_member_state m;
    if (g->waited[k] < WAITED || sidle_unit_get(g->main.world, g->ids[k], &s)) return false;
    if (sidle_group_member(g->main.groups, g->ids[k], &m) == SIDLE_OK) return false;
    return s.speed_factor * s.terrain_factor > 0 &&
           (s.order == SIDLE_ORDER_GO || s.order == SIDLE_ORDER_PURSUE ||
            s.order == SIDLE_ORDER_APPROACH || s.order == SIDLE_ORDER_APPROACH_POINT);
}

/* The host leaves all alone for a while. Who waits after that has to. */
static broken play_alone(game *g) {
    const game_story *s = g->story;
    uint32_t ticks = (uint32_t)(LEFT_ALONE / s->dt);
    for (uint32_t tick = 0; tick < ticks; tick++) {
        broken b = play_tick(g, s->ticks + tick);
        if (b.promise) return b;
    }
    for (uint32_t k = 0; k < s->unit_count; k++) {
        if (!may_be_given_up(g, k)) continue;
        sidle_unit_state is = state_of(g->main.world, g->ids[k]);
        bool ranged = is.order == SIDLE_ORDER_APPROACH || is.order == SIDLE_ORDER_APPROACH_POINT;
        observer_range range = {ranged ? APPROACH_MOST : -1, ranged ? APPROACH_LEAST : 0};
        if (observer_finds_room(g->main.world, g->ids, s->unit_count, g->ids[k], range))
            return (broken){.promise = HEEDED,
                            .unit = k,
                            .value = (double)is.condition,
                            .tick = s->ticks + ticks};
    }
    return (broken){.promise = KEPT};
}

broken play(const game_story *s) {
    game g = {.story = s, .threads = pool_make(COPY_THREADS)};
    g.main = open_board((sidle_hooks){0});
    g.copy = open_board(pool_hooks(g.threads));
    set_up(&g);
    broken b = play_calls(&g);
    g.copied = false;
    if (!b.promise) b = play_alone(&g);
    if (!b.promise) b = play_home(&g);
    close_board(&g.main);
    close_board(&g.copy);
    pool_free(g.threads);
    return b;
}
