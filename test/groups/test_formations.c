/* Which unit gets which place in a formation: shapes, the assignment, and what the places avoid. */
#include "group_field.h"
#include "measures.h"

static void assert_apart(const field *f, const sidle_vec2 *places, float gap) {
    for (uint32_t k = 0; k < f->count; k++)
        for (uint32_t n = 0; n < k; n++) {
            float radii = state_of(f->world, f->ids[k]).radius;
            radii += state_of(f->world, f->ids[n]).radius;
            assert_true(distance(places[k], places[n]) >= (radii + gap) * 0.998f);
        }
}

TEST(shapes_pack_mixed_radii_without_overlap) {
    field f = field_of(open_world(96, 96));
    const float radii[] = {0.3f, 1.5f, 0.5f, 0.8f};
    for (uint32_t k = 0; k < 4; k++)
        add_box(&f, kind(&f, radii[k], 2), 9, 9, 4, 4 + 5 * (float)k, 4);
    for (int shape = SIDLE_SHAPE_BOX; shape <= SIDLE_SHAPE_DISC; shape++) {
        sidle_formation formation = sidle_formation_default();
        sidle_vec2 places[MOST];
        formation.shape = (sidle_shape)shape;
        formation.gap = 0.4f;
        if (shape == SIDLE_SHAPE_LINE) formation.heading = (sidle_vec2){1, 0};
        places_at(&f, 48, 48, &formation, places);
        assert_apart(&f, places, 0.4f);
    }
    field_end(&f);
}

TEST(a_line_faces_where_the_host_says) {
    field f = field_of(open_world(64, 64));
    add_box(&f, kind(&f, 0.5f, 2), 5, 5, 10, 10, 1.5f);
    sidle_formation formation = sidle_formation_default();
    sidle_vec2 places[MOST];
    formation.shape = SIDLE_SHAPE_LINE;
    formation.heading = (sidle_vec2){0, 3};
    places_at(&f, 40, 40, &formation, places);
    for (uint32_t k = 0; k < f.count; k++) assert_true(fabsf(places[k].y - 40) < 1e-4f);
    formation.heading = (sidle_vec2){-1, 0};
    places_at(&f, 40, 40, &formation, places);
    for (uint32_t k = 0; k < f.count; k++) assert_true(fabsf(places[k].x - 40) < 1e-4f);
    field_end(&f);
}

static double cost_of(const field *f, const sidle_vec2 *places) {
    double sum = 0;
    for (uint32_t k = 0; k < f->count; k++) {
        double d = (double)distance(state_of(f->world, f->ids[k]).position, places[k]);
        sum += d * d;
    }
    return sum;
}

/* The least sum of squares, by an exact assignment of its own: the plain Hungarian method. */
static double least_cost(const field *f, const sidle_vec2 *places) {
    static double u[MOST + 1], v[MOST + 1], least[MOST + 1];
    static uint32_t match[MOST + 1], way[MOST + 1];
    uint32_t n = f->count;
    memset(u, 0, sizeof u), memset(v, 0, sizeof v), memset(match, 0, sizeof match);
    for (uint32_t i = 1; i <= n; i++) {
        bool used[MOST + 1] = {false};
        uint32_t j0 = 0;
        match[0] = i;
        for (uint32_t j = 0; j <= n; j++) least[j] = 1e18;
        do {
            uint32_t i0 = match[j0], j1 = 0;
            double delta = 1e18;
            sidle_vec2 at = state_of(f->world, f->ids[i0 - 1]).position;
            used[j0] = true;
            for (uint32_t j = 1; j <= n; j++) {
                if (used[j]) continue;
                double d = (double)distance(at, places[j - 1]), now = d * d - u[i0] - v[j];
                if (now < least[j]) least[j] = now, way[j] = j0;
                if (least[j] < delta) delta = least[j], j1 = j;
            }
            for (uint32_t j = 0; j <= n; j++)
                if (used[j])
                    u[match[j]] += delta, v[j] -= delta;
                else
                    least[j] -= delta;
            j0 = j1;
        } while (match[j0]);
        for (; j0; j0 = way[j0]) match[j0] = match[way[j0]];
    }
    return -v[0];
}

static void assigned(uint32_t count, double worse) {
    dice d = {count};
    for (int round = 0; round < 3; round++) {
        field f = field_of(open_world(128, 128));
        sidle_profile_id profile = kind(&f, 0.3f, 2);
        for (uint32_t k = 0; k < count; k++)
            add(&f, profile, roll_between(&d, 2, 70), roll_between(&d, 2, 126));
        sidle_formation formation = sidle_formation_default();
        sidle_vec2 places[MOST];
        formation.shape = round == 1 ? SIDLE_SHAPE_DISC : SIDLE_SHAPE_BOX;
        places_at(&f, 90, 64, &formation, places);
        double least = least_cost(&f, places), found = cost_of(&f, places);
        assert_true(found >= least * 0.999);
        if (found > least * worse) fail_msg("%u units: %g, least is %g", count, found, least);
        field_end(&f);
    }
}

TEST(up_to_a_hundred_units_the_assignment_is_exact) {
    assigned(7, 1.0005);
    assigned(40, 1.0005);
    assigned(SIDLE_EXACT_ASSIGNMENT, 1.0005);
}

TEST(beyond_a_hundred_the_assignment_is_good) {
    assigned(200, 1.03);
}

TEST(places_avoid_walls_and_strangers) {
    sidle_world *world = open_world(64, 64);
    /* A wall from side to side. */
    assert_ok(sidle_world_set_cells(world, 42, 0, 2, 64, SIDLE_TERRAIN_VOID));
    assert_ok(sidle_world_set_cells(world, 36, 30, 2, 2, SIDLE_TERRAIN_VOID)); /* a house */
    field f = field_of(world);
    sidle_profile_id profile = kind(&f, 0.5f, 2);
    sidle_unit_id stranger = unit_of(world, profile, 38, 34);
    add_box(&f, profile, 25, 5, 8, 8, 1.5f);
    sidle_formation formation = sidle_formation_default();
    sidle_vec2 places[MOST];
    places_at(&f, 39, 32, &formation, places);
    assert_apart(&f, places, 0);
    for (uint32_t k = 0; k < f.count; k++) {
        assert_true(sidle_world_fits(world, profile, places[k]));
        assert_true(places[k].x < 42);
        assert_true(distance(places[k], state_of(world, stranger).position) > 0.99f);
    }
    /* In a closed yard there is room for so many and no more. */
    assert_ok(sidle_world_set_cells(world, 20, 45, 8, 8, SIDLE_TERRAIN_VOID));
    assert_ok(sidle_world_set_cells(world, 22, 47, 4, 4, SIDLE_TERRAIN_GROUND));
    uint64_t before = sidle_world_hash(world);
    sidle_vec2 kept = places[0];
    assert_int_equal(
        sidle_group_places(f.groups, f.ids, f.count, (sidle_vec2){24, 49}, &formation, places),
        SIDLE_ERROR_NO_ROOM);
    assert_int_equal(
        sidle_group_go(f.groups, f.ids, f.count, (sidle_vec2){24, 49}, &formation, NULL),
        SIDLE_ERROR_NO_ROOM);
    assert_true(kept.x == places[0].x && before == sidle_world_hash(world));
    assert_ok(sidle_group_places(f.groups, f.ids, 9, (sidle_vec2){24, 49}, &formation, places));
    field_end(&f);
}

/* A stranger that drives there has its place in the formation already. */
TEST(places_avoid_those_to_which_strangers_go) {
    field f = field_of(open_world(60, 40));
    sidle_profile_id profile = kind(&f, 0.5f, 3);
    add_box(&f, profile, 9, 3, 4, 20, 1.2f);
    sidle_vec2 goal = {40, 20}, places[9];
    sidle_unit_id stranger = unit_of(f.world, profile, 36, 20);
    assert_ok(sidle_unit_go(f.world, stranger, goal));
    for (int k = 0; k < 15; k++) tick(&f);
    sidle_unit_state s = state_of(f.world, stranger);
    assert_true(s.under_way && s.has_place && distance(s.place, goal) < 1e-6f);
    sidle_formation formation = sidle_formation_default();
    assert_ok(sidle_group_places(f.groups, f.ids, f.count, goal, &formation, places));
    for (uint32_t k = 0; k < f.count; k++)
        assert_true(distance(places[k], s.place) >= 1 - 0.5f * SIDLE_PLACES_TOUCH);
    field_end(&f);
}

TEST(own_offsets_stay_with_their_units) {
    field f = field_of(open_world(64, 64));
    add_box(&f, kind(&f, 0.5f, 2), 4, 2, 10, 10, 1.5f);
    const sidle_vec2 offsets[] = {{-2, 0}, {2, 0}, {0, -2}, {0, 2}};
    sidle_formation formation = sidle_formation_default();
    sidle_vec2 places[MOST];
    formation.shape = SIDLE_SHAPE_OFFSETS;
    formation.offsets = offsets;
    formation.heading = (sidle_vec2){0, 1}; /* ahead is down, right is to the left of the map */
    formation.keep_places = true;
    places_at(&f, 40, 40, &formation, places);
    for (uint32_t k = 0; k < 4; k++) {
        assert_true(fabsf(places[k].x - (40 - offsets[k].y)) < 1e-4f);
        assert_true(fabsf(places[k].y - (40 + offsets[k].x)) < 1e-4f);
    }
    field_end(&f);
}

TESTS_OF(formations)
