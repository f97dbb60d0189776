/* What the command writes: a file is there whole or not at all, and output that was lost is never
 * counted as success. */
#ifndef SIDLE_COMMAND_OUTPUT_H
#define SIDLE_COMMAND_OUTPUT_H

#include "complain.h"

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

/* The first call of main. From here on a write that fails returns an error and does not kill the
 * process, and no file that is opened takes the place of a standard stream that was closed. */
void output_begin(void);

/* The last call of main. Returns the exit status: the given one, or EXIT_MACHINE, after a message,
 * in place of EXIT_DONE when standard output was lost. */
int output_end(int status);

/* Flushes standard output. True when it has failed: a caller that has minutes of work left can
 * stop. */
bool output_lost(void);

/* Text that is written to memory. It stays where it is from begin to end. */
typedef struct text_stream {
    FILE *out;
    char *text; /* once it has ended: to be freed */
    size_t size;
} text_stream;

FILE *text_begin(text_stream *t);
char *text_end(text_stream *t);

/* Writes a word of a command line, in quotes where the shell needs them. */
void output_word(FILE *out, const char *word);

/* Writes each line of the text behind `before`. */
void output_lines(FILE *out, const char *before, const char *text);

/* Can a file of that name be written? Asked before minutes are spent on its content. False after a
 * complaint. */
bool output_allowed(const char *file, complaints *to);

/* Writes a temporary file beside the file, and renames it when all is written. Devices and pipes
 * are written directly. False after a complaint; then a file of that name is what it was before, or
 * empty when its folder takes no new files. */
bool output_write(const char *file, const void *bytes, size_t size, complaints *to);

/* Makes the folder, unless it is there. False after a complaint. */
bool output_folder(const char *folder, complaints *to);

/* Writes the JSON, and gives it back; file: NULL for standard output. False after a complaint. */
bool output_json(const char *file, json_t *json, size_t flags, complaints *to);

#endif
