/* A map as a designer drew it: cells, and above them what a fixture says in its header. Maps of
 * Tiled and pictures become one; a fixture's text is made of it, so that all of them are read by
 * one reader and mean the same. */
#ifndef SIDLE_COMMAND_DRAWING_H
#define SIDLE_COMMAND_DRAWING_H

#include <sidle/types.h>

typedef struct drawn_unit {
    char group[2];              /* its letter */
    sidle_vec2 at;              /* cells */
    char dies[24];              /* as in a fixture; "": with its group */
    char goal[40], unloads[24]; /* as in a fixture; "": none of its own */
} drawn_unit;

typedef struct drawing {
    uint32_t width, height;
    uint8_t *cells; /* malloc'd, width * height sidle_terrain */
    char **heads;   /* stb_ds, each malloc'd: lines of the header, but for type, height and width */
    drawn_unit *units; /* stb_ds */
} drawing;

drawing drawing_make(uint32_t width, uint32_t height);
void drawing_free(drawing *d);

/* Adds a line to the header. */
void drawing_say(drawing *d, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The fixture, to be freed. Classes that have no letter in a fixture become edits at the time 0. */
char *drawing_text(const drawing *d);

#endif
