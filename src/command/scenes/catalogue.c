/* All units have radius 0.5 and top speed 2.0, as the default profile. Generators place units
 * around (0,0) in floats and say by a function which points lie inside a wall; enclose() turns the
 * whole if asked to, shifts it into a map and draws the walls there, so that each generator reads
 * as its description and any of them can be turned or drawn in other cells. */
#include "catalogue.h"

#include "support/checked_memory.h"

#include <math.h>
#include <stb_ds.h>
#include <stdlib.h>
#include <string.h>

static const float SPACING = 1.5f; /* u, between units of a block */
static const float MARGIN = 12;    /* u of open ground around everything */
static const float JITTER = 0.02f; /* u */

static const float HALF_ROOT = 0.70710678f; /* of 2: sine and cosine of 45 degrees */

/* u, of the cells that turned walls are drawn in: their steps reach 0.18 u into a doorway. */
static const float TURNED_CELL = 0.25f;

/* A grown forest is searched by the square of a grid that a point lies in. */
typedef struct forest {
    sidle_vec2 *trees; /* stb_ds: lower corner of the tree of each square; NAN: none */
    uint32_t across;   /* squares a side */
} forest;

typedef struct generator {
    scene *into;
    uint64_t random;
    uint32_t seed;
    /* What the name asks for beside the number. */
    bool turned, shifted;
    float cell; /* u; 0: the generator's own */
    /* Where walls are, before any turn; NULL: nowhere. */
    bool (*wall)(const struct generator *g, float x, float y);
    sidle_terrain wall_class;
    float half; /* u, half the width of the way that the walls leave */
    float room; /* u, half the inner width of the room with exits */
    int exits;  /* of that room */
    bool both;  /* walls leave ways along both axes */
    forest wood;
} generator;

/* ---- tools ---- */

static float draw_share(generator *g) {
    g->random = g->random * 6364136223846793005u + 1442695040888963407u;
    return (float)(g->random >> 40) / 16777216.0f;
}

static scene_unit *add_unit(generator *g, sidle_vec2 at, bool mover) {
    sidle_order order = mover ? SIDLE_ORDER_GO : SIDLE_ORDER_NONE;
    scene_unit u = {.position = at, .order = order, .goal = at};
    arrput(g->into->units, u);
    return &arrlast(g->into->units);
}

static void send(generator *g, sidle_vec2 at, sidle_vec2 goal) {
    add_unit(g, at, true)->goal = goal;
}

/* A unit vector that goes round a circle in equal parts: repeated multiplication with a rotation
 * that a Taylor series gives, so that every machine gets the same. Each part is made in four steps:
 * the series is short, and so must be the angle. */
typedef struct hand {
    double x, y, c, s;
} hand;

static hand hand_of(uint32_t parts) {
    double angle = 6.283185307179586 / parts / 4, a2 = angle * angle;
    return (hand){.x = 1,
                  .c = 1 - a2 / 2 * (1 - a2 / 12 * (1 - a2 / 30 * (1 - a2 / 56))),
                  .s = angle * (1 - a2 / 6 * (1 - a2 / 20 * (1 - a2 / 42 * (1 - a2 / 72))))};
}

static void advance(hand *h) {
    for (int step = 0; step < 4; step++) {
        double turned = h->x * h->c - h->y * h->s;
        h->y = h->x * h->s + h->y * h->c;
        h->x = turned;
    }
}

/* ---- into the map ---- */

static sidle_vec2 plus(sidle_vec2 a, sidle_vec2 b) {
    return (sidle_vec2){a.x + b.x, a.y + b.y};
}

/* By 45 degrees to the right. */
static sidle_vec2 turned(sidle_vec2 p) {
    return (sidle_vec2){(p.x - p.y) * HALF_ROOT, (p.x + p.y) * HALF_ROOT};
}

static void turn_units(scene *s) {
    for (size_t k = 0; k < arrlenu(s->units); k++) {
        scene_unit *u = &s->units[k];
        u->position = turned(u->position);
        u->goal = turned(u->goal);
        for (size_t v = 0; v < arrlenu(u->via); v++) u->via[v] = turned(u->via[v]);
    }
}

static void bounds_of(const scene *s, sidle_vec2 *low, sidle_vec2 *high) {
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

static void move_units(generator *g, sidle_vec2 shift) {
    scene *s = g->into;
    for (size_t k = 0; k < arrlenu(s->units); k++) {
        scene_unit *u = &s->units[k];
        float dx = g->seed ? JITTER * (2 * draw_share(g) - 1) : 0;
        float dy = g->seed ? JITTER * (2 * draw_share(g) - 1) : 0;
        u->position = plus(plus(u->position, shift), (sidle_vec2){dx, dy});
        u->goal = u->order ? plus(u->goal, shift) : u->position;
        for (size_t v = 0; v < arrlenu(u->via); v++) u->via[v] = plus(u->via[v], shift);
    }
}

/* A cell is wall when its middle lies in one. */
static void draw_walls(const generator *g, sidle_vec2 shift) {
    scene *s = g->into;
    for (uint32_t y = 0; y < s->height; y++)
        for (uint32_t x = 0; x < s->width; x++) {
            float at_x = ((float)x + 0.5f) * s->cell_size - shift.x;
            float at_y = ((float)y + 0.5f) * s->cell_size - shift.y;
            sidle_vec2 at = {at_x, at_y};
            if (g->turned) at = (sidle_vec2){(at_x + at_y) * HALF_ROOT, (at_y - at_x) * HALF_ROOT};
            if (g->wall(g, at.x, at.y)) s->cells[(size_t)y * s->width + x] = (uint8_t)g->wall_class;
        }
}

/* u, from (0,0) to where the walls want the border of a cell: a doorway 2.5 wide about y = 0 is
 * five cells of 0.5. */
static float border_offset(const generator *g, float cell) {
    return g->wall ? ceilf(g->half / cell) * cell - g->half : 0;
}

/* The map that holds everything with a margin, everything shifted into it. */
static bool enclose(generator *g, float own_cell) {
    scene *s = g->into;
    sidle_vec2 low, high;
    float cell = g->cell > 0 ? g->cell : own_cell;
    if (g->turned && g->wall && g->cell <= 0) cell = TURNED_CELL;
    if (g->turned) turn_units(s);
    bounds_of(s, &low, &high);
    /* Whole cells, so that walls drawn around (0,0) stay on the grid. */
    sidle_vec2 shift = {ceilf((MARGIN - low.x) / cell) * cell,
                        ceilf((MARGIN - low.y) / cell) * cell};
    s->cell_size = cell;
    s->width = (uint32_t)ceilf((high.x + shift.x + MARGIN) / cell);
    s->height = (uint32_t)ceilf((high.y + shift.y + MARGIN) / cell);
    if (s->width > SIDLE_MAX_CELLS || s->height > SIDLE_MAX_CELLS) return false;
    s->cells = checked_calloc((size_t)s->width * s->height, 1);
    if (g->shifted) shift = plus(shift, (sidle_vec2){0.37f * cell, 0.21f * cell});
    float offset = border_offset(g, cell);
    shift = plus(shift, (sidle_vec2){g->both ? offset : 0, offset});
    move_units(g, shift);
    if (g->wall) draw_walls(g, shift);
    s->open = true;
    return true;
}

/* ---- the scoreboard ---- */

static bool circle(generator *g, double n) {
    float radius = fmaxf(12, 1.6f * (float)n / 6.2831853f);
    hand h = hand_of((uint32_t)n);
    for (uint32_t k = 0; k < (uint32_t)n; k++, advance(&h)) {
        sidle_vec2 at = {(float)h.x, (float)h.y};
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

static const float WALL = 2; /* u */

/* From x = 0 to WALL, but for the doorway about y = 0. */
static bool wall_with_door(const generator *g, float x, float y) {
    return x > 0 && x < WALL && fabsf(y) > g->half;
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
    g->into->seconds = 240;
    g->wall = wall_with_door;
    g->half = 1.25f;
    return enclose(g, 0.5f);
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
    s->cell_size = g->cell > 0 ? g->cell : 1;
    s->width = s->height = (uint32_t)ceilf(side / s->cell_size) + 1;
    if (s->width > SIDLE_MAX_CELLS) return false;
    s->cells = checked_calloc((size_t)s->width * s->height, 1);
    s->seconds = 4;
    s->roam = s->open = true;
    return true;
}

/* The same, everybody where he is. */
static bool standing(generator *g, double n) {
    bool good = scatter(g, n, 0.15f);
    for (size_t k = 0; k < arrlenu(g->into->units); k++) {
        scene_unit *u = &g->into->units[k];
        u->order = SIDLE_ORDER_NONE;
        u->goal = u->position;
    }
    g->into->roam = false;
    return good;
}

static bool scale(generator *g, double n) {
    return scatter(g, n, 0.15f);
}
static bool dense(generator *g, double n) {
    return scatter(g, n, 0.60f);
}

/* ---- further cases of the literature ---- */

/* Two come straight at each other. */
static bool oncoming(generator *g, double n) {
    (void)n;
    send(g, (sidle_vec2){-15, 0}, (sidle_vec2){15, 0});
    send(g, (sidle_vec2){15, 0}, (sidle_vec2){-15, 0});
    g->into->seconds = 60;
    return enclose(g, 1);
}

static bool beside_corridor(const generator *g, float x, float y) {
    (void)x;
    return fabsf(y) > g->half;
}

static void corridor(generator *g, float width) {
    g->wall = beside_corridor;
    g->half = width / 2;
}

/* One at half the speed goes first, 5 ahead of the one that wants to pass it. */
static bool overtake(generator *g, double n) {
    (void)n;
    send(g, (sidle_vec2){-20, 0}, (sidle_vec2){30, 0});
    send(g, (sidle_vec2){-15, 0}, (sidle_vec2){25, 0});
    int slow = scene_profile_add(g->into, "slow", 4);
    g->into->profiles[slow].values.top_speed = 1;
    arrlast(g->into->units).profile = (uint32_t)slow;
    g->into->seconds = 60;
    corridor(g, 2.5f);
    return enclose(g, 0.5f);
}

/* Two side by side have to part for the one that comes between them; the corridor holds all three
 * abreast with 0.5 u to spare. */
static bool squeeze3(generator *g, double n) {
    (void)n;
    send(g, (sidle_vec2){-15, -0.6f}, (sidle_vec2){15, -0.6f});
    send(g, (sidle_vec2){-15, 0.6f}, (sidle_vec2){15, 0.6f});
    send(g, (sidle_vec2){15, 0}, (sidle_vec2){-15, 0});
    g->into->seconds = 60;
    corridor(g, 3.5f);
    return enclose(g, 0.5f);
}

/* From four sides at once, each to the side across. */
static bool four_way(generator *g, double n) {
    (void)n;
    static const sidle_vec2 SIDES[4] = {{-12, 0}, {12, 0}, {0, -12}, {0, 12}};
    for (int k = 0; k < 4; k++) send(g, SIDES[k], (sidle_vec2){-SIDES[k].x, -SIDES[k].y});
    g->into->seconds = 60;
    return enclose(g, 1);
}

/* n units ten abreast, 10 from the middle, come from the direction (from.x, from.y) and go on until
 * they stand on the other side as they started; returns the depth of the block. */
static float hall_block(generator *g, uint32_t n, sidle_vec2 from) {
    float deep = (float)((n - 1) / 10) * SPACING, way = 20 + deep;
    for (uint32_t k = 0; k < n; k++) {
        float away = 10 + (float)(k / 10) * SPACING, side = ((float)(k % 10) - 4.5f) * SPACING;
        sidle_vec2 at = {from.x * away - from.y * side, from.y * away + from.x * side};
        send(g, at, (sidle_vec2){at.x - from.x * way, at.y - from.y * way});
    }
    return deep;
}

static bool hallway(generator *g, double n) {
    float deep = hall_block(g, (uint32_t)n, (sidle_vec2){-1, 0});
    hall_block(g, (uint32_t)n, (sidle_vec2){1, 0});
    g->into->seconds = 2.5f * (20 + deep) + 60;
    corridor(g, 16);
    return enclose(g, 1);
}

static bool beside_crossing(const generator *g, float x, float y) {
    return fabsf(x) > g->half && fabsf(y) > g->half;
}

static bool hallway_four_way(generator *g, double n) {
    static const sidle_vec2 FROM[4] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};
    float deep = 0;
    for (int k = 0; k < 4; k++) deep = hall_block(g, (uint32_t)n, FROM[k]);
    g->into->seconds = 2.5f * (20 + deep) + 90;
    g->wall = beside_crossing;
    g->half = 8;
    bool good = enclose(g, 1);
    g->into->open = false; /* who is pushed round a corner has to find out again */
    return good;
}

static const float NECK = 10; /* u, length of the bottleneck */

static bool beside_neck(const generator *g, float x, float y) {
    return x > 0 && x < NECK && fabsf(y) > g->half;
}

/* A square block before a neck 5 wide and 10 long, and the same block behind it. */
static bool bottleneck(generator *g, double n) {
    uint32_t side = (uint32_t)ceil(sqrt(n));
    float deep = (float)(side - 1) * SPACING;
    for (uint32_t k = 0; k < (uint32_t)n; k++) {
        float behind = (float)(k / side) * SPACING;
        float y = ((float)(k % side) - 0.5f * (float)(side - 1)) * SPACING;
        scene_unit *u = add_unit(g, (sidle_vec2){-10 - behind, y}, true);
        u->goal = (sidle_vec2){NECK + 10 + deep - behind, y};
        arrput(u->via, ((sidle_vec2){-1.5f, 0}));
        arrput(u->via, ((sidle_vec2){NECK + 1.5f, 0}));
    }
    g->into->seconds = 120 + (float)n * 0.5f;
    g->wall = beside_neck;
    g->half = 2.5f;
    return enclose(g, 0.5f);
}

/* Where the room's walls are, and its doors in the middle of the left and right side, and of the
 * upper and lower one when there are four. */
static bool around_room(const generator *g, float x, float y) {
    float out = fmaxf(fabsf(x), fabsf(y)), along = fminf(fabsf(x), fabsf(y));
    bool door_side = g->exits == 4 || fabsf(x) > fabsf(y);
    return out > g->room && out < g->room + WALL && !(door_side && along < g->half);
}

/* A full square room; each leaves by the nearest door, until its group stands outside as it stood
 * inside, the last one 8 from the wall. */
static bool leave_room(generator *g, double n, int exits) {
    uint32_t side = (uint32_t)ceil(sqrt(n));
    /* From a door's edge in whole cells of 0.5, as the door's edge lies on the border of one. */
    g->room = ceilf(0.5f * (float)side * SPACING) + 1 + 1.25f;
    for (uint32_t k = 0; k < (uint32_t)n; k++) {
        float x = ((float)(k % side) - 0.5f * (float)(side - 1)) * SPACING;
        float y = ((float)(k / side) - 0.5f * (float)(side - 1)) * SPACING;
        bool upright = exits == 4 && fabsf(y) > fabsf(x);
        float way = (upright ? y : x) < 0 ? -1.0f : 1.0f;
        sidle_vec2 out = {upright ? 0 : way, upright ? way : 0};
        float inside = g->room - 1.5f, outside = g->room + WALL + 1.5f, far = g->room + WALL + 8;
        scene_unit *u = add_unit(g, (sidle_vec2){x, y}, true);
        u->goal = (sidle_vec2){x + out.x * far, y + out.y * far};
        arrput(u->via, ((sidle_vec2){out.x * inside, out.y * inside}));
        arrput(u->via, ((sidle_vec2){out.x * outside, out.y * outside}));
    }
    g->into->seconds = 120 + (float)n;
    g->wall = around_room;
    g->both = true;
    g->half = 1.25f;
    g->exits = exits;
    return enclose(g, 0.5f);
}

static bool exits2(generator *g, double n) {
    return leave_room(g, n, 2);
}
static bool exits4(generator *g, double n) {
    return leave_room(g, n, 4);
}

static const float GLADE = 4;            /* u, side of the square that holds a tree or a unit */
static const double TREES = 696 / 500.0; /* for each unit */

static bool in_tree(const generator *g, float x, float y) {
    float side = (float)g->wood.across * GLADE;
    if (!(x >= 0 && y >= 0 && x < side && y < side)) return false;
    sidle_vec2 tree = g->wood.trees[(uint32_t)(y / GLADE) * g->wood.across + (uint32_t)(x / GLADE)];
    return x > tree.x && x < tree.x + 1 && y > tree.y && y < tree.y + 1;
}

/* The numbers below count in random order; a stb_ds array. */
static uint32_t *shuffled(generator *g, uint32_t count) {
    uint32_t *order = NULL;
    for (uint32_t k = 0; k < count; k++) arrput(order, k);
    for (uint32_t k = count; k > 1; k--) {
        uint32_t other = (uint32_t)(draw_share(g) * (float)k), swap = order[k - 1];
        order[k - 1] = order[other];
        order[other] = swap;
    }
    return order;
}

/* Somewhere in a square of the grid, at least `edge` from its border. */
static sidle_vec2 in_glade(generator *g, uint32_t square, float edge) {
    float x = edge + (GLADE - 2 * edge) * draw_share(g);
    float y = edge + (GLADE - 2 * edge) * draw_share(g);
    return (sidle_vec2){(float)(square % g->wood.across) * GLADE + x,
                        (float)(square / g->wood.across) * GLADE + y};
}

/* Trees of 1 x 1, at least 2 apart, units between them, each sent to a glade of its own. */
static bool grow_forest(generator *g, double n) {
    uint32_t units = (uint32_t)n, trees = (uint32_t)(n * TREES + 0.5);
    uint32_t across = (uint32_t)ceil(sqrt((double)(units + trees)));
    g->wood.across = across;
    uint32_t *order = shuffled(g, across * across);
    for (uint32_t k = 0; k < across * across; k++) arrput(g->wood.trees, ((sidle_vec2){NAN, NAN}));
    for (uint32_t k = 0; k < trees; k++) {
        float right = draw_share(g) < 0.5f ? 1 : 2, down = draw_share(g) < 0.5f ? 1 : 2;
        g->wood.trees[order[k]] = (sidle_vec2){(float)(order[k] % across) * GLADE + right,
                                               (float)(order[k] / across) * GLADE + down};
    }
    const uint32_t *glades = order + trees;
    uint32_t count = across * across - trees;
    for (uint32_t k = 0; k < units; k++) {
        sidle_vec2 at = in_glade(g, glades[k], 0.75f);
        send(g, at, in_glade(g, glades[(k + count / 2) % count], 0.75f));
    }
    arrfree(order);
    g->into->seconds = 120 + (float)across * GLADE;
    g->wall = in_tree;
    g->wall_class = SIDLE_TREES;
    bool good = enclose(g, 1);
    g->into->open = false;
    return good;
}

/* ---- the list ---- */

typedef enum count_kind { NONE, WHOLE, REAL } count_kind;

typedef struct entry {
    const char *name;
    bool (*make)(generator *g, double number);
    count_kind kind;     /* of the number behind the name */
    double low, high;    /* of the number */
    float coarsest_cell; /* u, that the walls can be drawn in; 0: there are none */
    bool fixed;          /* cannot be turned or shifted */
    const char *help;
} entry;

static const entry ENTRIES[] = {
    /* clang-format off */
    {"circle", circle, WHOLE, 2, 15000, 0, false,
     "N units on a circle, each sent to the opposite point"},
    {"blocks", blocks, WHOLE, 1, 20000, 0, false,
     "two blocks of N units, each sent through the other"},
    {"through", through, REAL, 0, 10, 0, false,
     "100 units through a standing block with gaps of G u"},
    {"door", door, WHOLE, 1, 5000, 0.5f, false,
     "N units through a doorway 2.5 u wide"},
    {"door_two_way", door_two_way, WHOLE, 1, 5000, 0.5f, false,
     "the same, N from each side at once"},
    {"point", point, WHOLE, 1, 20000, 0, false,
     "N units sent to one point"},
    {"scale", scale, WHOLE, 1, 200000, 0, true,
     "N units at 15 % cover with random goals, for timing"},
    {"dense", dense, WHOLE, 1, 200000, 0, true,
     "the same at 60 % cover"},
    {"standing", standing, WHOLE, 1, 200000, 0, true,
     "N units at 15 % cover without orders, for timing"},
    {"oncoming", oncoming, NONE, 0, 0, 0, false,
     "two come straight at each other"},
    {"overtake", overtake, NONE, 0, 0, 0.5f, false,
     "a fast unit behind a slow one in a corridor 2.5 u wide"},
    {"squeeze3", squeeze3, NONE, 0, 0, 0.5f, false,
     "two abreast meet one between them in a corridor 3.5 u wide"},
    {"four_way", four_way, NONE, 0, 0, 0, false,
     "one unit from each of four sides"},
    {"hallway", hallway, WHOLE, 1, 5000, 1, false,
     "N from each end of a hallway 16 u wide"},
    {"hallway_four_way", hallway_four_way, WHOLE, 1, 5000, 1, false,
     "N from each of four ends of two such hallways that cross"},
    {"bottleneck", bottleneck, WHOLE, 1, 5000, 0.5f, false,
     "a block of N units through a neck 5 u wide and 10 u long"},
    {"forest", grow_forest, WHOLE, 2, 5000, 1, false,
     "N units between 1.4 N trees"},
    {"exits2_", exits2, WHOLE, 2, 5000, 0.5f, false,
     "N units leave a full room by two doors"},
    {"exits4_", exits4, WHOLE, 2, 5000, 0.5f, false,
     "the same by four doors"},
    /* clang-format on */
};

enum { ENTRY_COUNT = sizeof ENTRIES / sizeof ENTRIES[0], LINE = 96 };

static const char MODIFIERS[] =
    "+rot45, +shift, +cellC  behind a name: turned, off the grid by part of a cell, cells of C u";

const char *const *scene_names(size_t *count) {
    static char lines[ENTRY_COUNT][LINE];
    static const char *names[ENTRY_COUNT + 1];
    static const char *const LETTERS[] = {[NONE] = "", [WHOLE] = "N", [REAL] = "G"};
    for (int k = 0; k < ENTRY_COUNT; k++) {
        char name[32];
        snprintf(name, sizeof name, "@%s%s", ENTRIES[k].name, LETTERS[ENTRIES[k].kind]);
        snprintf(lines[k], LINE, "%-18s %s", name, ENTRIES[k].help);
        names[k] = lines[k];
    }
    names[ENTRY_COUNT] = MODIFIERS;
    *count = ENTRY_COUNT + 1;
    return names;
}

/* ---- reading a name ---- */

/* A number of digits and at most one point; NULL when there is none, else what follows it. */
static const char *read_number(const char *text, double *number) {
    size_t digits = strspn(text, "0123456789"), length = digits;
    if (text[length] == '.') {
        size_t behind = strspn(text + length + 1, "0123456789");
        length += 1 + behind;
        digits += behind;
    }
    if (!digits) return NULL;
    *number = strtod(text, NULL);
    return text + length;
}

static const entry *entry_named(const char *name, size_t length) {
    for (int k = 0; k < ENTRY_COUNT; k++)
        if (strlen(ENTRIES[k].name) == length && !memcmp(ENTRIES[k].name, name, length))
            return &ENTRIES[k];
    return NULL;
}

/* The entry whose name the text begins with, the longest; *rest is what follows. */
static const entry *find_entry(const char *text, const char **rest) {
    const entry *best = NULL;
    size_t most = 0, end = strcspn(text, "+");
    for (size_t length = 1; length <= end; length++) {
        const entry *e = entry_named(text, length);
        if (e) best = e, most = length;
    }
    *rest = text + most;
    return best;
}

static void complain_unknown(const char *name, const char *text, complaints *to) {
    const char *candidates[ENTRY_COUNT];
    char word[32];
    for (int k = 0; k < ENTRY_COUNT; k++) candidates[k] = ENTRIES[k].name;
    snprintf(word, sizeof word, "%.*s", (int)strcspn(text, "0123456789.+"), text);
    const char *near = *word ? nearest_word(word, candidates, ENTRY_COUNT) : NULL;
    if (near)
        complain(to, name, 0, 0, "found no such scene, did you mean '@%s'?", near);
    else
        complain(to, name, 0, 0, "found no such scene, expected one of `sidle run --help`");
}

/* Can the walls be drawn in such cells, and does a unit of 0.5 suit them? */
static bool set_cell(generator *g, const entry *e, const char *name, double size, complaints *to) {
    double least = 0.5 / (double)SIDLE_MAX_RADIUS_CELLS;
    double parts = (double)e->coarsest_cell / fmax(size, least);
    g->cell = (float)size;
    if (!(size >= least && size <= 4)) {
        complain(to, name, 0, 0, "found cells of %g u, expected %g to 4", size, least);
        return false;
    }
    if (e->coarsest_cell > 0 && (parts < 1 || fabs(parts - round(parts)) > 1e-6)) {
        complain(to, name, 0, 0, "found cells of %g u, expected %g or a whole part of it", size,
                 (double)e->coarsest_cell);
        return false;
    }
    return true;
}

/* Reads one modifier; text stands behind its '+'. */
static bool read_modifier(generator *g, const entry *e, const char *name, const char *text,
                          complaints *to) {
    int length = (int)strcspn(text, "+");
    double cell;
    if (length == 5 && !memcmp(text, "rot45", 5)) {
        g->turned = true;
        if (!e->fixed) return true;
        complain(to, name, 0, 0, "found '+rot45', but this scene fills a square map");
    } else if (length == 5 && !memcmp(text, "shift", 5)) {
        g->shifted = true;
        if (!e->fixed && e->coarsest_cell <= 0) return true;
        complain(to, name, 0, 0, "found '+shift', but this scene %s",
                 e->fixed ? "fills a square map" : "has walls, which are whole cells");
    } else if (!strncmp(text, "cell", 4) && read_number(text + 4, &cell) == text + length)
        return set_cell(g, e, name, cell, to);
    else
        complain(to, name, 0, 0, "found '+%.*s', expected '+rot45', '+shift' or '+cell0.5'", length,
                 text);
    return false;
}

static bool read_count(const entry *e, const char *name, const char **text, double *number,
                       complaints *to) {
    *number = 0;
    if (e->kind == NONE) return true;
    const char *end = read_number(*text, number);
    if (!end || (e->kind == WHOLE && memchr(*text, '.', (size_t)(end - *text)))) {
        complain(to, name, 0, 0, "found no %snumber behind '@%s'", e->kind == WHOLE ? "whole " : "",
                 e->name);
        return false;
    }
    if (*number < e->low || *number > e->high) {
        complain(to, name, 0, 0, "found %g, expected a number from %g to %g", *number, e->low,
                 e->high);
        return false;
    }
    *text = end;
    return true;
}

/* Reads what stands behind the entry's name: the number, then the modifiers. */
static bool read_rest(generator *g, const entry *e, const char *name, const char *text,
                      double *number, complaints *to) {
    if (!read_count(e, name, &text, number, to)) return false;
    for (; *text == '+'; text += strcspn(text, "+"))
        if (!read_modifier(g, e, name, ++text, to)) return false;
    if (!*text) return true;
    complain(to, name, 0, 0, "found '%s' behind the scene, expected its end or '+'", text);
    return false;
}

bool scene_generate(const char *name, uint32_t seed, scene *into, complaints *to) {
    generator g = {.into = into, .random = seed, .seed = seed, .wall_class = SIDLE_VOID};
    const char *text = name + (*name == '@');
    double number;
    const entry *e = find_entry(text, &text);
    if (!e) {
        complain_unknown(name, text, to);
        return false;
    }
    if (!read_rest(&g, e, name, text, &number, to)) return false;
    bool good = e->make(&g, number);
    if (!good)
        complain(to, name, 0, 0, "this scene needs more cells than %d a side", SIDLE_MAX_CELLS);
    arrfree(g.wood.trees);
    return good;
}
