/* Which version runs, and hosts that were compiled against another one. */
#include "support.h"

TEST(versions_agree) {
    char text[32];
    snprintf(text, sizeof text, "%d.%d.%d", SIDLE_VERSION_MAJOR, SIDLE_VERSION_MINOR,
             SIDLE_VERSION_PATCH);
    assert_string_equal(text, SIDLE_VERSION);
    assert_string_equal(text, BUILD_VERSION);
    assert_int_equal(sidle_version(), SIDLE_VERSION_NUMBER);
}

/* Nothing but the cookie may be written where the host's definition may be smaller. */
#define ASSERT_COOKIE_ALONE(type, fill, def, ...)                                                  \
    do {                                                                                           \
        type before;                                                                               \
        memset(&before, 0x5a, sizeof before);                                                      \
        memcpy(&def, &before, sizeof def);                                                         \
        fill(&def, SIDLE_LAYOUT(type) + 8, ##__VA_ARGS__);                                         \
        assert_int_equal(def.cookie, 0); /* no layout has it */                                    \
        before.cookie = 0;                                                                         \
        assert_memory_equal(&def, &before, sizeof def);                                            \
    } while (0)

TEST(a_world_of_another_layout_is_refused) {
    sidle_world_def def;
    ASSERT_COOKIE_ALONE(sidle_world_def, sidle_world_def_fill, def);
    uint32_t refused = def.cookie;
    def = sidle_world_def_default();
    def.cookie = refused;
    sidle_world *world;
    assert_int_equal(sidle_world_create(&def, &world), SIDLE_ERROR_DEFINITION);
    assert_null(world);
}

TEST(a_unit_of_another_layout_is_refused) {
    sidle_world *world = open_world(20, 20);
    sidle_unit_def def;
    ASSERT_COOKIE_ALONE(sidle_unit_def, sidle_unit_def_fill, def);
    uint32_t refused = def.cookie;
    def = sidle_unit_def_default();
    def.position = (sidle_vec2){10, 10};
    sidle_unit_id id;
    assert_int_equal(sidle_unit_create(world, &def, &id), SIDLE_OK);
    def.cookie = refused;
    assert_int_equal(sidle_unit_create(world, &def, &id), SIDLE_ERROR_DEFINITION);
    sidle_world_destroy(world);
}

TEST(a_profile_of_another_layout_is_refused) {
    sidle_profile profile;
    ASSERT_COOKIE_ALONE(sidle_profile, sidle_profile_fill, profile, 1, 2);
    uint32_t refused = profile.cookie;
    profile = sidle_profile_default();
    assert_int_equal(sidle_profile_check(&profile, NULL, NULL), SIDLE_OK);
    profile.cookie = refused;
    assert_int_equal(sidle_profile_check(&profile, NULL, NULL), SIDLE_ERROR_DEFINITION);
}

TEST(a_null_definition_is_not_filled) {
    sidle_world_def_fill(NULL, SIDLE_LAYOUT(sidle_world_def));
    sidle_unit_def_fill(NULL, SIDLE_LAYOUT(sidle_unit_def));
    sidle_profile_fill(NULL, SIDLE_LAYOUT(sidle_profile), 1, 2);
    sidle_formation_fill(NULL, SIDLE_LAYOUT(sidle_formation));
    sidle_recorder_def_fill(NULL, SIDLE_LAYOUT(sidle_recorder_def));
}

TEST(others_of_another_layout_are_refused) {
    sidle_recorder_def def;
    ASSERT_COOKIE_ALONE(sidle_recorder_def, sidle_recorder_def_fill, def);
    sidle_world *world = open_world(20, 20);
    sidle_recorder *recorder;
    def = sidle_recorder_def_default();
    def.cookie = 0;
    assert_int_equal(sidle_recorder_create(world, &def, &recorder), SIDLE_ERROR_DEFINITION);
    sidle_world_destroy(world);
}

/* The size is in the cookie itself, so that one kept from another layout does not pass either. */
TEST(cookies_tell_layouts_apart) {
    uint32_t same = sidle_world_def_default().cookie ^ SIDLE_LAYOUT(sidle_world_def);
    sidle_world_def def = sidle_world_def_default();
    def.cookie = same ^ (SIDLE_LAYOUT(sidle_world_def) - 8);
    sidle_world *world;
    assert_int_equal(sidle_world_create(&def, &world), SIDLE_ERROR_DEFINITION);
    def.cookie = same ^ SIDLE_LAYOUT(sidle_world_def);
    assert_int_equal(sidle_world_create(&def, &world), SIDLE_OK);
    sidle_world_destroy(world);
}

TESTS_OF(version)
