/* With the check that no phase writes what units show each other: src/world/shown.h. */
#ifndef SIDLE_CHECKED
#define SIDLE_CHECKED
#endif
#include "sidle.c"

#include "internals.h"
#include "internals_motion.c"
#include "internals_orders.c"
#include "internals_state.c"
