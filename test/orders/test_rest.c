/* Who is to rest inside others first comes clear of them; who stood there
 * before does not move by a bit, and in the end nobody moves. */
#include "bodies.h"

/* The farthest that anybody has gone in one step of 1/30 s, as a speed. */
static float fastest_step(sidle_world *world) {
    static bodies before, after;
    bodies_read(world, &before);
    assert_ok(sidle_world_step(world, TICK));
    bodies_read(world, &after);
    float most = 0;
    for (uint32_t k = 0; k < after.count; k++) {
        sidle_vec2 a = before.states[k].position, b = after.states[k].position;
        most = fmaxf(most, hypotf(b.x - a.x, b.y - a.y) / TICK);
    }
    return most;
}

/* ---- stopped inside each other ---- */

enum { HUNTERS = 30 };

typedef struct hunt {
    sidle_world *world;
    sidle_unit_id prey, ids[HUNTERS];
    sidle_vec2 prey_stood;
} hunt;

/* Thirty from all sides pursue one that stands, and each is stopped where it comes within 4 u. */
static hunt stopped_hunt(void) {
    hunt h = {.world = open_world(60, 60)};
    nobody_gives_way(h.world);
    h.prey = unit_at(h.world, 30, 30);
    h.prey_stood = state_of(h.world, h.prey).position;
    bool stopped[HUNTERS] = {false};
    for (int k = 0; k < HUNTERS; k++) {
        float x = 8 + 1.3f * (float)(k % 6), y = 27 + 1.3f * (float)(k / 6);
        h.ids[k] = unit_at(h.world, x, y);
        assert_ok(sidle_unit_pursue(h.world, h.ids[k], h.prey));
    }
    for (int tick = 0, left = HUNTERS; left && tick < 1200; tick++) {
        assert_ok(sidle_world_step(h.world, TICK));
        for (int k = 0; k < HUNTERS; k++) {
            sidle_vec2 at = state_of(h.world, h.ids[k]).position;
            if (stopped[k] || hypotf(at.x - 30, at.y - 30) > 4) continue;
            assert_ok(sidle_unit_stop(h.world, h.ids[k]));
            stopped[k] = true;
            left--;
        }
    }
    return h;
}

static void hunters_that_are_stopped_come_clear_of_each_other(void **state) {
    (void)state;
    hunt h = stopped_hunt();
    assert_come_clear(h.world, COME_CLEAR, "stopped");
    assert_same_place(h.world, h.prey, h.prey_stood);
    sidle_world_destroy(h.world);
}

/* Some of their places are so near to each other that they share them: those part by contact, which
 * leaves a hair. */
static void assert_gathered_clear(const hunt *h) {
    static bodies b;
    double deepest;
    run(h->world, COME_CLEAR);
    bodies_read(h->world, &b);
    bodies_overlaps(&b, &deepest);
    assert_true(deepest < 0.05);
}

static void hunters_sent_to_their_own_places_come_clear(void **state) {
    (void)state;
    hunt h = stopped_hunt();
    for (int k = 0; k < HUNTERS; k++)
        assert_ok(sidle_unit_go(h.world, h.ids[k], state_of(h.world, h.ids[k]).position));
    run(h.world, 20);
    for (int k = 0; k < HUNTERS; k++) assert_false(state_of(h.world, h.ids[k]).under_way);
    assert_gathered_clear(&h);
    assert_same_place(h.world, h.prey, h.prey_stood);
    sidle_world_destroy(h.world);
}

static void hunters_told_to_hold_come_clear(void **state) {
    (void)state;
    hunt h = stopped_hunt();
    for (int k = 0; k < HUNTERS; k++) assert_ok(sidle_unit_hold(h.world, h.ids[k]));
    assert_come_clear(h.world, COME_CLEAR, "holding");
    for (int k = 0; k < HUNTERS; k++)
        assert_int_equal(state_of(h.world, h.ids[k]).order, SIDLE_ORDER_HOLD);
    assert_same_place(h.world, h.prey, h.prey_stood);
    sidle_world_destroy(h.world);
}

static void a_crowd_stopped_in_a_jam_comes_clear(void **state) {
    (void)state;
    sidle_world *world = open_world(60, 40);
    assert_ok(sidle_world_set_cells(world, 30, 0, 2, 19, SIDLE_TERRAIN_TREES));
    assert_ok(sidle_world_set_cells(world, 30, 21, 2, 19, SIDLE_TERRAIN_TREES));
    sidle_unit_id ids[80];
    for (int k = 0; k < 80; k++) {
        bool left = k % 2;
        float x = left ? 25 - 1.1f * (float)(k / 16) : 37 + 1.1f * (float)(k / 16);
        ids[k] = unit_at(world, x, 16 + 1.1f * (float)(k / 2 % 8));
        assert_ok(sidle_unit_go(world, ids[k], (sidle_vec2){left ? 50 : 10, 20}));
    }
    run(world, 12);
    for (int k = 0; k < 80; k++) assert_ok(sidle_unit_stop(world, ids[k]));
    assert_come_clear(world, COME_CLEAR, "stopped in a jam");
    sidle_world_destroy(world);
}

/* It pushes through one that holds, and is stopped or told to hold in the middle of it. */
static void one_stopped_inside_another_comes_out(void **state) {
    (void)state;
    for (int holds = 0; holds < 2; holds++) {
        sidle_world *world = open_world(40, 20);
        nobody_gives_way(world);
        assert_ok(sidle_world_set_cells(world, 20, 0, 1, 9, SIDLE_TERRAIN_TREES));
        assert_ok(sidle_world_set_cells(world, 20, 11, 1, 9, SIDLE_TERRAIN_TREES));
        sidle_profile p = sidle_profile_default();
        p.ladder[0] = SIDLE_STEP_PUSH;
        p.ladder[1] = p.ladder[2] = SIDLE_STEP_NONE;
        sidle_unit_id stands[] = {unit_at(world, 20.5f, 9.5f), unit_at(world, 20.5f, 10.5f)};
        sidle_vec2 stood[] = {state_of(world, stands[0]).position,
                              state_of(world, stands[1]).position};
        sidle_unit_id id = unit_of(world, profile_in(world, &p), 15, 10);
        assert_ok(sidle_unit_go(world, id, (sidle_vec2){30, 10}));
        for (int k = 0; k < 600 && state_of(world, id).position.x < 20.3f; k++)
            assert_ok(sidle_world_step(world, TICK));
        assert_true(state_of(world, id).position.x >= 20.3f);
        assert_ok(holds ? sidle_unit_hold(world, id) : sidle_unit_stop(world, id));
        assert_come_clear(world, COME_CLEAR, holds ? "holds inside two" : "stopped inside two");
        for (int k = 0; k < 2; k++) assert_same_place(world, stands[k], stood[k]);
        sidle_world_destroy(world);
    }
}

/* ---- created or set down onto a body ---- */

enum standing { IDLE, HOLDING, ARRIVED, STANDINGS };

static sidle_unit_id stander(sidle_world *world, enum standing how) {
    sidle_unit_id id = unit_at(world, how == ARRIVED ? 17 : 20, 20);
    if (how == HOLDING) assert_ok(sidle_unit_hold(world, id));
    if (how == ARRIVED) assert_ok(sidle_unit_go(world, id, (sidle_vec2){20, 20}));
    run(world, 4);
    return id;
}

static void a_unit_created_onto_a_body_leaves_it(void **state) {
    (void)state;
    static const sidle_vec2 OFF[] = {{0, 0}, {0.3f, 0}, {-0.7f, 0.2f}, {0, 0.95f}, {1e-6f, 0}};
    for (int how = 0; how < STANDINGS; how++)
        for (size_t k = 0; k < sizeof OFF / sizeof *OFF; k++) {
            sidle_world *world = open_world(40, 40);
            sidle_unit_id stands = stander(world, (enum standing)how);
            sidle_vec2 stood = state_of(world, stands).position;
            sidle_vec2 at = {stood.x + OFF[k].x, stood.y + OFF[k].y};
            unit_ranked(world, (sidle_profile_id){0}, at.x, at.y, 100);
            assert_come_clear(world, COME_CLEAR, "created onto a body");
            assert_same_place(world, stands, stood);
            sidle_world_destroy(world);
        }
}

/* The lower rank wins ties, and the newcomer moves all the same. */
static void the_later_unit_moves_even_if_it_wins_ties(void **state) {
    (void)state;
    sidle_world *world = open_world(40, 40);
    sidle_unit_id stands = unit_ranked(world, (sidle_profile_id){0}, 20, 20, 9);
    run(world, 1);
    unit_ranked(world, (sidle_profile_id){0}, 20.2f, 20, 1);
    assert_come_clear(world, COME_CLEAR, "a lower rank created onto a body");
    assert_same_place(world, stands, (sidle_vec2){20, 20});
    sidle_world_destroy(world);
}

static void a_unit_set_down_onto_a_body_leaves_it(void **state) {
    (void)state;
    for (int how = 0; how < STANDINGS; how++)
        for (int own = 0; own < STANDINGS; own++) {
            sidle_world *world = open_world(40, 40);
            sidle_unit_id moves = unit_at(world, 5, 5);
            if (own == HOLDING) assert_ok(sidle_unit_hold(world, moves));
            if (own == ARRIVED) assert_ok(sidle_unit_go(world, moves, (sidle_vec2){6, 5}));
            sidle_unit_id stands = stander(world, (enum standing)how);
            sidle_vec2 stood = state_of(world, stands).position;
            assert_ok(sidle_unit_teleport(world, moves, (sidle_vec2){20.1f, 20.1f}));
            assert_come_clear(world, COME_CLEAR, "set down onto a body");
            assert_same_place(world, stands, stood);
            sidle_world_destroy(world);
        }
}

static void whoever_comes_clear_is_no_faster_than_one_that_pushes(void **state) {
    (void)state;
    sidle_world *world = open_world(40, 40);
    sidle_profile p = sidle_profile_default();
    p.top_speed = 3;
    p.tuning.push_coefficient = 0.4f;
    sidle_profile_id id = profile_in(world, &p);
    for (int k = 0; k < 20; k++) unit_of(world, id, 20, 20);
    float fastest = 0;
    for (int k = 0; k < 300; k++) fastest = fmaxf(fastest, fastest_step(world));
    print_message("the fastest came clear at %.3f u/s\n", (double)fastest);
    assert_true(fastest > 0.1f);
    assert_true(fastest <= 3 * (1 + 0.4f) + 1e-3f);
    assert_clear(world, "slowly");
    sidle_world_destroy(world);
}

static void bodies_on_other_layers_leave_each_other_alone(void **state) {
    (void)state;
    sidle_world *world = open_world(40, 40);
    sidle_profile air = sidle_profile_default();
    air.layer = 1;
    sidle_unit_id flies = unit_of(world, profile_in(world, &air), 20, 20);
    sidle_unit_id walks = unit_at(world, 20, 20);
    run(world, 5);
    assert_same_place(world, flies, (sidle_vec2){20, 20});
    assert_same_place(world, walks, (sidle_vec2){20, 20});
    sidle_world_destroy(world);
}

/* ---- two that come to rest together ---- */

/* Where the two with ranks 3 and 8 end that were created `off` apart in one step. */
static void two_together(float off, bool backwards, sidle_vec2 ends[2]) {
    static const uint32_t RANKS[] = {3, 8};
    sidle_world *world = open_world(40, 40);
    sidle_unit_id ids[2];
    for (int k = 0; k < 2; k++) {
        int n = backwards ? 1 - k : k;
        sidle_vec2 at = {20 + (n ? off : 0), 20};
        ids[n] = unit_ranked(world, (sidle_profile_id){0}, at.x, at.y, RANKS[n]);
    }
    assert_come_clear(world, COME_CLEAR, "two together");
    for (int n = 0; n < 2; n++) ends[n] = state_of(world, ids[n]).position;
    sidle_world_destroy(world);
}

static void of_two_that_come_to_rest_together_one_moves_by_a_fixed_rule(void **state) {
    (void)state;
    int who = -1;
    for (float off = 0; off < 0.9f; off += 0.2f) {
        sidle_vec2 one[2], other[2];
        two_together(off, false, one);
        two_together(off, true, other);
        for (int n = 0; n < 2; n++) assert_true(same_place(one[n], other[n]));
        bool moved[] = {!same_place(one[0], (sidle_vec2){20, 20}),
                        !same_place(one[1], (sidle_vec2){20 + off, 20})};
        assert_true(moved[0] != moved[1]);
        if (who < 0) who = moved[1];
        assert_int_equal(moved[1], who);
    }
}

int rest_tests(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hunters_that_are_stopped_come_clear_of_each_other),
        cmocka_unit_test(hunters_sent_to_their_own_places_come_clear),
        cmocka_unit_test(hunters_told_to_hold_come_clear),
        cmocka_unit_test(a_crowd_stopped_in_a_jam_comes_clear),
        cmocka_unit_test(one_stopped_inside_another_comes_out),
        cmocka_unit_test(a_unit_created_onto_a_body_leaves_it),
        cmocka_unit_test(the_later_unit_moves_even_if_it_wins_ties),
        cmocka_unit_test(a_unit_set_down_onto_a_body_leaves_it),
        cmocka_unit_test(whoever_comes_clear_is_no_faster_than_one_that_pushes),
        cmocka_unit_test(bodies_on_other_layers_leave_each_other_alone),
        cmocka_unit_test(of_two_that_come_to_rest_together_one_moves_by_a_fixed_rule),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
