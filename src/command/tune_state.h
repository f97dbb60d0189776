/* The past of a search, in a file: what was tried, and what it was worth. A search is the same each
 * time, so one that was cut off goes on by asking the file before it plays. */
#ifndef SIDLE_COMMAND_TUNE_STATE_H
#define SIDLE_COMMAND_TUNE_STATE_H

#include "terminal/complain.h"

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct tune_trial {
    double *places; /* malloc'd, one for each axis */
    double cost;
} tune_trial;

typedef struct tune_state {
    const char *file;  /* NULL: it is not kept */
    json_t *question;  /* what is searched for */
    tune_trial *tried; /* stb_ds */
    size_t asked;      /* how many have been asked for in this search */
} tune_state;

/* The question takes a reference. False after a complaint: the file is of another search. */
bool tune_state_open(tune_state *s, const char *file, json_t *question, size_t axes,
                     complaints *to);
void tune_state_free(tune_state *s);

/* The cost of these places when they were tried next after those asked for before; else false. */
bool tune_state_ask(tune_state *s, const double *places, size_t axes, double *cost);

/* False after a complaint. */
bool tune_state_add(tune_state *s, const double *places, size_t axes, double cost, complaints *to);

/* The cheapest; NULL: none was tried. */
const tune_trial *tune_state_best(const tune_state *s);

#endif
