/* What two sets of parameters make of one scene: pairs of runs, and what follows of them. */
#ifndef SIDLE_COMMAND_COMPARE_H
#define SIDLE_COMMAND_COMPARE_H

#include "metrics/outcome.h"
#include "trials.h"

typedef struct comparison {
    const char *name; /* of the scene */
    trial *sides[2];  /* stb_ds, before and after, of the same seeds and shifts */
} comparison;

typedef enum verdict { VERDICT_SAME, VERDICT_UNCLEAR, VERDICT_BETTER, VERDICT_WORSE } verdict;

typedef struct contrast {
    double mean[2], deviation[2]; /* before and after */
    size_t runs, agreeing;        /* pairs of runs, and those that go the way of the mean */
    verdict verdict;
} contrast;

/* Pairs in which either has no such figure, as nobody arrived, are left out. */
contrast contrast_of(const comparison *c, const figure *f);

/* How many of the runs resolved all jams. */
size_t resolved_of(const trial *list);

/* Costs are for `sidle bench`: here they would differ by what else the machine does. */
bool figure_is_told(const figure *f);

/* What got better and worse, scene by scene, and then in all. */
void compare_say(FILE *out, const comparison *list, const char *const names[2]);

void compare_sum(FILE *out, const comparison *list, const char *const names[2]);

void comparisons_free(comparison *list);

/* The report for a browser, one file with its pictures; false after a complaint. */
bool compare_html(const char *file, const comparison *list, const char *const names[2],
                  complaints *to);

#endif
