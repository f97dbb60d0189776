/* The bodies that may matter to a look. See candidates.c. */
#ifndef SIDLE_CANDIDATES_H
#define SIDLE_CANDIDATES_H

#include "base/lanes.h"
#include "planner/view.h"

/* A pass over a window takes up its bodies in groups of lanes, so many as have a bit for each body
 * in one word. A sieve then leaves the bits of those that have to be looked at closely: a few,
 * found without a branch. Where that was not all of the window, the pass goes on. A group may reach
 * beyond the end of its row of buckets: the bodies there are judged like the others. */
enum { GROUPS = 64 / LANES };

typedef struct candidates {
    window window;
    int32_t y;                  /* row of the window where it goes on */
    uint32_t next;              /* body in that row, or 0: the first */
    uint32_t groups;            /* taken up */
    uint32_t first[GROUPS + 2]; /* the first body of each; two may be written to take up one */
    uint64_t bits;              /* those of the last group at the top */
    bool whole;                 /* the groups are all of the window */
} candidates;

/* The buckets about what is in view and not left behind: a disc without what is beyond a chord. */
SIDLE_INTERNAL window window_in_view(const view *v);

/* Whoever meets the trace on its way to a row. Those that are as fast as the trace and would get to
 * its end are all that get to any part of it. */
SIDLE_INTERNAL window window_of_trace(const view *v, int32_t rows);

/* Whoever is on the row when the trace gets there. */
SIDLE_INTERNAL window window_of_row(const view *v, int32_t row);

SIDLE_INTERNAL bool candidates_done(const candidates *p);

/* Takes up the next groups. Most rows of buckets are two at most. */
SIDLE_INTERNAL void candidates_next(candidates *p, const bodies *c);

SIDLE_INTERNAL void candidates_begin(candidates *p, const bodies *c, window w);

/* What the sieve leaves of the next group. */
SIDLE_INTERNAL uint64_t candidates_keep(uint64_t bits, lanes_mask left);

/* What it leaves of all, but for lanes beyond the last body. */
SIDLE_INTERNAL void candidates_trim(candidates *p, uint64_t bits, uint32_t living);

/* One that is left; there is one. */
SIDLE_INTERNAL uint32_t candidates_pick(candidates *p);

#endif
