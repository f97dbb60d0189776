/* What a run is at one tick, and the way back to it. The world and the groups are as the library
 * saves them, the rest is copied array by array. */
#include "moment.h"

#include "simulation_state.h"
#include "support/checked_memory.h"
#include "support/copy_array.h"

#include <stdlib.h>

struct moment {
    scene scene;
    void *world; /* as sidle_world_save wrote it */
    size_t size;
    scene_world on; /* its arrays alone */
    path_service *paths;
    troop_moment *troops;
    metrics *metrics;
    order_giver orders; /* its random number, its count and who was caught */
    uint64_t tick;
    bool over;
    size_t edits_done, steps;
    uint64_t decisions[SIDLE_DECISION_COUNT];
};

static void copy_orders(order_giver *to, const order_giver *from) {
    to->random = from->random;
    to->lost = from->lost;
    to->later_done = from->later_done;
    copy_array(to->caught, from->caught);
}

moment *moment_of(const sim *s, const scene *played) {
    moment *m = checked_calloc(1, sizeof *m);
    sidle_world_save(s->on.world, NULL, 0, &m->size);
    m->world = checked_malloc(m->size);
    checked(sidle_world_save(s->on.world, m->world, m->size, &m->size));
    m->scene = scene_copy(played);
    scene_world_copy_arrays(&m->on, &s->on);
    m->paths = path_service_keep(s->paths);
    m->troops = troop_service_keep(s->troops);
    m->metrics = metrics_copy(s->metrics);
    copy_orders(&m->orders, &s->orders);
    m->tick = s->tick;
    m->over = s->over;
    m->edits_done = s->edits_done;
    m->steps = arrlenu(s->step_us);
    memcpy(m->decisions, s->decisions, sizeof m->decisions);
    return m;
}

void moment_free(moment *m) {
    scene_free(&m->scene);
    scene_world_free(&m->on);
    path_service_free(m->paths);
    troop_moment_free(m->troops);
    metrics_free(m->metrics);
    order_giver_free(&m->orders);
    free(m->world);
    free(m);
}

/* The largest parts. */
size_t moment_bytes(const moment *m) {
    size_t cells = (size_t)m->scene.width * m->scene.height;
    return sizeof *m + m->size + 2 * cells + arrlenu(m->scene.units) * sizeof(scene_unit) +
           scene_world_bytes(&m->on) + metrics_bytes(m->metrics) + path_service_bytes(m->paths) +
           troop_moment_bytes(m->troops);
}

void moment_restore(const moment *m, sim *s, scene *played) {
    checked(sidle_world_load(s->on.world, m->world, m->size));
    scene_free(played);
    *played = scene_copy(&m->scene);
    scene_world_copy_arrays(&s->on, &m->on);
    path_service_back(s->paths, m->paths);
    troop_service_back(s->troops, m->troops);
    /* The order giver and the groups know the metrics by where these are. */
    metrics_take(s->metrics, m->metrics);
    copy_orders(&s->orders, &m->orders);
    s->tick = m->tick;
    s->over = m->over;
    s->edits_done = m->edits_done;
    arrsetlen(s->step_us, m->steps);
    memcpy(s->decisions, m->decisions, sizeof m->decisions);
}
