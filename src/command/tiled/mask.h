/* A picture whose pixels are cells. */
#ifndef SIDLE_COMMAND_MASK_H
#define SIDLE_COMMAND_MASK_H

#include "drawing.h"
#include "terminal/complain.h"

#include <stdbool.h>

/* White and clear are ground, black is void, blue water, green trees, olive swamp; other colours
 * are what they are nearest to. Also the colours of our own pictures. False after a complaint. */
bool mask_read(const char *file, drawing *into, complaints *to);

#endif
