/* The exit status of the command: what a script learns from it. */
#ifndef SIDLE_COMMAND_EXIT_STATUS_H
#define SIDLE_COMMAND_EXIT_STATUS_H

#include "complain.h"

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
