/* A world that is broken in one place is found broken by sidle_world_validate. */
#include "internals.h"
#include "support.h"

static sidle_world *world_of_two(void) {
    sidle_world *world = world_of("........\n........\n........\n........\n");
    for (int k = 0; k < 2; k++) {
        sidle_unit_def def = sidle_unit_def_default();
        sidle_unit_id id;
        def.position = (sidle_vec2){2 + 4 * (float)k, 2};
        assert_ok(sidle_unit_create(world, &def, &id));
    }
    assert_ok(sidle_world_step(world, TICK));
    return world;
}

static void a_broken_world_is_found(void **state) {
    (void)state;
    assert_non_null(sidle_world_validate(NULL));
    for (uint32_t what = 0, faults = 1; what < faults; what++) {
        sidle_world *world = world_of_two();
        assert_null(sidle_world_validate(world));
        faults = inside_break(world, what);
        if (!sidle_world_validate(world)) fail_msg("fault %u was not found", what);
        sidle_world_destroy(world);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_broken_world_is_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
