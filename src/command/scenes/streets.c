/* Generated scenes in streets that are 4 u wide: two that become one, one that bends, and one with
 * slow traffic on it. Waypoints are those of an any-angle pathfinder: beside the corners that a
 * straight line would cut. */
#include "generators.h"

#include <math.h>
#include <stb_ds.h>

static const float HALF_STREET = 2; /* u, half its width */

/* u, of the cells of these scenes. */
static const float CELL = 0.5f;

/* u, from a corner to the waypoint beside it, in x and in y: a radius, and a quarter more. A
 * pathfinder keeps the disc clear of the corner, and no farther from it. */
static const float BESIDE_CORNER = 0.75f;

/* u, from the end of a street to the first row behind it. */
static const float BEHIND_STREET = 5;

static bool enclose_street(generator *g, bool (*inside)(const void *, float, float), bool both) {
    g->walls.inside = inside;
    g->walls.half_gap = HALF_STREET;
    g->walls.gap_on_both_axes = both;
    return generator_enclose(g, CELL);
}

/* The place of unit k in a column three abreast that fills the street, as block_place gives it: the
 * outer ones keep 0.3 u from the walls, and 0.2 u from each other. */
static sidle_vec2 street_place(uint32_t k) {
    const float spacing = 1.2f; /* u */
    return (sidle_vec2){(float)(k / 3) * spacing, ((float)(k % 3) - 1) * spacing};
}

/* ---- two streets become one ---- */

enum { STREAM = 40 };                /* units in each arm */
static const float BEFORE_FORK = 12; /* u, from the fork to the first row */
static const float TRUNK = 20;       /* u, from the fork to the last row at the goal */

/* The arms of the Y come from the left, at 45 degrees above and below; the trunk leads right. */
static bool beside_fork(const void *shape, float x, float y) {
    (void)shape;
    float along = (fabsf(y) - x) * HALF_ROOT, across = (fabsf(y) + x) * HALF_ROOT;
    bool in_trunk = x >= 0 && fabsf(y) <= HALF_STREET;
    bool in_arm = along >= 0 && fabsf(across) <= HALF_STREET;
    return !in_trunk && !in_arm;
}

/* Down an arm; sign: 1 from above, -1 from below. Both streams together are twice what the trunk
 * takes. In the trunk they form up as one column, whose places they take in turns. */
static void send_down_arm(generator *g, float sign) {
    float depth = street_place(2 * STREAM - 1).x;
    for (uint32_t k = 0; k < STREAM; k++) {
        sidle_vec2 from = street_place(k), to = street_place(2 * k + (sign < 0));
        float along = BEFORE_FORK + from.x, across = from.y;
        sidle_vec2 at = {(across - along) * HALF_ROOT, sign * (across + along) * HALF_ROOT};
        scene_unit *u = generator_send(g, at, (sidle_vec2){TRUNK + depth - to.x, to.y});
        /* The walls of arm and trunk meet at (0.83, 2); 1 u from there towards the middle. */
        arrput(u->via, ((sidle_vec2){0.45f, sign * 1.08f}));
    }
}

bool generate_merge(generator *g, double n) {
    (void)n;
    send_down_arm(g, 1);
    send_down_arm(g, -1);
    g->into->seconds = 180;
    return enclose_street(g, beside_fork, false);
}

/* ---- a street with a right angle ---- */

static const float BEYOND_BEND = 20; /* u, from the bend to the end of the street */

/* It comes from the left, goes on upwards, and opens there. */
static bool beside_bend(const void *shape, float x, float y) {
    (void)shape;
    bool before = x <= HALF_STREET && fabsf(y) <= HALF_STREET;
    bool behind = y >= -HALF_STREET && fabsf(x) <= HALF_STREET;
    return y < BEYOND_BEND && !before && !behind;
}

/* 200 units, the first row 10 u before the bend, form up ten abreast where the street has opened.
 */
bool generate_corner(generator *g, double n) {
    (void)n;
    enum { UNITS = 200, ABREAST = 10 };
    float depth = block_depth(UNITS, ABREAST), inner = HALF_STREET - BESIDE_CORNER;
    for (uint32_t k = 0; k < UNITS; k++) {
        sidle_vec2 from = street_place(k), to = block_place(k, ABREAST);
        sidle_vec2 goal = {to.y, BEYOND_BEND + BEHIND_STREET + depth - to.x};
        scene_unit *u = generator_send(g, (sidle_vec2){-HALF_STREET - 10 - from.x, from.y}, goal);
        arrput(u->via, ((sidle_vec2){-inner, inner}));
        arrput(u->via, ((sidle_vec2){fmaxf(-inner, fminf(goal.x, inner)), BEYOND_BEND + 0.5f}));
    }
    g->into->seconds = 240;
    return enclose_street(g, beside_bend, true);
}

/* ---- a slow column on a street ---- */

static const float ROAD = 40; /* u, length of the street from the head of the column on */

static bool beside_road(const void *shape, float x, float y) {
    (void)shape;
    return x < ROAD && fabsf(y) > HALF_STREET;
}

static const float COLUMN_SPACING = 2; /* u, between rows */

/* Beside the corner where the street opens, on the way to that goal. */
static sidle_vec2 way_out(sidle_vec2 goal) {
    float aside = HALF_STREET - BESIDE_CORNER;
    return (sidle_vec2){ROAD + 0.5f, fmaxf(-aside, fminf(goal.y, aside))};
}

/* Units two abreast, the first row at x = `from`. Behind the street they form up again, their files
 * as many times as far apart as `spread` says, so that nobody has to get past anybody. */
static void send_column(generator *g, uint32_t units, float from, float spread, int profile) {
    for (uint32_t k = 0; k < units; k++) {
        float row = (float)(k / 2) * COLUMN_SPACING, depth = (float)(units / 2) * COLUMN_SPACING;
        float aside = block_place(k, 2).y;
        sidle_vec2 goal = {ROAD + BEHIND_STREET + depth - row, spread * aside};
        scene_unit *u = generator_send(g, (sidle_vec2){from - row, aside}, goal);
        u->profile = (uint32_t)profile;
        arrput(u->via, way_out(goal));
    }
}

/* Ten of half the speed, and twenty behind them that catch up after a third of the street. No disc
 * fits between the slow ones, nor between them and a wall while they keep to their files. */
bool generate_column(generator *g, double n) {
    (void)n;
    int slow = scene_profile_add(g->into, "slow", 4);
    g->into->profiles[slow].values.top_speed = 1;
    send_column(g, 10, 0, 1, slow);
    send_column(g, 20, -22, 4, 0);
    g->into->seconds = 180;
    return enclose_street(g, beside_road, false);
}
