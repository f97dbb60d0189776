/* Suggestions for a word that was misspelt. */
#ifndef SIDLE_COMMAND_SPELLING_H
#define SIDLE_COMMAND_SPELLING_H

#include <stddef.h>

/* The candidate that is nearest by edit distance; NULL when that distance is more than a third of
 * the word and one: then another word was meant. That bound is a choice. */
const char *nearest_word(const char *word, const char *const *candidates, size_t count);

#endif
