/* Where all complaints about input go: "FILE:LINE:COLUMN: found X, expected Y", one line each.
 *
 * A reader complains of every error that it finds and goes on where it can, so that the user can
 * mend a file in one round. The caller of the reader looks at the count. */
#ifndef SIDLE_COMMAND_COMPLAIN_H
#define SIDLE_COMMAND_COMPLAIN_H

#include <stdio.h>

typedef struct complaints {
    FILE *out; /* NULL: count only */
    int count;
    int of_machine; /* how many of them are about the machine: a full disk, scarce threads */
} complaints;

/* line and column count from 1; 0 leaves them out of the message. */
void complain(complaints *to, const char *file, int line, int column, const char *format, ...)
    __attribute__((format(printf, 5, 6)));

/* A complaint about the machine, not about the input: it has an exit status of its own. */
void complain_of_machine(complaints *to, const char *what, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* ---- the exit status: what a script learns of the command ---- */

enum {
    EXIT_DONE = 0,
    EXIT_EXPECTATION = 1, /* an expectation of a fixture or a bound of the scoreboard failed */
    EXIT_MACHINE = 1,     /* the machine failed: no memory, no threads, output that was lost */
    EXIT_STOPPED = 1,     /* the user stopped it before there was a result */
    EXIT_INPUT = 2,       /* the input or the command line is wrong */
};

/* The exit status of a subcommand after these complaints; EXIT_DONE when there are none. */
static inline int status_of(const complaints *to) {
    if (!to->count) return EXIT_DONE;
    return to->count > to->of_machine ? EXIT_INPUT : EXIT_MACHINE;
}

#endif
