/* Pockets: what a building shuts in. See pockets.c. */
#ifndef SIDLE_POCKETS_H
#define SIDLE_POCKETS_H

#include "world/state.h"

/* The free points about a site for the disc of a profile, by the region in which they would lie if
 * the site were impassable. Points lie half a cell apart. */
typedef struct pockets {
    const sidle_world *world;
    const sidle_profile *profile;
    sidle_vec2 low, high;     /* u, the site */
    int32_t left, top;        /* half cells: the first point */
    int32_t wide, tall;       /* points */
    bool is_map;              /* these are all points of the map */
    uint16_t *regions;        /* by point: see pockets.c */
    uint32_t *queue;          /* of the flood: as many points */
    uint32_t count, going_on; /* regions; those of them that leave the window */
    uint16_t open;            /* where none leaves the window: the largest */
    uint32_t largest;         /* points of that */
} pockets;

/* Finds the pockets of a site that end within `reach` (u) of it. Errors: MEMORY, and then there is
 * nothing to release. */
SIDLE_INTERNAL sidle_result pockets_find(pockets *p, const sidle_world *world,
                                         const sidle_profile *profile, sidle_vec2 low,
                                         sidle_vec2 high, float reach);
SIDLE_INTERNAL void pockets_release(pockets *p);

/* Does the disc lie in a pocket there? */
SIDLE_INTERNAL bool pockets_hold(const pockets *p, sidle_vec2 at);

#endif
