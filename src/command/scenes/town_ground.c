/* Where discs fit in a town, and how far it is. The way is found by Dial's algorithm: as steps cost
 * 5 or 7, the nodes that wait lie in eight buckets. */
#include "town.h"

#include "support/checked_memory.h"

#include <math.h>
#include <stb_ds.h>

enum { STRAIGHT = 5, DIAGONAL = 7, BUCKETS = 8, OPEN = 128, NO_WAY = UINT32_MAX };

/* Steps to the right, down, left and up; a bit of `open` for each. */
static const int32_t STEP_X[] = {1, 0, -1, 0}, STEP_Y[] = {0, 1, 0, -1};

/* ---- the map ---- */

static sidle_vec2 point_of(const town_ground *g, uint32_t node) {
    return (sidle_vec2){g->origin + (float)(node % g->width) * g->cell,
                        g->origin + (float)(node / g->width) * g->cell};
}

static bool fits(const town_ground *g, sidle_vec2 at) {
    return sidle_world_fits(g->world, (sidle_profile_id){0}, at);
}

void town_ground_free(town_ground *g) {
    sidle_world_destroy(g->world);
    arrfree(g->open);
    arrfree(g->way);
    arrfree(g->order);
    *g = (town_ground){0};
}

static sidle_world *world_of(const town *t) {
    sidle_world_def def = scene_world_def(t->into);
    sidle_world *world;
    checked(sidle_world_create(&def, &world));
    checked(sidle_profile_set(world, (sidle_profile_id){0}, &t->into->profiles[0].values));
    return world;
}

/* Nodes lie as those of the pathfinder do. */
static void open_nodes(town_ground *g) {
    for (uint32_t n = 0; n < g->width * g->height; n++)
        g->open[n] = fits(g, point_of(g, n)) ? OPEN : 0;
    for (uint32_t n = 0; n < g->width * g->height; n++)
        for (int d = 0; d < 2 && g->open[n]; d++) {
            uint32_t x = n % g->width + (d == 0), y = n / g->width + (d == 1);
            uint32_t next = y * g->width + x;
            if (x >= g->width || y >= g->height || !g->open[next]) continue;
            if (!sidle_world_line_fits(g->world, (sidle_profile_id){0}, point_of(g, n),
                                       point_of(g, next)))
                continue;
            g->open[n] |= (uint8_t)(1u << d);
            g->open[next] |= (uint8_t)(1u << (d + 2));
        }
}

void town_survey(town *t) {
    town_ground *g = &t->ground;
    const scene *s = t->into;
    town_ground_free(g);
    bool odd = (uint32_t)ceilf(2 * t->radius / s->cell_size - 1e-4f) % 2;
    g->world = world_of(t);
    g->cell = s->cell_size;
    g->origin = odd ? g->cell / 2 : 0;
    g->width = s->width + !odd;
    g->height = s->height + !odd;
    arrsetlen(g->open, (size_t)g->width * g->height);
    arrsetlen(g->way, (size_t)g->width * g->height);
    open_nodes(g);
}

/* Is the neighbour of the node in that direction open to it? */
static bool leads(const town_ground *g, uint32_t node, int direction) {
    uint32_t open = g->open[node];
    return open >> direction & 1u;
}

void town_close(town *t, sidle_vec2 at, float radius) {
    town_ground *g = &t->ground;
    float reach = radius + t->radius;
    for (uint32_t n = 0; n < g->width * g->height; n++) {
        sidle_vec2 point = point_of(g, n);
        if (!g->open[n] || hypotf(point.x - at.x, point.y - at.y) >= reach) continue;
        for (int k = 0; k < 4; k++)
            if (leads(g, n, k))
                g->open[n + (uint32_t)(STEP_X[k] + STEP_Y[k] * (int32_t)g->width)] &=
                    (uint8_t) ~(1u << (k + 2) % 4);
        g->open[n] = 0;
    }
}

/* ---- ways ---- */

typedef struct dial {
    uint32_t *bucket[BUCKETS]; /* stb_ds: nodes by their way modulo BUCKETS */
} dial;

static void reach(town_ground *g, dial *d, uint32_t node, uint32_t way) {
    if (way >= g->way[node]) return;
    g->way[node] = way;
    arrput(d->bucket[way % BUCKETS], node);
}

/* A diagonal step needs both ways round the corner. */
static void spread_from(town_ground *g, dial *d, uint32_t node) {
    uint32_t way = g->way[node];
    for (int k = 0; k < 4; k++) {
        int other = (k + 1) % 4;
        if (!leads(g, node, k)) continue;
        uint32_t next = node + (uint32_t)(STEP_X[k] + STEP_Y[k] * (int32_t)g->width);
        reach(g, d, next, way + STRAIGHT);
        if (!leads(g, node, other) || !leads(g, next, other)) continue;
        uint32_t beside = node + (uint32_t)(STEP_X[other] + STEP_Y[other] * (int32_t)g->width);
        if (!leads(g, beside, k)) continue;
        reach(g, d, next + (uint32_t)(STEP_X[other] + STEP_Y[other] * (int32_t)g->width),
              way + DIAGONAL);
    }
}

static void look_from_node(town_ground *g, uint32_t source) {
    dial d = {{NULL}};
    size_t waiting = 1;
    arrsetlen(g->order, 0);
    for (uint32_t n = 0; n < g->width * g->height; n++) g->way[n] = NO_WAY;
    reach(g, &d, source, 0);
    for (uint32_t way = 0; waiting; way++) {
        uint32_t **now = &d.bucket[way % BUCKETS];
        while (arrlenu(*now)) {
            uint32_t node = arrpop(*now);
            if (g->way[node] != way) continue; /* reached on a shorter way since */
            arrput(g->order, node);
            spread_from(g, &d, node);
        }
        waiting = 0;
        for (int k = 0; k < BUCKETS; k++) waiting += arrlenu(d.bucket[k]);
    }
    for (int k = 0; k < BUCKETS; k++) arrfree(d.bucket[k]);
}

/* The open node nearest to the point, of those about it; false: there is none. */
static bool node_at(const town_ground *g, sidle_vec2 at, uint32_t *node) {
    int32_t x = (int32_t)floorf((at.x - g->origin) / g->cell + 0.5f);
    int32_t y = (int32_t)floorf((at.y - g->origin) / g->cell + 0.5f);
    if (x < 0 || y < 0 || x >= (int32_t)g->width || y >= (int32_t)g->height) return false;
    *node = (uint32_t)y * g->width + (uint32_t)x;
    return g->open[*node] != 0;
}

bool town_look_from(town *t, sidle_vec2 from) {
    uint32_t node;
    if (!node_at(&t->ground, from, &node)) return false;
    look_from_node(&t->ground, node);
    return true;
}

/* Looks from random nodes: one of them lies on the largest ground unless it is small. */
size_t town_look_from_largest(town *t) {
    town_ground *g = &t->ground;
    uint32_t best = 0;
    size_t most = 0;
    for (int tries = 0, looks = 0; tries < 4000 && looks < 6; tries++) {
        uint32_t node = town_pick(t, g->width * g->height);
        if (!g->open[node]) continue;
        looks++;
        look_from_node(g, node);
        if (arrlenu(g->order) <= most) continue;
        most = arrlenu(g->order);
        best = node;
    }
    if (most) look_from_node(g, best);
    return most;
}

sidle_vec2 town_point(const town *t, size_t k) {
    return point_of(&t->ground, t->ground.order[k]);
}

sidle_vec2 town_random_point(town *t, float from, float to) {
    size_t count = arrlenu(t->ground.order);
    size_t k = (size_t)(town_between(t, from, to) * (float)count);
    return town_point(t, k < count ? k : count - 1);
}

float town_way(const town *t, sidle_vec2 point) {
    uint32_t node;
    if (!node_at(&t->ground, point, &node) || t->ground.way[node] == NO_WAY) return -1;
    return (float)t->ground.way[node] / STRAIGHT * t->ground.cell;
}

/* Goes back to the source, each time to the neighbour of the shortest way. */
sidle_vec2 town_on_the_way(const town *t, sidle_vec2 there, float share) {
    const town_ground *g = &t->ground;
    uint32_t node, end;
    if (!node_at(g, there, &node) || g->way[node] == NO_WAY) return there;
    end = (uint32_t)((float)g->way[node] * share);
    while (g->way[node] > end) {
        uint32_t best = node;
        for (int k = 0; k < 4; k++) {
            if (!leads(g, node, k)) continue;
            uint32_t next = node + (uint32_t)(STEP_X[k] + STEP_Y[k] * (int32_t)g->width);
            if (g->way[next] < g->way[best]) best = next;
        }
        if (best == node) break;
        node = best;
    }
    return point_of(g, node);
}

/* ---- places ---- */

static bool is_free(const town *t, sidle_vec2 at, float radius, float spread) {
    for (size_t k = arrlenu(t->taken); k-- > 0;) {
        float dx = t->taken[k].at.x - at.x, dy = t->taken[k].at.y - at.y;
        float apart = (t->taken[k].radius + radius) * spread;
        if (dx * dx + dy * dy < apart * apart) return false;
    }
    return true;
}

bool town_take(town *t, sidle_vec2 at, float radius, float spread) {
    if (!is_free(t, at, radius, spread)) return false;
    arrput(t->taken, ((town_disc){at, radius}));
    return true;
}

bool town_take_place(town *t, float radius, float spread, size_t *from, sidle_vec2 *place) {
    for (; *from < arrlenu(t->ground.order); ++*from) {
        *place = town_point(t, *from);
        if (town_take(t, *place, radius, spread)) return true;
    }
    return false;
}
