/* A lattice over the map, as coarse as half a radius of the unit. Bodies at rest of enemies, of
 * units that hold, and of those that cannot move bar the flood; friends do not, as they can make
 * room. A place counts when the disc overlaps nobody at rest there. Of an order to go it has to be
 * nearer to the goal than the unit by more than its diameter, by the way over terrain: one behind a
 * wall is not near. */
#include "observer.h"

#include "support/checked_memory.h"

#include <math.h>
#include <stb_ds.h>
#include <stdlib.h>

/* Nodes in a radius, and on the whole map at most. */
static const float NODES_IN_RADIUS = 2, MOST_NODES = 4e6f;

/* Radii: a goal to which the flood comes no nearer cannot be reached: there is no way. */
static const float REACHED = 2;

/* Share of the top speed: who makes less does not get on. */
static const float CREEPS = 0.1f;

/* Share of a length: rounding. */
static const float ROUNDING = 1e-5f;

/* Radii: a pursuer is beside its target within so much of it. */
static const float BESIDE = 0.25f;

/* Units of a scene that are judged at most: a choice, as each may take some hundredths of a second.
 */
enum { OBSERVED = 64 };

/* Ways along a lattice, in fifths of a step, and how much longer they are than ways in the open. */
enum { STRAIGHT = 5, DIAGONAL = 7, RINGS = 8 };
static const float LONGER = 1.08f;

/* What bodies at rest do at a node. */
enum {
    NODE_COVERED = 1, /* the disc of the unit would overlap one */
    NODE_BARRED = 2,  /* and the body there will not move */
    NODE_NEAR = 4     /* a step from there may cut a body that will not move */
};

typedef struct body {
    sidle_vec2 at;
    float radius;
    bool bars; /* it will not move for the unit */
} body;

typedef struct search {
    const sidle_world *world;
    sidle_unit_state self;
    observer_range range;
    sidle_vec2 aim;     /* u, of the target or the goal */
    float target;       /* u, the radius of the target; < 0: the order has none */
    body *bodies;       /* stb_ds, at rest, without the unit and its target */
    float step;         /* u */
    int32_t wide, high; /* nodes */
    uint8_t *covers;    /* by node: NODE_COVERED, NODE_BARRED, NODE_NEAR */
    uint32_t *ways;     /* by node: from the goal, over terrain; UINT32_MAX: there is none */
} search;

bool observer_is_kept(const sidle_unit_state *s) {
    return s->under_way && s->stuck && s->has_place && s->place.x == s->position.x &&
           s->place.y == s->position.y;
}

static float apart(sidle_vec2 a, sidle_vec2 b) {
    return hypotf(a.x - b.x, a.y - b.y);
}

/* Does the other unit stand in the way? It has to be on the same layer, and slow: a unit that only
 * creeps is held up itself. */
static bool meets(const search *s, const sidle_unit_state *other) {
    sidle_profile own, its;
    if (sidle_profile_get(s->world, s->self.profile, &own)) return false;
    if (sidle_profile_get(s->world, other->profile, &its) || own.layer != its.layer) return false;
    return hypotf(other->made_velocity.x, other->made_velocity.y) <= CREEPS * its.top_speed;
}

static void collect(search *s, const sidle_unit_id *ids, size_t count, sidle_unit_id unit) {
    for (size_t k = 0; k < count; k++) {
        sidle_unit_state other;
        if (ids[k].slot == unit.slot || sidle_unit_get(s->world, ids[k], &other)) continue;
        bool is_target = s->self.target.slot == ids[k].slot;
        if (other.stowed || other.ghost || is_target || !meets(s, &other)) continue;
        bool bars = !sidle_world_are_friends(s->world, s->self.team, other.team) ||
                    other.order == SIDLE_ORDER_HOLD ||
                    other.speed_factor * other.terrain_factor == 0;
        arrput(s->bodies, ((body){other.position, other.radius, bars}));
    }
}

static sidle_vec2 node_at(const search *s, int32_t n) {
    return (sidle_vec2){s->self.position.x + (float)(n % s->wide - s->wide / 2) * s->step,
                        s->self.position.y + (float)(n / s->wide - s->high / 2) * s->step};
}

static int32_t clamped(float node, int32_t count) {
    return (int32_t)fminf(fmaxf(node, 0), (float)(count - 1));
}

/* Marks the nodes at which the disc would overlap the body. The unit may leave one inside which it
 * stands. */
static void cover(search *s, const body *b) {
    float least = s->self.radius + b->radius, inside = apart(s->self.position, b->at);
    float x = (b->at.x - s->self.position.x) / s->step + (float)(s->wide / 2),
          y = (b->at.y - s->self.position.y) / s->step + (float)(s->high / 2);
    float near_by = least + s->step, reach = near_by / s->step + 1;
    for (int32_t row = clamped(y - reach, s->high); row <= clamped(y + reach, s->high); row++)
        for (int32_t n = clamped(x - reach, s->wide); n <= clamped(x + reach, s->wide); n++) {
            float near = apart(node_at(s, row * s->wide + n), b->at);
            if (b->bars && near < near_by) s->covers[row * s->wide + n] |= NODE_NEAR;
            if (near >= least) continue;
            bool bars = b->bars && near < inside;
            s->covers[row * s->wide + n] |= (uint8_t)(NODE_COVERED | (bars ? NODE_BARRED : 0));
        }
}

static bool is_in_range(const search *s, sidle_vec2 at) {
    float gap = apart(at, s->aim) - s->self.radius - fmaxf(s->target, 0);
    if (s->range.most < 0) return gap <= BESIDE * s->self.radius && gap >= 0;
    return gap <= s->range.most && gap >= s->range.least;
}

static bool goes_to_point(const search *s) {
    return s->target < 0 && s->range.most < 0;
}

static int32_t own_node(const search *s) {
    return s->high / 2 * s->wide + s->wide / 2;
}

/* Would the order be better served there? */
static bool is_wanted(const search *s, int32_t n) {
    sidle_vec2 at = node_at(s, n);
    if (!goes_to_point(s)) return is_in_range(s, at);
    float diameter = 2 * s->self.radius, unit = s->step / STRAIGHT;
    float there = unit * (float)s->ways[n], here = unit * (float)s->ways[own_node(s)];
    bool nearer = apart(at, s->aim) + diameter < apart(s->self.position, s->aim);
    return there + diameter < here && (nearer || LONGER * (there + diameter) < here);
}

/* The neighbours of a node, the first four along the lines of the lattice; -1: off the map. */
static int32_t neighbour(const search *s, int32_t n, int k) {
    static const int8_t X[] = {1, 0, -1, 0, 1, -1, -1, 1}, Y[] = {0, 1, 0, -1, 1, 1, -1, -1};
    int32_t x = n % s->wide + X[k], y = n / s->wide + Y[k];
    return x < 0 || y < 0 || x >= s->wide || y >= s->high ? -1 : y * s->wide + x;
}

static bool leads_to(const search *s, int32_t n, int32_t to) {
    return sidle_world_line_fits(s->world, s->self.profile, node_at(s, n), node_at(s, to));
}

/* The node nearest to the goal where the disc fits; -1: there is none within reach. */
static int32_t goal_node(const search *s) {
    float near = REACHED * s->self.radius;
    int32_t found = -1;
    for (int32_t n = 0; n < s->wide * s->high; n++) {
        sidle_vec2 at = node_at(s, n);
        if (apart(at, s->aim) >= near) continue;
        if (!sidle_world_line_fits(s->world, s->self.profile, at, at)) continue;
        near = apart(at, s->aim);
        found = n;
    }
    return found;
}

/* R. B. Dial, Algorithm 360: shortest-path forest, Communications of the ACM 12, 1969. */
static void measure_ways(search *s) {
    int32_t *rings[RINGS] = {NULL}, goal = goal_node(s);
    for (int32_t n = 0; n < s->wide * s->high; n++) s->ways[n] = UINT32_MAX;
    if (goal < 0) return;
    s->ways[goal] = 0;
    arrput(rings[0], goal);
    int empty = 0;
    for (uint32_t now = 0; empty < RINGS; now++) {
        int32_t *ring = rings[now % RINGS];
        empty = arrlen(ring) ? 0 : empty + 1;
        rings[now % RINGS] = NULL;
        for (ptrdiff_t i = 0; i < arrlen(ring); i++)
            for (int k = 0; k < 8 && s->ways[ring[i]] == now; k++) {
                uint32_t way = now + (k < 4 ? STRAIGHT : DIAGONAL);
                int32_t to = neighbour(s, ring[i], k);
                if (to < 0 || s->ways[to] <= way || !leads_to(s, ring[i], to)) continue;
                s->ways[to] = way;
                arrput(rings[way % RINGS], to);
            }
        arrfree(ring);
    }
}

/* Does a body that will not move leave the disc too little room on that step between two nodes? The
 * unit may leave one inside which it stands. */
static bool is_cut(const search *s, int32_t n, int32_t to) {
    if (!((s->covers[n] | s->covers[to]) & NODE_NEAR)) return false;
    sidle_vec2 from = node_at(s, n), end = node_at(s, to);
    sidle_vec2 way = {end.x - from.x, end.y - from.y};
    for (size_t k = 0; k < arrlenu(s->bodies); k++) {
        const body *b = &s->bodies[k];
        float least = fminf(s->self.radius + b->radius, apart(s->self.position, b->at));
        float along = (b->at.x - from.x) * way.x + (b->at.y - from.y) * way.y;
        float share = fminf(fmaxf(along / (way.x * way.x + way.y * way.y), 0), 1);
        sidle_vec2 at = {from.x + share * way.x, from.y + share * way.y};
        if (b->bars && apart(at, b->at) < least * (1 - ROUNDING)) return true;
    }
    return false;
}

static bool flood(const search *s, uint8_t *seen, int32_t *queue) {
    int32_t first = 0, last = 0, middle = own_node(s);
    bool found = false, goes = goes_to_point(s);
    float nearest = INFINITY;
    if (goes && s->ways[middle] == UINT32_MAX) return false;
    queue[last++] = middle;
    seen[middle] = 1;
    while (first < last) {
        int32_t n = queue[first++];
        sidle_vec2 from = node_at(s, n);
        nearest = fminf(nearest, apart(from, s->aim));
        found = found || (is_wanted(s, n) && !(s->covers[n] & NODE_COVERED));
        if (found && (!goes || nearest <= REACHED * s->self.radius)) return true;
        for (int k = 0; k < 8; k++) {
            int32_t to = neighbour(s, n, k);
            if (to < 0 || seen[to] || !leads_to(s, n, to) || is_cut(s, n, to)) continue;
            seen[to] = 1;
            if (!(s->covers[to] & NODE_BARRED)) queue[last++] = to;
        }
    }
    return false;
}

/* A lattice about the unit that holds the whole map. */
static void lay_lattice(search *s) {
    const sidle_world *world = s->world;
    float cell = sidle_world_cell_size(world), wide = cell * (float)sidle_world_width(world),
          high = cell * (float)sidle_world_height(world);
    s->step = fmaxf(s->self.radius / NODES_IN_RADIUS, sqrtf(4 * wide * high / MOST_NODES));
    s->wide = 2 * (int32_t)(wide / s->step) + 1;
    s->high = 2 * (int32_t)(high / s->step) + 1;
}

bool observer_finds_room(const sidle_world *world, const sidle_unit_id *ids, size_t count,
                         sidle_unit_id unit, observer_range range) {
    search s = {.world = world, .range = range, .target = -1};
    sidle_unit_state target;
    if (sidle_unit_get(world, unit, &s.self)) return false;
    s.aim = s.self.goal;
    if (s.self.target.slot && !sidle_unit_get(world, s.self.target, &target))
        s.target = target.radius, s.aim = target.position;
    collect(&s, ids, count, unit);
    lay_lattice(&s);
    size_t nodes = (size_t)s.wide * (size_t)s.high;
    s.covers = checked_calloc(nodes, 1);
    for (size_t k = 0; k < arrlenu(s.bodies); k++) cover(&s, &s.bodies[k]);
    s.ways = checked_calloc(nodes, sizeof *s.ways);
    if (goes_to_point(&s)) measure_ways(&s);
    uint8_t *seen = checked_calloc(nodes, 1);
    int32_t *queue = checked_calloc(nodes, sizeof *queue);
    bool found = flood(&s, seen, queue);
    free(seen);
    free(queue);
    free(s.covers);
    free(s.ways);
    arrfree(s.bodies);
    return found;
}

/* ---- units that have arrived ---- */

/* The first of the bodies are the crowd: one more belongs to it. */
static void join_crowd(body *bodies, size_t *crowd, size_t k) {
    body joins = bodies[k];
    bodies[k] = bodies[*crowd];
    bodies[(*crowd)++] = joins;
}

/* u: from the goal to the rim of the nearest body; 0 where a disc fits on the goal. */
static float least_gap(const search *s, const body *bodies) {
    float least = INFINITY;
    if (sidle_world_line_fits(s->world, s->self.profile, s->aim, s->aim)) return 0;
    for (size_t k = 0; k < arrlenu(bodies); k++)
        least = fminf(least, apart(bodies[k].at, s->aim) - bodies[k].radius);
    return fmaxf(least, 0);
}

/* The bodies from the goal on, each beside the one before: the bodies near the goal; about a goal
 * where no disc fits, those as near as any; and all with a gap that has no room for one more.
 * Returns how many of them stand first in the list. */
static size_t gather_crowd(const search *s, body *bodies) {
    size_t crowd = 0, count = arrlenu(bodies);
    float near = least_gap(s, bodies) + REACHED * s->self.radius;
    for (size_t k = 0; k < count; k++)
        if (apart(bodies[k].at, s->aim) <= bodies[k].radius + near) join_crowd(bodies, &crowd, k);
    for (size_t n = 0; n < crowd; n++)
        for (size_t k = crowd; k < count; k++) {
            float radii = bodies[k].radius + bodies[n].radius + 2 * s->self.radius;
            if (apart(bodies[k].at, bodies[n].at) < radii) join_crowd(bodies, &crowd, k);
        }
    return crowd;
}

bool observer_stands_apart(const sidle_world *world, const sidle_unit_id *ids, size_t count,
                           sidle_unit_id unit) {
    search s = {.world = world, .target = -1};
    if (sidle_unit_get(world, unit, &s.self)) return false;
    s.aim = s.self.goal;
    collect(&s, ids, count, unit);
    body own = {s.self.position, s.self.radius, false};
    arrput(s.bodies, own);
    size_t crowd = gather_crowd(&s, s.bodies);
    bool stands_apart = true;
    for (size_t k = 0; k < crowd && stands_apart; k++)
        stands_apart = s.bodies[k].at.x != own.at.x || s.bodies[k].at.y != own.at.y;
    arrfree(s.bodies);
    return stands_apart;
}

size_t *observer_given_up(const sidle_world *world, const sidle_unit_id *ids, const scene *s,
                          const size_t *units, size_t *judged) {
    size_t *given_up = NULL, count = arrlenu(units);
    size_t step = (count + OBSERVED - 1) / OBSERVED;
    *judged = 0;
    for (size_t n = 0; n < count; n += step, ++*judged) {
        const scene_unit *u = &s->units[units[n]];
        bool ranged = u->order == SIDLE_ORDER_APPROACH || u->order == SIDLE_ORDER_APPROACH_POINT;
        observer_range range = {ranged ? u->range : -1, 0};
        if (observer_finds_room(world, ids, arrlenu(s->units), ids[units[n]], range))
            arrput(given_up, units[n]);
    }
    return given_up;
}
