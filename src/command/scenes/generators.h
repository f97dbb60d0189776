/* The list of the generated scenes, and a function for each. It fills the generator's scene; the
 * number is the one behind the scene's name. False when the map would be larger than the library
 * allows. */
#ifndef SIDLE_COMMAND_GENERATORS_H
#define SIDLE_COMMAND_GENERATORS_H

#include "generator.h"

/* Name without '@' and number; what stands behind it: nothing, a number from low to high, or the
 * keys of a town; u, the largest cells that the walls can be drawn in (0: no walls); whether it
 * fills a square map, and so cannot be rotated or shifted; what it shows. The families have a file
 * each. */
/* clang-format off */
#define GENERATED_SCENES(X)                                                                      \
    X(circle, NUMBER_WHOLE, 2, 15000, 0, false,                                                  \
      "N units on a circle, each sent to the opposite point")                                    \
    X(blocks, NUMBER_WHOLE, 1, 20000, 0, false,                                                  \
      "two blocks of N units, each sent through the other")                                      \
    X(through, NUMBER_REAL, 0, 10, 0, false,                                                     \
      "100 units through a standing block with gaps of G u")                                     \
    X(idle, NUMBER_REAL, 0, 10, 0, false,                                                        \
      "the same through a block of idle units")                                                  \
    X(door, NUMBER_WHOLE, 1, 5000, 0.5f, false,                                                  \
      "N units through a doorway 2.5 u wide")                                                    \
    X(door_two_way, NUMBER_WHOLE, 1, 5000, 0.5f, false,                                          \
      "the same, N from each side at once")                                                      \
    X(point, NUMBER_WHOLE, 1, 20000, 0, false,                                                   \
      "N units sent to one point")                                                               \
    X(scale, NUMBER_WHOLE, 1, 200000, 0, true,                                                   \
      "N units at 15 % cover with random goals, for timing")                                     \
    X(dense, NUMBER_WHOLE, 1, 200000, 0, true,                                                   \
      "the same at 60 % cover")                                                                  \
    X(near, NUMBER_WHOLE, 1, 200000, 0, true,                                                    \
      "N units at 15 % cover with goals within 10 u, for timing")                                \
    X(standing, NUMBER_WHOLE, 1, 200000, 0, true,                                                \
      "N units at 15 % cover without orders, for timing")                                        \
    X(resting, NUMBER_WHOLE, 1, 200000, 0, true,                                                 \
      "the same, but 100 of them go through the others")                                         \
    X(battle, NUMBER_WHOLE, 1, 20000, 0, false,                                                  \
      "two armies of N units, each unit sent to attack the nearest enemy")                       \
    X(oncoming, NUMBER_NONE, 0, 0, 0, false,                                                     \
      "two units come straight at each other")                                                   \
    X(overtake, NUMBER_NONE, 0, 0, 0.5f, false,                                                  \
      "a fast unit behind a slow one in a corridor 2.5 u wide")                                  \
    X(corridor_idle, NUMBER_NONE, 0, 0, 0.5f, false,                                             \
      "one unit through a corridor 4 u wide packed with 40 idle ones")                           \
    X(squeeze3, NUMBER_NONE, 0, 0, 0.5f, false,                                                  \
      "two abreast meet a third between them in a corridor 3.5 u wide")                          \
    X(four_way, NUMBER_NONE, 0, 0, 0, false,                                                     \
      "one unit from each of four sides, to the opposite side")                                  \
    X(hallway, NUMBER_WHOLE, 1, 5000, 1, false,                                                  \
      "N units from each end of a hallway 16 u wide")                                            \
    X(hallway_four_way, NUMBER_WHOLE, 1, 5000, 1, false,                                         \
      "N units from each end of two such hallways that cross")                                   \
    X(bottleneck, NUMBER_WHOLE, 1, 5000, 0.5f, false,                                            \
      "a block of N units through a neck 5 u wide and 10 u long")                                \
    X(forest, NUMBER_WHOLE, 2, 5000, 1, false,                                                   \
      "N units between 1.4 N trees")                                                             \
    X(exits2_, NUMBER_WHOLE, 2, 5000, 0.5f, false,                                               \
      "N units leave a full room by two doors")                                                  \
    X(exits4_, NUMBER_WHOLE, 2, 5000, 0.5f, false,                                               \
      "the same by four doors")                                                                  \
    X(single_file, NUMBER_WHOLE, 1, 1000, 0.5f, false,                                           \
      "N units from each end of a lane 1.5 u wide, where none can pass another")                 \
    X(merge, NUMBER_NONE, 0, 0, 0.5f, false,                                                     \
      "two streams of 40 units become one in a street 4 u wide")                                 \
    X(corner, NUMBER_NONE, 0, 0, 0.5f, false,                                                    \
      "200 units round a right angle in a street 4 u wide")                                      \
    X(column, NUMBER_NONE, 0, 0, 0.5f, false,                                                    \
      "20 units behind 10 of half their speed in a street 4 u wide")                             \
    X(march, NUMBER_NONE, 0, 0, 0, false,                                                        \
      "a box of 25 units at 1.5 to 3 u/s marches 60 u in formation")                             \
    X(march_gap, NUMBER_NONE, 0, 0, 0.5f, false,                                                 \
      "the same through a gap 3 u wide")                                                         \
    X(four_groups, NUMBER_NONE, 0, 0, 0, false,                                                  \
      "four boxes of 50 units in formation cross in the middle")                                 \
    X(surround, NUMBER_NONE, 0, 0, 0, false,                                                     \
      "40 units pursue one that holds, from one side")                                           \
    X(ambulance, NUMBER_NONE, 0, 0, 0.5f, false,                                                 \
      "one unit with the right of way through a doorway 2.5 u wide, 50 others from each side")   \
    X(mixed, NUMBER_NONE, 0, 0, 0, false,                                                        \
      "two groups of radii 0.5 and 2 u, at 1 to 4 u/s, through each other")                      \
    X(town, NUMBER_KEYS, 0, 0, 0, true,                                                          \
      ",task=T,seed=S: a random town with a task of `sidle towns`")
/* clang-format on */

#define GENERATOR(name, kind, low, high, coarsest_cell, fixed, help)                               \
    bool generate_##name(generator *g, double number);
GENERATED_SCENES(GENERATOR)
#undef GENERATOR

#endif
