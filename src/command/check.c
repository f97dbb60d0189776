/* `sidle check`: reads the input and reports what is wrong with it. With --run it also compares
 * each fixture with its own expectations. */
#include "commands.h"
#include "input/config.h"
#include "metrics/outcome.h"
#include "scene_arguments.h"
#include "terminal/text.h"

static const char USAGE[] =
    "usage: sidle check [--run] [--map FILE] FILE...\n"
    "\n"
    "Reads maps, fixtures, scenarios (.scen) and configs (.ini), and reports every error with its\n"
    "line. Exit status 2 when there is one.\n";

static int run_and_compare(const scene *played, complaints *to) {
    outcome result = {0};
    sim_options options = {.hz = 30};
    if (!sim_run(played, &options, NULL, NULL, &result, to)) return status_of(to);
    return outcome_expect(&result, played, stderr) ? EXIT_EXPECTATION : EXIT_DONE;
}

static int check_scene(const char *file, const load_options *load, bool run, complaints *to) {
    scene checked;
    if (!load_scene(file, load, &checked, to)) return EXIT_INPUT;
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
    scene_arguments a = scene_arguments_default();
    bool run = false;
    int first, worst = EXIT_DONE;
    const option_row rows[] = {
        {"run", NULL,
         "runs each fixture too and compares it with its `expect` lines;\n"
         "exit status 1 when one does not hold",
         OPTION_FLAG, &run, 0, 0},
        scene_row(&a, "map"),
    };
    const option_table table = {"check", USAGE, rows, sizeof rows / sizeof *rows, NULL};
    if (!options_read(&table, argc, argv, &first, &to)) return status_of(&to);
    if (first == argc) complain(&to, "sidle check", 0, 0, "found no file name, expected some");
    for (int k = first; k < argc; k++) {
        int status = has_ending(argv[k], ".ini") ? check_config(argv[k], &to)
                                                 : check_scene(argv[k], &a.load, run, &to);
        if (status > worst) worst = status;
    }
    return to.count ? status_of(&to) : worst;
}
