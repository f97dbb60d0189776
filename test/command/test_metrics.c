/* The scoreboard's figures on made-up motions whose figures are known. */
#include "metrics/metrics.h"
#include "metrics/outcome.h"
#include "support.h"

#include <math.h>
#include <stb_ds.h>

enum { MOST = 20 };

/* A scene drawn by hand, units told one by one, positions set tick by tick. */
typedef struct film {
    scene played;
    metrics *metrics;
    sidle_vec2 at[MOST], facing[MOST];
    bool ordered[MOST];
} film;

static void cast(film *f, float x, float y, bool mover, float goal_x, float goal_y) {
    sidle_order order = mover ? SIDLE_ORDER_GO : SIDLE_ORDER_HOLD;
    scene_unit u = {.position = {x, y}, .order = order, .goal = {goal_x, goal_y}};
    f->at[arrlenu(f->played.units)] = u.position;
    f->facing[arrlenu(f->played.units)] = (sidle_vec2){1, 0};
    f->ordered[arrlenu(f->played.units)] = mover;
    arrput(f->played.units, u);
}

static film open_film(uint32_t width, uint32_t height) {
    film f = {.played = scene_make("film")};
    f.played.width = width;
    f.played.height = height;
    f.played.cells = calloc(width * height, 1);
    return f;
}

static void frame(film *f) {
    metrics_sample(f->metrics, f->at, f->facing, f->ordered);
}

static void begin_at(film *f, double hz) {
    f->metrics = metrics_make(&f->played, 1 / hz);
    frame(f);
}

static void begin(film *f) {
    begin_at(f, 10);
}

static outcome end(film *f) {
    outcome o = {0};
    metrics_finish(f->metrics, &o);
    metrics_free(f->metrics);
    scene_free(&f->played);
    return o;
}

static void a_free_drive_has_stretch_one(void **state) {
    (void)state;
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

static void stretch_counts_from_the_order_and_takes_the_slowest_twentieth(void **state) {
    (void)state;
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

static void who_does_not_come_is_missing_from_arrived(void **state) {
    (void)state;
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

static void who_reaches_its_goal_and_does_not_rest_has_not_arrived(void **state) {
    (void)state;
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

static void where_units_roam_to_reach_a_goal_is_to_arrive(void **state) {
    (void)state;
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

static void time_counts_until_a_unit_rests_where_it_rests(void **state) {
    (void)state;
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
static void restarts_overlap_and_facing_are_summed_from_what_a_library_tells(void **state) {
    (void)state;
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

static void a_shared_goal_is_reached_inside_the_disc_that_all_fill(void **state) {
    (void)state;
    film f = open_film(40, 20);
    /* four of radius 0.5 at 70 %: sqrt(4 * 0.25 / 0.7) + 1 = 2.195 */
    for (int k = 0; k < 4; k++) cast(&f, 5, 5, true, 20, 10);
    begin(&f);
    f.at[0] = (sidle_vec2){17.9f, 10};
    f.at[1] = (sidle_vec2){17.7f, 10};
    frame(&f);
    outcome o = end(&f);
    assert_float_equal(o.reached, 0.25, 0);
}

static void overlap_is_the_share_of_time_deeper_than_a_tenth_of_the_radius(void **state) {
    (void)state;
    film f = open_film(40, 20);
    cast(&f, 10, 10, true, 30, 10);
    cast(&f, 20, 10, false, 0, 0);
    begin(&f);
    const float gaps[] = {3, 1, 0.96f, 0.94f, 0.6f, 1.1f, 2, 3}; /* two of eight deeper than 0.05 */
    for (int k = 0; k < 8; k++) {
        f.at[0].x = 20 - gaps[k];
        frame(&f);
    }
    outcome o = end(&f);
    assert_float_equal(o.overlap, 0.25, 1e-9);
    assert_float_equal(o.overlap_open, 0, 0); /* the other only stands */
    assert_float_equal(o.max_penetration, 0.4, 1e-5);
}

static void overlap_among_movers_is_open(void **state) {
    (void)state;
    film f = open_film(40, 20);
    cast(&f, 10, 10, true, 30, 10);
    cast(&f, 20, 10, true, 5, 10);
    begin(&f);
    f.at[0].x = 19.5f;
    frame(&f);
    f.at[0].x = 10;
    frame(&f);
    outcome o = end(&f);
    assert_float_equal(o.overlap, 0.5, 1e-9);
    assert_float_equal(o.overlap_open, 0.5, 1e-9);
}

static void the_longest_overlap_is_one_without_a_break(void **state) {
    (void)state;
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

static void settling_lasts_from_the_first_arrival_to_the_last_motion(void **state) {
    (void)state;
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

static void layers_do_not_overlap(void **state) {
    (void)state;
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

static void touching_a_wall_is_no_overlap_and_a_hundredth_inside_is(void **state) {
    (void)state;
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

static void displacement_is_how_far_standing_units_were_moved(void **state) {
    (void)state;
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

static void a_reversal_under_way_is_counted_once(void **state) {
    (void)state;
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

static void the_slowest_twentieth_is_the_nineteenth_of_twenty(void **state) {
    (void)state;
    film f = open_film(40, 40);
    /* One and a half ticks would do, 1.5 u at 10 u/s; the first takes one, the last takes twenty.
     */
    for (int k = 0; k < 20; k++) cast(&f, 5, (float)k + 5, true, 7, (float)k + 5);
    f.played.profiles[0].values.top_speed = 10;
    begin(&f);
    for (int tick = 0; tick < 20; tick++) {
        f.at[tick].x = 6.5f;
        frame(&f);
    }
    for (int k = 0; k < 11; k++) frame(&f);
    outcome o = end(&f);
    assert_float_equal(o.stretch_p95, 19 / 1.5f, 1e-4);
    assert_float_equal(o.stretch_mean, 10.5f / 1.5f, 1e-4);
}

static void the_free_drive_may_be_told(void **state) {
    (void)state;
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

static void end_speed_is_that_of_the_last_second(void **state) {
    (void)state;
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

/* ---- calm ---- */

static void a_round_way_turns_by_its_angular_speed_at_any_rate(void **state) {
    (void)state;
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

static void a_zigzag_turns_at_its_corners_to_either_side(void **state) {
    (void)state;
    film f = open_film(60, 40);
    cast(&f, 5, 5, true, 55, 35);
    begin_at(&f, 30);
    for (int k = 0; k < 300; k++) {
        bool up = k / 30 % 2; /* a second this way, a second that way */
        f.at[0].x += up ? 0 : 2 / 30.0f;
        f.at[0].y += up ? 2 / 30.0f : 0;
        frame(&f);
    }
    outcome o = end(&f);
    /* Nine corners of a right angle; 100 places in 10 s, 98 of them between two others. */
    assert_float_equal(o.turning, 9 * 1.570796f / 9.8f, 0.0001f);
    assert_float_equal(o.facing, 0, 0);
}

/* 3 ticks of 1/30 s: what trembles from tick to tick about a straight way is not seen. */
static void directions_are_taken_a_tenth_of_a_second_apart(void **state) {
    (void)state;
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

static void who_creeps_or_has_arrived_does_not_turn_and_still_faces(void **state) {
    (void)state;
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

static void nothing_faces_where_nobody_knows_the_headings(void **state) {
    (void)state;
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

static void travel_is_the_distance_of_those_who_came_over_the_shortest(void **state) {
    (void)state;
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

static void a_hard_stop_falls_from_over_half_to_nothing_in_three_tenths_of_a_second(void **state) {
    (void)state;
    assert_float_equal(stops_of(1, 2), 2, 0); /* from one tick to the next */
    assert_float_equal(stops_of(9, 2), 2, 0); /* 0.3 s after it was fast */
    assert_float_equal(stops_of(10, 2), 0, 0);
    assert_float_equal(stops_of(1, 1.02f), 2, 0);
    assert_float_equal(stops_of(1, 0.98f), 0, 0);
}

static void to_stop_at_the_goal_is_no_hard_stop_and_to_slow_down_is_none(void **state) {
    (void)state;
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

/* ---- orders without a goal ---- */

static size_t cast_as(film *f, float x, float y, sidle_order order) {
    cast(f, x, y, true, 0, 0);
    arrlast(f->played.units).order = order;
    return arrlenu(f->played.units) - 1;
}

static void caught_is_who_was_touched_by_its_own_hunter(void **state) {
    (void)state;
    film f = open_film(60, 20);
    size_t hunter = cast_as(&f, 5, 5, SIDLE_ORDER_PURSUE),
           other = cast_as(&f, 5, 15, SIDLE_ORDER_PURSUE);
    size_t first = cast_as(&f, 20, 5, SIDLE_ORDER_EVADE),
           second = cast_as(&f, 20, 15, SIDLE_ORDER_EVADE);
    size_t follower = cast_as(&f, 40, 5, SIDLE_ORDER_FOLLOW);
    begin(&f);
    for (int k = 0; k < 4; k++) frame(&f);
    metrics_target(f.metrics, hunter, first); /* at 0.4 s */
    metrics_target(f.metrics, other, second);
    metrics_target(f.metrics, follower, hunter);
    f.at[other].x = 20, f.at[other].y = 6; /* touches the one it does not pursue */
    f.at[hunter].x = 18.87f;               /* 0.13 u off: more than a quarter of 0.5 */
    for (int k = 0; k < 5; k++) frame(&f);
    f.at[hunter].x = 18.88f; /* at 1.0 s */
    frame(&f);
    f.at[hunter].x = 5; /* once is enough */
    for (int k = 0; k < 10; k++) frame(&f);
    outcome o = end(&f);
    assert_float_equal(o.caught, 0.5, 0);
    assert_float_equal(o.caught_first, 0.6, 1e-9);
    assert_float_equal(o.movers, 0, 0);
    assert_float_equal(o.arrived, 1, 0);
}

/* Six discs fit round one of their size: four of seven hunters touch it, and one of three another
 * one, round which only those three could stand. */
static void open_are_the_places_round_the_pursued_that_nobody_takes(void **state) {
    (void)state;
    film f = open_film(60, 20);
    size_t prey = cast_as(&f, 20, 10, SIDLE_ORDER_EVADE);
    size_t hunters[7], others[3];
    for (int k = 0; k < 7; k++) {
        sidle_vec2 at[] = {{21, 10}, {19, 10}, {20, 11}, {20, 9.05f}, {22, 11}, {18, 9}, {5, 5}};
        hunters[k] = cast_as(&f, at[k].x, at[k].y, SIDLE_ORDER_PURSUE);
    }
    size_t second = cast_as(&f, 40, 10, SIDLE_ORDER_EVADE);
    for (int k = 0; k < 3; k++) others[k] = cast_as(&f, 38 + 3 * (float)k, 10, SIDLE_ORDER_PURSUE);
    begin(&f);
    for (int k = 0; k < 7; k++) metrics_target(f.metrics, hunters[k], prey);
    for (int k = 0; k < 5; k++) frame(&f);
    outcome o = {0};
    metrics_finish(f.metrics, &o);
    assert_float_equal(o.ring_open, 1.0 / 3, 1e-9);
    for (int k = 0; k < 3; k++) metrics_target(f.metrics, others[k], second);
    for (int k = 0; k < 5; k++) frame(&f);
    assert_float_equal(end(&f).ring_open, 2.0 / 3, 1e-9);
}

static void with_nobody_caught_the_first_takes_the_whole_run(void **state) {
    (void)state;
    film f = open_film(60, 20);
    size_t hunter = cast_as(&f, 5, 5, SIDLE_ORDER_PURSUE),
           prey = cast_as(&f, 20, 5, SIDLE_ORDER_EVADE);
    begin(&f);
    metrics_target(f.metrics, hunter, prey);
    for (int k = 0; k < 10; k++) frame(&f);
    metrics_gone(f.metrics, prey);
    f.at[hunter].x = 20; /* where it died */
    for (int k = 0; k < 10; k++) frame(&f);
    outcome o = end(&f);
    assert_float_equal(o.caught, 0, 0);
    assert_float_equal(o.caught_first, 2, 1e-9);
}

static void strayed_counts_once_the_wanderer_was_in_its_area(void **state) {
    (void)state;
    film f = open_film(60, 20);
    size_t k = cast_as(&f, 5, 10, SIDLE_ORDER_WANDER);
    f.played.units[k].goal = (sidle_vec2){30, 10};
    f.played.units[k].range = 4;
    begin(&f);
    const float places[] = {10, 20, 27, 30, 33, 35.5f, 34.5f, 31};
    for (int n = 0; n < 8; n++) {
        f.at[k].x = places[n];
        frame(&f);
    }
    assert_float_equal(end(&f).strayed, 1.5, 1e-5);
}

static void behind_is_the_mean_distance_to_a_leader_who_lives(void **state) {
    (void)state;
    film f = open_film(60, 20);
    size_t leader = cast_as(&f, 30, 10, SIDLE_ORDER_PATROL),
           dead = cast_as(&f, 30, 15, SIDLE_ORDER_PATROL);
    size_t near = cast_as(&f, 20, 10, SIDLE_ORDER_FOLLOW),
           far = cast_as(&f, 10, 10, SIDLE_ORDER_FOLLOW);
    size_t orphan = cast_as(&f, 2, 15, SIDLE_ORDER_FOLLOW),
           gone = cast_as(&f, 1, 1, SIDLE_ORDER_FOLLOW);
    begin(&f);
    metrics_target(f.metrics, near, leader);
    metrics_target(f.metrics, far, leader);
    metrics_target(f.metrics, gone, leader);
    metrics_target(f.metrics, orphan, dead);
    frame(&f);
    metrics_gone(f.metrics, dead);
    metrics_gone(f.metrics, gone);
    f.at[leader].x = 34; /* the end counts */
    f.at[near].x = 31;
    f.at[far].x = 27;
    frame(&f);
    assert_float_equal(end(&f).behind, 5, 1e-5);
}

static void who_is_gone_is_in_nobodys_way_and_who_holds_stands(void **state) {
    (void)state;
    film f = open_film(60, 20);
    cast(&f, 10, 10, true, 30, 10);
    size_t dies = cast_as(&f, 20, 10, SIDLE_ORDER_WANDER),
           holds = cast_as(&f, 25, 10, SIDLE_ORDER_HOLD);
    begin(&f);
    metrics_gone(f.metrics, dies);
    f.at[0].x = 20;
    frame(&f); /* over the place of the dead: nothing */
    f.at[0].x = 24.5f;
    f.at[holds].y = 10.4f;
    frame(&f);
    outcome o = end(&f);
    assert_float_equal(o.overlap, 0.5, 1e-9);
    assert_float_equal(o.overlap_open, 0, 0); /* who holds only stands */
    assert_float_equal(o.displaced_max, 0.4, 1e-5);
    assert_float_equal(o.movers, 1, 0);
}

/* Bodies and jitter count for every order; arrival only for those with a goal. */
static void overlap_and_flips_count_for_every_order(void **state) {
    (void)state;
    film f = open_film(60, 20);
    size_t a = cast_as(&f, 10, 10, SIDLE_ORDER_PATROL), b = cast_as(&f, 20, 10, SIDLE_ORDER_FLEE);
    begin(&f);
    f.at[a].x = 19.5f;
    frame(&f);
    f.at[a].x = 19;
    frame(&f);
    outcome o = end(&f);
    assert_int_equal(b, 1);
    assert_float_equal(o.overlap, 0.5, 1e-9);
    assert_float_equal(o.flips, 1 / 0.4, 1e-6);
    assert_true(o.end_speed > 10);
    assert_true(o.settling + o.makespan + o.stretch_mean == 0);
}

static void a_position_that_is_no_number_is_an_overlap_with_a_wall(void **state) {
    (void)state;
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

/* Both keep their names for whoever reads results with a program. */
static const char *const KEYS[] = {"scene",
                                   "units",
                                   "movers",
                                   "arrived",
                                   "reached",
                                   "reached_last",
                                   "settled",
                                   "rested",
                                   "told",
                                   "restarts",
                                   "gave_way",
                                   "moved_after",
                                   "moved_after_max",
                                   "rest_overlap",
                                   "rest_overlap_max",
                                   "off_course",
                                   "off_course_max",
                                   "clean",
                                   "seconds",
                                   "ticks",
                                   "makespan",
                                   "stretch_mean",
                                   "stretch_p95",
                                   "overlap",
                                   "flips",
                                   "end_speed",
                                   "decisions",
                                   "static_overlaps",
                                   "max_penetration",
                                   "displaced_max",
                                   "aside_mean",
                                   "aside_max",
                                   "away_max",
                                   "replans",
                                   "displaced_mean",
                                   "unreachable",
                                   "hash",
                                   "us_per_unit_tick",
                                   "overlap_open",
                                   "overlap_longest",
                                   "turning",
                                   "facing",
                                   "travel",
                                   "hard_stops",
                                   "settling",
                                   "place_off",
                                   "place_off_max",
                                   "reform",
                                   "arrival_spread",
                                   "caught",
                                   "caught_first",
                                   "ring_open",
                                   "stretch_first",
                                   "strayed",
                                   "behind",
                                   "lost",
                                   "skipped"};
static const char *const DECISIONS[] = {"free", "detour", "wait", "replan", "push", "blocked"};

enum {
    KEY_COUNT = sizeof KEYS / sizeof KEYS[0],
    DECISION_COUNT = sizeof DECISIONS / sizeof DECISIONS[0]
};

static void a_mean_leaves_out_the_stretch_of_who_never_came(void **state) {
    (void)state;
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

static void the_json_has_the_promised_keys_and_no_others(void **state) {
    (void)state;
    outcome o = {.hash = 0xabc, .decisions[SIDLE_DECISION_PUSH] = 7, .arrived = 0.25, .flips = NAN};
    scene s = scene_make("x");
    json_t *json = outcome_json(&o, s.name), *decisions = json_object_get(json, "decisions");
    for (size_t k = 0; k < KEY_COUNT; k++) assert_non_null(json_object_get(json, KEYS[k]));
    for (size_t k = 0; k < DECISION_COUNT; k++)
        assert_non_null(json_object_get(decisions, DECISIONS[k]));
    assert_int_equal(json_object_size(json), KEY_COUNT);
    assert_int_equal(json_object_size(decisions), DECISION_COUNT);
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

static void every_figure_is_explained(void **state) {
    (void)state;
    for (int markdown = 0; markdown < 2; markdown++) {
        char *text;
        size_t size;
        FILE *out = open_memstream(&text, &size);
        outcome_explain(out, markdown);
        fclose(out);
        for (size_t k = 0; k < KEY_COUNT; k++)
            if (strcmp(KEYS[k], "scene") && strcmp(KEYS[k], "hash"))
                assert_non_null(strstr(text, KEYS[k]));
        free(text);
    }
}

static void the_summary_names_who_is_not_at_rest(void **state) {
    (void)state;
    outcome o = {.settled = 12.25, .restarts = 3, .rest_overlap = 0.125, .off_course = 40};
    o.unclean[SETTLING_MOVES] = (unclean_units){2, {4, 9}};
    o.unclean[SETTLING_OVERLAPS] = (unclean_units){7, {1, 2, 3, 5, 6}};
    char *text;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    scene s = scene_make("x");
    outcome_summary(out, &o, &s);
    fclose(out);
    assert_non_null(strstr(text, "settled after 12.2 s, 3 restarts; overlap at rest 12.50 %"));
    assert_non_null(strstr(text, "  not clean 2 still moving: unit 4, 9\n"));
    assert_non_null(
        strstr(text, "  not clean 7 at rest inside another unit: unit 1, 2, 3, 5, 6, ...\n"));
    o.unclean[SETTLING_MOVES].count = o.unclean[SETTLING_OVERLAPS].count = 0;
    free(text);
    out = open_memstream(&text, &size);
    outcome_summary(out, &o, &s);
    fclose(out);
    assert_null(strstr(text, "not clean"));
    free(text);
    scene_free(&s);
}

static void expectations_hold_or_are_told_by_line(void **state) {
    (void)state;
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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_free_drive_has_stretch_one),
        cmocka_unit_test(stretch_counts_from_the_order_and_takes_the_slowest_twentieth),
        cmocka_unit_test(who_does_not_come_is_missing_from_arrived),
        cmocka_unit_test(who_reaches_its_goal_and_does_not_rest_has_not_arrived),
        cmocka_unit_test(where_units_roam_to_reach_a_goal_is_to_arrive),
        cmocka_unit_test(time_counts_until_a_unit_rests_where_it_rests),
        cmocka_unit_test(restarts_overlap_and_facing_are_summed_from_what_a_library_tells),
        cmocka_unit_test(a_shared_goal_is_reached_inside_the_disc_that_all_fill),
        cmocka_unit_test(overlap_is_the_share_of_time_deeper_than_a_tenth_of_the_radius),
        cmocka_unit_test(overlap_among_movers_is_open),
        cmocka_unit_test(the_longest_overlap_is_one_without_a_break),
        cmocka_unit_test(settling_lasts_from_the_first_arrival_to_the_last_motion),
        cmocka_unit_test(layers_do_not_overlap),
        cmocka_unit_test(touching_a_wall_is_no_overlap_and_a_hundredth_inside_is),
        cmocka_unit_test(displacement_is_how_far_standing_units_were_moved),
        cmocka_unit_test(a_reversal_under_way_is_counted_once),
        cmocka_unit_test(the_slowest_twentieth_is_the_nineteenth_of_twenty),
        cmocka_unit_test(the_free_drive_may_be_told),
        cmocka_unit_test(end_speed_is_that_of_the_last_second),
        cmocka_unit_test(a_round_way_turns_by_its_angular_speed_at_any_rate),
        cmocka_unit_test(a_zigzag_turns_at_its_corners_to_either_side),
        cmocka_unit_test(directions_are_taken_a_tenth_of_a_second_apart),
        cmocka_unit_test(who_creeps_or_has_arrived_does_not_turn_and_still_faces),
        cmocka_unit_test(nothing_faces_where_nobody_knows_the_headings),
        cmocka_unit_test(travel_is_the_distance_of_those_who_came_over_the_shortest),
        cmocka_unit_test(a_hard_stop_falls_from_over_half_to_nothing_in_three_tenths_of_a_second),
        cmocka_unit_test(to_stop_at_the_goal_is_no_hard_stop_and_to_slow_down_is_none),
        cmocka_unit_test(caught_is_who_was_touched_by_its_own_hunter),
        cmocka_unit_test(open_are_the_places_round_the_pursued_that_nobody_takes),
        cmocka_unit_test(with_nobody_caught_the_first_takes_the_whole_run),
        cmocka_unit_test(strayed_counts_once_the_wanderer_was_in_its_area),
        cmocka_unit_test(behind_is_the_mean_distance_to_a_leader_who_lives),
        cmocka_unit_test(who_is_gone_is_in_nobodys_way_and_who_holds_stands),
        cmocka_unit_test(overlap_and_flips_count_for_every_order),
        cmocka_unit_test(a_position_that_is_no_number_is_an_overlap_with_a_wall),
        cmocka_unit_test(a_mean_leaves_out_the_stretch_of_who_never_came),
        cmocka_unit_test(the_json_has_the_promised_keys_and_no_others),
        cmocka_unit_test(every_figure_is_explained),
        cmocka_unit_test(the_summary_names_who_is_not_at_rest),
        cmocka_unit_test(expectations_hold_or_are_told_by_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
