/* The side traces, which look for a detour. See side_traces.c. */
#ifndef SIDLE_SIDE_TRACES_H
#define SIDLE_SIDE_TRACES_H

#include "planner/candidates.h"
#include "planner/stamp.h"

/* Traces row found->row to both sides, v->columns cells each, and writes the values, the columns
 * and the choice into *found. `p` is the walk over the bodies in view of the trace; its first batch
 * is used again if it holds the whole window. */
SIDLE_INTERNAL void trace_sides(const view *v, candidates *p, const unit *u, look_result *found);

#endif
