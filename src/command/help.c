/* `sidle help`: the help of a command, and the format of maps. */
#include "commands.h"
#include "input/map_format.h"
#include "support/checked_memory.h"
#include "terminal/exit_status.h"
#include "terminal/options.h"
#include "terminal/spelling.h"

#include <stdlib.h>
#include <string.h>

static const char USAGE[] = "usage: sidle help COMMAND|map [--markdown]\n"
                            "\n"
                            "Prints the help of a command, as `sidle COMMAND --help` does, or the "
                            "format of maps: each line\n"
                            "and each key with its meaning and an example.\n";

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
    size_t count;
    const command_row *rows = command_rows(&count);
    const char *topic = argc - first == 1 ? argv[first] : "";
    if (!strcmp(topic, "map")) {
        map_format_print(stdout, markdown);
        return EXIT_DONE;
    }
    for (size_t k = 0; k < count; k++)
        if (!strcmp(topic, rows[k].name))
            return rows[k].run(2, (char *[]){argv[first], (char[]){"--help"}, NULL});
    const char **names = checked_calloc(count + 1, sizeof *names);
    for (size_t k = 0; k < count; k++) names[k] = rows[k].name;
    names[count] = "map";
    complain(&to, "sidle help", 0, 0, "found '%s', expected map or the name of a command%s", topic,
             did_you_mean("", topic, strlen(topic), names, count + 1).text);
    free(names);
    return status_of(&to);
}
