/* The list of the generated scenes: their names, the numbers behind them, and what they show. */
#ifndef SIDLE_COMMAND_CATALOGUE_H
#define SIDLE_COMMAND_CATALOGUE_H

#include "generators.h"

/* What stands behind a name: nothing, a number, or the keys of a town. */
typedef enum number_kind { NUMBER_NONE, NUMBER_WHOLE, NUMBER_REAL, NUMBER_KEYS } number_kind;

typedef struct catalogue_entry {
    const char *name; /* without '@' and number */
    bool (*generate)(generator *g, double number);
    number_kind kind;    /* of the number behind the name */
    double low, high;    /* its range */
    float coarsest_cell; /* u, the largest cells that the walls can be drawn in; 0: no walls */
    bool fixed;          /* fills a square map, and so cannot be rotated or shifted */
    const char *help;
} catalogue_entry;

const catalogue_entry *catalogue(size_t *count);

/* The entry with the longest name that the text begins with; *rest is what follows the name. NULL
 * when there is none, and then *rest is the text. */
const catalogue_entry *catalogue_find(const char *text, const char **rest);

/* For help texts: each scene with what it shows, one line each, then the modifiers. */
const char *const *catalogue_lines(size_t *count);

#endif
