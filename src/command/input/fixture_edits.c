/* The `edit` lines of a fixture: rectangles of cells that change their class during the run. */
#include "fixture_reader.h"
#include "scenes/terrain_names.h"

#include <math.h>
#include <stb_ds.h>

static void take_time(fixture_reader *r, void *of, word value) {
    fixture_take_time(r, value, 0, "a time in seconds, 0 or more", &((scene_edit *)of)->time);
}

/* The rectangle lies on the map, whose size is known by now. */
static void take_cells(fixture_reader *r, void *of, word value) {
    const scene *s = r->into;
    scene_edit *e = of;
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
}

static void take_class(fixture_reader *r, void *of, word value) {
    int class = terrain_named(value.at, value.length);
    if (class >= 0)
        ((scene_edit *)of)->terrain = (sidle_terrain) class;
    else
        found_expected_of(&r->lines, value, "ground, swamp, water, trees or void",
                          NAMES_OF(terrain_names(), SIDLE_TERRAIN_COUNT));
}

static const fixture_key ROWS[] = {
    {"at", "S", "when, s", "edit at=1 cells=13,0,2,3 class=void", take_time, FIXTURE_NO_AIM},
    {"cells", "X,Y,W,H", "a rectangle: its upper left cell and its size",
     "edit at=0 cells=10,0,2,3 class=ground", take_cells, FIXTURE_NO_AIM},
    {"class", "NAME",
     "the terrain that they become: ground, swamp, "
     "water, trees or void",
     "edit at=1 cells=13,0,2,5 class=swamp", take_class, FIXTURE_NO_AIM},
};

const fixture_keys FIXTURE_EDIT = {
    "edit", "at=S cells=X,Y,W,H class=NAME",
    "Cells that change their class during the run, such as a gate that opens. Cells that become "
    "impassable wait until no unit stands there, and so do the edits after them; the summary of "
    "the run says how late the last of them came. `height` and `width` stand above it.",
    ROWS, sizeof ROWS / sizeof *ROWS};

/* Keeps the edits in order of time; those of the same time stay in the order of the file. */
static void insert_edit(scene *s, scene_edit e) {
    arrput(s->edits, e);
    for (size_t k = arrlenu(s->edits) - 1; k > 0 && s->edits[k - 1].time > e.time; k--) {
        s->edits[k] = s->edits[k - 1];
        s->edits[k - 1] = e;
    }
}

void fixture_read_edit(fixture_reader *r, const char *at) {
    scene_edit e = {0};
    int before = r->lines.to->count;
    if (!r->into->width || !r->into->height) {
        complain_at(&r->lines, r->lines.line,
                    "found an edit, expected 'height H' and 'width W' above it");
        return;
    }
    uint32_t seen = fixture_read_keys(r, &FIXTURE_EDIT, &e, NULL, at);
    if (r->lines.to->count > before) return;
    if (seen == (1u << FIXTURE_EDIT.count) - 1)
        insert_edit(r->into, e);
    else
        complain_at(&r->lines, r->lines.line, "found an incomplete edit, expected %s",
                    FIXTURE_EDIT.form);
}
