/* The figures of a run, and what can be made of them: JSON, a summary, a comparison with a
 * fixture's `expect` lines. The table in outcome.c says what each figure is. */
#ifndef SIDLE_COMMAND_OUTCOME_H
#define SIDLE_COMMAND_OUTCOME_H

#include "scenes/scene.h"
#include "settling.h"

#include <jansson.h>
#include <stdio.h>

/* Units that are not clean for one reason: how many, and the first of them by number, from 1. */
enum { UNCLEAN_NAMED = 5 };

typedef struct unclean_units {
    uint32_t count, first[UNCLEAN_NAMED];
} unclean_units;

/* A change of the map, and when it was made. The world refuses a change while a unit stands there
 * that it would overlap; the run tries it again in each tick. */
typedef struct outcome_edit {
    uint32_t index; /* of the scene's edits */
    uint64_t asked, made;
} outcome_edit;

typedef struct outcome {
    double units, movers, arrived, reached, seconds, ticks, makespan, reached_last;
    double stretch_mean, stretch_p95, stretch_first;
    double overlap, overlap_open, overlap_longest, max_penetration, static_overlaps;
    double displaced_mean, displaced_max, aside_mean, aside_max, away_max;
    double flips, turning, facing, travel, hard_stops;
    double settling, end_speed;
    double ranged, in_range, given_up, judged;
    double waits[SIDLE_CONDITION_COUNT]; /* units by condition */
    double edits, edits_open, edit_wait;
    double settled, rested, told, restarts, gave_way, moved_after, moved_after_max;
    double rest_overlap, rest_overlap_max, off_course, off_course_max, clean;
    double place_off, place_off_max, reform, arrival_spread;
    double caught, caught_first, ring_open, strayed, behind, lost;
    double decisions[SIDLE_DECISION_COUNT]; /* unit-ticks */
    double replans, unreachable, skipped;
    double us_per_unit_tick;
    uint64_t hash;
    unclean_units unclean[SETTLING_REASON_COUNT]; /* by reason; not of a mean */
    unclean_units given_up_units;                 /* of the judged; not of a mean */
    outcome_edit late_edit;                       /* that waited longest; not of a mean */
} outcome;

/* The unit, by its index, is one more of these. */
void unclean_add(unclean_units *to, size_t unit);

/* The figure of that name in the JSON; false when there is none. */
bool outcome_value(const outcome *o, const char *name, double *value);

/* The name of a figure that is near to a misspelt one; NULL when none is. */
const char *outcome_nearest(const char *name);

/* The mean of each figure over count outcomes, at least one; the hash is 0. Outcomes without an
 * arrival do not count for stretches and travel; the longest overlap is that of all. */
outcome outcome_mean(const outcome *of, size_t count);

json_t *outcome_json(const outcome *o, const char *name);
/* The figures and the hash of such an object; false when one is missing. */
bool outcome_of_json(json_t *json, outcome *o);
void outcome_summary(FILE *out, const outcome *o, const scene *s);

/* Every figure with its unit, which way is better, and its meaning. */
void outcome_explain(FILE *out);

/* Prints each `expect` line of the scene that does not hold; returns their number. */
int outcome_expect(const outcome *o, const scene *s, FILE *out);

/* ---- the table of figures, for what reads all of them: JSON, help, means ---- */

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
