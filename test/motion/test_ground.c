/* Speed on terrain: a unit drives at the factor of the class below its centre, times its own. */
#include "measures.h"

#define ROAD SIDLE_TERRAIN_HOST

static sidle_profile slow_in_swamp(void) {
    sidle_profile p = sidle_profile_default();
    p.passable |= SIDLE_PASS(SIDLE_TERRAIN_WATER) | SIDLE_PASS(ROAD);
    p.terrain_factor[SIDLE_TERRAIN_SWAMP] = 0.5f;
    p.terrain_factor[SIDLE_TERRAIN_WATER] = 0.05f;
    p.terrain_factor[ROAD] = 2;
    return p;
}

static sidle_world *field(void) {
    sidle_world *world = open_world(32, 7);
    assert_ok(sidle_world_set_cells(world, 10, 2, 12, 3, SIDLE_TERRAIN_SWAMP));
    return world;
}

TEST(a_unit_is_slow_where_its_centre_is_on_slow_ground) {
    sidle_world *world = field();
    sidle_profile p = slow_in_swamp();
    sidle_unit_id unit = unit_of(world, profile_in(world, &p), 2, 3.5f);
    assert_ok(sidle_unit_go(world, unit, (sidle_vec2){30, 3.5f}));
    float slowest = 9, fastest = 0;
    for (int k = 0; k < 900 && state_of(world, unit).under_way; k++) {
        step_valid(world);
        sidle_unit_state s = state_of(world, unit);
        float x = s.position.x, speed = speed_of(world, unit);
        bool swamp = x >= 10 && x < 22;
        assert_true(s.terrain_factor == (swamp ? 0.5f : 1));
        assert_true(s.speed_factor == 1);
        if (x > 11 && x < 21) slowest = fminf(slowest, speed), assert_true(speed < 1.01f);
        /* Others reckon with the speed that it has. */
        if (x > 11 && x < 21) assert_true(s.predicted_velocity.x < 1.01f);
        if (x > 4 && x < 9) fastest = fmaxf(fastest, speed);
    }
    assert_false(state_of(world, unit).under_way);
    assert_true(slowest > 0.99f && fastest > 1.99f);
    sidle_world_destroy(world);
}

/* Off the diagonal of the map: x is not y. */
TEST(cells_of_a_list_slow_down_the_units_on_them_at_once) {
    sidle_world *world = open_world(40, 20);
    sidle_profile p = slow_in_swamp();
    sidle_profile_id profile = profile_in(world, &p);
    sidle_unit_id on[] = {unit_of(world, profile, 30.5f, 3.5f),
                          unit_of(world, profile, 5.5f, 16.5f)};
    sidle_unit_id beside = unit_of(world, profile, 3.5f, 3.5f);
    const sidle_cell cells[] = {{30, 3, SIDLE_TERRAIN_SWAMP}, {5, 16, SIDLE_TERRAIN_SWAMP}};
    assert_ok(sidle_world_set_cell_list(world, cells, 2));
    for (int k = 0; k < 2; k++) assert_float_equal(state_of(world, on[k]).terrain_factor, 0.5, 0);
    assert_float_equal(state_of(world, beside).terrain_factor, 1, 0);
    sidle_world_destroy(world);
}

/* Some units are stowed: they lie behind the others in memory. */
TEST(a_profile_that_changes_slows_all_its_units_down) {
    enum { UNITS = 12, STOWED = 5 };
    sidle_world *world = field();
    sidle_profile p = slow_in_swamp();
    sidle_profile_id profile = profile_in(world, &p);
    sidle_unit_id ids[UNITS];
    for (int k = 0; k < UNITS; k++)
        ids[k] = unit_of(world, profile, 10.5f + (float)(k % 6) * 2, k < 6 ? 2.5f : 4.5f);
    for (int k = 0; k < STOWED; k++)
        assert_ok(sidle_unit_stow(world, ids[2 * k], SIDLE_PURSUERS_LOSE));
    p.terrain_factor[SIDLE_TERRAIN_SWAMP] = 0.25f;
    assert_ok(sidle_profile_set(world, profile, &p));
    assert_null(sidle_world_validate(world));
    for (int k = 0; k < UNITS; k++)
        if (!state_of(world, ids[k]).stowed)
            assert_true(state_of(world, ids[k]).terrain_factor == 0.25f);
    for (int k = 0; k < STOWED; k++) {
        assert_ok(sidle_unit_unstow(world, ids[2 * k], (sidle_vec2){10.5f + 2 * (float)k, 3.5f}));
        assert_true(state_of(world, ids[2 * k]).terrain_factor == 0.25f);
    }
    sidle_world_destroy(world);
}

TEST(both_factors_count_and_terrain_alone_never_stuns) {
    sidle_world *world = open_world(64, 8);
    sidle_profile p = slow_in_swamp();
    p.acceleration = 100;
    sidle_unit_id unit = unit_of(world, profile_in(world, &p), 2, 4);
    assert_ok(sidle_unit_go(world, unit, (sidle_vec2){60, 4}));
    const struct {
        sidle_terrain class;
        float own, speed;
    } cases[] = {{SIDLE_TERRAIN_GROUND, 0.5f, 1},
                 {SIDLE_TERRAIN_GROUND, 1.3f, 2.6f}, /* to the last place: no step of a factor */
                 {SIDLE_TERRAIN_SWAMP, 1.3f, 1.3f},
                 {SIDLE_TERRAIN_SWAMP, 0.5f, 0.5f},
                 {ROAD, 0.5f, 2},
                 {ROAD, 1, 4},
                 {SIDLE_TERRAIN_WATER, 1, 0.1f},
                 {SIDLE_TERRAIN_WATER, 0.01f, 2 / 128.0f}, /* the smallest step, and not 0 */
                 {SIDLE_TERRAIN_WATER, 0, 0},
                 {ROAD, 0, 0}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        assert_ok(sidle_world_set_cells(world, 0, 0, 64, 8, cases[k].class));
        assert_ok(sidle_unit_set_speed_factor(world, unit, cases[k].own));
        assert_null(sidle_world_validate(world));
        run(world, 0.5f);
        assert_true(fabsf(speed_of(world, unit) - cases[k].speed) < 1e-5f);
        assert_true(state_of(world, unit).speed_factor == cases[k].own);
    }
    sidle_world_destroy(world);
}

TEST(the_product_of_both_factors_is_bounded) {
    sidle_world *world = open_world(300, 8);
    sidle_profile p = slow_in_swamp();
    p.acceleration = 1000;
    p.terrain_factor[SIDLE_TERRAIN_GROUND] = 4;
    sidle_unit_id unit = unit_of(world, profile_in(world, &p), 2, 4);
    assert_ok(sidle_unit_set_speed_factor(world, unit, SIDLE_MAX_SPEED_FACTOR));
    assert_ok(sidle_unit_go(world, unit, (sidle_vec2){290, 4}));
    run_valid(world, 1);
    assert_true(fabsf(speed_of(world, unit) - 2 * SIDLE_MAX_SPEED_FACTOR) < 0.1f);
    sidle_world_destroy(world);
}

/* u/s, by which others predict a unit that sets out: the pace on the ground below it. */
static float pace_at_start(sidle_world *world, sidle_unit_id unit) {
    sidle_unit_state s = state_of(world, unit);
    assert_ok(sidle_unit_go(world, unit, (sidle_vec2){s.position.x + 6, s.position.y}));
    s = state_of(world, unit);
    assert_null(sidle_world_validate(world));
    assert_ok(sidle_unit_stop(world, unit));
    return s.predicted_velocity.x;
}

TEST(whatever_brings_other_ground_below_a_unit_counts_at_once) {
    sidle_world *world = field();
    sidle_profile p = slow_in_swamp(), usual = sidle_profile_default();
    sidle_profile_id kind = profile_in(world, &usual);
    sidle_unit_id unit = unit_of(world, kind, 2, 3.5f);
    run(world, 1);
    assert_true(pace_at_start(world, unit) == 2);
    assert_ok(sidle_unit_teleport(world, unit, (sidle_vec2){12, 3.5f}));
    assert_true(pace_at_start(world, unit) == 2);
    assert_ok(sidle_profile_set(world, kind, &p)); /* the profile */
    assert_true(pace_at_start(world, unit) == 1);
    run(world, 1);
    const sidle_cell road = {12, 3, ROAD};
    assert_ok(sidle_world_set_cell_list(world, &road, 1)); /* the terrain */
    assert_true(pace_at_start(world, unit) == 4);
    assert_ok(sidle_world_set_cells(world, 12, 3, 1, 1, SIDLE_TERRAIN_SWAMP));
    assert_true(pace_at_start(world, unit) == 1);
    assert_ok(sidle_unit_teleport(world, unit, (sidle_vec2){2, 3.5f})); /* the place */
    assert_true(pace_at_start(world, unit) == 2);
    assert_ok(sidle_unit_stow(world, unit, SIDLE_PURSUERS_LOSE));
    assert_true(state_of(world, unit).terrain_factor == 1);
    assert_ok(sidle_unit_set_speed_factor(world, unit, 0.5f));
    assert_ok(sidle_unit_unstow(world, unit, (sidle_vec2){12, 3.5f}));
    assert_true(pace_at_start(world, unit) == 0.5f);
    assert_ok(sidle_unit_set_profile(world, unit, (sidle_profile_id){0})); /* that of the unit */
    assert_true(pace_at_start(world, unit) == 1);
    sidle_unit_id born = unit_of(world, kind, 14, 3.5f);
    assert_true(pace_at_start(world, born) == 1);
    sidle_world_destroy(world);
}

/* Such units stand in no bucket of the grid until the next step. */
TEST(ground_that_changes_below_units_that_have_just_jumped_counts_at_once) {
    sidle_world *world = open_world(40, 20);
    sidle_profile p = slow_in_swamp();
    sidle_profile_id kind = profile_in(world, &p);
    sidle_unit_id ids[] = {unit_of(world, kind, 3, 3), unit_of(world, kind, 5, 3),
                           unit_of(world, kind, 7, 3)};
    run(world, 0.2f);
    for (int k = 0; k < 3; k++)
        assert_ok(sidle_unit_teleport(world, ids[k], (sidle_vec2){30 + 2.0f * (float)k, 15}));
    assert_ok(sidle_world_set_cells(world, 28, 13, 8, 4, SIDLE_TERRAIN_SWAMP));
    for (int k = 0; k < 3; k++) assert_true(state_of(world, ids[k]).terrain_factor == 0.5f);
    assert_null(sidle_world_validate(world));
    sidle_world_destroy(world);
}

TESTS_OF(ground)
