/* Buildings: who is in the way of one, how they leave, and cells that are set all or none. */
#include "support.h"

#include <math.h>

/* A site of 6 x 4 cells at (10,10), and who is there. */
static sidle_result build(sidle_world *world) {
    return sidle_world_set_cells(world, 10, 10, 6, 4, SIDLE_TERRAIN_VOID);
}

static sidle_result who(const sidle_world *world, sidle_hit *hits, uint32_t capacity,
                        uint32_t *count) {
    return sidle_query_cells(world, 10, 10, 6, 4, SIDLE_TERRAIN_VOID, NULL, hits, capacity, count);
}

/* How many were in the way, and have been asked to leave. */
static uint32_t vacate(sidle_world *world) {
    uint32_t count;
    assert_ok(sidle_world_vacate(world, 10, 10, 6, 4, SIDLE_TERRAIN_VOID, 20, &count));
    return count;
}

TEST(units_in_the_way_are_named) {
    sidle_world *world = open_world(30, 30);
    sidle_profile p = sidle_profile_default();
    p.passable = SIDLE_PASS_ALL;
    sidle_profile_id flies = profile_in(world, &p);
    sidle_unit_id inside = unit_at(world, 12, 12), edge = unit_at(world, 9.6f, 12);
    unit_at(world, 9.5f, 13.5f); /* touches, and touching is beside */
    unit_of(world, flies, 14, 12);
    sidle_hit hits[4];
    uint32_t count;
    for (int round = 0; round < 2; round++) {
        assert_ok(who(world, hits, 4, &count));
        assert_int_equal(count, 2);
        assert_int_equal(hits[0].unit.slot, inside.slot);
        assert_int_equal(hits[1].unit.slot, edge.slot);
        assert_int_equal(build(world), SIDLE_ERROR_NO_ROOM);
        run(world, 0.1f);
    }
    const sidle_filter but_edge = {.except = edge};
    assert_ok(
        sidle_query_cells(world, 10, 10, 6, 4, SIDLE_TERRAIN_VOID, &but_edge, hits, 4, &count));
    assert_int_equal(count, 1);
    assert_ok(sidle_query_cells(world, 10, 10, 6, 4, SIDLE_TERRAIN_SWAMP, NULL, hits, 4, &count));
    assert_int_equal(count, 0);
    assert_int_equal(
        sidle_query_cells(world, 28, 10, 6, 4, SIDLE_TERRAIN_SWAMP, NULL, hits, 4, &count),
        SIDLE_ERROR_ARGUMENT);
    assert_ok(sidle_unit_destroy(world, edge));
    assert_ok(sidle_unit_teleport(world, inside, (sidle_vec2){20, 20}));
    assert_ok(who(world, hits, 4, &count));
    assert_int_equal(count, 0);
    assert_ok(build(world));
    sidle_world_destroy(world);
}

/* By the plain rule: those whose discs reach into the rectangle, on maps of any cells. */
TEST(units_whose_discs_reach_in_are_in_the_way) {
    static const float CELLS[] = {0.5f, 1, 2.5f};
    enum { CELLS_A_SIDE = 40, UNITS = 60, SITES = 40 };
    dice d = {9};
    uint32_t named = 0, built = 0;
    for (int round = 0; round < 3; round++) {
        float cell = CELLS[round], side = cell * CELLS_A_SIDE;
        sidle_unit_id ids[UNITS];
        sidle_world *world = world_of_cells(cell, CELLS_A_SIDE, CELLS_A_SIDE);
        for (int k = 0; k < UNITS; k++)
            ids[k] = unit_at(world, roll_between(&d, 0.6f, side - 0.6f),
                             roll_between(&d, 0.6f, side - 0.6f));
        for (int n = 0; n < SITES; n++) {
            uint32_t x = roll(&d, 36), y = roll(&d, 36), wide = 1 + roll(&d, 4);
            uint32_t high = 1 + roll(&d, 4), count, expected = 0;
            sidle_hit hits[UNITS];
            assert_ok(sidle_query_cells(world, x, y, wide, high, SIDLE_TERRAIN_VOID, NULL, hits,
                                        UNITS, &count));
            for (int k = 0; k < UNITS; k++) {
                sidle_vec2 at = state_of(world, ids[k]).position;
                float dx = fmaxf(fmaxf((float)x * cell - at.x, at.x - (float)(x + wide) * cell), 0);
                float dy = fmaxf(fmaxf((float)y * cell - at.y, at.y - (float)(y + high) * cell), 0);
                bool in_the_way = hypotf(dx, dy) < 0.5f, told = false;
                for (uint32_t m = 0; m < count; m++) told |= hits[m].unit.slot == ids[k].slot;
                assert_int_equal(told, in_the_way);
                expected += in_the_way;
            }
            assert_int_equal(count, expected);
            assert_int_equal(sidle_world_set_cells(world, x, y, wide, high, SIDLE_TERRAIN_VOID),
                             count ? SIDLE_ERROR_NO_ROOM : SIDLE_OK);
            named += count;
            built += !count;
        }
        sidle_world_destroy(world);
    }
    assert_true(named > 30 && built > 20);
}

/* Two units, one far to the right and one far down: a list names the cell of one of them, or those
 * before and behind it in its row and column. */
TEST(a_list_of_cells_is_refused_where_a_unit_stands_and_nowhere_else) {
    sidle_world *world = open_world(30, 30);
    static const uint32_t at[][2] = {{20, 8}, {8, 20}};
    for (int k = 0; k < 2; k++) unit_at(world, (float)at[k][0] + 0.5f, (float)at[k][1] + 0.5f);
    for (int k = 0; k < 2; k++) {
        sidle_cell cell = {at[k][0], at[k][1], SIDLE_TERRAIN_VOID};
        assert_int_equal(sidle_world_set_cell_list(world, &cell, 1), SIDLE_ERROR_NO_ROOM);
        for (int n = 0; n < 4; n++) {
            cell = (sidle_cell){at[k][0], at[k][1], SIDLE_TERRAIN_VOID};
            uint32_t *moved = n % 2 ? &cell.x : &cell.y;
            *moved += n < 2 ? 3 : (uint32_t)-3;
            assert_ok(sidle_world_set_cell_list(world, &cell, 1));
        }
    }
    sidle_world_destroy(world);
}

/* ---- leaving ---- */

TEST(they_leave_by_their_own_drive_and_the_site_is_built) {
    sidle_world *world = open_world(30, 30);
    sidle_unit_id ids[24], comes = unit_at(world, 2, 2);
    for (int k = 0; k < 24; k++)
        ids[k] = unit_at(world, 10.5f + (float)(k % 6), 10.5f + (float)(k / 6));
    for (int k = 0; k < 24; k += 5) assert_ok(sidle_unit_hold(world, ids[k]));
    assert_ok(sidle_unit_go(world, comes, (sidle_vec2){13, 12})); /* not there yet: not asked */
    run(world, 1);
    float fastest = 0;
    uint32_t count = vacate(world);
    assert_int_equal(count, 24);
    for (int tick = 0; tick < 30 * 20 && count; tick++) {
        assert_ok(sidle_world_step(world, TICK));
        for (int k = 0; k < 24; k++) {
            sidle_unit_state s = state_of(world, ids[k]);
            fastest = fmaxf(fastest, hypotf(s.made_velocity.x, s.made_velocity.y));
        }
        if (tick % 30 == 29) count = vacate(world);
    }
    assert_int_equal(count, 0);
    assert_true(fastest < 4); /* driven, and shoved by contacts, but not set elsewhere */
    assert_ok(build(world));
    run(world, 10);
    for (int k = 0; k < 24; k++)
        for (int n = 0; n < k; n++) {
            sidle_vec2 a = state_of(world, ids[k]).position, b = state_of(world, ids[n]).position;
            assert_true(hypotf(a.x - b.x, a.y - b.y) > 0.95f);
        }
    sidle_world_destroy(world);
}

/* One is on its way out of the site already: its goal is taken for the one that is sent after it.
 */
TEST(no_unit_is_sent_to_the_goal_of_one_that_leaves_anyway) {
    sidle_world *world = open_world(30, 30);
    sidle_unit_id leaves = unit_at(world, 14, 11.5f), rests = unit_at(world, 15, 13);
    sidle_vec2 goal = {16.6f, 13};
    assert_ok(sidle_unit_go(world, leaves, goal));
    assert_int_equal(vacate(world), 2);
    assert_true(state_of(world, leaves).goal.x == goal.x && state_of(world, leaves).goal.y == 13);
    sidle_vec2 sent = state_of(world, rests).goal;
    assert_true(sent.x != 15 || sent.y != 13);
    assert_true(hypotf(sent.x - goal.x, sent.y - goal.y) > 0.95f);
    sidle_world_destroy(world);
}

/* One drives to a place beside the site, where another one would be sent otherwise. */
TEST(no_unit_is_sent_to_the_place_of_one_under_way) {
    sidle_world *world = open_world(30, 30);
    sidle_unit_id rests = unit_at(world, 15, 12), comes = unit_at(world, 21, 12);
    sidle_vec2 goal = {16.7f, 12};
    assert_ok(sidle_unit_go(world, comes, goal));
    run(world, 0.5f);
    sidle_unit_state s = state_of(world, comes);
    assert_true(s.under_way && s.has_place && s.place.x == goal.x && s.place.y == goal.y);
    assert_int_equal(vacate(world), 1);
    sidle_vec2 sent = state_of(world, rests).goal;
    assert_true(hypotf(sent.x - goal.x, sent.y - goal.y) >= 1 - 0.5f * SIDLE_PLACES_TOUCH);
    sidle_world_destroy(world);
}

TEST(a_call_in_vain_asks_nobody) {
    sidle_world *world = world_of("##########\n"
                                  "#........#\n"
                                  "#........#\n"
                                  "##########\n");
    unit_at(world, 2, 2);
    unit_at(world, 7, 2);
    run(world, 0.2f);
    uint64_t before = sidle_world_hash(world);
    uint32_t count = 77;
    assert_int_equal(sidle_world_vacate(world, 1, 1, 8, 2, SIDLE_TERRAIN_VOID, 50, &count),
                     SIDLE_ERROR_NO_ROOM);
    assert_int_equal(sidle_world_vacate(world, 1, 1, 4, 2, SIDLE_TERRAIN_VOID, 0.1f, &count),
                     SIDLE_ERROR_NO_ROOM);
    assert_int_equal(sidle_world_vacate(world, 1, 1, 4, 2, SIDLE_TERRAIN_VOID, -1, &count),
                     SIDLE_ERROR_ARGUMENT);
    assert_int_equal(sidle_world_vacate(world, 1, 1, 4, 2, SIDLE_TERRAIN_VOID, NAN, &count),
                     SIDLE_ERROR_NOT_FINITE);
    assert_int_equal(sidle_world_vacate(world, 1, 1, 40, 2, SIDLE_TERRAIN_VOID, 9, &count),
                     SIDLE_ERROR_ARGUMENT);
    assert_true(count == 77 && sidle_world_hash(world) == before);
    assert_ok(sidle_world_vacate(world, 1, 1, 4, 2, SIDLE_TERRAIN_VOID, 50, &count));
    assert_int_equal(count, 1);
    run(world, 5);
    assert_ok(sidle_world_set_cells(world, 1, 1, 4, 2, SIDLE_TERRAIN_VOID));
    sidle_world_destroy(world);
}

TEST(a_goal_in_the_site_moves_beside_it) {
    sidle_world *world = open_world(30, 30);
    sidle_unit_id ends = unit_at(world, 11, 11), passes = unit_at(world, 15, 13);
    assert_ok(sidle_unit_go(world, ends, (sidle_vec2){13, 13.5f}));
    assert_ok(sidle_unit_go(world, passes, (sidle_vec2){25, 25}));
    assert_int_equal(vacate(world), 2);
    sidle_vec2 goal = state_of(world, ends).goal;
    assert_float_equal(goal.x, 13, 0.1);
    assert_float_equal(goal.y, 14.65f, 0.15);
    assert_float_equal(state_of(world, passes).goal.x, 25, 0);
    run(world, 6);
    assert_ok(build(world));
    sidle_world_destroy(world);
}

/* ---- cells one by one ---- */

TEST(cells_are_set_all_or_none) {
    sidle_world *world = open_world(30, 30);
    unit_at(world, 20, 20);
    const sidle_cell bad[] = {{3, 3, SIDLE_TERRAIN_VOID}, {19, 19, SIDLE_TERRAIN_WATER}},
                     off[] = {{3, 3, SIDLE_TERRAIN_VOID}, {30, 3, SIDLE_TERRAIN_VOID}},
                     good[] = {{3, 3, SIDLE_TERRAIN_VOID},
                               {19, 19, SIDLE_TERRAIN_SWAMP},
                               {3, 3, SIDLE_TERRAIN_TREES}};
    uint64_t before = sidle_world_hash(world);
    assert_int_equal(sidle_world_set_cell_list(world, bad, 2), SIDLE_ERROR_NO_ROOM);
    assert_int_equal(sidle_world_set_cell_list(world, off, 2), SIDLE_ERROR_ARGUMENT);
    assert_int_equal(sidle_world_set_cell_list(world, NULL, 2), SIDLE_ERROR_ARGUMENT);
    assert_int_equal(sidle_world_hash(world), before);
    assert_ok(sidle_world_set_cell_list(world, NULL, 0));
    assert_ok(sidle_world_set_cell_list(world, good, 3));
    assert_int_equal(sidle_world_cell(world, 3, 3), SIDLE_TERRAIN_TREES);
    assert_int_equal(sidle_world_cell(world, 19, 19), SIDLE_TERRAIN_SWAMP);
    sidle_world_destroy(world);
}

TESTS_OF(buildings)
