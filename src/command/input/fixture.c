/* Reads a fixture: a map of the Moving AI format with further lines before the picture. The tables
 * of fixture_keys.h are its format; `sidle help map` prints them. */
#include "fixture.h"

#include "fixture_reader.h"
#include "terminal/text.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>

/* Lines, by their number in LINES. */
enum {
    TYPE,
    HEIGHT,
    WIDTH,
    CELL,
    SECONDS,
    HZ,
    PATHFINDER,
    PROFILE,
    GROUP,
    UNIT,
    ORDER,
    EDIT,
    EXPECT
};

/* ---- words ---- */

static void take_type(fixture_reader *r, void *into, word value) {
    (void)into;
    if (!word_is(value, "octile")) found_expected(&r->lines, value, "octile");
}

static void take_pathfinder(fixture_reader *r, void *into, word value) {
    scene *s = into;
    if (!word_is(value, "none") && !word_is(value, "any") && !word_is(value, "congestion"))
        found_expected(&r->lines, value, "none, any or congestion");
    s->straight = word_is(value, "none");
    s->congestion = word_is(value, "congestion");
}

/* ---- the lines above the picture ---- */

static const fixture_key LINES[] = {
    [TYPE] = {"type", "octile", "the first line of every map", "type octile", take_type,
              FIXTURE_NO_AIM},
    [HEIGHT] = {"height", "H", "rows of the picture, 1 to 8192", "height 5", NULL, FIXTURE_NO_AIM},
    [WIDTH] = {"width", "W", "characters of a row, 1 to 8192", "width 24", NULL, FIXTURE_NO_AIM},
    [CELL] = {"cell", "SIZE", "size of a cell, u (default 1)", "cell 2", NULL, FIXTURE_NO_AIM},
    [SECONDS] = {"seconds", "S", "time limit of a run, s", "seconds 3", NULL, FIXTURE_NO_AIM},
    [HZ] = {"hz", "N", "ticks in a second, 4 to 1000 (default 30)", "hz 60", NULL, FIXTURE_NO_AIM},
    [PATHFINDER] =
        {"pathfinder", "none|any|congestion",
         "none: units go straight or by `via`; congestion: round jams, as with --congestion; any "
         "(default): as the command says",
         "pathfinder none", take_pathfinder, FIXTURE_NO_AIM},
    [PROFILE] = {"profile", "NAME [like=OTHER] KEY=VALUE...",
                 "a kind of unit: what differs from the default, or from another profile above; "
                 "`sidle params` lists the keys",
                 "profile slow top_speed=1\nprofile heavy like=slow radius=0.8\n"
                 "group a profile=heavy move=16,0",
                 NULL, FIXTURE_NO_AIM},
    [GROUP] = {"group", "LETTER [KEYS]", "units with one order; its keys stand below",
               "group a goal=20,2", NULL, FIXTURE_NO_AIM},
    [UNIT] = {"unit", "LETTER X,Y [KEYS]", "one more unit of a group above, at exactly this point",
              "unit a 4.5,1.2", NULL, FIXTURE_NO_AIM},
    [ORDER] = {"order", "at=S unit=N goal=X,Y or stop",
               "a later order for a unit: to go to a point, or to stop",
               "order at=1 unit=1 goal=4,4\norder at=2 unit=1 stop", NULL, FIXTURE_NO_AIM},
    [EDIT] = {"edit", "at=S cells=X,Y,W,H class=NAME",
              "cells that change during the run, such as a gate that opens",
              "edit at=1 cells=13,0,2,3 class=void", NULL, FIXTURE_NO_AIM},
    [EXPECT] = {"expect", "FIGURE =|<=|>= NUMBER",
                "what must come of a run: `sidle check --run` fails otherwise; `sidle run --help` "
                "lists the figures",
                "expect overlap <= 0.2", NULL, FIXTURE_NO_AIM},
    {"map", NULL, "the end of these lines; the rows of the picture follow", "map", NULL,
     FIXTURE_NO_AIM},
};

/* The lines whose value is a number: the field of the scene, a float or, if whole, a uint32_t. */
typedef struct number_line {
    size_t offset;
    double low, high;
    bool whole;
} number_line;

static const number_line NUMBERS[] = {
    [HEIGHT] = {offsetof(scene, height), 1, SIDLE_MAX_CELLS, true},
    [WIDTH] = {offsetof(scene, width), 1, SIDLE_MAX_CELLS, true},
    [CELL] = {offsetof(scene, cell_size), SIDLE_MIN_CELL, SIDLE_MAX_CELL, false},
    [SECONDS] = {offsetof(scene, seconds), 0.001, 1e6, false},
    [HZ] = {offsetof(scene, hz), 4, 1000, false},
};

/* The lines that have more than one value. */
static void (*const READ_LINE[])(fixture_reader *r, const char *at) = {
    [PROFILE] = fixture_read_profile, [GROUP] = fixture_read_group, [UNIT] = fixture_read_unit,
    [ORDER] = fixture_read_order,     [EDIT] = fixture_read_edit,   [EXPECT] = fixture_read_expect,
};

const fixture_keys FIXTURE_LINES = {
    "", "",
    "`type` comes first and `map` last. A `profile` stands above the groups that name it, a "
    "`group` above its `unit` lines and above groups `with` it, `height` and `width` above "
    "`edit`. `#` begins a comment.",
    LINES, sizeof LINES / sizeof *LINES};

const char *const FIXTURE_EXAMPLE[] = {"type octile",       "height 5",      "width 24",
                                       "group a move=18,0", "group b stand", NULL};
const char FIXTURE_EXAMPLE_PICTURE[] = "map\n"
                                       "........................\n"
                                       "..a.......@@.....b......\n"
                                       "..a.......@@............\n"
                                       "..a.....................\n"
                                       "........................\n";

static bool is_given(const fixture_reader *r, int line) {
    return r->seen >> line & 1u;
}

static void take_number(fixture_reader *r, const number_line *n, word value) {
    double number;
    char what[64];
    void *field = (char *)r->into + n->offset;
    snprintf(what, sizeof what, "a %snumber from %g to %g", n->whole ? "whole " : "", n->low,
             n->high);
    if (!number_of(value, n->low, n->high, &number) || (n->whole && number != floor(number)))
        found_expected(&r->lines, value, what);
    else if (n->whole)
        *(uint32_t *)field = (uint32_t)number;
    else
        *(float *)field = (float)number;
}

static void read_value(fixture_reader *r, int line, word key, const char *at) {
    word value;
    next_word(&at, &value);
    bool first = given_once(&r->lines, key, line, &r->seen);
    if (first && LINES[line].take) LINES[line].take(r, r->into, value);
    if (first && !LINES[line].take) take_number(r, &NUMBERS[line], value);
    expect_end(&r->lines, at);
}

/* One line above `map`. */
static void read_header_line(fixture_reader *r, word key, const char *at) {
    size_t k = 0;
    while (k < FIXTURE_LINES.count && !word_is(key, LINES[k].name)) k++;
    if (!is_given(r, TYPE) && k != TYPE)
        found_expected(&r->lines, key, "'type octile' in the first line");
    else if (k == FIXTURE_LINES.count)
        fixture_no_such_key(&r->lines, &FIXTURE_LINES, key, "");
    else if (READ_LINE[k])
        READ_LINE[k](r, at);
    else
        read_value(r, (int)k, key, at);
}

/* The library refuses a world beyond this; only the reader knows the line. */
static void check_extent(const fixture_reader *r) {
    uint32_t cells = r->into->width > r->into->height ? r->into->width : r->into->height;
    double extent = (double)cells * (double)r->into->cell_size;
    if (extent <= (double)SIDLE_MAX_EXTENT) return;
    complain(r->lines.to, r->lines.file, r->lines.number, 1,
             "found a map of %.10g u (%u cells of %g u), expected at most %.10g u", extent, cells,
             (double)r->into->cell_size, (double)SIDLE_MAX_EXTENT);
}

/* Reads up to and including `map`; false when the picture cannot be read. */
static bool read_header(fixture_reader *r) {
    while (next_line(&r->lines)) {
        const char *at = r->lines.line;
        word key;
        if (!next_word(&at, &key)) continue;
        if (word_is(key, "map")) {
            if (!is_given(r, TYPE) || !is_given(r, WIDTH) || !is_given(r, HEIGHT))
                found_expected(&r->lines, key, "'type octile', 'height H' and 'width W' before it");
            expect_end(&r->lines, at);
            check_extent(r);
            return r->into->width && r->into->height;
        }
        read_header_line(r, key, at);
        if (!is_given(r, TYPE)) return false; /* not a map at all */
    }
    complain(r->lines.to, r->lines.file, r->lines.number + 1, 1,
             "found the end of the file, expected 'map'");
    return false;
}

/* ---- the whole file ---- */

bool fixture_read_text(const char *file, char *text, scene *into, complaints *to) {
    fixture_reader r = {.lines = {.file = file, .to = to}, .into = into};
    int before = to->count;
    r.lines.next = text;
    r.groups = (groups){.from = &r.lines, .into = into};
    if (!*text)
        complain(to, file, 1, 1, "found an empty file, expected 'type octile'");
    else if (read_header(&r)) {
        fixture_read_picture(&r);
        groups_finish(&r.groups);
        fixture_check_orders(&r);
    }
    groups_free(&r.groups);
    return to->count == before;
}

bool fixture_read(const char *file, scene *into, complaints *to) {
    char *text = text_of(file, to);
    bool good = text && fixture_read_text(file, text, into, to);
    free(text);
    return good;
}
