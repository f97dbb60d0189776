/* All of the library as one unit. The compiler sees it whole, and nothing leaves it but what the
 * public headers name: a host may have a terrain_set of its own. */
#define SIDLE_ONE_UNIT
#define SIDLE_BUILDING

#include "base/compiler.h"

#include "base/arithmetic.c"
#include "motion/contact_rules.c"
#include "motion/contact_solver.c"
#include "motion/drive.c"
#include "motion/enemies.c"
#include "motion/move.c"
#include "motion/neighbour_lists.c"
#include "motion/push_apart.c"
#include "orders/arrival.c"
#include "orders/come_clear.c"
#include "orders/orders.c"
#include "orders/path_following.c"
#include "orders/queue.c"
#include "orders/steer_target.c"
#include "orders/unit_state.c"
#include "planner/candidates.c"
#include "planner/debug.c"
#include "planner/decide.c"
#include "planner/escalation.c"
#include "planner/look.c"
#include "planner/look_schedule.c"
#include "planner/lost_sight.c"
#include "planner/progress.c"
#include "planner/push_through.c"
#include "planner/side_traces.c"
#include "planner/trace.c"
#include "planner/view.c"
#include "planner/waits_for.c"
#include "steering/steering.c"
#include "tick.c"
#include "world/hash.c"
#include "world/parameters.c"
#include "world/ranks.c"
#include "world/spatial_grid.c"
#include "world/terrain.c"
#include "world/unit_store.c"
#include "world/world.c"

/* What compiler.h has asked for ends with this file: it may be a part of a larger unit. */
#ifdef SIDLE_POP_OPTIONS
#pragma GCC pop_options
#endif
