/* The units of a troop: who is in it, and what they do now. */
#include "groups/troop.h"

sidle_vec2 troop_middle(const trooper *units, uint32_t count) {
    sidle_vec2 sum = {0, 0};
    for (uint32_t k = 0; k < count; k++) sum = vec_add(sum, units[k].at);
    return vec_scale(sum, 1 / (float)(count ? count : 1));
}

bool troop_sorts_before(const trooper *a, const trooper *b) {
    if (a->radius != b->radius) return a->radius > b->radius;
    return a->passable != b->passable && a->passable < b->passable;
}

/* Most lists are of one kind, and sorted already. */
void troop_sort(trooper *units, uint32_t count) {
    for (uint32_t k = 1; k < count; k++) {
        trooper u = units[k];
        uint32_t n = k;
        for (; n > 0 && troop_sorts_before(&u, &units[n - 1]); n--) units[n] = units[n - 1];
        units[n] = u;
    }
}

/* Size: s. A unit that takes longer to drive a radius hardly moves. It bounds the times that a
 * snapshot may hold. */
static const float BEAT_MOST = 4096;

void troop_take_beat(troop *t) {
    float slowest = FLT_MAX;
    for (uint32_t k = 0; k < t->count; k++)
        if (t->units[k].profile_speed > 0) slowest = min_float(slowest, t->units[k].profile_speed);
    t->beat = slowest < FLT_MAX ? min_float(troop_radius(t) / slowest, BEAT_MOST) : 1;
}

/* Takes over what the state says; true when the unit has become another kind. */
static bool take_state(const sidle_groups *g, const sidle_unit_state *s, trooper *u, bool anew) {
    bool other = u->radius != s->radius || u->profile.index != s->profile.index;
    if (other || anew) {
        sidle_profile p;
        if (sidle_profile_get(g->world, s->profile, &p)) return false;
        other = other || u->passable != p.passable;
        u->profile = s->profile;
        u->radius = p.radius;
        u->passable = p.passable;
        u->profile_speed = p.top_speed;
    }
    u->factor = s->speed_factor;
    u->top_speed = u->profile_speed * u->factor;
    u->at = s->position;
    u->stands = s->velocity.x == 0 && s->velocity.y == 0;
    return other;
}

sidle_result troop_read_unit(const sidle_groups *g, sidle_unit_id id, trooper *u) {
    sidle_unit_state s;
    sidle_result bad = sidle_unit_get(g->world, id, &s);
    if (bad) return bad;
    if (s.stowed) return SIDLE_ERROR_STOWED;
    *u = (trooper){.id = id, .order = SIDLE_ORDER_GO};
    take_state(g, &s, u, true);
    u->place = u->goal = u->at;
    return SIDLE_OK;
}

void troop_take_out(sidle_groups *g, troop *t, uint32_t unit) {
    uint32_t slot = t->units[unit].id.slot, number = (uint32_t)(t - g->list) + 1;
    for (uint32_t k = unit; k + 1 < t->count; k++) t->units[k] = t->units[k + 1];
    t->count--;
    t->changed = true;
    /* A new unit may have the slot of one that died, and be in a group already. */
    if (g->group_of[slot] != number) return;
    g->group_of[slot] = 0;
    for (uint32_t k = 0; k < t->count; k++)
        if (t->units[k].id.slot == slot) g->group_of[slot] = number;
}

void troop_clear(sidle_groups *g, troop *t) {
    while (t->count) troop_take_out(g, t, t->count - 1);
    release(&g->alloc, t->units, t->room * sizeof *t->units);
    release(&g->alloc, t->route, t->route_room * sizeof *t->route);
    release(&g->alloc, t->arc, t->arc_room * sizeof *t->arc);
    release(&g->alloc, t->patrol, t->patrol_count * sizeof *t->patrol);
    *t = (troop){.generation = t->generation};
}

troop *troop_of_unit(const sidle_groups *g, sidle_unit_id id, uint32_t *unit) {
    if (id.slot >= g->group_of_room || !g->group_of[id.slot]) return NULL;
    troop *t = &g->list[g->group_of[id.slot] - 1];
    for (uint32_t k = 0; k < t->count; k++)
        if (same_id(t->units[k].id, id)) {
            *unit = k;
            return t;
        }
    return NULL;
}

bool troop_is_obeyed(const troop *t, const trooper *u, const sidle_unit_state *s) {
    if (u->order == SIDLE_ORDER_APPROACH)
        return s->order == SIDLE_ORDER_APPROACH && same_id(s->target, t->target);
    if (u->order == SIDLE_ORDER_APPROACH_POINT)
        return s->order == SIDLE_ORDER_APPROACH_POINT ||
               (s->order == SIDLE_ORDER_NONE && s->arrived);
    bool same = s->goal.x == u->goal.x && s->goal.y == u->goal.y;
    return same && (s->order == SIDLE_ORDER_GO || (s->order == SIDLE_ORDER_NONE && s->arrived));
}

/* What the unit is to its troop now. */
static void take_part(sidle_groups *g, const troop *t, trooper *u, const sidle_unit_state *s) {
    bool back = u->member == SIDLE_MEMBER_STOWED && !s->stowed;
    if (s->stowed) {
        u->member = SIDLE_MEMBER_STOWED;
    } else if (t->stage == TROOP_MARCHES) {
        if (back) u->member = SIDLE_MEMBER_FOLLOWS;
        if (!s->under_way && u->member == SIDLE_MEMBER_MARCHES)
            sidle_unit_go(g->world, u->id, u->goal);
    } else {
        if (back && u->order == SIDLE_ORDER_GO) sidle_unit_go(g->world, u->id, u->goal);
        u->member = s->under_way || back ? SIDLE_MEMBER_ENDS : SIDLE_MEMBER_RESTS;
    }
}

void troop_muster(sidle_groups *g, troop *t) {
    bool anew = t->scan_in <= 0, sorts = false;
    for (uint32_t k = 0; k < t->count;) {
        trooper *u = &t->units[k];
        sidle_unit_state s;
        bool lives = !sidle_unit_get(g->world, u->id, &s);
        if (!lives || !(s.stowed || troop_is_obeyed(t, u, &s))) {
            troop_take_out(g, t, k);
            continue;
        }
        sorts |= take_state(g, &s, u, anew);
        take_part(g, t, u, &s);
        k++;
    }
    if (sorts) {
        troop_sort(t->units, t->count);
        t->changed = true;
    }
    if (t->count) troop_take_beat(t);
}
