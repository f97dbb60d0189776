/* Reads a fixture: a map of the Moving AI format with further lines before the picture. The format,
 * in the order of the file:
 *
 *   type octile / height H / width W      as in Moving AI maps
 *   # a comment                           also behind other lines
 *
 * These lines are optional and come in any order:
 *
 *   cell SIZE                             cell size in u (1)
 *   seconds S                             time limit
 *   hz N                                  ticks per second (30)
 *   pathfinder none                       units go in straight lines or by `via`
 *   pathfinder congestion                 they are led round jams, as with --congestion
 *   profile NAME [like=OTHER] KEY=VALUE...
 *   group LETTER [profile=NAME] [AIM] [via=X,Y;X,Y] [start=S] [dies=S|caught] [team=N]
 *         [formation=SHAPE,COLUMNS,GAP] [facing=X,Y]
 *   unit LETTER X,Y [goal=X,Y] [dies=S|caught] [unloads=S]
 *                                         one more unit of that group, at exactly this point
 *   order at=S unit=N goal=X,Y|stop       another order for unit N of the scene, counted from 1
 *   edit at=S cells=X,Y,W,H class=NAME
 *   expect METRIC =|<=|>= NUMBER
 *   map                                   then H rows of W characters
 *
 * A group has one AIM: the order that its units get at the time `start`:
 *
 *   goal=X,Y  move=DX,DY                  go to a point, or so far from the start, by `via`
 *   stand                                 no order; the same as no aim
 *   hold                                  stand and make room for no unit
 *   patrol=X,Y;X,Y                        from point to point for ever; one point: to and fro
 *   pursue=LETTER                         the nearest living unit of that group, which may stand
 *   follow=LETTER                         below in the file; when it is gone, the next nearest
 *   evade=LETTER
 *   flee=X,Y                              away from the point
 *   wander=X,Y,R                          about in a disc
 *   approach=LETTER,R  approach=X,Y,R     to within R of such a unit, or of the point
 *   with=LETTER                           in the formation of a group above, by its order
 *
 * * With a formation, `goal`, `patrol` and `approach` are one order for all units of the group:
 * SHAPE is box, line, column, wedge, disc or standing; COLUMNS (0: its own) units abreast, GAP
 * cells between them (0.5), both may be left out. It faces `facing` at the goal, or along its way.
 *
 * At the time `dies` the units of the groupare destroyed; with dies=caught each unit is destroyed
 * when a hunter touches it.
 * A unit with `unloads` is stowed until then, and comes out at its point whoever stands there.
 *
 * Coordinates are in cells. A letter in the picture that is no map character (. G @ O T S W) places
 * a unit of its group in the middle of its cell, on ground. */
#include "fixture.h"

#include "fixture_reader.h"
#include "text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Keys of a single value. */
static const char *const SINGLE[] = {"type",    "height",     "width", "cell",
                                     "seconds", "pathfinder", "hz"};

enum { TYPE, HEIGHT, WIDTH, CELL, SECONDS, PATHFINDER, HZ, SINGLE_COUNT };

/* ---- keys of a single value ---- */

static bool is_given(const fixture_reader *r, int single) {
    return r->seen >> single & 1u;
}

static void read_size(fixture_reader *r, word value, uint32_t *size) {
    double number;
    char what[64];
    snprintf(what, sizeof what, "a whole number from 1 to %d", SIDLE_MAX_CELLS);
    if (!number_of(value, 1, SIDLE_MAX_CELLS, &number) || number != floor(number))
        found_expected(&r->lines, value, what);
    else
        *size = (uint32_t)number;
}

static void read_type(fixture_reader *r, word value) {
    if (!word_is(value, "octile")) found_expected(&r->lines, value, "octile");
}

static void read_amount(fixture_reader *r, word value, double low, double high, float *amount) {
    double number;
    char what[64];
    snprintf(what, sizeof what, "a number from %g to %g", low, high);
    if (number_of(value, low, high, &number))
        *amount = (float)number;
    else
        found_expected(&r->lines, value, what);
}

static void read_pathfinder(fixture_reader *r, word value) {
    if (!word_is(value, "none") && !word_is(value, "any") && !word_is(value, "congestion"))
        found_expected(&r->lines, value, "none, any or congestion");
    r->into->straight = word_is(value, "none");
    r->into->congestion = word_is(value, "congestion");
}

static int single_named(word key) {
    int single = 0;
    while (single < SINGLE_COUNT && !word_is(key, SINGLE[single])) single++;
    return single;
}

static void read_single_value(fixture_reader *r, int single, word value) {
    switch (single) {
    case TYPE: read_type(r, value); break;
    case HEIGHT: read_size(r, value, &r->into->height); break;
    case WIDTH: read_size(r, value, &r->into->width); break;
    case CELL:
        read_amount(r, value, (double)SIDLE_MIN_CELL, (double)SIDLE_MAX_CELL, &r->into->cell_size);
        break;
    case SECONDS: read_amount(r, value, 0.001, 1e6, &r->into->seconds); break;
    case HZ: read_amount(r, value, 4, 1000, &r->into->hz); break;
    default: read_pathfinder(r, value); break;
    }
}

/* A line of a key and one value; false when the key takes more. */
static bool read_single(fixture_reader *r, word key, const char *at) {
    int single = single_named(key);
    word value;
    if (single == SINGLE_COUNT) return false;
    next_word(&at, &value);
    if (given_once(&r->lines, key, single, &r->seen)) read_single_value(r, single, value);
    expect_end(&r->lines, at);
    return true;
}

/* ---- the lines above the picture ---- */

/* The first words of these lines, for suggestions. */
static const char *const HEADS[] = {"type",       "height",  "width", "cell", "seconds",
                                    "pathfinder", "profile", "group", "unit", "edit",
                                    "expect",     "map",     "hz",    "order"};

/* One line above `map`. */
static void read_header_line(fixture_reader *r, word key, const char *at) {
    if (!is_given(r, TYPE) && !word_is(key, "type"))
        found_expected(&r->lines, key, "'type octile' in the first line");
    else if (read_single(r, key, at))
        return;
    else if (word_is(key, "profile"))
        fixture_read_profile(r, at);
    else if (word_is(key, "group"))
        groups_read(&r->groups, at);
    else if (word_is(key, "unit"))
        groups_read_unit(&r->groups, at);
    else if (word_is(key, "edit"))
        fixture_read_edit(r, at);
    else if (word_is(key, "order"))
        fixture_read_order(r, at);
    else if (word_is(key, "expect"))
        fixture_read_expect(r, at);
    else
        found_expected_of(&r->lines, key,
                          "type, height, width, cell, seconds, hz, pathfinder, profile, group, "
                          "unit, order, edit, expect or map",
                          HEADS, sizeof HEADS / sizeof *HEADS);
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
