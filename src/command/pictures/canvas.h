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

void canvas_fill(canvas *c, int x, int y, int width, int height, colour paint);
void canvas_disc(canvas *c, float x, float y, float radius, colour paint);
void canvas_ring(canvas *c, sidle_vec2 middle, float radius, float width, colour paint,
                 float opacity);
void canvas_line(canvas *c, sidle_vec2 from, sidle_vec2 to, float width, colour paint,
                 float opacity);

/* Words in a font of the system, size pixels high, y at their foot. Returns where the text ends, or
 * would end when c is NULL. Without a font nothing is painted. */
float canvas_text(canvas *c, float x, float y, float size, colour paint, const char *text);

#endif
