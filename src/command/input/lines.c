/* Takes a text apart into lines, words and numbers. */
#include "lines.h"

#include "terminal/text.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- lines ---- */

bool next_line(lines *l) {
    char *line = next_line_of(&l->next);
    if (!line) return false;
    l->line = line;
    l->number++;
    return true;
}

int column_of(const lines *l, const char *at) {
    return (int)(at - l->line) + 1;
}

/* ---- words and numbers ---- */

bool next_word(const char **at, word *w) {
    *at += strspn(*at, " \t");
    w->at = *at;
    w->length = **at == '#' ? 0 : strcspn(*at, " \t");
    *at += w->length;
    return w->length > 0;
}

bool word_is(word w, const char *text) {
    return w.length == strlen(text) && !memcmp(w.at, text, w.length);
}

bool value_of(word w, const char *key, word *value) {
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

bool number_of(word w, double low, double high, double *value) {
    const char *end;
    return number_at(w.at, w.at + w.length, &end, value) && end == w.at + w.length &&
           *value >= low && *value <= high;
}

bool numbers_at(const char **at, const char *limit, int count, double *values) {
    for (int k = 0; k < count; k++) {
        if (k && (*at >= limit || *(*at)++ != ',')) return false;
        if (!number_at(*at, limit, at, &values[k])) return false;
    }
    return true;
}

bool numbers_of(word w, int count, double *values) {
    const char *at = w.at, *limit = w.at + w.length;
    return numbers_at(&at, limit, count, values) && at == limit;
}

void found_expected(const lines *l, word w, const char *what) {
    int shown = w.length < LINES_QUOTED ? (int)w.length : LINES_QUOTED;
    if (w.length)
        complain_at(l, w.at, "found '%.*s', expected %s", shown, w.at, what);
    else
        complain_at(l, w.at, "found the end of the line, expected %s", what);
}

/* Of KEY=VALUE the key alone is compared. */
void found_expected_of(const lines *l, word w, const char *what, name_list candidates) {
    char text[512];
    const char *equals = w.length ? memchr(w.at, '=', w.length) : NULL;
    size_t length = equals ? (size_t)(equals - w.at) : w.length;
    snprintf(text, sizeof text, "%s%s", what, did_you_mean("", w.at, length, candidates).text);
    found_expected(l, w, text);
}

void found_again(const lines *l, word key) {
    complain_at(l, key.at, "found this a second time, expected it once");
}

bool given_once(const lines *l, word key, int number, uint32_t *seen) {
    bool again = *seen >> number & 1u;
    if (again) found_again(l, key);
    *seen |= 1u << number;
    return !again;
}

void expect_end(const lines *l, const char *at) {
    word more;
    if (next_word(&at, &more)) found_expected(l, more, "the end of the line");
}
