/* The library as a host sees it: life of worlds and units, orders and events, errors that change
 * nothing, memory, and results that do not depend on the order of creation. */
#include "measures.h"
#include "purse.h"
#include "support.h"

#include <math.h>

/* ---- defaults ---- */

static void the_defaults_give_a_unit_that_walks(void **state) {
    (void)state;
    sidle_world_def def = sidle_world_def_default();
    sidle_world *world;
    assert_ok(sidle_world_create(&def, &world));
    sidle_unit_id id = unit_at(world, 10, 10);
    assert_ok(sidle_unit_go(world, id, (sidle_vec2){20, 14}));
    sidle_event arrived = await_event(world, SIDLE_EVENT_ARRIVED, id, 8);
    assert_int_equal(arrived.other.slot, 0);
    sidle_unit_state s = state_of(world, id);
    assert_true(distance(s.position, (sidle_vec2){20, 14}) < 0.05f);
    assert_true(s.velocity.x == 0 && s.velocity.y == 0 && s.arrived && !s.under_way);
    sidle_world_destroy(world);
}

static void a_free_drive_takes_the_same_time_at_every_tick_rate(void **state) {
    (void)state;
    for (int hz = 20; hz <= 60; hz += 20) {
        sidle_world *world = open_world(64, 64);
        sidle_unit_id id = unit_at(world, 5, 5);
        assert_ok(sidle_unit_go(world, id, (sidle_vec2){45, 35})); /* 50 u at 2 u/s */
        int ticks = 0;
        do {
            assert_ok(sidle_world_step(world, 1.0f / (float)hz));
            ticks++;
        } while (!event_of(world, SIDLE_EVENT_ARRIVED, id) && ticks < 100 * hz);
        assert_float_equal((float)ticks / (float)hz, 25.3f, 0.4f);
        sidle_world_destroy(world);
    }
}

/* ---- errors change nothing ---- */

static void bad_definitions_are_refused(void **state) {
    (void)state;
    sidle_world *world = (sidle_world *)state;
    sidle_world_def def = {.width = 8, .height = 8, .cell_size = 1};
    assert_int_equal(sidle_world_create(&def, &world), SIDLE_ERROR_DEFINITION);
    assert_null(world);
    def = sidle_world_def_default();
    def.width = 0;
    assert_int_equal(sidle_world_create(&def, &world), SIDLE_ERROR_ARGUMENT);
    def = sidle_world_def_default();
    def.height = 100000;
    assert_int_equal(sidle_world_create(&def, &world), SIDLE_ERROR_ARGUMENT);
    def = sidle_world_def_default();
    def.cell_size = NAN;
    assert_int_equal(sidle_world_create(&def, &world), SIDLE_ERROR_NOT_FINITE);
    def = sidle_world_def_default();
    uint8_t cells[64 * 64] = {[100] = 77};
    def.cells = cells;
    assert_int_equal(sidle_world_create(&def, &world), SIDLE_ERROR_ARGUMENT);
    cells[100] = SIDLE_TERRAIN_COUNT;
    assert_int_equal(sidle_world_create(&def, &world), SIDLE_ERROR_ARGUMENT);
    cells[100] = SIDLE_TERRAIN_COUNT - 1;
    assert_ok(sidle_world_create(&def, &world));
    sidle_world_destroy(world);
    assert_int_equal(sidle_world_create(NULL, &world), SIDLE_ERROR_ARGUMENT);
    assert_int_equal(sidle_world_create(&def, NULL), SIDLE_ERROR_ARGUMENT);
    sidle_world_destroy(NULL);
}

static void bad_units_are_refused_and_leave_the_world_as_it_was(void **state) {
    (void)state;
    sidle_world *world = world_of("....\n"
                                  "..#.\n"
                                  "....\n"
                                  "....\n");
    unit_at(world, 1, 1);
    uint64_t before = sidle_world_hash(world);
    sidle_unit_id id;
    const struct {
        sidle_vec2 position, heading;
        uint32_t profile;
        sidle_result result;
    } bad[] = {
        {{NAN, 1}, {1, 0}, 0, SIDLE_ERROR_NOT_FINITE},
        {{1, INFINITY}, {1, 0}, 0, SIDLE_ERROR_NOT_FINITE},
        {{1, 1}, {NAN, 0}, 0, SIDLE_ERROR_NOT_FINITE},
        {{1, 1}, {0, 0}, 0, SIDLE_ERROR_ARGUMENT},
        {{2.5f, 1.5f}, {1, 0}, 0, SIDLE_ERROR_NO_ROOM},
        {{0.4f, 1}, {1, 0}, 0, SIDLE_ERROR_NO_ROOM},
        {{-5, 1}, {1, 0}, 0, SIDLE_ERROR_NO_ROOM},
        {{1, 1}, {1, 0}, 9, SIDLE_ERROR_STALE},
    };
    for (size_t k = 0; k < sizeof bad / sizeof bad[0]; k++) {
        sidle_unit_def def = sidle_unit_def_default();
        def.position = bad[k].position;
        def.heading = bad[k].heading;
        def.profile.index = bad[k].profile;
        assert_int_equal(sidle_unit_create(world, &def, &id), bad[k].result);
        assert_int_equal(id.slot, 0);
    }
    sidle_unit_def raw = {.position = {1, 1}};
    assert_int_equal(sidle_unit_create(world, &raw, &id), SIDLE_ERROR_DEFINITION);
    assert_int_equal(sidle_world_hash(world), before);
    sidle_world_destroy(world);
}

static void bad_orders_and_steps_are_refused_and_leave_the_world_as_it_was(void **state) {
    (void)state;
    sidle_world *world = open_world(20, 20);
    sidle_unit_id id = unit_at(world, 5, 5), idle = unit_at(world, 8, 8);
    assert_ok(sidle_unit_go(world, id, (sidle_vec2){15, 5}));
    uint64_t before = sidle_world_hash(world);
    const sidle_vec2 nan = {NAN, 3}, outside = {25, 3}, path[2] = {{10, 5}, {NAN, 1}};
    assert_int_equal(sidle_unit_go(world, id, nan), SIDLE_ERROR_NOT_FINITE);
    assert_int_equal(sidle_unit_go(world, id, outside), SIDLE_ERROR_ARGUMENT);
    assert_int_equal(sidle_unit_set_path(world, id, path, 2), SIDLE_ERROR_NOT_FINITE);
    assert_int_equal(sidle_unit_set_path(world, id, NULL, 2), SIDLE_ERROR_ARGUMENT);
    assert_int_equal(sidle_unit_set_path(world, id, path, SIDLE_MAX_WAYPOINTS + 1),
                     SIDLE_ERROR_ARGUMENT);
    assert_int_equal(sidle_unit_set_path(world, idle, path, 1), SIDLE_ERROR_NO_ORDER);
    assert_int_equal(sidle_unit_set_guide(world, idle, path[0]), SIDLE_ERROR_NO_ORDER);
    assert_int_equal(sidle_unit_set_guide(world, id, nan), SIDLE_ERROR_NOT_FINITE);
    assert_int_equal(sidle_unit_answer(world, id, SIDLE_STEP_WAIT), SIDLE_ERROR_NO_ORDER);
    assert_int_equal(sidle_unit_answer(world, id, SIDLE_STEP_REPLAN), SIDLE_ERROR_ARGUMENT);
    assert_int_equal(sidle_unit_teleport(world, id, nan), SIDLE_ERROR_NOT_FINITE);
    assert_int_equal(sidle_unit_teleport(world, id, outside), SIDLE_ERROR_NO_ROOM);
    assert_int_equal(sidle_world_step(world, NAN), SIDLE_ERROR_NOT_FINITE);
    assert_int_equal(sidle_world_step(world, 0), SIDLE_ERROR_ARGUMENT);
    assert_int_equal(sidle_world_step(world, -1), SIDLE_ERROR_ARGUMENT);
    assert_int_equal(sidle_world_step(world, 1), SIDLE_ERROR_ARGUMENT);
    assert_int_equal(sidle_world_step(NULL, TICK), SIDLE_ERROR_ARGUMENT);
    assert_int_equal(sidle_world_hash(world), before);
    sidle_world_destroy(world);
}

static void a_profile_is_refused_by_row_and_reason(void **state) {
    (void)state;
    sidle_world *world = open_world(20, 20);
    const sidle_param *param;
    const char *reason;
    sidle_profile_id id;
    sidle_profile p = sidle_profile_default();
    p.radius = -1;
    assert_int_equal(sidle_profile_check(&p, &param, &reason), SIDLE_ERROR_ARGUMENT);
    assert_string_equal(param->name, "radius");
    p = sidle_profile_default();
    p.top_speed = NAN;
    assert_int_equal(sidle_profile_add(world, &p, &id), SIDLE_ERROR_NOT_FINITE);
    assert_int_equal(sidle_profile_check(&p, &param, &reason), SIDLE_ERROR_NOT_FINITE);
    assert_string_equal(param->name, "top_speed");
    p = sidle_profile_default();
    p.ladder[0] = 9;
    assert_int_equal(sidle_profile_check(&p, &param, &reason), SIDLE_ERROR_ARGUMENT);
    assert_string_equal(param->name, "ladder");
    p = sidle_profile_default();
    p.tuning.look_cell = 0.01f; /* 500 rows */
    assert_int_equal(sidle_profile_check(&p, &param, &reason), SIDLE_ERROR_ARGUMENT);
    assert_string_equal(param->name, "look_cell");
    p = sidle_profile_default();
    p.radius = 4.5f; /* more than four cells of this map */
    assert_int_equal(sidle_profile_add(world, &p, &id), SIDLE_ERROR_ARGUMENT);
    p = (sidle_profile){.radius = 1};
    assert_int_equal(sidle_profile_add(world, &p, &id), SIDLE_ERROR_DEFINITION);
    sidle_world_destroy(world);
}

static void a_profile_that_no_longer_fits_its_units_is_refused(void **state) {
    (void)state;
    sidle_world *world = world_of("....\n"
                                  "....\n"
                                  "####\n");
    unit_at(world, 1, 1);
    sidle_profile wide = sidle_profile_default();
    wide.radius = 1.2f;
    assert_int_equal(sidle_profile_set(world, (sidle_profile_id){0}, &wide), SIDLE_ERROR_NO_ROOM);
    wide.radius = 1;
    assert_ok(sidle_profile_set(world, (sidle_profile_id){0}, &wide));
    assert_int_equal(sidle_profile_set(world, (sidle_profile_id){5}, &wide), SIDLE_ERROR_STALE);
    sidle_world_destroy(world);
}

/* ---- ids ---- */

static void a_stale_id_is_refused_even_when_its_slot_lives_again(void **state) {
    (void)state;
    sidle_world *world = open_world(20, 20);
    sidle_unit_id old = unit_at(world, 5, 5);
    assert_ok(sidle_unit_destroy(world, old));
    sidle_unit_id new = unit_at(world, 9, 9);
    assert_int_equal(new.slot, old.slot);
    sidle_unit_state s;
    sidle_why why;
    assert_false(sidle_unit_valid(world, old));
    assert_true(sidle_unit_valid(world, new));
    assert_int_equal(sidle_unit_get(world, old, &s), SIDLE_ERROR_STALE);
    assert_int_equal(sidle_unit_go(world, old, (sidle_vec2){1, 1}), SIDLE_ERROR_STALE);
    assert_int_equal(sidle_unit_set_path(world, old, NULL, 0), SIDLE_ERROR_STALE);
    assert_int_equal(sidle_unit_set_guide(world, old, (sidle_vec2){1, 1}), SIDLE_ERROR_STALE);
    assert_int_equal(sidle_unit_stop(world, old), SIDLE_ERROR_STALE);
    assert_int_equal(sidle_unit_answer(world, old, SIDLE_STEP_WAIT), SIDLE_ERROR_STALE);
    assert_int_equal(sidle_unit_teleport(world, old, (sidle_vec2){1, 1}), SIDLE_ERROR_STALE);
    assert_int_equal(sidle_unit_why(world, old, &why), SIDLE_ERROR_STALE);
    assert_int_equal(sidle_unit_destroy(world, old), SIDLE_ERROR_STALE);
    assert_int_equal(sidle_unit_destroy(world, NOBODY), SIDLE_ERROR_STALE);
    assert_int_equal(sidle_unit_destroy(world, (sidle_unit_id){99, 1}), SIDLE_ERROR_STALE);
    assert_int_equal(sidle_unit_count(world), 1);
    sidle_world_destroy(world);
}

static void next_walks_over_all_living_units(void **state) {
    (void)state;
    sidle_world *world = open_world(40, 40);
    sidle_unit_id ids[30];
    for (int k = 0; k < 30; k++) ids[k] = unit_at(world, 2 + (float)k, 5);
    for (int k = 0; k < 30; k += 3) assert_ok(sidle_unit_destroy(world, ids[k]));
    uint32_t found = 0, last = 0;
    for (sidle_unit_id id = sidle_unit_next(world, NOBODY); id.slot;
         id = sidle_unit_next(world, id)) {
        assert_true(id.slot > last && sidle_unit_valid(world, id));
        last = id.slot;
        found++;
    }
    assert_int_equal(found, 20);
    assert_int_equal(found, sidle_unit_count(world));
    sidle_world_destroy(world);
}

/* ---- orders and events ---- */

/* Has the unit events that the host is still to be told of? */
static bool has_more_to_tell(const sidle_world *world, sidle_unit_id id) {
    sidle_field fields[200];
    uint32_t count = sidle_unit_fields(world, id, fields, 200);
    for (uint32_t k = 0; k < count && k < 200; k++)
        if (!strcmp(fields[k].name, "events")) return fields[k].bits != 0;
    fail_msg("no field of events among %u", count);
    return false;
}

static void waypoints_are_passed_in_order_and_told(void **state) {
    (void)state;
    sidle_world *world = open_world(40, 40);
    sidle_unit_id id = unit_at(world, 5, 5);
    const sidle_vec2 path[] = {{15, 5}, {15, 15}};
    assert_ok(sidle_unit_go(world, id, (sidle_vec2){25, 15}));
    assert_ok(sidle_unit_set_path(world, id, path, 2));
    assert_float_equal(state_of(world, id).path_left, 30, 1e-3f);
    sidle_event first = await_event(world, SIDLE_EVENT_WAYPOINT, id, 10);
    assert_true(first.point.x == 15 && first.point.y == 5);
    assert_false(has_more_to_tell(world, id));
    sidle_event second = await_event(world, SIDLE_EVENT_WAYPOINT, id, 10);
    assert_true(second.point.x == 15 && second.point.y == 15);
    await_event(world, SIDLE_EVENT_ARRIVED, id, 10);
    sidle_world_destroy(world);
}

/* The goal is walled in, so it is in sight from nowhere: the unit passes the waypoint when it is on
 * it, to a quarter of its radius. */
static void a_waypoint_before_a_point_out_of_sight_is_passed_on_the_spot(void **state) {
    (void)state;
    sidle_world *world = world_of("........................\n"
                                  "........................\n"
                                  "...............#######..\n"
                                  "...............#.....#..\n"
                                  "...............#.....#..\n"
                                  "...............#######..\n"
                                  "........................\n"
                                  "........................\n");
    sidle_unit_id id = unit_at(world, 4, 4);
    const sidle_vec2 waypoint = {6, 4};
    assert_ok(sidle_unit_go(world, id, (sidle_vec2){18, 4}));
    assert_ok(sidle_unit_set_path(world, id, &waypoint, 1));
    assert_ok(sidle_unit_set_pace(world, id, 0.3f)); /* .01 u a tick */
    sidle_event passed = await_event(world, SIDLE_EVENT_WAYPOINT, id, 10);
    float off = distance(passed.position, waypoint);
    assert_true(off > 0.11f && off < 0.126f);
    sidle_world_destroy(world);
}

/* u, from the waypoint, where a unit passes it that goes straight on. */
static float passed_at(sidle_world *world) {
    sidle_unit_id id = unit_at(world, 5, 20.5f);
    const sidle_vec2 waypoint = {20.5f, 20.5f};
    assert_ok(sidle_unit_go(world, id, (sidle_vec2){35, 20.5f}));
    assert_ok(sidle_unit_set_path(world, id, &waypoint, 1));
    sidle_event passed = await_event(world, SIDLE_EVENT_WAYPOINT, id, 10);
    sidle_world_destroy(world);
    return distance(passed.position, waypoint);
}

static void on_wide_ground_a_waypoint_is_passed_farther_off(void **state) {
    (void)state;
    float reach = sidle_profile_default().tuning.waypoint_radius;
    float wide = passed_at(open_world(40, 40));
    assert_true(wide > 2.1f * reach && wide <= 2.2f * reach);
    sidle_world *narrow = open_world(40, 40);
    assert_ok(sidle_world_set_cells(narrow, 0, 18, 40, 2, SIDLE_TERRAIN_VOID));
    assert_ok(sidle_world_set_cells(narrow, 0, 21, 40, 2, SIDLE_TERRAIN_VOID));
    float close = passed_at(narrow);
    assert_true(close > 0.9f * reach && close <= reach);
}

static void who_is_stopped_brakes_and_stands(void **state) {
    (void)state;
    sidle_world *world = open_world(40, 40);
    sidle_unit_id id = unit_at(world, 5, 5);
    assert_ok(sidle_unit_go(world, id, (sidle_vec2){35, 5}));
    run(world, 2);
    assert_ok(sidle_unit_stop(world, id));
    run(world, 1);
    sidle_unit_state s = state_of(world, id);
    assert_true(s.velocity.x == 0 && s.velocity.y == 0 && !s.under_way && !s.arrived);
    assert_int_equal(s.decision, SIDLE_DECISION_IDLE);
    sidle_world_destroy(world);
}

static void a_guide_is_followed_to_the_goal(void **state) {
    (void)state;
    sidle_world *world = open_world(40, 40);
    sidle_unit_id id = unit_at(world, 5, 5);
    sidle_vec2 goal = {25, 25};
    assert_ok(sidle_unit_go(world, id, goal));
    bool arrived = false;
    for (int k = 0; k < 900 && !arrived; k++) {
        sidle_vec2 at = state_of(world, id).position; /* first right, then down */
        sidle_vec2 point = at.x < 23 ? (sidle_vec2){at.x + 3, at.y} : goal;
        assert_ok(sidle_unit_set_guide(world, id, point));
        assert_ok(sidle_world_step(world, TICK));
        arrived = event_of(world, SIDLE_EVENT_ARRIVED, id) != NULL;
    }
    assert_true(arrived);
    assert_true(distance(state_of(world, id).position, goal) < 0.06f);
    sidle_world_destroy(world);
}

/* It brakes for its goal from then on, though its next look is seconds away. */
static void a_guide_that_moves_to_the_goal_is_braked_for_at_once(void **state) {
    (void)state;
    sidle_world *world = open_world(40, 40);
    sidle_profile p = sidle_profile_default();
    p.tuning.look_interval = 10;
    p.acceleration = 1;
    p.top_speed = 3;
    sidle_unit_id id = unit_of(world, profile_in(world, &p), 5, 5);
    assert_ok(sidle_unit_go(world, id, (sidle_vec2){25, 5}));
    assert_ok(sidle_unit_set_guide(world, id, (sidle_vec2){30, 5}));
    run(world, 5);
    assert_true(state_of(world, id).velocity.x > 2.9f);
    assert_ok(sidle_unit_set_guide(world, id, (sidle_vec2){25, 5}));
    for (int k = 0; k < 300 && state_of(world, id).under_way; k++) {
        assert_ok(sidle_world_step(world, TICK));
        assert_true(state_of(world, id).position.x < 25.06f);
    }
    assert_true(state_of(world, id).velocity.x == 0 && state_of(world, id).position.x > 24.9f);
    sidle_world_destroy(world);
}

static const char *const CORRIDOR = "####################\n"
                                    "....................\n"
                                    "####################\n";

/* A unit that wants past one that stands in a corridor as wide as itself. */
static sidle_world *cork(const sidle_profile *profile, sidle_unit_id *mover,
                         sidle_unit_id *stander) {
    sidle_world *world = world_of(CORRIDOR);
    nobody_gives_way(world);
    *mover = unit_of(world, profile_in(world, profile), 2.5f, 1.5f);
    *stander = unit_at(world, 10.5f, 1.5f);
    assert_ok(sidle_unit_go(world, *mover, (sidle_vec2){18.5f, 1.5f}));
    return world;
}

/* A host with a flow field moves the guide in each tick: on a free way the unit turns with it, and
 * not at its next look. */
static void a_unit_on_a_free_way_turns_with_its_guide(void **state) {
    (void)state;
    sidle_world *world = open_world(40, 40);
    sidle_profile p = sidle_profile_default();
    p.tuning.look_interval = 2;
    sidle_unit_id id = unit_of(world, profile_in(world, &p), 10, 20);
    assert_ok(sidle_unit_go(world, id, (sidle_vec2){35, 20}));
    assert_ok(sidle_unit_set_guide(world, id, (sidle_vec2){30, 20}));
    run(world, 1);
    sidle_unit_state s = state_of(world, id);
    assert_int_equal(s.decision, SIDLE_DECISION_FREE);
    assert_true(s.heading.x > 0.99f);
    assert_ok(sidle_unit_set_guide(world, id, (sidle_vec2){s.position.x, 35}));
    for (int k = 0; k < 10; k++) assert_ok(sidle_world_step(world, TICK));
    assert_true(state_of(world, id).heading.y > 0.5f);
    sidle_world_destroy(world);
}

static void a_jam_is_told_with_its_blocker_and_climbs_the_ladder(void **state) {
    (void)state;
    sidle_unit_id mover, stander;
    sidle_profile p = sidle_profile_default();
    sidle_world *world = cork(&p, &mover, &stander);
    sidle_event blocked = await_event(world, SIDLE_EVENT_BLOCKED, mover, 5);
    assert_int_equal(blocked.other.slot, stander.slot);
    assert_int_equal(blocked.other.generation, stander.generation);
    assert_true(blocked.value > 0 && blocked.value < SIDLE_VALUE_STATIC);
    assert_non_null(event_of(world, SIDLE_EVENT_PATH_WANTED, mover));
    sidle_event pushing = await_event(world, SIDLE_EVENT_PUSHING, mover, 5);
    assert_int_equal(pushing.other.slot, stander.slot);
    await_event(world, SIDLE_EVENT_ARRIVED, mover, 20);
    sidle_vec2 stood = state_of(world, stander).position;
    assert_true(stood.x == 10.5f && stood.y == 1.5f);
    sidle_world_destroy(world);
}

/* Those that rest in the way may leave it, as long as they are there for another reason. */
static void an_order_survives_a_jam_without_end(void **state) {
    (void)state;
    sidle_unit_id mover, stander;
    sidle_profile p = sidle_profile_default();
    memset(p.ladder, 0, sizeof p.ladder);
    p.ladder[0] = SIDLE_STEP_WAIT;
    sidle_world *world = cork(&p, &mover, &stander);
    run(world, 60);
    assert_true(state_of(world, mover).under_way);
    assert_ok(sidle_unit_destroy(world, stander));
    await_event(world, SIDLE_EVENT_ARRIVED, mover, 10);
    sidle_world_destroy(world);
}

static void a_host_may_answer_instead_of_the_ladder(void **state) {
    (void)state;
    sidle_unit_id mover, stander;
    sidle_profile p = sidle_profile_default();
    memset(p.ladder, 0, sizeof p.ladder);
    sidle_world *world = cork(&p, &mover, &stander);
    await_event(world, SIDLE_EVENT_BLOCKED, mover, 5);
    run(world, 10);
    assert_int_equal(state_of(world, mover).decision, SIDLE_DECISION_WAIT);
    assert_ok(sidle_unit_answer(world, mover, SIDLE_STEP_PUSH));
    await_event(world, SIDLE_EVENT_ARRIVED, mover, 20);
    sidle_world_destroy(world);
}

static void a_unit_may_be_kept_from_pushing_through_enemies(void **state) {
    (void)state;
    sidle_profile p = sidle_profile_default();
    p.push_enemies = 0;
    for (uint32_t team = 0; team < 2; team++) {
        sidle_world *world = world_of(CORRIDOR);
        sidle_unit_id mover = unit_of(world, profile_in(world, &p), 2.5f, 1.5f), other;
        sidle_unit_def def = sidle_unit_def_default();
        def.position = (sidle_vec2){10.5f, 1.5f};
        def.team = team;
        assert_ok(sidle_unit_create(world, &def, &other));
        assert_ok(sidle_unit_go(world, mover, (sidle_vec2){18.5f, 1.5f}));
        run(world, 30);
        assert_int_equal(state_of(world, mover).position.x > 12, team == 0);
        sidle_world_destroy(world);
    }
}

static void a_path_much_longer_than_the_old_one_is_refused_in_a_jam(void **state) {
    (void)state;
    sidle_unit_id mover, stander;
    sidle_profile p = sidle_profile_default();
    sidle_world *world = cork(&p, &mover, &stander);
    await_event(world, SIDLE_EVENT_PATH_WANTED, mover, 5);
    const sidle_vec2 there_and_back[] = {{0.5f, 1.5f}, {18, 1.5f}, {0.5f, 1.5f}};
    const sidle_vec2 near[] = {{12, 1.5f}};
    uint64_t before = sidle_world_hash(world);
    assert_int_equal(sidle_unit_set_path(world, mover, there_and_back, 3), SIDLE_REFUSED_TOO_LONG);
    assert_int_equal(state_of(world, mover).waypoints, 0);
    assert_true(sidle_world_hash(world) == before);
    assert_ok(sidle_unit_set_path(world, mover, near, 1));
    sidle_world_destroy(world);
}

/* A path is compared with the rest of the old one: the waypoints that were passed do not count. */
static void a_path_is_compared_with_what_is_left_of_the_old_one(void **state) {
    (void)state;
    sidle_world *world = open_world(80, 20);
    assert_ok(sidle_world_set_cells(world, 0, 0, 80, 10, SIDLE_TERRAIN_TREES));
    assert_ok(sidle_world_set_cells(world, 0, 11, 80, 9, SIDLE_TERRAIN_TREES));
    nobody_gives_way(world);
    sidle_unit_id mover = unit_at(world, 55.5f, 10.5f);
    unit_at(world, 68.5f, 10.5f);
    const sidle_vec2 old[] = {{57, 10.5f}, {60, 10.5f}, {72, 10.5f}, {74, 10.5f}};
    const sidle_vec2 back[] = {{50, 10.5f}}, on[] = {{70, 10.5f}};
    assert_ok(sidle_unit_go(world, mover, (sidle_vec2){76.5f, 10.5f}));
    assert_ok(sidle_unit_set_path(world, mover, old, 4));
    await_event(world, SIDLE_EVENT_PATH_WANTED, mover, 12);
    assert_int_equal(state_of(world, mover).waypoints, 2);
    assert_int_equal(sidle_unit_set_path(world, mover, back, 1), SIDLE_REFUSED_TOO_LONG);
    assert_ok(sidle_unit_set_path(world, mover, on, 1));
    sidle_world_destroy(world);
}

static void requests_for_a_path_grow_rarer(void **state) {
    (void)state;
    sidle_unit_id mover, stander;
    sidle_profile p = sidle_profile_default();
    memset(p.ladder, 0, sizeof p.ladder);
    p.ladder[0] = SIDLE_STEP_REPLAN;
    sidle_world *world = cork(&p, &mover, &stander);
    int requests = 0;
    for (int k = 0; k < 60 * 30; k++) {
        assert_ok(sidle_world_step(world, TICK));
        requests += event_of(world, SIDLE_EVENT_PATH_WANTED, mover) != NULL;
    }
    assert_in_range(requests, 4, 8); /* pauses of 2, 4, 8, 16, 16 s */
    sidle_world_destroy(world);
}

/* The unit in front asks for nothing: the one behind leaves it to it for its patience of 2 s, and
 * then asks itself, however long it would have waited for an answer. */
static void who_left_a_request_to_another_asks_when_that_one_does_not(void **state) {
    (void)state;
    sidle_world *world = world_of("####################\n"
                                  "....................\n"
                                  "####################\n");
    sidle_profile p = sidle_profile_default();
    p.queue = 0;
    memset(p.ladder, 0, sizeof p.ladder);
    p.ladder[0] = SIDLE_STEP_WAIT;
    sidle_unit_id front = unit_of(world, profile_in(world, &p), 8.5f, 1.5f);
    p.ladder[0] = SIDLE_STEP_REPLAN;
    p.tuning.answer_time = 60;
    p.patience = 2;
    sidle_unit_id behind = unit_of(world, profile_in(world, &p), 6.5f, 1.5f);
    assert_ok(sidle_unit_hold(world, unit_at(world, 12.5f, 1.5f)));
    assert_ok(sidle_unit_go(world, front, (sidle_vec2){18.5f, 1.5f}));
    assert_ok(sidle_unit_go(world, behind, (sidle_vec2){18.5f, 1.5f}));
    (void)await_event(world, SIDLE_EVENT_BLOCKED, behind, 4);
    assert_null(event_of(world, SIDLE_EVENT_PATH_WANTED, behind));
    (void)await_event(world, SIDLE_EVENT_PATH_WANTED, behind, 5);
    sidle_world_destroy(world);
}

static void a_dead_end_is_told_as_blocked_by_terrain(void **state) {
    (void)state;
    sidle_world *world = world_of("..........................\n"
                                  ".########################.\n"
                                  ".#......................#.\n"
                                  ".#......................#.\n"
                                  ".#......................#.\n"
                                  ".########################.\n"
                                  "..........................\n");
    sidle_unit_id id = unit_at(world, 9.5f, 3.5f);
    assert_ok(sidle_unit_go(world, id, (sidle_vec2){25.5f, 3.5f}));
    sidle_event blocked = await_event(world, SIDLE_EVENT_BLOCKED, id, 10);
    assert_int_equal(blocked.other.slot, 0);
    assert_int_equal(blocked.value, SIDLE_VALUE_STATIC);
    run(world, 5);
    sidle_unit_state s = state_of(world, id);
    assert_int_equal(s.decision, SIDLE_DECISION_BLOCKED);
    assert_true(s.under_way && s.velocity.x == 0 && s.velocity.y == 0);
    sidle_world_destroy(world);
}

/* A unit behind a wall gives up hope, and says so once; it gets on once the wall has a door. */
static void lost_hope_and_its_return_are_told(void **state) {
    (void)state;
    sidle_world *world = open_world(60, 9);
    assert_ok(sidle_world_set_cells(world, 20, 0, 1, 9, SIDLE_TERRAIN_TREES));
    sidle_unit_id id = unit_at(world, 9.5f, 4.5f);
    assert_ok(sidle_unit_go(world, id, (sidle_vec2){50.5f, 4.5f}));
    sidle_event stuck = await_event(world, SIDLE_EVENT_STUCK, id, 30);
    assert_int_equal(stuck.value, SIDLE_VALUE_STATIC);
    assert_true(state_of(world, id).stuck);
    for (int k = 0; k < 150; k++) {
        assert_ok(sidle_world_step(world, TICK));
        assert_null(event_of(world, SIDLE_EVENT_STUCK, id));
        assert_null(event_of(world, SIDLE_EVENT_GETS_ON, id));
    }
    assert_ok(sidle_world_set_cells(world, 20, 3, 1, 3, SIDLE_TERRAIN_GROUND));
    await_event(world, SIDLE_EVENT_GETS_ON, id, 30);
    assert_false(state_of(world, id).stuck);
    sidle_event arrived = await_event(world, SIDLE_EVENT_ARRIVED, id, 40);
    assert_int_equal(arrived.order_over, 1);
    sidle_world_destroy(world);
}

/* ---- layers, standing units, the same spot ---- */

static void air_and_ground_do_not_see_each_other(void **state) {
    (void)state;
    sidle_world *world = open_world(40, 20);
    sidle_profile air = sidle_profile_default();
    air.layer = 1;
    sidle_unit_id flyer = unit_of(world, profile_in(world, &air), 5, 10);
    for (int k = 0; k < 15; k++) unit_at(world, 20, 3 + (float)k);
    assert_ok(sidle_unit_go(world, flyer, (sidle_vec2){35, 10}));
    for (int k = 0; k < 600; k++) {
        assert_ok(sidle_world_step(world, TICK));
        assert_float_equal(state_of(world, flyer).position.y, 10, 1e-4f);
    }
    assert_true(state_of(world, flyer).arrived);
    sidle_world_destroy(world);
}

static void two_units_on_one_spot_part_when_they_are_sent_off(void **state) {
    (void)state;
    sidle_world *world = open_world(40, 20);
    sidle_unit_id a = unit_at(world, 10, 10), b = unit_at(world, 10, 10);
    assert_ok(sidle_unit_go(world, a, (sidle_vec2){30, 10}));
    assert_ok(sidle_unit_go(world, b, (sidle_vec2){30, 10}));
    run(world, 5);
    assert_true(distance(state_of(world, a).position, state_of(world, b).position) > 0.9f);
    sidle_world_destroy(world);
}

/* Sixteen on a circle, each sent to the opposite point; all meet in the middle. */
static void bodies_are_solid_to_who_does_not_push(void **state) {
    (void)state;
    enum { RING = 16 };
    sidle_world *world = open_world(40, 40);
    sidle_unit_id ids[RING];
    for (int k = 0; k < RING; k++) {
        float x = 12 * cosf((float)k * 0.392699f), y = 12 * sinf((float)k * 0.392699f);
        ids[k] = unit_at(world, 20 + x, 20 + y);
        assert_ok(sidle_unit_go(world, ids[k], (sidle_vec2){20 - x, 20 - y}));
    }
    for (int tick = 0; tick < 900; tick++) {
        assert_ok(sidle_world_step(world, TICK));
        for (int a = 0; a < RING; a++)
            for (int b = 0; b < a; b++) {
                sidle_unit_state s = state_of(world, ids[a]), t = state_of(world, ids[b]);
                assert_true(distance(s.position, t.position) > 0.96f);
            }
    }
    for (int k = 0; k < RING; k++) assert_true(state_of(world, ids[k]).arrived);
    sidle_world_destroy(world);
}

static void a_goal_that_is_taken_is_reached_beside_it(void **state) {
    (void)state;
    sidle_world *world = open_world(40, 20);
    sidle_unit_id late = unit_at(world, 5, 10);
    unit_at(world, 30, 10);
    assert_ok(sidle_unit_go(world, late, (sidle_vec2){30, 10}));
    sidle_event arrived = await_event(world, SIDLE_EVENT_ARRIVED, late, 30);
    assert_int_equal(arrived.arrival, SIDLE_ARRIVAL_NEAR_GOAL);
    assert_int_equal(arrived.other.slot, 0);
    assert_true(distance(state_of(world, late).position, (sidle_vec2){30, 10}) < 1.2f);
    sidle_world_destroy(world);
}

static void a_slow_turner_reaches_a_point_inside_its_turning_circle(void **state) {
    (void)state;
    for (int k = 0; k < 16; k++) {
        sidle_world *world = open_world(60, 60);
        sidle_profile tank = sidle_profile_default();
        tank.turn_rate = 40; /* at 4 u/s a circle of 5.7 u */
        tank.top_speed = 4;
        sidle_unit_id id = unit_of(world, profile_in(world, &tank), 30, 30);
        assert_ok(sidle_unit_go(world, id, (sidle_vec2){50, 30}));
        run(world, 2);
        sidle_vec2 at = state_of(world, id).position;
        sidle_vec2 near = {at.x + 3 * cosf((float)k * 0.3927f),
                           at.y + 3 * sinf((float)k * 0.3927f)};
        assert_ok(sidle_unit_go(world, id, near));
        await_event(world, SIDLE_EVENT_ARRIVED, id, 15);
        sidle_world_destroy(world);
    }
}

/* ---- several worlds, memory ---- */

static void worlds_live_side_by_side(void **state) {
    (void)state;
    sidle_world *worlds[2] = {open_world(40, 40), open_world(40, 40)};
    for (int k = 0; k < 2; k++)
        for (int n = 0; n < 20; n++) {
            sidle_unit_id id = unit_at(worlds[k], 5 + (float)(n % 5), 5 + (float)(n / 5));
            assert_ok(sidle_unit_go(worlds[k], id, (sidle_vec2){30, 30 - (float)n}));
        }
    run(worlds[0], 5);
    run(worlds[1], 5);
    assert_int_equal(sidle_world_hash(worlds[0]), sidle_world_hash(worlds[1]));
    sidle_world_destroy(worlds[0]);
    run(worlds[1], 1);
    sidle_world_destroy(worlds[1]);
}

static void a_steady_tick_allocates_nothing_and_all_memory_comes_back(void **state) {
    (void)state;
    purse p = {0};
    sidle_world_def def = def_with(&p);
    sidle_world *world;
    assert_ok(sidle_world_create(&def, &world));
    for (int k = 0; k < 200; k++) {
        sidle_unit_id id = unit_at(world, 3 + (float)(k % 20), 3 + (float)(k / 20));
        assert_ok(sidle_unit_go(world, id, (sidle_vec2){55 - (float)(k % 7), 50}));
    }
    run(world, 0.1f);
    size_t calls = p.calls;
    run(world, 20);
    assert_int_equal(p.calls, calls);
    sidle_world_destroy(world);
    assert_int_equal(p.in_use, 0);
}

/* Creates, orders, edits and steps; stops at the first error and returns it. */
static sidle_result a_short_life(sidle_world *world) {
    sidle_profile swimmer = sidle_profile_default();
    swimmer.passable = SIDLE_PASS(SIDLE_TERRAIN_WATER);
    sidle_profile_id profile;
    sidle_result result = SIDLE_OK;
    for (int k = 0; k < 10 && !result; k++) result = sidle_profile_add(world, &swimmer, &profile);
    for (int k = 0; k < 70 && !result; k++) {
        sidle_unit_def def = sidle_unit_def_default();
        def.position = (sidle_vec2){3 + (float)(k % 10), 3 + (float)(k / 10)};
        sidle_unit_id id;
        uint64_t before = sidle_world_hash(world);
        result = sidle_unit_create(world, &def, &id);
        if (result) assert_int_equal(sidle_world_hash(world), before);
        if (!result) result = sidle_unit_go(world, id, (sidle_vec2){40, 40});
        const sidle_vec2 path[] = {{20, 20}, {30, 20}};
        if (!result) result = sidle_unit_set_path(world, id, path, 2);
    }
    if (!result) result = sidle_world_set_cells(world, 40, 10, 3, 3, SIDLE_TERRAIN_TREES);
    if (!result) result = sidle_world_step(world, TICK);
    return result;
}

static void no_memory_is_an_error_and_never_a_crash_or_a_leak(void **state) {
    (void)state;
    sidle_result result = SIDLE_ERROR_MEMORY;
    for (size_t fail_at = 1; result == SIDLE_ERROR_MEMORY; fail_at++) {
        assert_true(fail_at < 1000);
        purse p = {.fail_at = fail_at};
        sidle_world_def def = def_with(&p);
        sidle_world *world;
        result = sidle_world_create(&def, &world);
        if (!result) result = a_short_life(world);
        if (result) assert_int_equal(result, SIDLE_ERROR_MEMORY);
        if (world) assert_ok(sidle_world_step(world, TICK)); /* it goes on from here */
        sidle_world_destroy(world);
        assert_int_equal(p.in_use, 0);
    }
}

/* ---- determinism ---- */

enum { CROWD = 120 };

/* Two crowds cross, or all go to one point; unit number order[k] is created k-th. */
typedef enum plan { PLAN_CROSS, PLAN_RALLY } plan;

static sidle_world *two_crowds(plan of, const int order[CROWD], sidle_unit_id ids[CROWD]) {
    sidle_world *world = open_world(60, 40);
    sidle_profile_id profiles[3] = {{0}};
    for (int k = 1; k < 3; k++) {
        sidle_profile p = sidle_profile_default();
        p.radius = k == 1 ? 0.43f : 0.37f;
        if (of == PLAN_RALLY) profiles[k] = profile_in(world, &p);
    }
    for (int k = 0; k < CROWD; k++) {
        int n = order[k];
        bool left = n < CROWD / 2;
        float row = (float)(n % 10), column = (float)(n % (CROWD / 2) / 10);
        sidle_unit_def def = sidle_unit_def_default();
        def.profile = profiles[n % 3];
        def.rank = (uint32_t)n + 1;
        def.position = (sidle_vec2){left ? 5 + column : 55 - column, 12 + row * 1.2f};
        assert_ok(sidle_unit_create(world, &def, &ids[n]));
        sidle_vec2 goal = {60 - def.position.x, def.position.y};
        if (of == PLAN_RALLY) goal = (sidle_vec2){31.3f, 18.7f};
        assert_ok(sidle_unit_go(world, ids[n], goal));
    }
    return world;
}

static void same_places_in_any_order(plan of) {
    int straight[CROWD], shuffled[CROWD];
    dice d = {9};
    for (int k = 0; k < CROWD; k++) straight[k] = shuffled[k] = k;
    for (int k = CROWD - 1; k > 0; k--) {
        int other = (int)roll(&d, (uint32_t)k + 1), kept = shuffled[k];
        shuffled[k] = shuffled[other];
        shuffled[other] = kept;
    }
    sidle_unit_id a[CROWD], b[CROWD];
    sidle_world *first = two_crowds(of, straight, a), *second = two_crowds(of, shuffled, b);
    for (int tick = 0; tick < 900; tick++) {
        assert_ok(sidle_world_step(first, TICK));
        assert_ok(sidle_world_step(second, TICK));
        for (int k = 0; k < CROWD; k++) {
            sidle_vec2 p = state_of(first, a[k]).position, q = state_of(second, b[k]).position;
            assert_memory_equal(&p, &q, sizeof p);
            const sidle_event *e = event_of(first, SIDLE_EVENT_ARRIVED, a[k]);
            const sidle_event *f = event_of(second, SIDLE_EVENT_ARRIVED, b[k]);
            assert_int_equal(e != NULL, f != NULL);
            if (!e || !e->other.slot) continue; /* behind the same one */
            assert_int_equal(state_of(first, e->other).rank, state_of(second, f->other).rank);
        }
    }
    sidle_world_destroy(first);
    sidle_world_destroy(second);
}

static void results_do_not_depend_on_the_order_of_creation(void **state) {
    (void)state;
    same_places_in_any_order(PLAN_CROSS);
}

static void who_settles_behind_whom_does_not_depend_on_the_order_of_creation(void **state) {
    (void)state;
    same_places_in_any_order(PLAN_RALLY);
}

/* Sixty sent to one point make room for each other until all are there; then nobody stirs. */
static void a_crowd_at_its_goal_rests_for_a_minute(void **state) {
    (void)state;
    enum { GATHERED = 60 };
    sidle_world_def def = sidle_world_def_default();
    sidle_world *world;
    sidle_unit_id ids[GATHERED];
    sidle_unit_state s, before[GATHERED];
    assert_ok(sidle_world_create(&def, &world));
    for (int k = 0; k < GATHERED; k++) {
        sidle_unit_def unit = sidle_unit_def_default();
        unit.position = (sidle_vec2){5 + 1.5f * (float)(k % 6), 20 + 1.5f * (float)(k / 6)};
        assert_ok(sidle_unit_create(world, &unit, &ids[k]));
        assert_ok(sidle_unit_go(world, ids[k], (sidle_vec2){40, 30}));
    }
    for (int tick = 0; tick < 40 * 30; tick++) assert_ok(sidle_world_step(world, 1 / 30.0f));
    for (int k = 0; k < GATHERED; k++) {
        assert_ok(sidle_unit_get(world, ids[k], &before[k]));
        assert_true(before[k].arrived);
    }
    for (int tick = 0; tick < 60 * 30; tick++) {
        assert_ok(sidle_world_step(world, 1 / 30.0f));
        for (int k = 0; k < GATHERED; k++) {
            assert_ok(sidle_unit_get(world, ids[k], &s));
            assert_true(s.velocity.x == 0 && s.velocity.y == 0);
            assert_true(s.position.x == before[k].position.x);
            assert_true(s.position.y == before[k].position.y);
        }
    }
    sidle_world_destroy(world);
}

/* The committed hash holds on every machine and compiler. A change of behaviour changes it: put the
 * new one here, knowingly. */
/* Eight hundred that stand shoulder to shoulder; now and then one is sent on its way, or stopped.
 */
enum { STANDING_CROWD = 784, CROWD_SIDE = 28 };

static void stand_crowded(sidle_world *world, bool backwards, sidle_unit_id *ids) {
    for (int n = 0; n < STANDING_CROWD; n++) {
        int k = backwards ? STANDING_CROWD - 1 - n : n;
        sidle_unit_def def = sidle_unit_def_default();
        def.position.x = 2 + 1.12f * (float)(k % CROWD_SIDE);
        def.position.y = 2 + 1.12f * (float)(k / CROWD_SIDE);
        def.rank = (uint32_t)k + 1;
        assert_ok(sidle_unit_create(world, &def, &ids[k]));
    }
}

static void the_order_of_creation_does_not_matter_where_most_stand(void **state) {
    (void)state;
    sidle_world *worlds[2];
    sidle_unit_id ids[2][STANDING_CROWD];
    uint32_t random = 1;
    for (int n = 0; n < 2; n++) {
        worlds[n] = open_world(36, 36);
        stand_crowded(worlds[n], n == 1, ids[n]);
    }
    for (int tick = 0; tick < 400; tick++) {
        random = random * 1664525u + 1013904223u;
        int k = (int)((random >> 8) % STANDING_CROWD);
        sidle_vec2 goal = {2 + (float)(random >> 20 & 31), 2 + (float)(random >> 27)};
        for (int n = 0; n < 2; n++) {
            if (tick % 3 == 2) assert_ok(sidle_unit_stop(worlds[n], ids[n][k]));
            if (tick % 3 == 0) assert_ok(sidle_unit_go(worlds[n], ids[n][k], goal));
            assert_ok(sidle_world_step(worlds[n], TICK));
        }
        for (k = 0; k < STANDING_CROWD; k++) {
            sidle_vec2 a = state_of(worlds[0], ids[0][k]).position;
            sidle_vec2 b = state_of(worlds[1], ids[1][k]).position;
            assert_memory_equal(&a, &b, sizeof a);
        }
    }
    sidle_world_destroy(worlds[0]);
    sidle_world_destroy(worlds[1]);
}

static void a_crossing_ends_in_the_committed_hash(void **state) {
    (void)state;
    int order[CROWD];
    for (int k = 0; k < CROWD; k++) order[k] = k;
    sidle_unit_id ids[CROWD];
    sidle_world *world = two_crowds(PLAN_CROSS, order, ids);
    run(world, 20);
    char hash[17];
    snprintf(hash, sizeof hash, "%016llx", (unsigned long long)sidle_world_hash(world));
    assert_string_equal(hash, "ddb90d84fa06964f");
    sidle_world_destroy(world);
}

enum { CROSSING = 40, FAR_AWAY = 1500 };

/* Fast units cross in one corner of a map; in another one many stand, or go slowly, or nobody is.
 */
static sidle_world *crossing_with_a_crowd_far_away(bool crowd, float speed,
                                                   sidle_unit_id ids[CROSSING]) {
    dice d = {29};
    sidle_world *world = open_world(130, 130);
    sidle_profile fast = sidle_profile_default(), slow = fast;
    fast.top_speed = 30;
    fast.acceleration = 300;
    slow.top_speed = speed;
    sidle_profile_id drives = profile_in(world, &fast), creeps = profile_in(world, &slow);
    for (int k = 0; k < CROSSING; k++) {
        sidle_vec2 from = {roll_between(&d, 95, 128), roll_between(&d, 95, 128)};
        ids[k] = unit_of(world, drives, from.x, from.y);
        assert_ok(sidle_unit_go(world, ids[k], (sidle_vec2){224 - from.x, 224 - from.y}));
    }
    for (int k = 0; k < FAR_AWAY && crowd; k++) {
        sidle_vec2 from = {2 + 2.5f * (float)(k % 50), 2 + 1.5f * (float)(k / 50)};
        sidle_unit_id id = unit_of(world, creeps, from.x, from.y);
        if (speed > 0) assert_ok(sidle_unit_go(world, id, (sidle_vec2){126 - from.x, from.y}));
    }
    return world;
}

static void what_is_far_away_changes_nothing(void **state) {
    (void)state;
    for (int moves = 0; moves < 2; moves++) {
        sidle_unit_id a[CROSSING], b[CROSSING];
        float speed = moves ? 0.5f : 0;
        sidle_world *alone = crossing_with_a_crowd_far_away(false, speed, a);
        sidle_world *beside = crossing_with_a_crowd_far_away(true, speed, b);
        for (int tick = 0; tick < 120; tick++) {
            assert_ok(sidle_world_step(alone, TICK));
            assert_ok(sidle_world_step(beside, TICK));
            for (int k = 0; k < CROSSING; k++) {
                sidle_vec2 p = state_of(alone, a[k]).position, q = state_of(beside, b[k]).position;
                assert_true(p.x == q.x && p.y == q.y);
            }
        }
        sidle_world_destroy(alone);
        sidle_world_destroy(beside);
    }
}

/* Units of many kinds, each alone on its part of a map. */
enum { KINDS = 10, WATCHED = 90 /* ticks */ };

static sidle_unit_id unit_of_kind(sidle_world *world, int kind) {
    sidle_profile p = sidle_profile_default();
    if (kind == 1) p.reverse = 0.5f, p.turn_rate = 60;
    if (kind == 2) p.terrain_factor[SIDLE_TERRAIN_SWAMP] = 0.5f;
    if (kind == 3) p.top_speed = 9, p.acceleration = 3;
    if (kind == 4) p.tuning.steering_lag = 1;
    sidle_unit_id id = unit_of(world, profile_in(world, &p), 60, 60);
    sidle_unit_id other = unit_at(world, 70, 57);
    sidle_vec2 goal = {kind == 1 ? 56 : 66, 62}, points[] = {{64, 63}, {61, 66}};
    switch (kind) {
    case 5: assert_ok(sidle_unit_pursue(world, id, other)); break;
    case 6: assert_ok(sidle_unit_wander(world, id, goal, 5)); break;
    case 7: assert_ok(sidle_unit_follow(world, id, other)); break;
    case 8: assert_ok(sidle_unit_patrol(world, id, points, 2)); break;
    default: assert_ok(sidle_unit_go(world, id, goal)); break;
    }
    if (kind == 9) assert_ok(sidle_unit_set_pace(world, id, 0.7f));
    return id;
}

/* Where a unit of the kind is in each tick; so many ordinary units drive far from it before it in
 * memory, and so many behind it. */
static void way_of_kind(int kind, int before, int behind, sidle_vec2 way[WATCHED]) {
    sidle_world *world = open_world(120, 120);
    assert_ok(sidle_world_set_cells(world, 63, 58, 2, 8, SIDLE_TERRAIN_SWAMP));
    sidle_unit_id id = unit_of_kind(world, kind);
    for (int k = 0; k < before + behind; k++) {
        float y = k < before ? 5 + 4 * (float)k : 115 - 4 * (float)(k - before);
        sidle_unit_id far = unit_at(world, 20, y);
        assert_ok(sidle_unit_go(world, far, (sidle_vec2){100, y}));
    }
    for (int tick = 0; tick < WATCHED; tick++) {
        assert_ok(sidle_world_step(world, TICK));
        way[tick] = state_of(world, id).position;
    }
    sidle_world_destroy(world);
}

/* Units are moved four at a time. */
static void a_unit_goes_the_same_way_beside_any_units_in_memory(void **state) {
    (void)state;
    for (int kind = 0; kind < KINDS; kind++) {
        sidle_vec2 alone[WATCHED], beside[WATCHED];
        way_of_kind(kind, 0, 0, alone);
        assert_true(distance(alone[0], alone[WATCHED - 1]) > 1);
        for (int before = 0; before < 4; before++) {
            way_of_kind(kind, before, 7 - before, beside);
            assert_memory_equal(alone, beside, sizeof alone);
        }
    }
}

/* A knot of units that are in contact: half of them steer, half of them follow paths. */
enum { KNOT = 8 };

static void knot_in(sidle_world *world, sidle_unit_id ids[KNOT]) {
    sidle_vec2 path[] = {{60, 63}};
    for (int k = 0; k < KNOT; k++)
        ids[k] = unit_at(world, 58 + 1.02f * (float)(k % 4), 60 + 1.02f * (float)(k / 4));
    sidle_unit_id prey = unit_at(world, 70, 57);
    assert_ok(sidle_unit_go(world, prey, (sidle_vec2){50, 57}));
    for (int k = 0; k < KNOT; k++) {
        float x = 66 - 3 * (float)k;
        if (k % 2) {
            assert_ok(sidle_unit_go(world, ids[k], (sidle_vec2){x, 70}));
            assert_ok(sidle_unit_set_path(world, ids[k], path, 1));
        } else if (k % 4)
            assert_ok(sidle_unit_wander(world, ids[k], (sidle_vec2){60, 62}, 3));
        else
            assert_ok(sidle_unit_pursue(world, ids[k], prey));
    }
}

static void way_of_knot(uint32_t before, sidle_vec2 way[WATCHED][KNOT]) {
    sidle_world *world = open_world(120, 120);
    sidle_unit_id ids[KNOT];
    knot_in(world, ids);
    for (uint32_t k = 0; k < before; k++) {
        sidle_unit_id far = unit_at(world, 20, 5 + 4 * (float)k);
        assert_ok(sidle_unit_go(world, far, (sidle_vec2){100, 5 + 4 * (float)k}));
    }
    for (int tick = 0; tick < WATCHED; tick++) {
        assert_ok(sidle_world_step(world, TICK));
        for (int k = 0; k < KNOT; k++) way[tick][k] = state_of(world, ids[k]).position;
    }
    sidle_world_destroy(world);
}

static void units_in_contact_go_the_same_way_beside_any_units_in_memory(void **state) {
    (void)state;
    sidle_vec2 alone[WATCHED][KNOT], beside[WATCHED][KNOT];
    way_of_knot(0, alone);
    for (uint32_t before = 1; before < 4; before++) {
        way_of_knot(before, beside);
        assert_memory_equal(alone, beside, sizeof alone);
    }
}

/* ---- seeing ---- */

typedef struct drawn {
    int discs[SIDLE_ROLE_COUNT], lines[SIDLE_ROLE_COUNT];
} drawn;

static void draw_disc(void *context, sidle_unit_id id, sidle_role role, sidle_vec2 centre,
                      float radius, uint32_t value) {
    assert_true(id.slot > 0 && id.slot <= 2);
    assert_true(isfinite(centre.x) && isfinite(centre.y) && radius > 0);
    assert_true(value <= SIDLE_VALUE_STATIC);
    ((drawn *)context)->discs[role]++;
}

static void draw_line(void *context, sidle_unit_id id, sidle_role role, sidle_vec2 from,
                      sidle_vec2 to) {
    assert_true(id.slot > 0 && id.slot <= 2);
    assert_true(isfinite(from.x + from.y + to.x + to.y));
    ((drawn *)context)->lines[role]++;
}

static void why_and_drawing_show_the_same_jam(void **state) {
    (void)state;
    sidle_unit_id mover, stander;
    sidle_profile p = sidle_profile_default();
    sidle_world *world = cork(&p, &mover, &stander);
    sidle_why why;
    assert_int_equal(sidle_unit_why(world, mover, &why), SIDLE_ERROR_NO_ORDER);
    await_event(world, SIDLE_EVENT_BLOCKED, mover, 5);
    assert_ok(sidle_unit_why(world, mover, &why));
    assert_int_equal(why.blocker.slot, stander.slot);
    assert_int_equal(why.step, SIDLE_STEP_REPLAN);
    assert_true(why.hit > 0 && why.hit_value > 0 && why.value_right == SIDLE_VALUE_STATIC);
    drawn seen = {{0}, {0}};
    const sidle_draw draw = {&seen, draw_disc, draw_line};
    assert_ok(sidle_world_draw(world, &draw));
    assert_int_equal(seen.discs[SIDLE_ROLE_UNIT], 2);
    assert_int_equal(seen.discs[SIDLE_ROLE_TARGET], 1);
    assert_int_equal(seen.lines[SIDLE_ROLE_BLOCKER], 1);
    assert_int_equal(seen.lines[SIDLE_ROLE_SIDE], 1);
    assert_int_equal(sidle_world_draw(world, NULL), SIDLE_ERROR_ARGUMENT);
    sidle_world_destroy(world);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_defaults_give_a_unit_that_walks),
        cmocka_unit_test(a_free_drive_takes_the_same_time_at_every_tick_rate),
        cmocka_unit_test(bad_definitions_are_refused),
        cmocka_unit_test(bad_units_are_refused_and_leave_the_world_as_it_was),
        cmocka_unit_test(bad_orders_and_steps_are_refused_and_leave_the_world_as_it_was),
        cmocka_unit_test(a_profile_is_refused_by_row_and_reason),
        cmocka_unit_test(a_profile_that_no_longer_fits_its_units_is_refused),
        cmocka_unit_test(a_stale_id_is_refused_even_when_its_slot_lives_again),
        cmocka_unit_test(next_walks_over_all_living_units),
        cmocka_unit_test(waypoints_are_passed_in_order_and_told),
        cmocka_unit_test(a_waypoint_before_a_point_out_of_sight_is_passed_on_the_spot),
        cmocka_unit_test(on_wide_ground_a_waypoint_is_passed_farther_off),
        cmocka_unit_test(who_is_stopped_brakes_and_stands),
        cmocka_unit_test(a_guide_is_followed_to_the_goal),
        cmocka_unit_test(a_guide_that_moves_to_the_goal_is_braked_for_at_once),
        cmocka_unit_test(a_unit_on_a_free_way_turns_with_its_guide),
        cmocka_unit_test(a_jam_is_told_with_its_blocker_and_climbs_the_ladder),
        cmocka_unit_test(an_order_survives_a_jam_without_end),
        cmocka_unit_test(a_host_may_answer_instead_of_the_ladder),
        cmocka_unit_test(a_unit_may_be_kept_from_pushing_through_enemies),
        cmocka_unit_test(a_path_much_longer_than_the_old_one_is_refused_in_a_jam),
        cmocka_unit_test(a_path_is_compared_with_what_is_left_of_the_old_one),
        cmocka_unit_test(requests_for_a_path_grow_rarer),
        cmocka_unit_test(who_left_a_request_to_another_asks_when_that_one_does_not),
        cmocka_unit_test(a_dead_end_is_told_as_blocked_by_terrain),
        cmocka_unit_test(lost_hope_and_its_return_are_told),
        cmocka_unit_test(air_and_ground_do_not_see_each_other),
        cmocka_unit_test(two_units_on_one_spot_part_when_they_are_sent_off),
        cmocka_unit_test(bodies_are_solid_to_who_does_not_push),
        cmocka_unit_test(a_goal_that_is_taken_is_reached_beside_it),
        cmocka_unit_test(a_slow_turner_reaches_a_point_inside_its_turning_circle),
        cmocka_unit_test(worlds_live_side_by_side),
        cmocka_unit_test(a_steady_tick_allocates_nothing_and_all_memory_comes_back),
        cmocka_unit_test(no_memory_is_an_error_and_never_a_crash_or_a_leak),
        cmocka_unit_test(results_do_not_depend_on_the_order_of_creation),
        cmocka_unit_test(who_settles_behind_whom_does_not_depend_on_the_order_of_creation),
        cmocka_unit_test(a_crowd_at_its_goal_rests_for_a_minute),
        cmocka_unit_test(the_order_of_creation_does_not_matter_where_most_stand),
        cmocka_unit_test(what_is_far_away_changes_nothing),
        cmocka_unit_test(a_unit_goes_the_same_way_beside_any_units_in_memory),
        cmocka_unit_test(units_in_contact_go_the_same_way_beside_any_units_in_memory),
        cmocka_unit_test(a_crossing_ends_in_the_committed_hash),
        cmocka_unit_test(why_and_drawing_show_the_same_jam),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
