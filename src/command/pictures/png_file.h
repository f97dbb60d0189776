/* A canvas as a PNG file. */
#ifndef SIDLE_COMMAND_PNG_FILE_H
#define SIDLE_COMMAND_PNG_FILE_H

#include "canvas.h"
#include "terminal/complain.h"

/* False after a complaint. */
bool png_write(const canvas *c, const char *file, complaints *to);

#endif
