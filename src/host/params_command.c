/* `sidle params`: the table of parameters. */
#include "commands.h"
#include "params.h"

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
    while ((id = getopt_long(argc, argv, "", OPTIONS, NULL)) != -1) {
        if (id != 'm') usage(id == 'h' ? stdout : stderr);
        if (id == 'h') return EXIT_DONE;
        if (id != 'm') return EXIT_INPUT;
        markdown = true;
    }
    if (optind < argc) {
        fprintf(stderr, "sidle params: found '%s', expected nothing more\n", argv[optind]);
        return EXIT_INPUT;
    }
    params_print(stdout, markdown);
    return EXIT_DONE;
}
