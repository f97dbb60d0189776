/* Moving AI scenarios: many problems on one map, some of which become units. */
#ifndef SIDLE_COMMAND_SCENARIO_H
#define SIDLE_COMMAND_SCENARIO_H

#include "scenes/scene.h"
#include "terminal/complain.h"

/* Leaves out the problems that start or end where profile 0 cannot be, and counts them; one must be
 * left. Takes `units` of the others, spread evenly over the file, all of them for 0. A problem
 * whose start would overlap a unit already placed gives way to the next one; when that leaves fewer
 * units than asked for, a note on standard error says so. The map is the one that the file names,
 * or map_file when that does not exist. `into` comes from scene_make, its profiles already set.
 * Complains of every error; false when there was one. */
bool scen_read(const char *file, const char *map_file, unsigned units, scene *into, complaints *to);

#endif
