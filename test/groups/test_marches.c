/* How a group marches: at one pace, through gaps, past other groups, along paths, and with members
 * that come and go. */
#include "group_field.h"
#include "measures.h"

/* ---- marching ---- */

/* A box of 5 x 5 with top speeds from 1.5 to 3 u/s. */
static void add_mixed_box(field *f, float x, float y) {
    for (uint32_t k = 0; k < 25; k++) {
        sidle_profile_id profile = kind(f, 0.5f, 1.5f + 1.5f * (float)(k * 7 % 25) / 24);
        add(f, profile, x + 1.5f * (float)(k % 5), y + 1.5f * (float)(k / 5));
    }
}

/* Runs until all rest; s from the first arrival to the last. */
static float spread_of_arrivals(field *f, float seconds) {
    int first = -1, last = 0;
    for (int k = 0; k < (int)(seconds * 30); k++) {
        uint32_t resting = 0;
        tick(f);
        for (uint32_t n = 0; n < f->count; n++) resting += state_of(f->world, f->ids[n]).arrived;
        if (resting && first < 0) first = k;
        last = k;
        if (resting == f->count) return (float)(last - first) / 30;
    }
    fail_msg("not all arrived within %g s", (double)seconds);
    return 0;
}

TEST(a_box_of_mixed_speeds_keeps_its_shape) {
    field f = field_of(open_world(96, 32));
    add_mixed_box(&f, 8, 12);
    sidle_group_id group = go_all(&f, 71, 15);
    float worst = 0;
    while (group_of(&f, group).marching) {
        tick(&f);
        if (!sidle_group_valid(f.groups, group)) break;
        sidle_group_state s = group_of(&f, group);
        if (s.marching) worst = fmaxf(worst, s.off_most);
    }
    assert_true(worst > 0 && worst <= 0.3f);
    assert_true(spread_of_arrivals(&f, 10) <= 2);
    await(&f, SIDLE_GROUP_EVENT_ARRIVED, group, 1);
    assert_false(sidle_group_valid(f.groups, group)); /* over with its arrival */
    field_end(&f);
}

TEST(through_a_gap_it_narrows_and_forms_again) {
    sidle_world *world = open_world(96, 40);
    wall_with_door(world, 45, 4, 18, 3, SIDLE_TERRAIN_VOID);
    field f = field_of(world);
    add_mixed_box(&f, 12, 16);
    sidle_group_id group = go_all(&f, 75, 19.5f);
    await(&f, SIDLE_GROUP_EVENT_BROKEN, group, 30);
    assert_in_range(group_of(&f, group).abreast, 1, 2);
    int ticks = 0;
    while (group_of(&f, group).abreast) {
        tick(&f);
        assert_true(++ticks < 30 * 30);
    }
    assert_true(await(&f, SIDLE_GROUP_EVENT_FORMED, group, 15) <= 15);
    assert_true(spread_of_arrivals(&f, 60) <= 2);
    field_end(&f);
}

TEST(four_groups_cross_and_keep_their_shapes) {
    field f = field_of(open_world(100, 100));
    const sidle_vec2 from[] = {{20, 50}, {80, 50}, {50, 20}, {50, 80}};
    sidle_profile_id profile = kind(&f, 0.5f, 2);
    sidle_group_id groups[4];
    float worst = 0;
    for (int k = 0; k < 4; k++) {
        add_box(&f, profile, 50, 8, from[k].x - 5.25f, from[k].y - 4.5f, 1.5f);
        groups[k] = go_some(&f, 50 * (uint32_t)k, 50, 100 - from[k].x, 100 - from[k].y);
    }
    for (int k = 0; k < 4; k++) /* their last rows turn round to face the way */
        while (!group_of(&f, groups[k]).formed) tick(&f);
    for (int ticks = 0;; ticks++) {
        bool any = false;
        tick(&f);
        assert_true(ticks < 120 * 30);
        for (int k = 0; k < 4; k++) {
            if (!sidle_group_valid(f.groups, groups[k])) continue;
            sidle_group_state s = group_of(&f, groups[k]);
            any = true;
            if (s.marching) worst = fmaxf(worst, s.off_most);
            assert_int_equal(s.following, 0);
        }
        if (!any) break;
    }
    assert_true(worst <= 1.5f);
    field_end(&f);
}

TEST(a_path_and_a_flow_field_lead_round_a_wall) {
    for (int flows = 0; flows < 2; flows++) {
        sidle_world *world = open_world(64, 64);
        assert_ok(sidle_world_set_cells(world, 30, 0, 4, 44, SIDLE_TERRAIN_VOID));
        field f = field_of(world);
        add_box(&f, kind(&f, 0.5f, 2), 9, 3, 12, 20, 1.5f);
        sidle_group_id group = go_all(&f, 52, 20);
        await(&f, SIDLE_GROUP_EVENT_PATH_WANTED, group, 1);
        static uint32_t next[64 * 64];
        for (uint32_t y = 0; y < 64; y++)
            for (uint32_t x = 0; x < 64; x++) {
                uint32_t cell = y * 64 + x;
                bool left = x < 36;
                next[cell] = left && y < 50                ? cell + 64
                             : x < 52 && (left || y == 20) ? cell + 1
                             : y > 20                      ? cell - 64
                                                           : cell;
            }
        const sidle_flow flow = {next, 8};
        const sidle_vec2 path[] = {{28, 50}, {36, 50}};
        if (flows)
            assert_ok(sidle_group_set_flow(f.groups, group, &flow));
        else
            assert_ok(sidle_group_set_path(f.groups, group, path, 2));
        await(&f, SIDLE_GROUP_EVENT_ARRIVED, group, 90);
        field_end(&f);
    }
}

static sidle_vec2 point_told(const field *f, sidle_group_event_type type) {
    uint32_t count;
    const sidle_group_event *e = sidle_groups_events(f->groups, &count);
    for (uint32_t k = 0; k < count; k++)
        if (e[k].type == type) return e[k].point;
    fail_msg("event %d was not told", (int)type);
    return (sidle_vec2){0, 0};
}

TEST(events_have_the_anchor_on_the_way_and_the_goal_at_its_end) {
    field f = field_of(open_world(64, 64));
    add_box(&f, kind(&f, 0.5f, 2), 9, 3, 12, 30, 2.5f);
    const sidle_vec2 goal = {52, 32};
    sidle_group_id group = go_all(&f, goal.x, goal.y);
    await(&f, SIDLE_GROUP_EVENT_FORMED, group, 30);
    sidle_vec2 anchor = group_of(&f, group).anchor;
    assert_true(anchor.x < goal.x - 1);
    sidle_vec2 formed = point_told(&f, SIDLE_GROUP_EVENT_FORMED);
    assert_true(formed.x == anchor.x && formed.y == anchor.y);
    await(&f, SIDLE_GROUP_EVENT_ARRIVED, group, 60);
    sidle_vec2 arrived = point_told(&f, SIDLE_GROUP_EVENT_ARRIVED);
    assert_true(arrived.x == goal.x && arrived.y == goal.y);
    field_end(&f);
}

TEST(a_patrol_goes_round_and_tells_its_points) {
    field f = field_of(open_world(64, 64));
    add_box(&f, kind(&f, 0.5f, 3), 9, 3, 10, 10, 1.5f);
    const sidle_vec2 points[] = {{40, 12}, {40, 40}, {12, 40}};
    sidle_formation formation = sidle_formation_default();
    sidle_group_id group;
    assert_ok(sidle_group_patrol(f.groups, f.ids, f.count, points, 3, &formation, &group));
    for (int round = 0; round < 4; round++) {
        await(&f, SIDLE_GROUP_EVENT_WAYPOINT, group, 30);
        sidle_vec2 told = point_told(&f, SIDLE_GROUP_EVENT_WAYPOINT);
        assert_true(told.x == points[round % 3].x && told.y == points[round % 3].y);
    }
    assert_int_equal(group_of(&f, group).count, 9);
    field_end(&f);
}

TEST(a_group_approaches_a_target_that_moves) {
    field f = field_of(open_world(96, 64));
    sidle_unit_id prey = unit_of(f.world, kind(&f, 0.5f, 1), 40, 20);
    add_box(&f, kind(&f, 0.5f, 3), 9, 3, 10, 10, 1.5f);
    assert_ok(sidle_unit_go(f.world, prey, (sidle_vec2){60, 50}));
    sidle_formation formation = sidle_formation_default();
    sidle_group_id group;
    const sidle_range range = {.most = 6};
    assert_ok(sidle_group_approach(f.groups, f.ids, f.count, prey, &range, &formation, &group));
    await(&f, SIDLE_GROUP_EVENT_ARRIVED, group, 90);
    for (uint32_t k = 0; k < f.count; k++) {
        sidle_vec2 at = state_of(f.world, f.ids[k]).position;
        assert_true(distance(at, state_of(f.world, prey).position) <= 7.2f);
    }
    assert_true(sidle_group_valid(f.groups, group));
    assert_ok(sidle_unit_destroy(f.world, prey));
    await(&f, SIDLE_GROUP_EVENT_TARGET_LOST, group, 1);
    assert_false(sidle_group_valid(f.groups, group));
    assert_ok(sidle_group_approach_point(f.groups, f.ids, f.count, (sidle_vec2){20, 50}, &range,
                                         &formation, &group));
    await(&f, SIDLE_GROUP_EVENT_ARRIVED, group, 60);
    assert_false(sidle_group_valid(f.groups, group));
    field_end(&f);
}

/* ---- what happens to a group ---- */

TEST(under_fire_and_reinforced_it_marches_on) {
    field f = field_of(open_world(96, 48));
    sidle_profile_id profile = kind(&f, 0.5f, 2);
    add_box(&f, profile, 30, 5, 10, 20, 1.5f);
    sidle_group_id group = go_some(&f, 0, 25, 70, 24);
    march(&f, 4);
    for (uint32_t k = 0; k < 12; k++) {
        assert_ok(sidle_unit_destroy(f.world, f.ids[2 * k]));
        march(&f, 0.2f);
    }
    assert_int_equal(group_of(&f, group).count, 13);
    assert_ok(sidle_group_join(f.groups, group, f.ids + 25, 5));
    assert_int_equal(group_of(&f, group).count, 18);
    march(&f, 10);
    sidle_group_state s = group_of(&f, group);
    assert_true(s.formed && s.following == 0);
    await(&f, SIDLE_GROUP_EVENT_ARRIVED, group, 60);
    field_end(&f);
}

TEST(the_last_order_wins) {
    field f = field_of(open_world(96, 48));
    add_box(&f, kind(&f, 0.5f, 2), 20, 5, 10, 20, 1.5f);
    sidle_group_id first = go_all(&f, 70, 24);
    sidle_member_state m;
    march(&f, 3);
    /* Ten split off, one gets an order of its own, one is stopped, one leaves. */
    sidle_group_id second = go_some(&f, 0, 10, 60, 10);
    assert_int_equal(group_of(&f, first).count, 10);
    assert_ok(sidle_unit_go(f.world, f.ids[19], (sidle_vec2){5, 5}));
    assert_ok(sidle_unit_stop(f.world, f.ids[18]));
    assert_ok(sidle_group_leave(f.groups, f.ids[17]));
    march(&f, 1);
    assert_int_equal(group_of(&f, first).count, 7);
    for (uint32_t k = 17; k < 20; k++)
        assert_int_equal(sidle_group_member(f.groups, f.ids[k], &m), SIDLE_ERROR_NO_ORDER);
    assert_ok(sidle_group_member(f.groups, f.ids[0], &m));
    assert_true(m.group.slot == second.slot && m.member == SIDLE_MEMBER_MARCHES);
    /* All others leave too. */
    for (uint32_t k = 10; k < 17; k++) assert_ok(sidle_unit_stop(f.world, f.ids[k]));
    await(&f, SIDLE_GROUP_EVENT_EMPTY, first, 1);
    assert_false(sidle_group_valid(f.groups, first));
    await(&f, SIDLE_GROUP_EVENT_ARRIVED, second, 60);
    field_end(&f);
}

TEST(a_stowed_unit_comes_after) {
    field f = field_of(open_world(96, 48));
    add_box(&f, kind(&f, 0.5f, 3), 9, 3, 10, 20, 1.5f);
    sidle_group_id group = go_all(&f, 70, 24);
    march(&f, 2);
    assert_ok(sidle_unit_stow(f.world, f.ids[4], SIDLE_PURSUERS_LOSE));
    march(&f, 2);
    assert_int_equal(member_of(&f, f.ids[4]), SIDLE_MEMBER_STOWED);
    assert_ok(sidle_unit_unstow(f.world, f.ids[4], (sidle_vec2){10, 40}));
    march(&f, 0.1f);
    assert_int_equal(member_of(&f, f.ids[4]), SIDLE_MEMBER_FOLLOWS);
    await(&f, SIDLE_GROUP_EVENT_ARRIVED, group, 60);
    assert_true(state_of(f.world, f.ids[4]).arrived);
    field_end(&f);
}

/* A unit that cannot move holds the others up, is cut off, and they go on. */
TEST(a_unit_that_stays_behind_is_cut_off) {
    field f = field_of(open_world(96, 48));
    add_box(&f, kind(&f, 0.5f, 2), 9, 3, 10, 20, 1.5f);
    sidle_group_id group = go_all(&f, 60, 22);
    march(&f, 2);
    assert_ok(sidle_unit_set_speed_factor(f.world, f.ids[0], 0));
    march(&f, 3);
    float waited = group_of(&f, group).speed;
    assert_true(waited < 0.5f);
    march(&f, 15);
    assert_int_equal(member_of(&f, f.ids[0]), SIDLE_MEMBER_FOLLOWS);
    sidle_unit_state behind = state_of(f.world, f.ids[0]); /* nobody leads it any more */
    assert_true(behind.waypoint.x == behind.goal.x && behind.waypoint.y == behind.goal.y);
    assert_true(group_of(&f, group).speed > 1.5f);
    assert_ok(sidle_unit_set_speed_factor(f.world, f.ids[0], 1));
    await(&f, SIDLE_GROUP_EVENT_ARRIVED, group, 90);
    assert_true(state_of(f.world, f.ids[0]).arrived);
    field_end(&f);
}

TESTS_OF(marches)
