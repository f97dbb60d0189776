/* The observer: an oracle that knows everything, and judges units that rest or stand though their
 * orders are not done. It shares no code with the planner: it floods a lattice over the whole map,
 * past terrain and past bodies that will not move, and asks whether a place there is free.
 *
 * A unit is given up when the observer finds a way and room for it. A unit for which there is none
 * is kept: its order goes on, and nothing is wrong. */
#ifndef SIDLE_COMMAND_OBSERVER_H
#define SIDLE_COMMAND_OBSERVER_H

#include "scenes/scene.h"

#include <sidle/sidle.h>

/* The range that the order of a unit has; most < 0: none. */
typedef struct observer_range {
    float most, least; /* u, from rim to rim */
} observer_range;

/* Is there a way and room for the unit, which rests or stands under its order? ids: all units of
 * the world. */
bool observer_finds_room(const sidle_world *world, const sidle_unit_id *ids, size_t count,
                         sidle_unit_id unit, observer_range range);

/* Does the unit, which has arrived near its goal, stand apart from the crowd about that goal, so
 * that there is room for it in between? */
bool observer_stands_apart(const sidle_world *world, const sidle_unit_id *ids, size_t count,
                           sidle_unit_id unit);

/* Of these units of a scene, by index, the units given up, as a stb_ds array. A flood that
 * finds nothing visits the whole map, so of many units only some are judged, evenly over all;
 * *judged is their number. */
size_t *observer_given_up(const sidle_world *world, const sidle_unit_id *ids, const scene *s,
                          const size_t *units, size_t *judged);

/* Does the unit rest under its order, as it gets no nearer to its goal? */
bool observer_is_kept(const sidle_unit_state *s);

#endif
