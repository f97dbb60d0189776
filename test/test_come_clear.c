/* Where a unit that rests inside others heads, against the plain rule: heaps of units of all sizes,
 * in the open and among walls, every unit each time it looks. */
#include "internals.h"
#include "plain_vec.h"
#include "support.h"

#include <math.h>

enum { SCENES = 40, UNITS = 40, SIZE = 24, TICKS = 60, PLACES = 64 };

typedef struct tally {
    uint32_t clear, goes_on, straight, searched, taken, nowhere, rolls;
} tally;

typedef struct witness {
    sidle_world *world;
    int count;
    uint32_t scene;
    inside_look before[UNITS];
    tally t;
} witness;

/* ---- the rules ---- */

/* Does the other one keep its place, so that this one has to come clear of it? */
static bool keeps(const witness *w, int k, int other) {
    const inside_look *u = &w->before[k], *its = &w->before[other];
    if (k == other || u->layer != its->layer || u->ghost || its->ghost || !its->rests) return false;
    if (its->comes_clear && (!u->comes_clear || u->rank < its->rank)) return false;
    if (!u->arrived || !its->arrived || u->keeps_place) return true;
    return !inside_share_goal(w->world, (uint32_t)k, (uint32_t)other);
}

static bool is_clear(const witness *w, int k) {
    const inside_look *u = &w->before[k];
    for (int n = 0; n < w->count; n++) {
        const inside_look *its = &w->before[n];
        double least = u->radius + its->radius - 0.005 * fmin(u->radius, its->radius);
        if (apart(u->position, its->position) < least && keeps(w, k, n)) return false;
    }
    return true;
}

/* Clear of all that rest there for good, and in a straight line from here. */
static bool is_good(const witness *w, int k, sidle_vec2 place) {
    const inside_look *u = &w->before[k];
    if (place.x < 0 || place.y < 0 || place.x > SIZE || place.y > SIZE) return false;
    for (int n = 0; n < w->count; n++) {
        const inside_look *its = &w->before[n];
        bool meets = apart(place, its->position) < 1.0005 * (u->radius + its->radius);
        if (meets && !its->comes_clear && keeps(w, k, n)) return false;
    }
    return inside_line_fits(w->world, (uint32_t)k, place);
}

/* In floats, as the core rounds. */
static bool is_within(sidle_vec2 a, sidle_vec2 b, float distance) {
    float x = a.x - b.x, y = a.y - b.y;
    return sqrtf(x * x + y * y) < distance;
}

/* The first on rings about the unit, from the inside out, when so many others have taken theirs:
 * sixteen places on each ring of the first four radii, 64 on those beyond. */
static sidle_vec2 on_rings(const witness *w, int k, uint32_t before, tally *t) {
    const inside_look *u = &w->before[k];
    sidle_vec2 taken[PLACES];
    uint32_t count = 0;
    float radius = (float)u->radius, distance = 0; /* places opposite each other just touch */
    for (int ring = 1; ring <= 40; ring++) {
        distance = ring <= 16 ? distance + 0.25f * radius : 1.1f * distance;
        for (int n = 0; n < 64; n += ring <= 16 ? 4 : 1) {
            double angle = 2 * 3.14159265358979 * n / 64;
            sidle_vec2 place = {u->position.x + (float)cos(angle) * distance,
                                u->position.y + (float)sin(angle) * distance};
            bool is_taken = false;
            for (uint32_t m = 0; m < count; m++)
                is_taken = is_taken || is_within(taken[m], place, 2 * radius);
            if (is_taken || !is_good(w, k, place)) continue;
            if (count == before || count == PLACES) return place;
            t->taken++;
            taken[count++] = place;
        }
    }
    t->nowhere += !count;
    return count ? taken[count - 1] : u->position;
}

static sidle_vec2 place_of(const witness *w, int k, tally *t) {
    const inside_look *u = &w->before[k];
    uint32_t count = 0, before = 0;
    sidle_vec2 from = u->position;
    for (int n = 0; n < w->count; n++) {
        const inside_look *its = &w->before[n];
        if (apart(u->position, its->position) >= u->radius + its->radius || !keeps(w, k, n))
            continue;
        count++;
        before += its->comes_clear;
        double off = apart(u->position, its->position), radii = u->radius + its->radius;
        double share = off >= 0.005 * radii ? 1.001 * radii / off : 0;
        from = (sidle_vec2){
            its->position.x + (float)(share * (double)(u->position.x - its->position.x)),
            its->position.y + (float)(share * (double)(u->position.y - its->position.y))};
    }
    /* Beside a single one the nearest place lies straight away from it. */
    if (count == 1 && apart(from, u->position) > 0 && is_good(w, k, from)) {
        t->straight++;
        return from;
    }
    t->searched++;
    return on_rings(w, k, before, t);
}

/* ---- a tick ---- */

static bool has_its_turn(const witness *w, const inside_look *u) {
    uint64_t tick = sidle_world_tick(w->world);
    if (u->under_way) return false;
    if (u->jostled && (tick + u->rank) % 32 == 0) return true;
    return u->clears && (u->wants_look || tick >= u->look_next);
}

static void compare(witness *w, int k) {
    inside_look was = w->before[k], is = inside_look_of(w->world, (uint32_t)k);
    sidle_vec2 expected = was.drive_target;
    bool clears = was.clears, looks_again = was.wants_look;
    if (!has_its_turn(w, &was)) return;
    if (was.rolls || !was.rests) {
        w->t.rolls++;
        looks_again = true;
    } else if (is_clear(w, k)) {
        w->t.clear++;
        clears = looks_again = false;
        expected = was.position;
    } else {
        bool drives = was.clears && apart(was.drive_target, was.position) > 0;
        bool goes_on = drives && is_good(w, k, was.drive_target);
        w->t.goes_on += goes_on;
        if (!goes_on) expected = place_of(w, k, &w->t);
        looks_again = apart(expected, was.position) > 0 || !was.clears;
        clears = true;
    }
    if (is.clears != clears || is.wants_look != looks_again)
        fail_msg("scene %u, unit %d: comes clear %d, looks again %d", w->scene, k, is.clears,
                 is.wants_look);
    if (apart(is.drive_target, expected) > 1e-4)
        fail_msg("scene %u, unit %d at %g, %g: heads for %g, %g and not %g, %g", w->scene, k,
                 (double)was.position.x, (double)was.position.y, (double)is.drive_target.x,
                 (double)is.drive_target.y, (double)expected.x, (double)expected.y);
}

static void watch(void *context, sidle_phase phase) {
    witness *w = context;
    w->count = (int)inside_body_count(w->world);
    for (int k = 0; k < w->count && phase == inside_look_begin; k++)
        w->before[k] = inside_look_of(w->world, (uint32_t)k);
    for (int k = 0; k < w->count && phase == inside_look_end; k++) compare(w, k);
}

/* ---- heaps ---- */

static void play(uint32_t scene, witness *w) {
    dice d = {scene};
    uint32_t walls = scene % 2 ? 0 : 3 + roll(&d, 25);
    sidle_world *world = watched_walls(&d, SIZE, walls, watch, w);
    w->world = world;
    sidle_profile_id profiles[3];
    sidle_unit_id units[UNITS];
    uint32_t count = 0, most = scene % 4 == 3 ? 5 : UNITS;
    float spread = scene % 3 ? 3 : 8;
    w->scene = scene;
    for (int k = 0; k < 3; k++) {
        sidle_profile p = sidle_profile_default();
        p.radius = roll_between(&d, 0.25f, scene % 5 ? 0.6f : 1.2f);
        p.layer = roll(&d, 8) == 0;
        profiles[k] = profile_in(world, &p);
    }
    for (int k = 0; k < 4 * UNITS && count < most; k++) {
        sidle_unit_def def = sidle_unit_def_default();
        def.profile = profiles[roll(&d, 3)];
        def.position = (sidle_vec2){SIZE / 2 + roll_between(&d, -spread, spread),
                                    SIZE / 2 + roll_between(&d, -spread, spread)};
        if (count && !roll(&d, 8)) def.position = state_of(world, units[0]).position;
        if (!sidle_unit_create(world, &def, &units[count])) count++;
    }
    for (int tick = 0; tick < TICKS; tick++) {
        for (uint32_t k = 0; k < count && tick % 20 == 10; k++) {
            sidle_vec2 goal = {SIZE / 2, SIZE / 2};
            uint32_t what = roll(&d, 8);
            if (what == 0) assert_ok(sidle_unit_go(world, units[k], goal));
            if (what == 1) assert_ok(sidle_unit_stop(world, units[k]));
            if (what == 2 && k) assert_ok(sidle_unit_pursue(world, units[k], units[0]));
        }
        assert_ok(sidle_world_step(world, TICK));
    }
    sidle_world_destroy(world);
}

static void who_rests_inside_others_heads_where_the_rule_says(void **state) {
    (void)state;
    static witness w;
    for (uint32_t scene = 0; scene < SCENES; scene++) play(scene, &w);
    const tally *t = &w.t;
    print_message("%u are clear, %u go on, %u straight away, %u search, %u places are left to "
                  "others, %u find none, %u still roll\n",
                  t->clear, t->goes_on, t->straight, t->searched, t->taken, t->nowhere, t->rolls);
    const uint32_t often[] = {t->clear, t->goes_on, t->straight, t->searched, t->taken, t->rolls};
    for (size_t k = 0; k < sizeof often / sizeof *often; k++) assert_true(often[k] > 100);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(who_rests_inside_others_heads_where_the_rule_says),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
