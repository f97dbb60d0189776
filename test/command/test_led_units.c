/* Units that the reference pathfinders lead arrive, also where a target has no room for them. */
#include "ground.h"
#include "pathfinding/astar.h"
#include "pathfinding/flow_field.h"

#include <math.h>
#include <stb_ds.h>

enum { LONGEST_SIDE = 30 };

/* Random walls in a random cell size, a radius that often fits a corridor to the bit. */
static ground random_ground(dice *d) {
    static const float CELLS[] = {1, 1, 0.3f, 3.7f};
    static const float RADII[] = {0.2f, 0.4f, 0.5f, 0.9f, 1, 1.5f, 3};
    uint8_t cells[LONGEST_SIDE * LONGEST_SIDE];
    sidle_world_def def = sidle_world_def_default();
    def.width = 8 + roll(d, LONGEST_SIDE - 8);
    def.height = 8 + roll(d, LONGEST_SIDE - 8);
    def.cell_size = CELLS[roll(d, 4)];
    def.cells = cells;
    uint32_t walls = roll(d, 40);
    for (uint32_t k = 0; k < def.width * def.height; k++)
        cells[k] = roll(d, 100) < walls ? SIDLE_TERRAIN_VOID : SIDLE_TERRAIN_GROUND;
    sidle_world *world = world_from(&def);
    sidle_profile p = sidle_profile_default();
    p.radius = RADII[roll(d, 7)] * def.cell_size;
    p.tuning.look_cell = 0.25f * def.cell_size;
    p.view_distance = 5 * def.cell_size;
    p.tuning.side_reach = 3 * def.cell_size;
    p.tuning.waypoint_radius = 1.5f * def.cell_size;
    return ground_for(world, profile_in(world, &p));
}

static bool random_place(const ground *g, dice *d, sidle_vec2 *place) {
    float cell = sidle_world_cell_size(g->world);
    for (int tries = 0; tries < 100; tries++) {
        *place = (sidle_vec2){roll_between(d, 0, (float)sidle_world_width(g->world)) * cell,
                              roll_between(d, 0, (float)sidle_world_height(g->world)) * cell};
        if (sidle_world_fits(g->world, g->profile, *place)) return true;
    }
    return false;
}

TEST(a_unit_that_is_too_wide_is_led_to_the_nearest_place_where_it_fits) {
    ground g = ground_of("................\n"
                         "................\n"
                         "................\n"
                         "......##########\n"
                         "......##########\n"
                         "................\n"
                         "......##########\n"
                         "......##########\n"
                         "................\n"
                         "................\n",
                         1.4f);
    const sidle_vec2 nearest = {4.5f, 5.5f};
    sidle_unit_id hunter = unit_of(g.world, g.profile, 12.5f, 1.5f);
    sidle_unit_id prey = unit_at(g.world, 7.5f, 5.5f);
    sidle_vec2 target = state_of(g.world, prey).position, place, point;
    assert_true(astar_nearest(g.astar, g.profile, target, &place));
    assert_float_equal(hypotf(place.x - nearest.x, place.y - nearest.y), 0, 1e-4f);
    assert_ok(sidle_unit_pursue(g.world, hunter, prey));
    for (int tick = 0; tick < 600; tick++) {
        place = state_of(g.world, hunter).position;
        assert_true(flow_guide_to_target(g.flow, g.profile, 7, target, place, &point));
        assert_ok(sidle_unit_set_guide(g.world, hunter, point));
        assert_ok(sidle_world_step(g.world, TICK));
    }
    assert_float_equal(hypotf(place.x - nearest.x, place.y - nearest.y), 0, 0.1f);
    assert_false(flow_guide(g.flow, g.profile, target, place, &point)); /* a goal is no target */
    leave(&g);
}

/* What a host does in a tick: answer a request, or guide. */
static void lead(ground *g, sidle_unit_id id, bool by_flow) {
    sidle_unit_state s = state_of(g->world, id);
    sidle_vec2 point;
    if (by_flow) {
        if (flow_guide(g->flow, g->profile, s.goal, s.position, &point))
            assert_ok(sidle_unit_set_guide(g->world, id, point));
    } else if (event_of(g->world, SIDLE_EVENT_PATH_WANTED, id) && find(g, s.position, s.goal))
        sidle_unit_set_path(g->world, id, g->waypoints, (uint32_t)arrlenu(g->waypoints));
}

/* True when there was a way to try. */
static bool drive_alone(ground *g, sidle_vec2 from, sidle_vec2 to, bool by_flow) {
    if (!find(g, from, to)) return false;
    sidle_unit_id id = unit_of(g->world, g->profile, from.x, from.y);
    float length = length_found(g, from, to);
    assert_ok(sidle_unit_go(g->world, id, to));
    if (!by_flow)
        assert_ok(sidle_unit_set_path(g->world, id, g->waypoints, (uint32_t)arrlenu(g->waypoints)));
    for (int tick = 0; state_of(g->world, id).under_way; tick++) {
        if (tick > (int)(30 * (10 + 2 * length)))
            fail_msg("a unit of radius %g never came from %g,%g to %g,%g",
                     (double)state_of(g->world, id).radius, (double)from.x, (double)from.y,
                     (double)to.x, (double)to.y);
        lead(g, id, by_flow);
        assert_ok(sidle_world_step(g->world, TICK));
    }
    assert_ok(sidle_unit_destroy(g->world, id));
    return true;
}

TEST(a_unit_alone_arrives_wherever_there_is_a_way) {
    dice d = {29};
    int drives = 0;
    for (int map = 0; map < 400; map++) {
        ground g = random_ground(&d);
        sidle_vec2 from, to;
        bool placed = random_place(&g, &d, &from) && random_place(&g, &d, &to);
        for (int by_flow = 0; placed && by_flow < 2; by_flow++)
            drives += drive_alone(&g, from, to, by_flow);
        leave(&g);
    }
    assert_true(drives > 300);
}

TESTS_OF(led_units)
