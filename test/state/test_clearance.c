/* The clearance of cells, which edits renew about themselves alone, is that of the whole map seen
 * anew: king's moves to the nearest cell that a profile may not enter, or off the map. */
#include "internals.h"
#include "support.h"

enum {
    WIDE = 60,
    HIGH = 50,
    EDITS = 60,
    CAP = 8,   /* king's moves, beyond which none is counted */
    ACROSS = 8 /* cells, of a block */
};

static const float CELL = 1.5f;

static bool blocks(const sidle_world *world, uint32_t passable, int x, int y) {
    return x < 0 || y < 0 || x >= WIDE || y >= HIGH ||
           !(passable >> sidle_world_cell(world, x, y) & 1u);
}

static int moves_to_nearest(const sidle_world *world, uint32_t passable, int x, int y) {
    int moves = CAP;
    for (int dy = 1 - CAP; dy < CAP; dy++)
        for (int dx = 1 - CAP; dx < CAP; dx++) {
            int far = abs(dx) > abs(dy) ? abs(dx) : abs(dy);
            if (far < moves && blocks(world, passable, x + dx, y + dy)) moves = far;
        }
    return moves;
}

/* The same from block to block; a block off the map, or not all on it, counts as well. */
static int moves_to_nearest_block(const sidle_world *world, uint32_t passable, int x, int y) {
    int moves = CAP;
    for (int dy = 1 - CAP; dy < CAP; dy++)
        for (int dx = 1 - CAP; dx < CAP; dx++) {
            int far = abs(dx) > abs(dy) ? abs(dx) : abs(dy);
            bool found = false;
            for (int n = 0; n < ACROSS * ACROSS && far < moves; n++)
                found = found || blocks(world, passable, (x + dx) * ACROSS + n % ACROSS,
                                        (y + dy) * ACROSS + n / ACROSS);
            if (found) moves = far;
        }
    return moves;
}

/* So far as the blocks tell, where they tell anything; else the clearance. Returns it. */
static float assert_room(const sidle_world *world, sidle_unit_id id, int edit, int x, int y) {
    sidle_profile p;
    assert_ok(sidle_profile_get(world, state_of(world, id).profile, &p));
    int moves = moves_to_nearest_block(world, p.passable, x / ACROSS, y / ACROSS);
    sidle_vec2 centre = {((float)x + 0.5f) * CELL, ((float)y + 0.5f) * CELL};
    float expected =
        moves > 1 ? (float)((moves - 1) * ACROSS) * CELL : inside_clearance(world, id, centre);
    float is = inside_room(world, id, centre);
    if (is != expected)
        fail_msg("edit %d, cell %d,%d: the room is %g and not %g", edit, x, y, (double)is,
                 (double)expected);
    return is;
}

/* One move less than to that cell, as it begins that near: so far is every point of the cell from
 * it. */
static void assert_clearance(const sidle_world *world, sidle_unit_id id, int edit) {
    sidle_profile p;
    assert_ok(sidle_profile_get(world, state_of(world, id).profile, &p));
    for (int y = 0; y < HIGH; y++)
        for (int x = 0; x < WIDE; x++) {
            float expected = (float)(moves_to_nearest(world, p.passable, x, y) - 1) * CELL;
            sidle_vec2 centre = {((float)x + 0.5f) * CELL, ((float)y + 0.5f) * CELL};
            float is = inside_clearance(world, id, centre);
            if (is != expected)
                fail_msg("edit %d, cell %d,%d: the clearance is %g and not %g", edit, x, y,
                         (double)is, (double)expected);
        }
}

static sidle_cell random_cell(dice *d) {
    sidle_terrain class = roll(d, 2)   ? SIDLE_TERRAIN_GROUND
                          : roll(d, 2) ? SIDLE_TERRAIN_TREES
                                       : SIDLE_TERRAIN_WATER;
    return (sidle_cell){roll(d, WIDE), roll(d, HIGH), class};
}

static void edit(sidle_world *world, dice *d) {
    sidle_cell cells[6];
    if (roll(d, 2)) { /* a few far apart, or near each other by chance */
        uint32_t count = 1 + roll(d, 6);
        for (uint32_t k = 0; k < count; k++) cells[k] = random_cell(d);
        (void)sidle_world_set_cell_list(world, cells, count);
    } else {
        sidle_cell c = random_cell(d);
        uint32_t wide = 1 + roll(d, WIDE - c.x < 9 ? WIDE - c.x : 9);
        uint32_t high = 1 + roll(d, HIGH - c.y < 9 ? HIGH - c.y : 9);
        (void)sidle_world_set_cells(world, c.x, c.y, wide, high, c.terrain);
    }
}

TEST(clearance_is_that_of_the_map_after_each_edit) {
    dice d = {3};
    sidle_world *world = world_of_cells(CELL, WIDE, HIGH);
    sidle_profile walks = sidle_profile_default(), swims = walks;
    swims.passable |= SIDLE_PASS(SIDLE_TERRAIN_WATER);
    sidle_unit_id walker = unit_of(world, profile_in(world, &walks), 40, 40);
    sidle_unit_id swimmer = unit_of(world, profile_in(world, &swims), 44, 40);
    for (int k = 0; k < EDITS; k++) {
        edit(world, &d);
        assert_clearance(world, walker, k);
        assert_clearance(world, swimmer, k);
    }
    sidle_world_destroy(world);
}

TEST(room_sees_farther_than_clearance_and_no_farther_than_walls) {
    dice d = {4};
    sidle_world *world = world_of_cells(CELL, WIDE, HIGH);
    sidle_profile walks = sidle_profile_default();
    sidle_unit_id id = unit_of(world, profile_in(world, &walks), 40, 40);
    float farthest = assert_room(world, id, 0, WIDE / 2, HIGH / 2);
    assert_true(farthest > (CAP - 1) * CELL);
    for (int k = 0; k < EDITS; k++) {
        sidle_cell c = random_cell(&d);
        uint32_t class = k % 3 ? SIDLE_TERRAIN_GROUND : SIDLE_TERRAIN_WATER; /* mostly open */
        (void)sidle_world_set_cells(world, c.x, c.y, 1, 1, class);
        for (int n = 0; n < 50; n++)
            assert_room(world, id, k, (int)roll(&d, WIDE), (int)roll(&d, HIGH));
    }
    sidle_world_destroy(world);
}

TESTS_OF(clearance)
