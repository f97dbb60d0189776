/* Sums by cell, of what each unit has to bear there. */
#include "heat.h"

#include "colours.h"
#include "support/checked_memory.h"
#include "terminal/spelling.h"

#include <math.h>
#include <stb_ds.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Cells of the longer side at most: on larger maps some cells share one sum. */
enum { CELLS_MOST = 512 };

/* Share of top speed below which a unit on its way is held up, and share of its radius that a unit
 * may be inside another: the second is that of the figures. */
static const float HELD_UP = 0.5f, GRAZED = 0.1f;

static const char *const KINDS[] = {"congestion", "overlap", "waiting", "turning"};

enum { CONGESTION, OVERLAP, WAITING, TURNING, KIND_COUNT };

struct heat {
    const scene *scene;
    int kind;
    int width, height;
    float cell;           /* u */
    float *sums;          /* stb_ds */
    sidle_vec2 *headings; /* stb_ds, by scene unit: of the last sample; 0,0: none */
};

heat *heat_make(const scene *s, const char *kind, complaints *to) {
    int found = 0;
    while (found < KIND_COUNT && strcmp(KINDS[found], kind)) found++;
    if (found == KIND_COUNT) {
        complain(to, "--heat", 0, 0,
                 "found '%s', expected congestion, overlap, waiting or turning%s", kind,
                 did_you_mean("", kind, strlen(kind), NAMES_OF(KINDS, KIND_COUNT)).text);
        return NULL;
    }
    heat *h = checked_calloc(1, sizeof *h);
    uint32_t longer = s->width > s->height ? s->width : s->height;
    uint32_t by = (longer + CELLS_MOST - 1) / CELLS_MOST;
    *h = (heat){.scene = s, .kind = found, .cell = (float)by * s->cell_size};
    h->width = (int)((s->width + by - 1) / by);
    h->height = (int)((s->height + by - 1) / by);
    arrsetlen(h->sums, (size_t)h->width * (size_t)h->height);
    memset(h->sums, 0, arrlenu(h->sums) * sizeof *h->sums);
    arrsetlen(h->headings, arrlenu(s->units));
    for (size_t k = 0; k < arrlenu(h->headings); k++) h->headings[k] = (sidle_vec2){0, 0};
    return h;
}

void heat_free(heat *h) {
    if (!h) return;
    arrfree(h->sums);
    arrfree(h->headings);
    free(h);
}

/* ---- what a unit has to bear ---- */

static bool is_inside_another(const sidle_world *world, sidle_unit_id id, const sidle_unit_state *u,
                              uint32_t layer) {
    enum { MOST = 16 };
    sidle_hit hits[MOST];
    uint32_t count = 0;
    const sidle_filter filter = {.layers = 1u << layer, .part = SIDLE_PART_DISC, .except = id};
    if (sidle_query_disc(world, u->position, u->radius, &filter, hits, MOST, &count)) return false;
    if (count > MOST) count = MOST;
    for (uint32_t k = 0; k < count; k++) {
        float dx = hits[k].position.x - u->position.x, dy = hits[k].position.y - u->position.y;
        if (u->radius + hits[k].radius - hypotf(dx, dy) > GRAZED * u->radius) return true;
    }
    return false;
}

static float turned(heat *h, size_t unit, const sidle_unit_state *u) {
    sidle_vec2 a = h->headings[unit], b = u->heading;
    h->headings[unit] = b;
    if (a.x == 0 && a.y == 0) return 0;
    return fabsf(atan2f(a.x * b.y - a.y * b.x, a.x * b.x + a.y * b.y));
}

static float burden(heat *h, const sidle_world *world, sidle_unit_id id, const sidle_unit_state *u,
                    size_t unit, float dt) {
    const sidle_profile *p = &h->scene->profiles[h->scene->units[unit].profile].values;
    float speed = hypotf(u->made_velocity.x, u->made_velocity.y);
    bool waits = u->decision == SIDLE_DECISION_WAIT || u->decision == SIDLE_DECISION_REPLAN ||
                 u->decision == SIDLE_DECISION_BLOCKED;
    switch (h->kind) {
    case CONGESTION: return speed < HELD_UP * p->top_speed ? dt : 0;
    case OVERLAP: return is_inside_another(world, id, u, p->layer) ? dt : 0;
    case WAITING: return waits ? dt : 0;
    default: return turned(h, unit, u);
    }
}

/* The units of a scene were created in its order, and no others: see picture.c. */
void heat_sample(heat *h, const sidle_world *world, double dt) {
    sidle_unit_id id = sidle_unit_next(world, (sidle_unit_id){0, 0});
    for (; id.slot; id = sidle_unit_next(world, id)) {
        sidle_unit_state u;
        size_t unit = id.slot - 1;
        if (sidle_unit_get(world, id, &u) || u.stowed || unit >= arrlenu(h->headings)) continue;
        if (!u.under_way) {
            h->headings[unit] = (sidle_vec2){0, 0};
            continue;
        }
        int x = (int)(u.position.x / h->cell), y = (int)(u.position.y / h->cell);
        if (x < 0 || y < 0 || x >= h->width || y >= h->height) continue;
        h->sums[y * h->width + x] += burden(h, world, id, &u, unit, (float)dt);
    }
}

/* ---- the picture ---- */

double heat_total(const heat *h) {
    double sum = 0;
    for (size_t k = 0; k < arrlenu(h->sums); k++) sum += (double)h->sums[k];
    return sum;
}

double heat_most(const heat *h, float *x, float *y) {
    size_t best = 0;
    for (size_t k = 0; k < arrlenu(h->sums); k++)
        if (h->sums[k] > h->sums[best]) best = k;
    *x = ((float)(best % (size_t)h->width) + 0.5f) * h->cell;
    *y = ((float)(best / (size_t)h->width) + 0.5f) * h->cell;
    return (double)h->sums[best];
}

const char *heat_unit(const heat *h) {
    return h->kind == TURNING ? "rad" : "s";
}

/* Numbers as a person writes them. */
static void number_text(double value, char text[32]) {
    snprintf(text, 32, "%.*f", value < 10 ? 2 : value < 100 ? 1 : 0, value);
}

void heat_words(const heat *h, char *words, size_t size) {
    float x, y;
    char all[32], most[32];
    number_text(heat_total(h), all);
    number_text(heat_most(h, &x, &y), most);
    snprintf(words, size, "%s: %s %s in all, from none to %s %s in a cell", KINDS[h->kind], all,
             heat_unit(h), most, heat_unit(h));
}

/* The root of the share, so that what is bad in few places does not hide the rest. */
void heat_paint(const heat *h, canvas *c, float scale, sidle_vec2 corner) {
    float at_x, at_y;
    double most = heat_most(h, &at_x, &at_y);
    for (int y = 0; most > 0 && y < c->height; y++)
        for (int x = 0; x < c->width; x++) {
            int column = (int)((((float)x + 0.5f) / scale + corner.x) / h->cell);
            int row = (int)((((float)y + 0.5f) / scale + corner.y) / h->cell);
            if (column >= h->width || row >= h->height) continue;
            float share = h->sums[row * h->width + column] / (float)most;
            if (share > 0)
                canvas_mix(c, x, y, heat_colour(sqrtf(share)), 0.35f + 0.6f * sqrtf(share));
        }
}
