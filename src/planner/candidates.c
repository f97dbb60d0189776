/* Most of the work of a look is to find the few bodies that matter. Windows and sieves only save
 * work: they may let through whom they like, but lose nobody that leaves a value. What decides is
 * the stamp alone, so the result depends neither on them nor on the order of bodies. */
#include "planner/candidates.h"

static uint32_t max_uint(uint32_t a, uint32_t b) {
    return a > b ? a : b;
}

window window_in_view(const view *v) {
    sidle_vec2 d = v->direction;
    float lead = max_float(v->world->bodies.fastest - v->profile->top_speed, 0);
    float far = v->far, behind = v->largest + lead * (float)v->rows * v->pace;
    float chord_x = far * fabsf(d.y) + behind * fabsf(d.x);
    float chord_y = far * fabsf(d.x) + behind * fabsf(d.y);
    sidle_vec2 low = {d.x > 0 ? -min_float(chord_x, far) : -far,
                      d.y > 0 ? -min_float(chord_y, far) : -far};
    sidle_vec2 high = {d.x < 0 ? min_float(chord_x, far) : far,
                       d.y < 0 ? min_float(chord_y, far) : far};
    return grid_window_of_box(&v->world->bodies, vec_add(v->position, low),
                              vec_add(v->position, high));
}

/* The buckets about a box about a cell, which may lie off the map. */
static window window_about(const view *v, sidle_vec2 cell, float wide, float high) {
    const bodies *c = &v->world->bodies;
    window w =
        grid_window_of_box(c, vec(cell.x - wide, cell.y - high), vec(cell.x + wide, cell.y + high));
    return (window){min_int(w.x0, c->width - 1), min_int(w.y0, c->height - 1), max_int(w.x1, 0),
                    max_int(w.y1, 0)};
}

window window_of_trace(const view *v, int32_t rows) {
    float a_row = max_float(v->world->bodies.fastest * v->pace, v->profile->look_cell);
    float around = v->largest + a_row * (float)rows * LOOK_MARGIN;
    return window_about(v, cell_centre(v, rows, 0), around, around);
}

window window_of_row(const view *v, int32_t row) {
    float around = v->largest + v->world->bodies.fastest * v->pace * (float)row * LOOK_MARGIN;
    float side = (float)v->columns * v->profile->look_cell;
    return window_about(v, cell_centre(v, row, 0), around + side * fabsf(v->right.x),
                        around + side * fabsf(v->right.y));
}

bool candidates_done(const candidates *p) {
    return p->y > p->window.y1;
}

void candidates_next(candidates *p, const bodies *c) {
    window w = p->window;
    uint32_t groups = 0, next = p->next;
    int32_t y = p->y;
    for (; y <= w.y1; y++, next = 0) {
        uint32_t k = max_uint(grid_row_first(c, w, y), next), end = grid_row_end(c, w, y);
        uint32_t more = (end - k + LANES - 1) / LANES;
        if (more <= 2 && groups + more <= GROUPS) {
            p->first[groups] = k;
            p->first[groups + 1] = k + LANES;
            groups += more;
            continue;
        }
        for (; k < end && groups < GROUPS; k += LANES) p->first[groups++] = k;
        next = k;
        if (k < end) break;
    }
    p->y = y;
    p->next = next;
    p->groups = groups;
}

void candidates_begin(candidates *p, const bodies *c, window w) {
    p->window = w;
    p->y = w.y0;
    p->next = 0;
    candidates_next(p, c);
    p->whole = candidates_done(p);
}

uint64_t candidates_keep(uint64_t bits, lanes_mask left) {
    return bits >> LANES | (uint64_t)lanes_bits(left) << (64 - LANES);
}

void candidates_trim(candidates *p, uint64_t bits, uint32_t living) {
    p->bits = bits;
    if (p->groups == 0 || p->first[p->groups - 1] + LANES <= living) return;
    for (uint32_t g = 0; g < p->groups; g++) {
        uint32_t left = living - p->first[g], at = LANES * (GROUPS - p->groups + g);
        if (left < LANES) p->bits &= ~((uint64_t)(((1u << LANES) - 1) & ~lanes_in_use(left)) << at);
    }
}

uint32_t candidates_pick(candidates *p) {
    uint32_t bit = highest_bit(p->bits);
    p->bits ^= (uint64_t)1 << bit;
    return p->first[p->groups - GROUPS + bit / LANES] + bit % LANES;
}
