/* Plays a game: the host's calls, a pathfinder that answers, a copy that goes on beside it. */
#ifndef SIDLE_TEST_GAME_PLAY_H
#define SIDLE_TEST_GAME_PLAY_H

#include "promises.h"

/* The first promise that is broken in the game. */
broken play(const game_story *s);

#endif
