/* The grid local planner (source: Habr 453506; stamps, trace, side traces).
 *
 * The grid that a unit sees has its own frame: rows count look cells from the unit towards its
 * waypoint, columns to the right of that line. So the traces are one column and one row, and what a
 * unit decides does not depend on how the map is turned or shifted.
 *
 * Every other unit of the same layer in view stamps a circle around the place where it will be when
 * the trace gets to the row, if it keeps its announced velocity: SIDLE_VALUE_UNIT at the centre,
 * down to 0 where the two discs would only touch; the larger value stays. A cell whose disc does
 * not fit the terrain has SIDLE_VALUE_STATIC. A body that already touches counts only where it
 * would be nearer than now: who is entangled must be free to leave.
 *
 * The grid is never filled, but for the row of the side traces. The trace solves for the rows where
 * a stamp may lie on it, and evaluates it there; the plain planner in test/oracle.c fills the grid
 * and must agree.
 *
 * Most of the work is to find the few bodies that matter. Windows and sieves only save work: they
 * may let through whom they like, but lose nobody that leaves a value. What decides is the stamp
 * alone, so the result depends neither on them nor on the order of bodies. */
#include "look.h"

#include "lanes.h"
#include "nearby.h"
#include "profile.h"

/* A touching body counts again once it would be nearer than this share of the present distance. */
static const float NEARER = 0.98f;

/* Some way more than the rounding of a sum or a distance. */
static const float LOOK_MARGIN = 1.00001f;

/* Rows that are traced first in a crowd: most traces end there, and fewer bodies can reach them. */
enum { NEAR_ROWS = 4 };

/* Cells of a row, with room for a whole group of lanes at its end. */
enum { LOOK_CELLS_MAX = 2 * LOOK_COLUMNS_MAX + LANES };

/* The frame and the limits of one look. */
typedef struct view {
    const sidle_world *world;
    const sidle_profile *profile;
    uint32_t self;       /* body */
    sidle_vec2 position; /* u */
    float radius;        /* u */
    sidle_vec2 direction, right;
    float reach;   /* u, length of the trace */
    float pace;    /* s per row: when the trace gets there */
    float clear;   /* u, around the unit there is no terrain that it cannot pass */
    float far;     /* u, nobody farther away is in view */
    float largest; /* u, both radii, if the other is the largest of all */
    float graze2;  /* of its square reach, within which a stamp does more than graze; a bit more */
    int32_t rows, columns;
    uint32_t unseen; /* body that is no obstacle, or its own */
} view;

/* Whom a unit hunts is no obstacle to it, and what it runs from is not in its way but behind. */
static const unit *unseen_by(const sidle_world *world, const unit *u) {
    bool about_it = u->order == SIDLE_ORDER_PURSUE || u->order == SIDLE_ORDER_EVADE;
    return about_it ? unit_of_slot(world, unit_target(u).slot - 1) : u;
}

static view view_of(const sidle_world *world, const unit *u) {
    const sidle_profile *p = profile_of(world, u);
    view v = {.world = world,
              .profile = p,
              .self = body_of(world, u),
              .position = u->position,
              .radius = p->radius,
              .unseen = body_of(world, unseen_by(world, u))};
    sidle_vec2 to = vec_sub(unit_waypoint(u), u->position);
    v.direction = vec_direction(to, u->heading);
    v.right = vec_right(v.direction);
    v.pace = p->top_speed > 0 ? p->look_cell / p->top_speed : 0;
    v.reach = min_float(p->view_distance, vec_length(to));
    v.rows = (int32_t)(v.reach / p->look_cell);
    v.clear = terrain_clear(&world->terrain, p->passable, u->position);
    v.largest = (p->radius + world->crowd.largest) * LOOK_MARGIN;
    v.far = (p->view_distance + v.largest) * LOOK_MARGIN;
    v.graze2 = (1 - p->graze) * (1 - p->graze) * 1.001f;
    return v;
}

static sidle_vec2 cell_centre(const view *v, int32_t row, int32_t column) {
    sidle_vec2 ahead = vec_scale(v->direction, (float)row * v->profile->look_cell);
    sidle_vec2 across = vec_scale(v->right, (float)column * v->profile->look_cell);
    return vec_add(v->position, vec_add(ahead, across));
}

/* ---- who matters ---- */

static uint32_t max_uint(uint32_t a, uint32_t b) {
    return a > b ? a : b;
}

/* The buckets about what is in view and not left behind: a disc without what is beyond a chord. */
static window window_in_view(const view *v) {
    sidle_vec2 d = v->direction;
    float lead = max_float(v->world->crowd.fastest - v->profile->top_speed, 0);
    float far = v->far, behind = v->largest + lead * (float)v->rows * v->pace;
    float chord_x = far * fabsf(d.y) + behind * fabsf(d.x);
    float chord_y = far * fabsf(d.x) + behind * fabsf(d.y);
    sidle_vec2 low = {d.x > 0 ? -min_float(chord_x, far) : -far,
                      d.y > 0 ? -min_float(chord_y, far) : -far};
    sidle_vec2 high = {d.x < 0 ? min_float(chord_x, far) : far,
                       d.y < 0 ? min_float(chord_y, far) : far};
    return nearby_box(&v->world->crowd, vec_add(v->position, low), vec_add(v->position, high));
}

/* The buckets about a box about a cell, which may lie off the map. */
static window window_about(const view *v, sidle_vec2 cell, float wide, float high) {
    const crowd *c = &v->world->crowd;
    window w = nearby_box(c, vec(cell.x - wide, cell.y - high), vec(cell.x + wide, cell.y + high));
    return (window){min_int(w.x0, c->width - 1), min_int(w.y0, c->height - 1), max_int(w.x1, 0),
                    max_int(w.y1, 0)};
}

/* Whoever meets the trace on its way to a row. Those that are as fast as the trace and would get to
 * its end are all that get to any part of it. */
static window window_of_trace(const view *v, int32_t rows) {
    float a_row = max_float(v->world->crowd.fastest * v->pace, v->profile->look_cell);
    float around = v->largest + a_row * (float)rows * LOOK_MARGIN;
    return window_about(v, cell_centre(v, rows, 0), around, around);
}

/* Whoever is on the row when the trace gets there. */
static window window_of_row(const view *v, int32_t row) {
    float around = v->largest + v->world->crowd.fastest * v->pace * (float)row * LOOK_MARGIN;
    float side = (float)v->columns * v->profile->look_cell;
    return window_about(v, cell_centre(v, row, 0), around + side * fabsf(v->right.x),
                        around + side * fabsf(v->right.y));
}

/* A pass over a window takes up its bodies in groups of lanes, so many as have a bit for each body
 * in one word. A sieve then leaves the bits of those that have to be looked at closely: a few,
 * found without a branch. Where that was not all of the window, the pass goes on. A group may reach
 * beyond the end of its row of buckets: the bodies there are judged like the others. */
enum { GROUPS = 64 / LANES };

typedef struct view_pass {
    window window;
    int32_t y;                  /* row of the window where it goes on */
    uint32_t next;              /* body in that row, or 0: the first */
    uint32_t groups;            /* taken up */
    uint32_t first[GROUPS + 2]; /* the first body of each; two may be written to take up one */
    uint64_t bits;              /* those of the last group at the top */
    bool whole;                 /* the groups are all of the window */
} view_pass;

static bool pass_over(const view_pass *p) {
    return p->y > p->window.y1;
}

/* Takes up the next groups. Most rows of buckets are two at most. */
static void pass_on(view_pass *p, const crowd *c) {
    window w = p->window;
    uint32_t groups = 0, next = p->next;
    int32_t y = p->y;
    for (; y <= w.y1; y++, next = 0) {
        uint32_t k = max_uint(nearby_first(c, w, y), next), end = nearby_end(c, w, y);
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

static void pass_begin(view_pass *p, const crowd *c, window w) {
    p->window = w;
    p->y = w.y0;
    p->next = 0;
    pass_on(p, c);
    p->whole = pass_over(p);
}

/* What the sieve leaves of the next group. */
static uint64_t pass_left(uint64_t bits, lanes_mask left) {
    return bits >> LANES | (uint64_t)lanes_bits(left) << (64 - LANES);
}

/* What it leaves of all, but for lanes beyond the last body. */
static void pass_leave(view_pass *p, uint64_t bits, uint32_t bodies) {
    p->bits = bits;
    if (p->groups == 0 || p->first[p->groups - 1] + LANES <= bodies) return;
    for (uint32_t g = 0; g < p->groups; g++) {
        uint32_t left = bodies - p->first[g], at = LANES * (GROUPS - p->groups + g);
        if (left < LANES) p->bits &= ~((uint64_t)(((1u << LANES) - 1) & ~lanes_in_use(left)) << at);
    }
}

/* One that is left; there is one. */
static uint32_t pass_pick(view_pass *p) {
    uint32_t bit = highest_bit(p->bits);
    p->bits ^= (uint64_t)1 << bit;
    return p->first[p->groups - GROUPS + bit / LANES] + bit % LANES;
}

/* ---- stamps ---- */

/* Another unit as one look sees it. */
typedef struct stamp {
    uint32_t other; /* body */
    sidle_vec2 place, announced;
    float reach;   /* u, both radii */
    float reach2;  /* u2 */
    float within2; /* u2, it counts only nearer than this */
    float least;   /* 1 for an enemy that is as solid as a wall: no point inside it is a detour */
} stamp;

static inline bool stamp_of(const view *v, uint32_t other, stamp *s) {
    const crowd *c = &v->world->crowd;
    if (other == v->self) return false;
    s->place = body_place(c, other);
    s->announced = body_announced(c, other);
    sidle_vec2 apart = vec_sub(s->place, v->position);
    float distance2 = vec_dot(apart, apart), reach = v->radius + c->radius[other];
    float reach2 = reach * reach, far = v->profile->view_distance + reach;
    s->other = other;
    s->reach = reach;
    s->reach2 = reach2;
    s->within2 = distance2 < reach2 ? distance2 * NEARER * NEARER : reach2;
    s->within2 = min_float(s->within2, reach2 * v->graze2);
    s->least = body_spares(c, v->profile, v->self, other) ? 1 : 0;
    return distance2 <= far * far && on_one_layer(c, v->self, other) && other != v->unseen;
}

/* Where the other will be when the trace gets to the row. */
static sidle_vec2 place_then(const view *v, const stamp *s, int32_t row) {
    return vec_add(s->place, vec_scale(s->announced, (float)row * v->pace));
}

/* From 1 at the centre of the stamp down to 0 where the discs touch. */
static float share_at(const stamp *s, float distance2) {
    return 1 - sqrtf(distance2) / s->reach;
}

static uint8_t value_for(const view *v, const stamp *s, float distance2) {
    float share = share_at(s, distance2);
    if (share <= v->profile->graze) return 0;
    return (uint8_t)((float)SIDLE_VALUE_UNIT * max_float(share, s->least));
}

/* ---- the trace to the waypoint ---- */

/* How another one and the trace come together: the square of their distance after n rows, less that
 * of both radii, is a n2 - 2 b n + c. */
typedef struct meeting {
    float a, b, c;
} meeting;

static meeting meeting_of(const view *v, const stamp *s) {
    sidle_vec2 apart = vec_sub(s->place, v->position);
    sidle_vec2 step = vec_scale(v->direction, v->profile->look_cell);
    sidle_vec2 per_row = vec_sub(step, vec_scale(s->announced, v->pace));
    return (meeting){vec_dot(per_row, per_row), vec_dot(apart, per_row),
                     vec_dot(apart, apart) - s->reach * s->reach};
}

/* Which of a pass may be met up to the last row? Not those that are apart and part, or have not met
 * a row beyond the last; nor those that miss each other. At b = 0 they keep their distance. */
static void sift_met(const view *v, int32_t last, view_pass *p) {
    const crowd *c = &v->world->crowd;
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
        bits = pass_left(bits, lanes_at_most(lanes_max(apart, past), lanes_all(0)));
    }
    pass_leave(p, bits, v->world->living);
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
        lanes_sub(lanes_add(lanes_all(s->place.x), lanes_mul(lanes_all(s->announced.x), time)),
                  lanes_add(lanes_all(v->position.x), lanes_mul(lanes_all(v->direction.x), ahead)));
    lanes y =
        lanes_sub(lanes_add(lanes_all(s->place.y), lanes_mul(lanes_all(s->announced.y), time)),
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
static void trace_stamp(const view *v, const stamp *s, int32_t rows, sight *found,
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

static void trace_pass(const view *v, view_pass *p, int32_t rows, sight *found,
                       const unit **owner) {
    const crowd *c = &v->world->crowd;
    for (;;) {
        sift_met(v, found->hit ? found->hit : rows, p);
        while (p->bits) {
            stamp s;
            if (stamp_of(v, pass_pick(p), &s)) trace_stamp(v, &s, rows, found, owner);
        }
        if (pass_over(p)) return;
        pass_on(p, c);
    }
}

/* Where there are too many in view for one go, those that are near may save the rest. */
static void trace_units(const view *v, view_pass *in_view, sight *found) {
    const unit *owner = NULL;
    int32_t near_rows = min_int(NEAR_ROWS, v->rows);
    if (!in_view->whole) {
        view_pass near;
        pass_begin(&near, &v->world->crowd, window_of_trace(v, near_rows));
        trace_pass(v, &near, near_rows, found, &owner);
    }
    if (!found->hit) trace_pass(v, in_view, v->rows, found, &owner);
    if (!owner) return;
    found->blocker = id_of(owner);
    found->blocker_stance = body_stance(&v->world->crowd, body_of(v->world, owner)) & 3u;
}

static bool fits_at(const view *v, int32_t row, int32_t column) {
    return terrain_fits(&v->world->terrain, v->profile->passable, cell_centre(v, row, column),
                        v->profile->radius * LOOK_SLACK);
}

static void trace_terrain(const view *v, sight *found) {
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
            terrain_clear(t, v->profile->passable, cell_centre(v, row, 0)) - v->profile->radius;
        if (room > 0) row += (int32_t)(room / v->profile->look_cell);
    }
}

/* ---- the side traces ---- */

/* The row of the side traces: its cells from left to right, and what stamps leave there. */
typedef struct side_row {
    int32_t row;
    float per_cell;                             /* 1/u */
    float x[LOOK_CELLS_MAX], y[LOOK_CELLS_MAX]; /* u, the cells' centres */
    float share[LOOK_CELLS_MAX];
    uint8_t value[LOOK_CELLS_MAX];
} side_row;

static void lay_out(const view *v, side_row *r) {
    const sidle_vec2 from = v->position;
    const sidle_vec2 ahead = vec_scale(v->direction, (float)r->row * v->profile->look_cell);
    const lanes from_x = lanes_all(from.x), from_y = lanes_all(from.y);
    const lanes ahead_x = lanes_all(ahead.x), ahead_y = lanes_all(ahead.y);
    const lanes right_x = lanes_all(v->right.x), right_y = lanes_all(v->right.y);
    const lanes cell = lanes_all(v->profile->look_cell), graze = lanes_all(v->profile->graze);
    lanes column = lanes_add(lanes_all((float)-v->columns), lanes_of(0, 1, 2, 3));
    for (int32_t k = 0; k <= 2 * v->columns; k += LANES) {
        lanes across = lanes_mul(column, cell);
        lanes x = lanes_add(ahead_x, lanes_mul(right_x, across));
        lanes y = lanes_add(ahead_y, lanes_mul(right_y, across));
        lanes_store(&r->x[k], lanes_add(from_x, x));
        lanes_store(&r->y[k], lanes_add(from_y, y));
        lanes_store(&r->share[k], graze);
        column = lanes_add(column, lanes_all(LANES));
    }
}

/* Which of a pass may have a stamp on the row? */
static void sift_row(const view *v, int32_t row, view_pass *p) {
    const crowd *c = &v->world->crowd;
    const float *cx = c->x, *cy = c->y, *cvx = c->vx, *cvy = c->vy, *radius = c->radius;
    const sidle_vec2 from = cell_centre(v, row, 0);
    const lanes from_x = lanes_all(from.x), from_y = lanes_all(from.y);
    const lanes ahead_x = lanes_all(v->direction.x), ahead_y = lanes_all(v->direction.y);
    const lanes time = lanes_all((float)row * v->pace), own = lanes_all(v->radius);
    const lanes side = lanes_all((float)v->columns * v->profile->look_cell);
    uint64_t bits = 0;
    for (uint32_t g = 0; g < p->groups; g++) {
        uint32_t k = p->first[g];
        lanes x =
            lanes_add(lanes_sub(lanes_load(cx + k), from_x), lanes_mul(lanes_load(cvx + k), time));
        lanes y =
            lanes_add(lanes_sub(lanes_load(cy + k), from_y), lanes_mul(lanes_load(cvy + k), time));
        lanes off = lanes_abs(lanes_add(lanes_mul(x, ahead_x), lanes_mul(y, ahead_y)));
        lanes aside = lanes_abs(lanes_sub(lanes_mul(y, ahead_x), lanes_mul(x, ahead_y)));
        lanes reach = lanes_add(lanes_load(radius + k), own);
        bits = pass_left(bits, lanes_at_most(lanes_max(off, lanes_sub(aside, side)), reach));
    }
    pass_leave(p, bits, v->world->living);
}

/* At each cell the larger share stays. */
static void press_stamp(const view *v, const stamp *s, side_row *r) {
    sidle_vec2 place = place_then(v, s, r->row);
    float aside = vec_dot(vec_sub(place, v->position), v->right);
    float middle = aside * r->per_cell + (float)v->columns, half = s->reach * r->per_cell;
    int32_t first = max_int((int32_t)(middle - half), 0);
    int32_t last = min_int((int32_t)(middle + half), 2 * v->columns);
    const lanes one = lanes_all(1), reach = lanes_all(s->reach), within2 = lanes_all(s->within2);
    const lanes graze = lanes_all(v->profile->graze), least = lanes_all(s->least);
    for (int32_t k = first / LANES * LANES; k <= last; k += LANES) {
        lanes x = lanes_sub(lanes_all(place.x), lanes_load(&r->x[k]));
        lanes y = lanes_sub(lanes_all(place.y), lanes_load(&r->y[k]));
        lanes distance2 = lanes_add(lanes_mul(x, x), lanes_mul(y, y));
        lanes share = lanes_sub(one, lanes_div(lanes_sqrt(distance2), reach));
        if (s->least > 0) share = lanes_choose(lanes_less(graze, share), least, share);
        share = lanes_choose(lanes_less(distance2, within2), share, lanes_all(0));
        lanes_store(&r->share[k], lanes_max(share, lanes_load(&r->share[k])));
    }
}

static void press_pass(const view *v, view_pass *p, side_row *r) {
    const crowd *c = &v->world->crowd;
    for (;;) {
        sift_row(v, r->row, p);
        while (p->bits) {
            stamp s;
            if (stamp_of(v, pass_pick(p), &s)) press_stamp(v, &s, r);
        }
        if (pass_over(p)) return;
        pass_on(p, c);
    }
}

static void fill_values(const view *v, side_row *r) {
    const lanes graze = lanes_all(v->profile->graze), most = lanes_all(SIDLE_VALUE_UNIT);
    for (int32_t k = 0; k <= 2 * v->columns; k += LANES) {
        lanes share = lanes_load(&r->share[k]);
        lanes value = lanes_mul(most, share);
        value = lanes_choose(lanes_less(graze, share), value, lanes_all(0));
        lanes_store_bytes(&r->value[k], value);
    }
}

/* A point counts only when a straight drive there meets no terrain: side traces would otherwise see
 * through walls. */
static bool reachable(const view *v, int32_t row, int32_t column) {
    return terrain_line_fits(&v->world->terrain, v->profile->passable, v->position,
                             cell_centre(v, row, column), v->profile->radius * LOOK_SLACK);
}

/* The column of the smallest value on one side, the one nearer the centre when equal. Which one it
 * will be, nobody can foretell: all are compared, without a branch. */
static int32_t least_on_side(const view *v, const uint8_t *middle, int32_t side) {
    int32_t least = middle[side] << 8 | 1;
    for (int32_t k = 2; k <= v->columns; k++) least = min_int(least, middle[side * k] << 8 | k);
    return side * (least & 255);
}

/* Terrain is asked only for the points that would be taken. */
static uint8_t best_on_side(const view *v, side_row *r, int32_t side, bool terrain_near,
                            int8_t *at) {
    uint8_t *middle = &r->value[v->columns];
    for (;;) {
        int32_t best = least_on_side(v, middle, side);
        *at = (int8_t)best;
        uint8_t value = middle[best];
        if (value == SIDLE_VALUE_STATIC || !terrain_near || reachable(v, r->row, best))
            return value;
        middle[best] = SIDLE_VALUE_STATIC;
    }
}

/* Right or left? The side chosen last is kept unless the other is clearly lower, or as low and
 * nearer by a radius: units that meet must not dance. Without a memory the lower value wins, then
 * the nearer point, and among equals the profile's side. */
static bool takes_right(const view *v, const sight *s, int8_t side) {
    const sidle_profile *p = v->profile;
    float right = (float)s->right_at * p->look_cell, left = (float)-s->left_at * p->look_cell;
    if (side == 0) {
        if (s->right != s->left) return s->right < s->left;
        return p->side_bias >= 0 ? right <= left + p->side_bias : right < left + p->side_bias;
    }
    int32_t kept = side > 0 ? s->right : s->left, other = side > 0 ? s->left : s->right;
    float kept_at = side > 0 ? right : left, other_at = side > 0 ? left : right;
    int32_t margin = (int32_t)(p->side_hysteresis * (float)SIDLE_VALUE_UNIT);
    bool give_up = other + margin < kept || (other <= kept && other_at + p->radius < kept_at);
    return (side > 0) != give_up;
}

static void trace_sides(const view *v, view_pass *p, const unit *u, sight *s) {
    side_row r;
    r.row = s->row;
    r.per_cell = 1 / v->profile->look_cell;
    lay_out(v, &r);
    if (!p->whole) pass_begin(p, &v->world->crowd, window_of_row(v, r.row));
    press_pass(v, p, &r);
    float seen = (float)(s->row + v->columns) * v->profile->look_cell + v->profile->radius;
    bool terrain_near = v->clear < seen;

    fill_values(v, &r);
    s->ahead = r.value[v->columns];
    if (terrain_near && !reachable(v, s->row, 0)) s->ahead = SIDLE_VALUE_STATIC;
    s->right = best_on_side(v, &r, 1, terrain_near, &s->right_at);
    s->left = best_on_side(v, &r, -1, terrain_near, &s->left_at);
    bool right = takes_right(v, s, u->mind->jam.side);
    s->value = right ? s->right : s->left;
    s->choice = right ? CHOICE_RIGHT : CHOICE_LEFT;
    if (s->ahead <= s->value) s->value = s->ahead, s->choice = CHOICE_AHEAD;
    /* Terrain behind the unit that is in the way does not make it terrain that blocks. */
    if (s->value == SIDLE_VALUE_STATIC && s->blocker.slot)
        s->value = s->hit_value, s->choice = CHOICE_AHEAD;
}

/* ---- the look ---- */

sight look_around(const sidle_world *world, const unit *u, bool squeezing) {
    const sidle_profile *p = profile_of(world, u);
    view v = view_of(world, u);
    sight s = {.direction = v.direction, .reach = v.reach};
    view_pass in_view;
    pass_begin(&in_view, &world->crowd, window_in_view(&v));
    trace_units(&v, &in_view, &s);
    trace_terrain(&v, &s);
    if (!s.hit) return s;
    /* Between bodies, not round them; terrain can only be gone round. */
    float aside = squeezing && s.blocker.slot ? p->radius : p->side_reach;
    v.columns = max_int((int32_t)(aside / p->look_cell), 1);
    /* Side traces nearer than a diameter would make the unit slide along what blocks it. */
    int32_t diameter = (int32_t)(2 * p->radius / p->look_cell);
    s.row = (uint16_t)min_int(max_int(s.hit, diameter), v.rows);
    trace_sides(&v, &in_view, u, &s);
    return s;
}

bool look_entangled(const sidle_world *world, const unit *u) {
    const crowd *c = &world->crowd;
    uint32_t self = body_of(world, u);
    const sidle_profile *p = profile_of(world, u);
    float radius = p->radius;
    window w = nearby_window(c, u->position, radius + c->largest);
    for (int32_t y = w.y0; y <= w.y1; y++)
        for (uint32_t k = nearby_first(c, w, y); k < nearby_end(c, w, y); k++) {
            if (k == self || !on_one_layer(c, k, self) || body_spares(c, p, self, k)) continue;
            sidle_vec2 apart = vec_sub(body_place(c, k), u->position);
            float reach = radius + c->radius[k];
            if (vec_dot(apart, apart) < reach * reach) return true;
        }
    return false;
}
