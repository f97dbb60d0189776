/* What is searched for: which parameters, in which ranges, on which scenes, for which figures. */
#ifndef SIDLE_COMMAND_TUNE_PROBLEM_H
#define SIDLE_COMMAND_TUNE_PROBLEM_H

#include "metrics/outcome.h"
#include "trials.h"

typedef struct tune_axis {
    const sidle_param *row;
    double low, high, start; /* values; start is what the config says */
} tune_axis;

typedef struct tune_scene {
    const char *name;
    size_t first, count; /* of its trials */
    outcome base;        /* by the values of the start */
} tune_scene;

typedef struct tune_problem {
    const char *profile;
    double span;           /* how many times the start a value may become, and what part of it */
    tune_axis *axes;       /* stb_ds */
    const figure **wanted; /* stb_ds */
    tune_scene *scenes;    /* stb_ds */
    trial *trials;         /* stb_ds */
    pool *pool;
    progress far; /* a step a trial */
    complaints *to;
} tune_problem;

/* names: figures with commas between, of which `stretch` means stretch_mean. params: parameters
 * with commas between; NULL: all of the table that are numbers, but for what a unit is (its size,
 * its speed, its layer). False after a complaint. */
bool tune_problem_name(tune_problem *p, const char *names, const char *params);

/* Loads the scenes. False after a complaint. */
bool tune_problem_load(tune_problem *p, char **files, int count, const trial_options *o);

/* Plays the scenes with the values of the start. False after a complaint, or when stopped. */
bool tune_problem_start(tune_problem *p);
void tune_problem_free(tune_problem *p);

/* The value of an axis at a place from 0, low, to 1, high. Even steps are even factors where all
 * values are above 0. */
double tune_value(const tune_axis *a, double share);
double tune_place(const tune_axis *a, double value);

/* Gives the trials the values of these places; false when the values do not fit together. */
bool tune_give(const tune_problem *p, trial *trials, const double *places);

/* Plays all trials with these places; *good is false after a complaint, or when stopped. The result
 * is by how much the figures got worse, as a share of what they were, on average over scenes and
 * figures: below 0 is better. Values that do not fit together are far worse, and are not played. */
double tune_cost(tune_problem *p, const double *places, bool *good);

/* The mean figures of a scene, as last played. */
outcome tune_outcome(const tune_problem *p, const tune_scene *s);

#endif
