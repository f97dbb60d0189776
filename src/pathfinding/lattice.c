/* Which nodes a disc fits at, the steps between them, and the way from a point onto the lattice. */
#include "lattice.h"

#include "support/checked_memory.h"
#include "support/copy_array.h"

#include <math.h>
#include <stb_ds.h>
#include <stdlib.h>
#include <string.h>

static const int8_t DIRECTION_X[LATTICE_DIRECTIONS] = {1, 1, 0, -1, -1, -1, 0, 1};
static const int8_t DIRECTION_Y[LATTICE_DIRECTIONS] = {0, 1, 1, 1, 0, -1, -1, -1};

/* Rings of nodes about a point that are tried for access nodes: one more than a disc's largest
 * radius has cells. A choice on the safe side: no test needs more than one ring. */
enum { RINGS = 5 };

/* Share of a cell that a disc may be too wide for a number of cells: rounding must not make a disc
 * of exactly two cells three cells wide. */
static const float ROUNDING = 1e-4f;

/* How much of a cell lies between two samples of a line: half a cell, so no cell is missed by much.
 */
static const float SAMPLE = 0.5f;

/* Multiple of the cost of another way that a straight line may have: sampling is no exacter. */
static const float AS_CHEAP = 1.01f;

static void take_speeds(lattice *l, const sidle_profile *p) {
    l->fastest = 0;
    for (uint32_t k = 0; k < SIDLE_TERRAIN_COUNT; k++) {
        l->speed[k] = p->terrain_factor[k];
        if (p->passable >> k & 1u) l->fastest = fmaxf(l->fastest, l->speed[k]);
    }
    for (uint32_t k = 0; k < SIDLE_TERRAIN_COUNT; k++)
        l->weighs |= p->passable >> k & 1u && l->speed[k] != l->fastest;
    if (!(l->fastest > 0)) l->fastest = 1;
}

static bool make(lattice *l, const sidle_world *world, sidle_profile_id profile) {
    sidle_profile p;
    *l = (lattice){.world = world, .profile = profile};
    if (sidle_profile_get(world, profile, &p)) return false;
    l->radius = p.radius;
    l->passable = p.passable;
    take_speeds(l, &p);
    l->cell = sidle_world_cell_size(world);
    int32_t across = (int32_t)ceilf(2 * p.radius / l->cell - ROUNDING);
    bool centres = across % 2 == 1;
    l->origin = centres ? 0.5f * l->cell : 0;
    l->width = (int32_t)sidle_world_width(world) + !centres;
    l->height = (int32_t)sidle_world_height(world) + !centres;
    l->open = checked_calloc((size_t)l->width * (size_t)l->height, 1);
    return true;
}

static bool serves(const lattice *l, const sidle_world *world, sidle_profile_id profile) {
    sidle_profile p;
    if (sidle_profile_get(world, profile, &p)) return false;
    return p.radius == l->radius && p.passable == l->passable &&
           memcmp(p.terrain_factor, l->speed, sizeof l->speed) == 0;
}

static void forget_near(lattice *l, uint32_t x, uint32_t y, uint32_t width, uint32_t height) {
    int32_t near = (int32_t)(l->radius / l->cell) + 2;
    int32_t x0 = (int32_t)x - near, x1 = (int32_t)(x + width) + near;
    int32_t y0 = (int32_t)y - near, y1 = (int32_t)(y + height) + near;
    if (x0 < 0) x0 = 0;
    if (x1 > l->width) x1 = l->width;
    for (int32_t row = y0 < 0 ? 0 : y0; row < y1 && row < l->height; row++)
        memset(l->open + row * l->width + x0, 0, (size_t)(x1 - x0));
}

sidle_vec2 lattice_point(const lattice *l, int32_t node) {
    return (sidle_vec2){l->origin + (float)(node % l->width) * l->cell,
                        l->origin + (float)(node / l->width) * l->cell};
}

bool lattice_open(lattice *l, int32_t x, int32_t y) {
    if (x < 0 || y < 0 || x >= l->width || y >= l->height) return false;
    uint8_t *open = &l->open[y * l->width + x];
    if (!*open)
        *open = sidle_world_fits(l->world, l->profile, lattice_point(l, y * l->width + x)) ? 2 : 1;
    return *open == 2;
}

/* How many times longer than on its fastest ground the unit takes at the point. */
static float weight_at(const lattice *l, sidle_vec2 point) {
    sidle_terrain class =
        sidle_world_cell(l->world, (int32_t)(point.x / l->cell), (int32_t)(point.y / l->cell));
    return l->passable >> class & 1u ? l->fastest / l->speed[class] : 1;
}

/* A step between two nodes is half on the ground of each. */
static int32_t weighed(const lattice *l, int32_t from, int32_t to, int32_t cost) {
    if (!l->weighs) return cost;
    float both = weight_at(l, lattice_point(l, from)) + weight_at(l, lattice_point(l, to));
    return (int32_t)((float)cost * 0.5f * both);
}

int32_t lattice_step(lattice *l, int32_t node, int direction, int32_t *cost) {
    int32_t x = node % l->width, y = node / l->width;
    int32_t to_x = x + DIRECTION_X[direction], to_y = y + DIRECTION_Y[direction];
    if (!lattice_open(l, to_x, to_y)) return -1;
    int32_t to = to_y * l->width + to_x;
    *cost = weighed(l, node, to, COST_STRAIGHT);
    if (direction % 2 == 0) return to;
    /* A diagonal step may not cut a corner. A disc wider than a cell may meet one all the same. */
    if (!lattice_open(l, to_x, y) || !lattice_open(l, x, to_y)) return -1;
    *cost = weighed(l, node, to, COST_DIAGONAL);
    if (l->radius <= 0.5f * l->cell) return to;
    bool fits =
        sidle_world_line_fits(l->world, l->profile, lattice_point(l, node), lattice_point(l, to));
    return fits ? to : -1;
}

static bool is_access_node(lattice *l, sidle_vec2 point, int32_t x, int32_t y) {
    return lattice_open(l, x, y) &&
           sidle_world_line_fits(l->world, l->profile, point, lattice_point(l, y * l->width + x));
}

int lattice_access_nodes(lattice *l, sidle_vec2 point, int32_t access[LATTICE_ACCESS_NODES]) {
    int32_t x = (int32_t)((point.x - l->origin) / l->cell + 0.5f);
    int32_t y = (int32_t)((point.y - l->origin) / l->cell + 0.5f);
    int count = 0;
    for (int32_t ring = 0; ring <= RINGS; ring++) {
        for (int32_t dy = -ring; dy <= ring; dy++)
            for (int32_t dx = -ring; dx <= ring; dx++) {
                bool on_ring = abs(dx) == ring || abs(dy) == ring;
                if (!on_ring || count == LATTICE_ACCESS_NODES ||
                    !is_access_node(l, point, x + dx, y + dy))
                    continue;
                access[count++] = (y + dy) * l->width + x + dx;
            }
        /* One ring more than needed: the nearest node may lie behind the unit. */
        if (count && ring) break;
    }
    return count;
}

static float distance2(const lattice *l, int32_t node, sidle_vec2 point) {
    sidle_vec2 at = lattice_point(l, node);
    return (at.x - point.x) * (at.x - point.x) + (at.y - point.y) * (at.y - point.y);
}

/* The nearest node of the ring where the disc fits, if it is nearer than the best so far. */
static int32_t nearest_on_ring(lattice *l, int32_t x, int32_t y, int32_t ring, sidle_vec2 point,
                               int32_t best) {
    for (int32_t dy = -ring; dy <= ring; dy++)
        for (int32_t dx = -ring; dx <= ring; dx += abs(dy) == ring || dx == ring ? 1 : 2 * ring) {
            if (!lattice_open(l, x + dx, y + dy)) continue;
            int32_t node = (y + dy) * l->width + x + dx;
            if (best < 0 || distance2(l, node, point) < distance2(l, best, point)) best = node;
        }
    return best;
}

int32_t lattice_nearest(lattice *l, sidle_vec2 point) {
    int32_t x = (int32_t)((point.x - l->origin) / l->cell + 0.5f);
    int32_t y = (int32_t)((point.y - l->origin) / l->cell + 0.5f);
    int32_t best = -1, last = l->width > l->height ? l->width : l->height;
    for (int32_t ring = 0; ring <= last; ring++) {
        best = nearest_on_ring(l, x, y, ring, point, best);
        /* No node of a further ring is nearer than the ring's inner side. */
        float inner = ((float)ring + 0.5f) * l->cell;
        if (best >= 0 && distance2(l, best, point) <= inner * inner) break;
    }
    return best;
}

int32_t lattice_line_cost(const lattice *l, sidle_vec2 from, sidle_vec2 to) {
    float dx = to.x - from.x, dy = to.y - from.y;
    float cells = sqrtf(dx * dx + dy * dy) / l->cell, sum = 0;
    if (!l->weighs) return (int32_t)(cells * COST_STRAIGHT);
    int32_t samples = 1 + (int32_t)(cells / SAMPLE);
    for (int32_t k = 0; k < samples; k++) {
        float share = ((float)k + 0.5f) / (float)samples;
        sum += weight_at(l, (sidle_vec2){from.x + share * dx, from.y + share * dy});
    }
    return (int32_t)fminf(cells * COST_STRAIGHT * sum / (float)samples, (float)COST_MOST);
}

bool lattice_line_serves(const lattice *l, sidle_vec2 from, sidle_vec2 to, int32_t cost) {
    if (!sidle_world_line_fits(l->world, l->profile, from, to)) return false;
    return !l->weighs || (float)lattice_line_cost(l, from, to) <= (float)cost * AS_CHEAP;
}

float lattice_length(const lattice *l, int32_t cost) {
    return (float)cost / COST_STRAIGHT * l->cell / l->fastest;
}

int32_t lattice_cost(const lattice *l, sidle_vec2 point, int32_t node) {
    return lattice_line_cost(l, point, lattice_point(l, node));
}

/* ---- lists of lattices ---- */

bool lattices_find(lattice **list, const sidle_world *world, sidle_profile_id profile,
                   size_t *index) {
    for (*index = 0; *index < arrlenu(*list); (*index)++)
        if (serves(&(*list)[*index], world, profile)) return true;
    lattice made;
    if (!make(&made, world, profile)) return false;
    arrput(*list, made);
    return true;
}

void lattices_terrain_changed(lattice *list, uint32_t x, uint32_t y, uint32_t width,
                              uint32_t height) {
    for (size_t k = 0; k < arrlenu(list); k++) forget_near(&list[k], x, y, width, height);
}

void lattices_free(lattice **list) {
    for (size_t k = 0; k < arrlenu(*list); k++) free((*list)[k].open);
    arrfree(*list);
}

lattice *lattices_copy(const lattice *list) {
    lattice *copy = NULL;
    copy_array(copy, list);
    for (size_t k = 0; k < arrlenu(copy); k++)
        copy[k].open = checked_copy(list[k].open, (size_t)list[k].width * (size_t)list[k].height);
    return copy;
}
