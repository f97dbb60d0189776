/* Makes a town of its keys: kinds of units, a map, and a task on the largest ground of the map that
 * hangs together. */
#include "town.h"

#include "generators.h"
#include "support/checked_memory.h"

#include <math.h>
#include <stb_ds.h>
#include <stdlib.h>

/* Units of a town, when its name does not say. Most towns have few, so that many can be played. */
enum { LEAST_UNITS = 20, MOST_UNITS = 300 };

/* Share of the ground that a crowd may cover in its squares of 2.2 radii. With more there is no
 * room to pass, and no room for places at ease. */
static const float COVER = 0.2f;

/* Maps that are drawn before the plain is taken, where everybody has room. */
enum { DRAWINGS = 4 };

/* s, that a scene may take beyond what its ways tell: a unit that is held up once waits about so
 * long. A choice. */
static const float PATIENCE = 5;

static void draw_units(town *t) {
    float share = town_share(t);
    t->units = t->keys.units ? t->keys.units
                             : LEAST_UNITS + (uint32_t)(share * share * (MOST_UNITS - LEAST_UNITS));
}

/* For so many units there is room on the ground from which the town was looked at. */
static float room_for(const town *t) {
    float cell = t->into->cell_size, square = 2.2f * t->radius;
    float ground = (float)arrlenu(t->ground.order) * cell * cell;
    return COVER * ground / (square * square);
}

static bool has_room(const town *t) {
    return (float)t->units < room_for(t);
}

/* The map that was brought; on a small one there are fewer units. It is not known how narrow it is:
 * the time is that of a map with passages for one. False: it has no room for two. */
static bool take_map(town *t) {
    scene *s = t->into;
    free(s->cells);
    s->width = t->own->width;
    s->height = t->own->height;
    s->cells = checked_copy(t->own->cells, (size_t)s->width * s->height);
    t->side = s->width < s->height ? s->width : s->height;
    t->narrowest = 1;
    town_survey(t);
    town_look_from_largest(t);
    t->units = (uint32_t)fminf((float)t->units, room_for(t));
    return t->units >= 2;
}

static void draw_map(town *t, town_map kind) {
    if (kind == TOWN_MAP_COUNT) kind = (town_map)town_pick(t, TOWN_MAP_COUNT);
    for (int tries = 0; tries < DRAWINGS; tries++) {
        town_draw(t, kind);
        town_survey(t);
        if (town_look_from_largest(t) && has_room(t)) return;
    }
    town_draw(t, TOWN_MAP_PLAIN);
    town_survey(t);
    town_look_from_largest(t);
}

/* ---- places of their own ---- */

/* The point that the unit's order is about; false: about none. */
static bool aim_of(const scene *s, const scene_unit *u, sidle_vec2 *aim) {
    *aim = u->goal;
    if (scene_unit_stands(u)) return false;
    for (size_t k = 0; u->target_group && k < arrlenu(s->units); k++)
        if (s->units[k].group == u->target_group) *aim = s->units[k].goal; /* or where it holds */
    return true;
}

/* Times the sum of both radii, between places of their own. A choice. */
static const float SPREAD = 1.4f;

/* Who goes from point to point is free when nobody else does. */
static void keep_one_of_each_kind(scene *s) {
    size_t kept = 0;
    for (size_t k = 0; k < arrlenu(s->units); k++) {
        bool first = true;
        for (size_t n = 0; n < kept; n++)
            first = first && s->units[n].profile != s->units[k].profile;
        if (first) {
            scene_unit swap = s->units[kept];
            s->units[kept++] = s->units[k];
            s->units[k] = swap;
        }
    }
    for (size_t k = kept; k < arrlenu(s->units); k++) arrfree(s->units[k].patrol);
    arrsetlen(s->units, kept);
}

/* In place of the orders of the task each unit gets a place of its own near the aim of its order,
 * or near where that is when nobody gets there. */
static void give_own_places(town *t) {
    scene *s = t->into;
    if (t->keys.task == TOWN_PATROL) {
        keep_one_of_each_kind(s);
        return;
    }
    sidle_vec2 looked_from = {-1, -1};
    arrsetlen(t->taken, 0);
    arrsetlen(s->later, 0);
    arrsetlen(s->edits, 0);
    for (size_t k = 0; k < arrlenu(s->units); k++)
        if (s->units[k].order == SIDLE_ORDER_HOLD)
            town_take(t, s->units[k].position, s->profiles[s->units[k].profile].values.radius, 0);
    for (size_t k = 0, from = 0; k < arrlenu(s->units); k++) {
        scene_unit *u = &s->units[k];
        sidle_vec2 aim, before = looked_from;
        if (!aim_of(s, u, &aim)) continue;
        if (aim.x != before.x || aim.y != before.y) {
            from = 0;
            looked_from = aim;
            if (!town_look_from(t, aim)) return;
        }
        if (!town_take_place(t, s->profiles[u->profile].values.radius, SPREAD, &from, &u->goal))
            return;
        u->order = SIDLE_ORDER_GO;
        u->troop = u->target_group = 0;
    }
}

/* ---- how long it may take ---- */

float town_file(const town *t, size_t count) {
    float lanes = fmaxf(1, floorf(t->narrowest / 2.2f));
    return (float)count * 3 * t->radius / lanes;
}

/* How long a town is watched after its last change: many times as long as the slowest unit takes
 * for the longest way, and the crowd for the narrowest passage. Who does not rest by then never
 * does; what is late is told by the town with a place of its own for each (benchmarks/town_play.c).
 * A patrol never ends, so it is watched for less. */
static void set_limit(town *t) {
    scene *s = t->into;
    const sidle_profile *p = &s->profiles[0].values;
    size_t count = arrlenu(t->ground.order);
    float longest = count ? town_way(t, town_point(t, count - 1)) : 0;
    float crowd = town_file(t, arrlenu(s->units));
    float once = (longest + crowd) / t->slowest + 360 / p->turn_rate +
                 2 * p->top_speed / p->acceleration + PATIENCE;
    float times = t->keys.task == TOWN_PATROL ? 2 : 4;
    s->seconds = ceilf(scene_last_change(s) + times * once);
}

/* Neighbouring seeds and tasks have nothing in common: the finalizer of SplitMix64. */
static uint64_t mixed(uint64_t x) {
    x = (x + 1) * UINT64_C(0x9E3779B97F4A7C15);
    x = (x ^ x >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    x = (x ^ x >> 27) * UINT64_C(0x94D049BB133111EB);
    return x ^ x >> 31;
}

/* False: there is no room, which only a map that was brought lacks. */
static bool make(town *t) {
    bool brought = t->own && t->own->cells;
    draw_units(t);
    town_make_profiles(t);
    if (!brought)
        draw_map(t, t->keys.map);
    else if (!take_map(t))
        return false;
    town_set_task(t);
    if (!brought && !arrlenu(t->into->units)) { /* no room for a target: there is on the plain */
        draw_map(t, TOWN_MAP_PLAIN);
        town_set_task(t);
    }
    if (!arrlenu(t->into->units)) return false;
    set_limit(t);
    if (t->keys.own) give_own_places(t);
    return true;
}

bool town_make(const town_keys *keys, const scene *own, scene *into) {
    town t = {.into = into, .own = own, .keys = *keys};
    t.random = mixed((uint64_t)keys->seed << 8 | keys->task);
    bool good = make(&t);
    town_ground_free(&t.ground);
    arrfree(t.taken);
    return good;
}

bool generate_town(generator *g, double number) {
    (void)number;
    return town_make(&g->town, NULL, g->into);
}
