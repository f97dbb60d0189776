/* Those that hunt one target spread round it. See surround.c. */
#ifndef SIDLE_SURROUND_H
#define SIDLE_SURROUND_H

#include "world/shown.h"

/* u: the halt of a steer target that is a place beside the target, and not the target itself. Below
 * any length that matters, and not 0, which says that a unit backs off (approach.h). */
#define HALT_AT_PLACE 1e-4f

/* s: so long a unit looks for a place, until its target moves. The clock never restarts before, so
 * that each unit comes to rest: places are free, or are taken, by the moves of others, and two
 * units could go to and fro for ever. Then the unit settles behind others, as arrival.c says. */
#define SURROUND_SEARCHES 20.0

/* Has the unit looked for a place for so long? */
static inline bool surround_is_over(const unit *u) {
    return unit_has_trait(u, TRAIT_HUNTS) && u->cold->order->clock > SURROUND_SEARCHES;
}

/* Is the unit on its way round its target? */
static inline bool surround_goes_round(const unit *u) {
    return unit_has_trait(u, TRAIT_HUNTS) && u->flags & UNIT_UNDER_WAY &&
           u->cold->order->steer_target.halt == HALT_AT_PLACE;
}

/* Units under way to the same target that are farther from it than this one, and not far behind. */
SIDLE_INTERNAL uint32_t surround_behind(const sidle_world *world, const unit *u,
                                        const shown *target);

/* Before a look of a unit whose target stands: when another one rests where it would come to rest,
 * finds it a free place beside the target. `distance` (u): from the target's centre to such places.
 * False when the unit has to go straight on; `straight`: the place straight before it counts as
 * found as well. */
SIDLE_INTERNAL bool surround_aim(const sidle_world *world, unit *u, const shown *target,
                                 float distance, bool straight);

#endif
