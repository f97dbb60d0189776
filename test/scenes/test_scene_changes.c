/* A host that changes its scene while it runs, as the playground does: units are dropped, ordered,
 * removed, ground is painted, values change. */
#include "simulation/simulation.h"
#include "support.h"
#include "support/checked_memory.h"

#include <stb_ds.h>
#include <string.h>

enum { WIDTH = 40, HEIGHT = 12 };

typedef struct playing {
    scene scene;
    sim *sim;
    complaints to;
} playing;

static const sim_options OPTIONS = {.hz = 30, .threads = 1};

static void begin(playing *r) {
    *r = (playing){.scene = scene_make("test")};
    r->scene.width = WIDTH;
    r->scene.height = HEIGHT;
    r->scene.cells = checked_calloc(WIDTH * HEIGHT, 1);
}

static void place(playing *r, float x, float y) {
    scene_unit u = {.position = {x, y}};
    arrput(r->scene.units, u);
}

static void start(playing *r) {
    r->sim = sim_open(&r->scene, &OPTIONS, &r->to);
    assert_non_null(r->sim);
    sim_measure(r->sim);
}

static void end(playing *r) {
    sim_close(r->sim);
    scene_free(&r->scene);
}

static void tick(playing *r, int ticks) {
    for (int k = 0; k < ticks; k++) {
        assert_true(sim_tick(r->sim));
        sim_measure(r->sim);
        if (k % 30 == 0) assert_null(sidle_world_validate(sim_world(r->sim)));
    }
}

/* A run with one unit, at 3, 3. */
static void start_with_one(playing *r) {
    begin(r);
    place(r, 3, 3);
    start(r);
}

static void send(playing *r, uint32_t unit, float x, float y) {
    r->scene.units[unit].order = SIDLE_ORDER_GO;
    r->scene.units[unit].goal = (sidle_vec2){x, y};
    sim_orders_changed(r->sim, &unit, 1);
}

static sidle_vec2 where(const playing *r, size_t unit) {
    return sim_units(r->sim)->positions[unit];
}

static outcome figures_of(const playing *r) {
    outcome o = {0};
    sim_outcome(r->sim, &o);
    return o;
}

TEST(a_unit_dropped_in_a_run_gets_orders) {
    playing r;
    start_with_one(&r);
    tick(&r, 10);
    for (int k = 0; k < 40; k++)
        place(&r, 2.0f + (float)(k % 8), 5.0f + (float)(k / 8)); /* grows */
    assert_true(sim_units_added(r.sim));
    send(&r, 0, 35, 3);
    send(&r, 40, 35, 9);
    tick(&r, 800);
    assert_true(where(&r, 0).x > 34 && where(&r, 40).x > 34);
    outcome o = figures_of(&r);
    assert_true(o.units == 41 && o.movers == 2 && o.arrived == 1);
    assert_true(o.stretch_mean > 0.9 && o.stretch_mean < 1.6);
    end(&r);
}

TEST(a_unit_that_does_not_fit_counts_as_gone) {
    playing r;
    start_with_one(&r);
    tick(&r, 1);
    uint64_t before = sidle_world_hash(sim_world(r.sim));
    place(&r, -4, 3);
    assert_false(sim_units_added(r.sim));
    assert_int_equal(r.to.count, 1);
    assert_true(sim_units(r.sim)->gone[1]);
    assert_int_equal(sidle_world_hash(sim_world(r.sim)), before);
    tick(&r, 60);
    end(&r);
}

TEST(another_order_is_measured_from_its_own_start) {
    playing r;
    start_with_one(&r);
    send(&r, 0, 30, 3);
    tick(&r, 60);
    send(&r, 0, 3, 3);
    tick(&r, 300);
    assert_true(where(&r, 0).x < 4);
    outcome o = figures_of(&r);
    assert_true(o.arrived == 1 && o.stretch_mean < 2);
    r.scene.units[0].order = SIDLE_ORDER_NONE;
    sim_orders_changed(r.sim, (uint32_t[]){0}, 1);
    tick(&r, 30);
    assert_true(figures_of(&r).displaced_max < 0.1); /* it stands where it is now */
    end(&r);
}

/* On ground without walls no unit has a pathfinder; it gets one with the first wall. */
TEST(a_wall_that_is_painted_is_gone_round) {
    playing r;
    start_with_one(&r);
    send(&r, 0, 36, 3);
    tick(&r, 30);
    for (uint32_t y = 0; y < 9; y++) {
        assert_int_equal(sim_set_cells(r.sim, 20, y, 2, 1, SIDLE_TERRAIN_VOID), SIDLE_OK);
        memset(r.scene.cells + y * WIDTH + 20, SIDLE_TERRAIN_VOID, 2);
    }
    sim_orders_changed(r.sim, NULL, 0);
    tick(&r, 1200);
    assert_true(where(&r, 0).x > 35);
    assert_int_equal(sim_set_cells(r.sim, 35, 2, 3, 3, SIDLE_TERRAIN_VOID), SIDLE_ERROR_NO_ROOM);
    end(&r);
}

TEST(values_change_for_all_who_have_the_profile) {
    playing r;
    begin(&r);
    place(&r, 3, 3);
    place(&r, 3, 8);
    int fast = scene_profile_add(&r.scene, "fast", 4);
    r.scene.units[1].profile = (uint32_t)fast;
    start(&r);
    send(&r, 0, 36, 3);
    send(&r, 1, 36, 8);
    tick(&r, 30);
    r.scene.profiles[fast].values.top_speed = 6;
    r.scene.profiles[fast].values.radius = 1;
    assert_int_equal(sim_profile_changed(r.sim, (uint32_t)fast), SIDLE_OK);
    tick(&r, 120);
    assert_true(where(&r, 1).x > where(&r, 0).x + 5);
    r.scene.profiles[fast].values.radius = 7; /* more than four cells */
    assert_int_not_equal(sim_profile_changed(r.sim, (uint32_t)fast), SIDLE_OK);
    r.scene.profiles[fast].values.radius = 1;
    tick(&r, 10);
    end(&r);
}

/* The unit of a profile that none had adds it to the world. */
TEST(the_first_of_a_profile_brings_it_along) {
    playing r;
    begin(&r);
    int wide = scene_profile_add(&r.scene, "wide", 4);
    r.scene.profiles[wide].values.radius = 2;
    start(&r);
    assert_int_equal(sim_profile_changed(r.sim, (uint32_t)wide), SIDLE_OK); /* nobody has it */
    tick(&r, 1);
    place(&r, 10, 6);
    r.scene.units[0].profile = (uint32_t)wide;
    assert_true(sim_units_added(r.sim));
    sidle_unit_state s;
    assert_int_equal(sidle_unit_get(sim_world(r.sim), sim_units(r.sim)->ids[0], &s), SIDLE_OK);
    assert_true(s.radius == 2);
    tick(&r, 5);
    end(&r);
}

TEST(a_unit_that_is_removed_is_no_more) {
    playing r;
    begin(&r);
    place(&r, 3, 3);
    place(&r, 10, 3);
    start(&r);
    r.scene.units[0].order = SIDLE_ORDER_PURSUE;
    r.scene.units[1].group = r.scene.units[0].target_group = 1;
    sim_orders_changed(r.sim, (uint32_t[]){0}, 1);
    tick(&r, 30);
    sim_remove(r.sim, 1);
    sim_remove(r.sim, 1);
    tick(&r, 30);
    assert_int_equal(sidle_unit_count(sim_world(r.sim)), 1);
    end(&r);
}

TESTS_OF(scene_changes)
