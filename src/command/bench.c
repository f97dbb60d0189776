/* `sidle bench`: the scoreboard, or what a tick costs, played and printed. */
#include "benchmarks/scale.h"
#include "benchmarks/scoreboard_bounds.h"
#include "benchmarks/scoreboard_renew.h"
#include "commands.h"
#include "examples/thread_pool.h"
#include "support/checked_memory.h"
#include "terminal/options.h"
#include "terminal/output.h"
#include "terminal/spelling.h"

#include <stb_ds.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_SEEDS = 1000, MOST_SEED = 1000000000 };

typedef struct arguments {
    bool json, check, scale;
    const char *renew;
    uint32_t seed, seeds, threads;
    const char *const *names; /* of rows, or of scenes with --scale */
    size_t name_count;
} arguments;

static const char USAGE[] =
    "usage: sidle bench [OPTIONS] [ROW ...]\n"
    "       sidle bench --scale [OPTIONS] [N ...]\n"
    "\n"
    "Plays the scoreboard, or the named rows of it, with the default profile at 30 ticks a\n"
    "second, and prints a table in Markdown; each figure is the mean over the seeds. A bound\n"
    "is the largest value of 20 published seeds.\n"
    "\n"
    "With --scale: the time that a tick takes for each of N units at 15 % cover, phase by\n"
    "phase, beside the floor (a pass that only sorts and moves the units), and the memory that\n"
    "they hold; cold: after a host that has read each unit. A generated scene may stand for N, as\n"
    "dense20000 or 10000+cell0.25. Without names it measures all its scenes.\n";

static void print_rows(FILE *out) {
    size_t count;
    const score_row *rows = score_rows(&count);
    fputs("\nRows:\n", out);
    for (size_t k = 0; k < count; k++) fprintf(out, "  %s\n", rows[k].scene);
}

static void check_names(const arguments *a, complaints *to) {
    size_t count;
    const score_row *rows = score_rows(&count);
    if (a->scale) return;
    for (size_t k = 0; k < a->name_count; k++)
        if (!score_row_named(a->names[k]))
            complain(
                to, "sidle bench", 0, 0,
                "found the row '%s', expected one of `sidle bench --help`%s", a->names[k],
                did_you_mean("", a->names[k], strlen(a->names[k]), NAMES_OF(rows, count)).text);
}

/* False when the subcommand ends here. */
static bool read_arguments(int argc, char **argv, arguments *a, complaints *to) {
    int first;
    const option_row rows[] = {
        {"seed", "S", "the seeds are S to S + N - 1 (1)", OPTION_WHOLE, &a->seed, 0, MOST_SEED},
        {"seeds", "N", "so many seeds of each row (5)", OPTION_WHOLE, &a->seeds, 1, MOST_SEEDS},
        {"threads", "N",
         "threads that share each step, or with --renew the seeds, 1 to 64 (1); with\n"
         "more than one, times are those that pass, not the processor's",
         OPTION_WHOLE, &a->threads, 1, POOL_MOST_THREADS},
        {"json", NULL, "prints JSON with every figure instead of the table", OPTION_FLAG, &a->json,
         0, 0},
        {"check", NULL,
         "exit status 1, and a line for each figure that is beyond its bound in so\n"
         "many seeds that chance does not explain it: in 5 of 5, or in 12 of 20",
         OPTION_FLAG, &a->check, 0, 0},
        {"renew", "FILE",
         "plays 20 seeds of each row and writes its figures, of which the bounds are\n"
         "made, as src/command/benchmarks/scoreboard_figures.c has them",
         OPTION_TEXT, &a->renew, 0, 0},
        {"scale", NULL, "measures the time of a tick, as above", OPTION_FLAG, &a->scale, 0, 0},
    };
    const option_table table = {"bench", USAGE, rows, sizeof rows / sizeof *rows, print_rows};
    if (!options_read(&table, argc, argv, &first, to)) return false;
    a->names = (const char *const *)(argv + first);
    a->name_count = (size_t)(argc - first);
    check_names(a, to);
    return !to->count;
}

static bool is_wanted(const score_row *row, const arguments *a) {
    for (size_t k = 0; k < a->name_count; k++)
        if (score_row_named(a->names[k]) == row) return true;
    return a->name_count == 0;
}

/* ---- rows ---- */

static json_t *row_json(const score_row *row, const arguments *a, const outcome *mean) {
    json_t *json = outcome_json(mean, row->scene), *bounds = json_object();
    json_object_del(json, "hash"); /* the mean of several runs has none */
    json_object_set_new(json, "runs", json_integer(score_runs(row, a->seeds)));
    for (const char *const *f = row->figures; *f; f++) {
        const score_published *p = score_published_of(row->scene, *f);
        if (p) json_object_set_new(bounds, *f, json_real(score_bound(p)));
    }
    json_object_set_new(json, "bounds", bounds);
    return json;
}

/* Plays a row seed by seed; the outcomes go behind the list. False after a complaint. */
static bool play_seeds(const score_row *row, arguments *a, outcome **outcomes, complaints *to) {
    uint32_t seeds = row->part == SCORE_SCALE ? 1 : a->seeds;
    for (uint32_t k = 0; k < seeds; k++) {
        outcome o;
        if (!score_play(row, a->seed + k, 1, score_by_sidle, &a->threads, &o, to)) return false;
        arrput(*outcomes, o);
    }
    return true;
}

/* The number of faults of a row. like: the outcomes of its like with the same seeds; empty if it
 * has none, or that was not played. */
static int faults_of(const score_row *row, const outcome *outcomes, const outcome *like) {
    score_tally tally = {.row = row};
    for (size_t k = 0; k < arrlenu(outcomes); k++)
        score_add(&tally, &outcomes[k], k < arrlenu(like) ? &like[k] : NULL, stderr);
    return score_faults(&tally, stderr);
}

static int play(arguments *a, complaints *to) {
    size_t count;
    const score_row *rows = score_rows(&count);
    outcome **outcomes = checked_calloc(count, sizeof *outcomes); /* stb_ds, by row */
    json_t *list = a->json ? json_array() : NULL;
    int faults = 0;
    if (!a->json) score_head(stdout, false);
    for (size_t k = 0; k < count && !to->count && !output_lost(); k++) {
        const score_row *like = rows[k].like ? score_row_named(rows[k].like) : NULL;
        if (!is_wanted(&rows[k], a)) continue;
        if (!play_seeds(&rows[k], a, &outcomes[k], to)) break;
        outcome mean = outcome_mean(outcomes[k], arrlenu(outcomes[k]));
        if (list)
            json_array_append_new(list, row_json(&rows[k], a, &mean));
        else
            score_line(stdout, &rows[k], "", &mean);
        if (a->check)
            faults += faults_of(&rows[k], outcomes[k], like ? outcomes[like - rows] : NULL);
    }
    if (list) output_json(NULL, list, JSON_INDENT(2) | JSON_REAL_PRECISION(9), to);
    for (size_t k = 0; k < count; k++) arrfree(outcomes[k]);
    free(outcomes);
    if (to->count) return status_of(to);
    return faults ? EXIT_EXPECTATION : EXIT_DONE;
}

static int renew(const arguments *a, complaints *to) {
    size_t count;
    const score_row *rows = score_rows(&count);
    bool *wanted = checked_calloc(count, sizeof *wanted);
    for (size_t k = 0; k < count; k++) wanted[k] = is_wanted(&rows[k], a);
    if (output_allowed(a->renew, to)) score_renew(a->renew, wanted, a->threads, to);
    free(wanted);
    return status_of(to);
}

static int measure(const arguments *a, complaints *to) {
    scale_options options = {
        .threads = a->threads, .json = a->json, .scenes = a->names, .scene_count = a->name_count};
    scale_report(&options, to);
    return status_of(to);
}

int command_bench(int argc, char **argv) {
    complaints to = {.out = stderr};
    arguments a = {.seed = 1, .seeds = SCORE_SEEDS, .threads = 1};
    if (!read_arguments(argc, argv, &a, &to)) return status_of(&to);
    if (a.renew) return renew(&a, &to);
    return a.scale ? measure(&a, &to) : play(&a, &to);
}
