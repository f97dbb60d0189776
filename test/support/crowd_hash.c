/* Prints how a crowd fares, for comparing builds of the library with each other. */
#include "crowd.h"

#include <inttypes.h>
#include <stdio.h>

enum { UNITS = 600, TICKS = 200, TICKS_A_LINE = 20 };

int main(void) {
    sidle_world *world = crowd_make(sidle_world_def_default(), UNITS);
    uint64_t digest = 0;
    for (uint32_t tick = 1; tick <= TICKS; tick++) {
        if (tick == TICKS / 2) crowd_thin(world, 10);
        crowd_step(world);
        digest = crowd_digest(world, digest);
        if (tick % TICKS_A_LINE == 0) printf("tick %" PRIu32 ": %016" PRIx64 "\n", tick, digest);
    }
    sidle_world_destroy(world);
    return 0;
}
