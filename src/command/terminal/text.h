/* Text files, as a whole and line by line. */
#ifndef SIDLE_COMMAND_TEXT_H
#define SIDLE_COMMAND_TEXT_H

#include "complain.h"

#include <stdbool.h>
#include <stddef.h>

/* The whole of a text file, to be freed; NULL and a complaint when it cannot be
 * read or is no text. */
char *text_of(const char *file, complaints *to);

/* The whole of any file, to be freed; NULL and a complaint when it cannot be read. */
char *bytes_of(const char *file, size_t *size, complaints *to);

/* Cuts the next line off the text, without its line end; NULL when none is left. */
char *next_line_of(char **text);

/* Does the name end so? */
bool has_ending(const char *name, const char *ending);

#endif
