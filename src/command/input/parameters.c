/* Reads and prints values by the type that the library's table of parameters gives them. */
#include "parameters.h"

#include "support/checked_memory.h"
#include "terminal/spelling.h"

#include <errno.h>
#include <math.h>
#include <stb_ds.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { TEXT = PARAMS_TEXT };

static const char *const STEPS[] = {"ask", "replan", "wait", "push"};

_Static_assert(sizeof STEPS / sizeof *STEPS == SIDLE_STEP_COUNT, "a name for each step");

/* ---- words ---- */

static int word_in(const char *const *words, int count, const char *word, size_t length) {
    for (int k = 0; k < count; k++)
        if (strlen(words[k]) == length && !strncasecmp(words[k], word, length)) return k;
    return -1;
}

static const char BETWEEN[] = " \t,+";

/* The next word of a list, NULL at its end. */
static const char *word_of_list(const char **text, size_t *length) {
    *text += strspn(*text, BETWEEN);
    const char *word = *text;
    *length = strcspn(word, BETWEEN);
    *text += *length;
    return *length ? word : NULL;
}

/* ---- from text ---- */

static bool read_number(const char *text, double *value) {
    char *end;
    errno = 0;
    *value = strtod(text, &end);
    return end != text && end[strspn(end, " \t")] == 0;
}

static bool read_terrain(const char *text, uint32_t *mask) {
    size_t length;
    const char *word;
    bool any = false;
    *mask = 0;
    while ((word = word_of_list(&text, &length))) {
        int class = terrain_named(word, length);
        bool all = length == 3 && !strncasecmp(word, "all", 3);
        bool none = length == 4 && !strncasecmp(word, "none", 4);
        if (class < 0 && !all && !none) return false;
        if (all) *mask = SIDLE_PASS_ALL;
        if (class >= 0) *mask |= SIDLE_PASS(class);
        any = true;
    }
    return any;
}

static bool read_ladder(const char *text, uint8_t steps[SIDLE_LADDER_STEPS]) {
    size_t length;
    const char *word;
    int count = 0;
    bool ask = false;
    memset(steps, 0, SIDLE_LADDER_STEPS);
    while ((word = word_of_list(&text, &length))) {
        int step = word_in(STEPS, SIDLE_STEP_COUNT, word, length);
        if (length == 4 && !strncasecmp(word, "none", 4)) step = SIDLE_STEP_NONE;
        if (step < 0 || count == SIDLE_LADDER_STEPS || ask || (step == 0 && count)) return false;
        ask = step == 0;
        if (step) steps[count++] = (uint8_t)step;
    }
    return count || ask;
}

/* The limits are floats: 0.05 as a double is below 0.05f, and yet the smallest radius. */
static bool read_float(const sidle_param *row, const char *text, float *value) {
    double number;
    if (!read_number(text, &number) || !isfinite(number)) return false;
    *value = (float)number;
    return *value >= row->min && *value <= row->max;
}

/* "2 swamp:0.5": a number for all classes, then those that have another one. Classes that are not
 * named keep the usual number. */
static bool read_classes(const sidle_param *row, const char *text, float *values) {
    size_t length;
    const char *word;
    bool any = false;
    for (int k = 0; k < SIDLE_TERRAIN_COUNT; k++) values[k] = row->default_value;
    while ((word = word_of_list(&text, &length))) {
        size_t name = strcspn(word, ": \t,+");
        bool all = name == length;
        int class = all ? 0 : terrain_named(word, name);
        char number[TEXT];
        float value;
        if (class < 0 || length >= sizeof number) return false;
        size_t skipped = all ? 0 : name + 1;
        snprintf(number, sizeof number, "%.*s", (int)(length - skipped), word + skipped);
        if (!read_float(row, number, &value)) return false;
        for (int k = 0; k < SIDLE_TERRAIN_COUNT; k++)
            if (all || k == class) values[k] = value;
        any = true;
    }
    return any;
}

static bool read_switch(const char *text, uint32_t *value) {
    static const char *const WORDS[] = {"0", "1", "no", "yes", "off", "on", "false", "true"};
    int found = word_in(WORDS, 8, text, strlen(text));
    *value = (uint32_t)found & 1u;
    return found >= 0;
}

/* ---- what was expected ---- */

static void expected(const sidle_param *row, char text[TEXT]) {
    const char *unit = row->unit, *space = *unit ? " " : "";
    switch (row->type) {
    case SIDLE_PARAM_FLOAT:
        snprintf(text, TEXT, "a number from %g to %g%s%s", (double)row->min, (double)row->max,
                 space, unit);
        break;
    case SIDLE_PARAM_WHOLE:
        snprintf(text, TEXT, "a whole number from %g to %g", (double)row->min, (double)row->max);
        break;
    case SIDLE_PARAM_SWITCH: snprintf(text, TEXT, "yes or no"); break;
    case SIDLE_PARAM_TERRAIN:
        snprintf(text, TEXT, "some of ground, swamp, water, trees, void, or all, or none");
        break;
    case SIDLE_PARAM_CLASSES:
        snprintf(text, TEXT, "numbers from %g to %g, such as swamp:0.5 or, for all, 2",
                 (double)row->min, (double)row->max);
        break;
    case SIDLE_PARAM_LADDER:
        snprintf(text, TEXT, "up to %d of replan, wait, push, or ask alone", SIDLE_LADDER_STEPS);
        break;
    }
}

static bool read_whole(const sidle_param *row, const char *text, uint32_t *value) {
    double number;
    if (!read_number(text, &number) || number != floor(number)) return false;
    if (number < (double)row->min || number > (double)row->max) return false;
    *value = (uint32_t)number;
    return true;
}

static bool read_value(const sidle_param *row, const char *text, void *field) {
    switch (row->type) {
    case SIDLE_PARAM_FLOAT: return read_float(row, text, field);
    case SIDLE_PARAM_WHOLE: return read_whole(row, text, field);
    case SIDLE_PARAM_SWITCH: return read_switch(text, field);
    case SIDLE_PARAM_TERRAIN: return read_terrain(text, field);
    case SIDLE_PARAM_LADDER: return read_ladder(text, field);
    case SIDLE_PARAM_CLASSES: return read_classes(row, text, field);
    }
    return false;
}

const sidle_param *params_row(const char *name, size_t length) {
    uint32_t count;
    const sidle_param *rows = sidle_params(&count);
    for (uint32_t k = 0; k < count; k++)
        if (strlen(rows[k].name) == length && !memcmp(rows[k].name, name, length)) return &rows[k];
    return NULL;
}

static void unknown_key(const char *key, place at, complaints *to) {
    uint32_t count;
    const sidle_param *rows = sidle_params(&count);
    suggestion near = did_you_mean("", key, strlen(key), NAMES_OF(rows, count));
    complain(to, at.file, at.line, at.key_column, "found the key '%s', expected a parameter%s", key,
             *near.text ? near.text : " (`sidle params` lists them)");
}

/* The first word of a list of classes or steps that is none. */
static suggestion misspelt(const sidle_param *row, const char *text) {
    bool terrain = row->type == SIDLE_PARAM_TERRAIN;
    const char *const *words = terrain ? terrain_names() : STEPS;
    int count = terrain ? SIDLE_TERRAIN_COUNT : SIDLE_STEP_COUNT;
    size_t length;
    const char *word;
    if (!terrain && row->type != SIDLE_PARAM_LADDER) return (suggestion){""};
    while ((word = word_of_list(&text, &length)))
        if (word_in(words, count, word, length) < 0)
            return did_you_mean("", word, length, NAMES_OF(words, count));
    return (suggestion){""};
}

bool params_set(scene_profile *profile, const char *key, const char *value, place at,
                complaints *to) {
    const sidle_param *row = params_row(key, strlen(key));
    if (!row) {
        unknown_key(key, at, to);
        return false;
    }
    sidle_profile changed = profile->values;
    if (read_value(row, value, (char *)&changed + row->offset)) {
        profile->values = changed;
        scene_profile_give(profile, row);
        return true;
    }
    char text[TEXT];
    expected(row, text);
    complain(to, at.file, at.line, at.column, "found '%.60s' for %s, expected %s%s", value, key,
             text, misspelt(row, value).text);
    return false;
}

bool params_fit(const scene_profile *profile, place at, complaints *to) {
    const sidle_param *row;
    const char *reason;
    if (!sidle_profile_check(&profile->values, &row, &reason)) return true;
    complain(to, at.file, at.line, at.column, "profile '%s': %s: %s", profile->name,
             row ? row->name : "", reason);
    return false;
}

/* ---- the table ---- */

/* Has the row a range of numbers and one number as its default? */
static bool is_number(const sidle_param *row) {
    return row->type == SIDLE_PARAM_FLOAT || row->type == SIDLE_PARAM_WHOLE ||
           row->type == SIDLE_PARAM_CLASSES;
}

static void show_range(const sidle_param *row, char text[TEXT]) {
    if (is_number(row))
        snprintf(text, TEXT, "%g to %g", (double)row->min, (double)row->max);
    else if (row->type == SIDLE_PARAM_SWITCH)
        snprintf(text, TEXT, "no, yes");
    else
        snprintf(text, TEXT, row->type == SIDLE_PARAM_TERRAIN ? "classes" : "steps");
}

static void append_word(char text[TEXT], const char *word) {
    size_t used = strlen(text);
    snprintf(text + used, TEXT - used, "%s%s", used ? " " : "", word);
}

static void show_classes(uint32_t mask, char text[TEXT]) {
    if (mask == SIDLE_PASS_ALL || !mask) append_word(text, mask ? "all" : "none");
    for (int k = 0; mask != SIDLE_PASS_ALL && k < SIDLE_TERRAIN_COUNT; k++)
        if (mask >> k & 1u) append_word(text, terrain_names()[k]);
}

/* whole: the value of a row that is no FLOAT; the steps of a ladder with two bits each. */
static void show_value(const sidle_param *row, float number, uint32_t whole, char text[TEXT]) {
    text[0] = 0;
    switch (row->type) {
    case SIDLE_PARAM_CLASSES:
    case SIDLE_PARAM_FLOAT: snprintf(text, TEXT, "%.7g", (double)number); break;
    case SIDLE_PARAM_WHOLE: snprintf(text, TEXT, "%u", whole); break;
    case SIDLE_PARAM_SWITCH: snprintf(text, TEXT, whole ? "yes" : "no"); break;
    case SIDLE_PARAM_TERRAIN: show_classes(whole, text); break;
    case SIDLE_PARAM_LADDER:
        if (!(whole & 3u)) append_word(text, "ask");
        for (; whole & 3u; whole >>= 2) append_word(text, STEPS[whole & 3u]);
        break;
    }
}

/* One number for all classes, or those that are not as usual. */
static void show_each_class(const float *values, float usual, char text[TEXT]) {
    bool same = true;
    for (int k = 1; k < SIDLE_TERRAIN_COUNT; k++) same = same && values[k] == values[0];
    text[0] = 0;
    if (same) snprintf(text, TEXT, "%.7g", (double)values[0]);
    for (int k = 0; k < SIDLE_TERRAIN_COUNT && !same; k++) {
        char word[TEXT];
        snprintf(word, TEXT, "%s:%.7g", terrain_names()[k], (double)values[k]);
        if (values[k] != usual) append_word(text, word);
    }
}

char *params_text(const sidle_param *row, const sidle_profile *profile, char text[PARAMS_TEXT]) {
    const void *field = (const char *)profile + row->offset;
    if (row->type == SIDLE_PARAM_CLASSES) {
        show_each_class(field, row->default_value, text);
        return text;
    }
    uint32_t whole = 0;
    float number = 0;
    if (row->type == SIDLE_PARAM_FLOAT)
        memcpy(&number, field, sizeof number);
    else if (row->type == SIDLE_PARAM_LADDER)
        for (int k = SIDLE_LADDER_STEPS; k-- > 0;) whole = whole << 2 | ((const uint8_t *)field)[k];
    else
        memcpy(&whole, field, sizeof whole);
    show_value(row, number, whole, text);
    return text;
}

/* Appends what differs from `read`, the profile as a reader has it up to here, to an array. */
static void add_changes(char **line, const sidle_profile *values, scene_profile *read) {
    char text[PARAMS_TEXT], other[PARAMS_TEXT], change[2 * PARAMS_TEXT];
    uint32_t count;
    const sidle_param *rows = sidle_params(&count);
    for (uint32_t k = 0; k < count; k++) {
        params_text(&rows[k], values, text);
        if (!strcmp(text, params_text(&rows[k], &read->values, other))) continue;
        params_set(read, rows[k].name, text, (place){0}, &(complaints){0});
        for (char *c = text; *c; c++)
            if (*c == ' ') *c = '+';
        snprintf(change, sizeof change, " %s=%s", rows[k].name, text);
        for (const char *c = change; *c; c++) arrput(*line, *c);
    }
}

char *params_changes(const scene *s, size_t profile) {
    char *line = NULL;
    scene_profile read = {.values = sidle_profile_default()};
    add_changes(&line, &s->profiles[0].values, &read);
    if (profile) {
        arrsetlen(line, 0);
        add_changes(&line, &s->profiles[profile].values, &read);
    }
    char *text = checked_strndup(line ? line : "", arrlenu(line));
    arrfree(line);
    return text;
}

/* A default that follows is shown as what it follows: 10 radii. */
static void show_default(const sidle_param *row, char text[TEXT]) {
    float value = row->default_value;
    if (row->follows == SIDLE_FOLLOWS_RADIUS)
        snprintf(text, TEXT, "%.3g radii", (double)(value / SIDLE_DEFAULT_RADIUS));
    else if (row->follows == SIDLE_FOLLOWS_TOP_SPEED)
        snprintf(text, TEXT, "%.3g top_speed/s", (double)(value / SIDLE_DEFAULT_TOP_SPEED));
    else
        show_value(row, value, (uint32_t)value, text);
}

static bool is_tuning(const sidle_param *row) {
    return row->offset >= offsetof(sidle_profile, tuning);
}

static void print_rows(FILE *out, bool markdown, bool tuning) {
    const char *line = markdown ? "| `%s` | %s | %s | %s | %s |\n" : "%-20s %-18s %-6s %-16s %s\n";
    fprintf(out, markdown ? "| %s | %s | %s | %s | %s |\n" : line, tuning ? "tuning" : "parameter",
            "default", "unit", "range", "meaning");
    if (markdown) fprintf(out, "| --- | --- | --- | --- | --- |\n");
    uint32_t count;
    const sidle_param *rows = sidle_params(&count);
    for (uint32_t k = 0; k < count; k++) {
        char range[TEXT], usual[TEXT];
        if (is_tuning(&rows[k]) != tuning) continue;
        show_range(&rows[k], range);
        show_default(&rows[k], usual);
        fprintf(out, line, rows[k].name, usual, rows[k].unit, range, rows[k].help);
    }
}

void params_print(FILE *out, bool markdown) {
    print_rows(out, markdown, false);
    fputs("\n", out);
    print_rows(out, markdown, true);
}
