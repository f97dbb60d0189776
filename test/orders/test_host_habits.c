/* Habits of hosts, and units that are slow or large: none of them ends an order. Each unit is alone
 * and has a way, so it arrives, and is never told that it is stuck. */
#include "support.h"

typedef struct journey {
    float time; /* s, until it arrived; < 0: it did not */
    bool stuck; /* it was told so */
} journey;

/* What the host does in each tick. */
typedef void habit(sidle_world *world, sidle_unit_id unit, int tick, const void *of);

static journey travel(sidle_world *world, sidle_unit_id unit, float limit, habit *act,
                      const void *of) {
    journey j = {.time = -1};
    for (int tick = 0; (float)tick * TICK < limit && j.time < 0; tick++) {
        if (act) act(world, unit, tick, of);
        assert_ok(sidle_world_step(world, TICK));
        j.stuck = j.stuck || event_of(world, SIDLE_EVENT_STUCK, unit);
        const sidle_event *end = event_of(world, SIDLE_EVENT_ARRIVED, unit);
        if (end) assert_int_equal(end->arrival, SIDLE_ARRIVAL_AT_GOAL);
        if (end) j.time = (float)tick * TICK;
    }
    return j;
}

/* ---- paths that are refreshed ---- */

typedef struct refresh {
    int every;       /* ticks */
    uint32_t points; /* of the path, evenly on the straight way */
    sidle_vec2 goal;
    float wobble; /* u, to and fro */
    bool orders;  /* the host repeats the order before each path */
} refresh;

static void refresh_path(sidle_world *world, sidle_unit_id unit, int tick, const void *of) {
    const refresh *r = of;
    sidle_vec2 at = state_of(world, unit).position, points[8];
    if (tick % r->every) return;
    for (uint32_t k = 0; k < r->points; k++) {
        float share = (float)(k + 1) / (float)(r->points + 1);
        points[k] = (sidle_vec2){at.x + share * (r->goal.x - at.x),
                                 at.y + share * (r->goal.y - at.y) + r->wobble * (float)(tick & 1)};
    }
    if (r->orders) assert_ok(sidle_unit_go(world, unit, r->goal));
    assert_ok(sidle_unit_set_path(world, unit, points, r->points));
}

TEST(a_refreshed_path_changes_nothing) {
    dice d = {20261129};
    for (int n = 0; n < 60; n++) {
        float radius = roll_between(&d, 0.2f, 3), speed = roll_between(&d, 0.4f, 9);
        sidle_profile p = sidle_profile_of(radius, speed);
        refresh r = {.every = 3 + (int)roll(&d, 60),
                     .points = roll(&d, 6),
                     .goal = {roll_between(&d, 50, 85), roll_between(&d, 20, 70)},
                     .wobble = n % 3 ? 0 : 0.05f * radius,
                     .orders = n % 4 == 0};
        sidle_vec2 from = {roll_between(&d, 5, 20), roll_between(&d, 20, 70)};
        float way = hypotf(r.goal.x - from.x, r.goal.y - from.y);
        sidle_world *world = open_world(90, 90);
        sidle_unit_id unit = unit_of(world, profile_in(world, &p), from.x, from.y);
        assert_ok(sidle_unit_go(world, unit, r.goal));
        journey j = travel(world, unit, 2 * way / speed + 5, refresh_path, &r);
        if (j.time < 0 || j.stuck || j.time > 1.1f * way / speed + 3)
            fail_msg("radius %g, %g u/s, a path of %u points each %d ticks: %g s for %g u",
                     (double)radius, (double)speed, r.points, r.every, (double)j.time, (double)way);
        sidle_world_destroy(world);
    }
}

/* ---- paths that come late ---- */

enum { LATE_POINTS = 60 };

/* A path from where the unit was two seconds ago, with points a little apart. */
TEST(a_late_path_does_not_lead_back) {
    dice d = {5};
    for (int n = 0; n < 20; n++) {
        float speed = roll_between(&d, 1, 6), apart = roll_between(&d, 0.3f, 3);
        sidle_profile p = sidle_profile_of(0.5f, speed);
        sidle_world *world = open_world(110, 20);
        sidle_unit_id unit = unit_of(world, profile_in(world, &p), 5, 10);
        assert_ok(sidle_unit_go(world, unit, (sidle_vec2){100, 10}));
        float from = 5, farthest = 0;
        bool there = false;
        for (int tick = 0; tick < 120 * 30 && !there; tick++) {
            sidle_unit_state s = state_of(world, unit);
            sidle_vec2 points[LATE_POINTS];
            uint32_t count = 0;
            for (float x = from + apart; x < 100 && count < LATE_POINTS; x += apart)
                points[count++] = (sidle_vec2){x, 10};
            if (tick % 60 == 59 && s.under_way) {
                assert_ok(sidle_unit_set_path(world, unit, points, count));
                from = s.position.x;
            }
            assert_ok(sidle_world_step(world, TICK));
            there = event_of(world, SIDLE_EVENT_ARRIVED, unit);
            s = state_of(world, unit);
            farthest = fmaxf(farthest, s.position.x);
            if (s.position.x < farthest - 0.05f)
                fail_msg("%g u/s, points %g u apart: back from %g to %g", (double)speed,
                         (double)apart, (double)farthest, (double)s.position.x);
        }
        assert_true(there);
        sidle_world_destroy(world);
    }
}

/* A tour that leads back past its beginning is driven as the host gave it. */
TEST(a_tour_is_driven_in_full) {
    sidle_world *world = open_world(60, 60);
    sidle_unit_id unit = unit_at(world, 10, 10);
    const sidle_vec2 tour[] = {{40, 10}, {40, 40}, {10, 40}, {10, 12}};
    assert_ok(sidle_unit_go(world, unit, (sidle_vec2){10, 5}));
    assert_ok(sidle_unit_set_path(world, unit, tour, 4));
    uint32_t passed = 0;
    for (int tick = 0; tick < 120 * 30 && state_of(world, unit).under_way; tick++) {
        assert_ok(sidle_world_step(world, TICK));
        passed += event_of(world, SIDLE_EVENT_WAYPOINT, unit) != NULL;
    }
    assert_int_equal(passed, 4);
    assert_true(state_of(world, unit).arrived);
    sidle_world_destroy(world);
}

/* ---- a host that finds no path ---- */

/* Told so, the unit rests and asks no more; a path lets it go on. */
TEST(a_unit_rests_when_there_is_no_path) {
    sidle_world *world = world_of("####################\n"
                                  "#.........#........#\n"
                                  "#.........#........#\n"
                                  "#.........#........#\n"
                                  "#.........#........#\n"
                                  "####################\n");
    sidle_unit_id unit = unit_at(world, 3, 2);
    assert_ok(sidle_unit_go(world, unit, (sidle_vec2){16, 2}));
    await_event(world, SIDLE_EVENT_PATH_WANTED, unit, 30);
    assert_ok(sidle_unit_answer(world, unit, SIDLE_STEP_NONE));
    sidle_event e = await_event(world, SIDLE_EVENT_STUCK, unit, 10);
    assert_int_equal(e.condition, SIDLE_CONDITION_NO_WAY);
    run(world, 5);
    for (int tick = 0; tick < 60 * 30; tick++) {
        assert_ok(sidle_world_step(world, TICK));
        assert_null(event_of(world, SIDLE_EVENT_PATH_WANTED, unit));
    }
    sidle_unit_state s = state_of(world, unit);
    assert_true(is_kept(&s) && s.condition == SIDLE_CONDITION_NO_WAY);
    const sidle_vec2 path[] = {{9, 4.5f}, {12, 4.5f}};
    assert_ok(sidle_world_set_cells(world, 10, 4, 1, 1, SIDLE_TERRAIN_GROUND));
    assert_ok(sidle_unit_set_path(world, unit, path, 2));
    e = await_event(world, SIDLE_EVENT_ARRIVED, unit, 30);
    assert_int_equal(e.arrival, SIDLE_ARRIVAL_AT_GOAL);
    sidle_world_destroy(world);
}

/* ---- units that turn slowly ---- */

TEST(a_unit_that_turns_slowly_is_not_stuck) {
    dice d = {41};
    for (int n = 0; n < 60; n++) {
        float rate = roll_between(&d, 4, 60), speed = roll_between(&d, 0.5f, 4);
        float angle = roll_between(&d, -3.1f, 3.1f), way = roll_between(&d, 10, 25);
        sidle_profile p = sidle_profile_of(roll_between(&d, 0.3f, 2), speed);
        p.turn_rate = rate;
        sidle_world *world = open_world(64, 64);
        sidle_unit_id unit = unit_facing(world, profile_in(world, &p), (sidle_vec2){32, 32},
                                         (sidle_vec2){cosf(angle), sinf(angle)});
        assert_ok(sidle_unit_go(world, unit, (sidle_vec2){32 + way, 32}));
        float least = way / speed + 180 / rate;
        journey j = travel(world, unit, 2 * least + 5, NULL, NULL);
        if (j.time < 0 || j.stuck || j.time > 1.5f * least + 3)
            fail_msg("%g degrees/s, %g u/s: %g s of %g", (double)rate, (double)speed,
                     (double)j.time, (double)least);
        sidle_world_destroy(world);
    }
}

/* ---- vehicles round a rock ---- */

/* Round the upper corners of a rock, so near that the disc just fits; or a little farther off. */
TEST(a_vehicle_drives_round_a_rock) {
    dice d = {7};
    for (int n = 0; n < 80; n++) {
        float radius = roll_between(&d, 1, 4), speed = roll_between(&d, 0.3f, 3);
        uint32_t side = 2 + roll(&d, 5);
        sidle_profile p = sidle_profile_of(radius, speed);
        p.acceleration = speed * roll_between(&d, 0.3f, 1.5f);
        p.turn_rate = roll_between(&d, 20, 180);
        sidle_world *world = open_world(100, 60);
        assert_ok(sidle_world_set_cells(world, 50, 24, side, side, SIDLE_TERRAIN_VOID));
        float off = radius + roll_between(&d, 0, 1), left = 50, right = 50 + (float)side;
        float under = 24 + (float)side + off;
        sidle_vec2 from = {roll_between(&d, 25, 35), roll_between(&d, 20, 30)};
        sidle_vec2 path[] = {{left, under}, {right, under}}, goal = {80, roll_between(&d, 20, 30)};
        sidle_unit_id unit = unit_of(world, profile_in(world, &p), from.x, from.y);
        assert_ok(sidle_unit_go(world, unit, goal));
        assert_ok(sidle_unit_set_path(world, unit, path, 2));
        float way = hypotf(left - from.x, under - from.y) + right - left +
                    hypotf(goal.x - right, goal.y - under);
        float least = way / speed + 180 / p.turn_rate + speed / p.acceleration;
        journey j = travel(world, unit, 3 * least, NULL, NULL);
        if (j.time < 0 || j.stuck || j.time > 1.5f * least)
            fail_msg("radius %g, %g u/s, %g u/s2, %g degrees/s, %u cells: %g s of %g",
                     (double)radius, (double)speed, (double)p.acceleration, (double)p.turn_rate,
                     side, (double)j.time, (double)least);
        sidle_world_destroy(world);
    }
}

TESTS_OF(host_habits)
