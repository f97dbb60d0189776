/* A picture in memory, and the few shapes that are painted on it. Each pixel is mixed by how much
 * of it the shape covers, so that edges are smooth. Coordinates are in pixels, y grows downwards.
 */
#ifndef SIDLE_COMMAND_CANVAS_H
#define SIDLE_COMMAND_CANVAS_H

#include <sidle/types.h>
#include <stdint.h>

typedef struct colour {
    uint8_t r, g, b;
} colour;

typedef struct canvas {
    int width, height;
    uint8_t *pixels; /* RGB, row by row */
} canvas;

/* Opaque: nothing below shows. */
void canvas_set(canvas *c, int x, int y, colour paint);

/* Mixes one pixel; cover is from 0, nothing changes, to 1. Outside the canvas nothing happens. */
void canvas_mix(canvas *c, int x, int y, colour paint, float cover);

void canvas_disc(canvas *c, float x, float y, float radius, colour paint);
void canvas_line(canvas *c, sidle_vec2 from, sidle_vec2 to, float width, colour paint,
                 float opacity);

/* Letters of 3 x 5 dots, each dot size x size pixels: capitals, digits and a few signs.
 * Returns where the text ends. */
int canvas_text(canvas *c, int x, int y, int size, colour paint, const char *text);

#endif
