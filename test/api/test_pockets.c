/* Units that leave a building site do not go where the building shuts them in. */
#include "support.h"

#include <math.h>

/* A pocket in a map of 48 x 48 cells, open at its end, and the site that closes it: in cells, as
 * if it opened to the south, and then turned by quarters. */
typedef struct trap {
    float cell;
    int turned;                         /* quarters */
    uint32_t wide, deep;                /* of the pocket */
    uint32_t site_wide, site_high, off; /* off: cells that the site begins left of the mouth */
} trap;

enum { SIDE = 48, MOUTH_X = 20, MOUTH_Y = 22 };

/* A rectangle, turned about the middle of the map. */
static void turn(const trap *t, uint32_t r[4]) {
    for (int k = 0; k < t->turned; k++) {
        uint32_t x = SIDE - r[1] - r[3], y = r[0], wide = r[3], high = r[2];
        r[0] = x, r[1] = y, r[2] = wide, r[3] = high;
    }
}

static sidle_result set(sidle_world *world, const trap *t, uint32_t x, uint32_t y, uint32_t wide,
                        uint32_t high) {
    uint32_t r[4] = {x, y, wide, high};
    turn(t, r);
    return sidle_world_set_cells(world, r[0], r[1], r[2], r[3], SIDLE_TERRAIN_VOID);
}

static void dig(sidle_world *world, const trap *t) {
    uint32_t top = MOUTH_Y - t->deep;
    assert_ok(set(world, t, MOUTH_X - 1, top - 1, t->wide + 2, 1));
    assert_ok(set(world, t, MOUTH_X - 1, top, 1, t->deep));
    assert_ok(set(world, t, MOUTH_X + t->wide, top, 1, t->deep));
}

static void site_of(const trap *t, uint32_t r[4]) {
    r[0] = MOUTH_X - t->off;
    r[1] = MOUTH_Y;
    r[2] = t->site_wide;
    r[3] = t->site_high;
    turn(t, r);
}

/* Does a way lead from there to a corner of the map? A flood over points a quarter of a cell
 * apart. */
static bool gets_out(const sidle_world *world, sidle_profile_id profile, sidle_vec2 from) {
    enum { FINE = 4 * SIDE + 1 };
    static uint8_t seen[FINE * FINE];
    static uint32_t queue[FINE * FINE];
    static const int X[] = {1, -1, 0, 0}, Y[] = {0, 0, 1, -1};
    float step = sidle_world_cell_size(world) / 4;
    uint32_t first = 0, last = 0;
    memset(seen, 0, sizeof seen);
    for (uint32_t n = 0; n < FINE * FINE; n++) {
        sidle_vec2 at = {(float)(n % FINE) * step, (float)(n / FINE) * step};
        if (hypotf(at.x - from.x, at.y - from.y) > 2 * step) continue;
        if (!sidle_world_line_fits(world, profile, from, at)) continue;
        seen[n] = 1;
        queue[last++] = n;
    }
    while (first < last) {
        uint32_t n = queue[first++];
        sidle_vec2 at = {(float)(n % FINE) * step, (float)(n / FINE) * step};
        if (n % FINE < 24 && n / FINE < 24) return true;
        for (int k = 0; k < 4; k++) {
            uint32_t to = n + (uint32_t)(Y[k] * FINE + X[k]);
            sidle_vec2 next = {at.x + (float)X[k] * step, at.y + (float)Y[k] * step};
            if (to >= FINE * FINE || seen[to]) continue;
            if (!sidle_world_line_fits(world, profile, at, next)) continue;
            seen[to] = 1;
            queue[last++] = to;
        }
    }
    return false;
}

/* Units side by side in the site, as many as have room. */
static uint32_t place_units(sidle_world *world, const trap *t, sidle_profile_id profile,
                            float radius, sidle_unit_id *ids, uint32_t most) {
    uint32_t r[4], count = 0;
    site_of(t, r);
    float wide = (float)r[2] * t->cell, high = (float)r[3] * t->cell;
    for (float y = radius; y <= high - radius; y += 2.1f * radius)
        for (float x = radius; x <= wide - radius && count < most; x += 2.1f * radius)
            ids[count++] =
                unit_of(world, profile, (float)r[0] * t->cell + x, (float)r[1] * t->cell + y);
    return count;
}

/* Sends the units out until the site can be built. */
static void vacate_and_build(sidle_world *world, const trap *t) {
    uint32_t r[4], left = 1;
    site_of(t, r);
    for (int s = 0; s < 60 && left; s++) {
        if (s) run(world, 1);
        assert_ok(sidle_world_vacate(world, r[0], r[1], r[2], r[3], SIDLE_TERRAIN_VOID,
                                     16 * t->cell, &left));
    }
    assert_int_equal(left, 0);
    assert_ok(sidle_world_set_cells(world, r[0], r[1], r[2], r[3], SIDLE_TERRAIN_VOID));
}

TEST(nobody_goes_where_a_building_shuts_it_in) {
    enum { TRAPS = 60, MOST = 6 };
    static const float CELLS[] = {0.5f, 1, 2}, RADII[] = {0.4f, 0.5f, 0.9f};
    dice d = {5};
    uint32_t sent = 0;
    for (int n = 0; n < TRAPS; n++) {
        trap t = {.cell = CELLS[n % 3], .turned = n % 4};
        float radius = t.cell * RADII[roll(&d, 3)];
        t.wide = 2 + roll(&d, 5);
        t.deep = 2 + roll(&d, 9);
        t.off = 1 + roll(&d, 3);
        t.site_wide = t.wide + t.off + 1 + roll(&d, 2);
        t.site_high = 2 + roll(&d, 3);
        sidle_world *world = world_of_cells(t.cell, SIDE, SIDE);
        sidle_profile_id profile = profile_of_radius(world, radius);
        dig(world, &t);
        sidle_unit_id ids[MOST];
        uint32_t count = place_units(world, &t, profile, radius, ids, 1 + roll(&d, MOST));
        vacate_and_build(world, &t);
        run(world, 10);
        for (uint32_t k = 0; k < count; k++)
            if (!gets_out(world, profile, state_of(world, ids[k]).position))
                fail_msg("trap %d: unit %u of %u is shut in", n, k, count);
        sent += count;
        sidle_world_destroy(world);
    }
    assert_true(sent > 2 * TRAPS);
}

/* A wide disc does not get through the lane that the building leaves beside it, so it goes the
 * other way. A small one goes to the nearest place. */
TEST(a_lane_is_a_way_out_for_those_that_fit) {
    for (int wide = 0; wide < 2; wide++) {
        sidle_world *world = world_of("####################\n"
                                      "####################\n"
                                      "########...#########\n"
                                      "########...#########\n"
                                      "########...#########\n"
                                      "########...#########\n"
                                      "########...#########\n"
                                      "#..................#\n"
                                      "#..................#\n"
                                      "#..................#\n"
                                      "####################\n");
        sidle_profile_id profile = profile_of_radius(world, wide ? 0.6f : 0.45f);
        sidle_unit_id id = unit_of(world, profile, 9, 5.8f);
        uint32_t count;
        /* Two of the three columns of the corridor. */
        assert_ok(sidle_world_vacate(world, 8, 5, 2, 2, SIDLE_TERRAIN_VOID, 12, &count));
        assert_int_equal(count, 1);
        sidle_vec2 goal = state_of(world, id).goal;
        assert_true(wide ? goal.y > 7 : goal.y < 5);
        run(world, 8);
        assert_ok(sidle_world_set_cells(world, 8, 5, 2, 2, SIDLE_TERRAIN_VOID));
        sidle_world_destroy(world);
    }
}

/* A closed room: all that is left is shut in, and a unit goes into the larger part, or where the
 * site leaves only one, into that. */
TEST(where_all_is_shut_in_a_unit_goes_to_the_larger_part) {
    for (uint32_t site_wide = 2; site_wide <= 10; site_wide += 4) {
        sidle_world *world = world_of("################\n"
                                      "#..............#\n"
                                      "#..............#\n"
                                      "#..............#\n"
                                      "################\n");
        sidle_unit_id id = unit_at(world, 5.5f, 2.5f);
        uint32_t count;
        assert_ok(sidle_world_vacate(world, 5, 1, site_wide, 3, SIDLE_TERRAIN_VOID, 30, &count));
        assert_int_equal(count, 1);
        sidle_vec2 goal = state_of(world, id).goal;
        assert_true(site_wide == 10 ? goal.x < 5 : site_wide == 2 ? goal.x > 7 : goal.x > 0);
        run(world, 12);
        assert_ok(sidle_world_set_cells(world, 5, 1, site_wide, 3, SIDLE_TERRAIN_VOID));
        sidle_world_destroy(world);
    }
}

/* The open is full: then a pocket is better than the site. */
TEST(a_pocket_is_better_than_no_place) {
    sidle_world *world = world_of("############\n"
                                  "#..#########\n"
                                  "#..#########\n"
                                  "#..........#\n"
                                  "#..........#\n"
                                  "############\n");
    sidle_unit_id id = unit_at(world, 2, 4);
    for (int k = 0; k < 10; k++) {
        sidle_unit_id stands = unit_at(world, 6.5f + (float)(k % 5), 3.5f + (float)(k / 5));
        assert_ok(sidle_unit_hold(world, stands));
    }
    uint32_t count;
    assert_ok(sidle_world_vacate(world, 1, 3, 4, 2, SIDLE_TERRAIN_VOID, 8, &count));
    assert_int_equal(count, 1);
    assert_true(state_of(world, id).goal.y < 3);
    sidle_world_destroy(world);
}

TESTS_OF(pockets)
