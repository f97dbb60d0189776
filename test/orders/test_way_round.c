/* Paths and points where the disc does not fit: which waypoints move and to where; walls of
 * enemies; corners that the path cuts. test_ways.c has more ways of single units. */
#include "support.h"

/* Rows of 1 to 20: the longest are three times as wide as the unit sees to either side. The unit
 * has twice the time that it takes past nobody. */
TEST(a_wall_of_enemies_is_passed_round_its_end) {
    for (int count = 1; count <= 20; count++)
        for (float gap = 1.05f; gap < 1.8f; gap += 0.45f) {
            sidle_world *world = open_world(92, 64);
            for (int k = 0; k < count; k++) {
                float x = 60 + ((float)k - 0.5f * (float)(count - 1)) * gap;
                sidle_unit_id enemy = unit_at(world, x, 30);
                assert_ok(sidle_unit_set_team(world, enemy, 1));
                assert_ok(sidle_unit_hold(world, enemy));
            }
            sidle_unit_id id = unit_at(world, 60.1f, 45);
            assert_ok(sidle_unit_go(world, id, (sidle_vec2){60, 15}));
            run(world, 31);
            if (!state_of(world, id).arrived)
                fail_msg("%d enemies %.2f u apart: not there", count, (double)gap);
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
        home += events_of(world, SIDLE_EVENT_ARRIVED);
    }
    if (home < units) fail_msg("%.2f u inside: %u of %u are home", (double)inside, home, units);
    sidle_world_destroy(world);
}

TEST(a_path_that_cuts_a_corner_brings_everybody_home) {
    for (float inside = -0.6f; inside < 1.5f; inside += 0.15f) {
        goes_round_a_cut_corner(inside, 3, 1);
        goes_round_a_cut_corner(inside, 5.3f, 1);
        goes_round_a_cut_corner(inside, 3, 12);
    }
}

/* Sends the unit to the goal through these points, and returns in `left` what it makes of them. */
static void path_made_of(sidle_world *world, sidle_unit_id id, sidle_vec2 goal,
                         const sidle_vec2 *path, uint32_t points, sidle_vec2 *left) {
    uint32_t count;
    assert_ok(sidle_unit_go(world, id, goal));
    assert_ok(sidle_unit_set_path(world, id, path, points));
    assert_ok(sidle_unit_path_left(world, id, left, points, &count));
    assert_true(count >= points);
}

/* The waypoints lie in a wall that is wider than a search reaches. However far the unit sees, no
 * more than that is searched. */
TEST(a_waypoint_with_no_room_about_it_stays_where_it_is) {
    sidle_world *world = open_world(200, 100);
    assert_ok(sidle_world_set_cells(world, 60, 0, 140, 100, SIDLE_TERRAIN_VOID));
    sidle_profile p = sidle_profile_of(0.25f, 2);
    p.view_distance = 16384;
    p.tuning.look_cell = p.view_distance / 256;
    sidle_unit_id id = unit_of(world, profile_in(world, &p), 30, 50);
    const sidle_vec2 path[] = {{130, 40}, {130, 60}};
    sidle_vec2 left[2];
    path_made_of(world, id, (sidle_vec2){40, 50}, path, 2, left);
    assert_memory_equal(left, path, sizeof path);
    sidle_world_destroy(world);
}

/* The waypoint lies beside the middle of a lane that is as wide as the unit. */
TEST(a_waypoint_off_the_middle_of_a_lane_is_moved_there) {
    sidle_world *world = open_world(40, 20);
    assert_ok(sidle_world_set_cells(world, 0, 5, 40, 5, SIDLE_TERRAIN_VOID));
    assert_ok(sidle_world_set_cells(world, 0, 11, 40, 5, SIDLE_TERRAIN_VOID));
    sidle_unit_id id = unit_at(world, 5.5f, 10.5f);
    for (float y = 10.1f; y < 11; y += 0.1f) {
        const sidle_vec2 beside = {20.2f, y};
        sidle_vec2 left;
        path_made_of(world, id, (sidle_vec2){35, 10.5f}, &beside, 1, &left);
        bool in_lane = left.y > 10.49f && left.y < 10.51f;
        if (!in_lane || left.x < 19.7f || left.x > 20.7f)
            fail_msg("%.2f,%.2f stands for %.2f,%.2f", (double)left.x, (double)left.y,
                     (double)beside.x, (double)beside.y);
    }
    sidle_world_destroy(world);
}

/* The waypoint fits, but the wall hides the goal from it until it lies .8 u higher. A look sees by
 * three quarters of the disc. */
TEST(a_waypoint_that_cuts_a_corner_is_moved_round_it) {
    sidle_world *world = open_world(40, 40);
    const sidle_vec2 goal = {18, 19};
    sidle_profile p = sidle_profile_of(0.5f, 2);
    sidle_profile_id whole = profile_in(world, &p);
    p = sidle_profile_of(0.75f * 0.5f, 2);
    sidle_profile_id look = profile_in(world, &p);
    assert_ok(sidle_world_set_cells(world, 10, 0, 3, 20, SIDLE_TERRAIN_VOID));
    for (float y = 20.6f; y < 38; y += 0.4f) {
        const sidle_vec2 cuts = {9.4f, y};
        sidle_vec2 left;
        sidle_unit_id id = unit_of(world, whole, 5, 19);
        path_made_of(world, id, goal, &cuts, 1, &left);
        bool moved = left.x != cuts.x || left.y != cuts.y;
        if (sidle_world_line_fits(world, look, cuts, goal) == moved)
            fail_msg("%.2f,%.2f stands for %.2f,%.2f", (double)left.x, (double)left.y,
                     (double)cuts.x, (double)cuts.y);
        assert_true(sidle_world_fits(world, whole, left));
        assert_true(sidle_world_line_fits(world, moved ? whole : look, left, goal));
        assert_ok(sidle_unit_destroy(world, id));
    }
    sidle_world_destroy(world);
}

/* Where two waypoints are moved, no wall hides a point from the next. A look sees by three quarters
 * of the disc. */
static void lead_past_walls(sidle_world *world, const sidle_vec2 points[4]) {
    sidle_profile p = sidle_profile_of(0.75f * 0.5f, 2);
    sidle_profile_id look = profile_in(world, &p);
    sidle_unit_id id = unit_at(world, points[0].x, points[0].y);
    sidle_vec2 at[4] = {points[0], points[1], points[2], points[3]};
    assert_false(sidle_world_line_fits(world, look, at[1], at[2]));
    path_made_of(world, id, points[3], points + 1, 2, at + 1);
    for (int k = 0; k < 3; k++)
        if (!sidle_world_line_fits(world, look, at[k], at[k + 1]))
            fail_msg("a wall is between %.2f,%.2f and %.2f,%.2f", (double)at[k].x, (double)at[k].y,
                     (double)at[k + 1].x, (double)at[k + 1].y);
    assert_ok(sidle_unit_destroy(world, id));
}

/* At the end of one wall, and in an S-bend from above one wall to below the other one. */
TEST(two_waypoints_with_a_wall_between_them_are_moved_apart) {
    sidle_world *world = open_world(40, 40);
    assert_ok(sidle_world_set_cells(world, 10, 0, 3, 20, SIDLE_TERRAIN_VOID));
    for (float y = 18.6f; y < 20; y += 0.2f)
        lead_past_walls(world, (sidle_vec2[]){{9.4f, 10}, {9.4f, y}, {13.6f, y}, {13.6f, 10}});
    sidle_world_destroy(world);
    world = open_world(40, 40);
    assert_ok(sidle_world_set_cells(world, 8, 20, 10, 2, SIDLE_TERRAIN_VOID));
    assert_ok(sidle_world_set_cells(world, 22, 20, 10, 2, SIDLE_TERRAIN_VOID));
    for (float in = 0; in < 1; in += 0.2f) {
        const sidle_vec2 bend[] = {
            {10, 19.4f}, {17.4f - in, 19.4f}, {22.6f + in, 22.6f}, {30, 22.6f}};
        lead_past_walls(world, bend);
    }
    sidle_world_destroy(world);
}

/* One of its points lies in a wall: the unit turns beside it. */
TEST(a_patrol_passes_a_point_in_a_wall) {
    sidle_world *world = open_world(40, 20);
    assert_ok(sidle_world_set_cells(world, 20, 0, 2, 10, SIDLE_TERRAIN_VOID));
    sidle_unit_id id = unit_at(world, 5, 5);
    const sidle_vec2 round[] = {{20.5f, 9.5f}, {5, 5}};
    assert_ok(sidle_unit_patrol(world, id, round, 2));
    for (int turns = 0; turns < 6; turns++) await_event(world, SIDLE_EVENT_WAYPOINT, id, 20);
    sidle_world_destroy(world);
}

/* Enemies hold the door on the way to the target, and the unit is told that they shut it in. It
 * goes on asking, so a host that finds the other door later can still help: for the unit it is too
 * far away. */
static void waits_before_held_door(float radius, bool ranged, float other) {
    const sidle_vec2 first[] = {{17, 50}, {20, 50}}, second[] = {{17, other}, {20, other}};
    sidle_world *world = open_world(40, 100);
    assert_ok(sidle_world_set_cells(world, 18, 0, 1, 100, SIDLE_TERRAIN_VOID));
    assert_ok(sidle_world_set_cells(world, 18, 49, 1, 2, SIDLE_TERRAIN_GROUND));
    assert_ok(sidle_world_set_cells(world, 18, (uint32_t)other - 1, 1, 2, SIDLE_TERRAIN_GROUND));
    /* From the held door the target is out of sight. */
    assert_ok(sidle_world_set_cells(world, 22, 45, 1, 10, SIDLE_TERRAIN_VOID));
    sidle_profile p = sidle_profile_of(radius, 3);
    sidle_unit_id unit = unit_of(world, profile_in(world, &p), 6, 50);
    sidle_unit_id target = unit_in_team(world, (sidle_profile_id){0}, 1, 34, 50);
    for (int k = 0; k < 2; k++) {
        sidle_unit_id guard =
            unit_in_team(world, (sidle_profile_id){0}, 1, 18.5f, 49.5f + (float)k);
        assert_ok(sidle_unit_hold(world, guard));
    }
    assert_ok(sidle_unit_hold(world, target));
    const sidle_range range = {.most = 2};
    assert_ok(ranged ? sidle_unit_approach(world, unit, target, &range)
                     : sidle_unit_pursue(world, unit, target));
    assert_ok(sidle_unit_set_path(world, unit, first, 2));
    await_event(world, SIDLE_EVENT_STUCK, unit, 30 * 60);
    run(world, 20);
    for (int tick = 0; tick < 60 * 30 && !state_of(world, unit).arrived; tick++) {
        assert_ok(sidle_world_step(world, TICK));
        if (event_of(world, SIDLE_EVENT_PATH_WANTED, unit) && state_of(world, unit).position.x < 18)
            assert_ok(sidle_unit_set_path(world, unit, second, 2));
    }
    if (!state_of(world, unit).arrived)
        fail_msg("radius %g, ranged %d, a door at %g: the unit stands at %g,%g", (double)radius,
                 ranged, (double)other, (double)state_of(world, unit).position.x,
                 (double)state_of(world, unit).position.y);
    sidle_world_destroy(world);
}

TEST(a_unit_that_enemies_bar_goes_on_asking) {
    for (int ranged = 0; ranged < 2; ranged++)
        for (float other = 2; other < 100; other += 96) {
            waits_before_held_door(0.3f, ranged, other);
            waits_before_held_door(0.6f, ranged, other);
        }
}

/* A row of enemies with a gap far beside the straight line bars the way to a target in the open.
 * The host's path leads through the gap, and the unit takes it.
 */
static void path_through_gap(float radius, bool ranged, uint32_t gap) {
    enum { ROW = 16 };
    const float pitch = 20.0f / ROW, y = pitch * ((float)gap + 0.5f);
    const sidle_vec2 path[] = {{14, y}, {21, y}};
    sidle_world *world = open_world(40, 20);
    sidle_profile p = sidle_profile_of(radius, 3);
    sidle_unit_id unit = unit_of(world, profile_in(world, &p), 6, 10);
    sidle_unit_id target = unit_in_team(world, (sidle_profile_id){0}, 1, 34, 10);
    for (uint32_t k = 0; k < ROW; k++) {
        if (k == gap) continue;
        sidle_unit_id guard =
            unit_in_team(world, (sidle_profile_id){0}, 1, 18, pitch * ((float)k + 0.5f));
        assert_ok(sidle_unit_hold(world, guard));
    }
    assert_ok(sidle_unit_hold(world, target));
    const sidle_range range = {.most = 2};
    assert_ok(ranged ? sidle_unit_approach(world, unit, target, &range)
                     : sidle_unit_pursue(world, unit, target));
    for (int tick = 0; tick < 60 * 30 && !state_of(world, unit).arrived; tick++) {
        assert_ok(sidle_world_step(world, TICK));
        if (event_of(world, SIDLE_EVENT_PATH_WANTED, unit) && state_of(world, unit).position.x < 18)
            assert_ok(sidle_unit_set_path(world, unit, path, 2));
    }
    if (!state_of(world, unit).arrived)
        fail_msg("radius %g, ranged %d, gap %u: the unit stands at %g", (double)radius, ranged, gap,
                 (double)state_of(world, unit).position.x);
    sidle_world_destroy(world);
}

TEST(a_path_leads_to_a_target_round_enemies_at_rest) {
    for (int ranged = 0; ranged < 2; ranged++)
        for (uint32_t gap = 1; gap < 16; gap += 3) {
            path_through_gap(0.3f, ranged, gap);
            path_through_gap(0.6f, ranged, gap);
        }
}

/* A unit with a target stands behind the post of a door, and has no path: it went straight, and
 * others led it aside. The host is silent. Enemies at rest may hide the target from the door. */
static void finds_door(uint32_t order, float radius, float from, bool hidden) {
    sidle_world *world = open_world(40, 40);
    assert_ok(sidle_world_set_cells(world, 18, 0, 1, 40, SIDLE_TERRAIN_VOID));
    assert_ok(sidle_world_set_cells(world, 18, 19, 1, 3, SIDLE_TERRAIN_GROUND));
    sidle_profile p = sidle_profile_of(radius, 3);
    sidle_unit_id unit = unit_of(world, profile_in(world, &p), 16.5f, from);
    sidle_unit_id target = unit_in_team(world, (sidle_profile_id){0}, 1, 32, 20.5f);
    for (int k = 0; k < 5 && hidden; k++) {
        float y = 18.5f + (float)k;
        assert_ok(sidle_unit_hold(world, unit_in_team(world, (sidle_profile_id){0}, 1, 25, y)));
    }
    assert_ok(sidle_unit_hold(world, target));
    const sidle_range range = {.most = 2};
    switch (order) {
    case 0: assert_ok(sidle_unit_pursue(world, unit, target)); break;
    case 1: assert_ok(sidle_unit_follow(world, unit, target)); break;
    default: assert_ok(sidle_unit_approach(world, unit, target, &range));
    }
    for (int tick = 0; tick < 60 * 30 && !state_of(world, unit).arrived; tick++)
        assert_ok(sidle_world_step(world, TICK));
    if (!state_of(world, unit).arrived)
        fail_msg("order %u, radius %g, from %g, hidden %d: the unit stands at %g,%g", order,
                 (double)radius, (double)from, hidden, (double)state_of(world, unit).position.x,
                 (double)state_of(world, unit).position.y);
    sidle_world_destroy(world);
}

TEST(a_unit_with_a_target_finds_a_door_near_by) {
    for (uint32_t n = 0; n < 24; n++)
        finds_door(n / 8, n % 2 ? 0.3f : 0.9f, n & 2 ? 15.5f : 25, n & 4);
}

/* Straight before the unit an enemy idles, so near that the unit cannot turn past it on the spot;
 * else there is open ground. Under each order to get near a point the unit goes round it. */
TEST(a_unit_gets_round_an_enemy_right_before_it) {
    static const float RADII[] = {0.3f, 0.5f, 1.6f}, GAPS[] = {0, 0.1f, 0.5f};
    dice d = {3};
    for (int k = 0; k < 54; k++) {
        sidle_world *world = open_world(64, 64);
        sidle_profile p = sidle_profile_default(), q = p;
        p.radius = RADII[k % 3];
        q.radius = RADII[k / 3 % 3];
        p.turn_rate = k % 2 ? 120 : 720;
        float angle = roll_between(&d, 0, 6.28f), off = roll_between(&d, -0.3f, 0.3f);
        float apart = (p.radius + q.radius) * 1.001f + GAPS[k / 9 % 3];
        sidle_unit_id u = unit_of(world, profile_in(world, &p), 32, 32);
        sidle_unit_id enemy = unit_of(world, profile_in(world, &q), 32 + apart * cosf(angle + off),
                                      32 + apart * sinf(angle + off));
        assert_ok(sidle_unit_set_team(world, enemy, 1));
        sidle_vec2 goal = {32 + 16 * cosf(angle), 32 + 16 * sinf(angle)};
        const sidle_range range = {.most = 3, .least = k % 2 ? 1.0f : 0.0f};
        if (k % 4)
            assert_ok(sidle_unit_approach_point(world, u, goal, &range));
        else
            assert_ok(sidle_unit_go(world, u, goal));
        run(world, 16 / p.top_speed + 8);
        sidle_unit_state s = state_of(world, u);
        if (!s.arrived)
            fail_msg("start %d: at %.2f,%.2f, stuck %d", k, (double)s.position.x,
                     (double)s.position.y, s.stuck);
        sidle_world_destroy(world);
    }
}

/* The target has come from far away since the unit got its order, and stands behind two enemies
 * between which the unit does not fit. The host is silent. */
static void goes_round_to_one_from_afar(dice *d, bool ranged) {
    sidle_world *world = open_world(64, 64);
    sidle_profile p = sidle_profile_of(roll_between(d, 0.3f, 1.2f), roll_between(d, 1, 4)), q = p;
    q.radius = roll_between(d, 0.5f, 1.6f);
    sidle_profile_id of_guards = profile_in(world, &q);
    float off = q.radius + roll_between(d, 0.3f, 0.9f) * p.radius, y = roll_between(d, 31, 33);
    sidle_unit_id unit = unit_of(world, profile_in(world, &p), 24, 32);
    sidle_unit_id target = unit_in_team(world, (sidle_profile_id){0}, 1, 60, 4);
    for (float side = -1; side <= 1; side += 2)
        assert_ok(sidle_unit_hold(world, unit_in_team(world, of_guards, 1, 29, 32 + side * off)));
    assert_ok(sidle_unit_set_speed_factor(world, unit, 0));
    const sidle_range range = {.most = 2};
    assert_ok(ranged ? sidle_unit_approach(world, unit, target, &range)
                     : sidle_unit_pursue(world, unit, target));
    assert_ok(sidle_unit_go(world, target, (sidle_vec2){37, y}));
    await_event(world, SIDLE_EVENT_ARRIVED, target, 60);
    assert_ok(sidle_unit_hold(world, target));
    assert_ok(sidle_unit_set_speed_factor(world, unit, 1));
    for (int tick = 0; tick < 60 * 30 && !state_of(world, unit).arrived; tick++)
        assert_ok(sidle_world_step(world, TICK));
    if (!state_of(world, unit).arrived)
        fail_msg("radius %g beside %g, ranged %d: the unit stands at %g,%g", (double)p.radius,
                 (double)q.radius, ranged, (double)state_of(world, unit).position.x,
                 (double)state_of(world, unit).position.y);
    sidle_world_destroy(world);
}

TEST(a_unit_goes_round_to_a_target_that_has_come_from_afar) {
    dice d = {7};
    for (int k = 0; k < 40; k++) goes_round_to_one_from_afar(&d, k % 2);
}

/* A friend attacks in the door through which the path of the host leads, and stays there; it or its
 * prey may stand on the waypoint behind the door. Those behind it have targets of their own, and
 * take the other door, which they see. Returns how many do not come there. */
static uint32_t kept_behind_a_fight(dice *d, bool ranged) {
    enum { BEHIND = 3 };
    const sidle_range range = {.most = 2};
    uint32_t wide = 1 + roll(d, 2), kept = 0;
    float y = 19 + 0.5f * (float)wide;
    const sidle_vec2 path[] = {{16, y}, {roll_between(d, 20, 24), y}};
    sidle_world *world = open_world(48, 40);
    assert_ok(sidle_world_set_cells(world, 18, 0, 1, 40, SIDLE_TERRAIN_VOID));
    assert_ok(sidle_world_set_cells(world, 18, 19, 1, wide, SIDLE_TERRAIN_GROUND));
    assert_ok(sidle_world_set_cells(world, 18, 24, 1, 3, SIDLE_TERRAIN_GROUND));
    float radius = (float)wide * roll_between(d, 0.3f, 0.48f);
    sidle_profile p = sidle_profile_of(radius, roll_between(d, 1, 4));
    sidle_profile_id kind = profile_in(world, &p);
    sidle_unit_id units[BEHIND], prey = unit_in_team(world, kind, 1, 18.5f + 2 * radius, y);
    assert_ok(sidle_unit_hold(world, prey));
    assert_ok(sidle_unit_pursue(world, unit_of(world, kind, 18.4f, y), prey));
    run(world, 4);
    for (int k = 0; k < BEHIND; k++) {
        sidle_unit_id target =
            unit_in_team(world, kind, 1, roll_between(d, 22, 34), roll_between(d, 12, 28));
        assert_ok(sidle_unit_hold(world, target));
        units[k] = unit_of(world, kind, 13 - 2 * (float)k, roll_between(d, 18, 22));
        assert_ok(ranged ? sidle_unit_approach(world, units[k], target, &range)
                         : sidle_unit_pursue(world, units[k], target));
        assert_ok(sidle_unit_set_path(world, units[k], path, 2));
    }
    run(world, 90);
    for (int k = 0; k < BEHIND; k++) kept += !state_of(world, units[k]).arrived;
    sidle_world_destroy(world);
    return kept;
}

TEST(a_fight_in_a_door_keeps_nobody_whose_target_is_elsewhere) {
    dice d = {11};
    uint32_t kept = 0;
    for (int k = 0; k < 60; k++) kept += kept_behind_a_fight(&d, k % 2);
    if (kept) fail_msg("%u of 180 units stay behind the fight", kept);
}

TESTS_OF(way_round)
