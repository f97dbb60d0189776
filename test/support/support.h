/* What several tests need: worlds from ASCII pictures, and numbers that look random. */
#ifndef SIDLE_TEST_SUPPORT_H
#define SIDLE_TEST_SUPPORT_H

#include "tests.h"

#include <math.h>
#include <sidle/sidle.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TICK   (1.0f / 30.0f)
#define NOBODY ((sidle_unit_id){0, 0})

#define assert_ok(call) assert_string_equal(sidle_result_text(call), "done")

/* ---- worlds and units ---- */

static inline sidle_world *world_from(const sidle_world_def *def) {
    sidle_world *world;
    assert_ok(sidle_world_create(def, &world));
    return world;
}

/* '#' void, 'T' trees, 'W' water, 'S' swamp, anything else ground; rows end with a newline. */
static inline sidle_world *world_of(const char *drawn) {
    sidle_world_def def = sidle_world_def_default();
    def.width = (uint32_t)strcspn(drawn, "\n");
    def.height = 0;
    uint8_t *cells = malloc(strlen(drawn) + 1);
    size_t count = 0;
    for (const char *c = drawn; *c; c++) {
        if (*c == '\n') {
            def.height++;
            continue;
        }
        cells[count++] = *c == '#'   ? SIDLE_TERRAIN_VOID
                         : *c == 'T' ? SIDLE_TERRAIN_TREES
                         : *c == 'W' ? SIDLE_TERRAIN_WATER
                         : *c == 'S' ? SIDLE_TERRAIN_SWAMP
                                     : SIDLE_TERRAIN_GROUND;
    }
    assert_int_equal(count, def.width * def.height);
    def.cells = cells;
    sidle_world *world = world_from(&def);
    free(cells);
    return world;
}

static inline sidle_world *world_of_cells(float cell, uint32_t width, uint32_t height) {
    sidle_world_def def = sidle_world_def_default();
    def.cell_size = cell;
    def.width = width;
    def.height = height;
    return world_from(&def);
}

/* A wall across the map from x on, which is open for so many cells from y on. */
static inline void wall_with_door(sidle_world *world, uint32_t x, uint32_t thick, uint32_t y,
                                  uint32_t wide, sidle_terrain terrain) {
    uint32_t beyond = sidle_world_height(world) - y - wide;
    assert_ok(sidle_world_set_cells(world, x, 0, thick, y, terrain));
    assert_ok(sidle_world_set_cells(world, x, y + wide, thick, beyond, terrain));
}

static inline sidle_world *open_world(uint32_t width, uint32_t height) {
    return world_of_cells(1, width, height);
}

/* A street from left to right, so many cells wide from y on, between walls. */
static inline sidle_world *street_world(uint32_t width, uint32_t height, uint32_t y, uint32_t wide,
                                        sidle_terrain walls) {
    sidle_world *world = open_world(width, height);
    wall_with_door(world, 0, width, y, wide, walls);
    return world;
}

/* Units of the built-in profile step aside for nobody. */
static inline void nobody_gives_way(sidle_world *world) {
    sidle_profile p = sidle_profile_default();
    p.give_way = SIDLE_GIVE_WAY_NEVER;
    assert_ok(sidle_profile_set(world, (sidle_profile_id){0}, &p));
}

static inline sidle_unit_id unit_made(sidle_world *world, const sidle_unit_def *def) {
    sidle_unit_id id;
    assert_ok(sidle_unit_create(world, def, &id));
    return id;
}

static inline sidle_unit_def def_at(sidle_profile_id profile, sidle_vec2 at) {
    sidle_unit_def def = sidle_unit_def_default();
    def.profile = profile;
    def.position = at;
    return def;
}

/* Ranks decide ties; 0 is the next free one. */
static inline sidle_unit_id unit_ranked(sidle_world *world, sidle_profile_id profile, float x,
                                        float y, uint32_t rank) {
    sidle_unit_def def = def_at(profile, (sidle_vec2){x, y});
    def.rank = rank;
    return unit_made(world, &def);
}

static inline sidle_unit_id unit_in_team(sidle_world *world, sidle_profile_id profile,
                                         uint32_t team, float x, float y) {
    sidle_unit_def def = def_at(profile, (sidle_vec2){x, y});
    def.team = team;
    return unit_made(world, &def);
}

static inline sidle_unit_id unit_facing(sidle_world *world, sidle_profile_id profile, sidle_vec2 at,
                                        sidle_vec2 heading) {
    sidle_unit_def def = def_at(profile, at);
    def.heading = heading;
    return unit_made(world, &def);
}

static inline sidle_unit_id unit_of(sidle_world *world, sidle_profile_id profile, float x,
                                    float y) {
    return unit_ranked(world, profile, x, y, 0);
}

static inline sidle_unit_id unit_at(sidle_world *world, float x, float y) {
    return unit_of(world, (sidle_profile_id){0}, x, y);
}

static inline sidle_profile_id profile_in(sidle_world *world, const sidle_profile *profile) {
    sidle_profile_id id;
    assert_ok(sidle_profile_add(world, profile, &id));
    return id;
}

/* The built-in profile but for its radius. */
static inline sidle_profile_id profile_of_radius(sidle_world *world, float radius) {
    sidle_profile p = sidle_profile_default();
    p.radius = radius;
    return profile_in(world, &p);
}

/* The built-in profile with a ladder of this step alone. With none it is up to the host. */
static inline sidle_profile profile_with_step(sidle_step step) {
    sidle_profile p = sidle_profile_default();
    memset(p.ladder, 0, sizeof p.ladder);
    p.ladder[0] = (uint8_t)step;
    return p;
}

static inline sidle_unit_state state_of(const sidle_world *world, sidle_unit_id id) {
    sidle_unit_state state;
    assert_ok(sidle_unit_get(world, id, &state));
    return state;
}

/* Does it rest under its order, as it gets no nearer to its goal? */
static inline bool is_kept(const sidle_unit_state *s) {
    return s->under_way && s->stuck && s->has_place && s->place.x == s->position.x &&
           s->place.y == s->position.y;
}

static inline void run(sidle_world *world, float seconds) {
    for (int k = 0; k < (int)(seconds * 30); k++) assert_ok(sidle_world_step(world, TICK));
}

/* The same with a world that is found valid after each step. */
static inline void step_valid(sidle_world *world) {
    assert_ok(sidle_world_step(world, TICK));
    const char *fault = sidle_world_validate(world);
    if (fault) fail_msg("%s", fault);
}

static inline void run_valid(sidle_world *world, float seconds) {
    for (int k = 0; k < (int)(seconds * 30); k++) step_valid(world);
}

/* Does an event of this type about this unit stand in the last step's array? */
static inline const sidle_event *event_of(const sidle_world *world, sidle_event_type type,
                                          sidle_unit_id unit) {
    uint32_t count;
    const sidle_event *events = sidle_world_events(world, &count);
    for (uint32_t k = 0; k < count; k++)
        if (events[k].type == type && events[k].unit.slot == unit.slot &&
            events[k].unit.generation == unit.generation)
            return &events[k];
    return NULL;
}

/* So many events of this type stand there. */
static inline uint32_t events_of(const sidle_world *world, sidle_event_type type) {
    uint32_t count, found = 0;
    const sidle_event *events = sidle_world_events(world, &count);
    for (uint32_t k = 0; k < count; k++) found += events[k].type == type;
    return found;
}

/* Steps until the event comes; fails when it does not within the seconds. A copy is returned. */
static inline sidle_event await_event(sidle_world *world, sidle_event_type type, sidle_unit_id unit,
                                      float seconds) {
    for (int k = 0; k < (int)(seconds * 30); k++) {
        assert_ok(sidle_world_step(world, TICK));
        const sidle_event *event = event_of(world, type, unit);
        if (event) return *event;
    }
    fail_msg("event %d of unit %u did not come within %g s", (int)type, unit.slot, (double)seconds);
    return (sidle_event){0};
}

/* The text of a file; to be freed. */
static inline char *text_of(const char *path) {
    enum { MOST = 1 << 20 };
    FILE *file = fopen(path, "rb");
    if (!file) fail_msg("%s cannot be read", path);
    char *text = calloc(MOST, 1);
    assert_true(fread(text, 1, MOST - 1, file) > 0);
    fclose(file);
    return text;
}

/* A small generator, the same on every machine. */
typedef struct dice {
    uint64_t state;
} dice;

static inline uint32_t roll(dice *d, uint32_t sides) {
    d->state = d->state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((d->state >> 33) % sides);
}

static inline float roll_between(dice *d, float low, float high) {
    return low + (high - low) * (float)roll(d, 65536) / 65535.0f;
}

/* A square world of these cells, which tells its phases. */
static inline sidle_world *watched_world(const uint8_t *cells, uint32_t side,
                                         void (*watch)(void *context, sidle_phase phase),
                                         void *context) {
    sidle_world_def def = sidle_world_def_default();
    def.width = def.height = side;
    def.cells = cells;
    def.hooks.context = context;
    def.hooks.phase = watch;
    return world_from(&def);
}

/* The same of random cells: of a hundred so many are walls. */
static inline sidle_world *watched_walls(dice *d, uint32_t side, uint32_t walls,
                                         void (*watch)(void *context, sidle_phase phase),
                                         void *context) {
    uint8_t *cells = malloc((size_t)side * side);
    assert_non_null(cells);
    for (uint32_t k = 0; k < side * side; k++)
        cells[k] = roll(d, 100) < walls ? SIDLE_TERRAIN_TREES : SIDLE_TERRAIN_GROUND;
    sidle_world *world = watched_world(cells, side, watch, context);
    free(cells);
    return world;
}

#endif
