/* What a scenario of problems on a map says, and what in it is refused with which words. */
#include "input_files.h"
#include "support.h"

TEST(a_scenario_places_a_unit_for_each_problem) {
    /* The second starts where the first one stands and gives way. */
    scene into = good_scene(scen_reader, file_with("version 1\n" PROBLEM(0, 0, 5, 3)
                                                       PROBLEM(0, 0, 3, 3) PROBLEM(4, 1, 0, 3)));
    assert_int_equal(arrlen(into.units), 2);
    assert_float_equal(into.units[0].position.x, 0.5f, 0);
    assert_float_equal(into.units[0].goal.y, 3.5f, 0);
    assert_float_equal(into.units[1].position.x, 4.5f, 0);
    scene_free(&into);
}

/* The wall is a cell; a unit that is two cells wide does not fit beside it either. */
TEST(problems_with_an_end_where_the_profile_cannot_be_are_left_out) {
    static const struct {
        float radius;
        size_t units;
        uint32_t skipped;
    } CASES[] = {{0.5f, 3, 2}, {1, 1, 4}};
    for (int k = 0; k < 2; k++) {
        scene into = scene_make("test");
        complaints to = {.out = stderr};
        into.profiles[0].values.radius = CASES[k].radius;
        assert_true(
            scen_reader(file_with("version 1\n" PROBLEM(2, 1, 5, 3) PROBLEM(0, 0, 5, 3)
                                      PROBLEM(4, 1, 2, 1) PROBLEM(4, 2, 4, 1) PROBLEM(1, 2, 0, 3)),
                        &into, &to));
        assert_int_equal(into.skipped, CASES[k].skipped);
        assert_int_equal(arrlen(into.units), CASES[k].units);
        assert_float_equal(arrlast(into.units).goal.y, (k ? 1.5f : 3.5f), 0);
        scene_free(&into);
    }
}

/* Two of four are asked for, and the first two of six are no problems. */
TEST(left_out_problems_are_counted_among_all_and_chosen_from_never) {
    write_map();
    scene into = scene_make("test");
    complaints to = {.out = stderr};
    assert_true(scen_read(file_with("version 1\n" PROBLEM(2, 1, 5, 3) PROBLEM(2, 1, 5, 2)
                                        PROBLEM(0, 0, 5, 3) PROBLEM(1, 0, 5, 3) PROBLEM(3, 0, 5, 3)
                                            PROBLEM(4, 0, 5, 3)),
                          map_name, 2, &into, &to));
    assert_int_equal(into.skipped, 2);
    assert_int_equal(arrlen(into.units), 2);
    assert_float_equal(into.units[0].position.x, 0.5f, 0);
    assert_float_equal(into.units[1].position.x, 3.5f, 0);
    scene_free(&into);
}

REFUSED(wrong_scenarios_are_refused_by_line, scen_reader,
        {"", "FILE:1:1: found no problem, expected 'version 1' and at least one line\n"},
        {"version 2\n", "FILE:1:1: found 'version 2', expected 'version 1'\n"},
        {"version 1\n0\tx.map\t6\n", "FILE:2:1: found 3 fields, expected 9\n"},
        {"version 1\n" PROBLEM(a, 0, 1, 1),
         "FILE:2:18: found 'a', expected a whole number of cells\n"},
        {"version 1\n" PROBLEM(2, 1, 0, 0),
         "FILE:2:18: found a start at 2,1, expected one on the map that the profile can enter\n"},
        {"version 1\n" PROBLEM(0, 0, 2, 1) PROBLEM(2, 1, 0, 0),
         "FILE:2:22: found a goal at 2,1, expected one on the map that the profile can enter; no "
         "problem has both ends there\n"},
        {"version 1\n" PROBLEM(1, 0, 5, 0) PROBLEM(0, 0, 9, 0),
         "FILE:3:22: found a goal at 9,0, expected one on the map that the profile can enter\n"},
        {"version 1\n" PROBLEM(0, 0, 5, 0) "0\ty.map\t6\t4\t0\t0\t1\t1\t1\n",
         "FILE:3:3: found the map 'y.map', expected 'maps/x.map' as in line 2\n"},
        {"version 1\n" PROBLEM(0, 0, 5, 0) "0\tmaps/x.map\t6\t5\t0\t0\t1\t1\t1\n",
         "FILE:3:14: found a map of 6 x 5 cells, expected 6 x 4 as in line 2\n"},
        {"version 1\n0\tmaps/x.map\t6\t4\t0\t0\t1\t1\tnan\n",
         "FILE:2:26: found 'nan', expected a number, 0 or more\n"})

TEST(a_scenario_of_another_size_than_its_map_is_refused) {
    said s;
    listen(&s);
    scene into = scene_make("test");
    assert_false(
        scen_reader(file_with("version 1\n0\tmaps/x.map\t9\t4\t0\t0\t1\t1\t1\n"), &into, &s.to));
    char *message = heard(&s);
    assert_non_null(strstr(message, "FILE:2: found a map of 9 x 4 cells, but "));
    assert_non_null(strstr(message, " has 6 x 4: they do not belong together\n"));
    free(message);
    scene_free(&into);
}

TEST(asking_for_more_units_than_problems_ends_soon_with_a_note) {
    write_map();
    enum { PROBLEMS = 3000 };
    char *text = malloc(64 * PROBLEMS), *end = stpcpy(text, "version 1\n");
    for (int k = 0; k < PROBLEMS; k++) end = stpcpy(end, PROBLEM(0, 0, 5, 3));
    said s;
    listen(&s);
    scene into = scene_make("test");
    assert_true(scen_read(file_with(text), map_name, 1000000, &into, &s.to));
    char *message = heard(&s);
    assert_string_equal(message, "FILE: note: room for 1 of the 1000000 units asked for\n");
    assert_int_equal(arrlen(into.units), 1);
    free(message);
    free(text);
    scene_free(&into);
}

TEST(a_scenario_without_its_map_asks_for_it) {
    said s;
    listen(&s);
    scene into = scene_make("test");
    assert_false(scen_read(file_with("version 1\n" PROBLEM(0, 0, 5, 3)), NULL, 0, &into, &s.to));
    char *message = heard(&s);
    assert_string_equal(message, "FILE:2: the map 'maps/x.map' cannot be read: No such file or "
                                 "directory; name it with --map FILE\n");
    free(message);
    scene_free(&into);
}

int scenario_input_tests(void) {
    return run_with_files("test_scenario_input");
}
