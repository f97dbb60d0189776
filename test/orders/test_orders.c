/* Orders that are more than a place to go to: what the world makes of the steering behaviours. */
#include "measures.h"
#include "purse.h"
#include "support.h"

#include <math.h>

/* ---- hold and patrol ---- */

static void a_unit_that_holds_stands_at_once_and_lets_nobody_by(void **state) {
    (void)state;
    sidle_world *world = open_world(40, 20);
    sidle_unit_id first = unit_at(world, 10, 10), second = unit_at(world, 6, 10);
    sidle_vec2 goal = {20, 10};
    assert_ok(sidle_unit_go(world, first, goal));
    run(world, 10);
    assert_true(state_of(world, first).arrived);
    sidle_vec2 place = state_of(world, first).position;
    assert_ok(sidle_unit_hold(world, first));
    assert_ok(sidle_unit_go(world, second, goal));
    run(world, 12);
    sidle_unit_state s = state_of(world, first);
    assert_int_equal(s.order, SIDLE_ORDER_HOLD);
    assert_true(!s.arrived && !s.under_way && distance(s.position, place) == 0);
    assert_true(state_of(world, second).arrived);
    sidle_world_destroy(world);
}

static void a_patrol_goes_to_and_fro_and_tells_of_each_point(void **state) {
    (void)state;
    sidle_world *world = open_world(40, 20);
    sidle_unit_id id = unit_at(world, 5, 10);
    sidle_vec2 far = {15, 10}, home = {5, 10};
    assert_ok(sidle_unit_patrol(world, id, &far, 1));
    for (int round = 0; round < 3; round++) {
        sidle_event there = await_event(world, SIDLE_EVENT_WAYPOINT, id, 8);
        assert_true(distance(there.point, far) < 1e-4f);
        assert_true(distance(state_of(world, id).position, far) < 0.51f);
        sidle_event back = await_event(world, SIDLE_EVENT_WAYPOINT, id, 8);
        assert_true(distance(back.point, home) < 1e-4f);
    }
    assert_int_equal(state_of(world, id).order, SIDLE_ORDER_PATROL);
    sidle_world_destroy(world);
}

static void a_patrol_asks_for_a_path_to_a_point_out_of_sight(void **state) {
    (void)state;
    sidle_world *world = open_world(40, 20);
    assert_ok(sidle_world_set_cells(world, 10, 4, 2, 12, SIDLE_TERRAIN_TREES));
    sidle_unit_id id = unit_at(world, 5, 10);
    sidle_vec2 points[] = {{5, 3}, {20, 10}}, around[] = {{9, 2}, {13, 2}};
    assert_ok(sidle_unit_patrol(world, id, points, 2));
    await_event(world, SIDLE_EVENT_PATH_WANTED, id, 8);
    assert_true(distance(state_of(world, id).goal, points[1]) < 1e-4f);
    assert_ok(sidle_unit_set_path(world, id, around, 2));
    for (int k = 0; k < 3; k++) await_event(world, SIDLE_EVENT_WAYPOINT, id, 12);
    assert_true(distance(state_of(world, id).position, points[1]) < 0.51f);
    sidle_world_destroy(world);
}

/* ---- pursue ---- */

/* s until a hunter that starts `below` u under the crossing point touches the prey that crosses
 * from the left; a foresight of 0 is seek. */
static float chase(float foresight, float below, float speed) {
    sidle_world *world = open_world(80, 60);
    sidle_profile hunter = sidle_profile_default();
    hunter.foresight = foresight;
    hunter.top_speed = speed;
    sidle_unit_id prey = unit_at(world, 20, 10);
    sidle_unit_id id = unit_of(world, profile_in(world, &hunter), 25, 10 + below);
    assert_ok(sidle_unit_go(world, prey, (sidle_vec2){75, 10}));
    assert_ok(sidle_unit_pursue(world, id, prey));
    float time = 0;
    for (;;) {
        assert_ok(sidle_world_step(world, TICK));
        time += TICK;
        if (event_of(world, SIDLE_EVENT_IN_RANGE, id)) break;
        assert_true(time < 60);
    }
    assert_true(apart(world, id, prey) < 1.15f);
    sidle_world_destroy(world);
    return time;
}

static void pursuit_catches_a_crossing_unit_sooner_than_seek(void **state) {
    (void)state;
    for (float below = 8; below <= 24; below += 8) {
        float seek = chase(0, below, 2.2f), pursuit = chase(60, below, 2.2f);
        print_message("from %2.0f u: seek %.1f s, pursuit %.1f s\n", (double)below, (double)seek,
                      (double)pursuit);
        assert_true(pursuit < 0.8f * seek);
    }
}

static void a_hunter_rests_beside_its_prey_and_goes_on_with_it(void **state) {
    (void)state;
    sidle_world *world = open_world(60, 20);
    sidle_unit_id prey = unit_at(world, 20, 10), id = unit_at(world, 10, 10);
    assert_ok(sidle_unit_pursue(world, id, prey));
    sidle_event caught = await_event(world, SIDLE_EVENT_IN_RANGE, id, 8);
    assert_int_equal(caught.other.slot, prey.slot);
    run(world, 1);
    sidle_unit_state s = state_of(world, id);
    assert_true(s.arrived && !s.under_way && s.order == SIDLE_ORDER_PURSUE);
    assert_true(apart(world, id, prey) >= 0.999f && apart(world, id, prey) < 1.1f);
    sidle_vec2 rests = s.position;
    run(world, 5);
    assert_true(distance(state_of(world, id).position, rests) == 0);
    assert_ok(sidle_unit_go(world, prey, (sidle_vec2){40, 10}));
    run(world, 14);
    assert_true(state_of(world, prey).arrived && state_of(world, id).arrived);
    assert_true(apart(world, id, prey) < 1.3f);
    sidle_world_destroy(world);
}

static void a_crowd_of_hunters_settles_about_its_prey(void **state) {
    (void)state;
    enum { HUNTERS = 30 };
    sidle_world *world = open_world(60, 40);
    sidle_unit_id prey = unit_at(world, 40, 20), ids[HUNTERS];
    for (int k = 0; k < HUNTERS; k++) {
        ids[k] = unit_at(world, 5 + 1.3f * (float)(k % 6), 15 + 1.3f * (float)(k / 6));
        assert_ok(sidle_unit_pursue(world, ids[k], prey));
    }
    run(world, 40);
    for (int k = 0; k < HUNTERS; k++) {
        assert_true(state_of(world, ids[k]).arrived);
        assert_true(speed_of(world, ids[k]) == 0);
        assert_true(apart(world, ids[k], prey) < 6);
        for (int n = 0; n < k; n++) assert_true(apart(world, ids[k], ids[n]) > 0.9f);
    }
    sidle_world_destroy(world);
}

static void a_unit_names_its_target_and_else_none(void **state) {
    (void)state;
    sidle_world *world = open_world(40, 20);
    sidle_unit_id first = unit_at(world, 10, 10), target = unit_at(world, 30, 10);
    assert_true(first.slot == 1); /* the null id is not a unit of that slot */
    sidle_vec2 far = {20, 15};
    for (int order = 0; order < 5; order++) {
        switch (order) {
        case 0: break;
        case 1: assert_ok(sidle_unit_go(world, target, far)); break;
        case 2: assert_ok(sidle_unit_hold(world, target)); break;
        case 3: assert_ok(sidle_unit_flee(world, target, far)); break;
        default: assert_ok(sidle_unit_wander(world, target, far, 4)); break;
        }
        sidle_unit_state s = state_of(world, target);
        assert_true(s.target.slot == 0 && s.target.generation == 0);
        assert_ok(sidle_world_step(world, TICK));
    }
    assert_ok(sidle_unit_pursue(world, first, target));
    assert_int_equal(state_of(world, first).target.slot, target.slot);
    assert_int_equal(state_of(world, first).target.generation, target.generation);
    sidle_world_destroy(world);
}

static void a_target_that_dies_is_told_and_the_order_is_over(void **state) {
    (void)state;
    sidle_world *world = open_world(60, 40);
    sidle_unit_id target = unit_at(world, 30, 20), other = unit_at(world, 50, 35);
    sidle_unit_id ids[3] = {unit_at(world, 10, 20), unit_at(world, 10, 24), unit_at(world, 33, 20)};
    assert_ok(sidle_unit_pursue(world, ids[0], target));
    assert_ok(sidle_unit_follow(world, ids[1], target));
    assert_ok(sidle_unit_evade(world, ids[2], target));
    run(world, 1);
    assert_ok(sidle_unit_destroy(world, target));
    /* The slot's next unit is nobody's target. */
    sidle_unit_id newborn = unit_at(world, 30, 20);
    assert_int_equal(newborn.slot, target.slot);
    assert_ok(sidle_world_step(world, TICK));
    for (int k = 0; k < 3; k++) {
        const sidle_event *lost = event_of(world, SIDLE_EVENT_TARGET_LOST, ids[k]);
        assert_non_null(lost);
        assert_int_equal(lost->other.slot, target.slot);
        assert_int_equal(lost->other.generation, target.generation);
        assert_int_equal(state_of(world, ids[k]).order, SIDLE_ORDER_NONE);
    }
    run(world, 1);
    for (int k = 0; k < 3; k++) assert_true(speed_of(world, ids[k]) == 0);
    assert_int_equal(sidle_unit_pursue(world, ids[0], target), SIDLE_ERROR_STALE);
    assert_int_equal(sidle_unit_follow(world, ids[0], ids[0]), SIDLE_ERROR_ARGUMENT);
    assert_ok(sidle_unit_pursue(world, ids[0], other));
    sidle_world_destroy(world);
}

static void a_hunter_asks_for_a_path_when_its_prey_is_behind_a_wall(void **state) {
    (void)state;
    sidle_world *world = open_world(60, 30);
    assert_ok(sidle_world_set_cells(world, 20, 0, 2, 25, SIDLE_TERRAIN_TREES));
    sidle_unit_id prey = unit_at(world, 25, 5), id = unit_at(world, 15, 5);
    sidle_vec2 around[] = {{19, 26}, {23, 26}};
    assert_ok(sidle_unit_pursue(world, id, prey));
    await_event(world, SIDLE_EVENT_PATH_WANTED, id, 1);
    assert_ok(sidle_unit_set_path(world, id, around, 2));
    /* While the prey stays there the path is good. */
    for (int tick = 0; tick < 8 * 30; tick++) {
        assert_ok(sidle_world_step(world, TICK));
        assert_null(event_of(world, SIDLE_EVENT_PATH_WANTED, id));
    }
    await_event(world, SIDLE_EVENT_IN_RANGE, id, 30);
    sidle_world_destroy(world);
}

/* ---- evade and flee ---- */

/* s that the prey survives a hunter which comes by on a way of its own, turns on it after a second,
 * and is faster but less nimble; at most 60. A foresight of 0 is flee. */
static float hunt(float foresight, sidle_vec2 from, sidle_vec2 by, float speed, float turn_rate) {
    sidle_world *world = open_world(80, 80);
    sidle_profile prey = sidle_profile_default(), hunter = prey;
    prey.foresight = foresight;
    prey.flee_distance = 16;
    hunter.top_speed = speed;
    hunter.turn_rate = turn_rate;
    sidle_unit_id runs = unit_of(world, profile_in(world, &prey), 40, 40);
    sidle_unit_id hunts = unit_of(world, profile_in(world, &hunter), from.x, from.y);
    assert_ok(sidle_unit_go(world, hunts, by));
    assert_ok(sidle_unit_evade(world, runs, hunts));
    float time = 0;
    for (int tick = 0; time < 60; tick++) {
        if (tick == 30) assert_ok(sidle_unit_pursue(world, hunts, runs));
        assert_ok(sidle_world_step(world, TICK));
        time += TICK;
        if (apart(world, hunts, runs) < 1.15f) break;
    }
    sidle_world_destroy(world);
    return time;
}

typedef struct hunts {
    float evade, flee; /* s, means */
    int longer, shorter;
} hunts;

static hunts many_hunts(float turn_rate) {
    enum { STARTS = 120 };
    dice d = {7};
    hunts sum = {0};
    for (int k = 0; k < STARTS; k++) {
        sidle_vec2 from = {roll_between(&d, 30, 50), roll_between(&d, 30, 50)};
        sidle_vec2 by = {roll_between(&d, 20, 60), roll_between(&d, 20, 60)};
        float speed = roll_between(&d, 4, 6);
        if (hypotf(from.x - 40, from.y - 40) < 5) from.x += 10;
        float evade = hunt(5, from, by, speed, turn_rate);
        float flee = hunt(0, from, by, speed, turn_rate);
        sum.evade += evade / STARTS;
        sum.flee += flee / STARTS;
        sum.longer += evade > flee;
        sum.shorter += evade < flee;
    }
    print_message(
        "hunters that turn %3.0f deg/s: evade %.2f s, flee %.2f s; %d longer, %d shorter\n",
        (double)turn_rate, (double)sum.evade, (double)sum.flee, sum.longer, sum.shorter);
    return sum;
}

/* Before one that turns at once both run straight away, which is the best that can be done. */
static void evade_survives_longer_than_flee(void **state) {
    (void)state;
    hunts heavy = many_hunts(40), nimble = many_hunts(720);
    assert_true(heavy.evade > heavy.flee && (float)heavy.longer > 1.3f * (float)heavy.shorter);
    assert_true(nimble.evade > 0.98f * nimble.flee);
}

static void who_evades_stands_until_danger_is_near_and_again_when_it_is_far(void **state) {
    (void)state;
    sidle_world *world = open_world(80, 20);
    sidle_unit_id runs = unit_at(world, 30, 10), hunter = unit_at(world, 10, 10);
    assert_ok(sidle_unit_evade(world, runs, hunter));
    run(world, 2);
    assert_true(state_of(world, runs).position.x == 30);
    assert_ok(sidle_unit_go(world, hunter, (sidle_vec2){25, 10}));
    run(world, 20);
    assert_true(apart(world, runs, hunter) > 8);
    assert_true(speed_of(world, runs) == 0 && !state_of(world, runs).under_way);
    assert_int_equal(state_of(world, runs).order, SIDLE_ORDER_EVADE);
    sidle_world_destroy(world);
}

static void who_flees_is_done_when_it_is_safe(void **state) {
    (void)state;
    sidle_world *world = open_world(60, 20);
    sidle_unit_id id = unit_at(world, 30, 10);
    sidle_vec2 danger = {28, 10};
    assert_ok(sidle_unit_flee(world, id, danger));
    await_event(world, SIDLE_EVENT_ARRIVED, id, 8);
    run(world, 1);
    sidle_unit_state s = state_of(world, id);
    assert_true(distance(s.position, danger) > 8 && s.order == SIDLE_ORDER_NONE);
    assert_true(speed_of(world, id) == 0);
    sidle_world_destroy(world);
}

/* A corner with one way out along the wall. */
static void who_flees_runs_along_a_wall_rather_than_into_it(void **state) {
    (void)state;
    sidle_world *world = world_of("##############################\n"
                                  "#............................#\n"
                                  "#............................#\n"
                                  "#............................#\n"
                                  "##############################\n");
    sidle_unit_id id = unit_at(world, 12, 2.5f);
    assert_ok(sidle_unit_flee(world, id, (sidle_vec2){13, 1.6f}));
    await_event(world, SIDLE_EVENT_ARRIVED, id, 10);
    assert_true(state_of(world, id).position.x < 6);
    sidle_world_destroy(world);
}

/* ---- wander ---- */

/* In each ten seconds a unit is once half a u and more from where it was at their beginning. */
static void who_wanders_stays_in_its_area_and_is_never_long_at_one_place(void **state) {
    (void)state;
    sidle_world *world = open_world(60, 60);
    assert_ok(sidle_world_set_cells(world, 28, 28, 3, 3, SIDLE_TERRAIN_TREES));
    sidle_unit_id ids[12];
    sidle_vec2 centre = {30, 34}, before[12];
    float moved[12] = {0}; /* u, at most since then */
    for (int k = 0; k < 12; k++) {
        before[k] = (sidle_vec2){24 + (float)(k % 6) * 2, 33 + (float)(k / 6) * 2};
        ids[k] = unit_at(world, before[k].x, before[k].y);
        assert_ok(sidle_unit_wander(world, ids[k], centre, 10));
    }
    float farthest = 0;
    for (int second = 0; second < 120; second++) {
        run(world, 1);
        for (int k = 0; k < 12; k++) {
            sidle_vec2 p = state_of(world, ids[k]).position;
            farthest = fmaxf(farthest, distance(p, centre));
            moved[k] = fmaxf(moved[k], distance(p, before[k]));
            if (second % 10 == 9) {
                assert_true(moved[k] > 0.5f);
                before[k] = p;
                moved[k] = 0;
            }
            assert_true(speed_of(world, ids[k]) < 1.01f);
        }
    }
    print_message("at most %.2f u from the centre\n", (double)farthest);
    assert_true(farthest < 11);
    sidle_world_destroy(world);
}

static void who_wanders_comes_back_to_its_area_first(void **state) {
    (void)state;
    sidle_world *world = open_world(60, 20);
    sidle_unit_id id = unit_at(world, 5, 10);
    assert_ok(sidle_unit_wander(world, id, (sidle_vec2){50, 10}, 5));
    run(world, 60);
    assert_true(distance(state_of(world, id).position, (sidle_vec2){50, 10}) < 6);
    sidle_world_destroy(world);
}

/* ---- a leader ---- */

enum { FOLLOWERS = 8 };

static void followers_settle_behind_and_clear_the_way(void **state) {
    (void)state;
    sidle_world *world = open_world(60, 40);
    sidle_unit_id leader = unit_at(world, 12, 20), ids[FOLLOWERS];
    for (int k = 0; k < FOLLOWERS; k++) {
        ids[k] = unit_at(world, 5 + 1.4f * (float)(k % 4), 18 + 1.4f * (float)(k / 4));
        assert_ok(sidle_unit_follow(world, ids[k], leader));
    }
    assert_ok(sidle_unit_go(world, leader, (sidle_vec2){45, 20}));
    run(world, 30);
    for (int k = 0; k < FOLLOWERS; k++) {
        sidle_unit_state s = state_of(world, ids[k]);
        assert_true(s.arrived && speed_of(world, ids[k]) == 0);
        assert_true(s.position.x < 44.6f && apart(world, ids[k], leader) < 6);
        for (int n = 0; n < k; n++) assert_true(apart(world, ids[k], ids[n]) > 0.95f);
    }
    /* Back through them. */
    assert_ok(sidle_unit_go(world, leader, (sidle_vec2){10, 20}));
    float nearest = 100, time = 0;
    while (!state_of(world, leader).arrived && time < 60) {
        assert_ok(sidle_world_step(world, TICK));
        time += TICK;
        for (int k = 0; k < FOLLOWERS; k++) nearest = fminf(nearest, apart(world, ids[k], leader));
    }
    print_message("the leader came through in %.1f s, %.3f u from the nearest\n", (double)time,
                  (double)nearest);
    assert_true(time < 20.5f && nearest > 0.95f);
    run(world, 20);
    for (int k = 0; k < FOLLOWERS; k++) {
        assert_true(state_of(world, ids[k]).arrived);
        for (int n = 0; n < k; n++) assert_true(apart(world, ids[k], ids[n]) > 0.95f);
    }
    sidle_world_destroy(world);
}

/* A leader so slow that its follower could stop at any time: the place behind it moves all the
 * same, and along an axis of the map no less than across. */
static void a_follower_is_under_way_for_as_long_as_its_leader_drives(void **state) {
    (void)state;
    static const sidle_vec2 ways[] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}};
    for (int k = 0; k < 5; k++) {
        sidle_world *world = open_world(40, 40);
        sidle_unit_def def = sidle_unit_def_default();
        def.position = (sidle_vec2){20, 20};
        def.heading = ways[k];
        sidle_unit_id leader, id = unit_at(world, 20 - 4 * ways[k].x, 20 - 4 * ways[k].y);
        assert_ok(sidle_unit_create(world, &def, &leader));
        sidle_vec2 goal = {20 + 15 * ways[k].x, 20 + 15 * ways[k].y};
        assert_ok(sidle_unit_go(world, leader, goal));
        assert_ok(sidle_unit_set_pace(world, leader, 0.25f));
        assert_ok(sidle_unit_follow(world, id, leader));
        for (int tick = 0; tick < 300; tick++) {
            assert_ok(sidle_world_step(world, TICK));
            assert_null(event_of(world, SIDLE_EVENT_ARRIVED, id));
            assert_true(state_of(world, id).under_way);
        }
        assert_ok(sidle_unit_stop(world, leader));
        (void)await_event(world, SIDLE_EVENT_ARRIVED, id, 5);
        sidle_world_destroy(world);
    }
}

/* ---- a line before a door ---- */

enum { ROOM = 60 };

typedef struct door_room {
    sidle_world *world;
    sidle_unit_id ids[ROOM];
    sidle_vec2 places[ROOM], before[ROOM];
    float slow[ROOM];             /* s that it has hardly moved */
    bool stands[ROOM], out[ROOM]; /* stands in line since, has come through */
    bool behind[ROOM][ROOM];      /* by more than a place when the first came to stand */
    int overtaken[ROOM];
    double overlaps, ticks, seconds; /* unit-ticks in the room */
} door_room;

/* The waypoint before the door: the line is ordered by the way to it. */
static const sidle_vec2 DOOR = {48.5f, 19.75f};

/* Sixty come in a block to a door as wide as two and a half of them. */
static void fill_room(door_room *r, uint32_t queue, uint64_t seed) {
    dice d = {seed};
    sidle_world_def def = sidle_world_def_default();
    def.width = 200;
    def.height = 80;
    def.cell_size = 0.5f;
    assert_ok(sidle_world_create(&def, &r->world));
    assert_ok(sidle_world_set_cells(r->world, 100, 0, 4, 37, SIDLE_TERRAIN_TREES));
    assert_ok(sidle_world_set_cells(r->world, 100, 42, 4, 38, SIDLE_TERRAIN_TREES));
    sidle_profile p = sidle_profile_default();
    p.queue = queue;
    sidle_profile_id profile = profile_in(r->world, &p);
    for (int k = 0; k < ROOM; k++) {
        float row = 1.5f * (float)(k / 10), y = 19.75f + 1.5f * ((float)(k % 10) - 4.5f);
        float x = 27.5f + row + roll_between(&d, -0.02f, 0.02f);
        r->ids[k] = unit_of(r->world, profile, x, y);
        sidle_vec2 goal = {96 - 3.5f * (float)(k / 10), 19.75f + 3 * ((float)(k % 10) - 4.5f)};
        sidle_vec2 through[] = {DOOR, {53.5f, 19.75f}};
        assert_ok(sidle_unit_go(r->world, r->ids[k], goal));
        assert_ok(sidle_unit_set_path(r->world, r->ids[k], through, 2));
        r->places[k] = r->before[k] = state_of(r->world, r->ids[k]).position;
    }
}

/* Stands in line: before the door and hardly moving for half a second. */
static void watch_standing(door_room *r, int k) {
    float to_door = distance(r->places[k], DOOR);
    r->slow[k] = distance(r->places[k], r->before[k]) < 0.2f * TICK ? r->slow[k] + TICK : 0;
    if (r->stands[k] || r->slow[k] < 0.5f || to_door > 12) return;
    r->stands[k] = true;
    for (int n = 0; n < ROOM; n++)
        r->behind[k][n] = !r->out[n] && distance(r->places[n], DOOR) > to_door + 1;
}

/* In the room and in the doorway. */
static void watch_overlap(door_room *r, int k) {
    bool inside = false;
    if (r->places[k].x > 53) return;
    for (int n = 0; n < ROOM; n++)
        inside = inside || (n != k && distance(r->places[k], r->places[n]) < 0.95f);
    r->overlaps += inside;
    r->ticks++;
}

static void watch_room(door_room *r) {
    for (int k = 0; k < ROOM; k++) {
        r->before[k] = r->places[k];
        r->places[k] = state_of(r->world, r->ids[k]).position;
    }
    for (int k = 0; k < ROOM; k++) {
        watch_overlap(r, k);
        if (r->out[k]) continue;
        watch_standing(r, k);
        r->out[k] = r->places[k].x > 50;
        for (int n = 0; r->out[k] && n < ROOM; n++)
            r->overtaken[n] += !r->out[n] && r->stands[n] && r->behind[n][k];
    }
}

/* Until all are out; s. */
static void empty_room(door_room *r) {
    int left = ROOM;
    while (left) {
        assert_ok(sidle_world_step(r->world, TICK));
        r->seconds += (double)TICK;
        watch_room(r);
        left = 0;
        for (int k = 0; k < ROOM; k++) left += !r->out[k];
        assert_true(r->seconds < 120);
    }
    sidle_world_destroy(r->world);
}

static void a_jam_before_a_door_becomes_a_line(void **state) {
    (void)state;
    double with = 0, without = 0, seconds = 0, seconds_without = 0;
    for (uint64_t seed = 1; seed <= 5; seed++) {
        door_room *line = calloc(1, sizeof *line), *crush = calloc(1, sizeof *crush);
        fill_room(line, 1, seed);
        fill_room(crush, 0, seed);
        empty_room(line);
        empty_room(crush);
        int stood = 0, worst = 0;
        for (int k = 0; k < ROOM; k++) {
            stood += line->stands[k];
            worst = line->overtaken[k] > worst ? line->overtaken[k] : worst;
        }
        print_message("%d stood in line, overtaken by at most %d\n", stood, worst);
        assert_true(stood >= 20 && worst <= 400); /* of other lines to the same door */
        with += line->overlaps / line->ticks / 5;
        without += crush->overlaps / crush->ticks / 5;
        seconds += line->seconds / 5;
        seconds_without += crush->seconds / 5;
        free(line);
        free(crush);
    }
    print_message("overlap with queue %.5f, without %.5f; all out after %.1f s and %.1f s\n", with,
                  without, seconds, seconds_without);
    assert_true(without > 0.001 && with <= without / 5);
    assert_true(seconds < 1.25 * seconds_without);
}

/* ---- what goes wrong easily ---- */

static void a_patrol_refused_for_want_of_memory_leaves_the_old_one(void **state) {
    (void)state;
    purse memory = {0};
    sidle_world_def def = def_with(&memory);
    sidle_world *world;
    assert_ok(sidle_world_create(&def, &world));
    sidle_unit_id id = unit_at(world, 10, 10);
    sidle_vec2 points[9] = {{20, 10}, {20, 20}};
    for (int k = 2; k < 9; k++) points[k] = (sidle_vec2){30, 3 + (float)k};
    assert_ok(sidle_unit_patrol(world, id, points, 2));
    run(world, 1);
    uint64_t hash = sidle_world_hash(world);
    memory.limited = true;
    assert_int_equal(sidle_unit_patrol(world, id, points, 9), SIDLE_ERROR_MEMORY);
    assert_true(sidle_world_hash(world) == hash);
    for (int k = 0; k < 4; k++) await_event(world, SIDLE_EVENT_WAYPOINT, id, 12);
    sidle_world_destroy(world);
}

static void a_cornered_prey_stands_and_is_caught(void **state) {
    (void)state;
    sidle_world *world = open_world(16, 16);
    sidle_unit_id prey = unit_at(world, 0.5f, 0.5f), threat = unit_at(world, 4, 4);
    sidle_unit_id hunter = unit_at(world, 9, 1);
    assert_ok(sidle_unit_evade(world, prey, threat));
    assert_ok(sidle_unit_pursue(world, hunter, prey));
    await_event(world, SIDLE_EVENT_IN_RANGE, hunter, 10);
    sidle_unit_state s = state_of(world, prey);
    assert_true(s.velocity.x == 0 && s.predicted_velocity.x == 0 && s.predicted_velocity.y == 0);
    sidle_world_destroy(world);
}

static void followers_of_a_leader_with_its_back_to_a_wall_settle_before_it(void **state) {
    (void)state;
    sidle_world *world = open_world(40, 40);
    sidle_unit_id leader = unit_at(world, 1, 20), ids[6];
    for (int k = 0; k < 6; k++) {
        ids[k] = unit_at(world, 12, 16 + 1.5f * (float)k);
        assert_ok(sidle_unit_follow(world, ids[k], leader));
    }
    run(world, 30);
    for (int k = 0; k < 6; k++) {
        assert_true(state_of(world, ids[k]).arrived && speed_of(world, ids[k]) == 0);
        assert_true(apart(world, ids[k], leader) > 0.85f && apart(world, ids[k], leader) < 5);
        for (int n = 0; n < k; n++) assert_true(apart(world, ids[k], ids[n]) > 0.9f);
    }
    sidle_world_destroy(world);
}

static void a_leader_that_reverses_is_not_blocked_by_its_own(void **state) {
    (void)state;
    float seconds[2];
    for (int followers = 0; followers <= 1; followers++) {
        sidle_world *world = open_world(60, 40);
        sidle_profile p = sidle_profile_default();
        p.reverse = 0.5f;
        p.turn_rate = 30;
        sidle_unit_id leader = unit_of(world, profile_in(world, &p), 30, 20);
        for (int k = 0; k < 5 * followers; k++)
            assert_ok(sidle_unit_follow(world, unit_at(world, 22, 17 + 1.5f * (float)k), leader));
        run(world, 8);
        assert_ok(sidle_unit_go(world, leader, (sidle_vec2){25, 20}));
        seconds[followers] = 0;
        while (!state_of(world, leader).arrived) {
            assert_ok(sidle_world_step(world, TICK));
            seconds[followers] += TICK;
            assert_true(seconds[followers] < 60);
        }
        assert_true(followers || state_of(world, leader).heading.x > 0.9f);
        sidle_world_destroy(world);
    }
    print_message("backwards alone %.1f s, with followers behind %.1f s\n", (double)seconds[0],
                  (double)seconds[1]);
    assert_true(seconds[1] < 1.5f * seconds[0]);
}

static void a_small_area_is_wandered_about_too(void **state) {
    (void)state;
    static const float RANGES[] = {1, 2, 4, 6};
    for (int r = 0; r < 4; r++) {
        sidle_world *world = open_world(30, 30);
        sidle_unit_id id = unit_at(world, 15, 15);
        sidle_vec2 centre = {15, 15}, heading = {1, 0};
        assert_ok(sidle_unit_wander(world, id, centre, RANGES[r]));
        float farthest = 0, turned = 0;
        for (int tick = 0; tick < 60 * 30; tick++) {
            assert_ok(sidle_world_step(world, TICK));
            sidle_unit_state s = state_of(world, id);
            farthest = fmaxf(farthest, distance(s.position, centre));
            turned += acosf(fminf(s.heading.x * heading.x + s.heading.y * heading.y, 1));
            heading = s.heading;
        }
        print_message("range %.0f: %.2f u from the centre, %.0f deg/s\n", (double)RANGES[r],
                      (double)farthest, (double)turned * 57.3 / 60);
        assert_true(farthest > 0.35f * RANGES[r] && farthest < 1.1f * RANGES[r]);
        assert_true(turned * 57.3f / 60 < 200);
        sidle_world_destroy(world);
    }
}

static void two_that_pursue_each_other_meet_and_rest(void **state) {
    (void)state;
    for (float off = 0; off <= 3; off++) {
        sidle_world *world = open_world(60, 60);
        sidle_unit_id a = unit_at(world, 25, 30), b = unit_at(world, 35, 30 + off);
        assert_ok(sidle_unit_pursue(world, a, b));
        assert_ok(sidle_unit_pursue(world, b, a));
        run(world, 10);
        assert_true(state_of(world, a).arrived && state_of(world, b).arrived);
        assert_true(speed_of(world, a) == 0 && speed_of(world, b) == 0);
        sidle_world_destroy(world);
    }
}

static void who_fled_is_not_shoved_back_to_the_danger(void **state) {
    (void)state;
    sidle_world *world = world_of("##################################################\n"
                                  "#................................................#\n"
                                  "##################################################\n");
    sidle_unit_id runs = unit_at(world, 22, 1.5f), comes = unit_at(world, 45, 1.5f);
    sidle_vec2 danger = {20, 1.5f};
    assert_ok(sidle_unit_flee(world, runs, danger));
    sidle_event safe = await_event(world, SIDLE_EVENT_ARRIVED, runs, 10);
    run(world, 1);
    float rests = state_of(world, runs).position.x;
    assert_true(fabsf(safe.point.x - rests) < 1);
    assert_ok(sidle_unit_go(world, comes, danger));
    for (int tick = 0; tick < 20 * 30; tick++) {
        assert_ok(sidle_world_step(world, TICK));
        assert_true(state_of(world, runs).position.x == rests);
        assert_null(event_of(world, SIDLE_EVENT_ARRIVED, comes));
        if (event_of(world, SIDLE_EVENT_PUSHING, comes)) break;
    }
    assert_true(apart(world, runs, comes) < 1.5f);
    sidle_world_destroy(world);
}

static void a_patrol_keeps_to_its_acceleration(void **state) {
    (void)state;
    sidle_world *world = open_world(60, 20);
    sidle_profile p = sidle_profile_default();
    p.acceleration = 2;
    sidle_unit_id id = unit_of(world, profile_in(world, &p), 10, 10);
    sidle_vec2 far = {30, 10};
    assert_ok(sidle_unit_patrol(world, id, &far, 1));
    float before = 0;
    for (int tick = 0; tick < 40 * 30; tick++) {
        assert_ok(sidle_world_step(world, TICK));
        float now = speed_of(world, id);
        assert_true(fabsf(now - before) < 2 * TICK + 1e-4f);
        before = now;
    }
    sidle_world_destroy(world);
}

static void who_is_told_to_push_leaves_its_line(void **state) {
    (void)state;
    sidle_world *world = world_of("##################################################\n"
                                  "#......................##........................#\n"
                                  "#......................##........................#\n"
                                  "#................................................#\n"
                                  "#......................##........................#\n"
                                  "#......................##........................#\n"
                                  "##################################################\n");
    sidle_profile p = sidle_profile_default();
    p.queue = 1;
    for (int k = 0; k < SIDLE_LADDER_STEPS; k++) p.ladder[k] = SIDLE_STEP_NONE;
    sidle_profile_id profile = profile_in(world, &p);
    sidle_unit_id plug = unit_at(world, 24, 3.5f), ids[3];
    sidle_vec2 through[] = {{22, 3.5f}, {27, 3.5f}};
    assert_ok(sidle_unit_hold(world, plug));
    for (int k = 0; k < 3; k++) {
        ids[k] = unit_of(world, profile, 10 - 2 * (float)k, 3.5f);
        assert_ok(sidle_unit_go(world, ids[k], (sidle_vec2){40, 3.5f}));
        assert_ok(sidle_unit_set_path(world, ids[k], through, 2));
    }
    run(world, 12);
    /* Now and then it gives up a line that does not move. */
    for (int tick = 0; tick < 6 * 30 && state_of(world, ids[2]).decision != SIDLE_DECISION_WAIT;
         tick++)
        assert_ok(sidle_world_step(world, TICK));
    assert_int_equal(state_of(world, ids[2]).decision, SIDLE_DECISION_WAIT);
    assert_ok(sidle_unit_answer(world, ids[2], SIDLE_STEP_PUSH));
    run(world, 0.2f);
    assert_int_equal(state_of(world, ids[2]).decision, SIDLE_DECISION_PUSH);
    sidle_world_destroy(world);
}

/* Fifty go through a door 3 u wide; with a plug, units that hold close it. How many ask the host
 * for another path, which answers none? */
static int asks_before_a_door(bool plugged) {
    sidle_world *world = open_world(60, 30);
    for (uint32_t y = 0; y < 30; y++)
        if (y < 13 || y > 15)
            assert_ok(sidle_world_set_cells(world, 30, y, 1, 1, SIDLE_TERRAIN_VOID));
    for (int k = 0; k < 3 && plugged; k++)
        assert_ok(sidle_unit_hold(world, unit_at(world, 30.5f, 13.5f + (float)k)));
    enum { CROWD = 50 };
    sidle_unit_id ids[CROWD];
    sidle_vec2 through[] = {{28, 14.5f}, {33, 14.5f}};
    for (int k = 0; k < CROWD; k++) {
        ids[k] = unit_at(world, 5 + 1.2f * (float)(k % 10), 10 + 1.2f * (float)(k / 10));
        assert_ok(sidle_unit_go(world, ids[k], (sidle_vec2){50, 14.5f}));
        assert_ok(sidle_unit_set_path(world, ids[k], through, 2));
    }
    bool asked[CROWD] = {false};
    for (int tick = 0; tick < 30 * 30; tick++) {
        assert_ok(sidle_world_step(world, TICK));
        for (int k = 0; k < CROWD; k++)
            asked[k] |= event_of(world, SIDLE_EVENT_PATH_WANTED, ids[k]) != NULL;
    }
    int count = 0;
    for (int k = 0; k < CROWD; k++) count += asked[k];
    sidle_world_destroy(world);
    return count;
}

static void a_jam_that_flows_leaves_the_pathfinder_alone(void **state) {
    (void)state;
    int flows = asks_before_a_door(false), stands = asks_before_a_door(true);
    print_message("of 50 before a door %d ask for a path, and %d when it is held\n", flows, stands);
    assert_true(flows <= 5);
    assert_true(stands >= 25);
}

/* A host with a flow field tells another point each tick; that costs nobody its place in line. */
static void a_guide_that_moves_leaves_a_unit_its_place_in_line(void **state) {
    (void)state;
    sidle_world *world = open_world(60, 20);
    sidle_profile p = sidle_profile_default(), slow = p;
    p.queue = slow.queue = 1;
    slow.top_speed = 0.05f;
    sidle_unit_id first = unit_of(world, profile_in(world, &slow), 20, 10);
    assert_ok(sidle_world_set_cells(world, 0, 0, 60, 9, SIDLE_TERRAIN_TREES));
    assert_ok(sidle_world_set_cells(world, 0, 11, 60, 9, SIDLE_TERRAIN_TREES));
    sidle_profile_id queues = profile_in(world, &p);
    sidle_unit_id behind = unit_of(world, queues, 16, 10);
    assert_ok(sidle_unit_go(world, first, (sidle_vec2){50, 10}));
    assert_ok(sidle_unit_go(world, behind, (sidle_vec2){55, 10}));
    assert_ok(sidle_unit_set_guide(world, behind, (sidle_vec2){40, 10}));
    run(world, 4);
    assert_int_equal(state_of(world, behind).decision, SIDLE_DECISION_WAIT);
    uint64_t hash = sidle_world_hash(world);
    assert_ok(sidle_unit_set_guide(world, behind, (sidle_vec2){40.01f, 10}));
    assert_ok(sidle_unit_set_guide(world, behind, (sidle_vec2){40, 10}));
    assert_true(sidle_world_hash(world) == hash);
    sidle_world_destroy(world);
}

/* ---- the order of units ---- */

enum { MIXED = 80 };

static sidle_world *mixed_orders(uint64_t seed, bool reversed, sidle_unit_id ids[MIXED]) {
    dice d = {seed};
    sidle_world *world = open_world(60, 40);
    assert_ok(sidle_world_set_cells(world, 30, 0, 2, 18, SIDLE_TERRAIN_TREES));
    assert_ok(sidle_world_set_cells(world, 30, 22, 2, 18, SIDLE_TERRAIN_TREES));
    sidle_profile p = sidle_profile_default();
    p.queue = 1;
    p.reverse = 0.5f;
    p.turn_rate = 90;
    sidle_profile_id profile = profile_in(world, &p);
    sidle_vec2 places[MIXED], goals[MIXED];
    uint32_t kinds[MIXED], others[MIXED];
    for (int k = 0; k < MIXED; k++) {
        places[k] = (sidle_vec2){1.5f + 2.6f * (float)(k % 10), 2 + 4.6f * (float)(k / 10)};
        goals[k] = (sidle_vec2){roll_between(&d, 34, 58), roll_between(&d, 2, 38)};
        kinds[k] = roll(&d, 8);
        others[k] = (uint32_t)((k + 1 + (int)roll(&d, MIXED - 1)) % MIXED);
    }
    for (int n = 0; n < MIXED; n++) {
        int k = reversed ? MIXED - 1 - n : n;
        sidle_unit_def def = sidle_unit_def_default();
        def.position = places[k];
        def.profile = k % 2 ? profile : (sidle_profile_id){0};
        def.rank = 1 + (uint32_t)k;
        assert_ok(sidle_unit_create(world, &def, &ids[k]));
    }
    for (int k = 0; k < MIXED; k++) {
        sidle_unit_id id = ids[k], other = ids[others[k]];
        switch (kinds[k]) {
        case 0: assert_ok(sidle_unit_pursue(world, id, other)); break;
        case 1: assert_ok(sidle_unit_follow(world, id, other)); break;
        case 2: assert_ok(sidle_unit_evade(world, id, other)); break;
        case 3: assert_ok(sidle_unit_wander(world, id, places[k], 6)); break;
        case 4: assert_ok(sidle_unit_patrol(world, id, &goals[k], 1)); break;
        case 5: assert_ok(sidle_unit_flee(world, id, (sidle_vec2){10, 20})); break;
        default: assert_ok(sidle_unit_go(world, id, goals[k])); break;
        }
        sidle_vec2 door[] = {{28, 20}, {34, 20}};
        if (kinds[k] == 4 || kinds[k] > 5) assert_ok(sidle_unit_set_path(world, id, door, 2));
    }
    return world;
}

static void nothing_depends_on_the_order_of_creation_whatever_the_orders(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 4; seed++) {
        sidle_unit_id a[MIXED], b[MIXED];
        sidle_world *one = mixed_orders(seed, false, a), *two = mixed_orders(seed, true, b);
        for (int tick = 0; tick < 600; tick++) {
            if (tick == 200) {
                assert_ok(sidle_unit_destroy(one, a[7]));
                assert_ok(sidle_unit_destroy(two, b[7]));
            }
            assert_ok(sidle_world_step(one, TICK));
            assert_ok(sidle_world_step(two, TICK));
        }
        for (int k = 0; k < MIXED; k++) {
            if (k == 7) continue;
            sidle_unit_state s = state_of(one, a[k]), t = state_of(two, b[k]);
            assert_true(s.position.x == t.position.x && s.position.y == t.position.y);
            assert_true(s.velocity.x == t.velocity.x && s.velocity.y == t.velocity.y);
            assert_int_equal(s.decision, t.decision);
            assert_int_equal(s.order, t.order);
        }
        sidle_world_destroy(one);
        sidle_world_destroy(two);
    }
}

/* The same on every machine and compiler; a change of behaviour changes it knowingly. */
static void orders_of_all_kinds_end_in_the_committed_hash(void **state) {
    (void)state;
    sidle_unit_id ids[MIXED];
    sidle_world *world = mixed_orders(1, false, ids);
    run(world, 20);
    char hash[17];
    snprintf(hash, sizeof hash, "%016llx", (unsigned long long)sidle_world_hash(world));
    assert_string_equal(hash, "036cc2a9c7953dec");
    sidle_world_destroy(world);
}

/* ---- bad input ---- */

static void bad_orders_are_refused_and_change_nothing(void **state) {
    (void)state;
    sidle_world *world = open_world(40, 20);
    sidle_unit_id id = unit_at(world, 10, 10), none = {0, 0};
    sidle_vec2 out = {-1, 5}, in = {5, 5}, nan_point = {NAN, 5};
    assert_ok(sidle_unit_go(world, id, in));
    uint64_t hash = sidle_world_hash(world);
    assert_int_equal(sidle_unit_hold(world, none), SIDLE_ERROR_STALE);
    assert_int_equal(sidle_unit_patrol(world, id, &out, 1), SIDLE_ERROR_ARGUMENT);
    assert_int_equal(sidle_unit_patrol(world, id, &nan_point, 1), SIDLE_ERROR_NOT_FINITE);
    assert_int_equal(sidle_unit_patrol(world, id, &in, 0), SIDLE_ERROR_ARGUMENT);
    assert_int_equal(sidle_unit_patrol(world, id, NULL, 1), SIDLE_ERROR_ARGUMENT);
    assert_int_equal(sidle_unit_pursue(world, id, none), SIDLE_ERROR_STALE);
    assert_int_equal(sidle_unit_evade(world, id, id), SIDLE_ERROR_ARGUMENT);
    assert_int_equal(sidle_unit_flee(world, id, out), SIDLE_ERROR_ARGUMENT);
    assert_int_equal(sidle_unit_flee(world, id, nan_point), SIDLE_ERROR_NOT_FINITE);
    assert_int_equal(sidle_unit_wander(world, id, in, 0), SIDLE_ERROR_ARGUMENT);
    assert_int_equal(sidle_unit_wander(world, id, in, NAN), SIDLE_ERROR_NOT_FINITE);
    assert_int_equal(sidle_unit_wander(world, id, out, 3), SIDLE_ERROR_ARGUMENT);
    assert_true(sidle_world_hash(world) == hash);
    sidle_world_destroy(world);
}

/* ---- vehicles ---- */

/* s to drive through random points, and turns of the heading, for a profile. */
static void tour(float turn_rate, float reverse, float *seconds, float *turned) {
    sidle_world *world = open_world(60, 60);
    sidle_profile p = sidle_profile_default();
    p.top_speed = 6;
    p.acceleration = 4;
    p.turn_rate = turn_rate;
    p.reverse = reverse;
    sidle_unit_id id = unit_of(world, profile_in(world, &p), 30, 30);
    dice d = {11};
    *seconds = *turned = 0;
    for (int leg = 0; leg < 40; leg++) {
        sidle_vec2 from = state_of(world, id).position, heading = state_of(world, id).heading;
        float reach = leg % 2 ? 3 : 20;
        sidle_vec2 goal = {fminf(fmaxf(from.x + roll_between(&d, -reach, reach), 1), 59),
                           fminf(fmaxf(from.y + roll_between(&d, -reach, reach), 1), 59)};
        assert_ok(sidle_unit_go(world, id, goal));
        float turns = 0, time = 0;
        while (!state_of(world, id).arrived) {
            assert_ok(sidle_world_step(world, TICK));
            sidle_vec2 now = state_of(world, id).heading;
            turns += acosf(fminf(fmaxf(now.x * heading.x + now.y * heading.y, -1), 1));
            heading = now;
            time += TICK;
            assert_true(time < 3 * distance(from, goal) / 6 + 4 + 400 / turn_rate);
        }
        if (turns >= 4)
            print_message("leg %d: %g rad, %g s rate %g rev %g dist %g\n", leg, (double)turns,
                          (double)time, (double)turn_rate, (double)reverse,
                          (double)distance(from, goal));
        else
            assert_true(turns < 4.0f); /* rad: a unit that orbits turns more than once round */
        *seconds += time;
        *turned += turns;
    }
    sidle_world_destroy(world);
}

static void vehicles_never_orbit_and_reverse_where_they_may(void **state) {
    (void)state;
    for (float rate = 20; rate <= 180; rate *= 3) {
        float seconds, turned, backing, backing_turned;
        tour(rate, 0, &seconds, &turned);
        tour(rate, 0.5f, &backing, &backing_turned);
        print_message("%3.0f deg/s: %.0f s, with reverse gear %.0f s\n", (double)rate,
                      (double)seconds, (double)backing);
        assert_true(backing < seconds && backing_turned < turned);
    }
}

static void a_reversing_unit_keeps_its_heading_to_a_near_point_behind(void **state) {
    (void)state;
    sidle_world *world = open_world(40, 20);
    sidle_profile p = sidle_profile_default();
    p.turn_rate = 45;
    p.reverse = 0.5f;
    sidle_unit_id id = unit_of(world, profile_in(world, &p), 20, 10);
    assert_ok(sidle_unit_go(world, id, (sidle_vec2){18, 10}));
    run(world, 3.5f);
    sidle_unit_state s = state_of(world, id);
    assert_true(s.arrived && s.heading.x > 0.99f);
    sidle_world_destroy(world);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_unit_that_holds_stands_at_once_and_lets_nobody_by),
        cmocka_unit_test(a_patrol_goes_to_and_fro_and_tells_of_each_point),
        cmocka_unit_test(a_patrol_asks_for_a_path_to_a_point_out_of_sight),
        cmocka_unit_test(pursuit_catches_a_crossing_unit_sooner_than_seek),
        cmocka_unit_test(a_hunter_rests_beside_its_prey_and_goes_on_with_it),
        cmocka_unit_test(a_crowd_of_hunters_settles_about_its_prey),
        cmocka_unit_test(a_unit_names_its_target_and_else_none),
        cmocka_unit_test(a_target_that_dies_is_told_and_the_order_is_over),
        cmocka_unit_test(a_hunter_asks_for_a_path_when_its_prey_is_behind_a_wall),
        cmocka_unit_test(evade_survives_longer_than_flee),
        cmocka_unit_test(who_evades_stands_until_danger_is_near_and_again_when_it_is_far),
        cmocka_unit_test(who_flees_is_done_when_it_is_safe),
        cmocka_unit_test(who_flees_runs_along_a_wall_rather_than_into_it),
        cmocka_unit_test(who_wanders_stays_in_its_area_and_is_never_long_at_one_place),
        cmocka_unit_test(who_wanders_comes_back_to_its_area_first),
        cmocka_unit_test(followers_settle_behind_and_clear_the_way),
        cmocka_unit_test(a_follower_is_under_way_for_as_long_as_its_leader_drives),
        cmocka_unit_test(a_jam_before_a_door_becomes_a_line),
        cmocka_unit_test(a_jam_that_flows_leaves_the_pathfinder_alone),
        cmocka_unit_test(a_patrol_refused_for_want_of_memory_leaves_the_old_one),
        cmocka_unit_test(a_cornered_prey_stands_and_is_caught),
        cmocka_unit_test(followers_of_a_leader_with_its_back_to_a_wall_settle_before_it),
        cmocka_unit_test(a_leader_that_reverses_is_not_blocked_by_its_own),
        cmocka_unit_test(a_small_area_is_wandered_about_too),
        cmocka_unit_test(two_that_pursue_each_other_meet_and_rest),
        cmocka_unit_test(who_fled_is_not_shoved_back_to_the_danger),
        cmocka_unit_test(a_patrol_keeps_to_its_acceleration),
        cmocka_unit_test(who_is_told_to_push_leaves_its_line),
        cmocka_unit_test(nothing_depends_on_the_order_of_creation_whatever_the_orders),
        cmocka_unit_test(orders_of_all_kinds_end_in_the_committed_hash),
        cmocka_unit_test(a_guide_that_moves_leaves_a_unit_its_place_in_line),
        cmocka_unit_test(bad_orders_are_refused_and_change_nothing),
        cmocka_unit_test(vehicles_never_orbit_and_reverse_where_they_may),
        cmocka_unit_test(a_reversing_unit_keeps_its_heading_to_a_near_point_behind),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
