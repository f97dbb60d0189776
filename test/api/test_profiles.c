/* A profile follows from the radius and the top speed of its units. */
#include "support.h"

#include <math.h>

TEST(the_default_is_the_profile_of_its_radius_and_speed) {
    sidle_profile usual = sidle_profile_default();
    sidle_profile made = sidle_profile_of(usual.radius, usual.top_speed);
    assert_memory_equal(&usual, &made, sizeof usual);
}

/* Times as large as the default: what the row follows decides. */
static float factor_of(const sidle_param *row, float radius, float top_speed) {
    if (row->follows == SIDLE_FOLLOWS_RADIUS) return radius / SIDLE_DEFAULT_RADIUS;
    return row->follows == SIDLE_FOLLOWS_TOP_SPEED ? top_speed / SIDLE_DEFAULT_TOP_SPEED : 1;
}

TEST(lengths_follow_from_the_radius_and_acceleration_from_the_speed) {
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

TEST(each_profile_that_fits_a_world_is_good) {
    const float radii[] = {0.01f, 0.1f, 0.5f, 3, 50, 4096}, speeds[] = {0.2f, 1, 4, 15};
    for (int r = 0; r < 6; r++)
        for (int s = 0; s < 4; s++) {
            const sidle_profile p = sidle_profile_of(radii[r], speeds[s] * radii[r]);
            assert_int_equal(sidle_profile_check(&p, NULL, NULL), SIDLE_OK);
        }
}

TEST(numbers_outside_their_range_are_refused_when_the_profile_is_checked) {
    const float wrong[][2] = {{0, 1},   {-1, 1},  {5000, 1},    {1, -1},
                              {NAN, 1}, {1, NAN}, {INFINITY, 1}};
    for (int k = 0; k < 7; k++) {
        const sidle_param *row = NULL;
        const sidle_profile p = sidle_profile_of(wrong[k][0], wrong[k][1]);
        assert_int_not_equal(sidle_profile_check(&p, &row, NULL), SIDLE_OK);
        assert_string_equal(row->name, k == 3 || k == 5 ? "top_speed" : "radius");
    }
}

TESTS_OF(profiles)
