/* A profile follows from the radius and the top speed of its units. */
#include "support.h"

#include <math.h>

static void the_default_is_the_profile_of_its_radius_and_speed(void **state) {
    (void)state;
    sidle_profile usual = sidle_profile_default();
    sidle_profile made = sidle_profile_of(usual.radius, usual.top_speed);
    assert_memory_equal(&usual, &made, sizeof usual);
}

/* Times as large as the default: what the row follows decides. */
static float factor_of(const sidle_param *row, float radius, float top_speed) {
    if (row->follows == SIDLE_FOLLOWS_RADIUS) return radius / SIDLE_DEFAULT_RADIUS;
    return row->follows == SIDLE_FOLLOWS_TOP_SPEED ? top_speed / SIDLE_DEFAULT_TOP_SPEED : 1;
}

static void lengths_follow_from_the_radius_and_acceleration_from_the_speed(void **state) {
    (void)state;
    const sidle_profile p = sidle_profile_of(3, 1);
    uint32_t rows;
    const sidle_param *table = sidle_params(&rows);
    for (uint32_t k = 0; k < rows; k++) {
        const sidle_param *row = &table[k];
        bool sizes = !strcmp(row->name, "radius") || !strcmp(row->name, "top_speed");
        if (row->type != SIDLE_PARAM_FLOAT || sizes) continue;
        float value = *(const float *)(const void *)((const char *)&p + row->offset);
        assert_float_equal(value, row->default_value * factor_of(row, 3, 1), 1e-5f);
        /* All that is counted in u follows: a unit six times as wide needs other lengths. */
        assert_int_equal(row->follows == SIDLE_FOLLOWS_RADIUS, !strcmp(row->unit, "u"));
    }
    assert_float_equal(p.acceleration, 4, 0);
    assert_float_equal(p.view_distance, 30, 1e-5f);
}

static void each_profile_that_fits_a_world_is_good(void **state) {
    (void)state;
    const float radii[] = {0.01f, 0.1f, 0.5f, 3, 50, 4096}, speeds[] = {0.2f, 1, 4, 15};
    for (int r = 0; r < 6; r++)
        for (int s = 0; s < 4; s++) {
            const sidle_profile p = sidle_profile_of(radii[r], speeds[s] * radii[r]);
            assert_int_equal(sidle_profile_check(&p, NULL, NULL), SIDLE_OK);
        }
}

static void numbers_outside_their_range_are_refused_when_the_profile_is_checked(void **state) {
    (void)state;
    const float wrong[][2] = {{0, 1},   {-1, 1},  {5000, 1},    {1, -1},
                              {NAN, 1}, {1, NAN}, {INFINITY, 1}};
    for (int k = 0; k < 7; k++) {
        const sidle_param *row = NULL;
        const sidle_profile p = sidle_profile_of(wrong[k][0], wrong[k][1]);
        assert_int_not_equal(sidle_profile_check(&p, &row, NULL), SIDLE_OK);
        assert_string_equal(row->name, k == 3 || k == 5 ? "top_speed" : "radius");
    }
}

/* A door as wide as the unit asks for, at its own size and speed. */
static uint32_t ticks_through_a_door(float times) {
    sidle_world_def def = sidle_world_def_default();
    uint8_t cells[16 * 32];
    memset(cells, SIDLE_TERRAIN_GROUND, sizeof cells);
    for (int y = 0; y < 16; y++)
        if (y < 7 || y > 8) cells[y * 32 + 16] = SIDLE_TERRAIN_VOID;
    def.width = 32;
    def.height = 16;
    def.cell_size = times;
    def.cells = cells;
    sidle_world *world;
    assert_ok(sidle_world_create(&def, &world));
    sidle_profile p = sidle_profile_of(0.75f * times, 2 * times);
    sidle_profile_id kind = profile_in(world, &p);
    sidle_unit_id last = {0};
    for (int k = 0; k < 6; k++) {
        float y = 2 + 2.4f * (float)k;
        last = unit_of(world, kind, 4 * times, y * times);
        assert_ok(sidle_unit_go(world, last, (sidle_vec2){28 * times, y * times}));
        sidle_vec2 door = {16.5f * times, 8 * times};
        assert_ok(sidle_unit_set_path(world, last, &door, 1));
    }
    uint32_t ticks = 0;
    for (bool done = false; !done && ticks < 3000; ticks++) {
        assert_ok(sidle_world_step(world, TICK));
        done = true;
        for (sidle_unit_id id = {0}; (id = sidle_unit_next(world, id)).slot;)
            done = done && state_of(world, id).arrived;
    }
    sidle_world_destroy(world);
    return ticks;
}

static void a_scene_of_any_size_runs_the_same_with_radius_and_speed_alone(void **state) {
    (void)state;
    uint32_t ticks = ticks_through_a_door(1);
    assert_true(ticks > 300 && ticks < 1200);
    assert_int_equal(ticks_through_a_door(16), ticks);
    assert_int_equal(ticks_through_a_door(0.25f), ticks);
}

int profiles_tests(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_default_is_the_profile_of_its_radius_and_speed),
        cmocka_unit_test(lengths_follow_from_the_radius_and_acceleration_from_the_speed),
        cmocka_unit_test(each_profile_that_fits_a_world_is_good),
        cmocka_unit_test(numbers_outside_their_range_are_refused_when_the_profile_is_checked),
        cmocka_unit_test(a_scene_of_any_size_runs_the_same_with_radius_and_speed_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
