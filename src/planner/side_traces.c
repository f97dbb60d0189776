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
 * A side is read outward from the centre, four cells at a time, and no farther than to its first
 * free cell: no cell beyond it can be better. The bodies that may be met are sifted out once. Four
 * cells are not read to the end once one body or another makes each of them dearer than the best
 * cell so far: bodies only add to a value.
 *
 * Then each side gives its best cell, and takes_right() chooses between the two: a unit keeps the
 * side that it chose last unless the other is clearly better, so that units that meet do not dance.
 * The cell straight ahead wins if no side is better. */
#include "planner/side_traces.h"

#include "base/measures.h"
#include "world/terrain.h"

#include <assert.h>

/* Cells of one side from the centre on, with room for a whole group of lanes at the end. */
enum { SIDE_CELLS_MAX = LOOK_COLUMNS_MAX + 1 + LANES };

/* Size: stamps that are kept before they are folded into the cells: whole groups of lanes, and no
 * more than a word has bits. A unit in a packed crowd of its own size has two or three dozen. */
enum { STAMPS_KEPT = 48 };

/* The stamps of the bodies that may be met on the ways to the cells of both sides. */
typedef struct way_stamps {
    uint32_t body[STAMPS_KEPT];
    float to_x[STAMPS_KEPT], to_y[STAMPS_KEPT];               /* u, from the unit to the body */
    float predicted_x[STAMPS_KEPT], predicted_y[STAMPS_KEPT]; /* u/s */
    float radii_sum2[STAMPS_KEPT];                            /* u2 */
    float counts_within2[STAMPS_KEPT];                        /* u2, of stamp */
    float counts_within[STAMPS_KEPT];                         /* u, its square root */
    float solid[STAMPS_KEPT];                                 /* of stamp */
} way_stamps;

/* One side trace. Cell k lies k columns from the centre; cell 0 is the centre itself. */
typedef struct side_trace {
    float sign;       /* 1: right, -1: left */
    float course;     /* -1 .. 1: of the unit's heading, the part to this side */
    int32_t known;    /* cells whose value is known */
    bool exact;       /* all values are wanted, also those of cells too dear to take */
    float dear2;      /* of radii_sum2, 0 .. 1: nearer to a body a cell is too dear */
    uint32_t dearest; /* stamp that was read last, UINT32_MAX: none */
    float nearest2[SIDE_CELLS_MAX]; /* of radii_sum2, 0 .. 1: the nearest that a body comes */
    uint8_t value[SIDE_CELLS_MAX];  /* 0 .. SIDLE_VALUE_UNIT, or SIDLE_VALUE_STATIC */
} side_trace;

/* The first cell that is read: the sides share the centre. */
static int32_t first_of(const side_trace *side) {
    return side->sign > 0 ? 0 : 1;
}

/* Both side traces, and what they have in common. */
typedef struct side_traces {
    int32_t row;       /* of the look, 0 .. LOOK_ROWS_MAX */
    float ahead;       /* u, from the unit to the row */
    float reach;       /* u, of one side trace */
    float longest;     /* s, to the farthest cell */
    float course;      /* -1 .. 1: of the unit's heading, the part along the direction */
    uint32_t count;    /* of stamps */
    bool folded;       /* earlier stamps are in the `nearest2` of both sides */
    bool terrain_near; /* terrain may stand before a cell */
    way_stamps stamps;
    side_trace right, left;
} side_traces;

/* Four cells of a side, side by side. The middle way is the one to the middle between them. */
typedef struct four_cells {
    lanes x, y;        /* u, from the unit */
    lanes time;        /* s, that the unit needs to get there at top speed */
    sidle_vec2 middle; /* length 1, along the middle way */
    float farthest;    /* u, to the last one */
    float spread;      /* u, from a cell to the point as far away on the middle way, at most */
} four_cells;

/* Filter: which bodies of the batch may be met on the way to a cell of the row? For one body, with
 * p from the unit to the body, and then = p + predicted * longest:
 *
 *     kept = p . direction >= -radii                                      it is not behind the
 * unit,
 *            && min(p . direction, then . direction) - ahead <= radii     and what it covers, and
 *            && min(p . right, then . right) - reach <= radii             the box of all ways,
 *            && -max(p . right, then . right) - reach <= radii            come within both radii
 */
static void keep_those_on_ways(const view *v, const side_traces *t, candidates *p) {
    const bodies *c = &v->world->bodies;
    const float *cx = c->x, *cy = c->y, *cvx = c->vx, *cvy = c->vy, *radius = c->radius;
    const lanes from_x = lanes_all(v->position.x), from_y = lanes_all(v->position.y);
    const lanes ahead_x = lanes_all(v->direction.x), ahead_y = lanes_all(v->direction.y);
    const lanes ahead = lanes_all(t->ahead), reach = lanes_all(t->reach);
    const lanes longest = lanes_all(t->longest), own = lanes_all(v->radius), none = lanes_all(0);
    uint64_t bits = 0;
    for (uint32_t g = 0; g < p->groups; g++) {
        uint32_t k = p->first[g];
        lanes x = lanes_sub(lanes_load(cx + k), from_x), y = lanes_sub(lanes_load(cy + k), from_y);
        lanes vx = lanes_load(cvx + k), vy = lanes_load(cvy + k);
        lanes along = lanes_add(lanes_mul(x, ahead_x), lanes_mul(y, ahead_y));
        lanes across = lanes_sub(lanes_mul(y, ahead_x), lanes_mul(x, ahead_y));
        lanes on = lanes_mul(lanes_add(lanes_mul(vx, ahead_x), lanes_mul(vy, ahead_y)), longest);
        lanes aside = lanes_mul(lanes_sub(lanes_mul(vy, ahead_x), lanes_mul(vx, ahead_y)), longest);
        lanes beyond = lanes_sub(lanes_add(along, lanes_min(on, none)), ahead);
        lanes right = lanes_sub(lanes_add(across, lanes_min(aside, none)), reach);
        lanes left = lanes_sub(lanes_sub(none, lanes_add(across, lanes_max(aside, none))), reach);
        lanes apart = lanes_max(lanes_max(beyond, lanes_sub(none, along)), lanes_max(right, left));
        lanes radii = lanes_mul(lanes_add(lanes_load(radius + k), own), lanes_all(ROUNDING_MARGIN));
        bits = candidates_append(bits, lanes_at_most(apart, radii));
    }
    candidates_keep(p, bits, v->world->living);
}

/* Four cells, from cell k on. */
static four_cells cells_from(const view *v, const side_traces *t, float sign, int32_t k) {
    const lanes cell = lanes_all(v->profile->tuning.look_cell);
    lanes column = lanes_add(lanes_all((float)k), lanes_of(0, 1, 2, 3));
    lanes across = lanes_mul(lanes_mul(column, cell), lanes_all(sign));
    lanes x = lanes_all(v->direction.x * t->ahead), y = lanes_all(v->direction.y * t->ahead);
    x = lanes_add(x, lanes_mul(lanes_all(v->right.x), across));
    y = lanes_add(y, lanes_mul(lanes_all(v->right.y), across));
    lanes distance = lanes_sqrt(lanes_add(lanes_mul(x, x), lanes_mul(y, y)));
    float middle = ((float)k + 0.5f * (LANES - 1)) * v->profile->tuning.look_cell * sign;
    sidle_vec2 way = vec_add(vec_scale(v->direction, t->ahead), vec_scale(v->right, middle));
    way = vec_scale(way, 1 / vec_length(way));
    lanes apart_x = lanes_sub(x, lanes_mul(lanes_all(way.x), distance));
    lanes apart_y = lanes_sub(y, lanes_mul(lanes_all(way.y), distance));
    float apart2[LANES], reach[LANES];
    lanes_store(reach, distance);
    lanes_store(apart2, lanes_add(lanes_mul(apart_x, apart_x), lanes_mul(apart_y, apart_y)));
    return (four_cells){.x = x,
                        .y = y,
                        .time = lanes_mul(distance, lanes_all(v->time_a_u)),
                        .middle = way,
                        .farthest = reach[LANES - 1],
                        .spread = sqrtf(max_float(apart2[0], apart2[LANES - 1]))};
}

/* Filter: which of four kept stamps, from the kth on, may be met on the ways to four cells? At any
 * time the unit on one of these ways is no farther than `spread` from where it would be on the
 * middle way. So a body that stays farther than that and counts_within from the middle way is met
 * on none of the four. With m the velocity along the middle way less that of the body, in top
 * speeds:
 *
 *     beyond = max(to . m - farthest * |m|^2, -to . m, 0)     past the end, or behind the unit
 *     kept = (to x m)^2 + beyond^2 <= (counts_within + spread)^2 * |m|^2
 */
static uint32_t stamps_on_ways(const view *v, const way_stamps *s, const four_cells *cells,
                               uint32_t k) {
    const lanes time_a_u = lanes_all(v->time_a_u), none = lanes_all(0);
    lanes mx =
        lanes_sub(lanes_all(cells->middle.x), lanes_mul(lanes_load(s->predicted_x + k), time_a_u));
    lanes my =
        lanes_sub(lanes_all(cells->middle.y), lanes_mul(lanes_load(s->predicted_y + k), time_a_u));
    lanes to_x = lanes_load(s->to_x + k), to_y = lanes_load(s->to_y + k);
    lanes m2 = lanes_add(lanes_mul(mx, mx), lanes_mul(my, my));
    lanes cross = lanes_sub(lanes_mul(to_x, my), lanes_mul(to_y, mx));
    lanes along = lanes_add(lanes_mul(to_x, mx), lanes_mul(to_y, my));
    lanes past = lanes_sub(along, lanes_mul(lanes_all(cells->farthest), m2));
    lanes beyond = lanes_max(lanes_max(past, lanes_sub(none, along)), none);
    lanes apart2 = lanes_add(lanes_mul(cross, cross), lanes_mul(beyond, beyond));
    lanes within = lanes_add(lanes_load(s->counts_within + k), lanes_all(cells->spread));
    within = lanes_mul(within, lanes_all(ROUNDING_MARGIN));
    lanes most2 = lanes_mul(lanes_mul(within, within), m2);
    return lanes_in_use(LANES) & ~lanes_bits(lanes_less(most2, apart2));
}

/* How near a stamp comes on the ways to four cells. With w the offset of a cell less what the body
 * covers meanwhile, the two are to - f * w apart when the share f of the way is done:
 *
 *     w = cell - predicted * time;
 *     f = clamp(to . w / w . w, 0, 1);                  where they are nearest
 *     distance2 = |to - f * w|^2;
 *     distance2 < counts_within2 ? distance2 / radii_sum2 : 1
 */
static lanes nearest_of_stamp(const view *v, const way_stamps *s, const four_cells *cells,
                              uint32_t n) {
    const lanes zero = lanes_all(0), one = lanes_all(1);
    const lanes to_x = lanes_all(s->to_x[n]), to_y = lanes_all(s->to_y[n]);
    lanes wx = lanes_sub(cells->x, lanes_mul(lanes_all(s->predicted_x[n]), cells->time));
    lanes wy = lanes_sub(cells->y, lanes_mul(lanes_all(s->predicted_y[n]), cells->time));
    lanes w2 = lanes_max(lanes_add(lanes_mul(wx, wx), lanes_mul(wy, wy)), lanes_all(FLT_MIN));
    lanes f = lanes_div(lanes_add(lanes_mul(to_x, wx), lanes_mul(to_y, wy)), w2);
    f = lanes_max(lanes_min(f, one), zero);
    lanes x = lanes_sub(to_x, lanes_mul(f, wx)), y = lanes_sub(to_y, lanes_mul(f, wy));
    lanes distance2 = lanes_add(lanes_mul(x, x), lanes_mul(y, y));
    lanes near2 = lanes_div(distance2, lanes_all(s->radii_sum2[n]));
    if (s->solid[n] > 0) {
        float within2 = (1 - v->profile->tuning.graze) * (1 - v->profile->tuning.graze);
        near2 = lanes_choose(lanes_less(near2, lanes_all(within2)), zero, near2);
    }
    lanes_mask counts = lanes_less(distance2, lanes_all(s->counts_within2[n]));
    return lanes_choose(counts, near2, one);
}

/* Is each of four cells too dear to be taken? */
static bool are_too_dear(const side_trace *side, lanes nearest2) {
    return lanes_bits(lanes_less(nearest2, lanes_all(side->dear2))) == lanes_in_use(LANES);
}

/* How near the kept stamps come on the ways to four cells, from cell k on. Once all four are too
 * dear no other stamp is read, as none can make a cell cheaper. The stamp that was read last for
 * the cells before comes first: if it has made them too dear, it mostly does so here. The others
 * are filtered all at once: a loop over those of each group of lanes is hard to predict. */
static lanes nearest_on_ways(const view *v, const side_traces *t, side_trace *side, int32_t k) {
    const four_cells cells = cells_from(v, t, side->sign, k);
    const way_stamps *s = &t->stamps;
    lanes nearest2 = t->folded ? lanes_load(&side->nearest2[k]) : lanes_all(1);
    if (side->dearest < t->count)
        nearest2 = lanes_min(nearest2, nearest_of_stamp(v, s, &cells, side->dearest));
    if (are_too_dear(side, nearest2)) return nearest2;
    uint64_t bits = 0, used = ((uint64_t)1 << t->count) - 1;
    for (uint32_t n = 0; n < t->count; n += LANES)
        bits |= (uint64_t)stamps_on_ways(v, s, &cells, n) << n;
    for (bits &= used; bits; bits &= bits - 1) {
        side->dearest = lowest_bit(bits);
        nearest2 = lanes_min(nearest2, nearest_of_stamp(v, s, &cells, side->dearest));
        if (are_too_dear(side, nearest2)) return nearest2;
    }
    return nearest2;
}

/* A field of four bodies. */
#define OF_BODIES(field) lanes_of(c->field[b[0]], c->field[b[1]], c->field[b[2]], c->field[b[3]])

/* Makes the stamps of four of the bodies, from the kth on, by the rules of stamp_make(). A body
 * whose disc lies behind the unit has no stamp here: it keeps clear by itself, or comes up along
 * the trace. One without a stamp counts nowhere. */
static void stamp_four(const view *v, way_stamps *s, uint32_t k) {
    const bodies *c = &v->world->bodies;
    const uint32_t *b = &s->body[k];
    const lanes nearer = lanes_all(PRESSED);
    lanes x = lanes_sub(OF_BODIES(x), lanes_all(v->position.x));
    lanes y = lanes_sub(OF_BODIES(y), lanes_all(v->position.y));
    lanes radii = lanes_add(lanes_all(v->radius), OF_BODIES(radius));
    lanes radii2 = lanes_mul(radii, radii);
    lanes farthest = lanes_add(lanes_all(v->profile->view_distance), radii);
    lanes distance2 = lanes_add(lanes_mul(x, x), lanes_mul(y, y));
    lanes along =
        lanes_add(lanes_mul(x, lanes_all(v->direction.x)), lanes_mul(y, lanes_all(v->direction.y)));
    lanes_mask seen = lanes_both(lanes_at_most(distance2, lanes_mul(farthest, farthest)),
                                 lanes_at_most(lanes_sub(lanes_all(0), radii), along));
    lanes less = lanes_mul(lanes_mul(distance2, nearer), nearer);
    lanes within2 = lanes_choose(lanes_less(distance2, radii2), less, radii2);
    within2 = lanes_only(seen, lanes_min(within2, lanes_mul(radii2, lanes_all(v->graze_within2))));
    lanes_store(s->to_x + k, x);
    lanes_store(s->to_y + k, y);
    lanes_store(s->predicted_x + k, OF_BODIES(vx));
    lanes_store(s->predicted_y + k, OF_BODIES(vy));
    lanes_store(s->radii_sum2 + k, radii2);
    lanes_store(s->counts_within2 + k, within2);
    lanes_store(s->counts_within + k, lanes_sqrt(within2));
    lanes_store(s->solid + k, lanes_all(0));
    for (uint32_t n = 0; n < LANES && c->teams; n++)
        s->solid[k + n] = is_spared_enemy(c, v->profile, v->self, b[n]) ? 1 : 0;
}

#undef OF_BODIES

/* Makes the stamps of the bodies that were kept. The last group of lanes is filled with the unit
 * itself. */
static void make_stamps(const view *v, side_traces *t) {
    for (uint32_t k = t->count; k % LANES; k++) t->stamps.body[k] = v->self;
    for (uint32_t k = 0; k < t->count; k += LANES) stamp_four(v, &t->stamps, k);
}

static void fold_side(const view *v, side_traces *t, side_trace *side) {
    for (int32_t k = side->known; k <= v->columns; k += LANES)
        lanes_store(&side->nearest2[k], nearest_on_ways(v, t, side, k));
}

/* Makes room for more stamps. */
SIDLE_SELDOM void fold_stamps(const view *v, side_traces *t) {
    make_stamps(v, t);
    fold_side(v, t, &t->right);
    fold_side(v, t, &t->left);
    t->folded = true;
    t->count = 0;
}

/* Takes the bodies that have a stamp out of the batch; false when there is no room for all. */
static bool take_stamps(const view *v, candidates *p, side_traces *t) {
    uint32_t count = t->count;
    uint64_t bits = p->bits;
    for (; bits && count < STAMPS_KEPT; bits &= bits - 1) {
        uint32_t body = candidates_body(p, lowest_bit(bits));
        t->stamps.body[count] = body;
        count += has_stamp(v, body);
    }
    t->count = count;
    p->bits = bits;
    return !bits;
}

static void stamp_sides(const view *v, candidates *p, side_traces *t) {
    for (;;) {
        keep_those_on_ways(v, t, p);
        while (!take_stamps(v, p, t)) fold_stamps(v, t);
        if (candidates_done(p)) break;
        candidates_next(p, &v->world->bodies);
    }
    make_stamps(v, t);
}

/* Values of the next four cells: passability = 1 - sqrt(nearest2), and
 * value = passability > graze ? floor(SIDLE_VALUE_UNIT * passability) : 0 */
static void read_on(const view *v, const side_traces *t, side_trace *side) {
    lanes nearest2 = nearest_on_ways(v, t, side, side->known);
    lanes passability = lanes_sub(lanes_all(1), lanes_sqrt(nearest2));
    lanes value = lanes_mul(lanes_all(SIDLE_VALUE_UNIT), passability);
    lanes_mask counts = lanes_less(lanes_all(v->profile->tuning.graze), passability);
    lanes_store_bytes(&side->value[side->known], lanes_choose(counts, value, lanes_all(0)));
    side->known += LANES;
}

/* A cell counts only when a straight drive there meets no terrain: side traces would otherwise see
 * through walls. */
static bool is_reachable(const view *v, int32_t row, int32_t column) {
    return terrain_line_fits(&v->world->terrain, v->profile->passable, v->position,
                             cell_centre(v, row, column), v->profile->radius * LOOK_SLACK);
}

static int8_t column_of(const side_trace *side, int32_t k) {
    return (int8_t)(side->sign > 0 ? k : -k);
}

/* Is there no terrain before cell k? A dear question, so it is asked last. */
static bool fits_on_side(const view *v, const side_traces *t, const side_trace *side, int32_t k) {
    return !t->terrain_near || is_reachable(v, t->row, column_of(side, k));
}

/* Own radii: a unit that comes back from a detour turns by and by: where its heading leads past the
 * best cell of a side, it makes for a cell on its course, so much farther out at most, whose value
 * is at most AS_GOOD higher. Found on circle 100, 16 seeds: it turns at .51 rad/s without the rule
 * and at .38 with it. With .4 radii it turns at .39, with 1.25 at .35, but of five that meet two
 * drive side by side away from their goals, 2 s long. With twice AS_GOOD it turns at .34, and prey
 * that moves is surrounded late (maps/surround_again). */
static const float COMES_BACK = 0.75f;

/* Of the values: a cell on the course of the unit is as good as the best one up to so much more;
 * see COMES_BACK. */
static const int32_t AS_GOOD = SIDLE_VALUE_UNIT / 20;

static bool is_on_open_ground(const view *v) {
    float farthest = terrain_clearance_max(&v->world->terrain);
    return v->room >= min_float(OPEN_GROUND * v->profile->radius, farthest);
}

/* Does the rule hold? The row has to lie before the end of the trace: a unit whose waypoint is
 * there would go round it for as long as it is taken. */
static bool may_keep_course(const view *v, const side_traces *t, const side_trace *side) {
    return t->course > 0 && side->course > 0 && t->row < v->rows && is_on_open_ground(v);
}

/* From here on a side is only searched for cells that are better than this value, its best one so
 * far, or as good as that for a unit that may keep its course. Of all others it is enough to know
 * that they are not: their values may be given too low, but no lower than those of such cells. */
static void leave_out_dear(const view *v, const side_traces *t, side_trace *side, int32_t value) {
    if (side->exact) return;
    int32_t dear = may_keep_course(v, t, side) ? value + AS_GOOD + 1 : value;
    float graze = v->profile->tuning.graze, passability = (float)dear / SIDLE_VALUE_UNIT;
    float away = max_float(1 - max_float(passability, graze) - IMPERCEPTIBLE, 0);
    side->dear2 = away * away;
}

/* Reads a side from the beginning, all values as they are: its best cell lies behind terrain, and
 * another one is looked for among those that seemed too dear. Few sides come to that. */
static void read_anew(const view *v, const side_traces *t, side_trace *side) {
    side->exact = true;
    side->dear2 = 0;
    side->known = first_of(side);
    read_on(v, t, side);
}

/* The smallest of the values of the known cells from *k on, and of this one, with its cell. Both
 * are one number, value in the high byte, because a branch on values that no predictor can foretell
 * costs more than a minimum. Of equal values the one nearer the centre is so taken. */
static int32_t smallest_from(const view *v, const side_trace *side, int32_t *k, int32_t least) {
    int32_t end = min_int(side->known - 1, v->columns);
    for (; *k <= end; ++*k) least = min_int(least, side->value[*k] << 8 | *k);
    return least;
}

/* The best cell of one side that the unit can reach. Terrain is asked only for cells that would be
 * taken; those behind terrain get the static value and the next best one follows. */
static int32_t best_cell(const view *v, const side_traces *t, side_trace *side) {
    for (int32_t k = 1, least = INT32_MAX;;) {
        least = smallest_from(v, side, &k, least);
        int32_t best = least & 255, value = least >> 8;
        if (value > 0 && side->known <= v->columns) {
            leave_out_dear(v, t, side, value);
            read_on(v, t, side);
            continue;
        }
        if (value == SIDLE_VALUE_STATIC || fits_on_side(v, t, side, best)) return best;
        if (side->dear2 > 0)
            read_anew(v, t, side);
        else
            side->value[best] = SIDLE_VALUE_STATIC;
        k = 1, least = INT32_MAX;
    }
}

/* Does cell k have no higher value than this, and no terrain before it? */
static bool is_as_good(const view *v, const side_traces *t, side_trace *side, int32_t k,
                       int32_t most) {
    while (side->known <= k) read_on(v, t, side);
    return side->value[k] <= most && fits_on_side(v, t, side, k);
}

/* The cell on the course of the unit, or the farthest one that is allowed. */
static int32_t cell_on_course(const view *v, const side_traces *t, side_trace *side, int32_t best) {
    if (!may_keep_course(v, t, side)) return best;
    const float cell = v->profile->tuning.look_cell;
    float course = min_float(t->ahead * side->course / t->course, t->reach);
    float farthest = min_float(course, (float)best * cell + COMES_BACK * v->profile->radius);
    int32_t most = side->value[best] + AS_GOOD, k = (int32_t)(farthest / cell + 0.5f);
    while (k > best && !is_as_good(v, t, side, k, most)) k--;
    return max_int(k, best);
}

/* The value and the column of the cell that the unit would make for on one side. */
static uint8_t choose_cell(const view *v, const side_traces *t, side_trace *side, int8_t *column) {
    int32_t k = best_cell(v, t, side);
    if (side->value[k] != SIDLE_VALUE_STATIC) k = cell_on_course(v, t, side, k);
    *column = column_of(side, k);
    return side->value[k];
}

/* Of the values: how much higher that of the road's side may be than the other, for a unit without
 * a last side, and half of that for one on its road's side. A unit on the other side comes over
 * where the road's side is no worse. Found on circle 100: it turns at 1.29 rad/s without the rule,
 * at .58 with half of a unit's value while a side chosen once was kept, and at .48 since the rule
 * holds for all (door_two_way100: .87 and .82, blocks 2x100: .24 and .21). A half for those on
 * their road's side as well: bottleneck1000 takes 215 s instead of 200 s. Where all come over up to
 * a half, blocks 2x100 turn at .31. With 1 a unit takes the road's side however full it is. */
static const int32_t ROAD_MARGIN = SIDLE_VALUE_UNIT / 2;

/* The rule of the road: units on both sides, and the unit goes to the side of its road. Where ways
 * cross, a crowd so turns about its middle as traffic does on a roundabout, and nobody meets others
 * in the middle. A free side is no case for the rule: there a gap is, and the unit takes it. Nor is
 * a unit that goes round others to a place beside its target: it has a side of its own. */
static bool road_takes_right(const look_result *s, float side_bias, int8_t last_side) {
    bool road_right = side_bias > 0;
    int32_t mine = road_right ? s->right : s->left, other = road_right ? s->left : s->right;
    int32_t margin = ROAD_MARGIN;
    if (last_side) margin = (last_side > 0) == road_right ? ROAD_MARGIN / 2 : 0;
    bool keeps = mine != SIDLE_VALUE_STATIC && mine <= other + margin;
    return keeps == road_right;
}

/* Right or left? Where units are on both sides the rule of the road decides. Else the side chosen
 * last (1: right, -1: left) is kept unless the other side's value is lower by side_hysteresis, or
 * no higher and its cell nearer by a radius. A unit without a last side (0) takes the free one,
 * then the nearer cell, and among equals the profile's side bias, which parts units that meet head
 * on. */
static bool takes_right(const view *v, const unit *u, const look_result *s) {
    const sidle_profile *p = v->profile;
    int8_t last_side = u->cold->escalation.side;
    if (s->right && s->left && p->tuning.side_bias != 0)
        return road_takes_right(s, p->tuning.side_bias, last_side);
    float right = (float)s->right_at * p->tuning.look_cell,
          left = (float)-s->left_at * p->tuning.look_cell;
    if (last_side == 0) {
        if (s->right != s->left) return s->right < s->left;
        return p->tuning.side_bias >= 0 ? right <= left + p->tuning.side_bias
                                        : right < left + p->tuning.side_bias;
    }
    int32_t kept = last_side > 0 ? s->right : s->left, other = last_side > 0 ? s->left : s->right;
    float kept_at = last_side > 0 ? right : left, other_at = last_side > 0 ? left : right;
    int32_t margin = (int32_t)(p->tuning.side_hysteresis * (float)SIDLE_VALUE_UNIT);
    bool give_up = other + margin < kept || (other <= kept && other_at + p->radius < kept_at);
    return (last_side > 0) != give_up;
}

/* Chooses between ahead, right and left. Terrain behind the body that was hit does not make that
 * body terrain: the unit then faces the body's value straight ahead. */
static void choose_side(const view *v, const unit *u, look_result *found) {
    bool right = takes_right(v, u, found);
    found->value = right ? found->right : found->left;
    found->choice = right ? CHOICE_RIGHT : CHOICE_LEFT;
    if (found->ahead <= found->value) found->value = found->ahead, found->choice = CHOICE_AHEAD;
    if (found->value == SIDLE_VALUE_STATIC && found->blocker.slot)
        found->value = found->hit_value, found->choice = CHOICE_AHEAD;
}

/* The two sides before any body is stamped onto them. Their arrays are filled as far as they are
 * used. */
static void begin_sides(const view *v, const unit *u, int32_t row, side_traces *t) {
    t->row = row;
    t->ahead = (float)row * v->profile->tuning.look_cell;
    t->reach = (float)v->columns * v->profile->tuning.look_cell;
    t->longest = sqrtf(t->ahead * t->ahead + t->reach * t->reach) * v->time_a_u * ROUNDING_MARGIN;
    t->course = vec_dot(u->heading, v->direction);
    t->right.course = vec_dot(u->heading, v->right);
    t->left.course = -t->right.course;
    t->terrain_near = v->room < t->ahead + t->reach + v->profile->radius;
    t->right.sign = 1, t->left.sign = -1;
    t->right.known = first_of(&t->right), t->left.known = first_of(&t->left);
    t->right.exact = t->left.exact = false;
    t->right.dear2 = t->left.dear2 = 0;
    t->right.dearest = t->left.dearest = UINT32_MAX;
    t->count = 0;
    t->folded = false;
}

void trace_sides(const view *v, candidates *p, const unit *u, look_result *found) {
    assert(v->columns >= 1 && v->columns <= LOOK_COLUMNS_MAX);
    side_traces t;
    begin_sides(v, u, found->row, &t);
    if (!p->whole)
        candidates_begin(p, &v->world->bodies, window_of_ways(v, p->window, t.row, t.longest));
    stamp_sides(v, p, &t);
    read_on(v, &t, &t.right);
    read_on(v, &t, &t.left);
    found->ahead = t.right.value[0];
    if (!fits_on_side(v, &t, &t.right, 0)) found->ahead = SIDLE_VALUE_STATIC;
    found->right = choose_cell(v, &t, &t.right, &found->right_at);
    found->left = choose_cell(v, &t, &t.left, &found->left_at);
    choose_side(v, u, found);
}
