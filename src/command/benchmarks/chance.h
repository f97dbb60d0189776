/* How likely it is that a change of behaviour is none: the one test behind all bounds of the
 * scoreboard and of random towns. */
#ifndef SIDLE_COMMAND_CHANCE_H
#define SIDLE_COMMAND_CHANCE_H

#include <stdint.h>

/* Of `published` runs `hits` were bad, and of `played` runs `bad` are. If the played runs are of
 * the same kind as the published ones, at least so many of the bad ones fall to them with this
 * chance: Fisher's exact test, one-sided. It assumes nothing about how often runs are bad. */
double chance_of_so_many(uint32_t hits, uint32_t published, uint32_t bad, uint32_t played);

#endif
