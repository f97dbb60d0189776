/* `sidle run`: one scene from start to end, with its summary, its JSON and its picture. */
#include "commands.h"
#include "examples/thread_pool.h"
#include "input/load.h"
#include "metrics/outcome.h"
#include "pictures/picture.h"
#include "scenes/catalogue.h"
#include "simulation/simulation.h"
#include "support/checked_memory.h"
#include "terminal/exit_status.h"
#include "terminal/options.h"
#include "terminal/output.h"

#include <jansson.h>
#include <stb_ds.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct arguments {
    load_options load;
    sim_options play;
    const char *json, *png;
    uint32_t picture_size; /* pixels */
} arguments;

static const char USAGE[] =
    "usage: sidle run FILE [OPTIONS]\n"
    "\n"
    "FILE is a fixture (.map), a Moving AI scenario (.scen) or a generated scene (@name).\n";

static void print_scenes_and_figures(FILE *out) {
    size_t count;
    const char *const *lines = catalogue_lines(&count);
    fputs("\nGenerated scenes (N and G are numbers):\n", out);
    for (size_t k = 0; k < count; k++) fprintf(out, "  %s\n", lines[k]);
    fputs("\nFigures, by their names in the JSON and in `expect` lines:\n", out);
    outcome_explain(out, false);
}

static void take_pathfinder(const char *text, sim_pathfinder *into, complaints *to) {
    bool flow = !strcmp(text, "flow");
    *into = flow ? SIM_FLOW : SIM_ASTAR;
    if (!flow && strcmp(text, "astar"))
        complain(to, "--pathfinder", 0, 0, "found '%s', expected astar or flow", text);
}

static bool read_options(int argc, char **argv, arguments *a, int *first, complaints *to) {
    const char *pathfinder = "astar";
    bool progress = false;
    load_options *load = &a->load;
    sim_options *play = &a->play;
    const option_row rows[] = {
        {"map", "FILE", "map of a scenario, when the path in it does not exist", OPTION_TEXT,
         &load->map, 0, 0},
        {"units", "N", "takes N problems, spread evenly over the scenario", OPTION_WHOLE,
         &load->units, 1, SIDLE_MAX_UNITS},
        {"pathfinder", "astar|flow", "which reference pathfinder finds the paths (astar)",
         OPTION_TEXT, &pathfinder, 0, 0},
        {"congestion", NULL, "the pathfinder leads units round jams", OPTION_FLAG,
         &play->congestion, 0, 0},
        {"config", "FILE.ini", "profiles from a file; may be given several times", OPTION_LIST,
         &load->configs, 0, 0},
        {"set", "PROFILE.KEY=VALUE", "one parameter; may be given several times", OPTION_LIST,
         &load->sets, 0, 0},
        {"seconds", "S", "time limit, s (the scene's own)", OPTION_NUMBER, &play->seconds, 0.001,
         1e6},
        {"hz", "N", "ticks per second, 4 to 1000 (30)", OPTION_NUMBER, &play->hz, 4, 1000},
        {"seed", "N", "seed of generated scenes (0)", OPTION_WHOLE, &load->seed, 0, UINT32_MAX},
        {"threads", "N", "threads that share each step, 1 to 64 (1); they change no bit",
         OPTION_WHOLE, &play->threads, 1, POOL_MOST_THREADS},
        {"json", "FILE|-", "results as one JSON object; - is standard output", OPTION_TEXT,
         &a->json, 0, 0},
        {"png", "FILE", "picture of the last frame", OPTION_TEXT, &a->png, 0, 0},
        {"size", "N", "pixels of the picture's longer side, 64 to 8192 (1400)", OPTION_WHOLE,
         &a->picture_size, 64, 8192},
        {"progress", NULL, "prints the time on standard error, when that is a terminal",
         OPTION_FLAG, &progress, 0, 0},
    };
    const option_table table = {"run", USAGE, rows, sizeof rows / sizeof *rows,
                                print_scenes_and_figures};
    if (!options_read(&table, argc, argv, first, to)) return false;
    take_pathfinder(pathfinder, &play->pathfinder, to);
    play->progress = progress && isatty(STDERR_FILENO);
    play->seed = load->seed;
    return true;
}

/* The scene's name; NULL when the subcommand ends here. */
static const char *read_arguments(int argc, char **argv, arguments *a, complaints *to) {
    int first;
    if (!read_options(argc, argv, a, &first, to)) return NULL;
    if (argc - first != 1)
        complain(to, "sidle run", 0, 0, "found %d file names, expected one scene", argc - first);
    return to->count ? NULL : argv[first];
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

/* When one output is lost, the others are still written. */
static int run(const char *name, const arguments *a, complaints *to) {
    scene played;
    if (!load_scene(name, &a->load, &played, to)) return status_of(to);
    outcome result = {0};
    picture *paint = a->png ? picture_make(&played, a->picture_size) : NULL;
    if (may_write(a, to) && sim_run(&played, &a->play, paint, a->png, &result, to)) {
        if (a->json) write_json(a->json, &result, &played, to);
        if (!prints_json(a)) outcome_summary(stdout, &result, &played);
    }
    picture_free(paint);
    scene_free(&played);
    return status_of(to);
}

int command_run(int argc, char **argv) {
    complaints to = {.out = stderr};
    arguments a = {.play = {.hz = 30, .threads = 1}, .picture_size = 1400};
    const char *name = read_arguments(argc, argv, &a, &to);
    int status = name ? run(name, &a, &to) : status_of(&to);
    arrfree(a.load.configs);
    arrfree(a.load.sets);
    return status;
}
