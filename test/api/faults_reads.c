/* The story with every call: questions, saving, groups and recording. */
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

/* ---- reading ---- */

static sidle_result ask(life *l, uint32_t n) {
    sidle_world *w = l->world;
    sidle_hit hits[40];
    uint32_t count;
    sidle_vec2 a = {8, 8}, b = {20, 20}, place;
    sidle_result result = sidle_query_disc(w, a, 5, NULL, hits, 40, &count);
    result = first_of(result, sidle_query_box(w, a, b, NULL, hits, 40, &count));
    result = first_of(result, sidle_query_ray(w, a, b, 0.5f, NULL, hits, 40, &count));
    result = first_of(result, sidle_query_nearest(w, b, 20, NULL, hits, 1 + n, &count));
    sidle_wall wall;
    result = first_of(result, sidle_query_terrain(w, a, b, 0.5f, SIDLE_PASS_ALL, &wall));
    result = first_of(result,
                      sidle_query_cells(w, 4, 4, 6, 6, SIDLE_TERRAIN_VOID, NULL, hits, 40, &count));
    result = first_of(result, sidle_query_obstacles(w, l->ids[n], a, 5, hits, 40, &count));
    return first_of(result, sidle_world_nearest_fit(w, l->profiles[1], a, 9, NULL, &place));
}

static sidle_result read_world(life *l, uint32_t n) {
    const sidle_world *w = l->world;
    sidle_vec2 positions[TROOP], p = {9, 9};
    uint32_t rows, count;
    const sidle_columns to = {.positions = {positions, 0}};
    sidle_result result = sidle_world_read(w, &to, TROOP, &rows);
    result = first_of(result, sidle_units_read(w, l->ids, l->units, &to));
    sidle_profile profile;
    result = first_of(result, sidle_profile_get(w, l->profiles[1], &profile));
    sidle_profile_id id = l->profiles[1];
    bool fits = sidle_world_fits(w, id, p) && sidle_world_line_fits(w, id, p, p);
    uint32_t cells = sidle_world_width(w) * sidle_world_height(w);
    if (!fits || !cells || sidle_world_cell_size(w) <= 0) return SIDLE_ERROR_ARGUMENT;
    if (sidle_world_cell(w, 9, 9) != SIDLE_TERRAIN_GROUND) return SIDLE_ERROR_ARGUMENT;
    if (sidle_world_are_friends(w, 50, 51) || sidle_world_allies(w, 50))
        return SIDLE_ERROR_ARGUMENT;
    sidle_world_events(w, &count);
    return sidle_world_tick(w) + n && sidle_world_hash(w) ? result : SIDLE_ERROR_ARGUMENT;
}

static sidle_result read_unit(const sidle_world *w, sidle_unit_id id) {
    char text[200];
    uint32_t count;
    sidle_unit_state state;
    sidle_why why;
    sidle_result result = sidle_unit_get(w, id, &state);
    if (result || state.stowed) return result;
    if (!sidle_unit_valid(w, id) || !sidle_unit_hash(w, id)) return SIDLE_ERROR_STALE;
    if (!sidle_world_quick_hash(w)) return SIDLE_ERROR_ARGUMENT;
    if (!sidle_unit_fields(w, id, NULL, 0)) return SIDLE_ERROR_STALE;
    if (!sidle_why_text(w, id, text, sizeof text)) return SIDLE_ERROR_ARGUMENT;
    result = sidle_unit_path_left(w, id, NULL, 0, &count);
    sidle_result known = sidle_unit_why(w, id, &why);
    return first_of(result, known == SIDLE_ERROR_NO_ORDER ? SIDLE_OK : known);
}

static sidle_result read_units(life *l, uint32_t n) {
    const sidle_world *w = l->world;
    uint32_t seen = n;
    const sidle_draw nothing = {NULL, NULL, NULL};
    sidle_result result = sidle_world_draw(w, &nothing);
    for (sidle_unit_id id = sidle_unit_next(w, NOBODY); id.slot; id = sidle_unit_next(w, id)) {
        result = first_of(result, read_unit(w, id));
        seen++;
    }
    return seen == sidle_unit_count(w) ? result : SIDLE_ERROR_ARGUMENT;
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

static sidle_result read_congestion(life *l, uint32_t n) {
    uint32_t columns, rows;
    (void)n;
    return sidle_query_congestion(l->world, 4, NULL, NULL, 0, &columns, &rows);
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

static sidle_result read_groups(life *l, uint32_t n) {
    uint32_t count, seen = n;
    sidle_group_state state;
    sidle_member_state member;
    sidle_unit_id ids[TROOP];
    sidle_result result = SIDLE_OK;
    (void)sidle_groups_events(l->groups, &count);
    for (sidle_group_id g = sidle_group_next(l->groups, (sidle_group_id){0, 0}); g.slot;
         g = sidle_group_next(l->groups, g), seen++) {
        if (!sidle_group_valid(l->groups, g)) return SIDLE_ERROR_STALE;
        result = first_of(result, sidle_group_get(l->groups, g, &state));
        result = first_of(result, sidle_group_units(l->groups, g, ids, TROOP, &count));
        for (uint32_t k = 0; k < count; k++)
            result = first_of(result, sidle_group_member(l->groups, ids[k], &member));
    }
    return result;
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
    char text[200];
    bool whole;
    const void *bytes = sidle_recorder_bytes(recorder, &size);
    sidle_result result = sidle_replay_create(&def, bytes, size, n, &played);
    if (result) return result;
    while (!result && !sidle_replay_over(played)) result = sidle_replay_tick(played);
    (void)sidle_replay_world(played);
    if (!result && sidle_groups_differ(sidle_replay_groups(played), l->groups, NULL))
        result = SIDLE_ERROR_DIFFERS;
    (void)sidle_replay_hash(played, &whole);
    (void)sidle_replay_text(played, text, sizeof text);
    sidle_replay_destroy(played);
    return result;
}

/* ---- chapters ---- */

void faults_read(life *l) {
    faults_make(l, NEEDS_NONE, ask, 2);
    faults_make(l, NEEDS_NONE, read_world, 1);
    faults_make(l, NEEDS_NONE, read_units, 0);
}

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
    faults_make(l, NEEDS_NONE, read_congestion, 0);
    for (uint32_t n = 0; n < 4; n++) {
        faults_make(l, ALL_OR_NOTHING, order_group, 2 + 21 * n);
        faults_make_many(l, ALL_OR_NOTHING, march, 0, 3, 1);
    }
    faults_make(l, ALL_OR_NOTHING, order_group, 4);
    faults_make(l, ALL_OR_NOTHING, lead_group, 0);
    faults_make(l, ALL_OR_NOTHING, lead_group, 1);
    faults_make(l, ALL_OR_NOTHING, join_group, 60);
    faults_make_many(l, ALL_OR_NOTHING, march, 0, 10, 1);
    faults_make(l, NEEDS_NONE, read_groups, 0);
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
