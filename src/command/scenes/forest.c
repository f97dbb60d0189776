/* The generated forest: units between trees. The ground is a grid of square plots, and each plot
 * holds one tree, one unit at its start, or nothing. */
#include "generators.h"

#include <math.h>
#include <stb_ds.h>

static const float PLOT = 4;                      /* u, side of a plot */
static const double TREES_PER_UNIT = 696 / 500.0; /* as a case of the literature has it */

/* u, from a unit's start or goal to the border of its plot: its radius and half of it. */
static const float UNIT_TO_BORDER = 0.75f;

typedef struct forest {
    sidle_vec2 *trees; /* stb_ds, by plot: the lower corner of its tree; NAN: it has none */
    uint32_t across;   /* plots a side */
} forest;

static bool inside_tree(const void *shape, float x, float y) {
    const forest *f = shape;
    float side = (float)f->across * PLOT;
    if (!(x >= 0 && y >= 0 && x < side && y < side)) return false;
    sidle_vec2 tree = f->trees[(uint32_t)(y / PLOT) * f->across + (uint32_t)(x / PLOT)];
    return x > tree.x && x < tree.x + 1 && y > tree.y && y < tree.y + 1;
}

/* The numbers below count in random order (Fisher and Yates); a stb_ds array. */
static uint32_t *shuffled(generator *g, uint32_t count) {
    uint32_t *order = NULL;
    for (uint32_t k = 0; k < count; k++) arrput(order, k);
    for (uint32_t k = count; k > 1; k--) {
        uint32_t other = (uint32_t)(generator_random(g) * (float)k), swap = order[k - 1];
        order[k - 1] = order[other];
        order[other] = swap;
    }
    return order;
}

/* A random place in a plot. */
static sidle_vec2 place_in(generator *g, const forest *f, uint32_t plot) {
    float x = UNIT_TO_BORDER + (PLOT - 2 * UNIT_TO_BORDER) * generator_random(g);
    float y = UNIT_TO_BORDER + (PLOT - 2 * UNIT_TO_BORDER) * generator_random(g);
    return (sidle_vec2){(float)(plot % f->across) * PLOT + x, (float)(plot / f->across) * PLOT + y};
}

/* Trees of 1 x 1 u, each 1 or 2 u from the borders of its plot, and so at least 2 u apart. */
static void plant_trees(generator *g, forest *f, const uint32_t *plots, uint32_t trees) {
    for (uint32_t k = 0; k < f->across * f->across; k++) arrput(f->trees, ((sidle_vec2){NAN, NAN}));
    for (uint32_t k = 0; k < trees; k++) {
        float dx = generator_random(g) < 0.5f ? 1 : 2, dy = generator_random(g) < 0.5f ? 1 : 2;
        f->trees[plots[k]] = (sidle_vec2){(float)(plots[k] % f->across) * PLOT + dx,
                                          (float)(plots[k] / f->across) * PLOT + dy};
    }
}

/* The plots without a tree: each unit starts in one and has its goal in another, no two the same.
 */
static void send_units(generator *g, const forest *f, const uint32_t *plots, uint32_t count,
                       uint32_t units) {
    for (uint32_t k = 0; k < units; k++) {
        sidle_vec2 at = place_in(g, f, plots[k]);
        generator_send(g, at, place_in(g, f, plots[(k + count / 2) % count]));
    }
}

bool generate_forest(generator *g, double n) {
    uint32_t units = (uint32_t)n, trees = (uint32_t)(n * TREES_PER_UNIT + 0.5);
    forest f = {.across = (uint32_t)ceil(sqrt((double)(units + trees)))};
    uint32_t plots = f.across * f.across, *order = shuffled(g, plots);
    plant_trees(g, &f, order, trees);
    send_units(g, &f, order + trees, plots - trees, units);
    g->into->seconds = 120 + (float)f.across * PLOT;
    g->walls.inside = inside_tree;
    g->walls.shape = &f;
    g->walls.terrain = SIDLE_TERRAIN_TREES;
    bool good = generator_enclose(g, 1);
    g->into->straight = false;
    arrfree(order);
    arrfree(f.trees);
    return good;
}
