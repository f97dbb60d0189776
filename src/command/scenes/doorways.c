/* Generated scenes in which a group presses through a gap in a wall: a doorway from one side or
 * from both, a bottleneck, and a full room with two or four exits. */
#include "generators.h"

#include <math.h>
#include <stb_ds.h>

static const float WALL = 2;          /* u, thickness */
static const float HALF_DOOR = 1.25f; /* u, half the width of a doorway */
static const float NECK = 10;         /* u, length of the bottleneck */
static const float HALF_NECK = 2.5f;  /* u, half its width */

/* u, from a wall to the waypoints before and behind its gap: three radii, so that a unit has turned
 * towards the gap before it meets the wall. A choice. */
static const float BESIDE_GAP = 1.5f;

/* u, of the cells of these scenes: every gap is a whole number of them wide. */
static const float CELL = 0.5f;

/* ---- doorways ---- */

/* The wall stands from x = 0 to WALL, but for the doorway about y = 0. */
static bool inside_wall_with_door(const void *shape, float x, float y) {
    (void)shape;
    return x > 0 && x < WALL && fabsf(y) > HALF_DOOR;
}

/* A block ten abreast, whose front row stands 35 u before the wall. Behind the wall it forms up
 * again, its front row 8 u + its depth from the wall. side: 1 comes from the left, -1 from the
 * right. */
static void send_through_door(generator *g, uint32_t n, float side) {
    float depth = block_depth(n, 10), middle = WALL / 2;
    for (uint32_t k = 0; k < n; k++) {
        sidle_vec2 place = block_place(k, 10);
        sidle_vec2 at = {middle - side * (WALL / 2 + 35 + place.x), place.y};
        sidle_vec2 goal = {middle + side * (WALL / 2 + 8 + depth - place.x), place.y};
        scene_unit *u = generator_send(g, at, goal);
        for (int v = -1; v <= 1; v += 2) {
            sidle_vec2 point = {middle + side * (float)v * (WALL / 2 + BESIDE_GAP), 0};
            arrput(u->via, point);
        }
    }
}

static bool enclose_door(generator *g) {
    g->into->seconds = 240;
    g->walls.inside = inside_wall_with_door;
    g->walls.half_gap = HALF_DOOR;
    return generator_enclose(g, CELL);
}

bool generate_door(generator *g, double n) {
    send_through_door(g, (uint32_t)n, 1);
    return enclose_door(g);
}

bool generate_door_two_way(generator *g, double n) {
    send_through_door(g, (uint32_t)n, 1);
    send_through_door(g, (uint32_t)n, -1);
    return enclose_door(g);
}

/* Fifty from each side, and one with the right of way that starts behind those on the left. */
bool generate_ambulance(generator *g, double n) {
    enum { EACH = 50, ROOM = 3 };
    (void)n;
    int first = scene_profile_add(g->into, "ambulance", 9);
    g->into->profiles[first].values.priority = 200;
    for (int side = -1; side <= 1; side += 2) send_through_door(g, EACH, (float)side);
    float depth = block_depth(EACH, 10);
    scene_unit *u = generator_send(g, (sidle_vec2){-35 - depth - ROOM, 0},
                                   (sidle_vec2){WALL + 8 + depth + ROOM, 0});
    u->profile = (uint32_t)first;
    arrput(u->via, ((sidle_vec2){-BESIDE_GAP, 0}));
    arrput(u->via, ((sidle_vec2){WALL + BESIDE_GAP, 0}));
    return enclose_door(g);
}

/* ---- the bottleneck ---- */

static bool beside_neck(const void *shape, float x, float y) {
    (void)shape;
    return x > 0 && x < NECK && fabsf(y) > HALF_NECK;
}

/* A square block 10 u before the neck, and the same block 10 u behind it. */
bool generate_bottleneck(generator *g, double n) {
    uint32_t side = (uint32_t)ceil(sqrt(n));
    float depth = (float)(side - 1) * BLOCK_SPACING;
    for (uint32_t k = 0; k < (uint32_t)n; k++) {
        sidle_vec2 at = block_place(k, side);
        scene_unit *u = generator_send(g, (sidle_vec2){-10 - at.x, at.y},
                                       (sidle_vec2){NECK + 10 + depth - at.x, at.y});
        arrput(u->via, ((sidle_vec2){-BESIDE_GAP, 0}));
        arrput(u->via, ((sidle_vec2){NECK + BESIDE_GAP, 0}));
    }
    g->into->seconds = 120 + (float)n * 0.5f;
    g->walls.inside = beside_neck;
    g->walls.half_gap = HALF_NECK;
    return generator_enclose(g, CELL);
}

/* ---- rooms with exits ---- */

typedef struct room {
    float half_side; /* u, half the inner width */
    int exits;       /* 2: in the left and the right wall; 4: in the upper and the lower one too */
} room;

/* Inside the room's walls, and not in a doorway in the middle of one. */
static bool inside_room_wall(const void *shape, float x, float y) {
    const room *r = shape;
    float out = fmaxf(fabsf(x), fabsf(y)), along = fminf(fabsf(x), fabsf(y));
    bool wall_has_door = r->exits == 4 || fabsf(x) > fabsf(y);
    bool in_door = wall_has_door && along < HALF_DOOR;
    return out > r->half_side && out < r->half_side + WALL && !in_door;
}

/* Sends a unit out by its nearest door. The group stands outside as it stood inside, the last unit
 * 8 u from the wall. */
static void send_out(generator *g, const room *r, sidle_vec2 at) {
    bool vertical = r->exits == 4 && fabsf(at.y) > fabsf(at.x);
    float sign = (vertical ? at.y : at.x) < 0 ? -1.0f : 1.0f;
    sidle_vec2 out = {vertical ? 0 : sign, vertical ? sign : 0};
    float inner = r->half_side - BESIDE_GAP, outer = r->half_side + WALL + BESIDE_GAP;
    float far = r->half_side + WALL + 8;
    scene_unit *u = generator_send(g, at, (sidle_vec2){at.x + out.x * far, at.y + out.y * far});
    arrput(u->via, ((sidle_vec2){out.x * inner, out.y * inner}));
    arrput(u->via, ((sidle_vec2){out.x * outer, out.y * outer}));
}

static bool empty_room(generator *g, double n, int exits) {
    uint32_t side = (uint32_t)ceil(sqrt(n));
    /* Whole cells from the edge of a door, as that edge lies on the border of a cell. */
    room r = {.half_side = ceilf(0.5f * (float)side * BLOCK_SPACING) + 1 + HALF_DOOR,
              .exits = exits};
    for (uint32_t k = 0; k < (uint32_t)n; k++) {
        float x = ((float)(k % side) - 0.5f * (float)(side - 1)) * BLOCK_SPACING;
        float y = ((float)(k / side) - 0.5f * (float)(side - 1)) * BLOCK_SPACING;
        send_out(g, &r, (sidle_vec2){x, y});
    }
    g->into->seconds = 120 + (float)n;
    g->walls = (scene_walls){.inside = inside_room_wall,
                             .shape = &r,
                             .half_gap = HALF_DOOR,
                             .gap_on_both_axes = true,
                             .terrain = SIDLE_TERRAIN_VOID};
    return generator_enclose(g, CELL);
}

bool generate_exits2_(generator *g, double n) {
    return empty_room(g, n, 2);
}

bool generate_exits4_(generator *g, double n) {
    return empty_room(g, n, 4);
}
