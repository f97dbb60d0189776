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

static inline ground ground_in(sidle_world *world, const sidle_profile *profile) {
    ground g = {.world = world, .profile = profile_in(world, profile)};
    g.astar = astar_make(world);
    g.flow = flow_make(world);
    return g;
}

static inline ground ground_with(sidle_world *world, float radius) {
    sidle_profile p = sidle_profile_default();
    p.radius = radius;
    return ground_in(world, &p);
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
