/* The side traces, which look for a detour. See side_traces.c. */
#ifndef SIDLE_SIDE_TRACES_H
#define SIDLE_SIDE_TRACES_H

#include "planner/candidates.h"
#include "planner/stamp.h"

SIDLE_INTERNAL void trace_sides(const view *v, candidates *p, const unit *u, look_result *s);

#endif
