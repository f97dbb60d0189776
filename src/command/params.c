/* `sidle params`: the table of parameters. */
#include "commands.h"
#include "input/parameters.h"
#include "terminal/exit_status.h"
#include "terminal/options.h"

static const char USAGE[] =
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
        {"markdown", NULL, "prints the table in Markdown, as in the README", OPTION_FLAG, &markdown,
         0, 0},
    };
    const option_table table = {"params", USAGE, rows, sizeof rows / sizeof *rows, NULL};
    if (!options_read(&table, argc, argv, &first, &to)) return status_of(&to);
    if (first < argc) {
        complain(&to, "sidle params", 0, 0, "found '%s', expected nothing more", argv[first]);
        return EXIT_INPUT;
    }
    params_print(stdout, markdown);
    return EXIT_DONE;
}
