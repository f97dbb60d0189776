/* What holds for groups at any time between two calls: for tests, and for a snapshot that somebody
 * else has written. */
#include "groups/troop.h"

/* Size: u, s, u/s. Nothing that groups reckon with is larger. Squares of it in steps of the
 * assignment have room in 64 bits. */
static const float NUMBER_MOST = 64 * SIDLE_MAX_EXTENT;

/* Size: u. A route is no longer, so that a float still tells a step along it. */
static const float GROUP_ROUTE_LONGEST = 32 * SIDLE_MAX_EXTENT;

static bool is_group_number(float number) {
    return isfinite(number) && fabsf(number) <= NUMBER_MOST;
}

static bool is_group_place(sidle_vec2 p) {
    return is_group_number(p.x) && is_group_number(p.y);
}

static bool is_above_zero(float number) {
    return number > 0 && is_group_number(number);
}

static const char *trooper_fault(const sidle_groups *g, const trooper *u) {
    const float numbers[] = {u->profile_speed, u->factor, u->top_speed, u->along, u->held};
    bool good = is_above_zero(u->radius) && is_group_place(u->own) && is_group_place(u->offset) &&
                is_group_place(u->goal) && is_group_place(u->at) && is_group_place(u->place);
    for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++)
        good &= is_group_number(numbers[k]);
    if (!good) return "a number of a unit is out of its range";
    if (u->profile_speed < 0 || u->factor < 0 || u->top_speed < 0 || u->held < 0)
        return "a number of a unit is below 0";
    if (u->member >= SIDLE_MEMBER_COUNT) return "a unit is no kind of member";
    if (u->order != SIDLE_ORDER_GO && u->order != SIDLE_ORDER_APPROACH &&
        u->order != SIDLE_ORDER_APPROACH_POINT)
        return "a unit has an order that no group gives";
    if (!u->id.slot || u->id.slot >= g->group_of_room)
        return "the table of membership has no entry for a unit";
    return NULL;
}

static const char *troop_units_fault(const sidle_groups *g, const troop *t) {
    if (t->count > SIDLE_MAX_GROUP_UNITS || t->count > t->room) return "a group has too many units";
    if (g->scratch.room < t->count) return "a calculation with a group has no room";
    for (uint32_t k = 0; k < t->count; k++) {
        const trooper *u = &t->units[k];
        const char *fault = trooper_fault(g, u);
        if (fault) return fault;
        if (sidle_unit_valid(g->world, u->id) &&
            g->group_of[u->id.slot] != (uint32_t)(t - g->list) + 1)
            return "a unit is in two groups";
        if (k && troop_sorts_before(u, u - 1)) return "the units of a group are not sorted";
    }
    return NULL;
}

static const char *troop_route_fault(const troop *t) {
    if (t->points < 2 || t->points > t->arc_room) return "a route has too few points";
    for (uint32_t k = 0; k < t->points; k++) {
        float arc = t->arc[k];
        if (!is_group_place(t->route[k])) return "a point of a route is out of its range";
        if (!(arc >= 0 && arc <= GROUP_ROUTE_LONGEST) || (k && arc < t->arc[k - 1]))
            return "a route does not grow longer with each point";
    }
    bool beyond = t->s < 0 || t->s > route_length(t) + 1;
    return beyond ? "an anchor is beyond its route" : NULL;
}

static const char *troop_order_fault(const troop *t) {
    if (t->stage > TROOP_ENDS || t->order > TROOP_POINT) return "a group has an unknown order";
    if ((t->order == TROOP_PATROL) != (t->patrol_count > 0) ||
        (t->patrol_count && t->patrol_next >= t->patrol_count))
        return "a patrol has no next point";
    for (uint32_t k = 0; k < t->patrol_count; k++)
        if (!is_group_place(t->patrol[k])) return "a point of a patrol is out of its range";
    bool range = t->range.least >= 0 && t->range.most >= t->range.least &&
                 t->range.most <= SIDLE_MAX_EXTENT && !(t->range.sight & ~SIDLE_PASS_ALL);
    if (!range) return "a range is none";
    if (t->events >> SIDLE_GROUP_EVENT_COUNT) return "an event is unknown";
    return NULL;
}

static const char *troop_formation_fault(const troop *t) {
    const sidle_formation *f = &t->formation;
    if ((uint32_t)f->shape >= SIDLE_SHAPE_COUNT) return "a shape is unknown";
    if (f->columns > SIDLE_MAX_GROUP_UNITS || t->abreast > SIDLE_MAX_GROUP_UNITS)
        return "a row is too long";
    if (!(f->gap >= 0 && f->gap <= SIDLE_MAX_FORMATION_GAP) || !vec_finite(f->heading))
        return "a formation is out of its range";
    return NULL;
}

static bool is_extent(layout_extent e) {
    return is_group_number(e.front) && is_group_number(e.rear) && is_group_number(e.left) &&
           is_group_number(e.right) && e.front >= 0 && e.rear <= 0 && e.left <= 0 && e.right >= 0;
}

static const char *troop_numbers_fault(const troop *t) {
    const float numbers[] = {t->s,      t->speed, t->shift, t->shift_to, t->scan_in,  t->ask_in,
                             t->waited, t->pace,  t->share, t->yielded,  t->off_mean, t->off_most};
    bool good = is_group_place(t->goal) && is_group_place(t->heading) && is_group_place(t->told) &&
                is_extent(t->own) && is_extent(t->now) && isfinite(t->ends_in);
    for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++)
        good &= is_group_number(numbers[k]);
    good = good && t->speed >= 0 && t->pace >= 0 && t->share >= 0 && t->share <= 1;
    return good ? NULL : "a number of a group is out of its range";
}

static const char *troop_fault(const sidle_groups *g, const troop *t) {
    if (t->stage == TROOP_FREE) return t->count ? "a free slot has units" : NULL;
    const char *fault = troop_order_fault(t);
    if (!fault) fault = troop_formation_fault(t);
    if (!fault) fault = troop_numbers_fault(t);
    if (!fault) fault = troop_route_fault(t);
    return fault ? fault : troop_units_fault(g, t);
}

const char *sidle_groups_validate(const sidle_groups *groups) {
    if (!groups) return "there are no groups";
    if (groups->event_room < groups->room * SIDLE_GROUP_EVENT_COUNT)
        return "the events of an update have no room";
    for (uint32_t k = 0; k < groups->count; k++) {
        const char *fault = troop_fault(groups, &groups->list[k]);
        if (fault) return fault;
    }
    return NULL;
}
