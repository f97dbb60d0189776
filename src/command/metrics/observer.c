/* A lattice over the map, as coarse as half a radius of the unit. Bodies at rest of enemies, and of
 * units that hold, bar the flood; friends do not, as they can make room. A place counts when the
 * disc overlaps nobody at rest there. Of an order to go it has to be nearer to the goal than the
 * unit by more than its diameter, or within reach of the goal itself. */
#include "observer.h"

#include "support/checked_memory.h"

#include <math.h>
#include <stb_ds.h>
#include <stdlib.h>

/* Share of both radii: nearer bodies overlap. */
static const float APART = 0.98f;

/* Nodes in a radius, and on the whole map at most. */
static const float NODES_IN_RADIUS = 2, MOST_NODES = 4e6f;

/* Radii: a goal to which the flood comes no nearer cannot be reached: there is no way. */
static const float REACHED = 2;

/* Radii: a pursuer is beside its target within so much of it. */
static const float BESIDE = 0.25f;

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
} search;

bool observer_is_kept(const sidle_unit_state *s) {
    return s->under_way && s->stuck && s->has_place && s->place.x == s->position.x &&
           s->place.y == s->position.y;
}

static float apart(sidle_vec2 a, sidle_vec2 b) {
    return hypotf(a.x - b.x, a.y - b.y);
}

static void collect(search *s, const sidle_unit_id *ids, size_t count, sidle_unit_id unit) {
    for (size_t k = 0; k < count; k++) {
        sidle_unit_state other;
        if (ids[k].slot == unit.slot || sidle_unit_get(s->world, ids[k], &other)) continue;
        bool moves = other.made_velocity.x != 0 || other.made_velocity.y != 0;
        bool is_target = s->self.target.slot == ids[k].slot;
        if (other.stowed || other.ghost || moves || is_target) continue;
        bool friend = sidle_world_are_friends(s->world, s->self.team, other.team);
        arrput(s->bodies,
               ((body){other.position, other.radius, !friend || other.order == SIDLE_ORDER_HOLD}));
    }
}

static sidle_vec2 node_at(const search *s, int32_t n) {
    return (sidle_vec2){s->self.position.x + (float)(n % s->wide - s->wide / 2) * s->step,
                        s->self.position.y + (float)(n / s->wide - s->high / 2) * s->step};
}

/* Does a disc of the unit there overlap a body at rest? With `bars` only bodies that will not move
 * count, and the unit may leave one inside which it stands. */
static bool is_covered(const search *s, sidle_vec2 at, bool bars) {
    for (size_t k = 0; k < arrlenu(s->bodies); k++) {
        const body *b = &s->bodies[k];
        float near = apart(at, b->at), least = APART * (s->self.radius + b->radius);
        if (near >= least || (bars && !b->bars)) continue;
        if (!bars || near < apart(s->self.position, b->at)) return true;
    }
    return false;
}

static bool is_in_range(const search *s, sidle_vec2 at) {
    float gap = apart(at, s->aim) - s->self.radius - fmaxf(s->target, 0);
    if (s->range.most < 0)
        return gap <= BESIDE * s->self.radius && gap >= (APART - 1) * 2 * s->self.radius;
    return gap <= s->range.most && gap >= s->range.least;
}

/* Would the order be better served there? */
static bool is_wanted(const search *s, sidle_vec2 at) {
    if (s->target >= 0 || s->range.most >= 0) return is_in_range(s, at);
    float diameter = 2 * s->self.radius;
    return apart(at, s->aim) + diameter < apart(s->self.position, s->aim);
}

static bool flood(const search *s, uint8_t *seen, int32_t *queue) {
    static const int8_t X[] = {1, 0, -1, 0, 1, -1, -1, 1}, Y[] = {0, 1, 0, -1, 1, 1, -1, -1};
    sidle_profile_id profile = s->self.profile;
    int32_t first = 0, last = 0, middle = s->high / 2 * s->wide + s->wide / 2;
    bool found = false, goes = s->target < 0 && s->range.most < 0;
    float nearest = INFINITY;
    queue[last++] = middle;
    seen[middle] = 1;
    while (first < last) {
        int32_t n = queue[first++];
        sidle_vec2 from = node_at(s, n);
        nearest = fminf(nearest, apart(from, s->aim));
        found = found || (is_wanted(s, from) && !is_covered(s, from, false));
        if (found && (!goes || nearest <= REACHED * s->self.radius)) return true;
        for (int k = 0; k < 8; k++) {
            int32_t x = n % s->wide + X[k], y = n / s->wide + Y[k], to = y * s->wide + x;
            if (x < 0 || y < 0 || x >= s->wide || y >= s->high || seen[to]) continue;
            sidle_vec2 at = node_at(s, to);
            if (!sidle_world_line_fits(s->world, profile, from, at)) continue;
            seen[to] = 1;
            if (!is_covered(s, at, true)) queue[last++] = to;
        }
    }
    return false;
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
    float cell = sidle_world_cell_size(world), wide = cell * (float)sidle_world_width(world),
          high = cell * (float)sidle_world_height(world);
    s.step = fmaxf(s.self.radius / NODES_IN_RADIUS, sqrtf(4 * wide * high / MOST_NODES));
    s.wide = 2 * (int32_t)(wide / s.step) + 1;
    s.high = 2 * (int32_t)(high / s.step) + 1;
    size_t nodes = (size_t)s.wide * (size_t)s.high;
    uint8_t *seen = checked_calloc(nodes, 1);
    int32_t *queue = checked_calloc(nodes, sizeof *queue);
    bool found = flood(&s, seen, queue);
    free(seen);
    free(queue);
    arrfree(s.bodies);
    return found;
}
