/* Every row of the scoreboard keeps its bounds: scoreboard_bounds.h. A row is played with one seed,
 * and with others as long as these may show that it is at fault: five at most. SIDLE_LONG=N plays N
 * seeds of each row (SIDLE_LONG=1: five), and the large rows for timing, which have little to keep.
 * SIDLE_SEED is the first seed; otherwise it is the first that is not published.
 *
 *   test_bench         all rows
 *   test_bench A/B     part A of B, for several processes side by side */
#include "benchmarks/chance.h"
#include "benchmarks/scoreboard_bounds.h"

#include "support.h"

#include <stb_ds.h>

enum { MOST_ROWS = 64, MOST_PARTS = 8 };

static outcome *outcomes[MOST_ROWS]; /* stb_ds, by row and seed */

static uint32_t number_in(const char *name, uint32_t otherwise) {
    const char *text = getenv(name);
    return text ? (uint32_t)strtoul(text, NULL, 10) : otherwise;
}

/* Seeds that are played in any case. */
static uint32_t least_seeds(void) {
    uint32_t wanted = number_in("SIDLE_LONG", 0);
    return !getenv("SIDLE_LONG") ? 1 : wanted <= 1 ? SCORE_SEEDS : wanted;
}

static const outcome *play(const score_row *row, uint32_t seed) {
    size_t count, k = (size_t)(row - score_rows(&count));
    while (arrlenu(outcomes[k]) <= seed) {
        outcome o;
        complaints to = {.out = stderr};
        uint32_t first = number_in("SIDLE_SEED", SCORE_PUBLISHED_SEEDS + 1);
        uint32_t next = first + (uint32_t)arrlenu(outcomes[k]);
        assert_true(score_play(row, next, 1, score_by_sidle, NULL, &o, &to));
        arrput(outcomes[k], o);
    }
    return &outcomes[k][seed];
}

static void the_row_keeps_its_bounds(void **state) {
    const score_row *row = *state;
    const score_row *like = row->like ? score_row_named(row->like) : NULL;
    uint32_t least = row->part == SCORE_SCALE ? 1 : least_seeds();
    score_tally tally = {.row = row};
    while (tally.seeds < least || score_is_open(&tally)) {
        const outcome *beside = like ? play(like, tally.seeds) : NULL;
        score_add(&tally, play(row, tally.seeds), beside, stderr);
    }
    if (tally.seeds > least) print_message("%u seeds\n", tally.seeds);
    assert_int_equal(score_faults(&tally, stderr), 0);
}

/* Circles without a push by a seed are symmetric, and a tie may last for ever. */
TEST(exactly_symmetric_circles_come_to_rest) {
    outcome o;
    complaints to = {.out = stderr};
    score_tally tally = {.row = score_row_named("@circle2")};
    assert_true(score_play(tally.row, 0, 1, score_by_sidle, NULL, &o, &to));
    score_add(&tally, &o, NULL, stderr);
    assert_int_equal(tally.faults, 0);
}

/* ---- the bounds themselves ---- */

/* An outcome of the row with the published means. */
static outcome usual(void) {
    outcome o = {.arrived = 1};
    o.stretch_mean = score_published_of("door200", "stretch_mean")->mean;
    o.makespan = score_published_of("door200", "makespan")->mean;
    return o;
}

static int faults_after(const outcome *o, const outcome *like, uint32_t seeds) {
    score_tally tally = {.row = score_row_named("@door200")};
    for (uint32_t k = 0; k < seeds; k++) score_add(&tally, o, like, NULL);
    return score_faults(&tally, NULL);
}

TEST(a_figure_beyond_its_bound_in_five_seeds_is_a_fault) {
    outcome good = usual(), late = usual(), both;
    late.makespan = score_bound(score_published_of("door200", "makespan")) + 0.01;
    assert_int_equal(faults_after(&good, NULL, SCORE_SEEDS), 0);
    assert_int_equal(faults_after(&late, NULL, SCORE_SEEDS), 1);
    assert_int_equal(faults_after(&late, NULL, SCORE_SEEDS - 1), 0);
    both = late;
    both.overlap = 1;
    assert_int_equal(faults_after(&both, NULL, SCORE_SEEDS), 2);
    good.makespan = good.stretch_mean = 0; /* better than ever */
    assert_int_equal(faults_after(&good, NULL, SCORE_SEEDS), 0);
}

TEST(a_rule_without_exceptions_is_broken_by_one_seed) {
    outcome half = usual(), wall = usual(), moved = usual(), restless = usual();
    half.arrived = 0.5;
    wall.static_overlaps = 1;
    moved.displaced_max = 0.1;
    restless.end_speed = 0.1;
    assert_int_equal(faults_after(&half, NULL, 1), 1);
    assert_int_equal(faults_after(&wall, NULL, 1), 1);
    assert_int_equal(faults_after(&moved, NULL, 1), 1);
    assert_int_equal(faults_after(&restless, NULL, 1), 1);
}

TEST(a_turned_scene_is_like_the_plain_one) {
    outcome plain = usual(), slow = plain;
    plain.stretch_mean /= 1.2;
    assert_int_equal(faults_after(&slow, &plain, SCORE_SEEDS), 1);
    assert_int_equal(faults_after(&slow, &plain, 1), 0);
    assert_int_equal(faults_after(&slow, &slow, SCORE_SEEDS), 0);
}

TEST(seeds_are_played_while_they_may_show_a_fault) {
    outcome good = usual(), late = usual();
    score_tally tally = {.row = score_row_named("@door200")};
    late.makespan = 1000;
    assert_true(score_is_open(&tally));
    score_add(&tally, &late, NULL, NULL);
    score_add(&tally, &late, NULL, NULL);
    assert_true(score_is_open(&tally));
    score_add(&tally, &good, NULL, NULL);
    assert_false(score_is_open(&tally));
}

static void assert_near(double a, double b) {
    assert_true(fabs(a / b - 1) < 1e-9);
}

/* Of 20 published seeds and 5 others, a given five are the largest in one of C(25, 5) orders. */
TEST(the_chance_of_a_false_alarm_is_known) {
    assert_near(chance_of_so_many(0, 20, 5, 5), 1.0 / 53130);
    assert_near(chance_of_so_many(0, 20, 1, 1), 1.0 / 21);
    assert_near(chance_of_so_many(0, 20, 5, 6), 6.0 / 65780);
    assert_true(score_is_fault(20, 5, 5));
    assert_false(score_is_fault(20, 4, 4));
    assert_false(score_is_fault(20, 4, 5));
    assert_false(score_is_fault(20, 11, 20));
    assert_true(score_is_fault(20, 12, 20));
}

TEST(every_figure_of_a_row_is_published) {
    size_t rows, figures = 0;
    const score_row *row = score_rows(&rows);
    for (size_t k = 0; k < rows; k++)
        for (const char *const *f = row[k].figures; *f; f++, figures++) {
            const score_published *p = score_published_of(row[k].scene, *f);
            assert_non_null(p);
            assert_true(p->seeds >= SCORE_PUBLISHED_SEEDS);
            assert_true(p->deviation >= 0 && p->largest >= p->mean * (1 - 1e-5));
            assert_true(score_bound(p) > p->mean);
        }
    assert_int_equal(figures, SCORE_PUBLISHED_COUNT);
    assert_null(score_published_of("door200", "reform"));
    assert_null(score_row_named("@door201"));
}

/* ---- all ---- */

/* Lists the rows of part `part`: a row goes with that to which it has to be alike. */
static void list_rows(size_t part, size_t parts) {
    size_t count;
    const score_row *rows = score_rows(&count);
    for (size_t k = 0; k < count; k++) {
        const score_row *with = rows[k].like ? score_row_named(rows[k].like) : &rows[k];
        if (rows[k].part == SCORE_SCALE && !getenv("SIDLE_LONG")) continue;
        if ((size_t)(with - rows) % parts == part)
            list_test(rows[k].scene, the_row_keeps_its_bounds, &rows[k]);
    }
}

int main(int argc, char **argv) {
    unsigned part = 1, parts = 1;
    if (argc > 1 && (sscanf(argv[1], "%u/%u", &part, &parts) != 2 || part < 1 || part > parts ||
                     parts > MOST_PARTS)) {
        fprintf(stderr, "usage: test_bench [A/B]\n");
        return 2;
    }
    list_rows(part - 1, parts);
    int failed = run_listed("scoreboard");
    for (size_t k = 0; k < MOST_ROWS; k++) arrfree(outcomes[k]);
    return failed;
}
