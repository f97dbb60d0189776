/* The nearest place with room for a disc. See places.c. */
#ifndef SIDLE_PLACES_H
#define SIDLE_PLACES_H

#include "queries/pockets.h"
#include "world/state.h"

/* What a place has to be. */
typedef struct place_search {
    const sidle_world *world;
    const sidle_profile *profile;
    sidle_vec2 point;           /* u, where the disc should be */
    float reach;                /* u, >= 0: no place is farther from the point */
    const sidle_filter *filter; /* the disc must overlap none of these units; NULL: terrain alone */
    const sidle_vec2 *sight;    /* u, the place must be in sight from here; NULL: from nowhere */
    sidle_vec2 low, high;       /* u, a unit that arrives at the place must not overlap this box;
                                   low.x > high.x: no box */
    const pockets *pockets;     /* nor lie in one of these; NULL: it may */
    const sidle_hit *taken;     /* nor a disc of the radius of such a hit at its position */
    uint32_t taken_count;
} place_search;

/* Finds the nearest such place. False: there is none. */
SIDLE_INTERNAL bool place_find(const place_search *s, sidle_vec2 *place);

#endif
