#include "place_oracle.h"

#include "plain_vec.h"

#include <stdlib.h>
#include <string.h>

/* The numbers of the rules; those of the core are to be the same. */
static const float DIAMETER = 2.05f;      /* radii from place to place in a crowd */
static const float TOUCHING = 0.005f;     /* of the smaller radius, by which places may overlap */
static const float THIN = 0.5f;           /* of the radius, half the width of a way */
static const float MUCH_BETTER = 4;       /* radii by which another place has to be better */
static const float WAY_SHARE = 0.015625f; /* of the way from the unit, which adds to the cost */
static const float OWN_WITHIN = 0.5f;     /* of a step */
static const float ON_RING = 0.75f;       /* of a step */
enum { STRAIGHT = 5, DIAGONAL = 7, MIDDLE = PLACE_SIDE / 2, MARGIN = 1, NOT = 1 << 30 };

typedef struct plan {
    const place_scene *s;
    place_answer *a;
    sidle_vec2 lattice[PLACE_POINTS], spot[PLACE_POINTS]; /* spot: moved into a corridor */
    bool fits[PLACE_POINTS], moved[PLACE_POINTS], taken[PLACE_POINTS], free[PLACE_POINTS];
    int goal_way[PLACE_POINTS], way[PLACE_POINTS]; /* in fifths of a step */
} plan;

/* ---- points ---- */

static float half_cell(const plan *p, float x, int farther) {
    float half = 0.5f * p->s->cell;
    return (float)((int)(x / half + 0.5f) + farther) * half;
}

/* Tries the point, moved in x (how & 1) or in y (how & 2) to the middle or edge of a cell that is
 * the nearest one, or so many farther. */
static void try_point(plan *p, int n, int how, int farther) {
    sidle_vec2 at = p->lattice[n], to = {how & 1 ? half_cell(p, at.x, farther) : at.x,
                                         how & 2 ? half_cell(p, at.y, farther) : at.y};
    float most = 0.5f * p->a->step;
    if (p->fits[n] || fabsf(to.x - at.x) > most || fabsf(to.y - at.y) > most) return;
    p->fits[n] = p->s->fits(p->s->context, to);
    p->moved[n] = how > 0;
    p->spot[n] = to;
}

/* Where the disc fits: at the point, or moved to the nearest middle or edge of a cell, or to any
 * within half a radius, or to the next ones. */
static void place_point(plan *p, int n) {
    int most = (int)fmaxf(p->s->radius / p->s->cell, 1);
    for (int how = 0; how < 4; how++) try_point(p, n, how, 0);
    for (int farther = 1; farther <= most; farther++)
        for (int how = 1; how <= 2; how++) {
            try_point(p, n, how, farther);
            try_point(p, n, how, -farther);
        }
}

static void lay_lattice(plan *p) {
    const place_scene *s = p->s;
    const place_wish *w = &s->wish;
    bool close = w->nearest || w->alone, wide = w->wide || (w->by_way && !w->alone);
    float step = (wide ? DIAMETER : close ? 0.5f : 1.0f) * s->radius;
    float x = fabsf(s->position.x - s->wish.centre.x), y = fabsf(s->position.y - s->wish.centre.y);
    p->a->far = (!w->by_way || w->alone) && fmaxf(x, y) > (MIDDLE - MARGIN) * step;
    if (p->a->far) step *= 2;
    sidle_vec2 centre = w->centre;
    p->a->step = step;
    p->a->origin = (sidle_vec2){centre.x - MIDDLE * step, centre.y - MIDDLE * step};
    for (int n = 0; n < PLACE_POINTS; n++) {
        p->lattice[n] = (sidle_vec2){centre.x + (float)(n % PLACE_SIDE - MIDDLE) * step,
                                     centre.y + (float)(n / PLACE_SIDE - MIDDLE) * step};
        place_point(p, n);
    }
}

/* u: so far apart are two places at least. */
static double places_apart_of(const plan *p, const place_disc *d) {
    double a = (double)p->s->radius, b = (double)d->radius;
    return a + b - (double)TOUCHING * (a < b ? a : b);
}

static void meet_discs(plan *p) {
    for (int n = 0; n < PLACE_POINTS; n++)
        for (uint32_t k = 0; k < p->s->count; k++) {
            const place_disc *d = &p->s->discs[k];
            double off = apart(p->lattice[n], d->at), radii = (double)(p->s->radius + d->radius);
            p->taken[n] |= off < places_apart_of(p, d);
            p->a->barred[n] |= off < radii * (double)d->bars;
        }
}

static bool is_clear(const plan *p, sidle_vec2 at) {
    for (uint32_t k = 0; k < p->s->count; k++) {
        const place_disc *d = &p->s->discs[k];
        if (apart(at, d->at) < places_apart_of(p, d)) return false;
    }
    return true;
}

/* ---- places beside a target ---- */

/* The place that is nearest to there, from rim to rim. */
static const place_disc *neighbour_of(const plan *p, sidle_vec2 at, double *gap) {
    const place_disc *nearest = NULL;
    for (uint32_t k = 0; k < p->s->count; k++) {
        const place_disc *d = &p->s->discs[k];
        double its = apart(at, d->at) - (double)(p->s->radius + d->radius);
        if (d->rests && d->is_target) continue;
        if (nearest && (its > *gap || (its == *gap && d->rank > nearest->rank))) continue;
        nearest = d;
        *gap = its;
    }
    return nearest;
}

/* On the ring, straight out from its centre; beside the nearest place there, if nobody fits between
 * the two. */
static sidle_vec2 on_ring(const plan *p, sidle_vec2 point) {
    const place_wish *w = &p->s->wish;
    sidle_vec2 off = minus(point, w->centre);
    double length = size(off), most = (double)w->most, gap = 0;
    sidle_vec2 out = {1, 0};
    if (length > 1e-6) out = (sidle_vec2){(float)(off.x / length), (float)(off.y / length)};
    sidle_vec2 at = onwards(w->centre, out, most);
    const place_disc *d = neighbour_of(p, at, &gap);
    if (!d || gap >= 2 * (double)p->s->radius) return at;
    double away = apart(d->at, w->centre), radii = (double)(p->s->radius + d->radius) * 1.005;
    if (away <= 0) return at;
    double cosine = (most * most + away * away - radii * radii) / (2 * most * away);
    if (fabs(cosine) > 1) return at;
    double to = atan2((double)(d->at.y - w->centre.y), (double)(d->at.x - w->centre.x));
    double from = atan2((double)out.y, (double)out.x), turn = acos(cosine);
    double beyond = sin(from - to) < 0 ? -turn : turn;
    sidle_vec2 beside = {(float)cos(to + beyond), (float)sin(to + beyond)};
    return onwards(w->centre, beside, most);
}

/* A unit that takes no place off its range slides a point beside that into it, along walls. */
static bool slides_into_range(const plan *p, sidle_vec2 *at) {
    const place_wish *w = &p->s->wish;
    if (!w->exact || w->by_way || w->beside || w->nearest) return false;
    double away = apart(*at, w->centre);
    double limit = fmin(fmax(away, (double)w->least), (double)w->most), off = limit - away;
    if (off == 0 || fabs(off) > (double)(ON_RING * p->a->step)) return false;
    sidle_vec2 out = minus(*at, w->centre);
    sidle_vec2 by = {(float)(out.x / away * off), (float)(out.y / away * off)};
    sidle_vec2 there = p->s->slide(p->s->context, *at, by);
    double still = apart(there, w->centre);
    double least = (double)w->least, most = (double)w->most;
    if (fmax(still - most, least - still) >= (double)(1e-4f * p->a->step)) return false;
    *at = there;
    return true;
}

/* Where a disc would stand for the point, and whether it would overlap no other place. */
static void free_point(plan *p, int n) {
    const place_scene *s = p->s;
    sidle_vec2 *at = &p->a->at[n];
    bool moved = p->moved[n];
    *at = p->spot[n];
    if (s->keeps && apart(*at, s->own) < (double)(OWN_WITHIN * p->a->step)) {
        *at = s->own;
        p->free[n] = true;
        return;
    }
    double off = fabs(apart(*at, s->wish.centre) - (double)s->wish.most);
    if (s->wish.beside && off <= (double)(ON_RING * p->a->step)) {
        sidle_vec2 ring = on_ring(p, *at);
        if (s->fits(s->context, ring)) *at = ring, moved = true;
    }
    if (moved || !p->taken[n]) moved |= slides_into_range(p, at);
    p->free[n] = moved ? is_clear(p, *at) : !p->taken[n];
    p->a->moved |= moved && p->free[n];
}

/* ---- ways ---- */

static bool line_fits(const plan *p, sidle_vec2 from, sidle_vec2 to) {
    return p->s->line_fits(p->s->context, from, to, THIN);
}

/* Along one axis and then along the other, half a radius aside at most. */
static bool elbow_fits(const plan *p, sidle_vec2 a, sidle_vec2 b) {
    sidle_vec2 c = {a.x, b.y}, d = {b.x, a.y};
    if (fminf(fabsf(a.x - b.x), fabsf(a.y - b.y)) > 0.5f * p->s->radius) return false;
    return (line_fits(p, a, c) && line_fits(p, c, b)) || (line_fits(p, a, d) && line_fits(p, d, b));
}

static bool are_joined(const plan *p, int n, int dx, int dy) {
    int to = n + dy * PLACE_SIDE + dx;
    if (!p->fits[to]) return false;
    bool moved = p->moved[n] || p->moved[to];
    if (!moved && (!dx || !dy || p->fits[n + dx] || p->fits[n + dy * PLACE_SIDE])) return true;
    return line_fits(p, p->spot[n], p->spot[to]) || elbow_fits(p, p->spot[n], p->spot[to]);
}

/* A diagonal step of the unit leads past two points; does a body at rest, or a wall, bar each of
 * them, and a body at least one? */
static bool squeezes(const plan *p, int n, int dx, int dy) {
    const bool *barred = p->a->barred;
    int across = n + dx, down = n + dy * PLACE_SIDE;
    if (!dx || !dy || (!barred[across] && !barred[down])) return false;
    return (barred[across] || !p->fits[across]) && (barred[down] || !p->fits[down]);
}

static int next_point(const int *ways, const bool *done) {
    int best = -1;
    for (int n = 0; n < PLACE_POINTS; n++)
        if (!done[n] && ways[n] < NOT && (best < 0 || ways[n] < ways[best])) best = n;
    return best;
}

/* From all points whose way is 0. Bodies at rest bar the ways of the unit alone. */
static void find_ways(const plan *p, int *ways, bool of_unit) {
    static bool done[PLACE_POINTS];
    memset(done, 0, sizeof done);
    for (int n; (n = next_point(ways, done)) >= 0;) {
        done[n] = true;
        for (int dy = -1; dy <= 1; dy++)
            for (int dx = -1; dx <= 1; dx++) {
                int x = n % PLACE_SIDE + dx, y = n / PLACE_SIDE + dy, to = y * PLACE_SIDE + x;
                if (x < 0 || y < 0 || x >= PLACE_SIDE || y >= PLACE_SIDE || to == n) continue;
                if (of_unit && (p->a->barred[to] || squeezes(p, n, dx, dy))) continue;
                int way = ways[n] + (dx && dy ? DIAGONAL : STRAIGHT);
                if (way < ways[to] && are_joined(p, n, dx, dy)) ways[to] = way;
            }
    }
}

/* From the goal; where the disc does not fit there, from the nearest points where it does. */
static void begin_at_goal(plan *p) {
    bool any = false;
    for (int ring = 0; ring < MIDDLE && !any; ring++)
        for (int n = 0; n < PLACE_POINTS; n++) {
            int dx = abs(n % PLACE_SIDE - MIDDLE), dy = abs(n / PLACE_SIDE - MIDDLE);
            if ((dx > dy ? dx : dy) != ring || !p->fits[n]) continue;
            p->goal_way[n] = 0;
            any = true;
        }
}

static int nearest_index(float x) {
    return (int)fminf(fmaxf(x + 0.5f, 0), PLACE_SIDE - 1);
}

/* The nearest point where the unit may stand, no more than two steps off. A barred point, or one
 * behind a wall, counts only if there is no other. A unit beyond the window finds none. */
static bool begin_at_unit(plan *p) {
    sidle_vec2 from = p->s->from;
    float per_step = 1 / p->a->step, last = PLACE_SIDE - 1;
    float across = (from.x - p->a->origin.x) * per_step;
    float down = (from.y - p->a->origin.y) * per_step;
    if (across < 0 || down < 0 || across > last || down > last) return false;
    int x = nearest_index(across), y = nearest_index(down), best = -1;
    float least = 0;
    for (int n = 0; n < PLACE_POINTS; n++) {
        if (abs(n % PLACE_SIDE - x) > 2 || abs(n / PLACE_SIDE - y) > 2 || !p->fits[n]) continue;
        sidle_vec2 off = minus(p->spot[n], from);
        float away = sqrtf(off.x * off.x + off.y * off.y);
        if (p->a->barred[n]) away += PLACE_SIDE * p->a->step;
        if (best >= 0 && away >= least) continue;
        if (!p->s->line_fits(p->s->context, from, p->spot[n], THIN))
            away += 2 * PLACE_SIDE * p->a->step; /* a wall is between */
        if (best >= 0 && away >= least) continue;
        best = n;
        least = away;
    }
    if (best < 0) return false;
    p->way[best] = 0;
    p->a->begin = p->spot[best];
    return true;
}

/* ---- which ---- */

static bool is_own(const plan *p, int n) {
    return p->s->keeps && p->a->at[n].x == p->s->own.x && p->a->at[n].y == p->s->own.y;
}

/* u; < 0: the place is of no use. */
static float cost_of(const plan *p, int n) {
    const place_wish *w = &p->s->wish;
    float cost = 0;
    if (w->nearest) return 0;
    if (w->by_way && p->goal_way[n] >= NOT) return -1;
    if (!w->by_way && w->sees && !p->s->sees_centre(p->s->context, p->a->at[n])) return -1;
    if (w->by_way) {
        cost = (float)p->goal_way[n] * p->a->step * 0.2f;
    } else {
        float away = (float)apart(p->a->at[n], w->centre);
        cost = fmaxf(fmaxf(away - w->most, w->least - away), 0);
    }
    return is_own(p, n) ? fmaxf(cost - MUCH_BETTER * p->s->radius, 0) : cost;
}

/* What the best place costs that others have left, whether the unit can come there or not. */
static float least_for(const plan *p) {
    int least = NOT;
    for (int n = 0; n < PLACE_POINTS && p->s->wish.by_way; n++)
        if (p->fits[n] && p->free[n] && p->goal_way[n] < least) least = p->goal_way[n];
    return least < NOT ? (float)least * p->a->step * 0.2f : 0;
}

/* u: the cost of a place to which the unit can come, and a share of its way there: all of it for a
 * place off a range, nothing in range or beside a target. < 0: it is of no use. */
static float total_of(const plan *p, int n, float least) {
    if (p->way[n] >= NOT || !p->free[n]) return -1;
    float cost = cost_of(p, n), way = (float)p->way[n] * p->a->step * 0.2f;
    if (cost < 0 || (p->s->wish.exact && cost > least + 1e-5f)) return -1;
    bool off = cost > 1e-4f * p->a->step;
    if (!p->s->wish.by_way) return !off ? 0 : p->s->wish.beside ? cost : cost + way;
    float held_up = 1 + p->s->held_up;
    return cost + WAY_SHARE * held_up * held_up * way;
}

/* All places of the least total, where rounding may tell two apart; of those that cost nothing the
 * nearest ones. */
static void choose(plan *p) {
    place_answer *a = p->a;
    float best = -1, least = least_for(p);
    int shortest = NOT;
    for (int n = 0; n < PLACE_POINTS; n++) {
        float total = total_of(p, n, least);
        if (total >= 0 && (best < 0 || total < best)) best = total;
        if (total == 0 && p->way[n] < shortest) shortest = p->way[n];
    }
    a->found = best >= 0;
    for (int n = 0; n < PLACE_POINTS && a->found; n++) {
        float total = total_of(p, n, least);
        a->good[n] = total >= 0 && total <= best + 1e-4f && p->way[n] <= shortest;
        if (a->good[n]) a->cost[n] = cost_of(p, n), a->own_is_best |= is_own(p, n);
    }
}

void place_oracle(const place_scene *scene, place_answer *answer) {
    plan *p = calloc(1, sizeof *p);
    if (!p) abort();
    memset(answer, 0, sizeof *answer);
    *p = (plan){.s = scene, .a = answer};
    for (int n = 0; n < PLACE_POINTS; n++) p->goal_way[n] = p->way[n] = NOT;
    lay_lattice(p);
    meet_discs(p);
    for (int n = 0; n < PLACE_POINTS; n++) free_point(p, n);
    if (scene->wish.by_way) {
        begin_at_goal(p);
        find_ways(p, p->goal_way, false);
    }
    if (begin_at_unit(p)) {
        find_ways(p, p->way, true);
        choose(p);
    }
    free(p);
}
