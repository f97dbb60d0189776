/* Each troop of the scene is a group of the library (sidle/group.h). A troop that asks for a path
 * gets one by A* for its largest unit, whatever the pathfinder of single units is. */
#include "troop_service.h"

#include "support/checked_memory.h"
#include "support/copy_array.h"

#include <math.h>
#include <stb_ds.h>
#include <stdlib.h>

/* A troop of the scene and its march so far. */
typedef struct march_record {
    sidle_group_id group;
    bool formed_once; /* it has been formed since its order */
    double opened;    /* s, since it has its own shape again; < 0: it is formed, or in a gap */
} march_record;

/* Over all ticks and marches so far: distances from places, u, and s that a form was open. */
typedef struct march_sums {
    double off, off_samples, off_most, longest_reform;
} march_sums;

struct troop_service {
    scene_world *on;
    path_service *paths;
    metrics *metrics;
    sidle_groups *groups; /* NULL: the scene has no troops */
    march_record *troops; /* stb_ds, by number less 1 */
    march_sums sums;
};

struct troop_moment {
    march_record *troops; /* stb_ds */
    march_sums sums;
    void *groups; /* as sidle_groups_save wrote them; NULL: there were none */
    size_t size;
};

troop_service *troop_service_make(scene_world *s, path_service *paths, metrics *m) {
    troop_service *t = checked_calloc(1, sizeof *t);
    *t = (troop_service){.on = s, .paths = paths, .metrics = m};
    troop_service_troops_added(t);
    return t;
}

void troop_service_troops_added(troop_service *t) {
    while (arrlenu(t->troops) < arrlenu(t->on->scene->troops))
        arrput(t->troops, ((march_record){.opened = -1}));
    if (arrlenu(t->troops) && !t->groups) checked(sidle_groups_create(t->on->world, &t->groups));
}

void troop_service_free(troop_service *t) {
    if (!t) return;
    sidle_groups_destroy(t->groups);
    arrfree(t->troops);
    free(t);
}

/* ---- there and back ---- */

troop_moment *troop_service_keep(const troop_service *t) {
    troop_moment *m = checked_calloc(1, sizeof *m);
    copy_array(m->troops, t->troops);
    m->sums = t->sums;
    if (!t->groups) return m;
    sidle_groups_save(t->groups, NULL, 0, &m->size);
    m->groups = checked_malloc(m->size);
    checked(sidle_groups_save(t->groups, m->groups, m->size, &m->size));
    return m;
}

void troop_moment_free(troop_moment *m) {
    if (!m) return;
    arrfree(m->troops);
    free(m->groups);
    free(m);
}

void troop_service_back(troop_service *t, const troop_moment *m) {
    copy_array(t->troops, m->troops);
    t->sums = m->sums;
    if (!m->groups) {
        sidle_groups_destroy(t->groups);
        t->groups = NULL;
        return;
    }
    if (!t->groups) checked(sidle_groups_create(t->on->world, &t->groups));
    checked(sidle_groups_load(t->groups, m->groups, m->size));
}

/* ---- orders ---- */

static sidle_result order_group(troop_service *t, const scene_unit *from,
                                const sidle_formation *formation, const sidle_unit_id *ids,
                                sidle_unit_id target, sidle_group_id *group) {
    const sidle_range range = {.most = from->range};
    uint32_t count = (uint32_t)arrlenu(ids);
    switch (from->order) {
    case SIDLE_ORDER_PATROL:
        return sidle_group_patrol(t->groups, ids, count, from->patrol,
                                  (uint32_t)arrlenu(from->patrol), formation, group);
    case SIDLE_ORDER_APPROACH:
        return sidle_group_approach(t->groups, ids, count, target, &range, formation, group);
    case SIDLE_ORDER_APPROACH_POINT:
        return sidle_group_approach_point(t->groups, ids, count, from->goal, &range, formation,
                                          group);
    default: return sidle_group_go(t->groups, ids, count, from->goal, formation, group);
    }
}

/* The units of the troop; their first one is *first. */
static sidle_unit_id *units_of(const scene_world *s, uint32_t troop, const scene_unit **first) {
    sidle_unit_id *ids = NULL;
    for (size_t k = 0; k < arrlenu(s->ids); k++) {
        if (s->scene->units[k].troop != troop || s->gone[k]) continue;
        if (!ids) *first = &s->scene->units[k];
        arrput(ids, s->ids[k]);
    }
    return ids;
}

sidle_result troop_service_order(troop_service *t, uint32_t troop, sidle_unit_id target) {
    scene_world *s = t->on;
    const scene_unit *first = NULL;
    sidle_unit_id *ids = units_of(s, troop, &first);
    for (size_t k = 0; k < arrlenu(s->ids); k++)
        if (s->scene->units[k].troop == troop) s->ordered[k] = true;
    sidle_result bad = SIDLE_OK;
    if (ids)
        bad = checked(order_group(t, first, &s->scene->troops[troop - 1].formation, ids, target,
                                  &t->troops[troop - 1].group));
    arrfree(ids);
    return bad;
}

/* ---- each tick ---- */

static void give_group_path(troop_service *t, sidle_group_id group) {
    sidle_group_state state;
    sidle_unit_id first;
    uint32_t count;
    if (sidle_group_get(t->groups, group, &state)) return;
    if (sidle_group_units(t->groups, group, &first, 1, &count) || !count) return;
    const sidle_vec2 *way =
        path_service_way(t->paths, t->on->unit_of[first.slot], state.start, state.goal, &count);
    if (way) checked(sidle_group_set_path(t->groups, group, way, count));
}

static march_record *record_of(troop_service *t, sidle_group_id group) {
    for (size_t k = 0; k < arrlenu(t->troops); k++)
        if (t->troops[k].group.slot == group.slot &&
            t->troops[k].group.generation == group.generation)
            return &t->troops[k];
    return NULL;
}

static void read_group_events(troop_service *t) {
    uint32_t count;
    const sidle_group_event *e = sidle_groups_events(t->groups, &count);
    for (uint32_t k = 0; k < count; k++) {
        march_record *r = record_of(t, e[k].group);
        if (e[k].type == SIDLE_GROUP_EVENT_PATH_WANTED) give_group_path(t, e[k].group);
        if (e[k].type != SIDLE_GROUP_EVENT_FORMED || !r) continue;
        r->formed_once = true;
        t->sums.longest_reform = fmax(t->sums.longest_reform, r->opened);
        r->opened = -1;
    }
}

/* Which units their groups guide, and where their places are now. */
static void follow_members(troop_service *t) {
    scene_world *s = t->on;
    for (size_t k = 0; k < arrlenu(s->ids); k++) {
        sidle_member_state m;
        s->led[k] = false;
        if (!s->scene->units[k].troop || s->gone[k]) continue;
        if (sidle_group_member(t->groups, s->ids[k], &m)) continue;
        s->led[k] = m.member == SIDLE_MEMBER_MARCHES;
        metrics_place(t->metrics, k, m.goal);
    }
}

/* A troop in a gap has opened when it has its own shape again. */
static void measure_march(troop_service *t, march_record *r, bool was_narrow, double dt) {
    sidle_group_state state;
    if (sidle_group_get(t->groups, r->group, &state) || !state.marching) return;
    if (r->opened >= 0) r->opened += dt;
    if (was_narrow && !state.abreast && r->formed_once) r->opened = 0;
    if (!r->formed_once) return;
    t->sums.off += (double)state.off_mean;
    t->sums.off_samples++;
    t->sums.off_most = fmax(t->sums.off_most, (double)state.off_most);
}

void troop_service_tick(troop_service *t, double dt) {
    bool *narrow = NULL;
    if (!t->groups) return;
    for (size_t k = 0; k < arrlenu(t->troops); k++) {
        sidle_group_state state;
        bool good = !sidle_group_get(t->groups, t->troops[k].group, &state);
        arrput(narrow, good && state.abreast > 0);
    }
    checked(sidle_groups_update(t->groups, (float)dt));
    for (size_t k = 0; k < arrlenu(t->troops); k++) measure_march(t, &t->troops[k], narrow[k], dt);
    read_group_events(t);
    follow_members(t);
    arrfree(narrow);
}

void troop_service_sum(const troop_service *t, outcome *o) {
    if (t->sums.off_samples > 0) o->place_off = t->sums.off / t->sums.off_samples;
    o->place_off_max = t->sums.off_most;
    o->reform = t->sums.longest_reform;
}
