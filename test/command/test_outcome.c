/* An outcome as JSON, as a summary, as a mean of several, and held against expectations. */
#include "metrics/outcome.h"
#include "support.h"

#include <math.h>
#include <stb_ds.h>

/* Both keep their names for whoever reads results with a program. */
static const char KEYS[] =
    "scene units movers arrived reached reached_last settled rested told restarts "
    "gave_way moved_after moved_after_max rest_overlap rest_overlap_max off_course "
    "off_course_max clean seconds ticks makespan stretch_mean stretch_p95 overlap "
    "flips end_speed decisions static_overlaps max_penetration displaced_max "
    "aside_mean aside_max away_max replans displaced_mean unreachable hash "
    "us_per_unit_tick overlap_open overlap_longest turning facing travel hard_stops "
    "settling place_off place_off_max reform arrival_spread caught caught_first "
    "ring_open stretch_first strayed behind lost skipped ranged in_range waits judged given_up "
    "edits edits_open edit_wait";
static const char *const WAITS[] = {"no_path", "no_way", "no_room", "shut_in"};
static const char *const DECISIONS[] = {"free", "detour", "wait", "replan", "push", "blocked"};

enum { DECISION_COUNT = sizeof DECISIONS / sizeof DECISIONS[0] };

/* The next of the keys, from *at on; false after the last one. */
static bool next_key(const char **at, char key[64]) {
    int length = 0;
    bool found = sscanf(*at, "%63s%n", key, &length) == 1;
    *at += length;
    return found;
}

TEST(a_mean_leaves_out_the_stretch_of_who_never_came) {
    outcome runs[2] = {
        {.arrived = 1, .reached = 1, .stretch_mean = 1.5, .travel = 1.2, .overlap = 0.2},
        {.arrived = 0, .overlap_longest = 3}};
    outcome mean = outcome_mean(runs, 2);
    assert_float_equal(mean.arrived, 0.5, 0);
    assert_float_equal(mean.stretch_mean, 1.5, 0);
    assert_float_equal(mean.travel, 1.2, 0);
    assert_float_equal(mean.overlap_longest, 3, 0); /* of all runs, no mean */
    assert_float_equal(mean.overlap, 0.1, 1e-12);
}

TEST(the_json_has_the_promised_keys_and_no_others) {
    outcome o = {.hash = 0xabc, .decisions[SIDLE_DECISION_PUSH] = 7, .arrived = 0.25, .flips = NAN};
    scene s = scene_make("x");
    json_t *json = outcome_json(&o, s.name), *decisions = json_object_get(json, "decisions");
    size_t keys = 0;
    char key[64];
    for (const char *at = KEYS; next_key(&at, key); keys++)
        assert_non_null(json_object_get(json, key));
    for (size_t k = 0; k < DECISION_COUNT; k++)
        assert_non_null(json_object_get(decisions, DECISIONS[k]));
    assert_int_equal(json_object_size(json), keys);
    assert_int_equal(json_object_size(decisions), DECISION_COUNT);
    assert_int_equal(json_object_size(json_object_get(json, "waits")), 4);
    for (size_t k = 0; k < 4; k++)
        assert_non_null(json_object_get(json_object_get(json, "waits"), WAITS[k]));
    assert_string_equal(json_string_value(json_object_get(json, "scene")), "x");
    assert_string_equal(json_string_value(json_object_get(json, "hash")), "0000000000000abc");
    assert_true(json_is_null(json_object_get(json, "flips"))); /* JSON has no NaN */
    double value;
    assert_true(outcome_value(&o, "decisions.push", &value));
    assert_float_equal(value, 7, 0);
    assert_false(outcome_value(&o, "decisions.jump", &value));
    assert_false(outcome_value(&o, "decisions", &value));
    json_decref(json);
    scene_free(&s);
}

TEST(every_figure_is_explained) {
    char *text;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    outcome_explain(out);
    fclose(out);
    char key[64];
    for (const char *at = KEYS; next_key(&at, key);)
        if (strcmp(key, "scene") && strcmp(key, "hash")) assert_non_null(strstr(text, key));
    free(text);
}

static bool summary_has(const outcome *o, const scene *s, const char *words) {
    char *text;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    outcome_summary(out, o, s);
    fclose(out);
    bool found = strstr(text, words);
    free(text);
    return found;
}

TEST(the_summary_names_who_is_not_at_rest) {
    outcome o = {.settled = 12.25, .restarts = 3, .rest_overlap = 0.125, .off_course = 40};
    o.unclean[SETTLING_MOVES] = (unclean_units){2, {4, 9}};
    o.unclean[SETTLING_OVERLAPS] = (unclean_units){7, {1, 2, 3, 5, 6}};
    scene s = scene_make("x");
    assert_true(summary_has(&o, &s, "settled after 12.2 s, 3 restarts; overlap at rest 12.50 %"));
    assert_true(summary_has(&o, &s, "  not clean 2 still moving: unit 4, 9\n"));
    assert_true(summary_has(
        &o, &s, "  not clean 7 at rest inside another unit: unit 1, 2, 3, 5, 6, ...\n"));
    o.unclean[SETTLING_MOVES].count = o.unclean[SETTLING_OVERLAPS].count = 0;
    assert_false(summary_has(&o, &s, "not clean"));
    scene_free(&s);
}

TEST(the_summary_says_who_waits_and_for_what) {
    outcome o = {.ranged = 9, .in_range = 4, .judged = 5, .given_up = 1};
    const outcome nothing = {0};
    o.waits[SIDLE_CONDITION_NO_ROOM] = 3;
    o.waits[SIDLE_CONDITION_SHUT_IN] = 2;
    unclean_add(&o.given_up_units, 6);
    scene s = scene_make("x");
    assert_true(
        summary_has(&o, &s, "  in range  4 of 9 units whose order has a range or a prey\n"));
    assert_true(summary_has(
        &o, &s, "  waiting   5 under their orders: 3 no room, 2 shut in; 1 given up\n"));
    assert_true(
        summary_has(&o, &s, "  not clean 1 waiting, though there is a way and room: unit 7\n"));
    o.judged = 4;
    assert_true(summary_has(&o, &s, "1 given up of 4 judged\n"));
    assert_false(summary_has(&nothing, &s, "waiting"));
    assert_false(summary_has(&nothing, &s, "in range"));
    assert_false(summary_has(&nothing, &s, "edits"));
    scene_free(&s);
}

TEST(the_summary_says_when_the_last_arrived_if_all_did) {
    outcome o = {.movers = 4, .arrived = 1, .makespan = 7.5, .unreachable = 1};
    scene s = scene_make("x");
    assert_true(summary_has(&o, &s,
                            "4 of 4 movers arrived (no path leads to the goals of 1), the "
                            "last after 7.5 s; "));
    o.arrived = 0.5;
    assert_true(summary_has(&o, &s, "2 of 4 movers arrived"));
    assert_false(summary_has(&o, &s, "the last after"));
    scene_free(&s);
}

TEST(the_summary_says_how_late_the_map_changed) {
    outcome o = {.edit_wait = 2.5, .late_edit = {0, 30, 105}};
    scene s = scene_make("x");
    scene_edit gate = {.time = 1, .x = 4, .y = 2, .width = 1, .height = 3};
    arrput(s.edits, gate);
    assert_true(
        summary_has(&o, &s, "cells=4,2,1,3 asked at tick 30, made at tick 105, 2.5 s late\n"));
    o.edits_open = 1;
    o.late_edit.made = 0;
    assert_true(summary_has(&o, &s, "asked at tick 30, not made, 2.5 s late\n"));
    scene_free(&s);
}

TEST(expectations_hold_or_are_told_by_line) {
    outcome o = {.arrived = 0.5, .overlap = 0.1, .turning = 0.7};
    scene s = scene_make("x.map");
    const scene_expect expects[] = {
        {strdup("arrived"), EXPECT_EQUAL, 0.5, 4},   {strdup("arrived"), EXPECT_AT_LEAST, 0.6, 5},
        {strdup("overlap"), EXPECT_AT_MOST, 0.1, 6}, {strdup("overlap"), EXPECT_AT_MOST, 0.09, 7},
        {strdup("speed"), EXPECT_EQUAL, 1, 8},       {strdup("turning"), EXPECT_AT_MOST, 0.6, 9}};
    for (int k = 0; k < 6; k++) arrput(s.expects, expects[k]);
    char *text;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    assert_int_equal(outcome_expect(&o, &s, out), 4);
    fclose(out);
    assert_string_equal(text,
                        "x.map:5: found arrived = 0.5, expected >= 0.6\n"
                        "x.map:7: found overlap = 0.1, expected <= 0.09\n"
                        "x.map:8: found the metric 'speed', expected one of the JSON's names\n"
                        "x.map:9: found turning = 0.7, expected <= 0.6\n");
    free(text);
    scene_free(&s);
}

TESTS_OF(outcome)
