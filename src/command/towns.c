/* `sidle towns`: random towns, on request of an own map and own units, and a page of the worst. */
#include "benchmarks/town_bench.h"
#include "commands.h"
#include "examples/thread_pool.h"
#include "input/drawing_of.h"
#include "report.h"
#include "scene_arguments.h"
#include "support/checked_memory.h"
#include "terminal/output.h"
#include "terminal/spelling.h"
#include "tiled/drawing.h"

#include <stb_ds.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_SCENES = 1000000 };

typedef struct arguments {
    scene_arguments scene;
    town_bench_options towns;
    const char *map, *html, *keep, *top_speed;
    bool progress;
} arguments;

static const char USAGE[] =
    "usage: sidle towns [TASK ...] [OPTIONS]\n"
    "\n"
    "Plays random towns with random units, N for each task, and tells the share that is clean:\n"
    "every unit is told that it is done, rests for good, overlaps no unit by more than 2 % of\n"
    "both radii, has moved no farther than a tenth of its radius since it was told (a unit that\n"
    "gave way has returned), and the last one is done within twice the time that the town takes\n"
    "when each has a place of its own. A unit that rests under its order, as it gets no nearer,\n"
    "is at fault if there is a way and room for it all the same, and a unit that has arrived near\n"
    "its goal if it stands apart from the crowd there. On patrol: no unit stands for long, and\n"
    "each makes at least half of the rounds that it makes alone. For each town that is not clean\n"
    "it tells what is wrong.\n"
    "\n"
    "With --map the units stand on that map in place of random ones. Their kinds are the\n"
    "profiles of --config; without --config, the profiles of the map's own units. Tasks that\n"
    "draw a room into the map are left out unless you name them. Ctrl-C ends the run with the\n"
    "towns that are done.\n";

static void print_tasks(FILE *out) {
    fputs("\nTasks:\n", out);
    town_bench_tasks(out);
}

static bool read_arguments(int argc, char **argv, arguments *a, complaints *to) {
    int first;
    town_bench_options *o = &a->towns;
    const option_row rows[] = {
        {"scenes", "N", "so many of each task (20)", OPTION_WHOLE, &o->scenes, 1, MOST_SCENES},
        {"seed", "S", "the seeds are S to S + N - 1 (1)", OPTION_WHOLE, &o->seed, 0, UINT32_MAX},
        {"units", "N", "so many units in each (the seed chooses, 20 to 300)", OPTION_WHOLE,
         &o->units, 2, TOWN_MOST_UNITS},
        {"top-speed", "LOW:HIGH",
         "u/s: draws the top speed of each town in this range, and accelerations in proportion",
         OPTION_TEXT, &a->top_speed, 0, 0},
        {"map", "FILE", "a map of any kind that `sidle run` reads", OPTION_TEXT, &a->map, 0, 0},
        scene_row(&a->scene, "config"),
        scene_row(&a->scene, "set"),
        scene_row(&a->scene, "congestion"),
        scene_row(&a->scene, "pathfinder"),
        scene_row(&a->scene, "cut-corners"),
        scene_row(&a->scene, "habit"),
        {"hz", "N", "ticks a second of own maps and units, 4 to 1000 (the map's, mostly 30)",
         OPTION_NUMBER, &a->scene.play.hz, 4, 1000},
        {"jobs", "N", "towns at once, 1 to 64 (1); they change no figure", OPTION_WHOLE, &o->jobs,
         1, POOL_MOST_THREADS},
        {"html", "FILE", "the ten worst towns for a browser: films (by ffmpeg) and what is wrong",
         OPTION_TEXT, &a->html, 0, 0},
        {"keep", "FOLDER",
         "writes the ten worst towns there as maps, for `sidle watch` (a town that no map can\n"
         "hold is left out)",
         OPTION_TEXT, &a->keep, 0, 0},
        {"json", NULL, "prints JSON instead of the table", OPTION_FLAG, &o->json, 0, 0},
        {"progress", NULL, "a bar on standard error, also where that is no terminal", OPTION_FLAG,
         &a->progress, 0, 0},
    };
    const option_table table = {"towns", USAGE, rows, sizeof rows / sizeof *rows, print_tasks};
    if (!options_read(&table, argc, argv, &first, to)) return false;
    scene_arguments_finish(&a->scene, to);
    if (a->top_speed && !town_speeds_read(&o->speeds, a->top_speed, strlen(a->top_speed)))
        complain(to, "--top-speed", 0, 0, "found '%s', expected LOW:HIGH, u/s", a->top_speed);
    o->tasks = (const char *const *)(argv + first);
    o->task_count = (size_t)(argc - first);
    const char *names[TOWN_TASK_COUNT];
    for (int k = 0; k < TOWN_TASK_COUNT; k++) names[k] = town_task_name((town_task)k);
    for (size_t k = 0; k < o->task_count; k++) {
        size_t length = strlen(o->tasks[k]);
        if (town_task_named(o->tasks[k], length) == TOWN_TASK_COUNT)
            complain(to, "sidle towns", 0, 0, "found the task '%s', expected one of its help%s",
                     o->tasks[k],
                     did_you_mean("", o->tasks[k], length, NAMES_OF(names, TOWN_TASK_COUNT)).text);
    }
    return !to->count && (!a->html || output_allowed(a->html, to));
}

/* ---- what is brought ---- */

/* The profiles that the configs name; where they name none but the default, those that the units of
 * the map have; else all. */
static bool is_kind(const scene *s, const scene *configured, size_t profile) {
    const char *name = s->profiles[profile].name;
    if (arrlenu(configured->profiles) > 1)
        return profile > 0 && scene_profile_find(configured, name, strlen(name)) > 0;
    return !arrlenu(s->units) || scene_uses_profile(s, profile);
}

/* All kinds share the ground on which the units are placed. */
static void check_kinds(const scene *s, complaints *to) {
    const scene_profile *all = s->profiles;
    for (size_t k = 0; k < arrlenu(all); k++) {
        if (all[k].values.passable != all[0].values.passable)
            complain(
                to, s->name, 0, 0,
                "found profiles that pass other terrain, '%s' and '%s', expected kinds of units "
                "that share their ground",
                all[0].name, all[k].name);
        if (s->cells && all[k].values.radius > SIDLE_MAX_RADIUS_CELLS * s->cell_size)
            complain(to, s->name, 0, 0, "found the radius %g u of '%s', expected at most %d cells",
                     (double)all[k].values.radius, all[k].name, (int)SIDLE_MAX_RADIUS_CELLS);
    }
}

static void keep_kinds(scene *s, const load_options *load) {
    scene configured = scene_make("sidle towns");
    bool *kind = checked_calloc(arrlenu(s->profiles), 1);
    size_t kept = 0;
    load_configure(&configured, load, &(complaints){0});
    for (size_t k = 0; k < arrlenu(s->profiles); k++) kind[k] = is_kind(s, &configured, k);
    for (size_t k = 0; k < arrlenu(s->profiles); k++)
        if (kind[k])
            s->profiles[kept++] = s->profiles[k];
        else
            free(s->profiles[k].name);
    arrsetlen(s->profiles, kept);
    free(kind);
    scene_free(&configured);
}

static bool bring(const arguments *a, scene *own, complaints *to) {
    float hz = a->scene.play.hz;
    load_options load = a->scene.load;
    load.hz = &hz;
    if (a->map) {
        if (!load_scene(a->map, &load, own, to)) return false;
    } else {
        *own = scene_make("sidle towns");
        load_configure(own, &load, to);
    }
    own->hz = hz > 0 ? hz : own->hz;
    if (!to->count) keep_kinds(own, &load);
    if (!to->count) check_kinds(own, to);
    return !to->count;
}

/* ---- the worst ---- */

enum { LONGEST_FILE = 1024 };

/* Where --keep writes this town. */
static void name_kept_file(const arguments *a, const town_keys *keys, char file[LONGEST_FILE]) {
    snprintf(file, LONGEST_FILE, "%s/%s-%u.map", a->keep, town_task_name(keys->task), keys->seed);
}

/* The command that shows this one; nothing where there is none: a name of a town says nothing of
 * units and maps that were brought. kept: --keep has written its map. */
static void write_command(report *r, const arguments *a, const town_setting *with,
                          const town_keys *keys, bool kept) {
    char file[LONGEST_FILE], name[TOWN_NAME], options[TOWN_OPTIONS];
    text_stream quoted;
    if (!kept && with->own) return;
    town_name(keys, name);
    town_options_text(with, options);
    if (kept) name_kept_file(a, keys, file);
    output_word(text_begin(&quoted), kept ? file : name);
    char *text = text_end(&quoted);
    fputs("<p><code>sidle watch ", r->out);
    report_text(r, text);
    report_text(r, options);
    fputs("</code></p>", r->out);
    free(text);
}

static void write_bad(report *r, const arguments *a, const town_bench_options *o,
                      const town_bad *bad, bool kept) {
    scene played;
    sim_options play;
    char words[TOWN_WORDS];
    town_verdict_words(&bad->verdict, words);
    if (town_set_up(&bad->keys, &o->with, &played, &play)) {
        report_pairs_begin(r);
        report_film(r, &played, &play, bad->verdict.played,
                    bad->verdict.first ? "the ring marks the first unit at fault" : "",
                    bad->verdict.first, NULL);
        fprintf(r->out, "<div><h2>%s, seed %u</h2><p>", town_task_name(bad->keys.task),
                bad->keys.seed);
        report_text(r, words);
        fprintf(r->out, "</p>\n<p>%.1f s</p>\n", bad->verdict.played);
        write_command(r, a, &o->with, &bad->keys, kept);
        fputs("</div>\n", r->out);
        report_pairs_end(r);
    }
    scene_free(&played);
}

static void write_page(const arguments *a, const town_bench_options *o, const bool kept[TOWN_WORST],
                       complaints *to) {
    report r;
    const town_worst *w = o->worst;
    char title[256];
    const char *on = a->map ? a->map : o->with.own ? "own units" : "random towns";
    snprintf(title, sizeof title, "%.200s: %.1f %% clean", on,
             w->scenes ? 100.0 * w->clean / w->scenes : 0);
    report_begin(&r, title);
    fprintf(r.out, "<p>%u of %u towns are clean. The worst %zu:</p>\n", w->clean, w->scenes,
            w->count);
    for (size_t k = 0; k < w->count; k++) write_bad(&r, a, o, &w->list[k], kept[k]);
    report_end(&r, a->html, to);
}

/* kept: which towns of the list have a map now. */
static void keep_worst(const arguments *a, const town_bench_options *o, bool kept[TOWN_WORST],
                       complaints *to) {
    for (size_t k = 0; k < o->worst->count && !to->count; k++) {
        const town_keys *keys = &o->worst->list[k].keys;
        scene played;
        sim_options play;
        drawing d;
        char file[LONGEST_FILE];
        name_kept_file(a, keys, file);
        if (town_set_up(keys, &o->with, &played, &play) &&
            drawing_of(&played, &d, &(complaints){0})) {
            char *text = drawing_text(&d);
            kept[k] = output_write(file, text, strlen(text), to);
            free(text);
            drawing_free(&d);
        }
        scene_free(&played);
    }
}

/* ---- all ---- */

/* True: the user has stopped it. */
static bool play(const arguments *a, town_bench_options *o, complaints *to) {
    uint32_t all = 0;
    for (int k = 0; k < TOWN_TASK_COUNT; k++)
        all += town_bench_wants(o, (town_task)k) ? o->scenes : 0;
    progress far = progress_begin(all, a->progress);
    o->far = &far;
    town_bench(o, to);
    progress_end(&far);
    bool stopped = progress_stopped();
    progress_finish_anyway();
    return stopped;
}

static int towns(const arguments *a, complaints *to) {
    scene own = {0};
    town_worst worst = {0};
    bool stopped = false, kept[TOWN_WORST] = {false};
    bool brings = a->map || arrlenu(a->scene.load.configs) || arrlenu(a->scene.load.sets);
    town_bench_options o = a->towns;
    o.worst = &worst;
    o.with =
        (town_setting){brings ? &own : NULL, a->scene.play.pathfinder, a->scene.play.congestion,
                       a->scene.play.cut_corners, a->scene.play.habit};
    bool good = !a->keep || output_folder(a->keep, to);
    if (good && (!brings || bring(a, &own, to))) {
        stopped = play(a, &o, to);
        if (!to->count && !worst.scenes && !stopped)
            complain(to, a->map ? a->map : "sidle towns", 0, 0,
                     "found no room for a crowd, expected a larger map or smaller units");
        if (!to->count && worst.scenes && a->keep) keep_worst(a, &o, kept, to);
        if (!to->count && worst.scenes && a->html) write_page(a, &o, kept, to);
    }
    scene_free(&own);
    return stopped && !worst.scenes ? EXIT_STOPPED : status_of(to);
}

int command_towns(int argc, char **argv) {
    complaints to = {.out = stderr};
    arguments a = {.scene = scene_arguments_default(),
                   .towns = {.scenes = 20, .seed = 1, .jobs = 1}};
    int status = read_arguments(argc, argv, &a, &to) ? towns(&a, &to) : status_of(&to);
    scene_arguments_free(&a.scene);
    return status;
}
