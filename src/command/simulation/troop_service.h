/* The groups with a formation: their orders and paths, and what is measured of their marches. */
#ifndef SIDLE_COMMAND_TROOP_SERVICE_H
#define SIDLE_COMMAND_TROOP_SERVICE_H

#include "metrics/metrics.h"
#include "path_service.h"
#include "scene_world.h"

typedef struct troop_service troop_service;

/* What it is given must outlive it. */
troop_service *troop_service_make(scene_world *s, path_service *paths, metrics *m);
void troop_service_free(troop_service *t);

/* What the groups are at one tick. */
typedef struct troop_moment troop_moment;
troop_moment *troop_service_keep(const troop_service *t);
void troop_moment_free(troop_moment *m);

/* Makes the service what it was then; its world is to be taken back first. */
void troop_service_back(troop_service *t, const troop_moment *m);

/* The scene has more troops, at the end of its list. */
void troop_service_troops_added(troop_service *t);

/* The living units of the troop (by its number, from 1) get their order. target: of an order to
 * approach; null for others. Returns what the library said of the order. */
sidle_result troop_service_order(troop_service *t, uint32_t troop, sidle_unit_id target);

/* Once a tick, before the step. */
void troop_service_tick(troop_service *t, double dt);

/* Fills the figures of marches. */
void troop_service_sum(const troop_service *t, outcome *o);

#endif
