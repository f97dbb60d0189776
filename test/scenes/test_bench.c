/* Every row of the scoreboard keeps its bounds, as means over its seeds. SIDLE_LONG=1 plays the
 * large rows for timing too, which have little to keep. */
#include "benchmarks/scoreboard.h"

#include "support.h"

#include <stdlib.h>

enum { MOST_ROWS = 64 };

static outcome means[MOST_ROWS];
static bool played[MOST_ROWS];

static const outcome *mean_of(const score_row *row) {
    size_t count;
    size_t k = (size_t)(row - score_rows(&count));
    complaints to = {.out = stderr};
    if (!played[k]) {
        assert_true(score_play(row, SCORE_SEEDS, score_by_sidle, NULL, &means[k], &to));
        played[k] = true;
    }
    return &means[k];
}

static void the_row_keeps_its_bounds(void **state) {
    const score_row *row = *state;
    const outcome *like = row->like ? mean_of(score_row_named(row->like)) : NULL;
    assert_int_equal(score_faults(row, mean_of(row), like, stderr), 0);
}

static void a_figure_beyond_its_bound_is_a_fault(void **state) {
    (void)state;
    const score_row *row = score_row_named("@door200");
    outcome good = {.arrived = 1, .stretch_mean = 1}, late = good, slow = good, half = good;
    assert_int_equal(score_faults(row, &good, NULL, NULL), 0);
    late.makespan = 1000;
    assert_int_equal(score_faults(row, &late, NULL, NULL), 1);
    half.arrived = 0.5;
    assert_int_equal(score_faults(row, &half, NULL, NULL), 1);
    slow.stretch_mean = 1.2;
    assert_int_equal(score_faults(row, &slow, &good, NULL), 1);
    assert_int_equal(score_faults(row, &slow, &slow, NULL), 0);
    assert_null(score_row_named("@door201"));
}

int main(void) {
    size_t count;
    const score_row *rows = score_rows(&count);
    struct CMUnitTest tests[MOST_ROWS + 1] = {
        cmocka_unit_test(a_figure_beyond_its_bound_is_a_fault)};
    size_t cases = 1;
    for (size_t k = 0; k < count; k++) {
        if (rows[k].part == SCORE_SCALE && !getenv("SIDLE_LONG")) continue;
        tests[cases++] = (struct CMUnitTest){rows[k].scene, the_row_keeps_its_bounds, NULL, NULL,
                                             (void *)(uintptr_t)&rows[k]};
    }
    return _cmocka_run_group_tests("scoreboard", tests, cases, NULL, NULL);
}
