/* Orders that end, or rest, in a range: no farther, no nearer, and in sight if the host wants that.
 * Approach has it from the start; to the other orders the host adds it. */
#include "measures.h"

/* Steps until the unit rests; it must not lose more speed in a tick than its brakes allow, but for
 * the last one: so near to its place it stops within four of them. */
static void run_until_it_rests(sidle_world *world, sidle_unit_id id, float seconds) {
    float before = speed_of(world, id);
    for (int k = 0; k < (int)(seconds * 30); k++) {
        step_valid(world);
        float now = speed_of(world, id);
        bool rests = !state_of(world, id).under_way;
        assert_true(before - now <= (rests ? 4.0f : 1.0f) * 8 * TICK * 1.001f);
        before = now;
        if (rests) return;
    }
    fail_msg("unit %u still drives after %g s", id.slot, (double)seconds);
}

/* ---- a point ---- */

/* By an approach, and by a go to which the range is added on the way. */
TEST(a_unit_stops_in_range_of_a_point) {
    const float most[] = {0, 0.5f, 3, 7};
    for (int k = 0; k < 8; k++) {
        sidle_world *world = open_world(32, 16);
        sidle_unit_id id = unit_at(world, 4, 8);
        const sidle_vec2 point = {24, 8};
        const sidle_range range = {.most = most[k / 2]};
        assert_ok(k % 2 ? sidle_unit_go(world, id, point)
                        : sidle_unit_approach_point(world, id, point, &range));
        if (k % 2) run_valid(world, 1);
        if (k % 2) assert_ok(sidle_unit_set_range(world, id, &range));
        assert_int_equal(state_of(world, id).order, SIDLE_ORDER_APPROACH_POINT);
        run_until_it_rests(world, id, 15);
        assert_non_null(event_of(world, SIDLE_EVENT_ARRIVED, id));
        sidle_unit_state s = state_of(world, id);
        assert_true(s.arrived);
        assert_int_equal(s.order, SIDLE_ORDER_NONE);
        float away = gap_to(world, id, point);
        assert_true(away <= fmaxf(range.most, 0.05f) && away >= range.most - 0.12f);
        run_valid(world, 2);
        sidle_vec2 at = state_of(world, id).position;
        assert_memory_equal(&at, &s.position, sizeof at);
        sidle_world_destroy(world);
    }
}

/* "No farther than most, and no nearer than least": both ends of a range belong to it. */
TEST(a_unit_at_either_end_of_its_range_is_there) {
    const sidle_range range = {.most = 3, .least = 1};
    const float gaps[] = {range.most, range.least};
    for (int k = 0; k < 2; k++) {
        sidle_world *world = open_world(32, 16);
        sidle_unit_id id = unit_at(world, 4, 8), hunter = unit_at(world, 4, 4);
        sidle_unit_id target = unit_at(world, 4 + 0.5f + gaps[k] + 0.5f, 4);
        assert_ok(
            sidle_unit_approach_point(world, id, (sidle_vec2){4 + 0.5f + gaps[k], 8}, &range));
        assert_ok(sidle_unit_approach(world, hunter, target, &range));
        step_valid(world);
        assert_non_null(event_of(world, SIDLE_EVENT_IN_RANGE, id));
        assert_non_null(event_of(world, SIDLE_EVENT_IN_RANGE, hunter));
        run_valid(world, 1);
        assert_false(state_of(world, id).under_way || state_of(world, hunter).under_way);
        assert_float_equal(state_of(world, id).position.x, 4, 0.05);
        assert_float_equal(state_of(world, hunter).position.x, 4, 0.05);
        sidle_world_destroy(world);
    }
}

TEST(a_unit_that_is_too_near_backs_off) {
    sidle_world *world = open_world(14, 5);
    assert_ok(sidle_world_set_cells(world, 4, 3, 5, 1, SIDLE_TERRAIN_VOID));
    sidle_vec2 point = {6, 2.4f};
    sidle_unit_id id = unit_at(world, 6, 2); /* the way straight off ends at the map's edge */
    assert_ok(sidle_unit_approach_point(world, id, point, &(sidle_range){4, 3, 0}));
    run_until_it_rests(world, id, 10);
    assert_true(gap_to(world, id, point) >= 3 && gap_to(world, id, point) <= 4);
    sidle_world_destroy(world);
}

/* In a heap it neither arrives nor stays: it gets out, and then as far away as it has to. */
TEST(a_unit_in_a_heap_backs_off) {
    sidle_world *world = open_world(16, 12);
    sidle_unit_id ids[9];
    for (int k = 0; k < 9; k++)
        ids[k] = unit_at(world, 6 + 0.8f * (float)(k % 3), 4 + 0.8f * (float)(k / 3));
    assert_ok(sidle_unit_approach(world, ids[4], ids[5], &(sidle_range){8, 1, 0}));
    sidle_event e = await_event(world, SIDLE_EVENT_ARRIVED, ids[4], 40);
    assert_int_equal(e.other.slot, ids[5].slot);
    assert_true(gap(world, ids[4], ids[5]) >= 1);
    run_valid(world, 10);
    for (int k = 0; k < 9; k++)
        if (k != 4) assert_true(gap(world, ids[4], ids[k]) > -0.02f);
    sidle_world_destroy(world);
}

/* ---- a target ---- */

/* Approach and pursue, with a band. The unit stands while its target moves about within it, backs
 * off before a target that comes nearer, and comes again when that jumps or drives off. */
TEST(a_unit_keeps_its_target_in_range) {
    for (int pursues = 0; pursues < 2; pursues++) {
        sidle_world *world = open_world(64, 32);
        sidle_unit_id target = unit_at(world, 24, 16), id = unit_at(world, 4, 16);
        const sidle_range range = {5, 3, 0};
        assert_ok(pursues ? sidle_unit_pursue(world, id, target)
                          : sidle_unit_approach(world, id, target, &range));
        if (pursues) assert_ok(sidle_unit_set_range(world, id, &range));
        sidle_event e = await_event(world, SIDLE_EVENT_IN_RANGE, id, 20);
        assert_int_equal(e.other.slot, target.slot);
        assert_true(gap(world, id, target) > 4.5f);
        run_until_it_rests(world, id, 2);
        sidle_unit_state rests = state_of(world, id);
        assert_int_equal(rests.order, pursues ? SIDLE_ORDER_PURSUE : SIDLE_ORDER_APPROACH);
        assert_ok(sidle_unit_set_heading(world, target, (sidle_vec2){-1, 1})); /* no arc */
        assert_ok(sidle_unit_go(world, target, (sidle_vec2){22.5f, 17}));
        for (int k = 0; k < 90; k++) {
            step_valid(world);
            assert_null(event_of(world, SIDLE_EVENT_IN_RANGE, id));
            assert_false(state_of(world, id).under_way);
        }
        sidle_vec2 at = state_of(world, id).position;
        assert_memory_equal(&at, &rests.position, sizeof at);
        const sidle_vec2 near_and_far[] = {{20, 16}, {44, 16}};
        for (int k = 0; k < 2; k++) {
            assert_ok(sidle_unit_go(world, target, near_and_far[k]));
            run_valid(world, k ? 25 : 6);
            assert_true(gap(world, id, target) <= 5 && gap(world, id, target) >= 3);
            assert_true(state_of(world, id).arrived);
        }
        assert_ok(sidle_unit_teleport(world, target, (sidle_vec2){8, 20}));
        await_event(world, SIDLE_EVENT_IN_RANGE, id, 30);
        assert_ok(sidle_unit_destroy(world, target));
        await_event(world, SIDLE_EVENT_TARGET_LOST, id, 1);
        sidle_world_destroy(world);
    }
}

TEST(a_unit_keeps_off_a_target_that_comes_near) {
    sidle_world *world = open_world(64, 32);
    sidle_profile slow = sidle_profile_default();
    slow.top_speed = 1;
    sidle_unit_id hunter = unit_of(world, profile_in(world, &slow), 10, 16);
    sidle_unit_id archer = unit_at(world, 20, 16);
    assert_ok(sidle_unit_approach(world, archer, hunter, &(sidle_range){6, 3, 0}));
    assert_ok(sidle_unit_pursue(world, hunter, archer));
    run_valid(world, 5);
    float nearest = 100, farthest = 0;
    for (int k = 0; k < 15 * 30; k++) {
        step_valid(world);
        nearest = fminf(nearest, gap(world, hunter, archer));
        farthest = fmaxf(farthest, gap(world, hunter, archer));
    }
    print_message("%g u to %g u away\n", (double)nearest, (double)farthest);
    assert_true(nearest > 2.7f && farthest < 6.1f);
    assert_true(state_of(world, archer).position.x > 24);
    sidle_world_destroy(world);
}

/* s until the unit is in range of one that crosses its way. */
static float time_to_catch(bool leads) {
    sidle_world *world = open_world(64, 64);
    sidle_unit_id hunter = unit_at(world, 10, 40), prey = unit_at(world, 30, 10);
    const sidle_range range = {1, 0, 0};
    assert_ok(sidle_unit_go(world, prey, (sidle_vec2){30, 60}));
    run(world, 1);
    if (leads) {
        assert_ok(sidle_unit_pursue(world, hunter, prey));
        assert_ok(sidle_unit_set_range(world, hunter, &range));
    } else
        assert_ok(sidle_unit_approach(world, hunter, prey, &range));
    int ticks = 0;
    for (; ticks < 1500 && !event_of(world, SIDLE_EVENT_IN_RANGE, hunter); ticks++)
        step_valid(world);
    sidle_world_destroy(world);
    return (float)ticks / 30;
}

TEST(a_pursuit_with_a_range_leads_its_target) {
    float leads = time_to_catch(true), after = time_to_catch(false);
    assert_true(leads < 0.9f * after);
    assert_true(leads < 16);
}

TEST(two_that_pursue_each_other_meet_and_rest) {
    for (int k = 0; k < 6; k++) {
        float most = k % 2 ? 6 : 0;
        sidle_world *world = open_world(60, 60);
        sidle_unit_id ids[] = {unit_at(world, 15, 30), unit_at(world, 45, 30 + (float)(k / 2))};
        for (int n = 0; n < 2; n++) {
            assert_ok(sidle_unit_pursue(world, ids[n], ids[1 - n]));
            if (most > 0)
                assert_ok(sidle_unit_set_range(world, ids[n], &(sidle_range){most, 0, 0}));
        }
        run_valid(world, 20);
        float apart = gap(world, ids[0], ids[1]);
        assert_true(apart <= fmaxf(most, 0.3f) && apart > most - 2);
        for (int n = 0; n < 2; n++)
            assert_true(state_of(world, ids[n]).arrived && speed_of(world, ids[n]) == 0);
        sidle_world_destroy(world);
    }
}

/* Melee: a ring about the target, and the rest behind it. They are told that there is no room, and
 * stay until they get another order. */
TEST(units_without_room_rest_behind) {
    enum { UNITS = 18 };
    const sidle_range range = {0.2f, 0, 0};
    sidle_world *world = open_world(40, 40);
    sidle_unit_id target = unit_at(world, 20, 20), ids[UNITS];
    assert_ok(sidle_unit_hold(world, target));
    for (int k = 0; k < UNITS; k++) {
        ids[k] = unit_at(world, 6 + 1.2f * (float)(k % 3), 16 + 1.2f * (float)(k / 3));
        assert_ok(sidle_unit_approach(world, ids[k], target, &range));
    }
    uint32_t in_range = 0, no_room = 0, near[UNITS];
    for (int tick = 0; tick < 90 * 30; tick++) {
        step_valid(world);
        for (int k = 0; k < UNITS; k++) {
            const sidle_event *e = event_of(world, SIDLE_EVENT_STUCK, ids[k]);
            no_room += e && e->condition == SIDLE_CONDITION_NO_ROOM;
        }
    }
    for (uint32_t k = 0; k < UNITS; k++) {
        assert_int_equal(state_of(world, ids[k]).order, SIDLE_ORDER_APPROACH);
        near[k] = gap(world, ids[k], target) <= 0.21f;
        in_range += near[k];
        for (uint32_t n = 0; n < k; n++) assert_true(gap(world, ids[k], ids[n]) > -0.1f);
    }
    assert_true(in_range >= 5 && in_range <= 7);
    assert_int_equal(in_range + no_room, UNITS);
    assert_float_equal(state_of(world, target).position.x, 20, 0);
    /* The ring is gone: those behind it take its places by themselves. */
    for (uint32_t k = 0; k < UNITS; k++)
        if (near[k]) assert_ok(sidle_unit_destroy(world, ids[k]));
    run_valid(world, 20);
    uint32_t next = 0;
    for (uint32_t k = 0; k < UNITS; k++) next += !near[k] && gap(world, ids[k], target) <= 0.21f;
    assert_true(next >= 4);
    sidle_world_destroy(world);
}

TEST(an_approaching_unit_waits_for_a_stowed_target) {
    sidle_world *world = open_world(32, 16);
    sidle_unit_id target = unit_at(world, 20, 8), id = unit_at(world, 4, 8);
    assert_ok(sidle_unit_approach(world, id, target, &(sidle_range){2, 0, 0}));
    run_valid(world, 2);
    assert_ok(sidle_unit_stow(world, target, SIDLE_PURSUERS_WAIT));
    run_valid(world, 2);
    assert_false(state_of(world, id).under_way);
    assert_ok(sidle_unit_unstow(world, target, (sidle_vec2){26, 12}));
    await_event(world, SIDLE_EVENT_IN_RANGE, id, 20);
    sidle_world_destroy(world);
}

/* ---- sight ---- */

/* Round the end of the wood, by an approach or a go, to where it sees its target if it is to. The
 * path outlives the range that is added. */
TEST(a_unit_goes_on_until_it_sees_its_target) {
    for (int k = 0; k < 4; k++) {
        bool sight = k % 2, goes = k / 2;
        sidle_world *world = open_world(20, 10);
        assert_ok(sidle_world_set_cells(world, 10, 2, 1, 6, SIDLE_TERRAIN_TREES));
        const sidle_vec2 at_target = {13, 5}, round[] = {{9, 1}, {12, 1}};
        sidle_unit_id target = unit_at(world, 13, 5), id = unit_at(world, 2, 5);
        const uint32_t through = SIDLE_PASS_ALL & ~SIDLE_PASS(SIDLE_TERRAIN_TREES);
        const sidle_range range = {6, 0, sight ? through : 0};
        sidle_profile_id eye = profile_of_radius(world, 0.05f);
        assert_ok(goes ? sidle_unit_go(world, id, at_target)
                       : sidle_unit_approach(world, id, target, &range));
        assert_ok(sidle_unit_set_path(world, id, round, 2));
        if (goes) assert_ok(sidle_unit_set_range(world, id, &range));
        assert_int_equal(state_of(world, id).waypoints, 2);
        run_until_it_rests(world, id, 20);
        sidle_vec2 at = state_of(world, id).position;
        float away = goes ? gap_to(world, id, at_target) : gap(world, id, target);
        assert_true(away <= 6 && (sight || away > 5));
        assert_int_equal(sidle_world_line_fits(world, eye, at, at_target), sight);
        sidle_world_destroy(world);
    }
}

TEST(a_wall_that_goes_up_hides_the_target) {
    sidle_world *world = open_world(20, 10);
    sidle_unit_id target = unit_at(world, 13, 5), id = unit_at(world, 2, 5);
    assert_ok(sidle_unit_approach(world, id, target,
                                  &(sidle_range){6, 0, SIDLE_PASS(SIDLE_TERRAIN_GROUND)}));
    await_event(world, SIDLE_EVENT_ARRIVED, id, 10);
    assert_ok(sidle_world_set_cells(world, 10, 2, 1, 8, SIDLE_TERRAIN_VOID));
    await_event(world, SIDLE_EVENT_PATH_WANTED, id, 5);
    sidle_vec2 round[] = {{9, 1}, {12, 1}};
    assert_ok(sidle_unit_set_path(world, id, round, 2));
    await_event(world, SIDLE_EVENT_IN_RANGE, id, 10);
    assert_true(state_of(world, id).position.y < 2.5f);
    sidle_world_destroy(world);
}

/* The point lies in a wall, and its range reaches out of that by a share of the unit's radius. */
static void enters_what_a_wall_leaves_of_a_range(dice *d, float share) {
    sidle_world *world = open_world(40, 40);
    assert_ok(sidle_world_set_cells(world, 15, 15, 9, 8, SIDLE_TERRAIN_VOID));
    sidle_profile p = sidle_profile_of(roll_between(d, 0.3f, 1), 3);
    float in = roll_between(d, 0.5f, 4), angle = roll_between(d, 0, 6.28f);
    sidle_vec2 point = {24 - in, roll_between(d, 17, 21)};
    sidle_unit_id id =
        unit_of(world, profile_in(world, &p), 20 + 14 * cosf(angle), 20 + 14 * sinf(angle));
    const sidle_range range = {.most = in + share * p.radius};
    float y = sinf(angle) > 0 ? 26.0f : 12.0f;
    const sidle_vec2 way[] = {{13, y}, {26, y}, {24 + p.radius, point.y}};
    bool left = cosf(angle) < 0;
    assert_ok(sidle_unit_approach_point(world, id, point, &range));
    for (int tick = 0; tick < 60 * 30 && !state_of(world, id).arrived; tick++) {
        assert_ok(sidle_world_step(world, TICK));
        if (event_of(world, SIDLE_EVENT_PATH_WANTED, id))
            assert_ok(sidle_unit_set_path(world, id, way + !left, 3 - !left));
    }
    sidle_unit_state s = state_of(world, id);
    if (!s.arrived)
        fail_msg("radius %g, %g of it left of the range: at %g,%g, condition %d", (double)p.radius,
                 (double)share, (double)s.position.x, (double)s.position.y, s.condition);
    sidle_world_destroy(world);
}

TEST(a_unit_enters_what_a_wall_leaves_of_a_range) {
    dice d = {5};
    for (float share = 0.1f; share < 1.6f; share += 0.1f)
        for (int k = 0; k < 8; k++) enters_what_a_wall_leaves_of_a_range(&d, share);
}

TESTS_OF(ranges)
