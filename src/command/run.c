/* `sidle run`: one scene from start to end, with its summary, its JSON and its picture. */
#include "commands.h"
#include "live.h"
#include "metrics/outcome.h"
#include "pictures/picture.h"
#include "scene_arguments.h"
#include "support/checked_memory.h"
#include "terminal/exit_status.h"
#include "terminal/output.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct arguments {
    scene_arguments scene;
    const char *json, *png;
    uint32_t picture_size; /* pixels */
    bool live;
    float pace;
} arguments;

/* What happens between two ticks. */
typedef struct between_ticks {
    live *live; /* NULL: as fast as it goes */
} between_ticks;

static const char USAGE[] =
    "usage: sidle run FILE [OPTIONS]\n"
    "\n"
    "FILE is a fixture (.map), a Moving AI scenario (.scen) or a generated scene (@name).\n";

static void print_scenes_and_figures(FILE *out) {
    print_scenes(out);
    fputs("\nFigures, by their names in the JSON and in `expect` lines:\n", out);
    outcome_explain(out, false);
}

static bool read_options(int argc, char **argv, arguments *a, int *first, complaints *to) {
    bool progress = false;
    option_row rows[SCENE_ROWS + 6];
    const option_row own[] = {
        {"json", "FILE|-", "results as one JSON object; - is standard output", OPTION_TEXT,
         &a->json, 0, 0},
        {"png", "FILE", "picture of the last frame", OPTION_TEXT, &a->png, 0, 0},
        {"size", "N", "pixels of the picture's longer side, 64 to 8192 (1400)", OPTION_WHOLE,
         &a->picture_size, 64, 8192},
        {"live", NULL,
         "keeps time with the clock, and reads FILE and the configs again when\n"
         "they are saved: the run goes on with the new values",
         OPTION_FLAG, &a->live, 0, 0},
        {"pace", "N", "with --live: seconds of the run that pass in a second (1)", OPTION_NUMBER,
         &a->pace, 0.01, 1000},
        {"progress", NULL, "prints the time on standard error, when that is a terminal",
         OPTION_FLAG, &progress, 0, 0},
    };
    scene_rows(&a->scene, rows);
    memcpy(rows + SCENE_ROWS, own, sizeof own);
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

static void write_json(const char *file, const outcome *o, const scene *played, complaints *to) {
    json_t *json = outcome_json(o, played->name);
    char *text = json_dumps(json, JSON_INDENT(2) | JSON_REAL_PRECISION(9));
    if (!text) out_of_memory();
    size_t length = strlen(text);
    text[length++] = '\n'; /* in place of the 0 that ends the text */
    if (strcmp(file, "-"))
        output_write(file, text, length, to);
    else
        fwrite(text, 1, length, stdout); /* output_end notices when it is lost */
    free(text);
    json_decref(json);
}

static bool may_write(const arguments *a, complaints *to) {
    bool good = !a->png || output_allowed(a->png, to);
    if (a->json && !prints_json(a)) good = output_allowed(a->json, to) && good;
    return good;
}

static bool between(void *context, sim *s) {
    between_ticks *b = context;
    if (b->live) live_between(b->live, s);
    return true;
}

/* When one output is lost, the others are still written. */
static int run(const char *name, const arguments *a, complaints *to) {
    scene played;
    if (!load_scene(name, &a->scene.load, &played, to)) return status_of(to);
    outcome result = {0};
    between_ticks ticks = {0};
    sim_options play = a->scene.play;
    play.between = between;
    play.context = &ticks;
    if (a->live) ticks.live = live_make(&played, &a->scene.load, (double)a->pace, (double)play.hz);
    picture *paint = a->png ? picture_make(&played, a->picture_size) : NULL;
    if (may_write(a, to) && sim_run(&played, &play, paint, a->png, &result, to)) {
        if (a->json) write_json(a->json, &result, &played, to);
        if (!prints_json(a)) outcome_summary(stdout, &result, &played);
    }
    picture_free(paint);
    live_free(ticks.live);
    scene_free(&played);
    return status_of(to);
}

int command_run(int argc, char **argv) {
    complaints to = {.out = stderr};
    arguments a = {.scene = scene_arguments_default(), .picture_size = 1400, .pace = 1};
    const char *name = read_arguments(argc, argv, &a, &to);
    int status = name ? run(name, &a, &to) : status_of(&to);
    scene_arguments_free(&a.scene);
    return status;
}
