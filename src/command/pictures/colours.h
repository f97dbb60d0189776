/* The colours that all pictures share. */
#ifndef SIDLE_COMMAND_COLOURS_H
#define SIDLE_COMMAND_COLOURS_H

#include "canvas.h"

extern const colour TERRAIN_COLOURS[SIDLE_TERRAIN_COUNT];
extern const colour DECISION_COLOURS[SIDLE_DECISION_COUNT];
extern const char *const DECISION_WORDS[SIDLE_DECISION_COUNT];

/* Of the ring about a unit; further teams begin again. */
enum { TEAM_COLOUR_COUNT = 8 };
extern const colour TEAM_COLOURS[TEAM_COLOUR_COUNT];

extern const colour INK, TRAIL, GOAL, ARRIVED, PAPER;

/* share: 0, cold, to 1, hot. */
colour heat_colour(float share);

#endif
