/* The same scene with all lengths, or all times, some powers of two as large: units do the same at
 * another scale. A power of two changes no digit of a float, so what follows from the units' own
 * measures is the same to the last bit, and what differs comes from a number in u or s. */
#include "scale.h"
#include "support.h"

#include <sidle/group.h>

enum { SIDE = 48, MOST_UNITS = 80, TICKS_A_SECOND = 32, RALLY_AT = 50, SECONDS = 120 };

typedef struct stage {
    scale scale;
    sidle_world *world;
    sidle_groups *groups;
    sidle_unit_id ids[MOST_UNITS];
    uint32_t count;
    uint32_t told; /* arrivals, and units that are stuck */
} stage;

static sidle_vec2 at_scale(const stage *g, float x, float y) {
    return (sidle_vec2){x * g->scale.length, y * g->scale.length};
}

static stage set_stage(scale s) {
    stage g = {.scale = s};
    g.world = world_of_cells(s.length, SIDE, SIDE);
    assert_ok(sidle_groups_create(g.world, &g.groups));
    return g;
}

static sidle_profile_id kind(const stage *g, float radius, float speed, float turn_rate) {
    sidle_profile p = sidle_profile_default();
    p.radius = radius;
    p.top_speed = speed;
    p.turn_rate = turn_rate;
    p.terrain_factor[SIDLE_TERRAIN_SWAMP] = 0.5f;
    scale_profile(&p, g->scale);
    return profile_in(g->world, &p);
}

static sidle_unit_id put(stage *g, sidle_profile_id profile, float x, float y, uint32_t team) {
    sidle_vec2 at = at_scale(g, x, y);
    return g->ids[g->count++] = unit_in_team(g->world, profile, team, at.x, at.y);
}

/* ---- scenes ---- */

/* Three kinds go through a door to one point. */
static void play_door(stage *g) {
    wall_with_door(g->world, 24, 2, 22, 4, SIDLE_TERRAIN_TREES);
    const sidle_profile_id kinds[] = {kind(g, 0.5f, 2, 720), kind(g, 0.3f, 3, 360),
                                      kind(g, 0.9f, 1.5f, 90)};
    for (int k = 0; k < 36; k++) {
        float x = 6 + 2.1f * (float)(k % 6), y = 17.5f + 2.2f * (float)(k / 6);
        assert_ok(sidle_unit_go(g->world, put(g, kinds[k % 3], x, y, 0), at_scale(g, 38, 24)));
    }
}

/* Two armies change sides. */
static void play_swap(stage *g) {
    const sidle_profile_id walks = kind(g, 0.5f, 2, 720), rolls = kind(g, 0.6f, 2.5f, 60);
    for (int k = 0; k < 40; k++) {
        float x = 8 + 1.7f * (float)(k % 4), y = 16 + 1.8f * (float)(k / 4 % 5);
        bool right = k >= 20;
        if (right) x = SIDE - x;
        sidle_unit_id id = put(g, k % 2 ? walks : rolls, x, y, right);
        assert_ok(sidle_unit_go(g->world, id, at_scale(g, SIDE - x, y)));
    }
}

/* One runs; others evade, wander, flee, pursue, keep in range and follow. A swamp is in the way. */
static void play_pursuit(stage *g) {
    const sidle_profile_id quick = kind(g, 0.4f, 3, 360), slow = kind(g, 0.5f, 2, 720);
    const sidle_vec2 corners[] = {at_scale(g, 40, 8), at_scale(g, 40, 40), at_scale(g, 8, 40)};
    sidle_unit_id prey = put(g, slow, 20, 10, 1);
    assert_ok(sidle_world_set_cells(g->world, 28, 6, 8, 12, SIDLE_TERRAIN_SWAMP));
    sidle_range range = {.most = at_scale(g, 4, 0).x, .least = at_scale(g, 2, 0).x};
    assert_ok(sidle_unit_go(g->world, prey, corners[2]));
    assert_ok(sidle_unit_set_path(g->world, prey, corners, 2));
    for (int k = 0; k < 24; k++) {
        float x = 6 + 1.5f * (float)(k % 4), y = 6 + 1.5f * (float)(k / 4);
        sidle_unit_id id = put(g, quick, x, y, 0);
        if (k < 4)
            assert_ok(sidle_unit_evade(g->world, id, prey));
        else if (k < 6)
            assert_ok(sidle_unit_wander(g->world, id, at_scale(g, 24, 24), at_scale(g, 12, 0).x));
        else if (k < 8)
            assert_ok(sidle_unit_flee(g->world, id, at_scale(g, 10, 10)));
        else if (k < 12)
            assert_ok(sidle_unit_pursue(g->world, id, prey));
        else if (k < 16)
            assert_ok(sidle_unit_approach(g->world, id, prey, &range));
        else
            assert_ok(sidle_unit_follow(g->world, id, g->ids[k % 8 + 1]));
    }
}

/* Some drive through friends at rest and enemies that hold, others patrol on two points; later all
 * are sent to one point. */
static void play_crowd(stage *g) {
    const sidle_profile_id kinds[] = {kind(g, 0.5f, 2, 720), kind(g, 0.7f, 1.2f, 60)};
    const sidle_vec2 points[] = {at_scale(g, 10, 10), at_scale(g, 38, 12)};
    for (int k = 0; k < 60; k++) {
        float x = 12 + 2.3f * (float)(k % 10), y = 12 + 3.1f * (float)(k / 10);
        sidle_unit_id id = put(g, kinds[k % 2], x, y, k % 7 == 0);
        if (k % 7 == 0) assert_ok(sidle_unit_hold(g->world, id));
        if (k % 5 == 1) assert_ok(sidle_unit_go(g->world, id, at_scale(g, x, SIDE - y)));
        if (k % 5 == 2) assert_ok(sidle_unit_patrol(g->world, id, points, 2));
    }
}

/* The last order of all that still obey. */
static void rally(stage *g) {
    for (uint32_t k = 0; k < g->count; k++)
        assert_ok(sidle_unit_go(g->world, g->ids[k], at_scale(g, 30, 30)));
}

/* A formation of two kinds marches through a gap, and another one comes towards it. */
static void play_march(stage *g) {
    wall_with_door(g->world, 24, 2, 20, 8, SIDLE_TERRAIN_TREES);
    const sidle_profile_id small = kind(g, 0.4f, 2, 720), large = kind(g, 0.8f, 1.6f, 120);
    sidle_formation f = sidle_formation_default();
    f.gap *= g->scale.length;
    for (int side = 0; side < 2; side++) {
        sidle_unit_id *first = &g->ids[g->count];
        for (int k = 0; k < 15; k++) {
            float x = 6 + 2.5f * (float)(k % 3), y = 19 + 2.5f * (float)(k / 3);
            put(g, side ? small : k % 5 ? small : large, side ? SIDE - x : x, y, 0);
        }
        sidle_vec2 goal = at_scale(g, side ? 8 : 40, 24);
        assert_ok(sidle_group_go(g->groups, first, 15, goal, &f, NULL));
    }
}

/* ---- beside the small scene ---- */

static void step(stage *g, int tick) {
    if (tick == TICKS_A_SECOND * RALLY_AT) rally(g);
    float dt = g->scale.time / TICKS_A_SECOND;
    assert_ok(sidle_groups_update(g->groups, dt));
    assert_ok(sidle_world_step(g->world, dt));
    g->told += events_of(g->world, SIDLE_EVENT_ARRIVED) + events_of(g->world, SIDLE_EVENT_STUCK);
}

static void leave(stage *g) {
    sidle_groups_destroy(g->groups);
    sidle_world_destroy(g->world);
}

static bool same(float small, float large, float times) {
    return small * times == large;
}

/* The positions, headings and decisions of all units are the same, but for the scale. */
static void assert_same(const char *scene, const stage *small, const stage *large, int tick) {
    float u = large->scale.length;
    for (uint32_t k = 0; k < small->count; k++) {
        sidle_unit_state a = state_of(small->world, small->ids[k]);
        sidle_unit_state b = state_of(large->world, large->ids[k]);
        if (same(a.position.x, b.position.x, u) && same(a.position.y, b.position.y, u) &&
            same(a.heading.x, b.heading.x, 1) && same(a.heading.y, b.heading.y, 1) &&
            a.decision == b.decision)
            continue;
        fail_msg("%s, lengths x %g, times x %g, tick %d, unit %u: at %.7g,%.7g and not %.7g,%.7g",
                 scene, (double)u, (double)large->scale.time, tick, k, (double)(b.position.x / u),
                 (double)(b.position.y / u), (double)a.position.x, (double)a.position.y);
    }
}

static void assert_same_at_any_scale(const char *name, void (*play)(stage *)) {
    static const scale SCALES[] = {{0.0625f, 1}, {0.25f, 1}, {64, 1},
                                   {1, 0.25f},   {1, 4},     {16, 0.5f}};
    for (size_t k = 0; k < sizeof SCALES / sizeof *SCALES; k++) {
        stage small = set_stage((scale){1, 1}), large = set_stage(SCALES[k]);
        play(&small);
        play(&large);
        for (int tick = 0; tick < TICKS_A_SECOND * SECONDS; tick++) {
            step(&small, tick);
            step(&large, tick);
            assert_same(name, &small, &large, tick);
        }
        assert_true(small.told > small.count);
        assert_int_equal(small.told, large.told);
        leave(&small);
        leave(&large);
    }
}

TEST(a_crowd_passes_a_door) {
    assert_same_at_any_scale("door", play_door);
}

TEST(two_armies_change_sides) {
    assert_same_at_any_scale("swap", play_swap);
}

TEST(hunters_catch_their_prey) {
    assert_same_at_any_scale("pursuit", play_pursuit);
}

TEST(a_crowd_mills_and_rests) {
    assert_same_at_any_scale("crowd", play_crowd);
}

TEST(formations_pass_a_gap) {
    assert_same_at_any_scale("march", play_march);
}

TESTS_OF(scaling)
