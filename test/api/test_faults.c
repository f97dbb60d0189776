/* Memory that runs out, anywhere: a story with every call of the library is told with an allocator
 * that refuses its k-th request, for each k in turn, then all requests from the k-th on until a
 * call says so. The call reports it and leaves the world as it was; made again with memory, it does
 * what it would have done, to the bit.
 *
 * A new call of the library gets its line in one of the chapters below; the last test names those
 * that have none. */
#include "crowd.h"
#include "support.h"

#include <dirent.h>

enum {
    FIRST_TROOP = 72, /* more than a world has room for at first */
    TROOP = 130,      /* so that all that grows grows twice */
    LONG_WAY = 9,     /* waypoints: more than a short way has room for */
    CALLS_MOST = 2000
};

/* ---- an allocator that refuses ---- */

typedef struct supply {
    size_t requests, refused, in_use;
    size_t refuse_at; /* this request is refused, from 1 on; 0: none */
    bool for_good;    /* and all requests after it */
    bool empty;       /* every request is refused now */
} supply;

static void *supply_allocate(void *context, size_t size) {
    supply *s = context;
    if (++s->requests == s->refuse_at && s->for_good) s->empty = true;
    if (s->empty || s->requests == s->refuse_at) {
        s->refused++;
        return NULL;
    }
    s->in_use += size;
    return malloc(size);
}

static void supply_release(void *context, void *memory, size_t size) {
    supply *s = context;
    s->in_use -= size;
    free(memory);
}

/* ---- a call, and once more when it was refused ---- */

typedef struct trace {
    uint64_t digests[CALLS_MOST]; /* after each call */
    uint32_t calls;
} trace;

typedef struct life {
    supply supply;
    sidle_world *world;
    sidle_groups *groups;
    sidle_group_id group;
    sidle_unit_id ids[TROOP], left[TROOP]; /* left: those that a call for many has not served */
    uint32_t units, left_count, calls;
    sidle_profile_id profiles[12];
    const char *chapter;
    bool each_call_first_without; /* each call is made first without any memory */
    trace *known;                 /* the undisturbed life; NULL: this is it */
    trace *own;
} life;

typedef sidle_result call(life *l, uint32_t n);

/* What a refusal must leave alone. */
typedef enum care {
    ALL_OR_NOTHING, /* the call does all, or says MEMORY and has changed nothing */
    ONE_BY_ONE,     /* a call for many units: the others are served */
    NEEDS_NONE,     /* the call does without memory, though it may ask for some */
} care;

static uint64_t digest_of(const life *l) {
    uint64_t groups = l->groups ? sidle_groups_hash(l->groups) : 0;
    return groups ^ (l->world ? crowd_digest(l->world, 0) : 0);
}

static void expect_refusal(const life *l, care of, uint64_t before, sidle_result result) {
    if (of == NEEDS_NONE) fail_msg("%s: refused: %s", l->chapter, sidle_result_text(result));
    if (of == ALL_OR_NOTHING && digest_of(l) != before)
        fail_msg("%s: a call says that there is no memory, but changes the world", l->chapter);
    const char *fault = l->world ? sidle_world_validate(l->world) : NULL;
    if (fault) fail_msg("%s: without memory: %s", l->chapter, fault);
}

static void remember(life *l) {
    assert_true(l->calls < CALLS_MOST);
    uint64_t now = digest_of(l);
    if (l->known && now != l->known->digests[l->calls])
        fail_msg("%s: after call %u the world is another one than with enough memory; request %zu "
                 "was refused",
                 l->chapter, l->calls, l->supply.refuse_at);
    l->own->digests[l->calls++] = now;
}

static void make(life *l, care of, call *made, uint32_t n) {
    uint64_t before = digest_of(l);
    size_t refused = l->supply.refused;
    if (l->each_call_first_without) l->supply.empty = true;
    l->left_count = 0;
    sidle_result result = made(l, n);
    if (result == SIDLE_ERROR_MEMORY) {
        expect_refusal(l, of, before, result);
        l->supply.empty = false;
        result = made(l, n);
    } else if (l->supply.refused > refused && of != NEEDS_NONE)
        fail_msg("%s: call %u got no memory, and says: %s", l->chapter, l->calls,
                 sidle_result_text(result));
    if (l->each_call_first_without) l->supply.empty = false; /* it asked for none */
    if (result) fail_msg("%s: call %u: %s", l->chapter, l->calls, sidle_result_text(result));
    remember(l);
}

/* The first that is not SIDLE_OK, if there is one. */
static sidle_result first_of(sidle_result a, sidle_result b) {
    return a ? a : b;
}

/* ---- the world and its profiles ---- */

static sidle_result create_world(life *l, uint32_t n) {
    (void)n;
    sidle_world_def def = sidle_world_def_default();
    def.width = 48;
    def.height = 40;
    def.alloc = (sidle_allocator){&l->supply, supply_allocate, supply_release};
    return sidle_world_create(&def, &l->world);
}

/* A world that begins with room for units, and ends at once. */
static sidle_result create_other_world(life *l, uint32_t n) {
    sidle_world_def def = sidle_world_def_default();
    def.units = n;
    def.alloc = (sidle_allocator){&l->supply, supply_allocate, supply_release};
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
    result = first_of(result, sidle_unit_set_speed_factor(l->world, id, 1.5f));
    return first_of(result, sidle_unit_set_ghost(l->world, id, true));
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

/* ---- terrain and time ---- */

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

static sidle_result step(life *l, uint32_t n) {
    (void)n;
    return sidle_world_step(l->world, TICK);
}

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
    sidle_world_def def = sidle_world_def_default();
    def.alloc = (sidle_allocator){&l->supply, supply_allocate, supply_release};
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
    sidle_world_def def = sidle_world_def_default();
    size_t size;
    char text[200];
    bool whole;
    const void *bytes = sidle_recorder_bytes(recorder, &size);
    def.alloc = (sidle_allocator){&l->supply, supply_allocate, supply_release};
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

/* ---- the story, chapter by chapter ---- */

static void many_times(life *l, care of, call *made, uint32_t first, uint32_t end, uint32_t by) {
    for (uint32_t n = first; n < end; n += by) make(l, of, made, n);
}

static void steps(life *l, uint32_t count) {
    many_times(l, ALL_OR_NOTHING, step, 0, count, 1);
}

static void reads(life *l) {
    make(l, NEEDS_NONE, ask, 2);
    make(l, NEEDS_NONE, read_world, 1);
    make(l, NEEDS_NONE, read_units, 0);
}

static void chapter_birth(life *l) {
    l->chapter = "birth";
    make(l, ALL_OR_NOTHING, create_world, 0);
    make(l, ALL_OR_NOTHING, create_other_world, 100);
    many_times(l, ALL_OR_NOTHING, add_profile, 0, 10, 1);
    many_times(l, ALL_OR_NOTHING, create_unit, 0, FIRST_TROOP, 1);
    reads(l);
    steps(l, 2);
}

static void chapter_orders(life *l) {
    l->chapter = "orders";
    many_times(l, ALL_OR_NOTHING, give_order, 0, FIRST_TROOP, 1);
    many_times(l, ALL_OR_NOTHING, give_path, 0, FIRST_TROOP, 3);
    many_times(l, ALL_OR_NOTHING, set_range, 0, FIRST_TROOP, 1);
    reads(l);
    steps(l, 20);
    many_times(l, NEEDS_NONE, guide, 0, FIRST_TROOP, 5);
    many_times(l, NEEDS_NONE, answer, 0, FIRST_TROOP, 7);
    for (uint32_t n = 0; n < FIRST_TROOP; n += 4) /* others take their turn */
        make(l, ALL_OR_NOTHING, give_order, (n + 17 * (n % 3)) % FIRST_TROOP);
    make(l, ALL_OR_NOTHING, add_profile, 10); /* the first that stands in line */
    steps(l, 10);
}

static void chapter_changes(life *l) {
    l->chapter = "changes";
    many_times(l, ALL_OR_NOTHING, set_rank, 0, 20, 3);
    many_times(l, NEEDS_NONE, set_fields, 1, 20, 3);
    many_times(l, NEEDS_NONE, stow, 20, 26, 1);
    many_times(l, NEEDS_NONE, teleport, 30, 36, 1);
    many_times(l, ALL_OR_NOTHING, set_profile, 4, 8, 1);
    reads(l);
    steps(l, 5);
    many_times(l, NEEDS_NONE, unstow, 20, 26, 1);
    make(l, NEEDS_NONE, release_profile, 6);
    make(l, ALL_OR_NOTHING, add_profile, 11);
    steps(l, 5);
}

static void chapter_many(life *l) {
    l->chapter = "many at once";
    make(l, ONE_BY_ONE, many_go, 0);
    make(l, ONE_BY_ONE, many_paths, 0);
    steps(l, 5);
    make(l, ONE_BY_ONE, many_guides, 0);
    make(l, ONE_BY_ONE, many_flow, 3);
    make(l, ONE_BY_ONE, many_ranges, 0);
    make(l, ONE_BY_ONE, many_paths, 4);
    steps(l, 5);
}

static void chapter_buildings(life *l) {
    l->chapter = "buildings";
    make(l, ALL_OR_NOTHING, vacate, 0);
    many_times(l, ALL_OR_NOTHING, set_cells, 0, 4, 1);
    many_times(l, ALL_OR_NOTHING, set_cell_list, 0, 4, 1);
    many_times(l, ALL_OR_NOTHING, set_allies, 0, 2, 1);
    steps(l, 5);
    make(l, ALL_OR_NOTHING, vacate, 3);
    steps(l, 5);
}

static void chapter_saving(life *l) {
    l->chapter = "saving";
    make(l, NEEDS_NONE, save, 0);
    make(l, ALL_OR_NOTHING, load, 0);
    make(l, ALL_OR_NOTHING, copy, 0);
    steps(l, 3);
}

static void chapter_growth(life *l) {
    l->chapter = "growth";
    many_times(l, NEEDS_NONE, destroy_unit, 40, 60, 3);
    many_times(l, ALL_OR_NOTHING, create_unit, FIRST_TROOP, TROOP, 1);
    reads(l);
    many_times(l, ALL_OR_NOTHING, give_order, FIRST_TROOP, TROOP, 3);
    steps(l, 20);
}

static void chapter_groups(life *l) {
    l->chapter = "groups";
    make(l, ALL_OR_NOTHING, create_groups, 0);
    make(l, ALL_OR_NOTHING, find_places, 2);
    make(l, ALL_OR_NOTHING, reserve, 80);
    make(l, NEEDS_NONE, read_congestion, 0);
    for (uint32_t n = 0; n < 4; n++) {
        make(l, ALL_OR_NOTHING, order_group, 2 + 21 * n);
        many_times(l, ALL_OR_NOTHING, march, 0, 3, 1);
    }
    make(l, ALL_OR_NOTHING, order_group, 4);
    make(l, ALL_OR_NOTHING, lead_group, 0);
    make(l, ALL_OR_NOTHING, lead_group, 1);
    make(l, ALL_OR_NOTHING, join_group, 60);
    many_times(l, ALL_OR_NOTHING, march, 0, 10, 1);
    make(l, NEEDS_NONE, read_groups, 0);
    make(l, NEEDS_NONE, save_groups, 0);
    make(l, ALL_OR_NOTHING, load_groups, 0);
    many_times(l, ALL_OR_NOTHING, march, 0, 2, 1);
}

/* The groups are in the recording. */
static void chapter_recording(life *l) {
    l->chapter = "recording";
    make(l, ALL_OR_NOTHING, begin_recording, 0);
    make(l, ALL_OR_NOTHING, replay, 0);
    make(l, NEEDS_NONE, end_recording, 0);
    make(l, NEEDS_NONE, end_groups, 1);
    steps(l, 2);
}

static void tell_story(life *l) {
    chapter_birth(l);
    chapter_orders(l);
    chapter_changes(l);
    chapter_many(l);
    chapter_buildings(l);
    chapter_saving(l);
    chapter_growth(l);
    chapter_groups(l);
    chapter_recording(l);
    l->own->calls = l->calls;
    sidle_world_destroy(l->world);
    assert_int_equal(l->supply.in_use, 0);
}

/* ---- the tests ---- */

static trace undisturbed, disturbed;

static size_t tell_undisturbed(void) {
    static life l;
    l = (life){.own = &undisturbed};
    tell_story(&l);
    assert_int_equal(l.supply.refused, 0);
    return l.supply.requests;
}

static life tell_disturbed(size_t refuse_at, bool for_good, bool each_call) {
    life l = {.own = &disturbed,
              .known = &undisturbed,
              .supply = {.refuse_at = refuse_at, .for_good = for_good},
              .each_call_first_without = each_call};
    tell_story(&l);
    assert_int_equal(l.calls, undisturbed.calls);
    return l;
}

static void a_story_is_the_same_each_time(void **state) {
    (void)state;
    size_t requests = tell_undisturbed();
    assert_int_equal(tell_disturbed(0, false, false).supply.requests, requests);
    print_message("%u calls ask for memory %zu times\n", undisturbed.calls, requests);
    assert_true(requests > 150);
}

static void each_call_is_refused_once_and_served_then(void **state) {
    (void)state;
    tell_undisturbed();
    life l = tell_disturbed(0, false, true);
    assert_true(l.supply.refused > 150);
}

/* Sanitizers slow a story down tenfold: with them each third request stands for its neighbours. */
#ifdef __SANITIZE_ADDRESS__
enum { NEXT_REQUEST = 3 };
#else
enum { NEXT_REQUEST = 1 };
#endif

static void one_request_after_another_is_refused(void **state) {
    (void)state;
    size_t requests = tell_undisturbed();
    for (size_t k = 1; k <= requests; k += NEXT_REQUEST)
        assert_int_equal(tell_disturbed(k, false, false).supply.refused, 1);
}

static void all_requests_from_one_on_are_refused_until_a_call_says_so(void **state) {
    (void)state;
    size_t requests = tell_undisturbed();
    for (size_t k = 1; k <= requests; k += NEXT_REQUEST)
        assert_true(tell_disturbed(k, true, false).supply.refused >= 1);
}

/* ---- does the story have all calls? ---- */

static char *text_of(const char *path) {
    FILE *file = fopen(path, "rb");
    if (!file) fail_msg("%s cannot be read", path);
    enum { MOST = 1 << 20 };
    char *text = calloc(MOST, 1);
    assert_true(fread(text, 1, MOST - 1, file) > 0);
    fclose(file);
    return text;
}

/* A name, with what follows it in a call. */
static void expect_call(const char *story, const char *name, size_t length, const char *header) {
    char called[100];
    snprintf(called, sizeof called, "%.*s(", (int)length, name);
    if (!strstr(story, called))
        fail_msg("%s: the story has no call of %.*s", header, (int)length, name);
}

static uint32_t expect_calls_of(const char *story, const char *path) {
    char *header = text_of(path);
    uint32_t count = 0;
    for (char *at = header; (at = strstr(at, "SIDLE_API ")); at++) {
        char *open = strchr(at, '('), *name = open;
        while (name > at && (name[-1] == '_' || (name[-1] >= 'a' && name[-1] <= 'z'))) name--;
        if (strncmp(name, "sidle_", 6)) continue; /* it is a #define of SIDLE_API itself */
        const char *of_no_world[] = {"sidle_result_text", "sidle_version", "sidle_phase_text",
                                     "sidle_params", "sidle_profile_check"};
        bool skipped = open - name > 5 && !strncmp(open - 5, "_fill", 5);
        for (size_t k = 0; k < sizeof of_no_world / sizeof *of_no_world; k++)
            skipped |= !strncmp(name, of_no_world[k], (size_t)(open - name));
        if (!skipped) expect_call(story, name, (size_t)(open - name), path);
        count += !skipped;
    }
    free(header);
    return count;
}

static void the_story_has_every_call_of_the_public_headers(void **state) {
    (void)state;
    char *story = text_of(SIDLE_SOURCE_ROOT "/test/api/test_faults.c");
    DIR *folder = opendir(SIDLE_SOURCE_ROOT "/include/sidle");
    assert_non_null(folder);
    uint32_t count = 0;
    for (struct dirent *file; (file = readdir(folder));) {
        if (!strstr(file->d_name, ".h") || !strcmp(file->d_name, "steering.h")) continue;
        char path[4096];
        snprintf(path, sizeof path, "%s/include/sidle/%s", SIDLE_SOURCE_ROOT, file->d_name);
        count += expect_calls_of(story, path);
    }
    closedir(folder);
    free(story);
    assert_true(count > 60);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_story_is_the_same_each_time),
        cmocka_unit_test(each_call_is_refused_once_and_served_then),
        cmocka_unit_test(one_request_after_another_is_refused),
        cmocka_unit_test(all_requests_from_one_on_are_refused_until_a_call_says_so),
        cmocka_unit_test(the_story_has_every_call_of_the_public_headers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
