/* A reference flow field. For each goal it keeps the costs of the paths from all nodes, computed
 * only as far as units ask for them, and leads each unit down these costs. */
#ifndef SIDLE_PATHFINDING_FLOW_FIELD_H
#define SIDLE_PATHFINDING_FLOW_FIELD_H

#include "congestion.h"

#include <sidle/sidle.h>

typedef struct flow flow;

/* The world must outlive it. */
flow *flow_make(const sidle_world *world);
void flow_free(flow *flow);

/* Fields of their own that lead on as these do: which of them are kept, and where a moving target
 * was when its field began, has a say in it. prices: those of the copy, NULL where there are none.
 */
flow *flow_copy(const flow *flow, const congestion *prices);

/* The memory of all fields, about. */
size_t flow_bytes(const flow *flow);

/* To be called after sidle_world_set_cells: all fields are computed again when next asked. */
void flow_terrain_changed(flow *flow, uint32_t x, uint32_t y, uint32_t width, uint32_t height);

/* The point to drive to from here: the goal when it is in sight, else the farthest point in sight a
 * few cells down the field; from close beside a node also the next one, in sight or not. False:
 * there is no path. */
bool flow_guide(flow *flow, sidle_profile_id profile, sidle_vec2 goal, sidle_vec2 from,
                sidle_vec2 *waypoint);

/* The same for a target that moves. The host numbers its targets; all units of one profile that are
 * after the same target share its fields, and from afar these need not know its place to the cell.
 * When the disc does not fit at the target, the path leads to the nearest place where it does. */
bool flow_guide_to_target(flow *flow, sidle_profile_id profile, uint32_t target, sidle_vec2 place,
                          sidle_vec2 from, sidle_vec2 *waypoint);

/* To be called once a tick: frees the fields that no unit has asked for lately. */
void flow_forget(flow *flow);

/* The prices that flow_way pays; NULL: none. */
void flow_set_prices(flow *flow, const congestion *prices);

/* Fills *waypoints, an stb_ds array, with the way from here to the goal, without the goal: that by
 * which flow_guide leads, or the cheapest by the prices. Units with one goal share the search,
 * which begins anew when the prices are renewed. A unit keeps the way that it was given: led by a
 * field whose prices change it would turn back and forth. False: there is no path. */
bool flow_way(flow *flow, sidle_profile_id profile, sidle_vec2 goal, sidle_vec2 from, bool priced,
              sidle_vec2 **waypoints);

/* u, the octile length of the path, or the straight one when the goal is in sight; below 0: there
 * is no path. */
float flow_length(flow *flow, sidle_profile_id profile, sidle_vec2 goal, sidle_vec2 from);

#endif
