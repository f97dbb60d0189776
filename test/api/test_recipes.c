/* The blocks of docs/recipes.md, taken out of the page as they stand there: each does what the page
 * says that it does. */
#include "measures.h"
#include "support.h"

#include "recipes.inc"

#include <math.h>

TEST(peace_is_made_and_ended) {
    sidle_world *world;
    assert_ok(make_world(&world));
    assert_ok(make_peace(world, 1, 2, true));
    assert_ok(make_peace(world, 1, 3, true));
    assert_true(sidle_world_are_friends(world, 2, 1) && sidle_world_are_friends(world, 3, 1));
    assert_ok(make_peace(world, 2, 1, false));
    assert_true(!sidle_world_are_friends(world, 1, 2) && sidle_world_are_friends(world, 1, 3));
    sidle_world_destroy(world);
}

TEST(units_are_changed) {
    sidle_world *world;
    assert_ok(make_world(&world));
    sidle_unit_id unit = unit_at(world, 10, 10);
    sidle_profile_id cart;
    assert_ok(add_cart(world, &cart));
    assert_ok(slow_down(world, unit));
    assert_ok(convert(world, unit, cart, 3));
    sidle_unit_state s = state_of(world, unit);
    assert_true(fabsf(s.speed_factor - 1 / 3.0f) < 0.01f);
    assert_true(s.team == 3 && s.profile.index == cart.index);
    assert_ok(sidle_world_set_cells(world, 0, 0, 64, 64, (sidle_terrain)ROAD));
    assert_ok(sidle_unit_set_speed_factor(world, unit, 1));
    assert_ok(sidle_unit_go(world, unit, (sidle_vec2){50, 10}));
    run(world, 3);
    assert_true(fabsf(state_of(world, unit).velocity.x - 3) < 0.05f);
    sidle_world_destroy(world);
}

TEST(units_leave_the_map_and_come_back) {
    sidle_world *world = open_world(32, 32);
    sidle_unit_id unit = unit_at(world, 10, 10), other = unit_at(world, 20, 20);
    assert_ok(board(world, unit));
    assert_true(state_of(world, unit).stowed);
    assert_ok(leave(world, unit, (sidle_vec2){20, 20}));
    assert_false(state_of(world, unit).stowed);
    assert_true(gap(world, unit, other) > -0.01f && gap(world, unit, other) < 2);
    assert_ok(begin_to_mine(world, unit));
    assert_true(state_of(world, unit).ghost);
    sidle_world_destroy(world);
}

/* It drives through the first two points, and rests at the third. */
TEST(points_are_queued) {
    sidle_world *world = open_world(64, 64);
    sidle_unit_id unit = unit_at(world, 5, 5);
    const sidle_vec2 points[] = {{25, 5}, {25, 25}, {45, 25}};
    for (int k = 0; k < 3; k++) assert_ok(queue_go(world, unit, points[k]));
    float slowest = 2, nearest[3] = {99, 99, 99};
    for (int tick = 0; tick < 40 * 30 && !state_of(world, unit).arrived; tick++) {
        assert_ok(sidle_world_step(world, TICK));
        sidle_unit_state s = state_of(world, unit);
        float to_end = hypotf(s.position.x - points[2].x, s.position.y - points[2].y);
        if (tick > 30 && to_end > 2) slowest = fminf(slowest, hypotf(s.velocity.x, s.velocity.y));
        for (int k = 0; k < 3; k++)
            nearest[k] =
                fminf(nearest[k], hypotf(s.position.x - points[k].x, s.position.y - points[k].y));
    }
    assert_true(state_of(world, unit).arrived);
    assert_true(nearest[0] < 3.4f && nearest[1] < 3.4f && nearest[2] < 0.1f);
    assert_true(slowest > 1);
    for (int k = 0; k < QUEUED + 2; k++) {
        assert_ok(queue_go(world, unit, (sidle_vec2){5 + 50 * (float)(k % 2), 50}));
    }
    assert_int_equal(queue_go(world, unit, points[0]), SIDLE_ERROR_BUFFER);
    sidle_world_destroy(world);
}

/* It meets one enemy on the way, destroys it after a while, and goes on to its goal. */
TEST(a_unit_attacks_on_its_way) {
    sidle_world *world = open_world(64, 64);
    sidle_unit_def def = sidle_unit_def_default();
    sidle_unit_id enemy;
    def.team = 1;
    def.position = (sidle_vec2){30, 12};
    assert_ok(sidle_unit_create(world, &def, &enemy));
    attack_move a = {.unit = unit_at(world, 5, 5),
                     .goal = {55, 5},
                     .enemies = SIDLE_TEAM(1),
                     .sight = 10,
                     .range = {.most = 3}};
    assert_ok(sidle_unit_go(world, a.unit, a.goal));
    int in_range = 0;
    for (int tick = 0; tick < 60 * 30; tick++) {
        if (tick % 8 == 0) assert_ok(attack_move_update(world, &a));
        assert_ok(sidle_world_step(world, TICK));
        if (sidle_unit_valid(world, enemy) && gap(world, a.unit, enemy) < 3.1f) in_range++;
        if (in_range == 90 && sidle_unit_valid(world, enemy))
            assert_ok(sidle_unit_destroy(world, enemy));
    }
    assert_int_equal(in_range, 90);
    sidle_vec2 at = state_of(world, a.unit).position;
    assert_true(state_of(world, a.unit).arrived && hypotf(at.x - 55, at.y - 5) < 0.1f);
    sidle_world_destroy(world);
}

TEST(ranges_are_kept) {
    sidle_world *world = open_world(64, 16);
    sidle_unit_id archer = unit_at(world, 4, 4), target = unit_at(world, 40, 4);
    sidle_unit_id unit = unit_at(world, 4, 12);
    assert_ok(shoot_at(world, archer, target));
    await_event(world, SIDLE_EVENT_IN_RANGE, archer, 20);
    assert_true(gap(world, archer, target) < 12.1f);
    assert_ok(guard(world, unit, archer));
    run(world, 20);
    assert_true(fabsf(gap(world, unit, archer) - 4) < 0.5f);
    const sidle_unit_id crowd[] = {unit, archer};
    const sidle_vec2 place = {16, 8};
    assert_ok(gather(world, crowd, 2, place));
    run(world, 30);
    for (int k = 0; k < 2; k++) {
        sidle_vec2 at = state_of(world, crowd[k]).position;
        float off = hypotf(at.x - place.x, at.y - place.y);
        assert_true(state_of(world, crowd[k]).arrived && off > 3 && off < 6.6f);
    }
    sidle_world_destroy(world);
}

TEST(questions_are_answered) {
    sidle_world *world = open_world(32, 32);
    sidle_unit_id unit = unit_at(world, 4, 4), friend = unit_at(world, 6, 4);
    sidle_unit_id near = unit_at(world, 10, 4), far = unit_at(world, 20, 4);
    assert_ok(sidle_unit_set_team(world, near, 1));
    assert_ok(sidle_unit_set_team(world, far, 1));
    assert_int_equal(nearest_enemy(world, unit, 20).slot, near.slot);
    assert_int_equal(nearest_enemy(world, unit, 2).slot, 0);
    sidle_unit_id victim;
    const sidle_vec2 from = {4, 4}, to = {30, 4};
    assert_true(fabsf(shot(world, from, to, unit, &victim) - 1.5f) < 0.01f);
    assert_int_equal(victim.slot, friend.slot);
    assert_ok(sidle_unit_teleport(world, friend, (sidle_vec2){4, 20}));
    assert_ok(sidle_unit_teleport(world, near, (sidle_vec2){10, 20}));
    assert_ok(sidle_world_set_cells(world, 15, 0, 1, 8, SIDLE_TERRAIN_VOID));
    assert_true(fabsf(shot(world, from, to, unit, &victim) - 11) < 0.01f);
    assert_int_equal(victim.slot, 0);
    sidle_world_destroy(world);
}

TEST(houses_and_gates_are_built) {
    sidle_world *world = open_world(32, 32);
    unit_at(world, 11, 11);
    unit_at(world, 12.5f, 11);
    assert_false(build(world, 10, 10, 4, 4));
    int seconds = 0;
    for (; seconds < 20 && !build(world, 10, 10, 4, 4); seconds++) run(world, 1);
    assert_true(seconds < 20);
    assert_int_equal(sidle_world_cell(world, 11, 11), SIDLE_TERRAIN_VOID);
    sidle_profile owner = sidle_profile_default();
    sidle_profile_id owners = profile_in(world, &owner);
    assert_ok(set_gate(world, owners, 20, 20));
    assert_true(sidle_world_fits(world, owners, (sidle_vec2){20.5f, 21}));
    assert_false(sidle_world_fits(world, (sidle_profile_id){0}, (sidle_vec2){20.5f, 21}));
    sidle_world_destroy(world);
}

TEST(many_are_read_and_led) {
    enum { WIDE = 24, TALL = 8, UNITS = 5 };
    sidle_world *world = open_world(WIDE, TALL);
    static uint32_t next[WIDE * TALL];
    sidle_unit_id ids[UNITS];
    static figure figures[UNITS];
    const sidle_vec2 goal = {20.5f, 4.5f};
    for (uint32_t k = 0; k < UNITS; k++) {
        ids[k] = unit_at(world, 2.5f, 1 + 1.2f * (float)k);
        assert_ok(sidle_unit_go(world, ids[k], goal));
        figures[k].health = 7;
    }
    for (uint32_t y = 0; y < TALL; y++)
        for (uint32_t x = 0; x < WIDE; x++) {
            uint32_t to_x = x < 20 ? x + 1 : x > 20 ? x - 1 : x;
            uint32_t to_y = y < 4 ? y + 1 : y > 4 ? y - 1 : y;
            next[y * WIDE + x] = to_y * WIDE + to_x;
        }
    for (int k = 0; k < 600; k++) {
        (void)lead_all(world, ids, UNITS, next); /* those that have arrived have no order */
        assert_ok(sidle_world_step(world, TICK));
    }
    assert_int_equal(read_figures(world, figures, UNITS), UNITS);
    for (uint32_t k = 0; k < UNITS; k++) {
        assert_int_equal(figures[k].id.generation, ids[k].generation);
        assert_true(figures[k].health == 7);
        assert_true(hypotf(figures[k].position.x - goal.x, figures[k].position.y - goal.y) < 3);
    }
    sidle_world_destroy(world);
}

static uint32_t find_above(sidle_vec2 from, sidle_vec2 to, sidle_vec2 *way) {
    (void)from, (void)to;
    way[0] = (sidle_vec2){9, 1};
    way[1] = (sidle_vec2){15, 1};
    return 2;
}

TEST(the_decision_of_a_unit_is_shown) {
    sidle_world *world = open_world(24, 40);
    assert_ok(sidle_world_set_cells(world, 12, 3, 1, 37, SIDLE_TERRAIN_VOID));
    sidle_unit_id unit = unit_at(world, 4, 30);
    assert_ok(sidle_unit_go(world, unit, (sidle_vec2){20, 30}));
    uint32_t answered = 0;
    for (int k = 0; k < 1800 && state_of(world, unit).under_way; k++) {
        assert_ok(sidle_world_step(world, TICK));
        uint32_t now = answer_requests(world, find_above);
        answered += now;
        char text[120];
        sidle_vec2 way[4];
        uint32_t points = label(world, unit, text, sizeof text, way, 4);
        assert_true(strlen(text) > 5);
        if (now) assert_true(points == 2 && way[0].x == 9);
    }
    assert_true(answered > 0 && state_of(world, unit).arrived);
    sidle_world_destroy(world);
}

/* From the first unit to the last along the way. */
static float depth_of(const sidle_world *world, const company *c) {
    float back = 99, front = 0;
    for (uint32_t k = 0; k < c->count; k++) {
        back = fminf(back, state_of(world, c->units[k]).position.x);
        front = fmaxf(front, state_of(world, c->units[k]).position.x);
    }
    return front - back;
}

/* Is there such an event of the groups in this tick, after an update and a step? */
static bool tick_has(sidle_world *world, sidle_groups *groups, sidle_group_event_type type) {
    uint32_t count;
    assert_ok(sidle_groups_update(groups, TICK));
    assert_ok(sidle_world_step(world, TICK));
    const sidle_group_event *events = sidle_groups_events(groups, &count);
    for (uint32_t k = 0; k < count; k++)
        if (events[k].type == type) return true;
    return false;
}

/* They start one behind the other, and march abreast. */
TEST(a_company_fights_and_forms_again) {
    enum { UNITS = 6, MOST = 60 * 30 };
    sidle_world *world = open_world(96, 32);
    sidle_groups *groups;
    int tick = 0;
    assert_ok(sidle_groups_create(world, &groups));
    company c = {.count = UNITS};
    for (uint32_t k = 0; k < UNITS; k++) c.units[k] = unit_at(world, 6 + 1.5f * (float)k, 16);
    sidle_unit_id enemy = unit_at(world, 60, 16);
    assert_ok(sidle_unit_set_team(world, enemy, 1));
    assert_ok(sidle_unit_hold(world, enemy));
    assert_ok(sidle_unit_destroy(world, c.units[2]));
    assert_ok(attack_in_line(world, groups, &c, enemy));
    assert_int_equal(c.count, UNITS - 1);
    while (tick++ < MOST && !tick_has(world, groups, SIDLE_GROUP_EVENT_ARRIVED))
        if (tick == 12 * 30) assert_true(depth_of(world, &c) < 0.5f);
    for (uint32_t k = 0; k < c.count; k++) assert_true(gap(world, c.units[k], enemy) < 3.1f);
    assert_ok(sidle_unit_destroy(world, enemy));
    while (tick++ < MOST && !tick_has(world, groups, SIDLE_GROUP_EVENT_TARGET_LOST)) continue;
    assert_ok(form_at(world, groups, &c, (sidle_vec2){80, 16}));
    while (tick++ < MOST && !tick_has(world, groups, SIDLE_GROUP_EVENT_ARRIVED)) continue;
    assert_true(tick < MOST);
    for (uint32_t k = 0; k < c.count; k++)
        assert_true(distance(state_of(world, c.units[k]).position, (sidle_vec2){80, 16}) < 3);
    sidle_groups_destroy(groups);
    sidle_world_destroy(world);
}

static void ride(sidle_world *world, transport *t, int ticks) {
    for (int tick = 0; tick < ticks; tick++) {
        assert_ok(sidle_world_step(world, TICK));
        take_aboard(world, t);
    }
}

TEST(a_transport_carries_units) {
    enum { UNITS = SEATS + 1 };
    sidle_world *world = open_world(64, 32);
    const sidle_profile big = sidle_profile_of(1.5f, 4);
    transport t = {.vehicle = unit_of(world, profile_in(world, &big), 16, 16)};
    sidle_unit_id units[UNITS];
    for (uint32_t k = 0; k < UNITS; k++) {
        units[k] = unit_at(world, 4 + 1.5f * (float)(k % 3), 8 + 4 * (float)(k / 3));
        assert_ok(come_aboard(world, &t, units[k]));
    }
    ride(world, &t, 20 * 30);
    assert_int_equal(t.count, SEATS);
    assert_ok(sidle_unit_go(world, t.vehicle, (sidle_vec2){56, 16}));
    await_event(world, SIDLE_EVENT_ARRIVED, t.vehicle, 30);
    put_down(world, &t);
    assert_int_equal(t.count, 0);
    uint32_t beside = 0;
    for (uint32_t k = 0; k < UNITS; k++) {
        float off = gap(world, units[k], t.vehicle);
        assert_true(off > -0.01f);
        beside += off < 3;
    }
    assert_int_equal(beside, SEATS);
    ride(world, &t, 60);
    assert_int_equal(t.count, 0);
    sidle_world_destroy(world);
}

/* The intruder runs away along the map: the guard gives up at the end of its leash. */
TEST(a_guard_chases_and_goes_back) {
    sidle_world *world = open_world(80, 32);
    const patrol p = {.guard = unit_at(world, 10, 10),
                      .round = {{10, 10}, {20, 10}, {20, 20}, {10, 20}},
                      .post = {15, 15},
                      .enemies = SIDLE_TEAM(1),
                      .sight = 8,
                      .leash = 16};
    sidle_unit_id intruder = unit_at(world, 24, 15);
    assert_ok(sidle_unit_set_team(world, intruder, 1));
    float farthest = 0;
    uint32_t chased = 0, waypoints = 0;
    for (int tick = 0; tick < 90 * 30; tick++) {
        if (tick % 8 == 0) assert_ok(patrol_update(world, &p));
        assert_ok(sidle_world_step(world, TICK));
        sidle_unit_state guard = state_of(world, p.guard);
        farthest = fmaxf(farthest, distance(guard.position, p.post));
        if (guard.order == SIDLE_ORDER_PURSUE) {
            chased++;
            if (apart(world, p.guard, intruder) < 4)
                assert_ok(sidle_unit_go(world, intruder, (sidle_vec2){75, 15}));
        }
        if (chased && event_of(world, SIDLE_EVENT_WAYPOINT, p.guard)) waypoints++;
    }
    assert_true(chased > 30 && farthest > 10 && farthest < 17);
    assert_true(waypoints > 4);
    sidle_world_destroy(world);
}

/* A slow one in the middle holds the others up; at no time does the convoy tear. */
TEST(a_convoy_stays_together) {
    enum { VEHICLES = 5 };
    sidle_world *world = open_world(128, 16);
    sidle_profile truck = sidle_profile_of(0.5f, 4), slow = sidle_profile_of(0.5f, 1.5f);
    sidle_profile_id trucks = profile_in(world, &truck), slow_ones = profile_in(world, &slow);
    sidle_unit_id convoy[VEHICLES];
    for (uint32_t k = 0; k < VEHICLES; k++)
        convoy[k] = unit_of(world, k == 2 ? slow_ones : trucks, 20 - 3 * (float)k, 8);
    assert_ok(convoy_go(world, convoy, VEHICLES, (sidle_vec2){110, 8}));
    float longest = 0;
    for (int tick = 0; tick < 120 * 30 && !state_of(world, convoy[0]).arrived; tick++) {
        if (tick % 8 == 0) assert_ok(convoy_pace(world, convoy, VEHICLES, 1.5f, 16));
        assert_ok(sidle_world_step(world, TICK));
        longest = fmaxf(longest, apart(world, convoy[0], convoy[VEHICLES - 1]));
    }
    assert_true(state_of(world, convoy[0]).arrived);
    assert_true(longest > 11 && longest < 18);
    sidle_world_destroy(world);
}

/* A street full of small enemies, who hold: does a wide unit of this profile reach its other end?
 */
static bool wades_through(sidle_world *world, sidle_profile_id wide) {
    for (uint32_t k = 0; k < 72; k++) {
        sidle_unit_id small = unit_at(world, 12.5f + (float)(k / 18), 1.5f + (float)(k % 18));
        assert_ok(sidle_unit_set_team(world, small, 1));
        assert_ok(sidle_unit_hold(world, small));
    }
    sidle_unit_id unit = unit_of(world, wide, 4, 10);
    assert_ok(sidle_unit_go(world, unit, (sidle_vec2){40, 10}));
    run(world, 25);
    bool through = state_of(world, unit).position.x > 39;
    sidle_world_destroy(world);
    return through;
}

TEST(a_giant_comes_through_small_ones) {
    sidle_world *giants = open_world(48, 20), *others = open_world(48, 20);
    const sidle_profile wide = sidle_profile_of(1.5f, 2);
    sidle_profile_id giant;
    assert_ok(add_giant(giants, &giant));
    assert_true(wades_through(giants, giant));
    assert_false(wades_through(others, profile_in(others, &wide)));
}

/* They rest in a lane, the second army ahead. Then the last unit of the first is sent through it.
 */
static bool a_unit_passes_the_other_army(bool allied) {
    enum { UNITS = 16 };
    sidle_world *world = open_world(64, 3);
    sidle_unit_id both[UNITS];
    for (uint32_t k = 0; k < UNITS; k++) {
        float x = (k < UNITS / 2 ? 4 : 20) + 1.4f * (float)(k / 2 % 4);
        both[k] = unit_at(world, x, k % 2 ? 2.2f : 0.8f);
        assert_ok(sidle_unit_set_team(world, both[k], k < UNITS / 2 ? 1 : 2));
    }
    assert_ok(join_forces(world, 1, 2, both, UNITS, (sidle_vec2){36, 1.5f}));
    run(world, 60);
    for (uint32_t k = 0; k < UNITS; k++) {
        sidle_unit_state s = state_of(world, both[k]);
        assert_true(s.arrived || is_kept(&s));
    }
    sidle_unit_id last = both[0];
    for (uint32_t k = 1; k < UNITS / 2; k++)
        if (state_of(world, both[k]).position.x < state_of(world, last).position.x) last = both[k];
    if (!allied) assert_ok(make_peace(world, 1, 2, false));
    assert_ok(sidle_unit_go(world, last, (sidle_vec2){60, 1.5f}));
    run(world, 60);
    float x = state_of(world, last).position.x;
    sidle_world_destroy(world);
    return x > 59;
}

TEST(allied_armies_rest_side_by_side) {
    assert_true(a_unit_passes_the_other_army(true));
    assert_false(a_unit_passes_the_other_army(false));
}

/* Two machines get the same commands in different order. */
TEST(machines_in_lockstep_stay_together) {
    sidle_world *worlds[2];
    command commands[4];
    for (int m = 0; m < 2; m++) {
        worlds[m] = open_world(32, 32);
        sidle_unit_id unit = unit_at(worlds[m], 5, 5), other = unit_at(worlds[m], 25, 5);
        commands[0] = (command){10, 0, 0, unit, {25, 25}};
        commands[1] = (command){10, 0, 1, unit, {5, 25}};
        commands[2] = (command){10, 1, 0, unit, {16, 5}};
        commands[3] = (command){40, 1, 1, other, {5, 5}};
    }
    const command in_reverse[] = {commands[3], commands[2], commands[1], commands[0]};
    for (int tick = 0; tick < 20 * 30; tick++) {
        carry_out(worlds[0], commands, 4);
        carry_out(worlds[1], in_reverse, 4);
        for (int m = 0; m < 2; m++) assert_ok(sidle_world_step(worlds[m], TICK));
        assert_int_equal(sidle_world_hash(worlds[0]), sidle_world_hash(worlds[1]));
    }
    assert_int_equal(sidle_unit_count(worlds[0]), 2);
    sidle_unit_id first = sidle_unit_next(worlds[0], NOBODY);
    sidle_vec2 at = state_of(worlds[0], first).position;
    assert_true(distance(at, (sidle_vec2){16, 5}) < 0.1f);
    assert_true(distance(state_of(worlds[0], sidle_unit_next(worlds[0], first)).position,
                         (sidle_vec2){5, 5}) < 0.1f);
    for (int m = 0; m < 2; m++) sidle_world_destroy(worlds[m]);
}

TESTS_OF(recipes)
