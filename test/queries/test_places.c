/* The nearest place with room: as near as a fine search of the whole map finds one, and clear of
 * what it has to be clear of. */
#include "measures.h"

/* ---- on terrain ---- */

/* The distance to the nearest fitting point of a lattice of 1/16 u; a large number without one. */
static float plain_nearest(const sidle_world *world, sidle_profile_id profile, sidle_vec2 point) {
    float best = 1e9f;
    for (int y = 0; y <= 16 * 24; y++)
        for (int x = 0; x <= 16 * 24; x++) {
            sidle_vec2 at = {(float)x / 16, (float)y / 16};
            if (distance(at, point) < best && sidle_world_fits(world, profile, at))
                best = distance(at, point);
        }
    return best;
}

TEST(it_is_as_near_as_a_fine_search_finds) {
    dice d = {1};
    int compared = 0;
    for (int round = 0; round < 40; round++) {
        sidle_world *world = open_world(24, 24);
        sidle_profile p = sidle_profile_default();
        p.radius = roll_between(&d, 0.3f, 1.6f);
        sidle_profile_id id = profile_in(world, &p);
        for (uint32_t k = roll(&d, 14) + 2; k > 0; k--)
            assert_ok(sidle_world_set_cells(world, roll(&d, 18), roll(&d, 18), roll(&d, 6) + 1,
                                            roll(&d, 6) + 1, SIDLE_TERRAIN_VOID));
        for (int k = 0; k < 4; k++) {
            sidle_vec2 point = {roll_between(&d, -3, 27), roll_between(&d, -3, 27)}, place;
            float plain = plain_nearest(world, id, point);
            assert_ok(sidle_world_nearest_fit(world, id, point, 60, NULL, &place));
            assert_true(sidle_world_fits(world, id, place));
            assert_true(distance(place, point) <= plain + 0.15f);
            compared++;
            /* The reach is kept. */
            float found = distance(place, point);
            assert_ok(sidle_world_nearest_fit(world, id, point, found + 0.5f, NULL, &place));
            if (plain > 0.5f)
                assert_int_equal(
                    sidle_world_nearest_fit(world, id, point, plain - 0.2f, NULL, &place),
                    SIDLE_ERROR_NO_ROOM);
        }
        sidle_world_destroy(world);
    }
    assert_int_equal(compared, 160);
}

TEST(before_a_straight_wall_and_in_a_corridor_it_is_exact) {
    sidle_world *world = open_world(30, 30);
    assert_ok(sidle_world_set_cells(world, 10, 0, 10, 30, SIDLE_TERRAIN_VOID));
    sidle_vec2 place, inside = {12.3f, 7.77f};
    sidle_profile_id any = {0};
    assert_ok(sidle_world_nearest_fit(world, any, inside, 10, NULL, &place));
    assert_float_equal(place.x, 9.5f, 1e-3);
    assert_float_equal(place.y, 7.77f, 1e-3);
    sidle_vec2 free = {25.125f, 3};
    assert_ok(sidle_world_nearest_fit(world, any, free, 0, NULL, &place));
    assert_true(place.x == free.x && place.y == free.y);
    /* A corridor as wide as the disc, through the wall. */
    assert_ok(sidle_world_set_cells(world, 10, 9, 10, 1, SIDLE_TERRAIN_GROUND));
    assert_ok(sidle_world_nearest_fit(world, any, (sidle_vec2){14.3f, 8.2f}, 10, NULL, &place));
    assert_float_equal(place.x, 14.3f, 1e-3);
    assert_float_equal(place.y, 9.5f, 1e-3);
    sidle_world_destroy(world);
}

/* ---- among units ---- */

TEST(it_is_clear_of_the_units_of_the_filter) {
    sidle_world *world = open_world(40, 40);
    sidle_unit_id ids[49];
    for (int k = 0; k < 49; k++)
        ids[k] = unit_at(world, 10 + 1.1f * (float)(k % 7), 10 + 1.1f * (float)(k / 7));
    sidle_unit_id driver = unit_at(world, 30, 30);
    assert_ok(sidle_unit_go(world, driver, (sidle_vec2){35, 30}));
    const sidle_filter any = {.teams = 0}, resting = {.motion = SIDLE_MOTION_RESTS};
    sidle_vec2 middle = {13.3f, 13.3f}, place, at_driver = {30, 30};
    sidle_profile_id profile = {0};
    assert_ok(sidle_world_nearest_fit(world, profile, middle, 20, &any, &place));
    for (int k = 0; k < 49; k++) {
        sidle_vec2 of = state_of(world, ids[k]).position;
        assert_true(distance(of, place) >= 0.999f);
    }
    assert_true(distance(middle, place) < 5);
    assert_ok(sidle_world_nearest_fit(world, profile, middle, 20, NULL, &place));
    assert_true(place.x == middle.x && place.y == middle.y);
    assert_ok(sidle_world_nearest_fit(world, profile, at_driver, 20, &resting, &place));
    assert_true(place.x == 30 && place.y == 30);
    assert_ok(sidle_world_nearest_fit(world, profile, at_driver, 20, &any, &place));
    assert_in_range(distance(place, at_driver) * 1000, 999, 1300);
    /* A unit that asks for itself is not in its own way, and units of other layers never are. */
    const sidle_filter others = {.except = driver};
    assert_ok(sidle_world_nearest_fit(world, profile, at_driver, 20, &others, &place));
    assert_true(place.x == 30 && place.y == 30);
    sidle_profile p = sidle_profile_default();
    p.layer = 1;
    assert_ok(sidle_world_nearest_fit(world, profile_in(world, &p), middle, 20, &any, &place));
    assert_true(place.x == middle.x && place.y == middle.y);
    sidle_world_destroy(world);
}

/* A unit on its way has a place, which is no longer free, and the ground under it is. */
TEST(it_is_clear_of_the_places_to_which_units_go) {
    sidle_world *world = open_world(40, 40);
    sidle_unit_id driver = unit_at(world, 10, 20);
    assert_ok(sidle_unit_go(world, driver, (sidle_vec2){14, 20}));
    const sidle_filter places = {.part = SIDLE_PART_PLACE};
    sidle_profile_id profile = {0};
    sidle_vec2 goal = {14, 20}, place, before = {10, 20};
    sidle_hit hit;
    uint32_t count;
    assert_ok(sidle_query_disc(world, goal, 1, &places, &hit, 1, &count));
    assert_int_equal(count, 0); /* it has none yet */
    for (int tick = 0; tick < 20; tick++) assert_ok(sidle_world_step(world, TICK));
    sidle_unit_state s = state_of(world, driver);
    assert_true(s.under_way && s.has_place && distance(s.place, goal) < 1e-6f);
    assert_true(distance(s.position, goal) > 2);
    assert_ok(sidle_query_disc(world, goal, 0.1f, &places, &hit, 1, &count));
    assert_int_equal(count, 1);
    assert_ok(sidle_query_disc(world, s.position, 0.1f, &places, &hit, 1, &count));
    assert_int_equal(count, 0);
    assert_int_equal(sidle_world_nearest_fit(world, profile, goal, 0, &places, &place),
                     SIDLE_ERROR_NO_ROOM);
    assert_ok(sidle_world_nearest_fit(world, profile, goal, 9, &places, &place));
    assert_true(distance(place, goal) >= 1 - 0.5f * SIDLE_PLACES_TOUCH);
    assert_ok(sidle_world_nearest_fit(world, profile, before, 0, &places, &place));
    sidle_world_destroy(world);
}

/* ---- going there ---- */

static const char *const HOUSE = "....................\n"
                                 "....................\n"
                                 "....................\n"
                                 "........######......\n"
                                 "........######......\n"
                                 "........######......\n"
                                 "....................\n"
                                 "....................\n"
                                 "....................\n";

TEST(a_unit_goes_to_the_nearest_place_in_sight) {
    sidle_world *world = world_of(HOUSE);
    sidle_unit_id id = unit_at(world, 2, 4.5f);
    sidle_vec2 goal = {12.8f, 4.5f}, place; /* inside the house, nearer to its far side */
    assert_ok(sidle_unit_go_near(world, id, goal, NULL, 0, 10, NULL, &place));
    assert_true(place.x <= 7.5f || place.y <= 2.5f || place.y >= 6.5f);
    assert_true(sidle_world_line_fits(world, (sidle_profile_id){0}, (sidle_vec2){2, 4.5f}, place));
    assert_true(state_of(world, id).goal.x == place.x);
    await_event(world, SIDLE_EVENT_ARRIVED, id, 20);
    assert_true(distance(state_of(world, id).position, place) < 0.1f);
    /* By waypoints the far side is in sight. */
    const sidle_vec2 round[] = {{7, 8}, {16, 8}, {16, 4.5f}};
    assert_ok(sidle_unit_go_near(world, id, goal, round, 3, 10, NULL, &place));
    assert_float_equal(place.x, 14.5f, 1e-3);
    assert_float_equal(place.y, 4.5f, 1e-3);
    assert_int_equal(state_of(world, id).waypoints, 3);
    await_event(world, SIDLE_EVENT_ARRIVED, id, 30);
    assert_true(distance(state_of(world, id).position, place) < 0.1f);
    /* A goal where it can stand is the goal. */
    assert_ok(sidle_unit_go_near(world, id, (sidle_vec2){16, 1}, NULL, 0, 0, NULL, &place));
    assert_true(place.x == 16 && place.y == 1);
    sidle_world_destroy(world);
}

/* Six leave a transport at one point, and nobody stands in anybody. */
TEST(units_are_put_down_clear_of_others) {
    sidle_world *world = world_of(HOUSE);
    const sidle_filter all = {.teams = 0};
    sidle_vec2 place, door = {2, 4.5f};
    sidle_unit_id ids[6];
    for (int k = 0; k < 6; k++) {
        ids[k] = unit_at(world, 1 + (float)k * 2, 1);
        assert_ok(sidle_unit_stow(world, ids[k], SIDLE_PURSUERS_LOSE));
    }
    for (int k = 0; k < 6; k++) {
        assert_ok(sidle_unit_unstow_near(world, ids[k], door, 9, &all, &place));
        assert_true(distance(state_of(world, ids[k]).position, place) == 0);
        assert_true(distance(place, door) < 3);
        for (int n = 0; n < k; n++)
            assert_true(distance(place, state_of(world, ids[n]).position) > 0.99f);
    }
    assert_int_equal(sidle_unit_unstow_near(world, ids[0], door, 9, &all, NULL),
                     SIDLE_ERROR_ARGUMENT);
    assert_int_equal(sidle_unit_teleport_near(world, ids[5], door, 0.2f, &all, NULL),
                     SIDLE_ERROR_NO_ROOM);
    assert_ok(sidle_unit_teleport_near(world, ids[5], (sidle_vec2){16, 1}, 0.2f, &all, NULL));
    assert_true(state_of(world, ids[5]).position.x == 16);
    sidle_world_destroy(world);
}

TEST(refused_calls_change_nothing) {
    sidle_world *world = world_of(HOUSE);
    sidle_unit_id id = unit_at(world, 2, 4.5f);
    const sidle_result bad = SIDLE_ERROR_ARGUMENT, no_number = SIDLE_ERROR_NOT_FINITE;
    const sidle_result full = SIDLE_ERROR_NO_ROOM, stale = SIDLE_ERROR_STALE;
    const sidle_vec2 way[] = {{5, 8}, {6, 8}}, off = {-1, 2}, goal = {11, 4.5f};
    const sidle_vec2 nowhere = {NAN, 2};
    const sidle_filter wrong = {.part = 7};
    assert_ok(sidle_unit_go(world, id, (sidle_vec2){18, 8}));
    assert_ok(sidle_unit_set_path(world, id, way, 2));
    uint64_t before = sidle_world_hash(world);
    sidle_vec2 place = {-7, -7};
    sidle_profile_id p = {0}, none = {9};
    assert_int_equal(sidle_unit_go_near(world, id, goal, NULL, 0, 0.5f, NULL, &place), full);
    assert_int_equal(sidle_unit_go_near(world, id, off, NULL, 0, 5, NULL, &place), bad);
    assert_int_equal(sidle_unit_go_near(world, id, goal, &off, 1, 5, NULL, &place), bad);
    assert_int_equal(sidle_unit_go_near(world, id, goal, NULL, 1, 5, NULL, &place), bad);
    assert_int_equal(sidle_unit_go_near(world, id, goal, way, 2, NAN, NULL, &place), no_number);
    assert_int_equal(sidle_unit_go_near(world, id, nowhere, NULL, 0, 5, NULL, &place), no_number);
    assert_int_equal(sidle_unit_go_near(world, id, goal, &nowhere, 1, 5, NULL, &place), no_number);
    assert_int_equal(sidle_unit_go_near(world, id, goal, way, 2, 5, &wrong, &place), bad);
    assert_int_equal(sidle_unit_go_near(world, NOBODY, goal, way, 2, 5, NULL, &place), stale);
    assert_int_equal(sidle_world_nearest_fit(world, none, goal, 5, NULL, &place), stale);
    assert_int_equal(sidle_world_nearest_fit(world, p, goal, -5, NULL, &place), bad);
    assert_int_equal(sidle_world_nearest_fit(world, p, goal, 5, NULL, NULL), bad);
    assert_int_equal(sidle_world_nearest_fit(world, p, goal, 0.5f, NULL, &place), full);
    assert_true(place.x == -7 && sidle_world_hash(world) == before);
    sidle_world_destroy(world);
}

TESTS_OF(places)
