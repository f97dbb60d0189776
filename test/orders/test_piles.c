/* Units that were set down on one spot, or inside a crowd, come clear of each other. */
#include "bodies.h"

/* ---- piles ---- */

enum { PILE = 50 };

static void heap_up(sidle_world *world, sidle_vec2 at, int count, const sidle_profile_id *profiles,
                    int kinds) {
    for (int k = 0; k < count; k++) unit_of(world, profiles[k % kinds], at.x, at.y);
}

static const sidle_profile_id PLAIN = {0};

static void a_pile_in_the_open_comes_clear(void **state) {
    (void)state;
    sidle_world *world = open_world(40, 40);
    heap_up(world, (sidle_vec2){20, 20}, PILE, &PLAIN, 1);
    assert_come_clear(world, COME_CLEAR, "a pile");
    sidle_world_destroy(world);
}

static void a_pile_about_one_that_stands_leaves_it_alone(void **state) {
    (void)state;
    sidle_world *world = open_world(40, 40);
    sidle_unit_id stands = unit_at(world, 20, 20);
    run(world, 1);
    heap_up(world, (sidle_vec2){20.25f, 20}, PILE, &PLAIN, 1);
    assert_come_clear(world, COME_CLEAR, "a pile about one that stands");
    assert_same_place(world, stands, (sidle_vec2){20, 20});
    sidle_world_destroy(world);
}

static void piles_beside_walls_come_clear(void **state) {
    (void)state;
    static const sidle_vec2 WALLS[] = {{0.5f, 20}, {0.5f, 0.5f}, {24.5f, 24.5f}, {26.5f, 17}};
    for (size_t k = 0; k < sizeof WALLS / sizeof *WALLS; k++) {
        sidle_world *world = open_world(40, 40);
        assert_ok(sidle_world_set_cells(world, 25, 10, 1, 15, SIDLE_TERRAIN_TREES));
        assert_ok(sidle_world_set_cells(world, 10, 25, 16, 1, SIDLE_TERRAIN_TREES));
        heap_up(world, WALLS[k], PILE, &PLAIN, 1);
        assert_come_clear(world, COME_CLEAR, "a pile beside a wall");
        sidle_world_destroy(world);
    }
}

static void a_pile_in_a_corridor_comes_clear(void **state) {
    (void)state;
    sidle_world *world = open_world(80, 4);
    heap_up(world, (sidle_vec2){40, 2}, PILE, &PLAIN, 1);
    assert_come_clear(world, COME_CLEAR, "a pile in a corridor of 4");
    sidle_world_destroy(world);
    world = open_world(80, 2);
    heap_up(world, (sidle_vec2){40, 0.9f}, 20, &PLAIN, 1);
    assert_come_clear(world, COME_CLEAR, "a pile in a corridor of 2");
    sidle_world_destroy(world);
    world = open_world(80, 1);
    heap_up(world, (sidle_vec2){40, 0.5f}, 12, &PLAIN, 1);
    assert_come_clear(world, COME_CLEAR, "a pile in a corridor of 1");
    sidle_world_destroy(world);
}

static void a_pile_at_the_end_of_a_dead_end_comes_clear(void **state) {
    (void)state;
    sidle_world *world = open_world(80, 2);
    heap_up(world, (sidle_vec2){0.5f, 1}, 10, &PLAIN, 1);
    assert_come_clear(world, COME_CLEAR, "a pile in a dead end");
    sidle_world_destroy(world);
}

static void a_pile_of_all_sizes_comes_clear(void **state) {
    (void)state;
    static const float RADII[] = {0.25f, 2, 0.5f, 1, 0.3f, 1.5f, 0.75f};
    enum { KINDS = sizeof RADII / sizeof *RADII };
    for (int corner = 0; corner < 2; corner++) {
        sidle_world *world = open_world(80, 80);
        sidle_profile_id kinds[KINDS];
        for (int k = 0; k < KINDS; k++) {
            sidle_profile p = sidle_profile_default();
            p.radius = RADII[k];
            kinds[k] = profile_in(world, &p);
        }
        /* Bodies of up to 2 u have to go up to 15 u from one spot, at 1.4 u/s. */
        heap_up(world, corner ? (sidle_vec2){2, 2} : (sidle_vec2){40, 40}, PILE, kinds, KINDS);
        assert_come_clear(world, corner ? 4 * COME_CLEAR : 2 * COME_CLEAR, "a pile of all sizes");
        sidle_world_destroy(world);
    }
}

static void a_small_pile_of_all_sizes_comes_clear_in_time(void **state) {
    (void)state;
    static const float RADII[] = {2, 0.25f, 0.5f, 1};
    sidle_world *world = open_world(80, 80);
    for (int k = 0; k < 12; k++) {
        sidle_profile p = sidle_profile_default();
        p.radius = RADII[k % 4];
        unit_of(world, profile_in(world, &p), 40, 40);
    }
    assert_come_clear(world, COME_CLEAR, "a small pile of all sizes");
    sidle_world_destroy(world);
}

/* It faces a row inside which it was set down. Half a turn takes it 36 s, but push-apart leads it
 * back to its place at once. */
static void a_slow_turner_comes_clear_backwards(void **state) {
    (void)state;
    for (float depth = 0.1f; depth < 0.8f; depth += 0.2f) {
        sidle_world *world = open_world(40, 40);
        sidle_profile p = sidle_profile_default();
        p.turn_rate = 5;
        for (int k = -1; k <= 1; k++) unit_at(world, 21, 20 + 1.01f * (float)k);
        run(world, 1);
        sidle_unit_id id = unit_of(world, profile_in(world, &p), 20 + depth, 20);
        assert_come_clear(world, 1, "a slow turner");
        assert_true(fabsf(state_of(world, id).position.x - 20) < 0.02f);
        sidle_world_destroy(world);
    }
}

/* ---- a block that stands ---- */

enum { ROW = 9, BLOCK = ROW * ROW };

/* `pitch` is the distance of its rows, 1 is a touch. The newcomer has to come out through it. */
static void through_block(float pitch, sidle_vec2 off, int newcomers) {
    sidle_world *world = open_world(40, 40);
    sidle_unit_id block[BLOCK];
    sidle_vec2 stood[BLOCK];
    for (int k = 0; k < BLOCK; k++) {
        stood[k] = (sidle_vec2){20 + pitch * (float)(k % ROW - ROW / 2),
                                20 + pitch * (float)(k / ROW - ROW / 2)};
        block[k] = unit_at(world, stood[k].x, stood[k].y);
        if (k % 3 == 0) assert_ok(sidle_unit_hold(world, block[k]));
    }
    run(world, 1);
    for (int k = 0; k < newcomers; k++) unit_at(world, 20 + off.x, 20 + off.y);
    run(world, COME_CLEAR);
    for (int k = 0; k < BLOCK; k++) assert_same_place(world, block[k], stood[k]);
    assert_come_clear(world, 0, "out of a block");
    sidle_world_destroy(world);
}

static void a_unit_created_inside_a_standing_block_comes_out_through_it(void **state) {
    (void)state;
    through_block(1.001f, (sidle_vec2){0.5f, 0.5f}, 1);
    through_block(1.001f, (sidle_vec2){0, 0}, 1);
    through_block(1.001f, (sidle_vec2){0.5f, 0}, 1);
    through_block(1.2f, (sidle_vec2){0.3f, 0.1f}, 1);
}

static void several_created_inside_a_standing_block_come_out_through_it(void **state) {
    (void)state;
    through_block(1.001f, (sidle_vec2){0.5f, 0.5f}, 6);
    through_block(1.3f, (sidle_vec2){0.4f, 0.2f}, 6);
}

/* It is bounded by walls on three sides, and full but for its open end. */
static void a_unit_created_inside_a_full_lane_comes_out_at_its_end(void **state) {
    (void)state;
    sidle_world *world = open_world(30, 1);
    sidle_vec2 stood[4];
    sidle_unit_id ids[4];
    for (int k = 0; k < 4; k++) {
        stood[k] = (sidle_vec2){0.5f + 1.001f * (float)k, 0.5f};
        ids[k] = unit_at(world, stood[k].x, stood[k].y);
    }
    run(world, 1);
    unit_at(world, 0.8f, 0.5f);
    assert_come_clear(world, COME_CLEAR, "out of a full lane");
    for (int k = 0; k < 4; k++) assert_same_place(world, ids[k], stood[k]);
    sidle_world_destroy(world);
}

/* ---- no room at all ---- */

/* Eight in a cell for four: what must hold is that walls do, and that the one outside stands. */
static void where_there_is_no_room_walls_and_neighbours_hold(void **state) {
    (void)state;
    sidle_world *world = world_of("............\n"
                                  "............\n"
                                  "...TTTT.....\n"
                                  "...T..T.....\n"
                                  "...T..T.....\n"
                                  "...TTTT.....\n"
                                  "............\n");
    sidle_unit_id outside = unit_at(world, 2.5f, 4);
    heap_up(world, (sidle_vec2){5, 4}, 8, &PLAIN, 1);
    run(world, 20);
    static bodies b;
    bodies_read(world, &b);
    for (uint32_t k = 0; k < b.count; k++)
        assert_true(sidle_world_fits(world, PLAIN, b.states[k].position));
    assert_same_place(world, outside, (sidle_vec2){2.5f, 4});
    sidle_world_destroy(world);
}

/* ---- a body that grows ---- */

static void units_whose_bodies_grow_come_clear(void **state) {
    (void)state;
    sidle_world *world = open_world(40, 40);
    sidle_profile p = sidle_profile_default();
    sidle_profile_id id = profile_in(world, &p);
    for (int k = 0; k < 16; k++)
        unit_of(world, id, 15 + 1.05f * (float)(k % 4), 15 + 1.05f * (float)(k / 4));
    run(world, 1);
    p.radius = 0.8f;
    assert_ok(sidle_profile_set(world, id, &p));
    assert_come_clear(world, COME_CLEAR, "grown bodies");
    sidle_world_destroy(world);
}

/* ---- determinism ---- */

/* A pile in three heaps about two that stand; the k-th rank has the k-th place, whoever is first.
 */
static void pile_in_order(dice *order, sidle_vec2 ends[PILE]) {
    sidle_world *world = open_world(40, 40);
    unit_ranked(world, PLAIN, 20, 20, 101);
    unit_ranked(world, PLAIN, 21.2f, 20.4f, 102);
    run(world, 1);
    int turns[PILE];
    for (int k = 0; k < PILE; k++) {
        int n = order ? (int)roll(order, (uint32_t)k + 1) : k;
        turns[k] = turns[n];
        turns[n] = k;
    }
    sidle_unit_id ids[PILE];
    for (int k = 0; k < PILE; k++) {
        int n = turns[k];
        sidle_vec2 at = {20 + 0.5f * (float)(n % 3), 20};
        ids[n] = unit_ranked(world, PLAIN, at.x, at.y, 1 + (uint32_t)n);
    }
    run(world, COME_CLEAR);
    for (int n = 0; n < PILE; n++) ends[n] = state_of(world, ids[n]).position;
    sidle_world_destroy(world);
}

static void the_final_places_do_not_depend_on_the_order_of_creation(void **state) {
    (void)state;
    sidle_vec2 one[PILE], other[PILE];
    pile_in_order(NULL, one);
    bool moved = false;
    for (int n = 0; n < PILE; n++) moved = moved || one[n].y != 20;
    assert_true(moved);
    for (uint64_t seed = 1; seed <= 3; seed++) {
        dice d = {seed};
        pile_in_order(&d, other);
        for (int n = 0; n < PILE; n++) assert_true(same_place(one[n], other[n]));
    }
}

int piles_tests(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_pile_in_the_open_comes_clear),
        cmocka_unit_test(a_pile_about_one_that_stands_leaves_it_alone),
        cmocka_unit_test(piles_beside_walls_come_clear),
        cmocka_unit_test(a_pile_in_a_corridor_comes_clear),
        cmocka_unit_test(a_pile_at_the_end_of_a_dead_end_comes_clear),
        cmocka_unit_test(a_pile_of_all_sizes_comes_clear),
        cmocka_unit_test(a_small_pile_of_all_sizes_comes_clear_in_time),
        cmocka_unit_test(a_slow_turner_comes_clear_backwards),
        cmocka_unit_test(a_unit_created_inside_a_standing_block_comes_out_through_it),
        cmocka_unit_test(several_created_inside_a_standing_block_come_out_through_it),
        cmocka_unit_test(a_unit_created_inside_a_full_lane_comes_out_at_its_end),
        cmocka_unit_test(where_there_is_no_room_walls_and_neighbours_hold),
        cmocka_unit_test(units_whose_bodies_grow_come_clear),
        cmocka_unit_test(the_final_places_do_not_depend_on_the_order_of_creation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
