/* When a goal counts as reached: within a radius about it that has room for all units with the same
 * goal. */
#include "metrics_state.h"

#include <math.h>
#include <stb_ds.h>
#include <stdlib.h>

/* u: a goal of one unit is reached within this distance, or two radii if that is more. A choice of
 * the scoreboard, one diameter of the default profile. */
static const float GOAL_RADIUS = 1;

/* Units that share a goal have reached it inside the disc that they would fill at this packing, and
 * GOAL_RADIUS around it. The densest packing of equal discs is 0.907, and a crowd settles looser.
 */
static const float PACKING = 0.7f;

/* A unit by its goal: once sorted, units with the same goal follow each other. */
typedef struct goal_seeker {
    sidle_vec2 goal;
    uint32_t unit;
} goal_seeker;

static int by_goal(const void *a, const void *b) {
    const goal_seeker *p = a, *q = b;
    if (p->goal.x != q->goal.x) return p->goal.x < q->goal.x ? -1 : 1;
    if (p->goal.y != q->goal.y) return p->goal.y < q->goal.y ? -1 : 1;
    return 0;
}

/* The units from first to last share their goal. */
static void set_goal_radius(track *tracks, const goal_seeker *first, const goal_seeker *last) {
    float area = 0;
    for (const goal_seeker *k = first; k < last; k++)
        area += tracks[k->unit].radius * tracks[k->unit].radius;
    for (const goal_seeker *k = first; k < last; k++) {
        track *t = &tracks[k->unit];
        t->goal_radius = last - first > 1 ? sqrtf(area / PACKING) + GOAL_RADIUS
                                          : fmaxf(GOAL_RADIUS, 2 * t->radius);
    }
}

void metrics_set_goal_radii(const scene *s, track *tracks) {
    goal_seeker *seekers = NULL;
    for (uint32_t k = 0; k < arrlenu(s->units); k++) {
        goal_seeker seeker = {s->units[k].goal, k};
        if (!has_goal(&s->units[k])) continue;
        if (s->units[k].troop) /* it has a place of its own */
            set_goal_radius(tracks, &seeker, &seeker + 1);
        else
            arrput(seekers, seeker);
    }
    size_t count = arrlenu(seekers), first = 0;
    if (count) qsort(seekers, count, sizeof *seekers, by_goal);
    for (size_t k = 1; k <= count; k++) {
        if (k < count && by_goal(&seekers[first], &seekers[k]) == 0) continue;
        set_goal_radius(tracks, seekers + first, seekers + k);
        first = k;
    }
    arrfree(seekers);
}
