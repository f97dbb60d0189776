/* `sidle tune`: searches for parameters that do better on some scenes. */
#include "commands.h"
#include "compare.h"
#include "scene_arguments.h"
#include "support/checked_memory.h"
#include "support/random.h"
#include "terminal/output.h"
#include "terminal/spelling.h"
#include "tune_problem.h"
#include "tune_state.h"

#include <math.h>
#include <stb_ds.h>
#include <stdlib.h>
#include <string.h>

#ifdef HAVE_NLOPT
#include <nlopt.h>
#endif

static const char USAGE[] =
    "usage: sidle tune FILE... --for FIGURES [OPTIONS]\n"
    "\n"
    "Plays the scenes again and again with other parameters, and writes those that do best as a\n"
    "config, with what got better and worse, also on seeds that the search has not seen.\n"
    "Figures are those of `sidle run --help`, with commas between; all weigh the same, as\n"
    "shares of what they are now. Ctrl-C ends it with the best so far; with --state the same\n"
    "command goes on.\n";

typedef struct arguments {
    scene_arguments scene;
    const char *figures, *params, *profile, *out, *state, *html, *method;
    uint32_t seeds, shifts, evaluations, jobs, start;
    float span;
    bool progress;
    char **files;
    int file_count;
} arguments;

static const char *const METHODS[] = {"sbplx", "crs", "direct", "esch"};

enum { METHOD_COUNT = 4, OWN_ROWS = 14 };

static void own_rows(arguments *a, option_row rows[OWN_ROWS]) {
    const option_row all[OWN_ROWS] = {
        {"for", "FIGURES", "what to make better: arrived,overlap,stretch,turning", OPTION_TEXT,
         &a->figures, 0, 0},
        {"params", "KEYS",
         "parameters to search, with commas between (all that are numbers, but\n"
         "for size, speed and turn rate)",
         OPTION_TEXT, &a->params, 0, 0},
        {"profile", "NAME", "whose parameters (default)", OPTION_TEXT, &a->profile, 0, 0},
        {"span", "X", "a value may become X times as large or small (4)", OPTION_NUMBER, &a->span,
         1.01, 1000},
        {"evaluations", "N", "sets of values to try (100)", OPTION_WHOLE, &a->evaluations, 1, 1e6},
        {"seeds", "N", "runs of each scene with other starts (3)", OPTION_WHOLE, &a->seeds, 1,
         1000},
        {"shifts", "N", "each of them from so many places (1)", OPTION_WHOLE, &a->shifts, 1, 100},
        {"method", "sbplx|crs|direct|esch", "how NLopt searches (sbplx)", OPTION_TEXT, &a->method,
         0, 0},
        {"start", "N", "0 starts from the present values, others from random ones (0)",
         OPTION_WHOLE, &a->start, 0, UINT32_MAX},
        {"jobs", "N", "runs at once, 1 to 64 (1); they change no figure", OPTION_WHOLE, &a->jobs, 1,
         POOL_MOST_THREADS},
        {"out", "FILE.ini", "the best as a config (standard output)", OPTION_TEXT, &a->out, 0, 0},
        {"state", "FILE.json", "keeps what was tried, and goes on from there", OPTION_TEXT,
         &a->state, 0, 0},
        {"html", "FILE", "report for a browser, as of `sidle compare`: the start and the best",
         OPTION_TEXT, &a->html, 0, 0},
        {"progress", NULL, "a bar on standard error, also where that is no terminal", OPTION_FLAG,
         &a->progress, 0, 0},
    };
    memcpy(rows, all, sizeof all);
}

static int method_of(const char *name) {
    for (int k = 0; k < METHOD_COUNT; k++)
        if (!strcmp(METHODS[k], name)) return k;
    return -1;
}

static bool read_arguments(int argc, char **argv, arguments *a, complaints *to) {
    int first;
    option_row rows[SCENE_ROWS + OWN_ROWS];
    scene_rows(&a->scene, rows);
    own_rows(a, rows + SCENE_ROWS);
    const option_table table = {"tune", USAGE, rows, sizeof rows / sizeof *rows, NULL};
    if (!options_read(&table, argc, argv, &first, to)) return false;
    scene_arguments_finish(&a->scene, to);
    a->files = argv + first;
    a->file_count = argc - first;
    if (!a->file_count) complain(to, "sidle tune", 0, 0, "found no file names, expected some");
    if (!a->figures)
        complain(to, "sidle tune", 0, 0, "found no --for, expected figures to make better");
    if (method_of(a->method) < 0)
        complain(
            to, "--method", 0, 0, "found '%s', expected sbplx, crs, direct or esch%s", a->method,
            did_you_mean("", a->method, strlen(a->method), NAMES_OF(METHODS, METHOD_COUNT)).text);
    return !to->count && (!a->out || output_allowed(a->out, to)) &&
           (!a->html || output_allowed(a->html, to));
}

/* ---- what is searched for ---- */

/* All that decides the search, so that a state is of this one or of another. */
static json_t *question_of(const tune_problem *p, const arguments *a, const trial_options *o) {
    json_t *axes = json_array(), *scenes = json_array(), *trials = json_array();
    for (size_t k = 0; k < arrlenu(p->axes); k++)
        json_array_append_new(axes, json_pack("{s:s,s:f,s:f,s:f}", "name", p->axes[k].row->name,
                                              "low", p->axes[k].low, "high", p->axes[k].high,
                                              "start", p->axes[k].start));
    for (size_t k = 0; k < arrlenu(p->scenes); k++) {
        const tune_scene *s = &p->scenes[k];
        json_array_append_new(scenes, json_string(s->name));
        if (a->state)
            json_array_append_new(trials, trials_question(s->name, o, &p->trials[s->first], p->to));
    }
    return json_pack("{s:s,s:s,s:o,s:o,s:o,s:s,s:i}", "profile", p->profile, "for", a->figures,
                     "axes", axes, "scenes", scenes, "trials", trials, "method", a->method, "start",
                     (int)a->start);
}

/* ---- the search ---- */

typedef struct search {
    tune_problem *problem;
    tune_state *state;
    const arguments *arguments;
    uint32_t made;
    double best;
    bool good; /* false after a complaint, and when stopped */
#ifdef HAVE_NLOPT
    nlopt_opt optimiser;
#endif
} search;

static double try_places(search *s, const double *places) {
    double cost = 0;
    tune_problem *p = s->problem;
    size_t axes = arrlenu(p->axes);
    if (tune_state_ask(s->state, places, axes, &cost))
        progress_keep(&p->far, (uint32_t)arrlenu(p->trials));
    else {
        cost = tune_cost(p, places, &s->good);
        s->good = s->good && tune_state_add(s->state, places, axes, cost, p->to);
    }
    if (!s->good) return 0;
    s->made++;
    s->best = fmin(s->best, cost);
    snprintf(p->far.more, sizeof p->far.more, ", %u of %u sets, best %+.1f %%", s->made,
             s->arguments->evaluations, 100 * s->best);
    return cost;
}

/* Number 0 is where the config is. */
static double *first_places(const tune_problem *p, uint32_t start) {
    double *places = NULL;
    uint64_t random = start;
    for (size_t k = 0; k < arrlenu(p->axes); k++) {
        double share = (double)random_share(&random);
        arrput(places, start ? share : tune_place(&p->axes[k], p->axes[k].start));
    }
    return places;
}

#ifdef HAVE_NLOPT

static double objective(unsigned count, const double *places, double *gradient, void *context) {
    search *s = context;
    (void)count;
    (void)gradient; /* none of the methods asks for it */
    double cost = try_places(s, places);
    if (!s->good) nlopt_force_stop(s->optimiser);
    return cost;
}

static void run_search(search *s) {
    static const nlopt_algorithm ALGORITHMS[METHOD_COUNT] = {NLOPT_LN_SBPLX, NLOPT_GN_CRS2_LM,
                                                             NLOPT_GN_DIRECT_L, NLOPT_GN_ESCH};
    const arguments *a = s->arguments;
    double *places = first_places(s->problem, a->start), cost;
    nlopt_opt optimiser = nlopt_create(ALGORITHMS[method_of(a->method)], (unsigned)arrlenu(places));
    if (!optimiser) out_of_memory();
    s->optimiser = optimiser;
    nlopt_srand(a->start + 1);
    nlopt_set_lower_bounds1(optimiser, 0);
    nlopt_set_upper_bounds1(optimiser, 1);
    nlopt_set_initial_step1(optimiser, 0.15);
    nlopt_set_min_objective(optimiser, objective, s);
    nlopt_set_maxeval(optimiser, (int)a->evaluations);
    nlopt_optimize(optimiser, places, &cost);
    nlopt_destroy(optimiser);
    arrfree(places);
}

#else

static void run_search(search *s) {
    (void)first_places;
    (void)try_places;
    complain_of_machine(
        s->problem->to, "sidle tune",
        "this sidle was built without NLopt (Debian: libnlopt-dev), which searches");
    s->good = false;
}

#endif

/* ---- the config ---- */

static void say_gains(FILE *out, const tune_problem *p, const char *when) {
    for (size_t k = 0; k < arrlenu(p->scenes); k++) {
        outcome now = tune_outcome(p, &p->scenes[k]);
        fprintf(out, "; %s, %s:\n", p->scenes[k].name, when);
        for (size_t n = 0; n < arrlenu(p->wanted); n++) {
            const figure *f = p->wanted[n];
            double from = figure_value(&p->scenes[k].base, f), to = figure_value(&now, f);
            fprintf(out, ";   %-16s %.4g -> %.4g %s", f->name, from, to, f->unit);
            if (fabs(from) > 1e-12) fprintf(out, " (%+.0f %%)", 100 * (to - from) / from);
            fputc('\n', out);
        }
    }
}

/* Values as a config has them; those that stay what they were are left out. */
static void say_values(FILE *out, const tune_problem *p, const double *places) {
    fprintf(out, "\n[%s]\n\n", p->profile);
    for (size_t k = 0; k < arrlenu(p->axes); k++) {
        const tune_axis *a = &p->axes[k];
        const sidle_param *row = a->row;
        float value = fminf(fmaxf((float)tune_value(a, places[k]), row->min), row->max);
        if (fabs((double)value - a->start) <= 1e-4 * fabs(a->start)) continue;
        fprintf(out, "; was %.6g%s%s; %s\n%s = %.7g\n\n", a->start, *row->unit ? " " : "",
                row->unit, row->help, row->name, (double)value);
    }
}

/* The start against the best, on other seeds than those of the search: a gain that they do not show
 * was luck. */
static comparison *compare_unseen(const arguments *a, tune_problem *p, const double *places,
                                  bool *good) {
    comparison *list = NULL;
    trial_options o = {a->scene.load, a->scene.play, a->seeds, a->shifts};
    o.load.seed += 1000; /* as UNSEEN in bindings/python/sidle/study.py */
    *good = true;
    for (int k = 0; *good && k < a->file_count; k++) {
        comparison c = {.name = a->files[k]};
        for (int side = 0; *good && side < 2; side++)
            *good = trials_add(&c.sides[side], a->files[k], &o, p->to) &&
                    (side == 0 || tune_give(p, c.sides[side], places)) &&
                    trials_play(c.sides[side], p->pool, &p->far, p->to);
        arrput(list, c);
    }
    return list;
}

/* Words for the config, the user and the report. */
static bool tell_unseen(const arguments *a, tune_problem *p, const double *places, FILE *config) {
    static const char *const NAMES[] = {"the start", "the best"};
    bool good;
    text_stream words;
    comparison *list = compare_unseen(a, p, places, &good);
    FILE *out = text_begin(&words);
    fprintf(out, "From the start to the best, on seeds that the search has not seen:\n");
    if (good) compare_say(out, list, NAMES);
    char *text = text_end(&words);
    if (good) output_lines(config, "; ", text);
    if (good && a->out) fputs(text, stdout);
    if (good && a->html) good = compare_html(a->html, list, NAMES, p->to);
    free(text);
    comparisons_free(list);
    return good;
}

/* The best is played once more, and beside the start on other seeds. */
static bool finish(const arguments *a, tune_problem *p, const tune_state *state, complaints *to) {
    text_stream config;
    bool good;
    const tune_trial *best = tune_state_best(state);
    if (!best) return false;
    FILE *out = text_begin(&config);
    p->far = progress_begin(3 * (uint32_t)arrlenu(p->trials), a->progress);
    snprintf(p->far.more, sizeof p->far.more, ", plays the best again");
    fprintf(out,
            "; sidle tune: the best of %zu sets of values for %s, %+.1f %% (below 0 is better).\n",
            arrlenu(state->tried), a->figures, 100 * best->cost);
    double cost = tune_cost(p, best->places, &good);
    (void)cost;
    if (good) say_gains(out, p, "on the seeds of the search");
    good = good && tell_unseen(a, p, best->places, out);
    progress_end(&p->far);
    say_values(out, p, best->places);
    char *text = text_end(&config);
    if (good && a->out)
        good = output_write(a->out, text, config.size, to);
    else if (good)
        fwrite(text, 1, config.size, stdout);
    free(text);
    return good;
}

static void say_stopped(const arguments *a, const search *s) {
    fprintf(stderr, "sidle tune: stopped after %u of %u sets of values.", s->made, a->evaluations);
    if (a->state) fprintf(stderr, " The same command goes on from %s.", a->state);
    fprintf(stderr, s->made ? " The best so far follows; Ctrl-C ends that too.\n" : "\n");
}

static bool search_and_tell(const arguments *a, tune_problem *p, tune_state *state) {
    search s = {.problem = p, .state = state, .arguments = a, .good = true};
    p->far = progress_begin((a->evaluations + 1) * (uint32_t)arrlenu(p->trials), a->progress);
    s.good = tune_problem_start(p);
    if (s.good) run_search(&s);
    progress_end(&p->far);
    bool stopped = progress_stopped();
    if (stopped) say_stopped(a, &s);
    progress_finish_anyway();
    if (!(s.good || (stopped && s.made)) || !finish(a, p, state, p->to)) return !stopped;
    if (a->out)
        printf("Wrote %s: %+.1f %% after %u sets of values. See it: %s compare default %s %s\n",
               a->out, 100 * tune_state_best(state)->cost, s.made, command_program, a->out,
               a->files[0]);
    return true;
}

/* False when it was stopped before there was a result. */
static bool tune(const arguments *a, complaints *to) {
    tune_problem p = {.profile = a->profile, .span = (double)a->span, .to = to};
    tune_state state = {0};
    trial_options o = {a->scene.load, a->scene.play, a->seeds, a->shifts};
    bool good = tune_problem_name(&p, a->figures, a->params), told = true;
    if (good) p.pool = pool_make(a->jobs);
    good = good && tune_problem_load(&p, a->files, a->file_count, &o);
    json_t *question = good ? question_of(&p, a, &o) : NULL;
    good = good && !to->count && tune_state_open(&state, a->state, question, arrlenu(p.axes), to);
    if (good) told = search_and_tell(a, &p, &state);
    tune_state_free(&state);
    json_decref(question);
    tune_problem_free(&p);
    return told;
}

int command_tune(int argc, char **argv) {
    complaints to = {.out = stderr};
    arguments a = {.scene = scene_arguments_default(),
                   .profile = "default",
                   .method = "sbplx",
                   .seeds = 3,
                   .shifts = 1,
                   .evaluations = 100,
                   .jobs = 1,
                   .span = 4};
    bool told = !read_arguments(argc, argv, &a, &to) || tune(&a, &to);
    scene_arguments_free(&a.scene);
    return told ? status_of(&to) : EXIT_STOPPED;
}
