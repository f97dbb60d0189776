#include "crowd.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Bodies of about half a unit in radius stand a unit apart: most touch somebody from the start.
 */
static const float PITCH = 1, JITTER = 0.15f;

enum { MARGIN = 3, LANE = 20, DOOR = 6, WALL = 2, PROFILES = 4, KINDS = SIDLE_ORDER_COUNT };

typedef struct plan {
    uint32_t units, side;   /* units; rows and columns of a half */
    uint32_t width, height; /* cells */
    uint64_t dice;
    sidle_profile_id profiles[PROFILES];
    sidle_vec2 *places;
    sidle_unit_id *ids;
} plan;

static void must(sidle_result result, const char *what) {
    if (!result) return;
    fprintf(stderr, "the crowd: %s: %s\n", what, sidle_result_text(result));
    exit(1);
}

static void *room_for(size_t count, size_t size) {
    void *memory = calloc(count, size);
    if (!memory) must(SIDLE_ERROR_MEMORY, "its plan");
    return memory;
}

/* 0 .. 1, the same on every machine. */
static float chance(plan *p) {
    p->dice = p->dice * 6364136223846793005u + 1442695040888963407u;
    return (float)(p->dice >> 40) / 16777215.0f;
}

static float chance_between(plan *p, float low, float high) {
    return low + (high - low) * chance(p);
}

/* ---- the ground ---- */

static void build_wall(sidle_world *world, const plan *p) {
    uint32_t x = (p->width - WALL) / 2;
    for (uint32_t y = 0; y < p->height; y++) {
        if (y % LANE >= LANE - DOOR) continue;
        must(sidle_world_set_cells(world, x, y, WALL, 1, SIDLE_TERRAIN_TREES), "a wall");
    }
}

/* ---- the units ---- */

/* Plain ones, vehicles that stand in line, small ones that push at once, and some that fly. */
static void add_profiles(sidle_world *world, plan *p) {
    static const uint8_t PUSH_ALONE[SIDLE_LADDER_STEPS] = {SIDLE_STEP_PUSH};
    sidle_profile kinds[PROFILES];
    for (int k = 0; k < PROFILES; k++) kinds[k] = sidle_profile_default();
    kinds[1].queue = 1;
    kinds[1].reverse = 0.5f;
    kinds[1].turn_rate = 90;
    kinds[2].radius = 0.43f;
    kinds[2].patience = 0.5f;
    memcpy(kinds[2].ladder, PUSH_ALONE, sizeof PUSH_ALONE);
    kinds[3].layer = 1;
    kinds[3].passable = SIDLE_PASS(SIDLE_TERRAIN_HOST) - 1u; /* all but the host's own */
    for (int k = 0; k < PROFILES; k++)
        must(sidle_profile_add(world, &kinds[k], &p->profiles[k]), "a profile");
}

/* The first half stands left of the wall, the second right of it. */
static sidle_vec2 place_of(plan *p, uint32_t k) {
    uint32_t half = p->units / 2, n = k < half ? k : k - half;
    float column = (float)(n % p->side), row = (float)(n / p->side);
    float from_edge = MARGIN + PITCH * column + chance_between(p, -JITTER, JITTER);
    float y = MARGIN + PITCH * row + chance_between(p, -JITTER, JITTER);
    return (sidle_vec2){k < half ? from_edge : (float)p->width - from_edge, y};
}

static void add_units(sidle_world *world, plan *p) {
    for (uint32_t k = 0; k < p->units; k++) {
        sidle_unit_def def = sidle_unit_def_default();
        def.position = p->places[k] = place_of(p, k);
        def.profile = p->profiles[(uint32_t)(chance(p) * 15.9f) / 5];
        def.team = k % 2;
        must(sidle_unit_create(world, &def, &p->ids[k]), "a unit");
    }
}

/* ---- the orders ---- */

static sidle_vec2 goal_beyond(plan *p, uint32_t k) {
    float x = (float)p->width - p->places[k].x, y = chance_between(p, MARGIN, (float)p->height - 3);
    return (sidle_vec2){x, y};
}

/* Before the nearest door, and behind it. */
static void send_through_door(sidle_world *world, const plan *p, uint32_t k) {
    float middle = 0.5f * (float)p->width, before = p->places[k].x < middle ? -2.0f : 2.0f;
    float lane = floorf(p->places[k].y / LANE), y = LANE * (lane + 1) - 0.5f * DOOR;
    if (y > (float)p->height - 1) y -= LANE;
    sidle_vec2 through[] = {{middle + before, y}, {middle - before, y}};
    must(sidle_unit_set_path(world, p->ids[k], through, 2), "a path");
}

/* Somebody who stood near at first. */
static sidle_unit_id other_of(plan *p, uint32_t k) {
    uint32_t other = k + 1 + (uint32_t)(chance(p) * 3.9f) * p->side;
    return p->ids[other % p->units];
}

static void give_order(sidle_world *world, plan *p, uint32_t k) {
    sidle_unit_id id = p->ids[k], other = other_of(p, k);
    sidle_vec2 goal = goal_beyond(p, k);
    uint32_t kind = (uint32_t)(chance(p) * (KINDS + 2.9f));
    const sidle_range in_sight = {4, 0, SIDLE_PASS_ALL & ~SIDLE_PASS(SIDLE_TERRAIN_TREES)};
    switch (kind) {
    case SIDLE_ORDER_NONE: break;
    case SIDLE_ORDER_HOLD: must(sidle_unit_hold(world, id), "hold"); break;
    case SIDLE_ORDER_PATROL: must(sidle_unit_patrol(world, id, &goal, 1), "patrol"); break;
    case SIDLE_ORDER_PURSUE: must(sidle_unit_pursue(world, id, other), "pursue"); break;
    case SIDLE_ORDER_FOLLOW: must(sidle_unit_follow(world, id, other), "follow"); break;
    case SIDLE_ORDER_EVADE: must(sidle_unit_evade(world, id, other), "evade"); break;
    case SIDLE_ORDER_FLEE: must(sidle_unit_flee(world, id, p->places[k]), "flee"); break;
    case SIDLE_ORDER_WANDER: must(sidle_unit_wander(world, id, p->places[k], 6), "wander"); break;
    case SIDLE_ORDER_APPROACH:
        must(sidle_unit_approach(world, id, other, &(sidle_range){3, 1, 0}), "approach");
        break;
    case SIDLE_ORDER_APPROACH_POINT:
        must(sidle_unit_approach_point(world, id, goal, &in_sight), "approach a point");
        break;
    default: must(sidle_unit_go(world, id, goal), "go"); break;
    }
    bool goes = kind == SIDLE_ORDER_GO || kind == SIDLE_ORDER_PATROL ||
                kind == SIDLE_ORDER_APPROACH_POINT || kind >= KINDS;
    if (goes) send_through_door(world, p, k);
}

/* Some are slow, some fast, some stunned; some are ghosts, and some wait off the map. */
static void change_some(sidle_world *world, const plan *p) {
    for (uint32_t k = 0; k < p->units; k++) {
        if (k % 13 == 5)
            must(sidle_unit_set_speed_factor(world, p->ids[k], 0.5f * (float)(k % 4)), "pace");
        if (k % 17 == 3) must(sidle_unit_set_ghost(world, p->ids[k], true), "a ghost");
        if (k % 19 == 7) must(sidle_unit_stow(world, p->ids[k], k % 2), "stow");
    }
}

/* ---- a run ---- */

sidle_world *crowd_make(sidle_world_def def, uint32_t units) {
    plan p = {.units = units, .side = (uint32_t)ceilf(sqrtf(0.5f * (float)units)), .dice = 1};
    def.width = 2 * p.side + 6 * MARGIN;
    def.height = p.side + 2 * MARGIN;
    if (def.height < LANE) def.height = LANE; /* there is a door */
    p.width = def.width;
    p.height = def.height;
    p.places = room_for(units, sizeof *p.places);
    p.ids = room_for(units, sizeof *p.ids);
    sidle_world *world;
    must(sidle_world_create(&def, &world), "its world");
    build_wall(world, &p);
    add_profiles(world, &p);
    add_units(world, &p);
    for (uint32_t k = 0; k < units; k++) give_order(world, &p, k);
    change_some(world, &p);
    free(p.places);
    free(p.ids);
    return world;
}

void crowd_step(sidle_world *world) {
    must(sidle_world_step(world, 1.0f / 30.0f), "a step");
}

void crowd_thin(sidle_world *world, uint32_t one_in) {
    uint32_t seen = 0;
    sidle_unit_id next, id = sidle_unit_next(world, (sidle_unit_id){0, 0});
    for (; id.slot; id = next) {
        next = sidle_unit_next(world, id);
        if (++seen % one_in == 0) must(sidle_unit_destroy(world, id), "an end");
    }
}

/* Numbers, not memory: the order of a machine's bytes stays out of it. */
static uint64_t mix(uint64_t sum, uint64_t number) {
    sum = (sum ^ number) * 0x9e3779b97f4a7c15u;
    return sum ^ sum >> 29;
}

static uint64_t mix_id(uint64_t sum, sidle_unit_id id) {
    return mix(sum, (uint64_t)id.generation << 32 | id.slot);
}

static uint64_t mix_point(uint64_t sum, sidle_vec2 point) {
    uint32_t x, y;
    memcpy(&x, &point.x, sizeof x);
    memcpy(&y, &point.y, sizeof y);
    return mix(sum, (uint64_t)y << 32 | x);
}

uint64_t crowd_digest(const sidle_world *world, uint64_t before) {
    uint64_t sum = before;
    uint32_t count;
    const sidle_event *events = sidle_world_events(world, &count);
    for (uint32_t k = 0; k < count; k++) {
        const sidle_event *e = &events[k];
        sum = mix_id(mix(sum, e->type), e->unit);
        sum = mix_point(mix_id(sum, e->other), e->point);
        sum = mix(sum, e->value);
    }
    return mix(sum, sidle_world_hash(world));
}
