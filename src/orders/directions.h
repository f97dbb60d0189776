/* Directions spread evenly over the circle, without the sine and cosine of libm, which differ from
 * machine to machine: a table holds the first quarter, the other three are right turns of it. */
#ifndef SIDLE_DIRECTIONS_H
#define SIDLE_DIRECTIONS_H

#include "base/vec.h"

/* Directions: so many are tried in a quarter of the circle, one a row of the table below. */
enum { DIRECTIONS_A_QUARTER = 16, DIRECTIONS = 4 * DIRECTIONS_A_QUARTER };

/* cos and sin of k * 360 / 64 degrees, rounded to floats. */
static const sidle_vec2 QUARTER[DIRECTIONS_A_QUARTER] = {{1, 0},
                                                         {0.99518473f, 0.09801714f},
                                                         {0.98078528f, 0.19509032f},
                                                         {0.95694034f, 0.29028468f},
                                                         {0.92387953f, 0.38268343f},
                                                         {0.88192126f, 0.47139674f},
                                                         {0.83146961f, 0.55557023f},
                                                         {0.77301045f, 0.63439328f},
                                                         {0.70710678f, 0.70710678f},
                                                         {0.63439328f, 0.77301045f},
                                                         {0.55557023f, 0.83146961f},
                                                         {0.47139674f, 0.88192126f},
                                                         {0.38268343f, 0.92387953f},
                                                         {0.29028468f, 0.95694034f},
                                                         {0.19509032f, 0.98078528f},
                                                         {0.09801714f, 0.99518473f}};

#endif
