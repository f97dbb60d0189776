/* Generated scenes on open ground: crowds and single units that meet. */
#include "generators.h"

#include <math.h>
#include <stdio.h>

/* A unit vector that goes round the circle in equal parts. It is turned by repeated multiplication,
 * and the sine and cosine come from Taylor series, so that every machine gets the same bits without
 * libm. Each part is made in four steps, as so short a series asks for a small angle. */
typedef struct rotation {
    double x, y;
    double cosine, sine; /* of one step */
} rotation;

enum { STEPS_A_PART = 4 };

static rotation rotation_of(uint32_t parts) {
    double angle = 6.283185307179586 / parts / STEPS_A_PART, a2 = angle * angle;
    return (rotation){.x = 1,
                      .cosine = 1 - a2 / 2 * (1 - a2 / 12 * (1 - a2 / 30 * (1 - a2 / 56))),
                      .sine = angle * (1 - a2 / 6 * (1 - a2 / 20 * (1 - a2 / 42 * (1 - a2 / 72))))};
}

static void turn_by_one_part(rotation *r) {
    for (int step = 0; step < STEPS_A_PART; step++) {
        double turned = r->x * r->cosine - r->y * r->sine;
        r->y = r->x * r->sine + r->y * r->cosine;
        r->x = turned;
    }
}

/* 1.6 u of the circle for each unit. */
bool generate_circle(generator *g, double n) {
    float radius = fmaxf(12, 1.6f * (float)n / 6.2831853f);
    rotation r = rotation_of((uint32_t)n);
    for (uint32_t k = 0; k < (uint32_t)n; k++, turn_by_one_part(&r)) {
        sidle_vec2 at = {(float)r.x, (float)r.y};
        generator_send(g, (sidle_vec2){at.x * radius, at.y * radius},
                       (sidle_vec2){-at.x * radius, -at.y * radius});
    }
    g->into->seconds = 3 * radius + 60;
    return generator_enclose(g, 1);
}

/* n units in each block, as square as it gets, 20 u between the blocks. */
bool generate_blocks(generator *g, double n) {
    uint32_t side = (uint32_t)ceil(sqrt(n));
    float length = (float)side * BLOCK_SPACING, distance = 2 * length + 20, gap = 20 + length;
    for (uint32_t block = 0; block < 2; block++)
        for (uint32_t k = 0; k < (uint32_t)n; k++) {
            float x = (float)(k % side) * BLOCK_SPACING, y = (float)(k / side) * BLOCK_SPACING;
            if (block) x += length + gap;
            generator_send(g, (sidle_vec2){x, y},
                           (sidle_vec2){block ? x - distance : x + distance, y});
        }
    g->into->seconds = 2.5f * distance + 30;
    return generator_enclose(g, 1);
}

/* The blocks of `blocks`, four times as wide as deep, as teams. Each unit attacks the nearest enemy
 * from up to 1.5 u. */
bool generate_battle(generator *g, double n) {
    uint32_t side = (uint32_t)ceil(2 * sqrt(n));
    float depth = block_depth((uint32_t)n, side);
    for (uint32_t army = 0; army < 2; army++)
        for (uint32_t k = 0; k < (uint32_t)n; k++) {
            sidle_vec2 at = block_place(k, side);
            float x = army ? 10 + at.x : -10 - at.x;
            scene_unit *u =
                generator_send(g, (sidle_vec2){x, at.y}, (sidle_vec2){army ? -10 : 10, at.y});
            u->order = SIDLE_ORDER_APPROACH;
            u->range = 1.5f;
            u->team = army;
            u->group = army + 1;
            u->target_group = 2 - army;
        }
    g->into->seconds = depth + 60;
    return generator_enclose(g, 1);
}

/* 100 units stand 20 u before a block of 10 x 20 that stands. Each keeps its row, and goes on until
 * the whole group stands 10 u beyond the block. */
static bool send_through(generator *g, float gap, void (*stand)(generator *, sidle_vec2)) {
    float spacing = 1 + gap, beyond = 9 * spacing + 10, depth = block_depth(100, 10);
    for (uint32_t k = 0; k < 100; k++) {
        sidle_vec2 at = block_place(k, 10);
        generator_send(g, (sidle_vec2){-20 - at.x, at.y},
                       (sidle_vec2){beyond + (depth - at.x), at.y});
    }
    for (uint32_t k = 0; k < 200; k++) {
        float row = (float)(k / 20), column = (float)(k % 20);
        stand(g, (sidle_vec2){row * spacing, (column - 9.5f) * spacing});
    }
    g->into->seconds = 120;
    return generator_enclose(g, 1);
}

/* The block holds for the whole run. */
bool generate_through(generator *g, double gap) {
    return send_through(g, (float)gap, generator_stand);
}

/* The block has no order, and makes room. */
bool generate_idle(generator *g, double gap) {
    return send_through(g, (float)gap, generator_idle);
}

/* A block 15 abreast, whose middle is 85 u from the point. */
bool generate_point(generator *g, double n) {
    float depth = block_depth((uint32_t)n, 15);
    for (uint32_t k = 0; k < (uint32_t)n; k++) {
        sidle_vec2 at = block_place(k, 15);
        generator_send(g, (sidle_vec2){at.x - depth / 2 - 85, at.y}, (sidle_vec2){0, 0});
    }
    /* The last rank of more than 200 has farther to go, at 2 u/s. */
    g->into->seconds = 90 + fmaxf(depth - block_depth(200, 15), 0) / 2;
    return generator_enclose(g, 1);
}

/* Two units come straight at each other. */
bool generate_oncoming(generator *g, double n) {
    (void)n;
    generator_send(g, (sidle_vec2){-15, 0}, (sidle_vec2){15, 0});
    generator_send(g, (sidle_vec2){15, 0}, (sidle_vec2){-15, 0});
    g->into->seconds = 60;
    return generator_enclose(g, 1);
}

/* One unit from each of four sides at once, each to the opposite side. */
bool generate_four_way(generator *g, double n) {
    (void)n;
    static const sidle_vec2 SIDES[4] = {{-12, 0}, {12, 0}, {0, -12}, {0, 12}};
    for (int k = 0; k < 4; k++) generator_send(g, SIDES[k], (sidle_vec2){-SIDES[k].x, -SIDES[k].y});
    g->into->seconds = 60;
    return generator_enclose(g, 1);
}

/* ---- small and large, slow and quick ---- */

static uint32_t profile_of(scene *s, float radius, int speed) {
    char name[16];
    int length = snprintf(name, sizeof name, "%s%d", radius < 1 ? "small" : "large", speed);
    int found = scene_profile_find(s, name, (size_t)length);
    if (found < 0) {
        found = scene_profile_add(s, name, (size_t)length);
        s->profiles[found].values = sidle_profile_of(radius, (float)speed);
    }
    return (uint32_t)found;
}

/* Four ranks of six small units and a large one, the first 10 u from the middle. Each file has each
 * speed from 1 to 4 u/s, in another order. The quicker a unit, the farther is its goal: so many
 * have to overtake, and none has to get through a rank that stands. side: -1 starts on the left, 1
 * on the right. */
static void send_ranks(generator *g, float side) {
    enum { RANKS = 4, FILES = 7, LARGE = 2 };
    static const float ASIDE[FILES] = {-6, -4.5f, -1.5f, 1.5f, 3, 4.5f, 6}; /* u: 0.5 apart */
    const float rank = 5; /* u, between ranks: a large unit and 1 u */
    for (int k = 0; k < RANKS * FILES; k++) {
        int file = k % FILES, speed = 1 + (k / FILES + file) % RANKS;
        float y = side * ASIDE[file], from = 10 + rank * (float)(k / FILES);
        float to = 10 + rank * (float)(speed - 1);
        scene_unit *u =
            generator_send(g, (sidle_vec2){side * from, y}, (sidle_vec2){-side * to, y});
        u->profile = profile_of(g->into, file == LARGE ? 2 : 0.5f, speed);
    }
}

bool generate_mixed(generator *g, double n) {
    (void)n;
    send_ranks(g, -1);
    send_ranks(g, 1);
    g->into->seconds = 120;
    return generator_enclose(g, 1);
}

/* ---- surrounding ---- */

/* A block five abreast, 20 u on the left of the one that holds. It has the group 1. */
bool generate_surround(generator *g, double n) {
    enum { HUNTERS = 40, ABREAST = 5 };
    (void)n;
    generator_stand(g, (sidle_vec2){0, 0});
    g->into->units[0].group = 1;
    for (uint32_t k = 0; k < HUNTERS; k++) {
        sidle_vec2 at = block_place(k, ABREAST);
        scene_unit *u = generator_send(g, (sidle_vec2){-20 - at.x, at.y}, (sidle_vec2){0, 0});
        u->order = SIDLE_ORDER_PURSUE;
        u->target_group = 1;
    }
    g->into->seconds = 60;
    return generator_enclose(g, 1);
}
