/* Places units, rotates and shifts the scene into a map, and draws its walls. */
#include "generator.h"

#include "support/checked_memory.h"
#include "support/random.h"

#include <math.h>
#include <stb_ds.h>

/* u, of open ground around all units and goals: more than twice as far as a unit sees by default,
 * so that the edge of the map does not bear on the figures. A choice. */
static const float MARGIN = 12;

/* u, that a seed other than 0 moves each unit at most. A choice: enough for another history, too
 * little for units of a block, which have 0.5 u between their discs, to touch. */
static const float JITTER = 0.02f;

/* u, of the cells that rotated walls are drawn in: their steps reach 0.18 u into a doorway. With
 * the 0.5 u of straight walls they would reach 0.35 u, and make the doorway another one. */
static const float ROTATED_CELL = 0.25f;

/* Shares of a cell by which `+shift` moves a scene: no simple fractions, so that no unit comes to
 * lie on the grid again. */
static const float SHIFT_X = 0.37f, SHIFT_Y = 0.21f;

/* ---- blocks ---- */

sidle_vec2 block_place(uint32_t k, uint32_t abreast) {
    float row = (float)(k / abreast), column = (float)(k % abreast);
    return (sidle_vec2){row * BLOCK_SPACING,
                        (column - 0.5f * (float)(abreast - 1)) * BLOCK_SPACING};
}

float block_depth(uint32_t n, uint32_t abreast) {
    return (float)((n - 1) / abreast) * BLOCK_SPACING;
}

/* ---- units ---- */

float generator_random(generator *g) {
    return random_share(&g->random);
}

static scene_unit *add_unit(generator *g, sidle_vec2 at, sidle_order order, sidle_vec2 goal) {
    scene_unit u = {.position = at, .order = order, .goal = goal};
    arrput(g->into->units, u);
    return &arrlast(g->into->units);
}

void generator_stand(generator *g, sidle_vec2 at) {
    add_unit(g, at, SIDLE_ORDER_HOLD, at);
}

void generator_idle(generator *g, sidle_vec2 at) {
    add_unit(g, at, SIDLE_ORDER_NONE, at);
}

scene_unit *generator_send(generator *g, sidle_vec2 at, sidle_vec2 goal) {
    return add_unit(g, at, SIDLE_ORDER_GO, goal);
}

/* ---- rotation and bounds ---- */

static sidle_vec2 plus(sidle_vec2 a, sidle_vec2 b) {
    return (sidle_vec2){a.x + b.x, a.y + b.y};
}

/* By 45 degrees, from the x axis towards the y axis. */
static sidle_vec2 rotated(sidle_vec2 p) {
    return (sidle_vec2){(p.x - p.y) * HALF_ROOT, (p.x + p.y) * HALF_ROOT};
}

static void rotate_units(scene *s) {
    for (size_t k = 0; k < arrlenu(s->units); k++) {
        scene_unit *u = &s->units[k];
        u->position = rotated(u->position);
        u->goal = rotated(u->goal);
        for (size_t v = 0; v < arrlenu(u->via); v++) u->via[v] = rotated(u->via[v]);
    }
}

static void find_bounds(const scene *s, sidle_vec2 *low, sidle_vec2 *high) {
    *low = (sidle_vec2){1e9f, 1e9f};
    *high = (sidle_vec2){-1e9f, -1e9f};
    for (size_t k = 0; k < arrlenu(s->units); k++) {
        const sidle_vec2 ends[2] = {s->units[k].position, s->units[k].goal};
        for (int e = 0; e < 2; e++) {
            *low = (sidle_vec2){fminf(low->x, ends[e].x), fminf(low->y, ends[e].y)};
            *high = (sidle_vec2){fmaxf(high->x, ends[e].x), fmaxf(high->y, ends[e].y)};
        }
    }
}

/* ---- into the map ---- */

static void shift_units(generator *g, sidle_vec2 shift) {
    scene *s = g->into;
    for (size_t k = 0; k < arrlenu(s->units); k++) {
        scene_unit *u = &s->units[k];
        float dx = g->seed ? JITTER * (2 * generator_random(g) - 1) : 0;
        float dy = g->seed ? JITTER * (2 * generator_random(g) - 1) : 0;
        u->position = plus(plus(u->position, shift), (sidle_vec2){dx, dy});
        u->goal = u->order ? plus(u->goal, shift) : u->position;
        for (size_t v = 0; v < arrlenu(u->via); v++) u->via[v] = plus(u->via[v], shift);
    }
}

/* A cell becomes a wall when its middle lies inside one. */
static void draw_walls(const generator *g, sidle_vec2 shift) {
    scene *s = g->into;
    for (uint32_t y = 0; y < s->height; y++)
        for (uint32_t x = 0; x < s->width; x++) {
            float at_x = ((float)x + 0.5f) * s->cell_size - shift.x;
            float at_y = ((float)y + 0.5f) * s->cell_size - shift.y;
            sidle_vec2 at = {at_x, at_y};
            if (g->rotated) at = (sidle_vec2){(at_x + at_y) * HALF_ROOT, (at_y - at_x) * HALF_ROOT};
            if (g->walls.inside(g->walls.shape, at.x, at.y))
                s->cells[(size_t)y * s->width + x] = (uint8_t)g->walls.terrain;
        }
}

/* u, to add to a coordinate so that the walls' gap ends on a border of cells: a doorway 2.5 u wide
 * about y = 0 is five cells of 0.5 u. */
static float gap_offset(const scene_walls *walls, float cell) {
    return walls->inside ? ceilf(walls->half_gap / cell) * cell - walls->half_gap : 0;
}

static float cell_size_of(const generator *g, float own) {
    if (g->cell > 0) return g->cell;
    return g->rotated && g->walls.inside ? ROTATED_CELL : own;
}

bool generator_enclose(generator *g, float own_cell) {
    scene *s = g->into;
    sidle_vec2 low, high;
    float cell = cell_size_of(g, own_cell), offset = gap_offset(&g->walls, cell);
    if (g->rotated) rotate_units(s);
    find_bounds(s, &low, &high);
    /* Whole cells, so that walls drawn about (0,0) stay on the grid. */
    sidle_vec2 shift = {ceilf((MARGIN - low.x) / cell) * cell,
                        ceilf((MARGIN - low.y) / cell) * cell};
    s->cell_size = cell;
    s->width = (uint32_t)ceilf((high.x + shift.x + MARGIN) / cell);
    s->height = (uint32_t)ceilf((high.y + shift.y + MARGIN) / cell);
    if (s->width > SIDLE_MAX_CELLS || s->height > SIDLE_MAX_CELLS) return false;
    s->cells = checked_calloc((size_t)s->width * s->height, 1);
    if (g->shifted) shift = plus(shift, (sidle_vec2){SHIFT_X * cell, SHIFT_Y * cell});
    shift = plus(shift, (sidle_vec2){g->walls.gap_on_both_axes ? offset : 0, offset});
    shift_units(g, shift);
    if (g->walls.inside) draw_walls(g, shift);
    s->straight = true;
    return true;
}
