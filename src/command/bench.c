/* `sidle bench`: the scoreboard, or what a tick costs, played and printed. */
#include "benchmarks/scale.h"
#include "benchmarks/scoreboard.h"
#include "commands.h"
#include "examples/thread_pool.h"
#include "support/checked_memory.h"
#include "terminal/options.h"
#include "terminal/output.h"
#include "terminal/spelling.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_SEEDS = 1000 };

typedef struct arguments {
    bool json, check, scale;
    uint32_t seeds, threads;
    const char *const *names; /* of rows, or of scenes with --scale */
    size_t name_count;
} arguments;

static const char USAGE[] =
    "usage: sidle bench [OPTIONS] [ROW ...]\n"
    "       sidle bench --scale [OPTIONS] [N ...]\n"
    "\n"
    "Plays the scoreboard, or the named rows of it, with the default profile at 30 ticks a\n"
    "second, and prints a table in Markdown; each figure is the mean over the seeds.\n"
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
        {"seeds", "N",
         "plays with the seeds 1 to N (5); point200 with 5 times as many,\n"
         "ambulance with 3 times as many",
         OPTION_WHOLE, &a->seeds, 1, MOST_SEEDS},
        {"threads", "N",
         "threads that share each step, 1 to 64 (1); with more than one, times\n"
         "are those that pass, not the processor's",
         OPTION_WHOLE, &a->threads, 1, POOL_MOST_THREADS},
        {"json", NULL, "prints JSON with every figure instead of the table", OPTION_FLAG, &a->json,
         0, 0},
        {"check", NULL, "exit status 1, and a line for each figure that breaks its bound",
         OPTION_FLAG, &a->check, 0, 0},
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

static json_t *row_json(const score_row *row, const arguments *a, const outcome *mean) {
    json_t *json = outcome_json(mean, row->scene), *bounds = json_object();
    json_object_del(json, "hash"); /* the mean of several runs has none */
    json_object_set_new(json, "runs", json_integer(score_runs(row, a->seeds)));
    for (const score_bound *b = row->bounds; b->figure; b++)
        json_object_set_new(bounds, b->figure, json_real(b->most));
    json_object_set_new(json, "bounds", bounds);
    return json;
}

/* The outcome of the row that this one has to be like, if it was played; else NULL. */
static const outcome *played_like(const score_row *rows, const outcome *means, const bool *played,
                                  const score_row *row) {
    const score_row *like = row->like ? score_row_named(row->like) : NULL;
    return like && played[like - rows] ? &means[like - rows] : NULL;
}

static int play(arguments *a, complaints *to) {
    size_t count;
    const score_row *rows = score_rows(&count);
    outcome *means = checked_calloc(count, sizeof *means);
    bool *played = checked_calloc(count, sizeof *played);
    json_t *list = a->json ? json_array() : NULL;
    int faults = 0;
    if (!a->json) score_head(stdout, false);
    for (size_t k = 0; k < count && !to->count && !output_lost(); k++) {
        if (!is_wanted(&rows[k], a)) continue;
        played[k] = score_play(&rows[k], a->seeds, score_by_sidle, &a->threads, &means[k], to);
        if (!played[k]) break;
        if (list)
            json_array_append_new(list, row_json(&rows[k], a, &means[k]));
        else
            score_line(stdout, &rows[k], "", &means[k]);
        const outcome *like = played_like(rows, means, played, &rows[k]);
        if (a->check) faults += score_faults(&rows[k], &means[k], like, stderr);
    }
    if (list) output_json(NULL, list, JSON_INDENT(2) | JSON_REAL_PRECISION(9), to);
    free(means);
    free(played);
    if (to->count) return status_of(to);
    return faults ? EXIT_EXPECTATION : EXIT_DONE;
}

static int measure(const arguments *a, complaints *to) {
    scale_options options = {
        .threads = a->threads, .json = a->json, .scenes = a->names, .scene_count = a->name_count};
    scale_report(&options, to);
    return status_of(to);
}

int command_bench(int argc, char **argv) {
    complaints to = {.out = stderr};
    arguments a = {.seeds = SCORE_SEEDS, .threads = 1};
    if (!read_arguments(argc, argv, &a, &to)) return status_of(&to);
    return a.scale ? measure(&a, &to) : play(&a, &to);
}
