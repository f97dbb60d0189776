/* All of the library as one unit. The compiler sees it whole, and nothing leaves it but what the
 * public headers name: a host may have a terrain_set of its own. */
#define SIDLE_ONE_UNIT
#define SIDLE_BUILDING

#include "compiler.h"

#include "arithmetic.c"
#include "arrival.c"
#include "contact.c"
#include "debug.c"
#include "decide.c"
#include "enemies.c"
#include "hash.c"
#include "line.c"
#include "look.c"
#include "move.c"
#include "nearby.c"
#include "orders.c"
#include "profile.c"
#include "ranks.c"
#include "rest.c"
#include "steering.c"
#include "terrain.c"
#include "units.c"
#include "way.c"
#include "wish.c"
#include "world.c"

/* What compiler.h has asked for ends with this file: it may be a part of a larger unit. */
#ifdef SIDLE_POP_OPTIONS
#pragma GCC pop_options
#endif
