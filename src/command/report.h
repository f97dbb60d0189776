/* A report for a browser: one file that holds its pictures and films. */
#ifndef SIDLE_COMMAND_REPORT_H
#define SIDLE_COMMAND_REPORT_H

#include "pictures/heat.h"
#include "simulation/simulation.h"
#include "terminal/output.h"

typedef struct report {
    FILE *out;
    text_stream whole; /* what `out` writes to */
    bool no_films;     /* ffmpeg is missing or fails: pictures stand in their places */
} report;

/* Not to be moved while it is written. */
void report_begin(report *r, const char *title);

/* Writes the file. False after a complaint. */
bool report_end(report *r, const char *file, complaints *to);

/* Text in which < and & mean themselves. */
void report_text(report *r, const char *text);

/* Pictures and films between these stand beside each other, two in a line. */
void report_pairs_begin(report *r);
void report_pairs_end(report *r);

/* Plays the scene once more up to the end, in at most FILM_SECONDS; without ffmpeg a
 * picture from the middle. marked: a unit with a ring, from 1 on; 0: none. The heat may be NULL. */
void report_film(report *r, const scene *played, const sim_options *play, double end,
                 const char *words, size_t marked, heat *h);

/* A picture of what was sampled by a film. */
void report_heat(report *r, const scene *played, const heat *h, const char *words);

#endif
