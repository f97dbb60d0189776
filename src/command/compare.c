/* `sidle compare`: what got better or worse from one config to another, in words and figures. */
#include "compare.h"

#include "commands.h"
#include "scene_arguments.h"
#include "terminal/output.h"

#include <math.h>
#include <stb_ds.h>
#include <string.h>
#include <unistd.h>

/* A difference counts when its mean is so many standard errors from 0, is such a share of the
 * figure, and so many of the pairs go its way. Choices: of ten pairs without a difference, one in
 * thirty would be told. */
static const double ERRORS = 2, SHARE = 0.01, AGREEING = 0.7;

static const char USAGE[] =
    "usage: sidle compare A.ini B.ini FILE... [OPTIONS]\n"
    "\n"
    "Plays each scene with the one config and with the other, by the same seeds and shifts, and\n"
    "says what got better and what got worse, with the spread over the runs, and how often all\n"
    "jams were resolved. `default` in place of a config is the built-in profile. A FILE may be\n"
    "@name. Ctrl-C ends it with the scenes that are done.\n";

typedef struct arguments {
    scene_arguments scene;
    uint32_t seeds, shifts, jobs;
    const char *html, *state;
    bool json, progress;
    const char *configs[2];
    char **files;
    int file_count;
} arguments;

static bool read_arguments(int argc, char **argv, arguments *a, complaints *to) {
    int first;
    option_row rows[SCENE_ROWS + 7];
    const option_row own[] = {
        {"seeds", "N", "runs of each with other starts (5)", OPTION_WHOLE, &a->seeds, 1, 1000},
        {"shifts", "N", "each of them from so many places, a tenth of a u apart (2)", OPTION_WHOLE,
         &a->shifts, 1, 100},
        {"jobs", "N", "runs at once, 1 to 64 (1)", OPTION_WHOLE, &a->jobs, 1, POOL_MOST_THREADS},
        {"html", "FILE", "report for a browser, with films (by ffmpeg) and pictures", OPTION_TEXT,
         &a->html, 0, 0},
        {"state", "FILE.json", "keeps the runs that are done, and goes on from there", OPTION_TEXT,
         &a->state, 0, 0},
        {"progress", NULL, "a bar on standard error, also where that is no terminal", OPTION_FLAG,
         &a->progress, 0, 0},
        {"json", NULL, "prints JSON with every figure of every run", OPTION_FLAG, &a->json, 0, 0},
    };
    scene_rows(&a->scene, rows);
    memcpy(rows + SCENE_ROWS, own, sizeof own);
    const option_table table = {"compare", USAGE, rows, sizeof rows / sizeof *rows, print_scenes};
    if (!options_read(&table, argc, argv, &first, to)) return false;
    scene_arguments_finish(&a->scene, to);
    if (argc - first < 3)
        complain(to, "sidle compare", 0, 0,
                 "found %d names, expected two configs and at least one scene", argc - first);
    if (to->count) return false;
    a->configs[0] = argv[first];
    a->configs[1] = argv[first + 1];
    a->files = argv + first + 2;
    a->file_count = argc - first - 2;
    return !a->html || output_allowed(a->html, to);
}

/* ---- pairs of runs ---- */

size_t resolved_of(const trial *list) {
    size_t count = 0;
    for (size_t k = 0; k < arrlenu(list); k++) count += trial_resolved(&list[k]);
    return count;
}

static verdict verdict_of(const contrast *c, const figure *f, double difference, double error) {
    double size = fmax(fabs(c->mean[0]), fabs(c->mean[1]));
    if (fabs(difference) <= 1e-12 * size || size == 0) return VERDICT_SAME;
    bool clear = fabs(difference) > ERRORS * error && fabs(difference) > SHARE * size &&
                 (double)c->agreeing >= AGREEING * (double)c->runs;
    if (!clear) return VERDICT_UNCLEAR;
    return (difference > 0) == !strcmp(f->good, "high") ? VERDICT_BETTER : VERDICT_WORSE;
}

contrast contrast_of(const comparison *c, const figure *f) {
    contrast found = {0};
    double sum[2] = {0}, square[2] = {0}, differences = 0, difference2 = 0;
    size_t up = 0, down = 0;
    for (size_t k = 0; k < arrlenu(c->sides[0]); k++) {
        const outcome *both[2] = {&c->sides[0][k].result, &c->sides[1][k].result};
        if (!figure_is_known(both[0], f) || !figure_is_known(both[1], f)) continue;
        double v[2] = {figure_value(both[0], f), figure_value(both[1], f)}, d = v[1] - v[0];
        for (int side = 0; side < 2; side++)
            sum[side] += v[side], square[side] += v[side] * v[side];
        differences += d;
        difference2 += d * d;
        up += d > 0;
        down += d < 0;
        found.runs++;
    }
    double n = (double)found.runs;
    for (int side = 0; side < 2 && n > 0; side++) {
        found.mean[side] = sum[side] / n;
        double left = square[side] - n * found.mean[side] * found.mean[side];
        found.deviation[side] = n > 1 ? sqrt(fmax(left, 0) / (n - 1)) : 0;
    }
    double mean = n > 0 ? differences / n : 0;
    double error = n > 1 ? sqrt(fmax(difference2 - n * mean * mean, 0) / (n - 1) / n) : 0;
    found.agreeing = mean > 0 ? up : down;
    found.verdict = verdict_of(&found, f, mean, error);
    return found;
}

/* ---- words ---- */

bool figure_is_told(const figure *f) {
    return *f->good && strcmp(f->name, "us_per_unit_tick") != 0;
}

static void say_one(FILE *out, const figure *f, const contrast *c) {
    double from = c->mean[0], to = c->mean[1];
    char change[32] = "";
    if (fabs(from) > 1e-12)
        snprintf(change, sizeof change, " (%+.0f %%)", 100 * (to - from) / from);
    fprintf(out, "  %-7s %-16s %.4g -> %.4g %s%s, spread %.2g and %.2g, in %zu of %zu runs: %s\n",
            c->verdict == VERDICT_BETTER ? "better" : "worse", f->name, from, to, f->unit, change,
            c->deviation[0], c->deviation[1], c->agreeing, c->runs, f->meaning);
}

static void say_scene(FILE *out, const comparison *c) {
    size_t count, runs = arrlenu(c->sides[0]), shown = 0;
    const figure *all = figures(&count);
    fprintf(out, "\n%s, %zu runs each\n", c->name, runs);
    if (c->sides[0][0].result.movers > 0)
        fprintf(out, "  jams    all resolved in %zu of %zu runs before, in %zu after\n",
                resolved_of(c->sides[0]), runs, resolved_of(c->sides[1]));
    for (int wanted = VERDICT_BETTER; wanted <= VERDICT_WORSE; wanted++)
        for (size_t k = 0; k < count; k++) {
            if (!figure_is_told(&all[k])) continue;
            contrast found = contrast_of(c, &all[k]);
            if ((int)found.verdict != wanted) continue;
            say_one(out, &all[k], &found);
        }
    for (size_t k = 0; k < count; k++) {
        if (!figure_is_told(&all[k]) || contrast_of(c, &all[k]).verdict != VERDICT_UNCLEAR)
            continue;
        fprintf(out, "%s%s", shown++ ? ", " : "  unclear ", all[k].name);
    }
    if (shown) fputc('\n', out);
}

void compare_sum(FILE *out, const comparison *list, const char *const names[2]) {
    size_t verdicts[4] = {0}, count;
    const figure *all = figures(&count);
    for (size_t k = 0; k < arrlenu(list); k++)
        for (size_t n = 0; n < count; n++)
            if (figure_is_told(&all[n])) verdicts[contrast_of(&list[k], &all[n]).verdict]++;
    fprintf(out, "%s is better in %zu figures and worse in %zu; %zu differ without a clear sign.\n",
            names[1], verdicts[VERDICT_BETTER], verdicts[VERDICT_WORSE], verdicts[VERDICT_UNCLEAR]);
}

void compare_say(FILE *out, const comparison *list, const char *const names[2]) {
    for (size_t k = 0; k < arrlenu(list); k++) say_scene(out, &list[k]);
    fputc('\n', out);
    compare_sum(out, list, names);
}

void comparisons_free(comparison *list) {
    for (size_t k = 0; k < arrlenu(list); k++)
        for (int side = 0; side < 2; side++) trials_free(list[k].sides[side]);
    arrfree(list);
}

static json_t *json_of(const trial *list) {
    json_t *runs = json_array();
    for (size_t k = 0; k < arrlenu(list); k++)
        json_array_append_new(runs, outcome_json(&list[k].result, list[k].played.name));
    return runs;
}

static void print_json(const comparison *list) {
    json_t *all = json_array();
    for (size_t k = 0; k < arrlenu(list); k++)
        json_array_append_new(all, json_pack("{s:s,s:o,s:o}", "scene", list[k].name, "before",
                                             json_of(list[k].sides[0]), "after",
                                             json_of(list[k].sides[1])));
    output_json(NULL, all, JSON_INDENT(1) | JSON_REAL_PRECISION(9), NULL);
}

/* ---- runs that are known ---- */

/* The runs of the file are the first ones, in the order in which they are played. */
static bool read_state(const arguments *a, json_t *question, comparison *list, progress *far,
                       complaints *to) {
    if (!a->state || access(a->state, F_OK) != 0) return !a->state || output_allowed(a->state, to);
    json_t *read = json_load_file(a->state, 0, NULL);
    json_t *runs = json_object_get(read, "runs");
    bool good = json_equal(json_object_get(read, "question"), question);
    size_t at = 0;
    for (size_t k = 0; good && k < 2 * arrlenu(list); k++) {
        trial *side = list[k / 2].sides[k % 2];
        for (size_t n = 0; good && n < arrlenu(side) && at < json_array_size(runs); n++, at++) {
            side[n].known = side[n].good = true;
            good = outcome_of_json(json_array_get(runs, at), &side[n].result);
        }
    }
    progress_keep(far, (uint32_t)at);
    json_decref(read);
    if (!good)
        complain(to, a->state, 0, 0,
                 "found no state of this comparison, expected one of the same configs, scenes and "
                 "options");
    return good;
}

static bool write_state(const arguments *a, json_t *question, const comparison *list,
                        complaints *to) {
    json_t *runs = json_array();
    for (size_t k = 0; k < 2 * arrlenu(list); k++) {
        const trial *side = list[k / 2].sides[k % 2];
        for (size_t n = 0; n < arrlenu(side) && side[n].good; n++)
            json_array_append_new(runs, outcome_json(&side[n].result, side[n].played.name));
    }
    return output_json(a->state, json_pack("{s:O,s:o}", "question", question, "runs", runs),
                       JSON_INDENT(1), to);
}

/* ---- the runs ---- */

/* With the configs that both have, then its own. */
static bool load_side(const arguments *a, const char *config, const char *file, trial **list,
                      json_t *question, complaints *to) {
    trial_options o = {a->scene.load, a->scene.play, a->seeds, a->shifts};
    o.load.configs = NULL;
    for (size_t k = 0; k < arrlenu(a->scene.load.configs); k++)
        arrput(o.load.configs, a->scene.load.configs[k]);
    if (strcmp(config, "default") != 0) arrput(o.load.configs, config);
    bool good = trials_add(list, file, &o, to);
    if (good && a->state) json_array_append_new(question, trials_question(file, &o, *list, to));
    arrfree(o.load.configs);
    return good && !to->count;
}

static bool load_all(const arguments *a, comparison **list, json_t *question, complaints *to) {
    bool good = true;
    for (int k = 0; good && k < a->file_count; k++) {
        comparison c = {.name = a->files[k]};
        for (int side = 0; good && side < 2; side++)
            good = load_side(a, a->configs[side], a->files[k], &c.sides[side], question, to);
        arrput(*list, c);
    }
    return good;
}

/* How many scenes were played to their end. */
static size_t play_all(const arguments *a, json_t *question, comparison *list, complaints *to) {
    pool *p = pool_make(a->jobs);
    uint32_t runs = 2 * a->seeds * a->shifts * (uint32_t)a->file_count;
    progress far = progress_begin(runs, a->progress);
    bool good = read_state(a, question, list, &far, to);
    size_t played = 0;
    for (size_t k = 0; good && k < 2 * arrlenu(list); k++) {
        snprintf(far.more, sizeof far.more, ", %.60s", list[k / 2].name);
        good = trials_play(list[k / 2].sides[k % 2], p, &far, to);
        if (a->state && !to->count) write_state(a, question, list, to);
        if (good) played = (k + 1) / 2;
    }
    progress_end(&far);
    pool_free(p);
    return played;
}

static void say_stopped(const arguments *a, size_t played) {
    fprintf(stderr, "sidle compare: stopped after %zu of %d scenes.", played, a->file_count);
    if (a->state) fprintf(stderr, " The same command goes on from %s.", a->state);
    fputc('\n', stderr);
}

static int compare(const arguments *a, complaints *to) {
    comparison *list = NULL;
    json_t *question = json_array();
    size_t played = load_all(a, &list, question, to) ? play_all(a, question, list, to) : 0;
    json_decref(question);
    bool stopped = progress_stopped();
    if (stopped) say_stopped(a, played);
    progress_finish_anyway();
    for (size_t k = played; k < arrlenu(list); k++)
        for (int side = 0; side < 2; side++) trials_free(list[k].sides[side]);
    if (list) arrsetlen(list, played);
    bool told = !to->count && played;
    if (told && a->json) print_json(list);
    if (told && !a->json) {
        printf("From %s to %s, %u seeds by %u shifts.\n", a->configs[0], a->configs[1], a->seeds,
               a->shifts);
        compare_say(stdout, list, a->configs);
    }
    if (told && a->html) compare_html(a->html, list, a->configs, to);
    comparisons_free(list);
    return stopped && !played ? EXIT_STOPPED : status_of(to);
}

int command_compare(int argc, char **argv) {
    complaints to = {.out = stderr};
    arguments a = {.scene = scene_arguments_default(), .seeds = 5, .shifts = 2, .jobs = 1};
    int status = read_arguments(argc, argv, &a, &to) ? compare(&a, &to) : status_of(&to);
    scene_arguments_free(&a.scene);
    return status;
}
