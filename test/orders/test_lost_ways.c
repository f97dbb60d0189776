/* A way that is lost: walled up while units jam on it, or out of sight after others have pushed a
 * unit aside. No order may be stuck for ever because of it. */
#include "support.h"

#include <math.h>

/* ---- a door is walled up ---- */

enum { MANY = 24, WALL_X = 20, DOOR_Y = 19, DOOR = 2, WALL_END = 36, SIDE = 40 };

/* They stand in the door's mouth, so that nobody else is where the wall goes up. */
static const float HOLDERS_X = WALL_X + 0.4f;

static const sidle_vec2 BEYOND = {30, 20}, AROUND[] = {{18, 38}, {24, 38}};

/* A wall with a door that two hold, and a crowd that goes straight for it. The wall ends far below:
 * the way round is several times as long. */
typedef struct siege {
    sidle_world *world;
    sidle_unit_id holders[2], crowd[MANY];
    int refused, accepted_straight; /* the second: while nothing but units was in the way */
} siege;

static void hold_door(siege *s) {
    for (int k = 0; k < 2; k++) {
        s->holders[k] = unit_at(s->world, HOLDERS_X, (float)DOOR_Y + 0.5f + (float)k);
        assert_ok(sidle_unit_hold(s->world, s->holders[k]));
    }
}

static siege siege_of(const sidle_profile *profile) {
    siege s = {.world = open_world(SIDE, SIDE)};
    assert_ok(sidle_world_set_cells(s.world, WALL_X, 0, 2, DOOR_Y, SIDLE_TERRAIN_TREES));
    assert_ok(sidle_world_set_cells(s.world, WALL_X, DOOR_Y + DOOR, 2, WALL_END - DOOR_Y - DOOR,
                                    SIDLE_TERRAIN_TREES));
    hold_door(&s);
    sidle_profile_id id = profile_in(s.world, profile);
    for (int k = 0; k < MANY; k++) {
        float x = 16 - 1.3f * (float)(k / 6), y = 17 + 1.2f * (float)(k % 6);
        s.crowd[k] = unit_of(s.world, id, x, y);
        assert_ok(sidle_unit_go(s.world, s.crowd[k], BEYOND));
    }
    return s;
}

/* The wall goes up in the first step in which nobody else stands there. */
static void wall_up(siege *s) {
    for (int k = 0; k < 2; k++) assert_ok(sidle_unit_destroy(s->world, s->holders[k]));
    for (int k = 0; k < 900; k++) {
        if (!sidle_world_set_cells(s->world, WALL_X, DOOR_Y, 2, DOOR, SIDLE_TERRAIN_TREES)) return;
        assert_ok(sidle_world_step(s->world, TICK));
    }
    fail_msg("the door never was empty");
}

/* The host answers each request of the last step with the long way round. */
static void answer_requests(siege *s) {
    uint32_t count;
    const sidle_event *events = sidle_world_events(s->world, &count);
    sidle_unit_id asks[MANY];
    uint32_t asking = 0;
    for (uint32_t k = 0; k < count; k++)
        if (events[k].type == SIDLE_EVENT_PATH_WANTED) asks[asking++] = events[k].unit;
    for (uint32_t k = 0; k < asking; k++) {
        sidle_unit_state u = state_of(s->world, asks[k]);
        bool straight = sidle_world_line_fits(s->world, u.profile, u.position, BEYOND);
        sidle_result result = sidle_unit_set_path(s->world, asks[k], AROUND, 2);
        s->refused += result == SIDLE_REFUSED_TOO_LONG;
        s->accepted_straight +=
            result == SIDLE_OK && straight && u.decision != SIDLE_DECISION_BLOCKED;
        if (u.decision == SIDLE_DECISION_BLOCKED) assert_ok(result);
    }
}

static int still_under_way(const siege *s) {
    int count = 0;
    for (int k = 0; k < MANY; k++) count += state_of(s->world, s->crowd[k]).under_way;
    return count;
}

static void run_siege(siege *s, float seconds) {
    for (int k = 0; k < (int)(seconds * 30); k++) {
        assert_ok(sidle_world_step(s->world, TICK));
        answer_requests(s);
    }
}

static sidle_profile patient(uint32_t queue) {
    sidle_profile p = sidle_profile_default();
    const uint8_t ladder[SIDLE_LADDER_STEPS] = {SIDLE_STEP_REPLAN, SIDLE_STEP_WAIT};
    memcpy(p.ladder, ladder, sizeof ladder);
    p.queue = queue;
    return p;
}

static void a_long_way_round_is_refused_while_units_alone_block_the_door(void **state) {
    (void)state;
    sidle_profile p = patient(0);
    siege s = siege_of(&p);
    run_siege(&s, 40);
    assert_true(s.refused >= 10); /* 15 */
    assert_int_equal(s.accepted_straight, 0);
    sidle_world_destroy(s.world);
}

static void takes_the_way_round(const sidle_profile *p, float jam_seconds) {
    siege s = siege_of(p);
    run_siege(&s, jam_seconds);
    assert_true(s.refused >= 5); /* 6 to 24 */
    wall_up(&s);
    run_siege(&s, 120);
    assert_int_equal(still_under_way(&s), 0);
    sidle_world_destroy(s.world);
}

static void a_crowd_before_a_door_that_is_walled_up_takes_the_way_round(void **state) {
    (void)state;
    sidle_profile p = patient(0);
    takes_the_way_round(&p, 4);
    takes_the_way_round(&p, 20);
}

static void a_line_before_a_door_that_is_walled_up_takes_the_way_round(void **state) {
    (void)state;
    sidle_profile p = patient(1);
    takes_the_way_round(&p, 20);
}

static void units_that_push_at_a_walled_up_door_take_the_way_round(void **state) {
    (void)state;
    sidle_profile p = sidle_profile_default();
    takes_the_way_round(&p, 2.5f);
}

/* One alone before the door and the two that hold it. */
static siege lone_siege(void) {
    sidle_profile p = patient(0);
    siege s = siege_of(&p);
    for (int k = 1; k < MANY; k++) assert_ok(sidle_unit_destroy(s.world, s.crowd[k]));
    assert_ok(sidle_unit_teleport(s.world, s.crowd[0], (sidle_vec2){14, 20}));
    sidle_event blocked = await_event(s.world, SIDLE_EVENT_BLOCKED, s.crowd[0], 10);
    assert_true(blocked.other.slot != 0);
    assert_int_equal(sidle_unit_set_path(s.world, s.crowd[0], AROUND, 2), SIDLE_REFUSED_TOO_LONG);
    return s;
}

/* It is told of the wall, and from then on any path will do, asked for or not. */
static void one_that_terrain_blocks_takes_any_path(void **state) {
    (void)state;
    siege s = lone_siege();
    wall_up(&s);
    sidle_event blocked = await_event(s.world, SIDLE_EVENT_BLOCKED, s.crowd[0], 8);
    assert_int_equal(blocked.other.slot, 0);
    assert_int_equal(state_of(s.world, s.crowd[0]).decision, SIDLE_DECISION_BLOCKED);
    run(s.world, 0.3f);
    assert_ok(sidle_unit_set_path(s.world, s.crowd[0], AROUND, 2));
    await_event(s.world, SIDLE_EVENT_ARRIVED, s.crowd[0], 40);
    sidle_world_destroy(s.world);
}

/* The wall is no excuse once it is gone: what blocks then is a jam again. */
static void a_door_that_opens_again_makes_a_long_way_too_long_again(void **state) {
    (void)state;
    siege s = lone_siege();
    wall_up(&s);
    run(s.world, 8);
    assert_ok(sidle_world_set_cells(s.world, WALL_X, DOOR_Y, 2, DOOR, SIDLE_TERRAIN_GROUND));
    hold_door(&s);
    await_event(s.world, SIDLE_EVENT_BLOCKED, s.crowd[0], 10);
    assert_int_equal(sidle_unit_set_path(s.world, s.crowd[0], AROUND, 2), SIDLE_REFUSED_TOO_LONG);
    sidle_world_destroy(s.world);
}

/* Enemies that hold the door are as solid as a wall, and will not go: no way round is too long. */
static void a_long_way_round_is_taken_when_enemies_hold_the_door(void **state) {
    (void)state;
    siege s = lone_siege();
    for (int k = 0; k < 2; k++) assert_ok(sidle_unit_set_team(s.world, s.holders[k], 2));
    run(s.world, 1);
    assert_ok(sidle_unit_set_path(s.world, s.crowd[0], AROUND, 2));
    await_event(s.world, SIDLE_EVENT_ARRIVED, s.crowd[0], 40);
    sidle_world_destroy(s.world);
}

/* ---- pushed out of sight ---- */

/* All go straight through a doorway, each to a place of its own, and the host never answers. */
typedef struct throng {
    uint32_t door; /* u, its width */
    float spread;  /* u, of the throng before it */
    uint32_t units;
    uint32_t queue;
    bool waypoint; /* one just beyond the door, which none has passed yet */
} throng;

static void finds_back(throng t) {
    uint32_t door = t.door, units = t.units;
    float spread = t.spread;
    sidle_world *world = open_world(60, 40);
    uint32_t y0 = 20 - door / 2;
    assert_ok(sidle_world_set_cells(world, 30, 0, 1, y0, SIDLE_TERRAIN_TREES));
    assert_ok(sidle_world_set_cells(world, 30, y0 + door, 1, 40 - y0 - door, SIDLE_TERRAIN_TREES));
    sidle_profile p = sidle_profile_default();
    p.queue = t.queue;
    sidle_profile_id id = profile_in(world, &p);
    sidle_unit_id ids[200];
    float middle = (float)y0 + 0.5f * (float)door, rows = floorf(spread / 1.05f);
    for (uint32_t k = 0; k < units; k++) {
        float row = fmodf((float)k, rows), column = floorf((float)k / rows);
        float y = middle + 1.05f * (row - 0.5f * (rows - 1));
        ids[k] = unit_of(world, id, 26 - 1.05f * column, y);
        /* The line from each to its goal leads through the door's middle. */
        sidle_vec2 from = state_of(world, ids[k]).position;
        float slope = (middle - from.y) / (30.5f - from.x), far = fminf(14.5f, 14 / fabsf(slope));
        sidle_vec2 goal = {30.5f + far, middle + far * slope};
        assert_true(sidle_world_line_fits(world, id, from, goal));
        assert_ok(sidle_unit_go(world, ids[k], goal));
        sidle_vec2 beyond = {33, middle + 2.5f * slope};
        if (t.waypoint) assert_ok(sidle_unit_set_path(world, ids[k], &beyond, 1));
    }
    run(world, 120);
    int left = 0, blocked = 0;
    for (uint32_t k = 0; k < units; k++) {
        sidle_unit_state s = state_of(world, ids[k]);
        left += s.under_way;
        blocked += s.decision == SIDLE_DECISION_BLOCKED;
        if (s.under_way)
            print_message("unit %u is at %.2f, %.2f, its goal at %.2f, %.2f\n", ids[k].slot,
                          (double)s.position.x, (double)s.position.y, (double)s.goal.x,
                          (double)s.goal.y);
    }
    print_message("door %u, %u units: %d left, %d of them blocked\n", door, units, left, blocked);
    assert_int_equal(left, 0);
    sidle_world_destroy(world);
}

static void units_pushed_past_the_edge_of_a_doorway_find_back(void **state) {
    (void)state;
    finds_back((throng){.door = 2, .spread = 8, .units = 40});
    finds_back((throng){.door = 3, .spread = 12, .units = 60});
    finds_back((throng){.door = 4, .spread = 16, .units = 100});
}

static void units_that_stood_in_line_before_a_doorway_find_back(void **state) {
    (void)state;
    finds_back((throng){.door = 2, .spread = 8, .units = 40, .queue = 1});
    finds_back((throng){.door = 3, .spread = 12, .units = 60, .queue = 1});
}

static void units_pushed_aside_before_their_first_waypoint_find_back(void **state) {
    (void)state;
    finds_back((throng){.door = 2, .spread = 8, .units = 40, .waypoint = true});
    finds_back((throng){.door = 3, .spread = 12, .units = 60, .waypoint = true});
}

/* The guide moves behind the corner of a tree, and the unit goes round that. It has to remember the
 * guide, which the host gives but once. */
static void a_unit_that_goes_round_keeps_its_guide(void **state) {
    (void)state;
    const sidle_vec2 guide = {4.5f, 1.5f};
    sidle_world *world = open_world(10, 10);
    assert_ok(sidle_world_set_cells(world, 8, 2, 1, 1, SIDLE_TERRAIN_VOID));
    sidle_unit_id unit = unit_at(world, 9.5f, 1.5f);
    assert_ok(sidle_unit_go(world, unit, (sidle_vec2){5.5f, 5.5f}));
    assert_ok(sidle_unit_set_guide(world, unit, (sidle_vec2){5.5f, 7.5f}));
    for (int k = 0; k < 22; k++) assert_ok(sidle_world_step(world, TICK));
    assert_ok(sidle_unit_set_guide(world, unit, guide));
    run(world, 20);
    sidle_unit_state s = state_of(world, unit);
    assert_float_equal(s.waypoint.x, guide.x, 0);
    assert_float_equal(s.waypoint.y, guide.y, 0);
    assert_true(hypotf(s.position.x - guide.x, s.position.y - guide.y) < s.radius);
    sidle_world_destroy(world);
}

/* ---- a dead end ---- */

/* A unit that looks each second, at the end of a blind alley: it sees its way out of there, and
 * looks that way in the next tick. */
static void a_unit_that_finds_its_way_round_looks_there_at_once(void **state) {
    (void)state;
    sidle_world *world = open_world(SIDE, SIDE);
    assert_ok(sidle_world_set_cells(world, 6, 4, 6, 12, SIDLE_TERRAIN_TREES));
    assert_ok(sidle_world_set_cells(world, 6, 9, 4, 2, SIDLE_TERRAIN_GROUND));
    sidle_profile p = sidle_profile_default();
    p.tuning.look_interval = 1;
    sidle_unit_id id = unit_of(world, profile_in(world, &p), 9, 10);
    assert_ok(sidle_unit_go(world, id, (sidle_vec2){30, 10}));
    run(world, TICK * 1.5f);
    assert_int_equal(state_of(world, id).decision, SIDLE_DECISION_FREE);
    assert_true(state_of(world, id).waypoint.x < 9);
    sidle_why why;
    uint64_t now = sidle_world_tick(world);
    run(world, TICK * 1.5f);
    assert_ok(sidle_unit_why(world, id, &why));
    assert_int_equal(why.tick, now);
    await_event(world, SIDLE_EVENT_ARRIVED, id, 40);
    sidle_world_destroy(world);
}

/* A wall goes up across the rest of the path while the unit stands on its last waypoint: there is
 * no way round in view, so the unit asks for another path. */
static void a_unit_on_its_last_waypoint_asks_when_a_wall_goes_up_before_it(void **state) {
    (void)state;
    sidle_world *world = open_world(SIDE, SIDE);
    sidle_unit_id id = unit_at(world, 4, 10);
    sidle_vec2 last = {10, 10};
    assert_ok(sidle_unit_go(world, id, (sidle_vec2){30, 10}));
    assert_ok(sidle_unit_set_path(world, id, &last, 1));
    (void)await_event(world, SIDLE_EVENT_WAYPOINT, id, 10);
    assert_ok(sidle_world_set_cells(world, 12, 0, 2, SIDE, SIDLE_TERRAIN_TREES));
    assert_ok(sidle_unit_teleport(world, id, last));
    (void)await_event(world, SIDLE_EVENT_PATH_WANTED, id, 5);
    sidle_world_destroy(world);
}

int lost_ways_tests(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_long_way_round_is_refused_while_units_alone_block_the_door),
        cmocka_unit_test(a_crowd_before_a_door_that_is_walled_up_takes_the_way_round),
        cmocka_unit_test(a_line_before_a_door_that_is_walled_up_takes_the_way_round),
        cmocka_unit_test(units_that_push_at_a_walled_up_door_take_the_way_round),
        cmocka_unit_test(one_that_terrain_blocks_takes_any_path),
        cmocka_unit_test(a_door_that_opens_again_makes_a_long_way_too_long_again),
        cmocka_unit_test(a_long_way_round_is_taken_when_enemies_hold_the_door),
        cmocka_unit_test(a_unit_on_its_last_waypoint_asks_when_a_wall_goes_up_before_it),
        cmocka_unit_test(units_pushed_past_the_edge_of_a_doorway_find_back),
        cmocka_unit_test(units_that_stood_in_line_before_a_doorway_find_back),
        cmocka_unit_test(units_pushed_aside_before_their_first_waypoint_find_back),
        cmocka_unit_test(a_unit_that_goes_round_keeps_its_guide),
        cmocka_unit_test(a_unit_that_finds_its_way_round_looks_there_at_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
