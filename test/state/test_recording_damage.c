/* Damage of a recording is found: by its sums, or by the tick at which the replay diverges. */
#include "group_story.h"
#include "internals.h"
#include "recordings.h"

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
    const sidle_vec2 points[] = {{12, 3}, {13, 12}, {3, 13}};
    const sidle_range range = {3, 1, 0};
    const sidle_cell tree = {1, 1, SIDLE_TERRAIN_TREES};
    sidle_profile profile = sidle_profile_default();
    profile.top_speed = 1.25f;
    profile.ladder[1] = SIDLE_STEP_PUSH;
    sidle_recorder *recorder = record_each(s.world, 4);
    for (int k = 0; k < 9; k++) {
        if (k == 1) assert_ok(sidle_unit_patrol(s.world, s.a, points, 3));
        if (k == 2) assert_ok(sidle_profile_add(s.world, &profile, &s.profile));
        if (k == 3) unit_of(s.world, s.profile, points[0].x, points[0].y);
        if (k == 4) assert_ok(sidle_world_set_cell_list(s.world, &tree, 1));
        if (k == 5) assert_ok(sidle_unit_approach(s.world, s.a, s.b, &range));
        if (k == 6) assert_ok(sidle_unit_set_path(s.world, s.b, points, 2));
        assert_ok(sidle_world_step(s.world, TICK));
    }
    file f = file_of(recorder);
    sidle_world_destroy(s.world);
    return f;
}

TEST(every_flipped_byte_is_found) {
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

TEST(every_cut_is_found) {
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

TEST(a_forged_recording_is_found_or_harmless) {
    forge_each_byte(small_recording(), 7);
    forge_each_byte(recording_of_groups(), 8);
}

/* The first goal like this in the recording gets another value in one byte, with sums that fit.
 * What the replay says has these words. */
static void expect_words(file f, const uint8_t goal[8], size_t byte, uint8_t value,
                         const char *words) {
    size_t at = 0;
    char text[300];
    while (at + 8 < f.size && memcmp(f.bytes + at, goal, 8) != 0) at++;
    assert_true(at + 8 < f.size);
    f.bytes[at + byte] = value;
    inside_seal_recording(f.bytes, f.size);
    sidle_replay *replay;
    assert_ok(sidle_replay_create(NULL, f.bytes, f.size, 0, &replay));
    assert_int_equal(replay_to_end(replay), SIDLE_ERROR_DIFFERS);
    sidle_replay_text(replay, text, sizeof text);
    if (!strstr(text, words)) fail_msg("'%s' is not in '%s'", words, text);
    sidle_replay_destroy(replay);
    free(f.bytes);
}

TEST(a_tampered_order_is_told_with_its_tick) {
    const uint8_t of_group[] = {0, 0, 0xa0, 0x41, 0, 0, 0x80, 0x40}; /* 20,4 */
    const uint8_t of_unit[] = {0, 0, 0x40, 0x41, 0, 0, 0x80, 0x3f};  /* 12,1 */
    expect_words(recording_of_groups(), of_group, 2, 0x90, "tick 2");
    sidle_world *world = open_world(16, 16);
    sidle_unit_id id = unit_at(world, 3, 3);
    sidle_recorder *recorder = record_each(world, 0);
    for (int k = 0; k < 12; k++) {
        if (k == 7) assert_ok(sidle_unit_go(world, id, (sidle_vec2){12, 1}));
        assert_ok(sidle_world_step(world, TICK));
    }
    expect_words(file_of(recorder), of_unit, 7, 0x40, "tick 8: the hash is ");
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
TEST(a_snapshot_of_another_world_is_told_by_unit_and_field) {
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

TESTS_OF(recording_damage)
