#include "order_giver.h"

#include "support/checked_memory.h"
#include "support/random.h"

#include <stb_ds.h>

/* ---- targets ---- */

/* Of the group that the unit's order is about, the nearest that lives, the first of equals; -1 when
 * there is none. */
static int64_t nearest_of_others(const stage *s, size_t unit) {
    const scene_unit *units = s->scene->units;
    int64_t best = -1;
    float best_distance2 = 0;
    for (size_t k = 0; k < arrlenu(s->ids); k++) {
        if (units[k].group != units[unit].others || s->gone[k]) continue;
        float dx = s->positions[k].x - s->positions[unit].x;
        float dy = s->positions[k].y - s->positions[unit].y;
        float distance2 = dx * dx + dy * dy;
        if (best >= 0 && distance2 >= best_distance2) continue;
        best = (int64_t)k;
        best_distance2 = distance2;
    }
    return best;
}

static sidle_result give_about(sidle_world *world, sidle_order order, sidle_unit_id id,
                               sidle_unit_id other) {
    switch (order) {
    case SIDLE_ORDER_PURSUE: return sidle_unit_pursue(world, id, other);
    case SIDLE_ORDER_FOLLOW: return sidle_unit_follow(world, id, other);
    default: return sidle_unit_evade(world, id, other);
    }
}

static void give_target(orders_given *o, size_t unit) {
    stage *s = o->stage;
    int64_t other = nearest_of_others(s, unit);
    s->ordered[unit] = true;
    if (other < 0) return; /* nobody is left: it stands */
    if (!checked(give_about(s->world, s->scene->units[unit].order, s->ids[unit], s->ids[other])))
        metrics_about(o->metrics, unit, (size_t)other);
}

/* ---- orders ---- */

static void send(orders_given *o, size_t unit, sidle_vec2 goal) {
    stage *s = o->stage;
    if (checked(sidle_unit_go(s->world, s->ids[unit], goal))) return;
    s->ordered[unit] = true;
    float length = ways_begin(o->ways, unit, goal);
    if (length > 0) metrics_lengths(o->metrics, unit, length);
}

/* The order of a unit that is on its own. */
static sidle_result give_alone(sidle_world *world, const scene_unit *from, sidle_unit_id id) {
    switch (from->order) {
    case SIDLE_ORDER_PATROL:
        return sidle_unit_patrol(world, id, from->rounds, (uint32_t)arrlenu(from->rounds));
    case SIDLE_ORDER_FLEE: return sidle_unit_flee(world, id, from->goal);
    case SIDLE_ORDER_WANDER: return sidle_unit_wander(world, id, from->goal, from->range);
    default: return sidle_unit_hold(world, id);
    }
}

static void give_order(orders_given *o, size_t unit) {
    stage *s = o->stage;
    const scene_unit *from = &s->scene->units[unit];
    if (from->order == SIDLE_ORDER_GO)
        send(o, unit, from->goal);
    else if (from->others)
        give_target(o, unit);
    else
        s->ordered[unit] = !checked(give_alone(s->world, from, s->ids[unit]));
}

static void destroy(orders_given *o, size_t unit) {
    stage *s = o->stage;
    if (sidle_unit_destroy(s->world, s->ids[unit])) return;
    s->gone[unit] = true;
    metrics_gone(o->metrics, unit);
    if (o->paint) picture_gone(o->paint, unit);
}

/* Nobody gets an order about one who dies in the same tick. */
void orders_given_tick(orders_given *o, double time) {
    const stage *s = o->stage;
    while (arrlenu(o->caught)) destroy(o, arrpop(o->caught));
    for (size_t k = 0; k < arrlenu(s->ids); k++) {
        float dies = s->scene->units[k].dies;
        if (dies > 0 && !s->gone[k] && (double)dies <= time) destroy(o, k);
    }
    for (size_t k = 0; k < arrlenu(s->ids); k++) {
        const scene_unit *from = &s->scene->units[k];
        bool due = from->order && !s->ordered[k] && !s->gone[k];
        if (due && (double)from->start <= time) give_order(o, k);
    }
}

void orders_given_lost(orders_given *o, size_t unit) {
    o->lost++;
    if (!o->stage->gone[unit]) give_target(o, unit);
}

void orders_given_caught(orders_given *o, size_t unit) {
    if (o->stage->scene->units[unit].dies == DIES_CAUGHT) arrput(o->caught, unit);
}

void orders_given_free(orders_given *o) {
    arrfree(o->caught);
}

bool orders_given_pending(const orders_given *o) {
    const stage *s = o->stage;
    for (size_t k = 0; k < arrlenu(s->ids); k++) {
        const scene_unit *from = &s->scene->units[k];
        if (!s->gone[k] && (from->dies > 0 || (from->order && !s->ordered[k]))) return true;
    }
    return false;
}

/* ---- scenes that roam ---- */

static void roam_on(orders_given *o, size_t unit) {
    const scene *on = o->stage->scene;
    float margin = on->profiles[on->units[unit].profile].values.radius;
    float wide = (float)on->width * on->cell_size - 2 * margin;
    float high = (float)on->height * on->cell_size - 2 * margin;
    sidle_vec2 goal = {margin + wide * random_share(&o->random),
                       margin + high * random_share(&o->random)};
    send(o, unit, goal);
}

void orders_given_roam(orders_given *o) {
    const stage *s = o->stage;
    for (size_t k = 0; k < arrlenu(s->ids); k++) {
        sidle_unit_state state;
        if (s->scene->units[k].order == SIDLE_ORDER_GO &&
            !sidle_unit_get(s->world, s->ids[k], &state) && !state.under_way)
            roam_on(o, k);
    }
}
