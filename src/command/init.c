/* `sidle init`: files to begin with. */
#include "commands.h"
#include "input/parameters.h"
#include "terminal/options.h"
#include "terminal/output.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char USAGE[] =
    "usage: sidle init DIR\n"
    "\n"
    "Writes DIR/my.map, a map with two groups of units, and DIR/my.ini, a config with every\n"
    "parameter and its meaning; both are commented. DIR is made when it is not there; no file\n"
    "is replaced.\n";

static const char MAP[] =
    "type octile\n"
    "height 16\n"
    "width 40\n"
    "# A map in text. Each character below `map` is a cell: . ground, @ wall, W water, T trees, S "
    "swamp.\n"
    "# Any other letter is a unit of that group. Coordinates are in cells, x to the right, y "
    "down.\n"
    "\n"
    "# How long a run takes at most, in seconds.\n"
    "seconds 60\n"
    "\n"
    "# A group: its letter, and what its units do. goal=X,Y is one point for all, move=DX,DY a "
    "way\n"
    "# from where each stands. profile=NAME takes a section of the config or a `profile` line. "
    "All\n"
    "# lines and keys, each with an example: `sidle help map`.\n"
    "group a move=30,0\n"
    "group b move=-30,0\n"
    "\n"
    "# What must come of it: `sidle check --run my.map` compares. `sidle run --help` lists the "
    "figures.\n"
    "expect arrived = 1\n"
    "expect static_overlaps = 0\n"
    "map\n"
    "........................................\n"
    "...................@@...................\n"
    "...................@@...................\n"
    "...................@@...................\n"
    "...................@@...................\n"
    "...aaaa............@@............bbbb...\n"
    "...aaaa............@@............bbbb...\n"
    "...aaaa..........................bbbb...\n"
    "...aaaa..........................bbbb...\n"
    "...aaaa............@@............bbbb...\n"
    "...aaaa............@@............bbbb...\n"
    "...................@@...................\n"
    "...................@@...................\n"
    "...................@@...................\n"
    "...................@@.......TTT.........\n"
    "........................................\n";

static void write_parameter(FILE *out, const sidle_param *row) {
    char text[PARAMS_TEXT];
    const sidle_profile built_in = sidle_profile_default();
    bool ranged = row->type == SIDLE_PARAM_FLOAT || row->type == SIDLE_PARAM_WHOLE;
    fprintf(out, "; %s", row->help);
    if (ranged) fprintf(out, "; %g to %g %s", (double)row->min, (double)row->max, row->unit);
    params_text(row, &built_in, text);
    bool begun = !strcmp(row->name, "top_speed");
    fprintf(out, "\n%s%s = %s\n\n", begun ? "" : "; ", row->name, text);
}

/* To be freed. */
static char *config_text(void) {
    text_stream text;
    uint32_t count;
    const sidle_param *rows = sidle_params(&count);
    FILE *out = text_begin(&text);
    fputs(
        "; How units move. Lines that begin with ; are comments: take the ; away to set a value.\n"
        "; Save this file while `sidle watch my.map --config my.ini` shows the map: the units go "
        "on\n"
        "; with the new values at once. What is wrong is shown, and changes nothing.\n"
        "\n"
        "; All units that have no profile of their own. Another section makes another profile, for "
        "a\n"
        "; group with profile=NAME in the map; `like = default` as its first line copies this "
        "one.\n"
        "[default]\n\n",
        out);
    for (uint32_t k = 0; k < count; k++) write_parameter(out, &rows[k]);
    return text_end(&text);
}

static bool write_new(const char *folder, const char *name, const char *text, complaints *to) {
    char path[PATH_MAX];
    int length = snprintf(path, sizeof path, "%s/%s", folder, name);
    if (length >= PATH_MAX || access(path, F_OK) == 0) {
        complain(to, path, 0, 0, "is there already, and is not replaced");
        return false;
    }
    return output_write(path, text, strlen(text), to);
}

static void init(const char *folder, complaints *to) {
    if (!output_folder(folder, to)) return;
    char *config = config_text();
    if (write_new(folder, "my.map", MAP, to) && write_new(folder, "my.ini", config, to))
        printf("Wrote %s/my.map and %s/my.ini. Now:\n"
               "  %s watch %s/my.map --config %s/my.ini\n"
               "and, in an editor beside it, change top_speed in %s/my.ini and save.\n",
               folder, folder, command_program, folder, folder, folder);
    free(config);
}

int command_init(int argc, char **argv) {
    complaints to = {.out = stderr};
    int first;
    const option_table table = {"init", USAGE, NULL, 0, NULL};
    if (!options_read(&table, argc, argv, &first, &to)) return status_of(&to);
    if (argc - first != 1)
        complain(&to, "sidle init", 0, 0, "found %d names, expected one folder", argc - first);
    else
        init(argv[first], &to);
    return status_of(&to);
}
