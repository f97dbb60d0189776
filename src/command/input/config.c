/* Reads profiles from an ini file, line by line: [NAME] begins a profile, KEY = VALUE or KEY :
 * VALUE sets a parameter, and ; or # begins a comment, behind a value a blank and ;. */
#include "config.h"

#include "lines.h"
#include "parameters.h"
#include "terminal/text.h"

#include <ctype.h>
#include <stb_ds.h>
#include <stdlib.h>
#include <string.h>

/* In place of a profile: no section has begun, or the header of the section was wrong. */
enum { NO_SECTION = -1, LOST_SECTION = -2 };

typedef struct setting {
    int profile;
    const char *key;
} setting;

typedef struct reader {
    lines lines;
    scene *scene;
    int profile;   /* of the section: its index, NO_SECTION or LOST_SECTION */
    setting *seen; /* stb_ds: the keys that were given, for those given twice */
} reader;

static char *past_blanks(char *text) {
    return text + strspn(text, " \t");
}

static void cut_blanks(char *text) {
    size_t length = strlen(text);
    while (length && isspace((unsigned char)text[length - 1])) text[--length] = 0;
}

static bool is_blank_or_comment(char *text) {
    text = past_blanks(text);
    return !*text || *text == ';' || *text == '#';
}

/* ---- settings ---- */

/* How many keys the section has had so far; *again: this key was among them. */
static size_t count_seen(const reader *r, const char *key, bool *again) {
    size_t count = 0;
    *again = false;
    for (size_t k = 0; k < arrlenu(r->seen); k++) {
        if (r->seen[k].profile != r->profile) continue;
        count++;
        if (!strcmp(r->seen[k].key, key)) *again = true;
    }
    return count;
}

static void unknown_profile(const char *name, const char *end, place at, const char *what,
                            const scene *s, complaints *to) {
    int length = (int)(end - name);
    complain(
        to, at.file, at.line, at.column, "found the profile '%.*s', expected %s%s", length, name,
        what,
        did_you_mean("", name, (size_t)length, NAMES_OF(s->profiles, arrlenu(s->profiles))).text);
}

static void copy_profile(reader *r, const char *name, place at) {
    int from = scene_profile_find(r->scene, name, strlen(name));
    if (from < 0)
        unknown_profile(name, name + strlen(name), at, "one that stands above", r->scene,
                        r->lines.to);
    else if (from == r->profile)
        complain(r->lines.to, at.file, at.line, at.column,
                 "found the profile '%s', expected another one", name);
    else
        scene_profile_copy(&r->scene->profiles[r->profile], &r->scene->profiles[from]);
}

static void take_setting(reader *r, const char *key, const char *value, place at) {
    bool again;
    if (r->profile == NO_SECTION)
        complain_at(&r->lines, key, "found the key '%s', expected a [profile] first", key);
    if (r->profile < 0) return;
    size_t before = count_seen(r, key, &again);
    arrput(r->seen, ((setting){r->profile, key}));
    if (again)
        complain_at(&r->lines, key, "found '%s' a second time in [%s], expected it once", key,
                    r->scene->profiles[r->profile].name);
    else if (strcmp(key, "like"))
        params_set(&r->scene->profiles[r->profile], key, value, at, r->lines.to);
    else if (before)
        complain_at(&r->lines, key, "found 'like' below other keys, expected it first");
    else
        copy_profile(r, value, at);
}

/* ---- lines ---- */

static void enter_section(reader *r, const char *name, size_t length) {
    r->profile = scene_profile_find(r->scene, name, length);
    if (r->profile < 0) r->profile = scene_profile_add(r->scene, name, length);
    if (r->profile >= 0) return;
    complain_at(&r->lines, name, "found one profile more, expected at most %d", SCENE_PROFILES_MAX);
    r->profile = LOST_SECTION;
}

/* [NAME] and nothing else but a comment; NAME without the blanks at its ends. */
static bool read_section(reader *r, char *text) {
    char *name = past_blanks(text + 1);
    size_t length = strcspn(name, "];");
    r->profile = LOST_SECTION;
    if (name[length] != ']' || !is_blank_or_comment(name + length + 1)) return false;
    while (length && strchr(" \t", name[length - 1])) length--;
    if (length) enter_section(r, name, length);
    return length > 0;
}

static bool read_setting(reader *r, char *key) {
    char *between = key + strcspn(key, "=:;"), *value = between + 1;
    if (between == key || !*between || *between == ';') return false;
    *between = 0;
    for (char *at = value; *at; at++)
        if (*at == ';' && isspace((unsigned char)at[-1])) *at = 0;
    value = past_blanks(value);
    cut_blanks(key);
    cut_blanks(value);
    take_setting(r, key, value,
                 (place){r->lines.file, r->lines.number, column_of(&r->lines, value),
                         column_of(&r->lines, key)});
    return true;
}

bool config_read(const char *file, scene *into, complaints *to) {
    int before = to->count;
    char *text = text_of(file, to);
    if (!text) return false;
    reader r = {.lines = {.file = file, .to = to}, .scene = into, .profile = NO_SECTION};
    r.lines.next = text;
    while (next_line(&r.lines)) {
        char *line = past_blanks(r.lines.line);
        if (is_blank_or_comment(line)) continue;
        if (*line == '[' ? !read_section(&r, line) : !read_setting(&r, line))
            complain_at(&r.lines, line,
                        "found '%.40s', expected [profile], key = value or a comment", line);
    }
    for (size_t k = 0; to->count == before && k < arrlenu(into->profiles); k++)
        params_fit(&into->profiles[k], (place){.file = file}, to);
    arrfree(r.seen);
    free(text);
    return to->count == before;
}

bool config_set(const char *assignment, scene *into, complaints *to) {
    char where[128];
    snprintf(where, sizeof where, "--set %.100s", assignment);
    place at = {.file = where};
    const char *dot = strchr(assignment, '.'), *equals = strchr(assignment, '=');
    if (!dot || !equals || dot > equals || dot == assignment) {
        complain(to, where, 0, 0, "expected PROFILE.KEY=VALUE");
        return false;
    }
    int profile = scene_profile_find(into, assignment, (size_t)(dot - assignment));
    if (profile < 0) {
        unknown_profile(assignment, dot, at, "one of this scene", into, to);
        return false;
    }
    char key[64];
    snprintf(key, sizeof key, "%.*s", (int)(equals - dot - 1), dot + 1);
    scene_profile *p = &into->profiles[profile];
    return params_set(p, key, equals + 1, at, to) && params_fit(p, at, to);
}
