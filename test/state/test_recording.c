/* Recordings replay to the same bits from any of their snapshots; a recording that fails harms no
 * world. */
#include "crowd.h"
#include "group_story.h"
#include "purse.h"
#include "recordings.h"
#include "story.h"

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

/* To record a world changes nothing of it. */
TEST(a_story_is_recorded_and_replays_from_any_snapshot) {
    for (uint32_t seed = 1; seed <= 3; seed++) {
        sidle_world *plain = crowd_make(sidle_world_def_default(), 120);
        sidle_world *world = crowd_make(sidle_world_def_default(), 120);
        sidle_recorder *recorder = record_each(world, 50);
        tell_story(plain, seed);
        tell_story(world, seed);
        assert_true(same_snapshot(plain, world));
        uint64_t first = sidle_world_tick(world) - STORY_TICKS;
        sidle_world_destroy(world); /* ends the recording */
        replays(recorder, 0);
        replays(recorder, first + 99);
        replays(recorder, first + 100);
        replays(recorder, UINT64_MAX);
        sidle_recorder_destroy(recorder);
        sidle_world_destroy(plain);
    }
}

/* Calls with lists as long as a map, or a path of a thousand points. */
TEST(long_lists_replay) {
    enum { SIDE = 64 };
    static sidle_cell cells[SIDE * SIDE / 2];
    static sidle_vec2 way[1000];
    sidle_world *world = open_world(SIDE, SIDE);
    sidle_unit_id id = unit_at(world, 3, 3);
    sidle_recorder *recorder = record_each(world, 0);
    for (uint32_t k = 0; k < SIDE * SIDE / 2; k++)
        cells[k] = (sidle_cell){k % SIDE, SIDE / 2 + k / SIDE, SIDLE_TERRAIN_TREES};
    for (int k = 0; k < 1000; k++) way[k] = (sidle_vec2){3 + 0.05f * (float)k, 3};
    assert_ok(sidle_world_set_cell_list(world, cells, SIDE * SIDE / 2));
    assert_ok(sidle_unit_go(world, id, (sidle_vec2){60, 3}));
    assert_ok(sidle_unit_set_path(world, id, way, 1000));
    run(world, 1);
    sidle_world_destroy(world);
    replays(recorder, 0);
    sidle_recorder_destroy(recorder);
}

TEST(a_replay_starts_at_the_last_snapshot_before_its_tick) {
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

TEST(marches_replay_from_any_snapshot) {
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
TEST(a_table_of_groups_comes_and_goes_in_a_recording) {
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
TEST(a_rollback_of_groups_replays) {
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
TEST(a_second_table_is_recorded_by_what_it_tells) {
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

TEST(a_full_disk_ends_the_recording_and_not_the_game) {
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
TEST(a_step_that_failed_replays) {
    purse memory = {0};
    sidle_world_def def = def_with(&memory);
    sidle_world *world = world_from(&def);
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
TEST(a_recorder_without_memory_ends) {
    purse memory = {0};
    sidle_world_def def = def_with(&memory);
    sidle_world *world = world_from(&def);
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

/* Neither is a replay without memory: it says so, and gives back what it had. */
TEST(a_replay_without_memory_ends) {
    troops f = troops_make(40);
    dice d = {5};
    size_t size;
    sidle_recorder *recorder = record_each(f.world, 0);
    tell_troops(&f, &d, 40);
    assert_ok(sidle_recorder_end(recorder));
    const void *bytes = sidle_recorder_bytes(recorder, &size);
    uint32_t ended = 0;
    for (int n = 1; n < 200; n += 3) {
        purse memory = {0};
        sidle_world_def def = def_with(&memory);
        sidle_replay *replay;
        assert_ok(sidle_replay_create(&def, bytes, size, 0, &replay));
        for (int k = 0; k < n; k++) assert_ok(sidle_replay_tick(replay));
        memory.limited = true;
        sidle_result result = replay_to_end(replay);
        assert_true(!result || result == SIDLE_ERROR_MEMORY);
        ended += result != SIDLE_OK;
        sidle_replay_destroy(replay);
        assert_int_equal(memory.blocks, 0);
    }
    print_message("%u replays ended without memory\n", ended);
    assert_true(ended > 50);
    sidle_recorder_destroy(recorder);
    troops_end(&f);
}

TEST(null_pointers_are_refused) {
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

TESTS_OF(recording)
