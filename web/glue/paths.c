/* The reference pathfinders for JavaScript. */
#include "glue.h"

#include "pathfinding/astar.h"
#include "pathfinding/flow_field.h"

#include <stb_ds.h>
#include <stdlib.h>

/* A finder and the waypoints that it found last. */
typedef struct finder {
    astar *astar;
    sidle_vec2 *waypoints; /* stb_ds */
} finder;

EXPORT(astar_new) finder *astar_new(const sidle_world *w) {
    finder *f = calloc(1, sizeof *f);
    if (f) f->astar = astar_make(w);
    return f;
}

EXPORT(astar_end) void astar_end(finder *f) {
    astar_free(f->astar);
    arrfree(f->waypoints);
    free(f);
}

EXPORT(astar_changed)
void astar_changed(finder *f, uint32_t x, uint32_t y, uint32_t width, uint32_t height) {
    astar_terrain_changed(f->astar, x, y, width, height);
}

/* How many waypoints there are, without the goal; -1: no path. */
EXPORT(astar_path)
int32_t astar_path(finder *f, uint32_t profile, float x, float y, float to_x, float to_y) {
    bool found = astar_find(f->astar, (sidle_profile_id){profile}, point(x, y), point(to_x, to_y),
                            NULL, 0, &f->waypoints);
    return found ? (int32_t)arrlenu(f->waypoints) : -1;
}

EXPORT(astar_waypoints) const sidle_vec2 *astar_waypoints(const finder *f) {
    return f->waypoints;
}

EXPORT(astar_place)
uint32_t astar_place(finder *f, uint32_t profile, float x, float y, sidle_vec2 *place) {
    return astar_nearest(f->astar, (sidle_profile_id){profile}, point(x, y), place);
}

EXPORT(flow_new) flow *flow_new(const sidle_world *w) {
    return flow_make(w);
}

EXPORT(flow_end) void flow_end(flow *f) {
    flow_free(f);
}

EXPORT(flow_changed)
void flow_changed(flow *f, uint32_t x, uint32_t y, uint32_t width, uint32_t height) {
    flow_terrain_changed(f, x, y, width, height);
}

EXPORT(flow_point)
uint32_t flow_point(flow *f, uint32_t profile, float goal_x, float goal_y, float x, float y,
                    sidle_vec2 *to) {
    return flow_guide(f, (sidle_profile_id){profile}, point(goal_x, goal_y), point(x, y), to);
}

EXPORT(flow_way)
float flow_way_length(flow *f, uint32_t profile, float goal_x, float goal_y, float x, float y) {
    return flow_length(f, (sidle_profile_id){profile}, point(goal_x, goal_y), point(x, y));
}

EXPORT(flow_tick) void flow_tick(flow *f) {
    flow_forget(f);
}
