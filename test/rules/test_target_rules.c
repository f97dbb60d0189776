/* Orders that move their goal against their plain rules, in random scenes. */
#include "internals.h"
#include "support.h"
#include "target_oracle.h"

#include <math.h>

enum { SCENES = 32, UNITS = 40, SIZE = 30, TICKS = 360, PROFILES = 4 };

typedef struct witness {
    sidle_world *world;
    int count;
    uint32_t scene;
    float dt;                              /* s */
    inside_aim before[UNITS], then[UNITS]; /* before and after TARGET */
    target_tally t;
} witness;

/* ---- the comparison ---- */

static void fault(const witness *w, int k, const inside_aim *u, const char *what, double is,
                  double expected) {
    fail_msg("scene %u, tick %llu, unit %d, order %d: %s is %g and not %g", w->scene,
             (unsigned long long)sidle_world_tick(w->world), k, u->order, what, is, expected);
}

static void same_point(const witness *w, int k, const inside_aim *u, const char *what,
                       sidle_vec2 is, sidle_vec2 expected) {
    if (!target_is_off(is, expected)) return;
    fault(w, k, u, what, (double)is.x, (double)expected.x);
    fault(w, k, u, what, (double)is.y, (double)expected.y);
}

static bool has_goal_that_moves(const inside_aim *u) {
    return u->order >= SIDLE_ORDER_PURSUE && u->order != SIDLE_ORDER_WANDER;
}

static void compare_target(witness *w, int k) {
    inside_aim was = w->before[k], o = was, *is = &w->then[k];
    bool needs_target = was.order != SIDLE_ORDER_FLEE && was.order != SIDLE_ORDER_APPROACH_POINT;
    if (!has_goal_that_moves(&was) || (needs_target && was.target < 0)) return;
    target_scene scene = {w->world, w->before, w->dt};
    target_oracle(&scene, k, &o, &w->t);
    if (is->order != o.order) fault(w, k, &was, "the order", is->order, o.order);
    if (is->under_way != o.under_way) fault(w, k, &was, "under way", is->under_way, o.under_way);
    if (is->arrived != o.arrived) fault(w, k, &was, "arrived", is->arrived, o.arrived);
    if (is->claims != o.claims) fault(w, k, &was, "claims a place", is->claims, o.claims);
    if (is->seeks != o.seeks) fault(w, k, &was, "asks for a place", is->seeks, o.seeks);
    if (is->touches != o.touches) fault(w, k, &was, "has caught", is->touches, o.touches);
    if (is->told != o.told) fault(w, k, &was, "what is told", is->told, o.told);
    if (is->has_fled != o.has_fled) fault(w, k, &was, "has fled", is->has_fled, o.has_fled);
    if (was.order == SIDLE_ORDER_FOLLOW && is->wants_look != o.wants_look)
        fault(w, k, &was, "a look before its time", is->wants_look, o.wants_look);
    if (fabs(is->halt - o.halt) > 1e-3) fault(w, k, &was, "the halt", is->halt, o.halt);
    same_point(w, k, &was, "the goal", is->goal, o.goal);
    same_point(w, k, &was, "the point", is->point, o.point);
    same_point(w, k, &was, "its velocity", is->steer_velocity, o.steer_velocity);
    same_point(w, k, &was, "the goal then", is->goal_then, o.goal_then);
}

static void compare_look(witness *w, int k) {
    target_scene scene = {w->world, w->before, w->dt};
    inside_aim is = inside_aim_of(w->world, (uint32_t)k), *was = &w->then[k];
    if (!is.looked || !was->under_way) return;
    bool flees = was->order == SIDLE_ORDER_EVADE || was->order == SIDLE_ORDER_FLEE;
    bool ranges = was->order == SIDLE_ORDER_APPROACH || was->order == SIDLE_ORDER_APPROACH_POINT;
    bool missing = was->target < 0 && was->order != SIDLE_ORDER_APPROACH_POINT;
    if ((ranges || was->leads) && !missing && was->halt == 0 && !was->claims && !was->clears) {
        same_point(w, k, was, "the way back", is.point, target_oracle_back(&scene, k, was));
        w->t.back_ways++;
    }
    if (flees && !was->claims && (was->order == SIDLE_ORDER_FLEE || was->target >= 0)) {
        if (!target_oracle_is_refuge(&scene, k, was, is.point))
            fault(w, k, was, "the refuge", (double)is.point.x, (double)was->position.x);
        w->t.refuges++;
    }
}

static void watch(void *context, sidle_phase phase) {
    witness *w = context;
    w->count = (int)inside_body_count(w->world);
    for (int k = 0; k < w->count; k++) {
        if (phase == inside_target_begin) w->before[k] = inside_aim_of(w->world, (uint32_t)k);
        if (phase == inside_look_begin) w->then[k] = inside_aim_of(w->world, (uint32_t)k);
    }
    for (int k = 0; k < w->count && phase == inside_look_begin; k++) compare_target(w, k);
    for (int k = 0; k < w->count && phase == inside_look_end; k++) compare_look(w, k);
}

/* ---- scenes ---- */

static sidle_profile random_profile(dice *d) {
    sidle_profile p = sidle_profile_default();
    p.radius = roll_between(d, 0.25f, 0.9f);
    p.top_speed = roll_between(d, 0.8f, 5);
    p.foresight = roll_between(d, 0, 6);
    p.flee_distance = roll_between(d, 2, 8);
    p.follow_distance = roll_between(d, 1, 5);
    p.follow_clear = roll_between(d, 0, 6);
    p.patience = roll_between(d, 0.2f, 4);
    return p;
}

static sidle_vec2 somewhere(dice *d) {
    return (sidle_vec2){roll_between(d, 1, SIZE - 1), roll_between(d, 1, SIZE - 1)};
}

static void random_order(sidle_world *world, dice *d, sidle_unit_id id, sidle_unit_id other) {
    sidle_range range = {.least = roll(d, 2) ? 0 : roll_between(d, 0, 4)};
    range.most = range.least + roll_between(d, 0, 5);
    if (roll(d, 2)) range.sight = SIDLE_PASS_ALL & ~SIDLE_PASS(SIDLE_TERRAIN_TREES);
    uint32_t kind = roll(d, 9);
    sidle_vec2 point = somewhere(d);
    if (other.slot == id.slot) kind = 8;
    switch (kind) {
    case 0:
    case 1: assert_ok(sidle_unit_pursue(world, id, other)); break;
    case 2: assert_ok(sidle_unit_follow(world, id, other)); break;
    case 3: assert_ok(sidle_unit_evade(world, id, other)); break;
    case 4: assert_ok(sidle_unit_flee(world, id, point)); break;
    case 5: assert_ok(sidle_unit_approach(world, id, other, &range)); return;
    case 6: assert_ok(sidle_unit_approach_point(world, id, point, &range)); return;
    default: assert_ok(sidle_unit_go(world, id, point)); return;
    }
    range.sight = 0;
    if (kind && roll(d, 2)) (void)sidle_unit_set_range(world, id, &range);
}

/* All about a few that stand; these go elsewhere later. */
static void surround_few(sidle_world *world, dice *d, const sidle_unit_id *units, uint32_t count,
                         int tick) {
    for (uint32_t k = 0; k < 3 && tick == 280; k++)
        assert_ok(sidle_unit_go(world, units[k], somewhere(d)));
    for (uint32_t k = 3; k < count && tick == 0; k++) {
        const sidle_range range = {0.3f, 0, 0};
        if (roll(d, 4) == 0)
            assert_ok(sidle_unit_pursue(world, units[k], units[k % 3]));
        else
            assert_ok(sidle_unit_approach(world, units[k], units[k % 3], &range));
    }
}

static void give_orders(sidle_world *world, dice *d, const sidle_unit_id *units, uint32_t count,
                        uint32_t scene, int tick) {
    if (scene % 4 == 0) {
        surround_few(world, d, units, count, tick);
        return;
    }
    /* Few targets: hunters meet before them. */
    for (uint32_t k = 0; tick % 80 == 0 && k < count; k++)
        if (k > 5 || roll(d, 2))
            random_order(world, d, units[k], units[roll(d, scene % 2 ? 6 : count)]);
    for (uint32_t k = 6; tick % 80 == 0 && scene % 4 == 1 && k + 1 < count; k += 2) {
        assert_ok(sidle_unit_pursue(world, units[k], units[k + 1]));
        assert_ok(sidle_unit_pursue(world, units[k + 1], units[k]));
    }
}

static void play(uint32_t scene, witness *w) {
    dice d = {scene};
    sidle_world *world = watched_walls(&d, SIZE, roll(&d, 9), watch, w);
    w->world = world;
    sidle_profile_id profiles[PROFILES];
    sidle_unit_id units[UNITS];
    uint32_t count = 0;
    for (int k = 0; k < PROFILES; k++) {
        sidle_profile p = random_profile(&d);
        profiles[k] = profile_in(world, &p);
    }
    for (int k = 0; k < 4 * UNITS && count < UNITS; k++) {
        sidle_unit_def def = sidle_unit_def_default();
        def.profile = profiles[roll(&d, PROFILES)];
        def.position = somewhere(&d);
        if (!sidle_unit_create(world, &def, &units[count])) count++;
    }
    w->scene = scene;
    w->dt = scene % 3 ? TICK : 1 / 60.0f;
    for (int tick = 0; tick < TICKS; tick++) {
        give_orders(world, &d, units, count, scene, tick);
        assert_ok(sidle_world_step(world, w->dt));
        const char *broken = sidle_world_validate(world);
        if (broken) fail_msg("scene %u, tick %d: %s", scene, tick, broken);
    }
    sidle_world_destroy(world);
}

static void units_go_where_their_orders_say(void **state) {
    (void)state;
    static witness w;
    for (uint32_t scene = 0; scene < SCENES; scene++) play(scene, &w);
    const target_tally *t = &w.t;
    print_message(
        "%u pursue: %u come to rest, %u set out again, %u catch, %u each other; %u follow, "
        "%u clear the way; %u flee, %u are safe, %u look for a refuge; %u approach: %u back "
        "off, %u look for a way back, %u keep up, %u wait, %u ask again, %u lead; %u leave "
        "their places, %u tell that there is no room\n",
        t->pursues, t->rests, t->sets_out, t->caught, t->mutual, t->follows, t->clears, t->flees,
        t->safe, t->refuges, t->approaches, t->backs_off, t->back_ways, t->keeps_up, t->waits,
        t->asks, t->leads, t->leaves, t->no_room);
    const uint32_t often[] = {t->pursues, t->rests,      t->sets_out,  t->caught,   t->mutual,
                              t->follows, t->clears,     t->flees,     t->safe,     t->refuges,
                              t->leaves,  t->approaches, t->backs_off, t->keeps_up, t->waits,
                              t->asks,    t->leads,      t->back_ways};
    for (size_t k = 0; k < sizeof often / sizeof *often; k++) assert_true(often[k] > 20);
    assert_true(t->no_room > 5);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(units_go_where_their_orders_say),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
