/* The table of figures, for what reads all of them: JSON, help, means. */
#ifndef SIDLE_COMMAND_FIGURES_H
#define SIDLE_COMMAND_FIGURES_H

#include "outcome.h"

typedef struct figure {
    const char *name; /* a dot leads into an object of the JSON */
    size_t offset;
    bool whole;
    const char *unit; /* "" for a bare number or a share of 1 */
    const char *good; /* which way is better; "" for a figure that is neither */
    const char *meaning;
} figure;

const figure *figures(size_t *count);

/* False: the run says nothing about the figure. */
bool figure_is_known(const outcome *o, const figure *f);

double figure_value(const outcome *o, const figure *f);

#endif
