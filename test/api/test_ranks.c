/* Ranks of units differ, whether the host asks for them or not. */
#include "bodies.h"

static sidle_result create_ranked(sidle_world *world, uint32_t rank, sidle_unit_id *id) {
    sidle_unit_def def = sidle_unit_def_default();
    def.position = (sidle_vec2){10, 10};
    def.rank = rank;
    return sidle_unit_create(world, &def, id);
}

/* The ranks of all who live are different. */
static void assert_ranks_differ(const sidle_world *world) {
    static bodies b;
    bodies_read(world, &b);
    for (uint32_t k = 0; k < b.count; k++) {
        assert_true(b.states[k].rank != 0);
        for (uint32_t n = 0; n < k; n++)
            if (b.states[k].rank == b.states[n].rank)
                fail_msg("units %u and %u both have rank %u", b.ids[n].slot, b.ids[k].slot,
                         b.states[k].rank);
    }
}

static void assert_refused(sidle_world *world, uint32_t rank) {
    uint64_t before = sidle_world_hash(world);
    uint32_t count = sidle_unit_count(world);
    sidle_unit_id id = {5, 5};
    assert_true(create_ranked(world, rank, &id) != SIDLE_OK);
    assert_int_equal(id.slot, 0);
    assert_int_equal(sidle_unit_count(world), count);
    assert_true(sidle_world_hash(world) == before);
}

TEST(automatic_ranks_count_from_one) {
    sidle_world *world = open_world(20, 20);
    for (uint32_t k = 1; k <= 100; k++)
        assert_int_equal(state_of(world, unit_at(world, 10, 10)).rank, k);
    assert_refused(world, 2);
    sidle_world_destroy(world);
}

static bool is_taken(const sidle_world *world, uint32_t rank) {
    static bodies b;
    bodies_read(world, &b);
    for (uint32_t k = 0; k < b.count; k++)
        if (b.states[k].rank == rank) return true;
    return false;
}

TEST(ranks_differ_whatever_is_asked_for) {
    sidle_world *world = open_world(20, 20);
    dice d = {11};
    for (int k = 0; k < 600; k++) {
        sidle_unit_id id;
        uint32_t rank = roll(&d, 2) ? 0 : 1 + roll(&d, 300);
        if (k == 300) rank = UINT32_MAX; /* automatic ranks begin again at the lowest free one */
        if (rank && is_taken(world, rank))
            assert_refused(world, rank);
        else {
            assert_ok(create_ranked(world, rank, &id));
            if (rank) assert_int_equal(state_of(world, id).rank, rank);
        }
        if (roll(&d, 3) == 0) {
            id = sidle_unit_next(world, (sidle_unit_id){roll(&d, 100), 0});
            if (id.slot) assert_ok(sidle_unit_destroy(world, id));
        }
        if (k % 20 == 0) assert_ranks_differ(world);
    }
    assert_ranks_differ(world);
    sidle_world_destroy(world);
}

TEST(many_units_with_ranks_of_their_own_are_created_at_once) {
    enum { MANY = 20000 };
    sidle_world *world = open_world(20, 20);
    sidle_unit_id id;
    for (uint32_t k = MANY; k > 0; k--) assert_ok(create_ranked(world, 2 * k, &id));
    for (uint32_t k = 0; k < MANY; k++) assert_ok(create_ranked(world, 0, &id));
    assert_int_equal(sidle_unit_count(world), 2 * MANY);
    assert_refused(world, 2);
    sidle_world_destroy(world);
}

TESTS_OF(ranks)
