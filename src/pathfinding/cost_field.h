/* A cost field: for each node of a lattice the cost of the path from there to one goal. It is
 * Dijkstra's search from the goal, stopped half way: costs are final for all nodes that have left
 * the heap, and the search goes on when a unit asks from farther away. */
#ifndef SIDLE_PATHFINDING_COST_FIELD_H
#define SIDLE_PATHFINDING_COST_FIELD_H

#include "congestion.h"
#include "heap.h"
#include "lattice.h"

typedef struct cost_field {
    sidle_vec2 goal;          /* u, what the field was asked for */
    size_t lattice;           /* index in the list of its owner */
    int32_t *cost;            /* by node; INT32_MAX: not reached */
    heap_entry *heap;         /* stb_ds */
    int32_t settled;          /* all costs up to this one are final */
    bool goal_fits;           /* the disc fits at the place that the search began at */
    uint64_t asked;           /* tick of the last question */
    const congestion *prices; /* NULL: none */
    uint32_t age;             /* that of the prices when the search began */
} cost_field;

/* A field without a goal; the index is the lattice's. */
cost_field cost_field_make(const lattice *l, size_t index);
void cost_field_free(cost_field *d);

/* A field of its own with the same costs, as far as they are known. */
cost_field cost_field_copy(const cost_field *d, const lattice *l);

/* Begins the search anew at the place, which may differ from the goal. */
void cost_field_start(cost_field *d, lattice *l, sidle_vec2 place);

/* The access node of the point from which the path is shortest, and *total, the cost of that path
 * from the point on. -1: there is no path. */
int32_t cost_field_access(cost_field *d, lattice *l, sidle_vec2 from, int32_t *total);

/* The point to drive to: from the node down the field as far as the unit sees, at most a few cells.
 */
sidle_vec2 cost_field_point_ahead(const cost_field *d, lattice *l, sidle_vec2 from, int32_t node);

/* Fills *waypoints, an stb_ds array, with the way from the point by the node down the field, pulled
 * straight where that is in sight and, with prices, no dearer. */
void cost_field_way(const cost_field *d, lattice *l, sidle_vec2 from, int32_t node,
                    sidle_vec2 **waypoints);

#endif
