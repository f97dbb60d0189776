/* Reads the KEY=VALUE words of a line by its table. */
#include "fixture_keys.h"

#include "fixture_reader.h"

#include <string.h>

/* s, the latest time that a map may name: eleven days, beyond any run. */
static const double LATEST = 1e6;

void fixture_take_time(fixture_reader *r, word value, double least, const char *expected,
                       float *time) {
    double read;
    if (number_of(value, least, LATEST, &read))
        *time = (float)read;
    else
        found_expected(&r->lines, value, expected);
}

void fixture_no_such_key(const lines *from, const fixture_keys *keys, word w, const char *mark) {
    char all[256];
    size_t used = 0, count = keys->count;
    for (size_t k = 0; k < count; k++) {
        const fixture_key *row = &keys->rows[k];
        const char *between = k + 2 < count ? ", " : k + 1 < count ? " or " : "";
        used += (size_t)snprintf(all + used, sizeof all - used, "%s%s%s", row->name,
                                 row->form ? mark : "", between);
    }
    found_expected_of(from, w, all, NAMES_OF(keys->rows, count));
}

static const fixture_key *key_of(const fixture_keys *keys, word w, word *value) {
    for (size_t k = 0; k < keys->count; k++) {
        const fixture_key *row = &keys->rows[k];
        *value = w;
        if (row->form ? value_of(w, row->name, value) : word_is(w, row->name)) return row;
    }
    return NULL;
}

static void read_key(fixture_reader *r, const fixture_keys *keys, void *into, fixture_aim *aim,
                     word w, uint32_t *seen) {
    word value;
    const fixture_key *key = key_of(keys, w, &value);
    char what[64];
    snprintf(what, sizeof what, "one aim of %s %s; another stands before it",
             strchr("aeiou", *keys->line) ? "an" : "a", keys->line);
    if (!key)
        fixture_no_such_key(&r->lines, keys, w, "=");
    else if (key->aim != FIXTURE_NO_AIM && aim->given)
        found_expected(&r->lines, w, what);
    else if (given_once(&r->lines, w, (int)(key - keys->rows), seen)) {
        if (key->aim != FIXTURE_NO_AIM)
            *aim = (fixture_aim){true, (sidle_order)key->aim, column_of(&r->lines, value.at)};
        if (key->take) key->take(r, into, value);
    }
}

uint32_t fixture_read_keys(fixture_reader *r, const fixture_keys *keys, void *into,
                           fixture_aim *aim, const char *at) {
    word w;
    uint32_t seen = 0;
    while (next_word(&at, &w)) read_key(r, keys, into, aim, w, &seen);
    return seen;
}
