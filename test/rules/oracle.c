#include "oracle.h"

#include "float_vec.h"

#include <stdlib.h>
#include <string.h>

/* A unit leaves a twentieth of its radius between itself and others. */
#define ROOM (1 + 0.05f)

/* The grid in the unit's own frame: rows ahead, columns to the right. */
typedef struct grid {
    int rows, columns;
    int *value;
    sidle_unit_id *owner;
    uint32_t *owner_rank;
} grid;

typedef struct eye {
    const sidle_world *world; /* the terrain that is asked */
    const sidle_world *units; /* the world whose units are seen */
    sidle_unit_id id;
    sidle_unit_state self;
    sidle_profile profile;
    sidle_profile_id slim; /* the same profile with the disc used for looking at terrain */
    sidle_vec2 ahead, right;
} eye;

static size_t at_cell(const grid *g, int row, int column) {
    return (size_t)row * (size_t)(2 * g->columns + 1) + (size_t)(column + g->columns);
}

static sidle_vec2 way_to(const eye *e, int row, int column) {
    float cell = e->profile.tuning.look_cell;
    return plus(times(e->ahead, (float)row * cell), times(e->right, (float)column * cell));
}

static sidle_vec2 centre(const eye *e, int row, int column) {
    return plus(e->self.position, way_to(e, row, column));
}

/* Units of other layers and ghosts are not seen; nor is one under way that yields to this one. */
static bool is_seen(const eye *e, const sidle_unit_state *other, const sidle_profile *profile) {
    if (profile->layer != e->profile.layer || other->ghost || e->self.ghost) return false;
    bool yields = other->team == e->self.team && e->profile.priority > profile->priority;
    return !yields || !other->under_way;
}

/* An enemy that is not passed through is a unit's centre all over. */
static float solid_share(const eye *e, const sidle_unit_state *other, float share) {
    return other->team != e->self.team && !e->profile.push_enemies ? 1 : share;
}

typedef struct sighting {
    sidle_unit_state unit;
    sidle_vec2 apart;  /* u, from this unit to that one */
    float radii, away; /* u, within which it is met; between the centres */
} sighting;

/* Is it in view? */
static bool sees(const eye *e, sidle_unit_id id, sighting *o) {
    sidle_profile profile;
    sidle_unit_get(e->units, id, &o->unit);
    sidle_profile_get(e->units, o->unit.profile, &profile);
    o->apart = minus(o->unit.position, e->self.position);
    o->radii = e->self.radius * ROOM + o->unit.radius;
    o->away = length(o->apart);
    return is_seen(e, &o->unit, &profile) && o->away <= e->profile.view_distance + o->radii;
}

/* Section 2, step 1: every unit in view writes a circle, every cell, the larger value stays. */
static void stamp_unit(const eye *e, grid *g, sidle_unit_id id) {
    sighting o;
    if (!sees(e, id, &o)) return;
    float top_speed = e->profile.top_speed * e->self.speed_factor;
    float pace = top_speed > 0 ? e->profile.tuning.look_cell / top_speed : 0;
    for (int row = 0; row <= g->rows; row++)
        for (int column = -g->columns; column <= g->columns; column++) {
            float time = (float)row * pace;
            sidle_vec2 there = plus(o.unit.position, times(o.unit.predicted_velocity, time));
            float distance = length(minus(there, centre(e, row, column)));
            if (distance >= o.radii) continue;
            if (o.away < o.radii && distance >= 0.98f * o.away) continue; /* free to leave */
            float share = 1 - distance / o.radii;
            if (share <= e->profile.tuning.graze) continue;
            int value = (int)(SIDLE_VALUE_UNIT * solid_share(e, &o.unit, share));
            size_t k = at_cell(g, row, column);
            bool higher = value > g->value[k];
            bool ties = value == g->value[k] && value > 0 && o.unit.rank < g->owner_rank[k];
            if (!higher && !ties) continue;
            g->value[k] = value;
            g->owner[k] = id;
            g->owner_rank[k] = o.unit.rank;
        }
}

/* Step 3, of one unit: the largest value on the straight way to a cell of the row, while both go
 * on. A unit that lies behind this one has none. */
static int value_on_way(const eye *e, sidle_unit_id id, int row, int column) {
    sighting o;
    if (!sees(e, id, &o) || dot(o.apart, e->ahead) < -o.radii) return 0;
    sidle_vec2 to = way_to(e, row, column);
    float pace = e->profile.top_speed > 0 ? 1 / e->profile.top_speed : 0;
    float time = length(to) * pace;
    sidle_vec2 w = minus(to, times(o.unit.predicted_velocity, time));
    float w2 = dot(w, w), share = w2 > 0 ? dot(o.apart, w) / w2 : 0;
    share = share < 0 ? 0 : share > 1 ? 1 : share;
    sidle_vec2 left = minus(o.apart, times(w, share));
    float distance2 = dot(left, left);
    if (distance2 >= o.radii * o.radii) return 0;
    if (o.away < o.radii && sqrtf(distance2) >= 0.98f * o.away) return 0; /* free to leave */
    float passability = 1 - sqrtf(distance2 / (o.radii * o.radii));
    if (passability <= e->profile.tuning.graze) return 0;
    return (int)(SIDLE_VALUE_UNIT * solid_share(e, &o.unit, passability));
}

/* Fills the row of the side traces anew; what terrain has stamped there stays. */
static void stamp_ways(const eye *e, grid *g, int row) {
    for (int column = -g->columns; column <= g->columns; column++) {
        int *value = &g->value[at_cell(g, row, column)], largest = 0;
        if (*value == SIDLE_VALUE_STATIC) continue;
        for (sidle_unit_id other = sidle_unit_next(e->units, (sidle_unit_id){0, 0}); other.slot;
             other = sidle_unit_next(e->units, other)) {
            int found = other.slot == e->id.slot ? 0 : value_on_way(e, other, row, column);
            if (found > largest) largest = found;
        }
        *value = largest;
    }
}

/* Does a straight drive from the unit to the cell meet terrain? */
static bool in_sight(const eye *e, int row, int column) {
    return sidle_world_line_fits(e->world, e->slim, e->self.position, centre(e, row, column));
}

/* Nothing beyond the map's edge is. */
static bool is_passable(const eye *e, int x, int y) {
    bool inside = x >= 0 && y >= 0 && x < (int)sidle_world_width(e->world) &&
                  y < (int)sidle_world_height(e->world);
    return inside && e->profile.passable >> sidle_world_cell(e->world, x, y) & 1u;
}

/* A disc against every single cell around it, and against the map's edge. */
static bool disc_fits(const eye *e, sidle_vec2 p, float radius) {
    float cell = sidle_world_cell_size(e->world);
    int reach = (int)(radius / cell) + 1, x0 = (int)(p.x / cell), y0 = (int)(p.y / cell);
    if (p.x < 0 || p.y < 0) return false;
    for (int y = y0 - reach; y <= y0 + reach; y++)
        for (int x = x0 - reach; x <= x0 + reach; x++) {
            if (is_passable(e, x, y)) continue;
            float left = (float)x * cell - p.x, right = p.x - (float)(x + 1) * cell;
            float over = (float)y * cell - p.y, under = p.y - (float)(y + 1) * cell;
            float dx = fmaxf(fmaxf(left, right), 0), dy = fmaxf(fmaxf(over, under), 0);
            float within = radius - 4e-5f * cell; /* touching, but for rounding */
            if (dx * dx + dy * dy < within * within) return false;
        }
    return true;
}

static void stamp_terrain(const eye *e, grid *g) {
    for (int row = 0; row <= g->rows; row++)
        for (int column = -g->columns; column <= g->columns; column++) {
            if (disc_fits(e, centre(e, row, column), e->profile.radius * 0.75f)) continue;
            size_t k = at_cell(g, row, column);
            g->value[k] = SIDLE_VALUE_STATIC;
            g->owner[k] = (sidle_unit_id){0, 0};
        }
}

/* u, at most 7 cells: every cell within this many king's moves of the unit's own is passable. */
static float clearance(const eye *e) {
    float cell = sidle_world_cell_size(e->world);
    int x0 = (int)(e->self.position.x / cell), y0 = (int)(e->self.position.y / cell), rings = 0;
    for (; rings < 7; rings++)
        for (int y = y0 - rings - 1; y <= y0 + rings + 1; y++)
            for (int x = x0 - rings - 1; x <= x0 + rings + 1; x++)
                if (!is_passable(e, x, y)) return (float)rings * cell;
    return (float)rings * cell;
}

/* On open ground, a unit whose heading leads past the best cell of a side makes for one on its
 * course, at most .75 radii farther out, if its value is at most a twentieth of a unit's higher. */
static int on_course(const eye *e, const grid *g, int row, int best, uint32_t *value) {
    float cell = e->profile.tuning.look_cell, radius = e->profile.radius;
    int side = best > 0 ? 1 : -1;
    float ahead = dot(e->self.heading, e->ahead);
    float aside = dot(e->self.heading, e->right) * (float)side;
    float open = fminf(8 * radius, 7 * sidle_world_cell_size(e->world));
    if (*value == SIDLE_VALUE_STATIC || row >= g->rows) return best;
    if (ahead <= 0 || aside <= 0 || clearance(e) < open) return best;
    float course = fminf((float)row * cell * aside / ahead, (float)g->columns * cell);
    float farthest = fminf(course, (float)abs(best) * cell + 0.75f * radius);
    for (int k = (int)(farthest / cell + 0.5f); k > abs(best); k--) {
        uint32_t found = (uint32_t)g->value[at_cell(g, row, side * k)];
        if (found > *value + SIDLE_VALUE_UNIT / 20 || !in_sight(e, row, side * k)) continue;
        *value = found;
        return side * k;
    }
    return best;
}

/* Step 3, one side: the smallest value, the nearer one when equal. */
static int search_side(const eye *e, const grid *g, int row, int side, uint32_t *value) {
    int best = side;
    *value = SIDLE_VALUE_STATIC;
    for (int k = 1; k <= g->columns; k++) {
        uint32_t found = (uint32_t)g->value[at_cell(g, row, side * k)];
        if (found < *value && in_sight(e, row, side * k)) {
            *value = found;
            best = side * k;
        }
    }
    return on_course(e, g, row, best, value);
}

/* With units on both sides: the side of the road, unless terrain is there or its value is too much
 * higher, by half of a unit's, by a quarter for who is there already, by anything for who is on the
 * other side. */
static bool road_goes_right(const oracle_sight *s, bool right_hand, int side) {
    uint32_t mine = right_hand ? s->right : s->left, other = right_hand ? s->left : s->right;
    uint32_t worse = SIDLE_VALUE_UNIT / 2;
    if (side != 0) worse = (side > 0) == right_hand ? SIDLE_VALUE_UNIT / 4 : 0;
    if (mine == SIDLE_VALUE_STATIC || mine > other + worse) return !right_hand;
    return right_hand;
}

static bool goes_right(const eye *e, const oracle_sight *s, int side) {
    const sidle_profile *p = &e->profile;
    float right = s->right_at, left = -s->left_at;
    if (s->right && s->left && p->tuning.side_bias != 0)
        return road_goes_right(s, p->tuning.side_bias > 0, side);
    if (side == 0) {
        if (s->right != s->left) return s->right < s->left;
        return p->tuning.side_bias >= 0 ? right <= left + p->tuning.side_bias
                                        : right < left + p->tuning.side_bias;
    }
    uint32_t margin = (uint32_t)(p->tuning.side_hysteresis * SIDLE_VALUE_UNIT);
    uint32_t kept = side > 0 ? s->right : s->left, other = side > 0 ? s->left : s->right;
    float kept_at = side > 0 ? right : left, other_at = side > 0 ? left : right;
    if (other + margin < kept || (other <= kept && other_at + p->radius < kept_at)) side = -side;
    return side > 0;
}

/* Steps 2 to 4. */
static oracle_sight choose(const eye *e, grid *g, int rows, int side) {
    oracle_sight s = {.free = true};
    float cell = e->profile.tuning.look_cell;
    int hit = 0;
    for (int row = 1; row <= rows && !hit; row++)
        if (g->value[at_cell(g, row, 0)] > 0) hit = row;
    s.decision = SIDLE_DECISION_FREE;
    if (!hit) return s;
    s.free = false;
    s.hit = (float)hit * cell;
    s.hit_value = (uint32_t)g->value[at_cell(g, hit, 0)];
    s.blocker = g->owner[at_cell(g, hit, 0)];
    int nearest = (int)(3 * e->profile.radius / cell + .99f), row = hit > nearest ? hit : nearest;
    if (row > rows) row = rows;
    stamp_ways(e, g, row);
    s.row = (float)row * cell;
    s.ahead = (uint32_t)g->value[at_cell(g, row, 0)];
    if (!in_sight(e, row, 0)) s.ahead = SIDLE_VALUE_STATIC;
    s.right_at = (float)search_side(e, g, row, 1, &s.right) * cell;
    s.left_at = (float)search_side(e, g, row, -1, &s.left) * cell;
    bool right = goes_right(e, &s, side);
    s.value = right ? s.right : s.left;
    s.at = right ? s.right_at : s.left_at;
    if (s.ahead <= s.value) s.value = s.ahead, s.at = 0;
    if (s.value == SIDLE_VALUE_STATIC && s.blocker.slot) s.value = s.hit_value, s.at = 0;
    if (s.value == SIDLE_VALUE_STATIC)
        s.decision = SIDLE_DECISION_BLOCKED;
    else if (s.value < (uint32_t)(e->profile.tuning.threshold * SIDLE_VALUE_UNIT))
        s.decision = SIDLE_DECISION_DETOUR;
    else
        s.decision = SIDLE_DECISION_WAIT;
    return s;
}

/* A world of the same terrain whose one extra profile has the slim disc; the units stay behind. */
static sidle_world *terrain_twin(const eye *e, sidle_profile_id *slim) {
    uint32_t width = sidle_world_width(e->world), height = sidle_world_height(e->world);
    uint8_t *cells = malloc((size_t)width * height);
    for (uint32_t y = 0; y < height; y++)
        for (uint32_t x = 0; x < width; x++)
            cells[(size_t)y * width + x] =
                (uint8_t)sidle_world_cell(e->world, (int32_t)x, (int32_t)y);
    sidle_world_def def = sidle_world_def_default();
    def.width = width;
    def.height = height;
    def.cell_size = sidle_world_cell_size(e->world);
    def.cells = cells;
    sidle_world *twin = NULL;
    sidle_world_create(&def, &twin);
    free(cells);
    sidle_profile p = e->profile;
    p.radius *= 0.75f; /* who scrapes along a wall is not blocked by it */
    sidle_profile_add(twin, &p, slim);
    return twin;
}

oracle_sight oracle_look(const sidle_world *world, sidle_unit_id id, int side) {
    eye e = {.world = world, .units = world, .id = id};
    sidle_unit_get(world, id, &e.self);
    sidle_profile_get(world, e.self.profile, &e.profile);
    sidle_vec2 way = minus(e.self.waypoint, e.self.position);
    float distance = length(way);
    e.ahead = distance > 1e-6f ? times(way, 1 / distance) : e.self.heading;
    e.right = (sidle_vec2){-e.ahead.y, e.ahead.x};
    float reach = distance < e.profile.view_distance ? distance : e.profile.view_distance;
    int rows = (int)(reach / e.profile.tuning.look_cell);
    int columns = (int)(e.profile.tuning.side_reach / e.profile.tuning.look_cell);
    grid g = {.rows = rows, .columns = columns > 1 ? columns : 1};
    size_t cells = (size_t)(rows + 1) * (size_t)(2 * g.columns + 1);
    g.value = calloc(cells, sizeof *g.value);
    g.owner = calloc(cells, sizeof *g.owner);
    g.owner_rank = calloc(cells, sizeof *g.owner_rank);
    for (sidle_unit_id other = sidle_unit_next(world, (sidle_unit_id){0, 0}); other.slot;
         other = sidle_unit_next(world, other))
        if (other.slot != id.slot) stamp_unit(&e, &g, other);
    sidle_world *twin = terrain_twin(&e, &e.slim);
    e.world = twin;
    stamp_terrain(&e, &g);
    oracle_sight s = choose(&e, &g, rows, side);
    sidle_world_destroy(twin);
    free(g.value);
    free(g.owner);
    free(g.owner_rank);
    return s;
}
