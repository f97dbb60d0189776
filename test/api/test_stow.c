/* A unit leaves the map and returns with its id, order and history; and a ghost stays, but passes
 * through others. */
#include "measures.h"
#include "support.h"

#include <math.h>

static const sidle_pursuers LOSE = SIDLE_PURSUERS_LOSE, WAIT = SIDLE_PURSUERS_WAIT;

/* ---- off and on ---- */

TEST(a_unit_returns_elsewhere_and_goes_on) {
    sidle_world *world = open_world(32, 16);
    sidle_unit_id id = unit_at(world, 4, 4);
    sidle_vec2 path[] = {{20, 4}, {20, 12}};
    assert_ok(sidle_unit_go(world, id, (sidle_vec2){28, 12}));
    assert_ok(sidle_unit_set_path(world, id, path, 2));
    assert_ok(sidle_unit_set_user(world, id, 77));
    run(world, 2);
    sidle_unit_state before = state_of(world, id);
    assert_ok(sidle_unit_stow(world, id, LOSE));
    run_valid(world, 3);
    sidle_unit_state s = state_of(world, id);
    assert_true(s.stowed && sidle_unit_valid(world, id));
    assert_int_equal(sidle_unit_count(world), 1);
    assert_memory_equal(&s.position, &before.position, sizeof s.position);
    assert_int_equal(s.order, SIDLE_ORDER_GO);
    assert_ok(sidle_unit_unstow(world, id, (sidle_vec2){18, 6}));
    s = state_of(world, id);
    assert_false(s.stowed);
    assert_int_equal(s.rank, before.rank);
    assert_int_equal(s.user, 77);
    assert_int_equal(s.waypoints, 2);
    assert_true(s.under_way);
    await_event(world, SIDLE_EVENT_WAYPOINT, id, 5);
    await_event(world, SIDLE_EVENT_ARRIVED, id, 15);
    sidle_world_destroy(world);
}

TEST(no_unit_sees_or_meets_a_stowed_unit) {
    sidle_world *with = open_world(32, 8), *without = open_world(32, 8);
    sidle_unit_id id = unit_at(with, 16, 4), walker = unit_at(with, 4, 4);
    sidle_unit_id alone = unit_at(without, 4, 4);
    assert_ok(sidle_unit_stow(with, id, LOSE));
    assert_ok(sidle_unit_go(with, walker, (sidle_vec2){28, 4}));
    assert_ok(sidle_unit_go(without, alone, (sidle_vec2){28, 4}));
    for (int k = 0; k < 15 * 30; k++) {
        assert_ok(sidle_world_step(with, TICK));
        assert_ok(sidle_world_step(without, TICK));
        assert_int_equal(state_of(with, walker).decision, state_of(without, alone).decision);
    }
    sidle_unit_state s = state_of(with, walker), o = state_of(without, alone);
    assert_true(s.arrived);
    assert_memory_equal(&s.position, &o.position, sizeof s.position);
    /* A building may go up where it stood, and then it cannot come back there. */
    assert_ok(sidle_world_set_cells(with, 16, 4, 1, 1, SIDLE_TERRAIN_VOID));
    assert_null(sidle_world_validate(with));
    assert_int_equal(sidle_unit_unstow(with, id, (sidle_vec2){16, 4}), SIDLE_ERROR_NO_ROOM);
    assert_ok(sidle_unit_unstow(with, id, (sidle_vec2){14, 4}));
    sidle_world_destroy(with);
    sidle_world_destroy(without);
}

TEST(calls_about_a_stowed_unit_are_refused) {
    sidle_world *world = open_world(32, 8);
    sidle_unit_id id = unit_at(world, 16, 4), other = unit_at(world, 4, 4);
    sidle_vec2 point = {8, 4};
    sidle_why why;
    assert_int_equal(sidle_unit_unstow(world, id, point), SIDLE_ERROR_ARGUMENT);
    assert_int_equal(sidle_unit_stow(world, id, SIDLE_PURSUERS_COUNT), SIDLE_ERROR_ARGUMENT);
    assert_int_equal(sidle_unit_stow(NULL, id, WAIT), SIDLE_ERROR_ARGUMENT);
    assert_int_equal(sidle_unit_stow(world, NOBODY, WAIT), SIDLE_ERROR_STALE);
    assert_ok(sidle_unit_stow(world, id, WAIT));
    uint64_t before = sidle_world_hash(world);
    assert_int_equal(sidle_unit_stow(world, id, WAIT), SIDLE_ERROR_STOWED);
    assert_int_equal(sidle_unit_go(world, id, point), SIDLE_ERROR_STOWED);
    assert_int_equal(sidle_unit_hold(world, id), SIDLE_ERROR_STOWED);
    assert_int_equal(sidle_unit_patrol(world, id, &point, 1), SIDLE_ERROR_STOWED);
    assert_int_equal(sidle_unit_pursue(world, id, other), SIDLE_ERROR_STOWED);
    assert_int_equal(sidle_unit_pursue(world, other, id), SIDLE_ERROR_STOWED);
    assert_int_equal(sidle_unit_flee(world, id, point), SIDLE_ERROR_STOWED);
    assert_int_equal(sidle_unit_wander(world, id, point, 1), SIDLE_ERROR_STOWED);
    assert_int_equal(sidle_unit_set_path(world, id, &point, 1), SIDLE_ERROR_STOWED);
    assert_int_equal(sidle_unit_set_guide(world, id, point), SIDLE_ERROR_STOWED);
    assert_int_equal(sidle_unit_stop(world, id), SIDLE_ERROR_STOWED);
    assert_int_equal(sidle_unit_answer(world, id, SIDLE_STEP_PUSH), SIDLE_ERROR_STOWED);
    assert_int_equal(sidle_unit_teleport(world, id, point), SIDLE_ERROR_STOWED);
    assert_int_equal(sidle_unit_why(world, id, &why), SIDLE_ERROR_STOWED);
    assert_int_equal(sidle_unit_unstow(world, id, (sidle_vec2){NAN, 4}), SIDLE_ERROR_NOT_FINITE);
    assert_int_equal(sidle_unit_unstow(world, id, (sidle_vec2){0, 4}), SIDLE_ERROR_NO_ROOM);
    assert_true(sidle_world_hash(world) == before);
    /* It can be changed, into what would not fit where it was, and destroyed. */
    sidle_profile_id kind = profile_of_radius(world, 4);
    assert_ok(sidle_world_set_cells(world, 15, 3, 2, 2, SIDLE_TERRAIN_VOID));
    assert_ok(sidle_unit_set_profile(world, id, kind));
    assert_ok(sidle_unit_set_rank(world, id, 40));
    assert_int_equal(sidle_unit_set_rank(world, other, 40), SIDLE_ERROR_RANK);
    assert_int_equal(sidle_profile_release(world, kind), SIDLE_ERROR_IN_USE);
    assert_null(sidle_world_validate(world));
    assert_ok(sidle_unit_destroy(world, id));
    assert_false(sidle_unit_valid(world, id));
    assert_int_equal(sidle_unit_count(world), 1);
    assert_ok(sidle_profile_release(world, kind));
    assert_null(sidle_world_validate(world));
    sidle_world_destroy(world);
}

TEST(pursuers_are_told_or_wait) {
    for (int waits = 0; waits < 2; waits++) {
        sidle_world *world = open_world(48, 16);
        sidle_unit_id prey = unit_at(world, 24, 8), hunter = unit_at(world, 18, 8);
        sidle_unit_id follower = unit_at(world, 18, 12), shy = unit_at(world, 26, 8);
        assert_ok(sidle_unit_pursue(world, hunter, prey));
        assert_ok(sidle_unit_follow(world, follower, prey));
        assert_ok(sidle_unit_evade(world, shy, prey));
        run(world, 1);
        assert_ok(sidle_unit_stow(world, prey, waits ? WAIT : LOSE));
        assert_ok(sidle_world_step(world, TICK));
        const sidle_unit_id about[] = {hunter, follower, shy};
        for (int k = 0; k < 3; k++) {
            const sidle_event *lost = event_of(world, SIDLE_EVENT_TARGET_LOST, about[k]);
            assert_int_equal(lost == NULL, waits);
            if (lost) assert_int_equal(lost->other.slot, prey.slot);
        }
        run_valid(world, 3);
        for (int k = 0; k < 3; k++) {
            sidle_unit_state s = state_of(world, about[k]);
            assert_false(s.under_way);
            assert_float_equal(hypotf(s.velocity.x, s.velocity.y), 0, 0);
            assert_int_equal(s.order == SIDLE_ORDER_NONE, !waits);
        }
        if (waits) {
            sidle_vec2 at = state_of(world, shy).position;
            assert_ok(sidle_unit_unstow(world, prey, (sidle_vec2){at.x - 3, 8}));
            await_event(world, SIDLE_EVENT_IN_RANGE, hunter, 20);
            run_valid(world, 5);
            assert_true(apart(world, shy, prey) > 8);
            assert_true(apart(world, follower, prey) < 3);
        }
        sidle_world_destroy(world);
    }
}

TEST(waiting_units_are_told_when_the_stowed_unit_dies) {
    sidle_world *world = open_world(32, 8);
    sidle_unit_id prey = unit_at(world, 20, 4), hunter = unit_at(world, 4, 4);
    assert_ok(sidle_unit_pursue(world, hunter, prey));
    assert_ok(sidle_unit_stow(world, prey, WAIT));
    run(world, 2);
    assert_int_equal(state_of(world, hunter).order, SIDLE_ORDER_PURSUE);
    assert_ok(sidle_unit_destroy(world, prey));
    assert_int_equal(await_event(world, SIDLE_EVENT_TARGET_LOST, hunter, 1).other.slot, prey.slot);
    sidle_world_destroy(world);
}

/* It comes clear of a unit inside which it stands meanwhile, and the host hears nothing of that. */
TEST(a_unit_that_waits_stays_where_it_is_put) {
    const sidle_range range = {2, 0, 0};
    for (int crowded = 0; crowded < 2; crowded++) {
        sidle_world *world = open_world(48, 16);
        sidle_unit_id prey = unit_at(world, 24, 8), hunter = unit_at(world, 12, 8);
        sidle_vec2 to = {6, 4};
        assert_ok(sidle_unit_approach(world, hunter, prey, &range));
        run(world, 0.5f);
        assert_ok(sidle_unit_stow(world, prey, WAIT));
        if (crowded) assert_ok(sidle_unit_hold(world, unit_at(world, to.x - 0.25f, to.y)));
        run(world, 2);
        assert_ok(sidle_unit_teleport(world, hunter, to));
        for (int k = 0; k < 90; k++) {
            run_valid(world, TICK * 1.01f);
            assert_null(event_of(world, SIDLE_EVENT_ARRIVED, hunter));
            assert_false(state_of(world, hunter).under_way);
        }
        float off = distance(state_of(world, hunter).position, to);
        assert_true(crowded ? off > 0.3f && off < 1.5f : off == 0);
        assert_ok(sidle_unit_unstow(world, prey, (sidle_vec2){24, 8}));
        await_event(world, SIDLE_EVENT_ARRIVED, hunter, 20);
        sidle_world_destroy(world);
    }
}

/* Third in a lane before one that holds, it waits for the second. */
TEST(a_stowed_unit_does_not_wait) {
    sidle_world *world = world_of("####################\n"
                                  "....................\n"
                                  "####################\n");
    sidle_unit_id ids[3];
    for (int k = 0; k < 3; k++) ids[k] = unit_at(world, 12.5f - 3 * (float)k, 1.5f);
    assert_ok(sidle_unit_hold(world, ids[0]));
    for (int k = 1; k < 3; k++) assert_ok(sidle_unit_go(world, ids[k], (sidle_vec2){18.5f, 1.5f}));
    for (int k = 0; k < 300 && !field_bits(world, ids[2], "waits_for"); k++)
        run(world, TICK * 1.5f);
    assert_int_equal(field_bits(world, ids[2], "waits_for"), ids[1].slot);
    assert_ok(sidle_unit_stow(world, ids[2], SIDLE_PURSUERS_LOSE));
    assert_null(sidle_world_validate(world));
    sidle_world_destroy(world);
}

/* A crowd that comes to a door at once queues before it. */
TEST(a_stowed_unit_is_in_no_queue) {
    enum { CROWD = 12 };
    sidle_world *world = world_of("............#.....\n"
                                  "............#.....\n"
                                  "............#.....\n"
                                  "..................\n"
                                  "............#.....\n"
                                  "............#.....\n"
                                  "............#.....\n");
    const sidle_vec2 door = {12.5f, 3.5f}, goal = {16.5f, 3.5f};
    sidle_unit_id ids[CROWD];
    int stowed = 0;
    for (int k = 0; k < CROWD; k++) {
        ids[k] = unit_at(world, 5.5f + 1.1f * (float)(k / 3), 2.4f + 1.1f * (float)(k % 3));
        assert_ok(sidle_unit_go(world, ids[k], goal));
        assert_ok(sidle_unit_set_path(world, ids[k], &door, 1));
    }
    for (int tick = 0; tick < 300 && stowed < 3; tick++) {
        assert_ok(sidle_world_step(world, TICK));
        int k = tick % CROWD;
        if (state_of(world, ids[k]).stowed || !field_bits(world, ids[k], "queue_state")) continue;
        assert_ok(sidle_unit_stow(world, ids[k], LOSE));
        assert_int_equal(field_bits(world, ids[k], "queue_state"), 0);
        assert_null(sidle_world_validate(world));
        stowed++;
    }
    assert_int_equal(stowed, 3);
    sidle_world_destroy(world);
}

/* ---- ghosts ---- */

/* Miners to and fro between two points, through each other and through a guard. */
TEST(ghosts_pass_through_others_and_are_not_seen) {
    sidle_world *world = world_of("####################\n"
                                  "....................\n"
                                  "####################\n");
    sidle_unit_id guard = unit_at(world, 10, 1.5f), east = unit_at(world, 2, 1.5f);
    sidle_unit_id west = unit_at(world, 18, 1.5f);
    assert_ok(sidle_unit_hold(world, guard));
    assert_ok(sidle_unit_set_ghost(world, east, true));
    assert_ok(sidle_unit_set_ghost(world, west, true));
    assert_true(state_of(world, east).ghost);
    assert_ok(sidle_unit_go(world, east, (sidle_vec2){18, 1.5f}));
    assert_ok(sidle_unit_go(world, west, (sidle_vec2){2, 1.5f}));
    float fastest = 0;
    for (int k = 0; k < 10 * 30; k++) {
        assert_ok(sidle_world_step(world, TICK));
        assert_null(sidle_world_validate(world));
        sidle_unit_state s = state_of(world, east);
        assert_true(s.decision == SIDLE_DECISION_FREE || s.decision == SIDLE_DECISION_IDLE);
        fastest = fmaxf(fastest, s.velocity.x);
    }
    assert_true(state_of(world, east).arrived && state_of(world, west).arrived);
    assert_float_equal(fastest, 2, 1e-3f);
    assert_float_equal(state_of(world, guard).position.x, 10, 0);
    sidle_world_destroy(world);
}

TEST(a_former_ghost_comes_clear) {
    sidle_world *world = open_world(16, 16);
    sidle_unit_id ids[5], guard = unit_at(world, 8, 8);
    assert_ok(sidle_unit_hold(world, guard));
    for (int k = 0; k < 5; k++) {
        ids[k] = unit_at(world, 2 + (float)k, 2);
        assert_ok(sidle_unit_set_ghost(world, ids[k], true));
        assert_ok(sidle_unit_go(world, ids[k], (sidle_vec2){8, 8}));
    }
    run_valid(world, 10);
    for (int k = 0; k < 5; k++) {
        assert_true(state_of(world, ids[k]).arrived);
        assert_true(apart(world, ids[k], guard) < 0.1f);
        assert_ok(sidle_unit_set_ghost(world, ids[k], false));
    }
    run_valid(world, 20);
    for (int k = 0; k < 5; k++) {
        assert_true(apart(world, ids[k], guard) > 0.99f);
        for (int n = 0; n < k; n++) assert_true(apart(world, ids[k], ids[n]) > 0.99f);
    }
    assert_float_equal(state_of(world, guard).position.x, 8, 0);
    sidle_world_destroy(world);
}

TESTS_OF(stow)
