/* The tools of the command that read a run: what they show has to be what the units acted on. */
#include "input/load.h"
#include "input/reload.h"
#include "insight/local_grid.h"
#include "simulation/simulation.h"
#include "support.h"
#include "support/clock.h"

#include <math.h>
#include <stb_ds.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const sim_options PLAY = {.hz = 30, .threads = 1};

static scene scene_of(const char *name) {
    scene s;
    complaints to = {.out = stderr};
    load_options load = {.seed = 1};
    assert_true(load_scene(name, &load, &s, &to));
    return s;
}

/* ---- the local grid ---- */

typedef struct tally {
    int looks, hits, same_hit, sides, same_side;
} tally;

/* The smallest value of one side; only cells in sight count for a unit, so a smaller one may be
 * found here where there is terrain. */
static int smallest(const local_grid *g, int way) {
    int least = SIDLE_VALUE_STATIC;
    for (int k = 1; k <= g->columns; k++) {
        int value = local_grid_value(g, g->side_row, way * k);
        if (value < least) least = value;
    }
    return least;
}

static void compare(const local_grid *g, tally *t) {
    const sidle_why *w = &g->why;
    int hit = 0;
    for (int row = 1; row <= g->rows && !hit; row++)
        if (local_grid_value(g, row, 0) && row != g->side_row)
            hit = row;
        else if (row == g->side_row && w->hit > 0 && lroundf(w->hit / g->cell) == row)
            hit = row;
    t->looks++;
    t->hits += w->hit > 0;
    t->same_hit += (w->hit > 0 ? (int)lroundf(w->hit / g->cell) : 0) == hit;
    if (!g->side_row || w->decision != SIDLE_DECISION_DETOUR) return;
    t->sides++;
    t->same_side += abs(smallest(g, 1) - (int)w->value_right) <= 1 &&
                    abs(smallest(g, -1) - (int)w->value_left) <= 1;
}

static tally tally_of(const char *name, int ticks) {
    scene played = scene_of(name);
    complaints to = {.out = stderr};
    sim *s = sim_open(&played, &PLAY, &to);
    tally t = {0};
    surroundings *about = NULL;
    local_grid grid = {0};
    assert_non_null(s);
    for (size_t k = 0; k < arrlenu(played.units); k++) arrput(about, ((surroundings){0}));
    for (int tick = 0; tick < ticks; tick++) {
        for (size_t k = 0; k < arrlenu(about); k++)
            surroundings_take(&about[k], sim_world(s), sim_unit(s, k));
        assert_true(sim_tick(s));
        for (size_t k = 0; k < arrlenu(about); k++)
            if (local_grid_make(&grid, sim_world(s), &about[k])) compare(&grid, &t);
    }
    for (size_t k = 0; k < arrlenu(about); k++) surroundings_free(&about[k]);
    arrfree(about);
    local_grid_free(&grid);
    sim_close(s);
    scene_free(&played);
    return t;
}

TEST(the_grid_that_is_shown_is_the_one_that_the_unit_read) {
    tally crowd = tally_of("@circle30", 240);
    print_message("circle: %d of %d hits, %d of %d sides\n", crowd.same_hit, crowd.looks,
                  crowd.same_side, crowd.sides);
    assert_true(crowd.looks > 1000 && crowd.hits > 200 && crowd.sides > 50);
    assert_true(crowd.same_hit * 100 >= crowd.looks * 99);
    assert_true(crowd.same_side * 100 >= crowd.sides * 95);
    tally walls = tally_of(SIDLE_SOURCE_ROOT "/maps/corner.map", 240);
    print_message("corner: %d of %d hits\n", walls.same_hit, walls.looks);
    /* Eight units get their orders within the first tick, which changes what is predicted of them.
     */
    assert_true(walls.looks > 150 && walls.same_hit + 8 >= walls.looks);
}

/* ---- other values in the middle of a run ---- */

TEST(other_values_take_hold_at_a_tick_and_bad_ones_leave_all_as_it_was) {
    scene played = scene_of(SIDLE_SOURCE_ROOT "/maps/corner.map");
    scene other = scene_of(SIDLE_SOURCE_ROOT "/maps/corner.map");
    complaints to = {.out = NULL};
    sim *s = sim_open(&played, &PLAY, &to);
    sidle_profile now;
    sidle_unit_state unit;
    assert_true(sim_tick(s));
    uint32_t used = played.units[0].profile;
    assert_int_equal(sidle_unit_get(sim_world(s), sim_unit(s, 0), &unit), SIDLE_OK);
    other.profiles[used].values.top_speed = 7;
    assert_true(sim_retune(s, &played, &other, &to));
    assert_int_equal(sidle_profile_get(sim_world(s), unit.profile, &now), SIDLE_OK);
    assert_true(now.top_speed == 7 && played.profiles[used].values.top_speed == 7);
    other.profiles[used].values.top_speed = 8;
    other.profiles[used].values.radius = 3.9f; /* fits nowhere in that passage */
    assert_false(sim_retune(s, &played, &other, &to));
    assert_int_equal(to.count, 1);
    assert_int_equal(sidle_profile_get(sim_world(s), unit.profile, &now), SIDLE_OK);
    assert_true(now.top_speed == 7 && played.profiles[used].values.top_speed == 7);
    assert_true(sim_tick(s));
    sim_close(s);
    scene_free(&played);
    scene_free(&other);
}

/* ---- files that are saved ---- */

static const char CONFIG[] = "reload_test.ini";

static void write_config(const char *text) {
    FILE *out = fopen(CONFIG, "w");
    assert_non_null(out);
    assert_true(fputs(text, out) >= 0 && !fclose(out));
}

/* What the first poll says that says anything. */
static reload_result result_within(reload *files, double seconds, scene *fresh, char **errors) {
    reload_result result = RELOAD_NONE;
    for (double end = seconds_now() + seconds; !result && seconds_now() < end;)
        result = reload_poll(files, fresh, errors);
    return result;
}

/* An empty config is a good one, with defaults: a unit would be given them for a moment, and keep
 * them when what is written then is wrong. */
TEST(a_config_is_read_when_its_editor_has_written_it) {
    load_options load = {.seed = 1};
    scene fresh;
    char *errors;
    write_config("[default]\ntop_speed = 1\n");
    arrput(load.configs, CONFIG);
    reload *files = reload_make("@circle30", &load);
    assert_int_equal(result_within(files, 0.01, &fresh, &errors), RELOAD_NONE);
    write_config("");
    assert_int_equal(reload_poll(files, &fresh, &errors), RELOAD_NONE);
    write_config("[default]\ntop_speed = 3\n");
    assert_int_equal(result_within(files, 20, &fresh, &errors), RELOAD_READ);
    assert_true(fresh.profiles[0].values.top_speed == 3);
    assert_int_equal(result_within(files, 0.3, &fresh, &errors), RELOAD_NONE);
    scene_free(&fresh);
    write_config("[default]\nspeeed = 3\n");
    assert_int_equal(result_within(files, 20, &fresh, &errors), RELOAD_BAD);
    assert_non_null(strstr(errors, "did you mean 'top_speed'"));
    free(errors);
    reload_free(files);
    arrfree(load.configs);
    unlink(CONFIG);
}

TESTS_OF(tools)
