/* Two armies that attack each other: there is more of each than has room within its range. */
#include "fixtures.h"
#include "scenes/generate.h"
#include "support.h"

enum { SEEDS = 5 };

static outcome mean_of(const char *name) {
    outcome all[SEEDS];
    for (uint32_t seed = 0; seed < SEEDS; seed++) {
        complaints to = {.out = stderr};
        scene s = scene_make(name);
        assert_true(scene_generate(name, seed + 1, &s, &to));
        all[seed] = run_with(&s, &(sim_options){.hz = s.hz});
        scene_free(&s);
    }
    return outcome_mean(all, SEEDS);
}

/* When units of the second row pushed through the first one, they overlapped .14 of the time, and
 * one in twenty was under way at the end. */
static void a_unit_that_finds_no_room_at_its_target_waits_behind_friends(void **state) {
    (void)state;
    outcome o = mean_of("battle60");
    print_message("overlap %.3f, at rest %.3f, turns %.2f rad/s\n", o.overlap, o.rested, o.turning);
    assert_true(o.overlap <= 0.08);
    assert_true(o.rested >= 0.975);
    /* When units left each place that their target had driven away from, they turned at 3.2. */
    assert_true(o.turning <= 2.6);
}

int battles_tests(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_unit_that_finds_no_room_at_its_target_waits_behind_friends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
