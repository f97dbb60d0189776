/* Motions drawn by hand, whose figures are known: units are told one by one, and their positions
 * are set tick by tick. */
#ifndef SIDLE_TEST_FILM_H
#define SIDLE_TEST_FILM_H

#include "metrics/metrics.h"
#include "metrics/outcome.h"
#include "support.h"

#include <stb_ds.h>

enum { MOST = 20 };

typedef struct film {
    scene played;
    metrics *metrics;
    sidle_vec2 at[MOST], facing[MOST];
    bool ordered[MOST];
} film;

static inline void cast(film *f, float x, float y, bool mover, float goal_x, float goal_y) {
    sidle_order order = mover ? SIDLE_ORDER_GO : SIDLE_ORDER_HOLD;
    scene_unit u = {.position = {x, y}, .order = order, .goal = {goal_x, goal_y}};
    f->at[arrlenu(f->played.units)] = u.position;
    f->facing[arrlenu(f->played.units)] = (sidle_vec2){1, 0};
    f->ordered[arrlenu(f->played.units)] = mover;
    arrput(f->played.units, u);
}

static inline film open_film(uint32_t width, uint32_t height) {
    film f = {.played = scene_make("film")};
    f.played.width = width;
    f.played.height = height;
    f.played.cells = calloc(width * height, 1);
    return f;
}

static inline void frame(film *f) {
    metrics_sample(f->metrics, f->at, f->facing, f->ordered);
}

static inline void begin_at(film *f, double hz) {
    f->metrics = metrics_make(&f->played, 1 / hz);
    frame(f);
}

static inline void begin(film *f) {
    begin_at(f, 10);
}

static inline outcome end(film *f) {
    outcome o = {0};
    metrics_finish(f->metrics, &o);
    metrics_free(f->metrics);
    scene_free(&f->played);
    return o;
}

#endif
