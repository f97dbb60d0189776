/* Gives the orders of a scene through the public interface of the library. */
#include "order_giver.h"

#include "support/checked_memory.h"

#include <stb_ds.h>

/* ---- targets ---- */

/* The nearest living unit of the group that the unit's order is about, the first of equals; -1 when
 * none is left. */
static int64_t nearest_target(const scene_world *s, size_t unit) {
    const scene_unit *units = s->scene->units;
    int64_t best = -1;
    float best_distance2 = 0;
    for (size_t k = 0; k < arrlenu(s->ids); k++) {
        if (units[k].group != units[unit].target_group || s->gone[k]) continue;
        float dx = s->positions[k].x - s->positions[unit].x;
        float dy = s->positions[k].y - s->positions[unit].y;
        float distance2 = dx * dx + dy * dy;
        if (best >= 0 && distance2 >= best_distance2) continue;
        best = (int64_t)k;
        best_distance2 = distance2;
    }
    return best;
}

static sidle_result order_about(sidle_world *world, const scene_unit *from, sidle_unit_id id,
                                sidle_unit_id target) {
    const sidle_range range = {.most = from->range};
    switch (from->order) {
    case SIDLE_ORDER_PURSUE: return sidle_unit_pursue(world, id, target);
    case SIDLE_ORDER_FOLLOW: return sidle_unit_follow(world, id, target);
    case SIDLE_ORDER_APPROACH: return sidle_unit_approach(world, id, target, &range);
    default: return sidle_unit_evade(world, id, target);
    }
}

/* Without a target the unit counts as ordered all the same, and stands. */
static void give_target(order_giver *o, size_t unit) {
    scene_world *s = o->on;
    int64_t target = nearest_target(s, unit);
    s->ordered[unit] = true;
    if (target < 0) return;
    if (!checked(order_about(s->world, &s->scene->units[unit], s->ids[unit], s->ids[target])))
        metrics_target(o->metrics, unit, (size_t)target);
}

/* ---- orders ---- */

static void send(order_giver *o, size_t unit, sidle_vec2 goal) {
    scene_world *s = o->on;
    if (checked(sidle_unit_go(s->world, s->ids[unit], goal))) return;
    s->ordered[unit] = true;
    float length = path_service_begin(o->paths, unit, goal);
    if (length > 0) metrics_length(o->metrics, unit, length);
}

/* An order that is about no other unit and to no single goal. */
static sidle_result order_alone(sidle_world *world, const scene_unit *from, sidle_unit_id id) {
    const sidle_range range = {.most = from->range};
    switch (from->order) {
    case SIDLE_ORDER_PATROL:
        return sidle_unit_patrol(world, id, from->patrol, (uint32_t)arrlenu(from->patrol));
    case SIDLE_ORDER_FLEE: return sidle_unit_flee(world, id, from->goal);
    case SIDLE_ORDER_APPROACH_POINT:
        return sidle_unit_approach_point(world, id, from->goal, &range);
    case SIDLE_ORDER_WANDER: return sidle_unit_wander(world, id, from->goal, from->range);
    default: return sidle_unit_hold(world, id);
    }
}

/* All units of its troop get their order with it. When there is no room for the formation at the
 * goal, they go there without one. */
static void order_troop(order_giver *o, size_t unit) {
    const scene_unit *units = o->on->scene->units, *from = &units[unit];
    int64_t target = from->target_group ? nearest_target(o->on, unit) : -1;
    sidle_unit_id id = target >= 0 ? o->on->ids[target] : (sidle_unit_id){0, 0};
    if (troop_service_order(o->troops, from->troop, id) != SIDLE_ERROR_NO_ROOM) return;
    for (size_t k = 0; k < arrlenu(o->on->ids); k++)
        if (units[k].troop == from->troop && !o->on->gone[k]) send(o, k, from->goal);
}

static void give_order(order_giver *o, size_t unit) {
    scene_world *s = o->on;
    const scene_unit *from = &s->scene->units[unit];
    if (from->troop)
        order_troop(o, unit);
    else if (from->order == SIDLE_ORDER_GO)
        send(o, unit, from->goal);
    else if (from->target_group)
        give_target(o, unit);
    else
        s->ordered[unit] = !checked(order_alone(s->world, from, s->ids[unit]));
}

static void destroy(order_giver *o, size_t unit) {
    scene_world *s = o->on;
    if (sidle_unit_destroy(s->world, s->ids[unit])) return;
    s->gone[unit] = true;
    metrics_gone(o->metrics, unit);
    if (o->paint) picture_gone(o->paint, unit);
}

/* Stowed units come back where the scene placed them, whoever stands there. */
static void unload(order_giver *o, double time) {
    const scene_world *s = o->on;
    for (size_t k = 0; k < arrlenu(s->ids); k++) {
        sidle_unit_state state;
        float unloads = s->scene->units[k].unloads;
        if (unloads <= 0 || (double)unloads > time || s->gone[k]) continue;
        if (!sidle_unit_get(s->world, s->ids[k], &state) && state.stowed)
            checked(sidle_unit_unstow(s->world, s->ids[k], s->scene->units[k].position));
    }
}

/* Orders that follow the first ones. A unit that is stowed then misses its order. */
static void give_later_orders(order_giver *o, double time) {
    scene_world *s = o->on;
    const scene_later *later = s->scene->later;
    for (; o->later_done < arrlenu(later) && (double)later[o->later_done].time <= time;
         o->later_done++) {
        const scene_later *l = &later[o->later_done];
        if (s->gone[l->unit]) continue;
        metrics_ordered_again(o->metrics, l->unit, !l->order);
        if (l->order == SIDLE_ORDER_GO) {
            metrics_place(o->metrics, l->unit, l->goal);
            send(o, l->unit, l->goal);
        } else
            checked(sidle_unit_stop(s->world, s->ids[l->unit]));
    }
}

/* Units die before orders are given, so that no order is about a unit that dies in this tick. */
void order_giver_tick(order_giver *o, double time) {
    const scene_world *s = o->on;
    while (arrlenu(o->caught)) destroy(o, arrpop(o->caught));
    for (size_t k = 0; k < arrlenu(s->ids); k++) {
        float dies = s->scene->units[k].dies;
        if (dies > 0 && !s->gone[k] && (double)dies <= time) destroy(o, k);
    }
    unload(o, time);
    for (size_t k = 0; k < arrlenu(s->ids); k++) {
        const scene_unit *from = &s->scene->units[k];
        bool due = from->order && !s->ordered[k] && !s->gone[k];
        if (due && (double)from->start <= time) give_order(o, k);
    }
    give_later_orders(o, time);
}

void order_giver_target_lost(order_giver *o, size_t unit) {
    o->lost++;
    if (!o->on->gone[unit] && !o->on->scene->units[unit].troop) give_target(o, unit);
}

void order_giver_caught(order_giver *o, size_t unit) {
    if (o->on->scene->units[unit].dies == DIES_CAUGHT) arrput(o->caught, unit);
}

/* Is the unit still to be unloaded? */
static bool is_stowed(const scene_world *s, size_t k) {
    sidle_unit_state state;
    return s->scene->units[k].unloads > 0 && !sidle_unit_get(s->world, s->ids[k], &state) &&
           state.stowed;
}

bool order_giver_is_pending(const order_giver *o) {
    const scene_world *s = o->on;
    if (o->later_done < arrlenu(s->scene->later)) return true;
    for (size_t k = 0; k < arrlenu(s->ids); k++) {
        const scene_unit *from = &s->scene->units[k];
        if (s->gone[k]) continue;
        if (from->dies > 0 || (from->order && !s->ordered[k]) || is_stowed(s, k)) return true;
    }
    return false;
}

void order_giver_free(order_giver *o) {
    arrfree(o->caught);
}

/* ---- scenes that roam ---- */

void order_giver_roam(order_giver *o) {
    const scene_world *s = o->on;
    for (size_t k = 0; k < arrlenu(s->ids); k++) {
        sidle_unit_state state;
        if (s->scene->units[k].order == SIDLE_ORDER_GO &&
            !sidle_unit_get(s->world, s->ids[k], &state) && !state.under_way)
            send(o, k, scene_roam_goal(s->scene, k, s->positions[k], &o->random));
    }
}
