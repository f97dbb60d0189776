/* A long day: what its parts know of the crowd and of its groups. */
#ifndef SIDLE_SOAK_H
#define SIDLE_SOAK_H

#include "pathfinding/astar.h"
#include "support/random.h"

#include <sidle/sidle.h>
#include <stdio.h>
#include <stdlib.h>

/* u, how far a goal is at most: so that paths are short, and many orders end. */
static const float FAR = 40;
/* u that a unit must come in the time in which it must, and that time (s). */
static const float WAY = 2, PATIENCE = 120;

enum {
    HZ = 30,
    KINDS = 3,
    BUILDING = 4,   /* cells a side */
    BUILDINGS = 60, /* at most at a time */
    PATH_POINTS = 8,
    PATHS_A_TICK = 60, /* searches that the host makes */
    GROUP_LEAST = 4,
    GROUP_MOST = 40, /* units of a new group */
    GROUP_TICKS = 15 /* from one call on groups to the next, in a crowd of up to 600 */
};

typedef struct body {
    sidle_unit_id id;
    bool asks;       /* for a path; it gets one when its turn comes */
    bool hopeless;   /* there is no path to its goal */
    sidle_vec2 from; /* u, where it last was when it was known to get on */
    double since;    /* s */
} body;

/* A group, by slot: where its anchor was when it was last known to get on. */
typedef struct company {
    uint32_t generation;
    sidle_vec2 from; /* u */
    double since;    /* s */
    bool asks, hopeless;
} company;

typedef struct soak {
    sidle_world *world;
    sidle_groups *groups;
    company *companies; /* by slot of the group */
    astar *finder;
    uint64_t dice;
    uint32_t units, side, next_asker;
    body *bodies;
    uint32_t *who; /* by slot */
    struct site {
        uint32_t x, y;
        bool built;
    } sites[BUILDINGS];
    sidle_profile_id kinds[KINDS];
    size_t bytes, allocations, step_allocations, peak; /* peak: of the first half */
    bool stepping;
    double time, longest; /* s; longest that somebody stood */
    uint64_t orders, deaths, births, built, torn, events, refused;
    uint64_t marches, joined, split, group_events, ended;
    double group_longest; /* s; longest that an anchor stood */
    int faults;
} soak;

static inline float share(soak *s) {
    return random_share(&s->dice);
}

static inline uint32_t below(soak *s, uint32_t end) {
    return (uint32_t)(share(s) * (float)end) % end;
}

static inline float clamp(float value, float high) {
    return value < 1 ? 1 : value > high - 1 ? high - 1 : value;
}

static inline sidle_vec2 near(soak *s, sidle_vec2 p, float reach) {
    float high = (float)s->side, dx = reach * (2 * share(s) - 1), dy = reach * (2 * share(s) - 1);
    return (sidle_vec2){clamp(p.x + dx, high), clamp(p.y + dy, high)};
}

static inline void must(const soak *s, sidle_result result, const char *what) {
    if (!result) return;
    fprintf(stderr, "soak: %.2f s: %s: %s\n", s->time, what, sidle_result_text(result));
    exit(1);
}

static inline void fault(soak *s, const char *what) {
    if (s->faults++ < 10) printf("BROKEN at %.2f s: %s\n", s->time, what);
}

static inline sidle_unit_state state_of(const soak *s, const body *b) {
    sidle_unit_state state;
    must(s, sidle_unit_get(s->world, b->id, &state), "a unit of the crowd");
    return state;
}

static inline bool in_group(const soak *s, sidle_unit_id id, sidle_member_state *m) {
    return !sidle_group_member(s->groups, id, m);
}

/* ---- soak_groups.c ---- */

/* The host orders, splits, reinforces or dissolves a group. */
void groups_change(soak *s);
/* It answers those that ask for a path. */
void groups_read_events(soak *s);
/* A group that marches comes on, or says why not. */
void groups_check(soak *s, sidle_group_id group);

#endif
