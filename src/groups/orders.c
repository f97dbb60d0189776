/* The orders of groups. A call first makes a draft of the troop in scratch memory: its units are
 * read and checked, the layout is made and each unit gets a place. Then it takes the memory that
 * the troop needs. Only then is anything changed, by calls that cannot be refused any more. */
#include "groups/troop.h"

enum { FORMATION_COOKIE = 0x51d1e005 ^ SIDLE_LAYOUT(sidle_formation) };

/* Mark: in the table of membership, for a unit that a list has named already. */
#define NAMED_ALREADY 0x80000000u

void sidle_formation_fill(sidle_formation *formation, uint32_t layout) {
    if (!formation) return;
    formation->cookie = 0;
    if (layout != SIDLE_LAYOUT(sidle_formation)) return;
    *formation = (sidle_formation){.cookie = FORMATION_COOKIE, .gap = 0.5f, .march = true};
}

/* ---- what is refused ---- */

static bool is_on_map(const sidle_groups *g, sidle_vec2 p) {
    float cell = sidle_world_cell_size(g->world);
    return p.x >= 0 && p.y >= 0 && p.x <= (float)sidle_world_width(g->world) * cell &&
           p.y <= (float)sidle_world_height(g->world) * cell;
}

static sidle_result map_points_refusal(const sidle_groups *g, const sidle_vec2 *points,
                                       uint32_t count) {
    if ((count && !points) || count > SIDLE_MAX_WAYPOINTS) return SIDLE_ERROR_ARGUMENT;
    for (uint32_t k = 0; k < count; k++) {
        if (!vec_finite(points[k])) return SIDLE_ERROR_NOT_FINITE;
        if (!is_on_map(g, points[k])) return SIDLE_ERROR_ARGUMENT;
    }
    return SIDLE_OK;
}

static sidle_result offsets_refusal(const sidle_vec2 *offsets, uint32_t count) {
    if (!offsets) return SIDLE_ERROR_ARGUMENT;
    for (uint32_t k = 0; k < count; k++) {
        if (!vec_finite(offsets[k])) return SIDLE_ERROR_NOT_FINITE;
        if (max_float(fabsf(offsets[k].x), fabsf(offsets[k].y)) > SIDLE_MAX_FORMATION_EXTENT)
            return SIDLE_ERROR_ARGUMENT;
    }
    return SIDLE_OK;
}

static sidle_result formation_refusal(const sidle_formation *f, uint32_t count) {
    if (!f) return SIDLE_ERROR_ARGUMENT;
    if (f->cookie != FORMATION_COOKIE) return SIDLE_ERROR_DEFINITION;
    if (!isfinite(f->gap) || !vec_finite(f->heading)) return SIDLE_ERROR_NOT_FINITE;
    if ((uint32_t)f->shape >= SIDLE_SHAPE_COUNT || f->columns > SIDLE_MAX_GROUP_UNITS ||
        f->gap < 0 || f->gap > SIDLE_MAX_FORMATION_GAP)
        return SIDLE_ERROR_ARGUMENT;
    return f->shape == SIDLE_SHAPE_OFFSETS ? offsets_refusal(f->offsets, count) : SIDLE_OK;
}

static sidle_result group_range_refusal(const sidle_range *r) {
    if (!r) return SIDLE_ERROR_ARGUMENT;
    if (!isfinite(r->most) || !isfinite(r->least)) return SIDLE_ERROR_NOT_FINITE;
    bool good = r->least >= 0 && r->most >= r->least && r->most <= SIDLE_MAX_EXTENT;
    return good && !(r->sight & ~SIDLE_PASS_ALL) ? SIDLE_OK : SIDLE_ERROR_ARGUMENT;
}

/* ---- the draft ---- */

/* Reads the units of the list into scratch.units. */
static sidle_result read_units(sidle_groups *g, const sidle_unit_id *ids, uint32_t count) {
    sidle_result bad = SIDLE_OK;
    uint32_t read = 0;
    for (; read < count && !bad; read++) {
        bad = troop_read_unit(g, ids[read], &g->scratch.units[read]);
        if (!bad) bad = membership_reserve(g, ids[read].slot);
        if (bad) break;
        if (g->group_of[ids[read].slot] & NAMED_ALREADY) {
            bad = SIDLE_ERROR_ARGUMENT;
            break;
        }
        g->group_of[ids[read].slot] |= NAMED_ALREADY;
        g->scratch.units[read].number = read;
    }
    for (uint32_t k = 0; k < read; k++) g->group_of[ids[k].slot] &= ~NAMED_ALREADY;
    return bad;
}

static sidle_result own_offsets_overlap(const troop *t) {
    for (uint32_t k = 0; k < t->count; k++)
        for (uint32_t n = 0; n < k; n++) {
            float apart = (t->units[k].radius + t->units[n].radius) * GROUP_ROUNDING;
            if (vec_distance(t->units[k].own, t->units[n].own) < apart) return SIDLE_ERROR_ARGUMENT;
        }
    return SIDLE_OK;
}

/* A troop whose units are those in scratch memory. */
static sidle_result draft_troop(sidle_groups *g, const sidle_unit_id *ids, uint32_t count,
                                sidle_vec2 goal, const sidle_formation *formation, troop *t) {
    if (!g || !ids || count < 1 || count > SIDLE_MAX_GROUP_UNITS) return SIDLE_ERROR_ARGUMENT;
    sidle_result bad = formation_refusal(formation, count);
    if (!bad) bad = map_points_refusal(g, &goal, 1);
    if (!bad) bad = scratch_reserve(g, count);
    if (!bad) bad = read_units(g, ids, count);
    if (bad) return bad;
    *t = (troop){.formation = *formation, .goal = goal, .count = count, .heading = {1, 0}};
    t->units = g->scratch.units;
    sidle_vec2 middle = troop_middle(t->units, count);
    for (uint32_t k = 0; k < count; k++)
        t->units[k].own = formation->shape == SIDLE_SHAPE_OFFSETS ? formation->offsets[k]
                                                                  : vec_sub(t->units[k].at, middle);
    t->formation.offsets = NULL;
    troop_sort(t->units, count);
    troop_take_beat(t);
    return formation->shape == SIDLE_SHAPE_OFFSETS ? own_offsets_overlap(t) : SIDLE_OK;
}

/* Gives each unit of the draft its place about the goal. */
static sidle_result draft_places(sidle_groups *g, troop *t) {
    workspace *s = &g->scratch;
    sidle_vec2 way = vec_sub(t->goal, troop_middle(t->units, t->count));
    march_want_places(g, t, direction_of(way, t->heading));
    sidle_result bad = goal_places_find(g, t->units, t->count, t->goal);
    if (bad) return bad;
    bool keeps = t->formation.shape == SIDLE_SHAPE_OFFSETS && t->formation.keep_places;
    for (uint32_t k = 0; k < t->count; k++) s->from[k] = t->units[k].at;
    if (!keeps) assign_slots(s, t->units, t->count);
    for (uint32_t k = 0; k < t->count; k++) t->units[k].goal = s->slots[k];
    return SIDLE_OK;
}

sidle_result sidle_group_places(sidle_groups *groups, const sidle_unit_id *ids, uint32_t count,
                                sidle_vec2 goal, const sidle_formation *formation,
                                sidle_vec2 *places) {
    troop draft;
    if (!places) return SIDLE_ERROR_ARGUMENT;
    sidle_result bad = draft_troop(groups, ids, count, goal, formation, &draft);
    if (!bad) bad = draft_places(groups, &draft);
    if (bad) return bad;
    for (uint32_t k = 0; k < count; k++) places[draft.units[k].number] = draft.units[k].goal;
    return SIDLE_OK;
}

/* ---- the troop ---- */

/* Room for one group more, and for the events of all. */
static sidle_result reserve_slot(sidle_groups *g, uint32_t *slot) {
    for (*slot = 0; *slot < g->count; ++*slot)
        if (g->list[*slot].stage == TROOP_FREE) return SIDLE_OK;
    if (g->count == SIDLE_MAX_GROUPS) return SIDLE_ERROR_LIMIT;
    if (g->count < g->room && g->event_room >= g->room * SIDLE_GROUP_EVENT_COUNT) return SIDLE_OK;
    uint32_t room = g->room ? 2 * g->room : 8, events = room * SIDLE_GROUP_EVENT_COUNT;
    if (!reallocate(&g->alloc, (void **)&g->events, g->event_room * sizeof *g->events,
                    g->event_count * sizeof *g->events, events * sizeof *g->events))
        return SIDLE_ERROR_MEMORY;
    g->event_room = events;
    if (!reallocate(&g->alloc, (void **)&g->list, g->room * sizeof *g->list,
                    g->count * sizeof *g->list, room * sizeof *g->list))
        return SIDLE_ERROR_MEMORY;
    g->room = room;
    return SIDLE_OK;
}

/* Size: points that a route has room for from the beginning, those of a target that moves about. */
enum { ROUTE_ROOM = 64 };

static sidle_result reserve_troop(sidle_groups *g, troop *t, const sidle_vec2 *patrol) {
    size_t units = t->count * sizeof *t->units, points = t->patrol_count * sizeof *patrol;
    t->units = allocate(&g->alloc, units);
    t->room = t->count;
    if (points) t->patrol = allocate(&g->alloc, points);
    sidle_result bad = route_make_room(g, t, ROUTE_ROOM);
    if (!bad && t->units && (!points || t->patrol)) {
        if (points) memcpy(t->patrol, patrol, points);
        memcpy(t->units, g->scratch.units, units);
        return SIDLE_OK;
    }
    release(&g->alloc, t->units, units);
    release(&g->alloc, t->patrol, points);
    release(&g->alloc, t->route, t->route_room * sizeof *t->route);
    release(&g->alloc, t->arc, t->arc_room * sizeof *t->arc);
    return SIDLE_ERROR_MEMORY;
}

static void take_over_unit(sidle_groups *g, uint32_t slot, trooper *u) {
    uint32_t unit;
    troop *old = troop_of_unit(g, u->id, &unit);
    if (old) troop_take_out(g, old, unit);
    g->group_of[u->id.slot] = slot + 1;
    sidle_unit_go(g->world, u->id, u->goal);
}

/* Units that will approach by themselves at the end ask for their memory at once, so that no update
 * has to. */
static sidle_result reserve_units(sidle_groups *g, const troop *t, const trooper *units,
                                  uint32_t count) {
    sidle_result bad = SIDLE_OK;
    if (t->order != TROOP_POINT && t->order != TROOP_APPROACH) return SIDLE_OK;
    for (uint32_t k = 0; k < count && !bad; k++)
        bad = sidle_unit_reserve(g->world, units[k].id, t->range.sight);
    return bad;
}

/* The draft becomes a group of its own. */
static sidle_result make_troop(sidle_groups *g, troop *draft, const sidle_vec2 *patrol,
                               sidle_group_id *id) {
    uint32_t slot;
    sidle_result bad = reserve_slot(g, &slot);
    if (!bad) bad = reserve_troop(g, draft, patrol);
    if (bad) return bad;
    if (slot == g->count) g->list[g->count++] = (troop){.generation = 0};
    troop *t = &g->list[slot];
    uint32_t generation = t->generation + 1;
    *t = *draft;
    t->generation = generation;
    for (uint32_t k = 0; k < t->count; k++) take_over_unit(g, slot, &t->units[k]);
    *id = troop_id(g, t);
    march_begin_leg(g, t, troop_middle(t->units, t->count), t->goal);
    if (!t->formation.march) march_end(g, t);
    return SIDLE_OK;
}

/* The draft becomes a group, or its units already are this group. */
static sidle_result commit_troop(sidle_groups *g, troop *draft, const sidle_vec2 *patrol,
                                 sidle_group_id *id) {
    sidle_result bad = SIDLE_OK;
    troop *t = again_find(g, draft);
    if (t) *id = troop_id(g, t);
    if (t && again_is_same(t, draft, patrol)) return SIDLE_OK;
    if (draft->order == TROOP_GO) bad = draft_places(g, draft);
    if (!bad) bad = reserve_units(g, draft, g->scratch.units, draft->count);
    if (bad || (t && again_goes_on(g, t, draft, patrol))) return bad;
    return make_troop(g, draft, patrol, id);
}

/* The order of a host: the draft becomes a group, and the order is recorded. */
static sidle_result give_order(sidle_groups *g, troop *draft, group_order order,
                               sidle_group_id *id) {
    sidle_recorder *r = groups_enter(g);
    sidle_result bad = commit_troop(g, draft, order.points, &order.group);
    groups_leave_order(r, bad, &order);
    if (!bad && id) *id = order.group;
    return bad;
}

sidle_result sidle_group_go(sidle_groups *groups, const sidle_unit_id *ids, uint32_t count,
                            sidle_vec2 goal, const sidle_formation *formation,
                            sidle_group_id *group) {
    troop draft;
    sidle_result bad = draft_troop(groups, ids, count, goal, formation, &draft);
    if (bad) return bad;
    const group_order order = {CALL_GROUP_GO, ids, count, formation, .point = goal};
    return give_order(groups, &draft, order, group);
}

/* The same for an order that ends in no places of the formation. */
static sidle_result give_march(sidle_groups *g, troop *draft, troop_order kind, group_order order,
                               sidle_group_id *id) {
    draft->order = (uint8_t)kind;
    draft->target = order.target;
    if (order.range) draft->range = *order.range;
    draft->patrol_count = order.point_count;
    draft->formation.march = true;
    for (uint32_t k = 0; k < draft->count; k++) draft->units[k].goal = draft->goal;
    return give_order(g, draft, order, id);
}

sidle_result sidle_group_patrol(sidle_groups *groups, const sidle_unit_id *ids, uint32_t count,
                                const sidle_vec2 *points, uint32_t point_count,
                                const sidle_formation *formation, sidle_group_id *group) {
    troop draft;
    if (!groups || !points || point_count < 1) return SIDLE_ERROR_ARGUMENT;
    sidle_result bad = map_points_refusal(groups, points, point_count);
    if (!bad) bad = draft_troop(groups, ids, count, points[0], formation, &draft);
    if (bad) return bad;
    const sidle_vec2 two[2] = {points[0], troop_middle(draft.units, count)};
    const group_order order = {CALL_GROUP_PATROL,
                               ids,
                               count,
                               formation,
                               .points = point_count > 1 ? points : two,
                               .point_count = point_count > 1 ? point_count : 2};
    return give_march(groups, &draft, TROOP_PATROL, order, group);
}

sidle_result sidle_group_approach_point(sidle_groups *groups, const sidle_unit_id *ids,
                                        uint32_t count, sidle_vec2 point, const sidle_range *range,
                                        const sidle_formation *formation, sidle_group_id *group) {
    troop draft;
    sidle_result bad = group_range_refusal(range);
    if (!bad) bad = draft_troop(groups, ids, count, point, formation, &draft);
    if (bad) return bad;
    const group_order order = {
        CALL_GROUP_APPROACH_POINT, ids, count, formation, .point = point, .range = range};
    return give_march(groups, &draft, TROOP_POINT, order, group);
}

sidle_result sidle_group_approach(sidle_groups *groups, const sidle_unit_id *ids, uint32_t count,
                                  sidle_unit_id target, const sidle_range *range,
                                  const sidle_formation *formation, sidle_group_id *group) {
    troop draft;
    sidle_unit_state s;
    if (!groups) return SIDLE_ERROR_ARGUMENT;
    sidle_result bad = sidle_unit_get(groups->world, target, &s);
    if (!bad && s.stowed) bad = SIDLE_ERROR_STOWED;
    if (!bad) bad = group_range_refusal(range);
    if (!bad) bad = draft_troop(groups, ids, count, s.position, formation, &draft);
    for (uint32_t k = 0; k < count && !bad; k++)
        if (same_id(ids[k], target)) bad = SIDLE_ERROR_ARGUMENT;
    if (bad) return bad;
    const group_order order = {CALL_GROUP_APPROACH, ids,           count, formation,
                               .target = target,    .range = range};
    return give_march(groups, &draft, TROOP_APPROACH, order, group);
}

/* ---- the way ---- */

sidle_result sidle_group_set_path(sidle_groups *groups, sidle_group_id group,
                                  const sidle_vec2 *waypoints, uint32_t count) {
    if (!groups) return SIDLE_ERROR_ARGUMENT;
    troop *t = troop_named(groups, group);
    if (!t) return SIDLE_ERROR_STALE;
    sidle_result bad = map_points_refusal(groups, waypoints, count);
    if (bad) return bad;
    /* Orders to other groups may have taken all of its units since the last update. */
    if (t->stage != TROOP_MARCHES || !t->count) return SIDLE_ERROR_NO_ORDER;
    bad = route_make_room(groups, t, t->points + count + ROUTE_ROOM);
    if (bad) return bad;
    sidle_recorder *r = groups_enter(groups);
    bool first = t->s <= 0;
    route_replace(t, waypoints, count);
    t->scan_in = t->ask_in = 0;
    if (first) march_turn(groups, t);
    groups_leave_call(r, SIDLE_OK, CALL_GROUP_PATH, group.slot, group.generation, waypoints, count);
    return SIDLE_OK;
}

/* The centres of the cells from the anchor on, each as far as the largest unit goes straight.
 * points NULL: only counts them. False: no way leads on. */
static bool follow_flow(const sidle_groups *g, const troop *t, const sidle_flow *flow,
                        sidle_vec2 *points, uint32_t *count) {
    uint32_t width = sidle_world_width(g->world), cells = width * sidle_world_height(g->world);
    float size = sidle_world_cell_size(g->world);
    sidle_vec2 stand = route_point(t, t->s), last = stand;
    uint32_t x = (uint32_t)max_float(stand.x / size, 0), y = (uint32_t)max_float(stand.y / size, 0);
    uint32_t cell =
        (y < sidle_world_height(g->world) ? y : y - 1) * width + (x < width ? x : x - 1);
    *count = 0;
    for (uint32_t steps = 0; steps <= cells; steps++) {
        uint32_t next = flow->next[cell];
        if (next == cell) return true;
        if (next >= cells || *count == SIDLE_MAX_WAYPOINTS) return false;
        uint32_t column = next % width, row = next / width;
        sidle_vec2 p = {((float)column + 0.5f) * size, ((float)row + 0.5f) * size};
        if (steps && !sidle_world_line_fits(g->world, t->units[0].profile, stand, p)) {
            if (points) points[*count] = last;
            ++*count;
            stand = last;
        }
        last = p;
        cell = next;
    }
    return false;
}

sidle_result sidle_group_set_flow(sidle_groups *groups, sidle_group_id group,
                                  const sidle_flow *flow) {
    if (!groups || !flow || !flow->next) return SIDLE_ERROR_ARGUMENT;
    troop *t = troop_named(groups, group);
    if (!t) return SIDLE_ERROR_STALE;
    if (t->stage != TROOP_MARCHES || !t->count) return SIDLE_ERROR_NO_ORDER;
    uint32_t count;
    if (!follow_flow(groups, t, flow, NULL, &count)) return SIDLE_ERROR_ARGUMENT;
    size_t size = (count + 1) * sizeof(sidle_vec2);
    sidle_vec2 *points = allocate(&groups->alloc, size);
    if (!points) return SIDLE_ERROR_MEMORY;
    follow_flow(groups, t, flow, points, &count);
    sidle_result bad = sidle_group_set_path(groups, group, points, count);
    release(&groups->alloc, points, size);
    return bad;
}

/* ---- reinforcements ---- */

/* Reads those who join behind the units of the troop, which must not be among them. */
static sidle_result read_joined(sidle_groups *g, const troop *t, const sidle_unit_id *ids,
                                uint32_t count) {
    sidle_result bad = scratch_reserve(g, t->count + count);
    if (!bad) bad = read_units(g, ids, count);
    for (uint32_t k = 0; k < count && !bad; k++) {
        uint32_t unit;
        if (troop_of_unit(g, ids[k], &unit) == t) bad = SIDLE_ERROR_ARGUMENT;
    }
    return bad;
}

sidle_result sidle_group_join(sidle_groups *groups, sidle_group_id group, const sidle_unit_id *ids,
                              uint32_t count) {
    sidle_groups *g = groups;
    if (!g || !ids || !count) return SIDLE_ERROR_ARGUMENT;
    troop *t = troop_named(g, group);
    if (!t) return SIDLE_ERROR_STALE;
    if (t->stage != TROOP_MARCHES) return SIDLE_ERROR_NO_ORDER;
    if (count > SIDLE_MAX_GROUP_UNITS - t->count) return SIDLE_ERROR_LIMIT;
    sidle_result bad = read_joined(g, t, ids, count);
    if (!bad) bad = reserve_units(g, t, g->scratch.units, count);
    if (bad) return bad;
    uint32_t all = t->count + count;
    size_t size = sizeof *t->units;
    if (all > t->room) {
        if (!reallocate(&g->alloc, (void **)&t->units, t->room * size, t->count * size, all * size))
            return SIDLE_ERROR_MEMORY;
        t->room = all;
    }
    sidle_recorder *r = groups_enter(g);
    for (uint32_t k = 0; k < count; k++) {
        trooper *u = &t->units[t->count++];
        *u = g->scratch.units[k];
        /* A place of its own in a shape of the host's offsets: where it stands to the anchor. */
        u->own = vec_sub(u->at, route_point(t, t->s));
        u->goal = t->goal;
        u->along = t->s;
        take_over_unit(g, group.slot - 1, u);
    }
    troop_sort(t->units, t->count);
    t->changed = true;
    groups_leave_call(r, SIDLE_OK, CALL_GROUP_JOIN, group.slot, group.generation, ids, count);
    return SIDLE_OK;
}
