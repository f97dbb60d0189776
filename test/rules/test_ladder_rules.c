/* The ladder of a blocked unit against its plain rules: random ladders, from random rungs, with and
 * without others that ask for a path in its place. */
#include "internals.h"
#include "support.h"

#include <math.h>

enum { WORLDS = 60, ROUNDS = 300, SIZE = 40 };

typedef struct tally {
    uint32_t begins, climbs, stays, waits, asks, relies, pushes, kept_from_push, nowhere;
} tally;

typedef struct scene {
    sidle_world *world;
    sidle_unit_id id, other;
    sidle_profile profile;
    bool enemies;
    float its_top_speed;
} scene;

static float dot(sidle_vec2 a, sidle_vec2 b) {
    return a.x * b.x + a.y * b.y;
}

static sidle_vec2 minus(sidle_vec2 a, sidle_vec2 b) {
    return (sidle_vec2){a.x - b.x, a.y - b.y};
}

/* ---- the rules ---- */

/* Is the one before it under way to the same side, or does it move, and not come nearer? */
static bool blocker_goes_on(const scene *s) {
    sidle_unit_state u = state_of(s->world, s->id), other = state_of(s->world, s->other);
    sidle_vec2 to_goal = minus(u.goal, u.position), velocity = other.predicted_velocity;
    if (dot(to_goal, minus(other.goal, other.position)) > 0) return true;
    if (dot(velocity, to_goal) < 0) return false;
    return hypotf(velocity.x, velocity.y) > 0.25f * s->its_top_speed;
}

/* Another one asks for a path in its place, or will. */
static bool is_left_to_other(const scene *s, inside_ladder *l) {
    if (!l->blocker.slot || l->blocker_stands || !blocker_goes_on(s)) return false;
    if (l->its_asked > 0) l->asked = fmaxf(l->asked, l->its_asked);
    return l->its_asked > 0 || (l->its_asked == 0 && l->stalled < s->profile.patience);
}

static bool asks_for_path(const scene *s, inside_ladder *l) {
    if (l->backoff_left > 0) return false;
    l->told |= 1u << SIDLE_EVENT_PATH_WANTED;
    l->asked = s->profile.tuning.replan_backoff_max;
    l->backoff = l->backoff > 0 ? fminf(2 * l->backoff, s->profile.tuning.replan_backoff_max)
                                : s->profile.tuning.replan_backoff;
    l->backoff_left = l->backoff;
    /* Before one that stands those behind are to ask too. */
    if (l->blocker.slot && l->blocker_stands) l->asked = -s->profile.patience;
    if (l->blocker.slot && l->its_asked < 0) l->asked = fminf(l->asked, l->its_asked);
    return true;
}

static void begin(inside_ladder *l, sidle_step step, float seconds) {
    l->step = step;
    l->step_left = seconds;
    l->relies = false;
}

static bool try_step(const scene *s, inside_ladder *l, tally *t) {
    const sidle_profile *p = &s->profile;
    bool other;
    switch (p->ladder[l->rung]) {
    case SIDLE_STEP_WAIT: return begin(l, SIDLE_STEP_WAIT, p->wait_time), t->waits++, true;
    case SIDLE_STEP_REPLAN:
        other = is_left_to_other(s, l);
        if (!other && !asks_for_path(s, l)) return false;
        begin(l, SIDLE_STEP_REPLAN, p->tuning.answer_time);
        l->relies = other;
        t->asks += !other;
        t->relies += other;
        return true;
    default:
        /* Where nothing but a solid enemy can be met, nobody pushes. */
        if (l->blocker.slot && l->value >= SIDLE_VALUE_UNIT && s->enemies && !p->push_enemies)
            return t->kept_from_push++, false;
        begin(l, SIDLE_STEP_PUSH, p->push_time);
        l->told |= 1u << SIDLE_EVENT_PUSHING;
        return t->pushes++, true;
    }
}

/* From this rung on, round the top at most once; without any that leads somewhere it waits for the
 * back-off. */
static void climb(const scene *s, inside_ladder *l, tally *t) {
    uint32_t steps = 0;
    while (steps < SIDLE_LADDER_STEPS && s->profile.ladder[steps]) steps++;
    for (uint32_t tries = 0; tries <= SIDLE_LADDER_STEPS; tries++, l->rung++) {
        if (l->rung >= steps) {
            l->rung = 0;
            l->told |= 1u << SIDLE_EVENT_BLOCKED;
        }
        if (!steps) break;
        if (try_step(s, l, t)) return;
    }
    t->nowhere++;
    l->rung = 0;
    begin(l, SIDLE_STEP_NONE, s->profile.tuning.replan_backoff);
}

static void escalate(const scene *s, inside_ladder *l, tally *t) {
    l->unblocked = 0;
    if (!l->active) {
        t->begins++;
        l->active = true;
        l->rung = 0;
        l->told |= 1u << SIDLE_EVENT_BLOCKED;
    } else if (!l->relies || is_left_to_other(s, l)) {
        if (l->step_left > 0) {
            t->stays++;
            return;
        }
        if (l->step != SIDLE_STEP_NONE) l->rung++;
    }
    t->climbs++;
    climb(s, l, t);
}

/* ---- random units ---- */

static sidle_vec2 somewhere(dice *d) {
    return (sidle_vec2){roll_between(d, 2, SIZE - 2), roll_between(d, 2, SIZE - 2)};
}

static scene random_scene(dice *d) {
    scene s = {.world = open_world(SIZE, SIZE), .profile = sidle_profile_default()};
    sidle_profile *p = &s.profile, its = sidle_profile_default();
    memset(p->ladder, 0, sizeof p->ladder);
    for (uint32_t k = 0, steps = roll(d, SIDLE_LADDER_STEPS + 1); k < steps; k++)
        p->ladder[k] = (uint8_t)(1 + roll(d, 3));
    p->patience = roll_between(d, 0.5f, 3);
    p->tuning.replan_backoff = roll_between(d, 0.2f, 3);
    p->tuning.replan_backoff_max = p->tuning.replan_backoff * roll_between(d, 1, 9);
    p->push_enemies = roll(d, 2);
    its.top_speed = s.its_top_speed = roll_between(d, 1, 5);
    sidle_unit_def def = sidle_unit_def_default();
    def.profile = profile_in(s.world, p);
    def.position = somewhere(d);
    assert_ok(sidle_unit_create(s.world, &def, &s.id));
    s.enemies = roll(d, 2);
    def.profile = profile_in(s.world, &its);
    def.team = s.enemies;
    def.position = somewhere(d);
    assert_ok(sidle_unit_create(s.world, &def, &s.other));
    assert_ok(sidle_unit_go(s.world, s.id, somewhere(d)));
    assert_ok(sidle_unit_go(s.world, s.other, somewhere(d)));
    run(s.world, roll(d, 3) ? 0.2f : roll_between(d, 0.5f, 15));
    assert_ok(sidle_unit_go(s.world, s.id, somewhere(d)));
    return s;
}

static float maybe(dice *d, float most) {
    return roll(d, 2) ? roll_between(d, 0, most) : 0;
}

static inside_ladder random_ladder(const scene *s, dice *d) {
    inside_ladder l = {.step_left = maybe(d, 2),
                       .unblocked = maybe(d, 2),
                       .backoff = maybe(d, s->profile.tuning.replan_backoff_max),
                       .backoff_left = maybe(d, 2),
                       .stalled = maybe(d, 6),
                       .asked = roll_between(d, -3, 9) * (float)roll(d, 2),
                       .its_asked = roll_between(d, -3, 9) * (float)roll(d, 2),
                       .rung = roll(d, SIDLE_LADDER_STEPS),
                       .value = roll(d, 2) ? SIDLE_VALUE_UNIT : roll(d, SIDLE_VALUE_UNIT),
                       .step = (sidle_step)roll(d, SIDLE_STEP_COUNT),
                       .active = roll(d, 4) != 0,
                       .blocker_stands = roll(d, 2)};
    if (roll(d, 4)) l.blocker = s->other;
    l.relies = l.step == SIDLE_STEP_REPLAN && roll(d, 2);
    return l;
}

#define SAME(what)                                                                                 \
    if (is.what != expected.what)                                                                  \
    fail_msg(#what " is %g and not %g", (double)is.what, (double)expected.what)

static void blocked_units_climb_as_the_rules_say(void **state) {
    (void)state;
    dice d = {3};
    tally t = {0};
    for (int n = 0; n < WORLDS; n++) {
        scene s = random_scene(&d);
        for (int k = 0; k < ROUNDS; k++) {
            inside_ladder from = random_ladder(&s, &d), expected = from;
            escalate(&s, &expected, &t);
            inside_ladder is = inside_escalate(s.world, s.id, &from);
            SAME(active);
            SAME(step);
            SAME(rung);
            SAME(relies);
            SAME(step_left);
            SAME(unblocked);
            SAME(backoff);
            SAME(backoff_left);
            SAME(asked);
            SAME(told);
        }
        sidle_world_destroy(s.world);
    }
    print_message(
        "%u begin, %u climb, %u stay; %u wait, %u ask, %u leave that to another, %u push, "
        "%u may not, %u find no rung\n",
        t.begins, t.climbs, t.stays, t.waits, t.asks, t.relies, t.pushes, t.kept_from_push,
        t.nowhere);
    const uint32_t often[] = {t.begins, t.climbs, t.stays,          t.waits,  t.asks,
                              t.relies, t.pushes, t.kept_from_push, t.nowhere};
    for (size_t k = 0; k < sizeof often / sizeof *often; k++) assert_true(often[k] > 100);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blocked_units_climb_as_the_rules_say),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
