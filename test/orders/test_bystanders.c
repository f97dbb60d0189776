/* A unit that has arrived makes room for those that were sent to the same place, and for nobody
 * else: not for a hunter or a follower that wants to be where it is. */
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
    sidle_world_destroy(world);
}

static sidle_profile_id fast(sidle_world *world, float foresight) {
    sidle_profile p = sidle_profile_default();
    p.top_speed = 8;
    p.foresight = foresight;
    return profile_in(world, &p);
}

/* ---- hunters and followers ---- */

TEST(a_pack_of_hunters_does_not_move_its_prey) {
    sidle_world *world = open_world(60, 40);
    sidle_unit_id prey = arrived_at(world, PLACE);
    for (int k = 0; k < 12; k++) {
        sidle_unit_id id = unit_at(world, 5 + 1.3f * (float)(k % 4), 15 + 1.3f * (float)(k / 4));
        assert_ok(sidle_unit_pursue(world, id, prey));
    }
    assert_stays(world, prey, 30);
}

/* Eight have arrived at one place; whichever of them is hunted, none of them stirs. */
TEST(a_hunter_does_not_move_others_that_have_arrived_beside_its_prey) {
    for (int hunted = 0; hunted < 8; hunted += 3) {
        sidle_world *world = open_world(60, 40);
        nobody_gives_way(world);
        sidle_unit_id ids[8];
        sidle_vec2 stood[8];
        for (int k = 0; k < 8; k++) {
            ids[k] = unit_at(world, 24 + 1.2f * (float)(k % 4), 19 + 1.2f * (float)(k / 4));
            assert_ok(sidle_unit_go(world, ids[k], PLACE));
        }
        run(world, 15);
        for (int k = 0; k < 8; k++) stood[k] = state_of(world, ids[k]).position;
        sidle_unit_id hunter = unit_of(world, fast(world, 5), 10, 20);
        assert_ok(sidle_unit_pursue(world, hunter, ids[hunted]));
        run(world, 20);
        for (int k = 0; k < 8; k++) assert_same_place(world, ids[k], stood[k]);
        sidle_world_destroy(world);
    }
}

/* A bystander stands on the leader's place, or where followers want to be: behind the leader. One
 * follower has to come past the leader. */
TEST(followers_do_not_move_one_that_stands) {
    for (int behind = 0; behind < 2; behind++) {
        sidle_world *world = open_world(60, 40);
        sidle_unit_id leader = arrived_at(world, PLACE), bystander = leader;
        sidle_vec2 heading = state_of(world, leader).heading, at = state_of(world, leader).position;
        float far = sidle_profile_default().follow_distance;
        if (behind)
            bystander =
                arrived_at(world, (sidle_vec2){at.x - far * heading.x, at.y - far * heading.y});
        sidle_unit_id ids[] = {unit_of(world, fast(world, 5), 45, 20), unit_at(world, 8, 20.2f),
                               unit_of(world, fast(world, 5), 8, 22), unit_at(world, 27, 17)};
        for (int k = 0; k < 4; k++) assert_ok(sidle_unit_follow(world, ids[k], leader));
        assert_stays(world, bystander, 30);
    }
}

/* ---- evade and flee ---- */

TEST(a_unit_that_evades_or_flees_does_not_move_an_arrived_one) {
    sidle_world *world = open_world(60, 40);
    sidle_unit_id bystander = arrived_at(world, PLACE), hunter = unit_at(world, 24, 20);
    sidle_unit_id evades = unit_at(world, 28, 20), flees = unit_at(world, 28, 21.1f);
    assert_ok(sidle_unit_evade(world, evades, hunter));
    assert_ok(sidle_unit_flee(world, flees, (sidle_vec2){26, 21}));
    assert_ok(sidle_unit_pursue(world, hunter, evades));
    assert_stays(world, bystander, 30);
}

TESTS_OF(bystanders)
