/* The options of a subcommand: one table says how each is written, what its help is, and where its
 * value goes. */
#ifndef SIDLE_COMMAND_OPTIONS_H
#define SIDLE_COMMAND_OPTIONS_H

#include "complain.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum option_kind {
    OPTION_FLAG,   /* bool: it was given */
    OPTION_TEXT,   /* const char *: the last one that was given */
    OPTION_LIST,   /* const char **: a stb_ds array of all that were given */
    OPTION_NUMBER, /* float, from low to high */
    OPTION_WHOLE   /* uint32_t, from low to high */
} option_kind;

typedef struct option_row {
    const char *name;  /* without the dashes */
    const char *value; /* what the help calls its value; NULL for a flag */
    const char *help;  /* may have several lines */
    option_kind kind;
    void *into; /* of the kind's type; holds the default beforehand */
    double low, high;
} option_row;

typedef struct option_table {
    const char *subcommand;
    const char *usage; /* the help above the options, and below them */
    const option_row *rows;
    size_t count;
    void (*more)(FILE *out); /* the help below the options, or NULL */
} option_table;

/* From here on options_read calls the describer with its table, and returns false: so all tables
 * can be listed, by running each subcommand without arguments. NULL: no longer. */
typedef void (*option_describer)(const option_table *t, void *context);
void options_describe(option_describer describer, void *context);

/* Fills what the rows point to. *first is the index of the first argument that is no option; the
 * arguments are sorted so that the options stand before it. False when the subcommand ends here:
 * after its help for --help, or after complaints. */
bool options_read(const option_table *t, int argc, char **argv, int *first, complaints *to);

/* Complains, and leaves the value alone, when the text is no whole number from low to high. */
bool option_whole(complaints *to, const char *option, const char *text, double low, double high,
                  uint32_t *value);

#endif
