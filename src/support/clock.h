/* The time of the clock on the wall, for what a person waits for. */
#ifndef SIDLE_SUPPORT_CLOCK_H
#define SIDLE_SUPPORT_CLOCK_H

#include <time.h>

/* s; only differences mean something. */
static inline double seconds_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

#endif
