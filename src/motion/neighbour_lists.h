/* Lists of the bodies that may come to touch. See neighbour_lists.c. */
#ifndef SIDLE_NEIGHBOUR_LISTS_H
#define SIDLE_NEIGHBOUR_LISTS_H

#include "world/parts.h"
#include "world/spatial_grid.h"

/* In place of the number of neighbours: there was no room to list them; or the body stood, and who
 * stands gives way to nobody. */
enum { UNLISTED = UINT8_MAX, STOOD = UNLISTED - 1, LISTED_MAX = 63 };

/* Of the sum of both radii, kept beyond touching. */
#define SKIN 0.05f

/* A pass over the parts. */
typedef struct contact_pass {
    sidle_world *world;
    float dt;
    float farthest; /* u, the largest range of all bodies */
    int round;      /* from 1 on */
    uint32_t clear; /* grains of slack from which on nobody has come near */
} contact_pass;

/* The body that stands in the list of another one. */
static inline uint32_t listed(uint32_t k, int32_t off) {
    return (uint32_t)((int32_t)k + off);
}

/* The buckets about all that may come to touch the body. */
SIDLE_INTERNAL window neighbour_window(const contact_pass *p, uint32_t k);

SIDLE_INTERNAL int16_t *neighbours_of(const sidle_world *world, uint32_t k);

/* Lists are good until somebody may have gone farther than what they have to spare; where a tick
 * may take somebody that far, they have nothing to spare and are made anew each tick. */
SIDLE_INTERNAL void list_all(contact_pass *p);

/* Have all that are listed been farther away than they can have come since? */
SIDLE_INTERNAL bool keeps_clear(const contact_pass *p, uint32_t k);

#endif
