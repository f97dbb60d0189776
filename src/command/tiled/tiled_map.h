/* Maps of Tiled, in and out. docs/tiled.md says how one is drawn. */
#ifndef SIDLE_COMMAND_TILED_MAP_H
#define SIDLE_COMMAND_TILED_MAP_H

#include "drawing.h"
#include "terminal/complain.h"

#include <stdbool.h>

/* False after a complaint. */
bool tiled_map_read(const char *file, drawing *into, complaints *to);

/* The same with the picture of its tiles beside it, sidle-terrain.png. */
bool tiled_map_write(const char *file, const drawing *d, complaints *to);

#endif
