/* Verlet lists of the bodies that may come to touch each other. See neighbour_lists.c. */
#ifndef SIDLE_NEIGHBOUR_LISTS_H
#define SIDLE_NEIGHBOUR_LISTS_H

#include "base/measures.h"
#include "world/spatial_grid.h"

/* Mark: values of neighbour_list.count that are not a number of entries. UNLISTED: the neighbours
 * are too many, or too far away in memory, so the grid is searched instead. STOOD: the body stood
 * when the lists were made and needs none, because a standing body gives way to nobody. LISTED_MAX
 * is the largest number of entries. */
enum { UNLISTED = UINT8_MAX, STOOD = UNLISTED - 1, LISTED_MAX = 63 };

/* One pass over the parts, in one Jacobi iteration of the contact solver. */
typedef struct contact_pass {
    sidle_world *world;
    float dt;           /* s */
    float farthest;     /* u, >= 0: no body gets farther from its position in this tick */
    int iteration;      /* 1 to ITERATIONS, the Jacobi iteration */
    bool visits_all;    /* all bodies that may touch another one are due, and none is marked */
    uint32_t least_gap; /* 1 to 255, lists.gap_unit: a body whose list was made with such a gap, or
                           a larger one, can touch nobody in this tick */
} contact_pass;

/* List entries count bodies from the first one of the part: they fit 16 bits, as the bodies are
 * sorted by position. So whatever follows the list of a body names bodies too, and a list may be
 * read by whole groups of lanes. */
static inline uint32_t listed(uint32_t first, int32_t offset) {
    return (uint32_t)((int32_t)first + offset);
}

/* The first body of the part of body k. */
static inline uint32_t part_begin(uint32_t k) {
    return k - k % ITEMS_A_PART;
}

/* The buckets of the grid that hold all bodies that may come to touch this one. */
SIDLE_INTERNAL window neighbour_window(const contact_pass *p, uint32_t k);

/* The first entry of the body's list. */
SIDLE_INTERNAL int16_t *neighbours_of(const sidle_world *world, uint32_t k);

/* Makes the lists anew when they may be invalid, and measures how far the bodies travel. */
SIDLE_INTERNAL void lists_update(contact_pass *p);

/* True when the gap in the body's list is larger than all that two bodies can have come nearer
 * since. */
SIDLE_INTERNAL bool touches_nobody(const contact_pass *p, uint32_t k);

#endif
