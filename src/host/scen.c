#include "scen.h"

#include "fixture.h"

#include <errno.h>
#include <math.h>
#include <stb_ds.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { FIELDS = 9, LONGEST = 1024 };

typedef struct problem {
    sidle_vec2 start, goal; /* u, middle of the cells */
    int line, column;
    bool taken;
} problem;

typedef struct reader {
    const char *file;
    char map[LONGEST]; /* path in the file */
    int map_line;
    uint32_t width, height; /* as the file says */
    problem *problems;      /* stb_ds */
    complaints *to;
} reader;

/* ---- the file ---- */

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

static void read_problem(reader *r, char *line, int number) {
    char *f[FIELDS + 1];
    int count = split(line, f);
    if (count == 0) return;
    if (count != FIELDS) {
        complain(r->to, r->file, number, 1, "found %s%d fields, expected %d",
                 count > FIELDS ? "more than " : "", count > FIELDS ? FIELDS : count, FIELDS);
        return;
    }
    float v[8];
    for (int k = 2; k < 8; k++)
        if (!cell_number(f[k], k < 4 ? SIDLE_MAX_CELLS : SIDLE_MAX_CELLS - 1, &v[k])) {
            complain(r->to, r->file, number, (int)(f[k] - line) + 1,
                     "found '%.40s', expected a whole number of cells", f[k]);
            return;
        }
    if (!r->map_line) {
        snprintf(r->map, sizeof r->map, "%s", f[1]);
        r->map_line = number;
        r->width = (uint32_t)v[2];
        r->height = (uint32_t)v[3];
    } else if (strcmp(r->map, f[1])) {
        complain(r->to, r->file, number, (int)(f[1] - line) + 1,
                 "found the map '%.80s', expected '%.80s' as in line %d", f[1], r->map,
                 r->map_line);
        return;
    }
    problem p = {.start = {v[4], v[5]},
                 .goal = {v[6], v[7]},
                 .line = number,
                 .column = (int)(f[4] - line) + 1};
    arrput(r->problems, p);
}

static bool read_file(reader *r) {
    FILE *in = fopen(r->file, "r");
    char line[LONGEST];
    int number = 0, before = r->to->count;
    if (!in) {
        complain(r->to, r->file, 0, 0, "cannot be read: %s", strerror(errno));
        return false;
    }
    while (fgets(line, sizeof line, in)) {
        number++;
        if (strlen(line) + 1 == sizeof line) {
            complain(r->to, r->file, number, 0, "found a line of more than %d characters",
                     LONGEST - 2);
            break;
        }
        line[strcspn(line, "\r\n")] = 0;
        if (number > 1) {
            read_problem(r, line, number);
        } else if (strncmp(line, "version 1", 9)) {
            complain(r->to, r->file, 1, 1, "found '%.40s', expected 'version 1'", line);
            break;
        }
    }
    if (ferror(in)) complain(r->to, r->file, 0, 0, "cannot be read: %s", strerror(errno));
    fclose(in);
    if (r->to->count == before && !arrlenu(r->problems))
        complain(r->to, r->file, number + 1, 1, "found no problem, expected at least one line");
    return r->to->count == before;
}

/* ---- the map ---- */

static bool read_map(reader *r, const char *map_file, scene *into) {
    char beside[2 * LONGEST];
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

/* ---- from problems to units ---- */

static void end_in_wall(reader *r, const problem *p, const char *which, sidle_vec2 at) {
    complain(r->to, r->file, p->line, p->column,
             "found a %s at %g,%g, expected one on the map that the profile can enter", which,
             (double)at.x, (double)at.y);
}

static bool enters(const scene *s, sidle_vec2 cell) {
    if (cell.x >= (float)s->width || cell.y >= (float)s->height) return false;
    uint8_t class = s->cells[(size_t)cell.y * s->width + (size_t)cell.x];
    return s->profiles[0].values.passable >> class & 1u;
}

/* Both ends in cells that can be entered; from here on in u, in the middle of the cell. */
static bool check_ends(reader *r, const scene *s) {
    int before = r->to->count;
    for (size_t k = 0; k < arrlenu(r->problems); k++) {
        problem *p = &r->problems[k];
        if (!enters(s, p->start))
            end_in_wall(r, p, "start", p->start);
        else if (!enters(s, p->goal))
            end_in_wall(r, p, "goal", p->goal);
        p->start =
            (sidle_vec2){(p->start.x + 0.5f) * s->cell_size, (p->start.y + 0.5f) * s->cell_size};
        p->goal =
            (sidle_vec2){(p->goal.x + 0.5f) * s->cell_size, (p->goal.y + 0.5f) * s->cell_size};
    }
    return r->to->count == before;
}

/* Asks the library itself where the radius fits. */
static sidle_world *bare_world(const scene *s, sidle_profile_id *profile) {
    sidle_world_def def = sidle_world_def_default();
    def.width = s->width;
    def.height = s->height;
    def.cell_size = s->cell_size;
    def.cells = s->cells;
    sidle_world *world;
    if (sidle_world_create(&def, &world)) return NULL;
    if (!sidle_profile_add(world, &s->profiles[0].values, profile)) return world;
    sidle_world_destroy(world);
    return NULL;
}

static bool overlaps_unit(const scene *s, sidle_vec2 at, float radius) {
    for (size_t k = 0; k < arrlenu(s->units); k++) {
        float dx = s->units[k].position.x - at.x, dy = s->units[k].position.y - at.y;
        if (dx * dx + dy * dy < 4 * radius * radius) return true;
    }
    return false;
}

static bool take(scene *s, const sidle_world *world, sidle_profile_id profile, problem *p) {
    if (p->taken || overlaps_unit(s, p->start, s->profiles[0].values.radius) ||
        !sidle_world_fits(world, profile, p->start) || !sidle_world_fits(world, profile, p->goal))
        return false;
    p->taken = true;
    scene_unit u = {
        .position = p->start, .goal = p->goal, .mover = true, .line = p->line, .column = p->column};
    arrput(s->units, u);
    return true;
}

static void place_units(reader *r, unsigned units, scene *s, const sidle_world *world,
                        sidle_profile_id profile) {
    size_t count = arrlenu(r->problems), wanted = units ? units : count;
    for (size_t k = 0; k < wanted; k++) {
        size_t first = (size_t)((double)k * (double)count / (double)wanted);
        for (size_t tries = 0; tries < count; tries++)
            if (take(s, world, profile, &r->problems[(first + tries) % count])) break;
    }
    if (arrlenu(s->units) < wanted && units && r->to->out)
        fprintf(r->to->out, "%s: note: room for %zu of the %u units asked for\n", r->file,
                (size_t)arrlenu(s->units), units);
}

bool scen_read(const char *file, const char *map_file, unsigned units, scene *into,
               complaints *to) {
    reader r = {.file = file, .to = to};
    bool good = read_file(&r) && read_map(&r, map_file, into) && check_ends(&r, into);
    sidle_profile_id profile = {0};
    sidle_world *world = good ? bare_world(into, &profile) : NULL;
    if (good && !world)
        complain(to, file, 0, 0, "profile 'default' does not suit this map: radius %g u",
                 (double)into->profiles[0].values.radius);
    if (world) place_units(&r, units, into, world, profile);
    sidle_world_destroy(world);
    arrfree(r.problems);
    return world != NULL;
}
