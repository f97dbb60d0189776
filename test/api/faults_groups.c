/* The story with every call: saving, groups and recording. */
#include "faults.h"

/* ---- saving ---- */

static uint8_t saved[1 << 20];

static sidle_result save(life *l, uint32_t n) {
    size_t needed;
    (void)n;
    return sidle_world_save(l->world, saved, sizeof saved, &needed);
}

static sidle_result load(life *l, uint32_t n) {
    size_t needed;
    (void)n;
    sidle_world_save(l->world, NULL, 0, &needed);
    return sidle_world_load(l->world, saved, needed);
}

/* Into another world, which begins with nothing. */
static sidle_result copy(life *l, uint32_t n) {
    sidle_world_def def = faults_def(l);
    sidle_world *other;
    sidle_difference first = {.unit = NOBODY};
    char text[200];
    (void)n;
    sidle_result result = sidle_world_create(&def, &other);
    if (!result) result = sidle_world_copy(other, l->world);
    if (!result && sidle_world_differs(l->world, other, &first)) {
        sidle_difference_text(&first, text, sizeof text);
        fail_msg("the copy differs: %s", text);
    }
    sidle_world_destroy(other);
    return result;
}

/* ---- groups ---- */

/* The units of the story that are alive and on the map, from unit `from` on. */
static uint32_t some_units(const life *l, uint32_t from, uint32_t most, sidle_unit_id *ids) {
    uint32_t count = 0;
    for (uint32_t n = from; n < l->units && count < most; n++) {
        sidle_unit_state state;
        if (sidle_unit_get(l->world, l->ids[n], &state) || state.stowed) continue;
        ids[count++] = l->ids[n];
    }
    return count;
}

static sidle_result reserve(life *l, uint32_t n) {
    return sidle_unit_reserve(l->world, l->ids[n], SIDLE_PASS(SIDLE_TERRAIN_WATER));
}

static sidle_result create_groups(life *l, uint32_t n) {
    (void)n;
    if (sidle_world_allocator(l->world).context != &l->supply) return SIDLE_ERROR_ARGUMENT;
    return sidle_groups_create(l->world, &l->groups);
}

enum { IN_A_GROUP = 20 };

/* A group of units from unit n on is ordered to go, to patrol or to approach, in turn. */
static sidle_result order_group(life *l, uint32_t n) {
    sidle_unit_id ids[IN_A_GROUP];
    uint32_t count = some_units(l, n, IN_A_GROUP, ids);
    sidle_formation f = sidle_formation_default();
    const sidle_range range = {4, 1, 0};
    const sidle_vec2 goal = {30, 30}, round[] = {{30, 30}, {10, 30}};
    f.shape = (sidle_shape)(n % SIDLE_SHAPE_OFFSETS);
    switch (n % 4) {
    case 0: return sidle_group_go(l->groups, ids, count, goal, &f, &l->group);
    case 1: return sidle_group_patrol(l->groups, ids, count, round, 2, &f, &l->group);
    case 2: return sidle_group_approach(l->groups, ids, count, l->ids[1], &range, &f, &l->group);
    default: return sidle_group_approach_point(l->groups, ids, count, goal, &range, &f, &l->group);
    }
}

static sidle_result find_places(life *l, uint32_t n) {
    sidle_unit_id ids[IN_A_GROUP];
    sidle_vec2 places[IN_A_GROUP];
    const sidle_formation f = sidle_formation_default();
    uint32_t count = some_units(l, n, IN_A_GROUP, ids);
    return sidle_group_places(l->groups, ids, count, (sidle_vec2){30, 30}, &f, places);
}

static sidle_result lead_group(life *l, uint32_t n) {
    const sidle_vec2 way[] = {{20, 20}, {25, 25}};
    static uint32_t next[48 * 40]; /* the way to the cell 30,30 */
    for (uint32_t k = 0; k < 48 * 40; k++) {
        uint32_t x = k % 48, y = k / 48;
        x = x < 30 ? x + 1 : x > 30 ? x - 1 : x;
        y = y < 30 ? y + 1 : y > 30 ? y - 1 : y;
        next[k] = y * 48 + x;
    }
    const sidle_flow flow = {next, 8};
    return n ? sidle_group_set_flow(l->groups, l->group, &flow)
             : sidle_group_set_path(l->groups, l->group, way, 2);
}

static sidle_result join_group(life *l, uint32_t n) {
    sidle_unit_id ids[IN_A_GROUP];
    return sidle_group_join(l->groups, l->group, ids, some_units(l, n, IN_A_GROUP, ids));
}

static sidle_result march(life *l, uint32_t n) {
    (void)n;
    sidle_result result = sidle_groups_update(l->groups, TICK);
    return result ? result : sidle_world_step(l->world, TICK);
}

static sidle_result end_groups(life *l, uint32_t n) {
    sidle_unit_id first;
    uint32_t count;
    sidle_result result = sidle_group_units(l->groups, l->group, &first, 1, &count);
    if (!result) result = sidle_unit_set_pace(l->world, first, 0.5f);
    if (!result && n) result = sidle_group_leave(l->groups, first);
    if (!result) result = sidle_group_disband(l->groups, l->group);
    if (result) return result;
    sidle_groups_destroy(l->groups);
    l->groups = NULL;
    return SIDLE_OK;
}

static uint8_t groups_saved[1 << 18];
static size_t groups_size;

static sidle_result save_groups(life *l, uint32_t n) {
    (void)n;
    if (sidle_groups_validate(l->groups)) return SIDLE_ERROR_ARGUMENT;
    return sidle_groups_save(l->groups, groups_saved, sizeof groups_saved, &groups_size);
}

static sidle_result load_groups(life *l, uint32_t n) {
    (void)n;
    return sidle_groups_load(l->groups, groups_saved, groups_size);
}

/* ---- recording ---- */

static sidle_recorder *recorder;

static sidle_result begin_recording(life *l, uint32_t n) {
    const sidle_recorder_def def = sidle_recorder_def_default();
    (void)n;
    sidle_result result = sidle_recorder_create(l->world, &def, &recorder);
    if (!result) result = sidle_recorder_end(recorder);
    if (result) sidle_recorder_destroy(recorder);
    if (result) recorder = NULL;
    return result;
}

static sidle_result end_recording(life *l, uint32_t n) {
    size_t size;
    (void)l, (void)n;
    (void)sidle_recorder_bytes(recorder, &size);
    sidle_recorder_destroy(recorder);
    return SIDLE_OK;
}

/* What was recorded is replayed with memory of its own. */
static sidle_result replay(life *l, uint32_t n) {
    sidle_replay *played;
    sidle_world_def def = faults_def(l);
    size_t size;
    const void *bytes = sidle_recorder_bytes(recorder, &size);
    sidle_result result = sidle_replay_create(&def, bytes, size, n, &played);
    if (result) return result;
    while (!result && !sidle_replay_over(played)) result = sidle_replay_tick(played);
    if (!result && sidle_groups_differ(sidle_replay_groups(played), l->groups, NULL))
        result = SIDLE_ERROR_DIFFERS;
    sidle_replay_destroy(played);
    return result;
}

/* ---- chapters ---- */

void faults_saving(life *l) {
    l->chapter = "saving";
    faults_make(l, NEEDS_NONE, save, 0);
    faults_make(l, ALL_OR_NOTHING, load, 0);
    faults_make(l, ALL_OR_NOTHING, copy, 0);
    faults_step(l, 3);
}

void faults_groups(life *l) {
    l->chapter = "groups";
    faults_make(l, ALL_OR_NOTHING, create_groups, 0);
    faults_make(l, ALL_OR_NOTHING, find_places, 2);
    faults_make(l, ALL_OR_NOTHING, reserve, 80);
    for (uint32_t n = 0; n < 4; n++) {
        faults_make(l, ALL_OR_NOTHING, order_group, 2 + 21 * n);
        faults_make_many(l, ALL_OR_NOTHING, march, 0, 3, 1);
    }
    faults_make(l, ALL_OR_NOTHING, order_group, 4);
    faults_make(l, ALL_OR_NOTHING, lead_group, 0);
    faults_make(l, ALL_OR_NOTHING, lead_group, 1);
    faults_make(l, ALL_OR_NOTHING, join_group, 60);
    faults_make_many(l, ALL_OR_NOTHING, march, 0, 10, 1);
    faults_make(l, NEEDS_NONE, save_groups, 0);
    faults_make(l, ALL_OR_NOTHING, load_groups, 0);
    faults_make_many(l, ALL_OR_NOTHING, march, 0, 2, 1);
}

/* The groups are in the recording. */
void faults_recording(life *l) {
    l->chapter = "recording";
    faults_make(l, ALL_OR_NOTHING, begin_recording, 0);
    faults_make(l, ALL_OR_NOTHING, replay, 0);
    faults_make(l, NEEDS_NONE, end_recording, 0);
    faults_make(l, NEEDS_NONE, end_groups, 1);
    faults_step(l, 2);
}
