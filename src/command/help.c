/* `sidle help` and `sidle params`: the help of a command, the format of maps, the parameters. */
#include "commands.h"
#include "input/map_format.h"
#include "input/parameters.h"
#include "terminal/options.h"

#include <string.h>

static const char USAGE[] =
    "usage: sidle help [COMMAND|map] [--markdown]\n"
    "\n"
    "Prints all commands; or the help of one, as `sidle COMMAND --help` does; or the format of\n"
    "maps: each line and each key with its meaning and an example.\n";

int command_help(int argc, char **argv) {
    complaints to = {.out = stderr};
    bool markdown = false;
    int first;
    const option_row options[] = {
        {"markdown", NULL, "prints the format of maps in Markdown, as docs/maps.md", OPTION_FLAG,
         &markdown, 0, 0},
    };
    const option_table table = {"help", USAGE, options, 1, NULL};
    if (!options_read(&table, argc, argv, &first, &to)) return status_of(&to);
    if (argc - first > 1)
        complain(&to, "sidle help", 0, 0, "found %d topics, expected one", argc - first);
    if (first == argc) commands_print(stdout);
    if (first == argc || to.count) return status_of(&to);
    if (!strcmp(argv[first], "map")) {
        map_format_print(stdout, markdown);
        return EXIT_DONE;
    }
    const command_row *row = command_named(argv[first], "sidle help", "map", &to);
    return row ? row->run(2, (char *[]){argv[first], (char[]){"--help"}, NULL}) : EXIT_INPUT;
}

/* ---- the parameters ---- */

static const char PARAMS_USAGE[] =
    "usage: sidle params [--markdown]\n"
    "\n"
    "Prints every parameter of a profile with its unit, range, default and meaning; below, its\n"
    "tuning. A length follows from the radius, the acceleration from top_speed, unless\n"
    "it is set.\n";

int command_params(int argc, char **argv) {
    complaints to = {.out = stderr};
    bool markdown = false;
    int first;
    const option_row rows[] = {
        {"markdown", NULL, "prints the tables in Markdown", OPTION_FLAG, &markdown,
         0, 0},
    };
    const option_table table = {"params", PARAMS_USAGE, rows, sizeof rows / sizeof *rows, NULL};
    if (!options_read(&table, argc, argv, &first, &to)) return status_of(&to);
    if (first < argc) {
        complain(&to, "sidle params", 0, 0, "found '%s', expected nothing more", argv[first]);
        return EXIT_INPUT;
    }
    params_print(stdout, markdown);
    return EXIT_DONE;
}
