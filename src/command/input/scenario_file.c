/* Reads the lines of a scenario file. */
#include "scenario_file.h"

#include "text.h"

#include <math.h>
#include <stb_ds.h>
#include <stdlib.h>
#include <string.h>

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

bool scenario_file_read(scenario_file *r) {
    int number = 0, before = r->to->count;
    char *text = text_of(r->file, r->to), *rest = text, *line;
    while (text && (line = next_line_of(&rest))) {
        number++;
        if (number == 1 && !is_version_1(line)) {
            complain(r->to, r->file, 1, 1, "found '%.40s', expected 'version 1'", line);
            break;
        }
        if (strlen(line) >= SCENARIO_LONGEST_LINE)
            complain(r->to, r->file, number, SCENARIO_LONGEST_LINE,
                     "found a line of %zu characters, expected fewer than %d", strlen(line),
                     SCENARIO_LONGEST_LINE);
        else if (number > 1)
            read_problem(r, line, number);
    }
    free(text);
    if (r->to->count == before && !arrlenu(r->problems))
        complain(r->to, r->file, number + 1, 1, "found no problem, expected %s",
                 number ? "at least one line" : "'version 1' and at least one line");
    return r->to->count == before;
}

void scenario_file_free(scenario_file *r) {
    arrfree(r->problems);
}
