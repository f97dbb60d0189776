/* The scoreboard: which scenes are played, how often, and which of their figures have to keep
 * bounds. It does not know what moves the units, so that other libraries can be measured on the
 * same rows.
 */
#ifndef SIDLE_COMMAND_SCOREBOARD_H
#define SIDLE_COMMAND_SCOREBOARD_H

#include "metrics/outcome.h"
#include "terminal/complain.h"

typedef enum score_part { SCORE_MAIN, SCORE_MORE, SCORE_TURNED, SCORE_SCALE } score_part;

/* Share of its units that miss the goal of a row: beyond the disc that they fill, or without room.
 * A figure of the rows that name it; elsewhere all units arrive. */
#define SCORE_MISSED "missed"

/* A row keeps fewer figures. */
enum { SCORE_FIGURES = 8 };

typedef struct score_row {
    const char *scene; /* without '@' */
    score_part part;
    int last; /* 0, or the row is the mean over all numbers behind the name up to this one */
    const char *like; /* NULL, or the row that its mean stretch has to be near to */
    const char *figures[SCORE_FIGURES]; /* that it keeps, by name in the JSON; NULL ends the list */
} score_row;

/* SCORE_SEEDS: of the means that are printed, and enough to show a fault. */
enum { SCORE_SEEDS = 5, SCORE_HZ = 30 };

const score_row *score_rows(size_t *count);

/* NULL when there is none of that name. */
const score_row *score_row_named(const char *name);

/* Moves the units of the scene to their goals and fills the outcome. False after a complaint. */
typedef bool (*score_player)(const scene *played, uint32_t seed, outcome *result, void *context,
                             complaints *to);

/* The number of runs that the row's figures are the mean of. */
uint32_t score_runs(const score_row *row, uint32_t seeds);

/* Plays the row with `count` seeds from `first` on, and a row for timing with the first alone. A
 * row with several numbers plays each of them with each seed. Gives the mean. False after a
 * complaint. */
bool score_play(const score_row *row, uint32_t first, uint32_t count, score_player player,
                void *context, outcome *mean, complaints *to);

/* Plays by the library with the default profile; context: NULL, or the uint32_t number of threads.
 */
bool score_by_sidle(const scene *played, uint32_t seed, outcome *result, void *context,
                    complaints *to);

/* The head of the table, and a line of it. library: "", or which one was measured; with_library:
 * the table has a column for that. */
void score_head(FILE *out, bool with_library);
void score_line(FILE *out, const score_row *row, const char *library, const outcome *mean);

#endif
