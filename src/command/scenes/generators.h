/* One function for each generated scene. It fills the generator's scene; the number is the one
 * behind the scene's name. False when the map would be larger than the library allows. What each
 * scene shows, and which numbers it takes, stands in catalogue.c. */
#ifndef SIDLE_COMMAND_GENERATORS_H
#define SIDLE_COMMAND_GENERATORS_H

#include "generator.h"

/* crowds.c: units that meet on open ground. */
bool generate_circle(generator *g, double n);
bool generate_blocks(generator *g, double n);
bool generate_through(generator *g, double gap);
bool generate_idle(generator *g, double gap);
bool generate_point(generator *g, double n);
bool generate_oncoming(generator *g, double n);
bool generate_four_way(generator *g, double n);
bool generate_mixed(generator *g, double n);
bool generate_battle(generator *g, double n);

/* scatter.c: units all over a square, for timing. */
bool generate_scale(generator *g, double n);
bool generate_dense(generator *g, double n);
bool generate_near(generator *g, double n);
bool generate_standing(generator *g, double n);
bool generate_resting(generator *g, double n);
bool generate_corridor_idle(generator *g, double n);
bool generate_surround(generator *g, double n);
bool generate_ambulance(generator *g, double n);

/* doorways.c: units that press through a gap in a wall. */
bool generate_door(generator *g, double n);
bool generate_door_two_way(generator *g, double n);
bool generate_bottleneck(generator *g, double n);
bool generate_exits2(generator *g, double n);
bool generate_exits4(generator *g, double n);

/* corridors.c: units between two walls. */
bool generate_single_file(generator *g, double n);
bool generate_overtake(generator *g, double n);
bool generate_squeeze3(generator *g, double n);
bool generate_hallway(generator *g, double n);
bool generate_hallway_four_way(generator *g, double n);

/* streets.c: units in streets that meet, bend, or are full. */
bool generate_merge(generator *g, double n);
bool generate_corner(generator *g, double n);
bool generate_column(generator *g, double n);

/* marches.c: groups in formation. */
bool generate_march(generator *g, double n);
bool generate_march_gap(generator *g, double n);
bool generate_four_groups(generator *g, double n);

/* forest.c: units among trees. */
bool generate_forest(generator *g, double n);

/* town.c: a random town with a task. */
bool generate_town(generator *g, double n);

#endif
