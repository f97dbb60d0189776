/* Figures of orders without a goal: who is caught, who strays, who keeps behind its leader. */
#include "film.h"
#include "support.h"

#include <stb_ds.h>

static size_t cast_as(film *f, float x, float y, sidle_order order) {
    cast(f, x, y, true, 0, 0);
    arrlast(f->played.units).order = order;
    return arrlenu(f->played.units) - 1;
}

TEST(caught_is_who_was_touched_by_its_own_hunter) {
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
TEST(open_are_the_places_round_the_pursued_that_nobody_takes) {
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

TEST(with_nobody_caught_the_first_takes_the_whole_run) {
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

TEST(strayed_counts_once_the_wanderer_was_in_its_area) {
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

TEST(behind_is_the_mean_distance_to_a_leader_who_lives) {
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

TEST(a_destroyed_unit_is_in_no_way_and_a_holding_one_stands) {
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

TESTS_OF(order_metrics)
