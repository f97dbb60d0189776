/* Giving way against its oracle: random crowds at rest through which others drive. In each tick
 * every unit asks for room, steps aside, waits, returns and comes to rest as the rules say. */
#include "internals.h"
#include "plain_vec.h"
#include "support.h"

#include <math.h>

enum { SCENES = 108, UNITS = 60, SIZE = 24, TICKS = 240, PROFILES = 5 };

/* ---- a tick beside the oracle ---- */

typedef struct witness {
    sidle_world *world;
    float dt, last_dt;
    way_unit before[UNITS], units[UNITS], before_end[UNITS], expected[UNITS];
    way_tally tally;
    uint32_t compared, back, scene;
} witness;

static bool share_goal(const void *world, int a, int b) {
    return inside_share_goal(world, (uint32_t)a, (uint32_t)b);
}

static bool way_fits(const void *world, int k, sidle_vec2 to, float share) {
    sidle_vec2 from = inside_way_unit(world, (uint32_t)k).position;
    return inside_way_fits(world, (uint32_t)k, from, to, share) &&
           inside_way_fits(world, (uint32_t)k, to, to, 1);
}

static bool disc_fits(const void *world, int k, sidle_vec2 at) {
    return inside_disc_fits(world, (uint32_t)k, at);
}

static void describe(const witness *w, way_unit *units) {
    for (uint32_t k = 0; k < inside_body_count(w->world); k++)
        units[k] = inside_way_unit(w->world, k);
}

static way_scene scene_of(const witness *w) {
    return (way_scene){w->units,
                       (int)inside_body_count(w->world),
                       sidle_world_tick(w->world),
                       (double)w->dt,
                       (double)w->last_dt,
                       w->world,
                       share_goal,
                       way_fits,
                       disc_fits};
}

#define SAME(what, is, expected)                                                                   \
    if ((is) != (expected))                                                                        \
    fail_msg("scene %u, tick %llu, unit %d: " what " %d and not %d", w->scene,                     \
             (unsigned long long)sidle_world_tick(w->world), k, (int)(is), (int)(expected))

/* Is the unit on its way aside or back, and does it give way to the other one? */
static bool leaves_for(const way_unit *u, const way_unit *other) {
    bool friends = u->team == other->team;
    return u->under_way && u->by_itself && u->give_way && (friends || u->give_way == 2);
}

/* All units have looked. */
static void compare_asking(witness *w) {
    bool asks[UNITS], marked[UNITS];
    int drives[UNITS];
    describe(w, w->units);
    way_scene s = scene_of(w);
    for (int k = 0; k < s.count; k++) {
        /* A unit asks before it finds out that its place is lost, or in sight. */
        if (!w->before[k].to_place || w->units[k].aside) continue;
        w->units[k].waypoint = w->before[k].waypoint;
        w->units[k].on_last_leg = w->before[k].on_last_leg;
    }
    way_oracle_ask(&s, asks, drives, marked, &w->tally);
    for (int k = 0; k < s.count; k++) {
        const way_unit *u = &w->units[k];
        SAME("asks", u->asks, asks[k]);
        SAME("drives", u->drives, drives[k]);
        SAME("is asked", u->marked, marked[k]);
        bool for_return = u->lets_move ? u->for_return : u->aside;
        if (u->lets_move || u->looks) SAME("asks for return", u->asks_for_return, for_return);
        if (u->lets_move) assert_true(u->brake == 0 && !u->hit);
        bool waits = u->looks && u->asks && u->value >= u->threshold * SIDLE_VALUE_UNIT;
        if (waits) assert_true(u->unblocked == 0);
        if (waits && leaves_for(&w->units[u->blocker], u)) assert_true(u->sees_standing);
    }
}

static void assert_at(const witness *w, int k, const char *what, sidle_vec2 is, sidle_vec2 e) {
    if (hypot((double)is.x - (double)e.x, (double)is.y - (double)e.y) <= 2e-5) return;
    fail_msg("scene %u, tick %llu, unit %d: %s %g, %g and not %g, %g", w->scene,
             (unsigned long long)sidle_world_tick(w->world), k, what, (double)is.x, (double)is.y,
             (double)e.x, (double)e.y);
}

/* Those that were asked have decided. */
static void compare_stepping_aside(witness *w) {
    way_scene s = scene_of(w);
    describe(w, w->before_end);
    for (int k = 0; k < s.count; k++) {
        uint32_t ties = w->tally.ties;
        way_unit expected = way_oracle_go_aside(&s, k, &w->tally), *is = &w->before_end[k];
        /* A unit drives to the very edge of the strip: rounding says whether it is off it. */
        if (w->tally.ties > ties) continue;
        SAME("is aside", is->aside, expected.aside);
        if (!is->aside && (is->claims || !is->drives_now))
            continue; /* it has got a place, or none */
        SAME("drives", is->drives_now, expected.drives_now);
        SAME("is asked still", is->marked, false);
        SAME("drives back", is->drives_back, expected.drives_back);
        assert_float_equal(is->backoff_left, expected.backoff_left, 1e-5);
        if (!is->aside) continue;
        SAME("claims a place", is->claims, true);
        SAME("is aside for a return", is->for_return, expected.for_return);
        w->compared++;
        if (is->drives_back) continue; /* it may go round others, or to another place */
        assert_at(w, k, "drives to", is->waypoint, expected.waypoint);
        assert_at(w, k, "returns to", is->place, expected.place);
    }
}

/* Those that drive back are there, or drive on. In the tick in which a body rests on the place of
 * one it may get another place, and be there. */
static void compare_coming_to_rest(witness *w) {
    for (int k = 0; k < (int)inside_body_count(w->world); k++) {
        way_unit was = w->before_end[k], is = inside_way_unit(w->world, (uint32_t)k);
        if (!was.aside || !was.drives_now) continue;
        if (is.drives_now) {
            SAME("is aside", is.aside, true);
            continue;
        }
        SAME("is aside", is.aside, false);
        SAME("rests on its place", apart(is.position, is.place) <= is.arrival_radius, true);
        SAME("was on its way", was.drives_back, true);
        w->back++;
    }
}

static void watch(void *context, sidle_phase phase) {
    witness *w = context;
    if (phase == inside_look_begin) describe(w, w->before);
    if (phase == inside_contacts_begin) compare_asking(w);
    if (phase == inside_contacts_end) compare_stepping_aside(w);
}

/* ---- scenes ---- */

static sidle_profile random_profile(dice *d) {
    sidle_profile p = sidle_profile_default();
    p.radius = roll_between(d, 0.25f, 0.9f);
    p.top_speed = roll_between(d, 0.8f, 4);
    p.tuning.look_interval = roll(d, 2) ? 0.1f : roll_between(d, 0, 0.3f);
    p.give_way = roll(d, 4) ? SIDLE_GIVE_WAY_FRIENDS : roll(d, SIDLE_GIVE_WAY_COUNT);
    /* Whole ticks of 1/32 s, so that some clocks end on a tick. */
    p.patience = (float)(5 + roll(d, 60)) / 16;
    p.tuning.graze = roll(d, 2) ? 0.03f : roll_between(d, 0, 0.3f);
    p.tuning.arrival_radius = roll(d, 2) ? 0.05f : 0.2f;
    p.layer = roll(d, 8) == 0;
    return p;
}

static sidle_world *random_ground(dice *d, witness *w) {
    static uint8_t cells[SIZE * SIZE];
    uint32_t walls = roll(d, 3) ? roll(d, 12) : 0, lanes = roll(d, 4) == 0;
    for (uint32_t k = 0; k < SIZE * SIZE; k++) {
        bool between = lanes && k / SIZE % 4 == 0 && k % 8 < 7;
        cells[k] = between || roll(d, 100) < walls ? SIDLE_TERRAIN_TREES : SIDLE_TERRAIN_GROUND;
    }
    w->world = watched_world(cells, SIZE, watch, w);
    return w->world;
}

static sidle_vec2 somewhere(dice *d) {
    return (sidle_vec2){roll_between(d, 0, SIZE), roll_between(d, 0, SIZE)};
}

/* Most stand about; each third is sent to and fro, a few of them to the place of another one. */
static void send(sidle_world *world, dice *d, const sidle_unit_id *units, uint32_t count) {
    for (uint32_t k = 0; k < count; k++) {
        bool busy = state_of(world, units[k]).under_way;
        if (k % 3 || roll(d, busy ? 8 : 2)) continue;
        sidle_vec2 goal = somewhere(d);
        if (!roll(d, 4)) goal = state_of(world, units[roll(d, count)]).position;
        if (!roll(d, 3) && k) goal = state_of(world, units[k - 1]).goal;
        assert_ok(sidle_unit_go(world, units[k], goal));
    }
    sidle_unit_id id = units[roll(d, count)];
    switch (roll(d, 6)) {
    case 0: assert_ok(sidle_unit_hold(world, id)); break;
    case 1: assert_ok(sidle_unit_stop(world, id)); break;
    case 2: assert_ok(sidle_unit_set_speed_factor(world, id, roll(d, 2) ? 1 : 0)); break;
    case 3: assert_ok(sidle_unit_set_ghost(world, id, roll(d, 2))); break;
    case 4: (void)sidle_unit_teleport(world, id, somewhere(d)); break;
    default: break;
    }
}

static void play(uint32_t scene, witness *w) {
    dice d = {scene};
    sidle_world *world = random_ground(&d, w);
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
        def.team = roll(&d, 6) == 0;
        if (!sidle_unit_create(world, &def, &units[count])) count++;
    }
    w->scene = scene;
    w->dt = w->last_dt = scene % 4 ? TICK : 1 / 32.0f;
    for (int tick = 0; tick < TICKS; tick++) {
        if (tick % 20 == 0) send(world, &d, units, count);
        assert_ok(sidle_world_step(world, w->dt));
        compare_coming_to_rest(w);
    }
    sidle_world_destroy(world);
}

static void units_give_way_as_the_rules_say(void **state) {
    (void)state;
    static witness w;
    for (uint32_t scene = 0; scene < SCENES; scene++) play(scene, &w);
    const way_tally *t = &w.tally;
    print_message("%u looked at aside: %u ask, %u of them held, %u ask by touch, %u step aside, %u "
                  "on this side, %u "
                  "across, %u a part of the way, %u stay, %u ahead, %u wait, %u return, %u between "
                  "two, %u are back; %u ask on their way back, %u step aside for such ones alone, "
                  "%u do not\n",
                  w.compared, t->asks, t->held, t->touches, t->begins, t->aside, t->across, t->less,
                  t->stays, t->ahead, t->waits, t->returns, t->nearer, w.back, t->asks_back,
                  t->for_return, t->ignores);
    /* The scenes were worth it: each rule came up often. */
    assert_true(200 * w.tally.ties < w.compared);
    const uint32_t often[] = {t->asks,    t->touches, t->begins, t->aside, t->across,
                              t->less,    t->ignores, t->stays,  t->ahead, t->waits,
                              t->returns, t->nearer,  w.back};
    for (size_t k = 0; k < sizeof often / sizeof *often; k++) assert_true(often[k] > 200);
    assert_true(t->asks_back > 20 && t->for_return > 100);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(units_give_way_as_the_rules_say),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
