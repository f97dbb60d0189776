/* How the units of small worlds come to rest. */
#include "metrics/settling.h"
#include "support.h"

#include <math.h>

/* Plays for so many seconds at 30 Hz. */
static void play(settling *s, sidle_world *world, const sidle_unit_id *ids, int seconds) {
    for (int k = 0; k < seconds * 30; k++) {
        sidle_world_step(world, 1.0f / 30);
        settling_tick(s, world, ids, (double)sidle_world_tick(world) / 30);
    }
}

TEST(a_world_tells_who_came_who_idles_and_who_is_on_its_way) {
    sidle_world *world = open_world(64, 64);
    sidle_unit_id ids[3] = {unit_at(world, 5, 5), unit_at(world, 5, 20), unit_at(world, 5, 40)};
    settling *s = settling_begin(3);
    settling_result of[3];
    settling_tick(s, world, ids, 0);
    sidle_unit_go(world, ids[0], (sidle_vec2){25, 5});
    sidle_unit_go(world, ids[2], (sidle_vec2){60, 40});
    play(s, world, ids, 15);
    settling_figures all = settling_finish(s, of);
    assert_int_equal(all.judged, 3);
    assert_int_equal(all.ordered, 2);
    assert_int_equal(of[0].reason, SETTLING_CLEAN);
    assert_true(of[0].settled > 10 && of[0].settled < 12);
    assert_true(fabs(of[0].told_at - of[0].settled) < 0.5);
    assert_true(of[0].off_course < 1);
    assert_int_equal(of[1].reason, SETTLING_CLEAN);
    assert_int_equal(of[2].reason, SETTLING_MOVES);
    sidle_unit_stop(world, ids[2]);
    settling_stopped(s, 2);
    play(s, world, ids, 3);
    assert_true(settling_finish(s, NULL).clean);
    settling_end(s);
    sidle_world_destroy(world);
}

/* Of an approach, of another target, of a second order, and of a target that dies. */
TEST(a_world_tells_of_attackers_second_orders_and_the_dead) {
    sidle_world *world = open_world(64, 64);
    sidle_unit_id ids[3] = {unit_at(world, 5, 5), unit_at(world, 15, 5), unit_at(world, 50, 5)};
    settling *s = settling_begin(3);
    settling_result of[3];
    for (int k = 1; k < 3; k++) {
        sidle_unit_hold(world, ids[k]);
        sidle_unit_approach(world, ids[0], ids[k], &(sidle_range){.most = 4});
        play(s, world, ids, 1);
        settling_finish(s, of);
        assert_false(of[0].told);
        play(s, world, ids, 25);
        assert_true(settling_finish(s, of).clean);
        assert_true(of[0].told && of[0].ordered && !of[k].ordered);
        assert_true(of[0].off_course < 2);
    }
    sidle_unit_go(world, ids[0], (sidle_vec2){35, 5}); /* a second order: told again */
    play(s, world, ids, 3);
    settling_finish(s, of);
    assert_false(of[0].told);
    play(s, world, ids, 12);
    settling_figures all = settling_finish(s, of);
    assert_true(all.clean && all.restarts == 0);
    sidle_unit_destroy(world, ids[2]);
    play(s, world, ids, 1);
    assert_int_equal(settling_finish(s, of).judged, 2);
    settling_end(s);
    sidle_world_destroy(world);
}

/* An order that is done in one step, another one of the same kind, and a unit that is stowed. */
TEST(a_world_tells_who_was_told_by_each_order_anew) {
    sidle_world *world = open_world(64, 64);
    sidle_unit_id ids[1] = {unit_at(world, 10, 5)};
    settling *s = settling_begin(1);
    settling_result of;
    sidle_unit_go(world, ids[0], (sidle_vec2){10, 5});
    play(s, world, ids, 2);
    settling_finish(s, &of);
    assert_true(of.told && of.ordered);
    sidle_unit_go(world, ids[0], (sidle_vec2){50, 5});
    play(s, world, ids, 2);
    settling_finish(s, &of);
    assert_false(of.told);
    play(s, world, ids, 25);
    assert_true(settling_finish(s, &of).clean);
    assert_int_equal(of.restarts, 0);
    assert_ok(sidle_unit_stow(world, ids[0], SIDLE_PURSUERS_LOSE));
    play(s, world, ids, 1);
    assert_int_equal(settling_finish(s, &of).judged, 0);
    assert_ok(sidle_unit_unstow(world, ids[0], (sidle_vec2){20, 40})); /* it idles there */
    play(s, world, ids, 2);
    assert_true(settling_finish(s, &of).clean);
    assert_true(of.judged && !of.ordered);
    settling_end(s);
    sidle_world_destroy(world);
}

TESTS_OF(settling_worlds)
