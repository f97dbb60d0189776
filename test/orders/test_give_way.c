/* Who rests without an order steps aside for friends, by itself, and returns. Who holds never does,
 * nor who belongs to another team, unless its profile says so. */
#include "measures.h"

enum { CROWD = 40, MOVER = CROWD };

typedef struct corridor {
    sidle_world *world;
    sidle_unit_id ids[CROWD + 1];
    sidle_vec2 places[CROWD];
} corridor;

static corridor packed_corridor(uint32_t give_way, uint32_t team) {
    corridor c = {.world = street_world(40, 6, 1, 4, SIDLE_TERRAIN_VOID)};
    sidle_profile p = sidle_profile_default();
    p.give_way = give_way;
    sidle_profile_id kind = profile_in(c.world, &p);
    for (int k = 0; k < CROWD; k++) {
        float beside = k < CROWD - 1 ? (float)(k % 3 - 1) : 0;
        c.places[k] = (sidle_vec2){10 + 1.3f * (float)(k / 3), 3 + 1.4f * beside};
        c.ids[k] = unit_of(c.world, kind, c.places[k].x, c.places[k].y);
    }
    c.ids[MOVER] = unit_in_team(c.world, (sidle_profile_id){0}, team, 3, 3);
    run(c.world, 1);
    assert_ok(sidle_unit_go(c.world, c.ids[MOVER], (sidle_vec2){36, 3}));
    return c;
}

typedef struct passage {
    float seconds;  /* until the mover has arrived; -1: it has not */
    float deepest;  /* u, of the mover inside another one */
    float farthest; /* u, of the others from their places, at any time */
    float left;     /* u, of the others from their places in the end */
} passage;

static passage pass(const corridor *c, float most) {
    passage p = {.seconds = -1};
    for (int tick = 1; tick <= (int)(most * 30); tick++) {
        assert_ok(sidle_world_step(c->world, TICK));
        assert_null(sidle_world_validate(c->world));
        sidle_unit_state mover = state_of(c->world, c->ids[MOVER]);
        if (p.seconds < 0 && mover.arrived) p.seconds = (float)tick / 30;
        p.left = 0;
        for (int k = 0; k < CROWD; k++) {
            sidle_unit_state s = state_of(c->world, c->ids[k]);
            assert_false(s.under_way);
            assert_int_equal(s.decision, SIDLE_DECISION_IDLE);
            p.left = fmaxf(p.left, distance(s.position, c->places[k]));
            p.deepest = fmaxf(p.deepest, 1 - distance(s.position, mover.position));
        }
        p.farthest = fmaxf(p.farthest, p.left);
    }
    return p;
}

TEST(a_corridor_of_idle_friends_opens_and_closes_again) {
    corridor c = packed_corridor(SIDLE_GIVE_WAY_FRIENDS, 0);
    passage p = pass(&c, 40);
    print_message("through in %.1f s, %.3f u deep; %.2f u aside, %.3f u left\n", (double)p.seconds,
                  (double)p.deepest, (double)p.farthest, (double)p.left);
    assert_true(p.seconds > 0 && p.seconds <= 25);
    assert_true(p.deepest <= 0.1f);
    assert_true(p.farthest > 0.3f && p.left <= 0.2f);
    for (int tick = 0; tick < 60; tick++) {
        sidle_vec2 before[CROWD];
        for (int k = 0; k < CROWD; k++) before[k] = state_of(c.world, c.ids[k]).position;
        assert_ok(sidle_world_step(c.world, TICK));
        for (int k = 0; k < CROWD; k++) {
            sidle_vec2 after = state_of(c.world, c.ids[k]).position;
            assert_memory_equal(&after, &before[k], sizeof after);
        }
    }
    sidle_world_destroy(c.world);
}

/* Three units pass in single file. The rows have no room for all beside them, so some friends drive
 * ahead, though not the whole way, and all of them are back in their rows in the end. */
TEST(friends_at_a_wall_return_to_their_rows) {
    corridor c = packed_corridor(SIDLE_GIVE_WAY_FRIENDS, 0);
    for (int k = 1; k < 3; k++) {
        float ahead = 1.2f * (float)k;
        sidle_unit_id id = unit_at(c.world, 3 + ahead, 3);
        assert_ok(sidle_unit_go(c.world, id, (sidle_vec2){36 + ahead, 3}));
    }
    float along = 0, off = 0;
    for (int tick = 0; tick < 50 * 30; tick++) {
        assert_ok(sidle_world_step(c.world, TICK));
        for (int k = 0; k < CROWD; k++)
            along = fmaxf(along, fabsf(state_of(c.world, c.ids[k]).position.x - c.places[k].x));
    }
    for (int k = 0; k < CROWD; k++)
        off = fmaxf(off, distance(state_of(c.world, c.ids[k]).position, c.places[k]));
    print_message("%.2f u along the corridor, %.2f u off in the end\n", (double)along, (double)off);
    assert_true(state_of(c.world, c.ids[MOVER]).arrived);
    assert_true(along <= 6 && off <= 0.2f);
    sidle_world_destroy(c.world);
}

/* Without giving way the same takes longer, and nobody is moved by a hair: by a profile that says
 * never, for an enemy, and of units that hold whatever their profile says. */
TEST(a_holding_unit_is_never_moved) {
    static const struct {
        uint32_t give_way, team;
        bool hold;
    } NOBODY_MOVES[] = {{SIDLE_GIVE_WAY_NEVER, 0, false},
                        {SIDLE_GIVE_WAY_FRIENDS, 1, false},
                        {SIDLE_GIVE_WAY_ALL, 0, true}};
    for (int n = 0; n < 3; n++) {
        corridor c = packed_corridor(NOBODY_MOVES[n].give_way, NOBODY_MOVES[n].team);
        for (int k = 0; k < CROWD && NOBODY_MOVES[n].hold; k++)
            assert_ok(sidle_unit_hold(c.world, c.ids[k]));
        passage p = pass(&c, 30);
        assert_true(p.farthest == 0 && (n > 0 || p.deepest > 0.1f));
        sidle_world_destroy(c.world);
    }
}

TEST(enemies_step_aside_if_their_profile_says_all) {
    corridor c = packed_corridor(SIDLE_GIVE_WAY_ALL, 1);
    passage p = pass(&c, 40);
    assert_true(p.farthest > 0.3f && p.seconds > 0 && p.left <= 0.2f);
    sidle_world_destroy(c.world);
}

/* u/s^2 */
static float brake_of(const sidle_world *world, sidle_unit_id id) {
    uint32_t bits = (uint32_t)field_bits(world, id, "brake");
    float brake;
    memcpy(&brake, &bits, sizeof brake);
    return brake;
}

/* It drove behind a slow one when it was stopped: it does not brake for that one any more. */
TEST(a_unit_that_steps_aside_does_not_brake_for_a_unit_that_is_gone) {
    sidle_world *world = world_of("##########..###############\n"
                                  "##########..###############\n"
                                  "...........................\n"
                                  "###########################\n");
    sidle_unit_id slow = unit_at(world, 8.5f, 2.5f), rests = unit_at(world, 7, 2.5f);
    sidle_unit_id comes = unit_at(world, 2.5f, 2.5f);
    assert_ok(sidle_unit_go(world, slow, (sidle_vec2){25, 2.5f}));
    assert_ok(sidle_unit_go(world, rests, (sidle_vec2){25, 2.5f}));
    assert_ok(sidle_unit_set_pace(world, slow, 0.8f));
    for (int k = 0; k < 300 && state_of(world, rests).position.x < 10.95f; k++)
        assert_ok(sidle_world_step(world, TICK));
    assert_true(brake_of(world, rests) > 0.5f);
    assert_ok(sidle_unit_stop(world, rests));
    assert_ok(sidle_unit_set_pace(world, slow, 2));
    assert_ok(sidle_unit_go(world, comes, (sidle_vec2){24, 2.5f}));
    for (int k = 0; k < 300 && state_of(world, rests).position.y > 2; k++)
        assert_ok(sidle_world_step(world, TICK));
    assert_true(state_of(world, rests).position.y <= 2);
    assert_true(brake_of(world, rests) == 0);
    sidle_world_destroy(world);
}

/* Forty through a door into a close formation, where those that have arrived step aside for those
 * that come: when the last one is there, they go to their places once, and stand within 6 s in the
 * mean of nine arrangements. */
TEST(a_formation_comes_to_rest_when_the_last_one_is_there) {
    enum { DRILL = 40, ARRANGEMENTS = 9 };
    float sum = 0;
    for (uint32_t seed = 0; seed < ARRANGEMENTS; seed++) {
        sidle_world *world = open_world(46, 12);
        wall_with_door(world, 22, 2, 5, 2, SIDLE_TERRAIN_VOID);
        sidle_unit_id ids[DRILL];
        int set_out[DRILL] = {0};
        bool rested[DRILL] = {false};
        float last = 0, moved = 0, now = 0;
        for (int k = 0; k < DRILL; k++) {
            float x = (float)(k % 5), y = (float)(k / 5), jitter = 0.03f * (float)seed;
            ids[k] = unit_at(world, 4.5f + 1.05f * x + jitter, 2.2f + 1.05f * y);
            sidle_vec2 path[] = {{20.5f, 6}, {25.5f, 6}};
            assert_ok(sidle_unit_go(world, ids[k], (sidle_vec2){36.5f + x, 2.2f + y}));
            assert_ok(sidle_unit_set_path(world, ids[k], path, 2));
        }
        for (; now < 120 && !(last > 0 && now - moved > 1); now += TICK) {
            bool all = true;
            assert_ok(sidle_world_step(world, TICK));
            for (int k = 0; k < DRILL; k++) {
                sidle_unit_state s = state_of(world, ids[k]);
                bool rests = s.made_velocity.x == 0 && s.made_velocity.y == 0;
                all = all && s.arrived;
                /* One that is back between two that stand a hair too near may tremble by that hair.
                 */
                if (hypotf(s.made_velocity.x, s.made_velocity.y) > 0.2f) moved = now;
                set_out[k] += s.arrived && rested[k] && !rests;
                rested[k] = s.arrived && rests;
                assert_true(set_out[k] <= 30);
            }
            if (all && last == 0) last = now;
        }
        print_message("at rest %.1f s after the last arrival\n", (double)(moved - last));
        assert_true(last > 0);
        sum += moved - last;
        sidle_world_destroy(world);
    }
    assert_true(sum <= 6 * ARRANGEMENTS);
}

/* Five units rest about a point, and a sixth drives through them. A unit that steps aside for it
 * reports the same arrival as before. */
TEST(one_that_steps_aside_stays_arrived) {
    enum { FIVE = 5 };
    for (int n = 0; n < 4; n++) {
        sidle_world *world = open_world(60, 4);
        sidle_unit_id ids[FIVE];
        sidle_arrival told[FIVE];
        bool moved = false;
        for (int k = 0; k < FIVE; k++) {
            ids[k] = unit_at(world, 10 + 1.3f * (float)k, 2);
            assert_ok(sidle_unit_go(world, ids[k], (sidle_vec2){30, 2}));
        }
        run(world, 20);
        for (int k = 0; k < FIVE; k++) {
            assert_true(state_of(world, ids[k]).arrived);
            told[k] = state_of(world, ids[k]).arrival;
        }
        sidle_unit_id passer = unit_at(world, 4 + (float)n, 2);
        assert_ok(sidle_unit_go(world, passer, (sidle_vec2){55, 1.6f + 0.2f * (float)n}));
        for (int tick = 0; tick < 20 * 30; tick++) {
            assert_ok(sidle_world_step(world, TICK));
            for (int k = 0; k < FIVE; k++) {
                sidle_unit_state s = state_of(world, ids[k]);
                moved = moved || s.made_velocity.x != 0 || s.made_velocity.y != 0;
                assert_true(s.arrived);
                assert_int_equal(s.arrival, told[k]);
            }
        }
        assert_true(moved);
        sidle_world_destroy(world);
    }
}

/* An order, a teleport or a profile that says never ends it at once. */
TEST(an_order_to_one_that_steps_aside_is_obeyed) {
    for (int how = 0; how < 4; how++) {
        corridor c = packed_corridor(SIDLE_GIVE_WAY_FRIENDS, 0);
        int k = 0;
        for (int tick = 0; tick < 300 && k == 0; tick++) {
            assert_ok(sidle_world_step(c.world, TICK));
            for (int n = 1; n < CROWD && !k; n++)
                if (distance(state_of(c.world, c.ids[n]).position, c.places[n]) > 0.2f) k = n;
        }
        assert_true(k > 0);
        if (how == 0) assert_ok(sidle_unit_stop(c.world, c.ids[k]));
        if (how == 1) assert_ok(sidle_unit_hold(c.world, c.ids[k]));
        if (how == 2) assert_ok(sidle_unit_teleport(c.world, c.ids[k], (sidle_vec2){36, 1.5f}));
        if (how == 3) assert_ok(sidle_unit_set_profile(c.world, c.ids[k], (sidle_profile_id){0}));
        if (how == 3) nobody_gives_way(c.world);
        assert_null(sidle_world_validate(c.world));
        run(c.world, 30);
        sidle_vec2 at = state_of(c.world, c.ids[k]).position;
        if (how == 2) assert_true(distance(at, (sidle_vec2){36, 1.5f}) < 0.01f);
        if (how == 1) assert_true(distance(at, c.places[k]) > 0.1f);
        sidle_world_destroy(c.world);
    }
}

TESTS_OF(give_way)
