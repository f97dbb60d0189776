/* What a question leaves alone, what it may ask the host, and what it refuses. */
#include "purse.h"
#include "support.h"

/* ---- what a question leaves alone ---- */

static bool is_odd(void *context, const sidle_hit *hit) {
    ++*(int *)context;
    return hit->rank & 1u;
}

TEST(a_filter_may_ask_the_host) {
    sidle_world *world = open_world(30, 30);
    for (int k = 0; k < 8; k++) unit_at(world, 5 + 2 * (float)k, 5);
    int asked = 0;
    const sidle_filter odd = {.accept = is_odd, .context = &asked};
    sidle_hit hits[8];
    uint32_t count;
    assert_ok(sidle_query_disc(world, (sidle_vec2){5, 5}, 6.5f, &odd, hits, 8, &count));
    assert_int_equal(asked, 4);
    assert_int_equal(count, 2);
    assert_int_equal(hits[0].rank, 1);
    assert_int_equal(hits[1].rank, 3);
    assert_true(hits[1].distance == 4 && hits[1].position.x == 9 && hits[1].radius == 0.5f);
    sidle_world_destroy(world);
}

/* ---- without memory ---- */

TEST(questions_are_answered_without_memory) {
    purse memory = {0};
    sidle_world_def def = def_with(&memory);
    sidle_world *world;
    assert_ok(sidle_world_create(&def, &world));
    sidle_unit_id id = unit_at(world, 5, 5);
    memory.limited = true;
    sidle_hit hit;
    uint32_t count;
    assert_ok(sidle_query_nearest(world, (sidle_vec2){9, 5}, 100, NULL, &hit, 1, &count));
    assert_int_equal(count, 1);
    assert_int_equal(hit.unit.slot, id.slot);
    assert_int_equal(sidle_world_step(world, TICK), SIDLE_ERROR_MEMORY); /* there was none */
    sidle_world_destroy(world);
}

TEST(wrong_questions_are_refused) {
    sidle_world *world = open_world(30, 30);
    const sidle_result bad = SIDLE_ERROR_ARGUMENT, no_number = SIDLE_ERROR_NOT_FINITE;
    sidle_vec2 p = {5, 5}, nan = {NAN, 0}, far = {2 * SIDLE_QUERY_EXTENT, 0};
    unit_at(world, 5, 5);
    sidle_hit hits[2] = {{.rank = 77}};
    uint32_t count = 42;
    const sidle_filter parts = {.part = SIDLE_PART_COUNT}, motions = {.motion = 9};
    assert_int_equal(sidle_query_disc(NULL, p, 1, NULL, hits, 2, &count), bad);
    assert_int_equal(sidle_query_disc(world, p, 1, NULL, NULL, 2, &count), bad);
    assert_int_equal(sidle_query_disc(world, p, 1, NULL, hits, 2, NULL), bad);
    assert_int_equal(sidle_query_disc(world, p, -1, NULL, hits, 2, &count), bad);
    assert_int_equal(sidle_query_disc(world, far, 1, NULL, hits, 2, &count), bad);
    assert_int_equal(sidle_query_disc(world, nan, 1, NULL, hits, 2, &count), no_number);
    assert_int_equal(sidle_query_disc(world, p, NAN, NULL, hits, 2, &count), no_number);
    assert_int_equal(sidle_query_disc(world, p, 1, &parts, hits, 2, &count), bad);
    assert_int_equal(sidle_query_ray(world, p, p, 1, &motions, hits, 2, &count), bad);
    assert_int_equal(sidle_query_box(world, p, (sidle_vec2){4, 9}, NULL, hits, 2, &count), bad);
    assert_int_equal(sidle_query_nearest(world, p, -1, NULL, hits, 2, &count), bad);
    assert_true(count == 42 && hits[0].rank == 77);
    assert_ok(sidle_query_disc(world, p, 1, NULL, NULL, 0, &count));
    assert_int_equal(count, 1);
    assert_ok(sidle_query_ray(world, p, p, 0, NULL, hits, 2, &count));
    assert_int_equal(count, 1);
    sidle_world_destroy(world);
    world = open_world(3, 3);
    assert_ok(sidle_query_nearest(world, p, 100, NULL, hits, 2, &count));
    assert_int_equal(count, 0);
    sidle_world_destroy(world);
}

/* ---- what to plan round ---- */

static const sidle_profile_id PLAIN = {0};

TEST(obstacles_are_those_at_rest_that_make_no_room) {
    sidle_world *world = open_world(40, 40);
    sidle_profile air = sidle_profile_default();
    air.layer = 1;
    sidle_unit_id asks = unit_in_team(world, PLAIN, 0, 20, 20);
    sidle_unit_id enemy = unit_in_team(world, PLAIN, 1, 22, 20),
                  holds = unit_in_team(world, PLAIN, 0, 24, 20),
                  stunned = unit_in_team(world, PLAIN, 0, 26, 20);
    unit_in_team(world, PLAIN, 0, 20, 22); /* a friend, who makes room */
    unit_of(world, profile_in(world, &air), 20, 24);
    sidle_unit_id ghost = unit_in_team(world, PLAIN, 1, 20, 26),
                  drives = unit_in_team(world, PLAIN, 1, 20, 28);
    unit_in_team(world, PLAIN, 1, 38, 38); /* too far away */
    assert_ok(sidle_unit_hold(world, holds));
    assert_ok(sidle_unit_set_speed_factor(world, stunned, 0));
    assert_ok(sidle_unit_set_ghost(world, ghost, true));
    assert_ok(sidle_unit_go(world, drives, (sidle_vec2){5, 38}));
    for (int k = 0; k < 2; k++) {
        sidle_hit hits[9];
        uint32_t count;
        assert_ok(sidle_query_obstacles(world, asks, (sidle_vec2){20, 20}, 10, hits, 9, &count));
        assert_int_equal(count, 3);
        assert_int_equal(hits[0].unit.slot, enemy.slot);
        assert_int_equal(hits[1].unit.slot, holds.slot);
        assert_int_equal(hits[2].unit.slot, stunned.slot);
        assert_float_equal(hits[0].distance, 1.5f, 1e-6);
        assert_ok(sidle_query_obstacles(world, asks, (sidle_vec2){20, 20}, 2, hits, 9, &count));
        assert_int_equal(count, 1);
        run(world, 0.2f);
    }
    /* Whom it pursues is no obstacle. */
    uint32_t count;
    assert_ok(sidle_unit_pursue(world, asks, enemy));
    assert_ok(sidle_query_obstacles(world, asks, (sidle_vec2){20, 20}, 10, NULL, 0, &count));
    assert_int_equal(count, 2);
    assert_int_equal(
        sidle_query_obstacles(world, (sidle_unit_id){0, 0}, (sidle_vec2){0, 0}, 1, NULL, 0, &count),
        SIDLE_ERROR_STALE);
    assert_int_equal(sidle_query_obstacles(world, asks, (sidle_vec2){0, 0}, -1, NULL, 0, &count),
                     SIDLE_ERROR_ARGUMENT);
    sidle_world_destroy(world);
}

TESTS_OF(query_calls)
