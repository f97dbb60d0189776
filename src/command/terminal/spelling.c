/* Edit distance between words. */
#include "spelling.h"

#include <stdint.h>
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

const char *nearest_word(const char *word, const char *const *candidates, size_t count) {
    const char *best = NULL;
    size_t best_distance = strlen(word) / 3 + 2;
    for (size_t k = 0; k < count; k++) {
        size_t found = edit_distance(word, candidates[k]);
        if (found < best_distance) best_distance = found, best = candidates[k];
    }
    return best;
}
