/* What a run leaves to look at: a picture at some time of it, films, and where on the map it went
 * badly. */
#ifndef SIDLE_COMMAND_RECORDER_H
#define SIDLE_COMMAND_RECORDER_H

#include "pictures/film.h"
#include "pictures/picture.h"
#include "simulation/simulation.h"
#include "terminal/options.h"

enum { RECORDER_ROWS = 10 };

typedef struct recorder_options {
    const char *png, *films[FILM_KINDS], *heat;
    float at;      /* s, of the picture; below 0: at the end */
    uint32_t size; /* pixels; 0: as it suits */
    const char *crop;
    float frames; /* a second */
    float pace;   /* seconds of the run in a second of the film */
} recorder_options;

recorder_options recorder_default(void);

/* The rows of an option table that fill the options. */
void recorder_rows(recorder_options *o, option_row rows[RECORDER_ROWS]);

typedef struct recorder recorder;

/* Asked before the run: NULL after a complaint. hz: ticks a second. All of it must outlive it. */
recorder *recorder_make(const recorder_options *o, const scene *played, float hz, complaints *to);
void recorder_free(recorder *r);

/* The picture that has to know trails and deaths; NULL when nothing is painted. */
picture *recorder_picture(const recorder *r);

/* Between two ticks. */
void recorder_between(recorder *r, sim *s);

/* The options' picture is written here too, unless `at` came; out: where the heat is told. What is
 * lost is complained of. good: the run came to its end. */
void recorder_end(recorder *r, FILE *out, bool good);

#endif
