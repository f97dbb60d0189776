/* The player's part: every unit gets the order of its scene when its time has come, and another
 * target when the first is gone; and some die. */
#ifndef SIDLE_COMMAND_ORDER_GIVER_H
#define SIDLE_COMMAND_ORDER_GIVER_H

#include "metrics/metrics.h"
#include "path_service.h"
#include "pictures/picture.h"
#include "scene_world.h"

typedef struct orders_given {
    stage *stage;
    ways *ways;
    metrics *metrics;
    picture *paint;  /* may be NULL */
    uint64_t random; /* of the goals of a scene that roams; begins with its seed */
    uint32_t lost;   /* orders whose target was gone */
    size_t *caught;  /* stb_ds: units that die of it in the next tick */
} orders_given;

/* Once a tick, before the step: who dies by now, and who gets its order. */
void orders_given_tick(orders_given *o, double time);

/* The unit's order is over because its target is gone: again the nearest of them, or it stands. */
void orders_given_lost(orders_given *o, size_t unit);

/* A hunter touches the unit. */
void orders_given_caught(orders_given *o, size_t unit);

/* Whoever has arrived gets another goal. */
void orders_given_roam(orders_given *o);

void orders_given_free(orders_given *o);

/* Is somebody still to get an order, or to die? */
bool orders_given_pending(const orders_given *o);

#endif
