/* Flee and evade: who survives, where a unit runs, and when it is done. */
#include "measures.h"

/* s that the prey survives a hunter which comes by on a way of its own, turns on it after a second,
 * and is faster but less nimble; at most 60. A foresight of 0 is flee. */
static float hunt(float foresight, sidle_vec2 from, sidle_vec2 by, float speed, float turn_rate) {
    sidle_world *world = open_world(80, 80);
    sidle_profile prey = sidle_profile_default(), hunter = prey;
    prey.foresight = foresight;
    prey.flee_distance = 16;
    hunter.top_speed = speed;
    hunter.turn_rate = turn_rate;
    sidle_unit_id runs = unit_of(world, profile_in(world, &prey), 40, 40);
    sidle_unit_id hunts = unit_of(world, profile_in(world, &hunter), from.x, from.y);
    assert_ok(sidle_unit_go(world, hunts, by));
    assert_ok(sidle_unit_evade(world, runs, hunts));
    float time = 0;
    for (int tick = 0; time < 60; tick++) {
        if (tick == 30) assert_ok(sidle_unit_pursue(world, hunts, runs));
        assert_ok(sidle_world_step(world, TICK));
        time += TICK;
        if (apart(world, hunts, runs) < 1.15f) break;
    }
    sidle_world_destroy(world);
    return time;
}

typedef struct hunts {
    float evade, flee; /* s, means */
    int longer, shorter;
} hunts;

static hunts many_hunts(float turn_rate) {
    enum { STARTS = 120 };
    dice d = {7};
    hunts sum = {0};
    for (int k = 0; k < STARTS; k++) {
        sidle_vec2 from = {roll_between(&d, 30, 50), roll_between(&d, 30, 50)};
        sidle_vec2 by = {roll_between(&d, 20, 60), roll_between(&d, 20, 60)};
        float speed = roll_between(&d, 4, 6);
        if (hypotf(from.x - 40, from.y - 40) < 5) from.x += 10;
        float evade = hunt(5, from, by, speed, turn_rate);
        float flee = hunt(0, from, by, speed, turn_rate);
        sum.evade += evade / STARTS;
        sum.flee += flee / STARTS;
        sum.longer += evade > flee;
        sum.shorter += evade < flee;
    }
    print_message(
        "hunters that turn %3.0f deg/s: evade %.2f s, flee %.2f s; %d longer, %d shorter\n",
        (double)turn_rate, (double)sum.evade, (double)sum.flee, sum.longer, sum.shorter);
    return sum;
}

/* Before one that turns at once both run straight away, which is the best that can be done. */
TEST(evade_survives_longer_than_flee) {
    hunts heavy = many_hunts(40), nimble = many_hunts(720);
    assert_true(heavy.evade > heavy.flee && (float)heavy.longer > 1.3f * (float)heavy.shorter);
    assert_true(nimble.evade > 0.98f * nimble.flee);
}

TEST(an_evading_unit_stands_until_danger_is_near_and_again_when_it_is_far) {
    sidle_world *world = open_world(80, 20);
    sidle_unit_id runs = unit_at(world, 30, 10), hunter = unit_at(world, 10, 10);
    assert_ok(sidle_unit_evade(world, runs, hunter));
    run(world, 2);
    assert_true(state_of(world, runs).position.x == 30);
    assert_ok(sidle_unit_go(world, hunter, (sidle_vec2){25, 10}));
    run(world, 20);
    assert_true(apart(world, runs, hunter) > 8);
    assert_true(speed_of(world, runs) == 0 && !state_of(world, runs).under_way);
    assert_int_equal(state_of(world, runs).order, SIDLE_ORDER_EVADE);
    sidle_world_destroy(world);
}

TEST(a_fleeing_unit_is_done_when_it_is_safe) {
    sidle_world *world = open_world(60, 20);
    sidle_unit_id id = unit_at(world, 30, 10);
    sidle_vec2 danger = {28, 10};
    assert_ok(sidle_unit_flee(world, id, danger));
    await_event(world, SIDLE_EVENT_ARRIVED, id, 8);
    run(world, 1);
    sidle_unit_state s = state_of(world, id);
    assert_true(distance(s.position, danger) > 8 && s.order == SIDLE_ORDER_NONE);
    assert_true(speed_of(world, id) == 0);
    sidle_world_destroy(world);
}

/* A corner with one way out along the wall. */
TEST(a_fleeing_unit_runs_along_a_wall_rather_than_into_it) {
    sidle_world *world = world_of("##############################\n"
                                  "#............................#\n"
                                  "#............................#\n"
                                  "#............................#\n"
                                  "##############################\n");
    sidle_unit_id id = unit_at(world, 12, 2.5f);
    assert_ok(sidle_unit_flee(world, id, (sidle_vec2){13, 1.6f}));
    await_event(world, SIDLE_EVENT_ARRIVED, id, 10);
    assert_true(state_of(world, id).position.x < 6);
    sidle_world_destroy(world);
}

TEST(a_cornered_prey_stands_and_is_caught) {
    sidle_world *world = open_world(16, 16);
    sidle_unit_id prey = unit_at(world, 0.5f, 0.5f), threat = unit_at(world, 4, 4);
    sidle_unit_id hunter = unit_at(world, 9, 1);
    assert_ok(sidle_unit_evade(world, prey, threat));
    assert_ok(sidle_unit_pursue(world, hunter, prey));
    await_event(world, SIDLE_EVENT_IN_RANGE, hunter, 10);
    sidle_unit_state s = state_of(world, prey);
    assert_true(s.velocity.x == 0 && s.predicted_velocity.x == 0 && s.predicted_velocity.y == 0);
    sidle_world_destroy(world);
}

TEST(a_unit_that_fled_is_not_shoved_back_to_the_danger) {
    sidle_world *world = street_world(50, 3, 1, 1, SIDLE_TERRAIN_VOID);
    sidle_unit_id runs = unit_at(world, 22, 1.5f), comes = unit_at(world, 45, 1.5f);
    sidle_vec2 danger = {20, 1.5f};
    assert_ok(sidle_unit_flee(world, runs, danger));
    sidle_event safe = await_event(world, SIDLE_EVENT_ARRIVED, runs, 10);
    run(world, 1);
    float rests = state_of(world, runs).position.x;
    assert_true(fabsf(safe.point.x - rests) < 1);
    assert_ok(sidle_unit_go(world, comes, danger));
    for (int tick = 0; tick < 20 * 30; tick++) {
        assert_ok(sidle_world_step(world, TICK));
        assert_true(state_of(world, runs).position.x == rests);
        assert_null(event_of(world, SIDLE_EVENT_ARRIVED, comes));
        if (event_of(world, SIDLE_EVENT_PUSHING, comes)) break;
    }
    assert_true(apart(world, runs, comes) < 1.5f);
    sidle_world_destroy(world);
}

/* Eight hunters and room for six about their prey: the others wait. Under an order to evade or to
 * flee these are as any other unit. */
TEST(a_unit_that_waited_under_its_order_flees_as_any_other) {
    enum { HUNTERS = 8 };
    uint32_t waited = 0;
    for (int evades = 0; evades < 2; evades++) {
        sidle_world *world = open_world(60, 60);
        sidle_unit_id hunters[HUNTERS], prey = unit_at(world, 30, 30);
        assert_ok(sidle_unit_set_team(world, prey, 1));
        assert_ok(sidle_unit_hold(world, prey));
        for (int k = 0; k < HUNTERS; k++) {
            hunters[k] = unit_at(world, 15, 22 + 2 * (float)k);
            assert_ok(sidle_unit_pursue(world, hunters[k], prey));
        }
        run(world, 40);
        for (int k = 0; k < HUNTERS; k++) {
            if (!state_of(world, hunters[k]).stuck) continue;
            waited++;
            assert_ok(evades ? sidle_unit_evade(world, hunters[k], prey)
                             : sidle_unit_flee(world, hunters[k], (sidle_vec2){30, 30}));
            for (int tick = 0; tick < 30 * 30; tick++) {
                step_valid(world);
                sidle_unit_state s = state_of(world, hunters[k]);
                assert_false(s.stuck);
                if (tick > 20 * 30) assert_false(s.under_way);
            }
        }
        sidle_world_destroy(world);
    }
    assert_int_equal(waited, 4);
}

TESTS_OF(flight)
