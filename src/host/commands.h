/* The subcommands. Each gets the arguments behind its name and returns the exit status: 0 done, 1
 * an expectation failed, or the machine did (no memory, lost output), 2 bad input. */
#ifndef SIDLE_HOST_COMMANDS_H
#define SIDLE_HOST_COMMANDS_H

#include "complain.h"

enum { EXIT_DONE = 0, EXIT_EXPECTATION = 1, EXIT_MACHINE = 1, EXIT_INPUT = 2 };

int command_run(int argc, char **argv);
int command_check(int argc, char **argv);
int command_bench(int argc, char **argv);
int command_params(int argc, char **argv);

/* Of a subcommand that has complained of this: EXIT_DONE when of nothing. */
static inline int status_of(const complaints *to) {
    if (!to->count) return EXIT_DONE;
    return to->count > to->of_machine ? EXIT_INPUT : EXIT_MACHINE;
}

#endif
