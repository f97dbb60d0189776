/* Figures of arrival, overlap and displacement, on motions whose figures are known. */
#include "film.h"
#include "metrics/metrics.h"
#include "metrics/outcome.h"
#include "support.h"

#include <math.h>
#include <stb_ds.h>

TEST(a_free_drive_has_stretch_one) {
    film f = open_film(40, 10);
    cast(&f, 5, 5, true, 25, 5); /* 20 u at 2 u/s; within reach 1 u before */
    begin(&f);
    for (int k = 0; k < 120; k++) {
        f.at[0].x = fminf(f.at[0].x + 0.2f, 25);
        frame(&f);
    }
    outcome o = end(&f);
    assert_float_equal((float)(o.arrived + o.reached), 2, 0);
    assert_float_equal(o.reached_last, 9.5, 0.11);
    assert_float_equal(o.makespan, 10, 0.11);
    assert_float_equal(o.stretch_mean, 1, 0.02);
    assert_float_equal(o.seconds, 12, 1e-9);
    assert_float_equal(o.end_speed, 0, 0);
    assert_true(o.overlap + o.flips + o.static_overlaps == 0);
}

TEST(stretch_counts_from_the_order_and_takes_the_slowest_twentieth) {
    film f = open_film(40, 20);
    cast(&f, 5, 5, true, 16, 5); /* 11 u: 5.5 s */
    cast(&f, 5, 15, true, 16, 15);
    f.ordered[0] = f.ordered[1] = false;
    begin(&f);
    for (int k = 0; k < 20; k++) frame(&f); /* not ordered yet */
    f.ordered[0] = f.ordered[1] = true;
    for (int k = 0; k < 120; k++) {
        f.at[0].x = fminf(f.at[0].x + 0.2f, 16);
        f.at[1].x = fminf(f.at[1].x + 0.1f, 16);
        frame(&f);
    }
    outcome o = end(&f);
    assert_float_equal(o.stretch_mean, 1.5, 0.03);
    assert_float_equal(o.stretch_p95, 2, 0.03);
}

TEST(a_unit_that_does_not_come_is_missing_from_arrived) {
    film f = open_film(40, 20);
    cast(&f, 5, 5, true, 7, 5);
    cast(&f, 5, 15, true, 16, 15);
    begin(&f);
    f.at[0].x = 6.5f;
    for (int k = 0; k < 12; k++) frame(&f);
    outcome o = end(&f);
    assert_float_equal(o.arrived, 0.5, 0);
    assert_float_equal(o.reached, 0.5, 0);
    assert_float_equal(o.makespan, 1.2, 1e-9); /* the whole run */
    assert_float_equal(o.reached_last, 1.2, 1e-9);
}

TEST(a_unit_that_reaches_its_goal_and_does_not_rest_has_not_arrived) {
    film f = open_film(40, 20);
    cast(&f, 5, 5, true, 6, 5);
    cast(&f, 5, 15, true, 8, 15);
    begin(&f);
    f.at[1].x = 8;
    for (int k = 0; k < 30; k++) {
        f.at[0].x = k % 2 ? 6 : 5.9f; /* within reach of its goal, and pulsing */
        frame(&f);
    }
    outcome o = end(&f);
    assert_float_equal(o.reached, 1, 0);
    assert_float_equal(o.reached_last, 0.1, 1e-9);
    assert_float_equal(o.arrived, 0.5, 0);
    assert_float_equal(o.makespan, 3, 1e-9); /* the whole run */
    assert_float_equal(o.settled, 3, 1e-9);
    assert_float_equal(o.rested, 0.5, 0);
    assert_float_equal(o.stretch_mean, 0.1f / 1.5f, 1e-6); /* of the other one */
    assert_int_equal(o.unclean[SETTLING_MOVES].count, 1);
    assert_int_equal(o.unclean[SETTLING_MOVES].first[0], 1);
}

TEST(where_units_roam_to_reach_a_goal_is_to_arrive) {
    film f = open_film(40, 20);
    f.played.roam = true;
    cast(&f, 5, 5, true, 8, 5);
    begin(&f);
    for (int k = 0; k < 30; k++) {
        f.at[0].x += 0.2f;
        frame(&f);
    }
    outcome o = end(&f);
    assert_float_equal(o.arrived, 1, 0);
    assert_float_equal(o.makespan, 1, 0.11);
    assert_int_equal(o.unclean[SETTLING_MOVES].count, 0);
}

TEST(time_counts_until_a_unit_rests_where_it_rests) {
    film f = open_film(60, 20);
    cast(&f, 5, 10, true, 45, 10); /* four share a goal: within reach 2.195 u off */
    for (int k = 0; k < 3; k++) cast(&f, 5, 12 + (float)k, true, 45, 10);
    f.played.units[1].order = f.played.units[2].order = f.played.units[3].order = SIDLE_ORDER_NONE;
    f.played.units[1].goal.x = 3; /* one mover alone: within reach 1 u off */
    f.ordered[1] = f.ordered[2] = f.ordered[3] = false;
    begin(&f);
    for (int k = 0; k < 196; k++) { /* 39.2 u at 2 u/s */
        f.at[0].x += 0.2f;
        frame(&f);
    }
    for (int k = 0; k < 12; k++) frame(&f);
    outcome o = end(&f);
    assert_float_equal(o.makespan, 19.6, 1e-6);
    assert_float_equal(o.reached_last, 19.5, 0.11);
    assert_float_equal(o.stretch_mean, 1, 1e-4); /* to where it rests, 0.8 u before the goal */
}

/* The library tells of its units, and the metrics read it. */
TEST(restarts_overlap_and_facing_are_summed_from_what_a_library_tells) {
    film f = open_film(40, 40);
    sidle_world *world = open_world(40, 40);
    sidle_unit_id ids[2] = {unit_at(world, 5, 5), unit_at(world, 30.4f, 30)};
    cast(&f, 5, 5, true, 15, 5);
    cast(&f, 30.4f, 30, false, 0, 0);
    f.played.units[1].order = SIDLE_ORDER_NONE;
    f.metrics = metrics_make(&f.played, 1.0 / 30);
    metrics_read(f.metrics, world, ids);
    frame(&f);
    sidle_unit_go(world, ids[0], (sidle_vec2){15, 5});
    for (int k = 0; k < 300; k++) {
        if (k == 240) sidle_unit_teleport(world, ids[0], (sidle_vec2){30, 30}); /* into the other */
        if (k == 240) sidle_unit_set_heading(world, ids[0], (sidle_vec2){-1, 0});
        if (k == 240) sidle_unit_set_speed_factor(world, ids[0], 0); /* and there it stays */
        sidle_world_step(world, 1.0f / 30);
        for (int n = 0; n < 2; n++) f.at[n] = state_of(world, ids[n]).position;
        metrics_read(f.metrics, world, ids);
        frame(&f);
    }
    outcome o = end(&f);
    assert_float_equal(o.told, 1, 0);
    assert_true(o.restarts >= 1);
    assert_true(o.moved_after >= 14 && o.moved_after_max > 29);
    assert_float_equal(o.clean, 0, 0);
    assert_true(o.off_course_max > 90);
    sidle_world_destroy(world);
}

/* Among movers it is open; beside one that only stands it is not. */
TEST(overlap_is_the_share_of_time_deeper_than_a_tenth_of_the_radius) {
    for (int mover = 0; mover < 2; mover++) {
        film f = open_film(40, 20);
        cast(&f, 10, 10, true, 30, 10);
        cast(&f, 20, 10, mover, 5, 10);
        begin(&f);
        const float gaps[] = {3, 1, 0.96f, 0.94f, 0.6f, 1.1f, 2, 3}; /* two deeper than 0.05 */
        for (int k = 0; k < 8; k++) {
            f.at[0].x = 20 - gaps[k];
            frame(&f);
        }
        outcome o = end(&f);
        assert_float_equal(o.overlap, 0.25, 1e-9);
        assert_float_equal(o.overlap_open, (mover ? 0.25 : 0), 1e-9);
        assert_float_equal(o.max_penetration, 0.4, 1e-5);
    }
}

TEST(the_longest_overlap_is_one_without_a_break) {
    film f = open_film(40, 20);
    cast(&f, 10, 10, true, 30, 10);
    cast(&f, 20, 10, false, 0, 0);
    cast(&f, 21, 10, false, 0, 0);
    begin(&f);
    /* 0.94 from the first and 0.5 inside the second: others count as one. */
    const float gaps[] = {3, 0.9f, 0.9f, 0.96f, 0.5f, -0.5f, 0.1f, -1.98f, 0.9f, 0.9f, 3};
    for (int k = 0; k < 11; k++) {
        f.at[0].x = 20 - gaps[k];
        frame(&f);
    }
    assert_float_equal(end(&f).overlap_longest, 0.3, 1e-9);
}

TEST(settling_lasts_from_the_first_arrival_to_the_last_motion) {
    film f = open_film(40, 20);
    cast(&f, 5, 5, true, 8, 5);
    cast(&f, 5, 15, true, 30, 15);
    begin(&f);
    f.at[0].x = 8; /* after 0.1 s */
    for (int k = 0; k < 10; k++) frame(&f);
    f.at[1].x = 6; /* after 1.1 s */
    for (int k = 0; k < 10; k++) frame(&f);
    assert_float_equal(end(&f).settling, 1, 1e-9);
}

TEST(layers_do_not_overlap) {
    film f = open_film(40, 20);
    scene_profile_add(&f.played, "air", 3);
    f.played.profiles[1].values.layer = 1;
    cast(&f, 10, 10, true, 30, 10);
    cast(&f, 10.2f, 10, false, 0, 0);
    f.played.units[1].profile = 1;
    begin(&f);
    frame(&f);
    assert_float_equal(end(&f).overlap, 0, 0);
}

TEST(touching_a_wall_is_no_overlap_and_a_hundredth_inside_is) {
    film f = open_film(20, 20);
    f.played.cells[5 * 20 + 10] = SIDLE_TERRAIN_TREES; /* x from 10 to 11, y from 5 to 6 */
    cast(&f, 5, 5.5f, true, 18, 5.5f);
    begin(&f);
    f.at[0].x = 9.5f;
    frame(&f);
    f.at[0].x = 9.51f;
    frame(&f);
    f.at[0] = (sidle_vec2){0.49f, 10}; /* over the edge of the map */
    frame(&f);
    metrics_cells_changed(f.metrics, 0, 0, 20, 20, SIDLE_TERRAIN_WATER); /* and now under water */
    frame(&f);
    assert_float_equal(end(&f).static_overlaps, 3, 0);
}

TEST(displacement_is_how_far_standing_units_were_moved) {
    film f = open_film(20, 20);
    cast(&f, 5, 5, false, 0, 0);
    cast(&f, 9, 9, false, 0, 0);
    begin(&f);
    f.at[0].x = 7;
    frame(&f);
    f.at[0].x = 6; /* back again: the farthest counts */
    frame(&f);
    outcome o = end(&f);
    assert_float_equal(o.displaced_max, 2, 1e-6);
    assert_float_equal(o.displaced_mean, 1, 1e-6);
}

TEST(a_reversal_under_way_is_counted_once) {
    film f = open_film(40, 20);
    cast(&f, 10, 10, true, 30, 10);
    begin(&f);
    const float steps[] = {0.2f, 0.2f, -0.2f, -0.2f, 0.2f, 0.001f, -0.001f, 0.2f, 0.2f, 0.2f};
    for (int k = 0; k < 10; k++) {
        f.at[0].x += steps[k];
        frame(&f);
    }
    assert_float_equal(end(&f).flips, 2, 1e-6); /* in one second; the tiny steps are no reversal */
}

TEST(the_free_drive_may_be_told) {
    film f = open_film(40, 10);
    cast(&f, 5, 5, true, 16, 5);
    begin(&f);
    metrics_length(f.metrics, 0, 20.5f); /* round a corner, and 0.5 u less: 20 u at 2 u/s */
    for (int k = 0; k < 100; k++) frame(&f);
    f.at[0].x = 15.5f;
    frame(&f);
    metrics_length(f.metrics, 0, 3); /* a further order after it has come: of no account */
    for (int k = 0; k < 11; k++) frame(&f);
    assert_float_equal(end(&f).stretch_mean, 1.01, 1e-3);
}

TEST(end_speed_is_that_of_the_last_second) {
    film f = open_film(40, 20);
    cast(&f, 2, 5, true, 38, 5);
    cast(&f, 2, 15, true, 38, 15);
    begin(&f);
    for (int k = 0; k < 20; k++) {
        f.at[0].x += 0.2f; /* 2 u/s all the time */
        if (k < 10) f.at[1].x += 0.2f;
        frame(&f);
    }
    assert_float_equal(end(&f).end_speed, 1, 1e-4);
}

TEST(a_position_that_is_no_number_is_an_overlap_with_a_wall) {
    static const float ODD[] = {NAN, INFINITY, -INFINITY, 1e30f, -1e30f};
    film f = open_film(20, 20);
    cast(&f, 5, 5, true, 15, 5);
    cast(&f, 9, 9, false, 0, 0);
    begin(&f);
    for (int k = 0; k < 5; k++) {
        f.at[0] = (sidle_vec2){ODD[k], 5};
        f.at[1] = (sidle_vec2){9, k < 3 ? ODD[k] : 9};
        frame(&f);
    }
    f.at[0] = (sidle_vec2){5, 5};
    frame(&f);
    outcome o = end(&f);
    assert_float_equal(o.static_overlaps, 8, 0);
    assert_float_equal(o.arrived, 0, 0);
    assert_float_equal(o.displaced_max, 0, 0);
    assert_true(isfinite(o.end_speed));
}

TESTS_OF(metrics)
