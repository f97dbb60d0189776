/* The pathfinder's part of a run: which unit gets which waypoints, and when it gets other ones. */
#ifndef SIDLE_COMMAND_PATH_SERVICE_H
#define SIDLE_COMMAND_PATH_SERVICE_H

#include "scene_world.h"

typedef enum sim_pathfinder { SIM_ASTAR, SIM_FLOW } sim_pathfinder;

/* What a host does beside answering requests. None of it may break a unit. */
#define SIM_HABITS(X)                                                                              \
    X(NONE, "none", "answers each request for a path")                                             \
    X(REFRESH_FAST, "refresh-fast", "sends each unit the best path each 0.2 s")                    \
    X(REFRESH, "refresh", "sends each unit the best path each second")                             \
    X(REFRESH_SLOW, "refresh-slow", "sends each unit the best path each 2 s")                      \
    X(LATE, "late", "sends each path 2 s late, from where the unit was then")                      \
    X(ORDERS, "orders", "repeats the order of each unit five times a second")                      \
    X(SILENT, "silent", "finds one path to each goal, and none round what bars the way")

typedef enum sim_habit {
#define SIM_HABIT_ID(name, text, help) SIM_HABIT_##name,
    SIM_HABITS(SIM_HABIT_ID)
#undef SIM_HABIT_ID
        SIM_HABIT_COUNT
} sim_habit;

/* The name of a habit; never NULL. */
const char *sim_habit_name(sim_habit habit);

typedef struct path_service path_service;

/* The world must outlive it. congested: units that go or patrol are led round jams. cut_corners:
 * cells, by which the paths of A* come nearer to corners than the disc of the unit fits. */
path_service *path_service_make(const scene_world *s, sim_pathfinder pathfinder, bool congested,
                                float cut_corners);
void path_service_free(path_service *p);

/* The host has that habit from now on; hz: ticks a second. */
void path_service_set_habit(path_service *p, sim_habit habit, float hz);

/* All that decides what it will do: a service that only path_service_back and path_service_free may
 * be given. */
path_service *path_service_keep(const path_service *p);

/* Makes the service what it was then; its world is to be taken back first. */
void path_service_back(path_service *p, const path_service *kept);

/* The memory of its flow fields, about. */
size_t path_service_bytes(const path_service *kept);

/* The unit has just got the order to go there: gives it its first path. Returns the length of that
 * path, u; 0 when the scene prescribes it or none was needed; below 0: there is no path. */
float path_service_begin(path_service *p, size_t unit, sidle_vec2 goal);

/* A path for the disc of the unit from one point to another, good until the next call; NULL: none
 * is needed, or there is none. */
const sidle_vec2 *path_service_way(path_service *p, size_t unit, sidle_vec2 from, sidle_vec2 to,
                                   uint32_t *count);

/* The unit requests another path;it gets one when its turn comes. */
void path_service_request(path_service *p, size_t unit);

/* Once a tick, before the step: answers some of the requests, and guides units by flow fields. */
void path_service_tick(path_service *p);

/* Units were added to the scene, or have got other orders or other profiles. */
void path_service_scene_changed(path_service *p);

void path_service_terrain_changed(path_service *p, uint32_t x, uint32_t y, uint32_t width,
                                  uint32_t height);

/* Profiles have other values: what was kept for their radii and classes is found anew. */
void path_service_profiles_changed(path_service *p);

/* Was there no path for this unit when it last needed one? */
bool path_service_unreachable(const path_service *p, size_t unit);

/* How many requests were answered by a search. */
uint32_t path_service_replans(const path_service *p);

#endif
