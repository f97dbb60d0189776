/* inih takes the file apart; it numbers only its first error, so a reader of our own feeds it line
 * by line and keeps the count. */
#include "config.h"

#include "params.h"

#include <errno.h>
#include <ini.h>
#include <math.h>
#include <stb_ds.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST_LINE = 190 }; /* inih holds 200 characters and would take the rest for a new line */

typedef struct reader {
    FILE *in;
    const char *file;
    int line;
    char text[256]; /* of the present line */
    bool too_long;
    scene *scene;
    complaints *to;
    char section[64];
    int profile; /* index of the section's profile, -1 before the first */
    int keys;    /* in this section so far */
    char **seen; /* "section.key" so far, stb_ds */
} reader;

static place place_of(const reader *r, const char *word) {
    const char *found = word && *word ? strstr(r->text, word) : NULL;
    return (place){r->file, r->line, found ? (int)(found - r->text) + 1 : 1};
}

/* ---- lines ---- */

static void skip_rest_of_line(FILE *in) {
    for (int c = getc(in); c != EOF && c != '\n'; c = getc(in)) {
    }
}

/* Is it something that inih understands: blank, a comment, [section], key = value? */
static bool well_formed(const char *text) {
    text += strspn(text, " \t\r\n");
    if (!*text || *text == ';' || *text == '#') return true;
    if (*text == '[') return strchr(text, ']') != NULL;
    return strpbrk(text, "=:") != NULL && *text != '=' && *text != ':';
}

static char *next_line(char *text, int room, void *stream) {
    reader *r = stream;
    if (!fgets(text, room < LONGEST_LINE ? room : LONGEST_LINE, r->in)) return NULL;
    r->line++;
    size_t length = strlen(text);
    if (length + 2 >= LONGEST_LINE && text[length - 1] != '\n') {
        skip_rest_of_line(r->in);
        complain(r->to, r->file, r->line, 0, "found a line of more than %d characters",
                 LONGEST_LINE - 2);
        text[0] = 0;
    } else if (!well_formed(text)) {
        text[strcspn(text, "\r\n")] = 0;
        complain(r->to, r->file, r->line, 1,
                 "found '%.40s', expected [profile], key = value or a comment", text);
        text[0] = 0;
    } else if (text[0] == ' ' || text[0] == '\t') {
        /* inih would take an indented line for more of the value above */
        memmove(text, text + strspn(text, " \t"), strlen(text + strspn(text, " \t")) + 1);
    }
    snprintf(r->text, sizeof r->text, "%s", text);
    return text;
}

/* ---- settings ---- */

static bool seen_before(reader *r, const char *key) {
    char name[160];
    snprintf(name, sizeof name, "%s.%s", r->section, key);
    for (size_t k = 0; k < arrlenu(r->seen); k++)
        if (!strcmp(r->seen[k], name)) return true;
    char *kept = strdup(name);
    arrput(r->seen, kept);
    return false;
}

static void enter_section(reader *r, const char *section) {
    if (r->profile >= 0 && !strcmp(r->section, section)) return;
    snprintf(r->section, sizeof r->section, "%s", section);
    r->profile = scene_profile_find(r->scene, r->section, strlen(r->section));
    if (r->profile < 0) r->profile = scene_profile_add(r->scene, r->section, strlen(r->section));
    r->keys = 0;
}

static void copy_profile(reader *r, const char *name) {
    int from = scene_profile_find(r->scene, name, strlen(name));
    place at = place_of(r, name);
    if (from < 0)
        complain(r->to, at.file, at.line, at.column,
                 "found the profile '%s', expected one that stands above", name);
    else if (r->keys > 0)
        complain(r->to, at.file, at.line, 1, "found 'like' below other keys, expected it first");
    else
        r->scene->profiles[r->profile].values = r->scene->profiles[from].values;
}

static int take_setting(void *user, const char *section, const char *key, const char *value) {
    reader *r = user;
    if (!*section) {
        complain(r->to, r->file, r->line, 1, "found the key '%s', expected a [profile] first", key);
        return 1;
    }
    enter_section(r, section);
    if (seen_before(r, key))
        complain(r->to, r->file, r->line, 1, "found '%s' a second time in [%s], expected it once",
                 key, section);
    else if (!strcmp(key, "like"))
        copy_profile(r, value);
    else
        params_set(&r->scene->profiles[r->profile].values, key, value,
                   place_of(r, *value ? value : key), r->to);
    r->keys++;
    return 1;
}

bool config_read(const char *file, scene *into, complaints *to) {
    reader r = {.file = file, .scene = into, .to = to, .profile = -1};
    int before = to->count;
    r.in = fopen(file, "r");
    if (!r.in) {
        complain(to, file, 0, 0, "cannot be read: %s", strerror(errno));
        return false;
    }
    ini_parse_stream(next_line, &r, take_setting, &r);
    if (ferror(r.in)) complain(to, file, 0, 0, "cannot be read: %s", strerror(errno));
    fclose(r.in);
    for (size_t k = 0; to->count == before && k < arrlenu(into->profiles); k++)
        params_fit(&into->profiles[k], (place){file, 0, 0}, to);
    for (size_t k = 0; k < arrlenu(r.seen); k++) free(r.seen[k]);
    arrfree(r.seen);
    return to->count == before;
}

bool config_set(const char *assignment, scene *into, complaints *to) {
    char where[128];
    snprintf(where, sizeof where, "--set %.100s", assignment);
    place at = {where, 0, 0};
    const char *dot = strchr(assignment, '.'), *equals = strchr(assignment, '=');
    if (!dot || !equals || dot > equals || dot == assignment) {
        complain(to, where, 0, 0, "expected PROFILE.KEY=VALUE");
        return false;
    }
    int profile = scene_profile_find(into, assignment, (size_t)(dot - assignment));
    if (profile < 0) {
        const char *names[64];
        size_t count = 0;
        for (; count < 64 && count < arrlenu(into->profiles); count++)
            names[count] = into->profiles[count].name;
        char name[64];
        snprintf(name, sizeof name, "%.*s", (int)(dot - assignment), assignment);
        const char *near = nearest_word(name, names, count);
        complain(to, where, 0, 0, "found the profile '%s', expected one of this scene%s%s%s", name,
                 near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
        return false;
    }
    char key[64];
    snprintf(key, sizeof key, "%.*s", (int)(equals - dot - 1), dot + 1);
    scene_profile *p = &into->profiles[profile];
    return params_set(&p->values, key, equals + 1, at, to) && params_fit(p, at, to);
}
