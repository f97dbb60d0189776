/* `sidle help`: the help of a command, and the format of maps. */
#include "commands.h"
#include "input/map_format.h"
#include "terminal/exit_status.h"
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
