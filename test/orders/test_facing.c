/* Where units face at rest: the way they came, or the target that they attack; and no unit turns
 * faster than its profile says. */
#include "measures.h"

enum { CROWD = 40, HISTORY = 900 };

static const float DEGREE = 0.01745329252f, RADIUS = 0.5f;

/* degrees */
static float angle_between(sidle_vec2 a, sidle_vec2 b) {
    return fabsf(atan2f(a.x * b.y - a.y * b.x, a.x * b.x + a.y * b.y)) / DEGREE;
}

/* ---- the way they came ---- */

static sidle_vec2 trail[CROWD][HISTORY];

/* From where the unit was when it was last four radii or more from where it is, in a straight line.
 */
static sidle_vec2 course_of(int k) {
    sidle_vec2 end = trail[k][HISTORY - 1], from = end;
    for (int tick = HISTORY; tick-- && distance(from, end) < 4 * RADIUS;) from = trail[k][tick];
    return (sidle_vec2){end.x - from.x, end.y - from.y};
}

/* Nor does anybody turn faster than its turn rate on the way. */
TEST(a_crowd_at_rest_faces_the_way_it_came) {
    const float rates[] = {60, 360}; /* degrees a second */
    for (int n = 0; n < 2; n++) {
        sidle_world *world = open_world(80, 60);
        sidle_profile p = sidle_profile_default();
        p.turn_rate = rates[n];
        sidle_profile_id kind = profile_in(world, &p);
        sidle_unit_id ids[CROWD];
        sidle_vec2 faced[CROWD];
        float sum = 0;
        for (int k = 0; k < CROWD; k++) {
            ids[k] = unit_of(world, kind, 10 + 1.5f * (float)(k % 5), 20 + 1.5f * (float)(k / 5));
            assert_ok(sidle_unit_go(world, ids[k], (sidle_vec2){45, 26}));
            faced[k] = state_of(world, ids[k]).heading;
        }
        for (int tick = 0; tick < HISTORY; tick++) {
            assert_ok(sidle_world_step(world, TICK));
            for (int k = 0; k < CROWD; k++) {
                sidle_unit_state s = state_of(world, ids[k]);
                float turned = angle_between(faced[k], s.heading);
                if (turned > rates[n] * TICK * 1.01f) fail_msg("%g degrees", (double)turned);
                trail[k][tick] = s.position;
                faced[k] = s.heading;
            }
        }
        for (int k = 0; k < CROWD; k++) {
            assert_true(state_of(world, ids[k]).arrived);
            sum += angle_between(course_of(k), faced[k]);
        }
        print_message("at %g degrees/s they face %g degrees off\n", (double)rates[n],
                      (double)(sum / CROWD));
        assert_true(sum / CROWD < 12);
        sidle_world_destroy(world);
    }
}

TEST(a_unit_that_walks_back_a_few_steps_faces_there) {
    sidle_world *world = open_world(40, 40);
    sidle_unit_id id = unit_at(world, 20, 20); /* it faces east */
    assert_ok(sidle_unit_go(world, id, (sidle_vec2){18, 20}));
    run(world, 6);
    float off = angle_between(state_of(world, id).heading, (sidle_vec2){-1, 0});
    if (!(off < 20)) fail_msg("it faces %g degrees off", (double)off);
    sidle_world_destroy(world);
}

/* So short a way says nothing of where the unit came from: it faces where its drive has turned it.
 */
static void assert_keeps_its_heading(float radius, float turn_rate, float way, float angle) {
    sidle_world *world = open_world(40, 40);
    sidle_profile p = sidle_profile_of(radius, 4 * radius);
    p.turn_rate = turn_rate;
    sidle_unit_id id = unit_of(world, profile_in(world, &p), 20, 20);
    assert_ok(
        sidle_unit_go(world, id, (sidle_vec2){20 + way * cosf(angle), 20 + way * sinf(angle)}));
    await_event(world, SIDLE_EVENT_ARRIVED, id, 10);
    sidle_vec2 faced = state_of(world, id).heading;
    run(world, 3);
    float turned = angle_between(state_of(world, id).heading, faced);
    if (turned > 0.1f)
        fail_msg("%g degrees after a way of %g radii", (double)turned, (double)(way / radius));
    sidle_world_destroy(world);
}

TEST(a_unit_that_has_hardly_moved_keeps_its_heading) {
    const float radii[] = {0.5f, 2}, rates[] = {45, 180, 720}, ways[] = {0.3f, 0.6f};
    for (int n = 0; n < 2 * 3 * 2; n++)
        for (int k = 0; k < 8; k++)
            assert_keeps_its_heading(radii[n % 2], rates[n / 4], ways[n / 2 % 2] * radii[n % 2],
                                     45 * DEGREE * (float)k);
}

TEST(a_unit_that_has_stepped_aside_faces_as_before_when_it_is_back) {
    enum { IDLE = 12 };
    sidle_world *world = street_world(40, 6, 1, 4, SIDLE_TERRAIN_VOID);
    sidle_vec2 faced = {0.6f, 0.8f}, middle = {10, 3};
    sidle_unit_id idle[IDLE], mover = unit_at(world, 3, 3);
    for (int k = 0; k < IDLE; k++) {
        idle[k] = unit_at(world, 10 + 1.3f * (float)(k / 3), 3 + 1.4f * (float)((k + 1) % 3 - 1));
        assert_ok(sidle_unit_set_heading(world, idle[k], faced));
    }
    run(world, 1);
    assert_ok(sidle_unit_go(world, mover, (sidle_vec2){30, 3}));
    float farthest = 0;
    for (int tick = 0; tick < 900; tick++) {
        assert_ok(sidle_world_step(world, TICK));
        farthest = fmaxf(farthest, distance(state_of(world, idle[0]).position, middle));
    }
    assert_true(farthest > 0.2f);
    for (int k = 0; k < IDLE; k++) {
        sidle_unit_state s = state_of(world, idle[k]);
        if (!(angle_between(s.heading, faced) < 1)) fail_msg("%d faces elsewhere", k);
    }
    sidle_world_destroy(world);
}

TEST(a_heading_that_the_host_gives_at_rest_stays) {
    sidle_world *world = open_world(40, 40);
    sidle_unit_id id = unit_at(world, 10, 20);
    assert_ok(sidle_unit_go(world, id, (sidle_vec2){20, 24}));
    await_event(world, SIDLE_EVENT_ARRIVED, id, 20);
    assert_ok(sidle_unit_set_heading(world, id, (sidle_vec2){0, -1}));
    run(world, 3);
    assert_true(angle_between(state_of(world, id).heading, (sidle_vec2){0, -1}) == 0);
    sidle_world_destroy(world);
}

/* ---- a target ---- */

TEST(an_attacker_turns_with_its_target) {
    sidle_world *world = open_world(60, 60);
    sidle_unit_id id = unit_at(world, 10, 20), target = unit_at(world, 30, 20);
    sidle_range range = {.most = 6};
    assert_ok(sidle_unit_approach(world, id, target, &range));
    await_event(world, SIDLE_EVENT_ARRIVED, id, 20);
    sidle_vec2 stood = state_of(world, id).position;
    assert_ok(sidle_unit_teleport(world, target, (sidle_vec2){stood.x + 1, stood.y - 4}));
    run(world, 3);
    sidle_unit_state s = state_of(world, id);
    assert_true(distance(s.position, stood) < 0.01f);
    assert_true(angle_between(s.heading, (sidle_vec2){1, -4}) < 1);
    sidle_world_destroy(world);
}

TESTS_OF(facing)
