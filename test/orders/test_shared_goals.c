/* Units that are sent to one point come to rest: beside each other, in streets, before gates and
 * shores. */
#include "bodies.h"
#include "measures.h"
#include "sent_crowd.h"

static bool is_long(void) {
    return getenv("SIDLE_LONG") != NULL;
}

static void forget_events(crowd *c) {
    memset(c->told, 0, sizeof c->told);
    memset(c->why, 0, sizeof c->why);
    c->arrived = 0;
}

/* How far the farthest one stands from there, u. */
static float farthest(const crowd *c, sidle_vec2 from) {
    float most = 0;
    for (int k = 0; k < c->count; k++)
        most = fmaxf(most, distance(state_of(c->world, c->ids[k]).position, from));
    return most;
}

/* ---- beside each other ---- */

static void two_sent_to_one_point_rest_beside_each_other(void **state) {
    (void)state;
    crowd c = {.world = open_world(40, 20)};
    add_block(&c, 2, 1, 10, 9, 2);
    send(&c, 0, (sidle_vec2){30, 10}, NULL, 0);
    come_to_rest(&c, 20, "two");
    float apart =
        distance(state_of(c.world, c.ids[0]).position, state_of(c.world, c.ids[1]).position);
    assert_true(apart >= 0.999f && apart < 1.2f);
    assert_int_equal(c.why[SIDLE_ARRIVAL_AT_GOAL], 1);
    assert_int_equal(c.why[SIDLE_ARRIVAL_NEAR_GOAL], 1);
    sidle_world_destroy(c.world);
}

static void two_vehicles_sent_to_one_point_rest_beside_each_other(void **state) {
    (void)state;
    for (int scene = 0; scene < 4; scene++) {
        crowd c = {.world = open_world(80, 60)};
        sidle_profile p = sidle_profile_default();
        p.radius = 1.6f;
        p.turn_rate = 45;
        p.acceleration = 1;
        sidle_profile_id vehicle = profile_in(c.world, &p);
        add(&c, vehicle, 10, 26);
        add(&c, vehicle, scene < 2 ? 12.0f : 70.0f, scene % 2 ? 50.0f : 32.0f);
        send(&c, 0, (sidle_vec2){45, 30}, NULL, 0);
        come_to_rest(&c, 60, "two vehicles");
        assert_int_equal(c.arrived, 2);
        assert_true(farthest(&c, (sidle_vec2){45, 30}) < 5);
        sidle_world_destroy(c.world);
    }
}

static void two_in_a_dead_end_one_unit_wide_rest_behind_each_other(void **state) {
    (void)state;
    for (int later = 0; later < 2; later++) {
        crowd c = {.world = open_world(40, 1)};
        const sidle_vec2 end = {0.5f, 0.5f};
        add(&c, (sidle_profile_id){0}, 20, 0.5f);
        add(&c, (sidle_profile_id){0}, 24, 0.5f);
        assert_ok(sidle_unit_go(c.world, c.ids[0], end));
        for (int k = 0; k < later * 300; k++) step(&c);
        assert_ok(sidle_unit_go(c.world, c.ids[1], end));
        come_to_rest(&c, 60, "a dead end");
        assert_int_equal(c.arrived, 2);
        assert_true(farthest(&c, end) < 2.2f);
        sidle_world_destroy(c.world);
    }
}

/* ---- narrow places ---- */

static void crowds_in_a_street_come_to_rest(void **state) {
    (void)state;
    static const struct {
        uint32_t width;
        int count, rows;
    } STREETS[] = {{4, 80, 3}, {6, 160, 5}};
    for (int n = 0; n < 2; n++) {
        float width = (float)STREETS[n].width;
        crowd c = {.world = open_world(110, STREETS[n].width)};
        for (int k = 0; k < STREETS[n].count; k++)
            add(&c, (sidle_profile_id){0}, 1 + 1.15f * (float)(k / STREETS[n].rows),
                0.5f + (width - 1) * (float)(k % STREETS[n].rows) / (float)(STREETS[n].rows - 1));
        send(&c, 0, (sidle_vec2){75, 0.5f * width}, NULL, 0);
        come_to_rest(&c, 150, n ? "160 in a street of 6" : "80 in a street of 4");
        assert_int_equal(c.arrived, STREETS[n].count);
        sidle_world_destroy(c.world);
    }
}

/* Two streams of forty come from both ends of a street, and turn into the same one. */
static void two_streams_that_meet_in_a_street_come_to_rest(void **state) {
    (void)state;
    crowd c = {.world = open_world(84, 50)};
    assert_ok(sidle_world_set_cells(c.world, 0, 4, 40, 46, SIDLE_TERRAIN_VOID));
    assert_ok(sidle_world_set_cells(c.world, 44, 4, 40, 46, SIDLE_TERRAIN_VOID));
    const sidle_vec2 round[] = {{42, 2}, {42, 6}};
    add_block(&c, 40, 14, 2, 0.6f, 1.2f);
    add_block(&c, 40, 14, 66, 0.6f, 1.2f);
    send(&c, 0, (sidle_vec2){42, 30}, round, 2);
    come_to_rest(&c, 150, "a T of streets");
    assert_int_equal(c.arrived, 80);
    sidle_world_destroy(c.world);
}

static void all_units_arrive_at_a_point_close_behind_a_gate(void **state) {
    (void)state;
    int count = is_long() ? 500 : 150;
    crowd c = {.world = open_world(100, 80)};
    assert_ok(sidle_world_set_cells(c.world, 50, 0, 1, 38, SIDLE_TERRAIN_VOID));
    assert_ok(sidle_world_set_cells(c.world, 50, 42, 1, 38, SIDLE_TERRAIN_VOID));
    const sidle_vec2 gate[] = {{48, 40}, {52, 40}};
    add_block(&c, count, 25, 10, 40 - 0.6f * (float)(count / 25), 1.2f);
    send(&c, 0, (sidle_vec2){53, 40}, gate, 2);
    come_to_rest(&c, is_long() ? 400 : 150, "close behind a gate");
    assert_int_equal(c.arrived, count);
    sidle_world_destroy(c.world);
}

/* ---- no room ---- */

/* They rest on the shore, as near as they can get. */
static void units_sent_to_an_island_rest_on_the_shore(void **state) {
    (void)state;
    crowd c = {.world = open_world(80, 60)};
    assert_ok(sidle_world_set_cells(c.world, 44, 14, 32, 32, SIDLE_TERRAIN_WATER));
    assert_ok(sidle_world_set_cells(c.world, 54, 24, 12, 12, SIDLE_TERRAIN_GROUND));
    add_block(&c, 60, 10, 8, 26, 1.2f);
    send(&c, 0, (sidle_vec2){60, 30}, NULL, 0);
    come_to_rest(&c, 90, "to an island");
    assert_int_equal(c.arrived, 60);
    assert_int_equal(c.why[SIDLE_ARRIVAL_NO_ROOM], 60);
    for (int k = 0; k < c.count; k++) assert_true(state_of(c.world, c.ids[k]).position.x > 20);
    sidle_world_destroy(c.world);
}

static bool is_in_room(sidle_vec2 at) {
    return at.x > 41 && at.y > 16 && at.y < 24;
}

/* 150 into a room for about 60: the room fills, and the rest stand in front of its door. */
static void units_for_which_a_room_is_too_small_stand_in_front_of_it(void **state) {
    (void)state;
    crowd c = {.world = open_world(50, 40)};
    assert_ok(sidle_world_set_cells(c.world, 40, 15, 10, 10, SIDLE_TERRAIN_VOID));
    assert_ok(sidle_world_set_cells(c.world, 41, 16, 9, 8, SIDLE_TERRAIN_GROUND));
    assert_ok(sidle_world_set_cells(c.world, 40, 18, 1, 4, SIDLE_TERRAIN_GROUND));
    const sidle_vec2 door[] = {{38, 20}, {42.5f, 20}};
    add_block(&c, 150, 15, 4, 14, 1.2f);
    send(&c, 0, (sidle_vec2){46, 20}, door, 2);
    come_to_rest(&c, 240, "150 into a room for 60");
    assert_int_equal(c.arrived, 150);
    int inside = 0;
    for (int k = 0; k < c.count; k++) inside += is_in_room(state_of(c.world, c.ids[k]).position);
    print_message("%d in the room\n", inside);
    assert_true(inside >= 45);
    assert_true(c.why[SIDLE_ARRIVAL_AT_GOAL] <= 1);
    for (int k = 0; k < c.count; k++) {
        sidle_vec2 at = state_of(c.world, c.ids[k]).position;
        if (!is_in_room(at)) assert_true(distance(at, (sidle_vec2){40, 20}) < 18);
    }
    sidle_world_destroy(c.world);
}

/* ---- for good ---- */

/* Through a doorway to one point: who is told so stays where it is, to the last bit. */
static void an_arrived_unit_does_not_move_again(void **state) {
    (void)state;
    crowd c = {.world = open_world(70, 40)};
    nobody_gives_way(c.world);
    assert_ok(sidle_world_set_cells(c.world, 35, 0, 1, 18, SIDLE_TERRAIN_VOID));
    assert_ok(sidle_world_set_cells(c.world, 35, 22, 1, 18, SIDLE_TERRAIN_VOID));
    const sidle_vec2 door[] = {{33, 20}, {38, 20}};
    add_block(&c, 48, 8, 8, 16, 1.2f);
    send(&c, 0, (sidle_vec2){52, 20}, door, 2);
    for (int tick = 0; tick < 60 * 30; tick++) {
        step(&c);
        for (int k = 0; k < c.count; k++)
            if (c.told[k]) assert_same_place(c.world, c.ids[k], c.told_at[k]);
    }
    assert_int_equal(c.arrived, 48);
    sidle_world_destroy(c.world);
}

/* Those that rest about a point are sent there again: their places are as good as before. */
static void a_second_order_to_the_same_goal_ends_at_once(void **state) {
    (void)state;
    crowd c = {.world = open_world(60, 40)};
    const sidle_vec2 goal = {40, 20};
    sidle_vec2 stood[40];
    add_block(&c, 40, 8, 8, 16, 1.2f);
    send(&c, 0, goal, NULL, 0);
    come_to_rest(&c, 60, "to a point");
    for (int k = 0; k < 40; k++) stood[k] = state_of(c.world, c.ids[k]).position;
    forget_events(&c);
    send(&c, 0, goal, NULL, 0);
    float moved = 0;
    for (int tick = 0; tick < 60; tick++) {
        step(&c);
        for (int k = 0; k < 40; k++)
            moved = fmaxf(moved, distance(stood[k], state_of(c.world, c.ids[k]).position));
    }
    print_message("%d of 40 told in 2 s; they moved up to %.3f u\n", c.arrived, (double)moved);
    assert_int_equal(c.arrived, 40);
    assert_true(moved < 0.05f);
    sidle_world_destroy(c.world);
}

/* A host may give the same order in every tick. */
static void order_again(sidle_world *world, int kind, sidle_unit_id id, sidle_unit_id target) {
    const sidle_range range = {.most = 3};
    sidle_vec2 point = {20, 12};
    if (kind == 0) assert_ok(sidle_unit_follow(world, id, target));
    if (kind == 1) assert_ok(sidle_unit_pursue(world, id, target));
    if (kind == 2) assert_ok(sidle_unit_approach(world, id, target, &range));
    if (kind == 3) assert_ok(sidle_unit_approach_point(world, id, point, &range));
    if (kind == 4) assert_ok(sidle_unit_go(world, id, point));
}

static void an_order_that_is_given_again_moves_nobody(void **state) {
    (void)state;
    enum { KINDS = 5, UNITS = 6 }; /* as many have room about one target */
    for (int kind = 0; kind < KINDS; kind++) {
        sidle_world *world = open_world(40, 24);
        sidle_unit_id target = unit_at(world, 20, 12), ids[UNITS];
        sidle_vec2 at[UNITS];
        for (int k = 0; k < UNITS; k++) {
            ids[k] = unit_at(world, 2, 4 + 2 * (float)k);
            order_again(world, kind, ids[k], target);
        }
        run(world, 30);
        for (int k = 0; k < UNITS; k++) {
            assert_true(state_of(world, ids[k]).arrived);
            at[k] = state_of(world, ids[k]).position;
        }
        for (int n = 0; n < 120; n++) {
            for (int k = 0; k < UNITS; k++) order_again(world, kind, ids[k], target);
            if (n % 3 == 0) order_again(world, kind, ids[n % UNITS], target);
            assert_ok(sidle_world_step(world, TICK));
        }
        for (int k = 0; k < UNITS; k++)
            assert_true(distance(at[k], state_of(world, ids[k]).position) == 0);
        sidle_world_destroy(world);
    }
}

/* s, until the unit, in a room that two others fill, is told that there is no room on its goal. The
 * host may answer each request for a path, with the goal alone. */
static float time_until_no_room(bool answers) {
    sidle_world *world = open_world(1, 1);
    sidle_vec2 middle = {0.5f, 0.5f};
    sidle_unit_id id = unit_at(world, middle.x, middle.y);
    for (int k = 0; k < 2; k++) unit_at(world, middle.x, middle.y);
    assert_ok(sidle_unit_go(world, id, middle));
    float seconds = 0;
    int answered = 0, told = 0;
    for (; state_of(world, id).under_way && seconds < 60; seconds += TICK) {
        assert_ok(sidle_world_step(world, TICK));
        uint32_t count;
        const sidle_event *e = sidle_world_events(world, &count);
        for (uint32_t n = 0; n < count; n++) {
            told += e[n].type == SIDLE_EVENT_ARRIVED && e[n].unit.slot == id.slot &&
                    e[n].arrival == SIDLE_ARRIVAL_NO_ROOM;
            if (!answers || e[n].type != SIDLE_EVENT_PATH_WANTED || !state_of(world, id).under_way)
                continue;
            assert_ok(sidle_unit_set_path(world, id, NULL, 0));
            answered++;
        }
    }
    assert_int_equal(told, 1);
    assert_false(state_of(world, id).under_way);
    assert_true(!answers || answered > 0);
    sidle_world_destroy(world);
    return seconds;
}

/* A path that leads no nearer does not make it try longer. */
static void a_unit_without_any_place_rests_where_it_is_and_is_told(void **state) {
    (void)state;
    float alone = time_until_no_room(false), answered = time_until_no_room(true);
    print_message("told after %g s; with answers after %g s\n", (double)alone, (double)answered);
    assert_true(answered <= alone + TICK);
}

/* More of them ask in one tick than get a place in one. */
static void a_heap_of_sixty_comes_apart(void **state) {
    (void)state;
    crowd c = {.world = open_world(60, 60)};
    for (int k = 0; k < 60; k++) add(&c, (sidle_profile_id){0}, 30, 30);
    come_to_rest(&c, 40, "a heap of sixty");
    assert_true(farthest(&c, (sidle_vec2){30, 30}) < 8);
    sidle_world_destroy(c.world);
}

int shared_goals_tests(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_sent_to_one_point_rest_beside_each_other),
        cmocka_unit_test(two_vehicles_sent_to_one_point_rest_beside_each_other),
        cmocka_unit_test(two_in_a_dead_end_one_unit_wide_rest_behind_each_other),
        cmocka_unit_test(crowds_in_a_street_come_to_rest),
        cmocka_unit_test(two_streams_that_meet_in_a_street_come_to_rest),
        cmocka_unit_test(all_units_arrive_at_a_point_close_behind_a_gate),
        cmocka_unit_test(units_sent_to_an_island_rest_on_the_shore),
        cmocka_unit_test(units_for_which_a_room_is_too_small_stand_in_front_of_it),
        cmocka_unit_test(an_arrived_unit_does_not_move_again),
        cmocka_unit_test(a_second_order_to_the_same_goal_ends_at_once),
        cmocka_unit_test(an_order_that_is_given_again_moves_nobody),
        cmocka_unit_test(a_unit_without_any_place_rests_where_it_is_and_is_told),
        cmocka_unit_test(a_heap_of_sixty_comes_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
