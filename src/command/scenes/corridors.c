/* Generated scenes between two walls: corridors and hallways. */
#include "generators.h"

#include <math.h>
#include <stb_ds.h>

static bool beside_corridor(const void *shape, float x, float y) {
    const float *half_width = shape;
    (void)x;
    return fabsf(y) > *half_width;
}

static bool beside_crossing(const void *shape, float x, float y) {
    const float *half_width = shape;
    return fabsf(x) > *half_width && fabsf(y) > *half_width;
}

/* A map with that space between walls, half as wide as half_width says. */
static bool enclose_between(generator *g, bool (*inside)(const void *, float, float),
                            float half_width, float cell) {
    g->walls.inside = inside;
    g->walls.shape = &half_width;
    g->walls.half_gap = half_width;
    return generator_enclose(g, cell);
}

/* ---- corridors ---- */

/* A unit of half the speed goes first, 5 u ahead of the one that is to overtake it. */
bool generate_overtake(generator *g, double n) {
    (void)n;
    generator_send(g, (sidle_vec2){-20, 0}, (sidle_vec2){30, 0});
    scene_unit *second = generator_send(g, (sidle_vec2){-15, 0}, (sidle_vec2){25, 0});
    int slow = scene_profile_add(g->into, "slow", 4);
    g->into->profiles[slow].values.top_speed = 1;
    second->profile = (uint32_t)slow;
    g->into->seconds = 60;
    return enclose_between(g, beside_corridor, 1.25f, 0.5f);
}

/* Three abreast, the outer ones nearly at the walls, and one more: a unit finds no gap between
 * them.
 */
bool generate_corridor_idle(generator *g, double n) {
    enum { IDLE = 40, ABREAST = 3 };
    (void)n;
    for (int k = 0; k < IDLE; k++) {
        int beside = k < IDLE - 1 ? k % ABREAST - 1 : 0;
        float x = 1.25f * (float)(k / ABREAST) + 0.2f * generator_random(g);
        generator_idle(g, (sidle_vec2){x, 1.35f * (float)beside + 0.1f * generator_random(g)});
    }
    generator_send(g, (sidle_vec2){-10, 0}, (sidle_vec2){26, 0});
    g->into->seconds = 60;
    return enclose_between(g, beside_corridor, 2, 0.5f);
}

/* Two units side by side have to part for the one that comes between them; the corridor holds all
 * three abreast with 0.5 u to spare. */
bool generate_squeeze3(generator *g, double n) {
    (void)n;
    generator_send(g, (sidle_vec2){-15, -0.6f}, (sidle_vec2){15, -0.6f});
    generator_send(g, (sidle_vec2){-15, 0.6f}, (sidle_vec2){15, 0.6f});
    generator_send(g, (sidle_vec2){15, 0}, (sidle_vec2){-15, 0});
    g->into->seconds = 60;
    return enclose_between(g, beside_corridor, 1.75f, 0.5f);
}

/* ---- a lane ---- */

/* u: half its width and half its length. One unit has a quarter of a unit to spare on either side,
 * and two cannot pass each other. */
static const float HALF_LANE = 0.75f, LANE = 6;

/* u, from the end of the lane to the waypoint before it and to the first row. */
static const float BEFORE_LANE = 1.5f, ROOM = 5;

static bool beside_lane(const void *shape, float x, float y) {
    (void)shape;
    return fabsf(x) < LANE && fabsf(y) > HALF_LANE;
}

/* A square block before each end, with open ground about it. Each forms up again behind the other
 * end; side: 1 comes from the left, -1 from the right. */
static void send_through_lane(generator *g, uint32_t n, float side) {
    uint32_t abreast = (uint32_t)ceil(sqrt(n));
    float depth = block_depth(n, abreast);
    for (uint32_t k = 0; k < n; k++) {
        sidle_vec2 place = block_place(k, abreast);
        sidle_vec2 at = {-side * (LANE + ROOM + place.x), place.y};
        sidle_vec2 goal = {side * (LANE + ROOM + depth - place.x), place.y};
        scene_unit *u = generator_send(g, at, goal);
        arrput(u->via, ((sidle_vec2){-side * (LANE + BEFORE_LANE), 0}));
        arrput(u->via, ((sidle_vec2){side * (LANE + BEFORE_LANE), 0}));
    }
}

bool generate_single_file(generator *g, double n) {
    send_through_lane(g, (uint32_t)n, 1);
    send_through_lane(g, (uint32_t)n, -1);
    g->into->seconds = 120 + 12 * (float)n;
    return enclose_between(g, beside_lane, HALF_LANE, 0.5f);
}

/* ---- hallways ---- */

static const float HALF_HALLWAY = 8; /* u, half its width */

/* A block of n units ten abreast, 10 u from the middle on the side of the unit vector `from`. It
 * crosses the middle until it stands on the other side as it started. Returns the block's depth. */
static float send_across(generator *g, uint32_t n, sidle_vec2 from) {
    float depth = block_depth(n, 10), distance = 20 + depth;
    for (uint32_t k = 0; k < n; k++) {
        sidle_vec2 place = block_place(k, 10);
        float away = 10 + place.x, aside = place.y;
        sidle_vec2 at = {from.x * away - from.y * aside, from.y * away + from.x * aside};
        generator_send(g, at, (sidle_vec2){at.x - from.x * distance, at.y - from.y * distance});
    }
    return depth;
}

bool generate_hallway(generator *g, double n) {
    float depth = send_across(g, (uint32_t)n, (sidle_vec2){-1, 0});
    send_across(g, (uint32_t)n, (sidle_vec2){1, 0});
    g->into->seconds = 2.5f * (20 + depth) + 60;
    return enclose_between(g, beside_corridor, HALF_HALLWAY, 1);
}

bool generate_hallway_four_way(generator *g, double n) {
    static const sidle_vec2 FROM[4] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};
    float depth = 0;
    for (int k = 0; k < 4; k++) depth = send_across(g, (uint32_t)n, FROM[k]);
    g->into->seconds = 2.5f * (20 + depth) + 90;
    bool good = enclose_between(g, beside_crossing, HALF_HALLWAY, 1);
    g->into->straight = false; /* a unit that was pushed round a corner needs a path out again */
    return good;
}
