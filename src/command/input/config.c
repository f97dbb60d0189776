/* The inih library reads the ini file, but it tells only the line of its first error, and drops
 * what it does not understand. So we feed it line by line: we check each line first, keep its place
 * for messages, enter the sections ourselves, and give inih an empty line in place of a comment or
 * a wrong line. */
#include "config.h"

#include "parameters.h"
#include "support/checked_memory.h"
#include "terminal/spelling.h"
#include "text.h"

#include <ini.h>
#include <stb_ds.h>
#include <stdlib.h>
#include <string.h>

/* inih holds lines of 200 characters and names of 50, and would cut longer ones. */
enum { LONGEST_LINE = 190, LONGEST_NAME = 49 };

/* What inih returns when it gets no memory. */
enum { NO_MEMORY = -2 };

/* In place of a profile: no section has begun, or the header of the section was wrong. */
enum { NO_SECTION = -1, LOST_SECTION = -2 };

typedef struct setting {
    int profile;
    char key[LONGEST_NAME + 1];
} setting;

typedef struct reader {
    char *next; /* what is left of the file */
    const char *file;
    int line;
    const char *text; /* the present line */
    scene *scene;
    complaints *to;
    int profile;   /* of the section: its index, NO_SECTION or LOST_SECTION */
    setting *seen; /* stb_ds: the keys that were given, for those given twice */
} reader;

static int column_of(const reader *r, const char *at) {
    return (int)(at - r->text) + 1;
}

static const char *past_blanks(const char *text) {
    return text + strspn(text, " \t");
}

/* The place of the setting in the present line. */
static place place_of(const reader *r) {
    const char *between = strpbrk(r->text, "=:");
    const char *value = past_blanks(between ? between + 1 : r->text);
    return (place){r->file, r->line, column_of(r, value), column_of(r, past_blanks(r->text))};
}

/* ---- lines ---- */

static bool is_blank_or_comment(const char *text) {
    text = past_blanks(text);
    return !*text || *text == ';' || *text == '#';
}

/* [NAME] and nothing else but a comment; NAME without the blanks at its ends. */
static bool split_section(const char *text, const char **name, size_t *length) {
    *name = past_blanks(text + 1);
    *length = strcspn(*name, "];");
    if ((*name)[*length] != ']' || !is_blank_or_comment(*name + *length + 1)) return false;
    while (*length && strchr(" \t", (*name)[*length - 1])) --*length;
    return *length > 0 && *length <= LONGEST_NAME;
}

static void enter_section(reader *r, const char *name, size_t length) {
    r->profile = scene_profile_find(r->scene, name, length);
    if (r->profile < 0) r->profile = scene_profile_add(r->scene, name, length);
    if (r->profile >= 0) return;
    complain(r->to, r->file, r->line, column_of(r, name),
             "found one profile more, expected at most %d", SCENE_PROFILES_MAX);
    r->profile = LOST_SECTION;
}

/* Is it a key and then = or :? These are where inih looks for them. */
static bool is_setting(const char *text) {
    size_t length = strcspn(text, "=:;");
    return length > 0 && text[length] && text[length] != ';' && length <= LONGEST_NAME;
}

/* Is the line for inih? A comment is not: it may be as long as it likes. */
static bool accept_line(reader *r) {
    const char *text = past_blanks(r->text), *name;
    size_t length;
    if (is_blank_or_comment(text)) return false;
    if (strlen(r->text) >= LONGEST_LINE) {
        complain(r->to, r->file, r->line, LONGEST_LINE,
                 "found a line of %zu characters, expected fewer than %d", strlen(r->text),
                 LONGEST_LINE);
        return false;
    }
    if (*text == '[' && split_section(text, &name, &length)) {
        enter_section(r, name, length);
        return true;
    }
    if (*text != '[' && is_setting(text)) return true;
    complain(r->to, r->file, r->line, column_of(r, text),
             "found '%.40s', expected [profile], key = value or a comment", text);
    if (*text == '[') r->profile = LOST_SECTION;
    return false;
}

/* inih would take an indented line for more of the value above; so it gets the line without its
 * indentation. */
static char *feed_line(char *text, int room, void *stream) {
    reader *r = stream;
    r->text = next_line_of(&r->next);
    if (!r->text) return NULL;
    r->line++;
    snprintf(text, (size_t)room, "%s\n", accept_line(r) ? past_blanks(r->text) : "");
    return text;
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

static void copy_profile(reader *r, const char *name) {
    int from = scene_profile_find(r->scene, name, strlen(name));
    if (from < 0)
        unknown_profile(name, name + strlen(name), place_of(r), "one that stands above", r->scene,
                        r->to);
    else if (from == r->profile)
        complain(r->to, r->file, r->line, place_of(r).column,
                 "found the profile '%s', expected another one", name);
    else
        scene_profile_copy(&r->scene->profiles[r->profile], &r->scene->profiles[from]);
}

static int take_setting(void *user, const char *section, const char *key, const char *value) {
    reader *r = user;
    place at = place_of(r);
    bool again;
    (void)section; /* accept_line has entered it already */
    if (r->profile == NO_SECTION)
        complain(r->to, r->file, r->line, at.key_column,
                 "found the key '%s', expected a [profile] first", key);
    if (r->profile < 0) return 1;
    size_t before = count_seen(r, key, &again);
    setting s = {.profile = r->profile};
    snprintf(s.key, sizeof s.key, "%s", key);
    arrput(r->seen, s);
    if (again)
        complain(r->to, r->file, r->line, at.key_column,
                 "found '%s' a second time in [%s], expected it once", key,
                 r->scene->profiles[r->profile].name);
    else if (strcmp(key, "like"))
        params_set(&r->scene->profiles[r->profile], key, value, at, r->to);
    else if (before)
        complain(r->to, r->file, r->line, at.key_column,
                 "found 'like' below other keys, expected it first");
    else
        copy_profile(r, value);
    return 1;
}

bool config_read(const char *file, scene *into, complaints *to) {
    int before = to->count;
    char *text = text_of(file, to);
    if (!text) return false;
    reader r = {.next = text, .file = file, .scene = into, .to = to, .profile = NO_SECTION};
    int wrong = ini_parse_stream(feed_line, &r, take_setting, &r);
    if (wrong == NO_MEMORY) out_of_memory();
    if (wrong)
        complain(to, file, wrong > 0 ? wrong : 0, 1, "found a line that is no ini, expected one");
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
