/* A reference pathfinder: A* over the nodes of a lattice in eight directions, without cutting
 * corners. Its path is pulled straight as far as the unit's disc allows. */
#ifndef SIDLE_PATHFINDING_ASTAR_H
#define SIDLE_PATHFINDING_ASTAR_H

#include "congestion.h"

#include <sidle/sidle.h>

typedef struct astar astar;

/* A body that stands about. A path avoids it when that is not much longer; a solid body, for
 * as long as there is another way. */
typedef struct path_obstacle {
    sidle_vec2 position;
    float radius;
    bool solid;
} path_obstacle;

/* The world must outlive it. */
astar *astar_make(const sidle_world *world);
void astar_free(astar *finder);

/* From now on searches pay these prices; NULL: none. */
void astar_set_prices(astar *finder, const congestion *prices);

/* To be called after sidle_world_set_cells. */
void astar_terrain_changed(astar *finder, uint32_t x, uint32_t y, uint32_t width, uint32_t height);

/* Fills *waypoints, an stb_ds array, without the goal itself; none when the disc fits along the
 * straight line. False when there is no path, or the disc does not fit at the start or the goal. */
bool astar_find(astar *finder, sidle_profile_id profile, sidle_vec2 from, sidle_vec2 to,
                const path_obstacle *obstacles, size_t obstacle_count, sidle_vec2 **waypoints);

/* The point itself when the disc fits there, else the nearest place where it does. False: there is
 * none. */
bool astar_nearest(astar *finder, sidle_profile_id profile, sidle_vec2 point, sidle_vec2 *place);

/* u, octile length of the last path found, before it was pulled straight. A slow cell counts for as
 * much more as it takes longer than at top speed; with prices, what they add counts as well. */
float astar_length(const astar *finder);

/* u, the length of the way along the waypoints to the goal. */
float path_length(sidle_vec2 from, const sidle_vec2 *waypoints, size_t count, sidle_vec2 to);

#endif
