/* Suggestions for a word that was misspelt. */
#ifndef SIDLE_COMMAND_SPELLING_H
#define SIDLE_COMMAND_SPELLING_H

#include <stddef.h>

/* Names that stand in an array, or in the first member of the rows of one. */
typedef struct name_list {
    const void *first;
    size_t stride, count; /* stride: bytes from one to the next */
} name_list;
#define NAMES_OF(array, count) ((name_list){array, sizeof *(array), (size_t)(count)})

/* The candidate that is nearest by edit distance, of the whole name or of some of its words; NULL
 * when that distance is more than a third of the word and one: then another word was meant. That
 * bound is a choice. */
const char *nearest_word(const char *word, name_list candidates);

/* The end of a message about an unknown word: "; did you mean 'NAME'?", or nothing. */
typedef struct suggestion {
    char text[96];
} suggestion;

/* before: what is written before the name, "--" or "@". */
suggestion did_you_mean(const char *before, const char *word, size_t length, name_list candidates);

#endif
