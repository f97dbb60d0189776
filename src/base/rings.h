/* Square rings about a point, for searches that go outwards. */
#ifndef SIDLE_RINGS_H
#define SIDLE_RINGS_H

#include <stdint.h>

/* Visits all (x, y) that are `ring` king's moves from (0, 0), row by row. */
#define FOR_EACH_ON_RING(ring, x, y)                                                               \
    for (int32_t y = -(ring); y <= (ring); y++)                                                    \
        for (int32_t x = -(ring); x <= (ring); x += y == -(ring) || y == (ring) ? 1 : 2 * (ring))

#endif
