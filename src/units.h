/* Storage of units. See units.c. */
#ifndef SIDLE_UNITS_H
#define SIDLE_UNITS_H

#include "state.h"

void units_free(sidle_world *world);

#endif
