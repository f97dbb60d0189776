/* The side traces: where the trace hits something, two more traces, right and left of it and
 * perpendicular to it, look for the smallest value; of equal values the one nearer the centre is
 * taken (source: Habr 453506). Both are one row of the grid of the look, and this row is the only
 * part of the grid that is ever filled.
 *
 * The value of a cell is the largest that the unit would meet on a straight way to it, at top
 * speed, while the other bodies keep their predicted velocity. A cell is so taken for what it costs
 * to get there: read at the cell alone, a free place behind a stream of units drew a unit into the
 * stream, and the next look drew it back. Measured on the crowd rows of the scoreboard: the heading
 * turns at a third to a half of the rate (blocks 2x100 from 0.38 to 0.17 rad/s, point 200 from 0.30
 * to 0.07), at the same times.
 *
 * The row is kept as passabilities (floats) while bodies stamp it, four cells at a time, and turned
 * into values (bytes) at the end: the larger one stays either way, and rounding down keeps order.
 *
 * Then each side gives its best cell, and takes_right() chooses between the two: a unit keeps the
 * side that it chose last unless the other is clearly better, so that units that meet do not dance.
 * The cell straight ahead wins if no side is better. */
#include "planner/side_traces.h"

#include "world/terrain.h"

#include <assert.h>

/* Cells of a row, with room for a whole group of lanes at its end. */
enum { ROW_CELLS_MAX = 2 * LOOK_COLUMNS_MAX + LANES };

/* The row of the side traces. Its cells run from left to right: cell k is column k - columns. */
typedef struct side_row {
    int32_t row;                              /* of the look, 0 .. LOOK_ROWS_MAX */
    float x[ROW_CELLS_MAX], y[ROW_CELLS_MAX]; /* u, from the unit to the centres of the cells */
    float time[ROW_CELLS_MAX];                /* s, to get there */
    float passability[ROW_CELLS_MAX];         /* graze .. 1; graze: free */
    uint8_t value[ROW_CELLS_MAX];             /* 0 .. SIDLE_VALUE_UNIT, or SIDLE_VALUE_STATIC */
} side_row;

/* Places the cells of the row, all free:
 *
 *     for (k = 0; k <= 2 * columns; k++) {
 *         (x[k], y[k]) = direction * row * cell + right * ((k - columns) * cell);
 *         time[k] = length(x[k], y[k]) * time_a_u;
 *         passability[k] = graze;
 *     }
 */
static void lay_cells(const view *v, side_row *r) {
    const sidle_vec2 ahead = vec_scale(v->direction, (float)r->row * v->profile->look_cell);
    const lanes ahead_x = lanes_all(ahead.x), ahead_y = lanes_all(ahead.y);
    const lanes right_x = lanes_all(v->right.x), right_y = lanes_all(v->right.y);
    const lanes cell = lanes_all(v->profile->look_cell), graze = lanes_all(v->profile->graze);
    const lanes time_a_u = lanes_all(v->time_a_u);
    lanes column = lanes_add(lanes_all((float)-v->columns), lanes_of(0, 1, 2, 3));
    for (int32_t k = 0; k <= 2 * v->columns; k += LANES) {
        lanes across = lanes_mul(column, cell);
        lanes x = lanes_add(ahead_x, lanes_mul(right_x, across));
        lanes y = lanes_add(ahead_y, lanes_mul(right_y, across));
        lanes length = lanes_sqrt(lanes_add(lanes_mul(x, x), lanes_mul(y, y)));
        lanes_store(&r->x[k], x);
        lanes_store(&r->y[k], y);
        lanes_store(&r->time[k], lanes_mul(length, time_a_u));
        lanes_store(&r->passability[k], graze);
        column = lanes_add(column, lanes_all(LANES));
    }
}

/* Filter: which bodies of the batch may be met on the way to a cell of the row? For one body, with
 * p from the unit to the body:
 *
 *     grow = radii + (|predicted.x| + |predicted.y|) * time to the farthest cell
 *     kept = p . direction >= -radii                       it is not behind the unit,
 *            && p . direction - ahead <= grow              and within the box of all ways, grown
 *            && |p . right| - columns * cell <= grow       by what the body covers meanwhile */
static void keep_those_on_ways(const view *v, const side_row *r, candidates *p) {
    const bodies *c = &v->world->bodies;
    const float *cx = c->x, *cy = c->y, *cvx = c->vx, *cvy = c->vy, *radius = c->radius;
    const lanes from_x = lanes_all(v->position.x), from_y = lanes_all(v->position.y);
    const lanes ahead_x = lanes_all(v->direction.x), ahead_y = lanes_all(v->direction.y);
    const lanes ahead = lanes_all((float)r->row * v->profile->look_cell);
    const lanes longest = lanes_all(r->time[0] * ROUNDING_MARGIN), own = lanes_all(v->radius);
    const lanes side = lanes_all((float)v->columns * v->profile->look_cell);
    uint64_t bits = 0;
    for (uint32_t g = 0; g < p->groups; g++) {
        uint32_t k = p->first[g];
        lanes x = lanes_sub(lanes_load(cx + k), from_x), y = lanes_sub(lanes_load(cy + k), from_y);
        lanes along = lanes_add(lanes_mul(x, ahead_x), lanes_mul(y, ahead_y));
        lanes across = lanes_abs(lanes_sub(lanes_mul(y, ahead_x), lanes_mul(x, ahead_y)));
        lanes speed = lanes_add(lanes_abs(lanes_load(cvx + k)), lanes_abs(lanes_load(cvy + k)));
        lanes radii = lanes_add(lanes_load(radius + k), own);
        lanes grow = lanes_add(radii, lanes_mul(speed, longest));
        lanes farthest = lanes_max(lanes_sub(along, ahead), lanes_sub(across, side));
        farthest = lanes_max(lanes_sub(farthest, grow), lanes_sub(lanes_all(0), lanes_add(along, radii)));
        bits = candidates_append(bits, lanes_at_most(farthest, lanes_all(0)));
    }
    candidates_keep(p, bits, v->world->living);
}

/* Stamps one body onto the row, the largest value of each way. A body whose disc lies behind the
 * unit has no stamp here: it keeps clear by itself, or comes up along the trace. With p from the unit to the body and
 * w the cell's offset less what the body covers meanwhile, the two are p - f * w apart when the
 * share f of the way is done:
 *
 *     for (k = 0; k <= 2 * columns; k++) {
 *         w = (x[k], y[k]) - predicted * time[k];
 *         f = clamp(p . w / w . w, 0, 1);                     where they are nearest
 *         passability[k] = max(passability[k], stamp_value(p - f * w));
 *     }
 */
static void stamp_row(const view *v, const stamp *s, side_row *r) {
    const sidle_vec2 to = vec_sub(s->position, v->position);
    if (vec_dot(to, v->direction) < -s->radii_sum) return;
    const lanes to_x = lanes_all(to.x), to_y = lanes_all(to.y);
    const lanes vx = lanes_all(s->predicted.x), vy = lanes_all(s->predicted.y);
    const lanes zero = lanes_all(0), one = lanes_all(1), radii = lanes_all(s->radii_sum);
    const lanes graze = lanes_all(v->profile->graze), solid = lanes_all(s->solid);
    const lanes counts_within2 = lanes_all(s->counts_within2);
    for (int32_t k = 0; k <= 2 * v->columns; k += LANES) {
        lanes time = lanes_load(&r->time[k]);
        lanes wx = lanes_sub(lanes_load(&r->x[k]), lanes_mul(vx, time));
        lanes wy = lanes_sub(lanes_load(&r->y[k]), lanes_mul(vy, time));
        lanes w2 = lanes_max(lanes_add(lanes_mul(wx, wx), lanes_mul(wy, wy)), lanes_all(FLT_MIN));
        lanes f = lanes_div(lanes_add(lanes_mul(to_x, wx), lanes_mul(to_y, wy)), w2);
        f = lanes_max(lanes_min(f, one), zero);
        lanes x = lanes_sub(to_x, lanes_mul(f, wx)), y = lanes_sub(to_y, lanes_mul(f, wy));
        lanes distance2 = lanes_add(lanes_mul(x, x), lanes_mul(y, y));
        lanes value = lanes_sub(one, lanes_div(lanes_sqrt(distance2), radii));
        if (s->solid > 0) value = lanes_choose(lanes_less(graze, value), solid, value);
        value = lanes_choose(lanes_less(distance2, counts_within2), value, zero);
        lanes_store(&r->passability[k], lanes_max(value, lanes_load(&r->passability[k])));
    }
}

static void stamp_row_by_all(const view *v, candidates *p, side_row *r) {
    const bodies *c = &v->world->bodies;
    for (;;) {
        keep_those_on_ways(v, r, p);
        while (p->bits) {
            stamp s;
            if (stamp_make(v, candidates_take(p), &s)) stamp_row(v, &s, r);
        }
        if (candidates_done(p)) return;
        candidates_next(p, c);
    }
}

/* value[k] = passability[k] > graze ? floor(SIDLE_VALUE_UNIT * passability[k]) : 0 */
static void round_to_values(const view *v, side_row *r) {
    const lanes graze = lanes_all(v->profile->graze), most = lanes_all(SIDLE_VALUE_UNIT);
    for (int32_t k = 0; k <= 2 * v->columns; k += LANES) {
        lanes passability = lanes_load(&r->passability[k]);
        lanes value = lanes_mul(most, passability);
        value = lanes_choose(lanes_less(graze, passability), value, lanes_all(0));
        lanes_store_bytes(&r->value[k], value);
    }
}

/* A cell counts only when a straight drive there meets no terrain: side traces would otherwise see
 * through walls. */
static bool is_reachable(const view *v, int32_t row, int32_t column) {
    return terrain_line_fits(&v->world->terrain, v->profile->passable, v->position,
                             cell_centre(v, row, column), v->profile->radius * LOOK_SLACK);
}

/* The column of the smallest value on one side (1: right, -1: left); of equal values the one nearer
 * the centre. Value and column are compared as one number, value in the high byte, because a branch
 * on values that no predictor can foretell costs more than a minimum. */
static int32_t smallest_on_side(const view *v, const uint8_t *middle, int32_t side) {
    int32_t least = middle[side] << 8 | 1;
    for (int32_t k = 2; k <= v->columns; k++) least = min_int(least, middle[side * k] << 8 | k);
    return side * (least & 255);
}

/* The value and the column of the best cell of one side that the unit can reach. Terrain is the
 * dear question, so it is asked only for cells that would be taken; those behind terrain get the
 * static value and the next best one follows. */
static uint8_t best_on_side(const view *v, side_row *r, int32_t side, bool terrain_near,
                            int8_t *column) {
    uint8_t *middle = &r->value[v->columns];
    for (;;) {
        int32_t best = smallest_on_side(v, middle, side);
        *column = (int8_t)best;
        uint8_t value = middle[best];
        if (value == SIDLE_VALUE_STATIC || !terrain_near || is_reachable(v, r->row, best))
            return value;
        middle[best] = SIDLE_VALUE_STATIC;
    }
}

/* Right or left? The side chosen last (1: right, -1: left) is kept unless the other side's value is
 * lower by side_hysteresis, or no higher and its cell nearer by a radius. A unit without a last
 * side (0) takes the lower value, then the nearer cell, and among equals the profile's side bias,
 * which parts units that meet head on as on a road. */
static bool takes_right(const view *v, const look_result *s, int8_t last_side) {
    const sidle_profile *p = v->profile;
    float right = (float)s->right_at * p->look_cell, left = (float)-s->left_at * p->look_cell;
    if (last_side == 0) {
        if (s->right != s->left) return s->right < s->left;
        return p->side_bias >= 0 ? right <= left + p->side_bias : right < left + p->side_bias;
    }
    int32_t kept = last_side > 0 ? s->right : s->left, other = last_side > 0 ? s->left : s->right;
    float kept_at = last_side > 0 ? right : left, other_at = last_side > 0 ? left : right;
    int32_t margin = (int32_t)(p->side_hysteresis * (float)SIDLE_VALUE_UNIT);
    bool give_up = other + margin < kept || (other <= kept && other_at + p->radius < kept_at);
    return (last_side > 0) != give_up;
}

/* Chooses between ahead, right and left. Terrain behind the body that was hit does not make that
 * body terrain: the unit then faces the body's value straight ahead. */
static void choose_side(const view *v, int8_t last_side, look_result *found) {
    bool right = takes_right(v, found, last_side);
    found->value = right ? found->right : found->left;
    found->choice = right ? CHOICE_RIGHT : CHOICE_LEFT;
    if (found->ahead <= found->value) found->value = found->ahead, found->choice = CHOICE_AHEAD;
    if (found->value == SIDLE_VALUE_STATIC && found->blocker.slot)
        found->value = found->hit_value, found->choice = CHOICE_AHEAD;
}

void trace_sides(const view *v, candidates *p, const unit *u, look_result *found) {
    assert(v->columns >= 1 && v->columns <= LOOK_COLUMNS_MAX);
    side_row r;
    r.row = found->row;
    lay_cells(v, &r);
    if (!p->whole) candidates_begin(p, &v->world->bodies, window_of_ways(v, r.row, r.time[0]));
    stamp_row_by_all(v, p, &r);
    round_to_values(v, &r);
    float farthest = (float)(found->row + v->columns) * v->profile->look_cell + v->profile->radius;
    bool terrain_near = v->clearance < farthest;
    found->ahead = r.value[v->columns];
    if (terrain_near && !is_reachable(v, found->row, 0)) found->ahead = SIDLE_VALUE_STATIC;
    found->right = best_on_side(v, &r, 1, terrain_near, &found->right_at);
    found->left = best_on_side(v, &r, -1, terrain_near, &found->left_at);
    choose_side(v, u->cold->escalation.side, found);
}
