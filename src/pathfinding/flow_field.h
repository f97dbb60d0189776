/* A reference flow field: for each goal the cost of the way there from everywhere, grown outwards
 * only as far as somebody asks. */
#ifndef SIDLE_PATHFINDING_FLOW_FIELD_H
#define SIDLE_PATHFINDING_FLOW_FIELD_H

#include <sidle/sidle.h>

typedef struct flow flow;

/* The world must outlive it. */
flow *flow_make(const sidle_world *world);
void flow_free(flow *flow);

/* Must be told after sidle_world_set_cells: all fields are grown anew when next asked. */
void flow_terrain_changed(flow *flow, uint32_t x, uint32_t y, uint32_t width, uint32_t height);

/* The point to drive to from here: the goal when it is in sight, else the farthest point in sight a
 * few cells down the field; from close beside a node also the next one, in sight or not. False:
 * there is no way. */
bool flow_guide(flow *flow, sidle_profile_id profile, sidle_vec2 goal, sidle_vec2 from,
                sidle_vec2 *waypoint);

/* The same for whoever is after a target that moves, which the host calls by a number of its own:
 * all of one profile share its fields, and from afar they need not know its place to the cell.
 * Where the disc does not fit beside the target, the way leads to the nearest place where it does.
 */
bool flow_guide_to_target(flow *flow, sidle_profile_id profile, uint32_t target, sidle_vec2 place,
                          sidle_vec2 from, sidle_vec2 *waypoint);

/* Once a tick: forgets what nobody has asked for lately. */
void flow_forget(flow *flow);

/* u, octile length of the way, or the straight one when the goal is in sight; negative: there is
 * none. */
float flow_length(flow *flow, sidle_profile_id profile, sidle_vec2 goal, sidle_vec2 from);

#endif
