/* A run that was taken back goes on to the same bits: world, groups, pathfinder, player and
 * figures.
 */
#include "fixtures.h"
#include "simulation/past.h"

#include "metrics/outcome.h"
#include "scenes/generate.h"
#include "support.h"
#include "support/checked_memory.h"

#include <dirent.h>
#include <stb_ds.h>
#include <string.h>

enum { TICKS = 400, MOST = 64 << 20 };

typedef struct playing {
    scene scene;
    sim_options options;
    sim *sim;
    past *past;
    complaints to;
    uint64_t hashes[TICKS + 1]; /* of the first time, by tick */
    outcome end;
} playing;

/* The group table is the simulation's own; what the groups do is seen in the figures of marches. */
static uint64_t hash_of(const playing *r) {
    return sidle_world_hash(sim_world(r->sim));
}

static void open(playing *r, size_t bytes) {
    r->to = (complaints){.out = stderr};
    r->sim = sim_open(&r->scene, &r->options, &r->to);
    assert_non_null(r->sim);
    sim_measure(r->sim);
    r->past = past_make(bytes);
}

static void end(playing *r) {
    past_free(r->past);
    sim_close(r->sim);
    scene_free(&r->scene);
    free(r);
}

static void tick(playing *r) {
    past_keep(r->past, r->sim, &r->scene);
    assert_true(sim_tick(r->sim));
    sim_measure(r->sim);
}

static void play_to(playing *r, uint64_t last) {
    while (sim_ticks(r->sim) < last) {
        tick(r);
        r->hashes[sim_ticks(r->sim)] = hash_of(r);
    }
}

/* The scene, played to the end for the first time. */
static playing *begin(scene s, sim_options options) {
    playing *r = checked_calloc(1, sizeof *r);
    r->scene = s;
    r->options = options;
    open(r, MOST);
    play_to(r, TICKS);
    sim_outcome(r->sim, &r->end);
    return r;
}

static void same_figures(const outcome *a, const outcome *b) {
    size_t count;
    const figure *rows = figures(&count);
    for (size_t k = 0; k < count; k++) {
        if (!strcmp(rows[k].name, "us_per_unit_tick")) continue;
        if (memcmp(&(double){figure_value(a, &rows[k])}, &(double){figure_value(b, &rows[k])},
                   sizeof(double)))
            fail_msg("%s was %g and is %g", rows[k].name, figure_value(a, &rows[k]),
                     figure_value(b, &rows[k]));
    }
}

static void go_back(playing *r, uint64_t wanted) {
    uint64_t from;
    assert_true(past_nearest(r->past, wanted, &from));
    past_go_back(r->past, r->sim, &r->scene, from);
    assert_int_equal(sim_ticks(r->sim), from);
    assert_null(sidle_world_validate(sim_world(r->sim)));
}

static void plays_the_same_again(playing *r, uint64_t from) {
    outcome again;
    go_back(r, from);
    while (sim_ticks(r->sim) < TICKS) {
        tick(r);
        if (hash_of(r) != r->hashes[sim_ticks(r->sim)])
            fail_msg("%s differs in tick %llu, from %llu", r->scene.name,
                     (unsigned long long)sim_ticks(r->sim), (unsigned long long)from);
    }
    sim_outcome(r->sim, &again);
    same_figures(&r->end, &again);
}

static void there_and_back(scene s, sim_pathfinder pathfinder, bool congestion) {
    playing *r = begin(
        s,
        (sim_options){
            .hz = 30, .pathfinder = pathfinder, .congestion = congestion, .seed = 7, .threads = 1});
    plays_the_same_again(r, 250);
    plays_the_same_again(r, 0);
    plays_the_same_again(r, TICKS - 1);
    end(r);
}

static void each_fixture(sim_pathfinder pathfinder, bool congestion) {
    DIR *folder = opendir(SIDLE_SOURCE_ROOT "/maps");
    size_t tried = 0;
    assert_non_null(folder);
    for (struct dirent *e; (e = readdir(folder));) {
        const char *dot = strrchr(e->d_name, '.');
        if (!dot || strcmp(dot, ".map") != 0) continue;
        there_and_back(fixture(e->d_name), pathfinder, congestion);
        tried++;
    }
    closedir(folder);
    assert_true(tried > 25);
}

TEST(fixtures_by_paths) {
    each_fixture(SIM_ASTAR, false);
}

TEST(fixtures_by_flow_fields_round_jams) {
    each_fixture(SIM_FLOW, true);
}

TEST(a_scene_whose_units_roam) {
    complaints to = {.out = stderr};
    scene s = scene_make("@scale300");
    assert_true(scene_generate("@scale300", 1, &s, &to));
    there_and_back(s, SIM_ASTAR, false);
}

/* ---- what a player's hand did since ---- */

static scene field(void) {
    enum { WIDTH = 40, HEIGHT = 12 };
    scene s = scene_make("field");
    s.width = WIDTH;
    s.height = HEIGHT;
    s.cells = checked_calloc(WIDTH * HEIGHT, 1);
    for (int k = 0; k < 4; k++) {
        scene_unit u = {.position = {3, 2 + 2 * (float)k},
                        .order = SIDLE_ORDER_GO,
                        .goal = {36, 9 - 2 * (float)k}};
        arrput(s.units, u);
    }
    return s;
}

static void change_all(playing *r) {
    uint32_t unit = 1;
    scene_unit dropped = {.position = {20, 11}};
    arrput(r->scene.units, dropped);
    scene_profile_add(&r->scene, "slow", 4);
    r->scene.units[4].profile = 1;
    assert_true(sim_units_added(r->sim));
    r->scene.units[unit].goal = (sidle_vec2){3, 11};
    sim_orders_changed(r->sim, &unit, 1);
    scene_troop troop = {sidle_formation_default()};
    arrput(r->scene.troops, troop);
    sim_troops_added(r->sim);
    for (uint32_t k = 2; k < 4; k++) {
        r->scene.units[k].troop = 1;
        sim_orders_changed(r->sim, &k, 1);
    }
    assert_int_equal(sim_set_cells(r->sim, 30, 0, 1, 6, SIDLE_TERRAIN_VOID), SIDLE_OK);
    for (int k = 0; k < 6; k++) r->scene.cells[30 + 40 * k] = SIDLE_TERRAIN_VOID;
    r->scene.profiles[0].values.top_speed = 1;
    assert_int_equal(sim_profile_changed(r->sim, 0), SIDLE_OK);
    sim_remove(r->sim, 0);
}

TEST(later_changes_are_undone) {
    playing *r = begin(field(), (sim_options){.hz = 30, .threads = 1});
    float speed = r->scene.profiles[0].values.top_speed;
    go_back(r, 120);
    change_all(r);
    past_forget(r->past, 121);
    for (int k = 0; k < 70; k++) tick(r);
    assert_int_not_equal(hash_of(r), r->hashes[190]);
    plays_the_same_again(r, 130);
    assert_int_equal(arrlen(r->scene.units), 4);
    assert_int_equal(arrlen(r->scene.troops), 0);
    assert_int_equal(arrlen(r->scene.profiles), 1);
    assert_int_equal(r->scene.cells[30], 0);
    assert_false(sim_units(r->sim)->gone[0]);
    assert_float_equal(r->scene.profiles[0].values.top_speed, speed, 0);
    end(r);
}

/* ---- how many are kept ---- */

TEST(a_small_memory_keeps_fewer_and_always_the_first) {
    playing *r = begin(fixture("doorway.map"), (sim_options){.hz = 30, .threads = 1});
    uint64_t found;
    assert_true(past_nearest(r->past, TICKS, &found));
    assert_int_equal(found, 360);
    past_free(r->past);
    sim_close(r->sim);
    open(r, 60 << 10);
    play_to(r, TICKS);
    assert_true(past_nearest(r->past, TICKS, &found));
    assert_true(found < 360);
    assert_true(past_nearest(r->past, 1, &found));
    assert_int_equal(found, 0);
    plays_the_same_again(r, 399);
    past_forget(r->past, 0);
    assert_false(past_nearest(r->past, TICKS, &found));
    end(r);
}

TESTS_OF(past)
