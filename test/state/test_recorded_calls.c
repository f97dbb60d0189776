/* Each call of the headers that changes a world is recorded, and takes no more bytes than it has
 * to. */
#include "recordings.h"

static const sidle_vec2 POINTS[3] = {{12, 3}, {13, 12}, {3, 13}};
static const sidle_range RANGE = {3, 1, 0};

/* In words: a unit and a point are two each, a range three, a cell three; a call with a list tells
 * its length in one more. */
typedef struct recorded_call {
    const char *name;
    sidle_result (*call)(stage *s);
    size_t words; /* that the call takes in a recording; 0: not counted here */
} recorded_call;

static recorded_call calls[80];
static size_t call_count;

/* Those that change nothing that a recording has to hold. */
static const char *const NOT_RECORDED[] = {"sidle_world_destroy", "sidle_unit_reserve",
                                           "sidle_groups_create", "sidle_recorder_create"};

enum { NOT_RECORDED_COUNT = sizeof NOT_RECORDED / sizeof *NOT_RECORDED };

/* A call and its words. It adds itself to the list. */
#define CALL(name, words, ...)                                                                     \
    static sidle_result call_##name(stage *s) {                                                    \
        sidle_world *w = s->world;                                                                 \
        const sidle_unit_id a = s->a, b = s->b, both[] = {a, b};                                   \
        uint32_t count = 0;                                                                        \
        (void)w, (void)a, (void)b, (void)both, (void)count;                                        \
        __VA_ARGS__                                                                                \
    }                                                                                              \
    __attribute__((constructor)) static void add_call_##name(void) {                               \
        calls[call_count++] = (recorded_call){"sidle_" #name, call_##name, words};                 \
    }

CALL(world_step, 0, return sidle_world_step(w, TICK);)
CALL(world_set_cells, 4 + 1, return sidle_world_set_cells(w, 10, 1, 2, 2, SIDLE_TERRAIN_TREES);)
CALL(world_set_cell_list, 1 + 3, const sidle_cell cells[] = {{1, 1, SIDLE_TERRAIN_TREES}};
     return sidle_world_set_cell_list(w, cells, 1);)
CALL(profile_add, 0, sidle_profile p = sidle_profile_default(); p.top_speed = 1.25f;
     p.ladder[1] = SIDLE_STEP_PUSH; return sidle_profile_add(w, &p, &s->profile);)
CALL(profile_set, 0, sidle_profile p = sidle_profile_default(); p.top_speed = 1.5f;
     p.terrain_factor[SIDLE_TERRAIN_SWAMP] = 0.5f; return sidle_profile_set(w, s->profile, &p);)
CALL(profile_release, 1, return sidle_profile_release(w, s->profile);)
CALL(unit_create, 0, sidle_unit_def def = sidle_unit_def_default(); sidle_unit_id id;
     def.position = POINTS[0]; def.heading = POINTS[1]; def.team = 7; def.rank = 90;
     def.user = 5000000000u; def.profile = s->profile; return sidle_unit_create(w, &def, &id);)
CALL(unit_destroy, 2, return sidle_unit_destroy(w, a);)
CALL(unit_set_profile, 0, return sidle_unit_set_profile(w, a, s->profile);)
CALL(unit_set_team, 2 + 1 + 2, return sidle_unit_set_team(w, a, 9);)
CALL(unit_set_heading, 0, return sidle_unit_set_heading(w, a, POINTS[2]);)
CALL(unit_set_rank, 0, return sidle_unit_set_rank(w, a, 77);)
CALL(unit_set_user, 0, return sidle_unit_set_user(w, a, 77);)
CALL(unit_set_speed_factor, 0, return sidle_unit_set_speed_factor(w, a, 2);)
CALL(unit_set_ghost, 0, return sidle_unit_set_ghost(w, a, true);)
CALL(unit_stow, 2 + 1, return sidle_unit_stow(w, a, SIDLE_PURSUERS_WAIT);)
CALL(unit_unstow, 0, sidle_unit_stow(w, a, SIDLE_PURSUERS_LOSE);
     return sidle_unit_unstow(w, a, POINTS[0]);)
CALL(unit_teleport, 2 + 2, return sidle_unit_teleport(w, a, POINTS[0]);)
CALL(world_set_allies, 0, return sidle_world_set_allies(w, 1, SIDLE_TEAM(5u) | SIDLE_TEAM(62u));)
CALL(unit_unstow_near, 0, sidle_unit_stow(w, a, SIDLE_PURSUERS_LOSE);
     return sidle_unit_unstow_near(w, a, POINTS[0], 4, NULL, NULL);)
CALL(unit_teleport_near, 0, return sidle_unit_teleport_near(w, a, POINTS[0], 4, NULL, NULL);)
CALL(unit_face, 0, sidle_unit_stop(w, a); return sidle_unit_face(w, a, POINTS[2]);)
CALL(unit_go, 2 + 2, return sidle_unit_go(w, a, POINTS[0]);)
CALL(unit_hold, 2, return sidle_unit_hold(w, a);)
CALL(unit_patrol, 2 + 1 + 3 * 2, return sidle_unit_patrol(w, a, POINTS, 3);)
CALL(unit_pursue, 2 + 2, return sidle_unit_pursue(w, a, b);)
CALL(unit_approach, 2 + 2 + 3, return sidle_unit_approach(w, a, b, &RANGE);)
CALL(unit_approach_point, 2 + 2 + 3, return sidle_unit_approach_point(w, a, POINTS[0], &RANGE);)
CALL(unit_set_range, 2 + 3, return sidle_unit_set_range(w, b, &RANGE);)
CALL(unit_follow, 2 + 2, return sidle_unit_follow(w, a, b);)
CALL(unit_evade, 2 + 2, return sidle_unit_evade(w, a, b);)
CALL(unit_flee, 2 + 2, return sidle_unit_flee(w, a, POINTS[0]);)
CALL(unit_wander, 2 + 2 + 1, return sidle_unit_wander(w, a, POINTS[0], 3);)
CALL(unit_set_path, 2 + 1 + 1 + 2 * 2, return sidle_unit_set_path(w, b, POINTS, 2);)
CALL(unit_set_guide, 2 + 2, return sidle_unit_set_guide(w, b, POINTS[2]);)
CALL(unit_set_pace, 2 + 1, return sidle_unit_set_pace(w, b, 1);)
CALL(unit_stop, 2, return sidle_unit_stop(w, b);)
CALL(unit_go_near, 0, return sidle_unit_go_near(w, a, POINTS[1], POINTS, 1, 2, NULL, NULL);)
CALL(world_vacate, 0, return sidle_world_vacate(w, 1, 1, 4, 4, SIDLE_TERRAIN_TREES, 9, &count);)
CALL(units_go, 0, return sidle_units_go(w, both, 2, POINTS, sizeof *POINTS, NULL);)
CALL(units_set_path, 0, const sidle_path path = {POINTS, 2};
     return sidle_units_set_path(w, both + 1, 1, &path, 0, NULL);)
CALL(units_set_guide, 0, return sidle_units_set_guide(w, both + 1, 1, POINTS + 2, 0, NULL);)
CALL(units_set_range, 0, return sidle_units_set_range(w, both + 1, 1, &RANGE, 0, NULL);)
CALL(units_set_flow, 0, uint32_t next[256];
     for (uint32_t k = 0; k < 256; k++) next[k] = k < 16 ? k : k - 16;
     const sidle_flow flow = {next, 3}; return sidle_units_set_flow(w, both + 1, 1, &flow, NULL);)
CALL(world_load, 0, size_t size; sidle_world *other = open_world(9, 9); unit_at(other, 4, 4);
     sidle_world_save(other, NULL, 0, &size); void *bytes = malloc(size);
     sidle_world_save(other, bytes, size, &size); sidle_world_destroy(other);
     sidle_result result = sidle_world_load(w, bytes, size); free(bytes); return result;)
CALL(world_copy, 0, sidle_world *other = open_world(9, 9); unit_at(other, 4, 4);
     sidle_result result = sidle_world_copy(w, other); sidle_world_destroy(other); return result;)

/* A unit that is blocked by one that holds. */
CALL(unit_answer, 0, sidle_profile p = sidle_profile_default();
     memset(p.ladder, SIDLE_STEP_NONE, sizeof p.ladder); sidle_profile_set(w, s->profile, &p);
     sidle_world_set_cells(w, 0, 9, 16, 1, SIDLE_TERRAIN_VOID);
     sidle_world_set_cells(w, 0, 11, 16, 1, SIDLE_TERRAIN_VOID);
     sidle_unit_set_profile(w, b, s->profile); sidle_unit_teleport(w, a, (sidle_vec2){8, 10.5f});
     sidle_unit_hold(w, a); sidle_unit_teleport(w, b, (sidle_vec2){4, 10.5f});
     sidle_unit_go(w, b, (sidle_vec2){14, 10.5f});
     for (int k = 0; k < 90; k++) sidle_world_step(w, TICK);
     return sidle_unit_answer(w, b, SIDLE_STEP_PUSH);)

/* Bytes of all calls of a recording. */
static size_t bytes_of_calls(sidle_recorder *recorder) {
    size_t size, of_calls = 0;
    const uint8_t *bytes = sidle_recorder_bytes(recorder, &size);
    for (size_t at = 16; at < size;) { /* behind the head: kind, size, what it holds, sum */
        size_t holds = bytes[at + 1] | (size_t)bytes[at + 2] << 8 | (size_t)bytes[at + 3] << 16 |
                       (size_t)bytes[at + 4] << 24;
        if (bytes[at] == 'C') of_calls += holds;
        at += 1 + 4 + holds + 8;
    }
    return of_calls;
}

static void is_recorded(const recorded_call *c) {
    stage s = stage_make(), as_before = stage_make();
    sidle_recorder *recorder = record_each(s.world, 0);
    size_t size;
    sidle_replay *replay;
    sidle_result result = c->call(&s);
    if (result) fail_msg("%s: %s", c->name, sidle_result_text(result));
    if (same_snapshot(s.world, as_before.world)) fail_msg("%s has changed nothing", c->name);
    assert_ok(sidle_recorder_end(recorder));
    const void *bytes = sidle_recorder_bytes(recorder, &size);
    assert_ok(sidle_replay_create(NULL, bytes, size, 0, &replay));
    if (replay_to_end(replay) || !same_snapshot(s.world, sidle_replay_world(replay)))
        fail_msg("%s is not recorded as it was", c->name);
    if (c->words && bytes_of_calls(recorder) != 1 + 4 * c->words)
        fail_msg("%s takes %zu bytes", c->name, bytes_of_calls(recorder));
    sidle_replay_destroy(replay);
    sidle_recorder_destroy(recorder);
    sidle_world_destroy(s.world);
    sidle_world_destroy(as_before.world);
}

TEST(each_call_that_changes_a_world_is_recorded) {
    for (size_t k = 0; k < call_count; k++) is_recorded(&calls[k]);
}

static bool is_known(const char *name, size_t length) {
    bool known = false;
    for (size_t k = 0; k < call_count + NOT_RECORDED_COUNT; k++) {
        const char *one = k < call_count ? calls[k].name : NOT_RECORDED[k - call_count];
        known |= strlen(one) == length && !strncmp(one, name, length);
    }
    return known;
}

/* Every function of the headers that is handed a world that it may change. */
TEST(the_calls_are_those_of_the_headers) {
    static const char *const HEADERS[] = {"bulk", "debug", "group",    "query", "record",
                                          "save", "sidle", "steering", "types", "world"};
    uint32_t found = 0;
    for (size_t n = 0; n < sizeof HEADERS / sizeof *HEADERS; n++) {
        char path[1000];
        snprintf(path, sizeof path, "%s/include/sidle/%s.h", SIDLE_SOURCE_ROOT, HEADERS[n]);
        char *text = text_of(path);
        for (const char *at = text; (at = strstr(at, "(sidle_world *")); at++) {
            const char *name = at;
            while (name[-1] == '_' || (name[-1] >= 'a' && name[-1] <= 'z')) name--;
            if (!is_known(name, (size_t)(at - name)))
                fail_msg("%.*s changes a world: record it, and test that", (int)(at - name), name);
            found++;
        }
        free(text);
    }
    assert_int_equal(found, call_count + NOT_RECORDED_COUNT);
}

TESTS_OF(recorded_calls)
