/* Where the members of a group face once they have arrived. */
#include "group_field.h"

/* rad, between the heading of the unit and a direction of length 1. */
static float angle_off(const field *f, uint32_t k, sidle_vec2 facing) {
    sidle_vec2 h = state_of(f->world, f->ids[k]).heading;
    return fabsf(atan2f(h.x * facing.y - h.y * facing.x, h.x * facing.x + h.y * facing.y));
}

static sidle_profile_id slow_turner(field *f, float turn_rate) {
    sidle_profile p = sidle_profile_default();
    p.turn_rate = turn_rate;
    return profile_in(f->world, &p);
}

/* Each at its own rate, on the spot, and the group is over when all face there. */
TEST(arrived_units_turn_by_their_own_rate) {
    enum { NORTH = 3 };
    const float rates[NORTH] = {30, 90, 720}, ways[][2] = {{0, -1}, {0, 1}, {-1, 0}, {-3, 0.1f}};
    for (int round = 0; round < 4; round++) {
        field f = field_of(open_world(64, 64));
        for (uint32_t k = 0; k < NORTH; k++)
            add(&f, slow_turner(&f, rates[k]), 10, 30 + 2 * (float)k);
        sidle_formation formation = sidle_formation_default();
        formation.heading = (sidle_vec2){ways[round][0], ways[round][1]};
        formation.march = round % 2;
        float length = hypotf(formation.heading.x, formation.heading.y);
        sidle_vec2 facing = {formation.heading.x / length, formation.heading.y / length};
        sidle_group_id group = go_as(&f, 0, NORTH, (sidle_vec2){32, 32}, &formation);
        int turns[NORTH] = {0};
        bool over = false;
        for (int ticks = 0; !over; ticks++) {
            sidle_unit_state before[NORTH];
            assert_true(ticks < 40 * 30);
            for (uint32_t k = 0; k < NORTH; k++) before[k] = state_of(f.world, f.ids[k]);
            tick(&f);
            over = told(&f, SIDLE_GROUP_EVENT_ARRIVED, group);
            for (uint32_t k = 0; k < NORTH; k++) {
                sidle_unit_state now = state_of(f.world, f.ids[k]);
                if (!before[k].arrived) continue;
                assert_true(now.position.x == before[k].position.x);
                assert_true(now.position.y == before[k].position.y);
                float turned = angle_off(&f, k, before[k].heading), most = rates[k] / 30;
                assert_true(turned <= most * 0.017453293f * 1.001f);
                turns[k] += turned > 0;
                if (over) assert_true(angle_off(&f, k, facing) < 1e-3f);
            }
        }
        assert_true(turns[0] > turns[1] && turns[1] > turns[2] && turns[2] > 0);
        assert_false(sidle_group_valid(f.groups, group));
        field_end(&f);
    }
}

TEST(without_a_word_of_the_host_they_face_along_the_way) {
    field f = field_of(open_world(64, 64));
    for (uint32_t k = 0; k < 9; k++) add(&f, kind(&f, 0.5f, 2), 10, 12 + 5 * (float)k);
    sidle_formation formation = sidle_formation_default();
    formation.march = false; /* so that they come from all sides */
    sidle_group_id group = go_as(&f, 0, 9, (sidle_vec2){40, 32}, &formation);
    await(&f, SIDLE_GROUP_EVENT_ARRIVED, group, 60);
    march(&f, 1);
    for (uint32_t k = 0; k < 9; k++) assert_true(angle_off(&f, k, (sidle_vec2){1, 0}) < 1e-3f);
    field_end(&f);
}

TEST(as_they_stand_each_faces_the_way_it_came) {
    enum { COUNT = 9 };
    field f = field_of(open_world(64, 64));
    add_box(&f, kind(&f, 0.5f, 2), COUNT, 3, 10, 30, 1.5f);
    sidle_formation formation = sidle_formation_default();
    formation.shape = SIDLE_SHAPE_STANDING;
    formation.heading = (sidle_vec2){0, -1};
    sidle_group_id group = go_as(&f, 0, COUNT, (sidle_vec2){40, 38}, &formation);
    while (sidle_group_valid(f.groups, group)) tick(&f);
    march(&f, 2);
    for (uint32_t k = 0; k < COUNT; k++) {
        sidle_unit_state s = state_of(f.world, f.ids[k]);
        assert_true(s.arrived && s.heading.x > 0.9f); /* the way is 30 u by 8 u */
    }
    field_end(&f);
}

TEST(where_the_group_stays_they_turn_as_the_host_says) {
    const sidle_vec2 ways[] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
    for (int way = 0; way < 4; way++) {
        field f = field_of(open_world(64, 64));
        add(&f, kind(&f, 0.5f, 2), 30, 30);
        sidle_formation formation = sidle_formation_default();
        formation.heading = ways[way];
        const sidle_vec2 away = {-ways[way].x, -ways[way].y};
        assert_ok(sidle_unit_face(f.world, f.ids[0], away));
        for (int k = 0; k < 60; k++) assert_ok(sidle_world_step(f.world, TICK));
        assert_true(angle_off(&f, 0, away) < 1e-3f);
        sidle_group_id group = go_as(&f, 0, 1, (sidle_vec2){30, 30}, &formation);
        await(&f, SIDLE_GROUP_EVENT_ARRIVED, group, 10);
        assert_true(angle_off(&f, 0, ways[way]) < 1e-3f);
        field_end(&f);
    }
}

/* One that is stunned keeps its heading, and nobody waits for it. */
TEST(one_that_is_stunned_does_not_turn) {
    field f = field_of(open_world(64, 64));
    for (uint32_t k = 0; k < 2; k++) add(&f, slow_turner(&f, 20), 10, 30 + 2 * (float)k);
    sidle_formation formation = sidle_formation_default();
    formation.heading = (sidle_vec2){0, -1};
    sidle_group_id group = go_as(&f, 0, 2, (sidle_vec2){30, 31}, &formation);
    while (!state_of(f.world, f.ids[0]).arrived || !state_of(f.world, f.ids[1]).arrived) tick(&f);
    assert_ok(sidle_unit_set_speed_factor(f.world, f.ids[0], 0));
    sidle_vec2 kept = state_of(f.world, f.ids[0]).heading;
    await(&f, SIDLE_GROUP_EVENT_ARRIVED, group, 10);
    assert_true(angle_off(&f, 0, kept) == 0);
    assert_true(angle_off(&f, 0, formation.heading) > 0.5f);
    assert_true(angle_off(&f, 1, formation.heading) < 1e-3f);
    field_end(&f);
}

TESTS_OF(group_facing)
