/* Groups under any calls of a host: orders of all shapes, joining, leaving, disbanding, deaths,
 * paths, terrain, and now and then a saving and a loading of world and groups. After each step the
 * groups and their world are sound; a call that is refused changes neither. */
#include "story.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { UNITS = 28, OFFSETS = 16, STEPS_MOST = 3000 };

typedef struct play {
    story s; /* what a failure tells */
    sidle_groups *groups;
    sidle_unit_id ids[UNITS];
    sidle_profile_id kinds[3];
    uint64_t world_hash, groups_hash; /* before the call */
    uint32_t steps;
} play;

typedef struct entry {
    uint8_t op, a, b, c, d, e, f, g;
} entry;

static entry entry_at(const uint8_t *data, size_t size, size_t at) {
    uint8_t bytes[RECORD] = {0};
    for (size_t k = 0; k < RECORD && at + k < size; k++) bytes[k] = data[at + k];
    return (entry){bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6], bytes[7]};
}

static sidle_vec2 point_in(const play *p, uint8_t x, uint8_t y) {
    if (x == 255 && y == 255) return (sidle_vec2){NAN, 0};
    return (sidle_vec2){p->s.width * (float)x / 253, p->s.height * (float)y / 253};
}

static void check_sound(play *p) {
    const char *fault = sidle_groups_validate(p->groups);
    if (!fault) fault = sidle_world_validate(p->s.world);
    if (fault) story_fail(&p->s, "groups", "%s", fault);
}

static void before(play *p, const char *call) {
    snprintf(p->s.call, sizeof p->s.call, "%s", call);
    story_tell("    /* %s */\n", call);
    p->world_hash = sidle_world_hash(p->s.world);
    p->groups_hash = sidle_groups_hash(p->groups);
}

static void after(play *p, sidle_result result) {
    if ((uint32_t)result >= SIDLE_RESULT_COUNT) story_fail(&p->s, "result", "it answers nonsense");
    if (result && (sidle_world_hash(p->s.world) != p->world_hash ||
                   sidle_groups_hash(p->groups) != p->groups_hash))
        story_fail(&p->s, "refusal", "it is refused (%s), but changes something",
                   sidle_result_text(result));
    check_sound(p);
}

/* ---- the scene ---- */

static void add_unit(play *p, uint32_t who, sidle_vec2 at, uint8_t kind) {
    sidle_unit_def def = sidle_unit_def_default();
    def.profile = p->kinds[kind % 3];
    def.position = at;
    if (sidle_unit_create(p->s.world, &def, &p->ids[who])) p->ids[who] = (sidle_unit_id){0, 0};
}

static void set_scene(play *p, entry map, entry who) {
    sidle_world_def def = sidle_world_def_default();
    def.width = 20 + map.a % 44u;
    def.height = 20 + map.b % 44u;
    def.cell_size = map.c % 4 ? 1 : 0.5f;
    if (sidle_world_create(&def, &p->s.world) || sidle_groups_create(p->s.world, &p->groups))
        abort();
    p->s.width = (float)def.width * def.cell_size;
    p->s.height = (float)def.height * def.cell_size;
    if (map.d & 1)
        sidle_world_set_cells(p->s.world, def.width / 2, 0, 1, def.height / 3, SIDLE_TERRAIN_VOID);
    if (map.d & 2)
        sidle_world_set_cells(p->s.world, def.width / 2, def.height / 2, 2, def.height / 2,
                              SIDLE_TERRAIN_VOID);
    for (uint32_t k = 0; k < 3; k++) {
        sidle_profile profile = sidle_profile_default();
        profile.radius = (const float[]){0.5f, 0.3f, 0.9f}[k];
        profile.top_speed = (float)(who.a >> k % 4u) / 32;
        if (sidle_profile_add(p->s.world, &profile, &p->kinds[k])) abort();
    }
    for (uint32_t k = 0; k < UNITS; k++)
        add_unit(p, k, (sidle_vec2){1.2f + 1.9f * (float)(k % 4), 1.2f + 1.9f * (float)(k / 4)},
                 (uint8_t)(who.b + k * who.c));
}

/* ---- the calls ---- */

static sidle_formation formation_of(entry r) {
    static sidle_vec2 offsets[OFFSETS];
    sidle_formation f = sidle_formation_default();
    for (uint32_t k = 0; k < OFFSETS; k++)
        offsets[k] = (sidle_vec2){2 * (float)(k % 4) - (float)(r.f % 5), 2 * (float)(k / 4)};
    f.shape = (sidle_shape)(r.e % (SIDLE_SHAPE_COUNT + (r.g == 255)));
    f.offsets = offsets;
    f.columns = r.e / 16u;
    f.gap = (float)(r.f % 32) / 16;
    f.keep_places = r.f & 32;
    f.march = r.g % 4;
    if (r.g & 8) f.heading = (sidle_vec2){(float)r.f - 128, 20};
    return f;
}

/* A list of 1 to 16 units. One that is dead, or named twice, refuses it. */
static uint32_t some(const play *p, entry r, sidle_unit_id *ids) {
    uint32_t count = 1 + r.c % OFFSETS, taken = 0;
    for (uint32_t k = 0; k < count; k++) {
        sidle_unit_id id = p->ids[(r.d + k) % UNITS];
        if (sidle_unit_valid(p->s.world, id) || r.g == 254) ids[taken++] = id;
    }
    if (r.g == 253) ids[taken++] = ids[0];
    return taken;
}

static void order(play *p, entry r) {
    static const char *const CALLS[] = {"sidle_group_go", "sidle_group_patrol",
                                        "sidle_group_approach", "sidle_group_approach_point"};
    sidle_unit_id ids[OFFSETS + 1];
    uint32_t count = some(p, r, ids), kind = r.op / 16u % 4;
    sidle_formation f = formation_of(r);
    sidle_vec2 goal = point_in(p, r.a, r.b);
    const sidle_vec2 points[] = {goal, {p->s.width / 2, p->s.height / 2}};
    const sidle_range range = {.most = (float)(r.f % 64) / 8};
    before(p, CALLS[kind]);
    after(p,
          kind == 0   ? sidle_group_go(p->groups, ids, count, goal, &f, NULL)
          : kind == 1 ? sidle_group_patrol(p->groups, ids, count, points, 1 + r.f % 2, &f, NULL)
          : kind == 2
              ? sidle_group_approach(p->groups, ids, count, p->ids[r.f % UNITS], &range, &f, NULL)
              : sidle_group_approach_point(p->groups, ids, count, goal, &range, &f, NULL));
}

static sidle_group_id group_of(const play *p, entry r) {
    return sidle_group_next(p->groups, (sidle_group_id){r.e % 6u, 0});
}

static void step(play *p, entry r) {
    float dt = (const float[]){1 / 30.0f, 0.1f, 0.25f, 0.01f}[r.b % 4];
    for (uint32_t k = 0; k <= r.a % 24u && p->steps < STEPS_MOST; k++, p->steps++) {
        snprintf(p->s.call, sizeof p->s.call, "sidle_groups_update, sidle_world_step");
        if (sidle_groups_update(p->groups, dt) || sidle_world_step(p->s.world, dt))
            story_fail(&p->s, "call", "a step is refused");
        check_sound(p);
    }
}

/* World and groups from their own snapshots: the same bits as before. */
static void save_and_load(play *p) {
    size_t sizes[2], again;
    before(p, "saving and loading");
    sidle_world_save(p->s.world, NULL, 0, &sizes[0]);
    sidle_groups_save(p->groups, NULL, 0, &sizes[1]);
    void *world = malloc(sizes[0]), *groups = malloc(sizes[1]);
    bool saved = !sidle_world_save(p->s.world, world, sizes[0], &again) &&
                 !sidle_groups_save(p->groups, groups, sizes[1], &again);
    sidle_groups_destroy(p->groups);
    if (sidle_groups_create(p->s.world, &p->groups)) abort();
    if (!saved || sidle_world_load(p->s.world, world, sizes[0]) ||
        sidle_groups_load(p->groups, groups, sizes[1]))
        story_fail(&p->s, "snapshot", "what was saved is not loaded");
    if (sidle_world_hash(p->s.world) != p->world_hash ||
        sidle_groups_hash(p->groups) != p->groups_hash)
        story_fail(&p->s, "snapshot", "what is loaded is not what was saved");
    free(world), free(groups);
}

static void change_unit(play *p, entry r) {
    uint32_t who = r.d % UNITS;
    sidle_unit_id id = p->ids[who];
    sidle_vec2 at = point_in(p, r.a, r.b);
    before(p, "a unit leaves, dies, is stowed, is moved or has an order of its own");
    switch (r.e % 8) {
    case 0:
        sidle_unit_destroy(p->s.world, id);
        if (r.f & 1) add_unit(p, who, at, r.g);
        break;
    case 1: sidle_unit_stow(p->s.world, id, SIDLE_PURSUERS_WAIT); break;
    case 2: sidle_unit_unstow(p->s.world, id, at); break;
    case 3: sidle_unit_teleport(p->s.world, id, at); break;
    case 4: sidle_unit_go(p->s.world, id, at); break;
    case 5: sidle_unit_hold(p->s.world, id); break;
    default: after(p, sidle_group_leave(p->groups, id));
    }
}

static void troops_act(play *p, entry r) {
    sidle_unit_id ids[OFFSETS + 1];
    const sidle_vec2 points[] = {point_in(p, r.a, r.b), point_in(p, r.b, r.a)};
    switch (r.op % 16) {
    case 0:
    case 1:
    case 2:
    case 3: order(p, r); break;
    case 4:
    case 5: change_unit(p, r); break;
    case 6:
        before(p, "sidle_group_join");
        after(p, sidle_group_join(p->groups, group_of(p, r), ids, some(p, r, ids)));
        break;
    case 7:
        before(p, "sidle_group_disband");
        if (r.a % 4 == 0) after(p, sidle_group_disband(p->groups, group_of(p, r)));
        break;
    case 8:
        before(p, "sidle_group_set_path");
        after(p, sidle_group_set_path(p->groups, group_of(p, r), points, r.c % 3u));
        break;
    case 9:
        before(p, "sidle_world_set_cells");
        sidle_world_set_cells(p->s.world, r.a % 60u, r.b % 60u, 1 + r.c % 3u, 1 + r.d % 3u,
                              r.e % 3 ? SIDLE_TERRAIN_GROUND : SIDLE_TERRAIN_VOID);
        break;
    case 10: save_and_load(p); break;
    default: step(p, r);
    }
}

void troops_play(const uint8_t *data, size_t size) {
    static play p;
    memset(&p, 0, sizeof p);
    p.s.style = STYLE_TROOPS;
    if (size > LONGEST_STORY) size = LONGEST_STORY;
    set_scene(&p, entry_at(data, size, 0), entry_at(data, size, RECORD));
    for (size_t at = HEADER; at < size && p.steps < STEPS_MOST; at += RECORD)
        troops_act(&p, entry_at(data, size, at));
    step(&p, (entry){.a = 23});
    sidle_groups_destroy(p.groups);
    sidle_world_destroy(p.s.world);
}
