/* The library as a host sees it: defaults, errors that change nothing, and ids. */
#include "measures.h"
#include "support.h"

#include <math.h>

/* ---- defaults ---- */

TEST(the_defaults_give_a_unit_that_walks) {
    const sidle_world_def def = sidle_world_def_default();
    sidle_world *world = world_from(&def);
    sidle_unit_id id = unit_at(world, 10, 10);
    assert_ok(sidle_unit_go(world, id, (sidle_vec2){20, 14}));
    sidle_event arrived = await_event(world, SIDLE_EVENT_ARRIVED, id, 8);
    assert_int_equal(arrived.other.slot, 0);
    sidle_unit_state s = state_of(world, id);
    assert_true(distance(s.position, (sidle_vec2){20, 14}) < 0.05f);
    assert_true(s.velocity.x == 0 && s.velocity.y == 0 && s.arrived && !s.under_way);
    sidle_world_destroy(world);
}

/* ---- errors change nothing ---- */

TEST(bad_definitions_are_refused) {
    sidle_world *world = (sidle_world *)state;
    sidle_world_def def = {.width = 8, .height = 8, .cell_size = 1};
    assert_int_equal(sidle_world_create(&def, &world), SIDLE_ERROR_DEFINITION);
    assert_null(world);
    def = sidle_world_def_default();
    def.width = 0;
    assert_int_equal(sidle_world_create(&def, &world), SIDLE_ERROR_ARGUMENT);
    def = sidle_world_def_default();
    def.height = 100000;
    assert_int_equal(sidle_world_create(&def, &world), SIDLE_ERROR_ARGUMENT);
    def = sidle_world_def_default();
    def.cell_size = NAN;
    assert_int_equal(sidle_world_create(&def, &world), SIDLE_ERROR_NOT_FINITE);
    def = sidle_world_def_default();
    uint8_t cells[64 * 64] = {[100] = 77};
    def.cells = cells;
    assert_int_equal(sidle_world_create(&def, &world), SIDLE_ERROR_ARGUMENT);
    cells[100] = SIDLE_TERRAIN_COUNT;
    assert_int_equal(sidle_world_create(&def, &world), SIDLE_ERROR_ARGUMENT);
    cells[100] = SIDLE_TERRAIN_COUNT - 1;
    assert_ok(sidle_world_create(&def, &world));
    sidle_world_destroy(world);
    assert_int_equal(sidle_world_create(NULL, &world), SIDLE_ERROR_ARGUMENT);
    assert_int_equal(sidle_world_create(&def, NULL), SIDLE_ERROR_ARGUMENT);
    sidle_world_destroy(NULL);
}

TEST(bad_units_are_refused_and_leave_the_world_as_it_was) {
    sidle_world *world = world_of("....\n"
                                  "..#.\n"
                                  "....\n"
                                  "....\n");
    unit_at(world, 1, 1);
    uint64_t before = sidle_world_hash(world);
    sidle_unit_id id;
    const struct {
        sidle_vec2 position, heading;
        uint32_t profile;
        sidle_result result;
    } bad[] = {
        {{NAN, 1}, {1, 0}, 0, SIDLE_ERROR_NOT_FINITE},
        {{1, INFINITY}, {1, 0}, 0, SIDLE_ERROR_NOT_FINITE},
        {{1, 1}, {NAN, 0}, 0, SIDLE_ERROR_NOT_FINITE},
        {{1, 1}, {0, 0}, 0, SIDLE_ERROR_ARGUMENT},
        {{2.5f, 1.5f}, {1, 0}, 0, SIDLE_ERROR_NO_ROOM},
        {{0.4f, 1}, {1, 0}, 0, SIDLE_ERROR_NO_ROOM},
        {{-5, 1}, {1, 0}, 0, SIDLE_ERROR_NO_ROOM},
        {{1, 1}, {1, 0}, 9, SIDLE_ERROR_STALE},
    };
    for (size_t k = 0; k < sizeof bad / sizeof bad[0]; k++) {
        sidle_unit_def def = sidle_unit_def_default();
        def.position = bad[k].position;
        def.heading = bad[k].heading;
        def.profile.index = bad[k].profile;
        assert_int_equal(sidle_unit_create(world, &def, &id), bad[k].result);
        assert_int_equal(id.slot, 0);
    }
    sidle_unit_def raw = {.position = {1, 1}};
    assert_int_equal(sidle_unit_create(world, &raw, &id), SIDLE_ERROR_DEFINITION);
    assert_int_equal(sidle_world_hash(world), before);
    sidle_world_destroy(world);
}

TEST(bad_orders_and_steps_are_refused_and_leave_the_world_as_it_was) {
    sidle_world *world = open_world(20, 20);
    sidle_unit_id id = unit_at(world, 5, 5), idle = unit_at(world, 8, 8);
    assert_ok(sidle_unit_go(world, id, (sidle_vec2){15, 5}));
    uint64_t before = sidle_world_hash(world);
    const sidle_vec2 nan = {NAN, 3}, outside = {25, 3}, path[2] = {{10, 5}, {NAN, 1}};
    assert_int_equal(sidle_unit_go(world, id, nan), SIDLE_ERROR_NOT_FINITE);
    assert_int_equal(sidle_unit_go(world, id, outside), SIDLE_ERROR_ARGUMENT);
    assert_int_equal(sidle_unit_set_path(world, id, path, 2), SIDLE_ERROR_NOT_FINITE);
    assert_int_equal(sidle_unit_set_path(world, id, NULL, 2), SIDLE_ERROR_ARGUMENT);
    assert_int_equal(sidle_unit_set_path(world, id, path, SIDLE_MAX_WAYPOINTS + 1),
                     SIDLE_ERROR_ARGUMENT);
    assert_int_equal(sidle_unit_set_path(world, idle, path, 1), SIDLE_ERROR_NO_ORDER);
    assert_int_equal(sidle_unit_set_guide(world, idle, path[0]), SIDLE_ERROR_NO_ORDER);
    assert_int_equal(sidle_unit_set_guide(world, id, nan), SIDLE_ERROR_NOT_FINITE);
    assert_int_equal(sidle_unit_answer(world, id, SIDLE_STEP_WAIT), SIDLE_ERROR_NO_ORDER);
    assert_int_equal(sidle_unit_answer(world, id, SIDLE_STEP_REPLAN), SIDLE_ERROR_ARGUMENT);
    assert_int_equal(sidle_unit_teleport(world, id, nan), SIDLE_ERROR_NOT_FINITE);
    assert_int_equal(sidle_unit_teleport(world, id, outside), SIDLE_ERROR_NO_ROOM);
    assert_int_equal(sidle_world_step(world, NAN), SIDLE_ERROR_NOT_FINITE);
    assert_int_equal(sidle_world_step(world, 0), SIDLE_ERROR_ARGUMENT);
    assert_int_equal(sidle_world_step(world, -1), SIDLE_ERROR_ARGUMENT);
    assert_int_equal(sidle_world_step(world, 1), SIDLE_ERROR_ARGUMENT);
    assert_int_equal(sidle_world_step(NULL, TICK), SIDLE_ERROR_ARGUMENT);
    assert_int_equal(sidle_world_hash(world), before);
    sidle_world_destroy(world);
}

TEST(a_profile_is_refused_by_row_and_reason) {
    sidle_world *world = open_world(20, 20);
    const sidle_param *param;
    const char *reason;
    sidle_profile_id id;
    sidle_profile p = sidle_profile_default();
    p.radius = -1;
    assert_int_equal(sidle_profile_check(&p, &param, &reason), SIDLE_ERROR_ARGUMENT);
    assert_string_equal(param->name, "radius");
    p = sidle_profile_default();
    p.top_speed = NAN;
    assert_int_equal(sidle_profile_add(world, &p, &id), SIDLE_ERROR_NOT_FINITE);
    assert_int_equal(sidle_profile_check(&p, &param, &reason), SIDLE_ERROR_NOT_FINITE);
    assert_string_equal(param->name, "top_speed");
    p = sidle_profile_default();
    p.terrain_factor[SIDLE_TERRAIN_COUNT - 1] = 0.04f;
    assert_int_equal(sidle_profile_check(&p, &param, &reason), SIDLE_ERROR_ARGUMENT);
    assert_string_equal(param->name, "terrain_factor");
    p.terrain_factor[SIDLE_TERRAIN_COUNT - 1] = NAN;
    assert_int_equal(sidle_profile_check(&p, &param, &reason), SIDLE_ERROR_NOT_FINITE);
    p = sidle_profile_default();
    p.ladder[0] = 9;
    assert_int_equal(sidle_profile_check(&p, &param, &reason), SIDLE_ERROR_ARGUMENT);
    assert_string_equal(param->name, "ladder");
    p = sidle_profile_default();
    p.tuning.look_cell = 0.01f; /* 500 rows */
    assert_int_equal(sidle_profile_check(&p, &param, &reason), SIDLE_ERROR_ARGUMENT);
    assert_string_equal(param->name, "look_cell");
    p = sidle_profile_default();
    p.radius = 4.5f; /* more than four cells of this map */
    assert_int_equal(sidle_profile_add(world, &p, &id), SIDLE_ERROR_ARGUMENT);
    p = (sidle_profile){.radius = 1};
    assert_int_equal(sidle_profile_add(world, &p, &id), SIDLE_ERROR_DEFINITION);
    sidle_world_destroy(world);
}

TEST(a_profile_that_no_longer_fits_its_units_is_refused) {
    sidle_world *world = world_of("....\n"
                                  "....\n"
                                  "####\n");
    unit_at(world, 1, 1);
    sidle_profile wide = sidle_profile_default();
    wide.radius = 1.2f;
    assert_int_equal(sidle_profile_set(world, (sidle_profile_id){0}, &wide), SIDLE_ERROR_NO_ROOM);
    wide.radius = 1;
    assert_ok(sidle_profile_set(world, (sidle_profile_id){0}, &wide));
    assert_int_equal(sidle_profile_set(world, (sidle_profile_id){5}, &wide), SIDLE_ERROR_STALE);
    sidle_world_destroy(world);
}

/* ---- ids ---- */

TEST(a_stale_id_is_refused_even_when_its_slot_lives_again) {
    sidle_world *world = open_world(20, 20);
    sidle_unit_id old = unit_at(world, 5, 5);
    assert_ok(sidle_unit_destroy(world, old));
    sidle_unit_id new = unit_at(world, 9, 9);
    assert_int_equal(new.slot, old.slot);
    sidle_unit_state s;
    sidle_why why;
    assert_false(sidle_unit_valid(world, old));
    assert_true(sidle_unit_valid(world, new));
    assert_int_equal(sidle_unit_get(world, old, &s), SIDLE_ERROR_STALE);
    assert_int_equal(sidle_unit_go(world, old, (sidle_vec2){1, 1}), SIDLE_ERROR_STALE);
    assert_int_equal(sidle_unit_set_path(world, old, NULL, 0), SIDLE_ERROR_STALE);
    assert_int_equal(sidle_unit_set_guide(world, old, (sidle_vec2){1, 1}), SIDLE_ERROR_STALE);
    assert_int_equal(sidle_unit_stop(world, old), SIDLE_ERROR_STALE);
    assert_int_equal(sidle_unit_answer(world, old, SIDLE_STEP_WAIT), SIDLE_ERROR_STALE);
    assert_int_equal(sidle_unit_teleport(world, old, (sidle_vec2){1, 1}), SIDLE_ERROR_STALE);
    assert_int_equal(sidle_unit_why(world, old, &why), SIDLE_ERROR_STALE);
    assert_int_equal(sidle_unit_destroy(world, old), SIDLE_ERROR_STALE);
    assert_int_equal(sidle_unit_destroy(world, NOBODY), SIDLE_ERROR_STALE);
    assert_int_equal(sidle_unit_destroy(world, (sidle_unit_id){99, 1}), SIDLE_ERROR_STALE);
    assert_int_equal(sidle_unit_count(world), 1);
    sidle_world_destroy(world);
}

TESTS_OF(world)
