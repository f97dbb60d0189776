/* The scoreboard: which scenes are played, how often, and which bounds their figures have to keep.
 * It does not know what moves the units, so that other libraries can be measured on the same rows.
 */
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
    int last; /* 0, or the row is the mean over all numbers behind the name up to this one */
    const char *like; /* NULL, or the row that its mean stretch has to be near to */
    score_bound bounds[8];
} score_row;

enum { SCORE_SEEDS = 5, SCORE_HZ = 30 };

const score_row *score_rows(size_t *count);

/* NULL when there is none of that name. */
const score_row *score_row_named(const char *name);

/* Moves the units of the scene to their goals and fills the outcome. False after a complaint. */
typedef bool (*score_player)(const scene *played, uint32_t seed, outcome *result, void *context,
                             complaints *to);

/* The number of runs that the row's figures are the mean of. */
uint32_t score_runs(const score_row *row, uint32_t seeds);

/* Plays the row with the seeds 1 to score_runs(), with one of them for timing; a row that is played
 * for many numbers has seed 0 for each. Gives the mean. False after a complaint. */
bool score_play(const score_row *row, uint32_t seeds, score_player player, void *context,
                outcome *mean, complaints *to);

/* Plays by the library with the default profile; context: NULL, or the uint32_t number of threads.
 */
bool score_by_sidle(const scene *played, uint32_t seed, outcome *result, void *context,
                    complaints *to);

/* Prints a line to `out`, when it is not NULL, for each figure that breaks a bound of the row;
 * returns their number. `like`: the outcome of the row's like; NULL when that was not played. */
int score_faults(const score_row *row, const outcome *mean, const outcome *like, FILE *out);

/* The head of the table, and a line of it. library: "", or which one was measured; with_library:
 * the table has a column for that. */
void score_head(FILE *out, bool with_library);
void score_line(FILE *out, const score_row *row, const char *library, const outcome *mean);

#endif
