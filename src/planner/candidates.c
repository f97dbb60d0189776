/* Most of the work of a look is to find the few bodies that matter. Three steps narrow them down,
 * each cheaper for a body than the next one:
 *
 * 1. A window: a rectangle of buckets of the spatial grid. The bodies of each of its bucket rows
 * lie side by side in memory, so the window is a few runs of bodies.
 * 2. A filter: the runs are cut into groups of lanes, up to 64 bodies to a batch. A filter (in
 *    trace.c and side_traces.c) tests four bodies at once and leaves one bit for each body to be
 *    looked at closely. The bits are found without a branch on each body: half of the tests went
 *    either way, and leaving out the mispredicted branches saved 8 % of the time of the crowds.
 * 3. The stamp (stamp.h), which alone decides.
 *
 * The invariant: windows and filters may keep bodies that do not matter, but never drop a body
 * whose stamp has a value. A group may reach beyond the end of its run, and the bodies there are
 * tested like the others. So a result depends neither on windows and filters nor on the order of
 * bodies; test_planner holds that against a planner without them. */
#include "planner/candidates.h"

#include <assert.h>

static uint32_t max_uint(uint32_t a, uint32_t b) {
    return a > b ? a : b;
}
static uint32_t min_uint(uint32_t a, uint32_t b) {
    return a < b ? a : b;
}

/* The view is a disc. A body behind the unit matters only if it can catch up with the trace, so the
 * disc is cut by a chord behind the unit, at the distance that the fastest body can make good over
 * all rows. */
window window_in_view(const view *v) {
    sidle_vec2 d = v->direction;
    float lead = max_float(v->world->bodies.fastest - v->top_speed, 0);
    float far = v->view_radius, behind = v->radii_sum_max + lead * (float)v->rows * v->row_time;
    float chord_x = far * fabsf(d.y) + behind * fabsf(d.x);
    float chord_y = far * fabsf(d.x) + behind * fabsf(d.y);
    sidle_vec2 low = {d.x > 0 ? -min_float(chord_x, far) : -far,
                      d.y > 0 ? -min_float(chord_y, far) : -far};
    sidle_vec2 high = {d.x < 0 ? min_float(chord_x, far) : far,
                       d.y < 0 ? min_float(chord_y, far) : far};
    return grid_window_of_box(&v->world->bodies, vec_add(v->position, low),
                              vec_add(v->position, high));
}

/* The buckets of a box around a point of the look. That point may lie off the map: then the buckets
 * at the map's edge are taken, so that the window is never empty. */
static window window_around_point(const view *v, sidle_vec2 point, float half_width,
                                  float half_height) {
    const bodies *c = &v->world->bodies;
    window w = grid_window_of_box(c, vec(point.x - half_width, point.y - half_height),
                                  vec(point.x + half_width, point.y + half_height));
    return (window){min_int(w.x0, c->width - 1), min_int(w.y0, c->height - 1), max_int(w.x1, 0),
                    max_int(w.y1, 0)};
}

window window_of_trace(const view *v, int32_t row) {
    float a_row = max_float(v->world->bodies.fastest * v->row_time, v->profile->tuning.look_cell);
    float around = v->radii_sum_max + a_row * (float)row * ROUNDING_MARGIN;
    return window_around_point(v, cell_centre(v, row, 0), around, around);
}

/* The box of all ways, and around it what a body may cover meanwhile, as far as that is in view. */
window window_of_ways(const view *v, window in_view, int32_t row, float longest) {
    float around = v->radii_sum_max + v->world->bodies.fastest * longest * ROUNDING_MARGIN;
    float side = (float)v->columns * v->profile->tuning.look_cell;
    sidle_vec2 d = v->direction, end = cell_centre(v, row, 0);
    sidle_vec2 aside = vec(around + side * fabsf(d.y), around + side * fabsf(d.x));
    sidle_vec2 low = vec(min_float(v->position.x, end.x), min_float(v->position.y, end.y));
    sidle_vec2 high = vec(max_float(v->position.x, end.x), max_float(v->position.y, end.y));
    window w = grid_window_of_box(&v->world->bodies, vec_sub(low, aside), vec_add(high, aside));
    return window_common(w, in_view);
}

bool candidates_done(const candidates *p) {
    return p->y > p->window.y1;
}

/* The groups are stored GROUPS_STORED at a time, past the end of a run and of the batch: how many a
 * run has is hard to predict. */
void candidates_next(candidates *p, const bodies *c) {
    window w = p->window;
    uint32_t groups = 0, next = p->next;
    int32_t y = p->y;
    for (; y <= w.y1; y++, next = 0) {
        uint32_t k = max_uint(grid_run_first(c, w, y), next), end = grid_run_end(c, w, y);
        uint32_t more = (end - k + LANES - 1) / LANES, taken = min_uint(more, GROUPS - groups);
        for (uint32_t n = 0; n < taken; n += GROUPS_STORED)
            for (uint32_t m = n; m < n + GROUPS_STORED; m++) p->first[groups + m] = k + m * LANES;
        groups += taken;
        next = k + taken * LANES;
        if (taken < more) break;
    }
    assert(groups <= GROUPS);
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

uint64_t candidates_append(uint64_t bits, lanes_mask kept) {
    return bits >> LANES | (uint64_t)lanes_bits(kept) << (64 - LANES);
}

/* Groups lie in ascending order, so only when the last group passes the last body any of them can.
 */
void candidates_keep(candidates *p, uint64_t bits, uint32_t living) {
    p->bits = bits;
    if (p->groups == 0 || p->first[p->groups - 1] + LANES <= living) return;
    for (uint32_t g = 0; g < p->groups; g++) {
        uint32_t left = living - p->first[g], at = LANES * (GROUPS - p->groups + g);
        if (left < LANES) p->bits &= ~((uint64_t)(((1u << LANES) - 1) & ~lanes_in_use(left)) << at);
    }
}

uint32_t candidates_take(candidates *p) {
    uint32_t body = candidates_body(p, lowest_bit(p->bits));
    p->bits &= p->bits - 1;
    return body;
}
