/* Where the trace hits something, two more traces, right and left of it and perpendicular to it,
 * look for the smallest value (source: Habr 453506). They are one row of the grid, the only one
 * that is filled. */
#include "planner/side_traces.h"

#include "world/terrain.h"

/* Cells of a row, with room for a whole group of lanes at its end. */
enum { LOOK_CELLS_MAX = 2 * LOOK_COLUMNS_MAX + LANES };

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
static void sift_row(const view *v, int32_t row, candidates *p) {
    const bodies *c = &v->world->bodies;
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
        bits = candidates_keep(bits, lanes_at_most(lanes_max(off, lanes_sub(aside, side)), reach));
    }
    candidates_trim(p, bits, v->world->living);
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

static void press_pass(const view *v, candidates *p, side_row *r) {
    const bodies *c = &v->world->bodies;
    for (;;) {
        sift_row(v, r->row, p);
        while (p->bits) {
            stamp s;
            if (stamp_of(v, candidates_pick(p), &s)) press_stamp(v, &s, r);
        }
        if (candidates_done(p)) return;
        candidates_next(p, c);
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
static bool takes_right(const view *v, const look_result *s, int8_t side) {
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

void trace_sides(const view *v, candidates *p, const unit *u, look_result *s) {
    side_row r;
    r.row = s->row;
    r.per_cell = 1 / v->profile->look_cell;
    lay_out(v, &r);
    if (!p->whole) candidates_begin(p, &v->world->bodies, window_of_row(v, r.row));
    press_pass(v, p, &r);
    float seen = (float)(s->row + v->columns) * v->profile->look_cell + v->profile->radius;
    bool terrain_near = v->clear < seen;

    fill_values(v, &r);
    s->ahead = r.value[v->columns];
    if (terrain_near && !reachable(v, s->row, 0)) s->ahead = SIDLE_VALUE_STATIC;
    s->right = best_on_side(v, &r, 1, terrain_near, &s->right_at);
    s->left = best_on_side(v, &r, -1, terrain_near, &s->left_at);
    bool right = takes_right(v, s, u->cold->escalation.side);
    s->value = right ? s->right : s->left;
    s->choice = right ? CHOICE_RIGHT : CHOICE_LEFT;
    if (s->ahead <= s->value) s->value = s->ahead, s->choice = CHOICE_AHEAD;
    /* Terrain behind the unit that is in the way does not make it terrain that blocks. */
    if (s->value == SIDLE_VALUE_STATIC && s->blocker.slot)
        s->value = s->hit_value, s->choice = CHOICE_AHEAD;
}
