/* The `edit` lines of a fixture: rectangles of cells that change their class during the run. */
#include "fixture_reader.h"
#include "parameters.h"

#include <math.h>
#include <stb_ds.h>
#include <string.h>

/* True when the rectangle lies on the map; the sizes must be known by now. */
static bool read_cells(fixture_reader *r, word value, scene_edit *e) {
    const scene *s = r->into;
    double v[4];
    char what[80];
    bool good = numbers_of(value, 4, v);
    for (int k = 0; good && k < 4; k++) good = v[k] == floor(v[k]) && v[k] >= (k < 2 ? 0 : 1);
    good = good && v[0] + v[2] <= s->width && v[1] + v[3] <= s->height;
    if (good) {
        e->x = (uint32_t)v[0];
        e->y = (uint32_t)v[1];
        e->width = (uint32_t)v[2];
        e->height = (uint32_t)v[3];
    } else {
        snprintf(what, sizeof what, "whole cells X,Y,W,H inside %u x %u cells", s->width,
                 s->height);
        found_expected(&r->lines, value, what);
    }
    return good;
}

/* The keys of an edit, as bits: all are needed. */
enum { EDIT_AT = 1, EDIT_CELLS = 2, EDIT_CLASS = 4, EDIT_ALL = 7 };

static const char *const KEYS[] = {"at", "cells", "class"};

/* Reads one word of an edit; returns the bit of its key, 0 when it is wrong. */
static unsigned read_edit_key(fixture_reader *r, scene_edit *e, word w) {
    word value;
    double time;
    if (value_of(w, "at", &value)) {
        if (number_of(value, 0, 1e6, &time)) {
            e->time = (float)time;
            return EDIT_AT;
        }
        found_expected(&r->lines, value, "a time in seconds, 0 or more");
    } else if (value_of(w, "cells", &value)) {
        if (read_cells(r, value, e)) return EDIT_CELLS;
    } else if (value_of(w, "class", &value)) {
        int class = terrain_named(value.at, value.length);
        e->terrain = (sidle_terrain)(class < 0 ? SIDLE_TERRAIN_GROUND : class);
        if (class >= 0) return EDIT_CLASS;
        found_expected_of(&r->lines, value, "ground, swamp, water, trees or void", terrain_names(),
                          SIDLE_TERRAIN_COUNT);
    } else
        found_expected_of(&r->lines, w, "at=, cells= or class=", KEYS, 3);
    return 0;
}

/* Keeps the edits in order of time; those of the same time stay in the order of the file. */
static void insert_edit(scene *s, scene_edit e) {
    size_t slot = arrlenu(s->edits);
    while (slot > 0 && s->edits[slot - 1].time > e.time) slot--;
    arrput(s->edits, e);
    size_t later = arrlenu(s->edits) - 1 - slot;
    memmove(s->edits + slot + 1, s->edits + slot, later * sizeof *s->edits);
    s->edits[slot] = e;
}

void fixture_read_edit(fixture_reader *r, const char *at) {
    word w;
    scene_edit e = {0};
    unsigned known = 0;
    int before = r->lines.to->count;
    if (!r->into->width || !r->into->height) {
        complain_at(&r->lines, r->lines.line,
                    "found an edit, expected 'height H' and 'width W' above it");
        return;
    }
    while (next_word(&at, &w)) {
        unsigned key = read_edit_key(r, &e, w);
        if (known & key) found_again(&r->lines, w);
        known |= key;
    }
    if (r->lines.to->count > before) return;
    if (known == EDIT_ALL)
        insert_edit(r->into, e);
    else
        complain_at(&r->lines, r->lines.line,
                    "found an incomplete edit, expected at=S cells=X,Y,W,H class=NAME");
}
