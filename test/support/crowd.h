/* A dense crowd with orders of every kind, on two sides of a wall with doors: whatever a tick can
 * do happens to somebody. For tests that compare whole runs. */
#ifndef SIDLE_TEST_CROWD_H
#define SIDLE_TEST_CROWD_H

#include <sidle/sidle.h>

/* A world of so many units, made with the allocator and the hooks of the definition; its size is
 * the crowd's own. It ends the program when something is refused. */
sidle_world *crowd_make(sidle_world_def def, uint32_t units);

/* One step of 1/30 s; ends the program when it fails. */
void crowd_step(sidle_world *world);

/* One in so many is no more: orders lose their targets, and places in arrays change hands. */
void crowd_thin(sidle_world *world, uint32_t one_in);

/* How the last step went on from `before`: the events and the state after it, as one number. */
uint64_t crowd_digest(const sidle_world *world, uint64_t before);

#endif
