/* The calls of the host that make and destroy a world, edit its terrain, and keep its profiles. A
 * call that is refused changes nothing. */
#include "world/world.h"
#include "base/arithmetic.h"
#include "base/memory.h"
#include "base/vec.h"
#include "world/ground.h"
#include "world/parameters.h"
#include "world/recording.h"
#include "world/spatial_grid.h"
#include "world/terrain.h"
#include "world/transitions.h"
#include "world/unit_store.h"

enum {
    WORLD_COOKIE = 0x51d1e003 ^ SIDLE_LAYOUT(sidle_world_def),
    FIRST_PROFILES = 8 /* room at first; a choice */
};

/* ---- creating and destroying ---- */

static void *allocate_by_malloc(void *context, size_t size) {
    (void)context;
    return malloc(size);
}

static void release_by_free(void *context, void *memory, size_t size) {
    (void)context, (void)size;
    free(memory);
}

static sidle_allocator default_allocator(void) {
    return (sidle_allocator){NULL, allocate_by_malloc, release_by_free};
}

sidle_allocator sidle_world_allocator(const sidle_world *world) {
    return world ? world->alloc : default_allocator();
}

void sidle_world_def_fill(sidle_world_def *def, uint32_t layout) {
    if (!def) return;
    def->cookie = 0;
    if (layout != SIDLE_LAYOUT(sidle_world_def)) return;
    *def = (sidle_world_def){.cookie = WORLD_COOKIE,
                             .width = 64,
                             .height = 64,
                             .cell_size = 1,
                             .alloc = default_allocator()};
}

sidle_result world_def_refusal(const sidle_world_def *def) {
    if (def->cookie != WORLD_COOKIE) return SIDLE_ERROR_DEFINITION;
    if (!isfinite(def->cell_size)) return SIDLE_ERROR_NOT_FINITE;
    if (def->width < 1 || def->width > SIDLE_MAX_CELLS || def->height < 1 ||
        def->height > SIDLE_MAX_CELLS || def->cell_size < SIDLE_MIN_CELL ||
        def->cell_size > SIDLE_MAX_CELL)
        return SIDLE_ERROR_ARGUMENT;
    uint32_t longer = def->width > def->height ? def->width : def->height;
    if ((float)longer * def->cell_size > SIDLE_MAX_EXTENT) return SIDLE_ERROR_ARGUMENT;
    if (!def->alloc.allocate || !def->alloc.release) return SIDLE_ERROR_ARGUMENT;
    if (def->units > SIDLE_MAX_UNITS) return SIDLE_ERROR_LIMIT;
    size_t cells = (size_t)def->width * def->height;
    for (size_t k = 0; def->cells && k < cells; k++)
        if (def->cells[k] >= SIDLE_TERRAIN_COUNT) return SIDLE_ERROR_ARGUMENT;
    return SIDLE_OK;
}

sidle_world *world_begin(const sidle_allocator *alloc, const sidle_hooks *hooks) {
    sidle_world *w = allocate(alloc, sizeof *w);
    if (!w) return NULL;
    *w = (sidle_world){.alloc = *alloc, .hooks = *hooks};
    w->bodies.refit = true;
    grid_forget(w);
    return w;
}

/* u: the radius of a unit in this world is no smaller, and no larger. */
static float least_radius(const terrain *t) {
    return max_float(SIDLE_MIN_RADIUS_CELLS * t->cell, SIDLE_MIN_RADIUS_SHARE * terrain_extent(t));
}
static float most_radius(const terrain *t) {
    return SIDLE_MAX_RADIUS_CELLS * t->cell;
}

/* The default profile, as large as the terrain asks for, and as fast in radii a second. */
static sidle_profile built_in_profile(const terrain *t) {
    float radius = max_float(SIDLE_DEFAULT_RADIUS, least_radius(t));
    radius = min_float(radius, most_radius(t));
    return sidle_profile_of(radius, SIDLE_DEFAULT_TOP_SPEED * (radius / SIDLE_DEFAULT_RADIUS));
}

sidle_result sidle_world_create(const sidle_world_def *def, sidle_world **world) {
    if (world) *world = NULL;
    if (!def || !world) return SIDLE_ERROR_ARGUMENT;
    if (!arithmetic_holds()) return SIDLE_ERROR_ARITHMETIC;
    sidle_result result = world_def_refusal(def);
    if (result) return result;
    sidle_world *w = world_begin(&def->alloc, &def->hooks);
    if (!w) return SIDLE_ERROR_MEMORY;
    result = terrain_make(&w->terrain, def);
    sidle_profile_id id;
    sidle_profile built_in = built_in_profile(&w->terrain);
    if (!result) result = sidle_profile_add(w, &built_in, &id);
    if (!result && def->units) result = units_reserve(w, def->units);
    if (!result) result = units_reserve_events(w);
    if (result)
        sidle_world_destroy(w);
    else
        *world = w;
    return result;
}

void sidle_world_destroy(sidle_world *world) {
    if (!world) return;
    if (world->recorder) sidle_recorder_end(world->recorder);
    sidle_allocator alloc = world->alloc;
    units_free(world);
    release(&alloc, world->bodies.starts, world->bodies.starts_room);
    release(&alloc, world->profiles, world->profile_room * sizeof *world->profiles);
    terrain_free(&world->terrain, &alloc);
    release(&alloc, world, sizeof *world);
}

uint64_t sidle_world_tick(const sidle_world *world) {
    return world ? world->tick : 0;
}

/* ---- terrain ---- */

bool unit_forbids(const sidle_world *world, const unit *u, sidle_vec2 low, sidle_vec2 high,
                  sidle_terrain class) {
    const sidle_profile *p = profile_of(world, u);
    if (p->passable >> class & 1u) return false;
    float dx = max_float(max_float(low.x - u->position.x, u->position.x - high.x), 0);
    float dy = max_float(max_float(low.y - u->position.y, u->position.y - high.y), 0);
    return dx * dx + dy * dy < p->radius * p->radius;
}

/* Does any unit forbid the edit? Bodies that are not sorted are not sorted for one edit: that would
 * cost more than to ask the strays, or all units. */
static bool any_unit_forbids(const sidle_world *world, sidle_vec2 low, sidle_vec2 high,
                             sidle_terrain class) {
    const bodies *b = &world->bodies;
    if (b->stray_count > STRAYS_MAX) {
        for (uint32_t k = 0; k < world->living; k++)
            if (unit_forbids(world, unit_at(world, k), low, high, class)) return true;
        return false;
    }
    sidle_vec2 middle = vec_scale(vec_add(low, high), 0.5f);
    window w = grid_window(b, middle, vec_distance(low, middle) + b->largest);
    FOR_EACH_BODY (b, w, k)
        if (k < world->living && unit_forbids(world, unit_at(world, k), low, high, class))
            return true;
    for (uint32_t n = 0; n < b->stray_count; n++)
        if (b->strays[n] < world->living &&
            unit_forbids(world, unit_at(world, b->strays[n]), low, high, class))
            return true;
    return false;
}

/* The corner of a cell, u. */
static sidle_vec2 corner_of(const sidle_world *world, uint32_t x, uint32_t y) {
    return vec((float)x * world->terrain.cell, (float)y * world->terrain.cell);
}

sidle_result edit_refusal(const sidle_world *world, uint32_t x, uint32_t y, uint32_t width,
                          uint32_t height, sidle_terrain class) {
    if (!world || (uint32_t) class >= SIDLE_TERRAIN_COUNT) return SIDLE_ERROR_ARGUMENT;
    uint32_t wide = sidle_world_width(world), high = sidle_world_height(world);
    if (width < 1 || height < 1 || x >= wide || y >= high || width > wide - x || height > high - y)
        return SIDLE_ERROR_ARGUMENT;
    return SIDLE_OK;
}

sidle_result sidle_world_set_cells(sidle_world *world, uint32_t x, uint32_t y, uint32_t width,
                                   uint32_t height, sidle_terrain class) {
    sidle_result bad = edit_refusal(world, x, y, width, height, class);
    if (bad) return bad;
    sidle_vec2 low = corner_of(world, x, y), high = corner_of(world, x + width, y + height);
    if (any_unit_forbids(world, low, high, class)) return SIDLE_ERROR_NO_ROOM;
    terrain_set(&world->terrain, (int32_t)x, (int32_t)y, (int32_t)width, (int32_t)height,
                (uint8_t) class);
    ground_renew_box(world, low, high);
    RECORD(world, CALL_SET_CELLS, x, y, width, height, (uint32_t) class);
    return SIDLE_OK;
}

sidle_result sidle_world_set_cell_list(sidle_world *world, const sidle_cell *cells,
                                       uint32_t count) {
    if (!world || (count && !cells)) return SIDLE_ERROR_ARGUMENT;
    for (uint32_t k = 0; k < count; k++) {
        sidle_result bad = edit_refusal(world, cells[k].x, cells[k].y, 1, 1, cells[k].terrain);
        if (bad) return bad;
    }
    for (uint32_t k = 0; k < count; k++) {
        sidle_vec2 low = corner_of(world, cells[k].x, cells[k].y);
        sidle_vec2 high = corner_of(world, cells[k].x + 1, cells[k].y + 1);
        if (any_unit_forbids(world, low, high, cells[k].terrain)) return SIDLE_ERROR_NO_ROOM;
    }
    terrain_set_list(&world->terrain, cells, count);
    for (uint32_t k = 0; k < count && world->any_varies; k++)
        ground_renew_box(world, corner_of(world, cells[k].x, cells[k].y),
                         corner_of(world, cells[k].x + 1, cells[k].y + 1));
    RECORD_LIST(world, CALL_SET_CELL_LIST, cells, count, 0);
    return SIDLE_OK;
}

/* ---- teams ---- */

sidle_result sidle_world_set_allies(sidle_world *world, uint32_t team, uint64_t allies) {
    const uint64_t all = SIDLE_TEAM(SIDLE_ALLIED_TEAMS) - 1;
    if (!world || team >= SIDLE_ALLIED_TEAMS || allies & ~all) return SIDLE_ERROR_ARGUMENT;
    bodies *b = &world->bodies;
    b->allies[team] = allies & ~SIDLE_TEAM(team);
    b->alliances = 0;
    for (uint32_t n = 0; n < SIDLE_ALLIED_TEAMS; n++) {
        if (n != team) b->allies[n] &= ~SIDLE_TEAM(team);
        if (b->allies[team] & SIDLE_TEAM(n)) b->allies[n] |= SIDLE_TEAM(team);
        b->alliances += b->allies[n] != 0;
    }
    RECORD(world, CALL_SET_ALLIES, team, WORDS_OF_LONG(b->allies[team]));
    return SIDLE_OK;
}

uint64_t sidle_world_allies(const sidle_world *world, uint32_t team) {
    return world && team < SIDLE_ALLIED_TEAMS ? world->bodies.allies[team] : 0;
}

bool sidle_world_are_friends(const sidle_world *world, uint32_t team, uint32_t other) {
    return world && teams_are_friends(&world->bodies, team, other);
}

/* ---- cells ---- */

sidle_terrain sidle_world_cell(const sidle_world *world, int32_t x, int32_t y) {
    if (!world || x < 0 || y < 0 || x >= world->terrain.width || y >= world->terrain.height)
        return SIDLE_TERRAIN_VOID;
    return (sidle_terrain)
        world->terrain.classes[(size_t)y * (size_t)world->terrain.width + (size_t)x];
}

uint32_t sidle_world_width(const sidle_world *world) {
    return world ? (uint32_t)world->terrain.width : 0;
}

uint32_t sidle_world_height(const sidle_world *world) {
    return world ? (uint32_t)world->terrain.height : 0;
}

float sidle_world_cell_size(const sidle_world *world) {
    return world ? world->terrain.cell : 0;
}

bool sidle_world_fits(const sidle_world *world, sidle_profile_id profile, sidle_vec2 point) {
    const sidle_profile *p = profile_named(world, profile);
    if (!p || !vec_finite(point)) return false;
    return disc_fits(world, p, point);
}

bool sidle_world_line_fits(const sidle_world *world, sidle_profile_id profile, sidle_vec2 from,
                           sidle_vec2 to) {
    const sidle_profile *p = profile_named(world, profile);
    if (!p || !vec_finite(from) || !vec_finite(to)) return false;
    return disc_fits_along(world, p, from, to, 1);
}

/* ---- profiles ---- */

/* Can the world use the profile? Makes the clearance and the queue entries that it needs. */
static sidle_result profile_prepare(sidle_world *world, const sidle_profile *profile) {
    sidle_result result = sidle_profile_check(profile, NULL, NULL);
    if (result) return result;
    if (profile->radius > most_radius(&world->terrain) ||
        profile->radius < least_radius(&world->terrain))
        return SIDLE_ERROR_ARGUMENT;
    result = terrain_use(&world->terrain, &world->alloc, profile->passable);
    if (!result && ground_varies(profile)) result = units_reserve_speeds(world);
    if (!result && profile->queue) result = units_reserve_queue(world);
    if (result) return result;
    world->any_priority |= profile->priority != DEFAULT_PRIORITY;
    world->any_varies |= ground_varies(profile);
    return SIDLE_OK;
}

/* Makes room for one profile behind the others. Errors: MEMORY. */
static sidle_result profile_make_room(sidle_world *world) {
    uint32_t count = world->profile_count;
    assert(count < SIDLE_MAX_PROFILES);
    if (count < world->profile_room) return SIDLE_OK;
    uint32_t room = world->profile_room ? 2 * world->profile_room : FIRST_PROFILES;
    const size_t size = sizeof *world->profiles;
    void *profiles = world->profiles;
    if (!reallocate(&world->alloc, &profiles, world->profile_room * size, count * size,
                    room * size))
        return SIDLE_ERROR_MEMORY;
    world->profiles = profiles;
    world->profile_room = room;
    return SIDLE_OK;
}

/* Finds an index for one profile more: the lowest one that was released, or a new one, for which
 * it makes room. Errors: MEMORY. */
static sidle_result profile_find_index(sidle_world *world, uint32_t *index) {
    for (*index = 0; world->profiles_released && *index < world->profile_count; ++*index)
        if (world->profiles[*index].released) return SIDLE_OK;
    *index = world->profile_count;
    return profile_make_room(world);
}

sidle_result profile_restore(sidle_world *world, const kept_profile *profile) {
    sidle_result result = profile->released ? SIDLE_OK : profile_prepare(world, &profile->values);
    if (!result) result = profile_make_room(world);
    if (result) return result;
    world->profiles[world->profile_count] = *profile;
    world->profiles[world->profile_count++].varies = ground_varies(&profile->values);
    world->profiles_released += profile->released;
    return SIDLE_OK;
}

sidle_result sidle_profile_add(sidle_world *world, const sidle_profile *profile,
                               sidle_profile_id *id) {
    if (!world || !profile || !id) return SIDLE_ERROR_ARGUMENT;
    uint32_t index;
    if (world->profile_count - world->profiles_released >= SIDLE_MAX_PROFILES)
        return SIDLE_ERROR_LIMIT;
    sidle_result result = profile_prepare(world, profile);
    if (!result) result = profile_find_index(world, &index);
    if (result) return result;
    kept_profile *kept = &world->profiles[index];
    if (index == world->profile_count) {
        world->profile_count++;
        *kept = (kept_profile){.generation = 0};
    } else
        world->profiles_released--;
    kept->values = *profile;
    kept->released = 0;
    kept->varies = ground_varies(profile);
    *id = profile_id(world, index);
    if (world->recorder) record_profile(world->recorder, CALL_PROFILE_ADD, *id, profile);
    return SIDLE_OK;
}

sidle_result sidle_profile_release(sidle_world *world, sidle_profile_id id) {
    if (!world) return SIDLE_ERROR_ARGUMENT;
    if (!profile_named(world, id)) return SIDLE_ERROR_STALE;
    uint32_t index = profile_index(id);
    bool in_use = index == 0; /* the world's own */
    for (uint32_t k = 0; k < world->living + world->stowed && !in_use; k++)
        in_use = unit_at(world, k)->profile == index;
    if (in_use) return SIDLE_ERROR_IN_USE;
    world->profiles[index].released = 1;
    world->profiles[index].generation++;
    world->profiles_released++;
    RECORD(world, CALL_PROFILE_RELEASE, id.index);
    return SIDLE_OK;
}

/* Does the disc of the new profile fit the terrain wherever a unit of the profile is? */
static bool profile_fits_units(const sidle_world *world, uint32_t index,
                               const sidle_profile *profile) {
    for (uint32_t k = 0; k < world->living; k++) {
        const unit *u = unit_at(world, k);
        if (u->profile != index) continue;
        if (!terrain_fits(&world->terrain, profile->passable, u->position, profile->radius))
            return false;
    }
    return true;
}

sidle_result sidle_profile_set(sidle_world *world, sidle_profile_id id,
                               const sidle_profile *profile) {
    if (!world || !profile) return SIDLE_ERROR_ARGUMENT;
    sidle_profile *kept = profile_named(world, id);
    uint32_t index = profile_index(id);
    if (!kept) return SIDLE_ERROR_STALE;
    sidle_result result = profile_prepare(world, profile);
    if (result) return result;
    if (!profile_fits_units(world, index, profile)) return SIDLE_ERROR_NO_ROOM;
    sidle_profile old = *kept;
    *kept = *profile;
    world->bodies.refit = world->bodies.stale = true;
    result = grid_sort(world);
    if (result) *kept = old;
    world->profiles[index].varies = ground_varies(kept);
    ground_renew_profile(world, index);
    bool changes = profile->radius != old.radius || profile->layer != old.layer ||
                   profile->give_way == SIDLE_GIVE_WAY_NEVER;
    for (uint32_t k = 0; k < world->living + world->stowed && changes && !result; k++) {
        unit *u = unit_at(world, k);
        if (u->profile != index) continue;
        unit_change_profile(u, &old, profile, k < world->living);
        unit_keep_waypoint(u);
        grid_body_changed(world, u);
    }
    if (world->recorder && !result) record_profile(world->recorder, CALL_PROFILE_SET, id, profile);
    return result;
}

sidle_result sidle_profile_get(const sidle_world *world, sidle_profile_id id,
                               sidle_profile *profile) {
    if (!world || !profile) return SIDLE_ERROR_ARGUMENT;
    const sidle_profile *kept = profile_named(world, id);
    if (!kept) return SIDLE_ERROR_STALE;
    *profile = *kept;
    return SIDLE_OK;
}

/* ---- words ---- */

const char *sidle_result_text(sidle_result result) {
    static const char *const TEXTS[] = {
#define RESULT_TEXT(name, text) text,
        SIDLE_RESULTS(RESULT_TEXT)
#undef RESULT_TEXT
    };
    return result >= 0 && result < SIDLE_RESULT_COUNT ? TEXTS[result] : "not a result of sidle";
}

const char *sidle_phase_text(sidle_phase phase) {
    static const char *const TEXTS[] = {
#define PHASE_TEXT(name, text) text,
        SIDLE_PHASES(PHASE_TEXT)
#undef PHASE_TEXT
    };
    return (uint32_t)phase < SIDLE_PHASE_COUNT ? TEXTS[phase] : "not a phase of sidle";
}

uint32_t sidle_version(void) {
    return SIDLE_VERSION_NUMBER;
}
