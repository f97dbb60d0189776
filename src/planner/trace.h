/* The trace to the waypoint. See trace.c. */
#ifndef SIDLE_TRACE_H
#define SIDLE_TRACE_H

#include "planner/candidates.h"
#include "planner/stamp.h"

/* Where there are too many in view for one go, those that are near may save the rest. */
SIDLE_INTERNAL void trace_units(const view *v, candidates *in_view, look_result *found);

SIDLE_INTERNAL void trace_terrain(const view *v, look_result *found);

#endif
