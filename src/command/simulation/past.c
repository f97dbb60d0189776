/* What a run is at one tick, the way back to it, and which of these moments are kept. */
#include "past.h"

#include "simulation_state.h"
#include "support/checked_memory.h"
#include "support/copy_array.h"

#include <stb_ds.h>
#include <stdlib.h>

/* ---- a moment ---- */

/* All that it takes to go on from a tick to the same bits. The world and the groups are as the
 * library saves them, the rest is copied array by array. */
typedef struct moment {
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
    outcome_edit late_edit;
    uint64_t decisions[SIDLE_DECISION_COUNT];
} moment;

static void copy_orders(order_giver *to, const order_giver *from) {
    to->random = from->random;
    to->lost = from->lost;
    to->later_done = from->later_done;
    copy_array(to->caught, from->caught);
}

static moment *moment_of(const sim *s, const scene *played) {
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
    m->late_edit = s->late_edit;
    m->steps = arrlenu(s->step_us);
    memcpy(m->decisions, s->decisions, sizeof m->decisions);
    return m;
}

static void moment_free(moment *m) {
    scene_free(&m->scene);
    scene_world_free(&m->on);
    path_service_free(m->paths);
    troop_moment_free(m->troops);
    metrics_free(m->metrics);
    order_giver_free(&m->orders);
    free(m->world);
    free(m);
}

/* About: what is kept of units and cells beside the world takes twice as much as the world does. */
static size_t moment_bytes(const moment *m) {
    return 3 * m->size + path_service_bytes(m->paths);
}

static void moment_restore(const moment *m, sim *s, scene *played) {
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
    s->late_edit = m->late_edit;
    arrsetlen(s->step_us, m->steps);
    memcpy(s->decisions, m->decisions, sizeof m->decisions);
}

/* ---- which moments are kept ---- */

/* Ticks between two moments, at first. A choice: what is between them is played again on the way
 * back, two seconds of the run at most; to keep a moment costs less than two ticks. */
enum { EVERY = 60 };

typedef struct kept {
    uint64_t tick;
    moment *moment;
} kept;

struct past {
    size_t most; /* bytes */
    uint64_t every;
    kept *kept; /* stb_ds, by ascending tick */
};

past *past_make(size_t bytes) {
    past *p = checked_calloc(1, sizeof *p);
    *p = (past){.most = bytes, .every = EVERY};
    return p;
}

void past_free(past *p) {
    if (!p) return;
    past_forget(p, 0);
    arrfree(p->kept);
    free(p);
}

/* Drops those that are not of a tick to be kept. */
static void thin_out(past *p) {
    size_t left = 0;
    for (size_t k = 0; k < arrlenu(p->kept); k++)
        if (p->kept[k].tick % p->every)
            moment_free(p->kept[k].moment);
        else
            p->kept[left++] = p->kept[k];
    arrsetlen(p->kept, left);
}

void past_keep(past *p, const sim *s, const scene *played) {
    uint64_t now = sim_ticks(s);
    size_t bytes = 0, count = arrlenu(p->kept);
    if (now % p->every || (count && p->kept[count - 1].tick >= now)) return;
    arrput(p->kept, ((kept){now, moment_of(s, played)}));
    for (size_t k = 0; k <= count; k++) bytes += moment_bytes(p->kept[k].moment);
    if (bytes <= p->most) return;
    p->every *= 2;
    thin_out(p);
}

/* How many moments there are before the tick. */
static size_t count_before(const past *p, uint64_t tick) {
    size_t count = arrlenu(p->kept);
    while (count && p->kept[count - 1].tick >= tick) count--;
    return count;
}

bool past_nearest(const past *p, uint64_t tick, uint64_t *found) {
    size_t count = count_before(p, tick + 1);
    if (count) *found = p->kept[count - 1].tick;
    return count > 0;
}

void past_go_back(past *p, sim *s, scene *played, uint64_t tick) {
    moment_restore(p->kept[count_before(p, tick)].moment, s, played);
}

void past_forget(past *p, uint64_t from) {
    size_t left = count_before(p, from);
    for (size_t k = left; k < arrlenu(p->kept); k++) moment_free(p->kept[k].moment);
    if (p->kept) arrsetlen(p->kept, left);
    if (!left) p->every = EVERY;
}
