/* What a jam costs a path: prices on the cells of a coarse grid, from what the library tells of the
 * units in them (sidle_query_congestion).
 *
 * Units that flow the same way at speed cost nothing. Those that stand, are held up or come against
 * the path make the cell as slow as they are. One unit alone hardly counts; as many as stand side
 * by side across the cell count fully.
 *
 * A price is late: a unit that is led round a jam is seen there only when it gets there, and a
 * whole crowd would swing from one bridge to the other. So such ways are booked, and the host
 * counts how many go there already. */
#ifndef SIDLE_PATHFINDING_CONGESTION_H
#define SIDLE_PATHFINDING_CONGESTION_H

#include <sidle/sidle.h>

typedef struct congestion congestion;

/* The world must outlive it. radius (u) and top_speed (u/s) are those of a usual unit. */
congestion *congestion_make(const sidle_world *world, float radius, float top_speed);
void congestion_free(congestion *c);

/* Prices and bookings of their own that are the same. */
congestion *congestion_copy(const congestion *c);

/* Asks the world anew and forgets all bookings. False: nothing is congested, and all prices are 0.
 */
bool congestion_renew(congestion *c);

/* The way that is asked about next ends there. Units at rest about a goal, those whose cells hang
 * together with its own, are where they want to be: these cells cost nothing. */
void congestion_set_goal(congestion *c, sidle_vec2 goal);

/* How often it was renewed. */
uint32_t congestion_age(const congestion *c);

/* A way from a point by waypoints to a goal. */
typedef struct congestion_way {
    sidle_vec2 from;
    const sidle_vec2 *waypoints;
    size_t count;
    sidle_vec2 to;
} congestion_way;

/* Books the way for so many units more, or fewer. */
void congestion_book(congestion *c, const congestion_way *way, int32_t units);

/* For how many units the way is booked where most of them go. */
uint32_t congestion_booked(const congestion *c, const congestion_way *way);

/* u: the length of a free way that takes as long as this one. */
float congestion_cost(const congestion *c, const congestion_way *way);

/* Does the one way cost no more than the other, but for the rounding of sums? */
bool congestion_no_dearer(const congestion *c, const congestion_way *way,
                          const congestion_way *than);

/* The extra cost of a step that costs so much, to the point, in one of the eight directions of a
 * lattice. */
int32_t congestion_price(const congestion *c, sidle_vec2 point, int direction, int32_t cost);

#endif
