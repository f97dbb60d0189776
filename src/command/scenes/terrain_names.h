/* The classes of terrain by name. */
#ifndef SIDLE_COMMAND_TERRAIN_NAMES_H
#define SIDLE_COMMAND_TERRAIN_NAMES_H

#include <stddef.h>

/* The class of that name ("ground"), in any case of letters; -1: none. */
int terrain_named(const char *name, size_t length);

/* The names of all SIDLE_TERRAIN_COUNT classes. */
const char *const *terrain_names(void);

#endif
