/* When units look, whether they get nearer, and how fast they drive behind others, against the
 * plain rules: random crowds with orders of many kinds, every unit in each tick. */
#include "internals.h"
#include "plain_vec.h"
#include "support.h"

#include <math.h>

enum { SCENES = 30, UNITS = 90, SIZE = 28, TICKS = 200, PROFILES = 5 };

typedef struct tally {
    uint32_t looks, waits, far_off, nearer, stalls, told, brakes, at_rest;
} tally;

typedef struct witness {
    sidle_world *world;
    float dt;
    int count;
    uint32_t scene;
    inside_look before[UNITS], after[UNITS];
    tally t;
} witness;

static void fault(const witness *w, int k, const char *what, double is, double expected) {
    fail_msg("scene %u, tick %llu, unit %d: %s is %.9g and not %.9g", w->scene,
             (unsigned long long)sidle_world_tick(w->world), k, what, is, expected);
}

static void same(const witness *w, int k, const char *what, double is, double expected) {
    if (fabs(is - expected) > 1e-5 * fmax(1, fabs(expected))) fault(w, k, what, is, expected);
}

/* ---- when a unit looks ---- */

/* Look intervals until the next look. */
static uint64_t intervals_of(const inside_look *l) {
    bool waits = l->decision == SIDLE_DECISION_WAIT || l->decision == SIDLE_DECISION_REPLAN;
    bool drives = l->decision == SIDLE_DECISION_FREE || l->decision == SIDLE_DECISION_DETOUR;
    if (!l->under_way) return 5;
    if (!l->by_path || l->in_queue || l->top_speed <= 0 || l->look_interval <= 0) return 1;
    if (waits && l->waits_for) return 2;
    if (!drives || l->climbs) return 1;
    if (!l->hit) return 5;
    double until = l->hit * l->look_cell / l->top_speed;
    return (uint64_t)fmin(1 + until / (2.5 * l->look_interval), 5);
}

static uint32_t next_look_of(const inside_look *l, uint64_t tick, double dt) {
    uint64_t every = (uint64_t)fmax(floor(l->look_interval / dt + 0.5), 1) * intervals_of(l);
    do tick++;
    while ((tick + l->rank) % every);
    return (uint32_t)tick;
}

static bool has_its_turn(const witness *w, int k) {
    const inside_look *was = &w->before[k];
    uint64_t tick = sidle_world_tick(w->world);
    return (was->under_way || was->clears) && (was->wants_look || tick >= was->look_next);
}

static void compare_schedule(witness *w, int k) {
    const inside_look *was = &w->before[k], *is = &w->after[k];
    uint64_t tick = sidle_world_tick(w->world);
    bool turn = has_its_turn(w, k);
    uint32_t next = turn ? next_look_of(is, tick, (double)w->dt) : was->look_next;
    double elapsed = turn || !was->under_way ? 0 : was->elapsed + (double)w->dt;
    if (is->look_next != next) fault(w, k, "the next look", is->look_next, next);
    if (was->under_way) same(w, k, "the time since the look", is->elapsed, elapsed);
    w->t.looks += turn;
    w->t.waits += turn && intervals_of(is) == 2;
    w->t.far_off += turn && intervals_of(is) == 5;
    w->t.at_rest += turn && !is->under_way;
}

/* ---- whether it gets nearer ---- */

static void compare_progress(witness *w, int k) {
    const inside_look *was = &w->before[k], *is = &w->after[k];
    if (!was->under_way || was->top_speed <= 0 || !has_its_turn(w, k)) return;
    double passed = was->elapsed + (double)w->dt, nearest = was->nearest, stalled = was->stalled;
    double possible = fmin(was->pace, was->acceleration * was->patience / 2) * was->patience;
    double needed = fmin((was->new_path ? 8 : 0.5) * was->radius, 0.75 * possible);
    double every = fmax(was->backoff_max, 2 * was->patience);
    bool on_place = was->claims && was->left <= 0.5 * SIDLE_PLACES_TOUCH * was->radius;
    if (was->goal_moves && was->goal_speed > 0.25 * was->pace) {
        nearest = stalled = 0;
    } else if (!was->waits_turn && (nearest <= 0 || on_place || was->left < nearest - needed)) {
        w->t.nearer++;
        bool gets_on = stalled >= 2 * was->patience && !was->by_itself;
        if (gets_on != (is->told >> SIDLE_EVENT_GETS_ON & 1u))
            fault(w, k, "that it gets on is told", !gets_on, gets_on);
        nearest = on_place ? 0 : was->left;
        stalled = 0;
    } else if (!was->waits_turn) {
        stalled += passed;
        w->t.stalls++;
        bool told = floor(stalled / every) > floor((stalled - passed) / every);
        bool stuck = stalled >= 2 * was->patience && stalled - passed < 2 * was->patience;
        if (told && !was->by_itself) {
            w->t.told++;
            if (!(is->told & 1u << SIDLE_EVENT_BLOCKED)) fault(w, k, "what is told", is->told, 0);
        }
        if ((stuck && !was->by_itself) != (is->told >> SIDLE_EVENT_STUCK & 1u))
            fault(w, k, "that it is stuck is told", !stuck, stuck);
    }
    same(w, k, "the nearest", is->nearest, nearest);
    same(w, k, "the time without progress", is->stalled, stalled);
}

/* ---- how fast it drives behind others ---- */

static bool holds_up(const witness *w, int by, int k, sidle_vec2 direction) {
    const inside_look *u = &w->after[by], *other = &w->after[k];
    if (k == by || u->layer != other->layer || u->ghost || other->ghost) return false;
    sidle_vec2 to = minus(other->position, u->position);
    sidle_vec2 right = {-direction.y, direction.x};
    double along = dot(to, direction), radii = u->radius + other->radius;
    if (along <= 0 || fabs(dot(to, right)) > 0.7 * radii) return false;
    if (along > radii + u->pace * u->headway || along < 0.5 * sqrt(dot(to, to))) return false;
    if (other->rests) return false;
    if (u->hunts && other->id.slot == u->target.slot) return false;
    if (u->team == other->team && u->priority > other->priority) return false;
    return dot(other->heading, direction) >= 0.5;
}

static double speed_behind(const inside_look *u, const inside_look *other, sidle_vec2 direction) {
    sidle_vec2 to = minus(other->position, u->position);
    sidle_vec2 right = {-direction.y, direction.x};
    double radii = u->radius + other->radius, across = dot(to, right);
    double touching = sqrt(fmax(radii * radii - across * across, 0));
    double close = fmax(dot(to, direction) - touching, 0) / u->headway;
    return close + fmax(dot(other->predicted, direction), 0);
}

static void compare_brake(witness *w, int k) {
    const inside_look *u = &w->after[k];
    if (!u->looked || !has_its_turn(w, k) || u->top_speed <= 0) return;
    sidle_vec2 to = minus(u->drive_target, u->position);
    double far = sqrt(dot(to, to)), slowest = u->pace;
    bool drives = u->decision == SIDLE_DECISION_FREE || u->decision == SIDLE_DECISION_DETOUR ||
                  u->decision == SIDLE_DECISION_WAIT || u->decision == SIDLE_DECISION_REPLAN;
    if (drives && u->hit && u->headway > 0 && far > 0) {
        sidle_vec2 direction = {(float)((double)to.x / far), (float)((double)to.y / far)};
        for (int n = 0; n < w->count; n++) {
            if (!holds_up(w, k, n, direction)) continue;
            slowest = fmin(slowest, speed_behind(u, &w->after[n], direction));
        }
    }
    if (fabs(u->brake - (u->pace - slowest)) > 1e-4)
        fault(w, k, "the brake", u->brake, u->pace - slowest);
    w->t.brakes += u->brake > 0;
}

/* ---- a tick ---- */

static void watch(void *context, sidle_phase phase) {
    witness *w = context;
    inside_look *to = phase == inside_look_begin ? w->before : w->after;
    if (phase != inside_look_begin && phase != inside_look_end) return;
    w->count = (int)inside_body_count(w->world);
    for (int k = 0; k < w->count; k++) to[k] = inside_look_of(w->world, (uint32_t)k);
    for (int k = 0; k < w->count && phase == inside_look_end; k++) {
        compare_schedule(w, k);
        compare_progress(w, k);
        compare_brake(w, k);
    }
}

/* ---- scenes ---- */

static sidle_profile random_profile(dice *d) {
    sidle_profile p = sidle_profile_default();
    p.radius = roll_between(d, 0.25f, 0.8f);
    p.top_speed = roll_between(d, 0.5f, 5);
    p.tuning.look_interval = roll(d, 3) ? roll_between(d, 0, 0.4f) : 0.1f;
    p.headway = roll(d, 4) ? roll_between(d, 0.05f, 0.8f) : 0;
    p.patience = roll_between(d, 0.2f, 3);
    p.tuning.replan_backoff = 0.3f;
    p.tuning.replan_backoff_max = roll_between(d, 0.3f, 2);
    p.priority = roll(d, 3) ? 100 : 90 + roll(d, 20);
    p.layer = roll(d, 8) == 0;
    p.queue = roll(d, 2);
    return p;
}

static sidle_vec2 somewhere(dice *d) {
    return (sidle_vec2){roll_between(d, 0.5f, SIZE - 0.5f), roll_between(d, 0.5f, SIZE - 0.5f)};
}

static void random_order(sidle_world *world, dice *d, sidle_unit_id id, sidle_unit_id other,
                         sidle_vec2 goal) {
    sidle_vec2 path[] = {somewhere(d), somewhere(d)};
    uint32_t kind = roll(d, 12);
    bool alone = other.slot == id.slot;
    if (kind == 0) assert_ok(sidle_unit_hold(world, id));
    if (kind == 1 && !alone) assert_ok(sidle_unit_pursue(world, id, other));
    if (kind == 2 && !alone) assert_ok(sidle_unit_follow(world, id, other));
    if (kind == 3) assert_ok(sidle_unit_patrol(world, id, path, 2));
    if (kind == 4) assert_ok(sidle_unit_wander(world, id, goal, 4));
    if (kind > 4) assert_ok(sidle_unit_go(world, id, goal));
    if (kind > 9) (void)sidle_unit_set_path(world, id, path, 2);
}

static void play(uint32_t scene, witness *w) {
    dice d = {scene};
    sidle_world *world = watched_walls(&d, SIZE, roll(&d, 10), watch, w);
    w->world = world;
    sidle_profile_id profiles[PROFILES];
    sidle_unit_id units[UNITS];
    sidle_vec2 goals[4];
    uint32_t count = 0, goals_used = scene % 2 ? 4 : 1;
    for (int k = 0; k < PROFILES; k++) {
        sidle_profile p = random_profile(&d);
        profiles[k] = profile_in(world, &p);
    }
    for (int k = 0; k < 4; k++) goals[k] = somewhere(&d);
    for (int k = 0; k < 3 * UNITS && count < UNITS; k++) {
        sidle_unit_def def = sidle_unit_def_default();
        def.profile = profiles[roll(&d, PROFILES)];
        def.position = somewhere(&d);
        def.team = roll(&d, 4) == 0;
        if (!sidle_unit_create(world, &def, &units[count])) count++;
    }
    w->scene = scene;
    w->dt = scene % 3 ? TICK : 1 / 60.0f;
    for (int tick = 0; tick < TICKS; tick++) {
        for (uint32_t k = 0; tick % 100 == 0 && k < count; k++) {
            sidle_vec2 goal = roll(&d, 2) ? somewhere(&d) : goals[roll(&d, goals_used)];
            random_order(world, &d, units[k], units[roll(&d, count)], goal);
        }
        if (tick == 60) assert_ok(sidle_unit_set_ghost(world, units[0], true));
        if (tick == 70) assert_ok(sidle_unit_set_speed_factor(world, units[1], 0));
        assert_ok(sidle_world_step(world, w->dt));
    }
    sidle_world_destroy(world);
}

static void units_look_and_drive_behind_others_as_the_rules_say(void **state) {
    (void)state;
    static witness w;
    for (uint32_t scene = 0; scene < SCENES; scene++) play(scene, &w);
    const tally *t = &w.t;
    print_message("%u looks, %u of which let one pass, %u four, %u at rest; %u got nearer, %u did "
                  "not, %u told it; %u brake\n",
                  t->looks, t->waits, t->far_off, t->at_rest, t->nearer, t->stalls, t->told,
                  t->brakes);
    const uint32_t often[] = {t->looks,  t->waits,  t->far_off, t->at_rest,
                              t->nearer, t->stalls, t->told,    t->brakes};
    for (size_t k = 0; k < sizeof often / sizeof *often; k++) assert_true(often[k] > 20);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(units_look_and_drive_behind_others_as_the_rules_say),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
