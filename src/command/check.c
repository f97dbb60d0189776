/* `sidle check`: is the input right? With --run: does it do what it says it does? */
#include "commands.h"
#include "input/config.h"
#include "input/load.h"
#include "metrics/outcome.h"
#include "simulation/simulation.h"
#include "terminal/exit_status.h"

#include <getopt.h>
#include <string.h>

static const struct option OPTIONS[] = {
    {"run", no_argument, NULL, 'r'},
    {"map", required_argument, NULL, 'm'},
    {"help", no_argument, NULL, 'h'},
    {NULL, 0, NULL, 0},
};

static void usage(FILE *out) {
    fputs("usage: sidle check [--run] [--map FILE] FILE...\n"
          "\n"
          "Reads maps, fixtures, scenarios (.scen; --map as in `sidle run`) and configs (.ini),\n"
          "and tells every error with its line. Exit status 2 when there is one.\n"
          "\n"
          "  --run   runs each fixture too and compares it with its `expect` lines;\n"
          "          exit status 1 when one does not hold\n",
          out);
}

static int run_and_compare(const scene *played, complaints *to) {
    outcome result = {0};
    sim_options options = {.hz = 30};
    if (!sim_run(played, &options, NULL, NULL, &result, to)) return status_of(to);
    return outcome_expect(&result, played, stderr) ? EXIT_EXPECTATION : EXIT_DONE;
}

static int check_scene(const char *file, const char *map, bool run, complaints *to) {
    load_options options = {.map = map};
    scene checked;
    if (!load_scene(file, &options, &checked, to)) return EXIT_INPUT;
    int status = sim_check(&checked, to) ? EXIT_DONE : EXIT_INPUT;
    if (!status && run) status = run_and_compare(&checked, to);
    if (!status) {
        printf("%s: %s", file, run ? "holds" : "good");
        if (checked.skipped)
            printf(", %u problem%s skipped", checked.skipped, checked.skipped > 1 ? "s" : "");
        putchar('\n');
    }
    scene_free(&checked);
    return status;
}

static int check_config(const char *file, complaints *to) {
    scene checked = scene_make(file);
    bool good = config_read(file, &checked, to);
    if (good) printf("%s: good\n", file);
    scene_free(&checked);
    return good ? EXIT_DONE : EXIT_INPUT;
}

int command_check(int argc, char **argv) {
    complaints to = {.out = stderr};
    const char *map = NULL;
    bool run = false;
    int id, worst = EXIT_DONE;
    opterr = 0;
    while ((id = getopt_long(argc, argv, "", OPTIONS, NULL)) != -1) switch (id) {
        case 'r': run = true; break;
        case 'm': map = optarg; break;
        case 'h': usage(stdout); return EXIT_DONE;
        default:
            complain(&to, "sidle check", 0, 0, "found '%s', expected --run, --map FILE or --help",
                     argv[optind - 1]);
            return EXIT_INPUT;
        }
    if (optind == argc) complain(&to, "sidle check", 0, 0, "found no file name, expected some");
    for (int k = optind; k < argc; k++) {
        int status = has_ending(argv[k], ".ini") ? check_config(argv[k], &to)
                                                 : check_scene(argv[k], map, run, &to);
        if (status > worst) worst = status;
    }
    return to.count ? status_of(&to) : worst;
}
