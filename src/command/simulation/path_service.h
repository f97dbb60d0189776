/* The pathfinder's part: who gets which way to where its order leads, and when another one. */
#ifndef SIDLE_COMMAND_PATH_SERVICE_H
#define SIDLE_COMMAND_PATH_SERVICE_H

#include "scene_world.h"

typedef enum sim_pathfinder { SIM_ASTAR, SIM_FLOW } sim_pathfinder;

typedef struct ways ways;

/* The stage must outlive it. */
ways *ways_make(const stage *s, sim_pathfinder pathfinder);
void ways_free(ways *w);

/* The unit has just been told to go there: sends it on its way. Returns the length of a free drive,
 * u; 0 when the scene prescribes it or none was looked for; negative: there is no way. */
float ways_begin(ways *w, size_t unit, sidle_vec2 goal);

/* The unit asks for another path; it gets it when its turn comes. */
void ways_ask(ways *w, size_t unit);

/* Once a tick, before the step: answers some of those who ask, and guides who goes by a field. */
void ways_tick(ways *w);

void ways_terrain_changed(ways *w, uint32_t x, uint32_t y, uint32_t width, uint32_t height);

/* Was there no way for this unit when it last needed one? */
bool ways_unreachable(const ways *w, size_t unit);

/* Paths found anew for units that asked. */
uint32_t ways_replans(const ways *w);

#endif
