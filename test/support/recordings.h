/* What the tests of recordings share: worlds that are recorded, and replays of them. */
#ifndef SIDLE_TEST_RECORDINGS_H
#define SIDLE_TEST_RECORDINGS_H

#include "purse.h"
#include "saved.h"

static inline sidle_recorder *record_each(sidle_world *world, uint32_t snapshot_ticks) {
    sidle_recorder_def def = sidle_recorder_def_default();
    sidle_recorder *recorder;
    def.snapshot_ticks = snapshot_ticks;
    assert_ok(sidle_recorder_create(world, &def, &recorder));
    return recorder;
}

/* Replays to the end, or to the first fault; the text must tell of a fault, and of nothing else. */
static inline sidle_result replay_to_end(sidle_replay *replay) {
    sidle_result result = SIDLE_OK;
    char text[300];
    while (!result && !sidle_replay_over(replay)) result = sidle_replay_tick(replay);
    size_t length = sidle_replay_text(replay, text, sizeof text);
    assert_int_equal(length, strlen(text));
    assert_true(!length == !result);
    assert_null(sidle_world_validate(sidle_replay_world(replay)));
    return result;
}

static inline sidle_result replay_bytes(const void *bytes, size_t size, uint64_t from) {
    purse memory = {0};
    sidle_world_def def = def_with(&memory);
    sidle_replay *replay;
    sidle_result result = sidle_replay_create(&def, bytes, size, from, &replay);
    if (!result) result = replay_to_end(replay);
    sidle_replay_destroy(replay);
    assert_int_equal(memory.blocks, 0);
    return result;
}

/* Ends the recording, and replays it from this tick on. */
static inline void replays(sidle_recorder *recorder, uint64_t from) {
    size_t size;
    assert_ok(sidle_recorder_end(recorder));
    const void *bytes = sidle_recorder_bytes(recorder, &size);
    assert_ok(replay_bytes(bytes, size, from));
}

/* Is all that a world keeps the same, also what no hash has, such as the host's number? */
static inline bool same_snapshot(const sidle_world *a, const sidle_world *b) {
    saved of_a = save(a), of_b = save(b);
    bool same = of_a.size == of_b.size && !memcmp(of_a.bytes, of_b.bytes, of_a.size);
    free(of_a.bytes);
    free(of_b.bytes);
    return same;
}

/* A world with two units, a profile of the host's, and room. */
typedef struct stage {
    sidle_world *world;
    sidle_unit_id a, b;
    sidle_profile_id profile;
} stage;

static inline stage stage_make(void) {
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

#endif
