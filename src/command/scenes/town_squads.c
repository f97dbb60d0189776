/* Places the units of a town and sends them. */
#include "town.h"

#include <math.h>
#include <stb_ds.h>

/* Times the sum of both radii: how near places of their own lie together at least. A choice: a
 * tenth of a unit's width is left between discs. */
static const float PLACES = 1.1f;

/* Attempts to find a free random point before the unit is left out. */
enum { TRIES = 200 };

float town_share(town *t) {
    t->random = t->random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (float)(t->random >> 40) / 16777216.0f;
}

float town_between(town *t, float low, float high) {
    return low + (high - low) * town_share(t);
}

uint32_t town_pick(town *t, uint32_t count) {
    uint32_t k = (uint32_t)(town_share(t) * (float)count);
    return k < count ? k : count - 1;
}

bool town_chance(town *t, float chance) {
    return town_share(t) < chance;
}

float town_rounded(float number, float parts) {
    return floorf(number * parts + 0.5f) / parts;
}

static float radius_of(const town *t, uint32_t kind) {
    return t->into->profiles[kind].values.radius;
}

scene_unit *town_add(town *t, sidle_vec2 at, uint32_t kind) {
    scene_unit u = {.position = at, .goal = at, .profile = kind, .team = 1};
    arrput(t->into->units, u);
    return &arrlast(t->into->units);
}

squad town_muster(town *t, sidle_vec2 about, uint32_t count, float spread) {
    squad who = {arrlenu(t->into->units), 0};
    size_t from = 0;
    if (!town_look_from(t, about)) return who;
    for (; who.count < count; who.count++) {
        uint32_t kind = town_pick(t, t->kinds);
        sidle_vec2 at;
        if (!town_take_place(t, radius_of(t, kind), spread, &from, &at)) break;
        town_add(t, at, kind);
    }
    return who;
}

/* A free random point; false: none was found. */
static bool take_anywhere(town *t, float radius, float spread, sidle_vec2 *at) {
    for (int tries = 0; tries < TRIES; tries++) {
        *at = town_random_point(t, 0, 1);
        if (town_take(t, *at, radius, spread)) return true;
    }
    return false;
}

static squad muster_anywhere(town *t, uint32_t count) {
    squad who = {arrlenu(t->into->units), 0};
    for (; who.count < count; who.count++) {
        uint32_t kind = town_pick(t, t->kinds);
        sidle_vec2 at;
        if (!take_anywhere(t, radius_of(t, kind), PLACES, &at)) break;
        town_add(t, at, kind);
    }
    return who;
}

squad town_muster_army(town *t, uint32_t count) {
    float share = town_share(t), spread = town_between(t, PLACES, 1.6f);
    if (share >= 0.8f) return muster_anywhere(t, count);
    sidle_vec2 first = town_random_point(t, 0, 1), second = town_random_point(t, 0, 1);
    if (share < 0.6f) return town_muster(t, first, count, spread);
    squad who = town_muster(t, second, count / 2, spread);
    who.count += town_muster(t, first, count - count / 2, spread).count;
    return who;
}

void town_send(town *t, squad who, sidle_vec2 goal) {
    for (size_t k = who.first; k < who.first + who.count; k++) {
        t->into->units[k].order = SIDLE_ORDER_GO;
        t->into->units[k].goal = goal;
    }
}

void town_send_apart(town *t, squad who, sidle_vec2 about, float spread) {
    size_t from = 0;
    if (!town_look_from(t, about)) return;
    for (size_t k = who.first; k < who.first + who.count; k++) {
        scene_unit *u = &t->into->units[k];
        sidle_vec2 to;
        if (!town_take_place(t, radius_of(t, u->profile), spread, &from, &to)) return;
        u->order = SIDLE_ORDER_GO;
        u->goal = to;
    }
}

void town_send_anywhere(town *t, squad who) {
    for (size_t k = who.first; k < who.first + who.count; k++) {
        scene_unit *u = &t->into->units[k];
        sidle_vec2 to;
        if (!take_anywhere(t, radius_of(t, u->profile), PLACES, &to)) return;
        u->order = SIDLE_ORDER_GO;
        u->goal = to;
    }
}

/* Is the disc of that radius clear of everything that no unit enters? Eight points of its rim and
 * the lines to them tell. */
static bool is_clear(const town *t, sidle_vec2 at, float reach) {
    static const float X[] = {1, 0.7f, 0, -0.7f, -1, -0.7f, 0, 0.7f},
                       Y[] = {0, 0.7f, 1, 0.7f, 0, -0.7f, -1, -0.7f};
    for (int k = 0; k < 8; k++) {
        sidle_vec2 rim = {at.x + reach * X[k], at.y + reach * Y[k]};
        if (!sidle_world_line_fits(t->ground.world, (sidle_profile_id){0}, at, rim)) return false;
    }
    return true;
}

squad town_targets(town *t, uint32_t count, float clear, bool apart) {
    squad who = {arrlenu(t->into->units), 0};
    uint32_t all = town_pick(t, t->kinds);
    for (int tries = 0; tries < TRIES && who.count < count; tries++) {
        uint32_t kind = apart ? town_pick(t, t->kinds) : all; /* a fixture's group is of one kind */
        float radius = radius_of(t, kind);
        sidle_vec2 at = town_random_point(t, 0.3f, 1);
        /* The disc that is asked about is as large as the largest unit. */
        float reach = fmaxf(clear * t->radius + radius - t->radius, 0);
        if (!is_clear(t, at, reach) || !town_take(t, at, radius, 1 + clear)) continue;
        scene_unit *u = town_add(t, at, kind);
        u->order = SIDLE_ORDER_HOLD;
        u->team = 2;
        u->group = apart ? 2 + (uint32_t)who.count : 2;
        who.count++;
    }
    return who;
}
