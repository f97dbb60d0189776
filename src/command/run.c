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

#include <getopt.h>
#include <jansson.h>
#include <stb_ds.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct arguments {
    load_options load;
    sim_options sim;
    const char *json, *png;
    uint32_t size; /* pixels of the picture */
    bool help;
} arguments;

enum option_id {
    MAP = 256,
    UNITS,
    PATHFINDER,
    CONFIG,
    SET,
    SECONDS,
    HZ,
    SEED,
    THREADS,
    JSON,
    PNG,
    SIZE,
    PROGRESS,
    HELP
};

static const struct option OPTIONS[] = {
    {"map", required_argument, NULL, MAP},
    {"units", required_argument, NULL, UNITS},
    {"pathfinder", required_argument, NULL, PATHFINDER},
    {"config", required_argument, NULL, CONFIG},
    {"set", required_argument, NULL, SET},
    {"seconds", required_argument, NULL, SECONDS},
    {"hz", required_argument, NULL, HZ},
    {"seed", required_argument, NULL, SEED},
    {"threads", required_argument, NULL, THREADS},
    {"json", required_argument, NULL, JSON},
    {"png", required_argument, NULL, PNG},
    {"size", required_argument, NULL, SIZE},
    {"progress", no_argument, NULL, PROGRESS},
    {"help", no_argument, NULL, HELP},
    {NULL, 0, NULL, 0},
};

static void usage(FILE *out) {
    fputs("usage: sidle run FILE [OPTIONS]\n"
          "\n"
          "FILE is a fixture (.map), a Moving AI scenario (.scen) or a generated scene (@name).\n"
          "\n"
          "  --map FILE             map of a scenario, when the path in it does not exist\n"
          "  --units N              take N problems, spread evenly over the scenario\n"
          "  --pathfinder astar|flow   which reference pathfinder finds the way (astar)\n"
          "  --config FILE.ini      profiles from a file; may be given several times\n"
          "  --set PROFILE.KEY=VALUE   one parameter; may be given several times\n"
          "  --seconds S            time limit, s (the scene's own)\n"
          "  --hz N                 ticks per second, 4 to 1000 (30)\n"
          "  --seed N               seed of generated scenes (0)\n"
          "  --threads N            threads that share each step, 1 to 64 (1); they change no bit\n"
          "  --json FILE|-          results as one JSON object; - is standard output\n"
          "  --png FILE             picture of the last frame\n"
          "  --size N               pixels of its longer side, 64 to 8192 (1400)\n"
          "  --progress             tell the time on standard error, when that is a terminal\n"
          "\n"
          "Generated scenes (N and G are numbers):\n",
          out);
    size_t count;
    const char *const *names = catalogue_lines(&count);
    for (size_t k = 0; k < count; k++) fprintf(out, "  %s\n", names[k]);
    fputs("\nFigures, by their names in the JSON and in `expect` lines:\n", out);
    outcome_explain(out, false);
}

static void take(arguments *a, int id, const char *text, complaints *to) {
    double value;
    switch (id) {
    case MAP: a->load.map = text; break;
    case UNITS: option_whole(to, "--units", text, 1, SIDLE_MAX_UNITS, &a->load.units); break;
    case PATHFINDER:
        a->sim.pathfinder = strcmp(text, "flow") ? SIM_ASTAR : SIM_FLOW;
        if (strcmp(text, "flow") && strcmp(text, "astar"))
            complain(to, "--pathfinder", 0, 0, "found '%s', expected astar or flow", text);
        break;
    case CONFIG: arrput(a->load.configs, text); break;
    case SET: arrput(a->load.sets, text); break;
    case SECONDS:
        if (option_number(to, "--seconds", text, 0.001, 1e6, &value)) a->sim.seconds = (float)value;
        break;
    case HZ:
        if (option_number(to, "--hz", text, 4, 1000, &value)) a->sim.hz = (float)value;
        break;
    case SEED:
        option_whole(to, "--seed", text, 0, 4294967295.0, &a->load.seed);
        a->sim.seed = a->load.seed;
        break;
    case THREADS: option_whole(to, "--threads", text, 1, POOL_MOST_THREADS, &a->sim.threads); break;
    case JSON: a->json = text; break;
    case PNG: a->png = text; break;
    case SIZE:
        if (option_number(to, "--size", text, 64, 8192, &value)) a->size = (uint32_t)value;
        break;
    case PROGRESS: a->sim.progress = isatty(STDERR_FILENO); break;
    case HELP: a->help = true; break;
    default: break;
    }
}

/* The scene's name, NULL when the arguments are wrong. */
static const char *read_arguments(int argc, char **argv, arguments *a, complaints *to) {
    int id;
    opterr = 0;
    while ((id = getopt_long(argc, argv, ":", OPTIONS, NULL)) != -1) {
        if (id == ':' || id == '?')
            complain(to, "sidle run", 0, 0, "found '%s', expected %s", argv[optind - 1],
                     id == ':' ? "a value behind it" : "an option of `sidle run --help`");
        else
            take(a, id, optarg, to);
    }
    if (a->help || to->count) return NULL;
    if (argc - optind == 1) return argv[optind];
    complain(to, "sidle run", 0, 0, "found %d file names, expected one scene", argc - optind);
    return NULL;
}

static bool prints_json(const arguments *a) {
    return a->json && !strcmp(a->json, "-");
}

static void write_json(const char *file, const outcome *o, const scene *played, complaints *to) {
    json_t *json = outcome_json(o, played->name);
    char *text = json_dumps(json, JSON_INDENT(2) | JSON_REAL_PRECISION(9));
    if (!text) out_of_memory();
    size_t length = strlen(text);
    text[length++] = '\n'; /* in place of the 0 */
    if (strcmp(file, "-"))
        output_write(file, text, length, to);
    else
        fwrite(text, 1, length, stdout); /* main sees to it that all of it arrives */
    free(text);
    json_decref(json);
}

static bool may_write(const arguments *a, complaints *to) {
    bool good = !a->png || output_allowed(a->png, to);
    if (a->json && !prints_json(a)) good = output_allowed(a->json, to) && good;
    return good;
}

/* Each output is for itself: when one is lost, the others are still written. */
static int run(const char *name, const arguments *a, complaints *to) {
    scene played;
    if (!load_scene(name, &a->load, &played, to)) return status_of(to);
    outcome result = {0};
    picture *paint = a->png ? picture_make(&played, a->size) : NULL;
    if (may_write(a, to) && sim_run(&played, &a->sim, paint, a->png, &result, to)) {
        if (a->json) write_json(a->json, &result, &played, to);
        if (!prints_json(a)) outcome_summary(stdout, &result, &played);
    }
    picture_free(paint);
    scene_free(&played);
    return status_of(to);
}

int command_run(int argc, char **argv) {
    complaints to = {.out = stderr};
    arguments a = {.sim = {.hz = 30, .threads = 1}, .size = 1400};
    const char *name = read_arguments(argc, argv, &a, &to);
    int status = EXIT_INPUT;
    if (a.help) {
        usage(stdout);
        status = EXIT_DONE;
    } else if (name)
        status = run(name, &a, &to);
    arrfree(a.load.configs);
    arrfree(a.load.sets);
    return status;
}
