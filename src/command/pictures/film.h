/* Films: frames that are given to ffmpeg, which writes the file. */
#ifndef SIDLE_COMMAND_FILM_H
#define SIDLE_COMMAND_FILM_H

#include "canvas.h"
#include "terminal/complain.h"

typedef enum film_kind { FILM_GIF, FILM_APNG, FILM_MP4, FILM_KINDS } film_kind;

typedef struct film film;

/* NULL after a complaint: there is no ffmpeg, say. All frames have the size of the canvas. file:
 * NULL when film_end takes the film. */
film *film_open(const char *file, film_kind kind, const canvas *first, float frames_a_second,
                complaints *to);

/* False after a complaint. */
bool film_frame(film *f, const canvas *frame, complaints *to);

/* Ends the film: its bytes, malloc'd; NULL after a complaint, or when a frame was lost. */
uint8_t *film_end(film *f, bool good, size_t *size, complaints *to);

/* Ends the film and writes the file, whole or not at all. good: no frame was lost. False after a
 * complaint. NULL is allowed. */
bool film_close(film *f, bool good, complaints *to);

#endif
