/* The story with every call: the world, profiles, units, their orders, and the terrain. */
#include "faults.h"

/* ---- the world and its profiles ---- */

static sidle_result create_world(life *l, uint32_t n) {
    (void)n;
    sidle_world_def def = faults_def(l);
    def.width = 48;
    def.height = 40;
    return sidle_world_create(&def, &l->world);
}

/* A world that begins with room for units, and ends at once. */
static sidle_result create_other_world(life *l, uint32_t n) {
    sidle_world_def def = faults_def(l);
    def.units = n;
    sidle_world *other;
    sidle_result result = sidle_world_create(&def, &other);
    if (result) assert_null(other);
    sidle_world_destroy(other);
    return result;
}

static sidle_profile profile_number(uint32_t n) {
    sidle_profile p = sidle_profile_default();
    p.passable = SIDLE_PASS(SIDLE_TERRAIN_GROUND) | SIDLE_PASS(n % SIDLE_TERRAIN_COUNT);
    p.layer = n == 9;
    return p;
}

static sidle_result add_profile(life *l, uint32_t n) {
    sidle_profile p = profile_number(n);
    p.queue = n == 10;
    return sidle_profile_add(l->world, &p, &l->profiles[n]);
}

static sidle_result set_profile(life *l, uint32_t n) {
    sidle_profile p = profile_number(n);
    p.passable |= SIDLE_PASS(SIDLE_TERRAIN_HOST + n);
    return sidle_profile_set(l->world, l->profiles[n], &p);
}

static sidle_result release_profile(life *l, uint32_t n) {
    return sidle_profile_release(l->world, l->profiles[n]);
}

/* ---- units ---- */

static sidle_vec2 place_of(uint32_t n) {
    return (sidle_vec2){3 + 1.5f * (float)(n % 14), 3 + 1.5f * (float)(n / 14)};
}

/* Every fifth asks for a rank of its own, from the third dozen on for a low one. */
static sidle_result create_unit(life *l, uint32_t n) {
    sidle_unit_def def = sidle_unit_def_default();
    def.position = place_of(n);
    def.profile = l->profiles[n % 3 ? 1 : 2];
    def.team = n % 4 == 1;
    if (n % 5 == 4) def.rank = n < 36 ? 1000 + 100 * n : 20 + n;
    def.user = n;
    sidle_result result = sidle_unit_create(l->world, &def, &l->ids[n]);
    if (!result) l->units = n + 1;
    return result;
}

static sidle_result destroy_unit(life *l, uint32_t n) {
    return sidle_unit_destroy(l->world, l->ids[n]);
}

static sidle_result set_rank(life *l, uint32_t n) {
    return sidle_unit_set_rank(l->world, l->ids[n], 500 + n);
}

/* Each of these changes one field, and asks for no memory. */
static sidle_result set_fields(life *l, uint32_t n) {
    sidle_unit_id id = l->ids[n];
    sidle_result result = sidle_unit_set_profile(l->world, id, l->profiles[3]);
    result = first_of(result, sidle_unit_set_team(l->world, id, n));
    result = first_of(result, sidle_unit_set_heading(l->world, id, (sidle_vec2){-1, 1}));
    sidle_unit_face(l->world, id, (sidle_vec2){0, 1});
    result = first_of(result, sidle_unit_set_user(l->world, id, n));
    return first_of(result, sidle_unit_set_ghost(l->world, id, true));
}

static sidle_result set_speed_factor(life *l, uint32_t n) {
    return sidle_unit_set_speed_factor(l->world, l->ids[n], 1.5f);
}

static sidle_result stow(life *l, uint32_t n) {
    return sidle_unit_stow(l->world, l->ids[n], n % 2 ? SIDLE_PURSUERS_WAIT : SIDLE_PURSUERS_LOSE);
}

static sidle_result unstow(life *l, uint32_t n) {
    sidle_vec2 at = {3 + (float)n, 35};
    return n % 2 ? sidle_unit_unstow(l->world, l->ids[n], at)
                 : sidle_unit_unstow_near(l->world, l->ids[n], at, 4, NULL, NULL);
}

static sidle_result teleport(life *l, uint32_t n) {
    sidle_vec2 at = {30 + 0.1f * (float)n, 5};
    return n % 2 ? sidle_unit_teleport(l->world, l->ids[n], at)
                 : sidle_unit_teleport_near(l->world, l->ids[n], at, 4, NULL, NULL);
}

/* ---- orders ---- */

enum { ORDER_CALLS = 13 };

static void way_of(uint32_t n, sidle_vec2 way[LONG_WAY]) {
    for (uint32_t k = 0; k < LONG_WAY; k++)
        way[k] = (sidle_vec2){20 + 2 * (float)k, 4 + (float)((n + k * k) % 30)};
}

static sidle_result give_order(life *l, uint32_t n) {
    sidle_world *w = l->world;
    sidle_unit_id id = l->ids[n], other = l->ids[(n + 11) % FIRST_TROOP];
    sidle_vec2 way[LONG_WAY], goal = {40, 4 + (float)(n % 30)};
    way_of(n, way);
    const sidle_range range = {2, 1, 0};
    switch (n % ORDER_CALLS) {
    case 0: return sidle_unit_go(w, id, goal);
    case 1: return sidle_unit_hold(w, id);
    case 2: return sidle_unit_patrol(w, id, way, n % 2 ? 2 : LONG_WAY);
    case 3: return sidle_unit_pursue(w, id, other);
    case 4: return sidle_unit_approach(w, id, other, &range);
    case 5: return sidle_unit_approach_point(w, id, goal, &range);
    case 6: return sidle_unit_follow(w, id, other);
    case 7: return sidle_unit_evade(w, id, other);
    case 8: return sidle_unit_flee(w, id, place_of(n));
    case 9: return sidle_unit_wander(w, id, goal, 4);
    case 10: return sidle_unit_go_near(w, id, goal, way, n % 2 ? 1 : LONG_WAY, 9, NULL, NULL);
    case 11: return sidle_unit_go(w, id, goal);
    default: return sidle_unit_stop(w, id);
    }
}

/* A path for those who may have one; for one in two a longer one than it had. */
static sidle_result give_path(life *l, uint32_t n) {
    sidle_vec2 way[LONG_WAY];
    way_of(n, way);
    sidle_result result = sidle_unit_set_path(l->world, l->ids[n], way, n % 2 ? LONG_WAY : 2);
    bool may_not = result == SIDLE_ERROR_NO_ORDER || result == SIDLE_REFUSED_TOO_LONG;
    return may_not ? SIDLE_OK : result;
}

static sidle_result guide(life *l, uint32_t n) {
    sidle_result result = sidle_unit_set_guide(l->world, l->ids[n], (sidle_vec2){30, 20});
    return result == SIDLE_ERROR_NO_ORDER ? SIDLE_OK : result;
}

static sidle_result answer(life *l, uint32_t n) {
    sidle_result result = sidle_unit_answer(l->world, l->ids[n], SIDLE_STEP_WAIT);
    return result == SIDLE_ERROR_NO_ORDER ? SIDLE_OK : result;
}

/* Some orders have no range. */
static sidle_result set_range(life *l, uint32_t n) {
    const sidle_range range = {3, 1, 0};
    sidle_result result = sidle_unit_set_range(l->world, l->ids[n], &range);
    return result == SIDLE_ERROR_MEMORY ? result : SIDLE_OK;
}

/* ---- many at once ---- */

/* Whom the call for many has still to serve; all at first. */
static void begin_many(life *l) {
    if (l->left_count) return;
    for (uint32_t k = 0; k < FIRST_TROOP; k++) l->left[k] = l->ids[k];
    l->left_count = FIRST_TROOP;
}

/* Keeps those who got no memory, and forgets who may not have what was given. */
static sidle_result end_many(life *l, sidle_result result, const sidle_result *results) {
    sidle_result first = SIDLE_OK;
    uint32_t kept = 0;
    for (uint32_t k = 0; k < l->left_count; k++) {
        if (!first) first = results[k];
        if (results[k] == SIDLE_ERROR_MEMORY) l->left[kept++] = l->left[k];
    }
    assert_int_equal(result, first);
    l->left_count = kept;
    return kept ? SIDLE_ERROR_MEMORY : SIDLE_OK;
}

static sidle_result many_go(life *l, uint32_t n) {
    sidle_result results[TROOP];
    const sidle_vec2 goal = {24 + (float)n, 30};
    begin_many(l);
    sidle_result result = sidle_units_go(l->world, l->left, l->left_count, &goal, 0, results);
    return end_many(l, result, results);
}

static sidle_result many_paths(life *l, uint32_t n) {
    sidle_result results[TROOP];
    sidle_vec2 way[LONG_WAY];
    way_of(n, way);
    const sidle_path path = {way, LONG_WAY};
    begin_many(l);
    sidle_result result = sidle_units_set_path(l->world, l->left, l->left_count, &path, 0, results);
    return end_many(l, result, results);
}

static sidle_result many_guides(life *l, uint32_t n) {
    sidle_result results[TROOP];
    const sidle_vec2 point = {20, 20 + (float)n};
    begin_many(l);
    sidle_result result =
        sidle_units_set_guide(l->world, l->left, l->left_count, &point, 0, results);
    return end_many(l, result, results);
}

static sidle_result many_ranges(life *l, uint32_t n) {
    sidle_result results[TROOP];
    const sidle_range range = {3 + (float)n, 1, SIDLE_PASS(SIDLE_TERRAIN_GROUND)};
    begin_many(l);
    sidle_result result =
        sidle_units_set_range(l->world, l->left, l->left_count, &range, 0, results);
    return end_many(l, result, results);
}

static sidle_result many_flow(life *l, uint32_t n) {
    static uint32_t next[48 * 40];
    sidle_result results[TROOP];
    for (uint32_t k = 0; k < 48 * 40; k++) next[k] = k % 48 < 47 ? k + 1 : k;
    const sidle_flow flow = {next, 1 + n};
    begin_many(l);
    sidle_result result = sidle_units_set_flow(l->world, l->left, l->left_count, &flow, results);
    return end_many(l, result, results);
}

/* ---- terrain ---- */

static sidle_result set_cells(life *l, uint32_t n) {
    return sidle_world_set_cells(l->world, 44, 2 + n, 2, 1, SIDLE_TERRAIN_TREES);
}

static sidle_result set_cell_list(life *l, uint32_t n) {
    const sidle_cell cells[] = {{46, n, SIDLE_TERRAIN_WATER}, {46, 38 - n, SIDLE_TERRAIN_SWAMP}};
    return sidle_world_set_cell_list(l->world, cells, 2);
}

static sidle_result set_allies(life *l, uint32_t n) {
    return sidle_world_set_allies(l->world, 1, SIDLE_TEAM(2 + n));
}

static sidle_result vacate(life *l, uint32_t n) {
    uint32_t count = 0;
    sidle_result result =
        sidle_world_vacate(l->world, 4, 4 + n, 8, 5, SIDLE_TERRAIN_VOID, 30, &count);
    if (!result) assert_true(count > 3);
    return result;
}

/* ---- chapters ---- */

void faults_birth(life *l) {
    l->chapter = "birth";
    faults_make(l, ALL_OR_NOTHING, create_world, 0);
    faults_make(l, ALL_OR_NOTHING, create_other_world, 100);
    faults_make_many(l, ALL_OR_NOTHING, add_profile, 0, 10, 1);
    faults_make_many(l, ALL_OR_NOTHING, create_unit, 0, FIRST_TROOP, 1);
    faults_step(l, 2);
}

void faults_orders(life *l) {
    l->chapter = "orders";
    faults_make_many(l, ALL_OR_NOTHING, give_order, 0, FIRST_TROOP, 1);
    faults_make_many(l, ALL_OR_NOTHING, give_path, 0, FIRST_TROOP, 3);
    faults_make_many(l, ALL_OR_NOTHING, set_range, 0, FIRST_TROOP, 1);
    faults_step(l, 20);
    faults_make_many(l, NEEDS_NONE, guide, 0, FIRST_TROOP, 5);
    faults_make_many(l, NEEDS_NONE, answer, 0, FIRST_TROOP, 7);
    for (uint32_t n = 0; n < FIRST_TROOP; n += 4) /* others take their turn */
        faults_make(l, ALL_OR_NOTHING, give_order, (n + 17 * (n % 3)) % FIRST_TROOP);
    faults_make(l, ALL_OR_NOTHING, add_profile, 10); /* the first that stands in line */
    faults_step(l, 10);
}

void faults_changes(life *l) {
    l->chapter = "changes";
    faults_make_many(l, ALL_OR_NOTHING, set_rank, 0, 20, 3);
    faults_make_many(l, NEEDS_NONE, set_fields, 1, 20, 3);
    faults_make_many(l, ALL_OR_NOTHING, set_speed_factor, 1, 20, 3);
    faults_make_many(l, NEEDS_NONE, stow, 20, 26, 1);
    faults_make_many(l, NEEDS_NONE, teleport, 30, 36, 1);
    faults_make_many(l, ALL_OR_NOTHING, set_profile, 4, 8, 1);
    faults_step(l, 5);
    faults_make_many(l, NEEDS_NONE, unstow, 20, 26, 1);
    faults_make(l, NEEDS_NONE, release_profile, 6);
    faults_make(l, ALL_OR_NOTHING, add_profile, 11);
    faults_step(l, 5);
}

void faults_many(life *l) {
    l->chapter = "many at once";
    faults_make(l, ONE_BY_ONE, many_go, 0);
    faults_make(l, ONE_BY_ONE, many_paths, 0);
    faults_step(l, 5);
    faults_make(l, ONE_BY_ONE, many_guides, 0);
    faults_make(l, ONE_BY_ONE, many_flow, 3);
    faults_make(l, ONE_BY_ONE, many_ranges, 0);
    faults_make(l, ONE_BY_ONE, many_paths, 4);
    faults_step(l, 5);
}

void faults_buildings(life *l) {
    l->chapter = "buildings";
    faults_make(l, ALL_OR_NOTHING, vacate, 0);
    faults_make_many(l, ALL_OR_NOTHING, set_cells, 0, 4, 1);
    faults_make_many(l, ALL_OR_NOTHING, set_cell_list, 0, 4, 1);
    faults_make_many(l, ALL_OR_NOTHING, set_allies, 0, 2, 1);
    faults_step(l, 5);
    faults_make(l, ALL_OR_NOTHING, vacate, 3);
    faults_step(l, 5);
}

void faults_growth(life *l) {
    l->chapter = "growth";
    faults_make_many(l, NEEDS_NONE, destroy_unit, 40, 60, 3);
    faults_make_many(l, ALL_OR_NOTHING, create_unit, FIRST_TROOP, TROOP, 1);
    faults_make_many(l, ALL_OR_NOTHING, give_order, FIRST_TROOP, TROOP, 3);
    faults_step(l, 20);
}
