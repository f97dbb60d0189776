/* The subcommands. Each gets the arguments behind its name and returns the exit status: 0 done, 1
 * an expectation failed, 2 bad input. */
#ifndef SIDLE_HOST_COMMANDS_H
#define SIDLE_HOST_COMMANDS_H

enum { EXIT_DONE = 0, EXIT_EXPECTATION = 1, EXIT_INPUT = 2 };

int command_run(int argc, char **argv);
int command_check(int argc, char **argv);
int command_bench(int argc, char **argv);
int command_params(int argc, char **argv);

#endif
