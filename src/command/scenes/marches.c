/* Generated scenes of groups that march in formation. The default formation is a box, 0.5 u from
 * rim to rim. */
#include "generators.h"

#include <stb_ds.h>
#include <stdio.h>

static uint32_t troop_in_box(scene *s) {
    scene_troop t = {sidle_formation_default()};
    arrput(s->troops, t);
    return (uint32_t)arrlenu(s->troops);
}

/* A profile of that top speed. */
static uint32_t profile_at(scene *s, uint32_t number, float speed) {
    char name[16];
    int length = snprintf(name, sizeof name, "pace%u", number);
    int added = scene_profile_add(s, name, (size_t)length);
    s->profiles[added].values.top_speed = speed;
    return (uint32_t)added;
}

/* A box of 5 x 5 about (-30,0), top speeds 1.5 to 3 u/s all over it, to the point opposite. */
static void send_mixed_box(generator *g) {
    enum { SIDE = 5, COUNT = SIDE * SIDE, MIX = 7 }; /* MIX and COUNT have no common factor */
    uint32_t troop = troop_in_box(g->into);
    for (uint32_t k = 0; k < COUNT; k++) {
        float x = ((float)(k % SIDE) - 2) * BLOCK_SPACING;
        float y = ((float)(k / SIDE) - 2) * BLOCK_SPACING;
        scene_unit *u = generator_send(g, (sidle_vec2){x - 30, y}, (sidle_vec2){30, 0});
        u->profile = profile_at(g->into, k, 1.5f + 1.5f * (float)(k * MIX % COUNT) / (COUNT - 1));
        u->troop = troop;
    }
    g->into->seconds = 120;
}

bool generate_march(generator *g, double n) {
    (void)n;
    send_mixed_box(g);
    return generator_enclose(g, 1);
}

/* A wall 4 u thick with a gap 3 u wide. */
static bool beside_gap(const void *shape, float x, float y) {
    (void)shape;
    return x > -2 && x < 2 && (y < -1.5f || y > 1.5f);
}

bool generate_march_gap(generator *g, double n) {
    (void)n;
    send_mixed_box(g);
    g->walls = (scene_walls){.inside = beside_gap, .half_gap = 1.5f, .terrain = SIDLE_TERRAIN_VOID};
    return generator_enclose(g, 0.5f);
}

/* Boxes of 8 abreast, the last row of two, each from one side to the opposite one. */
bool generate_four_groups(generator *g, double n) {
    (void)n;
    enum { COUNT = 50, ABREAST = 8, ROWS = 7 };
    static const sidle_vec2 SIDES[4] = {{-30, 0}, {30, 0}, {0, -30}, {0, 30}};
    for (int side = 0; side < 4; side++) {
        uint32_t troop = troop_in_box(g->into);
        sidle_vec2 back = {SIDES[side].x / 30, SIDES[side].y / 30};
        for (uint32_t k = 0; k < COUNT; k++) {
            float behind = ((float)(k / ABREAST) - (float)(ROWS - 1) / 2) * BLOCK_SPACING;
            float aside = ((float)(k % ABREAST) - (float)(ABREAST - 1) / 2) * BLOCK_SPACING;
            sidle_vec2 at = {SIDES[side].x + back.x * behind - back.y * aside,
                             SIDES[side].y + back.y * behind + back.x * aside};
            scene_unit *u = generator_send(g, at, (sidle_vec2){-SIDES[side].x, -SIDES[side].y});
            u->troop = troop;
        }
    }
    g->into->seconds = 150;
    return generator_enclose(g, 1);
}
