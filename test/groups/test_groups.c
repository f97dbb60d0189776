/* Groups: who gets which place, how a troop marches, and what its calls refuse. */
#include "measures.h"
#include "support.h"

#include <math.h>

enum { MOST = 256 };

/* A world with a table of groups and a list of units. */
typedef struct field {
    sidle_world *world;
    sidle_groups *groups;
    sidle_unit_id ids[MOST];
    uint32_t count;
} field;

static field field_of(sidle_world *world) {
    field f = {.world = world};
    assert_ok(sidle_groups_create(world, &f.groups));
    return f;
}

static void field_end(field *f) {
    assert_null(sidle_world_validate(f->world));
    sidle_groups_destroy(f->groups);
    sidle_world_destroy(f->world);
}

static void add(field *f, sidle_profile_id profile, float x, float y) {
    assert_true(f->count < MOST);
    f->ids[f->count++] = unit_of(f->world, profile, x, y);
}

static sidle_profile_id kind(field *f, float radius, float speed) {
    sidle_profile p = sidle_profile_default();
    p.radius = radius;
    p.top_speed = speed;
    return profile_in(f->world, &p);
}

/* A box of units of one kind, `columns` to a row, the first at this point. */
static void add_box(field *f, sidle_profile_id profile, uint32_t count, uint32_t columns, float x,
                    float y, float apart) {
    for (uint32_t k = 0; k < count; k++)
        add(f, profile, x + (float)(k % columns) * apart, y + (float)(k / columns) * apart);
}

static void tick(field *f) {
    assert_ok(sidle_groups_update(f->groups, TICK));
    assert_ok(sidle_world_step(f->world, TICK));
}

static void march(field *f, float seconds) {
    for (int k = 0; k < (int)(seconds * 30); k++) tick(f);
}

static bool told(const field *f, sidle_group_event_type type, sidle_group_id group) {
    uint32_t count;
    const sidle_group_event *e = sidle_groups_events(f->groups, &count);
    for (uint32_t k = 0; k < count; k++)
        if (e[k].type == type && e[k].group.slot == group.slot &&
            e[k].group.generation == group.generation)
            return true;
    return false;
}

/* Seconds until the event; fails when it does not come in time. */
static float await(field *f, sidle_group_event_type type, sidle_group_id group, float seconds) {
    for (int k = 0; k < (int)(seconds * 30); k++) {
        tick(f);
        if (told(f, type, group)) return (float)k / 30;
    }
    fail_msg("event %d did not come within %g s", (int)type, (double)seconds);
    return 0;
}

static sidle_group_state group_of(const field *f, sidle_group_id group) {
    sidle_group_state s;
    assert_ok(sidle_group_get(f->groups, group, &s));
    return s;
}

static sidle_member member_of(const field *f, sidle_unit_id unit) {
    sidle_member_state s;
    assert_ok(sidle_group_member(f->groups, unit, &s));
    return s.member;
}

static void assert_apart(const field *f, const sidle_vec2 *places, float gap) {
    for (uint32_t k = 0; k < f->count; k++)
        for (uint32_t n = 0; n < k; n++) {
            float radii = state_of(f->world, f->ids[k]).radius;
            radii += state_of(f->world, f->ids[n]).radius;
            assert_true(distance(places[k], places[n]) >= (radii + gap) * 0.998f);
        }
}

/* ---- places ---- */

static void shapes_pack_mixed_radii_without_overlap(void **state) {
    (void)state;
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
        assert_ok(
            sidle_group_places(f.groups, f.ids, f.count, (sidle_vec2){48, 48}, &formation, places));
        assert_apart(&f, places, 0.4f);
    }
    field_end(&f);
}

static void a_line_faces_where_the_host_says(void **state) {
    (void)state;
    field f = field_of(open_world(64, 64));
    add_box(&f, kind(&f, 0.5f, 2), 5, 5, 10, 10, 1.5f);
    sidle_formation formation = sidle_formation_default();
    sidle_vec2 places[MOST];
    formation.shape = SIDLE_SHAPE_LINE;
    formation.heading = (sidle_vec2){0, 3};
    assert_ok(
        sidle_group_places(f.groups, f.ids, f.count, (sidle_vec2){40, 40}, &formation, places));
    for (uint32_t k = 0; k < f.count; k++) assert_true(fabsf(places[k].y - 40) < 1e-4f);
    formation.heading = (sidle_vec2){-1, 0};
    assert_ok(
        sidle_group_places(f.groups, f.ids, f.count, (sidle_vec2){40, 40}, &formation, places));
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
        assert_ok(
            sidle_group_places(f.groups, f.ids, f.count, (sidle_vec2){90, 64}, &formation, places));
        double least = least_cost(&f, places), found = cost_of(&f, places);
        assert_true(found >= least * 0.999);
        if (found > least * worse) fail_msg("%u units: %g, least is %g", count, found, least);
        field_end(&f);
    }
}

static void up_to_a_hundred_units_the_assignment_is_exact(void **state) {
    (void)state;
    assigned(7, 1.0005);
    assigned(40, 1.0005);
    assigned(SIDLE_EXACT_ASSIGNMENT, 1.0005);
}

static void beyond_a_hundred_the_assignment_is_good(void **state) {
    (void)state;
    assigned(200, 1.03);
}

/* Two who go straight and at a common pace never come nearer than their places are to each other,
 * or as they stood. */
static void ways_do_not_meet(void **state) {
    (void)state;
    dice d = {5};
    field f = field_of(open_world(128, 64));
    sidle_profile_id profile = kind(&f, 0.3f, 2);
    for (uint32_t k = 0; k < 60; k++)
        add(&f, profile, 3 + (float)(k % 8) * 2, roll_between(&d, 3, 60));
    sidle_formation formation = sidle_formation_default();
    sidle_vec2 places[MOST];
    assert_ok(
        sidle_group_places(f.groups, f.ids, f.count, (sidle_vec2){90, 32}, &formation, places));
    for (uint32_t k = 0; k < f.count; k++)
        for (uint32_t n = 0; n < k; n++) {
            sidle_vec2 a = state_of(f.world, f.ids[k]).position;
            sidle_vec2 b = state_of(f.world, f.ids[n]).position;
            float dot = (a.x - b.x) * (places[k].x - places[n].x) +
                        (a.y - b.y) * (places[k].y - places[n].y);
            assert_true(dot > -0.1f);
        }
    field_end(&f);
}

static void places_avoid_walls_and_strangers(void **state) {
    (void)state;
    sidle_world *world = open_world(64, 64);
    assert_ok(sidle_world_set_cells(world, 42, 0, 2, 64,
                                    SIDLE_TERRAIN_VOID)); /* a wall from side to side */
    assert_ok(sidle_world_set_cells(world, 36, 30, 2, 2, SIDLE_TERRAIN_VOID)); /* a house */
    field f = field_of(world);
    sidle_profile_id profile = kind(&f, 0.5f, 2);
    sidle_unit_id stranger = unit_of(world, profile, 38, 34);
    add_box(&f, profile, 25, 5, 8, 8, 1.5f);
    sidle_formation formation = sidle_formation_default();
    sidle_vec2 places[MOST];
    assert_ok(
        sidle_group_places(f.groups, f.ids, f.count, (sidle_vec2){39, 32}, &formation, places));
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
static void places_avoid_those_to_which_strangers_go(void **state) {
    (void)state;
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

static void own_offsets_stay_with_their_units(void **state) {
    (void)state;
    field f = field_of(open_world(64, 64));
    add_box(&f, kind(&f, 0.5f, 2), 4, 2, 10, 10, 1.5f);
    const sidle_vec2 offsets[] = {{-2, 0}, {2, 0}, {0, -2}, {0, 2}};
    sidle_formation formation = sidle_formation_default();
    sidle_vec2 places[MOST];
    formation.shape = SIDLE_SHAPE_OFFSETS;
    formation.offsets = offsets;
    formation.heading = (sidle_vec2){0, 1}; /* ahead is down, right is to the left of the map */
    formation.keep_places = true;
    assert_ok(
        sidle_group_places(f.groups, f.ids, f.count, (sidle_vec2){40, 40}, &formation, places));
    for (uint32_t k = 0; k < 4; k++) {
        assert_true(fabsf(places[k].x - (40 - offsets[k].y)) < 1e-4f);
        assert_true(fabsf(places[k].y - (40 + offsets[k].x)) < 1e-4f);
    }
    field_end(&f);
}

/* ---- marching ---- */

/* A box of 5 x 5 with top speeds from 1.5 to 3 u/s. */
static void add_mixed_box(field *f, float x, float y) {
    for (uint32_t k = 0; k < 25; k++) {
        sidle_profile_id profile = kind(f, 0.5f, 1.5f + 1.5f * (float)(k * 7 % 25) / 24);
        add(f, profile, x + 1.5f * (float)(k % 5), y + 1.5f * (float)(k / 5));
    }
}

/* Runs until all rest; s from the first arrival to the last. */
static float spread_of_arrivals(field *f, float seconds) {
    int first = -1, last = 0;
    for (int k = 0; k < (int)(seconds * 30); k++) {
        uint32_t resting = 0;
        tick(f);
        for (uint32_t n = 0; n < f->count; n++) resting += state_of(f->world, f->ids[n]).arrived;
        if (resting && first < 0) first = k;
        last = k;
        if (resting == f->count) return (float)(last - first) / 30;
    }
    fail_msg("not all arrived within %g s", (double)seconds);
    return 0;
}

static void a_box_of_mixed_speeds_keeps_its_shape(void **state) {
    (void)state;
    field f = field_of(open_world(96, 32));
    add_mixed_box(&f, 8, 12);
    sidle_formation formation = sidle_formation_default();
    sidle_group_id group;
    assert_ok(sidle_group_go(f.groups, f.ids, f.count, (sidle_vec2){71, 15}, &formation, &group));
    float worst = 0;
    while (group_of(&f, group).marching) {
        tick(&f);
        if (!sidle_group_valid(f.groups, group)) break;
        sidle_group_state s = group_of(&f, group);
        if (s.marching) worst = fmaxf(worst, s.off_most);
    }
    assert_true(worst > 0 && worst <= 0.3f);
    assert_true(spread_of_arrivals(&f, 10) <= 2);
    await(&f, SIDLE_GROUP_EVENT_ARRIVED, group, 1);
    assert_false(sidle_group_valid(f.groups, group)); /* over with its arrival */
    field_end(&f);
}

static void through_a_gap_it_narrows_and_forms_again(void **state) {
    (void)state;
    sidle_world *world = open_world(96, 40);
    assert_ok(sidle_world_set_cells(world, 45, 0, 4, 18, SIDLE_TERRAIN_VOID));
    assert_ok(sidle_world_set_cells(world, 45, 21, 4, 19, SIDLE_TERRAIN_VOID));
    field f = field_of(world);
    add_mixed_box(&f, 12, 16);
    sidle_formation formation = sidle_formation_default();
    sidle_group_id group;
    assert_ok(
        sidle_group_go(f.groups, f.ids, f.count, (sidle_vec2){75, 19.5f}, &formation, &group));
    await(&f, SIDLE_GROUP_EVENT_BROKEN, group, 30);
    assert_in_range(group_of(&f, group).abreast, 1, 2);
    int ticks = 0;
    while (group_of(&f, group).abreast) {
        tick(&f);
        assert_true(++ticks < 30 * 30);
    }
    assert_true(await(&f, SIDLE_GROUP_EVENT_FORMED, group, 15) <= 15);
    assert_true(spread_of_arrivals(&f, 60) <= 2);
    field_end(&f);
}

static void four_groups_cross_and_keep_their_shapes(void **state) {
    (void)state;
    field f = field_of(open_world(100, 100));
    const sidle_vec2 from[] = {{20, 50}, {80, 50}, {50, 20}, {50, 80}};
    sidle_profile_id profile = kind(&f, 0.5f, 2);
    sidle_formation formation = sidle_formation_default();
    sidle_group_id groups[4];
    float worst = 0;
    for (int k = 0; k < 4; k++) {
        add_box(&f, profile, 50, 8, from[k].x - 5.25f, from[k].y - 4.5f, 1.5f);
        assert_ok(sidle_group_go(f.groups, f.ids + 50 * k, 50,
                                 (sidle_vec2){100 - from[k].x, 100 - from[k].y}, &formation,
                                 &groups[k]));
    }
    for (int k = 0; k < 4; k++) /* their last rows turn round to face the way */
        while (!group_of(&f, groups[k]).formed) tick(&f);
    for (int ticks = 0;; ticks++) {
        bool any = false;
        tick(&f);
        assert_true(ticks < 120 * 30);
        for (int k = 0; k < 4; k++) {
            if (!sidle_group_valid(f.groups, groups[k])) continue;
            sidle_group_state s = group_of(&f, groups[k]);
            any = true;
            if (s.marching) worst = fmaxf(worst, s.off_most);
            assert_int_equal(s.following, 0);
        }
        if (!any) break;
    }
    assert_true(worst <= 1.5f);
    field_end(&f);
}

static void a_path_and_a_flow_field_lead_round_a_wall(void **state) {
    (void)state;
    for (int flows = 0; flows < 2; flows++) {
        sidle_world *world = open_world(64, 64);
        assert_ok(sidle_world_set_cells(world, 30, 0, 4, 44, SIDLE_TERRAIN_VOID));
        field f = field_of(world);
        add_box(&f, kind(&f, 0.5f, 2), 9, 3, 12, 20, 1.5f);
        sidle_formation formation = sidle_formation_default();
        sidle_group_id group;
        assert_ok(
            sidle_group_go(f.groups, f.ids, f.count, (sidle_vec2){52, 20}, &formation, &group));
        await(&f, SIDLE_GROUP_EVENT_PATH_WANTED, group, 1);
        static uint32_t next[64 * 64];
        for (uint32_t y = 0; y < 64; y++)
            for (uint32_t x = 0; x < 64; x++) {
                uint32_t cell = y * 64 + x;
                bool left = x < 36;
                next[cell] = left && y < 50                ? cell + 64
                             : x < 52 && (left || y == 20) ? cell + 1
                             : y > 20                      ? cell - 64
                                                           : cell;
            }
        const sidle_flow flow = {next, 8};
        const sidle_vec2 path[] = {{28, 50}, {36, 50}};
        if (flows)
            assert_ok(sidle_group_set_flow(f.groups, group, &flow));
        else
            assert_ok(sidle_group_set_path(f.groups, group, path, 2));
        await(&f, SIDLE_GROUP_EVENT_ARRIVED, group, 90);
        field_end(&f);
    }
}

static void a_patrol_goes_round_and_tells_its_points(void **state) {
    (void)state;
    field f = field_of(open_world(64, 64));
    add_box(&f, kind(&f, 0.5f, 3), 9, 3, 10, 10, 1.5f);
    const sidle_vec2 points[] = {{40, 12}, {40, 40}, {12, 40}};
    sidle_formation formation = sidle_formation_default();
    sidle_group_id group;
    assert_ok(sidle_group_patrol(f.groups, f.ids, f.count, points, 3, &formation, &group));
    for (int round = 0; round < 4; round++) {
        await(&f, SIDLE_GROUP_EVENT_WAYPOINT, group, 30);
        uint32_t count;
        const sidle_group_event *e = sidle_groups_events(f.groups, &count);
        while (e->type != SIDLE_GROUP_EVENT_WAYPOINT) e++;
        assert_true(e->point.x == points[round % 3].x && e->point.y == points[round % 3].y);
    }
    assert_int_equal(group_of(&f, group).count, 9);
    field_end(&f);
}

static void a_group_approaches_a_target_that_moves(void **state) {
    (void)state;
    field f = field_of(open_world(96, 64));
    sidle_unit_id prey = unit_of(f.world, kind(&f, 0.5f, 1), 40, 20);
    add_box(&f, kind(&f, 0.5f, 3), 9, 3, 10, 10, 1.5f);
    assert_ok(sidle_unit_go(f.world, prey, (sidle_vec2){60, 50}));
    sidle_formation formation = sidle_formation_default();
    sidle_group_id group;
    const sidle_range range = {.most = 6};
    assert_ok(sidle_group_approach(f.groups, f.ids, f.count, prey, &range, &formation, &group));
    await(&f, SIDLE_GROUP_EVENT_ARRIVED, group, 90);
    for (uint32_t k = 0; k < f.count; k++) {
        sidle_vec2 at = state_of(f.world, f.ids[k]).position;
        assert_true(distance(at, state_of(f.world, prey).position) <= 7.2f);
    }
    assert_true(sidle_group_valid(f.groups, group));
    assert_ok(sidle_unit_destroy(f.world, prey));
    await(&f, SIDLE_GROUP_EVENT_TARGET_LOST, group, 1);
    assert_false(sidle_group_valid(f.groups, group));
    assert_ok(sidle_group_approach_point(f.groups, f.ids, f.count, (sidle_vec2){20, 50}, &range,
                                         &formation, &group));
    await(&f, SIDLE_GROUP_EVENT_ARRIVED, group, 60);
    assert_false(sidle_group_valid(f.groups, group));
    field_end(&f);
}

/* ---- where they face at the end ---- */

/* rad, between the heading of the unit and a direction of length 1. */
static float angle_off(const field *f, uint32_t k, sidle_vec2 facing) {
    sidle_vec2 h = state_of(f->world, f->ids[k]).heading;
    return fabsf(atan2f(h.x * facing.y - h.y * facing.x, h.x * facing.x + h.y * facing.y));
}

static sidle_profile_id slow_turner(field *f, float turn_rate) {
    sidle_profile p = sidle_profile_default();
    p.turn_rate = turn_rate;
    return profile_in(f->world, &p);
}

/* Each at its own rate, on the spot, and the group is over when all face there. */
static void those_that_have_arrived_turn_by_their_own_rate(void **state) {
    (void)state;
    enum { NORTH = 3 };
    const float rates[NORTH] = {30, 90, 720}, ways[][2] = {{0, -1}, {0, 1}, {-1, 0}, {-3, 0.1f}};
    for (int round = 0; round < 4; round++) {
        field f = field_of(open_world(64, 64));
        for (uint32_t k = 0; k < NORTH; k++)
            add(&f, slow_turner(&f, rates[k]), 10, 30 + 2 * (float)k);
        sidle_formation formation = sidle_formation_default();
        formation.heading = (sidle_vec2){ways[round][0], ways[round][1]};
        formation.march = round % 2;
        float length = hypotf(formation.heading.x, formation.heading.y);
        sidle_vec2 facing = {formation.heading.x / length, formation.heading.y / length};
        sidle_group_id group;
        assert_ok(sidle_group_go(f.groups, f.ids, NORTH, (sidle_vec2){32, 32}, &formation, &group));
        int turns[NORTH] = {0};
        bool over = false;
        for (int ticks = 0; !over; ticks++) {
            sidle_unit_state before[NORTH];
            assert_true(ticks < 40 * 30);
            for (uint32_t k = 0; k < NORTH; k++) before[k] = state_of(f.world, f.ids[k]);
            tick(&f);
            over = told(&f, SIDLE_GROUP_EVENT_ARRIVED, group);
            for (uint32_t k = 0; k < NORTH; k++) {
                sidle_unit_state now = state_of(f.world, f.ids[k]);
                if (!before[k].arrived) continue;
                assert_true(now.position.x == before[k].position.x);
                assert_true(now.position.y == before[k].position.y);
                float turned = angle_off(&f, k, before[k].heading), most = rates[k] / 30;
                assert_true(turned <= most * 0.017453293f * 1.001f);
                turns[k] += turned > 0;
                if (over) assert_true(angle_off(&f, k, facing) < 1e-3f);
            }
        }
        assert_true(turns[0] > turns[1] && turns[1] > turns[2] && turns[2] > 0);
        assert_false(sidle_group_valid(f.groups, group));
        field_end(&f);
    }
}

/* In one tick a unit turns by more than half a circle. */
static void long_ticks_turn_no_farther_than_to_the_facing(void **state) {
    (void)state;
    field f = field_of(open_world(64, 64));
    for (uint32_t k = 0; k < 4; k++)
        add(&f, slow_turner(&f, (float[]){500, 719, 1000, 100000}[k]), 20, 20 + 2 * (float)k);
    sidle_formation formation = sidle_formation_default();
    formation.heading = (sidle_vec2){-1, 0};
    assert_ok(sidle_group_go(f.groups, f.ids, 4, (sidle_vec2){30, 23}, &formation, NULL));
    for (int k = 0; k < 4 * 30; k++) {
        assert_ok(sidle_groups_update(f.groups, 0.25f));
        assert_ok(sidle_world_step(f.world, 0.25f));
    }
    for (uint32_t k = 0; k < 4; k++) assert_true(angle_off(&f, k, formation.heading) < 1e-3f);
    field_end(&f);
}

static void without_a_word_of_the_host_they_face_along_the_way(void **state) {
    (void)state;
    field f = field_of(open_world(64, 64));
    for (uint32_t k = 0; k < 9; k++) add(&f, kind(&f, 0.5f, 2), 10, 12 + 5 * (float)k);
    sidle_formation formation = sidle_formation_default();
    formation.march = false; /* so that they come from all sides */
    sidle_group_id group;
    assert_ok(sidle_group_go(f.groups, f.ids, 9, (sidle_vec2){40, 32}, &formation, &group));
    await(&f, SIDLE_GROUP_EVENT_ARRIVED, group, 60);
    march(&f, 1);
    for (uint32_t k = 0; k < 9; k++) assert_true(angle_off(&f, k, (sidle_vec2){1, 0}) < 1e-3f);
    field_end(&f);
}

static void as_they_stand_each_faces_the_way_it_came(void **state) {
    (void)state;
    enum { COUNT = 9 };
    field f = field_of(open_world(64, 64));
    add_box(&f, kind(&f, 0.5f, 2), COUNT, 3, 10, 30, 1.5f);
    sidle_formation formation = sidle_formation_default();
    formation.shape = SIDLE_SHAPE_STANDING;
    formation.heading = (sidle_vec2){0, -1};
    sidle_group_id group;
    assert_ok(sidle_group_go(f.groups, f.ids, COUNT, (sidle_vec2){40, 38}, &formation, &group));
    while (sidle_group_valid(f.groups, group)) tick(&f);
    march(&f, 2);
    for (uint32_t k = 0; k < COUNT; k++) {
        sidle_unit_state s = state_of(f.world, f.ids[k]);
        assert_true(s.arrived && s.heading.x > 0.9f); /* the way is 30 u by 8 u */
    }
    field_end(&f);
}

/* One that is stunned keeps its heading, and nobody waits for it. */
static void one_that_is_stunned_does_not_turn(void **state) {
    (void)state;
    field f = field_of(open_world(64, 64));
    for (uint32_t k = 0; k < 2; k++) add(&f, slow_turner(&f, 20), 10, 30 + 2 * (float)k);
    sidle_formation formation = sidle_formation_default();
    formation.heading = (sidle_vec2){0, -1};
    sidle_group_id group;
    assert_ok(sidle_group_go(f.groups, f.ids, 2, (sidle_vec2){30, 31}, &formation, &group));
    while (!state_of(f.world, f.ids[0]).arrived || !state_of(f.world, f.ids[1]).arrived) tick(&f);
    assert_ok(sidle_unit_set_speed_factor(f.world, f.ids[0], 0));
    sidle_vec2 kept = state_of(f.world, f.ids[0]).heading;
    await(&f, SIDLE_GROUP_EVENT_ARRIVED, group, 10);
    assert_true(angle_off(&f, 0, kept) == 0);
    assert_true(angle_off(&f, 0, formation.heading) > 0.5f);
    assert_true(angle_off(&f, 1, formation.heading) < 1e-3f);
    field_end(&f);
}

/* ---- what happens to a group ---- */

static void under_fire_and_reinforced_it_marches_on(void **state) {
    (void)state;
    field f = field_of(open_world(96, 48));
    sidle_profile_id profile = kind(&f, 0.5f, 2);
    add_box(&f, profile, 30, 5, 10, 20, 1.5f);
    sidle_formation formation = sidle_formation_default();
    sidle_group_id group;
    assert_ok(sidle_group_go(f.groups, f.ids, 25, (sidle_vec2){70, 24}, &formation, &group));
    march(&f, 4);
    for (uint32_t k = 0; k < 12; k++) {
        assert_ok(sidle_unit_destroy(f.world, f.ids[2 * k]));
        march(&f, 0.2f);
    }
    assert_int_equal(group_of(&f, group).count, 13);
    assert_ok(sidle_group_join(f.groups, group, f.ids + 25, 5));
    assert_int_equal(group_of(&f, group).count, 18);
    march(&f, 10);
    sidle_group_state s = group_of(&f, group);
    assert_true(s.formed && s.following == 0);
    await(&f, SIDLE_GROUP_EVENT_ARRIVED, group, 60);
    field_end(&f);
}

static void the_last_order_wins(void **state) {
    (void)state;
    field f = field_of(open_world(96, 48));
    add_box(&f, kind(&f, 0.5f, 2), 20, 5, 10, 20, 1.5f);
    sidle_formation formation = sidle_formation_default();
    sidle_group_id first, second;
    sidle_member_state m;
    assert_ok(sidle_group_go(f.groups, f.ids, 20, (sidle_vec2){70, 24}, &formation, &first));
    march(&f, 3);
    /* Ten split off, one gets an order of its own, one is stopped, one leaves. */
    assert_ok(sidle_group_go(f.groups, f.ids, 10, (sidle_vec2){60, 10}, &formation, &second));
    assert_int_equal(group_of(&f, first).count, 10);
    assert_ok(sidle_unit_go(f.world, f.ids[19], (sidle_vec2){5, 5}));
    assert_ok(sidle_unit_stop(f.world, f.ids[18]));
    assert_ok(sidle_group_leave(f.groups, f.ids[17]));
    march(&f, 1);
    assert_int_equal(group_of(&f, first).count, 7);
    for (uint32_t k = 17; k < 20; k++)
        assert_int_equal(sidle_group_member(f.groups, f.ids[k], &m), SIDLE_ERROR_NO_ORDER);
    assert_ok(sidle_group_member(f.groups, f.ids[0], &m));
    assert_true(m.group.slot == second.slot && m.member == SIDLE_MEMBER_MARCHES);
    /* All others leave too. */
    for (uint32_t k = 10; k < 17; k++) assert_ok(sidle_unit_stop(f.world, f.ids[k]));
    await(&f, SIDLE_GROUP_EVENT_EMPTY, first, 1);
    assert_false(sidle_group_valid(f.groups, first));
    await(&f, SIDLE_GROUP_EVENT_ARRIVED, second, 60);
    field_end(&f);
}

static void a_stowed_unit_comes_after(void **state) {
    (void)state;
    field f = field_of(open_world(96, 48));
    add_box(&f, kind(&f, 0.5f, 3), 9, 3, 10, 20, 1.5f);
    sidle_formation formation = sidle_formation_default();
    sidle_group_id group;
    assert_ok(sidle_group_go(f.groups, f.ids, 9, (sidle_vec2){70, 24}, &formation, &group));
    march(&f, 2);
    assert_ok(sidle_unit_stow(f.world, f.ids[4], SIDLE_PURSUERS_LOSE));
    march(&f, 2);
    assert_int_equal(member_of(&f, f.ids[4]), SIDLE_MEMBER_STOWED);
    assert_ok(sidle_unit_unstow(f.world, f.ids[4], (sidle_vec2){10, 40}));
    march(&f, 0.1f);
    assert_int_equal(member_of(&f, f.ids[4]), SIDLE_MEMBER_FOLLOWS);
    await(&f, SIDLE_GROUP_EVENT_ARRIVED, group, 60);
    assert_true(state_of(f.world, f.ids[4]).arrived);
    field_end(&f);
}

static void a_building_goes_up_on_the_march(void **state) {
    (void)state;
    field f = field_of(open_world(96, 48));
    add_box(&f, kind(&f, 0.5f, 2), 16, 4, 10, 20, 1.5f);
    sidle_formation formation = sidle_formation_default();
    sidle_group_id group;
    assert_ok(sidle_group_go(f.groups, f.ids, 16, (sidle_vec2){70, 22}, &formation, &group));
    march(&f, 5);
    assert_ok(sidle_world_set_cells(f.world, 38, 16, 6, 12, SIDLE_TERRAIN_VOID));
    await(&f, SIDLE_GROUP_EVENT_PATH_WANTED, group, 1);
    const sidle_vec2 round[] = {{34, 34}, {48, 34}};
    assert_ok(sidle_group_set_path(f.groups, group, round, 2));
    await(&f, SIDLE_GROUP_EVENT_ARRIVED, group, 90);
    field_end(&f);
}

/* A unit that cannot move holds the others up, is cut off, and they go on. */
static void a_unit_that_stays_behind_is_cut_off(void **state) {
    (void)state;
    field f = field_of(open_world(96, 48));
    add_box(&f, kind(&f, 0.5f, 2), 9, 3, 10, 20, 1.5f);
    sidle_formation formation = sidle_formation_default();
    sidle_group_id group;
    assert_ok(sidle_group_go(f.groups, f.ids, 9, (sidle_vec2){60, 22}, &formation, &group));
    march(&f, 2);
    assert_ok(sidle_unit_set_speed_factor(f.world, f.ids[0], 0));
    march(&f, 3);
    float waited = group_of(&f, group).speed;
    assert_true(waited < 0.5f);
    march(&f, 15);
    assert_int_equal(member_of(&f, f.ids[0]), SIDLE_MEMBER_FOLLOWS);
    assert_true(group_of(&f, group).speed > 1.5f);
    assert_ok(sidle_unit_set_speed_factor(f.world, f.ids[0], 1));
    await(&f, SIDLE_GROUP_EVENT_ARRIVED, group, 90);
    assert_true(state_of(f.world, f.ids[0]).arrived);
    field_end(&f);
}

/* ---- what is refused ---- */

typedef struct refusal {
    field *f;
    uint64_t world, groups;
} refusal;

static refusal begin_refusals(field *f) {
    return (refusal){f, sidle_world_hash(f->world), sidle_groups_hash(f->groups)};
}

static void refused(refusal r, sidle_result found, sidle_result expected) {
    assert_string_equal(sidle_result_text(found), sidle_result_text(expected));
    assert_true(sidle_world_hash(r.f->world) == r.world);
    assert_true(sidle_groups_hash(r.f->groups) == r.groups);
}

static void wrong_formations_are_refused(void **state) {
    (void)state;
    field f = field_of(open_world(64, 64));
    add_box(&f, kind(&f, 0.5f, 2), 4, 2, 10, 10, 1.5f);
    const sidle_vec2 goal = {40, 40};
    const sidle_formation good = sidle_formation_default();
    refusal r = begin_refusals(&f);
#define REFUSED_WITH(change, result)                                                               \
    do {                                                                                           \
        sidle_formation x = good;                                                                  \
        change;                                                                                    \
        refused(r, sidle_group_go(f.groups, f.ids, 4, goal, &x, NULL), result);                    \
    } while (0)
    REFUSED_WITH(x.cookie = 0, SIDLE_ERROR_DEFINITION);
    REFUSED_WITH(x.gap = -1, SIDLE_ERROR_ARGUMENT);
    REFUSED_WITH(x.gap = SIDLE_MAX_FORMATION_GAP * 1.01f, SIDLE_ERROR_ARGUMENT);
    REFUSED_WITH(x.gap = NAN, SIDLE_ERROR_NOT_FINITE);
    REFUSED_WITH(x.heading.y = INFINITY, SIDLE_ERROR_NOT_FINITE);
    REFUSED_WITH(x.shape = SIDLE_SHAPE_COUNT, SIDLE_ERROR_ARGUMENT);
    REFUSED_WITH(x.columns = SIDLE_MAX_GROUP_UNITS + 1, SIDLE_ERROR_ARGUMENT);
    REFUSED_WITH(x.shape = SIDLE_SHAPE_OFFSETS, SIDLE_ERROR_ARGUMENT);
    const sidle_vec2 near[] = {{0, 0}, {0.9f, 0}, {3, 0}, {6, 0}};
    REFUSED_WITH((x.shape = SIDLE_SHAPE_OFFSETS, x.offsets = near), SIDLE_ERROR_ARGUMENT);
    const sidle_vec2 far[] = {{0, 0}, {2000, 0}, {3, 0}, {6, 0}};
    REFUSED_WITH((x.shape = SIDLE_SHAPE_OFFSETS, x.offsets = far), SIDLE_ERROR_ARGUMENT);
    const sidle_vec2 none[] = {{0, 0}, {NAN, 0}, {3, 0}, {6, 0}};
    REFUSED_WITH((x.shape = SIDLE_SHAPE_OFFSETS, x.offsets = none), SIDLE_ERROR_NOT_FINITE);
    refused(r, sidle_group_go(f.groups, f.ids, 4, goal, NULL, NULL), SIDLE_ERROR_ARGUMENT);
    field_end(&f);
}

static void wrong_units_and_goals_are_refused(void **state) {
    (void)state;
    field f = field_of(open_world(64, 64));
    add_box(&f, kind(&f, 0.5f, 2), 6, 2, 10, 10, 1.5f);
    const sidle_vec2 goal = {40, 40}, outside = {70, 40}, none = {NAN, 0};
    const sidle_formation good = sidle_formation_default();
    const sidle_unit_id twice[] = {f.ids[0], f.ids[1], f.ids[0]};
    sidle_unit_id dead[] = {f.ids[0], f.ids[5]}, away[] = {f.ids[0], f.ids[4]};
    assert_ok(sidle_unit_destroy(f.world, f.ids[5]));
    assert_ok(sidle_unit_stow(f.world, f.ids[4], SIDLE_PURSUERS_LOSE));
    refusal r = begin_refusals(&f);
    refused(r, sidle_group_go(f.groups, twice, 3, goal, &good, NULL), SIDLE_ERROR_ARGUMENT);
    refused(r, sidle_group_go(f.groups, dead, 2, goal, &good, NULL), SIDLE_ERROR_STALE);
    refused(r, sidle_group_go(f.groups, away, 2, goal, &good, NULL), SIDLE_ERROR_STOWED);
    refused(r, sidle_group_go(f.groups, f.ids, 0, goal, &good, NULL), SIDLE_ERROR_ARGUMENT);
    refused(r, sidle_group_go(f.groups, NULL, 2, goal, &good, NULL), SIDLE_ERROR_ARGUMENT);
    refused(r, sidle_group_go(NULL, f.ids, 2, goal, &good, NULL), SIDLE_ERROR_ARGUMENT);
    refused(r, sidle_group_go(f.groups, f.ids, 2, outside, &good, NULL), SIDLE_ERROR_ARGUMENT);
    refused(r, sidle_group_go(f.groups, f.ids, 2, none, &good, NULL), SIDLE_ERROR_NOT_FINITE);
    refused(r, sidle_group_places(f.groups, f.ids, 2, goal, &good, NULL), SIDLE_ERROR_ARGUMENT);
    refused(r, sidle_group_patrol(f.groups, f.ids, 2, &goal, 0, &good, NULL), SIDLE_ERROR_ARGUMENT);
    refused(r, sidle_group_patrol(f.groups, f.ids, 2, &none, 1, &good, NULL),
            SIDLE_ERROR_NOT_FINITE);
    const sidle_range wide = {.most = 2, .least = 3}, nan = {.most = NAN}, fine = {.most = 3};
    refused(r, sidle_group_approach(f.groups, f.ids, 2, f.ids[2], &wide, &good, NULL),
            SIDLE_ERROR_ARGUMENT);
    refused(r, sidle_group_approach(f.groups, f.ids, 2, f.ids[2], &nan, &good, NULL),
            SIDLE_ERROR_NOT_FINITE);
    refused(r, sidle_group_approach(f.groups, f.ids, 2, f.ids[1], &fine, &good, NULL),
            SIDLE_ERROR_ARGUMENT);
    refused(r, sidle_group_approach(f.groups, f.ids, 2, f.ids[5], &fine, &good, NULL),
            SIDLE_ERROR_STALE);
    refused(r, sidle_group_approach(f.groups, f.ids, 2, f.ids[4], &fine, &good, NULL),
            SIDLE_ERROR_STOWED);
    refused(r, sidle_group_approach_point(f.groups, f.ids, 2, outside, &fine, &good, NULL),
            SIDLE_ERROR_ARGUMENT);
    refused(r, sidle_group_approach_point(f.groups, f.ids, 2, goal, NULL, &good, NULL),
            SIDLE_ERROR_ARGUMENT);
    assert_int_equal(sidle_groups_update(f.groups, 0), SIDLE_ERROR_ARGUMENT);
    assert_int_equal(sidle_groups_update(f.groups, NAN), SIDLE_ERROR_NOT_FINITE);
    assert_int_equal(sidle_groups_update(NULL, TICK), SIDLE_ERROR_ARGUMENT);
    field_end(&f);
}

static void calls_about_a_group_are_refused(void **state) {
    (void)state;
    field f = field_of(open_world(64, 64));
    add_box(&f, kind(&f, 0.5f, 2), 6, 2, 10, 10, 1.5f);
    const sidle_vec2 goal = {40, 40}, outside = {-1, 0};
    const sidle_formation good = sidle_formation_default();
    const sidle_group_id null = {0, 0};
    static uint32_t nowhere[64 * 64];
    memset(nowhere, 0xff, sizeof nowhere);
    const sidle_flow flow = {nowhere, 8}, no_flow = {NULL, 8};
    sidle_group_id group, over;
    sidle_group_state s;
    sidle_member_state m;
    uint32_t count;
    assert_ok(sidle_group_go(f.groups, f.ids, 2, goal, &good, &over));
    assert_ok(sidle_group_disband(f.groups, over));
    assert_ok(sidle_group_go(f.groups, f.ids, 4, goal, &good, &group));
    assert_int_equal(group.slot, over.slot);
    refusal r = begin_refusals(&f);
    refused(r, sidle_group_set_path(f.groups, over, &goal, 1), SIDLE_ERROR_STALE);
    refused(r, sidle_group_set_path(f.groups, group, &outside, 1), SIDLE_ERROR_ARGUMENT);
    refused(r, sidle_group_set_path(f.groups, group, NULL, 1), SIDLE_ERROR_ARGUMENT);
    refused(r, sidle_group_set_path(NULL, group, &goal, 1), SIDLE_ERROR_ARGUMENT);
    refused(r, sidle_group_set_flow(f.groups, group, &flow), SIDLE_ERROR_ARGUMENT);
    refused(r, sidle_group_set_flow(f.groups, group, &no_flow), SIDLE_ERROR_ARGUMENT);
    refused(r, sidle_group_set_flow(f.groups, over, &flow), SIDLE_ERROR_STALE);
    refused(r, sidle_group_join(f.groups, over, f.ids + 4, 1), SIDLE_ERROR_STALE);
    refused(r, sidle_group_join(f.groups, group, f.ids + 3, 2), SIDLE_ERROR_ARGUMENT);
    refused(r, sidle_group_join(f.groups, group, NULL, 2), SIDLE_ERROR_ARGUMENT);
    refused(r, sidle_group_leave(f.groups, f.ids[5]), SIDLE_ERROR_NO_ORDER);
    refused(r, sidle_group_leave(f.groups, NOBODY), SIDLE_ERROR_STALE);
    refused(r, sidle_group_disband(f.groups, over), SIDLE_ERROR_STALE);
    refused(r, sidle_group_get(f.groups, over, &s), SIDLE_ERROR_STALE);
    refused(r, sidle_group_get(f.groups, group, NULL), SIDLE_ERROR_ARGUMENT);
    refused(r, sidle_group_units(f.groups, null, NULL, 0, &count), SIDLE_ERROR_STALE);
    refused(r, sidle_group_units(f.groups, group, NULL, 1, &count), SIDLE_ERROR_ARGUMENT);
    refused(r, sidle_group_member(f.groups, f.ids[5], &m), SIDLE_ERROR_NO_ORDER);
    refused(r, sidle_group_member(f.groups, NOBODY, &m), SIDLE_ERROR_STALE);
    assert_ok(sidle_group_units(f.groups, group, NULL, 0, &count));
    assert_int_equal(count, 4);
    assert_int_equal(sidle_group_next(f.groups, null).slot, group.slot);
    assert_int_equal(sidle_group_next(f.groups, group).slot, 0);
    field_end(&f);
}

/* ---- memory and determinism ---- */

typedef struct counter {
    uint32_t calls, fails_at;
    int64_t bytes;
} counter;

static void *counted_get(void *context, size_t size) {
    counter *c = context;
    if (++c->calls == c->fails_at) return NULL;
    c->bytes += (int64_t)size;
    return malloc(size);
}

static void counted_give(void *context, void *memory, size_t size) {
    counter *c = context;
    c->bytes -= (int64_t)size;
    free(memory);
}

static field counted_field(counter *c) {
    sidle_world_def def = sidle_world_def_default();
    sidle_world *world;
    def.alloc = (sidle_allocator){c, counted_get, counted_give};
    assert_ok(sidle_world_create(&def, &world));
    return field_of(world);
}

static void updates_take_no_memory(void **state) {
    (void)state;
    counter c = {0};
    field f = counted_field(&c);
    sidle_unit_id prey = unit_at(f.world, 50, 20);
    add_box(&f, kind(&f, 0.5f, 2), 20, 5, 8, 8, 1.5f);
    sidle_formation formation = sidle_formation_default();
    const sidle_range range = {.most = 3};
    sidle_group_id group;
    assert_ok(sidle_group_approach(f.groups, f.ids, 10, prey, &range, &formation, NULL));
    assert_ok(sidle_group_go(f.groups, f.ids + 10, 10, (sidle_vec2){50, 50}, &formation, &group));
    assert_ok(sidle_unit_go(f.world, prey, (sidle_vec2){50, 60}));
    tick(&f);
    /* Both groups run side by side for a while: the one that goes is there after 45 s. */
    for (int k = 0; k < 1800; k++) {
        uint32_t calls = c.calls;
        assert_ok(sidle_groups_update(f.groups, TICK));
        if (k < 100) assert_int_equal(c.calls, calls);
        assert_ok(sidle_world_step(f.world, TICK));
    }
    assert_false(sidle_group_valid(f.groups, group));
    field_end(&f);
    assert_true(c.bytes == 0);
}

static void without_memory_all_stays_as_it_was(void **state) {
    (void)state;
    uint32_t failures = 0;
    for (uint32_t n = 1; n < 40; n++) {
        counter c = {0};
        field f = counted_field(&c);
        add_box(&f, kind(&f, 0.5f, 2), 12, 4, 8, 8, 1.5f);
        sidle_formation formation = sidle_formation_default();
        const sidle_vec2 points[] = {{40, 10}, {40, 40}};
        sidle_group_id group;
        refusal r = begin_refusals(&f);
        c.fails_at = c.calls + n;
        sidle_result bad = sidle_group_patrol(f.groups, f.ids, 12, points, 2, &formation, &group);
        c.fails_at = 0;
        if (bad) {
            refused(r, bad, SIDLE_ERROR_MEMORY);
            failures++;
            assert_ok(sidle_group_patrol(f.groups, f.ids, 12, points, 2, &formation, &group));
        }
        march(&f, 0.5f);
        field_end(&f);
        assert_true(c.bytes == 0);
        if (!bad) break;
    }
    assert_true(failures >= 10);
}

/* The same units, created in another order. */
static field shuffled(bool backwards, uint64_t *digest) {
    field f = field_of(open_world(80, 48));
    sidle_profile_id fast = kind(&f, 0.5f, 3), slow = kind(&f, 0.7f, 2);
    f.count = 24;
    for (uint32_t n = 0; n < 24; n++) {
        uint32_t k = backwards ? 23 - n : n;
        sidle_unit_def def = sidle_unit_def_default();
        def.profile = k % 3 ? fast : slow;
        def.rank = k + 1;
        def.position = (sidle_vec2){6 + 2.1f * (float)(k % 6), 16 + 2.2f * (float)(k / 6)};
        assert_ok(sidle_unit_create(f.world, &def, &f.ids[k]));
    }
    sidle_formation formation = sidle_formation_default();
    formation.shape = SIDLE_SHAPE_WEDGE;
    assert_ok(sidle_group_go(f.groups, f.ids, 12, (sidle_vec2){60, 30}, &formation, NULL));
    formation.shape = SIDLE_SHAPE_DISC;
    assert_ok(sidle_group_go(f.groups, f.ids + 12, 12, (sidle_vec2){60, 14}, &formation, NULL));
    for (int n = 0; n < 600; n++) {
        tick(&f);
        for (uint32_t k = 0; k < 24; k++) {
            sidle_vec2 at = state_of(f.world, f.ids[k]).position;
            uint32_t bits[2];
            memcpy(bits, &at, sizeof at);
            *digest = (*digest ^ bits[0]) * 1099511628211u;
            *digest = (*digest ^ bits[1]) * 1099511628211u;
        }
    }
    return f;
}

static void the_order_of_creation_does_not_matter(void **state) {
    (void)state;
    uint64_t one = 1, other = 1, again = 1;
    field a = shuffled(false, &one), b = shuffled(true, &other), c = shuffled(false, &again);
    assert_true(one == other);
    assert_true(one == again && sidle_groups_hash(a.groups) == sidle_groups_hash(c.groups));
    field_end(&a), field_end(&b), field_end(&c);
}

/* Whatever the host does, in whatever order: the world stays valid, walls hold, and the groups know
 * only units that live. */
static void do_something(field *f, dice *d) {
    const sidle_vec2 goal = {roll_between(d, 1, 63), roll_between(d, 1, 63)};
    const sidle_vec2 points[] = {goal, {roll_between(d, 1, 63), roll_between(d, 1, 63)}};
    const sidle_range range = {.most = roll_between(d, 0, 8)};
    sidle_formation formation = sidle_formation_default();
    uint32_t first = roll(d, f->count - 12), count = 1 + roll(d, 12);
    sidle_unit_id *ids = f->ids + first, one = f->ids[roll(d, f->count)];
    sidle_group_id group = sidle_group_next(f->groups, (sidle_group_id){roll(d, 4), 0});
    formation.shape = (sidle_shape)roll(d, SIDLE_SHAPE_OFFSETS);
    formation.gap = roll_between(d, 0, 2);
    formation.march = roll(d, 4);
    if (roll(d, 2)) formation.heading = (sidle_vec2){roll_between(d, -1, 1), 1};
    switch (roll(d, 12)) {
    case 0: sidle_group_go(f->groups, ids, count, goal, &formation, NULL); break;
    case 1: sidle_group_patrol(f->groups, ids, count, points, 2, &formation, NULL); break;
    case 2: sidle_group_approach(f->groups, ids, count, one, &range, &formation, NULL); break;
    case 3:
        sidle_group_approach_point(f->groups, ids, count, goal, &range, &formation, NULL);
        break;
    case 4: sidle_group_join(f->groups, group, ids, count); break;
    case 5: sidle_group_set_path(f->groups, group, points, roll(d, 3)); break;
    case 6: roll(d, 2) ? sidle_group_leave(f->groups, one) : sidle_unit_hold(f->world, one); break;
    case 7: roll(d, 4) ? SIDLE_OK : sidle_group_disband(f->groups, group); break;
    case 8: sidle_unit_stow(f->world, one, SIDLE_PURSUERS_WAIT); break;
    case 9: sidle_unit_unstow(f->world, one, goal); break;
    case 10:
        sidle_world_set_cells(f->world, roll(d, 60), roll(d, 60), 3, 3,
                              roll(d, 3) ? SIDLE_TERRAIN_GROUND : SIDLE_TERRAIN_VOID);
        break;
    default:
        if (roll(d, 2)) sidle_unit_teleport(f->world, one, goal);
        if (roll(d, 3)) break;
        for (uint32_t k = 0; k < f->count; k++) /* one dies, and another one has its slot */
            if (f->ids[k].slot == one.slot) {
                assert_ok(sidle_unit_destroy(f->world, one));
                f->ids[k] = unit_at(f->world, 1, 1);
            }
    }
}

static void anything_may_happen_to_groups(void **state) {
    (void)state;
    for (uint32_t seed = 1; seed <= 6; seed++) {
        dice d = {seed};
        field f = field_of(open_world(64, 64));
        sidle_profile_id kinds[] = {kind(&f, 0.5f, 2), kind(&f, 0.8f, 3), kind(&f, 0.3f, 1)};
        assert_ok(sidle_world_set_cells(f.world, 30, 8, 2, 40, SIDLE_TERRAIN_VOID));
        for (uint32_t k = 0; k < 40; k++)
            add(&f, kinds[k % 3], 3 + 2 * (float)(k % 8), 3 + 2 * (float)(k / 8));
        for (int k = 0; k < 600; k++) {
            sidle_unit_id ids[MOST];
            do_something(&f, &d);
            march(&f, roll_between(&d, 0.04f, 0.6f));
            if (k % 20 == 0) assert_null(sidle_world_validate(f.world));
            for (sidle_group_id g = sidle_group_next(f.groups, (sidle_group_id){0, 0}); g.slot;
                 g = sidle_group_next(f.groups, g)) {
                uint32_t count;
                assert_ok(sidle_group_units(f.groups, g, ids, MOST, &count));
                assert_true(isfinite(group_of(&f, g).off_most));
            }
        }
        field_end(&f);
    }
}

/* ---- the pace ---- */

static void a_pace_bounds_the_speed_of_one_order(void **state) {
    (void)state;
    sidle_world *world = open_world(64, 32);
    sidle_unit_id unit = unit_at(world, 4, 16);
    assert_int_equal(sidle_unit_set_pace(world, unit, 1), SIDLE_ERROR_NO_ORDER);
    assert_ok(sidle_unit_go(world, unit, (sidle_vec2){60, 16}));
    assert_int_equal(sidle_unit_set_pace(world, unit, -1), SIDLE_ERROR_ARGUMENT);
    assert_int_equal(sidle_unit_set_pace(world, unit, NAN), SIDLE_ERROR_NOT_FINITE);
    assert_int_equal(sidle_unit_set_pace(world, NOBODY, 1), SIDLE_ERROR_STALE);
    uint64_t before = sidle_world_hash(world);
    assert_ok(sidle_unit_set_pace(world, unit, 0.5f));
    assert_true(sidle_world_hash(world) != before);
    run(world, 2);
    assert_true(fabsf(state_of(world, unit).velocity.x - 0.5f) < 0.01f);
    assert_ok(sidle_unit_set_pace(world, unit, 0));
    run(world, 1);
    assert_true(state_of(world, unit).velocity.x == 0 && state_of(world, unit).under_way);
    assert_ok(sidle_unit_set_pace(world, unit, 100));
    run(world, 1);
    assert_true(fabsf(state_of(world, unit).velocity.x - 2) < 0.01f);
    assert_ok(sidle_unit_set_pace(world, unit, 0.5f));
    assert_ok(sidle_unit_go(world, unit, (sidle_vec2){60, 16}));
    run(world, 1);
    assert_true(fabsf(state_of(world, unit).velocity.x - 2) < 0.01f);
    sidle_world_destroy(world);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shapes_pack_mixed_radii_without_overlap),
        cmocka_unit_test(a_line_faces_where_the_host_says),
        cmocka_unit_test(up_to_a_hundred_units_the_assignment_is_exact),
        cmocka_unit_test(beyond_a_hundred_the_assignment_is_good),
        cmocka_unit_test(ways_do_not_meet),
        cmocka_unit_test(places_avoid_walls_and_strangers),
        cmocka_unit_test(places_avoid_those_to_which_strangers_go),
        cmocka_unit_test(own_offsets_stay_with_their_units),
        cmocka_unit_test(a_box_of_mixed_speeds_keeps_its_shape),
        cmocka_unit_test(through_a_gap_it_narrows_and_forms_again),
        cmocka_unit_test(four_groups_cross_and_keep_their_shapes),
        cmocka_unit_test(a_path_and_a_flow_field_lead_round_a_wall),
        cmocka_unit_test(a_patrol_goes_round_and_tells_its_points),
        cmocka_unit_test(a_group_approaches_a_target_that_moves),
        cmocka_unit_test(those_that_have_arrived_turn_by_their_own_rate),
        cmocka_unit_test(long_ticks_turn_no_farther_than_to_the_facing),
        cmocka_unit_test(without_a_word_of_the_host_they_face_along_the_way),
        cmocka_unit_test(as_they_stand_each_faces_the_way_it_came),
        cmocka_unit_test(one_that_is_stunned_does_not_turn),
        cmocka_unit_test(under_fire_and_reinforced_it_marches_on),
        cmocka_unit_test(the_last_order_wins),
        cmocka_unit_test(a_stowed_unit_comes_after),
        cmocka_unit_test(a_building_goes_up_on_the_march),
        cmocka_unit_test(a_unit_that_stays_behind_is_cut_off),
        cmocka_unit_test(wrong_formations_are_refused),
        cmocka_unit_test(wrong_units_and_goals_are_refused),
        cmocka_unit_test(calls_about_a_group_are_refused),
        cmocka_unit_test(updates_take_no_memory),
        cmocka_unit_test(without_memory_all_stays_as_it_was),
        cmocka_unit_test(the_order_of_creation_does_not_matter),
        cmocka_unit_test(anything_may_happen_to_groups),
        cmocka_unit_test(a_pace_bounds_the_speed_of_one_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
