/* A unit that cannot get on: what it tells, its ladder of steps, its requests for a path, and lost
 * hope. */
#include "support.h"

static sidle_world *corridor(void) {
    return street_world(20, 3, 1, 1, SIDLE_TERRAIN_VOID);
}

/* A unit that wants past one that stands in a corridor as wide as itself. */
static sidle_world *cork(const sidle_profile *profile, sidle_unit_id *mover,
                         sidle_unit_id *stander) {
    sidle_world *world = corridor();
    nobody_gives_way(world);
    *mover = unit_of(world, profile_in(world, profile), 2.5f, 1.5f);
    *stander = unit_at(world, 10.5f, 1.5f);
    assert_ok(sidle_unit_go(world, *mover, (sidle_vec2){18.5f, 1.5f}));
    return world;
}

TEST(a_jam_is_told_with_its_blocker_and_climbs_the_ladder) {
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
TEST(an_order_survives_a_jam_without_end) {
    sidle_unit_id mover, stander;
    sidle_profile p = profile_with_step(SIDLE_STEP_WAIT);
    sidle_world *world = cork(&p, &mover, &stander);
    run(world, 60);
    assert_true(state_of(world, mover).under_way);
    assert_ok(sidle_unit_destroy(world, stander));
    await_event(world, SIDLE_EVENT_ARRIVED, mover, 10);
    sidle_world_destroy(world);
}

TEST(a_host_may_answer_instead_of_the_ladder) {
    sidle_unit_id mover, stander;
    sidle_profile p = profile_with_step(SIDLE_STEP_NONE);
    sidle_world *world = cork(&p, &mover, &stander);
    await_event(world, SIDLE_EVENT_BLOCKED, mover, 5);
    run(world, 10);
    assert_int_equal(state_of(world, mover).decision, SIDLE_DECISION_WAIT);
    assert_ok(sidle_unit_answer(world, mover, SIDLE_STEP_PUSH));
    await_event(world, SIDLE_EVENT_ARRIVED, mover, 20);
    sidle_world_destroy(world);
}

TEST(a_path_much_longer_than_the_old_one_is_refused_in_a_jam) {
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
TEST(a_path_is_compared_with_what_is_left_of_the_old_one) {
    sidle_world *world = street_world(80, 20, 10, 1, SIDLE_TERRAIN_TREES);
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

TEST(requests_for_a_path_grow_rarer) {
    sidle_unit_id mover, stander;
    sidle_profile p = profile_with_step(SIDLE_STEP_REPLAN);
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
TEST(a_unit_that_left_a_request_to_another_asks_when_that_one_does_not) {
    sidle_world *world = corridor();
    sidle_profile p = profile_with_step(SIDLE_STEP_WAIT);
    p.queue = 0;
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

TEST(a_dead_end_is_told_as_blocked_by_terrain) {
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
TEST(lost_hope_and_its_return_are_told) {
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

TEST(why_and_drawing_show_the_same_jam) {
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

/* ---- the end of a jam ---- */

enum jammed_order { TO_RANGE_OF_POINT, TO_RANGE_OF_UNIT, PURSUES, FOLLOWS, JAMMED_ORDERS };

static void order_past(sidle_world *world, sidle_unit_id id, enum jammed_order order,
                       sidle_unit_id target) {
    const sidle_range range = {.most = 1};
    sidle_vec2 at = state_of(world, target).position;
    switch (order) {
    case TO_RANGE_OF_POINT: assert_ok(sidle_unit_approach_point(world, id, at, &range)); break;
    case TO_RANGE_OF_UNIT: assert_ok(sidle_unit_approach(world, id, target, &range)); break;
    case PURSUES: assert_ok(sidle_unit_pursue(world, id, target)); break;
    default: assert_ok(sidle_unit_follow(world, id, target));
    }
}

/* It was blocked for long by units that are under way and do not move. They go while it is stunned,
 * so that its first look finds a free way, and it stands at that look. */
TEST(a_unit_goes_on_at_its_first_look_on_a_free_way) {
    for (uint32_t n = 0; n < 2 * JAMMED_ORDERS; n++) {
        uint32_t lanes = n % 2 ? 3 : 1;
        sidle_world *world = street_world(40, 7, 2, lanes, SIDLE_TERRAIN_TREES);
        sidle_profile p = profile_with_step(SIDLE_STEP_WAIT);
        sidle_vec2 from = {5, 2 + 0.5f * (float)lanes};
        p.queue = 0;
        p.patience = 0.5f;
        sidle_unit_id id = unit_of(world, profile_in(world, &p), from.x, from.y), before[3];
        p.top_speed = 0;
        p.patience = 600;
        sidle_profile_id stays = profile_in(world, &p);
        for (uint32_t k = 0; k < lanes; k++) {
            before[k] = unit_of(world, stays, 12, 2.5f + (float)k);
            assert_ok(sidle_unit_go(world, before[k], (sidle_vec2){30, 2.5f + (float)k}));
        }
        order_past(world, id, n / 2, unit_at(world, 37, from.y));
        run(world, 10);
        assert_ok(sidle_unit_set_speed_factor(world, id, 0));
        for (uint32_t k = 0; k < lanes; k++) assert_ok(sidle_unit_destroy(world, before[k]));
        run(world, 1);
        assert_ok(sidle_unit_set_speed_factor(world, id, 1));
        for (int tick = 0; tick < 20; tick++) {
            assert_ok(sidle_world_step(world, TICK));
            assert_false(state_of(world, id).has_place); /* nor does it come to rest */
        }
        assert_true(state_of(world, id).position.x > 11.5f);
        sidle_world_destroy(world);
    }
}

/* A room with two walls. Enemies hold its only door, on the path to the target, before which the
 * unit rests. Then the other wall goes: the way straight to the target is free, and the door is
 * not. */
TEST(a_unit_that_rests_before_a_door_looks_straight_to_its_target) {
    const sidle_vec2 path[] = {{18, 2.5f}, {24, 2.5f}, {24, 35}};
    for (uint32_t order = TO_RANGE_OF_UNIT; order < JAMMED_ORDERS; order++) {
        sidle_world *world = open_world(40, 40);
        assert_ok(sidle_world_set_cells(world, 20, 5, 2, 35, SIDLE_TERRAIN_TREES));
        assert_ok(sidle_world_set_cells(world, 0, 10, 20, 2, SIDLE_TERRAIN_TREES));
        const sidle_profile p = profile_with_step(SIDLE_STEP_WAIT);
        sidle_unit_id id = unit_of(world, profile_in(world, &p), 8, 4);
        for (int k = 0; k < 5; k++) {
            float y = 0.5f + (float)k;
            sidle_unit_id enemy = unit_in_team(world, (sidle_profile_id){0}, 1, 20.5f, y);
            assert_ok(sidle_unit_hold(world, enemy));
        }
        order_past(world, id, order, unit_at(world, 16, 35));
        assert_ok(sidle_unit_set_path(world, id, path, 3));
        run(world, 15);
        sidle_unit_state s = state_of(world, id);
        for (int tick = 0; tick < 60 * 30 && !is_kept(&s); tick++, s = state_of(world, id))
            assert_ok(sidle_world_step(world, TICK)); /* it gets on each time that it has asked */
        assert_true(is_kept(&s) && s.position.x > 17);
        assert_ok(sidle_world_set_cells(world, 5, 10, 15, 2, SIDLE_TERRAIN_GROUND));
        run(world, 15);
        s = state_of(world, id);
        if (!(s.position.y > 12)) fail_msg("order %u: it rests before the door", order);
        sidle_world_destroy(world);
    }
}

TESTS_OF(blocked)
