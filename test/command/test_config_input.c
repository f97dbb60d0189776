/* What a config and the option --set say of profiles, and what is refused with which words. */
#include "input/config.h"
#include "input/parameters.h"
#include "input_files.h"
#include "support.h"

TEST(a_config_sets_profiles) {
    scene into = scene_make("test");
    complaints to = {.out = NULL};
    assert_true(config_read(file_with("; levels\n[default]\nradius = 0.4\n\n"
                                      "[tank]\nlike = default\ntop_speed: 1.5\n"
                                      "ladder = wait, push\npassable = all\npush_enemies = no\n"),
                            &into, &to));
    assert_int_equal(arrlen(into.profiles), 2);
    assert_float_equal(into.profiles[0].values.radius, 0.4f, 0);
    assert_float_equal(into.profiles[1].values.radius, 0.4f, 0);
    assert_float_equal(into.profiles[1].values.top_speed, 1.5f, 0);
    assert_int_equal(into.profiles[1].values.passable, SIDLE_PASS_ALL);
    assert_int_equal(into.profiles[1].values.push_enemies, 0);
    assert_true(config_set("tank.terrain_factor=0.5 water:2, class5:0.05", &into, &to));
    const float *speeds = into.profiles[1].values.terrain_factor;
    assert_true(speeds[SIDLE_TERRAIN_GROUND] == 0.5f && speeds[SIDLE_TERRAIN_WATER] == 2);
    assert_true(speeds[SIDLE_TERRAIN_HOST] == 0.05f);
    assert_true(config_set("tank.terrain_factor=swamp:0.25", &into, &to));
    assert_true(speeds[SIDLE_TERRAIN_GROUND] == 1 && speeds[SIDLE_TERRAIN_SWAMP] == 0.25f);
    assert_true(config_set("tank.ladder=ask", &into, &to));
    assert_int_equal(into.profiles[1].values.ladder[0], SIDLE_STEP_NONE);
    assert_true(config_set("tank.ladder=push", &into, &to));
    assert_true(config_set("tank.ladder=none", &into, &to));
    assert_int_equal(into.profiles[1].values.ladder[0], SIDLE_STEP_NONE);
    scene_free(&into);
}

TEST(a_config_may_be_marked_indented_and_commented) {
    scene into = scene_make("test");
    complaints to = {.out = stderr};
    assert_true(config_read(file_with("\xef\xbb\xbf[ air ] ; a profile without keys\r\n"
                                      "[tank]\r\n  like = air\r\n\tradius = 0.7 ; wide\r\n"
                                      "[air]\r\nlayer = 1\r\n[tank]\r\ntop_speed = 3\r\n"),
                            &into, &to));
    assert_int_equal(arrlen(into.profiles), 3);
    assert_string_equal(into.profiles[1].name, "air");
    assert_int_equal(into.profiles[1].values.layer, 1);
    assert_float_equal(into.profiles[2].values.radius, 0.7f, 0);
    assert_float_equal(into.profiles[2].values.top_speed, 3, 0);
    char text[1000]; /* `sidle tune` writes what it has found above the values */
    snprintf(text, sizeof text, "; %0900d\n[tank]\nradius = 0.6\n", 0);
    assert_true(config_read(file_with(text), &into, &to));
    assert_float_equal(into.profiles[2].values.radius, 0.6f, 0);
    scene_free(&into);
}

REFUSED(wrong_lines_of_a_config_are_refused, config_read,
        {"[default]\nraduis = 2\n",
         "FILE:2:1: found the key 'raduis', expected a parameter; did you mean 'radius'?\n"},
        {"[default]\nqqqqqqqq = 2\n",
         "FILE:2:1: found the key 'qqqqqqqq', expected a parameter (`sidle params` lists them)\n"},
        {"radius = 1\n", "FILE:1:1: found the key 'radius', expected a [profile] first\n"},
        {"[default]\nradius\n",
         "FILE:2:1: found 'radius', expected [profile], key = value or a comment\n"},
        {"[default\nradius = 1\n",
         "FILE:1:1: found '[default', expected [profile], key = value or a comment\n"})

REFUSED(wrong_values_of_a_config_are_refused, config_read,
        {"[default]\nradius = big\ntop_speed = nan\nacceleration = -3\n",
         "FILE:2:10: found 'big' for radius, expected a number from 0.01 to 4096 u\n"
         "FILE:3:13: found 'nan' for top_speed, expected a number from 0 to 64000 u/s\n"
         "FILE:4:16: found '-3' for acceleration, expected a number from 0.001 to 100000 u/s2\n"},
        {"[a]\nladder = wait jump\n",
         "FILE:2:10: found 'wait jump' for ladder, expected up to 4 of replan, wait, push, or ask "
         "alone\n"},
        {"[a]\npassable = lava\n", "FILE:2:12: found 'lava' for passable, expected some of ground, "
                                   "swamp, water, trees, void, or all, or none\n"},
        {"[a]\npush_enemies = maybe\n",
         "FILE:2:16: found 'maybe' for push_enemies, expected yes or no\n"},
        {"[a]\nlayer = 1.5\n",
         "FILE:2:9: found '1.5' for layer, expected a whole number from 0 to 15\n"},
        {"[a]\nreplan_backoff = 20\n",
         "FILE: profile 'a': replan_backoff: it is more than replan_backoff_max\n"})

TEST(wrong_terrain_factors_are_refused) {
    static const char *const VALUES[] = {
        "swamp",   "lava:1",  "swamp:",    "swamp:x",           ":1",
        "swamp:5", "swamp:0", "swamp:nan", "swamp:0.5 water:9", "-"};
    for (size_t k = 0; k < sizeof VALUES / sizeof VALUES[0]; k++) {
        char content[64], message[160];
        snprintf(content, sizeof content, "[a]\nterrain_factor = %s\n", VALUES[k]);
        snprintf(
            message, sizeof message,
            "FILE:2:18: found '%s' for terrain_factor, expected numbers from 0.05 to 4, such as "
            "swamp:0.5 or, for all, 2\n",
            VALUES[k]);
        refuse(config_read, file_with(content), message);
    }
}

REFUSED(profiles_and_keys_that_stand_twice_are_refused, config_read,
        {"[a]\nradius = 1\n[b]\n[a]\nradius = 2\n",
         "FILE:5:1: found 'radius' a second time in [a], expected it once\n"},
        {"[a]\nradius = 1\nradius = 2\n",
         "FILE:3:1: found 'radius' a second time in [a], expected it once\n"},
        {"[a]\nlike = a\n", "FILE:2:8: found the profile 'a', expected another one\n"},
        {"[a]\nlike = b\n", "FILE:2:8: found the profile 'b', expected one that stands above\n"},
        {"[a]\nradius = 1\nlike = default\n",
         "FILE:3:1: found 'like' below other keys, expected it first\n"})

TEST(wrong_settings_are_refused) {
    static const row ROWS[] = {
        {"radius=1", "--set radius=1: expected PROFILE.KEY=VALUE\n"},
        {"defualt.radius=1", "--set defualt.radius=1: found the profile 'defualt', expected one of "
                             "this scene; did you mean 'default'?\n"},
        {"default.radius=inf", "--set default.radius=inf: found 'inf' for radius, expected a "
                               "number from 0.01 to 4096 u\n"},
        {"default.topspeed=1", "--set default.topspeed=1: found the key 'topspeed', expected a "
                               "parameter; did you mean 'top_speed'?\n"},
    };
    for (size_t k = 0; k < sizeof ROWS / sizeof ROWS[0]; k++)
        refuse(config_set, ROWS[k].content, ROWS[k].message);
}

TEST(the_ends_of_every_range_are_allowed) {
    uint32_t rows;
    const sidle_param *table = sidle_params(&rows);
    complaints to = {.out = stderr};
    for (uint32_t k = 0; k < rows; k++) {
        bool number = table[k].type == SIDLE_PARAM_FLOAT || table[k].type == SIDLE_PARAM_WHOLE;
        if (!number && table[k].type != SIDLE_PARAM_CLASSES) continue;
        const float ends[2] = {table[k].min, table[k].max};
        for (int e = 0; e < 2; e++) {
            scene_profile changed = {.values = sidle_profile_default()};
            char value[32];
            snprintf(value, sizeof value, "%g", (double)ends[e]); /* as the table prints it */
            assert_true(params_set(&changed, table[k].name, value, (place){.file = "range"}, &to));
        }
    }
}

TEST(every_default_is_read_back_from_its_own_text) {
    const sidle_profile usual = sidle_profile_default();
    scene_profile read = {.values = {.cookie = usual.cookie}};
    complaints to = {.out = stderr};
    char text[PARAMS_TEXT];
    uint32_t rows;
    const sidle_param *table = sidle_params(&rows);
    for (uint32_t k = 0; k < rows; k++)
        assert_true(params_set(&read, table[k].name, params_text(&table[k], &usual, text),
                               (place){.file = "table"}, &to));
    assert_memory_equal(&read.values, &usual, sizeof usual);
}

static scene_profile profile_read(const char *const (*settings)[2], int count) {
    scene_profile p = {.values = sidle_profile_default()};
    complaints to = {.out = stderr};
    for (int k = 0; k < count; k++)
        assert_true(
            params_set(&p, settings[k][0], settings[k][1], (place){.file = "settings"}, &to));
    return p;
}

TEST(values_that_are_not_given_follow_from_radius_and_speed_in_any_order) {
    static const char *const SETTINGS[][2] = {
        {"view_distance", "7"}, {"radius", "1.5"}, {"top_speed", "3"}, {"look_cell", "1"}};
    const scene_profile p = profile_read(SETTINGS, 4);
    sidle_profile expected = sidle_profile_of(1.5f, 3);
    expected.view_distance = 7;
    expected.tuning.look_cell = 1;
    assert_memory_equal(&p.values, &expected, sizeof expected);
}

TEST(a_value_that_the_default_profile_gives_holds_for_the_others) {
    complaints to = {.out = stderr};
    scene s = scene_make("follows");
    assert_true(config_set("default.view_distance=7", &s, &to));
    int tank = scene_profile_add(&s, "tank", 4);
    assert_true(config_set("tank.radius=2", &s, &to));
    const sidle_profile *p = &s.profiles[tank].values;
    assert_float_equal(p->view_distance, 7, 0);
    assert_float_equal(p->tuning.side_reach, sidle_profile_of(2, 2).tuning.side_reach, 0);
    scene_free(&s);
}

int config_input_tests(void) {
    return run_with_files("test_config_input");
}
