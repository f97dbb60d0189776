/* The generated scenes by name. */
#include "catalogue.h"

#include <stdio.h>
#include <string.h>

static const catalogue_entry ENTRIES[] = {
#define ENTRY(name, kind, low, high, coarsest_cell, fixed, help)                                   \
    {#name, generate_##name, kind, low, high, coarsest_cell, fixed, help},
    GENERATED_SCENES(ENTRY)
#undef ENTRY
};

enum { ENTRY_COUNT = sizeof ENTRIES / sizeof ENTRIES[0], LONGEST_LINE = 96 };

const catalogue_entry *catalogue(size_t *count) {
    *count = ENTRY_COUNT;
    return ENTRIES;
}

static const catalogue_entry *entry_named(const char *name, size_t length) {
    for (int k = 0; k < ENTRY_COUNT; k++)
        if (strlen(ENTRIES[k].name) == length && !memcmp(ENTRIES[k].name, name, length))
            return &ENTRIES[k];
    return NULL;
}

const catalogue_entry *catalogue_find(const char *text, const char **rest) {
    const catalogue_entry *best = NULL;
    size_t longest = 0, end = strcspn(text, "+");
    for (size_t length = 1; length <= end; length++) {
        const catalogue_entry *e = entry_named(text, length);
        if (e) best = e, longest = length;
    }
    *rest = text + longest;
    return best;
}

static const char MODIFIERS[] =
    "+rot45, +shift, +cellC  behind a name: rotated, off the grid by part of a cell, cells of C u";

const char *const *catalogue_lines(size_t *count) {
    static char lines[ENTRY_COUNT][LONGEST_LINE];
    static const char *pointers[ENTRY_COUNT + 1];
    static const char *const LETTERS[] = {
        [NUMBER_NONE] = "", [NUMBER_KEYS] = "", [NUMBER_WHOLE] = "N", [NUMBER_REAL] = "G"};
    for (int k = 0; k < ENTRY_COUNT; k++) {
        char name[32];
        snprintf(name, sizeof name, "@%s%s", ENTRIES[k].name, LETTERS[ENTRIES[k].kind]);
        snprintf(lines[k], LONGEST_LINE, "%-18s %s", name, ENTRIES[k].help);
        pointers[k] = lines[k];
    }
    pointers[ENTRY_COUNT] = MODIFIERS;
    *count = ENTRY_COUNT + 1;
    return pointers;
}
