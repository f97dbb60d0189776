/* What the rows of the scoreboard have to keep: bounds that follow from the published table, and
 * rules without exceptions.
 *
 * A crowd is chaotic: whatever changes a bit of its behaviour draws another run of each scene. So
 * one seed beyond a bound says little. The bound of a figure is the largest of its published seeds,
 * and a figure is at fault when it is beyond that in so many of the played seeds as happens by
 * chance too seldom (chance.h). This holds for any distribution of the figure: rare overlaps with a
 * long tail are as good as times with a narrow one. Of 20 published seeds and 5 played ones, all 5
 * are beyond with a chance of 1 / C(25, 5) = 1/53130. */
#ifndef SIDLE_COMMAND_SCOREBOARD_BOUNDS_H
#define SIDLE_COMMAND_SCOREBOARD_BOUNDS_H

#include "scoreboard.h"

/* A figure of a row over the seeds from 1 on. */
typedef struct score_published {
    const char *row, *figure;
    uint32_t seeds;
    double mean, deviation, largest; /* deviation: the standard deviation of one seed */
} score_published;

/* Seeds of a row that are published. Those behind them are fresh. */
enum { SCORE_PUBLISHED_SEEDS = 20 };

/* scoreboard_figures.c, which `sidle bench --renew` writes. */
extern const score_published SCORE_PUBLISHED[];
extern const size_t SCORE_PUBLISHED_COUNT;

/* NULL: it is not published. */
const score_published *score_published_of(const char *row, const char *name);

/* The largest that was published, and no less than the mean and what nobody sees of the figure. A
 * seed with more is beyond the bound; one with less is better, and never at fault. */
double score_bound(const score_published *p);

/* The value of a figure that a row keeps. */
double score_figure(const outcome *o, const char *name);

/* The number of figures of all rows that have a bound, with the comparisons with another row. */
uint32_t score_figure_count(void);

/* Is a figure that is beyond its bound in so many seeds at fault? */
bool score_is_fault(uint32_t published, uint32_t beyond, uint32_t seeds);

/* A row that is played with one seed after the other; begins with the row and zeros. */
typedef struct score_tally {
    const score_row *row;
    uint32_t seeds;
    uint32_t beyond[SCORE_FIGURES]; /* seeds, of each figure of the row */
    double least[SCORE_FIGURES];    /* of those seeds */
    uint32_t unlike;                /* seeds whose mean stretch differs from that of the like */
    int faults;                     /* of the rules without exceptions */
} score_tally;

/* Adds the outcome of one seed, and prints a line to `out`, when it is not NULL, for each broken
 * rule without exceptions. like: the outcome of the row's like with that seed, or NULL. */
void score_add(score_tally *t, const outcome *o, const outcome *like, FILE *out);

/* May another seed show that the row is at fault? No more than SCORE_SEEDS are needed for that. */
bool score_is_open(const score_tally *t);

/* Prints a line to `out`, when it is not NULL, for each figure at fault; returns the number of all
 * faults. */
int score_faults(const score_tally *t, FILE *out);

#endif
