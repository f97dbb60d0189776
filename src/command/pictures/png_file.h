/* A canvas as a PNG file. */
#ifndef SIDLE_COMMAND_PNG_FILE_H
#define SIDLE_COMMAND_PNG_FILE_H

#include "canvas.h"
#include "terminal/complain.h"

/* The bytes of such a file, to be freed. */
uint8_t *png_bytes(const canvas *c, size_t *size);

/* False after a complaint. */
bool png_write(const canvas *c, const char *file, complaints *to);

#endif
