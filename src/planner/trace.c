/* The trace runs from the unit towards its waypoint, no longer than the view distance, and ends at
 * the first cell that is not free (source: Habr 453506). The grid is never filled for it: the trace
 * solves for the rows where a stamp may lie on it, and evaluates the stamp there. The plain planner
 * in test/oracle.c fills the grid and must agree. A cell where the disc does not fit the terrain
 * has SIDLE_VALUE_STATIC. */
#include "planner/trace.h"

#include "world/terrain.h"

/* Rows that are traced first in a bodies: most traces end there, and fewer bodies can reach them.
 */
enum { NEAR_ROWS = 4 };

/* How another one and the trace come together: the square of their distance after n rows, less that
 * of both radii, is a n2 - 2 b n + c. */
typedef struct meeting {
    float a, b, c;
} meeting;

static meeting meeting_of(const view *v, const stamp *s) {
    sidle_vec2 apart = vec_sub(s->place, v->position);
    sidle_vec2 step = vec_scale(v->direction, v->profile->look_cell);
    sidle_vec2 per_row = vec_sub(step, vec_scale(s->predicted, v->pace));
    return (meeting){vec_dot(per_row, per_row), vec_dot(apart, per_row),
                     vec_dot(apart, apart) - s->reach * s->reach};
}

/* Which of a pass may be met up to the last row? Not those that are apart and part, or have not met
 * a row beyond the last; nor those that miss each other. At b = 0 they keep their distance. */
static void sift_met(const view *v, int32_t last, candidates *p) {
    const bodies *c = &v->world->bodies;
    const float *cx = c->x, *cy = c->y, *cvx = c->vx, *cvy = c->vy, *radius = c->radius;
    const sidle_vec2 step = vec_scale(v->direction, v->profile->look_cell);
    const lanes from_x = lanes_all(v->position.x), from_y = lanes_all(v->position.y);
    const lanes step_x = lanes_all(step.x), step_y = lanes_all(step.y), pace = lanes_all(v->pace);
    const lanes own = lanes_all(v->radius), beyond = lanes_all((float)last + 1);
    uint64_t bits = 0;
    for (uint32_t g = 0; g < p->groups; g++) {
        uint32_t k = p->first[g];
        lanes x = lanes_sub(lanes_load(cx + k), from_x);
        lanes y = lanes_sub(lanes_load(cy + k), from_y);
        lanes dx = lanes_sub(step_x, lanes_mul(lanes_load(cvx + k), pace));
        lanes dy = lanes_sub(step_y, lanes_mul(lanes_load(cvy + k), pace));
        lanes ma = lanes_add(lanes_mul(dx, dx), lanes_mul(dy, dy));
        lanes mb = lanes_add(lanes_mul(x, dx), lanes_mul(y, dy));
        lanes reach = lanes_add(lanes_load(radius + k), own);
        lanes mc = lanes_sub(lanes_add(lanes_mul(x, x), lanes_mul(y, y)), lanes_mul(reach, reach));
        lanes then = lanes_sub(mb, lanes_mul(ma, beyond));
        lanes there = lanes_sub(mc, lanes_mul(lanes_add(mb, then), beyond));
        lanes part = lanes_sub(lanes_all(FLT_MIN), mb);
        lanes apart = lanes_min(mc, lanes_max(part, lanes_min(then, there)));
        lanes past = lanes_sub(lanes_mul(ma, mc), lanes_mul(mb, mb));
        bits = candidates_keep(bits, lanes_at_most(lanes_max(apart, past), lanes_all(0)));
    }
    candidates_trim(p, bits, v->world->living);
}

/* The rows up to *last between which the stamp may lie on the trace; false: none. Solves for the
 * time when two discs in uniform motion touch, with a row to spare on both sides for rounding. */
static bool stamp_rows(const view *v, const stamp *s, int32_t *first, int32_t *last) {
    meeting m = meeting_of(v, s);
    *first = 1;
    if (m.a * (float)v->rows * (float)v->rows < 1e-6f * s->reach2) return m.c < 0;
    float root = sqrtf(max_float(m.b * m.b - m.a * m.c, 0)), limit = (float)*last;
    float per = 1 / m.a, begin = (m.b - root) * per - 1, end = (m.b + root) * per + 1;
    if (end < 1 || begin > limit) return false;
    if (begin > 1) *first = (int32_t)begin;
    if (end < limit) *last = (int32_t)end;
    return true;
}

/* The squares of the distances from the stamp to the trace, from that row on. */
static lanes distances2(const view *v, const stamp *s, int32_t row) {
    lanes rows = lanes_add(lanes_all((float)row), lanes_of(0, 1, 2, 3));
    lanes time = lanes_mul(rows, lanes_all(v->pace));
    lanes ahead = lanes_mul(rows, lanes_all(v->profile->look_cell));
    lanes x =
        lanes_sub(lanes_add(lanes_all(s->place.x), lanes_mul(lanes_all(s->predicted.x), time)),
                  lanes_add(lanes_all(v->position.x), lanes_mul(lanes_all(v->direction.x), ahead)));
    lanes y =
        lanes_sub(lanes_add(lanes_all(s->place.y), lanes_mul(lanes_all(s->predicted.y), time)),
                  lanes_add(lanes_all(v->position.y), lanes_mul(lanes_all(v->direction.y), ahead)));
    return lanes_add(lanes_mul(x, x), lanes_mul(y, y));
}

/* The first of those rows where the stamp has a value; 0: none. */
static int32_t first_row(const view *v, const stamp *s, int32_t first, int32_t last,
                         uint8_t *value) {
    for (int32_t row = first; row <= last; row += LANES) {
        float distance2[LANES];
        lanes all = distances2(v, s, row);
        lanes_store(distance2, all);
        uint32_t bits = lanes_bits(lanes_less(all, lanes_all(s->within2)));
        for (bits &= lanes_in_use((uint32_t)(last - row) + 1); bits; bits &= bits - 1) {
            uint32_t k = lanes_first(bits);
            *value = value_for(v, s, distance2[k]);
            if (*value) return row + (int32_t)k;
        }
    }
    return 0;
}

/* A unit's stamp on the trace replaces what was hit so far if it comes first, is higher, or wins
 * the tie. */
static void trace_stamp(const view *v, const stamp *s, int32_t rows, look_result *found,
                        const unit **owner) {
    int32_t first, last = found->hit ? found->hit : rows;
    if (!stamp_rows(v, s, &first, &last)) return;
    uint8_t value;
    int32_t row = first_row(v, s, first, last, &value);
    if (!row) return;
    const unit *other = unit_at(v->world, s->other);
    bool nearer = !found->hit || row < found->hit;
    if (nearer || value > found->hit_value ||
        (value == found->hit_value && unit_before(other, *owner))) {
        found->hit = (uint16_t)row;
        found->hit_value = value;
        *owner = other;
    }
}

static void trace_pass(const view *v, candidates *p, int32_t rows, look_result *found,
                       const unit **owner) {
    const bodies *c = &v->world->bodies;
    for (;;) {
        sift_met(v, found->hit ? found->hit : rows, p);
        while (p->bits) {
            stamp s;
            if (stamp_of(v, candidates_pick(p), &s)) trace_stamp(v, &s, rows, found, owner);
        }
        if (candidates_done(p)) return;
        candidates_next(p, c);
    }
}

void trace_units(const view *v, candidates *in_view, look_result *found) {
    const unit *owner = NULL;
    int32_t near_rows = min_int(NEAR_ROWS, v->rows);
    if (!in_view->whole) {
        candidates near;
        candidates_begin(&near, &v->world->bodies, window_of_trace(v, near_rows));
        trace_pass(v, &near, near_rows, found, &owner);
    }
    if (!found->hit) trace_pass(v, in_view, v->rows, found, &owner);
    if (!owner) return;
    found->blocker = id_of(owner);
    found->blocker_stance = body_stance(&v->world->bodies, body_of(v->world, owner)) & 3u;
}

static bool fits_at(const view *v, int32_t row, int32_t column) {
    return terrain_fits(&v->world->terrain, v->profile->passable, cell_centre(v, row, column),
                        v->profile->radius * LOOK_SLACK);
}

void trace_terrain(const view *v, look_result *found) {
    int32_t last = found->hit ? found->hit : v->rows;
    const terrain *t = &v->world->terrain;
    if (v->clear - v->profile->radius >= (float)last * v->profile->look_cell) return;
    for (int32_t row = 1; row <= last; row++) {
        if (!fits_at(v, row, 0)) {
            found->hit = (uint16_t)row;
            found->hit_value = SIDLE_VALUE_STATIC;
            found->blocker = (sidle_unit_id){0, 0};
            return;
        }
        float room =
            terrain_clearance(t, v->profile->passable, cell_centre(v, row, 0)) - v->profile->radius;
        if (room > 0) row += (int32_t)(room / v->profile->look_cell);
    }
}
