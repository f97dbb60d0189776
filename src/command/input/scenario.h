/* Moving AI scenarios: many path problems on one map. Some or all of them become units. */
#ifndef SIDLE_COMMAND_SCENARIO_H
#define SIDLE_COMMAND_SCENARIO_H

#include "scenes/scene.h"
#include "terminal/complain.h"

/* Leaves out the problems that start or end where profile 0 cannot be, and counts them; one must be
 * left. Makes `units` units of the other problems, spread evenly over the file; all for 0. When the
 * start of a problem would overlap a unit that is placed already, the next problem is taken; when
 * that leaves fewer units than asked for, a note on standard error says so. The map is the one that
 * the file names, or map_file when that does not exist, or one beside the scenario. `into` comes
 * from scene_make, its profiles already set. Complains of every error; false when there was one. */
bool scen_read(const char *file, const char *map_file, unsigned units, scene *into, complaints *to);

#endif
