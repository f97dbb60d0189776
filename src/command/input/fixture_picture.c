/* The picture of a fixture: the rows of map characters behind `map`. A letter that is no map
 * character places a unit of its group. */
#include "fixture_reader.h"
#include "support/checked_memory.h"

#include <ctype.h>
#include <string.h>

const fixture_class FIXTURE_CLASSES[FIXTURE_CLASS_COUNT] = {
    {".G", SIDLE_TERRAIN_GROUND}, {"S", SIDLE_TERRAIN_SWAMP}, {"W", SIDLE_TERRAIN_WATER},
    {"T", SIDLE_TERRAIN_TREES},   {"@O", SIDLE_TERRAIN_VOID},
};

static int class_of(char c) {
    for (int k = 0; c && k < FIXTURE_CLASS_COUNT; k++)
        if (strchr(FIXTURE_CLASSES[k].characters, c)) return (int)FIXTURE_CLASSES[k].class;
    return -1;
}

static void read_cell(fixture_reader *r, uint32_t x, uint32_t y) {
    scene *s = r->into;
    char c = r->lines.line[x];
    int class = class_of(c);
    s->cells[(size_t)y * s->width + x] = (uint8_t)(class < 0 ? SIDLE_TERRAIN_GROUND : class);
    if (class >= 0) return;
    if (groups_place(&r->groups, c, x, y)) return;
    if (isprint((unsigned char)c))
        complain_at(&r->lines, r->lines.line + x,
                    "found '%c', expected . G @ O T S W or a group's letter", c);
    else
        complain_at(&r->lines, r->lines.line + x, "found the byte 0x%02x, expected . G @ O T S W",
                    (unsigned char)c);
}

static void read_row(fixture_reader *r, uint32_t y) {
    scene *s = r->into;
    size_t length = strlen(r->lines.line);
    if (length != s->width) {
        complain(r->lines.to, r->lines.file, r->lines.number, (int)length + 1,
                 "found a row of %zu characters, expected %u", length, s->width);
        if (length > s->width) length = s->width;
    }
    for (uint32_t x = 0; x < length; x++) read_cell(r, x, y);
}

/* Below the picture a fixture has blank lines only. */
static void expect_end_of_file(fixture_reader *r) {
    while (next_line(&r->lines))
        if (r->lines.line[strspn(r->lines.line, " \t")]) {
            complain_at(&r->lines, r->lines.line,
                        "found a line below the picture, expected %u rows", r->into->height);
            return;
        }
}

void fixture_read_picture(fixture_reader *r) {
    scene *s = r->into;
    s->cells = checked_calloc((size_t)s->width * s->height, 1);
    for (uint32_t y = 0; y < s->height; y++) {
        if (!next_line(&r->lines)) {
            complain(r->lines.to, r->lines.file, r->lines.number + 1, 1,
                     "found the end of the file after %u rows, expected %u", y, s->height);
            return;
        }
        read_row(r, y);
    }
    expect_end_of_file(r);
}
