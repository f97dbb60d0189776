/* What a host sees of a unit: its path, its reasons in words, and events that need no other call.
 */
#include "crowd.h"
#include "saved.h"

#include <math.h>

/* A corridor as wide as a unit, and one that stands in it. */
static const char *const CORRIDOR = "####################\n"
                                    "####################\n"
                                    "....................\n"
                                    "####################\n"
                                    "####################\n";

TEST(the_path_that_is_left_can_be_read) {
    sidle_world *world = open_world(30, 30);
    sidle_unit_id id = unit_at(world, 5, 5);
    const sidle_vec2 way[] = {{10, 5}, {10, 15}, {20, 15}};
    sidle_vec2 left[3];
    uint32_t count;
    assert_ok(sidle_unit_path_left(world, id, left, 3, &count));
    assert_int_equal(count, 0);
    assert_ok(sidle_unit_go(world, id, (sidle_vec2){20, 25}));
    assert_ok(sidle_unit_set_path(world, id, way, 3));
    assert_ok(sidle_unit_path_left(world, id, left, 3, &count));
    assert_int_equal(count, 3);
    assert_memory_equal(left, way, sizeof way);
    await_event(world, SIDLE_EVENT_WAYPOINT, id, 10);
    left[1].x = 77;
    assert_ok(sidle_unit_path_left(world, id, left, 1, &count));
    assert_int_equal(count, 2);
    assert_memory_equal(left, way + 1, sizeof *way);
    assert_true(left[1].x == 77);
    assert_int_equal(count, state_of(world, id).waypoints);
    assert_int_equal(sidle_unit_path_left(world, id, NULL, 1, &count), SIDLE_ERROR_ARGUMENT);
    assert_int_equal(sidle_unit_path_left(world, NOBODY, left, 1, &count), SIDLE_ERROR_STALE);
    sidle_world_destroy(world);
}

/* u: from the unit along the points of its path to the goal, one after the other. */
static double way_along(const sidle_world *world, sidle_unit_id id, const sidle_vec2 *points,
                        uint32_t count, sidle_vec2 goal) {
    sidle_vec2 at = state_of(world, id).position;
    double way = 0;
    for (uint32_t k = 0; k <= count; k++) {
        sidle_vec2 next = k < count ? points[k] : goal;
        way += hypot((double)next.x - (double)at.x, (double)next.y - (double)at.y);
        at = next;
    }
    return way;
}

TEST(the_way_left_is_the_sum_of_the_path_that_is_left) {
    enum { POINTS = 200 };
    sidle_world *world = open_world(80, 30), *copy = open_world(80, 30);
    sidle_unit_id id = unit_at(world, 5, 5);
    const sidle_vec2 goal = {75, 25};
    sidle_vec2 points[POINTS];
    uint32_t count = POINTS;
    for (uint32_t k = 0; k < POINTS; k++)
        points[k] = (sidle_vec2){6 + 0.34f * (float)k, k % 2 ? 5.7f : 5};
    assert_ok(sidle_unit_go(world, id, goal));
    assert_ok(sidle_unit_set_path(world, id, points, POINTS));
    for (int second = 0; second < 30; second++) {
        assert_ok(sidle_unit_path_left(world, id, points, POINTS, &count));
        float left = state_of(world, id).path_left;
        assert_float_equal(left, way_along(world, id, points, count, goal), 2e-3f);
        saved s = save(world);
        assert_ok(sidle_world_load(copy, s.bytes, s.size));
        free(s.bytes);
        assert_true(state_of(copy, id).path_left == left);
        for (int tick = 0; tick < 30; tick++) step_valid(world);
    }
    assert_true(count < POINTS / 2);
    sidle_world_destroy(world);
    sidle_world_destroy(copy);
}

TEST(of_a_guided_unit_the_guide_is_read) {
    sidle_world *world = open_world(30, 30);
    sidle_unit_id id = unit_at(world, 5, 5);
    const sidle_vec2 goal = {5, 25}, guide = {17, 9}, way[] = {{10, 5}, {10, 15}};
    sidle_vec2 left[2] = {{77, 77}, {77, 77}};
    uint32_t count;
    assert_ok(sidle_unit_go(world, id, goal));
    assert_ok(sidle_unit_set_path(world, id, way, 2));
    assert_false(state_of(world, id).guided);
    assert_ok(sidle_unit_set_guide(world, id, guide));
    sidle_unit_state s = state_of(world, id);
    assert_true(s.guided);
    assert_int_equal(s.waypoints, 0);
    float expected = hypotf(12, 4) + hypotf(12, 16);
    assert_float_equal(s.path_left, expected, 1e-3f);
    assert_ok(sidle_unit_path_left(world, id, left, 2, &count));
    assert_int_equal(count, 1);
    assert_true(left[0].x == 17 && left[0].y == 9 && left[1].x == 77);
    assert_ok(sidle_unit_set_guide(world, id, goal));
    assert_ok(sidle_unit_path_left(world, id, left, 2, &count));
    assert_int_equal(count, 0);
    assert_float_equal(state_of(world, id).path_left, 20, 1e-3f);
    assert_ok(sidle_unit_stop(world, id));
    assert_false(state_of(world, id).guided);
    assert_ok(sidle_unit_path_left(world, id, left, 2, &count));
    assert_int_equal(count, 0);
    sidle_world_destroy(world);
}

/* ---- words ---- */

static void says(const sidle_world *world, sidle_unit_id id, const char *words) {
    char text[200];
    size_t length = sidle_why_text(world, id, text, sizeof text);
    assert_int_equal(length, strlen(text));
    if (!strstr(text, words)) fail_msg("\"%s\" is not in \"%s\"", words, text);
}

TEST(the_reasons_are_told_in_words) {
    sidle_world *world = world_of(CORRIDOR);
    sidle_unit_id first = unit_at(world, 3, 2.5f), cork = unit_at(world, 12, 2.5f);
    assert_ok(sidle_unit_hold(world, cork));
    says(world, cork, "holds");
    says(world, first, "stands without an order");
    assert_ok(sidle_unit_go(world, first, (sidle_vec2){18, 2.5f}));
    says(world, first, "looks in the next step");
    run(world, 0.1f);
    says(world, first, "drives to 18.0,2.5: the way is free");
    sidle_world_destroy(world);
}

TEST(a_queue_tells_who_waits_for_whom) {
    sidle_world *world = world_of(CORRIDOR);
    sidle_unit_id first = unit_at(world, 8, 2.5f), second = unit_at(world, 6, 2.5f),
                  cork = unit_at(world, 12, 2.5f);
    assert_ok(sidle_unit_hold(world, cork));
    assert_ok(sidle_unit_go(world, first, (sidle_vec2){18, 2.5f}));
    assert_ok(sidle_unit_go(world, second, (sidle_vec2){19, 2.5f}));
    bool waited = false, behind = false;
    for (int tick = 0; tick < 300; tick++) {
        char of_first[200], of_second[200];
        assert_ok(sidle_world_step(world, TICK));
        assert_true(sidle_why_text(world, first, of_first, sizeof of_first) > 0);
        assert_true(sidle_why_text(world, second, of_second, sizeof of_second) > 0);
        sidle_decision decided = state_of(world, first).decision;
        if (decided == SIDLE_DECISION_WAIT) {
            waited = true;
            assert_non_null(strstr(of_first, "waits up to "));
            assert_non_null(strstr(of_first, " ahead"));
            assert_non_null(strstr(of_first, "; blocked by 3, which rests"));
        }
        if (decided == SIDLE_DECISION_PUSH)
            assert_non_null(strstr(of_first, "pushes through for "));
        if (decided == SIDLE_DECISION_REPLAN) assert_non_null(strstr(of_first, " s for a path: "));
        behind |= strstr(of_second, "; blocked by 1, which waits for 3") != NULL;
    }
    assert_true(waited && behind);
    sidle_world_destroy(world);
}

TEST(a_detour_tells_where_and_how_much) {
    sidle_world *world = open_world(30, 30);
    sidle_unit_id id = unit_at(world, 5, 10), other = unit_at(world, 9, 10.3f);
    assert_ok(sidle_unit_hold(world, other));
    assert_ok(sidle_unit_go(world, id, (sidle_vec2){20, 10}));
    run(world, 0.1f);
    sidle_why why;
    assert_ok(sidle_unit_why(world, id, &why));
    assert_int_equal(why.decision, SIDLE_DECISION_DETOUR);
    assert_true(why.offset < 0);
    char expected[120];
    snprintf(expected, sizeof expected,
             "detours left to %.1f,%.1f: %.2f there, %.2f ahead; blocked by 2, which rests",
             floor((double)why.target.x * 10 + 0.5) / 10,
             floor((double)why.target.y * 10 + 0.5) / 10, why.value / 254.0,
             why.value_ahead / 254.0);
    says(world, id, expected);
    run(world, 10);
    says(world, id, "stands where it has arrived");
    sidle_world_destroy(world);
}

/* What a crowd with orders of every kind says: a unit that could say it does, and no other. */
static const struct reason {
    const char *begins;
    bool under_way;
    sidle_decision decision;
} REASONS[] = {{"drives to ", true, SIDLE_DECISION_FREE},
               {"detours left to ", true, SIDLE_DECISION_DETOUR},
               {"detours right to ", true, SIDLE_DECISION_DETOUR},
               {"drives on to ", true, SIDLE_DECISION_DETOUR},
               {"waits up to ", true, SIDLE_DECISION_WAIT},
               {"waits up to ", true, SIDLE_DECISION_REPLAN},
               {"pushes through for ", true, SIDLE_DECISION_PUSH},
               {"holds", false, SIDLE_DECISION_IDLE},
               {"stands, as the danger is far", false, SIDLE_DECISION_IDLE},
               {"stands in its range", false, SIDLE_DECISION_IDLE},
               {"stands without an order", false, SIDLE_DECISION_IDLE}};

enum { REASON_COUNT = sizeof REASONS / sizeof *REASONS };

TEST(a_crowd_tells_reasons_of_every_kind) {
    sidle_world *world = crowd_make(sidle_world_def_default(), 300);
    uint32_t told[REASON_COUNT] = {0};
    for (int tick = 0; tick < 300; tick++) {
        crowd_step(world);
        sidle_unit_id id = NOBODY;
        while (tick % 7 == 0 && (id = sidle_unit_next(world, id)).slot) {
            char text[300];
            sidle_unit_state s = state_of(world, id);
            size_t length = sidle_why_text(world, id, text, sizeof text);
            assert_int_equal(length, strlen(text));
            for (int k = 0; k < REASON_COUNT && !s.stowed; k++)
                told[k] += !strncmp(text, REASONS[k].begins, strlen(REASONS[k].begins)) &&
                           s.under_way == REASONS[k].under_way && s.decision == REASONS[k].decision;
        }
    }
    for (int k = 0; k < REASON_COUNT; k++)
        if (!told[k]) fail_msg("no unit says why it %s", REASONS[k].begins);
    sidle_world_destroy(world);
}

TEST(a_text_is_cut_where_the_buffer_ends) {
    sidle_world *world = open_world(30, 30);
    sidle_unit_id id = unit_at(world, 5, 5);
    char whole[64], cut[64];
    size_t length = sidle_why_text(world, id, whole, sizeof whole);
    assert_true(length > 10);
    for (size_t size = 0; size <= length + 1; size++) {
        memset(cut, 'x', sizeof cut);
        assert_int_equal(sidle_why_text(world, id, size ? cut : NULL, size), length);
        if (size) assert_int_equal(strlen(cut), size - 1);
        assert_memory_equal(cut, whole, size ? size - 1 : 0);
        assert_int_equal(cut[size], 'x');
    }
    assert_int_equal(sidle_why_text(world, NOBODY, cut, 9), 0);
    assert_string_equal(cut, "");
    assert_int_equal(sidle_why_text(NULL, id, cut, 9), 0);
    assert_int_equal(sidle_why_text(world, id, NULL, 9), 0);
    sidle_world_destroy(world);
}

/* ---- events ---- */

TEST(an_event_needs_no_other_call) {
    sidle_world *world = open_world(30, 30);
    sidle_unit_def def = sidle_unit_def_default();
    def.position = (sidle_vec2){5, 5};
    def.user = 0x123456789abcdef;
    sidle_unit_id id;
    assert_ok(sidle_unit_create(world, &def, &id));
    assert_ok(sidle_unit_go(world, id, (sidle_vec2){9, 5}));
    sidle_event e = await_event(world, SIDLE_EVENT_ARRIVED, id, 10);
    assert_true(e.user == def.user);
    sidle_vec2 now = state_of(world, id).position;
    assert_true(e.position.x == now.x && e.position.y == now.y);
    sidle_world_destroy(world);
}

TESTS_OF(see)
