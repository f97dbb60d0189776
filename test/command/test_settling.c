/* How units come to rest: figures of motions drawn by hand. */
#include "metrics/settling.h"
#include "support.h"

enum { MOST = 6 };

/* Motions drawn by hand, ten ticks a second. */
typedef struct film {
    settling *s;
    settling_sample at[MOST];
    size_t count;
    int tick; /* of the next sample */
    settling_result of[MOST];
} film;

static film open_film(size_t count) {
    film f = {.s = settling_begin(count), .count = count};
    for (size_t k = 0; k < count; k++)
        f.at[k] = (settling_sample){.position = {10, 10 + 5 * (float)k},
                                    .heading = {1, 0},
                                    .radius = 0.5f,
                                    .duty = SETTLING_ENDS,
                                    .target = -1,
                                    .under_way = true};
    return f;
}

static void frames(film *f, int count) {
    if (f->tick == 0) settling_samples(f->s, f->at, 0);
    for (int k = 0; k < count; k++) {
        settling_samples(f->s, f->at, ++f->tick * 0.1);
        for (size_t n = 0; n < f->count; n++) f->at[n].word = SETTLING_NOTHING;
        for (size_t n = 0; n < f->count; n++) f->at[n].new_order = false;
    }
}

/* So many frames, each that much farther. */
static void drive(film *f, size_t unit, int count, float x, float y) {
    for (int k = 0; k < count; k++) {
        f->at[unit].position.x += x;
        f->at[unit].position.y += y;
        frames(f, 1);
    }
}

/* The unit is told in the next frame, and has no order from then on. */
static void arrives(film *f, size_t unit) {
    f->at[unit].word = SETTLING_DONE;
    f->at[unit].under_way = false;
    f->at[unit].idle = true;
}

static settling_figures end(film *f) {
    settling_figures figures = settling_finish(f->s, f->of);
    settling_end(f->s);
    return figures;
}

TEST(a_unit_that_comes_and_stays_is_clean) {
    film f = open_film(1);
    drive(&f, 0, 20, 0.2f, 0);
    arrives(&f, 0);
    frames(&f, 15);
    settling_figures all = end(&f);
    assert_true(all.clean);
    assert_int_equal(all.ordered + all.rested + all.told + all.resting, 4);
    assert_float_equal(all.settled, 2, 1e-9);
    assert_float_equal(f.of[0].told_at, 2.1, 1e-9);
    assert_float_equal(all.done, 2.1, 1e-9);
    assert_float_equal(all.off_course_mean, 0, 1e-9);
    assert_int_equal(all.restarts, 0);
    assert_float_equal(all.moved_after_max, 0, 0);
}

TEST(a_unit_that_moved_in_the_last_second_never_rests) {
    film f = open_film(2);
    for (size_t k = 0; k < 2; k++) arrives(&f, k);
    frames(&f, 10);
    drive(&f, 0, 1, 0.02f, 0);  /* 4 % of its radius */
    drive(&f, 1, 1, 0.009f, 0); /* noise */
    frames(&f, 8);
    settling_figures all = end(&f);
    assert_int_equal(all.rested, 1);
    assert_float_equal(all.settled, -1, 0);
    assert_float_equal(all.done, -1, 0);
    assert_int_equal(f.of[0].reason, SETTLING_MOVES);
    assert_int_equal(f.of[1].reason, SETTLING_CLEAN);
    assert_false(all.clean);
}

TEST(noise_that_adds_up_is_a_move) {
    film f = open_film(1);
    arrives(&f, 0);
    drive(&f, 0, 30, 0.003f, 0); /* 0.03 u/s for 3 s */
    assert_int_equal(end(&f).rested, 0);
}

TEST(a_unit_that_stands_untold_is_told_apart_by_its_order) {
    film f = open_film(2);
    drive(&f, 0, 5, 0.2f, 0);
    f.at[1].under_way = false;
    frames(&f, 15);
    settling_figures all = end(&f);
    assert_int_equal(all.rested, 2);
    assert_int_equal(all.told, 0);
    assert_float_equal(all.settled, 0.5, 1e-9);
    assert_float_equal(all.done, -1, 0);
    assert_int_equal(f.of[0].reason, SETTLING_UNDER_WAY);
    assert_int_equal(f.of[1].reason, SETTLING_NOT_TOLD);
}

TEST(in_range_tells_once_the_unit_rests) {
    film f = open_film(1);
    f.at[0].word = SETTLING_IN_RANGE;
    drive(&f, 0, 10, 0.2f, 0);
    f.at[0].under_way = false;
    frames(&f, 20);
    settling_figures all = end(&f);
    assert_true(all.clean);
    assert_float_equal(f.of[0].told_at, 1.5, 1e-9); /* half a second without a move */
    assert_float_equal(all.moved_after_max, 0, 0);
}

TEST(in_range_tells_nothing_while_the_unit_is_under_way) {
    film f = open_film(1);
    f.at[0].word = SETTLING_IN_RANGE;
    frames(&f, 20);
    assert_int_equal(end(&f).told, 0);
    assert_int_equal(f.of[0].reason, SETTLING_UNDER_WAY);
}

TEST(each_start_after_the_word_counts_once) {
    film f = open_film(1);
    drive(&f, 0, 10, 0.2f, 0);
    arrives(&f, 0);
    for (int k = 0; k < 3; k++) {
        frames(&f, 10);
        drive(&f, 0, 5, 0.1f, 0);
    }
    frames(&f, 10);
    settling_figures all = end(&f);
    assert_int_equal(all.restarts, 3);
    assert_float_equal(all.moved_after_mean, 1.5, 1e-4);
    assert_float_equal(all.moved_off_max, 1.5, 1e-4);
    assert_int_equal(f.of[0].reason, SETTLING_MOVED_AFTER);
}

TEST(moved_after_is_the_way_and_moved_off_the_distance) {
    film f = open_film(1);
    arrives(&f, 0);
    frames(&f, 10);
    f.at[0].idle = false; /* under an order, and so not giving way */
    drive(&f, 0, 10, 0.2f, 0);
    drive(&f, 0, 6, -0.2f, 0);
    frames(&f, 12);
    settling_figures all = end(&f);
    assert_float_equal(all.moved_after_max, 3.2, 1e-4);
    assert_float_equal(all.moved_off_max, 0.8, 1e-4);
}

TEST(a_unit_that_gave_way_and_is_back_is_clean) {
    film f = open_film(2);
    f.at[1].duty = SETTLING_IDLE; /* never had an order */
    f.at[1].idle = true;
    drive(&f, 0, 10, 0.2f, 0);
    arrives(&f, 0);
    frames(&f, 10);
    for (size_t k = 0; k < 2; k++) drive(&f, k, 5, 0, 0.2f);
    frames(&f, 10);
    for (size_t k = 0; k < 2; k++) drive(&f, k, 5, 0, -0.195f); /* 0.025 off, of 0.05 */
    frames(&f, 11);
    settling_figures all = end(&f);
    assert_true(all.clean);
    assert_int_equal(all.gave_way, 2);
    assert_int_equal(all.restarts, 0);
    assert_float_equal(all.moved_after_max, 0, 0);
    assert_int_equal(all.ordered, 1);
    assert_true(f.of[0].settled > 4);
    assert_float_equal(f.of[0].done, 1.1, 1e-9); /* told, and giving way does not count */
}

TEST(a_unit_that_was_moved_and_is_not_back_is_not_clean) {
    film f = open_film(2);
    f.at[1].duty = SETTLING_IDLE;
    f.at[1].idle = true;
    arrives(&f, 0);
    frames(&f, 10);
    for (size_t k = 0; k < 2; k++) drive(&f, k, 1, 0, 0.06f);
    frames(&f, 11);
    settling_figures all = end(&f);
    assert_int_equal(all.restarts, 2);
    assert_int_equal(f.of[0].reason, SETTLING_MOVED_AFTER);
    assert_int_equal(f.of[1].reason, SETTLING_NOT_BACK);
    assert_float_equal(all.moved_off_max, 0.06, 1e-5);
}

TEST(overlap_is_measured_among_those_that_rest) {
    film f = open_film(5);
    for (size_t k = 0; k < 5; k++) arrives(&f, k);
    f.at[0].position = (sidle_vec2){10, 10};
    f.at[1].position = (sidle_vec2){10.97f, 10}; /* 3 % of both radii */
    f.at[2].position = (sidle_vec2){10, 9.02f};  /* 2 % less a bit */
    f.at[2].position.y = 10 - 0.985f;
    f.at[3].position = (sidle_vec2){10, 10}; /* of another layer */
    f.at[3].layer = 1;
    f.at[4].position = (sidle_vec2){10, 10.3f}; /* a ghost */
    f.at[4].ghost = true;
    frames(&f, 12);
    settling_figures all = end(&f);
    assert_int_equal(all.resting, 5);
    assert_int_equal(all.overlapping, 2);
    assert_float_equal(all.overlap_share, 0.4, 1e-9);
    assert_float_equal(all.overlap_deepest, 0.03, 1e-5);
    assert_int_equal(f.of[0].reason, SETTLING_OVERLAPS);
    assert_int_equal(f.of[2].reason, SETTLING_CLEAN);
}

TEST(facing_is_measured_against_the_last_four_radii) {
    film f = open_film(1);
    drive(&f, 0, 30, 0.2f, 0);
    drive(&f, 0, 15, 0, 0.2f); /* 3 u down: the way along x is forgotten */
    arrives(&f, 0);
    f.at[0].heading = (sidle_vec2){1, 1};
    frames(&f, 12);
    settling_figures all = end(&f);
    assert_float_equal(all.off_course_mean, 45, 1e-4);
    assert_float_equal(all.off_course_max, 45, 1e-4);
    assert_int_equal(all.off_course_most, 0);
}

TEST(the_course_of_one_that_gave_way_is_that_on_which_it_came) {
    film f = open_film(1);
    drive(&f, 0, 30, 0.2f, 0);
    arrives(&f, 0);
    frames(&f, 10);
    drive(&f, 0, 10, 0, 0.2f);
    drive(&f, 0, 10, 0, -0.2f);
    f.at[0].heading = (sidle_vec2){-1, 0.01f};
    frames(&f, 12);
    settling_figures all = end(&f);
    assert_true(all.off_course_mean > 179);
    assert_int_equal(all.off_course_most, 1);
}

TEST(a_short_way_has_no_course) {
    film f = open_film(1);
    drive(&f, 0, 4, 0.1f, 0); /* less than a radius */
    arrives(&f, 0);
    frames(&f, 12);
    assert_int_equal(end(&f).faced, 0);
}

TEST(a_target_that_moves_makes_the_word_void_until_the_hunter_rests_again) {
    film f = open_film(2);
    f.at[0].target = 1;
    f.at[0].word = SETTLING_IN_RANGE;
    f.at[0].under_way = false;
    f.at[1].duty = SETTLING_ENDLESS;
    frames(&f, 10);
    drive(&f, 1, 5, 0.2f, 0);
    drive(&f, 0, 5, 0.2f, 0);
    frames(&f, 12);
    settling_figures all = end(&f);
    assert_int_equal(all.judged, 1);
    assert_true(all.clean);
    assert_int_equal(all.restarts, 0);
    assert_float_equal(f.of[0].told_at, 2.5, 1e-9);
}

TESTS_OF(settling)
