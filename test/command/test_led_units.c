/* Units that the reference pathfinders lead arrive, also behind a target that moves. */
#include "ground.h"
#include "pathfinding/astar.h"
#include "pathfinding/flow_field.h"

#include <math.h>
#include <stb_ds.h>

/* ---- a unit alone ---- */

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
    sidle_world *world;
    assert_ok(sidle_world_create(&def, &world));
    sidle_profile p = sidle_profile_default();
    p.radius = RADII[roll(d, 7)] * def.cell_size;
    p.tuning.look_cell = 0.25f * def.cell_size;
    p.view_distance = 5 * def.cell_size;
    p.tuning.side_reach = 3 * def.cell_size;
    p.tuning.waypoint_radius = 1.5f * def.cell_size;
    return ground_in(world, &p);
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

/* ---- a target that moves ---- */

/* Moves `at` by at most so much towards the point that the field gives. */
static bool step_after(ground *g, sidle_vec2 *at, sidle_vec2 target, float step) {
    sidle_vec2 point;
    if (!flow_guide_to_target(g->flow, g->profile, 7, target, *at, &point)) return false;
    float distance = hypotf(point.x - at->x, point.y - at->y);
    if (distance <= step)
        *at = point;
    else
        *at = (sidle_vec2){at->x + (point.x - at->x) / distance * step,
                           at->y + (point.y - at->y) / distance * step};
    return true;
}

/* Bars every four columns, open now above and now below: nobody sees past two of them. */
static ground winding(uint32_t width) {
    char *drawn = malloc(5 * (width + 1) + 1), *at = drawn;
    for (uint32_t y = 0; y < 5; y++) {
        for (uint32_t x = 0; x < width; x++)
            *at++ = x % 4 == 3 && y != (x % 8 == 3 ? 0 : 4) ? '#' : '.';
        *at++ = '\n';
    }
    *at = 0;
    ground g = ground_of(drawn, 0.3f);
    free(drawn);
    return g;
}

static void come_to(ground *g, sidle_vec2 *at, sidle_vec2 target, int ticks) {
    /* No longer than that, or the fields are forgotten. */
    for (int tick = 0; tick < ticks && (at->x != target.x || at->y != target.y); tick++) {
        assert_true(step_after(g, at, target, 0.1f));
        assert_true(sidle_world_fits(g->world, g->profile, *at));
        flow_forget(g->flow);
    }
    assert_float_equal(hypotf(at->x - target.x, at->y - target.y), 0, 1e-3f);
}

/* The fields are grown for one place; then the target is elsewhere, far off or round a corner. */
static void a_field_leads_to_where_its_target_is_now(void **state) {
    (void)state;
    ground g = winding(120);
    sidle_vec2 at = {57.5f, 2.5f}, far = {1.5f, 2.5f}, there = {117.5f, 2.5f};
    for (int tick = 0; tick < 30; tick++) assert_true(step_after(&g, &at, far, 0.1f));
    come_to(&g, &at, there, 2500);
    come_to(&g, &at, (sidle_vec2){113.5f, 2.5f}, 200);
    come_to(&g, &at, (sidle_vec2){115.1f, 0.5f}, 200);
    come_to(&g, &at, (sidle_vec2){114.6f, 1.3f}, 100); /* less than a cell away, and out of sight */
    leave(&g);
}

static void a_unit_that_is_too_wide_is_led_to_the_nearest_place_where_it_fits(void **state) {
    (void)state;
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

static void a_unit_alone_arrives_wherever_there_is_a_way(void **state) {
    (void)state;
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

int led_units_tests(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_field_leads_to_where_its_target_is_now),
        cmocka_unit_test(a_unit_that_is_too_wide_is_led_to_the_nearest_place_where_it_fits),
        cmocka_unit_test(a_unit_alone_arrives_wherever_there_is_a_way),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
