/* A picture of one look: the grid with its values, the three traces, and the point chosen. */
#ifndef SIDLE_COMMAND_LOOK_PICTURE_H
#define SIDLE_COMMAND_LOOK_PICTURE_H

#include "insight/local_grid.h"
#include "terminal/complain.h"

/* size: pixels of a side. The text stands below. False after a complaint. */
bool look_picture_write(const last_look *l, const sidle_world *world, const char *text,
                        uint32_t size, const char *file, complaints *to);

#endif
