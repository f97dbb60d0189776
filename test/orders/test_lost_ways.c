/* A way that is lost: walled up while units jam on it, or out of sight after others have pushed a
 * unit aside. No order may be stuck for ever because of it. */
#include "support.h"

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
    for (int k = 0; k < (int)(seconds * 30) && still_under_way(s); k++) {
        assert_ok(sidle_world_step(s->world, TICK));
        answer_requests(s);
    }
}

static sidle_profile patient(uint32_t queue) {
    sidle_profile p = profile_with_step(SIDLE_STEP_REPLAN);
    p.ladder[1] = SIDLE_STEP_WAIT;
    p.queue = queue;
    return p;
}

/* A crowd, a line and units that push: while units alone block the door each long way is refused,
 * and when it is walled up all take that way. */
TEST(a_crowd_before_a_door_that_is_walled_up_takes_the_way_round) {
    const sidle_profile profiles[] = {patient(0), patient(0), patient(1), sidle_profile_default()};
    const float jams[] = {4, 20, 20, 2.5f}; /* s */
    for (int k = 0; k < 4; k++) {
        siege s = siege_of(&profiles[k]);
        run_siege(&s, jams[k]);
        assert_true(s.refused >= 5); /* 6 to 24 */
        assert_int_equal(s.accepted_straight, 0);
        wall_up(&s);
        run_siege(&s, 120);
        assert_int_equal(still_under_way(&s), 0);
        sidle_world_destroy(s.world);
    }
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
TEST(one_that_terrain_blocks_takes_any_path) {
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
TEST(a_door_that_opens_again_makes_a_long_way_too_long_again) {
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
TEST(a_long_way_round_is_taken_when_enemies_hold_the_door) {
    siege s = lone_siege();
    for (int k = 0; k < 2; k++) assert_ok(sidle_unit_set_team(s.world, s.holders[k], 2));
    run(s.world, 1);
    assert_ok(sidle_unit_set_path(s.world, s.crowd[0], AROUND, 2));
    await_event(s.world, SIDLE_EVENT_ARRIVED, s.crowd[0], 40);
    sidle_world_destroy(s.world);
}

/* ---- pushed out of sight ---- */

/* All go straight through the middle of a doorway of `door` u, each to a place of its own, and the
 * host never answers. They queue or push, with a waypoint just beyond the door or without. */
static void finds_back(uint32_t door, uint32_t units, bool queue, bool waypoint) {
    sidle_world *world = open_world(60, 40);
    uint32_t y0 = 20 - door / 2;
    wall_with_door(world, 30, 1, y0, door, SIDLE_TERRAIN_TREES);
    sidle_profile p = sidle_profile_default();
    p.queue = queue;
    sidle_profile_id id = profile_in(world, &p);
    float middle = (float)y0 + 0.5f * (float)door;
    uint32_t rows = (uint32_t)(4 * (float)door / 1.05f), told = 0;
    for (uint32_t k = 0; k < units; k++) {
        sidle_vec2 from = {26 - 1.05f * (float)(k / rows),
                           middle + 1.05f * ((float)(k % rows) - 0.5f * (float)(rows - 1))};
        sidle_unit_id unit = unit_of(world, id, from.x, from.y);
        float slope = (middle - from.y) / (30.5f - from.x), far = fminf(14.5f, 14 / fabsf(slope));
        sidle_vec2 goal = {30.5f + far, middle + far * slope}, beyond = {33, middle + 2.5f * slope};
        assert_true(sidle_world_line_fits(world, id, from, goal));
        assert_ok(sidle_unit_go(world, unit, goal));
        if (waypoint) assert_ok(sidle_unit_set_path(world, unit, &beyond, 1));
    }
    for (int tick = 0; tick < 120 * 30 && told < units; tick++) {
        assert_ok(sidle_world_step(world, TICK));
        told += events_of(world, SIDLE_EVENT_ARRIVED);
    }
    if (told < units)
        fail_msg("door %u, queue %d, waypoint %d: %u of %u there", door, queue, waypoint, told,
                 units);
    sidle_world_destroy(world);
}

TEST(units_pushed_past_the_edge_of_a_doorway_find_back) {
    for (int k = 0; k < 6; k++)
        finds_back(2 + (uint32_t)k / 3, k / 3 ? 60 : 40, k % 3 == 1, k % 3 == 2);
    finds_back(4, 100, false, false);
}

/* The guide moves behind the corner of a tree, and the unit goes round that. It has to remember the
 * guide, which the host gives but once. */
TEST(a_unit_that_goes_round_keeps_its_guide) {
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
TEST(a_unit_that_finds_its_way_round_looks_there_at_once) {
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
TEST(a_unit_on_its_last_waypoint_asks_when_a_wall_goes_up_before_it) {
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

TESTS_OF(lost_ways)
