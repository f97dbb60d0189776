/* Follows one unit through a run and keeps its last look: what it read, and where all stood then.
 */
#ifndef SIDLE_COMMAND_LAST_LOOK_H
#define SIDLE_COMMAND_LAST_LOOK_H

#include "local_grid.h"

/* All zeros before the first tick. */
typedef struct last_look {
    surroundings next; /* as the present tick began */
    surroundings then; /* as the tick of the look began */
    local_grid grid;
    bool known;
} last_look;

/* Before and after each tick. */
void last_look_before(last_look *l, const sidle_world *world, sidle_unit_id unit);
void last_look_after(last_look *l, const sidle_world *world);
void last_look_free(last_look *l);

#endif
