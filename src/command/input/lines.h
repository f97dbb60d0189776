/* A text by lines, words and numbers, and complaints that tell the place of what is wrong. */
#ifndef SIDLE_COMMAND_LINES_H
#define SIDLE_COMMAND_LINES_H

#include "terminal/complain.h"
#include "terminal/spelling.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* How far a reader has come in a file. */
typedef struct lines {
    const char *file;
    char *next; /* what is left of the file */
    char *line; /* this line, ended by 0 */
    int number; /* of this line, from 1 */
    complaints *to;
} lines;

/* Goes to the next line; false at the end of the file. */
bool next_line(lines *l);

/* The column, from 1, of a place in this line. */
int column_of(const lines *l, const char *at);

#define complain_at(l, at, ...)                                                                    \
    complain((l)->to, (l)->file, (l)->number, column_of(l, at), __VA_ARGS__)

/* Characters of a quotation at most. */
enum { LINES_QUOTED = 40 };

/* A piece of a line. */
typedef struct word {
    const char *at;
    size_t length;
} word;

/* Takes the next word; false, and an empty word, at the end of the line or where a comment begins.
 */
bool next_word(const char **at, word *w);

bool word_is(word w, const char *text);

/* When the word is KEY=VALUE, its value. */
bool value_of(word w, const char *key, word *value);

/* A finite number from low to high, and nothing behind it. */
bool number_of(word w, double low, double high, double *value);

/* `count` finite numbers with commas between. *at is where they begin, then where they end. */
bool numbers_at(const char **at, const char *limit, int count, double *values);
bool numbers_of(word w, int count, double *values);

/* Complains of the word: "found X, expected `what`"; an empty word is the end of the line. */
void found_expected(const lines *l, word w, const char *what);

/* The same, with the nearest of the candidates. */
void found_expected_of(const lines *l, word w, const char *what, name_list candidates);

/* Each key may be given once. number, below 32, is the key's; *seen has a bit for each key that was
 * given. False after a complaint. */
bool given_once(const lines *l, word key, int number, uint32_t *seen);
/* Complains of a key that is given a second time. */
void found_again(const lines *l, word key);

/* Complains when anything but a comment follows. */
void expect_end(const lines *l, const char *at);

#endif
