/* Pursuit and evasion of a target that moves. */
#include "steering.h"

typedef enum chase { SEEK, ONE_SECOND, PURSUE } chase;

/* Seconds until the hunter is within 0.3 u of a prey that drives straight on. */
static float catch_time(chase way, sidle_agent hunter, sidle_agent prey) {
    float time = 0;
    for (; apart(hunter.position, prey.position) > 0.3f && time < 60; time += TICK) {
        sidle_vec2 force =
            way == SEEK ? sidle_steer_seek(&hunter, prey.position, TICK)
            : way == ONE_SECOND
                ? sidle_steer_seek(&hunter, plus(prey.position, prey.velocity), TICK)
                : sidle_steer_pursue(&hunter, prey.position, prey.velocity, FOR_EVER, TICK);
        move(&hunter, force, TICK);
        move(&prey, at(0, 0), TICK);
    }
    return time;
}

/* Mean catch times from random starts within `reach`; *as_good: in how many pursuit is not later.
 */
static void race(float reach, chase way, int count, double *other, double *pursuit, int *as_good) {
    dice d = {29};
    *other = *pursuit = *as_good = 0;
    for (int k = 0; k < count; k++) {
        sidle_agent hunter = agent_at(0, 0), prey = agent_at(0, 0);
        prey.position = roll_vector(&d, 0.4f * reach, reach);
        sidle_vec2 out = times(prey.position, 1 / length(prey.position));
        sidle_vec2 across = at(-out.y, out.x);
        float lean = roll_between(&d, -0.5f, 0.5f); /* of the way that leads away */
        set_velocity(&prey, times(plus(across, times(out, lean)), roll(&d, 2) ? 1.3f : -1.3f));
        float a = catch_time(way, hunter, prey), b = catch_time(PURSUE, hunter, prey);
        *other += (double)a / count;
        *pursuit += (double)b / count;
        *as_good += b <= a;
    }
}

static void pursuit_catches_a_crossing_target_sooner(void **state) {
    (void)state;
    double seek, ghost, far, near;
    int as_good_as_seek, as_good_as_ghost;
    race(15, SEEK, 300, &seek, &far, &as_good_as_seek);
    race(3, ONE_SECOND, 300, &ghost, &near, &as_good_as_ghost);
    print_message(
        "pursuit: from 6 to 15 u %.2f s, seek %.2f s, not later in %d of 300; from 1.2 to "
        "3 u %.2f s, constant T %.2f s, not later in %d\n",
        far, seek, as_good_as_seek, near, ghost, as_good_as_ghost);
    assert_true(far < 0.9 * seek);
    assert_true(as_good_as_seek >= 297);
    assert_true(near < 0.9 * ghost);
    assert_true(as_good_as_ghost >= 285);
}

static float survival(bool evades, sidle_agent hunter, sidle_agent prey) {
    float time = 0;
    for (; apart(hunter.position, prey.position) > 1 && time < 60; time += TICK) {
        sidle_vec2 escape =
            evades ? sidle_steer_evade(&prey, hunter.position, hunter.velocity, 1, TICK)
                   : sidle_steer_flee(&prey, hunter.position, TICK);
        sidle_vec2 pursue =
            sidle_steer_pursue(&hunter, prey.position, prey.velocity, FOR_EVER, TICK);
        move(&prey, escape, TICK);
        move(&hunter, pursue, TICK);
    }
    return time;
}

/* A nimble hunter ends straight behind its prey, where flee and evade are one; a heavy one can be
 * made to miss. */
static void evade_survives_longer_than_flee_before_a_faster_hunter(void **state) {
    (void)state;
    const float forces[] = {1, 2, 8};
    for (int f = 0; f < 3; f++) {
        dice d = {5};
        double flee = 0, evade = 0;
        int as_good = 0;
        for (int k = 0; k < 300; k++) {
            sidle_agent hunter = sidle_agent_default(), prey = sidle_agent_default();
            hunter.max_speed = 2.6f;
            hunter.max_force = forces[f];
            hunter.position = roll_vector(&d, 4, 14);
            set_velocity(&hunter, roll_vector(&d, 0, 2.6f));
            set_velocity(&prey, roll_vector(&d, 0, 2));
            float a = survival(false, hunter, prey), b = survival(true, hunter, prey);
            flee += (double)a / 300;
            evade += (double)b / 300;
            as_good += b >= a;
        }
        print_message("evade: hunter of force %g: %.3f s, flee %.3f s; at least as long in %d of "
                      "300\n",
                      (double)forces[f], evade, flee, as_good);
        assert_true(forces[f] < 4 ? evade > flee : evade > 0.999 * flee);
        assert_true(as_good >= (forces[f] < 4 ? 290 : 230));
    }
}

static void a_target_is_met_where_it_will_be(void **state) {
    (void)state;
    /* 10 u off at 2 u/s: 5 s */
    assert_same(sidle_steer_intercept(at(0, 0), 2, at(10, 0), at(0, 1), 100), 10, 5);
    assert_same(sidle_steer_intercept(at(0, 0), 2, at(10, 0), at(0, 1), 3), 10, 3);
    assert_same(sidle_steer_intercept(at(0, 0), 2, at(10, 0), at(0, 1), 0), 10, 0);
    assert_same(sidle_steer_intercept(at(0, 0), 0, at(10, 0), at(0, 1), 3), 10, 3);
    /* A hunter twice as fast comes straight on: away from it, not past it. */
    sidle_agent prey = agent_at(0, 0);
    sidle_vec2 force = sidle_steer_evade(&prey, at(10, 0), at(-4, 0), FOR_EVER, TICK);
    assert_near(force, -20, 0, 1e-4f);
}

int moving_target_tests(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pursuit_catches_a_crossing_target_sooner),
        cmocka_unit_test(evade_survives_longer_than_flee_before_a_faster_hunter),
        cmocka_unit_test(a_target_is_met_where_it_will_be),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
