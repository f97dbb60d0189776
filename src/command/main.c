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

static void usage(FILE *out) {
    size_t count;
    const command_row *rows = command_rows(&count);
    fprintf(out, "usage: sidle COMMAND [ARGUMENTS]\n\n");
    for (size_t k = 0; k < count; k++) fprintf(out, "  %-10s %s\n", rows[k].name, rows[k].help);
    fprintf(out, "\n`sidle COMMAND --help` lists its options. `sidle --version` prints %s.\n",
            SIDLE_VERSION);
}

/* Names all commands: they are few. */
static void unknown(const char *name) {
    size_t count;
    const command_row *rows = command_rows(&count);
    const char **names = checked_calloc(count, sizeof *names);
    fprintf(stderr, "sidle: found the command '%s', expected ", name);
    for (size_t k = 0; k < count; k++) {
        names[k] = rows[k].name;
        fprintf(stderr, "%s%s", names[k], k + 2 < count ? ", " : k + 1 < count ? " or " : "");
    }
    fprintf(stderr, "%s\n", did_you_mean("", name, strlen(name), names, count).text);
    free(names);
}

static int command(int argc, char **argv) {
    size_t count;
    const command_row *rows = command_rows(&count);
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
    for (size_t k = 0; k < count; k++)
        if (!strcmp(argv[1], rows[k].name)) return rows[k].run(argc - 1, argv + 1);
    unknown(argv[1]);
    return EXIT_INPUT;
}

int main(int argc, char **argv) {
    output_begin();
    if (argc > 0) command_program = argv[0];
    json_set_alloc_funcs(checked_malloc, free);
    return output_end(command(argc, argv));
}
