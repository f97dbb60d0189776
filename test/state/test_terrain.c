/* Where discs fit, how they slide, and what an edit changes. */
#include "support.h"

#include <math.h>

enum { SIZE = 24 };

/* The disc against every impassable cell of the map and against its edge, in double. */
static double room_around(const sidle_world *world, uint32_t passable, sidle_vec2 p) {
    double cell = (double)sidle_world_cell_size(world), nearest = 1e9;
    int width = (int)sidle_world_width(world), height = (int)sidle_world_height(world);
    for (int y = -1; y <= height; y++)
        for (int x = -1; x <= width; x++) {
            bool inside = x >= 0 && y >= 0 && x < width && y < height;
            if (inside && passable >> sidle_world_cell(world, x, y) & 1u) continue;
            double dx = fmax(fmax(x * cell - (double)p.x, (double)p.x - (x + 1) * cell), 0);
            double dy = fmax(fmax(y * cell - (double)p.y, (double)p.y - (y + 1) * cell), 0);
            nearest = fmin(nearest, sqrt(dx * dx + dy * dy));
        }
    return nearest;
}

static sidle_world *random_map(dice *d, uint32_t walls) {
    char picture[SIZE * (SIZE + 1) + 1], *c = picture;
    for (int y = 0; y < SIZE; y++) {
        for (int x = 0; x < SIZE; x++)
            *c++ = roll(d, 100) < walls ? (roll(d, 2) ? '#' : 'W') : (roll(d, 9) ? '.' : 'S');
        *c++ = '\n';
    }
    *c = 0;
    return world_of(picture);
}

TEST(a_disc_fits_exactly_where_no_impassable_cell_is_nearer) {
    dice d = {3};
    int fitted = 0, refused = 0;
    for (int map = 0; map < 40; map++) {
        sidle_world *world = random_map(&d, (uint32_t)map % 8);
        sidle_profile p = sidle_profile_default();
        p.radius = roll_between(&d, 0.2f, 4);
        p.tuning.look_cell = 0.5f;
        if (map % 3 == 0)
            p.passable = SIDLE_PASS(SIDLE_TERRAIN_WATER) | SIDLE_PASS(SIDLE_TERRAIN_SWAMP) | 1u;
        sidle_profile_id id = profile_in(world, &p);
        for (int k = 0; k < 400; k++) {
            sidle_vec2 point = {roll_between(&d, -1, SIZE + 1), roll_between(&d, -1, SIZE + 1)};
            double room = room_around(world, p.passable, point);
            bool inside = point.x > 0 && point.y > 0 && point.x < SIZE && point.y < SIZE;
            if (fabs(room - (double)p.radius) < 1e-4) continue;
            bool expected = inside && room > (double)p.radius;
            assert_int_equal(sidle_world_fits(world, id, point), expected);
            fitted += expected;
            refused += !expected;
        }
        sidle_world_destroy(world);
    }
    assert_true(fitted > 1000 && refused > 1000);
}

TEST(touching_is_fitting) {
    sidle_world *world = world_of("#####\n"
                                  "#...#\n"
                                  "#####\n");
    sidle_profile_id half = {0}; /* radius 0.5 in a corridor of 1 */
    assert_true(sidle_world_fits(world, half, (sidle_vec2){1.5f, 1.5f}));
    assert_true(
        sidle_world_line_fits(world, half, (sidle_vec2){1.5f, 1.5f}, (sidle_vec2){3.5f, 1.5f}));
    assert_false(sidle_world_fits(world, half, (sidle_vec2){1.5f, 1.51f}));
    assert_false(sidle_world_fits(world, half, (sidle_vec2){3.6f, 1.5f}));
    sidle_world_destroy(world);
}

TEST(a_line_fits_when_all_its_points_do) {
    dice d = {5};
    int fitted = 0, refused = 0;
    for (int map = 0; map < 30; map++) {
        sidle_world *world = random_map(&d, 4);
        sidle_profile p = sidle_profile_default();
        p.radius = roll_between(&d, 0.2f, 1.5f);
        sidle_profile_id id = profile_in(world, &p);
        for (int k = 0; k < 100; k++) {
            sidle_vec2 a = {roll_between(&d, 0, SIZE), roll_between(&d, 0, SIZE)};
            sidle_vec2 b = {roll_between(&d, 0, SIZE), roll_between(&d, 0, SIZE)};
            double least = 1e9;
            for (int step = 0; step <= 600; step++) {
                float t = (float)step / 600;
                sidle_vec2 q = {a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t};
                least = fmin(least, room_around(world, p.passable, q));
            }
            if (fabs(least - (double)p.radius) < 0.03) continue; /* between two samples */
            bool expected = least > (double)p.radius;
            assert_int_equal(sidle_world_line_fits(world, id, a, b), expected);
            fitted += expected;
            refused += !expected;
        }
        sidle_world_destroy(world);
    }
    assert_true(fitted > 100 && refused > 100);
}

TEST(an_edit_leaves_the_same_answers_as_a_map_drawn_that_way) {
    dice d = {11};
    for (int round = 0; round < 20; round++) {
        sidle_world *edited = random_map(&d, 3);
        for (int k = 0; k < 10; k++) {
            uint32_t x = roll(&d, SIZE), y = roll(&d, SIZE);
            assert_ok(sidle_world_set_cells(
                edited, x, y, 1 + roll(&d, SIZE - x), 1 + roll(&d, (SIZE - y + 3) / 4),
                roll(&d, 3) ? SIDLE_TERRAIN_GROUND : SIDLE_TERRAIN_VOID));
            const sidle_cell few[] = {{x, y, SIDLE_TERRAIN_VOID}, {SIZE - 1 - x, y, k % 3}};
            assert_ok(sidle_world_set_cell_list(edited, few, 2));
        }
        uint8_t cells[SIZE * SIZE];
        for (int k = 0; k < SIZE * SIZE; k++)
            cells[k] = (uint8_t)sidle_world_cell(edited, k % SIZE, k / SIZE);
        sidle_world_def def = sidle_world_def_default();
        def.width = def.height = SIZE;
        def.cells = cells;
        sidle_world *drawn = world_from(&def);
        sidle_profile p = sidle_profile_default();
        p.radius = roll_between(&d, 0.3f, 4);
        p.tuning.look_cell = 0.5f;
        sidle_profile_id in_edited = profile_in(edited, &p), in_drawn = profile_in(drawn, &p);
        for (int k = 0; k < 300; k++) {
            sidle_vec2 q = {roll_between(&d, 0, SIZE), roll_between(&d, 0, SIZE)};
            assert_int_equal(sidle_world_fits(edited, in_edited, q),
                             sidle_world_fits(drawn, in_drawn, q));
        }
        sidle_world_destroy(edited);
        sidle_world_destroy(drawn);
    }
}

TEST(edits_outside_the_map_are_refused) {
    sidle_world *world = open_world(10, 8);
    const uint32_t bad[][4] = {
        {10, 0, 1, 1}, {0, 8, 1, 1},  {0, 0, 0, 1}, {0, 0, 1, 0},          {9, 0, 2, 1},
        {0, 7, 1, 2},  {0, 0, 11, 1}, {0, 0, 1, 9}, {4, 4, UINT32_MAX, 1}, {UINT32_MAX, 0, 2, 1}};
    for (size_t k = 0; k < sizeof bad / sizeof bad[0]; k++)
        assert_int_equal(sidle_world_set_cells(world, bad[k][0], bad[k][1], bad[k][2], bad[k][3],
                                               SIDLE_TERRAIN_TREES),
                         SIDLE_ERROR_ARGUMENT);
    assert_int_equal(sidle_world_set_cells(world, 0, 0, 1, 1, (sidle_terrain)SIDLE_TERRAIN_COUNT),
                     SIDLE_ERROR_ARGUMENT);
    assert_int_equal(sidle_world_cell(world, -1, 0), SIDLE_TERRAIN_VOID);
    assert_int_equal(sidle_world_cell(world, 10, 0), SIDLE_TERRAIN_VOID);
    sidle_world_destroy(world);
}

TEST(fast_and_wide_units_do_not_tunnel) {
    const char *wall = "..............#...............\n"
                       "..............#...............\n"
                       "..............#...............\n"
                       "..............#...............\n"
                       "..............#...............\n"
                       "..............#...............\n"
                       "..............#...............\n"
                       "..............#...............\n"
                       "..............#...............\n";
    const float radii[] = {0.25f, 0.5f, 1, 2.5f, 4};
    for (int k = 0; k < 5; k++) {
        sidle_world *world = world_of(wall);
        sidle_profile p = sidle_profile_default();
        p.radius = radii[k];
        p.top_speed = 250; /* more than eight cells a tick */
        p.acceleration = 100000;
        p.turn_rate = 100000;
        p.tuning.look_interval = 10; /* blind: the motion alone must hold */
        p.tuning.look_cell = 0.5f;
        sidle_unit_id id = unit_of(world, profile_in(world, &p), 4.3f, 4.5f);
        assert_ok(sidle_unit_go(world, id, (sidle_vec2){25, 4.5f}));
        for (int tick = 0; tick < 60; tick++) {
            assert_ok(sidle_world_step(world, TICK));
            sidle_vec2 at = state_of(world, id).position;
            assert_true(at.x <= 14 - p.radius + 1e-4f);
            assert_true(room_around(world, p.passable, at) >= (double)p.radius - 1e-4);
        }
        sidle_world_destroy(world);
    }
}

TESTS_OF(terrain)
