/* The kinds of units of a town. */
#include "town.h"

#include <math.h>
#include <stb_ds.h>
#include <stdio.h>
#include <string.h>

/* Cells in a radius, at least and at most: the library takes up to four. A cell is 0.25 to 2 u. */
static const float LEAST_CELL = 0.25f, MOST_CELL = 2;

/* Most share of its radius that a unit may make in a tick: in longer steps it passes through what
 * it should meet. A choice. */
static const float STEP = 0.5f;

/* A number from `low` to `low` times two to the power of `octaves`, all octaves alike. */
static float spread_over(town *t, float low, uint32_t octaves) {
    uint32_t octave = town_pick(t, octaves);
    for (uint32_t k = 0; k < octave; k++) low *= 2;
    return low * (1 + town_share(t));
}

/* Of a mixed town: the kinds after the first are smaller and slower. */
static sidle_profile draw_kind(town *t, float radius, float speed) {
    static const float TURNS[] = {30, 60, 90, 180, 360, 720}; /* degrees/s */
    sidle_profile p = sidle_profile_of(radius, speed);
    p.acceleration = town_rounded(speed * spread_over(t, 0.5f, 3), 16);
    p.turn_rate = TURNS[town_pick(t, 6)];
    /* Half of the tenth within which a unit that gave way has to be back. */
    p.tuning.arrival_radius = fmaxf(town_rounded(radius / 20, 128), 1 / 128.0f);
    return p;
}

/* The ticks of a host: enough for the fastest. A speed that even 60 do not serve is lowered. */
static float draw_hz(town *t, float radius, float *speed) {
    static const float RATES[] = {10, 15, 20, 30, 60};
    float least = *speed / (STEP * radius);
    if (least > 60) *speed = 60 * STEP * radius;
    for (int tries = 0; tries < 8; tries++) {
        float hz = RATES[town_pick(t, 5)];
        if (hz >= least) return hz;
    }
    return 60;
}

/* Cells that are whole parts of nothing in particular, as in games. */
static void draw_cell(town *t, float most_ratio) {
    static const float RATIOS[] = {0.5f, 0.8f, 1, 1.25f, 1.5f, 2, 2.5f, 3, 4};
    do t->ratio = RATIOS[town_pick(t, 9)];
    while (t->ratio > most_ratio && most_ratio > 0.5f);
    float cell = fminf(fmaxf(t->radius / t->ratio, LEAST_CELL), MOST_CELL);
    cell = ceilf(cell * 64) / 64; /* up, as no radius may be over four cells */
    t->into->cell_size = cell;
    t->ratio = t->radius / cell;
}

/* radii, of the side of the map: so that crowds have room between walls. */
static float draw_side(town *t) {
    return fmaxf(50, sqrtf((float)t->units * 70) * town_between(t, 0.9f, 1.3f));
}

static void set_side(town *t, float side) {
    draw_cell(t, 250 / side);
    t->side = (uint32_t)fminf(250, ceilf(side * t->ratio));
}

/* The kinds that were brought: the largest first, as the ground is surveyed for it. It is called
 * default, as the first profile of every scene. */
static void take_kinds(town *t) {
    scene *s = t->into;
    const scene_profile *own = t->own->profiles;
    size_t largest = 0;
    for (size_t k = 1; k < arrlenu(own); k++)
        if (own[k].values.radius > own[largest].values.radius) largest = k;
    s->profiles[0].values = own[largest].values;
    t->slowest = own[largest].values.top_speed;
    for (size_t k = 0; k < arrlenu(own); k++) {
        if (k == largest) continue;
        const char *name = strcmp(own[k].name, "default") ? own[k].name : "default_kind";
        int number = scene_profile_add(s, name, strlen(name));
        s->profiles[number].values = own[k].values;
        t->slowest = fminf(t->slowest, own[k].values.top_speed);
    }
    t->kinds = (uint32_t)arrlenu(own);
    t->radius = own[largest].values.radius;
    s->hz = t->own->hz;
    if (!t->own->cells) {
        set_side(t, draw_side(t));
        return;
    }
    s->cell_size = t->own->cell_size;
    t->ratio = t->radius / s->cell_size;
}

static void draw_kinds(town *t) {
    scene *s = t->into;
    float radius = town_rounded(spread_over(t, 0.25f, 3), 32), least = radius;
    float speed = town_rounded(spread_over(t, 0.5f, 4), 16);
    float side = draw_side(t);
    t->radius = radius;
    t->kinds = town_chance(t, 0.5f) ? 1 : 4;
    set_side(t, side);
    for (uint32_t k = 1; k < t->kinds; k++) least = fminf(least, fmaxf(radius / 2, 0.25f));
    s->hz = draw_hz(t, least, &speed);
    t->slowest = speed;
    for (uint32_t k = 0; k < t->kinds; k++) {
        char name[16];
        float size = k ? fmaxf(town_rounded(radius * town_between(t, 0.5f, 1), 32), 0.25f) : radius;
        float pace = k ? fmaxf(town_rounded(speed * town_between(t, 0.5f, 1), 16), 0.5f) : speed;
        int length = snprintf(name, sizeof name, "kind%u", k);
        int number = k ? scene_profile_add(s, name, (size_t)length) : 0;
        s->profiles[number].values = draw_kind(t, size, pace);
        t->slowest = fminf(t->slowest, pace);
    }
}

/* The first kind gets a top speed of the range that was asked for, and the others as large a share
 * of it as before, within the range. What the seed draws otherwise is not changed: the town is the
 * same one at another speed. */
static void change_speeds(town *t) {
    const town_speeds *range = &t->keys.speeds;
    float seed = (float)(t->keys.seed * UINT32_C(2654435769) >> 8) / (float)(1 << 24);
    scene_profile *kinds = t->into->profiles;
    float before = kinds[0].values.top_speed, most = t->into->hz * STEP * t->radius;
    float speed = range->low + (range->high - range->low) * seed;
    t->slowest = INFINITY;
    for (uint32_t k = 0; k < t->kinds; k++) {
        sidle_profile *p = &kinds[k].values;
        float own = fmaxf(range->low, speed * p->top_speed / before);
        own = fminf(own, fminf(most, t->into->hz * STEP * p->radius));
        own = fmaxf(town_rounded(own, 64), 1 / 64.0f);
        p->acceleration *= own / p->top_speed;
        p->top_speed = own;
        t->slowest = fminf(t->slowest, own);
    }
}

void town_make_profiles(town *t) {
    if (t->own)
        take_kinds(t);
    else
        draw_kinds(t);
    if (t->keys.speeds.high > 0) change_speeds(t);
}
