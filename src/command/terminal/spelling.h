/* Suggestions for a word that was misspelt. */
#ifndef SIDLE_COMMAND_SPELLING_H
#define SIDLE_COMMAND_SPELLING_H

#include <stddef.h>

/* The candidate that is nearest by edit distance, of the whole name or of some of its words; NULL
 * when that distance is more than a third of the word and one: then another word was meant. That
 * bound is a choice. */
const char *nearest_word(const char *word, const char *const *candidates, size_t count);

/* The end of a message about an unknown word: "; did you mean 'NAME'?", or nothing. */
typedef struct suggestion {
    char text[96];
} suggestion;

/* before: what is written before the name, "--" or "@". */
suggestion did_you_mean(const char *before, const char *word, size_t length,
                        const char *const *candidates, size_t count);

#endif
