/* The few bodies that may matter to a look. See candidates.c. */
#ifndef SIDLE_CANDIDATES_H
#define SIDLE_CANDIDATES_H

#include "base/lanes.h"
#include "planner/view.h"

/* Size: a batch holds so many groups of lanes that one 64-bit word has a bit for each body.
 * GROUPS_STORED of them are stored at a time, as most runs in the open have no more. */
enum { GROUPS = 64 / LANES, GROUPS_STORED = 4 };

/* A walk over the bodies of a window, one batch at a time. */
typedef struct candidates {
    window window;
    int32_t y;       /* bucket row of the window where the next batch begins */
    uint32_t next;   /* body of its run where it begins; 0: the first one */
    uint32_t groups; /* in this batch, 0 .. GROUPS */
    uint32_t first[GROUPS + GROUPS_STORED]; /* of each group, its first body; a store may go on */
    uint64_t bits; /* bodies that the filter has kept and nobody has taken yet; those
                      of the last group stand in the highest bits */
    bool whole;    /* the first batch holds the whole window */
} candidates;

/* The buckets of all bodies in view, without those that the unit leaves behind. */
SIDLE_INTERNAL window window_in_view(const view *v);

/* The buckets of all bodies that the trace may meet on its way to the row. From row to row the
 * trace moves by one cell and a body by no more than the fastest one does. So a body that is met
 * anywhere on the way starts no farther from the row's cell than `row` times the larger of the two.
 */
SIDLE_INTERNAL window window_of_trace(const view *v, int32_t row);

/* The buckets of all bodies in view that may be met on the way to a cell of the row; the longest of
 * these ways takes so many s. */
SIDLE_INTERNAL window window_of_ways(const view *v, window in_view, int32_t row, float longest);

/* Sets out on the window, and loads its first batch. */
SIDLE_INTERNAL void candidates_begin(candidates *p, const bodies *c, window w);

/* Has every body of the window been in a batch? */
SIDLE_INTERNAL bool candidates_done(const candidates *p);

/* Loads the next batch. */
SIDLE_INTERNAL void candidates_next(candidates *p, const bodies *c);

/* For a filter that walks over the groups of a batch: appends the lanes that it keeps of the next
 * group to the bits of the groups before. */
SIDLE_INTERNAL uint64_t candidates_append(uint64_t bits, lanes_mask kept);

/* Ends such a filter: stores its bits, without those of lanes beyond the last living body. */
SIDLE_INTERNAL void candidates_keep(candidates *p, uint64_t bits, uint32_t living);

/* The body of one of the bits of the batch. */
static inline uint32_t candidates_body(const candidates *p, uint32_t bit) {
    return p->first[p->groups - GROUPS + bit / LANES] + bit % LANES;
}

/* Takes one body out of the batch; `bits` must not be 0. */
SIDLE_INTERNAL uint32_t candidates_take(candidates *p);

#endif
