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

enum { LONGEST_FILE = 1 << 28, SHOWN = 40 };

typedef enum group_aim { AIM_STAND, AIM_GOAL, AIM_MOVE } group_aim;

typedef struct group {
    char letter;
    uint32_t profile, team;
    group_aim aim;
    sidle_vec2 to;   /* cells: the goal, or the offset */
    sidle_vec2 *via; /* cells, stb_ds */
    float start;
    int line;
} group;

typedef struct reader {
    const char *file;
    char *text, *next; /* the whole file, the start of the line after this one */
    char *line;        /* this line, ended by 0 */
    int number;        /* of this line */
    scene *into;
    complaints *to;
    group *groups; /* stb_ds */
    bool typed, wide, high;
} reader;

/* ---- the file and its lines ---- */

static char *whole_file(const char *file, size_t *size, complaints *to) {
    FILE *in = fopen(file, "rb");
    char *text = NULL;
    size_t room = 1 << 16, got = 1;
    *size = 0;
    if (in) text = malloc(room);
    while (text && got && *size < LONGEST_FILE) {
        if (*size + 1 >= room) text = realloc(text, room *= 2);
        if (text) *size += got = fread(text + *size, 1, room - *size - 1, in);
    }
    if (!in || ferror(in)) {
        complain(to, file, 0, 0, "cannot be read: %s", strerror(errno));
        free(text);
        text = NULL;
    }
    if (in) fclose(in);
    if (text) text[*size] = 0;
    return text;
}

/* False at the end of the file. */
static bool next_line(reader *r) {
    if (!*r->next) return false;
    r->line = r->next;
    r->number++;
    char *end = strchr(r->next, '\n');
    r->next = end ? end + 1 : r->next + strlen(r->next);
    if (end) *end = 0;
    size_t length = strlen(r->line);
    if (length && r->line[length - 1] == '\r') r->line[length - 1] = 0;
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
    params_set(&r->into->profiles[profile].values, key, value,
               (place){r->file, r->number, column_of(r, w.at)}, r->to);
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
    params_fit(&r->into->profiles[profile], (place){r->file, r->number, 1}, r->to);
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
        }
    } else if (value_of(w, "via", &value)) {
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

static void place_unit(reader *r, const group *g, sidle_vec2 cells, int column) {
    float size = r->into->cell_size;
    sidle_vec2 position = {cells.x * size, cells.y * size};
    scene_unit u = {.position = position,
                    .profile = g->profile,
                    .team = g->team,
                    .mover = g->aim != AIM_STAND,
                    .start = g->start,
                    .goal = {g->to.x * size, g->to.y * size},
                    .line = r->number,
                    .column = column};
    if (g->aim == AIM_MOVE) u.goal = (sidle_vec2){u.goal.x + position.x, u.goal.y + position.y};
    for (size_t k = 0; k < arrlenu(g->via); k++) {
        sidle_vec2 point = {g->via[k].x * size, g->via[k].y * size};
        arrput(u.via, point);
    }
    arrput(r->into->units, u);
}

static void read_unit(reader *r, const char *at) {
    word letter, where, more;
    double pair[2];
    next_word(&at, &letter);
    const group *g = letter.length == 1 ? group_of(r, *letter.at) : NULL;
    if (!g)
        found_expected(r, letter, "the letter of a group that stands above");
    else if (!next_word(&at, &where) || !numbers_of(where, 2, pair))
        found_expected(r, where, "a place in cells, X,Y");
    else if (next_word(&at, &more))
        found_expected(r, more, "the end of the line");
    else
        place_unit(r, g, (sidle_vec2){(float)pair[0], (float)pair[1]}, column_of(r, where.at));
}

static void read_edit(reader *r, const char *at) {
    word w, value;
    double time = -1, cells[4] = {-1, 0, 0, 0};
    int class = -1;
    while (next_word(&at, &w)) {
        if (value_of(w, "at", &value)) {
            if (!number_of(value, 0, 1e6, &time)) found_expected(r, value, "a time in seconds");
        } else if (value_of(w, "cells", &value)) {
            if (!numbers_of(value, 4, cells)) found_expected(r, value, "cells, X,Y,W,H");
        } else if (value_of(w, "class", &value)) {
            class = terrain_named(value.at, value.length);
            if (class < 0) found_expected(r, value, "ground, swamp, water, trees or void");
        } else
            found_expected(r, w, "at=, cells= or class=");
    }
    const scene *s = r->into;
    bool whole = true;
    for (int k = 0; k < 4; k++) whole = whole && cells[k] == floor(cells[k]);
    bool inside = whole && cells[0] >= 0 && cells[1] >= 0 && cells[2] >= 1 && cells[3] >= 1 &&
                  cells[0] + cells[2] <= s->width && cells[1] + cells[3] <= s->height;
    if (time < 0 || class < 0 || !inside) {
        complain_at(r, r->line,
                    "found an incomplete edit or one outside the map, expected at=S "
                    "cells=X,Y,W,H class=NAME with cells inside %u x %u",
                    s->width, s->height);
        return;
    }
    scene_edit e = {.time = (float)time,
                    .x = (uint32_t)cells[0],
                    .y = (uint32_t)cells[1],
                    .width = (uint32_t)cells[2],
                    .height = (uint32_t)cells[3],
                    .terrain = (sidle_terrain) class};
    size_t slot = arrlenu(s->edits);
    while (slot > 0 && s->edits[slot - 1].time > e.time) slot--;
    arrput(r->into->edits, e);
    memmove(s->edits + slot + 1, s->edits + slot,
            (arrlenu(s->edits) - 1 - slot) * sizeof *s->edits);
    s->edits[slot] = e;
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
    e.metric = strndup(metric.at, metric.length);
    arrput(r->into->expects, e);
}

static void read_pathfinder(reader *r, word value) {
    if (!is(value, "none") && !is(value, "any")) found_expected(r, value, "none or any");
    r->into->open = is(value, "none");
}

/* One line before `map`. */
static void read_header_line(reader *r, word key, const char *at) {
    const char *rest = at;
    word value;
    next_word(&at, &value);
    if (is(key, "type"))
        read_type(r, value);
    else if (!r->typed)
        found_expected(r, key, "'type octile' in the first line");
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
    else if (is(key, "profile"))
        read_profile(r, rest);
    else if (is(key, "group"))
        read_group(r, rest);
    else if (is(key, "unit"))
        read_unit(r, rest);
    else if (is(key, "edit"))
        read_edit(r, rest);
    else if (is(key, "expect"))
        read_expect(r, rest);
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
        place_unit(r, g, (sidle_vec2){(float)x + 0.5f, (float)y + 0.5f}, (int)x + 1);
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

static bool inside(const scene *s, sidle_vec2 p) {
    return p.x >= 0 && p.y >= 0 && p.x <= (float)s->width * s->cell_size &&
           p.y <= (float)s->height * s->cell_size;
}

static void check_units(reader *r) {
    const scene *s = r->into;
    for (size_t k = 0; k < arrlenu(s->units); k++) {
        const scene_unit *u = &s->units[k];
        bool good = !u->mover || inside(s, u->goal);
        for (size_t v = 0; v < arrlenu(u->via); v++) good = good && inside(s, u->via[v]);
        if (!good)
            complain(
                r->to, r->file, u->line, u->column,
                "found a goal or waypoint outside the map for the unit here, expected it inside "
                "%u x %u cells",
                s->width, s->height);
    }
}

bool fixture_read(const char *file, scene *into, complaints *to) {
    reader r = {.file = file, .into = into, .to = to};
    int before = to->count;
    size_t size;
    r.text = r.next = whole_file(file, &size, to);
    if (!r.text) return false;
    if (strlen(r.text) != size)
        complain(to, file, 0, 0, "found a byte 0, expected a text file");
    else if (!size)
        complain(to, file, 1, 1, "found an empty file, expected 'type octile'");
    else if (read_header(&r) && to->count == before) {
        read_picture(&r);
        check_units(&r);
    }
    for (size_t k = 0; k < arrlenu(r.groups); k++) arrfree(r.groups[k].via);
    arrfree(r.groups);
    free(r.text);
    return to->count == before;
}
