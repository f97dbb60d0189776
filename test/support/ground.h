/* A map, a profile and the reference pathfinders over them. */
#ifndef SIDLE_TEST_GROUND_H
#define SIDLE_TEST_GROUND_H

#include "pathfinding/astar.h"
#include "pathfinding/flow_field.h"
#include "support.h"

#include <stb_ds.h>

typedef struct ground {
    sidle_world *world;
    sidle_profile_id profile;
    astar *astar;
    flow *flow;
    sidle_vec2 *waypoints;
} ground;

static inline ground ground_for(sidle_world *world, sidle_profile_id profile) {
    return (ground){world, profile, astar_make(world), flow_make(world), NULL};
}

static inline ground ground_with(sidle_world *world, float radius) {
    return ground_for(world, profile_of_radius(world, radius));
}

static inline ground ground_of(const char *picture, float radius) {
    return ground_with(world_of(picture), radius);
}

static inline void leave(ground *g) {
    astar_free(g->astar);
    flow_free(g->flow);
    arrfree(g->waypoints);
    sidle_world_destroy(g->world);
}

static inline bool find(ground *g, sidle_vec2 from, sidle_vec2 to) {
    return astar_find(g->astar, g->profile, from, to, NULL, 0, &g->waypoints);
}

static inline float length_found(const ground *g, sidle_vec2 from, sidle_vec2 to) {
    return path_length(from, g->waypoints, arrlenu(g->waypoints), to);
}

static const char *const ROOMS = "..............................\n"
                                 "..............................\n"
                                 "..............................\n"
                                 "..............................\n"
                                 "..............................\n"
                                 "..............................\n"
                                 "..............................\n"
                                 "...........########...........\n"
                                 "...........########...........\n"
                                 "...........########...........\n"
                                 "...........########...........\n"
                                 "...........########...........\n"
                                 "...........########...........\n"
                                 "...........########...........\n"
                                 "..............................\n"
                                 "..............................\n"
                                 "..............................\n"
                                 "..............................\n"
                                 "..............................\n"
                                 "..............................\n"
                                 "..............................\n";

#endif
