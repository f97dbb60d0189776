/* The contact solver against its oracle: random crowds, every body, after the contacts of each
 * tick.
 *
 * In a world of one team a body ends at the same place to the last bit: both forms round in the
 * same places, and sums are of whole numbers. Beside enemies the core measures the step of a body
 * once more, also where no enemy is in its way. That may round the last bit of its place, and the
 * rounds that follow enlarge it. So with two teams one body in 20,000 may be off; such bodies come
 * in clusters, so many scenes are played. */
#include "internals.h"
#include "support.h"

enum { SCENES = 240, UNITS = 110, SIZE = 30, PROFILES = 5 };

/* ---- a tick beside the oracle ---- */

typedef struct witness {
    sidle_world *world;
    contact_body bodies[UNITS];
    contact_tally tally;
    bool enemies;
    uint32_t corrected, compared, differ;
    uint32_t differ_by_bits; /* in worlds of one team */
    double farthest;         /* u, between the core and the oracle */
} witness;

static sidle_vec2 slide(const void *world, uint32_t k, sidle_vec2 step, bool *touched) {
    return inside_slide(world, k, step, touched);
}

static bool fits(const void *world, uint32_t k, sidle_vec2 at, float share) {
    return inside_way_fits(world, k, at, at, share);
}

static bool same_bits(sidle_vec2 a, sidle_vec2 b) {
    return memcmp(&a, &b, sizeof a) == 0;
}

static void ask_oracle(witness *w) {
    uint32_t count = inside_body_count(w->world);
    for (uint32_t k = 0; k < count; k++) w->bodies[k] = inside_body(w->world, k);
    contact_scene scene = {w->bodies, count, TICK, w->world, slide, fits};
    contact_oracle(&scene, &w->tally);
}

static void compare(witness *w) {
    uint32_t count = inside_body_count(w->world);
    for (uint32_t k = 0; k < count; k++) {
        contact_body found = inside_body(w->world, k);
        sidle_vec2 expected = w->bodies[k].position;
        w->compared++;
        w->corrected += !same_bits(found.position, found.place);
        if (same_bits(found.position, expected)) continue;
        w->differ++;
        w->differ_by_bits += !w->enemies;
        double apart = hypot((double)found.position.x - (double)expected.x,
                             (double)found.position.y - (double)expected.y);
        w->farthest = fmax(w->farthest, apart);
    }
}

static void watch(void *context, sidle_phase phase) {
    witness *w = context;
    if (phase == inside_contacts_begin) ask_oracle(w);
    if (phase == inside_contacts_end) compare(w);
}

/* ---- scenes ---- */

static sidle_profile random_profile(dice *d) {
    sidle_profile p = sidle_profile_default();
    p.radius = roll_between(d, 0.25f, 1);
    p.top_speed = roll_between(d, 0.5f, 6);
    p.tuning.threshold = roll_between(d, 0.1f, 0.6f);
    p.tuning.side_bias = roll_between(d, -0.5f, 0.5f);
    p.push_enemies = roll(d, 3) == 0;
    p.patience = roll_between(d, 0.3f, 2);
    p.layer = roll(d, 8) == 0;
    if (roll(d, 3) == 0) memcpy(p.ladder, (uint8_t[]){SIDLE_STEP_PUSH, 0, 0, 0}, sizeof p.ladder);
    return p;
}

/* How the crowd stands and what it wants differ from scene to scene: without enemies or with them,
 * on open ground or between walls, each to a goal of its own or all to a few. */
typedef struct mood {
    uint32_t walls; /* percent of the cells */
    uint32_t teams, goals;
    int pairs;    /* the second of so many units stands where the first one does */
    float spread; /* u, from the middle to the outermost unit */
} mood;

static sidle_vec2 random_point(dice *d, float spread) {
    float x = roll_between(d, -spread, spread), y = roll_between(d, -spread, spread);
    return (sidle_vec2){0.5f * SIZE + x, 0.5f * SIZE + y};
}

static void random_order(sidle_world *world, dice *d, sidle_unit_id id, sidle_unit_id other,
                         sidle_vec2 goal) {
    switch (roll(d, 8)) {
    case 0: break;
    case 1: assert_ok(sidle_unit_hold(world, id)); break;
    case 2:
        if (other.slot != id.slot) assert_ok(sidle_unit_pursue(world, id, other));
        break;
    default: assert_ok(sidle_unit_go(world, id, goal));
    }
}

static uint32_t random_crowd(sidle_world *world, dice *d, const mood *m, sidle_unit_id *units) {
    sidle_profile_id profiles[PROFILES];
    uint32_t count = 0;
    for (int k = 0; k < PROFILES; k++) {
        sidle_profile p = random_profile(d);
        profiles[k] = profile_in(world, &p);
    }
    for (int k = 0; k < UNITS; k++) {
        sidle_profile_id profile = profiles[roll(d, PROFILES)];
        sidle_unit_def def = def_at(profile, random_point(d, m->spread));
        def.team = roll(d, m->teams);
        if (k % m->pairs == 1 && count) /* on one spot: their ranks part the two */
            def.position = state_of(world, units[count - 1]).position;
        if (!sidle_unit_create(world, &def, &units[count])) count++;
    }
    return count;
}

static mood mood_of(int scene, dice *d) {
    static const float SPREADS[] = {4, 7, 14};
    return (mood){.walls = scene % 2 ? 0 : roll(d, 14),
                  .teams = scene % 3 ? 1 : 2,
                  .pairs = scene % 3 ? 4 : 16,
                  .goals = scene % 4 ? UNITS : 3,
                  .spread = SPREADS[scene % 5 % 3]};
}

static void play(int scene, dice *d, witness *w) {
    mood m = mood_of(scene, d);
    w->enemies = m.teams > 1;
    sidle_world *world = watched_walls(d, SIZE, m.walls, watch, w);
    w->world = world;
    sidle_unit_id units[UNITS];
    sidle_vec2 goals[UNITS];
    uint32_t count = random_crowd(world, d, &m, units);
    for (uint32_t k = 0; k < UNITS; k++) goals[k] = random_point(d, 0.49f * SIZE);
    for (uint32_t k = 0; k < count; k++)
        random_order(world, d, units[k], units[roll(d, count)], goals[k % m.goals]);
    for (int tick = 0; tick < 150; tick++) assert_ok(sidle_world_step(world, TICK));
    sidle_world_destroy(world);
}

TEST(contacts_agree_with_the_plain_solver) {
    static witness w;
    dice d = {11};
    for (int scene = 0; scene < SCENES; scene++) play(scene, &d, &w);
    const contact_tally *t = &w.tally;
    print_message(
        "%u of %u places were corrected; %u touches, %u slips, %u passes, %u ways round, %u "
        "hunts, %u held before enemies, %u turned aside, %u on one spot, %u aside by a wall\n",
        w.corrected, w.compared, t->touches, t->slips, t->passes, t->goes_round, t->hunts, t->held,
        t->turns, t->same_spots, t->by_wall);
    print_message("%u places differ beside enemies, by up to %g u\n", w.differ, w.farthest);
    assert_int_equal(w.differ_by_bits, 0);
    /* On the very edge of an enemy rounding says whether a body may go on or stays: it is off by no
     * more than the way of a tick. */
    assert_true(w.differ <= w.compared / 20000);
    assert_true(w.farthest < 6.0 / 30);
    /* The scenes were worth it: each rule came up often. */
    const uint32_t often[] = {t->slips, t->passes, t->goes_round, t->hunts,
                              t->held,  t->turns,  t->by_wall};
    for (size_t k = 0; k < sizeof often / sizeof *often; k++) assert_true(often[k] > 500);
    assert_true(t->same_spots > 20);
}

TESTS_OF(contacts)
