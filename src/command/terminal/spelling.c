/* Edit distance between words. */
#include "spelling.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* Longer words get no suggestion: no name of ours is as long. */
enum { LONGEST_WORD = 63 };

static size_t least(size_t a, size_t b) {
    return a < b ? a : b;
}

/* How many letters must be put in, left out or replaced to get from one word to the other:
 * Levenshtein's distance, row by row. */
static size_t edit_distance(const char *a, const char *b) {
    size_t width = strlen(b), row[LONGEST_WORD + 1];
    if (width > LONGEST_WORD || strlen(a) > LONGEST_WORD) return SIZE_MAX;
    for (size_t k = 0; k <= width; k++) row[k] = k;
    for (size_t y = 1; a[y - 1]; y++) {
        size_t corner = row[0];
        row[0] = y;
        for (size_t x = 1; x <= width; x++) {
            size_t above = row[x];
            size_t change = corner + (a[y - 1] != b[x - 1]);
            row[x] = least(change, least(above, row[x - 1]) + 1);
            corner = above;
        }
    }
    return row[width];
}

/* A name of several words is meant by any of them, and by any that follow each other: `speed` for
 * top_speed. That costs one letter more than the name itself. */
static size_t distance_to_parts(const char *word, const char *name) {
    size_t best = SIZE_MAX;
    for (const char *from = name; from; from = strchr(from, '_')) {
        from += *from == '_';
        for (const char *to = from; *to; to += *to == '_') {
            char part[LONGEST_WORD + 1];
            to += strcspn(to, "_");
            size_t length = (size_t)(to - from);
            if (length > LONGEST_WORD) break;
            memcpy(part, from, length);
            part[length] = 0;
            size_t found = length < 3 ? SIZE_MAX : edit_distance(word, part);
            if (found < SIZE_MAX && found + 1 < best) best = found + 1;
        }
    }
    return best;
}

const char *nearest_word(const char *word, name_list candidates) {
    const char *best = NULL;
    /* A word of which every letter is another one is another word. */
    size_t best_distance = least(strlen(word) / 3 + 2, strlen(word));
    for (size_t k = 0; k < candidates.count; k++) {
        const char *name;
        memcpy(&name, (const char *)candidates.first + k * candidates.stride, sizeof name);
        size_t found = least(edit_distance(word, name),
                             strchr(name, '_') ? distance_to_parts(word, name) : SIZE_MAX);
        if (found < best_distance) best_distance = found, best = name;
    }
    return best;
}

suggestion did_you_mean(const char *before, const char *word, size_t length, name_list candidates) {
    suggestion s = {""};
    char whole[LONGEST_WORD + 1];
    if (!length || length > LONGEST_WORD) return s;
    memcpy(whole, word, length);
    whole[length] = 0;
    const char *near = nearest_word(whole, candidates);
    if (near) snprintf(s.text, sizeof s.text, "; did you mean '%s%s'?", before, near);
    return s;
}
