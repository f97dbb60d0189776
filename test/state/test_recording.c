/* Recordings: whatever a host tells a world is in them, they replay to the same bits, and damage is
 * found. */
#include "crowd.h"
#include "group_story.h"
#include "internals.h"
#include "purse.h"
#include "story.h"

/* ---- recording and replaying ---- */

static sidle_recorder *record_each(sidle_world *world, uint32_t snapshot_ticks) {
    sidle_recorder_def def = sidle_recorder_def_default();
    sidle_recorder *recorder;
    def.snapshot_ticks = snapshot_ticks;
    assert_ok(sidle_recorder_create(world, &def, &recorder));
    return recorder;
}

/* Replays to the end, or to the first fault; the text must tell of a fault, and of nothing else. */
static sidle_result replay_to_end(sidle_replay *replay) {
    sidle_result result = SIDLE_OK;
    char text[300];
    while (!result && !sidle_replay_over(replay)) result = sidle_replay_tick(replay);
    size_t length = sidle_replay_text(replay, text, sizeof text);
    assert_int_equal(length, strlen(text));
    assert_true(!length == !result);
    assert_null(sidle_world_validate(sidle_replay_world(replay)));
    return result;
}

static sidle_result replay_bytes(const void *bytes, size_t size, uint64_t from) {
    sidle_replay *replay;
    sidle_result result = sidle_replay_create(NULL, bytes, size, from, &replay);
    if (!result) result = replay_to_end(replay);
    sidle_replay_destroy(replay);
    return result;
}

/* Ends the recording, and replays it from this tick on. */
static void replays(sidle_recorder *recorder, uint64_t from) {
    size_t size;
    assert_ok(sidle_recorder_end(recorder));
    const void *bytes = sidle_recorder_bytes(recorder, &size);
    assert_ok(replay_bytes(bytes, size, from));
}

/* ---- whatever changes a world ---- */

/* A world with two units, a profile of the host's, and room. */
typedef struct stage {
    sidle_world *world;
    sidle_unit_id a, b;
    sidle_profile_id profile;
} stage;

static const sidle_vec2 POINTS[3] = {{12, 3}, {13, 12}, {3, 13}};
static const sidle_range RANGE = {3, 1, 0};

#define CALL(name, ...)                                                                            \
    static sidle_result call_##name(stage *s) {                                                    \
        sidle_world *w = s->world;                                                                 \
        const sidle_unit_id a = s->a, b = s->b, both[] = {a, b};                                   \
        uint32_t count = 0;                                                                        \
        (void)w, (void)a, (void)b, (void)both, (void)count;                                        \
        __VA_ARGS__                                                                                \
    }

CALL(world_step, return sidle_world_step(w, TICK);)
CALL(world_set_cells, return sidle_world_set_cells(w, 10, 1, 2, 2, SIDLE_TERRAIN_TREES);)
CALL(world_set_cell_list, const sidle_cell cells[] = {{1, 1, SIDLE_TERRAIN_TREES}};
     return sidle_world_set_cell_list(w, cells, 1);)
CALL(profile_add, sidle_profile p = sidle_profile_default(); p.top_speed = 1.25f;
     p.ladder[1] = SIDLE_STEP_PUSH; return sidle_profile_add(w, &p, &s->profile);)
CALL(profile_set, sidle_profile p = sidle_profile_default(); p.top_speed = 1.5f;
     p.terrain_factor[SIDLE_TERRAIN_SWAMP] = 0.5f; return sidle_profile_set(w, s->profile, &p);)
CALL(profile_release, return sidle_profile_release(w, s->profile);)
CALL(unit_create, sidle_unit_def def = sidle_unit_def_default(); sidle_unit_id id;
     def.position = POINTS[0]; def.heading = POINTS[1]; def.team = 7; def.rank = 90;
     def.user = 5000000000u; def.profile = s->profile; return sidle_unit_create(w, &def, &id);)
CALL(unit_destroy, return sidle_unit_destroy(w, a);)
CALL(unit_set_profile, return sidle_unit_set_profile(w, a, s->profile);)
CALL(unit_set_team, return sidle_unit_set_team(w, a, 9);)
CALL(unit_set_heading, return sidle_unit_set_heading(w, a, POINTS[2]);)
CALL(unit_set_rank, return sidle_unit_set_rank(w, a, 77);)
CALL(unit_set_user, return sidle_unit_set_user(w, a, 77);)
CALL(unit_set_speed_factor, return sidle_unit_set_speed_factor(w, a, 2);)
CALL(unit_set_ghost, return sidle_unit_set_ghost(w, a, true);)
CALL(unit_stow, return sidle_unit_stow(w, a, SIDLE_PURSUERS_WAIT);)
CALL(unit_unstow, sidle_unit_stow(w, a, SIDLE_PURSUERS_LOSE);
     return sidle_unit_unstow(w, a, POINTS[0]);)
CALL(unit_teleport, return sidle_unit_teleport(w, a, POINTS[0]);)
CALL(world_set_allies, return sidle_world_set_allies(w, 1, SIDLE_TEAM(5u) | SIDLE_TEAM(62u));)
CALL(unit_unstow_near, sidle_unit_stow(w, a, SIDLE_PURSUERS_LOSE);
     return sidle_unit_unstow_near(w, a, POINTS[0], 4, NULL, NULL);)
CALL(unit_teleport_near, return sidle_unit_teleport_near(w, a, POINTS[0], 4, NULL, NULL);)
CALL(unit_face, sidle_unit_stop(w, a); return sidle_unit_face(w, a, POINTS[2]);)
CALL(unit_go, return sidle_unit_go(w, a, POINTS[0]);)
CALL(unit_hold, return sidle_unit_hold(w, a);)
CALL(unit_patrol, return sidle_unit_patrol(w, a, POINTS, 3);)
CALL(unit_pursue, return sidle_unit_pursue(w, a, b);)
CALL(unit_approach, return sidle_unit_approach(w, a, b, &RANGE);)
CALL(unit_approach_point, return sidle_unit_approach_point(w, a, POINTS[0], &RANGE);)
CALL(unit_set_range, return sidle_unit_set_range(w, b, &RANGE);)
CALL(unit_follow, return sidle_unit_follow(w, a, b);)
CALL(unit_evade, return sidle_unit_evade(w, a, b);)
CALL(unit_flee, return sidle_unit_flee(w, a, POINTS[0]);)
CALL(unit_wander, return sidle_unit_wander(w, a, POINTS[0], 3);)
CALL(unit_set_path, return sidle_unit_set_path(w, b, POINTS, 2);)
CALL(unit_set_guide, return sidle_unit_set_guide(w, b, POINTS[2]);)
CALL(unit_set_pace, return sidle_unit_set_pace(w, b, 1);)
CALL(unit_stop, return sidle_unit_stop(w, b);)
CALL(unit_go_near, return sidle_unit_go_near(w, a, POINTS[1], POINTS, 1, 2, NULL, NULL);)
CALL(world_vacate, return sidle_world_vacate(w, 1, 1, 4, 4, SIDLE_TERRAIN_TREES, 9, &count);)
CALL(units_go, return sidle_units_go(w, both, 2, POINTS, sizeof *POINTS, NULL);)
CALL(units_set_path, const sidle_path path = {POINTS, 2};
     return sidle_units_set_path(w, both + 1, 1, &path, 0, NULL);)
CALL(units_set_guide, return sidle_units_set_guide(w, both + 1, 1, POINTS + 2, 0, NULL);)
CALL(units_set_range, return sidle_units_set_range(w, both + 1, 1, &RANGE, 0, NULL);)
CALL(units_set_flow, uint32_t next[256];
     for (uint32_t k = 0; k < 256; k++) next[k] = k < 16 ? k : k - 16;
     const sidle_flow flow = {next, 3}; return sidle_units_set_flow(w, both + 1, 1, &flow, NULL);)
CALL(world_load, size_t size; sidle_world *other = open_world(9, 9); unit_at(other, 4, 4);
     sidle_world_save(other, NULL, 0, &size); void *bytes = malloc(size);
     sidle_world_save(other, bytes, size, &size); sidle_world_destroy(other);
     sidle_result result = sidle_world_load(w, bytes, size); free(bytes); return result;)
CALL(world_copy, sidle_world *other = open_world(9, 9); unit_at(other, 4, 4);
     sidle_result result = sidle_world_copy(w, other); sidle_world_destroy(other); return result;)

/* A unit that is blocked by one that holds. */
CALL(unit_answer, sidle_profile p = sidle_profile_default();
     memset(p.ladder, SIDLE_STEP_NONE, sizeof p.ladder); sidle_profile_set(w, s->profile, &p);
     sidle_world_set_cells(w, 0, 9, 16, 1, SIDLE_TERRAIN_VOID);
     sidle_world_set_cells(w, 0, 11, 16, 1, SIDLE_TERRAIN_VOID);
     sidle_unit_set_profile(w, b, s->profile); sidle_unit_teleport(w, a, (sidle_vec2){8, 10.5f});
     sidle_unit_hold(w, a); sidle_unit_teleport(w, b, (sidle_vec2){4, 10.5f});
     sidle_unit_go(w, b, (sidle_vec2){14, 10.5f});
     for (int k = 0; k < 90; k++) sidle_world_step(w, TICK);
     return sidle_unit_answer(w, b, SIDLE_STEP_PUSH);)

typedef struct recorded_call {
    const char *name;
    sidle_result (*call)(stage *s); /* NULL: it changes nothing that a recording has to hold */
} recorded_call;

#define ROW(name)                                                                                  \
    { "sidle_" #name, call_##name }

static const recorded_call CALLS[] = {ROW(world_step),
                                      ROW(world_set_cells),
                                      ROW(world_set_cell_list),
                                      ROW(world_set_allies),
                                      ROW(profile_add),
                                      ROW(profile_set),
                                      ROW(profile_release),
                                      ROW(unit_create),
                                      ROW(unit_destroy),
                                      ROW(unit_set_profile),
                                      ROW(unit_set_team),
                                      ROW(unit_set_heading),
                                      ROW(unit_set_rank),
                                      ROW(unit_set_user),
                                      ROW(unit_set_speed_factor),
                                      ROW(unit_set_ghost),
                                      ROW(unit_stow),
                                      ROW(unit_unstow),
                                      ROW(unit_teleport),
                                      ROW(unit_unstow_near),
                                      ROW(unit_teleport_near),
                                      ROW(unit_face),
                                      ROW(unit_go),
                                      ROW(unit_hold),
                                      ROW(unit_patrol),
                                      ROW(unit_pursue),
                                      ROW(unit_approach),
                                      ROW(unit_approach_point),
                                      ROW(unit_set_range),
                                      ROW(unit_follow),
                                      ROW(unit_evade),
                                      ROW(unit_flee),
                                      ROW(unit_wander),
                                      ROW(unit_set_path),
                                      ROW(unit_set_guide),
                                      ROW(unit_set_pace),
                                      ROW(unit_stop),
                                      ROW(unit_answer),
                                      ROW(unit_go_near),
                                      ROW(world_vacate),
                                      ROW(units_go),
                                      ROW(units_set_path),
                                      ROW(units_set_guide),
                                      ROW(units_set_range),
                                      ROW(units_set_flow),
                                      ROW(world_load),
                                      ROW(world_copy),
                                      {"sidle_world_destroy", NULL},
                                      {"sidle_unit_reserve", NULL},
                                      {"sidle_groups_create", NULL},
                                      {"sidle_recorder_create", NULL}};

enum { CALLS_COUNT = sizeof CALLS / sizeof *CALLS };

static stage stage_make(void) {
    sidle_profile profile = sidle_profile_default();
    stage s = {.world = open_world(16, 16)};
    s.a = unit_at(s.world, 3, 3);
    s.b = unit_at(s.world, 6, 6);
    profile.top_speed = 2;
    assert_ok(sidle_profile_add(s.world, &profile, &s.profile));
    assert_ok(sidle_unit_go(s.world, s.b, (sidle_vec2){14, 14}));
    assert_ok(sidle_world_step(s.world, TICK));
    return s;
}

/* Is all that a world keeps the same, also what no hash has, such as the host's number? */
static bool same_snapshot(const sidle_world *a, const sidle_world *b) {
    size_t size_a, size_b;
    sidle_world_save(a, NULL, 0, &size_a);
    sidle_world_save(b, NULL, 0, &size_b);
    char *bytes_a = malloc(size_a), *bytes_b = malloc(size_b);
    assert_ok(sidle_world_save(a, bytes_a, size_a, &size_a));
    assert_ok(sidle_world_save(b, bytes_b, size_b, &size_b));
    bool same = size_a == size_b && !memcmp(bytes_a, bytes_b, size_a);
    free(bytes_a);
    free(bytes_b);
    return same;
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
    sidle_replay_destroy(replay);
    sidle_recorder_destroy(recorder);
    sidle_world_destroy(s.world);
    sidle_world_destroy(as_before.world);
}

static void each_call_that_changes_a_world_is_recorded(void **state) {
    (void)state;
    for (size_t k = 0; k < CALLS_COUNT; k++)
        if (CALLS[k].call) is_recorded(&CALLS[k]);
}

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

/* In words: a unit and a point are two each, a range three, a cell three; a call with a list tells
 * its length in one more. */
static void a_call_takes_its_kind_its_words_and_no_more(void **state) {
    (void)state;
    static const struct {
        sidle_result (*call)(stage *s);
        size_t words;
    } FORMS[] = {{call_unit_destroy, 2},
                 {call_unit_set_team, 2 + 1 + 2},
                 {call_unit_stow, 2 + 1},
                 {call_unit_unstow, 2 + 1 + 2 + 2},
                 {call_unit_teleport, 2 + 2},
                 {call_unit_go, 2 + 2},
                 {call_unit_hold, 2},
                 {call_unit_patrol, 2 + 1 + 3 * 2},
                 {call_unit_pursue, 2 + 2},
                 {call_unit_approach, 2 + 2 + 3},
                 {call_unit_approach_point, 2 + 2 + 3},
                 {call_unit_set_range, 2 + 3},
                 {call_unit_follow, 2 + 2},
                 {call_unit_evade, 2 + 2},
                 {call_unit_flee, 2 + 2},
                 {call_unit_wander, 2 + 2 + 1},
                 {call_unit_set_path, 2 + 1 + 1 + 2 * 2},
                 {call_unit_set_guide, 2 + 2},
                 {call_unit_set_pace, 2 + 1},
                 {call_unit_stop, 2},
                 {call_world_set_cells, 4 + 1},
                 {call_world_set_cell_list, 1 + 3},
                 {call_profile_release, 1}};
    for (size_t k = 0; k < sizeof FORMS / sizeof *FORMS; k++) {
        stage s = stage_make();
        sidle_recorder *recorder = record_each(s.world, 0);
        assert_ok(FORMS[k].call(&s));
        assert_ok(sidle_recorder_end(recorder));
        uint32_t calls = FORMS[k].call == call_unit_unstow ? 2 : 1;
        assert_int_equal(bytes_of_calls(recorder), calls + 4 * FORMS[k].words);
        sidle_recorder_destroy(recorder);
        sidle_world_destroy(s.world);
    }
}

/* Every function of the headers that is handed a world that it may change. */
static void the_calls_are_those_of_the_headers(void **state) {
    (void)state;
    static const char *const HEADERS[] = {"bulk", "debug", "group",    "query", "record",
                                          "save", "sidle", "steering", "types", "world"};
    uint32_t found = 0;
    for (size_t n = 0; n < sizeof HEADERS / sizeof *HEADERS; n++) {
        static char text[1 << 17];
        char path[1000];
        snprintf(path, sizeof path, "%s/include/sidle/%s.h", SIDLE_SOURCE_ROOT, HEADERS[n]);
        FILE *file = fopen(path, "rb");
        assert_non_null(file);
        text[fread(text, 1, sizeof text - 1, file)] = 0;
        fclose(file);
        for (const char *at = text; (at = strstr(at, "(sidle_world *")); at++) {
            const char *name = at;
            while (name[-1] == '_' || (name[-1] >= 'a' && name[-1] <= 'z')) name--;
            size_t k = 0, length = (size_t)(at - name);
            while (k < CALLS_COUNT &&
                   (strlen(CALLS[k].name) != length || strncmp(CALLS[k].name, name, length)))
                k++;
            if (k == CALLS_COUNT)
                fail_msg("%.*s changes a world: record it, and test that", (int)length, name);
            found++;
        }
    }
    assert_int_equal(found, CALLS_COUNT);
}

/* ---- whole stories ---- */

enum { STORY_TICKS = 240 };

/* Tells a world a story, the same one for the same dice. */
static void tell_story(sidle_world *world, uint32_t seed) {
    dice d = {seed};
    for (int tick = 0; tick < STORY_TICKS; tick++) {
        for (int k = 0; k < 8; k++) story_call(world, &d);
        assert_ok(sidle_world_step(world, tick % 5 ? TICK : 2 * TICK));
    }
}

static void a_story_replays_from_any_snapshot(void **state) {
    (void)state;
    for (uint32_t seed = 1; seed <= 3; seed++) {
        sidle_world *world = crowd_make(sidle_world_def_default(), 120);
        sidle_recorder *recorder = record_each(world, 50);
        tell_story(world, seed);
        uint64_t first = sidle_world_tick(world) - STORY_TICKS;
        replays(recorder, 0);
        replays(recorder, first + 99);
        replays(recorder, first + 100);
        replays(recorder, UINT64_MAX);
        sidle_recorder_destroy(recorder);
        sidle_world_destroy(world);
    }
}

static void a_replay_starts_at_the_last_snapshot_before_its_tick(void **state) {
    (void)state;
    sidle_world *world = open_world(16, 16);
    sidle_recorder *recorder = record_each(world, 10);
    size_t size;
    for (int k = 0; k < 35; k++) assert_ok(sidle_world_step(world, TICK));
    assert_ok(sidle_recorder_end(recorder));
    const void *bytes = sidle_recorder_bytes(recorder, &size);
    for (uint64_t from = 0; from < 40; from++) {
        sidle_replay *replay;
        assert_ok(sidle_replay_create(NULL, bytes, size, from, &replay));
        uint64_t expected = from < 30 ? from / 10 * 10 : 30;
        assert_int_equal(sidle_world_tick(sidle_replay_world(replay)), expected);
        assert_ok(sidle_replay_tick(replay));
        assert_int_equal(sidle_world_tick(sidle_replay_world(replay)), expected + 1);
        sidle_replay_destroy(replay);
    }
    sidle_recorder_destroy(recorder);
    sidle_world_destroy(world);
}

/* To record a world changes nothing of it. */
static void a_recorded_world_goes_the_same_way(void **state) {
    (void)state;
    sidle_world *plain = crowd_make(sidle_world_def_default(), 120);
    sidle_world *recorded = crowd_make(sidle_world_def_default(), 120);
    sidle_recorder *recorder = record_each(recorded, 7);
    tell_story(plain, 5);
    tell_story(recorded, 5);
    assert_true(same_snapshot(plain, recorded));
    sidle_world_destroy(recorded); /* ends the recording */
    replays(recorder, 0);
    sidle_recorder_destroy(recorder);
    sidle_world_destroy(plain);
}

/* A host that rolls back loads a snapshot into a world that is recorded. */
static void a_rollback_replays(void **state) {
    (void)state;
    sidle_world *world = crowd_make(sidle_world_def_default(), 60);
    sidle_world *earlier = open_world(1, 1);
    sidle_recorder *recorder = record_each(world, 4);
    for (int k = 0; k < 5; k++) {
        assert_ok(sidle_world_copy(earlier, world));
        for (int n = 0; n < 7; n++) crowd_step(world);
        assert_ok(sidle_world_copy(world, earlier));
        assert_ok(sidle_unit_stop(world, sidle_unit_next(world, NOBODY)));
        crowd_step(world);
    }
    replays(recorder, 0);
    sidle_recorder_destroy(recorder);
    sidle_world_destroy(earlier);
    sidle_world_destroy(world);
}

/* ---- groups ---- */

static void assert_same_groups(const sidle_groups *a, const sidle_groups *b) {
    sidle_difference first;
    char text[200];
    if (!sidle_groups_differ(a, b, &first)) return;
    sidle_difference_text(&first, text, sizeof text);
    fail_msg("%s", text);
}

/* Ends the recording; a replay of it from this tick on ends with the same groups. */
static void groups_replay(const troops *f, sidle_recorder *recorder, uint64_t from) {
    size_t size;
    sidle_replay *replay;
    assert_ok(sidle_recorder_end(recorder));
    const void *bytes = sidle_recorder_bytes(recorder, &size);
    assert_ok(sidle_replay_create(NULL, bytes, size, from, &replay));
    assert_ok(replay_to_end(replay));
    assert_same_groups(f->groups, sidle_replay_groups(replay));
    assert_true(same_snapshot(f->world, sidle_replay_world(replay)));
    assert_true(!f->groups == !sidle_replay_groups(replay));
    sidle_replay_destroy(replay);
}

static void tell_troops(troops *f, dice *d, int calls) {
    for (int k = 0; k < calls; k++) {
        troops_call(f, d);
        for (int n = 0; n < 5; n++) troops_step(f);
    }
}

static void marches_replay_from_any_snapshot(void **state) {
    (void)state;
    for (uint32_t seed = 1; seed <= 6; seed++) {
        troops f = troops_make(40), plain = troops_make(40);
        dice d = {seed}, of_plain = {seed};
        tell_troops(&f, &d, 60);
        tell_troops(&plain, &of_plain, 60);
        sidle_recorder *recorder = record_each(f.world, 50);
        uint64_t first = sidle_world_tick(f.world);
        tell_troops(&f, &d, 150);
        tell_troops(&plain, &of_plain, 150);
        assert_same_groups(f.groups, plain.groups);
        assert_true(same_snapshot(f.world, plain.world));
        groups_replay(&f, recorder, 0);
        groups_replay(&f, recorder, first + 120);
        groups_replay(&f, recorder, first + 640);
        sidle_recorder_destroy(recorder);
        troops_end(&f), troops_end(&plain);
    }
}

/* A table that comes, is loaded, goes, and comes again while its world is recorded. */
static void a_table_of_groups_comes_and_goes_in_a_recording(void **state) {
    (void)state;
    troops f = troops_make(30);
    dice d = {11};
    sidle_groups_destroy(f.groups);
    sidle_recorder *recorder = record_each(f.world, 20);
    assert_ok(sidle_groups_create(f.world, &f.groups));
    tell_troops(&f, &d, 20);
    size_t size, again;
    sidle_groups_save(f.groups, NULL, 0, &size);
    void *bytes = malloc(size);
    assert_ok(sidle_groups_save(f.groups, bytes, size, &again));
    tell_troops(&f, &d, 20);
    assert_ok(sidle_groups_load(f.groups, bytes, size));
    tell_troops(&f, &d, 20);
    sidle_groups_destroy(f.groups);
    for (int k = 0; k < 50; k++) assert_ok(sidle_world_step(f.world, TICK));
    assert_ok(sidle_groups_create(f.world, &f.groups));
    assert_ok(sidle_groups_load(f.groups, bytes, size));
    tell_troops(&f, &d, 20);
    groups_replay(&f, recorder, 0);
    groups_replay(&f, recorder, 130);
    groups_replay(&f, recorder, 230);
    groups_replay(&f, recorder, 330);
    sidle_recorder_destroy(recorder);
    recorder = record_each(f.world, 20);
    tell_troops(&f, &d, 5);
    sidle_groups_destroy(f.groups);
    f.groups = NULL;
    groups_replay(&f, recorder, 0);
    sidle_recorder_destroy(recorder);
    sidle_world_destroy(f.world);
    free(bytes);
}

/* A rollback of world and groups. */
static void a_rollback_of_groups_replays(void **state) {
    (void)state;
    troops f = troops_make(30);
    sidle_world *earlier = open_world(1, 1);
    dice d = {5};
    size_t size, again;
    tell_troops(&f, &d, 30);
    sidle_recorder *recorder = record_each(f.world, 7);
    for (int k = 0; k < 12; k++) {
        assert_ok(sidle_world_copy(earlier, f.world));
        sidle_groups_save(f.groups, NULL, 0, &size);
        void *bytes = malloc(size);
        assert_ok(sidle_groups_save(f.groups, bytes, size, &again));
        for (int n = 0; n < 8; n++) troops_step(&f);
        assert_ok(sidle_world_copy(f.world, earlier));
        assert_ok(sidle_groups_load(f.groups, bytes, size));
        free(bytes);
        for (int n = 0; n < 5; n++) troops_order(&f, &d, roll(&d, 6));
        troops_step(&f);
    }
    for (uint64_t from = 0; from < 200; from += 3) groups_replay(&f, recorder, from);
    sidle_recorder_destroy(recorder);
    sidle_world_destroy(earlier);
    troops_end(&f);
}

/* Of a second table the recording has what it tells the world. */
static void a_second_table_is_recorded_by_what_it_tells(void **state) {
    (void)state;
    troops f = troops_make(30), second = f;
    dice d = {3};
    sidle_recorder *recorder = record_each(f.world, 40);
    assert_ok(sidle_groups_create(f.world, &second.groups));
    for (int k = 0; k < 40; k++) {
        troops_order(k % 2 ? &f : &second, &d, roll(&d, 6));
        for (int n = 0; n < 4; n++) {
            assert_ok(sidle_groups_update(second.groups, TICK));
            troops_step(&f);
        }
    }
    groups_replay(&f, recorder, 0);
    groups_replay(&f, recorder, 90);
    sidle_recorder_destroy(recorder);
    sidle_groups_destroy(second.groups);
    troops_end(&f);
}

/* ---- damage ---- */

typedef struct file {
    uint8_t *bytes;
    size_t size;
} file;

/* The bytes of a recording, which is over then. */
static file file_of(sidle_recorder *recorder) {
    size_t size;
    assert_ok(sidle_recorder_end(recorder));
    const void *bytes = sidle_recorder_bytes(recorder, &size);
    file f = {malloc(size), size};
    memcpy(f.bytes, bytes, size);
    sidle_recorder_destroy(recorder);
    assert_ok(replay_bytes(f.bytes, f.size, 0));
    return f;
}

/* Calls of groups of all kinds. */
static file recording_of_groups(void) {
    troops t = troops_make(6);
    sidle_formation formation = sidle_formation_default();
    sidle_group_id group;
    const sidle_vec2 points[] = {{20, 4}, {4, 20}};
    const sidle_range range = {.most = 4};
    sidle_recorder *recorder = record_each(t.world, 4);
    for (uint32_t k = 0; k < 9; k++) {
        formation.shape = k == 2 ? SIDLE_SHAPE_OFFSETS : SIDLE_SHAPE_BOX;
        formation.offsets = points;
        if (k == 1) sidle_group_go(t.groups, t.ids, 3, points[0], &formation, &group);
        if (k == 2) sidle_group_patrol(t.groups, t.ids, 2, points, 2, &formation, &group);
        if (k == 3) sidle_group_set_path(t.groups, group, points, 2);
        if (k == 4) sidle_group_join(t.groups, group, t.ids + 3, 1);
        if (k == 5)
            sidle_group_approach(t.groups, t.ids + 4, 1, t.ids[5], &range, &formation, NULL);
        if (k == 6) sidle_group_leave(t.groups, t.ids[0]);
        if (k == 7) sidle_group_disband(t.groups, group);
        if (k == 8)
            sidle_group_approach_point(t.groups, t.ids, 2, points[1], &range, &formation, NULL);
        troops_step(&t);
    }
    file f = file_of(recorder);
    troops_end(&t);
    return f;
}

/* A small recording with calls of several kinds, a list, and a snapshot in its middle. */
static file small_recording(void) {
    stage s = stage_make();
    sidle_recorder *recorder = record_each(s.world, 4);
    for (int k = 0; k < 9; k++) {
        if (k == 1) call_unit_patrol(&s);
        if (k == 2) call_profile_add(&s);
        if (k == 3) call_unit_create(&s);
        if (k == 4) call_world_set_cell_list(&s);
        if (k == 5) call_unit_approach(&s);
        if (k == 6) call_unit_set_path(&s);
        assert_ok(sidle_world_step(s.world, TICK));
    }
    file f = file_of(recorder);
    sidle_world_destroy(s.world);
    return f;
}

static void every_flipped_byte_is_found(void **state) {
    (void)state;
    file f = small_recording();
    for (size_t at = 0; at < f.size; at++) {
        uint8_t flip = (uint8_t)(1u << at % 8);
        f.bytes[at] ^= flip;
        sidle_result result = replay_bytes(f.bytes, f.size, 0);
        if (result != SIDLE_ERROR_RECORDING && result != SIDLE_ERROR_VERSION)
            fail_msg("byte %zu of %zu: %s", at, f.size, sidle_result_text(result));
        f.bytes[at] ^= flip;
    }
    print_message("%zu bytes\n", f.size);
    free(f.bytes);
}

static void every_cut_is_found(void **state) {
    (void)state;
    file f = small_recording();
    for (size_t size = 0; size < f.size; size++) {
        uint8_t *cut = malloc(size + !size); /* so that a read beyond it is found */
        memcpy(cut, f.bytes, size);
        assert_int_equal(replay_bytes(cut, size, 0), SIDLE_ERROR_RECORDING);
        free(cut);
    }
    uint8_t *longer = calloc(f.size + 20, 1);
    memcpy(longer, f.bytes, f.size);
    assert_int_equal(replay_bytes(longer, f.size + 20, 0), SIDLE_ERROR_RECORDING);
    free(longer);
    free(f.bytes);
}

/* Damage whose sums fit: it is found by what comes of it, unless nothing does. */
static void forge_each_byte(file f, uint32_t bits) {
    uint8_t *forged = malloc(f.size);
    uint32_t found = 0, harmless = 0;
    for (size_t at = 0; at < f.size; at++)
        for (uint32_t bit = 0; bit < 8; bit += bits) {
            memcpy(forged, f.bytes, f.size);
            forged[at] ^= (uint8_t)(1u << bit);
            inside_seal_recording(forged, f.size);
            if (replay_bytes(forged, f.size, 0))
                found++;
            else
                harmless++;
        }
    print_message("%u found, %u harmless\n", found, harmless);
    assert_true(found > harmless);
    free(forged);
    free(f.bytes);
}

static void a_forged_recording_is_found_or_harmless(void **state) {
    (void)state;
    forge_each_byte(small_recording(), 7);
    forge_each_byte(recording_of_groups(), 8);
}

/* An order to a group that was changed, with sums that fit: the tick and the group are named. */
static void a_tampered_order_of_a_group_is_told(void **state) {
    (void)state;
    file f = recording_of_groups();
    char text[300] = "";
    const uint8_t goal[] = {0, 0, 0xa0, 0x41, 0, 0, 0x80, 0x40}; /* 20,4 */
    size_t at = 0;
    while (at + 8 < f.size && memcmp(f.bytes + at, goal, 8) != 0) at++;
    f.bytes[at + 2] = 0x90;
    inside_seal_recording(f.bytes, f.size);
    sidle_replay *replay;
    assert_ok(sidle_replay_create(NULL, f.bytes, f.size, 0, &replay));
    sidle_result result = SIDLE_OK;
    while (!result && !sidle_replay_over(replay)) result = sidle_replay_tick(replay);
    assert_int_equal(result, SIDLE_ERROR_DIFFERS);
    sidle_replay_text(replay, text, sizeof text);
    print_message("%s\n", text);
    assert_non_null(strstr(text, "tick 2"));
    sidle_replay_destroy(replay);
    free(f.bytes);
}

/* An order that was changed, with sums that fit: the tick is named. */
static void a_tampered_order_is_told_with_its_tick(void **state) {
    (void)state;
    sidle_world *world = open_world(16, 16);
    sidle_unit_id id = unit_at(world, 3, 3);
    sidle_recorder *recorder = record_each(world, 0);
    for (int k = 0; k < 12; k++) {
        if (k == 7) assert_ok(sidle_unit_go(world, id, (sidle_vec2){12, 1.0f}));
        assert_ok(sidle_world_step(world, TICK));
    }
    size_t size;
    char text[300] = "";
    assert_ok(sidle_recorder_end(recorder));
    uint8_t *bytes = malloc((sidle_recorder_bytes(recorder, &size), size));
    memcpy(bytes, sidle_recorder_bytes(recorder, &size), size);
    const uint8_t one[] = {0, 0, 0x80, 0x3f};
    uint32_t changed = 0;
    for (size_t at = size; at-- > 4 && !changed;)
        if (!memcmp(bytes + at - 4, (const uint8_t[]){0, 0, 0x40, 0x41}, 4) &&
            !memcmp(bytes + at, one, 4))
            bytes[at + 3] = 0x40, changed++;
    assert_int_equal(changed, 1);
    inside_seal_recording(bytes, size);
    sidle_replay *replay;
    assert_ok(sidle_replay_create(NULL, bytes, size, 0, &replay));
    assert_int_equal(replay_to_end(replay), SIDLE_ERROR_DIFFERS);
    sidle_replay_text(replay, text, sizeof text);
    print_message("%s\n", text);
    assert_non_null(strstr(text, "tick 8: the hash is "));
    sidle_replay_destroy(replay);
    free(bytes);
    sidle_recorder_destroy(recorder);
    sidle_world_destroy(world);
}

/* The second snapshot of a recording, with its length. */
static uint8_t *second_snapshot(file f, size_t *size) {
    uint32_t found = 0;
    for (size_t at = 0; at + 24 < f.size; at++) {
        if (memcmp(f.bytes + at, "sidlesnp", 8) || ++found < 2) continue;
        *size = f.bytes[at + 16] | (size_t)f.bytes[at + 17] << 8;
        return f.bytes + at;
    }
    fail();
    return NULL;
}

/* What another machine had at a snapshot is named, and the replay goes the recorded way from there,
 * up to the next snapshot that is right. */
static void a_snapshot_of_another_world_is_told_by_unit_and_field(void **state) {
    (void)state;
    file f = small_recording();
    size_t size = 0;
    uint8_t *snapshot = second_snapshot(f, &size);
    uint32_t named = 0;
    for (size_t at = 32; at < size; at++) {
        sidle_replay *replay;
        char text[300];
        snapshot[at] ^= 1;
        inside_seal_snapshot(snapshot, size);
        inside_seal_recording(f.bytes, f.size);
        assert_ok(sidle_replay_create(NULL, f.bytes, f.size, 0, &replay));
        sidle_result result = replay_to_end(replay);
        sidle_replay_text(replay, text, sizeof text);
        bool tells = result == SIDLE_ERROR_DIFFERS && strstr(text, "tick 4, unit 1: position is ");
        named += tells;
        while (!sidle_replay_over(replay)) result = sidle_replay_tick(replay);
        if (tells) assert_ok(result);
        sidle_replay_destroy(replay);
        snapshot[at] ^= 1;
    }
    assert_true(named >= 2);
    free(f.bytes);
}

/* ---- what fails ---- */

typedef struct sink {
    size_t left;
    uint8_t *to; /* NULL: the bytes are lost */
} sink;

static bool take(void *context, const void *bytes, size_t size) {
    sink *s = context;
    if (size > s->left) return false;
    s->left -= size;
    if (s->to) s->to = (uint8_t *)memcpy(s->to, bytes, size) + size;
    return true;
}

static void a_full_disk_ends_the_recording_and_not_the_game(void **state) {
    (void)state;
    sidle_world *plain = crowd_make(sidle_world_def_default(), 40);
    sidle_world *world = crowd_make(sidle_world_def_default(), 40);
    sink s = {.left = 30000};
    sidle_recorder_def def = sidle_recorder_def_default();
    sidle_recorder *recorder;
    def.write = take;
    def.context = &s;
    def.snapshot_ticks = 5;
    assert_ok(sidle_recorder_create(world, &def, &recorder));
    sidle_recorder *second = recorder;
    assert_int_equal(sidle_recorder_create(world, &def, &second), SIDLE_ERROR_ARGUMENT);
    assert_null(second);
    sidle_world_destroy(world);
    sidle_recorder_destroy(recorder);
    world = crowd_make(sidle_world_def_default(), 40);
    s.left = 30000;
    assert_ok(sidle_recorder_create(world, &def, &recorder));
    tell_story(plain, 9);
    tell_story(world, 9);
    assert_int_equal(sidle_recorder_end(recorder), SIDLE_ERROR_WRITE);
    assert_true(same_snapshot(plain, world));
    sidle_recorder_destroy(recorder);
    s.left = 3;
    assert_int_equal(sidle_recorder_create(world, &def, &recorder), SIDLE_ERROR_WRITE);
    def.cookie++;
    assert_int_equal(sidle_recorder_create(world, &def, &recorder), SIDLE_ERROR_DEFINITION);
    sidle_world_destroy(plain);
    sidle_world_destroy(world);
}

/* The step of a world without memory changes nothing, and the replay makes none there. */
static void a_step_that_failed_replays(void **state) {
    (void)state;
    purse memory = {0};
    sidle_world_def def = def_with(&memory);
    sidle_world *world;
    assert_ok(sidle_world_create(&def, &world));
    static uint8_t bytes[1 << 16];
    sink s = {.left = sizeof bytes, .to = bytes};
    sidle_recorder_def to_sink = sidle_recorder_def_default();
    sidle_recorder *recorder;
    to_sink.write = take;
    to_sink.context = &s;
    assert_ok(sidle_recorder_create(world, &to_sink, &recorder));
    for (uint32_t k = 0; k < 70; k++)
        assert_ok(sidle_unit_go(world, unit_at(world, 2 + (float)(k % 10) * 3, 2 + (float)(k / 10)),
                                (sidle_vec2){40, 40}));
    memory.limited = true;
    sidle_result result = sidle_world_step(world, TICK);
    memory.limited = false;
    assert_int_equal(result, SIDLE_ERROR_MEMORY);
    for (int k = 0; k < 3; k++) assert_ok(sidle_world_step(world, TICK));
    assert_ok(sidle_recorder_end(recorder));
    assert_ok(replay_bytes(bytes, sizeof bytes - s.left, 0));
    sidle_recorder_destroy(recorder);
    sidle_world_destroy(world);
}

/* A recording whose memory fails is ended; its world is not harmed. */
static void a_recorder_without_memory_ends(void **state) {
    (void)state;
    purse memory = {0};
    sidle_world_def def = def_with(&memory);
    sidle_world *world;
    assert_ok(sidle_world_create(&def, &world));
    sidle_unit_id id = unit_at(world, 3, 3);
    assert_ok(sidle_world_step(world, TICK));
    sidle_recorder *recorder = record_each(world, 0), *second;
    memory.limited = true;
    for (int k = 0; k < 400; k++) {
        assert_ok(sidle_unit_go(world, id, (sidle_vec2){30, 30}));
        assert_ok(sidle_world_step(world, TICK));
    }
    assert_int_equal(sidle_recorder_create(world, &(sidle_recorder_def){0}, &second),
                     SIDLE_ERROR_ARGUMENT);
    assert_int_equal(sidle_recorder_end(recorder), SIDLE_ERROR_MEMORY);
    memory.limited = false;
    sidle_recorder_destroy(recorder);
    sidle_world_destroy(world);
    assert_int_equal(memory.blocks, 0);
    assert_int_equal(memory.in_use, 0);
}

static void a_recorder_gives_all_memory_back(void **state) {
    (void)state;
    purse memory = {0};
    sidle_world_def def = def_with(&memory);
    sidle_world *world = crowd_make(def, 40);
    size_t before = memory.blocks, size;
    sidle_recorder *recorder = record_each(world, 3);
    for (int k = 0; k < 10; k++) crowd_step(world);
    assert_ok(sidle_recorder_end(recorder));
    assert_non_null(sidle_recorder_bytes(recorder, &size));
    assert_true(memory.blocks > before);
    sidle_world_destroy(world);
    sidle_recorder_destroy(recorder);
    assert_int_equal(memory.blocks, 0);
    assert_int_equal(memory.in_use, 0);
}

static void null_pointers_are_refused(void **state) {
    (void)state;
    sidle_replay *replay;
    size_t size = 7;
    char text[4] = "abc";
    sidle_world *world = open_world(8, 8);
    assert_int_equal(sidle_recorder_create(NULL, NULL, NULL), SIDLE_ERROR_ARGUMENT);
    sidle_recorder_def full = sidle_recorder_def_default();
    sidle_recorder *none = NULL;
    assert_int_equal(sidle_recorder_create(NULL, &full, &none), SIDLE_ERROR_ARGUMENT);
    assert_int_equal(sidle_recorder_create(world, NULL, &none), SIDLE_ERROR_ARGUMENT);
    assert_int_equal(sidle_recorder_create(world, &full, NULL), SIDLE_ERROR_ARGUMENT);
    assert_null(none);
    sidle_world_destroy(world);
    assert_int_equal(sidle_recorder_end(NULL), SIDLE_ERROR_ARGUMENT);
    assert_null(sidle_recorder_bytes(NULL, &size));
    assert_int_equal(size, 0);
    sidle_recorder_destroy(NULL);
    assert_int_equal(sidle_replay_create(NULL, NULL, 0, 0, &replay), SIDLE_ERROR_ARGUMENT);
    assert_int_equal(sidle_replay_create(NULL, text, 0, 0, NULL), SIDLE_ERROR_ARGUMENT);
    assert_int_equal(sidle_replay_tick(NULL), SIDLE_ERROR_ARGUMENT);
    assert_true(sidle_replay_over(NULL));
    assert_null(sidle_replay_world(NULL));
    assert_int_equal(sidle_replay_text(NULL, text, sizeof text), 0);
    assert_int_equal(sidle_replay_hash(NULL, NULL), 0);
    sidle_replay_destroy(NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_call_that_changes_a_world_is_recorded),
        cmocka_unit_test(a_call_takes_its_kind_its_words_and_no_more),
        cmocka_unit_test(the_calls_are_those_of_the_headers),
        cmocka_unit_test(a_story_replays_from_any_snapshot),
        cmocka_unit_test(a_replay_starts_at_the_last_snapshot_before_its_tick),
        cmocka_unit_test(a_recorded_world_goes_the_same_way),
        cmocka_unit_test(a_rollback_replays),
        cmocka_unit_test(marches_replay_from_any_snapshot),
        cmocka_unit_test(a_table_of_groups_comes_and_goes_in_a_recording),
        cmocka_unit_test(a_rollback_of_groups_replays),
        cmocka_unit_test(a_second_table_is_recorded_by_what_it_tells),
        cmocka_unit_test(every_flipped_byte_is_found),
        cmocka_unit_test(every_cut_is_found),
        cmocka_unit_test(a_forged_recording_is_found_or_harmless),
        cmocka_unit_test(a_tampered_order_is_told_with_its_tick),
        cmocka_unit_test(a_tampered_order_of_a_group_is_told),
        cmocka_unit_test(a_snapshot_of_another_world_is_told_by_unit_and_field),
        cmocka_unit_test(a_full_disk_ends_the_recording_and_not_the_game),
        cmocka_unit_test(a_step_that_failed_replays),
        cmocka_unit_test(a_recorder_without_memory_ends),
        cmocka_unit_test(a_recorder_gives_all_memory_back),
        cmocka_unit_test(null_pointers_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
