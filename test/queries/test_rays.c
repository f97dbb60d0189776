/* Where a way meets terrain: against many small steps, against the test of a unit's own way, and at
 * the edges and corners of cells. */
#include "support.h"

enum { SIZE = 24 };
#define GROUND SIDLE_PASS(SIDLE_TERRAIN_GROUND)

static sidle_wall wall_of(const sidle_world *world, sidle_vec2 from, sidle_vec2 to, float radius) {
    sidle_wall wall;
    assert_ok(sidle_query_terrain(world, from, to, radius, GROUND, &wall));
    return wall;
}

/* By how much does the disc overlap a cell that is no ground, or the outside? In double. */
static double overlap(const sidle_world *world, double px, double py, double radius) {
    double deepest = -1e9, cell = (double)sidle_world_cell_size(world);
    for (int row = -4; row < SIZE + 4; row++)
        for (int column = -4; column < SIZE + 4; column++) {
            if (sidle_world_cell(world, column, row) == SIDLE_TERRAIN_GROUND) continue;
            double x = column * cell, y = row * cell;
            double dx = fmax(fmax(x - px, px - (x + cell)), 0);
            double dy = fmax(fmax(y - py, py - (y + cell)), 0);
            double inside =
                dx + dy > 0 ? 0 : fmin(fmin(px - x, x + cell - px), fmin(py - y, y + cell - py));
            deepest = fmax(deepest, radius - sqrt(dx * dx + dy * dy) + inside);
        }
    return deepest;
}

/* Its cells are small, as wide as a unit, or wide. */
static sidle_world *random_map(dice *d) {
    static const sidle_terrain WALLS[] = {SIDLE_TERRAIN_VOID, SIDLE_TERRAIN_TREES,
                                          SIDLE_TERRAIN_WATER};
    static const float CELLS[] = {0.25f, 1, 3};
    sidle_world *world = world_of_cells(CELLS[roll(d, 3)], SIZE, SIZE);
    for (uint32_t k = 0; k < SIZE * SIZE; k++)
        if (roll(d, 100) < 8)
            assert_ok(sidle_world_set_cells(world, k % SIZE, k / SIZE, 1, 1, WALLS[roll(d, 3)]));
    return world;
}

/* A point of the map, or at most so many cells beyond it. */
static sidle_vec2 some_point(const sidle_world *world, dice *d, float beyond) {
    float cell = sidle_world_cell_size(world), low = -beyond * cell, high = (SIZE + beyond) * cell;
    return (sidle_vec2){roll_between(d, low, high), roll_between(d, low, high)};
}

/* Until the point the disc overlaps nothing by more than rounding, and right behind it, it touches
 * something at least. */
static void assert_is_first(const sidle_world *world, sidle_vec2 from, sidle_vec2 to, float radius,
                            const sidle_wall *wall) {
    double length = hypot((double)(to.x - from.x), (double)(to.y - from.y));
    double ux = length > 0 ? (double)(to.x - from.x) / length : 0;
    double uy = length > 0 ? (double)(to.y - from.y) / length : 0;
    double cell = (double)sidle_world_cell_size(world);
    for (double at = 0; at < (double)wall->distance; at += 0.05 * cell)
        if (overlap(world, (double)from.x + at * ux, (double)from.y + at * uy, (double)radius) >
            2e-3)
            fail_msg("it overlaps at %g, and is said to meet at %g", at, (double)wall->distance);
    if (!wall->hit) return;
    double next = (double)wall->distance + 0.001;
    if (overlap(world, (double)from.x + next * ux, (double)from.y + next * uy, (double)radius) <
        -2e-3)
        fail_msg("nothing is met at %g", (double)wall->distance);
}

static void assert_hangs_together(const sidle_world *world, sidle_vec2 from, sidle_vec2 to,
                                  float radius, const sidle_wall *wall) {
    float length = hypotf(to.x - from.x, to.y - from.y);
    assert_float_equal(wall->share * length, wall->distance, 1e-3f);
    float x = from.x + wall->share * (to.x - from.x), y = from.y + wall->share * (to.y - from.y);
    assert_true(hypotf(wall->point.x - x, wall->point.y - y) < 1e-3f);
    assert_int_equal(wall->terrain, sidle_world_cell(world, wall->x, wall->y));
    if (!wall->hit) {
        assert_true(wall->share == 1 && wall->normal.x == 0 && wall->normal.y == 0);
        return;
    }
    assert_true(wall->terrain != SIDLE_TERRAIN_GROUND);
    float cell = sidle_world_cell_size(world), x0 = (float)wall->x * cell,
          y0 = (float)wall->y * cell;
    float nearest_x = fminf(fmaxf(wall->point.x, x0), x0 + cell);
    float nearest_y = fminf(fmaxf(wall->point.y, y0), y0 + cell);
    float away = hypotf(wall->point.x - nearest_x, wall->point.y - nearest_y);
    if (wall->distance == 0) return;
    assert_float_equal(away, radius, 2e-3f);
    assert_float_equal(hypotf(wall->normal.x, wall->normal.y), 1, 1e-3f);
    /* The normal leads against the way, and from the cell to the disc. */
    assert_true(wall->normal.x * (to.x - from.x) + wall->normal.y * (to.y - from.y) <= 0);
    if (radius < 0.01f) return;
    float along =
        (wall->point.x - nearest_x) * wall->normal.x + (wall->point.y - nearest_y) * wall->normal.y;
    assert_float_equal(along, away, 2e-3f);
}

TEST(a_way_ends_at_the_first_cell_that_it_meets) {
    dice d = {77};
    int hits = 0, free = 0;
    for (int map = 0; map < 40; map++) {
        sidle_world *world = random_map(&d);
        for (int k = 0; k < 60; k++) {
            sidle_vec2 from = some_point(world, &d, 0), to = some_point(world, &d, 4);
            if (roll(&d, 5) == 0) to.x = from.x;
            if (roll(&d, 5) == 0) to.y = from.y;
            float radius = roll(&d, 2) ? 0 : roll_between(&d, 0.02f, 3);
            radius *= sidle_world_cell_size(world);
            sidle_wall wall = wall_of(world, from, to, radius);
            assert_is_first(world, from, to, radius, &wall);
            assert_hangs_together(world, from, to, radius, &wall);
            hits += wall.hit;
            free += !wall.hit;
        }
        sidle_world_destroy(world);
    }
    assert_true(hits > 500 && free > 50);
}

static const char *const CORNERS = "......\n"
                                   "..#...\n"
                                   "...T..\n"
                                   "......\n";

TEST(edges_and_corners_are_passed) {
    sidle_world *world = world_of(CORNERS);
    const struct {
        sidle_vec2 from, to;
        float radius, distance; /* < 0: nothing is met */
        sidle_vec2 normal;
        sidle_terrain terrain;
    } cases[] = {
        {{0.5f, 1.5f}, {5, 1.5f}, 0, 1.5f, {-1, 0}, SIDLE_TERRAIN_VOID},
        {{5.5f, 2.5f}, {0, 2.5f}, 0, 1.5f, {1, 0}, SIDLE_TERRAIN_TREES},
        {{2.5f, 0.5f}, {2.5f, 4}, 0, 0.5f, {0, -1}, SIDLE_TERRAIN_VOID},
        {{2.5f, 3.5f}, {2.5f, 0}, 0, 1.5f, {0, 1}, SIDLE_TERRAIN_VOID},
        {{0.5f, 1.5f}, {5, 1.5f}, 0.25f, 1.25f, {-1, 0}, SIDLE_TERRAIN_VOID},
        {{0.5f, 1}, {5, 1}, 0, -1, {0, 0}, SIDLE_TERRAIN_VOID},             /* along an edge */
        {{0.5f, 0.5f}, {5.5f, 0.5f}, 0.5f, -1, {0, 0}, SIDLE_TERRAIN_VOID}, /* a disc along one */
        {{4, 1}, {2, 3}, 0, -1, {0, 0}, SIDLE_TERRAIN_VOID},             /* between two corners */
        {{4, 1}, {2, 3}, 0.01f, 1.4f, {0, -1}, SIDLE_TERRAIN_TREES},     /* no disc passes */
        {{2.5f, 1.5f}, {5, 1.5f}, 0, 0, {-1, 0}, SIDLE_TERRAIN_VOID},    /* it begins in a wall */
        {{4.5f, 0.5f}, {9, 0.5f}, 0, 1.5f, {-1, 0}, SIDLE_TERRAIN_VOID}, /* the edge of the map */
        {{-2, 0.5f}, {9, 0.5f}, 0, 0, {0, 0}, SIDLE_TERRAIN_VOID},       /* beyond it */
        {{0.5f, 0.5f}, {0.5f, 0.5f}, 0.4f, -1, {0, 0}, SIDLE_TERRAIN_VOID}, /* no way at all */
        {{2.2f, 0.9f}, {2.2f, 0.9f}, 0.4f, 0, {0, 0}, SIDLE_TERRAIN_VOID},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        sidle_wall wall = wall_of(world, cases[k].from, cases[k].to, cases[k].radius);
        if (wall.hit != (cases[k].distance >= 0)) fail_msg("case %zu: %d", k, wall.hit);
        if (!wall.hit) continue;
        if (fabsf(wall.distance - cases[k].distance) > 2e-3f)
            fail_msg("case %zu: at %g", k, (double)wall.distance);
        assert_int_equal(wall.terrain, cases[k].terrain);
        if (wall.distance == 0 && k > 10) continue;
        assert_true(hypotf(wall.normal.x - cases[k].normal.x, wall.normal.y - cases[k].normal.y) <
                    0.02f);
    }
    sidle_world_destroy(world);
}

/* A way that ends just where the disc meets a corner meets it; one that is shorter by the last
 * place does not. */
TEST(a_way_that_ends_at_a_corner_meets_it) {
    sidle_world *world = world_of("................\n"
                                  "................\n"
                                  "..........#.....\n"
                                  "................\n");
    for (int k = 1; k < 8; k++) {
        sidle_vec2 from = {1, 2 - 0.1f * (float)k}; /* beside the corner (10,2) */
        sidle_wall wall = wall_of(world, from, (sidle_vec2){15, from.y}, 0.8f);
        assert_true(wall.hit && wall.normal.y < -0.1f && wall.distance < 10);
        sidle_vec2 to = {1 + wall.distance, from.y}; /* exact, from 8 to 16 */
        sidle_wall same = wall_of(world, from, to, 0.8f);
        assert_true(same.hit && same.distance == wall.distance);
        to.x = nextafterf(to.x, 0);
        assert_false(wall_of(world, from, to, 0.8f).hit);
    }
    sidle_world_destroy(world);
}

/* The edge between two cells of a wall is inside the wall. */
TEST(no_point_slips_between_the_cells_of_a_wall) {
    sidle_world *world = world_of("........\n"
                                  "..####..\n"
                                  "..####..\n"
                                  "........\n");
    for (int k = 1; k < 6; k++) {
        float x = (float)k + 1;
        bool edge = x == 2 || x == 6;
        sidle_wall down = wall_of(world, (sidle_vec2){x, 0.5f}, (sidle_vec2){x, 3.5f}, 0);
        sidle_wall up = wall_of(world, (sidle_vec2){x, 3.5f}, (sidle_vec2){x, 0.5f}, 0);
        assert_true(down.hit == !edge && up.hit == !edge);
        if (!edge) assert_true(down.distance == 0.5f && up.distance == 0.5f);
    }
    sidle_wall right = wall_of(world, (sidle_vec2){0.5f, 2}, (sidle_vec2){8, 2}, 0);
    sidle_wall left = wall_of(world, (sidle_vec2){7.5f, 2}, (sidle_vec2){0, 2}, 0);
    assert_true(right.hit && right.distance == 1.5f && left.hit && left.distance == 1.5f);
    for (int y = 0; y <= 4; y += 4) { /* the edge of the map */
        sidle_vec2 from = {0.5f, (float)y}, to = {7.5f, (float)y};
        assert_false(wall_of(world, from, to, 0).hit);
        assert_ok(sidle_world_set_cells(world, 4, y ? 3 : 0, 1, 1, SIDLE_TERRAIN_VOID));
        assert_true(fabsf(wall_of(world, from, to, 0).distance - 3.5f) < 1e-4f);
    }
    sidle_world_destroy(world);
}

TEST(classes_say_what_is_met) {
    sidle_world *world = world_of("..S..W..T...\n");
    const struct {
        uint32_t passable;
        float distance;
        sidle_terrain terrain;
    } cases[] = {{GROUND, 1.5f, SIDLE_TERRAIN_SWAMP},
                 {GROUND | SIDLE_PASS(SIDLE_TERRAIN_SWAMP), 4.5f, SIDLE_TERRAIN_WATER},
                 {SIDLE_PASS_ALL & ~SIDLE_PASS(SIDLE_TERRAIN_TREES), 7.5f, SIDLE_TERRAIN_TREES},
                 {SIDLE_PASS_ALL, 11.5f, SIDLE_TERRAIN_VOID},
                 {0, 0, SIDLE_TERRAIN_GROUND}};
    for (int k = 0; k < 5; k++) {
        sidle_wall wall;
        assert_ok(sidle_query_terrain(world, (sidle_vec2){0.5f, 0.5f}, (sidle_vec2){20, 0.5f}, 0,
                                      cases[k].passable, &wall));
        assert_true(wall.hit && fabsf(wall.distance - cases[k].distance) < 1e-3f);
        assert_int_equal(wall.terrain, cases[k].terrain);
        assert_int_equal(wall.x, (int)(0.5f + wall.distance));
    }
    sidle_world_destroy(world);
}

TEST(a_ray_may_end_at_terrain) {
    sidle_world *world = world_of("..........\n"
                                  ".....T....\n"
                                  "..........\n");
    sidle_unit_id before = unit_at(world, 3, 1.5f);
    unit_at(world, 8, 1.5f);
    sidle_hit hits[4];
    uint32_t count;
    sidle_filter filter = {.through = 0};
    const sidle_vec2 from = {0.5f, 1.5f}, to = {9.5f, 1.5f};
    assert_ok(sidle_query_ray(world, from, to, 0, &filter, hits, 4, &count));
    assert_int_equal(count, 2);
    filter.through = SIDLE_PASS_ALL;
    assert_ok(sidle_query_ray(world, from, to, 0, &filter, hits, 4, &count));
    assert_int_equal(count, 2);
    filter.through = GROUND;
    assert_ok(sidle_query_ray(world, from, to, 0, &filter, hits, 4, &count));
    assert_int_equal(count, 1);
    assert_int_equal(hits[0].unit.slot, before.slot);
    assert_float_equal(hits[0].distance, 2, 1e-3f);
    /* A unit that stands in the wall's shadow but reaches out of it. */
    sidle_profile wide = sidle_profile_default();
    wide.radius = 1.4f;
    wide.passable = SIDLE_PASS_ALL;
    unit_of(world, profile_in(world, &wide), 6, 1.5f);
    assert_ok(sidle_query_ray(world, from, to, 0, &filter, hits, 4, &count));
    assert_int_equal(count, 2);
    sidle_world_destroy(world);
}

TEST(wrong_ways_are_refused) {
    sidle_world *world = open_world(8, 8);
    const sidle_vec2 p = {4, 4}, nan = {NAN, 1}, far = {2 * SIDLE_QUERY_EXTENT, 0};
    sidle_wall wall = {.x = 77};
    const sidle_result bad = SIDLE_ERROR_ARGUMENT;
    assert_int_equal(sidle_query_terrain(NULL, p, p, 0, 1, &wall), bad);
    assert_int_equal(sidle_query_terrain(world, p, p, 0, 1, NULL), bad);
    assert_int_equal(sidle_query_terrain(world, p, p, -1, 1, &wall), bad);
    assert_int_equal(sidle_query_terrain(world, p, far, 0, 1, &wall), bad);
    assert_int_equal(sidle_query_terrain(world, p, p, 0, SIDLE_PASS_ALL + 1, &wall), bad);
    assert_int_equal(sidle_query_terrain(world, nan, p, 0, 1, &wall), SIDLE_ERROR_NOT_FINITE);
    assert_int_equal(sidle_query_terrain(world, p, p, NAN, 1, &wall), SIDLE_ERROR_NOT_FINITE);
    assert_true(wall.x == 77);
    uint32_t count = 42;
    const sidle_filter filter = {.through = SIDLE_PASS_ALL + 1};
    assert_int_equal(sidle_query_ray(world, p, p, 0, &filter, NULL, 0, &count), bad);
    assert_int_equal(count, 42);
    /* As far and as wide as it may be. */
    const sidle_vec2 end = {SIDLE_QUERY_EXTENT, -SIDLE_QUERY_EXTENT};
    assert_ok(sidle_query_terrain(world, end, p, SIDLE_QUERY_EXTENT, 1, &wall));
    assert_ok(sidle_query_terrain(world, p, end, SIDLE_QUERY_EXTENT, 1, &wall));
    assert_true(wall.hit && wall.distance == 0);
    assert_ok(sidle_query_terrain(world, p, end, 0, 1, &wall));
    assert_true(wall.hit && fabsf(wall.distance - 4 * sqrtf(2)) < 1e-2f);
    sidle_world_destroy(world);
}

TESTS_OF(rays)
