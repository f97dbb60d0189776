/* The table of groups, its update, events and hash, and what the host reads of a group. */
#include "groups/troop.h"

/* ---- the table ---- */

static sidle_result save_layer(const void *groups, void *buffer, size_t size, size_t *needed) {
    return sidle_groups_save(groups, buffer, size, needed);
}

static uint64_t hash_layer(const void *groups) {
    return sidle_groups_hash(groups);
}

sidle_result sidle_groups_create(sidle_world *world, sidle_groups **groups) {
    if (groups) *groups = NULL;
    if (!world || !groups) return SIDLE_ERROR_ARGUMENT;
    sidle_result bad = groups_make(world, groups);
    if (bad) return bad;
    (*groups)->layer = (record_layer){.of = *groups, .save = save_layer, .hash = hash_layer};
    record_layer_made(world, &(*groups)->layer);
    return SIDLE_OK;
}

void sidle_groups_destroy(sidle_groups *groups) {
    if (!groups) return;
    record_layer_over(groups->world, &groups->layer);
    groups_free(groups);
}

/* ---- events ---- */

/* What happens to a troop in an update is marked in a bit each, and the bits are told in the order
 * of the slots. */
void troop_tell(troop *t, sidle_group_event_type type) {
    t->events |= 1u << type;
}

/* When a patrol tells that it has reached a point, its goal is the next one already. */
static sidle_vec2 point_reached(const troop *t) {
    uint32_t last = (t->patrol_next + t->patrol_count - 1) % t->patrol_count;
    return t->patrol[last];
}

static sidle_vec2 event_point(const troop *t, uint32_t type) {
    if (type == SIDLE_GROUP_EVENT_PATH_WANTED) return t->told;
    if (type == SIDLE_GROUP_EVENT_WAYPOINT) return point_reached(t);
    bool at_goal = type == SIDLE_GROUP_EVENT_ARRIVED;
    return at_goal || t->points < 2 ? t->goal : route_point(t, t->s);
}

static void events_collect(sidle_groups *g, const troop *t, sidle_group_id id) {
    for (uint32_t type = 0; type < SIDLE_GROUP_EVENT_COUNT; type++) {
        if (!(t->events & 1u << type)) continue;
        assert(g->event_count < g->event_room);
        g->events[g->event_count++] =
            (sidle_group_event){(sidle_group_event_type)type, id, event_point(t, type)};
    }
}

const sidle_group_event *sidle_groups_events(const sidle_groups *groups, uint32_t *count) {
    if (count) *count = groups ? groups->event_count : 0;
    return groups ? groups->events : NULL;
}

/* ---- the update ---- */

/* Releases the bounds of speed of those that have not come to their places by now. */
static void end_together(sidle_groups *g, troop *t, float dt) {
    if (t->ends_in <= 0) return;
    t->ends_in -= dt;
    if (t->ends_in > 0) return;
    for (uint32_t k = 0; k < t->count; k++)
        if (t->units[k].member == SIDLE_MEMBER_ENDS)
            sidle_unit_set_pace(g->world, t->units[k].id, SIDLE_MAX_EXTENT);
}

/* All rest, and face the way of the formation: the group is not over before, as nobody would turn
 * them then. */
static void tell_arrived(troop *t, bool all) {
    for (uint32_t k = 0; k < t->count; k++) all &= t->units[k].member != SIDLE_MEMBER_ENDS;
    if (all && !t->arrived) troop_tell(t, SIDLE_GROUP_EVENT_ARRIVED);
    t->arrived = all;
}

static bool is_over(const troop *t) {
    bool done = t->arrived && t->order != TROOP_APPROACH;
    return done || !t->count || t->events & 1u << SIDLE_GROUP_EVENT_TARGET_LOST;
}

static void update_troop(sidle_groups *g, troop *t, float dt) {
    sidle_unit_state s;
    troop_muster(g, t);
    if (!t->count) {
        troop_tell(t, SIDLE_GROUP_EVENT_EMPTY);
        return;
    }
    if (t->order == TROOP_APPROACH && sidle_unit_get(g->world, t->target, &s)) {
        troop_tell(t, SIDLE_GROUP_EVENT_TARGET_LOST);
        for (uint32_t k = 0; k < t->count; k++) sidle_unit_stop(g->world, t->units[k].id);
        return;
    }
    if (t->stage == TROOP_MARCHES) {
        march_update(g, t, dt);
        return;
    }
    end_together(g, t, dt);
    tell_arrived(t, facing_turn(g, t));
}

sidle_result sidle_groups_update(sidle_groups *groups, float dt) {
    if (!groups) return SIDLE_ERROR_ARGUMENT;
    if (!isfinite(dt)) return SIDLE_ERROR_NOT_FINITE;
    if (dt < SIDLE_MIN_DT || dt > SIDLE_MAX_DT) return SIDLE_ERROR_ARGUMENT;
    sidle_recorder *r = groups_enter(groups);
    groups->event_count = 0;
    for (uint32_t k = 0; k < groups->count; k++) {
        troop *t = &groups->list[k];
        if (t->stage == TROOP_FREE) continue;
        sidle_group_id id = troop_id(groups, t);
        t->events = 0;
        update_troop(groups, t, dt);
        events_collect(groups, t, id);
        if (is_over(t)) troop_clear(groups, t);
    }
    groups_leave_call(r, SIDLE_OK, CALL_GROUPS_UPDATE, word_of_float(dt), 0, NULL, 0);
    return SIDLE_OK;
}

/* ---- reading ---- */

bool sidle_group_valid(const sidle_groups *groups, sidle_group_id group) {
    return troop_named(groups, group) != NULL;
}

sidle_group_id sidle_group_next(const sidle_groups *groups, sidle_group_id after) {
    for (uint32_t k = after.slot; groups && k < groups->count; k++)
        if (groups->list[k].stage != TROOP_FREE) return troop_id(groups, &groups->list[k]);
    return (sidle_group_id){0, 0};
}

sidle_result sidle_group_units(const sidle_groups *groups, sidle_group_id group, sidle_unit_id *ids,
                               uint32_t capacity, uint32_t *count) {
    if (!groups || !count || (capacity && !ids)) return SIDLE_ERROR_ARGUMENT;
    const troop *t = troop_named(groups, group);
    if (!t) return SIDLE_ERROR_STALE;
    for (uint32_t k = 0; k < t->count && k < capacity; k++) ids[k] = t->units[k].id;
    *count = t->count;
    return SIDLE_OK;
}

sidle_result sidle_group_member(const sidle_groups *groups, sidle_unit_id unit,
                                sidle_member_state *state) {
    if (!groups || !state) return SIDLE_ERROR_ARGUMENT;
    if (!sidle_unit_valid(groups->world, unit)) return SIDLE_ERROR_STALE;
    uint32_t k;
    const troop *t = troop_of_unit(groups, unit, &k);
    if (!t) return SIDLE_ERROR_NO_ORDER;
    const trooper *u = &t->units[k];
    *state = (sidle_member_state){.group = troop_id(groups, t),
                                  .member = (sidle_member)u->member,
                                  .place = u->place,
                                  .goal = u->goal,
                                  .off = vec_distance(u->at, u->place)};
    return SIDLE_OK;
}

/* The largest unit fits where it stands, so no place that is nearer to the anchor is farther away
 * than that. */
static sidle_vec2 start_of(const sidle_groups *g, const troop *t, sidle_vec2 anchor) {
    const trooper *largest = &t->units[0];
    sidle_vec2 start = anchor;
    if (!t->count) return anchor;
    float reach = vec_distance(anchor, largest->at);
    bool none = sidle_world_nearest_fit(g->world, largest->profile, anchor, reach, NULL, &start);
    return none ? largest->at : start;
}

sidle_result sidle_group_get(const sidle_groups *groups, sidle_group_id group,
                             sidle_group_state *state) {
    if (!groups || !state) return SIDLE_ERROR_ARGUMENT;
    const troop *t = troop_named(groups, group);
    if (!t) return SIDLE_ERROR_STALE;
    bool marching = t->stage == TROOP_MARCHES;
    *state = (sidle_group_state){.count = t->count,
                                 .abreast = t->abreast,
                                 .marching = marching,
                                 .formed = t->formed && marching,
                                 .anchor = marching ? route_point(t, t->s) : t->goal,
                                 .heading =
                                     marching ? route_course(t, t->s, troop_radius(t)) : t->heading,
                                 .goal = t->goal,
                                 .path_left = marching ? route_length(t) - t->s : 0,
                                 .speed = t->speed,
                                 .off_mean = t->off_mean,
                                 .off_most = t->off_most};
    if (t->count) state->profile = t->units[0].profile;
    state->start = start_of(groups, t, state->anchor);
    for (uint32_t k = 0; k < t->count; k++)
        state->following += t->units[k].member == SIDLE_MEMBER_FOLLOWS;
    return SIDLE_OK;
}

/* ---- leaving ---- */

/* The unit goes on by itself to where the group would have had it. */
static void release_unit(sidle_groups *g, troop *t, uint32_t unit) {
    trooper u = t->units[unit];
    troop_take_out(g, t, unit);
    if (u.member != SIDLE_MEMBER_STOWED && u.order == SIDLE_ORDER_GO)
        sidle_unit_go(g->world, u.id, u.goal);
}

sidle_result sidle_group_leave(sidle_groups *groups, sidle_unit_id unit) {
    if (!groups) return SIDLE_ERROR_ARGUMENT;
    if (!sidle_unit_valid(groups->world, unit)) return SIDLE_ERROR_STALE;
    uint32_t k;
    troop *t = troop_of_unit(groups, unit, &k);
    if (!t) return SIDLE_ERROR_NO_ORDER;
    sidle_recorder *r = groups_enter(groups);
    release_unit(groups, t, k);
    groups_leave_call(r, SIDLE_OK, CALL_GROUP_LEAVE, unit.slot, unit.generation, NULL, 0);
    return SIDLE_OK;
}

sidle_result sidle_group_disband(sidle_groups *groups, sidle_group_id group) {
    if (!groups) return SIDLE_ERROR_ARGUMENT;
    troop *t = troop_named(groups, group);
    if (!t) return SIDLE_ERROR_STALE;
    sidle_recorder *r = groups_enter(groups);
    while (t->count) release_unit(groups, t, t->count - 1);
    troop_clear(groups, t);
    groups_leave_call(r, SIDLE_OK, CALL_GROUP_DISBAND, group.slot, group.generation, NULL, 0);
    return SIDLE_OK;
}

/* ---- the hash ---- */

/* FNV-1a by words, as it needs no table. */
static void groups_feed_word(uint64_t *hash, uint64_t word) {
    *hash = (*hash ^ word) * 0x100000001b3u;
    *hash ^= *hash >> 29;
}

static void groups_feed_number(uint64_t *hash, float number) {
    uint32_t bits;
    memcpy(&bits, &number, sizeof bits);
    groups_feed_word(hash, bits);
}

static void groups_feed_point(uint64_t *hash, sidle_vec2 p) {
    groups_feed_number(hash, p.x);
    groups_feed_number(hash, p.y);
}

static void feed_extent(uint64_t *hash, layout_extent e) {
    groups_feed_number(hash, e.front);
    groups_feed_number(hash, e.rear);
    groups_feed_number(hash, e.left);
    groups_feed_number(hash, e.right);
}

static void feed_trooper(uint64_t *hash, const trooper *u) {
    groups_feed_word(hash, (uint64_t)u->id.generation << 32 | u->id.slot);
    groups_feed_word(hash, (uint64_t)u->profile.index << 32 | u->passable);
    groups_feed_number(hash, u->radius);
    groups_feed_number(hash, u->profile_speed);
    groups_feed_number(hash, u->factor);
    groups_feed_point(hash, u->own);
    groups_feed_point(hash, u->offset);
    groups_feed_point(hash, u->goal);
    groups_feed_point(hash, u->at);
    groups_feed_point(hash, u->place);
    groups_feed_number(hash, u->along);
    groups_feed_number(hash, u->held);
    groups_feed_word(hash, (uint64_t)u->order << 32 | u->member);
}

static void feed_formation(uint64_t *hash, const sidle_formation *f) {
    groups_feed_word(hash, (uint64_t)f->shape << 32 | f->columns);
    groups_feed_word(hash, (uint64_t)f->march << 1 | f->keep_places);
    groups_feed_number(hash, f->gap);
    groups_feed_point(hash, f->heading);
}

static void feed_anchor(uint64_t *hash, const troop *t) {
    const float numbers[] = {t->s,      t->speed,   t->shift, t->shift_to, t->scan_in, t->ask_in,
                             t->waited, t->ends_in, t->pace,  t->share,    t->yielded};
    for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++)
        groups_feed_number(hash, numbers[k]);
    groups_feed_point(hash, t->goal);
    groups_feed_point(hash, t->heading);
    for (uint32_t k = 0; k < t->points; k++) groups_feed_point(hash, t->route[k]);
    for (uint32_t k = 0; k < t->patrol_count; k++) groups_feed_point(hash, t->patrol[k]);
    groups_feed_word(hash, (uint64_t)t->points << 32 | t->patrol_next);
}

static void feed_troop(uint64_t *hash, const troop *t) {
    groups_feed_word(hash, t->generation);
    groups_feed_word(hash, (uint64_t)t->stage << 8 | t->order);
    if (t->stage == TROOP_FREE) return;
    groups_feed_word(hash, (uint64_t)t->formed << 2 | (uint64_t)t->arrived << 1 | t->changed);
    feed_formation(hash, &t->formation);
    feed_anchor(hash, t);
    feed_extent(hash, t->own);
    feed_extent(hash, t->now);
    groups_feed_word(hash, t->abreast);
    groups_feed_word(hash, (uint64_t)t->target.generation << 32 | t->target.slot);
    groups_feed_number(hash, t->range.most);
    groups_feed_number(hash, t->range.least);
    groups_feed_word(hash, t->range.sight);
    for (uint32_t k = 0; k < t->count; k++) feed_trooper(hash, &t->units[k]);
    groups_feed_word(hash, t->count);
}

uint64_t sidle_groups_hash(const sidle_groups *groups) {
    uint64_t hash = 0xcbf29ce484222325u;
    for (uint32_t k = 0; groups && k < groups->count; k++) feed_troop(&hash, &groups->list[k]);
    return hash;
}
