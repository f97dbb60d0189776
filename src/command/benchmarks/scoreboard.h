/* The scoreboard: which scenes are played, how often, and what their figures have to keep. It does
 * not know who moves the units, so that others can be measured on the same rows. */
#ifndef SIDLE_COMMAND_SCOREBOARD_H
#define SIDLE_COMMAND_SCOREBOARD_H

#include "metrics/outcome.h"
#include "terminal/complain.h"

typedef enum score_part { SCORE_MAIN, SCORE_MORE, SCORE_TURNED, SCORE_SCALE } score_part;

typedef struct score_bound {
    const char *figure; /* by its name in the JSON; NULL ends the list */
    double most;
} score_bound;

typedef struct score_row {
    const char *scene; /* without '@' */
    score_part part;
    int last;         /* 0, or the row is the mean over all numbers behind the name up to this */
    const char *like; /* NULL, or the row whose mean stretch it keeps within a tenth */
    score_bound bounds[6];
} score_row;

enum { SCORE_SEEDS = 5, SCORE_HZ = 30 };

const score_row *score_rows(size_t *count);

/* NULL when there is none of that name. */
const score_row *score_row_named(const char *name);

/* Moves the units of the scene to their goals and tells how it went. */
typedef bool (*score_player)(const scene *played, uint32_t seed, outcome *result, void *context,
                             complaints *to);

/* How many runs the row's figures are the mean of. */
uint32_t score_runs(const score_row *row, uint32_t seeds);

/* The mean over the seeds 1 to `seeds`, over one of them for timing; where the number of units
 * counts up, each plays exactly as drawn. */
bool score_play(const score_row *row, uint32_t seeds, score_player player, void *context,
                outcome *mean, complaints *to);

/* Plays by sidle with the default profile; context: NULL, or the uint32_t number of threads. */
bool score_by_sidle(const scene *played, uint32_t seed, outcome *result, void *context,
                    complaints *to);

/* The figures that break what the row has to keep, each on a line of `out` when it is not NULL;
 * returns their number. `like` is NULL when that row was not played. */
int score_faults(const score_row *row, const outcome *mean, const outcome *like, FILE *out);

/* One line of the table, and its head; who: "" or whose line it is. */
void score_head(FILE *out, bool who);
void score_line(FILE *out, const score_row *row, const char *who, const outcome *mean);

#endif
