/* Pursuit: who is caught, what is told of the target, and where hunters rest. */
#include "measures.h"

/* s until a hunter that starts `below` u under the crossing point touches the prey that crosses
 * from the left; a foresight of 0 is seek. */
static float chase(float foresight, float below, float speed) {
    sidle_world *world = open_world(80, 60);
    sidle_profile hunter = sidle_profile_default();
    hunter.foresight = foresight;
    hunter.top_speed = speed;
    sidle_unit_id prey = unit_at(world, 20, 10);
    sidle_unit_id id = unit_of(world, profile_in(world, &hunter), 25, 10 + below);
    assert_ok(sidle_unit_go(world, prey, (sidle_vec2){75, 10}));
    assert_ok(sidle_unit_pursue(world, id, prey));
    float time = 0;
    for (;;) {
        assert_ok(sidle_world_step(world, TICK));
        time += TICK;
        if (event_of(world, SIDLE_EVENT_IN_RANGE, id)) break;
        assert_true(time < 60);
    }
    assert_true(apart(world, id, prey) < 1.15f);
    sidle_world_destroy(world);
    return time;
}

TEST(pursuit_catches_a_crossing_unit_sooner_than_seek) {
    for (float below = 8; below <= 24; below += 8) {
        float seek = chase(0, below, 2.2f), pursuit = chase(60, below, 2.2f);
        print_message("from %2.0f u: seek %.1f s, pursuit %.1f s\n", (double)below, (double)seek,
                      (double)pursuit);
        assert_true(pursuit < 0.8f * seek);
    }
}

TEST(a_hunter_rests_beside_its_prey_and_goes_on_with_it) {
    sidle_world *world = open_world(60, 20);
    sidle_unit_id prey = unit_at(world, 20, 10), id = unit_at(world, 10, 10);
    assert_ok(sidle_unit_pursue(world, id, prey));
    sidle_event caught = await_event(world, SIDLE_EVENT_IN_RANGE, id, 8);
    assert_int_equal(caught.other.slot, prey.slot);
    run(world, 1);
    sidle_unit_state s = state_of(world, id);
    assert_true(s.arrived && !s.under_way && s.order == SIDLE_ORDER_PURSUE);
    assert_true(apart(world, id, prey) >= 0.999f && apart(world, id, prey) < 1.1f);
    sidle_vec2 rests = s.position;
    run(world, 5);
    assert_true(distance(state_of(world, id).position, rests) == 0);
    assert_ok(sidle_unit_go(world, prey, (sidle_vec2){40, 10}));
    run(world, 14);
    assert_true(state_of(world, prey).arrived && state_of(world, id).arrived);
    assert_true(apart(world, id, prey) < 1.3f);
    sidle_world_destroy(world);
}

TEST(a_unit_names_its_target_and_else_none) {
    sidle_world *world = open_world(40, 20);
    sidle_unit_id first = unit_at(world, 10, 10), target = unit_at(world, 30, 10);
    assert_true(first.slot == 1); /* the null id is not a unit of that slot */
    sidle_vec2 far = {20, 15};
    for (int order = 0; order < 5; order++) {
        switch (order) {
        case 0: break;
        case 1: assert_ok(sidle_unit_go(world, target, far)); break;
        case 2: assert_ok(sidle_unit_hold(world, target)); break;
        case 3: assert_ok(sidle_unit_flee(world, target, far)); break;
        default: assert_ok(sidle_unit_wander(world, target, far, 4)); break;
        }
        sidle_unit_state s = state_of(world, target);
        assert_true(s.target.slot == 0 && s.target.generation == 0);
        assert_ok(sidle_world_step(world, TICK));
    }
    assert_ok(sidle_unit_pursue(world, first, target));
    assert_int_equal(state_of(world, first).target.slot, target.slot);
    assert_int_equal(state_of(world, first).target.generation, target.generation);
    sidle_world_destroy(world);
}

TEST(a_target_that_dies_is_told_and_the_order_is_over) {
    sidle_world *world = open_world(60, 40);
    sidle_unit_id target = unit_at(world, 30, 20), other = unit_at(world, 50, 35);
    sidle_unit_id ids[3] = {unit_at(world, 10, 20), unit_at(world, 10, 24), unit_at(world, 33, 20)};
    assert_ok(sidle_unit_pursue(world, ids[0], target));
    assert_ok(sidle_unit_follow(world, ids[1], target));
    assert_ok(sidle_unit_evade(world, ids[2], target));
    run(world, 1);
    assert_ok(sidle_unit_destroy(world, target));
    /* The slot's next unit is nobody's target. */
    sidle_unit_id newborn = unit_at(world, 30, 20);
    assert_int_equal(newborn.slot, target.slot);
    assert_ok(sidle_world_step(world, TICK));
    for (int k = 0; k < 3; k++) {
        const sidle_event *lost = event_of(world, SIDLE_EVENT_TARGET_LOST, ids[k]);
        assert_non_null(lost);
        assert_int_equal(lost->other.slot, target.slot);
        assert_int_equal(lost->other.generation, target.generation);
        assert_int_equal(state_of(world, ids[k]).order, SIDLE_ORDER_NONE);
    }
    run(world, 1);
    for (int k = 0; k < 3; k++) assert_true(speed_of(world, ids[k]) == 0);
    assert_int_equal(sidle_unit_pursue(world, ids[0], target), SIDLE_ERROR_STALE);
    assert_int_equal(sidle_unit_follow(world, ids[0], ids[0]), SIDLE_ERROR_ARGUMENT);
    assert_ok(sidle_unit_pursue(world, ids[0], other));
    sidle_world_destroy(world);
}

TEST(a_hunter_asks_for_a_path_when_its_prey_is_behind_a_wall) {
    sidle_world *world = open_world(60, 30);
    assert_ok(sidle_world_set_cells(world, 20, 0, 2, 25, SIDLE_TERRAIN_TREES));
    sidle_unit_id prey = unit_at(world, 25, 5), id = unit_at(world, 15, 5);
    sidle_vec2 around[] = {{19, 26}, {23, 26}};
    assert_ok(sidle_unit_pursue(world, id, prey));
    await_event(world, SIDLE_EVENT_PATH_WANTED, id, 1);
    assert_ok(sidle_unit_set_path(world, id, around, 2));
    /* While the prey stays there the path is good. */
    for (int tick = 0; tick < 8 * 30; tick++) {
        assert_ok(sidle_world_step(world, TICK));
        assert_null(event_of(world, SIDLE_EVENT_PATH_WANTED, id));
    }
    await_event(world, SIDLE_EVENT_IN_RANGE, id, 30);
    sidle_world_destroy(world);
}

TESTS_OF(pursuit)
