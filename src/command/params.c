/* `sidle params`: the table of parameters. */
#include "commands.h"
#include "input/parameters.h"
#include "terminal/exit_status.h"

#include <getopt.h>

static const struct option OPTIONS[] = {
    {"markdown", no_argument, NULL, 'm'},
    {"help", no_argument, NULL, 'h'},
    {NULL, 0, NULL, 0},
};

static void usage(FILE *out) {
    fputs("usage: sidle params [--markdown]\n"
          "\n"
          "Prints every parameter of a profile with its unit, range, default and meaning.\n",
          out);
}

int command_params(int argc, char **argv) {
    bool markdown = false;
    int id;
    opterr = 0;
    while ((id = getopt_long(argc, argv, "", OPTIONS, NULL)) != -1) {
        if (id == 'h') {
            usage(stdout);
            return EXIT_DONE;
        }
        if (id == '?') {
            fprintf(stderr, "sidle params: found '%s', expected --markdown or --help\n",
                    argv[optind - 1]);
            return EXIT_INPUT;
        }
        markdown = true;
    }
    if (optind < argc) {
        fprintf(stderr, "sidle params: found '%s', expected nothing more\n", argv[optind]);
        return EXIT_INPUT;
    }
    params_print(stdout, markdown);
    return EXIT_DONE;
}
