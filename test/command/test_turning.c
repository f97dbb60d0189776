/* Figures of calm motion: turning, facing, travel and hard stops. */
#include "film.h"
#include "support.h"

#include <math.h>
#include <stb_ds.h>

TEST(a_round_way_turns_by_its_angular_speed_at_any_rate) {
    static const double RATES[] = {7, 10, 20, 30, 60, 100};
    for (int r = 0; r < 6; r++) {
        film f = open_film(40, 40);
        cast(&f, 25, 20, true, 39, 39);
        begin_at(&f, RATES[r]);
        for (int k = 1; k <= 6 * RATES[r]; k++) {
            float angle = 0.4f * (float)k / (float)RATES[r]; /* 0.4 rad/s, a radius of 5: 2 u/s */
            f.at[0] = (sidle_vec2){20 + 5 * cosf(angle), 20 + 5 * sinf(angle)};
            f.facing[0] = (sidle_vec2){3 * cosf(2 * angle), 3 * sinf(2 * angle)};
            frame(&f);
        }
        outcome o = end(&f);
        assert_float_equal(o.turning, 0.4, 0.001);
        assert_float_equal(o.facing, 0.8, 0.001);
        assert_float_equal(o.hard_stops, 0, 0);
    }
}

/* 3 ticks of 1/30 s: what trembles from tick to tick about a straight way is not seen. */
TEST(directions_are_taken_a_tenth_of_a_second_apart) {
    film f = open_film(60, 20);
    cast(&f, 5, 5, true, 55, 5);
    begin_at(&f, 30);
    for (int k = 0; k < 300; k++) {
        f.at[0].x += 2 / 30.0f;
        f.at[0].y = k % 3 == 1 ? 5.05f : 5;
        frame(&f);
    }
    assert_float_equal(end(&f).turning, 0, 0.0001);
}

TEST(a_creeping_or_arrived_unit_does_not_turn_and_still_faces) {
    film f = open_film(60, 20);
    cast(&f, 5, 5, true, 55, 5);
    cast(&f, 5, 15, true, 6, 15); /* within its goal from the first tick on */
    begin(&f);
    for (int k = 0; k < 100; k++) {
        f.at[0].x += k % 2 ? 0 : 0.019f; /* 0.19 u/s; its top speed is 2 */
        f.at[0].y += k % 2 ? 0.019f : 0;
        f.facing[0] = k % 2 ? (sidle_vec2){1, 0} : (sidle_vec2){0, -1};
        f.at[1].y += k % 2 ? 0.2f : -0.2f;
        f.facing[1] = f.facing[0];
        frame(&f);
    }
    outcome o = end(&f);
    assert_float_equal(o.turning, 0, 0);
    assert_float_equal(o.facing, 15.70796, 0.001);
}

TEST(nothing_faces_where_nobody_knows_the_headings) {
    film f = open_film(60, 20);
    cast(&f, 5, 5, true, 55, 5);
    f.metrics = metrics_make(&f.played, 0.1);
    for (int k = 0; k < 20; k++) {
        f.at[0].x += 0.2f;
        f.at[0].y += k % 2 ? 0.2f : -0.2f;
        metrics_sample(f.metrics, f.at, NULL, f.ordered);
    }
    outcome o = end(&f);
    assert_float_equal(o.turning, 15.70796, 0.001);
    assert_float_equal(o.facing, 0, 0);
}

TEST(travel_is_the_distance_of_those_who_came_over_the_shortest) {
    film f = open_film(60, 40);
    cast(&f, 5, 5, true, 15, 5); /* straight: 9 u to the rim of its goal */
    cast(&f, 5, 5, true, 15, 15);
    cast(&f, 50, 5, true, 5, 35); /* runs to and fro and never comes */
    f.ordered[0] = f.ordered[1] = false;
    begin(&f);
    for (int k = 0; k < 10; k++) frame(&f);
    f.ordered[0] = f.ordered[1] = true;
    for (int k = 1; k <= 110; k++) {
        float way = 0.2f * (float)k; /* then on behind the goal, which is of no account */
        f.at[0].x = 5 + way;
        f.at[1] = (sidle_vec2){fminf(5 + way, 15), fmaxf(way - 5, 5)};
        f.at[2].x += k % 2 ? 1 : -1;
        frame(&f);
    }
    /* Round the corner it is 19 u to the rim instead of sqrt(200) - 1. */
    assert_float_equal(end(&f).travel, (1 + 19 / 13.1421) / 2, 0.01);
}

/* Brakes evenly from top speed to rest within that many ticks of 1/30 s, and goes on. */
static double stops_of(int ticks, float from) {
    film f = open_film(60, 20);
    cast(&f, 5, 5, true, 55, 5);
    begin_at(&f, 30);
    for (int round = 0; round < 2; round++) {
        for (int k = 0; k < 30; k++) f.at[0].x += from / 30, frame(&f);
        for (int k = 1; k < ticks; k++) f.at[0].x += 0.8f / 30, frame(&f);
        for (int k = 0; k < 30; k++) frame(&f);
    }
    return end(&f).hard_stops;
}

TEST(a_hard_stop_falls_from_over_half_to_nothing_in_three_tenths_of_a_second) {
    assert_float_equal(stops_of(1, 2), 2, 0); /* from one tick to the next */
    assert_float_equal(stops_of(9, 2), 2, 0); /* 0.3 s after it was fast */
    assert_float_equal(stops_of(10, 2), 0, 0);
    assert_float_equal(stops_of(1, 1.02f), 2, 0);
    assert_float_equal(stops_of(1, 0.98f), 0, 0);
}

TEST(to_stop_at_the_goal_is_no_hard_stop_and_to_slow_down_is_none) {
    film f = open_film(60, 20);
    cast(&f, 5, 5, true, 8, 5);  /* stops at its goal */
    cast(&f, 5, 8, true, 55, 8); /* slows down to 0.3 u/s, over a tenth of 2 */
    cast(&f, 5, 11, true, 55, 11);
    cast(&f, 5, 14, true, 55, 14);
    cast(&f, 4.19f, 17, true, 8, 17); /* stops in the tick in which it comes within 1 u */
    begin(&f);
    for (int k = 0; k < 30; k++) {
        f.at[0].x = fminf(f.at[0].x + 0.2f, 8);
        f.at[1].x += k < 10 ? 0.2f : 0.03f;
        f.at[2].x += k < 10 ? 0.2f : 0; /* stops for good */
        f.at[3].x += 0.2f;
        f.at[4].x = k < 14 ? f.at[4].x + 0.2f : 7.005f;
        frame(&f);
    }
    assert_float_equal(end(&f).hard_stops, 0.2, 1e-9);
}

TESTS_OF(turning)
