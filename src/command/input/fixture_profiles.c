/* The `profile` lines of a fixture: a name, and settings that differ from the default or from
 * another profile. */
#include "fixture_reader.h"
#include "parameters.h"

#include <stb_ds.h>
#include <string.h>

void no_such_profile(const lines *from, const scene *s, word name) {
    found_expected_of(from, name, "the name of a profile that stands above",
                      NAMES_OF(s->profiles, arrlenu(s->profiles)));
}

static int profile_named(const fixture_reader *r, word name) {
    int found = scene_profile_find(r->into, name.at, name.length);
    if (found < 0) no_such_profile(&r->lines, r->into, name);
    return found;
}

static void set_parameter(fixture_reader *r, int profile, word w) {
    char key[64], value[128];
    const char *equals = memchr(w.at, '=', w.length);
    if (!equals || w.length >= sizeof value) {
        found_expected(&r->lines, w, "KEY=VALUE");
        return;
    }
    snprintf(key, sizeof key, "%.*s", (int)(equals - w.at), w.at);
    snprintf(value, sizeof value, "%.*s", (int)(w.length - (size_t)(equals - w.at) - 1),
             equals + 1);
    place at = {r->lines.file, r->lines.number, column_of(&r->lines, equals + 1),
                column_of(&r->lines, w.at)};
    params_set(&r->into->profiles[profile], key, value, at, r->lines.to);
}

/* The index of the profile that the line sets; -1 after a complaint. */
static int begin_profile(fixture_reader *r, word name) {
    int profile = scene_profile_find(r->into, name.at, name.length);
    bool taken = profile > 0 || (profile == 0 && r->default_read);
    if (taken) {
        found_expected(&r->lines, name, "a name that is not taken");
        return -1;
    }
    if (profile == 0) r->default_read = true;
    if (profile < 0) profile = scene_profile_add(r->into, name.at, name.length);
    if (profile < 0)
        complain_at(&r->lines, name.at, "found one profile more, expected at most %d",
                    SCENE_PROFILES_MAX);
    return profile;
}

static void copy_profile(fixture_reader *r, int profile, word other) {
    int from = profile_named(r, other);
    if (from == profile)
        found_expected(&r->lines, other, "the name of another profile");
    else if (from >= 0)
        scene_profile_copy(&r->into->profiles[profile], &r->into->profiles[from]);
}

/* Was this key given before? The words of the line follow each other from `at` on. */
static bool stands_before(const char *at, word key) {
    size_t length = strcspn(key.at, "= \t") + 1; /* with the '=' */
    word w;
    while (next_word(&at, &w) && w.at < key.at)
        if (w.length >= length && !memcmp(w.at, key.at, length)) return true;
    return false;
}

void fixture_read_profile(fixture_reader *r, const char *at) {
    word name, w, other;
    if (!next_word(&at, &name) || memchr(name.at, '=', name.length)) {
        found_expected(&r->lines, name, "a profile's name");
        return;
    }
    int profile = begin_profile(r, name);
    if (profile < 0) return;
    const char *settings = at;
    for (bool first = true; next_word(&at, &w); first = false) {
        if (stands_before(settings, w))
            found_again(&r->lines, w);
        else if (!value_of(w, "like", &other))
            set_parameter(r, profile, w);
        else if (first)
            copy_profile(r, profile, other);
        else
            found_expected(&r->lines, w, "like= before all other keys");
    }
    params_fit(&r->into->profiles[profile], (place){r->lines.file, r->lines.number, 1, 1},
               r->lines.to);
}
