/* The command `sidle SUBCOMMAND ...`: chooses the subcommand. */
#include "commands.h"
#include "support/checked_memory.h"
#include "terminal/output.h"

#include <jansson.h>
#include <sidle/sidle.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int command(int argc, char **argv) {
    complaints to = {.out = stderr};
    if (argc < 2) {
        commands_print(stderr);
        return EXIT_INPUT;
    }
    if (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h")) {
        commands_print(stdout);
        return EXIT_DONE;
    }
    if (!strcmp(argv[1], "--version")) {
        puts(SIDLE_VERSION);
        return EXIT_DONE;
    }
    const command_row *row = command_named(argv[1], "sidle", NULL, &to);
    return row ? row->run(argc - 1, argv + 1) : EXIT_INPUT;
}

int main(int argc, char **argv) {
    output_begin();
    if (argc > 0) command_program = argv[0];
    json_set_alloc_funcs(checked_malloc, free);
    return output_end(command(argc, argv));
}
