/* A range for orders that have none of their own: how far behind a leader a unit drives, from where
 * a point of a patrol counts, between which distances a danger is fled; and what is refused. */
#include "measures.h"

/* ---- follow, patrol, flee, evade ---- */

/* A follower, and a unit that approaches its leader, keep up evenly. */
TEST(each_follower_keeps_its_own_distance) {
    const sidle_range ranges[] = {{0.5f, 0, 0}, {2, 0, 0}, {6, 0, 0}, {3, 2, 0}};
    for (int k = 0; k < 4; k++) {
        sidle_world *world = open_world(64, 16);
        sidle_unit_id leader = unit_at(world, 12, 8), id = unit_at(world, 4, 8);
        if (k < 3) assert_ok(sidle_unit_follow(world, id, leader));
        if (k < 3) assert_ok(sidle_unit_set_range(world, id, &ranges[k]));
        if (k == 3) assert_ok(sidle_unit_approach(world, id, leader, &ranges[k]));
        assert_ok(sidle_unit_set_speed_factor(world, leader, 0.5f));
        assert_ok(sidle_unit_go(world, leader, (sidle_vec2){50, 8}));
        run_valid(world, 15);
        for (int tick = 0; tick < 300; tick++) {
            step_valid(world);
            assert_true(fabsf(gap(world, id, leader) - ranges[k].most) < (k < 3 ? 0.5f : 0.7f));
            assert_true(k < 3 || fabsf(speed_of(world, id) - 1) < 0.1f);
        }
        run_valid(world, 20);
        assert_int_equal(state_of(world, id).order,
                         k < 3 ? SIDLE_ORDER_FOLLOW : SIDLE_ORDER_APPROACH);
        assert_true(fabsf(gap(world, id, leader) - ranges[k].most) < (k < 3 ? 0.2f : 0.7f));
        sidle_world_destroy(world);
    }
}

/* Behind the leader is a wall: the follower comes no nearer than it may. */
TEST(a_follower_comes_no_nearer_than_the_least) {
    sidle_world *world = open_world(32, 16);
    sidle_unit_id leader = unit_at(world, 1, 8), follower = unit_at(world, 12, 8);
    sidle_vec2 before = state_of(world, follower).position;
    assert_ok(sidle_unit_follow(world, follower, leader));
    assert_ok(sidle_unit_set_range(world, follower, &(sidle_range){6, 2, 0}));
    run_valid(world, 10);
    assert_true(gap(world, follower, leader) >= 2);
    assert_true(fabsf(state_of(world, follower).position.x - before.x) < 2);
    assert_ok(sidle_unit_set_range(world, follower, &(sidle_range){0, 0, 0}));
    assert_ok(sidle_unit_set_heading(world, leader, (sidle_vec2){-1, 0}));
    run_valid(world, 10);
    assert_true(gap(world, follower, leader) < 0.3f);
    sidle_world_destroy(world);
}

TEST(points_of_a_patrol_count_from_afar) {
    sidle_world *world = open_world(48, 16);
    sidle_unit_id id = unit_at(world, 20, 8);
    const sidle_vec2 points[] = {{40, 8}, {8, 8}};
    assert_ok(sidle_unit_patrol(world, id, points, 2));
    assert_ok(sidle_unit_set_range(world, id, &(sidle_range){.most = 6}));
    for (int round = 0; round < 4; round++) {
        sidle_event e = await_event(world, SIDLE_EVENT_WAYPOINT, id, 30);
        assert_true(e.point.x == points[round % 2].x);
        assert_true(fabsf(gap_to(world, id, e.point) - 6) < 0.2f);
        assert_int_equal(state_of(world, id).order, SIDLE_ORDER_PATROL);
    }
    sidle_world_destroy(world);
}

TEST(a_point_behind_a_wall_counts_once_it_is_seen) {
    for (int sees = 0; sees < 2; sees++) {
        sidle_world *world = open_world(26, 8);
        assert_ok(sidle_world_set_cells(world, 12, 2, 2, 6, SIDLE_TERRAIN_VOID));
        sidle_unit_id id = unit_at(world, 4, 6);
        const sidle_vec2 points[] = {{15, 6}, {4, 6}}, way[] = {{11, 1}, {15, 1}};
        assert_ok(sidle_unit_patrol(world, id, points, 2));
        assert_ok(sidle_unit_set_path(world, id, way, 2));
        sidle_range range = {7, 0, sees ? SIDLE_PASS(SIDLE_TERRAIN_GROUND) : 0};
        assert_ok(sidle_unit_set_range(world, id, &range));
        sidle_event e = {0};
        while (e.type != SIDLE_EVENT_WAYPOINT || e.point.x != 15 || e.point.y != 6)
            e = await_event(world, SIDLE_EVENT_WAYPOINT, id, 30);
        float x = state_of(world, id).position.x;
        assert_true(sees ? x > 12 : x < 12);
        sidle_world_destroy(world);
    }
}

TEST(a_danger_is_fled_between_both_distances) {
    for (int evades = 0; evades < 2; evades++) {
        sidle_world *world = open_world(64, 32);
        sidle_unit_id id = unit_at(world, 20, 16), hunter = unit_at(world, 4, 4);
        sidle_vec2 danger = {16, 16};
        assert_ok(sidle_unit_teleport(world, hunter, danger));
        if (evades)
            assert_ok(sidle_unit_evade(world, id, hunter));
        else
            assert_ok(sidle_unit_flee(world, id, danger));
        assert_ok(sidle_unit_set_range(world, id, &(sidle_range){12, 2, 0}));
        sidle_vec2 before = state_of(world, id).position;
        run_valid(world, 2);
        sidle_unit_state s = state_of(world, id);
        assert_memory_equal(&s.position, &before, sizeof before); /* 3.5 u away, or 3: far enough */
        assert_int_equal(s.order, evades ? SIDLE_ORDER_EVADE : SIDLE_ORDER_NONE);
        if (evades)
            assert_ok(sidle_unit_teleport(world, hunter, (sidle_vec2){17.5f, 16}));
        else
            assert_ok(sidle_unit_flee(world, id, (sidle_vec2){17.5f, 16}));
        assert_ok(sidle_unit_set_range(world, id, &(sidle_range){12, 2, 0}));
        run_valid(world, 15);
        float left = evades ? gap(world, id, hunter) : gap_to(world, id, (sidle_vec2){17.5f, 16});
        assert_true(left >= 12 && left < 13);
        assert_false(state_of(world, id).under_way);
        sidle_world_destroy(world);
    }
}

/* ---- what is refused, and what is forgotten ---- */

static void assert_refused(sidle_world *world, sidle_unit_id id, const sidle_range *range,
                           sidle_result result) {
    uint64_t before = sidle_world_hash(world);
    assert_int_equal(sidle_unit_set_range(world, id, range), result);
    assert_true(sidle_world_hash(world) == before);
}

TEST(bad_ranges_are_refused_by_each_call) {
    sidle_world *world = open_world(16, 16);
    sidle_unit_id id = unit_at(world, 4, 8), other = unit_at(world, 8, 8);
    sidle_vec2 point = {8, 8};
    const struct {
        sidle_range range;
        sidle_result result;
    } BAD[] = {{{NAN, 0, 0}, SIDLE_ERROR_NOT_FINITE},
               {{1, INFINITY, 0}, SIDLE_ERROR_NOT_FINITE},
               {{1, 2, 0}, SIDLE_ERROR_ARGUMENT},
               {{1, -1, 0}, SIDLE_ERROR_ARGUMENT},
               {{2 * SIDLE_MAX_EXTENT, 0, 0}, SIDLE_ERROR_ARGUMENT},
               {{1, 0, SIDLE_PASS_ALL + 1}, SIDLE_ERROR_ARGUMENT}};
    const sidle_range good = {1, 0, 0};
    assert_ok(sidle_unit_go(world, id, point));
    uint64_t before = sidle_world_hash(world);
    for (size_t k = 0; k < sizeof BAD / sizeof *BAD; k++) {
        assert_int_equal(sidle_unit_approach(world, id, other, &BAD[k].range), BAD[k].result);
        assert_int_equal(sidle_unit_approach_point(world, id, point, &BAD[k].range), BAD[k].result);
        assert_refused(world, id, &BAD[k].range, BAD[k].result);
    }
    assert_refused(world, id, NULL, SIDLE_ERROR_ARGUMENT);
    assert_refused(world, NOBODY, &good, SIDLE_ERROR_STALE);
    assert_int_equal(sidle_unit_approach(world, id, other, NULL), SIDLE_ERROR_ARGUMENT);
    assert_int_equal(sidle_unit_approach(world, id, id, &good), SIDLE_ERROR_ARGUMENT);
    assert_int_equal(sidle_unit_approach(world, id, NOBODY, &good), SIDLE_ERROR_STALE);
    assert_int_equal(sidle_unit_approach(world, NOBODY, id, &good), SIDLE_ERROR_STALE);
    point.x = -1;
    assert_int_equal(sidle_unit_approach_point(world, id, point, &good), SIDLE_ERROR_ARGUMENT);
    point.x = NAN;
    assert_int_equal(sidle_unit_approach_point(world, id, point, &good), SIDLE_ERROR_NOT_FINITE);
    assert_true(sidle_world_hash(world) == before);
    sidle_world_destroy(world);
}

TEST(a_range_that_does_not_suit_the_order_is_refused) {
    sidle_world *world = open_world(32, 32);
    sidle_unit_id id = unit_at(world, 8, 8), other = unit_at(world, 20, 20);
    const sidle_vec2 point = {24, 8};
    const sidle_range good = {2, 0, 0}, band = {2, 1, 0}, sees = {2, 0, 1};
    assert_refused(world, id, &good, SIDLE_ERROR_NO_ORDER);
    assert_ok(sidle_unit_hold(world, id));
    assert_refused(world, id, &good, SIDLE_ERROR_NO_ORDER);
    assert_ok(sidle_unit_wander(world, id, point, 3));
    assert_refused(world, id, &good, SIDLE_ERROR_NO_ORDER);
    assert_ok(sidle_unit_patrol(world, id, &point, 1));
    assert_refused(world, id, &band, SIDLE_ERROR_ARGUMENT);
    assert_ok(sidle_unit_follow(world, id, other));
    assert_refused(world, id, &sees, SIDLE_ERROR_ARGUMENT);
    assert_ok(sidle_unit_evade(world, id, other));
    assert_refused(world, id, &sees, SIDLE_ERROR_ARGUMENT);
    assert_ok(sidle_unit_flee(world, id, point));
    assert_refused(world, id, &sees, SIDLE_ERROR_ARGUMENT);
    assert_ok(sidle_unit_go(world, id, point));
    assert_ok(sidle_unit_stow(world, id, SIDLE_PURSUERS_LOSE));
    assert_refused(world, id, &good, SIDLE_ERROR_STOWED);
    assert_ok(sidle_unit_unstow(world, id, (sidle_vec2){23, 8}));
    await_event(world, SIDLE_EVENT_ARRIVED, id, 10);
    assert_refused(world, id, &good, SIDLE_ERROR_NO_ORDER);
    sidle_world_destroy(world);
}

/* Each number of a range is in the hash, whatever the order, until the next order. */
TEST(the_hash_holds_the_range_and_a_new_order_forgets_it) {
    for (int kind = 0; kind < 6; kind++) {
        const sidle_range ranges[] = {{4, 0, 0}, {5, 0, 0}, {4, 2, 0}, {4, 0, 1}};
        uint64_t hashes[4], forgot[4];
        int count = kind == 0 ? 4 : 2; /* the others have no band, or no sight */
        for (int k = 0; k < count; k++) {
            sidle_world *world = open_world(32, 32);
            sidle_unit_id id = unit_at(world, 8, 8), other = unit_at(world, 20, 20);
            const sidle_vec2 point = {24, 8};
            for (int again = 0; again < 2; again++) {
                if (kind == 0) assert_ok(sidle_unit_go(world, id, point));
                if (kind == 1) assert_ok(sidle_unit_pursue(world, id, other));
                if (kind == 2) assert_ok(sidle_unit_follow(world, id, other));
                if (kind == 3) assert_ok(sidle_unit_evade(world, id, other));
                if (kind == 4) assert_ok(sidle_unit_flee(world, id, point));
                if (kind == 5) assert_ok(sidle_unit_patrol(world, id, &point, 1));
                if (again) break;
                assert_ok(sidle_unit_set_range(world, id, &ranges[k]));
                hashes[k] = sidle_world_hash(world);
            }
            forgot[k] = sidle_world_hash(world);
            assert_true(forgot[k] == forgot[0]);
            for (int n = 0; n < k; n++) assert_true(hashes[n] != hashes[k]);
            sidle_world_destroy(world);
        }
    }
}

TESTS_OF(ranges_of_orders)
