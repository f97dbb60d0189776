/* The frame and the limits of one look. See view.c. */
#ifndef SIDLE_VIEW_H
#define SIDLE_VIEW_H

#include "planner/look.h"
#include "world/parameters.h"
#include "world/spatial_grid.h"

/* What one look knows before it meets the first body. */
typedef struct view {
    const sidle_world *world;
    const sidle_profile *profile; /* of the unit that looks */
    uint32_t self;                /* body of that unit */
    uint32_t layer;               /* that it sees, see layer_met_by() */
    sidle_vec2 position;          /* u */
    float radius;                 /* u, of the unit's disc and the room that it leaves about it */
    float top_speed;              /* u/s, of the unit */
    sidle_vec2 direction;         /* length 1, from the unit towards its waypoint */
    sidle_vec2 right;             /* length 1, perpendicular to the direction */
    float reach;                  /* u, length of the trace: 0 .. view_distance */
    float time_a_u;               /* s/u, at top speed; 0: no speed */
    float row_time;               /* s, that the unit needs for one row at top speed; 0: no speed */
    float room;                   /* u, no impassable cell is nearer to the unit than this */
    float radii_sum_max;          /* u, own radius and that of the largest body of the world */
    float view_radius;            /* u, a body whose centre is farther away is out of view */
    float graze_within2;          /* of radii_sum^2, 0 .. 1: a stamp farther from its centre is only
                                     grazed and has no value; rounded up */
    int32_t rows;                 /* of the trace, 0 .. LOOK_ROWS_MAX */
    int32_t columns;              /* of one side trace, 1 .. LOOK_COLUMNS_MAX; 0 before the hit */
    uint32_t ignored;             /* body that is no obstacle for this order; `self`: none */
} view;

SIDLE_INTERNAL view view_of(const sidle_world *world, const unit *u);

/* u, on the map. Row 0, column 0 is the unit itself; columns to the right are positive. */
SIDLE_INTERNAL sidle_vec2 cell_centre(const view *v, int32_t row, int32_t column);

#endif
