/* Generated scenes for timing: units all over an open square, which they fill to a given share.
 * Movers get another random goal whenever they arrive, so that the cost of a tick is steady. */
#include "generators.h"

#include "support/checked_memory.h"

#include <math.h>
#include <stb_ds.h>

/* Shares of the ground that lie under units. */
static const float LIGHT_COVER = 0.15f, DENSE_COVER = 0.60f;

static const float UNIT_AREA = 0.785398f; /* u2, of a disc of radius 0.5 */

/* One unit in each square of a grid, anywhere in it that leaves the neighbours alone. */
static sidle_vec2 random_place(generator *g, uint32_t column, uint32_t row, float pitch) {
    float spare = fmaxf(pitch - 1, 0);
    float x = (float)column * pitch + 0.5f + spare * generator_random(g);
    float y = (float)row * pitch + 0.5f + spare * generator_random(g);
    return (sidle_vec2){x, y};
}

/* reach: u, see scene.roam_reach. */
static bool scatter(generator *g, double n, float cover, float reach) {
    float side = sqrtf((float)n * UNIT_AREA / cover);
    uint32_t across = (uint32_t)ceil(sqrt(n));
    scene *s = g->into;
    for (uint32_t k = 0; k < (uint32_t)n; k++) {
        sidle_vec2 at = random_place(g, k % across, k / across, side / (float)across);
        float goal_x = scene_goal_along(at.x, side, 0.5f, reach, &g->random);
        float goal_y = scene_goal_along(at.y, side, 0.5f, reach, &g->random);
        generator_send(g, at, (sidle_vec2){goal_x, goal_y});
    }
    s->cell_size = g->cell > 0 ? g->cell : 1;
    s->width = s->height = (uint32_t)ceilf(side / s->cell_size) + 1;
    if (s->width > SIDLE_MAX_CELLS) return false;
    s->cells = checked_calloc((size_t)s->width * s->height, 1);
    s->seconds = 4;
    s->roam = s->straight = true;
    s->roam_reach = reach;
    return true;
}

bool generate_scale(generator *g, double n) {
    return scatter(g, n, LIGHT_COVER, 0);
}

bool generate_dense(generator *g, double n) {
    return scatter(g, n, DENSE_COVER, 0);
}

/* A goal within two views: each unit comes to rest after some seconds. */
bool generate_near(generator *g, double n) {
    return scatter(g, n, LIGHT_COVER, 10);
}

static void stand_down(scene_unit *u) {
    u->order = SIDLE_ORDER_NONE;
    u->goal = u->position;
}

/* The units of `scale`, each without an order. */
bool generate_standing(generator *g, double n) {
    bool good = scatter(g, n, LIGHT_COVER, 0);
    for (size_t k = 0; k < arrlenu(g->into->units); k++) stand_down(&g->into->units[k]);
    g->into->roam = false;
    return good;
}

/* The same, but a block of ten by ten from the middle goes its ways. */
bool generate_resting(generator *g, double n) {
    enum { ABREAST = 10 };
    bool good = scatter(g, n, LIGHT_COVER, 0);
    uint32_t across = (uint32_t)ceil(sqrt(n)),
             first = across > ABREAST ? (across - ABREAST) / 2 : 0;
    for (uint32_t k = 0; k < (uint32_t)n; k++)
        if (k % across - first >= ABREAST || k / across - first >= ABREAST)
            stand_down(&g->into->units[k]);
    return good;
}
