/* Claims against their rules in plain words: which places are taken, and who stands on the straight
 * way of a unit. Crowds of three teams come to rest, step aside and claim places, on a map so large
 * that the index of claims is folded. */
#include "internals.h"
#include "plain_vec.h"
#include "support.h"

#include <math.h>

enum { SCENES = 60, UNITS = 70, SIZE = 120, CROWD = 14, TICKS = 160, ASKS_A_TICK = 30 };

typedef struct tally {
    uint32_t asked, inside, pressing, straight, clear, held, taken, aside, unsure;
} tally;

typedef struct witness {
    sidle_world *world;
    dice d;
    uint32_t scene, count;
    inside_claim units[UNITS];
    tally t;
} witness;

static bool meet(const inside_claim *a, const inside_claim *b) {
    return a != b && a->layer == b->layer && !a->ghost && !b->ghost;
}

/* For one that comes clear of a heap those do not count that do so after it. */
static bool owns_place(const inside_claim *u, const inside_claim *its) {
    if (!meet(u, its) || !its->rests) return false;
    return !u->clears || !its->clears || its->rank < u->rank;
}

static bool is_solid(const inside_claim *u, const inside_claim *its) {
    return u->spares_enemies && u->team != its->team;
}

static bool has_same_goal(const inside_claim *u, const inside_claim *its) {
    if (u->target >= 0) return u->target == its->target;
    double radius = fmin((double)u->radius, (double)its->radius);
    return u->shares_goal && its->shares_goal && apart(u->goal, its->goal) < radius;
}

/* Those with one goal, and friends that attack. */
static bool are_one_crowd(const inside_claim *u, const inside_claim *its) {
    return has_same_goal(u, its) || (u->attacks && its->attacks && u->team == its->team);
}

/* u, from the point to the line. */
static double off_line(sidle_vec2 from, sidle_vec2 to, sidle_vec2 point) {
    sidle_vec2 way = minus(to, from);
    double length2 = dot(way, way),
           share = length2 > 0 ? dot(way, minus(point, from)) / length2 : 0;
    return apart(onwards(from, way, fmin(fmax(share, 0), 1)), point);
}

/* A distance that is so near to its bound may lie on either side of it. */
static bool is_unsure(double distance, double bound) {
    return fabs(distance - bound) < 2e-4;
}

typedef struct rules {
    inside_way is;
    bool unsure;
} rules;

/* What one other unit changes. */
static void meet_other(const inside_claim *u, const inside_claim *its, sidle_vec2 to, rules *r) {
    double radii = (double)u->radius + (double)its->radius, now = apart(u->position, its->position);
    double off = off_line(u->position, to, its->position);
    double places =
        radii - (double)SIDLE_PLACES_TOUCH * fmin((double)u->radius, (double)its->radius);
    if (!meet(u, its)) return;
    r->unsure |= is_unsure(now, 0.98 * radii) || is_unsure(off, 0.98 * radii) ||
                 is_unsure(off, 0.9 * radii) || is_unsure(off, fmin(radii, now) - 0.002 * radii) ||
                 is_unsure(apart(to, its->position), places) ||
                 is_unsure(apart(to, its->place), places);
    r->is.inside_another |= now < 0.98 * radii;
    if (its->claims) r->is.place_is_clear &= apart(to, its->place) >= places;
    bool solid = is_solid(u, its), stays = owns_place(u, its);
    if ((stays || its->aside) && solid && now >= 0.98 * radii)
        r->is.presses |= off < fmin(radii, now) - 0.002 * radii;
    if (!stays) return;
    r->is.place_is_clear &= apart(to, its->position) >= places;
    r->is.clear &= !(solid && off < 0.98 * radii);
    r->is.held &= off >= 0.98 * radii;
    if (solid || are_one_crowd(u, its)) r->is.straight &= off >= (solid ? 0.98 : 0.9) * radii;
}

static void same(const witness *w, uint32_t k, const char *what, bool is, bool expected) {
    if (is != expected)
        fail_msg("scene %u, tick %llu, unit %u: %s is %d and not %d", w->scene,
                 (unsigned long long)sidle_world_tick(w->world), k, what, is, expected);
}

static void compare(witness *w, uint32_t k, sidle_vec2 to) {
    const inside_claim *u = &w->units[k];
    rules r = {.is = {false, false, true, true, true, true}};
    r.is.straight = inside_way_fits(w->world, k, u->position, to, 1);
    r.is.held = inside_way_fits(w->world, k, u->position, to, 0.98f);
    r.is.clear = inside_way_fits(w->world, k, u->position, to, 0.75f);
    for (uint32_t n = 0; n < w->count; n++) meet_other(u, &w->units[n], to, &r);
    w->t.unsure += r.unsure;
    if (r.unsure) return;
    inside_way is = inside_way_to(w->world, k, to);
    same(w, k, "inside another", is.inside_another, r.is.inside_another);
    same(w, k, "presses on an enemy", is.presses, r.is.presses);
    same(w, k, "leads straight", is.straight, r.is.straight);
    same(w, k, "is clear for a look", is.clear, r.is.clear);
    same(w, k, "is clear for one that is held", is.held, r.is.held);
    same(w, k, "the place is clear", is.place_is_clear, r.is.place_is_clear);
    w->t.asked++;
    w->t.inside += is.inside_another;
    w->t.pressing += is.presses;
    w->t.straight += is.straight;
    w->t.clear += is.clear;
    w->t.held += is.held;
    w->t.taken += !is.place_is_clear;
}

static void watch(void *context, sidle_phase phase) {
    witness *w = context;
    if (phase != inside_contacts_end || sidle_world_tick(w->world) % 20 != 19) return;
    w->count = inside_body_count(w->world);
    for (uint32_t k = 0; k < w->count; k++) w->units[k] = inside_claim_of(w->world, k);
    for (uint32_t k = 0; k < w->count; k++) w->t.aside += w->units[k].aside;
    for (int n = 0; n < ASKS_A_TICK; n++) {
        uint32_t k = roll(&w->d, w->count);
        sidle_vec2 at = w->units[roll(&w->d, w->count)].position;
        float reach = roll_between(&w->d, 0, 4);
        sidle_vec2 to = {at.x + roll_between(&w->d, -reach, reach),
                         at.y + roll_between(&w->d, -reach, reach)};
        to.x = fminf(fmaxf(to.x, 1), SIZE - 1), to.y = fminf(fmaxf(to.y, 1), SIZE - 1);
        /* A look finds a way clear as far as it sees. */
        if (apart(w->units[k].position, to) < 2 * CROWD) compare(w, k, to);
    }
}

static void play(uint32_t scene, witness *w) {
    static uint8_t cells[SIZE * SIZE];
    w->d = (dice){scene};
    w->scene = scene;
    dice *d = &w->d;
    for (uint32_t k = 0; k < SIZE * SIZE; k++)
        cells[k] = roll(d, 100) < scene % 3 ? SIDLE_TERRAIN_TREES : SIDLE_TERRAIN_GROUND;
    sidle_world *world = w->world = watched_world(cells, SIZE, watch, w);
    sidle_profile_id profiles[3];
    for (int k = 0; k < 3; k++) {
        sidle_profile p = sidle_profile_default();
        p.radius = roll_between(d, 0.3f, 0.9f);
        p.layer = roll(d, 6) == 0;
        p.push_enemies = roll(d, 4) == 0;
        profiles[k] = profile_in(world, &p);
    }
    /* One crowd in each scene, in any part of the map. */
    sidle_vec2 corner = {roll_between(d, 1, SIZE - CROWD - 1),
                         roll_between(d, 1, SIZE - CROWD - 1)};
    sidle_unit_id units[UNITS];
    uint32_t count = 0;
    for (int k = 0; k < 4 * UNITS && count < UNITS; k++) {
        sidle_unit_def def = sidle_unit_def_default();
        def.profile = profiles[roll(d, 3)];
        def.position = (sidle_vec2){corner.x + roll_between(d, 0, CROWD),
                                    corner.y + roll_between(d, 0, CROWD)};
        def.team = roll(d, 4) ? 0 : roll(d, 3);
        if (!sidle_unit_create(world, &def, &units[count])) count++;
    }
    for (uint32_t k = 0; k < count; k++) {
        sidle_vec2 goal = {corner.x + (roll(d, 2) ? CROWD : CROWD / 2), corner.y + CROWD / 2};
        if (roll(d, 3)) assert_ok(sidle_unit_go(world, units[k], goal));
        if (!roll(d, 8)) assert_ok(sidle_unit_set_ghost(world, units[k], true));
    }
    for (int tick = 0; tick < TICKS; tick++) assert_ok(sidle_world_step(world, TICK));
    sidle_world_destroy(world);
}

static void ways_and_places_are_free_as_the_rules_say(void **state) {
    (void)state;
    static witness w;
    for (uint32_t scene = 0; scene < SCENES; scene++) play(scene, &w);
    const tally *t = &w.t;
    print_message(
        "%u asked: %u inside another, %u pressing, %u straight, %u clear, %u clear for one that is "
        "held, %u places taken; %u were aside; %u unsure\n",
        t->asked, t->inside, t->pressing, t->straight, t->clear, t->held, t->taken, t->aside,
        t->unsure);
    uint32_t few = t->asked / 50;
    assert_true(t->asked > 5000 && t->unsure < t->asked / 10);
    assert_true(t->inside > few && t->pressing > few && t->straight > few && t->clear > few);
    assert_true(t->held > few && t->taken > few && t->aside > few);
    assert_true(t->clear < t->asked - few && t->straight < t->asked - few);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ways_and_places_are_free_as_the_rules_say),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
