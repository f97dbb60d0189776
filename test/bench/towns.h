/* Random towns (`sidle towns`), played by sidle and by other libraries. */
#ifndef SIDLE_BENCH_TOWNS_H
#define SIDLE_BENCH_TOWNS_H

#include "peer.h"

typedef std::unique_ptr<peer> (*peer_maker)(const scene &played);

struct town_player {
    const char *name;
    peer_maker make; /* NULL: sidle */
};

/* The arguments behind --towns: [--scenes N] [--seed S] [--units N] [TASK ...]. Returns the exit
 * status. */
int towns_play(int argc, char **argv, const town_player *players, size_t count);

#endif
