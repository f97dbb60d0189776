/* One that has arrived makes room for those that were sent to the same place, and for nobody else:
 * not for a hunter, a follower, a patrol or a wanderer that happens to want to be where it is. */
#include "bodies.h"

static const sidle_vec2 PLACE = {30, 20};

/* It went there, has arrived, and has rested for a while. */
static sidle_unit_id arrived_at(sidle_world *world, sidle_vec2 goal) {
    sidle_unit_id id = unit_at(world, goal.x - 4, goal.y);
    assert_ok(sidle_unit_go(world, id, goal));
    run(world, 5);
    assert_true(state_of(world, id).arrived);
    return id;
}

/* Runs on; after no step has the unit moved. */
static void assert_stays(sidle_world *world, sidle_unit_id id, float seconds) {
    sidle_vec2 stood = state_of(world, id).position;
    for (int k = 0; k < (int)(seconds * 30); k++) {
        assert_ok(sidle_world_step(world, TICK));
        assert_same_place(world, id, stood);
    }
}

static sidle_profile_id with_foresight(sidle_world *world, float foresight) {
    sidle_profile p = sidle_profile_default();
    p.foresight = foresight;
    return profile_in(world, &p);
}

static sidle_profile_id fast(sidle_world *world) {
    sidle_profile p = sidle_profile_default();
    p.top_speed = 8;
    return profile_in(world, &p);
}

/* ---- pursue ---- */

static void a_hunter_does_not_move_its_prey(void **state) {
    (void)state;
    static const sidle_vec2 FROM[] = {{10, 20}, {50, 20}, {30, 5}, {15, 33}, {31.1f, 20.3f}};
    for (size_t k = 0; k < sizeof FROM / sizeof *FROM; k++)
        for (int blind = 0; blind < 2; blind++) {
            sidle_world *world = open_world(60, 40);
            sidle_unit_id prey = arrived_at(world, PLACE);
            sidle_profile_id kind = with_foresight(world, blind ? 0 : 5);
            sidle_unit_id hunter = unit_of(world, kind, FROM[k].x, FROM[k].y);
            assert_ok(sidle_unit_pursue(world, hunter, prey));
            assert_stays(world, prey, 20);
            assert_true(state_of(world, hunter).arrived);
            sidle_world_destroy(world);
        }
}

static void a_pack_of_hunters_does_not_move_its_prey(void **state) {
    (void)state;
    sidle_world *world = open_world(60, 40);
    sidle_unit_id prey = arrived_at(world, PLACE);
    for (int k = 0; k < 12; k++) {
        sidle_unit_id id = unit_at(world, 5 + 1.3f * (float)(k % 4), 15 + 1.3f * (float)(k / 4));
        assert_ok(sidle_unit_pursue(world, id, prey));
    }
    assert_stays(world, prey, 40);
    sidle_world_destroy(world);
}

/* Eight have arrived at one place; whichever of them is hunted, none of them stirs. */
static void hunt_one_of_a_group(int hunted) {
    sidle_world *world = open_world(60, 40);
    nobody_gives_way(world);
    sidle_unit_id ids[8];
    for (int k = 0; k < 8; k++) {
        ids[k] = unit_at(world, 24 + 1.2f * (float)(k % 4), 19 + 1.2f * (float)(k / 4));
        assert_ok(sidle_unit_go(world, ids[k], PLACE));
    }
    run(world, 20);
    sidle_vec2 stood[8];
    for (int k = 0; k < 8; k++) {
        assert_true(state_of(world, ids[k]).arrived);
        stood[k] = state_of(world, ids[k]).position;
    }
    sidle_unit_id hunter = unit_of(world, fast(world), 10, 20);
    assert_ok(sidle_unit_pursue(world, hunter, ids[hunted]));
    run(world, 30);
    for (int k = 0; k < 8; k++) assert_same_place(world, ids[k], stood[k]);
    sidle_world_destroy(world);
}

static void a_hunter_does_not_move_others_that_have_arrived_beside_its_prey(void **state) {
    (void)state;
    for (int k = 0; k < 8; k++) hunt_one_of_a_group(k);
}

/* ---- follow ---- */

static void a_follower_does_not_move_its_leader(void **state) {
    (void)state;
    sidle_world *world = open_world(60, 40);
    sidle_unit_id leader = arrived_at(world, PLACE);
    /* One before it, which has to come past it, and one behind. */
    sidle_unit_id ids[] = {unit_of(world, fast(world), 45, 20), unit_at(world, 8, 20.2f)};
    for (int k = 0; k < 2; k++) assert_ok(sidle_unit_follow(world, ids[k], leader));
    assert_stays(world, leader, 30);
    sidle_world_destroy(world);
}

static void a_follower_does_not_move_one_that_stands_at_the_place_behind(void **state) {
    (void)state;
    sidle_world *world = open_world(60, 40);
    sidle_unit_id leader = arrived_at(world, PLACE);
    sidle_vec2 heading = state_of(world, leader).heading, at = state_of(world, leader).position;
    float behind = sidle_profile_default().follow_distance;
    sidle_vec2 place = {at.x - behind * heading.x, at.y - behind * heading.y};
    sidle_unit_id bystander = arrived_at(world, place);
    sidle_profile_id kind = fast(world);
    for (int k = 0; k < 4; k++) {
        sidle_unit_id id = k % 2 ? unit_of(world, kind, 8 + 2 * (float)k, 20.4f)
                                 : unit_at(world, 26.5f + 0.5f * (float)k, 23 - 3 * (float)k);
        assert_ok(sidle_unit_follow(world, id, leader));
    }
    assert_stays(world, bystander, 30);
    sidle_world_destroy(world);
}

/* ---- patrol and wander ---- */

static void a_patrol_does_not_move_one_that_stands_on_its_point(void **state) {
    (void)state;
    sidle_world *world = open_world(60, 40);
    nobody_gives_way(world);
    sidle_unit_id bystander = arrived_at(world, PLACE);
    sidle_vec2 points[] = {PLACE, {45, 20}};
    sidle_vec2 own[] = {state_of(world, bystander).position, {30, 35}};
    sidle_unit_id one = unit_at(world, 15, 20), other = unit_at(world, 30, 8);
    sidle_unit_id third = unit_of(world, fast(world), 20, 28);
    assert_ok(sidle_unit_patrol(world, one, points, 2));
    assert_ok(sidle_unit_patrol(world, other, own, 2));
    assert_ok(sidle_unit_patrol(world, third, &PLACE, 1));
    assert_stays(world, bystander, 60);
    sidle_world_destroy(world);
}

static void a_wanderer_does_not_move_one_that_stands_in_the_middle(void **state) {
    (void)state;
    static const float RADII[] = {0.5f, 1.5f, 6};
    for (size_t k = 0; k < sizeof RADII / sizeof *RADII; k++) {
        sidle_world *world = open_world(60, 40);
        nobody_gives_way(world);
        sidle_unit_id bystander = arrived_at(world, PLACE);
        for (int n = 0; n < 3; n++) {
            sidle_unit_id id = unit_at(world, 15 + 12 * (float)n, 30);
            assert_ok(sidle_unit_wander(world, id, PLACE, RADII[k]));
        }
        assert_stays(world, bystander, 60);
        sidle_world_destroy(world);
    }
}

static void a_unit_that_evades_or_flees_does_not_move_an_arrived_one(void **state) {
    (void)state;
    sidle_world *world = open_world(60, 40);
    sidle_unit_id bystander = arrived_at(world, PLACE), hunter = unit_at(world, 24, 20);
    sidle_unit_id evades = unit_at(world, 28, 20), flees = unit_at(world, 28, 21.1f);
    assert_ok(sidle_unit_evade(world, evades, hunter));
    assert_ok(sidle_unit_flee(world, flees, (sidle_vec2){26, 21}));
    assert_ok(sidle_unit_pursue(world, hunter, evades));
    assert_stays(world, bystander, 30);
    sidle_world_destroy(world);
}

/* ---- who does share the goal ---- */

/* What must not be lost: with the same goal they make room, and all come near to it. */
static void one_that_is_sent_to_the_same_place_is_let_in(void **state) {
    (void)state;
    sidle_world *world = open_world(60, 40);
    sidle_unit_id ids[12];
    for (int k = 0; k < 12; k++) {
        ids[k] = unit_at(world, 5 + 1.3f * (float)(k % 4), 15 + 1.3f * (float)(k / 4));
        assert_ok(sidle_unit_go(world, ids[k], PLACE));
    }
    run(world, 40);
    for (int k = 0; k < 12; k++) {
        sidle_unit_state s = state_of(world, ids[k]);
        assert_true(s.arrived);
        assert_true(hypotf(s.position.x - PLACE.x, s.position.y - PLACE.y) < 3.5f);
    }
    sidle_world_destroy(world);
}

int bystanders_tests(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_hunter_does_not_move_its_prey),
        cmocka_unit_test(a_pack_of_hunters_does_not_move_its_prey),
        cmocka_unit_test(a_hunter_does_not_move_others_that_have_arrived_beside_its_prey),
        cmocka_unit_test(a_follower_does_not_move_its_leader),
        cmocka_unit_test(a_follower_does_not_move_one_that_stands_at_the_place_behind),
        cmocka_unit_test(a_patrol_does_not_move_one_that_stands_on_its_point),
        cmocka_unit_test(a_wanderer_does_not_move_one_that_stands_in_the_middle),
        cmocka_unit_test(a_unit_that_evades_or_flees_does_not_move_an_arrived_one),
        cmocka_unit_test(one_that_is_sent_to_the_same_place_is_let_in),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
