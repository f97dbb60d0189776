/* A pass that only sorts and moves units. */
#include "floor.h"

#include "support/checked_memory.h"

#include <math.h>
#include <stb_ds.h>
#include <stdlib.h>

/* u, the side of a bucket: two diameters of the default profile, as in the library's grid. */
static const float BUCKET = 2;

typedef struct drifter {
    sidle_vec2 position, velocity;
    uint32_t unit;
} drifter;

struct floor_pass {
    float width, height; /* u, of the map */
    uint32_t columns, buckets;
    uint32_t *starts; /* of each bucket in the sorted drifters, and the end of the last */
    drifter *drifters, *sorted;
    size_t count;
};

static sidle_vec2 velocity_of(const scene *played, const scene_unit *u) {
    float speed = played->profiles[u->profile].values.top_speed;
    sidle_vec2 to = {u->goal.x - u->position.x, u->goal.y - u->position.y};
    float length = sqrtf(to.x * to.x + to.y * to.y);
    if (length < 1e-3f) return (sidle_vec2){speed, 0};
    return (sidle_vec2){to.x / length * speed, to.y / length * speed};
}

floor_pass *floor_make(const scene *played) {
    floor_pass *f = checked_calloc(1, sizeof *f);
    f->count = arrlenu(played->units);
    f->width = (float)played->width * played->cell_size;
    f->height = (float)played->height * played->cell_size;
    f->columns = (uint32_t)(f->width / BUCKET) + 1;
    f->buckets = f->columns * ((uint32_t)(f->height / BUCKET) + 1);
    f->starts = checked_malloc((f->buckets + 1) * sizeof *f->starts);
    f->drifters = checked_malloc(f->count * sizeof *f->drifters);
    f->sorted = checked_malloc(f->count * sizeof *f->sorted);
    for (uint32_t k = 0; k < f->count; k++) {
        const scene_unit *u = &played->units[k];
        f->drifters[k] = (drifter){u->position, velocity_of(played, u), k};
    }
    return f;
}

void floor_free(floor_pass *f) {
    if (!f) return;
    free(f->starts);
    free(f->drifters);
    free(f->sorted);
    free(f);
}

static uint32_t bucket_of(const floor_pass *f, sidle_vec2 at) {
    return (uint32_t)(at.y / BUCKET) * f->columns + (uint32_t)(at.x / BUCKET);
}

/* Counting sort: how many units are in each bucket, where each bucket begins, each unit to its
 * place. */
static void sort(floor_pass *f) {
    uint32_t *starts = f->starts, before = 0;
    for (uint32_t b = 0; b <= f->buckets; b++) starts[b] = 0;
    for (size_t k = 0; k < f->count; k++) starts[bucket_of(f, f->drifters[k].position)]++;
    for (uint32_t b = 0; b <= f->buckets; b++) {
        uint32_t here = starts[b];
        starts[b] = before;
        before += here;
    }
    for (size_t k = 0; k < f->count; k++)
        f->sorted[starts[bucket_of(f, f->drifters[k].position)]++] = f->drifters[k];
}

/* Moves along one axis; at the border of the map the unit bounces. */
static void integrate(float *at, float *speed, float high, float dt) {
    *at += *speed * dt;
    if (*at < 0) *at = -*at, *speed = -*speed;
    if (*at > high) *at = 2 * high - *at, *speed = -*speed;
}

void floor_step(floor_pass *f, float dt) {
    sort(f);
    for (size_t k = 0; k < f->count; k++) {
        drifter *d = &f->sorted[k];
        integrate(&d->position.x, &d->velocity.x, f->width, dt);
        integrate(&d->position.y, &d->velocity.y, f->height, dt);
    }
    drifter *swap = f->drifters;
    f->drifters = f->sorted;
    f->sorted = swap;
}

sidle_vec2 floor_position(const floor_pass *f, size_t unit) {
    for (size_t k = 0; k < f->count; k++)
        if (f->drifters[k].unit == unit) return f->drifters[k].position;
    return (sidle_vec2){NAN, NAN};
}
