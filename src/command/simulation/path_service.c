/* A* answers units one by one, when they set out and when they ask. Under flow fields nobody asks:
 * each unit is told its next point tick by tick.
 *
 * Where an order leads to a unit or to a place that the planner chose, the disc may not fit there;
 * then the way leads to the nearest place where it does. A goal that the scene names is taken at
 * its word. */
#include "path_service.h"

#include "pathfinding/astar.h"
#include "pathfinding/flow_field.h"
#include "support/checked_memory.h"

#include <math.h>
#include <stb_ds.h>
#include <stdlib.h>

/* Searches a tick may make for units that ask for another path; the rest wait their turn. */
enum { SEARCHES_A_TICK = 8 };

/* Ticks between two guides of a unit whose goal moves: a guide is good for some cells. */
enum { GUIDE_EVERY = 4 };

/* u, how far from a unit that asks others count as a jam in its way. */
static const float JAM_RANGE = 40;

struct ways {
    const stage *stage;
    sim_pathfinder pathfinder;
    bool needed; /* there are walls */
    astar *astar;
    flow *flow;
    bool *asks;            /* stb_ds, by scene unit */
    bool *unreachable;     /* stb_ds, by scene unit */
    path_jam *jams;        /* stb_ds */
    sidle_vec2 *waypoints; /* stb_ds */
    size_t next_asker;
    uint64_t tick;
    uint32_t replans;
};

ways *ways_make(const stage *s, sim_pathfinder pathfinder) {
    ways *w = checked_calloc(1, sizeof *w);
    *w = (ways){.stage = s, .pathfinder = pathfinder, .needed = scene_needs_paths(s->scene)};
    w->astar = astar_make(s->world);
    w->flow = flow_make(s->world);
    for (size_t k = 0; k < arrlenu(s->ids); k++) {
        arrput(w->asks, false);
        arrput(w->unreachable, false);
    }
    return w;
}

void ways_free(ways *w) {
    if (!w) return;
    astar_free(w->astar);
    flow_free(w->flow);
    arrfree(w->asks);
    arrfree(w->unreachable);
    arrfree(w->jams);
    arrfree(w->waypoints);
    free(w);
}

bool ways_unreachable(const ways *w, size_t unit) {
    return w->unreachable[unit];
}

uint32_t ways_replans(const ways *w) {
    return w->replans;
}

/* ---- who goes how ---- */

static const scene_unit *unit_of_scene(const ways *w, size_t unit) {
    return &w->stage->scene->units[unit];
}

static bool by_pathfinder(const ways *w, size_t unit) {
    return w->needed && !arrlenu(unit_of_scene(w, unit)->via);
}

static bool by_flow(const ways *w, size_t unit) {
    return by_pathfinder(w, unit) && w->pathfinder == SIM_FLOW;
}

static bool by_astar(const ways *w, size_t unit) {
    return by_pathfinder(w, unit) && w->pathfinder == SIM_ASTAR;
}

static bool names_its_goal(sidle_order order) {
    return order == SIDLE_ORDER_GO || order == SIDLE_ORDER_PATROL;
}

/* ---- paths ---- */

/* Everybody near who does not get on. */
static void collect_jams(ways *w, size_t asker) {
    const stage *s = w->stage;
    arrsetlen(w->jams, 0);
    for (size_t k = 0; k < arrlenu(s->ids); k++) {
        sidle_unit_state state;
        if (k == asker || sidle_unit_get(s->world, s->ids[k], &state)) continue;
        float dx = state.position.x - s->positions[asker].x;
        float dy = state.position.y - s->positions[asker].y;
        float top = s->scene->profiles[s->scene->units[k].profile].values.top_speed;
        float speed =
            sqrtf(state.velocity.x * state.velocity.x + state.velocity.y * state.velocity.y);
        if (dx * dx + dy * dy > JAM_RANGE * JAM_RANGE || speed > 0.25f * top) continue;
        path_jam jam = {state.position, state.radius};
        arrput(w->jams, jam);
    }
}

static bool find_path(ways *w, size_t unit, sidle_vec2 goal, bool around_jams) {
    arrsetlen(w->jams, 0);
    if (around_jams) collect_jams(w, unit);
    return astar_find(w->astar, stage_profile(w->stage, unit), w->stage->positions[unit], goal,
                      w->jams, arrlenu(w->jams), &w->waypoints);
}

static void send_along(ways *w, size_t unit, const sidle_vec2 *waypoints) {
    checked(sidle_unit_path(w->stage->world, w->stage->ids[unit], waypoints,
                            (uint32_t)arrlenu(waypoints)));
}

float ways_begin(ways *w, size_t unit, sidle_vec2 goal) {
    const stage *s = w->stage;
    w->unreachable[unit] = false;
    float length = 0;
    if (arrlenu(unit_of_scene(w, unit)->via))
        send_along(w, unit, unit_of_scene(w, unit)->via);
    else if (by_astar(w, unit)) {
        w->unreachable[unit] = !find_path(w, unit, goal, false);
        if (w->unreachable[unit]) return -1;
        send_along(w, unit, w->waypoints);
        length = path_length(s->positions[unit], w->waypoints, arrlenu(w->waypoints), goal);
    } else if (by_flow(w, unit)) {
        length = flow_length(w->flow, stage_profile(s, unit), goal, s->positions[unit]);
        w->unreachable[unit] = length < 0;
    }
    return length;
}

/* ---- who asks ---- */

void ways_ask(ways *w, size_t unit) {
    if (by_astar(w, unit)) w->asks[unit] = true;
}

/* The path to a goal where the disc does not fit ends where it does: that is one waypoint more. */
static bool find_path_near(ways *w, size_t unit, sidle_vec2 goal, bool around_jams) {
    sidle_vec2 place;
    if (!astar_nearest(w->astar, stage_profile(w->stage, unit), goal, &place)) return false;
    if (!find_path(w, unit, place, around_jams)) return false;
    if (place.x != goal.x || place.y != goal.y) arrput(w->waypoints, place);
    return true;
}

static void answer_asker(ways *w, size_t unit) {
    const stage *s = w->stage;
    w->asks[unit] = false;
    sidle_unit_state state;
    if (sidle_unit_get(s->world, s->ids[unit], &state) || !state.under_way) return;
    w->replans++;
    bool around_jams = state.decision != SIDLE_BLOCKED;
    w->unreachable[unit] = names_its_goal(state.order)
                               ? !find_path(w, unit, state.goal, around_jams)
                               : !find_path_near(w, unit, state.goal, around_jams);
    if (!w->unreachable[unit]) send_along(w, unit, w->waypoints);
}

/* Askers get their turn one after the other, a few each tick. */
static void answer_askers(ways *w) {
    size_t count = arrlenu(w->asks), left = SEARCHES_A_TICK;
    for (size_t k = 0; k < count && left; k++) {
        size_t unit = (w->next_asker + k) % count;
        if (!w->asks[unit]) continue;
        answer_asker(w, unit);
        if (--left == 0) w->next_asker = (unit + 1) % count;
    }
}

/* ---- who is guided ---- */

/* To the end of its order, or of the last one. */
static bool guide_to_goal(ways *w, size_t unit, const sidle_unit_state *state,
                          sidle_vec2 *waypoint) {
    return flow_guide(w->flow, stage_profile(w->stage, unit), state->goal,
                      w->stage->positions[unit], waypoint);
}

/* To the unit that its order is about; all with the same target share a field. */
static bool guide_to_target(ways *w, size_t unit, const sidle_unit_state *state,
                            sidle_vec2 *waypoint) {
    const stage *s = w->stage;
    uint32_t target = s->unit_of[state->target.slot];
    return flow_guide_after(w->flow, stage_profile(s, unit), target, s->positions[target],
                            s->positions[unit], waypoint);
}

/* Into its area, whose middle may lie in a pond. */
static bool guide_to_area(ways *w, size_t unit, sidle_vec2 *waypoint) {
    const stage *s = w->stage;
    const scene_unit *u = unit_of_scene(w, unit);
    /* Areas are numbered behind the units, which are targets too. */
    uint32_t area = (uint32_t)arrlenu(s->ids) + u->group;
    return flow_guide_after(w->flow, stage_profile(s, unit), area, u->goal, s->positions[unit],
                            waypoint);
}

static void guide(ways *w, size_t unit) {
    const stage *s = w->stage;
    sidle_unit_state state;
    sidle_vec2 waypoint;
    bool found;
    if (sidle_unit_get(s->world, s->ids[unit], &state)) return;
    sidle_order order = unit_of_scene(w, unit)->order;
    if (order != SIDLE_ORDER_GO && !state.under_way) return;
    if (!names_its_goal(order) && (w->tick + unit) % GUIDE_EVERY) return;
    switch (order) {
    case SIDLE_ORDER_GO:
    case SIDLE_ORDER_PATROL: found = guide_to_goal(w, unit, &state, &waypoint); break;
    case SIDLE_ORDER_PURSUE:
    case SIDLE_ORDER_FOLLOW: found = guide_to_target(w, unit, &state, &waypoint); break;
    case SIDLE_ORDER_WANDER: found = guide_to_area(w, unit, &waypoint); break;
    default: return;
    }
    w->unreachable[unit] = !found;
    if (found) sidle_unit_guide(s->world, s->ids[unit], waypoint);
}

static void guide_all(ways *w) {
    const stage *s = w->stage;
    for (size_t k = 0; k < arrlenu(s->ids); k++)
        if (s->ordered[k] && !s->gone[k] && by_flow(w, k)) guide(w, k);
    flow_forget(w->flow);
}

void ways_tick(ways *w) {
    answer_askers(w);
    if (w->pathfinder == SIM_FLOW) guide_all(w);
    w->tick++;
}

void ways_terrain_changed(ways *w, uint32_t x, uint32_t y, uint32_t width, uint32_t height) {
    astar_terrain_changed(w->astar, x, y, width, height);
    flow_terrain_changed(w->flow, x, y, width, height);
    for (size_t k = 0; k < arrlenu(w->asks); k++)
        if (w->unreachable[k]) w->asks[k] = by_astar(w, k);
}
