/* Judges each unit as it stands now, and sums up. */
#include "settling_state.h"

#include "support/checked_memory.h"

#include <math.h>
#include <stb_ds.h>
#include <stdlib.h>

/* Share of both radii that units at rest may overlap, and share of its radius that a unit may move
 * after it was told: the definition of a clean scene. */
static const double OVERLAP = 0.02, MOVED = 0.1;

/* ---- overlaps ---- */

typedef struct resting_body {
    float x, y, radius;
    uint32_t layer, unit;
} resting_body;

static int by_x(const void *a, const void *b) {
    const resting_body *p = a, *q = b;
    if (p->x != q->x) return p->x < q->x ? -1 : 1;
    return p->unit < q->unit ? -1 : p->unit > q->unit;
}

static bool rests_for_good(const settling *s, const settled_unit *u) {
    return u->seen && !u->now.absent && s->time - u->moved_at >= SETTLING_QUIET;
}

static void compare(const resting_body *a, const resting_body *b, double *depths) {
    if (a->layer != b->layer) return;
    double reach = (double)a->radius + (double)b->radius;
    double depth = 1 - hypot((double)(b->x - a->x), (double)(b->y - a->y)) / reach;
    depths[a->unit] = fmax(depths[a->unit], depth);
    depths[b->unit] = fmax(depths[b->unit], depth);
}

/* depths: by unit, the deepest overlap with another unit at rest, as a share of both radii. */
static void measure_overlaps(const settling *s, double *depths) {
    resting_body *bodies = NULL;
    float widest = 0;
    for (uint32_t k = 0; k < arrlenu(s->units); k++) {
        const settling_sample *now = &s->units[k].now;
        if (!rests_for_good(s, &s->units[k]) || now->ghost) continue;
        arrput(bodies,
               ((resting_body){now->position.x, now->position.y, now->radius, now->layer, k}));
        widest = fmaxf(widest, now->radius);
    }
    size_t count = arrlenu(bodies);
    if (count) qsort(bodies, count, sizeof *bodies, by_x);
    for (size_t k = 0; k < count; k++)
        for (size_t n = k + 1; n < count && bodies[n].x - bodies[k].x < bodies[k].radius + widest;
             n++)
            compare(&bodies[k], &bodies[n], depths);
    arrfree(bodies);
}

/* ---- one unit ---- */

/* degrees, 0 .. 180; -1 when one of them has no direction. */
static double angle_between(sidle_vec2 a, sidle_vec2 b) {
    double ax = (double)a.x, ay = (double)a.y, bx = (double)b.x, by = (double)b.y;
    if ((ax == 0 && ay == 0) || (bx == 0 && by == 0)) return -1;
    return fabs(atan2(ax * by - ay * bx, ax * bx + ay * by)) * 180 / acos(-1.0);
}

static double moved_off(const settled_unit *u) {
    return hypot((double)(u->now.position.x - u->told_place.x),
                 (double)(u->now.position.y - u->told_place.y));
}

/* A unit near the place where it was told keeps the course of then: that of its last move may be
 * the way back from giving way. */
static double off_course(const settled_unit *u) {
    bool stayed = u->told && moved_off(u) <= (double)u->now.radius;
    sidle_vec2 wanted = u->now.front;
    if (wanted.x == 0 && wanted.y == 0) wanted = stayed ? u->told_course : settling_course(u);
    return angle_between(wanted, u->now.heading);
}

static settling_reason reason_of(const settled_unit *u, const settling_result *r) {
    if (!r->judged) return SETTLING_CLEAN;
    if (!r->rests) return SETTLING_MOVES;
    if (!r->told) return u->now.under_way ? SETTLING_UNDER_WAY : SETTLING_NOT_TOLD;
    if (r->overlap > OVERLAP) return SETTLING_OVERLAPS;
    double may = MOVED * (double)u->now.radius;
    if (r->gave_way || (double)u->farthest <= may) return SETTLING_CLEAN;
    return r->ordered ? SETTLING_MOVED_AFTER : SETTLING_NOT_BACK;
}

static settling_result judge(const settling *s, const settled_unit *u, double overlap) {
    settling_result r = {
        .settled = -1, .told_at = u->told_at, .came = -1, .done = -1, .off_course = -1};
    r.judged = u->seen && !u->now.absent && u->now.duty != SETTLING_ENDLESS;
    r.ordered = r.judged && u->ordered;
    r.rests = rests_for_good(s, u);
    r.told = u->told != SETTLING_NOTHING;
    r.waits = r.judged && u->kept;
    r.arrived = r.ordered && u->told == SETTLING_DONE && !r.waits;
    r.overlap = fmax(overlap, 0);
    double off = r.told ? moved_off(u) : 0, may = MOVED * (double)u->now.radius;
    bool asked = r.told && r.rests && u->asides > 0 && u->starts == 0;
    r.gave_way = asked && (off <= may || u->now.in_range);
    r.away = asked && !r.gave_way && u->moved_at > u->rested_at;
    r.restarts = u->starts + (r.gave_way ? 0 : u->asides);
    r.moved_after = r.told ? u->way : 0;
    r.moved_off = off;
    if (r.rests) r.settled = u->moved_at;
    if (r.rests) r.came = r.gave_way && u->rested_at >= 0 ? u->rested_at : u->moved_at;
    if (r.rests && r.told) r.done = fmax(u->told_at, r.came);
    if (r.ordered && r.rests) r.off_course = off_course(u);
    r.reason = reason_of(u, &r);
    return r;
}

/* ---- all units ---- */

static void add_ordered(settling_figures *f, const settling_result *r) {
    f->ordered++;
    f->rested += r->rests;
    f->told += r->told;
    if (f->settled >= 0) f->settled = r->rests ? fmax(f->settled, r->settled) : -1;
    if (f->done >= 0) f->done = r->done >= 0 ? fmax(f->done, r->done) : -1;
    if (r->rests) f->settled_mean += r->settled;
    if (r->off_course < 0) return;
    f->faced++;
    f->off_course_mean += r->off_course;
    f->off_course_max = fmax(f->off_course_max, r->off_course);
    f->off_course_most += r->off_course > 90;
}

static void add_judged(settling_figures *f, const settling_result *r) {
    f->judged++;
    f->reasons[r->reason]++;
    f->gave_way += r->gave_way;
    f->away += r->away;
    f->restarts += r->restarts;
    if (r->ordered) add_ordered(f, r);
    if (!r->told || r->gave_way) return;
    f->moved_after_mean += r->moved_after;
    f->moved_after_max = fmax(f->moved_after_max, r->moved_after);
    f->moved_off_max = fmax(f->moved_off_max, r->moved_off);
}

static void add_resting(settling_figures *f, const settling_result *r) {
    if (!r->rests) return;
    f->resting++;
    f->overlapping += r->overlap > OVERLAP;
    f->overlap_deepest = fmax(f->overlap_deepest, r->overlap);
}

static double share(double part, uint32_t of) {
    return of ? part / (double)of : 0;
}

settling_figures settling_finish(const settling *s, settling_result *results) {
    settling_figures f = {0};
    uint32_t stayed = 0;
    size_t count = arrlenu(s->units);
    double *depths = checked_calloc(count + 1, sizeof *depths);
    measure_overlaps(s, depths);
    for (size_t k = 0; k < count; k++) {
        settling_result r = judge(s, &s->units[k], depths[k]);
        if (r.judged) add_judged(&f, &r);
        stayed += r.judged && r.told && !r.gave_way;
        add_resting(&f, &r);
        if (results) results[k] = r;
    }
    free(depths);
    f.settled_mean = share(f.settled_mean, f.rested);
    f.moved_after_mean = share(f.moved_after_mean, stayed);
    f.overlap_share = share(f.overlapping, f.resting);
    f.off_course_mean = share(f.off_course_mean, f.faced);
    f.clean = f.reasons[SETTLING_CLEAN] == f.judged;
    return f;
}

const char *settling_reason_text(settling_reason reason) {
    static const char *const TEXTS[] = {
#define SETTLING_REASON_TEXT(name, text) text,
        SETTLING_REASONS(SETTLING_REASON_TEXT)
#undef SETTLING_REASON_TEXT
    };
    return reason < SETTLING_REASON_COUNT ? TEXTS[reason] : "";
}
