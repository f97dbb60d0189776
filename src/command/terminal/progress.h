/* How far a long command is, told on standard error, and the wish of the user to stop it. */
#ifndef SIDLE_COMMAND_PROGRESS_H
#define SIDLE_COMMAND_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

typedef struct progress {
    bool shown;
    uint32_t of, done; /* pieces of work of about the same size */
    uint32_t kept;     /* of those done, what took no time */
    double began;      /* s */
    char more[80];     /* what is told behind the time */
} progress;

/* Shows a bar where standard error is a terminal, or where it is asked for. From here on the first
 * SIGINT or SIGTERM only asks to stop, and the second ends the command at once. */
progress progress_begin(uint32_t of, bool asked);

/* Any thread may call it. */
void progress_step(progress *p);

/* Pieces that are known already. */
void progress_keep(progress *p, uint32_t pieces);

/* Makes room for other lines: the next step shows the bar again. */
void progress_clear(const progress *p);

/* Shows the state as it is now; the bar stays as the last line. */
void progress_end(progress *p);

bool progress_stopped(void);

/* Goes on with what is left to do after a stop. */
void progress_finish_anyway(void);

#endif
