/* Words and numbers, written into a buffer of the host. The core has no stdio. */
#ifndef SIDLE_TEXT_H
#define SIDLE_TEXT_H

#include <stddef.h>
#include <stdint.h>

/* A text that is written into the host's buffer as far as it has room, and counted beyond. */
typedef struct text {
    char *to;
    size_t room;   /* characters that fit, the zero not counted */
    size_t length; /* of the whole text */
} text;

static inline void write_words(text *t, const char *words) {
    for (; *words; words++, t->length++)
        if (t->length < t->room) t->to[t->length] = *words;
}

static inline void write_whole(text *t, uint64_t number) {
    char digits[24];
    size_t at = sizeof digits;
    digits[--at] = 0;
    do digits[--at] = (char)('0' + number % 10);
    while (number /= 10);
    write_words(t, digits + at);
}

/* Ends the text, cut off where the buffer ends. */
static inline size_t end_text(const text *t, char *buffer, size_t size) {
    if (size) buffer[t->length < t->room ? t->length : t->room] = 0;
    return t->length;
}

#endif
