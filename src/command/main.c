/* The command `sidle SUBCOMMAND ...`: chooses the subcommand. */
#include "commands.h"
#include "support/checked_memory.h"
#include "terminal/exit_status.h"
#include "terminal/output.h"
#include "terminal/spelling.h"

#include <jansson.h>
#include <sidle/sidle.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name;
    int (*run)(int argc, char **argv);
    const char *help;
} COMMANDS[] = {
    {"run", command_run, "run a fixture, a Moving AI scenario or a generated scene (@name)"},
    {"watch", command_watch, "show a scene in the terminal, and change it while it runs"},
    {"explain", command_explain, "say why a unit does what it does, as text and as a picture"},
    {"check", command_check,
     "check maps, scenarios and configs; with --run, also what fixtures expect"},
    {"compare", command_compare, "say what got better and worse from one config to another"},
    {"convert", command_convert, "write a scene as a fixture or as a map of Tiled"},
    {"bench", command_bench, "play the scoreboard and print it"},
    {"params", command_params, "print the table of parameters"},
};

enum { COMMAND_COUNT = sizeof COMMANDS / sizeof COMMANDS[0] };

static void usage(FILE *out) {
    fprintf(out, "usage: sidle COMMAND [ARGUMENTS]\n\n");
    for (int k = 0; k < COMMAND_COUNT; k++)
        fprintf(out, "  %-8s %s\n", COMMANDS[k].name, COMMANDS[k].help);
    fprintf(out, "\n`sidle COMMAND --help` lists its options. `sidle --version` prints %s.\n",
            SIDLE_VERSION);
}

/* Names all commands: they are few. */
static void unknown(const char *name) {
    const char *names[COMMAND_COUNT];
    fprintf(stderr, "sidle: found the command '%s', expected ", name);
    for (int k = 0; k < COMMAND_COUNT; k++) {
        names[k] = COMMANDS[k].name;
        fprintf(stderr, "%s%s", names[k],
                k + 2 < COMMAND_COUNT   ? ", "
                : k + 1 < COMMAND_COUNT ? " or "
                                        : "");
    }
    fprintf(stderr, "%s\n", did_you_mean("", name, strlen(name), names, COMMAND_COUNT).text);
}

static int command(int argc, char **argv) {
    if (argc < 2) {
        usage(stderr);
        return EXIT_INPUT;
    }
    if (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h")) {
        usage(stdout);
        return EXIT_DONE;
    }
    if (!strcmp(argv[1], "--version")) {
        puts(SIDLE_VERSION);
        return EXIT_DONE;
    }
    for (int k = 0; k < COMMAND_COUNT; k++)
        if (!strcmp(argv[1], COMMANDS[k].name)) return COMMANDS[k].run(argc - 1, argv + 1);
    unknown(argv[1]);
    return EXIT_INPUT;
}

int main(int argc, char **argv) {
    output_begin();
    json_set_alloc_funcs(checked_malloc, free);
    return output_end(command(argc, argv));
}
