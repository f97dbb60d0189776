/* A line that holds holds: with push_enemies = no nobody comes through enemies, not in the press of
 * friends either. With push_enemies = yes they come through, and displace nobody. */
#include "bodies.h"

enum { ATTACKERS = 12, DEFENDERS_MOST = 8, OURS = 1, THEIRS = 2 };

static const float WALL = 30; /* u, the near side of a wall of 1 u with a gap about y = 20 */

typedef struct assault {
    sidle_world *world;
    sidle_unit_id attackers[ATTACKERS], defenders[DEFENDERS_MOST];
    sidle_vec2 stood[DEFENDERS_MOST];
    int defending;
    double deepest; /* that an attacker ever was in a defender, as a share of the smaller radius */
} assault;

/* So many stand abreast in a gap of so many u; none of them has an order yet. */
static assault before_gap(uint32_t gap, int defending, float pitch, uint32_t team) {
    assault a = {.world = open_world(60, 40), .defending = defending};
    uint32_t y0 = 20 - gap / 2;
    wall_with_door(a.world, (uint32_t)WALL, 1, y0, gap, SIDLE_TERRAIN_TREES);
    float middle = (float)y0 + 0.5f * (float)gap;
    for (int k = 0; k < defending; k++) {
        float y = middle + pitch * ((float)k - 0.5f * (float)(defending - 1));
        a.defenders[k] = unit_in_team(a.world, (sidle_profile_id){0}, team, WALL + 0.5f, y);
        a.stood[k] = state_of(a.world, a.defenders[k]).position;
    }
    return a;
}

static void charge(assault *a, uint32_t push_enemies, const uint8_t *ladder) {
    sidle_profile p = sidle_profile_default();
    assert_int_equal(p.push_enemies, 0); /* by default a line holds */
    p.push_enemies = push_enemies;
    if (ladder) memcpy(p.ladder, ladder, sizeof p.ladder);
    sidle_profile_id kind = profile_in(a->world, &p);
    const sidle_vec2 through[] = {{WALL - 2, 20}, {WALL + 3, 20}};
    for (int k = 0; k < ATTACKERS; k++) {
        float x = 26 - 1.3f * (float)(k / 4), y = 18.5f + (float)(k % 4);
        a->attackers[k] = unit_in_team(a->world, kind, OURS, x, y);
        assert_ok(sidle_unit_go(a->world, a->attackers[k], (sidle_vec2){45, y}));
        assert_ok(sidle_unit_set_path(a->world, a->attackers[k], through, 2));
    }
}

static int attackers_through(const assault *a) {
    int through = 0;
    for (int k = 0; k < ATTACKERS; k++)
        through += state_of(a->world, a->attackers[k]).position.x > WALL + 0.5f;
    return through;
}

static void note_depth(assault *a) {
    for (int k = 0; k < ATTACKERS; k++) {
        sidle_unit_state s = state_of(a->world, a->attackers[k]);
        for (int n = 0; n < a->defending; n++) {
            sidle_unit_state d = state_of(a->world, a->defenders[n]);
            if (d.team == s.team) continue;
            a->deepest = fmax(a->deepest, bodies_depth(&s, &d));
        }
    }
}

static void fight(assault *a, float seconds) {
    for (int k = 0; k < (int)(seconds * 30); k++) {
        assert_ok(sidle_world_step(a->world, TICK));
        note_depth(a);
    }
    for (int n = 0; n < a->defending; n++)
        assert_same_place(a->world, a->defenders[n], a->stood[n]);
}

/* A body that does not push stays out of others but for a hair. */
static const double A_HAIR = 0.1;

static void assert_nobody_comes_through(assault *a, const char *scene) {
    fight(a, 120);
    int through = attackers_through(a);
    print_message("%s: %d came through, %.3f of a radius deep at most\n", scene, through,
                  a->deepest);
    assert_int_equal(through, 0);
    assert_true(a->deepest < A_HAIR);
    sidle_world_destroy(a->world);
}

/* ---- no ---- */

TEST(no_unit_gets_through_a_gap_between_enemies_that_is_too_narrow) {
    static const struct {
        int defending;
        float pitch; /* u */
        const char *scene;
    } GAPS[] = {{3, 1.5f, "three with 0.5 u between them"},
                {2, 1.95f, "two with 0.95 u between them"},
                {2, 1.98f, "two with 0.98 u between them"}};
    for (int k = 0; k < 3; k++) {
        assault a = before_gap(4, GAPS[k].defending, GAPS[k].pitch, THEIRS);
        charge(&a, 0, NULL);
        assert_nobody_comes_through(&a, GAPS[k].scene);
    }
}

/* They hold, only stand, or have arrived. */
static void defend(assault *a, sidle_order order) {
    for (int k = 0; k < a->defending; k++) {
        if (order == SIDLE_ORDER_HOLD) assert_ok(sidle_unit_hold(a->world, a->defenders[k]));
        if (order == SIDLE_ORDER_GO)
            assert_ok(sidle_unit_go(a->world, a->defenders[k], a->stood[k]));
    }
    run(a->world, 1);
    for (int k = 0; k < a->defending; k++) {
        sidle_unit_state s = state_of(a->world, a->defenders[k]);
        assert_int_equal(s.arrived, order == SIDLE_ORDER_GO);
        a->stood[k] = s.position;
    }
}

TEST(no_unit_gets_through_enemies_with_any_ladder) {
    static const struct {
        sidle_order defends;
        uint8_t ladder[SIDLE_LADDER_STEPS]; /* none: the default */
        const char *scene;
    } ROWS[] = {
        {SIDLE_ORDER_HOLD, {0}, "four hold"},
        {SIDLE_ORDER_NONE, {0}, "four stand"},
        {SIDLE_ORDER_GO, {0}, "four have arrived"},
        {SIDLE_ORDER_NONE, {SIDLE_STEP_PUSH}, "four stand, push"},
        {SIDLE_ORDER_NONE, {SIDLE_STEP_WAIT, SIDLE_STEP_PUSH}, "four stand, wait and push"},
        {SIDLE_ORDER_NONE, {SIDLE_STEP_PUSH, SIDLE_STEP_REPLAN}, "four stand, push and ask"},
    };
    for (size_t k = 0; k < sizeof ROWS / sizeof *ROWS; k++) {
        assault a = before_gap(4, 4, 1, THEIRS);
        defend(&a, ROWS[k].defends);
        charge(&a, 0, ROWS[k].ladder[0] ? ROWS[k].ladder : NULL);
        assert_nobody_comes_through(&a, ROWS[k].scene);
    }
}

/* The host tells them to push, again and again. */
TEST(no_unit_gets_through_enemies_at_an_answer_of_the_host) {
    static const uint8_t ASK[SIDLE_LADDER_STEPS] = {SIDLE_STEP_NONE};
    assault a = before_gap(4, 4, 1, THEIRS);
    charge(&a, 0, ASK);
    for (int k = 0; k < 600; k++) {
        for (int n = 0; n < ATTACKERS; n++)
            sidle_unit_answer(a.world, a.attackers[n], SIDLE_STEP_PUSH);
        fight(&a, 0.1f);
    }
    assert_int_equal(attackers_through(&a), 0);
    assert_true(a.deepest < A_HAIR);
    sidle_world_destroy(a.world);
}

TEST(friends_that_stand_are_pushed_through) {
    for (int holds = 0; holds < 2; holds++) {
        assault a = before_gap(4, 4, 1, OURS);
        nobody_gives_way(a.world);
        for (int k = 0; holds && k < 4; k++) assert_ok(sidle_unit_hold(a.world, a.defenders[k]));
        charge(&a, 0, NULL);
        fight(&a, 120);
        assert_int_equal(attackers_through(&a), ATTACKERS);
        sidle_world_destroy(a.world);
    }
}

TEST(a_gap_between_enemies_that_is_wide_enough_is_used) {
    assault a = before_gap(5, 2, 3, THEIRS);
    charge(&a, 0, NULL);
    fight(&a, 120);
    assert_int_equal(attackers_through(&a), ATTACKERS);
    assert_true(a.deepest < A_HAIR);
    sidle_world_destroy(a.world);
}

/* ---- shut in ---- */

/* A unit inside a ring of enemies that leaves it hardly its own room. It cannot get out, so it
 * comes to rest where it is. */
TEST(a_unit_shut_in_by_enemies_is_told_so) {
    enum { RING = 6 };
    for (int far = 0; far < 2; far++) { /* its goal lies beside the ring, or far away */
        sidle_world *world = open_world(60, 40);
        sidle_profile_id small = profile_of_radius(world, 0.49f);
        sidle_unit_id ring[RING];
        sidle_vec2 stood[RING];
        for (int k = 0; k < RING; k++) {
            float angle = (float)k * 1.04719755f;
            stood[k] = (sidle_vec2){20 + 0.982f * cosf(angle), 20 + 0.982f * sinf(angle)};
            ring[k] = unit_in_team(world, small, THEIRS, stood[k].x, stood[k].y);
        }
        sidle_unit_id in = unit_in_team(world, (sidle_profile_id){0}, OURS, 20, 20);
        assert_ok(sidle_unit_go(world, in, (sidle_vec2){far ? 50 : 23.5f, 21}));
        sidle_event e = await_event(world, SIDLE_EVENT_STUCK, in, 60);
        assert_int_equal(e.condition, far ? SIDLE_CONDITION_SHUT_IN : SIDLE_CONDITION_NO_ROOM);
        run(world, 30);
        sidle_vec2 rests = state_of(world, in).position;
        run(world, 30);
        sidle_unit_state s = state_of(world, in);
        assert_true(hypotf(s.position.x - rests.x, s.position.y - rests.y) < 0.005f);
        assert_true(s.under_way && s.stuck);
        for (int k = 0; k < RING; k++) {
            assert_same_place(world, ring[k], stood[k]);
            sidle_unit_state of_ring = state_of(world, ring[k]);
            assert_true(bodies_depth(&s, &of_ring) < 0.04);
        }
        sidle_world_destroy(world);
    }
}

/* ---- allies ---- */

TEST(an_alliance_holds_both_ways_until_it_ends) {
    sidle_world *world = open_world(8, 8), *copy = open_world(4, 4);
    assert_true(sidle_world_are_friends(world, 7, 7));
    assert_false(sidle_world_are_friends(world, 1, 2));
    assert_ok(sidle_world_set_allies(world, 1, SIDLE_TEAM(1u) | SIDLE_TEAM(2u) | SIDLE_TEAM(62u)));
    assert_true(sidle_world_allies(world, 1) == (SIDLE_TEAM(2u) | SIDLE_TEAM(62u)));
    assert_true(sidle_world_allies(world, 62) == SIDLE_TEAM(1u));
    assert_true(sidle_world_are_friends(world, 2, 1));
    assert_false(sidle_world_are_friends(world, 2, 62)); /* a friend of a friend is none */
    uint64_t hash = sidle_world_hash(world);
    assert_ok(sidle_world_copy(copy, world));
    assert_true(sidle_world_hash(copy) == hash && sidle_world_are_friends(copy, 62, 1));
    assert_ok(sidle_world_set_allies(world, 2, 0));
    assert_false(sidle_world_are_friends(world, 1, 2));
    assert_true(sidle_world_are_friends(world, 1, 62));
    assert_true(sidle_world_hash(world) != hash);
    hash = sidle_world_hash(world);
    assert_int_equal(sidle_world_set_allies(world, 63, 0), SIDLE_ERROR_ARGUMENT);
    assert_int_equal(sidle_world_set_allies(world, 1, SIDLE_TEAM(63u)), SIDLE_ERROR_ARGUMENT);
    assert_int_equal(sidle_world_set_allies(NULL, 1, 0), SIDLE_ERROR_ARGUMENT);
    assert_true(sidle_world_allies(world, 63) == 0 && sidle_world_allies(NULL, 1) == 0);
    assert_true(sidle_world_hash(world) == hash && !sidle_world_validate(world));
    sidle_world_destroy(world);
    sidle_world_destroy(copy);
}

/* Allies that stand in the gap are pushed through like friends, and hold it once they are none. */
TEST(allies_are_pushed_through_until_the_alliance_ends) {
    for (int ends = 0; ends < 2; ends++) {
        assault a = before_gap(4, 4, 1, THEIRS);
        nobody_gives_way(a.world);
        assert_ok(sidle_world_set_allies(a.world, THEIRS, SIDLE_TEAM((uint32_t)OURS)));
        charge(&a, 0, NULL);
        if (ends) assert_ok(sidle_world_set_allies(a.world, OURS, 0));
        fight(&a, 120);
        assert_int_equal(attackers_through(&a), ends ? 0 : ATTACKERS);
        sidle_world_destroy(a.world);
    }
}

/* An idle ally steps aside in a lane; an enemy does not. */
TEST(allies_step_aside) {
    for (int allied = 0; allied < 2; allied++) {
        sidle_world *world = open_world(40, 6);
        wall_with_door(world, 10, 20, 2, 2, SIDLE_TERRAIN_VOID);
        sidle_unit_id waits = unit_in_team(world, (sidle_profile_id){0}, THEIRS, 20, 3);
        sidle_unit_id comes = unit_in_team(world, (sidle_profile_id){0}, OURS, 4, 3);
        if (allied) assert_ok(sidle_world_set_allies(world, OURS, SIDLE_TEAM((uint32_t)THEIRS)));
        assert_ok(sidle_unit_go(world, comes, (sidle_vec2){36, 3}));
        sidle_vec2 stood = state_of(world, waits).position;
        bool aside = false;
        for (int k = 0; k < 900; k++) {
            assert_ok(sidle_world_step(world, TICK));
            aside |= state_of(world, waits).position.x != stood.x;
        }
        assert_int_equal(aside, allied);
        assert_int_equal(state_of(world, comes).position.x > 30, allied);
        sidle_world_destroy(world);
    }
}

/* ---- yes ---- */

TEST(a_unit_that_may_push_enemies_gets_through_and_displaces_none) {
    assault a = before_gap(4, 4, 1, THEIRS);
    for (int k = 0; k < 4; k++) assert_ok(sidle_unit_hold(a.world, a.defenders[k]));
    charge(&a, 1, NULL);
    fight(&a, 120);
    assert_int_equal(attackers_through(&a), ATTACKERS);
    sidle_world_destroy(a.world);
}

TESTS_OF(enemies)
