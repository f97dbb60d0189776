/* Every fixture of maps/ is read, run and held to its own `expect` lines; there is one test for
 * each. What a line cannot say is asked here of what the fixture shows. */
#include "fixture.h"
#include "sim.h"
#include "support.h"

#include <dirent.h>
#include <stb_ds.h>

static const char *const FIXTURES[] = {
    "air_over_ground", "bridge",   "bridge_too_far", "building",        "corner",
    "crossing",        "dead_end", "doorway",        "doorway_two_way", "mixed_radii",
    "overtaking",      "rally",    "standing_line",
};

enum { COUNT = sizeof FIXTURES / sizeof FIXTURES[0] };

static scene fixture(const char *name) {
    char file[512];
    snprintf(file, sizeof file, "%s/maps/%s.map", SIDLE_SOURCE_ROOT, name);
    scene s = scene_make(file);
    complaints to = {.out = stderr};
    assert_true(fixture_read(file, &s, &to));
    return s;
}

static outcome run_by(const scene *s, sim_pathfinder pathfinder) {
    complaints to = {.out = stderr};
    sim_options options = {.hz = 30, .pathfinder = pathfinder};
    outcome o = {0};
    assert_true(sim_run(s, &options, NULL, NULL, &o, &to));
    return o;
}

static void holds_what_it_expects(void **state) {
    scene s = fixture(*state);
    assert_true(arrlen(s.expects) >= 3);
    outcome o = run_by(&s, SIM_ASTAR);
    assert_int_equal(outcome_expect(&o, &s, stderr), 0);
    scene_free(&s);
}

static void every_fixture_in_the_folder_is_tested(void **state) {
    (void)state;
    DIR *folder = opendir(SIDLE_SOURCE_ROOT "/maps");
    int found = 0;
    for (struct dirent *entry; (entry = readdir(folder));) {
        char *dot = strrchr(entry->d_name, '.');
        if (!dot || strcmp(dot, ".map")) continue;
        *dot = 0;
        bool listed = false;
        for (int k = 0; k < COUNT; k++) listed = listed || !strcmp(entry->d_name, FIXTURES[k]);
        if (!listed) print_error("%s.map is not in the list\n", entry->d_name);
        assert_true(listed);
        found++;
    }
    closedir(folder);
    assert_int_equal(found, COUNT);
}

static void walls_are_kept_under_a_flow_field_too(void **state) {
    (void)state;
    for (int k = 0; k < COUNT; k++) {
        scene s = fixture(FIXTURES[k]);
        outcome o = run_by(&s, SIM_FLOW);
        assert_float_equal(o.static_overlaps, 0, 0);
        assert_float_equal(o.displaced_max, 0, 0);
        assert_float_equal(o.arrived, strcmp(FIXTURES[k], "dead_end") ? 1 : 0.5, 0);
        scene_free(&s);
    }
}

/* The same bits again, and other bits when anything is different. */
static void a_run_can_be_repeated_to_the_bit(void **state) {
    (void)state;
    scene s = fixture("doorway_two_way");
    uint64_t first = run_by(&s, SIM_ASTAR).hash;
    assert_true(run_by(&s, SIM_ASTAR).hash == first);
    s.units[0].position.x += 0.01f;
    assert_true(run_by(&s, SIM_ASTAR).hash != first);
    scene_free(&s);
}

static void without_a_second_bridge_the_group_pushes_through(void **state) {
    (void)state;
    scene s = fixture("bridge");
    uint64_t detours = (uint64_t)run_by(&s, SIM_ASTAR).decisions[SIDLE_PUSH];
    for (uint32_t y = 20; y < s.height; y++)
        for (uint32_t x = 28; x < 32; x++) s.cells[(size_t)y * s.width + x] = SIDLE_WATER;
    outcome o = run_by(&s, SIM_ASTAR);
    assert_float_equal(o.arrived, 1, 0);
    assert_true(o.decisions[SIDLE_PUSH] > (double)detours);
    scene_free(&s);
}

static void without_the_building_the_way_is_shorter(void **state) {
    (void)state;
    scene s = fixture("building");
    double with = run_by(&s, SIM_ASTAR).makespan;
    arrsetlen(s.edits, 0);
    assert_true(run_by(&s, SIM_ASTAR).makespan < with - 1);
    scene_free(&s);
}

int main(void) {
    struct CMUnitTest tests[COUNT + 5] = {
        cmocka_unit_test(every_fixture_in_the_folder_is_tested),
        cmocka_unit_test(walls_are_kept_under_a_flow_field_too),
        cmocka_unit_test(a_run_can_be_repeated_to_the_bit),
        cmocka_unit_test(without_a_second_bridge_the_group_pushes_through),
        cmocka_unit_test(without_the_building_the_way_is_shorter),
    };
    for (int k = 0; k < COUNT; k++)
        tests[5 + k] = (struct CMUnitTest){FIXTURES[k], holds_what_it_expects, NULL, NULL,
                                           (void *)(uintptr_t)FIXTURES[k]};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
