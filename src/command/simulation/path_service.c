/* A* finds a path for one unit at a time: when it gets its order, and when it requests another
 * path. With flow fields no unit requests anything: each is told its next point every tick or every
 * few ticks.
 *
 * The end of an order about another unit, or of a wandering, may lie where the unit's disc does not
 * fit. Then the path leads to the nearest place where it does. A goal that the scene names is not
 * replaced: when the disc does not fit there, the goal is unreachable. */
#include "path_service.h"

#include "pathfinding/astar.h"
#include "pathfinding/congestion.h"
#include "pathfinding/flow_field.h"
#include "support/checked_memory.h"
#include "support/copy_array.h"

#include <math.h>
#include <stb_ds.h>
#include <stdlib.h>

/* Searches that a tick makes for requests at most; the other requests wait their turn, so that a
 * tick in which a whole crowd asks does not stall, as it must not in a game. On seventeen
 * walled scenes more change nothing, and 1 costs 0.2 % of time. */
enum { SEARCHES_A_TICK = 8 };

/* Ticks between two guides of a unit whose target moves: a guide leads some cells ahead, which a
 * unit does not drive in so short a time. A choice: 1 to 30 lead the same on our scenes, at less
 * cost. */
enum { GUIDE_EVERY = 4 };

/* Views of the unit: bodies under way within this distance of it count as obstacles of its new
 * path; farther ones will have moved on. A choice: from 1 to 32 the mean stretch of the same scenes
 * differs by 1 percent. */
static const float OBSTACLE_RANGE = 8;

/* Share of its top speed above which a body is no obstacle: it goes on. A choice: 0.02 and 0.8
 * differ by 1 % of stretch; at 0.8 one unit of a thousand more does not arrive. */
static const float MOVING = 0.25f;

/* Ticks between two looks at congestion, and at the way of one unit: 1 s at 30 ticks a second. A
 * choice. */
enum { CONGESTION_EVERY = 30 };

/* Ticks for which a unit keeps the way on which it was led round a jam: 20 s. A choice: longer than
 * it takes from one jam to the next. */
enum { KEEPS_WAY = 600 };

/* A way counts as jammed when it takes so many times as long as a free one. With 1.25 a crowd
 * before a single door goes to and fro before it, and gets through later by a fifth. */
static const float JAMMED = 1.5f;

/* A way round has to be so many times as quick as the old one. A choice: 1.1 and 1.25 lead the same
 * over two bridges. */
static const float WORTH = 1.1f;

/* u: a way round counts as so much longer for each unit that was led there before. A bridge two
 * units wide lets three a second over, which is 0.6 u at their speed; but many of those booked will
 * be over it by then. Over two bridges 0.1 to 0.25 lead the same, and with 0.5 too few take the
 * second.
 */
static const float BOOKED = 0.15f;

/* Share of the delay in jams that a way round may have. With 0.75 units come into the jam before a
 * single door from aside; 0.33 leaves too many before the first of two bridges. */
static const float LEFT_OF_JAM = 0.5f;

/* s: the habits of a host. Choices: what games do. */
static const float REFRESH_FAST = 0.2f, REFRESH = 1, REFRESH_SLOW = 2, LATE = 2, ORDERS = 0.2f;

/* A path on its way to the unit, for the goal that it had. */
typedef struct late_path {
    uint64_t due; /* tick */
    size_t unit, first, count;
    sidle_vec2 goal;
} late_path;

struct path_service {
    const scene_world *on;
    sim_pathfinder pathfinder;
    bool needed;       /* the map has walls */
    bool congested;    /* units are led round jams */
    float cut_corners; /* u */
    astar *astar;
    flow *flow;
    bool *requested;          /* stb_ds, by scene unit: it waits for another path */
    bool *unreachable;        /* stb_ds, by scene unit */
    bool *planned;            /* stb_ds, by scene unit: a path to that goal was looked for */
    sidle_vec2 *planned_to;   /* stb_ds, by scene unit: u */
    path_obstacle *obstacles; /* stb_ds, of the present search */
    sidle_vec2 *waypoints;    /* stb_ds, of the present search */
    congestion *prices;       /* NULL: congestion is not asked for */
    bool jams;                /* something was congested at the last look */
    uint64_t *led_round;      /* stb_ds, by scene unit: tick; 0: not yet */
    sidle_vec2 *led_to;       /* stb_ds, by scene unit: the goal of that way */
    bool *followed;           /* stb_ds, by scene unit, as the last look at congestion found it */
    sidle_vec2 *old_way;      /* stb_ds, of the unit that is looked at */
    sim_habit habit;
    float hz;                /* ticks a second */
    late_path *late;         /* stb_ds, by ascending tick: paths that come late */
    sidle_vec2 *late_points; /* stb_ds, of all of them */
    size_t next_unit;        /* the first whose request is answered in the next tick */
    uint64_t tick;
    uint32_t replans;
};

static congestion *make_prices(const scene_world *s) {
    float radius = 0, speed = 0, count = (float)arrlenu(s->ids);
    for (size_t k = 0; k < arrlenu(s->ids); k++) {
        const sidle_profile *p = &s->scene->profiles[s->scene->units[k].profile].values;
        radius += p->radius / count;
        speed += p->top_speed / count;
    }
    return congestion_make(s->world, radius, speed);
}

void path_service_scene_changed(path_service *p) {
    p->needed = scene_needs_paths(p->on->scene);
    if (p->congested && p->needed && !p->prices) {
        p->prices = make_prices(p->on);
        flow_set_prices(p->flow, p->prices);
    }
    while (arrlenu(p->requested) < arrlenu(p->on->ids)) {
        arrput(p->requested, false);
        arrput(p->unreachable, false);
        arrput(p->planned, false);
        arrput(p->planned_to, ((sidle_vec2){0, 0}));
        arrput(p->led_round, 0);
        arrput(p->led_to, ((sidle_vec2){0, 0}));
        arrput(p->followed, false);
    }
}

path_service *path_service_make(const scene_world *s, sim_pathfinder pathfinder, bool congested,
                                float cut_corners) {
    path_service *p = checked_calloc(1, sizeof *p);
    *p = (path_service){.on = s, .pathfinder = pathfinder, .congested = congested};
    p->cut_corners = cut_corners * sidle_world_cell_size(s->world);
    p->astar = astar_make(s->world);
    p->flow = flow_make(s->world);
    path_service_scene_changed(p);
    return p;
}

void path_service_free(path_service *p) {
    if (!p) return;
    astar_free(p->astar);
    flow_free(p->flow);
    congestion_free(p->prices);
    arrfree(p->led_round);
    arrfree(p->led_to);
    arrfree(p->followed);
    arrfree(p->old_way);
    arrfree(p->requested);
    arrfree(p->unreachable);
    arrfree(p->planned);
    arrfree(p->planned_to);
    arrfree(p->obstacles);
    arrfree(p->waypoints);
    arrfree(p->late);
    arrfree(p->late_points);
    free(p);
}

/* ---- there and back ---- */

/* Everything but the search by A*, which keeps nothing that a path depends on. */
static void copy_all_but_astar(path_service *to, const path_service *from) {
    copy_array(to->requested, from->requested);
    copy_array(to->unreachable, from->unreachable);
    copy_array(to->planned, from->planned);
    copy_array(to->planned_to, from->planned_to);
    copy_array(to->led_round, from->led_round);
    copy_array(to->led_to, from->led_to);
    copy_array(to->followed, from->followed);
    to->needed = from->needed;
    to->jams = from->jams;
    copy_array(to->late, from->late);
    copy_array(to->late_points, from->late_points);
    to->next_unit = from->next_unit;
    to->tick = from->tick;
    to->replans = from->replans;
    to->prices = from->prices ? congestion_copy(from->prices) : NULL;
    to->flow = flow_copy(from->flow, to->prices);
}

path_service *path_service_keep(const path_service *p) {
    path_service *kept = checked_calloc(1, sizeof *kept);
    copy_all_but_astar(kept, p);
    return kept;
}

void path_service_back(path_service *p, const path_service *kept) {
    flow_free(p->flow);
    congestion_free(p->prices);
    astar_free(p->astar);
    copy_all_but_astar(p, kept);
    p->astar = astar_make(p->on->world);
}

size_t path_service_bytes(const path_service *kept) {
    return flow_bytes(kept->flow);
}

bool path_service_unreachable(const path_service *p, size_t unit) {
    return p->unreachable[unit];
}

uint32_t path_service_replans(const path_service *p) {
    return p->replans;
}

/* ---- which unit goes by what ---- */

static const scene_unit *scene_unit_of(const path_service *p, size_t unit) {
    return &p->on->scene->units[unit];
}

static bool by_pathfinder(const path_service *p, size_t unit) {
    return p->needed && !p->on->led[unit] && !arrlenu(scene_unit_of(p, unit)->via);
}

static bool by_flow(const path_service *p, size_t unit) {
    return by_pathfinder(p, unit) && p->pathfinder == SIM_FLOW;
}

static bool by_astar(const path_service *p, size_t unit) {
    return by_pathfinder(p, unit) && p->pathfinder == SIM_ASTAR;
}

/* Does the order lead to points that the scene names? */
static bool has_named_goal(sidle_order order) {
    return order == SIDLE_ORDER_GO || order == SIDLE_ORDER_PATROL;
}

/* ---- paths by A* ---- */

/* Is it an enemy at rest that never lets the unit through? */
static bool is_solid(const sidle_world *world, const sidle_unit_state *body, uint32_t team,
                     const sidle_profile *p) {
    return !body->under_way && !p->push_enemies &&
           !sidle_world_are_friends(world, team, body->team);
}

/* Is it a body near the unit that stands or hardly moves, or a body at rest anywhere? If only those
 * near the unit counted, a unit before two closed ways would go to and fro between them. */
static bool is_in_the_way(const scene_world *s, const sidle_unit_state *body, size_t k, size_t unit,
                          float view) {
    float dx = body->position.x - s->positions[unit].x;
    float dy = body->position.y - s->positions[unit].y;
    float top = s->scene->profiles[s->scene->units[k].profile].values.top_speed;
    float speed = hypotf(body->velocity.x, body->velocity.y);
    float range = OBSTACLE_RANGE * view;
    bool near = dx * dx + dy * dy <= range * range;
    return speed <= MOVING * top && (near || !body->under_way);
}

/* Enemies at rest; with `all`, also other bodies that do not move. */
static void collect_obstacles(path_service *p, size_t unit, bool all) {
    const scene_world *s = p->on;
    const scene_unit *own = scene_unit_of(p, unit);
    const sidle_profile *profile = &s->scene->profiles[own->profile].values;
    arrsetlen(p->obstacles, 0);
    for (size_t k = 0; k < arrlenu(s->ids); k++) {
        sidle_unit_state body;
        if (k == unit || sidle_unit_get(s->world, s->ids[k], &body)) continue;
        bool solid = is_solid(s->world, &body, own->team, profile);
        if (solid || (all && is_in_the_way(s, &body, k, unit, profile->view_distance)))
            arrput(p->obstacles, ((path_obstacle){body.position, body.radius, solid}));
    }
}

/* Does a point lie on ground where the unit may go? Its disc need not fit there: so a pathfinder
 * sees the map that ignores the radius. */
static bool is_ground(const path_service *p, size_t unit, sidle_vec2 point) {
    const scene *s = p->on->scene;
    float cell = sidle_world_cell_size(p->on->world);
    sidle_terrain class = sidle_world_cell(p->on->world, (int32_t)floorf(point.x / cell),
                                           (int32_t)floorf(point.y / cell));
    return s->profiles[s->units[unit].profile].values.passable & SIDLE_PASS(class);
}

/* The point that lies cut_corners from one towards another, or nearer where that is no ground. */
static sidle_vec2 shifted(const path_service *p, size_t unit, sidle_vec2 from, sidle_vec2 to) {
    enum { TRIES = 8 };
    float way = hypotf(to.x - from.x, to.y - from.y);
    float share = way > p->cut_corners ? p->cut_corners / way : 1;
    for (int left = TRIES; left > 0; left--) {
        float part = share * (float)left / TRIES;
        sidle_vec2 point = {from.x + part * (to.x - from.x), from.y + part * (to.y - from.y)};
        if (is_ground(p, unit, point)) return point;
    }
    return from;
}

/* Makes of the path that was found one of a pathfinder that ignores the radius: each waypoint comes
 * nearer to the middle between the two points beside it. */
static void cut_corners(path_service *p, size_t unit, sidle_vec2 from, sidle_vec2 goal) {
    size_t count = p->cut_corners > 0 ? arrlenu(p->waypoints) : 0;
    for (size_t k = 0; k < count; k++) {
        sidle_vec2 own = p->waypoints[k], next = k + 1 < count ? p->waypoints[k + 1] : goal;
        sidle_vec2 middle = {(from.x + next.x) / 2, (from.y + next.y) / 2};
        p->waypoints[k] = shifted(p, unit, own, middle);
        from = own;
    }
}

/* A path for the disc of the unit, past the obstacles that were collected. */
static bool find_way(path_service *p, size_t unit, sidle_vec2 from, sidle_vec2 goal) {
    if (!astar_find(p->astar, scene_world_profile(p->on, unit), from, goal, p->obstacles,
                    arrlenu(p->obstacles), &p->waypoints))
        return false;
    cut_corners(p, unit, from, goal);
    return true;
}

static bool find_path(path_service *p, size_t unit, sidle_vec2 goal, bool around_obstacles) {
    collect_obstacles(p, unit, around_obstacles);
    return find_way(p, unit, p->on->positions[unit], goal);
}

static void give_path(path_service *p, size_t unit, const sidle_vec2 *waypoints) {
    sidle_unit_state state;
    if (p->habit == SIM_HABIT_LATE && !sidle_unit_get(p->on->world, p->on->ids[unit], &state)) {
        uint64_t due = p->tick + (uint64_t)(LATE * p->hz);
        size_t first = arrlenu(p->late_points), count = arrlenu(waypoints);
        for (size_t k = 0; k < count; k++) arrput(p->late_points, waypoints[k]);
        arrput(p->late, ((late_path){due, unit, first, count, state.goal}));
        return;
    }
    checked(sidle_unit_set_path(p->on->world, p->on->ids[unit], waypoints,
                                (uint32_t)arrlenu(waypoints)));
}

static void note_goal(path_service *p, size_t unit, sidle_vec2 goal) {
    p->planned[unit] = true;
    p->planned_to[unit] = goal;
}

/* Was a path to about that goal looked for before? */
static bool is_planned(const path_service *p, size_t unit, sidle_vec2 goal) {
    sidle_vec2 to = p->planned_to[unit];
    float cell = sidle_world_cell_size(p->on->world);
    return p->planned[unit] && hypotf(goal.x - to.x, goal.y - to.y) <= cell;
}

float path_service_begin(path_service *p, size_t unit, sidle_vec2 goal) {
    const scene_world *s = p->on;
    p->unreachable[unit] = false;
    note_goal(p, unit, goal);
    p->led_round[unit] = 0;
    float length = 0;
    if (arrlenu(scene_unit_of(p, unit)->via))
        give_path(p, unit, scene_unit_of(p, unit)->via);
    else if (by_astar(p, unit)) {
        p->unreachable[unit] = !find_path(p, unit, goal, false);
        if (p->unreachable[unit]) return -1;
        give_path(p, unit, p->waypoints);
        length = path_length(s->positions[unit], p->waypoints, arrlenu(p->waypoints), goal);
    } else if (by_flow(p, unit)) {
        length = flow_length(p->flow, scene_world_profile(s, unit), goal, s->positions[unit]);
        p->unreachable[unit] = length < 0;
    }
    return length;
}

/* ---- round jams ---- */

/* Has the unit left the flow field for a way of its own? */
static bool has_own_way(const path_service *p, size_t unit) {
    return by_flow(p, unit) && p->led_round[unit];
}

/* A leader on patrol turns and comes back through those who follow it. They step out of its way,
 * and are no jam. */
static bool leads_a_patrol(const path_service *p, size_t unit) {
    return p->followed[unit] && scene_unit_of(p, unit)->order == SIDLE_ORDER_PATROL;
}

/* The way that the unit is on, into p->old_way. False: it is on none that could be changed. */
static bool read_way(path_service *p, size_t unit, congestion_way *way) {
    const scene_world *s = p->on;
    sidle_unit_state state;
    if (!by_pathfinder(p, unit) || s->gone[unit] || p->unreachable[unit]) return false;
    if (leads_a_patrol(p, unit)) return false;
    if (sidle_unit_get(s->world, s->ids[unit], &state) || !state.under_way ||
        !has_named_goal(state.order))
        return false;
    if (by_astar(p, unit) || has_own_way(p, unit)) {
        arrsetlen(p->old_way, state.waypoints);
        checked(sidle_unit_path_left(s->world, s->ids[unit], p->old_way, state.waypoints,
                                     &state.waypoints));
    } else if (!flow_way(p->flow, scene_world_profile(s, unit), state.goal, state.position, false,
                         &p->old_way))
        return false;
    *way = (congestion_way){state.position, p->old_way, arrlenu(p->old_way), state.goal};
    return true;
}

static void find_followed(path_service *p) {
    const scene_world *s = p->on;
    for (size_t k = 0; k < arrlenu(p->followed); k++) p->followed[k] = false;
    for (size_t k = 0; k < arrlenu(s->ids); k++) {
        sidle_unit_state state;
        if (scene_unit_of(p, k)->order != SIDLE_ORDER_FOLLOW || s->gone[k]) continue;
        if (!sidle_unit_get(s->world, s->ids[k], &state) && state.target.slot)
            p->followed[s->unit_of[state.target.slot]] = true;
    }
}

static void look_at_congestion(path_service *p) {
    congestion_way way;
    p->jams = congestion_renew(p->prices);
    if (p->jams) find_followed(p);
    for (size_t k = 0; p->jams && k < arrlenu(p->on->ids); k++)
        if (p->led_round[k] && read_way(p, k, &way)) congestion_book(p->prices, &way, 1);
}

static bool find_way_round(path_service *p, size_t unit, const congestion_way *old) {
    sidle_profile_id profile = scene_world_profile(p->on, unit);
    if (by_flow(p, unit))
        return flow_way(p->flow, profile, old->to, old->from, true, &p->waypoints);
    arrsetlen(p->obstacles, 0);
    astar_set_prices(p->astar, p->prices);
    bool found = find_way(p, unit, old->from, old->to);
    astar_set_prices(p->astar, NULL);
    return found;
}

static float length_of(const congestion_way *way) {
    return path_length(way->from, way->waypoints, way->count, way->to);
}

/* A way that comes into the same jam from aside is no way round. */
static bool is_worth_it(const path_service *p, const congestion_way *old,
                        const congestion_way *new) {
    float old_cost = congestion_cost(p->prices, old), new_cost = congestion_cost(p->prices, new);
    if (new_cost - length_of(new) > LEFT_OF_JAM * (old_cost - length_of(old))) return false;
    new_cost += BOOKED * (float)congestion_booked(p->prices, new);
    return new_cost * WORTH < old_cost;
}

/* Leads the unit round a jam on its way, if that is worth it. True: there is a jam. */
static bool lead_round(path_service *p, size_t unit) {
    const scene_world *s = p->on;
    congestion_way old;
    if (p->led_round[unit] && p->tick < p->led_round[unit] + KEEPS_WAY) return false;
    if (!read_way(p, unit, &old)) return false;
    congestion_set_goal(p->prices, old.to);
    if (congestion_cost(p->prices, &old) < JAMMED * length_of(&old)) return false;
    congestion_way new = old;
    bool better = find_way_round(p, unit, &old);
    new.waypoints = p->waypoints;
    new.count = arrlenu(p->waypoints);
    better =
        better && is_worth_it(p, &old, &new) &&
        !checked(sidle_unit_set_path(s->world, s->ids[unit], new.waypoints, (uint32_t) new.count));
    if (!better) return true;
    p->led_round[unit] = p->tick;
    p->led_to[unit] = new.to;
    congestion_book(p->prices, &new, 1);
    return true;
}

/* A unit on patrol that has come to a point was led to that one, and not to the next. */
static void forget_old_ways(path_service *p) {
    const scene_world *s = p->on;
    for (size_t k = 0; k < arrlenu(p->led_round); k++) {
        sidle_unit_state state;
        if (!p->led_round[k] || scene_unit_of(p, k)->order != SIDLE_ORDER_PATROL) continue;
        if (sidle_unit_get(s->world, s->ids[k], &state)) continue;
        if (state.goal.x != p->led_to[k].x || state.goal.y != p->led_to[k].y) p->led_round[k] = 0;
    }
}

/* Each unit has its turn once in CONGESTION_EVERY ticks. */
static void lead_round_jams(path_service *p) {
    size_t searches = 0;
    if (p->tick % CONGESTION_EVERY == CONGESTION_EVERY - 1) look_at_congestion(p);
    for (size_t k = (size_t)(p->tick % CONGESTION_EVERY);
         p->jams && k < arrlenu(p->on->ids) && searches < SEARCHES_A_TICK; k += CONGESTION_EVERY)
        searches += lead_round(p, k);
}

const sidle_vec2 *path_service_way(path_service *p, size_t unit, sidle_vec2 from, sidle_vec2 to,
                                   uint32_t *count) {
    static const sidle_vec2 STRAIGHT[1];
    if (!p->needed) return NULL;
    arrsetlen(p->obstacles, 0);
    if (!find_way(p, unit, from, to)) return NULL;
    *count = (uint32_t)arrlenu(p->waypoints);
    return *count ? p->waypoints : STRAIGHT;
}

/* ---- requests ---- */

void path_service_request(path_service *p, size_t unit) {
    if (by_astar(p, unit)) p->requested[unit] = true;
}

/* When the disc does not fit at the goal, the path ends at the nearest place where it does; that
 * place is one waypoint more. */
static bool find_path_near(path_service *p, size_t unit, sidle_vec2 goal, bool around_obstacles) {
    sidle_vec2 place;
    if (!astar_nearest(p->astar, scene_world_profile(p->on, unit), goal, &place)) return false;
    if (!find_path(p, unit, place, around_obstacles)) return false;
    if (place.x != goal.x || place.y != goal.y) arrput(p->waypoints, place);
    return true;
}

static void answer_request(path_service *p, size_t unit) {
    const scene_world *s = p->on;
    p->requested[unit] = false;
    sidle_unit_state state;
    if (sidle_unit_get(s->world, s->ids[unit], &state) || !state.under_way) return;
    if (p->habit == SIM_HABIT_SILENT && is_planned(p, unit, state.goal)) return;
    note_goal(p, unit, state.goal);
    p->replans++;
    /* Nothing has changed since: a search that finds nothing visits the whole map. */
    if (p->unreachable[unit] && state.order == SIDLE_ORDER_GO) return;
    bool around_obstacles = state.decision != SIDLE_DECISION_BLOCKED;
    if (around_obstacles && p->jams && lead_round(p, unit)) return;
    p->unreachable[unit] = has_named_goal(state.order)
                               ? !find_path(p, unit, state.goal, around_obstacles)
                               : !find_path_near(p, unit, state.goal, around_obstacles);
    if (!p->unreachable[unit]) give_path(p, unit, p->waypoints);
}

/* A few requests each tick, in turn by unit. */
static void answer_requests(path_service *p) {
    size_t count = arrlenu(p->requested), left = SEARCHES_A_TICK;
    for (size_t k = 0; k < count && left; k++) {
        size_t unit = (p->next_unit + k) % count;
        if (!p->requested[unit]) continue;
        answer_request(p, unit);
        if (--left == 0) p->next_unit = (unit + 1) % count;
    }
}

/* ---- guides by flow fields ---- */

static bool guide_to_goal(path_service *p, size_t unit, const sidle_unit_state *state,
                          sidle_vec2 *waypoint) {
    return flow_guide(p->flow, scene_world_profile(p->on, unit), state->goal,
                      p->on->positions[unit], waypoint);
}

/* To the unit that its order is about; all units with the same target share a field. */
static bool guide_to_target(path_service *p, size_t unit, const sidle_unit_state *state,
                            sidle_vec2 *waypoint) {
    const scene_world *s = p->on;
    uint32_t target = s->unit_of[state->target.slot];
    return flow_guide_to_target(p->flow, scene_world_profile(s, unit), target, s->positions[target],
                                s->positions[unit], waypoint);
}

/* To the middle of its area, which may lie in a pond. */
static bool guide_to_area(path_service *p, size_t unit, sidle_vec2 *waypoint) {
    const scene_world *s = p->on;
    const scene_unit *u = scene_unit_of(p, unit);
    /* Targets are numbered: first the units, then the areas by group. */
    uint32_t area = (uint32_t)arrlenu(s->ids) + u->group;
    return flow_guide_to_target(p->flow, scene_world_profile(s, unit), area, u->goal,
                                s->positions[unit], waypoint);
}

static void guide(path_service *p, size_t unit) {
    const scene_world *s = p->on;
    sidle_unit_state state;
    sidle_vec2 waypoint;
    bool found;
    if (sidle_unit_get(s->world, s->ids[unit], &state)) return;
    sidle_order order = scene_unit_of(p, unit)->order;
    if (order != SIDLE_ORDER_GO && !state.under_way) return;
    if (!has_named_goal(order) && (p->tick + unit) % GUIDE_EVERY) return;
    switch (order) {
    case SIDLE_ORDER_GO:
    case SIDLE_ORDER_PATROL: found = guide_to_goal(p, unit, &state, &waypoint); break;
    case SIDLE_ORDER_PURSUE:
    case SIDLE_ORDER_APPROACH:
    case SIDLE_ORDER_FOLLOW: found = guide_to_target(p, unit, &state, &waypoint); break;
    case SIDLE_ORDER_APPROACH_POINT:
    case SIDLE_ORDER_WANDER: found = guide_to_area(p, unit, &waypoint); break;
    default: return;
    }
    p->unreachable[unit] = !found;
    if (found) sidle_unit_set_guide(s->world, s->ids[unit], waypoint);
}

static void guide_all(path_service *p) {
    const scene_world *s = p->on;
    for (size_t k = 0; k < arrlenu(s->ids); k++)
        if (s->ordered[k] && !s->gone[k] && by_flow(p, k) && !has_own_way(p, k)) guide(p, k);
    flow_forget(p->flow);
}

/* ---- habits ---- */

const char *sim_habit_name(sim_habit habit) {
    static const char *const NAMES[] = {
#define SIM_HABIT_NAME(name, text, help) text,
        SIM_HABITS(SIM_HABIT_NAME)
#undef SIM_HABIT_NAME
    };
    return habit < SIM_HABIT_COUNT ? NAMES[habit] : "";
}

void path_service_set_habit(path_service *p, sim_habit habit, float hz) {
    p->habit = habit;
    p->hz = hz;
}

static bool same_goal(sidle_vec2 a, sidle_vec2 b) {
    return a.x == b.x && a.y == b.y;
}

static void deliver_late_paths(path_service *p) {
    size_t n = 0;
    for (; n < arrlenu(p->late) && p->late[n].due <= p->tick; n++) {
        const late_path *l = &p->late[n];
        sidle_unit_state state;
        if (sidle_unit_get(p->on->world, p->on->ids[l->unit], &state) || !state.under_way ||
            !same_goal(state.goal, l->goal))
            continue;
        checked(sidle_unit_set_path(p->on->world, p->on->ids[l->unit], p->late_points + l->first,
                                    (uint32_t)l->count));
    }
    if (n) arrdeln(p->late, 0, n);
    if (!arrlenu(p->late)) arrsetlen(p->late_points, 0);
}

/* Finds the path anew: by A* past enemies at rest; else by the field of the goal, so that units of
 * one goal share the search. A goal without a path is not searched again before terrain changes. */
static bool refresh_path(path_service *p, size_t unit, sidle_vec2 goal) {
    sidle_vec2 from = p->on->positions[unit];
    if (p->unreachable[unit]) return false;
    collect_obstacles(p, unit, false);
    if (arrlenu(p->obstacles)) return find_way(p, unit, from, goal);
    if (!flow_way(p->flow, scene_world_profile(p->on, unit), goal, from, false, &p->waypoints))
        return false;
    cut_corners(p, unit, from, goal);
    return true;
}

/* A new path, or the order once more. */
static void repeat(path_service *p, size_t unit) {
    const scene_world *s = p->on;
    sidle_unit_state state;
    if (!s->ordered[unit] || s->gone[unit] || sidle_unit_get(s->world, s->ids[unit], &state))
        return;
    if (!state.under_way || !has_named_goal(state.order) || s->led[unit]) return;
    if (p->habit == SIM_HABIT_ORDERS) {
        if (state.order == SIDLE_ORDER_GO)
            checked(sidle_unit_go(s->world, s->ids[unit], state.goal));
    } else if (by_astar(p, unit) && refresh_path(p, unit, state.goal))
        give_path(p, unit, p->waypoints);
}

static float period_of(sim_habit habit) {
    switch (habit) {
    case SIM_HABIT_REFRESH_FAST: return REFRESH_FAST;
    case SIM_HABIT_REFRESH: return REFRESH;
    case SIM_HABIT_REFRESH_SLOW: return REFRESH_SLOW;
    case SIM_HABIT_ORDERS: return ORDERS;
    default: return 0;
    }
}

/* The units have their turns spread over the ticks. */
static void act_by_habit(path_service *p) {
    float period = period_of(p->habit) * p->hz;
    deliver_late_paths(p);
    if (!(period > 0)) return;
    uint64_t every = period > 1 ? (uint64_t)(period + 0.5f) : 1;
    for (size_t k = 0; k < arrlenu(p->on->ids); k++)
        if ((p->tick + k) % every == every - 1) repeat(p, k);
}

void path_service_tick(path_service *p) {
    act_by_habit(p);
    if (p->prices) forget_old_ways(p);
    answer_requests(p);
    if (p->prices) lead_round_jams(p);
    if (p->pathfinder == SIM_FLOW) guide_all(p);
    p->tick++;
}

void path_service_profiles_changed(path_service *p) {
    astar_free(p->astar);
    flow_free(p->flow);
    p->astar = astar_make(p->on->world);
    p->flow = flow_make(p->on->world);
}

void path_service_terrain_changed(path_service *p, uint32_t x, uint32_t y, uint32_t width,
                                  uint32_t height) {
    astar_terrain_changed(p->astar, x, y, width, height);
    flow_terrain_changed(p->flow, x, y, width, height);
    for (size_t k = 0; k < arrlenu(p->requested); k++) {
        if (!p->unreachable[k]) continue;
        p->requested[k] = by_astar(p, k);
        p->unreachable[k] = !p->requested[k]; /* that is to be found anew */
    }
}
