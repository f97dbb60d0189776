/* A unit is changed and lives on: profile, team, heading, rank, user data, speed. A refused change
 * leaves the world as it was. */
#include "measures.h"
#include "support.h"

#include <math.h>

/* ---- all fields ---- */

TEST(a_unit_under_way_keeps_its_order_with_other_fields) {
    sidle_world *world = open_world(32, 16);
    sidle_unit_id id = unit_at(world, 4, 8), other = unit_at(world, 4, 12);
    assert_ok(sidle_unit_go(world, id, (sidle_vec2){28, 8}));
    run(world, 1);
    sidle_profile_id kind = profile_of_radius(world, 0.8f);
    assert_ok(sidle_unit_set_profile(world, id, kind));
    assert_ok(sidle_unit_set_team(world, id, 7));
    assert_ok(sidle_unit_set_heading(world, id, (sidle_vec2){0, 3}));
    assert_ok(sidle_unit_set_rank(world, id, 50));
    assert_ok(sidle_unit_set_user(world, id, 99));
    assert_ok(sidle_unit_set_speed_factor(world, id, 2));
    sidle_unit_state s = state_of(world, id);
    assert_int_equal(s.profile.index, kind.index);
    assert_float_equal(s.radius, 0.8f, 0);
    assert_int_equal(s.team, 7);
    assert_float_equal(s.heading.y, 1, 1e-6f);
    assert_int_equal(s.rank, 50);
    assert_int_equal(s.user, 99);
    assert_float_equal(s.speed_factor, 2, 0);
    assert_int_equal(s.order, SIDLE_ORDER_GO);
    assert_true(s.under_way);
    run_valid(world, 2);
    s = state_of(world, id);
    assert_float_equal(speed_of(world, id), 4, 1e-3f);
    /* The old rank is free, the new one is taken. */
    assert_ok(sidle_unit_set_rank(world, other, 1));
    assert_int_equal(sidle_unit_set_rank(world, other, 50), SIDLE_ERROR_RANK);
    await_event(world, SIDLE_EVENT_ARRIVED, id, 10);
    sidle_world_destroy(world);
}

TEST(a_refused_call_leaves_the_world_as_it_was) {
    sidle_world *world = world_of("........\n"
                                  "........\n"
                                  "####.###\n"
                                  "........\n");
    sidle_unit_id id = unit_at(world, 4.5f, 2.5f), other = unit_at(world, 1, 1);
    sidle_profile_id large = profile_of_radius(world, 1), none = {40};
    assert_ok(sidle_world_step(world, TICK));
    uint64_t before = sidle_world_hash(world);
    uint32_t taken = state_of(world, other).rank;
    /* In the gap there is no room for the large one. */
    assert_int_equal(sidle_unit_set_profile(world, id, large), SIDLE_ERROR_NO_ROOM);
    assert_int_equal(sidle_unit_set_profile(world, id, none), SIDLE_ERROR_STALE);
    assert_int_equal(sidle_unit_set_heading(world, id, (sidle_vec2){0, 0}), SIDLE_ERROR_ARGUMENT);
    assert_int_equal(sidle_unit_set_heading(world, id, (sidle_vec2){NAN, 0}),
                     SIDLE_ERROR_NOT_FINITE);
    assert_int_equal(sidle_unit_set_speed_factor(world, id, -0.1f), SIDLE_ERROR_ARGUMENT);
    assert_int_equal(sidle_unit_set_speed_factor(world, id, SIDLE_MAX_SPEED_FACTOR + 0.1f),
                     SIDLE_ERROR_ARGUMENT);
    assert_int_equal(sidle_unit_set_speed_factor(world, id, INFINITY), SIDLE_ERROR_NOT_FINITE);
    assert_int_equal(sidle_unit_set_rank(world, id, taken), SIDLE_ERROR_RANK);
    assert_int_equal(sidle_unit_set_team(world, NOBODY, 1), SIDLE_ERROR_STALE);
    assert_int_equal(sidle_unit_set_user(world, NOBODY, 1), SIDLE_ERROR_STALE);
    assert_int_equal(sidle_unit_set_ghost(NULL, id, true), SIDLE_ERROR_ARGUMENT);
    assert_true(sidle_world_hash(world) == before);
    assert_ok(sidle_unit_set_team(world, id, 5));
    assert_true(sidle_world_hash(world) != before);
    sidle_world_destroy(world);
}

/* ---- profile ---- */

TEST(units_see_and_meet_the_new_size_at_once) {
    sidle_world *world = open_world(24, 12);
    sidle_unit_id big = unit_at(world, 12, 6), walker = unit_at(world, 9, 6.1f);
    run(world, 0.5f);
    assert_ok(sidle_unit_hold(world, big));
    assert_ok(sidle_unit_go(world, walker, (sidle_vec2){20, 6}));
    assert_ok(sidle_unit_set_profile(world, big, profile_of_radius(world, 2)));
    float nearest = 100;
    for (int k = 0; k < 300; k++) {
        run_valid(world, TICK * 1.01f);
        nearest = fminf(nearest, apart(world, big, walker));
    }
    assert_true(nearest > 2.45f);
    assert_true(state_of(world, walker).arrived);
    sidle_world_destroy(world);
}

/* ---- many profiles, released ones ---- */

TEST(the_number_of_profiles_has_an_end) {
    sidle_world *world = open_world(4, 4);
    sidle_profile p = sidle_profile_default();
    sidle_profile_id id;
    for (int k = 1; k < SIDLE_MAX_PROFILES; k++) assert_ok(sidle_profile_add(world, &p, &id));
    assert_int_equal(sidle_profile_add(world, &p, &id), SIDLE_ERROR_LIMIT);
    assert_ok(sidle_profile_release(world, (sidle_profile_id){7}));
    assert_ok(sidle_profile_add(world, &p, &id));
    assert_int_equal(sidle_profile_add(world, &p, &id), SIDLE_ERROR_LIMIT);
    sidle_world_destroy(world);
}

TEST(a_released_profile_is_stale_for_good) {
    sidle_world *world = open_world(16, 16);
    sidle_profile p = sidle_profile_default(), read;
    p.radius = 1;
    sidle_profile_id kind = profile_in(world, &p), spare = profile_in(world, &p);
    sidle_unit_id id = unit_of(world, kind, 8, 8);
    uint64_t before = sidle_world_hash(world);
    assert_int_equal(sidle_profile_release(world, kind), SIDLE_ERROR_IN_USE);
    assert_int_equal(sidle_profile_release(world, (sidle_profile_id){0}), SIDLE_ERROR_IN_USE);
    assert_int_equal(sidle_profile_release(world, (sidle_profile_id){9}), SIDLE_ERROR_STALE);
    assert_int_equal(sidle_profile_release(NULL, kind), SIDLE_ERROR_ARGUMENT);
    assert_int_equal(sidle_profile_set(NULL, kind, &p), SIDLE_ERROR_ARGUMENT);
    assert_int_equal(sidle_profile_set(world, kind, NULL), SIDLE_ERROR_ARGUMENT);
    assert_true(sidle_world_hash(world) == before);
    assert_ok(sidle_unit_set_profile(world, id, spare));
    assert_ok(sidle_profile_release(world, kind));
    assert_null(sidle_world_validate(world));
    p.radius = 2;
    sidle_unit_def def = sidle_unit_def_default();
    sidle_unit_id none;
    def.profile = kind;
    def.position = (sidle_vec2){2, 2};
    for (int reused = 0; reused < 2; reused++) {
        assert_int_equal(sidle_profile_release(world, kind), SIDLE_ERROR_STALE);
        assert_int_equal(sidle_profile_get(world, kind, &read), SIDLE_ERROR_STALE);
        assert_int_equal(sidle_profile_set(world, kind, &p), SIDLE_ERROR_STALE);
        assert_int_equal(sidle_unit_create(world, &def, &none), SIDLE_ERROR_STALE);
        assert_int_equal(sidle_unit_set_profile(world, id, kind), SIDLE_ERROR_STALE);
        assert_false(sidle_world_fits(world, kind, def.position));
        assert_false(sidle_world_line_fits(world, kind, def.position, def.position));
        if (reused) break;
        sidle_profile_id next = profile_in(world, &p);
        assert_int_not_equal(next.index, kind.index);
        assert_ok(sidle_unit_set_profile(world, id, next));
        assert_float_equal(state_of(world, id).radius, 2, 0);
        assert_int_equal(state_of(world, id).profile.index, next.index);
    }
    assert_ok(sidle_profile_get(world, spare, &read));
    assert_float_equal(read.radius, 1, 0);
    sidle_world_destroy(world);
}

/* ---- speed ---- */

TEST(a_factor_is_the_top_speed_times_it) {
    /* The same walk round others, by the factor and by the profile. */
    const float factors[] = {0.5f, 1, 1.5f, 3};
    for (int n = 0; n < 4; n++) {
        sidle_unit_id walkers[2];
        sidle_world *worlds[2];
        for (int k = 0; k < 2; k++) {
            sidle_world *world = worlds[k] = open_world(32, 16);
            sidle_profile p = sidle_profile_default();
            if (k) p.top_speed *= factors[n];
            sidle_profile_id kind = profile_in(world, &p);
            walkers[k] = unit_of(world, kind, 3, 8);
            for (int y = 0; y < 3; y++)
                assert_ok(sidle_unit_hold(world, unit_at(world, 12, 7 + (float)y)));
            sidle_unit_id crosses = unit_at(world, 18, 2);
            assert_ok(sidle_unit_go(world, crosses, (sidle_vec2){18, 14}));
            if (!k) assert_ok(sidle_unit_set_speed_factor(world, walkers[k], factors[n]));
            assert_ok(sidle_unit_go(world, walkers[k], (sidle_vec2){28, 8}));
        }
        for (int k = 0; k < 1200; k++) {
            for (int w = 0; w < 2; w++) assert_ok(sidle_world_step(worlds[w], TICK));
            sidle_unit_state a = state_of(worlds[0], walkers[0]);
            sidle_unit_state b = state_of(worlds[1], walkers[1]);
            assert_memory_equal(&a.position, &b.position, sizeof a.position);
            assert_memory_equal(&a.predicted_velocity, &b.predicted_velocity, sizeof a.position);
            assert_int_equal(a.decision, b.decision);
        }
        assert_true(state_of(worlds[0], walkers[0]).arrived);
        for (int k = 0; k < 2; k++) sidle_world_destroy(worlds[k]);
    }
}

TEST(a_stunned_unit_stands_under_its_order) {
    sidle_world *world = open_world(32, 8);
    sidle_unit_id id = unit_at(world, 4, 4);
    assert_ok(sidle_unit_go(world, id, (sidle_vec2){28, 4}));
    run(world, 2);
    assert_ok(sidle_unit_set_speed_factor(world, id, 0));
    run_valid(world, 1);
    sidle_unit_state s = state_of(world, id);
    assert_float_equal(s.velocity.x, 0, 0);
    assert_float_equal(s.predicted_velocity.x, 0, 0);
    assert_int_equal(s.decision, SIDLE_DECISION_WAIT);
    assert_true(s.under_way && s.order == SIDLE_ORDER_GO);
    float stood = s.position.x;
    for (int k = 0; k < 60 * 30; k++) {
        assert_ok(sidle_world_step(world, TICK));
        uint32_t count;
        sidle_world_events(world, &count);
        assert_int_equal(count, 0); /* it asks for nothing */
    }
    assert_float_equal(state_of(world, id).position.x, stood, 0);
    assert_ok(sidle_unit_set_speed_factor(world, id, 1));
    await_event(world, SIDLE_EVENT_ARRIVED, id, 14);
    sidle_world_destroy(world);
}

/* In a corridor nobody can go round: the one behind does not wait for ever. */
TEST(a_stunned_unit_in_a_corridor_is_passed) {
    sidle_world *world = world_of("####################\n"
                                  "....................\n"
                                  "####################\n");
    sidle_unit_id stunned = unit_at(world, 6, 1.5f), walker = unit_at(world, 3, 1.5f);
    assert_ok(sidle_unit_go(world, stunned, (sidle_vec2){19, 1.5f}));
    assert_ok(sidle_unit_set_speed_factor(world, stunned, 0));
    assert_ok(sidle_unit_go(world, walker, (sidle_vec2){17, 1.5f}));
    await_event(world, SIDLE_EVENT_ARRIVED, walker, 40);
    assert_float_equal(state_of(world, stunned).position.x, 6, 0);
    sidle_world_destroy(world);
}

/* ---- heading ---- */

TEST(a_heading_is_turned_at_rest_and_on_the_way) {
    sidle_world *world = open_world(32, 8);
    sidle_unit_id rests = unit_at(world, 4, 4), drives = unit_at(world, 4, 6);
    assert_ok(sidle_unit_go(world, drives, (sidle_vec2){28, 6}));
    run(world, 1);
    sidle_vec2 up = {0, -2};
    assert_ok(sidle_unit_set_heading(world, rests, up));
    assert_ok(sidle_unit_set_heading(world, drives, up));
    sidle_unit_state s = state_of(world, drives);
    assert_float_equal(s.velocity.y, -2, 1e-4f); /* its speed, that way */
    run_valid(world, 0.5f);
    s = state_of(world, rests);
    assert_float_equal(s.heading.y, -1, 0);
    assert_float_equal(s.position.y, 4, 0);
    await_event(world, SIDLE_EVENT_ARRIVED, drives, 20);
    sidle_world_destroy(world);
}

/* It goes on above its new top speed until it has braked. Friends that it met at the end of such a
 * tick pushed it out of the map. */
TEST(a_fast_unit_that_becomes_a_slow_one_stays_on_the_map) {
    for (int n = 0; n < 10; n++) {
        sidle_world *world = open_world(64, 64);
        sidle_profile fast = sidle_profile_of(0.5f, 300 + 50 * (float)n);
        fast.acceleration = fast.turn_rate = 100000;
        sidle_profile slow = sidle_profile_of(0.5f, 1);
        slow.acceleration = 0.01f;
        sidle_profile_id racing = profile_in(world, &fast), crawling = profile_in(world, &slow);
        sidle_unit_id racer = unit_at(world, 60, 30);
        assert_ok(sidle_unit_set_profile(world, racer, racing));
        assert_ok(sidle_unit_go(world, racer, (sidle_vec2){1, 30}));
        for (int k = 0; k < 5; k++) { /* under way, so the racer does not stop before them */
            sidle_unit_id friend = unit_at(world, 0.6f, 27.9f + 1.05f * (float)k);
            assert_ok(sidle_unit_set_profile(world, friend, crawling));
            assert_ok(sidle_unit_go(world, friend, (sidle_vec2){0.6f, k % 2 ? 50 : 10}));
        }
        for (int tick = 0; tick < 30; tick++) {
            assert_ok(sidle_world_step(world, 1 / 30.0f));
            assert_null(sidle_world_validate(world));
            if (state_of(world, racer).velocity.x < -100)
                assert_ok(sidle_unit_set_profile(world, racer, crawling));
        }
        sidle_world_destroy(world);
    }
}

TESTS_OF(changes)
