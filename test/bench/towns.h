/* Random towns (`sidle towns`), played by sidle and by other libraries. */
#ifndef SIDLE_BENCH_TOWNS_H
#define SIDLE_BENCH_TOWNS_H

#include "peer.h"

/* The arguments behind --towns: [--scenes N] [--seed S] [--units N] [TASK ...]. Returns the exit
 * status. */
int towns_play(int argc, char **argv, const entrant *players, size_t count);

#endif
