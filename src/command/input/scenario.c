/* From the problems of a scenario file to a scene: finds the map, leaves out what cannot be played,
 * and makes units of the other problems. */
#include "scenario.h"

#include "fixture.h"
#include "support/checked_memory.h"
#include "terminal/text.h"

#include <errno.h>
#include <math.h>
#include <stb_ds.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LONGEST_LINE = 1024 };

typedef struct problem {
    sidle_vec2 start, goal; /* cells */
    int line, column, goal_column;
    bool used; /* it became a unit, or it never can: its start is taken */
} problem;

typedef struct scenario_file {
    const char *file;
    char map[LONGEST_LINE]; /* path in the file */
    int map_line;
    uint32_t width, height; /* as the file says */
    problem *problems;      /* stb_ds */
    complaints *to;
} scenario_file;

/* ---- the lines of the file ---- */

/* Fields of a line: bucket, map, width and height, start x and y, goal x and y, optimal length. */
enum { MAP = 1, FIRST_CELLS = 2, START = 4, LENGTH = 8, FIELDS = 9 };

/* Fields are split at tabs when there are any, so that a map's path may hold spaces. */
static int split(char *line, char *fields[FIELDS + 1]) {
    const char *between = strchr(line, '\t') ? "\t" : " ";
    int count = 0;
    char *rest = line, *field;
    while (count <= FIELDS && (field = strsep(&rest, between)))
        if (*field) fields[count++] = field;
    return count;
}

static bool cell_number(const char *text, double high, float *value) {
    char *end;
    double number = strtod(text, &end);
    *value = (float)number;
    return end != text && !*end && number >= 0 && number <= high && number == floor(number);
}

static bool is_amount(const char *text) {
    char *end;
    double number = strtod(text, &end);
    return end != text && !*end && isfinite(number) && number >= 0;
}

/* Complains of the first field that is wrong. */
static bool check_fields(scenario_file *r, const char *line, char *f[], int number,
                         float v[FIELDS]) {
    for (int k = 0; k < FIELDS; k++) {
        bool cells = k >= FIRST_CELLS && k < LENGTH;
        bool good =
            k == MAP ||
            (cells ? cell_number(f[k], k < START ? SIDLE_MAX_CELLS : SIDLE_MAX_CELLS - 1, &v[k])
                   : is_amount(f[k]));
        if (good) continue;
        complain(r->to, r->file, number, (int)(f[k] - line) + 1, "found '%.40s', expected %s", f[k],
                 cells ? "a whole number of cells" : "a number, 0 or more");
        return false;
    }
    return true;
}

/* All problems of a file have to be on one map, of one size. */
static bool same_map(scenario_file *r, const char *line, char *f[], int number,
                     const float v[FIELDS]) {
    if (!r->map_line) {
        snprintf(r->map, sizeof r->map, "%s", f[MAP]);
        r->map_line = number;
        r->width = (uint32_t)v[FIRST_CELLS];
        r->height = (uint32_t)v[FIRST_CELLS + 1];
    }
    if (strcmp(r->map, f[MAP])) {
        complain(r->to, r->file, number, (int)(f[MAP] - line) + 1,
                 "found the map '%.80s', expected '%.80s' as in line %d", f[MAP], r->map,
                 r->map_line);
        return false;
    }
    if (r->width == (uint32_t)v[FIRST_CELLS] && r->height == (uint32_t)v[FIRST_CELLS + 1])
        return true;
    complain(r->to, r->file, number, (int)(f[FIRST_CELLS] - line) + 1,
             "found a map of %g x %g cells, expected %u x %u as in line %d", (double)v[FIRST_CELLS],
             (double)v[FIRST_CELLS + 1], r->width, r->height, r->map_line);
    return false;
}

static void read_problem(scenario_file *r, char *line, int number) {
    char *f[FIELDS + 1];
    float v[FIELDS];
    int count = split(line, f);
    if (count == 0) return;
    if (count != FIELDS) {
        complain(r->to, r->file, number, 1, "found %s%d fields, expected %d",
                 count > FIELDS ? "more than " : "", count > FIELDS ? FIELDS : count, FIELDS);
        return;
    }
    if (!check_fields(r, line, f, number, v) || !same_map(r, line, f, number, v)) return;
    problem p = {.start = {v[START], v[START + 1]},
                 .goal = {v[START + 2], v[START + 3]},
                 .line = number,
                 .column = (int)(f[START] - line) + 1,
                 .goal_column = (int)(f[START + 2] - line) + 1};
    arrput(r->problems, p);
}

static bool is_version_1(const char *line) {
    static const char VERSION[] = "version 1";
    size_t length = sizeof VERSION - 1;
    if (strncmp(line, VERSION, length)) return false;
    if (!strncmp(line + length, ".0", 2)) length += 2;
    return !line[length + strspn(line + length, " \t")];
}

/* Complains of every error; false when there was one. */
static bool read_file(scenario_file *r) {
    int number = 0, before = r->to->count;
    char *text = text_of(r->file, r->to), *rest = text, *line;
    while (text && (line = next_line_of(&rest))) {
        number++;
        if (number == 1 && !is_version_1(line)) {
            complain(r->to, r->file, 1, 1, "found '%.40s', expected 'version 1'", line);
            break;
        }
        if (strlen(line) >= LONGEST_LINE)
            complain(r->to, r->file, number, LONGEST_LINE,
                     "found a line of %zu characters, expected fewer than %d", strlen(line),
                     LONGEST_LINE);
        else if (number > 1)
            read_problem(r, line, number);
    }
    free(text);
    if (r->to->count == before && !arrlenu(r->problems))
        complain(r->to, r->file, number + 1, 1, "found no problem, expected %s",
                 number ? "at least one line" : "'version 1' and at least one line");
    return r->to->count == before;
}

/* ---- the map ---- */

static bool read_map(scenario_file *r, const char *map_file, scene *into) {
    char beside[2 * LONGEST_LINE];
    const char *slash = strrchr(r->file, '/'), *base = strrchr(r->map, '/');
    snprintf(beside, sizeof beside, "%.*s%s", slash ? (int)(slash - r->file) + 1 : 0, r->file,
             base ? base + 1 : r->map);
    const char *map = r->map;
    if (access(map, R_OK)) map = map_file ? map_file : beside;
    if (access(map, R_OK)) {
        complain(r->to, r->file, r->map_line, 0,
                 "the map '%s' cannot be read: %s; name it with --map FILE",
                 map_file ? map : r->map, strerror(errno));
        return false;
    }
    if (!fixture_read(map, into, r->to)) return false;
    if (into->width == r->width && into->height == r->height) return true;
    complain(r->to, r->file, r->map_line, 0,
             "found a map of %u x %u cells, but %s has %u x %u: they do not belong together",
             r->width, r->height, map, into->width, into->height);
    return false;
}

/* ---- problems that cannot be played ---- */

static void cannot_be(scenario_file *r, const problem *p, bool start, const char *more) {
    sidle_vec2 at = start ? p->start : p->goal;
    complain(r->to, r->file, p->line, start ? p->column : p->goal_column,
             "found a %s at %g,%g, expected one on the map that the profile can enter%s",
             start ? "start" : "goal", (double)at.x, (double)at.y, more);
}

static bool on_map(const scene *s, sidle_vec2 cell) {
    return cell.x < (float)s->width && cell.y < (float)s->height;
}

/* A start or goal outside the map contradicts its own line, which tells the map's size. */
static bool check_ends(scenario_file *r, const scene *s) {
    int before = r->to->count;
    for (size_t k = 0; k < arrlenu(r->problems); k++) {
        const problem *p = &r->problems[k];
        bool start = on_map(s, p->start);
        if (!start || !on_map(s, p->goal)) cannot_be(r, p, !start, "");
    }
    return r->to->count == before;
}

/* A world without units, to ask the library where the profile can be. NULL after a complaint. */
static sidle_world *bare_world(scenario_file *r, const scene *s, sidle_profile_id *profile) {
    sidle_world_def def = scene_world_def(s);
    sidle_world *world;
    sidle_result result = checked(sidle_world_create(&def, &world));
    if (result) {
        complain(r->to, r->file, 0, 0, "the world cannot be made: %s", sidle_result_text(result));
        return NULL;
    }
    if (!checked(sidle_profile_add(world, &s->profiles[0].values, profile))) return world;
    complain(r->to, r->file, 0, 0, "profile 'default' does not suit this map: radius %g u",
             (double)s->profiles[0].values.radius);
    sidle_world_destroy(world);
    return NULL;
}

static sidle_vec2 middle_of(const scene *s, sidle_vec2 cell) {
    return (sidle_vec2){(cell.x + 0.5f) * s->cell_size, (cell.y + 0.5f) * s->cell_size};
}

/* Leaves out the problems that start or end where the profile cannot be: real maps have some in
 * water and woods. At least one problem must be left. */
static bool skip_problems(scenario_file *r, scene *s, const sidle_world *world,
                          sidle_profile_id profile) {
    size_t count = arrlenu(r->problems), kept = 0;
    for (size_t k = 0; k < count; k++) {
        const problem *p = &r->problems[k];
        if (sidle_world_fits(world, profile, middle_of(s, p->start)) &&
            sidle_world_fits(world, profile, middle_of(s, p->goal)))
            r->problems[kept++] = *p;
    }
    s->skipped = (uint32_t)(count - kept);
    if (!kept) {
        const problem *p = &r->problems[0];
        bool goal = sidle_world_fits(world, profile, middle_of(s, p->start));
        cannot_be(r, p, !goal, count > 1 ? "; no problem has both ends there" : "");
    } else
        arrsetlen(r->problems, kept);
    return kept > 0;
}

/* ---- from problems to units ---- */

static bool overlaps_unit(const scene *s, sidle_vec2 at, float radius) {
    for (size_t k = 0; k < arrlenu(s->units); k++) {
        float dx = s->units[k].position.x - at.x, dy = s->units[k].position.y - at.y;
        if (dx * dx + dy * dy < 4 * radius * radius) return true;
    }
    return false;
}

static bool make_unit(scene *s, problem *p) {
    sidle_vec2 at = middle_of(s, p->start);
    if (p->used) return false;
    p->used = true;
    if (overlaps_unit(s, at, s->profiles[0].values.radius)) return false;
    scene_unit u = {.position = at,
                    .goal = middle_of(s, p->goal),
                    .order = SIDLE_ORDER_GO,
                    .line = p->line,
                    .column = p->column};
    arrput(s->units, u);
    return true;
}

/* Makes a unit of the first problem from there on that can become one; after the last problem comes
 * the first. */
static bool make_unit_from(scenario_file *r, size_t first, scene *s) {
    size_t count = arrlenu(r->problems);
    for (size_t tries = 0; tries < count; tries++)
        if (make_unit(s, &r->problems[(first + tries) % count])) return true;
    return false;
}

static void place_units(scenario_file *r, unsigned units, scene *s) {
    size_t count = arrlenu(r->problems), wanted = units && units < count ? units : count;
    for (size_t k = 0; k < wanted; k++)
        if (!make_unit_from(r, k * count / wanted, s)) break;
    if (arrlenu(s->units) < units && r->to->out)
        fprintf(r->to->out, "%s: note: room for %zu of the %u units asked for\n", r->file,
                (size_t)arrlenu(s->units), units);
}

bool scen_read(const char *file, const char *map_file, unsigned units, scene *into,
               complaints *to) {
    scenario_file r = {.file = file, .to = to};
    sidle_profile_id profile = {0};
    bool good = read_file(&r) && read_map(&r, map_file, into) && check_ends(&r, into);
    sidle_world *world = good ? bare_world(&r, into, &profile) : NULL;
    good = world && skip_problems(&r, into, world, profile);
    if (good) place_units(&r, units, into);
    sidle_world_destroy(world);
    arrfree(r.problems);
    return good;
}
