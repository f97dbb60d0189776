/* `sidle bench`: the scoreboard, or what a tick costs, played and printed. */
#include "benchmarks/scale.h"
#include "benchmarks/scoreboard.h"
#include "commands.h"
#include "examples/thread_pool.h"
#include "support/checked_memory.h"
#include "terminal/exit_status.h"
#include "terminal/options.h"
#include "terminal/output.h"

#include <getopt.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_SEEDS = 1000 };

typedef struct arguments {
    bool json, check, scale, help;
    const char *plot;
    uint32_t seeds, threads;
} arguments;

static const struct option OPTIONS[] = {
    {"json", no_argument, NULL, 'j'},        {"check", no_argument, NULL, 'c'},
    {"seeds", required_argument, NULL, 's'}, {"threads", required_argument, NULL, 't'},
    {"scale", no_argument, NULL, 'S'},       {"plot", required_argument, NULL, 'p'},
    {"help", no_argument, NULL, 'h'},        {NULL, 0, NULL, 0},
};

static void usage(FILE *out) {
    fputs("usage: sidle bench [OPTIONS] [ROW ...]\n"
          "       sidle bench --scale [OPTIONS] [N ...]\n"
          "\n"
          "Plays the scoreboard, or the named rows of it, with the default profile at 30 ticks a\n"
          "second, and prints a table in markdown; each figure is the mean over the seeds.\n"
          "\n"
          "  --seeds N     seeds 1 to N (5)\n"
          "  --threads N   threads that share each step, 1 to 64 (1); with more than one, times\n"
          "                are those that pass, not the processor's\n"
          "  --json        an array of objects with every figure instead of the table\n"
          "  --check       exit status 1, and a line for each figure that breaks its bound\n"
          "\n"
          "With --scale: the time that a tick takes for each of N units at 15 % cover, phase by\n"
          "phase, beside the floor (a pass that only sorts and moves them), and the memory that\n"
          "they hold. A generated scene may stand for N; all without names.\n"
          "\n"
          "  --plot FILE.svg   draws the time against N\n"
          "\n"
          "Rows:\n",
          out);
    size_t count;
    const score_row *rows = score_rows(&count);
    for (size_t k = 0; k < count; k++) fprintf(out, "  %s\n", rows[k].scene);
}

static void read_arguments(int argc, char **argv, arguments *a, complaints *to) {
    int id;
    opterr = 0;
    while ((id = getopt_long(argc, argv, ":", OPTIONS, NULL)) != -1) {
        if (id == 'j') a->json = true;
        if (id == 'c') a->check = true;
        if (id == 'S') a->scale = true;
        if (id == 'p') a->plot = optarg;
        if (id == 'h') a->help = true;
        if (id == 's') option_whole(to, "--seeds", optarg, 1, MOST_SEEDS, &a->seeds);
        if (id == 't') option_whole(to, "--threads", optarg, 1, POOL_MOST_THREADS, &a->threads);
        if (id == ':' || id == '?')
            complain(to, "sidle bench", 0, 0, "found '%s', expected %s", argv[optind - 1],
                     id == ':' ? "a value behind it" : "an option of `sidle bench --help`");
    }
    if (a->scale || a->help) return;
    if (a->plot) complain(to, "--plot", 0, 0, "found no --scale, whose figures it draws");
    for (int k = optind; k < argc; k++)
        if (!score_row_named(argv[k]))
            complain(to, "sidle bench", 0, 0,
                     "found the row '%s', expected one of `sidle bench --help`", argv[k]);
}

static bool wanted(const score_row *row, int argc, char **argv) {
    for (int k = optind; k < argc; k++)
        if (score_row_named(argv[k]) == row) return true;
    return optind == argc;
}

static json_t *row_json(const score_row *row, const arguments *a, const outcome *mean) {
    json_t *json = outcome_json(mean, row->scene), *bounds = json_object();
    json_object_del(json, "hash"); /* of several runs there is none */
    json_object_set_new(json, "runs", json_integer(score_runs(row, a->seeds)));
    for (const score_bound *b = row->bounds; b->figure; b++)
        json_object_set_new(bounds, b->figure, json_real(b->most));
    json_object_set_new(json, "bounds", bounds);
    return json;
}

/* Figures of the rows played so far, so that a turned row finds the plain one. */
static const outcome *played_like(const score_row *rows, const outcome *means, const bool *played,
                                  const score_row *row) {
    const score_row *like = row->like ? score_row_named(row->like) : NULL;
    return like && played[like - rows] ? &means[like - rows] : NULL;
}

static int play(int argc, char **argv, arguments *a, complaints *to) {
    size_t count;
    const score_row *rows = score_rows(&count);
    outcome *means = checked_calloc(count, sizeof *means);
    bool *played = checked_calloc(count, sizeof *played);
    json_t *list = json_array();
    int faults = 0;
    if (!a->json) score_head(stdout, false);
    for (size_t k = 0; k < count && !to->count && !output_lost(); k++) {
        if (!wanted(&rows[k], argc, argv)) continue;
        played[k] = score_play(&rows[k], a->seeds, score_by_sidle, &a->threads, &means[k], to);
        if (!played[k]) break;
        if (a->json)
            json_array_append_new(list, row_json(&rows[k], a, &means[k]));
        else
            score_line(stdout, &rows[k], "", &means[k]);
        const outcome *like = played_like(rows, means, played, &rows[k]);
        if (a->check) faults += score_faults(&rows[k], &means[k], like, stderr);
    }
    if (a->json) json_dumpf(list, stdout, JSON_INDENT(2) | JSON_REAL_PRECISION(9));
    if (a->json) putchar('\n');
    json_decref(list);
    free(means);
    free(played);
    if (to->count) return status_of(to);
    return faults ? EXIT_EXPECTATION : EXIT_DONE;
}

static int measure(int argc, char **argv, const arguments *a, complaints *to) {
    scale_options options = {.threads = a->threads,
                             .json = a->json,
                             .plot = a->plot,
                             .scenes = (const char *const *)(argv + optind),
                             .scene_count = (size_t)(argc - optind)};
    scale_report(&options, to);
    return status_of(to);
}

int command_bench(int argc, char **argv) {
    complaints to = {.out = stderr};
    arguments a = {.seeds = SCORE_SEEDS, .threads = 1};
    read_arguments(argc, argv, &a, &to);
    if (to.count) return EXIT_INPUT;
    if (a.help) {
        usage(stdout);
        return EXIT_DONE;
    }
    return a.scale ? measure(argc, argv, &a, &to) : play(argc, argv, &a, &to);
}
