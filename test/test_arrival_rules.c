/* Behind whom a unit counts as arrived, against the plain rule: crowds that share goals, among
 * others that rest there, on open ground and between walls, every unit in each fourth tick. */
#include "internals.h"
#include "plain_vec.h"
#include "support.h"

#include <math.h>

enum { SCENES = 24, UNITS = 70, SIZE = 30, TICKS = 300, PROFILES = 4 };

typedef struct tally {
    uint32_t asked, on_goal, behind, full, stuck, taken, goes_on, ranged, unseen;
} tally;

typedef struct witness {
    sidle_world *world;
    int count;
    uint32_t scene;
    inside_look looks[UNITS];
    inside_aim aims[UNITS];
    tally t;
} witness;

static double square(double number) {
    return number * number;
}

/* ---- the rule ---- */

static bool may_meet(const witness *w, int a, int b) {
    const inside_look *u = &w->looks[a], *other = &w->looks[b];
    return a != b && u->layer == other->layer && !u->ghost && !other->ghost;
}

static bool has_reached_goal_of(const witness *w, int k, int other) {
    return w->looks[other].arrived && may_meet(w, k, other) &&
           inside_share_goal(w->world, (uint32_t)k, (uint32_t)other);
}

enum which { ARRIVED_SHARERS, SHARERS, RESTING };

/* u2, of discs about the goal, divided by pi; the unit itself shares its goal. */
static double area_at_goal(const witness *w, int k, double distance, enum which which) {
    double sum = 0;
    for (int n = 0; n < w->count; n++) {
        const inside_look *other = &w->looks[n];
        if (apart(other->position, w->aims[k].goal) >= distance) continue;
        bool shares = n == k || inside_share_goal(w->world, (uint32_t)k, (uint32_t)n);
        bool meets = n == k ? !other->ghost : may_meet(w, k, n);
        bool counts = which == ARRIVED_SHARERS ? n != k && has_reached_goal_of(w, k, n)
                      : which == SHARERS       ? meets && shares
                                               : meets && other->rests;
        if (counts) sum += square(other->radius);
    }
    return sum;
}

/* u2, divided by pi, of what can be seen from the goal. */
static double ground_about_goal(const witness *w, int k, double distance) {
    double sum = 0;
    for (int n = 0; n < 16; n++) {
        double angle = n * 3.14159265358979 / 8;
        sidle_vec2 ray = {(float)cos(angle), (float)sin(angle)};
        float seen = inside_sees_from_goal(w->world, (uint32_t)k, ray, (float)distance);
        sum += square((double)seen);
    }
    return sum / 16;
}

/* The place is as good as filled: by those that have arrived there; for one that is stuck by all
 * that want to, or by whoever rests there, from the goal on. */
static bool no_place_is_left(const witness *w, int k, bool stuck, bool behind, tally *t) {
    const inside_look *u = &w->looks[k];
    double away = apart(u->position, w->aims[k].goal), inner = fmax(away - u->radius, 0);
    double own = square(u->radius);
    bool full = behind && own + area_at_goal(w, k, away, ARRIVED_SHARERS) >= 0.67 * square(inner);
    t->full += full;
    if (full || !stuck) return full;
    double ground = 0.57 * ground_about_goal(w, k, inner);
    bool would = area_at_goal(w, k, 2 * away, SHARERS) >= ground;
    bool taken = area_at_goal(w, k, 1.6 * u->radius, RESTING) > 0 &&
                 area_at_goal(w, k, away, RESTING) >= ground;
    t->stuck += would;
    t->taken += taken && !would;
    return would || taken;
}

static void keep_first(const witness *w, int *first, int other) {
    if (*first < 0 || w->looks[other].rank < w->looks[*first].rank) *first = other;
}

static int plain_arrival(const witness *w, int k, tally *t) {
    const inside_look *u = &w->looks[k];
    const inside_aim *aim = &w->aims[k];
    bool stuck = u->stalled >= 2 * u->patience, over = inside_has_searched(w->world, (uint32_t)k);
    int blocker = -1, nearer = -1;
    bool shared = false;
    double own = apart(u->position, aim->goal);
    for (int n = 0; n < w->count; n++) {
        const inside_look *other = &w->looks[n];
        double radii = u->radius + other->radius, its = apart(other->position, aim->goal);
        if (!other->rests || !may_meet(w, k, n)) continue;
        if (apart(u->position, other->position) > radii + 0.3 * u->radius) continue;
        bool on_goal = its < (stuck ? 1 : 0.8) * radii && own <= 1.02 * radii;
        bool shares = its < own && has_reached_goal_of(w, k, n);
        if (on_goal || shares) keep_first(w, &blocker, n);
        if (its < own) keep_first(w, &nearer, n);
        shared = shared || (shares && !on_goal);
        t->on_goal += on_goal;
    }
    bool ranged = aim->order == SIDLE_ORDER_APPROACH || aim->leads ||
                  aim->order == SIDLE_ORDER_APPROACH_POINT;
    if (ranged) {
        bool settles = (stuck || over) && !inside_backs_off(w->world, (uint32_t)k);
        t->ranged += settles && blocker >= 0;
        return settles ? blocker : -1;
    }
    if (blocker >= 0 && (!shared || over)) return blocker;
    int behind = blocker >= 0 ? blocker : stuck ? nearer : -1;
    if (behind < 0 || !no_place_is_left(w, k, stuck, blocker >= 0, t)) return -1;
    bool sees = inside_line_fits(w->world, (uint32_t)k, aim->goal);
    t->unseen += !sees;
    return sees ? behind : -1;
}

/* ---- the comparison ---- */

static void watch(void *context, sidle_phase phase) {
    witness *w = context;
    if (phase != inside_look_end || sidle_world_tick(w->world) % 4) return;
    w->count = (int)inside_body_count(w->world);
    for (int k = 0; k < w->count; k++) {
        w->looks[k] = inside_look_of(w->world, (uint32_t)k);
        w->aims[k] = inside_aim_of(w->world, (uint32_t)k);
    }
    for (int k = 0; k < w->count; k++) {
        if (!w->looks[k].under_way) continue;
        int expected = plain_arrival(w, k, &w->t);
        int is = inside_arrives_behind(w->world, (uint32_t)k);
        if (is != expected)
            fail_msg("scene %u, tick %llu: unit %d arrives behind %d and not %d", w->scene,
                     (unsigned long long)sidle_world_tick(w->world), k, is, expected);
        w->t.asked++;
        w->t.behind += is >= 0;
        w->t.goes_on += is < 0;
    }
}

/* ---- scenes ---- */

static sidle_vec2 somewhere(dice *d) {
    return (sidle_vec2){roll_between(d, 2, SIZE - 2), roll_between(d, 2, SIZE - 2)};
}

/* Most go to a few goals; others rest there, or come for another reason. */
static void send(sidle_world *world, dice *d, const sidle_unit_id *units, uint32_t count,
                 uint32_t scene) {
    sidle_vec2 goals[3] = {somewhere(d), somewhere(d), {SIZE / 2, SIZE / 2}};
    const sidle_range range = {1, 0.3f, 0};
    for (uint32_t k = 0; k < count; k++) {
        sidle_unit_id id = units[k], first = units[0];
        uint32_t kind = scene % 4 == 2 && roll(d, 2) ? 2 : roll(d, 10);
        if (kind == 0 || (scene % 4 == 1 && k < count / 2)) continue;
        if (kind == 1 && k)
            assert_ok(sidle_unit_pursue(world, id, first));
        else if (kind == 2 && k)
            assert_ok(sidle_unit_approach(world, id, first, &range));
        else if (kind == 3)
            assert_ok(sidle_unit_go(world, id, state_of(world, units[roll(d, count)]).position));
        else
            assert_ok(sidle_unit_go(world, id, goals[scene % 4 == 1 ? 2 : roll(d, 3)]));
    }
}

static void play(uint32_t scene, witness *w) {
    dice d = {scene};
    sidle_world *world = watched_walls(&d, SIZE, roll(&d, 2) ? roll(&d, 15) : 0, watch, w);
    w->world = world;
    sidle_profile_id profiles[PROFILES];
    sidle_unit_id units[UNITS];
    uint32_t count = 0;
    for (int k = 0; k < PROFILES; k++) {
        sidle_profile p = sidle_profile_default();
        p.radius = roll_between(&d, 0.3f, 0.8f);
        p.top_speed = roll_between(&d, 2, 6);
        p.patience = roll_between(&d, 0.1f, 0.6f);
        p.layer = roll(&d, 8) == 0;
        profiles[k] = profile_in(world, &p);
    }
    for (int k = 0; k < 4 * UNITS && count < UNITS; k++) {
        sidle_unit_def def = sidle_unit_def_default();
        def.profile = profiles[roll(&d, PROFILES)];
        def.position = somewhere(&d);
        if (scene % 4 == 1 && count < UNITS / 2) { /* a block that rests about a goal */
            def.position.x = SIZE / 2 + roll_between(&d, -3, 3);
            def.position.y = SIZE / 2 + roll_between(&d, -3, 3);
        }
        def.team = roll(&d, 6) == 0;
        if (!sidle_unit_create(world, &def, &units[count])) count++;
    }
    w->scene = scene;
    for (int tick = 0; tick < TICKS; tick++) {
        if (tick % 150 == 0) send(world, &d, units, count, scene);
        if (tick == 200) assert_ok(sidle_unit_set_ghost(world, units[1], true));
        assert_ok(sidle_world_step(world, TICK));
    }
    sidle_world_destroy(world);
}

static void units_arrive_behind_others_as_the_rule_says(void **state) {
    (void)state;
    static witness w;
    for (uint32_t scene = 0; scene < SCENES; scene++) play(scene, &w);
    const tally *t = &w.t;
    print_message("%u asked: %u behind others, %u go on; %u met one on the goal, %u found it full, "
                  "%u stuck before sharers, %u before others, %u in range, %u out of sight\n",
                  t->asked, t->behind, t->goes_on, t->on_goal, t->full, t->stuck, t->taken,
                  t->ranged, t->unseen);
    const uint32_t often[] = {t->behind, t->goes_on, t->on_goal, t->full,
                              t->stuck,  t->taken,   t->ranged};
    for (size_t k = 0; k < sizeof often / sizeof *often; k++) assert_true(often[k] > 20);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(units_arrive_behind_others_as_the_rule_says),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
