/* Right of way among the groups on a march. Two groups that would run into each other keep their
 * shapes when they see to it as groups: those that meet head on both keep to the right, far enough
 * that they pass side by side; of two that cross, the one with the higher slot slows down or waits
 * until the other one is past. A group behind another one of the same course keeps behind it.
 *
 * Each group is taken for a rectangle that drives along its route. Where standing would not help,
 * or the wait takes too long, the group goes on, and its units go round each other as any units do.
 * So no circle of groups that wait for each other locks. */
#include "groups/troop.h"

#include "base/measures.h"

/* Beats: so far is looked ahead for groups that cross, as who yields needs no more time than to
 * stop, and to slow down early; and for so long a group that has waited in vain goes on whatever
 * comes. At 16 four_groups have .99 hard stops a unit instead of .13. */
#define CROSSING_AHEAD 32

/* The same for groups that come towards this one. Two boxes of fifty need 36 to 52 to move out of
 * each other's way. */
#define TRAFFIC_AHEAD (2 * CROSSING_AHEAD)

/* For so long a group waits in one go, slow march counted by what it loses: who was in sight has
 * passed by then. */
#define YIELDS_MOST (2 * TRAFFIC_AHEAD)

static sidle_vec2 course_of(const troop *t) {
    return route_course(t, t->s, troop_radius(t));
}

/* A group at a moment. */
typedef struct footprint {
    sidle_vec2 middle, course;
    float length, width; /* u, halves of them */
} footprint;

static footprint footprint_at(const troop *t, float s, float shift) {
    layout_extent e = t->now;
    sidle_vec2 offset = {0.5f * (e.front + e.rear), 0.5f * (e.left + e.right) + shift - t->shift};
    float radius = troop_radius(t), rim = radius + IN_PLACE * radius;
    return (footprint){.middle = route_place(t, offset, s),
                       .course = route_course(t, s, troop_radius(t)),
                       .length = 0.5f * (e.front - e.rear) + rim,
                       .width = 0.5f * (e.right - e.left) + rim};
}

/* How far the rectangle reaches along an axis of length 1. */
static float reach_along(const footprint *f, sidle_vec2 axis) {
    return f->length * fabsf(vec_dot(f->course, axis)) +
           f->width * fabsf(vec_dot(vec_right(f->course), axis));
}

/* Do the rectangles overlap? They do not where an axis of one of them parts them. */
static bool footprints_meet(const footprint *a, const footprint *b) {
    sidle_vec2 to = vec_sub(b->middle, a->middle);
    const sidle_vec2 axes[4] = {a->course, vec_right(a->course), b->course, vec_right(b->course)};
    for (int k = 0; k < 4; k++)
        if (fabsf(vec_dot(to, axes[k])) >= reach_along(a, axes[k]) + reach_along(b, axes[k]))
            return false;
    return true;
}

/* The shift of a layout that has driven so far since now. */
static float shift_after(const troop *t, float driven) {
    float most = GROUP_SHIFTS_AT * driven;
    return t->shift + clamped(-most, t->shift_to - t->shift, most);
}

/* Would the two meet, this one at a share of its pace? shifted: both are beside their routes
 * already, as far as they will be. */
static bool would_meet(const troop *t, const troop *o, float share, bool shifted) {
    float beat = t->beat, most = shifted ? TRAFFIC_AHEAD : CROSSING_AHEAD;
    /* In two beats both together drive four radii, less than a rectangle takes up. */
    for (float beats = 0; beats <= most; beats += 2) {
        float drive = share * t->pace * beats * beat, other = o->share * o->pace * beats * beat;
        if (t->s + drive > route_length(t) + t->now.front) return false;
        if (o->s + other > route_length(o) + o->now.front) return false;
        footprint a = footprint_at(t, t->s + drive, shifted ? t->shift_to : shift_after(t, drive));
        footprint b = footprint_at(o, o->s + other, shifted ? o->shift_to : shift_after(o, other));
        if (footprints_meet(&a, &b)) return true;
    }
    return false;
}

static bool is_out_of_reach(const troop *t, const troop *o) {
    float reach = t->now.front - t->now.rear + o->now.front - o->now.rear + t->now.right -
                  t->now.left + o->now.right - o->now.left +
                  TRAFFIC_AHEAD * t->beat * (t->pace + o->pace);
    return vec_distance(route_point(t, t->s), route_point(o, o->s)) > reach;
}

/* The shift to the right with which the two pass side by side, each doing its half. */
static float shift_past(const troop *t, const troop *o) {
    footprint a = footprint_at(t, t->s, t->shift), b = footprint_at(o, o->s, o->shift);
    sidle_vec2 right = vec_right(a.course);
    float between = vec_dot(vec_sub(b.middle, a.middle), right);
    float apart = a.width + reach_along(&b, right);
    return between > -apart ? t->shift + 0.5f * (apart + between) : t->shift;
}

/* Is the other one before this one on the same course? */
static bool is_behind(const troop *t, const troop *o) {
    sidle_vec2 course = course_of(t);
    return vec_dot(vec_sub(route_point(o, o->s), route_point(t, t->s)), course) > 0;
}

static bool group_yields_to(const sidle_groups *g, const troop *t, const troop *o, float cosine) {
    (void)g;
    if (cosine > COS_ONE_COURSE) return is_behind(t, o);
    return o < t;
}

/* The share of its pace at which the group meets nobody to whom it yields. */
static float share_that_passes(const sidle_groups *g, const troop *t) {
    static const float SHARES[] = {1, 0.5f, 0};
    for (int k = 0; k < 3; k++) {
        bool meets = false;
        for (uint32_t n = 0; n < g->count && !meets; n++) {
            const troop *o = &g->list[n];
            if (o == t || o->stage != TROOP_MARCHES || !o->count || is_out_of_reach(t, o)) continue;
            float cosine = vec_dot(course_of(t), course_of(o));
            if (cosine > -COS_ONE_COURSE && group_yields_to(g, t, o, cosine))
                meets = would_meet(t, o, SHARES[k], false);
        }
        if (!meets) return SHARES[k];
    }
    return 1;
}

/* Shifts the group past those that come towards it, as far as terrain lets it. */
static void keep_right(const sidle_groups *g, troop *t, float least, float most) {
    for (uint32_t n = 0; n < g->count; n++) {
        const troop *o = &g->list[n];
        if (o == t || o->stage != TROOP_MARCHES || !o->count || is_out_of_reach(t, o)) continue;
        float cosine = vec_dot(course_of(t), course_of(o));
        if (cosine > -COS_ONE_COURSE || !is_behind(t, o)) continue;
        if (would_meet(t, o, 1, true) || t->shift_to > least)
            t->shift_to = max_float(t->shift_to, min_float(shift_past(t, o), most));
    }
}

void traffic_scan(const sidle_groups *g, troop *t, float most_right) {
    keep_right(g, t, t->shift_to, most_right);
    t->share = t->yielded < 0 ? 1 : share_that_passes(g, t);
}

void traffic_pass_time(troop *t, float dt) {
    if (t->yielded < 0) {
        t->yielded = min_float(t->yielded + dt, 0);
        return;
    }
    t->yielded = t->share < 1 ? t->yielded + (1 - t->share) * dt : max_float(t->yielded - dt, 0);
    if (t->yielded > YIELDS_MOST * t->beat) t->yielded = -CROSSING_AHEAD * t->beat;
}
