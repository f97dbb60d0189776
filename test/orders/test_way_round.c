/* Ways round what the path does not know: niches and walls of enemies at rest, corners that the
 * path cuts, points at which the disc does not fit, gaps that are wide enough for a look alone. */
#include "support.h"

#include <math.h>

/* s, until the unit arrives; more than `most`: it does not. */
static float arrives_after(sidle_world *world, sidle_unit_id id, float most) {
    float passed = 0;
    while (passed <= most) {
        assert_ok(sidle_world_step(world, TICK));
        passed += TICK;
        uint32_t count;
        const sidle_event *events = sidle_world_events(world, &count);
        for (uint32_t k = 0; k < count; k++)
            if (events[k].type == SIDLE_EVENT_ARRIVED && events[k].unit.slot == id.slot)
                return passed;
    }
    return passed;
}

static sidle_unit_id enemy_at(sidle_world *world, float x, float y, bool holds) {
    sidle_unit_id id = unit_at(world, x, y);
    assert_ok(sidle_unit_set_team(world, id, 1));
    if (holds) assert_ok(sidle_unit_hold(world, id));
    return id;
}

/* s, of a unit that goes from one point to the other past nobody. */
static float free_time(float length) {
    sidle_profile p = sidle_profile_default();
    return length / p.top_speed + p.top_speed / p.acceleration;
}

/* ---- enemies at rest ---- */

/* From 10 u away, and from the niche itself. */
static void a_niche_between_two_enemies_is_left(void **state) {
    (void)state;
    for (float apart = 1.05f; apart < 2.05f; apart += 0.05f)
        for (int in_niche = 0; in_niche < 2; in_niche++)
            for (int holds = 0; holds < 2; holds++) {
                sidle_world *world = open_world(40, 40);
                enemy_at(world, 20 - apart / 2, 20, holds);
                enemy_at(world, 20 + apart / 2, 20, holds);
                float niche = 20 + sqrtf(fmaxf(1.002f - apart * apart / 4, 0));
                float y = in_niche ? niche : 30;
                sidle_unit_id id = unit_at(world, 20, y);
                assert_ok(sidle_unit_go(world, id, (sidle_vec2){20, 10}));
                float most = 2 * free_time(y - 10);
                if (arrives_after(world, id, most) > most)
                    fail_msg("enemies %.2f u apart, from y %.2f: not there after %.1f s",
                             (double)apart, (double)y, (double)most);
                sidle_world_destroy(world);
            }
}

/* Rows of 1 to 20: the longest are three times as wide as the unit sees to either side. */
static void a_wall_of_enemies_is_passed_round_its_end(void **state) {
    (void)state;
    for (int count = 1; count <= 20; count++)
        for (float gap = 1.05f; gap < 1.8f; gap += 0.45f) {
            sidle_world *world = open_world(92, 64);
            for (int k = 0; k < count; k++)
                enemy_at(world, 60 + ((float)k - 0.5f * (float)(count - 1)) * gap, 30, true);
            sidle_unit_id id = unit_at(world, 60.1f, 45);
            assert_ok(sidle_unit_go(world, id, (sidle_vec2){60, 15}));
            float most = 2 * free_time(30);
            if (arrives_after(world, id, most) > most)
                fail_msg("%d enemies %.2f u apart: not there after %.1f s", count, (double)gap,
                         (double)most);
            sidle_world_destroy(world);
        }
}

/* ---- paths that do not fit ---- */

/* A waypoint in the middle of a house, on either side of which there is room. */
static void a_waypoint_inside_a_house_does_no_harm(void **state) {
    (void)state;
    for (float y = 6; y < 14.5f; y += 1) {
        sidle_world *world = open_world(40, 20);
        assert_ok(sidle_world_set_cells(world, 14, 5, 10, 10, SIDLE_TERRAIN_VOID));
        sidle_unit_id id = unit_at(world, 5, y);
        sidle_vec2 inside = {19, y};
        assert_ok(sidle_unit_go(world, id, (sidle_vec2){35, y}));
        assert_ok(sidle_unit_set_path(world, id, &inside, 1));
        if (arrives_after(world, id, 45) > 45) fail_msg("from y %.1f: not there", (double)y);
        sidle_world_destroy(world);
    }
}

/* A wall that the path passes at its end: its two points lie that far inside the wall (u). */
static void goes_round_a_cut_corner(float inside, float x, uint32_t units) {
    sidle_world *world = open_world(40, 40);
    assert_ok(sidle_world_set_cells(world, 10, 0, 3, 20, SIDLE_TERRAIN_VOID));
    sidle_vec2 path[] = {{10 + inside, 20 - inside}, {13 - inside, 20 - inside}};
    for (uint32_t k = 0; k < units; k++) {
        float column = (float)(k % 3), row = (float)(k / 3);
        sidle_unit_id id = unit_at(world, x + 1.2f * column, 3 + 1.2f * row);
        assert_ok(sidle_unit_go(world, id, (sidle_vec2){20 + 1.2f * column, 3 + 1.2f * row}));
        assert_ok(sidle_unit_set_path(world, id, path, 2));
    }
    uint32_t home = 0;
    for (float passed = 0; passed < 120 && home < units; passed += TICK) {
        assert_ok(sidle_world_step(world, TICK));
        uint32_t count;
        const sidle_event *events = sidle_world_events(world, &count);
        for (uint32_t k = 0; k < count; k++) home += events[k].type == SIDLE_EVENT_ARRIVED;
    }
    if (home < units) fail_msg("%.2f u inside: %u of %u are home", (double)inside, home, units);
    sidle_world_destroy(world);
}

static void a_path_that_cuts_a_corner_brings_everybody_home(void **state) {
    (void)state;
    for (float inside = -0.6f; inside < 1.5f; inside += 0.1f) {
        goes_round_a_cut_corner(inside, 3, 1);
        goes_round_a_cut_corner(inside, 5.3f, 1);
        goes_round_a_cut_corner(inside, 3, 12);
    }
}

/* The waypoints lie in a wall that is wider than a search reaches. However far the unit sees, no
 * more than that is searched. */
static void a_waypoint_with_no_room_about_it_stays_where_it_is(void **state) {
    (void)state;
    sidle_world *world = open_world(200, 100);
    assert_ok(sidle_world_set_cells(world, 60, 0, 140, 100, SIDLE_TERRAIN_VOID));
    sidle_profile p = sidle_profile_of(0.25f, 2);
    p.view_distance = 16384;
    p.tuning.look_cell = p.view_distance / 256;
    sidle_unit_id id = unit_of(world, profile_in(world, &p), 30, 50);
    assert_ok(sidle_unit_go(world, id, (sidle_vec2){40, 50}));
    const sidle_vec2 path[] = {{130, 40}, {130, 60}};
    assert_ok(sidle_unit_set_path(world, id, path, 2));
    sidle_vec2 left[3];
    uint32_t count;
    assert_ok(sidle_unit_path_left(world, id, left, 3, &count));
    assert_memory_equal(left, path, sizeof path);
    sidle_world_destroy(world);
}

/* The waypoint lies beside the middle of a lane that is as wide as the unit. */
static void a_waypoint_off_the_middle_of_a_lane_is_moved_there(void **state) {
    (void)state;
    sidle_world *world = open_world(40, 20);
    assert_ok(sidle_world_set_cells(world, 0, 5, 40, 5, SIDLE_TERRAIN_VOID));
    assert_ok(sidle_world_set_cells(world, 0, 11, 40, 5, SIDLE_TERRAIN_VOID));
    sidle_unit_id id = unit_at(world, 5.5f, 10.5f);
    for (float y = 10.1f; y < 11; y += 0.1f) {
        const sidle_vec2 beside = {20.2f, y};
        sidle_vec2 left[2];
        uint32_t count;
        assert_ok(sidle_unit_go(world, id, (sidle_vec2){35, 10.5f}));
        assert_ok(sidle_unit_set_path(world, id, &beside, 1));
        assert_ok(sidle_unit_path_left(world, id, left, 2, &count));
        bool in_lane = left[0].y > 10.49f && left[0].y < 10.51f;
        if (!in_lane || left[0].x < 19.7f || left[0].x > 20.7f)
            fail_msg("%.2f,%.2f stands for %.2f,%.2f", (double)left[0].x, (double)left[0].y,
                     (double)beside.x, (double)beside.y);
    }
    sidle_world_destroy(world);
}

/* The waypoint fits, but the wall hides the goal from it until it lies .8 u higher. A look sees by
 * three quarters of the disc. */
static void a_waypoint_that_cuts_a_corner_is_moved_round_it(void **state) {
    (void)state;
    sidle_world *world = open_world(40, 40);
    const sidle_vec2 goal = {18, 19};
    sidle_profile p = sidle_profile_of(0.5f, 2);
    sidle_profile_id whole = profile_in(world, &p);
    p = sidle_profile_of(0.75f * 0.5f, 2);
    sidle_profile_id look = profile_in(world, &p);
    assert_ok(sidle_world_set_cells(world, 10, 0, 3, 20, SIDLE_TERRAIN_VOID));
    for (float y = 20.6f; y < 38; y += 0.4f) {
        const sidle_vec2 cuts = {9.4f, y};
        sidle_vec2 left[2];
        uint32_t count;
        sidle_unit_id id = unit_of(world, whole, 5, 19);
        assert_ok(sidle_unit_go(world, id, goal));
        assert_ok(sidle_unit_set_path(world, id, &cuts, 1));
        assert_ok(sidle_unit_path_left(world, id, left, 2, &count));
        bool moved = left[0].x != cuts.x || left[0].y != cuts.y;
        if (sidle_world_line_fits(world, look, cuts, goal) == moved)
            fail_msg("%.2f,%.2f stands for %.2f,%.2f", (double)left[0].x, (double)left[0].y,
                     (double)cuts.x, (double)cuts.y);
        assert_true(sidle_world_fits(world, whole, left[0]));
        assert_true(sidle_world_line_fits(world, moved ? whole : look, left[0], goal));
        assert_ok(sidle_unit_destroy(world, id));
    }
    sidle_world_destroy(world);
}

/* Sets a path of two waypoints: where they are moved, no wall hides a point from the next. A look
 * sees by three quarters of the disc. */
static void lead_past_walls(sidle_world *world, const sidle_vec2 points[4]) {
    sidle_profile p = sidle_profile_of(0.75f * 0.5f, 2);
    sidle_profile_id look = profile_in(world, &p);
    sidle_unit_id id = unit_at(world, points[0].x, points[0].y);
    sidle_vec2 at[4] = {points[0], points[1], points[2], points[3]};
    uint32_t count;
    assert_false(sidle_world_line_fits(world, look, at[1], at[2]));
    assert_ok(sidle_unit_go(world, id, points[3]));
    assert_ok(sidle_unit_set_path(world, id, points + 1, 2));
    assert_ok(sidle_unit_path_left(world, id, at + 1, 2, &count));
    assert_int_equal(count, 2);
    for (int k = 0; k < 3; k++)
        if (!sidle_world_line_fits(world, look, at[k], at[k + 1]))
            fail_msg("a wall is between %.2f,%.2f and %.2f,%.2f", (double)at[k].x, (double)at[k].y,
                     (double)at[k + 1].x, (double)at[k + 1].y);
    assert_ok(sidle_unit_destroy(world, id));
}

static void two_waypoints_at_the_end_of_a_wall_are_moved_beyond_it(void **state) {
    (void)state;
    sidle_world *world = open_world(40, 40);
    assert_ok(sidle_world_set_cells(world, 10, 0, 3, 20, SIDLE_TERRAIN_VOID));
    for (float y = 18.6f; y < 20; y += 0.2f)
        lead_past_walls(world, (sidle_vec2[]){{9.4f, 10}, {9.4f, y}, {13.6f, y}, {13.6f, 10}});
    sidle_world_destroy(world);
}

/* From above the one wall the way leads to below the other one. */
static void two_waypoints_in_an_s_bend_are_moved_apart(void **state) {
    (void)state;
    sidle_world *world = open_world(40, 40);
    assert_ok(sidle_world_set_cells(world, 8, 20, 10, 2, SIDLE_TERRAIN_VOID));
    assert_ok(sidle_world_set_cells(world, 22, 20, 10, 2, SIDLE_TERRAIN_VOID));
    for (float in = 0; in < 1; in += 0.2f)
        lead_past_walls(
            world,
            (sidle_vec2[]){{10, 19.4f}, {17.4f - in, 19.4f}, {22.6f + in, 22.6f}, {30, 22.6f}});
    sidle_world_destroy(world);
}

/* A door three cells wide, for a disc of 2.26 cells: none of the points of the search may lie in
 * line with it. */
static void a_door_in_small_cells_is_found(void **state) {
    (void)state;
    sidle_profile p = sidle_profile_of(1.13f, 3);
    for (uint32_t n = 0; n < 300; n++) {
        float x = 23 + 0.2f * (float)(n % 30), y = 18 + 0.2f * (float)(n / 30 % 5);
        sidle_world *world = open_world(50, 50);
        assert_ok(sidle_world_set_cells(world, 0, 20, 20, 2, SIDLE_TERRAIN_VOID));
        assert_ok(sidle_world_set_cells(world, 23, 20, 27, 2, SIDLE_TERRAIN_VOID));
        sidle_unit_id id = unit_of(world, profile_in(world, &p), x, y);
        assert_ok(sidle_unit_go(world, id, (sidle_vec2){x, n < 150 ? 30 : 40}));
        if (arrives_after(world, id, 15) > 15)
            fail_msg("from %.1f,%.1f: not there", (double)x, (double)y);
        sidle_world_destroy(world);
    }
}

/* The path begins on the other side of a door post. */
static void a_path_that_begins_behind_a_post_is_found(void **state) {
    (void)state;
    for (float y = 8; y < 12.5f; y += 0.25f) {
        sidle_world *world = open_world(40, 24);
        assert_ok(sidle_world_set_cells(world, 10, 0, 1, 10, SIDLE_TERRAIN_TREES));
        assert_ok(sidle_world_set_cells(world, 10, 12, 1, 12, SIDLE_TERRAIN_TREES));
        sidle_unit_id id = unit_at(world, 9, y);
        sidle_vec2 behind = {11.6f, 8};
        assert_ok(sidle_unit_go(world, id, (sidle_vec2){30, 8}));
        assert_ok(sidle_unit_set_path(world, id, &behind, 1));
        if (arrives_after(world, id, 25) > 25) fail_msg("from y %.2f: not there", (double)y);
        sidle_world_destroy(world);
    }
}

/* One of its points lies in a wall: the unit turns beside it. */
static void a_patrol_passes_a_point_in_a_wall(void **state) {
    (void)state;
    sidle_world *world = open_world(40, 20);
    assert_ok(sidle_world_set_cells(world, 20, 0, 2, 10, SIDLE_TERRAIN_VOID));
    sidle_unit_id id = unit_at(world, 5, 5);
    const sidle_vec2 round[] = {{20.5f, 9.5f}, {5, 5}};
    assert_ok(sidle_unit_patrol(world, id, round, 2));
    for (int turns = 0; turns < 6; turns++) await_event(world, SIDLE_EVENT_WAYPOINT, id, 20);
    sidle_world_destroy(world);
}

/* ---- held by what a look does not see ---- */

/* A large unit before a gap between a wall and a friend that holds. A look takes corners of walls
 * and the rims of bodies for passable by a little, and the body does not pass. */
static void a_gap_that_only_looks_wide_enough_is_gone_round(void **state) {
    (void)state;
    sidle_profile p = sidle_profile_default();
    p.radius = 1.5f;
    p.top_speed = 1.5f;
    for (float gap = 2.2f; gap < 3.3f; gap += 0.05f) {
        sidle_world *world = open_world(40, 40);
        assert_ok(sidle_world_set_cells(world, 15, 0, 1, 18, SIDLE_TERRAIN_VOID));
        sidle_unit_id friend = unit_at(world, 15.5f, 18 + gap + 0.5f);
        assert_ok(sidle_unit_hold(world, friend));
        sidle_unit_id id = unit_of(world, profile_in(world, &p), 8, 18 + gap / 2);
        assert_ok(sidle_unit_go(world, id, (sidle_vec2){25, 18 + gap / 2}));
        if (arrives_after(world, id, 60) > 60) fail_msg("a gap of %.2f u: not there", (double)gap);
        sidle_world_destroy(world);
    }
}

/* A gap between two corners, through which a unit sees its place. */
static void a_unit_held_on_the_way_to_its_place_goes_round(void **state) {
    (void)state;
    sidle_profile p = sidle_profile_default();
    p.radius = 0.73f;
    for (float x = 4; x < 7; x += 0.1f) {
        sidle_world *world = open_world(20, 20);
        assert_ok(sidle_world_set_cells(world, 9, 3, 1, 1, SIDLE_TERRAIN_VOID));
        assert_ok(sidle_world_set_cells(world, 7, 5, 1, 1, SIDLE_TERRAIN_VOID));
        sidle_unit_id id = unit_of(world, profile_in(world, &p), x, 2);
        assert_ok(sidle_unit_go(world, id, (sidle_vec2){9, 5.25f}));
        if (arrives_after(world, id, 30) > 30) fail_msg("from x %.2f: not there", (double)x);
        assert_int_equal(state_of(world, id).arrival, SIDLE_ARRIVAL_AT_GOAL);
        sidle_world_destroy(world);
    }
}

int way_round_tests(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_niche_between_two_enemies_is_left),
        cmocka_unit_test(a_wall_of_enemies_is_passed_round_its_end),
        cmocka_unit_test(a_path_that_cuts_a_corner_brings_everybody_home),
        cmocka_unit_test(a_waypoint_inside_a_house_does_no_harm),
        cmocka_unit_test(a_waypoint_with_no_room_about_it_stays_where_it_is),
        cmocka_unit_test(a_waypoint_off_the_middle_of_a_lane_is_moved_there),
        cmocka_unit_test(a_waypoint_that_cuts_a_corner_is_moved_round_it),
        cmocka_unit_test(two_waypoints_at_the_end_of_a_wall_are_moved_beyond_it),
        cmocka_unit_test(two_waypoints_in_an_s_bend_are_moved_apart),
        cmocka_unit_test(a_door_in_small_cells_is_found),
        cmocka_unit_test(a_path_that_begins_behind_a_post_is_found),
        cmocka_unit_test(a_patrol_passes_a_point_in_a_wall),
        cmocka_unit_test(a_gap_that_only_looks_wide_enough_is_gone_round),
        cmocka_unit_test(a_unit_held_on_the_way_to_its_place_goes_round),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
