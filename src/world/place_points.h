/* The memory of the field of places (places/place_field.c). A world has one, as places are given by
 * one thread, one field after the other; it holds nothing between two ticks. */
#ifndef SIDLE_PLACE_POINTS_H
#define SIDLE_PLACE_POINTS_H

#include <stdint.h>

/* Points across, and all of them. A choice: 64 diameters hold a crowd of two thousand between
 * walls, at 19 bytes a point. */
enum { FIELD_SIDE = 64, FIELD_POINTS = FIELD_SIDE * FIELD_SIDE };

/* What a field keeps of its points. */
typedef struct field_points {
    uint16_t cost[FIELD_POINTS];  /* the way from the goal; WAY_NONE: not known */
    uint16_t way[FIELD_POINTS];   /* the way from the unit; WAY_NONE: it has not come there */
    uint16_t order[FIELD_POINTS]; /* the points whose cost is known, the least costly ones first */
    uint16_t next[2][FIELD_POINTS], before[2][FIELD_POINTS]; /* in the lists of both floods */
    uint16_t bits[FIELD_POINTS];                             /* enum point_bits */
    int8_t farther[FIELD_POINTS]; /* half cells, of a point that was moved to a farther one */
    uint8_t from[FIELD_POINTS];   /* the step, 0 to 7, by which the unit comes there */
    uint8_t steps[FIELD_POINTS];  /* a bit for each step by which a disc may leave the point */
} field_points;

#endif
