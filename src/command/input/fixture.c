/* The format, in the order of the file:
 *
 *   type octile / height H / width W      as in Moving AI maps
 *   # a comment                           also behind others; from here on optional, in any order
 *   cell SIZE                             cell size in u (1)
 *   seconds S                             time limit
 *   pathfinder none                       units go in a straight line or by `via`
 *   profile NAME [like=OTHER] KEY=VALUE...
 *   group LETTER [profile=NAME] [AIM] [via=X,Y;X,Y] [start=S] [dies=S|caught] [team=N]
 *   unit LETTER X,Y [dies=S|caught]       one more of that group, at exactly this point
 *   edit at=S cells=X,Y,W,H class=NAME
 *   expect METRIC =|<=|>= NUMBER
 *   map                                   then H rows of W characters
 *
 * A group has one AIM, which its units get as their order at `start`:
 *
 *   goal=X,Y  move=DX,DY                  go there, or so far from where each stands, by `via`
 *   stand                                 no order at all; the same as no aim
 *   hold                                  stand and make room for nobody
 *   patrol=X,Y;X,Y                        round and round; with one point, to and fro
 *   pursue=LETTER                         the nearest living unit of that group, which may
 *   follow=LETTER                         stand below; when that one is gone, again the nearest
 *   evade=LETTER
 *   flee=X,Y                              away from the point
 *   wander=X,Y,R                          about in a disc
 *
 * At `dies` the units of the group are destroyed; with dies=caught each when a hunter touches it.
 *
 * Coordinates are in cells. Letters in the picture that are no map characters (. G @ O T S W) place
 * a unit of their group in the middle of the cell, on ground. */
#include "fixture.h"

#include "groups.h"
#include "metrics/outcome.h"
#include "parameters.h"
#include "support/checked_memory.h"
#include "text.h"

#include <ctype.h>
#include <math.h>
#include <stb_ds.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST_FILE = 1 << 28, SHOWN = 40 }; /* bytes, characters of a quotation */

typedef struct reader {
    lines lines;
    scene *into;
    groups groups;
    uint32_t seen;     /* keys of a single value that were given, by their number */
    bool default_read; /* the profile of that name */
} reader;

/* Keys of a single value. */
static const char *const SINGLE[] = {"type", "height", "width", "cell", "seconds", "pathfinder"};

enum { TYPE, HEIGHT, WIDTH, CELL, SECONDS, PATHFINDER, SINGLE_COUNT };

static bool is_given(const reader *r, int single) {
    return r->seen >> single & 1u;
}

/* ---- header lines ---- */

static void read_size(reader *r, word value, uint32_t *size) {
    double number;
    char what[64];
    snprintf(what, sizeof what, "a whole number from 1 to %d", SIDLE_MAX_CELLS);
    if (!number_of(value, 1, SIDLE_MAX_CELLS, &number) || number != floor(number))
        found_expected(&r->lines, value, what);
    else
        *size = (uint32_t)number;
}

static void read_type(reader *r, word value) {
    if (!word_is(value, "octile")) found_expected(&r->lines, value, "octile");
}

static void read_amount(reader *r, word value, double low, double high, float *amount) {
    double number;
    char what[64];
    snprintf(what, sizeof what, "a number from %g to %g", low, high);
    if (number_of(value, low, high, &number))
        *amount = (float)number;
    else
        found_expected(&r->lines, value, what);
}

/* ---- profiles ---- */

static int profile_named(const reader *r, word name) {
    int found = scene_profile_find(r->into, name.at, name.length);
    if (found < 0) found_expected(&r->lines, name, "the name of a profile that stands above");
    return found;
}

static void set_parameter(reader *r, int profile, word w) {
    char key[64], value[128];
    const char *equals = memchr(w.at, '=', w.length);
    if (!equals || w.length >= sizeof value) {
        found_expected(&r->lines, w, "KEY=VALUE");
        return;
    }
    snprintf(key, sizeof key, "%.*s", (int)(equals - w.at), w.at);
    snprintf(value, sizeof value, "%.*s", (int)(w.length - (size_t)(equals - w.at) - 1),
             equals + 1);
    place at = {r->lines.file, r->lines.number, column_of(&r->lines, equals + 1),
                column_of(&r->lines, w.at)};
    params_set(&r->into->profiles[profile].values, key, value, at, r->lines.to);
}

/* Index of the profile that the line is about; -1 after a complaint. */
static int begin_profile(reader *r, word name) {
    int profile = scene_profile_find(r->into, name.at, name.length);
    bool taken = profile > 0 || (profile == 0 && r->default_read);
    if (taken) {
        found_expected(&r->lines, name, "a name that is not taken");
        return -1;
    }
    if (profile == 0) r->default_read = true;
    if (profile < 0) profile = scene_profile_add(r->into, name.at, name.length);
    if (profile < 0)
        complain_at(&r->lines, name.at, "found one profile more, expected at most %d",
                    SIDLE_MAX_PROFILES);
    return profile;
}

static void copy_profile(reader *r, int profile, word other) {
    int from = profile_named(r, other);
    if (from == profile)
        found_expected(&r->lines, other, "the name of another profile");
    else if (from >= 0)
        r->into->profiles[profile].values = r->into->profiles[from].values;
}

/* Was this key given to the left of here? Words of the line follow each other from *at on. */
static bool stands_before(const char *at, word key) {
    size_t length = strcspn(key.at, "= \t") + 1; /* with the '=' */
    word w;
    while (next_word(&at, &w) && w.at < key.at)
        if (w.length >= length && !memcmp(w.at, key.at, length)) return true;
    return false;
}

static void read_profile(reader *r, const char *at) {
    word name, w, other;
    if (!next_word(&at, &name) || memchr(name.at, '=', name.length)) {
        found_expected(&r->lines, name, "a profile's name");
        return;
    }
    int profile = begin_profile(r, name);
    if (profile < 0) return;
    const char *settings = at;
    for (bool first = true; next_word(&at, &w); first = false) {
        if (stands_before(settings, w))
            found_again(&r->lines, w);
        else if (!value_of(w, "like", &other))
            set_parameter(r, profile, w);
        else if (first)
            copy_profile(r, profile, other);
        else
            found_expected(&r->lines, w, "like= before all other keys");
    }
    params_fit(&r->into->profiles[profile], (place){r->lines.file, r->lines.number, 1, 1},
               r->lines.to);
}

/* ---- edits and expectations ---- */

/* True when the rectangle lies on the map; the sizes must be known by now. */
static bool read_cells(reader *r, word value, scene_edit *e) {
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

/* Reads one word of an edit; returns its bit, 0 when it is wrong. */
static unsigned read_edit_key(reader *r, scene_edit *e, word w) {
    word value;
    double time;
    if (value_of(w, "at", &value)) {
        if (number_of(value, 0, 1e6, &time)) {
            e->time = (float)time;
            return 1;
        }
        found_expected(&r->lines, value, "a time in seconds, 0 or more");
    } else if (value_of(w, "cells", &value)) {
        if (read_cells(r, value, e)) return 2;
    } else if (value_of(w, "class", &value)) {
        int class = terrain_named(value.at, value.length);
        e->terrain = (sidle_terrain)(class < 0 ? SIDLE_GROUND : class);
        if (class >= 0) return 4;
        found_expected(&r->lines, value, "ground, swamp, water, trees or void");
    } else
        found_expected(&r->lines, w, "at=, cells= or class=");
    return 0;
}

/* Behind all that are no later, so that edits of the same time keep the file's order. */
static void insert_edit(scene *s, scene_edit e) {
    size_t slot = arrlenu(s->edits);
    while (slot > 0 && s->edits[slot - 1].time > e.time) slot--;
    arrput(s->edits, e);
    size_t later = arrlenu(s->edits) - 1 - slot;
    memmove(s->edits + slot + 1, s->edits + slot, later * sizeof *s->edits);
    s->edits[slot] = e;
}

static void read_edit(reader *r, const char *at) {
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
    if (known == 7)
        insert_edit(r->into, e);
    else
        complain_at(&r->lines, r->lines.line,
                    "found an incomplete edit, expected at=S cells=X,Y,W,H class=NAME");
}

static bool read_relation(reader *r, word relation, expect_relation *into) {
    static const char *const WORDS[] = {"=", "<=", ">="};
    for (int k = EXPECT_EQUAL; k <= EXPECT_AT_LEAST; k++)
        if (word_is(relation, WORDS[k])) {
            *into = (expect_relation)k;
            return true;
        }
    found_expected(&r->lines, relation, "METRIC =|<=|>= NUMBER");
    return false;
}

static void unknown_figure(const reader *r, word metric, const char *name) {
    const char *near = outcome_nearest(name);
    complain_at(&r->lines, metric.at, "found '%.*s', expected a figure of the JSON%s%s%s", SHOWN,
                name, near ? "; did you mean '" : " (`sidle run --help` lists them)",
                near ? near : "", near ? "'?" : "");
}

/* One bound of a kind for a figure. */
static bool is_bounded(const scene *s, const scene_expect *e) {
    for (size_t k = 0; k < arrlenu(s->expects); k++)
        if (s->expects[k].relation == e->relation && !strcmp(s->expects[k].metric, e->metric))
            return true;
    return false;
}

static void keep_expect(reader *r, scene_expect e, word metric) {
    outcome none = {0};
    double value;
    e.metric = checked_strndup(metric.at, metric.length);
    if (!outcome_value(&none, e.metric, &value))
        unknown_figure(r, metric, e.metric);
    else if (is_bounded(r->into, &e))
        found_again(&r->lines, metric);
    arrput(r->into->expects, e);
}

static void read_expect(reader *r, const char *at) {
    word metric, relation, bound;
    scene_expect e = {.line = r->lines.number};
    next_word(&at, &metric);
    next_word(&at, &relation);
    next_word(&at, &bound);
    if (!read_relation(r, relation, &e.relation)) return;
    if (!number_of(bound, -1e12, 1e12, &e.bound)) {
        found_expected(&r->lines, bound, "a number");
        return;
    }
    expect_end(&r->lines, at);
    keep_expect(r, e, metric);
}

static void read_pathfinder(reader *r, word value) {
    if (!word_is(value, "none") && !word_is(value, "any"))
        found_expected(&r->lines, value, "none or any");
    r->into->open = word_is(value, "none");
}

static int single_named(word key) {
    int single = 0;
    while (single < SINGLE_COUNT && !word_is(key, SINGLE[single])) single++;
    return single;
}

static void read_single_value(reader *r, int single, word value) {
    switch (single) {
    case TYPE: read_type(r, value); break;
    case HEIGHT: read_size(r, value, &r->into->height); break;
    case WIDTH: read_size(r, value, &r->into->width); break;
    case CELL: read_amount(r, value, 0.01, 100, &r->into->cell_size); break;
    case SECONDS: read_amount(r, value, 0.001, 1e6, &r->into->seconds); break;
    default: read_pathfinder(r, value); break;
    }
}

/* A line of a key and one value; false when the key is another. */
static bool read_single(reader *r, word key, const char *at) {
    int single = single_named(key);
    word value;
    if (single == SINGLE_COUNT) return false;
    next_word(&at, &value);
    if (given_once(&r->lines, key, single, &r->seen)) read_single_value(r, single, value);
    expect_end(&r->lines, at);
    return true;
}

/* One line before `map`. */
static void read_header_line(reader *r, word key, const char *at) {
    if (!is_given(r, TYPE) && !word_is(key, "type"))
        found_expected(&r->lines, key, "'type octile' in the first line");
    else if (read_single(r, key, at))
        return;
    else if (word_is(key, "profile"))
        read_profile(r, at);
    else if (word_is(key, "group"))
        groups_read(&r->groups, at);
    else if (word_is(key, "unit"))
        groups_read_unit(&r->groups, at);
    else if (word_is(key, "edit"))
        read_edit(r, at);
    else if (word_is(key, "expect"))
        read_expect(r, at);
    else
        found_expected(&r->lines, key,
                       "type, height, width, cell, seconds, pathfinder, profile, group, "
                       "unit, edit, expect or map");
}

/* Reads up to and including `map`; false when it does not come. */
static bool read_header(reader *r) {
    while (next_line(&r->lines)) {
        const char *at = r->lines.line;
        word key;
        if (!next_word(&at, &key)) continue;
        if (word_is(key, "map")) {
            if (!is_given(r, TYPE) || !is_given(r, WIDTH) || !is_given(r, HEIGHT))
                found_expected(&r->lines, key, "'type octile', 'height H' and 'width W' before it");
            expect_end(&r->lines, at);
            return r->into->width && r->into->height;
        }
        read_header_line(r, key, at);
        if (!is_given(r, TYPE)) return false; /* not a map at all */
    }
    complain(r->lines.to, r->lines.file, r->lines.number + 1, 1,
             "found the end of the file, expected 'map'");
    return false;
}

/* ---- the picture ---- */

static int class_of(char c) {
    switch (c) {
    case '.':
    case 'G': return SIDLE_GROUND;
    case 'S': return SIDLE_SWAMP;
    case 'W': return SIDLE_WATER;
    case 'T': return SIDLE_TREES;
    case '@':
    case 'O': return SIDLE_VOID;
    default: return -1;
    }
}

static void read_cell(reader *r, uint32_t x, uint32_t y) {
    scene *s = r->into;
    char c = r->lines.line[x];
    int class = class_of(c);
    s->cells[(size_t)y * s->width + x] = (uint8_t)(class < 0 ? SIDLE_GROUND : class);
    if (class >= 0) return;
    if (groups_place(&r->groups, c, x, y)) return;
    if (isprint((unsigned char)c))
        complain_at(&r->lines, r->lines.line + x,
                    "found '%c', expected . G @ O T S W or a group's letter", c);
    else
        complain_at(&r->lines, r->lines.line + x, "found the byte 0x%02x, expected . G @ O T S W",
                    (unsigned char)c);
}

static void read_row(reader *r, uint32_t y) {
    scene *s = r->into;
    size_t length = strlen(r->lines.line);
    if (length != s->width) {
        complain(r->lines.to, r->lines.file, r->lines.number, (int)length + 1,
                 "found a row of %zu characters, expected %u", length, s->width);
        if (length > s->width) length = s->width;
    }
    for (uint32_t x = 0; x < length; x++) read_cell(r, x, y);
}

static void read_picture(reader *r) {
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
    while (next_line(&r->lines))
        if (r->lines.line[strspn(r->lines.line, " \t")]) {
            complain_at(&r->lines, r->lines.line,
                        "found a line below the picture, expected %u rows", s->height);
            return;
        }
}

/* ---- the whole ---- */

bool fixture_read(const char *file, scene *into, complaints *to) {
    reader r = {.lines = {.file = file, .to = to}, .into = into};
    int before = to->count;
    char *text = text_of(file, to);
    if (!text) return false;
    r.lines.next = text;
    r.groups = (groups){.from = &r.lines, .into = into};
    if (!*text)
        complain(to, file, 1, 1, "found an empty file, expected 'type octile'");
    else if (read_header(&r)) {
        read_picture(&r);
        groups_finish(&r.groups);
    }
    groups_free(&r.groups);
    free(text);
    return to->count == before;
}
