/* Whatever decides the future is in the hash. In one of two worlds that are the same a few bits are
 * changed, byte by byte through all that the world keeps. Either the hash tells at once, or the two
 * go on in the same way: else the bits belong to a field that decides, and is not fed to the hash.
 */
#include "crowd.h"
#include "internals.h"
#include "support.h"

enum { UNITS = 60, LATER = 90, MOMENTS = 2, GUIDED = 7 };

static const int MOMENT[MOMENTS] = {40, 200}; /* ticks */

/* One unit in so many is looked into; the long form of the tests takes more. */
static uint32_t every(void) {
    return getenv("SIDLE_LONG") ? 4 : 11;
}

/* The host steers one in seven. */
static void guide_some(sidle_world *world) {
    uint32_t number = 0;
    for (sidle_unit_id id = sidle_unit_next(world, NOBODY); id.slot;
         id = sidle_unit_next(world, id)) {
        if (number++ % GUIDED) continue;
        sidle_unit_state s = state_of(world, id);
        sidle_vec2 before = {0.5f * (s.position.x + s.goal.x), s.position.y};
        if (s.under_way && !s.stowed) assert_ok(sidle_unit_set_guide(world, id, before));
    }
}

static sidle_world *crowd_after(int ticks) {
    sidle_world *world = crowd_make(sidle_world_def_default(), UNITS);
    guide_some(world);
    for (int k = 0; k < ticks; k++) crowd_step(world);
    return world;
}

/* How a world goes on. */
typedef struct future {
    uint64_t digest[LATER];
} future;

static future future_of(sidle_world *world) {
    future f;
    for (int k = 0; k < LATER; k++) {
        crowd_step(world);
        f.digest[k] = crowd_digest(world, k ? f.digest[k - 1] : 0);
    }
    return f;
}

/* Which units a test looks into: some of each kind of order. */
static sidle_unit_id unit_number(const sidle_world *world, uint32_t number) {
    sidle_unit_id id = sidle_unit_next(world, NOBODY);
    while (number--) id = sidle_unit_next(world, id);
    return id;
}

/* A unit's blocks, or those of the world for number UNITS. */
static uint32_t blocks_of(sidle_world *world, uint32_t number, inside_block *blocks) {
    if (number == UNITS) return inside_blocks_of_world(world, blocks);
    return inside_blocks_of_unit(world, unit_number(world, number), blocks);
}

/* The bits of the byte that the hash does not see. */
static uint8_t unseen_bits(const sidle_world *world, uint64_t hash, uint8_t *byte) {
    uint8_t unseen = 0;
    for (int bit = 0; bit < 8; bit++) {
        *byte = (uint8_t)(*byte ^ 1u << bit);
        if (sidle_world_hash(world) == hash) unseen = (uint8_t)(unseen | 1u << bit);
        *byte = (uint8_t)(*byte ^ 1u << bit);
    }
    return unseen;
}

typedef struct tally {
    uint32_t seen, unseen, missing;
} tally;

/* The same block in a world of its own, so that the change can take its course. */
static void assert_decides_nothing(int moment, uint32_t number, uint32_t block, size_t byte,
                                   uint8_t bits, const future *expected, tally *t) {
    sidle_world *world = crowd_after(moment);
    inside_block blocks[INSIDE_BLOCKS];
    blocks_of(world, number, blocks);
    blocks[block].bytes[byte] ^= bits;
    future found = future_of(world);
    blocks_of(world, number, blocks);
    sidle_world_destroy(world);
    t->unseen++;
    if (memcmp(&found, expected, sizeof found) == 0) return;
    t->missing++;
    print_error("bits 0x%02x of byte %zu of %s decide, and are not in the hash\n", bits, byte,
                blocks[block].name);
}

static void look_into(sidle_world *world, int moment, uint32_t number, const future *expected,
                      tally *t) {
    inside_block blocks[INSIDE_BLOCKS];
    uint32_t count = blocks_of(world, number, blocks);
    uint64_t hash = sidle_world_hash(world);
    for (uint32_t n = 0; n < count; n++)
        for (size_t byte = 0; byte < blocks[n].size; byte++) {
            if (inside_is_derived(&blocks[n], byte)) continue;
            uint8_t unseen = unseen_bits(world, hash, &blocks[n].bytes[byte]);
            if (unseen)
                assert_decides_nothing(moment, number, n, byte, unseen, expected, t);
            else
                t->seen++;
        }
}

TEST(every_deciding_field_is_in_the_hash) {
    tally t = {0};
    for (int k = 0; k < MOMENTS; k++) {
        sidle_world *world = crowd_after(MOMENT[k]), *twin = crowd_after(MOMENT[k]);
        future expected = future_of(twin);
        sidle_world_destroy(twin);
        for (uint32_t number = (uint32_t)k; number <= UNITS; number += every())
            look_into(world, MOMENT[k], number, &expected, &t);
        look_into(world, MOMENT[k], UNITS, &expected, &t);
        sidle_world_destroy(world);
    }
    print_message("%u bytes are in the hash, %u decide nothing\n", t.seen, t.unseen - t.missing);
    assert_true(t.seen > 4000);
    assert_int_equal(t.missing, 0);
}

/* ---- several changes at once ---- */

static void flip(inside_block *block, size_t bit) {
    block->bytes[bit / 8] ^= (uint8_t)(1u << bit % 8);
}

/* Is the bit in the hash, so that it is of interest? */
static bool is_seen(const sidle_world *world, uint64_t hash, inside_block *block, size_t bit) {
    flip(block, bit);
    bool seen = sidle_world_hash(world) != hash;
    flip(block, bit);
    return seen;
}

/* The shares of units are summed up, so the same change in two of them must not cancel. */
TEST(the_same_change_in_two_units_is_seen) {
    sidle_world *world = crowd_after(MOMENT[0]);
    inside_block a[INSIDE_BLOCKS], b[INSIDE_BLOCKS];
    uint32_t missed = 0, made = 0;
    for (uint32_t number = 0; number < UNITS; number += every()) {
        uint32_t count = blocks_of(world, number, a);
        if (count != blocks_of(world, number + 1, b)) continue;
        uint64_t hash = sidle_world_hash(world);
        for (uint32_t n = 0; n < count; n++)
            for (size_t bit = 0; bit < 8 * a[n].size && bit < 8 * b[n].size; bit++) {
                if (inside_is_derived(&a[n], bit / 8) || !is_seen(world, hash, &a[n], bit))
                    continue;
                flip(&a[n], bit);
                if (is_seen(world, hash, &b[n], bit)) made++;
                flip(&b[n], bit);
                missed += sidle_world_hash(world) == hash;
                flip(&a[n], bit);
                flip(&b[n], bit);
            }
        assert_true(sidle_world_hash(world) == hash);
    }
    print_message("%u changes of two units\n", made);
    assert_true(made > 5000);
    assert_int_equal(missed, 0);
    sidle_world_destroy(world);
}

/* Two units that change places, with all that they keep, are not the same two. */
TEST(units_are_told_from_each_other) {
    sidle_world *worlds[2];
    for (uint32_t k = 0; k < 2; k++) {
        worlds[k] = open_world(20, 20);
        sidle_vec2 at[] = {{5, 5}, {12, 9}};
        for (uint32_t n = 0; n < 2; n++) unit_at(worlds[k], at[n ^ k].x, at[n ^ k].y);
    }
    assert_true(sidle_world_hash(worlds[0]) != sidle_world_hash(worlds[1]));
    for (uint32_t k = 0; k < 2; k++) sidle_world_destroy(worlds[k]);
}

/* Four teams are paired off in the three ways that there are: each has one ally in each of them. */
TEST(the_hash_tells_which_teams_are_allied) {
    static const uint32_t FOURS[][4] = {{0, 1, 2, 3}, {7, 8, 31, 32}, {0, 33, 61, 62}};
    for (size_t n = 0; n < sizeof FOURS / sizeof *FOURS; n++) {
        const uint32_t *team = FOURS[n];
        uint64_t hash[4], quick[4];
        for (uint32_t with = 1; with < 4; with++) {
            sidle_world *world = open_world(4, 4);
            uint32_t third = with == 1 ? 2 : 1, fourth = with == 3 ? 2 : 3;
            assert_ok(sidle_world_set_allies(world, team[0], SIDLE_TEAM(team[with])));
            assert_ok(sidle_world_set_allies(world, team[third], SIDLE_TEAM(team[fourth])));
            hash[with] = sidle_world_hash(world);
            quick[with] = sidle_world_quick_hash(world);
            sidle_world_destroy(world);
        }
        assert_true(hash[1] != hash[2] && hash[2] != hash[3] && hash[3] != hash[1]);
        assert_true(quick[1] != quick[2] && quick[2] != quick[3] && quick[3] != quick[1]);
    }
}

static void set_tick(sidle_world *world, uint64_t tick) {
    inside_block blocks[INSIDE_BLOCKS];
    inside_blocks_of_world(world, blocks);
    assert_string_equal(blocks[0].name, "tick");
    memcpy(blocks[0].bytes, &tick, sizeof tick);
}

/* In how many of the turns the two have different ones. */
static int turns_that_differ(sidle_world *a, sidle_world *b) {
    int differ = 0;
    for (uint64_t turn = 0; turn < SIDLE_QUICK_TURNS; turn++) {
        set_tick(a, 100 + turn);
        set_tick(b, 100 + turn);
        differ += sidle_world_quick_hash(a) != sidle_world_quick_hash(b);
    }
    return differ;
}

/* A change that moves nobody yet is seen in one turn, one that moves somebody in all of them. */
TEST(the_quick_hash_sees_all_by_turns) {
    sidle_world *a = crowd_make(sidle_world_def_default(), 24), *b = open_world(3, 3);
    for (int k = 0; k < 90; k++) crowd_step(a);
    assert_ok(sidle_world_copy(b, a));
    assert_int_equal(turns_that_differ(a, b), 0);
    for (sidle_unit_id id = sidle_unit_next(a, NOBODY); id.slot; id = sidle_unit_next(a, id)) {
        float speed = state_of(a, id).speed_factor;
        assert_ok(sidle_unit_set_speed_factor(b, id, speed + 1));
        assert_int_equal(turns_that_differ(a, b), 1);
        assert_ok(sidle_world_copy(b, a));
        sidle_vec2 at = state_of(a, id).position, aside = {at.x + 0.0625f, at.y};
        if (sidle_unit_teleport(b, id, aside)) continue;
        assert_int_equal(turns_that_differ(a, b), SIDLE_QUICK_TURNS);
        assert_ok(sidle_world_copy(b, a));
    }
    sidle_world_destroy(a);
    sidle_world_destroy(b);
}

/* No field of a valid world holds such a number: a damaged one may. */
TEST(a_difference_names_numbers_that_are_none) {
    static const struct {
        float number;
        const char *words;
    } cases[] = {{NAN, "not a number"}, {INFINITY, "infinite"}, {-INFINITY, "-infinite"}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        sidle_difference d = {.a = {.group = "", .name = "pace", .type = SIDLE_FIELD_FLOAT}};
        d.b = d.a;
        uint32_t bits;
        memcpy(&bits, &cases[k].number, sizeof bits);
        d.a.bits = bits;
        char words[200], expected[200];
        sidle_difference_text(&d, words, sizeof words);
        snprintf(expected, sizeof expected, "pace is %s in the one and 0 in the other",
                 cases[k].words);
        assert_string_equal(words, expected);
    }
}

TESTS_OF(hash)
