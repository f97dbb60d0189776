/* Writes the published table of the scoreboard. */
#ifndef SIDLE_COMMAND_SCOREBOARD_RENEW_H
#define SIDLE_COMMAND_SCOREBOARD_RENEW_H

#include "scoreboard.h"

/* Plays the rows of which wanted[] is true, in the order of score_rows(), with the seeds from 1 on,
 * `jobs` seeds at once, and writes the table as C to the file. Other rows stay as they are
 * published. False after a complaint. */
bool score_renew(const char *file, const bool *wanted, uint32_t jobs, complaints *to);

#endif
