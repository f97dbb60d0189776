/* The field of places: where a unit may come to rest, as a window of lattice points about what its
 * order names. Two floods (E. W. Dijkstra 1959) meet in it.
 *
 * The flood from the goal spreads over terrain and gives each point its cost: the way from the
 * goal, so that what lies behind a wall is far. It goes no farther than the search needs.
 *
 * The flood from the unit spreads past the bodies at rest, so that no place counts behind a crowd
 * that lets nobody through. The best place is the one whose cost, and a small share of the unit's
 * way there, are the least: without that share the last units of a crowd drive round all of it for
 * a place that is a step nearer to the goal. Places are tried by their cost, and the flood from the
 * unit makes for the goal (P. E. Hart et al. 1968), so it seldom fills the window.
 *
 * The cost of other orders is how far a point is off the distances that the order allows. They need
 * no flood but that of the unit, which makes for these distances and ends when no free point ahead
 * of it can be better. A place within the distances is worth any way. To the cost of any other
 * place the whole way adds, so a unit that finds no room waits near where it is: for a place off
 * the range that is a step better it would cross its whole army.
 *
 * The lattice about a goal is as coarse as the diameter of the unit, so discs of one size stand
 * side by side on it. */
#include "places/place_field.h"

#include "base/measures.h"
#include "base/rings.h"
#include "orders/path_following.h"
#include "places/claims.h"
#include "world/patience.h"
#include "world/terrain.h"

#include <assert.h>

enum point_bits {
    POINT_ASKED = 1, /* whether the disc fits there is known */
    POINT_FITS = 2,  /* it does, perhaps after a move to a middle or an edge of a cell, so that a */
    POINT_MOVED_X = 4, /* disc as wide as a corridor finds its middle line */
    POINT_MOVED_Y = 8,
    POINT_TAKEN = 16,       /* a disc there would overlap the place of another unit */
    POINT_BARRED = 32,      /* a body at rest stands in the way there */
    POINT_GOAL_FLOOD = 64,  /* the flood from the goal goes on from there */
    POINT_UNIT_FLOOD = 128, /* that from the unit */
    POINT_TRIED = 256, /* of a point that was moved: whether a disc there overlaps another place */
    POINT_CLEAR = 512, /* is known, and it does not */
    POINT_STEPS = 1024 /* the steps by which a disc may leave the point are known */
};

/* Mathematics: a point of the lattice has eight neighbours, and the window two halves. */
enum { POINT_NONE = UINT16_MAX, FIELD_STEPS = 8, HALF_SIDE = FIELD_SIDE / 2 };

/* Size: the window is cut into tiles of so many points across, one for each bit of a word. A search
 * sees a small part of the window, so it marks the places of others tile by tile. */
enum { TILE_SIDE = 8, TILES_ACROSS = FIELD_SIDE / TILE_SIDE };

_Static_assert(TILES_ACROSS *TILES_ACROSS <= 64, "a bit for each tile");

/* Mathematics: steps, a little more than the square root of 2. */
#define DIAGONAL 1.5f

/* Mathematics: times the straight line, a little more than the longest way on a lattice without
 * obstacles: the square root of 1.16, where 2 of 5 steps are diagonal. */
static const float LONGEST_WAY = 1.08f;

/* Share of the way from the unit to a place: so much of it adds to the cost of the place. The way
 * across the whole field weighs as much as one step, so the way decides between places whose cost
 * is the same to a step. */
static const float WAY_SHARE = 1.0f / FIELD_SIDE;

/* Free points that cost less than the place of the unit: if it can reach at most one in so many of
 * them, it is shut out. At 2 six units arrive before a wall between them and
 * their goal (test_crowds_at_rest.c). */
enum { SHUT_OUT_AT = 4 };

/* Share of a step: a point within half a diagonal counts as one on the ring, as no ring passes
 * between four points without one that is so near. */
static const float ON_RING = 0.5f * DIAGONAL;

/* The eight neighbours of a point, the straight ones first. */
static const int8_t STEP_X[FIELD_STEPS] = {1, 0, -1, 0, 1, -1, -1, 1};
static const int8_t STEP_Y[FIELD_STEPS] = {0, 1, 0, -1, 1, 1, -1, -1};

/* ---- points ---- */

/* The neighbour of a point; POINT_NONE beyond the window. */
static uint32_t neighbour_of(uint32_t n, uint32_t step) {
    int32_t x = (int32_t)(n % FIELD_SIDE) + STEP_X[step];
    int32_t y = (int32_t)(n / FIELD_SIDE) + STEP_Y[step];
    bool inside = x >= 0 && y >= 0 && x < FIELD_SIDE && y < FIELD_SIDE;
    return inside ? (uint32_t)(y * FIELD_SIDE + x) : POINT_NONE;
}

/* The same for a neighbour within the window. */
static uint32_t point_after(uint32_t n, uint32_t step) {
    return n + (uint32_t)(STEP_Y[step] * FIELD_SIDE + STEP_X[step]);
}

/* The two points beside a diagonal step. */
static uint32_t across(uint32_t n, uint32_t step) {
    return neighbour_of(n, STEP_X[step] > 0 ? 0 : 2);
}

static uint32_t down(uint32_t n, uint32_t step) {
    return neighbour_of(n, STEP_Y[step] > 0 ? 1 : 3);
}

static uint32_t step_length(uint32_t step) {
    return step < 4 ? WAY_STRAIGHT : WAY_DIAGONAL;
}

/* u: the middle or edge of a cell that is the nearest one, or so many farther. */
static float to_half_cell(const place_field *f, float x, int32_t farther) {
    float half = 0.5f * f->world->terrain.cell;
    return (float)((int32_t)(x / half + 0.5f) + farther) * half;
}

/* u, of the point on the lattice. The middle one is the centre to the last bit: the place of a unit
 * beside a wall may fit nowhere else. */
static sidle_vec2 lattice_position(const place_field *f, uint32_t n) {
    int32_t column = (int32_t)(n % FIELD_SIDE) - HALF_SIDE,
            row = (int32_t)(n / FIELD_SIDE) - HALF_SIDE;
    sidle_vec2 centre = f->want.centre;
    return vec(centre.x + (float)column * f->step, centre.y + (float)row * f->step);
}

/* u, where a disc would stand for the point. */
static sidle_vec2 point_position(const place_field *f, uint32_t n) {
    sidle_vec2 at = lattice_position(f, n);
    if (f->at->bits[n] & POINT_MOVED_X) at.x = to_half_cell(f, at.x, f->at->farther[n]);
    if (f->at->bits[n] & POINT_MOVED_Y) at.y = to_half_cell(f, at.y, f->at->farther[n]);
    return at;
}

/* The point of the window that is nearest to the position. */
static uint32_t point_near(const place_field *f, sidle_vec2 at) {
    const float last = FIELD_SIDE - 1;
    float x = (at.x - f->origin.x) * f->per_step + 0.5f;
    float y = (at.y - f->origin.y) * f->per_step + 0.5f;
    return (uint32_t)min_float(max_float(x, 0), last) +
           FIELD_SIDE * (uint32_t)min_float(max_float(y, 0), last);
}

/* Does the disc fit at the point after that move? */
static bool fits_moved(place_field *f, uint32_t n, uint32_t moved, int32_t farther) {
    sidle_vec2 at = lattice_position(f, n), to;
    const float most = 0.5f * f->step;
    f->at->bits[n] &= (uint16_t) ~(POINT_MOVED_X | POINT_MOVED_Y);
    f->at->bits[n] |= (uint16_t)moved;
    f->at->farther[n] = (int8_t)farther;
    to = point_position(f, n);
    return fabsf(to.x - at.x) <= most && fabsf(to.y - at.y) <= most &&
           disc_fits(f->world, f->profile, to);
}

/* Tries the point where it is, then moved in x, in y, and in both; then in x or in y to all middles
 * and edges of cells within half a radius, or to the next ones where cells are larger. */
static bool find_fit(place_field *f, uint32_t n) {
    int32_t most = max_int((int32_t)(f->profile->radius / f->world->terrain.cell), 1);
    for (uint32_t moved = 0; moved <= (POINT_MOVED_X | POINT_MOVED_Y); moved += POINT_MOVED_X)
        if (fits_moved(f, n, moved, 0)) return true;
    for (int32_t farther = 1; farther <= most; farther++)
        for (uint32_t moved = POINT_MOVED_X; moved <= POINT_MOVED_Y; moved += POINT_MOVED_X)
            if (fits_moved(f, n, moved, farther) || fits_moved(f, n, moved, -farther)) return true;
    return false;
}

static bool point_fits(place_field *f, uint32_t n) {
    uint16_t *bits = &f->at->bits[n];
    if (!(*bits & POINT_ASKED)) *bits |= find_fit(f, n) ? POINT_ASKED | POINT_FITS : POINT_ASKED;
    return *bits & POINT_FITS;
}

/* Does so much of the disc get from one position to the other along one axis and then along the
 * other? It slides half a radius along the posts of a door that is as wide as itself. */
static bool fits_round(const place_field *f, sidle_vec2 from, sidle_vec2 to, float share) {
    const sidle_vec2 corners[] = {vec(to.x, from.y), vec(from.x, to.y)};
    float aside = min_float(fabsf(to.x - from.x), fabsf(to.y - from.y));
    if (aside > 0.5f * f->profile->radius) return false;
    for (int k = 0; k < 2; k++)
        if (disc_fits_along(f->world, f->profile, from, corners[k], share) &&
            disc_fits_along(f->world, f->profile, corners[k], to, share))
            return true;
    return false;
}

/* May a disc move from the point to its neighbour, past terrain? Points that were moved may lie on
 * both sides of a wall, and so may the ends of a diagonal step. */
static bool is_connected_to(place_field *f, uint32_t n, uint32_t to, uint32_t step) {
    if (!point_fits(f, to)) return false;
    bool moved = (f->at->bits[n] | f->at->bits[to]) & (POINT_MOVED_X | POINT_MOVED_Y);
    bool fits = step < 4 || point_fits(f, across(n, step)) || point_fits(f, down(n, step));
    if (!moved && !f->want.alone && fits) return true;
    float share = f->want.alone ? 1 : f->want.whole ? PRESSED : 0.5f;
    sidle_vec2 from = point_position(f, n), there = point_position(f, to);
    return disc_fits_along(f->world, f->profile, from, there, share) ||
           fits_round(f, from, there, share);
}

void field_corners(const place_field *f, int32_t x, int32_t y, int32_t points, sidle_vec2 *low,
                   sidle_vec2 *high) {
    float reach = f->profile->radius + f->world->bodies.largest + 0.5f * f->step;
    float across = (float)(points - 1) * f->step + 2 * reach;
    *low = vec(f->origin.x + (float)x * f->step - reach, f->origin.y + (float)y * f->step - reach);
    *high = vec(low->x + across, low->y + across);
}

/* Marks the places that bear on the points of the tile. */
static void mark_tile(place_field *f, uint32_t tile) {
    sidle_vec2 low, high;
    window whole = f->clip;
    int32_t x = (int32_t)(tile % TILES_ACROSS) * TILE_SIDE;
    int32_t y = (int32_t)(tile / TILES_ACROSS) * TILE_SIDE;
    field_corners(f, x, y, TILE_SIDE, &low, &high);
    f->clip = (window){x, y, x + TILE_SIDE - 1, y + TILE_SIDE - 1};
    f->mark(f, low, high);
    f->clip = whole;
    f->marked |= (uint64_t)1 << tile;
}

/* The bits of the point, with the marks of all places. */
static inline uint32_t marks_at(place_field *f, uint32_t n) {
    uint32_t tile = n / (FIELD_SIDE * TILE_SIDE) * TILES_ACROSS + n % FIELD_SIDE / TILE_SIDE;
    if (!(f->marked >> tile & 1u)) mark_tile(f, tile);
    return f->at->bits[n];
}

/* Marks the places that bear on the point and its neighbours, for the functions below. */
static void mark_about(place_field *f, uint32_t n) {
    const uint32_t last = FIELD_SIDE - 1;
    uint32_t x = n % FIELD_SIDE, y = n / FIELD_SIDE;
    uint32_t left = x ? x - 1 : x, right = x < last ? x + 1 : x;
    uint32_t above = (y ? y - 1 : y) * FIELD_SIDE, below = (y < last ? y + 1 : y) * FIELD_SIDE;
    (void)marks_at(f, above + left), (void)marks_at(f, above + right);
    (void)marks_at(f, below + left), (void)marks_at(f, below + right);
}

/* Does a diagonal step pass between two bodies at rest, or between one and a wall? */
static bool squeezes_through(place_field *f, uint32_t n, uint32_t step) {
    if (step < 4) return false;
    uint32_t a = across(n, step), b = down(n, step);
    bool a_barred = f->at->bits[a] & POINT_BARRED, b_barred = f->at->bits[b] & POINT_BARRED;
    if ((!a_barred && !b_barred) || f->at->bits[n] & POINT_BARRED) return false;
    return (a_barred || !point_fits(f, a)) && (b_barred || !point_fits(f, b));
}

/* Does a body at rest bar the way from the point to its neighbour? A unit that stands inside one
 * leaves it. */
static bool is_barred_from(const place_field *f, uint32_t n, uint32_t to) {
    return f->at->bits[to] & POINT_BARRED && !(f->at->bits[n] & POINT_BARRED);
}

/* Is all terrain so far away that a disc may take each step from the point? */
static bool is_in_the_open(const place_field *f, uint32_t n) {
    float room = terrain_room(&f->world->terrain, f->profile->passable, lattice_position(f, n));
    return room > f->profile->radius + DIAGONAL * f->step;
}

/* The steps by which a disc may leave the point, a bit each. All floods of a field share them. */
static uint32_t steps_from(place_field *f, uint32_t n) {
    field_points *p = f->at;
    if (p->bits[n] & POINT_STEPS) return p->steps[n];
    uint32_t steps = 0;
    bool open = is_in_the_open(f, n);
    for (uint32_t step = 0; step < FIELD_STEPS; step++) {
        uint32_t to = neighbour_of(n, step);
        if (to != POINT_NONE && (open || is_connected_to(f, n, to, step))) steps |= 1u << step;
    }
    p->steps[n] = (uint8_t)steps;
    p->bits[n] |= POINT_STEPS;
    return steps;
}

/* ---- a flood ---- */

static void flood_begin(flood *q, field_points *p, bool of_unit) {
    *q = (flood){.ways = of_unit ? p->way : p->cost,
                 .next = p->next[of_unit],
                 .before = p->before[of_unit],
                 .to = HALF_SIDE * FIELD_SIDE + HALF_SIDE,
                 .queued = of_unit ? POINT_UNIT_FLOOD : POINT_GOAL_FLOOD};
    memset(q->ways, 0xff, sizeof p->way);
    memset(q->first, 0xff, sizeof q->first);
}

/* The least way from the point to where the flood is directed. */
static uint32_t way_ahead(const flood *q, uint32_t n) {
    int32_t x = abs((int32_t)(n % FIELD_SIDE) - (int32_t)(q->to % FIELD_SIDE));
    int32_t y = abs((int32_t)(n / FIELD_SIDE) - (int32_t)(q->to / FIELD_SIDE));
    uint32_t way = (uint32_t)(max_int(x, y) * WAY_STRAIGHT +
                              min_int(x, y) * ((int32_t)WAY_DIAGONAL - (int32_t)WAY_STRAIGHT));
    return way > q->within ? way - q->within : 0;
}

static uint32_t key_of(const flood *q, uint32_t n) {
    return q->ways[n] + (q->directed ? way_ahead(q, n) : 0);
}

static void flood_remove(flood *q, field_points *p, uint32_t n) {
    uint32_t next = q->next[n], before = q->before[n];
    if (before == POINT_NONE)
        q->first[key_of(q, n) % WAY_BUCKETS] = (uint16_t)next;
    else
        q->next[before] = (uint16_t)next;
    if (next != POINT_NONE) q->before[next] = (uint16_t)before;
    p->bits[n] &= (uint16_t)~q->queued;
    q->count--;
}

/* Does this way to the point shorten the one that is known? Then the flood goes on from there. */
static bool flood_offer(flood *q, field_points *p, uint32_t n, uint32_t way) {
    if (way >= q->ways[n]) return false;
    if (p->bits[n] & q->queued) flood_remove(q, p, n);
    q->ways[n] = (uint16_t)way;
    uint32_t key = key_of(q, n);
    uint16_t *first = &q->first[key % WAY_BUCKETS];
    q->next[n] = *first;
    q->before[n] = POINT_NONE;
    if (*first != POINT_NONE) q->before[*first] = (uint16_t)n;
    *first = (uint16_t)n;
    p->bits[n] |= q->queued;
    q->count++;
    return true;
}

/* The flood begins there. */
static void flood_from(flood *q, field_points *p, uint32_t begin) {
    flood_offer(q, p, begin, 0);
    q->now = key_of(q, begin);
}

/* Takes the point with the least key; POINT_NONE when there are no more. */
static uint32_t flood_next(flood *q, field_points *p) {
    if (!q->count) return POINT_NONE;
    while (q->first[q->now % WAY_BUCKETS] == POINT_NONE) q->now++;
    uint32_t n = q->first[q->now % WAY_BUCKETS];
    flood_remove(q, p, n);
    return n;
}

/* ---- what the order wants ---- */

/* The flood begins at the goal; where the disc does not fit there, at the nearest points where it
 * does. */
static void begin_at_goal(place_field *f) {
    bool any = false;
    for (int32_t ring = 0; ring < HALF_SIDE && !any; ring++)
        FOR_EACH_ON_RING (ring, x, y) {
            uint32_t n = (uint32_t)((HALF_SIDE + y) * FIELD_SIDE + HALF_SIDE + x);
            if (point_fits(f, n)) any |= flood_offer(&f->from_goal, f->at, n, 0);
        }
}

/* u, from the unit to the edge of the window in which it looks for a way round. */
static float half_side(const sidle_profile *p) {
    return HALF_SIDE * max_float(p->radius, p->view_distance / (HALF_SIDE - 1));
}

float field_reach(const sidle_profile *p) {
    return DIAGONAL * half_side(p) + p->view_distance;
}

/* Own radii: the step. Discs of one size stand side by side where it is a diameter. */
static float step_of(const place_want *want, const sidle_profile *p) {
    if (want->kind == WANT_CORNER) return half_side(p) / (HALF_SIDE * p->radius);
    if (want->wide || (want_by_way(want) && !want->alone)) return 2 + ROOM_LEFT;
    return want->kind == WANT_NEAREST || want->alone ? 0.5f : 1;
}

void field_frame(place_field *f, const sidle_world *world, const unit *u, const place_want *want) {
    const sidle_profile *p = profile_of(world, u);
    *f = (place_field){.world = world,
                       .profile = p,
                       .u = u,
                       .want = *want,
                       .step = step_of(want, p) * p->radius,
                       .at = world->place_points,
                       .own_point = POINT_NONE,
                       .enough = WAY_NONE};
    float half = (HALF_SIDE - 1) * f->step; /* the last point of the window */
    sidle_vec2 off = vec_sub(u->position, want->centre);
    bool outside = max_float(fabsf(off.x), fabsf(off.y)) > half;
    /* A crowd stays side by side, whoever asks. */
    if (outside && (!want_by_way(want) || want->alone)) f->step *= 2;
    f->per_step = 1 / f->step;
    f->origin = vec(want->centre.x - HALF_SIDE * f->step, want->centre.y - HALF_SIDE * f->step);
}

/* Marks the points about the centre that lie in the open, so that terrain is asked once for all of
 * them. */
static void mark_open_points(place_field *f) {
    float room = terrain_room(&f->world->terrain, f->profile->passable, f->want.centre);
    float steps = (room - f->profile->radius) / (DIAGONAL * f->step) - 1;
    if (steps < 0) return;
    int32_t most = (int32_t)min_float(steps, HALF_SIDE - 2);
    for (int32_t row = HALF_SIDE - most; row <= HALF_SIDE + most; row++)
        for (int32_t column = HALF_SIDE - most; column <= HALF_SIDE + most; column++) {
            f->at->bits[row * FIELD_SIDE + column] = POINT_ASKED | POINT_FITS | POINT_STEPS;
            f->at->steps[row * FIELD_SIDE + column] = UINT8_MAX;
        }
}

void field_begin(place_field *f, const sidle_world *world, const unit *u, const place_want *want,
                 mark_places *marks) {
    field_frame(f, world, u, want);
    f->mark = marks;
    f->clip = (window){0, 0, FIELD_SIDE - 1, FIELD_SIDE - 1};
    memset(f->at->bits, 0, sizeof f->at->bits);
    mark_open_points(f);
    flood_begin(&f->from_goal, f->at, false);
    if (want_by_way(want)) begin_at_goal(f);
}

/* Marks the points within the distances (u) of the position as taken and as barred. */
static void mark_disc(place_field *f, sidle_vec2 at, float taken, float barred) {
    float x = (at.x - f->origin.x) * f->per_step, y = (at.y - f->origin.y) * f->per_step;
    taken *= f->per_step;
    barred *= f->per_step;
    const float reach = max_float(taken, barred);
    const float left = (float)f->clip.x0, right = (float)f->clip.x1;
    const float top = (float)f->clip.y0, bottom = (float)f->clip.y1;
    if (x + reach < left || y + reach < top || x - reach > right || y - reach > bottom) return;
    int32_t x0 = (int32_t)max_float(x - reach, left), x1 = (int32_t)min_float(x + reach, right);
    int32_t y0 = (int32_t)max_float(y - reach, top), y1 = (int32_t)min_float(y + reach, bottom);
    for (int32_t row = y0; row <= y1; row++)
        for (int32_t column = x0; column <= x1; column++) {
            float dx = (float)column - x, dy = (float)row - y, square = dx * dx + dy * dy;
            uint16_t *point = &f->at->bits[row * FIELD_SIDE + column];
            uint32_t bits = (square < taken * taken) * (uint32_t)POINT_TAKEN;
            bits |= (square < barred * barred) * (uint32_t)POINT_BARRED;
            *point |= (uint16_t)bits;
        }
}

void field_mark(place_field *f, sidle_vec2 place, float radius, float bars_within) {
    float radii = f->profile->radius + radius;
    mark_disc(f, place, places_apart(f->profile->radius, radius), radii * bars_within);
}

void field_take(place_field *f, sidle_vec2 place, float radius) {
    field_mark(f, place, radius, 0);
    /* Points that were moved may lie nearer to the place than the lattice shows. */
    for (uint32_t n = 0; f->tried && n < FIELD_POINTS; n++)
        f->at->bits[n] &= (uint16_t)~POINT_TRIED;
    f->tried = false;
}

/* A point beside the ring stands for one on it, which touches the nearest place there, if the gap
 * between them is of no use to anybody. */
static bool move_to_ring(const place_field *f, sidle_vec2 *at) {
    const place_want *w = &f->want;
    sidle_vec2 out = vec_sub(*at, w->centre);
    if (fabsf(vec_length(out) - w->most) > ON_RING * f->step) return false;
    out = vec_direction(out, vec(1, 0));
    sidle_vec2 beside;
    if (places_beside(f->world, f->asker, w->centre, w->most, out, &beside)) out = beside;
    sidle_vec2 place = vec_add(w->centre, vec_scale(out, w->most));
    if (!disc_fits(f->world, f->profile, place)) return false;
    *at = place;
    return true;
}

/* u: a place that is off the range by less is in it. */
static float range_rounding(const place_field *f) {
    return 1e-4f * f->step;
}

/* Moves a point beside the range into it, and along walls. A wall may leave less of a range than a
 * step of the lattice. */
static bool slide_into_range(const place_field *f, sidle_vec2 *at) {
    const place_want *w = &f->want;
    sidle_vec2 out = vec_sub(*at, w->centre);
    float away = vec_length(out), off = away - min_float(max_float(away, w->least), w->most);
    if (off == 0 || fabsf(off) > ON_RING * f->step) return false;
    bool touched;
    sidle_vec2 shift = vec_scale(vec_direction(out, vec(1, 0)), -off);
    sidle_vec2 there = terrain_slide(&f->world->terrain, f->profile->passable, *at, shift,
                                     f->profile->radius, &touched);
    if (off_range(w, there) >= range_rounding(f)) return false;
    *at = there;
    return true;
}

/* Does the position stand for the place that the unit claims already? It does within half a step,
 * so the place has one point at most. */
static bool is_own(const place_field *f, sidle_vec2 at) {
    return f->own_point != POINT_NONE && vec_distance(at, f->own) < 0.5f * f->step;
}

/* Would a disc for a point that was moved overlap no other place? */
static bool moved_point_is_clear(place_field *f, uint32_t n, sidle_vec2 at) {
    uint16_t *bits = &f->at->bits[n];
    f->tried = true;
    if (!(*bits & POINT_TRIED)) {
        bool clear = places_are_clear(f->world, f->asker, at);
        *bits = (uint16_t)((*bits & ~POINT_CLEAR) | POINT_TRIED | (clear ? POINT_CLEAR : 0));
    }
    return *bits & POINT_CLEAR;
}

/* The position of a disc for the point, if it would overlap no other place; false: it would. */
static bool free_position(place_field *f, uint32_t n, sidle_vec2 *at) {
    uint32_t bits = marks_at(f, n), moved = POINT_MOVED_X | POINT_MOVED_Y;
    if ((bits & (POINT_TAKEN | moved)) == POINT_TAKEN && n != f->own_point &&
        f->want.kind != WANT_RING)
        return false;
    *at = point_position(f, n);
    if (is_own(f, *at)) {
        *at = f->own;
        return true;
    }
    if (f->want.kind == WANT_RING && move_to_ring(f, at))
        return places_are_clear(f->world, f->asker, *at);
    if (f->want.kind == WANT_RANGE && f->want.exact && slide_into_range(f, at))
        return places_are_clear(f->world, f->asker, *at);
    if (bits & moved) return moved_point_is_clear(f, n, *at);
    return !(bits & POINT_TAKEN);
}

/* ---- the search ---- */

static float way_length(const place_field *f, uint32_t way) {
    return (float)way * f->step * (1.0f / WAY_STRAIGHT);
}

/* Takes one point of the flood from the goal. False: the flood is at its end. */
static bool flood_goal_on(place_field *f) {
    field_points *p = f->at;
    uint32_t n = flood_next(&f->from_goal, p);
    sidle_vec2 at;
    if (n == POINT_NONE) return false;
    p->order[f->known++] = (uint16_t)n;
    if (f->enough == WAY_NONE && free_position(f, n, &at)) f->enough = p->cost[n];
    uint32_t steps = steps_from(f, n);
    for (uint32_t step = 0; step < FIELD_STEPS; step++)
        if (steps >> step & 1u)
            flood_offer(&f->from_goal, p, point_after(n, step), p->cost[n] + step_length(step));
    return true;
}

/* u: what no free place costs less than. */
static float least_cost(place_field *f) {
    while (f->enough == WAY_NONE && flood_goal_on(f)) continue;
    return f->enough == WAY_NONE ? 0 : way_length(f, f->enough);
}

/* u: what the point costs; FLT_MAX: the flood from the goal does not come there. */
static float cost_of_point(place_field *f, uint32_t n) {
    const field_points *p = f->at;
    while ((p->cost[n] == WAY_NONE || p->bits[n] & POINT_GOAL_FLOOD) && flood_goal_on(f)) continue;
    return p->cost[n] == WAY_NONE ? FLT_MAX : way_length(f, p->cost[n]);
}

/* The point that costs the k-th least; POINT_NONE: the flood from the goal comes to no more. */
static uint32_t point_by_cost(place_field *f, uint32_t k) {
    while (f->known <= k)
        if (!flood_goal_on(f)) return POINT_NONE;
    return f->at->order[k];
}

/* u: by so much the place that the unit claims already costs less. */
static float bonus_of_own(const place_field *f) {
    return f->own_point != POINT_NONE ? ROUND_A_BODY * f->profile->radius : 0;
}

/* u: what a free position costs an order that counts distances; FLT_MAX: it will not do. */
static float cost_by_distance(const place_field *f, sidle_vec2 at) {
    const place_want *w = &f->want;
    if (w->kind == WANT_NEAREST) return 0;
    if (!want_sees_centre(f->world, w, at)) return FLT_MAX;
    float cost = off_range(w, at);
    if (cost < range_rounding(f)) cost = 0;
    if (is_own(f, at)) cost = max_float(cost - bonus_of_own(f), 0);
    return w->exact && cost > 0 ? FLT_MAX : cost;
}

bool field_reaches(const place_field *f, sidle_vec2 at) {
    const float last = FIELD_SIDE - 1;
    float x = (at.x - f->origin.x) * f->per_step, y = (at.y - f->origin.y) * f->per_step;
    return x >= 0 && y >= 0 && x <= last && y <= last;
}

/* Half of the disc gets there straight: a corner is no wall. */
static bool is_no_wall_between(const place_field *f, sidle_vec2 from, sidle_vec2 to) {
    return disc_fits_along(f->world, f->profile, from, to, 0.5f);
}

/* The nearest point to the position at which the disc fits, up to `within` points away. A point
 * that a body or a wall bars counts as `barred` (u) farther. POINT_NONE: there is no such point. */
static uint32_t fitting_point(place_field *f, sidle_vec2 to, int32_t within, float barred) {
    uint32_t near = point_near(f, to), best = POINT_NONE;
    float least = FLT_MAX;
    for (int32_t y = -within; y <= within; y++)
        for (int32_t x = -within; x <= within; x++) {
            int32_t column = (int32_t)(near % FIELD_SIDE) + x,
                    row = (int32_t)(near / FIELD_SIDE) + y;
            if (column < 0 || row < 0 || column >= FIELD_SIDE || row >= FIELD_SIDE) continue;
            uint32_t n = (uint32_t)(row * FIELD_SIDE + column);
            if (!point_fits(f, n)) continue;
            float away = vec_distance(point_position(f, n), to);
            if (marks_at(f, n) & POINT_BARRED) away += barred;
            if (away >= least) continue;
            if (barred > 0 && !is_no_wall_between(f, to, point_position(f, n))) away += 2 * barred;
            if (away < least) least = away, best = n;
        }
    return best;
}

/* The point from which the flood of the unit begins: the nearest one where it may stand, if need be
 * inside a body. */
static uint32_t point_of_unit(place_field *f, sidle_vec2 from) {
    return field_reaches(f, from) ? fitting_point(f, from, 2, FIELD_SIDE * f->step) : POINT_NONE;
}

static bool rests_under_order(const unit *u) {
    return unit_is_kept(u) && !unit_is_under_way(u) && !unit_clears(u);
}

/* Share of the way that adds to the cost of a place: the longer the unit has got no nearer, the
 * nearer a place it takes. For a unit that rests under its order the share stays the least. */
static float way_share(const place_field *f) {
    if (rests_under_order(f->asker)) return WAY_SHARE;
    float held_up = 1 + patiences_stalled(f->asker, f->profile);
    return WAY_SHARE * held_up * held_up;
}

/* Takes one point of the flood from the unit; POINT_NONE: the flood is at its end. */
static uint32_t flood_unit_on(place_field *f, flood *q) {
    field_points *p = f->at;
    uint32_t n = flood_next(q, p), steps = n == POINT_NONE ? 0 : steps_from(f, n);
    if (steps && f->marked != UINT64_MAX) mark_about(f, n);
    for (uint32_t step = 0; step < FIELD_STEPS; step++) {
        uint32_t to = point_after(n, step);
        if (!(steps >> step & 1u) || is_barred_from(f, n, to)) continue;
        if (squeezes_through(f, n, step)) continue;
        if (flood_offer(q, p, to, p->way[n] + step_length(step))) p->from[to] = (uint8_t)step;
    }
    return n;
}

/* The best place so far: the least of its cost and a share of the way there (u). */
typedef struct best_place {
    uint32_t point; /* POINT_NONE: none */
    float total;
} best_place;

/* Takes the place of the point if it is better. */
static void offer_place(best_place *best, uint32_t n, sidle_vec2 at, float cost, float total,
                        found_place *found) {
    if (total >= best->total) return;
    *best = (best_place){n, total};
    *found = (found_place){.place = at, .cost = cost};
}

/* Has the flood from the unit not come to the point, or not gone on from it? */
static bool is_ahead(const field_points *p, uint32_t n) {
    return p->way[n] == WAY_NONE || p->bits[n] & POINT_UNIT_FLOOD;
}

/* A free point ahead of the flood. */
typedef struct point_ahead {
    uint32_t point; /* POINT_NONE: none is known */
    float cost;     /* u */
    int32_t ring;   /* about the centre: in the rings inside this one there is none */
} point_ahead;

/* u: the cost of a place, and the way there if the place is off the range. Rings close about a
 * target only if the way does not count. */
static float total_by_distance(const place_field *f, float cost, uint32_t way) {
    return cost > 0 && f->want.kind != WANT_RING ? cost + way_length(f, way) : cost;
}

/* Can a point off the range, ahead of the flood, be better than a place of that total (u)? The
 * flood is directed to the range, so no such point has a total less than its key, except for what
 * the lattice adds to a straight way. */
static bool better_is_off_range(const place_field *f, const flood *q, float total) {
    if (f->want.exact || f->want.kind == WANT_RING) return false;
    return way_length(f, q->now) < LONGEST_WAY * total;
}

/* Is a free point of the range ahead of the flood, or about a target a free point whose cost is
 * less than that total (u)? Moves to the half of a cell and to the ring of the places bring a point
 * nearer to the centre by less than two steps. */
static bool better_is_in_range(place_field *f, const flood *q, float total, point_ahead *a) {
    float off = f->want.kind == WANT_RING ? total : 0;
    float reach = f->want.most + off + bonus_of_own(f);
    bool known = a->point != POINT_NONE && is_ahead(f->at, a->point);
    if (known && total_by_distance(f, a->cost, q->now) < total) return true;
    for (; a->ring < HALF_SIDE + 1 && (float)(a->ring - 2) * f->step <= reach; a->ring++)
        FOR_EACH_ON_RING (a->ring, x, y) {
            uint32_t n = (uint32_t)((HALF_SIDE + y) * FIELD_SIDE + HALF_SIDE + x);
            sidle_vec2 at;
            if (max_int(x, y) == HALF_SIDE || !is_ahead(f->at, n) || !point_fits(f, n)) continue;
            if (!free_position(f, n, &at)) continue;
            a->point = n;
            a->cost = cost_by_distance(f, at);
            if (total_by_distance(f, a->cost, q->now) < total) return true;
        }
    return false;
}

static bool better_is_ahead(place_field *f, const flood *q, float total, point_ahead *a) {
    if (!q->count || total <= 0) return false;
    return better_is_off_range(f, q, total) || better_is_in_range(f, q, total, a);
}

/* The flood from the unit goes on until no point ahead of it can be any better. */
static best_place best_by_distance(place_field *f, flood *q, found_place *found) {
    best_place best = {POINT_NONE, FLT_MAX};
    point_ahead ahead = {.point = POINT_NONE};
    while (better_is_ahead(f, q, best.total, &ahead)) {
        uint32_t n = flood_unit_on(f, q);
        sidle_vec2 at;
        if (!free_position(f, n, &at)) continue;
        float cost = cost_by_distance(f, at);
        offer_place(&best, n, at, cost, total_by_distance(f, cost, f->at->way[n]), found);
    }
    return best;
}

/* Floods on from the unit until the way to the point is known. False: there is none, or it is
 * longer than that (u). */
static bool find_way_to(place_field *f, flood *q, uint32_t n, float most) {
    const field_points *p = f->at;
    while (is_ahead(p, n)) {
        uint32_t ahead = way_ahead(q, n);
        if (!q->count || (q->now > ahead && way_length(f, q->now - ahead) > most)) return false;
        flood_unit_on(f, q);
    }
    return true;
}

/* Places are tried by their cost, until no other one can be any better. A unit that rests under its
 * order takes a place only if the way from there to the goal is shorter by more than its radius. */
static best_place best_by_way(place_field *f, flood *q, uint32_t begin, found_place *found) {
    best_place best = {POINT_NONE, FLT_MAX};
    if (rests_under_order(f->asker)) best.total = cost_of_point(f, begin) - f->profile->radius;
    float share = way_share(f), least = least_cost(f), bonus = bonus_of_own(f);
    uint32_t barred = 0;
    bool shut_out = false;
    for (uint32_t k = 0, n; (n = point_by_cost(f, k)) != POINT_NONE; k++) {
        float cost = way_length(f, f->at->cost[n]);
        sidle_vec2 at;
        if (cost - bonus >= best.total || (f->want.exact && cost - bonus > least)) break;
        if (!free_position(f, n, &at)) continue;
        if (is_own(f, at)) {
            cost = max_float(cost - bonus_of_own(f), 0);
            bonus = 0;
        }
        if (cost >= best.total || (f->want.exact && cost > least)) continue;
        float most = best.total < FLT_MAX ? (best.total - cost) / share : FLT_MAX;
        bool first = best.point == POINT_NONE, reached = find_way_to(f, q, n, most);
        if (first) barred += !reached, shut_out = SHUT_OUT_AT * barred > k;
        if (!reached) continue;
        offer_place(&best, n, at, cost, cost + share * way_length(f, f->at->way[n]), found);
    }
    found->shut_out = shut_out;
    return best;
}

/* Directs the flood to all points that may stand for a place in range. A move to the half of a cell
 * or to the ring of the places brings them nearer by less than a step, and the place that the unit
 * claims may count as one. */
static void direct_to_range(const place_field *f, flood *q) {
    float reach = LONGEST_WAY * (f->want.most + f->step + bonus_of_own(f));
    q->directed = true;
    q->within = (uint32_t)(min_float(reach * f->per_step, 2 * FIELD_SIDE) * WAY_STRAIGHT + 1);
}

/* The point of the best place, or POINT_NONE. */
static uint32_t flood_from_unit(place_field *f, uint32_t begin, found_place *found) {
    flood q;
    flood_begin(&q, f->at, true);
    q.directed = want_by_way(&f->want);
    if (!want_by_way(&f->want) && f->want.kind != WANT_NEAREST) direct_to_range(f, &q);
    flood_from(&q, f->at, begin);
    best_place best =
        want_by_way(&f->want) ? best_by_way(f, &q, begin, found) : best_by_distance(f, &q, found);
    while (q.count) flood_next(&q, f->at); /* so that no point stays marked */
    return best.point;
}

/* Does neither terrain nor a body at rest stand between the two positions? A unit that is held by a
 * corner, which its look takes for passable, wants room for its whole disc. */
static bool field_sees(place_field *f, sidle_vec2 from, sidle_vec2 to) {
    float length = vec_distance(from, to);
    uint32_t points = (uint32_t)(2 * length * f->per_step);
    for (uint32_t k = 1; k < points; k++) {
        sidle_vec2 by = vec_scale(vec_sub(to, from), (float)k / (float)points);
        if (marks_at(f, point_near(f, vec_add(from, by))) & POINT_BARRED) return false;
    }
    float share = path_is_held(f->world, f->asker) ? 1 : LOOK_SLACK;
    return disc_fits_along(f->world, f->profile, from, to, share);
}

/* The farthest point of the unit's way to the place that is in sight. Where none is, as before a
 * corner that the lattice cuts, the first one that the unit has not reached yet: it slides along
 * the corner. */
static sidle_vec2 corner_before(place_field *f, const unit *u, uint32_t begin, uint32_t n,
                                sidle_vec2 place) {
    if (field_sees(f, u->position, place)) return place;
    sidle_vec2 first = place;
    while (n != begin) {
        sidle_vec2 point = point_position(f, n);
        bool reached = vec_distance(u->position, point) <= f->profile->radius;
        if (field_sees(f, u->position, point)) return reached ? first : point;
        if (!reached) first = point;
        uint32_t step = f->at->from[n];
        n -= (uint32_t)(STEP_Y[step] * FIELD_SIDE + STEP_X[step]);
    }
    return first;
}

bool field_find(place_field *f, const unit *u, sidle_vec2 from, found_place *found) {
    uint32_t begin = point_of_unit(f, from);
    if (begin == POINT_NONE) return false;
    f->asker = u;
    f->own = u->cold->place;
    f->own_point = unit_claims_place(u) && !f->want.anew ? point_near(f, f->own) : POINT_NONE;
    uint32_t n = flood_from_unit(f, begin, found);
    if (n == POINT_NONE) return false;
    found->corner = corner_before(f, u, begin, n, found->place);
    /* A unit without an order leaves bodies inside which it was put down. */
    bool stays_out =
        f->want.kind == WANT_NEAREST ? unit_has_way(u) : unit_is_kept(u) && !unit_clears(u);
    return !stays_out || !presses_on_enemy(f->world, u, found->corner);
}

/* ---- a way round ---- */

/* Can the unit drive straight there? It slides round corners that the line cuts, unless it is held.
 */
static bool gets_straight_to(const place_field *f, const unit *u, sidle_vec2 at, bool held) {
    if (held) return way_is_clear(f->world, u, u->position, at, field_reach(f->profile), true);
    return !presses_on_enemy(f->world, u, at) &&
           disc_fits_along(f->world, f->profile, u->position, at, 0.5f);
}

/* The point where a way round begins: the nearest one to which the unit gets straight. */
static uint32_t point_beside(place_field *f, const unit *u, bool held) {
    uint32_t near = point_near(f, u->position), best = POINT_NONE;
    float least = FLT_MAX;
    for (int32_t y = -2; y <= 2; y++)
        for (int32_t x = -2; x <= 2; x++) {
            uint32_t n = (uint32_t)((int32_t)near + y * FIELD_SIDE + x);
            if (!point_fits(f, n) || marks_at(f, n) & POINT_BARRED) continue;
            sidle_vec2 at = point_position(f, n);
            float away = vec_distance(at, u->position);
            if (away < least && gets_straight_to(f, u, at, held)) least = away, best = n;
        }
    return best;
}

/* Does terrain leave the wanted point in sight, as far as the field reaches? */
static bool sees_past_terrain(const place_field *f, sidle_vec2 from, sidle_vec2 to) {
    to = vec_add(from, vec_truncate(vec_sub(to, from), field_reach(f->profile)));
    return disc_fits_along(f->world, f->profile, from, to, LOOK_SLACK);
}

/* Floods on to the first point from which the wanted one is in sight; where bodies hide it from
 * them all, to the first one from which only bodies do, if terrain hides it from the unit; where a
 * disc does not fit there, to the nearest point where it does, or that the flood comes to.
 * POINT_NONE: there is none. */
static uint32_t flood_into_sight(place_field *f, flood *q, const unit *u, sidle_vec2 to,
                                 bool held) {
    bool tight = !disc_fits(f->world, f->profile, to);
    uint32_t last = tight ? fitting_point(f, to, HALF_SIDE / 2, 0) : POINT_NONE,
             second = POINT_NONE;
    float least = FLT_MAX, reach = field_reach(f->profile);
    bool hidden = !tight && !sees_past_terrain(f, u->position, to);
    for (uint32_t n; (n = flood_unit_on(f, q)) != POINT_NONE;) {
        sidle_vec2 at = point_position(f, n);
        float away = vec_distance(at, to);
        if (tight ? n == last : way_is_clear(f->world, u, at, to, reach, held)) return n;
        if (tight && away < least) least = away, second = n;
        if (hidden && second == POINT_NONE && sees_past_terrain(f, at, to)) second = n;
    }
    return second;
}

/* The farthest point of the way to which the unit gets straight; where there is none, the first one
 * that it has not reached yet. */
static sidle_vec2 corner_of_way(const place_field *f, const unit *u, uint32_t begin, uint32_t n,
                                bool held) {
    sidle_vec2 first = point_position(f, n);
    for (;; n = (uint32_t)((int32_t)n - STEP_Y[f->at->from[n]] * FIELD_SIDE -
                           STEP_X[f->at->from[n]])) {
        sidle_vec2 at = point_position(f, n);
        bool reached = path_is_at(u, f->profile, at, f->world->last_dt);
        if (!reached) first = at;
        if (n == begin || reached) return first;
        if (way_is_clear(f->world, u, u->position, at, field_reach(f->profile), held)) return at;
    }
}

bool field_find_way(place_field *f, const unit *u, sidle_vec2 to, bool held, found_way *found) {
    uint32_t begin = point_beside(f, u, held);
    if (begin == POINT_NONE) return false;
    flood q;
    flood_begin(&q, f->at, true);
    q.directed = true;
    q.to = point_near(f, to);
    flood_from(&q, f->at, begin);
    uint32_t end = flood_into_sight(f, &q, u, to, held);
    if (end == POINT_NONE) return false;
    sidle_vec2 at = point_position(f, end), corner = corner_of_way(f, u, begin, end, held);
    float length = vec_distance(u->position, point_position(f, begin)) +
                   way_length(f, f->at->way[end]) + vec_distance(at, to);
    *found = (found_way){corner, length};
    return true;
}
