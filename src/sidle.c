/* All of the library as one translation unit. The compiler sees the whole core and inlines across
 * its files. Only the names of the public headers are visible to the linker, so a host may have a
 * function terrain_set of its own. A new source file of the core is listed here and nowhere else.
 */
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
#include "motion/pass_mode.c"
#include "motion/push_apart.c"
#include "orders/approach.c"
#include "orders/arrival.c"
#include "orders/come_clear.c"
#include "orders/give_way.c"
#include "orders/orders.c"
#include "orders/path_following.c"
#include "orders/queue.c"
#include "orders/steer_target.c"
#include "orders/unit_change.c"
#include "orders/unit_state.c"
#include "planner/candidates.c"
#include "planner/debug.c"
#include "planner/decide.c"
#include "planner/escalation.c"
#include "planner/headway.c"
#include "planner/look.c"
#include "planner/look_schedule.c"
#include "planner/lost_sight.c"
#include "planner/progress.c"
#include "planner/push_through.c"
#include "planner/side_traces.c"
#include "planner/trace.c"
#include "planner/view.c"
#include "planner/waits_for.c"
#include "planner/why_text.c"
#include "queries/buildings.c"
#include "queries/bulk.c"
#include "queries/places.c"
#include "queries/query.c"
#include "steering/steering.c"
#include "tick.c"
#include "world/hash.c"
#include "world/parameters.c"
#include "world/ranks.c"
#include "world/shown.c"
#include "world/spatial_grid.c"
#include "world/terrain.c"
#include "world/unit_store.c"
#include "world/validate.c"
#include "world/world.c"

/* Ends the compiler options that compiler.h pushed, as this file may be included in a larger
 * translation unit. */
#ifdef SIDLE_POP_OPTIONS
#pragma GCC pop_options
#endif
