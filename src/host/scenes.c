/* All units have radius 0.5 and top speed 2.0, as the default profile. Walls are drawn in cells of
 * 0.5 u where a doorway is 2.5 u wide. Generators place units around (0,0) in floats and shift the
 * whole into the map at the end, so that each reads as its description. */
#include "scenes.h"

#include <math.h>
#include <stb_ds.h>
#include <stdlib.h>
#include <string.h>

static const float SPACING = 1.5f; /* u, between units of a block */
static const float MARGIN = 12;    /* u of open ground around everything */
static const float JITTER = 0.02f; /* u */

typedef struct generator {
    scene *into;
    uint64_t random;
    uint32_t seed;
} generator;

/* ---- tools ---- */

static float draw_share(generator *g) {
    g->random = g->random * 6364136223846793005u + 1442695040888963407u;
    return (float)(g->random >> 40) / 16777216.0f;
}

static scene_unit *add_unit(generator *g, sidle_vec2 at, bool mover) {
    scene_unit u = {.position = at, .mover = mover, .goal = at};
    arrput(g->into->units, u);
    return &arrlast(g->into->units);
}

static void send(generator *g, sidle_vec2 at, sidle_vec2 goal) {
    add_unit(g, at, true)->goal = goal;
}

/* A unit vector turned by k of n equal parts of a circle: repeated multiplication with a rotation
 * that a Taylor series gives, so that every machine gets the same. */
static sidle_vec2 on_circle(uint32_t k, uint32_t n) {
    double angle = 6.283185307179586 / n / 4, a2 = angle * angle;
    double c = 1 - a2 / 2 * (1 - a2 / 12 * (1 - a2 / 30 * (1 - a2 / 56)));
    double s = angle * (1 - a2 / 6 * (1 - a2 / 20 * (1 - a2 / 42 * (1 - a2 / 72))));
    double x = 1, y = 0;
    for (uint32_t step = 0; step < 4 * k; step++) {
        double turned = x * c - y * s;
        y = x * s + y * c;
        x = turned;
    }
    return (sidle_vec2){(float)x, (float)y};
}

/* The open map that holds everything with a margin, everything shifted into it. */
static bool enclose(generator *g, float cell) {
    scene *s = g->into;
    sidle_vec2 low = {1e9f, 1e9f}, high = {-1e9f, -1e9f};
    for (size_t k = 0; k < arrlenu(s->units); k++) {
        const sidle_vec2 ends[2] = {s->units[k].position, s->units[k].goal};
        for (int e = 0; e < 2; e++) {
            low = (sidle_vec2){fminf(low.x, ends[e].x), fminf(low.y, ends[e].y)};
            high = (sidle_vec2){fmaxf(high.x, ends[e].x), fmaxf(high.y, ends[e].y)};
        }
    }
    /* Whole cells, so that walls drawn around (0,0) stay on the grid. */
    sidle_vec2 shift = {ceilf((MARGIN - low.x) / cell) * cell,
                        ceilf((MARGIN - low.y) / cell) * cell};
    s->cell_size = cell;
    s->width = (uint32_t)ceilf((high.x + shift.x + MARGIN) / cell);
    s->height = (uint32_t)ceilf((high.y + shift.y + MARGIN) / cell);
    s->cells = calloc((size_t)s->width * s->height, 1);
    for (size_t k = 0; k < arrlenu(s->units); k++) {
        scene_unit *u = &s->units[k];
        float dx = g->seed ? JITTER * (2 * draw_share(g) - 1) : 0;
        float dy = g->seed ? JITTER * (2 * draw_share(g) - 1) : 0;
        u->position = (sidle_vec2){u->position.x + shift.x + dx, u->position.y + shift.y + dy};
        u->goal = u->mover ? (sidle_vec2){u->goal.x + shift.x, u->goal.y + shift.y} : u->position;
        for (size_t v = 0; v < arrlenu(u->via); v++)
            u->via[v] = (sidle_vec2){u->via[v].x + shift.x, u->via[v].y + shift.y};
    }
    s->open = true;
    return s->cells != NULL;
}

/* Where (0,0) has gone: a generator that draws walls asks by a unit whose place it knows. */
static sidle_vec2 shift_of(const scene *s, sidle_vec2 goal_of_first) {
    return (sidle_vec2){s->units[0].goal.x - goal_of_first.x, s->units[0].goal.y - goal_of_first.y};
}

/* ---- the scoreboard ---- */

static bool circle(generator *g, double n) {
    float radius = fmaxf(12, 1.6f * (float)n / 6.2831853f);
    for (uint32_t k = 0; k < (uint32_t)n; k++) {
        sidle_vec2 at = on_circle(k, (uint32_t)n);
        send(g, (sidle_vec2){at.x * radius, at.y * radius},
             (sidle_vec2){-at.x * radius, -at.y * radius});
    }
    g->into->seconds = 3 * radius + 60;
    return enclose(g, 1);
}

/* n units a block, as square as it gets. */
static bool blocks(generator *g, double n) {
    uint32_t side = (uint32_t)ceil(sqrt(n));
    float length = (float)side * SPACING, way = 2 * length + 20, gap = 20 + length;
    for (uint32_t block = 0; block < 2; block++)
        for (uint32_t k = 0; k < (uint32_t)n; k++) {
            float x = (float)(k % side) * SPACING, y = (float)(k / side) * SPACING;
            if (block) x += length + gap;
            send(g, (sidle_vec2){x, y}, (sidle_vec2){block ? x - way : x + way, y});
        }
    g->into->seconds = 2.5f * way + 30;
    return enclose(g, 1);
}

/* 100 movers, 20 before a standing block of 10 x 20 units; each keeps its row and goes on until the
 * whole block of movers stands 10 beyond. */
static bool through(generator *g, double gap) {
    float spacing = 1 + (float)gap, deep = 9 * spacing;
    for (int k = 0; k < 100; k++) {
        float x = -20 - (float)(k / 10) * SPACING, y = ((float)(k % 10) - 4.5f) * SPACING;
        send(g, (sidle_vec2){x, y}, (sidle_vec2){deep + 10 + (9 - (float)(k / 10)) * SPACING, y});
    }
    for (int k = 0; k < 200; k++)
        add_unit(g, (sidle_vec2){(float)(k / 20) * spacing, ((float)(k % 20) - 9.5f) * spacing},
                 false);
    g->into->seconds = 120;
    return enclose(g, 1);
}

static const float DOOR_HALF = 1.25f, WALL = 2; /* u */

/* A wall from top to bottom, from x = 0 to WALL, but for the doorway about y = 0. */
static void draw_wall(scene *s, sidle_vec2 shift) {
    for (uint32_t y = 0; y < s->height; y++)
        for (uint32_t x = 0; x < s->width; x++) {
            float at_x = ((float)x + 0.5f) * s->cell_size - shift.x;
            float at_y = ((float)y + 0.5f) * s->cell_size - shift.y;
            if (at_x > 0 && at_x < WALL && fabsf(at_y) > DOOR_HALF)
                s->cells[(size_t)y * s->width + x] = SIDLE_VOID;
        }
}

/* A block ten abreast whose front row stands 35 before the wall; behind it, it forms up again, its
 * front row 8 + its depth beyond the wall. side: 1 comes from the left, -1 from the right. */
static void door_block(generator *g, uint32_t n, float side) {
    float deep = (float)((n - 1) / 10) * SPACING, middle = WALL / 2;
    for (uint32_t k = 0; k < n; k++) {
        float behind = (float)(k / 10) * SPACING, y = ((float)(k % 10) - 4.5f) * SPACING;
        sidle_vec2 at = {middle - side * (WALL / 2 + 35 + behind), y};
        sidle_vec2 goal = {middle + side * (WALL / 2 + 8 + deep - behind), y};
        scene_unit *u = add_unit(g, at, true);
        u->goal = goal;
        for (int v = -1; v <= 1; v += 2) {
            sidle_vec2 point = {middle + side * (float)v * (WALL / 2 + 1.5f), 0};
            arrput(u->via, point);
        }
    }
}

static bool finish_door(generator *g) {
    sidle_vec2 first = g->into->units[0].goal;
    if (!enclose(g, 0.5f)) return false;
    /* y = 0 lies in the middle of a cell: the doorway of 2.5 is five cells wide. */
    scene *s = g->into;
    for (size_t k = 0; k < arrlenu(s->units); k++) {
        s->units[k].position.y += 0.25f;
        s->units[k].goal.y += 0.25f;
        for (size_t v = 0; v < arrlenu(s->units[k].via); v++) s->units[k].via[v].y += 0.25f;
    }
    draw_wall(s, shift_of(s, first));
    s->seconds = 240;
    return true;
}

static bool door(generator *g, double n) {
    door_block(g, (uint32_t)n, 1);
    return finish_door(g);
}

static bool door_two_way(generator *g, double n) {
    door_block(g, (uint32_t)n, 1);
    door_block(g, (uint32_t)n, -1);
    return finish_door(g);
}

/* 15 abreast, the middle of the block 85 from the point. */
static bool point(generator *g, double n) {
    float deep = (float)(((uint32_t)n - 1) / 15) * SPACING;
    for (uint32_t k = 0; k < (uint32_t)n; k++) {
        float x = (float)(k / 15) * SPACING - deep / 2, y = ((float)(k % 15) - 7) * SPACING;
        send(g, (sidle_vec2){x - 85, y}, (sidle_vec2){0, 0});
    }
    g->into->seconds = 90;
    return enclose(g, 1);
}

/* An open square, this share of it under units, in random places, each with a random goal. */
static bool scatter(generator *g, double n, float cover) {
    float side = sqrtf((float)n * 0.785398f / cover);
    uint32_t across = (uint32_t)ceil(sqrt(n));
    float pitch = side / (float)across, room = fmaxf(pitch - 1, 0);
    scene *s = g->into;
    for (uint32_t k = 0; k < (uint32_t)n; k++) {
        /* One unit a square of a grid, anywhere in it that leaves the neighbours alone. */
        float x = (float)(k % across) * pitch + 0.5f + room * draw_share(g);
        float y = (float)(k / across) * pitch + 0.5f + room * draw_share(g);
        float goal_x = 0.5f + (side - 1) * draw_share(g),
              goal_y = 0.5f + (side - 1) * draw_share(g);
        send(g, (sidle_vec2){x, y}, (sidle_vec2){goal_x, goal_y});
    }
    s->width = s->height = (uint32_t)ceilf(side) + 1;
    s->cells = calloc((size_t)s->width * s->height, 1);
    s->seconds = 4;
    s->roam = s->open = true;
    return s->cells != NULL;
}

static bool scale(generator *g, double n) {
    return scatter(g, n, 0.15f);
}
static bool dense(generator *g, double n) {
    return scatter(g, n, 0.60f);
}

/* ---- the list ---- */

typedef struct entry {
    const char *name;
    bool (*make)(generator *g, double number);
    double low, high; /* of the number */
} entry;

static const entry ENTRIES[] = {
    {"@circle", circle, 2, 20000}, {"@blocks", blocks, 1, 20000},
    {"@through", through, 0, 10},  {"@door_two_way", door_two_way, 1, 5000},
    {"@door", door, 1, 5000},      {"@point", point, 1, 20000},
    {"@scale", scale, 1, 200000},  {"@dense", dense, 1, 200000},
};

enum { ENTRY_COUNT = sizeof ENTRIES / sizeof ENTRIES[0] };

static const char *const NAMES[] = {
    "@circleN         N units on a circle, each sent to the opposite point",
    "@blocksN         two blocks of N units, each sent through the other",
    "@throughG        100 units through a standing block with gaps of G u",
    "@doorN           N units through a doorway 2.5 u wide",
    "@door_two_wayN   the same, N from each side at once",
    "@pointN          N units sent to one point",
    "@scaleN          N units at 15 % cover with random goals, for timing",
    "@denseN          the same at 60 % cover",
};

const char *const *scene_names(size_t *count) {
    *count = sizeof NAMES / sizeof NAMES[0];
    return NAMES;
}

static const entry *entry_named(const char *name, double *number) {
    for (int k = 0; k < ENTRY_COUNT; k++) {
        size_t length = strlen(ENTRIES[k].name);
        if (strncmp(name, ENTRIES[k].name, length)) continue;
        char *end;
        *number = strtod(name + length, &end);
        if (end != name + length && !*end && isfinite(*number)) return &ENTRIES[k];
    }
    return NULL;
}

bool scene_generate(const char *name, uint32_t seed, scene *into, complaints *to) {
    double number;
    const entry *e = entry_named(name, &number);
    if (!e) {
        complain(to, name, 0, 0, "found no such scene, expected one of `sidle run --help`");
        return false;
    }
    if (number < e->low || number > e->high) {
        complain(to, name, 0, 0, "found %g, expected a number from %g to %g", number, e->low,
                 e->high);
        return false;
    }
    generator g = {into, seed, seed};
    if (e->make(&g, number)) return true;
    complain(to, name, 0, 0, "no memory for this scene");
    return false;
}
