/* Hold, patrol and wander; vehicles; orders of all kinds in one world. */
#include "measures.h"

/* ---- hold and patrol ---- */

TEST(a_unit_that_holds_stands_at_once_and_lets_nobody_by) {
    sidle_world *world = open_world(40, 20);
    sidle_unit_id first = unit_at(world, 10, 10), second = unit_at(world, 6, 10);
    sidle_vec2 goal = {20, 10};
    assert_ok(sidle_unit_go(world, first, goal));
    run(world, 10);
    assert_true(state_of(world, first).arrived);
    sidle_vec2 place = state_of(world, first).position;
    assert_ok(sidle_unit_hold(world, first));
    assert_ok(sidle_unit_go(world, second, goal));
    run(world, 12);
    sidle_unit_state s = state_of(world, first);
    assert_int_equal(s.order, SIDLE_ORDER_HOLD);
    assert_true(!s.arrived && !s.under_way && distance(s.position, place) == 0);
    assert_true(state_of(world, second).arrived);
    sidle_world_destroy(world);
}

TEST(a_patrol_goes_to_and_fro_and_tells_of_each_point) {
    sidle_world *world = open_world(40, 20);
    sidle_unit_id id = unit_at(world, 5, 10);
    sidle_vec2 far = {15, 10}, home = {5, 10};
    assert_ok(sidle_unit_patrol(world, id, &far, 1));
    for (int round = 0; round < 3; round++) {
        sidle_event there = await_event(world, SIDLE_EVENT_WAYPOINT, id, 8);
        assert_true(distance(there.point, far) < 1e-4f);
        assert_true(distance(state_of(world, id).position, far) < 0.51f);
        sidle_event back = await_event(world, SIDLE_EVENT_WAYPOINT, id, 8);
        assert_true(distance(back.point, home) < 1e-4f);
    }
    assert_int_equal(state_of(world, id).order, SIDLE_ORDER_PATROL);
    sidle_world_destroy(world);
}

TEST(a_patrol_asks_for_a_path_to_a_point_out_of_sight) {
    sidle_world *world = open_world(40, 20);
    assert_ok(sidle_world_set_cells(world, 10, 4, 2, 12, SIDLE_TERRAIN_TREES));
    sidle_unit_id id = unit_at(world, 5, 10);
    sidle_vec2 points[] = {{5, 3}, {20, 10}}, around[] = {{9, 2}, {13, 2}};
    assert_ok(sidle_unit_patrol(world, id, points, 2));
    await_event(world, SIDLE_EVENT_PATH_WANTED, id, 8);
    assert_true(distance(state_of(world, id).goal, points[1]) < 1e-4f);
    assert_ok(sidle_unit_set_path(world, id, around, 2));
    for (int k = 0; k < 3; k++) await_event(world, SIDLE_EVENT_WAYPOINT, id, 12);
    assert_true(distance(state_of(world, id).position, points[1]) < 0.51f);
    sidle_world_destroy(world);
}

/* ---- wander ---- */

/* In each ten seconds a unit is once half a u and more from where it was at their beginning. */
TEST(a_wanderer_stays_in_its_area_and_is_never_long_at_one_place) {
    sidle_world *world = open_world(60, 60);
    assert_ok(sidle_world_set_cells(world, 28, 28, 3, 3, SIDLE_TERRAIN_TREES));
    sidle_unit_id ids[12];
    sidle_vec2 centre = {30, 34}, before[12];
    float moved[12] = {0}; /* u, at most since then */
    for (int k = 0; k < 12; k++) {
        before[k] = (sidle_vec2){24 + (float)(k % 6) * 2, 33 + (float)(k / 6) * 2};
        ids[k] = unit_at(world, before[k].x, before[k].y);
        assert_ok(sidle_unit_wander(world, ids[k], centre, 10));
    }
    float farthest = 0;
    for (int second = 0; second < 120; second++) {
        run(world, 1);
        for (int k = 0; k < 12; k++) {
            sidle_vec2 p = state_of(world, ids[k]).position;
            farthest = fmaxf(farthest, distance(p, centre));
            moved[k] = fmaxf(moved[k], distance(p, before[k]));
            if (second % 10 == 9) {
                assert_true(moved[k] > 0.5f);
                before[k] = p;
                moved[k] = 0;
            }
            assert_true(speed_of(world, ids[k]) < 1.01f);
        }
    }
    print_message("at most %.2f u from the centre\n", (double)farthest);
    assert_true(farthest < 11);
    sidle_world_destroy(world);
}

/* ---- what goes wrong easily ---- */

/* From inside the area, and from far away: it comes back first. */
TEST(a_small_area_is_wandered_about_too) {
    static const float RANGES[] = {1, 2, 4, 6};
    for (int r = 0; r < 4; r++) {
        sidle_world *world = open_world(60, 30);
        sidle_vec2 centre = {15, 15}, heading = {1, 0};
        sidle_unit_id id = unit_at(world, r % 2 ? 55 : 15, 15);
        assert_ok(sidle_unit_wander(world, id, centre, RANGES[r]));
        if (r % 2) run(world, 60);
        float farthest = 0, turned = 0;
        for (int tick = 0; tick < 60 * 30; tick++) {
            assert_ok(sidle_world_step(world, TICK));
            sidle_unit_state s = state_of(world, id);
            farthest = fmaxf(farthest, distance(s.position, centre));
            turned += acosf(fminf(s.heading.x * heading.x + s.heading.y * heading.y, 1));
            heading = s.heading;
        }
        print_message("range %.0f: %.2f u from the centre, %.0f deg/s\n", (double)RANGES[r],
                      (double)farthest, (double)turned * 57.3 / 60);
        assert_true(farthest > 0.35f * RANGES[r] && farthest < 1.1f * RANGES[r]);
        assert_true(turned * 57.3f / 60 < 200);
        sidle_world_destroy(world);
    }
}

/* ---- the order of units ---- */

enum { MIXED = 80 };

static sidle_world *mixed_orders(uint64_t seed, bool reversed, sidle_unit_id ids[MIXED]) {
    dice d = {seed};
    sidle_world *world = open_world(60, 40);
    wall_with_door(world, 30, 2, 18, 4, SIDLE_TERRAIN_TREES);
    sidle_profile p = sidle_profile_default();
    p.queue = 1;
    p.reverse = 0.5f;
    p.turn_rate = 90;
    sidle_profile_id profile = profile_in(world, &p);
    sidle_vec2 places[MIXED], goals[MIXED];
    uint32_t kinds[MIXED], others[MIXED];
    for (int k = 0; k < MIXED; k++) {
        places[k] = (sidle_vec2){1.5f + 2.6f * (float)(k % 10), 2 + 4.6f * (float)(k / 10)};
        goals[k] = (sidle_vec2){roll_between(&d, 34, 58), roll_between(&d, 2, 38)};
        kinds[k] = roll(&d, 8);
        others[k] = (uint32_t)((k + 1 + (int)roll(&d, MIXED - 1)) % MIXED);
    }
    for (int n = 0; n < MIXED; n++) {
        int k = reversed ? MIXED - 1 - n : n;
        ids[k] = unit_ranked(world, k % 2 ? profile : (sidle_profile_id){0}, places[k].x,
                             places[k].y, 1 + (uint32_t)k);
    }
    for (int k = 0; k < MIXED; k++) {
        sidle_unit_id id = ids[k], other = ids[others[k]];
        switch (kinds[k]) {
        case 0: assert_ok(sidle_unit_pursue(world, id, other)); break;
        case 1: assert_ok(sidle_unit_follow(world, id, other)); break;
        case 2: assert_ok(sidle_unit_evade(world, id, other)); break;
        case 3: assert_ok(sidle_unit_wander(world, id, places[k], 6)); break;
        case 4: assert_ok(sidle_unit_patrol(world, id, &goals[k], 1)); break;
        case 5: assert_ok(sidle_unit_flee(world, id, (sidle_vec2){10, 20})); break;
        default: assert_ok(sidle_unit_go(world, id, goals[k])); break;
        }
        sidle_vec2 door[] = {{28, 20}, {34, 20}};
        if (kinds[k] == 4 || kinds[k] > 5) assert_ok(sidle_unit_set_path(world, id, door, 2));
    }
    return world;
}

TEST(nothing_depends_on_the_order_of_creation_whatever_the_orders) {
    for (uint64_t seed = 1; seed <= 4; seed++) {
        sidle_unit_id a[MIXED], b[MIXED];
        sidle_world *one = mixed_orders(seed, false, a), *two = mixed_orders(seed, true, b);
        for (int tick = 0; tick < 600; tick++) {
            if (tick == 200) {
                assert_ok(sidle_unit_destroy(one, a[7]));
                assert_ok(sidle_unit_destroy(two, b[7]));
            }
            assert_ok(sidle_world_step(one, TICK));
            assert_ok(sidle_world_step(two, TICK));
        }
        for (int k = 0; k < MIXED; k++) {
            if (k == 7) continue;
            sidle_unit_state s = state_of(one, a[k]), t = state_of(two, b[k]);
            assert_true(s.position.x == t.position.x && s.position.y == t.position.y);
            assert_true(s.velocity.x == t.velocity.x && s.velocity.y == t.velocity.y);
            assert_int_equal(s.decision, t.decision);
            assert_int_equal(s.order, t.order);
        }
        sidle_world_destroy(one);
        sidle_world_destroy(two);
    }
}

/* The same on every machine and compiler; a change of behaviour changes it knowingly. */
TEST(orders_of_all_kinds_end_in_the_committed_hash) {
    sidle_unit_id ids[MIXED];
    sidle_world *world = mixed_orders(1, false, ids);
    run(world, 20);
    char hash[17];
    snprintf(hash, sizeof hash, "%016llx", (unsigned long long)sidle_world_hash(world));
    assert_string_equal(hash, "00df9ddcb8a951ae");
    sidle_world_destroy(world);
}

/* ---- bad input ---- */

TEST(bad_orders_are_refused_and_change_nothing) {
    sidle_world *world = open_world(40, 20);
    sidle_unit_id id = unit_at(world, 10, 10), none = {0, 0};
    sidle_vec2 out = {-1, 5}, in = {5, 5}, nan_point = {NAN, 5};
    assert_ok(sidle_unit_go(world, id, in));
    uint64_t hash = sidle_world_hash(world);
    assert_int_equal(sidle_unit_hold(world, none), SIDLE_ERROR_STALE);
    assert_int_equal(sidle_unit_patrol(world, id, &out, 1), SIDLE_ERROR_ARGUMENT);
    assert_int_equal(sidle_unit_patrol(world, id, &nan_point, 1), SIDLE_ERROR_NOT_FINITE);
    assert_int_equal(sidle_unit_patrol(world, id, &in, 0), SIDLE_ERROR_ARGUMENT);
    assert_int_equal(sidle_unit_patrol(world, id, NULL, 1), SIDLE_ERROR_ARGUMENT);
    assert_int_equal(sidle_unit_pursue(world, id, none), SIDLE_ERROR_STALE);
    assert_int_equal(sidle_unit_evade(world, id, id), SIDLE_ERROR_ARGUMENT);
    assert_int_equal(sidle_unit_flee(world, id, out), SIDLE_ERROR_ARGUMENT);
    assert_int_equal(sidle_unit_flee(world, id, nan_point), SIDLE_ERROR_NOT_FINITE);
    assert_int_equal(sidle_unit_wander(world, id, in, 0), SIDLE_ERROR_ARGUMENT);
    assert_int_equal(sidle_unit_wander(world, id, in, NAN), SIDLE_ERROR_NOT_FINITE);
    assert_int_equal(sidle_unit_wander(world, id, out, 3), SIDLE_ERROR_ARGUMENT);
    assert_true(sidle_world_hash(world) == hash);
    sidle_world_destroy(world);
}

/* ---- vehicles ---- */

/* s to drive through random points, and turns of the heading, for a profile. */
static void tour(float turn_rate, float reverse, float *seconds, float *turned) {
    sidle_world *world = open_world(60, 60);
    sidle_profile p = sidle_profile_default();
    p.top_speed = 6;
    p.acceleration = 4;
    p.turn_rate = turn_rate;
    p.reverse = reverse;
    sidle_unit_id id = unit_of(world, profile_in(world, &p), 30, 30);
    dice d = {11};
    *seconds = *turned = 0;
    for (int leg = 0; leg < 40; leg++) {
        sidle_vec2 from = state_of(world, id).position, heading = state_of(world, id).heading;
        float reach = leg % 2 ? 3 : 20;
        sidle_vec2 goal = {fminf(fmaxf(from.x + roll_between(&d, -reach, reach), 1), 59),
                           fminf(fmaxf(from.y + roll_between(&d, -reach, reach), 1), 59)};
        assert_ok(sidle_unit_go(world, id, goal));
        float turns = 0, time = 0;
        while (!state_of(world, id).arrived) {
            assert_ok(sidle_world_step(world, TICK));
            sidle_vec2 now = state_of(world, id).heading;
            turns += acosf(fminf(fmaxf(now.x * heading.x + now.y * heading.y, -1), 1));
            heading = now;
            time += TICK;
            assert_true(time < 3 * distance(from, goal) / 6 + 4 + 400 / turn_rate);
        }
        assert_true(turns < 4.0f); /* rad: a unit that orbits turns more than once round */
        *seconds += time;
        *turned += turns;
    }
    sidle_world_destroy(world);
}

TEST(vehicles_never_orbit_and_reverse_where_they_may) {
    for (float rate = 20; rate <= 180; rate *= 3) {
        float seconds, turned, backing, backing_turned;
        tour(rate, 0, &seconds, &turned);
        tour(rate, 0.5f, &backing, &backing_turned);
        print_message("%3.0f deg/s: %.0f s, with reverse gear %.0f s\n", (double)rate,
                      (double)seconds, (double)backing);
        assert_true(backing < seconds && backing_turned < turned);
    }
}

TEST(a_reversing_unit_keeps_its_heading_to_a_near_point_behind) {
    sidle_world *world = open_world(40, 20);
    sidle_profile p = sidle_profile_default();
    p.turn_rate = 45;
    p.reverse = 0.5f;
    sidle_unit_id id = unit_of(world, profile_in(world, &p), 20, 10);
    assert_ok(sidle_unit_go(world, id, (sidle_vec2){18, 10}));
    run(world, 3.5f);
    sidle_unit_state s = state_of(world, id);
    assert_true(s.arrived && s.heading.x > 0.99f);
    sidle_world_destroy(world);
}

TESTS_OF(orders)
