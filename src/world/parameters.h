/* The table of parameters, and the limits that it does not show. See parameters.c. */
#ifndef SIDLE_PARAMETERS_H
#define SIDLE_PARAMETERS_H

#include "base/compiler.h"

#include <sidle/sidle.h>
#include <string.h>

/* The largest grid of look cells: rows ahead, columns to each side. A choice: a row of
 * cells fits on the stack, columns fit into an int8_t, and a larger grid would make one look of one
 * unit cost more than a tick of a crowd. sidle_profile_check holds profiles to it. */
enum { LOOK_ROWS_MAX = 256, LOOK_COLUMNS_MAX = 64 };

/* So that a host can tell single kinds of units to yield as well as to go first. */
enum { DEFAULT_PRIORITY = 100 };

#endif
