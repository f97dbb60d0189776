/* The trace to the waypoint. See trace.c. */
#ifndef SIDLE_TRACE_H
#define SIDLE_TRACE_H

#include "planner/candidates.h"
#include "planner/stamp.h"

/* Finds the first row of the trace that a stamp covers, and writes it into found->hit, with the
 * value and the blocker; found->hit stays 0 when there is none. `in_view` is walked over, and left
 * at its last batch. */
SIDLE_INTERNAL void trace_units(const view *v, candidates *in_view, look_result *found);

/* Replaces that hit by terrain, where the unit's disc fits no longer at the hit or before it. To be
 * called after trace_units(). */
SIDLE_INTERNAL void trace_terrain(const view *v, look_result *found);

#endif
