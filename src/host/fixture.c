/* The format, in the order of the file:
 *
 *   type octile / height H / width W      as in Moving AI maps
 *   # a comment                           from here on optional, in any order
 *   cell SIZE                             cell size in u (1)
 *   seconds S                             time limit
 *   pathfinder none                       units go in a straight line or by `via`
 *   profile NAME [like=OTHER] KEY=VALUE...
 *   group LETTER [profile=NAME] [goal=X,Y | move=DX,DY | stand] [via=X,Y;X,Y] [start=S] [team=N]
 *   unit LETTER X,Y                       one more of that group, at exactly this point
 *   edit at=S cells=X,Y,W,H class=NAME
 *   expect METRIC =|<=|>= NUMBER
 *   map                                   then H rows of W characters
 *
 * Coordinates are in cells. Letters in the picture that are no map characters (. G @ O T S W) place
 * a unit of their group in the middle of the cell, on ground. */
#include "fixture.h"

#include "params.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stb_ds.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST_FILE = 1 << 28, SHOWN = 40 }; /* bytes, characters of a quotation */

typedef enum group_aim { AIM_STAND, AIM_GOAL, AIM_MOVE } group_aim;

typedef struct group {
    char letter;
    uint32_t profile, team;
    group_aim aim;
    sidle_vec2 to;   /* cells: the goal, or the offset */
    sidle_vec2 *via; /* cells, stb_ds */
    float start;
    int line, to_column, via_column;
} group;

/* A `unit` line waits until the map is read: the cell size may stand below it. */
typedef struct extra_unit {
    char letter;
    sidle_vec2 cells;
    int line, column;
} extra_unit;

typedef struct reader {
    const char *file;
    char *next; /* what is left of the file */
    char *line; /* this line, ended by 0 */
    int number; /* of this line */
    scene *into;
    complaints *to;
    group *groups;      /* stb_ds */
    extra_unit *extras; /* stb_ds */
    bool typed, wide, high;
} reader;

/* ---- the file and its lines ---- */

/* Returns 0, or the errno of what went wrong. */
static int read_bytes(const char *file, char **text, size_t *size) {
    FILE *in = fopen(file, "rb");
    if (!in) return errno;
    int wrong = 0;
    size_t room = 0, got = 1;
    while (got && !wrong) {
        char *more = *size + 1 >= room ? realloc(*text, room = 2 * room + 65536) : *text;
        if (!more) {
            wrong = ENOMEM;
            break;
        }
        *text = more;
        *size += got = fread(more + *size, 1, room - *size - 1, in);
        if (ferror(in)) wrong = errno;
        if (*size > LONGEST_FILE) wrong = EFBIG;
    }
    fclose(in);
    return wrong;
}

char *text_of(const char *file, complaints *to) {
    char *text = NULL;
    size_t size = 0;
    int wrong = read_bytes(file, &text, &size);
    bool binary = !wrong && memchr(text, 0, size);
    if (wrong) complain(to, file, 0, 0, "cannot be read: %s", strerror(wrong));
    if (binary) complain(to, file, 0, 0, "found a byte 0, expected a text file");
    if (wrong || binary) {
        free(text);
        return NULL;
    }
    text[size] = 0;
    /* Some editors mark a file as UTF-8; to us it is white space. */
    if (!strncmp(text, "\xef\xbb\xbf", 3)) memmove(text, text + 3, size - 2);
    return text;
}

char *next_line_of(char **text) {
    char *line = *text, *end = strchr(line, '\n');
    if (!*line) return NULL;
    *text = end ? end + 1 : line + strlen(line);
    if (end) *end = 0;
    size_t length = strlen(line);
    if (length && line[length - 1] == '\r') line[length - 1] = 0;
    return line;
}

/* False at the end of the file. */
static bool next_line(reader *r) {
    char *line = next_line_of(&r->next);
    if (!line) return false;
    r->line = line;
    r->number++;
    return true;
}

static int column_of(const reader *r, const char *at) {
    return (int)(at - r->line) + 1;
}

#define complain_at(r, at, ...)                                                                    \
    complain((r)->to, (r)->file, (r)->number, column_of(r, at), __VA_ARGS__)

/* ---- words and numbers ---- */

typedef struct word {
    const char *at;
    size_t length;
} word;

static bool next_word(const char **at, word *w) {
    *at += strspn(*at, " \t");
    w->at = *at;
    w->length = strcspn(*at, " \t");
    *at += w->length;
    return w->length > 0;
}

static bool is(word w, const char *text) {
    return w.length == strlen(text) && !memcmp(w.at, text, w.length);
}

/* When the word is KEY=VALUE, its value. */
static bool value_of(word w, const char *key, word *value) {
    size_t length = strlen(key);
    if (w.length <= length || memcmp(w.at, key, length) || w.at[length] != '=') return false;
    *value = (word){w.at + length + 1, w.length - length - 1};
    return true;
}

/* One finite number of the word, *end behind it. */
static bool number_at(const char *at, const char *limit, const char **end, double *value) {
    char *stop;
    if (at >= limit || isspace((unsigned char)*at)) return false;
    *value = strtod(at, &stop);
    *end = stop;
    return stop != at && stop <= limit && isfinite(*value);
}

static bool number_of(word w, double low, double high, double *value) {
    const char *end;
    return number_at(w.at, w.at + w.length, &end, value) && end == w.at + w.length &&
           *value >= low && *value <= high;
}

/* N numbers with commas between; *end behind the last. */
static bool numbers_at(const char *at, const char *limit, int count, double *values,
                       const char **end) {
    for (int k = 0; k < count; k++) {
        if (k && (at >= limit || *at++ != ',')) return false;
        if (!number_at(at, limit, &at, &values[k])) return false;
    }
    *end = at;
    return true;
}

static bool numbers_of(word w, int count, double *values) {
    const char *end;
    return numbers_at(w.at, w.at + w.length, count, values, &end) && end == w.at + w.length;
}

static void found_expected(const reader *r, word w, const char *what) {
    int shown = w.length < SHOWN ? (int)w.length : SHOWN;
    if (w.length)
        complain_at(r, w.at, "found '%.*s', expected %s", shown, w.at, what);
    else
        complain_at(r, w.at, "found the end of the line, expected %s", what);
}

/* A comment may follow, anything else is a slip. */
static void expect_end(const reader *r, const char *at) {
    word more;
    if (next_word(&at, &more) && *more.at != '#') found_expected(r, more, "the end of the line");
}

/* ---- header lines ---- */

static void read_size(reader *r, word value, uint32_t *size, bool *known) {
    double number;
    char what[64];
    snprintf(what, sizeof what, "a whole number from 1 to %d", SIDLE_MAX_CELLS);
    if (*known)
        complain_at(r, r->line, "found this a second time, expected it once");
    else if (!number_of(value, 1, SIDLE_MAX_CELLS, &number) || number != floor(number))
        found_expected(r, value, what);
    else
        *size = (uint32_t)number;
    *known = true;
}

static void read_type(reader *r, word value) {
    if (!is(value, "octile")) found_expected(r, value, "octile");
    r->typed = true;
}

static void read_amount(reader *r, word value, double low, double high, float *amount) {
    double number;
    char what[64];
    snprintf(what, sizeof what, "a number from %g to %g", low, high);
    if (number_of(value, low, high, &number))
        *amount = (float)number;
    else
        found_expected(r, value, what);
}

/* ---- profiles ---- */

static int profile_named(const reader *r, word name) {
    int found = scene_profile_find(r->into, name.at, name.length);
    if (found < 0) found_expected(r, name, "the name of a profile that stands above");
    return found;
}

static void set_parameter(reader *r, int profile, word w) {
    char key[64], value[128];
    const char *equals = memchr(w.at, '=', w.length);
    if (!equals || w.length >= sizeof value) {
        found_expected(r, w, "KEY=VALUE");
        return;
    }
    snprintf(key, sizeof key, "%.*s", (int)(equals - w.at), w.at);
    snprintf(value, sizeof value, "%.*s", (int)(w.length - (size_t)(equals - w.at) - 1),
             equals + 1);
    place at = {r->file, r->number, column_of(r, equals + 1), column_of(r, w.at)};
    params_set(&r->into->profiles[profile].values, key, value, at, r->to);
}

static void read_profile(reader *r, const char *at) {
    word name, w, other;
    if (!next_word(&at, &name) || memchr(name.at, '=', name.length)) {
        found_expected(r, name, "a profile's name");
        return;
    }
    int profile = scene_profile_find(r->into, name.at, name.length);
    if (profile > 0) {
        found_expected(r, name, "a name that is not taken");
        return;
    }
    if (profile < 0) profile = scene_profile_add(r->into, name.at, name.length);
    for (bool first = true; next_word(&at, &w); first = false) {
        if (first && value_of(w, "like", &other)) {
            int from = profile_named(r, other);
            if (from >= 0) r->into->profiles[profile].values = r->into->profiles[from].values;
        } else
            set_parameter(r, profile, w);
    }
    params_fit(&r->into->profiles[profile], (place){r->file, r->number, 1, 1}, r->to);
}

/* ---- groups, units, edits, expectations ---- */

static bool is_map_character(char c) {
    return c && strchr(".G@OTSW", c) != NULL;
}

static group *group_of(reader *r, char letter) {
    for (size_t k = 0; k < arrlenu(r->groups); k++)
        if (r->groups[k].letter == letter) return &r->groups[k];
    return NULL;
}

static bool read_via(group *g, word value) {
    const char *at = value.at, *limit = value.at + value.length;
    do {
        double pair[2];
        if (!numbers_at(at, limit, 2, pair, &at)) return false;
        sidle_vec2 point = {(float)pair[0], (float)pair[1]};
        arrput(g->via, point);
    } while (at < limit && *at++ == ';');
    return at == limit;
}

static void read_group_key(reader *r, group *g, word w) {
    word value;
    double pair[2], number;
    if (is(w, "stand")) {
        g->aim = AIM_STAND;
    } else if (value_of(w, "profile", &value)) {
        int found = profile_named(r, value);
        if (found >= 0) g->profile = (uint32_t)found;
    } else if (value_of(w, "goal", &value) || value_of(w, "move", &value)) {
        if (!numbers_of(value, 2, pair))
            found_expected(r, value, "two numbers, X,Y");
        else {
            g->aim = w.at[0] == 'g' ? AIM_GOAL : AIM_MOVE;
            g->to = (sidle_vec2){(float)pair[0], (float)pair[1]};
            g->to_column = column_of(r, value.at);
        }
    } else if (value_of(w, "via", &value)) {
        g->via_column = column_of(r, value.at);
        if (!read_via(g, value)) found_expected(r, value, "points, X,Y;X,Y");
    } else if (value_of(w, "start", &value)) {
        if (number_of(value, 0, 1e6, &number))
            g->start = (float)number;
        else
            found_expected(r, value, "a time in seconds, 0 or more");
    } else if (value_of(w, "team", &value)) {
        if (number_of(value, 0, 1e6, &number) && number == floor(number))
            g->team = (uint32_t)number;
        else
            found_expected(r, value, "a whole number, 0 or more");
    } else
        found_expected(r, w, "profile=, goal=, move=, stand, via=, start= or team=");
}

static void read_group(reader *r, const char *at) {
    word letter, w;
    bool good = next_word(&at, &letter) && letter.length == 1 && isalpha((unsigned char)*letter.at);
    if (!good || is_map_character(*letter.at)) {
        found_expected(r, letter, "one letter other than G, O, T, S and W");
        return;
    }
    if (group_of(r, *letter.at)) {
        found_expected(r, letter, "a letter that is not taken");
        return;
    }
    group g = {.letter = *letter.at, .line = r->number};
    while (next_word(&at, &w)) read_group_key(r, &g, w);
    arrput(r->groups, g);
}

/* In cells; also false for what is no number. */
static bool inside(const scene *s, sidle_vec2 p) {
    return p.x >= 0 && p.y >= 0 && p.x <= (float)s->width && p.y <= (float)s->height;
}

static void outside(reader *r, int line, int column, const char *what, sidle_vec2 cells) {
    complain(r->to, r->file, line, column, "found %s at %g,%g, expected it inside %u x %u cells",
             what, (double)cells.x, (double)cells.y, r->into->width, r->into->height);
}

static void place_unit(reader *r, const group *g, sidle_vec2 cells, int line, int column) {
    float size = r->into->cell_size;
    sidle_vec2 position = {cells.x * size, cells.y * size}, goal = g->to;
    if (g->aim == AIM_MOVE) {
        goal = (sidle_vec2){goal.x + cells.x, goal.y + cells.y};
        if (!inside(r->into, goal)) outside(r, line, column, "a unit with its goal", goal);
    }
    scene_unit u = {.position = position,
                    .profile = g->profile,
                    .team = g->team,
                    .mover = g->aim != AIM_STAND,
                    .start = g->start,
                    .goal = {goal.x * size, goal.y * size},
                    .line = line,
                    .column = column};
    for (size_t k = 0; k < arrlenu(g->via); k++) {
        sidle_vec2 point = {g->via[k].x * size, g->via[k].y * size};
        arrput(u.via, point);
    }
    arrput(r->into->units, u);
}

static void read_unit(reader *r, const char *at) {
    word letter, where;
    double pair[2];
    next_word(&at, &letter);
    if (letter.length != 1 || !group_of(r, *letter.at))
        found_expected(r, letter, "the letter of a group that stands above");
    else if (!next_word(&at, &where) || !numbers_of(where, 2, pair))
        found_expected(r, where, "a place in cells, X,Y");
    else {
        expect_end(r, at);
        extra_unit extra = {.letter = *letter.at,
                            .cells = {(float)pair[0], (float)pair[1]},
                            .line = r->number,
                            .column = column_of(r, where.at)};
        arrput(r->extras, extra);
    }
}

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
        found_expected(r, value, what);
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
        found_expected(r, value, "a time in seconds, 0 or more");
    } else if (value_of(w, "cells", &value)) {
        if (read_cells(r, value, e)) return 2;
    } else if (value_of(w, "class", &value)) {
        int class = terrain_named(value.at, value.length);
        e->terrain = (sidle_terrain)(class < 0 ? SIDLE_GROUND : class);
        if (class >= 0) return 4;
        found_expected(r, value, "ground, swamp, water, trees or void");
    } else
        found_expected(r, w, "at=, cells= or class=");
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
    int before = r->to->count;
    if (!r->into->width || !r->into->height) {
        complain_at(r, r->line, "found an edit, expected 'height H' and 'width W' above it");
        return;
    }
    while (next_word(&at, &w)) known |= read_edit_key(r, &e, w);
    if (r->to->count > before) return;
    if (known == 7)
        insert_edit(r->into, e);
    else
        complain_at(r, r->line, "found an incomplete edit, expected at=S cells=X,Y,W,H class=NAME");
}

static void read_expect(reader *r, const char *at) {
    word metric, relation, bound;
    scene_expect e = {.line = r->number};
    next_word(&at, &metric);
    next_word(&at, &relation);
    next_word(&at, &bound);
    if (is(relation, "="))
        e.relation = EXPECT_EQUAL;
    else if (is(relation, "<="))
        e.relation = EXPECT_AT_MOST;
    else if (is(relation, ">="))
        e.relation = EXPECT_AT_LEAST;
    else {
        found_expected(r, relation, "METRIC =|<=|>= NUMBER");
        return;
    }
    if (!number_of(bound, -1e12, 1e12, &e.bound)) {
        found_expected(r, bound, "a number");
        return;
    }
    expect_end(r, at);
    e.metric = strndup(metric.at, metric.length);
    arrput(r->into->expects, e);
}

static void read_pathfinder(reader *r, word value) {
    if (!is(value, "none") && !is(value, "any")) found_expected(r, value, "none or any");
    r->into->open = is(value, "none");
}

/* A line of a key and one value; false when the key is another. */
static bool read_single_value(reader *r, word key, const char *at) {
    word value;
    next_word(&at, &value);
    if (is(key, "type"))
        read_type(r, value);
    else if (is(key, "height"))
        read_size(r, value, &r->into->height, &r->high);
    else if (is(key, "width"))
        read_size(r, value, &r->into->width, &r->wide);
    else if (is(key, "cell"))
        read_amount(r, value, 0.01, 100, &r->into->cell_size);
    else if (is(key, "seconds"))
        read_amount(r, value, 0.001, 1e6, &r->into->seconds);
    else if (is(key, "pathfinder"))
        read_pathfinder(r, value);
    else
        return false;
    expect_end(r, at);
    return true;
}

/* One line before `map`. */
static void read_header_line(reader *r, word key, const char *at) {
    if (!r->typed && !is(key, "type"))
        found_expected(r, key, "'type octile' in the first line");
    else if (read_single_value(r, key, at))
        return;
    else if (is(key, "profile"))
        read_profile(r, at);
    else if (is(key, "group"))
        read_group(r, at);
    else if (is(key, "unit"))
        read_unit(r, at);
    else if (is(key, "edit"))
        read_edit(r, at);
    else if (is(key, "expect"))
        read_expect(r, at);
    else
        found_expected(r, key,
                       "type, height, width, cell, seconds, pathfinder, profile, group, "
                       "unit, edit, expect or map");
}

/* Reads up to and including `map`; false when it does not come. */
static bool read_header(reader *r) {
    while (next_line(r)) {
        const char *at = r->line;
        word key;
        if (!next_word(&at, &key) || *key.at == '#') continue;
        if (is(key, "map")) {
            if (!r->typed || !r->wide || !r->high)
                found_expected(r, key, "'type octile', 'height H' and 'width W' before it");
            expect_end(r, at);
            return r->into->width && r->into->height;
        }
        read_header_line(r, key, at);
        if (!r->typed) return false; /* not a map at all */
    }
    complain(r->to, r->file, r->number + 1, 1, "found the end of the file, expected 'map'");
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
    char c = r->line[x];
    int class = class_of(c);
    s->cells[(size_t)y * s->width + x] = (uint8_t)(class < 0 ? SIDLE_GROUND : class);
    if (class >= 0) return;
    const group *g = group_of(r, c);
    if (g)
        place_unit(r, g, (sidle_vec2){(float)x + 0.5f, (float)y + 0.5f}, r->number, (int)x + 1);
    else if (isprint((unsigned char)c))
        complain_at(r, r->line + x, "found '%c', expected . G @ O T S W or a group's letter", c);
    else
        complain_at(r, r->line + x, "found the byte 0x%02x, expected . G @ O T S W",
                    (unsigned char)c);
}

static void read_row(reader *r, uint32_t y) {
    scene *s = r->into;
    size_t length = strlen(r->line);
    if (length != s->width) {
        complain(r->to, r->file, r->number, (int)length + 1,
                 "found a row of %zu characters, expected %u", length, s->width);
        if (length > s->width) length = s->width;
    }
    for (uint32_t x = 0; x < length; x++) read_cell(r, x, y);
}

static void read_picture(reader *r) {
    scene *s = r->into;
    s->cells = calloc((size_t)s->width * s->height, 1);
    if (!s->cells) {
        complain(r->to, r->file, 0, 0, "no memory for %u x %u cells", s->width, s->height);
        return;
    }
    for (uint32_t y = 0; y < s->height; y++) {
        if (!next_line(r)) {
            complain(r->to, r->file, r->number + 1, 1,
                     "found the end of the file after %u rows, expected %u", y, s->height);
            return;
        }
        read_row(r, y);
    }
    while (next_line(r))
        if (r->line[strspn(r->line, " \t")]) {
            complain_at(r, r->line, "found a line below the picture, expected %u rows", s->height);
            return;
        }
}

/* ---- what only the whole can tell ---- */

static void check_groups(reader *r) {
    for (size_t k = 0; k < arrlenu(r->groups); k++) {
        const group *g = &r->groups[k];
        if (g->aim == AIM_GOAL && !inside(r->into, g->to))
            outside(r, g->line, g->to_column, "a goal", g->to);
        for (size_t v = 0; v < arrlenu(g->via); v++)
            if (!inside(r->into, g->via[v]))
                outside(r, g->line, g->via_column, "a waypoint", g->via[v]);
    }
}

/* The units of a picture come first, row by row, then those of the `unit` lines. */
static void place_extras(reader *r) {
    for (size_t k = 0; k < arrlenu(r->extras); k++) {
        const extra_unit *extra = &r->extras[k];
        if (inside(r->into, extra->cells))
            place_unit(r, group_of(r, extra->letter), extra->cells, extra->line, extra->column);
        else
            outside(r, extra->line, extra->column, "a unit", extra->cells);
    }
}

bool fixture_read(const char *file, scene *into, complaints *to) {
    reader r = {.file = file, .into = into, .to = to};
    int before = to->count;
    char *text = text_of(file, to);
    if (!text) return false;
    r.next = text;
    if (!*text)
        complain(to, file, 1, 1, "found an empty file, expected 'type octile'");
    else if (read_header(&r)) {
        read_picture(&r);
        place_extras(&r);
        check_groups(&r);
    }
    for (size_t k = 0; k < arrlenu(r.groups); k++) arrfree(r.groups[k].via);
    arrfree(r.groups);
    arrfree(r.extras);
    free(text);
    return to->count == before;
}
