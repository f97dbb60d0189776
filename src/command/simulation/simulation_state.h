/* What a run is made of. */
#ifndef SIDLE_COMMAND_SIMULATION_STATE_H
#define SIDLE_COMMAND_SIMULATION_STATE_H

#include "simulation.h"

#include "examples/thread_pool.h"
#include "metrics/metrics.h"
#include "order_giver.h"
#include "path_service.h"
#include "scene_world.h"
#include "troop_service.h"

/* What changes from tick to tick belongs into a moment as well: past.c. */
struct sim {
    scene_world on;
    pool *pool;
    const sim_options *options;
    complaints *to;
    path_service *paths;
    troop_service *troops;
    metrics *metrics;
    order_giver orders;
    uint64_t tick;
    bool over; /* nothing more can happen */
    size_t edits_done;
    outcome_edit late_edit; /* the edit that waited longest until it was made */
    uint64_t decisions[SIDLE_DECISION_COUNT];
    double *step_us; /* stb_ds, of each tick */
};

#endif
