/* The frame and the limits of one look. See view.c. */
#ifndef SIDLE_VIEW_H
#define SIDLE_VIEW_H

#include "planner/look.h"
#include "world/parameters.h"
#include "world/spatial_grid.h"

/* The frame and the limits of one look. */
typedef struct view {
    const sidle_world *world;
    const sidle_profile *profile;
    uint32_t self;       /* body */
    sidle_vec2 position; /* u */
    float radius;        /* u */
    sidle_vec2 direction, right;
    float reach;   /* u, length of the trace */
    float pace;    /* s per row: when the trace gets there */
    float clear;   /* u, around the unit there is no terrain that it cannot pass */
    float far;     /* u, nobody farther away is in view */
    float largest; /* u, both radii, if the other is the largest of all */
    float graze2;  /* of its square reach, within which a stamp does more than graze; a bit more */
    int32_t rows, columns;
    uint32_t unseen; /* body that is no obstacle, or its own */
} view;

/* Some way more than the rounding of a sum or a distance. */
#define LOOK_MARGIN 1.00001f

SIDLE_INTERNAL view view_of(const sidle_world *world, const unit *u);

SIDLE_INTERNAL sidle_vec2 cell_centre(const view *v, int32_t row, int32_t column);

#endif
