/* A unit at rest without work is still: a tick leaves it out, whatever its heading and however it
 * came to rest. */
#include "internals.h"
#include "support.h"

static const sidle_vec2 HEADINGS[] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {-0.6f, -0.8f}};
enum { WAYS = sizeof HEADINGS / sizeof *HEADINGS };

TEST(a_unit_without_work_is_still) {
    for (int k = 0; k < WAYS; k++) {
        sidle_world *world = open_world(20, 20);
        sidle_unit_def def = sidle_unit_def_default();
        def.position = (sidle_vec2){10, 10};
        def.heading = HEADINGS[k];
        sidle_unit_id id;
        assert_ok(sidle_unit_create(world, &def, &id));
        run(world, 1);
        assert_true(inside_is_still(world, id));
        sidle_vec2 goal = {10 + 8 * HEADINGS[k].x, 10 + 8 * HEADINGS[k].y};
        assert_ok(sidle_unit_go(world, id, goal));
        run(world, 2);
        assert_ok(sidle_unit_stop(world, id));
        run(world, 2);
        assert_true(inside_is_still(world, id));
        sidle_world_destroy(world);
    }
}

TESTS_OF(still)
