/* Cells of the grid, some to a character, and the traces above them. */
#include "grid_panel.h"

#include <math.h>

/* From cold to hot: which of HEAT_STEPS a passability is. */
static int heat_of(uint8_t value) {
    return value >= SIDLE_VALUE_UNIT ? HEAT_STEPS - 1 : value * HEAT_STEPS / SIDLE_VALUE_UNIT;
}

/* How the cells go into the characters: `by` cells to one, in both directions. */
typedef struct shape {
    int by, rows, columns; /* characters: ahead, and to one side */
    int width;
} shape;

static shape shape_of(const local_grid *g, int width, int height) {
    shape s = {.by = 1};
    while ((g->rows + s.by) / s.by > height || 2 * (g->columns / s.by) + 1 > width) s.by++;
    s.rows = (g->rows + s.by) / s.by;
    s.columns = g->columns / s.by;
    s.width = width;
    return s;
}

static glyph *at(const shape *s, glyph *into, int row, int column) {
    return &into[(s->rows - 1 - row) * s->width + s->width / 2 + column];
}

static int round_to(int value, int by) {
    return (int)lroundf((float)value / (float)by);
}

static uint8_t largest(const local_grid *g, const shape *s, int row, int column) {
    uint8_t most = 0;
    for (int r = row * s->by; r < (row + 1) * s->by && r <= g->rows; r++)
        for (int k = 0; k < s->by; k++) {
            int c = column * s->by + k - s->by / 2;
            if (c < -g->columns || c > g->columns) continue;
            uint8_t value = local_grid_value(g, r, c);
            if (value > most) most = value;
        }
    return most;
}

static glyph glyph_of(uint8_t value) {
    static const char LETTERS[] = ".:-=+*%@";
    if (value == SIDLE_VALUE_STATIC) return (glyph){'#', PAINT_WALL, false, false};
    if (!value) return (glyph){' ', PAINT_PLAIN, false, false};
    int step = heat_of(value);
    return (glyph){LETTERS[step], (uint8_t)(PAINT_HEAT + step), false, false};
}

static void over_nothing(glyph *g, char letter) {
    if (g->letter == ' ') *g = (glyph){letter, PAINT_PLAIN, false, false};
}

/* The trace ahead up to what it hit, the row of the side traces, the point chosen, the unit. */
static void draw_traces(const local_grid *g, const shape *s, glyph *into) {
    const sidle_why *w = &g->why;
    int hit = w->hit > 0 ? (int)lroundf(w->hit / g->cell) : g->rows;
    int row = g->side_row / s->by, chosen = round_to((int)lroundf(w->offset / g->cell), s->by);
    for (int r = 0; r <= hit / s->by && r < s->rows; r++) over_nothing(at(s, into, r, 0), '|');
    for (int c = -s->columns; g->side_row && c <= s->columns; c++)
        over_nothing(at(s, into, row, c), '-');
    if (w->hit > 0) at(s, into, hit / s->by, 0)->letter = 'X';
    if (g->side_row && chosen >= -s->columns && chosen <= s->columns)
        *at(s, into, row, chosen) = (glyph){'O', PAINT_GOAL, true, false};
    *at(s, into, 0, 0) = (glyph){'^', PAINT_PLAIN, true, false};
}

int grid_panel_draw(const local_grid *g, int width, int height, glyph *into) {
    shape s = shape_of(g, width, height);
    for (int k = 0; k < s.rows * width; k++) into[k] = (glyph){' ', PAINT_PLAIN, false, false};
    for (int row = 0; row < s.rows; row++)
        for (int column = -s.columns; column <= s.columns; column++)
            *at(&s, into, row, column) = glyph_of(largest(g, &s, row, column));
    draw_traces(g, &s, into);
    return s.rows;
}
