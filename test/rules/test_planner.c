/* The planner against its oracle: random scenes, every unit, values and choices. */
#include "oracle.h"
#include "support.h"

enum { SCENES = 100, UNITS = 90, SIZE = 30 };

typedef struct scene {
    sidle_world *world;
    sidle_unit_id units[UNITS];
    int side[UNITS];
    int count;
} scene;

static sidle_profile random_profile(dice *d) {
    sidle_profile p = sidle_profile_default();
    p.radius = roll_between(d, 0.25f, 1.2f);
    p.top_speed = roll(d, 12) ? roll_between(d, 0.5f, 6) : 0; /* who stands looks as well */
    p.view_distance = roll_between(d, 2, 7);
    p.tuning.look_cell = roll_between(d, 0.15f, 0.5f);
    p.tuning.look_interval = 0;
    p.tuning.side_reach = roll_between(d, 1, 4);
    p.tuning.threshold = roll_between(d, 0, 0.6f);
    p.tuning.graze = roll(d, 2) ? 0 : roll_between(d, 0, 0.1f);
    p.tuning.side_bias = roll_between(d, -0.5f, 0.5f);
    p.tuning.side_hysteresis = roll_between(d, 0, 0.3f);
    p.layer = roll(d, 8) == 0;
    p.push_enemies = roll(d, 2);
    p.priority = roll(d, 2) ? 100 : 90 + roll(d, 20);
    p.give_way = SIDLE_GIVE_WAY_NEVER; /* who steps aside is under way, and tells nobody */
    p.queue = 0;                       /* a unit that waits for its turn does not look */
    return p;
}

static scene random_scene(dice *d, bool alike) {
    char picture[SIZE * (SIZE + 1) + 1], *c = picture;
    uint32_t walls = roll(d, 12);
    for (int y = 0; y < SIZE; y++) {
        for (int x = 0; x < SIZE; x++) *c++ = roll(d, 100) < walls ? '#' : '.';
        *c++ = '\n';
    }
    *c = 0;
    scene s = {.world = world_of(picture)};
    sidle_profile_id profiles[4];
    for (int k = 0; k < 4; k++) {
        sidle_profile p = random_profile(d);
        profiles[k] = profile_in(s.world, &p);
    }
    for (int k = 0; k < UNITS; k++) {
        sidle_unit_def def = sidle_unit_def_default();
        def.profile = profiles[alike ? 0 : roll(d, 4)];
        def.position = (sidle_vec2){roll_between(d, 0, SIZE), roll_between(d, 0, SIZE)};
        def.team = walls % 2 ? roll(d, 2) : 0;
        if (!sidle_unit_create(s.world, &def, &s.units[s.count])) s.count++;
    }
    assert_ok(sidle_unit_set_ghost(s.world, s.units[0], true));
    return s;
}

/* Those that march go side by side and one behind the other, all as fast. */
static void send_everybody(scene *s, dice *d, bool march, bool afresh) {
    for (int k = 0; k < s->count; k++) {
        sidle_vec2 goal = {roll_between(d, 0, SIZE), roll_between(d, 0, SIZE)};
        if (march) goal = (sidle_vec2){SIZE, state_of(s->world, s->units[k]).position.y};
        if (afresh) goal = state_of(s->world, s->units[k]).goal;
        if (afresh)
            assert_ok(sidle_unit_stop(s->world, s->units[k])); /* not the same order again */
        if (afresh || roll(d, 5)) assert_ok(sidle_unit_go(s->world, s->units[k], goal));
    }
}

/* Does the unit ask for a way round, before a wall or an enemy that rests, before it decides? */
static bool asks_for_way(const scene *s, int k, const oracle_sight *o, const sidle_why *w) {
    if (w->decision == o->decision) return false;
    if (o->decision == SIDLE_DECISION_BLOCKED) return true;
    sidle_unit_state blocker;
    return o->decision == SIDLE_DECISION_WAIT && !sidle_unit_get(s->world, o->blocker, &blocker) &&
           !blocker.under_way && blocker.team != state_of(s->world, s->units[k]).team;
}

static void assert_same_sight(const oracle_sight *o, const sidle_why *w, bool asks) {
    assert_float_equal((o->free ? -1 : o->hit), w->hit, 1e-4f);
    if (o->free) {
        assert_int_equal(w->decision, SIDLE_DECISION_FREE);
        return;
    }
    assert_int_equal(o->hit_value, w->hit_value);
    assert_int_equal(o->blocker.slot, w->blocker.slot);
    assert_float_equal(o->row, w->row, 1e-4f);
    assert_int_equal(o->ahead, w->value_ahead);
    assert_int_equal(o->right, w->value_right);
    assert_int_equal(o->left, w->value_left);
    if (o->right != SIDLE_VALUE_STATIC) assert_float_equal(o->right_at, w->offset_right, 1e-4f);
    if (o->left != SIDLE_VALUE_STATIC) assert_float_equal(o->left_at, w->offset_left, 1e-4f);
    assert_int_equal(o->value, w->value);
    if (o->value != SIDLE_VALUE_STATIC) assert_float_equal(o->at, w->offset, 1e-4f);
    sidle_decision decision = w->decision;
    if (decision == SIDLE_DECISION_REPLAN || decision == SIDLE_DECISION_PUSH)
        decision = SIDLE_DECISION_WAIT;
    if (!asks) assert_int_equal(o->decision, decision);
}

typedef struct tally {
    int free, detours, jams, walls, sides;
} tally;

/* One step; each unit that decided in it is compared. */
static void compare_a_step(scene *s, tally *t) {
    oracle_sight seen[UNITS];
    bool ordered[UNITS];
    for (int k = 0; k < s->count; k++) {
        ordered[k] = state_of(s->world, s->units[k]).under_way;
        if (ordered[k]) seen[k] = oracle_look(s->world, s->units[k], s->side[k]);
    }
    assert_ok(sidle_world_step(s->world, TICK));
    for (int k = 0; k < s->count; k++) {
        sidle_why why;
        if (!ordered[k] || !state_of(s->world, s->units[k]).under_way) continue; /* arrived */
        assert_ok(sidle_unit_why(s->world, s->units[k], &why));
        assert_same_sight(&seen[k], &why, asks_for_way(s, k, &seen[k], &why));
        t->free += why.decision == SIDLE_DECISION_FREE;
        t->detours += why.decision == SIDLE_DECISION_DETOUR;
        t->walls += why.decision == SIDLE_DECISION_BLOCKED;
        t->jams += seen[k].decision == SIDLE_DECISION_WAIT;
        t->sides += s->side[k] != 0;
        if (why.decision == SIDLE_DECISION_DETOUR && why.offset > 0) s->side[k] = 1;
        if (why.decision == SIDLE_DECISION_DETOUR && why.offset < 0) s->side[k] = -1;
    }
}

TEST(values_and_choices_agree_with_the_plain_planner) {
    dice d = {7};
    tally t = {0};
    for (int n = 0; n < SCENES; n++) {
        bool march = n % 5 == 4;
        scene s = random_scene(&d, march);
        send_everybody(&s, &d, march, false);
        run(s.world, roll_between(&d, 0, 3)); /* so that they have velocities */
        send_everybody(&s, &d, false, true);  /* so that what they remember is known: nothing */
        compare_a_step(&s, &t);
        compare_a_step(&s, &t); /* now with the side of the first detour */
        sidle_world_destroy(s.world);
    }
    /* The scenes were worth it: each kind of decision came up often. */
    assert_true(t.free > 500);
    assert_true(t.detours > 500);
    assert_true(t.jams > 100);
    assert_true(t.walls > 20);
    assert_true(t.sides > 200);
}

TESTS_OF(planner)
