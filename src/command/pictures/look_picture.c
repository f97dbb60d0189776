/* Painted from back to front: terrain, the grid, bodies, traces, numbers, words. */
#include "look_picture.h"

#include "canvas.h"
#include "colours.h"
#include "png_file.h"
#include "support/checked_memory.h"

#include <math.h>
#include <stb_ds.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* u around what the unit sees, and pixels of a grid cell from which its value is written into it.
 */
static const float MARGIN = 1, NUMBERED = 18;

/* Pixels of letters: of numbers in a cell, of the numbers of units, of the words below. */
static const float SMALL = 9, LETTERS = 13, WORDS = 15;

enum { LINE = 20 };

typedef struct look_painter {
    const last_look *look;
    const sidle_world *world;
    canvas canvas;
    float scale;       /* pixels per u */
    sidle_vec2 corner; /* u, of the upper left pixel */
} look_painter;

static sidle_vec2 pixel_of(const look_painter *p, sidle_vec2 at) {
    return (sidle_vec2){(at.x - p->corner.x) * p->scale, (at.y - p->corner.y) * p->scale};
}

static void paint_line(look_painter *p, sidle_vec2 from, sidle_vec2 to, float width, colour c) {
    canvas_line(&p->canvas, pixel_of(p, from), pixel_of(p, to), width, c, 0.9f);
}

static void paint_disc(look_painter *p, sidle_vec2 at, float radius, colour c) {
    sidle_vec2 middle = pixel_of(p, at);
    canvas_disc(&p->canvas, middle.x, middle.y, radius, c);
}

/* Words about a pixel. */
static void paint_middle(look_painter *p, sidle_vec2 at, float size, const char *text) {
    float half = canvas_text(NULL, 0, 0, size, INK, text) / 2;
    canvas_text(&p->canvas, at.x - half, at.y + 0.36f * size, size, INK, text);
}

/* ---- the ground and the grid ---- */

/* The cell of the grid that the point (u) lies in; false outside the grid. */
static bool cell_of(const local_grid *g, sidle_vec2 at, int *row, int *column) {
    float x = at.x - g->why.origin.x, y = at.y - g->why.origin.y;
    float ahead = x * g->why.direction.x + y * g->why.direction.y;
    float across = x * g->right.x + y * g->right.y;
    *row = (int)floorf(ahead / g->cell + 0.5f);
    *column = (int)floorf(across / g->cell + 0.5f);
    return *row >= 0 && *row <= g->rows && *column >= -g->columns && *column <= g->columns;
}

static void paint_ground(look_painter *p, int rows) {
    const local_grid *g = &p->look->grid;
    float cell = sidle_world_cell_size(p->world);
    for (int y = 0; y < p->canvas.height; y++)
        for (int x = 0; x < p->canvas.width; x++) {
            sidle_vec2 at = {p->corner.x + ((float)x + 0.5f) / p->scale,
                             p->corner.y + ((float)y + 0.5f) / p->scale};
            int32_t column = (int32_t)floorf(at.x / cell), row = (int32_t)floorf(at.y / cell);
            int r, c;
            bool shown = y < rows;
            canvas_set(&p->canvas, x, y,
                       shown ? TERRAIN_COLOURS[sidle_world_cell(p->world, column, row)] : PAPER);
            if (!shown || !p->look->known || !cell_of(g, at, &r, &c)) continue;
            uint8_t value = local_grid_value(g, r, c);
            colour paint = value == SIDLE_VALUE_STATIC ? INK
                           : value ? heat_colour((float)value / SIDLE_VALUE_UNIT)
                                   : (colour){255, 255, 255};
            canvas_mix(&p->canvas, x, y, paint, value ? 0.75f : 0.35f);
        }
}

/* Values in hundredths of the passability. */
static void paint_numbers(look_painter *p) {
    const local_grid *g = &p->look->grid;
    if (g->cell * p->scale < NUMBERED) return;
    for (int row = 0; row <= g->rows; row++)
        for (int column = -g->columns; column <= g->columns; column++) {
            char text[8];
            uint8_t value = local_grid_value(g, row, column);
            if (!value || value == SIDLE_VALUE_STATIC) continue;
            snprintf(text, sizeof text, "%d", value * 100 / SIDLE_VALUE_UNIT);
            sidle_vec2 at = pixel_of(p, local_grid_point(g, row, column));
            paint_middle(p, at, SMALL, text);
        }
}

/* ---- bodies and traces ---- */

static void paint_body(look_painter *p, const seen_body *b) {
    char text[16];
    sidle_vec2 ahead = {b->position.x + b->predicted.x, b->position.y + b->predicted.y};
    colour rim = {90, 94, 102};
    canvas_ring(&p->canvas, pixel_of(p, b->position), b->radius * p->scale, 2, rim, 0.9f);
    paint_line(p, b->position, ahead, 1.5f, rim);
    snprintf(text, sizeof text, "%u", b->slot);
    paint_middle(p, pixel_of(p, b->position), LETTERS, text);
}

static void paint_traces(look_painter *p) {
    const local_grid *g = &p->look->grid;
    const sidle_why *w = &g->why;
    const colour green = ARRIVED, blue = DECISION_COLOURS[SIDLE_DECISION_FREE];
    const colour orange = DECISION_COLOURS[SIDLE_DECISION_PUSH];
    float reach = w->hit > 0 ? w->hit : w->reach;
    sidle_vec2 end = {w->origin.x + w->direction.x * reach, w->origin.y + w->direction.y * reach};
    paint_line(p, w->origin, end, 3, green);
    if (g->side_row) {
        paint_line(p, local_grid_point(g, g->side_row, 0),
                   local_grid_point(g, g->side_row, -g->columns), 3, blue);
        paint_line(p, local_grid_point(g, g->side_row, 0),
                   local_grid_point(g, g->side_row, g->columns), 3, blue);
    }
    if (w->hit > 0) paint_disc(p, end, 6, orange);
    paint_disc(p, w->target, 8, INK);
    paint_disc(p, w->target, 6, GOAL);
}

/* ---- words ---- */

/* As many words in a line as fit. Returns where the next line stands. */
static float paint_text(look_painter *p, bool painted, float y, const char *text) {
    char line[256];
    for (; *text; y += LINE) {
        size_t length = 0, next;
        do {
            next = length + strspn(text + length, " ");
            next += strcspn(text + next, " ");
            snprintf(line, sizeof line, "%.*s", (int)next, text);
            if (length && canvas_text(NULL, 16, 0, WORDS, INK, line) > (float)p->canvas.width)
                break;
            length = next;
        } while (text[length] && length < sizeof line - 1);
        snprintf(line, sizeof line, "%.*s", (int)length, text);
        if (painted) canvas_text(&p->canvas, 8, y, WORDS, INK, line);
        text += length + strspn(text + length, " ");
    }
    return y;
}

/* What the unit does, and what the colours mean. */
static float paint_words(look_painter *p, bool painted, float y, const char *text) {
    static const char LEGEND[] =
        "Green: the trace ahead, up to what it hit (orange). Blue: the side traces. Dark rim: the "
        "point chosen. Numbers: hundredths of how much is in the way.";
    y = paint_text(p, painted, y + LINE, text);
    return p->look->known ? paint_text(p, painted, y, LEGEND) : y;
}

bool look_picture_write(const last_look *l, const sidle_world *world, const char *text,
                        uint32_t size, const char *file, complaints *to) {
    const surroundings *about = l->known ? &l->then : &l->next;
    float side = 2 * (about->profile.view_distance + MARGIN);
    look_painter p = {.look = l, .world = world, .scale = (float)size / side};
    p.canvas.width = (int)size;
    p.canvas.height = (int)paint_words(&p, false, (float)size, text);
    p.canvas.pixels = checked_malloc(3 * (size_t)p.canvas.width * (size_t)p.canvas.height);
    p.corner = (sidle_vec2){about->self.position.x - side / 2, about->self.position.y - side / 2};
    paint_ground(&p, (int)size);
    for (size_t k = 0; k < arrlenu(about->bodies); k++) paint_body(&p, &about->bodies[k]);
    paint_disc(&p, about->self.position, about->self.radius * p.scale, INK);
    paint_disc(&p, about->self.position, about->self.radius * p.scale - 3,
               DECISION_COLOURS[l->known ? l->grid.why.decision : SIDLE_DECISION_IDLE]);
    if (l->known) paint_traces(&p);
    if (l->known) paint_numbers(&p);
    /* Bodies may have been painted over what is kept for the words. */
    canvas_fill(&p.canvas, 0, (int)size, p.canvas.width, p.canvas.height - (int)size, PAPER);
    paint_words(&p, true, (float)size, text);
    bool good = png_write(&p.canvas, file, to);
    free(p.canvas.pixels);
    return good;
}
