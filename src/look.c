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
 * The grid is never filled. The stamps are evaluated at the cells that the traces read; the plain
 * planner in test/oracle.c fills it and must agree. */
#include "look.h"

#include "nearby.h"
#include "profile.h"

/* A touching body counts again once it would be nearer than this share of the present distance. */
static const float NEARER = 0.98f;

/* Some way more than the rounding of a sum or a distance. */
static const float SPARE = 1.00001f;

/* The frame and the limits of one look. */
typedef struct view {
    const sidle_world *world;
    const body *self;
    const sidle_profile *profile;
    sidle_vec2 direction, right;
    sidle_vec2 step; /* u, from row to row */
    float reach;     /* u, length of the trace */
    float pace;      /* s per row: when the trace gets there */
    float clear;     /* u, around the unit there is no terrain that it cannot pass */
    float far;       /* u, nobody farther away is in view */
    float graze2;    /* of its square reach, within which a stamp does more than graze */
    float behind;    /* u, whoever is farther behind does not catch up with the trace */
    int32_t rows, columns;
    uint32_t unseen; /* slot of the unit that is no obstacle, or 0 */
    uint32_t *ahead; /* bodies that the traces may meet */
    stamp *stamps;   /* those on the row of the side traces */
    uint32_t ahead_count, stamp_count;
} view;

/* Whom a unit hunts is no obstacle to it, and what it runs from is not in its way but behind. */
static uint32_t unseen_by(const unit *u) {
    return u->order == SIDLE_ORDER_PURSUE || u->order == SIDLE_ORDER_EVADE ? u->target.slot : 0;
}

/* Whose share is larger is nearer than this, in squares of the reach; a little to spare. */
static float nearer_than(float share) {
    return (1 - share) * (1 - share) * 1.001f;
}

static view view_of(const sidle_world *world, const body *self, const unit *u) {
    const sidle_profile *p = profile_of(world, u);
    view v = {.world = world, .self = self, .profile = p, .unseen = unseen_by(u)};
    sidle_vec2 to = vec_sub(unit_waypoint(u), self->position);
    v.direction = vec_direction(to, u->heading);
    v.right = vec_right(v.direction);
    v.step = vec_scale(v.direction, p->look_cell);
    v.pace = p->top_speed > 0 ? p->look_cell / p->top_speed : 0;
    v.reach = min_float(p->view_distance, vec_length(to));
    v.rows = (int32_t)(v.reach / p->look_cell);
    v.clear = terrain_clear(&world->terrain, p->passable, self->position);
    float largest = self->radius + world->crowd.largest;
    v.far = (p->view_distance + largest) * SPARE;
    v.behind = largest + max_float(world->crowd.fastest - p->top_speed, 0) * (float)v.rows * v.pace;
    v.graze2 = nearer_than(p->graze);
    v.ahead = world->ahead;
    v.stamps = world->stamps;
    return v;
}

/* The buckets about what is in view and not left behind: a disc without what is beyond a chord. */
static window window_of(const view *v) {
    sidle_vec2 d = v->direction;
    float far = v->far, back = min_float(v->behind, far);
    float chord_x = far * fabsf(d.y) + back * fabsf(d.x);
    float chord_y = far * fabsf(d.x) + back * fabsf(d.y);
    sidle_vec2 low = {d.x > 0 ? -min_float(chord_x, far) : -far,
                      d.y > 0 ? -min_float(chord_y, far) : -far};
    sidle_vec2 high = {d.x < 0 ? min_float(chord_x, far) : far,
                       d.y < 0 ? min_float(chord_y, far) : far};
    return nearby_box(&v->world->crowd, vec_add(v->self->position, low),
                      vec_add(v->self->position, high));
}

static sidle_vec2 cell_centre(const view *v, int32_t row, int32_t column) {
    sidle_vec2 ahead = vec_scale(v->direction, (float)row * v->profile->look_cell);
    sidle_vec2 across = vec_scale(v->right, (float)column * v->profile->look_cell);
    return vec_add(v->self->position, vec_add(ahead, across));
}

/* ---- stamps ---- */

static bool stamp_of(const view *v, const body *other, stamp *s) {
    const body *self = v->self;
    sidle_vec2 apart = vec_sub(other->position, self->position);
    float distance2 = vec_dot(apart, apart), reach = self->radius + other->radius;
    float reach2 = reach * reach, far = v->profile->view_distance + reach;
    s->other = other;
    s->reach = reach;
    s->reach2 = reach2;
    s->within2 = distance2 < reach2 ? distance2 * NEARER * NEARER : reach2;
    s->within2 = min_float(s->within2, reach2 * v->graze2);
    return distance2 <= far * far && other->slot != self->slot && other->layer == self->layer &&
           other->slot + 1 != v->unseen;
}

/* Where the other will be when the trace gets to the row. */
static sidle_vec2 place_then(const view *v, const body *other, int32_t row) {
    return vec_add(other->position, vec_scale(other->announced, (float)row * v->pace));
}

/* From 1 at the centre of the stamp down to 0 where the discs touch. */
static float share_at(const stamp *s, float distance2) {
    return 1 - sqrtf(distance2) / s->reach;
}

static uint8_t value_for(const view *v, float share) {
    return share > v->profile->graze ? (uint8_t)((float)SIDLE_VALUE_UNIT * share) : 0;
}

/* ---- the trace to the waypoint ---- */

/* How another one and the trace come together: the square of their distance after n rows, less that
 * of both radii, is a n2 + 2 b n + c. */
typedef struct course {
    float a, b, c;
} course;

static course course_of(const view *v, const body *other) {
    sidle_vec2 apart = vec_sub(other->position, v->self->position);
    sidle_vec2 per_row = vec_sub(vec_scale(other->announced, v->pace), v->step);
    float reach = v->self->radius + other->radius;
    return (course){vec_dot(per_row, per_row), vec_dot(apart, per_row),
                    vec_dot(apart, apart) - reach * reach};
}

/* They are apart, and they part or have not met a row beyond the last; or they miss each other. As
 * any of these is as likely as not, one comparison asks for all. At b = 0 they keep their distance.
 */
static bool misses(course m, float last) {
    float beyond = last + 1, then = m.b + m.a * beyond;
    float not_yet = min_float(-then, m.c + beyond * (m.b + then));
    float apart = min_float(m.c, max_float(m.b + FLT_MIN, not_yet));
    return max_float(apart, m.a * m.c - m.b * m.b) > 0;
}

/* The rows up to *last between which the stamp may lie on the trace; false: none. Solves for the
 * time when two discs in uniform motion touch, with a row to spare on both sides for rounding. */
static bool stamp_rows(const view *v, const stamp *s, course m, int32_t *first, int32_t *last) {
    *first = 1;
    if (m.a * (float)v->rows * (float)v->rows < 1e-6f * s->reach * s->reach) return m.c < 0;
    float root = sqrtf(max_float(m.b * m.b - m.a * m.c, 0)), limit = (float)*last;
    float begin = (-m.b - root) / m.a - 1, end = (-m.b + root) / m.a + 1;
    if (end < 1 || begin > limit) return false;
    if (begin > 1) *first = (int32_t)begin;
    if (end < limit) *last = (int32_t)end;
    return true;
}

/* A unit's stamp on the trace replaces what was hit so far if it comes first, is higher, or wins
 * the tie. */
static void trace_stamp(const view *v, const stamp *s, course m, sight *found, const body **owner) {
    int32_t first, last = found->hit ? found->hit : v->rows;
    if (!stamp_rows(v, s, m, &first, &last)) return;
    for (int32_t row = first; row <= last; row++) {
        sidle_vec2 apart = vec_sub(place_then(v, s->other, row), cell_centre(v, row, 0));
        float distance2 = vec_dot(apart, apart);
        if (distance2 >= s->within2) continue;
        uint8_t value = value_for(v, share_at(s, distance2));
        if (!value) continue;
        bool nearer = !found->hit || row < found->hit;
        if (nearer || value > found->hit_value ||
            (value == found->hit_value && body_before(s->other, *owner))) {
            found->hit = (uint16_t)row;
            found->hit_value = value;
            *owner = s->other;
        }
        return;
    }
}

/* The bodies in view that may catch up with the trace: a few of those that have to be looked at, so
 * this is done without a branch. */
static void find_ahead(view *v) {
    const crowd *c = &v->world->crowd;
    window w = window_of(v);
    sidle_vec2 from = v->self->position, direction = v->direction;
    float behind = v->behind, far2 = v->far * v->far;
    uint32_t count = 0, *found = v->ahead;
    for (int32_t y = w.y0; y <= w.y1; y++)
        for (uint32_t k = nearby_first(c, w, y), end = nearby_end(c, w, y); k < end; k++) {
            sidle_vec2 apart = vec_sub(vec(c->x[k], c->y[k]), from);
            found[count] = k;
            count +=
                min_float(vec_dot(apart, direction) + behind, far2 - vec_dot(apart, apart)) >= 0;
        }
    v->ahead_count = count;
}

static void trace_units(const view *v, sight *found) {
    const body *owner = NULL, *bodies = v->world->crowd.bodies;
    float last = (float)v->rows;
    for (uint32_t k = 0; k < v->ahead_count; k++) {
        const body *other = &bodies[v->ahead[k]];
        course m = course_of(v, other);
        stamp s;
        if (misses(m, last) || !stamp_of(v, other, &s)) continue;
        trace_stamp(v, &s, m, found, &owner);
        if (found->hit) last = (float)found->hit;
    }
    if (!owner) return;
    found->blocker = id_of(unit_of_slot(v->world, owner->slot));
    found->blocker_stance = (uint8_t)owner->standing;
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

/* Values of the row of the side traces; the middle is straight ahead. The columns of a side are
 * evaluated from the middle outwards, and no farther than the first that is free. */
typedef struct side_row {
    int32_t row, known[2]; /* columns known on the left and on the right */
    uint8_t value[2 * LOOK_COLUMNS_MAX + 1];
} side_row;

static uint8_t *value_at(side_row *r, int32_t column) {
    return &r->value[LOOK_COLUMNS_MAX + column];
}

/* The stamps that may lie on the row, and where they will be then. */
static void stamps_on_row(view *v, int32_t row) {
    float cell = v->profile->look_cell, ahead = (float)row * cell;
    float side = (float)v->columns * cell;
    const body *bodies = v->world->crowd.bodies;
    uint32_t count = 0;
    for (uint32_t k = 0; k < v->ahead_count; k++) {
        const body *other = &bodies[v->ahead[k]];
        sidle_vec2 place = place_then(v, other, row);
        sidle_vec2 apart = vec_sub(place, v->self->position);
        float reach = v->self->radius + other->radius;
        float off = fabsf(vec_dot(apart, v->direction) - ahead);
        float aside = fabsf(vec_dot(apart, v->right)) - side;
        if (max_float(off, aside) > reach) continue;
        stamp *s = &v->stamps[count];
        if (!stamp_of(v, other, s)) continue;
        s->place = place;
        count++;
    }
    v->stamp_count = count;
}

/* The largest value that a stamp leaves there. Only who is nearer than the largest so far allows is
 * worth a root. */
static uint8_t value_of(const view *v, int32_t row, int32_t column) {
    sidle_vec2 centre = cell_centre(v, row, column);
    float best = v->profile->graze, nearer2 = v->graze2;
    for (const stamp *s = v->stamps, *end = s + v->stamp_count; s < end; s++) {
        sidle_vec2 apart = vec_sub(s->place, centre);
        float distance2 = vec_dot(apart, apart);
        if (distance2 >= min_float(s->within2, s->reach2 * nearer2)) continue;
        best = max_float(best, share_at(s, distance2));
        nearer2 = nearer_than(best);
    }
    return value_for(v, best);
}

/* A point counts only when a straight drive there meets no terrain: side traces would otherwise see
 * through walls. */
static bool reachable(const view *v, int32_t row, int32_t column) {
    return terrain_line_fits(&v->world->terrain, v->profile->passable, v->self->position,
                             cell_centre(v, row, column), v->profile->radius * LOOK_SLACK);
}

/* The column of the smallest value on one side, the one nearer the centre when equal. */
static int32_t least_on_side(const view *v, side_row *values, int32_t side) {
    int32_t best = side, *known = &values->known[side > 0];
    for (int32_t k = 1; k <= v->columns; k++) {
        if (k > *known) {
            *value_at(values, side * k) = value_of(v, values->row, side * k);
            *known = k;
        }
        if (*value_at(values, side * k) < *value_at(values, best)) best = side * k;
        if (*value_at(values, best) == 0) break;
    }
    return best;
}

/* Terrain is asked only for the points that would be taken. */
static uint8_t best_on_side(const view *v, side_row *values, int32_t side, bool terrain_near,
                            int8_t *at) {
    for (;;) {
        int32_t best = least_on_side(v, values, side);
        *at = (int8_t)best;
        uint8_t value = *value_at(values, best);
        if (value == SIDLE_VALUE_STATIC || !terrain_near || reachable(v, values->row, best))
            return value;
        *value_at(values, best) = SIDLE_VALUE_STATIC;
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

static void trace_sides(view *v, const unit *u, sight *s) {
    side_row values = {.row = s->row};
    stamps_on_row(v, s->row);
    float span = (float)(s->row + v->columns) * v->profile->look_cell + v->profile->radius;
    bool terrain_near = v->clear < span;

    s->ahead = value_of(v, s->row, 0);
    if (terrain_near && !reachable(v, s->row, 0)) s->ahead = SIDLE_VALUE_STATIC;
    s->right = best_on_side(v, &values, 1, terrain_near, &s->right_at);
    s->left = best_on_side(v, &values, -1, terrain_near, &s->left_at);
    bool right = takes_right(v, s, u->side);
    s->value = right ? s->right : s->left;
    s->at = right ? s->right_at : s->left_at;
    if (s->ahead <= s->value) s->value = s->ahead, s->at = 0;
    /* Terrain behind the unit that is in the way does not make it terrain that blocks. */
    if (s->value == SIDLE_VALUE_STATIC && s->blocker.slot) s->value = s->hit_value, s->at = 0;
}

/* ---- the look ---- */

sight look_around(const sidle_world *world, const body *self, const unit *u, bool squeezing) {
    const sidle_profile *p = profile_of(world, u);
    view v = view_of(world, self, u);
    sight s = {.direction = v.direction, .reach = v.reach};
    find_ahead(&v);
    trace_units(&v, &s);
    trace_terrain(&v, &s);
    if (!s.hit) return s;
    /* Between bodies, not round them; terrain can only be gone round. */
    float aside = squeezing && s.blocker.slot ? p->radius : p->side_reach;
    v.columns = max_int((int32_t)(aside / p->look_cell), 1);
    /* Side traces nearer than a diameter would make the unit slide along what blocks it. */
    int32_t diameter = (int32_t)(2 * p->radius / p->look_cell);
    s.row = (uint16_t)min_int(max_int(s.hit, diameter), v.rows);
    trace_sides(&v, u, &s);
    return s;
}

bool look_entangled(const sidle_world *world, const body *self) {
    const crowd *c = &world->crowd;
    window w = nearby_window(c, self->position, self->radius + c->largest);
    for (int32_t y = w.y0; y <= w.y1; y++)
        for (uint32_t k = nearby_first(c, w, y); k < nearby_end(c, w, y); k++) {
            const body *other = &c->bodies[k];
            if (other->slot == self->slot || other->layer != self->layer) continue;
            sidle_vec2 apart = vec_sub(other->position, self->position);
            float reach = self->radius + other->radius;
            if (vec_dot(apart, apart) < reach * reach) return true;
        }
    return false;
}
