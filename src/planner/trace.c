/* The trace: a line from the unit towards its waypoint, no longer than the view distance, that ends
 * at the first cell which is not free (source: Habr 453506). A look uses a grid that turns with the
 * unit: rows run towards the waypoint, columns across. The trace is its middle column.
 *
 * The grid is never filled for it. Body and trace both move evenly, so the trace solves the
 * quadratic equation for the rows in which the stamp of a body may lie on it, and evaluates the
 * stamp in those rows alone. The cost is by body, not by cell. The plain planner in
 * test/rules/oracle.c fills the grid, and must agree in every value.
 *
 * In row n the trace is at position + n * cell * direction and the body at its position + n *
 * row_time * predicted. Let p = its position - position, w = cell * direction - row_time *
 * predicted, and radii the sum of both radii. Then
 *
 *     distance(n)^2 - radii^2 = a n^2 - 2 b n + c,  a = w.w,  b = p.w,  c = p.p - radii^2
 *
 * and the stamp covers the trace where that is below 0.
 *
 * Terrain comes second: a cell where the unit's disc does not fit has SIDLE_VALUE_STATIC, and hides
 * the bodies behind it. */
#include "planner/trace.h"

#include "world/shown.h"
#include "world/terrain.h"

#include <assert.h>

/* The coefficients of the quadratic above; u2. */
typedef struct trace_quadratic {
    float a, b, c;
} trace_quadratic;

static trace_quadratic quadratic_of(const view *v, const stamp *s) {
    sidle_vec2 apart = vec_sub(s->position, v->position);
    sidle_vec2 cell = vec_scale(v->direction, v->profile->tuning.look_cell);
    sidle_vec2 per_row = vec_sub(cell, vec_scale(s->predicted, v->row_time));
    return (trace_quadratic){vec_dot(per_row, per_row), vec_dot(apart, per_row),
                             vec_dot(apart, apart) - s->radii_sum * s->radii_sum};
}

/* Filter: which bodies of the batch may the trace meet up to the last row? For one body, with the
 * quadratic f(n) = a n^2 - 2 b n + c of the head of this file and end = last + 1:
 *
 *     kept = c <= 0                                they touch now
 *            || (b > 0                             they come nearer,
 *                && (b <= a * end                  and are nearest before the end,
 *                    || f(end) <= 0))              or touch at the end;
 *     kept = kept && a * c - b * b <= 0            and f has a root: they do not miss each other
 *
 * b = 0 means that they neither near nor part: comparing with FLT_MIN instead of 0 rejects that. */
static void keep_those_met(const view *v, int32_t last, candidates *p) {
    const bodies *c = &v->world->bodies;
    const float *cx = c->x, *cy = c->y, *cvx = c->vx, *cvy = c->vy, *radius = c->radius;
    const sidle_vec2 cell = vec_scale(v->direction, v->profile->tuning.look_cell);
    const lanes from_x = lanes_all(v->position.x), from_y = lanes_all(v->position.y);
    const lanes cell_x = lanes_all(cell.x), cell_y = lanes_all(cell.y);
    const lanes row_time = lanes_all(v->row_time);
    const lanes own = lanes_all(v->radius), end = lanes_all((float)last + 1);
    uint64_t bits = 0;
    for (uint32_t g = 0; g < p->groups; g++) {
        uint32_t k = p->first[g];
        lanes x = lanes_sub(lanes_load(cx + k), from_x);
        lanes y = lanes_sub(lanes_load(cy + k), from_y);
        lanes wx = lanes_sub(cell_x, lanes_mul(lanes_load(cvx + k), row_time));
        lanes wy = lanes_sub(cell_y, lanes_mul(lanes_load(cvy + k), row_time));
        lanes qa = lanes_add(lanes_mul(wx, wx), lanes_mul(wy, wy));
        lanes qb = lanes_add(lanes_mul(x, wx), lanes_mul(y, wy));
        lanes radii = lanes_add(lanes_load(radius + k), own);
        lanes qc = lanes_sub(lanes_add(lanes_mul(x, x), lanes_mul(y, y)), lanes_mul(radii, radii));
        lanes nearest_after = lanes_sub(qb, lanes_mul(qa, end)); /* > 0: nearest after the end */
        lanes f_end = lanes_sub(qc, lanes_mul(lanes_add(qb, nearest_after), end));
        lanes parting = lanes_sub(lanes_all(FLT_MIN), qb);
        lanes apart = lanes_min(qc, lanes_max(parting, lanes_min(nearest_after, f_end)));
        lanes rootless = lanes_sub(lanes_mul(qa, qc), lanes_mul(qb, qb));
        bits = candidates_append(bits, lanes_at_most(lanes_max(apart, rootless), lanes_all(0)));
    }
    candidates_keep(p, bits, v->world->living);
}

/* The rows from *first up to *last in which the stamp may lie on the trace: the roots of the
 * quadratic, with a row to spare on both sides for rounding. False when there are none. A body that
 * all but keeps its distance over the whole trace has no usable roots: all rows, if it touches. */
static bool stamp_rows(const view *v, const stamp *s, int32_t *first, int32_t *last) {
    trace_quadratic m = quadratic_of(v, s);
    *first = 1;
    if (m.a * (float)v->rows * (float)v->rows < 1e-6f * s->radii_sum2) return m.c < 0;
    float root = sqrtf(max_float(m.b * m.b - m.a * m.c, 0)), limit = (float)*last;
    float per = 1 / m.a, begin = (m.b - root) * per - 1, end = (m.b + root) * per + 1;
    if (end < 1 || begin > limit) return false;
    if (begin > 1) *first = (int32_t)begin;
    if (end < limit) *last = (int32_t)end;
    return true;
}

/* Squared distances (u2) from the centre of the stamp to the trace, for four rows from `row` on:
 *
 *     distance2(n) = |its position + predicted * n * row_time - (position + direction * n *
 * cell)|^2
 */
static lanes distances2(const view *v, const stamp *s, int32_t row) {
    lanes rows = lanes_add(lanes_all((float)row), lanes_of(0, 1, 2, 3));
    lanes time = lanes_mul(rows, lanes_all(v->row_time));
    lanes ahead = lanes_mul(rows, lanes_all(v->profile->tuning.look_cell));
    lanes x =
        lanes_sub(lanes_add(lanes_all(s->position.x), lanes_mul(lanes_all(s->predicted.x), time)),
                  lanes_add(lanes_all(v->position.x), lanes_mul(lanes_all(v->direction.x), ahead)));
    lanes y =
        lanes_sub(lanes_add(lanes_all(s->position.y), lanes_mul(lanes_all(s->predicted.y), time)),
                  lanes_add(lanes_all(v->position.y), lanes_mul(lanes_all(v->direction.y), ahead)));
    return lanes_add(lanes_mul(x, x), lanes_mul(y, y));
}

/* The first of those rows in which the stamp has a value above 0; 0 when there is none:
 *
 *     for (row = first; row <= last; row++)
 *         if (distance2(row) < counts_within2 && stamp_value(distance2(row)) > 0) return row;
 */
static int32_t first_row_stamped(const view *v, const stamp *s, int32_t first, int32_t last,
                                 uint8_t *value) {
    for (int32_t row = first; row <= last; row += LANES) {
        float distance2[LANES];
        lanes all = distances2(v, s, row);
        lanes_store(distance2, all);
        uint32_t bits = lanes_bits(lanes_less(all, lanes_all(s->counts_within2)));
        for (bits &= lanes_in_use((uint32_t)(last - row) + 1); bits; bits &= bits - 1) {
            uint32_t k = lowest_bit(bits);
            *value = stamp_value(v, s, distance2[k]);
            if (*value) return row + (int32_t)k;
        }
    }
    return 0;
}

/* The stamp replaces the hit found so far where it comes first; in the same row where its value is
 * higher; and at the same value where its unit wins ties. So the order of bodies does not matter.
 */
static void trace_stamp(const view *v, const stamp *s, int32_t rows, look_result *found,
                        const shown **blocker) {
    int32_t first, last = found->hit ? found->hit : rows;
    if (!stamp_rows(v, s, &first, &last)) return;
    uint8_t value;
    int32_t row = first_row_stamped(v, s, first, last, &value);
    if (!row) return;
    const shown *other = shown_at(v->world, s->body);
    bool nearer = !found->hit || row < found->hit;
    if (nearer || value > found->hit_value ||
        (value == found->hit_value && unit_before(other, *blocker))) {
        found->hit = (uint16_t)row;
        found->hit_value = value;
        *blocker = other;
    }
}

/* Traces the first `rows` rows against all bodies of a window. A hit shortens the trace for all
 * bodies after it. */
static void trace_candidates(const view *v, candidates *p, int32_t rows, look_result *found,
                             const shown **blocker) {
    const bodies *c = &v->world->bodies;
    for (;;) {
        keep_those_met(v, found->hit ? found->hit : rows, p);
        while (p->bits) {
            stamp s;
            if (stamp_make(v, candidates_take(p), &s)) trace_stamp(v, &s, rows, found, blocker);
        }
        if (candidates_done(p)) return;
        candidates_next(p, c);
    }
}

void trace_units(const view *v, candidates *in_view, look_result *found) {
    const shown *blocker = NULL;
    if (!in_view->whole) {
        /* Most traces of a crowd end in the first rows, as many as one stamp is tested in at once,
         * and far fewer bodies can reach them. */
        int32_t near_rows = min_int(LANES, v->rows);
        candidates near;
        candidates_begin(&near, &v->world->bodies, window_of_trace(v, near_rows));
        trace_candidates(v, &near, near_rows, found, &blocker);
    }
    if (!found->hit) trace_candidates(v, in_view, v->rows, found, &blocker);
    assert(!found->hit == !blocker && found->hit <= v->rows);
    if (!blocker) return;
    found->blocker = shown_id(blocker);
    uint32_t stance = body_stance(&v->world->bodies, shown_body(v->world, blocker));
    /* Nobody waits for a unit that drives by itself: see waits_for.c. */
    if (stance == STANCE_UNDER_WAY && shown_is_by_itself(blocker)) stance = STANCE_STANDING;
    found->blocker_stance = stance & 3u;
}

/* Terrain is traced with a disc of LOOK_SLACK of the radius: a wall that the unit may slide along
 * is no reason to stop. */
static bool fits_at(const view *v, int32_t row, int32_t column) {
    return terrain_fits(&v->world->terrain, v->profile->passable, cell_centre(v, row, column),
                        v->profile->radius * LOOK_SLACK);
}

/* Sphere tracing: as many rows as the clearance around a cell leaves free are skipped. */
void trace_terrain(const view *v, look_result *found) {
    int32_t last = found->hit ? found->hit : v->rows;
    const terrain *t = &v->world->terrain;
    if (v->room - v->profile->radius >= (float)last * v->profile->tuning.look_cell) return;
    for (int32_t row = 1; row <= last; row++) {
        if (!fits_at(v, row, 0)) {
            found->hit = (uint16_t)row;
            found->hit_value = SIDLE_VALUE_STATIC;
            found->blocker = (sidle_unit_id){0, 0};
            return;
        }
        float room =
            terrain_room(t, v->profile->passable, cell_centre(v, row, 0)) - v->profile->radius;
        if (room > 0) row += (int32_t)(room / v->profile->tuning.look_cell);
    }
}
