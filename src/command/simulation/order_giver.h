/* The player's part of a run: each unit gets the order of its scene when its time has come, and
 * another target when its target is gone; and units die as the scene says. */
#ifndef SIDLE_COMMAND_ORDER_GIVER_H
#define SIDLE_COMMAND_ORDER_GIVER_H

#include "metrics/metrics.h"
#include "path_service.h"
#include "pictures/picture.h"
#include "scene_world.h"
#include "troop_service.h"

typedef struct order_giver {
    scene_world *on;
    path_service *paths;
    troop_service *troops;
    metrics *metrics;
    picture *paint;    /* may be NULL */
    uint64_t random;   /* of the goals of a scene that roams; begins with the run's seed */
    uint32_t lost;     /* orders whose target was gone */
    size_t later_done; /* of the scene's later orders */
    size_t *caught; /* stb_ds: units that a hunter touched in this tick, and that die in the next */
} order_giver;

/* Once a tick, before the step: destroys the units whose time has come, then gives the orders that
 * are due. */
void order_giver_tick(order_giver *o, double time);

/* The target of the unit's order is gone: the unit gets the nearest of the target's group, or
 * stands when none is left. */
void order_giver_target_lost(order_giver *o, size_t unit);

/* A hunter touches the unit. */
void order_giver_caught(order_giver *o, size_t unit);

/* Gives another random goal to each unit that has arrived. */
void order_giver_roam(order_giver *o);

/* Is there a unit that has still to get its order, or to die? */
bool order_giver_is_pending(const order_giver *o);

void order_giver_free(order_giver *o);

#endif
