/* Reads the command line by a table of options, and prints the table as help. */
#include "options.h"

#include "spelling.h"
#include "support/checked_memory.h"

#include <errno.h>
#include <getopt.h>
#include <math.h>
#include <stb_ds.h>
#include <stdlib.h>
#include <string.h>

/* What getopt_long returns for the first row, above all characters, and for --help. */
enum { FIRST_ROW = 256, HELP = 255 };

/* ---- values ---- */

static bool option_number(complaints *to, const char *option, const char *text, double low,
                          double high, double *value) {
    char *end;
    errno = 0;
    double found = strtod(text, &end);
    if (end == text || *end || errno || !isfinite(found) || found < low || found > high) {
        complain(to, option, 0, 0, "found '%s', expected a number from %.10g to %.10g", text, low,
                 high);
        return false;
    }
    *value = found;
    return true;
}

bool option_whole(complaints *to, const char *option, const char *text, double low, double high,
                  uint32_t *value) {
    double found;
    if (!option_number(to, option, text, low, high, &found)) return false;
    if (found != floor(found)) {
        complain(to, option, 0, 0, "found '%s', expected a whole number", text);
        return false;
    }
    *value = (uint32_t)found;
    return true;
}

static void take(const option_row *row, const char *text, complaints *to) {
    char name[64];
    double number;
    snprintf(name, sizeof name, "--%s", row->name);
    switch (row->kind) {
    case OPTION_FLAG: *(bool *)row->into = true; break;
    case OPTION_TEXT: *(const char **)row->into = text; break;
    case OPTION_LIST: arrput(*(const char ***)row->into, text); break;
    case OPTION_NUMBER:
        if (option_number(to, name, text, row->low, row->high, &number))
            *(float *)row->into = (float)number;
        break;
    case OPTION_WHOLE: option_whole(to, name, text, row->low, row->high, row->into); break;
    }
}

/* ---- help ---- */

/* Further lines of a help text stand below the first one. */
static void print_row(FILE *out, const option_row *row, int width) {
    char left[64];
    snprintf(left, sizeof left, "--%s%s%s", row->name, row->value ? " " : "",
             row->value ? row->value : "");
    for (const char *line = row->help; line;) {
        int length = (int)strcspn(line, "\n");
        fprintf(out, "  %-*s  %.*s\n", width, line == row->help ? left : "", length, line);
        line = line[length] ? line + length + 1 : NULL;
    }
}

static void print_help(FILE *out, const option_table *t) {
    static const option_row HELP_ROW = {.name = "help", .help = "prints this text"};
    size_t width = 0;
    for (size_t k = 0; k < t->count; k++) {
        const option_row *row = &t->rows[k];
        size_t length = strlen("--") + strlen(row->name);
        if (row->value) length += 1 + strlen(row->value);
        if (length > width) width = length;
    }
    fprintf(out, "%s\n", t->usage);
    for (size_t k = 0; k < t->count; k++) print_row(out, &t->rows[k], (int)width);
    print_row(out, &HELP_ROW, (int)width);
    if (t->more) t->more(out);
}

/* ---- the command line ---- */

/* The table as getopt_long wants it; to be freed. */
static struct option *options_of(const option_table *t) {
    struct option *options = checked_calloc(t->count + 2, sizeof *options);
    for (size_t k = 0; k < t->count; k++) {
        const option_row *row = &t->rows[k];
        int argument = row->kind == OPTION_FLAG ? no_argument : required_argument;
        options[k] = (struct option){row->name, argument, NULL, FIRST_ROW + (int)k};
    }
    options[t->count] = (struct option){"help", no_argument, NULL, HELP};
    return options;
}

static suggestion nearest_option(const option_table *t, const char *given) {
    const char **names = checked_calloc(t->count + 1, sizeof *names);
    for (size_t k = 0; k < t->count; k++) names[k] = t->rows[k].name;
    names[t->count] = "help";
    given += strspn(given, "-");
    suggestion near = did_you_mean("--", given, strcspn(given, "="), NAMES_OF(names, t->count + 1));
    free(names);
    return near;
}

/* id: what getopt_long returned, ':' for a value that is missing. */
static void wrong_option(const option_table *t, int id, const char *given, complaints *to) {
    char command[64];
    snprintf(command, sizeof command, "sidle %s", t->subcommand);
    if (id == ':')
        complain(to, command, 0, 0, "found '%s', expected a value behind it", given);
    else
        complain(to, command, 0, 0, "found '%s', expected an option of `%s --help`%s", given,
                 command, nearest_option(t, given).text);
}

static option_describer described_by;
static void *describer_context;

void options_describe(option_describer describer, void *context) {
    described_by = describer;
    describer_context = context;
}

bool options_read(const option_table *t, int argc, char **argv, int *first, complaints *to) {
    struct option *options = options_of(t);
    bool help = false;
    int id;
    if (described_by) {
        described_by(t, describer_context);
        free(options);
        return false;
    }
    opterr = 0;
    while ((id = getopt_long(argc, argv, ":", options, NULL)) != -1) {
        if (id >= FIRST_ROW)
            take(&t->rows[id - FIRST_ROW], optarg, to);
        else if (id == HELP)
            help = true;
        else
            wrong_option(t, id, argv[optind - 1], to);
    }
    free(options);
    *first = optind;
    if (help && !to->count) print_help(stdout, t);
    return !help && !to->count;
}
