/* Crowds at one point: what keeps a unit under way for ever, or sends it off its way. */
#include "bodies.h"

enum { MOST = 260 };

typedef struct crowd {
    sidle_world *world;
    sidle_unit_id ids[MOST];
    int count, told, no_room;
    float hz;
} crowd;

static void add(crowd *c, sidle_profile_id profile, float x, float y) {
    assert_true(c->count < MOST);
    c->ids[c->count++] = unit_of(c->world, profile, x, y);
}

static void send(crowd *c, sidle_vec2 goal) {
    for (int k = 0; k < c->count; k++) assert_ok(sidle_unit_go(c->world, c->ids[k], goal));
}

static void step(crowd *c) {
    assert_ok(sidle_world_step(c->world, 1 / c->hz));
    uint32_t count;
    const sidle_event *e = sidle_world_events(c->world, &count);
    for (uint32_t n = 0; n < count; n++) {
        if (e[n].type != SIDLE_EVENT_ARRIVED) continue;
        c->told++;
        c->no_room += e[n].arrival == SIDLE_ARRIVAL_NO_ROOM;
    }
}

static int under_way(const crowd *c) {
    int count = 0;
    for (int k = 0; k < c->count; k++) count += state_of(c->world, c->ids[k]).under_way;
    return count;
}

/* All are told once, overlap nobody, and move no more. */
static void come_to_rest(crowd *c, float most, const char *scene) {
    float seconds = 0;
    for (; under_way(c); seconds += 1 / c->hz) {
        if (seconds > most)
            fail_msg("%s: %d of %d under way after %g s", scene, under_way(c), c->count,
                     (double)seconds);
        step(c);
    }
    print_message("%s: %d told after %.0f s, %d no room\n", scene, c->told, (double)seconds,
                  c->no_room);
    assert_come_clear(c->world, 0, scene);
    assert_int_equal(c->told, c->count);
    sidle_world_destroy(c->world);
}

/* ---- how often a unit looks ---- */

/* The unit farther from the end of a lane asks first, and claims the place at the end; the other
 * one stands in its way, and is of another size, so they do not exchange their places. Both give up
 * after four times their patience, however long a tick is and however often they look. */
static void two_that_shut_each_other_out_give_up_at_all_lengths_of_a_tick(void **state) {
    (void)state;
    static const float RATES[] = {5, 7, 10, 12, 15, 20, 30, 60};
    for (int n = 0; n < 8; n++) {
        crowd c = {.world = open_world(40, 1), .hz = RATES[n]};
        sidle_profile p = sidle_profile_default();
        p.radius = 0.45f;
        add(&c, profile_in(c.world, &p), 5.3f, 0.5f);
        p.radius = 0.44f;
        add(&c, profile_in(c.world, &p), 4.1f, 0.5f);
        send(&c, (sidle_vec2){0.5f, 0.5f});
        come_to_rest(&c, 20, "two in a lane");
    }
}

/* ---- both ends of a street ---- */

static void a_crowd_from_both_ends_of_a_wide_street_comes_to_rest(void **state) {
    (void)state;
    crowd c = {.world = open_world(120, 5), .hz = 10};
    for (int k = 0; k < 120; k++) {
        float along = 1.15f * (float)(k / 2 / 4), across = 0.6f + 1.25f * (float)(k / 2 % 4);
        add(&c, (sidle_profile_id){0}, k % 2 ? 2 + along : 118 - along, across);
    }
    send(&c, (sidle_vec2){60, 2.5f});
    come_to_rest(&c, 200, "both ends of a street");
}

/* ---- slow units ---- */

/* Each answer of the host is a new path, on which a unit has to make more progress than it can
 * within its patience. */
static void a_slow_unit_whose_path_is_renewed_does_not_give_up_on_a_free_way(void **state) {
    (void)state;
    static const float SPEEDS[] = {0.5f, 0.2f, 0.05f};
    for (int n = 0; n < 3; n++) {
        crowd c = {.world = open_world(40, 20), .hz = 30};
        const sidle_vec2 goal = {20, 10}, half = {16, 10};
        sidle_profile p = sidle_profile_default();
        p.top_speed = SPEEDS[n];
        add(&c, profile_in(c.world, &p), 20 - 30 * p.top_speed, 10);
        send(&c, goal);
        assert_ok(sidle_unit_set_path(c.world, c.ids[0], &half, p.top_speed > 0.4f));
        for (int tick = 0; tick < 30 * 90 && under_way(&c); tick++) {
            step(&c);
            if (event_of(c.world, SIDLE_EVENT_PATH_WANTED, c.ids[0]))
                assert_ok(sidle_unit_set_path(c.world, c.ids[0], &half, p.top_speed > 0.4f));
        }
        sidle_vec2 at = state_of(c.world, c.ids[0]).position;
        assert_true(hypotf(at.x - goal.x, at.y - goal.y) < 0.1f);
        come_to_rest(&c, 1, "a slow unit");
    }
}

/* ---- nearest places inside a crowd ---- */

/* It stands among others before a wall, and its goal is behind that. The crowd that holds about it
 * is wider than what it sees on its fine lattice. */
static void a_unit_without_a_way_inside_a_crowd_that_holds_rests_beside_the_crowd(void **state) {
    (void)state;
    crowd c = {.world = open_world(70, 60), .hz = 30};
    assert_ok(sidle_world_set_cells(c.world, 40, 0, 20, 60, SIDLE_TERRAIN_VOID));
    for (int k = 0; k < 11 * 21; k++) {
        float x = 39.45f - 1.02f * (float)(k % 11), y = 30 + 1.02f * (float)(k / 11 - 10);
        assert_ok(sidle_unit_hold(c.world, unit_of(c.world, (sidle_profile_id){0}, x, y)));
    }
    add(&c, (sidle_profile_id){0}, 20, 30);
    assert_ok(sidle_unit_teleport(c.world, c.ids[0], (sidle_vec2){38.9f, 30.4f}));
    send(&c, (sidle_vec2){65, 30});
    come_to_rest(&c, 40, "inside a crowd");
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

/* ---- one passes through it ---- */

static void add_enemy(const crowd *c, sidle_vec2 at) {
    sidle_unit_def def = sidle_unit_def_default();
    sidle_unit_id id;
    def.position = at;
    def.team = 1;
    assert_ok(sidle_unit_create(c->world, &def, &id));
}

/* A friend that patrols through a crowd pushes those aside that wait on their places. All of them
 * are told all the same, though it comes back again and again: after 31 s at most. When they also
 * waited for each unit that was pushed off its place, that took up to 252 s. */
static void a_crowd_through_which_a_friend_patrols_is_told(void **state) {
    (void)state;
    enum { SIDE = 4, CROWD = SIDE * SIDE };
    const sidle_vec2 far_end = {0, 2.4f};
    for (int walker = 0; walker < CROWD; walker++) {
        crowd c = {.world = open_world(24, 16), .hz = 10};
        for (int k = 0; k < CROWD; k++)
            add(&c, (sidle_profile_id){0}, 1 + (float)(k % SIDE) * 1.36f,
                3.2f + (float)(k / SIDE) * 1.36f);
        send(&c, (sidle_vec2){0, 0});
        add_enemy(&c, (sidle_vec2){1.2f, 1.9f});
        assert_ok(sidle_unit_patrol(c.world, c.ids[walker], &far_end, 1));
        for (float seconds = 0; seconds < 40; seconds += 1 / c.hz) step(&c);
        assert_int_equal(c.told, CROWD - 1);
        for (int k = 0; k < CROWD; k++)
            assert_true(k == walker || state_of(c.world, c.ids[k]).arrived);
        sidle_world_destroy(c.world);
    }
}

int crowds_at_rest_tests(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_that_shut_each_other_out_give_up_at_all_lengths_of_a_tick),
        cmocka_unit_test(a_crowd_from_both_ends_of_a_wide_street_comes_to_rest),
        cmocka_unit_test(a_slow_unit_whose_path_is_renewed_does_not_give_up_on_a_free_way),
        cmocka_unit_test(a_unit_without_a_way_inside_a_crowd_that_holds_rests_beside_the_crowd),
        cmocka_unit_test(a_crowd_at_its_goal_rests_for_a_minute),
        cmocka_unit_test(a_crowd_through_which_a_friend_patrols_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
