/* From a drawing to the text of a fixture. */
#include "drawing.h"

#include "scenes/terrain_names.h"
#include "support/checked_memory.h"
#include "terminal/output.h"

#include <stb_ds.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

drawing drawing_make(uint32_t width, uint32_t height) {
    drawing d = {.width = width, .height = height};
    d.cells = checked_calloc((size_t)width * height, 1);
    return d;
}

void drawing_free(drawing *d) {
    for (size_t k = 0; k < arrlenu(d->heads); k++) free(d->heads[k]);
    arrfree(d->heads);
    arrfree(d->units);
    free(d->cells);
    *d = (drawing){0};
}

void drawing_say(drawing *d, const char *format, ...) {
    va_list arguments;
    text_stream text;
    text_begin(&text);
    va_start(arguments, format);
    vfprintf(text.out, format, arguments);
    va_end(arguments);
    char *line = text_end(&text);
    /* A line end in a name would begin a line of its own. */
    for (char *c = line; *c; c++)
        if (*c == '\n' || *c == '\r') *c = ' ';
    arrput(d->heads, line);
}

static const char LETTERS[SIDLE_TERRAIN_HOST] = {'.', 'S', 'W', 'T', '@'};

/* A run of cells of one class without a letter becomes one edit. */
static void write_edits(const drawing *d, FILE *out) {
    for (uint32_t y = 0; y < d->height; y++)
        for (uint32_t x = 0, end; x < d->width; x = end) {
            const uint8_t *row = d->cells + (size_t)y * d->width;
            for (end = x + 1; end < d->width && row[end] == row[x];) end++;
            if (row[x] >= SIDLE_TERRAIN_HOST)
                fprintf(out, "edit at=0 cells=%u,%u,%u,1 class=%s\n", x, y, end - x,
                        terrain_names()[row[x]]);
        }
}

char *drawing_text(const drawing *d) {
    text_stream text;
    FILE *out = text_begin(&text);
    fprintf(out, "type octile\nheight %u\nwidth %u\n", d->height, d->width);
    for (size_t k = 0; k < arrlenu(d->heads); k++) fprintf(out, "%s\n", d->heads[k]);
    for (size_t k = 0; k < arrlenu(d->units); k++) {
        const drawn_unit *u = &d->units[k];
        fprintf(out, "unit %s %.7g,%.7g%s%s%s%s%s%s\n", u->group, (double)u->at.x, (double)u->at.y,
                *u->goal ? " goal=" : "", u->goal, *u->dies ? " dies=" : "", u->dies,
                *u->unloads ? " unloads=" : "", u->unloads);
    }
    write_edits(d, out);
    fprintf(out, "map\n");
    for (uint32_t y = 0; y < d->height; y++) {
        for (uint32_t x = 0; x < d->width; x++) {
            uint8_t class = d->cells[(size_t)y * d->width + x];
            fputc(class < SIDLE_TERRAIN_HOST ? LETTERS[class] : '.', out);
        }
        fputc('\n', out);
    }
    return text_end(&text);
}
