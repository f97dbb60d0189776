/* `sidle run`: one scene from start to end, with its summary, its JSON, its pictures and
 * films. */
#include "commands.h"
#include "input/reload.h"
#include "metrics/outcome.h"
#include "recorder.h"
#include "recording_file.h"
#include "scene_arguments.h"
#include "support/checked_memory.h"
#include "support/clock.h"
#include "terminal/output.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

typedef struct arguments {
    scene_arguments scene;
    recorder_options record;
    const char *json, *recording;
    bool live;
} arguments;

static const char USAGE[] =
    "usage: sidle run FILE [OPTIONS]\n"
    "\n"
    "FILE is a fixture (.map), a Moving AI scenario (.scen) or a generated scene (@name).\n";

static void print_scenes_and_figures(FILE *out) {
    print_scenes(out);
    fputs("\nFigures, by their names in the JSON and in `expect` lines:\n", out);
    outcome_explain(out);
}

static bool read_options(int argc, char **argv, arguments *a, int *first, complaints *to) {
    bool progress = false;
    option_row rows[SCENE_ROWS + RECORDER_ROWS + 4];
    const option_row own[] = {
        {"json", "FILE|-", "results as one JSON object; - is standard output", OPTION_TEXT,
         &a->json, 0, 0},
        {"live", NULL,
         "keeps time with the clock, and reads FILE and the configs again when\n"
         "they are saved: the run goes on with the new values",
         OPTION_FLAG, &a->live, 0, 0},
        {"record", "FILE",
         "writes all that the world is told, with hashes and snapshots, for\n"
         "`sidle replay` and `sidle diff`",
         OPTION_TEXT, &a->recording, 0, 0},
        {"progress", NULL, "prints the time on standard error, when that is a terminal",
         OPTION_FLAG, &progress, 0, 0},
    };
    scene_rows(&a->scene, rows);
    recorder_rows(&a->record, rows + SCENE_ROWS);
    memcpy(rows + SCENE_ROWS + RECORDER_ROWS, own, sizeof own);
    const option_table table = {"run", USAGE, rows, sizeof rows / sizeof *rows,
                                print_scenes_and_figures};
    if (!options_read(&table, argc, argv, first, to)) return false;
    scene_arguments_finish(&a->scene, to);
    a->scene.play.progress = progress && isatty(STDERR_FILENO);
    return true;
}

/* The scene's name; NULL when the subcommand ends here. */
static const char *read_arguments(int argc, char **argv, arguments *a, complaints *to) {
    int first;
    if (!read_options(argc, argv, a, &first, to)) return NULL;
    return only_scene("sidle run", argc, argv, first, to);
}

static bool prints_json(const arguments *a) {
    return a->json && !strcmp(a->json, "-");
}

static bool may_write(const arguments *a, complaints *to) {
    return !a->json || prints_json(a) || output_allowed(a->json, to);
}

/* ---- at the pace of the clock, with the files that are saved meanwhile ---- */

typedef struct live {
    scene *played;
    reload *files;
    double pace, hz;
    double began; /* s of the clock; below 0: not yet */
} live;

static live *live_make(scene *played, const load_options *load, double pace, double hz) {
    live *l = checked_calloc(1, sizeof *l);
    *l = (live){.played = played,
                .files = reload_make(played->name, load),
                .pace = pace,
                .hz = hz,
                .began = -1};
    return l;
}

static void live_free(live *l) {
    if (!l) return;
    reload_free(l->files);
    free(l);
}

static void wait_for(const live *l, double time) {
    double left = l->began + time / l->pace - seconds_now();
    if (left <= 0) return;
    struct timespec rest = {(time_t)left, (long)((left - (double)(time_t)left) * 1e9)};
    nanosleep(&rest, NULL);
}

static void take_values(live *l, sim *s, double time) {
    complaints to = {.out = stderr};
    scene fresh;
    char *errors = NULL;
    reload_result result = reload_poll(l->files, &fresh, &errors);
    if (result == RELOAD_NONE) return;
    if (result == RELOAD_BAD) {
        fprintf(stderr, "%s", errors);
        fprintf(stderr, "%.2f s: the run goes on with the last good values\n", time);
        free(errors);
        return;
    }
    if (sim_retune(s, l->played, &fresh, &to)) fprintf(stderr, "%.2f s: new values\n", time);
    scene_free(&fresh);
}

static void live_between(live *l, sim *s) {
    double time = (double)sim_ticks(s) / l->hz;
    if (l->began < 0) l->began = seconds_now();
    wait_for(l, time);
    take_values(l, s, time);
}

/* ---- the run ---- */

/* What happens between two ticks. */
typedef struct between_ticks {
    live *live; /* NULL: as fast as it goes */
    recorder *recorder;
    recording_file *recording; /* NULL: the run is not recorded */
} between_ticks;

static bool between(void *context, sim *s) {
    between_ticks *b = context;
    if (b->recording && !recording_file_begin(b->recording, s)) return false;
    if (b->live) live_between(b->live, s);
    recorder_between(b->recorder, s);
    return true;
}

/* When one output is lost, the others are still written. */
static void play(scene *played, const arguments *a, between_ticks *ticks, complaints *to) {
    outcome result = {0};
    sim_options options = a->scene.play;
    options.between = between;
    options.context = ticks;
    FILE *out = prints_json(a) ? NULL : stdout;
    const char *last = a->record.at < 0 ? a->record.png : NULL;
    bool good = sim_run(played, &options, recorder_picture(ticks->recorder), last, &result, to);
    if (good && a->json)
        output_json(out ? a->json : NULL, outcome_json(&result, played->name),
                    JSON_INDENT(2) | JSON_REAL_PRECISION(9), to);
    if (good && out) outcome_summary(out, &result, played);
    recorder_end(ticks->recorder, out, good);
    recording_file_end(ticks->recording, out);
}

static int run(const char *name, const arguments *a, complaints *to) {
    scene played;
    between_ticks ticks = {0};
    if (!load_scene(name, &a->scene.load, &played, to)) return status_of(to);
    float hz = a->scene.play.hz;
    if (may_write(a, to)) ticks.recorder = recorder_make(&a->record, &played, hz, to);
    if (a->live)
        ticks.live = live_make(&played, &a->scene.load, (double)a->record.pace, (double)hz);
    if (ticks.recorder && a->recording) ticks.recording = recording_file_open(a->recording, to);
    if (ticks.recorder && (ticks.recording || !a->recording)) play(&played, a, &ticks, to);
    recorder_free(ticks.recorder);
    live_free(ticks.live);
    scene_free(&played);
    return status_of(to);
}

int command_run(int argc, char **argv) {
    complaints to = {.out = stderr};
    arguments a = {.scene = scene_arguments_default(), .record = recorder_default()};
    const char *name = read_arguments(argc, argv, &a, &to);
    int status = name ? run(name, &a, &to) : status_of(&to);
    scene_arguments_free(&a.scene);
    return status;
}
