/* Places: where units come to rest. Two that rest never overlap, who has arrived stays, and the
 * host knows of each unit where it will stand and why there. */
#include "measures.h"
#include "sent_crowd.h"

/* ---- what the host sees ---- */

/* No two units have places that overlap, however they are on their way. */
static void assert_places_are_apart(const crowd *c) {
    static sidle_unit_state s[BODIES_MOST];
    for (int k = 0; k < c->count; k++) s[k] = state_of(c->world, c->ids[k]);
    for (int k = 0; k < c->count; k++)
        for (int n = 0; n < k && s[k].has_place; n++) {
            if (!s[n].has_place) continue;
            float radii = s[k].radius + s[n].radius, apart = distance(s[k].place, s[n].place);
            if (apart < 0.94f * radii) /* a unit may rest by its arrival radius off its place */
                fail_msg("units %u and %u have places %g u apart", c->ids[k].slot, c->ids[n].slot,
                         (double)apart);
        }
}

TEST(the_state_tells_where_a_unit_will_stand) {
    enum { UNITS = 40 };
    crowd c = {.world = open_world(70, 40)};
    sidle_vec2 told[UNITS] = {{0, 0}};
    bool had[UNITS] = {false};
    int changes = 0;
    sidle_profile_id kinds[2] = {{0}, profile_of_radius(c.world, 0.9f)};
    for (int k = 0; k < UNITS; k++)
        add(&c, kinds[k % 3 == 0], 5 + 2 * (float)(k % 10), 14 + 2 * (float)(k / 10));
    send(&c, 0, (sidle_vec2){50, 20}, NULL, 0);
    for (int tick = 0; tick < 45 * 30; tick++) {
        step(&c);
        if (tick % 5 == 0) assert_places_are_apart(&c);
        for (int k = 0; k < UNITS; k++) {
            sidle_unit_state s = state_of(c.world, c.ids[k]);
            if (!s.under_way) {
                assert_true(same_place(s.place, s.position) && s.has_place);
                changes += had[k] && distance(told[k], s.position) > 0.051f; /* in its last tick */
                had[k] = false;
            } else if (s.has_place) {
                changes += had[k] && distance(told[k], s.place) > 0.01f;
                told[k] = s.place;
                had[k] = true;
            }
        }
    }
    print_message("%d times a unit with a place took another one\n", changes);
    assert_int_equal(c.arrived, UNITS);
    assert_true(changes < 5 * UNITS);
    sidle_world_destroy(c.world);
}

/* Before it has a place, it is the goal that is told. */
TEST(far_off_the_goal_is_told_as_the_place) {
    sidle_world *world = open_world(80, 20);
    sidle_unit_id id = unit_at(world, 5, 10);
    assert_ok(sidle_unit_go(world, id, (sidle_vec2){75, 10}));
    run(world, 1);
    sidle_unit_state s = state_of(world, id);
    assert_true(!s.has_place && s.place.x == 75 && s.place.y == 10);
    sidle_world_destroy(world);
}

/* A building goes up over the near half of its place. */
TEST(a_place_where_terrain_rises_is_given_up) {
    sidle_world *world = open_world(80, 20);
    sidle_unit_id id = unit_at(world, 5, 10);
    sidle_vec2 goal = {20, 10};
    assert_ok(sidle_unit_go(world, id, goal));
    while (!state_of(world, id).has_place) run(world, TICK);
    assert_true(same_place(state_of(world, id).place, goal));
    assert_ok(sidle_world_set_cells(world, 20, 8, 4, 4, SIDLE_TERRAIN_VOID));
    await_event(world, SIDLE_EVENT_ARRIVED, id, 30);
    sidle_unit_state s = state_of(world, id);
    assert_true(!s.under_way && s.place.x + s.radius <= 20);
    sidle_world_destroy(world);
}

static sidle_event arrival_of(sidle_world *world, sidle_unit_id id) {
    sidle_event e = await_event(world, SIDLE_EVENT_ARRIVED, id, 30);
    assert_int_equal(state_of(world, id).arrival, e.arrival);
    return e;
}

/* A disc on each place is drawn, and not that of a unit that rests. */
static void draw_place(void *context, sidle_unit_id unit, sidle_role role, sidle_vec2 centre,
                       float radius, uint32_t value) {
    crowd *c = context;
    (void)value;
    if (role != SIDLE_ROLE_PLACE) return;
    sidle_unit_state s = state_of(c->world, unit);
    assert_true(s.has_place && s.under_way && radius == s.radius);
    assert_true(s.place.x == centre.x && s.place.y == centre.y);
    c->arrived++;
}

TEST(places_of_units_under_way_are_drawn) {
    crowd c = {.world = open_world(40, 40)};
    sidle_draw draw = {.context = &c, .disc = draw_place};
    add_block(&c, 3, 3, 8, 20, 1.5f);
    send(&c, 1, (sidle_vec2){14, 20}, NULL, 0);
    run(c.world, 0.5f);
    assert_ok(sidle_world_draw(c.world, &draw));
    assert_int_equal(c.arrived, 2);
    run(c.world, 5);
    assert_ok(sidle_world_draw(c.world, &draw));
    assert_int_equal(c.arrived, 2);
    sidle_world_destroy(c.world);
}

TEST(the_event_of_arrival_tells_why) {
    sidle_world *world = open_world(60, 40);
    sidle_unit_id first = unit_at(world, 20, 20), second = unit_at(world, 10, 20);
    sidle_unit_id third = unit_at(world, 5, 5), fourth = unit_at(world, 5, 35);
    const sidle_range range = {.most = 3};
    assert_ok(sidle_unit_go(world, first, (sidle_vec2){30, 20}));
    sidle_event e = arrival_of(world, first);
    assert_int_equal(e.arrival, SIDLE_ARRIVAL_AT_GOAL);
    assert_int_equal(e.other.slot, 0);
    assert_ok(sidle_unit_go(world, second, (sidle_vec2){30, 20}));
    assert_int_equal(arrival_of(world, second).arrival, SIDLE_ARRIVAL_NEAR_GOAL);
    assert_ok(sidle_unit_approach_point(world, third, (sidle_vec2){30, 8}, &range));
    assert_int_equal(arrival_of(world, third).arrival, SIDLE_ARRIVAL_IN_RANGE);
    assert_ok(sidle_unit_approach(world, third, first, &range));
    e = arrival_of(world, third);
    assert_int_equal(e.arrival, SIDLE_ARRIVAL_IN_RANGE);
    assert_int_equal(e.other.slot, first.slot);
    assert_ok(sidle_unit_pursue(world, fourth, first));
    e = arrival_of(world, fourth);
    assert_int_equal(e.arrival, SIDLE_ARRIVAL_IN_RANGE);
    assert_int_equal(e.other.slot, first.slot);
    sidle_world_destroy(world);
}

/* A unit among walls cannot get nearer than those let it. It keeps its order, and rests; when the
 * wall is gone it goes on by itself. */
TEST(a_unit_that_is_walled_in_goes_on_when_the_wall_is_gone) {
    sidle_world *world = world_of("##############\n"
                                  "#.....#......#\n"
                                  "#.....#......#\n"
                                  "#.....#......#\n"
                                  "##############\n");
    sidle_unit_id id = unit_at(world, 2, 2);
    assert_ok(sidle_unit_go(world, id, (sidle_vec2){10, 2}));
    sidle_event e = await_event(world, SIDLE_EVENT_STUCK, id, 30);
    assert_int_equal(e.condition, SIDLE_CONDITION_NO_PATH);
    run(world, 20);
    sidle_unit_state s = state_of(world, id);
    assert_true(is_kept(&s) && s.order == SIDLE_ORDER_GO && !s.arrived);
    assert_int_equal(s.condition, SIDLE_CONDITION_NO_PATH);
    run(world, 30);
    sidle_unit_state later = state_of(world, id);
    assert_true(same_place(later.position, s.position));
    assert_ok(sidle_world_set_cells(world, 6, 1, 1, 3, SIDLE_TERRAIN_GROUND));
    assert_int_equal(arrival_of(world, id).arrival, SIDLE_ARRIVAL_AT_GOAL);
    sidle_world_destroy(world);
}

/* ---- lending ---- */

/* A lane with a niche, a unit before the niche that rests there, and one that wants to pass. */
typedef struct niche {
    sidle_world *world;
    sidle_unit_id rests, comes;
    sidle_vec2 place; /* u, of the first one */
} niche;

static niche niche_of(bool arrived, float goal) {
    niche n = {.world = world_of("##########..########\n"
                                 "....................\n"
                                 "####################\n")};
    n.rests = unit_at(n.world, arrived ? 8.5f : 11, 1.5f);
    n.comes = unit_at(n.world, 2.5f, 1.5f);
    if (arrived) assert_ok(sidle_unit_go(n.world, n.rests, (sidle_vec2){10.5f, 1.5f}));
    run(n.world, 4);
    n.place = state_of(n.world, n.rests).position;
    assert_ok(sidle_unit_go(n.world, n.comes, (sidle_vec2){goal, 1.5f}));
    return n;
}

/* It is idle or arrived for the host all the while. */
TEST(a_unit_that_stepped_aside_returns_to_its_very_place) {
    for (int arrived = 0; arrived < 2; arrived++) {
        niche n = niche_of(arrived, 17.5f);
        float aside = 0, seconds = 0;
        for (int tick = 0; tick < 600; tick++) {
            assert_ok(sidle_world_step(n.world, TICK));
            sidle_unit_state s = state_of(n.world, n.rests);
            aside = fmaxf(aside, distance(s.position, n.place));
            assert_true(s.arrived == arrived && !s.under_way && s.has_place);
            assert_true(distance(s.place, n.place) < 1e-3f);
            assert_null(event_of(n.world, SIDLE_EVENT_ARRIVED, n.rests));
            seconds += state_of(n.world, n.comes).arrived ? 0 : TICK;
        }
        float off = distance(state_of(n.world, n.rests).position, n.place);
        print_message("%.2f u aside, and back within %g u\n", (double)aside, (double)off);
        assert_true(seconds < 14 && aside > 0.5f && off < 0.01f);
        sidle_world_destroy(n.world);
    }
}

/* The goal is inside a unit at rest by less than the arrival radius: the unit rests beside that
 * one, as near as their discs let it, and is at its goal. */
TEST(a_goal_a_little_inside_a_neighbour_is_reached_beside_it) {
    for (int k = 0; k < 4; k++) {
        float inside = 0.01f + 0.013f * (float)k, y = 10 + 0.1f * (float)k;
        sidle_world *world = open_world(30, 20);
        sidle_unit_id rests = unit_at(world, 20, y), comes = unit_at(world, 5, 10);
        assert_ok(sidle_unit_go(world, comes, (sidle_vec2){19 + inside, y}));
        run(world, 15);
        sidle_unit_state s = state_of(world, comes);
        float apart = distance(s.position, state_of(world, rests).position);
        assert_true(s.arrived && s.arrival == SIDLE_ARRIVAL_AT_GOAL);
        assert_true(apart > 0.985f && apart < 1.005f && fabsf(s.position.y - y) < 0.01f);
        sidle_world_destroy(world);
    }
}

/* A place that is lent is nobody else's: one that is sent to it rests beside it. */
TEST(a_place_that_is_lent_is_not_taken) {
    niche n = niche_of(false, 14.5f);
    sidle_unit_id third = unit_at(n.world, 18.5f, 1.5f);
    for (int tick = 0; tick < 300 && state_of(n.world, n.rests).position.y > 1.2f; tick++)
        assert_ok(sidle_world_step(n.world, TICK));
    assert_true(state_of(n.world, n.rests).position.y <= 1.2f);
    assert_ok(sidle_unit_go(n.world, third, n.place));
    run(n.world, 25);
    assert_clear(n.world, "beside a place that was lent");
    assert_true(distance(state_of(n.world, n.rests).position, n.place) < 0.01f);
    assert_true(state_of(n.world, third).arrived);
    sidle_world_destroy(n.world);
}

/* u: how far off its place the farthest of an idle block is, from the places given. */
static float off_places(const crowd *c, const sidle_vec2 *stood, int count) {
    float off = 0;
    for (int k = 0; k < count; k++)
        off = fmaxf(off, distance(state_of(c->world, c->ids[k]).position, stood[k]));
    return off;
}

/* An army crosses it, and then a friend passes again and again: the idle ones do not drift. */
TEST(an_idle_army_that_others_cross_is_back_on_its_places) {
    enum { IDLE = 36, ALL = IDLE + 16 };
    const float pitches[] = {1.3f, 2.6f};
    for (int n = 0; n < 2; n++) {
        crowd c = {.world = open_world(90, 50)};
        sidle_vec2 stood[IDLE];
        add_block(&c, IDLE, 6, 38, 16, pitches[n]);
        for (int k = 0; k < IDLE; k++) stood[k] = state_of(c.world, c.ids[k]).position;
        add_block(&c, ALL - IDLE, 4, 12, 18, 1.4f);
        for (int k = IDLE; k < ALL; k++) {
            sidle_vec2 at = state_of(c.world, c.ids[k]).position;
            assert_ok(sidle_unit_go(c.world, c.ids[k], (sidle_vec2){at.x + 66, at.y}));
        }
        come_to_rest(&c, 90, "through an idle army");
        assert_int_equal(c.arrived, ALL - IDLE);
        assert_true(off_places(&c, stood, IDLE) < 0.01f);
        const sidle_vec2 round[] = {{30, 19}, {60, 19}};
        assert_ok(sidle_unit_patrol(c.world, c.ids[IDLE], round, 2));
        for (int tick = 0; tick < 120 * 30; tick++) step(&c);
        assert_ok(sidle_unit_go(c.world, c.ids[IDLE], (sidle_vec2){5, 45}));
        c.told[IDLE] = false;
        come_to_rest(&c, 60, "beside a patrol");
        print_message("at a pitch of %g u they are back within %g u\n", (double)pitches[n],
                      (double)off_places(&c, stood, IDLE));
        assert_true(off_places(&c, stood, IDLE) < 0.05f);
        sidle_world_destroy(c.world);
    }
}

/* ---- places that come and go ---- */

/* An order, a stop or a teleport gives the place up. */
TEST(another_order_gives_the_place_up) {
    for (int how = 0; how < 6; how++) {
        sidle_world *world = open_world(60, 20);
        sidle_unit_id id = unit_at(world, 10, 10), other = unit_at(world, 55, 5);
        const sidle_vec2 goal = {30, 10};
        assert_ok(sidle_unit_go(world, id, goal));
        for (int k = 0; k < 300 && !state_of(world, id).has_place; k++)
            assert_ok(sidle_world_step(world, TICK));
        assert_true(state_of(world, id).under_way);
        if (how == 0) assert_ok(sidle_unit_stop(world, id));
        if (how == 1) assert_ok(sidle_unit_hold(world, id));
        if (how == 2) assert_ok(sidle_unit_go(world, id, (sidle_vec2){5, 5}));
        if (how == 3) assert_ok(sidle_unit_wander(world, id, (sidle_vec2){10, 10}, 5));
        if (how == 4) assert_ok(sidle_unit_stow(world, id, SIDLE_PURSUERS_LOSE));
        if (how == 5) assert_ok(sidle_unit_destroy(world, id));
        assert_null(sidle_world_validate(world));
        assert_ok(sidle_unit_go(world, other, goal));
        (void)await_event(world, SIDLE_EVENT_ARRIVED, other, 30);
        assert_true(distance(state_of(world, other).position, goal) < 0.05f);
        assert_null(sidle_world_validate(world));
        sidle_world_destroy(world);
    }
}

/* ---- the same order again, and no place ---- */

/* A host may give the same order in every tick. */
static void order_again(sidle_world *world, int kind, sidle_unit_id id, sidle_unit_id target) {
    const sidle_range range = {.most = 3};
    sidle_vec2 point = {20, 12};
    if (kind == 0) assert_ok(sidle_unit_follow(world, id, target));
    if (kind == 1) assert_ok(sidle_unit_pursue(world, id, target));
    if (kind == 2) assert_ok(sidle_unit_approach(world, id, target, &range));
    if (kind == 3) assert_ok(sidle_unit_approach_point(world, id, point, &range));
    if (kind == 4) assert_ok(sidle_unit_go(world, id, point));
}

TEST(an_order_that_is_given_again_moves_nobody) {
    enum { KINDS = 5, UNITS = 6 }; /* as many have room about one target */
    for (int kind = 0; kind < KINDS; kind++) {
        sidle_world *world = open_world(40, 24);
        sidle_unit_id target = unit_at(world, 20, 12), ids[UNITS];
        sidle_vec2 at[UNITS];
        for (int k = 0; k < UNITS; k++) {
            ids[k] = unit_at(world, 2, 4 + 2 * (float)k);
            order_again(world, kind, ids[k], target);
        }
        run(world, 30);
        for (int k = 0; k < UNITS; k++) {
            assert_true(state_of(world, ids[k]).arrived);
            at[k] = state_of(world, ids[k]).position;
        }
        for (int n = 0; n < 120; n++) {
            for (int k = 0; k < UNITS; k++) order_again(world, kind, ids[k], target);
            if (n % 3 == 0) order_again(world, kind, ids[n % UNITS], target);
            assert_ok(sidle_world_step(world, TICK));
        }
        for (int k = 0; k < UNITS; k++)
            assert_true(distance(at[k], state_of(world, ids[k]).position) == 0);
        sidle_world_destroy(world);
    }
}

/* s, until the unit, in a room that two others fill, is told that there is no room on its goal. The
 * host may answer each request for a path, with the goal alone. */
static float time_until_no_room(bool answers) {
    sidle_world *world = open_world(1, 1);
    sidle_vec2 middle = {0.5f, 0.5f};
    sidle_unit_id id = unit_at(world, middle.x, middle.y);
    for (int k = 0; k < 2; k++) unit_at(world, middle.x, middle.y);
    assert_ok(sidle_unit_go(world, id, middle));
    float seconds = 0;
    int answered = 0, told = 0;
    sidle_unit_state s = state_of(world, id);
    for (; !told && seconds < 60; seconds += TICK, s = state_of(world, id)) {
        assert_ok(sidle_world_step(world, TICK));
        uint32_t count;
        const sidle_event *e = sidle_world_events(world, &count);
        for (uint32_t n = 0; n < count; n++) {
            told += e[n].type == SIDLE_EVENT_STUCK && e[n].unit.slot == id.slot;
            if (!answers || e[n].type != SIDLE_EVENT_PATH_WANTED || !state_of(world, id).under_way)
                continue;
            assert_ok(sidle_unit_set_path(world, id, NULL, 0));
            answered++;
        }
    }
    assert_int_equal(told, 1);
    assert_true(s.under_way && s.stuck && s.condition == SIDLE_CONDITION_NO_ROOM);
    run(world, 20);
    s = state_of(world, id);
    assert_true(answers || is_kept(&s));
    assert_true(!answers || answered > 0);
    sidle_world_destroy(world);
    return seconds;
}

/* A path that leads no nearer does not make it try longer. */
TEST(a_unit_without_any_place_rests_where_it_is_and_is_told) {
    float alone = time_until_no_room(false), answered = time_until_no_room(true);
    print_message("told after %g s; with answers after %g s\n", (double)alone, (double)answered);
    assert_true(answered <= alone + TICK);
}

/* ---- many ---- */

/* Each unit goes to where another one rests, so each needs a search of its own. */
TEST(no_unit_of_a_large_world_waits_long_for_a_place) {
    enum { ACROSS = 50, PAIRS = ACROSS * ACROSS };
    static sidle_unit_id ids[PAIRS];
    sidle_world *world = open_world(5 * ACROSS, 3 * ACROSS);
    int under_way = 0;
    for (int k = 0; k < PAIRS; k++) {
        float x = 1 + 5 * (float)(k % ACROSS), y = 1 + 3 * (float)(k / ACROSS);
        unit_at(world, x + 3, y);
        ids[k] = unit_at(world, x, y);
        assert_ok(sidle_unit_go(world, ids[k], (sidle_vec2){x + 3, y}));
    }
    run(world, 6);
    for (int k = 0; k < PAIRS; k++) under_way += state_of(world, ids[k]).under_way;
    assert_int_equal(under_way, 0);
    sidle_world_destroy(world);
}

/* ---- places that come free ---- */

/* Does a disc of that radius fit at the point, with some room, among the units that are left? */
static bool is_free(const crowd *c, sidle_vec2 at, float radius) {
    for (int k = 0; k < c->count; k++) {
        sidle_unit_state s;
        if (sidle_unit_get(c->world, c->ids[k], &s)) continue;
        if (distance(s.position, at) < 1.1f * (s.radius + radius)) return false;
    }
    return true;
}

/* How many units stand farther from the goal, by more than a diameter, than a point where they
 * fit. */
static int units_behind_holes(const crowd *c, sidle_vec2 goal) {
    int behind = 0;
    for (int k = 0; k < c->count; k++) {
        sidle_unit_state s;
        bool hole = false;
        if (sidle_unit_get(c->world, c->ids[k], &s)) continue;
        float step = 0.2f * s.radius, most = distance(s.position, goal) - 2 * s.radius;
        for (float y = -most; y <= most && !hole; y += step)
            for (float x = -most; x <= most && !hole; x += step)
                hole = hypotf(x, y) <= most &&
                       is_free(c, (sidle_vec2){goal.x + x, goal.y + y}, s.radius);
        behind += hole;
    }
    return behind;
}

/* Units leave a crowd that has nearly gathered, as they die or are loaded. The others take their
 * places, also others that already wait on a place of their own. */
TEST(a_crowd_takes_places_that_come_free_before_it_rests) {
    static const float RADII[][2] = {{0.5f, 0.5f}, {0.4f, 0.55f}, {0.9f, 0.6f}};
    int units = 0, behind = 0;
    for (int n = 0; n < 6; n++) {
        crowd c = {.world = open_world(90, 60)};
        const float *radii = RADII[n % 3];
        float apart = 2.4f * fmaxf(radii[0], radii[1]);
        sidle_vec2 goal = {60, 30 + 0.3f * (float)n};
        for (int k = 0; k < 30; k++)
            add(&c, profile_of_radius(c.world, radii[k % 2]), 8 + apart * (float)(k % 6),
                24 + apart * (float)(k / 6));
        send(&c, 0, goal, NULL, 0);
        for (int near = 0; near < 12;) {
            step(&c);
            near = 0;
            for (int k = 0; k < c.count; k++)
                near += distance(state_of(c.world, c.ids[k]).position, goal) < 5 * radii[0];
        }
        for (int gone = 0; gone < 3; gone++) {
            int least = 0;
            for (int k = 0; k < c.count; k++)
                if (distance(state_of(c.world, c.ids[k]).position, goal) <
                    distance(state_of(c.world, c.ids[least]).position, goal))
                    least = k;
            assert_ok(sidle_unit_destroy(c.world, c.ids[least]));
            c.ids[least] = c.ids[--c.count];
        }
        for (int tick = 0; tick < 60 * 30; tick++) step(&c);
        print_message("%d of %d\n", units_behind_holes(&c, goal), c.count);
        units += c.count;
        behind += units_behind_holes(&c, goal);
        sidle_world_destroy(c.world);
    }
    print_message("%d of %d units stand behind a place where they fit\n", behind, units);
    assert_true(behind <= units / 20);
}

TESTS_OF(place_claims)
