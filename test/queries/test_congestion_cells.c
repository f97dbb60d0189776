/* The congestion of the cells of a grid: whom it counts, how it rounds, and what it refuses. */
#include "support.h"

static const float CELLS[] = {0.25f, 0.5f, 1, 2.5f, 8};

enum { COARSE = 100 };

static sidle_congestion coarse_cell(const sidle_world *world, float side,
                                    const sidle_filter *filter, uint32_t x, uint32_t y) {
    static sidle_congestion cells[COARSE];
    uint32_t columns, rows;
    assert_ok(sidle_query_congestion(world, side, filter, cells, COARSE, &columns, &rows));
    return cells[y * columns + x];
}

TEST(congestion_tells_who_stands_is_held_and_flows) {
    sidle_world *world = open_world(42, 21);
    sidle_unit_id goes = unit_at(world, 12, 12), held = unit_at(world, 25, 5);
    unit_at(world, 18, 18);
    /* A cage of walls: the unit in it wants to go to the right. */
    assert_ok(sidle_world_set_cells(world, 26, 0, 1, 21, SIDLE_TERRAIN_VOID));
    assert_ok(sidle_unit_go(world, goes, (sidle_vec2){12, 19}));
    assert_ok(sidle_unit_go(world, held, (sidle_vec2){40, 5}));
    run(world, 2);
    sidle_congestion cell = coarse_cell(world, 10, NULL, 1, 1);
    assert_int_equal(cell.units, 2);
    assert_int_equal(cell.resting, 1);
    assert_int_equal(cell.held, 0);
    assert_float_equal(cell.flow.x, 0, 0.1); /* it sways */
    assert_float_equal(cell.flow.y, 2, 0.1);
    assert_float_equal(cell.wanted.y, 2, 0.1);
    cell = coarse_cell(world, 10, NULL, 2, 0);
    assert_int_equal(cell.units, 1);
    assert_int_equal(cell.resting, 0);
    assert_int_equal(cell.held, 1);
    assert_float_equal(cell.flow.x, 0, 0.01);
    assert_float_equal(cell.wanted.x, 2, 0.01);
    const sidle_filter way = {.motion = SIDLE_MOTION_UNDER_WAY};
    assert_int_equal(coarse_cell(world, 10, &way, 1, 1).units, 1);
    assert_int_equal(coarse_cell(world, 10, &way, 1, 1).resting, 0);
    assert_int_equal(coarse_cell(world, 100, NULL, 0, 0).units, 3);
    sidle_world_destroy(world);
}

/* Units of two teams by turns: those that the filter leaves out stand between those that it lets
 * pass. */
TEST(congestion_sums_up_all_that_pass_the_filter) {
    sidle_world *world = open_world(40, 40);
    for (int k = 0; k < 8; k++) {
        float y = 4 + 4 * (float)k;
        sidle_unit_id id = unit_in_team(world, (sidle_profile_id){0}, (uint32_t)k % 2, 20, y);
        assert_ok(sidle_unit_go(world, id, (sidle_vec2){k % 2 ? 37 : 3, y}));
    }
    run(world, 2);
    for (uint32_t team = 0; team < 2; team++) {
        const sidle_filter of_team = {.teams = SIDLE_TEAM(team)};
        sidle_congestion cell = coarse_cell(world, 40, &of_team, 0, 0);
        assert_int_equal(cell.units, 4);
        assert_float_equal(cell.flow.x, (team ? 2 : -2), 0.01);
        assert_float_equal(cell.wanted.x, (team ? 2 : -2), 0.01);
    }
    sidle_world_destroy(world);
}

/* Its cells cover the map, the last of a row or a column in part, whatever the cells of the map. */
TEST(congestion_covers_a_map_of_any_cells) {
    for (size_t k = 0; k < sizeof CELLS / sizeof *CELLS; k++) {
        float cell = CELLS[k], side = 5 * cell;
        sidle_world *world = world_of_cells(cell, 49, 31);
        unit_at(world, 49 * cell - 0.6f, 31 * cell - 0.6f);
        unit_at(world, 32 * cell, 13 * cell);
        uint32_t columns, rows;
        assert_ok(sidle_query_congestion(world, side, NULL, NULL, 0, &columns, &rows));
        assert_int_equal(columns, 10);
        assert_int_equal(rows, 7);
        assert_int_equal(coarse_cell(world, side, NULL, 6, 2).units, 1);
        uint32_t column = (uint32_t)((49 * cell - 0.6f) / side);
        uint32_t row = (uint32_t)((31 * cell - 0.6f) / side);
        assert_int_equal(coarse_cell(world, side, NULL, column, row).units, 1);
        sidle_world_destroy(world);
    }
}

static sidle_world *crowd(void) {
    sidle_world *world = open_world(40, 40);
    for (uint32_t k = 0; k < 300; k++) {
        float x = 3 + (float)(k % 20) * 1.7f, y = 3 + (float)(k / 20) * 2.1f;
        sidle_unit_id id = unit_at(world, x, y);
        assert_ok(sidle_unit_go(world, id, (sidle_vec2){37 - x * 0.9f, 20}));
    }
    run(world, 3);
    return world;
}

/* The fastest goes at about 2 u/s. To 1/8192 u/s where 300 share a cell, and to 2^-22 u/s alone:
 * the fewer, the finer. */
TEST(congestion_rounds_velocities_as_it_tells) {
    sidle_world *world = crowd();
    sidle_congestion cell = coarse_cell(world, 40, NULL, 0, 0);
    assert_int_equal(cell.units, 300);
    sidle_vec2 made[300] = {{0, 0}};
    uint32_t rows;
    assert_ok(sidle_world_read(world, &(sidle_columns){.made = {.to = made}}, 300, &rows));
    double exact = 0, moving = cell.units - cell.resting;
    for (uint32_t k = 0; k < rows; k++) exact += (double)made[k].x;
    assert_true(fabs(exact) > 1 && moving > 100);
    assert_true(fabs((double)cell.flow.x * moving - exact) <= moving * 0.5 / 8192);
    sidle_world_destroy(world);
    for (int k = 0; k < 16; k++) { /* to all sides, as what is negative is rounded likewise */
        float turn = 0.4f * (float)k;
        world = open_world(40, 40);
        sidle_unit_id id = unit_at(world, 20, 20);
        assert_ok(
            sidle_unit_go(world, id, (sidle_vec2){20 + 15 * cosf(turn), 20 + 15 * sinf(turn)}));
        run(world, 2);
        sidle_vec2 flow = coarse_cell(world, 40, NULL, 0, 0).flow;
        sidle_vec2 its = state_of(world, id).made_velocity;
        assert_true(fabs((double)flow.x - (double)its.x) <= 0.5 / 4194304);
        assert_true(fabs((double)flow.y - (double)its.y) <= 0.5 / 4194304);
        sidle_world_destroy(world);
    }
}

TEST(congestion_refuses_and_writes_nothing) {
    sidle_world *world = open_world(41, 20);
    static sidle_congestion cells[COARSE];
    uint32_t columns = 77, rows = 77;
    const sidle_filter wrong = {.motion = 9};
    assert_int_equal(sidle_query_congestion(NULL, 10, NULL, cells, COARSE, &columns, &rows),
                     SIDLE_ERROR_ARGUMENT);
    assert_int_equal(sidle_query_congestion(world, 10, NULL, NULL, 1, &columns, &rows),
                     SIDLE_ERROR_ARGUMENT);
    assert_int_equal(sidle_query_congestion(world, 10, NULL, cells, 9, &columns, &rows),
                     SIDLE_ERROR_ARGUMENT);
    assert_int_equal(sidle_query_congestion(world, 0.9f, NULL, cells, COARSE, &columns, &rows),
                     SIDLE_ERROR_ARGUMENT);
    assert_int_equal(sidle_query_congestion(world, 10, &wrong, cells, COARSE, &columns, &rows),
                     SIDLE_ERROR_ARGUMENT);
    assert_int_equal(sidle_query_congestion(world, NAN, NULL, cells, COARSE, &columns, &rows),
                     SIDLE_ERROR_NOT_FINITE);
    assert_int_equal(columns, 77);
    assert_int_equal(rows, 77);
    assert_ok(sidle_query_congestion(world, 10, NULL, NULL, 0, &columns, &rows));
    assert_int_equal(columns, 5);
    assert_int_equal(rows, 2);
    sidle_world_destroy(world);
}

TESTS_OF(congestion_cells)
